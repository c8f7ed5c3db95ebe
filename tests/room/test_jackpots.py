"""Jackpot funds of the room: one for each sign, paid for hands on record, by nobody to himself."""

from __future__ import annotations

from typing import Any

import pytest
from tests.room.room_driver import RoomDriver, sign_of

from hoyle.audit.room_audit import audit_room
from hoyle.room.handlers import jackpot_funds, table_handlers
from hoyle.room.live_table.live_table import LiveTable
from hoyle.storage import Store
from hoyle.storage.account_names import jackpot
from hoyle.table.poker.table import PokerTable

STANDARD = "a pair or better beaten"
JACKPOT = {"fee": 2, "standards": [STANDARD], "payouts": ["bad-beat"]}
FUND = "oneida holdem"


def jackpot_sign(game: str = "holdem", **changes: Any) -> dict[str, Any]:
    return sign_of(game, "oneida", jackpot={**JACKPOT, **changes})


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    return RoomDriver(store)


def owed(hosted: LiveTable) -> list[str]:
    """Who has won a jackpot that is not paid."""
    table = hosted.table
    assert isinstance(table, PokerTable)
    return [due.player for due in table.state.jackpots]


def bad_beat(evening: RoomDriver, number: int) -> str:
    """Hands are played to the showdown until somebody is beaten by the standard; his name."""
    hosted = evening.table(number)
    for _ in range(30):
        evening.deal_on(number)
        evening.finish(number, "check", "call", "show")
        if owed(hosted):
            return owed(hosted)[0]
    raise AssertionError("nobody was beaten")


def beaten(evening: RoomDriver, number: int, name: str) -> None:
    """The same until it is this one; a deputy pays the others."""
    while (winner := bad_beat(evening, number)) != name:
        evening.yes("deputy", "pay-jackpot", number, player=winner, chips=1, standard=STANDARD)


def leaves(evening: RoomDriver, number: int, name: str) -> None:
    """Somebody gives up his seat, and is gone."""
    hosted = evening.table(number)
    evening.yes(name, "leave", number, seat=seat_of(hosted, name))
    while name in hosted.seated.values():
        wait = hosted.blocking_decision()
        if wait is not None and wait.seat:
            evening.answer(number, "fold", "check")
        else:
            evening.tick()


def seat_of(hosted: LiveTable, name: str) -> int:
    return hosted.table.roster.seat_of(name)


def assert_in_order(place: str) -> None:
    """Everything but the sessions, for nobody logged in here."""
    assert set(audit_room(place).wrong) <= {"sessions"}


def test_a_jackpot_is_paid_to_whoever_a_hand_on_record_says_and_to_nobody_else(evening: RoomDriver, place: str) -> None:
    number = evening.open("holdem", sign=jackpot_sign())
    evening.seat(number, "ann", "bob", "cy")
    hosted = evening.table(number)
    winner = bad_beat(evening, number)
    held = evening.room.ledger.holds(jackpot(FUND))
    other = next(name for name in hosted.seated.values() if name != winner)
    pay = {"chips": held, "standard": STANDARD}
    for person in ("ann", evening.staff("flo", "floor"), evening.staff("cash", "cashier")):
        said = evening.no(person, "pay-jackpot", number, seat=seat_of(hosted, winner), **pay)
        assert "may not order pay-jackpot" in said
    said = evening.no("boss", "pay-jackpot", number, seat=seat_of(hosted, other), **pay)
    assert f"{other} has no hand on record" in said
    evening.no("boss", "pay-jackpot", number, seat=seat_of(hosted, winner), chips=held + 1, standard=STANDARD)
    stack = hosted.table.stacks[seat_of(hosted, winner)]
    evening.yes("boss", "pay-jackpot", number, seat=seat_of(hosted, winner), **pay)
    assert hosted.table.stacks[seat_of(hosted, winner)] == stack + held
    evening.no("boss", "pay-jackpot", number, seat=seat_of(hosted, winner), chips=1, standard=STANDARD)
    evening.check()
    assert_in_order(place)


def test_a_manager_pays_nothing_where_he_plays_and_nothing_to_himself(evening: RoomDriver) -> None:
    number = evening.open("holdem", sign=jackpot_sign())
    evening.staff("deputy", "manager")
    evening.seat(number, "boss", "ann")
    beaten(evening, number, "boss")
    pay = {"chips": 1, "standard": STANDARD}
    said = evening.no("boss", "pay-jackpot", number, seat=1, **pay)
    assert "plays at table 1 and rules on nothing there" in said
    leaves(evening, number, "boss")
    said = evening.no("boss", "pay-jackpot", number, player="boss", **pay)
    assert said == "boss pays no jackpot to themselves"
    purse = evening.room.wallet_balance("boss")
    evening.yes("deputy", "pay-jackpot", number, player="boss", **pay)
    assert evening.room.wallet_balance("boss") == purse + 1, "he has left, and it is his all the same"
    evening.check()


