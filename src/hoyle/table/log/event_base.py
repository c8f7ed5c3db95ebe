"""Table event base classes: fields, plain data, visibility and chip transfers of a log's events.

There are two families with one interface. Events of the table itself (a player sits down, a deck is cut) are
here; events of a round of play (`hoyle.core.events.Event`) come from the game. Both have a `name`, a
`clause`, `fields`, `to_dict`, `seen_by` a person, `transfers` of chips, and `apply`, which alone changes a
table.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, Self

from msgspec import Struct, convert, structs

from hoyle.core.cards import card_text, parse_card
from hoyle.core.errors import InvalidError
from hoyle.core.events import wire_name
from hoyle.core.money import Transfer


class Entry(Protocol):
    """Protocol of an event in a table's log, with the clause it rests on."""

    clause: str

    @property
    def name(self) -> str: ...

    def fields(self) -> dict[str, Any]:
        """Return all fields by name."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Return the event as JSON-compatible data: cards as text, kinds as words."""
        ...

    def seen_by(self, person: str) -> Entry:
        """Return this event as a person may read it; an empty name is a spectator."""
        ...

    def transfers(self) -> list[Transfer]:
        """List the chip transfers of this event."""
        ...


class Event(Entry, Protocol):
    """Protocol of an event as a table returns it, whose further fields depend on its kind.

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
    """Base of a table's events outside a round of play, named as `hoyle.core.events.Event` are.

    These are structs, whose values msgspec checks when a log is read. Events of a round are native classes: a
    compiled hand constructs one in 35 ns, where a struct takes 90 ns.
    """

    NAME: ClassVar[str]
    """Name of the event: by default that of its class, ``seat-requested`` for ``SeatRequested``."""
    CARD_FIELDS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold cards: as numbers here, as text in plain data."""

    clause: str = ""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "NAME" not in vars(cls):
            cls.NAME = wire_name(cls.__name__)

    @property
    def name(self) -> str:
        return type(self).NAME

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        return cls.__struct_fields__

    @classmethod
    def card_fields(cls) -> tuple[str, ...]:
        return cls.CARD_FIELDS

    def fields(self) -> dict[str, Any]:
        """Return all fields by name."""
        return structs.asdict(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the event as JSON-compatible data."""
        data = structs.asdict(self)
        for field in type(self).CARD_FIELDS:
            data[field] = [card_text(card) for card in data[field]]
        return data

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        """Parse an event from plain data; the inverse of `to_dict`."""
        cls.check_names(facts, cls.__struct_fields__)
        data = dict(facts)
        for field in cls.CARD_FIELDS:
            data[field] = [parse_card(card, unknown=True) for card in data[field]]
        # `convert` refuses values of the wrong type, such as a fraction for an amount.
        return convert(data, cls)

    @classmethod
    def read_with(cls, facts: dict[str, Any], names: tuple[str, ...], **decoded: Any) -> Self:
        """Parse an event of which some fields are decoded already (`decoded`); `names` are all keys."""
        cls.check_names(facts, names)
        for field in structs.fields(cls):
            if field.name not in decoded:
                decoded[field.name] = convert(facts[field.name], field.type)
        return cls(**decoded)

    @classmethod
    def check_names(cls, facts: dict[str, Any], names: tuple[str, ...]) -> None:
        """Refuse plain data with unknown or missing keys."""
        if set(facts) != set(names):
            raise InvalidError(f"{cls.NAME} has the fields {', '.join(names)}, not {', '.join(map(str, facts))}")

    def seen_by(self, person: str) -> Self:
        """Return this event as a person may read it."""
        return self

    def transfers(self) -> list[Transfer]:
        """List the chip transfers of this event."""
        return []
