"""Case files: reading and formatting cases, and comparing rulings with what they expect."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.judge.case_types import poker_cases
from hoyle.judge.case_types.base import Case
from hoyle.judge.case_types.decoder import decode, match_field, quote_value, with_location
from hoyle.judge.case_types.house_game_cases import DiceCase, HouseCardCase
from hoyle.judge.case_types.session_case import SessionCase
from hoyle.judge.dice.case_play import judge_dice
from hoyle.judge.house_cards.case_ruling import judge_house_cards
from hoyle.judge.poker import irregularities, positions, raises, rake, showdown, wagers
from hoyle.judge.ruling import Alternative, Ruling
from hoyle.judge.ruling_diff import RulingDifference, diff
from hoyle.judge.sessions.session_runner import judge_session

RULES: Final[dict[type[Case], Callable[[Any], Ruling]]] = {
    poker_cases.ShowdownCase: showdown.judge_showdown,
    poker_cases.BringInCase: positions.judge_bring_in,
    poker_cases.OpenerCase: positions.judge_opener,
    poker_cases.ButtonCase: positions.judge_button,
    poker_cases.BlindsCase: positions.judge_blinds,
    poker_cases.ShowOrderCase: positions.judge_show_order,
    poker_cases.RaisesCase: raises.judge_raises,
    poker_cases.ActionCase: wagers.judge_action,
    poker_cases.EligibilityCase: wagers.judge_eligibility,
    poker_cases.RakeCase: rake.judge_rake,
    poker_cases.KillCase: wagers.judge_kill,
    poker_cases.StudShortageCase: irregularities.judge_stud_shortage,
    poker_cases.DrawShortageCase: irregularities.judge_draw_shortage,
    poker_cases.IrregularityCase: irregularities.judge_irregularity,
    HouseCardCase: judge_house_cards,
    DiceCase: judge_dice,
    SessionCase: judge_session,
}
"""The function that rules on each kind of case; it takes the case and returns the ruling."""
CASE_TYPES: Final = {str(case_type.__struct_config__.tag): case_type for case_type in RULES}
"""Every kind of case by its name in case files."""


class CaseFileItem(NamedTuple):
    """One item of a case file: a case, or the error that makes it unreadable."""

    id: str | None
    case: dict[str, Any] | None
    error: InvalidError | None = None


def judge(case: dict[str, Any]) -> Ruling:
    """Rule on one case; raise for an unreadable or impossible one, naming the case and the field."""
    if not isinstance(case, dict):
        raise InvalidError(f"case must be an object, not {quote_value(case)}")
    try:
        if "kind" not in case:
            raise InvalidError("kind is missing")
        kind = match_field("kind", case["kind"], CASE_TYPES)
        return _judge(decode({**case, "kind": kind}, CASE_TYPES[kind]))
    except HoyleError as error:
        raise with_location(f"case {case.get('id', '?')}", error) from None


def _judge(case: Case) -> Ruling:
    """Rule on a decoded case, and on its alternatives under their other switches."""
    rule = RULES[type(case)]
    ruling = rule(case)
    if isinstance(case, poker_cases.PokerCase) and case.alternatives is not None:
        for index, alternative in enumerate(case.alternatives):
            switched_case = replace(case, params={**(case.params or {}), **alternative.params})
            try:
                ruling.alternatives.append(Alternative(alternative.params, rule(switched_case)))
            except HoyleError as error:
                raise with_location(f"alternatives[{index}]", error) from None
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
            raise InvalidError(f"{name}: {_quote_field(extra[0])} is unknown here; a case file has only `cases`")
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
        raise InvalidError(f"{name}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
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
    return quote_value(value) if _is_writable(value) else "this"


def _quote_field(name: str) -> str:
    return name if _is_writable(name) else ascii(name)
