"""Entries: what a table's log is made of, and the money that each of them moves.

There are two families with one shape. Entries of a table's own (somebody sits down, a deck is shuffled) are
here; events of a round of play (`hoyle.core.events.Event`) come from the game. Both have a `name`, a
`clause`,
`facts` and `plain` data, `seen_by` a person, `transfers` of chips, and `apply`, which alone changes a table.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, Self

from msgspec import Struct, convert, structs

from hoyle.core.cards import card_text, parse_card
from hoyle.core.errors import InvalidError
from hoyle.core.money import Transfer


class Entry(Protocol):
    """Something that happened at a table, with the clause that made it so."""

    clause: str

    @property
    def name(self) -> str: ...

    def fields(self) -> dict[str, Any]:
        """All fields by name."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The same as a file holds it: cards as text, kinds as words."""
        ...

    def seen_by(self, person: str) -> Entry:
        """This entry as a person may read it; nobody in particular is an empty name."""
        ...

    def transfers(self) -> list[Transfer]:
        """The chips it moves."""
        ...


class Event(Entry, Protocol):
    """An entry as a table answers with it.

    Its further fields depend on what happened: ``seat``, ``cards``, ``chips``...

    >>> import hoyle
    >>> sign = hoyle.PostedSign(book="oneida", game="holdem", structure="fixed-limit", limits=(4, 8),
    ...     blinds=(2, 4))
    >>> [event] = hoyle.PokerTable.open(sign).sit(3, chips=100)
    >>> event.name, event.seat, event.clause
    ('seated', 3, 'oneida XI.G.2')
    """

    def __getattr__(self, field: str) -> Any: ...


Entries = list[Event]
"""What a command caused, in order."""


class TableEntry(Struct, frozen=True, kw_only=True, gc=False):
    """Something that happened at a table outside a round of play, and its clause."""

    NAME: ClassVar[str] = "table-entry"
    CARD_FIELDS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold cards: as numbers here, as text in plain data."""
    LATER: ClassVar[tuple[str, ...]] = ()
    """Fields that older logs do not have; written where they say anything."""

    clause: str = ""

    @property
    def name(self) -> str:
        return type(self).NAME

    def fields(self) -> dict[str, Any]:
        """All fields by name."""
        return structs.asdict(self)

    def to_dict(self) -> dict[str, Any]:
        """The facts as a file holds them."""
        found = structs.asdict(self)
        for field in type(self).CARD_FIELDS:
            found[field] = [card_text(card) for card in found[field]]
        for field in type(self).LATER:
            if not found[field]:
                del found[field]
        return found

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        """The entry that plain data describe; the inverse of `to_dict`."""
        cls.check_names(facts, cls.__struct_fields__)
        found = dict(facts)
        for field in cls.CARD_FIELDS:
            found[field] = [parse_card(card, unknown=True) for card in found[field]]
        # An amount that is no whole number, or a word where a number belongs, nobody could have written.
        return convert(found, cls)

    @classmethod
    def read_with(cls, facts: dict[str, Any], names: tuple[str, ...], **read: Any) -> Self:
        """The same where some fields have a reading of their own; `names` are all that plain data have."""
        cls.check_names(facts, names)
        for part in structs.fields(cls):
            if part.name not in read:
                read[part.name] = convert(facts[part.name], part.type)
        return cls(**read)

    @classmethod
    def check_names(cls, facts: dict[str, Any], known: tuple[str, ...]) -> None:
        """Refuse facts that the entry does not have, or that are not all it has."""
        if set(facts) | set(cls.LATER) != set(known):
            raise InvalidError(
                f"{cls.NAME} has the facts {', '.join(known)}, not {', '.join(map(str, facts))}"
            )

    def seen_by(self, person: str) -> Self:
        """This entry as a person may read it."""
        return self

    def transfers(self) -> list[Transfer]:
        """The chips it moves."""
        return []
