"""What the house takes out of a pot, and when it may no longer take anything."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.core.errors import IllegalError
from hoyle.games.poker import NO_LIMIT, RakePlan
from hoyle.games.poker.events import Awarded, BoardDealt, Raked, Returned
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.posted_sign_fields import Rake

TOPICS = {
    "nj-19-47": {
        "revenue": "19:47-14.14[REV(1)]",
        "levels": "19:47-14.14[REV(2)(A)]",
        "uncalled": "19:47-14.14[REV(4)]",
        "final": "19:47-14.14[REV(5)]",
        "dealer": "19:47-14.6[OVER(4)(vi)]",
    },
    "oneida": {
        "revenue": "XI.N.1",
        "levels": "XI.N.2(b)(i)",
        "uncalled": "XI.N.4",
        "final": "XI.N.5",
        "dealer": "XI.F.5(g)",
    },
    "room-2012": {
        "revenue": "REV(1)",
        "levels": "REV(2)(A)",
        "uncalled": "REV(4)",
        "final": "REV(5)",
        "dealer": "OVER(4)(vi)",
    },
}
GAME = "omaha-hilo8"
STEPS = [(10, 1), (20, 1), (40, 2)]

# Seat 1 wins the high and seat 3 the low, if it comes to that.
CARDS = """
    seat 1: Kc Kd 9c 9d
    seat 2: Qc Qd Tc Td
    seat 3: Ah 2h 5h 5d
    board: 3c 4d 7s Ks Qh
