"""A table: players come and go, rounds are dealt and played, and everything is in one log.

`Table` takes commands. Each one is decided by the book of the table's sign, makes events that carry their
clauses, and returns them; what is refused raises and changes nothing. Rounds of play are run by
`hoyle.poker.Round`; here is what lies between them. The floor, the records and the waiting list have their
own desks: `table.floor`, `table.records`, `table.waiting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hoyle.errors import HoyleError, IllegalError, InvalidError
from hoyle.poker import actions
from hoyle.poker.betting import Options
from hoyle.poker.events import Event, Raked, Turn
from hoyle.poker.round import Round
from hoyle.poker.state import ACTION, FORCED_BET, SHUFFLE
from hoyle.rulebooks.book import Book, GamePage
from hoyle.table.fields import kind, row, whole, wholes, words
from hoyle.table.poker import beginning, closing, decks, view
from hoyle.table.poker.button import first_button
from hoyle.table.poker.deck_events import DecksBrought
from hoyle.table.poker.entry import TableEvent
from hoyle.table.poker.events import (
    ButtonPlaced,
    CurrencyChanged,
    Entry,
    PlayerLeft,
    Recorded,
    SatOut,
    Seated,
    TableOpened,
    ToppedUp,
    apply,
    check,
    rebuild,
)
from hoyle.table.poker.floor import Floor
from hoyle.table.poker.lineup import as_dealt, line_up
from hoyle.table.poker.records import Records
from hoyle.table.poker.retrace import retrace
from hoyle.table.poker.sign import Sign, plain
from hoyle.table.poker.state import Player, Rack, TableState
from hoyle.table.poker.wagering import Wagering
from hoyle.table.poker.waiting import WaitingList

Cards = str | Sequence[int]


class Table:
    """One table under one sign."""

    def __init__(self) -> None:
        self.state = TableState()
        self.log: list[Entry] = []
        self.round: Round | None = None
        """The round being played, or the one played last."""
        self._copied = 0
        self.floor = Floor(self)
        self.records = Records(self)
        self.waiting = WaitingList(self)
        self._wagering = Wagering(self)

    @classmethod
    def open(cls, sign: Sign, *, decks: Sequence[str] = ("first", "second")) -> Table:
        """Open a table; a sign its book forbids is refused with the clause."""
        kind(sign, Sign, "sign")
        sign.posted()
        book = sign.rulebook()
        procedures = book.procedures
        table = cls()
        decks = [words(deck, "deck") for deck in row(decks, "decks", "names")]
        if procedures.decks and len(set(decks)) < 2:
            raise IllegalError(
                f"decks {', '.join(decks) or 'none'}: two that can be told apart stay at the table "
                f"({procedures.decks})",
                clause=procedures.decks,
                legal="two decks with different names",
            )
        if not decks:
            raise InvalidError("a table needs a deck")
        table.emit(TableOpened(sign=sign, clause=procedures.signs or book.wagers.notice))
        table.emit(DecksBrought(decks=list(decks), clause=procedures.decks or procedures.deck.clause))
        by_hand = procedures.manual_shuffle or procedures.shuffle
        method, clause = ("machine", procedures.shuffle) if sign.shuffler else ("manual", by_hand)
        table.emit(Recorded(what="shuffle method", detail=method, clause=clause))
        return table

    @classmethod
    def replay(cls, log: Iterable[Entry]) -> Table:
        """The table that a log describes, ready to go on.

        Everything is done again by the rules. A log that was altered, cut or added to is refused with the
        number of the first entry that cannot be.
        """

        def opened(entry: TableOpened, names: list[str]) -> Table:
            return cls.open(entry.sign, decks=names)

        return retrace(opened, list(log))

    def dump(self) -> list[dict[str, Any]]:
        """The log as plain data that a file can hold; `load` is the way back."""
        return [{"name": entry.name, "facts": plain(entry.facts())} for entry in self.log]

    @classmethod
    def load(cls, data: Iterable[Mapping[str, Any]]) -> Table:
        """The table that `dump` described, checked as `replay` checks it."""
        log: list[Entry] = []
        for number, part in enumerate(row(data, "log", "entries"), 1):
            if not isinstance(part, Mapping) or set(part) != {"name", "facts"}:
                raise InvalidError(f"entry {number} of the log is not a name and its facts: {part!r}")
            try:
                log.append(rebuild(part["name"], part["facts"]))
            except (HoyleError, LookupError, TypeError, ValueError, AttributeError) as error:
                raise InvalidError(f"entry {number} of the log cannot be read: {error}") from error
        return cls.replay(log)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.log == other.log and self.state == other.state

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        if self.state.posted is None:
            return "<Table without a sign>"
        sign, count = self.sign, len(self.state.players)
        limits = "-".join(str(limit) for limit in sign.limits)
        doing = f"{self.state.number} rounds played"
        if self.playing and self.round is not None:
            turn = f", seat {self.round.actor} to act" if self.round.actor else ""
            doing = f"round {self.state.number}, {self.round.street}, pot {self.round.state.pot}{turn}"
        seated = f"{count} player{'' if count == 1 else 's'}"
        return f"<Table {sign.book} {sign.game} {sign.structure} {limits}: {seated}, {doing}>"

    # What is going on

    @property
    def sign(self) -> Sign:
        return self.state.sign

    @property
    def book(self) -> Book:
        return self.sign.rulebook()

    @property
    def page(self) -> GamePage:
        return self.book.page(self.sign.game)

    @property
    def playing(self) -> bool:
        """Whether a round is being played."""
        return self.state.round is not None

    @property
    def stacks(self) -> dict[int, int]:
        """What lies before each player."""
        return {seat: self.state.stack(seat) for seat in sorted(self.state.players)}

    @property
    def button(self) -> int:
        return self.state.button

    @property
    def limits(self) -> tuple[int, int]:
        """Limits in force: of the round being played, else of the next one."""
        if self.playing:
            return self.state.small, self.state.big
        return closing.limits(self.state)

    def options(self) -> Options:
        """What the player to act may do."""
        return self.playing_round().options()

    def view(self, seat: int = 0) -> dict[str, object]:
        """What one viewer may see; seat 0 is somebody who sits nowhere."""
        return view.view(self.state, self.round, self._viewer(seat))

    def seen(self, seat: int = 0) -> list[Entry]:
        """The log as one viewer may read it."""
        viewer = self._viewer(seat)
        return [entry.seen_by(viewer) for entry in self.log]

    def _viewer(self, seat: int) -> int:
        if not 0 <= whole(seat, "seat") <= self.sign.most_seats():
            most = self.sign.most_seats()
            raise InvalidError(f"seat {seat}: 1 to {most} is wanted, or 0 for somebody who sits nowhere")
        return seat

    # Seats

    def sit(self, seat: int, chips: int, name: str = "", *, currency: int = 0) -> list[Entry]:
        """Take a seat with chips, and cash where the book lets it play."""
        sign, state = self.sign, self.state
        mark = len(self.log)
        whole(seat, "seat")
        player = words(name, "name") or f"player {seat}"
        self._check_amounts(chips, currency)
        if not 1 <= seat <= sign.most_seats():
            clause = self.page.max_seats.clause
            raise IllegalError(
                f"seat {seat}: this table has seats 1 to {sign.most_seats()} ({clause})",
                clause=clause,
                legal=f"1 to {sign.most_seats()}",
            )
        if seat in state.players:
            raise IllegalError(f"seat {seat} is taken by {state.players[seat].name}")
        if any(player == each.name for each in state.players.values()):
            raise IllegalError(f"{player} sits at this table already")
        if player in state.barred:
            offender = self.book.floor.offender.clause
            raise IllegalError(f"{player} has been refused play ({offender})", clause=offender)
        self.waiting.check_turn(player)
        self._check_money(chips, currency)
        if chips + currency < max(sign.buy_in, 1):
            raise IllegalError(
                f"{chips + currency} chips: the buy-in is {max(sign.buy_in, 1)} or more",
                legal=f"{sign.buy_in}",
            )
        clause = self.book.wagers.seated_only or self.book.wagers.table_stakes or "house seats"
        self.emit(Seated(seat=seat, player=player, chips=chips, currency=currency, clause=clause))
        return self.log[mark:]

    def top_up(self, seat: int, chips: int, *, currency: int = 0) -> list[Entry]:
        """Add to a stack, between rounds."""
        self.state.player(seat)
        self._check_amounts(chips, currency)
        self._check_money(chips, currency)
        clause = self.book.wagers.no_adding or "house table-stakes"
        if self.state.dealt_in(seat):
            raise IllegalError(
                f"seat {seat} cannot add {chips + currency} during a round ({clause})",
                clause=clause,
                legal="between rounds",
            )
        if chips + currency <= 0:
            raise InvalidError(f"adding {chips + currency} adds nothing")
        mark = len(self.log)
        self.emit(ToppedUp(seat=seat, chips=chips, currency=currency, clause=clause))
        return self.log[mark:]

    def remove(self, seat: int, chips: int) -> list[Entry]:
        """Take chips off the table without leaving it. Table stakes: that is never allowed."""
        self.state.player(seat)
        whole(chips, "chips")
        clause = self.book.wagers.no_adding or self.book.wagers.table_stakes or "house table-stakes"
        raise IllegalError(
            f"seat {seat} cannot take {chips} chips off the table ({clause})",
            clause=clause,
            legal="leave with everything between rounds",
        )

    def change_currency(self, seat: int) -> list[Entry]:
        """The dealer turns a player's cash into chips."""
        player = self.state.player(seat)
        if not player.currency:
            raise IllegalError(f"seat {seat} has no cash on the table")
        mark = len(self.log)
        self.emit(CurrencyChanged(seat=seat, chips=player.currency, clause=self.book.wagers.currency))
        return self.log[mark:]

    def leave(self, seat: int) -> list[Entry]:
        """Leave the table with everything, between rounds."""
        player = self.state.player(seat)
        if self.state.dealt_in(seat):
            clause = self.book.wagers.no_adding or "house table-stakes"
            raise IllegalError(
                f"seat {seat} cannot take his chips away during a round ({clause})",
                clause=clause,
                legal="after the round, or floor.left",
            )
        mark = len(self.log)
        self._let_go(player)
        return self.log[mark:]

    def sit_out(self, seat: int) -> list[Entry]:
        """Be dealt no cards from the next round on."""
        return self._away(seat, away=True)

    def sit_in(self, seat: int) -> list[Entry]:
        """Be dealt in again from the next round on."""
        return self._away(seat, away=False)

    def _away(self, seat: int, *, away: bool) -> list[Entry]:
        if self.state.player(seat).away == away:
            raise IllegalError(f"seat {seat} {'sits out' if away else 'is in'} already")
        mark = len(self.log)
        self.emit(SatOut(seat=seat, away=away, clause="house seats"))
        return self.log[mark:]

    @staticmethod
    def _check_amounts(chips: int, currency: int) -> None:
        whole(chips, "chips")
        whole(currency, "currency")

    def _check_money(self, chips: int, currency: int) -> None:
        if chips < 0 or currency < 0:
            raise InvalidError(f"{chips} chips and {currency} in cash: neither can be below zero")
        if currency and not self.book.wagers.currency:
            stakes = self.book.wagers.table_stakes or "house table-stakes"
            raise IllegalError(
                f"{currency} in cash cannot be played; change it into chips first ({stakes})",
                clause=stakes,
                legal="chips",
            )

    def _let_go(self, player: Player) -> None:
        clause = self.book.wagers.table_stakes or "house seats"
        self.emit(PlayerLeft(seat=player.seat, chips=player.worth(), clause=clause))

    # Before the cards

    def draw_button(self, draw: Mapping[int, str | int] | None = None) -> list[Entry]:
        """Place the button the first time, by one card each where the book says so."""
        start = self.page.button_start
        if self.state.button:
            raise IllegalError(
                f"the button lies at seat {self.state.button} already ({start.clause})", clause=start.clause
            )
        seats = [seat for seat, player in sorted(self.state.players.items()) if not player.away]
        cards = {whole(seat, "seat"): decks.card_of(card) for seat, card in (draw or {}).items()}
        found = first_button(self.page, seats, cards)
        mark = len(self.log)
        drawn = sorted((seat, card) for seat, card in cards.items() if seat in seats)
        self.emit(ButtonPlaced(seat=found.value, draw=drawn, clause=found.clause))
        return self.log[mark:]

    def shuffle(self, cards: Cards, *, preshuffled: bool = False) -> list[Entry]:
        """Cards in their new order: those a round waits for, else the whole deck for the next round.

        `preshuffled`: the deck came shuffled by its maker, which some books accept when a table opens.
        """
        mark = len(self.log)
        if self.playing:
            round_ = self.playing_round()
            if round_.state.awaiting != SHUFFLE:
                clause = self.book.procedures.shuffle
                raise IllegalError(
                    f"no shuffle now: the round waits for {round_.awaiting} ({clause})", clause=clause
                )
            round_.shuffle(decks.cards_of(cards))
            self.sync()
        else:
            self.emit(decks.shuffled(self.state, cards, preshuffled=preshuffled))
        return self.log[mark:]

    def cut(self, count: int, end: str = "top") -> list[Entry]:
        """Cut the shuffled deck: `count` cards of that end onto the cover card, the rest over them."""
        mark = len(self.log)
        self.emit(decks.cut(self.state, self.state.rack, count, end))
        return self.log[mark:]

    def recut(self, count: int, end: str = "top", *, ordered_by: str, why: str = "") -> list[Entry]:
        """A second cut by order of the supervisor, before the first card is dealt."""
        if not ordered_by:
            raise InvalidError("a recut is ordered by a supervisor: say who")
        mark = len(self.log)
        rack = self.state.rack
        self.emit(decks.cut(self.state, rack, count, end, ordered_by=ordered_by, why=why))
        return self.log[mark:]

    # Rounds

    def deal(
        self,
        deck: Cards | None = None,
        *,
        cut: int | None = None,
        cut_from: str = "top",
        dealt_in: Sequence[int] | None = None,
    ) -> list[Entry]:
        """Deal the next round.

        `deck` is the whole deck as shuffled, top card first; without it the deck that lies ready is dealt.
        `dealt_in` names the seats that the dealer really gave cards to, where that was a mistake: the floor
        can then be told.
        """
        if self.playing:
            raise IllegalError(f"round {self.state.number} is still being played")
        found = line_up(self.state)
        entitled = list(found.seats)
        if dealt_in is not None:
            found = as_dealt(self.state, found, wholes(dealt_in, "dealt_in"))
        # Everything that can be refused is decided before the first event.
        rack = self.state.rack
        shuffled = None if deck is None else decks.shuffled(self.state, deck)
        ready = Rack(ready=rack.ready, cuts=rack.cuts) if shuffled is None else Rack(ready=shuffled.cards)
        cut_made = None if cut is None else decks.cut(self.state, ready, cut, cut_from)
        self.records.check_ready(cut=cut is not None or ready.cuts > 0)
        cards = ready.ready if cut_made is None else cut_made.order(ready.ready)
        if not cards:
            clause = self.book.procedures.shuffle
            raise IllegalError(f"no deck lies shuffled ({clause})", clause=clause, legal="shuffle first")
        rake = beginning.rake_for(self.state, len(found.seats))
        round_ = Round(
            self.sign.rules(len(found.seats), found.small, found.big, rake),
            list(found.seats),
            [self.state.stack(seat) for seat in found.seats],
            deck=list(cards),
            button=found.button,
            posts=found.posts,
            table_all=self.sign.table_all,
        )
        mark = len(self.log)
        for event in (shuffled, cut_made):
            if event is not None:
                self.emit(event)
        beginning.begin_round(self, found, entitled)
        self.round = round_
        self._copied = 0
        self.state.round = round_.state
        self.sync()
        return self.log[mark:]

    def act(self, seat: int, text: str) -> list[Entry]:
        """Do what a player says: ``raise to 16``, ``call``, ``draw Kh 2c``, ``show``..."""
        mark = len(self.log)
        self.check_seated(seat)
        round_ = self.playing_round()
        try:
            actions.act(round_, seat, words(text, "action"))
        except IllegalError as error:
            raise error if round_.actor != seat else self._cited(round_, error) from None
        self.sync()
        return self.log[mark:]

    @staticmethod
    def _cited(round_: Round, error: IllegalError) -> IllegalError:
        """A refusal with the clause of what is due instead, where it has none of its own."""
        turns = [event for event in round_.log if isinstance(event, Turn)]
        if error.clause or not turns:
            return error
        betting = round_.state.awaiting in (ACTION, FORCED_BET)
        clause = round_.options().clause if betting else turns[-1].clause
        legal = error.legal or actions.due(round_)
        return IllegalError(f"{error} ({clause}); legal: {legal}", clause=clause, legal=legal)

    def draw(self, seat: int, cards: Cards = ()) -> list[Entry]:
        """Lay down cards and get as many new ones; none to stand pat."""
        mark = len(self.log)
        round_ = self._in_turn(seat)
        laid = decks.cards_of(cards)
        try:
            round_.draw(laid)
        except IllegalError as error:
            raise self._cited(round_, error) from None
        self.sync()
        return self.log[mark:]

    def show(self, seat: int) -> list[Entry]:
        """Table a hand."""
        return self.act(seat, "show")

    def concede(self, seat: int) -> list[Entry]:
        """Give up the pot at the showdown, face down."""
        return self.act(seat, "concede")

    def chips_in(
        self,
        seat: int,
        chips: Sequence[int] = (),
        *,
        said: str | int | None = None,
        then: Sequence[int] = (),
        hands_at_rest: bool = False,
        motion: str = "",
        house: str = "",
    ) -> list[Entry]:
        """A wager as the dealer sees and hears it; the book says what it is, and that is done."""
        mark = len(self.log)
        self._wagering.chips_in(
            seat, chips, said=said, then=then, hands_at_rest=hands_at_rest, motion=motion, house=house
        )
        return self.log[mark:]

    # For the desks of this table

    def playing_round(self) -> Round:
        """The round being played."""
        if self.round is None or not self.playing:
            raise IllegalError("no round is being played; deal first", legal="deal")
        return self.round

    def check_seated(self, seat: int) -> None:
        """Cards and betting are for those who sit at the table."""
        if whole(seat, "seat") not in self.state.players:
            clause = self.book.wagers.seated_only or "house seats"
            raise IllegalError(
                f"seat {seat} is empty: only who has a seat may bet ({clause})",
                clause=clause,
                legal="take a seat",
            )

    def _in_turn(self, seat: int) -> Round:
        round_ = self.playing_round()
        if round_.actor != whole(seat, "seat"):
            raise IllegalError(f"seat {seat} cannot act: the round waits for seat {round_.actor}")
        return round_

    def emit(self, event: TableEvent) -> None:
        """Apply an event of the table and put it in the log."""
        apply(self.state, event)
        self.log.append(event)

    def sync(self) -> None:
        """Take over what the round has done; close it if it is over."""
        round_ = self.round
        assert round_ is not None
        for event in round_.log[self._copied :]:
            self.log.append(event)
            check(self.state, event)
            if isinstance(event, Raked):
                closing.set_aside(self, event)
        self._copied = len(round_.log)
        if not self.playing:
            return
        for seat in round_.state.seats:
            player = self.state.player(seat)
            spent = player.currency - self.state.stack(seat)
            if spent > 0:
                # Cash that was bet is changed at once; that is what lets it play.
                self.emit(CurrencyChanged(seat=seat, chips=spent, clause=self.book.wagers.currency))
        if round_.over:
            self.close()

    def close(self) -> None:
        """Settle the round that is over; who was told to go goes now."""
        closing.close_round(self, self.playing_round())
        for seat in list(self.state.leaving):
            self._let_go(self.state.player(seat))

    def retake(self, event: Event) -> None:
        """One event of the round as a log tells it, and nothing that would follow by itself."""
        round_ = self.round
        assert round_ is not None
        round_.emit(event)
        self.log.append(event)
        self._copied = len(round_.log)
        check(self.state, event)
