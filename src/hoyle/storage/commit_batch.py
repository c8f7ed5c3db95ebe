"""Commit batch: groups the units of one commit and validates order, epochs, balances and duplicates.

A group of writes is accepted exactly when each of them would be, one after the other. The engines look up
what is there (`CurrentState`), let it be judged, write the rows, and show the balances they ended with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from hoyle.storage.account_names import is_account, may_be_negative
from hoyle.storage.errors import (
    DuplicateCommand,
    Overdrawn,
    SequenceError,
    Superseded,
    Unbalanced,
    Unwritable,
)
from hoyle.storage.hash_chain import Head, chain_error
from hoyle.storage.models import (
    Checkpoint,
    CommitUnit,
    Credential,
    HandIndexEntry,
    Posting,
    ProcessedCommand,
    Record,
    Session,
)

_MOST: Final = 2**63 - 1


class CurrentState(NamedTuple):
    """What is there before a commit, held fast until it is over."""

    heads: Mapping[str, tuple[int, Head]]
    """The epoch of each stream, and where it stands."""
    balances: Mapping[str, int]
    seen: frozenset[tuple[str, str]] = frozenset()
    """Which of the commit's commands had already taken effect, by person and id."""


class CommitBatch:
    """The rows of one commit, by table."""

    def __init__(self, writes: Sequence[CommitUnit]) -> None:
        self.writes = writes
        self.records: list[Record] = []
        self.ledger: list[tuple[Posting, int]] = []
        """Postings with their line within the record."""
        self.seen: dict[tuple[str, str], ProcessedCommand] = {}
        self.checkpoints: dict[str, Checkpoint] = {}
        self.credentials: dict[str, Credential] = {}
        self.sessions: dict[bytes, Session] = {}
        self.hands: dict[tuple[str, int], HandIndexEntry] = {}
        streams: set[str] = set()
        accounts: set[str] = set()
        for at, write in enumerate(writes):
            self._gather(write, at, streams, accounts)
        # In one order for everybody, so that two nodes never wait for each other.
        self.streams: list[str] = sorted(streams)
        self.accounts: list[str] = sorted(accounts)
        self.heads: dict[str, Head] = {}
        """Where each stream that has new records will stand."""
        self.moves: dict[str, int] = {}
        """What each account gains or loses in all."""
        self.balances: dict[str, int] = {}
        """What each of those will hold."""
        self._before = 0

    def __bool__(self) -> bool:
        return bool(self.records or self.seen or self.streams or self.credentials or self.sessions)

    def _gather(self, write: CommitUnit, at: int, streams: set[str], accounts: set[str]) -> None:
        for record in write.records:
            _writable(at, record.stream, record.command, record.actor, record.name)
            streams.add(record.stream)
        self.records.extend(write.records)
        lines: dict[tuple[str, int], int] = {}
        for posting in write.postings:
            _check_posting(posting, at)
            key = posting.stream, posting.number
            line = lines[key] = lines.get(key, 0) + 1
            self.ledger.append((posting, line))
            streams.add(posting.stream)
            accounts.add(posting.source)
            accounts.add(posting.to)
        if (seen := write.seen) is not None:
            _writable(at, seen.person, seen.command)
            if (seen.person, seen.command) in self.seen:
                raise _already_seen(seen, at)
            self.seen[seen.person, seen.command] = seen
        for checkpoint in write.checkpoints:
            _writable(at, checkpoint.stream)
            streams.add(checkpoint.stream)
            self.checkpoints[checkpoint.stream] = checkpoint
        for credential in write.credentials:
            _writable(at, credential.person, credential.password)
            self.credentials[credential.person] = credential
        for session in write.sessions:
            _writable(at, session.person, session.agent)
            self.sessions[session.token] = session
        for hand in write.hands:
            _writable(at, hand.stream, hand.game, hand.book, hand.rules, *hand.people)
            streams.add(hand.stream)
            self.hands[hand.stream, hand.first] = hand

    def validate(self, found: CurrentState, epochs: Mapping[str, int]) -> None:
        """Whether all of it may be written by one who holds these epochs; raises where one may not."""
        self.heads, self.moves = {}, {}
        heads: dict[str, Head] = {}
        for stream in self.streams:
            epoch, head = found.heads.get(stream, (0, Head()))
            if stream not in epochs or epoch != epochs[stream]:
                raise superseded(stream, epoch, epochs.get(stream), self._first_of(stream))
            heads[stream] = head
        balances = dict(found.balances)
        for at, write in enumerate(self.writes):
            if write.seen is not None and (write.seen.person, write.seen.command) in found.seen:
                raise _already_seen(write.seen, at)
            for record in write.records:
                if wrong := chain_error(record, record.stream, heads[record.stream]):
                    raise SequenceError(f"record {record.number} of {record.stream!r} {wrong}", write=at)
                heads[record.stream] = self.heads[record.stream] = Head(record.number, record.hash)
            self._judge_places(write, heads, at)
            self._judge_postings(write, balances, at)
        self.moves = {account: net for account, net in self.moves.items() if net}
        self.balances = {account: balances[account] for account in self.moves}
        self._before = sum(found.balances[account] for account in self.moves)

    def _judge_places(self, write: CommitUnit, heads: Mapping[str, Head], at: int) -> None:
        for checkpoint in write.checkpoints:
            stands = heads[checkpoint.stream]
            if (checkpoint.number, checkpoint.hash) != stands or not stands.number:
                raise SequenceError(
                    f"a checkpoint of {checkpoint.stream!r} after record {checkpoint.number} is not where "
                    f"the stream stands, at {stands.number}",
                    write=at,
                )
        for hand in write.hands:
            if not 0 < hand.first <= hand.last <= heads[hand.stream].number:
                raise SequenceError(
                    f"a hand of {hand.stream!r} from record {hand.first} to {hand.last} is not among its "
                    f"{heads[hand.stream].number}",
                    write=at,
                )

    def _judge_postings(self, write: CommitUnit, balances: dict[str, int], at: int) -> None:
        if not write.postings:
            return
        moved: dict[str, int] = {}
        caused_by = {(record.stream, record.number) for record in write.records}
        for posting in write.postings:
            if (posting.stream, posting.number) not in caused_by:
                raise SequenceError(
                    f"a posting names record {posting.number} of {posting.stream!r}, which is not written "
                    "with it",
                    write=at,
                )
            moved[posting.source] = moved.get(posting.source, 0) - posting.chips
            moved[posting.to] = moved.get(posting.to, 0) + posting.chips
        if sum(moved.values()):
            raise Unbalanced(f"postings that sum to {sum(moved.values())} and not to zero", write=at)
        for account, net in moved.items():
            had = balances[account]
            balances[account] = had + net
            self.moves[account] = self.moves.get(account, 0) + net
            if had + net < 0 and net < 0 and not may_be_negative(account):
                raise Overdrawn(f"{account} holds {had:,} and cannot pay {-net:,}", write=at)
            if abs(had + net) > _MOST:
                raise Unwritable(f"{account} cannot hold {had + net:,}: the most is {_MOST:,}", write=at)

    def verify_balances(self, balances: Mapping[str, int]) -> None:
        """Hold the balances that the engine ended with against what they must be; before it commits."""
        if sum(balances.values()) != self._before:
            raise Unbalanced(
                f"the accounts of this commit held {self._before:,} together and would hold "
                f"{sum(balances.values()):,}"
            )
        for account, chips in self.balances.items():
            if balances.get(account) != chips:
                raise Unbalanced(f"{account} would hold {balances.get(account)} and not {chips:,}")

    def _first_of(self, stream: str) -> int:
        """The first write that has to do with a stream."""
        for at, write in enumerate(self.writes):
            streams = [record.stream for record in write.records]
            streams += [posting.stream for posting in write.postings]
            streams += [checkpoint.stream for checkpoint in write.checkpoints]
            streams += [hand.stream for hand in write.hands]
            if stream in streams:
                return at
        return 0


