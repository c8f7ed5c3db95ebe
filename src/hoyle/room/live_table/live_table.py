"""Live table: a table as the room runs it, with its settings, clocks, chips and current hand.

`apply` takes a step from the log, `took` one that has just been decided; both end in the same bookkeeping, so
a table that was resumed stands exactly where the one that crashed stood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hoyle.core.money import Transfer
from hoyle.games.dice.game_state import DiceWager
from hoyle.room.chip_ledger import purse_account, table_account
from hoyle.room.events import table_events
from hoyle.room.events.table_events import LiveTableEvent, LiveTableState
from hoyle.room.home_games.buy_in_ledger import BUY_IN, CASH_OUT, BuyInLedger, ChipMovement
from hoyle.room.home_games.buy_in_ledger import TOP_UP as BROUGHT
from hoyle.room.home_games.settlement import PlayerResult
from hoyle.room.live_table.table_settings import CAGE, TableSettings, settings_from_record
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
"""A table's account for chips that will be added when the round is over: nobody can spend them now."""

_STAKED: Final = ("pot", "layout")
"""Accounts that make up what a round is played for."""


_TIMED: Final = frozenset(("seated", "name-called", "sat-out"))
_DISPUTED: Final = frozenset(("dispute-brought", "dispute-closed"))
_UNMOVED: Final = frozenset(("seated", "promised", "promise-gone", "player-left"))
"""Entries that may move no chips at the table and yet have to do with money."""

POTS_KEPT: Final = 20

HOME_PACE: Final = 300
"""Milliseconds: no faster is dealt at a home game with bots."""
BOT_PATIENCE: Final = 60_000
"""Milliseconds beyond the clock in which a bot has to answer."""

RULINGS_KEPT: Final = 20

CLOSING: Final = frozenset(("no-more-bets", "dealer-shakes"))
"""What a dealer does after which nobody can wager."""


LATER: Final = frozenset(("over", "called", "held", "ruled", "sponsors"))
"""What checkpoints have not always had."""


class TurnClock(NamedTuple):
    """Whom the table waits for, and since when."""

    kind: str
    seat: int
    person: str
    answers: frozenset[str]
    """Commands that answer it."""
    since: int
    """By the room's clock."""
    entry: int
    """The table's last entry when it began: who has not seen that far answers something else."""
    held: int = 0
    """When he called the floor: since then his clock stands still; 0: he has not."""
    stood: int = 0
    """How long it stood, once the floor has ruled."""


NO_TURN: Final = TurnClock("", 0, "", frozenset(), 0, 0)


class CurrentRound(NamedTuple):
    """The round being played, for the index of hands."""

    first: int
    """Its first record."""
    began: int
    people: tuple[str, ...]
    pot: int


