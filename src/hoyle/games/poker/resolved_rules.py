"""Resolved rules: one game under one book at one table's stakes, ready for lookup."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_int
from hoyle.games.poker.pots.odd_chips import OddRules
from hoyle.games.poker.pots.rake import RakePlan, first_round_free
from hoyle.games.poker.raise_cap import RaiseCap
from hoyle.games.poker.variants import BIG, Variant, variant
from hoyle.hands import Evaluator
from hoyle.rulebooks.book_types.poker import GamePage, PokerBook

FIXED: Final = 0
SPREAD: Final = 1
POT_LIMIT: Final = 2
NO_LIMIT: Final = 3
STRUCTURES: Final[list[str]] = ["fixed-limit", "spread-limit", "pot-limit", "no-limit"]


class Stakes:
    """Stakes of a round: betting structure, limits, ante, raise cap and rake."""

    def __init__(
        self,
        structure: int,
        *,
        small: int,
        big: int = 0,
        ante: int = 0,
        forced_bet: int = 0,
        raise_cap: int = 0,
        raise_caps: dict[int, int] | None = None,
        check_raise: bool = True,
        rake: RakePlan | None = None,
        unit_cents: int = 100,
    ) -> None:
        if not 0 <= structure < len(STRUCTURES):
            raise InvalidError(f"unknown structure {structure}: 0 to 3 for {', '.join(STRUCTURES)}")
        if small < 1 or (big and big < small):
            raise InvalidError(f"limits of {small} and {big}: the lower is at least 1, the upper no less")
        if ante < 0 or forced_bet < 0 or raise_cap < 0:
            raise InvalidError(f"ante {ante}, forced bet {forced_bet} and raise cap {raise_cap} may not be below 0")
        for chips, label in (
            (small, "the lower limit"),
            (big, "the upper limit"),
            (ante, "the ante"),
            (forced_bet, "the forced bet"),
            (raise_cap, "the raise cap"),
        ):
            check_int(chips, label, 0)
        self.structure = structure
        self.small = small
        """Fixed limit: the lower limit. Spread: the least bet. Pot-limit and no-limit: the minimum bet."""
        self.big = big or small
        """Fixed limit: the upper limit. Spread: the largest bet or raise."""
        self.ante = ante
        self.forced_bet = forced_bet
        self.raise_cap = raise_cap
        """House cap on raises, where the book leaves it to the house; 0 = none."""
        self.raise_caps: list[tuple[int, int]] = sorted((raise_caps or {}).items())
        """House caps by number of players in the betting round: each holds from its number on."""
        self.check_raise = check_raise
        self.rake = rake or RakePlan()
        self.unit_cents = unit_cents


class Rules:
    """Rules of one game under one book at one table's stakes, with every clause that events cite."""

    def __init__(self, book: PokerBook, game: str, stakes: Stakes) -> None:
        page = book.page(game)
        self.book = book
        self.page = page
        self.game = game
        self.stakes = stakes
        self.variant: Variant = variant(game)
        self.rake = stakes.rake
        low = self.variant.low
        if page.low_straights_flushes_count.value:
            low = self.variant.strict_low or low
        high = self.variant.high
        self.high: Evaluator | None = None if high is None else Evaluator(high, self.variant.building)
        self.low: Evaluator | None = (
            None if low is None else Evaluator(low, self.variant.building, page.qualifier.value)
        )
        self.split = high is not None and low is not None
        self.odd = OddRules(page.odd, stakes.unit_cents)
        # Betting
        self.raise_cap = RaiseCap(
            book.raise_cap.value or stakes.raise_cap,
            stakes.raise_caps,
            heads_up_uncapped=book.heads_up_uncapped.value,
            open_counts=book.open_counts_as_raise.value,
        )
        upper = stakes.big if stakes.structure == FIXED else stakes.small
        self.bet_units: list[int] = [upper if street.bet == BIG else stakes.small for street in self.variant.streets]
        """Least full bet of each street: the fixed limit, or the minimum bet."""
        self.short_allin_reopens: bool = book.short_allin_reopens.value
        self.must_open: bool = page.open_must_bet.value
        self.all_in_may_open: bool = page.all_in_opener.value == "clockwise"
        """Whether the best hand showing opens although it is all-in; the turn then passes clockwise."""
        self.kill_acts_last: bool = page.kill is not None and page.kill.acts_last.value
        self.ghosts: bool = page.folded_seat_gets_cards.value
        self.forced_bet: str = page.forced_bet.value
        self.burns_to_muck: bool = bool(book.showdown.burns_to_discards)
        self.first_round_free: bool = first_round_free(book, self.variant)
        self.max_seats: int = page.max_seats.value
        self.deck_size: int = book.procedures.deck.value
        self.shortage_style: str = page.stud_short.value
        self.shortage_reserve: int = page.stud_short_need.value
        self._resolve_clauses(book, page)

    def _resolve_clauses(self, book: PokerBook, page: GamePage) -> None:
        """Resolve once every clause that an event may carry."""
        wagers = book.wagers
        showdown = book.showdown
        revenue = book.revenue
        self.c_scope: str = page.scope
        self.c_ante: str = wagers.ante or _house("ante")
        self.c_blind: str = page.blinds.clause
        self.c_missed: str = _house("missed-blinds")
        kill = page.kill
        self.c_kill: str = "" if kill is None else kill.button or kill.trigger
        self.c_forced: str = page.forced_bet.clause
        self.c_deal: list[str] = []
        self.c_open: list[str] = []
        self.c_open_tie: list[str] = []
        self.c_bet: list[str] = []
        self.c_fold: list[str] = []
        self.c_check: list[str] = []
        self.c_wager: list[str] = []
        self.c_call: list[str] = []
        for street in self.variant.streets:
            cites = page.streets.get(street.name)
            if cites is None:
                raise InvalidError(f"{book.id} gives no clauses for {street.name!r} of {page.game}")
            self.c_deal.append(cites.deal)
            self.c_open.append(cites.open)
            self.c_open_tie.append(cites.open_tie or cites.open)
            self.c_bet.append(cites.bet)
            self.c_fold.append(cites.fold or cites.bet)
            self.c_check.append(cites.check or cites.bet)
            self.c_wager.append(cites.wager or cites.bet)
            self.c_call.append(cites.call or cites.bet)
        self.c_gather: str = book.procedures.cards_then_betting
        self.c_ghost: str = page.folded_seat_gets_cards.clause
        self.c_uncalled: str = revenue.uncalled or _house("uncalled-bet")
        self.c_all_in: str = wagers.all_in or _house("all-in")
        self.c_side_pot: str = wagers.side_pot or _house("side-pot")
        self.c_percent: str = revenue.percent_as_played or revenue.percent_cap.clause or _house("rake")
        self.c_increment: str = revenue.increments or _house("rake")
        self.c_jackpot: str = revenue.jackpot or _house("jackpot")
        self.c_fee: str = revenue.fee_rates.clause or _house("fee")
        self.c_fee_time: str = revenue.collected_by or _house("fee")
        self.c_limits: str = wagers.notice
        self.c_check_raise: str = wagers.check_raise or _house("check-raise")
        self.c_raise_cap: str = book.raise_cap.clause or _house("raise-cap")
        self.c_seats: str = page.max_seats.clause
        self.c_draw: str = page.draw
        self.c_draw_burn: str = page.draw_burn
        self.c_draw_short: str = page.draw_shortage
        self.c_last: str = showdown.last_player or _house("last-player")
        self.c_show: str = showdown.order or showdown.held
        self.c_concede: str = page.unseen_muck or showdown.conceding or _house("conceding")
        self.c_award: str = showdown.award or _house("award")
        self.c_high: str = page.high
        self.c_low: str = page.low
        self.c_split: str = page.split
        self.c_no_low: str = page.no_low
        self.c_board_plays: str = page.board_plays
        self.c_odd_halves: str = page.odd.halves.clause
        self.c_odd_high: str = page.odd.tied_high.clause
        self.c_odd_high_alone: str = page.odd.tied_high_alone or page.odd.tied_high.clause
        self.c_odd_low: str = page.odd.tied_low.clause

    def shortage_clause(self, procedure: str) -> str:
        """Return the clause of a procedure for a last street that runs short of cards."""
        return self.page.stud_short_steps.get(procedure, self.page.stud_short.clause)


def _house(topic: str) -> str:
    """Return the citation of the house conventions, where the book is silent."""
    return f"house {topic}"
