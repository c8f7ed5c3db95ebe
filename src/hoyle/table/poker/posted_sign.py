"""Posted sign of a poker table, and its check (limits, blinds, rake, jackpot) against the rulebook.

A sign says which book and game are played, for which stakes, and what the house takes. Each check yields
the lines of its subject with their clauses, or raises `IllegalError` with the clause that forbids one.

>>> sign = PostedSign(book="oneida", game="omaha-hilo8", structure="fixed-limit", limits=(4, 8),
...     blinds=(2, 4))
>>> print(sign.text().splitlines()[0])
Omaha high-low split eight or better, by oneida (oneida XI.H.1)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.core.validation import abbreviate, check_int
from hoyle.games.poker.pots.rake_limits import increments_allowed, percent_allowed, rates_allowed
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.games.poker.variants import variant
from hoyle.games.posted_sign import SignLine, range_text, sign_error, sign_line
from hoyle.rulebooks.book_types.poker import GamePage, PokerBook
from hoyle.table.poker.posted_sign_fields import COLLECTED, PAYOUTS, Fees, PostedSignFields
from hoyle.table.poker.rounds.blind_order import BUTTON
from hoyle.table.poker.rounds.kill_pot import limits_in_force


@dataclass(frozen=True, kw_only=True)
class PostedSign(PostedSignFields):
    """Posted sign of a poker table. Amounts are chips; a chip is worth `unit_cents`.

    >>> sign = PostedSign(book="oneida", game="holdem", structure="fixed-limit", limits=(4, 8), blinds=(2, 4))
    >>> sign.text().splitlines()[0]
    "Hold'em, by oneida (oneida XI.H.1)"
    """

    def cited_lines(self, book: PokerBook | None = None) -> list[SignLine]:
        """Return the lines of the sign with their clauses; raise if its book, or `book`, forbids one."""
        return _check_posted_sign(self, book or self.rulebook)

    def stakes(self) -> str:
        """Return the stakes in a few words: ``limit 3/6, kill``."""
        if self.structure == "fixed-limit":
            text = f"limit {self.small}/{self.big}"
        elif self.structure == "spread-limit":
            text = f"spread {range_text(self.small, self.big)}"
        else:
            text = f"{self.structure.replace('-', ' ')} {'/'.join(map(str, self.blinds)) or self.small}"
        if self.ante:
            text += f", ante {self.ante}"
        return f"{text}, {self.kill.kind.replace('-', ' ')}" if self.kill is not None else text


def _check_posted_sign(sign: PostedSignFields, book: PokerBook) -> list[SignLine]:
    """Return the lines of a sign, each with its clauses; raise if the book forbids one."""
    page = book.page(sign.game)
    lines = [sign_line(f"{variant(sign.game).title}, by {sign.book}", book.permitted or page.scope)]
    for check in (
        _limits, _seats, _blinds, _ante, _forced_bet, _raises, _kill, _rake, _fees, _jackpot, _house
    ):  # fmt: skip
        lines.extend(check(sign, book, page))
    return lines


def _limits(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the betting structure and the limits, and yield their line."""
    notice = book.wagers.notice
    if not sign.structure:
        raise sign_error(f"the sign of {sign.game} names no betting structure", notice, ", ".join(STRUCTURES))
    if sign.structure not in STRUCTURES:
        raise InvalidError(f"unknown structure {sign.structure!r}; the structures are {', '.join(STRUCTURES)}")
    has_two = sign.structure in ("fixed-limit", "spread-limit")
    if len(sign.limits) != 2 and (has_two or len(sign.limits) != 1):
        expected = "a minimum and a maximum" if has_two else "a minimum, and a maximum if there is one"
        raise sign_error(f"the sign posts the wagers {_joined(sign.limits)}, which is not {expected}", notice, expected)
    if min(sign.limits) <= 0 or sign.limits[0] > sign.limits[-1]:
        raise InvalidError(f"limits {_joined(sign.limits)} are not two amounts, the lower one first")
    minimum, maximum = sign.limits[0], sign.limits[-1]
    if not has_two:
        upper_bound = "the pot" if sign.structure == "pot-limit" else "all a player has on the table"
        yield sign_line(f"{sign.structure}: wagers from {minimum} to {upper_bound}", notice)
    elif sign.structure == "fixed-limit":
        yield sign_line(f"fixed-limit: wagers of {minimum}, later {maximum}", notice)
    else:
        yield sign_line(f"spread-limit: wagers from {minimum} to {maximum}", notice)


