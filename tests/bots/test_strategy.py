"""The mind behind rock, gambler and bully: what it sees, what it reads from bets, what it does."""

from __future__ import annotations

import random
from statistics import mean

import pytest
from benchmarks.bots import GAMES, Match
from benchmarks.bots import play as play_match
from tests.bots.tables import Watched, dealt, play, turn

from hoyle.bots.poker_bots import Bot, CallerBot, Random, StrategyBot, bot, mixed_table
from hoyle.bots.strategy.action_log import BET, CALL, CHECK, ActionLog
from hoyle.bots.strategy.bulk_evaluator import percentile_ranks, shares
from hoyle.bots.strategy.equity_vs_ranges import current_equity, equity_vs_ranges
from hoyle.bots.strategy.opponent_ranges import OpponentRange, opponent_ranges
from hoyle.bots.strategy.play_style import BULLY, GAMBLER, PLAY_STYLES, ROCK
from hoyle.bots.strategy.situation import BotSituation
from hoyle.bots.strategy.starting_hands import starting_hands_of
from hoyle.cli.play.local_games import LocalPokerGame
from hoyle.core.cards import DECK, UNKNOWN, card_text, cards_text, parse_cards
from hoyle.games.poker.events import Reshuffled
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.games.poker.variants import VARIANTS
from hoyle.rulebooks import BOOKS, poker_book
from hoyle.simulation.poker_driver import SimulationTable
from hoyle.table import PokerTable
from hoyle.table.command_base import Command, to_dict
from hoyle.table.poker.commands import Draw
from hoyle.table.presets.poker_presets import poker_preset

SPREADS = [(game, id) for game in VARIANTS for id in BOOKS if game in poker_book(id).games]


def scene_of(table: PokerTable, seed: int = 1) -> BotSituation:
    return BotSituation(turn(table), random.Random(seed))


def ranges_of(table: PokerTable) -> dict[int, OpponentRange]:
    found = opponent_ranges(scene_of(table), trust=1.0, rng=random.Random(2))
    return {each.opponent.seat: each for each in found}


def verbs(table: PokerTable, player: StrategyBot, times: int = 12) -> list[str]:
    now = turn(table)
    return [player.act(now, random.Random(seed)).name for seed in range(times)]


# What they do is legal, and depends on nothing hidden


@pytest.mark.parametrize(("game", "book"), SPREADS)
def test_they_choose_only_what_is_offered_with_any_stack_at_any_limit(game: str, book: str) -> None:
    for at, structure in enumerate(STRUCTURES):
        for stacks in ([31, 400], [40, 12, 25, 900, 60]):
            spread = poker_preset(game, book, structure=structure, players=len(stacks))
            seated = list(mixed_table(spread.seats).values())
            table: list[Bot] = [Watched(each) for each in seated[:-1]]
            table.append(Watched(Random()))
            run = SimulationTable(spread, stacks)
            for hand in (1 + at, 9 + at):
                played = run.play(table, seed=8, hand=hand)
                assert "round-closed" in [entry.name for entry in played.log]


def test_a_full_table_of_stud_does_not_run_out_of_cards() -> None:
    spread = poker_preset("stud7-high", players=8)
    run = SimulationTable(spread, [200] * 8)
    seats: list[Bot] = [Watched(StrategyBot(GAMBLER)), *[CallerBot() for _ in range(7)]]
    for hand in range(1, 5):
        assert sum(run.play(seats, seed=3, hand=hand).after.values()) == 1600


