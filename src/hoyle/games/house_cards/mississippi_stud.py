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
from hoyle.games.house_cards.settlement import against_pay_table


def plan(seats: int, dealing: str) -> list[DealStep]:
    """Deal plan: two cards at once to each seat (AMB-M5), then community cards (a device: first)."""
    own = DealStep("hands", [place for place in range(seats) for _ in range(2)])
    shared = DealStep("community", [COMMUNITY] * 3)
    return [shared, own] if dealing == AUTOMATED else [own, shared]


def show_seat(cards: list[int], community: list[int]) -> AnnouncedHand:
    name = five_card_class([*cards, *community])
    return AnnouncedHand(0, name, pays=stud_line(name))


MISSISSIPPI_STUD: Final = HouseCardGame(
    "mississippi-stud",
    title="Mississippi Stud",
    about="three streets, one pay table",
    printed=(
        "A pair of jacks or better wins",
        "Sixes to tens push · a fold gives up every wager made",
    ),
    seat_cards=2,
    later=STREETS,
    reads=FIVE,
    plan=plan,
    show_seat=show_seat,
    settle=against_pay_table,
)
