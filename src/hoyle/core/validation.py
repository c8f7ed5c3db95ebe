"""Validation of all input: bounded field types, the checks derived from them, and one wording of errors.

A class declares each field once, by an annotation such as `Chips`. `check_fields` checks an instance,
`read_fields` makes one from plain data (JSON), and `to_plain` is the inverse. Every error says where, what was
found and what is accepted: ``chips 'many': expected a whole number``. All numbers and texts are bounded, so that
nothing a client sends can grow without limit.
"""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from math import isfinite
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, ValidationError, convert, json

from hoyle.core.errors import InvalidError

MAX_CHIPS: Final = 10**12
"""Largest number of chips, or of anything else counted at a table."""
MAX_LINE_LENGTH: Final = 200
"""Most characters of an action, a number or a name that is typed."""
MAX_CARDS_TEXT_LENGTH: Final = 1_000
"""Most characters of a list of cards: a whole deck with room to spare."""
MAX_RANGE_TEXT_LENGTH: Final = 20_000
"""Most characters of a range: every hand of hold'em listed, each with a weight."""
MAX_NAME_LENGTH: Final = 60
MAX_TEXT_LENGTH: Final = 1_000
MAX_ITEMS: Final = 1_000
MAX_COUNTED: Final = 10_000
MAX_SEATS: Final = 99
MAX_DEPTH: Final = 6
"""Levels of nested lists and mappings."""
MAX_SHOWN: Final = 60
"""Characters of a refused value that a message repeats."""

_DIGITS: Final = 30
_DIGITS_PER_BIT: Final = 0.30103
_FRACTION: Final = re.compile(r"[0-9]{1,6}(/0*[1-9][0-9]{0,5})?")

Model = TypeVar("Model")

# Field types


def one_of(*options: str) -> Meta:
    """Declare the accepted words of a text field."""
    return Meta(extra={"options": options})


def custom(check: Callable[[Any, str], Any], encode: Callable[[Any], Any]) -> Meta:
    """Declare how a field of an own type is checked (also read from plain data) and turned into plain data."""
    return Meta(extra={"check": check, "encode": encode})


OMIT_DEFAULT: Final = Meta(extra={"omit_default": True})
"""Marks a field that plain data leave out where it has its default."""

Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS)]
"""Seat number; 0 where none is meant."""
Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
Signed = Annotated[int, Meta(ge=-MAX_CHIPS, le=MAX_CHIPS)]
"""Chips that may be negative."""
Positive = Annotated[int, Meta(ge=1, le=MAX_CHIPS)]
Count = Annotated[int, Meta(ge=0, le=MAX_COUNTED)]
CardText = Annotated[str, Meta(max_length=400)]
"""Cards as text, a whole deck at most."""
Minute = Annotated[int, Meta(ge=0, le=10**9)]
"""Table time in minutes, from any origin."""
Name = Annotated[str, Meta(max_length=MAX_NAME_LENGTH)]
"""Name of a person, a deck or a step: printable, on one line."""
Words = Annotated[str, Meta(max_length=MAX_TEXT_LENGTH)]
"""Free text."""
Limits = Annotated[tuple[int, int], Meta(title="a minimum and a maximum")]
"""Smallest and largest wager; a maximum of 0 where none is posted."""

# Checks of single values


def check_int(value: object, label: str, least: int | None = None, most: int = MAX_CHIPS) -> int:
    """Check an integer within bounds; booleans are refused.

    >>> check_int(5, "chips")
    5
    >>> check_int(10**13, "chips")
    Traceback (most recent call last):
        ...
    hoyle.core.errors.InvalidError: chips 10000000000000: expected at most 1,000,000,000,000
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise _error(value, label, "a whole number")
    if least is not None and value < least:
        raise _error(value, label, f"{least:,} or more")
    if value > most:
        raise _error(value, label, f"at most {most:,}")
    if value < -most:
        raise _error(value, label, f"at least {-most:,}")
    return value


def check_number(value: object, label: str, least: float = -MAX_CHIPS) -> float:
    """Check a finite number, which may be a fraction."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise _error(value, label, "a number")
    if abs(value) > MAX_CHIPS:
        raise _error(value, label, f"at most {MAX_CHIPS:,}")
    if not isfinite(value):
        raise _error(value, label, "a number")
    if value < least:
        raise _error(value, label, f"{least:,g} or more")
    return value


