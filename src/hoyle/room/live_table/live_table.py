"""Live table: a table as the room runs it, with its settings, clocks, chips and current hand.

`apply` replays a step from the log, `on_step` follows up one that has just been decided; both end in the same
bookkeeping, so a reloaded table is in exactly the state of the one that crashed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hoyle.core.money import Transfer
from hoyle.games.dice.game_state import DiceWager
from hoyle.room.chip_ledger import table_account, wallet_account
from hoyle.room.events import table_events
from hoyle.room.events.table_events import LiveTableEvent
from hoyle.room.home_games.buy_in_ledger import BUY_IN, CASH_OUT, BuyInLedger, ChipMovement
from hoyle.room.home_games.buy_in_ledger import TOP_UP as BROUGHT
from hoyle.room.home_games.settlement import PlayerResult
from hoyle.room.live_table.table_settings import CAGE, TableSettings, parse_settings
from hoyle.room.state.live_table_state import LiveTableState
from hoyle.rulebooks import VERSION
from hoyle.storage.models import HandIndexEntry, table_stream
from hoyle.table.base import CLOCK, Table
from hoyle.table.dice.table import DiceTable
from hoyle.table.kind_registry import TABLE_KINDS
from hoyle.table.log.event_log import LogStep
from hoyle.table.pending_decisions import PendingDecision
from hoyle.table.poker.table import PokerTable
from hoyle.table.roster import TOP_UP

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
"""Dealer's commands after which nobody can wager."""


class TurnClock(NamedTuple):
    """Turn clock: the pending decision, the person it waits for, and since when."""

    kind: str
    seat: int
    person: str
    answers: frozenset[str]
    """Commands that answer the decision."""
    since: int
    """Start of the turn, by the room's clock."""
    entry: int
    """The table's last entry when the turn began; a command that has seen less answers another turn."""
    held: int = 0
    """Time at which the player called the floor, which pauses their clock; 0: not in this turn."""
    stood: int = 0
    """Milliseconds that the clock was paused, once the floor has ruled."""


NO_TURN: Final = TurnClock("", 0, "", frozenset(), 0, 0)


