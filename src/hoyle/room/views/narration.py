"""Narration: the dealer's sentences for each step of a table, with the clause behind each.

Sentences are made once for each step and are the same for every client: one that names a person also carries
the form addressed to that person. Private information, such as own cards, is in a person's events and view
instead.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Final

from msgspec import Struct, structs

from hoyle.core.errors import InvalidError
from hoyle.games.poker.events import BoardDealt
from hoyle.history.narration import Announcement, TableNarrator, table_narrator
from hoyle.history.narration.english_phrases import cards_with_symbols, spoken
from hoyle.room.events import table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.table.log.event_log import LogStep

ROUND_START_COMMANDS: Final = ("deal", "open-wagers", "offer", "dealer-shakes")
"""Commands that begin a round, at which the narration starts over."""

MAX_KEPT: Final = 256
"""Size of a table's cache of parsed sentences."""

_SHOWDOWN: Final = "showdown"
_SHOWN: Final = ("shown", "conceded")
_BOT: Final = re.compile(r" bot( \d+)?$")
"""Suffix of a bot's name, left out where the seat is labelled anyway."""


class Sentence(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Sentence of the dealer and the clause behind it."""

    text: str
    clause: str = ""
    heading: str = ""
    """Street or showdown that begins with it: ``flop``, ``third``, ``draw``, ``showdown``."""
    board: str = ""
    """Cards with which the street begins: ``8\u2665 5\u2663 3\u2665``."""
    second_person: dict[str, str] = {}
    """The sentence as addressed to each person whom it names."""
    subject: str = ""
    """The name in it, where it says only that one person does something."""
    predicate: str = ""
    """The action in the plural or second person: ``call 16``."""
    short_text: str | None = None
    """Shorter form for a client that shows the table under headings for its streets: empty for nothing, left
    out for the whole text."""


class LiveTableNarrator:
    """Narrator of one live table, with the sentences of the round being played."""

    def __init__(self, live_table: LiveTable) -> None:
        self._live_table = live_table
        self._narrator: TableNarrator | None = None
        self.calls: list[Sentence] = []
        """Sentences since the round began."""
        self._heading = ""
        self._cache: dict[tuple[str, str, str | None], Sentence] = {}
        """Cache of parsed sentences, since the same ones recur hand after hand."""
        for step in live_table.round_steps:
            self.calls += self._sentences(step)

    def narrate(self, step: LogStep) -> list[Sentence]:
        """Add the dealer's sentences for a committed step to those of the round, and return them."""
        sentences = self._sentences(step)
        if self._narrator is not None and self._live_table.current_round is None:
            sentences += [self._parse(announcement) for announcement in self._narrator.flush()]
        if step.command.name in ROUND_START_COMMANDS:
            self.calls = []
        self.calls += sentences
        return sentences

    def _sentences(self, step: LogStep) -> list[Sentence]:
        """Return the dealer's sentences for a step."""
        sentences: list[Sentence] = []
        for event in step.events:
            if isinstance(event, table_events.LiveTableEvent):
                text = _room_event_text(event)
                if text:
                    sentences.append(Sentence(text=text, clause=event.clause))
            else:
                heading = self._new_heading(event)
                board = cards_with_symbols(event.cards) if heading and isinstance(event, BoardDealt) else ""
                for announcement in self._announcements(event):
                    sentence = self._parse(announcement)
                    if heading:
                        sentence = structs.replace(sentence, heading=heading, board=board)
                        heading = ""
                    sentences.append(sentence)
        return sentences

    def _new_heading(self, event: Any) -> str:
        """Return the part of a round that an event begins; empty where it continues one."""
        heading = _SHOWDOWN if event.name in _SHOWN else getattr(event, "street", "")
        if event.name == "round-began":
            self._heading = ""
        if not isinstance(heading, str) or not heading or heading == self._heading:
            return ""
        self._heading = heading
        return heading

    def _parse(self, announcement: Announcement) -> Sentence:
        """Return the sentence of an announcement, with its forms for the people it names."""
        key = announcement.text, announcement.clause, announcement.beside
        sentence = self._cache.get(key)
        if sentence is None:
            text, second_person, subject, predicate = spoken(announcement.text)
            sentence = Sentence(
                text=text,
                clause=announcement.clause,
                second_person=second_person,
                subject=subject,
                predicate=predicate,
                short_text=announcement.beside,
            )
            if len(self._cache) >= MAX_KEPT:
                self._cache.clear()
            self._cache[key] = sentence
        return sentence

    def _announcements(self, event: Any) -> list[Announcement]:
        if self._narrator is None:
            self._narrator = self._new_narrator()
        try:
            return self._narrator.narrate(event)
        except InvalidError:
            # The event belongs to a round before a restart, such as a winner who shows their cards.
            return []

    def _new_narrator(self) -> TableNarrator:
        narrator = table_narrator(self._live_table.table.sign, viewer="", marked=True)
        narrator.known_as = partial(known_as, self._live_table)
        for seat, person in self._live_table.seated.items():
            narrator.introduce(seat, person)
        narrator.take_up(*self._live_table.layout_at_round_start)
        return narrator


def known_as(live_table: LiveTable, person: str) -> str:
    """Return a player's name in the narration: a bot's without its suffix, unless another player has that."""
    if person not in live_table.hosting.bots:
        return person
    short_name = _BOT.sub(r"\1", person)
    return person if short_name in live_table.seated.values() else short_name


def _room_event_text(event: table_events.LiveTableEvent) -> str:
    """Return the dealer's sentence for an event that the room decided; empty for none."""
    if isinstance(event, table_events.Paused):
        return "Play is paused." if event.on else "Play goes on."
    if isinstance(event, table_events.RulingProposed):
        affected = " and ".join(event.affected)
        return f"{event.by} asks for a ruling: {affected} or most of the players have to agree."
    if isinstance(event, table_events.RulingClosed):
        return f"The ruling of {event.by} is {'carried out' if event.carried else 'not agreed to'}."
    return _ROOM_EVENT_TEXTS.get(type(event), "").format(**event.fields())


_ROOM_EVENT_TEXTS: Final[dict[type[table_events.LiveTableEvent], str]] = {
    table_events.TableFaulted: "Something went wrong here: play has stopped, and the floor sees to it.",
    table_events.FaultedRoundVoided: "This round is called off. All wagers of the round are returned.",
    table_events.Closing: "The table closes after this round.",
    table_events.Closed: "The table is closed.",
    table_events.PlayerRemoved: "{player} has to leave.",
    table_events.HostChanged: "{host} is the host.",
    table_events.BotSeated: "{player} is a bot.",
}
"""Sentences with the fields of the event."""
