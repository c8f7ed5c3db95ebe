"""Facade of a poker table: methods for floor, procedures and waiting list that build commands.

Each call builds a command and hands it to the table; nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.core.errors import InvalidError
from hoyle.table import disputes, seats
from hoyle.table.base import FLOOR
from hoyle.table.field_types import check_list
from hoyle.table.log.event_base import Entries
from hoyle.table.poker import commands
from hoyle.table.poker.commands import CardLocation
from hoyle.table.poker.decks import dealer_procedures
from hoyle.table.poker.decks.dealer_procedures import DueProcedure
from hoyle.table.poker.posted_sign import Rake

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hoyle.table.poker.table import PokerTable


class FloorFacade:
    """Dealer and floor persons, and the supervisor behind them."""

    def __init__(self, table: PokerTable) -> None:
        self._table = table

    # The deal and the deck

    def no_cut(self, *, house: str = "") -> Entries:
        """The deck was not shuffled and cut as it should have been."""
        return self._table.do(commands.NoCut(house=house), by=FLOOR)

    def wrong_start(self, *, house: str = "") -> Entries:
        """The deal began at the wrong seat."""
        return self._table.do(commands.WrongStart(house=house), by=FLOOR)

    def missed_seat(self, seat: int, *, house: str = "") -> Entries:
        """A player entitled to cards got none."""
        return self._table.do(commands.MissedSeat(seat=seat, house=house), by=FLOOR)

    def ineligible(self, seat: int, *, why: str = "", house: str = "") -> Entries:
        """Cards were dealt to somebody who may not play. `why` where stack and seat do not show it."""
        return self._table.do(commands.Ineligible(seat=seat, why=why, house=house), by=FLOOR)

    def boxed(self, *spots: CardLocation, house: str = "") -> Entries:
        """Cards found face up in the deck; a second one counts although the first was discarded."""
        return self._table.do(commands.Boxed(spots=spots, house=house), by=FLOOR)

    def off_table(self, spot: CardLocation, *, house: str = "") -> Entries:
        """A card fell off the table in dealing."""
        return self._table.do(commands.OffTable(spot=spot, house=house), by=FLOOR)

    def bad_deck(self, found: int, *, house: str = "") -> Entries:
        """Cards are missing from the deck, or there are too many."""
        return self._table.do(commands.BadDeck(found=found, house=house), by=FLOOR)

    def exposed(self, *spots: CardLocation, dealer_error: bool = True, house: str = "") -> Entries:
        """Hold'em and Omaha: face-down cards were turned up while dealing."""
        return self._table.do(commands.Exposed(spots=spots, dealer_error=dealer_error, house=house), by=FLOOR)

    def hole_cards_up(self, seat: int, *cards: int, house: str = "") -> Entries:
        """Seven-card stud: a player's first, second or both hole cards were dealt face up."""
        return self._table.do(commands.HoleCardsUp(seat=seat, cards=cards, house=house), by=FLOOR)

    # Hands and players

    def fouled(
        self,
        seat: int,
        *,
        protected: bool,
        swept: bool = False,
        reconstructable: bool = False,
        contributed: bool = False,
        house: str = "",
    ) -> Entries:
        """A hand was fouled, or swept up by the dealer."""
        return self._table.do(
            commands.Fouled(
                seat=seat,
                protected=protected,
                swept=swept,
                reconstructable=reconstructable,
                contributed=contributed,
                house=house,
            ),
            by=FLOOR,
        )

    def wrong_number(
        self, seat: int, *, protected: bool, contributed: bool = False, house: str = ""
    ) -> Entries:
        """A hand has too many or too few cards, which fouls it."""
        return self._table.do(
            commands.WrongNumber(seat=seat, protected=protected, contributed=contributed, house=house),
            by=FLOOR,
        )

    def left(self, seat: int, *, protected: bool, comment: bool, house: str = "") -> Entries:
        """A player went away from the table while he had a hand."""
        return self._table.do(
            commands.LeftTable(seat=seat, protected=protected, comment=comment, house=house), by=FLOOR
        )

    def discard(self, seat: int, *, owing: str = "", house: str = "") -> Entries:
        """A hand was thrown face down toward muck or pot; `owing` is what his words had bound him to."""
        return self._table.do(commands.Discard(seat=seat, owing=owing, house=house), by=FLOOR)

    def upcards_down(self, seat: int, *, owing: str = "", house: str = "") -> Entries:
        """Stud: a player turned his up-cards face down."""
        return self._table.do(commands.UpcardsDown(seat=seat, owing=owing, house=house), by=FLOOR)

    def disclose(self, seat: int, *, house: str = "") -> Entries:
        """The house wants to see a discarded hand; it stays discarded."""
        return self._table.do(commands.Disclose(seat=seat, house=house), by=FLOOR)

    def muck(self, seat: int, *, house: str = "") -> Entries:
        """The dealer takes in a hand at the showdown: a tabled one, or one thrown in."""
        return self._table.do(commands.Muck(seat=seat, house=house), by=FLOOR)

    def retrieve(self, seat: int, *, identifiable: bool = True, house: str = "") -> Entries:
        """A player wants back the hand he has thrown in at the showdown."""
        return self._table.do(commands.Retrieve(seat=seat, identifiable=identifiable, house=house), by=FLOOR)

    def claim(self, seat: int, text: str, *, house: str = "") -> Entries:
        """A player says what his hand is worth; the cards decide."""
        return self._table.do(commands.Claim(seat=seat, text=text, house=house), by=FLOOR)

    def touched_pot(self, seat: int, *, house: str = "") -> Entries:
        """A player touched chips in the pot; the dealer stops him."""
        return self._table.do(commands.TouchedPot(seat=seat, house=house), by=FLOOR)

    def out_of_view(self, seat: int, *, house: str = "") -> Entries:
        """A player keeps his cards where the dealer cannot see them."""
        return self._table.do(commands.OutOfView(seat=seat, house=house), by=FLOOR)

    def house_ruling(
        self,
        trigger: str,
        decision: str,
        *,
        by: str = "floor",
        seat: int = 0,
        why: str = "",
        facts: Mapping[str, Any] | None = None,
    ) -> Entries:
        """What no book covers, decided by the house."""
        ruling = commands.HouseRuling(
            trigger=trigger, decision=decision, ruled_by=by, seat=seat, why=why, facts=dict(facts or {})
        )
        return self._table.do(ruling, by=FLOOR)

    # Money

    def late_rake(self, chips: int) -> Entries:
        """Somebody wants more rake out of a pot."""
        return self._table.do(commands.LateRake(chips=chips), by=FLOOR)

    def reduce_rake(self, seat: int, rake: Rake) -> Entries:
        """A player asks for a lower rake at a short table and the house agrees; from the next round on."""
        if not isinstance(rake, Rake):
            raise InvalidError(f"rake {rake!r}: a Rake is wanted")
        return self._table.do(commands.ReduceRake(seat=seat, rake=rake.facts()), by=FLOOR)

    def pay_jackpot(self, seat: int, chips: int, *, standard: str, player: str = "") -> Entries:
        """Pay a jackpot that a hand has won; seat 0 and his name for a player who has left."""
        pay = commands.PayJackpot(seat=seat, player=player, chips=chips, standard=standard)
        return self._table.do(pay, by=FLOOR)

    def withdraw_jackpot(self, chips: int) -> Entries:
        """The house wants money out of the jackpot fund. It belongs to the players."""
        return self._table.do(commands.WithdrawJackpot(chips=chips), by=FLOOR)

    # Conduct and disputes

    def complain(self, about: int, text: str, *, by: str = FLOOR) -> Entries:
        """Log a complaint that a player does not play for himself alone."""
        return self._table.do(disputes.Complain(about=about, text=text), by=by)

    def suspect(self, seat: int, why: str, *, refuse: bool = False, house: str = "") -> Entries:
        """Reasonable cause to believe that a player helps another."""
        return self._table.do(commands.Suspect(seat=seat, why=why, refuse=refuse, house=house), by=FLOOR)

    def refuse_play(self, name: str, why: str, *, house: str = "") -> Entries:
        """Refuse somebody play, at the house's discretion, where the book gives it."""
        return self._table.do(disputes.RefusePlay(player=name, why=why, house=house), by=FLOOR)

    def dispute(self, about: str) -> int:
        """Bring a dispute to the supervisor; returns its number."""
        self._table.do(disputes.OpenDispute(about=about), by=FLOOR)
        return len(self._table.state.disputes)

    def settle(self, number: int, ruling: str, *, by: str) -> Entries:
        """The supervisor's word on a dispute, which is the last."""
        return self._table.do(disputes.SettleDispute(number=number, ruling=ruling, ruled_by=by), by=FLOOR)


