"""What must hold in every round: money, replay, hidden cards."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st
from tests.games.house_cards.rounds import GAMES, SIDE

from hoyle.core.events import build_event, decode_event
from hoyle.games.house_cards.events import KINDS, replay
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.view import view

SEATS = st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True)


def play_out(round_: HouseCardRound, choices: random.Random, *, until: int = 10**9) -> None:
    """Random legal decisions, up to a number of them."""
    while round_.turn and until > 0:
        until -= 1
        seat = round_.turn
        choice = choices.choice(round_.options())
        if choice == "fold":
            round_.fold(seat)
        elif choice == "stand":
            round_.stand(seat)
        else:
            ante = round_.state.places[seat].wagers[ANTE]
            most = 1 if round_.game.id == "three-card-poker" else 3
            round_.play(seat, ante * choices.randint(1, most))


def some_round(game: str, seats: list[int], seed: int, dealing: str) -> tuple[HouseCardRound, random.Random]:
    choices = random.Random(seed)
    deck = list(range(52))
    choices.shuffle(deck)
    round_ = HouseCardRound(HouseCardSign(game, dealing=dealing), dict.fromkeys(seats, 10000), deck)
    for seat in seats:
        if game not in SIDE or choices.random() < 0.8:
            round_.wager(seat, ANTE, choices.randint(1, 50))
        if game in SIDE and (seat not in round_.state.places or choices.random() < 0.5):
            round_.wager(seat, SIDE[game], choices.randint(1, 50))
    round_.close()
    return round_, choices


@given(
    game=st.sampled_from(GAMES),
    seats=SEATS,
    seed=st.integers(0, 10**6),
    dealing=st.sampled_from(["manual", "hand", "automated"]),
)
def test_every_wager_is_decided_and_what_players_win_the_bank_pays(
    game: str, seats: list[int], seed: int, dealing: str
) -> None:
    round_, choices = some_round(game, seats, seed, dealing)
    play_out(round_, choices)
    state = round_.state
    assert round_.over
    assert state.on_layout() == 0
    gains = sum(place.net for place in state.places.values())
    assert gains + state.bank == 0
    assert state.stacks == {seat: 10_000 + (state.places[seat].net if seat in state.places else 0) for seat in seats}
    for place in state.places.values():
        assert set(place.made) <= set(place.gains)


@given(
    game=st.sampled_from(GAMES), seats=SEATS, seed=st.integers(0, 10**6), until=st.integers(0, 12), void=st.booleans()
)
def test_the_log_rebuilds_any_round_at_any_moment(
    game: str, seats: list[int], seed: int, until: int, void: bool
) -> None:
    round_, choices = some_round(game, seats, seed, "manual")
    play_out(round_, choices, until=until)
    if void and not round_.over:
        round_.void("test", "house test")
        assert round_.state.on_layout() == 0
    again = replay([build_event(KINDS, event.name, event.fields()) for event in round_.log])
    people = ["", *(f"seat {seat}" for seat in seats)]
    views = [view(round_, person) for person in people]
    round_.state = again
    assert [view(round_, person) for person in people] == views
    assert [decode_event(KINDS, event.name, event.to_dict()) for event in round_.log] == round_.log


@given(
    game=st.sampled_from(GAMES),
    seats=SEATS,
    seed=st.integers(0, 10**6),
    until=st.integers(0, 8),
    dealing=st.sampled_from(["manual", "automated"]),
)
def test_cards_a_seat_may_not_see_leave_no_trace_in_what_it_sees(
    game: str, seats: list[int], seed: int, until: int, dealing: str
) -> None:
    round_, choices = some_round(game, seats, seed, dealing)
    viewer = f"seat {seats[0]}"
    play_out(round_, choices, until=min(until, len(seats) - 1))
    state = round_.state
    if round_.phase != "deciding":
        return
    known = [*state.places[seats[0]].cards, *state.dealer_up, *state.community[: state.turned]]
    hidden = [card for card in state.deck if card not in known]
    shuffled = list(hidden)
    choices.shuffle(shuffled)
    swap = dict(zip(hidden, shuffled, strict=True)) | {card: card for card in known}
    other = replay(build_event(KINDS, event.name, _renamed(event.fields(), swap)) for event in round_.log)
    before = view(round_, viewer)
    round_.state = other
    assert view(round_, viewer) == before
    again = [build_event(KINDS, event.name, _renamed(event.fields(), swap)) for event in round_.log]
    assert [each.seen_by(viewer) for each in again] == [each.seen_by(viewer) for each in round_.log]


def _renamed(facts: dict[str, object], swap: dict[int, int]) -> dict[str, object]:
    found = dict(facts)
    if isinstance(found.get("cards"), list):
        found["cards"] = [swap[card] for card in found["cards"]]  # type: ignore[attr-defined]
    return found
