"""What players say is read in one go, whatever it is and however long."""

from __future__ import annotations

import re
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import MAX_CHIPS, MAX_LINE_LENGTH
from hoyle.games.poker.action_parser import WORDS, Action, parse_action
from hoyle.games.poker.floor.spoken_bet import SpokenBet, parse_spoken_bet

GRAMMAR = re.compile(
    r"([a-z][a-z -]*?)(?:\s+(to|by)\s+|\s+)?(?:\$?([0-9][0-9,]*)|(pot|min))?", re.IGNORECASE | re.ASCII
)
"""The words of an action in one expression, too slow to read them with."""

SPOKEN = st.lists(
    st.sampled_from([*WORDS, "to", "by", "pot", "min", "$", "8", "16", "1,000", ",", " ", "\t", "-", "x", "!"]),
    max_size=7,
)


def heard(action: Action) -> tuple[str, int, bool, str]:
    return action.verb, action.amount, action.link == "by", action.size


def by_grammar(text: str) -> tuple[str, int, bool, str] | None:
    found = GRAMMAR.fullmatch(text.strip().lower())
    verb = WORDS.get(found[1].strip()) if found else None
    if found is None or verb is None or (found[4] and verb not in ("bet", "raise")):
        return None
    return verb, int((found[3] or "0").replace(",", "")), found[2] == "by", found[4] or ""


@given(st.one_of(SPOKEN.map("".join), SPOKEN.map(" ".join)))
@example("betpot")
@example("raise$16")
@example("raise to16")
@example("bet ,5")
@example("c10")
@example("raise\tby\t1,,0,")
@example("to 5")
@example("bring in 5")
@example("raiseto 16")
@example("raiseby 4")
@example("raise t 5")
@example("bet pot")
@example("raise min")
@example("call pot")
def test_the_reader_and_the_grammar_hear_the_same(text: str) -> None:
    expected = by_grammar(text)
    if text.strip().lower().startswith(("draw ", "discard ")):
        return  # then cards follow
    if expected is None:
        with pytest.raises(InvalidError, match="cannot read the action"):
            parse_action(text)
    else:
        assert heard(parse_action(text)) == expected


@given(st.text())
@example("9" * 180)
@example("draw " + "Ah" * 90)
@example("bet 8")
@example("\udcff")
def test_whatever_is_said_is_an_action_or_refused_in_words(text: str) -> None:
    try:
        action = parse_action(text)
    except HoyleError:
        return
    assert action.verb in WORDS.values()
    assert 0 <= action.amount <= MAX_CHIPS


@pytest.mark.parametrize(
    "shape", ["{}", "bet{}8", "raise {}to 16", "raise to{}16", "raise to 1{}", "{}fold", "draw {}"]
)
@pytest.mark.parametrize("filler", [" ", "\t", "a", "0", ",", "to ", "-", "$"])
def test_a_long_speech_takes_no_more_than_its_length(shape: str, filler: str) -> None:
    def steps(length: int) -> int:
        """Lines that are run; none where the reader is compiled."""
        seen = 0

        def trace(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal seen
            seen += event == "line"
            return trace

        text = shape.format(filler * (length // len(filler)))[:MAX_LINE_LENGTH]
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            parse_action(text)
        except HoyleError:
            pass
        finally:
            sys.settrace(before)
        return seen

    short, long = steps(45), steps(180)
    assert long <= 4 * short + 40


def test_a_speech_without_end_is_cut_off() -> None:
    assert parse_action(" " * (MAX_LINE_LENGTH - 4) + "call").verb == "call"
    for text in (" " * 1000 + "call", "raise to " + "1" * 10_000, "x" * 10**7):
        with pytest.raises(InvalidError, match=f"the action of {len(text):,} characters: expected at most 200"):
            parse_action(text)


def test_nobody_bets_more_than_there_is() -> None:
    assert parse_action("bet 1,000,000,000,000").amount == MAX_CHIPS
    with pytest.raises(InvalidError, match="the amount 1000000000001: expected at most 1,000,000,000,000"):
        parse_action("bet 1,000,000,000,001")
    with pytest.raises(InvalidError, match="the amount of about 101 digits"):
        parse_action("bet 1" + "0" * 100)


@pytest.mark.parametrize("text", ["bet ８", "raise to ١٦", "bet 1²", "bet ８0", "bet 8٠"])
def test_digits_are_those_on_the_chips(text: str) -> None:
    with pytest.raises(InvalidError, match="cannot read the action"):
        parse_action(text)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (None, None),
        (0, ("", 0, "")),
        (12, ("", 12, "")),
        ("12", ("", 12, "")),
        ("9" * 15, ("", int("9" * 15), "")),
        ("twelve", ("", 12, "")),
        ("twenty-five", ("", 25, "")),
        ("hundred", ("", 100, "")),
        ("two hundred and five", ("", 205, "")),
        ("thousand", ("", 1000, "")),
        ("two thousand and fifty", ("", 2050, "")),
        ("one hundred thousand three hundred", ("", 100_300, "")),
        ("zero", ("", 0, "")),
        ("raise", ("raise", 0, "")),
        ("Raise  to one hundred and twenty", ("raise", 120, "to")),
        ("raise by four", ("raise", 4, "by")),
        ("bet thirty", ("bet", 30, "")),
        ("call eight", ("call", 8, "")),
        ("all in", ("all-in", 0, "")),
        ("fold", ("fold", 0, "")),
    ],
)
def test_amounts_are_heard_in_words_and_in_figures(said: str | int | None, heard: tuple[Any, ...] | None) -> None:
    assert parse_spoken_bet(said) == (None if heard is None else SpokenBet(*heard))


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("more to come", ("", 0, "")),
        ("Not finished, more to come", ("", 0, "")),
        ("I'm not done", ("", 0, "")),
        ("raise, I am not finished", ("raise", 0, "")),
        ("raise to 1,000, more to come", ("raise", 1000, "to")),
        ("bet and more to come", ("bet", 0, "")),
    ],
)
def test_a_player_says_that_the_bet_is_not_finished(said: str, heard: tuple[Any, ...]) -> None:
    assert parse_spoken_bet(said) == SpokenBet(*heard)._replace(unfinished=True)


@pytest.mark.parametrize(
    "said", ["9" * 16, "１２", "show", "pat", "bet pot", "raise min", "fold 5", "check five", "all in 12", "hm"]
)
def test_what_is_nothing_about_a_bet_is_refused_with_what_would_be(said: str) -> None:
    with pytest.raises(InvalidError, match="said cannot be"):
        parse_spoken_bet(said)


def test_nobody_announces_less_than_nothing() -> None:
    with pytest.raises(InvalidError, match="an announced amount cannot be -1"):
        parse_spoken_bet(-1)
