"""Live table: a table as the room runs it, with its settings, clocks, chips and current hand.

`apply` replays a step from the log, `on_step` follows up one that has just been decided; both end in the same
bookkeeping, so a reloaded table is in exactly the state of the one that crashed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import convert, to_builtins

from hoyle.core.money import Transfer
from hoyle.room.chip_ledger import table_account, wallet_account
from hoyle.room.events import table_events
from hoyle.room.events.table_events import LiveTableEvent
from hoyle.room.home_games.buy_in_ledger import BUY_IN, CASH_OUT, BuyInLedger, ChipMovement
from hoyle.room.home_games.buy_in_ledger import TOP_UP as LEDGER_TOP_UP
from hoyle.room.live_table.table_settings import CAGE, TableSettings, parse_settings
from hoyle.room.state.live_table_state import NO_TURN, CurrentRound, LiveTableState, TurnClock
from hoyle.rulebooks import VERSION
from hoyle.storage.models import HandIndexEntry, table_stream
from hoyle.table.base import CLOCK, Table
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.log.event_log import LogStep
from hoyle.table.pending_decisions import PendingDecision
from hoyle.table.roster import TOP_UP

CASHIER: Final = "cashier"
"""Table account from which players buy in, and to which they cash out."""
RESERVED: Final = "promised"
"""Table account for top-ups that wait for the end of the round and cannot be spent elsewhere."""

_STAKE_ACCOUNTS: Final = ("pot", "layout")
"""Accounts that hold the chips at stake in a round."""


_SEAT_TIME_EVENTS: Final = frozenset(("seated", "name-called", "sat-out"))
_DISPUTE_EVENTS: Final = frozenset(("dispute-opened", "dispute-closed"))
_MONEY_EVENTS: Final = frozenset(("seated", "request-deferred", "deferred-request-closed", "player-left"))
"""Events that concern money even where they transfer no chips at the table."""

POTS_KEPT: Final = 20

HOME_PACE: Final = 300
"""Least pace of the dealer at a home game with bots, in milliseconds."""
BOT_PATIENCE: Final = 60_000
"""Milliseconds beyond the turn clock that a bot has to answer."""

RULINGS_KEPT: Final = 20

CLOSING: Final = frozenset(("no-more-bets", "dealer-shakes"))
"""Dealer's commands that close betting."""


_CHECKPOINTED: Final[dict[str, Any]] = {
    "hosting": LiveTableState,
    "seated": dict[int, str],
    "reserved_top_ups": dict[str, int],
    "time_banks": dict[str, int],
    "timeout_counts": dict[str, int],
    "away_since": dict[str, int],
    "buy_in_ledger": BuyInLedger,
    "turn": TurnClock,
    "ready": list[str],
    "current_round": CurrentRound | None,
    "last_round_ended_at": int,
    "recent_pots": list[int],
    "last_finished_record": int,
    "seat_called_at": int,
    "sponsors": dict[str, str],
    "ruling_times": dict[int, int],
}
"""Attributes of a live table that its checkpoint has, with their types."""


