"""A log held against the rules: what is written is done again, and must come out as it is written.

Every entry is either somebody's doing or follows by itself. The doing is repeated as a command to a table
that stands where the log has come to; what the table answers must be what the log says next. So nothing can
be missing, twice, foreign or altered without being found, except notes that change nothing. A ruling of the
floor is taken as written: what it does to the round is checked event by event (`audit`), until a player acts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from hoyle.errors import HoyleError, InvalidError
from hoyle.poker.events import (
    Bet,
    Called,
    Checked,
    Conceded,
    Discarded,
    Disclosed,
    Event,
    Folded,
    Reshuffled,
    Shown,
)
from hoyle.table.poker.audit import check_disclosed, check_event
from hoyle.table.poker.deck_events import (
    DeckCut,
    DeckRetired,
    DecksBrought,
    DeckShuffled,
    DecksRotated,
    OpeningStep,
    ShufflerFailed,
    StubCounted,
    TableIdle,
)
from hoyle.table.poker.entry import TableEvent
from hoyle.table.poker.events import (
    BlindMissed,
    ButtonPlaced,
    CurrencyChanged,
    DisputeBrought,
    DisputeClosed,
    Entry,
    HouseRuled,
    JackpotPaid,
    KillMoved,
    Listed,
    NotDealtIn,
    PlayerLeft,
    PlayRefused,
    RakeReduced,
    Recorded,
    RoundBegan,
    RoundClosed,
    Ruled,
    SatOut,
    Seated,
    TableOpened,
    TimeTold,
    ToppedUp,
    WagerRuled,
)

if TYPE_CHECKING:
    from hoyle.poker.round import Round
    from hoyle.table.poker.table import Table

FAULTS: Final = (HoyleError, AssertionError, LookupError, TypeError, ValueError, AttributeError)
"""How an entry that nobody could have written makes itself felt."""

BEFORE_THE_CARDS: Final = (NotDealtIn, BlindMissed, KillMoved, ButtonPlaced, RakeReduced, Recorded)
"""What a deal writes before its round begins."""

AUTOMATIC: Final = ("shuffle method", "rake set aside", "jackpot set aside")
"""Notes that the table makes by itself."""


def retrace(open_: Callable[[TableOpened, list[str]], Table], log: Sequence[Entry]) -> Table:
    """The table that a log describes; refuses a log that no table could have written."""
    if not log:
        raise InvalidError("an empty log describes no table")
    for at, entry in enumerate(log):
        if not isinstance(entry, (TableEvent, Event)):
            raise InvalidError(f"entry {at + 1} of the log is no event: {entry!r}")
    first = log[0]
    if not isinstance(first, TableOpened):
        raise InvalidError(f"entry 1 of the log is {first.name}: a log begins with table-opened")
    brought = next((entry for entry in log[1:2] if isinstance(entry, DecksBrought)), None)
    try:
        table = open_(first, ["first", "second"] if brought is None else list(brought.decks))
    except FAULTS as error:
        raise _wrong(0, first, error) from error
    compare(table, log, 0)
    steps = _Steps(table, log)
    while len(table.log) < len(log):
        at = len(table.log)
        try:
            steps.take(at)
        except FAULTS as error:
            raise _wrong(at, log[at], error) from error
        if len(table.log) == at:
            raise InvalidError(f"entry {at + 1} of the log ({log[at].name}) changes nothing")
        compare(table, log, at)
    return table


def compare(table: Table, log: Sequence[Entry], start: int) -> None:
    """Refuse the first entry that is not what the table itself has written."""
    for at in range(start, len(table.log)):
        due = table.log[at]
        if at >= len(log):
            raise InvalidError(f"the log ends with entry {len(log)}: {due.name} must follow")
        if due == log[at]:
            continue
        if due.name != log[at].name:
            raise InvalidError(f"entry {at + 1} of the log is {log[at].name}: {due.name} must come there")
        told, wanted = log[at].facts(), due.facts()
        part = next((name for name in wanted if told.get(name) != wanted[name]), "")
        found, right = told.get(part), wanted.get(part)
        raise InvalidError(
            f"entry {at + 1} of the log ({due.name}): {part} is {found!r} and must be {right!r}"
        )


def _wrong(at: int, entry: Entry, error: Exception) -> InvalidError:
    said = str(error) or type(error).__name__
    return InvalidError(f"entry {at + 1} of the log ({entry.name}) cannot follow what is before it: {said}")


class _Steps:
    """Does again what the entries say, one at a time."""

    def __init__(self, table: Table, log: Sequence[Entry]) -> None:
        self.table = table
        self.log = log
        self.ruled = False
        """The floor has ruled, and nobody has acted since."""
        self.owing = False
        """It has ruled that a bet is owed with a hand given up: both are still to come."""

    def take(self, at: int) -> None:
        entry = self.log[at]
        if isinstance(entry, Event):
            self._play(entry)
        elif self._deals(at):
            self._deal(at)
        elif not (self._at_seats(entry) or self._with_decks(entry) or self._by_floor(entry)):
            raise InvalidError("it comes only by itself, and nothing calls for it here")

    # Rounds

    def _deals(self, at: int) -> bool:
        """Whether the entry belongs to a deal: a round begins, or will before anything else happens."""
        for entry in self.log[at:]:
            if isinstance(entry, RoundBegan):
                return True
            if not isinstance(entry, BEFORE_THE_CARDS) or (
                isinstance(entry, Recorded) and entry.what != "limits"
            ):
                break
        return False

    def _deal(self, at: int) -> None:
        began = next(entry for entry in self.log[at:] if isinstance(entry, RoundBegan))
        self.ruled = self.owing = False
        self.table.deal(dealt_in=None if began.seats == began.entitled else began.seats)

    def _play(self, event: Event) -> None:
        table = self.table
        if isinstance(event, Disclosed) and not table.playing and table.round is not None:
            check_disclosed(table.round.state, event)
            table.retake(event)
            return
        round_ = table.playing_round()
        if isinstance(event, Reshuffled):
            self.ruled = False
            round_.shuffle(list(event.cards))
            table.sync()
            return
        by_player = isinstance(event, (Folded, Checked, Called, Bet, Discarded, Shown, Conceded))
        if self.ruled and (self.owing or not by_player or event.facts()["seat"] != round_.actor):
            check_event(round_, event)
            table.retake(event)
            self.owing = self.owing and not isinstance(event, Folded)
            return
        self._act(round_, event)
        self.ruled = False
        table.sync()

    def _act(self, round_: Round, event: Event) -> None:
        """What a player does in turn."""
        if not isinstance(event, (Folded, Checked, Called, Bet, Discarded, Shown, Conceded)):
            raise InvalidError("it comes only by itself or from the floor, and neither calls for it here")
        if event.seat != round_.actor:
            turn = f"it is seat {round_.actor}'s turn" if round_.actor else f"it waits for {round_.awaiting}"
            raise InvalidError(f"seat {event.seat} cannot act: {turn}")
        if isinstance(event, Folded):
            round_.fold()
        elif isinstance(event, Checked):
            round_.check()
        elif isinstance(event, Called):
            round_.call()
        elif isinstance(event, Bet):
            round_.bring_in() if event.forced else round_.bet_to(event.to)
        elif isinstance(event, Discarded):
            round_.draw(list(event.cards))
        elif isinstance(event, Shown):
            round_.show()
        else:
            round_.concede()

    # What somebody does at the table; each says whether it knows the entry

    def _at_seats(self, entry: TableEvent) -> bool:
        table = self.table
        if isinstance(entry, Seated):
            table.sit(entry.seat, entry.chips, entry.player, currency=entry.currency)
        elif isinstance(entry, ToppedUp):
            table.top_up(entry.seat, entry.chips, currency=entry.currency)
        elif isinstance(entry, CurrencyChanged):
            self._change(entry)
        elif isinstance(entry, PlayerLeft):
            table.leave(entry.seat)
        elif isinstance(entry, SatOut):
            table.sit_out(entry.seat) if entry.away else table.sit_in(entry.seat)
        elif isinstance(entry, Listed):
            table.waiting.add(entry.player) if entry.on else table.waiting.strike(entry.player)
        elif isinstance(entry, ButtonPlaced):
            self._button(entry)
        elif isinstance(entry, WagerRuled):
            table.check_seated(entry.seat)
            table.playing_round()
            table.emit(entry)
        else:
            return False
        return True

    def _change(self, entry: CurrencyChanged) -> None:
        """By request, or for a bet in a round that the floor has changed."""
        if not self.ruled:
            self.table.change_currency(entry.seat)
            return
        player = self.table.state.player(entry.seat)
        if not 0 < entry.chips <= player.currency:
            raise InvalidError(f"seat {entry.seat} has {player.currency} in cash, not {entry.chips}")
        self.table.emit(entry)

    def _button(self, entry: ButtonPlaced) -> None:
        """Drawn for; or put down once, where nobody draws."""
        table = self.table
        if entry.draw or table.state.button or table.page.button_start.value != "dealers-right":
            table.draw_button(dict(entry.draw))
            return
        table.state.player(entry.seat)
        table.emit(entry)

    def _with_decks(self, entry: TableEvent) -> bool:
        table, records = self.table, self.table.records
        if isinstance(entry, DeckShuffled):
            table.shuffle(list(entry.cards), preshuffled=entry.method == "pre-shuffled")
        elif isinstance(entry, DeckCut):
            if entry.ordered_by:
                table.recut(entry.count, entry.end, ordered_by=entry.ordered_by, why=entry.why)
            else:
                table.cut(entry.count, entry.end)
        elif isinstance(entry, DecksBrought):
            records.bring_deck(*entry.decks)
        elif isinstance(entry, DecksRotated):
            records.rotate_decks(entry.decks)
        elif isinstance(entry, ShufflerFailed):
            records.shuffler_failed(entry.how)
        elif isinstance(entry, StubCounted):
            self._count(entry)
        elif isinstance(entry, DeckRetired):
            if table.playing or table.state.rack.decks[0] != entry.deck:
                raise InvalidError(f"deck {entry.deck!r} is not the one to go")
            table.emit(entry)
        elif isinstance(entry, OpeningStep):
            records.opening(entry.step, by=entry.by)
        elif isinstance(entry, TableIdle):
            turned = table.state.spread == "down" and entry.spread == "up" and not entry.undone
            records.turn_spread_up() if turned else records.idle(entry.spread)
        elif isinstance(entry, TimeTold):
            records.tell_time(entry.minute)
        else:
            return False
        return True

    def _count(self, entry: StubCounted) -> None:
        """A wrong count is written before what the floor makes of it."""
        if entry.counted == entry.expected:
            self.table.records.count_stub(entry.counted)
            return
        round_ = self.table.state.round
        expected = self.table.book.procedures.deck.value if round_ is None else round_.stub()
        if entry.expected != expected:
            raise InvalidError(f"{entry.expected} cards were expected, and {expected} must be there")
        self.table.emit(entry)

    def _by_floor(self, entry: TableEvent) -> bool:
        table, floor = self.table, self.table.floor
        if isinstance(entry, (Ruled, HouseRuled)):
            self.ruled = table.playing
            trigger = entry.trigger if isinstance(entry, Ruled) else entry.what
            self.owing = self.ruled and trigger == "fold-owing"
            table.emit(entry)
        elif isinstance(entry, RoundClosed):
            # Closed by itself wherever the floor has not ruled.
            if not self.ruled or not table.playing_round().over:
                return False
            self.ruled = False
            table.close()
        elif isinstance(entry, Recorded):
            if entry.what in AUTOMATIC and not self.ruled:
                return False
            table.emit(entry)
        elif isinstance(entry, RakeReduced):
            if entry.rake is None:
                return False
            floor.reduce_rake(entry.seat, entry.rake)
        elif isinstance(entry, JackpotPaid):
            floor.pay_jackpot(entry.seat, entry.chips, standard=entry.standard)
        elif isinstance(entry, PlayRefused):
            if entry.seat and table.state.player(entry.seat).name != entry.player:
                raise InvalidError(f"{entry.player} does not sit in seat {entry.seat}")
            table.emit(entry)
        elif isinstance(entry, DisputeBrought):
            floor.dispute(entry.about)
        elif isinstance(entry, DisputeClosed):
            floor.settle(entry.number, entry.ruling, by=entry.by)
        else:
            return False
        return True
