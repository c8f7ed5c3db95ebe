"""Table base class: the interface of every table and its loop from command to events.

`Table` is the part that poker, house cards and dice share. Each kind of table adds its state, its commands
with their handlers, its events, its view and its pending decisions.

* `do` decides a command and applies the events it makes. A refused command raises and has changed nothing; a
  command that fails half-way, by whatever defect, is rolled back before the exception goes on.
* `checkpoint` is the state as plain data; `resume` goes on from there by applying events. It decides nothing,
  so a correction to a rule never makes an old table unreadable. `audit` decides everything again.
* Opening is a command too: a table that is not open yet accepts nothing else, and the first event of its log
  is the sign it opened under.
* A table keeps only what it needs to go on. It keeps the whole log on request (`keep_log`): rooms store it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from msgspec import Struct

from hoyle.core.cards import DECK
from hoyle.core.errors import HoyleError, IllegalError, InvalidError, illegal
from hoyle.core.mypyc_compat import Text, Whole
from hoyle.core.validation import abbreviate, check_int, check_name
from hoyle.games.posted_sign import Sign
from hoyle.rulebooks import VERSION
from hoyle.table.command_base import PLAYER, STAFF, Command, command_from_dict, to_dict
from hoyle.table.deck_inventory import DeckSummary, TableDecks
from hoyle.table.disputes import DisputeRules
from hoyle.table.log.checkpoint_version import CHECKPOINT_VERSION, checkpoint_state
from hoyle.table.log.event_base import Entries
from hoyle.table.log.event_log import LogStep, event_from_dict, step_to_dict, steps_from_dicts
from hoyle.table.log.log_audit import REPLAY_ERRORS, LogAudit, LogDifference, error_reason, first_difference
from hoyle.table.pending_decisions import Choice, PendingCache, PendingDecision
from hoyle.table.roster import Roster
from hoyle.table.ruling_preview import HypotheticalReport, PublicHand, RulingPreview
from hoyle.table.seat_choices import seat_choices_for
from hoyle.table.seats import Leave, SeatRules, Sit, SitIn, SitOut, TopUp
from hoyle.table.staff_roles import RoleRule, Roles, check_role, role_error

DEALER: Final = "dealer"
FLOOR: Final = "floor"
CLOCK: Final = "clock"

OPEN: Final = "open"

Handler = Callable[[Any, Any, str], None]

_SNAPSHOT_INTERVAL: Final = 256
"""Events after which a table between rounds takes a new snapshot to roll back to."""


class Table(ABC):
    """Base class of poker, house card and dice tables; `open` of each kind makes one.

    It declares everything that is asked of any table. Every kind answers what is abstract; the other
    questions have the answer of a table that lacks the thing in question.
    """

    KIND: ClassVar[str] = ""
    VIEW: ClassVar[type[Struct]]
    """Type of `view`."""
    IS_HOUSE_GAME: ClassVar[bool] = True
    """Whether players bet against the house, so that a round begins with wagers and not with a deal."""
    HIDES_CARDS: ClassVar[bool] = True
    """Whether cards are dealt face down: the secret of a shuffle is not revealed with it."""
    HAS_BOTS: ClassVar[bool] = False
    """Whether a room has bots for the game."""
    STAFF_NAMES: ClassVar[frozenset[str]] = frozenset((
        "dealer", "floor", "supervisor", "clock", "house", "cashier", "boxperson", "stickperson", "manager",
        "auditor", "room",
    ))  # fmt: skip
    """Names that the house itself acts under; no player may have one."""
    COMMANDS: ClassVar[Mapping[str, type[Command]]] = {}
    EVENTS: ClassVar[Mapping[str, Any]] = {}
    """Event classes by name."""
    HANDLERS: ClassVar[dict[type, Handler]] = {}
    ROLES: ClassVar[dict[type, RoleRule]] = {}
    """Role rule of each command that the book reserves for named roles."""
    REPORTS: ClassVar[tuple[type[Command], ...]] = ()
    """Reports to the floor and its rulings, beside those on seats and disputes."""
    DEALER_ERROR_COMMANDS: ClassVar[tuple[type[Command], ...]] = ()
    """Commands on mistakes that only a human dealer makes: a card turned up, a throw called wrong."""
    ANYTIME_COMMANDS: ClassVar[tuple[type[Command], ...]] = ()
    """Players' commands about chips that answer no turn."""
    STANDING_WAGERS: ClassVar[tuple[type[Command], ...]] = ()
    """Commands that make or raise a wager which outlasts a round."""

    def __init__(self, sign: object = None, *, keep_log: bool = True) -> None:
        if sign is not None:
            raise InvalidError(f"open a table with {type(self).__name__}.open(sign)")
        self.keep_log = keep_log
        self.log: list[Any] = []
        """All events so far, if `keep_log`."""
        self.steps: list[LogStep] = []
        """The same events, grouped by command."""
        self.event_count = 0
        """Number of events since the table opened."""
        self._handlers: dict[type, Handler] = self.HANDLERS
        self._roles: dict[type, RoleRule] = self.ROLES
        self._pending: PendingCache | None = None
        """Pending decisions computed last, until the next command."""
        self._new_events: list[Any] = []
        self._snapshot: Any = None
        self._events_since_snapshot: list[Any] = []

    # Interface of each kind of table: state, rules and people

    @property
    @abstractmethod
    def roster(self) -> Roster:
        """Roster of the table: players, chips, waiting list and disputes, which all tables have."""

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether the table is open: a sign is posted."""

    @property
    @abstractmethod
    def sign(self) -> Sign:
        """Posted sign; refused at a table that is not open."""

    @property
    @abstractmethod
    def book_id(self) -> str:
        """Id of the rulebook that the posted sign names."""

    @property
    @abstractmethod
    def game_id(self) -> str:
        """Id of the game that the posted sign names."""

    @property
    @abstractmethod
    def round_number(self) -> int:
        """Number of the round being played, or of the last one; at dice of the last roll."""

    @property
    def stakes(self) -> str:
        """Stakes of the posted sign in a few words: ``limit 3/6``."""
        return self.sign.stakes()

    @abstractmethod
    def pending(self) -> Sequence[PendingDecision]:
        """Return the pending decisions, with every choice and its bounds; the blocking ones first."""

    @abstractmethod
    def view(self, person: str | Whole = "") -> Struct:
        """Return the table as one person, by name or seat, may see it; an empty name is a spectator."""

    @abstractmethod
    def preview(self, command: Command, by: str = FLOOR) -> RulingPreview:
        """Return the ruling that a report to the floor would get; nothing changes, no hidden card is used."""

    @abstractmethod
    def seat_rules(self) -> SeatRules:
        """Return the seat rules of the book and the sign: number of seats, buy-in and clauses."""

    def dispute_rules(self) -> DisputeRules:
        """Return the rules on disputes and conduct; house conventions unless the book has its own."""
        return DisputeRules()

    @abstractmethod
    def has_chips_in_play(self, seat: int) -> bool:
        """Whether the chips of a seat are bound by a round, so that leaving and topping up are deferred."""

    def is_top_up_deferred(self, seat: int) -> bool:
        """Whether chips that a player adds arrive only at the end of the round."""
        return self.has_chips_in_play(seat)

    @abstractmethod
    def is_between_rounds(self) -> bool:
        """Whether the table is between rounds: none is being played."""

    def check_tender(self, chips: int, currency: int) -> None:
        """Refuse money that the book does not allow in play."""
        if currency:
            raise IllegalError(
                f"currency {currency}: change it into chips first", clause="house table-stakes", legal="chips"
            )

    @classmethod
    @abstractmethod
    def read_sign(cls, game: str, data: Mapping[str, Any]) -> Sign:
        """Read a sign from the data of a log or a snapshot, as it was posted."""

    @classmethod
    def opening_fields(cls, game: str, sign: Mapping[str, Any]) -> dict[str, Any]:
        """Return the command, as plain data, that opens a table with this sign."""
        return {"do": OPEN, "sign": {**sign, "game": game}}

    # Interface of each kind of table: the round

    def game_round(self) -> object | None:
        """Return the engine of the round being played, for analysis; None between rounds.

        At dice it is the game, whose layout outlasts a roll.
        """
        return None

    def hand_rules(self, hand_count: int) -> object | None:
        """Return the rules of poker by which so many hands are compared; None at house games."""
        return None

    def own_cards(self, person: str) -> dict[str, list[str]]:
        """Return a person's own cards in the current or last round, by seat or spot."""
        return {}

    def live_players(self) -> set[str]:
        """Return the names of players with a live hand in the current or last round."""
        return set()

    def public_hands(self) -> list[PublicHand] | None:
        """Return the hands in the round being played, as the public sees them; None at house games."""
        return None

    def pot(self) -> int:
        """Return the chips in the pot of the current or last round; 0 where wagers make no pot."""
        return 0

    def standing_wagers(self) -> dict[str, int]:
        """Return the chips of each player in wagers that outlast a round, by name."""
        return {}

    def layout(self) -> tuple[int, list[Any]]:
        """Return the point and the wagers on a dice layout, where a narration takes up; none elsewhere."""
        return 0, []

    def choices_with_presets(self, decision: PendingDecision) -> tuple[Choice, ...]:
        """Return the choices of a decision, with suggested amounts where an amount is open."""
        return decision.choices

    def short_stacks(self) -> list[tuple[int, int, str]]:
        """Return the seats that get no cards for lack of chips: seat, chips needed and clause."""
        return []

    # Interface of each kind of table: dealer, decks and floor

    def next_drawn_round(self) -> int:
        """Return the number of the round that cards or dice drawn now belong to."""
        return self.round_number + (1 if self.is_between_rounds() else 0)

    def is_reshuffle(self) -> bool:
        """Whether a shuffle now belongs to a round in play, for which the deck was shuffled before."""
        return False

    def cards_to_shuffle(self) -> list[int]:
        """List the cards of the pending shuffle, or the whole deck between rounds; for the dealer only."""
        return list(DECK)

    def cut_bounds(self) -> tuple[int, int] | None:
        """Return the least and most cards of the cut after a shuffle; None where the deck is not cut."""
        return None

    def dealer_fields(self, choice: Choice) -> dict[str, Any]:
        """Return the fields that a choice leaves open to the dealer, as one without a mistake fills them."""
        return {bounds.field: bounds.min for bounds in choice.bounds}

    def command_of(self, choice: Choice, **fields: Any) -> Command:
        """Build the command of a choice; the dealer's defaults fill the fields that are not given."""
        return command_from_dict(
            self.COMMANDS, {"do": choice.do, **choice.fixed, **self.dealer_fields(choice), **fields}
        )

    def owed_confirmations(self) -> list[tuple[Command, str]]:
        """List the commands by which the crew confirms players' calls, each with who gives it."""
        return []

    def decks(self) -> list[DeckSummary]:
        """Return every deck that is or was at the table."""
        return []

    def deck_requirements(self) -> TableDecks | None:
        """Return the book's requirements on the decks, with the steps done so far; None without decks."""
        return None

    def report_clause(self, report: str) -> str:
        """Return the clause of the book on a report to the floor; empty if the book is silent."""
        return ""

    def report_options(self, report: str, field: str) -> tuple[str, ...]:
        """Return the values that a field of a report may have, if they are few; else none."""
        return ()

    def hypothetical_reports(self) -> list[HypotheticalReport]:
        """Return the reports that the book rules on and the table does not carry out."""
        return []

    def jackpot_terms(self) -> dict[str, Any]:
        """Return the posted terms of a jackpot: game, book, fee, standards and payouts; empty for none."""
        return {}

    def jackpot_problem(self) -> str:
        """Return why the posted jackpot can never be paid; empty if it can."""
        return ""

    def has_unpaid_jackpot(self) -> bool:
        """Whether a jackpot was won here and is not paid yet."""
        return False

    # Interface of each kind of table: events and state

    @abstractmethod
    def collect_round_events(self) -> None:
        """Append the events that the round has made to the command's; close the round if it is over."""

    @abstractmethod
    def apply(self, entry: Any) -> None:
        """Change the state as an event says; raise `ChipConservationError` if chips do not add up."""

    @abstractmethod
    def state_to_dict(self) -> dict[str, Any]:
        """Return the whole state of the table as plain data."""

    @abstractmethod
    def state_from_dict(self, data: dict[str, Any]) -> None:
        """Restore the state of the table that `state_to_dict` wrote."""

    @abstractmethod
    def _is_dirty(self) -> bool:
        """Whether a failed command has changed the state beyond the events it emitted."""

    def snapshot(self) -> Any:
        """Return the current state for `restore`; poker, which is played fastest, has a quicker copy."""
        return self.state_to_dict()

    def restore(self, snapshot: Any) -> None:
        """Restore a state from `snapshot`, which stays valid for another restore."""
        self.state_from_dict(snapshot)

    def shared_snapshot(self) -> Any:
        """Return a snapshot that another table restores at once."""
        return self.snapshot()

    # State that every table shows, and actions at every table; the command each builds checks its arguments

    @property
    def stacks(self) -> dict[int, int]:
        """Chips in front of each player by seat, wagers not counted."""
        roster = self.roster
        return {seat: roster.stack(seat) for seat in sorted(roster.players)}

    def resolve_person(self, person: str | Whole) -> str:
        """Return the name of a person given by name or seat; empty for a seat that is not taken."""
        if isinstance(person, str):
            return person
        max_seat, seat = self.seat_rules().max_seats, check_int(person, "seat")
        if not 0 <= seat <= max_seat:
            raise InvalidError(f"seat {seat}: expected 1 to {max_seat}, or 0 for a person without a seat")
        player = self.roster.players.get(seat)
        return "" if player is None else player.name

    def seen_by(self, person: str | Whole = "") -> Entries:
        """Return the event log as one person, by name or seat, may read it."""
        viewer = self.resolve_person(person)
        return [entry.seen_by(viewer) for entry in self.log]

    def seat_choices(self, person: str | Whole) -> tuple[Choice, ...]:
        """List the seat commands that a person, by name or seat, may give now, at any point of the game."""
        viewer = self.resolve_person(person)
        if not self.is_open or not self.is_person(viewer):
            return ()
        return seat_choices_for(self.roster, self.seat_rules(), viewer)

    def free_seat(self) -> int:
        """Return the first free seat; 0 at a full table."""
        for seat in range(1, self.seat_rules().max_seats + 1):
            if seat not in self.roster.players:
                return seat
        return 0

    def sit(self, seat: Whole, chips: Whole, name: Text = "", *, currency: Whole = 0) -> Entries:
        """Take a seat with chips, and cash where the book lets it play."""
        return self._give(Sit, seat=seat, chips=chips, player=name, currency=currency)

    def top_up(self, seat: Whole, chips: Whole, *, currency: Whole = 0) -> Entries:
        """Add chips to a stack; deferred to the end of the round while chips are in play."""
        return self._give(TopUp, seat=seat, chips=chips, currency=currency)

    def leave(self, seat: Whole) -> Entries:
        """Leave with all chips; deferred to the end of the round while chips are in play."""
        return self._give(Leave, seat=seat)

    def sit_out(self, seat: Whole) -> Entries:
        """Sit a player out from the next round on."""
        return self._give(SitOut, seat=seat)

    def sit_in(self, seat: Whole) -> Entries:
        """Let a player who sat out take part again from the next round on."""
        return self._give(SitIn, seat=seat)

    # Commands

    def _give(self, command: type[Command], issuer: str = DEALER, **fields: Any) -> Entries:
        """Build a command from unchecked fields, which it validates itself, and do it."""
        return self.do(command(**fields), issuer)

    def do(self, command: Command, by: Text = DEALER) -> Entries:
        """Decide a command and return the events it caused; a refused command has changed nothing."""
        if self._snapshot is None:
            self._snapshot = self.snapshot()
        if not self.is_open and not (isinstance(command, Command) and command.name == OPEN):
            raise not_open_error()
        handler = self._handlers.get(type(command))
        if handler is None:
            raise self._unknown_command_error(command)
        issuer: Any = by
        if issuer != DEALER:
            self._authorize(command, issuer)
        if type(command) in self._roles:
            self.check_role(command, issuer)
        if len(self._events_since_snapshot) > _SNAPSHOT_INTERVAL and self.is_between_rounds():
            self._snapshot = self.snapshot()
            self._events_since_snapshot = []
        new_events: list[Any] = []
        self._new_events = new_events
        self._invalidate_pending()
        try:
            handler(self, command, issuer)
        except BaseException:
            if new_events or self._is_dirty():
                self.event_count -= len(new_events)
                self._roll_back(self._events_since_snapshot)
            self._new_events = []
            raise
        self._new_events = []
        self._events_since_snapshot += new_events
        if self.keep_log:
            self.log += new_events
            self.steps.append(LogStep(by=issuer, command=command, events=new_events))
        return new_events

    def emit(self, entry: Any) -> None:
        """Apply an event of the command being decided."""
        self._new_events.append(entry)
        self.event_count += 1
        self.apply(entry)

    def _invalidate_pending(self) -> None:
        """Drop the cached pending decisions before the state changes."""
        cache = self._pending
        if cache is not None:
            self._pending = None
            cache.materialize()

    def roles_for(self, command: Command) -> Roles | None:
        """Return the roles that alone may order a command, with the clause; None where any staff member may."""
        rule = self._roles.get(type(command))
        return None if rule is None else rule(self, command)

    def check_role(self, command: Command, by: str) -> None:
        """Refuse a command whose issuer, or whoever it says has ordered it, lacks the required role."""
        check_role(self.roles_for(command), command, by, self.roster, self.STAFF_NAMES)

    def is_person(self, by: str) -> bool:
        """Whether a name is a person's own rather than a staff name."""
        return by not in self.STAFF_NAMES

    def _unknown_command_error(self, command: object) -> HoyleError:
        if isinstance(command, Command):
            return IllegalError(f"{command.name} is not for a table of {self.KIND}")
        return InvalidError(f"{command!r} is no command: expected one of {', '.join(sorted(self.COMMANDS))}")

    def _authorize(self, command: Command, by: Any) -> None:
        allowed_issuer = command.ISSUER
        if allowed_issuer == PLAYER:
            player = self.roster.players.get(command.seat)  # type: ignore[attr-defined]
            if player is not None and player.name == by:
                return
        if not check_name(by, "by"):
            raise InvalidError("by '': expected a name")
        if by in self.STAFF_NAMES:
            return
        if allowed_issuer == STAFF:
            raise role_error(self.roles_for(command), command, by)
        if allowed_issuer == PLAYER:
            seat = self.roster.seat_of(by)
            if not seat:
                clause = self.seat_rules().seated_clause
                raise illegal(clause, f"{by} has no seat at this table", legal="sit")
            other_seat = command.seat  # type: ignore[attr-defined]
            raise IllegalError(f"{by} sits in seat {seat} and cannot act for seat {other_seat}")

    # Rollback

    def _roll_back(self, entries: list[Any]) -> None:
        self._invalidate_pending()
        self.restore(self._snapshot)
        for entry in entries:
            self.apply(entry)

    def replace_last(self, written: list[Any], count: int) -> None:
        """Replace the last `count` events by those `written` in a log, without deciding."""
        remaining = self._events_since_snapshot[: len(self._events_since_snapshot) - count]
        self._roll_back(remaining)
        self._events_since_snapshot = remaining
        self.event_count -= count
        for entry in written:
            self.apply(entry)
            self._events_since_snapshot.append(entry)
            self.event_count += 1

    # Checkpoint, log and audit

    def checkpoint(self) -> dict[str, Any]:
        """Return the table as JSON-compatible data; `resume` is the inverse."""
        return {
            "version": CHECKPOINT_VERSION,
            "kind": self.KIND,
            "event_count": self.event_count,
            "state": self.state_to_dict(),
        }

    def reset_to(self, snapshot: Any) -> None:
        """Reset to a `snapshot` of this table, to play on from there; the log since is dropped."""
        self._invalidate_pending()
        self.restore(snapshot)
        self.event_count = 0
        self.log = []
        self.steps = []
        self._snapshot = snapshot
        self._events_since_snapshot = []

    def fork(self) -> Self:
        """Return an independent table in the same state, without the log, for looking ahead."""
        copy = type(self)(keep_log=False)
        copy.restore(self.shared_snapshot())
        # A snapshot is never modified, so that both tables can go back to the same one.
        copy._snapshot = self._snapshot
        copy._events_since_snapshot = list(self._events_since_snapshot)
        copy.event_count = self.event_count
        return copy

    def __copy__(self) -> Self:
        copy = self.resume(self.checkpoint(), keep_log=self.keep_log)
        # Events never change, so that both logs can hold the same ones.
        copy.log = list(self.log)
        copy.steps = list(self.steps)
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        log = [{"name": entry.name, "fields": entry.to_dict()} for entry in self.log]
        steps = [(step.by, to_dict(step.command), len(step.events)) for step in self.steps]
        return table_from_pickle, (type(self), self.checkpoint(), log, steps, self.keep_log)

    @classmethod
    def resume(
        cls, checkpoint: Mapping[str, Any] | None, entries: Iterable[Any] = (), *, keep_log: bool = True
    ) -> Self:
        """Rebuild a table from a checkpoint and the events after it; nothing is decided again.

        Without a checkpoint the entries begin with the table's opening.
        """
        table = cls(keep_log=keep_log)
        if checkpoint is not None:
            table._restore_checkpoint(checkpoint)
        for entry in entries:
            try:
                table.apply(entry)
            except REPLAY_ERRORS as error:
                name = getattr(entry, "name", abbreviate(entry))
                raise InvalidError(
                    f"entry {table.event_count + 1} ({name}) cannot follow: {error_reason(error)}"
                ) from error
            table.event_count += 1
            if keep_log:
                table.log.append(entry)
        try:
            table._snapshot = table.snapshot()
        except REPLAY_ERRORS as error:
            # A value of the wrong type may raise only when the whole state is copied.
            raise InvalidError(f"checkpoint and entries lead to no table: {error_reason(error)}") from error
        return table

    def _restore_checkpoint(self, checkpoint: Mapping[str, Any]) -> None:
        """Restore state and event count of a checkpoint; refuse one of another kind of table."""
        kind = checkpoint.get("kind") if isinstance(checkpoint, Mapping) else checkpoint
        if kind != self.KIND:
            raise InvalidError(f"a checkpoint of {abbreviate(kind)} is no table of {self.KIND}")
        try:
            self.state_from_dict(checkpoint_state(checkpoint))
            self.event_count = check_int(checkpoint["event_count"], "event_count", 0)
        except REPLAY_ERRORS as error:
            raise InvalidError(f"the checkpoint cannot be read: {error_reason(error)}") from error

    def dump(self) -> list[dict[str, Any]]:
        """Return the log as JSON-compatible data, one object for each command; `load` is the inverse."""
        return [step_to_dict(step) for step in self.steps]

    @classmethod
    def load(cls, data: Iterable[object]) -> Self:
        """Rebuild a table from a dumped log; its events are applied and not decided again."""
        steps = cls.read(data)
        if not steps:
            raise InvalidError("an empty log describes no table")
        table = cls.resume(None, [entry for step in steps for entry in step.events])
        table.steps = steps
        return table

    @classmethod
    def read(cls, data: Iterable[object], *, exact: bool = False) -> list[LogStep]:
        """Parse a dumped log into steps; `exact` also notes events that are not in canonical form."""
        if isinstance(data, (str, bytes, Mapping)) or not isinstance(data, Iterable):
            raise InvalidError(f"log {abbreviate(data)}: expected a list of steps")
        return steps_from_dicts(cls.COMMANDS, cls.EVENTS, data, exact=exact)

    @classmethod
    def audit(cls, steps: Iterable[LogStep], *, max_differences: int = 1000) -> LogAudit:
        """Decide every command of a log again under the rules of this program; stop at `max_differences`."""
        table, log_steps = cls(keep_log=False), list(steps)
        opening = log_steps[0].events[0] if log_steps and log_steps[0].events else None
        rules: str = getattr(opening, "rules", "")
        differences: list[LogDifference] = []
        event_count = step_number = 0
        for step_number, step in enumerate(log_steps, 1):
            decided: list[Any] = []
            try:
                decided = table.do(step.command, step.by)
            except REPLAY_ERRORS as error:
                message = f"{step.command.name} by {step.by} cannot be done: {error_reason(error)}"
                differences.append(LogDifference(event_count + 1, step_number, message))
            else:
                difference = first_difference(step, decided, event_count, step_number)
                if difference is not None:
                    differences.append(difference)
            if decided != step.events:
                # Go on from what is written, so that one difference is reported once.
                try:
                    table.replace_last(step.events, len(decided))
                    can_go_on = len(differences) < max_differences
                except REPLAY_ERRORS:
                    can_go_on = False
                if not can_go_on:
                    return LogAudit(rules, VERSION, step_number, event_count, differences, finished=False)
            event_count += len(step.events)
        return LogAudit(rules, VERSION, step_number, event_count, differences, finished=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.KIND == other.KIND and self.state_to_dict() == other.state_to_dict()

    __hash__ = None  # type: ignore[assignment]


def not_open_error() -> IllegalError:
    """Return the refusal of a command at a table without a sign."""
    return IllegalError("the table is not open: put up a sign first", legal=OPEN)


def table_from_pickle(
    kind: type[Table],
    checkpoint: dict[str, Any],
    log: list[dict[str, Any]],
    steps: list[tuple[str, dict[str, Any], int]],
    keep_log: bool,
) -> Table:
    """Rebuild a pickled table from its checkpoint and log; nothing is decided again."""
    table = kind.resume(checkpoint, keep_log=keep_log)
    table.log = [event_from_dict(kind.EVENTS, data, number) for number, data in enumerate(log, 1)]
    start = len(table.log) - sum(event_count for _, _, event_count in steps)
    for by, command, event_count in steps:
        events = table.log[start : start + event_count]
        table.steps.append(LogStep(by, command_from_dict(kind.COMMANDS, command), events))
        start += event_count
    return table
