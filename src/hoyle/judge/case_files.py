"""Case files: reading and formatting cases, and comparing rulings with what they expect."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.judge import sessions
from hoyle.judge.case_context import COMMON_FIELDS, CaseContext
from hoyle.judge.case_fields import CaseReader, shown, with_location
from hoyle.judge.dice import case_play
from hoyle.judge.house_cards import case_ruling
from hoyle.judge.poker import irregularities, positions, raises, rake, showdown, wagers
from hoyle.judge.ruling import Alternative, Ruling
from hoyle.judge.ruling_diff import RulingDifference, diff


class CaseKind(NamedTuple):
    """A kind of poker case: its fields besides the common ones, and the function that rules on it."""

    fields: tuple[str, ...]
    rule: Callable[[CaseContext], Ruling]


KINDS: Final = {
    "showdown": CaseKind(showdown.FIELDS, showdown.judge_showdown),
    "bring_in": CaseKind(positions.BRING_IN_FIELDS, positions.judge_bring_in),
    "opener": CaseKind(positions.OPENER_FIELDS, positions.judge_opener),
    "button": CaseKind(positions.BUTTON_FIELDS, positions.judge_button),
    "blinds": CaseKind(positions.BLINDS_FIELDS, positions.judge_blinds),
    "show_order": CaseKind(positions.SHOW_ORDER_FIELDS, positions.judge_show_order),
    "raises": CaseKind(raises.FIELDS, raises.judge_raises),
    "action": CaseKind(wagers.ACTION_FIELDS, wagers.judge_action),
    "eligibility": CaseKind(wagers.ELIGIBILITY_FIELDS, wagers.judge_eligibility),
    "rake": CaseKind(rake.FIELDS, rake.judge_rake),
    "kill": CaseKind(wagers.KILL_FIELDS, wagers.judge_kill),
    "stud_shortage": CaseKind(irregularities.STUD_SHORTAGE_FIELDS, irregularities.judge_stud_shortage),
    "draw_shortage": CaseKind(irregularities.DRAW_SHORTAGE_FIELDS, irregularities.judge_draw_shortage),
    "irregularity": CaseKind(irregularities.IRREGULARITY_FIELDS, irregularities.judge_irregularity),
}

HOUSE_KINDS: Final = {
    "banked": (case_ruling.FIELDS, case_ruling.judge_house_cards),
    "dice": (case_play.FIELDS, case_play.rule_dice),
}
"""Case kinds of the house games: their fields, and the function that rules on them."""

SESSION: Final = "session"
"""Kind of a case that plays a whole session at any table."""


class CaseFileItem(NamedTuple):
    """One item of a case file: a case, or the error that makes it unreadable."""

    id: str | None
    case: dict[str, Any] | None
    error: InvalidError | None = None


def judge(case: dict[str, Any]) -> Ruling:
    """Rule on one case; raise for an unreadable or impossible one, naming the case and the field."""
    location = f"case {case.get('id', '?')}" if isinstance(case, dict) else "case"
    try:
        return _judge(case, location)
    except HoyleError as error:
        raise with_location(location, error) from None


def _judge(case: dict[str, Any], location: str) -> Ruling:
    facts = CaseReader(case, location)
    kind = facts.word("kind", (*KINDS, *HOUSE_KINDS, SESSION))
    if kind == SESSION:
        return sessions.rule_session(facts.fields, location)
    if kind in HOUSE_KINDS:
        fields, rule = HOUSE_KINDS[kind]
        return rule(CaseReader(case, location, (*COMMON_FIELDS, *fields)).fields)
    case_kind = KINDS[kind]
    facts = CaseReader(case, location, (*COMMON_FIELDS, *case_kind.fields))
    params = facts.inner("params").fields if facts.has("params") else {}
    ruling = case_kind.rule(CaseContext(facts, params=params))
    if facts.has("alternatives"):
        for alternative in facts.inners("alternatives", ("params", "totals")):
            switches = alternative.inner("params").fields
            switched = case_kind.rule(
                CaseContext(facts, params={**params, **switches}, switched_at=alternative.where)
            )
            ruling.alternatives.append(Alternative(switches, switched))
        # The totals are what is compared; a kind without totals is compared as a whole.
        ruling.result["alternatives"] = [
            ruled_alternative.ruling.result.get("totals", ruled_alternative.ruling.result)
            for ruled_alternative in ruling.alternatives
        ]
    return ruling


def diff_from_expected(case: dict[str, Any], ruling: Ruling) -> list[RulingDifference] | None:
    """List the differences between a ruling and what its case expects; None if nothing is expected."""
    expect = case.get("expect")
    if ruling.parts is not None or expect is None:
        return ruling.parts
    if not isinstance(expect, dict):
        raise InvalidError(f"case {case['id']}: expect must be an object, not {shown(expect)}")
    expected = dict(expect)
    if ruling.alternatives:
        # Totals that are not given are not compared.
        pairs = zip(case["alternatives"], ruling.result["alternatives"], strict=True)
        expected["alternatives"] = [alternative.get("totals", ruled) for alternative, ruled in pairs]
    return diff(expected, ruling.result)


def read_cases(text: str, name: str) -> list[dict[str, Any]]:
    """Read the cases of a file: ``{"cases": [...]}``, a list, or a single case. All must be readable."""
    cases: list[dict[str, Any]] = []
    for item in read_case_file(text, name):
        if item.error is not None:
            raise item.error
        assert item.case is not None
        cases.append(item.case)
    return cases


def read_case_file(text: str, name: str) -> list[CaseFileItem]:
    """Read a case file item by item; an unreadable case becomes an item with an error."""
    data = _parse(text, name)
    if isinstance(data, dict) and "cases" in data:
        extra = [key for key in data if key != "cases"]
        if extra:
            raise InvalidError(
                f"{name}: {_quote_field(extra[0])} is unknown here; a case file has only `cases`"
            )
        data = data["cases"]
    elif isinstance(data, dict):
        data = [data]
    if not isinstance(data, list):
        raise InvalidError(f"{name}: cases must be a list, not {_shown(data)}")
    ids: set[str] = set()
    return [_check_case(case, f"{name}: cases[{index}]", name, ids) for index, case in enumerate(data)]


def _parse(text: str, name: str) -> object:
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise InvalidError(
            f"{name}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        ) from None
    except RecursionError:
        raise InvalidError(f"{name}: lists and objects are nested too deeply") from None
    except ValueError:
        # The only other error of the parser: more digits than Python converts to an int.
        raise InvalidError(f"{name}: a number has too many digits") from None


def _check_case(case: object, location: str, name: str, ids: set[str]) -> CaseFileItem:
    if not isinstance(case, dict):
        return CaseFileItem(None, None, InvalidError(f"{location} must be an object, not {_shown(case)}"))
    id = case.get("id")
    if not isinstance(id, str) or not id:
        return CaseFileItem(None, None, InvalidError(f"{location}: id must be text, not {_shown(id)}"))
    if not _is_writable(id):
        return CaseFileItem(None, None, InvalidError(f"{location}: id {id!a} is half a character, not text"))
    if not _is_writable(case):
        why = "holds half a character, or is nested too deeply"
        return CaseFileItem(id, None, InvalidError(f"{name}: case {id} {why}"))
    if id in ids:
        return CaseFileItem(id, None, InvalidError(f"{name}: case {id} is there twice"))
    ids.add(id)
    return CaseFileItem(id, case)


def _is_writable(value: object) -> bool:
    """Whether a value can be written as UTF-8 JSON: no lone surrogates, no excessive nesting."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


def _shown(value: object) -> str:
    return shown(value) if _is_writable(value) else "this"


def _quote_field(name: str) -> str:
    return name if _is_writable(name) else ascii(name)
