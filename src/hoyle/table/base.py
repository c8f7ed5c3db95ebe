"""One table for every game: a command comes in, entries come out, and applying them is all that changes it.

`Table` is the part that poker, house cards and dice share. Each kind of table adds its state, its commands
with their decisions, its entries, its view and what it waits for.

* `do` decides a command and applies the entries it makes. What is refused raises and has changed nothing;
  what fails half-way, by whatever defect, is rolled back before the failure goes on.
* `checkpoint` is the state as plain data; `resume` goes from there by applying entries. It decides nothing,
  so a clause or a rule that was corrected since never makes an old table unreadable. Deciding everything
  again is `hoyle.table.audit`.
* Opening is a command too: a table that is not open yet takes nothing else, and the first entry of its log is
  the sign it opened under.
* A table keeps what it needs to go on. The whole log is kept only on request (`keep_log`): rooms store it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

from hoyle.errors import ChipsLost, HoyleError, IllegalError, InvalidError
from hoyle.table.command import PLAYER, STAFF, Command
from hoyle.table.company import Company
from hoyle.table.desk import DeskRules
from hoyle.table.fields import name
from hoyle.table.log import Step
from hoyle.table.seats import SeatRules

DEALER: Final = "dealer"
FLOOR: Final = "floor"
CLOCK: Final = "clock"

OPENING: Final = "open"
"""The first command of every table."""

Handler = Callable[[Any, Any, str], None]

_RENEWED_AFTER: Final = 64
"""Entries after which a quiet table takes a new footing for rolling back."""


class Table:
    """What every table can do. `open` of the three kinds is the front door."""

    KIND: ClassVar[str] = ""
    STAFF: ClassVar[frozenset[str]] = frozenset((
        "dealer", "floor", "supervisor", "clock", "house", "cashier", "boxperson", "stickperson", "manager",
        "auditor", "room",
    ))  # fmt: skip
    """Who is never a player: names under which the house itself speaks."""
    COMMANDS: ClassVar[Mapping[str, type[Command]]] = {}
    ENTRIES: ClassVar[Mapping[str, Any]] = {}
    """Entries by name; each kind has `read` for its plain facts."""
    HANDLERS: ClassVar[Mapping[type, Handler]] = {}

    def __init__(self, *, keep_log: bool = True) -> None:
        self.keep_log = keep_log
        self.log: list[Any] = []
        """All entries so far, where they are kept."""
        self.steps: list[Step] = []
        """The same command by command, where they are kept."""
        self.entries = 0
        """How many entries this table has had since it opened."""
        self._fresh: list[Any] = []
        self._footing: Any = None
        self._since: list[Any] = []

    # What each kind of table says for itself

    @property
    def company(self) -> Company:
        """The part of its state that all tables share."""
        raise NotImplementedError

    @property
    def book_id(self) -> str:
        raise NotImplementedError

    def seat_rules(self) -> SeatRules:
        raise NotImplementedError

    def desk_rules(self) -> DeskRules:
        raise NotImplementedError

    def in_play(self, seat: int) -> bool:
        """Whether what lies before a seat is bound by a round: then leaving and adding are promises."""
        raise NotImplementedError

    def quiet(self) -> bool:
        """Whether nothing is half done: no round is being played."""
        raise NotImplementedError

    def check_money(self, chips: int, currency: int) -> None:
        """Refuse money that the book does not let play."""
        if currency:
            raise IllegalError(
                f"currency {currency}: change it into chips first", clause="house table-stakes", legal="chips"
            )

    def apply(self, entry: Any) -> None:
        """Change the state as an entry says, and nothing else; chips that do not add up raise `ChipsLost`."""
        raise NotImplementedError

    def plain_state(self) -> dict[str, Any]:
        """The whole state as plain data."""
        raise NotImplementedError

    def restore_state(self, data: dict[str, Any]) -> None:
        """Take over a state that `plain_state` wrote."""
        raise NotImplementedError

    # Commands

    def do(self, command: Command, by: str = DEALER) -> list[Any]:
        """Decide a command and answer with the entries it caused; what is refused has changed nothing."""
        if self._footing is None:
            self._footing = self.plain_state()
        handler = self.HANDLERS.get(type(command))
        if handler is None:
            raise self._unknown(command)
        if by != DEALER:
            self._check_giver(command, by)
        if self.entries == 0 and command.name != OPENING:
            raise IllegalError("the table is not open: put up a sign first", legal=OPENING)
        if self._since and len(self._since) > _RENEWED_AFTER and self.quiet():
            self._footing = self.plain_state()
            self._since = []
        fresh: list[Any] = []
        self._fresh = fresh
        try:
            handler(self, command, by)
        except BaseException:
            if fresh or self._half_done():
                self.entries -= len(fresh)
                self._stand_on(self._footing, self._since)
            self._fresh = []
            raise
        self._fresh = []
        self._since += fresh
        if self.keep_log:
            self.log += fresh
            self.steps.append(Step(by=by, command=command, entries=fresh))
        return fresh

    def emit(self, entry: Any) -> None:
        """Apply an entry of the command being carried out."""
        self._fresh.append(entry)
        self.entries += 1
        self.apply(entry)

    def is_person(self, by: str) -> bool:
        """Whether somebody speaks for himself rather than for the house."""
        return by not in self.STAFF

    def _unknown(self, command: object) -> HoyleError:
        if isinstance(command, Command):
            return IllegalError(f"{command.name} is not for a table of {self.KIND}")
        return InvalidError(f"{command!r} is no command: one of {', '.join(sorted(self.COMMANDS))} is wanted")

    def _check_giver(self, command: Command, by: str) -> None:
        """A person acts for his own seat; what the house does, only the house can order."""
        if not name(by, "by"):
            raise InvalidError("by '': a name is wanted")
        if by in self.STAFF:
            return
        who = type(command).WHO
        if who == STAFF:
            raise IllegalError(f"{by} cannot order {command.name}: that is for the house")
        if who == PLAYER:
            seat = self.company.seat_of(by)
            if not seat:
                clause = self.seat_rules().seated_clause
                raise IllegalError(f"{by} has no seat at this table ({clause})", clause=clause, legal="sit")
            wanted = command.seat  # type: ignore[attr-defined]
            if seat != wanted:
                raise IllegalError(f"{by} sits in seat {seat} and cannot act for seat {wanted}")

    # Going back

    def _half_done(self) -> bool:
        """Whether a command that failed has changed the state beyond the entries it has emitted."""
        return False

    def _stand_on(self, footing: Any, entries: list[Any]) -> None:
        self.restore_state(footing)
        for entry in entries:
            self.apply(entry)

    def follow(self, written: list[Any], instead_of: int) -> None:
        """Take the entries of a log in place of those that the last command made here; only apply them."""
        kept = self._since[: len(self._since) - instead_of]
        self._stand_on(self._footing, kept)
        self._since = kept
        self.entries -= instead_of
        for entry in written:
            self.apply(entry)
            self._since.append(entry)
            self.entries += 1

    # Checkpoint and resume

    def checkpoint(self) -> dict[str, Any]:
        """The table as plain data that a file can hold; `resume` is the way back."""
        return {"kind": self.KIND, "entries": self.entries, "state": self.plain_state()}

    def _resume(self, checkpoint: Mapping[str, Any] | None, entries: Iterable[Any]) -> None:
        """Stand where a checkpoint and the entries after it lead."""
        if checkpoint is not None:
            if checkpoint.get("kind") != self.KIND:
                raise InvalidError(f"a checkpoint of {checkpoint.get('kind')!r} is no table of {self.KIND}")
            self.restore_state(checkpoint["state"])
            self.entries = checkpoint["entries"]
        for entry in entries:
            try:
                self.apply(entry)
            except (
                HoyleError,
                ChipsLost,
                AssertionError,
                LookupError,
                TypeError,
                ValueError,
                AttributeError,
            ) as error:
                said = str(error) or type(error).__name__
                raise InvalidError(
                    f"entry {self.entries + 1} ({entry.name}) cannot follow: {said}"
                ) from error
            self.entries += 1
            if self.keep_log:
                self.log.append(entry)
        self._footing = self.plain_state()
        self._since = []
