"""Betting: who may raise, by how much, how often; what a forced bet asks; what an all-in changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.poker.one_line_tables import legal, refused, say, table, upholding
from tests.games.poker.round_driver import blinds, deck_starting, facts

from hoyle.core.errors import InvalidError
from hoyle.games.poker.resolved_rules import NO_LIMIT, POT_LIMIT, SPREAD
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import PostedBet
from hoyle.rulebooks import Answer, PokerBook, poker_book

# The blinds' option


blind_games = pytest.mark.parametrize(
    ("law", "game", "clause"),
    [
        upholding("oneida", "holdem", clause="oneida XI.J.6"),
        upholding("oneida", "omaha-high", clause="oneida XI.K.6"),
        upholding("oneida", "draw5-high", clause="oneida XI.L.6"),
        upholding("nj-19-47", "holdem", clause="nj-19-47 19:47-14.10(f)"),
        upholding("nj-19-47", "omaha-hilo8", clause="nj-19-47 19:47-14.11(e)"),
        upholding("nj-19-47", "draw5-low", clause="nj-19-47 19:47-14.12(e)"),
        upholding("nj-13-69f", "big-omaha-high", clause="nj-13-69f 13:69F-14.10(f)"),
        upholding("room-2012", "omaha-hilo8", clause="room-2012 OMA(4)"),
    ],
)


@blind_games
def test_the_betting_begins_left_of_the_last_blind_and_the_blind_may_still_raise(law, game, clause):
    round_ = table(law, game)
    assert round_.actor == 3
    assert legal(round_) == "fold, call 10, raise to 20"
    say(round_, "call", "call")
    assert round_.actor == 2
    assert legal(round_) == "fold, check, raise to 20"
    say(round_, "raise to 20")
    assert round_.log[-1].clause == clause
    assert round_.actor == 3
    assert legal(round_) == "fold, call 10, raise to 30"


@blind_games
def test_the_blind_may_also_close_the_round_by_checking(law, game, clause):
    round_ = table(law, game)
    first = round_.street
    say(round_, "call", "call", "check")
    assert [event.clause for event in round_.log if event.name == "checked"] == [clause]
    assert round_.street != first
    assert round_.state.pot == 30


def test_a_bet_without_an_amount_is_the_only_one_there_is_or_a_question():
    round_ = table("oneida", "holdem")
    say(round_, "raise")
    assert round_.state.current_bet == 20
    open_limits = table("oneida", "holdem", structure=NO_LIMIT)
    before = len(open_limits.log)
    with pytest.raises(InvalidError, match="raise needs an amount; legal: fold, call 10, raise to 20"):
        say(open_limits, "raise")
    assert len(open_limits.log) == before
    say(open_limits, "raise min")
    assert open_limits.state.current_bet == 20
    # Three blinds' worth in the middle, ten to call: the pot after the call is 45, on top of 20.
    say(open_limits, "raise pot")
    assert open_limits.state.current_bet == 20 + 35 + 15


@pytest.mark.clauses("ca-omaha BR1.4")
def test_in_california_only_an_unraised_big_blind_may_check():
    round_ = table("ca-omaha", "omaha-hilo8")
    refused(round_, "check")
    say(round_, "call")
    refused(round_, "check")
    say(round_, "call")
    assert legal(round_) == "fold, check, raise to 20"
    raised = table("ca-omaha", "omaha-hilo8")
    say(raised, "raise to 20", "call")
    assert legal(raised) == "fold, call 10, raise to 30"
    refused(raised, "check")


def test_three_blinds_move_the_opener_and_a_newcomers_post_does_not():
    round_ = table("oneida", "holdem", 6, posts=(5, 10, 20))
    assert round_.actor == 4
    assert round_.options().call == 20
    seats = list(range(1, 7))
    posts = [*blinds(seats, 6, [5, 10]), PostedBet(5, "post", 10)]
    round_ = PokerRound(round_.rules, seats, [1000] * 6, deck=deck_starting(""), button=6, posts=posts)
    assert round_.actor == 3
    say(round_, "call", "call")
    assert legal(round_) == "fold, check, raise to 20"


# Raise caps


@pytest.mark.clauses("ca-omaha BR1.3")
def test_california_three_raises_then_only_call_or_fold():
    round_ = table("ca-omaha", "omaha-hilo8")
    say(round_, "raise to 20", "raise to 30", "raise to 40")
    error = refused(round_, "raise to 50")
    assert "3 raises have been made" in str(error)
    assert error.clause == "ca-omaha BR1.3"
    assert error.legal == "fold, call 20"


@pytest.mark.clauses("ca-omaha FLOP.3", "ca-omaha TURN.3", "ca-omaha RIVER.3")
def test_california_an_opening_bet_is_not_one_of_the_three_raises():
    round_ = table("ca-omaha", "omaha-hilo8")
    say(round_, "call", "call", "check")
    for unit in (10, 20, 20):
        say(round_, f"bet {unit}", *[f"raise to {unit * step}" for step in (2, 3, 4)])
        assert refused(round_, f"raise to {5 * unit}").clause == "ca-omaha BR1.3"
        say(round_, "call", "call")
    assert round_.over


@pytest.mark.clauses("ca-omaha BR1.3")
def test_california_two_players_at_the_start_of_a_round_raise_without_limit():
    round_ = table("ca-omaha", "omaha-hilo8")
    say(round_, "fold", "call", "check")
    say(round_, "bet 10", *[f"raise to {10 * step}" for step in range(2, 9)])
    assert legal(round_) == "fold, call 10, raise to 90"


@pytest.mark.clauses("ca-omaha BR1.3")
def test_california_a_round_that_shrinks_to_two_keeps_its_cap():
    round_ = table("ca-omaha", "omaha-hilo8")
    say(round_, "raise to 20", "raise to 30", "fold", "raise to 40")
    assert round_.state.live_count() == 2
    assert legal(round_) == "fold, call 10"


@pytest.mark.clauses("oneida XI.G.10")
def test_oneida_caps_raises_only_by_the_houses_sign():
    free = table("oneida", "holdem")
    say(free, *[f"raise to {10 * step}" for step in range(2, 9)])
    assert free.options().min_raise_to
    capped = table("oneida", "holdem", raise_cap=2)
    say(capped, "raise to 20", "raise to 30")
    assert refused(capped, "raise to 40").clause == "oneida XI.G.10"
    by_players = table("oneida", "holdem", raise_caps={3: 1})
    say(by_players, "raise to 20")
    assert refused(by_players, "raise to 30").clause == "oneida XI.G.10"
    say(by_players, "fold", "call")
    say(by_players, "bet 10", "raise to 20", "raise to 30", "raise to 40")
    assert by_players.options().min_raise_to


def test_a_short_all_in_uses_up_no_raise():
    round_ = table("ca-omaha", "omaha-hilo8", [1000, 1000, 15, 1000])
    say(round_, "all in", "raise to 25", "raise to 35", "raise to 45")
    assert round_.state.raises == 3
    assert round_.actor == 4
    assert legal(round_) == "fold, call 20"


# Short all-ins (AMB-21)


def short_all_in(law: PokerBook) -> PokerRound:
    """Seat 1 bets 100 on the flop, seat 2 calls, seat 3 is all-in for 140."""
    round_ = table(law, "holdem", [1000, 1000, 150], structure=NO_LIMIT)
    say(round_, "call", "call", "check", "bet 100", "call", "all in")
    assert round_.actor == 1
    return round_


def test_a_short_all_in_does_not_reopen_the_betting():
    round_ = short_all_in(poker_book("oneida"))
    assert legal(round_) == "fold, call 40"
    error = refused(round_, "raise to 500")
    assert "the last raise was short and did not reopen the betting" in str(error)
    say(round_, "call", "call")
    assert round_.street == "turn"


def test_a_house_may_rule_that_a_short_all_in_reopens_it():
    law = replace(poker_book("oneida"), short_allin_reopens=Answer(value=True, interpretation="AMB-21"))
    round_ = short_all_in(law)
    assert legal(round_) == "fold, call 40, raise to 240 to 990"
    say(round_, "raise to 300")
    assert round_.actor == 2


def test_a_full_all_in_raise_reopens_the_betting():
    round_ = table("oneida", "holdem", [1000, 1000, 210], structure=NO_LIMIT)
    say(round_, "call", "call", "check", "bet 100", "call", "all in")
    assert legal(round_) == "fold, call 100, raise to 300 to 990"


def test_who_has_not_acted_may_raise_a_short_all_in():
    round_ = table("oneida", "holdem", [1000, 150, 1000, 1000], structure=NO_LIMIT)
    say(round_, "call", "call", "call", "check", "bet 100", "all in")
    assert round_.actor == 3
    assert legal(round_) == "fold, call 140, raise to 240 to 990"
    say(round_, "raise to 240", "fold")
    # The raise of seat 3 was full: seat 1 may raise again.
    assert legal(round_) == "fold, call 140, raise to 340 to 990"


# Limits


def test_pot_limit_is_the_pot_after_the_call():
    round_ = table("nj-19-47", "omaha-high", structure=POT_LIMIT)
    # 5 + 10 in the pot, 10 to call: 25 more on top of it.
    assert legal(round_) == "fold, call 10, raise to 20 to 35"
    say(round_, "raise to 35")
    # 50 in the pot, 30 to call: 80 more.
    assert legal(round_) == "fold, call 30, raise to 60 to 115"
    say(round_, "call", "call")
    assert round_.state.pot == 105
    assert legal(round_) == "fold, check, bet 10 to 105"
    say(round_, "bet 105")
    assert legal(round_) == "fold, call 105, raise to 210 to 420"
    say(round_, "raise to 210")
    assert legal(round_) == "fold, call 210, raise to 315 to 840"


def test_pot_limit_counts_antes_and_dead_money():
    round_ = table("nj-19-47", "omaha-high", structure=POT_LIMIT, ante=2)
    assert round_.state.pot == 21
    assert round_.options().max_to == 10 + 21 + 10


def test_no_limit_the_least_raise_is_the_last_one():
    round_ = table("oneida", "holdem", structure=NO_LIMIT)
    say(round_, "raise to 35")
    assert legal(round_) == "fold, call 30, raise to 60 to 1000"
    say(round_, "raise to 100")
    assert legal(round_) == "fold, call 90, raise to 165 to 1000"
    assert "the minimum is 165" in str(refused(round_, "raise to 164"))


def test_a_stack_too_short_for_the_least_raise_may_go_all_in():
    round_ = table("oneida", "holdem", [1000, 1000, 15], structure=NO_LIMIT)
    assert legal(round_) == "fold, call 10, raise to 15"
    say(round_, "all in")
    assert round_.state.stacks[2] == 0


def test_spread_limit_sets_the_least_and_the_most_of_every_bet_and_raise():
    round_ = table("oneida", "holdem", structure=SPREAD, small=2, big=10, posts=(1, 2))
    assert legal(round_) == "fold, call 2, raise to 4 to 12"
    say(round_, "raise to 8")
    assert legal(round_) == "fold, call 7, raise to 14 to 18"
    assert "the maximum is 18" in str(refused(round_, "raise to 19"))
    say(round_, "call", "call")
    assert legal(round_) == "fold, check, bet 2 to 10"


def test_fixed_limit_doubles_on_the_turn():
    round_ = table("oneida", "holdem")
    say(round_, "call", "call", "check")
    assert legal(round_) == "fold, check, bet 10"
    say(round_, "check", "check", "check")
    assert round_.street == "turn"
    assert legal(round_) == "fold, check, bet 20"


@pytest.mark.parametrize(
    ("law", "game", "clause"),
    [
        upholding("oneida", "holdem", clause="oneida XI.G.9"),
        upholding("nj-19-47", "holdem", clause="nj-19-47 19:47-14.7[XI.G.9]"),
        upholding("room-2012", "omaha-hilo8", clause="room-2012 WAG(10)"),
    ],
)
def test_a_check_raise_is_allowed_unless_a_ban_is_posted(law, game, clause):
    before = ["call", "call", "check", "check", "bet 10", "call"]
    free = table(law, game)
    say(free, *before)
    assert legal(free) == "fold, call 10, raise to 20"
    banned = table(law, game, check_raise=False)
    say(banned, *before)
    error = refused(banned, "raise to 20")
    assert error.clause == clause
    assert error.legal == "fold, call 10"
    say(banned, "call")
    assert banned.street == "turn"


# Stud


STUD = "2d 2h 2s 3d 3h 3s 5c Kc 5d"
"""Two rounds down to three players, then the up-cards 5c, Kc, 5d."""


def test_the_forced_bet_is_called_completed_or_raised():
    round_ = table("oneida", "stud7-high", cards=STUD)
    assert (round_.actor, round_.pending) == (1, "forced bet")
    assert legal(round_) == "bring in 3, complete to 10"
    refused(round_, "fold")
    refused(round_, "check")
    say(round_, "bring in")
    assert legal(round_) == "fold, call 3, raise to 10"
    say(round_, "complete")
    assert round_.state.raises == 0
    assert legal(round_) == "fold, call 10, raise to 20"
    say(round_, "raise to 20")
    assert round_.state.raises == 1
    assert legal(round_) == "fold, call 17, raise to 30"


def test_a_completion_is_no_raise_for_the_cap():
    round_ = table("oneida", "stud7-high", cards=STUD, raise_cap=1)
    say(round_, "bring in", "complete", "raise to 20")
    assert legal(round_) == "fold, call 17"


def test_the_forced_bettor_may_bet_the_full_limit_at_once():
    round_ = table("oneida", "stud7-high", cards=STUD)
    say(round_, "complete")
    assert legal(round_) == "fold, call 10, raise to 20"


def test_if_all_call_the_forced_bet_the_next_street_is_dealt():
    round_ = table("oneida", "stud7-high", cards=STUD)
    say(round_, "bring in", "call", "call")
    assert round_.street == "fourth"
    assert round_.state.pot == 9
    assert legal(round_) == "fold, check, bet 10"


def test_a_stack_below_the_forced_bet_does_not_lower_it_for_the_others():
    round_ = table("oneida", "stud7-high", [2, 1000, 1000], cards=STUD)
    assert legal(round_) == "bring in 2"
    say(round_, "bring in")
    assert round_.options().call == 3


@pytest.mark.parametrize(
    ("law", "street", "clause"),
    [
        upholding("oneida", "third", clause="oneida XI.M.6"),
        upholding("oneida", "fourth", clause="oneida XI.M.7"),
        upholding("oneida", "fifth", clause="oneida XI.M.7"),
        upholding("nj-19-47", "third", clause="nj-19-47 19:47-14.13(f)"),
        upholding("nj-19-47", "fourth", clause="nj-19-47 19:47-14.13(g)"),
        upholding("nj-19-47", "fifth", clause="nj-19-47 19:47-14.13(g)"),
    ],
)
def test_in_five_card_stud_the_opener_must_bet(law, street, clause):
    # Up-cards 5c Kc 5d, then 9d Qd Jd, 8h 7h 6h, 4d 4h 4s: king high opens every street.
    cards = "2d 2h 2s 5c Kc 5d  Tc 9d Qd Jd  Th 8h 7h 6h  Td 4d 4h 4s"
    round_ = table(law, "stud5-high", cards=cards)
    say(round_, "bring in", "call", "call")
    while round_.street != street:
        say(round_, "bet", "call", "call")
    assert round_.actor == 2
    unit = 10 if street == "third" else 20
    assert legal(round_) == f"bet {unit}"
    error = refused(round_, "check")
    assert "the betting must be opened" in str(error)
    assert error.clause == clause
    say(round_, "bet")
    # The rest follows the first round, which has no check.
    assert legal(round_) == f"fold, call {unit}, raise to {2 * unit}"


def test_a_house_may_let_five_card_stud_be_checked():
    law = poker_book("oneida")
    page = replace(law.page("stud5-high"), open_must_bet=Answer(value=False, interpretation="AMB-20"))
    round_ = table(replace(law, games={"stud5-high": page}), "stud5-high", cards="2d 2h 2s 5c Kc 5d")
    say(round_, "bring in", "call", "call", "check", "check", "check")
    assert round_.street == "fourth"


# Nobody left to bet


@pytest.mark.parametrize(
    ("law", "clause"),
    [
        upholding("oneida", clause="oneida XI.F.4"),
        upholding("room-2012", clause="room-2012 OVER(3)"),
        upholding("nj-19-47", clause="nj-19-47 19:47-14.6[OVER(3)]"),
    ],
)
def test_the_last_player_takes_the_pot_and_gets_his_uncalled_bet_back(law, clause):
    round_ = table(law, "omaha-hilo8")
    say(round_, "call", "call", "check", "bet 10", "call", "fold", "bet 20", "fold")
    assert round_.over
    returned = [facts(event) for event in round_.log if event.name == "returned"]
    assert [(each["seat"], each["chips"]) for each in returned] == [(1, 20)]
    assert round_.state.won == [50, 0, 0]
    assert [event.clause for event in round_.log if event.name == "awarded"] == [clause]
    assert round_.state.stacks == [1030, 980, 990]
    assert not any(event.name == "shown" for event in round_.log)


def test_a_bet_beyond_every_stack_goes_back_before_the_showdown():
    round_ = table("oneida", "holdem", [1000, 200, 80], structure=NO_LIMIT)
    say(round_, "call", "raise to 700", "all in", "all in")
    assert round_.over
    assert round_.state.returned == [500, 0, 0]
    assert round_.state.put_in == [200, 200, 80]


def test_no_bets_are_asked_for_when_all_but_one_are_all_in():
    round_ = table("oneida", "holdem", [1000, 200, 80], structure=NO_LIMIT)
    say(round_, "all in", "raise to 200", "call")
    assert round_.over
    assert sum(event.name == "board-dealt" for event in round_.log) == 3


def test_a_forced_bet_as_large_as_the_limit_leaves_nothing_to_complete():
    assert legal(table("oneida", "stud7-high", forced=10)) == "bring in 10"
    assert legal(table("oneida", "stud7-high", forced=9)) == "bring in 9, complete to 10"


def test_who_has_chips_is_asked_although_the_other_is_all_in_with_his_blind():
    round_ = table("oneida", "holdem", [10, 1000])
    assert (round_.actor, legal(round_)) == (2, "fold, call 5")
    # Who has out as much as the other ever had is not asked: the cards are dealt to the end.
    dealt_out = table("oneida", "holdem", [5, 1000])
    assert dealt_out.pending != "action"
    assert len(dealt_out.state.board) == 5


def test_a_bet_of_the_pot_is_the_whole_stack_where_that_is_less():
    round_ = table("oneida", "holdem", [1000, 1000, 30], structure=NO_LIMIT)
    say(round_, "raise pot")
    assert (round_.state.current_bet, round_.state.stacks[2]) == (30, 0)
    round_ = table("oneida", "holdem", [20, 1000, 1000], structure=NO_LIMIT)
    say(round_, "fold", "raise pot")
    # Fifteen behind the blind of five.
    assert (round_.state.current_bet, round_.state.stacks[0]) == (20, 0)
