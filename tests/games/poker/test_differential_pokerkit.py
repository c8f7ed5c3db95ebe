"""PokerKit as a second opinion: the same deck, the same actions, step by step, and the same chips at the end.

Where the two are known to differ, the difference is shown here by name. The books decide who is right.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pokerkit as pk
import pytest
from tests.games.poker.pokerkit_mirror import KINDS, Duel, exact, random_sitting
from tests.games.poker.round_driver import Sitting, blinds, deck_starting, facts, perform

from hoyle.core.cards import card_text
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, Rules, Stakes
from hoyle.hands import ANY, BADUGI, HIGH5, LOW_27, LOW_A5, TWO_PLUS_THREE, Evaluator
from hoyle.rulebooks import BOOKS, poker_book

# PokerKit warns when it is dealt reshuffled discards.
pytestmark = [
    pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning"),
    pytest.mark.filterwarnings("ignore:Returning reserved:UserWarning"),
]

# As the notation of hand histories names them, and how many hands a run of the tests plays.
SHARED = [
    ("FT", "holdem", FIXED, 200),
    ("NT", "holdem", NO_LIMIT, 200),
    ("PO", "omaha-high", POT_LIMIT, 120),
    ("FO/8", "omaha-hilo8", FIXED, 120),
    ("F7S", "stud7-high", FIXED, 200),
    ("F7S/8", "stud7-hilo8", FIXED, 200),
    ("FR", "razz", FIXED, 200),
    ("N2L1D", "draw27-single", NO_LIMIT, 300),
    ("F2L3D", "draw27-triple", FIXED, 300),
    ("FB", "badugi", FIXED, 300),
]
NAMED = {(game, structure) for _, game, structure, _ in SHARED}
OTHERS = [
    (game, structure) for game in KINDS for structure in (FIXED, POT_LIMIT, NO_LIMIT) if (game, structure) not in NAMED
]


def laws(game: str) -> list[str]:
    """Books that have the game and no raise cap of their own, which PokerKit would count otherwise."""
    return [id for id in BOOKS if game in poker_book(id).games and not poker_book(id).raise_cap.value]


def fight(game: str, structure: int, hands: int) -> tuple[int, int]:
    """Play hands in both; tell how many decisions were compared and how many hands by their last chip."""
    decisions = settled = 0
    for seed in range(hands):
        rng = random.Random(f"{game} {structure} {seed}")
        sitting = random_sitting(rng, game, structure, rng.choice(laws(game)))
        duel = Duel(sitting)
        try:
            duel.play(rng)
            if not duel.lows_differ_by_pot():
                assert duel.round.state.stacks == duel.stacks()
                settled += 1
        except (AssertionError, ValueError) as error:
            raise AssertionError(f"hand {seed}: {sitting!r}") from error
        assert duel.explained <= duel.decisions // 2
        decisions += duel.decisions
    return decisions, settled


@pytest.mark.parametrize(("game", "structure", "hands"), [row[1:] for row in SHARED], ids=[r[0] for r in SHARED])
def test_both_offer_the_same_and_pay_the_same(game, structure, hands):
    decisions, settled = fight(game, structure, hands)
    assert decisions > 4 * hands
    assert settled > 0.8 * hands


@pytest.mark.parametrize(("game", "structure"), OTHERS)
def test_the_same_holds_for_the_games_without_a_name(game, structure):
    decisions, settled = fight(game, structure, 12)
    assert decisions > 48
    assert settled >= 9


@pytest.mark.parametrize("game", ["holdem", "stud7-hilo8", "draw5-high"])
def test_odd_chips_apart_a_share_is_what_pokerkit_makes_it(game):
    """Chips that do not divide: PokerKit shares pots as fractions, hoyle stays within a chip of each."""
    for seed in range(60):
        rng = random.Random(f"odd {game} {seed}")
        sitting = random_sitting(rng, game, FIXED, rng.choice(laws(game)), unit=1)
        duel = Duel(sitting, divide=exact)
        duel.play(rng, unit=1)
        if duel.lows_differ_by_pot():
            continue
        odd = sum(facts(event)["odd"] for event in duel.round.log if event.name == "awarded")
        shares = 2 * max(len(duel.pots), 1)
        for mine, theirs in zip(duel.round.state.stacks, duel.stacks(), strict=True):
            assert abs(mine - theirs) < shares + odd


# Known differences


def scripted(sitting: Sitting, *script: tuple[str, Any]) -> Duel:
    """Both play the script; no comparison on the way."""
    duel = Duel(sitting)
    follow(duel, *script)
    return duel


def follow(duel: Duel, *script: tuple[str, Any]) -> None:
    duel.follow()
    for command in script:
        perform(duel.round, command)
        name, amount = command
        if name == "bet_to":
            duel.other.complete_bet_or_raise_to(amount)
        elif name == "bring_in":
            duel.other.post_bring_in()
        elif name == "fold":
            duel.other.fold()
        else:
            duel.other.check_or_call()
        duel.follow()


CALL = ("call", None)
CHECK = ("check", None)
FOLD = ("fold", None)
BRING_IN = ("bring_in", None)


def at_table(
    game: str, stacks: list[int], cards: str = "", *, structure: int = NO_LIMIT, law: str = "house", **stakes: Any
) -> Sitting:
    seats = list(range(1, len(stacks) + 1))
    stud = game.startswith("stud")
    rules = Rules(poker_book(law), game, Stakes(structure, small=10, big=20, forced_bet=2 if stud else 0, **stakes))
    posts = [] if stud else blinds(seats, seats[-1], [5, 10])
    return Sitting(rules, seats, stacks, deck=deck_starting(cards), button=seats[-1], posts=posts)


def test_difference_its_fixed_limit_omaha_hi_lo_is_pot_limit():
    game = pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
    assert game.betting_structure == pk.BettingStructure.POT_LIMIT
    other = game.create_state((pk.Automation.BLIND_OR_STRADDLE_POSTING,), True, 0, (5, 10), 10, 20, 200, 2)
    for player in (0, 1):
        other.deal_hole("2c3c4c5c" if player else "2d3d4d5d", player)
    assert other.max_completion_betting_or_raising_to_amount == 30
    round_ = at_table("omaha-hilo8", [200, 200], structure=FIXED).open()
    assert round_.options().max_to == 20


def test_difference_low_qualification_is_table_wide():
    """Seat 1, all-in for the main pot, has the only low: in the side pots there is no low to pay."""
    sitting = at_table(
        "omaha-hilo8",
        [20, 60, 100, 100],
        # Seat by seat, one card at a time; then burn and flop, burn and turn, burn and river.
        "As Kh Qh Jh 2s Kd Qd Jd 9h Td Ts Tc 9d 7c 5c Th  2c 3c 4h 8d  2d Kc  2h Qs",
    )
    all_in = ("bet_to", 40)
    duel = scripted(sitting, ("bet_to", 20), CALL, CALL, CALL, all_in, CALL, CALL, all_in, CALL)
    assert duel.round.over
    assert duel.pots == [(80, [0, 1, 2, 3]), (120, [1, 2, 3]), (80, [2, 3])]
    assert duel.lows_differ_by_pot()
    # Three kings take half of the main pot and all of the first side pot, three queens the second ...
    assert duel.round.state.stacks == [40, 40 + 120, 80, 0]
    # ... but PokerKit halves the first side pot and shares its low half between seats 2 and 3, who have none.
    assert duel.stacks() == [40, 40 + 60 + 30, 80 + 30, 0]


def test_difference_odd_chips_go_to_the_lowest_index():
    """Seats 1 and 2 tie for 7 chips, seat 2 with the ace of spades: books go by card and suit (AMB-15)."""
    sitting = at_table(
        "stud7-high",
        [101, 101, 101],
        "Ah As 7c Kh Ks 7d 2c 5d 9c  4d Qd Qh  4h Js Jc  4s Td Tc  6c 3h 3s",
        structure=FIXED,
        law="oneida",
        ante=1,
    )
    duel = scripted(sitting, BRING_IN, CALL, FOLD, *[CHECK] * 8)
    assert duel.round.over
    assert duel.round.state.stacks == [101, 102, 100]
    assert duel.stacks() == [102, 101, 100]


def test_difference_the_rake_cap_is_per_pot():
    """Five per cent, at most 3 chips: from the whole round in hoyle, from each of two pots in PokerKit."""
    sitting = at_table(
        "holdem", [40, 100, 100], "As Ks Qs Ad Kd Qd  4c 7h 8h 9s  4d Jc  4h 5h", rake=RakePlan(percent=5, cap=3)
    )
    duel = Duel(sitting, rake=partial(pk.rake, percentage=0.05, cap=3))
    follow(duel, ("bet_to", 40), CALL, CALL, ("bet_to", 60), CALL)
    assert duel.pots == [(120, [0, 1, 2]), (120, [1, 2])]
    assert duel.round.state.rake == 3
    assert sum(sitting.stacks) - sum(duel.stacks()) == 6


def test_difference_a_short_blind_is_answered_in_full():
    """The big blind has 4 of 10 chips: the others call 10 (room-2012 case SP-04), in PokerKit only 5."""
    duel = Duel(at_table("omaha-hilo8", [100, 4, 100], law="room-2012"))
    duel.follow()
    assert duel.round.options().call == 10
    assert duel.other.checking_or_calling_amount == 5


def test_difference_two_short_raises_do_not_make_a_full_one():
    """Seat 1 bets 30, seats 2 and 3 are all-in 16 more each: only PokerKit adds them up (AMB-21)."""
    sitting = at_table("holdem", [300, 56, 72, 300])
    before_the_flop = [CALL, CALL, CALL, CHECK]
    duel = scripted(sitting, *before_the_flop, ("bet_to", 30), ("bet_to", 46), ("bet_to", 62), CALL)
    assert duel.round.actor == 1
    assert duel.round.options().call == 32
    assert not duel.round.options().min_raise_to
    assert duel.other.min_completion_betting_or_raising_to_amount == 92


def test_difference_a_short_opening_bet_is_not_a_full_one():
    """Seat 1 checks, seat 2 is all-in for 4 where the least bet is 10: only PokerKit lets seat 1 raise."""
    duel = scripted(at_table("holdem", [300, 14, 300]), CALL, CALL, CHECK, CHECK, ("bet_to", 4), CALL)
    assert duel.round.actor == 1
    assert duel.round.options().label() == "fold, call 4"
    assert duel.other.min_completion_betting_or_raising_to_amount == 14


def test_difference_a_short_completion_may_still_be_completed():
    """Forced bet 2, all-in for 7: the next player completes to 10, in PokerKit he raises to 17."""
    sitting = at_table("stud7-high", [100, 7, 100], "2d 2h 2s 3d 3h 3s 2c Kc Qc", structure=FIXED)
    duel = scripted(sitting, BRING_IN, ("bet_to", 7))
    assert duel.round.options().label() == "fold, call 7, raise to 10"
    assert duel.other.min_completion_betting_or_raising_to_amount == 17


# Hand rankings


def draw_cards(rng: random.Random, count: int, *, low: bool) -> list[int]:
    """Random cards, often of few suits or ranks so that rare hands come up; mostly small ones for a low."""
    suits = rng.choice([4, 4, 2, 1])
    among = [12, *range(rng.choice([7, 8, 12]))] if low else list(range(13))
    ranks = rng.sample(among, min(len(among), rng.choice([13, 13, 9, 7])))
    pool = [rank * 4 + suit for rank in ranks for suit in rng.sample(range(4), suits)]
    if len(pool) < count:
        pool = list(range(52))
    return rng.sample(pool, count)


def written(cards: list[int]) -> str:
    return "".join(card_text(card) for card in cards)


RANKINGS = [
    ("high", Evaluator(HIGH5, ANY), pk.StandardHighHand, 5, 0, 4000),
    ("high of seven", Evaluator(HIGH5, ANY), pk.StandardHighHand, 2, 5, 600),
    ("ace-to-five", Evaluator(LOW_A5, ANY), pk.RegularLowHand, 5, 0, 4000),
    ("ace-to-five of seven", Evaluator(LOW_A5, ANY), pk.RegularLowHand, 7, 0, 600),
    ("eight or better", Evaluator(LOW_A5, ANY, 8), pk.EightOrBetterLowHand, 7, 0, 800),
    ("deuce-to-seven", Evaluator(LOW_27, ANY), pk.StandardLowHand, 5, 0, 4000),
    ("badugi", Evaluator(BADUGI, ANY), pk.BadugiHand, 4, 0, 2000),
    ("omaha", Evaluator(HIGH5, TWO_PLUS_THREE), pk.OmahaHoldemHand, 4, 5, 300),
    ("omaha eight or better", Evaluator(LOW_A5, TWO_PLUS_THREE, 8), pk.OmahaEightOrBetterLowHand, 4, 5, 600),
    ("big omaha", Evaluator(HIGH5, TWO_PLUS_THREE), pk.OmahaHoldemHand, 5, 5, 150),
]


@pytest.mark.parametrize(
    ("evaluator", "kind", "hole", "board", "pairs"), [row[1:] for row in RANKINGS], ids=[r[0] for r in RANKINGS]
)
def test_both_rank_hands_alike(evaluator, kind, hole, board, pairs):
    rng = random.Random(f"{kind.__name__} {hole} {board}")
    compared = {-1: 0, 0: 0, 1: 0}
    for _ in range(pairs):
        cards = draw_cards(rng, 2 * hole + board, low=bool(evaluator.top))
        shared = cards[2 * hole :]
        values = []
        theirs = []
        for own in (cards[:hole], cards[hole : 2 * hole]):
            values.append(evaluator.value(own, shared))
            theirs.append(kind.from_game_or_none(written(own), written(shared)))
        assert [value == 0 for value in values] == [hand is None for hand in theirs]
        if None in theirs:
            continue
        sign = (values[0] > values[1]) - (values[0] < values[1])
        assert sign == (theirs[0] > theirs[1]) - (theirs[0] < theirs[1]), written(cards)
        compared[sign] += 1
    assert min(compared[1], compared[-1]) > pairs // 8
