"""Table event base classes: fields, plain data, visibility and chip transfers of a log's events.

There are two families with one interface. Events of the table itself (a player sits down, a deck is cut) are
here; events of a round of play (`hoyle.core.events.Event`) come from the game. Both have a `name`, a
`clause`,
`fields`, `to_dict`, `seen_by` a person, `transfers` of chips, and `apply`, which alone changes a table.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, Self

from msgspec import Struct, convert, structs

from hoyle.core.cards import card_text, parse_card
from hoyle.core.errors import InvalidError
from hoyle.core.money import Transfer


class Entry(Protocol):
    """Protocol of an event in a table's log, with the clause it rests on."""

    clause: str

    @property
    def name(self) -> str: ...

    def fields(self) -> dict[str, Any]:
        """All fields by name."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON-compatible data: cards as text, kinds as words."""
        ...

    def seen_by(self, person: str) -> Entry:
        """Return this event as a person may read it; an empty name is a spectator."""
        ...

    def transfers(self) -> list[Transfer]:
        """Chip transfers of this event."""
        ...


class Event(Entry, Protocol):
    """An event as a table returns it.

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
"""Events that a command caused, in order."""


class TableEntry(Struct, frozen=True, kw_only=True, gc=False):
    """Base of the events outside a round of play."""

    NAME: ClassVar[str] = "table-entry"
    CARD_FIELDS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold cards: as numbers here, as text in plain data."""
    LATER: ClassVar[tuple[str, ...]] = ()
    """Fields that older logs do not have; written where they are not empty."""

    clause: str = ""

    @property
    def name(self) -> str:
        return type(self).NAME

    def fields(self) -> dict[str, Any]:
        """All fields by name."""
        return structs.asdict(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the event as JSON-compatible data."""
        found = structs.asdict(self)
        for field in type(self).CARD_FIELDS:
            found[field] = [card_text(card) for card in found[field]]
        for field in type(self).LATER:
            if not found[field]:
                del found[field]
        return found

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        """Parse an event from plain data; the inverse of `to_dict`."""
        cls.check_names(facts, cls.__struct_fields__)
        found = dict(facts)
        for field in cls.CARD_FIELDS:
            found[field] = [parse_card(card, unknown=True) for card in found[field]]
        # `convert` refuses values of the wrong type, such as a fraction for an amount.
        return convert(found, cls)

    @classmethod
    def read_with(cls, facts: dict[str, Any], names: tuple[str, ...], **read: Any) -> Self:
        """Parse an event of which some fields are decoded already (`read`); `names` are all keys."""
        cls.check_names(facts, names)
        for part in structs.fields(cls):
            if part.name not in read:
                read[part.name] = convert(facts[part.name], part.type)
        return cls(**read)

    @classmethod
    def check_names(cls, facts: dict[str, Any], known: tuple[str, ...]) -> None:
        """Refuse plain data with unknown or missing keys."""
        if set(facts) | set(cls.LATER) != set(known):
            raise InvalidError(
                f"{cls.NAME} has the fields {', '.join(known)}, not {', '.join(map(str, facts))}"
            )

    def seen_by(self, person: str) -> Self:
        """Return this event as a person may read it."""
        return self

    def transfers(self) -> list[Transfer]:
        """Chip transfers of this event."""
        return []
