"""At the door: guests, members, sessions, and names that could pass for another's."""

from __future__ import annotations

from hashlib import sha256

import pytest
from tests.room.live.evenings import Evening

from hoyle.errors import HoyleError, IllegalError, InvalidError
from hoyle.room.live import doorman
from hoyle.room.live.names import skeleton
from hoyle.room.store import Store

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def kept() -> str:
    """The hash of one password: argon2id takes its time."""
    return doorman.hashed(PASSWORD)


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


def member(evening: Evening, kept: str, name: str = "ann") -> str:
    """Somebody with a password; the token he came in with as a guest."""
    token = evening.doorman.guest(name).token
    evening.doorman.register(name, kept)
    return token


def test_a_guest_comes_in_with_a_name_and_play_chips(evening: Evening) -> None:
    admitted = evening.doorman.guest("ann", agent="a browser\x07")
    assert evening.doorman.who(admitted.token) == "ann"
    assert evening.room.purse("ann") == doorman.GUEST_CHIPS
    [session] = evening.doorman.sessions("ann")
    assert session.token == sha256(admitted.token.encode()).digest(), "only its hash is kept"
    assert session.agent == "a browser"
    assert evening.doorman.who("") == evening.doorman.who("x" * 64) == evening.doorman.who("\ud800") == ""
    evening.check()


def test_who_has_few_play_chips_left_gets_fresh_ones(evening: Evening) -> None:
    usual = doorman.GUEST_CHIPS
    table = evening.open("holdem")
    evening.doorman.guest("ann")
    with pytest.raises(IllegalError, match=f"ann has {usual:,} chips: .* for who has fewer than 1,000"):
        evening.doorman.refresh("ann")
    evening.staff("cash", "cashier")
    evening.yes("cash", "redeem-chips", player="ann", chips=usual - 700, why="cash")
    evening.yes("ann", "sit", table, seat=1, chips=300)
    # What lies before him on the table counts.
    assert evening.doorman.refresh("ann") == usual - 300
    with pytest.raises(IllegalError, match="fresh ones are for who has fewer"):
        evening.doorman.refresh("ann")
    with pytest.raises(IllegalError, match="fresh ones are for"):
        evening.doorman.refresh("zoe")
    evening.restart()
    assert evening.room.purse("ann") == usual - 300
    evening.check()


def test_nobody_gets_fresh_chips_while_his_own_may_lie_in_a_pot(evening: Evening) -> None:
    table = evening.open("holdem")
    evening.seat(table, "ann", "bob", chips=200)
    evening.staff("cash", "cashier")
    evening.yes("cash", "redeem-chips", player="ann", chips=evening.room.purse("ann"), why="cash")
    evening.deal_on(table)
    with pytest.raises(IllegalError, match="ann is in a round: what he has is known at its end"):
        evening.doorman.refresh("ann")
    evening.finish(table, "fold")
    assert evening.doorman.refresh("ann") > 0
    evening.check()


def test_registering_keeps_name_and_wallet(evening: Evening, kept: str) -> None:
    table = evening.open("holdem")
    token = evening.doorman.guest("ann").token
    evening.yes("ann", "sit", table, seat=1, chips=300)
    evening.doorman.register("ann", kept)
    assert evening.room.purse("ann") == doorman.GUEST_CHIPS - 300
    assert evening.room.state.people["ann"].kind == "member"
    assert evening.doorman.who(token) == "ann"
    with pytest.raises(IllegalError, match="is a member already"):
        evening.doorman.register("ann", kept)
    with pytest.raises(IllegalError, match="not known"):
        evening.doorman.register("zoe", kept)
    evening.restart()
    assert evening.room.state.people["ann"].kind == "member"


def test_passwords_are_kept_as_argon2id(kept: str) -> None:
    assert kept.startswith("$argon2id$")
    assert PASSWORD not in kept
    assert doorman.hashed(PASSWORD) != kept, "with a salt of its own"
    for short in ("", "seven77", "x" * 201, None, 12345678):
        with pytest.raises(InvalidError, match="8 to 200 characters"):
            doorman.hashed(short)


