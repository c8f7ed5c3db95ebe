"""Bots: what they may look at, what they do, and that every hand they play comes to an end."""

from __future__ import annotations

import random

import pytest
from tests.bots.tables import Watched, dealt, play, turn

from hoyle.bots.discard_heuristics import discards
from hoyle.bots.equity_vs_random import equity_vs_random
from hoyle.bots.poker_bots import BOTS, Bot, CallerBot, Random, Regular, bot
from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.games.poker.variants import VARIANTS
from hoyle.history.narration import narrate
from hoyle.rulebooks import BOOKS, clause_catalogue, poker_book
from hoyle.simulation.poker_driver import PlayedHand, play_hand
from hoyle.table.command_base import Command, to_dict
from hoyle.table.presets.poker_presets import poker_preset

SPREADS = [(game, id) for game in VARIANTS for id in BOOKS if game in poker_book(id).games]


def is_over(played: PlayedHand) -> bool:
    return "round-closed" in [entry.name for entry in played.log]


@pytest.mark.parametrize(("game", "book"), SPREADS)
def test_bots_play_every_game_of_every_book_to_its_end(game: str, book: str) -> None:
    for structure in STRUCTURES:
        for players in (2, 5):
            spread = poker_preset(game, book, structure=structure, players=players)
            stacks = [30 + 17 * seat for seat in range(players)]
            for name in ("caller", "random"):
                for hand in range(1, 6):
                    bots = [bot(name) for _ in stacks]
                    played = play_hand(spread, stacks, bots, seed=11, hand=hand)
                    assert is_over(played)
                    fees = sum(move.chips for event in played.events for move in event.transfers() if move.to == "fees")
                    assert sum(played.after.values()) + fees == sum(stacks)


@pytest.mark.parametrize("name", ["caller", "random", "regular"])
@pytest.mark.parametrize(("game", "book"), SPREADS)
def test_every_bot_chooses_only_what_is_offered(game: str, book: str, name: str) -> None:
    hands = 3 if name == "regular" else 8
    for structure in STRUCTURES:
        for players, stacks in ((2, [25, 90]), (4, [40, 12, 31, 90])):
            spread = poker_preset(game, book, structure=structure, players=players)
            inner = Regular(samples=2) if name == "regular" else bot(name)
            table: list[Bot] = [Watched(inner) for _ in stacks]
            for hand in range(1, hands + 1):
                assert is_over(play_hand(spread, stacks, table, seed=5, hand=hand))


def test_a_poor_hand_that_must_open_bets_the_least_instead_of_folding() -> None:
    table = dealt(
        "oneida",
        "stud5-high",
        """
        seat 1: As 2d 9h
        seat 2: Kh 9s 8c
        seat 3: 2h 4d Ts
    """,
        structure="no-limit",
    )
    play(table, "1: bring in\n2: call\n3: call")
    now = turn(table)
    wager = now.wager()
    assert now.seat == 3
    assert wager is not None
    assert not now.can("fold")
    poor = [Regular().act(now, random.Random(seed)) for seed in range(20)]
    assert {command.name for command in poor} == {"bet"}
    assert min(to_dict(command)["to"] for command in poor) == wager.min


@pytest.mark.parametrize(("game", "book"), SPREADS)
def test_every_call_of_a_hand_cites_a_clause_that_exists(game: str, book: str) -> None:
    spread = poker_preset(game, book, players=6)
    for hand in range(1, 8):
        played = play_hand(spread, [40] * 6, [bot("random")] * 6, seed=3, hand=hand)
        for call in narrate(played.events, spread.rules):
            assert call.clause, call.text
            if not call.clause.startswith("house "):
                assert clause_catalogue.resolve_citation(call.clause).citation == call.clause


@pytest.mark.parametrize("game", VARIANTS)
def test_the_regular_plays_every_game(game: str) -> None:
    spread = poker_preset(game, players=6)
    for hand in range(1, 3):
        assert is_over(play_hand(spread, [60] * 6, [Regular(samples=5)] * 6, seed=2, hand=hand))


def test_a_full_table_of_stud_regulars_does_not_run_out_of_cards() -> None:
    spread = poker_preset("stud7-high", players=8)
    assert is_over(play_hand(spread, [60] * 8, [Regular(samples=4)] * 8, seed=1, hand=1))


def test_the_caller_never_folds_and_never_raises() -> None:
    spread = poker_preset("holdem", players=6)
    names = [event.name for event in play_hand(spread, [100] * 6, [CallerBot()] * 6, seed=1, hand=1).events]
    assert "folded" not in names
    assert "bet" not in names
    assert names.count("shown") == 6


def test_the_caller_bets_where_checking_is_forbidden() -> None:
    spread = poker_preset("stud5-high", players=4)
    played = play_hand(spread, [100] * 4, [CallerBot()] * 4, seed=1, hand=1)
    opened = [event for event in played.events if event.name == "bet"]
    assert len(opened) == 4


def test_the_random_bot_does_not_fold_what_is_free() -> None:
    now = turn(play(dealt("oneida", "holdem", button=3), "3: call\n1: call\n2: check"))
    assert {Random().act(now, random.Random(seed)).name for seed in range(60)} == {"check", "bet"}


