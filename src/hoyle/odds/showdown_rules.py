"""Showdown rules of each poker game for odds calculations: cards per hand, building rule, rankings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.games.poker.variants import VARIANTS, Variant, omaha
from hoyle.games.registry import find_game
from hoyle.hands import Ranking

MAX_PLAYERS: Final = 11
DECK_SIZE: Final = 52


@dataclass(frozen=True, slots=True)
class ShowdownRules:
    """Showdown rules of one poker game: cards per hand, building rule and rankings.

    >>> game("omaha-hilo8").holes, game("omaha-hilo8").top
    (4, 8)
    """

    name: str
    title: str
    short_name: str
    holes: int
    """Hole cards of each player."""
    board: int
    building: int
    main: Ranking
    """Ranking of the only pot, or of the high half."""
    low: Ranking | None = None
    top: int = 0
    """Highest pip of a qualifying low, 0 for none."""
    draws: int = 0
    """Number of draws in the game; in draw games a hand is given as the cards kept."""
    flop: bool = False
    boards: tuple[int, ...] = (0,)
    """Board cards after each street: 0, 3, 4, 5 in hold'em."""

    @property
    def main_is_low(self) -> bool:
        return self.main.low

    def with_community_card(self) -> ShowdownRules:
        """Return the rules with a community seventh card, for stud short of cards (nj-19-47 19:47-14.9(h),
        oneida XI.I.8)."""
        return replace(self, holes=self.holes - 1, board=1, boards=(0, 1))


def of_variant(variant: Variant, qualifier: int = 0) -> ShowdownRules:
    """Return the showdown rules of a poker variant; `qualifier` replaces the variant's own."""
    main = variant.high or variant.low
    assert main is not None, variant.game
    return ShowdownRules(
        name=variant.game,
        title=variant.title,
        short_name=variant.short_name,
        holes=variant.hole_cards,
        board=variant.board_cards,
        building=variant.building,
        main=main,
        low=variant.low if variant.high else None,
        top=qualifier or variant.qualifier,
        draws=sum(1 for street in variant.streets if street.draw),
        flop=variant.flop,
        boards=tuple(sorted({0, *accumulate(street.board for street in variant.streets)})),
    )


_SIX_CARD_OMAHA: Final = (
    omaha("omaha6-high", "Six-card Omaha high", 6, split=False),
    omaha("omaha6-hilo8", "Six-card Omaha high-low split eight or better", 6, split=True),
)
"""Games that no book has but many rooms deal."""

GAMES: Final[dict[str, ShowdownRules]] = {
    variant.game: of_variant(variant) for variant in (*VARIANTS.values(), *_SIX_CARD_OMAHA)
}
"""Showdown rules of every supported game, by name.

>>> GAMES["holdem"].board
5
"""


def game(name: str) -> ShowdownRules:
    """Return the showdown rules of a poker game, by any of its names.

    >>> game("omaha8").name
    'omaha-hilo8'
    """
    rules = GAMES.get(name)
    if rules is None:
        match = find_game(name, GAMES) if isinstance(name, str) else None
        if match is None:
            raise InvalidError(f"unknown game {name!r}; the games are {', '.join(GAMES)}")
        rules = GAMES[match.game]
    return rules
