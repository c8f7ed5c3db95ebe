"""Text of a dice table's posted sign, line by line with clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.games.dice.wagers.betting_spot import DOWN
from hoyle.games.dice.wagers.wager_names import wager_name
from hoyle.games.posted_sign_line import SignLine, limits_text
from hoyle.rulebooks.book_types.dice import POINTS
from hoyle.rulebooks.book_types.pay_table import odds_text

if TYPE_CHECKING:
    from hoyle.games.dice.posted_sign import CrapsSign, DiceSign, MiniDiceSign

LIMITS = "house table-limits"
_TRUE_ODDS = {"odds", "buy", "lay", "lose"}
"""Lines that pay true odds: they follow from the rules and are not listed."""


def craps_sign_lines(sign: CrapsSign) -> list[SignLine]:
    """List the lines of a craps sign, each with its clauses."""
    terms = [*_shared_lines(sign), *_odds_lines(sign), *_wager_lines(sign)]
    return [*terms, *_option_lines(sign), _pay_line(sign)]


def _odds_lines(sign: CrapsSign) -> list[SignLine]:
    """List the limits of odds, and the barred number."""
    book = sign.book
    multiples = [sign.multiples[point] for point in POINTS]
    multiples_text = (
        str(multiples[0])
        if len(set(multiples)) == 1
        else ", ".join(f"{sign.multiples[point]} on {point}" for point in POINTS)
    )
    lines = [SignLine(f"odds up to {multiples_text} times the flat bet", (book.odds_multiple.clause,))]
    if sign.odds_maximum:
        lines.append(SignLine(f"no odds above {sign.odds_maximum}", (book.excess,)))
    return [*lines, SignLine(f"don't bets bar {sign.bar}", (book.barred.clause,))]


def _wager_lines(sign: CrapsSign) -> list[SignLine]:
    """List the wagers with a commission, those added or left out, and those that work on the come-out."""
    book = sign.book
    lines: list[SignLine] = []
    for kind, page in book.wagers.items():
        if page.commission is not None and sign.is_offered(kind):
            percent = sign.commission_on(kind)
            lines.append(
                SignLine(f"{wager_name(kind)}: commission of {percent} %", (page.commission.clause,))
            )
    for kind, default in ((kind, page.offered) for kind, page in book.wagers.items()):
        if default is not None and sign.is_offered(kind) != default.value:
            offered = "is offered" if sign.is_offered(kind) else "is not offered"
            lines.append(SignLine(f"{wager_name(kind)} {offered}", (default.clause,)))
    for kind in sign.work_on_come_out:
        lines.append(
            SignLine(f"{wager_name(kind)} works on the come-out", _clause_tuple(book.wagers[kind].off))
        )
    for kind in sign.optional_pay:
        lines.append(SignLine(f"{wager_name(kind)}, by approved procedure", (book.no_other_wager,)))
    return lines


def _option_lines(sign: CrapsSign) -> list[SignLine]:
    """List the options in which the house departs from the default interpretation."""
    book = sign.book
    lines: list[SignLine] = []
    if sign.put_bets:
        lines.append(SignLine("put bets are taken on Pass and Come", ("house put-bets",)))
    if sign.line_bet_at_point:
        text = "while a point is on the dice are taken only with a line bet"
        lines.append(SignLine(text, (book.shooter.line_bet,)))
    fee_clauses = tuple(
        dict.fromkeys(page.commission.clause for page in book.wagers.values() if page.commission)
    )
    if sign.commission_rounding != DOWN:
        direction = "up to a chip" if sign.commission_rounding == "up" else "to the nearest chip"
        lines.append(SignLine(f"commissions are rounded {direction}", fee_clauses))
    if sign.commission_refunded:
        lines.append(SignLine("a wager taken down gets its commission back", fee_clauses))
    if not sign.commission_after_win:
        lines.append(SignLine("a wager left up after a win pays no new commission", fee_clauses))
    if sign.off_at_point:
        lines.append(SignLine("wagers may be turned off while a point is on", ("house off-at-point",)))
    if sign.dont_barred_at_point:
        bar_clauses = dict.fromkeys(page.not_restored for page in book.wagers.values() if page.not_restored)
        lines.append(SignLine("a Don't bet taken down before its point may be put back", tuple(bar_clauses)))
    return lines


def mini_dice_sign_lines(sign: MiniDiceSign) -> list[SignLine]:
    """List the lines of a mini-dice sign, each with its clauses."""
    lines = [*_shared_lines(sign), SignLine("no commission", (sign.book.vigorish,))]
    if not sign.wagers_removable:
        lines.append(SignLine("wagers stand until they are decided", (sign.book.removal,)))
    return [*lines, _pay_line(sign)]


def _shared_lines(sign: DiceSign) -> list[SignLine]:
    book = sign.book
    lines = [
        SignLine(f"{book.game.capitalize()}, by {book.id}", (book.opened,)),
        SignLine(f"wagers of {limits_text(sign.minimum, sign.maximum)}", (LIMITS,)),
    ]
    for kind, (minimum, maximum) in sign.limits.items():
        lines.append(SignLine(f"{wager_name(kind)} of {limits_text(minimum, maximum)}", (LIMITS,)))
    return lines


def _pay_line(sign: DiceSign) -> SignLine:
    lines = [
        f"{line} {odds_text(odds)}"
        for line, odds in sign.pay.items()
        if not _TRUE_ODDS & set(line.split("-"))
    ]
    return SignLine(f"pays: {', '.join(lines)}", (sign.book.pays,))


def _clause_tuple(clause: str) -> tuple[str, ...]:
    return (clause,) if clause else ()
