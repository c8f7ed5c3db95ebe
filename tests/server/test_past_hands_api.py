"""Past hands over HTTP: found, told again, exported, proved, shared, and nobody's but one's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from msgspec import convert
from tests.server.played_hands import RetryingTransport, play
from tests.server.real_server import Server

from hoyle.fairness import verify
from hoyle.fairness.round_proof import RoundProof, read_proof
from hoyle.history.rulebook_comparison.comparison_table import ComparisonTable
from hoyle.server.api.past_hands import PastHandsResponse, ReplayResponse

CONFIG = """
[[tables]]
game = "omaha-hilo8"
rulebook = "oneida"
bots = 3
settings = {dealer_pace_ms = 0, between_rounds_ms = 0}
"""


SHOWING = ("shown", "winner-shows", "disclosed")


def table_hands(told: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What lay before every seat after every step."""
    for step in told["steps"]:
        view = step.get("view")
        if view is not None:
            yield from view["round"]["hands"]


def shown_in(told: dict[str, Any]) -> set[int]:
    """Seats that laid their cards open."""
    entries = [entry for step in told["steps"] for entry in step["events"]]
    return {entry["fields"]["seat"] for entry in entries if entry["name"] in SHOWING}


class PlayedRoom(NamedTuple):
    """A room in which Ann has played some hands, and Mallory none."""

    server: Server
    ann: httpx.Client
    mallory: httpx.Client
    nobody: httpx.Client

    def hands(self, **filters: Any) -> list[dict[str, Any]]:
        found = self.ann.get("/api/hands", params=filters)
        assert found.status_code == 200, found.text
        convert(found.json(), PastHandsResponse)
        # What is best depends on the page that a hand is listed on.
        return [{key: value for key, value in row.items() if key != "best"} for row in found.json()["hands"]]

    def last(self) -> dict[str, Any]:
        return self.hands()[0]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedRoom]:
    with Server(tmp_path_factory.mktemp("room"), CONFIG) as server:
        token = play(server.address, "Ann", 1, rounds=3)
        with (
            server.client(headers={"authorization": f"Bearer {token}"}, transport=RetryingTransport()) as ann,
            server.client(transport=RetryingTransport()) as mallory,
            server.client(transport=RetryingTransport()) as nobody,
        ):
            mallory.post("/api/enter", json={"name": "Mallory"})
            yield PlayedRoom(server, ann, mallory, nobody)


def test_one_finds_ones_own_hands_and_nobody_elses(played: PlayedRoom) -> None:
    listed = played.hands()
    assert len(listed) >= 3
    assert all("Ann" in row["people"] and len(row["held"]["cards"]) == 4 for row in listed)
    assert [row["ended"] for row in listed] == sorted((row["ended"] for row in listed), reverse=True)
    assert played.mallory.get("/api/hands").json() == {"hands": [], "next": ""}
    assert played.nobody.get("/api/hands").status_code == 401


def test_filters_leave_out_what_they_do_not_name(played: PlayedRoom) -> None:
    every = played.hands()
    assert played.hands(game="omaha-hilo8", book="oneida", table=1) == every
    assert played.hands(table=2) == []
    middle = every[1]["ended"]
    assert played.hands(since=middle) == [row for row in every if row["ended"] >= middle]
    assert played.hands(until=middle) == [row for row in every if row["ended"] < middle]
    by_result = [played.hands(result=result) for result in ("won", "lost", "even")]
    assert sorted(row["hand"] for rows in by_result for row in rows) == sorted(row["hand"] for row in every)
    for wrong in ({"result": "maybe"}, {"table": "x"}, {"game": "whist"}, {"book": "hoyle"}, {"after": "1"}):
        found = played.ann.get("/api/hands", params=wrong)
        assert found.status_code == 422, wrong
        assert found.json()["error"]


def test_a_hand_is_told_step_by_step_and_shows_no_card_that_was_not_seen(played: PlayedRoom) -> None:
    for row in played.hands():
        told = played.ann.get(f"/api/hands/{row['hand']}").json()
        replay = convert(told, ReplayResponse)
        assert replay.person == "Ann"
        assert [step.number for step in replay.steps] == list(range(1, len(replay.steps) + 1))
        assert replay.steps[0].view is not None
        assert "preflop" in [step.mark for step in replay.steps]
        assert {"nj-19-47", "ca-omaha", "room-2012"} <= set(replay.books)
        shown = shown_in(told)
        for hand in table_hands(told):
            if hand["person"] != "Ann" and hand["seat"] not in shown:
                assert set(hand["cards"]) <= {"??"}, hand
        for step in replay.steps:
            for entry in step.events:
                assert "deck" not in entry.fields
                if entry.name == "dealt":
                    dealt = zip(entry.fields["holders"], entry.fields["cards"], strict=True)
                    assert all((card == "??") == (holder != "Ann") for holder, card in dealt)


def test_a_hand_of_somebody_else_is_refused_in_every_form(played: PlayedRoom) -> None:
    hand = played.last()["hand"]
    for path in ("", "/proofs", "/proofs/1", "/export/phh", "/export/json", "/under/ca-omaha"):
        for client, status in ((played.mallory, 404), (played.nobody, 401)):
            found = client.get(f"/api/hands/{hand}{path}")
            assert found.status_code == status, (path, found.text)
            assert "cards" not in found.text
    assert played.mallory.post(f"/api/hands/{hand}/share", json={}).status_code == 404
    assert played.ann.get("/api/hands/1/1").status_code == 404
    assert played.ann.get("/api/hands/9/1").status_code == 404


