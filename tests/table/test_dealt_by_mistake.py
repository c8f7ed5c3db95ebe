"""Cards given to the wrong seats: who pays antes and blinds, and who answers for them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.table.facade import floor_of
from tests.table.tables import by_book, call_down, fold_to, named, one, sign, table

from hoyle.core.cards import DECK, stacked_deck
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.pots.side_pots import pots_of
from hoyle.history.narration import narrate
from hoyle.history.phh.reader import read_phh
from hoyle.history.phh.writer import hand_history_of, to_phh
from hoyle.history.replay.hand_replay import replay
from hoyle.table import Fees, KillOption, PokerTable, Rake

BLINDS = {
    "oneida": "XI.K.4",
    "nj-19-47": "19:47-14.11(d)",
    "nj-13-69f": "13:69F-14.11(A)(d)",
    "room-2012": "OMA(4)",
    "ca-omaha": "BLIND",
}
MISSED = {
    "oneida": "XI.P.6(d)",
    "nj-19-47": "19:47-14.15[GEN(5)(iv)]",
    "nj-13-69f": "nj-19-47 19:47-14.15[GEN(5)(iv)]",
    "room-2012": "GEN(5)(iv)",
}


def passing_over(playing: PokerTable, seat: int, **how: Any) -> PokerTable:
    """The next round is dealt, and the dealer forgets one seat."""
    seats = [each for each in sorted(playing.state.players) if each != seat]
    playing.deal(stacked_deck(""), dealt_in=seats, **how)
    return playing


# With four players and the button at seat 1, seat 2 owes the small blind and seat 3 the big one.


@by_book(MISSED)
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_blinds_stay_with_the_seats_that_owe_them_whoever_is_passed_over(book: str, clause: str, seat: int) -> None:
    right = table(book, players=4)
    right.deal(stacked_deck(""))
    playing = passing_over(table(book, players=4), seat)
    assert playing.stacks == right.stacks
    posted = [(post.seat, post.what, post.chips) for post in named(playing.log, "posted")]
    assert posted == [(post.seat, post.what, post.chips) for post in named(right.log, "posted")]
    assert one(playing.log, "round-began").seats == [each for each in (1, 2, 3, 4) if each != seat]
    first = 4 if seat != 4 else 1
    assert (playing.pending()[0].seat, playing.options().call) == (first, 4)
    assert seat not in {to for entry in named(playing.log, "dealt") for to in entry.seats}
    ruled = one(floor_of(playing).missed_seat(seat), "ruled")
    assert (ruled.result, ruled.clause) == ("misdeal", clause)
    assert playing.stacks == {1: 200, 2: 200, 3: 200, 4: 200}
    assert playing.button == 1


@by_book(MISSED)
@pytest.mark.parametrize("seat", [2, 3])
def test_found_too_late_the_blind_of_the_seat_is_won_with_the_pot(book: str, clause: str, seat: int) -> None:
    playing = passing_over(table(book, players=4), seat)
    playing.act(4, "call")
    playing.act(1, "call")
    ruled = one(floor_of(playing).missed_seat(seat), "ruled")
    assert (ruled.result, ruled.clause) == ("play on", clause)
    paid = 200 - playing.stacks[seat]
    assert paid == (2 if seat == 2 else 4)
    fold_to(playing, 4)
    assert playing.stacks[4] == 200 + 10
    assert playing.stacks[seat] == 200 - paid
    assert sum(playing.stacks.values()) == 800


@pytest.mark.clauses("oneida XI.P.6(d)")
def test_whoever_is_passed_over_has_nothing_to_play_show_or_lose() -> None:
    playing = passing_over(table("oneida", "holdem", players=4), 3)
    seen = playing.view(3).round
    assert seen is not None
    assert (seen.hands[2].cards, seen.hands[2].bet) == ([], 4)
    for refused in (
        lambda: playing.act(3, "check"),
        lambda: floor_of(playing).left(3, protected=True, comment=False),
        lambda: floor_of(playing).fouled(3, protected=True),
        lambda: floor_of(playing).disclose(3),
        lambda: floor_of(playing).ineligible(3, why="no seat"),
        lambda: playing.deal(stacked_deck("")),
    ):
        with pytest.raises(IllegalError):
            refused()
    for seat in (1, 2, 4):
        with pytest.raises(IllegalError, match="was not passed over"):
            floor_of(playing).missed_seat(seat)
    again = PokerTable.load(playing.dump())
    assert again.state == playing.state or again.state.to_dict() == playing.state.to_dict()
    assert call_down(again).stacks == call_down(playing).stacks
    assert playing.stacks[3] == 196


@pytest.mark.clauses("oneida XI.P.6(d)")
def test_the_deal_cannot_begin_at_a_seat_that_gets_no_cards() -> None:
    with pytest.raises(InvalidError, match="first 3: cards go to seats 1, 2, 4"):
        passing_over(table("oneida", "holdem", players=4), 3, first=3)


@pytest.mark.clauses("oneida XI.K.13", "oneida XI.P.6(d)")
def test_a_killer_who_is_passed_over_has_posted_the_kill_blind() -> None:
    playing = table("oneida", players=4, kill=KillOption(kind="kill", dollars=10))
    playing.deal(stacked_deck(""))
    fold_to(call_one(playing), 4)
    assert playing.state.kill.holder == "player 4"
    before = playing.stacks
    passing_over(playing, 4)
    assert (before[4] - playing.stacks[4], playing.limits) == (8, (8, 16))
    assert one(playing.log[-20:], "round-began").killer == 4


def call_one(playing: PokerTable) -> PokerTable:
    """Two players put in a call, so that there is a pot to win."""
    playing.act(4, "call")
    playing.act(1, "call")
    return playing


@pytest.mark.clauses("oneida XI.P.6(d)")
@pytest.mark.parametrize("game", ["stud7-high", "stud5-high", "draw5-high", "holdem"])
def test_an_ante_is_paid_before_the_dealer_passes_anybody_over(game: str) -> None:
    playing = passing_over(table("oneida", game, players=4, ante=1), 4)
    assert playing.stacks[4] == 199
    assert sum(post.what == "ante" for post in named(playing.log, "posted")) == 4
    assert playing.playing_round().state.live == [True, True, True, False]
    floor_of(playing).missed_seat(4)
    assert playing.stacks == {1: 200, 2: 200, 3: 200, 4: 200}


@pytest.mark.clauses("oneida XI.P.6(d)")
def test_missed_blinds_that_were_made_up_stay_made_up_when_the_seat_is_passed_over() -> None:
    playing = table("oneida", "holdem", players=5, missed_blinds="dead")
    playing.sit_out(3)
    for _ in range(2):
        playing.deal(stacked_deck(""))
        fold_to(playing, playing.playing_round().actor)
    owed = playing.state.poker_player(3).missed
    assert owed
    playing.sit_in(3)
    before = playing.stacks[3]
    passing_over(playing, 3)
    paid = before - playing.stacks[3]
    assert paid > 0
    floor_of(playing).missed_seat(3)
    assert (playing.stacks[3], playing.state.poker_player(3).missed) == (before, owed)
    passing_over(playing, 3)
    fold_to(playing, playing.playing_round().actor)
    assert (before - playing.stacks[3], playing.state.poker_player(3).missed) == (paid, [])


def test_no_collection_is_taken_from_a_seat_without_cards() -> None:
    fees = Fees(rates={2: 1}, charged="player", criterion="table limit", collected="before the deal", jackpot=0)
    playing = passing_over(table("ca-omaha", players=4, fees=fees), 3)
    assert sorted(entry.seat for entry in named(playing.log, "fee-collected")) == [1, 2, 4]
    assert playing.stacks[3] == 196


# Dealt in by mistake


def with_stray(book: str = "room-2012", game: str = "", *, ante: int = 1, **changes: Any) -> PokerTable:
    """Four players and a fifth who sits out and gets cards; the button lies at seat 1."""
    playing = table(book, game, players=5, ante=ante, **changes)
    playing.sit_out(5)
    playing.deal(stacked_deck(""), dealt_in=[1, 2, 3, 4, 5])
    return playing


@by_book({"room-2012": "GEN(6)", "nj-19-47": "19:47-14.15[GEN(6)]"})
def test_an_ante_is_no_bet_that_a_player_dealt_in_by_mistake_left_uncalled(book: str, clause: str) -> None:
    playing = with_stray(book)
    for seat, words in ((4, "fold"), (5, "raise to 8"), (1, "call"), (2, "fold"), (3, "fold")):
        playing.act(seat, words)
    assert named(playing.log, "returned") == []
    assert playing.stacks[1] == 200 - 9
    seen = playing.view(1).round
    assert seen is not None
    assert [(pot.chips, pot.seats) for pot in seen.pots] == [(9 + 8 + 3 + 5 + 1, [1, 5])]
    ruled = one(floor_of(playing).ineligible(5), "ruled")
    assert ruled.clause == clause
    assert playing.stacks == {1: 200 + 17, 2: 197, 3: 195, 4: 199, 5: 192}


@pytest.mark.clauses("room-2012 DEF 'pot'")
def test_whatever_is_bet_beyond_the_stray_stack_goes_back_and_the_ante_does_not() -> None:
    playing = table("room-2012", players=4, ante=1, structure="no-limit", limits=(4,))
    playing.sit(5, 30, "short")
    playing.sit_out(5)
    playing.deal(stacked_deck(""), dealt_in=[1, 2, 3, 4, 5])
    for seat, words in ((4, "fold"), (5, "all in"), (1, "raise to 100"), (2, "fold"), (3, "fold")):
        playing.act(seat, words)
    assert [(entry.seat, entry.chips) for entry in named(playing.log, "returned")] == [(1, 70)]
    assert playing.stacks[1] == 200 - 31


@pytest.mark.clauses("room-2012 DEF 'pot'", "room-2012 DEF 'side pot'")
@pytest.mark.parametrize("rake", [Rake(), Rake(levels=((20, 1), (60, 2)))])
def test_with_antes_a_stray_and_stacks_of_all_sizes_every_chip_has_one_pot(rake: Rake) -> None:
    for seed in range(60):
        chance = Random(seed)
        ante = chance.randint(1, 3)
        playing = PokerTable.open(sign("room-2012", ante=ante, structure="no-limit", limits=(4,), rake=rake))
        for seat in range(1, 6):
            playing.sit(seat, chance.choice((1, 3, 6, 15, 40, 200)), f"player {seat}")
        playing.draw_button({seat: f"{seat + 1}c" for seat in range(1, 6)})
        playing.sit_out(5)
        playing.deal(chance.sample(DECK, len(DECK)), dealt_in=[1, 2, 3, 4, 5])
        total = sum(playing.stacks.values()) + playing.playing_round().state.pot
        while playing.playing:
            round_ = playing.playing_round()
            state = round_.state
            if state.street > 0 and not state.bets.count(0) < len(state.bets):
                check_pots(playing, ante)
            if round_.pending == "street":
                playing.deal_on()
                continue
            offered = playing.options()
            words = ["call"] if offered.call else ["check"]
            if offered.min_raise_to:
                words.append(f"{offered.wager_verb()} {chance.choice((offered.min_raise_to, offered.max_to))}")
            if offered.call and state.live_count() > 2:
                words.append("fold")
            playing.act(offered.seat, chance.choice(words))
        assert sum(playing.stacks.values()) + playing.state.boxes.total() == total


def check_pots(playing: PokerTable, ante: int) -> None:
    """Layer by layer, the stray's chips lying on an ante that was not owed."""
    state = playing.playing_round().state
    low = {at: ante if seat == 5 else 0 for at, seat in enumerate(state.seats)}
    longest = max(chips for at, chips in enumerate(state.put_in) if low[at] == 0)
    low = {at: min(chips, longest) for at, chips in low.items()}
    tops = {at: low[at] + chips for at, chips in enumerate(state.put_in)}
    levels: dict[tuple[int, ...], int] = {}
    loose = 0
    for layer in range(max(tops.values())):
        layered = sum(low[at] <= layer < tops[at] for at in tops)
        who = tuple(at for at in tops if state.live[at] and tops[at] > layer)
        if who:
            levels[who] = levels.get(who, 0) + layered
        else:
            loose += layered
    found = pots_of(state)
    chips = list(levels.values())
    chips[-1] += loose
    chips[0] += state.dead
    assert [pot.chips for pot in found] == chips
    assert [tuple(pot.eligible) for pot in found] == list(levels)


