"""Dice table: seats and chips around one layout of craps or mini-dice, under one posted sign.

>>> from hoyle.games.dice import CrapsSign
>>> table = DiceTable.open(CrapsSign(odds_multiple=2))
>>> _ = table.sit(1, 100, "ann"), table.offer(), table.accept(1)
>>> _ = table.bet(1, "pass", 10), table.throw(4, 2), table.throw(5, 1)
>>> table.stacks
{1: 110}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from hoyle.core.errors import InvalidError
from hoyle.core.mypyc_compat import Flag, Text, Unchecked, Whole
from hoyle.core.validation import abbreviate
from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.game_state import UNSEEN, DiceWager
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.table import base
from hoyle.table.command_base import Command
from hoyle.table.dice import commands
from hoyle.table.dice import view as dice_view
from hoyle.table.dice.automatic_pre_roll import confirmations
from hoyle.table.dice.command_dispatch import HANDLERS, ROLES
from hoyle.table.dice.events import TABLE_EVENTS
from hoyle.table.dice.game_registry import GAMES, DiceTableKind
from hoyle.table.dice.pending import decisions as pending_decisions
from hoyle.table.dice.pending.wager_choices import CachedSeatChoices
from hoyle.table.dice.posted_sign import sign_class
from hoyle.table.dice.table_base import DiceTableBase
from hoyle.table.dice.view_types import DiceView
from hoyle.table.log.event_base import Entries
from hoyle.table.pending_decisions import Pending, PendingDecision
from hoyle.table.ruling_preview import RulingPreview
from hoyle.table.staff_roles import RoleRule


class DiceTable(DiceTableBase):
    """Dice table under one sign.

    >>> import hoyle
    >>> from hoyle.games.dice import CrapsSign
    >>> table = hoyle.DiceTable.open(CrapsSign())
    >>> _ = table.sit(1, chips=100)
    >>> table.stacks
    {1: 100}
    """

    KIND: ClassVar[str] = "dice"
    VIEW: ClassVar[type[Struct]] = DiceView
    HIDES_CARDS: ClassVar[bool] = False
    STAFF_NAMES: ClassVar[frozenset[str]] = base.Table.STAFF_NAMES | {UNSEEN}
    COMMANDS: ClassVar[Mapping[str, type[Command]]] = commands.COMMANDS
    EVENTS: ClassVar[Mapping[str, Any]] = TABLE_EVENTS
    HANDLERS: ClassVar[dict[type, base.Handler]] = HANDLERS
    ROLES: ClassVar[dict[type, RoleRule]] = ROLES
    REPORTS: ClassVar[tuple[type[Command], ...]] = (commands.NoRoll, commands.HouseRuling, commands.OrderPass)
    DEALER_ERROR_COMMANDS: ClassVar[tuple[type[Command], ...]] = (commands.DisputeThrow,)
    STANDING_WAGERS: ClassVar[tuple[type[Command], ...]] = (commands.Bet, commands.Increase)

    def __init__(self, sign: object = None, *, keep_log: bool = True) -> None:
        super().__init__(sign, keep_log=keep_log)
        self._game: DiceGame | None = None
        self.choice_cache: dict[int, CachedSeatChoices] = {}
        """Cached wager choices of each seat."""

    @classmethod
    def open(cls, sign: DiceSign | Unchecked, *, keep_log: bool = True) -> DiceTable:
        """Open a dice table for the game of the sign."""
        if not isinstance(sign, DiceSign):
            expected = " or ".join(f"a {kind.sign.__name__}" for kind in GAMES.values())
            raise InvalidError(f"sign {abbreviate(sign)}: expected {expected}")
        table = cls(keep_log=keep_log)
        table.do(commands.OpenTable(game=sign.GAME, sign=sign.facts()))
        return table

    def __repr__(self) -> str:
        if self.state.posted_sign is None:
            return "<DiceTable without a sign>"
        play, count = self.state.play, len(self.state.players)
        players = f"{count} player{'' if count == 1 else 's'}"
        point = f", point {play.point}" if play.point else ""
        return f"<DiceTable {self.book_id} {self.game_id}: {players}, {play.rolls} rolls{point}>"

    # Queries

    @property
    def kind(self) -> DiceTableKind[Any, Any]:
        """Sign, game and pending decisions of the game played here."""
        return GAMES[self.game_id]

    @property
    def game(self) -> DiceGame:
        """Dice game played at the table: layout, wagers and dice."""
        game = self._game
        if game is None or game.state is not self.state.play:
            new_game: DiceGame = self.kind.game(self.sign, self.state.play)
            self._game = game = new_game
        return game

    def pending(self) -> Pending:
        cache = self._pending
        if cache is None:
            cache = self._pending = pending_decisions.build_pending(self, self.choice_cache)
        return cache.sequence()

    def crew_and_shooter_decisions(self) -> list[PendingDecision]:
        decisions = self.kind.decisions(self, self.game)
        if self.state.players and not self.game.needs_players():
            return decisions
        # The last throw may be ruled on even while nobody plays.
        rulings = [decision for decision in decisions if decision.kind == "dispute"]
        return [*pending_decisions.more_players(self), *rulings]

    def view(self, person: str | Whole = "") -> DiceView:
        return dice_view.view(self, self.resolve_person(person))

    def preview(self, command: Command, by: str = base.FLOOR) -> RulingPreview:
        """Return what a command would cause, or raise its refusal; this table does not change."""
        entries = self.fork().do(command, by)
        clauses = list(dict.fromkeys(entry.clause for entry in entries if entry.clause))
        return RulingPreview(", ".join(entry.name for entry in entries), clauses, entries=entries)

    @classmethod
    def read_sign(cls, game: str, data: Mapping[str, Any]) -> DiceSign:
        return sign_class(game).read_posted(data)

    @classmethod
    def opening_fields(cls, game: str, sign: Mapping[str, Any]) -> dict[str, Any]:
        return {"do": base.OPEN, "game": game, "sign": sign}

    def game_round(self) -> DiceGame:
        return self.game

    def next_drawn_round(self) -> int:
        return self.round_number + 1

    def standing_wagers(self) -> dict[str, int]:
        chips: dict[str, int] = {}
        for wager in self.state.play.live:
            chips[wager.owner] = chips.get(wager.owner, 0) + wager.amount + wager.commission
        return chips

    def layout(self) -> tuple[int, list[DiceWager]]:
        return self.state.play.point, list(self.state.play.live)

    def owed_confirmations(self) -> list[tuple[Command, str]]:
        return confirmations(self) if any(wager.on_requested for wager in self.state.play.live) else []

    def report_options(self, report: str, field: str) -> tuple[str, ...]:
        return tuple(self.sign.rulebook.no_rolls) if (report, field) == ("no-roll", "reason") else ()

    # Actions
    # The commands they build refuse invalid arguments: see `Unchecked`.

    def bet(
        self,
        seat: Whole,
        kind: Text,
        amount: Whole,
        *,
        number: Whole = 0,
        faces: Text = "",
        on: Text = "",
        coupon: Flag = False,
    ) -> Entries:
        """Make a wager on the layout for the player in a seat."""
        return self._give(
            commands.Bet, seat=seat, kind=kind, amount=amount, number=number, faces=faces, on=on, coupon=coupon
        )

    def take_down(self, seat: Whole, wager: Text) -> Entries:
        """Take a wager of a seat down from the layout."""
        return self._give(commands.TakeDown, seat=seat, wager=wager)

    def offer(self) -> Entries:
        """Offer dice or shaker round the table."""
        return self._give(commands.Offer)

    def accept(self, seat: Whole) -> Entries:
        """Take dice or shaker for the player in a seat who is offered them."""
        return self._give(commands.Accept, seat=seat)

    def decline(self, seat: Whole) -> Entries:
        """Decline dice or shaker for the player in a seat who is offered them."""
        return self._give(commands.Decline, seat=seat)

    def pass_on(self, seat: Whole) -> Entries:
        """Give up dice or shaker for the player in a seat who holds them."""
        return self._give(commands.PassDice, seat=seat)

    def throw(self, first_die: Whole, second_die: Whole) -> Entries:
        """Call a valid throw of the dice and settle its wagers."""
        return self._give(commands.Throw, one=first_die, other=second_die)

    def uncover(self, first_die: Whole, second_die: Whole) -> Entries:
        """Lift the cover of the shaker and call the total of the dice."""
        return self._give(commands.Uncover, one=first_die, other=second_die)

    def _is_dirty(self) -> bool:
        return self._game is not None and bool(self._game.log)

    def state_from_dict(self, data: dict[str, Any]) -> None:
        super().state_from_dict(data)
        self._game = None
        self.choice_cache = {}
