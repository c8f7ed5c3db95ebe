"""What a table takes for a number, a word or a row: to the very bound, and not one beyond it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import pytest

from hoyle.core.errors import InvalidError
from hoyle.core.validation import (
    MAX_CHIPS,
    MAX_ITEMS,
    MAX_NAME_LENGTH,
    MAX_SHOWN,
    MAX_TEXT_LENGTH,
    abbreviate,
    check_bool,
    check_for,
    check_instance,
    check_int,
    check_ints,
    check_list,
    check_name,
    check_number,
    check_plain_data,
    check_text,
)
from hoyle.table import Rake
from hoyle.table.command_base import command_registry
from hoyle.table.dice.posted_sign import sign_class
from hoyle.table.poker.commands import COMMANDS
from hoyle.table.seats import Sit

Take = Callable[[Any], object]


def told(value: object) -> str:
    """A parameter in few letters: some of them are very long."""
    return value.__name__ if isinstance(value, FunctionType) else abbreviate(value)


def seat(value: object) -> object:
    return check_int(value, "seat", 1, 9)


def chips(value: object) -> object:
    return check_int(value, "chips")


def percent(value: object) -> object:
    return check_number(value, "percent")


def text(value: object) -> object:
    return check_text(value, "text")


def called(value: object) -> object:
    return check_name(value, "name")


def limits(value: object) -> object:
    return check_ints(value, "limits", 0)


def rates(value: object) -> object:
    return check_for(Mapping[int, int])(value, "rates")


def odds(value: object) -> object:
    return sign_class("craps").read({"pay": {f"line {at}": "1" for at in range(value)}})  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("take", "value"),
    [
        (seat, 1),
        (seat, 9),
        (chips, MAX_CHIPS),
        (chips, -MAX_CHIPS),
        (chips, 0),
        (percent, 2.5),
        (percent, MAX_CHIPS),
        (percent, -MAX_CHIPS),
        (text, ""),
        (text, "a" * MAX_TEXT_LENGTH),
        (text, "one line\nand another"),
        (called, "a" * MAX_NAME_LENGTH),
        (called, "Ann of the north"),
        (limits, (0,) * MAX_ITEMS),
        (limits, [4, 8]),
        (rates, dict.fromkeys(range(MAX_ITEMS), 1)),
        (lambda value: check_bool(value, "open"), False),
        (lambda value: check_instance(value, Rake, "rake"), Rake()),
    ],
    ids=told,
)
def test_what_is_within_its_bound_is_taken_as_it_is(take: Take, value: object) -> None:
    taken = take(value)
    assert taken is None or taken == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(
    ("take", "value", "said"),
    [
        (seat, 0, "seat 0: expected 1 or more"),
        (seat, 10, "seat 10: expected at most 9"),
        (seat, True, "seat True: expected a whole number"),
        (seat, "1", "seat '1': expected a whole number"),
        (chips, MAX_CHIPS + 1, f"expected at most {MAX_CHIPS:,}"),
        (chips, -MAX_CHIPS - 1, f"expected at least {-MAX_CHIPS:,}"),
        (chips, 10**5000, "chips of about 5,001 digits: expected at most"),
        (percent, True, "percent True: expected a number"),
        (percent, "5", "percent '5': expected a number"),
        (percent, MAX_CHIPS + 1, f"expected at most {MAX_CHIPS:,}"),
        (percent, -MAX_CHIPS - 1, f"expected at most {MAX_CHIPS:,}"),
        (percent, float("nan"), "percent nan: expected a number"),
        (text, 5, "text 5: expected text"),
        (
            text,
            "a" * (MAX_TEXT_LENGTH + 1),
            f"text of {MAX_TEXT_LENGTH + 1:,} characters: expected at most {MAX_TEXT_LENGTH:,}",
        ),
        (text, "bell\a", "expected printable text"),
        (text, "two lines\nand a bell\a", "expected printable text"),
        (called, "a" * (MAX_NAME_LENGTH + 1), f"expected at most {MAX_NAME_LENGTH}"),
        (called, "two\nlines", "expected one line without spaces around it"),
        (called, " Ann", "expected one line without spaces around it"),
        (called, "Ann ", "expected one line without spaces around it"),
        (limits, "48", "limits '48': expected a list of whole numbers"),
        (limits, {4: 8}, "expected a list of whole numbers"),
        (limits, {4, 8}, "expected a list of whole numbers"),
        (limits, frozenset((4, 8)), "expected a list of whole numbers"),
        (limits, b"48", "expected a list of whole numbers"),
        (limits, 4, "limits 4: expected a list of whole numbers"),
        (limits, [4, -8], "limits -8: expected 0 or more"),
        (limits, (0,) * (MAX_ITEMS + 1), f"limits of {MAX_ITEMS + 1:,} whole numbers: expected at most {MAX_ITEMS:,}"),
        (rates, [2, 1], "expected values by number, as {2: 1}"),
        (rates, {"two": 1}, "rates 'two': expected a whole number"),
        (rates, {2: "one"}, "rates 'one': expected a whole number"),
        (rates, dict.fromkeys(range(MAX_ITEMS + 1), 1), "expected values by number, as {2: 1}"),
        (odds, MAX_ITEMS, "no pay line 'line 0'"),
        (odds, MAX_ITEMS + 1, "expected a short table of names and values"),
        (lambda value: check_bool(value, "open"), 1, "open 1: expected True or False"),
        (lambda value: check_instance(value, Rake, "rake"), {}, "rake {}: expected a Rake"),
        (lambda value: check_list(value, "decks", "names"), "red", "decks 'red': expected a list of names"),
        (lambda value: sign_class("craps").read(value), 5, "the sign 5: expected names and values"),
        (lambda value: sign_class("whist").read(value), {}, "game 'whist': expected one of craps, mini-dice"),
        (
            lambda value: sign_class("craps").read({"commission_pct": value}),
            True,
            "expected a whole number or a fraction, as '9/5'",
        ),
        (
            lambda value: sign_class("craps").read({"commission_pct": value}),
            2.5,
            "expected a whole number or a fraction, as '9/5'",
        ),
    ],
    ids=told,
)
def test_what_is_beyond_it_is_named_with_what_is_wanted(take: Take, value: object, said: str) -> None:
    with pytest.raises(InvalidError) as caught:
        take(value)
    assert said in str(caught.value)


@pytest.mark.parametrize("length", [MAX_SHOWN - 2, MAX_SHOWN - 1])
def test_a_long_value_is_repeated_only_as_far_as_it_is_worth(length: int) -> None:
    assert len(abbreviate("a" * length)) == (MAX_SHOWN if length == MAX_SHOWN - 2 else MAX_SHOWN + 3)


def test_no_two_commands_have_one_name() -> None:
    assert command_registry(Sit) == {"sit": Sit}
    with pytest.raises(InvalidError, match="two commands of one name"):
        command_registry(Sit, Sit)
    assert command_registry(*COMMANDS.values()) == dict(COMMANDS)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (10**40, "facts of about 41 digits: expected at most"),
        ({"count": 10**40}, "count of about 41 digits: expected at most"),
        ({"count": "x" * 10**6}, "count of 1,000,000 characters: expected at most 1,000"),
        ({"x" * 10**5: 1}, "facts of 100,000 characters: expected at most 1,000"),
        ([[[[[[[]]]]]]], "facts .*: expected at most 6 levels"),
        ([0] * 1001, "facts of 1,001 plain data: expected at most 1,000"),
        (dict.fromkeys(map(str, range(1001)), 0), "facts of 1,001 parts: expected at most 1,000"),
        ({"count": object()}, "count <object .*: expected a list of plain data"),
        (float("nan"), "facts nan: expected a number"),
    ],
)
def test_plain_data_are_bounded_however_deep_they_lie(value: object, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        check_plain_data(value, "facts")


def test_plain_data_within_their_bounds_are_taken_as_they_are() -> None:
    facts = {"percent": 2.5, "rows": [[1, None], ["x", True]], "deep": {"a": {"b": 1}}}
    assert check_plain_data(facts, "facts") is facts
