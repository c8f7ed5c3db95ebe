"""The floor's office: rake requests, jackpots, conduct, disputes, and how a ruling is found and logged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hoyle.errors import HouseRulingNeeded, IllegalError, InvalidError
from hoyle.poker.irregularities import rule_irregularity
from hoyle.poker.rake import increments
from hoyle.poker.rulings import RAKE_REDUCED, Ruling
from hoyle.table.fields import kind, whole, words
from hoyle.table.poker import remedies
from hoyle.table.poker.events import (
    DisputeBrought,
    DisputeClosed,
    Entry,
    HouseRuled,
    JackpotPaid,
    PlayRefused,
    RakeReduced,
    Recorded,
    Ruled,
)
from hoyle.table.poker.lineup import line_up
from hoyle.table.poker.sign import Rake

if TYPE_CHECKING:
    from hoyle.table.poker.table import Table


class Office:
    """What the floor decides outside a hand."""

    def __init__(self, table: Table) -> None:
        self._table = table

    # Money

    def late_rake(self, chips: int) -> list[Entry]:
        """Somebody wants more rake out of a pot. After the push nothing may be taken, before it only what the
        sign says, which the round takes by itself."""
        table = self._table
        whole(chips, "chips")
        if table.round is None:
            raise IllegalError("no round has been played")
        ruling = self._ask("late-rake", {"collected": not table.playing}, "")
        clause = table.book.revenue.sign if table.playing else ruling.clause
        raise IllegalError(
            f"{chips} chips cannot be raked from this pot ({clause})", clause=clause, legal="nothing"
        )

    def reduce_rake(self, seat: int, rake: Rake) -> list[Entry]:
        """A player asks for a lower rake at a short table and the house agrees; from the next round on."""
        table = self._table
        table.state.player(seat)
        kind(rake, Rake, "rake")
        if rake.percent < 0 or rake.cap < 0 or any(size <= 0 or fee <= 0 for size, fee in rake.levels):
            raise InvalidError(f"a rake of {rake}: no amount of it may be below zero")
        round_ = table.state.round
        players = len(round_.seats) if round_ is not None else len(line_up(table.state).seats)
        facts = {"players_at_table": players, "requested": True}
        ruling = self._ask("rake-request", facts, "")
        if ruling.result != RAKE_REDUCED:
            raise IllegalError(
                f"{players} players: the rake is cut only at a shorter table ({ruling.clause})",
                clause=ruling.clause,
                legal=f"{table.book.revenue.short_table.value} players or fewer",
            )
        posted = table.sign.rake
        sizes = [size for size, _ in (*posted.levels, *rake.levels)]
        higher = any(
            increments(list(rake.levels), size) > increments(list(posted.levels), size) for size in sizes
        )
        if higher or rake.percent > posted.percent or (posted.cap and rake.cap > posted.cap):
            raise IllegalError(
                f"a rake of {rake} is no reduction of {posted} ({ruling.clause})",
                clause=ruling.clause,
                legal=f"less than {posted}",
            )
        mark = len(table.log)
        table.emit(RakeReduced(seat=seat, rake=rake, clause=ruling.clause))
        return table.log[mark:]

    def pay_jackpot(self, seat: int, chips: int, *, standard: str) -> list[Entry]:
        """Pay a jackpot to a player, by one of the posted standards."""
        table = self._table
        whole(seat, "seat")
        whole(chips, "chips")
        clause = table.book.revenue.jackpot_standards or "house jackpot"
        posted = () if table.sign.jackpot is None else table.sign.jackpot.standards
        if posted and standard not in posted:
            raise IllegalError(
                f"no jackpot for {standard!r}; the standards are {'; '.join(posted)} ({clause})",
                clause=clause,
                legal="; ".join(posted),
            )
        if table.state.dealt_in(seat):
            raise IllegalError("a jackpot is paid between rounds")
        table.state.player(seat)
        fund = table.state.boxes.jackpot_fund
        if not 0 < chips <= fund:
            raise IllegalError(
                f"the fund holds {fund}, not {chips} ({clause})", clause=clause, legal=str(fund)
            )
        mark = len(table.log)
        table.emit(JackpotPaid(seat=seat, chips=chips, standard=standard, clause=clause))
        return table.log[mark:]

    def withdraw_jackpot(self, chips: int) -> list[Entry]:
        """The house wants money out of the jackpot fund. It belongs to the players."""
        revenue = self._table.book.revenue
        whole(chips, "chips")
        clause = revenue.jackpot_payouts.clause or revenue.jackpot_standards or "house jackpot"
        raise IllegalError(f"{chips} from the jackpot fund: it is the players' ({clause})", clause=clause)

    # Conduct and disputes

    def complain(self, about: int, text: str, *, by: str = "") -> list[Entry]:
        """Log a complaint that a player does not play for himself alone."""
        player = self._table.state.player(about)
        clause = self._table.book.floor.conduct or "house conduct"
        mark = len(self._table.log)
        self._table.emit(Recorded(what="complaint", detail=f"{player.name}: {text}", by=by, clause=clause))
        return self._table.log[mark:]

    def suspect(self, seat: int, why: str, *, refuse: bool = False, house: str = "") -> list[Entry]:
        """Reasonable cause to believe that a player helps another.

        Some books make him leave; where the house may choose, `refuse` says that it does.
        """
        table = self._table
        player = table.state.player(seat)
        ruling = self._ask("collusion", {}, house)
        mark = len(table.log)
        table.emit(ruled_event("collusion", {"seat": seat, "why": why}, ruling))
        if ruling.player == "must leave" or refuse:
            self._refuse(player.name, seat, why, ruling.clause)
        return table.log[mark:]

    def refuse_play(self, name: str, why: str, *, house: str = "") -> list[Entry]:
        """Refuse somebody play, at the house's discretion, where the book gives it."""
        table = self._table
        words(name, "name")
        rule = table.book.floor.offender
        if rule.value != "may refuse" and not house:
            raise HouseRulingNeeded(f"{table.book.id} does not let the house refuse play at will")
        seat = next((seat for seat, each in table.state.players.items() if each.name == name), 0)
        mark = len(table.log)
        if rule.value != "may refuse":
            table.emit(
                HouseRuled(what=f"play refused to {name}", decision=house, by="house", clause=rule.clause)
            )
        self._refuse(name, seat, why, rule.clause or "house conduct")
        return table.log[mark:]

    def _refuse(self, name: str, seat: int, why: str, clause: str) -> None:
        table = self._table
        table.emit(PlayRefused(player=name, seat=seat, why=why, clause=clause))
        if seat and not table.state.dealt_in(seat):
            table.leave(seat)

    def dispute(self, about: str) -> int:
        """Bring a dispute to the supervisor; returns its number."""
        clause = self._table.book.floor.supervisor or "house disputes"
        number = len(self._table.state.disputes) + 1
        self._table.emit(DisputeBrought(number=number, about=about, clause=clause))
        return number

    def settle(self, number: int, ruling: str, *, by: str) -> list[Entry]:
        """The supervisor's word on a dispute, which is the last."""
        disputes = self._table.state.disputes
        clause = self._table.book.floor.supervisor or "house disputes"
        if not 1 <= whole(number, "dispute") <= len(disputes):
            raise IllegalError(f"no dispute {number} has been brought")
        if not ruling:
            raise InvalidError("a ruling needs words")
        if disputes[number - 1]:
            raise IllegalError(
                f"dispute {number} is closed: {disputes[number - 1]} ({clause})",
                clause=clause,
                legal="nothing",
            )
        mark = len(self._table.log)
        self._table.emit(DisputeClosed(number=number, ruling=ruling, by=by, clause=clause))
        return self._table.log[mark:]

    # How a ruling is found and logged

    def _clause_of_house(self) -> str:
        return self._table.book.floor.supplement or "house ruling"

    def _ask(self, trigger: str, facts: Mapping[str, object], house: str) -> Ruling:
        """The book's ruling, or the house's where the book has none."""
        book = self._table.book
        ruling = rule_irregularity(book, self._table.sign.game, trigger, facts)
        if not ruling.needs_house:
            return ruling
        if not house:
            game = self._table.sign.game
            raise HouseRulingNeeded(
                f"{book.id} has no rule for {trigger} {dict(facts)} in {game}: the house must rule"
            )
        return remedies.by_house(house, self._clause_of_house())

    def _done(self, trigger: str, facts: Mapping[str, Any], ruling: Ruling) -> list[Entry]:
        """Log the ruling, and after it what it did to the round."""
        table = self._table
        mark = len(table.log)
        if ruling.clause == self._clause_of_house():
            table.emit(HouseRuled(what=trigger, decision=ruling.result, by="floor", clause=ruling.clause))
        else:
            table.emit(ruled_event(trigger, facts, ruling))
        table.sync()
        return table.log[mark:]


def ruled_event(trigger: str, facts: Mapping[str, Any], ruling: Ruling) -> Ruled:
    return Ruled(
        trigger=trigger,
        reported=dict(facts),
        result=ruling.result,
        clauses=list(ruling.clauses),
        clause=ruling.clause,
    )
