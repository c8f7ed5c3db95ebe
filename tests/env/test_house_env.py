"""The games against the house for learning programs: Gymnasium's own test, the money, hidden cards."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.env.agents import legal

import hoyle
import hoyle.env
from hoyle.core.cards import DECK, cards_text
from hoyle.encoding.dice_game import EncodedDiceGame
from hoyle.encoding.house_card_game import EncodedHouseCardRound
from hoyle.env.house_game_env import HouseGameEnv
from hoyle.table.presets.house_game_presets import GAMES

CARD_GAMES = ("three-card-poker", "four-card-poker", "mississippi-stud")


def _made(name: str, **options: object) -> HouseGameEnv:
    found = gymnasium.make(name, **options).unwrapped  # type: ignore[arg-type]
    assert isinstance(found, HouseGameEnv)
    return found


def test_every_game_against_the_house_has_an_environment() -> None:
    assert {given["game"] for given in hoyle.env.ENVIRONMENTS.values()} == set(GAMES)


@pytest.mark.parametrize("name", hoyle.env.ENVIRONMENTS)
def test_gymnasium_has_nothing_to_say_against_any_of_them(name: str) -> None:
    check_env(_made(name))


@pytest.mark.parametrize("name", hoyle.env.ENVIRONMENTS)
def test_rewards_are_what_the_stack_gains_and_the_house_loses(name: str) -> None:
    env = _made(name)
    rng = Random(name)
    for seed in range(6 if isinstance(env.game, EncodedDiceGame) else 60):
        observation, _ = env.reset(seed=seed)
        owned = sum(env.game.accounts()) if isinstance(env.game, EncodedDiceGame) else 0
        total, over = 0.0, False
        while not over:
            # Half of the time the dice are rolled, else nothing would ever be decided.
            rolls = isinstance(env.game, EncodedDiceGame) and rng.random() < 0.5
            action = 0 if rolls else rng.choice(legal(observation))
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
            assert info == {}
            assert env.observation_space.contains(observation)
            total += reward
        assert [total] == env.game.returns()
        if isinstance(env.game, EncodedDiceGame):
            assert sum(env.game.accounts()) == owned
        else:
            assert env.game.bank() == -total


@pytest.mark.parametrize("game", CARD_GAMES)
def test_what_a_player_sees_does_not_depend_on_the_cards_that_lie_face_down(game: str) -> None:
    rng = Random(game)
    for trial in range(20):
        round_, deck = EncodedHouseCardRound(game), rng.sample(DECK, 52)
        round_.deal(deck)
        chosen: list[int] = []
        while not round_.is_over and len(chosen) <= trial % 4:
            chosen.append(rng.choice(round_.legal))
            round_.step(chosen[-1])
        row = round_.observation(0)
        cards = [field for field in round_.fields if field.size == 52]
        seen = {at for field in cards for at in range(52) if row[field.start + at]}
        unseen = [card for card in deck if card not in seen]
        mixed = iter(rng.sample(unseen, len(unseen)))
        other = [card if card in seen else next(mixed) for card in deck]
        assert _followed(game, deck, chosen) == _followed(game, other, chosen)


def _followed(game: str, deck: list[int], chosen: list[int]) -> list[tuple[bytes, list[str], list[int]]]:
    round_ = EncodedHouseCardRound(game)
    round_.deal(deck)
    found = []
    for number in [*chosen, None]:
        found.append((round_.observation(0).tobytes(), round_.observed_text(0), list(round_.legal)))
        if number is not None:
            round_.step(number)
    return found


def test_an_illegal_action_changes_nothing_and_says_why() -> None:
    env = _made("hoyle/ThreeCardPoker-v0")
    observation, _ = env.reset(seed=1)
    again, reward, over, _, info = env.step(3)
    assert (reward, over) == (0, False)
    assert np.array_equal(observation["observation"], again["observation"])
    assert info["refused"].startswith("action 3 (fold) is not legal now; legal: 0 (Ante), 1 (Pair Plus), 2")
    assert env.action_masks().tolist() == [1, 1, 1, 0, 0, 0]
    wrong: list[Any] = [1.5, "x"]
    for nothing in wrong:
        with pytest.raises(hoyle.InvalidError, match="expected an integer"):
            env.step(nothing)


def test_a_known_deck_is_played_to_the_last_chip() -> None:
    env = _made("hoyle/ThreeCardPoker-v0", unit=10)
    env.reset(options={"deck": cards_text(hoyle.stacked_deck("As Kd Ah 9c Ad 2h"))})
    observation, reward, *_ = env.step(2)
    held = np.flatnonzero(env.unpack(observation)["hand"]).tolist()
    assert hoyle.cards_text(held) == "Ad Ah As"
    assert reward == 0
    # Ante and Play pay even against king high, three of a kind 4 to 1 for the bonus and 30 to 1 on Pair Plus.
    _, reward, over, *_ = env.step(env.actions.index("bet the Ante"))
    assert over
    assert reward == 10 + 10 + 40 + 300
    assert env.narration()[-1]


def test_a_wager_on_the_dice_is_bet_raised_and_taken_down() -> None:
    env = _made("hoyle/Craps-v0", rolls=3)
    observation, _ = env.reset(seed=4)
    place = env.actions.index("bet place 6")
    for amount in (6, 12):
        observation, reward, *_ = env.step(place)
        assert env.unpack(observation)["wagers"].sum() * 200 == pytest.approx(amount)
        assert reward == 0
    observation, reward, *_ = env.step(env.actions.index("take down place 6"))
    assert not env.unpack(observation)["wagers"].any()
    assert reward == 0
    over, rolls = False, 0
    while not over:
        *_, over, _, _ = env.step(0)
        rolls += 1
    assert rolls == 3


@pytest.mark.parametrize(
    ("name", "options", "answer"),
    [
        ("hoyle/Craps-v0", {"rolls": 0}, "rolls 0: expected 1 or more"),
        ("hoyle/Craps-v0", {"unit": -5}, "unit -5: expected 1 or more"),
        ("hoyle/ThreeCardPoker-v0", {"unit": 1}, "the minimum is|least|5"),
        ("hoyle/ThreeCardPoker-v0", {"book": "nj-19-47"}, "nj-19-47"),
        ("hoyle/ThreeCardPoker-v0", {"render_mode": "human"}, "render mode 'human'"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(name: str, options: dict[str, object], answer: str) -> None:
    given = {**hoyle.env.ENVIRONMENTS[name], **options}
    with pytest.raises(hoyle.HoyleError, match=answer):
        HouseGameEnv(**given)


def test_the_library_and_its_playthroughs_need_none_of_the_researchers_packages() -> None:
    """Whoever only wants to play has neither Gymnasium nor PettingZoo."""
    program = (
        "import sys\n"
        "for name in ('gymnasium', 'pettingzoo', 'numpy'): sys.modules[name] = None\n"
        "import hoyle, hoyle.cli.main\n"
        "sys.argv = ['hoyle', 'playthrough', 'holdem', '--seed', '1']\n"
        "hoyle.cli.main.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "returns:" in done.stdout
