"""Posted sign of a dice case: read from the case's config."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.games.dice.wagers.betting_spot import ROUNDINGS
from hoyle.judge.case_fields import CaseReader
from hoyle.rulebooks.book_types.dice import POINTS
from hoyle.rulebooks.book_types.pay_table import parse_odds

FLAGS: Final = (
    *("take_excess", "put_bets", "line_bet_at_point", "commission_refunded", "commission_after_win"),
    *("off_at_point", "dont_barred_at_point"),
)
OFFERS: Final = {"offer_buy": "buy", "offer_lay": "lay", "offer_place_to_lose": "place_to_lose"}
"""Config switches that offer a wager or leave it out."""
HARDWAYS_WORK: Final = "hardways_work"
AMOUNTS: Final = ("minimum", "maximum", "min_chip")
SHARED: Final = (*AMOUNTS, "limits", "pay")
CRAPS: Final = (
    *("odds_multiple", "odds_maximum", "bar", "commission_pct", "commissions", "commission_rounding"),
    *("optional_pay", "approved_wagers", *FLAGS, *OFFERS, HARDWAYS_WORK, *SHARED),
)

MINI_FLAGS: Final = ("player_may_return", "wagers_removable")
MINI_DICE: Final = (*MINI_FLAGS, *SHARED)


def _read_config(facts: CaseReader, names: tuple[str, ...]) -> CaseReader:
    """Merge the config of the case with the sign's switches among its params."""
    config = facts.inner("config", names) if facts.has("config") else CaseReader({}, f"{facts.where}: config")
    params = facts.inner("params").fields if facts.has("params") else {}
    switches = {name: value for name, value in params.items() if name in names}
    return CaseReader({**config.fields, **switches}, config.where)


def craps_sign(facts: CaseReader, book: str) -> CrapsSign:
    """Read the posted sign (limits, odds, pay) of a craps case."""
    config = _read_config(facts, CRAPS)
    options: dict[str, Any] = {"book": book, **_read_limits(config), **_read_pay_lines(config)}
    options |= {name: config.flag(name) for name in FLAGS if config.has(name)}
    options["offers"] = {kind: config.flag(name) for name, kind in OFFERS.items() if config.has(name)}
    if config.has(HARDWAYS_WORK) and config.flag(HARDWAYS_WORK):
        options["work_on_come_out"] = ("hard",)
    if config.has("odds_multiple"):
        options["odds_multiple"] = _read_odds_multiple(config)
    for name in ("bar", "odds_maximum"):
        if config.has(name):
            options[name] = config.count(name)
    if config.has("commission_pct"):
        options["commission_pct"] = config.amount("commission_pct")
    if config.has("commission_rounding"):
        options["commission_rounding"] = config.word("commission_rounding", ROUNDINGS)
    if config.has("commissions"):
        inside = config.inner("commissions")
        options["commissions"] = {kind: inside.amount(kind) for kind in inside.fields}
    if config.has("optional_pay"):
        pays = config.inner("optional_pay")
        approved = config.items("approved_wagers") if config.has("approved_wagers") else list(pays.fields)
        options["optional_pay"] = {kind: _read_pay_by_total(pays.inner(kind)) for kind in pays.fields}
        options["optional_wagers"] = tuple(pays.fields)
        options["approved_wagers"] = tuple(str(kind) for kind in approved)
    return CrapsSign(**options)


def mini_dice_sign(facts: CaseReader, book: str) -> MiniDiceSign:
    """Read the posted sign (limits, odds, pay) of a mini-dice case."""
    config = _read_config(facts, MINI_DICE)
    options: dict[str, Any] = {"book": book, **_read_limits(config), **_read_pay_lines(config)}
    options |= {name: config.flag(name) for name in MINI_FLAGS if config.has(name)}
    return MiniDiceSign(**options)


def _read_limits(config: CaseReader) -> dict[str, Any]:
    """Read the general limits, and those of single wagers."""
    limits: dict[str, Any] = {name: config.count(name) for name in AMOUNTS if config.has(name)}
    if config.has("limits"):
        inside = config.inner("limits")
        limits["limits"] = {}
        for kind in inside.fields:
            pair = inside.counts(kind)
            if len(pair) != 2:
                raise inside.refuse(kind, "must be the least and the most of the wager")
            limits["limits"][kind] = (pair[0], pair[1])
    return limits


def _read_odds_multiple(config: CaseReader) -> int | dict[int, int]:
    """Read the odds multiple: one for all points, or one per point."""
    if not isinstance(config.get("odds_multiple"), dict):
        return config.count("odds_multiple")
    inside = config.inner("odds_multiple", [str(point) for point in POINTS])
    return {int(point): inside.count(point) for point in inside.fields}


def _read_pay_lines(config: CaseReader) -> dict[str, dict[str, Fraction]]:
    """Read the house's own pay lines: ``{"field-12": 3}`` or ``{"place-6": "7 to 6"}``."""
    return {"pay": _parse_odds(config.inner("pay"))} if config.has("pay") else {}


def _read_pay_by_total(pays: CaseReader) -> dict[int, Fraction]:
    """Read the pay table of an optional wager on the next total: ``{"12": "30 to 1"}``."""
    totals = [str(total) for total in range(2, 13)]
    return {
        int(total): odds for total, odds in _parse_odds(CaseReader(pays.fields, pays.where, totals)).items()
    }


def _parse_odds(lines: CaseReader) -> dict[str, Fraction]:
    odds_by_line: dict[str, Fraction] = {}
    for line, odds in lines.fields.items():
        if isinstance(odds, bool) or not isinstance(odds, int | str):
            raise lines.refuse(line, "must be odds such as 3 or '7 to 5'")
        try:
            odds_by_line[line] = parse_odds(str(odds))
        except InvalidError as error:
            raise lines.refuse(line, str(error)) from None
    return odds_by_line
