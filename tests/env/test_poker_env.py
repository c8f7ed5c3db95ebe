"""Poker for learning programs: PettingZoo's own tests, the money, and nobody's cards shown to another."""

from __future__ import annotations

import warnings
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from tests.env.agents import PAGES, TWELVE, known, legal, play

import hoyle
import hoyle.env
from hoyle.core.cards import DECK, cards_text
from hoyle.encoding.poker_game import EncodedPokerHand
from hoyle.env.poker_env import PokerEnv
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.table.presets.poker_presets import poker_preset

EXPECTED = ("Observation space for each agent probably should be", "Observation is not a NumPy array")
"""PettingZoo knows by name which of its own environments have masks, and wonders at all others."""


@pytest.mark.parametrize("game", TWELVE)
def test_pettingzoo_has_nothing_to_say_against_any_of_the_twelve_games(game: str) -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        api_test(hoyle.env.poker(game, seats=3), num_cycles=20)
        seed_test(lambda: hoyle.env.poker(game, seats=3), num_cycles=20)
        parallel_api_test(turn_based_aec_to_parallel(hoyle.env.poker(game, seats=3)), num_cycles=60)
    said = [str(each.message) for each in heard if not str(each.message).startswith(EXPECTED)]
    assert said == []


@pytest.mark.parametrize(("book", "game"), PAGES, ids=[f"{book}-{game}" for book, game in PAGES])
def test_no_chip_is_lost_whatever_agents_do_under_any_book(book: str, game: str) -> None:
    rng = Random(f"{book} {game}")
    for structure in STRUCTURES:
        env = hoyle.env.poker(game, book, seats=rng.randint(2, 4), structure=structure, stacks=60)
        for hand in range(3):
            env.reset(seed=rng.randrange(100) if hand == 0 else None)
            rewards = play(env, rng)
            assert sum(rewards.values()) + env.hand.house_chips() == 0
            assert min(rewards.values()) >= -60


def test_the_house_takes_its_rake_and_says_how_much() -> None:
    env = hoyle.env.poker("holdem", "oneida", seats=3, rake=hoyle.Rake(percent=10, cap=3))
    rng, takings = Random(5), set()
    for seed in range(30):
        env.reset(seed=seed)
        said: list[int] = []

        def look(said: list[int] = said) -> None:
            said += [info["taken"] for info in env.infos.values() if info]

        rewards = play(env, rng, look)
        assert set(said) == {-sum(rewards.values())}
        takings |= set(said)
    assert len(takings) > 1


def test_every_number_that_an_agent_sees_lies_in_its_space() -> None:
    rng = Random(8)
    for game in TWELVE:
        env = hoyle.env.poker(game, seats=4, structure="no-limit")

        def look(env: PokerEnv = env) -> None:
            for agent in env.agents:
                assert env.observation_space(agent).contains(env.observe(agent))

        env.reset(seed=3)
        play(env, rng, look)


def test_the_same_seed_deals_the_same_hands_and_another_deals_others() -> None:
    def cards(seed: int) -> list[str]:
        env = hoyle.env.poker("draw5-high", seats=3)
        env.reset(seed=seed)
        found = [env.observe("seat_1")["observation"].tobytes().hex()]
        env.reset()
        return [*found, env.observe("seat_1")["observation"].tobytes().hex()]

    assert cards(7) == cards(7)
    assert cards(7)[0] != cards(7)[1]
    assert cards(7) != cards(8)


