"""The doctor says what is wrong with a deployment, and what to change."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from time import monotonic

import pytest
from msgspec import structs
from tests.private_nats import NotInstalled, PrivateNats

from hoyle.cli.main import cli
from hoyle.core.errors import InvalidError
from hoyle.nodes.bus.nats_bus import NatsBus
from hoyle.nodes.doctor import checks, probes
from hoyle.nodes.doctor.checks import ADVICE, ERROR, OK, examine_bus, examine_database, examine_nodes
from hoyle.nodes.doctor.probes import BusFacts, DatabaseFacts, bus_facts, database_facts
from hoyle.nodes.messages import PROTOCOL, NodeStatus, encode
from hoyle.storage.errors import Unavailable
from hoyle.storage.lease_rules import NodeRun
from hoyle.storage.store_factory import open_store

GOOD = DatabaseFacts(
    version=16,
    fsync="on",
    synchronous_commit="on",
    full_page_writes="on",
    synchronous_standby_names="",
    standbys=0,
    max_connections=100,
    query_ms=0.4,
    commit_ms=2.0,
    clock_skew_ms=3.0,
)


def levels(findings):
    return {finding.about: finding.level for finding in findings}


def test_a_good_database_is_well():
    assert set(levels(examine_database(GOOD, 3)).values()) == {OK}


@pytest.mark.parametrize(
    ("change", "about", "level", "words"),
    [
        ({"fsync": "off"}, "fsync", ERROR, "ALTER SYSTEM SET fsync = on"),
        ({"full_page_writes": "off"}, "full_page_writes", ERROR, "full_page_writes = on"),
        ({"synchronous_commit": "off"}, "synchronous_commit", ADVICE, "synchronous_commit = on"),
        ({"standbys": 1}, "standbys", ERROR, "synchronous_standby_names"),
        ({"max_connections": 20}, "max_connections", ERROR, "40 or more"),
        ({"version": 12}, "version", ADVICE, "14 or newer"),
        ({"query_ms": 9.0}, "a question", ADVICE, "nearer"),
        ({"commit_ms": 80.0}, "a commit", ADVICE, "disk"),
        ({"clock_skew_ms": -2000.0}, "clock", ADVICE, "time service"),
        ({"trust": ("local all all",)}, "authentication", ADVICE, "scram-sha-256"),
        ({"trust": ("host all all 0.0.0.0",), "remote_trust": True}, "authentication", ERROR, "scram-sha-256"),
        ({"local": False, "encrypted": False}, "encryption", ERROR, "sslmode=verify-full"),
    ],
)
def test_what_is_amiss_is_named_with_what_to_change(change, about, level, words):
    findings = examine_database(GOOD._replace(**change), 3)
    assert {each.about for each in findings if each.level != OK} == {about}
    [found] = [each for each in findings if each.about == about]
    assert found.level == level
    assert words in found.change


def test_nodes_are_looked_at_for_versions_and_for_whether_there_are_enough():
    two = [
        NodeRun("east", 1, live=True, protocol=PROTOCOL, version="1.0"),
        NodeRun("west", 2, live=True, protocol=PROTOCOL, version="1.0"),
    ]
    assert set(levels(examine_nodes(two, 0)).values()) == {OK}
    assert levels(examine_nodes([two[0]._replace(protocol=PROTOCOL + 2), two[1]], 0))["node east"] == ERROR
    assert levels(examine_nodes([two[0]._replace(isolated=True), two[1]], 0))["node east"] == ERROR
    assert levels(examine_nodes([two[0]._replace(version="1.1"), two[1]], 0))["versions"] == ADVICE
    assert levels(examine_nodes(two[:1], 0))["nodes"] == ADVICE
    assert levels(examine_nodes([], 0))["nodes"] == ADVICE
    assert levels(examine_nodes([each._replace(draining=True) for each in two], 0))["nodes"] == ERROR
    assert levels(examine_nodes(two, 4))["tables"] == ADVICE


FINE = NodeStatus(
    node="east",
    run=1,
    protocol=PROTOCOL,
    version="1.0",
    clock_offset_ms=3,
    live_peers=["east", "west"],
    is_partitioned=False,
    max_payload=1 << 20,
    unreadable_tables={},
    age_ms=400,
)
BUS = BusFacts(0.3, 1 << 20, {"east": FINE, "west": structs.replace(FINE, node="west")})


def test_a_bus_by_which_everybody_hears_everybody_is_well():
    assert set(levels(examine_bus(BUS)).values()) == {OK}


@pytest.mark.parametrize(
    ("change", "level", "words"),
    [
        ({"silent_peers": ["west"]}, ERROR, "does not hear west"),
        ({"age_ms": 9000}, ERROR, "its last beat was 9.0 s ago"),
        ({"outage": "the room takes nothing"}, ERROR, "the room takes nothing"),
        ({"clock_offset_ms": 4000}, ADVICE, "its machine is 4,000 ms behind the database"),
        ({"clock_offset_ms": -4000}, ADVICE, "its machine is 4,000 ms ahead of the database"),
    ],
)
def test_what_a_node_says_of_itself_is_weighed(change, level, words):
    status = structs.replace(FINE, **change)
    [found] = [each for each in examine_bus(BUS._replace(nodes={**BUS.nodes, "east": status})) if each.level != OK]
    assert (found.level, found.about) == (level, "east on the bus")
    assert words in found.message


def test_a_node_that_does_not_answer_and_a_table_that_is_set_aside_are_named():
    found = levels(examine_bus(BUS._replace(nodes={**BUS.nodes, "west": None})))
    assert found["west on the bus"] == ERROR
    aside = structs.replace(FINE, unreadable_tables={7: "record 3 has been changed"})
    [wrong] = [each for each in examine_bus(BUS._replace(nodes={"east": aside, "west": FINE})) if each.level == ERROR]
    assert (wrong.about, wrong.change) == ("table 7", "run hoyle audit")
    assert "east has set it aside: record 3 has been changed" in wrong.message


def test_a_slow_bus_and_a_narrow_one_are_named():
    assert levels(examine_bus(BUS._replace(latency_ms=30.0)))["the bus"] == ADVICE
    assert levels(examine_bus(BUS._replace(max_payload=500_000)))["max_payload"] == ADVICE
    assert levels(examine_bus(BUS._replace(max_payload=4096)))["max_payload"] == ERROR


NOBODY = "nats://127.0.0.1:1"
"""An address at which there is no bus."""


@pytest.fixture
def nats(monkeypatch: pytest.MonkeyPatch) -> Iterator[PrivateNats]:
    """A real bus, on a machine that may be as slow as it likes: what is called slow is tried above."""
    for slow in ("SLOW_QUERY_MS", "SLOW_COMMIT_MS", "SLOW_BUS_MS"):
        monkeypatch.setattr(checks, slow, float("inf"))
    monkeypatch.setattr(probes, "_TIMEOUT_S", 120.0)
    pytest.importorskip("nats")
    try:
        found = PrivateNats()
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with found:
        yield found


def _doctor(capsys, *arguments: str) -> tuple[int, dict[str, dict[str, str]]]:
    """What the doctor says: his exit code, and his findings by what they are about."""
    with pytest.raises(SystemExit) as ended:
        cli.main(["doctor", *arguments, "--json"])
    code = ended.value.code
    assert isinstance(code, int)
    return code, {each["about"]: each for each in json.loads(capsys.readouterr().out)}


def test_a_real_database_a_real_bus_and_the_nodes_on_it_are_looked_at(postgres_url, nats, capsys):
    with closing(open_store(postgres_url)) as store, closing(NatsBus(nats.url, "east")) as bus:
        store.join("east", address="", lease=600_000, protocol=PROTOCOL)
        bus.answer_status_with(lambda: encode(FINE))
        code, found = _doctor(capsys, "--database-url", postgres_url, "--bus-url", nats.url)
        assert code == 0
        assert found["fsync"]["level"] == OK
        assert found["node east"]["level"] == OK
        assert found["east on the bus"]["level"] == OK
        assert found["nodes"]["message"].startswith("only one is at work")
        assert all("ms" in found[each]["message"] for each in ("the bus", "a question", "a commit"))
        # One that has a lease and is not on the bus is no longer called well.
        with closing(open_store(postgres_url)) as other:
            other.join("west", address="", lease=600_000, protocol=PROTOCOL)
            code, found = _doctor(capsys, "--database-url", postgres_url, "--bus-url", nats.url)
            assert (code, found["west on the bus"]["level"]) == (1, ERROR)
        with pytest.raises(SystemExit):
            cli.main(["doctor", "--database-url", postgres_url])
        assert f"protocol {PROTOCOL}" in capsys.readouterr().out


def test_a_commit_that_is_timed_is_on_disk(postgres_url, private_postgres):
    before = private_postgres.do("SELECT pg_current_wal_flush_lsn()")[0][0]
    database_facts(postgres_url)
    [(flushed,)] = private_postgres.do(f"SELECT pg_current_wal_flush_lsn() - '{before}'::pg_lsn")
    assert flushed > 15 * len("hoyle doctor")


def test_whoever_the_room_connects_as_may_be_asked(private_postgres):
    private_postgres.do("CREATE ROLE nobody LOGIN")
    try:
        facts = database_facts(private_postgres.url().replace("postgres@", "nobody@"))
    finally:
        private_postgres.do("DROP ROLE nobody")
    assert facts.commit_ms > 0


def test_an_empty_database_is_no_room_yet_and_everything_else_is_still_looked_at(postgres_url, nats, capsys):
    code, found = _doctor(capsys, "--database-url", postgres_url, "--bus-url", nats.url)
    assert code == 0
    assert (found["the room"]["level"], found["the room"]["change"]) == (ADVICE, "start a node, which does so")
    assert (found["fsync"]["level"], found["the bus"]["level"]) == (OK, OK)


def test_a_database_that_does_not_wait_for_its_disk_is_found_out_with_what_to_change(
    postgres_url, private_postgres, capsys
):
    open_store(postgres_url).close()
    private_postgres.do("ALTER SYSTEM SET fsync = off")
    private_postgres.do("SELECT pg_reload_conf()")
    try:
        until = monotonic() + 60
        while private_postgres.do("SHOW fsync") != [("off",)]:
            assert monotonic() < until
        code, found = _doctor(capsys, "--database-url", postgres_url)
    finally:
        private_postgres.do("ALTER SYSTEM RESET fsync")
        private_postgres.do("SELECT pg_reload_conf()")
        while private_postgres.do("SHOW fsync") != [("on",)]:
            assert monotonic() < until
    assert code == 1
    assert (found["fsync"]["level"], found["fsync"]["change"]) == (
        ERROR, "ALTER SYSTEM SET fsync = on, then restart",
    )  # fmt: skip
    assert found["version"]["level"] == OK


def test_what_cannot_be_reached_is_wrong_and_hides_nothing(postgres_url, nats, capsys, monkeypatch):
    open_store(postgres_url).close()
    with monkeypatch.context() as patched:
        patched.setattr(probes, "_TIMEOUT_S", 1.0)
        code, found = _doctor(capsys, "--database-url", postgres_url, "--bus-url", NOBODY)
    assert (code, found["the bus"]["level"], found["fsync"]["level"]) == (1, ERROR, OK)
    assert found["the bus"]["message"].startswith("it cannot be reached at 127.0.0.1:1: ")
    assert "start nats-server" in found["the bus"]["change"]
    nowhere = "postgresql:///nowhere?host=/nonexistent"
    code, found = _doctor(capsys, "--database-url", nowhere, "--bus-url", nats.url)
    assert (code, found["the database"]["level"], found["the bus"]["level"]) == (1, ERROR, OK)


def test_a_driver_that_is_not_installed_is_to_be_installed(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setitem(sys.modules, "nats.aio.client", None)
    code, found = _doctor(
        capsys, "--database-url", "postgresql:///room", "--bus-url", "nats://ann:secret@127.0.0.1:4222"
    )
    assert (code, found["the database"]["level"], found["the bus"]["level"]) == (1, ERROR, ERROR)
    assert found["the database"]["change"] == "pip install 'hoyle[postgres]'"
    assert found["the bus"]["change"] == "pip install 'hoyle[nodes]'"


def test_what_is_no_database_of_nodes_is_refused(nats, monkeypatch):
    with pytest.raises(InvalidError, match="nodes share a PostgreSQL database"):
        database_facts("room.db")
    pytest.importorskip("psycopg")
    with pytest.raises(Unavailable, match="it cannot be examined"):
        database_facts("postgresql:///nowhere?host=/nonexistent")
    with monkeypatch.context() as patched:
        patched.setattr(probes, "_TIMEOUT_S", 1.0)
        with pytest.raises(Unavailable, match="it cannot be reached"):
            bus_facts(NOBODY, [])
    assert bus_facts(nats.url, ["east"]).nodes == {"east": None}


def test_no_line_is_left_open_to_a_bus_that_does_not_answer(monkeypatch):
    pytest.importorskip("nats")
    monkeypatch.setattr(probes, "_TIMEOUT_S", 0.5)

    async def given_up() -> None:
        closed = asyncio.Event()

        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            closed.set()
            writer.close()

        async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(Unavailable, match="it cannot be reached"):
                await probes._bus_facts(f"nats://127.0.0.1:{port}", [], "hoyle")
            await asyncio.wait_for(closed.wait(), 10)

    asyncio.run(given_up())


def test_nodes_are_listed_drained_and_taken_back(place, capsys):
    with closing(open_store(place)) as east, closing(open_store(place)) as west:
        _listed(place, east, west, capsys)


def _listed(place, east, west, capsys):
    east.join("east", address="http://east/", lease=600_000, protocol=1)
    _run("room", "drain", "east", "--database", place, code=2)
    assert "east is the last node at work" in capsys.readouterr().err
    assert not east.nodes()[0].draining
    west.join("west", address="http://west/", lease=600_000, protocol=1)
    _run("room", "drain", "east", "--database", place)
    assert "east has 0 tables" in capsys.readouterr().out
    _run("room", "nodes", "--database", place)
    assert "draining" in capsys.readouterr().out
    _run("room", "nodes", "--database", place, "--json")
    assert [each["name"] for each in json.loads(capsys.readouterr().out)] == ["east", "west"]
    _run("room", "undrain", "east", "--database", place)
    assert "east takes tables again" in capsys.readouterr().out
    east.claim_streams(["table 7"])
    _run("room", "drain", "east", "--database", place, "--wait", "0", code=2)
    assert "east still has 1 table after 0 s" in capsys.readouterr().err
    _run("room", "drain", "north", "--database", place, code=2)
    assert "no node 'north' is at work; at work: east, west" in capsys.readouterr().err


def _run(*arguments, code=0):
    with pytest.raises(SystemExit) as ended:
        cli.main(list(arguments))
    assert ended.value.code == code


def test_a_bus_that_anyone_can_read_is_named():
    facts = BusFacts(0.3, 1 << 20, {})
    assert set(levels(examine_bus(facts)).values()) == {OK}
    here = levels(examine_bus(facts._replace(guarded=False, encrypted=False)))
    assert (here["bus authentication"], here["bus encryption"]) == (ADVICE, OK)
    away = levels(examine_bus(facts._replace(local=False, guarded=False, encrypted=False)))
    assert (away["bus authentication"], away["bus encryption"]) == (ERROR, ERROR)


def test_the_doctor_sees_whether_a_real_bus_and_database_ask_who_comes(postgres_url, nats, capsys):
    code, found = _doctor(capsys, "--database-url", postgres_url, "--bus-url", nats.url)
    assert code == 0, "on this machine it is advice"
    assert found["authentication"]["level"] == ADVICE
    assert "by trust: local all all" in found["authentication"]["message"]
    assert found["bus authentication"]["level"] == ADVICE
    guarded = "authorization { user: hoyle, password: s3cret }"
    with PrivateNats(guarded) as other:
        url = other.url.replace("//", "//hoyle:s3cret@")
        assert bus_facts(url, []).guarded
        _, found = _doctor(capsys, "--database-url", postgres_url, "--bus-url", url)
    assert found["bus authentication"]["level"] == OK


def test_a_role_that_may_not_read_the_rules_tries_a_wrong_password(private_postgres):
    private_postgres.do("CREATE ROLE nobody LOGIN")
    try:
        facts = database_facts(private_postgres.url().replace("postgres@", "nobody@"))
    finally:
        private_postgres.do("DROP ROLE nobody")
    assert facts.trust == ("a wrong password is accepted",)
    assert not facts.remote_trust
