"""The auditor over HTTP and on the command line: hands that are over, and each reading on record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from click.testing import CliRunner, Result
from msgspec import convert
from tests.server.played_hands import RetryingTransport, play
from tests.server.real_server import Server

from hoyle.cli.main import cli
from hoyle.client import log_in
from hoyle.server.api.audit import ClosedHandsResponse

ROOM = """
managers = ["Boss"]
[[tables]]
game = "holdem"
rulebook = "oneida"
bots = 3
settings = {dealer_pace_ms = 0, between_rounds_ms = 0}
"""
PASSWORD = "long enough"


class AuditedRoom(NamedTuple):
    """A room in which Ann has played, with Boss its manager and Ada its auditor."""

    server: Server
    boss: httpx.Client
    ada: httpx.Client
    ann: httpx.Client

    def readings(self) -> list[list[Any]]:
        rows = self.ada.get("/api/reports/events").json()["rows"]
        return [row for row in rows if row[4] == "hands-accessed"]

    def hoyle(self, *words: str) -> Result:
        return CliRunner().invoke(cli, ["audit", "--server", self.server.address, *words], input=f"{PASSWORD}\n")


def register(client: httpx.Client, name: str) -> None:
    assert client.post("/api/enter", json={"name": name}).status_code == 201
    assert client.post("/api/register", json={"password": PASSWORD}).status_code == 200


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AuditedRoom]:
    with Server(tmp_path_factory.mktemp("audit"), ROOM) as server:
        token = play(server.address, "Ann", 1, rounds=2)
        with (
            server.client(transport=RetryingTransport()) as boss,
            server.client(transport=RetryingTransport()) as ada,
            server.client(headers={"authorization": f"Bearer {token}"}, transport=RetryingTransport()) as ann,
        ):
            claimed = {"name": "Boss", "code": server.code(), "password": PASSWORD}
            assert boss.post("/api/claim", json=claimed).status_code == 201
            register(ada, "Ada")
            with log_in(server.address, "Boss", PASSWORD) as manager:
                manager.do(0, {"do": "grant-role", "player": "Ada", "role": "auditor", "why": "on duty"})
            yield AuditedRoom(server, boss, ada, ann)


def test_an_auditor_reads_a_hand_with_every_card_and_is_on_record_for_it(office: AuditedRoom) -> None:
    listed = office.ada.get("/api/audit/hands/1").json()["hands"]
    assert listed
    assert not any(hand["entries"] for hand in listed), "the list has no card"
    hand, before = listed[0], len(office.readings())
    wanted = {"first": hand["first"], "last": hand["last"], "why": "complaint of Ann"}
    given = office.ada.post("/api/audit/hands/1", json=wanted)
    assert given.status_code == 200, given.text
    [read] = convert(given.json(), ClosedHandsResponse).hands
    assert (read.hand, read.people) == (hand["hand"], tuple(hand["people"]))
    assert read.sealed
    dealt = [entry.facts for entry in read.entries if entry.name == "dealt"]
    assert dealt
    assert "??" not in json.dumps(dealt)
    readings = office.readings()
    assert len(readings) == before + 1
    assert readings[-1][3:5] == ["Ada", "hands-accessed"]
    assert "complaint of Ann" in readings[-1]


def test_what_is_not_over_or_not_explained_is_neither_read_nor_on_record(office: AuditedRoom) -> None:
    hand = office.ada.get("/api/audit/hands/1").json()["hands"][0]
    before = len(office.readings())
    for wrong in (
        {"first": hand["first"], "last": hand["last"], "why": ""},
        {"first": hand["first"], "last": hand["last"], "why": "  "},
        {"first": 10**9, "last": 10**9 + 1, "why": "curious"},
        {"first": 1, "last": 1, "why": "curious"},
    ):
        assert office.ada.post("/api/audit/hands/1", json=wrong).status_code in (403, 404, 422), wrong
    assert office.ada.get("/api/audit/hands/99").json() == {"hands": []}
    assert len(office.readings()) == before


def test_nobody_but_an_auditor_reads_a_hand(office: AuditedRoom) -> None:
    hand = office.ada.get("/api/audit/hands/1").json()["hands"][0]
    wanted = {"first": hand["first"], "last": hand["last"], "why": "curious"}
    for client in (office.ann, office.boss):
        assert client.post("/api/audit/hands/1", json=wanted).status_code == 403
    assert office.ann.get("/api/audit/hands/1").status_code == 403


def test_the_command_line_reads_a_hand_and_its_decks_are_derived_again(office: AuditedRoom, tmp_path: Path) -> None:
    words = ("--person", "Ada", "--why", "complaint of Ann", "--read")
    told = office.hoyle(*words, "1/last")
    assert told.exit_code == 0, told.output
    assert "holdem by oneida" in told.output
    assert "dealt" in told.output
    written = office.hoyle(*words, "1/last", "--out", str(tmp_path / "hand"))
    assert written.exit_code == 0, written.output
    [proof], [sealed] = ((tmp_path / "hand").glob(f"{kind}-*.json") for kind in ("proof", "sealed"))
    derived = CliRunner().invoke(cli, ["verify-deal", str(proof), "--sealed", str(sealed)])
    assert derived.exit_code == 0, derived.output
    assert office.hoyle("--read", "1/last", "--person", "Ada").exit_code == 2
    assert "no round 1/7 is over" in office.hoyle(*words, "1/7").output
    assert "such as 7/120" in office.hoyle(*words, "seven").output
    assert office.hoyle("--read", "1/last", "--person", "Ann", "--why", "x").exit_code == 2