class CurrentRound(NamedTuple):
    """Round being played: its first record, players and pot, for the hand index."""

    first: int
    """Number of its first record."""
    began: int
    people: tuple[str, ...]
    pot: int


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
        """Players by seat, as far as events have been applied."""
        self.promised: dict[str, int] = {}
        """Chips reserved for top-ups after the round, by player."""
        self.banks: dict[str, int] = {}
        """Time left in each player's time bank."""
        self.strikes: dict[str, int] = {}
        """Consecutive time-outs of each player."""
        self.away: dict[str, int] = {}
        """Time since which each absent player sits out."""
        self.over = 0
        """Number of the last finished round's last record; later records may belong to one in play."""
        self.called = 0
        """Time at which a seat was last called for a name on the waiting list; 0: never."""
        self.sponsors: dict[str, str] = {}
        """Person who seated each bot; at a home game the host, who also settles for it."""
        self.ruled: dict[int, int] = {}
        """Times at which the last disputes were settled, by number."""
        self.book = BuyInLedger()
        """Buy-ins and cash-outs, for the settlement of a home game."""
        self.turn = NO_TURN
        self.moment = 0
        """The table's last entry when the round began or the dice were last thrown; a wager of a client that
        has seen less is for an earlier one."""
        self._moment_round = 0
        """Number of that round or roll."""
        self.ready: list[str] = []
        """Players who need no more time to wager, or before the next hand."""
        self.sealed = 0
        """Time at which the hash of the next secret was published."""
        self.gathered = 0
        """Time at which the table last came to have enough players for a round."""
        self.unforeseen = False
        """Whether the hash of the next secret was published only when its draw was due."""
        self.played: CurrentRound | None = None
        self.rounds = 0
        """Rounds since the last checkpoint."""
        self.ended = 0
        """Time at which the last round was over."""
        self.pots: list[int] = []
        """Pots of the last rounds."""
        self.so_far: list[LogStep] = []
        """Steps so far of the round in play when the table was loaded, for the narration."""
        self.lying: tuple[int, list[DiceWager]] = 0, []
        """Point and wagers on a dice layout as that round began."""

    @property
    def table(self) -> Table:
        assert self._table is not None, f"table {self.number} was not set up"
        return self._table

    @property
    def is_set_up(self) -> bool:
        """Whether the table has been set up with its game."""
        return self._table is not None

    @property
    def pace(self) -> int:
        """Milliseconds between the dealer's actions, at least `HOME_PACE` at a home game with bots."""
        is_slowed = self.settings.private and any(name in self.hosting.bots for name in self.seated.values())
        return max(self.settings.dealer_pace_ms, HOME_PACE) if is_slowed else self.settings.dealer_pace_ms

    def supports_bots(self) -> bool:
        """Whether the house has bots for this game."""
        return isinstance(self._table, PokerTable)

    @property
    def game(self) -> str:
        return self.hosting.game

    # Steps

    def apply(self, step: LogStep, *, time: int, number: int) -> list[Transfer]:
        """Replay a logged step on this table."""
        self.resumed()
        for event in step.events:
            if isinstance(event, LiveTableEvent):
                self.apply_room_event(event)
            else:
                self.table.apply(event)
                self.table.event_count += 1
        transfers, _ = self.on_step(step, time=time, number=number)
        if self.played is None:
            self.so_far.clear()
        else:
            self.so_far.append(step)
        return transfers

    def apply_room_event(self, event: LiveTableEvent) -> None:
        """Apply an event of this table that the room decided."""
        if isinstance(event, table_events.CommitmentPublished) and self.hosting.next_secret:
            self.unforeseen = True
        elif isinstance(event, table_events.CommitmentUsed):
            self.unforeseen = False
        event.apply(self.hosting)
        if isinstance(event, table_events.PlayerReady):
            self.ready = [*self.ready, event.player]
        if isinstance(event, table_events.BotSeated) and (self.hosting.host or event.by):
            self.sponsors[event.player] = self.hosting.host or event.by
        if isinstance(event, table_events.TableSetUp):
            self.settings = parse_settings(event.settings)
            self._table = TABLE_KINDS[event.kind](keep_log=False)

    def on_step(
        self, step: LogStep, *, time: int, number: int
    ) -> tuple[list[Transfer], HandIndexEntry | None]:
        """Update chips, clocks and the hand index after a step."""
        seated_before = dict(self.seated)
        transfers: list[Transfer] = []
        for event in step.events:
            transfers += self._room_transfers(event, time)
        if self._table is not None and self._table.is_open and self.round_number() != self._moment_round:
            self._moment_round, self.moment = self.round_number(), self._table.event_count
        if self.settings.private and self._table is not None and step.events:
            self._update_buy_ins(step, time)
        if step.events:
            self._update_clocks(step, time, seated_before)
            if isinstance(step.events[-1], table_events.ClocksRestarted):
                # No client saw the clock run, and nobody could return to their seat.
                # A pause for the floor in this turn is not granted a second time.
                turn, turn_start = self.turn, time - self._paused_ms(time)
                paused_since = turn_start if turn.held and not turn.stood else turn.held
                self.turn = turn._replace(since=turn_start, held=paused_since)
                self.away = dict.fromkeys(self.away, time)
                if self.called:
                    self.called = time
                self.ended = min(self.ended, time)
        return transfers, self._index_round(transfers, time=time, number=number)

    def resumed(self) -> None:
        """Remember the dice wagers that outlast a round, for the narration of the next one."""
        if self.played is None and isinstance(self._table, DiceTable):
            play = self._table.state.play
            self.lying = play.point, list(play.live)

    # Money

    def _room_transfers(self, event: Any, time: int) -> list[Transfer]:
        """Return the transfers of an event between room accounts, and book them at a home game."""
        name = event.name
        if name == "seated":
            self.seated[event.seat] = event.player
            self.hosting.clear_removal(event.player)
        transfers = event.transfers()
        if not transfers and name not in _MONEY_EVENTS:
            return []
        person = getattr(event, "player", "") or self.seated.get(getattr(event, "seat", 0), "")
        room_transfers = [
            Transfer(self._account(source, person), self._account(to, person), chips)
            for source, to, chips in transfers
        ]
        if self.settings.private:
            for transfer in transfers:
                if "cashier" in (transfer.source, transfer.to) and transfer.chips:
                    deposit_kind = BUY_IN if name == "seated" else BROUGHT
                    kind = CASH_OUT if transfer.to == "cashier" else deposit_kind
                    self.book.move(ChipMovement(time, person, kind, transfer.chips, self.round_number()))
        if name == "request-deferred" and event.what == TOP_UP:
            self.promised[person] = self.promised.get(person, 0) + event.chips
            room_transfers.append(
                Transfer(self._account("cashier", person), self._account(RESERVED, person), event.chips)
            )
        # Reserved chips come back first: adding them to the stack is a transfer of its own.
        if (name == "deferred-request-closed" and event.what == TOP_UP) or name == "player-left":
            returned = self.promised.pop(person, 0)
            if returned:
                room_transfers.insert(
                    0, Transfer(self._account(RESERVED, person), self._account("cashier", person), returned)
                )
        if name == "player-left":
            self.seated.pop(event.seat, None)
            self.hosting.clear_removal(person)
        return room_transfers

    def _account(self, account: str, person: str) -> str:
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
        """Chips reserved for top-ups at this table, by room account."""
        total = sum(self.promised.values())
        return {self._account(RESERVED, ""): total} if total else {}

    def _update_buy_ins(self, step: LogStep, time: int) -> None:
        """Note approvals and, while nothing is at stake, stacks in the buy-in ledger."""
        for event in step.events:
            if isinstance(event, table_events.SeatRequestClosed) and event.granted:
                self.book.grant(event.player, step.by, time)
        table, roster = self.table, self.table.roster
        stacks = {name: roster.stack(seat) for seat, name in self.seated.items()}
        if isinstance(table, DiceTable):
            for wager in table.state.play.live:
                stacks[wager.owner] = stacks.get(wager.owner, 0) + wager.amount + wager.commission
        accounts = roster.accounts()
        house = sum(
            chips
            for name, chips in accounts.items()
            if name != "cashier" and name not in _STAKE_ACCOUNTS and not name.startswith("seat ")
        )
        if not sum(stacks.values()) + house + accounts["cashier"]:
            self.book.count(stacks, house)

    def home_game_results(self) -> list[PlayerResult]:
        """Results of all players, as of the end of the last round."""
        return self.book.lines()

    # Clocks

    def _update_clocks(self, step: LogStep, time: int, seated_before: Mapping[int, str]) -> None:
        """Update clocks after a step; `seated_before` has the players seated before it."""
        before, by = self.turn, step.by
        if isinstance(step.events[-1], table_events.CommitmentPublished):
            self.sealed = time
        # Commands of other players neither stop the clock nor restart it.
        is_answered = (by == CLOCK and step.command.name == "time-out") or (
            step.command.name in before.answers and (not before.seat or by in (before.person, CLOCK))
        )
        if is_answered and before.person in self.banks:
            bank_used = time - before.since - self.settings.decision_clock_ms - self._paused_ms(time)
            if bank_used > 0:
                self.banks[before.person] = max(0, self.banks[before.person] - bank_used)
        names = [event.name for event in step.events]
        if not _SEAT_TIME_EVENTS.isdisjoint(names):
            self._update_seat_times(step, time, {**seated_before, **self.seated})
        if is_answered and by == CLOCK and before.seat:
            self.strikes[before.person] = self.strikes.get(before.person, 0) + 1
        elif is_answered:
            self.strikes.pop(by, None)
        if seated_before != self.seated or before.person not in self.seated.values():
            for by_player in (self.banks, self.strikes, self.away):
                for person in [name for name in by_player if name not in self.seated.values()]:
                    del by_player[person]
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
            self.gathered = time
        if step.command.name == "draw-button":
            # The secret of the deck is committed only now, after the draw for the button.
            self.unforeseen = True
        if self.ready and not self.waits_for_ready():
            self.ready = []
        if not _DISPUTE_EVENTS.isdisjoint(names):
            for event in step.events:
                self._pause_clock_for_floor(event, time)

    def _update_seat_times(self, step: LogStep, time: int, players: Mapping[int, str]) -> None:
        """Update time banks, absences and the waiting-list call for players seated before or after a step."""
        for event in step.events:
            if event.name == "seated":
                self.banks[event.player] = self.settings.time_bank_ms
            elif event.name == "name-called":
                if self.called:
                    self.called = time
            elif event.name == "sat-out":
                person = players[event.seat]
                if event.sitting_out:
                    self.away[person] = time
                else:
                    self.away.pop(person, None)
                self.strikes.pop(person, None)

    def _pause_clock_for_floor(self, event: Any, time: int) -> None:
        """Pause a player's clock from their call for the floor to its ruling, once per turn."""
        turn = self.turn
        if event.name == "dispute-opened":
            may_pause = (
                turn.seat and event.by == turn.person and not turn.held and self.settings.floor_clock_pause_ms
            )
            if may_pause and self._open_disputes(turn.person) == 1:
                self.turn = turn._replace(held=time)
        elif event.name == "dispute-closed":
            ruled = {**self.ruled, event.number: time}
            self.ruled = dict(list(ruled.items())[-RULINGS_KEPT:])
            if turn.held and not turn.stood and not self._open_disputes(turn.person):
                self.turn = turn._replace(stood=max(1, self._paused_ms(time)))

    def _open_disputes(self, person: str) -> int:
        """Number of a person's calls for the floor without a ruling."""
        roster = self.table.roster
        calls = zip(roster.disputes, roster.dispute_openers, strict=True)
        return sum(not ruling and by == person for ruling, (by, _) in calls)

    def _paused_ms(self, time: int) -> int:
        """Milliseconds that the turn clock has been paused for the floor."""
        turn = self.turn
        if not turn.held:
            return 0
        return turn.stood or min(time - turn.held, self.settings.floor_clock_pause_ms)

    def between_hands(self) -> bool:
        """Whether the dealer pauses between two hands of poker."""
        return (
            isinstance(self._table, PokerTable)
            and self._table.is_open
            and self._table.is_between_rounds()
            and self.ended > 0
            and self.turn.person in self._table.STAFF_NAMES
        )

    def waits_for_ready(self) -> bool:
        """Whether players may say that they need no more time."""
        return self.is_wagering_open() or self.between_hands()

    def is_wagering_open(self) -> bool:
        """Whether the dealer waits for more wagers before closing the betting."""
        return not self.turn.seat and not CLOSING.isdisjoint(self.turn.answers)

    def betting_ends(self) -> int:
        """Time at which the dealer closes the betting: at once if every player is ready."""
        return self.turn.since + (self.settings.wager_window_ms if self.not_ready() else 0)

    def pause_ends(self) -> int:
        """Time at which the pause after a round is over: at once if every player is ready."""
        is_skipped = self.ready and self.between_hands() and not self.not_ready()
        return self.ended + (0 if is_skipped else self.settings.between_rounds_ms)

    def not_ready(self) -> list[str]:
        """Return the players who have not said that they need no more time."""
        players = self.table.roster.players
        return [
            name
            for seat, name in self.seated.items()
            if name not in self.ready and name not in self.hosting.bots and not players[seat].sitting_out
        ]

    def has_chips_at_stake(self) -> bool:
        """Whether a round is being played, or wagers lie on a layout."""
        table = self.table
        return not table.is_between_rounds() or (isinstance(table, DiceTable) and bool(table.state.play.live))

    def blocking_decision(self) -> PendingDecision | None:
        """Return the first pending decision without which the game cannot go on."""
        if self._table is None or not self._table.is_open or self.hosting.closed or self.hosting.stopped:
            return None
        pending: Sequence[PendingDecision] = self._table.pending()  # type: ignore[attr-defined]
        for decision in pending:
            if not decision.optional:
                return decision
        return None

    def deadline(self) -> int | None:
        """Time at which the turn clock runs out; None where no player is awaited.

        Bots answer by themselves and are shown no clock, but one that fails to answer is timed out too.
        """
        turn = self.turn
        if not turn.seat:
            return None
        if turn.person in self.hosting.bots:
            return turn.since + self.settings.decision_clock_ms + BOT_PATIENCE
        paused = (turn.stood or self.settings.floor_clock_pause_ms) if turn.held else 0
        return turn.since + self.settings.decision_clock_ms + self.banks.get(turn.person, 0) + paused

    # Index of hands

    def _index_round(self, transfers: list[Transfer], *, time: int, number: int) -> HandIndexEntry | None:
        """Follow the current round after a step; return its index entry when it is over."""
        if self._table is None or not self._table.is_open:
            return None
        is_between_rounds = self._table.is_between_rounds()
        played = self.played
        if played is None:
            if is_between_rounds:
                return None
            played = CurrentRound(number, time, (), 0)
        staked = sum([chips for _, to, chips in transfers if to in self._stakes])
        people = played.people
        new_players = [name for name in self._players() if name not in people]
        if new_players or staked or played is not self.played:
            people = (*people, *new_players)
            played = self.played = CurrentRound(played.first, played.began, people, played.pot + staked)
        if not is_between_rounds:
            return None
        self.played = None
        self.rounds += 1
        self.ended = time
        self.over = number
        self.pots = [*self.pots[1 - POTS_KEPT :], played.pot]
        return HandIndexEntry(
            stream=self.stream,
            first_record=played.first,
            last_record=number,
            round=self.round_number(),
            game=self.game,
            book=self._table.book_id,
            rules=VERSION,
            started_at=played.began,
            ended_at=time,
            pot=played.pot,
            people=played.people,
            disputed=bool(self._table.roster.disputes) and not self._table.roster.disputes[-1],
        )

    def average_pot(self) -> int:
        """Return the average pot of the last rounds."""
        return sum(self.pots) // len(self.pots) if self.pots else 0

    def round_number(self) -> int:
        """Number of the current or last round; at a dice table of the last roll."""
        state: Any = self.table.state  # type: ignore[attr-defined]
        return int(state.number if hasattr(state, "number") else state.play.rolls)

    def next_drawn_round(self) -> int:
        """Number of the round that cards or dice drawn now belong to."""
        playing = not self.table.is_between_rounds() and hasattr(self.table.state, "number")  # type: ignore[attr-defined]
        return self.round_number() + (0 if playing else 1)

    def _players(self) -> list[str]:
        """Players who take part in the round being played."""
        table: Any = self._table
        return [name for seat, name in self.seated.items() if table.has_chips_in_play(seat)]

    # Checkpoints

    def to_dict(self) -> dict[str, Any]:
        return {
            "table": self.table.checkpoint(),
            "hosting": self.hosting.to_dict(),
            "seated": {str(seat): name for seat, name in self.seated.items()},
            "promised": self.promised,
            "banks": self.banks,
            "strikes": self.strikes,
            "away": self.away,
            "book": self.book.to_dict(),
            "turn": [*self.turn[:3], sorted(self.turn.answers), *self.turn[4:]],
            "ready": self.ready,
            "played": self.played,
            "ended": self.ended,
            "pots": self.pots,
            "over": self.over,
            "called": self.called,
            "sponsors": self.sponsors,
            "ruled": {str(number): time for number, time in self.ruled.items()},
        }

    @classmethod
    def from_dict(cls, number: int, data: Mapping[str, Any]) -> LiveTable:
        """Restore a table from the output of `to_dict`."""
        live_table = cls(number)
        live_table.hosting.restore(data["hosting"])
        live_table.settings = parse_settings(live_table.hosting.settings)
        checkpoint = data["table"]
        live_table._table = TABLE_KINDS[checkpoint["kind"]].resume(checkpoint, keep_log=False)
        live_table.seated = {int(seat): name for seat, name in data["seated"].items()}
        for name in ("promised", "banks", "strikes", "away"):
            setattr(live_table, name, dict(data[name]))
        live_table.book.restore(data["book"])
        kind, seat, person, answers, *times = data["turn"]
        live_table.turn = TurnClock(kind, seat, person, frozenset(answers), *times)
        live_table.ready = list(data["ready"])
        live_table.ended = data["ended"]
        live_table.pots = list(data["pots"])
        live_table.over = data["over"]
        live_table.called = data["called"]
        live_table.sponsors = dict(data["sponsors"])
        live_table.ruled = {int(number): time for number, time in data["ruled"].items()}
        if data["played"] is not None:
            first, began, people, pot = data["played"]
            live_table.played = CurrentRound(first, began, tuple(people), pot)
        # The checkpoint does not say when the round began, so commands sent before it count as late.
        live_table._moment_round, live_table.moment = live_table.round_number(), live_table.table.event_count
        return live_table
