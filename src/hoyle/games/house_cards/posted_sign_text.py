"""Text of a house card table's posted sign, line by line with clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.games.house_cards.game_definition import ANTE, wager_label
from hoyle.games.posted_sign_line import SignLine, limits_text
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text

if TYPE_CHECKING:
    from hoyle.games.house_cards.posted_sign import HouseCardSign


def lines(sign: HouseCardSign) -> list[SignLine]:
    """Lines of the sign, each with its clauses."""
    page = sign.page.wagers
    title = sign.game.id.replace("-", " ").title()
    version = f", version {sign.variant}" if sign.variant in page.version else ""
    found = [
        SignLine(f"{title}{version}, by {sign.book}", _cites(page.wagers, _version(sign))),
        SignLine(f"dealt by {sign.dealing}", (sign.page.dealing[sign.dealing].option,)),
        SignLine(f"{sign.seats} places", (page.seats.clause,)),
        SignLine(f"{wager_label(ANTE)} {limits_text(*sign.ante)}", _cites(page.ante_limits)),
    ]
    side = sign.game.side
    if side:
        found.append(
            SignLine(f"{wager_label(side)} {limits_text(*sign.side_limits)}", _cites(page.side_limits))
        )
    for wager in sign.game.later:
        times = page.later[wager].size.value
        many = f"{times.least} to {times.most} times" if times.most > times.least else "as much as"
        found.append(SignLine(f"{wager_label(wager)}: {many} the Ante", (page.later[wager].size.clause,)))
    for label, table in (("the Ante", sign.main), ("the bonus", sign.bonus), (wager_label(side), sign.side)):
        found += _pays(label, table)
    for wager, table in sign.optional.items():
        limits = limits_text(*sign.optional_limits)
        found.append(
            SignLine(f"{wager_label(wager)}, by approved procedure: {limits}", (sign.optional_clause,))
        )
        found += _pays(wager_label(wager), table)
    cap = sign.page.pay.cap
    if cap is not None and sign.max_payout:
        found.append(
            SignLine(f"no hand wins more than {sign.max_payout}", (cap.least_cents.clause, cap.sign))
        )
    if cap is not None and sign.round_limit:
        found.append(SignLine(f"all hands of a round win no more than {sign.round_limit}", (cap.sign,)))
    if sign.hand_by_hand:
        found.append(SignLine("hands are turned up and settled one by one", (sign.page.play.turn_up,)))
    if not sign.two_positions:
        found.append(SignLine("one place to each player", (page.two_seats,)))
    return found


def _version(sign: HouseCardSign) -> str:
    version = sign.page.wagers.version.get(sign.variant)
    return "" if version is None else version.clause


def _pays(wager: str, table: PayTable) -> list[SignLine]:
    lines = ", ".join(f"{line} {odds_text(odds)}" for line, odds in table.lines.items() if odds > 0)
    return [SignLine(f"{wager} pays: {lines}", (table.clause,))] if lines else []


def _cites(*clauses: str) -> tuple[str, ...]:
    return tuple(clause for clause in clauses if clause)