class LiveTable:
    """One table of the room."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.stream = table_stream(number)
        self._stakes = frozenset(f"{self.stream} {name}" for name in _STAKED)
        self.hosting = LiveTableState()
        self.terms = TableSettings()
        self._table: Table | None = None
        self.seated: dict[int, str] = {}
        """Who sits where, as far as the entries have been taken in."""
        self.promised: dict[str, int] = {}
        """Chips set aside for those who will add them."""
        self.banks: dict[str, int] = {}
        """What is left of everybody's time bank."""
        self.strikes: dict[str, int] = {}
        """Clocks that ran out in a row."""
        self.away: dict[str, int] = {}
        """Since when somebody sits out."""
        self.over = 0
        """The last record of the last round that is over: what came after it may be of one that is not."""
        self.called = 0
        """When a seat was called out for somebody on the waiting list last."""
        self.sponsors: dict[str, str] = {}
        """Who had each bot sit down; at a home game the host, and what it wins or loses is theirs."""
        self.ruled: dict[int, int] = {}
        """When the last disputes were settled, by their numbers."""
        self.book = BuyInLedger()
        """For the settling up of a home game."""
        self.turn = NO_TURN
        self.moment = 0
        """The table's last entry when its round began, or when the dice were thrown last: who has not seen
        that far wagers on something else."""
        self._moment_of = 0
        """The round, or the roll, that it belongs to."""
        self.ready: list[str] = []
        """Who needs no more time: to wager before the betting is closed, or before the next hand."""
        self.sealed = 0
        """When the hash that is out was published."""
        self.gathered = 0
        """When the table last came to have players enough for a round."""
        self.unforeseen = False
        """Whether the hash that is out was published only when its draw was due."""
        self.played: CurrentRound | None = None
        self.rounds = 0
        """Rounds since the last checkpoint."""
        self.ended = 0
        """When the last round was over."""
        self.pots: list[int] = []
        """What the last rounds were played for."""
        self.so_far: list[LogStep] = []
        """The round that was being played when the table was resumed: whoever tells it begins there."""
        self.lying: tuple[int, list[DiceWager]] = 0, []
        """The point and the wagers on a layout of dice as that round began."""

    @property
    def table(self) -> Table:
        assert self._table is not None, f"table {self.number} was not set up"
        return self._table

    @property
    def is_set_up(self) -> bool:
        """Whether it is known what is played here."""
        return self._table is not None

    @property
    def pace(self) -> int:
        """Between two things that the dealer does; somebody's bots at home do not keep the house busy."""
        at_home = self.terms.private and any(name in self.hosting.bots for name in self.seated.values())
        return max(self.terms.pace, HOME_PACE) if at_home else self.terms.pace

    def supports_bots(self) -> bool:
        """Whether the house has bots that can play here."""
        return isinstance(self._table, PokerTable)

    @property
    def game(self) -> str:
        return self.hosting.game

    # From the log, or from a decision

    def apply(self, step: LogStep, *, time: int, number: int) -> list[Transfer]:
        """Take in a step of the log; nothing is decided."""
        self.resumed()
        for entry in step.events:
            if isinstance(entry, LiveTableEvent):
                self.apply_room_event(entry)
            else:
                self.table.apply(entry)
                self.table.event_count += 1
        moved, _ = self.on_step(step, time=time, number=number)
        if self.played is None:
            self.so_far.clear()
        else:
            self.so_far.append(step)
        return moved

    def apply_room_event(self, entry: LiveTableEvent) -> None:
        """Apply an entry that is the room's own."""
        if isinstance(entry, table_events.SecretCommitted) and self.hosting.next_seal:
            self.unforeseen = True
        elif isinstance(entry, table_events.CommitmentActivated):
            self.unforeseen = False
        entry.apply(self.hosting)
        if isinstance(entry, table_events.PlayerReady):
            self.ready = [*self.ready, entry.player]
        if isinstance(entry, table_events.BotSeated) and (self.hosting.host or entry.by):
            self.sponsors[entry.player] = self.hosting.host or entry.by
        if isinstance(entry, table_events.TableSetUp):
            self.terms = settings_from_record(entry.terms)
            self._table = TABLE_KINDS[entry.kind](keep_log=False)

    def on_step(
        self, step: LogStep, *, time: int, number: int
    ) -> tuple[list[Transfer], HandIndexEntry | None]:
        """Everything that follows from a step which has been applied: money, clocks, the index of hands."""
        sat = dict(self.seated)
        moved: list[Transfer] = []
        for entry in step.events:
            moved += self._money(entry, time)
        if self._table is not None and self._table.is_open and self.round_number() != self._moment_of:
            self._moment_of, self.moment = self.round_number(), self._table.event_count
        if self.terms.private and self._table is not None and step.events:
            self._keep_book(step, time)
        if step.events:
            self._times(step, time, sat)
            if isinstance(step.events[-1], table_events.ClocksRestarted):
                # Nobody was told that a clock was running, and nobody could come back to his seat.
                # What a clock has stood still for the floor in this turn it is not given again.
                turn, begins = self.turn, time - self._paused_ms(time)
                held = begins if turn.held and not turn.stood else turn.held
                self.turn = turn._replace(since=begins, held=held)
                self.away = dict.fromkeys(self.away, time)
                self.called = time
                self.ended = min(self.ended, time)
        return moved, self._index(step, moved, time=time, number=number)

    def resumed(self) -> None:
        """Remember what whoever tells the table has not heard: wagers outlast a round of dice."""
        if self.played is None and isinstance(self._table, DiceTable):
            play = self._table.state.play
            self.lying = play.point, list(play.live)

    # Money

    def _money(self, entry: Any, time: int) -> list[Transfer]:
        """The transfers of an entry by the room's accounts."""
        name = entry.name
        if name == "seated":
            self.seated[entry.seat] = entry.player
            self.hosting.clear_removal(entry.player)
        transfers = entry.transfers()
        if not transfers and name not in _UNMOVED:
            return []
        person = getattr(entry, "player", "") or self.seated.get(getattr(entry, "seat", 0), "")
        found = [
            Transfer(self._account(source, person), self._account(to, person), chips)
            for source, to, chips in transfers
        ]
        if self.terms.private:
            for transfer in transfers:
                if "cashier" in (transfer.source, transfer.to) and transfer.chips:
                    brought = BUY_IN if name == "seated" else BROUGHT
                    what = CASH_OUT if transfer.to == "cashier" else brought
                    self.book.move(ChipMovement(time, person, what, transfer.chips, self.round_number()))
        if name == "promised" and entry.what == TOP_UP:
            self.promised[person] = self.promised.get(person, 0) + entry.chips
            found.append(
                Transfer(self._account("cashier", person), self._account(RESERVED, person), entry.chips)
            )
        # Chips set aside come back first: adding them is a movement of its own.
        if (name == "promise-gone" and entry.what == TOP_UP) or name == "player-left":
            back = self.promised.pop(person, 0)
            if back:
                found.insert(
                    0, Transfer(self._account(RESERVED, person), self._account("cashier", person), back)
                )
        if name == "player-left":
            self.seated.pop(entry.seat, None)
            self.hosting.clear_removal(person)
        return found

    def _account(self, account: str, person: str) -> str:
        return table_account(
            self.number,
            account,
            person=person,
            private=self.terms.private,
            cage=self.for_cage_chips(),
            fund=self.fund(),
        )

    def for_cage_chips(self) -> bool:
        """Whether this table is played for chips that were bought at the cage."""
        return self.terms.chips == CAGE

    def for_play_chips(self) -> bool:
        """Whether it is played for chips that the house gives to play with."""
        return not self.terms.private and not self.for_cage_chips()

    def purse(self, person: str) -> str:
        """The account that somebody buys in from here."""
        return purse_account(person, cage=self.for_cage_chips())

    def fund(self) -> str:
        """The jackpot fund that this table pays into."""
        return self.terms.fund or self.stream

    def reserved_chips(self) -> dict[str, int]:
        """Chips set aside at this table, by the room's account."""
        total = sum(self.promised.values())
        return {self._account(RESERVED, ""): total} if total else {}

    def _keep_book(self, step: LogStep, time: int) -> None:
        """Whose leave it was, and what everybody has where nothing is staked."""
        for entry in step.events:
            if isinstance(entry, table_events.HostRequestResolved) and entry.granted:
                self.book.grant(entry.player, step.by, time)
        table, company = self.table, self.table.roster
        there = {name: company.stack(seat) for seat, name in self.seated.items()}
        if isinstance(table, DiceTable):
            for wager in table.state.play.live:
                there[wager.owner] = there.get(wager.owner, 0) + wager.amount + wager.commission
        accounts = company.accounts()
        house = sum(
            chips
            for name, chips in accounts.items()
            if name != "cashier" and name not in _STAKED and not name.startswith("seat ")
        )
        if not sum(there.values()) + house + accounts["cashier"]:
            self.book.count(there, house)

    def home_game_results(self) -> list[PlayerResult]:
        """Everybody's evening, as it stood before the round being played."""
        return self.book.lines()

    # Time

    def _times(self, step: LogStep, time: int, sat: Mapping[int, str]) -> None:
        """Clocks after a step; `sat` has those who sat here when it began."""
        before, by = self.turn, step.by
        if isinstance(step.events[-1], table_events.SecretCommitted):
            self.sealed = time
        # What somebody else does in the meantime neither stops the clock nor winds it up again.
        answered = (by == CLOCK and step.command.name == "time-out") or (
            step.command.name in before.answers and (not before.seat or by in (before.person, CLOCK))
        )
        if answered and before.person in self.banks:
            used = time - before.since - self.terms.clock - self._paused_ms(time)
            if used > 0:
                self.banks[before.person] = max(0, self.banks[before.person] - used)
        names = [entry.name for entry in step.events]
        if not _TIMED.isdisjoint(names):
            self._seats_timed(step, time, {**sat, **self.seated})
        if answered and by == CLOCK and before.seat:
            self.strikes[before.person] = self.strikes.get(before.person, 0) + 1
        elif answered:
            self.strikes.pop(by, None)
        if sat != self.seated or before.person not in self.seated.values():
            for kept in (self.banks, self.strikes, self.away):
                for person in [name for name in kept if name not in self.seated.values()]:
                    del kept[person]
        wait = self.blocking_decision()
        if wait is None:
            self.turn = NO_TURN._replace(since=time, entry=self.table.event_count)
        elif answered or (wait.kind, wait.seat, wait.person) != before[:3]:
            answers = frozenset([choice.do for choice in wait.choices])
            self.turn = TurnClock(wait.kind, wait.seat, wait.person, answers, time, self.table.event_count)
        if before.kind == "players" != self.turn.kind or (self.seated and not sat):
            self.gathered = time
        if step.command.name == "draw-button":
            # The deck is sealed only now: nobody could foresee the draw.
            self.unforeseen = True
        if self.ready and not self.waits_for_ready():
            self.ready = []
        if not _DISPUTED.isdisjoint(names):
            for entry in step.events:
                self._pause_clock_for_floor(entry, time)

    def _seats_timed(self, step: LogStep, time: int, sat: Mapping[int, str]) -> None:
        """What a step did to those who sit here, or sat here when it began, that a clock goes by."""
        for entry in step.events:
            if entry.name == "seated":
                self.banks[entry.player] = self.terms.bank
            elif entry.name == "name-called":
                self.called = time
            elif entry.name == "sat-out":
                person = sat[entry.seat]
                if entry.away:
                    self.away[person] = time
                else:
                    self.away.pop(person, None)
                self.strikes.pop(person, None)

    def _pause_clock_for_floor(self, entry: Any, time: int) -> None:
        """Whoever calls the floor in his turn is not timed until it has ruled; once, until it has."""
        turn = self.turn
        if entry.name == "dispute-brought":
            may = turn.seat and entry.by == turn.person and not turn.held and self.terms.floor
            if may and self._unruled(turn.person) == 1:
                self.turn = turn._replace(held=time)
        elif entry.name == "dispute-closed":
            kept = {**self.ruled, entry.number: time}
            self.ruled = dict(list(kept.items())[-RULINGS_KEPT:])
            if turn.held and not turn.stood and not self._unruled(turn.person):
                self.turn = turn._replace(stood=max(1, self._paused_ms(time)))

    def _unruled(self, person: str) -> int:
        """How often somebody has called the floor and it has not ruled."""
        company = self.table.roster
        calls = zip(company.disputes, company.dispute_openers, strict=True)
        return sum(not ruling and by == person for ruling, (by, _) in calls)

    def _paused_ms(self, time: int) -> int:
        """How long the clock of whoever is awaited has stood still."""
        turn = self.turn
        if not turn.held:
            return 0
        return turn.stood or min(time - turn.held, self.terms.floor)

    def between_hands(self) -> bool:
        """Whether a hand of poker is over and the dealer gives people a moment before the next."""
        return (
            isinstance(self._table, PokerTable)
            and self._table.is_open
            and self._table.is_between_rounds()
            and self.ended > 0
            and self.turn.person in self._table.STAFF_NAMES
        )

    def waits_for_ready(self) -> bool:
        """Whether people may say that they need no more time."""
        return self.is_wagering_open() or self.between_hands()

    def is_wagering_open(self) -> bool:
        """Whether wagers lie and the dealer waits for more before he closes the betting."""
        return not self.turn.seat and not CLOSING.isdisjoint(self.turn.answers)

    def betting_ends(self) -> int:
        """When the dealer closes the betting: at once if nobody wants to wager any more."""
        return self.turn.since + (self.terms.betting if self.not_ready() else 0)

    def pause_ends(self) -> int:
        """When the pause after a round is over: at once if everybody has said that he is ready."""
        skipped = self.ready and self.between_hands() and not self.not_ready()
        return self.ended + (0 if skipped else self.terms.pause)

    def not_ready(self) -> list[str]:
        """People at the table who may need more time."""
        company = self.table.roster
        return [
            name
            for seat, name in self.seated.items()
            if name not in self.ready
            and name not in self.hosting.bots
            and not company.players[seat].sitting_out
        ]

    def has_chips_at_stake(self) -> bool:
        """Whether a round is being played, or wagers lie on a layout."""
        table = self.table
        return not table.is_between_rounds() or (isinstance(table, DiceTable) and bool(table.state.play.live))

    def blocking_decision(self) -> PendingDecision | None:
        """What holds up the game."""
        if self._table is None or not self._table.is_open or self.hosting.closed or self.hosting.stopped:
            return None
        waits: Sequence[PendingDecision] = self._table.pending()  # type: ignore[attr-defined]
        for wait in waits:
            if not wait.optional:
                return wait
        return None

    def deadline(self) -> int | None:
        """When the clock of whoever is awaited runs out; None where nobody is.

        Bots answer by themselves and are shown no clock; one that does not holds nobody up for ever.
        """
        turn = self.turn
        if not turn.seat:
            return None
        if turn.person in self.hosting.bots:
            return turn.since + self.terms.clock + BOT_PATIENCE
        stands = (turn.stood or self.terms.floor) if turn.held else 0
        return turn.since + self.terms.clock + self.banks.get(turn.person, 0) + stands

    # The index of hands

    def _index(
        self, step: LogStep, moved: list[Transfer], *, time: int, number: int
    ) -> HandIndexEntry | None:
        if self._table is None or not self._table.is_open:
            return None
        quiet = self._table.is_between_rounds()
        played = self.played
        if played is None:
            if quiet:
                return None
            played = CurrentRound(number, time, (), 0)
        staked = sum([chips for _, to, chips in moved if to in self._stakes])
        people = played.people
        fresh = [name for name in self._players() if name not in people]
        if fresh or staked or played is not self.played:
            people = (*people, *fresh)
            played = self.played = CurrentRound(played.first, played.began, people, played.pot + staked)
        if not quiet:
            return None
        self.played = None
        self.rounds += 1
        self.ended = time
        self.over = number
        self.pots = [*self.pots[1 - POTS_KEPT :], played.pot]
        return HandIndexEntry(
            stream=self.stream,
            first=played.first,
            last=number,
            round=self.round_number(),
            game=self.game,
            book=self._table.book_id,
            rules=VERSION,
            began=played.began,
            ended=time,
            pot=played.pot,
            people=played.people,
            disputed=bool(self._table.roster.disputes) and not self._table.roster.disputes[-1],
        )

    def average_pot(self) -> int:
        """What the last rounds were played for on average."""
        return sum(self.pots) // len(self.pots) if self.pots else 0

    def round_number(self) -> int:
        """The round being played, or the last one; at a table of dice the last roll."""
        state: Any = self.table.state  # type: ignore[attr-defined]
        return int(state.number if hasattr(state, "number") else state.play.rolls)

    def next_drawn_round(self) -> int:
        """The round that cards or dice drawn now are for."""
        playing = not self.table.is_between_rounds() and hasattr(self.table.state, "number")  # type: ignore[attr-defined]
        return self.round_number() + (0 if playing else 1)

    def _players(self) -> list[str]:
        """Who takes part in the round being played."""
        table: Any = self._table
        return [name for seat, name in self.seated.items() if table.has_chips_in_play(seat)]

    # To a checkpoint and back

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
            "turn": [*self.turn[:3], sorted(self.turn.answers), *self.turn[4:6]],
            "ready": self.ready,
            "played": self.played,
            "ended": self.ended,
            "pots": self.pots,
            "over": self.over,
            **({"called": self.called} if self.table.roster.called_name else {}),
            **({"held": [self.turn.held, self.turn.stood]} if self.turn.held else {}),
            **({"sponsors": self.sponsors} if self.sponsors else {}),
            **({"ruled": {str(number): time for number, time in self.ruled.items()}} if self.ruled else {}),
        }

    @classmethod
    def from_dict(cls, number: int, data: Mapping[str, Any]) -> LiveTable:
        """The table that `to_dict` described."""
        found = cls(number)
        found.hosting.restore(data["hosting"])
        found.terms = settings_from_record(found.hosting.terms)
        checkpoint = data["table"]
        found._table = TABLE_KINDS[checkpoint["kind"]].resume(checkpoint, keep_log=False)
        found.seated = {int(seat): name for seat, name in data["seated"].items()}
        for name in ("promised", "banks", "strikes", "away"):
            setattr(found, name, dict(data[name]))
        found.book.restore(data["book"])
        kind, seat, person, answers, since, entry = data["turn"]
        found.turn = TurnClock(kind, seat, person, frozenset(answers), since, entry, *data.get("held", ()))
        found.ready = list(data["ready"])
        found.ended = data["ended"]
        found.pots = list(data["pots"])
        found.over = data.get("over", 0)
        found.called = data.get("called", 0)
        found.sponsors = dict(data.get("sponsors", {}))
        found.ruled = {int(number): time for number, time in data.get("ruled", {}).items()}
        if data["played"] is not None:
            first, began, people, pot = data["played"]
            found.played = CurrentRound(first, began, tuple(people), pot)
        # Where in the round it stood is not written down: what was sent before is out of date.
        found._moment_of, found.moment = found.round_number(), found.table.event_count
        return found
