"""Fairness proofs of a past round, built from the records: opens only cards that the player saw.

The cards that a player saw are those in the events of the round as shown to them (`seen_by`). A card that was
shuffled again within the round is opened in the last deck it came from: the player may not know where it lay
before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from hoyle.archive.hand_search import reader_of
from hoyle.core.cards import DECK, UNKNOWN
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.fairness import (
    AuditorSecret,
    Commitment,
    CommittedDeck,
    CommittedThrow,
    RoundProof,
    auditor_secret,
    proof_of_decks,
    proof_of_throws,
)
from hoyle.fairness.commitment import DRAW
from hoyle.games.poker.events import Reshuffled
from hoyle.room.events import table_events
from hoyle.room.recovery import TABLE
from hoyle.storage.models import HandIndexEntry
from hoyle.storage.store_interface import Store
from hoyle.table.log.event_log import LogStep

_DRAWING_COMMANDS: Final = frozenset(("shuffle", "throw", "uncover", "draw-button"))
_PLACES: Final = {"board-dealt": "board", "community-turned": "board", "dealer-revealed": "dealer"}
_CUT: Final = "deck-cut"
_TOP: Final = "top"
"""Cuts from the bottom that go back to the bottom leave the order unchanged."""
_WINDOW: Final = 64
"""Records before a round in which its commitment is searched first."""


class _CommittedDraws:
    """Draws of a round under one commitment, with the cards that the person saw."""

    def __init__(self, commitment: Commitment, nonces: Mapping[str, bytes]) -> None:
        self.commitment = commitment
        self.nonces = nonces
        self.decks: list[tuple[CommittedDeck, dict[int, str]]] = []
        self.throws: list[CommittedThrow] = []
        self.round = 0
        self.used = 0
        """Number of the last record that drew from it."""

    def recut(self, count: int) -> None:
        """Repeat an open cut of the last deck, which changes dealt positions and leaves the root."""
        deck, seen_cards = self.decks[-1]
        recut = CommittedDeck(
            self.commitment, self.nonces, deck.label, deck.cards, cut=deck.bounds, recuts=(*deck.recuts, count)
        )
        self.decks[-1] = (recut, seen_cards)

    def note_seen(self, card: int, place: str) -> None:
        """Note that the person saw a card, in the last committed deck that holds it."""
        for deck, seen_cards in reversed(self.decks):
            if card in deck.cards:
                seen_cards.setdefault(card, place)
                return


def proofs_of(store: Store, hand: HandIndexEntry, person: str) -> list[RoundProof]:
    """Return a person's proofs of a finished round, one for each commitment."""
    number = _table_number(hand)
    proofs: list[RoundProof] = []
    for draw_group in _draws_of(store, hand, person):
        if draw_group.decks:
            proofs.append(proof_of_decks(number, draw_group.round, person, draw_group.decks))
        elif draw_group.throws:
            proofs.append(proof_of_throws(number, draw_group.round, person, draw_group.throws))
    if not proofs:
        raise IllegalError(f"nothing was drawn under a seal in round {hand.round} of {hand.stream}")
    return proofs


def sealed_files(store: Store, hand: HandIndexEntry) -> list[AuditorSecret]:
    """Return the auditor's secrets of a round, to derive its decks again (`hoyle verify-deal --sealed`)."""
    number = _table_number(hand)
    return [
        auditor_secret(number, draw_group.round, [deck for deck, _ in draw_group.decks])
        for draw_group in _draws_of(store, hand, "")
        if draw_group.decks
    ]


def _table_number(hand: HandIndexEntry) -> int:
    """Return the number of the table at which a past hand was played."""
    if not hand.stream.startswith(TABLE):
        raise InvalidError(f"{hand.stream!r} is no table's stream")
    return int(hand.stream.removeprefix(TABLE))


def _draws_of(store: Store, hand: HandIndexEntry, person: str) -> list[_CommittedDraws]:
    """Return the draws of a round by commitment, in order, with the cards that the person saw."""
    commitments: dict[int, Commitment] = {}
    current: _CommittedDraws | None = None
    pending: table_events.DrawCommitted | None = None
    draws: list[_CommittedDraws] = []
    for number, step in _steps_with_commitments(store, hand):
        for entry in step.events:
            if isinstance(entry, table_events.CommitmentPublished):
                commitments[entry.number] = Commitment(bytes.fromhex(entry.secret), is_revealed=entry.opens)
            elif isinstance(entry, table_events.CommitmentUsed):
                nonces = {name: bytes.fromhex(nonce) for name, nonce in entry.nonces.items()}
                commitment = commitments.get(entry.number)
                current = None if commitment is None else _CommittedDraws(commitment, nonces)
                if current is not None:
                    draws.append(current)
            elif isinstance(entry, table_events.DrawCommitted):
                pending = entry
        if current is None:
            continue
        if pending is not None and step.command.name in _DRAWING_COMMANDS:
            _repeat_draw(current, pending, step)
            current.used = number
            pending = None
        for count in _open_cuts(current, step):
            current.recut(count)
        if hand.first_record <= number <= hand.last_record:
            for card, place in _shown_cards(step, person):
                current.note_seen(card, place)
    return [draw_group for draw_group in draws if _is_of_round(draw_group, hand)]


