"""What is wrong with data of the wrong shape, in words: which value, what would do, and where it stands."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Final

from msgspec import ValidationError, json

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
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_LIMITS: Final = {"<=": " at most", ">=": " at least", None: ""}
_MANY: Final = {"character": "characters", "entry": "entries"}
_SHOWN: Final = 60
_SECRET: Final = (".password", ".secret", ".token")
"""Values that are repeated to nobody."""


def explain_error(error: Exception, data: Any) -> str:
    """What msgspec says against data, as somebody would who reads them over one's shoulder.

    >>> from msgspec import ValidationError
    >>> explain_error(ValidationError("Expected `int` <= 9 - at `$.tables[0].bots`"),
    ...     {"tables": [{"bots": 12}]})
    'tables[0].bots is 12: a whole number of at most 9 is wanted'
    >>> explain_error(ValidationError("Expected `int`, got `str` - at `$.port`"), {"port": "x"})
    "port is 'x': a whole number is wanted"
    >>> explain_error(ValidationError("Object missing required field `game` - at `$.tables[0]`"),
    ...     {"tables": [{}]})
    'tables[0].game is missing'
    >>> explain_error(ValidationError("Expected `array` of length <= 6 - at `$.path`"), {"path": ["x"] * 7})
    'path is a list: a list of at most 6 entries is wanted'
    >>> explain_error(ValidationError("Expected `array` of length 2, got 1 - at `$.ante`"), {"ante": [5]})
    'ante is a list: a list of 2 entries is wanted'
    >>> explain_error(ValidationError("Expected `str` of length >= 1 - at `$.name`"), {"name": ""})
    "name is '': text of at least 1 character is wanted"
    """
    said, _, path = str(error).partition(" - at `")
    path = path.removesuffix("`").removeprefix("$")
    if (field := _FIELD.match(said)) is not None:
        name = f"{path}.{field['field']}".lstrip(".")
        return f"{name} is missing" if field["what"].startswith("missing") else f"{name} is not known here"
    expected = _EXPECTED.match(said)
    if expected is None:
        return f"{path.lstrip('.') or 'it'}: {said[:1].lower()}{said[1:]}"
    wanted = " or ".join(KINDS.get(kind, kind) for kind in expected["kinds"].split(" | ") if kind != "null")
    named = " is ".join(filter(None, (path.lstrip(".") or "it", _value(data, path))))
    unit = "character" if expected["kinds"] == "str" else "entry"
    return f"{named}: {wanted}{_bound(expected['bound'], unit)} is wanted"


def explain_decode_error(error: Exception, data: bytes) -> str:
    """The same of JSON that was read in one go: what does not fit in words, the rest as it was said.

    >>> explain_decode_error(ValidationError("Expected `str` of length >= 1 - at `$.name`"), b'{"name": ""}')
    "name is '': text of at least 1 character is wanted"
    >>> explain_decode_error(ValidationError("Expected `str` of length >= 8 - at `$.password`"),
    ...     b'{"password": "x"}')
    'password: text of at least 8 characters is wanted'
    """
    if isinstance(error, ValidationError):
        with suppress(ValueError, RecursionError):  # what comes later may be no JSON at all
            return explain_error(error, json.decode(data))
    return str(error)[:200]


def _bound(text: str, unit: str) -> str:
    found = _BOUND.match(text)
    if found is None:
        return text
    number = found["number"]
    if found["length"]:
        number = f"{number} {unit if number == '1' else _MANY[unit]}"
    return f" of{_LIMITS[found['sign']]} {number}"


def _value(data: Any, path: str) -> str:
    """The value at a path, as far as it is worth repeating; nothing where the path cannot be followed."""
    if path.endswith(_SECRET) or "[...]" in path:  # msgspec does not say under which name
        return ""
    for name, at in _STEP.findall(path):
        try:
            data = data[name] if name else data[int(at)]
        except (LookupError, TypeError):
            return ""
    if isinstance(data, dict | list):
        return "names and values" if isinstance(data, dict) else "a list"
    text = "null" if data is None else str(data).lower() if isinstance(data, bool) else repr(data)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
