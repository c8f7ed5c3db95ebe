"""Case files: reading them, ruling on each case, and comparing with what was expected."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from hoyle.errors import InvalidError
from hoyle.judge import banked, dice, floor, seats, showdown, wagering
from hoyle.judge.context import COMMON_FIELDS, Context
from hoyle.judge.facts import Facts, shown
from hoyle.judge.ruling import Ruling


class Kind(NamedTuple):
    """A kind of case: the fields it may have besides the common ones, and who rules on it."""

    fields: tuple[str, ...]
    rule: Callable[[Context], Ruling]


KINDS: Final = {
    "showdown": Kind(showdown.FIELDS, showdown.judge_showdown),
    "bring_in": Kind(seats.BRING_IN_FIELDS, seats.judge_bring_in),
    "opener": Kind(seats.OPENER_FIELDS, seats.judge_opener),
    "button": Kind(seats.BUTTON_FIELDS, seats.judge_button),
    "blinds": Kind(seats.BLINDS_FIELDS, seats.judge_blinds),
    "show_order": Kind(seats.SHOW_ORDER_FIELDS, seats.judge_show_order),
    "raises": Kind(wagering.RAISES_FIELDS, wagering.judge_raises),
    "action": Kind(wagering.ACTION_FIELDS, wagering.judge_action),
    "eligibility": Kind(wagering.ELIGIBILITY_FIELDS, wagering.judge_eligibility),
    "rake": Kind(wagering.RAKE_FIELDS, wagering.judge_rake),
    "kill": Kind(wagering.KILL_FIELDS, wagering.judge_kill),
    "stud_shortage": Kind(floor.STUD_SHORTAGE_FIELDS, floor.judge_stud_shortage),
    "draw_shortage": Kind(floor.DRAW_SHORTAGE_FIELDS, floor.judge_draw_shortage),
    "irregularity": Kind(floor.IRREGULARITY_FIELDS, floor.judge_irregularity),
}

HOUSE_KINDS: Final = {
    "banked": (banked.FIELDS, banked.rule_banked),
    "dice": (dice.FIELDS, dice.rule_dice),
}
"""Kinds about games against the house: their fields, and who rules on them."""


def judge(case: dict[str, Any]) -> Ruling:
    """Rule on one case. What cannot be read or cannot be is refused with the case and the field."""
    where = f"case {case.get('id', '?')}" if isinstance(case, dict) else "case"
    facts = Facts(case, where)
    kind = facts.get("kind")
    if kind in HOUSE_KINDS:
        fields, rule = HOUSE_KINDS[kind]
        return rule(Facts(case, where, (*COMMON_FIELDS, *fields)).fields)
    found = KINDS[facts.word("kind", (*KINDS, *HOUSE_KINDS))]
    facts = Facts(case, where, (*COMMON_FIELDS, *found.fields))
    params = facts.inner("params").fields if facts.has("params") else {}
    ruling = found.rule(Context(facts, params=params))
    if facts.has("alternatives"):
        others = facts.inners("alternatives", ("params", "totals"))
        ruling.result["alternatives"] = [_alternative(facts, found, params, other) for other in others]
    return ruling


def _alternative(facts: Facts, kind: Kind, params: dict[str, Any], other: Facts) -> object:
    """The same case under other switches: its totals, or all of it where the kind has no totals."""
    switches = other.inner("params").fields
    result = kind.rule(Context(facts, params={**params, **switches})).result
    return result.get("totals", result)


def read_cases(text: str, name: str) -> list[dict[str, Any]]:
    """The cases of a file: ``{"cases": [...]}``, a list of cases, or a single one."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidError(
            f"{name}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        ) from None
    if isinstance(data, dict) and "cases" in data:
        extra = [key for key in data if key != "cases"]
        if extra:
            raise InvalidError(f"{name}: {extra[0]} is unknown here; a case file has only `cases`")
        data = data["cases"]
    elif isinstance(data, dict):
        data = [data]
    if not isinstance(data, list):
        raise InvalidError(f"{name}: cases must be a list, not {shown(data)}")
    ids: set[str] = set()
    for at, case in enumerate(data):
        if not isinstance(case, dict):
            raise InvalidError(f"{name}: cases[{at}] must be an object, not {shown(case)}")
        id = case.get("id")
        if not isinstance(id, str) or not id:
            raise InvalidError(f"{name}: cases[{at}]: id must be text, not {shown(id)}")
        if id in ids:
            raise InvalidError(f"{name}: case {id} is there twice")
        ids.add(id)
    return data
