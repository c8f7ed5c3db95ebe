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
from hoyle.odds.equities.equity_result import EquityResult, Outcome, summarize_counts
from hoyle.odds.equities.hand_parser import PlayerHoldings, parse_players
from hoyle.odds.equities.input_conversion import Cards, Hand, to_card_text, to_hand_texts, to_int
from hoyle.odds.kernel_loader import SAMPLES, SCALES, cores, kernel
from hoyle.odds.showdown_rules import DECK_SIZE, MAX_PLAYERS, ShowdownRules, game

MAX_SAMPLES: Final = 10**12
MAX_THREADS: Final = 1024
WORK_LIMIT: Final = 6e9
"""Estimated nanoseconds of one core up to which every deal is counted."""

Progress = Callable[[int, int], object]
"""Callback for progress: units of work done, and in all."""


def equity(
    game_name: str,
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
    """Compute the equity of two to eleven poker hands.

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
    rules = game(game_name)
    request = EquityRequest(
        rules, to_hand_texts(hands, rules.name), board=to_card_text(board, "board"), dead=to_card_text(dead, "dead")
    )
    options = solver_options(exact=exact, samples=samples, seed=seed, threads=threads, one_by_one=one_by_one)
    if work_limit is not None:
        options = options._replace(limit=work_limit)
    return request.solve(options, progress)


def solver_options(
    *,
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = 0,
    threads: int | None = None,
    one_by_one: bool = False,
) -> SolverOptions:
    """Check the options of an equity calculation and fill in the defaults; see :func:`equity`."""
    if one_by_one:
        mode = Mode.EXACT_NO_SHORTCUTS
    elif exact is None:
        mode = Mode.AUTO
    else:
        mode = Mode.EXACT if exact else Mode.SAMPLED
    if samples is not None and not 1 <= (samples := to_int(samples, "samples")) <= MAX_SAMPLES:
        raise InvalidError(f"{samples} samples: 1 to {MAX_SAMPLES:,}")
    if threads is not None and not 1 <= (threads := to_int(threads, "threads")) <= MAX_THREADS:
        raise InvalidError(f"{threads} threads: 1 to {MAX_THREADS:,}")
    seed_64_bits = to_int(seed or 0, "seed") & (1 << 64) - 1
    return SolverOptions(mode, samples or SAMPLES, seed_64_bits, threads or cores())


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
    request: KernelRequest, options: SolverOptions, progress: Progress | None = None
) -> tuple[bool, list[Outcome]]:
    """Count the outcomes of an equity request in the kernel; return whether of every deal, and the counts."""
    try:
        return kernel.equity(**request._asdict(), **options._asdict(), progress=progress)
    except (ValueError, OverflowError) as error:
        raise InvalidError(str(error)) from None


class EquityRequest:
    """Validated equity request: game, hands, board and dead cards."""

    def __init__(self, rules: ShowdownRules, hands: Sequence[str], *, board: str = "", dead: str = "") -> None:
        self.board = parse_cards(board)
        self.dead = parse_cards(dead)
        if self.board and rules.holes == 7 and rules.board == 0:
            rules = rules.with_community_card()
        self.game = rules
        self._check_size(len(hands))
        self.seats: list[PlayerHoldings] = parse_players(rules, hands, self.board, self.dead)
        self._check_deck()

    def _check_size(self, players: int) -> None:
        """Refuse an equity request with too many or too few hands, or too many board cards."""
        rules = self.game
        if not 2 <= players <= MAX_PLAYERS:
            needed = players * rules.holes + rules.board
            hint = f" (and a deck has no {needed} cards)" if needed > DECK_SIZE else ""
            raise IllegalError(
                f"{pluralize(players, 'hand')} of {rules.name}: 2 to {MAX_PLAYERS} can be compared{hint}",
                legal=f"2 to {MAX_PLAYERS} hands",
            )
        if len(self.board) > rules.board:
            allowed = f"{pluralize(rules.board, 'card')} at most" if rules.board else "no board"
            raise IllegalError(
                f"a board of {pluralize(len(self.board), 'card')}, {cards_text(self.board)}: "
                f"{rules.name} has {allowed}",
                legal=allowed,
            )

    def _check_deck(self) -> None:
        """Refuse an equity request whose hands need more cards than the deck has, or the same card twice."""
        rules = self.game
        dead_count = len(self.dead) + sum(len(seat.discards) for seat in self.seats)
        needed = len(self.seats) * rules.holes + rules.board
        if needed + dead_count > DECK_SIZE:
            dead = f", {dead_count} more are dead" if dead_count else ""
            legal = f"{(DECK_SIZE - dead_count - rules.board) // rules.holes} hands at most"
            if rules.holes == 7:
                legal += ", or the last card as one for all, given as the board"
            raise IllegalError(
                f"{len(self.seats)} hands of {rules.name} take {needed} cards{dead}: "
                f"the deck has {DECK_SIZE}; legal: {legal}",
                legal=legal,
            )
        certain_cards = [card for seat in self.seats if len(seat.cards) == seat.known for card in seat.cards]
        # Ranges with only one hand left may still share a card.
        if len(set(certain_cards)) < len(certain_cards):
            raise self._no_deal_error()

    def solve(self, options: SolverOptions, progress: Progress | None = None) -> EquityResult:
        """Compute the equities of the request."""
        return self.settle(*count_outcomes(self.kernel_request(), options, progress))

    def kernel_request(self) -> KernelRequest:
        """Return the equity request as plain numbers and bytes, for the kernel and for other processes."""
        rules = self.game
        return KernelRequest(
            (SCALES[rules.main], rules.top if rules.low is None else 0),
            None if rules.low is None else (SCALES[rules.low], rules.top),
            rules.building,
            rules.holes,
            rules.board,
            [(seat.known, seat.cards, None if seat.weights is None else list(seat.weights)) for seat in self.seats],
            bytes(self.board),
            bytes(self._unavailable_cards()),
        )

    def settle(self, exact: bool, outcomes: list[Outcome]) -> EquityResult:
        """Convert the counted outcomes to equities; raise if no deal was possible."""
        if not outcomes:
            raise self._no_deal_error()
        return summarize_counts(
            [seat.text for seat in self.seats],
            outcomes,
            game=self.game.name,
            board=cards_text(self.board),
            dead=cards_text(self._unavailable_cards()),
            exact=exact,
            split=self.game.low is not None,
            low_only=self.game.main_is_low,
            draws_to_come=self._draws_to_come(),
            note=self._board_note(),
        )

    def _board_note(self) -> str:
        """Build the note on a board that no street ends with, such as two cards of a flop."""
        board_size = len(self.board)
        if board_size in self.game.boards:
            return ""
        next_size = next(size for size in self.game.boards if size > board_size)
        *sizes, largest = (str(size) for size in self.game.boards if size)
        return (
            f"{self.game.name} boards have {', '.join(sizes)} or {largest} cards; "
            f"here {next_size - board_size} more of the first {next_size} is dealt at random"
        )

    def _draws_to_come(self) -> int | None:
        """Return 1 if a player has cards to draw, 0 if none has; None in games without draws."""
        if not self.game.draws:
            return None
        return int(any(seat.known < self.game.holes for seat in self.seats))

    def _no_deal_error(self) -> InvalidError:
        texts = ", ".join(seat.text for seat in self.seats)
        return InvalidError(f"no deal is possible: hands {texts} always share a card")

    def _unavailable_cards(self) -> list[int]:
        """List the cards that cannot be dealt: dead cards and discards."""
        return [*self.dead, *(card for seat in self.seats for card in seat.discards)]
