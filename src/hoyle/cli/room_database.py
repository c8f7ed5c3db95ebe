"""Room database: the options that name it, and access with a helpful error if there is none."""

from __future__ import annotations

from typing import Final

from hoyle.cli.command_parameters import Parameters, option
from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import suggest_name
from hoyle.core.validation import abbreviate
from hoyle.storage import open_store
from hoyle.storage.account_names import account_holder
from hoyle.storage.errors import NoDatabase
from hoyle.storage.sql.sql_store import SqlStore

DATABASE: Final = option("A file, or postgresql://...", "PLACE", default="room.db")
"""Option of the commands that read a room."""


class OperatorOptions(Parameters):
    """Options of the commands that change a room."""

    database: str = option("A file, or postgresql://...", "PLACE", env="HOYLE_DATABASE_URL", required=True)


def open_room_database(database: str) -> SqlStore:
    """Open the store of a room read-only."""
    try:
        return open_store(database, reading=True)
    except NoDatabase as error:
        from hoyle.server.config import demo_config

        raise InvalidError(
            f"{error}: name a room's with --database; that of `hoyle serve` without a configuration is "
            f"{demo_config().resolve_database()}"
        ) from None


def check_person(store: SqlStore, name: str) -> None:
    """Refuse the name of a person who was never in this room, and suggest similar names."""
    people = sorted(filter(None, map(account_holder, store.balances())))
    if name in people or store.credential(name) is not None or store.hands(person=name, limit=1):
        return
    hint = suggest_name(name, people)
    raise InvalidError(f"unknown member {abbreviate(name)}{f'; {hint}' if hint else ''}")


def redact_url(url: str) -> str:
    """Remove the password from a database URL."""
    scheme, separator, address = url.partition("://")
    user, at_sign, host = address.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}@{host}" if separator and at_sign else url
