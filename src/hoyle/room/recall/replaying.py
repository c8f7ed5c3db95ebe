"""A past hand, event by event, as one of those who were in it saw it.

Each moment is one entry as that person may read it, the dealer's words for it, and the table as he saw it
right after. What he may not know is in none of them: entries come from `seen_by`, pictures from `view`, words
from the narrator who speaks to him. Talk, reports and seals around the table are no part of a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct, json

from hoyle.errors import IllegalError, InvalidError
from hoyle.history.calls import Narrator, narrator
from hoyle.history.rounds import RoundKeeper
from hoyle.poker.events import Opened, WinnerShows
from hoyle.poker.round import Round
from hoyle.room.live import matters
from hoyle.room.recall.searching import Past, past_of, reader_of
from hoyle.room.store.store import Store
from hoyle.room.store.writing import Hand, Record
from hoyle.table.base import Table
from hoyle.table.kinds import KINDS
from hoyle.table.log import Step
from hoyle.table.poker.table import Table as PokerTable

_AFTERWARDS: Final = 60
"""Records after a hand in which its winner may have shown what nobody paid to see."""


class Said(Struct, frozen=True, kw_only=True):
    """One sentence of the dealer's and the clause it rests on."""

    text: str
    clause: str = ""


class Moment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event of a hand."""

    number: int
    """From 1."""
    record: int
    time: int
    by: str
    did: str
    """The command that it came of."""
    name: str
    facts: dict[str, Any]
    calls: tuple[Said, ...] = ()
    view: Any = None
    """The table right after it, where that was asked for."""


class Recalled(Struct, frozen=True, kw_only=True):
    """A hand as one person may know it."""

    person: str
    past: Past
    kind: str
    sign: Any
    seats: dict[int, str]
    """Who sat where when it began."""
    moments: tuple[Moment, ...]
    round: Round | None = None
    """Of poker: the round with every card, for those who write it down redacted; never to be handed out."""

    @property
    def hand(self) -> Hand:
        return self.past.hand


def recall(store: Store, hand: Hand, person: str, *, views: bool = False) -> Recalled:
    """A hand that somebody was in, event by event; with `views` also the table after each of them."""
    if person not in hand.people:
        raise IllegalError(
            f"{person} was not in the hand that began with record {hand.first} of {hand.stream}: "
            "everybody recalls his own hands",
            clause="house history",
            legal=f"hands of {', '.join(hand.people) or 'nobody'}",
        )
    walk = _Walk(store, hand)
    teller: _Teller | None = None
    seats: dict[int, str] = {}
    for record, step in walk.steps():
        if teller is None:
            # Before the first entry is applied: who sits here now began the hand.
            seats = walk.seated()
            teller = _Teller(walk, person, seats, views=views)
        teller.take(record, step)
    if teller is None:
        raise InvalidError(f"{hand.stream} has no record {hand.first}; run hoyle audit")
    return Recalled(
        person=person,
        past=past_of(store, hand, person),
        kind=walk.table.KIND,
        sign=walk.sign(),
        seats=seats,
        moments=tuple(teller.rest()),
        round=teller.round,
    )


class _Walk:
    """Leads a table to where a hand began, and hands out its steps unapplied."""

    def __init__(self, store: Store, hand: Hand) -> None:
        self._store = store
        self._hand = hand
        self._reader = reader_of(store, hand.stream)
        self._table: Table | None = None
        self._after = 0
        checkpoint = store.checkpoint(hand.stream)
        if checkpoint is not None and checkpoint.number < hand.first:
            data = json.decode(checkpoint.facts)["table"]
            self._table = KINDS[data["kind"]].resume(data, keep_log=False)
            self._after = checkpoint.number

    @property
    def table(self) -> Any:
        assert self._table is not None, f"{self._hand.stream} was not set up"
        return self._table

    def sign(self) -> Any:
        return self.table.sign

    def seated(self) -> dict[int, str]:
        return {seat: player.name for seat, player in sorted(self.table.company.players.items())}

    def steps(self) -> Iterator[tuple[Record, Step]]:
        """The steps of the hand, then those in which its winner shows; the caller applies them."""
        hand = self._hand
        for record in self._store.records(hand.stream, self._after, hand.last + _AFTERWARDS):
            step = self._reader.read(record)
            if hand.first <= record.number <= hand.last:
                yield record, step
                continue
            if record.number > hand.last and any(isinstance(entry, Opened) for entry in step.entries):
                return
            if record.number > hand.last and any(isinstance(entry, WinnerShows) for entry in step.entries):
                yield record, step
                continue
            for entry in step.entries:
                self.apply(entry)

    def apply(self, entry: Any) -> None:
        """Take an entry in; nothing is decided."""
        if isinstance(entry, matters.TermsPut):
            self._table = KINDS[entry.kind](keep_log=False)
        elif not isinstance(entry, matters.Matter):
            self.table.apply(entry)


class _Teller:
    """Notes each moment of a hand as one person may know it."""

    def __init__(self, walk: _Walk, person: str, seats: dict[int, str], *, views: bool) -> None:
        self._walk = walk
        self._person = person
        self._views = views
        self._narrator: Narrator = narrator(walk.sign(), dict(seats), viewer=person)
        self._keeper = RoundKeeper(walk.table) if isinstance(walk.table, PokerTable) else None
        self._moments: list[Moment] = []

    @property
    def round(self) -> Round | None:
        return None if self._keeper is None else self._keeper.round()

    def take(self, record: Record, step: Step) -> None:
        """Take a step in, entry by entry."""
        for entry in step.entries:
            self._walk.apply(entry)
            if isinstance(entry, matters.Matter):
                continue
            if self._keeper is not None:
                self._keeper.hear(entry)
            seen = entry.seen_by(self._person)
            self._moments.append(
                Moment(
                    number=len(self._moments) + 1,
                    record=record.number,
                    time=record.time,
                    by=step.by,
                    did=step.command.name,
                    name=seen.name,
                    facts=seen.plain(),
                    calls=tuple(_said(self._narrator.hear(entry))),
                    view=self._walk.table.view(self._person) if self._views else None,
                )
            )

    def rest(self) -> list[Moment]:
        """All of them; what the dealer had yet to say goes with the last."""
        left = tuple(_said(self._narrator.rest()))
        if left and self._moments:
            last = self._moments.pop()
            self._moments.append(_with_calls(last, (*last.calls, *left)))
        return self._moments


def _with_calls(moment: Moment, calls: tuple[Said, ...]) -> Moment:
    from msgspec.structs import replace

    return replace(moment, calls=calls)


def _said(calls: list[Any]) -> Iterator[Said]:
    for call in calls:
        yield Said(text=call.text, clause=call.clause)
