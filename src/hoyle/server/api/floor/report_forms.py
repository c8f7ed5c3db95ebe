"""What the floor can report at a table, as a form: each report in words, with the fields it asks for.

Written from the commands themselves, so that a report that is new to a table is on the form at once.
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
from hoyle.room.auth.permissions import REPORTS
from hoyle.server.api.floor.report_clauses import clause
from hoyle.table.command_base import Command
from hoyle.table.field_types import MAX_NAME_LENGTH, MAX_SEATS
from hoyle.table.kind_registry import TABLE_KINDS

WHO: Final = "ruled_by"
"""Filled in by whoever rules."""
_UNASKED: Final = frozenset((WHO, "facts"))
SEVEN: Final = 7
"""Cards of a hand of stud whose hole cards the books speak of."""
_SEATED: Final = frozenset(("seat", "spot"))
_PERSON: Final = frozenset(("player",))
_UNRULED: Final = frozenset((
    "call-name", "pass-over", "settle-dispute", "note", "refuse-play", "house-ruling", "suspect",
    "shuffler-failed", "order-pass",
))  # fmt: skip
"""What no book rules on: matters of people and of the record, and the house's own word."""


_NAMED: Final = {"house-ruling": {"trigger": "other"}}
"""What a report is given without a question: what has a name of its own is reported by that."""


class ReportField(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that a report asks for."""

    name: str
    kind: str
    """``seat``, ``person``, ``number``, ``flag``, ``line``, ``text`` or ``given``."""
    needed: bool = False
    value: str = ""
    """What stands there already; of ``given`` nobody is asked."""
    options: list[str] = msgspec.field(default_factory=list)
    """What it may be, where that is a short list."""


class ReportForm(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One report that can be made."""

    do: str
    words: str
    fields: list[ReportField]
    previewed: bool = False
    """Whether the ruling can be seen before it is carried out."""
    clause: str = ""
    """Where the book at the table speaks of it; empty: it is silent, or no book's matter."""
    asked: bool = False
    """Nothing that a dealer who is a program does: the book is asked, and nothing carried out."""


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
"""Irregularities that turn a hidden card up, by the report of them; what happened, and what the book asks."""
_DECISIONS: Final = (MISDEAL, PLAY_ON, DEAD_ROUND, HAND_DISCARDED, REFUND)
"""What the house may decide at a poker table so that it is carried out; other words are put on record."""


def reports(table: Any) -> list[ReportForm]:
    """Every report at a table with its clause: first what its book rules on."""
    found = [*(_asked(table) if table.KIND == "poker" else ()), *forms(table.KIND)]
    cited = [
        structs.replace(
            form,
            clause=clause(table, form.do),
            fields=[_choosing(table, form.do, part) for part in form.fields],
        )
        for form in found
    ]
    return sorted(cited, key=lambda form: (not form.previewed, not form.clause))


def _asked(table: Any) -> Iterator[ReportForm]:
    game = variant(table.sign.game)
    elsewhere = {"exposed": not game.flop, "hole-cards-up": game.hole_cards != SEVEN}
    for do, (_, words, fields) in ASKED.items():
        if not elsewhere.get(do):
            asked = [ReportField(name=name, kind=kind, needed=True) for name, kind in fields]
            yield ReportForm(do=do, words=words, fields=asked, previewed=True, asked=True)


def _choosing(table: Any, do: str, part: ReportField) -> ReportField:
    """A field with what it may be, where that is a short list."""
    if table.KIND == "dice" and (do, part.name) == ("no-roll", "reason"):
        return structs.replace(part, options=list(table.game.book.no_rolls))
    if table.KIND == "poker" and part.name in ("house", "decision"):
        return structs.replace(part, options=list(_DECISIONS))
    return part


@cache
def forms(kind: str) -> tuple[ReportForm, ...]:
    """Every report at a kind of table; those about the round first."""
    found = [
        form
        for name, command in TABLE_KINDS[kind].COMMANDS.items()
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
        value = _NAMED.get(name, {}).get(part.name, "")
        fields.append(
            ReportField(name=part.name, kind="given" if value else kind, needed=part.required, value=value)
        )
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
            return "seat" if meta is not None and meta.le == MAX_SEATS else "number"
        if base is str:
            return "line" if meta is not None and (meta.max_length or 0) <= MAX_NAME_LENGTH else "text"
    return "flag" if hint is bool else None
