"""The native kernel: ranks, counts and enumerates cards; knows nothing of betting."""

from collections.abc import Callable
from typing import TypeAlias

_Progress: TypeAlias = Callable[[int, int], object] | None
_Seat: TypeAlias = tuple[int, bytes, list[int] | None]
_Step: TypeAlias = tuple[int, tuple[int, ...]] | tuple[int, int] | str

HIGH5: int
HIGH4: int
HIGH3: int
LOW_A5: int
LOW_A3: int
LOW_27: int
LOW_A5_STRICT: int
LOW_A3_STRICT: int
BADUGI: int

ANY: int
TWO_PLUS_THREE: int

RAINBOW: int
SINGLE_SUITED: int
DOUBLE_SUITED: int
SUITED: int
OFFSUIT: int
NO_PAIR: int
ONE_PAIR_HELD: int
TWO_PAIRS_HELD: int
NO_TRIPS: int

def high(*cards: int) -> int: ...
def value(scale: int, building: int, top: int, hole: list[int], board: list[int], /) -> int: ...
def values(scale: int, building: int, top: int, hands: list[list[int]], board: list[int], /) -> list[int]: ...
def rank_rows(
    scale: int,
    building: int,
    top: int,
    holes: int,
    on_board: int,
    rows: object,
    out: object,
    threads: int,
    out_low: object = None,
) -> int: ...
def count_values(scale: int, top: int, cards: int, threads: int, progress: _Progress) -> list[int]: ...
def count_two_plus_three(
    scale: int, top: int, holes: int, limits: list[int], threads: int, progress: _Progress
) -> list[int]: ...
def holdings(
    items: list[list[_Step]], size: int, free: int, standings: bytes, threads: int, progress: _Progress
) -> tuple[bytes, bytes]: ...
def standings_between(standings: bytes, start: float, end: float, size: int) -> tuple[int, int]: ...
def versus_random(
    size: int, one_of: int, threads: int, progress: _Progress
) -> tuple[list[int], list[int], list[int]]: ...
def equity(
    main: tuple[int, int],
    low: tuple[int, int] | None,
    building: int,
    holes: int,
    on_board: int,
    seats: list[_Seat],
    board: bytes,
    dead: bytes,
    mode: int,
    limit: float,
    samples: int,
    seed: int,
    threads: int,
    progress: _Progress,
    part: int = 0,
    parts: int = 1,
) -> tuple[bool, list[tuple[int, int, int]]]: ...
