"""Accounts from their beginning to their end: reserved names, codes, passwords, second accounts, guests."""

from __future__ import annotations

import random

import pytest
from tests.room.room_driver import RoomDriver, wrong

from hoyle.core.errors import HoyleError, IllegalError
from hoyle.room.auth import authentication, operator_requests
from hoyle.room.auth.authentication import Authenticator, new_code
from hoyle.room.auth.credential_tamper_hashes import code_mark
from hoyle.room.auth.login_throttle import TooSoon
from hoyle.room.auth.operator_requests import OperatorRequest
from hoyle.storage import Store

CODE = "abcd-efgh-jkmn-pqrs"
MARK = code_mark(CODE)
FIRST = "$argon2id$ the first"
OTHER = "$argon2id$ the other"


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    return RoomDriver(store)


def is_well(evening: RoomDriver, place: str) -> None:
    """Everything is as the records say, after a restart too."""
    before = evening.room.state.to_dict()
    evening.restart()
    assert evening.room.state.to_dict() == before
    evening.check()
    assert wrong(place) == []


def password_of(evening: RoomDriver, name: str) -> str:
    credential = evening.store.credential(name)
    assert credential is not None
    return credential.password


# Reserved names


def test_a_configured_name_is_for_whoever_has_the_code(evening: RoomDriver, place: str) -> None:
    door = evening.authenticator
    assert door.reserve("Ann", MARK, role="manager", why="configured")
    for name in ("Ann", "ann", "A.nn", "\u0410nn"):
        with pytest.raises(HoyleError):
            door.guest(name)
    evening.restart()
    door = evening.authenticator
    assert not door.reserve("Ann", code_mark("another"), role="manager", why="configured"), "once"
    with pytest.raises(IllegalError, match="name or code is wrong"):
        door.check_code("Ann", "abcd-efgh-jkmn-pqrt")
    with pytest.raises(IllegalError, match="name or code is wrong"):
        door.claim("Ann", "abcd", FIRST)
    door.check_code("Ann", " ABCDEFGH jkmn pqrs ")
    token = door.claim("Ann", CODE, FIRST).token
    person = evening.room.state.people["Ann"]
    assert (person.kind, person.roles, door.person_for_token(token)) == ("member", ["manager"], "Ann")
    assert password_of(evening, "Ann") == FIRST
    with pytest.raises(IllegalError, match="name or code is wrong"):
        door.claim("Ann", CODE, OTHER)
    assert not door.reserve("Ann", MARK, role="manager", why="configured"), "who is manager needs no code"
    is_well(evening, place)


def test_a_guest_who_has_the_name_of_a_manager_is_not_one_and_loses_it(evening: RoomDriver, place: str) -> None:
    door = evening.authenticator
    squatter = door.guest("ann").token
    squatter = door.register("ann", FIRST).token
    door.reserve("ann", MARK, role="manager", why="configured")
    assert evening.room.state.people["ann"].roles == [], "whoever has the name is no manager for that"
    assert door.person_for_token(squatter) == "ann", "nothing is taken away before the code is used"
    owner = door.claim("ann", CODE, OTHER).token
    assert evening.room.state.people["ann"].roles == ["manager"]
    assert (door.person_for_token(squatter), door.person_for_token(owner)) == ("", "ann")
    assert password_of(evening, "ann") == OTHER
    is_well(evening, place)


def test_codes_are_guessed_as_slowly_as_passwords(evening: RoomDriver) -> None:
    door = evening.authenticator
    door.reserve("ann", MARK, role="manager", why="configured")
    for name in ("ann", "zoe"):
        for _ in range(3):
            with pytest.raises(IllegalError, match="name or code is wrong"):
                door.check_code(name, "wrong", "198.51.100.7")
        with pytest.raises(TooSoon):
            door.check_code(name, CODE, "198.51.100.7")


def test_a_code_is_chance_that_people_can_type() -> None:
    codes = {new_code(random.Random(seed).randbytes) for seed in range(200)}
    assert len(codes) == 200
    for code in codes:
        assert len(code) == 19
        assert not set(code) & set("01ilou")
        assert code_mark(code) == code_mark(code.upper().replace("-", " "))


# Passwords


