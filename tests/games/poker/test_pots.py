"""All-ins, side pots, and what the house takes before a pot is pushed."""

from __future__ import annotations

import pytest
from tests.games.poker.one_line_tables import case, say, table, upholding
from tests.games.poker.round_driver import blinds, deck_starting, facts

from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.pots.side_pots import Pot, build_pots, taken_from
from hoyle.games.poker.resolved_rules import NO_LIMIT, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import PostedBet
from hoyle.games.poker.round_state import RoundState
from hoyle.rulebooks import poker_book

# Pairs from aces down, seat by seat, one card at a time; no straight, flush or low on the board.
FIVE = "As Ks Qs Js Ts Ad Kd Qd Jd Td  2c 3h 5h 8c  2d 9s  2h 4c"
THREE = "As Ks Qs Ad Kd Qd  2c 3h 5h 8c  2d 9s  2h 4c"
FIVE_OMAHA = "As Ks Qs Js 7s Ad Kd Qd Jd 7d 2h 4h 5h 6h 7c 2d 4d 5d 6d 3d  2c 3h 8c Td  2s Th  3c 9c"
THREE_OMAHA = "As Ks Qs Ad Kd Qd 9c 9d 7c 8d 8h 7h  2c 3h Th 8c  2d Jh  2h 4c"


def pots(round_: PokerRound) -> list[tuple[int, list[int]]]:
    state = round_.state
    return [
        (pot.chips, [state.seats[player] for player in pot.eligible])
        for pot in build_pots(state.put_in, state.live, state.dead)
    ]


def awards(round_: PokerRound) -> list[tuple[int, int, int]]:
    """Pot, seat and chips of every award, in the order they were made."""
    rows = [facts(event) for event in round_.log if event.name == "awarded"]
    return [(row["pot"], row["seat"], row["chips"]) for row in rows]


def raked(round_: PokerRound, method: str = "") -> list[tuple[int, int]]:
    """Pot and chips of everything the house took."""
    rows = [facts(event) for event in round_.log if event.name == "raked"]
    return [(row["pot"], row["chips"]) for row in rows if not method or row["method"] == method]


# All-ins


@pytest.mark.parametrize(
    ("law", "game", "cards"),
    [
        case("oneida", "holdem", FIVE, clause="oneida XI.F.5(e)"),
        case("nj-19-47", "holdem", FIVE, clause="nj-19-47 19:47-14.6[OVER(4)(v)]"),
        case("room-2012", "omaha-hilo8", FIVE_OMAHA, clause="room-2012 OVER(4)(v)"),
    ],
)
def test_any_number_of_side_pots_the_newest_is_awarded_first(law, game, cards):
    round_ = table(law, game, [20, 50, 90, 140, 200], cards=cards, structure=NO_LIMIT)
    say(round_, "raise to 90", "raise to 140", "call", "call", "call")
    assert round_.over
    assert pots(round_) == [(100, [1, 2, 3, 4, 5]), (120, [2, 3, 4, 5]), (120, [3, 4, 5]), (100, [4, 5])]
    assert awards(round_) == [(3, 4, 100), (2, 3, 120), (1, 2, 120), (0, 1, 100)]


@pytest.mark.parametrize(
    "law",
    [
        case("oneida", clause="oneida XI.G.2(d)(i)"),
        case("nj-19-47", clause="nj-19-47 19:47-14.7[XI.G.2(d)(i)]"),
        case("room-2012", clause="room-2012 WAG(3)(ii)(A)"),
    ],
)
def test_an_all_in_player_wins_no_more_than_the_part_he_matched(law):
    round_ = table(law, "omaha-hilo8", [30, 500, 500], cards=THREE_OMAHA, structure=NO_LIMIT)
    say(round_, "raise to 30", "call", "call", "bet 100", "call", "check", "check", "check", "check")
    assert round_.over
    assert pots(round_) == [(90, [1, 2, 3]), (200, [2, 3])]
    assert awards(round_) == [(1, 2, 200), (0, 1, 90)]


