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
"""Players up to whom the fewest payments are found exactly; beyond, each payment still clears one player."""


class PlayerResult(NamedTuple):
    """Result of one player: chips bought in and cashed out."""

    person: str
    bought: int
    took: int
    """Chips cashed out, with the current stack."""

    @property
    def net(self) -> int:
        return self.took - self.bought


class Payment(NamedTuple):
    """Payment from one player to another."""

    payer: str
    to: str
    chips: int


def charge_bots_to_sponsors(lines: Sequence[PlayerResult], sponsors: Mapping[str, str]) -> list[PlayerResult]:
    """Add the results of bots to those of the people who seated them.

    >>> charge_bots_to_sponsors([PlayerResult("ann", 100, 160), PlayerResult("bob", 100, 60),
    ...     PlayerResult("tin", 50, 30)], {"tin": "bob"})
    [PlayerResult(person='ann', bought=100, took=160), PlayerResult(person='bob', bought=150, took=90)]
    """
    results: dict[str, PlayerResult] = {}
    for line in lines:
        owner = sponsors.get(line.person, line.person)
        before = results.get(owner, PlayerResult(owner, 0, 0))
        results[owner] = PlayerResult(owner, before.bought + line.bought, before.took + line.took)
    return list(results.values())


def payments(lines: Sequence[PlayerResult]) -> list[Payment]:
    """Return the fewest payments between players that settle a home game.

    Players are split into groups whose results sum to zero, and each group settles among itself with one
    payment less than it has players: the most groups give the fewest payments.

    >>> payments([PlayerResult("ann", 100, 160), PlayerResult("bob", 100, 60), PlayerResult("cy", 50, 30)])
    [Payment(payer='bob', to='ann', chips=40), Payment(payer='cy', to='ann', chips=20)]
    """
    return [payment for group in payment_groups(lines) for payment in group]


def payment_groups(lines: Sequence[PlayerResult]) -> list[list[Payment]]:
    """Return the fewest payments, by group of players who settle among themselves, the smallest first."""
    total = sum(line.net for line in lines)
    if total:
        raise InvalidError(f"winnings and losses differ by {total}: some chips are still on the table")
    nets = {line.person: line.net for line in lines if line.net}
    return sorted((_settle_group(group) for group in _zero_sum_groups(nets)), key=len)


def _zero_sum_groups(nets: Mapping[str, int]) -> list[dict[str, int]]:
    """Split results into as many groups as possible that sum to zero."""
    holders: dict[int, list[str]] = {}
    for person, net in nets.items():
        holders.setdefault(net, []).append(person)
    pairs: list[dict[str, int]] = []
    # Two opposite results never settle with fewer payments in a larger group.
    for net in [net for net in holders if net > 0]:
        while holders[net] and holders.get(-net):
            pairs.append({holders[net].pop(0): net, holders[-net].pop(0): -net})
    amounts = tuple(sorted(net for net, people in holders.items() for _ in people))
    parts = [amounts] if len(amounts) > MAX_EXACT else _split_into_zero_sums(amounts)
    return pairs + [{holders[net].pop(0): net for net in part} for part in parts if part]


@lru_cache(maxsize=256)
def _split_into_zero_sums(amounts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Split amounts that sum to zero into as many parts as possible that sum to zero.

    Dynamic programming over counts of equal amounts, which are interchangeable.
    """
    values = sorted(set(amounts))
    counts = [amounts.count(value) for value in values]
    sums = [0]
    for value, count in zip(values, counts, strict=True):
        sums = [total + copies * value for copies in range(count + 1) for total in sums]
    zero_sums = [_digits(index, counts) for index, total in enumerate(sums) if index and not total]
    by_first: dict[int, list[tuple[int, ...]]] = {}
    for part in zero_sums:
        by_first.setdefault(_first(part), []).append(part)
    best: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}

    def max_parts(remaining: tuple[int, ...]) -> int:
        """Return the most parts that the remaining amounts split into; the first amount is in one of them."""
        if not any(remaining):
            return 0
        if remaining not in best:
            best[remaining] = max(
                (1 + max_parts(tuple(map(sub, remaining, part))), part)
                for part in by_first[_first(remaining)]
                if all(map(le, part, remaining))
            )
        return best[remaining][0]

    remaining = tuple(counts)
    parts: list[tuple[int, ...]] = []
    while max_parts(remaining):
        part = best[remaining][1]
        parts.append(tuple(value for value, count in zip(values, part, strict=True) for _ in range(count)))
        remaining = tuple(map(sub, remaining, part))
    return parts


def _digits(number: int, max_digits: Sequence[int]) -> tuple[int, ...]:
    """Return the mixed-radix digits of a number, the lowest first; `max_digits` has the largest of each."""
    digits: list[int] = []
    for count in max_digits:
        number, digit = divmod(number, count + 1)
        digits.append(digit)
    return tuple(digits)


def _first(counts: tuple[int, ...]) -> int:
    """Return the index of the first count above zero."""
    return next(index for index, count in enumerate(counts) if count)


def _settle_group(group: Mapping[str, int]) -> list[Payment]:
    """Settle a group with payments that each clear a payer or a receiver."""
    debts = sorted(((-net, name) for name, net in group.items() if net < 0), reverse=True)
    claims = sorted(((net, name) for name, net in group.items() if net > 0), reverse=True)
    settled: list[Payment] = []
    while debts:
        (debt, payer), (claim, to) = debts[0], claims[0]
        chips = min(debt, claim)
        settled.append(Payment(payer, to, chips))
        debts[0], claims[0] = (debt - chips, payer), (claim - chips, to)
        debts = debts[1:] if debt == chips else debts
        claims = claims[1:] if claim == chips else claims
    return settled


def as_csv(lines: Sequence[PlayerResult]) -> str:
    """Return the results of a home game as CSV; names that look like spreadsheet formulas are quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("person", "bought in", "left with", "won"))
    for line in lines:
        name = f"'{line.person}" if line.person[:1] in "=+-@" else line.person
        writer.writerow((name, line.bought, line.took, line.net))
    return out.getvalue()


def as_text(lines: Sequence[PlayerResult], owed: Sequence[Payment]) -> str:
    """Return the results and payments of a home game as text to paste into a message."""
    width = max((len(line.person) for line in lines), default=0)
    rows = [
        f"{line.person:<{width}}  in {line.bought:>7,}  out {line.took:>7,}  {line.net:>+8,}"
        for line in sorted(lines, key=lambda line: -line.net)
    ]
    payment_lines = [f"{payer} pays {to} {chips:,}" for payer, to, chips in owed]
    return "\n".join([*rows, "", *(payment_lines or ["all balances are settled"])])
