"""What is asked over HTTP: coming in, accounts, past hands, the ledger of a home game.

Each call is a function of the service, whoever asks, and the arguments; it gives a status and a JSON body.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec import json, to_builtins

from hoyle.errors import HoyleError, IllegalError, InvalidError
from hoyle.room.live.answers import Request
from hoyle.room.live.doorman import Admitted
from hoyle.room.live.throttle import TooSoon
from hoyle.room.live.trouble import TakesNothing
from hoyle.room.store.failures import StoreError
from hoyle.server import banked_calls, floor_calls, table_calls
from hoyle.server.link import Call, Message, Return
from hoyle.server.statuses import no_session, status_of
from hoyle.table.fields import shown

if TYPE_CHECKING:
    from hoyle.server.service import Service

NO_COOKIE: Final = "-"
EVEN_THEN: Final = ("figures", "pulse")
"""What is answered though the store fails."""


class Given:
    """What a call gives back."""

    def __init__(self, body: Any, *, status: int = 200, token: str = "") -> None:
        self.body = body
        self.status = status
        self.token = token


def answered(service: Service, call: Call) -> list[Message]:
    """Answer a call."""
    trouble = service.desk.trouble
    if trouble and call.what not in EVEN_THEN:
        return [_refused(call, TakesNothing(trouble), 503)]
    handler = CALLS.get(call.what)
    try:
        if handler is None:
            raise InvalidError(f"unknown call {shown(call.what)}")
        person = service.doorman.who(call.token) if call.token and not trouble else ""
        given = handler(service, person, call)
        ended = service.sessions_ended(person, call)
    except TakesNothing as error:
        return [_refused(call, error, 503)]
    except StoreError as error:
        return [_refused(call, TakesNothing.because(error), 503)]
    except TooSoon as error:
        return [_refused(call, error, 429)]
    except HoyleError as error:
        return [_refused(call, error, status_of(error))]
    except Exception as error:
        service.alarm(error)
        return [Return(call.call, 500, json.encode({"error": "something is wrong in the room"}))]
    return [Return(call.call, given.status, json.encode(given.body), given.token), *ended]


def _refused(call: Call, error: HoyleError, status: int) -> Return:
    body = {
        "error": str(error),
        "clause": getattr(error, "clause", ""),
        "legal": getattr(error, "legal", ""),
        **({"wait": error.wait} if isinstance(error, TooSoon) else {}),
    }
    return Return(call.call, status, json.encode(body))


def _text(call: Call, name: str, default: str | None = None) -> str:
    value = call.args.get(name, default)
    if not isinstance(value, str):
        raise InvalidError(f"{name} {shown(value)}: text is wanted")
    return value


def _number(call: Call, name: str, default: int | None = None) -> int:
    value = call.args.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10**15:
        raise InvalidError(f"{name} {shown(value)}: a whole number is wanted")
    return value


def _known(person: str) -> str:
    if not person:
        raise no_session()
    return person


# The door


def enter(service: Service, person: str, call: Call) -> Given:
    """Come in as a guest."""
    if person:
        raise IllegalError(f"{person} is in already", clause="house sessions")
    admitted = service.doorman.guest(
        _text(call, "name"), _text(call, "agent", ""), address=_text(call, "address", "")
    )
    return _in(service, admitted)


def vouch(service: Service, person: str, call: Call) -> Given:
    """Open a second account that a member vouches for."""
    admitted = service.doorman.guest(
        _text(call, "name"),
        _text(call, "agent", ""),
        address=_text(call, "address", ""),
        sponsor=_known(person),
    )
    return _in(service, admitted)


def register(service: Service, person: str, call: Call) -> Given:
    """Become a member; the password was hashed at the edge."""
    admitted = service.doorman.register(_known(person), _text(call, "hash"), _text(call, "agent", ""))
    return Given({"person": person, "kind": "member"}, token=admitted.token)


def password(service: Service, person: str, call: Call) -> Given:
    """Have another password; the edge has held the present one against its hash."""
    admitted = service.doorman.change_password(
        _known(person),
        _text(call, "hash"),
        good=call.args.get("good") is True,
        agent=_text(call, "agent", ""),
        address=_text(call, "address", ""),
    )
    return Given({"person": person, "kind": "member"}, token=admitted.token)


def delete(service: Service, person: str, call: Call) -> Given:
    """Delete one's account; the edge has held the password against its hash."""
    good, address = call.args.get("good") is True, _text(call, "address", "")
    service.doorman.delete(_known(person), good=good, address=address)
    return Given({}, token=NO_COOKIE)


