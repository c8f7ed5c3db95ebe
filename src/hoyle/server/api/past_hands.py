"""HTTP API of past hands: lists, replays, exports, deal proofs and share links.

The room identifies sessions and links; everything else is read in the worker process of the archive. A player
reads their own hands with what they may know. A link shows one hand to everyone, from its player's view or a
spectator's, until it is revoked.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from msgspec import json
from starlette.requests import Request
from starlette.responses import Response

from hoyle.core.errors import InvalidError
from hoyle.fairness.round_proof import RoundProof
from hoyle.history.rulebook_comparison.comparison_table import ComparisonTable
from hoyle.server.api.accounts import call_room, to_response
from hoyle.server.api.endpoint import Endpoint, read_body, reply
from hoyle.server.api.services import ApiServices
from hoyle.server.gateway.http_call_handlers import HandLink
from hoyle.server.http_types.account_types import EmptyResponse
from hoyle.server.http_types.past_hand_types import (
    HandLinksResponse,
    PastHandsResponse,
    ReplayResponse,
    ShareHandRequest,
    UnshareHandRequest,
)
from hoyle.server.status_codes import error_of
from hoyle.server.workers import past_hand_tasks

SUFFIXES: Final = {"phh": "phh", "pokerstars": "txt", "json": "json", "transcript": "txt"}
FILTERS: Final = {
    "game": ("string", "Only this game"),
    "book": ("string", "Only by this book"),
    "table": ("integer", "Only at this table"),
    "round": ("integer", "Only the hand of this number at its table"),
    "since": ("integer", "Ended at this time or later, in milliseconds since 1970"),
    "until": ("integer", "Ended before this time"),
    "result": ("string", "won, lost or even"),
}


async def _call_or_raise(app: ApiServices, request: Request, call_name: str, **args: Any) -> Any:
    room_response = await call_room(app, request, call_name, **args)
    if room_response.status >= 400:
        refusal = json.decode(room_response.body)
        raise error_of(room_response.status, refusal["error"], clause=refusal["clause"], legal=refusal["allowed"])
    return json.decode(room_response.body)


async def _person(app: ApiServices, request: Request) -> str:
    return str((await _call_or_raise(app, request, "who"))["person"])


def _hand_id(request: Request) -> str:
    return f"{request.path_params['table']}/{request.path_params['first']}"


def _filters(request: Request) -> dict[str, Any]:
    filters: dict[str, Any] = {}
    for name, (kind, _) in FILTERS.items():
        text = request.query_params.get(name, "")
        if not text:
            continue
        if kind == "integer":
            if not (text.isascii() and text.isdecimal() and len(text) < 16):
                raise InvalidError(f"{name} {text[:40]!r}: expected a whole number")
            filters[name] = int(text)
        else:
            filters[name] = text[:40]
    return filters


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


def _file(text: str, name: str, form: str) -> Response:
    kind = "application/json" if form == "json" else "text/plain"
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


async def _read(app: ApiServices, request: Request, query: Any, *args: Any) -> Any:
    return await app.query_archive(request, query, app.config.resolve_database(), *args)


# Own hands


async def hands(app: ApiServices, request: Request) -> Response:
    person = await _person(app, request)
    after = request.query_params.get("after", "")[:40]
    return _json(await _read(app, request, past_hand_tasks.hands, person, _filters(request), after))


async def export_many(app: ApiServices, request: Request) -> Response:
    person, form = await _person(app, request), request.path_params["form"]
    text = await _read(app, request, past_hand_tasks.export_many, person, _filters(request), form)
    suffix = "phhs" if form == "phh" else SUFFIXES[form]
    return _file(text, f"hands.{suffix}", form)


async def hand(app: ApiServices, request: Request) -> Response:
    person = await _person(app, request)
    return _json(await _read(app, request, past_hand_tasks.replay, person, _hand_id(request), False, ""))


async def export(app: ApiServices, request: Request) -> Response:
    person, form = await _person(app, request), request.path_params["form"]
    text = await _read(app, request, past_hand_tasks.export, person, _hand_id(request), form)
    return _file(text, f"hand-{_hand_id(request).replace('/', '-')}.{SUFFIXES[form]}", form)


async def proofs(app: ApiServices, request: Request) -> Response:
    return await _proofs(app, request, await _person(app, request), _hand_id(request), onlooker=False)


async def proof(app: ApiServices, request: Request) -> Response:
    return await _proof(app, request, await _person(app, request), _hand_id(request), onlooker=False)


async def _proofs(app: ApiServices, request: Request, person: str, name: str, *, onlooker: bool) -> Response:
    texts = await _read(app, request, past_hand_tasks.proofs, person, name, onlooker)
    return _json(b"[" + b",".join(text.encode() for text in texts) + b"]")


async def _proof(app: ApiServices, request: Request, person: str, name: str, *, onlooker: bool) -> Response:
    number = request.path_params["number"]
    texts = await _read(app, request, past_hand_tasks.proofs, person, name, onlooker)
    if not 1 <= number <= len(texts):
        raise InvalidError(f"proof {number}: expected 1 to {len(texts)} for hand {name}")
    return _file(texts[number - 1], f"proof-{name.replace('/', '-')}-{number}.json", "json")


async def under(app: ApiServices, request: Request) -> Response:
    person, book = await _person(app, request), request.path_params["book"]
    return _json(await _read(app, request, past_hand_tasks.compare_rulebooks, person, _hand_id(request), book, False))


# Links


async def share(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, ShareHandRequest)
    person = await _person(app, request)
    await _read(app, request, past_hand_tasks.check_ownership, person, _hand_id(request))
    params = request.path_params
    code = secrets.token_hex(12)
    await _call_or_raise(
        app, request, "share", table=params["table"], first=params["first"], code=code, whole=body.whole
    )
    link = HandLink(code=code, player=person, table_id=params["table"], first=params["first"], whole=body.whole)
    return reply(link, 201)


async def unshare(app: ApiServices, request: Request) -> Response:
    body = await read_body(request, UnshareHandRequest)
    return to_response(app, await call_room(app, request, "unshare", code=body.code))


async def shares(app: ApiServices, request: Request) -> Response:
    return to_response(app, await call_room(app, request, "shares"))


async def _resolve_link(app: ApiServices, request: Request) -> tuple[str, str, bool]:
    """Player and hand behind a link, and whether it shows only a spectator's view."""
    link = await _call_or_raise(app, request, "shared", code=request.path_params["code"][:40])
    return link["player"], f"{link['table_id']}/{link['first']}", not link["whole"]


