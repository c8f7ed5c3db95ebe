"""Poker variants as data: streets, who opens, how a hand is built, and the names that others use for the game.

One betting engine, one pot engine and one award engine serve every variant below. A new game is a new table.
"""

from __future__ import annotations

from typing import Any, Final

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
    """Poker variant: its streets, the rankings that win, its names, and its codes in other formats."""

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
        qualifier: int = 0,
        short_name: str = "",
        about: str = "",
        aliases: tuple[str, ...] = (),
        printed: str = "",
        lobby_rank: int = 0,
        phh: dict[str, str] | None = None,
        pokerstars: str = "",
    ) -> None:
        self.game = game
        self.title = title
        self.short_name = short_name or title
        """Name in the lobby and at the table."""
        self.about = about
        """Description in a few words."""
        self.aliases = aliases
        """Other names that people type for the game, in any case and spelling."""
        self.printed = printed or self.short_name
        """Line on the felt."""
        self.lobby_rank = lobby_rank
        """Place among the games of its family in the lobby, from 1; 0 puts it after the others."""
        self.phh: dict[str, str] = phh or {}
        """Betting structure by code in the PHH format."""
        self.pokerstars = pokerstars or title
        """Name in PokerStars hand histories."""
        self.streets = streets
        self.high = high
        self.low = low
        self.strict_low = strict_low
        """Low ranking to use where straights and flushes count against a low."""
        self.qualifier = qualifier
        """Highest pip of a qualifying low (nj-19-47 19:47-14.9(j), 19:47-14.13A(a)); 0 if every low qualifies."""
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


def omaha(game: str, title: str, hole: int, *, split: bool, **names: Any) -> Variant:
    """Define a game of Omaha: two hole cards play with three of the board, low eight or better if split."""
    return Variant(
        game,
        title,
        _flop_streets(hole),
        high=HIGH5,
        low=LOW_A5 if split else None,
        strict_low=LOW_A5_STRICT if split else None,
        qualifier=8 if split else 0,
        building=TWO_PLUS_THREE,
        **names,
    )


