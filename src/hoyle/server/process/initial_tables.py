"""Initial tables of a new room: opens them, seats their bots and appoints the managers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, count
from typing import Any, Final

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.games.poker.variants import VARIANTS
from hoyle.games.registry import find_entry
from hoyle.room.auth.authentication import new_code
from hoyle.room.auth.credential_tamper_hashes import code_mark
from hoyle.room.commands import room_commands, table_commands
from hoyle.room.handlers import room_handlers, table_handlers
from hoyle.room.messages import DecisionContext
from hoyle.room.permissions import MANAGER
from hoyle.room.room import Room
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.rulebooks.clause_catalogue import BOOKS
from hoyle.server.config import Config, TableConfig
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.table.presets.house_game_presets import GAMES as BANKED_GAMES
from hoyle.table.presets.house_game_presets import house_game_preset
from hoyle.table.presets.poker_presets import poker_preset

BOT_NAMES: Final = (
    "Ada", "Alma", "Arlo", "Asta", "Bela", "Berta", "Boris", "Bram", "Bruno", "Carla", "Celia", "Clara",
    "Cleo", "Conrad", "Cora", "Dagny", "Dario", "Delia", "Doro", "Dov", "Edda", "Edgar", "Elias", "Elke",
    "Emil", "Enzo", "Esme", "Fanny", "Felix", "Fitz", "Flora", "Franka", "Gabor", "Gerda", "Gino", "Greta",
    "Gustav", "Hanne", "Hattie", "Hedda", "Henrik", "Hilda", "Hugo", "Ida", "Igor", "Ilse", "Ines",
    "Ingrid", "Ivo", "Jasper", "Joan", "Jonah", "Josef", "Judith", "Kaspar", "Katya", "Kaya", "Klara",
    "Kurt", "Lars", "Lena", "Leopold", "Lotte", "Ludo", "Magda", "Marek", "Marta", "Max", "Mila", "Mina",
    "Moritz", "Nadia", "Nell", "Nico", "Nora", "Odin", "Olga", "Oona", "Orla", "Oskar", "Otto", "Paula",
    "Petra", "Pia", "Pim", "Quinn", "Ralf", "Renata", "Rhea", "Rita", "Rolf", "Rosa", "Ruben", "Saskia",
    "Selma", "Sol", "Stefan", "Sven", "Tess", "Tilda", "Tobias", "Tova", "Udo", "Ulla", "Vera", "Viktor",
    "Wanda", "Wilma", "Wim", "Xenia", "Yuri", "Yvo", "Zelda", "Zita", "Zoe",
)  # fmt: skip
"""Names for bots: enough that no two of a room's initial tables share one."""
DEFAULT_BOTS: Final = 4
DEFAULT_SIGNS: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("holdem", "nj-19-47"): {"structure": "no-limit"},
    ("omaha-high", "nj-19-47"): {"structure": "pot-limit"},
    ("omaha-hilo8", "oneida"): {"limits": "4/8", "sign": {"kill": {"kind": "kill", "multiple": 10}}},
    ("omaha-hilo8", "ca-omaha"): {"limits": "4/8"},
    ("omaha-hilo8", "room-2012"): {"limits": "2/4"},
    ("big-omaha-high", "nj-13-69f"): {"structure": "pot-limit"},
    ("stud7-high", "nj-19-47"): {"structure": "spread-limit"},
    ("stud7-hilo8", "oneida"): {"limits": "4/8"},
    ("draw5-high", "nj-19-47"): {"limits": "2/4"},
    ("stud5-high", "oneida"): {"structure": "spread-limit"},
}
"""Stakes of default tables that differ from the preset, for variety."""
POKER_PACE: Final = {"dealer_pace_ms": 900, "between_rounds_ms": 7_000}
"""Pace of dealing at poker."""
HOUSE_BOOK: Final = "house"
"""Common practice for parsing hand histories: not one of the five books that the room plays by."""


def open_initial_tables(service: RoomGateway, config: Config) -> None:
    """Open the tables of a room that has none yet, all of them or none, and appoint its managers."""
    if not service.pipeline.room.tables:
        service.pipeline.process_internal(
            partial(_open_all, tables=initial_tables(config), names=_unused_bot_names(service)), person="house"
        )
    else:
        _report_unopened(service, config)
    appoint_managers(service, config)


def open_initial_tables_on_node(service: RoomGateway, config: Config, between: Callable[[], None]) -> None:
    """Open the initial tables when several nodes start at once: each is opened by the first node to reach it.

    `between` runs between two tables, so that the node can renew its lease.
    """
    if service.pipeline.room.state.tables:
        _report_unopened(service, config)
    else:
        names = _unused_bot_names(service)
        tables = initial_tables(config)
        # Find a table that cannot be opened before the first is.
        _check_tables(service, tables)
        for index, table in enumerate(tables):
            with suppress(_AlreadyOpened):
                service.pipeline.process_internal(
                    partial(_open_unless_opened, index=index, table=table, names=names), person="house"
                )
            between()
    appoint_managers(service, config)


def _report_unopened(service: RoomGateway, config: Config) -> None:
    """Validate the configured tables and report that the room, which has its tables, opens none of them."""
    if config.tables is None:
        return
    _check_tables(service, config.tables)
    print(
        "hoyle: the room has its tables already and opens none of those in the configuration; "
        "a manager opens another on the page /open",
        file=sys.stderr,
    )