async def shared(app: ApiServices, request: Request) -> Response:
    player, name, onlooker = await _resolve_link(app, request)
    return _json(await _read(app, request, past_hand_tasks.replay, player, name, onlooker, player))


async def shared_proofs(app: ApiServices, request: Request) -> Response:
    player, name, onlooker = await _resolve_link(app, request)
    return await _proofs(app, request, player, name, onlooker=onlooker)


async def shared_proof(app: ApiServices, request: Request) -> Response:
    player, name, onlooker = await _resolve_link(app, request)
    return await _proof(app, request, player, name, onlooker=onlooker)


async def shared_under(app: ApiServices, request: Request) -> Response:
    player, name, onlooker = await _resolve_link(app, request)
    book = request.path_params["book"]
    return _json(await _read(app, request, past_hand_tasks.compare_rulebooks, player, name, book, onlooker))


FILES: Final = ("application/json", "text/plain")
_HAND: Final = "/api/hands/{table:table}/{first:table}"

ENDPOINTS: Final[list[Endpoint]] = [
    Endpoint("GET", "/api/hands", "Your past hands by filter, the latest first", hands, None,
             PastHandsResponse, {**FILTERS, "after": ("string", "`next` of the previous page")},
             session=True),
    Endpoint("GET", "/api/hands/export/{form}",
             "Filtered hands as a file: phh, pokerstars, json or transcript", export_many, gives=None,
             query=FILTERS, forms=FILES, session=True),
    Endpoint("GET", _HAND, "Replay of one of your hands", hand, None, ReplayResponse, session=True),
    Endpoint("GET", _HAND + "/export/{form}", "Hand as a file", export, None, None, forms=FILES,
             session=True),
    Endpoint("GET", _HAND + "/proofs", "Your proofs of the deal", proofs, None, list[RoundProof],
             session=True),
    Endpoint("GET", _HAND + "/proofs/{number:table}", "One deal proof as a file", proof, None, RoundProof,
             session=True),
    Endpoint("GET", _HAND + "/under/{book}", "Comparison of the hand under its own book and another", under,
             None, ComparisonTable, session=True),
    Endpoint("POST", _HAND + "/share", "Share the hand by link", share, ShareHandRequest, HandLink,
             session=True, status=201),
    Endpoint("GET", "/api/shares", "Links that you have given out", shares, None, HandLinksResponse,
             session=True),
    Endpoint("POST", "/api/shares/revoke", "Revoke a link", unshare, UnshareHandRequest, EmptyResponse,
             session=True),
    Endpoint("GET", "/api/shared/{code}", "Replay of a shared hand", shared, None, ReplayResponse),
    Endpoint("GET", "/api/shared/{code}/proofs", "Deal proofs of the cards that the link shows",
             shared_proofs, None, list[RoundProof]),
    Endpoint("GET", "/api/shared/{code}/proofs/{number:table}", "One deal proof as a file", shared_proof,
             None, RoundProof),
    Endpoint("GET", "/api/shared/{code}/under/{book}",
             "Comparison of the hand under its own book and another", shared_under, None, ComparisonTable),
]  # fmt: skip
