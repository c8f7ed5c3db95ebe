"""Craps and mini-dice, exactly: every wager from the 36 ways two dice can fall.

>>> from hoyle.odds.banked.dice import craps
>>> craps()["pass"].edge, craps()["field"].edge, shooter_rolls()
(Fraction(7, 495), Fraction(1, 18), Fraction(1671, 196))
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from hoyle.dice.kinds import (
    ANY_CRAPS,
    ANY_SEVEN,
    CE,
    FIELD,
    HARD_NUMBERS,
    HORN,
    HORN_HIGH,
    HORN_NUMBERS,
    MINI_KINDS,
    MINI_MINIMUM_PAY,
    MINIMUM_PAY,
    NUMBER,
    NUMBER_LINES,
    PLACE,
    PLACE_LOSE_ODDS,
    POINTS,
    TRUE_ODDS,
    WORLD,
    one_roll,
)
from hoyle.errors import InvalidError
from hoyle.odds.banked.results import Edge, Outcomes
from hoyle.rulebooks.paytable import odds_text, odds_words

FIXED: Final[dict[str, Fraction]] = {
    name: odds
    for number, true in TRUE_ODDS.items()
    for name, odds in (
        *((f"{wager}-{number}", true) for wager in ("pass-odds", "come-odds", "buy")),
        *((f"{wager}-{number}", 1 / true) for wager in ("dont-pass-odds", "dont-come-odds", "lay")),
        (f"place-to-lose-{number}", PLACE_LOSE_ODDS[number]),
    )
}
"""Odds that the book gives exactly, neither more nor less (oneida CR.G.1/2, CR.G.2/2, CR.H.5/3, CR.O7)."""

CRAPS_LINES: Final[dict[str, Fraction]] = {**MINIMUM_PAY, **FIXED}
"""Every pay line of craps."""

WAYS: Final = {total: 6 - abs(7 - total) for total in range(2, 13)}
COMMISSION: Final = Fraction(5, 100)


def chance(total: int) -> Fraction:
    """Of one total on one roll."""
    return Fraction(WAYS[total], 36)


def point_made(point: int) -> Fraction:
    """That a point comes again before a seven."""
    return Fraction(WAYS[point], WAYS[point] + 6)


def point_rolls(point: int) -> Fraction:
    """Expected rolls until a point or a seven comes."""
    return Fraction(36, WAYS[point] + 6)


def line_rolls() -> Fraction:
    """Expected rolls from a come-out to the decision of the line."""
    return 1 + sum((chance(point) * point_rolls(point) for point in POINTS), Fraction(0))


def seven_out() -> Fraction:
    """That a come-out leads to a losing seven before the next come-out."""
    return sum((chance(point) * (1 - point_made(point)) for point in POINTS), Fraction(0))


def shooter_rolls() -> Fraction:
    """Expected rolls of a shooter until the losing seven."""
    return line_rolls() / seven_out()


def craps(pay: dict[str, Fraction] | None = None, *, bar: int = 12) -> dict[str, Edge]:
    """Every craps wager by its name, under the book's minimum odds or the house's own."""
    table = _checked(pay, CRAPS_LINES)
    name = "custom" if pay else "standard"
    make = _Maker("craps", name, table, CRAPS_LINES, "oneida CR.F.1")
    found: dict[str, Edge] = {}
    for wager in ("pass", "come"):
        found[wager] = make.flat(wager, right=True, bar=bar)
    for wager in ("dont-pass", "dont-come"):
        found[wager] = make.flat(wager, right=False, bar=bar)
    for number in POINTS:
        made = point_made(number)
        rolls = point_rolls(number)
        for family, win in (
            *(("pass-odds", made), ("come-odds", made)),
            *(("dont-pass-odds", 1 - made), ("dont-come-odds", 1 - made)),
            *(("place", made), ("buy", made), ("lay", 1 - made), ("place-to-lose", 1 - made)),
        ):
            wager = f"{family}-{number}"
            odds = table[wager]
            fee = {"buy": COMMISSION, "lay": COMMISSION * max(odds, Fraction(0))}.get(family, Fraction(0))
            found[wager] = make.until(wager, win, odds, rolls, fee=fee)
    for number in HARD_NUMBERS:
        ways = WAYS[number] + 6
        hard = f"hard-{number}"
        found[hard] = make.until(hard, Fraction(1, ways), table[hard], Fraction(36, ways))
    for wager, kind in (("field", FIELD), ("any-seven", ANY_SEVEN), ("any-craps", ANY_CRAPS)):
        found[wager] = make.one_roll(wager, kind)
    for number, wager in NUMBER_LINES.items():
        found[wager] = make.one_roll(wager, NUMBER, number)
    found["c-and-e"] = make.one_roll("c-and-e", CE)
    found["horn"] = make.one_roll("horn", HORN)
    for number in HORN_NUMBERS:
        found[f"horn-high-{number}"] = make.one_roll(f"horn-high-{number}", HORN_HIGH, number)
    found["world"] = make.one_roll("world", WORLD)
    found["hop-easy"] = make.until("hop-easy", Fraction(2, 36), table["hop-easy"], Fraction(1))
    found["hop-hard"] = make.until("hop-hard", Fraction(1, 36), table["hop-hard"], Fraction(1))
    return found


def mini_dice(pay: dict[str, Fraction] | None = None) -> dict[str, Edge]:
    """Every mini-dice wager by its name."""
    table = _checked(pay, MINI_MINIMUM_PAY)
    make = _Maker(
        "mini-dice", "custom" if pay else "standard", table, MINI_MINIMUM_PAY, "nj-19-47 19:47-13.6(b)"
    )
    found: dict[str, Edge] = {}
    for number in POINTS:
        place = f"place-{number}"
        found[place] = make.until(place, point_made(number), table[place], point_rolls(number))
    for name, kind in MINI_KINDS.items():
        if kind != PLACE:
            wager = name.replace("_", "-")
            found[wager] = make.one_roll(wager, kind)
    return found


def line_edge(multiple: int, *, right: bool = True) -> Edge:
    """The line with full odds as one wager, per flat unit; its element of risk is the combined cost."""
    outcomes = Outcomes()
    flat = Fraction(1)
    for total in WAYS:
        if total in POINTS:
            odds = TRUE_ODDS[total] if right else 1 / TRUE_ODDS[total]
            behind = multiple / odds if not right else Fraction(multiple)
            made = point_made(total) if right else 1 - point_made(total)
            bet = flat + behind
            outcomes.add(f"win on {total}", chance(total) * made, flat + behind * odds, bet)
            outcomes.add(f"lose on {total}", chance(total) * (1 - made), -bet, bet)
        elif not right and total == 12:
            outcomes.add("push", chance(total), Fraction(0))
        else:
            won = (total in (7, 11)) == right
            outcomes.add("win at once" if won else "lose at once", chance(total), flat if won else -flat)
    wager = f"{'pass' if right else 'dont-pass'}-with-{multiple}x-odds"
    return outcomes.edge("craps", wager, "standard", rolls=line_rolls())


def line_with_odds(multiple: int | dict[int, int], *, right: bool = True) -> tuple[Fraction, Fraction]:
    """Cost of the line with full odds: per unit of everything bet, and expected units bet per flat unit."""
    multiples = multiple if isinstance(multiple, dict) else dict.fromkeys(POINTS, multiple)
    bet = Fraction(1)
    for point in POINTS:
        odds = Fraction(multiples[point])
        bet += chance(point) * (odds if right else odds * TRUE_ODDS[point])
    edge = craps()["pass" if right else "dont-pass"].edge
    return edge / bet, bet


class _Maker:
    """Builds the edges of one game under one pay table."""

    def __init__(
        self, game: str, name: str, table: dict[str, Fraction], book: dict[str, Fraction], clause: str
    ) -> None:
        self.game = game
        self.name = name
        self.table = table
        self.book = book
        self.clause = clause

    def flat(self, wager: str, *, right: bool, bar: int) -> Edge:
        outcomes = Outcomes()
        odds = self.table[wager]
        for total in WAYS:
            if total in POINTS:
                made = point_made(total)
                win = made if right else 1 - made
                outcomes.add("win on a point", chance(total) * win, odds)
                outcomes.add("lose on a point", chance(total) * (1 - win), Fraction(-1))
            elif not right and total == bar:
                outcomes.add("push", chance(total), Fraction(0))
            elif (total in (7, 11)) == right:
                outcomes.add("win at once", chance(total), odds)
            else:
                outcomes.add("lose at once", chance(total), Fraction(-1))
        return self._edge(outcomes, wager, {"win": odds_text(odds)}, line_rolls(), (wager,))

    def until(
        self, wager: str, win: Fraction, odds: Fraction, rolls: Fraction, *, fee: Fraction = Fraction(0)
    ) -> Edge:
        """A wager that is won or lost, never pushed; a fee is paid when it is made."""
        outcomes = Outcomes()
        outcomes.add("win", win, odds - fee, 1 + fee)
        outcomes.add("lose", 1 - win, -1 - fee, 1 + fee)
        return self._edge(outcomes, wager, {"win": odds_text(odds)}, rolls, (wager,))

    def one_roll(self, wager: str, kind: int, number: int = 0) -> Edge:
        table = one_roll(kind, number, self.table)
        outcomes = Outcomes()
        pays: dict[str, str] = {}
        for total in sorted(WAYS, key=lambda each: not table.paid[each]):
            gain = Fraction(table.paid[total] - table.taken[total], table.step)
            line = str(total) if table.paid[total] else "lose"
            outcomes.add(line, chance(total), gain)
            if table.paid[total]:
                pays[line] = f"{gain.numerator} to {gain.denominator} net" if gain else "push"
        return self._edge(outcomes, wager, pays, Fraction(1), lines_of(wager))

    def _edge(
        self, outcomes: Outcomes, wager: str, pays: dict[str, str], rolls: Fraction, lines: Iterable[str]
    ) -> Edge:
        warnings = [
            f"{line} {odds_words(self.table[line])}, the book {how} {odds_text(self.book[line])} ({clause})"
            for line in lines
            if line in self.book and self._forbidden(line)
            for how, clause in [("exactly", fixed_by(line)) if line in FIXED else ("at least", self.clause)]
        ]
        return outcomes.edge(
            self.game, wager, self.name, pays=pays, rolls=rolls, warnings=tuple(dict.fromkeys(warnings))
        )

    def _forbidden(self, line: str) -> bool:
        paid, book = self.table[line], self.book[line]
        return paid != book if line in FIXED else paid < book


def lines_of(wager: str) -> list[str]:
    """The pay lines a wager rests on."""
    if wager == "field":
        return ["field", "field-2", "field-12"]
    if wager == "c-and-e":
        return ["any-craps", "eleven"]
    if wager.startswith("horn"):
        return list(NUMBER_LINES.values())
    return [*NUMBER_LINES.values(), "any-seven"] if wager == "world" else [wager]


def fixed_by(line: str) -> str:
    """The clause that fixes the odds of a line."""
    if line.startswith("buy"):
        return "oneida CR.G.1/2"
    if line.startswith("lay"):
        return "oneida CR.G.2/2"
    return "oneida CR.H.5/3" if "odds" in line else "oneida CR.O7"


def _checked(pay: dict[str, Fraction] | None, book: dict[str, Fraction]) -> dict[str, Fraction]:
    for line, odds in (pay or {}).items():
        if line not in book:
            raise InvalidError(f"no pay line {line!r}: the lines are {', '.join(book)}")
        if odds < -1:
            raise InvalidError(f"{line} pays {odds_text(odds)}: no wager can lose more than its stake")
    return {**book, **(pay or {})}
