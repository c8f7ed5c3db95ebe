"""What is given for deploying: nothing secret is on a command line, and what others read they can read."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from hoyle.cli import cli
from hoyle.room.store.opening import open_store

DEPLOY = Path(__file__).parents[3] / "deploy"


def test_no_password_stands_on_a_command_line():
    unit = (DEPLOY / "hoyle@.service").read_text().splitlines()
    started = [line for line in unit if line.startswith("Exec")]
    composed = (DEPLOY / "compose.yaml").read_text().splitlines()
    started += [line for line in composed if line.strip().startswith("command:")]
    assert len(started) == 7
    assert not [line for line in started if "PASSWORD" in line or "DATABASE" in line or "://" in line]


def test_an_image_takes_nothing_along_that_was_built_elsewhere():
    left_out = (DEPLOY.parent / ".dockerignore").read_text().split()
    assert {".venv", "build", "**/node_modules", "src/hoyle/server/web", "**/*.so", "deploy/.env"} <= {
        *left_out
    }


def test_the_bus_can_read_its_configuration():
    found = shutil.which("nats-server", path="/usr/sbin:/usr/bin:/usr/local/bin:/bin:/sbin")
    if found is None:
        pytest.skip("nats-server is not installed (apt-get install nats-server)")
    for environment, code in (({"NATS_PASSWORD": "s3cret"}, 0), ({}, 1)):
        told = subprocess.run(
            [found, "-c", str(DEPLOY / "nats.conf"), "-t"],
            env={"PATH": os.environ["PATH"], **environment},
            capture_output=True,
            check=False,
        )
        assert told.returncode == code, environment


def test_the_database_is_read_from_the_environment(place, monkeypatch, capsys):
    with closing(open_store(place)) as store:
        store.join("east", address="http://east:8421/", lease=600_000, protocol=1)
        monkeypatch.setenv("HOYLE_DATABASE", place)
        with pytest.raises(SystemExit) as ended:
            cli.main(["room", "nodes"])
    assert ended.value.code == 0
    assert "http://east:8421/" in capsys.readouterr().out
