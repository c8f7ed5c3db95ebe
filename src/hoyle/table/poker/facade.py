"""Facade of a poker table: methods for floor, procedures and waiting list that build commands.

Each method builds a command and gives it to the table; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hoyle.core.errors import InvalidError
from hoyle.core.validation import check_list
from hoyle.table import disputes, seats
from hoyle.table.base import FLOOR
from hoyle.table.log.event_base import Entries
from hoyle.table.poker import commands
from hoyle.table.poker.commands import CardLocation
from hoyle.table.poker.decks import dealer_procedures
from hoyle.table.poker.decks.dealer_procedures import DueProcedure
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.poker.table_base import PokerTableBase


class FloorFacade:
    """Facade of a poker table for dealer, floor and supervisor: reports and rulings as methods."""

    def __init__(self, table: PokerTableBase) -> None:
        self._table = table

    # The deal and the deck

    def no_cut(self, *, house: str = "") -> Entries:
        """Report that the deck was not shuffled and cut as it should have been."""
        return self._table.do(commands.NoCut(house=house), by=FLOOR)

    def wrong_start(self, *, house: str = "") -> Entries:
        """Report that the deal began at the wrong seat."""
        return self._table.do(commands.WrongStart(house=house), by=FLOOR)

    def missed_seat(self, seat: int, *, house: str = "") -> Entries:
        """Report that a player entitled to cards got none."""
        return self._table.do(commands.MissedSeat(seat=seat, house=house), by=FLOOR)

    def ineligible(self, seat: int, *, why: str = "", house: str = "") -> Entries:
        """Report cards dealt to somebody who may not play. `why` where stack and seat do not show it."""
        return self._table.do(commands.Ineligible(seat=seat, why=why, house=house), by=FLOOR)

    def boxed(self, *spots: CardLocation, house: str = "") -> Entries:
        """Report cards found face up in the deck; a second one counts although the first was discarded."""
        return self._table.do(commands.Boxed(spots=spots, house=house), by=FLOOR)

    def off_table(self, spot: CardLocation, *, house: str = "") -> Entries:
        """Report a card that fell off the table in dealing."""
        return self._table.do(commands.OffTable(spot=spot, house=house), by=FLOOR)

    def bad_deck(self, found: int, *, house: str = "") -> Entries:
        """Report that cards are missing from the deck, or that there are too many."""
        return self._table.do(commands.ReportBadDeck(found=found, house=house), by=FLOOR)

    def exposed(self, *spots: CardLocation, dealer_error: bool = True, house: str = "") -> Entries:
        """Report face-down cards turned up while dealing, in hold'em and Omaha."""
        return self._table.do(commands.Exposed(spots=spots, dealer_error=dealer_error, house=house), by=FLOOR)

    def hole_cards_up(self, seat: int, *cards: int, house: str = "") -> Entries:
        """Report hole cards of a player (first, second or both) dealt face up, in seven-card stud."""
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
        """Report a hand that was fouled, or swept up by the dealer."""
        return self._table.do(
            commands.ReportFouledHand(
                seat=seat,
                protected=protected,
                swept=swept,
                reconstructable=reconstructable,
                contributed=contributed,
                house=house,
            ),
            by=FLOOR,
        )

    def wrong_number(self, seat: int, *, protected: bool, contributed: bool = False, house: str = "") -> Entries:
        """Report a hand with too many or too few cards, which fouls it."""
        return self._table.do(
            commands.WrongNumber(seat=seat, protected=protected, contributed=contributed, house=house), by=FLOOR
        )

    def left(self, seat: int, *, protected: bool, comment: bool, house: str = "") -> Entries:
        """Report a player who went away from the table while they had a hand."""
        return self._table.do(
            commands.ReportLeftTable(seat=seat, protected=protected, comment=comment, house=house), by=FLOOR
        )

    def discard(self, seat: int, *, owing: str = "", house: str = "") -> Entries:
        """Report a hand thrown face down toward muck or pot; `owing` is the action they had announced."""
        return self._table.do(commands.Discard(seat=seat, owing=owing, house=house), by=FLOOR)

    def upcards_down(self, seat: int, *, owing: str = "", house: str = "") -> Entries:
        """Report a player who turned their up-cards face down, in stud."""
        return self._table.do(commands.UpcardsDown(seat=seat, owing=owing, house=house), by=FLOOR)

    def disclose(self, seat: int, *, house: str = "") -> Entries:
        """Disclose a discarded hand to the house; it stays discarded."""
        return self._table.do(commands.RequestDisclosure(seat=seat, house=house), by=FLOOR)

    def muck(self, seat: int, *, house: str = "") -> Entries:
        """Muck a hand at the showdown: a tabled one, or one thrown in."""
        return self._table.do(commands.Muck(seat=seat, house=house), by=FLOOR)

    def retrieve(self, seat: int, *, identifiable: bool = True, house: str = "") -> Entries:
        """Ask for the return of a hand that was thrown in at the showdown."""
        return self._table.do(commands.Retrieve(seat=seat, identifiable=identifiable, house=house), by=FLOOR)

    def claim(self, seat: int, text: str, *, house: str = "") -> Entries:
        """Report a player's claim about their hand; the cards decide."""
        return self._table.do(commands.ClaimHandValue(seat=seat, text=text, house=house), by=FLOOR)

    def touched_pot(self, seat: int, *, house: str = "") -> Entries:
        """Report a player who touched chips in the pot; the dealer stops them."""
        return self._table.do(commands.TouchedPot(seat=seat, house=house), by=FLOOR)

    def out_of_view(self, seat: int, *, house: str = "") -> Entries:
        """Report a player who keeps their cards where the dealer cannot see them."""
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
        """Decide for the house where no book covers the case."""
        ruling = commands.HouseRuling(
            trigger=trigger, decision=decision, ruled_by=by, seat=seat, why=why, facts=dict(facts or {})
        )
        return self._table.do(ruling, by=FLOOR)

    # Money

    def late_rake(self, chips: int) -> Entries:
        """Take more rake out of a pot, which is refused."""
        return self._table.do(commands.LateRake(chips=chips), by=FLOOR)

    def reduce_rake(self, seat: int, rake: Rake) -> Entries:
        """Lower the rake of a short table at a player's request, from the next round on."""
        if not isinstance(rake, Rake):
            raise InvalidError(f"rake {rake!r}: expected a Rake")
        return self._table.do(commands.ReduceRake(seat=seat, rake=rake.facts()), by=FLOOR)

    def pay_jackpot(self, seat: int, chips: int, *, standard: str, player: str = "") -> Entries:
        """Pay a jackpot that a hand has won; seat 0 and their name for a player who has left."""
        pay = seats.PayJackpot(seat=seat, player=player, chips=chips, standard=standard)
        return self._table.do(pay, by=FLOOR)

    def withdraw_jackpot(self, chips: int) -> Entries:
        """Withdraw money from the jackpot fund, which is refused: it belongs to the players."""
        return self._table.do(commands.WithdrawJackpot(chips=chips), by=FLOOR)

    # Conduct and disputes

    def complain(self, about: int, text: str, *, by: str = FLOOR) -> Entries:
        """Log a complaint that a player does not play for themselves alone."""
        return self._table.do(disputes.LogComplaint(about=about, text=text), by=by)

    def suspect(self, seat: int, why: str, *, refuse: bool = False, house: str = "") -> Entries:
        """Report reasonable cause to believe that a player helps another."""
        return self._table.do(commands.ReportCollusion(seat=seat, why=why, refuse=refuse, house=house), by=FLOOR)

    def refuse_play(self, name: str, why: str, *, house: str = "") -> Entries:
        """Refuse a person play, at the house's discretion where the book allows it."""
        return self._table.do(disputes.RefusePlay(player=name, why=why, house=house), by=FLOOR)

    def dispute(self, about: str) -> int:
        """Bring a dispute to the supervisor; returns its number."""
        self._table.do(disputes.OpenDispute(about=about), by=FLOOR)
        return len(self._table.state.disputes)

    def settle(self, number: int, ruling: str, *, by: str) -> Entries:
        """Close a dispute with the supervisor's final ruling."""
        return self._table.do(disputes.SettleDispute(number=number, ruling=ruling, ruled_by=by), by=FLOOR)