def check_length(text: str, label: str, most: int = MAX_LINE_LENGTH) -> None:
    """Raise if a text is longer than `most` characters.

    >>> check_length("fold " * 100, "the action")
    Traceback (most recent call last):
    hoyle.core.errors.InvalidError: the action of 500 characters: expected at most 200
    """
    if len(text) > most:
        raise InvalidError(f"{label} of {len(text):,} characters: expected at most {most:,}")


def check_text(value: object, label: str, most: int = MAX_TEXT_LENGTH) -> str:
    """Check text of bounded length: printable but for line ends."""
    if not isinstance(value, str):
        raise _error(value, label, "text")
    check_length(value, label, most)
    if not value.isprintable() and not value.replace("\n", "").isprintable():
        raise _error(value, label, "printable text")
    return value


def check_name(value: object, label: str) -> str:
    """Check a name: printable, on one line, without spaces around it."""
    text = check_text(value, label, MAX_NAME_LENGTH)
    if "\n" in text or text != text.strip():
        raise _error(text, label, "one line without spaces around it")
    return text


def check_bool(value: object, label: str) -> bool:
    if not isinstance(value, bool):
        raise _error(value, label, "True or False")
    return value


def check_list(values: object, label: str, items: str) -> tuple[Any, ...]:
    """Check an ordered list; text, mappings and sets are refused."""
    if isinstance(values, (str, bytes, Mapping, set, frozenset)) or not isinstance(values, Iterable):
        raise _error(values, label, f"a list of {items}")
    values_read = tuple(values)
    if len(values_read) > MAX_ITEMS:
        raise InvalidError(f"{label} of {len(values_read):,} {items}: expected at most {MAX_ITEMS:,}")
    return values_read


def check_ints(values: object, label: str, least: int | None = None) -> tuple[int, ...]:
    """Check that a field is a list of integers, and return it as a tuple."""
    return tuple([check_int(value, label, least) for value in check_list(values, label, "whole numbers")])


def check_mapping(value: object, label: str, expected: str = "a short table of names and values") -> Mapping[Any, Any]:
    if not isinstance(value, Mapping) or len(value) > MAX_ITEMS:
        raise _error(value, label, expected)
    return value


def check_instance(value: object, expected: type[Model], label: str) -> Model:
    if not isinstance(value, expected):
        raise _error(value, label, f"a {expected.__name__}")
    return value


