"""Session adapter for poker tables: default sign, prepared decks, spoken actions and pots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from hoyle.core.cards import DECK, cards_text, parse_cards
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.games.poker.variants import VARIANTS
from hoyle.judge.case_types.session_case import SessionCase
from hoyle.judge.poker.table_setup import default_sign
from hoyle.judge.sessions.table_adapter import TableAdapter, decks_of, whole_deck
from hoyle.rulebooks import BOOKS, poker_book
from hoyle.table.command_base import Command, name_of
from hoyle.table.poker import command_parser, commands
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.table import PokerTable

_BETWEEN_STREETS: Final = (
    *(name_of(kind) for kind in (commands.DealOn, commands.HouseRuling, commands.CountStub)),
    *(name_of(kind) for kind in commands.REPORTS),
)
"""Commands that a case may give between the streets of an all-in."""
DECK_NAMES: Final = ("first", "second")


class PokerTableAdapter(TableAdapter):
    """Session adapter for a poker table."""

    FIELDS: ClassVar[tuple[str, ...]] = ("deck", "button", "deck_names", "run_out")
    TABLE: ClassVar[type[PokerTable]] = PokerTable
    table: PokerTable
    ROUND_END_EVENTS: ClassVar[tuple[str, ...]] = ("round-closed",)
    PAUSED: ClassVar[dict[str, Any]] = {"run_out": False}

    def __init__(self, case: SessionCase, book: str, game: str) -> None:
        super().__init__(case, book, game)
        self.decks = decks_of(case)
        self.runs_out = case.run_out is not False

    @classmethod
    def books(cls, game: str) -> list[str]:
        return [id for id in BOOKS if game in VARIANTS and game in poker_book(id).games]

    @classmethod
    def default_sign(cls, book_id: str, game: str, posted: Mapping[str, Any]) -> dict[str, Any]:
        return default_sign(poker_book(book_id), game, posted)

    def opening(self, sign: dict[str, Any]) -> Command:
        names = DECK_NAMES if self.case.deck_names is None else tuple(self.case.deck_names)
        return commands.OpenTable(sign=PostedSign.read(sign).facts(), decks=names)

    @classmethod
    def saved_opening(cls, command: Command) -> dict[str, Any]:
        assert isinstance(command, commands.OpenTable)
        return {} if command.decks == DECK_NAMES else {"deck_names": list(command.decks)}

    def prepare(self) -> None:
        """Place the button: draw the cards of the case, or an ace for the seat it names."""
        given, button = self.case.button, 0
        if given is None:
            return
        if isinstance(given, dict):
            draw = {str(self._resolve_seat(key)): card for key, card in given.items()}
        else:
            button = self._resolve_seat(given)
            other_seats = [seat for seat in self.people if seat != button]
            low = [cards_text([card]) for card in DECK]
            draw = {str(button): "As", **{str(seat): low[index] for index, seat in enumerate(other_seats)}}
            if self.table.page.button_start.value == "dealers-right":
                draw = {}
        try:
            self.table.do(commands.DrawButton(draw=draw))
        except HoyleError as error:
            raise InvalidError(f"button: {error}") from None
        if button and self.table.button != button:
            raise InvalidError(f"button starts at seat {self.table.button} by {self.book}, not at {button}")

    def _resolve_seat(self, player: int | str) -> int:
        """Return a seat by its number or by the name of its player."""
        for seat, name in self.people.items():
            if player in (seat, str(seat), name):
                return seat
        raise InvalidError("button must be a seat that is taken, or one card for each seat")

    def fill_in_cards_or_dice(self, data: dict[str, Any]) -> dict[str, Any]:
        command = data.get("do")
        if command == "deal":
            if "deck" in data:
                return {**data, "deck": whole_deck(data["deck"], "deck")}
            if not self.table.playing and not self.table.state.rack.ready:
                deck = self.take(self.decks)
                return {**data, "deck": deck} if deck else data
        if command == "shuffle" and "places" not in data:
            return self._complete_shuffle(data)
        if command == "draw-button" and isinstance(data.get("draw"), dict):
            seats = {name: str(seat) for seat, name in self.people.items()}
            return {**data, "draw": {seats.get(key, key): card for key, card in data["draw"].items()}}
        return data

    def _complete_shuffle(self, data: dict[str, Any]) -> dict[str, Any]:
        """Complete a shuffle command: the named cards on top, then the others in order."""
        table, top = self.table, data.get("cards", "")
        if not table.playing or table.playing_round().pending != "shuffle":
            return {**data, "cards": whole_deck(top, "cards")}
        if not isinstance(top, str):
            return data
        top_cards, undealt = parse_cards(top), table.cards_to_shuffle()
        if not set(top_cards) <= set(undealt):
            return data
        places = [
            undealt.index(card) + 1
            for card in (*top_cards, *(other_card for other_card in undealt if other_card not in top_cards))
        ]
        return {**{key: value for key, value in data.items() if key != "cards"}, "places": places}

    def continue_deal(self, next_command: str) -> list[Any]:
        """Run out an all-in, unless the next line comes before the next street, or `run_out` is false."""
        entries: list[Any] = []
        while self.runs_out and next_command not in _BETWEEN_STREETS and self.pauses():
            entries += self.table.do(commands.DealOn())
        return entries

    def pauses(self) -> bool:
        return bool(self.table.playing) and self.table.playing_round().pending == "street"

    def parse_spoken(self, seat: int, by: str, text: str) -> Command:
        return command_parser.parse_command(self.table, seat, text)

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        round_ = view["round"]
        if round_ is None:
            return {"cards": {}, "board": ""}
        hands = {hand["person"]: " ".join(hand["cards"]) for hand in round_["hands"]}
        return {"cards": hands, "board": " ".join(round_["board"])}

    def pots(self) -> list[list[Any]]:
        round_ = self.table.view("").round
        return [] if round_ is None else [[pot.chips, list(pot.seats)] for pot in round_.pots]

    def title(self) -> str:
        sign = self.table.sign
        limits = "/".join(str(limit) for limit in sign.limits)
        return f"{VARIANTS[self.game].title}, by {self.book}; {sign.structure} {limits}"
