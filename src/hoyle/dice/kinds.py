"""Every wager on the dice: its kind, how it is decided, what it pays at least, and by which clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hoyle.errors import InvalidError

PASS: Final = 0
DONT_PASS: Final = 1
COME: Final = 2
DONT_COME: Final = 3
PASS_ODDS: Final = 4
DONT_PASS_ODDS: Final = 5
COME_ODDS: Final = 6
DONT_COME_ODDS: Final = 7
PLACE: Final = 8
BUY: Final = 9
PLACE_LOSE: Final = 10
LAY: Final = 11
HARD: Final = 12
FIELD: Final = 13
ANY_SEVEN: Final = 14
ANY_CRAPS: Final = 15
NUMBER: Final = 16
CE: Final = 17
HORN: Final = 18
HORN_HIGH: Final = 19
WORLD: Final = 20
HOP: Final = 21
OVER_7: Final = 22
UNDER_7: Final = 23

NAMES: Final = (
    *("pass", "dont_pass", "come", "dont_come"),
    *("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"),
    *("place", "buy", "place_to_lose", "lay", "hard"),
    *("field", "any_seven", "any_craps", "number", "ce", "horn", "horn_high", "world", "hop"),
    *("over_7", "under_7"),
)

CRAPS_KINDS: Final[dict[str, int]] = {name: kind for kind, name in enumerate(NAMES) if kind <= HOP}
MINI_KINDS: Final[dict[str, int]] = {
    "place": PLACE,
    "field": FIELD,
    "any_7": ANY_SEVEN,
    "over_7": OVER_7,
    "under_7": UNDER_7,
}

FLAT_RIGHT: Final = 0
FLAT_WRONG: Final = 1
RIGHT: Final = 2
WRONG: Final = 3
HARDWAY: Final = 4
ONE_ROLL: Final = 5
HOPPING: Final = 6

FAMILIES: Final[list[int]] = [
    *(FLAT_RIGHT, FLAT_WRONG, FLAT_RIGHT, FLAT_WRONG),
    *(RIGHT, WRONG, RIGHT, WRONG),
    *(RIGHT, RIGHT, WRONG, WRONG, HARDWAY),
    *(ONE_ROLL, ONE_ROLL, ONE_ROLL, ONE_ROLL, ONE_ROLL, ONE_ROLL, ONE_ROLL, ONE_ROLL, HOPPING),
    *(ONE_ROLL, ONE_ROLL),
]
"""How each kind is decided: number before seven, seven before number, pair before anything else, one roll."""

POINTS: Final = (4, 5, 6, 8, 9, 10)
HARD_NUMBERS: Final = (4, 6, 8, 10)
HORN_NUMBERS: Final = (2, 3, 11, 12)

PARENTS: Final[dict[int, int]] = {
    PASS_ODDS: PASS,
    DONT_PASS_ODDS: DONT_PASS,
    COME_ODDS: COME,
    DONT_COME_ODDS: DONT_COME,
}
"""The flat bet that each kind of odds supports."""

OFF_ON_COME_OUT: Final[list[bool]] = [kind in (PLACE, BUY, COME_ODDS, HARD) for kind in range(len(NAMES))]
"""The group of oneida CR.E.5 as AMB-C2 reads it, by kind."""

LIVE: Final = 0
WIN: Final = 1
LOSE: Final = 2
PUSH: Final = 3
RETURNED: Final = 4
REMOVED: Final = 5

RESULTS: Final = ("live", "win", "lose", "push", "returned", "removed")

TRUE_ODDS: Final[dict[int, Fraction]] = {
    4: Fraction(2),
    5: Fraction(3, 2),
    6: Fraction(6, 5),
    8: Fraction(6, 5),
    9: Fraction(3, 2),
    10: Fraction(2),
}
"""oneida CR.G.1/2 and CR.H.1.b; lays pay the inverse."""

PLACE_ODDS: Final[dict[int, Fraction]] = {
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
}
"""oneida CR.F.1, nj-19-47 19:47-13.6(b)."""

PLACE_LOSE_ODDS: Final[dict[int, Fraction]] = {
    4: Fraction(5, 11),
    5: Fraction(5, 8),
    6: Fraction(4, 5),
    8: Fraction(4, 5),
    9: Fraction(5, 8),
    10: Fraction(5, 11),
}
"""oneida CR.O7."""

MINIMUM_PAY: Final[dict[str, Fraction]] = {
    "pass": Fraction(1),
    "dont-pass": Fraction(1),
    "come": Fraction(1),
    "dont-come": Fraction(1),
    **{f"place-{number}": odds for number, odds in PLACE_ODDS.items()},
    "hard-4": Fraction(7),
    "hard-6": Fraction(9),
    "hard-8": Fraction(9),
    "hard-10": Fraction(7),
    "field": Fraction(1),
    "field-2": Fraction(2),
    "field-12": Fraction(2),
    "any-seven": Fraction(4),
    "any-craps": Fraction(7),
    "craps-2": Fraction(30),
    "craps-3": Fraction(15),
    "craps-12": Fraction(30),
    "eleven": Fraction(15),
    "hop-hard": Fraction(30),
    "hop-easy": Fraction(15),
}
"""oneida CR.F.1: a house may pay more, the same everywhere in it."""

MINI_MINIMUM_PAY: Final[dict[str, Fraction]] = {
    **{f"place-{number}": odds for number, odds in PLACE_ODDS.items()},
    "field": Fraction(1),
    "field-2": Fraction(2),
    "field-12": Fraction(2),
    "any-7": Fraction(4),
    "over-7": Fraction(1),
    "under-7": Fraction(1),
}
"""nj-19-47 19:47-13.6(b)."""

NUMBER_LINES: Final[dict[int, str]] = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}


class OneRoll:
    """A wager decided by the next roll: what each total pays and takes, per `step` chips."""

    __slots__ = ("paid", "step", "taken")

    def __init__(self, parts: list[tuple[int, dict[int, Fraction]]]) -> None:
        """Parts are units with the totals on which they win and their odds."""
        units = sum(part[0] for part in parts)
        scale = 1
        for count, wins in parts:
            for odds in wins.values():
                scale = _lcm(scale, (odds * count).denominator)
        self.step = units * scale
        """Smallest amount that can be paid."""
        self.paid: list[int] = [0] * 13
        self.taken: list[int] = [0] * 13
        for total in range(2, 13):
            for count, wins in parts:
                if total in wins:
                    paid = wins[total] * count * scale
                    assert paid.denominator == 1, (total, paid)
                    self.paid[total] += paid.numerator
                else:
                    self.taken[total] += count * scale


def _lcm(a: int, b: int) -> int:
    x, y = a, b
    while y:
        x, y = y, x % y
    return a * b // x


def one_roll(kind: int, number: int, pay: dict[str, Fraction]) -> OneRoll:
    """The table of a one-roll wager under a house's pay table."""
    horn = [(1, {total: pay[NUMBER_LINES[total]]}) for total in HORN_NUMBERS] if "eleven" in pay else []
    if kind == FIELD:
        wins = dict.fromkeys((3, 4, 9, 10, 11), pay["field"])
        return OneRoll([(1, {**wins, 2: pay["field-2"], 12: pay["field-12"]})])
    if kind == ANY_SEVEN:
        return OneRoll([(1, {7: pay["any-seven" if "any-seven" in pay else "any-7"]})])
    if kind == ANY_CRAPS:
        return OneRoll([(1, dict.fromkeys((2, 3, 12), pay["any-craps"]))])
    if kind == NUMBER:
        return OneRoll([(1, {number: pay[NUMBER_LINES[number]]})])
    if kind == CE:
        return OneRoll([(1, dict.fromkeys((2, 3, 12), pay["any-craps"])), (1, {11: pay["eleven"]})])
    if kind == HORN:
        return OneRoll(horn)
    if kind == HORN_HIGH:
        return OneRoll([*horn, (1, {number: pay[NUMBER_LINES[number]]})])
    if kind == WORLD:
        return OneRoll([*horn, (1, {7: pay["any-seven"]})])
    if kind == OVER_7:
        return OneRoll([(1, dict.fromkeys(range(8, 13), pay["over-7"]))])
    if kind == UNDER_7:
        return OneRoll([(1, dict.fromkeys(range(2, 7), pay["under-7"]))])
    raise InvalidError(f"{NAMES[kind]} is not decided by one roll")