"""


def books(topic: str) -> list[Any]:
    return [case(id, f"{id} {cites[topic]}", upholds=[cites[topic]], name=id) for id, cites in TOPICS.items()]


def raked(id: str, plan: RakePlan | None, **terms: Any) -> Hand:
    return Hand(id, GAME, CARDS, button=3, structure=NO_LIMIT, limits=(2, 2), rake=plan, **terms)


@pytest.mark.parametrize(("id", "cites"), books("revenue"))
def test_the_house_earns_the_rake_and_nothing_else(id, cites):
    free = raked(id, None).play("3: raise to 10\n1: call\n2: call").showdown()
    assert (free.round.state.rake, sum(free.won.values())) == (0, 30)
    paid = raked(id, RakePlan(levels=STEPS)).play("3: raise to 10\n1: call\n2: call").showdown()
    assert (paid.round.state.rake, sum(paid.won.values())) == (2, 28)
    assert sum(paid.round.state.stacks) == 300 - 2
    assert paid.book.revenue.basis == cites


@pytest.mark.parametrize(("id", "cites"), books("levels"))
def test_set_amounts_come_out_as_the_pot_reaches_set_levels(id, cites):
    hand = raked(id, RakePlan(levels=STEPS)).play("3: call\n1: call\n2: check")
    assert hand.all(Raked) == []
    hand.play("1: bet 2\n2: call\n3: call")
    assert [(event.chips, event.method, event.clause) for event in hand.all(Raked)] == [(1, "increment", cites)]
    hand.play("1: bet 10\n2: call\n3: call")
    # Twelve to forty-two passes two levels at once.
    assert [event.chips for event in hand.all(Raked)] == [1, 3]
    hand.showdown()
    assert (hand.round.state.rake, sum(hand.won.values())) == (4, 38)


@pytest.mark.parametrize(("id", "cites"), books("levels"))
def test_main_and_side_pots_are_counted_together(id, cites):
    hand = raked(id, RakePlan(levels=[(30, 3)]), stacks={1: 5})
    hand.play("3: raise to 5\n1: call\n2: call")
    assert hand.round.state.rake == 0
    hand.play("2: bet 8\n3: call").showdown()
    # Fifteen in the main pot and sixteen beside it are more than thirty.
    assert hand.round.state.rake == 3
    assert {event.pot for event in hand.all(Raked)} == {0}
    assert sum(event.chips for event in hand.all(Awarded) if event.pot == 1) == 16


@pytest.mark.parametrize(("id", "cites"), books("uncalled"))
def test_a_last_bet_nobody_called_is_left_out_of_the_rake(id, cites):
    hand = raked(id, RakePlan(levels=[(10, 1), (20, 5)])).play("3: raise to 4\n1: call\n2: call")
    hand.play("1: bet 30\n2: fold\n3: fold")
    returned = hand.last(Returned)
    assert (returned.seat, returned.chips, returned.clause) == (1, 30, cites)
    assert hand.round.state.rake == 1
    assert hand.won == {1: 11}


@pytest.mark.parametrize(
    ("id", "rake"),
    [
        case("oneida", 0, upholds=["XI.N.4"]),
        case("nj-19-47", 2, upholds=["19:47-14.14[REV(4)]"]),
        case("room-2012", 2, upholds=["REV(4)"]),
    ],
)
def test_a_pot_awarded_before_the_flop_pays_no_rake_in_oneida_only(id, rake):
    plan = RakePlan(levels=STEPS)
    hand = raked(id, plan).play("3: raise to 10\n1: raise to 30\n2: fold\n3: fold")
    assert (hand.round.state.rake, hand.won) == (rake, {1: 22 - rake})
    # After the flop it pays everywhere.
    hand = raked(id, plan).play("3: raise to 10\n1: call\n2: fold\n1: bet 10\n3: fold")
    assert hand.round.state.rake == 2


@pytest.mark.parametrize(("id", "cites"), books("final"))
def test_once_the_pot_is_pushed_nothing_more_is_raked(id, cites):
    for script in ("", "1: bet 20\n2: call\n3: call", "1: bet 20\n2: fold\n3: fold"):
        hand = raked(id, RakePlan(levels=STEPS)).play("3: raise to 6\n1: call\n2: call\n" + script).showdown()
        names = [event.name for event in hand.round.log]
        assert "raked" in names
        assert names.index("awarded") > max(at for at, name in enumerate(names) if name == "raked")
        assert sum(event.chips for event in hand.all(Raked)) == hand.round.state.rake
    assert hand.book.revenue.finality == cites


@pytest.mark.parametrize(("id", "cites"), books("dealer"))
def test_the_dealer_takes_the_rake_out_of_the_pot_before_he_divides_it(id, cites):
    hand = raked(id, RakePlan(levels=[(6, 1)])).showdown()
    assert hand.shares == {("high", 1): 3, ("low", 3): 2}
    assert hand.book.revenue.collected_by == cites


# Oneida's percentage


@pytest.mark.clauses("oneida XI.F.5(g)")
def test_the_dealer_takes_a_percentage_out_of_the_pot_before_he_divides_it():
    hand = raked("oneida", RakePlan(percent=25)).showdown()
    assert [(event.method, event.chips) for event in hand.all(Raked)] == [("percent", 1)]
    assert hand.shares == {("high", 1): 3, ("low", 3): 2}
    names = [event.name for event in hand.round.log]
    assert names.index("raked") < names.index("awarded")


@pytest.mark.clauses("oneida XI.N.2(a)(ii)")
def test_a_percentage_is_taken_betting_round_by_betting_round_as_play_proceeds():
    hand = raked("oneida", RakePlan(percent=25)).play("3: raise to 10\n1: call\n2: call")
    # A quarter of thirty lies aside before the flop betting begins.
    assert [(event.chips, event.clause) for event in hand.all(Raked)] == [(7, "oneida XI.N.2(a)(ii)")]
    names = [event.name for event in hand.round.log]
    assert names.index("raked") < names.index("board-dealt")
    hand.play("1: check\n2: check\n3: check\n1: bet 5\n2: call\n3: fold")
    assert [event.chips for event in hand.all(Raked)] == [7, 2]
    assert isinstance(hand.last(BoardDealt), BoardDealt)
    assert hand.round.street == "river"
    hand.showdown()
    assert (hand.round.state.rake, sum(hand.won.values())) == (9, 31)


@pytest.mark.clauses("oneida XI.N.2(a)(i)")
def test_a_percentage_is_taken_from_the_pot_and_from_side_pots():
    hand = raked("oneida", RakePlan(percent=10), stacks={1: 20})
    hand.play("3: raise to 50\n1: call\n2: call")
    assert [(event.pot, event.chips) for event in hand.all(Raked)] == [(0, 6), (1, 6)]


@pytest.mark.clauses("oneida XI.N.2(a)(i)")
def test_a_sign_may_post_a_quarter_of_the_bets_and_no_more():
    def posted(percent: float) -> PostedSign:
        rake = Rake(percent=percent)
        return PostedSign(book="oneida", game=GAME, structure="fixed-limit", limits=(2, 4), blinds=(1, 2), rake=rake)

    assert posted(25).cited_lines()
    with pytest.raises(IllegalError) as refused:
        posted(25.5).cited_lines()
    assert refused.value.clause == "oneida XI.N.2(a)(i)"


@pytest.mark.clauses("oneida XI.N.2")
def test_both_methods_may_be_used_together():
    hand = raked("oneida", RakePlan(percent=10, levels=[(30, 2)])).play("3: raise to 10\n1: call\n2: call")
    assert [(event.method, event.chips) for event in hand.all(Raked)] == [("percent", 3), ("increment", 2)]


@pytest.mark.clauses("oneida XI.N.4")
def test_the_uncalled_bet_is_left_out_of_a_percentage_too():
    hand = raked("oneida", RakePlan(percent=10)).play("3: raise to 10\n1: call\n2: call")
    hand.play("1: bet 50\n2: fold\n3: fold")
    assert hand.round.state.rake == 3


@pytest.mark.clauses("oneida XI.N.4")
def test_games_without_a_flop_are_raked_from_the_first_round_on():
    hand = Hand(
        "oneida", "draw5-high", seats=[1, 2, 3], button=3, rake=RakePlan(percent=10), limits=(10, 20), blinds=(5, 10)
    )
    hand.play("3: raise to 20\n1: fold\n2: fold")
    assert hand.round.state.rake == 2
    assert hand.won == {3: 23}


# Jackpot


@pytest.mark.clauses("oneida XI.O.2(a)")
def test_the_jackpot_drop_is_the_same_whatever_the_pot():
    for bet in (2, 20):
        hand = raked("oneida", RakePlan(jackpot=1)).play(
            f"3: {'call' if bet == 2 else 'raise to 20'}\n1: call\n2: {'check' if bet == 2 else 'call'}"
        )
        hand.showdown()
        assert (hand.round.state.jackpot, sum(hand.won.values())) == (1, 3 * bet - 1)


@pytest.mark.clauses("nj-13-69f 13:69F-14.19(c)")
def test_new_jersey_takes_the_contribution_after_the_rake_and_before_the_award():
    hand = Hand(
        "nj-13-69f",
        "big-omaha-hilo8",
        seats=[1, 2, 3],
        button=3,
        structure=NO_LIMIT,
        limits=(2, 2),
        rake=RakePlan(levels=STEPS, jackpot=1),
    )
    hand.play("3: raise to 10\n1: call\n2: call").showdown()
    assert [(event.method, event.chips) for event in hand.all(Raked)] == [("increment", 2), ("jackpot", 1)]
    assert hand.round.log.index(hand.last(Raked)) < hand.round.log.index(hand.all(Awarded)[0])
    assert sum(hand.won.values()) == 27