class Deal:
    """A hand that can be dealt again with other cards where one person sees none."""

    def __init__(self, game: str, deck: list[int]) -> None:
        self.game = game
        self.deck = deck
        self.home = LocalPokerGame(poker_preset(game, players=4), random.Random(1))
        self.home.table.deal(deck)
        self.done: list[tuple[Command, str]] = []

    @property
    def table(self) -> PokerTable:
        return self.home.table

    def do(self, command: Command, person: str) -> None:
        self.table.do(command, by=person)
        self.done.append((command, person))

    def seen_by_actor(self) -> set[int]:
        """Every card that was ever open to the person to act."""
        now = turn(self.table)
        texts = [card for hand in now.view.hands for card in hand.cards]
        seen = {card for text in [*texts, *now.view.board] if text != "??" for card in parse_cards(text)}
        for entry in now.events:
            cards = getattr(entry, "cards", None)
            if isinstance(cards, list):
                seen.update(card for card in cards if isinstance(card, int) and card != UNKNOWN)
        return seen

    def twin(self, rng: random.Random) -> Deal:
        """The same hand to the person to act; everything else lies otherwise."""
        seen = self.seen_by_actor()
        hidden = [card for card in DECK if card not in seen]
        mixed = rng.sample(hidden, len(hidden))
        other = dict(zip(hidden, mixed, strict=True))
        twin = Deal(self.game, [other.get(card, card) for card in self.deck])
        for command, person in self.done:
            if isinstance(command, Draw):
                laid = [other.get(card, card) for card in parse_cards(command.cards)]
                command = Draw(seat=command.seat, cards=cards_text(laid))
            twin.do(command, person)
        return twin


@pytest.mark.parametrize("game", GAMES)
def test_what_they_do_depends_on_nothing_they_cannot_see(game: str) -> None:
    held = 0
    for seed in range(3):
        rng = random.Random(seed)
        deal = Deal(game, rng.sample(DECK, 52))
        while deal.table.playing and deal.table.pending()[0].kind in ("action", "draw"):
            now = turn(deal.table)
            if now.seat == 1 and held < 12:
                twin = turn(deal.twin(rng).table)
                assert twin.view == now.view
                player = StrategyBot(PLAY_STYLES[seed])
                assert player.act(now, random.Random(7)) == player.act(twin, random.Random(7))
                held += 1
            deal.do((Random() if rng.random() < 0.15 else CallerBot()).act(now, rng), now.decision.person)
    assert held > 5


def test_the_same_turn_and_the_same_chance_give_the_same_command() -> None:
    table = play(dealt("oneida", "holdem", button=3), "3: call\n1: call\n2: check\n1: bet")
    for style in PLAY_STYLES:
        once = [StrategyBot(style).act(turn(table), random.Random(seed)) for seed in range(10)]
        again = [StrategyBot(style).act(turn(table).load(), random.Random(seed)) for seed in range(10)]
        assert once == again


def test_a_turn_that_was_looked_at_needs_the_table_no_more() -> None:
    table = dealt("oneida", "holdem", button=3)
    now = turn(table).load()
    before = StrategyBot(ROCK).act(now, random.Random(1))
    play(table, "3: fold\n1: raise")
    assert StrategyBot(ROCK).act(now, random.Random(1)) == before


# What first cards are worth


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        ("holdem", "Ah Ad", "Kh Kd"),
        ("holdem", "Ah Kh", "9d 8c"),
        ("holdem", "9d 8c", "7d 2c"),
        ("omaha-high", "Ah Ad Kh Kd", "9c 9d 9h 2s"),
        ("omaha-hilo8", "Ah Ad 2h 3d", "Kh Qh Jd Td"),
        ("omaha-hilo8", "Ah 2d Ks 9c", "9c 8d 8h 7s"),
        ("stud7-high", "Ah Ad 2c", "Kd 9h 2s"),
        ("stud7-high", "5h 5d 5c", "Ah Ad 2c"),
        ("stud7-hilo8", "Ah 2h 3h", "Kd Qh 9s"),
        ("draw5-high", "Ah Ad 7c 4s 2d", "5h 5d 9c 8d 3s"),
        ("draw5-low", "Ah 2d 3s 4d Kc", "Kd Kh Qs Jc 2c"),
        ("stud5-high", "Ah Ad", "Ah 2d"),
        ("mambo-hilo6", "Ah 2h", "Kd 9h"),
        ("razz", "Ah 2h 3d", "Kh Kd 9c"),
        ("badugi", "Ac 2d 3h 4s", "Kc Kd Qh Qs"),
    ],
)
def test_starting_hands_stand_in_the_order_people_know(game: str, better: str, worse: str) -> None:
    start = starting_hands_of(poker_preset(game).rules)
    assert start.standing(parse_cards(better)) > start.standing(parse_cards(worse))


