"""Player names: allowed characters, and a skeleton that detects look-alike (confusable) names.

The skeleton of a name drops case, spaces and punctuation, variants of a letter, and the difference between a
Latin letter and one of another alphabet that looks like it. No two names have the same skeleton. Terms of the
table and the house (``Seat 4``, ``the dealer``, ``you``, ``bank``) are reserved in the same way, for guests,
members, bots and the configuration.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.core.validation import check_name as check_text

MAX_NAME_LENGTH: Final = 24
ALLOWED: Final = " -_.'"
"""Characters allowed in a name beside letters and digits."""

_CONFUSABLES: Final = str.maketrans(
    "\u0430\u0432\u0435\u0451\u0456\u0457\u0458\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3"
    "\u0131\u0261\u0251"
    "\u00f8\u0111\u0127\u0142\u0167\u0180\u026a\u0269\u017f"
    "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20"
    "\u1d21\u028f\u1d22"
    "\u0585\u057d\u0578\u0570\u0581\u0566\u0575"
    "\u13a0\u13a1\u13a2\u13a5\u13a9\u13aa\u13ab\u13ac\u13b3\u13b7\u13bb\u13bd\u13c0\u13c3\u13cf\u13d2\u13da\u13de\u13df\u13e2\u13e6\u13f4"
    "01i5",
    "abeeiijkmhopctyxsdqwabenlkvoptuxylgaodhltbiisabcdefghjklmnoprstuvwyzounhgqjdrtiyajewmhygzbrslcpkbolls",
)
"""Confusable letters of other alphabets, and digits, by the Latin letter they look like."""

_INVISIBLE: Final = frozenset("\u115f\u1160\u3164\uffa0")
"""Characters that count as letters and are invisible."""

_TRAILING_NUMBER: Final = re.compile(r"[\W_]*(?:(?:no|nr|number)[\W_]*)?(?:\d+|(?<=[\W_])[\doilvx]+)$")
"""Number at the end of a name: digits, letters that look like digits, or Roman numerals."""
_DIGITS_AS_LETTERS: Final = str.maketrans("43789", "aetbg")
"""Digits that are used in place of letters."""

_NUMBERED_TERMS: Final = ("seat", "player", "table", "box", "spot", "place", "position", "bot")
_HOUSE_TERMS: Final = (
    *("dealer", "button", "blind", "small blind", "big blind", "ante", "shooter", "banker", "bank", "cage"),
    *("pot", "side pot", "board", "deck", "kitty", "jackpot", "drop", "rake", "promotions", "deposit"),
    *("floor", "floorperson", "floor person", "supervisor", "boxperson", "stickperson", "pit boss", "cashier"),
    *("manager", "auditor", "host", "house", "room", "casino", "clock", "server", "system", "hoyle"),
    *("admin", "administrator", "moderator", "mod", "operator", "root", "staff", "support", "official"),
    *("owner", "security", "service", "management"),
    *("you", "me", "i", "we", "they", "yourself", "myself", "nobody", "noone", "somebody", "someone", "anybody"),
    *("anyone", "everybody", "everyone", "unseen", "unknown", "anonymous", "none", "null", "undefined"),
)
"""Terms of the table and the house, and pronouns."""
_NUMBER_WORDS: Final = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def name_skeleton(name: str) -> str:
    """Return the skeleton of a name, equal for names that look alike.

    >>> name_skeleton("Ann") == name_skeleton("a.nn ")
    True
    >>> name_skeleton("Ann") == name_skeleton("\uff21\uff2e\uff2e") == name_skeleton("\u0430nn")
    True
    >>> name_skeleton("ann") == name_skeleton("anna")
    False
    """
    normalized = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(char for char in normalized if char.isalnum()).translate(_CONFUSABLES)
    return letters.translate(_CONFUSABLES).replace("rn", "m").replace("vv", "w")


def is_reserved(name: str) -> bool:
    """Whether a name is a term of the table or the house, with or without an article and a number.

    >>> [is_reserved(name) for name in ("Seat 4", "the dealer", "Player one", "\u0430dm1n", "Banks", "Ann")]
    [True, True, True, True, False, False]
    """
    normalized = unicodedata.normalize("NFKC", name).casefold()
    unnumbered = _TRAILING_NUMBER.sub("", normalized)
    return any(
        _without_article(skeleton) in _RESERVED
        for text in (normalized, unnumbered)
        for skeleton in (name_skeleton(text), name_skeleton(text.translate(_DIGITS_AS_LETTERS)))
    )


def _without_article(skeleton: str) -> str:
    return skeleton.removeprefix("the") if skeleton != "they" else skeleton


def check_name(name: str, *, bot: bool = False) -> None:
    """Refuse a name that is unreadable or reserved; only a bot may have "bot" as its name."""
    check_text(name, "name")
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise InvalidError(f"name {abbreviate(name)}: expected 1 to {MAX_NAME_LENGTH} characters")
    if any(not (char.isalnum() or char in ALLOWED) for char in name):
        raise InvalidError(f"name {abbreviate(name)}: expected letters, digits, spaces and - _ . '")
    if not name_skeleton(name) or not _INVISIBLE.isdisjoint(name):
        raise InvalidError(f"name {abbreviate(name)}: expected a letter or a digit")
    if is_reserved(name) and not (bot and _without_article(name_skeleton(_TRAILING_NUMBER.sub("", name))) == "bot"):
        raise IllegalError(
            f"{name} is what the house calls itself or a part of the table", clause="house names", legal="another name"
        )
    if len({script for char in name if (script := _script(char))}) > 1:
        raise InvalidError(f"name {abbreviate(name)}: the letters must be of one alphabet")


def _script(char: str) -> str:
    """Return the alphabet of a letter if it has letters that look like those of another; else empty."""
    alphabet = unicodedata.name(unicodedata.normalize("NFKC", char)[:1], "").partition(" ")[0]
    return alphabet if alphabet in _ALPHABETS else ""


_ALPHABETS: Final = frozenset(("LATIN", "CYRILLIC", "GREEK", "CHEROKEE", "ARMENIAN", "COPTIC", "LISU", "GEORGIAN"))
_RESERVED: Final = frozenset(
    name_skeleton(word)
    for word in (
        *_HOUSE_TERMS,
        *_NUMBERED_TERMS,
        *(f"{word}{number}" for word in ("seat", "player") for number in (*range(100), *_NUMBER_WORDS)),
        *(f"{word}{number}" for word in _NUMBERED_TERMS[2:] for number in _NUMBER_WORDS),
    )
)