def check_plain_data(value: object, label: str, depth: int = 0) -> object:
    """Check JSON-like data: numbers, text, lists and mappings, each within its bound.

    The refusal of a value in a mapping names its key.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return check_text(value, label)
    if isinstance(value, (int, float)):
        return check_number(value, label)
    if depth == MAX_DEPTH:
        raise _error(value, label, f"at most {MAX_DEPTH} levels")
    if isinstance(value, Mapping):
        for key, item in value.items():
            check_plain_data(key, label, MAX_DEPTH)
            check_plain_data(item, key if isinstance(key, str) else label, depth + 1)
        count = len(value)
    else:
        count = len([check_plain_data(item, label, depth + 1) for item in check_list(value, label, "plain data")])
    if count > MAX_ITEMS:
        raise InvalidError(f"{label} of {count:,} parts: expected at most {MAX_ITEMS:,}")
    return value


def check_field_names(
    where: str, data: Mapping[Any, Any], names: Sequence[str], required: Iterable[str] = (), *, ignored: str = ""
) -> None:
    """Raise if data have a field of an unknown name, or lack one that is required."""
    for name in data:
        if name not in names and name != ignored:
            raise InvalidError(f"{where} has no field {abbreviate(name)}; it has {', '.join(names) or 'none'}")
    for name in required:
        if name not in data:
            raise InvalidError(f"{where} needs its field {name!r}")


def parse_int(digits: str, label: str, *, least: int = 0, most: int = MAX_CHIPS) -> int:
    """Parse a number of ASCII digits within bounds; signs and other digits are refused.

    >>> parse_int("1200", "a stack")
    1200
    """
    check_length(digits, label)
    if not (digits.isascii() and digits.isdigit()):
        raise _error(digits, label, "a number in the digits 0 to 9")
    return check_int(int(digits), label, least, most)


# Wording of values


def number_text(number: int) -> str:
    """Format a number for an error message; for a very long one only its length."""
    length = int(number.bit_length() * _DIGITS_PER_BIT) + 1
    return str(number) if length <= _DIGITS else f"a number of about {length:,} digits"


def pluralize(number: int, noun: str, many: str = "") -> str:
    """Format a number in figures with its noun, singular or plural, for errors and lists.

    >>> pluralize(1, "player"), pluralize(1200, "card"), pluralize(2, "person", "people")
    ('1 player', '1,200 cards', '2 people')
    """
    return f"{number:,} {noun if number == 1 else many or f'{noun}s'}"


def abbreviate(value: object) -> str:
    """Return a refused value as a message repeats it, cut to `MAX_SHOWN` characters."""
    if isinstance(value, int) and not isinstance(value, bool):
        return number_text(value).removeprefix("a number ")
    try:
        text = repr(value)
    except ValueError:  # a number inside has more digits than Python converts to text
        return "of very many digits"
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."


def _error(value: object, label: str, expected: str) -> InvalidError:
    return InvalidError(f"{label} {abbreviate(value)}: expected {expected}")


# Checks derived from annotations

Check = Callable[[Any, str], Any]
"""Checks a value given the label of its field; returns it in its normal form."""


@cache
def field_checks(kind: Any, *, plain: bool = False) -> tuple[tuple[str, Check], ...]:
    """Return name and check of every field of a dataclass or struct, derived from its annotations.

    With `plain` the checks read plain data: figures for numbers by number, ``"9/5"`` for a fraction, and names and
    values for a part.
    """
    hints = get_type_hints(kind, include_extras=True)
    return tuple([(name, check_for(hints[name], plain=plain)) for name in field_names(kind)])


def field_names(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields by which an instance is made."""
    if issubclass(kind, Struct):
        names: tuple[str, ...] = kind.__struct_fields__
        return names
    return tuple([field.name for field in dataclasses.fields(kind) if field.init])


def check_fields(instance: object, label: str = "") -> None:
    """Check every field of a dataclass, also a frozen one, and bring its value into its normal form."""
    kind: Any = type(instance)
    for name, check in field_checks(kind):
        value = getattr(instance, name)
        checked = check(value, f"{label} {name}" if label else name)
        if checked is not value:
            object.__setattr__(instance, name, checked)


def read_fields(kind: Callable[..., Model], data: object, where: str, label: str = "", **options: Any) -> Model:
    """Make an instance of a dataclass from plain data; `options` go to its constructor as they are."""
    model: Any = kind
    if not isinstance(data, Mapping):
        raise _error(data, label or where, f"a {model.__name__}" if label else "names and values")
    fields = [field for field in dataclasses.fields(model) if field.init]
    required = [
        field.name
        for field in fields
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]
    check_field_names(where, data, [field.name for field in fields], required)
    checks = dict(field_checks(model, plain=True))
    values = {name: checks[name](value, f"{label} {name}" if label else name) for name, value in data.items()}
    return kind(**values, **options)


def to_plain(value: Any) -> Any:
    """Return a value as JSON-compatible data: parts as mappings, tuples as lists, fractions and keys as text."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, (tuple, list)):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    omitted = omitted_defaults(value.__class__)
    return {
        name: encode(getattr(value, name))
        for name, encode in _encoders(value.__class__)
        if name not in omitted or getattr(value, name) != omitted[name]
    }


@cache
def omitted_defaults(kind: Any) -> dict[str, Any]:
    """Return the fields that plain data leave out at their default, with that default."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: field.default for field in dataclasses.fields(kind) if "omit_default" in _extra(hints[field.name])
    }


