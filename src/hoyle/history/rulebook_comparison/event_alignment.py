"""Alignment of two replays of one hand, with their differing events as text.

Events are compared without their clauses: two books with the same rule in different places agree. Only events
before the settlement are compared; awards are compared elsewhere.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final, NamedTuple

from hoyle.games.poker.events import Awarded, Collected, PokerEvent, RoundEnded, Turn
from hoyle.history.narration import narrate
from hoyle.history.phh.reader import HandHistory
from hoyle.history.replay.hand_replay import ReplayResult

_SETTLEMENT: Final = (Awarded, Collected, RoundEnded)
_IGNORED_FIELDS: Final = ("clause", "deck")
"""Fields that are not compared: the deck depends on the cards that a book deals."""
_MAX_SENTENCES: Final = 2
"""Most sentences of each side: later ones follow from the first and are not differences of their own."""


class EventDifference(NamedTuple):
    """Difference between two replays of one hand at one point, with both texts and clauses."""

    own: str
    """Text of the events in the first replay; `nothing` if only the other has events here."""
    other: str
    own_clause: str
    other_clause: str


class Alignment(NamedTuple):
    """Differences between two replays of one hand."""

    partings: list[EventDifference]
    beyond: PokerEvent | None
    """Event of the first replay at the point where the second could not go on."""


def align(own: ReplayResult, other: ReplayResult) -> Alignment:
    """Align the events of two replays of a hand and list their differences."""
    if own.round is None or other.round is None:
        return Alignment([], None)
    own_events, other_events = _before_settlement(own.round.log), _before_settlement(other.round.log)
    own_sentences, other_sentences = _sentences(own), _sentences(other)
    matcher = SequenceMatcher(
        None,
        [_comparable(event) for event in own_events],
        [_comparable(event) for event in other_events],
        autojunk=False,
    )
    stopped = not other.round.over
    beyond: PokerEvent | None = None
    differences: list[EventDifference] = []
    for tag, own_start, own_end, other_start, other_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        if stopped and other_end == len(other_events):
            beyond = own_events[own_start] if own_start < own_end else None
            # The first goes on where the other stopped: compare only as many events as the other has.
            own_end = min(own_end, own_start + other_end - other_start)
        if own_start < own_end or other_start < other_end:
            own_text, own_clause = _side_text(own_events[own_start:own_end], own_sentences, own.history)
            other_text, other_clause = _side_text(other_events[other_start:other_end], other_sentences, other.history)
            if own_text != other_text:
                differences.append(EventDifference(own_text, other_text, own_clause, other_clause))
    return Alignment(differences, beyond)


def _before_settlement(log: list[PokerEvent]) -> list[PokerEvent]:
    return [event for event in log if not isinstance(event, _SETTLEMENT)]


def _comparable(event: PokerEvent) -> str:
    """Return an event as text without the fields in which two rulebooks may differ."""
    fields = {key: value for key, value in event.fields().items() if key not in _IGNORED_FIELDS}
    return f"{event.name} {fields}"


def _sentences(replay: ReplayResult) -> dict[int, str]:
    """Return the dealer's sentences on each event of a replayed hand, by the event's `id`."""
    assert replay.round is not None
    history = replay.history
    names = {player: history.name(player) for player in range(1, history.players + 1)}
    sentences: dict[int, str] = {}
    for call in narrate(replay.round.log, replay.round.rules, names, money=history.money):
        earlier = sentences.get(id(call.entry))
        sentences[id(call.entry)] = call.text if earlier is None else f"{earlier} {call.text}"
    return sentences


def _side_text(events: list[PokerEvent], sentences: dict[int, str], history: HandHistory) -> tuple[str, str]:
    """Return the text and clause of one replay's side of a difference."""
    texts: list[str] = []
    clause = ""
    for event in events:
        text = sentences.get(id(event), "")
        if not text and isinstance(event, Turn):
            text = f"{history.name(event.seat)} is next."
        if text and len(texts) < _MAX_SENTENCES:
            texts.append(text)
            clause = clause or event.clause
    if not texts:
        texts = [event.name for event in events[:_MAX_SENTENCES]] or ["nothing"]
        clause = next((event.clause for event in events if event.clause), "")
    return " ".join(texts), clause