def test_what_a_hand_history_cannot_say_is_not_written_and_what_the_dealer_says_is_true() -> None:
    passed = passing_over(table("oneida", "holdem", players=4), 3)
    told = " ".join(call.text for call in narrate(passed.log)).lower()
    assert "three players" in told
    assert "no cards go to seat 3." in told
    for playing in (passed, with_stray()):
        call_down(playing)
        assert playing.round is not None
        with pytest.raises(IllegalError, match="has no notation"):
            hand_history_of(playing.round)
    free = with_stray(ante=0)
    call_down(free)
    assert free.round is not None
    assert replay(read_phh(to_phh(hand_history_of(free.round)))).ok


@by_book(MISSED)
@pytest.mark.parametrize("comes_back", ["", "same seat", "other seat"])
def test_whoever_was_passed_over_may_go_and_finds_the_blind_after_a_misdeal(
    book: str, clause: str, comes_back: str
) -> None:
    playing = passing_over(table(book, players=4), 3)
    assert playing.stacks[3] == 196
    playing.leave(3)
    assert 3 not in playing.stacks
    if comes_back:
        now = 3 if comes_back == "same seat" else 6
        playing.sit(now, 150, "player 3")
    else:
        now = 0
        playing.sit(3, 50, "newcomer")
    ruled = one(floor_of(playing).missed_seat(now or 3), "ruled")
    assert (ruled.result, ruled.clause, ruled.reported["player"]) == ("misdeal", clause, "player 3")
    closed = one(playing.log, "round-closed")
    assert closed.returned == [(3, now, 4)]
    assert playing.stacks.get(now, 0) == (154 if now else 0)
    if not now:
        assert playing.stacks[3] == 50, "the newcomer has no part in it"
    assert (playing.state.total(), playing.state.cashier) == (0, -sum(playing.stacks.values()))
    ledger: dict[str, int] = {}
    for entry in playing.log:
        for source, to, chips in entry.transfers():
            ledger[source] = ledger.get(source, 0) - chips
            ledger[to] = ledger.get(to, 0) + chips
    assert {name: chips for name, chips in ledger.items() if chips} == {
        name: chips for name, chips in playing.state.accounts().items() if chips
    }
    assert PokerTable.load(playing.dump()).state.to_dict() == playing.state.to_dict()