@pytest.mark.parametrize(
    "law",
    [
        case("oneida", clause="oneida XI.G.2(d)(iii)"),
        case("nj-19-47", clause="nj-19-47 19:47-14.7[XI.G.2(d)(iii)]"),
        case("room-2012", clause="room-2012 WAG(3)(ii)(C)"),
    ],
)
def test_the_others_bet_on_into_a_pot_that_they_alone_can_win(law):
    round_ = table(law, "omaha-hilo8", [30, 500, 500], cards=THREE_OMAHA, structure=NO_LIMIT)
    say(round_, "raise to 30", "call", "call")
    assert round_.actor == 2
    say(round_, "bet 100", "call", "bet 200", "fold")
    assert round_.over
    # Seat 1 has the best hand of all, but seat 3 gave up the side pot to seat 2 alone.
    assert awards(round_) == [(1, 2, 200), (0, 1, 90)]
    assert round_.state.returned == [0, 200, 0]


@pytest.mark.clauses("oneida XI.G.2(d)(ii)")
def test_an_all_in_player_gets_every_card_of_stud():
    round_ = table("oneida", "stud7-high", [3, 500, 500], cards="2d 2h 2s 3d 3h 3s 5c Kc Qd")
    say(round_, "bring in", "call", "call")
    assert round_.state.stacks[0] == 0
    for _ in range(4):
        say(round_, "bet", "call")
    shown = {facts(event)["seat"]: facts(event)["cards"] for event in round_.log if event.name == "shown"}
    assert len(shown[1]) == 7


@pytest.mark.clauses("oneida XI.G.2(d)(ii)", "nj-19-47 19:47-14.7[XI.G.2(d)(ii)]")
@pytest.mark.parametrize("law", ["oneida", "nj-19-47"])
def test_an_all_in_player_draws_like_the_others(law):
    round_ = table(law, "draw5-high", [20, 500, 500])
    say(round_, "raise to 20", "call", "call")
    assert round_.state.stacks[0] == 0
    assert (round_.pending, round_.actor) == ("draw", 1)
    round_.draw(list(round_.state.cards[0]))
    assert len(round_.state.cards[0]) == 5


@pytest.mark.clauses("room-2012 WAG(3)(ii)(B)")
def test_a_player_all_in_for_his_blind_is_dealt_his_cards_and_plays_for_his_part():
    """The big blind of 10 has 4 chips: the others answer 10 all the same."""
    round_ = table("room-2012", "omaha-hilo8", [500, 4, 500])
    assert round_.options().call == 10
    assert len(round_.state.cards[1]) == 4
    say(round_, "call", "call", *["check"] * 6)
    assert round_.over
    assert pots(round_) == [(12, [1, 2, 3]), (12, [1, 3])]


def test_nobody_is_asked_to_call_a_blind_that_could_not_be_paid():
    """Big blind 10, but seat 1 has 4 chips: seat 2 has 5 out already, more than can be matched."""
    round_ = table("room-2012", "omaha-hilo8", [4, 500])
    assert round_.over
    assert pots(round_) == [(8, [1, 2])]
    assert round_.state.returned == [0, 1]
    three = table("room-2012", "omaha-hilo8", [500, 4, 500])
    say(three, "fold")
    assert three.over
    assert three.state.returned == [1, 0, 0]


def test_an_ante_nobody_could_match_goes_back():
    """Ante 10, seat 1 has 4 chips: the other 6 of seat 2 are no part of the pot, and pay no rake."""
    round_ = table("house", "stud7-high", [4, 500], ante=10, rake=RakePlan(percent=25))
    assert round_.over
    assert pots(round_) == [(8, [1, 2])]
    assert round_.state.returned == [0, 6]
    assert round_.state.rake == 2


def test_a_folded_players_chips_stay_in_the_pots_they_reached():
    round_ = table("oneida", "holdem", [20, 50, 500, 500], structure=NO_LIMIT)
    say(round_, "raise to 50", "raise to 200", "all in", "all in", "fold")
    # Seat 3 had 50 in: 20 of it belong to the main pot, 30 to the side pot.
    assert pots(round_) == [(80, [1, 2, 4]), (90, [2, 4])]
    assert round_.state.returned == [0, 0, 0, 150]


def test_a_pot_nobody_else_can_win_needs_no_hand():
    """Seat 3 folded on the turn: seat 2 takes the side pot although he concedes the main pot to seat 1."""
    round_ = table("oneida", "holdem", [20, 500, 500], cards=THREE, structure=NO_LIMIT)
    round_.table_all = False
    say(round_, "raise to 20", "call", "call", "bet 50", "call", "bet 50", "fold")
    assert round_.pending == "show"
    while round_.pending == "show":
        say(round_, "show" if round_.actor == 1 else "concede")
    round_.muck(2)
    assert awards(round_) == [(1, 2, 100), (0, 1, 60)]


