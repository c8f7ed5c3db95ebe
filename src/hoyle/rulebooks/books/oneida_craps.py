"""Oneida Nation Rules of Play, Craps: wagers, odds and clauses, as data.

The wagers whose definitions are lost (Pass, Come, Place) follow common practice (AMB-C1); where a clause is
cut off or silent, the citation is that of the interpretation.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from hoyle.rulebooks.book_types.dice import (
    COME,
    FIELD,
    FIELD_PART,
    HARDWAY,
    HOP,
    LINE,
    NUMBER,
    ODDS,
    ONE_ROLL,
    PLACE_ODDS,
    POINTS,
    CrapsBook,
    DiceWagerPage,
    NoRoll,
    Part,
    PayLine,
    ShooterCitations,
    Split,
    SpotPage,
    by_kind,
    next_total,
    on_totals,
    one_spot,
)
from hoyle.rulebooks.book_types.poker import Answer


def _cr(item: str) -> str:
    return f"oneida CR.{item}"


_EMPLOYEES: Final = ("dealer", "stickperson", "boxperson", "floor", "supervisor")
"""Table Games employees: the staff at the table."""

TRUE_ODDS: Final[Mapping[int, Fraction]] = {
    4: Fraction(2),
    5: Fraction(3, 2),
    6: Fraction(6, 5),
    8: Fraction(6, 5),
    9: Fraction(3, 2),
    10: Fraction(2),
}

_LOSE_ODDS: Final[Mapping[int, Fraction]] = {
    4: Fraction(5, 11),
    5: Fraction(5, 8),
    6: Fraction(4, 5),
    8: Fraction(4, 5),
    9: Fraction(5, 8),
    10: Fraction(5, 11),
}
"""Place to lose."""

_ITEMS: Final[Mapping[int, str]] = {4: "i", 10: "i", 5: "ii", 9: "ii", 6: "iii", 8: "iii"}
"""Item of each point in the lists of odds (H.1.b to H.4.b)."""

_AT_LEAST: Final[Mapping[str, Fraction]] = {
    "pass": Fraction(1),
    "dont-pass": Fraction(1),
    "come": Fraction(1),
    "dont-come": Fraction(1),
    **{f"place-{number}": odds for number, odds in PLACE_ODDS.items()},
    "hard-4": Fraction(7),
    "hard-6": Fraction(9),
    "hard-8": Fraction(9),
    "hard-10": Fraction(7),
    **FIELD,
    "any-seven": Fraction(4),
    "any-craps": Fraction(7),
    "craps-2": Fraction(30),
    "craps-3": Fraction(15),
    "craps-12": Fraction(30),
    "eleven": Fraction(15),
    "hop-hard": Fraction(30),
    "hop-easy": Fraction(15),
}


def _exact_pay_lines() -> dict[str, PayLine]:
    """Build the craps pay lines that must have exactly the odds of the book."""
    lines: dict[str, PayLine] = {}
    for number, odds in TRUE_ODDS.items():
        for wager in ("pass-odds", "come-odds"):
            lines[f"{wager}-{number}"] = PayLine(odds, _cr("H.5/3"), exact=True)
        lines[f"buy-{number}"] = PayLine(odds, _cr("G.1/2"), exact=True)
        for wager in ("dont-pass-odds", "dont-come-odds"):
            lines[f"{wager}-{number}"] = PayLine(1 / odds, _cr("H.5/3"), exact=True)
        lines[f"lay-{number}"] = PayLine(1 / odds, _cr("G.2/2"), exact=True)
        lines[f"place-to-lose-{number}"] = PayLine(_LOSE_ODDS[number], _cr("O7"), exact=True)
    return lines


def _flat(kind: str, family: str, *, made: str, first: str, after: str, barred: str = "") -> DiceWagerPage:
    """Build the page on a Pass, Come, Don't Pass or Don't Come bet; the Don'ts have a barred number."""
    name = kind.replace("_", "-")
    right = not barred
    return DiceWagerPage(
        kind=kind,
        family=family,
        right=right,
        made=_cr(made),
        first=_cr(first),
        barred=_cr(barred) if barred else "",
        spots=one_spot(name, _cr(after), _cr(after), line=name),
        locked=_cr("E.3/2") if right else "",
        removal="" if right else _cr("E.4"),
        not_restored="" if right else _cr("E.4/2"),
    )


def _odds(kind: str, supports: str, item: str, *, right: bool) -> DiceWagerPage:
    """Build the page on an odds bet behind a line or come bet; `right` is with the shooter."""
    name = kind.replace("_", "-")
    spots = {
        number: SpotPage(
            name=f"{name}-{number}", won=_cr(f"{item}.b.{_ITEMS[number]}"), lost=_cr(item), line=f"{name}-{number}"
        )
        for number in POINTS
    }
    come = kind == "come_odds"
    return DiceWagerPage(
        kind=kind,
        family=ODDS,
        right=right,
        made=_cr(item),
        spots=spots,
        supports=supports,
        limit=_cr("H.5" if right else "H.5/2"),
        off=_cr("E.5") if come else "",
        called_on=_cr("E.5") if come else "",
        off_returned=_cr("O6") if come else "",
    )


