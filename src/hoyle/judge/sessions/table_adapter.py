"""Base class of the adapters that run judge session cases on each kind of table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, TypeVar

from hoyle.core.cards import cards_text, stacked_deck
from hoyle.core.errors import InvalidError
from hoyle.history.narration import Narrator, narrator
from hoyle.judge.case_types.session_case import SessionCase
from hoyle.judge.ruling import ReasoningStep
from hoyle.table.base import Table
from hoyle.table.command_base import Command
from hoyle.table.log.json_output import to_json

UNNARRATED_EVENTS: Final = (
    *("table-opened", "decks-brought", "deck-brought", "round-began", "round-closed", "deck-shuffled"),
    *("decks-swapped", "note-recorded"),
)
"""Events of the house's routine, which a session does not narrate."""

CASE_NAMES: Final = {
    "kill_button": "kill",
    "round_number": "number",
    "banker_net": "bank",
    "chips_on_layout": "layout",
    "dice_out": "released",
    "equipment": "held",
    "has_points": "goes_by_points",
}
"""Names that parts of a view have in cases (docs/cases.md), where they differ."""

Taken = TypeVar("Taken")


class TableAdapter:
    """Base adapter of a session's table, with the decks to be dealt or the dice to be thrown."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    """Case fields that only this kind of table has."""
    TABLE: ClassVar[type[Table]]
    ROUND_END_EVENTS: ClassVar[tuple[str, ...]] = ()
    """Events that end a round: a case made from a log expects the stacks after them."""
    PAUSED: ClassVar[dict[str, Any]] = {}
    """Case fields that turn off the automatic continuation of a deal."""
    table: Table
    """The table, once the session has begun."""

    def __init__(self, case: SessionCase, book: str, game: str) -> None:
        self.case = case
        self.book = book
        self.game = game
        self.named = _possible_names(case)
        """Names of people in the session, those in its expectations excepted."""
        self.taken = 0
        """Number of prepared decks or throws that have been used."""
        self._narrator: Narrator | None = None

    # Overridden by each kind of table

    @classmethod
    def books(cls, game: str) -> list[str]:
        """Return the ids of the rulebooks that have this game."""
        raise NotImplementedError

    @classmethod
    def default_sign(cls, book: str, game: str, posted: Mapping[str, Any]) -> dict[str, Any]:
        """Build a default posted sign that the rulebook accepts, as plain data.

        `posted` is the sign of the case: blinds follow from limits.
        """
        raise NotImplementedError

    def opening(self, sign: dict[str, Any]) -> Command:
        """Build the command that opens the session's table."""
        raise NotImplementedError

    @classmethod
    def saved_opening(cls, command: Command) -> dict[str, Any]:
        """Return the case fields, besides the sign, that reproduce the opening of a table."""
        return {}

    def prepare(self) -> None:
        """Prepare a session's table after the players are seated and before the first command."""

    def fill_in_cards_or_dice(self, data: dict[str, Any]) -> dict[str, Any]:
        """Add the prepared cards or dice of the case to a command."""
        return data

    def pauses(self) -> bool:
        """Whether the deal is paused where the dealer could continue it."""
        return False

    def continue_deal(self, next_command: str) -> list[Any]:
        """Continue a paused deal before the next line, whose command is `next_command`; return the events."""
        return []

    def parse_spoken(self, seat: int, by: str, text: str) -> Command:
        """Parse a player's spoken call into a command."""
        raise NotImplementedError

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """Return the cards of a view as text: by person, and on the table."""
        return {}

    def pots(self) -> list[list[Any]]:
        """Return the chips of every pot, and the seats that can win it."""
        raise InvalidError("pots belong to poker")

    def title(self) -> str:
        """Return the headline of a session: game, rulebook and stakes."""
        raise NotImplementedError

    # Shared

    def take(self, prepared: Sequence[Taken]) -> Taken | None:
        """Take the next prepared deck or throw; None if none is left."""
        if self.taken == len(prepared):
            return None
        self.taken += 1
        return prepared[self.taken - 1]

    def calls(self, entries: Sequence[Any]) -> list[ReasoningStep]:
        """Narrate the last events of the log as the dealer would, without routine ones."""
        if self._narrator is None:
            self._narrator = narrator(self.table.sign)
            for entry in self.table.log[: len(self.table.log) - len(entries)]:
                self._narrator.narrate(entry)
        calls = [call for entry in entries for call in self._narrator.narrate(entry)] + self._narrator.flush()
        return [ReasoningStep(call.text, call.clause) for call in calls if call.entry.name not in UNNARRATED_EVENTS]

    @property
    def people(self) -> dict[int, str]:
        """Names of a session's seated players, by seat."""
        return {seat: player.name for seat, player in sorted(self.table.roster.players.items())}

    def stacks(self) -> dict[str, int]:
        """Return the chips of every seated player, by name."""
        roster = self.table.roster
        return {name: roster.stack(seat) for seat, name in self.people.items()}

    def view(self, person: str) -> dict[str, Any]:
        """Return a person's view of the table, with its cards also as text."""
        view: dict[str, Any] = json.loads(to_json(self.table.view(person)))
        return {**{CASE_NAMES.get(name, name): part for name, part in view.items()}, **self.seen(view)}


def _possible_names(case: SessionCase) -> frozenset[str]:
    """Collect every string that may be a person's name: in `people`, and in the fields of commands."""
    names = {person.name for person in case.people or []}
    stack: list[Any] = [case.commands]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            names.add(value)
        elif isinstance(value, list):
            stack += value
        elif isinstance(value, dict):
            stack += [item for name, item in value.items() if name not in ("expect", "title", "do", "act")]
    return frozenset(names)


def decks_of(case: SessionCase) -> list[str]:
    """Return the prepared decks, one per round: the cards of the case on top, the rest in order."""
    decks = [case.deck] if isinstance(case.deck, str) else case.deck or []
    return [whole_deck(cards, f"deck[{index}]") for index, cards in enumerate(decks)]


def whole_deck(top: object, location: str) -> str:
    """Build a full deck with the named cards on top, as text."""
    if not isinstance(top, str):
        raise InvalidError(f"{location} must be cards as text, such as 'As Kd'")
    try:
        return cards_text(stacked_deck(top))
    except InvalidError as error:
        raise InvalidError(f"{location}: {error}") from None
