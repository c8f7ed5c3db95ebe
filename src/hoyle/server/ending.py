"""How the processes of a room end: one line says why, once."""

from __future__ import annotations

import signal
import sys
from typing import Final

SAID: Final = 3
"""Exit code of a process that has said why."""


def last_words(error: BaseException) -> int:
    """Say why this process ends; its exit code."""
    print(f"hoyle: {' '.join(str(error).split())}", file=sys.stderr)
    return SAID


def how(code: int) -> str:
    """How a process ended that has not said why."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
