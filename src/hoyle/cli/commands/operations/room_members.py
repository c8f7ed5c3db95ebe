"""`hoyle room members`: who has an account, roles, passwords that are reset, names that are freed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import click

from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.core.errors import IllegalError
from hoyle.core.validation import pluralize

if TYPE_CHECKING:
    from hoyle.room.auth.operator_requests import Errand
    from hoyle.storage.sql.sql_store import SqlStore

WAIT: Final = 30.0
"""Seconds in which a room that is open has to run an errand."""
LOOK_EVERY: Final = 0.1
ROLES: Final = click.Choice(["floor", "cashier", "auditor", "manager"])
BY_OPERATOR: Final = "ordered from the command line"

_database = click.option(
    "--database",
    required=True,
    metavar="PLACE",
    envvar="HOYLE_DATABASE",
    show_envvar=True,
    help="A file, or postgresql://...",
)
_why = click.option("--why", default=BY_OPERATOR, show_default=True, help="The reason, which is on record.")


@click.group("members", short_help="Accounts: roles, passwords, names.")
def command() -> None:
    """List who has an account, give and take roles, reset passwords and free names.

    The room may be open meanwhile, by one process or several nodes: then it does what is asked within a
    second or two. Otherwise it is opened for it. Either way it is on record as the house's own doing.

    \b
    hoyle room members list --database room.db
    hoyle room members grant ann floor --database room.db --why "on duty"
    hoyle room members reset ann --database postgresql://hoyle@db/room
    """


@command.command("list", short_help="Who has an account.")
@_database
@click.option("--guests", is_flag=True, help="Guests, bots and former accounts too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_(database: str, guests: bool, as_json: bool) -> None:
    """Every member with roles and last log-in, and the names that wait to be claimed."""
    from hoyle.audit.reports.report_base import moment
    from hoyle.cli.room_database import open_room_database
    from hoyle.room.recovery import read_state
    from hoyle.room.room_state import MEMBER

    with closing(open_room_database(database)) as store:
        state = read_state(store)
        found = [
            {
                "name": person.name,
                "kind": person.kind,
                "roles": person.roles,
                "sponsor": person.sponsor,
                "disabled": person.disabled,
                "last_login": _last_login(store, person.name) if person.kind == MEMBER else 0,
            }
            for person in state.people.values()
            if guests or person.kind == MEMBER
        ]
        found += [
            {
                "name": claim.name,
                "kind": "reserved",
                "roles": [claim.role] if claim.role else [],
                "sponsor": "",
                "disabled": False,
                "last_login": 0,
            }
            for claim in state.claims.values()
            if claim.name not in state.people
        ]
    if as_json:
        print_json(found)
        return
    table = plain_table()
    for each in found:
        table.add_row(
            str(each["name"]),
            str(each["kind"]) + (", disabled" if each["disabled"] else ""),
            ", ".join(_texts(each["roles"])),
            f"of {each['sponsor']}" if each["sponsor"] else "",
            moment(int(str(each["last_login"]))),
        )
    console().print(table)
    click.echo(pluralize(len(found), "account"))


def _texts(values: Any) -> list[str]:
    return [str(value) for value in values]


def _last_login(store: SqlStore, name: str) -> int:
    credential = store.credential(name)
    return 0 if credential is None else credential.last_login


@command.command("grant", short_help="Give a member a role.")
@click.argument("name")
@click.argument("role", type=ROLES)
@_database
@_why
def grant(name: str, role: str, database: str, why: str) -> None:
    """Give the member NAME a ROLE of the house."""
    _do(database, lambda kind: kind(do="grant", name=name, role=role, why=why))


@command.command("take", short_help="Take a role away.")
@click.argument("name")
@click.argument("role", type=ROLES)
@_database
@_why
def take(name: str, role: str, database: str, why: str) -> None:
    """Take a ROLE of the house from the member NAME."""
    _do(database, lambda kind: kind(do="take", name=name, role=role, why=why))


@command.command("reset", short_help="End a password; print a code for a new one.")
@click.argument("name")
@_database
@click.option("--role", type=ROLES, help="What comes with the code.")
@_why
def reset(name: str, database: str, role: str | None, why: str) -> None:
    """End the password and the sessions of NAME, and print a one-time code by which the account is claimed.

    Whoever has the code sets a new password with it on the page /account?claim, or by POST /api/claim. For a
    name that nobody has, it is reserved.
    """
    from hoyle.room.auth.authentication import new_code
    from hoyle.room.auth.credential_tamper_hashes import code_mark

    code = new_code(os.urandom)
    _do(database, lambda kind: kind(do="reset", name=name, code=code_mark(code), role=role or "", why=why))
    click.echo(f"code: {code}")


@command.command("free", short_help="Close an account, and free its name.")
@click.argument("name")
@_database
@_why
def free(name: str, database: str, why: str) -> None:
    """Close the account NAME: its sessions end, its play chips go back to the house, any seat is left.

    Somebody else can have the name if it never gave a command. One that stands in hands and records stays
    retired, for whoever had it next would find hands there that are not theirs.
    """
    _do(database, lambda kind: kind(do="free", name=name, why=why))


def _do(database: str, made: Callable[[type[Errand]], Errand]) -> None:
    """Run an errand, here or where the room is open, and print what came of it."""
    from hoyle.room.auth.operator_requests import REFUSED, Errand, run
    from hoyle.storage.errors import Locked, Superseded
    from hoyle.storage.store_factory import open_store

    errand = made(Errand)
    open_store(database, reading=True).close()  # a room that is not there is not made
    with closing(open_store(database)) as store:
        try:
            store.claim_exclusively()
        except (Locked, Superseded):
            said = _left(store, errand)
        else:
            said = run(_doorman(store), errand)
    if said.startswith(REFUSED):
        raise IllegalError(said.removeprefix(REFUSED))
    click.echo(said)


def _doorman(store: SqlStore) -> Any:
    """The door of a room that nobody else has open."""
    from hoyle.room.auth.authentication import Authenticator
    from hoyle.room.pipeline import CommandPipeline

    return Authenticator(CommandPipeline(store, now=lambda: time.time_ns() // 1_000_000, entropy=os.urandom))


def _left(store: SqlStore, errand: Errand) -> str:
    """Leave an errand for whoever has the room open, and wait for the word."""
    number = store.leave_errand(errand.plain())
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        said = store.errand_said(number)
        if said is not None:
            store.drop_errand(number)
            return said
        time.sleep(LOOK_EVERY)
    taken_back = store.drop_errand(number)
    raise IllegalError(
        f"the process that has {store.place} open did not answer within {WAIT:g} s; "
        f"{'nothing was done' if taken_back else 'it has begun, and may still do it'}"
    )