def _numbers(name: str, won: str, lost: str) -> dict[int, SpotPage]:
    return {
        number: SpotPage(name=f"{name}-{number}", won=_cr(won), lost=_cr(lost), line=f"{name}-{number}")
        for number in POINTS
    }


_HORN_NUMBERS: Final[Mapping[int, str]] = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}
_HORN: Final = tuple(on_totals(1, line, total) for total, line in _HORN_NUMBERS.items())
_CRAPS: Final = on_totals(1, "any-craps", 2, 3, 12)


def _one_roll(kind: str, won: str, lost: str, *parts: Part) -> DiceWagerPage:
    """Build the page on a craps wager that the next roll decides."""
    name = kind.replace("_", "-")
    spots = next_total(name, _cr(won), _cr(lost), *parts)
    return DiceWagerPage(kind=kind, family=ONE_ROLL, made=_cr("E.1"), spots=spots)


_WAGERS: Final = by_kind(
    _flat("pass", LINE, made="O1", first="O1/2", after="O1/3"),
    _flat("dont_pass", LINE, made="O2", first="O2/2", after="O2/4", barred="O2/3"),
    _flat("come", COME, made="O3", first="O3/2", after="O3/3"),
    _flat("dont_come", COME, made="O3", first="O3/4", after="O3/5", barred="O3/4"),
    _odds("pass_odds", "pass", "H.1", right=True),
    _odds("dont_pass_odds", "dont_pass", "H.2", right=False),
    _odds("come_odds", "come", "H.3", right=True),
    _odds("dont_come_odds", "dont_come", "H.4", right=False),
    DiceWagerPage(
        kind="place",
        family=NUMBER,
        made=_cr("O4"),
        spots=_numbers("place", "F.1", "O4"),
        off=_cr("E.5"),
        called_on=_cr("D.place.c"),
    ),
    DiceWagerPage(
        kind="buy",
        family=NUMBER,
        made=_cr("G.1"),
        spots=_numbers("buy", "G.1/2", "G.1"),
        offered=Answer(value=True, clause=_cr("G.1")),
        off=_cr("E.5"),
        called_on=_cr("E.5"),
        commission=Answer(Fraction(5), _cr("G.1"), "AMB-C9"),
    ),
    DiceWagerPage(
        kind="place_to_lose",
        family=NUMBER,
        right=False,
        made=_cr("O4/2"),
        spots=_numbers("place-to-lose", "O7", "O4/2"),
        offered=Answer(value=False, clause=_cr("O4/2"), interpretation="AMB-C11"),
    ),
    DiceWagerPage(
        kind="lay",
        family=NUMBER,
        right=False,
        made=_cr("G.2"),
        spots=_numbers("lay", "G.2/2", "G.2"),
        offered=Answer(value=True, clause=_cr("G.2")),
        commission=Answer(Fraction(5), _cr("G.2"), "AMB-C8"),
        commission_on_win=True,
    ),
    DiceWagerPage(
        kind="hard",
        family=HARDWAY,
        made=_cr("E.1"),
        spots={
            number: SpotPage(
                name=f"hard-{number}", won=_cr(f"D.hard-{number}"), lost=_cr(f"D.hard-{number}"), line=f"hard-{number}"
            )
            for number in (4, 6, 8, 10)
        },
        off=_cr("E.5"),
        called_on=_cr("E.5"),
    ),
    _one_roll("field", "D.field", "D.field", FIELD_PART),
    _one_roll("any_seven", "D.any-seven", "D.any-seven", on_totals(1, "any-seven", 7)),
    _one_roll("any_craps", "D.any-craps", "D.any-craps", _CRAPS),
    DiceWagerPage(
        kind="number",
        family=ONE_ROLL,
        made=_cr("E.1"),
        spots={
            total: SpotPage(name=line, won=_cr(f"D.{line}"), lost=_cr(f"D.{line}"), parts=(on_totals(1, line, total),))
            for total, line in _HORN_NUMBERS.items()
        },
    ),
    DiceWagerPage(
        kind="ce",
        family=ONE_ROLL,
        made=_cr("E.1"),
        spots=next_total("c-and-e", _cr("F.4"), _cr("D.c-and-e"), _CRAPS, on_totals(1, "eleven", 11)),
    ),
    _one_roll("horn", "F.2", "D.horn.b", *_HORN),
    DiceWagerPage(
        kind="horn_high",
        family=ONE_ROLL,
        made=_cr("E.1"),
        spots={
            total: SpotPage(
                name=f"horn-high-{total}",
                won=_cr("F.3"),
                lost=_cr("D.horn-high"),
                parts=(*_HORN, on_totals(1, line, total)),
            )
            for total, line in _HORN_NUMBERS.items()
        },
        split=Split(kinds=(("horn", 4), ("number", 1)), clause=_cr("D.horn-high.b")),
    ),
    DiceWagerPage(
        kind="world",
        family=ONE_ROLL,
        made=_cr("E.1"),
        # No pay line of its own: the Horn and the Any Seven it is made of (AMB-C12).
        spots=next_total("world", _cr("D.world"), _cr("D.world"), *_HORN, on_totals(1, "any-seven", 7)),
        split=Split(kinds=(("horn", 4), ("any_seven", 1)), clause=_cr("D.world.b")),
    ),
    DiceWagerPage(
        kind="hop",
        family=HOP,
        made=_cr("E.1"),
        spots={
            1: SpotPage(name="hop-easy", won=_cr("D.hop.a"), lost=_cr("D.hop.c"), line="hop-easy"),
            2: SpotPage(name="hop-hard", won=_cr("D.hop.b"), lost=_cr("D.hop.c"), line="hop-hard"),
        },
    ),
)

