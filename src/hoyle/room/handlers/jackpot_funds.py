"""Jackpot funds: which fund a table collects for, shared by tables with the same posted sign.

A fund belongs to the players of its sign: game, book, drop and standards. A table opened with that sign joins
that fund; no other table collects for it or pays from it.
"""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.room.live_table.table_settings import CAGE, MAX_TITLE, PLAY, TableSettings
from hoyle.room.state.room_state import RoomState
from hoyle.table.base import Table

OWN: Final = "table "
"""Name prefix of a fund that belonged to a single table; new tables have none."""
CLAUSE: Final = "house jackpot"


def posted_jackpot(table: Table, settings: TableSettings) -> dict[str, Any]:
    """Return the posted terms that identify a table's jackpot fund; empty where it has no jackpot.

    They name the kind of chips unless these are play chips: no fund holds both.
    """
    terms = table.jackpot_terms()
    return {**terms, "chips": settings.chips} if terms and settings.chips != PLAY else terms


def fund_for_table(state: RoomState, table: Table, settings: TableSettings) -> str:
    """Return the fund of a new table, empty where it has no jackpot; refuse a fund of another sign."""
    terms = posted_jackpot(table, settings)
    if settings.jackpot_fund:
        _check_fund_terms(state, terms, settings.jackpot_fund)
    if not terms:
        return ""
    if problem := table.jackpot_problem():
        raise InvalidError(problem)
    return settings.jackpot_fund or _fund_of_sign(state, terms)


def _fund_of_sign(state: RoomState, terms: dict[str, Any]) -> str:
    """Return the existing fund of a sign, or a new name made of its book and game."""
    for fund, existing_terms in state.funds.items():
        if existing_terms == terms:
            return fund
    base_name = f"{terms['book']} {terms['game']}"
    if terms.get("chips"):
        base_name = f"{CAGE} {base_name}"
    name, number = base_name, 1
    while name in state.funds:
        number += 1
        name = f"{base_name} {number}"
    return name[:MAX_TITLE]


def _check_fund_terms(state: RoomState, terms: dict[str, Any], fund: str) -> None:
    """Refuse a table that would collect for a fund of another sign."""
    if not terms:
        raise IllegalError(
            f"fund {abbreviate(fund)}: no jackpot is posted at this table", clause=CLAUSE, legal="no fund"
        )
    posted = state.funds.get(fund)
    if posted is not None and posted != terms:
        raise IllegalError(
            f"fund {abbreviate(fund)} is for {posted['game']} by {posted['book']}, {posted['fee']} a hand: "
            f"{'; '.join(posted['standards'])}",
            clause=CLAUSE,
            legal="the same sign, or another fund",
        )
    if posted is None and fund.startswith(OWN):
        _check_takeover(state, fund, terms)


def _check_takeover(state: RoomState, fund: str, terms: dict[str, Any]) -> None:
    """Refuse the own fund of a closed table to any table that is not of the same game."""
    number = fund.removeprefix(OWN)
    listing = state.tables.get(int(number)) if number.isascii() and number.isdecimal() else None
    if listing is None or not listing.closed or (listing.game, listing.book) != (terms["game"], terms["book"]):
        raise InvalidError(
            f"fund {abbreviate(fund)}: that is what the own fund of a closed table of the same game is called"
        )


def check_home_game(terms: dict[str, Any], settings: TableSettings) -> None:
    """Refuse a jackpot at a home game: its players settle up themselves, and there is no house to hold the fund."""
    if settings.jackpot_fund or terms:
        raise IllegalError(
            "a home game collects for no jackpot: there is no house to pay it out",
            clause="house home-game",
            legal="a sign without a jackpot",
        )
