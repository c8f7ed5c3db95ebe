"""People at a house card table: they come and go while others bet, and their hands are their own secret."""

from __future__ import annotations

import pytest
from tests.coverage_plugin import Exercises
from tests.games.house_cards.rounds import FCP, GAMES, MS, TCP, cite
from tests.games.house_cards.tables import betting, dealt, opened, ready

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.table.action_timeout import ActionTimeout
from hoyle.table.disputes import LogComplaint, OpenDispute, RefusePlay, SettleDispute
from hoyle.table.house_cards import HouseCardTable, commands
from hoyle.table.seats import CancelDeferred, Leave, Sit, SitOut, TopUp


def test_people_sit_leave_and_top_up_while_wagers_are_open() -> None:
    table = betting(opened(TCP))
    table.do(Sit(seat=5, chips=200), by="bob")
    table.do(TopUp(seat=5, chips=50), by="bob")
    table.do(Sit(seat=6, chips=80), by="cid")
    table.do(commands.Wager(seat=5, wager="ante", chips=10), by="bob")
    table.do(Leave(seat=6), by="cid")
    assert table.stacks == {3: 1000, 5: 240}
    table.withdraw(5, "ante")
    table.do(Leave(seat=5), by="bob")
    assert table.stacks == {3: 1000}
    assert table.state.cashier == -1000
    table.wager(3, "ante", 5)
    table.no_more_bets()
    # The hand is dealt to those who bet; who sits down now bets next time.
    table.do(Sit(seat=5, chips=30), by="dan")
    with pytest.raises(IllegalError, match="comes after No More Bets"):
        table.do(commands.Wager(seat=5, wager="ante", chips=10), by="dan")


@pytest.mark.parametrize("game", GAMES)
def test_with_a_wager_out_leaving_and_topping_up_are_kept_at_the_end_of_the_round(game: str) -> None:
    table = betting(opened(game))
    table.sit(5, 100, "bob")
    for seat in (3, 5):
        table.wager(seat, "ante", 5)
    table.do(Leave(seat=5), by="bob")
    table.do(TopUp(seat=3, chips=500), by="ann")
    assert table.stacks == {3: 995, 5: 95}
    assert table.view("ann").seats[1].after_round == ["leave"]
    with pytest.raises(IllegalError, match="leaves after this round already"):
        table.do(Leave(seat=5), by="bob")
    table.no_more_bets()
    table.act(3, "fold")
    table.act(5, "fold")
    assert table.stacks == {3: 1495}
    assert [entry.name for entry in table.log[-4:]] == [
        "deferred-request-closed",
        "topped-up",
        "deferred-request-closed",
        "player-left",
    ]
    assert table.state.accounts()["bank"] == 10


def test_a_promise_can_be_taken_back_before_the_round_ends() -> None:
    table = betting(opened(TCP))
    table.wager(3, "ante", 5)
    table.do(Leave(seat=3), by="ann")
    table.do(CancelDeferred(seat=3, what="leave"), by="ann")
    table.no_more_bets()
    table.act(3, "fold")
    assert table.stacks == {3: 995}


def test_the_last_to_go_leaves_an_idle_table_even_with_the_betting_open() -> None:
    table = betting(opened(TCP))
    table.leave(3)
    assert [entry.name for entry in table.log[-3:]] == ["player-left", "round-closed", "idle"]
    assert table.state.round is None
    table.sit(1, 50, "bob")
    with pytest.raises(IllegalError, match="shuffle first"):
        table.open_wagers()


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_in_a_seat_sees_nothing_of_the_last_players_hand(game: str) -> None:
    table = dealt(opened(game))
    table.sit(5, 500, "eve")
    mine = table.view("ann").round
    assert mine is not None
    assert "??" not in mine.positions[0].cards
    table.act(3, "fold")
    table.leave(3)
    table.sit(3, 100, "bob")
    for stranger in ("bob", "eve", ""):
        seen = table.view(stranger).round
        assert seen is not None
        assert set(seen.positions[0].cards) == {"??"}
        for entry in table.seen_by(stranger):
            if entry.name == "dealt":
                assert all(card < 0 or area == "dealer up" for card, area in zip(entry.cards, entry.areas, strict=True))
    # The hand was ann's, and still is, wherever she stands.
    seen = table.view("ann").round
    assert seen is not None
    assert seen.positions[0].cards == mine.positions[0].cards


