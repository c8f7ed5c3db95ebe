"""RPC dispatch in the room process: runs the handler of an HTTP request relayed by an edge.

Each handler takes the gateway, the person who asks and the call, and returns a status and a JSON body.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec import json, to_builtins

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.room.auth.authentication import Login
from hoyle.room.auth.login_throttle import TooSoon
from hoyle.room.messages import CommandRequest
from hoyle.room.outage import RoomUnavailable
from hoyle.server.api import house_game_handlers
from hoyle.server.api import tables as tables_api
from hoyle.server.api.floor import handlers
from hoyle.server.api.status_codes import no_session, status_of
from hoyle.server.ipc.messages import Message, RpcRequest, RpcResponse
from hoyle.storage.errors import StoreError
from hoyle.table.field_types import abbreviate

if TYPE_CHECKING:
    from hoyle.server.gateway.room_gateway import RoomGateway

NO_COOKIE: Final = "-"
ALLOWED_DURING_OUTAGE: Final = ("figures", "pulse")
"""Calls that are answered while the store fails."""


class RpcReply:
    """Reply to a call: status, body and session token."""

    def __init__(self, body: Any, *, status: int = 200, token: str = "") -> None:
        self.body = body
        self.status = status
        self.token = token


def dispatch(service: RoomGateway, call: RpcRequest) -> list[Message]:
    """Run the handler of a call and return its response."""
    outage = service.desk.trouble
    if outage and call.what not in ALLOWED_DURING_OUTAGE:
        return [_refused(call, RoomUnavailable(outage), 503)]
    handler = CALLS.get(call.what)
    try:
        if handler is None:
            raise InvalidError(f"unknown call {abbreviate(call.what)}")
        person = service.doorman.person_for_token(call.token) if call.token and not outage else ""
        reply = handler(service, person, call)
        ended = service.sessions_ended(person, call)
    except RoomUnavailable as error:
        return [_refused(call, error, 503)]
    except StoreError as error:
        return [_refused(call, RoomUnavailable.because(error), 503)]
    except TooSoon as error:
        return [_refused(call, error, 429)]
    except HoyleError as error:
        return [_refused(call, error, status_of(error))]
    except Exception as error:
        service.alarm(error)
        return [RpcResponse(call.call, 500, json.encode({"error": "internal error in the room"}))]
    return [RpcResponse(call.call, reply.status, json.encode(reply.body), reply.token), *ended]


def _refused(call: RpcRequest, error: HoyleError, status: int) -> RpcResponse:
    body = {
        "error": str(error),
        "clause": getattr(error, "clause", ""),
        "legal": getattr(error, "legal", ""),
        **({"wait": error.wait} if isinstance(error, TooSoon) else {}),
    }
    return RpcResponse(call.call, status, json.encode(body))


def _text(call: RpcRequest, name: str, default: str | None = None) -> str:
    value = call.args.get(name, default)
    if not isinstance(value, str):
        raise InvalidError(f"{name} {abbreviate(value)}: expected text")
    return value


def _number(call: RpcRequest, name: str, default: int | None = None) -> int:
    value = call.args.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10**15:
        raise InvalidError(f"{name} {abbreviate(value)}: expected a whole number")
    return value


def _signed_in(person: str) -> str:
    if not person:
        raise no_session()
    return person


# Accounts and sessions


def enter(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Log in as a new guest."""
    if person:
        raise IllegalError(f"{person} is logged in already", clause="house sessions")
    login = service.doorman.guest(
        _text(call, "name"), _text(call, "agent", ""), address=_text(call, "address", "")
    )
    return _login_reply(service, login)


