"""Chance: unpredictable for people, repeatable for tests, fair in both."""

from __future__ import annotations

import secrets
from collections import Counter

from hoyle.simulation.random_decks import hand_rng, make_rng, partly_shuffled_deck, reshuffled, shuffled_deck


def test_people_play_with_the_machines_own_chance() -> None:
    assert isinstance(make_rng(), secrets.SystemRandom)


def test_a_seed_deals_the_same_deck_again() -> None:
    assert shuffled_deck(make_rng(7)) == shuffled_deck(make_rng(7))
    assert shuffled_deck(make_rng(7)) != shuffled_deck(make_rng(8))


def test_every_hand_of_a_run_has_its_own_deck() -> None:
    decks = {tuple(shuffled_deck(hand_rng(seed, hand))) for seed in range(5) for hand in range(1, 40)}
    assert len(decks) == 5 * 39


def test_a_deck_holds_every_card_once() -> None:
    assert sorted(shuffled_deck(make_rng(1))) == list(range(52))
    for needed in (0, 1, 20, 51, 52, 60):
        assert sorted(partly_shuffled_deck(make_rng(1), needed)) == list(range(52))


def test_the_needed_cards_are_drawn_evenly() -> None:
    rng = make_rng(3)
    hands = 5_200
    for place in (0, 4):
        seen = Counter(partly_shuffled_deck(rng, 5)[place] for _ in range(hands))
        assert len(seen) == 52
        # A hundred of each expected; seven standard deviations either way.
        assert min(seen.values()) > 30
        assert max(seen.values()) < 170


def test_a_reshuffle_keeps_the_cards_and_leaves_the_pile_alone() -> None:
    pile = list(range(20))
    mixed = reshuffled(make_rng(1), pile)
    assert sorted(mixed) == pile == list(range(20))
    assert mixed != pile
