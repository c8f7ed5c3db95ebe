"""Events: the base class of everything that happens in a game, with its clause and its encoding.

An event lists its fields in `SHAPE`; `fields`, equality and `repr` follow from that. `to_dict` is its one
encoding outside the engine, for JSON: cards are spelled (``Ah``, ``??`` if unknown) and enum numbers are
replaced by names. `registry_of` maps the events of a game by name; `decode_event` inverts `to_dict`,
`build_event` inverts `fields`.
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from hoyle.core.cards import card_text, parse_card
from hoyle.core.errors import InvalidError
from hoyle.core.mypyc_compat import mypyc_attr


@mypyc_attr(acyclic=True)
class Event:
    """Immutable record of one thing that happened, with the clause behind it."""

    SHAPE: ClassVar[tuple[str, ...]] = ("clause",)
    NAME: ClassVar[str] = "event"
    CARD_FIELDS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold a card, a list of cards, or a list of such lists."""
    ENUM_FIELDS: ClassVar[dict[str, list[str]]] = {}
    """Fields that hold an enum number, each with the names of 0, 1, 2..."""
    FLAGS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold a boolean or a list of booleans; no other field does."""

    def __init__(self, clause: str) -> None:
        self.clause = clause

    @property
    def name(self) -> str:
        return type(self).NAME

    def fields(self) -> dict[str, object]:
        """Return all fields of the event by name, with the engine's own values."""
        return {field: getattr(self, field) for field in type(self).SHAPE}

    def to_dict(self) -> dict[str, object]:
        """Return all fields of the event by name, encoded for JSON: cards and enum numbers as text."""
        encoded = self.fields()
        kind = type(self)
        for field in kind.CARD_FIELDS:
            encoded[field] = _encode_cards(encoded[field])
        for field, names in kind.ENUM_FIELDS.items():
            number = encoded[field]
            assert isinstance(number, int)
            encoded[field] = names[number]
        return encoded

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and type(self) is type(other) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        inside = ", ".join(f"{field}={value!r}" for field, value in self.fields().items())
        return f"{type(self).__name__}({inside})"


Kind = TypeVar("Kind", bound=Event)


def registry_of(*kinds: type[Kind]) -> dict[str, type[Kind]]:
    return {kind.NAME: kind for kind in kinds}


def build_event(kinds: dict[str, type[Kind]], name: str, facts: dict[str, object]) -> Kind:
    """Construct an event from the values that `Event.fields` returned."""
    kind = kinds.get(name)
    if kind is None:
        raise InvalidError(f"unknown event {name!r}: {', '.join(kinds)}")
    if set(facts) != set(kind.SHAPE):
        raise InvalidError(f"event {name!r} has the fields {', '.join(kind.SHAPE)}, not {', '.join(facts)}")
    return kind(**facts)  # type: ignore[arg-type]


def decode_event(kinds: dict[str, type[Kind]], name: str, plain: dict[str, object]) -> Kind:
    """Decode an event that `Event.to_dict` encoded."""
    facts = dict(plain)
    kind = kinds.get(name)
    if kind is not None:
        for field, value in facts.items():
            _check_type(value, field, name, field in kind.FLAGS)
        for field in kind.CARD_FIELDS:
            if field in facts:
                facts[field] = _decode_cards(facts[field], field)
        for field, names in kind.ENUM_FIELDS.items():
            if field in facts:
                label = facts[field]
                if not isinstance(label, str) or label not in names:
                    raise InvalidError(f"{label!r} is no {field} of event {name!r}: {', '.join(names)}")
                facts[field] = names.index(label)
    return build_event(kinds, name, facts)


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
