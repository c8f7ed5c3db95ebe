"""Cookies and origins: whose session it is, and which pages may speak for their readers."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import Response
from tests.server.real_server import Server

from hoyle.server.config import Config
from hoyle.server.edge.allowed_origins import is_allowed_origin
from hoyle.server.edge.session_cookie import SessionCookie

ROOM = Config(data_dir="/rooms/one")
HERE = "127.0.0.1:8420"


# Cookies


def read(text: str, config: Config = ROOM, *, secure: bool = False) -> str:
    """The token that a room finds among these cookies."""
    return SessionCookie(config).read([(b"cookie", text.encode())], secure=secure)


def named(config: Config = ROOM, *, secure: bool = False) -> str:
    return SessionCookie(config).name(secure=secure)


@pytest.mark.parametrize(
    "before", ["", 'prefs={"a":1}; ', "a[b]=1; ", "note=\u00e9t\u00e9; ", "long=" + "x" * 6000 + "; ", "=; ;;; hoyle; "]
)
def test_a_session_is_found_beside_whatever_cookies_a_host_has(before: str) -> None:
    name = named()
    assert read(f"{before}{name}=token") == "token"
    assert read(f'{before}{name}="token"; other=1') == "token"
    assert read(f"{before}{name}x=token; x{name}=token") == ""


def test_every_room_of_a_host_has_a_cookie_of_its_own() -> None:
    names = {
        named(config)
        for config in (
            ROOM,
            Config(data_dir="/rooms/two"),
            Config(database_url="postgresql://ann:secret@one/hoyle"),
            Config(database_url="postgresql://ann:secret@two/hoyle"),
            Config(database_url="postgresql://ann:secret@two/other"),
        )
    }
    assert len(names) == 5
    assert "secret" not in "".join(names)
    east, west = (
        Config(bus_url="nats://bus", database_url=f"postgresql://{who}@{where}/hoyle", node_name=where)
        for who, where in (("ann", "inside"), ("bob:x", "outside"))
    )
    assert named(east) == named(west), "nodes are one room"


def test_under_tls_only_a_name_counts_that_nobody_on_the_way_can_set() -> None:
    name = named(secure=True)
    assert name.startswith("__Host-")
    assert read(f"{name}=token", secure=True) == "token"
    assert read(f"{named()}=token", secure=True) == ""
    assert read(f"{name}=token") == ""
    response = Response()
    SessionCookie(ROOM).set(response, "token", secure=True)
    assert "; Secure" in response.headers["set-cookie"]


def test_two_rooms_of_a_host_do_not_throw_each_other_out(tmp_path: Path) -> None:
    table = '[[tables]]\ngame = "craps"\n'
    with Server(tmp_path / "one", table) as one, Server(tmp_path / "two", table) as two, one.client() as jar:
        assert jar.post("/api/enter", json={"name": "ann"}).status_code == 201
        assert jar.post(f"{two.address}/api/enter", json={"name": "bob"}).status_code == 201
        assert jar.get("/api/me").json()["person"] == "ann"
        assert jar.get(f"{two.address}/api/me").json()["person"] == "bob"


# Origins


@pytest.mark.parametrize(
    ("origin", "host", "given"),
    [
        ("", "evil.example", {}),
        (f"http://{HERE}", HERE, {}),
        ("http://localhost:8420", "localhost:8420", {}),
        ("http://LOCALHOST:8420", "localhost:8420", {}),
        ("http://[::1]:8420", "[::1]:8420", {}),
        (f"http://{socket.gethostname().lower()}:1", f"{socket.gethostname()}:1", {}),
        ("http://192.0.2.7:8420", "192.0.2.7:8420", {"host": "0.0.0.0"}),
        ("http://192.0.2.7:8420", "192.0.2.7:8420", {"host": "192.0.2.7"}),
        ("http://cards.lan", "cards.lan", {"host": "cards.lan"}),
        ("https://cards.example", HERE, {"allowed_origins": ["https://cards.example"]}),
        ("http://cards.lan:8420", "cards.lan:8420", {"allowed_origins": ["http://cards.lan:8420"]}),
    ],
)
def test_the_rooms_own_pages_may_speak_and_those_that_were_named(origin: str, host: str, given: dict[str, Any]) -> None:
    assert is_allowed_origin(Config(**given), origin, host, secure=False)


@pytest.mark.parametrize(
    ("origin", "host", "given"),
    [
        # Anybody's name can be made to lead to this machine.
        ("http://evil.example:8420", "evil.example:8420", {}),
        ("http://evil.example:8420", "evil.example:8420", {"host": "0.0.0.0"}),
        ("http://192.0.2.7:8420", "192.0.2.7:8420", {}),
        ("https://evil.example", HERE, {}),
        (f"https://{HERE}", HERE, {}),
        (f"javascript://{HERE}", HERE, {}),
        (f"http://{HERE}/", HERE, {}),
        ("http://127.0.0.1:1", HERE, {}),
        ("null", HERE, {}),
        ("http://", "", {}),
        ("http://[", "[", {}),
        ("https://other.example", HERE, {"allowed_origins": ["https://cards.example"]}),
    ],
)
def test_nobody_elses_page_may(origin: str, host: str, given: dict[str, Any]) -> None:
    assert not is_allowed_origin(Config(**given), origin, host, secure=False)


def test_under_tls_the_certificate_has_shown_whose_page_it_is() -> None:
    assert is_allowed_origin(Config(), "https://cards.example", "cards.example", secure=True)
    assert not is_allowed_origin(Config(), "http://cards.example", "cards.example", secure=True)
    assert not is_allowed_origin(Config(), "https://evil.example", "cards.example", secure=True)
