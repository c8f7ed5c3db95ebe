"""HTTP API of posted table signs: games, the form for a new table, and each table's sign."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta, Struct, field, structs
from starlette.requests import Request
from starlette.responses import Response

from hoyle.core.errors import HoyleError, IllegalError
from hoyle.room.live_table.table_settings import parse_settings
from hoyle.rulebooks.clause_catalogue import book_info
from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint, read_body, reply
from hoyle.server.api.types.account_types import HomeBody, LineBody, PostedBody
from hoyle.server.gateway.lobby import stakes
from hoyle.server.workers import worker_pool
from hoyle.table.field_types import abbreviate
from hoyle.table.presets import posted_sign_form
from hoyle.table.presets.game_catalogue import NAMES

if TYPE_CHECKING:
    from hoyle.server.edge.asgi_app import App

Word = Annotated[str, Meta(min_length=1, max_length=40)]
MAX_WRITTEN: Final = 100
"""Maximum fields in a request; no form has as many."""
Written = Annotated[dict[str, Any], Meta(max_length=MAX_WRITTEN)]


class NameBody(Struct, frozen=True, kw_only=True):
    """Suggested free name."""

    name: str


class GameBody(Struct, frozen=True, kw_only=True):
    """Game with its common name, and the books that have it."""

    game: str
    name: str
    about: str
    family: str
    books: list[str]


class EdgeBody(Struct, frozen=True, kw_only=True):
    """House edge of the first wager of a house game."""

    wager: str
    edge: str
    """A fraction."""
    share: float


class DraftBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draft of a sign."""

    game: Word
    book: Word
    values: Written = field(default_factory=dict)
    """Values that differ from the default, by field name."""
    terms: Written = field(default_factory=dict)
    """Terms of the room: title, clocks in milliseconds, buy-ins."""


class RefusedBody(Struct, frozen=True, kw_only=True):
    """Refusal of a value by the book."""

    said: str
    clause: str = ""
    legal: str = ""


class ProblemBody(RefusedBody, frozen=True, kw_only=True):
    """Error that prevents a sign."""

    field: str
    """Field or term that causes it; empty: several together."""


class FieldBody(Struct, frozen=True, kw_only=True):
    """One field of the form, with what the book allows."""

    name: str
    kind: str
    """``choice``, ``number`` or ``flag``."""
    value: Any
    options: list[Any]
    least: int
    most: int | None
    """None: left to the house."""
    open: bool
    """Whether there is a choice."""
    refused: RefusedBody | None


class SignBody(Struct, frozen=True, kw_only=True):
    """Form of a sign, with the resulting sign."""

    game: str
    name: str
    book: str
    book_title: str
    fields: list[FieldBody]
    problem: ProblemBody | None
    lines: list[LineBody]
    stakes: str
    sign: dict[str, Any]
    """Sign to open a table with; empty if there is a problem."""
    terms: dict[str, Any]
    stack: int
    """Default stack of a player who sits down."""


async def name(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "name"))


async def games(app: App, request: Request) -> Response:
    known = posted_sign_form.games()
    return reply(
        [
            GameBody(game=game, **title._asdict(), books=posted_sign_form.books_of(game))
            for game, title in NAMES.items()
            if game in known
        ]
    )


_EDGES: Final[dict[str, EdgeBody]] = {}
"""Cache of house edges."""


async def edge(app: App, request: Request) -> Response:
    game = request.path_params["game"]
    if game not in _EDGES:
        first = (await app.compute(request, worker_pool.edges, game))[0]
        _EDGES[game] = EdgeBody(wager=first["wager"], edge=first["edge"], share=first["edge_float"])
    return reply(_EDGES[game])


async def draft(app: App, request: Request) -> Response:
    body = await read_body(request, DraftBody)
    return reply(await app.consult(request, written, body))


def written(body: DraftBody) -> SignBody:
    """Return the form after a draft, with the resulting sign or the reason why there is none."""
    if body.game not in posted_sign_form.games():
        raise IllegalError(
            f"game {abbreviate(body.game)} is in no book here",
            legal=", ".join(posted_sign_form.games()),
        )
    fields = posted_sign_form.fields(body.game, body.book, body.values)
    problem: ProblemBody | None = None
    sign, terms = posted_sign_form.build_sign(body.game, body.book, {}), body.terms
    try:
        sign, terms = _build(body)
    except HoyleError as error:
        clause = getattr(error, "clause", "")
        problem = ProblemBody(
            said=posted_sign_form.message_without_clause(str(error), clause),
            clause=clause,
            legal=getattr(error, "legal", ""),
            field=_field_at_fault(body),
        )
    return SignBody(
        game=body.game,
        name=NAMES[body.game].name,
        book=body.book,
        book_title=book_info(body.book).title,
        fields=[_field(one) for one in fields],
        problem=problem,
        lines=[
            LineBody(text=line.text, clauses=list(line.clauses)) for line in posted_sign_form.sign_lines(sign)
        ],
        stakes=stakes(sign),
        sign={} if problem else posted_sign_form.sign_to_dict(sign),
        terms={} if problem else terms,
        stack=posted_sign_form.default_stack(sign),
    )


def _build(body: DraftBody) -> tuple[Any, dict[str, Any]]:
    """Build the sign and the terms of a draft."""
    sign = posted_sign_form.build_sign(body.game, body.book, body.values)
    stack = posted_sign_form.default_stack(sign)
    terms = {"least_buy_in": stack // 4, "most_buy_in": stack * 2, **body.terms}
    parse_settings(terms)
    return sign, terms


def _field_at_fault(body: DraftBody) -> str:
    """Name of the field or term without which the draft would be valid; empty if there is none."""
    for part in ("values", "terms"):
        values = getattr(body, part)
        for name in values:
            rest = {other: value for other, value in values.items() if other != name}
            with suppress(HoyleError):
                _build(structs.replace(body, **{part: rest}))
                return str(name)
    return ""


def _field(form_field: posted_sign_form.SignFormField) -> FieldBody:
    refused = (
        None
        if form_field.refused is None
        else RefusedBody(said=form_field.refused.said, clause=form_field.refused.clause)
    )
    return FieldBody(
        name=form_field.name,
        kind=form_field.kind,
        value=form_field.value,
        options=list(form_field.options),
        least=form_field.least,
        most=form_field.most,
        open=form_field.is_open,
        refused=refused,
    )


async def sign(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "sign", table=request.path_params["table"]))


async def home(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "home", code=request.path_params["code"][:64]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("GET", "/api/name", "Suggest a free name", name, None, NameBody),
    Endpoint("GET", "/api/games", "All games with their common names", games, None, list[GameBody]),
    Endpoint("GET", "/api/games/{game}/edge", "House edge of a house game", edge, None, EdgeBody),
    Endpoint("POST", "/api/signs", "Validate a draft of a sign against its book", draft, DraftBody, SignBody),
    Endpoint("GET", "/api/tables/{table:table}/sign", "Posted sign of a table", sign, None, PostedBody),
    Endpoint("GET", "/api/home/{code}", "Home game of an invite link", home, None, HomeBody),
]
