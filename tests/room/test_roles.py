"""Who may do what: every role against every command, and what no role may ever do."""

from __future__ import annotations

from typing import Any

import pytest
from tests.room.random_requests import COMMANDS, may
from tests.room.room_driver import RoomDriver

from hoyle.audit.reports import Filter, make
from hoyle.room import permissions
from hoyle.room.commands.room_commands import COMMANDS as ROOM_COMMANDS
from hoyle.room.commands.table_commands import COMMANDS as MATTERS
from hoyle.room.views.table_views import table_snapshot
from hoyle.storage import Store
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.table.log.json_output import to_json

NEVER = (
    "shuffle", "cut", "recut", "deal", "throw", "report-throw", "uncover", "draw-button", "time-out",
    "report-wager", "set-time", "set-up-table", "commit-secret", "draw-committed-cards", "restart-clocks",
    "stop", "return-wagers", "enter", "register", "log-in", "log-out", "close-table", "open",
    "turn-spread-up", "count-stub", "bring-deck", "change-deck", "rotate-decks", "open-wagers",
    "no-more-bets", "offer", "dealer-shakes", "confirm-bet", "rule-throw", "withdraw-jackpot", "late-rake",
    "boxed", "exposed", "off-table", "hole-cards-up",
)  # fmt: skip
"""What is the house's own doing, or would choose or show a card."""

PEOPLE = {
    "ann": permissions.PERSON,
    "hal": permissions.HOST,
    "flo": permissions.FLOOR,
    "cash": permissions.CASHIER,
    "aud": permissions.AUDITOR,
    "boss": permissions.MANAGER,
}


@pytest.fixture(scope="module")
def evening() -> RoomDriver:
    """A room with somebody of every role, and a table of every kind."""
    found = RoomDriver()
    for name in ("flo", "cash", "aud", "boss"):
        found.staff(name, PEOPLE[name])
    found.guests("ann", "hal", "out")
    for game in ("holdem", "three-card-poker", "craps"):
        found.open(game)
    number, code = found.home("draw5-high", "hal")
    for name in ("ann", "flo", "cash", "aud", "boss"):
        found.yes(name, "join-home-game", number, code=code)
    return found


def gate(evening: RoomDriver, person: str, name: str, table: int) -> bool:
    """Whether a role lets somebody give a command: what is let through fails for its fields alone."""
    said = evening.no(person, name, table, bogus=1)
    if f"{name} has no field 'bogus'" in said or f"unknown command '{name}'" in said:
        return True
    no = (
        f"{person} may not order {name}: that is for ",
        f"'{name}' is not a command that a request can give",
        f"{name} is done at a table",
    )
    assert any(each in said for each in no)
    assert not said.endswith("that is for ")
    return False


def test_what_is_done_at_a_table_is_not_asked_of_the_room(evening: RoomDriver) -> None:
    assert evening.no("ann", "fold", seat=1) == "fold is done at a table, and none is named"


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("table", [0, 1, 2, 3, 4])
def test_a_role_lets_do_exactly_what_the_matrix_says(evening: RoomDriver, person: str, table: int) -> None:
    held = {permissions.PERSON, PEOPLE[person]} - (set() if table == 4 else {permissions.HOST})
    for name in COMMANDS:
        if table:
            lets = any(
                name in permissions.GAME_PERMISSIONS[role] | permissions.LIVE_TABLE_PERMISSIONS[role] for role in held
            )
        else:
            lets = any(name in permissions.ROOM_PERMISSIONS[role] for role in held)
        assert gate(evening, person, name, table) == lets, f"{person} {name} at {table}"


@pytest.mark.parametrize("name", NEVER)
def test_nobody_of_any_role_orders_what_the_house_does_itself(evening: RoomDriver, name: str) -> None:
    assert name in COMMANDS
    for person in PEOPLE:
        for table in range(5):
            assert not gate(evening, person, name, table)
    assert not any(may(role, name) for role in permissions.ROLES)


def test_the_matrix_names_nothing_that_does_not_exist() -> None:
    for role in permissions.ROLES:
        assert permissions.GAME_PERMISSIONS[role] <= set(permissions.COMMANDS)
        assert permissions.LIVE_TABLE_PERMISSIONS[role] <= set(MATTERS)
        assert permissions.ROOM_PERMISSIONS[role] <= set(ROOM_COMMANDS)


