"""Command base class, command registry, and the JSON form of a command.

A command is frozen, named and checked when it is made: one that exists has fields of the right types within
bounds. Its JSON form has its name under ``do`` and its fields beside it:

>>> from hoyle.table.seats import Sit
>>> to_dict(Sit(seat=3, chips=200, player="ann"))
{'do': 'sit', 'seat': 3, 'chips': 200, 'player': 'ann'}
>>> Sit(seat=3, chips="many", player="ann")
Traceback (most recent call last):
    ...
hoyle.core.errors.InvalidError: chips 'many': expected a whole number

A new command is a class here or at its table, and a line in that table's `COMMANDS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, Final, Self, get_args, get_type_hints

from msgspec import Struct, ValidationError, convert, json, structs

from hoyle.core.errors import InvalidError
from hoyle.core.validation import Check, Seat, abbreviate, check_field_names, field_checks

PLAYER: Final = "player"
"""Given by the person in the seat that the command names, or by staff for them."""
STAFF: Final = "staff"
"""Given by dealer, floor and other staff."""
ANYONE: Final = "anyone"
"""Given by any person, seated or not, in their own name."""


class Command(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="do", omit_defaults=True, forbid_unknown_fields=True
):
    """Base class of every command. Subclasses name themselves: ``tag="sit"``."""

    ISSUER: ClassVar[str] = STAFF
    """Issuer: `PLAYER`, `STAFF` or `ANYONE`."""
    RESPONSIBLE_FIELD: ClassVar[str] = ""
    """Field that names the person responsible for it in their role, where that need not be the issuer."""
    OWN_NAME: ClassVar[bool] = False
    """Whether an issuer in an allowed role may put their own name in that field."""

    def __post_init__(self) -> None:
        for field, check in _CHECKS.get(self.__class__) or _checks(self.__class__):
            value = getattr(self, field)
            checked = check(value, field)
            if checked is not value:
                structs.force_setattr(self, field, checked)

    @property
    def name(self) -> str:
        return name_of(type(self))

    def seen_by(self, person: str, by: str) -> Self:
        """Return this command, given by `by`, as a person may read it: without cards they may not see."""
        return self


class PlayerCommand(Command, frozen=True, kw_only=True):
    """Base of the commands that a player gives for their own seat."""

    ISSUER: ClassVar[str] = PLAYER
    seat: Seat


def name_of(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def command_registry(*kinds: type[Command]) -> dict[str, type[Command]]:
    """Return commands by name; two of one name are an error."""
    registry = {name_of(kind): kind for kind in kinds}
    if len(registry) != len(kinds):
        raise InvalidError("two commands of one name")
    return registry


def handlers_for(kinds: Iterable[type[Command]], *modules: ModuleType) -> dict[type, Any]:
    """Return the handler of each command: the function that has the name of its class in snake case.

    The first module that has one counts, so that a kind of table comes before what all tables share.
    """
    handlers: dict[type, Any] = {}
    for kind in kinds:
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
        found = [getattr(module, name) for module in modules if hasattr(module, name)]
        if not found:
            raise InvalidError(f"{kind.__name__} has no handler {name}")
        handlers[kind] = found[0]
    return handlers


def to_dict(command: Command) -> dict[str, Any]:
    """Return the JSON form of a command, tuples as lists."""
    data: dict[str, Any] = json.decode(json.encode(command))
    return data


def command_from_dict(kinds: Mapping[str, type[Command]], data: object) -> Command:
    """Parse a command from its JSON form."""
    if not isinstance(data, Mapping):
        raise InvalidError(f"a command is an object with its name under 'do', not {abbreviate(data)}")
    name = data.get("do")
    if not isinstance(name, str):
        raise InvalidError(f"a command has its name under 'do'; this one has {abbreviate(name)}")
    kind = kinds.get(name)
    if kind is None:
        raise InvalidError(f"unknown command {abbreviate(name)}; the commands are {', '.join(sorted(kinds))}")
    check_field_names(name, data, kind.__struct_fields__, _required(kind), ignored="do")
    try:
        return convert(data, kind)
    except (ValidationError, UnicodeError) as error:
        raise _conversion_error(kind, data, str(error)) from None


@cache
def seat_fields(kind: type[Command]) -> frozenset[str]:
    """Return the names of the fields of a command that hold a seat or a list of seats."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(field for field, hint in hints.items() if _has_seats(hint))


def _has_seats(hint: Any) -> bool:
    return hint == Seat or any(_has_seats(argument) for argument in get_args(hint))


@cache
def _required(kind: type[Command]) -> tuple[str, ...]:
    return tuple(field.name for field in structs.fields(kind) if field.required)


_CHECKS: Final[dict[type[Command], tuple[tuple[str, Check], ...]]] = {}


def _checks(kind: type[Command]) -> tuple[tuple[str, Check], ...]:
    """Return the checks of a kind of command by field; a dict of its own is faster than `cache`."""
    return _CHECKS.setdefault(kind, field_checks(kind))


def _conversion_error(kind: type[Command], data: Mapping[Any, Any], message: str) -> InvalidError:
    """Return the codec's error in the words that the constructor would have used."""
    for field, check in field_checks(kind, plain=True):
        if field in data:
            try:
                check(data[field], field)
            except InvalidError as error:
                return InvalidError(f"{name_of(kind)}: {error}")
    return InvalidError(f"{name_of(kind)}: {message}")