def test_the_random_bot_does_everything_against_a_bet() -> None:
    now = turn(dealt("oneida", "holdem", button=3))
    assert {Random().act(now, random.Random(seed)).name for seed in range(60)} == {"fold", "call", "bet"}


def test_a_bot_sees_its_own_hole_cards_and_only_the_up_cards_of_others() -> None:
    table = dealt(
        "oneida",
        "stud7-high",
        """
        seat 1: Ah Kd 9c
        seat 2: Qh Js 2c
        seat 3: 5h 5d 3d
    """,
    )
    now = turn(table)
    assert now.seat == 2
    assert cards_text(now.hand) == "Qh Js 2c"
    assert [cards_text(cards) for cards in now.opponents()] == ["9c", "3d"]


def test_what_a_regular_does_depends_on_nothing_it_cannot_see() -> None:
    def answer(others: str) -> Command:
        table = dealt("oneida", "holdem", f"seat 3: Ah Ad\n{others}", button=3)
        return Regular().act(turn(table), random.Random(5))

    assert answer("seat 1: 2c 7d\nseat 2: 8h 3s") == answer("seat 1: Kc Kd\nseat 2: As Ac")


def test_the_regular_raises_aces_and_folds_rags_to_a_raise() -> None:
    def verbs(cards: str, before: str) -> list[str]:
        now = turn(play(dealt("oneida", "holdem", f"seat 3: {cards}", button=3), before))
        assert now.seat == 3
        return [Regular().act(now, random.Random(seed)).name for seed in range(20)]

    assert verbs("Ah Ad", "").count("bet") > 12
    assert verbs("7d 2c", "3: call\n1: raise\n2: raise").count("fold") > 12


def test_the_regular_does_not_raise_for_ever() -> None:
    table = dealt("oneida", "holdem", "seat 3: Ah Ad", button=3, chips=1000)
    play(table, "3: raise\n1: raise\n2: raise\n3: raise\n1: call\n2: raise")
    now = turn(table)
    assert now.view.raises == 5
    assert {Regular().act(now, random.Random(seed)).name for seed in range(20)} == {"call"}


def test_shares_of_the_pot_follow_the_cards() -> None:
    rules = poker_preset("holdem").rules
    board = parse_cards("2c 7d 9s")

    def share(hand: str) -> float:
        return equity_vs_random(parse_cards(hand), board, [[]], "flop", rules, random.Random(1), 200)

    assert share("9h 9d") > 0.9
    assert share("3h 4d") < share("Ah Kd") < share("9h 9d")
    assert equity_vs_random(parse_cards("3h 4d"), board, [], "flop", rules, random.Random(1), 1) == 1.0


def test_a_low_hand_counts_in_a_split_game() -> None:
    rules = poker_preset("omaha-hilo8").rules
    board = parse_cards("3c 4d 8s Kh Ks")
    share = equity_vs_random(parse_cards("Ah 2d Tc 9c"), board, [[]], "river", rules, random.Random(1), 100)
    assert share >= 0.5


@pytest.mark.parametrize(
    ("game", "hand", "laid"),
    [
        ("draw5-high", "Kh Kd 9c 8d 2s", "9c 8d 2s"),
        ("draw5-high", "Kh Kd 9c 9d 2s", "2s"),
        ("draw5-high", "Kh 9h 5h 2h 2s", "2s"),
        ("draw5-high", "5c 6d 7h 8s Kd", "Kd"),
        ("draw5-high", "2c 6d 7h 8s 9d", "2c"),
        ("draw5-high", "5c 6d 7h 8s 9d", ""),
        ("draw5-high", "Ac 2d 7h 9s Jd", "2d 7h 9s Jd"),
        ("draw5-high", "Kc Kd Kh 9s 9d", ""),
        ("draw5-low", "Ac 2d 7h 9s Jd", "9s Jd"),
        ("draw5-low", "Ac Ad 2h 3s 4d", "Ad"),
        ("draw5-low", "5c 4d 3h 2s Ad", ""),
        ("draw27-single", "7c 5d 4h 3s 2d", ""),
        ("draw27-single", "6c 5d 4h 3s 2d", "6c"),
        ("draw27-single", "8c 6c 4c 3c 2c", "8c"),
        ("draw27-single", "Ac 5d 4h 3s 2d", "Ac"),
        ("badugi", "Ac 2d 3h 4s", ""),
        ("badugi", "Ac 2c 3h 4s", "2c"),
        ("badugi", "Ac Kd 3h 4s", "Kd"),
    ],
)
def test_draws_follow_the_rules_of_thumb(game: str, hand: str, laid: str) -> None:
    rules = poker_preset(game).rules
    assert cards_text(discards(parse_cards(hand), rules)) == laid


def test_bots_are_found_by_name() -> None:
    assert list(BOTS) == ["caller", "random", "regular", "rock", "gambler", "bully"]
    assert isinstance(bot("caller"), CallerBot)
    with pytest.raises(InvalidError, match="unknown bot 'shark'; the bots are caller, random, regular, rock"):
        bot("shark")
