"""Chips of the cage and chips that the house gives to play with: they never meet."""

from __future__ import annotations

import pytest
from tests.audit.row_tampering import Vandal
from tests.room.room_driver import RoomDriver, sign_of, wrong

from hoyle.audit.reports import Filter, make
from hoyle.core.errors import HoyleError
from hoyle.room.live_table.table_settings import parse_settings
from hoyle.storage import Store
from hoyle.storage.account_names import CAGE_BANK, CAGE_DROP, HOUSE_BANK, HOUSE_DROP


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    found = RoomDriver(store)
    found.staff("cash", "cashier")
    return found


def buy(evening: RoomDriver, name: str, chips: int) -> None:
    if name not in evening.room.state.people:
        evening.guests(name)
    evening.yes("cash", "issue-chips", player=name, chips=chips, why="money")


def test_chips_that_the_house_gave_are_never_redeemed(evening: RoomDriver, place: str) -> None:
    evening.guests("ann")
    said = evening.no("cash", "redeem-chips", player="ann", chips=1, why="money")
    assert said == "deposit ann holds 0, not 1"
    buy(evening, "ann", 100)
    evening.no("cash", "redeem-chips", player="ann", chips=101, why="money")
    evening.yes("cash", "redeem-chips", player="ann", chips=100, why="money")
    evening.check()
    assert wrong(place) == []


def test_dumping_play_chips_on_a_member_who_paid_in_gets_nothing_out(evening: RoomDriver) -> None:
    """The chips of any number of guests at a table of play chips stay play chips."""
    table = evening.open("holdem")
    buy(evening, "mule", 100)
    evening.seat(table, "mule", "ann", "bob", chips=200)
    evening.deal_on(table)
    evening.finish(table)
    for seat, name in enumerate(("mule", "ann", "bob"), 1):
        evening.yes(name, "leave", table, seat=seat)
    assert evening.room.deposit("mule") == 100
    evening.no("cash", "redeem-chips", player="mule", chips=101, why="money")


def test_a_table_of_cage_chips_is_bought_into_with_cage_chips_alone(evening: RoomDriver, place: str) -> None:
    table = evening.open("holdem", chips="cage")
    evening.guests("guy")
    assert evening.no("guy", "sit", table, seat=3, chips=200) == "deposit guy holds 0, not 200"
    for name in ("ann", "bob"):
        buy(evening, name, 500)
    evening.seat(table, "ann", "bob", chips=200)
    assert "none plays for cage chips" in evening.no(
        "boss", "seat-bot", table, player="Ada bot", style="rock", seat=4, chips=200
    )
    evening.deal_on(table)
    evening.finish(table, "call", "check")
    evening.yes("ann", "top-up", table, seat=1, chips=50)
    for seat, name in enumerate(("ann", "bob"), 1):
        evening.yes(name, "leave", table, seat=seat)
    won = {name: evening.room.deposit(name) for name in ("ann", "bob")}
    drop = evening.room.ledger.holds(CAGE_DROP)
    assert sum(won.values()) + drop == 1_000
    assert won["ann"] != 500, "one of them won what the other lost"
    assert [evening.room.wallet_balance(name) for name in ("ann", "bob")] == [10_000, 10_000]
    assert evening.room.ledger.holds(HOUSE_DROP) == 0
    [row] = make("rake", evening.store, Filter()).rows  # type: ignore[arg-type]
    assert (row[2], row[5]) == ("cage", drop)
    for name, chips in won.items():
        evening.yes("cash", "redeem-chips", player=name, chips=chips, why="winnings")
    evening.check()
    assert wrong(place) == []


def test_the_house_has_a_bank_for_each(evening: RoomDriver, place: str) -> None:
    table = evening.open("craps", chips="cage")
    other = evening.open("craps")
    buy(evening, "ann", 500)
    for number in (table, other):
        evening.seat(number, "ann", chips=200)
    for number in (table, other):
        hosted = evening.table(number)
        while hosted.table.round_number < 6:
            if hosted.turn.seat:
                evening.answer(number, "bet", "accept", "release-dice")
            elif not evening.tick():
                break
    ledger = evening.room.ledger
    assert (ledger.holds(CAGE_BANK), ledger.holds(HOUSE_BANK)) != (0, 0)
    evening.check()
    assert wrong(place) == []


def test_no_jackpot_holds_both(evening: RoomDriver) -> None:
    jackpot = {"fee": 1, "standards": ["aces full or better beaten"], "payouts": ["bad-beat"]}
    sign = {**sign_of("holdem"), "jackpot": jackpot}
    funds = [
        evening.table(evening.open("holdem", sign=sign, chips=chips)).fund()
        for chips in ("play", "cage", "cage", "play")
    ]
    assert funds[0] == funds[3] != funds[1] == funds[2]


def test_a_home_game_is_played_for_neither() -> None:
    with pytest.raises(HoyleError, match="its people settle up themselves"):
        parse_settings({"private": True, "chips": "cage"})
    with pytest.raises(HoyleError, match="chips"):
        parse_settings({"chips": "gold"})


def test_the_audit_finds_play_chips_that_came_to_the_cage_side(evening: RoomDriver, place: str) -> None:
    buy(evening, "ann", 100)
    evening.desk.store.close()
    vandal = Vandal(place)
    rows = {row["account"]: row for row in vandal.rows("balance")}
    vandal.change("balance", rows["deposit ann"], chips=150)
    vandal.change("balance", rows["wallet ann"], chips=rows["wallet ann"]["chips"] - 50)
    said = [finding.message for finding in wrong(place)]
    assert "the accounts of cage chips hold 50 together, not 0" in said
