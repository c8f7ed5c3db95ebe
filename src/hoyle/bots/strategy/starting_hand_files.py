"""Starting-hand files: precomputed hand values shipped with the program, and their format.

The files under ``data`` hold exactly the results that `StartingHands` computes; `python -m tools.first_cards`
regenerates them. A game or scoring without a file is computed on first use.
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
    """Serialized starting-hand values of one game."""

    kinds: bytes
    """Kinds of hands (hands up to suit symmetry), card by card."""
    places: bytes
    """Percentile of each kind."""
    sample: bytes
    """Sorted scores of sampled hands, by which the percentiles of others are found."""
    bank: bytes
    """Hands that opponents may have been dealt."""
    laid: bytes
    """Number of cards that each of them would discard."""
    pat: bytes
    """Additional hands that stand pat."""
    deals: bytes
    """Boards, concatenated."""
    mains: list[bytes]
    lows: list[bytes]
    """Sorted values of opponents' hands on each board, or after the draw."""

    def fields(self) -> list[OpponentField]:
        """Return the distributions of opponents' hands, by board."""
        lows = self.lows or [b""] * len(self.mains)
        return [
            OpponentField.from_sorted(shorts(main), shorts(low)) for main, low in zip(self.mains, lows, strict=True)
        ]


def load(game: str, evaluator: BulkEvaluator) -> StartingHandData | None:
    """Load a game's starting-hand file; None if there is none, or without the kernel."""
    path = file_path(game, evaluator)
    if not QUICK or not path.exists():
        return None
    return msgpack.decode(zlib.decompress(path.read_bytes()), type=StartingHandData)


def file_path(game: str, evaluator: BulkEvaluator) -> Path:
    """Return the path of the starting-hand file of a game with a certain scoring."""
    parts = [game, *map(str, evaluator.main), *map(str, evaluator.low or ())]
    return _FOLDER / ("-".join(parts) + _ENDING)


def encode(data: StartingHandData) -> bytes:
    """Serialize and compress the data of a starting-hand file."""
    return zlib.compress(msgpack.encode(data), 9)


def doubles(data: bytes) -> Sequence[float]:
    """Decode floating-point numbers of a starting-hand file."""
    numbers = array("d")
    numbers.frombytes(data)
    return numbers


def shorts(data: bytes) -> Sequence[int]:
    """Decode 16-bit hand values of a starting-hand file."""
    values = array("H")
    values.frombytes(data)
    return values


def rows(data: bytes, size: int) -> list[tuple[int, ...]]:
    """Split the bytes of a starting-hand file into hands of so many cards."""
    return [tuple(data[start : start + size]) for start in range(0, len(data), size)]
