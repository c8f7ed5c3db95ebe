"""Sessions and their sockets: what ends with a session, and what the caretaker sees to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from tests.room.room_driver import Evening
from tests.server.in_process_room import Company

from hoyle.room.auth import authentication
from hoyle.room.auth.credential_tamper_hashes import code_mark
from hoyle.room.auth.operator_requests import Errand
from hoyle.server.gateway.periodic_tasks import GUESTS, ROUND
from hoyle.server.gateway.room_gateway import CLOSE_UNKNOWN_SESSION
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER
from hoyle.storage import open_store
from hoyle.storage.sql.sql_store import SqlStore

CODE = "abcd-efgh-jkmn-pqrs"


@pytest.fixture
def company(place: str) -> Iterator[Company]:
    with closing(open_store(place)) as store:
        yield Company(Evening(store))


def member(company: Company, name: str = "ann") -> str:
    token = company.call("enter", name=name)[2]
    return company.call("register", token, hash="$argon2id$ one")[2]


def look_after(company: Company, times: int = 1) -> None:
    for _ in range(times):
        company.evening.now += ROUND
        company.deliver(company.service.look_after())


def test_a_guest_who_registers_has_another_token_and_the_old_one_is_of_no_use(company: Company) -> None:
    old = company.call("enter", name="ann")[2]
    socket = company.connect(token=old)
    status, body, new = company.call("register", old, hash="$argon2id$ one")
    assert (status, body) == (200, {"person": "ann", "kind": "member"})
    assert new not in ("", old)
    assert socket.dropped == CLOSE_TRY_AGAIN_LATER, "come again, with the new one"
    assert company.connect(token=old).dropped == CLOSE_UNKNOWN_SESSION
    assert company.call("me", old)[0] == 401
    assert company.call("me", new)[0] == 200
    assert company.connect(token=new).last("welcome")["person"] == "ann"


def test_another_password_closes_the_sockets_of_all_other_sessions(company: Company) -> None:
    first = member(company)
    second = company.call("log-in", name="ann", good=True)[2]
    sockets = [company.connect(token=token) for token in (first, second)]
    status, _, new = company.call("password", first, hash="$argon2id$ two", good=True)
    assert status == 200
    assert [each.dropped for each in sockets] == [CLOSE_TRY_AGAIN_LATER, CLOSE_TRY_AGAIN_LATER]
    assert [company.connect(token=token).dropped for token in (first, second)] == [CLOSE_UNKNOWN_SESSION] * 2
    assert company.connect(token=new).last("welcome")["person"] == "ann"


def test_whoever_deletes_their_account_is_gone(company: Company) -> None:
    token = member(company)
    socket = company.connect(token=token)
    assert company.call("delete", token, good=False)[0] == 401
    assert socket.dropped == 0
    assert company.call("delete", token, good=True) == (200, {}, "-")
    assert socket.dropped == CLOSE_UNKNOWN_SESSION
    assert company.call("log-in", name="ann", good=True)[0] == 401


def test_a_name_that_is_claimed_is_its_former_users_no_longer(company: Company) -> None:
    token = member(company)
    socket = company.connect(token=token)
    company.service.doorman.issue_code("ann", code_mark(CODE), role="manager")
    assert company.call("check-code", name="ann", code=CODE)[0] == 200
    status, body, new = company.call("claim", name="ann", code=CODE, hash="$argon2id$ two")
    assert (status, body["person"]) == (201, "ann")
    assert socket.dropped == CLOSE_TRY_AGAIN_LATER
    assert company.connect(token=token).dropped == CLOSE_UNKNOWN_SESSION
    assert company.connect(token=new).last("welcome")["roles"] == ["manager"]


def test_a_session_that_is_too_old_loses_its_socket(company: Company) -> None:
    ann = company.connect(token=member(company))
    company.evening.now += 1000
    bob = company.connect(token=member(company, "bob"))
    company.evening.now += authentication.SESSION_LIFETIME_MS - 1000
    before = company.evening.plain()
    ann.send(
        {
            "type": "command",
            "idempotency_key": "x",
            "table_id": 0,
            "command": {"do": "block", "player": "bob"},
        }
    )
    assert ann.dropped == CLOSE_UNKNOWN_SESSION, "with the first that it sends"
    assert company.evening.plain() == before, "and nothing that it sends is done"
    assert bob.dropped == 0
    look_after(company)
    assert bob.dropped == CLOSE_UNKNOWN_SESSION, "or when somebody looks"


def test_wrong_passwords_are_too_soon_by_the_name_and_the_address(company: Company) -> None:
    member(company)
    asked = {"name": "ann", "address": "198.51.100.7"}
    for _ in range(3):
        assert company.call("kept", **asked)[0] == 200
        assert company.call("log-in", **asked, good=False)[0] in (401, 403)
    status, body, _ = company.call("kept", **asked)
    assert (status, body["wait"]) == (429, 1000)
    unknown = {"name": "zoe", "address": "203.0.113.9"}
    for _ in range(3):
        assert company.call("kept", **unknown) == (200, {"hash": ""}, "")
        company.call("log-in", **unknown, good=False)
    assert company.call("kept", **unknown)[1] == body, "an unknown name is told the same"
    look_after(company)
    assert [record.name for record in company.evening.store.records("room")][-1] == "log-in"


def test_guests_who_do_not_come_again_are_forgotten(company: Company) -> None:
    company.service.doorman = authentication.Authenticator(company.evening.desk, idle=10 * ROUND)
    tokens = {name: company.call("enter", name=name)[2] for name in ("ann", "bob")}
    company.connect(token=tokens["bob"])
    look_after(company, 3 * GUESTS)
    people = company.evening.room.state.people
    assert (people["ann"].kind, people["bob"].kind) == ("former", "guest")
    assert company.call("me", tokens["ann"])[0] in (401, 403)


def test_errands_are_run_where_the_room_is_open(company: Company) -> None:
    store = company.evening.store
    assert isinstance(store, SqlStore)
    token = member(company)
    socket = company.connect(token=token)
    number = store.leave_errand(Errand(do="grant", name="ann", role="floor", why="duty").plain())
    company.deliver(company.service.look_after())
    assert store.errand_said(number) is None, "nobody looks for them here"
    company.service.caretaker.runs_errands = True
    company.deliver(company.service.look_after())
    assert store.errand_said(number) == "ann is floor"
    assert store.drop_errand(number)
    number = store.leave_errand(Errand(do="reset", name="ann", code=code_mark(CODE)).plain())
    company.evening.now += ROUND
    company.deliver(company.service.look_after())
    assert socket.dropped == CLOSE_UNKNOWN_SESSION
    number = store.leave_errand(b"nonsense")
    assert store.drop_errand(number), "one that nobody has taken is taken back"
    assert store.errands() == []