def test_only_the_password_fits(evening: Evening, kept: str) -> None:
    member(evening, kept)
    credential = evening.store.credential("ann")
    assert doorman.fits(credential, PASSWORD)
    assert not doorman.fits(credential, PASSWORD + " ")
    assert not doorman.fits(credential, None)
    assert not doorman.fits(None, "nobody's password"), "not even the one that is checked for nobody"
    evening.doorman.guest("bob")
    assert not doorman.fits(evening.store.credential("bob"), "")


def test_the_previous_log_in_is_shown(evening: Evening, kept: str) -> None:
    member(evening, kept)
    registered = evening.now
    evening.now += 60_000
    assert evening.doorman.log_in("ann", good=True).last_login == registered
    evening.now += 60_000
    assert evening.doorman.log_in("ann", good=True).last_login == registered + 60_000


def test_three_wrong_passwords_lock_the_door_for_a_while(evening: Evening, kept: str) -> None:
    member(evening, kept)
    said = set()
    for _ in range(3):
        with pytest.raises(IllegalError) as error:
            evening.doorman.log_in("ann", good=False)
        said.add(str(error.value))
    with pytest.raises(IllegalError) as nobody:
        evening.doorman.log_in("zoe", good=False)
    assert said == {str(nobody.value)}, "a wrong name and a wrong password are told alike"
    evening.restart()
    with pytest.raises(IllegalError, match="try again in 15 minutes"):
        evening.doorman.log_in("ann", good=True)
    evening.now += doorman.LOCKED
    assert evening.doorman.log_in("ann", good=True).person == "ann"


def test_a_right_password_forgives_the_wrong_ones_before(evening: Evening, kept: str) -> None:
    member(evening, kept)
    for _ in range(4):
        for _ in range(2):
            with pytest.raises(IllegalError):
                evening.doorman.log_in("ann", good=False)
        evening.doorman.log_in("ann", good=True)
    credential = evening.store.credential("ann")
    assert credential is not None
    assert credential.failures == credential.locked_until == 0


def test_sessions_are_listed_and_ended(evening: Evening, kept: str) -> None:
    first = member(evening, kept)
    evening.now += 1000
    second = evening.doorman.log_in("ann", good=True, agent="phone").token
    assert [session.agent for session in evening.doorman.sessions("ann")] == ["phone", ""]
    evening.doorman.log_out(first)
    evening.doorman.log_out(first)
    evening.doorman.log_out("unknown")
    assert (evening.doorman.who(first), evening.doorman.who(second)) == ("", "ann")
    assert sorted(bool(session.ended) for session in evening.doorman.sessions("ann")) == [False, True]
    evening.now += doorman.SESSION
    assert evening.doorman.who(second) == "", "it has grown too old"


@pytest.mark.parametrize(
    "name",
    [
        "ann",
        "Ann",
        "ANN",
        "a.nn",
        "a nn",
        "ann.",
        "\uff41\uff4e\uff4e",
        "\u0430nn",
        "\u00e4nn",
        "\u0391nn",
        "a-n-n",
    ],
)
def test_no_name_passes_for_another(evening: Evening, name: str) -> None:
    evening.doorman.guest("ann")
    before = evening.plain()
    with pytest.raises(HoyleError):
        evening.doorman.guest(name)
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
    ],
)
def test_what_nobody_can_read_is_no_name(evening: Evening, name: str) -> None:
    with pytest.raises(HoyleError):
        evening.doorman.guest(name)
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
    ],
)
def test_nobody_is_called_what_the_house_calls_itself(evening: Evening, name: str) -> None:
    with pytest.raises(IllegalError, match="what the house calls itself"):
        evening.doorman.guest(name)


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
    assert len({skeleton(name) for name in names}) == len(names)


def test_only_members_are_appointed(evening: Evening) -> None:
    evening.doorman.guest("ann")
    with pytest.raises(IllegalError, match="roles are for members"):
        evening.doorman.appoint("ann", "manager")
    with pytest.raises(InvalidError, match="one of floor, cashier, auditor, manager"):
        evening.doorman.appoint("ann", "superuser")
