"""The kill button, the dealer button and the blinds, hand after hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hoyle.core.errors import HoyleError
from hoyle.games.poker.resolved_rules import FIXED, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import PostedBet
from hoyle.rulebooks import poker_book
from hoyle.rulebooks.book_types.poker import Kill
from hoyle.table.poker.rounds.blind_order import blind_posts
from hoyle.table.poker.rounds.button import clockwise_after, first_button, next_button
from hoyle.table.poker.rounds.kill_pot import KillState, Threshold, kill_blind, limits_in_force, next_kill
from hoyle.table.poker.rounds.lineup import minimum_stack


def omaha_kill() -> Kill:
    kill = poker_book("oneida").page("omaha-hilo8").kill
    assert kill is not None
    return kill


def posted(posts: list[PostedBet]) -> list[tuple[int, str, int]]:
    return [(post.seat, post.kind, post.chips) for post in posts]


@pytest.mark.clauses(
    *("nj-19-47 19:47-14.10(c)3", "oneida XI.J.3(c)", "oneida XI.K.3(c)", "oneida XI.L.3(c)"),
    "nj-13-69f 13:69F-14.10(c)3",
)
def test_the_button_goes_clockwise_to_the_next_player_dealt_in() -> None:
    seats = [2, 3, 7]
    assert [next_button(seats, button) for button in (2, 3, 7)] == [3, 7, 2]
    assert next_button(seats, 5) == 7  # the seat that had it is empty now
    assert clockwise_after([7, 2, 3], 3) == [7, 2, 3]


@pytest.mark.clauses("oneida XI.K.13", "oneida XI.K.6")
def test_the_betting_starts_left_of_the_big_blind_though_its_seat_posts_the_kill() -> None:
    rules = Rules(poker_book("oneida"), "omaha-hilo8", Stakes(FIXED, small=8, big=16))
    posts = blind_posts([1, 2, 3, 4], 1, [2, 4], killer=3, kill_blind=8)
    assert posted(posts) == [(2, "blind", 2), (3, "kill-blind", 8)]
    table = PokerRound(rules, [1, 2, 3, 4], [100] * 4, deck=list(range(52)), button=1, posts=posts)
    assert table.actor == 4
    assert table.options().call == 8
    for _ in range(3):
        table.call()
    assert table.actor == 3
    assert table.options().label() == "fold, check, raise to 16"


@pytest.mark.clauses("oneida XI.K.13")
def test_a_killer_who_owes_no_blind_posts_his_own_and_acts_in_seat_order() -> None:
    rules = Rules(poker_book("oneida"), "omaha-hilo8", Stakes(FIXED, small=8, big=16))
    posts = blind_posts([1, 2, 3, 4], 1, [2, 4], killer=1, kill_blind=8)
    assert posted(posts) == [(2, "blind", 2), (3, "blind", 4), (1, "kill", 8)]
    table = PokerRound(rules, [1, 2, 3, 4], [100] * 4, deck=list(range(52)), button=1, posts=posts)
    order: list[int] = []
    while table.street == "preflop":
        order.append(table.actor)
        if table.options().call:
            table.call()
        else:
            table.check()
    assert order == [4, 1, 2, 3]


def test_limits_are_exact_and_only_a_holder_raises_them() -> None:
    assert limits_in_force("half-kill", (3, 5), 7) == (Fraction(9, 2), Fraction(15, 2))
    assert limits_in_force("half-kill", (3, 5), None) == (Fraction(3), Fraction(5))
    assert kill_blind("kill", (3, 6), 7) == 6
    assert kill_blind("kill", (3, 6), None) == 0


def test_a_pot_of_the_exact_size_qualifies_and_one_chip_less_does_not() -> None:
    for pot, holder in ((49, None), (50, 3)):
        after = next_kill(
            omaha_kill(),
            "kill",
            (4, 8),
            Threshold(dollars=Fraction(50)),
            KillState(),
            pot=pot,
            winners=[(3, "high"), (3, "low")],
        )
        assert after == KillState(holder, 3)


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda: Threshold(), "either dollars or a multiple"),
        (lambda: Threshold(dollars=Fraction(1), multiple=Fraction(1)), "either dollars or a multiple"),
        (lambda: limits_in_force("triple", (1, 2), 1), "unknown kill option 'triple'; the options are kill"),
        (
            lambda: next_kill(
                omaha_kill(), "kill", (1, 2), Threshold(dollars=Fraction(1)), KillState(), pot=1, winners=[]
            ),
            "at least one winner",
        ),
        (lambda: blind_posts([1, 2], 1, [1, 2, 3]), "3 blinds cannot be posted by 2 players"),
        (lambda: blind_posts([1, 2], 1, [1], killer=4, kill_blind=2), "seat 4 has the kill button but"),
        (lambda: first_button(poker_book("oneida").page("holdem"), []), "at least one occupied seat"),
        (lambda: first_button(poker_book("oneida").page("stud5-high"), [1]), "stud5-high is played without a button"),
        (lambda: first_button(poker_book("oneida").page("holdem"), [1, 2], {1: 5}), "seat 2 has no card"),
        (lambda: first_button(poker_book("oneida").page("holdem"), [1, 2], {1: 5, 2: 5}), "cannot both draw 3d"),
        (lambda: next_button([], 1), "no seat is occupied"),
    ],
)
def test_what_cannot_be_is_refused(mistake, message: str) -> None:
    with pytest.raises(HoyleError, match=message):
        mistake()


def test_the_least_stack_is_what_is_required_and_one_bet_more() -> None:
    assert minimum_stack(poker_book("oneida"), [1, 2], 5).value == 8
    assert minimum_stack(poker_book("room-2012"), [1, 2], 5).value == 1