def test_suits_make_no_difference_to_a_starting_hand() -> None:
    start = starting_hands_of(poker_preset("holdem").rules)
    assert start.standing(parse_cards("Ah Kh")) == start.standing(parse_cards("Ks As"))
    start = starting_hands_of(poker_preset("stud7-hilo8").rules)
    assert start.standing(parse_cards("8c 7d 6d")) == start.standing(parse_cards("6h 8s 7h"))


def test_places_count_ties_half() -> None:
    assert percentile_ranks([5, 1, 5, 9]) == {1: 0.125, 5: 0.5, 9: 0.875}


def test_a_scoop_is_worth_more_than_either_half() -> None:
    scooping, high, low, nothing = shares([9, 9, 1, 1], [7, 0, 7, 0], 1)
    assert scooping > max(high, low) >= min(high, low) > nothing


# What bets say


def test_the_story_of_a_round_is_what_everybody_saw() -> None:
    table = play(dealt("oneida", "holdem", button=3), "3: raise\n1: fold\n2: call\n2: check\n3: bet")
    log = ActionLog(VARIANTS["holdem"], turn(table).events)
    assert [(action.street, action.kind, action.level) for action in log.actions_of(3)] == [(0, BET, 0), (1, BET, 0)]
    assert [(action.street, action.kind, action.level) for action in log.actions_of(2)] == [(0, CALL, 1), (1, CHECK, 0)]


def test_up_cards_of_folded_stud_hands_are_remembered_as_gone() -> None:
    table = dealt("oneida", "stud7-high", "seat 1: Ah Kd 9c\nseat 2: Qh Js 2c\nseat 3: 5h 5d 3d")
    play(table, "2: bring in\n3: fold")
    assert parse_cards("3d")[0] in scene_of(table).log.gone


def test_discards_that_were_shuffled_again_may_come_back() -> None:
    table = play(dealt("oneida", "draw5-high", button=3), "3: call\n1: call\n2: check")
    laid = parse_cards("".join(turn(table).view.hand_at_seat(1).cards))[:2]
    table.do(Draw(seat=1, cards=cards_text(laid)), by="player 1")
    told = [entry.seen_by("player 1") for entry in table.log]
    variant = VARIANTS["draw5-high"]
    assert ActionLog(variant, told).gone == set(laid)
    assert not ActionLog(variant, [*told, Reshuffled("discards", [UNKNOWN], "")]).gone
    assert not ActionLog(variant, [entry.seen_by("player 2") for entry in table.log]).gone


def test_a_bet_that_had_to_be_made_says_nothing() -> None:
    cards = "seat 1: As 2d 9h\nseat 2: Kh 9s 8c\nseat 3: 2h 4d Ts"
    table = play(dealt("oneida", "stud5-high", cards), "1: bring in\n2: call\n3: call\n3: bet")
    situation = scene_of(table)
    assert [action.street for action in situation.log.actions_of(3)] == [0]
    assert situation.level() == 1


def standing_of(range_: OpponentRange, table: PokerTable) -> float:
    start = starting_hands_of(table.rules)
    return mean(start.standing(list(hand)) for _, hand in range_.hands)


def test_a_raise_before_the_flop_leaves_the_better_hands() -> None:
    limped = play(dealt("oneida", "holdem", button=3), "3: call")
    raised = play(dealt("oneida", "holdem", button=3), "3: raise")
    again = play(dealt("oneida", "holdem", button=3), "3: call\n1: raise\n2: fold\n3: raise")
    called, once, twice = (standing_of(ranges_of(table)[3], table) for table in (limped, raised, again))
    assert 0.5 < called < once < twice


def test_a_bet_on_the_river_makes_strong_hands_likelier() -> None:
    cards = "seat 1: 2h 2d\nboard: Ks Qs 7d 4c 9h"
    start = "3: call\n1: call\n2: check" + "\n1: check\n2: check\n3: check" * 2

    def strong(table: PokerTable) -> float:
        found = ranges_of(table)[3]
        pairs = [
            weight
            for (_, hand), weight in zip(found.hands, found.weights, strict=True)
            if any(card >> 2 in (10, 11) for card in hand)
        ]
        return sum(pairs) / sum(found.weights)

    checked = play(dealt("oneida", "holdem", cards, button=3), start)
    bet = play(dealt("oneida", "holdem", cards, button=3), start + "\n1: check\n2: check\n3: bet")
    assert strong(bet) > strong(checked) + 0.1


