"""Where the chance of a room that people play at comes from."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.room.messages import DecisionContext
from hoyle.room.pipeline import CommandPipeline
from hoyle.server.config import Config
from hoyle.server.process import room_process


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """A room's process does not hear interrupts; this one does again."""
    kept = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    yield
    for each, handler in kept.items():
        signal.signal(each, handler)


def test_the_secrets_of_a_real_room_come_of_the_operating_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[CommandPipeline] = []

    def serve(service: Any, *others: Any) -> None:
        opened.append(service.pipeline)

    monkeypatch.setattr(room_process, "serve", serve)
    one, other = socket.socketpair()
    with one, other:
        assert room_process.run(Config(data_dir=str(tmp_path), tables=[]), [one]) == 0
    [desk] = opened
    assert desk.entropy is os.urandom
    assert DecisionContext(0, desk.entropy).entropy(32) != DecisionContext(0, desk.entropy).entropy(32)