@pytest.mark.parametrize(("book", "game"), PAGES, ids=[f"{book}-{game}" for book, game in PAGES])
def test_what_an_agent_sees_does_not_depend_on_cards_that_he_may_not_see(book: str, game: str) -> None:
    """The hand is played up to some moment, dealt again with all cards mixed that he has not seen by then,
    and played again in the same way: he must not notice, neither in numbers nor in words."""
    rng = Random(f"mixed {book} {game}")
    spread = poker_preset(game, book, players=3, structure=rng.choice(STRUCTURES))
    differed = 0
    for trial in range(4):
        hand, button = EncodedPokerHand(spread), rng.randint(1, 3)
        deck = rng.sample(DECK, 52)
        watcher, seen = rng.randrange(3), set[int]()
        chosen: list[int] = []
        hand.deal(deck, button, Random(trial))
        while not hand.is_over and len(chosen) < 4 + 5 * trial:
            seen |= known(hand, watcher)
            chosen.append(rng.choice(hand.legal))
            hand.step(chosen[-1])
        seen |= known(hand, watcher)
        unseen = [card for card in deck if card not in seen]
        mixed = iter(rng.sample(unseen, len(unseen)))
        other = [card if card in seen else next(mixed) for card in deck]
        # What a tabled hand showed is told in words, not in numbers.
        if hand.is_over and "shown" not in hand.fields:
            chosen.pop()
        ways = [_followed(EncodedPokerHand(spread), cards, button, trial, chosen, watcher) for cards in (deck, other)]
        assert ways[0] == ways[1]
        differed += deck != other
    assert differed


def _followed(
    hand: EncodedPokerHand, deck: list[int], button: int, seed: int, chosen: list[int], watcher: int
) -> list[tuple[bytes, list[str], list[int]]]:
    """What one player saw before every action, and after the last: numbers, words, and his choices."""
    hand.deal(deck, button, Random(seed))
    found = []
    for number in [*chosen, None]:
        own = list(hand.legal) if hand.turn == watcher else []
        found.append((hand.observation(watcher).tobytes(), hand.observed_text(watcher), own))
        if number is not None:
            hand.step(number)
    return found


def test_an_action_that_is_not_legal_is_refused_with_what_would_be_and_changes_nothing() -> None:
    env = hoyle.env.poker("holdem", "oneida", seats=3, button=1)
    env.reset(seed=1)
    before = env.observe("seat_1")
    with pytest.raises(hoyle.IllegalError, match=r"action 1 \(check\) is not legal now; legal: 0 \(fold\), 2"):
        env.step(1)
    with pytest.raises(hoyle.IllegalError, match="action 99 is not legal now"):
        env.step(99)
    for nothing in (0.5, 2.0, "0", None):
        with pytest.raises(hoyle.InvalidError, match="expected an integer"):
            env.step(nothing)
    assert env.agent_selection == "seat_1"
    assert np.array_equal(env.observe("seat_1")["observation"], before["observation"])
    assert legal(env.observe("seat_1")) == [0, 2, 3]
    assert legal(env.observe("seat_2")) == []


def test_an_observation_is_read_field_by_field() -> None:
    env = hoyle.env.poker("stud7-high", "oneida", seats=2)
    env.reset(options={"deck": cards_text(hoyle.stacked_deck("As Kd Ah Kc 2c 3d"))})
    assert env.agent_selection == "seat_1"
    seen = env.unpack(env.observe("seat_1"))
    held = [int(card) for card in np.flatnonzero(seen["hand"])]
    assert hoyle.cards_text(held) == "2c Ah As"
    assert [np.flatnonzero(row).tolist() for row in seen["shown"]] == [[0], [5]]
    assert seen["decision"].tolist() == [0, 1, 0]
    assert seen["stack"].sum() * 480 == pytest.approx(478)
    assert {field.name: field.size for field in env.fields}.keys() == seen.keys()


def test_a_hand_is_drawn_to_by_the_places_of_its_cards_from_low_to_high() -> None:
    env = hoyle.env.poker("draw5-high", "oneida", seats=2, button=1)
    env.reset(options={"deck": cards_text(hoyle.stacked_deck("Ah Kd Ad 9c As 8d 2c 7h 3s 6s")), "button": 1})
    env.step(2)
    env.step(1)
    drawer = env.agent_selection
    assert drawer == "seat_2"
    held = np.flatnonzero(env.unpack(env.observe(drawer))["hand"]).tolist()
    assert hoyle.cards_text(held) == "2c 3s Ad Ah As"
    number = env.actions.index("lay down cards 1 2")
    env.step(number)
    kept = np.flatnonzero(env.unpack(env.observe(drawer))["hand"]).tolist()
    assert hoyle.cards_text(kept).endswith("Ad Ah As")
    assert not {"2c", "3s"} & set(hoyle.cards_text(kept).split())
    assert env.unpack(env.observe("seat_1"))["drawn"][1].tolist() == pytest.approx([0, 0.5])


