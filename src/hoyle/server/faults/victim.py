"""A process that has a room and is killed: requests come in by a pipe, what is on disk goes out by another.

One line with requests is answered by one line with their answers and how the table stands for everybody.
"""

from __future__ import annotations

import os
import sys
from time import time_ns

from msgspec import Struct, json

from hoyle.room.live.answers import Answer, Request
from hoyle.room.live.desk import Desk
from hoyle.room.live.pictures import TablePicture, table_picture
from hoyle.room.store import open_store


class Asked(Struct):
    """What comes in."""

    requests: list[Request]
    people: list[str]
    """Who is shown the table."""


class Told(Struct):
    """What goes out."""

    answers: list[Answer]
    pictures: dict[str, TablePicture]
    trouble: str = ""


def serve(desk: Desk, asked: Asked, table: int) -> Told:
    """Do what is due, decide what has come, then show the table."""
    desk.tick()
    answers = desk.serve(asked.requests)
    desk.tick()
    room = desk.room
    people = [] if desk.trouble else asked.people
    return Told(
        answers,
        {person: table_picture(room, room.tables[table], person) for person in people},
        desk.trouble,
    )


def main(place: str, table: int) -> None:
    desk = Desk(open_store(place), now=lambda: time_ns() // 1_000_000, entropy=os.urandom)
    desk.watch({table})
    for line in sys.stdin.buffer:
        told = serve(desk, json.decode(line, type=Asked), table)
        out = memoryview(json.encode(told) + b"\n")
        while out:
            out = out[os.write(1, out) :]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
