"""Settlement of a home game: each player's result and the fewest payments that square everyone."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import le, sub
from typing import Final, NamedTuple

from hoyle.core.errors import InvalidError

MAX_EXACT: Final = 16
"""People among whom the fewest payments are found exactly; beyond that each payment still clears somebody."""


class PlayerResult(NamedTuple):
    """One person's evening."""

    person: str
    bought: int
    took: int
    """What he left with, or has before him now."""

    @property
    def net(self) -> int:
        return self.took - self.bought


class Payment(NamedTuple):
    """Who owes whom."""

    payer: str
    to: str
    chips: int


def charge_bots_to_sponsors(lines: Sequence[PlayerResult], sponsors: Mapping[str, str]) -> list[PlayerResult]:
    """Everybody who can pay: what a bot wins or loses is his who had it sit down.

    >>> charge_bots_to_sponsors([PlayerResult("ann", 100, 160), PlayerResult("bob", 100, 60),
    ...     PlayerResult("tin", 50, 30)], {"tin": "bob"})
    [Line(person='ann', bought=100, took=160), Line(person='bob', bought=150, took=90)]
    """
    found: dict[str, PlayerResult] = {}
    for line in lines:
        owner = sponsors.get(line.person, line.person)
        before = found.get(owner, PlayerResult(owner, 0, 0))
        found[owner] = PlayerResult(owner, before.bought + line.bought, before.took + line.took)
    return list(found.values())


def payments(lines: Sequence[PlayerResult]) -> list[Payment]:
    """The fewest payments that settle an evening.

    Groups of people whose winnings make nothing among themselves settle among themselves: with the most
    such groups there are the fewest payments, one less than its people in each.

    >>> payments([PlayerResult("ann", 100, 160), PlayerResult("bob", 100, 60), PlayerResult("cy", 50, 30)])
    [Payment(payer='bob', to='ann', chips=40), Payment(payer='cy', to='ann', chips=20)]
    """
    return [payment for group in payment_groups(lines) for payment in group]


def payment_groups(lines: Sequence[PlayerResult]) -> list[list[Payment]]:
    """The same payments, group by group of people who settle among themselves; the smallest group first."""
    total = sum(line.net for line in lines)
    if total:
        raise InvalidError(f"winnings and losses differ by {total}: somebody still has chips on the table")
    owed = {line.person: line.net for line in lines if line.net}
    return sorted((_within(group) for group in _groups(owed)), key=len)


def _groups(owed: Mapping[str, int]) -> list[dict[str, int]]:
    """As many groups as possible that make nothing each."""
    holders: dict[int, list[str]] = {}
    for person, won in owed.items():
        holders.setdefault(won, []).append(person)
    found: list[dict[str, int]] = []
    # Two who owe one another exactly never settle with fewer payments in larger groups.
    for won in [won for won in holders if won > 0]:
        while holders[won] and holders.get(-won):
            found.append({holders[won].pop(0): won, holders[-won].pop(0): -won})
    amounts = tuple(sorted(won for won, people in holders.items() for _ in people))
    parts = [amounts] if len(amounts) > MAX_EXACT else _most_parts(amounts)
    return found + [{holders[won].pop(0): won for won in part} for part in parts if part]


@lru_cache(maxsize=256)
def _most_parts(amounts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Amounts that make nothing together in as many parts as possible that make nothing each.

    Equal amounts are told apart by nothing, so what is left of them is a count for each.
    """
    values = sorted(set(amounts))
    counts = [amounts.count(value) for value in values]
    sums = [0]
    for value, count in zip(values, counts, strict=True):
        sums = [total + many * value for many in range(count + 1) for total in sums]
    nothing = [_digits(at, counts) for at, total in enumerate(sums) if at and not total]
    by_first: dict[int, list[tuple[int, ...]]] = {}
    for taken in nothing:
        by_first.setdefault(_first(taken), []).append(taken)
    best: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}

    def most(left: tuple[int, ...]) -> int:
        """The most parts of what is left; whoever comes first in it is in one of them."""
        if not any(left):
            return 0
        if left not in best:
            best[left] = max(
                (1 + most(tuple(map(sub, left, taken))), taken)
                for taken in by_first[_first(left)]
                if all(map(le, taken, left))
            )
        return best[left][0]

    left = tuple(counts)
    found: list[tuple[int, ...]] = []
    while most(left):
        taken = best[left][1]
        found.append(tuple(value for value, count in zip(values, taken, strict=True) for _ in range(count)))
        left = tuple(map(sub, left, taken))
    return found


def _digits(number: int, most: Sequence[int]) -> tuple[int, ...]:
    """A number as so many of each: the first counts ones, the next what the first can make and one more..."""
    found: list[int] = []
    for count in most:
        number, many = divmod(number, count + 1)
        found.append(many)
    return tuple(found)


def _first(counts: tuple[int, ...]) -> int:
    """The place of the first amount that there is any of."""
    return next(at for at, count in enumerate(counts) if count)


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


def as_csv(lines: Sequence[PlayerResult]) -> str:
    """The ledger page for a spreadsheet. A name that a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("person", "bought in", "left with", "won"))
    for line in lines:
        name = f"'{line.person}" if line.person[:1] in "=+-@" else line.person
        writer.writerow((name, line.bought, line.took, line.net))
    return out.getvalue()


def as_text(lines: Sequence[PlayerResult], owed: Sequence[Payment]) -> str:
    """The ledger page to paste into a message."""
    width = max((len(line.person) for line in lines), default=0)
    rows = [
        f"{line.person:<{width}}  in {line.bought:>7,}  out {line.took:>7,}  {line.net:>+8,}"
        for line in sorted(lines, key=lambda line: -line.net)
    ]
    due = [f"{payer} pays {to} {chips:,}" for payer, to, chips in owed]
    return "\n".join([*rows, "", *(due or ["nobody owes anything"])])
