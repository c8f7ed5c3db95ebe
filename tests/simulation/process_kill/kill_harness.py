"""Kill harness: sends SIGKILL to a room process under load and checks what it had acknowledged."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer
from time import time_ns
from typing import Final

from msgspec import json
from tests.simulation.process_kill.target_process import TargetInput, TargetOutput
from tests.simulation.single_node import invariants
from tests.simulation.single_node.delivery_checks import check_answers_on_disk, check_snapshots_on_disk
from tests.simulation.single_node.faulty_store import InvariantViolation
from tests.simulation.single_node.simulated_clients import Frame, SimulatedClient
from tests.simulation.single_node.simulator import POKER_GAMES, usual_sign

import hoyle
from hoyle.room import recovery
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.messages import CommandRequest
from hoyle.room.pipeline import CommandPipeline
from hoyle.storage import open_store

PEOPLE: Final = ("ann", "bob", "cy")
TERMS: Final = {"decision_clock_ms": 2000, "time_bank_ms": 0, "between_rounds_ms": 0, "wager_window_ms": 20}
_BOSS: Final = "boss"


def open_room(desk: CommandPipeline, game: str, chips: int = 100_000) -> int:
    """Open a table of a game and enter its players; return its number."""
    authenticator = Authenticator(desk, guest_starting_chips=chips)
    for name in (_BOSS, *PEOPLE):
        authenticator.guest(name)
    authenticator.register(_BOSS, "no password")
    authenticator.grant_initial_role(_BOSS, "manager")
    opening = {"do": "open-table", "game": game, "sign": usual_sign(game), "settings": TERMS}
    [opened] = desk.process([CommandRequest(idempotency_key="open", person=_BOSS, command=opening)])
    table: int = opened.created["table_id"]
    return table


class KillHarness:
    """Room whose process is killed again and again, and its clients, which outlive it."""

    def __init__(self, place: str, game: str, seed: int) -> None:
        self.place = place
        self.rng = random.Random(f"{seed} {game} killed")
        with closing(open_store(place)) as store:
            desk = CommandPipeline(store, now=lambda: time_ns() // 1_000_000, entropy=os.urandom)
            self.table = open_room(desk, game)
        poker = game in POKER_GAMES
        self.guests = [
            SimulatedClient(name, self.table, seat, self.rng, poker=poker) for seat, name in enumerate(PEOPLE, 1)
        ]

    def kill(self) -> int:
        """Start a process, kill it under load, compare; return how often it had answered."""
        child = self._start()
        assert child.stdin is not None
        assert child.stdout is not None
        timer: Timer | None = None
        answered = sum(guest.answered for guest in self.guests)
        frames = [(guest.person, frame) for guest in self.guests for frame in guest.opening_frames()]
        try:
            while True:
                with suppress(BrokenPipeError):
                    child.stdin.write(json.encode(TargetInput(frames)) + b"\n")
                    child.stdin.flush()
                line = child.stdout.readline()
                if not line.endswith(b"\n"):
                    break
                self.receive(json.decode(line, type=TargetOutput))
                if timer is None:
                    timer = Timer(self.rng.random() * 0.3, child.kill)
                    timer.start()
                frames = self.next_frames()
        finally:
            if timer is not None:
                timer.join()
            child.kill()
            child.wait()
            child.stdout.close()
            with suppress(BrokenPipeError):
                child.stdin.close()
        if timer is None:
            raise InvariantViolation("the process ended by itself; what it said is above")
        self.compare()
        return sum(guest.answered for guest in self.guests) - answered

    def _start(self) -> subprocess.Popen[bytes]:
        source = str(Path(hoyle.__file__).parents[1])
        return subprocess.Popen(
            [sys.executable, "-m", "tests.simulation.process_kill.target_process", self.place, *PEOPLE],
            env={**os.environ, "PYTHONPATH": source},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def next_frames(self) -> list[tuple[str, Frame]]:
        """Next frame of every client: the same again until it is answered."""
        frames = [(guest.person, guest.pending or guest.next_frame()) for guest in self.guests]
        return [(person, frame) for person, frame in frames if frame is not None]

    def receive(self, told: TargetOutput) -> None:
        """Deliver the frames to their clients."""
        for person, frame in told.frames:
            self.guest(person).receive(bytes(frame))

    def guest(self, person: str) -> SimulatedClient:
        return next(guest for guest in self.guests if guest.person == person)

    def compare(self, *, reading: bool = False) -> None:
        """Check that every answer and snapshot sent is on disk, and no command took effect twice."""
        with closing(open_store(self.place, reading=reading)) as store:
            if not reading:
                # Claiming waits until the last commit of the killed process is through, or is not.
                store.claim_streams(store.streams())
            room = recovery.load(store)
            invariants.money(room)
            check_answers_on_disk(store, self.guests)
            check_snapshots_on_disk(store, room, self.guests)
