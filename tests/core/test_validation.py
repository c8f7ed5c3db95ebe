"""Every door has a bound: texts of any length and numbers of any size are refused with value and field."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.commands import hoyle, refusal
from tests.games.poker.round_driver import shuffled

from hoyle.cli.game_options import read_stacks
from hoyle.cli.play.local_games import LocalPokerGame
from hoyle.cli.play.poker_input import menu, poker_command
from hoyle.core.cards import parse_card, parse_cards
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import MAX_CHIPS, MAX_RANGE_TEXT_LENGTH, abbreviate, check_int, number_text, parse_int
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import FIXED, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import MAX_IN_ROUND, PostedBet
from hoyle.judge import judge
from hoyle.judge.case_format import EXAMPLES
from hoyle.odds import equity, parse_range
from hoyle.rulebooks import poker_book
from hoyle.simulation.house_game_run import HouseRun
from hoyle.simulation.poker_run import PokerRun
from hoyle.simulation.random_decks import make_rng
from hoyle.table import PokerTable
from hoyle.table.command_base import Command
from hoyle.table.presets.poker_presets import poker_preset

HUGE = 10**40
ENDLESS = 10**5000
"""More digits than Python writes down."""


def table(*, stack: int = 100, blind: int = 2) -> PokerRound:
    rules = Rules(poker_book("oneida"), "holdem", Stakes(FIXED, small=4, big=8))
    posts = [PostedBet(1, "blind", 2), PostedBet(2, "blind", blind)]
    return PokerRound(rules, [1, 2], [100, stack], deck=shuffled(1), button=2, posts=posts)


@cache
def dealt() -> PokerTable:
    game = LocalPokerGame(poker_preset("holdem", players=2), make_rng(1))
    game.deal()
    return game.table


def typed(line: str) -> Command:
    """A line typed by the player to act at a table of hold'em."""
    wait = dealt().pending()[0]
    return poker_command(line, menu(wait), dealt(), wait.seat)


@pytest.mark.parametrize(
    ("give", "field"),
    [
        (lambda chips: Stakes(FIXED, small=4, big=chips), "the upper limit"),
        (lambda chips: Stakes(FIXED, small=4, ante=chips), "the ante"),
        (lambda chips: Stakes(FIXED, small=4, forced_bet=chips), "the forced bet"),
        (lambda chips: Stakes(FIXED, small=4, raise_cap=chips), "the raise cap"),
        (lambda chips: RakePlan(percent=10, cap=chips), "the cap of the rake"),
        (lambda chips: RakePlan(jackpot=chips), "the jackpot fee"),
        (lambda chips: RakePlan(levels=[(10, chips)]), "the rake of an increment"),
        (lambda chips: RakePlan(levels=[(chips, 1)]), "a pot from which rake is due"),
        (lambda chips: table(blind=chips), "the blind of seat 2"),
        (lambda chips: PokerRun(poker_preset("holdem"), bots="caller", hands=chips, seed=1), "the number of hands"),
        (lambda chips: HouseRun("craps", chips), "the number of rounds"),
        (
            lambda chips: judge({**EXAMPLES["blinds"], "killer": 3, "kill_blind": chips}),
            "case EX-blinds: kill_blind: must be no more than",
        ),
    ],
)
@pytest.mark.parametrize("chips", [MAX_CHIPS + 1, HUGE, ENDLESS], ids=["one more", "huge", "endless"])
def test_more_chips_than_there_are_is_refused_by_name(give: Callable[[int], object], field: str, chips: int) -> None:
    with pytest.raises(InvalidError) as caught:
        give(chips)
    assert field in str(caught.value)
    assert number_text(chips).removeprefix("a number ") in str(caught.value)
    assert "1,000,000,000,000" in str(caught.value)


