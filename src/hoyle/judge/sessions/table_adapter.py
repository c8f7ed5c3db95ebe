"""Session adapter base class: what a session needs to know about its kind of table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, TypeVar

from hoyle.core.cards import cards_text, stacked_deck
from hoyle.core.errors import InvalidError
from hoyle.history.narration import Narrator, narrator
from hoyle.judge.case_fields import CaseReader
from hoyle.judge.ruling import ReasoningStep
from hoyle.table.base import Table
from hoyle.table.command_base import Command
from hoyle.table.log.serialization import to_json

UNNARRATED_EVENTS: Final = (
    *("table-opened", "decks-brought", "deck-brought", "round-began", "round-closed", "deck-shuffled"),
    *("decks-swapped", "recorded"),
)
"""Entries of the house's routine: nobody calls them out in a session."""


Taken = TypeVar("Taken")


class TableAdapter:
    """The table of one session, and what lies beside it: decks to be dealt, dice to be thrown."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    """Fields of a case that only this kind of table has."""
    TABLE: ClassVar[type[Table]]
    ROUND_END_EVENTS: ClassVar[tuple[str, ...]] = ()
    """Entries that end a round: a saved log expects the stacks after them."""
    PAUSED: ClassVar[dict[str, Any]] = {}
    """What a case says where the dealer does nothing by himself."""

    def __init__(self, facts: CaseReader, book: str, game: str) -> None:
        self.facts = facts
        self.book = book
        self.game = game
        self.table: Any = None
        """The table, once it is open."""
        self.named = _named(facts)
        """Everybody whom the session names, besides what it expects."""
        self.taken = 0
        """Decks or throws that have been taken of those that lie ready."""
        self._dealer: Narrator | None = None

    # What each kind says for itself

    @classmethod
    def books(cls, game: str) -> list[str]:
        """The books by which a game is played at this kind of table."""
        raise NotImplementedError

    @classmethod
    def default_sign(cls, book: str, game: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """A sign that the book accepts, as plain data, where the case says nothing else.

        `given` is what the case does say: blinds follow from limits.
        """
        raise NotImplementedError

    def opening(self, sign: dict[str, Any]) -> Command:
        """The command that opens the table."""
        raise NotImplementedError

    @classmethod
    def saved_opening(cls, command: Command) -> dict[str, Any]:
        """Fields of a case, besides the sign, that lead to this opening again."""
        return {}

    def prepare(self) -> None:
        """What is done when everybody sits and before the first command."""

    def fill_in_cards_or_dice(self, data: dict[str, Any]) -> dict[str, Any]:
        """A command with the cards or dice that the case has laid ready for it."""
        return data

    def pauses(self) -> bool:
        """Whether the table stands where the dealer could go on by himself."""
        return False

    def continue_deal(self, called: str) -> list[Any]:
        """What the dealer does by himself before the next line, which gives the command `called`."""
        return []

    def parse_spoken(self, seat: int, by: str, text: str) -> Command:
        """The command that somebody's words mean now."""
        raise NotImplementedError

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The cards of a view in short: by person, and on the table."""
        return {}

    def pots(self) -> list[list[Any]]:
        """Chips of every pot and the seats that can win it."""
        raise InvalidError("pots belong to poker")

    def title(self) -> str:
        """Game, book and stakes in words."""
        raise NotImplementedError

    # The same for all

    def take(self, ready: Sequence[Taken]) -> Taken | None:
        """The next deck or throw of those that lie ready; None if none is left."""
        if self.taken == len(ready):
            return None
        self.taken += 1
        return ready[self.taken - 1]

    def calls(self, entries: Sequence[Any]) -> list[ReasoningStep]:
        """What the dealer says to these entries, which are the last of the log; routine is passed over."""
        if self._dealer is None:
            self._dealer = narrator(self.table.sign)
            for entry in self.table.log[: len(self.table.log) - len(entries)]:
                self._dealer.narrate(entry)
        said = [call for entry in entries for call in self._dealer.narrate(entry)] + self._dealer.flush()
        return [
            ReasoningStep(call.text, call.clause) for call in said if call.entry.name not in UNNARRATED_EVENTS
        ]

    @property
    def people(self) -> dict[int, str]:
        """Everybody by his seat."""
        return {seat: player.name for seat, player in sorted(self.table.roster.players.items())}

    def stacks(self) -> dict[str, int]:
        """What lies before everybody."""
        company = self.table.roster
        return {name: company.stack(seat) for seat, name in self.people.items()}

    def view(self, person: str) -> dict[str, Any]:
        """What a person sees: the table's own view, and its cards in short."""
        found: dict[str, Any] = json.loads(to_json(self.table.view(person)))
        return {**found, **self.seen(found)}


def _named(facts: CaseReader) -> frozenset[str]:
    """Every word that can be a name: of who sits down, who acts, and whom a command is about."""
    found: set[str] = set()
    waiting: list[Any] = [facts.fields.get("people"), facts.fields.get("commands")]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            waiting += [each for name, each in value.items() if name not in ("expect", "title", "do", "act")]
    return frozenset(found)


def decks_of(facts: CaseReader) -> list[str]:
    """Cards laid ready round by round: the top of each deck, the rest of it below in order."""
    given = facts.fields.get("deck", [])
    if isinstance(given, str):
        given = [given]
    if not isinstance(given, list):
        raise facts.refuse("deck", "must be the cards of a deck as text, or a list of such decks")
    return [whole_deck(each, f"{facts.where}: deck[{at}]") for at, each in enumerate(given)]


def whole_deck(top: object, where: str) -> str:
    """All cards of a deck, those named on top."""
    if not isinstance(top, str):
        raise InvalidError(f"{where} must be cards as text, such as 'As Kd'")
    try:
        return cards_text(stacked_deck(top))
    except InvalidError as error:
        raise InvalidError(f"{where}: {error}") from None
