"""New Jersey mini-dice rules, N.J.A.C. 19:47-13: wagers, odds and clauses, as data.

The lost parts of subchapter 13 are taken from its successor, 13:69F-13 (AMB-D1).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hoyle.rulebooks.book_types.dice import (
    FIELD,
    FIELD_PART,
    NUMBER,
    ONE_ROLL,
    PLACE_ODDS,
    DiceWagerPage,
    MiniDiceBook,
    NoRoll,
    Part,
    PayLine,
    ShakerCitations,
    SpotPage,
    by_kind,
    next_total,
    on_totals,
)
from hoyle.rulebooks.book_types.poker import Answer


def _nj(item: str) -> str:
    return f"nj-19-47 {item}"


_PAYS: Final = _nj("19:47-13.6(b)")


def _one_shake(kind: str, item: str, part: Part) -> DiceWagerPage:
    """Build the page on a mini-dice wager that the next shake decides."""
    name = kind.replace("_", "-")
    made = _nj(f"13:69F-13.2(a){item}")
    return DiceWagerPage(kind=kind, family=ONE_ROLL, made=made, spots=next_total(name, _PAYS, made, part))


_PLACE: Final = _nj("13:69F-13.2(a)1")

BOOK: Final = MiniDiceBook(
    id="nj-19-47",
    game="mini-dice",
    lines={
        line: PayLine(odds, _PAYS)
        for line, odds in {
            **{f"place-{number}": odds for number, odds in PLACE_ODDS.items()},
            **FIELD,
            "any-7": Fraction(4),
            "over-7": Fraction(1),
            "under-7": Fraction(1),
        }.items()
    },
    wagers=by_kind(
        DiceWagerPage(
            kind="place",
            family=NUMBER,
            made=_PLACE,
            spots={
                number: SpotPage(name=f"place-{number}", won=_PAYS, lost=_PLACE, line=f"place-{number}")
                for number in PLACE_ODDS
            },
        ),
        _one_shake("field", "2", FIELD_PART),
        _one_shake("any_7", "3", on_totals(1, "any-7", 7)),
        _one_shake("over_7", "4", on_totals(1, "over-7", 8, 9, 10, 11, 12)),
        _one_shake("under_7", "5", on_totals(1, "under-7", 2, 3, 4, 5, 6)),
    ),
    opened=_nj("13:69F-13.2(b)/2"),
    pays=_PAYS,
    uniform=_nj("19:47-13.6(b)/2"),
    unpayable=_nj("19:47-13.6(c)"),
    no_other_wager=_nj("13:69F-13.2(b)"),
    closed=_nj("13:69F-13.2(b)/2"),
    removal=_nj("MD.AMB-D2"),
    raising=_nj("MD.AMB-D2"),
    seats=Answer(7, _nj("MD.O7")),
    rolled=_nj("19:47-13.5(e)"),
    stated=Answer(("to", "win"), _nj("19:47-13.6(a)")),
    vigorish=_nj("19:47-13.6(d)"),
    settled=_nj("19:47-13.5(f)"),
    no_rolls={
        "not-flat": NoRoll(clause=_nj("19:47-13.8(a)1")),
        # Read: at any time in the shake, not only on uncovering (AMB-D7).
        "fell-out": NoRoll(clause=_nj("19:47-13.8(a)2"), called=False),
    },
    harmless={"flat": (_nj("19:47-13.8(a)"), "dice that lie flat in the shaker are no ground for No Roll")},
    shaker=ShakerCitations(
        dealer=Answer(3, _nj("19:47-13.5(d)")),
        player=Answer(3, _nj("19:47-13.5(d)1"), "AMB-D3"),
        dealer_for_players=Answer(3, _nj("19:47-13.5(d)2")),
        kept=_nj("19:47-13.7(a)"),
        seven=_nj("19:47-13.7(a)1.i"),
        ordered=Answer("floor", _nj("19:47-13.7(a)1.ii")),
        offered_again=_nj("19:47-13.7(a)2"),
        offer=_nj("19:47-13.7(b)"),
        no_taker=_nj("19:47-13.7(b)/2"),
    ),
)
