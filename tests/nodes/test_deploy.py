"""What is given for deploying: nothing secret is on a command line, and what others read they can read."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from hoyle.cli.main import cli
from hoyle.storage.store_factory import open_store

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_no_password_stands_on_a_command_line():
    unit = (DEPLOY / "hoyle@.service").read_text().splitlines()
    started = [line for line in unit if line.startswith("Exec")]
    composed = (DEPLOY / "compose.yaml").read_text().splitlines()
    started += [line for line in composed if line.strip().startswith("command:")]
    assert len(started) == 7
    assert not [line for line in started if "PASSWORD" in line or "DATABASE" in line or "://" in line]


def test_an_image_takes_nothing_along_that_was_built_elsewhere():
    left_out = (DEPLOY.parent / ".dockerignore").read_text().split()
    assert {".venv", "build", "**/node_modules", "src/hoyle/server/web", "**/*.so", "deploy/.env"} <= {*left_out}


def _installed(program: str, package: str) -> str:
    found = shutil.which(program, path="/usr/sbin:/usr/bin:/usr/local/bin:/bin:/sbin")
    if found is None:
        pytest.skip(f"{program} is not installed (apt-get install {package})")
    return found


def test_the_bus_can_read_its_configuration():
    found = _installed("nats-server", "nats-server")
    for environment, code in (({"NATS_PASSWORD": "s3cret"}, 0), ({}, 1)):
        told = subprocess.run(
            [found, "-c", str(DEPLOY / "nats.conf"), "-t"],
            env={"PATH": os.environ["PATH"], **environment},
            capture_output=True,
            check=False,
        )
        assert told.returncode == code, environment


def test_the_proxy_can_read_its_configuration(tmp_path):
    found = _installed("caddy", "caddy")
    for nodes in ("", "localhost:8421 localhost:8422 localhost:8423"):
        environment = {"HOYLE_HOST": "cards.example", "HOYLE_NODES": nodes, "HOME": str(tmp_path)}
        told = subprocess.run(
            [found, "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"],
            env={"PATH": os.environ["PATH"], **{name: value for name, value in environment.items() if value}},
            capture_output=True,
            check=False,
        )
        assert told.returncode == 0, told.stderr


def test_systemd_can_read_the_unit(tmp_path):
    found = _installed("systemd-analyze", "systemd")
    unit = (DEPLOY / "hoyle@.service").read_text()
    # Only the program itself need not be there.
    (tmp_path / "hoyle@east.service").write_text(unit.replace("/opt/hoyle/bin/hoyle", "/bin/true"))
    told = subprocess.run(
        [found, "verify", str(tmp_path / "hoyle@east.service")], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")


def test_compose_starts_what_the_proxy_and_the_nodes_ask_for():
    composed = (DEPLOY / "compose.yaml").read_text()
    for host in ("database", "bus", "east", "north", "west"):
        assert f"\n  {host}:\n" in composed, host
    assert "east:8420 north:8420 west:8420" in (DEPLOY / "Caddyfile").read_text()
    room = tomllib.loads((DEPLOY / "room.toml").read_text())
    assert room["port"] == 8420
    assert any(f"ipv4_address: {address} " in composed for address in room["trusted_proxies"])
    for mounted in re.findall(r"\./([\w.]+):/etc", composed):
        assert (DEPLOY / mounted).is_file(), mounted


def test_the_database_is_read_from_the_environment(place, monkeypatch, capsys):
    with closing(open_store(place)) as store:
        store.join("east", address="http://east:8421/", lease=600_000, protocol=1)
        monkeypatch.setenv("HOYLE_DATABASE_URL", place)
        with pytest.raises(SystemExit) as ended:
            cli.main(["room", "nodes"])
    assert ended.value.code == 0
    assert "http://east:8421/" in capsys.readouterr().out
