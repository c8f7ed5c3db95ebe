"""Narration: the dealer's sentences for each step of a table, with the clause behind each.

They are made once for each step and are the same for everybody: a sentence that speaks of somebody carries
beside it how it is said to him. What a person alone may see, his own cards, is in his entries and his view.
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
"""What begins a round, with which words are remembered anew."""

MAX_KEPT: Final = 256
"""Sentences of a table that are kept taken apart."""

_SHOWDOWN: Final = "showdown"
_SHOWN: Final = ("shown", "conceded")
_BOT: Final = re.compile(r" bot( \d+)?$")
"""What tells a bot's name from everybody else's; where it sits it is labelled anyway."""


class Sentence(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One sentence of the dealer's and the clause it rests on."""

    text: str
    clause: str = ""
    head: str = ""
    """The street, or the showdown, that begins with it: ``flop``, ``third``, ``draw``, ``showdown``."""
    board: str = ""
    """The cards with which that begins: ``8\u2665 5\u2663 3\u2665``."""
    you: dict[str, str] = {}
    """The sentence as it is said to each person of whom it speaks."""
    who: str = ""
    """The name in it, where all it says is that somebody does something."""
    does: str = ""
    """What he does, as it is said of several or of you: ``call 16``."""
    beside: str | None = None
    """What is left to say where the table is in sight under heads for its streets: nothing where it is empty,
    all of it where it is left out."""


class LiveTableNarrator:
    """Tells one table, and remembers what was said in the round being played."""

    def __init__(self, hosted: LiveTable) -> None:
        self._hosted = hosted
        self._narrator: TableNarrator | None = None
        self.calls: list[Sentence] = []
        """What was said since the round began."""
        self._head = ""
        self._kept: dict[tuple[str, str, str | None], Sentence] = {}
        """The same is said hand after hand: each sentence is taken apart once."""
        for step in hosted.so_far:
            self.calls += self._said(step)

    def narrate(self, step: LogStep) -> list[Sentence]:
        """What is said of a step that is on disk."""
        found = self._said(step)
        if self._narrator is not None and self._hosted.played is None:
            found += [self._words(call) for call in self._narrator.flush()]
        if step.command.name in ROUND_START_COMMANDS:
            self.calls = []
        self.calls += found
        return found

    def _said(self, step: LogStep) -> list[Sentence]:
        found: list[Sentence] = []
        for entry in step.events:
            if isinstance(entry, table_events.LiveTableEvent):
                said = _matter_said(entry)
                if said:
                    found.append(Sentence(text=said, clause=entry.clause))
            else:
                begins = self._begins(entry)
                board = cards_with_symbols(entry.cards) if begins and isinstance(entry, BoardDealt) else ""
                for call in self._heard(entry):
                    words = self._words(call)
                    if begins:
                        words = structs.replace(words, head=begins, board=board)
                        begins = ""
                    found.append(words)
        return found

    def _begins(self, entry: Any) -> str:
        """The part of a round that an entry begins; empty where it goes on with one."""
        head = _SHOWDOWN if entry.name in _SHOWN else getattr(entry, "street", "")
        if entry.name == "round-began":
            self._head = ""
        if not isinstance(head, str) or not head or head == self._head:
            return ""
        self._head = head
        return head

    def _words(self, call: Announcement) -> Sentence:
        key = call.text, call.clause, call.beside
        found = self._kept.get(key)
        if found is None:
            text, to, who, does = spoken(call.text)
            found = Sentence(text=text, clause=call.clause, you=to, who=who, does=does, beside=call.beside)
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[key] = found
        return found

    def _heard(self, entry: Any) -> list[Announcement]:
        if self._narrator is None:
            self._narrator = self._begin()
        try:
            return self._narrator.narrate(entry)
        except InvalidError:
            # It belongs to a round of which nothing is kept here: the winner shows after a restart.
            return []

    def _begin(self) -> TableNarrator:
        table: Any = self._hosted.table
        found = table_narrator(table.sign, viewer="", marked=True)
        found.known_as = partial(known_as, self._hosted)
        for seat, person in self._hosted.seated.items():
            found.introduce(seat, person)
        if isinstance(found, DiceNarrator):
            found.take_up(*self._hosted.lying)
        return found


def known_as(hosted: LiveTable, person: str) -> str:
    """What somebody is called at a table: a bot by its name alone, unless somebody else here is called so."""
    if person not in hosted.hosting.bots:
        return person
    short = _BOT.sub(r"\1", person)
    return person if short in hosted.seated.values() else short


def _matter_said(entry: table_events.LiveTableEvent) -> str:
    if isinstance(entry, table_events.Paused):
        return "Play is paused." if entry.on else "Play goes on."
    if isinstance(entry, table_events.Stopped):
        return "Something went wrong here: play has stopped, and the floor sees to it."
    if isinstance(entry, table_events.RoundVoided):
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
    if isinstance(entry, table_events.RulingGone):
        return f"The ruling of {entry.by} is {'carried out' if entry.carried else 'not agreed to'}."
    if isinstance(entry, table_events.HostChanged):
        return f"{entry.host} is the host."
    if isinstance(entry, table_events.BotSeated):
        return f"{entry.player} is a bot."
    return ""
