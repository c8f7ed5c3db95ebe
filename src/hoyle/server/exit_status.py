"""Exit status of the server's processes: the code and the one-line reason on standard error."""

from __future__ import annotations

import signal
import sys
from typing import Final

EXIT_REPORTED: Final = 3
"""Exit code of a process that has printed its reason."""


def report_exit(error: BaseException) -> int:
    """Print the error that ends a process on one line, and return the exit code."""
    print(f"hoyle: {' '.join(str(error).split())}", file=sys.stderr)
    return EXIT_REPORTED


def describe_exit_code(code: int) -> str:
    """Describe the exit code of a process that gave no reason."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