def _check_posting(posting: Posting, at: int) -> None:
    if not 0 < posting.chips <= _MOST:
        raise Unwritable(
            f"a posting of {posting.chips} from {posting.source} to {posting.to}: chips are above zero "
            f"and at most {_MOST:,}",
            write=at,
        )
    for account in (posting.source, posting.to):
        _writable(at, account)
        if not is_account(account):
            raise Unwritable(
                f"{account!r} is no account: wallet NAME, deposit NAME, table NUMBER NAME, jackpot NAME, "
                "house bank, house drop, cage, cage bank, cage drop or promotions",
                write=at,
            )
    if posting.source == posting.to:
        raise Unwritable(f"a posting of {posting.chips:,} from {posting.source} to itself", write=at)


def _writable(at: int, *texts: str) -> None:
    """PostgreSQL's texts hold no zero, and no text on disk holds half a character."""
    for text in texts:
        if "\0" in text:
            raise Unwritable(f"{text[:80]!r} cannot be stored: it has a zero character", write=at)
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                raise Unwritable(f"{text[:80]!r} cannot be stored: {error.reason}", write=at) from None


def _already_seen(seen: ProcessedCommand, at: int) -> DuplicateCommand:
    return DuplicateCommand(f"command {seen.command!r} of {seen.person!r} has already taken effect", write=at)


def superseded(stream: str, epoch: int, ours: int | None, at: int = 0) -> Superseded:
    """What is said to whoever would write to a stream that is another's."""
    if ours is None:
        return Superseded(f"{stream!r} has not been claimed here: claim it before writing to it", write=at)
    return Superseded(f"{stream!r} has been claimed by another (epoch {epoch}, ours was {ours})", write=at)