@pytest.mark.parametrize("game", GAMES)
def test_a_player_with_two_places_sees_both_hands_in_view_and_log_alike(game: str, exercises: Exercises) -> None:
    table = betting(opened(game))
    table.sit(6, 100, "bob")
    table.wager(3, "ante", 5)
    table.wager(3, "ante", 7, spot=4)
    table.wager(6, "ante", 5)
    assert table.stacks == {3: 988, 6: 95}
    table.no_more_bets()
    assert table.state.round is not None
    own = [*table.state.round.places[3].cards, *table.state.round.places[4].cards]
    view = table.view("ann").round
    assert view is not None
    assert [("??" in place.cards) for place in view.positions] == [False, False, True]
    told = [card for entry in table.seen_by("ann") if entry.name == "dealt" for card in entry.cards if card >= 0]
    assert set(told) == {*own, *table.state.round.dealer_up}
    waits = [wait for wait in table.pending() if wait.kind == "decision"]
    assert [(wait.seat, wait.person) for wait in waits] == [(3, "ann")]
    assert waits[0].choices[0].fixed == {"seat": 3, "spot": 3}
    table.do(commands.Fold(seat=3), by="ann")
    assert table.pending()[0].choices[0].fixed == {"seat": 3, "spot": 4}
    with pytest.raises(IllegalError, match="seat 6 and cannot act for seat 3"):
        table.do(commands.Fold(seat=3, spot=4), by="bob")
    with pytest.raises(IllegalError, match="has no wager at place 4"):
        table.do(commands.Fold(seat=6, spot=4), by="bob")
    two = {TCP: ("F.4", "F.4/2"), FCP: ("F.4", "F.4.a"), MS: ("G.4", "G.4/2")}[game]
    exercises(*cite(game, *two))


@pytest.mark.parametrize("game", GAMES)
def test_a_place_where_somebody_sits_is_his_and_nobody_bets_further_than_beside_his_own(
    game: str, exercises: Exercises
) -> None:
    table = betting(opened(game))
    table.sit(4, 100, "bob")
    spots, two = cite(game, "B.2", {TCP: "F.4", FCP: "F.4", MS: "G.4"}[game])
    with pytest.raises(IllegalError, match="place 4 is bob's") as refusal:
        table.wager(3, "ante", 5, spot=4)
    assert refusal.value.clause == spots
    for spot in (1, 5, 7):
        with pytest.raises(IllegalError, match="only its own and one beside it") as refusal:
            table.wager(3, "ante", 5, spot=spot)
        assert refusal.value.clause == two
    table.wager(3, "ante", 5, spot=2)
    table.sit(2, 100, "cid")
    with pytest.raises(IllegalError, match="seat 2 belongs to ann") as refusal:
        table.wager(2, "ante", 5)
    assert refusal.value.clause == spots
    table.wager(3, "ante", 5, spot=2)
    exercises(spots, two)


def test_everybody_speaks_for_himself_and_the_house_for_the_house() -> None:
    table = betting(opened(TCP))
    table.sit(5, 100, "bob")
    with pytest.raises(IllegalError, match="bob sits in seat 5 and cannot act for seat 3"):
        table.do(commands.Wager(seat=3, wager="ante", chips=5), by="bob")
    with pytest.raises(IllegalError, match="eve has no seat"):
        table.do(commands.Wager(seat=3, wager="ante", chips=5), by="eve")
    for order in (commands.NoMoreBets(), commands.FaceUpCard(), commands.CountStub(found=52)):
        with pytest.raises(IllegalError, match="that is for the house"):
            table.do(order, by="bob")
    table.do(commands.Wager(seat=5, wager="ante", chips=5), by="bob")
    table.do(SitOut(seat=3), by="ann")
    with pytest.raises(IllegalError, match="seat 3 sits out"):
        table.wager(3, "ante", 5)


def test_nobody_bets_more_than_lies_before_him() -> None:
    table = betting(opened(TCP))
    table.sit(5, 12, "bob")
    with pytest.raises(InvalidError, match="not enough chips for 13: you have 12"):
        table.wager(5, "ante", 13)
    table.wager(5, "ante", 10)
    table.no_more_bets()
    choices = {choice.do for choice in table.pending()[0].choices}
    assert choices == {"fold"}
    with pytest.raises(InvalidError, match="not enough chips for 10: you have 2"):
        table.act(5, "play")


@pytest.mark.clauses("oneida TCP.F.5.c", "oneida FCP.F.5.c")
@pytest.mark.parametrize(("game", "side"), [(TCP, "pair_plus"), (FCP, "aces_up")])
def test_in_version_c_the_two_wagers_come_in_any_order_and_are_judged_at_the_close(game: str, side: str) -> None:
    table = betting(opened(game, variant="c"))
    table.wager(3, side, 10)
    with pytest.raises(IllegalError, match="both Ante and") as refusal:
        table.no_more_bets()
    assert refusal.value.clause == cite(game, "F.5.c")[0]
    table.wager(3, "ante", 1)
    with pytest.raises(IllegalError, match="more than five times apart"):
        table.no_more_bets()
    table.wager(3, "ante", 1)
    table.no_more_bets()


def test_the_clock_lays_a_free_hand_down_and_folds_any_other() -> None:
    table = betting(opened(TCP))
    table.sit(5, 100, "bob")
    table.wager(3, "pair_plus", 5)
    table.wager(5, "ante", 5)
    table.no_more_bets()
    with pytest.raises(IllegalError, match="nothing to decide now"):
        table.do(ActionTimeout(seat=5), by="clock")
    table.do(ActionTimeout(seat=3), by="clock")
    assert [entry.name for entry in table.log[-2:]] == ["action-timed-out", "stood"]
    table.do(ActionTimeout(seat=5), by="clock")
    assert "folded" in [entry.name for entry in table.steps[-1].events]