def check_code(service: Service, person: str, call: Call) -> Given:
    """For the edge: whether a code fits, before anything is hashed."""
    service.doorman.check_code(_text(call, "name"), _text(call, "code"), _text(call, "address", ""))
    return Given({})


def claim(service: Service, person: str, call: Call) -> Given:
    """Have a name by its one-time code; the password was hashed at the edge."""
    admitted = service.doorman.claim(
        _text(call, "name"),
        _text(call, "code"),
        _text(call, "hash"),
        agent=_text(call, "agent", ""),
        address=_text(call, "address", ""),
    )
    return _in(service, admitted)


def refresh(service: Service, person: str, call: Call) -> Given:
    """Play chips again, for who has few left."""
    return Given({"purse": service.doorman.refresh(_known(person))})


def kept(service: Service, person: str, call: Call) -> Given:
    """For the edge alone: what a password is held against."""
    name = _text(call, "name", "") or _known(person)
    return Given({"hash": service.doorman.attempt(name, _text(call, "address", ""))})


def log_in(service: Service, person: str, call: Call) -> Given:
    """Come in as a member; the edge has held the password against its hash."""
    admitted = service.doorman.log_in(
        _text(call, "name"),
        good=call.args.get("good") is True,
        agent=_text(call, "agent", ""),
        address=_text(call, "address", ""),
    )
    return _in(service, admitted)


def _in(service: Service, admitted: Admitted) -> Given:
    body = {"person": admitted.person, "last_login": admitted.last_login}
    return Given(body, status=201, token=admitted.token)


def log_out(service: Service, person: str, call: Call) -> Given:
    """End this session, or another of one's own by its beginning."""
    _known(person)
    begun = call.args.get("begun")
    if begun is None:
        service.doorman.log_out(call.token)
        return Given({}, token=NO_COOKIE)
    service.doorman.end(person, _number(call, "begun"))
    return Given({})