def test_whoever_stands_pat_has_a_pat_hand() -> None:
    table = play(dealt("oneida", "draw5-high", button=3), "3: call\n1: call\n2: check\n1: pat\n2: pat\n3: pat")
    high = table.rules.high
    assert high is not None
    ranges = ranges_of(table)
    names = [high.ranking.class_name(high.value(list(hand), [])) for _, hand in ranges[3].hands]
    assert set(names) <= {"straight", "flush", "full house", "four-of-a-kind", "straight flush", "royal flush"}


# What the pot is worth


def only(situation: BotSituation, *hands: str) -> list[OpponentRange]:
    """Opponents whose cards are known."""
    return [
        OpponentRange(opponent, [parse_cards(hand)]) for opponent, hand in zip(situation.opponents, hands, strict=True)
    ]


ON_THE_RIVER = "3: call\n1: call\n2: check" + "\n1: check\n2: check\n3: check" * 2


def test_a_quarter_counts_as_a_quarter() -> None:
    cards = "seat 1: Ah 2h Jc Td\nboard: 3s 4d 8c Kh Qs"
    table = play(dealt("oneida", "omaha-hilo8", cards, button=3), ON_THE_RIVER)
    situation = scene_of(table)
    share = equity_vs_ranges(situation, only(situation, "As 2d Ks Kd", "9h 9d 7h 7d"), random.Random(1))
    assert share == pytest.approx(0.25)


def test_a_low_takes_half_and_a_scoop_all() -> None:
    cards = "seat 1: Ah 2h Jc Td\nboard: 3s 4d 8c Kh Qs"
    table = play(dealt("oneida", "omaha-hilo8", cards, button=3), ON_THE_RIVER)
    situation = scene_of(table)
    half = equity_vs_ranges(situation, only(situation, "Jh Js Ks Kd", "9h 9d 7h 7d"), random.Random(1))
    assert half == pytest.approx(0.5)
    assert equity_vs_ranges(situation, [], random.Random(1)) == 1.0


def test_a_draw_is_worth_more_than_it_has_now() -> None:
    cards = "seat 1: Ah Jh\nboard: Th 9h 2c"
    table = play(dealt("oneida", "holdem", cards, button=3), "3: call\n1: call\n2: fold")
    situation = scene_of(table)
    ranges = only(situation, "Ts 8d")
    now = current_equity(situation, ranges)
    assert now == 0.0
    assert 0.4 < equity_vs_ranges(situation, ranges, random.Random(1)) < 0.75


def test_many_opponents_are_dealt_one_by_one() -> None:
    spread = poker_preset("big-omaha-hilo8", players=6)
    home = LocalPokerGame(spread, random.Random(3))
    home.deal()
    while home.table.view().round.street == "preflop":  # type: ignore[union-attr]
        now = turn(home.table)
        home.table.do(CallerBot().act(now, home.rng), by=now.decision.person)
    situation = scene_of(home.table)
    assert len(situation.opponents) == 5
    share = equity_vs_ranges(situation, opponent_ranges(situation, trust=1.0, rng=random.Random(1)), random.Random(1))
    assert 0.0 <= share <= 1.0


# What they do


def test_aces_are_raised_and_rags_are_folded() -> None:
    for style in PLAY_STYLES:
        aces = dealt("oneida", "holdem", "seat 3: Ah Ad", button=3)
        assert set(verbs(aces, StrategyBot(style))) == {"bet"}
        rags = play(dealt("oneida", "holdem", "seat 3: 7d 2c", button=3), "3: call\n1: raise\n2: raise")
        assert set(verbs(rags, StrategyBot(style))) == {"fold"}


def test_stud_is_folded_early() -> None:
    cards = "seat 1: Ks 8d 4h\nseat 2: Qh Js 2c\nseat 3: As Ad 9d"
    table = play(dealt("oneida", "stud7-high", cards), "2: bring in\n3: complete")
    assert turn(table).seat == 1
    for style in PLAY_STYLES:
        assert set(verbs(table, StrategyBot(style))) == {"fold"}