def vouch(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Open a second guest account that a member vouches for."""
    login = service.doorman.guest(
        _text(call, "name"),
        _text(call, "agent", ""),
        address=_text(call, "address", ""),
        sponsor=_signed_in(person),
    )
    return _login_reply(service, login)


def register(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Turn a guest into a member; the password was hashed at the edge."""
    login = service.doorman.register(_signed_in(person), _text(call, "hash"), _text(call, "agent", ""))
    return RpcReply({"person": person, "kind": "member"}, token=login.token)


def password(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Change the password; the edge has verified the present one."""
    login = service.doorman.change_password(
        _signed_in(person),
        _text(call, "hash"),
        good=call.args.get("good") is True,
        agent=_text(call, "agent", ""),
        address=_text(call, "address", ""),
    )
    return RpcReply({"person": person, "kind": "member"}, token=login.token)


def delete(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Delete the caller's account; the edge has verified the password."""
    good, address = call.args.get("good") is True, _text(call, "address", "")
    service.doorman.delete(_signed_in(person), good=good, address=address)
    return RpcReply({}, token=NO_COOKIE)


def check_code(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Check a one-time code, before the edge hashes the password."""
    service.doorman.check_code(_text(call, "name"), _text(call, "code"), _text(call, "address", ""))
    return RpcReply({})


def claim(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Claim a reserved name by its one-time code; the password was hashed at the edge."""
    login = service.doorman.claim(
        _text(call, "name"),
        _text(call, "code"),
        _text(call, "hash"),
        agent=_text(call, "agent", ""),
        address=_text(call, "address", ""),
    )
    return _login_reply(service, login)


def refresh(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Grant play chips to a person who has few left."""
    return RpcReply({"purse": service.doorman.grant_play_chips(_signed_in(person))})


def password_hash(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Password hash, for the edge alone to verify a password against."""
    name = _text(call, "name", "") or _signed_in(person)
    return RpcReply({"hash": service.doorman.attempt(name, _text(call, "address", ""))})


def log_in(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Log in as a member; the edge has verified the password."""
    login = service.doorman.log_in(
        _text(call, "name"),
        good=call.args.get("good") is True,
        agent=_text(call, "agent", ""),
        address=_text(call, "address", ""),
    )
    return _login_reply(service, login)


def _login_reply(service: RoomGateway, login: Login) -> RpcReply:
    body = {"person": login.person, "last_login": login.last_login}
    return RpcReply(body, status=201, token=login.token)


def log_out(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """End this session, or another of the caller's sessions by its start time."""
    _signed_in(person)
    begun = call.args.get("begun")
    if begun is None:
        service.doorman.log_out(call.token)
        return RpcReply({}, token=NO_COOKIE)
    service.doorman.end_session(person, _number(call, "begun"))
    return RpcReply({})


def me(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Account, balances and sessions of the caller."""
    member = service.desk.room.state.people[_signed_in(person)]
    credential, current = service.desk.store.credential(person), service.doorman.session(call.token)
    return RpcReply(
        {
            "person": person,
            "kind": member.kind,
            "roles": member.roles,
            "purse": service.desk.room.wallet_balance(person),
            "deposit": service.desk.room.deposit(person),
            "last_login": 0 if credential is None else credential.last_login,
            "sessions": [
                {
                    "begun": session.begun,
                    "ends": session.ends,
                    "ended": session.ended,
                    "agent": session.agent,
                    "here": session == current,
                }
                for session in service.doorman.sessions(person)[:50]
            ],
        }
    )


# Tables


def tables(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """The lobby."""
    return RpcReply(to_builtins(service.lobby(person)))


def sign(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Posted sign of a table; needs no account."""
    return RpcReply(tables_api.sign(service.desk.room, person, _number(call, "table")))


def home(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Home game of an invite code."""
    return RpcReply(tables_api.home(service.desk.room, person, _text(call, "code")))


def seat(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Seat options of the caller at a table."""
    return RpcReply(tables_api.seat(service.desk.room, person, _number(call, "table")))


def ledger(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Buy-in ledger of a home game."""
    return RpcReply(tables_api.ledger(service.desk.room, _signed_in(person), _number(call, "table")))


def name(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Suggest a free name."""
    return RpcReply(tables_api.name(service.desk.room, int.from_bytes(service.desk.entropy(4), "big")))


def read_hands(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Record that an auditor reads finished rounds, before the edge serves them."""
    command = {name: call.args.get(name) for name in ("table", "first", "last", "why")}
    return _run_command(
        service, _signed_in(person), f"read {_text(call, 'id')}", {"do": "read-hands", **command}
    )


# Links to past hands


def share(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Share one of the caller's hands by link; the edge has checked that it is theirs."""
    command = {name: call.args.get(name) for name in ("table", "first", "code", "whole")}
    return _run_command(
        service, _signed_in(person), f"share {_text(call, 'code')}", {"do": "share-hand", **command}
    )


def unshare(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Revoke a link."""
    code = _text(call, "code")
    return _run_command(service, _signed_in(person), f"unshare {code}", {"do": "unshare-hand", "code": code})


def _run_command(service: RoomGateway, person: str, id_: str, command: dict[str, Any]) -> RpcReply:
    [answer] = service.desk.process([CommandRequest(idempotency_key=id_, person=person, command=command)])
    if answer.retry:
        raise RoomUnavailable(answer.message)
    if not answer.ok:
        raise IllegalError(answer.message, clause=answer.clause, legal=answer.allowed)
    return RpcReply({})


def shares(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Links that the caller has given out."""
    player = _signed_in(person)
    own = [vars(share) for share in service.desk.room.state.shares.values() if share.player == player]
    return RpcReply({"shares": own})


def shared(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Shared hand behind a link; needs no account."""
    share = service.desk.room.state.shares.get(_text(call, "code"))
    if share is None:
        raise IllegalError("this link leads nowhere: it was revoked, or never given out")
    return RpcReply(vars(share))


def session_person(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Person of the session."""
    return RpcReply({"person": _signed_in(person)})


def floor(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Tables that the caller rules at, or one of them with its reports."""
    room, table = service.desk.room, _number(call, "table", 0)
    if table:
        return RpcReply(handlers.floor_table(room, table, _signed_in(person)))
    return RpcReply(handlers.desk(room, _signed_in(person), service.floor_elsewhere(person)))


def pulse(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Health check for the edge."""
    return RpcReply({})


def room_metrics(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Room metrics, for the monitoring endpoint."""
    room = service.desk.room
    if service.desk.trouble:
        return RpcReply({"up": 0, "clients": len(service.viewers.clients), "cpu_seconds_total": _cpu()})
    open_tables = [hosted for hosted in room.tables.values() if not hosted.hosting.closed]
    return RpcReply(
        {
            "up": int(service.ready()),
            "tables": len(open_tables),
            "seated": sum(len(hosted.seated) for hosted in open_tables),
            "people": len(room.state.people),
            "clients": len(service.viewers.clients),
            "bots": sum(bool(service.viewers.connections_of(name)) for name, _, _ in service.bots),
            "bots_seated": len(service.bots),
            "stopped_tables": sum(hosted.hosting.stopped for hosted in open_tables),
            "records_total": sum(chain.head.number for chain in room.chains.values()),
            "cpu_seconds_total": _cpu(),
        }
    )


def _cpu() -> float:
    return sum(os.times()[:2])


def _reply_with(
    handler: Callable[[RoomGateway, str, RpcRequest], Any], *, own: bool
) -> Callable[[RoomGateway, str, RpcRequest], RpcReply]:
    return lambda service, person, call: RpcReply(
        handler(service, _signed_in(person) if own else person, call)
    )


CALLS: Final[dict[str, Callable[[RoomGateway, str, RpcRequest], RpcReply]]] = {
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
    "read-hands": read_hands,
    "share": share,
    "unshare": unshare,
    "shares": shares,
    "shared": shared,
    "who": session_person,
    "floor": floor,
    "figures": room_metrics,
    "pulse": pulse,
    **{
        what: _reply_with(handler, own=what in house_game_handlers.OWN)
        for what, handler in house_game_handlers.CALLS.items()
    },
}
