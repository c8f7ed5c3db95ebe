"""Commit batch: groups the units of one commit and validates order, epochs, balances and duplicates.

A batch is accepted exactly when each of its units would be, one after the other. The engines look up the
`CurrentState`, have the batch validated, write its rows, and have the final balances verified.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from hoyle.storage.account_names import is_account, may_be_negative
from hoyle.storage.errors import DuplicateCommand, Overdrawn, SequenceError, Superseded, Unbalanced, Unwritable
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

_MAX_CHIPS: Final = 2**63 - 1


class CurrentState(NamedTuple):
    """Locked state of the store before a commit."""

    heads: Mapping[str, tuple[int, Head]]
    """Epoch and head of each stream."""
    balances: Mapping[str, int]
    processed: frozenset[tuple[str, str]] = frozenset()
    """Commands of the batch that had already taken effect, by person and id."""


class CommitBatch:
    """Batch of units that are committed together, gathered by database table."""

    def __init__(self, units: Sequence[CommitUnit]) -> None:
        self.units = units
        self.records: list[Record] = []
        self.ledger: list[tuple[Posting, int]] = []
        """Postings with their line number within the record."""
        self.processed_commands: dict[tuple[str, str], ProcessedCommand] = {}
        self.checkpoints: dict[str, Checkpoint] = {}
        self.credentials: dict[str, Credential] = {}
        self.sessions: dict[bytes, Session] = {}
        self.hands: dict[tuple[str, int], HandIndexEntry] = {}
        streams: set[str] = set()
        accounts: set[str] = set()
        for index, unit in enumerate(units):
            self._gather(unit, index, streams, accounts)
        # Every node locks in the same order, so that two never deadlock.
        self.streams: list[str] = sorted(streams)
        self.accounts: list[str] = sorted(accounts)
        self.heads: dict[str, Head] = {}
        """New head of each stream with new records."""
        self.moves: dict[str, int] = {}
        """Net change of each account."""
        self.balances: dict[str, int] = {}
        """New balance of each changed account."""
        self._total_before = 0

    def __bool__(self) -> bool:
        return bool(self.records or self.processed_commands or self.streams or self.credentials or self.sessions)

    def _gather(self, unit: CommitUnit, index: int, streams: set[str], accounts: set[str]) -> None:
        """Sort the contents of a unit by database table; reject texts that cannot be stored."""
        for record in unit.records:
            _check_text(index, record.stream, record.command_id, record.actor, record.name)
            streams.add(record.stream)
        self.records.extend(unit.records)
        lines: dict[tuple[str, int], int] = {}
        for posting in unit.postings:
            _check_posting(posting, index)
            key = posting.stream, posting.number
            line = lines[key] = lines.get(key, 0) + 1
            self.ledger.append((posting, line))
            streams.add(posting.stream)
            accounts.add(posting.source)
            accounts.add(posting.to)
        if (processed := unit.processed_command) is not None:
            _check_text(index, processed.person, processed.command_id)
            if (processed.person, processed.command_id) in self.processed_commands:
                raise _duplicate(processed, index)
            self.processed_commands[processed.person, processed.command_id] = processed
        for checkpoint in unit.checkpoints:
            _check_text(index, checkpoint.stream)
            streams.add(checkpoint.stream)
            self.checkpoints[checkpoint.stream] = checkpoint
        for credential in unit.credentials:
            _check_text(index, credential.person, credential.password)
            self.credentials[credential.person] = credential
        for session in unit.sessions:
            _check_text(index, session.person, session.agent)
            self.sessions[session.token] = session
        for hand in unit.hands:
            _check_text(index, hand.stream, hand.game, hand.book, hand.rules, *hand.people)
            streams.add(hand.stream)
            self.hands[hand.stream, hand.first_record] = hand

    def validate(self, current: CurrentState, epochs: Mapping[str, int]) -> None:
        """Validate the batch for a writer with these epochs; raises CommitRejected."""
        self.heads, self.moves = {}, {}
        heads: dict[str, Head] = {}
        for stream in self.streams:
            epoch, head = current.heads.get(stream, (0, Head()))
            if stream not in epochs or epoch != epochs[stream]:
                raise superseded(stream, epoch, epochs.get(stream), self._first_unit_of(stream))
            heads[stream] = head
        balances = dict(current.balances)
        for index, unit in enumerate(self.units):
            processed = unit.processed_command
            if processed is not None and (processed.person, processed.command_id) in current.processed:
                raise _duplicate(processed, index)
            for record in unit.records:
                if flaw := chain_error(record, record.stream, heads[record.stream]):
                    raise SequenceError(f"record {record.number} of {record.stream!r} {flaw}", unit=index)
                heads[record.stream] = self.heads[record.stream] = Head(record.number, record.hash)
            self._check_positions(unit, heads, index)
            self._check_postings(unit, balances, index)
        self.moves = {account: net for account, net in self.moves.items() if net}
        self.balances = {account: balances[account] for account in self.moves}
        self._total_before = sum(current.balances[account] for account in self.moves)

    def _check_positions(self, unit: CommitUnit, heads: Mapping[str, Head], index: int) -> None:
        """Reject checkpoints and hands that do not lie within their stream."""
        for checkpoint in unit.checkpoints:
            head = heads[checkpoint.stream]
            if (checkpoint.number, checkpoint.hash) != head or not head.number:
                raise SequenceError(
                    f"a checkpoint of {checkpoint.stream!r} after record {checkpoint.number} is not at the "
                    f"end of the stream, record {head.number}",
                    unit=index,
                )
        for hand in unit.hands:
            if not 0 < hand.first_record <= hand.last_record <= heads[hand.stream].number:
                raise SequenceError(
                    f"a hand of {hand.stream!r} from record {hand.first_record} to {hand.last_record} is not "
                    f"among its {heads[hand.stream].number}",
                    unit=index,
                )

    def _check_postings(self, unit: CommitUnit, balances: dict[str, int], index: int) -> None:
        """Apply the postings of a unit to `balances`; reject an overdraft or a posting without its record."""
        if not unit.postings:
            return
        net_changes: dict[str, int] = {}
        caused_by = {(record.stream, record.number) for record in unit.records}
        for posting in unit.postings:
            if (posting.stream, posting.number) not in caused_by:
                raise SequenceError(
                    f"a posting names record {posting.number} of {posting.stream!r}, which is not written with it",
                    unit=index,
                )
            net_changes[posting.source] = net_changes.get(posting.source, 0) - posting.chips
            net_changes[posting.to] = net_changes.get(posting.to, 0) + posting.chips
        if sum(net_changes.values()):
            raise Unbalanced(f"postings that sum to {sum(net_changes.values())} and not to zero", unit=index)
        for account, net in net_changes.items():
            balance = balances[account]
            balances[account] = balance + net
            self.moves[account] = self.moves.get(account, 0) + net
            if balance + net < 0 and net < 0 and not may_be_negative(account):
                raise Overdrawn(f"{account} holds {balance:,} and cannot pay {-net:,}", unit=index)
            if abs(balance + net) > _MAX_CHIPS:
                raise Unwritable(f"{account} cannot hold {balance + net:,}: at most {_MAX_CHIPS:,}", unit=index)

    def verify_balances(self, balances: Mapping[str, int]) -> None:
        """Compare the balances that the database returned with this batch's own, before the commit."""
        if sum(balances.values()) != self._total_before:
            raise Unbalanced(
                f"the accounts of this commit held {self._total_before:,} together and would hold "
                f"{sum(balances.values()):,}"
            )
        for account, chips in self.balances.items():
            if balances.get(account) != chips:
                raise Unbalanced(f"{account} would hold {balances.get(account)} and not {chips:,}")

    def _first_unit_of(self, stream: str) -> int:
        """Return the index of the first unit that touches a stream."""
        for index, unit in enumerate(self.units):
            streams = [record.stream for record in unit.records]
            streams += [posting.stream for posting in unit.postings]
            streams += [checkpoint.stream for checkpoint in unit.checkpoints]
            streams += [hand.stream for hand in unit.hands]
            if stream in streams:
                return index
        return 0