def test_wagers_that_come_to_the_same_are_offered_once() -> None:
    env = hoyle.env.poker("holdem", seats=2, structure="no-limit", stacks=10, sizes=("least", 1, 2, "most"))
    env.reset(seed=1)
    rng = Random(1)
    for _ in range(40):
        words = [env.hand.action_label(number) for number in env.hand.legal]
        assert len(set(words)) == len(words)
        env.step(rng.choice(env.hand.legal))
        if env.hand.is_over:
            env.reset()


@pytest.mark.parametrize("game", ["holdem", "draw5-low", "stud7-hilo8"])
def test_who_looks_ahead_does_so_at_a_table_of_its_own_and_the_same_cards_come(game: str) -> None:
    env = hoyle.env.poker(game, seats=3)
    rng = Random(2)
    for seed in range(5):
        env.reset(seed=seed)
        for _ in range(3):
            if not env.hand.is_over:
                env.step(rng.choice(env.hand.legal))
        if env.hand.is_over:
            continue
        agent, before = env.agent_selection, env.observe(env.agent_selection)["observation"].tobytes()
        ahead = env.fork()
        first = play(ahead, Random(seed))
        assert env.agent_selection == agent
        assert env.observe(agent)["observation"].tobytes() == before
        assert play(env, Random(seed)) == first
        ahead.reset()
        env.reset()
        assert ahead.observe("seat_1")["observation"].tobytes() == env.observe("seat_1")["observation"].tobytes()


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"game": "whist"}, "unknown game 'whist'"),
        ({"game": "mambo-hilo6", "book": "oneida"}, "mambo-hilo6"),
        ({"seats": 1}, "1 player cannot play holdem"),
        ({"seats": 3, "stacks": [50, 50]}, "2 stacks for 3 players"),
        ({"sizes": ["huge"]}, "size 'huge': expected 'least', 'most' or a fraction of the pot"),
        ({"sizes": []}, "no sizes"),
        ({"button": 9}, "button 9: expected a seat from 1 to 6"),
        ({"render_mode": "human"}, "render mode 'human': expected 'ansi' or None"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(asked: dict[str, object], answer: str) -> None:
    with pytest.raises(hoyle.HoyleError, match=answer):
        hoyle.env.poker(**asked)  # type: ignore[arg-type]


def test_the_table_can_be_looked_at() -> None:
    env = hoyle.env.poker("holdem", "oneida", seats=2, button=1, render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert drawn.splitlines()[1] == "seat 1: stack 239 bet 1 button ?? ??"
    assert env.narration("seat_2")[-1] == "Seat 1 is first to act."
    assert hoyle.env.poker("holdem").render() is None


@pytest.mark.parametrize(("book", "game"), PAGES, ids=[f"{book}-{game}" for book, game in PAGES])
def test_between_two_agents_the_button_posts_the_small_blind_under_any_book(book: str, game: str) -> None:
    env = hoyle.env.poker(game, book, seats=2, button=1)
    env.reset(seed=1)
    if not env.hand.offer.sign.blinds:
        return
    small, big = env.hand.offer.sign.blinds
    assert env.agent_selection == "seat_1"
    seen = env.unpack(env.observe("seat_1"))
    if small < big:
        assert seen["bet"][0] < seen["bet"][1]
    letter = hoyle.env.poker(game, book, seats=2, button=1, heads_up_blinds="" if book != "house" else "left")
    letter.reset(seed=1)
    assert letter.agent_selection == "seat_2"