# The house's share


@pytest.mark.clauses("oneida XI.N.2(a)(i)", "oneida XI.N.2(a)(ii)")
def test_a_percentage_is_floored_in_every_betting_round():
    round_ = table("oneida", "holdem", 3, rake=RakePlan(percent=15))
    say(round_, "call", "call", "check")
    assert round_.state.rake == 4
    say(round_, "bet 10", "call", "fold")
    assert round_.state.rake == 4 + 3
    say(round_, "check", "check")
    assert round_.state.rake == 7
    say(round_, "bet 20", "call")
    # 15 % of 30, 20, 0 and 40; of the 90 chips together it would have been 13.
    assert raked(round_) == [(0, 4), (0, 3), (0, 6)]
    assert sum(round_.state.won) == 90 - 13


@pytest.mark.clauses("oneida XI.N.2(a)(i)")
def test_each_pot_pays_its_percentage_on_its_own_money():
    round_ = table("oneida", "holdem", [15, 500, 500], cards=THREE, structure=NO_LIMIT, rake=RakePlan(percent=10))
    say(round_, "raise to 55", "all in", "call")
    assert raked(round_) == [(0, 4), (1, 8)]
    say(round_, "bet 33", "call", *["check"] * 4)
    assert raked(round_) == [(0, 4), (1, 8), (1, 6)]
    assert awards(round_) == [(1, 2, 80 + 66 - 14), (0, 1, 45 - 4)]


@pytest.mark.clauses("oneida XI.N.4")
def test_no_flop_no_rake_in_oneida():
    round_ = table("oneida", "holdem", 3, rake=RakePlan(percent=25, levels=[(10, 2)]))
    say(round_, "raise to 20", "fold", "fold")
    assert round_.state.rake == 0
    seen = table("oneida", "holdem", 3, rake=RakePlan(percent=25, levels=[(10, 2)]))
    say(seen, "call", "fold", "check", "bet 10", "fold")
    assert seen.state.rake == 25 // 4 + 2


@pytest.mark.parametrize(
    "law", [case("room-2012", clause="room-2012 REV(4)"), case("nj-19-47", clause="nj-19-47 19:47-14.14[REV(4)]")]
)
def test_elsewhere_a_pot_won_before_the_flop_is_raked_without_its_uncalled_bet(law):
    round_ = table(law, "omaha-hilo8", 3, rake=RakePlan(levels=[(25, 2), (30, 4)]))
    say(round_, "raise to 20", "fold", "fold")
    # 5 + 10 + 10: the other 10 of the raise were never called, so the level of 30 is not reached.
    assert round_.state.returned[2] == 10
    assert raked(round_) == [(0, 2)]


@pytest.mark.parametrize(
    ("law", "clause"),
    [
        upholding("oneida", clause="oneida XI.N.2(b)(i)"),
        upholding("room-2012", clause="room-2012 REV(2)(A)"),
        upholding("nj-19-47", clause="nj-19-47 19:47-14.14[REV(2)(A)]"),
    ],
)
def test_increments_count_main_and_side_pots_together(law, clause):
    plan = RakePlan(levels=[(40, 1), (100, 2), (200, 3)])
    round_ = table(law, "omaha-hilo8", [20, 500, 500], cards=THREE_OMAHA, structure=NO_LIMIT, rake=plan)
    say(round_, "raise to 20", "call", "call")
    assert raked(round_) == [(0, 1)]
    say(round_, "bet 30", "call")
    # 60 in the main pot, 60 in the side pot: the level of 100 is reached by both together.
    assert raked(round_) == [(0, 1), (0, 2)]
    say(round_, *["check"] * 4)
    assert awards(round_)[-1] == (0, 1, 57)
    assert [event.clause for event in round_.log if event.name == "raked"] == [clause] * 2


def test_what_the_main_pot_cannot_bear_comes_out_of_the_oldest_side_pot():
    plan = RakePlan(levels=[(50, 10)])
    round_ = table("room-2012", "omaha-hilo8", [2, 500, 500], structure=NO_LIMIT, rake=plan)
    say(round_, "raise to 30", "call")
    assert pots(round_) == [(6, [1, 2, 3]), (56, [2, 3])]
    assert raked(round_) == [(0, 6), (1, 4)]


