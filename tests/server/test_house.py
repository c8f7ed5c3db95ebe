"""Tables of the house over HTTP, and the time to wager there."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import msgspec
import pytest
from tests.server.real_server import Server

from hoyle.games.dice.craps import Craps
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games.dice import next_roll
from hoyle.odds.house_games.dice.wager_edges import posted_edges
from hoyle.server.api.house_games import CoachInput, HouseGameSign, advise, betting_layout

ROOM = """
title = "A room for tests"
[[tables]]
game = "three-card-poker"
[[tables]]
game = "craps"
[[tables]]
game = "holdem"
rulebook = "oneida"
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), ROOM) as found:
        yield found


def asked(server: Server, path: str, token: str = "") -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    with server.client() as client:
        return client.get(path, headers=headers)


def spots(game: str, sign: dict[str, Any]) -> dict[str, Any]:
    spots = msgspec.to_builtins(betting_layout(HouseGameSign(game=game, posted=sign)))["spots"]
    return {spot["name"]: spot for spot in spots}


def test_every_spot_of_a_layout_tells_what_it_costs(server: Server) -> None:
    found = asked(server, "/api/tables/2/layout").json()
    by_name = {spot["name"]: spot for spot in found["spots"]}
    assert (by_name["place-10"]["edge"], by_name["place-10"]["percent"]) == ("1/15", "6.667%")
    assert by_name["place-10"]["per_roll"] == "1/60"
    assert by_name["pass"]["edge"] == "7/495"
    assert by_name["place-10"]["step"] == 5


def test_a_card_table_prints_its_pay_tables_and_counts_a_cost_when_asked(server: Server) -> None:
    found = asked(server, "/api/tables/1/layout").json()
    assert [table["title"] for table in found["tables"]] == ["Ante bonus", "Pair Plus"]
    assert {"hand": "Straight flush", "pays": "40 to 1"} in found["tables"][1]["lines"]
    assert asked(server, "/api/tables/1/cost/pair_plus").json()["edge"] == "308/5525"
    refused = asked(server, "/api/tables/1/cost/insurance")
    assert refused.status_code == 404
    assert "no wager 'insurance'" in refused.json()["error"]


@pytest.mark.parametrize("path", ["layout", "next-roll", "coach"])
def test_nothing_of_the_house_is_told_where_poker_is_played(server: Server, path: str) -> None:
    with server.client() as client:
        token = client.post("/api/enter", json={"name": f"Poker {path}"}).json()["token"]
    assert asked(server, f"/api/tables/3/{path}", token).status_code == 404
    assert asked(server, f"/api/tables/99/{path}", token).status_code == 404


def test_who_has_no_seat_and_nothing_to_decide_is_told_so(server: Server) -> None:
    with server.client() as client:
        token = client.post("/api/enter", json={"name": "Ann"}).json()["token"]
    rolls = asked(server, "/api/tables/2/next-roll", token)
    assert (rolls.status_code, rolls.json()["clause"]) == (403, "house seats")
    coach = asked(server, "/api/tables/1/coach", token)
    assert "Ann has nothing to decide now" in coach.json()["error"]


def test_a_commission_that_is_posted_is_the_one_that_is_reckoned() -> None:
    usual = spots("craps", CrapsSign().facts())["buy-10"]
    cheap = spots("craps", CrapsSign(commission_pct=1).facts())["buy-10"]
    assert usual["edge"] == "1/21"
    assert cheap["edge"] == "1/101"
    assert posted_edges(CrapsSign(pay={"field-12": Fraction(3)}))["field"].edge == Fraction(1, 36)


def test_the_next_roll_is_settled_on_a_copy() -> None:
    table = Craps(CrapsSign(odds_multiple=3), {"ann": 500, "bob": 500}, shooter="ann")
    table.bet("ann", "pass", 10)
    table.throw(4, 2)
    table.bet("ann", "pass_odds", 20, on="w1")
    table.bet("ann", "hard", 2, number=6)
    table.bet("bob", "field", 50)
    before = table.state.to_dict()
    totals = {each.total: each for each in next_roll.outcomes_by_total(table, "ann")}
    assert totals[6].gains == [10 + 24 - 2, 10 + 24 - 2, 10 + 24 + 18]
    assert totals[7].gains == [-32, -32, -32]
    assert totals[12].gains == [0], "bob's field is bob's"
    assert table.state.to_dict() == before
    closed = {each.kind: each for each in next_roll.refused_wagers(table, "ann")}
    assert closed["pass"].clause == "oneida CR.O1"
    assert "come" not in closed


def test_the_coach_counts_in_antes_with_the_posted_bonus() -> None:
    sign = HouseCardSign("three-card-poker", ante=(5, 100), side_limits=(5, 100))
    cards = [50, 19, 9]
    hand = CoachInput(posted=sign.facts(), cards=cards, wagers={"ante": 10}, up=[], board=[], first=[])
    alone = advise(hand)
    beside = advise(msgspec.structs.replace(hand, wagers={"ante": 10, "pair_plus": 5}))
    assert msgspec.to_builtins(alone)["in"] == "antes"
    assert {each.choice: each.exact for each in alone.options}["fold"] == "-1"
    assert {each.choice: each.exact for each in beside.options}["fold"] == "-3/2"


def test_a_long_answer_travels_gzipped_to_who_can_read_it_so(server: Server) -> None:
    with server.client() as client:
        long = client.get("/api/tables/2/layout", headers={"accept-encoding": "gzip"})
        plain = client.get("/api/tables/2/layout", headers={"accept-encoding": "identity"})
        short = client.get("/api/name", headers={"accept-encoding": "gzip"})
        refused = client.get("/api/tables/2/layout", headers={"accept-encoding": "br, gzip;q=0"})
    assert long.headers["content-encoding"] == "gzip"
    assert int(long.headers["content-length"]) * 4 < int(plain.headers["content-length"])
    assert long.json() == plain.json()
    assert "content-encoding" not in {*plain.headers, *short.headers, *refused.headers}
