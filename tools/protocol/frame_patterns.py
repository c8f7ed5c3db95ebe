"""Frame patterns: match protocol frames and bind values that are known only at run time.

>>> bound = {}
>>> match({"type": "table", "record": "$record"}, {"type": "table", "record": 7, "version": 3}, bound)
''
>>> match({"record": {"$above": "$record"}}, {"record": 7}, bound)
'record 7 is not above 7'
"""

from __future__ import annotations

from typing import Any

Bound = dict[str, Any]


def match(pattern: Any, value: Any, bound: Bound, at: str = "") -> str:
    """Return the first mismatch, empty if the value matches; variables are bound on the way."""
    if pattern == "*":
        return ""
    if isinstance(pattern, str) and pattern.startswith("$"):
        if pattern in bound:
            return _equal(bound[pattern], value, at)
        bound[pattern] = value
        return ""
    if isinstance(pattern, dict):
        for word, check in _CHECKS.items():
            if word in pattern:
                return check(pattern[word], value, bound, at)
        return _parts(pattern, value, bound, at)
    if isinstance(pattern, list):
        if not isinstance(value, list) or len(value) != len(pattern):
            return f"{at} {_short(value)} has not {len(pattern)} parts"
        pairs = enumerate(zip(pattern, value, strict=True))
        return next((problem for n, pair in pairs if (problem := match(*pair, bound, f"{at}[{n}]"))), "")
    return _equal(pattern, value, at)


def substitute(data: Any, bound: Bound) -> Any:
    """Replace the variables in data by their bound values."""
    if isinstance(data, str) and data.startswith("$"):
        if data not in bound:
            raise KeyError(f"{data} is not known yet")
        return bound[data]
    if isinstance(data, dict):
        return {key: substitute(value, bound) for key, value in data.items()}
    if isinstance(data, list):
        return [substitute(value, bound) for value in data]
    return data


def _parts(pattern: dict[str, Any], value: Any, bound: Bound, at: str) -> str:
    if not isinstance(value, dict):
        return f"{at} {_short(value)} has no parts"
    for key, expected in pattern.items():
        where = f"{at}.{key}" if at else key
        if expected == {"$absent": True}:
            if key in value:
                return f"{where} is there"
        elif key not in value:
            return f"{where} is missing"
        elif problem := match(expected, value[key], bound, where):
            return problem
    return ""


def _above(least: Any, value: Any, bound: Bound, at: str) -> str:
    limit = substitute(least, bound)
    good = isinstance(value, int) and not isinstance(value, bool) and value > limit
    return "" if good else f"{at} {_short(value)} is not above {limit}"


def _has(pattern: Any, value: Any, bound: Bound, at: str) -> str:
    """Match one element of a list; variables of the others stay unbound."""
    for item in value if isinstance(value, list) else ():
        attempt = dict(bound)
        if not match(pattern, item, attempt, at):
            bound.update(attempt)
            return ""
    return f"{at} {_short(value)} has nothing like {_short(pattern)}"


def _one_of(patterns: Any, value: Any, bound: Bound, at: str) -> str:
    good = _has(value, patterns, bound, at) == ""
    return "" if good else f"{at} {_short(value)} is none of {_short(patterns)}"


def _equal(expected: Any, value: Any, at: str) -> str:
    same = type(expected) is type(value) and expected == value
    return "" if same else f"{at} is {_short(value)}, not {_short(expected)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:120]}..."


_CHECKS = {"$above": _above, "$has": _has, "$in": _one_of}
