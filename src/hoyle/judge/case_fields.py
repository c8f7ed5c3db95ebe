"""Validating reader of case fields: every error names the case and the field.

`CaseReader` wraps one JSON object. Reading a field checks its type; unknown fields are refused in the
constructor.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from hoyle.core.cards import card_text, parse_card, parse_cards
from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.name_matching import match_name, suggest_name
from hoyle.core.validation import MAX_CHIPS, number_text
from hoyle.games.aliases import find_game

SEAT_DIGITS: Final = 9


class CaseReader:
    """Reader of one JSON object of a case, with its location for errors."""

    def __init__(self, value: object, location: str, allowed: Collection[str] | None = None) -> None:
        self.where = location
        if not isinstance(value, dict):
            raise InvalidError(f"{location} must be an object, not {shown(value)}")
        self.fields: dict[str, Any] = value
        for name in value:
            if allowed is not None and name not in allowed:
                raise self.refuse(str(name), f"is unknown here; the fields are {', '.join(allowed)}")

    def refuse(self, name: str, why: str) -> InvalidError:
        """Build the error about one field of a case, for the caller to raise."""
        return InvalidError(f"{self.where}: {name} {why}")

    def has(self, name: str) -> bool:
        """Whether the case has this field and it is not null."""
        return self.fields.get(name) is not None

    def get(self, name: str) -> Any:
        if name not in self.fields:
            raise self.refuse(name, "is missing")
        return self.fields[name]

    def word(self, name: str, options: Iterable[str]) -> str:
        return self.read_word(name, self.get(name), options)

    def read_word(self, name: str, value: object, options: Iterable[str]) -> str:
        """Match a case's value with one of `options`, ignoring case; a game may go by its aliases."""
        names = list(options)
        match = match_name(value, names) if isinstance(value, str) else None
        if match is None and name == "game" and isinstance(value, str):
            aliased = find_game(value, names)
            match = None if aliased is None else aliased.game
        if match is None:
            hint = suggest_name(value, names) if isinstance(value, str) else ""
            hint = hint or f"it is one of {', '.join(names)}"
            raise self.refuse(name, f"cannot be {shown(value)}; {hint}")
        return match

    def flag(self, name: str) -> bool:
        value = self.get(name)
        if not isinstance(value, bool):
            raise self.refuse(name, f"must be true or false, not {shown(value)}")
        return value

    def count(self, name: str, least: int = 0, most: int | None = None) -> int:
        """Read a case field that holds a whole number within bounds."""
        return self.read_count(name, self.get(name), least, most)

    def count_or(self, name: str, default: int, least: int = 0) -> int:
        """Read a whole number from a case field, or return the default if the field is left out."""
        return self.count(name, least) if self.has(name) else default

    def counts(self, name: str, least: int = 0) -> list[int]:
        """Read a case field that holds a list of whole numbers."""
        return [
            self.read_count(f"{name}[{index}]", value, least) for index, value in enumerate(self.items(name))
        ]

    def amount(self, name: str, least: int = 0) -> Fraction:
        """Read a case field that holds a number, whole or not."""
        return self.read_amount(name, self.get(name), least)

    def read_amount(self, name: str, value: object, least: int = 0) -> Fraction:
        if isinstance(value, bool) or not isinstance(value, int | float) or not value >= least:
            raise self.refuse(name, f"must be a number, {least} or more, not {shown(value)}")
        if value > MAX_CHIPS:
            raise self.refuse(name, f"must be no more than {MAX_CHIPS:,}, not {shown(value)}")
        return Fraction(str(value))

    def seat(self, name: str) -> int:
        return self.count(name, 1)

    def seat_or_none(self, name: str) -> int | None:
        return self.seat(name) if self.has(name) else None

    def seats(self, name: str, least: int = 1) -> list[int]:
        """Read a case field that lists distinct seat numbers; return them sorted."""
        seats = self.counts(name, 1)
        if len(seats) < least:
            raise self.refuse(name, f"needs at least {least} seats, not {shown(seats)}")
        distinct: set[int] = set()
        for seat in seats:
            if seat in distinct:
                raise self.refuse(name, f"names seat {seat} twice")
            distinct.add(seat)
        return sorted(seats)

    def items(self, name: str) -> list[Any]:
        value = self.get(name)
        if not isinstance(value, list):
            raise self.refuse(name, f"must be a list, not {shown(value)}")
        return value

    def pairs(self, name: str) -> list[tuple[Any, Any]]:
        """Read a case field that holds a list of pairs."""
        pairs: list[tuple[Any, Any]] = []
        for index, value in enumerate(self.items(name)):
            if not isinstance(value, list) or len(value) != 2:
                raise self.refuse(f"{name}[{index}]", f"must be a list of two, not {shown(value)}")
            pairs.append((value[0], value[1]))
        return pairs

    def inner(self, name: str, allowed: Collection[str] | None = None) -> CaseReader:
        """Return a reader for a nested JSON object of the case."""
        return CaseReader(self.get(name), f"{self.where}: {name}", allowed)

    def inners(self, name: str, allowed: Collection[str]) -> list[CaseReader]:
        """Return a reader for each JSON object of a list in the case."""
        return [
            CaseReader(value, f"{self.where}: {name}[{index}]", allowed)
            for index, value in enumerate(self.items(name))
        ]

    def card(self, name: str) -> int:
        return self.read_card(name, self.get(name))

    def cards(self, name: str) -> list[int]:
        return self.read_cards(name, self.get(name))

    def read_cards(self, name: str, value: object) -> list[int]:
        """Parse playing cards from a case value: text such as `AhKd`, or a list of cards."""
        if isinstance(value, str):
            try:
                return parse_cards(value)
            except InvalidError as error:
                raise InvalidError(f"{self.where}: {name}: {error}") from None
        if not isinstance(value, list):
            raise self.refuse(name, f"must be cards such as 'AhKd' or ['Ah', 'Kd'], not {shown(value)}")
        return [self.read_card(f"{name}[{index}]", card) for index, card in enumerate(value)]

    def read_card(self, name: str, value: object) -> int:
        if not isinstance(value, str):
            raise self.refuse(name, f"must be a card such as 'Ah', not {shown(value)}")
        try:
            return parse_card(value)
        except InvalidError as error:
            raise InvalidError(f"{self.where}: {name}: {error}") from None

    def by_seat(self, name: str) -> dict[int, Any]:
        """Read a case field that maps seat numbers, written as text, to values."""
        inside = self.inner(name)
        values_by_seat: dict[int, Any] = {}
        for key, value in inside.fields.items():
            if not (key.isascii() and key.isdigit()) or len(key) > SEAT_DIGITS or int(key) < 1:
                raise self.refuse(name, f"has {shown(key)} where a seat number belongs")
            if int(key) in values_by_seat:
                raise self.refuse(name, f"names seat {int(key)} twice")
            values_by_seat[int(key)] = value
        if not values_by_seat:
            raise self.refuse(name, "names no seat")
        return dict(sorted(values_by_seat.items()))

    def read_count(self, name: str, value: object, least: int = 0, most: int | None = None) -> int:
        value = whole(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(name, f"must be a whole number, not {shown(value)}")
        if value < least or (most is not None and value > most):
            span = f"{least} or more" if most is None else f"from {least} to {most}"
            raise self.refuse(name, f"must be {span}, not {shown(value)}")
        if most is None and value > MAX_CHIPS:
            raise self.refuse(name, f"must be no more than {MAX_CHIPS:,}, not {shown(value)}")
        return value


def check_no_card_twice(facts: CaseReader, groups: Sequence[tuple[str, Sequence[int]]]) -> None:
    """Raise if a playing card is in two groups of a case, or twice in one."""
    place_of_card: dict[int, str] = {}
    for place, cards in groups:
        for card in cards:
            if card in place_of_card:
                raise facts.refuse(place, f"has {card_text(card)}, which is in {place_of_card[card]} too")
            place_of_card[card] = place


def with_location(location: str, error: HoyleError) -> HoyleError:
    """Prefix an error with its location in the case; keep clause and reading of an `IllegalError`."""
    text = str(error) if str(error).startswith(location) else f"{location}: {error}"
    if isinstance(error, IllegalError):
        return IllegalError(text, clause=error.clause, legal=error.legal, reading=error.reading)
    return InvalidError(text)


def whole(value: object) -> object:
    """Convert an integral float to int (6.0 to 6); return anything else unchanged."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def shown(value: object) -> str:
    """Format a value as JSON for an error message, cut to 40 characters."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number_text(value)
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."
