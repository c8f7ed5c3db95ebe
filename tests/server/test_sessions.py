"""Sessions and their sockets: what ends with a session, and what the periodic tasks see to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from tests.room.room_driver import RoomDriver
from tests.server.in_process_room import InProcessRoom

from hoyle.room.auth import authentication
from hoyle.room.auth.credential_tamper_hashes import code_mark
from hoyle.room.auth.operator_requests import OperatorRequest
from hoyle.server.gateway.client_connections import CLOSE_UNKNOWN_SESSION
from hoyle.server.gateway.periodic_tasks import MAINTENANCE_INTERVAL_MS, MAINTENANCE_RUNS_PER_GUEST_CHECK
from hoyle.server.websocket_frames import CLOSE_TRY_AGAIN_LATER
from hoyle.storage import open_store
from hoyle.storage.sql.sql_store import SqlStore

CODE = "abcd-efgh-jkmn-pqrs"


@pytest.fixture
def company(place: str) -> Iterator[InProcessRoom]:
    with closing(open_store(place)) as store:
        yield InProcessRoom(RoomDriver(store))


def member(company: InProcessRoom, name: str = "ann") -> str:
    token = company.call("enter", name=name)[2]
    return company.call("register", token, hash="$argon2id$ one")[2]


def run_periodic_tasks(company: InProcessRoom, times: int = 1) -> None:
    for _ in range(times):
        company.evening.now += MAINTENANCE_INTERVAL_MS
        company.deliver(company.service.run_periodic_tasks())


def test_a_guest_who_registers_has_another_token_and_the_old_one_is_of_no_use(company: InProcessRoom) -> None:
    old = company.call("enter", name="ann")[2]
    socket = company.connect(token=old)
    status, body, new = company.call("register", old, hash="$argon2id$ one")
    assert (status, body) == (200, {"person": "ann", "kind": "member", "token": new})
    assert new not in ("", old)
    assert socket.dropped == CLOSE_TRY_AGAIN_LATER, "come again, with the new one"
    assert company.connect(token=old).dropped == CLOSE_UNKNOWN_SESSION
    assert company.call("me", old)[0] == 401
    assert company.call("me", new)[0] == 200
    assert company.connect(token=new).last("welcome")["person"] == "ann"


def test_another_password_closes_the_sockets_of_all_other_sessions(company: InProcessRoom) -> None:
    first = member(company)
    second = company.call("log-in", name="ann", good=True)[2]
    sockets = [company.connect(token=token) for token in (first, second)]
    status, _, new = company.call("password", first, hash="$argon2id$ two", good=True)
    assert status == 200
    assert [each.dropped for each in sockets] == [CLOSE_TRY_AGAIN_LATER, CLOSE_TRY_AGAIN_LATER]
    assert [company.connect(token=token).dropped for token in (first, second)] == [CLOSE_UNKNOWN_SESSION] * 2
    assert company.connect(token=new).last("welcome")["person"] == "ann"


def test_whoever_deletes_their_account_is_gone(company: InProcessRoom) -> None:
    token = member(company)
    socket = company.connect(token=token)
    assert company.call("delete", token, good=False)[0] == 401
    assert socket.dropped == 0
    assert company.call("delete", token, good=True) == (200, {}, "")
    assert socket.dropped == CLOSE_UNKNOWN_SESSION
    assert company.call("log-in", name="ann", good=True)[0] == 401


def test_a_name_that_is_claimed_is_its_former_users_no_longer(company: InProcessRoom) -> None:
    token = member(company)
    socket = company.connect(token=token)
    company.service.authenticator.issue_code("ann", code_mark(CODE), role="manager")
    assert company.call("check-code", name="ann", code=CODE)[0] == 200
    status, body, new = company.call("claim", name="ann", code=CODE, hash="$argon2id$ two")
    assert (status, body["person"]) == (200, "ann")
    assert socket.dropped == CLOSE_TRY_AGAIN_LATER
    assert company.connect(token=token).dropped == CLOSE_UNKNOWN_SESSION
    assert company.connect(token=new).last("welcome")["roles"] == ["manager"]


def test_a_session_that_is_too_old_loses_its_socket(company: InProcessRoom) -> None:
    ann = company.connect(token=member(company))
    company.evening.now += 1000
    bob = company.connect(token=member(company, "bob"))
    company.evening.now += authentication.SESSION_LIFETIME_MS - 1000
    before = company.evening.plain()
    ann.send({"type": "command", "idempotency_key": "x", "table_id": 0, "command": {"do": "block", "player": "bob"}})
    assert ann.dropped == CLOSE_UNKNOWN_SESSION, "with the first that it sends"
    assert company.evening.plain() == before, "and nothing that it sends is done"
    assert bob.dropped == 0
    run_periodic_tasks(company)
    assert bob.dropped == CLOSE_UNKNOWN_SESSION, "or when somebody looks"


def test_wrong_passwords_are_too_soon_by_the_name_and_the_address(company: InProcessRoom) -> None:
    member(company)
    asked = {"name": "ann", "address": "198.51.100.7"}
    for _ in range(3):
        assert company.call("kept", **asked)[0] == 200
        assert company.call("log-in", **asked, good=False)[0] in (401, 403)
    status, body, _ = company.call("kept", **asked)
    assert (status, body["retry_after_ms"]) == (429, 1000)
    unknown = {"name": "zoe", "address": "203.0.113.9"}
    for _ in range(3):
        assert company.call("kept", **unknown) == (200, {"hash": ""}, "")
        company.call("log-in", **unknown, good=False)
    assert company.call("kept", **unknown)[1] == body, "an unknown name is told the same"
    run_periodic_tasks(company)
    assert [record.name for record in company.evening.store.records("room")][-1] == "log-in"


def test_guests_who_do_not_come_again_are_forgotten(company: InProcessRoom) -> None:
    company.service.authenticator = authentication.Authenticator(
        company.evening.desk, guest_expiry_ms=10 * MAINTENANCE_INTERVAL_MS
    )
    tokens = {name: company.call("enter", name=name)[2] for name in ("ann", "bob")}
    company.connect(token=tokens["bob"])
    run_periodic_tasks(company, 3 * MAINTENANCE_RUNS_PER_GUEST_CHECK)
    people = company.evening.room.state.people
    assert (people["ann"].kind, people["bob"].kind) == ("former", "guest")
    assert company.call("me", tokens["ann"])[0] in (401, 403)


def test_errands_are_run_where_the_room_is_open(company: InProcessRoom) -> None:
    store = company.evening.store
    assert isinstance(store, SqlStore)
    token = member(company)
    socket = company.connect(token=token)
    number = store.add_operator_request(OperatorRequest(do="grant", name="ann", role="floor", why="duty").plain())
    company.deliver(company.service.run_periodic_tasks())
    assert store.operator_request_result(number) is None, "nobody looks for them here"
    company.service.periodic_tasks.runs_operator_requests = True
    company.deliver(company.service.run_periodic_tasks())
    assert store.operator_request_result(number) == "ann is floor"
    assert store.drop_operator_request(number)
    number = store.add_operator_request(OperatorRequest(do="reset", name="ann", code=code_mark(CODE)).plain())
    company.evening.now += MAINTENANCE_INTERVAL_MS
    company.deliver(company.service.run_periodic_tasks())
    assert socket.dropped == CLOSE_UNKNOWN_SESSION
    number = store.add_operator_request(b"nonsense")
    assert store.drop_operator_request(number), "one that nobody has taken is taken back"
    assert store.operator_requests() == []