def test_a_hand_goes_out_as_a_file_with_the_cards_that_one_may_know(played: PlayedRoom) -> None:
    row = played.last()
    own = row["held"]["cards"]
    beginnings = {"phh": "variant", "pokerstars": "PokerStars", "json": "{", "transcript": "table 1"}
    for form, beginning in beginnings.items():
        found = played.ann.get(f"/api/hands/{row['hand']}/export/{form}")
        assert found.status_code == 200, found.text
        assert found.headers["content-disposition"].startswith("attachment; filename=")
        assert found.text.startswith(beginning), found.text[:80]
    text = played.ann.get(f"/api/hands/{row['hand']}/export/phh").text
    assert "".join(own) in text
    assert "????" in text or all(f"p{player} sm" in text for player in (1, 2))
    everything = played.ann.get("/api/hands/export/phh").text
    assert everything.count("variant =") == len(played.hands())
    assert played.ann.get("/api/hands/export/csv").status_code == 404
    assert played.ann.get(f"/api/hands/{row['hand']}/export/csv").status_code == 404


def test_ones_proof_holds_and_opens_nobody_elses_hidden_cards(played: PlayedRoom) -> None:
    for row in played.hands():
        found = played.ann.get(f"/api/hands/{row['hand']}/proofs")
        assert found.status_code == 200, found.text
        files = [f"/api/hands/{row['hand']}/proofs/{at}" for at in range(1, len(found.json()) + 1)]
        proofs = [read_proof(played.ann.get(file).content) for file in files]
        assert all(verify(proof).ok for proof in proofs)
        opened = {card.card for proof in proofs for deck in proof.decks for card in deck.openings}
        assert set(row["held"]["cards"]) <= opened
        told = played.ann.get(f"/api/hands/{row['hand']}").json()
        seen = {card for hand in table_hands(told) for card in hand["cards"]}
        assert opened <= seen | set(row["held"].get("board", []))
    assert played.ann.get(f"/api/hands/{row['hand']}/proofs/9").status_code == 404


def test_another_book_rules_the_same_hand_beside_its_own(played: PlayedRoom) -> None:
    for row in played.hands():
        found = played.ann.get(f"/api/hands/{row['hand']}/under/ca-omaha")
        assert found.status_code == 200, found.text
        both = convert(found.json(), ComparisonTable)
        assert (both.own, both.other) == ("oneida", "ca-omaha")
        assert all(each.own.clause or each.other.clause for each in both.rows)
        assert {line.own.clause.split()[0] for line in both.rows if line.own.clause} == {"oneida"}
        if not both.refused:
            assert sum(total.own for total in both.totals) == sum(total.other for total in both.totals)
    assert played.ann.get(f"/api/hands/{row['hand']}/under/hoyle").status_code == 404


def openings(client: httpx.Client, code: str) -> set[tuple[str, str]]:
    """Where the cards lay that the proofs behind a link open, and which they are."""
    found = convert(client.get(f"/api/shared/{code}/proofs").json(), list[RoundProof])
    assert all(verify(proof).ok for proof in found)
    return {(one.where, one.card) for proof in found for deck in proof.decks for one in deck.openings}


def test_a_link_shows_a_hand_to_anybody_until_it_is_taken_back(played: PlayedRoom) -> None:
    row = played.last()
    whole = played.ann.post(f"/api/hands/{row['hand']}/share", json={"whole": True}).json()
    looked_on = played.ann.post(f"/api/hands/{row['hand']}/share", json={}).json()
    assert whole["code"] != looked_on["code"]
    given = {each["code"] for each in played.ann.get("/api/shares").json()["shares"]}
    assert given >= {whole["code"], looked_on["code"]}
    assert played.mallory.get("/api/shares").json() == {"shares": []}
    for client in (played.nobody, played.mallory):
        as_known = convert(client.get(f"/api/shared/{whole['code']}").json(), ReplayResponse)
        assert as_known.person == "Ann"
        assert as_known.shared_by == "Ann"
        told = client.get(f"/api/shared/{looked_on['code']}")
        as_seen = convert(told.json(), ReplayResponse)
        assert as_seen.person == ""
        assert as_seen.seat == 0
        hidden = [hand for hand in table_hands(told.json()) if hand["seat"] not in shown_in(told.json())]
        assert all(set(hand["cards"]) <= {"??"} for hand in hidden)
        # A link proves the cards that it shows, and no others.
        seen = {code: openings(client, code) for code in (whole["code"], looked_on["code"])}
        assert seen[looked_on["code"]] <= seen[whole["code"]]
        assert f"seat {as_known.seat}" in {where for where, _ in seen[whole["code"]]}
        public = {f"seat {seat}" for seat in shown_in(told.json())}
        assert {where for where, _ in seen[looked_on["code"]] if where.startswith("seat")} <= public
        assert client.get(f"/api/shared/{looked_on['code']}/proofs/9").status_code == 404
        assert client.get(f"/api/shared/{whole['code']}/under/ca-omaha").status_code == 200
        assert client.get(f"/api/shared/{looked_on['code']}/under/ca-omaha").status_code in (200, 404)
        revoked = client.post("/api/shares/revoke", json={"code": whole["code"]})
        assert revoked.status_code == (401 if client is played.nobody else 403)
    assert played.ann.post("/api/shares/revoke", json={"code": whole["code"]}).status_code == 200
    gone = played.nobody.get(f"/api/shared/{whole['code']}")
    assert gone.status_code == 404
    assert "leads nowhere" in gone.json()["error"]
    assert played.nobody.get(f"/api/shared/{looked_on['code']}").status_code == 200
    assert played.nobody.get("/api/shared/" + "0" * 24).status_code == 404