def _is_of_round(draw_group: _CommittedDraws, hand: HandIndexEntry) -> bool:
    """Whether committed draws belong to a round; for dice, all throws between its records do."""
    if draw_group.decks or (draw_group.throws and draw_group.throws[0].what == DRAW):
        return draw_group.round == hand.round
    return hand.first_record <= draw_group.used <= hand.last_record


def _repeat_draw(draw_group: _CommittedDraws, entry: table_events.DrawCommitted, step: LogStep) -> None:
    """Repeat a recorded shuffle, throw or button draw from its commitment."""
    command: Any = step.command
    draw_group.round = int(entry.label.split()[3])  # "table 7 round 12 shuffle 1"
    if command.name == "shuffle":
        bounds = (entry.cut[0], entry.cut[1]) if entry.cut else None
        reshuffled = next((event.cards for event in step.events if event.name == Reshuffled.NAME), None)
        cards = DECK if reshuffled is None else reshuffled
        draw_group.decks.append(
            (CommittedDeck(draw_group.commitment, draw_group.nonces, entry.label, cards, cut=bounds), {})
        )
    elif command.name == "draw-button":
        draw_group.throws.append(
            CommittedThrow.draw(draw_group.commitment, draw_group.nonces, entry.label, entry.count)
        )
    else:
        draw_group.throws.append(
            CommittedThrow.dice(draw_group.commitment, draw_group.nonces, entry.label, entry.count)
        )


def _open_cuts(draw_group: _CommittedDraws, step: LogStep) -> Iterator[int]:
    """Yield the sizes of cuts made after the shuffle: at a house table, or ordered by a supervisor."""
    for entry in step.events:
        if entry.name == _CUT and draw_group.decks and getattr(entry, "end", _TOP) == _TOP:
            cut: Any = entry
            last_deck, _ = draw_group.decks[-1]
            if last_deck.bounds is None or cut.ordered_by:
                yield cut.count


def _steps_with_commitments(store: Store, hand: HandIndexEntry) -> list[tuple[int, LogStep]]:
    """Return the log steps of a round, and enough before it to include its commitments."""
    reader = reader_of(store, hand.stream)
    window = _WINDOW
    while True:
        after = max(0, hand.first_record - 1 - window)
        steps = [(record.number, reader.read(record)) for record in store.records(hand.stream, after, hand.last_record)]
        if not after or _has_commitments(steps, hand.first_record):
            return steps
        window *= 4


def _has_commitments(steps: Iterable[tuple[int, LogStep]], first: int) -> bool:
    """Whether log steps include the commitments that the draws of a round depend on."""
    committed: set[int] = set()
    activated: list[tuple[int, int]] = []
    for number, step in steps:
        for entry in step.events:
            if isinstance(entry, table_events.CommitmentPublished):
                committed.add(entry.number)
            elif isinstance(entry, table_events.CommitmentUsed):
                activated.append((number, entry.number))
    before = [commitment for number, commitment in activated if number < first]
    within = [commitment for number, commitment in activated if number >= first]
    # The draws of a round may come from the last two commitments that were used before it.
    needed = [*before[-2:], *within]
    return bool(needed) and committed.issuperset(needed)


def _shown_cards(step: LogStep, person: str) -> Iterator[tuple[int, str]]:
    """Yield the cards that a log step shows a person, each with where it lies."""
    for entry in step.events:
        if isinstance(entry, table_events.LiveTableEvent):
            continue
        visible = entry.seen_by(person)
        seats: Any = getattr(visible, "seats", None)
        seat = getattr(visible, "seat", 0)
        place = f"seat {seat}" if seat else _PLACES.get(visible.name, visible.name)
        for field in visible.card_fields():
            cards = list(_flatten(getattr(visible, field)))
            has_seat_per_card = isinstance(seats, list) and len(seats) == len(cards)
            for index, card in enumerate(cards):
                if card != UNKNOWN:
                    yield card, f"seat {seats[index]}" if has_seat_per_card else place


def _flatten(value: Any) -> Iterator[int]:
    """Yield the cards of an event's field: one card, or cards in nested lists."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _flatten(item)
    else:
        yield value
