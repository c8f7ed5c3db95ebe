"""Poker table: seats, stacks, decks and rounds of one poker game under one posted sign.

`do` takes a command and returns the events it caused; the methods for single actions build that command and
do it. Rounds of play are run by `hoyle.games.poker.PokerRound`, which is internal to the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from hoyle.core.cards import DECK
from hoyle.core.errors import ChipConservationError, IllegalError, InvalidError
from hoyle.core.mypyc_compat import Flag, Text, Whole
from hoyle.games.poker.events import PokerEvent, Raked, apply
from hoyle.games.poker.legal_actions import LegalActions
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import SHUFFLE, RoundState
from hoyle.rulebooks.book_types.poker import GamePage, PokerBook
from hoyle.table import base, seats
from hoyle.table.command_base import Command
from hoyle.table.disputes import HOUSE_SETTLES, DisputeRules
from hoyle.table.field_types import check_class, check_int, check_list, check_name
from hoyle.table.log.event_base import Entries
from hoyle.table.pending_decisions import PendingDecision
from hoyle.table.poker import command_parser, commands
from hoyle.table.poker import pending_decisions as waiting_for
from hoyle.table.poker import view as viewing
from hoyle.table.poker.command_dispatch import HANDLERS
from hoyle.table.poker.decks import shuffle_and_cut_checks
from hoyle.table.poker.events import EVENTS, CurrencyChanged
from hoyle.table.poker.facade import FloorFacade, ProcedureFacade, WaitingListFacade
from hoyle.table.poker.floor import rulings
from hoyle.table.poker.floor.staff_roles import ROLES
from hoyle.table.poker.posted_sign import PostedSign, Rake
from hoyle.table.poker.rounds import round_end
from hoyle.table.poker.state import Player, PokerTableState
from hoyle.table.poker.view_types import PokerView
from hoyle.table.roster import Roster
from hoyle.table.ruling_preview import RulingPreview
from hoyle.table.seats import SeatRules
from hoyle.table.staff_roles import SUPERVISOR, RoleRule


class PokerTable(base.Table):
    """Poker table under one sign.

    >>> import hoyle
    >>> sign = hoyle.PostedSign(book="oneida", game="holdem", structure="fixed-limit", limits=(4, 8),
    ...     blinds=(2, 4))
    >>> table = hoyle.PokerTable.open(sign)
    >>> for seat in (1, 2, 3):
    ...     _ = table.sit(seat, chips=100)
    >>> _ = table.draw_button({1: "Kh", 2: "9s", 3: "As"})
    >>> _ = table.deal(hoyle.stacked_deck("As Ad 7c Ks Kd 2h"))
    >>> _ = table.act(3, "raise to 8")
    >>> table.pending()[0].seat, table.stacks
    (1, {1: 98, 2: 96, 3: 92})
    """

    KIND: ClassVar[str] = "poker"
    COMMANDS: ClassVar[Mapping[str, type[Command]]] = commands.COMMANDS
    EVENTS: ClassVar[Mapping[str, Any]] = EVENTS
    HANDLERS: ClassVar[dict[type, base.Handler]] = HANDLERS
    ROLES: ClassVar[dict[type, RoleRule]] = ROLES

    def __init__(self, sign: object = None, *, keep_log: bool = True) -> None:
        super().__init__(sign, keep_log=keep_log)
        self.state = PokerTableState()
        self.round: PokerRound | None = None
        """The round being played, or the one played last."""
        self._collected = 0
        self._cash = False
        """Whether a player has cash on the table in the round being played."""
        self._rules: dict[tuple[int, int, int, Rake | None], Rules] = {}
        self._seat_rules: SeatRules | None = None
        self.decision_cache: dict[int, waiting_for.CachedChoices] = {}
        """Cached decisions of players."""
        self.floor = FloorFacade(self)
        self.records = ProcedureFacade(self)
        self.waiting = WaitingListFacade(self)

    @classmethod
    def open(
        cls,
        sign: PostedSign,
        *,
        decks: Sequence[str] = ("first", "second"),
        keep_log: bool = True,
        book: PokerBook | None = None,
    ) -> PokerTable:
        """Open a table; a sign its book forbids is refused with the clause.

        `book` is that book with other readings, to ask what they would change. The log does not have them:
        such a table is there to be queried, not stored.
        """
        check_class(sign, PostedSign, "sign")
        table = cls(keep_log=keep_log)
        table.state.read_otherwise = book
        names = tuple(check_name(deck, "deck") for deck in check_list(decks, "decks", "names"))
        table.do(commands.OpenTable(sign=sign.facts(), decks=names))
        return table

    def __repr__(self) -> str:
        if self.state.put_up is None:
            return "<Table without a sign>"
        sign, count = self.sign, len(self.state.players)
        limits = "-".join(str(limit) for limit in sign.limits)
        activity = f"{self.state.number} rounds played"
        if self.playing:
            round_ = self.playing_round()
            turn = f", seat {round_.actor} to act" if round_.actor else ""
            activity = f"round {self.state.number}, {round_.street}, pot {round_.state.pot}{turn}"
        players = f"{count} player{'' if count == 1 else 's'}"
        return f"<Table {sign.book} {sign.game} {sign.structure} {limits}: {players}, {activity}>"

    # Queries

    @property
    def roster(self) -> Roster:
        return self.state

    @property
    def sign(self) -> PostedSign:
        if self.state.put_up is None:
            raise _not_open()
        return self.state.put_up

    @property
    def book(self) -> PokerBook:
        if self.state.put_up is None:
            raise _not_open()
        return self.state.book

    @property
    def is_open(self) -> bool:
        return self.state.put_up is not None

    @property
    def book_id(self) -> str:
        return self.sign.book

    @property
    def page(self) -> GamePage:
        if self.state.put_up is None:
            raise _not_open()
        return self.state.page

    @property
    def playing(self) -> bool:
        """Whether a round is being played."""
        return self.state.round is not None

    @property
    def button(self) -> int:
        return self.state.button

    @property
    def limits(self) -> tuple[int, int]:
        """Limits in force: of the round being played, else of the next one."""
        if self.playing:
            return self.state.small, self.state.big
        return round_end.limits(self.state)

    def pending(self) -> list[PendingDecision]:
        """Return the pending decisions, with every choice and its bounds."""
        return waiting_for.build_pending(self)

    def cards_to_shuffle(self) -> list[int]:
        """List the cards of the pending shuffle, or the whole deck between rounds; for the dealer only."""
        return self.playing_round().cards_to_shuffle() if self.playing else list(DECK)

    @property
    def rules(self) -> Rules:
        """Rules of the round being played, which are no secret."""
        return self.playing_round().rules

    def options(self) -> LegalActions:
        """Return the legal actions of the player to act."""
        return self.playing_round().options()

    def view(self, person: str | Whole = "") -> PokerView:
        """Return the table as one person, by name or seat, may see it; an empty name is a spectator."""
        return viewing.view(self, self.resolve_person(person))

    def preview(self, command: Command, by: str = base.FLOOR) -> RulingPreview:
        """Return the ruling that a report to the floor would get; nothing changes, no hidden card is used."""
        return rulings.preview(self, command, by)

    # Actions
    # The commands they build refuse invalid arguments: see `Unchecked`.

    def remove(self, seat: Whole, chips: Whole) -> Entries:
        """Take chips off the table without leaving it, which table stakes never allow."""
        return self._give(commands.TakeOff, seat=seat, chips=chips)

    def change_currency(self, seat: Whole) -> Entries:
        """Change a player's cash into chips."""
        return self._give(commands.ChangeCurrency, seat=seat)

    def draw_button(self, draw: Mapping[int, str] | Mapping[int, int] | None = None) -> Entries:
        """Place the button the first time, by one card each where the book says so."""
        drawn: Any = draw or {}
        cards = {
            str(check_int(seat, "seat")): shuffle_and_cut_checks.text_of(card) for seat, card in drawn.items()
        }
        return self._give(commands.DrawButton, draw=cards)

    def shuffle(self, cards: str | Iterable[int | str], *, preshuffled: Flag = False) -> Entries:
        """Shuffle cards into this order: those a round waits for, else the whole deck for the next round."""
        if self.playing and self.playing_round().state.awaiting == SHUFFLE:
            places = shuffle_and_cut_checks.places_of(cards, self.cards_to_shuffle())
            return self._give(commands.Shuffle, places=places)
        return self._give(
            commands.Shuffle, cards=shuffle_and_cut_checks.deck_text(cards), preshuffled=preshuffled
        )

    def cut(self, count: Whole, end: Text = "top") -> Entries:
        """Cut the shuffled deck: `count` cards of that end onto the cover card, the rest over them."""
        return self._give(commands.Cut, count=count, end=end)

    def recut(self, count: Whole, end: Text = "top", *, ordered_by: Text, why: Text = "") -> Entries:
        """Cut a second time, by order of the supervisor, before the first card is dealt."""
        return self._give(commands.Recut, count=count, end=end, ordered_by=ordered_by, why=why)

    def deal(
        self,
        deck: str | Iterable[int | str] | None = None,
        *,
        cut: Whole | None = None,
        cut_from: Text = "top",
        dealt_in: Iterable[int] | None = None,
        first: Whole = 0,
    ) -> Entries:
        """Deal the next round.

        `deck` is the whole deck as shuffled, top card first; without it the deck that lies ready is dealt.
        `dealt_in` names the seats that the dealer really gave cards to, where that was a mistake, and `first`
        the one where they really began: it can then be reported to the floor.
        """
        if cut is not None and check_int(cut, "cut") == 0:
            raise InvalidError("cut 0: leave it out where no cut is made")
        return self._give(
            commands.Deal,
            deck="" if deck is None else shuffle_and_cut_checks.deck_text(deck),
            cut=cut or 0,
            cut_from=cut_from,
            dealt_in=None if dealt_in is None else tuple(check_list(dealt_in, "dealt_in", "seats")),
            first=first,
        )

    def deal_on(self) -> Entries:
        """Continue when an all-in leaves no decision: deal the next street, or open the showdown."""
        return self._give(commands.DealOn)

    def act(self, seat: Whole, action: Text) -> Entries:
        """Act as a player says: ``raise to 16``, ``call``, ``draw Kh 2c``, ``show``..."""
        seat_number = check_int(seat, "seat")
        return self.do(
            command_parser.parse_command(self, seat_number, action), by=self._issuer_in_seat(seat_number)
        )

    def draw(self, seat: Whole, cards: str | Iterable[int | str] = ()) -> Entries:
        """Discard cards and draw as many new ones; none to stand pat."""
        text = shuffle_and_cut_checks.deck_text(cards)
        return self._give(commands.Draw, self._issuer_in_seat(check_int(seat, "seat")), seat=seat, cards=text)

    def show(self, seat: Whole) -> Entries:
        """Table a hand."""
        return self._give(commands.Show, seat=seat)

    def concede(self, seat: Whole) -> Entries:
        """Give up the pot at the showdown, face down."""
        return self._give(commands.Concede, seat=seat)

    def time_out(self, seat: Whole) -> Entries:
        """Time out the player to act."""
        return self._give(commands.ActionTimeout, base.CLOCK, seat=seat)

    def chips_in(
        self,
        seat: Whole,
        chips: Iterable[int] = (),
        *,
        said: str | Whole | None = None,
        then: Iterable[int] = (),
        hands_at_rest: Flag = False,
        unfinished: Flag = False,
        motion: Text = "",
        house: Text = "",
    ) -> Entries:
        """Report a wager as the dealer sees and hears it; the book's reading of it is carried out."""
        return self._give(
            commands.ReportWager,
            seat=seat,
            chips=tuple(check_list(chips, "chips", "whole numbers")),
            said=said,
            then=tuple(check_list(then, "then", "whole numbers")),
            hands_at_rest=hands_at_rest,
            unfinished=unfinished,
            motion=motion,
            house=house,
        )

    def _issuer_in_seat(self, seat: int) -> str:
        """Return who gives an action in a seat: its player, in their own name."""
        player = self.state.players.get(seat)
        return base.DEALER if player is None else player.name

    # For the handlers

    def seat_rules(self) -> SeatRules:
        rules = self._seat_rules
        if rules is None:
            sign, wagers = self.sign, self.book.wagers
            rules = self._seat_rules = SeatRules(
                most=sign.most_seats(self.book),
                most_clause=self.page.max_seats.clause,
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
        return self.state.dealt_in(seat)

    def is_top_up_deferred(self, seat: int) -> bool:
        # Nobody adds to their stack while a round is played, in it or not (oneida XI.G.2(a)).
        return self.playing

    def is_between_rounds(self) -> bool:
        return self.state.round is None

    def check_tender(self, chips: int, currency: int) -> None:
        wagers = self.book.wagers
        if currency and not wagers.currency and not wagers.idle_currency:
            stakes = self.book.wagers.table_stakes or "house table-stakes"
            raise IllegalError(
                f"currency {currency}: cash cannot be played; change it into chips first ({stakes})",
                clause=stakes,
                legal="chips",
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
        self._cash = any(
            player.total_chips() != player.chips for player in self.state.players.values()
        ) and bool(self.book.wagers.currency)
        return round_

    def _resumed_round(self) -> PokerRound:
        """Build the round from a state that events have made, ready to continue."""
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
            raise IllegalError(
                f"seat {seat} is empty: only a seated player may bet ({clause})",
                clause=clause,
                legal="take a seat",
            )

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
        """Return the round an event belongs to: the current one, or the last if a hand of it is shown."""
        state = self.state
        if state.round is not None:
            return state.round
        if state.last is None:
            raise InvalidError(f"{event.name} before any round")
        # A snapshot may share the last round, so it is copied before it changes.
        state.last = state.last.copied()
        return state.last

    def collect_round_events(self) -> None:
        """Append the events that the round has made; close it if it is over."""
        round_ = self.playing_round()
        events, new_events = round_.log, self._new_events
        for index in range(self._collected, len(events)):
            event = events[index]
            self._collected = index + 1
            new_events.append(event)
            self.event_count += 1
            # Rare, and no class is derived from it: comparing types is faster than `isinstance`.
            if type(event) is Raked:
                round_end.set_aside(self, event)
        if self._cash:
            self._change_cash()
        if round_.over:
            round_end.close_round(self, round_)
            seats.carry_out_deferred_requests(self)

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


def _not_open() -> IllegalError:
    return IllegalError("the table is not open: put up a sign first", legal=base.OPEN)
