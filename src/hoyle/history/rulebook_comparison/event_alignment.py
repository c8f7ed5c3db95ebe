"""Alignment of two replays of one hand: where their events differ, in words.

Events are compared without their clauses: two books that say the same thing in different places agree.
Who gets which chips is left to whoever compares awards; here it is about what comes before.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final, NamedTuple

from hoyle.games.poker.events import Awarded, Collected, Ended, PokerEvent, Turn
from hoyle.history.narration import narrate
from hoyle.history.phh.reader import HandHistory
from hoyle.history.replay.hand_replay import ReplayResult

_SETTLEMENT: Final = (Awarded, Collected, Ended)
_ASIDE: Final = ("clause", "deck")
"""Fields that are no part of what happened: a deck is laid out for the cards that a book deals."""
_MAX_WORDS: Final = 2
"""Sentences of each side: what follows from the first is no difference of its own."""


class EventDifference(NamedTuple):
    """A place where two replays part."""

    own: str
    """What happened, in words; empty where the other alone has something to say."""
    other: str
    own_clause: str
    other_clause: str


class Alignment(NamedTuple):
    """Two replays side by side."""

    partings: list[EventDifference]
    beyond: PokerEvent | None
    """What happened in the first where the second could not go on."""


def align(own: ReplayResult, other: ReplayResult) -> Alignment:
    """Where the other replay of a hand parts from the first."""
    if own.round is None or other.round is None:
        return Alignment([], None)
    first, second = _told(own.round.log), _told(other.round.log)
    words = _words(own), _words(other)
    matcher = SequenceMatcher(
        None, [_essence(event) for event in first], [_essence(event) for event in second], autojunk=False
    )
    stopped = not other.round.over
    beyond: PokerEvent | None = None
    partings: list[EventDifference] = []
    for tag, begin, end, since, until in matcher.get_opcodes():
        if tag == "equal":
            continue
        if stopped and until == len(second):
            beyond = first[begin] if begin < end else None
            # The record goes on where the other stopped: only what stands in its place differs.
            end = min(end, begin + until - since)
        if begin < end or since < until:
            said, by = _side(first[begin:end], words[0], own.history)
            there, by_other = _side(second[since:until], words[1], other.history)
            if said != there:
                partings.append(EventDifference(said, there, by, by_other))
    return Alignment(partings, beyond)


def _told(log: list[PokerEvent]) -> list[PokerEvent]:
    return [event for event in log if not isinstance(event, _SETTLEMENT)]


def _essence(event: PokerEvent) -> str:
    facts = {key: value for key, value in event.fields().items() if key not in _ASIDE}
    return f"{event.name} {facts}"


def _words(played: ReplayResult) -> dict[int, str]:
    """What the dealer says of each event, by the event."""
    assert played.round is not None
    history = played.history
    names = {player: history.name(player) for player in range(1, history.players + 1)}
    found: dict[int, str] = {}
    for call in narrate(played.round.log, played.round.rules, names, money=history.money):
        known = found.get(id(call.entry))
        found[id(call.entry)] = call.text if known is None else f"{known} {call.text}"
    return found


def _side(events: list[PokerEvent], words: dict[int, str], history: HandHistory) -> tuple[str, str]:
    """What one side says, and its clause."""
    said: list[str] = []
    clause = ""
    for event in events:
        text = words.get(id(event), "")
        if not text and isinstance(event, Turn):
            text = f"{history.name(event.seat)} is next."
        if text and len(said) < _MAX_WORDS:
            said.append(text)
            clause = clause or event.clause
    if not said:
        said = [event.name for event in events[:_MAX_WORDS]] or ["nothing"]
        clause = next((event.clause for event in events if event.clause), "")
    return " ".join(said), clause
