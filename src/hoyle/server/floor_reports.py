"""What the floor can report at a table, as a form: each report in words, with the fields it asks for.

Written from the commands themselves, so that a report that is new to a table is on the form at once.
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from hoyle.room.live.roles import REPORTS
from hoyle.table.command import Command
from hoyle.table.fields import LONGEST_NAME, MOST_SEATS
from hoyle.table.kinds import KINDS

WHO: Final = "ruled_by"
"""Filled in by whoever rules."""
_UNASKED: Final = frozenset((WHO, "facts"))
_SEATED: Final = frozenset(("seat", "spot"))
_PERSON: Final = frozenset(("player",))
_UNRULED: Final = frozenset((
    "call-name", "pass-over", "settle-dispute", "note", "refuse-play", "house-ruling", "suspect",
    "shuffler-failed", "order-pass",
))  # fmt: skip
"""What no book rules on: matters of people and of the record, and the house's own word."""


class ReportField(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that a report asks for."""

    name: str
    kind: str
    """``seat``, ``person``, ``number``, ``flag``, ``line`` or ``text``."""
    needed: bool = False


class ReportForm(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One report that can be made."""

    do: str
    words: str
    fields: list[ReportField]
    previewed: bool = False
    """Whether the ruling can be seen before it is carried out."""


@cache
def forms(kind: str) -> tuple[ReportForm, ...]:
    """Every report at a kind of table; those about the round first."""
    found = [
        form
        for name, command in KINDS[kind].COMMANDS.items()
        if name in REPORTS and (form := _form(name, command))
    ]
    return tuple(sorted(found, key=lambda form: not form.previewed))


def _form(name: str, command: type[Command]) -> ReportForm | None:
    hints = get_type_hints(command, include_extras=True)
    fields: list[ReportField] = []
    for part in structs.fields(command):
        kind = _kind(part.name, hints[part.name])
        if part.name in _UNASKED:
            continue
        if kind is None:
            if part.required:
                return None  # what no form can ask for is given as a command
            continue
        fields.append(ReportField(name=part.name, kind=kind, needed=part.required))
    words = inspect.cleandoc(command.__doc__ or "").split("\n")[0].split(". ")[0].rstrip(".")
    return ReportForm(do=name, words=words, fields=fields, previewed=name not in _UNRULED)


def _kind(name: str, hint: Any) -> str | None:
    if name in _SEATED:
        return "seat"
    if name in _PERSON:
        return "person"
    if get_origin(hint) is Annotated:
        base, *metas = get_args(hint)
        meta = next((each for each in metas if isinstance(each, Meta)), None)
        if base is int:
            return "seat" if meta is not None and meta.le == MOST_SEATS else "number"
        if base is str:
            return "line" if meta is not None and (meta.max_length or 0) <= LONGEST_NAME else "text"
    return "flag" if hint is bool else None
