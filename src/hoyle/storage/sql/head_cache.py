"""Head cache: last known stream heads and balances, so that a commit needs no SELECT."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.storage.commit_batch import CommitBatch, CurrentState
from hoyle.storage.hash_chain import Head


class HeadCache:
    """What one store knows without asking."""

    def __init__(self) -> None:
        self._heads: dict[str, Head] = {}
        self._balances: dict[str, int] = {}

    def lookup(self, batch: CommitBatch, epochs: Mapping[str, int], *, alone: bool) -> CurrentState | None:
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
        return CurrentState(
            {stream: (epochs[stream], heads[stream]) for stream in batch.streams},
            {account: balances[account] for account in batch.accounts},
        )

    def after_commit(self, batch: CommitBatch) -> None:
        """A commit is on disk."""
        self._heads.update(batch.heads)
        self._balances.update(batch.balances)

    def forget(self, batch: CommitBatch) -> None:
        """Something of what it rests on is not as it was: next time all of it is asked."""
        for stream in batch.streams:
            self._heads.pop(stream, None)
        for account in batch.accounts:
            self._balances.pop(account, None)
