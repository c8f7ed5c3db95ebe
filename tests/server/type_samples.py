"""Hypothesis strategies from msgspec types: values that fit a type, and values that do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct, inspect

from hoyle.table.command_base import Command, name_of

MOST = 2**70
"""Larger than any machine integer."""
WORDS = [
    *("ann", "bob", "gus", "boss", "dealer", "floor", "house", "stub", "hand", "board", "top", "ante", "pass"),
    *("AsKd", "As Kd 2c", "??", "manager", "holdem", "oneida", "fold", "raise to 16", "0", "-1", "١٢"),
]
"""Words that mean something in some field."""

odd_numbers = st.sampled_from([-1, 0, 1, 2, 3, 5, 99, 200, 10**12, 10**12 + 1, 2**31, 2**63, -(2**63), MOST])
numbers = odd_numbers | st.integers(-MOST, MOST)
texts = st.sampled_from(WORDS) | st.text(max_size=12) | st.text(min_size=190, max_size=300)
scalars: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False, allow_infinity=False) | texts
)
junk: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=6,
)
"""Any JSON value."""


def fitting(kind: Any) -> st.SearchStrategy[Any]:
    """Values that a type accepts."""
    return _fitting(inspect.type_info(kind))


def _fitting(info: inspect.Type) -> st.SearchStrategy[Any]:
    if isinstance(info, inspect.Metadata):
        return _fitting(info.type)
    if isinstance(info, inspect.IntType):
        least = info.ge if info.ge is not None else -MOST
        most = info.le if info.le is not None else MOST
        likely = [number for number in (0, 1, 2, 3, 5, 10, 100, 200) if least <= number <= most]
        return st.sampled_from(likely or [least]) | st.integers(least, most)
    if isinstance(info, inspect.StrType):
        shortest, longest = info.min_length or 0, info.max_length or 60
        words = [word for word in WORDS if shortest <= len(word) <= longest]
        random_text = st.text(min_size=shortest, max_size=min(longest, shortest + 20))
        return st.sampled_from(words) | random_text if words else random_text
    if isinstance(info, inspect.BoolType):
        return st.booleans()
    if isinstance(info, inspect.FloatType):
        return st.floats(allow_nan=False, allow_infinity=False)
    if isinstance(info, inspect.NoneType):
        return st.none()
    if isinstance(info, inspect.UnionType):
        return st.one_of([_fitting(option) for option in info.types])
    if isinstance(info, inspect.CollectionType):
        return st.lists(_fitting(info.item_type), max_size=4)
    if isinstance(info, inspect.TupleType):
        return st.tuples(*(_fitting(item) for item in info.item_types)).map(list)
    if isinstance(info, inspect.DictType):
        return st.dictionaries(_fitting(info.key_type), _fitting(info.value_type), max_size=4)
    if isinstance(info, inspect.StructType):
        return _struct(info)
    assert isinstance(info, inspect.AnyType), info
    return junk


def _struct(info: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    required = {part.encode_name: _fitting(part.type) for part in info.fields if part.required}
    optional = {part.encode_name: _fitting(part.type) for part in info.fields if not part.required}
    if info.tag_field is not None:
        required[info.tag_field] = st.just(info.tag)
    return st.fixed_dictionaries(required, optional=optional)


def frames(kind: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Frames of one type, as JSON objects."""
    return fitting(kind)


def commands(kinds: Mapping[str, type[Command]]) -> st.SearchStrategy[dict[str, Any]]:
    """Commands of a registry with valid fields, each kind equally likely."""
    return st.sampled_from(sorted(kinds)).flatmap(lambda name: _command(kinds[name]))


def _command(kind: type[Command]) -> st.SearchStrategy[dict[str, Any]]:
    strategy = _COMMANDS.get(kind)
    if strategy is None:
        strategy = _COMMANDS[kind] = fitting(kind).map(lambda made: {**made, "do": name_of(kind)})
    return strategy


_COMMANDS: dict[type[Command], st.SearchStrategy[dict[str, Any]]] = {}


@st.composite
def spoilt(draw: st.DrawFn, whole: st.SearchStrategy[dict[str, Any]]) -> dict[str, Any]:
    """A valid object with one field broken: junk, missing, or unknown."""
    made = dict(draw(whole))
    name = draw(st.sampled_from(sorted(made)) | st.text(max_size=8))
    if draw(st.booleans()) and name in made:
        del made[name]
    else:
        made[name] = draw(junk)
    return made
