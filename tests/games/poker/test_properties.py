"""What must hold in every round of play, whatever the book, the game, the stakes and the players' wishes."""

from __future__ import annotations

import json
import random
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.poker.round_driver import (
    MAX_CHOICES,
    PAIRS,
    Command,
    Sitting,
    choices,
    commands,
    facts,
    perform,
    play,
    replayed,
    sittings,
    swapped,
)

from hoyle.core.errors import HoyleError, IllegalError
from hoyle.core.events import build_event
from hoyle.games.poker.events import KINDS, PokerEvent, apply
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, DRAW, FIELDS, FORCED_BET, OVER, SHOW, SHUFFLE, RoundState
from hoyle.games.poker.view import view
from hoyle.rulebooks import clause_catalogue, poker_book

DECK = list(range(52))

# The template has no all-in rule, no showdown procedure and no word on a pot that nobody contests.
SILENT_IN_CALIFORNIA = {"house all-in", "house award", "house conceding", "house last-player", "house uncalled-bet"}

stops = st.integers(0, MAX_CHOICES)
"""After how many commands to stop and look."""


def snapshot(state: RoundState) -> dict[str, object]:
    return deepcopy(state.snapshot())


def as_sent(event: PokerEvent) -> str:
    """The bytes that would leave the engine for this event."""
    return json.dumps([event.name, event.fields()], sort_keys=True)


def received(text: str) -> PokerEvent:
    name, told = json.loads(text)
    return build_event(KINDS, name, told)


every_game = pytest.mark.parametrize(("law", "game"), PAIRS)


# Chips and cards


def check_chips(state: RoundState, sitting: Sitting) -> None:
    everywhere = sum(state.stacks) + state.pot + state.rake + state.jackpot + state.fees
    assert everywhere == sum(sitting.stacks)
    assert min(state.stacks) >= 0
    assert min(state.bets) >= 0
    assert min(state.pot, state.rake, state.jackpot, state.fees, state.dead) >= 0
    for player in range(len(state.seats)):
        assert state.put_in[player] >= state.bets[player]


def check_cards(state: RoundState) -> None:
    places = state.deck[state.dealt :] + state.board + state.burns + state.muck + state.laid
    for hand in state.cards:
        places = places + hand
    assert sorted(places) == DECK
    for hand, ups in zip(state.cards, state.ups, strict=True):
        assert len(hand) == len(ups)


def check_accounts(state: RoundState, sitting: Sitting) -> None:
    """When the round is over every player has what he brought, less what he put in, plus what he won."""
    assert state.pot == 0
    fee = sitting.rules.rake.fee_per_player
    for player, brought in enumerate(sitting.stacks):
        paid = state.put_in[player] + min(fee, brought)
        assert state.stacks[player] == brought - paid + state.won[player]
    cap = sitting.rules.rake.cap
    assert not cap or state.rake <= cap


@every_game
@settings(max_examples=60)
@given(data=st.data())
def test_every_chip_and_every_card_is_in_one_place_after_every_event(law, game, data):
    sitting, wishes = data.draw(st.tuples(sittings(poker_book(law), game), choices))
    round_ = sitting.open()
    play(round_, wishes)
    state = RoundState()
    for event in round_.log:
        apply(state, event)
        check_chips(state, sitting)
        check_cards(state)
    check_accounts(state, sitting)


# The log


@every_game
@settings(max_examples=40)
@given(data=st.data())
def test_the_log_rebuilds_the_round_at_every_point(law, game, data):
    sitting, wishes = data.draw(st.tuples(sittings(poker_book(law), game), choices))
    round_ = sitting.open()
    wanted = iter(wishes)
    folded = RoundState()
    sent = RoundState()
    told = 0

    def compare() -> None:
        nonlocal told
        for event in round_.log[told:]:
            apply(folded, event)
            copy = received(as_sent(event))
            assert copy == event
            apply(sent, copy)
        told = len(round_.log)
        assert folded.snapshot() == round_.state.snapshot()
        assert sent == round_.state

    compare()
    while not round_.over:
        offered = commands(round_)
        perform(round_, offered[next(wanted, 0) % len(offered)])
        compare()


@every_game
@settings(max_examples=40)
@given(data=st.data())
def test_every_event_says_by_which_clause(law, game, data):
    sitting, wishes = data.draw(st.tuples(sittings(poker_book(law), game), choices))
    round_ = sitting.open()
    play(round_, wishes)
    for event in round_.log:
        cited = [event.clause]
        if event.name == "awarded" and facts(event)["odd"]:
            cited.append(facts(event)["odd_clause"])
        for citation in cited:
            if law == "house":
                assert citation.startswith("house ")
            elif law == "ca-omaha" and citation.startswith("house "):
                assert citation in SILENT_IN_CALIFORNIA, event
            else:
                assert clause_catalogue.resolve_citation(citation).citation == citation


# What is legal


def refused(round_: PokerRound, command: Command, *, by: type[HoyleError] = IllegalError) -> None:
    before = snapshot(round_.state)
    told = [as_sent(event) for event in round_.log]
    with pytest.raises(by) as caught:
        perform(round_, command)
    assert str(caught.value)
    assert snapshot(round_.state) == before
    assert [as_sent(event) for event in round_.log] == told


