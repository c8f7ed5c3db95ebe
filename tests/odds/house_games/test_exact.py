"""The published figures, the fractions behind them, and counts checked against plain enumeration."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from tests.odds.house_games.stud_card_by_card import StudEvaluator

from hoyle.core.cards import parse_card, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.hand_values import (
    FOUR_CARD_CLASSES,
    best_four,
    four_card_class,
    three_card_qualifies,
    three_card_value,
)
from hoyle.hands import HIGH4, value_tables
from hoyle.odds.house_games import four_card_poker, mississippi_stud, three_card_poker
from hoyle.odds.house_games.analysis_registry import analysis
from hoyle.odds.house_games.dice import wager_edges
from hoyle.odds.house_games.edge_result import Edge, Outcomes
from hoyle.odds.house_games.house_edge import edges, wagers
from hoyle.odds.house_games.kernel_loader import KERNEL
from hoyle.odds.house_games.rulebook_pay_tables import PAIR_PLUS, STUD

native = pytest.mark.skipif(KERNEL is None, reason="needs the compiled module hoyle._banked")


def only(game: str, wager: str, **options: object) -> Edge:
    found = edges(game, wager, **options)  # type: ignore[arg-type]
    assert len(found) == 1
    return found[0]


def test_three_card_poker_costs_3_373_percent_of_the_ante() -> None:
    edge = only("three-card-poker", "ante-play")
    assert edge.edge == Fraction(686689, 20358520)
    assert edge.element_of_risk == Fraction(686689, 34084400)
    assert edge.standard_deviation == pytest.approx(1.639253, abs=1e-6)
    assert edge.lines["fold"] == Fraction(72, 221)


def test_pair_plus_costs_5_575_percent_by_the_standard_ledger() -> None:
    assert only("three-card-poker", "pair-plus", paytable="standard").edge == Fraction(308, 5525)
    assert only("three-card-poker", "pair-plus", paytable="alternate").edge == Fraction(29, 5525)


@native
def test_four_card_poker_costs_2_788_percent_with_the_open_card_known() -> None:
    edge = only("four-card-poker", "ante-play")
    assert edge.edge == Fraction(8840827253, 317119576410)
    assert float(edge.edge) == pytest.approx(0.02787853, abs=1e-8)
    assert float(edge.element_of_risk) == pytest.approx(0.0130, abs=1e-4)
    assert only("four-card-poker", "aces-up").edge == Fraction(1826, 54145)


@native
def test_mississippi_stud_costs_4_915_percent_of_the_ante() -> None:
    edge = only("mississippi-stud", "ante")
    assert edge.edge == Fraction(53223, 1082900)
    assert float(edge.element_of_risk) == pytest.approx(0.013691, abs=1e-6)
    assert sum(edge.lines.values()) == 1


CRAPS = {
    "pass": "7/495",
    "come": "7/495",
    "dont-pass": "3/220",
    "dont-come": "3/220",
    "field": "1/18",
    "place-4": "1/15",
    "place-5": "1/25",
    "place-6": "1/66",
    "place-8": "1/66",
    "place-9": "1/25",
    "place-10": "1/15",
    "buy-4": "1/20",
    "buy-6": "1/20",
    "lay-4": "1/40",
    "lay-5": "1/30",
    "lay-6": "1/24",
    "hard-4": "1/9",
    "hard-6": "1/11",
    "hard-8": "1/11",
    "hard-10": "1/9",
    "any-seven": "1/6",
    "any-craps": "1/9",
    "craps-2": "5/36",
    "craps-3": "1/9",
    "eleven": "1/9",
    "craps-12": "5/36",
    "c-and-e": "1/9",
    "horn": "1/8",
    "horn-high-2": "23/180",
    "horn-high-3": "11/90",
    "horn-high-11": "11/90",
    "horn-high-12": "23/180",
    "world": "2/15",
    "hop-easy": "1/9",
    "hop-hard": "5/36",
    "place-to-lose-4": "1/33",
    "place-to-lose-5": "1/40",
    "place-to-lose-6": "1/55",
    "pass-odds-4": "0",
    "dont-come-odds-9": "0",
}


def test_every_craps_wager_has_its_fraction() -> None:
    found = wager_edges.craps_edges()
    assert {name: found[name].edge for name in CRAPS} == {name: Fraction(text) for name, text in CRAPS.items()}
    assert found["buy-4"].element_of_risk == Fraction(1, 21)
    assert found["pass"].rolls == Fraction(557, 165)
    assert found["pass"].per_roll == Fraction(7, 495) / Fraction(557, 165)


def test_barring_the_two_costs_as_much_as_barring_the_twelve() -> None:
    assert wager_edges.craps_edges(bar=2)["dont-pass"].edge == Fraction(3, 220)


def test_mini_dice_has_its_fractions() -> None:
    found = {name: edge.edge for name, edge in wager_edges.mini_dice_edges().items()}
    assert found == {
        "place-4": Fraction(1, 15),
        "place-5": Fraction(1, 25),
        "place-6": Fraction(1, 66),
        "place-8": Fraction(1, 66),
        "place-9": Fraction(1, 25),
        "place-10": Fraction(1, 15),
        "field": Fraction(1, 18),
        "any-7": Fraction(1, 6),
        "over-7": Fraction(1, 6),
        "under-7": Fraction(1, 6),
    }


def test_a_shooter_throws_eight_and_a_half_times() -> None:
    assert wager_edges.expected_shooter_rolls() == Fraction(1671, 196)
    assert float(wager_edges.expected_shooter_rolls()) == pytest.approx(8.5255, abs=1e-4)
    assert sum(wager_edges.probability_of(total) for total in wager_edges.WAYS) == 1


# Against plain enumeration


def test_three_card_counts_agree_with_dealing_every_dealer_hand() -> None:
    for text in ("Qd 6c 4c", "2c 2d 9h", "As Ks Qs", "Jh 8h 2h", "4c 3d 2h"):
        cards = parse_cards(text)
        own = three_card_value(cards)
        counts = [0, 0, 0, 0]
        for hand in combinations([card for card in range(52) if card not in cards], 3):
            value = three_card_value(list(hand))
            if not three_card_qualifies(value, 12):
                counts[0] += 1
            else:
                counts[1 if own > value else 2 if own == value else 3] += 1
        a, b, c = sorted(cards)
        assert list(three_card_poker.results_by_hand()[a, b, c])[1:] == counts


def test_hands_of_house_games_are_graded_where_all_hands_are() -> None:
    counts = (Path(__file__).parents[3] / "kernel/banked/counts.cpp").read_text()
    assert "hoyle::grade(" in counts
    assert ">> 2) + 2" not in counts  # no pips of its own
    assert [name.replace("-", " ") for name in value_tables.FOUR_CARD_CLASSES if "pair" not in name] == [
        name for name in FOUR_CARD_CLASSES if "pair" not in name
    ]


@native
def test_the_kernel_ranks_four_cards_as_the_engine_does() -> None:
    packed = []
    for value in four_card_poker.hand_values():
        place = FOUR_CARD_CLASSES.index(four_card_class(value))
        for pip in HIGH4.pips(value):
            place = place << 4 | pip
        packed.append(place)
    assert KERNEL.four_card_scale() == packed
    chosen = random.Random(1)
    counted = dict(zip(four_card_poker.hand_values(), KERNEL.four_card_counts(), strict=True))
    assert sum(counted.values()) == comb(52, 5)
    for _ in range(200):
        assert counted[best_four(chosen.sample(range(52), 5))] > 0


@native
@pytest.mark.parametrize(("text", "up"), [("Ah Kd Qc 7s 2d", "Ks"), ("9h 9d 4c 4s 2d", "8h"), ("Ac Kc Qc 9c 2d", "3d")])
def test_the_kernel_counts_beaten_hands_as_a_sample_of_deals_does(text: str, up: str) -> None:
    cards, open_card = parse_cards(text), parse_card(up)
    rest = [card for card in range(52) if card not in cards and card != open_card]
    own = best_four(cards)
    chosen = random.Random(text)
    tries = 4000
    seen = sum(best_four([*chosen.sample(rest, 5), open_card]) > own for _ in range(tries))
    share = KERNEL.four_card_hand(cards, open_card) / four_card_poker.DEALS
    assert seen / tries == pytest.approx(share, abs=5 * (share * (1 - share) / tries) ** 0.5 + 1e-9)


@native
def test_sweep_and_single_hand_count_alike() -> None:
    """Two ways of counting: inclusion and exclusion over all hands, and one hand against every deal."""
    top = four_card_poker.hand_values()[-14]  # the suited A-K-Q-J
    place = four_card_poker.hand_values().index(top)
    sweep = four_card_poker.count_sweeps()[3]
    wins = sum(sweep.wins[place * 4 : place * 4 + 4])
    up = sweep.up * 4
    hands = [
        [*royal, card]
        for suit in range(4)
        for royal in [[rank * 4 + suit for rank in (9, 10, 11, 12)]]
        for card in range(52)
        if card not in royal and card != up and best_four([*royal, card]) == top
    ]
    assert sum(sweep.hands[place * 4 : place * 4 + 4]) == len(hands)
    assert wins == sum(four_card_poker.DEALS - KERNEL.four_card_hand(hand, up) for hand in hands)


def test_beaten_hands_of_a_short_deck_are_counted_one_by_one() -> None:
    deck = [card for card in range(52) if card >> 2 >= 8]  # tens and higher, 20 cards
    cards, up = parse_cards("Tc Jd Qh Ks Kc"), parse_card("Ah")
    rest = [card for card in deck if card not in cards and card != up]
    own = best_four(cards)
    expected = sum(best_four([*five, up]) > own for five in combinations(rest, 5))
    assert four_card_poker.count_beating_hands(cards, up, deck) == expected > 0


@native
def test_the_stud_tree_agrees_with_working_it_out_card_by_card() -> None:
    hands: tuple[tuple[str, str, list[int]], ...] = (
        ("Ah Kd", "9h 4c", [1, 1]),
        ("7c 6c", "5c", [3]),
        ("Jd 2s", "Jc 8h", [2, 3]),
        ("Qd 6c", "", []),
    )
    for cards, board, bets in hands:
        own, seen = parse_cards(cards), parse_cards(board)
        bet = 1 + sum(bets)
        fast = mississippi_stud.play_values(own, seen, bets)
        rows = StudEvaluator(mississippi_stud.Gains(STUD))
        slow = [rows.expected_win(frozenset([*own, *seen]), bet + more) for more in (1, 2, 3)]
        assert fast == slow


# Pay tables as data


def test_a_changed_line_changes_the_edge_and_warns() -> None:
    found = only("three-card-poker", "pair-plus", pay={"flush": Fraction(3)})
    assert found.edge == Fraction(308, 5525) + Fraction(274, 5525)
    assert found.paytable == "custom"
    assert found.warnings == ("flush pays 3 to 1, the book 4 to 1 (oneida TCP.K.1.b)",)
    field = only("craps", "field", pay={"field-12": Fraction(3)})
    assert (field.edge, field.warnings) == (Fraction(1, 36), ())
    assert "CR.F.1" in only("craps", "field", pay={"field-2": Fraction(1)}).warnings[0]


@native
def test_more_for_a_royal_is_allowed_and_cheaper() -> None:
    more = only("mississippi-stud", "ante", pay={"royal flush": Fraction(1000)})
    assert more.warnings == ()
    assert more.edge < Fraction(53223, 1082900)
    less = only("mississippi-stud", "ante", pay={"flush": Fraction(5)})
    assert "MS.M.1" in less.warnings[0]
    assert less.edge > Fraction(53223, 1082900)


def test_bad_questions_are_refused() -> None:
    for arguments in (("snap",), ("craps", "fire"), ("three-card-poker", "horn")):
        with pytest.raises(InvalidError):
            edges(*arguments)
    with pytest.raises(InvalidError, match="has no line 'pair'"):
        edges(
            "three-card-poker",
            "pair-plus",
            pay_table={line: Fraction(1) for line in list(PAIR_PLUS["standard"].lines)[:4]},
        )
    with pytest.raises(InvalidError, match="needs --wager"):
        edges("three-card-poker", pay={"flush": Fraction(3)})
    with pytest.raises(InvalidError, match="no pay table 'alternate'"):
        edges("four-card-poker", "aces-up", paytable="alternate")
    with pytest.raises(InvalidError, match="no pay table 'cheap'"):
        edges("three-card-poker", paytable="cheap")
    with pytest.raises(InvalidError, match="has no line 'field-2'"):
        edges("craps", "field", pay_table={"field": Fraction(1)})
    with pytest.raises(InvalidError, match="no pay line"):
        edges("craps", pay={"lightning": Fraction(1)})
    with pytest.raises(InvalidError, match="no pay table"):
        edges("craps", paytable="alternate")
    with pytest.raises(InvalidError, match="add up to"):
        Outcomes().edge("craps", "none", "standard")
    assert [edge.paytable for edge in edges("three-card-poker", paytable="alternate")] == ["alternate"]
    assert wagers("mini-dice")[-1] == "under-7"


@pytest.mark.parametrize("multiple", [1, 2, 100])
def test_the_line_with_odds_is_one_wager_whose_risk_is_the_combined_cost(multiple: int) -> None:
    for right, wager in ((True, "pass"), (False, "dont-pass")):
        found = wager_edges.line_edge(multiple, right=right)
        assert found.edge == wager_edges.craps_edges()[wager].edge
        # Two thirds of the come-outs make a point; behind it stand the odds, against it what they would win.
        behind = Fraction(2, 3) * multiple if right else multiple
        assert found.element_of_risk == found.edge / (1 + behind)
    assert wager_edges.line_edge(1).element_of_risk == Fraction(7, 825)
    assert wager_edges.line_edge(2).element_of_risk == Fraction(1, 165)
    assert wager_edges.line_edge(1, right=False).element_of_risk == Fraction(3, 440)


# Habits


def test_a_simple_player_of_three_card_poker_plays_best() -> None:
    found = analysis("three-card-poker").strategy_edge("ante-play", "simple")
    assert found is not None
    assert found.edge == Fraction(686689, 20358520)
    side = analysis("three-card-poker").strategy_edge("pair-plus", "random")
    assert side is not None
    assert side.edge == (1 + Fraction(308, 5525)) / 2


def test_a_simple_player_of_mississippi_stud_pays_more() -> None:
    found = analysis("mississippi-stud").strategy_edge("ante", "simple")
    assert found is not None
    assert found.edge == Fraction(9406, 116025)
    assert found.lines["royal flush"] <= Fraction(4, 2598960)


@native
def test_a_simple_player_of_four_card_poker_pays_a_little_more() -> None:
    found = analysis("four-card-poker").strategy_edge("ante-play", "simple")
    best = edges("four-card-poker", "ante-play")[0].edge
    assert found is not None
    assert best < found.edge < best + Fraction(1, 100)
