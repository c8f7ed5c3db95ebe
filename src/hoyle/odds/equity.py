"""Equity: each player's share of the pot when all cards are out.

Every deal is counted where their number allows it; otherwise deals are sampled, and the result says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hoyle.cards import cards_text, parse_cards
from hoyle.errors import IllegalError, InvalidError
from hoyle.odds.games import DECK_SIZE, MOST_PLAYERS, Game, game
from hoyle.odds.hands_text import Seat, read_seats
from hoyle.odds.native import SCALES, cores, kernel
from hoyle.odds.result import EquityResult, settle

SAMPLES: Final = 2_000_000
WORK_LIMIT: Final = 6e9
"""Estimated nanoseconds of one core up to which every deal is counted."""

_AS_COST_ALLOWS, _EVERY_DEAL, _SAMPLED, _EVERY_BOARD = range(4)

Progress = Callable[[int, int], object]


def equity(
    of: str,
    hands: Sequence[str],
    *,
    board: str = "",
    dead: str = "",
    exact: bool | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    every_board: bool = False,
) -> EquityResult:
    """Equity of two to eleven hands.

    A hand is cards (``AhKh``), cards of which some are unknown (``Ah??``, or fewer than the game deals),
    ``random``, or in hold'em and Omaha a range. In draw games it is the cards kept, then a slash and the
    discards, if they are known: ``AhAdKc/7s2d``; the drawing players have one draw to come.

    ``exact`` True counts every deal whatever it takes, False samples; None decides by the work. Samples are
    the same for the same ``seed`` on any number of threads. ``every_board`` counts without the short cut
    before the flop, as a check.
    """
    problem = Problem(game(of), hands, board=board, dead=dead)
    mode = _EVERY_DEAL if exact else _AS_COST_ALLOWS if exact is None else _SAMPLED
    if samples < 1:
        raise InvalidError(f"{samples} samples: at least 1 is needed")
    return problem.solve(
        _EVERY_BOARD if every_board else mode,
        samples=samples,
        seed=seed,
        threads=threads or cores(),
        progress=progress,
    )


class Problem:
    """Hands, board and dead cards, checked and ready for the kernel."""

    def __init__(self, of: Game, hands: Sequence[str], *, board: str = "", dead: str = "") -> None:
        self.board = parse_cards(board)
        self.dead = parse_cards(dead)
        if self.board and of.holes == 7 and of.board == 0:
            of = of.with_community_card()
        self.game = of
        self._check_size(len(hands))
        self.seats: list[Seat] = read_seats(of, hands, self.board, self.dead)
        self._check_deck()

    def _check_size(self, players: int) -> None:
        of = self.game
        if not 2 <= players <= MOST_PLAYERS:
            needed = players * of.holes + of.board
            hint = f" (and a deck has no {needed} cards)" if needed > DECK_SIZE else ""
            raise IllegalError(
                f"{players} hands of {of.name}: 2 to {MOST_PLAYERS} can be compared{hint}",
                legal=f"2 to {MOST_PLAYERS} hands",
            )
        if len(self.board) > of.board:
            wanted = f"{of.board} cards at most" if of.board else "no board"
            raise IllegalError(
                f"a board of {len(self.board)} cards, {cards_text(self.board)}: {of.name} has {wanted}",
                legal=wanted,
            )

    def _check_deck(self) -> None:
        of = self.game
        gone = len(self.dead) + sum(len(seat.discards) for seat in self.seats)
        needed = len(self.seats) * of.holes + of.board
        if needed + gone > DECK_SIZE:
            dead = f", {gone} more are dead" if gone else ""
            raise IllegalError(
                f"{len(self.seats)} hands of {of.name} take {needed} cards{dead}: the deck has {DECK_SIZE}",
                legal=f"{(DECK_SIZE - gone - of.board) // of.holes} hands at most",
            )

    def solve(
        self, mode: int, *, samples: int, seed: int, threads: int, progress: Progress | None
    ) -> EquityResult:
        of = self.game
        dead = [*self.dead, *[card for seat in self.seats for card in seat.discards]]
        seats = [
            (seat.known, seat.cards, None if seat.weights is None else list(seat.weights))
            for seat in self.seats
        ]
        main_top = of.top if of.low is None else 0
        try:
            exact, outcomes = kernel.equity(
                (SCALES[of.main], main_top),
                None if of.low is None else (SCALES[of.low], of.top),
                of.building,
                of.holes,
                of.board,
                seats,
                bytes(self.board),
                bytes(dead),
                mode,
                WORK_LIMIT,
                samples,
                seed & (1 << 64) - 1,
                threads,
                progress,
            )
        except (ValueError, OverflowError) as error:
            raise InvalidError(str(error)) from None
        if not outcomes:
            texts = ", ".join(seat.text for seat in self.seats)
            raise InvalidError(f"no deal is possible: hands {texts} always share a card")
        return settle(
            [seat.text for seat in self.seats],
            outcomes,
            game=of.name,
            board=cards_text(self.board),
            dead=cards_text(dead),
            exact=exact,
            split=of.low is not None,
            low_only=of.main_is_low,
        )
