"""The doctor says what is wrong with a deployment, and what to change."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing

import pytest
from tests.private_nats import NotInstalled, PrivateNats

from hoyle.cli import cli
from hoyle.errors import InvalidError
from hoyle.room.store.failures import Unavailable
from hoyle.room.store.leases import Node
from hoyle.room.store.opening import open_store
from hoyle.server.nodes.doctor import (
    ADVICE,
    WELL,
    WRONG,
    DatabaseFacts,
    bus_latency,
    database_facts,
    examine_bus,
    examine_database,
    examine_nodes,
)

GOOD = DatabaseFacts(
    version=16,
    fsync="on",
    synchronous_commit="on",
    full_page_writes="on",
    synchronous_standby_names="",
    standbys=0,
    max_connections=100,
    question=0.4,
    commit=2.0,
    skew=3.0,
)


def levels(findings):
    return {finding.about: finding.level for finding in findings}


def test_a_good_database_is_well():
    assert set(levels(examine_database(GOOD, 3)).values()) == {WELL}


@pytest.mark.parametrize(
    ("change", "about", "level", "words"),
    [
        ({"fsync": "off"}, "fsync", WRONG, "ALTER SYSTEM SET fsync = on"),
        ({"full_page_writes": "off"}, "full_page_writes", WRONG, "full_page_writes = on"),
        ({"synchronous_commit": "off"}, "synchronous_commit", ADVICE, "synchronous_commit = on"),
        ({"standbys": 1}, "standbys", WRONG, "synchronous_standby_names"),
        ({"max_connections": 20}, "max_connections", WRONG, "40 or more"),
        ({"version": 12}, "version", ADVICE, "14 or newer"),
        ({"question": 9.0}, "a question", ADVICE, "nearer"),
        ({"commit": 80.0}, "a commit", ADVICE, "disk"),
        ({"skew": -2000.0}, "clock", ADVICE, "time service"),
    ],
)
def test_what_is_amiss_is_named_with_what_to_change(change, about, level, words):
    findings = examine_database(GOOD._replace(**change), 3)
    assert {each.about for each in findings if each.level != WELL} == {about}
    [found] = [each for each in findings if each.about == about]
    assert found.level == level
    assert words in found.change


def test_nodes_are_looked_at_for_versions_and_for_whether_there_are_enough():
    two = [Node("east", 1, live=True, protocol=1), Node("west", 2, live=True, protocol=1)]
    assert set(levels(examine_nodes(two, 0)).values()) == {WELL}
    assert levels(examine_nodes([two[0]._replace(protocol=3), two[1]], 0))["node east"] == WRONG
    assert levels(examine_nodes(two[:1], 0))["nodes"] == ADVICE
    assert levels(examine_nodes([], 0))["nodes"] == ADVICE
    assert levels(examine_nodes([each._replace(draining=True) for each in two], 0))["nodes"] == WRONG
    assert levels(examine_nodes(two, 4))["tables"] == ADVICE


def test_a_slow_bus_is_named():
    assert levels(examine_bus(0.3)) == {"the bus": WELL}
    assert levels(examine_bus(30.0)) == {"the bus": ADVICE}


def test_a_real_database_and_a_real_bus_are_looked_at(postgres_url, capsys):
    pytest.importorskip("nats")
    store = open_store(postgres_url)
    store.join("east", address="", lease=600_000, protocol=1)
    try:
        nats = PrivateNats()
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with nats:
        with pytest.raises(SystemExit) as ended:
            cli.main(["doctor", "--database", postgres_url, "--bus", nats.url, "--json"])
        assert ended.value.code in (0, 1)
        found = {each["about"]: each for each in json.loads(capsys.readouterr().out)}
        assert found["fsync"]["level"] == WELL
        assert found["node east"]["level"] == WELL
        assert found["nodes"]["said"].startswith("only one is at work")
        assert "ms" in found["the bus"]["said"]
        with pytest.raises(SystemExit):
            cli.main(["doctor", "--database", postgres_url])
        assert "protocol 1" in capsys.readouterr().out
    store.close()
    with pytest.raises(Unavailable, match="the bus cannot be reached"):
        asyncio.run(bus_latency(nats.url))


def test_what_is_no_database_of_nodes_is_refused():
    with pytest.raises(InvalidError, match="nodes share a PostgreSQL database"):
        database_facts("room.db")
    pytest.importorskip("psycopg")
    with pytest.raises(Unavailable, match="the database cannot be looked at"):
        database_facts("postgresql:///nowhere?host=/nonexistent")


def test_nodes_are_listed_drained_and_taken_back(place, capsys):
    with closing(open_store(place)) as east, closing(open_store(place)) as west:
        _listed(place, east, west, capsys)


def _listed(place, east, west, capsys):
    east.join("east", address="http://east/", lease=600_000, protocol=1)
    _run("room", "drain", "east", "--database", place, code=2)
    assert "east is the last one at work" in capsys.readouterr().err
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
    east.claim(["table 7"])
    _run("room", "drain", "east", "--database", place, "--wait", "0", code=2)
    assert "east still has 1 tables" in capsys.readouterr().err
    _run("room", "drain", "north", "--database", place, code=2)
    assert "no node 'north' is at work; at work: east, west" in capsys.readouterr().err


def _run(*arguments, code=0):
    with pytest.raises(SystemExit) as ended:
        cli.main(list(arguments))
    assert ended.value.code == code