def me(service: Service, person: str, call: Call) -> Given:
    """Who one is."""
    known = service.desk.room.state.people[_known(person)]
    credential, here = service.desk.store.credential(person), service.doorman.session(call.token)
    return Given(
        {
            "person": person,
            "kind": known.kind,
            "roles": known.roles,
            "purse": service.desk.room.purse(person),
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


def tables(service: Service, person: str, call: Call) -> Given:
    """The lobby."""
    return Given(to_builtins(service.lobby(person)))


def sign(service: Service, person: str, call: Call) -> Given:
    """The posted sign of a table; nobody needs an account to read it."""
    return Given(table_calls.sign(service.desk.room, person, _number(call, "table")))


def home(service: Service, person: str, call: Call) -> Given:
    """Where the link to a home game leads."""
    return Given(table_calls.home(service.desk.room, person, _text(call, "code")))


def seat(service: Service, person: str, call: Call) -> Given:
    """What one may do about a seat at a table."""
    return Given(table_calls.seat(service.desk.room, person, _number(call, "table")))


def ledger(service: Service, person: str, call: Call) -> Given:
    """The settling up of a home game."""
    return Given(table_calls.ledger(service.desk.room, _known(person), _number(call, "table")))


def name(service: Service, person: str, call: Call) -> Given:
    """A name that nobody has."""
    return Given(table_calls.name(service.desk.room, int.from_bytes(service.desk.entropy(4), "big")))


def read_hands(service: Service, person: str, call: Call) -> Given:
    """An auditor reads rounds that are over: that he does is on record before the edge gives them to him."""
    command = {name: call.args.get(name) for name in ("table", "first", "last", "why")}
    return _done(service, _known(person), f"read {_text(call, 'id')}", {"do": "read-hands", **command})


# Links to past hands


def share(service: Service, person: str, call: Call) -> Given:
    """Give out a link to one of one's hands; the edge has looked whether it is one."""
    command = {name: call.args.get(name) for name in ("table", "first", "code", "whole")}
    return _done(service, _known(person), f"share {_text(call, 'code')}", {"do": "share-hand", **command})


def unshare(service: Service, person: str, call: Call) -> Given:
    """Take a link back."""
    code = _text(call, "code")
    return _done(service, _known(person), f"unshare {code}", {"do": "unshare-hand", "code": code})


def _done(service: Service, person: str, id_: str, command: dict[str, Any]) -> Given:
    [answer] = service.desk.serve([Request(id=id_, person=person, command=command)])
    if answer.again:
        raise TakesNothing(answer.said)
    if not answer.ok:
        raise IllegalError(answer.said, clause=answer.clause, legal=answer.legal)
    return Given({})


def shares(service: Service, person: str, call: Call) -> Given:
    """The links that somebody has given out."""
    mine = _known(person)
    found = [vars(each) for each in service.desk.room.state.shares.values() if each.player == mine]
    return Given({"shares": found})


def shared(service: Service, person: str, call: Call) -> Given:
    """What a link leads to; it is for everybody who has it."""
    found = service.desk.room.state.shares.get(_text(call, "code"))
    if found is None:
        raise IllegalError("this link leads nowhere: it was taken back, or never given out")
    return Given(vars(found))


def who(service: Service, person: str, call: Call) -> Given:
    """Whose session it is."""
    return Given({"person": _known(person)})


def floor(service: Service, person: str, call: Call) -> Given:
    """The floor desk: the tables that one rules at, or one of them with its reports."""
    room, table = service.desk.room, _number(call, "table", 0)
    if table:
        return Given(floor_calls.at(room, table, _known(person)))
    return Given(floor_calls.desk(room, _known(person), service.floor_elsewhere(person)))


def pulse(service: Service, person: str, call: Call) -> Given:
    """For the edge: that the room answers."""
    return Given({})


def figures(service: Service, person: str, call: Call) -> Given:
    """For the monitor: what the room has to do."""
    room = service.desk.room
    if service.desk.trouble:
        return Given({"up": 0, "clients": len(service.viewers.clients), "cpu_seconds_total": _cpu()})
    open_ = [hosted for hosted in room.tables.values() if not hosted.hosting.closed]
    return Given(
        {
            "up": int(service.ready()),
            "tables": len(open_),
            "seated": sum(len(hosted.seated) for hosted in open_),
            "people": len(room.state.people),
            "clients": len(service.viewers.clients),
            "bots": sum(bool(service.viewers.of(name)) for name, _, _ in service.bots),
            "bots_seated": len(service.bots),
            "stopped_tables": sum(hosted.hosting.stopped for hosted in open_),
            "records_total": sum(chain.head.number for chain in room.chains.values()),
            "cpu_seconds_total": _cpu(),
        }
    )


def _cpu() -> float:
    return sum(os.times()[:2])


def _given(
    handler: Callable[[Service, str, Call], Any], *, own: bool
) -> Callable[[Service, str, Call], Given]:
    return lambda service, person, call: Given(handler(service, _known(person) if own else person, call))


CALLS: Final[dict[str, Callable[[Service, str, Call], Given]]] = {
    "enter": enter,
    "vouch": vouch,
    "register": register,
    "password": password,
    "delete": delete,
    "check-code": check_code,
    "claim": claim,
    "refresh": refresh,
    "kept": kept,
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
    "who": who,
    "floor": floor,
    "figures": figures,
    "pulse": pulse,
    **{what: _given(handler, own=what in banked_calls.OWN) for what, handler in banked_calls.CALLS.items()},
}