def wrong_amounts(round_: PokerRound) -> list[int]:
    """Totals just outside what is offered, and others nobody could mean."""
    offered = round_.options()
    state = round_.state
    everything = state.stacks[state.actor] + state.bets[state.actor]
    if not offered.min_raise_to:
        return [0, 1, state.current_bet, state.current_bet + 1, 2 * state.current_bet, everything]
    return [-1, 0, offered.min_raise_to - 1, offered.max_to + 1, everything + 1]


def check_refusals(round_: PokerRound) -> None:
    """Everything that is not offered now."""
    awaiting = round_.state.awaiting
    if awaiting in (ACTION, FORCED_BET):
        offered = round_.options()
        for to in wrong_amounts(round_):
            refused(round_, ("bet_to", to))
        if not offered.check:
            refused(round_, ("check", None))
        if not offered.call:
            refused(round_, ("call", None))
        if not offered.fold:
            refused(round_, ("fold", None))
    else:
        for command in [("fold", None), ("check", None), ("call", None), ("bet_to", 10), ("options", None)]:
            refused(round_, command)
    if awaiting != FORCED_BET:
        refused(round_, ("bring_in", None))
    if awaiting != SHOW:
        for command in [("show", None), ("concede", None)]:
            refused(round_, command)
    may = commands(round_)
    for name in ("retrieve", "muck"):
        for seat in round_.state.seats:
            if (name, seat) not in may:
                refused(round_, (name, seat))
    if awaiting != DRAW:
        refused(round_, ("draw", []))
    else:
        elsewhere = round_.state.deck[-1:] if round_.state.stub() else round_.state.burns[:1]
        refused(round_, ("draw", elsewhere))
    if awaiting != SHUFFLE:
        refused(round_, ("shuffle", []))
    else:
        due = round_.cards_to_shuffle()
        refused(round_, ("shuffle", due[1:]), by=HoyleError)
        refused(round_, ("shuffle", due[1:] + due[1:2]), by=HoyleError)


@every_game
@settings(max_examples=40)
@given(data=st.data())
def test_what_is_offered_is_accepted_and_nothing_else(law, game, data):
    sitting, wishes, stop = data.draw(st.tuples(sittings(poker_book(law), game), choices, stops))
    done = play(sitting.open(), wishes)
    done = done[: stop % (len(done) + 1)]
    round_ = replayed(sitting, done)
    check_refusals(round_)
    for command in commands(round_):
        copy = replayed(sitting, done)
        told = len(copy.log)
        perform(copy, command)
        assert len(copy.log) > told


@every_game
@settings(max_examples=12)
@given(data=st.data())
def test_a_round_ends_even_if_everybody_always_raises(law, game, data):
    sitting = data.draw(sittings(poker_book(law), game))
    round_ = sitting.open()
    steps = 0
    while not round_.over:
        offered = commands(round_)
        raises = [command for command in offered if command[0] == "bet_to"]
        perform(round_, raises[0] if raises else offered[0])
        steps += 1
        # Each raise puts chips in; between two of them everybody answers at most once a street.
        assert steps <= sum(sitting.stacks) + 8 * len(sitting.seats) * len(sitting.rules.variant.streets)
    assert round_.state.awaiting == OVER


# What nobody may know


def learned(event: PokerEvent, viewer: int, live: list[int]) -> list[int]:
    """Cards that a viewer gets to see through one event, told apart from what the event itself reveals."""
    told = facts(event)
    if event.name == "dealt":
        rows = zip(told["seats"], told["cards"], told["ups"], strict=True)
        # A dead card before a folded seat is nobody's to look at.
        return [card for seat, card, up in rows if up or (seat == viewer and seat in live)]
    if event.name == "board-dealt" or event.name == "shown":
        return list(told["cards"])
    if event.name == "drawn" and told["seat"] == viewer:
        return list(told["cards"])
    return []


@every_game
@settings(max_examples=40)
@given(data=st.data())
def test_a_viewer_cannot_tell_hidden_cards_apart(law, game, data):
    """Change every card that a viewer has not seen: everything sent to him stays the same, byte for byte."""
    sitting, wishes, stop, who, seed = data.draw(
        st.tuples(sittings(poker_book(law), game), choices, stops, st.integers(0, 11), st.integers(0, 2**16))
    )
    viewer = [0, *sitting.seats][who % (len(sitting.seats) + 1)]
    done = play(sitting.open(), wishes)
    done = done[: stop % (len(done) + 1)]
    round_ = replayed(sitting, done)
    known: set[int] = set()
    state = RoundState()
    for event in round_.log:
        apply(state, event)
        live = [seat for seat, alive in zip(state.seats, state.live, strict=True) if alive]
        known.update(learned(event, viewer, live))
    hidden = [card for card in DECK if card not in known]
    changed = list(hidden)
    random.Random(seed).shuffle(changed)
    exchange = dict(zip(hidden, changed, strict=True)) | {card: card for card in known}
    other = replayed(sitting, swapped(done, exchange), [exchange[card] for card in sitting.deck])
    person = f"seat {viewer}" if viewer else ""
    assert [as_sent(event.seen_by(person)) for event in other.log] == [
        as_sent(event.seen_by(person)) for event in round_.log
    ]
    assert view(other.state, person) == view(round_.state, person)


def test_a_state_equals_another_by_what_it_holds_and_is_no_key():
    one, other = RoundState(), RoundState()
    assert one == other
    other.pot = 5
    assert one != other
    assert set(one.snapshot()) == set(FIELDS)
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)
