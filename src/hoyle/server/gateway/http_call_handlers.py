"""RPC dispatch in the room process: runs the handler of an HTTP request relayed by an edge.

Each call is a function of the service, whoever asks, and the arguments; it gives a status and a JSON body.
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
"""What is answered though the store fails."""


class RpcReply:
    """What a call gives back."""

    def __init__(self, body: Any, *, status: int = 200, token: str = "") -> None:
        self.body = body
        self.status = status
        self.token = token


def dispatch(service: RoomGateway, call: RpcRequest) -> list[Message]:
    """Answer a call."""
    trouble = service.desk.trouble
    if trouble and call.what not in ALLOWED_DURING_OUTAGE:
        return [_refused(call, RoomUnavailable(trouble), 503)]
    handler = CALLS.get(call.what)
    try:
        if handler is None:
            raise InvalidError(f"unknown call {abbreviate(call.what)}")
        person = service.doorman.person_for_token(call.token) if call.token and not trouble else ""
        given = handler(service, person, call)
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
        return [RpcResponse(call.call, 500, json.encode({"error": "something is wrong in the room"}))]
    return [RpcResponse(call.call, given.status, json.encode(given.body), given.token), *ended]


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
        raise InvalidError(f"{name} {abbreviate(value)}: text is wanted")
    return value


def _number(call: RpcRequest, name: str, default: int | None = None) -> int:
    value = call.args.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10**15:
        raise InvalidError(f"{name} {abbreviate(value)}: a whole number is wanted")
    return value


def _known(person: str) -> str:
    if not person:
        raise no_session()
    return person


# The door


def enter(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Come in as a guest."""
    if person:
        raise IllegalError(f"{person} is in already", clause="house sessions")
    admitted = service.doorman.guest(
        _text(call, "name"), _text(call, "agent", ""), address=_text(call, "address", "")
    )
    return _in(service, admitted)


