"""room.toml: every key is known, checked and written about."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from tests.cli.commands import refusal

from hoyle.core.errors import InvalidError
from hoyle.nodes.bus.nats_bus import check_name
from hoyle.room.live_table.table_settings import TableSettings
from hoyle.server.config import Config, TableConfig, demo_config, load_config, parse_duration_ms, read_config


def test_whatever_is_left_out_has_its_default() -> None:
    config = read_config("")
    assert config == Config()
    assert (config.host, config.port, config.is_local()) == ("127.0.0.1", 8420, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("titel = 1", "unknown key 'titel'; did you mean title?"),
        ("xyzzy = 1", "unknown key 'xyzzy'; the keys are title, host"),
        ('data = "/srv/room"', "unknown key 'data'; did you mean data_dir?"),
        ("title = 1", "room.toml: title 1: expected text"),
        ('port = "x"', "port 'x': expected a whole number"),
        ("port = 65536", "port 65536: expected at most 65,535"),
        ("port = -1", "port"),
        ("[[tables]]", "tables[0].game is missing"),
        ('[[tables]]\ngame = "holdem"\nbots = 10', "bots"),
        ('[[tables]]\ngame = "holdem"\nbot = 1', "tables[0].bot is not known here"),
        ("guest_starting_chips = -1", "guest_starting_chips"),
        ("title = ", "not TOML"),
        ('host = "0.0.0.0"', "is reached from other machines"),
        ('host = "0.0.0.0"\ntrusted_proxies = ["10.0.0.1"]', "is reached from other machines"),
        ('host = "256.1.1.1"', "host '256.1.1.1' is not an IP address"),
        ('host = "1::2::3"', "host '1::2::3' is not an IP address"),
        ('host = ""', "host ''"),
        ('trusted_proxies = ["not-an-ip"]', "proxy 'not-an-ip': expected an address or a network"),
        ('trusted_proxies = [""]', "proxy ''"),
        ('trusted_proxies = ["*"]', "proxy '*'"),
        ('allowed_origins = ["cards.example"]', "origin 'cards.example': expected a page's scheme and host"),
        ('allowed_origins = [""]', "origin ''"),
        ('allowed_origins = ["https://cards.example/"]', "origin 'https://cards.example/'"),
        ('allowed_origins = ["https://Cards.example"]', "in lower case"),
        ('allowed_origins = ["https://cards.example:443"]', "without the default port"),
        ('allowed_origins = ["https://["]', "is not a URL"),
        ("max_connections_per_address = -1", "max_connections_per_address"),
        ('tls_private_key = "k"', "expected both or neither"),
    ],
)
def test_what_is_wrong_in_it_is_named(text: str, said: str) -> None:
    with pytest.raises(InvalidError) as refused:
        read_config(text, "room.toml")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "allow_insecure_listen = true",
        'tls_certificate = "c"\ntls_private_key = "k"',
        'trusted_proxies = ["10.0.0.0/8"]\nallow_insecure_listen = true',
    ],
)
def test_others_may_come_once_somebody_has_said_how(text: str) -> None:
    assert not read_config(f'host = "0.0.0.0"\n{text}').is_local()


def test_a_duration_of_a_table_may_have_a_unit() -> None:
    table = TableConfig(game="holdem", settings={"decision_clock_ms": "40s", "dealer_pace_ms": 900, "title": "2m"})
    assert table.parsed_settings() == {"decision_clock_ms": 40_000, "dealer_pace_ms": 900, "title": "2m"}
    assert [parse_duration_ms(text, "x") for text in ("250ms", "2m", "1h")] == [250, 120_000, 3_600_000]
    for text in ("", "40", "40 s", "2d", "-1s", "1.5s"):
        with pytest.raises(InvalidError, match=r"away_seat_hold_ms .* a duration such as '40s'"):
            parse_duration_ms(text, "away_seat_hold_ms")


@pytest.mark.parametrize("host", ["127.0.0.2", "::1", "localhost"])
def test_every_address_of_this_machine_alone_is_local(host: str) -> None:
    assert read_config(f'host = "{host}"').is_local()


def test_the_demonstration_room_never_mixes_with_a_house_of_ones_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert demo_config().resolve_data_dir() == tmp_path / "hoyle" / "demo"
    assert read_config("").resolve_data_dir() == tmp_path / "hoyle" / "room"


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"room\.toml: No such file"):
        load_config(tmp_path / "room.toml")
    (tmp_path / "room.toml").write_bytes(b"\xff")
    with pytest.raises(InvalidError):
        load_config(tmp_path / "room.toml")


def test_every_key_is_written_about(pytestconfig: pytest.Config) -> None:
    page = (pytestconfig.rootpath / "docs" / "room.md").read_text(encoding="utf-8")
    for kind, heading in (
        (Config, "## Every key"),
        (TableConfig, "## A table"),
        (TableSettings, "## Settings of a table"),
    ):
        part = page.partition(heading)[2].partition("\n## ")[0]
        written = [line.split("`")[1] for line in part.splitlines() if line.startswith(("| `", "* `"))]
        assert written == [each.name for each in structs.fields(kind)]


def test_the_example_in_the_page_is_a_room(pytestconfig: pytest.Config) -> None:
    page = (pytestconfig.rootpath / "docs" / "room.md").read_text(encoding="utf-8")
    examples = [part.partition("```")[0] for part in page.split("```toml\n")[1:]]
    assert len(examples) >= 2
    for example in examples:
        read_config(example)


def test_a_directory_without_a_name_is_refused() -> None:
    assert "--data-dir" in refusal("serve", "--data-dir", "")


@pytest.mark.parametrize("option", ["--port", "--metrics-port"])
@pytest.mark.parametrize("number", ["99999", "-1", "many"])
def test_a_port_that_there_is_not_is_refused_in_one_line(option: str, number: str) -> None:
    assert number in refusal("serve", option, number)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('bus_url = "nats://127.0.0.1"', "nodes share a PostgreSQL database"),
        ('bus_url = "nats://127.0.0.1"\ndatabase_url = "room.db"', "nodes share a PostgreSQL database"),
        ('node_name = "east"', "node_name 'east': a node needs a bus"),
    ],
)
def test_a_node_has_a_bus_and_a_database_that_others_reach(text: str, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        read_config(text)
    config = read_config('bus_url = "nats://127.0.0.1"\ndatabase_url = "postgresql:///hoyle"')
    assert config.resolve_node_name()
    check_name(config.resolve_node_name())
    with pytest.raises(InvalidError, match="node 'far east'"):
        check_name("far east")


def test_the_room_that_is_deployed_is_one_behind_its_proxy(pytestconfig: pytest.Config) -> None:
    config = load_config(pytestconfig.rootpath / "deploy" / "room.toml")
    assert not config.is_local()
    assert config.trusted_proxies[0] in (pytestconfig.rootpath / "deploy" / "compose.yaml").read_text(encoding="utf-8")


def test_a_file_that_is_no_text_is_refused_with_where_to_look(tmp_path: Path) -> None:
    (tmp_path / "room.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidError, match=r"room\.toml: not a text file; expected a room\.toml \(docs/room\.md\)"):
        load_config(tmp_path / "room.toml")


DATABASE = "postgresql://hoyle:secret@db.example/hoyle?sslmode=verify-full"
BUS = "tls://hoyle:secret@bus.example:4222"


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ({"bus_url": "nats://bus.example:4222"}, "bus_url: .* lacks a user and a password and TLS"),
        ({"bus_url": "bus.example"}, "bus_url: .* lacks a user and a password and TLS"),
        ({"bus_url": "nats://hoyle:secret@bus.example"}, "bus_url: .* lacks TLS"),
        ({"bus_url": "tls://bus.example"}, "bus_url: .* lacks a user and a password"),
        ({"bus_url": "nats://10.0.0.7"}, "bus_url: "),
        ({"database_url": "postgresql://hoyle@db.example/hoyle"}, "database_url: .* lacks a password and TLS"),
        ({"database_url": "postgresql://hoyle:secret@db.example/hoyle"}, "database_url: .* lacks TLS"),
        ({"database_url": "postgresql://hoyle:secret@db.example/hoyle?sslmode=prefer"}, "database_url: .* lacks TLS"),
        ({"database_url": "postgresql:///hoyle?host=db.example&sslmode=require"}, "database_url: .* lacks a password"),
        ({"database_url": "postgresql://hoyle:x@localhost,db.example/hoyle"}, "database_url: .* lacks TLS"),
        ({"database_url": "postgres://hoyle:x@localhost/hoyle?hostaddr=10.0.0.7"}, "database_url: .* lacks TLS"),
    ],
)
def test_a_link_to_another_machine_needs_credentials_and_tls(
    change: dict[str, str], missing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("PGPASSWORD", "PGPASSFILE", "PGSERVICE", "PGSSLMODE", "PGHOST"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    named = {"database_url": DATABASE, "bus_url": BUS, **change}
    with pytest.raises(InvalidError, match=missing) as refused:
        Config(**named).check()  # type: ignore[arg-type]
    assert "secret" not in str(refused.value)
    Config(**named, allow_insecure_links=True).check()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("database", "bus"),
    [
        (DATABASE, BUS),
        ("postgresql://hoyle@localhost/hoyle", "nats://localhost:4222"),
        ("postgresql://hoyle@127.0.0.1:5432/hoyle", "127.0.0.1"),
        ("postgresql://[::1]/hoyle", "nats://[::1]:4222"),
        ("postgresql:///hoyle?host=/run/postgresql", "nats://127.0.0.1"),
        ("postgresql:///hoyle", ""),
        ("", ""),
    ],
)
def test_a_link_on_this_machine_needs_neither(database: str, bus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PGHOST", raising=False)
    Config(database_url=database, bus_url=bus).check()


def test_credentials_of_the_database_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", "secret")
    monkeypatch.setenv("PGSSLMODE", "verify-full")
    Config(database_url="postgresql://hoyle@db.example/hoyle").check()
