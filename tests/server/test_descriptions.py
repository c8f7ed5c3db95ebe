"""What the OpenAPI description says of answers is what they are: every field, and no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.room.room_driver import RoomDriver, sign_of
from tests.server.in_process_room import InProcessRoom

from hoyle.judge.rulebook_comparison.comparison import SITUATIONS
from hoyle.server.api.draw_odds import reckon
from hoyle.server.api.endpoint import openapi
from hoyle.server.api.routes import ENDPOINTS
from hoyle.server.http_types import account_types, odds_types, rulebook_types, staff_types
from hoyle.server.websocket_frames import LobbySnapshot
from hoyle.server.workers import audit_tasks, rulebook_tasks, worker_pool
from hoyle.storage import open_store

SHOWDOWN = {
    "rulebook": "oneida",
    "game": "omaha-hilo8",
    "board": ["2c", "3d", "4h", "9s", "Kd"],
    "players": [
        {"seat": 1, "cards": ["As", "Ah", "5d", "Qc"], "in": 100, "state": "live"},
        {"seat": 2, "cards": ["Ks", "Qh", "Jd", "Tc"], "in": 100, "state": "live"},
        {"seat": 3, "cards": [], "in": 20, "state": "folded"},
    ],
    "button": 1,
    "params": {"unit_cents": 100},
}
CASE = {"id": "a", "kind": "showdown", **SHOWDOWN}


def within(data: Any, read: Any) -> bool:
    """Whether everything that was answered is still there once it was read by its description."""
    if isinstance(data, dict):
        return isinstance(read, dict) and all(
            name in read and within(value, read[name]) for name, value in data.items()
        )
    if isinstance(data, list):
        return isinstance(read, list) and len(data) == len(read) and all(map(within, data, read))
    return bool(data == read)


def hold(kind: Any, answer: Any) -> None:
    data = msgspec.json.decode(msgspec.json.encode(answer))
    read = msgspec.json.decode(msgspec.json.encode(msgspec.convert(data, kind)))
    assert within(data, read), "a field is not described"


ANSWERS: dict[str, tuple[Any, Callable[[], Any]]] = {
    "equity, exact": (
        odds_types.EquityResponse,
        lambda: worker_pool.equity("holdem", ["AsAh", "KsKh"], "2c3c4c", "", 0, True),
    ),
    "equity, sampled": (
        odds_types.EquityResponse,
        lambda: worker_pool.equity("draw5-high", ["AsAhKs", "2c2d2h"], "", "", 100, False),
    ),
    "range": (odds_types.RangeResponse, lambda: worker_pool.range_of("holdem", "QQ+, AKs@50%", "")),
    "range of Omaha": (odds_types.RangeResponse, lambda: worker_pool.range_of("omaha-high", "AA**", "As")),
    "edges of dice": (list[odds_types.WagerEdge], lambda: worker_pool.edges("craps")),
    "edges of cards": (list[odds_types.WagerEdge], lambda: worker_pool.edges("three-card-poker")),
    "strategy": (odds_types.StrategyResponse, lambda: worker_pool.advice("three-card-poker", "QsJd2c", "", "", [])),
    "ruling": (odds_types.JudgeResponse, lambda: worker_pool.ruling(CASE)),
    "draws": (odds_types.DrawOddsResponse, lambda: {"draws": reckon("draw5-high", "oneida", "As Ah Kd 2c 3c")}),
    "showdown": (odds_types.SettleShowdownResponse, lambda: rulebook_tasks.division(SHOWDOWN)),
    "half a showdown": (odds_types.SettleShowdownResponse, lambda: rulebook_tasks.division({**SHOWDOWN, "board": []})),
    "games of the odds": (odds_types.OddsGamesResponse, rulebook_tasks.odds_games),
    "a house game": (odds_types.HouseGameOddsResponse, lambda: rulebook_tasks.banked_game("mississippi-stud")),
    "a game of dice": (odds_types.HouseGameOddsResponse, lambda: rulebook_tasks.banked_game("craps")),
    "clause": (rulebook_types.ClauseResponse, lambda: rulebook_tasks.clause("oneida", "XI.K.10(b)(i)")),
    "clause page": (rulebook_types.ClausePageResponse, lambda: rulebook_tasks.clause_page("oneida", "XI.K.10(b)(i)")),
    "page of the house": (rulebook_types.ClausePageResponse, lambda: rulebook_tasks.clause_page("house", "seats")),
    "contents": (rulebook_types.ContentsResponse, lambda: rulebook_tasks.contents("nj-19-47")),
    "readings": (rulebook_types.InterpretationsResponse, rulebook_tasks.all_readings),
    "situations": (rulebook_types.SituationsResponse, lambda: rulebook_tasks.situations("odd chip")),
    "comparison": (rulebook_types.ComparisonResponse, lambda: rulebook_tasks.comparison(SITUATIONS[0].id)),
    "games to settle": (rulebook_types.SettleGamesResponse, rulebook_tasks.settled_games),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_of_books_and_odds_is_what_is_described(name: str) -> None:
    kind, answer = ANSWERS[name]
    hold(kind, answer())


def test_an_answer_of_the_room_is_what_is_described() -> None:
    company = InProcessRoom()
    token = company.call("enter", name="hal")[2]
    hal = company.connect(token=token)
    opened = hal.yes(0, do="open-home-game", game="holdem", sign=sign_of("holdem"))["created"]
    number, code = opened["table_id"], opened["invite_code"]
    hal.yes(number, do="sit", seat=1, chips=200)
    hal.yes(number, do="open-dispute", about="the pot")
    for what, kind, args in (
        ("me", account_types.AccountResponse, {}),
        ("tables", LobbySnapshot, {}),
        ("sign", account_types.PostedSignResponse, {"table": number}),
        ("home", account_types.HomeGameResponse, {"code": code}),
        ("seat", account_types.SeatChoicesResponse, {"table": number}),
        ("ledger", account_types.HomeLedgerResponse, {"table": number}),
        ("floor", staff_types.FloorResponse, {}),
        ("floor", staff_types.FloorTableResponse, {"table": number}),
    ):
        status, body, _ = company.call(what, token, **args)
        assert status == 200, (what, body)
        hold(kind, body)
    hal.yes(number, do="leave", seat=1)
    hold(account_types.HomeLedgerResponse, company.call("ledger", token, table=number)[1])
    status, body, renewed = company.call("register", token, hash="x")
    assert status == 200
    hold(account_types.MemberResponse, {**body, "token": renewed})
    status, body, renewed = company.call("password", renewed, hash="y", good=True)
    assert status == 200
    hold(account_types.MemberResponse, {**body, "token": renewed})


def test_an_audit_is_what_is_described(place: str) -> None:
    store = open_store(place)
    RoomDriver(store).open("holdem", "oneida")
    store.close()
    verdict = audit_tasks.run_audit(place)
    assert verdict["findings"], "nobody came in by the door"
    hold(staff_types.AuditResultResponse, {"good": False, "message": "there is no room here", "ended": 1})
    hold(
        staff_types.AuditResponse,
        {"running": False, "began": 1, "verdict": verdict, **audit_tasks.chains_and_accounts(place)},
    )


def test_every_operation_says_what_it_gives_and_who_may_ask() -> None:
    described = openapi(ENDPOINTS, "a room", "hoyle-1234")
    schemes = described["components"]["securitySchemes"]
    assert schemes["cookie"]["name"] == "hoyle-1234"
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            [good] = [code for code in operation["responses"] if code < "300"]
            for media in operation["responses"][good]["content"].values():
                schema = media["schema"]
                assert schema.get("$ref") or schema.get("items") or schema["type"] != "object", (path, method)
    paths = described["paths"]
    assert "201" in paths["/api/enter"]["post"]["responses"]
    assert "202" in paths["/api/audit"]["post"]["responses"]
    assert paths["/api/me"]["get"]["security"] == [{name: []} for name in schemes]
    assert {} in described["security"], "most can be asked by anybody"