def test_a_ruling_can_be_asked_for_without_consequences() -> None:
    table = dealt(opened(MS))
    before = table.checkpoint()
    assert table.preview(commands.DealerExposed()).void
    assert not table.preview(commands.DealerExposed(play_on=True)).void
    with pytest.raises(HouseRulingRequired):
        table.preview(commands.ShoeFailed())
    with pytest.raises(InvalidError, match="no report that the floor rules on"):
        table.preview(commands.NoMoreBets())
    assert table.checkpoint() == before


def test_what_no_book_covers_the_house_decides_in_its_own_words() -> None:
    table = dealt(opened(TCP), ante=50)
    table.do(commands.HouseRuling(trigger="lights out", decision="play on"), by="floor")
    assert table.state.round is not None
    table.do(commands.HouseRuling(trigger="fire", decision="all hands void, reshuffle"), by="floor")
    assert table.stacks == {3: 1000}
    assert [entry.clause for entry in table.log if entry.name == "house-ruled"] == ["house ruling"] * 2
    with pytest.raises(InvalidError, match="needs words"):
        table.do(commands.HouseRuling(trigger="fire", decision=" "), by="floor")


def test_disputes_complaints_and_refusals_are_on_record() -> None:
    table = dealt(opened(TCP), ante=50)
    table.do(OpenDispute(about="the count"), by="ann")
    table.do(SettleDispute(number=1, ruling="it stands", ruled_by="supervisor"), by="floor")
    with pytest.raises(IllegalError, match="dispute 1 is closed"):
        table.do(SettleDispute(number=1, ruling="again", ruled_by="supervisor"), by="floor")
    table.do(LogComplaint(about=3, text="slow"), by="dealer")
    with pytest.raises(HouseRulingRequired):
        table.do(RefusePlay(player="ann", why="rude"), by="floor")
    table.do(RefusePlay(player="ann", why="rude", house="out"), by="floor")
    table.act(3, "fold")
    assert table.stacks == {}
    assert table.state.idle
    with pytest.raises(IllegalError, match="has been refused play"):
        table.sit(3, 100, "ann")


@pytest.mark.clauses("oneida MS.M.2/2")
def test_a_maximum_is_lowered_between_rounds_and_with_notice() -> None:
    table = opened(MS, max_payout=20_000)
    with pytest.raises(IllegalError, match="needs notice") as refusal:
        table.do(commands.ChangeCap(chips=15_000))
    assert refusal.value.clause == "oneida MS.M.2/2"
    table.do(commands.ChangeCap(chips=15_000, announced=True))
    assert table.sign.max_payout == 15_000
    ready(table)
    table.open_wagers()
    with pytest.raises(IllegalError, match="between rounds"):
        table.do(commands.ChangeCap(chips=30_000))
    assert HouseCardTable.resume(None, table.log).sign == table.sign
    with pytest.raises(IllegalError, match="changes nothing"):
        opened(TCP).do(commands.ChangeCap(chips=0))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_takes_all_wagers_back_need_not_wait_for_the_end_of_the_round(game: str) -> None:
    table = betting(opened(game))
    table.sit(5, 100, "bob")
    table.wager(3, "ante", 5)
    table.wager(5, "ante", 5)
    table.wager(5, "ante", 5, spot=4)
    table.do(Leave(seat=5), by="bob")
    table.do(TopUp(seat=3, chips=500), by="ann")
    table.withdraw(5, "ante")
    assert table.stacks == {3: 995, 5: 95}
    entries = table.withdraw(5, "ante", spot=4)
    assert [entry.name for entry in entries] == ["withdrawn", "deferred-request-closed", "player-left"]
    entries = table.withdraw(3, "ante")
    assert [entry.name for entry in entries] == ["withdrawn", "deferred-request-closed", "topped-up"]
    assert table.stacks == {3: 1500}
    table.wager(3, "ante", 5)
    table.do(Leave(seat=3), by="ann")
    table.withdraw(3, "ante")
    assert (table.stacks, table.state.round, table.state.idle) == ({}, None, True)
    assert table.state.cashier == 0


def test_where_everybody_sits_out_the_table_waits_for_somebody_to_come_back() -> None:
    table = opened(TCP)
    table.sit_out(3)
    clause = table.seat_rules().seated_clause
    told = [(wait.kind, wait.seat, wait.person, wait.clause) for wait in table.pending() if wait.kind == "players"]
    assert told == [("players", 0, "", clause), ("players", 3, "ann", clause)]
    back = [choice for wait in table.pending() for choice in wait.choices if choice.do == "sit-in"]
    assert [(choice.fixed, choice.clause) for choice in back] == [({"seat": 3}, clause)]
