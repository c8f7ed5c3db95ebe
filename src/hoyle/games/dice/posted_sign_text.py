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
_LONG = {"odds", "buy", "lay", "lose"}
"""Lines that pay true odds: they follow from the rules and are not listed."""


def posted_at_craps(sign: CrapsSign) -> list[SignLine]:
    """Lines of a craps sign."""
    book = sign.book
    found = _shared(sign)
    multiples = [sign.multiples[point] for point in POINTS]
    times = (
        str(multiples[0])
        if len(set(multiples)) == 1
        else ", ".join(f"{sign.multiples[point]} on {point}" for point in POINTS)
    )
    found.append(SignLine(f"odds up to {times} times the flat bet", (book.odds_multiple.clause,)))
    if sign.odds_maximum:
        found.append(SignLine(f"no odds above {sign.odds_maximum}", (book.excess,)))
    found.append(SignLine(f"don't bets bar {sign.bar}", (book.barred.clause,)))
    for kind, page in book.wagers.items():
        if page.commission is not None and sign.is_offered(kind):
            percent = sign.commission_on(kind)
            found.append(
                SignLine(f"{wager_name(kind)}: commission of {percent} %", (page.commission.clause,))
            )
    for kind, default in ((kind, page.offered) for kind, page in book.wagers.items()):
        if default is not None and sign.is_offered(kind) != default.value:
            offered = "is offered" if sign.is_offered(kind) else "is not offered"
            found.append(SignLine(f"{wager_name(kind)} {offered}", (default.clause,)))
    for kind in sign.work_on_come_out:
        found.append(SignLine(f"{wager_name(kind)} works on the come-out", _cites(book.wagers[kind].off)))
    for kind in sign.optional_pay:
        found.append(SignLine(f"{wager_name(kind)}, by approved procedure", (book.no_other_wager,)))
    if sign.put_bets:
        found.append(SignLine("put bets are taken on Pass and Come", ("house put-bets",)))
    if sign.line_bet_at_point:
        text = "while a point is on the dice are taken only with a line bet"
        found.append(SignLine(text, (book.shooter.line_bet,)))
    fees = tuple(dict.fromkeys(page.commission.clause for page in book.wagers.values() if page.commission))
    if sign.commission_rounding != DOWN:
        to = "up to a chip" if sign.commission_rounding == "up" else "to the nearest chip"
        found.append(SignLine(f"commissions are rounded {to}", fees))
    if sign.commission_refunded:
        found.append(SignLine("a wager taken down gets its commission back", fees))
    if not sign.commission_after_win:
        found.append(SignLine("a wager left up after a win pays no new commission", fees))
    if sign.off_at_point:
        found.append(SignLine("wagers may be turned off while a point is on", ("house off-at-point",)))
    if sign.dont_barred_at_point:
        barring = dict.fromkeys(page.not_restored for page in book.wagers.values() if page.not_restored)
        found.append(SignLine("a Don't bet taken down before its point may be put back", tuple(barring)))
    return [*found, _pays(sign)]


def posted_at_mini_dice(sign: MiniDiceSign) -> list[SignLine]:
    """Lines of a mini-dice sign."""
    found = [*_shared(sign), SignLine("no commission", (sign.book.vigorish,))]
    if not sign.wagers_removable:
        found.append(SignLine("wagers stand until they are decided", (sign.book.removal,)))
    return [*found, _pays(sign)]


def _shared(sign: DiceSign) -> list[SignLine]:
    book = sign.book
    found = [
        SignLine(f"{book.game.capitalize()}, by {book.id}", (book.opened,)),
        SignLine(f"wagers of {limits_text(sign.minimum, sign.maximum)}", (LIMITS,)),
    ]
    for kind, (least, most) in sign.limits.items():
        found.append(SignLine(f"{wager_name(kind)} of {limits_text(least, most)}", (LIMITS,)))
    return found


def _pays(sign: DiceSign) -> SignLine:
    lines = [
        f"{line} {odds_text(odds)}" for line, odds in sign.pay.items() if not _LONG & set(line.split("-"))
    ]
    return SignLine(f"pays: {', '.join(lines)}", (sign.book.pays,))


def _cites(clause: str) -> tuple[str, ...]:
    return (clause,) if clause else ()
