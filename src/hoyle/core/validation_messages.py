"""Readable messages for msgspec errors: the path, the value, what was expected."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Final

from msgspec import ValidationError, json

from hoyle.core.validation import number_text

KINDS: Final = {
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
_SHOWN: Final = 60
_SECRET: Final = (".password", ".secret", ".token")
"""Fields whose values never appear in a message."""


def explain_error(error: Exception, data: Any) -> str:
    """Turn a msgspec error into a readable message with path and value.

    >>> from msgspec import ValidationError
    >>> explain_error(ValidationError("Expected `int` <= 9 - at `$.tables[0].bots`"),
    ...     {"tables": [{"bots": 12}]})
    'tables[0].bots is 12: expected a whole number of at most 9'
    >>> explain_error(ValidationError("Expected `int`, got `str` - at `$.port`"), {"port": "x"})
    "port is 'x': expected a whole number"
    >>> explain_error(ValidationError("Object missing required field `game` - at `$.tables[0]`"),
    ...     {"tables": [{}]})
    'tables[0].game is missing'
    >>> explain_error(ValidationError("Expected `array` of length <= 6 - at `$.path`"), {"path": ["x"] * 7})
    'path is a list: expected a list of at most 6 entries'
    >>> explain_error(ValidationError("Expected `array` of length 2, got 1 - at `$.ante`"), {"ante": [5]})
    'ante is a list: expected a list of 2 entries'
    >>> explain_error(ValidationError("Expected `str` of length >= 1 - at `$.name`"), {"name": ""})
    "name is '': expected text of at least 1 character"
    """
    message, _, path = str(error).partition(" - at `")
    path = path.removesuffix("`").removeprefix("$")
    if (field := _FIELD.match(message)) is not None:
        name = f"{path}.{field['field']}".lstrip(".")
        return f"{name} is missing" if field["what"].startswith("missing") else f"{name} is not known here"
    expected = _EXPECTED.match(message)
    if expected is None:
        return f"{path.lstrip('.') or 'it'}: {message[:1].lower()}{message[1:]}"
    kinds = " or ".join(KINDS.get(kind, kind) for kind in expected["kinds"].split(" | ") if kind != "null")
    subject = " is ".join(filter(None, (path.lstrip(".") or "it", _value(data, path))))
    unit = "character" if expected["kinds"] == "str" else "entry"
    return f"{subject}: expected {kinds}{_bound(expected['bound'], unit)}"


def explain_decode_error(error: Exception, data: bytes) -> str:
    """Explain an error of decoding JSON; a syntax error keeps msgspec's message.

    >>> explain_decode_error(ValidationError("Expected `str` of length >= 1 - at `$.name`"), b'{"name": ""}')
    "name is '': expected text of at least 1 character"
    >>> explain_decode_error(ValidationError("Expected `str` of length >= 8 - at `$.password`"),
    ...     b'{"password": "x"}')
    'password: expected text of at least 8 characters'
    """
    if isinstance(error, ValidationError):
        with suppress(ValueError, RecursionError):  # the rest of the data may not be JSON at all
            return explain_error(error, json.decode(data))
    return str(error)[:200]


def _bound(text: str, unit: str) -> str:
    bound = _BOUND.match(text)
    if bound is None:
        return text
    number = bound["number"]
    if bound["length"]:
        number = f"{number} {unit if number == '1' else _MANY[unit]}"
    return f" of{_LIMITS[bound['sign']]} {number}"


def _value(data: Any, path: str) -> str:
    """Format the value at a path; empty for secrets and where the path cannot be followed."""
    if path.endswith(_SECRET) or "[...]" in path:  # msgspec does not say under which name
        return ""
    for name, index in PATH_STEP.findall(path):
        try:
            data = data[name] if name else data[int(index)]
        except (LookupError, TypeError):
            return ""
    if isinstance(data, dict | list):
        return "names and values" if isinstance(data, dict) else "a list"
    if isinstance(data, int) and not isinstance(data, bool):
        return number_text(data)
    text = "null" if data is None else str(data).lower() if isinstance(data, bool) else repr(data)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
