"""Names that people go by: which of them could pass for one another.

Two names are told apart by what is left of them when looks are put aside: case, blanks and points, forms of a
letter, and letters of other alphabets that look like a Latin one. Nobody gets a name that leaves the same.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from hoyle.errors import InvalidError
from hoyle.table.fields import name as check_text
from hoyle.table.fields import shown

LONGEST: Final = 24
ALLOWED: Final = " -_.'"
"""Beside letters and digits."""

_LOOKS_LIKE: Final = str.maketrans(
    "\u0430\u0432\u0435\u0451\u0456\u0457\u0458\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3"
    "\u0131\u0261\u0251"
    "01i5",
    "abeeiijkmhopctyxsdqwabenlkvoptuxylgaolls",
)
"""Letters of other alphabets, and digits, by the Latin letter they look like."""


def skeleton(name: str) -> str:
    """What is left of a name when looks are put aside.

    >>> skeleton("Ann") == skeleton("a.nn ") == skeleton("\uff21\uff2e\uff2e") == skeleton("\u0430nn")
    True
    >>> skeleton("ann") == skeleton("anna")
    False
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(char for char in plain if char.isalnum()).translate(_LOOKS_LIKE)
    return letters.translate(_LOOKS_LIKE).replace("rn", "m").replace("vv", "w")


def check(name: str) -> None:
    """Refuse what is no name that people can read and write."""
    check_text(name, "name")
    if not 1 <= len(name) <= LONGEST:
        raise InvalidError(f"name {shown(name)}: 1 to {LONGEST} characters are wanted")
    if any(not (char.isalnum() or char in ALLOWED) for char in name):
        raise InvalidError(f"name {shown(name)}: letters, digits, blanks and - _ . ' are wanted")
    if not skeleton(name):
        raise InvalidError(f"name {shown(name)}: a letter or a digit is wanted")
