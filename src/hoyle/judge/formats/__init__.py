"""How cases are written: every kind with its fields, what it may expect, and an example ruled as it says.

`hoyle judge --format KIND` prints one of them, `docs/cases.md` holds them all.
"""

from __future__ import annotations

from typing import Final

from hoyle.errors import InvalidError
from hoyle.judge.formats.house import HOUSE
from hoyle.judge.formats.page import COMMON, Format, page
from hoyle.judge.formats.poker import POKER
from hoyle.judge.formats.session import SESSION

FORMATS: Final[tuple[Format, ...]] = (*POKER, *HOUSE, SESSION)


def format_of(kind: str) -> Format:
    """How cases of a kind are written."""
    for each in FORMATS:
        if each.name == kind:
            return each
    raise InvalidError(f"no kind {kind!r} of cases; the kinds are {', '.join(each.name for each in FORMATS)}")


def markdown() -> str:
    """All of them on one page."""
    return page(FORMATS)


__all__ = ["COMMON", "FORMATS", "Format", "format_of", "markdown"]
