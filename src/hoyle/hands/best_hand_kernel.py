"""Best-hand search through the C++ kernel, falling back to Python for unsupported input."""

from __future__ import annotations

from typing import Final

from hoyle.hands.badugi import BADUGI
from hoyle.hands.best_hand_search import BestHandSearch
from hoyle.hands.rankings import HIGH3, HIGH4, HIGH5, LOW_27, LOW_A3, LOW_A3_STRICT, LOW_A5, LOW_A5_STRICT, Ranking

try:
    from hoyle import _kernel
except ImportError:
    SCALES: dict[Ranking, int] = {}
else:
    SCALES = {
        HIGH5: _kernel.HIGH5,
        HIGH3: _kernel.HIGH3,
        HIGH4: _kernel.HIGH4,
        LOW_A5: _kernel.LOW_A5,
        LOW_A3: _kernel.LOW_A3,
        LOW_27: _kernel.LOW_27,
        LOW_A5_STRICT: _kernel.LOW_A5_STRICT,
        LOW_A3_STRICT: _kernel.LOW_A3_STRICT,
        BADUGI: _kernel.BADUGI,
    }
"""The kernel's number of each ranking; empty if the kernel is not built."""


class KernelBestHandSearch(BestHandSearch):
    """Best-hand search in the kernel, and in Python for input that the kernel rejects."""

    def __init__(self, python_search: BestHandSearch) -> None:
        super().__init__(python_search.ranking, python_search.building, python_search.top)
        self.python_search: Final = python_search
        self._ranking_number = SCALES[python_search.ranking]

    def value(self, hole: list[int], board: list[int]) -> int:
        try:
            return _kernel.value(self._ranking_number, self.building, self.top, hole, board)
        except (ValueError, OverflowError):
            return self.python_search.value(hole, board)

    def values(self, hands: list[list[int]], board: list[int]) -> list[int]:
        try:
            return _kernel.values(self._ranking_number, self.building, self.top, hands, board)
        except (ValueError, OverflowError):
            return self.python_search.values(hands, board)
