"""Showdown rules of each poker game for odds calculations: cards per hand, building rule, rankings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.games.poker.variants import VARIANTS, Variant
from hoyle.hands import HIGH5, LOW_A5, TWO_PLUS_THREE, Ranking

MAX_PLAYERS: Final = 11
DECK_SIZE: Final = 52
FLOP_BOARDS: Final = (0, 3, 4, 5)

_QUALIFIERS: Final = {"omaha-hilo8": 8, "big-omaha-hilo8": 8, "stud7-hilo8": 8, "mambo-hilo6": 6}
"""Highest pip of a qualifying low (nj-19-47 19:47-14.9(j), 19:47-14.13A(a)); 0 elsewhere."""


@dataclass(frozen=True, slots=True)
class ShowdownRules:
    """Showdown rules of one poker game: cards per hand, building rule and rankings.

    >>> game("omaha-hilo8").holes, game("omaha-hilo8").top
    (4, 8)
    """

    name: str
    title: str
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
    """Return the showdown rules of a poker variant; `qualifier` is the highest pip of a qualifying low."""
    main = variant.high or variant.low
    assert main is not None, variant.game
    return ShowdownRules(
        name=variant.game,
        title=variant.title,
        holes=variant.hole_cards,
        board=variant.board_cards,
        building=variant.building,
        main=main,
        low=variant.low if variant.high else None,
        top=qualifier,
        draws=sum(1 for street in variant.streets if street.draw),
        flop=variant.flop,
        boards=tuple(sorted({0, *accumulate(street.board for street in variant.streets)})),
    )


def _six_card_omaha() -> list[ShowdownRules]:
    """Build the showdown rules of six-card Omaha, which no book has but many rooms deal."""
    return [
        ShowdownRules("omaha6-high", "Six-card Omaha high", 6, 5, TWO_PLUS_THREE, HIGH5, flop=True, boards=FLOP_BOARDS),
        ShowdownRules(
            "omaha6-hilo8",
            "Six-card Omaha high-low split eight or better",
            6,
            5,
            TWO_PLUS_THREE,
            HIGH5,
            LOW_A5,
            8,
            flop=True,
            boards=FLOP_BOARDS,
        ),
    ]


GAMES: Final[dict[str, ShowdownRules]] = {
    rules.name: rules
    for rules in [
        *(of_variant(variant, _QUALIFIERS.get(game, 0)) for game, variant in VARIANTS.items()),
        *_six_card_omaha(),
    ]
}
"""Showdown rules of every supported game, by name.

>>> GAMES["holdem"].board
5
"""


OTHER_NAMES: Final = {
    "omaha": "omaha-high",
    "omaha8": "omaha-hilo8",
    "omaha5": "big-omaha-high",
    "omaha85": "big-omaha-hilo8",
    "7stud": "stud7-high",
    "7stud8": "stud7-hilo8",
    "5stud": "stud5-high",
    "draw5": "draw5-high",
    "27": "draw27-single",
}
"""Aliases that other tools use for games."""


def game(name: str) -> ShowdownRules:
    """Return the showdown rules of a poker game, by name or alias.

    >>> game("omaha8").name
    'omaha-hilo8'
    """
    rules = GAMES.get(OTHER_NAMES.get(name, name))
    if rules is None:
        raise InvalidError(f"unknown game {name!r}; the games are {', '.join(GAMES)}")
    return rules
