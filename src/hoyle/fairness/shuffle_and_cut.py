"""Fisher-Yates shuffle and cut, driven by any source of bounded random numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hoyle.core.errors import InvalidError

Below = Callable[[int], int]


def shuffled(cards: Sequence[int], below: Below) -> list[int]:
    """Fisher and Yates: from the bottom up each place gets one of the cards not yet placed."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def draw_cut_size(below: Below, least: int, most: int) -> int:
    """How many cards are cut, within the bounds that the book sets."""
    return least + below(most - least + 1)


def cut_deck(cards: Sequence[int], count: int) -> list[int]:
    """`count` cards off the top, the rest put over them."""
    return [*cards[count:], *cards[:count]]


def check_cut(least: int, most: int, cards: int) -> None:
    """Refuse bounds by which a packet or the rest could be empty."""
    if not 1 <= least <= most < cards:
        raise InvalidError(f"a cut of {least} to {most} cards in a deck of {cards}: 1 to {cards - 1}")