def test_tables_of_one_sign_have_one_fund_which_outlives_them(evening: RoomDriver, place: str) -> None:
    first, second = (evening.open("holdem", sign=jackpot_sign()) for _ in range(2))
    assert {evening.table(number).fund() for number in (first, second)} == {FUND}
    for number, names in ((first, ("ann", "bob")), (second, ("cy", "dee"))):
        evening.seat(number, *names)
        evening.deal_on(number)
        evening.finish(number, "fold", "check")
    evening.yes("boss", "close", second, why="late")
    while not evening.table(second).hosting.closed:
        evening.tick()
    winner = bad_beat(evening, first)
    held = evening.room.ledger.holds(jackpot(FUND))
    here = evening.table(first).table.roster.accounts()["jackpot fund"]
    assert held > here, "what the closed table had collected is there too"
    evening.yes("boss", "pay-jackpot", first, player=winner, chips=held, standard=STANDARD)
    assert evening.room.ledger.holds(jackpot(FUND)) == 0
    evening.yes("boss", "close", first, why="late")
    while not evening.table(first).hosting.closed:
        evening.tick()
    third = evening.open("holdem", sign=jackpot_sign())
    assert evening.table(third).fund() == FUND
    evening.check()
    evening.restart()
    evening.check()
    assert_in_order(place)


@pytest.mark.parametrize(
    ("game", "sign"), [("holdem", {"fee": 1}), ("holdem", {"standards": ["quads beaten"]}), ("omaha-high", {})]
)
def test_another_sign_has_another_fund(evening: RoomDriver, game: str, sign: dict[str, Any]) -> None:
    evening.open("holdem", sign=jackpot_sign())
    said = evening.no("boss", "open-table", game=game, sign=jackpot_sign(game, **sign), settings={"jackpot_fund": FUND})
    assert "is for holdem by oneida, 2 a hand" in said
    number = evening.open(game, sign=jackpot_sign(game, **sign))
    assert evening.table(number).fund() not in ("", FUND)


def test_no_table_without_a_jackpot_on_its_sign_has_to_do_with_a_fund(evening: RoomDriver) -> None:
    evening.open("holdem", sign=jackpot_sign())
    sign = sign_of("omaha-hilo8", "oneida")
    said = evening.no("boss", "open-table", game="omaha-hilo8", sign=sign, settings={"jackpot_fund": FUND})
    assert "no jackpot is posted at this table" in said


@pytest.mark.parametrize("standards", [["bad beat"], ["because I like it"], ["seven low beaten"]])
def test_a_sign_whose_standards_no_hand_can_show_is_not_put_up(evening: RoomDriver, standards: list[str]) -> None:
    evening.staff("boss", "manager")
    said = evening.no("boss", "open-table", game="holdem", sign=jackpot_sign(standards=standards), settings={})
    assert "expected a hand of holdem, such as 'aces full or better beaten'" in said


def test_a_drop_by_which_nobody_could_ever_be_paid_is_not_taken(evening: RoomDriver) -> None:
    evening.staff("boss", "manager")
    sign = sign_of("omaha-hilo8", "ca-omaha")
    sign["fees"] = {**sign["fees"], "jackpot": 1}
    said = evening.no("boss", "open-table", game="omaha-hilo8", sign=sign, settings={})
    assert "it could never be paid" in said


def test_a_home_game_collects_for_no_jackpot(evening: RoomDriver) -> None:
    evening.guests("hal")
    said = evening.no("hal", "open-home-game", game="holdem", sign=jackpot_sign(), settings={})
    assert "a home game collects for no jackpot" in said


def test_a_table_stays_open_until_the_jackpot_that_was_won_there_is_paid(evening: RoomDriver, place: str) -> None:
    number = evening.open("holdem", sign=jackpot_sign())
    evening.seat(number, "ann", "bob")
    hosted = evening.table(number)
    winner = bad_beat(evening, number)
    evening.yes("boss", "close", number, why="late")
    while hosted.seated:
        evening.tick()
    assert evening.desk.due() is None
    assert not hosted.hosting.closed
    held = evening.room.ledger.holds(jackpot(FUND))
    evening.yes("boss", "pay-jackpot", number, player=winner, chips=held, standard=STANDARD)
    assert evening.tick()
    assert evening.table(number).hosting.closed
    evening.check()
    assert_in_order(place)


def test_what_a_closed_table_had_collected_for_itself_is_gone_on_with(evening: RoomDriver, monkeypatch: Any) -> None:
    with monkeypatch.context() as patch:
        # As tables were opened before funds went by their signs.
        patch.setattr(jackpot_funds, "fund_for_table", lambda state, table, settings: settings.jackpot_fund)
        old = evening.open("holdem", sign=jackpot_sign())
    evening.seat(old, "ann", "bob")
    evening.deal_on(old)
    evening.finish(old, "fold", "check")
    left = f"table {old}"
    assert evening.room.ledger.holds(jackpot(left)) > 0
    wanted: dict[str, Any] = {"game": "holdem", "sign": jackpot_sign(), "settings": {"jackpot_fund": left}}
    assert "closed table of the same game" in evening.no("boss", "open-table", **wanted)
    evening.yes("boss", "close", old, why="late")
    while not evening.table(old).hosting.closed:
        evening.tick()
    new = evening.yes("boss", "open-table", **wanted).created["table_id"]
    assert evening.table(new).fund() == left


def test_the_audit_finds_a_jackpot_that_a_manager_paid_to_himself(
    evening: RoomDriver, place: str, monkeypatch: Any
) -> None:
    number = evening.open("holdem", sign=jackpot_sign())
    evening.staff("deputy", "manager")
    evening.seat(number, "boss", "ann")
    beaten(evening, number, "boss")
    leaves(evening, number, "boss")
    monkeypatch.setattr(table_handlers, "with_fund_total", lambda draft, hosted, command: command)
    evening.yes("boss", "pay-jackpot", number, player="boss", chips=1, standard=STANDARD)
    assert "boss paid a jackpot to themselves" in str(
        next(each for each in audit_room(place).findings if each.check == "roles")
    )
