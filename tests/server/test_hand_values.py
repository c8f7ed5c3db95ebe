"""Who asks what the cards make is told it, and nothing that he may not see."""

from __future__ import annotations

from typing import Any

from tests.server.in_process_room import InProcessClient, InProcessRoom


def readers(company: InProcessRoom, game: str = "holdem") -> tuple[int, list[InProcessClient]]:
    """Two people seated and somebody who looks on, all of whom read along."""
    table = company.evening.open(game, "oneida")
    clients = [company.connect("ann"), company.connect("bea"), company.connect()]
    for client in clients:
        client.send({"type": "watch", "table_id": table, "hand_values": True})
    for seat, client in enumerate(clients[:2], 1):
        client.yes(table, do="sit", seat=seat, chips=200)
    return table, clients


def act(company: InProcessRoom, table: int) -> None:
    wait = company.deal_on(table)
    client = next(each for each in company.clients.values() if each.person == wait.person)
    client.views.repeat_turn(table)
    turn = company.turn(client, table)
    assert turn is not None
    client.yes(table, **turn.first("check", "call", "show"), expected_version=turn.version)


def to_the_end(company: InProcessRoom, table: int) -> None:
    """Check and call until the hand is over."""
    company.deal_on(table)
    while company.evening.table(table).current_round is not None:
        act(company, table)


def last(client: InProcessClient) -> dict[str, Any]:
    return client.last("hand-values")


def test_ones_own_hand_is_read_and_nobody_elses() -> None:
    company = InProcessRoom()
    table, (ann, bea, nobody) = readers(company)
    company.deal_on(table)
    assert [each["seat"] for each in last(ann)["hands"]] == [1]
    assert [each["seat"] for each in last(bea)["hands"]] == [2]
    assert "hands" not in last(nobody)


def test_at_the_showdown_everybody_reads_the_division() -> None:
    company = InProcessRoom()
    table, (ann, bea, nobody) = readers(company)
    to_the_end(company, table)
    for client in (ann, bea, nobody):
        found = last(client)
        assert [each["seat"] for each in found["hands"]] == [1, 2]
        assert found["pot_breakdown"]["net_pot"] == sum(chips for _, chips in found["pot_breakdown"]["winnings"])
    company.deal_on(table)
    assert "pot_breakdown" not in last(ann)


def test_cards_that_lay_face_up_are_remembered() -> None:
    company = InProcessRoom()
    table, (ann, _, nobody) = readers(company, "stud7-high")
    company.deal_on(table)
    assert len(last(nobody)["seen_cards"]) == 2
    assert last(ann)["seen_cards"] == last(nobody)["seen_cards"]


def test_who_did_not_ask_is_not_told() -> None:
    company = InProcessRoom()
    table, (ann, _, _) = readers(company)
    cid = company.connect("cid")
    cid.watch(table)
    company.deal_on(table)
    assert last(ann)
    assert cid.count("hand-values") == 0


def test_a_reading_comes_again_after_a_lost_connection() -> None:
    company = InProcessRoom()
    table, (ann, _, _) = readers(company)
    company.deal_on(table)
    before = last(ann)
    company.lose(ann)
    again = company.connect("ann")
    again.send({"type": "watch", "table_id": table, "hand_values": True})
    assert last(again) == before


def test_the_next_hand_is_announced_by_the_clock() -> None:
    company = InProcessRoom()
    table, (ann, _, _) = readers(company)
    to_the_end(company, table)
    news = ann.last("events")["update"]
    assert news["next_deal_at"] == company.evening.now + company.evening.table(table).settings.between_rounds_ms
