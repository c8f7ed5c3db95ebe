"""Head cache: last known stream heads and balances, so that a commit needs no SELECT."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.storage.commit_batch import CommitBatch, CurrentState
from hoyle.storage.hash_chain import Head


class HeadCache:
    """Cache of stream heads and balances for one store."""

    def __init__(self) -> None:
        self._heads: dict[str, Head] = {}
        self._balances: dict[str, int] = {}

    def lookup(self, batch: CommitBatch, epochs: Mapping[str, int], *, alone: bool) -> CurrentState | None:
        """Return the state that a commit would find; None if something is not cached.

        A store that is not `alone` caches only the accounts of its tables: other nodes change the rest.
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
        """Remember the stream heads and balances that a commit has written."""
        self._heads.update(batch.heads)
        self._balances.update(batch.balances)

    def forget(self, batch: CommitBatch) -> None:
        """Forget the stream heads and balances that a batch touches: the next commit reads them again."""
        for stream in batch.streams:
            self._heads.pop(stream, None)
        for account in batch.accounts:
            self._balances.pop(account, None)
