"""Room-side handlers of table calls: seat options, posted sign, home games and the buy-in ledger."""

from __future__ import annotations

import hmac
from typing import Any, Final

from msgspec import to_builtins

from hoyle.core.errors import HoyleError, IllegalError
from hoyle.games.registry import find_entry
from hoyle.room.handlers import account_handlers
from hoyle.room.home_games import settlement
from hoyle.room.home_games.buy_in_ledger import CASH_OUT, THE_HOUSE
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room import Room
from hoyle.room.views import seat_choices

NAMES: Final = (
    "Alder", "Birch", "Blythe", "Carey", "Cedar", "Dale", "Ellis", "Fenn", "Finch", "Gale", "Hollis",
    "Juno", "Keats", "Lane", "Larkin", "Linden", "Marlow", "Merle", "Oakley", "Perry", "Quill", "Reed",
    "Rowan", "Sage", "Sorrel", "Tarn", "Tobin", "Vale", "Wren", "Yarrow",
)  # fmt: skip
"""Suggestions for a guest's name."""


def name(room: Room, seed: int) -> dict[str, str]:
    """Suggest a free name; its bot's name is free too, since a member may vouch for a bot."""
    for index in range(len(NAMES) * 1000):
        suggestion = NAMES[(seed + index) % len(NAMES)]
        if index >= len(NAMES):
            suggestion = f"{suggestion} {2 + (seed + index * 7919) % 9998}"
        try:
            account_handlers.check_name_is_free(room.state, suggestion)
            account_handlers.check_name_is_free(room.state, f"{suggestion} bot")
        except HoyleError:
            continue
        return {"name": suggestion}
    return {"name": ""}


def sign(room: Room, person: str, table: int) -> dict[str, Any]:
    """Posted sign of a table; needs no account."""
    live_table = room.tables.get(table)
    if live_table is None or live_table.hosting.closed or not room.may_watch(live_table, person):
        raise IllegalError(f"there is no table {table} here")
    return _posted_sign(room, live_table)


def home(room: Room, person: str, code: str) -> dict[str, Any]:
    """Home game of an invite code; whoever has the code may read the sign."""
    for live_table in room.tables.values():
        hosting = live_table.hosting
        if hosting.code and not hosting.closed and hmac.compare_digest(code.encode(), hosting.code.encode()):
            return {**_posted_sign(room, live_table), "joined": bool(person) and person in hosting.guests}
    raise IllegalError(
        "this link leads to no game: it is over, or the link was not copied whole", clause="house home-game"
    )


def _posted_sign(room: Room, live_table: LiveTable) -> dict[str, Any]:
    table = live_table.table
    listing, title = room.state.tables[live_table.number], find_entry(live_table.game)
    return {
        "table_id": live_table.number,
        "title": listing.title,
        "game": listing.game,
        "name": title.name,
        "about": title.about,
        "book": listing.book,
        "stakes": table.stakes,
        "lines": [{"text": line.text, "clauses": list(line.clauses)} for line in table.sign.cited_lines()],
        "settings": live_table.settings.to_dict(),
        "host": live_table.hosting.host,
        "seats": table.seat_rules().max_seats,
        "taken": sorted(live_table.seated),
    }


def seat(room: Room, person: str, table: int) -> dict[str, Any]:
    """Seat options of a person at a table: seats to take, or commands about their own."""
    live_table = room.tables.get(table)
    if live_table is None or not live_table.is_set_up or not room.may_watch(live_table, person):
        raise IllegalError(f"there is no table {table} here", clause="house tables")
    return {"offers": to_builtins(seat_choices.seat_choices_for(room, live_table, person))}


def ledger(room: Room, person: str, table: int) -> dict[str, Any]:
    """Buy-in ledger and settlement of a home game, for everybody who has joined it."""
    live_table = room.tables.get(table)
    if live_table is None or not live_table.settings.private or not room.may_watch(live_table, person):
        raise IllegalError("there is no such home game here")
    lines, book = live_table.home_game_results(), live_table.buy_in_ledger
    seated = set(live_table.seated.values())
    sponsors = {bot: live_table.sponsors.get(bot, live_table.hosting.host) for bot in live_table.hosting.bots}
    groups = settlement.payment_groups(settlement.charge_bots_to_sponsors(lines, sponsors))
    payments = [payment for group in groups for payment in group]
    listing, title = room.state.tables[live_table.number], find_entry(live_table.game)
    left_at = {move.person: move.time for move in book.moves if move.what == CASH_OUT}
    return {
        "title": listing.title,
        "name": title.name,
        "book": listing.book,
        "stakes": live_table.table.stakes,
        "host": live_table.hosting.host,
        "closed": live_table.hosting.closed,
        "playing": live_table.current_round is not None,
        "round": live_table.round_number(),
        "since": book.moves[0].time if book.moves else 0,
        "lines": [
            {
                "person": line.person,
                "buy_ins": book.buy_ins(line.person),
                "bought_in": line.bought,
                "cashed_out": book.cashed_out(line.person),
                "stack": book.before.get(line.person, 0) if line.person != THE_HOUSE else line.took,
                "left_with": line.took,
                "net": line.net,
                "seated": line.person in seated,
                "bot": line.person in live_table.hosting.bots,
                "left": 0 if line.person in seated else left_at.get(line.person, 0),
            }
            for line in sorted(lines, key=lambda line: (-line.net, line.person))
        ],
        "moves": [move._asdict() for move in book.moves],
        "groups": [[payment._asdict() for payment in group] for group in groups],
        "payments": [payment._asdict() for payment in payments],
        "text": settlement.as_text(lines, payments),
        "csv": settlement.as_csv(lines),
    }
