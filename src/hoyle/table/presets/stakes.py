"""Stakes of a sign: in a few words, and the smallest wager."""

from __future__ import annotations

from typing import Any

from hoyle.rulebooks.book_types.dice import POINTS
from hoyle.table.poker.posted_sign import PostedSign


def min_bet(sign: Any) -> int:
    """Return the smallest wager at a table with this sign."""
    if hasattr(sign, "structure"):
        return int(sign.small)
    return int(sign.ante[0] if hasattr(sign, "ante") else sign.minimum)


def stakes(sign: Any) -> str:
    """Return the stakes of a table with this sign in a few words: ``limit 3/6``."""
    if hasattr(sign, "structure"):
        return _poker_stakes(sign)
    if hasattr(sign, "ante"):
        return _range(*sign.ante)
    multiples = {sign.multiples[point] for point in POINTS} if hasattr(sign, "multiples") else set()
    odds = f", odds {multiples.pop()}\u00d7" if len(multiples) == 1 else ""
    return _range(sign.minimum, sign.maximum) + odds


def _poker_stakes(sign: PostedSign) -> str:
    """Return the stakes of a poker sign in a few words: ``limit 3/6, kill``."""
    if sign.structure == "fixed-limit":
        text = f"limit {sign.small}/{sign.big}"
    elif sign.structure == "spread-limit":
        text = f"spread {_range(sign.small, sign.big)}"
    else:
        text = f"{sign.structure.replace('-', ' ')} {'/'.join(map(str, sign.blinds)) or sign.small}"
    if sign.ante:
        text += f", ante {sign.ante}"
    return f"{text}, {sign.kill.kind.replace('-', ' ')}" if sign.kill is not None else text


def _range(low: int, high: int) -> str:
    return f"{low}\u2013{high}" if high else f"{low} or more"
