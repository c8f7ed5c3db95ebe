"""Invite codes of home games: readable but unguessable words and digits.

>>> home_code(bytes(range(12)))
'amber-alley-anchor-267723'
"""

from __future__ import annotations

from typing import Final

FIRST: Final = (
    "amber", "ample", "autumn", "azure", "bold", "brass", "bright", "brisk", "broad", "calm", "cedar",
    "civil", "clear", "clever", "cool", "copper", "coral", "cosy", "crisp", "dapper", "early", "easy",
    "even", "fair", "fine", "firm", "fond", "fresh", "gentle", "gilded", "glad", "golden", "grand",
    "green", "hale", "handy", "hazel", "honest", "humble", "idle", "jolly", "keen", "kind", "late",
    "light", "linen", "lively", "lucky", "maple", "mellow", "merry", "mild", "misty", "modest", "neat",
    "nimble", "noble", "oaken", "patient", "plain", "prompt", "quiet", "rapid", "velvet",
)  # fmt: skip
SECOND: Final = (
    "acorn", "alley", "anchor", "anvil", "arbour", "arch", "attic", "baize", "bakery", "balcony",
    "banjo", "barrel", "basket", "beacon", "bell", "bench", "bridge", "brook", "button", "cabin",
    "candle", "canvas", "castle", "cellar", "chapel", "cherry", "clock", "clover", "cobalt", "compass",
    "corner", "cottage", "cradle", "dial", "drum", "ember", "falcon", "ferry", "fiddle", "forest",
    "garden", "gate", "harbour", "hearth", "heron", "island", "kettle", "ladder", "lamp", "lantern",
    "lark", "ledger", "maple", "meadow", "mill", "mirror", "orchard", "otter", "parlour", "pebble",
    "piano", "river", "saddle", "willow",
)  # fmt: skip
NUMBERS: Final = 1_000_000


def home_code(random_bytes: bytes) -> str:
    """Make an invite code, one of more than 2^37, from 12 random bytes."""
    if len(random_bytes) != 12:
        raise ValueError(f"{len(random_bytes)} bytes: expected 12")
    first = FIRST[random_bytes[0] % len(FIRST)]
    second = SECOND[random_bytes[1] % len(SECOND)]
    third = SECOND[random_bytes[2] % len(SECOND)]
    number = int.from_bytes(random_bytes[3:], "big") % NUMBERS
    return f"{first}-{second}-{third}-{number}"


def is_home_code(text: str) -> bool:
    """Whether a text has the form of an invite code."""
    first, _, remainder = text.partition("-")
    second, _, remainder = remainder.partition("-")
    third, _, number = remainder.partition("-")
    has_known_words = first in FIRST and second in SECOND and third in SECOND
    return has_known_words and number.isascii() and number.isdecimal() and int(number) < NUMBERS
