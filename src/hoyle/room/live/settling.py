"""The settling up of a home game: who bought in for what, left with what, and the fewest payments."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from hoyle.errors import InvalidError

MOST_EXACT: Final = 16
"""People among whom the fewest payments are found exactly; beyond that each payment still clears somebody."""


class Line(NamedTuple):
    """One person's evening."""

    person: str
    bought: int
    took: int
    """What he left with, or has before him now."""

    @property
    def won(self) -> int:
        return self.took - self.bought


class Payment(NamedTuple):
    """Who owes whom."""

    payer: str
    to: str
    chips: int


def payments(lines: Sequence[Line]) -> list[Payment]:
    """The fewest payments that settle an evening.

    Groups of people whose winnings make nothing among themselves settle among themselves: with the most
    such groups there are the fewest payments, one less than its people in each.

    >>> payments([Line("ann", 100, 160), Line("bob", 100, 60), Line("cy", 50, 30)])
    [Payment(payer='bob', to='ann', chips=40), Payment(payer='cy', to='ann', chips=20)]
    """
    return [payment for group in groups(lines) for payment in group]


def groups(lines: Sequence[Line]) -> list[list[Payment]]:
    """The same payments, group by group of people who settle among themselves; the smallest group first."""
    total = sum(line.won for line in lines)
    if total:
        raise InvalidError(f"winnings and losses differ by {total}: somebody still has chips on the table")
    owed = {line.person: line.won for line in lines if line.won}
    return sorted((_within(group) for group in _groups(owed)), key=len)


def _groups(owed: Mapping[str, int]) -> list[dict[str, int]]:
    """As many groups as possible that make nothing each."""
    people = list(owed)
    if len(people) > MOST_EXACT:
        return [dict(owed)]
    count = 1 << len(people)
    sums = [0] * count
    for mask in range(1, count):
        lowest = (mask & -mask).bit_length() - 1
        sums[mask] = sums[mask & (mask - 1)] + owed[people[lowest]]
    # best[mask]: most groups that can be closed while people join in some order; came: who joined last.
    best = [0] * count
    came = [-1] * count
    for mask in range(1, count):
        for at in range(len(people)):
            before = mask ^ (1 << at)
            if mask >> at & 1 and (came[mask] < 0 or best[before] > best[mask]):
                best[mask], came[mask] = best[before], at
        best[mask] += not sums[mask]
    groups: list[dict[str, int]] = []
    mask = count - 1
    while mask:
        if not sums[mask]:
            groups.append({})
        person = people[came[mask]]
        groups[-1][person] = owed[person]
        mask ^= 1 << came[mask]
    return groups


def _within(group: Mapping[str, int]) -> list[Payment]:
    """Each payment clears a payer or whoever is paid."""
    debts = sorted(((-won, name) for name, won in group.items() if won < 0), reverse=True)
    claims = sorted(((won, name) for name, won in group.items() if won > 0), reverse=True)
    found: list[Payment] = []
    while debts:
        (debt, payer), (claim, to) = debts[0], claims[0]
        chips = min(debt, claim)
        found.append(Payment(payer, to, chips))
        debts[0], claims[0] = (debt - chips, payer), (claim - chips, to)
        debts = debts[1:] if debt == chips else debts
        claims = claims[1:] if claim == chips else claims
    return found


def as_csv(lines: Sequence[Line]) -> str:
    """The ledger page for a spreadsheet. A name that a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("person", "bought in", "left with", "won"))
    for line in lines:
        name = f"'{line.person}" if line.person[:1] in "=+-@" else line.person
        writer.writerow((name, line.bought, line.took, line.won))
    return out.getvalue()


def as_text(lines: Sequence[Line]) -> str:
    """The ledger page to paste into a message."""
    width = max((len(line.person) for line in lines), default=0)
    rows = [
        f"{line.person:<{width}}  in {line.bought:>7,}  out {line.took:>7,}  {line.won:>+8,}"
        for line in sorted(lines, key=lambda line: -line.won)
    ]
    due = [f"{payer} pays {to} {chips:,}" for payer, to, chips in payments(lines)]
    return "\n".join([*rows, "", *(due or ["nobody owes anything"])])
