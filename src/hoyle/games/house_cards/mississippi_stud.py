"""Mississippi Stud: deal plan, street wagers and settlement by pay table."""

from __future__ import annotations

from typing import Final

from hoyle.games.house_cards.game_definition import (
    AUTOMATED,
    COMMUNITY,
    STREETS,
    AnnouncedHand,
    DealStep,
    HouseCardGame,
)
from hoyle.games.house_cards.hand_values import FIVE, five_card_class, stud_line
from hoyle.games.house_cards.settlement import settle_against_pay_table


def plan(seats: int, dealing: str) -> list[DealStep]:
    """Plan the deal of Mississippi Stud: two cards at once to each seat (AMB-M5), three community cards.

    A dealing device deals the community cards first.
    """
    hands = DealStep("hands", [seat for seat in range(seats) for _ in range(2)])
    community = DealStep("community", [COMMUNITY] * 3)
    return [community, hands] if dealing == AUTOMATED else [hands, community]


def show_seat(cards: list[int], community: list[int]) -> AnnouncedHand:
    name = five_card_class([*cards, *community])
    return AnnouncedHand(0, name, pays=stud_line(name))


MISSISSIPPI_STUD: Final = HouseCardGame(
    "mississippi-stud",
    title="Mississippi Stud",
    about="three streets, one pay table",
    aliases=("mississippi",),
    printed=("A pair of jacks or better wins", "Sixes to tens push · a fold gives up every wager made"),
    seat_cards=2,
    later=STREETS,
    reads=FIVE,
    plan=plan,
    show_seat=show_seat,
    settle=settle_against_pay_table,
)