def _check_tables(service: RoomGateway, tables: Sequence[TableConfig]) -> None:
    """Open tables in a scratch room, to find configuration errors."""
    _open_all(UnitOfWork(Room(), DecisionContext(0, bytes)), tables, _unused_bot_names(service))


class _AlreadyOpened(Exception):
    """Raised when another node has opened the initial table already."""


def _open_unless_opened(unit_of_work: UnitOfWork, index: int, table: TableConfig, names: Iterator[str]) -> None:
    if len(unit_of_work.room.state.tables) != index:
        raise _AlreadyOpened
    _open_table(unit_of_work, table, names)


def _open_all(unit_of_work: UnitOfWork, tables: Sequence[TableConfig], names: Iterator[str]) -> None:
    for number, table in enumerate(tables, 1):
        try:
            _open_table(unit_of_work, table, names)
        except HoyleError as error:
            raise InvalidError(f"table {number} of the configuration, {table.game!r}: {error}") from None


def initial_tables(config: Config) -> list[TableConfig]:
    """Return the initial tables of a room: those configured, or the default ones."""
    return default_tables() if config.tables is None else config.tables


def appoint_managers(service: RoomGateway, config: Config) -> None:
    """Reserve the managers' names and print the one-time codes that claim them.

    A code is printed when its name is reserved, and never again: `hoyle room members reset` makes another.
    """
    for name in config.managers:
        code = new_code(service.pipeline.entropy)
        try:
            was_reserved = service.authenticator.reserve(
                name, code_mark(code), role=MANAGER, why="named by the configuration"
            )
        except HoyleError as error:
            raise InvalidError(f"managers: {error}") from None
        if was_reserved:
            print(
                f"hoyle: {name} manages this room: claim the name on the page /account?claim with the code "
                f"{code} (printed this once)",
                file=sys.stderr,
            )


def default_tables() -> list[TableConfig]:
    """Return the default tables: one for every game of every book that has it, with bots at poker."""
    tables: list[TableConfig] = []
    for game in VARIANTS:
        for info in BOOKS:
            if game in info.games and info.id != HOUSE_BOOK:
                stakes = DEFAULT_SIGNS.get((game, info.id), {})
                tables.append(TableConfig(game=game, rulebook=info.id, bots=DEFAULT_BOTS, **stakes))
    return tables + [TableConfig(game=game) for game in BANKED_GAMES]


def _unused_bot_names(service: RoomGateway) -> Iterator[str]:
    """Generate names for bots that no member of the room has."""
    for suffix in _number_suffixes():
        for name in BOT_NAMES:
            bot_name = f"{name} bot{suffix}"
            if bot_name not in service.pipeline.room.state.people:
                yield bot_name


def _open_table(unit_of_work: UnitOfWork, table: TableConfig, names: Iterator[str]) -> None:
    """Open a table with its preset, changed as configured, and seat its bots."""
    preset, stack = _preset(table)
    sign = {**preset, **table.sign}
    taken_titles = {listing.title for listing in unit_of_work.room.state.tables.values()}
    settings = {
        "title": _unused_title(table.game, sign["book"], taken_titles),
        "min_buy_in": stack // 4,
        "max_buy_in": stack * 2,
        **(POKER_PACE if table.game in VARIANTS else {}),
        **table.parsed_settings(),
    }
    command = room_commands.OpenTable(game=table.game, sign=sign, settings=settings)
    room_handlers.open_table(unit_of_work, command)
    live_table = unit_of_work.room.tables[unit_of_work.created["table_id"]]
    for seat in range(1, table.bots + 1):
        style = table_handlers.BOT_STYLES[seat % len(table_handlers.BOT_STYLES)]
        bot = table_commands.SeatBot(player=next(names), style=style, seat=seat, chips=stack)
        table_handlers.seat_bot(unit_of_work, live_table, bot)


def _unused_title(game: str, book: str, taken_titles: Collection[str]) -> str:
    """Return a table's title: its game and its book, with a number from the second such table on."""
    titles = (f"{find_entry(game).name}, {book}{suffix}" for suffix in _number_suffixes())
    return next(title for title in titles if title not in taken_titles)


def _number_suffixes() -> Iterator[str]:
    return chain([""], (f" {number}" for number in count(2)))


def _preset(table: TableConfig) -> tuple[dict[str, Any], int]:
    """Return the default sign of a configured table, and the stack of a player there."""
    if "game" in table.sign:
        raise InvalidError(f"sign: the game is set by game = {table.game!r}, not by the sign")
    if table.structure and table.game in BANKED_GAMES:
        raise InvalidError(f"structure {table.structure!r}: {table.game} has none")
    if table.game in VARIANTS:
        poker = poker_preset(
            table.game, table.rulebook or None, limits=table.limits or None, structure=table.structure or STRUCTURES[0]
        )
        sign, stack = poker.sign.facts(), poker.stack
    elif table.game in BANKED_GAMES:
        house = house_game_preset(table.game, table.rulebook or None, limits=table.limits or None)
        sign, stack = house.sign.facts(), house.stack
    else:
        games = ", ".join((*VARIANTS, *BANKED_GAMES))
        raise InvalidError(f"game {table.game!r}: expected one of {games}")
    sign.pop("game", None)
    return sign, stack
