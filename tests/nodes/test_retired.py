"""Nodes whose old records are in files that nobody can reach: whatever comes, none of them asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.nodes.in_process_cluster import ClusterClient, InProcessCluster

from hoyle.room import unit_of_work
from hoyle.storage.retired_records.retirement_job import retirable_ranges, retire
from hoyle.storage.store_factory import open_store


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InProcessCluster]:
    monkeypatch.setattr(unit_of_work, "CHECKPOINT_EVERY", 1)
    monkeypatch.setattr(unit_of_work, "ROOM_CHECKPOINT_EVERY", 2)
    found = InProcessCluster(tmp_path, "east", "north", "west")
    yield found
    found.close()


def put_away(cluster: InProcessCluster) -> set[str]:
    """Retire what can be, and lose it; the streams that it was of."""
    with closing(open_store(cluster.path)) as store:
        found = retirable_ranges(store)
        retire(store, cluster.path.parent / "shelf", found)
    for file in (cluster.path.parent / "shelf").iterdir():
        file.unlink()
    return {each.stream for each in found}


def has_checkpoint(cluster: InProcessCluster, stream: str) -> bool:
    with closing(open_store(cluster.path, reading=True)) as store:
        return store.checkpoint(stream) is not None


def test_a_table_is_taken_over_a_node_starts_and_answers_are_given_again(cluster: InProcessCluster) -> None:
    boss = cluster.manager("east")
    table = cluster.open(boss)
    owner, at = cluster.owner(table), cluster.other(table)
    ann, bob = cluster.guest(at, "ann"), cluster.guest(at, "bob")
    for seat, player in ((1, ann), (2, bob)):
        player.watch(table)
        sat = player.yes(table, do="sit", seat=seat, chips=200)
    cluster.until(lambda: has_checkpoint(cluster, f"table {table}"))
    cluster.until(lambda: any(wait["decision"] == "action" for wait in ann.last("events")["update"]["pending"]))
    cards = [news["own_cards"] for news in told(ann) if "own_cards" in news][-1]
    assert put_away(cluster) == {"room", f"table {table}"}
    before = ann.count("table")
    cluster.kill(owner)
    cluster.until(lambda: ann.count("table") > before)
    assert cluster.owner(table) != owner
    assert ann.last("table")["snapshot"]["own_cards"] == cards
    cluster.start(owner)
    cluster.advance(3000)
    # The same command again has the same answer, from a node that never saw it.
    answers = bob.count("answer")
    bob.send(again(sat, table))
    cluster.until(lambda: bob.count("answer") > answers)
    assert bob.last("answer") == sat
    for name in list(cluster.nodes):
        cluster.guest(name, f"guest of {name}").watch(table)


def told(somebody: ClusterClient) -> list[dict[str, Any]]:
    return [frame["update"] for frame in somebody.frames if frame["type"] == "events"]


def again(answer: dict[str, Any], table: int) -> dict[str, Any]:
    sit = {"do": "sit", "seat": 2, "chips": 200}
    return {"type": "command", "idempotency_key": answer["idempotency_key"], "table_id": table, "command": sit}
