"""Posted sign of a dice case: made from the case's config and switches."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.core.validation import field_names
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign, MiniDiceSign
from hoyle.judge.case_types.decoder import decode
from hoyle.judge.case_types.house_game_cases import DiceCase, DiceConfig
from hoyle.rulebooks.book_types.dice import POINTS
from hoyle.rulebooks.book_types.pay_table import parse_odds

OFFERS: Final = {"offer_buy": "buy", "offer_lay": "lay", "offer_place_to_lose": "place_to_lose"}
"""Config switches that offer a wager or leave it out."""
CONVERTED: Final = ("pay", "optional_pay", "approved_wagers", "odds_multiple")
"""Config fields whose values the sign takes in another form."""


def _config_fields(sign: type[DiceSign]) -> tuple[str, ...]:
    """Return the config fields that have the same name on the sign."""
    return tuple(name for name in DiceConfig.__struct_fields__ if name in field_names(sign))


CRAPS: Final = (*_config_fields(CrapsSign), *OFFERS, "hardways_work")
"""Config fields of a craps case."""
MINI_DICE: Final = _config_fields(MiniDiceSign)
"""Config fields of a mini-dice case."""


def craps_sign(case: DiceCase, book: str) -> CrapsSign:
    """Return the posted sign (limits, odds, pay) of a craps case."""
    config = _merged_config(case, CRAPS)
    options = _sign_options(config, CrapsSign)
    options["offers"] = {kind: getattr(config, name) for name, kind in OFFERS.items()}
    options["offers"] = {kind: offered for kind, offered in options["offers"].items() if offered is not None}
    if config.hardways_work:
        options["work_on_come_out"] = ("hard",)
    if config.odds_multiple is not None:
        options["odds_multiple"] = _odds_multiple(config.odds_multiple)
    if config.optional_pay is not None:
        approved = config.approved_wagers if config.approved_wagers is not None else [*config.optional_pay]
        options["optional_pay"] = {
            kind: _pay_by_total(f"optional_pay.{kind}", pay) for kind, pay in config.optional_pay.items()
        }
        options["optional_wagers"] = tuple(config.optional_pay)
        options["approved_wagers"] = tuple(str(kind) for kind in approved)
    return CrapsSign(book=book, **options)


def mini_dice_sign(case: DiceCase, book: str) -> MiniDiceSign:
    """Return the posted sign (limits, pay) of a mini-dice case."""
    config = _merged_config(case, MINI_DICE)
    return MiniDiceSign(book=book, **_sign_options(config, MiniDiceSign))


def _sign_options(config: DiceConfig, sign: type[DiceSign]) -> dict[str, Any]:
    """Return the given fields of the sign, with the house's pay lines parsed."""
    options = _given(config, tuple(name for name in _config_fields(sign) if name not in CONVERTED))
    if config.pay is not None:
        options["pay"] = _parse_odds("pay", config.pay)
    return options


def _merged_config(case: DiceCase, names: tuple[str, ...]) -> DiceConfig:
    """Return the config of the case, overridden by the sign's switches among its params."""
    given = {} if case.config is None else _given(case.config, DiceConfig.__struct_fields__)
    for name in given:
        if name not in names:
            raise InvalidError(f"config.{name} is not known here; the fields are {', '.join(names)}")
    switches = {name: value for name, value in (case.params or {}).items() if name in names}
    try:
        overrides = decode(switches, DiceConfig)
    except InvalidError as error:
        raise InvalidError(f"params: {error}") from None
    return DiceConfig(**{**given, **_given(overrides, DiceConfig.__struct_fields__)})


def _given(config: DiceConfig, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(config, name)) is not None}


def _odds_multiple(multiple: int | dict[str, int]) -> int | dict[int, int]:
    """Return the odds multiple: one for all points, or one per point."""
    if isinstance(multiple, int):
        return multiple
    points = {str(point): point for point in POINTS}
    for point in multiple:
        if point not in points:
            raise InvalidError(f"config.odds_multiple has {point!r}; the points are {', '.join(points)}")
    return {points[point]: times for point, times in multiple.items()}


def _pay_by_total(location: str, pay: Mapping[str, str | int]) -> dict[int, Fraction]:
    """Return the pay table of an optional wager on the next total: ``{"12": "30 to 1"}``."""
    totals = {str(total): total for total in range(2, 13)}
    for total in pay:
        if total not in totals:
            raise InvalidError(f"config.{location} has {total!r}; the totals are {', '.join(totals)}")
    return {totals[total]: odds for total, odds in _parse_odds(location, pay).items()}


def _parse_odds(location: str, pay: Mapping[str, str | int]) -> dict[str, Fraction]:
    """Return the odds of the house's pay lines: ``{"field-12": 3}`` or ``{"place-6": "7 to 6"}``."""
    odds_by_line: dict[str, Fraction] = {}
    for line, odds in pay.items():
        try:
            odds_by_line[line] = parse_odds(str(odds))
        except InvalidError as error:
            raise InvalidError(f"config.{location}.{line}: {error}") from None
    return odds_by_line
