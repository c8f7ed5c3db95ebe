"""Events of a round of play: the base class of everything that happens in a game, with its clause and encoding.

An event is a dataclass: its fields are its annotations, and its name on the wire is the name of its class in
lower case, with a dash between words. `to_dict` is its one encoding outside the engine, for JSON: cards are
spelled (``Ah``, ``??`` if unknown) and enum numbers are replaced by names, as the metadata of a field says
(`CARDS`, `FLAGS`, `enum_of`). `from_dict` inverts it.
"""

from __future__ import annotations

from dataclasses import Field
from typing import Any, ClassVar, Final, Self, TypeVar

from hoyle.core.cards import card_text, parse_card
from hoyle.core.errors import InvalidError
from hoyle.core.money import Transfer
from hoyle.core.mypyc_compat import mypyc_attr

CARDS: Final[dict[str, object]] = {"holds": "cards"}
"""Metadata of a field that holds a card, a list of cards, or a list of such lists."""
FLAGS: Final[dict[str, object]] = {"holds": "flags"}
"""Metadata of a field that holds a boolean or a list of booleans; no other field does."""


def enum_of(names: list[str]) -> dict[str, object]:
    """Return the metadata of a field that holds an enum number, with the names of 0, 1, 2..."""
    return {"holds": "enum", "names": names}


@mypyc_attr(acyclic=True)
class Event:
    """Immutable record of one thing that happened, with the clause behind it."""

    NAME: ClassVar[str] = "event"
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    clause: str

    def __init_subclass__(cls) -> None:
        cls.NAME = wire_name(cls.__name__)

    @property
    def name(self) -> str:
        return type(self).NAME

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        return _layout(cls).names

    @classmethod
    def card_fields(cls) -> tuple[str, ...]:
        return _layout(cls).cards

    def fields(self) -> dict[str, object]:
        """Return all fields of the event by name, with the engine's own values."""
        return {field: getattr(self, field) for field in _layout(type(self)).names}

    def to_dict(self) -> dict[str, object]:
        """Return all fields of the event by name, encoded for JSON: cards and enum numbers as text."""
        encoded = self.fields()
        layout = _layout(type(self))
        for field in layout.cards:
            encoded[field] = _encode_cards(encoded[field])
        for field, names in layout.enums.items():
            number = encoded[field]
            assert isinstance(number, int)
            encoded[field] = names[number]
        return encoded

    @classmethod
    def from_dict(cls, data: dict[str, object]) -> Self:
        """Decode an event that `to_dict` encoded."""
        layout = _layout(cls)
        facts = dict(data)
        for field, value in facts.items():
            _check_type(value, field, cls.NAME, field in layout.flags)
        for field in layout.cards:
            if field in facts:
                facts[field] = _decode_cards(facts[field], field)
        for field, names in layout.enums.items():
            if field in facts:
                label = facts[field]
                if not isinstance(label, str) or label not in names:
                    raise InvalidError(f"{label!r} is no {field} of event {cls.NAME!r}: {', '.join(names)}")
                facts[field] = names.index(label)
        return cls.from_fields(facts)

    @classmethod
    def from_fields(cls, facts: dict[str, object]) -> Self:
        """Construct an event from the values that `fields` returned."""
        names = _layout(cls).names
        if set(facts) != set(names):
            raise InvalidError(f"event {cls.NAME!r} has the fields {', '.join(names)}, not {', '.join(facts)}")
        return cls(**facts)

    def transfers(self) -> list[Transfer]:
        """List the chip transfers that this event causes."""
        return []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and type(self) is type(other) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        inside = ", ".join(f"{field}={value!r}" for field, value in self.fields().items())
        return f"{type(self).__name__}({inside})"


class _Layout:
    """Fields of one class of events by what they hold, read once from its dataclass fields."""

    def __init__(self, kind: type[Event]) -> None:
        fields = kind.__dataclass_fields__.values()
        self.names: tuple[str, ...] = tuple([field.name for field in fields])
        self.cards: tuple[str, ...] = tuple([field.name for field in fields if field.metadata.get("holds") == "cards"])
        self.flags: tuple[str, ...] = tuple([field.name for field in fields if field.metadata.get("holds") == "flags"])
        self.enums: dict[str, list[str]] = {
            field.name: field.metadata["names"] for field in fields if field.metadata.get("holds") == "enum"
        }


_LAYOUTS: Final[dict[type[Event], _Layout]] = {}


def _layout(kind: type[Event]) -> _Layout:
    layout = _LAYOUTS.get(kind)
    if layout is None:
        layout = _LAYOUTS[kind] = _Layout(kind)
    return layout


def wire_name(class_name: str) -> str:
    """Return the name of an event on the wire: ``MuckDue`` is ``muck-due``."""
    return "".join([f"-{letter.lower()}" if letter.isupper() else letter for letter in class_name]).lstrip("-")


Kind = TypeVar("Kind", bound=Event)


def registry_of(*kinds: type[Kind]) -> dict[str, type[Kind]]:
    return {kind.NAME: kind for kind in kinds}


def find_kind(kinds: dict[str, type[Kind]], name: str) -> type[Kind]:
    """Return the class of an event by its name, or raise."""
    kind = kinds.get(name)
    if kind is None:
        raise InvalidError(f"unknown event {name!r}: {', '.join(kinds)}")
    return kind


def build_event(kinds: dict[str, type[Kind]], name: str, facts: dict[str, object]) -> Kind:
    """Construct an event from the values that `Event.fields` returned."""
    return find_kind(kinds, name).from_fields(facts)


def decode_event(kinds: dict[str, type[Kind]], name: str, data: dict[str, object]) -> Kind:
    """Decode an event that `Event.to_dict` encoded."""
    return find_kind(kinds, name).from_dict(data)


def _check_type(value: object, field: str, name: str, flag: bool) -> None:
    """Raise on values no event has: floats, a boolean in a field that is no flag, a non-boolean in a flag."""
    if isinstance(value, list):
        for item in value:
            _check_type(item, field, name, flag)
    elif isinstance(value, dict):
        for item in value.values():
            _check_type(item, field, name, flag)
    elif isinstance(value, bool):
        if not flag:
            raise InvalidError(f"{field} {value!r} of event {name!r}: expected no boolean")
    elif isinstance(value, float):
        raise InvalidError(f"{field} {value!r} of event {name!r}: expected a whole number")
    elif flag:
        raise InvalidError(f"{field} {value!r} of event {name!r}: expected True or False")


def _encode_cards(cards: object) -> object:
    if isinstance(cards, list):
        return [_encode_cards(card) for card in cards]
    assert isinstance(cards, int)
    return card_text(cards)


def _decode_cards(text: object, field: str) -> object:
    if isinstance(text, list):
        return [_decode_cards(card, field) for card in text]
    if not isinstance(text, str):
        raise InvalidError(f"{text!r} in {field} is not a card: cards are written as 'Ah'")
    return parse_card(text, unknown=True)
