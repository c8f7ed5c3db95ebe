"""Whatever is asked over HTTP is answered as the description says, and what is refused has changed nothing.

Schemathesis makes up requests from the OpenAPI description of a real server, sensible and senseless ones, the
same every time. Strangers come from loopback addresses of their own, so that none uses up another's patience.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.real_server import Server

from hoyle.server.api.endpoint import MAX_BODY, PATH_KIND, Endpoint
from hoyle.server.api.routes import ENDPOINTS

CONFIG = """
title = "A room that strangers try"
managers = ["mia"]
[[tables]]
game = "holdem"
rulebook = "oneida"
[[tables]]
game = "craps"
"""
PATH_PART = re.compile(r"{[^}]*}")
SLOW = ("/api/register", "/api/login", "/api/password", "/api/account/delete", "/api/claim")
"""Passwords are hashed, which takes its time on purpose."""
ENDING = ("/api/logout", "/api/register", "/api/password", "/api/account/delete")
"""What ends the session that it is asked by."""
FORBIDS = [each for each in ENDPOINTS if each.body is not None or "{table" in each.path]
"""Endpoints that can be asked for something of the wrong shape; a string can be anything."""
LIKELY: dict[str, list[Any]] = {
    "game": ["holdem", "omaha-hilo8", "three-card-poker", "mississippi-stud", "craps"],
    "hands": [["AhAd", "KhKd"], ["AsKs", "random"], ["A?", "22+"], ["AhAd", "AhKd"]],
    "board": ["", "2c3d4h", "2c2c", "AhAd"],
    "cards": ["AhKdQc", "QdQc", "AhAh", "Ah"],
    "range": ["AA", "15%", "QQ+, AKs", "((("],
    "name": ["ann", "gus", "events", "sessions", "a" * 24],
    "book": ["oneida", "nj-19-47", "house", "AMB-11"],
    "clause": ["XI.G.1", "XI.K.10(b)(i)", "XI"],
    "words": ["odd chip", "button"],
    "case": [{}, {"kind": "session"}, {"kind": "hand", "book": "oneida"}, {"commands": [{}] * 300}],
    "since": ["2026-01-01", "yesterday"],
    "form": ["csv"],
    "table": [0, 1, 2],
}
"""Values that get further than made-up ones."""

_addresses = count(1)


class SourceAddressAdapter(requests.adapters.HTTPAdapter):
    """Comes from a given address of this machine."""

    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__()

    def init_poolmanager(self, *args: Any, **options: Any) -> Any:
        return super().init_poolmanager(*args, source_address=(self._address, 0), **options)


class AnonymousClient:
    """Somebody with an address of his own; he keeps no cookies."""

    def __init__(self, room: FuzzedRoom) -> None:
        self.room = room
        self._asked = 0
        self._session = requests.Session()

    @property
    def session(self) -> requests.Session:
        """He moves before he has asked too much."""
        if self._asked % 40 == 0:
            self._session.close()
            self._session = requests.Session()
            self._session.trust_env = False
            number = next(_addresses)
            self._session.mount("http://", SourceAddressAdapter(f"127.0.{2 + number // 200}.{1 + number % 200}"))
            self._session.cookies.set_policy(_NoCookies())
        self._asked += 1
        return self._session

    def ask(self, method: str, path: str, **options: Any) -> requests.Response:
        return self.session.request(method, self.room.server.address + path, timeout=120, **options)

    def token(self, name: str) -> str:
        """Come in under a name."""
        answer = self.ask("POST", "/api/enter", json={"name": name})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def send(self, case: Case[Any], token: str) -> Any:
        """A made-up request, in the name of whoever has the token."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return case.call(session=self.session, headers=headers, timeout=120)


class _NoCookies(DefaultCookiePolicy):
    """Who tries everything twice would otherwise be in already."""

    def set_ok(self, *args: Any) -> bool:
        return False


