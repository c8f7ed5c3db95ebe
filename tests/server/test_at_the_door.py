"""Certificates, proxies and addresses that others reach: what is said, and what really travels."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.real_server import Server, run
from websockets.sync.client import connect

from hoyle.client import Room, enter
from hoyle.core.errors import HoyleError
from hoyle.server.config import Config
from hoyle.server.process.edge_process import uvicorn_config

ONE_TABLE = '[[tables]]\ngame = "craps"\n'


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for this machine that nobody but us has signed, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("needs the openssl command to make a certificate")
    folder = tmp_path_factory.mktemp("tls")
    pem, key = folder / "room.pem", folder / "room.key"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=hoyle"),
            *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-keyout", str(key), "-out", str(pem)),
            *("-addext", "subjectAltName=IP:127.0.0.1"),
        ],
        check=True,
        capture_output=True,
        timeout=60,
    )
    return pem, key


def refused(directory: Path, config: str, *options: str) -> str:
    """The one line with which serving is refused."""
    process = run(directory, config, *options)
    out, errors = process.communicate(timeout=120)
    assert (process.returncode, out, errors.count("\n")) == (2, "", 1), errors
    return errors


# TLS


def test_with_a_certificate_everything_travels_under_tls(
    tmp_path: Path, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    pem, key = certificate
    config = f'tls_certificate = "{pem}"\ntls_private_key = "{key}"\n{ONE_TABLE}'
    with Server(tmp_path, config) as server:
        assert server.address.startswith("https://")
        trusted = ssl.create_default_context(cafile=str(pem))
        with server.client(verify=trusted) as client:
            found = client.post("/api/enter", json={"name": "ann"})
            cookie = found.headers["set-cookie"]
            assert cookie.startswith("__Host-hoyle-")
            assert "; Secure" in cookie
            assert "strict-transport-security" not in found.headers, "another port of this host may be plain"
            usual = client.get("/api/tables", headers={"host": "cards.example"})
            assert usual.headers["strict-transport-security"] == "max-age=31536000"
            assert client.get("/api/me").json()["person"] == "ann"
            token = found.json()["token"]
            name = cookie.partition("=")[0]
            weaker = {"cookie": f"{name.removeprefix('__Host-')}={token}"}
            with server.client(verify=trusted, headers=weaker) as other:
                assert other.get("/api/me").status_code == 401, "a name that anybody on the way could set"
            for origin, status in ((server.address.replace("https", "http"), 403), (server.address, 422)):
                asked = client.post("/api/register", json={}, headers={"origin": origin})
                assert asked.status_code == status
        address = server.address.replace("https", "wss") + "/socket"
        said = {"Cookie": f"{name}={token}"}
        with connect(address, ssl=trusted, proxy=None, additional_headers=said, open_timeout=60) as socket:
            assert '"person":"ann"' in str(socket.recv(timeout=60))
        with httpx.Client(trust_env=False, timeout=60) as plain, pytest.raises(httpx.HTTPError):
            plain.get(server.address.replace("https", "http") + "/api/tables")
        with pytest.raises(HoyleError, match="certificate"):
            enter(server.address, "bob")
        monkeypatch.setenv("SSL_CERT_FILE", str(pem))
        with Room(server.address, token) as room:
            assert room.watch(1)["game"] == "craps"


def test_a_certificate_that_cannot_be_used_is_one_line(tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    pem, key = certificate
    said = refused(tmp_path, f'tls_certificate = "{tmp_path / "none.pem"}"\ntls_private_key = "{key}"\n')
    assert "none.pem" in said
    assert "no such file" in said
    assert "expected a certificate" in refused(tmp_path, f'tls_certificate = "{key}"\ntls_private_key = "{key}"\n')
    locked = tmp_path / "locked.key"
    subprocess.run(
        ["openssl", "ec", "-in", str(key), "-aes256", "-passout", "pass:secret", "-out", str(locked)],
        check=True,
        capture_output=True,
        timeout=60,
    )
    said = refused(tmp_path, f'tls_certificate = "{pem}"\ntls_private_key = "{locked}"\n')
    assert "without a password" in said


# Who may come from elsewhere


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_nobody_listens_beyond_this_machine_in_plain_text_by_mistake(tmp_path: Path, host: str) -> None:
    said = refused(tmp_path, ONE_TABLE, "--host", host)
    assert f"host '{host}' is reached from other machines" in said
    assert "--allow-insecure-listen" in said


def test_an_address_that_is_not_this_machines_is_one_line(tmp_path: Path) -> None:
    assert "port 0 of 192.0.2.1" in refused(tmp_path, ONE_TABLE, "--host", "192.0.2.1", "--allow-insecure-listen")


def asked_through(config: Config, peer: str, headers: dict[str, str]) -> dict[str, Any]:
    """A request as the application sees it, past whatever uvicorn puts before it."""
    seen: dict[str, Any] = {}

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.update(scope)

    scope = {
        "type": "http",
        "scheme": "http",
        "client": (peer, 40000),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    served = uvicorn_config(app, config)
    served.load()
    before: Any = served.loaded_app
    asyncio.run(before(scope, None, None))
    return seen


FORWARDED = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}


def test_a_proxys_word_counts_when_it_was_named() -> None:
    behind = Config(trusted_proxies=["127.0.0.1", "10.0.0.1"])
    seen = asked_through(behind, "10.0.0.1", FORWARDED)
    assert (seen["client"][0], seen["scheme"]) == ("203.0.113.7", "https")
    claimed = {**FORWARDED, "x-forwarded-for": "198.51.100.1, 203.0.113.7"}
    seen = asked_through(behind, "10.0.0.1", claimed)
    assert seen["client"][0] == "203.0.113.7", "what a client says of itself before the proxy is no proof"


@pytest.mark.parametrize("proxy", [[], ["10.0.0.1"]])
def test_nobody_elses_word_counts(proxy: list[str]) -> None:
    seen = asked_through(Config(trusted_proxies=proxy), "192.0.2.9", FORWARDED)
    assert (seen["client"][0], seen["scheme"]) == ("192.0.2.9", "http")


def test_behind_a_proxy_the_page_has_the_proxys_name(tmp_path: Path) -> None:
    with Server(tmp_path, f'trusted_proxies = ["127.0.0.1"]\n{ONE_TABLE}') as server:
        page = {"host": "cards.example", "origin": "https://cards.example", **FORWARDED}
        with server.client() as client:
            found = client.post("/api/enter", json={"name": "ann"}, headers=page)
            assert found.status_code == 201
            assert found.headers["set-cookie"].startswith("__Host-hoyle-")
            without = client.post(
                "/api/enter", json={"name": "cy"}, headers={**page, "origin": "", "x-forwarded-proto": "http"}
            )
            assert without.headers["set-cookie"].startswith("hoyle-"), "no browser would keep it otherwise"
            stranger = {**page, "origin": "https://evil.example"}
            assert client.post("/api/enter", json={"name": "bob"}, headers=stranger).status_code == 403
