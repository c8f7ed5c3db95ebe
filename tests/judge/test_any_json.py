"""Whatever a file holds, it gets a ruling or one clear refusal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.core.errors import HoyleError
from hoyle.judge import diff_from_expected, judge
from hoyle.judge.case_files import CASE_TYPES
from hoyle.judge.case_format import EXAMPLES, own_fields
from hoyle.judge.sessions.adapter_registry import adapter_for
from hoyle.judge.sessions.expectations import COMPARED

SAID = ("10", "on", "at", "2x", "all-in")
WORDS = ("fold", "ann", "1", "As Kd", "deal", "3-4", "XI.G.1", "", "?? ??", "main", "high", "w1")
PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(WORDS)
    | st.text(max_size=5)
)
JSON = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(("seat", "card", "at", "ann", "1", "kind", "name")) | st.text(max_size=3), inner, max_size=3
        )
    ),
    max_leaves=6,
)
PEOPLE = [{"seat": seat, "name": name, "chips": 100} for seat, name in ((1, "ann"), (2, "bob"), (3, "cat"))]
TABLES: dict[str, dict[str, Any]] = {
    "holdem": {"rulebook": "oneida", "button": "ann", "deck": "", "commands": [{"do": "deal"}]},
    "stud7-high": {"rulebook": "oneida", "deck": "", "commands": [{"do": "deal"}]},
    "draw5-high": {
        "rulebook": "oneida",
        "button": "ann",
        "deck": "",
        "commands": [
            {"do": "deal"},
            {"by": "ann", "act": "call"},
            {"by": "bob", "act": "call"},
            {"by": "cat", "act": "check"},
        ],
    },
    "three-card-poker": {
        "rulebook": "oneida",
        "deck": "",
        "commands": [{"do": "open-wagers"}, {"by": "ann", "act": "ante 10"}, {"do": "no-more-bets"}],
    },
    "craps": {"rulebook": "oneida", "shooter": "ann", "commands": [{"by": "ann", "act": "pass 10"}]},
    "mini-dice": {"rulebook": "nj-19-47", "shooter": "ann", "commands": [{"by": "ann", "act": "field 10"}]},
}


def session(game: str, *more: object) -> dict[str, Any]:
    table = TABLES[game]
    usual = {"id": "X-1", "kind": "session", "game": game, "people": PEOPLE}
    return {**usual, **table, "commands": [*table["commands"], *more]}


def rules_or_refuses(case: Any) -> None:
    refused = "case"
    try:
        diff_from_expected(case, judge(case))
    except HoyleError as refusal:
        refused = str(refusal)
    assert refused.startswith("case")


@given(JSON)
def test_anything_may_stand_where_a_case_belongs(case: Any) -> None:
    rules_or_refuses(case)


@given(st.sampled_from(list(CASE_TYPES)), JSON, st.data())
def test_anything_may_stand_in_a_field_of_a_case(kind: str, value: Any, data: st.DataObject) -> None:
    example = dict(EXAMPLES[kind])
    documented = [name for names in own_fields(CASE_TYPES[kind]) for name in names.split(", ")]
    name = data.draw(st.sampled_from([*example, *documented, "params", "alternatives"]))
    rules_or_refuses({**example, name: value})


@given(st.sampled_from(list(CASE_TYPES)), JSON, st.data())
def test_anything_may_stand_inside_a_field(kind: str, value: Any, data: st.DataObject) -> None:
    example = dict(EXAMPLES[kind])
    name = data.draw(st.sampled_from(list(example)))
    inside = example[name]
    if isinstance(inside, list) and inside:
        at = data.draw(st.integers(0, len(inside) - 1))
        if isinstance(inside[at], dict) and data.draw(st.booleans()):
            field = data.draw(st.sampled_from(list(inside[at])))
            value = {**inside[at], field: value}
        example[name] = [*inside[:at], value, *inside[at + 1 :]]
    elif isinstance(inside, dict) and inside:
        example[name] = {**inside, data.draw(st.sampled_from(list(inside))): value}
    rules_or_refuses(example)


@pytest.mark.parametrize("game", TABLES)
@given(JSON)
def test_anything_may_stand_where_a_command_belongs(game: str, line: Any) -> None:
    rules_or_refuses(session(game, line))


@pytest.mark.parametrize("game", TABLES)
@given(data=st.data())
def test_any_command_may_have_anything_in_its_fields(game: str, data: st.DataObject) -> None:
    known = adapter_for(game).TABLE.COMMANDS
    lines: list[dict[str, Any]] = []
    for _ in range(data.draw(st.integers(1, 4))):
        name = data.draw(st.sampled_from(sorted(known)))
        line: dict[str, Any] = {"do": name}
        for field in known[name].__struct_fields__:
            if data.draw(st.booleans()):
                line[field] = data.draw(st.integers(0, 4) | JSON)
        if data.draw(st.booleans()):
            line["by"] = data.draw(st.sampled_from(("ann", "bob", "dealer", "floor", "dan")) | JSON)
        lines.append(line)
    rules_or_refuses(session(game, *lines))


@pytest.mark.parametrize("game", TABLES)
@given(text=st.text(max_size=30) | st.lists(st.sampled_from((*WORDS, *SAID)), max_size=4))
def test_a_player_may_say_anything(game: str, text: str | list[str]) -> None:
    said = text if isinstance(text, str) else " ".join(text)
    rules_or_refuses(session(game, {"by": "ann", "act": said}))


@pytest.mark.parametrize("game", TABLES)
@given(expect=st.dictionaries(st.sampled_from(list(COMPARED)), JSON, max_size=3) | JSON)
def test_anything_may_be_expected(game: str, expect: Any) -> None:
    rules_or_refuses(session(game, {"expect": expect}))