def _check_posting(posting: Posting, index: int) -> None:
    """Reject a posting with an impossible amount or account."""
    if not 0 < posting.chips <= _MAX_CHIPS:
        raise Unwritable(
            f"a posting of {posting.chips} from {posting.source} to {posting.to}: chips must be above zero "
            f"and at most {_MAX_CHIPS:,}",
            unit=index,
        )
    for account in (posting.source, posting.to):
        _check_text(index, account)
        if not is_account(account):
            raise Unwritable(
                f"{account!r} is no account: wallet NAME, deposit NAME, table NUMBER NAME, jackpot NAME, "
                "house bank, house drop, cage, cage bank, cage drop or promotions",
                unit=index,
            )
    if posting.source == posting.to:
        raise Unwritable(f"a posting of {posting.chips:,} from {posting.source} to itself", unit=index)


def _check_text(index: int, *texts: str) -> None:
    """Reject texts that cannot be stored: with a zero character (PostgreSQL) or half a surrogate pair."""
    for text in texts:
        if "\0" in text:
            raise Unwritable(f"{text[:80]!r} cannot be stored: it has a zero character", unit=index)
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                raise Unwritable(f"{text[:80]!r} cannot be stored: {error.reason}", unit=index) from None


def _duplicate(processed: ProcessedCommand, index: int) -> DuplicateCommand:
    return DuplicateCommand(
        f"command {processed.command_id!r} of {processed.person!r} has already taken effect", unit=index
    )


def superseded(stream: str, epoch: int, own_epoch: int | None, index: int = 0) -> Superseded:
    """Return the error for a writer whose epoch of a stream is missing or out of date."""
    if own_epoch is None:
        return Superseded(f"{stream!r} has not been claimed here: claim it before writing to it", unit=index)
    return Superseded(f"{stream!r} has been claimed by another (epoch {epoch}, ours was {own_epoch})", unit=index)
