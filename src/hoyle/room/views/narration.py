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
from hoyle.history.narration.dice_narrator import DiceNarrator
from hoyle.history.narration.english import cards_with_symbols, spoken
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
        self._hosted = live_table
        self._narrator: TableNarrator | None = None
        self.calls: list[Sentence] = []
        """Sentences since the round began."""
        self._head = ""
        self._kept: dict[tuple[str, str, str | None], Sentence] = {}
        """Cache of parsed sentences, since the same ones recur hand after hand."""
        for step in live_table.so_far:
            self.calls += self._sentences(step)

    def narrate(self, step: LogStep) -> list[Sentence]:
        """Return the sentences for a committed step."""
        sentences = self._sentences(step)
        if self._narrator is not None and self._hosted.played is None:
            sentences += [self._parse(call) for call in self._narrator.flush()]
        if step.command.name in ROUND_START_COMMANDS:
            self.calls = []
        self.calls += sentences
        return sentences

    def _sentences(self, step: LogStep) -> list[Sentence]:
        sentences: list[Sentence] = []
        for entry in step.events:
            if isinstance(entry, table_events.LiveTableEvent):
                text = _room_event_text(entry)
                if text:
                    sentences.append(Sentence(text=text, clause=entry.clause))
            else:
                head = self._new_head(entry)
                board = cards_with_symbols(entry.cards) if head and isinstance(entry, BoardDealt) else ""
                for call in self._announcements(entry):
                    sentence = self._parse(call)
                    if head:
                        sentence = structs.replace(sentence, heading=head, board=board)
                        head = ""
                    sentences.append(sentence)
        return sentences

    def _new_head(self, entry: Any) -> str:
        """Return the part of a round that an event begins; empty where it continues one."""
        head = _SHOWDOWN if entry.name in _SHOWN else getattr(entry, "street", "")
        if entry.name == "round-began":
            self._head = ""
        if not isinstance(head, str) or not head or head == self._head:
            return ""
        self._head = head
        return head

    def _parse(self, call: Announcement) -> Sentence:
        key = call.text, call.clause, call.beside
        sentence = self._kept.get(key)
        if sentence is None:
            text, to, who, does = spoken(call.text)
            sentence = Sentence(
                text=text,
                clause=call.clause,
                second_person=to,
                subject=who,
                predicate=does,
                short_text=call.beside,
            )
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[key] = sentence
        return sentence

    def _announcements(self, entry: Any) -> list[Announcement]:
        if self._narrator is None:
            self._narrator = self._new_narrator()
        try:
            return self._narrator.narrate(entry)
        except InvalidError:
            # The event belongs to a round before a restart, such as a winner who shows their cards.
            return []

    def _new_narrator(self) -> TableNarrator:
        table: Any = self._hosted.table
        narrator = table_narrator(table.sign, viewer="", marked=True)
        narrator.known_as = partial(known_as, self._hosted)
        for seat, person in self._hosted.seated.items():
            narrator.introduce(seat, person)
        if isinstance(narrator, DiceNarrator):
            narrator.take_up(*self._hosted.lying)
        return narrator


def known_as(live_table: LiveTable, person: str) -> str:
    """Return a player's name in the narration: a bot's without its suffix, unless another player has that."""
    if person not in live_table.hosting.bots:
        return person
    short = _BOT.sub(r"\1", person)
    return person if short in live_table.seated.values() else short


def _room_event_text(entry: table_events.LiveTableEvent) -> str:
    if isinstance(entry, table_events.Paused):
        return "Play is paused." if entry.on else "Play goes on."
    if isinstance(entry, table_events.TableFaulted):
        return "Something went wrong here: play has stopped, and the floor sees to it."
    if isinstance(entry, table_events.FaultedRoundVoided):
        return "This round is called off. Everybody has back what he put in."
    if isinstance(entry, table_events.Closing):
        return "The table closes after this round."
    if isinstance(entry, table_events.Closed):
        return "The table is closed."
    if isinstance(entry, table_events.PlayerRemoved):
        return f"{entry.player} has to leave."
    if isinstance(entry, table_events.RulingProposed):
        whom = " and ".join(entry.affected)
        return f"{entry.by} asks for a ruling: {whom} or most of the players have to agree."
    if isinstance(entry, table_events.RulingClosed):
        return f"The ruling of {entry.by} is {'carried out' if entry.carried else 'not agreed to'}."
    if isinstance(entry, table_events.HostChanged):
        return f"{entry.host} is the host."
    if isinstance(entry, table_events.BotSeated):
        return f"{entry.player} is a bot."
    return ""
