"""House card table base: state, rules and rounds of a house card table, which its handlers work on."""

from __future__ import annotations

from typing import Any

from hoyle.core.errors import ChipConservationError, IllegalError, InvalidError, illegal
from hoyle.games.house_cards.events import HouseCardEvent
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.rulebooks.book_types.house_cards import DealPage, HouseCardPage
from hoyle.table import base
from hoyle.table.house_cards.table_state import HouseCardTableState
from hoyle.table.pending_decisions import PendingDecision
from hoyle.table.roster import Roster
from hoyle.table.seats import SeatRules


class HouseCardTableBase(base.Table):
    """Base of the house card table: the state, rules and round that its handlers work on."""

    def __init__(self, sign: object = None, *, keep_log: bool = True) -> None:
        super().__init__(sign, keep_log=keep_log)
        self.state = HouseCardTableState()
        self.round: HouseCardRound | None = None
        """The round being played, or the one played last."""
        self._seat_rules: SeatRules | None = None
        self.decision_cache: dict[str, PendingDecision] = {}
        """Cached decisions whose choices are always the same."""

    @property
    def roster(self) -> Roster:
        return self.state

    @property
    def sign(self) -> HouseCardSign:
        if self.state.posted_sign is None:
            raise base.not_open_error()
        return self.state.posted_sign

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
    def page(self) -> HouseCardPage:
        """The book's page on the game."""
        return self.sign.page

    @property
    def deal_page(self) -> DealPage:
        """The book's rules on this way of dealing."""
        sign = self.sign
        return sign.page.dealing[sign.dealing]

    # For the handlers

    def seat_rules(self) -> SeatRules:
        if self._seat_rules is None:
            sign = self.sign
            self._seat_rules = SeatRules(max_seats=sign.seats, max_seats_clause=sign.seats_clause)
        return self._seat_rules

    def has_chips_in_play(self, seat: int) -> bool:
        return self.state.takes_part(seat)

    def is_between_rounds(self) -> bool:
        return self.state.round is None

    def check_between_rounds(self, action: str) -> None:
        """Refuse an action that is only done between rounds while one is played."""
        if self.state.round is not None:
            raise illegal("house rounds", f"{action} between rounds, not during one")

    def playing_round(self) -> HouseCardRound:
        """Return the round in which wagers are open or hands are played; refused if there is none."""
        if self.state.round is None:
            raise IllegalError("no round is being played: open the betting first", legal="open-wagers")
        if self.round is None or self.round.state is not self.state.round:
            self.round = HouseCardRound(self.sign, None, state=self.state.round, resume=True)
        self.round.step = self.state.held
        return self.round

    def shown_round(self) -> HouseCardRound | None:
        """Return the round being played, or the last one, for display."""
        state = self.state.round or self.state.last
        if state is None or (self.round is not None and self.round.state is state):
            return None if state is None else self.round
        return HouseCardRound(self.sign, None, state=state, resume=True)

    # Events

    def apply(self, entry: Any) -> None:
        if self._pending is not None:
            self._invalidate_pending()
        if isinstance(entry, HouseCardEvent):
            round_ = self.state.round
            if round_ is None:
                raise InvalidError(f"{entry.name} before any round")
            entry.apply(round_)
            if round_.chips() != 0:
                raise ChipConservationError(f"chips not conserved by {entry!r}: {self.state.accounts()}")
            return
        entry.apply(self.state)
        if self.state.total() != 0:
            raise ChipConservationError(f"chips not conserved by {entry!r}: {self.state.accounts()}")

    def _is_dirty(self) -> bool:
        return self.round is not None and bool(self.round.log)

    def state_to_dict(self) -> dict[str, Any]:
        return self.state.to_dict()

    def state_from_dict(self, data: dict[str, Any]) -> None:
        self.state = HouseCardTableState()
        self.state.restore(data)
        self.round = None
        self._seat_rules = None
        self.decision_cache = {}
