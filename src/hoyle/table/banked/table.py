"""A house card table: players come and go, decks are opened, shuffled and counted, rounds are dealt.

>>> from hoyle.banked.sign import Sign
>>> table = BankedTable.open(Sign("three-card-poker"))
>>> _ = table.open_decks()
>>> _ = table.sit(3, 100, "ann")
>>> [wait.kind for wait in table.waits() if not wait.optional]
['shuffle']

`do` takes a command and answers with the entries it caused; the methods named after what people do build that
command and hand it on. Rounds are run by `hoyle.banked.Round`, which is the table's own business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from hoyle.banked.events import Event
from hoyle.banked.game import ANTE
from hoyle.banked.round import Round
from hoyle.banked.sign import Sign
from hoyle.cards import cards_text
from hoyle.compiling import Flag, Text, Whole
from hoyle.errors import ChipsLost, IllegalError, InvalidError
from hoyle.rulebooks.banked_book import BankedPage, DealPage
from hoyle.table import base, desk
from hoyle.table.banked import closing, commands, decks, floor
from hoyle.table.banked import view as viewing
from hoyle.table.banked import waits as waiting_for
from hoyle.table.banked.events import ENTRIES
from hoyle.table.banked.handlers import HANDLERS
from hoyle.table.banked.roles import ROLES
from hoyle.table.banked.state import BankedState
from hoyle.table.banked.view import BankedView
from hoyle.table.command import Command, by_name, read
from hoyle.table.company import Company
from hoyle.table.desk import DeskRules
from hoyle.table.entry import Entries
from hoyle.table.fields import kind, shown, whole, wholes
from hoyle.table.preview import Preview
from hoyle.table.roles import RoleRule
from hoyle.table.seats import SeatRules
from hoyle.table.waits import Wait, Waits


class BankedTable(base.Table):
    """One table of a house card game.

    >>> import hoyle
    >>> from hoyle.banked.sign import Sign
    >>> table = hoyle.BankedTable.open(Sign("three-card-poker"))
    >>> _ = table.sit(1, chips=100)
    >>> table.stacks
    {1: 100}
    """

    KIND: ClassVar[str] = "house-cards"
    COMMANDS: ClassVar[Mapping[str, type[Command]]] = commands.COMMANDS
    ENTRIES: ClassVar[Mapping[str, Any]] = ENTRIES
    HANDLERS: ClassVar[dict[type, base.Handler]] = HANDLERS
    ROLES: ClassVar[dict[type, RoleRule]] = ROLES

    def __init__(self, sign: object = None, *, keep_log: bool = True) -> None:
        super().__init__(sign, keep_log=keep_log)
        self.state = BankedState()
        self.round: Round | None = None
        """The round being played, or the one played last."""
        self._seat_rules: SeatRules | None = None
        self.pressing: dict[str, Wait] = {}
        """What has the same choices whenever it is awaited."""

    @classmethod
    def open(cls, sign: Sign, *, keep_log: bool = True) -> BankedTable:
        """Open a table under a sign, with its sealed decks."""
        kind(sign, Sign, "sign")
        table = cls(keep_log=keep_log)
        table.do(commands.OpenTable(sign=sign.facts()))
        return table

    # What is going on

    @property
    def company(self) -> Company:
        return self.state

    @property
    def sign(self) -> Sign:
        if self.state.put_up is None:
            raise IllegalError("the table is not open: put up a sign first", legal="open")
        return self.state.put_up

    @property
    def is_open(self) -> bool:
        return self.state.put_up is not None

    @property
    def book_id(self) -> str:
        return self.sign.book

    @property
    def page(self) -> BankedPage:
        """What the book says on the game."""
        return self.sign.page

    @property
    def deal_page(self) -> DealPage:
        """What it says on this way of dealing."""
        sign = self.sign
        return sign.page.dealing[sign.dealing]

    def waits(self) -> Waits:
        """Who is awaited for what, with every choice and its bounds."""
        moment = self._awaited
        if moment is None:
            moment = self._awaited = waiting_for.moment(self)
        return moment.waits()

    def view(self, person: str | Whole = "") -> BankedView:
        """What one person may see, by name or by the seat he has now; an empty name only looks on."""
        return viewing.view(self, self.person(person))

    def preview(self, command: Command, by: str = base.FLOOR) -> Preview:
        """The ruling that a report to the floor would get; nothing changes, no hidden card is looked at."""
        return floor.preview(self, command, by)

    # What people do
    # The commands they build refuse in words what does not fit: see `Unchecked`.

    def tell_time(self, minute: Whole) -> Entries:
        """Tell the table the time in minutes."""
        return self._give(desk.TellTime, base.CLOCK, minute=minute)

    def opening_step(self, deck: Text, step: Text, *, by: Text, electronic: Flag = False) -> Entries:
        """Inspect, verify, spread or wash a deck, in this order."""
        return self._give(commands.OpeningStep, deck=deck, step=step, done_by=by, electronic=electronic)

    def open_decks(self) -> Entries:
        """Take every deck through its opening; the floor verifies."""
        found: Entries = []
        for deck in list(self.state.rack.decks):
            for step, _ in decks.steps_left(self, deck):
                by = base.FLOOR if step == decks.VERIFY else base.DEALER
                found += self.opening_step(deck.name, step, by=by)
        return found

    def change_deck(self, deck: Text, back: Text) -> Entries:
        """A deck leaves the table and a new one takes its place."""
        return self._give(commands.ChangeDeck, deck=deck, back=back)

    def shuffle(self, cards: str | Iterable[int], *, by_hand: Flag = False) -> Entries:
        """The deck in play, shuffled by hand or by the device into this order."""
        text = cards if isinstance(cards, str) else cards_text(wholes(cards, "cards", 0))
        return self._give(commands.Shuffle, cards=text, by_hand=by_hand)

    def cut(self, count: Whole, *, ordered_by: Text = "") -> Entries:
        """Cut the shuffled deck; another cut needs an order."""
        if ordered_by:
            return self._give(commands.Recut, count=count, ordered_by=ordered_by)
        return self._give(commands.Cut, count=count)

    def count_stub(self, found: Whole, *, misdealt: Flag = False) -> Entries:
        """Stub and dealt cards were counted."""
        return self._give(commands.CountStub, found=found, misdealt=misdealt)

    def open_wagers(self) -> Entries:
        """Begin a round: wagers may be made with what lies before each seat."""
        return self._give(commands.OpenWagers)

    def wager(
        self, seat: Whole, wager: Text, chips: Whole, *, spot: Whole = 0, tender: Text = "chips"
    ) -> Entries:
        """Make an opening wager for the player in a seat."""
        return self._give(commands.Wager, seat=seat, spot=spot, wager=wager, chips=chips, tender=tender)

    def withdraw(self, seat: Whole, wager: Text, *, spot: Whole = 0) -> Entries:
        """Take an opening wager back before "No More Bets"."""
        return self._give(commands.Withdraw, seat=seat, spot=spot, wager=wager)

    def no_more_bets(self) -> Entries:
        """Close the betting and deal."""
        return self._give(commands.NoMoreBets)

    def act(self, seat: Whole, choice: Text, chips: Whole = 0, *, spot: Whole = 0) -> Entries:
        """``play``, ``fold`` or ``stand`` for the player in turn; 0 chips are as many as the Ante."""
        if choice == "play":
            if not whole(chips, "chips") and self.state.round is not None:
                place = self.state.round.places.get(whole(spot, "spot") or self.playing_round().turn)
                chips = 0 if place is None else place.wagers.get(ANTE, 0)
            return self._give(commands.Play, seat=seat, spot=spot, chips=chips)
        if choice == "fold":
            return self._give(commands.Fold, seat=seat, spot=spot)
        if choice == "stand":
            return self._give(commands.Stand, seat=seat, spot=spot)
        raise InvalidError(f"choice {choice!r}: play, fold or stand is wanted")

    def report(self, trigger: Text, *, by: Text = base.FLOOR, **facts: Any) -> Entries:
        """Report an irregularity; the book's consequence is computed and carried out."""
        known = by_name(*commands.REPORTS)
        if not isinstance(trigger, str) or trigger not in known:
            raise InvalidError(f"unknown irregularity {shown(trigger)}: {', '.join(known)}")
        return self.do(read(known, {"do": trigger, **facts}), by=by)

    # For the decisions of this table

    def seat_rules(self) -> SeatRules:
        if self._seat_rules is None:
            sign = self.sign
            self._seat_rules = SeatRules(most=sign.seats, most_clause=sign.page.wagers.seats.clause)
        return self._seat_rules

    def desk_rules(self) -> DeskRules:
        return DeskRules()

    def in_play(self, seat: int) -> bool:
        return self.state.takes_part(seat)

    def quiet(self) -> bool:
        return self.state.round is None

    def check_between_rounds(self, what: str) -> None:
        if self.state.round is not None:
            raise IllegalError(f"{what} between rounds, not during one (house rounds)", clause="house rounds")

    def playing_round(self) -> Round:
        """The round in which wagers are open or hands are played."""
        if self.state.round is None:
            raise IllegalError("no round is being played: open the betting first", legal="open-wagers")
        if self.round is None or self.round.state is not self.state.round:
            self.round = Round(self.sign, None, into=self.state.round, going_on=True)
        self.round.step = self.state.held
        return self.round

    def shown_round(self) -> Round | None:
        """The round being played, or the one played last, for looking at."""
        state = self.state.round or self.state.last
        if state is None or (self.round is not None and self.round.state is state):
            return None if state is None else self.round
        return Round(self.sign, None, into=state, going_on=True)

    # Entries

    def apply(self, entry: Any) -> None:
        if self._awaited is not None:
            self._pass_by()
        if isinstance(entry, Event):
            round_ = self.state.round
            if round_ is None:
                raise InvalidError(f"{entry.name} before any round")
            entry.apply(round_)
            if round_.chips() != 0:
                raise ChipsLost(f"chips not conserved by {entry!r}: {self.state.accounts()}")
            return
        entry.apply(self.state)
        if self.state.total() != 0:
            raise ChipsLost(f"chips not conserved by {entry!r}: {self.state.accounts()}")

    def take_over(self) -> None:
        """Take over what the round has done by itself; close it if it is over."""
        round_ = self.playing_round()
        self._fresh += round_.log
        self.entries += len(round_.log)
        round_.log = []
        if round_.over:
            closing.close_round(self)

    def _half_done(self) -> bool:
        return self.round is not None and bool(self.round.log)

    def plain_state(self) -> dict[str, Any]:
        return self.state.plain()

    def restore_state(self, data: dict[str, Any]) -> None:
        self.state = BankedState()
        self.state.restore(data)
        self.round = None
        self._seat_rules = None
        self.pressing = {}
