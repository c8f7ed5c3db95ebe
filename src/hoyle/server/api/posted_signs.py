"""HTTP API of posted table signs: games, the form for a new table, and each table's sign."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, field, structs
from starlette.requests import Request
from starlette.responses import Response

from hoyle.core.errors import HoyleError, IllegalError
from hoyle.core.validation import abbreviate
from hoyle.room.live_table.table_settings import parse_settings
from hoyle.rulebooks.clause_catalogue import book_info
from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint, read_body, reply
from hoyle.server.api.services import ApiServices
from hoyle.server.http_types.account_types import HomeGameResponse, PostedSignLine, PostedSignResponse
from hoyle.server.workers import worker_pool
from hoyle.table.presets import posted_sign_form
from hoyle.table.presets.game_catalogue import NAMES

Word = Annotated[str, Meta(min_length=1, max_length=40)]
MAX_WRITTEN: Final = 100
"""Maximum fields in a request; no form has as many."""
Written = Annotated[dict[str, Any], Meta(max_length=MAX_WRITTEN)]


class NameResponse(Struct, frozen=True, kw_only=True):
    """Response with a suggested free name."""

    name: str


class GameSummary(Struct, frozen=True, kw_only=True):
    """Game with its common name, and the books that have it."""

    game: str
    name: str
    about: str
    family: str
    books: list[str]


class HouseEdgeResponse(Struct, frozen=True, kw_only=True):
    """House edge of the first wager of a house game."""

    wager: str
    edge: str
    """A fraction."""
    share: float


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
    kind: str
    """``choice``, ``number`` or ``flag``."""
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


async def name(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "name"))


async def games(app: ApiServices, request: Request) -> Response:
    available = posted_sign_form.games()
    return reply(
        [
            GameSummary(game=game, **title._asdict(), books=posted_sign_form.books_of(game))
            for game, title in NAMES.items()
            if game in available
        ]
    )


_EDGES: Final[dict[str, HouseEdgeResponse]] = {}
"""Cache of house edges."""


async def edge(app: ApiServices, request: Request) -> Response:
    game = request.path_params["game"]
    if game not in _EDGES:
        first = (await app.compute(request, worker_pool.edges, game))[0]
        _EDGES[game] = HouseEdgeResponse(wager=first["wager"], edge=first["edge"], share=first["edge_float"])
    return reply(_EDGES[game])


async def draft(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, SignDraftRequest)
    return reply(await app.consult(request, written, body))


def written(body: SignDraftRequest) -> SignDraftResponse:
    """Return the form after a draft, with the resulting sign or the reason why there is none."""
    if body.game not in posted_sign_form.games():
        raise IllegalError(
            f"game {abbreviate(body.game)} is in no book here", legal=", ".join(posted_sign_form.games())
        )
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
        name=NAMES[body.game].name,
        book=body.book,
        book_title=book_info(body.book).title,
        fields=[_field(form_field) for form_field in fields],
        problem=problem,
        lines=[PostedSignLine(text=line.text, clauses=list(line.clauses)) for line in sign.cited_lines()],
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
    refused = (
        None
        if form_field.refused is None
        else RefusedValue(message=form_field.refused.said, clause=form_field.refused.clause)
    )
    return SignField(
        name=form_field.name,
        kind=form_field.kind,
        value=form_field.value,
        options=list(form_field.options),
        least=form_field.least,
        most=form_field.most,
        open=form_field.is_open,
        refused=refused,
    )


async def sign(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "sign", table=request.path_params["table"]))


async def home(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "home", code=request.path_params["code"][:64]))


ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("GET", "/api/name", "Suggest a free name", name, None, NameResponse),
    Endpoint("GET", "/api/games", "All games with their common names", games, None, list[GameSummary]),
    Endpoint("GET", "/api/games/{game}/edge", "House edge of a house game", edge, None, HouseEdgeResponse),
    Endpoint("POST", "/api/signs", "Validate a draft of a sign against its book", draft, SignDraftRequest,
             SignDraftResponse),
    Endpoint("GET", "/api/tables/{table:table}/sign", "Posted sign of a table", sign, None,
             PostedSignResponse),
    Endpoint("GET", "/api/home/{code}", "Home game of an invite link", home, None, HomeGameResponse),
]  # fmt: skip
