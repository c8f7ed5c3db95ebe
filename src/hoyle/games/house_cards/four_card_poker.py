"""Four Card Poker: deal plan, hands shown and settlement against the dealer."""

from __future__ import annotations

from typing import Final

from hoyle.games.house_cards.game_definition import (
    AUTOMATED,
    DEALER,
    DEALER_UP,
    DISCARD,
    PLAY,
    AnnouncedHand,
    DealStep,
    HouseCardGame,
)
from hoyle.games.house_cards.hand_values import FOUR, aces_up_line, best_four, best_four_cards, four_card_class
from hoyle.games.house_cards.settlement import settle_against_dealer
from hoyle.rulebooks.book_types.house_cards import HouseCardPage

ACES_UP: Final = "aces_up"


def plan(seats: int, dealing: str) -> list[DealStep]:
    """Plan the deal of Four Card Poker, by hand or by a dealing device.

    Five passes and the dealer's sixth card up, or stacks of five and one for that card.
    """
    if dealing == AUTOMATED:
        return [
            DealStep("hands", [seat for seat in range(seats) for _ in range(5)]),
            DealStep("dealer", [DEALER] * 5),
            DealStep("up-card", [DEALER_UP]),
            DealStep("rest", [DISCARD] * 4),
        ]
    return [DealStep("hands", [*range(seats), DEALER] * 5), DealStep("up-card", [DEALER_UP])]


def show_seat(cards: list[int], community: list[int]) -> AnnouncedHand:
    value = best_four(cards)
    return AnnouncedHand(value, four_card_class(value), pays=aces_up_line(value))


def show_dealer(cards: list[int], page: HouseCardPage) -> AnnouncedHand:
    return show_seat(cards, [])


def arrange(cards: list[int]) -> list[int]:
    """Arrange a dealer's hand: the four cards that count, then the others."""
    best = best_four_cards(cards)
    return best + sorted([card for card in cards if card not in best], reverse=True)


FOUR_CARD_POKER: Final = HouseCardGame(
    "four-card-poker",
    title="Four Card Poker",
    about="best four of five",
    aliases=("fcp", "four card", "4 card poker"),
    printed=(
        "Best four of five cards · the dealer has six and always plays",
        "Bonus pays win or lose · Aces Up pays on your own hand alone",
    ),
    seat_cards=5,
    side=ACES_UP,
    later=(PLAY,),
    reads=FOUR,
    plan=plan,
    show_seat=show_seat,
    show_dealer=show_dealer,
    arrange=arrange,
    settle=settle_against_dealer,
)
