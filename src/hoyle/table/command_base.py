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
import types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Annotated, Any, ClassVar, Final, Self, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, ValidationError, convert, json, structs

from hoyle.core.errors import InvalidError
from hoyle.core.validation_messages import explain_error
from hoyle.table import field_types

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
    seat: field_types.Seat


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
        raise InvalidError(f"a command is an object with its name under 'do', not {field_types.abbreviate(data)}")
    name = data.get("do")
    if not isinstance(name, str):
        raise InvalidError(f"a command has its name under 'do'; this one has {field_types.abbreviate(name)}")
    kind = kinds.get(name)
    if kind is None:
        raise InvalidError(
            f"unknown command {field_types.abbreviate(name)}; the commands are {', '.join(sorted(kinds))}"
        )
    fields = kind.__struct_fields__
    for field in data:
        if field != "do" and field not in fields:
            raise InvalidError(
                f"{name} has no field {field_types.abbreviate(field)}; it has {', '.join(fields) or 'none'}"
            )
    for field in _required(kind):
        if field not in data:
            raise InvalidError(f"{name} needs its field {field!r}")
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
    return hint == field_types.Seat or any(_has_seats(argument) for argument in get_args(hint))


@cache
def _required(kind: type[Command]) -> tuple[str, ...]:
    return tuple(field.name for field in structs.fields(kind) if field.required)


def _conversion_error(kind: type[Command], data: Mapping[Any, Any], message: str) -> InvalidError:
    """Return the codec's error in the words that the constructor would have used."""
    for field, check in _field_checks(kind, _struct_data_check):
        if field in data:
            try:
                check(data[field], field)
            except InvalidError as error:
                return InvalidError(f"{name_of(kind)}: {error}")
    return InvalidError(f"{name_of(kind)}: {message}")


# Field checks, derived from the annotations once for each class of command

Check = Callable[[object, str], object]

_CHECKS: Final[dict[type, tuple[tuple[str, Check], ...]]] = {}


def _checks(kind: type[Command]) -> tuple[tuple[str, Check], ...]:
    """Return the checks of a kind of command by field, built on first use."""
    checks = _CHECKS.get(kind)
    if checks is None:
        checks = _CHECKS[kind] = _field_checks(kind, _instance_check)
    return checks


def _field_checks(kind: type[Command], struct_check: Callable[[Any], Check]) -> tuple[tuple[str, Check], ...]:
    """Return name and check of every field; `struct_check` makes the check of a field that is a struct."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field.name, _check_for_hint(hints[field.name], struct_check)) for field in structs.fields(kind))


def _check_for_hint(hint: Any, struct_check: Callable[[Any], Check]) -> Check:
    origin = get_origin(hint)
    if origin is Annotated:
        base, *extras = get_args(hint)
        meta = next((extra for extra in extras if isinstance(extra, Meta)), None)
        if base is int and meta is not None:
            return _int_check(meta.ge, meta.le)
        if base is str and meta is not None:
            max_length = meta.max_length or field_types.MAX_TEXT_LENGTH
            if max_length <= field_types.MAX_NAME_LENGTH:
                return field_types.check_name
            return _text_check(max_length)
        return _check_for_hint(base, struct_check)
    if origin in (Union, types.UnionType):
        return _union_check([_check_for_hint(member, struct_check) for member in get_args(hint)])
    if origin is list or origin is tuple:
        return _list_check(_check_for_hint(get_args(hint)[0], struct_check))
    if origin is dict:
        key, value = get_args(hint)
        return _mapping_check(_check_for_hint(key, struct_check), _check_for_hint(value, struct_check))
    plain_checks: dict[Any, Check] = {
        int: field_types.check_int,
        str: field_types.check_text,
        bool: field_types.check_bool,
        float: field_types.check_number,
        type(None): _none_check,
        Any: field_types.check_plain_data,
    }
    return plain_checks.get(hint) or struct_check(hint)


def _int_check(minimum: Any, maximum: Any) -> Check:
    def check(value: object, field: str) -> object:
        if type(value) is int and minimum <= value <= maximum:
            return value
        return field_types.check_int(value, field, minimum, maximum)

    return check


def _text_check(max_length: int) -> Check:
    def check(value: object, field: str) -> object:
        return field_types.check_text(value, field, max_length)

    return check


def _union_check(checks: list[Check]) -> Check:
    is_optional = _none_check in checks

    def check(value: object, field: str) -> object:
        if value is None and is_optional:
            return None
        first_error: InvalidError | None = None
        for check_type in checks:
            try:
                return check_type(value, field)
            except InvalidError as error:
                first_error = first_error or error
        assert first_error is not None
        raise first_error

    return check


def _list_check(check_item: Check) -> Check:
    def check(value: object, field: str) -> object:
        items = field_types.check_list(value, field, "values")
        for item in items:
            check_item(item, field)
        # A list would make the command mutable and unequal, and an iterator can be read only once.
        return value if type(value) is tuple else items

    return check


def _mapping_check(check_key: Check, check_item: Check) -> Check:
    def check(value: object, field: str) -> object:
        if not isinstance(value, Mapping) or len(value) > field_types.MAX_ITEMS:
            raise InvalidError(f"{field} {field_types.abbreviate(value)}: expected a short table of names and values")
        for key, item in value.items():
            check_key(key, field)
            # In plain data, such as a sign, the message names the key instead of the field.
            check_item(item, key if check_item is field_types.check_plain_data and isinstance(key, str) else field)
        return value

    return check


def _none_check(value: object, field: str) -> object:
    if value is not None:
        raise InvalidError(f"{field} {field_types.abbreviate(value)}: expected nothing")
    return value


def _instance_check(expected: Any) -> Check:
    def check(value: object, field: str) -> object:
        if not isinstance(value, expected):
            raise InvalidError(f"{field} {field_types.abbreviate(value)}: expected a {expected.__name__}")
        return value

    return check


def _struct_data_check(struct: Any) -> Check:
    """Check that plain data describe an instance of a struct."""

    def check(value: object, field: str) -> object:
        try:
            return convert(value, struct)
        except UnicodeError:
            reason = "its text cannot be encoded as UTF-8"
        except ValidationError as error:
            reason = explain_error(error, value)
            if reason.startswith("it: "):
                reason = reason.removeprefix("it: ")
            elif reason.startswith("it is "):  # the message below names the value already
                reason = reason.rpartition(": ")[2]
        raise InvalidError(f"{field} {field_types.abbreviate(value)}: {reason}")

    return check