def test_a_stranger_and_the_houses_own_names_are_let_do_nothing(evening: RoomDriver) -> None:
    for person in ("nobody", "", "dealer", "floor", "house", "clock", "manager"):
        for name in COMMANDS:
            assert "is not in the room" in evening.no(person, name, 1)


def test_a_role_taken_away_is_gone_at_once() -> None:
    evening = RoomDriver()
    table = evening.open("holdem")
    evening.staff("flo")
    evening.no("flo", "pause", table)
    evening.yes("boss", "grant-role", player="flo", role="floor", why="on duty")
    evening.yes("flo", "pause", table, why="a spill")
    evening.yes("boss", "revoke-role", player="flo", role="floor", why="off duty")
    assert "flo may not order resume" in evening.no("flo", "resume", table)
    assert "last manager" in evening.no("boss", "revoke-role", player="boss", role="manager", why="tired")
    evening.guests("guest")
    assert "roles are for members" in evening.no("boss", "grant-role", player="guest", role="floor", why="help")
    assert "one of" in evening.no("boss", "grant-role", player="flo", role="player", why="help")


GIVEN: dict[str, dict[str, Any]] = {
    "grant-role": {"player": "ann", "role": "floor"},
    "revoke-role": {"player": "ann", "role": "floor"},
    "issue-chips": {"player": "bob", "chips": 5},
    "redeem-chips": {"player": "bob", "chips": 5},
    "suspend-person": {"player": "bob"},
    "reinstate-person": {"player": "bob"},
    "disable-game": {"game": "holdem"},
    "enable-game": {"game": "holdem"},
    "mute": {"player": "bob"},
    "unmute": {"player": "bob"},
    "pause": {},
    "resume": {},
    "remove-player": {"player": "ann"},
    "close": {},
}


def test_the_house_does_nothing_to_people_and_tables_without_saying_why(store: Store) -> None:
    evening = RoomDriver(store)
    evening.staff("boss", *permissions.GRANTED)
    evening.staff("ann")
    table = evening.open("holdem")
    evening.seat(table, "ann", "bob")
    assert {*GIVEN, "access-hands", "void-round"} == permissions.REASON_REQUIRED
    for name, fields in GIVEN.items():
        at = table if name in MATTERS else 0
        for why in ("", "  "):
            assert "why '': expected a reason" in evening.no("boss", name, at, **fields, why=why)
        evening.yes("boss", name, at, **fields, why=f"reason for {name}")
    assert isinstance(store, SqlStore)
    listed = make("events", store, Filter())
    told = [dict(zip(listed.columns, row, strict=True)) for row in listed.rows]
    reasons = {str(line["reason"]) for line in told if line["actor"] == "boss"}
    assert {f"reason for {name}" for name in GIVEN} <= reasons


def test_a_host_pauses_his_own_table_without_a_reason() -> None:
    evening = RoomDriver()
    evening.guests("hal")
    mine, _ = evening.home("holdem", "hal")
    evening.yes("hal", "pause", mine)


def test_nobody_serves_himself_at_the_cage() -> None:
    evening = RoomDriver()
    evening.staff("cash", "cashier")
    evening.guests("ann")
    evening.yes("cash", "issue-chips", player="ann", chips=500, why="cash at the window")
    assert (evening.room.wallet_balance("ann"), evening.room.deposit("ann")) == (10_000, 500)
    evening.yes("cash", "redeem-chips", player="ann", chips=500, why="cash")
    assert (evening.room.wallet_balance("ann"), evening.room.deposit("ann")) == (10_000, 0)
    assert "deposit ann holds 0" in evening.no("cash", "redeem-chips", player="ann", chips=1, why="cash")
    own = "does not serve an account of their own"
    assert own in evening.no("cash", "issue-chips", player="cash", chips=5, why="cash")
    evening.authenticator.guest("cash machine", sponsor="cash")
    assert own in evening.no("cash", "issue-chips", player="cash machine", chips=5, why="cash")
    evening.check()


def test_whoever_plays_at_a_table_rules_on_nothing_there() -> None:
    evening = RoomDriver()
    table = evening.open("holdem")
    evening.staff("flo", "floor")
    evening.staff("fay", "floor")
    evening.seat(table, "ann", "bob", "flo")
    evening.deal_on(table)
    report = {"seat": 1, "protected": False, "comment": False}
    said = evening.no("flo", "report-left-table", table, **report)
    assert "plays at table 1 and rules on nothing there" in said
    evening.yes("fay", "report-left-table", table, **report)


