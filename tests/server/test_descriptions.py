"""What the OpenAPI description says of answers is what they are: every field, and no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.room.room_driver import RoomDriver, sign_of
from tests.server.in_process_room import InProcessRoom

from hoyle.judge.rulebook_comparison.comparison import SITUATIONS
from hoyle.server.api import accounts, audit, floor, odds, rulebooks, situations, tables
from hoyle.server.api.routes import ENDPOINTS
from hoyle.server.edge.openapi import openapi
from hoyle.server.websocket_frames import LobbySnapshot
from hoyle.storage import open_store

SHOWDOWN: dict[str, Any] = {
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


def edges(game: str) -> list[odds.WagerEdge]:
    return odds.edges(game, odds.PayoutLimits())


def settled(board: list[str]) -> situations.SettleShowdownResponse:
    showdown = {**SHOWDOWN, "board": board}
    showdown.pop("params")
    return situations.settle(msgspec.convert(showdown, situations.SettleShowdownRequest))


ANSWERS: dict[str, tuple[Any, Callable[[], Any]]] = {
    "equity, exact": (
        odds.EquityResponse,
        lambda: odds.equity(odds.EquityRequest(game="holdem", hands=["AsAh", "KsKh"], board="2c3c4c")),
    ),
    "equity, sampled": (
        odds.EquityResponse,
        lambda: odds.equity(
            odds.EquityRequest(game="draw5-high", hands=["AsAhKs", "2c2d2h"], samples=100, exact=False)
        ),
    ),
    "range": (odds.RangeResponse, lambda: odds.range_hands(odds.RangeRequest(game="holdem", range="QQ+, AKs@50%"))),
    "range of Omaha": (
        odds.RangeResponse,
        lambda: odds.range_hands(odds.RangeRequest(game="omaha-high", range="AA**", dead="As")),
    ),
    "edges of dice": (list[odds.WagerEdge], lambda: edges("craps")),
    "edges of cards": (list[odds.WagerEdge], lambda: edges("three-card-poker")),
    "strategy": (
        odds.StrategyResponse,
        lambda: odds.strategy(odds.StrategyRequest(game="three-card-poker", cards="QsJd2c")),
    ),
    "ruling": (odds.JudgeResponse, lambda: odds.ruling(odds.JudgeRequest(case=CASE))),
    "draws": (
        odds.DrawOddsResponse,
        lambda: odds.draws(odds.DrawOddsRequest(game="draw5-high", book="oneida", cards="As Ah Kd 2c 3c")),
    ),
    "showdown": (situations.SettleShowdownResponse, lambda: settled(SHOWDOWN["board"])),
    "half a showdown": (situations.SettleShowdownResponse, lambda: settled([])),
    "games of the odds": (odds.OddsGamesResponse, odds.odds_games),
    "a house game": (odds.HouseGameOddsResponse, lambda: odds.house_game("mississippi-stud")),
    "a game of dice": (odds.HouseGameOddsResponse, lambda: odds.house_game("craps")),
    "clause": (rulebooks.ClauseResponse, lambda: rulebooks.clause("oneida", "XI.K.10(b)(i)")),
    "clause page": (rulebooks.ClausePageResponse, lambda: rulebooks.clause_page("oneida", "XI.K.10(b)(i)")),
    "page of the house": (rulebooks.ClausePageResponse, lambda: rulebooks.clause_page("house", "seats")),
    "contents": (rulebooks.ContentsResponse, lambda: rulebooks.contents("nj-19-47")),
    "readings": (rulebooks.InterpretationsResponse, rulebooks.readings),
    "situations": (
        situations.SituationsResponse,
        lambda: situations.situations(situations.SituationQuery(words="odd chip")),
    ),
    "comparison": (situations.ComparisonResponse, lambda: situations.comparison(SITUATIONS[0].id)),
    "games to settle": (situations.SettleGamesResponse, situations.settled_games),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_of_books_and_odds_is_what_is_described(name: str) -> None:
    kind, answer = ANSWERS[name]
    made = answer()
    assert (
        [type(each) for each in made] == [kind.__args__[0]] * len(made)
        if isinstance(made, list)
        else type(made) is kind
    )
    hold(kind, made)


def test_an_answer_of_the_room_is_what_is_described() -> None:
    company = InProcessRoom()
    token = company.call("enter", name="hal")[2]
    hal = company.connect(token=token)
    opened = hal.yes(0, do="open-home-game", game="holdem", sign=sign_of("holdem"))["created"]
    number, code = opened["table_id"], opened["invite_code"]
    hal.yes(number, do="sit", seat=1, chips=200)
    hal.yes(number, do="open-dispute", about="the pot")
    for what, kind, args in (
        ("me", accounts.AccountResponse, {}),
        ("tables", LobbySnapshot, {}),
        ("sign", tables.PostedSignResponse, {"table": number}),
        ("home", tables.HomeGameResponse, {"code": code}),
        ("seat", tables.SeatChoicesResponse, {"table": number}),
        ("ledger", tables.HomeLedgerResponse, {"table": number}),
        ("floor", floor.FloorResponse, {}),
        ("floor-table", floor.FloorTableResponse, {"table": number}),
    ):
        status, body, _ = company.call(what, token, **args)
        assert status == 200, (what, body)
        hold(kind, body)
    hal.yes(number, do="leave", seat=1)
    hold(tables.HomeLedgerResponse, company.call("ledger", token, table=number)[1])
    status, body, renewed = company.call("register", token, hash="x")
    assert status == 200
    hold(accounts.MemberResponse, {**body, "token": renewed})
    status, body, renewed = company.call("password", renewed, hash="y", good=True)
    assert status == 200
    hold(accounts.MemberResponse, {**body, "token": renewed})


def test_an_audit_is_what_is_described(place: str) -> None:
    store = open_store(place)
    RoomDriver(store).open("holdem", "oneida")
    store.close()
    verdict = audit.run_audit(place)
    assert verdict.findings, "nobody came in by the door"
    hold(audit.AuditResultResponse, verdict)
    failed = audit.run_audit(f"{place}.nowhere")
    assert not failed.good
    assert failed.message
    hold(audit.AuditResultResponse, failed)
    state = audit.AuditStateResponse(running=False, began=1, verdict=verdict)
    hold(audit.AuditResponse, audit.read_books(place, state))


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
