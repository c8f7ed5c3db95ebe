"""A bot that plays any game of the room from what it is offered, and knows no rules.

python examples/any_game.py http://127.0.0.1:8420 TABLE NAME
"""

import random
import sys

from hoyle.client import Refused, Turn, enter


def choose(turn: Turn) -> dict[str, object]:
    """Anything but to fold or to leave the dice; the least amount; as few cards as may be."""
    wanted = [choice for choice in turn.choices if choice["do"] not in ("fold", "concede", "decline", "pass")]
    return turn.command(random.choice(wanted or turn.choices))


def main(address: str, table: int, name: str) -> None:
    with enter(address, name) as room:
        room.sit(table, chips=200)
        for turn in room.turns(table, optional=True):
            if turn.optional and random.random() < 0.5:
                continue  # nobody has to bet on every roll
            try:
                room.do(table, choose(turn), expects=turn.last)
            except Refused as refusal:
                print(refusal)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
