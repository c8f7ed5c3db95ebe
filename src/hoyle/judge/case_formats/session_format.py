"""Case format of a session: a table played command by command."""

from __future__ import annotations

from typing import Final

from hoyle.judge.case_formats.format_text import Format

SESSION: Final = Format(
    "session",
    "What does the table answer to every command of a session?",
    {
        "sign": "what is posted, as far as it differs from small stakes that the book accepts: at poker 4/8 "
        "fixed-limit "
        "with blinds or ante and forced bet that follow from the limits",
        "people": "who sits down first, one object each: `seat`, `name`, `chips`; `currency` where cash "
        "plays",
        "button": "poker: the seat, or who sits there, that has the button first; or the card of everybody "
        "who draws "
        'for it: `{"ann": "Kh", "bob": "9s"}`',
        "deck": "cards: those of the next round, top card first; only as many as matter, the rest follow in "
        "order. A list has a deck for each round. Poker's `deal` takes the next, as `open-wagers` does at "
        "house "
        "tables, where it is shuffled and cut as the book requires; one that is refused leaves it there",
        "sealed": "house cards: true where the decks come sealed and the case opens them itself",
        "shooter": "dice: who has dice or shaker when the first command is given",
        "dice": "dice: the throws to come, `3-3 4-2`; each `throw` or `uncover` without faces takes the "
        "next, unless it is refused",
        "deck_names": "poker: what the decks are called, if not `first` and `second`",
        "run_out": "poker: false where an all-in goes on by `deal-on` alone, whatever is done between the "
        "streets; true if left out",
        "commands": "what is done, in order",
        "expect": "the state at the end: `stacks`, `waits`, `sees`, `shows`, `pots`",
    },
    {
        "refused": "true, or the clause by which the command is refused; `house ruling` where the book is "
        "silent and the "
        "house must decide. What is not expected to be refused is expected to be accepted",
        "ruling": 'what the floor rules: `"misdeal"`, or `{"result": "misdeal", "clause": "XI.P.5"}`',
        "stacks": "chips by name or seat",
        "waits": "who is awaited for what: `kind`, `seat`, `person`, `clause`, `optional`, `choices` "
        "(exactly these) or "
        "`offers` (these among others). A choice is the dealer's words, `raise to 8`, or the command with "
        "its bounds, "
        '`{"do": "bet", "to": [8, 16]}`. A list where several are awaited',
        "sees": 'what one person sees: `{"ann": "As Kd"}` for the own cards, or `{"ann": {"cards": {"bob": '
        '"?? ??"}, '
        '"board": "..."}}` and any other part of the view. At house tables `dealer` has cards too, and '
        "a player's second place is `ann at 3`",
        "shows": "the same for a spectator: `button`, `limits`, `kill`, `point`...",
        "entries": "entries of the log that come in this order, others between them: names, or objects with "
        "fields",
        "pots": 'poker: chips pot by pot, `[11]`, or with who can win them, `[[11, ["ann", "bob"]]]`',
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
            "do": "a command by its name, with its fields beside it; an unknown name is answered with the "
            "list of all, "
            "an unknown field with the fields that it has. A seat may be named by who sits there. Poker: an "
            "all-in runs out at once, unless the next line is `deal-on`, one street at a time, or a report, "
            "or `run_out` is false",
            "act": "instead of `do`: what a player says: `raise to 16`, `draw Kh 2c`; `ante 10`, `play 2x`, "
            "`fold`; "
            "`place 12 on 6`, `pass odds 20`, `take down w3`",
            "by": "who does or reports it; left out, the player whose seat it is, else the dealer",
            "minute": "the time it is then, in minutes",
            "title": "a remark for the reader",
            "expect": "what is expected after it; a line with nothing else only checks the state",
        }
    },
)
