"""Decoder of judge cases: JSON objects become typed structs, and every error names field and value."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import fields

from hoyle.core.cards import card_text, parse_card, parse_cards
from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.name_matching import match_name, suggest_name
from hoyle.core.validation import MAX_CHIPS, PATH_STEP, explain_error, number_text
from hoyle.games.registry import find_game

SEAT_DIGITS: Final = 9

Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
Count = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
Positive = Annotated[int, Meta(ge=1, le=MAX_CHIPS)]
Seat = Annotated[int, Meta(ge=1, le=MAX_CHIPS)]

Face = Annotated[int, Meta(ge=1, le=6)]
"""Face of a die."""

Value = TypeVar("Value")
Model = TypeVar("Model")


def doc(text: str, inside: type[Struct] | None = None) -> Meta:
    """Describe a field of a case for the documentation of the case format.

    `inside` documents the objects in a field that may also have the fields of a table command.
    """
    return Meta(description=text, extra={"inside": inside})


class Word(str):
    """Text of a case that must be one of `OPTIONS`, whatever its case, spaces and punctuation."""

    OPTIONS: ClassVar[tuple[str, ...]] = ()


class Card(int):
    """One playing card of a case."""


class Cards(list[int]):
    """Playing cards of a case: written as text such as `AhKd`, or as a list of cards."""


class BySeat(dict[int, Value]):
    """Values of a case by seat number, in seat order."""


class ByName(dict[str, Value]):
    """Values of a case by name."""


def decode(value: object, model: type[Model]) -> Model:
    """Convert plain data of a case to a typed struct; raise with the path of the wrong field."""
    plain = _with_whole_numbers(value)
    try:
        return convert(plain, model, dec_hook=_decode_custom_type)
    except ValidationError as error:
        # An error about the value itself has no path; the caller names its place.
        message = explain_error(error, plain).removeprefix("it: ")
        if "contains unknown field" in str(error) and (accepted := _accepted_fields(model, str(error))):
            message = f"{message}; the fields are {', '.join(accepted)}"
        raise InvalidError(message) from None


def _with_whole_numbers(value: object) -> object:
    """Replace integral floats by ints (6.0 by 6), at any depth: JSON does not distinguish them."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_with_whole_numbers(item) for item in value]
    if isinstance(value, dict):
        return {name: _with_whole_numbers(item) for name, item in value.items()}
    return value


def _decode_custom_type(model: Any, value: object) -> object:
    """Decode the types of case fields that msgspec does not know: words, cards, amounts, values by seat."""
    if get_origin(model) is BySeat:
        return _decode_by_seat(value, get_args(model)[0])
    if get_origin(model) is ByName:
        return ByName(_decode_by_name(value, get_args(model)[0]))
    if model is Fraction:
        return _decode_amount(value)
    if model is Card:
        if not isinstance(value, str):
            raise InvalidError(f"must be a card such as 'Ah', not {quote_value(value)}")
        return Card(parse_card(value))
    if model is Cards:
        return _decode_cards(value)
    assert issubclass(model, Word)
    return model(match_word(value, model.OPTIONS))


def _decode_cards(value: object) -> Cards:
    if isinstance(value, str):
        return Cards(parse_cards(value))
    if not isinstance(value, list):
        raise InvalidError(f"must be cards such as 'AhKd' or ['Ah', 'Kd'], not {quote_value(value)}")
    cards = Cards()
    for number, card in enumerate(value, 1):
        try:
            cards.append(decode(card, Card))
        except InvalidError as error:
            raise InvalidError(f"card {number}: {error}") from None
    return cards


