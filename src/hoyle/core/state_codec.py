"""State codec: the fields of a mutable state as plain data, for checkpoints and comparison, and back.

The fields of a state are the attributes that its `__init__` sets, in that order: they are declared nowhere else.
A class says only what is special: which fields hold cards, are left out while they are as at the start, are not
part of the state, or have another name in the data.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hoyle.core.cards import cards_text, parse_cards

_SCALARS: Final = (int, str, type(None))


class StateCodec:
    """Codec of one class of states, made from a fresh object of it."""

    def __init__(
        self,
        fresh: object,
        *,
        cards: Sequence[str] = (),
        known_cards: Sequence[str] = (),
        optional: Sequence[str] = (),
        skip: Sequence[str] = (),
        keys: dict[str, str] | None = None,
    ) -> None:
        names = [name for name in attribute_names(fresh) if name not in skip]
        self.keys = {name: (keys or {}).get(name, name) for name in names}
        """Name in the data of each field; optional fields come last."""
        for name in optional:
            self.keys[name] = self.keys.pop(name)
        self.cards = frozenset((*cards, *known_cards))
        """Fields that hold a list of cards."""
        self.known_cards = frozenset(known_cards)
        """Those of them in which no card may be unknown."""
        self.initial: dict[str, Any] = {name: getattr(fresh, name) for name in optional}
        """Values at which optional fields are left out."""

    def encode(self, state: object) -> dict[str, Any]:
        """Return the fields of a state as plain data that shares nothing with it."""
        data: dict[str, Any] = {}
        for name, key in self.keys.items():
            value: Any = getattr(state, name)
            if name in self.initial and value == self.initial[name]:
                continue
            data[key] = cards_text(value) if name in self.cards else plain(value)
        return data

    def restore(self, state: object, data: dict[str, Any], **decoded: Any) -> None:
        """Set the fields of a fresh state from data; `decoded` are fields that `encode` does not invert."""
        for name, key in self.keys.items():
            if name in decoded:
                setattr(state, name, decoded[name])
            elif key in data or name not in self.initial:
                value: Any = data[key]
                if name in self.cards:
                    value = parse_cards(value, unknown=name not in self.known_cards)
                setattr(state, name, copied(value))


def attribute_names(fresh: object) -> tuple[str, ...]:
    """Return the names of the attributes of an object in the order in which its `__init__` sets them."""
    compiled: Any = getattr(type(fresh), "__mypyc_attrs__", None)
    return tuple(dict.fromkeys(compiled)) if compiled else tuple(vars(fresh))


def plain(value: Any) -> Any:
    """Return a value as plain data: lists and dicts are copied, parts of a state encode themselves."""
    if isinstance(value, _SCALARS):
        return value
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value.to_dict()


def copied(value: Any) -> Any:
    """Return a value of plain data with its own lists and dicts."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return value