def test_another_password_ends_every_session_but_the_new_one(evening: RoomDriver, place: str) -> None:
    door = evening.authenticator
    door.guest("ann")
    first = door.register("ann", FIRST).token
    phone = door.log_in("ann", good=True, agent="phone").token
    with pytest.raises(IllegalError, match="name or password is wrong"):
        door.change_password("ann", OTHER, good=False)
    assert password_of(evening, "ann") == FIRST
    new = door.change_password("ann", OTHER, good=True).token
    assert [door.person_for_token(token) for token in (first, phone, new)] == ["", "", "ann"]
    assert password_of(evening, "ann") == OTHER
    door.guest("guy")
    with pytest.raises(IllegalError, match="name or password is wrong"):
        door.change_password("guy", OTHER, good=True)
    is_well(evening, place)


def test_a_password_that_was_reset_lets_nobody_in_but_by_the_code(evening: RoomDriver, place: str) -> None:
    door = evening.authenticator
    door.guest("ann")
    old = door.register("ann", FIRST).token
    said = operator_requests.run(door, OperatorRequest(do="reset", name="ann", code=MARK, why="forgotten"))
    assert "can be claimed with the code" in said
    assert door.person_for_token(old) == ""
    assert door.attempt("ann") == ""
    with pytest.raises(IllegalError, match="name or password is wrong"):
        door.log_in("ann", good=True)
    is_well(evening, place)
    door = evening.authenticator
    door.claim("ann", CODE, OTHER)
    assert door.attempt("ann") == OTHER
    assert evening.room.state.people["ann"].kind == "member"
    is_well(evening, place)


def test_the_house_gives_roles_from_the_command_line(evening: RoomDriver, place: str) -> None:
    door = evening.authenticator
    door.guest("ann")
    with pytest.raises(IllegalError, match="roles are for members"):
        operator_requests.run(door, OperatorRequest(do="grant", name="ann", role="floor", why="duty"))
    door.register("ann", FIRST)
    assert (
        operator_requests.run(door, OperatorRequest(do="grant", name="ann", role="floor", why="duty")) == "ann is floor"
    )
    assert evening.room.state.people["ann"].roles == ["floor"]
    assert (
        operator_requests.run(door, OperatorRequest(do="take", name="ann", role="floor", why="over"))
        == "ann is no longer floor"
    )
    said, whose = operator_requests.run_stored(door, OperatorRequest(do="take", name="ann", role="floor").plain())
    assert (said, whose) == ("refused: ann is not floor", "")
    assert operator_requests.run_stored(door, b"nonsense")[0].startswith("refused: a request that cannot be read")
    assert operator_requests.run_stored(door, OperatorRequest(do="sing", name="ann").plain())[0].startswith(
        "refused: request 'sing'"
    )
    is_well(evening, place)


# Deleting


def test_somebody_deletes_their_account(evening: RoomDriver, place: str) -> None:
    table = evening.open("holdem")
    door = evening.authenticator
    door.guest("ann")
    token = door.register("ann", FIRST).token
    evening.yes("ann", "sit", table, seat=1, chips=200)
    with pytest.raises(IllegalError, match="ann has a seat: leave it first"):
        door.delete("ann", good=True)
    evening.yes("ann", "leave", table, seat=1)
    with pytest.raises(IllegalError, match="name or password is wrong"):
        door.delete("ann", good=False)
    number, _ = evening.home("holdem", "ann")
    with pytest.raises(IllegalError, match="ann is the host of a home game"):
        door.delete("ann", good=True)
    evening.yes("ann", "close", number)
    while not evening.table(number).hosting.closed:
        evening.tick()
    door.delete("ann", good=True)
    assert door.person_for_token(token) == ""
    assert (evening.room.wallet_balance("ann"), door.attempt("ann")) == (0, "")
    assert "is not in the room" in evening.no("ann", "block", player="boss")
    with pytest.raises(IllegalError, match="ann is taken"):
        door.guest("ann")
    is_well(evening, place)


def test_chips_of_the_cage_are_redeemed_before_an_account_is_deleted(evening: RoomDriver, place: str) -> None:
    evening.staff("cash", "cashier")
    evening.authenticator.guest("ann")
    evening.yes("cash", "issue-chips", player="ann", chips=50, why="money")
    with pytest.raises(IllegalError, match="ann has 50 chips of the cage: redeem them first"):
        evening.authenticator.delete("ann", good=False)
    evening.yes("cash", "redeem-chips", player="ann", chips=50, why="money")
    evening.authenticator.delete("ann", good=False)
    is_well(evening, place)


