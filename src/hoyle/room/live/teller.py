"""The dealer's words at a table of the room, as somebody hears them who only looks on.

Everybody hears the same words: they are made once for each step. What a person alone may see, his own cards,
is in his entries and in his view.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from hoyle.errors import InvalidError
from hoyle.history.calls import Narrator, narrator
from hoyle.history.calls.dice import DiceNarrator
from hoyle.room.live import matters
from hoyle.room.live.hosted import HostedTable
from hoyle.table.log import Step

BEGINS: Final = ("deal", "open-wagers", "offer", "dealer-shakes")
"""What begins a round, with which words are remembered anew."""

_SHOWDOWN: Final = "showdown"
_SHOWN: Final = ("shown", "conceded")


class Words(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One sentence of the dealer's and the clause it rests on."""

    text: str
    clause: str = ""
    head: str = ""
    """The street, or the showdown, that begins with it: ``flop``, ``third``, ``draw``, ``showdown``."""


class Teller:
    """Tells one table, and remembers what was said in the round being played."""

    def __init__(self, hosted: HostedTable) -> None:
        self._hosted = hosted
        self._narrator: Narrator | None = None
        self.calls: list[Words] = []
        """What was said since the round began."""
        self._head = ""
        for step in hosted.so_far:
            self.calls += self._said(step)

    def hear(self, step: Step) -> list[Words]:
        """What is said of a step that is on disk."""
        found = self._said(step)
        if self._narrator is not None and self._hosted.played is None:
            found += [Words(text=call.text, clause=call.clause) for call in self._narrator.rest()]
        if step.command.name in BEGINS:
            self.calls = []
        self.calls += found
        return found

    def _said(self, step: Step) -> list[Words]:
        found: list[Words] = []
        for entry in step.entries:
            if isinstance(entry, matters.Matter):
                said = _matter_said(entry)
                if said:
                    found.append(Words(text=said, clause=entry.clause))
            else:
                begins = self._begins(entry)
                for call in self._heard(entry):
                    found.append(Words(text=call.text, clause=call.clause, head=begins))
                    begins = ""
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

    def _heard(self, entry: Any) -> list[Any]:
        if self._narrator is None:
            table: Any = self._hosted.table
            self._narrator = narrator(table.sign, dict(self._hosted.seated), viewer="")
            if isinstance(self._narrator, DiceNarrator):
                self._narrator.take_up(*self._hosted.lying)
        try:
            return self._narrator.hear(entry)
        except InvalidError:
            # It belongs to a round of which nothing is kept here: the winner shows after a restart.
            return []


def _matter_said(entry: matters.Matter) -> str:
    if isinstance(entry, matters.Paused):
        return "Play is paused." if entry.on else "Play goes on."
    if isinstance(entry, matters.Stopped):
        return "Something went wrong here: play has stopped, and the floor sees to it."
    if isinstance(entry, matters.RoundVoided):
        return "This round is called off. Everybody has back what he put in."
    if isinstance(entry, matters.Closing):
        return "The table closes after this round."
    if isinstance(entry, matters.Closed):
        return "The table is closed."
    if isinstance(entry, matters.SentAway):
        return f"{entry.player} has to leave."
    if isinstance(entry, matters.HostChanged):
        return f"{entry.host} is the host."
    if isinstance(entry, matters.BotSeated):
        return f"{entry.player} is a bot."
    return ""
