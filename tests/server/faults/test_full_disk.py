"""A disk that fills while people play: the room says so, takes nothing, loses nothing, and goes on later."""

from __future__ import annotations

import os
from contextlib import closing
from time import time_ns

import pytest
from tests.room.store.circumstances import small_disk

from hoyle.server.faults.killing import PEOPLE, Killing
from hoyle.server.faults.victim import Asked, serve
from hoyle.room.live.answers import Request
from hoyle.room.live.desk import Desk
from hoyle.room.store import open_store


class Playing(Killing):
    """People at a table whose room is in this process."""

    def play(self, desk, most):
        """Let everybody act until something is turned away; what was said then."""
        for _ in range(most):
            requests = self.requests() or [self.remark()]
            told = serve(desk, Asked(requests, list(PEOPLE)), self.table)
            answers = told.answers
            if requests[0].person in PEOPLE:
                self.hear(requests, told)
            for answer in answers:
                if answer.clause == "house records":
                    return answer.said
        return ""

    def remark(self):
        """Somebody talks while nobody is awaited: that is written too."""
        self.remarks = getattr(self, "remarks", 0) + 1
        return Request(
            id=f"remark {self.remarks}",
            person="boss",
            table=self.table,
            command={"do": "say", "text": self.rng.randbytes(140).hex()},
        )


@pytest.mark.parametrize("game", ["holdem", "craps"])
def test_a_full_disk_stops_the_room_with_a_clear_notice_and_it_goes_on_when_there_is_room(game):
    with small_disk(7000) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(5_600_000))
        playing = Playing(f"sqlite:///{disk / 'room.db'}", game, 1)
        with closing(open_store(disk / "room.db")) as store:
            desk = Desk(store, now=lambda: time_ns() // 1_000_000, entropy=os.urandom)
            desk.watch({playing.table})
            while not desk.trouble:
                # What is small may still find room; what does not is told why.
                said = playing.play(desk, 3000)
                assert said.startswith("the room takes nothing at the moment: no space left for "), said
                assert "\n" not in said
            playing.compare(reading=True)
            before = len(playing.told)
            assert playing.play(desk, 3).startswith("the room takes nothing at the moment: no space left")
            assert len(playing.told) == before
            assert desk.trouble
            assert desk.tick() == 0
            ballast.unlink()
            assert playing.play(desk, 40) == ""
            assert desk.trouble == ""
            assert len(playing.told) > before
            assert not any(client.pending for client in playing.clients)
            playing.compare(reading=True)
        playing.compare()
