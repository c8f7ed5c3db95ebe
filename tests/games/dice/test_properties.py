"""What must hold after any sequence of wagers and rolls."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.core.errors import HoyleError
from hoyle.core.events import build_event
from hoyle.games.dice.craps import Craps
from hoyle.games.dice.events import EVENTS, replay
from hoyle.games.dice.game_state import UNSEEN, DiceState
from hoyle.games.dice.mini_dice import MiniDice
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.rulebooks.book_types.dice import POINTS
from hoyle.rulebooks.dice_registry import craps_book, mini_dice_book

START = 100_000


def balanced(state: DiceState) -> None:
    """Players' gains, what lies on the layout and the house's result add up to nothing."""
    assert state.held == sum(state.stacks.values())
    assert state.layout == sum(wager.amount for wager in state.live)
    assert sum(state.stacks.values()) + state.layout + state.bank == state.start_chips


def some_step(table: Craps, choices: random.Random) -> None:
    """Something a player or the dice may do, legal or not."""
    what = choices.random()
    live = [wager.id for wager in table.state.live] or ["none"]
    owner = choices.choice(["ann", "bob"])
    if what < 0.45:
        table.bet(
            owner,
            choices.choice(list(craps_book().wagers)),
            choices.choice([1, 2, 4, 5, 6, 10, 11, 12, 20, 24, 30, 40, 60, 120]),
            number=choices.choice([0, 0, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12]),
            on=choices.choice(live),
            combo=(choices.randint(1, 6), choices.randint(1, 6)),
        )
    elif what < 0.75:
        table.throw(choices.randint(1, 6), choices.randint(1, 6))
    elif what < 0.80:
        table.no_roll("off-table")
    elif what < 0.85:
        table.remove(choices.choice(live))
    elif what < 0.89:
        table.reduce(choices.choice(live), choices.choice([1, 2, 5, 6, 10]))
    elif what < 0.93:
        table.increase(choices.choice(live), choices.choice([12, 20, 30, 60]))
    elif what < 0.97:
        called = choices.choice(live)
        table.call_on(called)
        if choices.random() < 0.7:
            table.confirm_on(called, by="boxperson")
    else:
        table.no_line_bet()


@given(seed=st.integers(0, 10**9), multiple=st.integers(1, 5), bar=st.sampled_from([2, 12]))
def test_money_is_conserved_whatever_is_bet_and_thrown(seed: int, multiple: int, bar: int) -> None:
    choices = random.Random(seed)
    sign = CrapsSign(odds_multiple=multiple, bar=bar, offers={"place_to_lose": True})
    table = Craps(sign, {"ann": START, "bob": START}, shooter=UNSEEN)
    for _ in range(120):
        before = len(table.log), dict(table.state.stacks), table.state.layout
        try:
            some_step(table, choices)
        except HoyleError:
            assert (len(table.log), table.state.stacks, table.state.layout) == before
        balanced(table.state)
    again = replay([build_event(EVENTS, event.name, event.fields()) for event in table.log], can_void_throws=True)
    assert again.to_dict() == table.state.to_dict()


@given(seed=st.integers(0, 10**9))
def test_every_accepted_wager_is_decided_in_the_end(seed: int) -> None:
    choices = random.Random(seed)
    table = Craps(CrapsSign(odds_multiple=3), {"ann": START, "bob": START}, shooter=UNSEEN)
    for _ in range(40):
        try:
            some_step(table, choices)
        except HoyleError:
            continue
    for _ in range(10_000):
        if not table.state.live:
            break
        if not table.state.point:
            table.bet("bob", "pass", 1)  # somebody always bets the line, so points are set
        table.throw(choices.randint(1, 6), choices.randint(1, 6))
        for wager in [each for each in table.state.live if each.kind == "pass" and each.owner == "bob"]:
            if not wager.number:
                table.remove(wager.id)
    left = [wager.kind for wager in table.state.live if not (wager.kind == "pass" and wager.owner == "bob")]
    assert left == []


@given(seed=st.integers(0, 10**9))
def test_mini_dice_conserves_money_and_its_log_rebuilds_it(seed: int) -> None:
    choices = random.Random(seed)
    table = MiniDice(MiniDiceSign(), {"ann": START, "bob": START})
    for _ in range(60):
        live = [wager.id for wager in table.state.live] or ["none"]
        try:
            if choices.random() < 0.5:
                kind = choices.choice(list(mini_dice_book().wagers))
                number = choices.choice(POINTS) if kind == "place" else 0
                table.bet(choices.choice(["ann", "bob"]), kind, choices.choice([1, 5, 6, 30]), number=number)
            elif choices.random() < 0.8:
                table.shake(choices.randint(1, 6), choices.randint(1, 6))
            else:
                table.remove(choices.choice(live))
        except HoyleError:
            pass
        balanced(table.state)
    again = replay([build_event(EVENTS, event.name, event.fields()) for event in table.log])
    assert again.to_dict() == table.state.to_dict()


def test_events_that_do_not_exist_are_not_rebuilt() -> None:
    with pytest.raises(HoyleError, match="unknown event"):
        build_event(EVENTS, "levitated", {})
    with pytest.raises(HoyleError, match="has the fields"):
        build_event(EVENTS, "rolled", {"one": 1})
