"""Many rounds in a row, of poker between bots and of the house games: where the money went."""

from hoyle.room.simulation.runs import simulate

__all__ = ["simulate"]
