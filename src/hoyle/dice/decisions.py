"""What a roll of the dice does to one wager at a craps table (oneida CR.H, CR.O)."""

from __future__ import annotations

from hoyle.dice import events
from hoyle.dice.events import Event
from hoyle.dice.kinds import (
    CLAUSES_AFTER,
    CLAUSES_FIRST,
    COME,
    COME_ODDS,
    CRAPS_KINDS,
    DONT_COME,
    DONT_COME_ODDS,
    DONT_PASS,
    FAMILIES,
    FLAT_RIGHT,
    FLAT_WRONG,
    HARD,
    HARD_NUMBERS,
    HARDWAY,
    HOP,
    HOPPING,
    HORN_NUMBERS,
    LOSE,
    NAMES,
    NUMBER,
    OFF_ON_COME_OUT,
    ONE_ROLL,
    POINTS,
    PUSH,
    RETURNED,
    RIGHT,
    WIN,
    clause_of,
)
from hoyle.dice.sign import TABLE_SIZE, CrapsSign
from hoyle.dice.state import POINT, SETTLE_ONLY, Wager


class Decisions:
    """Won, lost, pushed, moved or none of it, as the sign pays; every clause looked up once."""

    def __init__(self, sign: CrapsSign) -> None:
        self._sign = sign
        self._won = _clauses(win=True)
        self._lost = _clauses(win=False)

    def of(self, wager: Wager, one: int, other: int, phase: int) -> Event | None:
        """The event that the roll makes of the wager; None if it decides nothing."""
        kind = wager.kind
        family = FAMILIES[kind]
        if phase == SETTLE_ONLY and kind not in (COME, DONT_COME, COME_ODDS, DONT_COME_ODDS):
            return None
        total = one + other
        if family == ONE_ROLL:
            return self._one_roll(wager, total)
        number = wager.number
        if number == 0:
            if family == HOPPING:
                return self._hop(wager, one, other)
            return self._first_roll(wager, family, total)
        if total != number and total != 7:
            return None
        if phase != POINT and not wager.called_on and self._is_off(kind):
            if kind == COME_ODDS:
                return events.Decided(wager.id, RETURNED, 0, 0, "oneida CR.O6")
            return None
        if family == HARDWAY:
            won = one == other and total == number
        else:
            won = (total == number) == (family in (RIGHT, FLAT_RIGHT))
        at = kind * TABLE_SIZE + number
        if won:
            paid = wager.amount * self._sign.num[at] // self._sign.den[at]
            return events.Decided(wager.id, WIN, paid, 0, self._won[at])
        return events.Decided(wager.id, LOSE, 0, wager.amount, self._lost[at])

    def _is_off(self, kind: int) -> bool:
        return OFF_ON_COME_OUT[kind] and not (kind == HARD and self._sign.hardways_work)

    def _first_roll(self, wager: Wager, family: int, total: int) -> Event | None:
        kind = wager.kind
        clause = CLAUSES_FIRST[kind]
        if 4 <= total <= 10 and total != 7:
            # A line bet takes the table's point, which PointSet gives it.
            return events.Moved(wager.id, total, clause) if kind >= COME else None
        natural = total == 7 or total == 11
        if family == FLAT_WRONG and total == self._sign.bar:
            return events.Decided(wager.id, PUSH, 0, 0, "oneida CR.O2/3" if kind == DONT_PASS else clause)
        if natural == (family == FLAT_RIGHT):
            at = kind * TABLE_SIZE
            paid = wager.amount * self._sign.num[at] // self._sign.den[at]
            return events.Decided(wager.id, WIN, paid, 0, clause)
        return events.Decided(wager.id, LOSE, 0, wager.amount, clause)

    def _one_roll(self, wager: Wager, total: int) -> Event:
        at = wager.kind * TABLE_SIZE + wager.number
        table = self._sign.tables[at]
        assert table is not None, NAMES[wager.kind]
        times = wager.amount // table.step
        paid = times * table.paid[total]
        taken = times * table.taken[total]
        if paid:
            return events.Decided(wager.id, WIN, paid, taken, self._won[at])
        return events.Decided(wager.id, LOSE, 0, taken, self._lost[at])

    def _hop(self, wager: Wager, one: int, other: int) -> Event:
        faces = one * 10 + other if one >= other else other * 10 + one
        if faces != wager.faces:
            return events.Decided(wager.id, LOSE, 0, wager.amount, "oneida CR.D.hop.c")
        at = HOP * TABLE_SIZE + (1 if one == other else 0)
        paid = wager.amount * self._sign.num[at] // self._sign.den[at]
        clause = "oneida CR.D.hop.b" if one == other else "oneida CR.D.hop.a"
        return events.Decided(wager.id, WIN, paid, 0, clause)


def _clauses(*, win: bool) -> list[str]:
    """The deciding clause of every kind and number, looked up once."""
    found = [""] * (len(NAMES) * TABLE_SIZE)
    for kind in CRAPS_KINDS.values():
        for number in range(TABLE_SIZE):
            at = kind * TABLE_SIZE + number
            if kind <= DONT_COME:
                found[at] = CLAUSES_AFTER[kind]
            elif FAMILIES[kind] == ONE_ROLL:
                if kind != NUMBER or number in HORN_NUMBERS:
                    found[at] = clause_of(kind, number, win=win)
            elif number in (HARD_NUMBERS if kind == HARD else POINTS) and kind != HOP:
                found[at] = clause_of(kind, number, win=win)
    return found
