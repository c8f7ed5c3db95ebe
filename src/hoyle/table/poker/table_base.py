"""Poker table base: state, rules and rounds of a poker table, which its handlers work on."""

from __future__ import annotations

from typing import Any

from hoyle.core.cards import DECK
from hoyle.core.errors import ChipConservationError, IllegalError, InvalidError, illegal
from hoyle.games.poker.events import PokerEvent, apply
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import RoundState
from hoyle.rulebooks.book_types.poker import GamePage, PokerBook
from hoyle.table import base
from hoyle.table.disputes import HOUSE_SETTLES, DisputeRules
from hoyle.table.poker.events import CurrencyChanged
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.poker.table_state import Player, PokerTableState
from hoyle.table.roster import Roster
from hoyle.table.seats import SeatRules
from hoyle.table.staff_roles import SUPERVISOR


class PokerTableBase(base.Table):
    """Base of the poker table: the state, rules and round that its handlers work on."""

    def __init__(self, sign: object = None, *, keep_log: bool = True) -> None:
        super().__init__(sign, keep_log=keep_log)
        self.state = PokerTableState()
        self.round: PokerRound | None = None
        """The round being played, or the one played last."""
        self._collected = 0
        """Number of the round's events that have been appended to those of the table."""
        self._has_cash = False
        """Whether a player has cash on the table in the round being played."""
        self._rules: dict[tuple[int, int, int, Rake | None], Rules] = {}
        self._seat_rules: SeatRules | None = None

    @property
    def roster(self) -> Roster:
        return self.state

    @property
    def sign(self) -> PostedSign:
        if self.state.posted_sign is None:
            raise base.not_open_error()
        return self.state.posted_sign

    @property
    def book(self) -> PokerBook:
        if self.state.posted_sign is None:
            raise base.not_open_error()
        return self.state.book

    @property
    def is_open(self) -> bool:
        return self.state.posted_sign is not None

    @property
    def book_id(self) -> str:
        return self.sign.book

    @property
    def game_id(self) -> str:
        return self.sign.game

    @property
    def round_number(self) -> int:
        return self.state.number

    @property
    def page(self) -> GamePage:
        if self.state.posted_sign is None:
            raise base.not_open_error()
        return self.state.page

    @property
    def playing(self) -> bool:
        """Whether a round is being played."""
        return self.state.round is not None

    def cards_to_shuffle(self) -> list[int]:
        return self.playing_round().cards_to_shuffle() if self.playing else list(DECK)

    # For the handlers

    def seat_rules(self) -> SeatRules:
        rules = self._seat_rules
        if rules is None:
            sign, wagers = self.sign, self.book.wagers
            rules = self._seat_rules = SeatRules(
                max_seats=sign.most_seats(self.book),
                max_seats_clause=self.page.max_seats.clause,
                seated_clause=wagers.seated_only or wagers.table_stakes or "house seats",
                buy_in=max(sign.buy_in, 1),
                adding_clause=wagers.no_adding or "house table-stakes",
                leaving_clause=wagers.table_stakes or "house seats",
                barred_clause=self.book.floor.offender.clause or "house conduct",
                list_clause=self.book.procedures.waiting_list or "house waiting-list",
            )
        return rules

    def dispute_rules(self) -> DisputeRules:
        rules = self.book.floor
        return DisputeRules(
            supervisor_clause=rules.supervisor or "house disputes",
            settled_by=(SUPERVISOR,) if rules.supervisor else HOUSE_SETTLES,
            conduct_clause=rules.conduct or "house conduct",
            offender_clause=rules.offender.clause,
            may_refuse=rules.offender.value == "may refuse",
        )

    def has_chips_in_play(self, seat: int) -> bool:
        """Whether a player is dealt in and so cannot leave."""
        return self.state.is_dealt_in(seat)

    def is_top_up_deferred(self, seat: int) -> bool:
        # Nobody adds to their stack while a round is played, in it or not (oneida XI.G.2(a)).
        return self.playing

    def is_between_rounds(self) -> bool:
        return self.state.round is None

    def check_tender(self, chips: int, currency: int) -> None:
        wagers = self.book.wagers
        if currency and not wagers.currency and not wagers.idle_currency:
            stakes = self.book.wagers.table_stakes or "house table-stakes"
            raise illegal(
                stakes, f"currency {currency}: cash cannot be played; change it into chips first", legal="chips"
            )

    def rules_for(self, players: int, small: int, big: int, rake: Rake | None) -> Rules:
        """Return the rules of a round, cached for each size of game."""
        key = (players, small, big, rake)
        rules = self._rules.get(key)
        if rules is None:
            rules = self._rules[key] = self.sign.rules(players, small, big, rake, book=self.book)
        return rules

    def playing_round(self) -> PokerRound:
        """Return the round being played; refused if there is none."""
        if self.state.round is None:
            raise IllegalError("no round is being played; deal first", legal="deal")
        if self.round is None or self.round.state is not self.state.round:
            return self.play(self._resumed_round())
        return self.round

    def play(self, round_: PokerRound) -> PokerRound:
        """Play this round from now on; none of its events has been collected yet."""
        self.round = round_
        self._collected = 0
        # Cash comes to the table between rounds only, so one check is enough.
        self._has_cash = any(player.total_chips() != player.chips for player in self.state.players.values()) and bool(
            self.book.wagers.currency
        )
        return round_

    def _resumed_round(self) -> PokerRound:
        """Build the round being played from its restored state, ready to continue."""
        state = self.state
        assert state.round is not None
        # Cards dealt to an empty seat make nobody a player, and without cards nobody is one.
        players = sum([1 for chips in state.round.start_stacks if chips]) - len(state.round.passed)
        return PokerRound(
            self.rules_for(players, state.small, state.big, state.round_rake),
            [],
            [],
            deck=[],
            table_all=self.sign.table_all,
            pauses=True,
            state=state.round,
            resume=True,
        )

    def check_seated(self, seat: int) -> None:
        """Refuse a seat that is not taken."""
        if seat not in self.state.players:
            clause = self.book.wagers.seated_only or "house seats"
            raise illegal(clause, f"seat {seat} is empty: only a seated player may bet", legal="take a seat")

    # Events

    def apply(self, entry: Any) -> None:
        if isinstance(entry, PokerEvent):
            apply(self._round_of_event(entry), entry)
            if not self._new_events:
                # Applied from a log and not by the round itself: its cached results no longer hold.
                self.round = None
            return
        entry.apply(self.state)
        if self.state.total() != 0:
            raise ChipConservationError(f"chips not conserved by {entry!r}: {self.state.accounts()}")

    def _round_of_event(self, event: PokerEvent) -> RoundState:
        """Return the round that an event changes: the current one, or the last if a hand of it is shown."""
        state = self.state
        if state.round is not None:
            return state.round
        if state.last is None:
            raise InvalidError(f"{event.name} before any round")
        # A snapshot may share the last round, so it is copied before it changes.
        state.last = state.last.copied()
        return state.last

    def _change_cash(self) -> None:
        """Change cash that was bet into chips, which is what lets it play."""
        for seat, player in self.state.players.items():
            assert isinstance(player, Player)
            if player.currency:
                cash_bet = player.currency - self.state.stack(seat)
                if cash_bet > 0:
                    self.emit(CurrencyChanged(seat=seat, chips=cash_bet, clause=self.book.wagers.currency))

    def _is_dirty(self) -> bool:
        return self.round is not None and self._collected != len(self.round.log)

    def snapshot(self) -> PokerTableState:
        return self.state.copy()

    def restore(self, snapshot: PokerTableState) -> None:
        self.state = snapshot.copy()
        self.round = None
        self._collected = 0
        self._seat_rules = None

    def shared_snapshot(self) -> PokerTableState:
        return self.state

    def state_to_dict(self) -> dict[str, Any]:
        return self.state.to_dict()

    def state_from_dict(self, data: dict[str, Any]) -> None:
        state = PokerTableState()
        state.restore(data)
        self.restore(state)