def vouch(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Open a second account that a member vouches for."""
    admitted = service.doorman.guest(
        _text(call, "name"),
        _text(call, "agent", ""),
        address=_text(call, "address", ""),
        sponsor=_known(person),
    )
    return _in(service, admitted)


def register(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Become a member; the password was hashed at the edge."""
    admitted = service.doorman.register(_known(person), _text(call, "hash"), _text(call, "agent", ""))
    return RpcReply({"person": person, "kind": "member"}, token=admitted.token)


def password(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Have another password; the edge has held the present one against its hash."""
    admitted = service.doorman.change_password(
        _known(person),
        _text(call, "hash"),
        good=call.args.get("good") is True,
        agent=_text(call, "agent", ""),
        address=_text(call, "address", ""),
    )
    return RpcReply({"person": person, "kind": "member"}, token=admitted.token)


def delete(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Delete one's account; the edge has held the password against its hash."""
    good, address = call.args.get("good") is True, _text(call, "address", "")
    service.doorman.delete(_known(person), good=good, address=address)
    return RpcReply({}, token=NO_COOKIE)


def check_code(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """For the edge: whether a code fits, before anything is hashed."""
    service.doorman.check_code(_text(call, "name"), _text(call, "code"), _text(call, "address", ""))
    return RpcReply({})


def claim(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Have a name by its one-time code; the password was hashed at the edge."""
    admitted = service.doorman.claim(
        _text(call, "name"),
        _text(call, "code"),
        _text(call, "hash"),
        agent=_text(call, "agent", ""),
        address=_text(call, "address", ""),
    )
    return _in(service, admitted)


def refresh(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Play chips again, for who has few left."""
    return RpcReply({"purse": service.doorman.grant_play_chips(_known(person))})


def password_hash(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """For the edge alone: what a password is held against."""
    name = _text(call, "name", "") or _known(person)
    return RpcReply({"hash": service.doorman.attempt(name, _text(call, "address", ""))})


def log_in(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Come in as a member; the edge has held the password against its hash."""
    admitted = service.doorman.log_in(
        _text(call, "name"),
        good=call.args.get("good") is True,
        agent=_text(call, "agent", ""),
        address=_text(call, "address", ""),
    )
    return _in(service, admitted)


def _in(service: RoomGateway, admitted: Login) -> RpcReply:
    body = {"person": admitted.person, "last_login": admitted.last_login}
    return RpcReply(body, status=201, token=admitted.token)


def log_out(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """End this session, or another of one's own by its beginning."""
    _known(person)
    begun = call.args.get("begun")
    if begun is None:
        service.doorman.log_out(call.token)
        return RpcReply({}, token=NO_COOKIE)
    service.doorman.end_session(person, _number(call, "begun"))
    return RpcReply({})


def me(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Who one is."""
    known = service.desk.room.state.people[_known(person)]
    credential, here = service.desk.store.credential(person), service.doorman.session(call.token)
    return RpcReply(
        {
            "person": person,
            "kind": known.kind,
            "roles": known.roles,
            "purse": service.desk.room.wallet_balance(person),
            "deposit": service.desk.room.deposit(person),
            "last_login": 0 if credential is None else credential.last_login,
            "sessions": [
                {
                    "begun": each.begun,
                    "ends": each.ends,
                    "ended": each.ended,
                    "agent": each.agent,
                    "here": each == here,
                }
                for each in service.doorman.sessions(person)[:50]
            ],
        }
    )


# Tables


def tables(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """The lobby."""
    return RpcReply(to_builtins(service.lobby(person)))


def sign(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """The posted sign of a table; nobody needs an account to read it."""
    return RpcReply(tables_api.sign(service.desk.room, person, _number(call, "table")))


def home(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Where the link to a home game leads."""
    return RpcReply(tables_api.home(service.desk.room, person, _text(call, "code")))


def seat(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """What one may do about a seat at a table."""
    return RpcReply(tables_api.seat(service.desk.room, person, _number(call, "table")))


def ledger(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """The settling up of a home game."""
    return RpcReply(tables_api.ledger(service.desk.room, _known(person), _number(call, "table")))


def name(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """A name that nobody has."""
    return RpcReply(tables_api.name(service.desk.room, int.from_bytes(service.desk.entropy(4), "big")))


def read_hands(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """An auditor reads rounds that are over: that he does is on record before the edge gives them to him."""
    command = {name: call.args.get(name) for name in ("table", "first", "last", "why")}
    return _done(service, _known(person), f"read {_text(call, 'id')}", {"do": "read-hands", **command})


# Links to past hands


def share(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Give out a link to one of one's hands; the edge has looked whether it is one."""
    command = {name: call.args.get(name) for name in ("table", "first", "code", "whole")}
    return _done(service, _known(person), f"share {_text(call, 'code')}", {"do": "share-hand", **command})


def unshare(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Take a link back."""
    code = _text(call, "code")
    return _done(service, _known(person), f"unshare {code}", {"do": "unshare-hand", "code": code})


def _done(service: RoomGateway, person: str, id_: str, command: dict[str, Any]) -> RpcReply:
    [answer] = service.desk.process([CommandRequest(id=id_, person=person, command=command)])
    if answer.again:
        raise RoomUnavailable(answer.said)
    if not answer.ok:
        raise IllegalError(answer.said, clause=answer.clause, legal=answer.legal)
    return RpcReply({})


def shares(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """The links that somebody has given out."""
    mine = _known(person)
    found = [vars(each) for each in service.desk.room.state.shares.values() if each.player == mine]
    return RpcReply({"shares": found})


def shared(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """What a link leads to; it is for everybody who has it."""
    found = service.desk.room.state.shares.get(_text(call, "code"))
    if found is None:
        raise IllegalError("this link leads nowhere: it was taken back, or never given out")
    return RpcReply(vars(found))


def session_person(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """Whose session it is."""
    return RpcReply({"person": _known(person)})


def floor(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """The floor desk: the tables that one rules at, or one of them with its reports."""
    room, table = service.desk.room, _number(call, "table", 0)
    if table:
        return RpcReply(handlers.floor_table(room, table, _known(person)))
    return RpcReply(handlers.desk(room, _known(person), service.floor_elsewhere(person)))


def pulse(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """For the edge: that the room answers."""
    return RpcReply({})


def room_metrics(service: RoomGateway, person: str, call: RpcRequest) -> RpcReply:
    """For the monitor: what the room has to do."""
    room = service.desk.room
    if service.desk.trouble:
        return RpcReply({"up": 0, "clients": len(service.viewers.clients), "cpu_seconds_total": _cpu()})
    open_ = [hosted for hosted in room.tables.values() if not hosted.hosting.closed]
    return RpcReply(
        {
            "up": int(service.ready()),
            "tables": len(open_),
            "seated": sum(len(hosted.seated) for hosted in open_),
            "people": len(room.state.people),
            "clients": len(service.viewers.clients),
            "bots": sum(bool(service.viewers.connections_of(name)) for name, _, _ in service.bots),
            "bots_seated": len(service.bots),
            "stopped_tables": sum(hosted.hosting.stopped for hosted in open_),
            "records_total": sum(chain.head.number for chain in room.chains.values()),
            "cpu_seconds_total": _cpu(),
        }
    )


def _cpu() -> float:
    return sum(os.times()[:2])


def _given(
    handler: Callable[[RoomGateway, str, RpcRequest], Any], *, own: bool
) -> Callable[[RoomGateway, str, RpcRequest], RpcReply]:
    return lambda service, person, call: RpcReply(handler(service, _known(person) if own else person, call))


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
        what: _given(handler, own=what in house_game_handlers.OWN)
        for what, handler in house_game_handlers.CALLS.items()
    },
}
