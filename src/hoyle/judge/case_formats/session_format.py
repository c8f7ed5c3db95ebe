"""Case format of a session: a table played command by command."""

from __future__ import annotations

from typing import Final

from hoyle.judge.case_formats.format_text import Format

SESSION: Final = Format(
    "session",
    "What does the table answer to every command of a session?",
    {
        "sign": "posted sign, as far as it differs from the default: at poker 4/8 fixed-limit, with blinds "
        "or ante and forced bet derived from the limits",
        "people": "players seated at the start, one object each: `seat`, `name`, `chips`; `currency` where "
        "cash plays",
        "button": "poker: seat, or name of the player, with the button at the start; or the card that each "
        'player draws for it: `{"ann": "Kh", "bob": "9s"}`',
        "deck": "cards of the next round, top card first; the remaining cards follow in order. A list has "
        "one deck for each round. `deal` at poker and `open-wagers` at house tables take the next deck, "
        "unless they are refused; at house tables it is shuffled and cut as the book requires",
        "sealed": "house cards: true if the decks arrive sealed and commands of the case open them",
        "shooter": "dice: holder of dice or shaker before the first command",
        "dice": "dice: the throws to come, `3-3 4-2`; each `throw` or `uncover` without faces takes the "
        "next, unless it is refused",
        "deck_names": "poker: names of the decks, if not `first` and `second`",
        "run_out": "poker: false if every street after an all-in needs a `deal-on`; true if left out",
        "commands": "commands in order",
        "expect": "the state at the end: `stacks`, `waits`, `sees`, `shows`, `pots`",
    },
    {
        "refused": "true, or the clause by which the command is refused; `house ruling` if the book is "
        "silent and the house must decide. Without it, the command must be accepted",
        "ruling": 'ruling of the floor: `"misdeal"`, or `{"result": "misdeal", "clause": "XI.P.5"}`',
        "stacks": "chips by name or seat",
        "waits": "pending decision: `kind`, `seat`, `person`, `clause`, `optional`, `choices` (exactly "
        "these) or `offers` (these among others). A choice is the dealer's words, `raise to 8`, or the "
        'command with its bounds, `{"do": "bet", "to": [8, 16]}`. A list if several decisions are pending',
        "sees": 'view of one person: `{"ann": "As Kd"}` for their own cards, or `{"ann": {"cards": {"bob": '
        '"?? ??"}, "board": "..."}}` and any other part of the view. At house tables `dealer` has cards too, '
        "and a player's second place is `ann at 3`",
        "shows": "the same for a spectator: `button`, `limits`, `kill`, `point`...",
        "entries": "log entries in this order, possibly with others between them: names, or objects with "
        "fields",
        "pots": 'poker: chips of each pot, `[11]`, or with the players who can win it, `[[11, ["ann", '
        '"bob"]]]`',
        "clauses": "clauses that are cited",
    },
    {
        "id": "EX-session",
        "kind": "session",
        "rulebook": "oneida",
        "game": "omaha-hilo8",
        "title": "A raise by less than the limit, and the odd chip of a tied low",
        "sign": {"ante": 1},
        "people": [
            {"seat": 1, "name": "ann", "chips": 100},
            {"seat": 2, "name": "bob", "chips": 100},
            {"seat": 3, "name": "cat", "chips": 100},
        ],
        "button": "cat",
        "deck": "As Ad Qh 2s 2h Jh Kh 9c 7c Kc 9d 6c 4c 3d 5c 8h 4d Kd 4h Qs",
        "commands": [
            {"do": "deal", "expect": {"waits": {"seat": "cat", "choices": ["fold", "call 4", "raise to 8"]}}},
            {"by": "cat", "act": "raise to 7", "expect": {"refused": "XI.G.1"}},
            {"by": "cat", "act": "fold"},
            {"by": "ann", "act": "call"},
            {"by": "bob", "act": "check", "expect": {"pots": [11], "sees": {"ann": "As 2s Kh Kc"}}},
            {"by": "ann", "act": "check"},
            {"by": "bob", "act": "check"},
            {"by": "ann", "act": "check"},
            {"by": "bob", "act": "check"},
            {"by": "ann", "act": "check"},
            {"by": "bob", "act": "check", "expect": {"clauses": ["XI.K.10(b)(iii)"]}},
        ],
        "expect": {"stacks": {"ann": 103, "bob": 98, "cat": 99}},
    },
    {
        "commands": {
            "do": "name of a command, with its fields beside it; the error for an unknown name or field "
            "lists the known ones. A seat may be given as the name of its player. Poker: an all-in runs out "
            "at once, unless the next line is a report or `deal-on`, which deals one street, or `run_out` "
            "is false",
            "act": "instead of `do`: words of a player: `raise to 16`, `draw Kh 2c`; `ante 10`, `play 2x`, "
            "`fold`; `place 12 on 6`, `pass odds 20`, `take down w3`",
            "by": "actor or reporter; default: the player in the seat, or else the dealer",
            "minute": "time of the command, in minutes",
            "title": "a remark for the reader",
            "expect": "expected result; an object with nothing else only checks the state",
        }
    },
)
