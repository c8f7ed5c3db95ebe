"""Case formats of poker: fields, expectations and an example of each kind."""

from __future__ import annotations

from typing import Final

from hoyle.judge.case_formats.format_text import Format

POKER: Final = (
    Format(
        "showdown",
        "Who gets every chip of every pot?",
        {
            "button": "seat with the button; null in stud and mambo",
            "board": "community cards; in stud at most one, the common card",
            "players": "one object each: `seat`, `cards`, `state` (`live`, `all-in`, `folded`), and, for "
            "all players or none, `in`: all chips put in",
            "pot": "chips of the single pot, if `in` is left out",
            "pots": "all pots, if `in` and `pot` are left out: one object each, main pot first: `chips`, and "
            "`seats` that can win it",
            "rake, jackpot": "chips already taken out; they are subtracted before the pot is divided",
        },
        {
            "totals": "chips by seat, from all pots",
            "returned": "uncalled chips by seat",
            "pots": "`[chips, [seats]]`, main pot first",
            "award_order": "pots in the order of award: `side1`, `main`",
            "lines": "`[pot, share, seat, chips]`; shares are `high`, `low`, `odd`",
            "high_class": "class of the best high hand by seat",
            "low_hand": "best low by seat, `8-5-3-2-A`; null if none qualifies",
        },
        {
            "id": "EX-showdown",
            "kind": "showdown",
            "rulebook": "oneida",
            "game": "omaha-hilo8",
            "button": 1,
            "board": ["4s", "6h", "7d", "Qc", "Qh"],
            "players": [
                {"seat": 1, "cards": ["Qs", "Qd", "Jh", "Jd"], "state": "live"},
                {"seat": 2, "cards": ["Ah", "2c", "Kh", "Kc"], "state": "live"},
                {"seat": 5, "cards": ["Ad", "2s", "Ts", "Tc"], "state": "live"},
            ],
            "pot": 103,
            "expect": {"totals": {"1": 52, "2": 25, "5": 26}},
        },
    ),
    Format(
        "bring_in",
        "Who makes the forced bet by up-card?",
        {
            "upcards": "up-card by seat",
            "mode": "`lowest_ace_high`, `highest_ace_low`, or `highest_ace_high_suit` for mambo's second "
            "round; optional",
        },
        {"seat": "seat that makes it"},
        {
            "id": "EX-bring-in",
            "kind": "bring_in",
            "rulebook": "oneida",
            "game": "stud7-high",
            "upcards": {"1": "2d", "2": "2c", "5": "Kh"},
            "expect": {"seat": 2},
        },
    ),
    Format(
        "opener",
        "Who acts first after up-cards have been dealt?",
        {
            "mode": "`stud` or `mambo`",
            "showing": "up-cards by seat: several in stud, the one card in mambo",
            "community": "mambo: the community card",
        },
        {"seat": "seat that acts first"},
        {
            "id": "EX-opener",
            "kind": "opener",
            "rulebook": "oneida",
            "game": "stud7-high",
            "mode": "stud",
            "showing": {"1": ["Kh", "2c"], "4": ["9s", "9d"]},
            "expect": {"seat": 4},
        },
    ),
    Format(
        "button",
        "Where does the button start?",
        {"seats": "occupied seats", "draw": "card drawn for the button by seat, if the book requires a draw"},
        {"seat": "seat with the button"},
        {
            "id": "EX-button",
            "kind": "button",
            "rulebook": "oneida",
            "game": "holdem",
            "seats": [1, 3, 6],
            "draw": {"1": "Kh", "3": "Ks", "6": "9d"},
            "expect": {"seat": 3},
        },
    ),
    Format(
        "blinds",
        "Who posts which blind?",
        {
            "seats, button": "seats dealt in; the seat with the button",
            "blinds": "amounts in posting order",
            "killer, kill_blind": "seat with the kill button, and the chips it posts",
        },
        {"posts": "chips by seat"},
        {
            "id": "EX-blinds",
            "kind": "blinds",
            "rulebook": "oneida",
            "game": "holdem",
            "seats": [1, 3, 6],
            "button": 3,
            "blinds": [2, 4],
            "expect": {"posts": {"6": 2, "1": 4}},
        },
    ),
    Format(
        "show_order",
        "In which order are hands shown?",
        {
            "live": "seats in the showdown",
            "button": "seat with the button; null in stud",
            "last_bettor": "seat of the last bet or raise of the final betting round; null if it was "
            "checked through",
            "first_to_act": "stud, checked through: the seat that was first to act",
        },
        {"order": "all seats in the order of showing"},
        {
            "id": "EX-show-order",
            "kind": "show_order",
            "rulebook": "oneida",
            "game": "holdem",
            "live": [1, 3, 6],
            "button": 1,
            "last_bettor": 6,
            "expect": {"order": [6, 1, 3]},
        },
    ),
    Format(
        "raises",
        "Which raises of a betting round stand?",
        {
            "players_in_round": "players in at its start",
            "cap": "maximum number of raises; null for no cap, left out for the book's own",
            "opened": "whether there is a bet already, such as the big blind before the flop",
            "actions": "`check`, `bet`, `call`, `raise`, `reraise`, `fold`, in order",
        },
        {"log": "for each action the word under which it counts, or `refused`"},
        {
            "id": "EX-raises",
            "kind": "raises",
            "rulebook": "oneida",
            "game": "holdem",
            "players_in_round": 3,
            "cap": 3,
            "opened": True,
            "actions": ["raise", "reraise", "raise", "raise"],
            "expect": {"log": ["raise", "raise", "raise", "refused"]},
        },
    ),
    Format(
        "action",
        "What action do a player's chips and words make?",
        {"facts": "observations of the dealer"},
        {"result": "`call 10, change 15`, `raise`, `bet corrected to 20`, `not binding`, `house ruling`..."},
        {
            "id": "EX-action",
            "kind": "action",
            "rulebook": "oneida",
            "game": "any",
            "facts": {"to_call": 10, "chips": [25], "said": None, "in_turn": True},
            "expect": {"result": "call 10, change 15"},
        },
        {
            "facts": {
                "to_call": "chips needed to call; 0 if nothing has been bet",
                "chips": "values of the chips of the first motion",
                "then": "values of chips added afterwards",
                "said": "null, `fold`, `check`, `call`, `bet`, `raise`, `all-in`, `bring in`, with an amount "
                "where there is one (`raise 20`, `raise to 20`, `raise by twenty`), or the announced total "
                "as a number; `more to come` or `not finished`, alone or after a comma, as `unfinished`",
                "in_turn": "whether it was this player's turn",
                "hands_at_rest": "with `then`: whether the player's hands had come to rest before",
                "unfinished": "whether the player indicated while betting that more was to come: `then` "
                "belongs to the bet, and without `then` the result is `bet unfinished`",
                "already": "chips that the player has bet in this betting round; 0 if left out",
                "stack": "chips that the player has left; unlimited if left out",
                "limits": "minimum and maximum of a bet, or of the chips that a raise adds: `[4, 8]`, "
                "`[4, null]`; `[]` if no further raise is allowed; no limits if left out",
                "bet_stands": "whether there is a bet; default: true if there is something to call or the "
                "player has bet chips. With nothing to call it is their own blind, and they have the option "
                "to raise",
                "forced": "the forced bet that is due from this player; 0 if left out",
                "must_bet": "whether the player may neither check nor fold; default: only if a bet is forced",
                "completed": "out of turn: the player's last action, not raised since: `check`, `call` or "
                "`bet`",
            }
        },
    ),
    Format(
        "eligibility",
        "Is a stack large enough to be dealt in?",
        {
            "required": "bets that the player owes or may be forced to make: ante, blind, forced bet",
            "table_min": "posted minimum bet",
            "stack": "chips on the table",
        },
        {"may_be_dealt_in": "true or false"},
        {
            "id": "EX-eligibility",
            "kind": "eligibility",
            "rulebook": "oneida",
            "game": "holdem",
            "required": [4],
            "table_min": 4,
            "stack": 7,
            "expect": {"may_be_dealt_in": False},
        },
    ),
    Format(
        "rake",
        "What may the house take?",
        {
            "method": "`percent`, `increment`, `reduce` or `ca-rates`",
            "percent, called_by_round, uncalled": "method `percent`: the percentage, chips bet and called "
            "in each betting round, chips of the uncalled last bet",
            "levels, pots": "method `increment`: `[pot size, fee]` pairs, and the pots, main pot first",
            "ended": "when the pot was awarded: `preflop`, `flop`, `turn`, `river`, another street or "
            "`showdown`",
            "jackpot": "the jackpot fee",
            "players_at_table, requested": "method `reduce`: number of players, and whether one of them "
            "asked",
            "rates": "method `ca-rates`: fees used at one table limit",
        },
        {
            "rake, pot_after, invalid": "chips taken and left, and whether the book forbids it: `percent`, "
            "`increment`",
            "may_reduce": "`reduce`",
            "valid": "`ca-rates`",
        },
        {
            "id": "EX-rake",
            "kind": "rake",
            "rulebook": "oneida",
            "game": "holdem",
            "method": "percent",
            "percent": 10,
            "called_by_round": [40, 60, 100, 0],
            "ended": "river",
            "expect": {"rake": 20, "pot_after": 180},
        },
    ),
    Format(
        "kill",
        "Who holds the kill button after each hand, and what are the limits?",
        {
            "option": "`kill` or `half-kill`",
            "limits": "posted lower and upper limit",
            "threshold": '`{"dollars": n}` or `{"multiple": n}`, times the minimum wager',
            "start": "`holder`, and in hold'em `last_winner`, before the first hand",
            "hands": "`n`, `pot` (net of rake and jackpot), `winners`: `[seat, share]` with share `entire`, "
            "`high`, `low` or `tie`",
        },
        {"hands": "one object with the state after each hand: `holder`, `limits`, `kill_blind`"},
        {
            "id": "EX-kill",
            "kind": "kill",
            "rulebook": "oneida",
            "game": "holdem",
            "option": "kill",
            "limits": [4, 8],
            "threshold": {"dollars": 40},
            "start": {"holder": None, "last_winner": 2},
            "hands": [{"n": 1, "pot": 60, "winners": [[2, "entire"]]}],
            "expect": {"hands": [{"holder": 2, "limits": [8, 16], "kill_blind": 8}]},
        },
    ),
    Format(
        "stud_shortage",
        "How is the last street of stud dealt when cards run short?",
        {
            "dealt": "cards dealt by the end of third street, then on each further street; optional",
            "remaining": "players still in",
            "burns": "burn cards so far",
            "stub": "cards left",
        },
        {"procedure": "`deal normally`, `burn, common card`, `scramble stub and burns, finish`..."},
        {
            "id": "EX-stud-shortage",
            "kind": "stud_shortage",
            "rulebook": "nj-19-47",
            "game": "stud7-high",
            "remaining": 8,
            "burns": 3,
            "stub": 1,
            "expect": {"procedure": "shuffle burns, burn, common card"},
        },
    ),
    Format(
        "draw_shortage",
        "Where do the cards of each draw come from?",
        {
            "dealt_in": "players dealt five cards each",
            "folded": "seats that folded before the draw",
            "draws": "`[seat, number of cards]` in drawing order",
        },
        {"log": "`[seat, from the stub, from a reshuffled pile, size of that pile]` for each draw"},
        {
            "id": "EX-draw-shortage",
            "kind": "draw_shortage",
            "rulebook": "oneida",
            "game": "draw5-high",
            "dealt_in": 4,
            "draws": [[1, 3], [2, 1], [3, 0], [4, 2]],
            "expect": {"log": [[1, 3, 0, 0], [2, 1, 0, 0], [3, 0, 0, 0], [4, 2, 0, 0]]},
        },
    ),
    Format(
        "irregularity",
        "What follows when something goes wrong?",
        {
            "trigger": "the irregularity: `no-cut`, `boxed`, `exposed-hole-flop`, `left`...; the error for "
            "an unknown one lists all",
            "facts": "facts that the ruling depends on, by trigger; the error names a missing one",
        },
        {"result": "`misdeal`, `play on`, `discard card, play on`, `refund own money`..., `house ruling`"},
        {
            "id": "EX-irregularity",
            "kind": "irregularity",
            "rulebook": "oneida",
            "game": "holdem",
            "trigger": "boxed",
            "facts": {"count": 2},
            "expect": {"result": "misdeal"},
        },
    ),
)
