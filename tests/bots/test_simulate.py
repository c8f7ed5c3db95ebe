"""Many hands: every chip accounted for, and every hand can be dealt again."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import pairwise
from math import sqrt
from statistics import mean, stdev
from time import process_time
from typing import Any

import pytest
from tests.odds.kernel_required import needs_kernel

from hoyle.bots.bot_turn import BotTurn
from hoyle.bots.custom_bots import poker_bots_from_names, seated_names
from hoyle.bots.equity_vs_random import shuffle_fast
from hoyle.bots.poker_bots import bot
from hoyle.cli.play.local_games import LocalPokerGame
from hoyle.games.poker.events import Awarded, Opened, Returned
from hoyle.games.poker.variants import VARIANTS
from hoyle.simulation import simulate
from hoyle.simulation.partitioned_run import Progress, Stop
from hoyle.simulation.poker_driver import SimulationTable, drive, play_hand, rotated
from hoyle.simulation.poker_run import PokerRun
from hoyle.simulation.poker_totals import PokerTotals
from hoyle.simulation.random_decks import make_rng
from hoyle.table.command_base import Command
from hoyle.table.poker.events import NotDealtIn
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.presets.poker_presets import PokerPreset, poker_preset


def played(
    spread: PokerPreset, *, progress: Progress | None = None, stop: Stop | None = None, **run: Any
) -> PokerTotals:
    return simulate(PokerRun(spread, **run), progress=progress, stop=stop)


@pytest.mark.parametrize("game", VARIANTS)
def test_no_chip_is_lost_and_the_seats_sum_to_what_the_house_took(game: str) -> None:
    totals = played(poker_preset(game), bots="random", hands=40, seed=5)
    assert totals.hands == 40
    assert totals.conserved
    assert sum(totals.net.values()) == -(totals.rake + totals.jackpot + totals.fees)
    assert totals.showdowns + totals.uncontested == 40
    assert totals.pots >= 40


def test_the_same_seed_plays_the_same_hands() -> None:
    spread = poker_preset("omaha-hilo8")
    first = played(spread, bots="random", hands=60, seed=9)
    assert vars(first) == vars(played(spread, bots="random", hands=60, seed=9))
    assert vars(first) != vars(played(spread, bots="random", hands=60, seed=10))


@pytest.mark.parametrize("game", ["holdem", "omaha-hilo8", "stud7-hilo8", "draw5-high", "badugi"])
@pytest.mark.parametrize("cuts", [[0, 1, 60], [0, 20, 21, 45, 60]])
def test_the_parts_of_a_run_add_up_to_the_run(game: str, cuts: list[int]) -> None:
    spread = poker_preset(game, players=4)
    stacks = [40, 90, 200, 35]
    whole = played(spread, bots="random", hands=60, seed=9, stacks=stacks)
    added = PokerTotals(spread.seats)
    for start, end in reversed(list(pairwise(cuts))):
        added.include(played(spread, bots="random", hands=end - start, seed=9, first=start + 1, stacks=stacks))
    assert vars(added) == vars(whole)


def test_of_several_biggest_pots_the_first_counts_however_the_run_is_cut() -> None:
    spread = poker_preset("holdem")
    late = played(spread, bots="caller", hands=5, seed=2, first=8)
    assert late.biggest_hand == 8
    late.include(played(spread, bots="caller", hands=5, seed=2, first=3))
    late.include(played(spread, bots="caller", hands=5, seed=2, first=13))
    assert late.biggest_pot == 18
    assert late.biggest_hand == 3


def test_an_offer_travels_to_other_machines() -> None:
    spread = poker_preset("omaha-hilo8", "oneida", players=5, rake=Rake(percent=10, cap=4), jackpot=1)
    arrived = pickle.loads(pickle.dumps(spread))
    assert (arrived.sign, arrived.players, arrived.stack) == (spread.sign, 5, spread.stack)
    one, other = (played(each, bots="random", hands=20, seed=1) for each in (spread, arrived))
    assert vars(one) == vars(other)


def test_a_run_can_be_left_early() -> None:
    asked = iter([False, False, True])
    assert played(poker_preset("holdem"), bots="caller", hands=50, seed=1, stop=lambda: next(asked)).hands == 3


def test_rake_and_jackpot_are_counted() -> None:
    spread = poker_preset("holdem", "oneida", rake=Rake(percent=10, cap=4), jackpot=1)
    totals = played(spread, bots="caller", hands=30, seed=1)
    assert totals.jackpot == 30
    assert 0 < totals.rake <= 120
    assert totals.brought == totals.left + totals.rake + totals.jackpot


def test_collections_are_counted() -> None:
    totals = played(poker_preset("omaha-hilo8", "ca-omaha"), bots="caller", hands=30, seed=1)
    assert totals.fees == 60


def test_the_longest_and_the_biggest_hand_can_be_dealt_again() -> None:
    spread = poker_preset("stud7-hilo8")
    totals = played(spread, bots="random", hands=80, seed=4)
    stacks = [spread.stack] * spread.players
    table = [bot("random") for _ in stacks]
    longest = play_hand(spread, stacks, table, seed=4, hand=totals.longest_hand)
    assert len(longest.events) == totals.longest
    biggest = play_hand(spread, stacks, table, seed=4, hand=totals.biggest_hand)
    put_in = sum(move.chips for event in biggest.events for move in event.transfers() if move.to == "pot") - sum(
        event.chips for event in biggest.events if isinstance(event, Returned)
    )
    assert put_in == totals.biggest_pot


def test_split_pots_and_odd_chips_are_those_of_the_logs() -> None:
    spread = poker_preset("omaha-hilo8")
    stacks = [spread.stack] * spread.players
    table = [bot("random") for _ in stacks]
    split = odd = 0
    for hand in range(1, 61):
        awards = [e for e in play_hand(spread, stacks, table, seed=6, hand=hand).events if isinstance(e, Awarded)]
        split += len({award.seat for award in awards}) > 1
        odd += sum(award.odd for award in awards)
    totals = played(spread, bots="random", hands=60, seed=6)
    assert (totals.split_pots, totals.odd_chips) == (split, odd)
    assert split
    assert odd


def test_progress_is_told_while_it_plays() -> None:
    told: list[int] = []
    played(poker_preset("holdem"), bots="caller", hands=120, seed=1, progress=told.append)
    assert told == [0, 50, 100]


def test_the_button_moves_every_hand_of_a_run() -> None:
    spread = poker_preset("holdem", players=3)
    table = SimulationTable(spread, [100] * 3)
    opened = [table.play([bot("caller")] * 3, seed=1, hand=hand).events[0] for hand in range(1, 5)]
    assert [event.button for event in opened if isinstance(event, Opened)] == [1, 2, 3, 1]


def test_a_hand_of_a_run_is_the_same_whatever_was_dealt_before_it() -> None:
    spread = poker_preset("omaha-hilo8", players=4)
    bots = [bot("random")] * 4
    run = SimulationTable(spread, [30, 90, 60, 200])
    third = [run.play(bots, seed=8, hand=hand) for hand in (1, 2, 3)][-1]
    alone = play_hand(spread, [30, 90, 60, 200], bots, seed=8, hand=3)
    assert (third.log, third.after) == (alone.log, alone.after)


def test_a_stack_too_short_to_be_dealt_in_is_left_out_and_stays_whole() -> None:
    played = play_hand(poker_preset("holdem", "oneida", players=3), [2, 100, 100], [bot("caller")] * 3, seed=1, hand=1)
    assert [entry.seat for entry in played.log if isinstance(entry, NotDealtIn)] == [1]
    assert played.after[1] == 2
    assert sum(played.after.values()) == 202


def test_driving_stops_at_a_seat_without_a_bot() -> None:
    game = LocalPokerGame(poker_preset("holdem", "nj-19-47", players=3), make_rng(1))
    game.deal()
    entries = drive(game.table, {1: bot("caller"), 2: bot("caller")}, game.rng)
    assert entries == []
    assert game.table.pending()[0].seat == 3


def test_the_table_is_shuffled_for_when_the_cards_run_short() -> None:
    played = play_hand(poker_preset("draw5-low", players=8), [240] * 8, [bot("caller")] * 8, seed=1, hand=1)
    assert "reshuffled" in [entry.name for entry in played.log]


def test_a_home_game_carries_stacks_and_button_over() -> None:
    game = LocalPokerGame(poker_preset("holdem", "nj-19-47", players=3), make_rng(1))
    # New Jersey starts the button at the dealer's right.
    assert game.table.button == 3
    entries = game.deal()
    entries = entries + drive(game.table, dict.fromkeys(game.offer.seats, bot("caller")), game.rng)
    assert game.table.button == 1
    assert entries[-1].name == "button-placed"
    won = {seat: sum(e.chips for e in entries if isinstance(e, Awarded) and e.seat == seat) for seat in (1, 2, 3)}
    pot = sum(won.values())
    assert game.stacks == {seat: game.offer.stack - pot // 3 + won[seat] for seat in (1, 2, 3)}
    assert sum(game.stacks.values()) == 3 * game.offer.stack


def test_a_short_stack_buys_in_between_hands() -> None:
    game = LocalPokerGame(poker_preset("holdem", "oneida", players=3), make_rng(1), {2: 5})
    assert game.short() == [2]
    assert game.buy_in(2) == game.offer.stack - 5
    assert game.short() == []
    assert game.bought[2] == game.stacks[2] == game.offer.stack


def test_stud_has_no_button_at_home_either() -> None:
    game = LocalPokerGame(poker_preset("stud7-high", players=4), make_rng(2))
    game.deal()
    drive(game.table, dict.fromkeys(game.offer.seats, bot("caller")), game.rng)
    assert game.hands == 1
    assert game.table.button == 0


def test_everybody_has_every_seat_and_every_position_equally_often() -> None:
    bots = ["a", "b", "c", "d"]
    seen: Counter[tuple[str, int, int]] = Counter()
    for hand in range(1, 17):
        button = (hand - 1) % 4
        for seat, name in enumerate(rotated(bots, hand)):
            seen[name, seat, (seat - button) % 4] += 1
    assert set(seen.values()) == {1}
    assert len(seen) == 4 * 4 * 4
    assert rotated(bots, 1) == rotated(bots, 4) == rotated(bots, 17) == bots
    assert rotated(bots, 5) == ["d", "a", "b", "c"]


class Folds:
    """Gives up whatever it may."""

    def act(self, turn: BotTurn, rng: random.Random) -> Command:
        return turn.say("fold" if turn.can("fold") else "check")


def test_results_are_by_bot_whichever_seat_it_has() -> None:
    spread = poker_preset("holdem", "oneida", players=3)
    run = PokerRun(spread, bots="caller,tests.bots.test_simulate:Folds", hands=90, seed=1)
    totals = simulate(run)
    caller, folds = (totals.by_bot[name] for name in ("caller", "tests.bots.test_simulate:Folds"))
    names = seated_names(run.bots, 3)
    assert (caller.name, caller.seats, folds.seats) == ("caller", 2, 1)
    assert caller.net == -folds.net > 0
    assert sum(totals.net.values()) == 0
    # Every hand again by itself: the folding bot sits where the rotation puts it.
    bots = poker_bots_from_names(run.bots, 3)
    nets = []
    for hand in range(1, 91):
        played = play_hand(spread, run.stacks, rotated(bots, hand), seed=1, hand=hand)
        seat = spread.seats[rotated(names, hand).index(folds.name)]
        nets.append(played.after[seat] - played.before[seat])
    assert folds.net == sum(nets)
    assert folds.per_100 == pytest.approx(100 * mean(nets))
    margin = 1.96 * 100 * stdev(nets) / sqrt(90)
    assert folds.interval == pytest.approx((folds.per_100 - margin, folds.per_100 + margin))


def test_one_hand_says_nothing_about_a_bot() -> None:
    spread = poker_preset("holdem", "oneida", players=3)
    (bot,) = simulate(PokerRun(spread, bots="caller", hands=1, seed=1)).by_bot.values()
    assert bot.interval == (float("-inf"), float("inf"))


@needs_kernel
def test_the_regular_is_no_slower_than_the_others() -> None:
    spread = poker_preset("holdem", players=6)

    def seconds(name: str) -> float:
        run = PokerRun(spread, bots=name, hands=15, seed=1)
        found = []
        for _ in range(4):
            begun = process_time()
            simulate(run)
            found.append(process_time() - begun)
        return min(found)

    assert seconds("regular") < max(seconds("rock"), seconds("gambler"), seconds("bully"))


def test_cards_are_mixed_as_the_library_of_python_does_it() -> None:
    for count in (1, 2, 5, 31, 32, 33, 45, 50, 52):
        ours, theirs = random.Random(count), random.Random(count)
        cards = list(range(count))
        assert shuffle_fast(cards, ours) == theirs.sample(cards, count)
        assert ours.random() == theirs.random(), "the next chance is the same too"
    assert shuffle_fast([], random.Random(1)) == []
