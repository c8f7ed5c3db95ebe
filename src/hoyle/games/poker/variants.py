"""Poker variants as data: streets, who opens, and how a hand is built.

One betting engine, one pot engine and one award engine serve every variant below. A new game is a new table.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.hands import (
    ANY,
    BADUGI,
    HIGH3,
    HIGH5,
    LOW_27,
    LOW_A3,
    LOW_A3_STRICT,
    LOW_A5,
    LOW_A5_STRICT,
    TWO_PLUS_THREE,
    Ranking,
)

# Who is first to act in a betting round.
LEFT_OF_BLINDS: Final = 0
LEFT_OF_BUTTON: Final = 1
FORCED_BETTOR: Final = 2
BEST_SHOWING: Final = 3
LOWEST_SHOWING: Final = 4
HIGHEST_UPCARD: Final = 5
BEST_PAIR_WITH_BOARD: Final = 6

SMALL: Final = 0
BIG: Final = 1


class Street:
    """Street: the cards dealt and the betting round after them."""

    def __init__(
        self,
        name: str,
        opener: int,
        bet: int,
        *,
        burn: bool = False,
        hole: str = "",
        board: int = 0,
        draw: bool = False,
    ) -> None:
        self.name = name
        self.opener = opener
        self.bet = bet
        """Fixed limit that applies: SMALL or BIG."""
        self.burn = burn
        self.ups: list[bool] = [face == "u" for face in hole]
        """Cards to each live player, one round of dealing per entry; True = face up."""
        self.board = board
        self.draw = draw


class Variant:
    """Poker variant: its streets, and the rankings that win."""

    def __init__(
        self,
        game: str,
        title: str,
        streets: list[Street],
        *,
        high: Ranking | None,
        low: Ranking | None,
        building: int = ANY,
        button: bool = True,
        strict_low: Ranking | None = None,
    ) -> None:
        self.game = game
        self.title = title
        self.streets = streets
        self.high = high
        self.low = low
        self.strict_low = strict_low
        """Low ranking to use where straights and flushes count against a low."""
        self.building = building
        self.button = button
        self.hole_cards = sum(len(street.ups) for street in streets)
        self.board_cards = sum(street.board for street in streets)
        self.flop = len(streets) > 1 and streets[1].name == "flop"
        self.draws = any(street.draw for street in streets)

    def street(self, name: str) -> Street:
        """Return the street (dealing and betting stage) of this name."""
        for street in self.streets:
            if street.name == name:
                return street
        raise InvalidError(f"{self.game} has no street {name!r}")

    def cards_needed(self, players: int) -> int:
        """Count the cards that so many players take off the deck, burns included, before any draw."""
        burns = sum(1 for street in self.streets if street.burn)
        return players * self.hole_cards + self.board_cards + burns

    def __repr__(self) -> str:
        return f"Variant({self.game!r})"


def _flop_streets(hole: int) -> list[Street]:
    return [
        Street("preflop", LEFT_OF_BLINDS, SMALL, hole="d" * hole),
        Street("flop", LEFT_OF_BUTTON, SMALL, burn=True, board=3),
        Street("turn", LEFT_OF_BUTTON, BIG, burn=True, board=1),
        Street("river", LEFT_OF_BUTTON, BIG, burn=True, board=1),
    ]


def _stud7_streets(opener: int) -> list[Street]:
    return [
        Street("third", FORCED_BETTOR, SMALL, hole="ddu"),
        Street("fourth", opener, SMALL, burn=True, hole="u"),
        Street("fifth", opener, BIG, burn=True, hole="u"),
        Street("sixth", opener, BIG, burn=True, hole="u"),
        Street("seventh", opener, BIG, burn=True, hole="d"),
    ]


def _triple_draw_streets(hole: int) -> list[Street]:
    return [
        Street("predraw", LEFT_OF_BLINDS, SMALL, hole="d" * hole),
        Street("draw1", LEFT_OF_BUTTON, SMALL, burn=True, draw=True),
        Street("draw2", LEFT_OF_BUTTON, BIG, burn=True, draw=True),
        Street("draw3", LEFT_OF_BUTTON, BIG, burn=True, draw=True),
    ]


def _single_draw_streets() -> list[Street]:
    return [
        Street("predraw", LEFT_OF_BLINDS, SMALL, hole="ddddd"),
        Street("draw", LEFT_OF_BUTTON, BIG, burn=True, draw=True),
    ]


def _stud5_streets() -> list[Street]:
    return [
        Street("second", FORCED_BETTOR, SMALL, hole="du"),
        Street("third", BEST_SHOWING, SMALL, burn=True, hole="u"),
        Street("fourth", BEST_SHOWING, BIG, burn=True, hole="u"),
        Street("fifth", BEST_SHOWING, BIG, burn=True, hole="u"),
    ]


def _mambo_streets() -> list[Street]:
    return [
        Street("second", FORCED_BETTOR, SMALL, hole="du"),
        Street("third", HIGHEST_UPCARD, SMALL, burn=True, hole="d"),
        Street("community", BEST_PAIR_WITH_BOARD, BIG, burn=True, board=1),
    ]


def _all_variants() -> list[Variant]:
    """List the definition of every poker variant."""
    two_plus_three = TWO_PLUS_THREE
    return [
        Variant("holdem", "Hold'em", _flop_streets(2), high=HIGH5, low=None),
        Variant("omaha-high", "Omaha high", _flop_streets(4), high=HIGH5, low=None, building=two_plus_three),
        Variant(
            "omaha-hilo8",
            "Omaha high-low split eight or better",
            _flop_streets(4),
            high=HIGH5,
            low=LOW_A5,
            strict_low=LOW_A5_STRICT,
            building=two_plus_three,
        ),
        Variant("big-omaha-high", "Big Omaha high", _flop_streets(5), high=HIGH5, low=None, building=two_plus_three),
        Variant(
            "big-omaha-hilo8",
            "Big Omaha high-low split eight or better",
            _flop_streets(5),
            high=HIGH5,
            low=LOW_A5,
            strict_low=LOW_A5_STRICT,
            building=two_plus_three,
        ),
        Variant("stud7-high", "Seven-card stud high", _stud7_streets(BEST_SHOWING), high=HIGH5, low=None, button=False),
        Variant(
            "stud7-hilo",
            "Seven-card stud high-low split",
            _stud7_streets(BEST_SHOWING),
            high=HIGH5,
            low=LOW_A5,
            strict_low=LOW_A5_STRICT,
            button=False,
        ),
        Variant(
            "stud7-hilo8",
            "Seven-card stud high-low split eight or better",
            _stud7_streets(BEST_SHOWING),
            high=HIGH5,
            low=LOW_A5,
            strict_low=LOW_A5_STRICT,
            button=False,
        ),
        Variant("draw5-high", "Five-card draw high", _single_draw_streets(), high=HIGH5, low=None),
        Variant(
            "draw5-low", "Five-card draw low", _single_draw_streets(), high=None, low=LOW_A5, strict_low=LOW_A5_STRICT
        ),
        Variant("stud5-high", "Five-card stud high", _stud5_streets(), high=HIGH5, low=None, button=False),
        Variant(
            "mambo-hilo6",
            "Mambo stud high-low split six or better",
            _mambo_streets(),
            high=HIGH3,
            low=LOW_A3,
            strict_low=LOW_A3_STRICT,
            button=False,
        ),
        Variant("razz", "Razz", _stud7_streets(LOWEST_SHOWING), high=None, low=LOW_A5, button=False),
        Variant("draw27-single", "2-7 single draw", _single_draw_streets(), high=None, low=LOW_27),
        Variant("draw27-triple", "2-7 triple draw", _triple_draw_streets(5), high=None, low=LOW_27),
        Variant("badugi", "Badugi", _triple_draw_streets(4), high=None, low=BADUGI),
    ]


VARIANTS: Final[dict[str, Variant]] = {variant.game: variant for variant in _all_variants()}


def variant(game: str) -> Variant:
    """Return the variant with this id."""
    match = VARIANTS.get(game)
    if match is None:
        raise InvalidError(f"unknown game {game!r}; the games are {', '.join(VARIANTS)}")
    return match
