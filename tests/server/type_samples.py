"""Made-up values from types: what fits a msgspec type, and what does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct, inspect

from hoyle.table.command_base import Command, name_of

MOST = 2**70
"""Larger than any number that a machine counts with."""
WORDS = [
    *(
        "ann",
        "bob",
        "gus",
        "boss",
        "dealer",
        "floor",
        "house",
        "stub",
        "hand",
        "board",
        "top",
        "ante",
        "pass",
    ),
    *("AsKd", "As Kd 2c", "??", "manager", "holdem", "oneida", "fold", "raise to 16", "0", "-1", "١٢"),
]
"""Words that mean something somewhere."""

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
"""Anything that JSON can say."""


def fitting(kind: Any) -> st.SearchStrategy[Any]:
    """Values that a type takes."""
    return _fitting(inspect.type_info(kind))


def _fitting(told: inspect.Type) -> st.SearchStrategy[Any]:
    if isinstance(told, inspect.Metadata):
        return _fitting(told.type)
    if isinstance(told, inspect.IntType):
        least = told.ge if told.ge is not None else -MOST
        most = told.le if told.le is not None else MOST
        likely = [each for each in (0, 1, 2, 3, 5, 10, 100, 200) if least <= each <= most]
        return st.sampled_from(likely or [least]) | st.integers(least, most)
    if isinstance(told, inspect.StrType):
        shortest, longest = told.min_length or 0, told.max_length or 60
        words = [word for word in WORDS if shortest <= len(word) <= longest]
        made = st.text(min_size=shortest, max_size=min(longest, shortest + 20))
        return st.sampled_from(words) | made if words else made
    if isinstance(told, inspect.BoolType):
        return st.booleans()
    if isinstance(told, inspect.FloatType):
        return st.floats(allow_nan=False, allow_infinity=False)
    if isinstance(told, inspect.NoneType):
        return st.none()
    if isinstance(told, inspect.UnionType):
        return st.one_of([_fitting(each) for each in told.types])
    if isinstance(told, inspect.CollectionType):
        return st.lists(_fitting(told.item_type), max_size=4)
    if isinstance(told, inspect.TupleType):
        return st.tuples(*(_fitting(each) for each in told.item_types)).map(list)
    if isinstance(told, inspect.DictType):
        return st.dictionaries(_fitting(told.key_type), _fitting(told.value_type), max_size=4)
    if isinstance(told, inspect.StructType):
        return _struct(told)
    assert isinstance(told, inspect.AnyType), told
    return junk


def _struct(told: inspect.StructType) -> st.SearchStrategy[dict[str, Any]]:
    wanted = {part.encode_name: _fitting(part.type) for part in told.fields if part.required}
    others = {part.encode_name: _fitting(part.type) for part in told.fields if not part.required}
    if told.tag_field is not None:
        wanted[told.tag_field] = st.just(told.tag)
    return st.fixed_dictionaries(wanted, optional=others)


def frames(kind: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Frames of one kind, as JSON has them."""
    return fitting(kind)


def commands(kinds: Mapping[str, type[Command]]) -> st.SearchStrategy[dict[str, Any]]:
    """Commands of a registry with fields that fit, each kind as likely as any other."""
    return st.sampled_from(sorted(kinds)).flatmap(lambda name: _command(kinds[name]))


def _command(kind: type[Command]) -> st.SearchStrategy[dict[str, Any]]:
    found = _COMMANDS.get(kind)
    if found is None:
        found = _COMMANDS[kind] = fitting(kind).map(lambda made: {**made, "do": name_of(kind)})
    return found


_COMMANDS: dict[type[Command], st.SearchStrategy[dict[str, Any]]] = {}


@st.composite
def spoilt(draw: st.DrawFn, whole: st.SearchStrategy[dict[str, Any]]) -> dict[str, Any]:
    """Something that fits, after somebody has spoilt a field of it: junk, nothing, or one too many."""
    made = dict(draw(whole))
    name = draw(st.sampled_from(sorted(made)) | st.text(max_size=8))
    if draw(st.booleans()) and name in made:
        del made[name]
    else:
        made[name] = draw(junk)
    return made
