"""`hoyle room members`: list accounts, grant roles, reset passwords and free names."""

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
    from hoyle.room.auth.operator_requests import OperatorRequest
    from hoyle.storage.sql.sql_store import SqlStore

ANSWER_TIMEOUT_S: Final = 30.0
"""Seconds to wait for an open room to run a request."""
POLL_INTERVAL_S: Final = 0.1
ROLES: Final = click.Choice(["floor", "cashier", "auditor", "manager"])
BY_OPERATOR: Final = "ordered from the command line"

_database = click.option(
    "--database",
    required=True,
    metavar="PLACE",
    envvar="HOYLE_DATABASE_URL",
    show_envvar=True,
    help="A file, or postgresql://...",
)
_why = click.option("--why", default=BY_OPERATOR, show_default=True, help="Reason, recorded with the change.")


@click.group("members", short_help="Manage accounts: roles, passwords, names.")
def command() -> None:
    """List accounts, grant and revoke roles, reset passwords and free names.

    If the room is open, in one process or on several nodes, it makes the change within a second or two;
    otherwise this command does. Either way the change is recorded as made by the house.

    \b
    hoyle room members list --database room.db
    hoyle room members grant ann floor --database room.db --why "on duty"
    hoyle room members reset ann --database postgresql://hoyle@db/room
    """


@command.command("list", short_help="List the accounts.")
@_database
@click.option("--guests", is_flag=True, help="Include guests, bots and former accounts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_(database: str, guests: bool, as_json: bool) -> None:
    """List the members with their roles and last log-in, and the names reserved until they are claimed."""
    from hoyle.audit.reports.report_table import moment
    from hoyle.cli.room_database import open_room_database
    from hoyle.room.recovery import read_state
    from hoyle.room.state.room_state import MEMBER

    with closing(open_room_database(database)) as store:
        state = read_state(store)
        accounts = [
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
        accounts += [
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
        print_json(accounts)
        return
    table = plain_table()
    for account in accounts:
        table.add_row(
            str(account["name"]),
            str(account["kind"]) + (", disabled" if account["disabled"] else ""),
            ", ".join(_texts(account["roles"])),
            f"of {account['sponsor']}" if account["sponsor"] else "",
            moment(int(str(account["last_login"]))),
        )
    console().print(table)
    click.echo(pluralize(len(accounts), "account"))


def _texts(values: Any) -> list[str]:
    return [str(value) for value in values]


def _last_login(store: SqlStore, name: str) -> int:
    credential = store.credential(name)
    return 0 if credential is None else credential.last_login


@command.command("grant", short_help="Grant a role to a member.")
@click.argument("name")
@click.argument("role", type=ROLES)
@_database
@_why
def grant(name: str, role: str, database: str, why: str) -> None:
    """Grant the member NAME a ROLE of the house."""
    _run_request(database, lambda kind: kind(do="grant", name=name, role=role, why=why))


@command.command("take", short_help="Revoke a member's role.")
@click.argument("name")
@click.argument("role", type=ROLES)
@_database
@_why
def take(name: str, role: str, database: str, why: str) -> None:
    """Revoke a ROLE of the house from the member NAME."""
    _run_request(database, lambda kind: kind(do="take", name=name, role=role, why=why))


@command.command("reset", short_help="Reset a password and print a one-time code.")
@click.argument("name")
@_database
@click.option("--role", type=ROLES, help="Role granted when the code is used.")
@_why
def reset(name: str, database: str, role: str | None, why: str) -> None:
    """Revoke the password and the sessions of NAME, and print a one-time code to claim the account.

    The holder of the code sets a new password on the page /account?claim, or by POST /api/claim. A name
    without an account is reserved for them.
    """
    from hoyle.room.auth.authentication import new_code
    from hoyle.room.auth.credential_tamper_hashes import code_mark

    code = new_code(os.urandom)
    _run_request(database, lambda kind: kind(do="reset", name=name, code=code_mark(code), role=role or "", why=why))
    click.echo(f"code: {code}")


@command.command("free", short_help="Close an account and free its name.")
@click.argument("name")
@_database
@_why
def free(name: str, database: str, why: str) -> None:
    """Close the account NAME: end its sessions, return its play chips to the house, leave its seats.

    The name can be registered again if it never gave a command. A name that appears in hands and records
    stays retired: its next owner would find hands there that are not theirs.
    """
    _run_request(database, lambda kind: kind(do="free", name=name, why=why))


def _run_request(database: str, make_request: Callable[[type[OperatorRequest]], OperatorRequest]) -> None:
    """Run an operator's request, here or in the process that has the room open; print the answer."""
    from hoyle.room.auth.operator_requests import REFUSED, OperatorRequest, run
    from hoyle.storage.errors import Locked, Superseded
    from hoyle.storage.store_factory import open_store

    request = make_request(OperatorRequest)
    open_store(database, reading=True).close()  # refuse a missing room instead of creating it
    with closing(open_store(database)) as store:
        try:
            store.claim_exclusively()
        except (Locked, Superseded):
            answer = _run_in_open_room(store, request)
        else:
            answer = run(_authenticator(store), request)
    if answer.startswith(REFUSED):
        raise IllegalError(answer.removeprefix(REFUSED))
    click.echo(answer)


def _authenticator(store: SqlStore) -> Any:
    """Create the authenticator of a room that no other process has open."""
    from hoyle.room.auth.authentication import Authenticator
    from hoyle.room.pipeline import CommandPipeline

    return Authenticator(CommandPipeline(store, now=lambda: time.time_ns() // 1_000_000, entropy=os.urandom))


def _run_in_open_room(store: SqlStore, request: OperatorRequest) -> str:
    """Queue an operator's request for the process that has the room open; poll for its answer."""
    number = store.add_operator_request(request.plain())
    deadline = time.monotonic() + ANSWER_TIMEOUT_S
    while time.monotonic() < deadline:
        answer = store.operator_request_result(number)
        if answer is not None:
            store.drop_operator_request(number)
            return answer
        time.sleep(POLL_INTERVAL_S)
    withdrawn = store.drop_operator_request(number)
    raise IllegalError(
        f"the process that has {store.place} open did not answer within {ANSWER_TIMEOUT_S:g} s; "
        f"{'nothing was done' if withdrawn else 'it has begun, and may still do it'}"
    )