@pytest.mark.clauses("oneida XI.G.2(b)", "oneida XI.P.6(d)")
def test_a_blind_is_paid_out_of_cash_where_no_chips_are_left() -> None:
    playing = table("oneida", "holdem", players=2)
    playing.sit(3, 3, "cash", currency=100)
    playing.sit(4, 200, "player 4")
    passing_over(playing, 3)
    assert one(playing.log, "currency-changed").chips == 1
    assert (playing.stacks[3], playing.state.poker_player(3).currency) == (99, 99)
    floor_of(playing).missed_seat(3)
    assert (playing.stacks[3], playing.state.poker_player(3).currency, playing.state.total()) == (103, 99, 0)


@pytest.mark.clauses("oneida XI.P.6(d)", "oneida XI.P.10(c)")
def test_when_nobody_wins_the_blind_of_the_seat_passed_over_goes_back_too() -> None:
    playing = passing_over(table("oneida", "holdem", players=4), 3)
    playing.act(4, "raise to 8")
    playing.act(1, "call")
    playing.act(2, "fold")
    floor_of(playing).fouled(1, protected=True)
    assert playing.stacks[3] == 196
    floor_of(playing).fouled(4, protected=True)
    assert playing.stacks == {1: 200, 2: 200, 3: 200, 4: 200}
