"""Check of a poker table's posted sign (limits, blinds, rake, jackpot) against its rulebook.

Each check yields the lines of its subject with their clauses, or raises `IllegalError` with the clause
that forbids what the sign says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.pots.rake_limits import increments_allowed, percent_allowed, rates_allowed
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.games.poker.variants import variant
from hoyle.games.posted_sign_line import SignLine
from hoyle.rulebooks.book_types.poker import GamePage, PokerBook
from hoyle.table.poker.posted_sign_fields import (
    COLLECTED,
    MISSED_BLINDS,
    PAYOUTS,
    PROCEDURES,
    PostedSignFields,
)
from hoyle.table.poker.rounds.blinds import BUTTON, LEFT
from hoyle.table.poker.rounds.kill_pot import MULTIPLIERS, limits_in_force


def check_posted_sign(sign: PostedSignFields, book: PokerBook) -> list[SignLine]:
    """Return the lines of a sign, each with its clauses; raise if the book forbids one."""
    page = book.page(sign.game)
    lines = [SignLine(f"{variant(sign.game).title}, by {sign.book}", _cites(book.permitted or page.scope))]
    for check in (
        _limits, _seats, _blinds, _ante, _forced_bet, _raises, _kill, _rake, _fees, _jackpot, _house
    ):  # fmt: skip
        lines.extend(check(sign, book, page))
    return lines


def _limits(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    notice = book.wagers.notice
    if not sign.structure:
        raise _refused(f"the sign of {sign.game} names no betting structure", notice, ", ".join(STRUCTURES))
    if sign.structure not in STRUCTURES:
        raise InvalidError(
            f"unknown structure {sign.structure!r}; the structures are {', '.join(STRUCTURES)}"
        )
    two = sign.structure in ("fixed-limit", "spread-limit")
    if len(sign.limits) != 2 and (two or len(sign.limits) != 1):
        wanted = "a minimum and a maximum" if two else "a minimum, and a maximum if there is one"
        raise _refused(
            f"the sign posts the wagers {_list(sign.limits)}, which is not {wanted}", notice, wanted
        )
    if min(sign.limits) <= 0 or sign.limits[0] > sign.limits[-1]:
        raise InvalidError(f"limits {_list(sign.limits)} are not two amounts, the lower one first")
    least, most = sign.limits[0], sign.limits[-1]
    if not two:
        reach = "the pot" if sign.structure == "pot-limit" else "all a player has on the table"
        yield SignLine(f"{sign.structure}: wagers from {least} to {reach}", _cites(notice))
    elif sign.structure == "fixed-limit":
        yield SignLine(f"fixed-limit: wagers of {least}, later {most}", _cites(notice))
    else:
        yield SignLine(f"spread-limit: wagers from {least} to {most}", _cites(notice))


def _seats(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    game, general = page.max_seats, book.procedures.players
    # The lower number governs (AMB-66).
    most = game.value if game.value <= general.value[1] else general.value[1]
    clause = game.clause if game.value <= general.value[1] else general.clause
    if sign.seats and not general.value[0] <= sign.seats <= most:
        legal = f"{general.value[0]} to {most} seats"
        raise _refused(f"{sign.seats} seats for {sign.game}: {sign.book} allows {legal}", clause, legal)
    yield SignLine(f"{sign.seats or most} seats", _cites(clause))


def _blinds(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    least, most = page.blinds.value
    clause = page.blinds.clause or page.forced_bet.clause
    declared = book.revenue.fee_declarations
    if sign.structure == "no-limit" and declared:
        clause = declared[1]
    if not least <= len(sign.blinds) <= most:
        wanted = (
            "no blinds" if most == 0 else f"{least} to {most} blinds" if least < most else f"{least} blinds"
        )
        raise _refused(
            f"blinds {_list(sign.blinds)}: {sign.game} by {sign.book} has {wanted}", clause, wanted
        )
    if any(chips <= 0 for chips in sign.blinds):
        raise InvalidError(f"blinds {_list(sign.blinds)} are not all positive")
    if any(one > next_ for one, next_ in pairwise(sign.blinds)):
        # Only a book with a small and a big blind names them itself.
        order = clause if least == most else "house blinds"
        wanted = "-".join(str(chips) for chips in sorted(sign.blinds))
        raise _refused(
            f"blinds {_list(sign.blinds)} descend: the smallest comes first, as in {wanted}", order, wanted
        )
    if sign.blinds and sign.structure in ("fixed-limit", "spread-limit") and max(sign.blinds) > sign.big:
        raise _refused(
            f"a blind of {max(sign.blinds)} is above the largest wager, which is {sign.big} "
            f"by the limits {_list(sign.limits)}",
            "house blinds",
            f"blinds of {sign.big} or less",
        )
    if sign.blinds:
        told = f"blind{'s' if len(sign.blinds) > 1 else ''} {', '.join(map(str, sign.blinds))}"
        if len(sign.blinds) == 2:
            told = f"small blind {sign.blinds[0]}, big blind {sign.blinds[1]}"
        yield SignLine(told, _cites(clause, book.procedures.signs, book.wagers.blind))
    yield from _heads_up_blinds(sign, page, clause)


def _heads_up_blinds(sign: PostedSignFields, page: GamePage, clause: str) -> Iterator[SignLine]:
    order = sign.heads_up_blinds
    if not order:
        return
    if order not in (BUTTON, LEFT):
        raise InvalidError(
            f"heads_up_blinds {order!r}: {BUTTON!r}, {LEFT!r}, or empty for what the book says"
        )
    if len(sign.blinds) != 2:
        raise _refused(
            f"heads_up_blinds {order!r}: only two blinds are posted by one player each between two",
            clause,
            "two blinds, or no such line",
        )
    who = "the button" if order == BUTTON else "the player without the button"
    cited = _cites(page.heads_up_blinds.clause or "house blinds")
    yield SignLine(f"between two players {who} posts the small blind", cited)


def _ante(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    if sign.ante < 0:
        raise InvalidError(f"an ante of {sign.ante} is no ante")
    if sign.ante and not page.ante:
        clause = page.blinds.clause
        raise _refused(f"an ante of {sign.ante}: {sign.game} by {sign.book} has none", clause, "blinds only")
    if sign.ante:
        yield SignLine(f"ante {sign.ante} from every player", _cites(page.ante, book.procedures.signs))


def _forced_bet(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    rule = page.forced_bet
    clause = page.forced_bet_sign or rule.clause
    if rule.value == "none":
        if sign.forced_bet:
            raise _refused(f"a forced bet of {sign.forced_bet}: {sign.game} has none", page.scope, "blinds")
        return
    if not 0 < sign.forced_bet <= sign.small:
        legal = f"1 to {sign.small}"
        raise _refused(
            f"a forced bet of {sign.forced_bet}: {sign.game} starts with one of {legal}", clause, legal
        )
    who = "highest up-card, ace low" if rule.value == "highest_ace_low" else "lowest up-card, ace high"
    yield SignLine(f"forced bet {sign.forced_bet} by the {who}", _cites(clause, rule.clause))


def _raises(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    cap, own, may = sign.raise_cap, book.raise_cap, book.house_may_cap
    given = [(2, cap)] if isinstance(cap, int) else sorted(cap.items())
    if any(players < 2 or raises < 0 for players, raises in given):
        told = ", ".join(f"{raises} from {players} players on" for players, raises in given)
        raise InvalidError(f"a raise cap of {told}: raises are 0 or more, players 2 or more")
    if cap and not may.value and cap != own.value:
        legal = f"{own.value} raises" if own.value else "no cap"
        told = f"a cap of {cap} raises" if isinstance(cap, int) else f"raises {_by_players(given)}"
        raise _refused(
            f"{told}: {sign.book} does not leave it to the house",
            may.clause or own.clause,
            legal,
            reading=may.interpretation,
        )
    if own.value:
        more = ", no limit between two players" if book.heads_up_uncapped.value else ""
        yield SignLine(f"{own.value} raises in a betting round{more}", _cites(own.clause))
    elif cap and isinstance(cap, int):
        yield SignLine(f"{cap} raises in a betting round", _cites(may.clause))
    elif cap:
        yield SignLine(f"raises in a betting round: {_by_players(given)}", _cites(may.clause))
    if not sign.check_raise:
        clause = book.wagers.check_raise
        if not clause:
            raise _refused(f"a ban on check-raises: {sign.book} knows none", page.scope, "check-raise")
        yield SignLine("no check-raise", _cites(clause))


def _by_players(given: list[tuple[int, int]]) -> str:
    return ", ".join(f"from {players} players on {raises or 'any number'}" for players, raises in given)


def _kill(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    option, kill = sign.kill, page.kill
    if option is None:
        return
    if option.kind not in MULTIPLIERS:
        raise InvalidError(f"unknown kill option {option.kind!r}; the options are {', '.join(MULTIPLIERS)}")
    if kill is None:
        raise _refused(f"a {option.kind}: {sign.game} by {sign.book} has none", page.scope, "no kill")
    clause = kill.kill if option.kind == "kill" else kill.half_kill
    sizes = [size for size in (option.dollars, option.multiple) if size is not None]
    if len(sizes) != 1 or sizes[0] <= 0:
        legal = "dollars, or a multiple of the minimum wager"
        raise _refused(f"a {option.kind} needs one size of pot that starts it: {legal}", kill.trigger, legal)
    raised = limits_in_force(option.kind, (sign.small, sign.big), 1)
    if any(limit.denominator != 1 for limit in raised):
        shown = "-".join(str(float(limit)) for limit in raised)
        raise _refused(
            f"a {option.kind} of {sign.small}-{sign.big} would be played at {shown}, which cannot be bet",
            clause,
            "limits that can be bet with the chips in use",
        )
    size = f"${option.dollars}" if option.dollars is not None else f"{option.multiple} minimum wagers"
    limits = "-".join(str(limit) for limit in raised)
    clauses = _cites(kill.sign, kill.posted, clause, kill.trigger)
    yield SignLine(f"{option.kind} at {limits} after a pot of {size}", clauses)


def _rake(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    rake, revenue = sign.rake, book.revenue
    cap = revenue.percent_cap
    if rake.percent < 0:
        raise InvalidError(f"a rake of {rake.percent:g} % is below zero")
    if rake.cap < 0:
        raise InvalidError(f"a rake cap of {rake.cap} is below zero")
    for size, fee in rake.levels:
        if size <= 0 or fee <= 0:
            raise InvalidError(f"a rake of {fee} at a pot of {size}: both must be above zero")
    for method, used, allowed in (
        ("percent", rake.percent > 0, "percent" in revenue.methods.value),
        ("increment", bool(rake.levels), increments_allowed(book).value),
    ):
        if used and not allowed:
            legal = _methods(book)
            raise _refused(f"{_named(method)}: {sign.book} allows {legal}", revenue.methods.clause, legal)
    if rake.percent and not percent_allowed(book, rake.percent).value:
        raise _refused(
            f"a rake of {rake.percent:g} %: {sign.book} allows {cap.value} %",
            cap.clause,
            f"{cap.value} % or less",
        )
    if rake.percent > 100:
        raise InvalidError(f"a rake of {rake.percent:g} % is more than there is: 100 % at most")
    most = f", {rake.cap} at most" if rake.cap else ""
    if rake.percent:
        clauses = _cites(revenue.sign, revenue.method_clauses.get("percent", revenue.methods.clause))
        yield SignLine(f"rake {rake.percent:g} % of each betting round{most}", clauses)
    if rake.levels:
        told = ", ".join(f"{fee} at {size}" for size, fee in sorted(rake.levels))
        clauses = _cites(revenue.sign, revenue.method_clauses.get("increment", revenue.methods.clause))
        yield SignLine(f"rake {told}{most}", clauses)


def _fees(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    fees, revenue = sign.fees, book.revenue
    most, declared = revenue.fee_rates, revenue.fee_declarations
    if fees is None:
        if most.value and "flat" in revenue.methods.value:
            raise _refused(
                f"{sign.book} must be told the collection fees", declared[2], "fees, zero included"
            )
        return
    if "flat" not in revenue.methods.value:
        legal = _methods(book)
        raise _refused(f"flat fees: {sign.book} allows {legal}", revenue.methods.clause, legal)
    if not fees.rates or any(players < 0 or fee < 0 for players, fee in fees.rates.items()):
        told = ", ".join(f"{fee} from {players} players on" for players, fee in fees.rates.items()) or "none"
        raise InvalidError(f"fee rates {told}: each is a fee, 0 or more, by number of players")
    amounts = set(fees.rates.values())
    if not rates_allowed(book, list(amounts)).value:
        # Zero counts as a rate (AMB-61).
        raise _refused(
            f"{len(amounts)} collection rates at one table limit ({', '.join(map(str, sorted(amounts)))}): "
            f"{most.value} is the most",
            most.clause,
            f"{most.value} rates at most",
        )
    stated, timed = (declared[2], declared[3]) if declared else (revenue.sign, revenue.sign)
    if fees.charged not in COLLECTED:
        raise _refused(
            f"fees must be charged by hand or by player, not {fees.charged!r}", stated, ", ".join(COLLECTED)
        )
    if not fees.criterion:
        raise _refused("fees must say what they depend on", stated, "table limit, number of players, other")
    if not fees.collected.strip():
        raise _refused("fees must say when they are collected and dropped", timed, "a time")
    if fees.jackpot is None:
        clause = revenue.jackpot_fee or stated
        raise _refused("the fee table must state the jackpot fee", clause, "an amount, 0 if there is none")
    if fees.jackpot < 0 or (fees.jackpot and sign.jackpot is not None):
        raise InvalidError(f"a jackpot fee of {fees.jackpot} is below zero, or stated twice")
    told = ", ".join(f"{fee} from {players} players on" for players, fee in sorted(fees.rates.items()))
    yield SignLine(
        f"fees by {fees.charged}: {told}; they depend on: {fees.criterion}", _cites(most.clause, stated)
    )
    yield SignLine(f"fees are collected {fees.collected}", _cites(timed))
    yield SignLine(f"jackpot fee {fees.jackpot} a hand", _cites(revenue.jackpot_fee or stated))


def _jackpot(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    jackpot, revenue = sign.jackpot, book.revenue
    if jackpot is None:
        return
    if not revenue.jackpot:
        raise _refused(f"a jackpot: {sign.book} knows no such fund", revenue.methods.clause, "no jackpot")
    if jackpot.percent:
        raise _refused(
            f"a jackpot drop of {jackpot.percent:g} %: it is a fixed fee", revenue.jackpot_fee, "a fixed fee"
        )
    if jackpot.fee <= 0:
        raise InvalidError(f"a jackpot fee of {jackpot.fee} is no fee")
    if revenue.jackpot_standards and not any(rule.strip() for rule in jackpot.standards):
        raise _refused(
            "a jackpot needs standards for the hands it pays", revenue.jackpot_standards, "at least one rule"
        )
    strange = [payout for payout in jackpot.payouts if payout not in PAYOUTS]
    if strange:
        raise InvalidError(f"unknown payout {strange[0]!r}; the payouts are {', '.join(PAYOUTS)}")
    most = revenue.jackpot_payouts
    if most.value and len(set(jackpot.payouts)) != most.value:
        told = " and ".join(jackpot.payouts) or "none"
        raise _refused(f"payouts at this table: {told}; it must be one", most.clause, " or ".join(PAYOUTS))
    yield SignLine(
        f"jackpot drop {jackpot.fee} a hand",
        _cites(revenue.jackpot_sign, revenue.jackpot, revenue.jackpot_fee),
    )
    paid = f"{', '.join(jackpot.payouts)} payout: " if jackpot.payouts else "jackpot paid for: "
    for rule in jackpot.standards:
        yield SignLine(paid + rule, _cites(revenue.jackpot_standards))


def _house(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Lines that no clause asks for but a table needs, and how the cards are shuffled."""
    if sign.unit_cents < 1:
        raise InvalidError(f"a chip of {sign.unit_cents} cents is no chip")
    if sign.unit_cents > 100:
        # Only some books bound what cannot be divided; elsewhere that is a reading of their silence.
        cap = page.odd.cap_cents
        raise _refused(
            f"a chip of {sign.unit_cents} cents: larger chips are changed before a pot is divided",
            cap.clause if cap.value else "",
            "1 to 100 cents",
            reading="clarification 1",
        )
    if sign.buy_in < 0:
        raise InvalidError(f"a buy-in of {sign.buy_in} is no buy-in")
    if sign.missed_blinds not in MISSED_BLINDS:
        raise InvalidError(
            f"unknown rule {sign.missed_blinds!r} for missed blinds; the rules are {', '.join(MISSED_BLINDS)}"
        )
    if sign.procedures not in PROCEDURES:
        raise InvalidError(f"procedures are {' or '.join(PROCEDURES)}, not {sign.procedures!r}")
    if sign.shuffler and not book.procedures.machine.value:
        raise _refused(
            f"a shuffling machine: {sign.book} has the dealer shuffle",
            book.procedures.machine.clause,
            "by hand",
        )
    if sign.unit_cents != 100:
        yield SignLine(f"one chip is {sign.unit_cents} cents")
    if sign.buy_in:
        yield SignLine(f"buy-in {sign.buy_in} or more")
    if sign.blinds and sign.missed_blinds != "none":
        rule = "wait for the blind" if sign.missed_blinds == "wait" else "post them on return"
        yield SignLine(f"missed blinds: {rule}")
    how = "by machine" if sign.shuffler else "by hand"
    by_hand = book.procedures.manual_shuffle or book.procedures.shuffle
    yield SignLine(f"cards are shuffled {how}", _cites(book.procedures.shuffle if sign.shuffler else by_hand))


def _cites(*clauses: str) -> tuple[str, ...]:
    """Return each citation once, and none where the book is silent."""
    return tuple(dict.fromkeys(clause for clause in clauses if clause))


def _list(chips: tuple[int, ...]) -> str:
    return "-".join(str(each) for each in chips) or "none"


METHODS: Final = {
    "percent": "a percentage of each betting round",
    "increment": "fixed amounts as the pot grows",
    "flat": "flat fees by hand or by player",
}
"""Methods of taking rake, as text."""


def _methods(book: PokerBook) -> str:
    return " or ".join(METHODS[method] for method in book.revenue.methods.value) or "nothing"


def _named(method: str) -> str:
    return "a percentage rake" if method == "percent" else "an increment rake"


def _refused(why: str, clause: str, legal: str, *, reading: str = "") -> IllegalError:
    """Return a refusal with its clause; the reading is cited where no clause says it."""
    told = clause or reading
    reading = "" if clause else reading
    return IllegalError(f"{why} ({told})" if told else why, clause=clause, legal=legal, reading=reading)