class ProcedureFacade:
    """Facade of a poker table for the dealer: procedures of decks, opening and announcements."""

    def __init__(self, table: PokerTableBase) -> None:
        self._table = table

    def tell_time(self, minute: int) -> list[DueProcedure]:
        """Set the time of day in minutes and return the procedures that are due."""
        self._table.do(disputes.SetTime(minute=minute))
        return self.prompts()

    def prompts(self) -> list[DueProcedure]:
        """Return every dealer procedure that is due now."""
        return dealer_procedures.due_procedures(self._table)

    def call(self) -> str:
        """Return the dealer's announcement: whose turn it is and their options; empty if it is nobody's."""
        return dealer_procedures.dealer_announcement(self._table)

    def opening(self, step: str, *, by: str = "") -> Entries:
        """Perform the next step of the opening procedure; by default whoever the book names does it."""
        done_by = by or dealer_procedures.opened_by(self._table, step)
        return self._table.do(commands.OpeningStep(step=step, done_by=done_by))

    def idle(self, spread: str = "up") -> Entries:
        """Leave the table idle: both decks are spread, and the wash is due again before the next round."""
        return self._table.do(commands.Idle(spread=spread))

    def turn_spread_up(self) -> Entries:
        """Turn a face-down spread up, for the first two players to inspect."""
        return self._table.do(commands.TurnSpreadUp())

    def bring_deck(self, deck: str) -> Entries:
        """Bring a new deck to the table."""
        return self._table.do(commands.BringDeck(deck=deck))

    def rotate_decks(self, decks: Sequence[str]) -> Entries:
        """Rotate all decks opened for the table: these are in use from now on."""
        names: Any = tuple(check_list(decks, "decks", "names"))
        return self._table.do(commands.RotateDecks(decks=names))

    def count_stub(self, counted: int) -> Entries:
        """Count the stub, or between rounds the deck; a wrong count takes the deck off the table."""
        return self._table.do(commands.CountStub(counted=counted))

    def shuffler_failed(self, how: str) -> Entries:
        """Report that the shuffling machine jammed, stopped or did not finish: its deck is shuffled again."""
        return self._table.do(commands.ShufflerFailed(how=how))

    def announce(self) -> Entries:
        """Record that the dealer has announced the action and the player's options."""
        return self._table.do(commands.Announce())


class WaitingListFacade:
    """Facade of a poker table for its waiting list."""

    def __init__(self, table: PokerTableBase) -> None:
        self._table = table

    @property
    def names(self) -> list[str]:
        """Names on the waiting list, the first to have joined first."""
        return list(self._table.state.waiting)

    def add(self, name: str) -> Entries:
        """Put a name at the end of the waiting list."""
        return self._table.do(seats.JoinWaitingList(player=name))

    def strike(self, name: str) -> Entries:
        """Take a name off the waiting list."""
        return self._table.do(seats.LeaveWaitingList(player=name))

    def announce(self, seat: int) -> Entries:
        """Call out an empty seat, which may only be done if somebody is waiting."""
        return self._table.do(seats.CallFromWaitingList(seat=seat))

    def pass_over(self, name: str) -> Entries:
        """Pass over a called name that did not come: the next one may have the seat."""
        return self._table.do(seats.SkipOnWaitingList(player=name))
