"""RPC dispatch in the room process: runs the handler of an HTTP request relayed by an edge.

Each handler takes the gateway, the person who asks and the call, and returns a status and a JSON body.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct, json, to_builtins

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.room.auth.authentication import Login
from hoyle.room.auth.login_throttle import TooSoon
from hoyle.room.messages import CommandRequest
from hoyle.room.outage import RoomUnavailable
from hoyle.room.room import Room
from hoyle.room.state.room_state import SharedHand
from hoyle.server.gateway import house_game_calls, table_calls
from hoyle.server.gateway.floor import floor_desk
from hoyle.server.gateway.gateway_base import GatewayBase
from hoyle.server.ipc.messages import Message, RpcRequest, RpcResponse
from hoyle.server.status_codes import no_session, status_of
from hoyle.storage.errors import StoreError

NO_COOKIE: Final = "-"
ALLOWED_DURING_OUTAGE: Final = ("figures", "pulse")
"""Calls that are answered while the store fails."""


class HandLink(Struct, frozen=True, kw_only=True):
    """Link by which a player shares a past hand."""

    code: str
    player: str
    table_id: int
    first: int
    whole: bool


class RpcReply:
    """Reply to a call: status, body and session token."""

    def __init__(self, body: Any, *, status: int = 200, token: str = "") -> None:
        self.body = body
        self.status = status
        self.token = token


def dispatch(
    service: GatewayBase, call: RpcRequest, end_sessions: Callable[[str, RpcRequest], list[Message]]
) -> list[Message]:
    """Run the handler of a call; return its response, and what `end_sessions` sends to ended sessions."""
    outage = service.pipeline.trouble
    if outage and call.what not in ALLOWED_DURING_OUTAGE:
        return [_refusal_response(call, RoomUnavailable(outage), 503)]
    handler = CALLS.get(call.what)
    try:
        if handler is None:
            raise InvalidError(f"unknown call {abbreviate(call.what)}")
        person = service.authenticator.person_for_token(call.token) if call.token and not outage else ""
        reply = handler(service, person, call)
        session_messages = end_sessions(person, call)
    except RoomUnavailable as error:
        return [_refusal_response(call, error, 503)]
    except StoreError as error:
        return [_refusal_response(call, RoomUnavailable.because(error), 503)]
    except TooSoon as error:
        return [_refusal_response(call, error, 429)]
    except HoyleError as error:
        return [_refusal_response(call, error, status_of(error))]
    except Exception as error:
        service.alarm(error)
        return [RpcResponse(call.call, 500, json.encode({"error": "internal error in the room"}))]
    return [RpcResponse(call.call, reply.status, json.encode(reply.body), reply.token), *session_messages]


def _refusal_response(call: RpcRequest, error: HoyleError, status: int) -> RpcResponse:
    body = {
        "error": str(error),
        "clause": getattr(error, "clause", ""),
        "allowed": getattr(error, "legal", ""),
        **({"retry_after_ms": error.wait} if isinstance(error, TooSoon) else {}),
    }
    return RpcResponse(call.call, status, json.encode(body))


def _text_arg(call: RpcRequest, name: str, default: str | None = None) -> str:
    value = call.args.get(name, default)
    if not isinstance(value, str):
        raise InvalidError(f"{name} {abbreviate(value)}: expected text")
    return value


def _number_arg(call: RpcRequest, name: str, default: int | None = None) -> int:
    value = call.args.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10**15:
        raise InvalidError(f"{name} {abbreviate(value)}: expected a whole number")
    return value


def _require_session(person: str) -> str:
    if not person:
        raise no_session()
    return person


# Accounts and sessions


def enter(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Handle the call to log in as a new guest."""
    if person:
        raise IllegalError(f"{person} is logged in already", clause="house sessions")
    login = service.authenticator.guest(
        _text_arg(call, "name"), _text_arg(call, "agent", ""), address=_text_arg(call, "address", "")
    )
    return _login_reply(service, login)


