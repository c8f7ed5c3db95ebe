"""A bot that plays any game of the room from what it is offered, and knows no rules.

python examples/any_game.py http://127.0.0.1:8420 TABLE NAME [PASSWORD]

With a password it can be started again: the first time registers the name, after that it logs in.
"""

import random
from argparse import ArgumentParser
from collections.abc import Iterator

from hoyle.client import RequestRefused, Room, Turn, enter, join

LEAVES = ("fold", "concede", "decline", "pass-dice")


def play(room: Room, table: int, chips: int = 200) -> Iterator[Turn]:
    """Do anything but fold or leave the dice; the least amount; as few cards as may be."""
    room.sit(table, chips=chips)
    for turn in room.turns(table, optional=True, repeat_after=2, chips=chips):
        wanted = [choice for choice in turn.choices if choice["do"] not in LEAVES] or turn.choices
        try:
            if not turn.optional or random.random() < 0.5:  # nobody has to bet on every roll
                room.do(table, turn.command(random.choice(wanted)), expected_version=turn.version)
        except RequestRefused as refusal:
            print(refusal)
        yield turn


if __name__ == "__main__":
    options = ArgumentParser(description="Sit down at a table of a room and play whatever is offered there.")
    options.add_argument("room", help="where the room is: http://127.0.0.1:8420")
    options.add_argument("table", type=int, help="the number of the table")
    options.add_argument("name", help="whom to play as")
    options.add_argument("password", nargs="?", help="for a name of one's own; a guest without")
    given = options.parse_args()
    comes = join(given.room, given.name, given.password) if given.password else enter(given.room, given.name)
    with comes as room:
        for _ in play(room, given.table):
            pass
