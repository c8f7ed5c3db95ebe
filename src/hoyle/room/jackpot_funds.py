"""Jackpot funds: which fund a table collects for, shared by tables with the same posted sign.

A fund belongs to the players of its sign: game, book, drop and standards. Whoever opens a table with that
sign opens it for that fund; no other table collects for it or pays from it.
"""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.room.live_table.table_settings import CAGE, MAX_TITLE, PLAY, TableSettings
from hoyle.room.room_state import RoomState
from hoyle.table.base import Table
from hoyle.table.field_types import abbreviate
from hoyle.table.poker.rounds.jackpot_standards import read_standard
from hoyle.table.poker.rounds.round_end import limits
from hoyle.table.poker.table import PokerTable

OWN: Final = "table "
"""How the fund of one table alone is called; tables have had none of their own for a while."""
CLAUSE: Final = "house jackpot"


def posted_jackpot(table: Table, terms: TableSettings) -> dict[str, Any]:
    """What a table posts of its jackpot, as far as a fund goes by it; empty where it has none.

    Chips that are not play chips are said: no fund holds both.
    """
    if not isinstance(table, PokerTable) or not table.sign.jackpot_fee():
        return {}
    sign = table.sign
    standards = () if sign.jackpot is None else sign.jackpot.standards
    payouts = () if sign.jackpot is None else sign.jackpot.payouts
    return {
        "game": sign.game,
        "book": sign.book,
        "fee": sign.jackpot_fee(),
        "standards": list(standards),
        "payouts": list(payouts),
        **({"chips": terms.chips} if terms.chips != PLAY else {}),
    }


def fund_for_table(state: RoomState, table: Table, terms: TableSettings) -> str:
    """The fund that a table is opened for, empty where it has none; refused where it may not be for that."""
    wanted = posted_jackpot(table, terms)
    if terms.fund:
        _check(state, wanted, terms.fund)
    if not wanted:
        return ""
    _check_standards(table, wanted)
    return terms.fund or _of_sign(state, wanted)


def _of_sign(state: RoomState, wanted: dict[str, Any]) -> str:
    """The fund of a sign: the one that there is, or a new one by the name of its game."""
    for fund, sign in state.funds.items():
        if sign == wanted:
            return fund
    usual = " ".join([*([CAGE] if wanted.get("chips") else []), wanted["book"], wanted["game"]])
    return next(
        name
        for name in (usual, *(f"{usual} {number}" for number in range(2, len(state.funds) + 3)))
        if name not in state.funds
    )[:MAX_TITLE]


def _check(state: RoomState, wanted: dict[str, Any], fund: str) -> None:
    """Refuse a table that would collect for a fund of another sign."""
    if not wanted:
        raise IllegalError(
            f"fund {abbreviate(fund)}: no jackpot is posted at this table", clause=CLAUSE, legal="no fund"
        )
    known = state.funds.get(fund)
    if known is not None and known != wanted:
        raise IllegalError(
            f"fund {abbreviate(fund)} is for {known['game']} by {known['book']}, {known['fee']} a hand: "
            f"{'; '.join(known['standards'])}",
            clause=CLAUSE,
            legal="the same sign, or another fund",
        )
    if known is None and fund.startswith(OWN):
        _check_left_over(state, fund, wanted)


def _check_left_over(state: RoomState, fund: str, wanted: dict[str, Any]) -> None:
    """What a table that is closed had collected for itself, a table of the same game may go on with."""
    number = fund.removeprefix(OWN)
    card = state.tables.get(int(number)) if number.isascii() and number.isdecimal() else None
    if card is None or not card.closed or (card.game, card.book) != (wanted["game"], wanted["book"]):
        raise InvalidError(
            f"fund {abbreviate(fund)}: that is what the own fund of a closed table of the same game is called"
        )


def check_home(wanted: dict[str, Any], terms: TableSettings) -> None:
    """A home game is settled between its people: there is nobody who could hold a fund for them."""
    if terms.fund or wanted:
        raise IllegalError(
            "a home game collects for no jackpot: nobody there pays it out",
            clause="house home-game",
            legal="a sign without a jackpot",
        )


def _check_standards(table: Table, wanted: dict[str, Any]) -> None:
    """A fund is paid by what hands show: where none ever could it would stay with the house."""
    assert isinstance(table, PokerTable)
    rules = table.sign.rules(2, *limits(table.state))
    for standard in wanted["standards"]:
        if read_standard(standard, rules) is None:
            raise InvalidError(
                f"standard {abbreviate(standard)}: a hand of {wanted['game']} is wanted, such as "
                "'aces full or better beaten'"
            )
    if not wanted["standards"]:
        raise InvalidError("a jackpot drop without standards: nobody could ever be paid from it")
