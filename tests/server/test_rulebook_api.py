"""The pages that ask the book, as they ask the room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.server.real_server import Server

SHOWDOWN: dict[str, Any] = {
    "rulebook": "nj-19-47",
    "game": "omaha-hilo8",
    "button": 1,
    "board": ["3c", "5d", "8h", "Kd", "Qs"],
    "players": [
        {"seat": 1, "cards": ["As", "2s", "9c", "9d"], "state": "all-in", "in": 15},
        {"seat": 2, "cards": ["Kh", "Kc", "Jh", "Tc"], "state": "all-in", "in": 40},
        {"seat": 3, "cards": ["Ad", "4d", "Qh", "Qc"], "in": 65},
        {"seat": 4, "cards": ["Ah", "2h", "7c", "7s"], "in": 65},
    ],
}


ROOM = """
title = "A room that is asked for its books"
[[tables]]
game = "craps"
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with Server(tmp_path_factory.mktemp("room"), ROOM) as server, server.client() as found:
        yield found


def got(client: httpx.Client, path: str, **params: str) -> Any:
    answer = client.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def settled(client: httpx.Client, **changed: Any) -> Any:
    answer = client.post("/api/settle", json={**SHOWDOWN, **changed})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_an_exposed_hole_card_is_found_and_only_oneida_speaks(client: httpx.Client) -> None:
    found = got(client, "/api/ask", words="a hole card was exposed while dealing")
    first = found["situations"][0]
    assert (first["id"], first["speaking"]) == ("exposed-hole", 1)
    assert found["near"]
    there = got(client, f"/api/ask/{first['id']}")
    row = there["rows"][1]
    assert [cell["book"] for cell in row["cells"]] == [book["id"] for book in there["books"]]
    assert [cell["book"] for cell in row["cells"] if cell["differs"]] == ["oneida"]
    assert [cell["silent"] for cell in row["cells"]] == [False, True, True, True, True]
    assert row["cells"][0]["clause"] == "oneida XI.P.14(b)"
    assert "oneida XI.P.14(a)" in there["notes"]


def test_odd_chips_are_the_same_pot_under_each_book(client: httpx.Client) -> None:
    there = got(client, "/api/ask/odd-chip")
    pot = {cell["book"]: cell for cell in there["rows"][-1]["cells"]}
    assert there["settle"]
    assert pot["nj-13-69f"]["absent"]
    assert pot["ca-omaha"]["differs"]
    assert {pot[book]["words"] for book in ("oneida", "nj-19-47", "room-2012")} == {pot["oneida"]["words"]}


def test_a_book_that_leans_on_its_sister_says_so(client: httpx.Client) -> None:
    there = got(client, "/api/ask/boxed")
    cells = {cell["book"]: cell for cell in there["rows"][0]["cells"]}
    assert cells["nj-13-69f"]["borrowed"]
    assert cells["nj-13-69f"]["clause"].startswith("nj-19-47 ")
    assert not cells["oneida"]["borrowed"]
    assert not any(cell["differs"] for cell in cells.values())


