"""Case formats of the house games: fields, expectations and an example of each kind."""

from __future__ import annotations

from typing import Final

from hoyle.judge.case_formats.format_text import Format

HOUSE: Final = (
    Format(
        "banked",
        "What does every wager of a house card game win, or may a wager be made at all?",
        {
            "config": "posted rules and limits of the house",
            "positions": "one object for each wagering seat",
            "deck": "cards in the order in which they leave shoe, hand or device",
            "reports": "actions and reports of dealer and floor beside the play, in order",
            "void": "reason, as text, for which the floor has declared the round void",
            "question": "asks about a wager instead of playing a round",
        },
        {
            "seats": "by seat: `hand`, `wagers` (gain or loss of each), `net`",
            "dealer, dealer_shown, dealer_qualifies": "the dealer's hand, where there is one",
            "order": "seats in the order of settlement",
            "void": "true for a void round",
            "rulings": "`[[ruling, clause]]` of the floor, in order, where something was reported",
            "rejects": "`[[seat, clause]]` of a refused wager or decision, which ends the round; "
            "`[[command, clause]]` of a refused report, `house ruling` where no clause decides it",
            "answer": "`accept` or `reject`, for a question",
        },
        {
            "id": "EX-banked",
            "kind": "banked",
            "rulebook": "oneida",
            "game": "mississippi-stud",
            "positions": [{"pos": 1, "ante": 10, "streets": [1, 1, 3]}],
            "deck": "Ac Kc Qc Jc Tc",
            "expect": {"seats": {"1": {"hand": "royal flush"}}},
        },
        {
            "positions": {
                "pos": "the seat",
                "ante, pair_plus, aces_up": "wagers before the deal",
                "optional": "optional wagers of the house by name",
                "decision": "`play`, `fold`, or `stand` where only a side wager was made",
                "play": "amount of the Play wager in Four Card Poker",
                "streets": "Mississippi Stud: multiples of the Ante, 1 to 3, street by street, or `fold`",
                "owner": "player, if one has two seats",
            },
            "config": {
                "dealing": "`manual`, `hand` or `automated`",
                "variant": "`base`, `a`, `b` or `c`",
                "pair_plus_table": "`standard` or `alternate`",
                "max_payout, round_limit": "posted maximum of a hand, and of all hands of a round together, "
                "in Mississippi Stud",
                "shuffler, shuffler_counts": "whether a shuffler is in use, and whether it counts the deck",
                "optional_pay": "optional wagers of Mississippi Stud, each with its approved payouts: "
                '`{"lucky": {"flush": 5}}`',
                "approved_wagers": "optional wagers that are approved; all if left out",
                "fold_keeps_side, void_returns_folds, whole_multiples": "interpretations of ambiguous "
                "clauses",
            },
            "reports": {
                "do": "a command of the table: `shuffle`, `cut`, `recut`, `count-stub`, `opening-step`, "
                "`change-deck`, `tell-time`, `house-ruling`, or a report: `face-up-card`, `drawn-in-error`, "
                "`wrong-number`, `dealer-exposed`, `player-exposed`, `shuffler-failed`, `shoe-failed`, "
                "`machine-count`, `improper-cut`, `unsuitable-card`; its fields are beside it",
                "at": "`shuffle` (in place of the dealer's own shuffle and cut), `betting`, `deal`, "
                "`decisions` (the default), `settlement`, or `turn-up` (a hand is face up and not "
                "settled yet)",
                "after": "number of cards dealt, decisions, settled hands or hands turned up before it",
                "by": "actor; `floor` if left out",
            },
            "question": {
                "type": "`initial`, `play`, `two_positions`, `after_no_more_bets` or `position`",
                "ante, side, play": "wagers in question",
                "positions": "two seats",
                "wager": "wager in question",
                "pos": "seat in question",
            },
        },
    ),
    Format(
        "dice",
        "How is every wager at craps or mini-dice decided, or who takes the dice?",
        {
            "config": "posted rules and limits: `minimum`, `maximum`, `min_chip`, `pay`, `limits` (of single "
            'wagers: `{"place": [6, 60]}`); at craps also `odds_multiple`, `odds_maximum`, `bar`, '
            '`commission_pct`, `commissions` (`{"buy": 4}`), `offer_buy`, `offer_lay`, '
            "`offer_place_to_lose`, `hardways_work`, `take_excess`, `put_bets`, `line_bet_at_point`, "
            "`commission_rounding` (`down`, `nearest`, `up`), `commission_refunded`, `commission_after_win`, "
            "`off_at_point`, `dont_barred_at_point`, `optional_pay` (wagers on the next total by approved "
            'procedure: `{"twins": {"2": 20, "12": 20}}`), `approved_wagers`; at mini-dice also '
            "`player_may_return`, `wagers_removable`",
            "steps": "wagers, rolls and other steps, in order",
            "players, previous, accepts, fallback": "instead of steps, asks who takes dice or shaker: "
            "players clockwise, the previous holder, players who would accept, and the holder if none does",
        },
        {
            "wagers": "by id: `result` (`win`, `lose`, `push`, `returned`, `removed`, `live`), `paid`, "
            "`taken`, `roll`, `commission`",
            "net": "gain or loss of all wagers",
            "point": "point after the last roll, or null",
            "rejects": "`[id, clause]` of refused wagers and changes of them, and of refused rolls and "
            "shakes that have an `id`, in order",
            "refused": "`[step, clause]` of other steps that the book forbids, by their number",
            "shooter_must_pass, player_must_pass_shaker": "true or false",
            "asked, holder": "players who were asked, and the player who takes it",
        },
        {
            "id": "EX-dice",
            "kind": "dice",
            "rulebook": "oneida",
            "game": "craps",
            "steps": [
                {"do": "bet", "id": "line", "kind": "pass", "amount": 10},
                {"do": "roll", "dice": [3, 3]},
                {"do": "bet", "id": "odds", "kind": "pass_odds", "amount": 10, "on": "line"},
                {"do": "roll", "dice": [4, 2]},
            ],
            "expect": {"wagers": {"line": {"result": "win", "paid": 10}, "odds": {"paid": 12}}, "net": 22},
        },
        {
            "steps": {
                "do": "`bet`, `roll`, `roll_raw`, `invalid_roll`, `remove`, `reduce`, `increase`, `call_on`, "
                "`call_off`, `no_line_bet`; mini-dice `shake`, `invalid_shake`",
                "id": "id of a wager; rolls, shakes and `invalid_roll` may have one, too, under which "
                "`rejects` lists them if they are refused",
                "kind, amount": "kind and chips of a wager",
                "number, on, combo, coupon": "further fields of some wagers: the number, the flat bet of "
                "odds, the faces of a hop, a match play coupon",
                "dice": "two faces; for `roll_raw` objects with `top` or `resting`",
                "reason": "why a roll or shake does not count, as free text",
                "to": "the new amount",
            }
        },
    ),
)