@pytest.mark.parametrize("chips", [MAX_IN_ROUND + 1, HUGE, ENDLESS], ids=["one more", "huge", "endless"])
def test_a_stack_may_have_been_won_and_is_bounded_all_the_same(chips: int) -> None:
    table(stack=MAX_CHIPS + 1)
    with pytest.raises(InvalidError, match="the stack of seat 2"):
        table(stack=chips)


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (parse_cards, "Ah " * 2000, "a row of cards of 6,000 characters: expected at most 1,000"),
        (lambda text: parse_range("holdem", text), "AA," * 20_000, "the range of 60,000 characters"),
        (lambda text: parse_range("omaha-high", text), "AA" + "$np" * 200, "a word of 602 characters, 200 at most"),
        (lambda text: equity("holdem", ["AhKh", text]), "AA," * 20_000, "hand 2 of 60,000 characters"),
        (lambda text: poker_preset("holdem", limits=text), "1" * 5000 + "/6", "the limits of 5,002 characters"),
        (lambda text: poker_preset("holdem", limits=text), "1/" + "9" * 50, "a limit of about 51 digits"),
        (lambda text: poker_preset("holdem", limits=text), "３/６", "cannot read the limits"),
        (lambda text: read_stacks(text, 6, 200), "9" * 5000, "the list of stacks of 5,000 characters"),
        (lambda text: read_stacks(text, 6, 200), "9" * 100, "a stack of about 101 digits"),
        (lambda text: typed(text), "1" * 5000, "the line of 5,000 characters"),
        (lambda text: parse_int(text, "a seat"), "-5", "a seat '-5': expected a number in the digits 0 to 9"),
        (lambda text: parse_int(text, "a seat"), "５", "a seat '５': expected a number in the digits 0 to 9"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)
def test_a_text_without_end_is_not_read(read: Callable[[str], object], text: str, words: str) -> None:
    with pytest.raises(InvalidError) as caught:
        read(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 500


def test_a_long_card_is_not_repeated_to_the_end() -> None:
    with pytest.raises(InvalidError) as caught:
        parse_card("A" * 10**6)
    assert len(str(caught.value)) < 200


@given(st.text(), st.sampled_from(["holdem", "omaha-high", "stud7-high", "draw5-low"]))
def test_any_hand_is_read_or_refused(text: str, game: str) -> None:
    for read in (parse_cards, lambda words: parse_range(game, words)):
        try:
            assert read(text) is not None
        except HoyleError:
            continue


@given(st.text(alphabet="AKQ2hsx*$+-[]()!:,@%05. \n", max_size=60))
def test_any_range_is_read_or_refused(text: str) -> None:
    for game in ("holdem", "omaha-high"):
        try:
            found = parse_range(game, text)
        except HoyleError:
            continue
        assert len(found)


def test_as_many_words_as_a_range_may_have_are_read() -> None:
    text = ",".join(["AA", "KK"] * (MAX_RANGE_TEXT_LENGTH // 6))
    assert len(parse_range("holdem", text)) == 12
    assert len(parse_range("holdem", "AA" + "!KK" * 5_000)) == 6


@given(st.text(max_size=250))
def test_any_line_typed_at_the_table_is_read_or_refused(line: str) -> None:
    with suppress(HoyleError):
        assert typed(line).name in ("fold", "call", "bet", "check", "bring-in", "draw", "show", "concede")


@given(st.integers())
def test_a_number_is_within_its_bounds_or_refused(number: int) -> None:
    if 0 <= number <= MAX_CHIPS:
        check_int(number, "a stack", 0)
    else:
        with pytest.raises(
            InvalidError, match=f"a stack {re_of(number)}: expected (0 or more|at most 1,000,000,000,000)"
        ):
            check_int(number, "a stack", 0)


def re_of(number: int) -> str:
    return number_text(number).removeprefix("a number ").replace("+", r"\+")


def test_long_numbers_and_texts_are_shown_short() -> None:
    assert number_text(-12) == "-12"
    assert number_text(10**29) == str(10**29)
    assert number_text(ENDLESS) == "a number of about 5,001 digits"
    assert abbreviate("Ah") == "'Ah'"
    assert len(abbreviate("A" * 10**6)) < 80


def test_a_pay_line_of_any_length_is_refused_at_the_command_line(tmp_path: Path) -> None:
    for odds in ("9" * 100, "9" * 5000, "1/" + "9" * 100):
        assert "--pay pass" in refusal("edge", "craps", "--pay", f"pass={odds}")
    pays = tmp_path / "pays.json"
    pays.write_text('{"pass": ' + "9" * 5000 + "}")
    assert "a number has too many digits" in refusal("edge", "craps", "--paytable", str(pays))
    assert hoyle("edge", "craps", "--wager", "pass", "--pay", "pass=2").exit_code == 0
