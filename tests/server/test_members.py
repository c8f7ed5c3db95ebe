"""Accounts at a real server: claimed by a printed code, looked after from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter

import httpx
import pytest
from click.testing import CliRunner, Result
from tests.server.real_server import Server

from hoyle.cli.main import cli
from hoyle.core.errors import HoyleError
from hoyle.server.config import read_config

CONFIG = """
title = "A room of members"
managers = ["Mona"]
max_guests_per_address_per_hour = 12
[[tables]]
game = "holdem"
"""
PASSWORD = "nine of diamonds"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("members"), CONFIG) as found:
        yield found


def members(server: Server, *words: str) -> Result:
    place = str(server.directory / "data" / "room.db")
    return CliRunner().invoke(cli, ["room", "members", *words, "--database", place])


def me(client: httpx.Client) -> dict[str, object]:
    found: dict[str, object] = client.get("/api/me").json()
    return found


def test_members_from_the_first_start_to_the_last(server: Server) -> None:
    code = server.code()
    with server.client() as mona, server.client() as thief, server.client() as ann:
        taken = thief.post("/api/enter", json={"name": "mona"})
        assert taken.status_code == 403
        assert "reserved" in taken.json()["error"]
        claim = {"name": "Mona", "code": "2222-2222-2222-2222", "password": PASSWORD}
        assert thief.post("/api/claim", json=claim).json()["error"] == "name or code is wrong"
        assert mona.post("/api/claim", json={**claim, "code": code.upper()}).status_code == 201
        assert (me(mona)["kind"], me(mona)["roles"]) == ("member", ["manager"])
        assert thief.post("/api/claim", json={**claim, "code": code}).status_code == 403
        # A guest becomes a member, and cannot be followed by the token of before.
        before = ann.post("/api/enter", json={"name": "ann"}).json()["token"]
        after = ann.post("/api/register", json={"password": PASSWORD}).json()["token"]
        assert before != after
        with server.client(headers={"authorization": f"Bearer {before}"}) as stolen:
            assert stolen.get("/api/me").status_code in (401, 403)
        assert me(ann)["person"] == "ann"
        # Another password.
        wrong = {"password": "ten of diamonds", "new": "ace of diamonds"}
        assert ann.post("/api/password", json=wrong).status_code in (401, 403)
        assert ann.post("/api/password", json={**wrong, "password": PASSWORD}).status_code == 200
        assert me(ann)["person"] == "ann"
        # From the command line, while the room is open.
        granted = members(server, "grant", "ann", "floor", "--why", "on duty")
        assert (granted.exit_code, granted.output) == (0, "ann is floor\n")
        assert me(ann)["roles"] == ["floor"]
        assert "ann" in members(server, "list").output
        assert members(server, "take", "ann", "cashier").exit_code != 0
        reset = members(server, "reset", "ann")
        assert reset.exit_code == 0
        assert ann.get("/api/me").status_code in (401, 403)
        code = reset.output.rpartition("code: ")[2].strip()
        claim = {"name": "ann", "code": code, "password": "queen of spades"}
        assert ann.post("/api/claim", json=claim).status_code == 201
        assert me(ann)["roles"] == ["floor"], "the account is the same"
        # A second account that a member vouches for: no cookie changes hands.
        second = ann.post("/api/enter", json={"name": "annie", "vouched": True})
        assert second.status_code == 201
        assert "set-cookie" not in second.headers
        assert me(ann)["person"] == "ann"
        assert "of ann" in members(server, "list", "--guests").output
        # The end.
        assert ann.post("/api/account/delete", json={"password": PASSWORD}).status_code in (401, 403)
        gone = ann.post("/api/account/delete", json={"password": "queen of spades"})
        assert (gone.status_code, gone.json()) == (200, {})
        assert ann.get("/api/me").status_code in (401, 403)
        freed = members(server, "free", "annie")
        assert "the name is available again" in freed.output
        assert thief.post("/api/enter", json={"name": "annie"}).status_code == 201


def test_a_closed_room_is_looked_after_as_well(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Server(tmp_path_factory.mktemp("closed"), CONFIG.replace("Mona", "Moni")) as server:
        assert server.code()
        server.stop()
        reset = members(server, "reset", "Moni")
        assert reset.exit_code == 0, reset.output
        code = reset.output.rpartition("code: ")[2].strip()
        server.start()
        with server.client() as client:
            claim = {"name": "Moni", "code": code, "password": PASSWORD}
            assert client.post("/api/claim", json=claim).status_code == 201
            assert me(client)["roles"] == ["manager"]


def test_a_flood_of_wrong_passwords_is_slowed_down(server: Server) -> None:
    with server.client() as client:
        answers = [client.post("/api/login", json={"name": "Mona", "password": "x"}) for _ in range(5)]
        last = answers[-1]
        assert last.status_code == 429
        assert int(last.headers["retry-after"]) >= 1
        assert last.json()["error"].startswith("too many wrong passwords: try again in ")


def test_an_unknown_name_takes_as_long_as_a_known_one(server: Server) -> None:
    took: dict[str, list[float]] = {"Mona": [], "Nobody 7x": []}
    with server.client() as client:
        for _ in range(3):
            for name, times in took.items():
                began = perf_counter()
                answer = client.post("/api/login", json={"name": name, "password": "x"})
                if answer.status_code != 429:
                    times.append(perf_counter() - began)
    known, unknown = (median(times) for times in took.values() if times) if all(took.values()) else (1.0, 1.0)
    assert 0.3 < known / unknown < 3


def test_guests_from_one_address_are_counted(server: Server) -> None:
    with server.client() as client:
        said = []
        for at in range(14):
            client.cookies.clear()
            said.append(client.post("/api/enter", json={"name": f"visitor {at}x"}).status_code)
    assert 429 in said


@pytest.mark.parametrize("name", ["bank", "Seat 4", "the dealer", "you", "admin", "pl\u0430yer 1"])
def test_no_manager_is_called_what_the_house_calls_itself(name: str) -> None:
    with pytest.raises(HoyleError, match="what the house calls itself"):
        read_config(f'managers = ["{name}"]')
