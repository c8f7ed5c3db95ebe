"""Rake reduction and jackpot payout: handlers for a lower rake, late rake and the jackpot fund."""

from __future__ import annotations

from hoyle.core.errors import IllegalError, InvalidError, illegal
from hoyle.core.validation import abbreviate
from hoyle.games.poker.floor.ruling_types import RAKE_REDUCED
from hoyle.games.poker.pots.rake import increments
from hoyle.table.base import FLOOR
from hoyle.table.poker.commands import LateRake, ReduceRake, WithdrawJackpot
from hoyle.table.poker.events import JackpotPaid, RakeReduced
from hoyle.table.poker.floor.floor_finding import rule_on
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.poker.rounds.jackpot_standards import read_standard
from hoyle.table.poker.rounds.lineup import build_lineup
from hoyle.table.poker.rounds.round_end import limits
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.seats import PayJackpot


def late_rake(table: PokerTableBase, command: LateRake, by: str) -> None:
    """Refuse late rake: after the push nothing may be taken, before it the round takes what the sign says."""
    if not table.state.number:
        raise IllegalError("no round has been played")
    ruling = rule_on(table, "late-rake", {"collected": not table.playing}, "")
    clause = table.book.revenue.sign if table.playing else ruling.clause
    raise illegal(clause, f"{command.chips} chips cannot be raked from this pot", legal="nothing")


def reduce_rake(table: PokerTableBase, command: ReduceRake, by: str) -> None:
    table.state.player(command.seat)
    rake = Rake.read(command.rake)
    round_ = table.state.round
    players = len(round_.seats) if round_ is not None else len(build_lineup(table.state).seats)
    ruling = rule_on(table, "rake-request", {"players_at_table": players, "requested": True}, "")
    if ruling.result != RAKE_REDUCED:
        raise illegal(
            ruling.clause,
            f"{players} players: the rake is cut only at a shorter table",
            legal=f"{table.book.revenue.short_table.value} players or fewer",
        )
    sign_rake = table.sign.rake
    if _is_higher(rake, sign_rake):
        raise illegal(ruling.clause, f"a rake of {rake} is no reduction of {sign_rake}", legal=f"less than {sign_rake}")
    table.emit(RakeReduced(seat=command.seat, rake=rake, clause=ruling.clause))


def _is_higher(rake: Rake, sign_rake: Rake) -> bool:
    sizes = [size for size, _ in (*sign_rake.levels, *rake.levels)]
    takes_more = any(increments(list(rake.levels), size) > increments(list(sign_rake.levels), size) for size in sizes)
    return takes_more or rake.percent > sign_rake.percent or bool(sign_rake.cap and rake.cap > sign_rake.cap)


def pay_jackpot(table: PokerTableBase, command: PayJackpot, by: str) -> None:
    clause = table.book.revenue.jackpot_standards or "house jackpot"
    standards = () if table.sign.jackpot is None else table.sign.jackpot.standards
    if standards and command.standard not in standards:
        raise illegal(
            clause,
            f"no jackpot for {command.standard!r}; the standards are {'; '.join(standards)}",
            legal="; ".join(standards),
        )
    seat, player = _payee(table, command)
    if seat and table.state.is_dealt_in(seat):
        raise IllegalError("a jackpot is paid between rounds")
    _check_jackpot_won(table, player, command.standard, by, clause)
    fund = table.state.boxes.jackpot_fund + command.elsewhere
    if not 0 < command.chips <= fund:
        raise illegal(clause, f"the fund holds {fund}, not {command.chips}", legal=str(fund))
    table.emit(JackpotPaid(seat=seat, player=player, chips=command.chips, standard=command.standard, clause=clause))


def _payee(table: PokerTableBase, command: PayJackpot) -> tuple[int, str]:
    """Return seat and name of the player to be paid; seat 0 if they have left."""
    if command.seat:
        occupant = table.state.player(command.seat)
        if command.player not in ("", occupant.name):
            raise IllegalError(f"{occupant.name} sits in seat {command.seat}, not {abbreviate(command.player)}")
        return command.seat, occupant.name
    if not command.player:
        raise InvalidError("seat 0: expected a seat, or the player who has left it")
    return table.state.seat_of(command.player), command.player


def _check_jackpot_won(table: PokerTableBase, player: str, standard: str, by: str, clause: str) -> None:
    """Refuse a payout without a winning hand on record; a standard that cards cannot show is the floor's."""
    sign = table.sign
    rules = sign.rules(2, *limits(table.state), book=table.book)
    if read_standard(standard, rules) is None:
        if by != FLOOR or not table.state.seat_of(player):
            raise illegal(clause, f"no hand on record can show {abbreviate(standard)}: the floor judges it")
    elif table.state.jackpot_due(player, standard) is None:
        unpaid = [f"{jackpot.player}: {jackpot.standard}" for jackpot in table.state.jackpots]
        raise illegal(
            clause,
            f"{player} has no hand on record with {abbreviate(standard)} that was not paid",
            legal="; ".join(unpaid) or "nobody is owed a jackpot",
        )


def withdraw_jackpot(table: PokerTableBase, command: WithdrawJackpot, by: str) -> None:
    clause = table.book.revenue.jackpot_payouts.clause or "house jackpot"
    raise illegal(clause, f"{command.chips} from the jackpot fund: it is the players'")
