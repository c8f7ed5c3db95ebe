"""Full disk during play: the room reports it, accepts nothing, loses nothing, and resumes later."""

from __future__ import annotations

from contextlib import closing
from time import time_ns

import pytest
from tests.simulation.process_kill.kill_harness import PEOPLE, KillHarness
from tests.simulation.process_kill.target_process import TargetInput, TargetRoom
from tests.storage.disk_faults import small_disk

from hoyle.server.gateway.room_gateway import OUTAGE_OVER
from hoyle.storage import open_store


class FullDiskHarness(KillHarness):
    """Players at a table whose room is in this process."""

    def __init__(self, place, game, store):
        super().__init__(place, game, 1)
        self.time = time_ns() // 1_000_000
        self.counter = TargetRoom(store, list(PEOPLE), lambda: self.time, lambda: self.time)
        self.notices: dict[str, list[bytes]] = {name: [] for name in PEOPLE}
        self.say([(guest.person, frame) for guest in self.guests for frame in guest.opening_frames()])

    def say(self, said):
        self.time += 20
        told = self.counter.serve(TargetInput(said))
        self.receive(told)
        for person, frame in told.frames:
            if bytes(frame).startswith(b'{"type":"notice"'):
                self.notices[person].append(bytes(frame))

    def play(self, most, *, until=lambda: False):
        """Let every client act; return whether the awaited condition came true."""
        for _ in range(most):
            if until():
                return True
            self.say(self.next_frames() or [("ann", self.remark())])
        return until()

    def remark(self):
        """Make a chat command while no decision is pending: it is written too."""
        return self.guest("ann").command_frame({"do": "chat", "text": self.rng.randbytes(140).hex()}, self.table)

    def accepted_count(self):
        return sum(len(guest.acceptances) for guest in self.guests)

    def progress(self):
        """Number of accepted commands, and of notices about the room: no notice is sent twice."""
        return self.accepted_count(), {name: len(self.notices[name]) for name in PEOPLE}


@pytest.mark.parametrize("game", ["holdem", "craps"])
def test_a_full_disk_stops_the_room_with_a_clear_notice_and_it_goes_on_when_there_is_room(game):
    with small_disk(7000) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(5_600_000))
        place = disk / "room.db"
        with closing(open_store(place)) as store:
            playing = FullDiskHarness(f"sqlite:///{place}", game, store)
            desk = playing.counter.desk
            for _ in range(40):
                # What is small may still find room: it is full where nothing does for ten seconds.
                assert playing.play(20_000, until=lambda: desk.trouble)
                stands = playing.progress()
                playing.play(500)
                if playing.progress() == stands:
                    break
            else:
                pytest.fail("people are told again and again that the disk is full")
            playing.compare(reading=True)
            assert desk.trouble
            before = playing.accepted_count()
            for name in PEOPLE:
                notice = playing.notices[name][-1]
                assert b"the room takes nothing at the moment: its disk is full" in notice
                assert str(disk).encode() not in notice
            ballast.unlink()
            assert playing.play(2_000, until=lambda: playing.accepted_count() > before + 40)
            assert desk.trouble == ""
            for name in PEOPLE:
                assert OUTAGE_OVER.encode() in playing.notices[name][-1]
            playing.compare(reading=True)
        playing.compare()