def test_the_last_manager_stays(evening: RoomDriver) -> None:
    evening.staff("boss", "manager")
    with pytest.raises(IllegalError, match="boss is the last manager"):
        evening.authenticator.delete("boss", good=True)


def test_a_name_is_free_again_where_it_stands_in_no_record(evening: RoomDriver, place: str) -> None:
    door = evening.authenticator
    first = door.guest("ann").token
    assert "the name is available again" in operator_requests.run(door, OperatorRequest(do="free", name="ann"))
    assert door.person_for_token(first) == ""
    evening.now += 5
    second = door.guest("ann").token
    assert door.person_for_token(second) == "ann"
    assert evening.room.wallet_balance("ann") == authentication.GUEST_CHIPS
    assert len(door.sessions("ann")) == 1, "those of whoever had the name before are nobody's business"
    is_well(evening, place)


def test_a_name_that_stands_in_records_is_nobody_elses(evening: RoomDriver, place: str) -> None:
    table = evening.open("holdem")
    evening.seat(table, "ann", "bob")
    evening.deal_on(table)
    said = operator_requests.run(evening.authenticator, OperatorRequest(do="free", name="ann", why="rude"))
    assert "the name stays with the hands and records" in said
    for name in ("ann", "Ann"):
        with pytest.raises(IllegalError, match=r"taken|too similar"):
            evening.authenticator.guest(name)
    # The clock acts for whoever is gone.
    while "ann" in evening.table(table).seated.values():
        assert evening.tick()
    with pytest.raises(IllegalError, match="not known here"):
        evening.authenticator.free("zoe")
    is_well(evening, place)


# Guests


def test_guests_who_are_gone_for_long_lose_their_account(evening: RoomDriver, place: str) -> None:
    table = evening.open("holdem")
    door = evening.authenticator
    for name in ("ann", "bob", "cy", "dot"):
        door.guest(name)
    door.register("cy", FIRST)
    evening.yes("dot", "sit", table, seat=1, chips=200)
    evening.now += authentication.IDLE - 1
    assert door.expire() == []
    evening.store.touch(["bob"], evening.now)
    evening.now += 2
    door = evening.authenticator
    assert door.expire() == ["ann"], "bob was here, cy is a member, dot has a seat"
    assert evening.room.wallet_balance("ann") == 0
    door.guest("ann")
    evening.now += authentication.IDLE + 1
    door = evening.authenticator
    assert door.expire() == ["ann", "bob"]
    is_well(evening, place)


def test_so_many_guests_and_no_more(evening: RoomDriver) -> None:
    door = Authenticator(evening.desk, max_guests=3)
    for name in ("ann", "bob", "cy"):
        door.guest(name)
    with pytest.raises(IllegalError, match="3 guests are here already"):
        door.guest("dot")
    door.register("ann", FIRST)
    door.guest("dot")
    evening.restart()
    assert evening.room.state.guest_count == 3


def test_so_many_guests_from_one_address_in_an_hour(evening: RoomDriver) -> None:
    door = Authenticator(evening.desk, max_guests_per_address_per_hour=2)
    for name in ("ann", "bob"):
        door.guest(name, address="198.51.100.7")
    with pytest.raises(IllegalError, match="ann is taken"):
        door.guest("ann", address="203.0.113.5")
    with pytest.raises(TooSoon, match="2 guests came from this address within an hour: come again in 60 min"):
        door.guest("cy", address="198.51.100.7")
    door.guest("cy", address="203.0.113.5")
    evening.now += 3_600_000
    door.guest("dot", address="198.51.100.7")


# Second accounts


def test_a_member_vouches_for_a_second_account(evening: RoomDriver, place: str) -> None:
    table = evening.open("holdem")
    door = evening.authenticator
    door.guest("ann")
    with pytest.raises(IllegalError, match="ann is no member: members vouch"):
        door.guest("annie", sponsor="ann")
    door.register("ann", FIRST)
    door.guest("annie", sponsor="ann")
    evening.yes("annie", "sit", table, seat=1, chips=200)
    assert "annie sits here, who is the same person" in evening.no("ann", "sit", table, seat=2, chips=200)
    for at in range(9):
        door.guest(f"annie {at}b", sponsor="ann")
    with pytest.raises(IllegalError, match="ann vouches for 10 accounts already"):
        door.guest("anita", sponsor="ann")
    is_well(evening, place)
