"""Files that commands read and write, with one-line errors; ``-`` is standard input."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hoyle.core.errors import InvalidError


def file_title(name: str) -> str:
    """Return the name of a file in messages."""
    return "standard input" if name == "-" else name


def read_bytes(name: str, most: int = -1) -> bytes:
    """Read a file, or so many bytes of it."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(most)
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise InvalidError(f"{name}: {error.strerror}") from None
    except ValueError as error:
        # Python raises ValueError for a name that no file can have, such as one with a null byte.
        raise InvalidError(f"{name!r}: {error}") from None


def read_text(name: str) -> str:
    """Read a file of UTF-8 text."""
    data = read_bytes(name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidError(f"{file_title(name)}: byte {error.start} is not UTF-8 text") from None


def read_json(name: str) -> Any:
    """Read a file of JSON."""
    data = read_bytes(name)
    try:
        return json.loads(data.decode())
    except json.JSONDecodeError as error:
        raise InvalidError(f"{name} line {error.lineno}: not JSON: {error.msg}") from None
    except UnicodeDecodeError:
        raise InvalidError(f"{name}: not a text file") from None
    except RecursionError:
        raise InvalidError(f"{name}: lists and objects are nested too deeply") from None
    except ValueError:
        # The parser's last error: more digits than Python converts to an int.
        raise InvalidError(f"{name}: a number has too many digits") from None


def write_text(path: Path, text: str) -> None:
    """Write a file of UTF-8 text."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidError(f"{path}: {error.strerror}") from None
