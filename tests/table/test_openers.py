"""Who opens a later street where cards decide it: also when hands die before they act, or cannot bet."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.table.facade import floor_of
from tests.table.tables import STUDS, call_down, one, sign, table

from hoyle.core.cards import DECK, parse_cards, rank_of, stacked_deck
from hoyle.games.poker.floor.ruling_types import DEAD_HAND
from hoyle.history.phh.reader import read_phh
from hoyle.history.phh.writer import hand_history_of, to_phh
from hoyle.history.replay.hand_replay import replay
from hoyle.rulebooks import poker_book
from hoyle.rulebooks.book_parameters import with_overrides
from hoyle.table import PokerTable, PostedSign

CLAUSES = {
    ("oneida", "stud7-high"): "XI.I.6(a)",
    ("oneida", "stud7-hilo"): "XI.I.6(a)",
    ("oneida", "stud7-hilo8"): "XI.I.6(a)",
    ("oneida", "stud5-high"): "XI.M.6",
    ("nj-19-47", "stud7-high"): "19:47-14.9(f)1",
    ("nj-19-47", "stud7-hilo"): "19:47-14.9(f)1",
    ("nj-19-47", "stud7-hilo8"): "19:47-14.9(f)1",
    ("nj-19-47", "stud5-high"): "19:47-14.13(f)",
    ("nj-19-47", "mambo-hilo6"): "19:47-14.13A(f)",
}
STREETS = {
    "stud7-high": ("fourth", "fifth", "sixth", "seventh"),
    "stud7-hilo": ("fourth", "sixth"),
    "stud7-hilo8": ("fifth", "seventh"),
    "stud5-high": ("third", "fourth", "fifth"),
    "mambo-hilo6": ("third", "community"),
    "razz": ("fourth", "seventh"),
}


def test_the_games_that_are_opened_by_cards_are_all_here() -> None:
    games = {(id, game) for id in ("oneida", "nj-19-47") for game in poker_book(id).games if game in STUDS}
    assert games == CLAUSES.keys()


def left(playing: PokerTable, seat: int) -> list[Any]:
    return floor_of(playing).left(seat, protected=False, comment=False)


def fouled(playing: PokerTable, seat: int) -> list[Any]:
    return floor_of(playing).fouled(seat, protected=True)


def swept(playing: PokerTable, seat: int) -> list[Any]:
    return floor_of(playing).fouled(seat, protected=False, swept=True)


def miscounted(playing: PokerTable, seat: int) -> list[Any]:
    return floor_of(playing).wrong_number(seat, protected=False)


WAYS = [left, fouled, swept, miscounted]


def go_to(playing: PokerTable, street: str) -> PokerTable:
    """Everybody stays in as cheaply as possible until a street is dealt."""
    while playing.playing_round().street != street:
        offered = playing.options()
        wager = "bring in" if offered.forced else f"bet {offered.min_raise_to}"
        playing.act(offered.seat, "call" if offered.call else "check" if offered.check else wager)
    return playing


def opener_of(playing: PokerTable) -> int:
    """Who opens, from the cards that lie open: told anew, by the words of the books."""
    state = playing.playing_round().state
    game, common = playing.sign.game, [rank_of(card) for card in state.board]

    def claim(at: int) -> tuple[Any, ...]:
        ups = [card for card, up in zip(state.cards[at], state.ups[at], strict=True) if up]
        ranks = Counter(rank_of(card) for card in ups)
        if game == "mambo-hilo6" and not common:
            return (ups[0],)
        if game == "mambo-hilo6":
            return (rank_of(ups[0]) in common, rank_of(ups[0]))
        if game == "razz":
            ranks = Counter((rank_of(card) + 1) % 13 for card in ups)
            groups = sorted(((count, rank) for rank, count in ranks.items()), reverse=True)
            return (tuple(-count for count, _ in groups), tuple(-rank for _, rank in groups))
        groups = sorted(((count, rank) for rank, count in ranks.items()), reverse=True)
        return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)

    able = [at for at in range(len(state.seats)) if state.live[at] and state.stacks[at] > 0]
    best = max(claim(at) for at in able)
    return next(state.seats[at] for at in able if claim(at) == best)


@pytest.mark.parametrize(
    ("id", "game", "clause"),
    [
        pytest.param(id, game, clause, id=f"{id}-{game}", marks=pytest.mark.clauses(f"{id} {clause}"))
        for (id, game), clause in CLAUSES.items()
    ],
)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_the_best_hand_showing_of_those_still_in_opens_when_the_opener_dies(
    id: str, game: str, clause: str, way: Any
) -> None:
    chance = Random(f"{id} {game} {way.__name__}")
    elsewhere = 0
    for street in STREETS[game]:
        for _ in range(4):
            playing = table(id, game, players=6)
            playing.deal(chance.sample(DECK, len(DECK)))
            go_to(playing, street)
            while playing.playing_round().state.live_count() > 2:
                seat = playing.pending()[0].seat
                assert seat == opener_of(playing)
                clockwise = playing.playing_round().state.next_live(seat - 1) + 1
                entries = way(playing, seat)
                named = one(entries, "turn")
                assert playing.pending()[0].seat == named.seat == opener_of(playing)
                elsewhere += named.seat != clockwise
                offered = playing.options()
                assert offered.opening
                assert offered.check == (game != "stud5-high")
    assert elsewhere >= 5


@pytest.mark.clauses("nj-19-47 19:47-14.13A(h)1", "oneida XI.I.6(a)")
@pytest.mark.parametrize(("id", "game"), [("nj-19-47", "mambo-hilo6"), ("oneida", "stud7-high")])
def test_a_hand_that_dies_before_the_opener_acts_takes_no_turn_away(id: str, game: str) -> None:
    chance = Random(game)
    for _ in range(10):
        playing = table(id, game, players=5)
        playing.deal(chance.sample(DECK, len(DECK)))
        go_to(playing, STREETS[game][-1])
        opens = playing.pending()[0].seat
        for seat in {1, 2, 3, 4, 5} - {opens}:
            if playing.playing_round().state.live_count() > 2:
                left(playing, seat)
                assert playing.pending()[0].seat == opens == opener_of(playing)


@pytest.mark.parametrize("game", ["razz", "stud5-high", "stud7-hilo8", "mambo-hilo6"])
def test_the_house_book_names_the_next_opener_in_the_same_way(game: str) -> None:
    chance = Random(game)
    for street in STREETS[game]:
        playing = PokerTable.open(
            PostedSign(book="house", game=game, structure="fixed-limit", limits=(4, 8), ante=1, forced_bet=2)
        )
        for seat in range(1, 7):
            playing.sit(seat, 200, f"player {seat}")
        playing.deal(chance.sample(DECK, len(DECK)))
        go_to(playing, street)
        while playing.playing_round().state.live_count() > 2:
            floor_of(playing).left(playing.pending()[0].seat, protected=False, comment=False, house=DEAD_HAND)
            assert playing.pending()[0].seat == opener_of(playing)


# Four players; on fourth street ann shows a pair of kings, bob 7-4, cat a pair of nines, dan Q-J.
SHOWING = "2c 2d 2h 3c 3d 3h 4c 4d Kh 7h 9h Qh 8s Ks 4s 9s Js"
"""Hole cards twice round, up-cards, a burn, up-cards."""


def fourth_street(id: str = "oneida", **changes: Any) -> PokerTable:
    playing = table(id, "stud7-high", players=4, **changes)
    playing.deal(stacked_deck(SHOWING))
    return go_to(playing, "fourth")


@pytest.mark.clauses("oneida XI.I.6(a)", "oneida XI.P.10(c)")
def test_a_bet_that_goes_back_with_its_opener_is_as_if_it_had_not_been_made() -> None:
    playing = fourth_street()
    playing.act(1, "bet 4")
    fouled(playing, 1)
    assert playing.pending()[0].seat == 3, "a pair of nines, though bob was next to answer"
    assert playing.options().label() == "fold, check, bet 4"


@pytest.mark.clauses("oneida XI.M.6", "oneida XI.P.10(c)")
def test_nobody_who_folded_to_a_bet_that_went_back_leaves_another_to_be_forced() -> None:
    playing = table("oneida", "stud5-high", players=4)
    playing.deal(stacked_deck("2c 2d 2h 3c Kh 7h 9h Qh 8s Ks 4s 9s Js"))
    go_to(playing, "third")
    playing.act(1, "bet 4")
    playing.act(2, "fold")
    fouled(playing, 1)
    assert playing.pending()[0].seat == 3
    playing = table("oneida", "stud5-high", players=4)
    playing.deal(stacked_deck("2c 2d 2h 3c Kh 7h 9h Qh 8s Ks 4s Js 9s"))
    go_to(playing, "third")
    playing.act(1, "bet 4")
    fouled(playing, 1)
    assert (playing.pending()[0].seat, playing.options().label()) == (4, "bet 4"), "Q-9 before J-9 and 7-4"


@pytest.mark.clauses("oneida XI.I.6(a)")
def test_an_opener_who_has_acted_leaves_the_turn_to_the_next_seat() -> None:
    for words in ("check", "fold"):
        playing = fourth_street()
        playing.act(1, words)
        assert playing.pending()[0].seat == 2
        left(playing, 2)
        assert playing.pending()[0].seat == 3
    checked = fourth_street()
    checked.act(1, "check")
    left(checked, 1)
    assert checked.pending()[0].seat == 2
    called = fourth_street()
    called.act(1, "bet 4")
    called.act(2, "call")
    fouled(called, 1)
    assert (called.pending()[0].seat, called.options().call) == (3, 4), "what was called stays"


@pytest.mark.clauses("oneida XI.P.4", "oneida XI.I.6(a)")
def test_whoever_opened_in_place_of_a_dead_hand_shows_first() -> None:
    playing = fourth_street(table_all=False)
    go_to(playing, "seventh")
    first = playing.pending()[0].seat
    left(playing, first)
    opens = playing.pending()[0].seat
    while playing.playing_round().pending == "action":
        playing.act(playing.playing_round().actor, "check")
    assert playing.playing_round().pending == "show"
    assert playing.playing_round().actor == opens


@pytest.mark.clauses("oneida XI.I.6(a)")
def test_nobody_opens_where_the_death_of_the_opener_leaves_no_bet_to_be_answered() -> None:
    playing = table("oneida", "stud7-high", players=2)
    for seat, chips in ((3, 8), (4, 8)):
        playing.sit(seat, chips, f"short {seat}")
    playing.deal(stacked_deck(SHOWING))
    playing.act(2, "raise to 4" if playing.options().call else "complete to 4")
    while playing.playing_round().street != "fifth":
        offered = playing.options()
        wager = f"bet {offered.min_raise_to}"
        playing.act(offered.seat, "call" if offered.call else wager if offered.opening else "fold")
    state = playing.playing_round().state
    assert [state.stacks[at] for at in (2, 3)] == [0, 0]
    left(playing, playing.pending()[0].seat)
    assert playing.pending()[0].kind == "street"


@pytest.mark.clauses("oneida XI.I.6(a)", "nj-19-47 19:47-14.9(f)1")
@pytest.mark.parametrize("id", ["oneida", "nj-19-47"])
def test_the_best_hand_that_can_bet_opens_when_a_better_one_is_all_in(id: str) -> None:
    playing = PokerTable.open(sign(id, "stud7-high", ante=1))
    for seat, chips in enumerate((7, 200, 200, 200), 1):
        playing.sit(seat, chips, f"player {seat}")
    playing.deal(stacked_deck(SHOWING))
    assert playing.pending()[0].seat == 2
    playing.act(2, "complete to 4")
    playing.act(3, "raise to 8")
    playing.act(4, "call")
    playing.act(1, "call")
    playing.act(2, "call")
    assert playing.playing_round().state.stacks[0] == 0
    assert playing.pending()[0].seat == 3, "a pair of nines, not the seat next to the kings"


def test_a_house_may_let_the_turn_pass_from_the_hand_that_is_all_in() -> None:
    by_seat = with_overrides(poker_book("oneida"), {"all_in_opener": "clockwise"})
    playing = PokerTable.open(sign("oneida", "stud7-high", ante=1), book=by_seat)
    for seat, chips in enumerate((7, 200, 200, 200), 1):
        playing.sit(seat, chips, f"player {seat}")
    playing.deal(stacked_deck(SHOWING))
    for seat, words in ((2, "complete to 4"), (3, "raise to 8"), (4, "call"), (1, "call"), (2, "call")):
        playing.act(seat, words)
    assert playing.pending()[0].seat == 2


def test_the_cards_of_these_tests_lie_as_they_are_told() -> None:
    state = fourth_street().playing_round().state
    shown = [[card for card, up in zip(*hand, strict=True) if up] for hand in zip(state.cards, state.ups, strict=True)]
    assert shown == [parse_cards(cards) for cards in ("Kh Ks", "7h 4s", "9h 9s", "Qh Js")]


def test_records_of_both_readings_are_replayed() -> None:
    for switch in ("next-best", "clockwise"):
        read_so = with_overrides(poker_book("oneida"), {"all_in_opener": switch})
        playing = PokerTable.open(sign("oneida", "stud7-high", ante=1), book=read_so)
        for seat, chips in enumerate((8, 200, 200, 200), 1):
            playing.sit(seat, chips, f"player {seat}")
        playing.deal(stacked_deck(SHOWING))
        for seat, words in ((2, "complete to 4"), (3, "raise to 8"), (4, "call"), (1, "call"), (2, "call")):
            playing.act(seat, words)
        call_down(playing)
        assert playing.round is not None
        again = replay(read_phh(to_phh(hand_history_of(playing.round))))
        assert (again.ok, again.complete) == (True, True), again.error
        passed = [repair for repair in again.repairs if "passed clockwise" in repair]
        assert len(passed) == (switch == "clockwise")
