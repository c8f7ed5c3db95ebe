"""Hands per second: hoyle and PokerKit play the same games with the same kinds of actors in one process.

Both deal to six players with 200 chips. *Callers* check or call to the showdown; *random* actors pick evenly
among check or call, fold (when facing a bet) and the smallest raise. hoyle's figure includes shuffling, every
event with its clause, and the assertion after each event that no chip was lost.

A second table has hoyle with the native kernel beside hoyle with its Python rankings, in the same process:
the showdowns alone (every hand of six players valued, high and low), and whole hands of callers.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle
from typing import NamedTuple

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
from pokerkit import State as PeerState
from rich.console import Console
from rich.progress import track
from rich.table import Table

from hoyle.games.poker import FIXED, POT_LIMIT, PokerRound, PostedBet, Rules, Stakes
from hoyle.games.poker.round_state import ACTION, FORCED_BET, OVER, SHUFFLE
from hoyle.hands.best_hand_kernel import SCALES
from hoyle.hands.best_hand_lookup import python_search_for
from hoyle.rulebooks import poker_book
from hoyle.simulation.random_decks import partly_shuffled_deck

PLAYERS = 6
STACK = 200
TURNS = 8
"""Parts of each measurement, by turns, so that other work on the machine meets everybody; all parts count."""
BATCH = 8
"""Hands between two looks at the clock."""


ButtonGame = type[FixedLimitTexasHoldem] | type[FixedLimitOmahaHoldemHighLowSplitEightOrBetter]
StudGame = type[FixedLimitSevenCardStud] | type[FixedLimitSevenCardStudHighLowSplitEightOrBetter]


class Game(NamedTuple):
    title: str
    game: str
    structure: int
    peer: Callable[[], PeerState]


def _button_game(kind: ButtonGame) -> Callable[[], PeerState]:
    return lambda: kind.create_state(tuple(Automation), True, 0, (1, 2), 2, 4, STACK, PLAYERS)


def _stud_game(kind: StudGame) -> Callable[[], PeerState]:
    return lambda: kind.create_state(tuple(Automation), True, 0, 1, 2, 4, STACK, PLAYERS)


def _pot_limit() -> PeerState:
    return PotLimitOmahaHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, STACK, PLAYERS)


GAMES = (
    Game("limit hold'em", "holdem", FIXED, _button_game(FixedLimitTexasHoldem)),
    Game("pot-limit Omaha", "omaha-high", POT_LIMIT, _pot_limit),
    Game("Omaha hi-lo 8", "omaha-hilo8", FIXED, _button_game(FixedLimitOmahaHoldemHighLowSplitEightOrBetter)),
    Game("stud7 high", "stud7-high", FIXED, _stud_game(FixedLimitSevenCardStud)),
    Game("stud7 hi-lo 8", "stud7-hilo8", FIXED, _stud_game(FixedLimitSevenCardStudHighLowSplitEightOrBetter)),
)


def rules_of(game: Game, *, kernel: bool = True) -> Rules:
    """The rules of a game, its hands valued by the native kernel or by the rankings in Python."""
    rules = Rules(poker_book("oneida"), game.game, Stakes(game.structure, small=2, big=4, forced_bet=1))
    if not kernel:
        for evaluator in (rules.high, rules.low):
            if evaluator is not None:
                evaluator._search = python_search_for(evaluator.ranking, evaluator.building, evaluator.top)
    return rules


def play_hoyle(game: Game, rng: random.Random, *, random_actors: bool, kernel: bool = True) -> Callable[[], None]:
    """A function that plays one hand with hoyle."""
    rules = rules_of(game, kernel=kernel)
    posts = [PostedBet(2, "blind", 1), PostedBet(3, "blind", 2)] if rules.variant.button else []
    seats = list(range(1, PLAYERS + 1))
    stacks = [STACK] * PLAYERS
    needed = rules.variant.cards_needed(PLAYERS)

    def one_hand() -> None:
        hand = PokerRound(rules, seats, stacks, deck=partly_shuffled_deck(rng, needed), button=1, posts=posts)
        state = hand.state
        while (awaiting := state.awaiting) != OVER:
            if awaiting == ACTION:
                if random_actors:
                    offered = hand.options()
                    call, least = offered.call, offered.min_raise_to
                    pick = int(rng.random() * (1 + (call > 0) + (least > 0)))
                    if pick == 0:
                        hand.call() if call else hand.check()
                    elif pick == 1 and call:
                        hand.fold()
                    else:
                        hand.bet_to(least)
                elif state.current_bet > state.bets[state.actor]:
                    hand.call()
                else:
                    hand.check()
            elif awaiting == FORCED_BET:
                hand.bring_in()
            else:
                assert awaiting == SHUFFLE
                cards = hand.cards_to_shuffle()
                rng.shuffle(cards)
                hand.shuffle(cards)

    return one_hand


def play_peer(game: Game, rng: random.Random, *, random_actors: bool) -> Callable[[], None]:
    """A function that plays one hand with PokerKit, all its automations on."""

    def one_hand() -> None:
        state = game.peer()
        while state.status:
            if state.can_post_bring_in():
                state.post_bring_in()
                continue
            if not random_actors:
                state.check_or_call()
                continue
            can_fold = bool(state.checking_or_calling_amount)
            can_raise = state.can_complete_bet_or_raise_to()
            pick = int(rng.random() * (1 + can_fold + can_raise))
            if pick == 0:
                state.check_or_call()
            elif pick == 1 and can_fold:
                state.fold()
            else:
                state.complete_bet_or_raise_to()

    return one_hand


def hands_per_second(plays: Sequence[Callable[[], None]], seconds: float) -> list[float]:
    """Hands per second of the processor for each way of playing, by turns.

    What else runs on the machine takes no part of it. All hands count: random actors play long and short
    ones, and the best of a few parts would be the luck of the slowest.
    """
    for one_hand in plays:
        one_hand()
    hands, spent = [0] * len(plays), [0.0] * len(plays)
    for _ in range(TURNS):
        for at, one_hand in enumerate(plays):
            start = time.process_time()
            while (elapsed := time.process_time() - start) < seconds / TURNS:
                for _ in range(BATCH):
                    one_hand()
                hands[at] += BATCH
            spent[at] += elapsed
    return [played / elapsed for played, elapsed in zip(hands, spent, strict=True)]


def judge_showdown(game: Game, rng: random.Random, *, kernel: bool) -> Callable[[], None]:
    """A function that values the hands of one showdown, as the division of a pot does."""
    rules = rules_of(game, kernel=kernel)
    holes, on_board = rules.variant.hole_cards, rules.variant.board_cards
    deals = []
    for _ in range(2000):
        cards = rng.sample(range(52), PLAYERS * holes + on_board)
        deals.append(([cards[at * holes : (at + 1) * holes] for at in range(PLAYERS)], cards[PLAYERS * holes :]))
    evaluators = [evaluator for evaluator in (rules.high, rules.low) if evaluator is not None]
    turn = cycle(deals)

    def one_showdown() -> None:
        hands, board = next(turn)
        for evaluator in evaluators:
            evaluator.values(hands, board)

    for _ in deals:  # the rankings in Python learn as they go
        one_showdown()
    return one_showdown


def gain(seconds: float) -> Table:
    """What the kernel brings to the engine."""
    table = Table(title=f"with the kernel and without it, {PLAYERS} players, one process")
    table.add_column("game")
    for name in ("showdowns/s", "without", "gain", "hands/s, callers", "without", "gain"):
        table.add_column(name, justify="right")
    for game in track(GAMES, description="comparing", console=Console(stderr=True)):
        row = [game.title]
        for make in (judge_showdown, partial(play_hoyle, random_actors=False)):
            native, plain = hands_per_second(
                [make(game, random.Random(1), kernel=kernel) for kernel in (True, False)], seconds
            )
            row += [f"{native:,.0f}", f"{plain:,.0f}", f"{native / plain:.2f}x"]
        table.add_row(*row)
    return table


def main(seconds: float = 2.0) -> None:
    """Measure and print the tables."""
    table = Table(title=f"hands per second, {PLAYERS} players, one process")
    table.add_column("game")
    for name in ("hoyle, callers", "PokerKit", "ratio", "hoyle, random", "PokerKit", "ratio"):
        table.add_column(name, justify="right")
    for game in track(GAMES, description="playing", console=Console(stderr=True)):
        row = [game.title]
        for random_actors in (False, True):
            plays = [make(game, random.Random(1), random_actors=random_actors) for make in (play_hoyle, play_peer)]
            ours, theirs = hands_per_second(plays, seconds)
            row += [f"{ours:,.0f}", f"{theirs:,.0f}", f"{ours / theirs:,.0f}x"]
        table.add_row(*row)
    console = Console(width=110)
    console.print(table)
    if SCALES:
        console.print(gain(seconds))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
