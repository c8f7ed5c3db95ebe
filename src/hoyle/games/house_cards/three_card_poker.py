"""Three Card Poker: deal plan, hands shown, dealer qualification and Pair Plus."""

from __future__ import annotations

from typing import Final

from hoyle.games.house_cards.game_definition import AUTOMATED, DEALER, PLAY, AnnouncedHand, DealStep, HouseCardGame
from hoyle.games.house_cards.hand_values import THREE, three_card_class, three_card_qualifies, three_card_value
from hoyle.games.house_cards.settlement import settle_against_dealer
from hoyle.rulebooks.book_types.house_cards import HouseCardPage

PAIR_PLUS: Final = "pair_plus"


def plan(seats: int, dealing: str) -> list[DealStep]:
    """Plan the deal of Three Card Poker: one card at a time, or by device in stacks of three.

    The dealer's cards come last (AMB-T5).
    """
    if dealing == AUTOMATED:
        stacks = [seat for seat in range(seats) for _ in range(3)]
        return [DealStep("hands", stacks), DealStep("dealer", [DEALER] * 3)]
    return [DealStep("hands", [*range(seats), DEALER] * 3)]


def show_seat(cards: list[int], community: list[int]) -> AnnouncedHand:
    value = three_card_value(cards)
    name = three_card_class(value)
    return AnnouncedHand(value, name, pays=name)


def show_dealer(cards: list[int], page: HouseCardPage) -> AnnouncedHand:
    value = three_card_value(cards)
    name = three_card_class(value)
    return AnnouncedHand(value, name, pays=name, qualifies=three_card_qualifies(value, page.pay.qualifier.value))


THREE_CARD_POKER: Final = HouseCardGame(
    "three-card-poker",
    title="Three Card Poker",
    about="you against the dealer\u2019s three",
    aliases=("tcp", "three card", "3 card poker"),
    printed=(
        "The dealer plays with queen high or better",
        "Ante bonus pays win or lose · Pair Plus pays on your three cards alone",
    ),
    seat_cards=3,
    side=PAIR_PLUS,
    later=(PLAY,),
    reads=THREE,
    plan=plan,
    show_seat=show_seat,
    show_dealer=show_dealer,
    settle=settle_against_dealer,
)
