"""Observation fields: name, start, shape and meaning of each part of the observation vector."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from math import prod
from typing import Final, NamedTuple

from hoyle.core.cards import DECK, card_text

CARDS: Final = len(DECK)
CARD_INDEX: Final = {card_text(card): card for card in DECK}
"""Index of each card in a field of 52 cards, by its text."""


class ObservationField(NamedTuple):
    """Contiguous part of an observation vector, with its name and shape."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def stop(self) -> int:
        return self.start + self.size


class ObservationFields:
    """Layout of an observation vector; every number in it is between 0 and 1."""

    def __init__(self, parts: Iterable[tuple[str, tuple[int, ...], str]]) -> None:
        self._fields: dict[str, ObservationField] = {}
        self.size = 0
        for name, shape, meaning in parts:
            field = self._fields[name] = ObservationField(name, self.size, shape, meaning)
            self.size = field.stop
        self._blank = bytes(4 * self.size)

    def __iter__(self) -> Iterator[ObservationField]:
        return iter(self._fields.values())

    def __getitem__(self, name: str) -> ObservationField:
        return self._fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def start(self, name: str) -> int:
        """Return the start index of a named field; -1 if this game has no such field."""
        field = self._fields.get(name)
        return -1 if field is None else field.start

    def blank(self) -> array[float]:
        """Return an observation vector of zeros in single precision."""
        return array("f", self._blank)

    def table(self) -> list[tuple[str, str, str, str]]:
        """Return the name, indices, shape and meaning of every observation field, as text."""
        return [
            (
                field.name,
                f"{field.start} to {field.stop - 1}" if field.size > 1 else str(field.start),
                " x ".join(map(str, field.shape)),
                field.meaning,
            )
            for field in self
        ]
