"""PokerStars hand names: "a pair of Sevens", "a flush, Ace high", "8,4,3,2,A"."""

from __future__ import annotations

from typing import Final

from hoyle.hands import BADUGI, Ranking, descriptions

_DEUCE: Final = 2
_PLAIN: Final = (descriptions.HIGH_CARD, descriptions.UNPAIRED_LOW)


def pokerstars_hand_name(ranking: Ranking, value: int) -> str:
    """Return the name of a poker hand as PokerStars writes it, without kickers; a low by its ranks."""
    kind = ranking.class_name(value)
    pips = ranking.pips(value)
    if ranking.low and (kind in _PLAIN or ranking is BADUGI):
        return ranking.ranks_text(value).replace("-", ",")
    top = _name(pips[0])
    if kind == descriptions.ROYAL_FLUSH:
        return "a Royal Flush"
    if kind in (descriptions.STRAIGHT, descriptions.STRAIGHT_FLUSH):
        # Pip 1 is the ace below the deuce.
        return f"a {kind}, {_name(pips[0] - len(pips) + 1)} to {top}"
    if kind == descriptions.FLUSH:
        return f"a flush, {top} high"
    if kind == descriptions.HIGH_CARD:
        return f"high card {top}"
    if kind == descriptions.ONE_PAIR:
        return f"a pair of {_plural(pips[0])}"
    if kind == descriptions.TWO_PAIRS:
        return f"two pair, {_plural(pips[0])} and {_plural(pips[2])}"
    if kind == descriptions.FULL_HOUSE:
        return f"a full house, {_plural(pips[0])} full of {_plural(pips[3])}"
    count = "three" if kind == descriptions.THREE_OF_A_KIND else "four"
    return f"{count} of a kind, {_plural(pips[0])}"


def _name(pip: int) -> str:
    """Return the PokerStars name of a rank: ``Deuce``, ``Ace``."""
    return "Deuce" if pip == _DEUCE else descriptions.name(pip).capitalize()


def _plural(pip: int) -> str:
    """Return the PokerStars plural of a rank: ``Deuces``, ``Sixes``."""
    return "Deuces" if pip == _DEUCE else descriptions.plural(pip).capitalize()
