"""Reader of the fields of a PHH hand, which validates them: every error names file, line and field."""

from __future__ import annotations

from calendar import monthrange
from datetime import time
from decimal import Decimal
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.history.phh.action_notation import line_of, to_chips

_DATE: Final = {"year": (1, 9999), "month": (1, 12), "day": (1, 31)}
_LEAP_YEAR: Final = 2000


class Fields:
    """Fields of one hand of a PHH file, validated as they are read."""

    def __init__(self, table: dict[str, Any], text: str, source: str, key: str) -> None:
        self.table = table
        self.text = text
        self.source = source
        self.key = key
        """Key of the hand in a file of many."""
        self.players = 0
        self.scale = 1

    def place(self) -> str:
        """Return the location of the PHH hand for error messages: file and key."""
        return (self.source or "hand") + (f" [{self.key}]" if self.key else "")

    def wrong(self, key: str, expected: str, *, got: bool = True) -> InvalidError:
        """Build the error about a PHH field, for the caller to raise: location, value, what was expected."""
        line = line_of(self.text, key, table=self.key)
        value = f" = {_short(self.table[key])}" if got and key in self.table else ""
        return InvalidError(f"{self.place()}{f' line {line}' if line else ''}: {key}{value}: {expected}")

    def get(self, key: str) -> Any:
        """Return the value of a PHH field; refuse a hand without it."""
        if key not in self.table:
            raise self.wrong(key, "missing")
        return self.table[key]

    def absent(self, *keys: str) -> None:
        """Refuse a PHH hand that has one of these fields."""
        for key in keys:
            if key in self.table:
                raise self.wrong(key, f"{self.table['variant']} has no such field")

    def number(self, key: str, value: Any, *, least: int | None) -> int | None:
        """Convert an amount of a PHH file to chips; None for infinity."""
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise self.wrong(key, f"{_short(value)} is not an amount")
        if isinstance(value, Decimal) and value.is_infinite() and value > 0:
            return None
        try:
            chips = to_chips(value, self.scale)
        except InvalidError as error:
            raise self.wrong(key, str(error)) from None
        if least is not None and chips < least:
            expected = "more than 0" if least else "0 or more"
            raise self.wrong(key, f"{value} is too little; expected {expected}")
        return chips

    def written(self, chips: int) -> str:
        """Return chips as an amount in the PHH file's own unit."""
        return f"{Decimal(chips) / self.scale:f}"

    def amount(self, key: str, *, least: int = 1) -> int:
        """Read a PHH field that has one finite amount."""
        chips = self.number(key, self.get(key), least=least)
        if chips is None:
            raise self.wrong(key, "expected a finite amount")
        return chips

    def amounts(self, key: str, *, least: int | None = None) -> tuple[int | None, ...]:
        """Read a PHH field that has one amount for each player."""
        values = self.get(key)
        if not isinstance(values, list):
            raise self.wrong(key, f"expected {self.players} amounts")
        if len(values) != self.players:
            raise self.wrong(
                key, f"{len(values)} amounts for {self.players} players (starting_stacks has {self.players})"
            )
        return tuple([self.number(key, value, least=least) for value in values])

    def finite(self, key: str, *, least: int | None = None) -> tuple[int, ...]:
        """Read a PHH field that has one finite amount for each player."""
        amounts = self.amounts(key, least=least)
        finite_amounts = tuple([chips for chips in amounts if chips is not None])
        if len(finite_amounts) < len(amounts):
            raise self.wrong(key, "expected finite amounts")
        return finite_amounts

    def check_each(self, key: str, kind: type) -> None:
        """Check that an optional PHH list has one item of the right type for each player."""
        values = self.table.get(key)
        if values is None:
            return
        if not isinstance(values, list) or not all(isinstance(value, kind) for value in values):
            raise self.wrong(key, f"expected {self.players} {'names' if kind is str else 'numbers'}")
        if len(values) != self.players:
            raise self.wrong(key, f"{len(values)} entries for {self.players} players")

    def check_date(self) -> None:
        """Check that the date fields of a PHH hand are valid, where they are given."""
        for key, (least, most) in _DATE.items():
            value = self.table.get(key, least)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise self.wrong(key, f"expected a whole number from {least} to {most}")
        month, day = self.table.get("month", 1), self.table.get("day", 1)
        if day > monthrange(self.table.get("year", _LEAP_YEAR), month)[1]:
            raise self.wrong("day", f"month {month} has no such day")
        if not isinstance(self.table.get("time", time()), time):
            raise self.wrong("time", "expected a time such as 20:15:00")

    def flag(self, key: str, *, default: bool) -> bool:
        """Read an optional PHH field that is true or false."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, "expected true or false")
        return value

    def count(self, key: str, default: int) -> int:
        """Read an optional PHH field that is a whole number."""
        value = self.table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.wrong(key, "expected a whole number")
        return value


def _short(value: Any) -> str:
    """Return a value of a PHH field as text of at most 60 characters, for error messages."""
    text = f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
