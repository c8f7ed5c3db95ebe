"""Tables of the house that run by themselves: bots bet what is offered, the dealer does what is awaited."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hoyle.bots.house_game_bots import BOTS, HouseBot, HouseBotTurn, RegularBot, house_bot
from hoyle.cli.play.local_games import OVER, LocalHouseGame
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.simulation.random_decks import hand_rng
from hoyle.table.command_base import Command, to_dict
from hoyle.table.dice.commands import Accept, Bet
from hoyle.table.house_cards.commands import Fold, Wager
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.pending_decisions import PendingDecision
from hoyle.table.presets.house_game_presets import GAMES, house_game_preset


class Watched:
    """A bot whose every choice is held against what it was offered."""

    def __init__(self, inner: HouseBot) -> None:
        self._inner = inner

    def act(self, turn: HouseBotTurn, rng: random.Random) -> Command | None:
        chosen = self._inner.act(turn, rng)
        if chosen is None:
            assert turn.decision.optional
            return None
        assert any(_fits(chosen, turn.decision, at) for at in range(len(turn.decision.choices))), chosen
        return chosen


def _fits(command: Command, wait: PendingDecision, at: int) -> bool:
    choice, told = wait.choices[at], to_dict(command)
    if command.name != choice.do or not choice.fixed.items() <= told.items():
        return False
    return all(bounds.contains(told[bounds.field]) for bounds in choice.bounds)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("game", GAMES)
def test_bots_play_on_and_choose_only_what_is_offered(game: str, name: str) -> None:
    offer = house_game_preset(game)
    running = LocalHouseGame(offer, hand_rng(4, 1), {seat: Watched(house_bot(name)) for seat in offer.seats})
    for _ in range(25):
        for seat in running.short():
            running.buy_in(seat)
        entries = running.play_on()
        assert [entry.name for entry in entries if entry.name in OVER]
    assert sum(running.table.roster.accounts().values()) == 0


@pytest.mark.parametrize("limits", [(1, 100), (20, 100)])
@pytest.mark.parametrize("version", ["a", "b", "c"])
def test_bots_hold_nobody_up_with_wagers_that_may_not_stand(version: str, limits: tuple[int, int]) -> None:
    sign = HouseCardSign("three-card-poker", variant=version, ante=(5, 100), side_limits=limits)
    offer = house_game_preset("three-card-poker")._replace(sign=sign)
    bots = {seat: house_bot(name) for seat, name in zip(offer.seats, BOTS, strict=True)}
    running = LocalHouseGame(offer, hand_rng(4, 1), bots)
    for _ in range(10):
        for seat in running.short():
            running.buy_in(seat)
        entries = running.play_on()
        assert [entry.name for entry in entries if entry.name == "round-closed"]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_chance_plays_the_same_rounds(game: str) -> None:
    def played(seed: int) -> list[Any]:
        offer = house_game_preset(game)
        running = LocalHouseGame(offer, hand_rng(seed, 1), {seat: RegularBot() for seat in offer.seats})
        return [entry.to_dict() for _ in range(5) for entry in running.play_on()]

    assert played(3) == played(3)
    assert played(3) != played(4)


def test_the_game_waits_for_a_person_who_may_still_bet_and_for_his_decision() -> None:
    offer = house_game_preset("three-card-poker")
    running = LocalHouseGame(offer, hand_rng(1, 1), {2: RegularBot(), 3: RegularBot()})
    running.play_on(placed=False)
    assert running.wagers(1) is not None
    assert running.awaited(1) is None
    running.do(Wager(seat=1, wager="ante", chips=10), by="player 1")
    running.play_on()
    wait = running.awaited(1)
    assert wait is not None
    assert wait.kind == "decision"
    assert running.on_layout() >= 10
    running.do(Fold(seat=1), by="player 1")
    running.play_on()
    assert running.on_layout() == 0


def test_nothing_is_dealt_while_nobody_bets() -> None:
    running = LocalHouseGame(house_game_preset("mississippi-stud", players=1), hand_rng(1, 1), {})
    running.play_on(placed=False)
    assert running.play_on() == []
    assert running.wagers(1) is not None


def test_a_person_is_asked_for_the_dice_and_throws_when_his_bets_are_placed() -> None:
    running = LocalHouseGame(house_game_preset("craps", players=1), hand_rng(1, 1), {})
    running.play_on(placed=False)
    wait = running.awaited(1)
    assert wait is not None
    assert [choice.do for choice in wait.choices] == ["accept", "decline"]
    running.do(Accept(seat=1), by="player 1")
    running.play_on()
    line = running.awaited(1)
    assert line is not None
    assert line.kind == "line-bet"
    running.do(Bet(seat=1, kind="pass", amount=10), by="player 1")
    assert "rolled" in [entry.name for entry in running.play_on()]


def test_a_shooter_who_must_pass_the_dice_does_so_by_himself() -> None:
    offer = house_game_preset("craps", players=2)
    running = LocalHouseGame(offer, hand_rng(2, 1), {seat: RegularBot() for seat in offer.seats})
    names: list[str] = []
    while "seven-out" not in names:
        names = [entry.name for entry in running.play_on()]
    assert "passed" in [entry.name for entry in running.play_on()]


def test_what_a_bot_at_a_house_table_does_depends_on_nothing_it_cannot_see() -> None:
    def decided(top: list[int]) -> Command | None:
        running = LocalHouseGame(house_game_preset("three-card-poker", players=1), hand_rng(1, 1), {})
        table = running.table
        assert isinstance(table, HouseCardTable)
        table.open_decks()
        rest = [card for card in range(52) if card not in top]
        table.shuffle(rest[-20:] + top + rest[:-20])
        table.cut(20)
        running.play_on(placed=False)
        table.wager(1, "ante", 5)
        running.play_on()
        wait = running.awaited(1)
        assert wait is not None
        return RegularBot().act(HouseBotTurn(table, wait), random.Random(1))

    # Seat, dealer, seat, dealer...: the same hand against aces and against rags.
    assert decided([40, 51, 20, 50, 8, 49]) == decided([40, 1, 20, 6, 8, 11])


def test_an_offer_that_no_book_has_is_refused() -> None:
    with pytest.raises(IllegalError, match="17 players cannot play craps: the table seats 1 to 16 players"):
        house_game_preset("craps", players=17)
    with pytest.raises(InvalidError, match="unknown house game 'whist'"):
        house_game_preset("whist")
    with pytest.raises(InvalidError, match="unknown bot 'shark'; the bots are caller, random, regular"):
        house_bot("shark")
    assert house_game_preset("mini-dice").book == "nj-19-47"
    assert house_game_preset("craps", limits="10/200").limits == "wagers of 10 to 200"
