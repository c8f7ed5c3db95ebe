"""Cards of a case as text: whatever list of cards a case has may be written in one string."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.core.cards import parse_cards
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.judge import judge
from hoyle.judge.case_files import read_cases
from hoyle.judge.case_format import EXAMPLES

CASES = Path(__file__).parent / "cases"


def is_cards(value: Any) -> bool:
    if not isinstance(value, list) or not value or not all(isinstance(each, str) for each in value):
        return False
    try:
        return len(parse_cards("".join(value))) == len(value)
    except InvalidError:
        return False


def as_text(value: Any, between: str) -> Any:
    """The same with every list of cards in one string."""
    if is_cards(value):
        return between.join(value)
    if isinstance(value, dict):
        return {key: each if key == "expect" else as_text(each, between) for key, each in value.items()}
    return [as_text(each, between) for each in value] if isinstance(value, list) else value


def cases() -> Iterator[Any]:
    for file in sorted(CASES.glob("*.json")):
        for case in read_cases(file.read_text(encoding="utf-8"), file.name):
            if json.dumps(as_text(case, "")) != json.dumps(case):
                yield pytest.param(case, id=case["id"])


@pytest.mark.parametrize("case", list(cases()))
def test_a_case_with_cards_as_text_is_ruled_alike(case: dict[str, Any]) -> None:
    for between in ("", " "):
        assert judge(as_text(case, between)).result == judge(case).result


def test_a_deck_of_a_house_game_may_be_a_list() -> None:
    example = dict(EXAMPLES["banked"])
    listed = {**example, "deck": example["deck"].split()}
    assert judge(listed).result == judge(example).result


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("4s6h7dQcQx", "board: 'Qx' in '4s6h7dQcQx' (card 5) is not a card"),
        (7, "board: must be cards such as 'AhKd' or ['Ah', 'Kd'], not 7"),
        ("4s6h7dQc4s", "board has 4s"),
    ],
)
def test_text_that_is_no_cards_is_refused_by_its_field(board: Any, words: str) -> None:
    example = EXAMPLES["showdown"]
    with pytest.raises(HoyleError) as refused:
        judge({**example, "board": board})
    assert words in str(refused.value)
