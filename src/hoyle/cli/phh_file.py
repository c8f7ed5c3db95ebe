"""PHH file writer for `--save`: writes each hand as soon as it is over."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Final, Self

from hoyle.cli.command_parameters import option
from hoyle.core.errors import InvalidError
from hoyle.games.poker.round import PokerRound
from hoyle.history.phh.writer import hand_history_of, to_phh

ONE: Final = ".phh"
MANY: Final = ".phhs"

SAVE: Final = option("Save poker hands as PHH, for `hoyle replay` and other programs.", "FILE")


class PhhFile:
    """PHH file that is open for writing hands; a context manager."""

    def __init__(self, path: Path, *, single: bool = False, viewer: int | None = None) -> None:
        """Open the file; `single`: one hand only; `viewer`: write only the cards that this seat knows."""
        allowed = (ONE, MANY) if single else (MANY,)
        if path.suffix not in allowed:
            raise InvalidError(f"--save {path}: a file ending in {' or '.join(allowed)}")
        self._numbered = path.suffix == MANY
        self._viewer = viewer
        self._hands = 0
        self._file = path.open("w", encoding="utf-8")

    def add(self, round_: PokerRound, *, hand: int) -> None:
        """Append a poker hand with its number to the PHH file."""
        self._hands += 1
        text = to_phh(hand_history_of(round_, about={"hand": hand}, viewer=self._viewer))
        gap = "\n" if self._hands > 1 else ""
        self._file.write(f"{gap}[{self._hands}]\n{text}" if self._numbered else text)
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def refuse_saving(game: str, save: Path | None) -> None:
    """Refuse `--save` for games that PHH cannot record."""
    if save is not None:
        raise InvalidError(f"--save writes hands of poker; {game} has no notation of that kind")
