"""Fairness proofs of a past round, built from the records: opens only cards that the player saw.

What he saw is what the entries of the round show him (`seen_by`), and nothing else is asked. A card that was
shuffled again within the round is opened in the last deck it came from: where it lay before is not his to
know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

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
from hoyle.room.recovery import TABLE, StepReader
from hoyle.storage.models import HandIndexEntry
from hoyle.storage.store_interface import Store
from hoyle.table.log.event_log import LogStep

_USING: Final = frozenset(("shuffle", "throw", "uncover", "draw-button"))
_PLACES: Final = {"board-dealt": "board", "community-turned": "board", "dealer-revealed": "dealer"}
_CUT: Final = "deck-cut"
_TOP: Final = "top"
"""A packet from the bottom that ends up at the bottom leaves the order as it is."""
_WINDOW: Final = 64
"""Records before a round in which its seal is looked for first."""


class _Drawn:
    """What was drawn under one seal, and what the person saw of it."""

    def __init__(self, seal: Commitment, nonces: Mapping[str, bytes]) -> None:
        self.seal = seal
        self.nonces = nonces
        self.decks: list[tuple[CommittedDeck, dict[int, str]]] = []
        self.throws: list[CommittedThrow] = []
        self.round = 0
        self.used = 0
        """The record that used it."""

    def turn(self, count: int) -> None:
        """The deck drawn last is cut in the open: its places are counted from there, its root stays."""
        deck, seen = self.decks[-1]
        turned = CommittedDeck(
            self.seal, self.nonces, deck.label, deck.cards, cut=deck.bounds, recuts=(*deck.recuts, count)
        )
        self.decks[-1] = (turned, seen)

    def saw(self, card: int, where: str) -> None:
        """The person saw a card that came from the last deck it was in."""
        for deck, seen in reversed(self.decks):
            if card in deck.cards:
                seen.setdefault(card, where)
                return


def proofs_of(store: Store, hand: HandIndexEntry, person: str) -> list[RoundProof]:
    """Everything that somebody can prove about a round that is over; one proof for each seal of it."""
    number = _table(hand)
    found: list[RoundProof] = []
    for drawn in _drawn(store, hand, person):
        if drawn.decks:
            found.append(proof_of_decks(number, drawn.round, person, drawn.decks))
        elif drawn.throws:
            found.append(proof_of_throws(number, drawn.round, person, drawn.throws))
    if not found:
        raise IllegalError(f"nothing was drawn under a seal in round {hand.round} of {hand.stream}")
    return found


def sealed_files(store: Store, hand: HandIndexEntry) -> list[AuditorSecret]:
    """What an auditor needs to derive every deck of a round again (`hoyle verify-deal --sealed`)."""
    number = _table(hand)
    return [
        auditor_secret(number, drawn.round, [deck for deck, _ in drawn.decks])
        for drawn in _drawn(store, hand, "")
        if drawn.decks
    ]


def _table(hand: HandIndexEntry) -> int:
    if not hand.stream.startswith(TABLE):
        raise InvalidError(f"{hand.stream!r} is no table's stream")
    return int(hand.stream.removeprefix(TABLE))


def _drawn(store: Store, hand: HandIndexEntry, person: str) -> list[_Drawn]:
    """What was drawn for a round, in order, each with what the person saw of it."""
    seals: dict[int, Commitment] = {}
    present: _Drawn | None = None
    pending: table_events.DrawCommitted | None = None
    drawn: list[_Drawn] = []
    for number, step in _steps_with_seal(store, hand):
        for entry in step.events:
            if isinstance(entry, table_events.SecretCommitted):
                seals[entry.seal] = Commitment(bytes.fromhex(entry.secret), is_revealed=entry.opens)
            elif isinstance(entry, table_events.CommitmentActivated):
                nonces = {name: bytes.fromhex(nonce) for name, nonce in entry.nonces.items()}
                present = _Drawn(seals[entry.seal], nonces) if entry.seal in seals else None
                drawn += [] if present is None else [present]
            elif isinstance(entry, table_events.DrawCommitted):
                pending = entry
        if present is None:
            continue
        if pending is not None and step.command.name in _USING:
            _take(present, pending, step)
            present.used = number
            pending = None
        for count in _open_cuts(present, step):
            present.turn(count)
        if hand.first <= number <= hand.last:
            for card, where in _seen(step, person):
                present.saw(card, where)
    return [each for each in drawn if _of_round(each, hand)]


def _of_round(drawn: _Drawn, hand: HandIndexEntry) -> bool:
    """Whether what was drawn is of this round; of dice that is every throw from its first to its last."""
    if drawn.decks or (drawn.throws and drawn.throws[0].what == DRAW):
        return drawn.round == hand.round
    return hand.first <= drawn.used <= hand.last


def _take(drawn: _Drawn, entry: table_events.DrawCommitted, step: LogStep) -> None:
    """Draw again what the seal gave."""
    command: Any = step.command
    drawn.round = int(entry.label.split()[3])
    if command.name == "shuffle":
        bounds = (entry.cut[0], entry.cut[1]) if entry.cut else None
        again = next((each.cards for each in step.events if each.name == Reshuffled.NAME), None)
        cards = DECK if again is None else again
        drawn.decks.append((CommittedDeck(drawn.seal, drawn.nonces, entry.label, cards, cut=bounds), {}))
    elif command.name == "draw-button":
        drawn.throws.append(CommittedThrow.draw(drawn.seal, drawn.nonces, entry.label, entry.count))
    else:
        drawn.throws.append(CommittedThrow.dice(drawn.seal, drawn.nonces, entry.label, entry.count))


def _open_cuts(drawn: _Drawn, step: LogStep) -> Iterator[int]:
    """Cuts that were not drawn with the deck: those of a house table, and those that a supervisor orders."""
    for entry in step.events:
        if entry.name == _CUT and drawn.decks and getattr(entry, "end", _TOP) == _TOP:
            facts: Any = entry
            if drawn.decks[-1][0].bounds is None or facts.ordered_by:
                yield facts.count


def _steps_with_seal(store: Store, hand: HandIndexEntry) -> list[tuple[int, LogStep]]:
    """The steps of a round, and enough of those before it to have the seal of its cards."""
    reader = StepReader()
    opening = next(store.records(hand.stream, 0, 1), None)
    if opening is None:
        raise InvalidError(f"{hand.stream} has no records")
    reader.read(opening)
    window = _WINDOW
    while True:
        after = max(0, hand.first - 1 - window)
        steps = [
            (record.number, reader.read(record)) for record in store.records(hand.stream, after, hand.last)
        ]
        if not after or _has_seal(steps, hand.first):
            return steps
        window *= 4


def _has_seal(steps: Iterable[tuple[int, LogStep]], first: int) -> bool:
    """Whether the last seal taken before a round, and every one in it, was also made among these steps."""
    made: set[int] = set()
    taken: list[tuple[int, int]] = []
    for number, step in steps:
        for entry in step.events:
            if isinstance(entry, table_events.SecretCommitted):
                made.add(entry.seal)
            elif isinstance(entry, table_events.CommitmentActivated):
                taken.append((number, entry.seal))
    before = [seal for number, seal in taken if number < first]
    within = [seal for number, seal in taken if number >= first]
    return bool(before or within) and all(seal in made for seal in (*before[-2:], *within))


def _seen(step: LogStep, person: str) -> Iterator[tuple[int, str]]:
    """The cards that a step shows somebody, and where."""
    for entry in step.events:
        if isinstance(entry, table_events.LiveTableEvent):
            continue
        shown = entry.seen_by(person)
        for field in type(shown).CARD_FIELDS:
            value = getattr(shown, field)
            cards = list(_flat(value))
            seats = getattr(shown, "seats", None)
            for at, card in enumerate(cards):
                if card == UNKNOWN:
                    continue
                if isinstance(seats, list) and len(seats) == len(cards):
                    yield card, f"seat {seats[at]}"
                else:
                    seat = getattr(shown, "seat", 0)
                    yield card, f"seat {seat}" if seat else _PLACES.get(shown.name, shown.name)


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _flat(each)
    else:
        yield value