@cache
def _encoders(kind: Any) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """Return of every field its name and the function that makes plain data of it."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple([(name, _extra(hints[name]).get("encode", to_plain)) for name in field_names(kind)])


def _extra(hint: Any) -> dict[str, Any]:
    """Return the `extra` of all metadata in a type hint."""
    metadata = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return {key: value for meta in metadata for key, value in (meta.extra or {}).items()}


def options_of(kind: type, name: str) -> tuple[str, ...]:
    """Return the accepted words of a text field; none if it takes any text."""
    options: tuple[str, ...] = _extra(get_type_hints(kind, include_extras=True)[name]).get("options", ())
    return options


def check_for(hint: Any, *, plain: bool = False) -> Check:
    """Derive the check of a field from its type hint."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated_check(arguments[0], arguments[1:], plain)
    if origin is Literal:
        return _option_check(arguments)
    if origin in (Union, types.UnionType):
        by_key = next((member for member in arguments if get_origin(member) in (dict, Mapping)), None)
        members = [check_for(member, plain=plain) for member in arguments if member is not by_key]
        return _union_check(members, None if by_key is None else check_for(by_key, plain=plain))
    if origin in (tuple, list, Sequence):
        if origin is tuple and arguments[-1] is not ...:
            return _tuple_check([check_for(member, plain=plain) for member in arguments], "")
        return _list_check(check_for(arguments[0], plain=plain), _noun(arguments[0]))
    if origin in (dict, Mapping):
        return _mapping_check(_key_check(arguments[0], plain), check_for(arguments[1], plain=plain), arguments[0])
    if hint in _PLAIN_CHECKS:
        return _PLAIN_CHECKS[hint]
    if hint is Fraction:
        return _plain_fraction if plain else check_fraction
    return _part_check(hint) if plain else _instance_check(hint)


def _annotated_check(base: Any, metadata: tuple[Any, ...], plain: bool) -> Check:
    meta = {name: value for each in metadata for name in _CONSTRAINTS if (value := getattr(each, name)) is not None}
    extra = {key: value for each in metadata for key, value in (each.extra or {}).items()}
    if "check" in extra:
        check: Check = extra["check"]
        return check
    if "options" in extra:
        return _option_check(extra["options"])
    if base is int and ("ge" in meta or "le" in meta):
        return _int_check(meta.get("ge"), meta.get("le", MAX_CHIPS))
    if base is float and "ge" in meta:
        return lambda value, label: check_number(value, label, meta["ge"])
    if base is str and "max_length" in meta:
        most = meta["max_length"]
        return check_name if most <= MAX_NAME_LENGTH else lambda value, label: check_text(value, label, most)
    if "title" in meta and get_origin(base) is tuple:
        return _tuple_check([check_for(member, plain=plain) for member in get_args(base)], meta["title"])
    return check_for(base, plain=plain)


_CONSTRAINTS: Final = ("ge", "le", "max_length", "title")


def _int_check(least: Any, most: Any) -> Check:
    """Build the check of an integer field with bounds."""

    def check(value: Any, label: str) -> Any:
        if type(value) is int and (least is None or least <= value) and value <= most:
            return value
        return check_int(value, label, least, most)

    return check


def _option_check(options: tuple[Any, ...]) -> Check:
    def check(value: Any, label: str) -> Any:
        if value not in options:
            raise _error(value, label, f"one of {', '.join([option or repr(option) for option in options])}")
        return value

    return check


def _union_check(checks: list[Check], check_entries: Check | None) -> Check:
    """Build the check of a union type: the value must pass one of the checks, a mapping `check_entries`."""
    is_optional = _check_none in checks

    def check(value: Any, label: str) -> Any:
        if value is None and is_optional:
            return None
        if check_entries is not None and isinstance(value, Mapping):
            return check_entries(value, label)
        first_error: InvalidError | None = None
        for check_type in checks:
            try:
                return check_type(value, label)
            except InvalidError as error:
                first_error = first_error or error
        assert first_error is not None
        raise first_error

    return check


def _list_check(check_item: Check, items: str) -> Check:
    """Build the check of a list field: every item must pass its own check."""

    def check(value: Any, label: str) -> Any:
        values = check_list(value, label, items)
        checked = tuple([check_item(item, label) for item in values])
        # A list would make the instance mutable and unequal, and an iterator can be read only once.
        return value if type(value) is tuple and checked == value else checked

    return check


