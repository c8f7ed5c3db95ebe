"""Session adapter for dice tables: default sign, prepared throws and spoken bets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import check_text as text_of
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.judge.case_types.session_case import SessionCase
from hoyle.judge.sessions.table_adapter import TableAdapter
from hoyle.rulebooks.dice_registry import dice_books_for
from hoyle.table.command_base import Command
from hoyle.table.dice import commands
from hoyle.table.dice.game_registry import GAMES
from hoyle.table.dice.table import DiceTable

THROWN: Final = ("throw", "call-throw", "rule-throw", "uncover")
"""Commands that carry the faces of the dice."""

_THROW: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_STAKE: Final = re.compile(r" ([0-9]{1,13})(?: on ([0-9a-z-]{1,20}))?", re.ASCII)
_COMMAND_OF_PHRASE: Final[dict[str, type[Command]]] = {
    "accept": commands.Accept,
    "decline": commands.Decline,
    "pass the dice": commands.PassDice,
    "pass the shaker": commands.PassDice,
    "ask for the shaker": commands.AskForShaker,
    "throw": commands.ReleaseDice,
}
_CHANGE_OF_PREFIX: Final[dict[str, type[Command]]] = {
    "take down": commands.TakeDown,
    "call on": commands.CallOn,
    "call off": commands.CallOff,
}
_ODDS: Final = "_odds"


class DiceTableAdapter(TableAdapter):
    """Session adapter for a craps or mini-dice table."""

    FIELDS: ClassVar[tuple[str, ...]] = ("dice", "shooter")
    TABLE: ClassVar[type[DiceTable]] = DiceTable
    table: DiceTable
    ROUND_END_EVENTS: ClassVar[tuple[str, ...]] = ("decided",)

    def __init__(self, case: SessionCase, book: str, game: str) -> None:
        super().__init__(case, book, game)
        self.throws = _throws(case)

    @classmethod
    def books(cls, game: str) -> list[str]:
        return list(dice_books_for(game))

    @classmethod
    def default_sign(cls, book: str, game: str, posted: Mapping[str, Any]) -> dict[str, Any]:
        sign: DiceSign = GAMES[game].sign(book=book)
        return sign.facts()

    def opening(self, sign: dict[str, Any]) -> Command:
        return commands.OpenTable(game=self.game, sign=sign)

    def prepare(self) -> None:
        """Offer dice or shaker until the shooter of the case has them."""
        table, shooter = self.table, self.case.shooter
        if shooter is None:
            return
        seat = next((seat for seat, name in self.people.items() if shooter in (seat, name)), 0)
        if not seat:
            raise InvalidError("shooter must be a player who sits at the table")
        try:
            table.offer()
            while (player := table.state.play.offering[0]) != self.people[seat]:
                table.decline(table.roster.seat_of(player))
            table.accept(seat)
        except HoyleError as error:
            raise InvalidError(f"shooter: {error}") from None

    def fill_in_cards_or_dice(self, data: dict[str, Any]) -> dict[str, Any]:
        if data.get("do") not in THROWN or "one" in data or "other" in data:
            return data
        fields = {name: value for name, value in data.items() if name != "dice"}
        if "dice" in data:
            first_die, second_die = _read_faces(data["dice"], "dice")
        elif (throw := self.take(self.throws)) is not None:
            first_die, second_die = throw
        else:
            return data
        return {**fields, "one": first_die, "other": second_die}

    def parse_spoken(self, seat: int, by: str, text: str) -> Command:
        """Parse ``pass 10``, ``place 12 on 6``, ``hop 5 on 5-4``, ``pass odds 20``, ``take down w3``..."""
        call = " ".join(text_of(text, "action", 200).lower().replace("'", "").split())
        if call in _COMMAND_OF_PHRASE:
            return _COMMAND_OF_PHRASE[call](seat=seat)
        for prefix, command in _CHANGE_OF_PREFIX.items():
            if call.startswith(f"{prefix} "):
                return command(seat=seat, wager=call.removeprefix(f"{prefix} "))
        # Longest first, so that "pass odds" is not read as a stake on "pass".
        for kind in sorted(self.table.sign.rulebook.wagers, key=len, reverse=True):
            name = kind.replace("_", " ")
            if call.startswith(name) and (match := _STAKE.fullmatch(call, len(name))):
                target = self._target_fields(by, kind, match[2])
                return commands.Bet(seat=seat, kind=kind, amount=int(match[1]), **target)
        wagers = ", ".join(kind.replace("_", " ") for kind in self.table.sign.rulebook.wagers)
        raise InvalidError(
            f"{text!r} is not a call here; expected chips on a wager, as in place 12 on 6 ({wagers}), "
            f"take down w3, call on w3, call off w3, {', '.join(_COMMAND_OF_PHRASE)}"
        )

    def _target_fields(self, by: str, kind: str, target: str | None) -> dict[str, Any]:
        """Fields for what a wager is on: a number, two faces, or for odds the flat bet they support."""
        if kind.endswith(_ODDS):
            flat = kind.removesuffix(_ODDS)
            live = [wager for wager in self.table.state.play.live if wager.owner == by and wager.kind == flat]
            if target is None:
                return {"on": live[-1].id} if live else {}
            by_number = [wager.id for wager in live if str(wager.number) == target]
            return {"on": by_number[-1] if by_number else target}
        if target is None:
            return {}
        if target.isdecimal():
            return {"number": int(target[:4])}
        return {"faces": target}

    def title(self) -> str:
        return f"{self.game.capitalize()}, by {self.book}"


def _throws(case: SessionCase) -> list[tuple[int, int]]:
    """Return the throws of a case: ``"3-3 4-2"`` or ``[[3, 3], [4, 2]]``."""
    throws = case.dice.split() if isinstance(case.dice, str) else case.dice or []
    return [_read_faces(throw, f"dice[{index}]") for index, throw in enumerate(throws)]


def _read_faces(value: object, location: str) -> tuple[int, int]:
    if isinstance(value, str) and (match := _THROW.fullmatch(value)):
        return int(match[1]), int(match[2])
    if isinstance(value, list) and len(value) == 2 and all(type(face) is int for face in value):
        first_die, second_die = value
        if 1 <= first_die <= 6 and 1 <= second_die <= 6:
            return first_die, second_die
    raise InvalidError(f"{location} must be two faces, such as '3-4'")
