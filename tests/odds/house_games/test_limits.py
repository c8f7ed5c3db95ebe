"""Posted limits in the odds of Mississippi Stud: every value against hands that are really settled."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from tests.cli.commands import hoyle
from tests.games.house_cards.rounds import FCP, MS, TCP, stacked, started

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.house_cards.game_definition import STREETS
from hoyle.games.house_cards.hand_values import five_card_class, stud_line
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.odds.house_games import mississippi_stud
from hoyle.odds.house_games.advice import Coach, advise, choice_values
from hoyle.odds.house_games.analysis_interface import max_win_in_antes
from hoyle.odds.house_games.analysis_registry import analysis
from hoyle.odds.house_games.house_edge import edges, limit_in_antes
from hoyle.odds.house_games.kernel_loader import KERNEL
from hoyle.odds.house_games.rulebook_pay_tables import STUD
from hoyle.odds.python_kernel.mississippi_stud_tree import StudTree
from hoyle.server.api.house_games import CoachInput, HouseGameSign, betting_layout, wager_cost
from hoyle.server.api.house_games import advise as coach_advice

native = pytest.mark.skipif(KERNEL is None, reason="needs the compiled module hoyle._banked")

LUCKY: dict[str, Any] = {
    "optional_wagers": ("lucky",),
    "approved_wagers": ("lucky",),
    "optional_pay": {"lucky": {"flush": "5 to 1", "straight": "3 to 1", "royal flush": "900 to 1"}},
}
SIGNS: dict[str, dict[str, Any]] = {
    "no limit": {},
    "hand": {"max_payout": 10_000},
    "round": {"round_limit": 10_000},
    "both": {"max_payout": 10_000, "round_limit": 15_000},
    "with a wager by approval": {"max_payout": 10_000, **LUCKY},
}


def settled(sign: HouseCardSign, cards: list[int], wagers: dict[str, int]) -> int:
    """What the five cards gain: the hand is played at a table of its own and settled there."""
    round_ = HouseCardRound(sign, {1: 10**9}, stacked(cards_text(cards)))
    for wager in sign.opening:
        if wager in wagers:
            round_.wager(1, wager, wagers[wager])
    round_.close()
    for street in STREETS:
        round_.play(1, wagers[street])
    return round_.state.places[1].net


def by_lines(sign: HouseCardSign, wagers: dict[str, int]) -> Callable[[list[int], int], int]:
    """What five cards gain with so many Antes bet; one hand of every line is really settled."""

    @cache
    def of_line(line: str, bet: int, cards: tuple[int, ...]) -> int:
        ante = wagers["ante"]
        streets = {"third": min(3, bet - 3), "fourth": 0, "fifth": 0}
        streets["fourth"] = min(3, bet - 2 - streets["third"])
        streets["fifth"] = bet - 1 - streets["third"] - streets["fourth"]
        return settled(sign, list(cards), {**wagers, **{name: n * ante for name, n in streets.items()}})

    seen: dict[str, tuple[int, ...]] = {}

    def gain(cards: list[int], bet: int) -> int:
        line = stud_line(five_card_class(cards))
        return of_line(line, bet, seen.setdefault(line, tuple(cards)))

    return gain


def brute_force(
    cards: list[int], bet: int, folded: Callable[[int], int], gain: Callable[[list[int], int], int]
) -> Fraction:
    """What so many Antes are worth before the next card: every card is tried, and the best play follows."""
    rest = [card for card in range(52) if card not in cards]
    if len(cards) == 4:
        return Fraction(sum(gain([*cards, card], bet) for card in rest), 48)
    total = Fraction(0)
    for card in rest:
        wider = [*cards, card]
        played = (brute_force(wider, bet + more, folded, gain) for more in (1, 2, 3))
        total += max(Fraction(folded(bet)), *played)
    return total / len(rest)


STATES = [
    ("Ah Kh", "Qh Jh", [3, 3]),
    ("Ah Kh", "Qh Jh", [1, 1]),
    ("9c 9d", "9h 9s", [3, 3]),
    ("7c 2d", "Qd Th", [1, 1]),
    ("Ts Js", "Qs", [1]),
    ("4c 4d", "4h", [3]),
]


@pytest.mark.clauses("oneida MS.M.2", "oneida MS.M.2/3", "oneida MS.B.4", "oneida MS.H.1")
@pytest.mark.parametrize("posted", SIGNS)
@pytest.mark.parametrize("ante", [1, 3, 100, 1500])
def test_the_coach_counts_what_the_table_would_pay(posted: str, ante: int) -> None:
    sign = HouseCardSign(MS, **SIGNS[posted])
    for own, open_cards, bets in STATES:
        cards, board = parse_cards(own), parse_cards(open_cards)
        wagers = {"ante": ante, **dict(zip(STREETS, (ante * bet for bet in bets), strict=False))}
        lucky = {"lucky": 7} if sign.optional else {}
        found = choice_values(sign, cards, {**wagers, **lucky}, up=[], board=board)
        gain = by_lines(sign, {"ante": ante, **lucky})

        def folded(bet: int, ante: int = ante, lucky: int = sum(lucky.values())) -> int:
            return -bet * ante - lucky

        bet = 1 + sum(bets)
        assert found.options == {
            "fold": folded(bet),
            **{f"play-{more}x": brute_force([*cards, *board], bet + more, folded, gain) for more in (1, 2, 3)},
        }


@native
@pytest.mark.clauses("oneida MS.M.2")
@pytest.mark.parametrize(("cards", "ante"), [("Ah Kh", 100), ("Jc Jd", 1000)])
def test_the_first_decision_under_a_limit_is_counted_card_by_card(cards: str, ante: int) -> None:
    sign = HouseCardSign(MS, max_payout=10_000)
    own = parse_cards(cards)
    found = choice_values(sign, own, {"ante": ante}, up=[], board=[])
    rows = mississippi_stud.StudEvaluator(mississippi_stud.Gains(STUD, Fraction(10_000, ante)))
    values = {f"play-{more}x": ante * rows.expected_win(frozenset(own), 1 + more) for more in (1, 2, 3)}
    assert found.options == {"fold": -ante, **values}
    free = choice_values(HouseCardSign(MS), own, {"ante": ante}, up=[], board=[])
    assert all(found.options[name] < free.options[name] for name in values)


@pytest.mark.clauses("oneida MS.M.2")
def test_under_a_limit_a_sure_thing_is_bet_as_far_as_it_pays() -> None:
    """Four nines pay 40 to 1: an Ante of 1,500 has the 10,000 already, and more chips add nothing."""
    cards, board = parse_cards("9c 9d"), parse_cards("9h 9s")
    wagers = {"ante": 1500, "third": 4500, "fourth": 4500}
    free = choice_values(HouseCardSign(MS), cards, wagers, up=[], board=board)
    assert free.best == ["play-3x"]
    capped = choice_values(HouseCardSign(MS, max_payout=10_000), cards, wagers, up=[], board=board)
    assert capped.options == {"fold": -10_500, "play-1x": 10_000, "play-2x": 10_000, "play-3x": 10_000}
    draw = choice_values(
        HouseCardSign(MS, max_payout=10_000),
        parse_cards("Ah Kh"),
        {"ante": 1000, "third": 1000, "fourth": 1000},
        up=[],
        board=parse_cards("Qh Jh"),
    )
    assert draw.best == ["play-1x"]
    assert advise(MS, parse_cards("Ah Kh"), board=parse_cards("Qh Jh"), bets=[1, 1]).best == ["play-3x"]


@native
@pytest.mark.parametrize("max_win", [Fraction(10), Fraction(10_000, 7), Fraction(100)])
@pytest.mark.clauses("oneida MS.M.2")
def test_the_cost_of_the_ante_under_a_limit_is_the_mean_of_all_first_hands(max_win: Fraction) -> None:
    found = mississippi_stud.ante_edge(max_win=max_win)
    gains = mississippi_stud.Gains(STUD, max_win)
    suited, pairs, others = 4, 6, 12
    total = Fraction(0)
    for high, low in combinations(range(13), 2):
        for ways, cards in ((suited, [high * 4, low * 4]), (others, [high * 4, low * 4 + 1])):
            total += ways * max(Fraction(-1), *mississippi_stud.play_values(cards, [], [], gains))
    for rank in range(13):
        total += pairs * max(Fraction(-1), *mississippi_stud.play_values([rank * 4, rank * 4 + 1], [], [], gains))
    assert found.edge == -total / 1326
    assert found.max_win == max_win
    assert found.as_json()["most"] == f"{max_win.numerator}/{max_win.denominator}"
    assert sum(found.lines.values()) == 1
    assert found.edge > mississippi_stud.ante_edge().edge


@native
def test_a_limit_that_no_hand_reaches_changes_nothing() -> None:
    assert mississippi_stud.ante_edge(max_win=Fraction(5000)).edge == mississippi_stud.ante_edge().edge
    assert mississippi_stud.ante_edge(max_win=Fraction(2000)).edge > mississippi_stud.ante_edge().edge
    assert mississippi_stud.play_values(
        [0, 5], [], [], mississippi_stud.Gains(STUD, Fraction(5000))
    ) == mississippi_stud.play_values([0, 5], [], [])


@native
def test_without_a_compiler_the_figures_under_a_limit_are_the_same() -> None:
    whole, _ = mississippi_stud.Gains(STUD, Fraction(10_000, 300)).as_integers()
    assert StudTree(whole).outcomes() == list(KERNEL.stud_outcomes(whole))


@native
def test_amounts_too_large_for_the_kernel_are_counted_without_it() -> None:
    max_win = Fraction(10**12, 10**12 - 11)
    cards, board, bets = parse_cards("Ah Kh"), parse_cards("Qh"), [2]
    gains = mississippi_stud.Gains(STUD, max_win, ())
    values = mississippi_stud.play_values(cards, board, bets, gains)
    rows = mississippi_stud.StudEvaluator(gains)
    assert values == [rows.expected_win(frozenset([*cards, *board]), 3 + more) for more in (1, 2, 3)]


@native
def test_the_kernel_refuses_what_cannot_be_bet() -> None:
    whole, _ = mississippi_stud.Gains().as_integers()
    for cards, bet in (([0, 5], 2), ([0, 5, 9], 5), ([0, 5, 9, 13], 8), ([0, 5, 9], 1)):
        with pytest.raises(ValueError, match="cannot be bet"):
            KERNEL.stud_values(whole, cards, bet)


# Where limits come from


def test_the_lower_of_two_limits_holds_for_a_hand_alone() -> None:
    assert max_win_in_antes(HouseCardSign(MS), 5) is None
    assert max_win_in_antes(HouseCardSign(MS, max_payout=10_000), 6) == Fraction(5000, 3)
    assert max_win_in_antes(HouseCardSign(MS, max_payout=10_000, round_limit=20_000), 5) == 2000
    assert max_win_in_antes(HouseCardSign(MS, round_limit=20_000), 5) == 4000


@pytest.mark.clauses("oneida MS.M.2")
def test_a_limit_is_one_that_a_house_may_post() -> None:
    assert limit_in_antes(MS, None) is None
    assert limit_in_antes(MS, 100, max_payout=10_000) == 100
    assert limit_in_antes(MS, 100, max_payout=10_000, round_limit=12_000) == 100
    with pytest.raises(IllegalError) as refusal:
        limit_in_antes(MS, 100, max_payout=9_999)
    assert refusal.value.clause == "oneida MS.M.2"
    for game in (TCP, FCP, "craps"):
        with pytest.raises(InvalidError, match="has no maximum payout"):
            limit_in_antes(game, 100, max_payout=10_000)
        with pytest.raises(InvalidError, match="has no maximum payout"):
            edges(game, max_win=Fraction(100))
    for ante in (None, 0, -5):
        with pytest.raises(InvalidError, match="needs the chips of the Ante"):
            limit_in_antes(MS, ante, max_payout=10_000)
    with pytest.raises(InvalidError, match="only a posted limit"):
        limit_in_antes(MS, 5)
    with pytest.raises(InvalidError, match="has no maximum payout"):
        analysis(TCP).edge_within("ante-play", STUD, Fraction(5))


@native
@pytest.mark.clauses("oneida MS.B.4")
def test_the_coach_says_whose_winnings_come_off_the_limit_of_the_round_first() -> None:
    wagers = {1: {"ante": 10}, 2: {"ante": 10}, 4: {"ante": 10}}
    limited = started(HouseCardSign(MS, round_limit=10_000), "", wagers)
    coach = Coach(MS)
    [note] = coach.advise(limited, 1).notes
    assert note.startswith("seats 2, 4 settled first")
    assert note.endswith("(oneida MS.B.4)")
    assert coach.advise(limited, 1).as_json()["notes"] == [note]
    limited.play(1)
    limited.fold(2)
    assert coach.advise(limited, 4).notes == ()
    limited.play(4)
    assert coach.advise(limited, 1).notes[0].startswith("seat 4 settled first")
    assert coach.advise(started(HouseCardSign(MS, max_payout=10_000), "", wagers), 1).notes == ()


# The command line and the room


@native
def test_the_command_line_counts_limits() -> None:
    told = hoyle("edge", MS, "--ante", "100", "--max-payout", "10000", "--json").output
    assert json.loads(told)[0]["edge"] == "14993/129948"
    shown = hoyle("edge", MS, "--ante", "100", "--round-limit", "10000").output
    assert "No hand wins more than 100 Antes." in shown
    told = hoyle(
        *("strategy", MS, "--cards", "Ah Kh", "--board", "Qh Jh", "--bets", "1,1", "--json"),
        *("--ante", "1000", "--max-payout", "10000"),
    ).output
    assert json.loads(told) == {
        "options": {"fold": "-3/1", "play-1x": "3/2", "play-2x": "5/4", "play-3x": "1/1"},
        "best": ["play-1x"],
    }
    assert "--table is the strategy for all cards" in hoyle("strategy", MS, "--table", "--ante", "5").output
    assert "has no maximum payout" in hoyle("edge", TCP, "--ante", "5", "--max-payout", "10000").output


@native
@pytest.mark.parametrize("limit", ["max_payout", "round_limit"])
def test_the_layout_says_what_the_least_ante_costs_under_a_limit(limit: str) -> None:
    posted = HouseCardSign(MS, ante=(100, 0), **{limit: 10_000}).facts()  # type: ignore[arg-type]
    [ante] = [spot for spot in betting_layout(HouseGameSign(game=MS, posted=posted)).spots if spot.name == "ante"]
    assert not ante.edge, "the cost that is kept goes by no limit"
    assert [each.clause for each in ante.holds] == ["oneida MS.M.2" if limit == "max_payout" else "oneida MS.B.4"] * 2
    assert "an Ante of 100" in ante.holds[-1].text
    assert wager_cost(HouseGameSign(game=MS, posted=posted), "ante").edge == "14993/129948"
    untouched = HouseCardSign(MS, ante=(2, 0), **{limit: 10_000}).facts()  # type: ignore[arg-type]
    [ante] = [spot for spot in betting_layout(HouseGameSign(game=MS, posted=untouched)).spots if spot.name == "ante"]
    assert ante.edge == "53223/1082900"


@native
def test_the_coach_of_the_room_counts_limits() -> None:
    posted = HouseCardSign(MS, max_payout=10_000, round_limit=20_000).facts()
    cards, board = parse_cards("Ah Kh"), parse_cards("Qh Jh")
    wagers = {"ante": 1000, "third": 1000, "fourth": 1000}
    told = coach_advice(CoachInput(posted=posted, cards=cards, wagers=wagers, up=[], board=board, first=[4]))
    assert [(each.choice, each.exact) for each in told.options] == [
        *(("fold", "-3"), ("play-1x", "3/2"), ("play-2x", "5/4"), ("play-3x", "1"))
    ]
    assert told.best == ["play-1x"]
    assert len(told.notes) == 1