class LiveTable:
    """Table as the room runs it: the game's table, settings, clocks, chips and current round."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.stream = table_stream(number)
        self._stakes = frozenset(f"{self.stream} {name}" for name in _STAKE_ACCOUNTS)
        self.hosting = LiveTableState()
        self.settings = TableSettings()
        self._table: Table | None = None
        self.seated: dict[int, str] = {}
        """Players by seat, as of the last event that was applied."""
        self.reserved_top_ups: dict[str, int] = {}
        """Chips reserved for top-ups after the round, by player."""
        self.time_banks: dict[str, int] = {}
        """Time left in each player's time bank."""
        self.timeout_counts: dict[str, int] = {}
        """Consecutive time-outs of each player."""
        self.away_since: dict[str, int] = {}
        """Time since which each absent player sits out."""
        self.last_finished_record = 0
        """Number of the last finished round's last record; later records may belong to one in play."""
        self.seat_called_at = 0
        """Time at which a seat was last called for a name on the waiting list; 0: never."""
        self.sponsors: dict[str, str] = {}
        """Person who seated each bot; at a home game the host, who also settles for it."""
        self.ruling_times: dict[int, int] = {}
        """Times at which the last disputes were settled, by number."""
        self.buy_in_ledger = BuyInLedger()
        """Buy-ins and cash-outs, for the settlement of a home game."""
        self.turn = NO_TURN
        self.round_start_version = 0
        """The table's last entry when the round began or the dice were last thrown; a wager of a client that
        has seen less is for an earlier one."""
        self._round_start_number = 0
        """Number of the round or roll that `round_start_version` belongs to."""
        self.ready: list[str] = []
        """Players who need no more time to wager, or before the next hand."""
        self.committed_at = 0
        """Time at which the hash of the next secret was published."""
        self.enough_players_since = 0
        """Time at which the table last came to have enough players for a round."""
        self.is_commitment_late = False
        """Whether the hash of the next secret was published only when its draw was due."""
        self.current_round: CurrentRound | None = None
        self.rounds_since_checkpoint = 0
        """Rounds since the last checkpoint."""
        self.last_round_ended_at = 0
        """Time at which the last round was over."""
        self.recent_pots: list[int] = []
        """Pots of the last rounds."""
        self.round_steps: list[LogStep] = []
        """Steps so far of the round in play when the table was loaded, for the narration."""
        self.layout_at_round_start: tuple[int, list[Any]] = 0, []
        """Point and wagers on a dice layout when that round began."""

    @property
    def table(self) -> Table:
        assert self._table is not None, f"table {self.number} was not set up"
        return self._table

    @property
    def is_set_up(self) -> bool:
        """Whether the table has been set up with its game; nothing can be played before."""
        return self._table is not None

    @property
    def pace(self) -> int:
        """Milliseconds between the dealer's actions, at least `HOME_PACE` at a home game with bots."""
        is_slowed = self.settings.private and any(name in self.hosting.bots for name in self.seated.values())
        return max(self.settings.dealer_pace_ms, HOME_PACE) if is_slowed else self.settings.dealer_pace_ms

    @property
    def game(self) -> str:
        return self.hosting.game

    # Steps

    def apply(self, step: LogStep, *, time: int, number: int) -> list[Transfer]:
        """Replay a logged step on this table and return its chip transfers."""
        self.remember_layout()
        for event in step.events:
            if isinstance(event, LiveTableEvent):
                self.apply_room_event(event)
            else:
                self.table.apply(event)
                self.table.event_count += 1
        transfers, _ = self.on_step(step, time=time, number=number)
        if self.current_round is None:
            self.round_steps.clear()
        else:
            self.round_steps.append(step)
        return transfers

    def apply_room_event(self, event: LiveTableEvent) -> None:
        """Apply an event of this table that the room decided."""
        if isinstance(event, table_events.CommitmentPublished) and self.hosting.next_secret:
            self.is_commitment_late = True
        elif isinstance(event, table_events.CommitmentUsed):
            self.is_commitment_late = False
        event.apply(self.hosting)
        if isinstance(event, table_events.PlayerReady):
            self.ready = [*self.ready, event.player]
        if isinstance(event, table_events.BotSeated) and (self.hosting.host or event.by):
            self.sponsors[event.player] = self.hosting.host or event.by
        if isinstance(event, table_events.TableSetUp):
            self.settings = parse_settings(event.settings)
            self._table = TABLE_KINDS[event.kind](keep_log=False)

    def on_step(self, step: LogStep, *, time: int, number: int) -> tuple[list[Transfer], HandIndexEntry | None]:
        """Update chips, clocks and the hand index after a step; return its transfers and a finished round."""
        seated_before = dict(self.seated)
        transfers: list[Transfer] = []
        for event in step.events:
            transfers += self._room_transfers(event, time)
        if self._table is not None and self._table.is_open:
            round_number = self.table.round_number
            if round_number != self._round_start_number:
                self._round_start_number = round_number
                self.round_start_version = self._table.event_count
        if self.settings.private and self._table is not None and step.events:
            self._update_buy_ins(step, time)
        if step.events:
            self._update_clocks(step, time, seated_before)
            if isinstance(step.events[-1], table_events.ClocksRestarted):
                self._restart_clocks(time)
        return transfers, self._index_round(transfers, time=time, number=number)

    def _restart_clocks(self, time: int) -> None:
        """Restart the turn clock and the holds of seats, since no client saw them run."""
        turn, turn_start = self.turn, time - self._paused_ms(time)
        # A pause for the floor in this turn is not granted a second time.
        is_paused = turn.paused_at and not turn.paused_ms
        self.turn = turn._replace(since=turn_start, paused_at=turn_start if is_paused else turn.paused_at)
        self.away_since = dict.fromkeys(self.away_since, time)
        if self.seat_called_at:
            self.seat_called_at = time
        self.last_round_ended_at = min(self.last_round_ended_at, time)

    def remember_layout(self) -> None:
        """Remember the dice wagers that outlast a round, for the narration of the next one."""
        if self.current_round is None and self._table is not None:
            self.layout_at_round_start = self._table.layout()

    # Money

    def _room_transfers(self, event: Any, time: int) -> list[Transfer]:
        """Update seats, reserved chips and buy-ins after an event; return its transfers by room account."""
        name = event.name
        if name == "seated":
            self.seated[event.seat] = event.player
            self.hosting.clear_removal(event.player)
        transfers = event.transfers()
        if not transfers and name not in _MONEY_EVENTS:
            return []
        person = getattr(event, "player", "") or self.seated.get(getattr(event, "seat", 0), "")
        room_transfers = [
            Transfer(self._account(source, person), self._account(to, person), chips) for source, to, chips in transfers
        ]
        if self.settings.private:
            self._book_cashier_transfers(name, person, transfers, time)
        if name == "request-deferred" and event.what == TOP_UP:
            room_transfers.append(self._reserve_top_up(person, event.chips))
        elif name == "player-left" or (name == "deferred-request-closed" and event.what == TOP_UP):
            # Reserved chips come back first: adding them to the stack is a transfer of its own.
            room_transfers = self._return_reserved_chips(person) + room_transfers
        if name == "player-left":
            self.seated.pop(event.seat, None)
            self.hosting.clear_removal(person)
        return room_transfers

    def _book_cashier_transfers(self, event_name: str, person: str, transfers: Sequence[Transfer], time: int) -> None:
        """Enter chips that a player of a home game bought or cashed out into the buy-in ledger."""
        for transfer in transfers:
            if not transfer.chips:
                continue
            if transfer.to == CASHIER:
                kind = CASH_OUT
            elif transfer.source == CASHIER:
                kind = BUY_IN if event_name == "seated" else LEDGER_TOP_UP
            else:
                continue
            movement = ChipMovement(time, person, kind, transfer.chips, self.table.round_number)
            self.buy_in_ledger.add_movement(movement)

    def _reserve_top_up(self, person: str, chips: int) -> Transfer:
        """Reserve chips for a top-up after the round; return the transfer out of the player's wallet."""
        self.reserved_top_ups[person] = self.reserved_top_ups.get(person, 0) + chips
        return Transfer(self._account(CASHIER, person), self._account(RESERVED, person), chips)

    def _return_reserved_chips(self, person: str) -> list[Transfer]:
        """Cancel a player's reserved chips; return the transfer back to their wallet, if there were any."""
        chips = self.reserved_top_ups.pop(person, 0)
        if not chips:
            return []
        return [Transfer(self._account(RESERVED, person), self._account(CASHIER, person), chips)]

    def _account(self, account: str, person: str) -> str:
        """Return the room account behind an account of this table, for a transfer that concerns a person."""
        return table_account(
            self.number,
            account,
            person=person,
            private=self.settings.private,
            cage=self.for_cage_chips(),
            fund=self.fund(),
        )

    def for_cage_chips(self) -> bool:
        """Whether the table is played for chips bought at the cage."""
        return self.settings.chips == CAGE

    def for_play_chips(self) -> bool:
        """Whether the table is played for play chips of the house."""
        return not self.settings.private and not self.for_cage_chips()

    def wallet_account(self, person: str) -> str:
        """Return the account from which a person buys in here."""
        return wallet_account(person, cage=self.for_cage_chips())

    def fund(self) -> str:
        """Return the jackpot fund that this table pays into."""
        return self.settings.jackpot_fund or self.stream

    def reserved_chips(self) -> dict[str, int]:
        """Return the chips reserved for top-ups at this table, by room account."""
        total = sum(self.reserved_top_ups.values())
        return {self._account(RESERVED, ""): total} if total else {}

    def _update_buy_ins(self, step: LogStep, time: int) -> None:
        """Enter approvals and, while no chips are at stake, stacks into the buy-in ledger of a home game."""
        for event in step.events:
            if isinstance(event, table_events.SeatRequestClosed) and event.granted:
                self.buy_in_ledger.add_approval(event.player, step.by, time)
        table, roster = self.table, self.table.roster
        stacks = {name: roster.stack(seat) for seat, name in self.seated.items()}
        for name, chips in table.standing_wagers().items():
            stacks[name] = stacks.get(name, 0) + chips
        accounts = roster.accounts()
        house = sum(
            chips
            for name, chips in accounts.items()
            if name != CASHIER and name not in _STAKE_ACCOUNTS and not name.startswith("seat ")
        )
        is_nothing_at_stake = sum(stacks.values()) + house + accounts[CASHIER] == 0
        if is_nothing_at_stake:
            self.buy_in_ledger.set_stacks(stacks, house)

    # Clocks

    def _update_clocks(self, step: LogStep, time: int, seated_before: Mapping[int, str]) -> None:
        """Update turn clock, time banks and time-outs after a step; `seated_before` are its seats before."""
        before, by, command_name = self.turn, step.by, step.command.name
        if isinstance(step.events[-1], table_events.CommitmentPublished):
            self.committed_at = time
        # Commands of other players neither stop the clock nor restart it.
        is_answered = (by == CLOCK and command_name == "time-out") or (
            command_name in before.answers and (not before.seat or by in (before.person, CLOCK))
        )
        if is_answered and before.person in self.time_banks:
            bank_used = time - before.since - self.settings.decision_clock_ms - self._paused_ms(time)
            if bank_used > 0:
                self.time_banks[before.person] = max(0, self.time_banks[before.person] - bank_used)
        event_names = [event.name for event in step.events]
        if not _SEAT_TIME_EVENTS.isdisjoint(event_names):
            self._update_seat_times(step, time, {**seated_before, **self.seated})
        if is_answered and by == CLOCK and before.seat:
            self.timeout_counts[before.person] = self.timeout_counts.get(before.person, 0) + 1
        elif is_answered:
            self.timeout_counts.pop(by, None)
        if seated_before != self.seated or before.person not in self.seated.values():
            self._forget_players_who_left()
        decision = self.blocking_decision()
        if decision is None:
            self.turn = NO_TURN._replace(since=time, entry=self.table.event_count)
        elif is_answered or (decision.kind, decision.seat, decision.person) != before[:3]:
            self.turn = TurnClock(
                decision.kind,
                decision.seat,
                decision.person,
                frozenset([choice.do for choice in decision.choices]),
                time,
                self.table.event_count,
            )
        if before.kind == "players" != self.turn.kind or (self.seated and not seated_before):
            self.enough_players_since = time
        if command_name == "draw-button":
            # The secret of the deck is committed only now, after the draw for the button.
            self.is_commitment_late = True
        if self.ready and not self.waits_for_ready():
            self.ready = []
        if not _DISPUTE_EVENTS.isdisjoint(event_names):
            for event in step.events:
                self._pause_clock_for_floor(event, time)

    def _forget_players_who_left(self) -> None:
        """Drop the time banks, time-outs and absences of people who have no seat any more."""
        seated = self.seated.values()
        for by_player in (self.time_banks, self.timeout_counts, self.away_since):
            for person in [name for name in by_player if name not in seated]:
                del by_player[person]

    def _update_seat_times(self, step: LogStep, time: int, players: Mapping[int, str]) -> None:
        """Update time banks, absences and the waiting-list call; `players` sat before or after the step."""
        for event in step.events:
            if event.name == "seated":
                self.time_banks[event.player] = self.settings.time_bank_ms
            elif event.name == "name-called":
                self.seat_called_at = time
            elif event.name == "sat-out":
                person = players[event.seat]
                if event.sitting_out:
                    self.away_since[person] = time
                else:
                    self.away_since.pop(person, None)
                self.timeout_counts.pop(person, None)

    def _pause_clock_for_floor(self, event: Any, time: int) -> None:
        """Pause a player's clock from their call for the floor to its ruling, once per turn."""
        turn = self.turn
        if event.name == "dispute-opened":
            may_pause = (
                turn.seat and event.by == turn.person and not turn.paused_at and self.settings.floor_clock_pause_ms
            )
            if may_pause and self._open_disputes(turn.person) == 1:
                self.turn = turn._replace(paused_at=time)
        elif event.name == "dispute-closed":
            ruling_times = {**self.ruling_times, event.number: time}
            self.ruling_times = dict(list(ruling_times.items())[-RULINGS_KEPT:])
            if turn.paused_at and not turn.paused_ms and not self._open_disputes(turn.person):
                self.turn = turn._replace(paused_ms=max(1, self._paused_ms(time)))

    def _open_disputes(self, person: str) -> int:
        """Count a person's calls for the floor that have no ruling yet."""
        roster = self.table.roster
        disputes = zip(roster.disputes, roster.dispute_openers, strict=True)
        return sum(not ruling and opener == person for ruling, (opener, _) in disputes)

    def _paused_ms(self, time: int) -> int:
        """Return the milliseconds that the turn clock has been paused for the floor."""
        turn = self.turn
        if not turn.paused_at:
            return 0
        return turn.paused_ms or min(time - turn.paused_at, self.settings.floor_clock_pause_ms)

    def between_hands(self) -> bool:
        """Whether the dealer pauses between two hands of poker."""
        return (
            self._table is not None
            and not self._table.IS_HOUSE_GAME
            and self._table.is_open
            and self._table.is_between_rounds()
            and self.last_round_ended_at > 0
            and self.turn.person in self._table.STAFF_NAMES
        )

    def waits_for_ready(self) -> bool:
        """Whether players may say that they are ready, to shorten the time for wagers or between hands."""
        return self.is_wagering_open() or self.between_hands()

    def is_wagering_open(self) -> bool:
        """Whether the dealer waits for more wagers before closing the betting."""
        return not self.turn.seat and not CLOSING.isdisjoint(self.turn.answers)

    def betting_ends(self) -> int:
        """Return the time at which the dealer closes the betting: at once if every player is ready."""
        return self.turn.since + (self.settings.wager_window_ms if self.not_ready() else 0)

    def pause_ends(self) -> int:
        """Return the time at which the pause after a round is over: at once if every player is ready."""
        is_skipped = self.ready and self.between_hands() and not self.not_ready()
        return self.last_round_ended_at + (0 if is_skipped else self.settings.between_rounds_ms)

    def not_ready(self) -> list[str]:
        """List the seated players who have not said that they are ready; bots and absent players need not."""
        players = self.table.roster.players
        return [
            name
            for seat, name in self.seated.items()
            if name not in self.ready and name not in self.hosting.bots and not players[seat].sitting_out
        ]

    def has_chips_at_stake(self) -> bool:
        """Whether a round is being played, or wagers lie on a layout."""
        table = self.table
        return not table.is_between_rounds() or bool(table.standing_wagers())

    def blocking_decision(self) -> PendingDecision | None:
        """Return the first pending decision without which the game cannot go on."""
        if self._table is None or not self._table.is_open or self.hosting.closed or self.hosting.stopped:
            return None
        for decision in self._table.pending():
            if not decision.optional:
                return decision
        return None

    def deadline(self) -> int | None:
        """Return the time at which the turn clock runs out; None where no player is awaited.

        Bots answer by themselves and are shown no clock, but one that fails to answer is timed out too.
        """
        turn = self.turn
        if not turn.seat:
            return None
        if turn.person in self.hosting.bots:
            return turn.since + self.settings.decision_clock_ms + BOT_PATIENCE
        paused = (turn.paused_ms or self.settings.floor_clock_pause_ms) if turn.paused_at else 0
        return turn.since + self.settings.decision_clock_ms + self.time_banks.get(turn.person, 0) + paused

    # Index of hands

    def _index_round(self, transfers: list[Transfer], *, time: int, number: int) -> HandIndexEntry | None:
        """Update the round in play after a step; return its entry for the hand index when it is over."""
        if self._table is None or not self._table.is_open:
            return None
        is_between_rounds = self._table.is_between_rounds()
        round_ = self.current_round
        if round_ is None:
            if is_between_rounds:
                return None
            round_ = CurrentRound(number, time, (), 0)
        staked = sum([chips for _, to, chips in transfers if to in self._stakes])
        new_players = [name for name in self._players() if name not in round_.people]
        if new_players or staked or round_ is not self.current_round:
            people = (*round_.people, *new_players)
            round_ = CurrentRound(round_.first_record, round_.started_at, people, round_.pot + staked)
            self.current_round = round_
        if not is_between_rounds:
            return None
        self.current_round = None
        self.rounds_since_checkpoint += 1
        self.last_round_ended_at = time
        self.last_finished_record = number
        self.recent_pots = [*self.recent_pots[1 - POTS_KEPT :], round_.pot]
        return HandIndexEntry(
            stream=self.stream,
            first_record=round_.first_record,
            last_record=number,
            round=self.table.round_number,
            game=self.game,
            book=self._table.book_id,
            rules=VERSION,
            started_at=round_.started_at,
            ended_at=time,
            pot=round_.pot,
            people=round_.people,
            disputed=bool(self._table.roster.disputes) and not self._table.roster.disputes[-1],
        )

    def average_pot(self) -> int:
        """Return the average pot of the last rounds."""
        return sum(self.recent_pots) // len(self.recent_pots) if self.recent_pots else 0

    def _players(self) -> list[str]:
        """List the players who have chips in the round being played."""
        table = self.table
        return [name for seat, name in self.seated.items() if table.has_chips_in_play(seat)]

    # Checkpoints

    def to_dict(self) -> dict[str, Any]:
        fields = {name: getattr(self, name) for name in _CHECKPOINTED}
        fields["turn"] = [*self.turn[:3], sorted(self.turn.answers), *self.turn[4:]]
        data: dict[str, Any] = to_builtins(fields, str_keys=True)
        return {"table": self.table.checkpoint(), **data}

    @classmethod
    def from_dict(cls, number: int, data: Mapping[str, Any]) -> LiveTable:
        """Restore a live table from the plain data of its checkpoint."""
        live_table = cls(number)
        for name, kind in _CHECKPOINTED.items():
            setattr(live_table, name, convert(data[name], kind, str_keys=True))
        live_table.settings = parse_settings(live_table.hosting.settings)
        checkpoint = data["table"]
        live_table._table = TABLE_KINDS[checkpoint["kind"]].resume(checkpoint, keep_log=False)
        # The checkpoint does not say when the round began, so commands sent before it count as late.
        live_table._round_start_number, live_table.round_start_version = (
            live_table.table.round_number,
            live_table.table.event_count,
        )
        return live_table
