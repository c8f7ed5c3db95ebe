"""The Python package `poker` reads random hands: hold'em and Omaha, for dollars and for play money."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, distribution
from types import ModuleType
from typing import Any

import pytest

from hoyle.bots.poker_bots import bot
from hoyle.core.cards import card_text
from hoyle.core.errors import IllegalError
from hoyle.games.poker.round import PokerRound
from hoyle.history.pokerstars.writer import POKER, TRACKERS, to_pokerstars
from hoyle.history.replay.rounds_from_log import round_of
from hoyle.simulation.poker_driver import SimulationTable
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.presets.poker_presets import poker_preset

NAMES = ("Ada", "Ben B", "Cleo", "Dov", "Eve", "Fay")
HERO = 2
HANDS = 25
STACKS = [40, 300, 200, 77, 200, 500]
NOON = datetime(2026, 7, 4, 16, 0, 0, tzinfo=UTC)

GAMES = [
    ("holdem", "fixed-limit", "Hold'em"),
    ("holdem", "no-limit", "Hold'em"),
    ("omaha-high", "pot-limit", "Omaha"),
    ("omaha-hilo8", "fixed-limit", "Omaha Hi/Lo"),
]


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The package; it asks for its own version by a module that setuptools has no more."""
    gone = ModuleType("pkg_resources")
    gone.get_distribution = distribution  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pkg_resources", gone)
    try:
        distribution("poker")
    except PackageNotFoundError:
        pytest.skip("the package poker is not installed")
    from poker.room import pokerstars as stars

    return stars.PokerStarsHandHistory


def hands(game: str, structure: str) -> list[PokerRound]:
    spread = poker_preset(game, "oneida", structure=structure, rake=Rake(percent=10, cap=4))
    table = SimulationTable(spread, STACKS)
    bots = [bot("random") for _ in STACKS]
    played = (table.play(bots, seed=11, hand=number) for number in range(1, HANDS + 1))
    return [round_of(spread.rules, hand.events) for hand in played]


def written(round_: PokerRound, *, currency: str, reader: str, names: tuple[str, ...] = NAMES) -> str:
    return to_pokerstars(
        round_,
        hand=7,
        table="Halley",
        time=NOON,
        names=dict(enumerate(names, start=1)),
        hero=HERO,
        currency=currency,
        scale=1,
        reader=reader,
    )


@pytest.mark.parametrize("currency", ["USD", ""])
@pytest.mark.parametrize(("game", "structure", "title"), GAMES)
def test_the_package_reads_the_same_pots_stacks_and_winners(
    package: Any, game: str, structure: str, title: str, currency: str
) -> None:
    names = [name.replace(" ", "_") for name in NAMES]
    for round_ in hands(game, structure):
        state = round_.state
        found = package(written(round_, currency=currency, reader=POKER))
        found.parse()
        assert str(found.game) == title
        assert found.date == NOON
        assert str(found.currency) == (currency or "None")
        assert [player.name for player in found.players] == names
        assert [player.stack for player in found.players] == STACKS
        assert found.button.seat == state.seats[state.button]
        assert found.hero.name == names[HERO - 1]
        assert found.total_pot == sum(state.won) + state.rake
        assert set(found.winners) == {names[at] for at, chips in enumerate(state.won) if chips}
        assert [str(card) for card in found.board or ()] == [shown(card) for card in state.board]


def shown(card: int) -> str:
    """A card as the package prints it."""
    text = card_text(card)
    return text[0] + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[text[1]]


@pytest.mark.parametrize("structure", ["fixed-limit", "no-limit"])
def test_play_money_hold_em_is_read_as_trackers_get_it(package: Any, structure: str) -> None:
    names = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Fay")
    compared = 0
    for round_ in hands("holdem", structure):
        state = round_.state
        found = package(written(round_, currency="", reader=TRACKERS, names=names))
        found.parse()
        assert [player.stack for player in found.players] == STACKS
        assert found.total_pot == sum(state.won) + state.rake
        assert found.hero.combo is not None
        if state.board:
            # Before the flop it overlooks the first seat; `(button)` it takes for a part of the name.
            winners = {name.split(" ")[0] for name in found.winners}
            assert winners == {names[at] for at, chips in enumerate(state.won) if chips}
            compared += 1
    assert compared > HANDS // 2


def test_the_package_is_given_no_hand_without_a_hero() -> None:
    (round_, *_) = hands("holdem", "fixed-limit")
    with pytest.raises(IllegalError, match="only with one player's cards: hero is missing"):
        to_pokerstars(round_, reader=POKER)
    with pytest.raises(IllegalError, match="reader 'paper' is not known; expected trackers or poker"):
        to_pokerstars(round_, reader="paper")
