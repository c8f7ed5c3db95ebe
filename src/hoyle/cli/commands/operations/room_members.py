"""`hoyle room members`: list accounts, grant roles, reset passwords and free names."""

from __future__ import annotations

import os
import time
from contextlib import closing
from typing import Final

import click
from msgspec import Struct

from hoyle.cli.command_parameters import JSON, argument, cli_command, option
from hoyle.cli.render.console import console, plain_table, print_json
from hoyle.cli.room_database import OperatorOptions, open_room_database
from hoyle.core.errors import IllegalError
from hoyle.core.validation import pluralize
from hoyle.storage.errors import Locked, Superseded
from hoyle.storage.sql.sql_store import SqlStore
from hoyle.storage.store_factory import open_store

ANSWER_TIMEOUT_S: Final = 30.0
"""Seconds to wait for an open room to run a request."""
POLL_INTERVAL_S: Final = 0.1
ROLES: Final = click.Choice(["floor", "cashier", "auditor", "manager"])
BY_OPERATOR: Final = "ordered from the command line"


class MemberOptions(OperatorOptions):
    """Options of the commands that change one account."""

    name: str = argument("NAME")
    why: str = option("Reason, recorded with the change.", default=BY_OPERATOR)


class RoleOptions(MemberOptions):
    """Options of the commands that change a role."""

    role: str = argument("{floor|cashier|auditor|manager}", type=ROLES)


class ResetOptions(MemberOptions):
    role: str | None = option("Role granted when the code is used.", type=ROLES)


class ListOptions(OperatorOptions):
    guests: bool = option("Include guests, bots and former accounts.")
    as_json: bool = JSON


class Account(Struct):
    """Account of a room as it is listed: one that was opened, or a name reserved until it is claimed."""

    name: str
    kind: str
    roles: list[str]
    sponsor: str = ""
    disabled: bool = False
    last_login: int = 0


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


@cli_command(ListOptions, group=command, name="list", short_help="List the accounts.")
def list_(options: ListOptions) -> None:
    """List the members with their roles and last log-in, and the names reserved until they are claimed."""
    from hoyle.audit.reports.report_table import moment
    from hoyle.room.recovery import read_state
    from hoyle.room.state.room_state import MEMBER

    with closing(open_room_database(options.database)) as store:
        state = read_state(store)
        accounts = [
            Account(
                person.name,
                person.kind,
                list(person.roles),
                person.sponsor,
                person.disabled,
                _last_login(store, person.name) if person.kind == MEMBER else 0,
            )
            for person in state.people.values()
            if options.guests or person.kind == MEMBER
        ]
        accounts += [
            Account(claim.name, "reserved", [claim.role] if claim.role else [])
            for claim in state.claims.values()
            if claim.name not in state.people
        ]
    if options.as_json:
        print_json(accounts)
        return
    table = plain_table()
    for account in accounts:
        table.add_row(
            account.name,
            account.kind + (", disabled" if account.disabled else ""),
            ", ".join(account.roles),
            f"of {account.sponsor}" if account.sponsor else "",
            moment(account.last_login),
        )
    console().print(table)
    click.echo(pluralize(len(accounts), "account"))


def _last_login(store: SqlStore, name: str) -> int:
    credential = store.credential(name)
    return 0 if credential is None else credential.last_login


@cli_command(RoleOptions, group=command, name="grant", short_help="Grant a role to a member.")
def grant(options: RoleOptions) -> None:
    """Grant the member NAME a ROLE of the house."""
    _run_request("grant", options, role=options.role)


@cli_command(RoleOptions, group=command, name="take", short_help="Revoke a member's role.")
def take(options: RoleOptions) -> None:
    """Revoke a ROLE of the house from the member NAME."""
    _run_request("take", options, role=options.role)


@cli_command(
    ResetOptions,
    group=command,
    first=("database", "role"),
    name="reset",
    short_help="Reset a password and print a one-time code.",
)
def reset(options: ResetOptions) -> None:
    """Revoke the password and the sessions of NAME, and print a one-time code to claim the account.

    The holder of the code sets a new password on the page /account?claim, or by POST /api/claim. A name
    without an account is reserved for them.
    """
    from hoyle.room.auth.authentication import new_code
    from hoyle.room.auth.credential_tamper_hashes import code_mark

    code = new_code(os.urandom)
    _run_request("reset", options, code=code_mark(code), role=options.role or "")
    click.echo(f"code: {code}")


@cli_command(MemberOptions, group=command, name="free", short_help="Close an account and free its name.")
def free(options: MemberOptions) -> None:
    """Close the account NAME: end its sessions, return its play chips to the house, leave its seats.

    The name can be registered again if it never gave a command. A name that appears in hands and records
    stays retired: its next owner would find hands there that are not theirs.
    """
    _run_request("free", options)


def _run_request(do: str, options: MemberOptions, **fields: str) -> None:
    """Run an operator's request, here or in the process that has the room open; print the answer."""
    from hoyle.room.auth.authentication import Authenticator
    from hoyle.room.auth.operator_requests import REFUSED, OperatorRequest, run
    from hoyle.room.pipeline import CommandPipeline

    request = OperatorRequest(do=do, name=options.name, why=options.why, **fields)
    database = options.database
    open_store(database, reading=True).close()  # refuse a missing room instead of creating it
    with closing(open_store(database)) as store:
        try:
            store.claim_exclusively()
        except (Locked, Superseded):
            answer = _run_in_open_room(store, request.plain())
        else:
            pipeline = CommandPipeline(store, now=lambda: time.time_ns() // 1_000_000, entropy=os.urandom)
            answer = run(Authenticator(pipeline), request)
    if answer.startswith(REFUSED):
        raise IllegalError(answer.removeprefix(REFUSED))
    click.echo(answer)


def _run_in_open_room(store: SqlStore, request: bytes) -> str:
    """Queue an operator's request for the process that has the room open; poll for its answer."""
    number = store.add_operator_request(request)
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