def _decode_amount(value: object) -> Fraction:
    """Decode a number that need not be whole, from 0 to the most chips that there are."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise InvalidError(f"must be a number, 0 or more, not {quote_value(value)}")
    if value > MAX_CHIPS:
        raise InvalidError(f"must be no more than {MAX_CHIPS:,}, not {quote_value(value)}")
    return Fraction(str(value))


def _decode_by_name(value: object, model: type[Value]) -> dict[str, Value]:
    """Decode the values of an object; the error about one of them names its key."""
    by_name: dict[str, Value] = {}
    for key, item in decode(value, dict[str, Any]).items():
        try:
            by_name[key] = decode(item, model)
        except InvalidError as error:
            raise InvalidError(f"{key}: {error}") from None
    return by_name


def _decode_by_seat(value: object, model: type[Value]) -> BySeat[Value]:
    by_seat: dict[int, Value] = {}
    for key, item in _decode_by_name(value, model).items():
        if not (key.isascii() and key.isdigit()) or len(key) > SEAT_DIGITS or int(key) < 1:
            raise InvalidError(f"has {quote_value(key)} where a seat number belongs")
        if int(key) in by_seat:
            raise InvalidError(f"names seat {int(key)} twice")
        by_seat[int(key)] = item
    if not by_seat:
        raise InvalidError("names no seat")
    return BySeat(sorted(by_seat.items()))


def _accepted_fields(model: Any, message: str) -> list[str]:
    """List the fields of the struct that a msgspec error about an unknown field is about."""
    for name, _ in PATH_STEP.findall(message.partition(" - at `$")[2].removesuffix("`")):
        model = struct_in(model)
        model = get_type_hints(model).get(name) if name and model is not None else model
    struct = struct_in(model)
    return [] if struct is None else [field.encode_name for field in fields(struct)]


def struct_in(model: Any) -> type[Struct] | None:
    """Find the struct type inside a field type such as `list[Step] | None`."""
    if isinstance(model, type) and issubclass(model, Struct):
        return model
    return next((struct for part in get_args(model) if (struct := struct_in(part)) is not None), None)


def match_word(value: object, options: Iterable[str]) -> str:
    """Return the option that a word of a case stands for; raise with what is accepted."""
    names = list(options)
    match = match_name(value, names) if isinstance(value, str) else None
    if match is None:
        hint = suggest_name(value, names) if isinstance(value, str) else ""
        hint = hint or f"it is one of {', '.join(names)}"
        raise InvalidError(f"cannot be {quote_value(value)}; {hint}")
    return match


def match_field(name: str, value: object, options: Iterable[str]) -> str:
    """Return the option that a case field stands for; the error names the field."""
    try:
        return match_word(value, options)
    except InvalidError as error:
        raise InvalidError(f"{name} {error}") from None


def match_game(value: object, games: Sequence[str]) -> str:
    """Return the id of the game that a case names, by its id or by an alias."""
    alias = find_game(value, games) if isinstance(value, str) else None
    return match_field("game", value, games) if alias is None else alias.game


def required(name: str, value: Value | None) -> Value:
    """Return the value of a case field that this case must have; raise if it is left out."""
    if value is None:
        raise InvalidError(f"{name} is missing")
    return value


def check_no_card_twice(groups: Iterable[tuple[str, Iterable[int]]]) -> None:
    """Raise if a playing card is in two groups of a case, or twice in one."""
    place_of_card: dict[int, str] = {}
    for place, cards in groups:
        for card in cards:
            if card in place_of_card:
                raise InvalidError(f"{place} has {card_text(card)}, which is in {place_of_card[card]} too")
            place_of_card[card] = place


def check_seats(name: str, seats: Sequence[int], *, least: int = 1) -> list[int]:
    """Return the seats of a case sorted; raise if they are too few, or one is there twice."""
    if len(seats) < least:
        raise InvalidError(f"{name} needs at least {least} seats, not {quote_value(list(seats))}")
    for index, seat in enumerate(seats):
        if seat in seats[:index]:
            raise InvalidError(f"{name} names seat {seat} twice")
    return sorted(seats)


def with_location(location: str, error: HoyleError) -> HoyleError:
    """Prefix an error with its location in the case; keep clause and reading of an `IllegalError`."""
    text = f"{location}: {error}"
    if isinstance(error, IllegalError):
        return IllegalError(text, clause=error.clause, legal=error.legal, reading=error.reading)
    return InvalidError(text)


def quote_value(value: object) -> str:
    """Format a value as JSON for an error message, cut to 40 characters."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number_text(value)
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."
