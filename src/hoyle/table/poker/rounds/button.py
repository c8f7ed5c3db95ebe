"""Dealer button: where it starts and where it moves next."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from hoyle.core.cards import card_text
from hoyle.core.errors import InvalidError, illegal
from hoyle.rulebooks.book_types.poker import Answer, GamePage


def first_button(page: GamePage, seats: Sequence[int], draw: Mapping[int, int] | None = None) -> Answer[int]:
    """Return the seat that has the button when play starts, by the book's way of assigning it.

    `draw` is one card for each seat; a book that puts the button at the dealer's right ignores it. Highest
    card, equal ranks by suit (AMB-63).
    """
    if not seats:
        raise InvalidError("a button needs at least one occupied seat")
    start = page.button_start
    cards = draw or {}
    _check_draw(seats, cards)
    if start.value == "none":
        raise illegal(page.scope, f"{page.game} is played without a button")
    if start.value == "dealers-right":
        # Seats run clockwise from the dealer's left, so the last one sits at their right.
        return Answer(max(seats), start.clause, start.interpretation)
    missing = [seat for seat in seats if seat not in cards]
    if missing:
        raise InvalidError(
            f"the button is drawn for, and seat {missing[0]} has no card: one for each seat ({start.clause})"
        )
    return Answer(max(seats, key=lambda seat: cards[seat]), start.clause, start.interpretation)


def _check_draw(seats: Sequence[int], cards: Mapping[int, int]) -> None:
    """Refuse draws with a card twice, or for a seat that is not dealt in."""
    holders: dict[int, int] = {}
    for seat, card in sorted(cards.items()):
        if seat not in seats:
            seat_list = ", ".join(str(dealt_in_seat) for dealt_in_seat in sorted(seats))
            raise InvalidError(
                f"seat {seat} cannot draw {card_text(card)}: nobody there is in; cards are for seats {seat_list}"
            )
        if card in holders:
            raise InvalidError(f"seats {holders[card]} and {seat} cannot both draw {card_text(card)}")
        holders[card] = seat


def next_button(seats: Sequence[int], button: int) -> int:
    """Return the next occupied, dealt-in seat clockwise (AMB-65)."""
    return clockwise_after(seats, button)[0]


def clockwise_after(seats: Sequence[int], seat: int) -> list[int]:
    """Return the seats in clockwise order, the one after `seat` first and `seat` itself last."""
    if not seats:
        raise InvalidError("no seat is occupied")
    ordered = sorted(seats)
    split = bisect_right(ordered, seat)
    return ordered[split:] + ordered[:split]
