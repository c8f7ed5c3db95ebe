"""Adapter that runs judge session cases on a house card table: default sign, stacked decks and spoken wagers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from hoyle.core.cards import parse_cards
from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_text as text_of
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.wager_limits import later_range
from hoyle.judge.case_types.session_case import SessionCase
from hoyle.judge.sessions.table_adapter import TableAdapter, decks_of, whole_deck
from hoyle.rulebooks.house_card_registry import BOOKS
from hoyle.table.command_base import Command
from hoyle.table.house_cards import commands
from hoyle.table.house_cards.table import HouseCardTable

_DECISION: Final = re.compile(r"(fold|stand|play)(?: ([0-9]{1,13})(x?))?(?: at ([0-9]{1,2}))?", re.ASCII)
_WAGER: Final = re.compile(r"([a-z ]{1,30}) ([0-9]{1,13})(?: at ([0-9]{1,2}))?", re.ASCII)
_BACK: Final = re.compile(r"take back ([a-z ]{1,30})(?: at ([0-9]{1,2}))?", re.ASCII)
CUT: Final = 26
"""Cards that are cut."""


class HouseCardTableAdapter(TableAdapter):
    """Session adapter for a house card table."""

    FIELDS: ClassVar[tuple[str, ...]] = ("deck", "sealed")
    TABLE: ClassVar[type[HouseCardTable]] = HouseCardTable
    table: HouseCardTable
    ROUND_END_EVENTS: ClassVar[tuple[str, ...]] = ("round-closed",)

    def __init__(self, case: SessionCase, book: str, game: str) -> None:
        super().__init__(case, book, game)
        self.decks = decks_of(case)

    @classmethod
    def books(cls, game: str) -> list[str]:
        return [id for id, book in BOOKS.items() if game in book.games]

    @classmethod
    def default_sign(cls, book: str, game: str, posted: Mapping[str, Any]) -> dict[str, Any]:
        return HouseCardSign(game, book=book).facts()

    def opening(self, sign: dict[str, Any]) -> Command:
        return commands.OpenTable(sign=sign)

    @classmethod
    def saved_opening(cls, command: Command) -> dict[str, Any]:
        return {"sealed": True}

    def prepare(self) -> None:
        """Open the decks, unless the case has them sealed."""
        if not self.case.sealed:
            self.table.open_decks()

    def fill_in_cards_or_dice(self, data: dict[str, Any]) -> dict[str, Any]:
        command, table = data.get("do"), self.table
        if command == "shuffle":
            if "cards" in data:
                return {**data, "cards": whole_deck(data["cards"], "cards")}
            return {**data, "cards": self.take(self.decks) or ""}
        needs_deck = command == "open-wagers" and table.is_between_rounds() and not table.state.rack.ready
        if needs_deck and (deck := self.take(self.decks)) is not None:
            stack_deck(table, parse_cards(deck))
        return data

    def parse_spoken(self, seat: int, by: str, text: str) -> Command:
        """Parse ``ante 10``, ``pair plus 5``, ``take back ante``, ``play``, ``play 2x``, ``fold``..."""
        call = " ".join(text_of(text, "action", 200).lower().replace("_", " ").split())
        opening = {wager.replace("_", " "): wager for wager in self.table.sign.opening}
        if match := _DECISION.fullmatch(call):
            verb, amount, times, spot = match.groups()
            place = {"seat": seat, "spot": int(spot or 0)}
            if verb == "fold":
                return commands.Fold(**place)
            if verb == "stand":
                return commands.Stand(**place)
            return commands.Play(**place, chips=self._later_chips(seat, int(spot or 0), amount, times=bool(times)))
        if (match := _BACK.fullmatch(call)) and match[1] in opening:
            return commands.Withdraw(seat=seat, spot=int(match[2] or 0), wager=opening[match[1]])
        if (match := _WAGER.fullmatch(call)) and match[1] in opening:
            wager, spot = opening[match[1]], int(match[3] or 0)
            return commands.Wager(seat=seat, spot=spot, wager=wager, chips=int(match[2]))
        wagers = ", ".join(f"{wager} 10" for wager in opening)
        raise InvalidError(
            f"{text!r} is not a call here; expected {wagers}, take back ante, play, play 20, play 2x, "
            "stand or fold; each may name the place: at 4"
        )

    def _later_chips(self, seat: int, spot: int, amount: str | None, *, times: bool) -> int:
        """Chips of a later wager: the amount given, a multiple of the Ante, or the minimum."""
        if amount is not None and not times:
            return int(amount)
        round_ = self.table.state.round
        place = None if round_ is None else round_.places.get(spot or self.table.playing_round().turn)
        ante = 0 if place is None else place.wagers.get(ANTE, 0)
        if amount is not None or round_ is None or not ante:
            return ante * int(amount or 1)
        later_wagers = self.table.sign.definition.later
        return later_range(self.table.sign, later_wagers[min(round_.stage, len(later_wagers) - 1)], ante)[0]

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        round_ = view["round"]
        if round_ is None:
            return {"cards": {}, "board": ""}
        hands: dict[str, str] = {"dealer": " ".join(round_["dealer"])} if round_["dealer"] else {}
        for place in round_["positions"]:
            owner = place["owner"]
            name = owner if owner not in hands else f"{owner} at {place['seat']}"
            hands[name] = " ".join(place["cards"])
        return {"cards": hands, "board": " ".join(round_["community"])}

    def title(self) -> str:
        return f"{self.game.replace('-', ' ').title()}, by {self.book}"


def stack_deck(table: HouseCardTable, cards: list[int]) -> None:
    """Shuffle in these cards so that the first is dealt first; cut as the dealer does, unless a shuffler is in use."""
    if table.sign.shuffler:
        table.shuffle(cards)
        return
    table.shuffle([*cards[-CUT:], *cards[:-CUT]])
    table.cut(CUT)