def _tuple_check(checks: list[Check], title: str) -> Check:
    """Build the check of a tuple of fixed length, such as a minimum and a maximum."""
    expected = title or f"a list of {len(checks)}"

    def check(value: Any, label: str) -> Any:
        if not isinstance(value, (list, tuple)) or len(value) != len(checks):
            raise _error(value, label, expected)
        return tuple([check_item(item, label) for check_item, item in zip(checks, value, strict=True)])

    return check


def _mapping_check(check_key: Check, check_item: Check, key_type: Any) -> Check:
    """Build the check of a mapping: all keys and values must pass theirs."""
    expected = "values by number, as {2: 1}" if key_type is int else "a short table of names and values"
    is_plain_data = check_item is check_plain_data

    def check(value: Any, label: str) -> Any:
        entries = check_mapping(value, label, expected)
        # In plain data, such as a sign, the message names the key instead of the field.
        return {
            check_key(key, label): check_item(item, key if is_plain_data and isinstance(key, str) else label)
            for key, item in entries.items()
        }

    return check


def _key_check(hint: Any, plain: bool) -> Check:
    """Build the check of a key; plain data have figures as text."""
    check_key = check_for(hint, plain=plain)
    return _parse_key if plain and check_key is check_int else check_key


def _parse_key(key: Any, label: str) -> int:
    if not (isinstance(key, str) and key.isascii() and key.isdigit() and len(key) <= _DIGITS):
        raise _error(key, label, "a number as text, as {'4': 3}")
    return check_int(int(key), label)


def _check_none(value: Any, label: str) -> None:
    if value is not None:
        raise _error(value, label, "nothing")


def check_fraction(value: Any, label: str) -> Fraction:
    """Check odds or a percentage: a whole number or a fraction."""
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise _error(value, label, "a whole number or a fraction, as '9/5'")
    exact = Fraction(value)
    check_int(exact.numerator, label)
    check_int(exact.denominator, label)
    return exact


def _plain_fraction(value: Any, label: str) -> Fraction:
    return check_fraction(Fraction(value) if isinstance(value, str) and _FRACTION.fullmatch(value) else value, label)


def _instance_check(expected: Any) -> Check:
    return lambda value, label: check_instance(value, expected, label)


