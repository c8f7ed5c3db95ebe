"""Text of a house card table's posted sign, line by line with clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.games.house_cards.game_definition import ANTE, wager_label
from hoyle.games.posted_sign_line import SignLine, limits_text
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text

if TYPE_CHECKING:
    from hoyle.games.house_cards.posted_sign import HouseCardSign


def lines(sign: HouseCardSign) -> list[SignLine]:
    """List the lines of the sign, each with its clauses."""
    page = sign.page.wagers
    title = sign.game.id.replace("-", " ").title()
    version = f", version {sign.variant}" if sign.variant in page.version else ""
    sign_lines = [
        SignLine(f"{title}{version}, by {sign.book}", _nonempty(page.wagers, _version_clause(sign))),
        SignLine(f"dealt by {sign.dealing}", (sign.page.dealing[sign.dealing].option,)),
        SignLine(f"{sign.seats} places", (page.seats.clause,)),
        SignLine(f"{wager_label(ANTE)} {limits_text(*sign.ante)}", _nonempty(page.ante_limits)),
    ]
    side = sign.game.side
    if side:
        sign_lines.append(
            SignLine(f"{wager_label(side)} {limits_text(*sign.side_limits)}", _nonempty(page.side_limits))
        )
    for wager in sign.game.later:
        size = page.later[wager].size.value
        times = f"{size.least} to {size.most} times" if size.most > size.least else "as much as"
        sign_lines.append(
            SignLine(f"{wager_label(wager)}: {times} the Ante", (page.later[wager].size.clause,))
        )
    for label, table in (("the Ante", sign.main), ("the bonus", sign.bonus), (wager_label(side), sign.side)):
        sign_lines += _pay_lines(label, table)
    for wager, table in sign.optional.items():
        limits = limits_text(*sign.optional_limits)
        sign_lines.append(
            SignLine(f"{wager_label(wager)}, by approved procedure: {limits}", (sign.optional_clause,))
        )
        sign_lines += _pay_lines(wager_label(wager), table)
    cap = sign.page.pay.cap
    if cap is not None and sign.max_payout:
        sign_lines.append(
            SignLine(f"no hand wins more than {sign.max_payout}", (cap.least_cents.clause, cap.sign))
        )
    if cap is not None and sign.round_limit:
        sign_lines.append(SignLine(f"all hands of a round win no more than {sign.round_limit}", (cap.sign,)))
    if sign.hand_by_hand:
        sign_lines.append(SignLine("hands are turned up and settled one by one", (sign.page.play.turn_up,)))
    if not sign.two_positions:
        sign_lines.append(SignLine("one place to each player", (page.two_seats,)))
    return sign_lines


def _version_clause(sign: HouseCardSign) -> str:
    version = sign.page.wagers.version.get(sign.variant)
    return "" if version is None else version.clause


def _pay_lines(wager: str, table: PayTable) -> list[SignLine]:
    lines = ", ".join(f"{line} {odds_text(odds)}" for line, odds in table.lines.items() if odds > 0)
    return [SignLine(f"{wager} pays: {lines}", (table.clause,))] if lines else []


def _nonempty(*clauses: str) -> tuple[str, ...]:
    return tuple(clause for clause in clauses if clause)