class FuzzedRoom:
    """A server, its description, and those who try it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        door = AnonymousClient(self)
        description = door.ask("GET", "/api/openapi.json").json()
        self.schema = schemathesis.openapi.from_dict(description)
        self.schema.config.update(base_url=server.address)
        # Who asks is decided here, and not made up.
        self.schema.config.generation.update(with_security_parameters=False)
        claimed = {"name": "mia", "code": server.code(), "password": "a long password"}
        made = door.ask("POST", "/api/claim", json=claimed)
        assert made.status_code == 201, made.text
        manager = str(made.json()["token"])
        self.tokens = {"nobody": "", "guest": door.token("gus"), "manager": manager, "forged": "x" * 43}

    def operation(self, endpoint: Endpoint) -> Any:
        return self.schema[PATH_KIND.sub("", endpoint.path)][endpoint.method]

    def records(self) -> str:
        """How much the room has written down; asked again where a slow machine does not say."""
        with requests.Session() as session:
            session.trust_env = False
            for _ in range(20):
                told = session.get(f"http://127.0.0.1:{self.server.metrics_port}/metrics", timeout=120).text
                for line in told.splitlines():
                    if line.startswith("hoyle_room_records_total "):
                        return line
        raise AssertionError(told)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FuzzedRoom]:
    with Server(Path(tmp_path_factory.mktemp("fuzz")), CONFIG, monitored=True) as server:
        yield FuzzedRoom(server)


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def _ids(endpoints: list[Endpoint] | tuple[Endpoint, ...]) -> list[str]:
    return [f"{each.method} {each.path}" for each in endpoints]


def _check(case: Case[Any], answer: Any) -> None:
    """The answer is one that the description has."""
    # A machine that is too slow may say so; that is described too.
    assume(answer.status_code != 503)
    assert answer.status_code < 500, answer.text
    case.validate_response(
        answer, checks=[status_code_conformance, content_type_conformance, response_schema_conformance]
    )
    if answer.status_code >= 400:
        assert answer.json()["error"], "a refusal says why"


def _salted(case: Case[Any], draw: st.DataObject) -> None:
    """Some fields get values that mean something."""
    for part in (case.body, case.query, case.path_parameters):
        if isinstance(part, dict):
            for name in sorted(part.keys() & LIKELY.keys()):
                if draw.draw(st.booleans(), label=f"salt {name}"):
                    part[name] = draw.draw(st.sampled_from(LIKELY[name]), label=name)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=_ids(ENDPOINTS))
def test_what_is_asked_by_the_description_is_answered_by_it_whoever_asks(room: FuzzedRoom, endpoint: Endpoint) -> None:
    stranger = AnonymousClient(room)
    several = endpoint.body is not None or endpoint.query or "{" in endpoint.path

    @_settings(4 if endpoint.path in SLOW else 9 if several else 3)
    @given(case=room.operation(endpoint).as_strategy(), who=st.sampled_from(sorted(room.tokens)), draw=st.data())
    def asked(case: Case[Any], who: str, draw: st.DataObject) -> None:
        _salted(case, draw)
        # Whoever logs out is gone: that is for somebody who came for it.
        own = endpoint.path in ENDING and who == "guest"
        token = stranger.token(f"once {next(_addresses)}") if own else room.tokens[who]
        if endpoint.path in ENDING and who == "manager":
            token = ""
        before = room.records()
        answer = stranger.send(case, token)
        _check(case, answer)
        if answer.status_code >= 400:
            assert room.records() == before

    asked()


@pytest.mark.parametrize("endpoint", FORBIDS, ids=_ids(FORBIDS))
def test_what_does_not_fit_the_description_is_refused_and_changes_nothing(room: FuzzedRoom, endpoint: Endpoint) -> None:
    stranger = AnonymousClient(room)
    wrong = room.operation(endpoint).as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @_settings(7)
    @given(case=wrong, who=st.sampled_from(sorted(room.tokens)))
    def asked(case: Case[Any], who: str) -> None:
        before = room.records()
        answer = stranger.send(case, room.tokens[who])
        _check(case, answer)
        assert 400 <= answer.status_code < 500
        assert room.records() == before

    asked()


BODIES = {
    "no body": b"",
    "no JSON": b"name=ann",
    "half an object": b'{"name": "an',
    "a list": b'["ann"]',
    "null": b"null",
    "NaN": b'{"name": NaN}',
    "a number too long for any machine": b'{"name": ' + b"9" * 5000 + b"}",
    "two names, one wrong": b'{"name": "ann", "name": 7}',
    "a field too many": b'{"name": "ann", "role": "manager"}',
    "bytes that are no text": b'{"name": "\xff\xfe\x00"}',
    "half a character": b'{"name": "\\ud800"}',
    "binary": bytes(range(256)) * 8,
    "nested without end": b"[" * 30_000,
    "nested objects": b'{"name":' * 5_000,
    "nested in a case": b'{"case": {"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}}",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_cannot_be_read_is_refused_in_words(room: FuzzedRoom, body: bytes) -> None:
    stranger, before = AnonymousClient(room), room.records()
    for each in ENDPOINTS:
        if each.body is not None:
            path, headers = PATH_PART.sub("1", each.path), {"Content-Type": "application/json"}
            answer = stranger.ask("POST", path, data=body, headers=headers)
            assert answer.status_code == 422, (each.path, answer.text)
            assert answer.json()["error"].startswith("the body cannot be read: ")
    assert room.records() == before


def test_a_body_that_is_too_long_is_cut_off(room: FuzzedRoom) -> None:
    stranger, before = AnonymousClient(room), room.records()
    for each in ENDPOINTS:
        if each.body is not None:
            answer = stranger.ask("POST", PATH_PART.sub("1", each.path), data=b" " * (MAX_BODY + 1))
            assert answer.status_code == 413, (each.path, answer.text)
            assert answer.json()["error"] == f"the body has more than {MAX_BODY} bytes"
    assert room.records() == before


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_what_is_not_there_or_not_in_this_way_is_told_to_programs_in_json(room: FuzzedRoom, method: str) -> None:
    stranger, before = AnonymousClient(room), room.records()
    answers = {}
    nowhere = ("nowhere", "", "tables/-1/ledger", "tables/9999999999/ledger", "books/a/b%0Ac")
    for path in ("/api", *(f"/api/{each}" for each in nowhere)):
        answers[path] = stranger.ask(method, path)
        assert answers[path].status_code == 404, path
    for path in sorted({each.path for each in ENDPOINTS if "{" not in each.path}):
        allowed = {each.method for each in ENDPOINTS if each.path == path}
        if method in allowed or path == "/api/books/search":
            continue
        answers[path] = stranger.ask(method, path)
        assert answers[path].status_code == 405, path
        assert allowed <= set(answers[path].headers["allow"].split(", "))
    for path, answer in answers.items():
        assert answer.headers["content-type"] == "application/json", path
        assert answer.json()["error"], path
    assert room.records() == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer " + "a" * 5000},
        {"Authorization": "Bearer é".encode().decode("latin-1")},
        {"Authorization": "Basic YW5uOmFubg=="},
        {"Cookie": "hoyle=" + "z" * 43},
        {"Cookie": 'hoyle="unclosed; ;;;=; hoyle'},
        {"Cookie": "hoyle=a; " * 300},
        {"Cookie": "hoyle=\x01\x02"},
    ],
    ids=["long", "odd letters", "another scheme", "forged", "broken", "many", "control characters"],
)
def test_a_forged_or_broken_session_is_nobodys(room: FuzzedRoom, headers: dict[str, str]) -> None:
    # Who logs out without a session is told which cookie to throw away.
    named = AnonymousClient(room).ask("POST", "/api/logout", json={}).headers["set-cookie"].partition("=")[0]
    forged = {name: value.replace("hoyle", named) for name, value in headers.items()}
    answer = AnonymousClient(room).ask("GET", "/api/me", headers=forged)
    assert answer.status_code in (400, 401), answer.text
    assert "gus" not in answer.text
    assert "mia" not in answer.text