def _all_variants() -> list[Variant]:
    """List the definition of every poker variant."""
    return [
        Variant(
            "holdem",
            "Hold'em",
            _flop_streets(2),
            high=HIGH5,
            low=None,
            short_name="Hold\u2019em",
            about="two hole cards",
            aliases=("texas", "texas holdem", "he", "h"),
            lobby_rank=5,
            phh={"FT": "fixed-limit", "NT": "no-limit"},
        ),
        omaha(
            "omaha-high",
            "Omaha high",
            4,
            split=False,
            about="four hole cards, two of them play",
            aliases=("omaha", "omaha hi", "o"),
            printed="Omaha, high",
            lobby_rank=2,
            phh={"PO": "pot-limit"},
            pokerstars="Omaha",
        ),
        omaha(
            "omaha-hilo8",
            "Omaha high-low split eight or better",
            4,
            split=True,
            short_name="Omaha hi-lo 8",
            about="four hole cards, eight or better",
            aliases=("o8", "omaha8", "omaha hilo", "omaha hi-lo", "omaha eight or better", "omaha hi/lo"),
            printed="Omaha hi-lo, eight or better",
            lobby_rank=1,
            phh={"FO/8": "fixed-limit"},
            pokerstars="Omaha Hi/Lo",
        ),
        omaha(
            "big-omaha-high",
            "Big Omaha high",
            5,
            split=False,
            about="five hole cards, two of them play",
            aliases=("big omaha", "five-card omaha", "o5", "omaha5"),
            printed="Big Omaha, high",
            lobby_rank=4,
            pokerstars="5 Card Omaha",
        ),
        omaha(
            "big-omaha-hilo8",
            "Big Omaha high-low split eight or better",
            5,
            split=True,
            short_name="Big Omaha hi-lo 8",
            about="five hole cards, eight or better",
            aliases=("big o", "big omaha hilo", "five-card omaha hi-lo", "omaha85"),
            printed="Big Omaha hi-lo, eight or better",
            lobby_rank=3,
            pokerstars="5 Card Omaha Hi/Lo",
        ),
        Variant(
            "stud7-high",
            "Seven-card stud high",
            _stud7_streets(BEST_SHOWING),
            high=HIGH5,
            low=None,
            button=False,
            short_name="Seven-card stud",
            about="up-cards, forced bet",
            aliases=("stud", "7 card stud", "stud7", "7stud"),
            lobby_rank=3,
            phh={"F7S": "fixed-limit"},
            pokerstars="7 Card Stud",
        ),
        Variant(
            "stud7-hilo",
            "Seven-card stud high-low split",
            _stud7_streets(BEST_SHOWING),
            high=HIGH5,
            low=LOW_A5,
            strict_low=LOW_A5_STRICT,
            button=False,
            short_name="Seven-card stud hi-lo",
            about="up-cards, any low",
            aliases=("stud hilo",),
            lobby_rank=2,
        ),
        Variant(
            "stud7-hilo8",
            "Seven-card stud high-low split eight or better",
            _stud7_streets(BEST_SHOWING),
            high=HIGH5,
            low=LOW_A5,
            strict_low=LOW_A5_STRICT,
            qualifier=8,
            button=False,
            short_name="Seven-card stud hi-lo 8",
            about="up-cards, eight or better",
            aliases=("stud8", "stud hilo8", "stud eight or better", "7stud8"),
            lobby_rank=1,
            phh={"F7S/8": "fixed-limit"},
            pokerstars="7 Card Stud Hi/Lo",
        ),
        Variant(
            "draw5-high",
            "Five-card draw high",
            _single_draw_streets(),
            high=HIGH5,
            low=None,
            short_name="Five-card draw",
            about="one draw, high wins",
            aliases=("draw", "5 card draw", "draw5"),
            lobby_rank=5,
            pokerstars="5 Card Draw",
        ),
        Variant(
            "draw5-low",
            "Five-card draw low",
            _single_draw_streets(),
            high=None,
            low=LOW_A5,
            strict_low=LOW_A5_STRICT,
            about="one draw, low wins",
            aliases=("lowball", "draw low"),
            printed="Five-card draw, low",
            lobby_rank=6,
        ),
        Variant(
            "stud5-high",
            "Five-card stud high",
            _stud5_streets(),
            high=HIGH5,
            low=None,
            button=False,
            short_name="Five-card stud",
            about="one card down, four up",
            aliases=("5 card stud", "stud5", "5stud"),
            lobby_rank=4,
        ),
        Variant(
            "mambo-hilo6",
            "Mambo stud high-low split six or better",
            _mambo_streets(),
            high=HIGH3,
            low=LOW_A3,
            strict_low=LOW_A3_STRICT,
            qualifier=6,
            button=False,
            short_name="Mambo stud hi-lo 6",
            about="three cards and one shared, six or better",
            aliases=("mambo", "mambo stud"),
            printed="Mambo, hi-lo, six or better",
            lobby_rank=7,
        ),
        Variant(
            "razz",
            "Razz",
            _stud7_streets(LOWEST_SHOWING),
            high=None,
            low=LOW_A5,
            button=False,
            about="seven-card stud, low wins",
            lobby_rank=8,
            phh={"FR": "fixed-limit"},
        ),
        Variant(
            "draw27-single",
            "2-7 single draw",
            _single_draw_streets(),
            high=None,
            low=LOW_27,
            about="one draw, deuce to seven low",
            aliases=("2-7", "deuce to seven"),
            lobby_rank=9,
            phh={"N2L1D": "no-limit"},
            pokerstars="Single Draw 2-7 Lowball",
        ),
        Variant(
            "draw27-triple",
            "2-7 triple draw",
            _triple_draw_streets(5),
            high=None,
            low=LOW_27,
            about="three draws, deuce to seven low",
            aliases=("triple draw",),
            lobby_rank=10,
            phh={"F2L3D": "fixed-limit"},
            pokerstars="Triple Draw 2-7 Lowball",
        ),
        Variant(
            "badugi",
            "Badugi",
            _triple_draw_streets(4),
            high=None,
            low=BADUGI,
            about="three draws, four suits",
            lobby_rank=11,
            phh={"FB": "fixed-limit"},
        ),
    ]


VARIANTS: Final[dict[str, Variant]] = {variant.game: variant for variant in _all_variants()}


def variant(game: str) -> Variant:
    """Return the variant with this id."""
    match = VARIANTS.get(game)
    if match is None:
        raise InvalidError(f"unknown game {game!r}; the games are {', '.join(VARIANTS)}")
    return match