@pytest.mark.clauses("oneida XI.O.1", "oneida XI.O.2(a)")
def test_the_jackpot_fee_is_flat_and_taken_even_without_a_flop():
    for script in (["raise to 20", "fold", "fold"], ["call", "call", "check", *["check"] * 9]):
        round_ = table("oneida", "holdem", 3, rake=RakePlan(jackpot=2))
        say(round_, *script)
        assert round_.state.jackpot == 2
        assert round_.state.rake == 0
        assert sum(round_.state.stacks) == 2998


def test_the_posted_cap_holds_for_the_whole_round():
    round_ = table("oneida", "holdem", 3, rake=RakePlan(percent=10, levels=[(30, 1)], cap=4))
    say(round_, "call", "call", "check", "bet 10", "call", "call")
    assert round_.state.rake == 4
    assert raked(round_, "increment") == [(0, 1)]


@pytest.mark.clauses("ca-omaha FEE.1")
def test_california_collects_flat_fees_from_players_or_from_the_pot():
    plan = RakePlan(fee_per_player=3, fee_per_hand=2)
    round_ = table("ca-omaha", "omaha-hilo8", 3, rake=plan)
    collected = [event.name for event in round_.log[:4]]
    assert collected == ["opened", "fee-collected", "fee-collected", "fee-collected"]
    assert round_.state.stacks == [992, 987, 997]
    say(round_, "raise to 20", "fold", "fold")
    assert round_.state.fees == 9 + 2
    assert round_.state.stacks[2] == 997 - 10 + 25 - 2


def test_an_ante_paid_for_the_table_lies_in_the_main_pot_and_is_nobodys_level():
    seats, stacks = [1, 2, 3], [30, 500, 500]
    posts = [PostedBet(3, "dead", 12), *blinds(seats, 3, [5, 10])]
    rules = Rules(poker_book("oneida"), "holdem", Stakes(NO_LIMIT, small=10))
    round_ = PokerRound(rules, seats, stacks, deck=deck_starting(THREE), button=3, posts=posts)
    say(round_, "raise to 40", "call", "call", *["check"] * 6)
    assert round_.over
    assert pots(round_) == [(90 + 12, [1, 2, 3]), (20, [2, 3])]
    assert awards(round_) == [(1, 2, 20), (0, 1, 102)]


@pytest.mark.parametrize(
    ("chips", "taken", "shares"),
    [
        ([30, 20], [(4, 10), (3, 20)], [4, 3]),
        ([30, 20], [(4, 10), (3, 15), (2, 20)], [4, 5]),
        ([30, 20], [(4, 99)], [0, 4]),
        ([30], [(4, 10), (3, 20)], [7]),
        # A pot that no longer holds what was taken from it leaves the rest to the others, main pot first.
        ([30, 2], [(3, 20)], [1, 2]),
        ([5, 20], [(9, 10)], [5, 4]),
        ([5, 2, 20], [(4, 10), (5, 20)], [5, 2, 2]),
        ([0, 0, 9], [(2, 10), (2, 20)], [0, 0, 4]),
    ],
)
def test_what_was_taken_is_borne_by_the_pot_that_reaches_there_as_far_as_it_can(chips, taken, shares):
    state = RoundState()
    state.taken = [each for each, _ in taken]
    state.taken_at = [level for _, level in taken]
    pots = [Pot(each, [0, 1], 10 * level) for level, each in enumerate(chips, 1)]
    assert taken_from(pots, state) == shares


@pytest.mark.parametrize(
    ("put_in", "live", "dead", "found"),
    [
        # What a folded hand put in beyond the last level lies in the last pot, whoever may win that.
        ([10, 20, 20, 50], [1, 1, 1, 0], 0, [(40, [0, 1, 2]), (60, [1, 2])]),
        ([50, 10, 30, 20], [0, 1, 1, 0], 3, [(43, [1, 2]), (70, [2])]),
        ([30, 10, 50], [0, 1, 0], 0, [(90, [1])]),
        # Dead money lies in the main pot.
        ([10, 20, 20], [1, 1, 1], 5, [(35, [0, 1, 2]), (20, [1, 2])]),
        ([0, 0, 7], [1, 1, 0], 2, [(9, [0, 1])]),
    ],
)
def test_every_chip_lies_in_the_pot_of_its_level(put_in, live, dead, found):
    built = build_pots(put_in, [bool(each) for each in live], dead)
    assert [(pot.chips, pot.eligible) for pot in built] == found