def test_without_words_every_situation_is_listed(client: httpx.Client) -> None:
    assert len(got(client, "/api/ask")["situations"]) > 40


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/api/ask/boxd", "did you mean boxed"),
        ("/api/contents/onieda", "did you mean oneida"),
        ("/api/clauses/oneida/XI.K.44", "no such clause of oneida"),
        ("/api/odds/house/bridge", "bridge"),
    ],
)
def test_what_there_is_not_is_refused_in_words(client: httpx.Client, path: str, said: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert said in answer.json()["error"]


@pytest.mark.clauses("nj-19-47 19:47-14.11(f)2i", "nj-19-47 19:47-14.6[OVER(4)(v)]")
def test_a_showdown_is_settled_pot_by_pot_newest_side_pot_first(client: httpx.Client) -> None:
    found = settled(client)["division"]
    assert found["totals"] == {"1": 15, "2": 68, "3": 25, "4": 77}
    assert [(pot["name"], pot["chips"], pot["seats"]) for pot in found["pots"]] == [
        ("Side pot 2", 50, [3, 4]),
        ("Side pot", 75, [2, 3, 4]),
        ("Main pot", 60, [1, 2, 3, 4]),
    ]
    odd = found["pots"][1]["lines"][0]
    assert (odd["seat"], odd["chips"], odd["odd"]) == (2, 38, 1)
    assert odd["clause"] == "nj-19-47 19:47-14.11(f)2i"
    assert {other["book"] for other in found["others"]} == {"oneida", "ca-omaha", "room-2012"}
    assert "seat 4 gets 77" in found["text"].lower()


def test_pots_may_be_named_instead(client: httpx.Client) -> None:
    players = [{key: value for key, value in each.items() if key != "in"} for each in SHOWDOWN["players"]]
    pots = [{"chips": 61, "seats": [1, 2, 3, 4]}, {"chips": 75, "seats": [2, 3, 4]}]
    found = settled(client, players=players, pots=pots)["division"]
    assert found["total"] == 136
    assert sum(found["totals"].values()) == 136
    assert found["pots"][0]["seats"] == [2, 3, 4]


def test_while_cards_are_missing_the_complete_hands_are_read(client: httpx.Client) -> None:
    players = [*SHOWDOWN["players"][:3], {"seat": 4, "cards": ["Ah", "2h", "7c"], "in": 65}]
    found = settled(client, players=players)
    assert found["division"] is None
    assert found["missing"] == "Seat 4 lacks one card."
    assert found["hands"]["2"]["high"]["words"].startswith("three kings")
    assert found["hands"]["2"]["low"]["words"] == ""
    assert "4" not in found["hands"]


def test_folded_players_leave_their_chips_and_need_no_cards(client: httpx.Client) -> None:
    folded = {"seat": 5, "state": "folded", "in": 15}
    found = settled(client, players=[*SHOWDOWN["players"], folded])["division"]
    assert found["total"] == 200
    assert found["totals"]["5"] == 0


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rulebook": "ca-omaha", "game": "holdem"}, "ca-omaha has no game 'holdem'"),
        ({"board": ["3c", "3c", "8h", "Kd", "Qs"]}, "3c"),
        ({"players": [*SHOWDOWN["players"][:1], {"seat": 1, "cards": ["Kh", "Kc", "Jh", "Tc"]}]}, "seat 1"),
        ({"button": 0}, "button"),
    ],
)
def test_what_cannot_be_is_refused(client: httpx.Client, changed: dict[str, Any], said: str) -> None:
    answer = client.post("/api/settle", json={**SHOWDOWN, **changed})
    assert answer.status_code in (403, 422)
    assert said in answer.json()["error"]


def test_what_can_be_settled_says_how_many_cards_each_game_has(client: httpx.Client) -> None:
    books = {book["id"]: book for book in got(client, "/api/settle")["books"]}
    games = {game["game"]: game for game in books["oneida"]["games"]}
    assert (games["omaha-hilo8"]["hole"], games["omaha-hilo8"]["board"]) == (4, 5)
    assert not games["stud7-high"]["button"]


def test_a_clause_has_neighbours_and_sisters(client: httpx.Client) -> None:
    found = got(client, "/api/clauses/oneida/XI.P.9")
    assert (found["before"]["id"], found["after"]["id"]) == ("XI.P.8", "XI.P.10")
    assert {other["book"] for other in found["others"]} == {"nj-19-47", "room-2012"}
    assert "boxed" in [each["id"] for each in found["decides"]]
    assert found["readings"][0]["id"] == "AMB-57"
    assert got(client, "/api/clauses/house/betting")["others"] == []


def test_a_book_has_its_contents_and_readings_their_clauses(client: httpx.Client) -> None:
    book = got(client, "/api/contents/room-2012")
    assert sum(len(section["clauses"]) for section in book["sections"]) == 124
    readings = {each["id"]: each for each in got(client, "/api/readings")["readings"]}
    assert "oneida XI.K.10(b)(i)" in readings["AMB-11"]["clauses"]


def test_a_house_game_shows_its_edges_and_its_strategy(client: httpx.Client) -> None:
    found = got(client, "/api/odds/house/four-card-poker")
    assert found["edges"][0]["edge"] == "8840827253/317119576410"
    assert found["charts"][0]["columns"][-1] == "A"
    assert got(client, "/api/odds/house/craps")["edges"]
    games = got(client, "/api/odds/games")
    assert "three-card-poker" in games["house"]
    assert "holdem" in [each["game"] for each in games["poker"]]
