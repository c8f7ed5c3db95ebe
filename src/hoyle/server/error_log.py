"""Error reporting: logs each unexpected exception to standard error, with one traceback per location."""

from __future__ import annotations

import sys
import traceback
from typing import Final

MAX_KNOWN: Final = 1000


class ErrorReporter:
    """Log of unexpected errors on standard error."""

    def __init__(self) -> None:
        self._reported: set[tuple[str, str, int]] = set()

    def line(self, text: str) -> None:
        """Log one line for the operator."""
        print(f"hoyle: {text}", file=sys.stderr)

    def __call__(self, error: BaseException) -> None:
        """Log an error, with its traceback the first time that it occurs at a location."""
        cause = error.__cause__ or error
        self.line(f"something went wrong: {error or type(error).__name__}")
        frame = (traceback.extract_tb(cause.__traceback__) or [None])[-1]
        key = (
            type(cause).__name__,
            frame.filename if frame else "",
            (frame.lineno or 0) if frame else 0,
        )
        if key in self._reported or len(self._reported) >= MAX_KNOWN:
            return
        self._reported.add(key)
        traceback.print_exception(cause, file=sys.stderr)
