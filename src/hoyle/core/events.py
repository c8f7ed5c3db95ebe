"""Events: the base class of everything that happens in a game, with its clause and its encoding.

An event names its fields in `SHAPE`; from that follow its facts, its equality and its text. `plain` is its
one form outside the engine, for JSON: cards are spelled (``Ah``, ``??`` if unknown), and what the engine
numbers has its word. `registry_of` lists the events of a game; `decode_event` is the way back from plain
data, `build_event` from facts.
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from hoyle.core.cards import card_text, parse_card
from hoyle.core.errors import InvalidError
from hoyle.core.mypyc_compat import mypyc_attr


@mypyc_attr(acyclic=True)
class Event:
    """Something that happened, and the clause that made it so."""

    SHAPE: ClassVar[tuple[str, ...]] = ("clause",)
    NAME: ClassVar[str] = "fact"
    CARD_FIELDS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold a card, a list of cards, or a list of such lists."""
    ENUM_FIELDS: ClassVar[dict[str, list[str]]] = {}
    """Fields that hold a number for a kind, each with the words for 0, 1, 2..."""
    FLAGS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold yes or no, or a list of them; no other field does."""
    LATER: ClassVar[tuple[str, ...]] = ()
    """Fields that older logs do not have; they are written down only where there is something to say."""

    def __init__(self, clause: str) -> None:
        self.clause = clause

    @property
    def name(self) -> str:
        return type(self).NAME

    def fields(self) -> dict[str, object]:
        """All fields by name, as the engine has them."""
        return {field: getattr(self, field) for field in type(self).SHAPE}

    def to_dict(self) -> dict[str, object]:
        """All fields by name, as they are written down: no number stands for a card or a kind."""
        found = self.fields()
        kind = type(self)
        for field in kind.CARD_FIELDS:
            found[field] = _encode_cards(found[field])
        for field, words in kind.ENUM_FIELDS.items():
            number = found[field]
            assert isinstance(number, int)
            found[field] = words[number]
        for field in kind.LATER:
            if not found[field]:
                del found[field]
        return found

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
    """The event of that name with those facts, as `Event.fields` gave them."""
    kind = kinds.get(name)
    if kind is None:
        raise InvalidError(f"unknown event {name!r}: {', '.join(kinds)}")
    missing = set(kind.SHAPE) - set(facts)
    if not missing <= set(kind.LATER) or not set(facts) <= set(kind.SHAPE):
        raise InvalidError(f"event {name!r} has the facts {', '.join(kind.SHAPE)}, not {', '.join(facts)}")
    return kind(**facts)  # type: ignore[arg-type]


def decode_event(kinds: dict[str, type[Kind]], name: str, plain: dict[str, object]) -> Kind:
    """The event of that name as it was written down by `Event.to_dict`."""
    facts = dict(plain)
    kind = kinds.get(name)
    if kind is not None:
        for field, value in facts.items():
            _check(value, field, name, field in kind.FLAGS)
        for field in kind.CARD_FIELDS:
            if field in facts:
                facts[field] = _decode_cards(facts[field], field)
        for field, words in kind.ENUM_FIELDS.items():
            if field in facts:
                word = facts[field]
                if not isinstance(word, str) or word not in words:
                    raise InvalidError(f"{word!r} is no {field} of event {name!r}: {', '.join(words)}")
                facts[field] = words.index(word)
    return build_event(kinds, name, facts)


def _check(value: object, field: str, name: str, flag: bool) -> None:
    """Refuse what no event has: broken numbers, and yes or no in place of a number or the other way round."""
    if isinstance(value, list):
        for each in value:
            _check(each, field, name, flag)
    elif isinstance(value, dict):
        for each in value.values():
            _check(each, field, name, flag)
    elif isinstance(value, bool):
        if not flag:
            raise InvalidError(f"{field} {value!r} of event {name!r}: neither yes nor no is wanted")
    elif isinstance(value, float):
        raise InvalidError(f"{field} {value!r} of event {name!r}: a whole number is wanted")
    elif flag:
        raise InvalidError(f"{field} {value!r} of event {name!r}: True or False is wanted")


def _encode_cards(cards: object) -> object:
    if isinstance(cards, list):
        return [_encode_cards(card) for card in cards]
    assert isinstance(cards, int)
    return card_text(cards)


def _decode_cards(text: object, field: str) -> object:
    if isinstance(text, list):
        return [_decode_cards(each, field) for each in text]
    if not isinstance(text, str):
        raise InvalidError(f"{text!r} in {field} is not a card: cards are written as 'Ah'")
    return parse_card(text, unknown=True)
