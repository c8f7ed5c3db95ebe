"""Equity calculator: each player's share of the pot, enumerated exactly or sampled.

Every deal is counted if the estimated cost allows it; otherwise deals are sampled, and the result says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import pluralize
from hoyle.odds.equities.calculation_mode import Mode
from hoyle.odds.equities.hand_parser import PlayerHoldings, parse_players
from hoyle.odds.equities.input_checks import Cards, Hand, cards_asked, hands_asked, whole_asked
from hoyle.odds.equities.result import EquityResult, Outcome, summarize_counts
from hoyle.odds.kernel_loader import SAMPLES, SCALES, cores, kernel
from hoyle.odds.showdown_rules import DECK_SIZE, MAX_PLAYERS, ShowdownRules, game

MAX_SAMPLES: Final = 10**12
MAX_THREADS: Final = 1024
WORK_LIMIT: Final = 6e9
"""Estimated nanoseconds of one core up to which every deal is counted."""

Progress = Callable[[int, int], object]


def equity(
    of: str,
    hands: Iterable[Hand],
    *,
    board: Cards = "",
    dead: Cards = "",
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    one_by_one: bool = False,
    work_limit: float | None = None,
) -> EquityResult:
    """Equity of two to eleven hands.

    A hand is cards (``AhKh``), cards of which some are unknown (``Ah??``, or fewer than the game deals),
    ``random``, or in hold'em and Omaha a range; a list of cards or a `Range` will do too. In draw games it is
    the cards kept, then a slash and the discards, if they are known: ``AhAdKc/7s2d``; the drawing players
    have one draw left.

    ``exact`` True counts every deal at any cost, False samples; None decides by the estimated cost.
    ``samples`` defaults to 2,000,000, or 100,000 without the kernel; they are the same for the same ``seed``
    on any number of threads. ``one_by_one`` counts deals in turn, without shortcuts, as a check.
    ``work_limit`` is the estimated nanoseconds of one core up to which None counts, 6e9 by default.

    >>> str(equity("holdem", ["AhKh", "QsQd"])[0].equity)
    '197833/428076'
    """
    found = game(of)
    problem = EquityRequest(
        found,
        hands_asked(hands, found.name),
        board=cards_asked(board, "board"),
        dead=cards_asked(dead, "dead"),
    )
    work = solver_options(exact=exact, samples=samples, seed=seed, threads=threads, one_by_one=one_by_one)
    if work_limit is not None:
        work = work._replace(limit=work_limit)
    return problem.solve(work, progress)


def solver_options(
    *,
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = 0,
    threads: int | None = None,
    one_by_one: bool = False,
) -> SolverOptions:
    """Build the solver options from the arguments of :func:`equity`."""
    mode = Mode.EXACT if exact else Mode.AUTO if exact is None else Mode.SAMPLED
    if samples is not None and not 1 <= (samples := whole_asked(samples, "samples")) <= MAX_SAMPLES:
        raise InvalidError(f"{samples} samples: 1 to {MAX_SAMPLES:,}")
    if threads is not None and not 1 <= (threads := whole_asked(threads, "threads")) <= MAX_THREADS:
        raise InvalidError(f"{threads} threads: 1 to {MAX_THREADS:,}")
    start = whole_asked(seed or 0, "seed") & (1 << 64) - 1
    return SolverOptions(
        Mode.EXACT_NO_SHORTCUTS if one_by_one else mode, samples or SAMPLES, start, threads or cores()
    )


class SolverOptions(NamedTuple):
    """Options of an equity calculation: mode, samples, seed, threads and part of the work."""

    mode: Mode
    samples: int
    seed: int
    threads: int
    part: int = 0
    parts: int = 1
    limit: float = WORK_LIMIT
    """Estimated nanoseconds of one core up to which every deal is counted."""


class KernelRequest(NamedTuple):
    """Arguments of an equity calculation in the kernel, as plain numbers and bytes."""

    main: tuple[int, int]
    low: tuple[int, int] | None
    building: int
    holes: int
    on_board: int
    seats: list[tuple[int, bytes, list[int] | None]]
    board: bytes
    dead: bytes


def count_outcomes(
    question: KernelRequest, work: SolverOptions, progress: Progress | None = None
) -> tuple[bool, list[Outcome]]:
    """Run the kernel; return whether every deal was counted, and the count of each outcome."""
    try:
        return kernel.equity(
            *question,
            work.mode,
            work.limit,
            work.samples,
            work.seed,
            work.threads,
            progress,
            work.part,
            work.parts,
        )
    except (ValueError, OverflowError) as error:
        raise InvalidError(str(error)) from None


class EquityRequest:
    """Validated equity request: game, hands, board and dead cards."""

    def __init__(self, of: ShowdownRules, hands: Sequence[str], *, board: str = "", dead: str = "") -> None:
        self.board = parse_cards(board)
        self.dead = parse_cards(dead)
        if self.board and of.holes == 7 and of.board == 0:
            of = of.with_community_card()
        self.game = of
        self._check_size(len(hands))
        self.seats: list[PlayerHoldings] = parse_players(of, hands, self.board, self.dead)
        self._check_deck()

    def _check_size(self, players: int) -> None:
        of = self.game
        if not 2 <= players <= MAX_PLAYERS:
            needed = players * of.holes + of.board
            hint = f" (and a deck has no {needed} cards)" if needed > DECK_SIZE else ""
            raise IllegalError(
                f"{pluralize(players, 'hand')} of {of.name}: 2 to {MAX_PLAYERS} can be compared{hint}",
                legal=f"2 to {MAX_PLAYERS} hands",
            )
        if len(self.board) > of.board:
            wanted = f"{pluralize(of.board, 'card')} at most" if of.board else "no board"
            raise IllegalError(
                f"a board of {pluralize(len(self.board), 'card')}, {cards_text(self.board)}: "
                f"{of.name} has {wanted}",
                legal=wanted,
            )

    def _check_deck(self) -> None:
        of = self.game
        gone = len(self.dead) + sum(len(seat.discards) for seat in self.seats)
        needed = len(self.seats) * of.holes + of.board
        if needed + gone > DECK_SIZE:
            dead = f", {gone} more are dead" if gone else ""
            legal = f"{(DECK_SIZE - gone - of.board) // of.holes} hands at most"
            if of.holes == 7:
                legal += ", or the last card as one for all, given as the board"
            raise IllegalError(
                f"{len(self.seats)} hands of {of.name} take {needed} cards{dead}: the deck has {DECK_SIZE}; "
                f"legal: {legal}",
                legal=legal,
            )
        held = [card for seat in self.seats if len(seat.cards) == seat.known for card in seat.cards]
        if len(set(held)) < len(held):  # ranges with only one hand left may still share a card
            raise self._impossible()

    def solve(self, work: SolverOptions, progress: Progress | None = None) -> EquityResult:
        return self.settle(*count_outcomes(self.question(), work, progress))

    def question(self) -> KernelRequest:
        """Return the request in plain numbers and bytes, for the kernel and for other processes."""
        of = self.game
        return KernelRequest(
            (SCALES[of.main], of.top if of.low is None else 0),
            None if of.low is None else (SCALES[of.low], of.top),
            of.building,
            of.holes,
            of.board,
            [
                (seat.known, seat.cards, None if seat.weights is None else list(seat.weights))
                for seat in self.seats
            ],
            bytes(self.board),
            bytes(self._gone()),
        )

    def settle(self, exact: bool, outcomes: list[Outcome]) -> EquityResult:
        if not outcomes:
            raise self._impossible()
        return summarize_counts(
            [seat.text for seat in self.seats],
            outcomes,
            game=self.game.name,
            board=cards_text(self.board),
            dead=cards_text(self._gone()),
            exact=exact,
            split=self.game.low is not None,
            low_only=self.game.main_is_low,
            draws_to_come=self._draws_to_come(),
            note=self._board_note(),
        )

    def _board_note(self) -> str:
        """Note on a board that no street ends with, such as two cards of a flop."""
        known = len(self.board)
        if known in self.game.boards:
            return ""
        due = next(size for size in self.game.boards if size > known)
        *sizes, last = (str(size) for size in self.game.boards if size)
        return (
            f"{self.game.name} boards have {', '.join(sizes)} or {last} cards; "
            f"here {due - known} more of the first {due} is dealt at random"
        )

    def _draws_to_come(self) -> int | None:
        """Draws to come: 1 if a player keeps fewer cards than a hand, else 0; None without draws."""
        if not self.game.draws:
            return None
        return int(any(seat.known < self.game.holes for seat in self.seats))

    def _impossible(self) -> InvalidError:
        texts = ", ".join(seat.text for seat in self.seats)
        return InvalidError(f"no deal is possible: hands {texts} always share a card")

    def _gone(self) -> list[int]:
        return [*self.dead, *[card for seat in self.seats for card in seat.discards]]