def vouch(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Open a second guest account that a member vouches for."""
    login = service.authenticator.guest(
        _text_arg(call, "name"),
        _text_arg(call, "agent", ""),
        address=_text_arg(call, "address", ""),
        sponsor=_require_session(person),
    )
    return _login_reply(service, login)


def register(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Turn a guest into a member; the password was hashed at the edge."""
    login = service.authenticator.register(
        _require_session(person), _text_arg(call, "hash"), _text_arg(call, "agent", "")
    )
    return RpcReply({"person": person, "kind": "member"}, token=login.token)


def password(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Change the password; the edge has verified the present one."""
    login = service.authenticator.change_password(
        _require_session(person),
        _text_arg(call, "hash"),
        good=call.args.get("good") is True,
        agent=_text_arg(call, "agent", ""),
        address=_text_arg(call, "address", ""),
    )
    return RpcReply({"person": person, "kind": "member"}, token=login.token)


def delete(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Delete the caller's account; the edge has verified the password."""
    good, address = call.args.get("good") is True, _text_arg(call, "address", "")
    service.authenticator.delete(_require_session(person), good=good, address=address)
    return RpcReply({}, token=NO_COOKIE)


def check_code(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Check a one-time code, before the edge hashes the password."""
    service.authenticator.check_code(_text_arg(call, "name"), _text_arg(call, "code"), _text_arg(call, "address", ""))
    return RpcReply({})


def claim(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Claim a reserved name by its one-time code; the password was hashed at the edge."""
    login = service.authenticator.claim(
        _text_arg(call, "name"),
        _text_arg(call, "code"),
        _text_arg(call, "hash"),
        agent=_text_arg(call, "agent", ""),
        address=_text_arg(call, "address", ""),
    )
    return _login_reply(service, login)


def refresh(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Grant play chips to a person who has few left."""
    return RpcReply({"wallet": service.authenticator.grant_play_chips(_require_session(person))})


def password_hash(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Password hash, for the edge alone to verify a password against."""
    name = _text_arg(call, "name", "") or _require_session(person)
    return RpcReply({"hash": service.authenticator.attempt(name, _text_arg(call, "address", ""))})


def log_in(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Log in as a member; the edge has verified the password."""
    login = service.authenticator.log_in(
        _text_arg(call, "name"),
        good=call.args.get("good") is True,
        agent=_text_arg(call, "agent", ""),
        address=_text_arg(call, "address", ""),
    )
    return _login_reply(service, login)


def _login_reply(service: GatewayBase, login: Login) -> RpcReply:
    body = {"person": login.person, "last_login": login.last_login}
    return RpcReply(body, status=201, token=login.token)


def log_out(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """End this session, or another of the caller's sessions by its start time."""
    _require_session(person)
    started_at = call.args.get("begun")
    if started_at is None:
        service.authenticator.log_out(call.token)
        return RpcReply({}, token=NO_COOKIE)
    service.authenticator.end_session(person, _number_arg(call, "begun"))
    return RpcReply({})


def me(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the account, balances and sessions of the caller."""
    member = service.pipeline.room.state.people[_require_session(person)]
    credential, current = service.pipeline.store.credential(person), service.authenticator.session(call.token)
    return RpcReply(
        {
            "person": person,
            "kind": member.kind,
            "roles": member.roles,
            "wallet": service.pipeline.room.wallet_balance(person),
            "deposit": service.pipeline.room.deposit(person),
            "last_login": 0 if credential is None else credential.last_login,
            "sessions": [
                {
                    "begun": session.started_at,
                    "ends": session.expires_at,
                    "ended": session.ended_at,
                    "agent": session.agent,
                    "current": session == current,
                }
                for session in service.authenticator.sessions(person)[:50]
            ],
        }
    )


# Tables


def tables(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the lobby as the caller may see it."""
    return RpcReply(to_builtins(service.lobby(person)))


def sign(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the posted sign of a table; needs no account."""
    return RpcReply(table_calls.sign(service.pipeline.room, person, _number_arg(call, "table")))


def home(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the home game of an invite code."""
    return RpcReply(table_calls.home(service.pipeline.room, person, _text_arg(call, "code")))


def seat(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the seat options of the caller at a table."""
    return RpcReply(table_calls.seat(service.pipeline.room, person, _number_arg(call, "table")))


def ledger(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the buy-in ledger of a home game."""
    return RpcReply(table_calls.ledger(service.pipeline.room, _require_session(person), _number_arg(call, "table")))


def name(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Suggest a free name for a new guest."""
    return RpcReply(table_calls.name(service.pipeline.room, int.from_bytes(service.pipeline.entropy(4), "big")))


def read_hands(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Record that an auditor reads finished rounds, before the edge serves them."""
    command = {name: call.args.get(name) for name in ("table", "first", "last", "why")}
    return _run_command(
        service, _require_session(person), f"read {_text_arg(call, 'id')}", {"do": "access-hands", **command}
    )


# Links to past hands


def share(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Share one of the caller's hands by link; the edge has checked that it is theirs."""
    command = {name: call.args.get(name) for name in ("table", "first", "code", "whole")}
    return _run_command(
        service, _require_session(person), f"share {_text_arg(call, 'code')}", {"do": "share-hand", **command}
    )


def unshare(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Revoke a link to a shared hand."""
    code = _text_arg(call, "code")
    return _run_command(service, _require_session(person), f"unshare {code}", {"do": "unshare-hand", "code": code})


def _run_command(service: GatewayBase, person: str, id_: str, command: dict[str, Any]) -> RpcReply:
    [answer] = service.pipeline.process([CommandRequest(idempotency_key=id_, person=person, command=command)])
    if answer.retry:
        raise RoomUnavailable(answer.message)
    if not answer.ok:
        raise IllegalError(answer.message, clause=answer.clause, legal=answer.allowed)
    return RpcReply({})


def shares(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the links to shared hands that the caller has given out."""
    player = _require_session(person)
    links = service.pipeline.room.state.shares.values()
    return RpcReply({"shares": [_hand_link(link) for link in links if link.player == player]})


def _hand_link(link: SharedHand) -> HandLink:
    return HandLink(code=link.code, player=link.player, table_id=link.table, first=link.first, whole=link.whole)


def shared(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the shared hand behind a link; needs no account."""
    share = service.pipeline.room.state.shares.get(_text_arg(call, "code"))
    if share is None:
        raise IllegalError("this link leads nowhere: it was revoked, or never given out")
    return RpcReply(_hand_link(share))


def session_person(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the name of the person whose session it is."""
    return RpcReply({"person": _require_session(person)})


def floor(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Tables that the caller rules at, or one of them with its reports."""
    room, table = service.pipeline.room, _number_arg(call, "table", 0)
    if table:
        return RpcReply(floor_desk.floor_table(room, table, _require_session(person)))
    return RpcReply(floor_desk.desk(room, _require_session(person), service.floor_elsewhere(person)))


def pulse(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Answer the edge's health check."""
    return RpcReply({})


def room_metrics(service: GatewayBase, person: str, call: RpcRequest) -> RpcReply:
    """Return the room's metrics, for the monitoring endpoint."""
    room = service.pipeline.room
    if service.pipeline.trouble:
        return RpcReply({"up": 0, "clients": len(service.viewers.clients), "cpu_seconds_total": _cpu_seconds()})
    open_tables = [live_table for live_table in room.tables.values() if not live_table.hosting.closed]
    return RpcReply(
        {
            "up": int(service.ready()),
            "tables": len(open_tables),
            "seated": sum(len(live_table.seated) for live_table in open_tables),
            "people": len(room.state.people),
            "clients": len(service.viewers.clients),
            "bots": sum(bool(service.viewers.connections_of(name)) for name, _, _ in service.bots),
            "bots_seated": len(service.bots),
            "stopped_tables": sum(live_table.hosting.stopped for live_table in open_tables),
            "records_total": sum(chain.head.number for chain in room.chains.values()),
            "cpu_seconds_total": _cpu_seconds(),
        }
    )


def _cpu_seconds() -> float:
    return sum(os.times()[:2])


def _reply_with(
    handler: Callable[[Room, str, RpcRequest], Any], *, own: bool
) -> Callable[[GatewayBase, str, RpcRequest], RpcReply]:
    return lambda service, person, call: RpcReply(
        handler(service.pipeline.room, _require_session(person) if own else person, call)
    )


CALLS: Final[dict[str, Callable[[GatewayBase, str, RpcRequest], RpcReply]]] = {
    "enter": enter,
    "vouch": vouch,
    "register": register,
    "password": password,
    "delete": delete,
    "check-code": check_code,
    "claim": claim,
    "refresh": refresh,
    "kept": password_hash,
    "log-in": log_in,
    "log-out": log_out,
    "me": me,
    "tables": tables,
    "sign": sign,
    "home": home,
    "seat": seat,
    "ledger": ledger,
    "name": name,
    "access-hands": read_hands,
    "share": share,
    "unshare": unshare,
    "shares": shares,
    "shared": shared,
    "who": session_person,
    "floor": floor,
    "figures": room_metrics,
    "pulse": pulse,
    **{
        what: _reply_with(handler, own=what in house_game_calls.OWN) for what, handler in house_game_calls.CALLS.items()
    },
}
