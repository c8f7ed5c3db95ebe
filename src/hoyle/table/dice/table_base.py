"""Dice table base: state, rules and game of a dice table, which its handlers work on."""

from __future__ import annotations

from typing import Any

from hoyle.core.errors import ChipConservationError
from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.events import DiceEvent
from hoyle.games.dice.events.registry import apply
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.table import base
from hoyle.table.command_base import Command
from hoyle.table.dice.table_state import DiceTableState
from hoyle.table.disputes import NoteRecorded
from hoyle.table.pending_decisions import PendingDecision
from hoyle.table.roster import Roster
from hoyle.table.seats import SeatRules


class DiceTableBase(base.Table):
    """Base of the dice table: the state, rules and game that its handlers work on."""

    def __init__(self, sign: object = None, *, keep_log: bool = True) -> None:
        super().__init__(sign, keep_log=keep_log)
        self.state = DiceTableState()
        self.decision_cache: dict[tuple[object, ...], list[PendingDecision]] = {}
        """Cached decisions of crew and shooter, by everything they depend on."""

    @property
    def roster(self) -> Roster:
        return self.state

    @property
    def sign(self) -> DiceSign:
        if self.state.posted_sign is None:
            raise base.not_open_error()
        return self.state.posted_sign

    @property
    def is_open(self) -> bool:
        return self.state.posted_sign is not None

    @property
    def book_id(self) -> str:
        return str(self.sign.book)

    @property
    def game_id(self) -> str:
        return self.sign.GAME

    @property
    def round_number(self) -> int:
        return self.state.play.rolls

    # For the handlers

    def game_for(self, command: Command) -> DiceGame:
        """Return the dice game for a command that not every game has; refuse it if this game has not."""
        game = self.game
        game.check_known(command.name)
        return game

    def record(self, what: str, detail: str, by: str, clause: str) -> None:
        """Record a note in the table's log that changes nothing."""
        self.emit(NoteRecorded(what=what, detail=detail, by=by, clause=clause))

    def seat_rules(self) -> SeatRules:
        sign = self.sign
        return SeatRules(max_seats=sign.seats, max_seats_clause=sign.seats_clause, adding_clause="house seats")

    def has_chips_in_play(self, seat: int) -> bool:
        """Whether a player has wagers on the layout or holds the dice, or a throw is disputed."""
        name, play = self.roster.player(seat).name, self.state.play
        return play.disputed or play.shooter == name or any(wager.owner == name for wager in play.live)

    def is_top_up_deferred(self, seat: int) -> bool:
        """Return False: chips may be brought at any time."""
        return False

    def is_between_rounds(self) -> bool:
        return not self.state.play.released

    # Events

    def apply(self, entry: Any) -> None:
        if self._pending is not None:
            self._invalidate_pending()
        if isinstance(entry, DiceEvent):
            apply(self.state.play, entry)
        else:
            entry.apply(self.state)
            self.state.set_players()
        if self.state.total() != 0:
            raise ChipConservationError(f"chips not conserved by {entry!r}: {self.state.accounts()}")

    def emit(self, entry: Any) -> None:
        was_offering = bool(self.state.play.offering)
        super().emit(entry)
        if was_offering and not self.state.play.offering:
            self.game.end_offer()
            self.collect_round_events()

    def collect_round_events(self) -> None:
        """Append the events that the dice game has made to those of the command."""
        self.collect_events()

    def collect_events(self) -> bool:
        """Append the events that the dice game has made to the command's; return whether there were any."""
        events = self.game.log
        if not events:
            return False
        self._new_events += events
        self.event_count += len(events)
        events.clear()
        return True

    def state_to_dict(self) -> dict[str, Any]:
        return self.state.to_dict()

    def state_from_dict(self, data: dict[str, Any]) -> None:
        self.state = DiceTableState()
        self.state.restore(data)
        self.decision_cache = {}

    @property
    def game(self) -> DiceGame:
        """Dice game played at the table: layout, wagers and dice."""
        raise NotImplementedError

    def crew_and_shooter_decisions(self) -> list[PendingDecision]:
        """Return the pending decisions of crew, shooter and whoever is offered the dice, without betting."""
        raise NotImplementedError
