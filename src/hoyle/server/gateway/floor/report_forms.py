"""Forms for floor reports: each report in words, with its fields.

Generated from the commands, so that a new report has its form at once.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, structs

from hoyle.games.poker.floor.ruling_types import DEAD_ROUND, HAND_DISCARDED, MISDEAL, PLAY_ON, REFUND
from hoyle.games.poker.variants import variant
from hoyle.room.permissions import REPORTS
from hoyle.server.gateway.floor.report_clauses import clause
from hoyle.table.command_base import Command
from hoyle.table.field_types import MAX_NAME_LENGTH, MAX_SEATS
from hoyle.table.kind_registry import TABLE_KINDS

WHO: Final = "ruled_by"
"""Field that is set to the person who rules."""
_HIDDEN_FIELDS: Final = frozenset((WHO, "facts"))
SEVEN: Final = 7
"""Cards of a hand of stud whose hole cards the books cover."""
_SEAT_FIELDS: Final = frozenset(("seat", "spot"))
_PERSON_FIELDS: Final = frozenset(("player",))
_REPORTS_WITHOUT_RULE: Final = frozenset((
    "call-from-waiting-list", "skip-on-waiting-list", "settle-dispute", "log-note", "refuse-play",
    "house-ruling", "report-collusion", "shuffler-failed", "order-pass",
))  # fmt: skip
"""Reports that no book rules on: about people, about the record, and the house's own decisions."""


_FIXED_VALUES: Final = {"house-ruling": {"trigger": "other"}}
"""Field values that a report fixes; an irregularity with a name has its own report."""


class ReportField(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Field in the form of a floor report."""

    name: str
    kind: str
    """``seat``, ``person``, ``number``, ``flag``, ``line``, ``text`` or ``given``."""
    needed: bool = False
    value: str = ""
    """Preset value; a ``given`` field is not shown."""
    options: list[str] = msgspec.field(default_factory=list)
    """Allowed values, if they are few."""


class ReportForm(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Form of one floor report, with its fields."""

    do: str
    words: str
    fields: list[ReportField]
    previewed: bool = False
    """Whether the ruling can be seen before it is carried out."""
    clause: str = ""
    """Clause of the table's book on it; empty: the book is silent, or no book covers it."""
    asked: bool = False
    """Whether it cannot happen with a program as dealer: the ruling is shown, and nothing carried out."""


ASKED: Final = {
    "exposed": (
        "exposed-hole-flop",
        "A hole card was exposed during the deal",
        (("exposed", "number"), ("first_position", "number"), ("dealer_error", "flag")),
    ),
    "hole-cards-up": ("stud-hole-up", "A hole card was dealt face up", (("exposed", "number"),)),
    "boxed": ("boxed", "A card lies face up in the deck", (("count", "number"),)),
    "off-table": ("off-table", "A card fell off the table", ()),
}
"""Reports of exposed cards: the irregularity, its description, and the fields that the book needs."""
_DECISIONS: Final = (MISDEAL, PLAY_ON, DEAD_ROUND, HAND_DISCARDED, REFUND)
"""Decisions of the house that a poker table carries out; other words are only recorded."""


def reports(table: Any) -> list[ReportForm]:
    """Return every report at a table with its clause, those that its book rules on first."""
    all_forms = [*(_exposed_card_forms(table) if table.KIND == "poker" else ()), *forms(table.KIND)]
    cited = [
        structs.replace(
            form,
            clause=clause(table, form.do),
            fields=[_with_options(table, form.do, field) for field in form.fields],
        )
        for form in all_forms
    ]
    return sorted(cited, key=lambda form: (not form.previewed, not form.clause))


def _exposed_card_forms(table: Any) -> Iterator[ReportForm]:
    game = variant(table.sign.game)
    is_impossible = {"exposed": not game.flop, "hole-cards-up": game.hole_cards != SEVEN}
    for do, (_, description, fields) in ASKED.items():
        if not is_impossible.get(do):
            form_fields = [ReportField(name=name, kind=kind, needed=True) for name, kind in fields]
            yield ReportForm(do=do, words=description, fields=form_fields, previewed=True, asked=True)


def _with_options(table: Any, do: str, field: ReportField) -> ReportField:
    """Add the allowed values to a field, if they are few."""
    if table.KIND == "dice" and (do, field.name) == ("no-roll", "reason"):
        return structs.replace(field, options=list(table.game.book.no_rolls))
    if table.KIND == "poker" and field.name in ("house", "decision"):
        return structs.replace(field, options=list(_DECISIONS))
    return field


@cache
def forms(kind: str) -> tuple[ReportForm, ...]:
    """Return every report at a kind of table, those with a preview first."""
    all_forms = [
        form
        for name, command in TABLE_KINDS[kind].COMMANDS.items()
        if name in REPORTS and (form := _report_form(name, command))
    ]
    return tuple(sorted(all_forms, key=lambda form: not form.previewed))


def _report_form(name: str, command: type[Command]) -> ReportForm | None:
    hints = get_type_hints(command, include_extras=True)
    fields: list[ReportField] = []
    for field in structs.fields(command):
        kind = _field_kind(field.name, hints[field.name])
        if field.name in _HIDDEN_FIELDS:
            continue
        if kind is None:
            if field.required:
                return None  # no form can ask for this field: the report is sent as a command
            continue
        value = _FIXED_VALUES.get(name, {}).get(field.name, "")
        fields.append(
            ReportField(name=field.name, kind="given" if value else kind, needed=field.required, value=value)
        )
    description = inspect.cleandoc(command.__doc__ or "").split("\n")[0].split(". ")[0].rstrip(".")
    return ReportForm(do=name, words=description, fields=fields, previewed=name not in _REPORTS_WITHOUT_RULE)


def _field_kind(name: str, hint: Any) -> str | None:
    if name in _SEAT_FIELDS:
        return "seat"
    if name in _PERSON_FIELDS:
        return "person"
    if get_origin(hint) is Annotated:
        base, *metas = get_args(hint)
        meta = next((item for item in metas if isinstance(item, Meta)), None)
        if base is int:
            return "seat" if meta is not None and meta.le == MAX_SEATS else "number"
        if base is str:
            return "line" if meta is not None and (meta.max_length or 0) <= MAX_NAME_LENGTH else "text"
    return "flag" if hint is bool else None
