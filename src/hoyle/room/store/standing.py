"""Where streams and accounts stood when a store wrote to them last: what is known need not be asked.

A commit that rests on it says so, and the server divides by zero, which undoes it, where something has moved
since. So nothing is written on a mistake, and a commit is one batch instead of three in a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hoyle.room.store.arrays import arrays
from hoyle.room.store.batch import Batch, Found
from hoyle.room.store.chain import Head

_GO_ON: Final = (
    "WITH moved AS (UPDATE stream SET number = new.number, hash = new.hash FROM "
    "unnest(%b::text[], %b::bigint[], %b::bigint[], %b::bytea[], %b::bigint[], %b::bytea[]) "
    "AS new (stream, epoch, stood, stood_hash, number, hash) WHERE stream.stream = new.stream "
    "AND stream.epoch = new.epoch AND stream.number = new.stood AND stream.hash = new.stood_hash RETURNING 1"
    ") SELECT 1 / (count(*) = %b::bigint)::int FROM moved"
)
_PAY: Final = (
    "WITH moved AS (UPDATE balance SET chips = new.chips FROM "
    "unnest(%b::text[], %b::bigint[], %b::bigint[]) AS new (account, stood, chips) "
    "WHERE balance.account = new.account AND balance.chips = new.stood "
    "RETURNING balance.chips = new.chips AS kept"
    ") SELECT 1 / (count(*) FILTER (WHERE kept) = %b::bigint)::int FROM moved"
)


class Standing:
    """What one store knows without asking."""

    def __init__(self) -> None:
        self._heads: dict[str, Head] = {}
        self._balances: dict[str, int] = {}

    def found(self, batch: Batch, epochs: Mapping[str, int], *, alone: bool) -> Found | None:
        """What a commit would find, as far as is known; None where that is not far enough.

        One that is not `alone` knows nothing of accounts which others move too: all but those of its tables.
        """
        heads, balances = self._heads, self._balances
        for stream in batch.streams:
            if stream not in heads or stream not in epochs:
                return None
        for account in batch.accounts:
            if account not in balances or not (alone or account.startswith("table ")):
                return None
        return Found(
            {stream: (epochs[stream], heads[stream]) for stream in batch.streams},
            {account: balances[account] for account in batch.accounts},
        )

    def was_put(self, batch: Batch) -> None:
        """A commit is on disk."""
        self._heads.update(batch.heads)
        self._balances.update(batch.balances)

    def forget(self, batch: Batch) -> None:
        """Something of what it rests on is not as it was: next time all of it is asked."""
        for stream in batch.streams:
            self._heads.pop(stream, None)
        for account in batch.accounts:
            self._balances.pop(account, None)


def resting_on(found: Found, batch: Batch) -> Iterator[tuple[str, list[Any]]]:
    """Statements that move streams and accounts on from where they stood, or undo everything."""
    if found.heads:
        streams = [
            (stream, epoch, *head, *batch.heads.get(stream, head))
            for stream, (epoch, head) in found.heads.items()
        ]
        kinds = ("text", "bigint", "bigint", "bytea", "bigint", "bytea")
        yield _GO_ON, [*arrays(kinds, streams), len(streams)]
    if batch.balances:
        accounts = [
            (account, found.balances[account], chips) for account, chips in sorted(batch.balances.items())
        ]
        yield _PAY, [*arrays(("text", "bigint", "bigint"), accounts), len(accounts)]
