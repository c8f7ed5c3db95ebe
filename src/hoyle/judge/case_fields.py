"""Reading a case with care: every complaint names the case and the field.

`CaseReader` wraps one JSON object. Asking for a field checks its shape; fields that nobody may ask for are
refused when the object is opened.
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
    """One object of a case, and where it stands in it."""

    def __init__(self, value: object, where: str, known: Collection[str] | None = None) -> None:
        self.where = where
        if not isinstance(value, dict):
            raise InvalidError(f"{where} must be an object, not {shown(value)}")
        self.fields: dict[str, Any] = value
        for name in value:
            if known is not None and name not in known:
                raise self.refuse(str(name), f"is unknown here; the fields are {', '.join(known)}")

    def refuse(self, name: str, why: str) -> InvalidError:
        """A complaint about one field."""
        return InvalidError(f"{self.where}: {name} {why}")

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self.fields.get(name) is not None

    def get(self, name: str) -> Any:
        if name not in self.fields:
            raise self.refuse(name, "is missing")
        return self.fields[name]

    def word(self, name: str, words: Iterable[str]) -> str:
        return self.read_word(name, self.get(name), words)

    def read_word(self, name: str, value: object, words: Iterable[str]) -> str:
        """One of the words, as people write it: in any case, a game by its other names."""
        known = list(words)
        found = match_name(value, known) if isinstance(value, str) else None
        if found is None and name == "game" and isinstance(value, str):
            other = find_game(value, known)
            found = None if other is None else other.game
        if found is None:
            hint = suggest_name(value, known) if isinstance(value, str) else ""
            hint = hint or f"it is one of {', '.join(known)}"
            raise self.refuse(name, f"cannot be {shown(value)}; {hint}")
        return found

    def flag(self, name: str) -> bool:
        value = self.get(name)
        if not isinstance(value, bool):
            raise self.refuse(name, f"must be true or false, not {shown(value)}")
        return value

    def count(self, name: str, least: int = 0, most: int | None = None) -> int:
        """A whole number."""
        return self.read_count(name, self.get(name), least, most)

    def count_or(self, name: str, default: int, least: int = 0) -> int:
        """A whole number that may be left out."""
        return self.count(name, least) if self.has(name) else default

    def counts(self, name: str, least: int = 0) -> list[int]:
        """A list of whole numbers."""
        return [self.read_count(f"{name}[{at}]", value, least) for at, value in enumerate(self.items(name))]

    def amount(self, name: str, least: int = 0) -> Fraction:
        """A number that need not be whole."""
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
        """Different seats, in any order."""
        found = self.counts(name, 1)
        if len(found) < least:
            raise self.refuse(name, f"needs at least {least} seats, not {shown(found)}")
        named: set[int] = set()
        for seat in found:
            if seat in named:
                raise self.refuse(name, f"names seat {seat} twice")
            named.add(seat)
        return sorted(found)

    def items(self, name: str) -> list[Any]:
        value = self.get(name)
        if not isinstance(value, list):
            raise self.refuse(name, f"must be a list, not {shown(value)}")
        return value

    def pairs(self, name: str) -> list[tuple[Any, Any]]:
        """A list of lists of two."""
        found: list[tuple[Any, Any]] = []
        for at, value in enumerate(self.items(name)):
            if not isinstance(value, list) or len(value) != 2:
                raise self.refuse(f"{name}[{at}]", f"must be a list of two, not {shown(value)}")
            found.append((value[0], value[1]))
        return found

    def inner(self, name: str, known: Collection[str] | None = None) -> CaseReader:
        """An object inside this one."""
        return CaseReader(self.get(name), f"{self.where}: {name}", known)

    def inners(self, name: str, known: Collection[str]) -> list[CaseReader]:
        """A list of objects inside this one."""
        return [
            CaseReader(value, f"{self.where}: {name}[{at}]", known)
            for at, value in enumerate(self.items(name))
        ]

    def card(self, name: str) -> int:
        return self.read_card(name, self.get(name))

    def cards(self, name: str) -> list[int]:
        return self.read_cards(name, self.get(name))

    def read_cards(self, name: str, value: object) -> list[int]:
        """Cards as text, or as a list of cards."""
        if isinstance(value, str):
            try:
                return parse_cards(value)
            except InvalidError as error:
                raise InvalidError(f"{self.where}: {name}: {error}") from None
        if not isinstance(value, list):
            raise self.refuse(name, f"must be cards such as 'AhKd' or ['Ah', 'Kd'], not {shown(value)}")
        return [self.read_card(f"{name}[{at}]", card) for at, card in enumerate(value)]

    def read_card(self, name: str, value: object) -> int:
        if not isinstance(value, str):
            raise self.refuse(name, f"must be a card such as 'Ah', not {shown(value)}")
        try:
            return parse_card(value)
        except InvalidError as error:
            raise InvalidError(f"{self.where}: {name}: {error}") from None

    def by_seat(self, name: str) -> dict[int, Any]:
        """An object whose keys are seats as text."""
        inside = self.inner(name)
        found: dict[int, Any] = {}
        for key, value in inside.fields.items():
            if not (key.isascii() and key.isdigit()) or len(key) > SEAT_DIGITS or int(key) < 1:
                raise self.refuse(name, f"has {shown(key)} where a seat number belongs")
            if int(key) in found:
                raise self.refuse(name, f"names seat {int(key)} twice")
            found[int(key)] = value
        if not found:
            raise self.refuse(name, "names no seat")
        return dict(sorted(found.items()))

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
    """Refuse a card that lies in two places."""
    seen: dict[int, str] = {}
    for place, cards in groups:
        for card in cards:
            if card in seen:
                raise facts.refuse(place, f"has {card_text(card)}, which is in {seen[card]} too")
            seen[card] = place


def with_location(where: str, error: HoyleError) -> HoyleError:
    """The same complaint with its place in the case; a refusal keeps what it is refused by."""
    text = str(error) if str(error).startswith(where) else f"{where}: {error}"
    if isinstance(error, IllegalError):
        return IllegalError(text, clause=error.clause, legal=error.legal, reading=error.reading)
    return InvalidError(text)


def whole(value: object) -> object:
    """Numbers go by value: 6.0 is 6. Anything else is left as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def shown(value: object) -> str:
    """A value as a JSON file would show it, short."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number_text(value)
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."
