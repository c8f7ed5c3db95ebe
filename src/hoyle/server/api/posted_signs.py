"""HTTP API of posted signs: the games, and the form for the sign of a new table."""

from __future__ import annotations

from contextlib import suppress
from operator import attrgetter
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field, structs

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.games.registry import find_entry
from hoyle.room.live_table.table_settings import parse_settings
from hoyle.rulebooks.clause_catalogue import book_info
from hoyle.server.api.endpoint import fill, worker_endpoint
from hoyle.server.api.services import RULEBOOK_POOL
from hoyle.server.api.tables import PostedSignLine
from hoyle.table.presets import posted_sign_form

Word = Annotated[str, Meta(min_length=1, max_length=40)]
MAX_WRITTEN: Final = 100
"""Maximum fields in a request; no form has as many."""
Written = Annotated[dict[str, Any], Meta(max_length=MAX_WRITTEN)]


class GameSummary(Struct, frozen=True, kw_only=True):
    """Game with its common name, and the books that have it."""

    game: str
    name: str
    about: str
    family: str
    books: list[str]


class SignDraftRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request to check the draft of a posted sign."""

    game: Word
    book: Word
    values: Written = field(default_factory=dict)
    """Values that differ from the default, by field name."""
    settings: Written = field(default_factory=dict)
    """Table settings: title, clocks, buy-ins."""


class RefusedValue(Struct, frozen=True, kw_only=True):
    """Reason why the rulebook refuses a value on a sign."""

    message: str
    clause: str = ""
    allowed: str = ""


class SignProblem(RefusedValue, frozen=True, kw_only=True):
    """Error that makes a drafted sign invalid."""

    field: str
    """Field or setting that causes it; empty: several together."""


class SignField(Struct, frozen=True, kw_only=True):
    """One field of the form, with what the book allows."""

    name: str
    kind: Literal["choice", "number", "flag"]
    value: Any
    options: list[Any]
    least: int
    most: int | None
    """None: left to the house."""
    open: bool
    """Whether there is a choice."""
    refused: RefusedValue | None


class SignDraftResponse(Struct, frozen=True, kw_only=True):
    """Response to a draft: the form of a posted sign, and the resulting sign."""

    game: str
    name: str
    book: str
    book_title: str
    fields: list[SignField]
    problem: SignProblem | None
    lines: list[PostedSignLine]
    stakes: str
    sign: dict[str, Any]
    """Sign to open a table with; empty if there is a problem."""
    settings: dict[str, Any]
    stack: int
    """Default stack of a player who sits down."""


@worker_endpoint("GET", "/api/games", "All games with their common names", pool=RULEBOOK_POOL)
def games() -> list[GameSummary]:
    available = posted_sign_form.games()
    return [
        GameSummary(
            game=entry.id,
            name=entry.name,
            about=entry.about,
            family=entry.family,
            books=posted_sign_form.books_of(entry.id),
        )
        for entry in sorted(map(find_entry, available), key=attrgetter("rank"))
    ]


@worker_endpoint("POST", "/api/signs", "Validate a draft of a sign against its book", pool=RULEBOOK_POOL)
def written(body: SignDraftRequest) -> SignDraftResponse:
    """Return the form after a draft, with the resulting sign or the reason why there is none."""
    if body.game not in posted_sign_form.games():
        games = ", ".join(posted_sign_form.games())
        raise InvalidError(f"game {abbreviate(body.game)} is in no book here; expected one of {games}")
    fields = posted_sign_form.fields(body.game, body.book, body.values)
    problem: SignProblem | None = None
    sign, settings = posted_sign_form.build_sign(body.game, body.book, {}), body.settings
    try:
        sign, settings = _build(body)
    except HoyleError as error:
        clause = getattr(error, "clause", "")
        problem = SignProblem(
            message=posted_sign_form.message_without_clause(str(error), clause),
            clause=clause,
            allowed=getattr(error, "legal", ""),
            field=_field_at_fault(body),
        )
    return SignDraftResponse(
        game=body.game,
        name=find_entry(body.game).name,
        book=body.book,
        book_title=book_info(body.book).title,
        fields=[_field(form_field) for form_field in fields],
        problem=problem,
        lines=[fill(PostedSignLine, line) for line in sign.cited_lines()],
        stakes=sign.stakes(),
        sign={} if problem else posted_sign_form.sign_to_dict(sign),
        settings={} if problem else settings,
        stack=posted_sign_form.default_stack(sign),
    )


def _build(body: SignDraftRequest) -> tuple[Any, dict[str, Any]]:
    """Build the posted sign and the table settings of a draft."""
    sign = posted_sign_form.build_sign(body.game, body.book, body.values)
    stack = posted_sign_form.default_stack(sign)
    settings = {"min_buy_in": stack // 4, "max_buy_in": stack * 2, **body.settings}
    parse_settings(settings)
    return sign, settings


def _field_at_fault(body: SignDraftRequest) -> str:
    """Name of the field or setting without which the draft would be valid; empty if there is none."""
    for section in ("values", "settings"):
        values = getattr(body, section)
        for name in values:
            remaining = {key: value for key, value in values.items() if key != name}
            with suppress(HoyleError):
                _build(structs.replace(body, **{section: remaining}))
                return str(name)
    return ""


def _field(form_field: posted_sign_form.SignFormField) -> SignField:
    refusal = form_field.refused
    return fill(
        SignField,
        form_field,
        open=form_field.is_open,
        refused=None if refusal is None else RefusedValue(message=refusal.said, clause=refusal.clause),
    )