def test_a_nine_is_good_among_small_cards_and_not_under_an_ace() -> None:
    def folds(shown: str) -> int:
        cards = f"seat 1: 8c 2c\nseat 2: 8d 9h\nseat 3: 8s {shown}"
        return verbs(play(dealt("oneida", "stud5-high", cards), "1: bring in"), StrategyBot(ROCK), 20).count("fold")

    assert folds("5s") == 0
    assert folds("As") > 5


def test_the_nuts_are_raised_on_the_river() -> None:
    cards = "seat 1: Ah Kh\nboard: Qh Jh Th 2c 2d"
    table = play(dealt("oneida", "holdem", cards, button=3), ON_THE_RIVER)
    for style in PLAY_STYLES:
        assert set(verbs(table, StrategyBot(style))) == {"bet"}


def test_nothing_folds_to_bets_on_the_river() -> None:
    cards = "seat 3: 3h 4d\nboard: Ks Qs Jd 9c 8h"
    table = play(dealt("oneida", "holdem", cards, button=3), ON_THE_RIVER + "\n1: bet\n2: raise")
    for style in PLAY_STYLES:
        assert set(verbs(table, StrategyBot(style))) == {"fold"}


def test_a_tight_player_plays_fewer_hands_than_a_loose_one() -> None:
    def played(style: object, cards: str) -> bool:
        table = dealt("oneida", "holdem", f"seat 3: {cards}", button=3)
        return "fold" not in verbs(table, StrategyBot(style), 1)  # type: ignore[arg-type]

    hands = [card_text(one) + card_text(other) for one in range(0, 52, 5) for other in range(one + 1, 52, 3)]
    counts = {style: sum(played(style, hand) for hand in hands) for style in (ROCK, BULLY, GAMBLER)}
    assert counts[ROCK] < counts[BULLY] < counts[GAMBLER]


def test_the_bully_bluffs_more_than_the_rock() -> None:
    cards = "seat 3: 5h 4d\nboard: Ks Qs Jd 9c 8h"
    start = "3: call\n1: fold\n2: check" + "\n2: check\n3: check" * 2 + "\n2: check"
    table = play(dealt("oneida", "holdem", cards, button=3), start)
    assert verbs(table, StrategyBot(BULLY), 60).count("bet") > verbs(table, StrategyBot(ROCK), 60).count("bet")


def test_bets_have_a_size_that_suits_the_pot() -> None:
    cards = "seat 3: Ah Ad\nboard: As 7d 2c"
    start = "3: call\n1: call\n2: check\n1: check\n2: check"
    table = play(dealt("oneida", "holdem", cards, button=3, structure="no-limit", chips=400), start)
    now = turn(table)
    bets = [StrategyBot(BULLY).act(now, random.Random(seed)) for seed in range(10)]
    assert {command.name for command in bets} == {"bet"}
    assert all(now.view.pot // 2 <= to_dict(command)["to"] <= 2 * now.view.pot for command in bets)


def test_a_pat_nine_stands_against_somebody_who_draws_three() -> None:
    table = dealt("oneida", "draw5-low", "seat 1: 9h 7d 4s 3c Ad", button=1)
    play(table, "1: call\n2: call\n3: check")
    for seat in (2, 3):
        hand = parse_cards("".join(table.view(f"player {seat}").round.hand_at_seat(seat).cards))  # type: ignore[union-attr]
        table.do(Draw(seat=seat, cards=cards_text(hand[:3])), by=f"player {seat}")
    command = StrategyBot(ROCK).act(turn(table), random.Random(1))
    assert to_dict(command).get("cards", "") == ""


def test_a_company_has_all_temperaments_in_turn() -> None:
    seated = mixed_table([2, 3, 4, 5])
    tempers = [each.style.name for each in seated.values() if isinstance(each, StrategyBot)]
    assert tempers == ["rock", "gambler", "bully", "rock"]
    assert all(isinstance(bot(style.name), StrategyBot) for style in PLAY_STYLES)


@pytest.mark.parametrize(
    ("game", "deals"), [("holdem", 70), ("omaha-hilo8", 30), ("stud7-high", 20), ("draw5-low", 30)]
)
def test_they_beat_a_table_of_callers(game: str, deals: int) -> None:
    result = play_match(Match(game, "fixed-limit", "bully", "caller"), range(1, deals + 1), 1)
    assert result.rate > 2 * result.error