CLAUSES_FIRST: Final[dict[int, str]] = {
    PASS: "oneida CR.O1/2",
    DONT_PASS: "oneida CR.O2/2",
    COME: "oneida CR.O3/2",
    DONT_COME: "oneida CR.O3/4",
}
"""What decides a flat bet on its first roll."""

CLAUSES_AFTER: Final[dict[int, str]] = {
    PASS: "oneida CR.O1/3",
    DONT_PASS: "oneida CR.O2/4",
    COME: "oneida CR.O3/3",
    DONT_COME: "oneida CR.O3/5",
}
"""What decides it once it has its point."""

ODDS_CLAUSES: Final[dict[int, str]] = {
    PASS_ODDS: "CR.H.1",
    DONT_PASS_ODDS: "CR.H.2",
    COME_ODDS: "CR.H.3",
    DONT_COME_ODDS: "CR.H.4",
}

_ITEMS: Final[dict[int, str]] = {4: "i", 10: "i", 5: "ii", 9: "ii", 6: "iii", 8: "iii"}


def clause_of(kind: int, number: int, *, win: bool) -> str:
    """The clause that pays or takes a wager which is not a flat bet."""
    if kind in ODDS_CLAUSES:
        head = f"oneida {ODDS_CLAUSES[kind]}"
        return f"{head}.b.{_ITEMS[number]}" if win else head
    if kind == PLACE:
        return "oneida CR.F.1" if win else "oneida CR.O4"
    if kind == BUY:
        return "oneida CR.G.1/2" if win else "oneida CR.G.1"
    if kind == PLACE_LOSE:
        return "oneida CR.O7" if win else "oneida CR.O4/2"
    if kind == LAY:
        return "oneida CR.G.2/2" if win else "oneida CR.G.2"
    if kind == HARD:
        return f"oneida CR.D.hard-{number}"
    if kind == NUMBER:
        return f"oneida CR.D.{NUMBER_LINES[number]}"
    return _ONE_ROLL_CLAUSES[kind] if win else _ONE_ROLL_LOSSES.get(kind, _ONE_ROLL_CLAUSES[kind])


_ONE_ROLL_CLAUSES: Final[dict[int, str]] = {
    FIELD: "oneida CR.D.field",
    ANY_SEVEN: "oneida CR.D.any-seven",
    ANY_CRAPS: "oneida CR.D.any-craps",
    CE: "oneida CR.F.4",
    HORN: "oneida CR.F.2",
    HORN_HIGH: "oneida CR.F.3",
    WORLD: "oneida CR.D.world",
    HOP: "oneida CR.D.hop.a",
}

_ONE_ROLL_LOSSES: Final[dict[int, str]] = {
    CE: "oneida CR.D.c-and-e",
    HORN: "oneida CR.D.horn.b",
    HORN_HIGH: "oneida CR.D.horn-high",
    HOP: "oneida CR.D.hop.c",
}