def _seats(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the number of seats on a poker sign, and yield its line."""
    game, general = page.max_seats, book.procedures.players
    # The lower number governs (AMB-66).
    max_seats = game.value if game.value <= general.value[1] else general.value[1]
    clause = game.clause if game.value <= general.value[1] else general.clause
    if sign.seats and not general.value[0] <= sign.seats <= max_seats:
        legal = f"{general.value[0]} to {max_seats} seats"
        raise sign_error(f"{sign.seats} seats for {sign.game}: {sign.book} allows {legal}", clause, legal)
    yield sign_line(f"{sign.seats or max_seats} seats", clause)


def _blinds(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the number, order and size of the blinds, and yield their lines."""
    min_count, max_count = page.blinds.value
    clause = page.blinds.clause or page.forced_bet.clause
    declared = book.revenue.fee_declarations
    if sign.structure == "no-limit" and declared:
        clause = declared[1]
    if not min_count <= len(sign.blinds) <= max_count:
        if max_count == 0:
            expected = "no blinds"
        elif min_count < max_count:
            expected = f"{min_count} to {max_count} blinds"
        else:
            expected = f"{min_count} blinds"
        raise sign_error(f"blinds {_joined(sign.blinds)}: {sign.game} by {sign.book} has {expected}", clause, expected)
    if any(chips <= 0 for chips in sign.blinds):
        raise InvalidError(f"blinds {_joined(sign.blinds)} are not all positive")
    if any(blind > next_blind for blind, next_blind in pairwise(sign.blinds)):
        # Only a book with a small and a big blind names them itself.
        order_clause = clause if min_count == max_count else "house blinds"
        expected = "-".join(str(chips) for chips in sorted(sign.blinds))
        raise sign_error(
            f"blinds {_joined(sign.blinds)} descend: the smallest comes first, as in {expected}", order_clause, expected
        )
    if sign.blinds and sign.structure in ("fixed-limit", "spread-limit") and max(sign.blinds) > sign.big:
        raise sign_error(
            f"a blind of {max(sign.blinds)} is above the largest wager, which is {sign.big} "
            f"by the limits {_joined(sign.limits)}",
            "house blinds",
            f"blinds of {sign.big} or less",
        )
    if sign.blinds:
        text = f"blind{'s' if len(sign.blinds) > 1 else ''} {', '.join(map(str, sign.blinds))}"
        if len(sign.blinds) == 2:
            text = f"small blind {sign.blinds[0]}, big blind {sign.blinds[1]}"
        yield sign_line(text, clause, book.procedures.signs, book.wagers.blind)
    yield from _heads_up_blinds(sign, page, clause)


def _heads_up_blinds(sign: PostedSignFields, page: GamePage, clause: str) -> Iterator[SignLine]:
    """Check who posts which blind between two players, and yield the line."""
    order = sign.heads_up_blinds
    if not order:
        return
    if len(sign.blinds) != 2:
        raise sign_error(
            f"heads_up_blinds {order!r}: only two blinds are posted by one player each between two",
            clause,
            "two blinds, or no such line",
        )
    poster = "the button" if order == BUTTON else "the player without the button"
    yield sign_line(
        f"between two players {poster} posts the small blind", page.heads_up_blinds.clause or "house blinds"
    )


def _ante(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the ante on a poker sign, and yield its line."""
    if sign.ante and not page.ante:
        clause = page.blinds.clause
        raise sign_error(f"an ante of {sign.ante}: {sign.game} by {sign.book} has none", clause, "blinds only")
    if sign.ante:
        yield sign_line(f"ante {sign.ante} from every player", page.ante, book.procedures.signs)


def _forced_bet(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the forced bet, and yield its line."""
    rule = page.forced_bet
    clause = page.forced_bet_sign or rule.clause
    if rule.value == "none":
        if sign.forced_bet:
            raise sign_error(f"a forced bet of {sign.forced_bet}: {sign.game} has none", page.scope, "blinds")
        return
    if not 0 < sign.forced_bet <= sign.small:
        legal = f"1 to {sign.small}"
        raise sign_error(f"a forced bet of {sign.forced_bet}: {sign.game} starts with one of {legal}", clause, legal)
    bettor = "highest up-card, ace low" if rule.value == "highest_ace_low" else "lowest up-card, ace high"
    yield sign_line(f"forced bet {sign.forced_bet} by the {bettor}", clause, rule.clause)


def _raises(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the raise cap and the ban on check-raises, and yield their lines."""
    cap, book_cap, house_may_cap = sign.raise_cap, book.raise_cap, book.house_may_cap
    caps = [(2, cap)] if isinstance(cap, int) else sorted(cap.items())
    if any(players < 2 for players, _ in caps):
        raise InvalidError(f"raise_cap {_caps_text(caps)}: expected raises by number of players, 2 or more")
    if cap and not house_may_cap.value and cap != book_cap.value:
        legal = f"{book_cap.value} raises" if book_cap.value else "no cap"
        text = f"a cap of {cap} raises" if isinstance(cap, int) else f"raises {_caps_text(caps)}"
        raise sign_error(
            f"{text}: {sign.book} does not leave it to the house",
            house_may_cap.clause or book_cap.clause,
            legal,
            reading=house_may_cap.interpretation,
        )
    if book_cap.value:
        heads_up_text = ", no limit between two players" if book.heads_up_uncapped.value else ""
        yield sign_line(f"{book_cap.value} raises in a betting round{heads_up_text}", book_cap.clause)
    elif cap and isinstance(cap, int):
        yield sign_line(f"{cap} raises in a betting round", house_may_cap.clause)
    elif cap:
        yield sign_line(f"raises in a betting round: {_caps_text(caps)}", house_may_cap.clause)
    if not sign.check_raise:
        clause = book.wagers.check_raise
        if not clause:
            raise sign_error(f"a ban on check-raises: {sign.book} knows none", page.scope, "check-raise")
        yield sign_line("no check-raise", clause)


def _caps_text(caps: list[tuple[int, int]]) -> str:
    return ", ".join(f"from {players} players on {raises or 'any number'}" for players, raises in caps)


def _kill(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the kill option, and yield its line."""
    option, kill = sign.kill, page.kill
    if option is None:
        return
    if kill is None:
        raise sign_error(f"a {option.kind}: {sign.game} by {sign.book} has none", page.scope, "no kill")
    clause = kill.kill if option.kind == "kill" else kill.half_kill
    sizes = [size for size in (option.dollars, option.multiple) if size is not None]
    if len(sizes) != 1 or sizes[0] <= 0:
        legal = "dollars, or a multiple of the minimum wager"
        raise sign_error(f"a {option.kind} needs one size of pot that starts it: {legal}", kill.trigger, legal)
    kill_limits = limits_in_force(option.kind, (sign.small, sign.big), 1)
    if any(limit.denominator != 1 for limit in kill_limits):
        limits_text = "-".join(str(float(limit)) for limit in kill_limits)
        raise sign_error(
            f"a {option.kind} of {sign.small}-{sign.big} would be played at {limits_text}, which cannot be bet",
            clause,
            "limits that can be bet with the chips in use",
        )
    size = f"${option.dollars}" if option.dollars is not None else f"{option.multiple} minimum wagers"
    limits = "-".join(str(limit) for limit in kill_limits)
    text = f"{option.kind} at {limits} after a pot of {size}"
    yield sign_line(text, kill.sign, kill.posted, clause, kill.trigger)


def _rake(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the rake's method and size, and yield its lines."""
    rake, revenue = sign.rake, book.revenue
    cap = revenue.percent_cap
    for method, is_used, is_allowed in (
        ("percent", rake.percent > 0, "percent" in revenue.methods.value),
        ("increment", bool(rake.levels), increments_allowed(book).value),
    ):
        if is_used and not is_allowed:
            legal = _allowed_methods(book)
            raise sign_error(f"{_method_name(method)}: {sign.book} allows {legal}", revenue.methods.clause, legal)
    if rake.percent and not percent_allowed(book, rake.percent).value:
        raise sign_error(
            f"a rake of {rake.percent:g} %: {sign.book} allows {cap.value} %", cap.clause, f"{cap.value} % or less"
        )
    if rake.percent > 100:
        raise InvalidError(f"a rake of {rake.percent:g} % is more than there is: 100 % at most")
    cap_text = f", {rake.cap} at most" if rake.cap else ""
    if rake.percent:
        clause = revenue.method_clauses.get("percent", revenue.methods.clause)
        yield sign_line(f"rake {rake.percent:g} % of each betting round{cap_text}", revenue.sign, clause)
    if rake.levels:
        increments = ", ".join(f"{fee} at {size}" for size, fee in sorted(rake.levels))
        clause = revenue.method_clauses.get("increment", revenue.methods.clause)
        yield sign_line(f"rake {increments}{cap_text}", revenue.sign, clause)


def _fees(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the collection fees, and yield their lines."""
    fees, revenue = sign.fees, book.revenue
    declared = revenue.fee_declarations
    if fees is None:
        if revenue.fee_rates.value and "flat" in revenue.methods.value:
            raise sign_error("the sign must state the collection fees", declared[2], "fees, zero included")
        return
    fee_clause, time_clause = (declared[2], declared[3]) if declared else (revenue.sign, revenue.sign)
    _check_fees(sign, fees, book, fee_clause, time_clause)
    rates_text = ", ".join(f"{fee} from {players} players on" for players, fee in sorted(fees.rates.items()))
    yield sign_line(
        f"fees by {fees.charged}: {rates_text}; they depend on: {fees.criterion}", revenue.fee_rates.clause, fee_clause
    )
    yield sign_line(f"fees are collected {fees.collected}", time_clause)
    yield sign_line(f"jackpot fee {fees.jackpot} a hand", revenue.jackpot_fee or fee_clause)


def _check_fees(sign: PostedSignFields, fees: Fees, book: PokerBook, fee_clause: str, time_clause: str) -> None:
    """Raise if the book does not allow the fees of a sign, or if the sign leaves out what it must state."""
    revenue, max_rates = book.revenue, book.revenue.fee_rates
    if "flat" not in revenue.methods.value:
        legal = _allowed_methods(book)
        raise sign_error(f"flat fees: {sign.book} allows {legal}", revenue.methods.clause, legal)
    if not fees.rates or min(fees.rates) < 0:
        raise InvalidError(f"fees rates {abbreviate(dict(fees.rates))}: expected fees by number of players")
    amounts = set(fees.rates.values())
    if not rates_allowed(book, list(amounts)).value:
        # Zero counts as a rate (AMB-61).
        raise sign_error(
            f"{len(amounts)} collection rates at one table limit ({', '.join(map(str, sorted(amounts)))}): "
            f"{max_rates.value} is the most",
            max_rates.clause,
            f"{max_rates.value} rates at most",
        )
    if fees.charged not in COLLECTED:
        raise sign_error(
            f"fees must be charged by hand or by player, not {fees.charged!r}", fee_clause, ", ".join(COLLECTED)
        )
    if not fees.criterion:
        raise sign_error("fees must say what they depend on", fee_clause, "table limit, number of players, other")
    if not fees.collected.strip():
        raise sign_error("fees must say when they are collected and dropped", time_clause, "a time")
    if fees.jackpot is None:
        clause = revenue.jackpot_fee or fee_clause
        raise sign_error("the fee table must state the jackpot fee", clause, "an amount, 0 if there is none")
    if fees.jackpot and sign.jackpot is not None:
        raise InvalidError(f"fees jackpot {fees.jackpot}: expected 0 where the sign has a jackpot with its own fee")


def _jackpot(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the jackpot's fee, standards and payouts, and yield its lines."""
    jackpot, revenue = sign.jackpot, book.revenue
    if jackpot is None:
        return
    if not revenue.jackpot:
        raise sign_error(f"a jackpot: {sign.book} knows no such fund", revenue.methods.clause, "no jackpot")
    if jackpot.percent:
        raise sign_error(
            f"a jackpot drop of {jackpot.percent:g} %: it is a fixed fee", revenue.jackpot_fee, "a fixed fee"
        )
    check_int(jackpot.fee, "jackpot fee", 1)
    if revenue.jackpot_standards and not any(rule.strip() for rule in jackpot.standards):
        raise sign_error(
            "a jackpot needs standards for the hands it pays", revenue.jackpot_standards, "at least one rule"
        )
    max_payouts = revenue.jackpot_payouts
    if max_payouts.value and len(set(jackpot.payouts)) != max_payouts.value:
        payouts_text = " and ".join(jackpot.payouts) or "none"
        raise sign_error(
            f"payouts at this table: {payouts_text}; it must be one", max_payouts.clause, " or ".join(PAYOUTS)
        )
    yield sign_line(f"jackpot drop {jackpot.fee} a hand", revenue.jackpot_sign, revenue.jackpot, revenue.jackpot_fee)
    prefix = f"{', '.join(jackpot.payouts)} payout: " if jackpot.payouts else "jackpot paid for: "
    for rule in jackpot.standards:
        yield sign_line(prefix + rule, revenue.jackpot_standards)


def _house(sign: PostedSignFields, book: PokerBook, page: GamePage) -> Iterator[SignLine]:
    """Check the lines that no clause asks for but a table needs, and how the cards are shuffled."""
    if sign.unit_cents > 100:
        # Only some books bound what cannot be divided; elsewhere that is a reading of their silence.
        cap = page.odd.cap_cents
        raise sign_error(
            f"a chip of {sign.unit_cents} cents: larger chips are changed before a pot is divided",
            cap.clause if cap.value else "",
            "1 to 100 cents",
            reading="clarification 1",
        )
    if sign.shuffler and not book.procedures.machine.value:
        raise sign_error(
            f"a shuffling machine: {sign.book} has the dealer shuffle", book.procedures.machine.clause, "by hand"
        )
    if sign.unit_cents != 100:
        yield sign_line(f"one chip is {sign.unit_cents} cents")
    if sign.buy_in:
        yield sign_line(f"buy-in {sign.buy_in} or more")
    if sign.blinds and sign.missed_blinds != "none":
        rule = "wait for the blind" if sign.missed_blinds == "wait" else "post them on return"
        yield sign_line(f"missed blinds: {rule}")
    method = "by machine" if sign.shuffler else "by hand"
    manual_clause = book.procedures.manual_shuffle or book.procedures.shuffle
    yield sign_line(f"cards are shuffled {method}", book.procedures.shuffle if sign.shuffler else manual_clause)


def _joined(chips: tuple[int, ...]) -> str:
    return "-".join(str(amount) for amount in chips) or "none"


METHODS: Final = {
    "percent": "a percentage of each betting round",
    "increment": "fixed amounts as the pot grows",
    "flat": "flat fees by hand or by player",
}
"""Methods of taking rake, as text."""


def _allowed_methods(book: PokerBook) -> str:
    return " or ".join(METHODS[method] for method in book.revenue.methods.value) or "nothing"


def _method_name(method: str) -> str:
    return "a percentage rake" if method == "percent" else "an increment rake"
