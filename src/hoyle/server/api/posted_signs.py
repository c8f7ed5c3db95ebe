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
"""Fields that somebody may have written; no form has as many."""
Written = Annotated[dict[str, Any], Meta(max_length=MAX_WRITTEN)]


class NameBody(Struct, frozen=True, kw_only=True):
    """A name that nobody has."""

    name: str


class GameBody(Struct, frozen=True, kw_only=True):
    """A game as people speak of it, and the books that have it."""

    game: str
    name: str
    about: str
    family: str
    books: list[str]


class EdgeBody(Struct, frozen=True, kw_only=True):
    """What the first wager of a house game costs."""

    wager: str
    edge: str
    """A fraction."""
    share: float


class DraftBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sign as far as somebody has written it."""

    game: Word
    book: Word
    values: Written = field(default_factory=dict)
    """What differs from the usual, by the names of the fields."""
    terms: Written = field(default_factory=dict)
    """The room's: title, clocks in milliseconds, buy-ins."""


class RefusedBody(Struct, frozen=True, kw_only=True):
    """What a book does not let stand."""

    said: str
    clause: str = ""
    legal: str = ""


class ProblemBody(RefusedBody, frozen=True, kw_only=True):
    """Why there is no sign yet."""

    field: str
    """The field or the term without which there would be one; empty: several together."""


class FieldBody(Struct, frozen=True, kw_only=True):
    """One line of the form, with what the book allows there."""

    name: str
    kind: str
    """``choice``, ``number`` or ``flag``."""
    value: Any
    options: list[Any]
    least: int
    most: int | None
    """None: the house's own judgment."""
    open: bool
    """Whether there is anything to choose."""
    refused: RefusedBody | None


class SignBody(Struct, frozen=True, kw_only=True):
    """What may be chosen, and what the sign would be."""

    game: str
    name: str
    book: str
    book_title: str
    fields: list[FieldBody]
    problem: ProblemBody | None
    lines: list[LineBody]
    stakes: str
    sign: dict[str, Any]
    """As a table is opened with; empty where there is a problem."""
    terms: dict[str, Any]
    stack: int
    """What somebody usually sits down with."""


async def name(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "name"))


async def games(app: App, request: Request) -> Response:
    known = posted_sign_form.games()
    return reply(
        [
            GameBody(game=game, **called._asdict(), books=posted_sign_form.books_of(game))
            for game, called in NAMES.items()
            if game in known
        ]
    )


_EDGES: Final[dict[str, EdgeBody]] = {}
"""Reckoned once: they do not change while the room is open."""


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
    """The form as it stands after what was written, and the sign that it makes or why it makes none."""
    if body.game not in posted_sign_form.games():
        raise IllegalError(
            f"game {abbreviate(body.game)} is dealt by no book here",
            legal=", ".join(posted_sign_form.games()),
        )
    fields = posted_sign_form.fields(body.game, body.book, body.values)
    problem: ProblemBody | None = None
    sign, terms = posted_sign_form.build_sign(body.game, body.book, {}), body.terms
    try:
        sign, terms = _built(body)
    except HoyleError as error:
        clause = getattr(error, "clause", "")
        problem = ProblemBody(
            said=posted_sign_form.worded(str(error), clause),
            clause=clause,
            legal=getattr(error, "legal", ""),
            field=_to_blame(body),
        )
    return SignBody(
        game=body.game,
        name=NAMES[body.game].name,
        book=body.book,
        book_title=book_info(body.book).title,
        fields=[_field(each) for each in fields],
        problem=problem,
        lines=[
            LineBody(text=line.text, clauses=list(line.clauses)) for line in posted_sign_form.sign_lines(sign)
        ],
        stakes=stakes(sign),
        sign={} if problem else posted_sign_form.sign_to_dict(sign),
        terms={} if problem else terms,
        stack=posted_sign_form.usual_stack(sign),
    )


def _built(body: DraftBody) -> tuple[Any, dict[str, Any]]:
    """The sign and the terms that were written."""
    sign = posted_sign_form.build_sign(body.game, body.book, body.values)
    stack = posted_sign_form.usual_stack(sign)
    terms = {"least_buy_in": stack // 4, "most_buy_in": stack * 2, **body.terms}
    parse_settings(terms)
    return sign, terms


def _to_blame(body: DraftBody) -> str:
    """What stands in the way: left as usual, it would let the rest stand."""
    for part in ("values", "terms"):
        written_there = getattr(body, part)
        for name in written_there:
            rest = {each: value for each, value in written_there.items() if each != name}
            with suppress(HoyleError):
                _built(structs.replace(body, **{part: rest}))
                return str(name)
    return ""


def _field(each: posted_sign_form.SignFormField) -> FieldBody:
    refused = (
        None if each.refused is None else RefusedBody(said=each.refused.said, clause=each.refused.clause)
    )
    return FieldBody(
        name=each.name,
        kind=each.kind,
        value=each.value,
        options=list(each.options),
        least=each.least,
        most=each.most,
        open=each.is_open,
        refused=refused,
    )


async def sign(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "sign", table=request.path_params["table"]))


async def home(app: App, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "home", code=request.path_params["code"][:64]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("GET", "/api/name", "A name that nobody has yet", name, None, NameBody),
    Endpoint("GET", "/api/games", "The games by the names that people use", games, None, list[GameBody]),
    Endpoint("GET", "/api/games/{game}/edge", "What a house game costs", edge, None, EdgeBody),
    Endpoint("POST", "/api/signs", "What a book lets a house post", draft, DraftBody, SignBody),
    Endpoint("GET", "/api/tables/{table:table}/sign", "The posted sign of a table", sign, None, PostedBody),
    Endpoint("GET", "/api/home/{code}", "Where the link to a home game leads", home, None, HomeBody),
]
