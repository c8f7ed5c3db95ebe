"""At the door: guests, members, sessions, and names that could pass for another's."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

import pytest
from tests.room.room_driver import RoomDriver

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.room.auth import authentication
from hoyle.room.auth.login_throttle import FORGIVEN, TooSoon
from hoyle.room.player_names import name_skeleton
from hoyle.storage import Store

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def kept() -> str:
    """The hash of one password: argon2id takes its time."""
    return authentication.hash_password(PASSWORD)


@pytest.fixture
def evening(store: Store) -> RoomDriver:
    return RoomDriver(store)


def member(evening: RoomDriver, kept: str, name: str = "ann") -> str:
    """Somebody with a password; the token of the session since then."""
    evening.authenticator.guest(name)
    return evening.authenticator.register(name, kept).token


def test_a_guest_comes_in_with_a_name_and_play_chips(evening: RoomDriver) -> None:
    admitted = evening.authenticator.guest("ann", agent="a browser\x07")
    assert evening.authenticator.person_for_token(admitted.token) == "ann"
    assert evening.room.wallet_balance("ann") == authentication.GUEST_CHIPS
    [session] = evening.authenticator.sessions("ann")
    assert session.token == sha256(admitted.token.encode()).digest(), "only its hash is kept"
    assert session.agent == "a browser"
    assert (
        evening.authenticator.person_for_token("")
        == evening.authenticator.person_for_token("x" * 64)
        == evening.authenticator.person_for_token("\ud800")
        == ""
    )
    evening.check()


def test_who_has_few_play_chips_left_gets_fresh_ones(evening: RoomDriver) -> None:
    usual = authentication.GUEST_CHIPS
    table = evening.open("holdem")
    evening.authenticator.guest("bob")
    with pytest.raises(IllegalError, match=f"bob has {usual:,} chips: .* for players with fewer than 1,000"):
        evening.authenticator.grant_play_chips("bob")
    evening.guests("ann", chips=700)
    evening.yes("ann", "sit", table, seat=1, chips=300)
    # What lies before him on the table counts.
    assert evening.authenticator.grant_play_chips("ann") == usual - 300
    with pytest.raises(IllegalError, match="more are for players with fewer"):
        evening.authenticator.grant_play_chips("ann")
    with pytest.raises(IllegalError, match="more are for players"):
        evening.authenticator.grant_play_chips("zoe")
    evening.restart()
    assert evening.room.wallet_balance("ann") == usual - 300
    evening.check()


def test_nobody_gets_fresh_chips_while_his_own_may_lie_in_a_pot(evening: RoomDriver) -> None:
    table = evening.open("holdem")
    evening.guests("ann", chips=200)
    evening.seat(table, "ann", "bob", chips=200)
    evening.deal_on(table)
    with pytest.raises(IllegalError, match="ann is in a round: their chips are known at its end"):
        evening.authenticator.grant_play_chips("ann")
    evening.finish(table, "fold")
    assert evening.authenticator.grant_play_chips("ann") > 0
    evening.check()


def test_registering_keeps_name_and_wallet(evening: RoomDriver, kept: str) -> None:
    table = evening.open("holdem")
    token = evening.authenticator.guest("ann").token
    evening.yes("ann", "sit", table, seat=1, chips=300)
    other = evening.authenticator.register("ann", kept).token
    assert evening.room.wallet_balance("ann") == authentication.GUEST_CHIPS - 300
    assert evening.room.state.people["ann"].kind == "member"
    assert other != token
    assert (evening.authenticator.person_for_token(token), evening.authenticator.person_for_token(other)) == (
        "",
        "ann",
    ), "a guest's token is over"
    with pytest.raises(IllegalError, match="is a member already"):
        evening.authenticator.register("ann", kept)
    with pytest.raises(IllegalError, match="not known"):
        evening.authenticator.register("zoe", kept)
    evening.restart()
    assert evening.room.state.people["ann"].kind == "member"


def test_passwords_are_kept_as_argon2id(kept: str) -> None:
    assert kept.startswith("$argon2id$")
    assert PASSWORD not in kept
    assert authentication.hash_password(PASSWORD) != kept, "with a salt of its own"
    for short in ("", "seven77", "x" * 201, None, 12345678):
        with pytest.raises(InvalidError, match="8 to 200 characters"):
            authentication.hash_password(short)


def test_only_the_password_fits(evening: RoomDriver, kept: str) -> None:
    member(evening, kept)
    credential = evening.store.credential("ann")
    assert authentication.verify_password(credential, PASSWORD)
    assert not authentication.verify_password(credential, PASSWORD + " ")
    assert not authentication.verify_password(credential, None)
    assert not authentication.verify_password(None, "dummy password"), "not even the one that is checked for nobody"
    evening.authenticator.guest("bob")
    assert not authentication.verify_password(evening.store.credential("bob"), "")


def test_the_previous_log_in_is_shown(evening: RoomDriver, kept: str) -> None:
    member(evening, kept)
    registered = evening.now
    evening.now += 60_000
    assert evening.authenticator.log_in("ann", good=True).last_login == registered
    evening.now += 60_000
    assert evening.authenticator.log_in("ann", good=True).last_login == registered + 60_000


def test_a_wrong_name_and_a_wrong_password_are_told_alike(evening: RoomDriver, kept: str) -> None:
    member(evening, kept)
    door = evening.authenticator
    said = set()
    before = evening.room.chain("room").head.number
    for name in ("ann", "zoe", "dot"):
        for _ in range(3):
            door.attempt(name, "198.51.100.7")
            with pytest.raises(IllegalError) as error:
                door.log_in(name, good=False, address="198.51.100.7")
            said.add((str(error.value), error.value.clause))
            evening.now += 1
    assert len(said) == 1
    assert evening.room.chain("room").head.number == before, "nobody who tries waits for a disk"
    door.note_wrong()
    [record] = evening.store.records("room", before)
    assert (record.name, record.actor) == ("log-in", "ann"), "only who has an account, and once"
    assert b'"failures":3' in record.payload


def test_whoever_guesses_waits_longer_each_time_and_nobody_else_does(evening: RoomDriver, kept: str) -> None:
    member(evening, kept)
    for name in ("ann", "zoe"):
        door, thief = evening.authenticator, "198.51.100.7"
        waits = []
        for _ in range(9):
            try:
                door.attempt(name, thief)
            except TooSoon as soon:
                waits.append(soon.wait)
                evening.now += soon.wait
                door.attempt(name, thief)
            with pytest.raises(IllegalError):
                door.log_in(name, good=False, address=thief)
        assert waits == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000], f"{name}: the same for whoever it is"
        with pytest.raises(TooSoon, match="too many wrong passwords: try again in 64 s"):
            door.attempt(name, thief)
        door.attempt(name, "203.0.113.5")


def test_a_member_comes_in_while_others_guess(evening: RoomDriver, kept: str) -> None:
    """Nobody locks another out: neither from one address nor from many."""
    member(evening, kept)
    door, home = evening.authenticator, "203.0.113.5"
    door.attempt("ann", home)
    door.log_in("ann", good=True, address=home)
    for at in range(200):
        evening.now += 10
        with suppress(IllegalError):
            door.attempt("ann", f"198.51.100.{at}")
            door.log_in("ann", good=False, address=f"198.51.100.{at}")
    with pytest.raises(TooSoon):
        door.attempt("ann", "192.0.2.1")
    door.attempt("ann", home)
    assert door.log_in("ann", good=True, address=home).person == "ann"
    evening.now += 61_000
    door.attempt("ann", "192.0.2.1")


def test_an_address_that_tries_many_names_waits(evening: RoomDriver) -> None:
    door = evening.authenticator
    for at in range(20):
        door.attempt(f"zoe {at}", "198.51.100.7")
    with pytest.raises(TooSoon):
        door.attempt("zoe 20", "198.51.100.7")
    door.attempt("somebody 1", "203.0.113.5")
    evening.now += FORGIVEN
    door.attempt("somebody 99", "198.51.100.7")


def test_a_right_password_forgives_the_wrong_ones_before(evening: RoomDriver, kept: str) -> None:
    member(evening, kept)
    door = evening.authenticator
    for _ in range(5):
        for _ in range(2):
            door.attempt("ann", "203.0.113.5")
            with pytest.raises(IllegalError):
                door.log_in("ann", good=False, address="203.0.113.5")
        door.attempt("ann", "203.0.113.5")
        door.log_in("ann", good=True, address="203.0.113.5")


def test_attempts_at_once_count_before_any_was_answered(evening: RoomDriver, kept: str) -> None:
    member(evening, kept)
    door = evening.authenticator
    for _ in range(3):
        door.attempt("ann", "198.51.100.7")
    with pytest.raises(TooSoon):
        door.attempt("ann", "198.51.100.7")


def test_sessions_are_listed_and_ended(evening: RoomDriver, kept: str) -> None:
    first = member(evening, kept)
    evening.now += 1000
    second = evening.authenticator.log_in("ann", good=True, agent="phone").token
    assert next(session.agent for session in evening.authenticator.sessions("ann")) == "phone"
    assert sorted(bool(session.ended_at) for session in evening.authenticator.sessions("ann")) == [False, False, True]
    evening.authenticator.log_out(first)
    evening.authenticator.log_out(first)
    evening.authenticator.log_out("unknown")
    assert (evening.authenticator.person_for_token(first), evening.authenticator.person_for_token(second)) == (
        "",
        "ann",
    )
    assert sorted(bool(session.ended_at) for session in evening.authenticator.sessions("ann")) == [False, True, True]
    evening.now += authentication.SESSION_LIFETIME_MS
    assert evening.authenticator.person_for_token(second) == "", "it has grown too old"


@pytest.mark.parametrize(
    "name",
    ["ann", "Ann", "ANN", "a.nn", "a nn", "ann.", "\uff41\uff4e\uff4e", "\u0430nn", "\u00e4nn", "\u0391nn", "a-n-n"],
)
def test_no_name_passes_for_another(evening: RoomDriver, name: str) -> None:
    evening.authenticator.guest("ann")
    before = evening.plain()
    with pytest.raises(HoyleError):
        evening.authenticator.guest(name)
    assert evening.plain() == before


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "ann ",
        "x" * 25,
        "a\nb",
        "a\u202eb",
        "a\u200bb",
        "...",
        "a/b",
        "<b>",
        "\x00",
        "\ud800",
        "\U0001f0a1",
        "ann\u3164",
        "ann\u1160bob",
        "\u0430lice",
        "bo\u0431",
    ],
)
def test_what_nobody_can_read_is_no_name(evening: RoomDriver, name: str) -> None:
    with pytest.raises(HoyleError):
        evening.authenticator.guest(name)
    assert evening.room.state.people == {}


@pytest.mark.parametrize(
    "name",
    [
        "dealer",
        "Dealer",
        "FLOOR",
        "h0use",
        "c1ock",
        "manager",
        "auditor",
        "room",
        "bot",
        "d\u0435aler",
        "the house",
        "Seat 4",
        "seat4",
        "SEAT  FOUR",
        "Seat IV",
        "5eat no. 4",
        "the dealer",
        "You",
        "y\u043eu",
        "me",
        "player 1",
        "Player One",
        "P1ayer l",
        "admin",
        "Adm1n",
        "4dmin",
        "\uff41\uff44\uff4d\uff49\uff4e",
        "bank",
        "The Bank",
        "B\u00e0nk 2",
        "\u13f4ank",
        "cage",
        "host",
        "Bot 7",
        "table 3",
        "s\u1d07at 4",
    ],
)
def test_nobody_is_called_what_the_house_calls_itself(evening: RoomDriver, name: str) -> None:
    with pytest.raises(IllegalError, match="what the house calls itself"):
        evening.authenticator.guest(name)


def test_names_that_differ_are_told_apart() -> None:
    names = [
        "ann",
        "anna",
        "bob",
        "rob",
        "bo",
        "Jean-Luc",
        "O'Neill",
        "\u6797",
        "\u738b",
        "Zo\u00eb",
        "player 2",
        "player 3",
    ]
    assert len({name_skeleton(name) for name in names}) == len(names)


def test_only_members_are_appointed(evening: RoomDriver) -> None:
    evening.authenticator.guest("ann")
    with pytest.raises(IllegalError, match="roles are for members"):
        evening.authenticator.grant_initial_role("ann", "manager")
    with pytest.raises(InvalidError, match="one of floor, cashier, auditor, manager"):
        evening.authenticator.grant_initial_role("ann", "superuser")
