"""Session adapter for dice tables: default sign, prepared throws and spoken bets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.judge.case_fields import CaseReader
from hoyle.judge.sessions.table_adapter import TableAdapter
from hoyle.rulebooks.dice_registry import dice_books_for
from hoyle.table.command_base import Command
from hoyle.table.dice import commands
from hoyle.table.dice.game_registry import GAMES
from hoyle.table.dice.table import DiceTable
from hoyle.table.field_types import check_text as text_of

THROWN: Final = ("throw", "call-throw", "rule-throw", "uncover")
"""Commands that say how the dice lie."""

_THROW: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_STAKE: Final = re.compile(r" ([0-9]{1,13})(?: on ([0-9a-z-]{1,20}))?", re.ASCII)
_PLAIN: Final[dict[str, type[Command]]] = {
    "accept": commands.Accept,
    "decline": commands.Decline,
    "pass the dice": commands.PassDice,
    "pass the shaker": commands.PassDice,
    "ask for the shaker": commands.Ask,
    "throw": commands.Release,
}
_CHANGED: Final[dict[str, type[Command]]] = {
    "take down": commands.TakeDown,
    "call on": commands.CallOn,
    "call off": commands.CallOff,
}
_ODDS: Final = "_odds"


class DiceTableAdapter(TableAdapter):
    """A table for craps or mini-dice."""

    FIELDS: ClassVar[tuple[str, ...]] = ("dice", "shooter")
    TABLE: ClassVar[type[DiceTable]] = DiceTable
    ROUND_END_EVENTS: ClassVar[tuple[str, ...]] = ("decided",)

    def __init__(self, facts: CaseReader, book: str, game: str) -> None:
        super().__init__(facts, book, game)
        self.throws = _throws(facts)

    @classmethod
    def books(cls, game: str) -> list[str]:
        return list(dice_books_for(game))

    @classmethod
    def default_sign(cls, book: str, game: str, given: Mapping[str, Any]) -> dict[str, Any]:
        sign: DiceSign = GAMES[game].sign(book=book)
        return sign.facts()

    def opening(self, sign: dict[str, Any]) -> Command:
        return commands.OpenTable(game=self.game, sign=sign)

    def prepare(self) -> None:
        """Offer dice or shaker until the shooter of the case has them."""
        facts, table = self.facts, self.table
        if not facts.has("shooter"):
            return
        chosen = facts.get("shooter")
        seat = next((seat for seat, name in self.people.items() if chosen in (seat, name)), 0)
        if not seat or isinstance(chosen, bool):
            raise facts.refuse("shooter", "must be somebody who sits at the table")
        try:
            table.offer()
            while (asked := table.state.play.offering[0]) != self.people[seat]:
                table.decline(table.roster.seat_of(asked))
            table.accept(seat)
        except HoyleError as error:
            raise InvalidError(f"{facts.where}: shooter: {error}") from None

    def fill_in_cards_or_dice(self, data: dict[str, Any]) -> dict[str, Any]:
        if data.get("do") not in THROWN or "one" in data or "other" in data:
            return data
        rest = {name: value for name, value in data.items() if name != "dice"}
        if "dice" in data:
            one, other = _faces(data["dice"], "dice")
        elif (thrown := self.take(self.throws)) is not None:
            one, other = thrown
        else:
            return data
        return {**rest, "one": one, "other": other}

    def parse_spoken(self, seat: int, by: str, text: str) -> Command:
        """``pass 10``, ``place 12 on 6``, ``hop 5 on 5-4``, ``pass odds 20``, ``take down w3``..."""
        said = " ".join(text_of(text, "action", 200).lower().replace("'", "").split())
        if said in _PLAIN:
            return _PLAIN[said](seat=seat)
        for start, kind in _CHANGED.items():
            if said.startswith(f"{start} "):
                return kind(seat=seat, wager=said.removeprefix(f"{start} "))
        # Longest first: "pass odds" is no stake on "pass".
        for kind_of in sorted(self.table.sign.book.wagers, key=len, reverse=True):
            name = kind_of.replace("_", " ")
            if said.startswith(name) and (shape := _STAKE.fullmatch(said, len(name))):
                on = self._on(by, kind_of, shape[2])
                return commands.Bet(seat=seat, kind=kind_of, amount=int(shape[1]), **on)
        wagers = ", ".join(kind_of.replace("_", " ") for kind_of in self.table.sign.book.wagers)
        raise InvalidError(
            f"{text!r} is nothing a player says here: chips on a wager, as in place 12 on 6 ({wagers}), "
            f"take down w3, call on w3, call off w3, {', '.join(_PLAIN)}"
        )

    def _on(self, by: str, kind: str, on: str | None) -> dict[str, Any]:
        """What a wager stands on: a number, two faces, or for odds the flat bet they support."""
        if kind.endswith(_ODDS):
            flat = kind.removesuffix(_ODDS)
            live = [wager for wager in self.table.state.play.live if wager.owner == by and wager.kind == flat]
            if on is None:
                return {"on": live[-1].id} if live else {}
            by_number = [wager.id for wager in live if str(wager.number) == on]
            return {"on": by_number[-1] if by_number else on}
        if on is None:
            return {}
        if on.isdecimal():
            return {"number": int(on[:4])}
        return {"faces": on}

    def title(self) -> str:
        return f"{self.game.capitalize()}, by {self.book}"


def _throws(facts: CaseReader) -> list[tuple[int, int]]:
    """The dice of a case, throw by throw: ``"3-3 4-2"`` or ``[[3, 3], [4, 2]]``."""
    given = facts.fields.get("dice", [])
    if isinstance(given, str):
        given = given.split()
    if not isinstance(given, list):
        raise facts.refuse("dice", "must be throws such as '3-3 4-2'")
    return [_faces(each, f"{facts.where}: dice[{at}]") for at, each in enumerate(given)]


def _faces(value: object, where: str) -> tuple[int, int]:
    if isinstance(value, str) and (shape := _THROW.fullmatch(value)):
        return int(shape[1]), int(shape[2])
    if isinstance(value, list) and len(value) == 2 and all(type(each) is int for each in value):
        one, other = value
        if 1 <= one <= 6 and 1 <= other <= 6:
            return one, other
    raise InvalidError(f"{where} must be two faces, such as '3-4'")
