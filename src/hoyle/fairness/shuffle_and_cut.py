"""Fisher-Yates shuffle and cut, driven by any source of bounded random numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hoyle.core.errors import InvalidError

Below = Callable[[int], int]
"""Function that returns a uniform random integer below its argument."""


def shuffled(cards: Sequence[int], below: Below) -> list[int]:
    """Return cards in random order, by a Fisher-Yates shuffle."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        swapped = below(last + 1)
        order[last], order[swapped] = order[swapped], order[last]
    return order


def draw_cut_size(below: Below, least: int, most: int) -> int:
    """Draw a random number of cards to cut, within the bounds of the book."""
    return least + below(most - least + 1)


def cut_deck(cards: Sequence[int], count: int) -> list[int]:
    """Cut a deck: move `count` cards from the top to the bottom."""
    return [*cards[count:], *cards[:count]]


def check_cut(least: int, most: int, cards: int) -> None:
    """Refuse bounds of a cut that could leave either packet empty."""
    if not 1 <= least <= most < cards:
        raise InvalidError(f"a cut of {least} to {most} cards in a deck of {cards}: 1 to {cards - 1}")