BOOK: Final = CrapsBook(
    id="oneida",
    game="craps",
    lines={**{line: PayLine(odds, _cr("F.1")) for line, odds in _AT_LEAST.items()}, **_exact_pay_lines()},
    wagers=_WAGERS,
    opened=_cr("E.2"),
    pays=_cr("F.1"),
    uniform=_cr("F.1/2"),
    unpayable=_cr("F.5"),
    no_other_wager=_cr("D.optional"),
    closed=_cr("E.1"),
    removal=_cr("E.3"),
    raising=_cr("AMB-C26"),
    seats=Answer(0),
    rolled=_cr("J.3.a"),
    coupons=Answer(("pass", "dont_pass"), _cr("E.2/2")),
    cash=Answer("boxperson", _cr("E.2/3"), "AMB-C17"),
    late=Answer(_EMPLOYEES, _cr("E.1/2"), "AMB-C17"),
    on_marker=Answer("boxperson", _cr("D.place.c")),
    sits_out=_cr("O5"),
    always_on=_cr("O5/2"),
    not_off=_cr("AMB-C18"),
    odds_fall=_cr("AMB-C30"),
    barred=Answer((12, 2), _cr("O2/3"), "AMB-C4"),
    odds_multiple=Answer((1, 100), _cr("H.5")),
    least_odds=_cr("H.1/2"),
    excess=_cr("H.6"),
    true_odds=TRUE_ODDS,
    point_set=_cr("O1/2"),
    point_made=_cr("O1/3"),
    settled=_cr("J.3.d"),
    dice_in_set=Answer(5, _cr("K.3")),
    callers=Answer(("stickperson", "boxperson"), _cr("J.2.b")),
    no_rolls={
        "off-table": NoRoll(clause=_cr("J.2.a"), called=False),
        "stacked": NoRoll(clause=_cr("J.2.a"), called=False),
        "several-faces": NoRoll(clause=_cr("J.3.b/2"), called=False),
        "not-together": NoRoll(clause=_cr("J.2.b.i"), early=_cr("J.2.c")),
        "missed-end": NoRoll(clause=_cr("J.2.b.ii"), early=_cr("J.2.c")),
        "bank-chips": NoRoll(clause=_cr("J.2.b.iii")),
        "cup-or-rail": NoRoll(clause=_cr("J.2.b.iv")),
        "cheating": NoRoll(clause=_cr("J.2.b.v")),
        "improper": NoRoll(clause=_cr("J.2.b.vi"), early=_cr("J.2.c")),
        "disputed": NoRoll(clause=_cr("J.3.c"), by="boxperson"),
    },
    improper="improper",
    disputed="disputed",
    harmless={
        "player-chips": (
            _cr("J.2.d"),
            "dice that touch chips or coupons other than the bank's are no ground for No Roll",
        ),
        "cocked": (_cr("J.3.b"), "a die that is not flat is read: the face opposite to the one it rests on counts"),
    },
    cocked=_cr("J.3.b"),
    several_faces=_cr("J.3.b/2"),
    shooter=ShooterCitations(
        first_offer=_cr("I.1"),
        first_accepted=_cr("I.2"),
        offer=_cr("K.3"),
        accepted=_cr("K.4"),
        line_bet=_cr("J.1"),
        kept=_cr("K.1"),
        seven=_cr("K.1.a"),
        ordered=Answer("boxperson", _cr("K.1.b"), "AMB-C23"),
        declines_line=_cr("K.2"),
        settle_only=_cr("K.2.a"),
        marker=_cr("K.2.b"),
        resumed=_cr("K.2.c"),
    ),
)
