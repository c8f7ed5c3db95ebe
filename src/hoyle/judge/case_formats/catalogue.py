"""Catalogue of case formats: the format of each case kind, and all of them as one page.

`hoyle judge --format KIND` prints one of them, `docs/cases.md` holds them all.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.judge.case_formats.format_text import COMMON, Format, page
from hoyle.judge.case_formats.house_game_formats import HOUSE
from hoyle.judge.case_formats.poker_formats import POKER
from hoyle.judge.case_formats.session_format import SESSION

FORMATS: Final[tuple[Format, ...]] = (*POKER, *HOUSE, SESSION)


def format_of(kind: str) -> Format:
    """Return the documented format of a kind of judge case."""
    for case_format in FORMATS:
        if case_format.name == kind:
            return case_format
    kinds = ", ".join(case_format.name for case_format in FORMATS)
    raise InvalidError(f"no kind {kind!r} of cases; the kinds are {kinds}")


def markdown() -> str:
    """Render the formats of all kinds of judge cases as one Markdown page."""
    return page(FORMATS)


__all__ = ["COMMON", "FORMATS", "Format", "format_of", "markdown"]
