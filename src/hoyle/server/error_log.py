"""Error reporting: logs each unexpected exception to standard error, with one traceback per location."""

from __future__ import annotations

import sys
import traceback
from typing import Final

MAX_LOCATIONS: Final = 1000
"""Locations of errors that are remembered."""


class ErrorReporter:
    """Log of unexpected errors on standard error."""

    def __init__(self) -> None:
        self._reported: set[tuple[str, str]] = set()
        """Type and location of the errors whose traceback was printed."""

    def line(self, text: str) -> None:
        """Log one line for the operator."""
        print(f"hoyle: {text}", file=sys.stderr)

    def __call__(self, error: BaseException) -> None:
        """Log an error, with its traceback the first time that it occurs at a location."""
        cause = error.__cause__ or error
        self.line(f"something went wrong: {error or type(error).__name__}")
        frames = traceback.extract_tb(cause.__traceback__)
        location = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        key = (type(cause).__name__, location)
        if key not in self._reported and len(self._reported) < MAX_LOCATIONS:
            self._reported.add(key)
            traceback.print_exception(cause, file=sys.stderr)
