"""What players type at a poker table is heard as the command that it means at that moment."""

from __future__ import annotations

import pytest
from tests.table.tables import dealt, fold_to, table

from hoyle.core.errors import HoyleError
from hoyle.table import PokerTable
from hoyle.table.command_base import to_dict
from hoyle.table.poker.command_parser import parse_command


def heard(playing: PokerTable, text: str, seat: int = 0) -> str:
    """A command in few words, or the refusal."""
    seat = seat or playing.playing_round().actor
    try:
        found = to_dict(parse_command(playing, seat, text))
    except HoyleError as error:
        return str(error)
    return " ".join(f"{value}" for name, value in found.items() if name != "seat")


def to_call() -> PokerTable:
    """No-limit hold'em, 4 to call and 200 behind."""
    return dealt("oneida", "holdem", structure="no-limit", limits=(4,))


def nothing_to_call() -> PokerTable:
    playing = to_call()
    playing.act(1, "call")
    playing.act(2, "call")
    return playing


def to_draw() -> PokerTable:
    playing = dealt("oneida", "draw5-high", top="As Ks Qs Js Ts Ah Kh Qh Jh Th Ad Kd Qd Jd Td", blinds=(4,))
    playing.act(3, "call")
    playing.act(1, "call")
    playing.act(2, "check")
    assert playing.playing_round().pending == "draw"
    return playing


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fold", "fold"),
        ("F", "fold"),
        ("call", "call"),
        ("c", "call"),
        ("call 4", "call"),
        ("call 5", "seat 1 calls with 4, not 5"),
        ("raise to 12", "bet 12"),
        ("raise by 8", "bet 12"),
        ("raise 12", "bet 12"),
        ("pot", "bet 14"),
        ("POT", "bet 14"),
        ("raise pot", "bet 14"),
        ("min", "bet 8"),
        ("raise min", "bet 8"),
        ("all in", "bet 200"),
        ("bet 12", "seat 1 cannot bet: there is a bet of 4 (oneida XI.J.6)"),
        ("raise", "how much? raise needs an amount; legal: fold, call 4, raise to 8 to 200"),
        ("fold 5", "nothing may follow fold, got 5"),
        ("check 5", "nothing may follow check, got 5"),
        ("sing", "cannot read the action 'sing'; legal: fold, call 4, raise to 8 to 200"),
        ("draw 1", "'1' in ' 1' is not a row of cards"),
        ("draw Kh", "draw Kh"),
        ("show", "show"),
        ("concede", "concede"),
        ("pat", "draw"),
        ("bring in", "bring-in"),
    ],
)
def test_with_a_bet_to_answer(text: str, told: str) -> None:
    assert heard(to_call(), text).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("c", "check"),
        ("C", "check"),
        ("check", "check"),
        ("k", "check"),
        ("raise by 8", "bet 12"),
        ("pot", "bet 16"),
        ("min", "bet 8"),
        ("call 4", "call"),
        ("call", "call"),
    ],
)
def test_in_the_big_blind_with_nothing_to_call(text: str, told: str) -> None:
    assert heard(nothing_to_call(), text) == told


def test_a_bet_of_the_pot_after_the_flop_is_what_lies_there() -> None:
    playing = nothing_to_call()
    playing.act(3, "check")
    assert heard(playing, "pot") == "bet 12"
    assert heard(playing, "bet pot") == "bet 12"
    assert heard(playing, "bet min") == "bet 4"
    # Nothing has been bet that a raise could be added to.
    assert heard(playing, "raise by 20") == "bet 20"
    assert heard(playing, "bet 20") == "bet 20"


def test_the_pot_is_no_more_than_somebody_has() -> None:
    playing = dealt("oneida", "holdem", structure="no-limit", limits=(4,), chips=14)
    assert heard(playing, "pot") == "bet 14"
    short = dealt("oneida", "holdem", structure="no-limit", limits=(4,), chips=13)
    assert heard(short, "pot") == "bet 13"
    assert heard(short, "all in") == "bet 13"


def test_all_in_is_a_call_where_no_more_is_left() -> None:
    playing = dealt("oneida", "holdem", structure="no-limit", limits=(4,), chips=20)
    playing.act(1, "all in")
    assert heard(playing, "all in") == "call"
    fixed = dealt("oneida", "holdem")
    assert heard(fixed, "all in").startswith("seat 1 cannot go all-in for 200 (oneida XI.J.6)")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("draw 1", "draw [1]"),
        ("d 1 3", "draw [1, 3]"),
        ("discard 5", "draw [5]"),
        ("draw 1,2,3", "draw [1, 2, 3]"),
        ("pat", "draw"),
        ("draw Kh 2c", "draw Kh 2c"),
        ("draw", "which cards? draw 1 3, or draw Kh 2c; pat keeps them all"),
        ("draw 0", "there is no card 0: you hold cards 1 to 5"),
        ("draw 6", "there is no card 6: you hold cards 1 to 5"),
        ("draw 12", "there is no card 12: you hold cards 1 to 5"),
        ("draw 001", "there is no card 001: you hold cards 1 to 5"),
        ("draw 1 2 1", "card 1 is named twice"),
        ("draw Kh Kh", "card Kh is named twice"),
        ("draw １", "'１' in '１' is not a row of cards"),
        ("c", "call"),
        ("pot", "cannot read the action 'pot'; legal: pat, draw CARDS"),
        ("min", "cannot read the action 'min'; legal: pat, draw CARDS"),
        ("bet 8", "bet 8"),
        ("raise to 8", "bet 8"),
        ("call 4", "call"),
        ("call 5", "call"),
    ],
)
def test_when_cards_are_drawn(text: str, told: str) -> None:
    assert heard(to_draw(), text).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bring in", "bring-in"),
        ("bet 4", "bet 4"),
        ("bet", "bet 4"),
        ("raise to 4", "bet 4"),
        ("complete", "bet 4"),
        ("min", "bet 4"),
        ("call 2", "call"),
    ],
)
def test_when_the_forced_bet_is_due(text: str, told: str) -> None:
    assert heard(dealt("oneida", "stud7-high"), text) == told


def test_standing_pat_draws_nothing() -> None:
    assert heard(to_draw(), "pat") == "draw"


def test_a_winner_whom_nobody_called_may_show_between_rounds() -> None:
    playing = fold_to(dealt("oneida", "holdem"), 1)
    assert not playing.playing
    assert heard(playing, "show", 1) == "show"
    assert heard(playing, "call", 1) == "no round is being played; deal first"


def test_it_is_somebody_elses_turn_whatever_is_said() -> None:
    assert heard(to_call(), "call", 2).startswith("seat 2 cannot act out of turn: it is seat 1's turn")
    assert heard(table("oneida", "holdem"), "fold", 1) == "no round is being played; deal first"
