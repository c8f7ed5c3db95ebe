"""Base struct of judge cases: the fields that every kind of case has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

from msgspec import Struct

from hoyle.judge.case_types.decoder import doc

REMARKS: Final = "remarks for readers: headline, reasoning, deciding clauses, readings"


class CaseObject(Struct, kw_only=True, forbid_unknown_fields=True):
    """Base struct of the JSON objects in a case; unknown fields are refused."""


class Case(CaseObject, kw_only=True, tag_field="kind"):
    """Base struct of every kind of judge case; the tag of a kind is its name in case files."""

    QUESTION: ClassVar[str]
    """The question that such a case asks, in one line."""
    EXPECTED: ClassVar[Mapping[str, str]]
    """Meaning of each field of `expect`; fields that belong together share an entry."""

    id: Annotated[Any, doc("unique name of the case")] = "?"
    rulebook: Annotated[
        str, doc("`nj-19-47`, `nj-13-69f`, `oneida`, `ca-omaha` or `room-2012`; a session may name `house`")
    ]
    game: Annotated[
        str, doc("one of the games that `hoyle rules BOOK` lists; `any` if the rule is the same for every poker game")
    ]
    title: Annotated[Any, doc(REMARKS)] = None
    working: Annotated[Any, doc(REMARKS)] = None
    clauses: Annotated[Any, doc(REMARKS)] = None
    readings: Annotated[Any, doc(REMARKS)] = None


class SwitchedCase(Case, kw_only=True):
    """Base struct of the judge cases in which switches may override the rulebook's answers."""

    expect: Annotated[dict[str, Any] | None, doc("expected ruling; a case without it is only a question")] = None
    params: Annotated[
        dict[str, Any] | None,
        doc("switches that override the book's answers, and `unit_cents`, the value of a chip. Not in sessions"),
    ] = None
    alternatives: Annotated[
        list[Alternative] | None,
        doc('a list of `{"params": {...}, "totals": {...}}`: expected totals under other switches. Poker only'),
    ] = None


class Alternative(CaseObject, kw_only=True):
    """Other switches under which the same case is ruled on, with the totals expected then."""

    params: dict[str, Any]
    totals: Any = None
