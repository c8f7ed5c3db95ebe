"""Base class of table narrators: seats, clocks and disputes, which all tables share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hoyle.history.narration.announcement import Announcement, Narrator
from hoyle.history.narration.english_phrases import Money, Phrases, possessive, sentence, subject_and_verb
from hoyle.table import action_timeout, disputes, seats
from hoyle.table.roster import LEAVE, SIT_OUT, TOP_UP


class TableNarrator(Narrator):
    """Base class of table narrators; each kind of table adds its own events in `sentence_for`.

    Players go by their names, or by their seats if they have none. `names` overrides the name of a seat; a
    player called ``you`` is addressed. `viewer` is the person the narration is for, empty for a spectator;
    without one every card is named. With `marked`, one narration serves all viewers: see
    `hoyle.history.narration.english_phrases.spoken`.
    """

    def __init__(
        self,
        names: Mapping[int, str] | None = None,
        viewer: str | None = None,
        *,
        money: Money = str,
        marked: bool = False,
    ) -> None:
        self.voice = Phrases(names, money, marked=marked)
        self.money = money
        self.viewer = viewer
        self.known_as: Callable[[str], str] = str
        """Display name of a person at the table."""
        self._seats: dict[str, int] = {}
        """Known seats, by person."""

    def introduce(self, seat: int, person: str) -> None:
        """Set which person is in a seat, so that sentences name them."""
        self._seats[person] = seat
        self.voice.set_person(seat, person, self.known_as(person))

    def take_up(self, point: int, wagers: Iterable[Any]) -> None:
        """Set the point and the wagers on a dice layout, to begin the narration in the middle of a game."""

    def narrate(self, entry: Any) -> list[Announcement]:
        visible = entry if self.viewer is None else entry.seen_by(self.viewer)
        if isinstance(entry, seats.Seated):
            self.introduce(entry.seat, entry.player)
        calls = self.announcements_for(visible)
        if isinstance(entry, seats.PlayerLeft):
            self._seats.pop(entry.player, None)
        return calls

    def announcements_for(self, entry: Any) -> list[Announcement]:
        """Return the dealer's announcements for one event, as the viewer may see it."""
        text = self.sentence_for(entry)
        return [Announcement(sentence(text), entry.clause, entry)] if text else []

    def sentence_for(self, entry: Any) -> str:
        """Return the dealer's sentence for one event; empty if it is not announced."""
        if isinstance(entry, seats.RosterEvent):
            return self._roster_sentence(entry) or self._floor_sentence(entry)
        return self._floor_sentence(entry)

    def person(self, name: str) -> str:
        """Return how the narrator names a person: as their seat is called, or by their own name."""
        seat = self._seats.get(name, 0)
        return self.voice.name(seat) if seat else name

    def _roster_sentence(self, entry: seats.RosterEvent) -> str:
        """Return the dealer's sentence on a change of seats, chips or waiting list; empty for others."""
        voice, money = self.voice, self.money
        if isinstance(entry, seats.Seated):
            cash = f" and {money(entry.currency)} in cash" if entry.currency else ""
            if not voice.has_name(entry.seat):
                return f"seat {entry.seat} is taken, {money(entry.chips)} in chips{cash}."
            arrival = subject_and_verb(self.person(entry.player), f"take seat {entry.seat}")
            return f"{arrival} with {money(entry.chips)} in chips{cash}."
        if isinstance(entry, seats.ToppedUp):
            return f"{voice.does(entry.seat, 'add')} {money(entry.chips + entry.currency)}."
        if isinstance(entry, seats.PlayerLeft):
            departure = subject_and_verb(self.person(entry.player), f"leave seat {entry.seat}")
            return f"{departure} with {money(entry.chips)}."
        if isinstance(entry, seats.SatOut):
            return f"{voice.does(entry.seat, 'sit out' if entry.sitting_out else 'are back')}."
        if isinstance(entry, seats.RequestDeferred):
            return self._deferred_sentence(entry)
        if isinstance(entry, seats.DeferredRequestClosed):
            # A deferred request that is carried out has an event of its own.
            instead = {LEAVE: "stay", TOP_UP: "add nothing", SIT_OUT: "play on"}
            return "" if entry.kept else f"{voice.does(entry.seat, instead[entry.what])} after all."
        if isinstance(entry, seats.WaitingListChanged):
            list_change = "goes on the waiting list" if entry.on else "is off the waiting list"
            return f"{entry.player} {list_change}."
        if isinstance(entry, seats.NameCalled):
            return f"seat {entry.seat} is open for {entry.player}."
        if isinstance(entry, seats.NamePassedOver):
            return f"{entry.player} does not come: the next on the list may have the seat."
        return ""

    def _deferred_sentence(self, entry: seats.RequestDeferred) -> str:
        request_text = {
            LEAVE: "leave when this is over",
            TOP_UP: f"add {self.money(entry.chips)} when this is over",
            SIT_OUT: "sit out from the next round on",
        }
        return f"{self.voice.does(entry.seat, 'will')} {request_text[entry.what]}."

    def _floor_sentence(self, entry: Any) -> str:
        """Return the dealer's sentence on a note, a clock, a house ruling or a dispute; empty for others."""
        if isinstance(entry, disputes.NoteRecorded):
            return self.recorded(entry)
        if isinstance(entry, action_timeout.ActionTimedOut):
            return f"time is up for {self.person(entry.player)}."
        if isinstance(entry, disputes.TimeSet):
            return f"it is minute {entry.minute}."
        if isinstance(entry, disputes.HouseRuled):
            why = f" ({entry.why})" if entry.why else ""
            return f"no clause covers it: {trigger_phrase(entry.what)}. The house rules: {entry.decision}{why}."
        if isinstance(entry, disputes.PlayRefused):
            return f"{subject_and_verb(self.person(entry.player), 'may')} play no longer: {entry.why}."
        if isinstance(entry, disputes.DisputeOpened):
            return f"dispute {entry.number} goes to the supervisor: {entry.about}."
        if isinstance(entry, disputes.DisputeClosed):
            return f"dispute {entry.number} is closed by {possessive(entry.by)} word: {entry.ruling}."
        return ""

    def recorded(self, entry: disputes.NoteRecorded) -> str:
        """Return the dealer's sentence on a note that was recorded at the table."""
        detail = f": {entry.detail}" if entry.detail else ""
        return f"{entry.what}{detail}."


def trigger_phrase(trigger: str) -> str:
    """Return the trigger of a floor report as plain words: ``face up card``."""
    return trigger.replace("-", " ")