def test_the_host_of_one_table_is_nobody_at_another() -> None:
    evening = RoomDriver()
    evening.guests("hal", "eve")
    mine, _ = evening.home("holdem", "hal")
    other, code = evening.home("holdem", "eve")
    evening.yes("hal", "join-home-game", other, code=code)
    evening.yes("hal", "pause", mine)
    assert "hal may not order pause" in evening.no("hal", "pause", other)


@pytest.mark.parametrize("game", ["holdem", "omaha-hilo8", "stud7-high", "draw5-high", "three-card-poker"])
def test_nobody_of_the_house_sees_a_live_hole_card(game: str) -> None:
    evening = RoomDriver(seed=7)
    for name in ("flo", "cash", "aud", "boss"):
        evening.staff(name, PEOPLE[name])
    table = evening.open(game, wager_window_ms=1000)
    evening.seat(table, "ann", "bob", "cy")
    hosted = evening.table(table)
    if game == "three-card-poker":
        while hosted.table.is_between_rounds():
            evening.tick()
        for seat, name in enumerate(("ann", "bob", "cy"), 1):
            evening.yes(name, "wager", table, seat=seat, wager="ante", chips=5)
    evening.deal_on(table)
    looked_on = cards_in(table_snapshot(evening.room, hosted, ""))
    assert cards_in(table_snapshot(evening.room, hosted, "ann")) != looked_on, "ann sees her own cards"
    for person in ("flo", "cash", "aud", "boss", "out", "dealer", "floor", "house"):
        assert cards_in(table_snapshot(evening.room, hosted, person)) == looked_on


def cards_in(picture: object) -> list[str]:
    """Every text of a picture that is a card, face up or down."""
    return [text for text in to_json(picture).decode().split('"') if len(text) == 2 and text[1] in "cdhs?"]


def test_an_auditor_reads_rounds_that_are_over_and_is_on_record_for_it() -> None:
    evening = RoomDriver()
    evening.staff("aud", "auditor")
    table = evening.open("holdem")
    evening.seat(table, "ann", "bob")
    evening.deal_on(table)
    nothing = {"table": table, "first": 1, "last": 1, "why": "a complaint"}
    assert "only rounds that are over are read" in evening.no("aud", "access-hands", reading=nothing)
    evening.finish(table)
    over = evening.room.chain("table 1").head.number
    evening.deal_on(table)
    wanted = {"table": table, "first": 1, "last": over, "why": "a complaint"}
    before = evening.room.chain("room").head.number
    evening.yes("aud", "access-hands", reading=wanted)
    assert evening.room.chain("room").head.number == before + 1
    records = [record for record in evening.store.records("table 1", over) if record.number > over]
    assert {"shuffle", "cut", "deal"} <= {record.name for record in records}, "of the round being played"
    for record in records:
        said = evening.no("aud", "access-hands", reading={**wanted, "last": record.number})
        assert "only rounds that are over are read" in said
    assert "expected a reason" in evening.no("aud", "access-hands", reading={**wanted, "why": ""})
    assert "aud" in evening.room.state.people
    for person in ("boss", "ann"):
        assert f"{person} may not order access-hands" in evening.no(person, "access-hands", reading=wanted)


def test_the_floor_of_a_room_speaks_for_the_roles_that_a_table_names(store: Store) -> None:
    evening = RoomDriver(store)
    evening.staff("flo", permissions.FLOOR)
    holdem, craps = evening.open("holdem", "oneida"), evening.open("craps")
    for table in (holdem, craps):
        evening.seat(table, "ann", "bob")
    evening.yes("ann", "open-dispute", holdem, about="the last pot")
    settle = {"number": 1, "ruling": "it stands"}
    assert "ann may not order" in evening.no("ann", "settle-dispute", holdem, **settle, ruled_by="ann")
    # Whatever name they give, the record has the person who ruled.
    evening.yes("flo", "settle-dispute", holdem, **settle, ruled_by="ann")
    assert evening.table(holdem).table.roster.disputes == ["it stands"]
    dice: Any = evening.table(craps).table
    evening.answer(craps, "accept")
    shooter = dice.state.play.shooter
    assert shooter
    evening.yes("flo", "order-pass", craps, why="delay")
    assert dice.state.play.shooter != shooter
    evening.check()
