"""Starting-hand files: precomputed hand values shipped with the program, and their format.

The files under ``data`` hold what `Starting` reckons, number for number; `python -m tools.first_cards` makes
them anew. A game, or a way of winning it, that has no file is reckoned when it is first asked about.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct, msgpack

from hoyle.bots.strategy.bulk_evaluator import QUICK, BulkEvaluator, OpponentField

_FOLDER: Final = Path(__file__).parent / "data"
_ENDING: Final = ".first"


class StartingHandData(Struct, kw_only=True):
    """The starting hands of one game."""

    kinds: bytes
    """Kinds of hands, card by card."""
    places: bytes
    """The standing of each."""
    sample: bytes
    """Scores of some hands in their order, by which the standing of others is found."""
    bank: bytes
    """Hands that opponents may have been dealt."""
    laid: bytes
    """How many each of them would lay down."""
    pat: bytes
    """More hands to which nothing is drawn."""
    deals: bytes
    """Boards, one after the other."""
    mains: list[bytes]
    lows: list[bytes]
    """What others make on each board, or of what is drawn."""

    def fields(self) -> list[OpponentField]:
        """Hands that others may hold."""
        lows = self.lows or [b""] * len(self.mains)
        return [
            OpponentField.kept(shorts(main), shorts(low)) for main, low in zip(self.mains, lows, strict=True)
        ]


def load(game: str, measure: BulkEvaluator) -> StartingHandData | None:
    """What is kept of a game; None where it has to be reckoned, as without the kernel it always is."""
    path = kept_at(game, measure)
    if not QUICK or not path.exists():
        return None
    return msgpack.decode(zlib.decompress(path.read_bytes()), type=StartingHandData)


def kept_at(game: str, measure: BulkEvaluator) -> Path:
    """The file of a game that is won in a certain way."""
    parts = [game, *map(str, measure.main), *map(str, measure.low or ())]
    return _FOLDER / ("-".join(parts) + _ENDING)


def encode(found: StartingHandData) -> bytes:
    """As a file holds it."""
    return zlib.compress(msgpack.encode(found), 9)


def doubles(data: bytes) -> Sequence[float]:
    """Numbers as a file holds them."""
    found = array("d")
    found.frombytes(data)
    return found


def shorts(data: bytes) -> Sequence[int]:
    """Values of hands as a file holds them."""
    found = array("H")
    found.frombytes(data)
    return found


def rows(data: bytes, size: int) -> list[tuple[int, ...]]:
    """Hands of so many cards."""
    return [tuple(data[at : at + size]) for at in range(0, len(data), size)]