class ProcedureFacade:
    """The table's book of procedures."""

    def __init__(self, table: PokerTable) -> None:
        self._table = table

    def tell_time(self, minute: int) -> list[DueProcedure]:
        """Tell the table the time of day in minutes; it answers with what is due."""
        self._table.do(disputes.SetTime(minute=minute))
        return self.prompts()

    def prompts(self) -> list[DueProcedure]:
        """Everything that is due now."""
        return dealer_procedures.due_procedures(self._table)

    def call(self) -> str:
        """What the dealer announces now: whose turn it is and what he may do; empty if nobody's."""
        return dealer_procedures.dealer_announcement(self._table)

    def opening(self, step: str, *, by: str = "") -> Entries:
        """Do the next step of the opening procedure, in the book's order; by default whom it names does."""
        done_by = by or dealer_procedures.opened_by(self._table, step)
        return self._table.do(commands.OpeningStep(step=step, done_by=done_by))

    def idle(self, spread: str = "up") -> Entries:
        """No play: both decks are spread, and the wash has to be done again before the next round."""
        return self._table.do(commands.Idle(spread=spread))

    def turn_spread_up(self) -> Entries:
        """Turn a face-down spread up, for the first two players to inspect."""
        return self._table.do(commands.TurnSpreadUp())

    def bring_deck(self, deck: str) -> Entries:
        """A new deck comes to the table."""
        return self._table.do(commands.BringDeck(deck=deck))

    def rotate_decks(self, decks: Sequence[str]) -> Entries:
        """Rotate all decks opened for the table: these are in use from now on."""
        names: Any = tuple(check_list(decks, "decks", "names"))
        return self._table.do(commands.RotateDecks(decks=names))

    def count_stub(self, counted: int) -> Entries:
        """Count the stub, or between rounds the deck; a wrong count takes the deck off the table."""
        return self._table.do(commands.CountStub(counted=counted))

    def shuffler_failed(self, how: str) -> Entries:
        """The shuffling machine jammed, stopped or did not finish: shuffle again."""
        return self._table.do(commands.ShufflerFailed(how=how))

    def announce(self) -> Entries:
        """Log that the dealer has announced the action and the player's options."""
        return self._table.do(commands.Announce())


class WaitingListFacade:
    """Who is next for a seat."""

    def __init__(self, table: PokerTable) -> None:
        self._table = table

    @property
    def names(self) -> list[str]:
        """Everybody on the list, who came first first."""
        return list(self._table.state.waiting)

    def add(self, name: str) -> Entries:
        """Put a name at the end of the list."""
        return self._table.do(seats.JoinList(player=name))

    def strike(self, name: str) -> Entries:
        """Take a name off the list."""
        return self._table.do(seats.LeaveList(player=name))

    def announce(self, seat: int) -> Entries:
        """Call out an empty seat, which may only be done for somebody who is waiting."""
        return self._table.do(seats.CallName(seat=seat))

    def pass_over(self, name: str) -> Entries:
        """Whoever was called did not come: the next one may have the seat."""
        return self._table.do(seats.PassOver(player=name))