def _part_check(kind: Any) -> Check:
    """Build the check of plain data that describe a part: a dataclass, or a struct."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return lambda value, label: read_fields(kind, value, label, label)

    def check(value: Any, label: str) -> Any:
        if not issubclass(kind, Struct):
            return check_instance(value, kind, label)
        try:
            return convert(value, kind)
        except UnicodeError:
            reason = "its text cannot be encoded as UTF-8"
        except ValidationError as error:
            reason = explain_error(error, value)
            if reason.startswith("it: "):
                reason = reason.removeprefix("it: ")
            elif reason.startswith(("it ", "it,")):  # the message below names the value already
                reason = reason.rpartition(": ")[2]
        raise InvalidError(f"{label} {abbreviate(value)}: {reason}")

    return check


def _noun(hint: Any) -> str:
    """Return what the items of a list are called in errors."""
    if get_origin(hint) is Annotated:
        base, meta = get_args(hint)[:2]
        if meta.title:
            return f"pairs, each {meta.title}"
        return "names" if base is str and (meta.max_length or MAX_TEXT_LENGTH) <= MAX_NAME_LENGTH else _noun(base)
    return {int: "whole numbers", str: "texts"}.get(hint, "values")


_PLAIN_CHECKS: Final[dict[Any, Check]] = {
    int: check_int,
    str: check_text,
    bool: check_bool,
    float: check_number,
    type(None): _check_none,
    Any: check_plain_data,
}

# Wording of the codec's errors

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of names and values",
}
_EXPECTED: Final = re.compile(r"Expected `(?P<kinds>[^`]+)`(?P<bound>.*?)(?:, got (?:`[^`]+`|\d+))?$")
_FIELD: Final = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<field>[^`]+)`$")
_BOUND: Final = re.compile(r" (?P<length>of length )?(?:(?P<sign>[<>]=) )?(?P<number>-?\d+)$")
PATH_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
"""Step of a msgspec path such as `$.tables[0].bots`: a name or an index."""
_LIMITS: Final = {"<=": " at most", ">=": " at least", None: ""}
_MANY: Final = {"character": "characters", "entry": "entries"}
_SECRET: Final = (".password", ".secret", ".token")
"""Fields whose values never appear in a message."""


def explain_error(error: Exception, data: Any) -> str:
    """Turn a msgspec error into a readable message with path and value.

    >>> from msgspec import ValidationError
    >>> explain_error(ValidationError("Expected `int` <= 9 - at `$.tables[0].bots`"),
    ...     {"tables": [{"bots": 12}]})
    'tables[0].bots 12: expected at most 9'
    >>> explain_error(ValidationError("Expected `int`, got `str` - at `$.port`"), {"port": "x"})
    "port 'x': expected a whole number"
    >>> explain_error(ValidationError("Object missing required field `game` - at `$.tables[0]`"),
    ...     {"tables": [{}]})
    'tables[0].game is missing'
    >>> explain_error(ValidationError("Expected `array` of length <= 6 - at `$.path`"), {"path": ["x"] * 7})
    'path, a list: expected a list of at most 6 entries'
    >>> explain_error(ValidationError("Expected `str` of length >= 1 - at `$.name`"), {"name": ""})
    "name '': expected text of at least 1 character"
    """
    message, _, path = str(error).partition(" - at `")
    path = path.removesuffix("`").removeprefix("$")
    if (field := _FIELD.match(message)) is not None:
        name = f"{path}.{field['field']}".lstrip(".")
        return f"{name} is missing" if field["what"].startswith("missing") else f"{name} is not known here"
    expected = _EXPECTED.match(message)
    if expected is None:
        return f"{path.lstrip('.') or 'it'}: {message[:1].lower()}{message[1:]}"
    kinds = " or ".join([_KINDS.get(kind, kind) for kind in expected["kinds"].split(" | ") if kind != "null"])
    unit = "character" if expected["kinds"] == "str" else "entry"
    return f"{_subject(data, path)}: expected {_bounded(kinds, expected['bound'], unit)}"


def explain_decode_error(error: Exception, data: bytes) -> str:
    """Explain an error of decoding JSON; a syntax error keeps msgspec's message.

    >>> explain_decode_error(ValidationError("Expected `str` of length >= 1 - at `$.name`"), b'{"name": ""}')
    "name '': expected text of at least 1 character"
    >>> explain_decode_error(ValidationError("Expected `str` of length >= 8 - at `$.password`"),
    ...     b'{"password": "x"}')
    'password: expected text of at least 8 characters'
    """
    if isinstance(error, ValidationError):
        with suppress(ValueError, RecursionError):  # the rest of the data may not be JSON at all
            return explain_error(error, json.decode(data))
    return str(error)[:200]


def _bounded(kinds: str, text: str, unit: str) -> str:
    """Return what is accepted within a bound: ``at most 9``, ``a list of at most 6 entries``."""
    bound = _BOUND.match(text)
    if bound is None:
        return kinds + text
    number = f"{int(bound['number']):,}"
    if bound["length"]:
        return f"{kinds} of{_LIMITS[bound['sign']]} {number} {unit if number == '1' else _MANY[unit]}"
    return f"at most {number}" if bound["sign"] == "<=" else f"{number} or more"


def _subject(data: Any, path: str) -> str:
    """Return a path with the value there; without it for secrets and where the path cannot be followed."""
    label = path.lstrip(".") or "it"
    if path.endswith(_SECRET) or "[...]" in path:  # msgspec does not say under which name
        return label
    for name, index in PATH_STEP.findall(path):
        try:
            data = data[name] if name else data[int(index)]
        except (LookupError, TypeError):
            return label
    if isinstance(data, dict | list):
        return f"{label}, {'names and values' if isinstance(data, dict) else 'a list'}"
    return f"{label} {_JSON_NAMES[data] if data is None or isinstance(data, bool) else abbreviate(data)}"


_JSON_NAMES: Final = {None: "null", True: "true", False: "false"}
