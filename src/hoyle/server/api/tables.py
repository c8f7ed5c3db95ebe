"""HTTP API of tables: the lobby, posted signs, seats, and the home game of an invite link."""

from __future__ import annotations

import hmac
from typing import Any, Final

from msgspec import Struct, structs

from hoyle.core.errors import HoyleError, NotFoundError
from hoyle.room.handlers import account_handlers
from hoyle.room.home_games import settlement
from hoyle.room.home_games.buy_in_ledger import CASH_OUT, THE_HOUSE
from hoyle.room.home_games.settlement import PlayerResult
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room import Room
from hoyle.room.views import seat_choices
from hoyle.server.api.accounts import Millis
from hoyle.server.api.endpoint import room_endpoint
from hoyle.server.api.room_context import Caller, RoomContext
from hoyle.server.websocket_frames import LobbySnapshot
from hoyle.table.pending_decisions import Choice
from hoyle.table.presets.game_catalogue import game_name

NAMES: Final = (
    "Alder", "Birch", "Blythe", "Carey", "Cedar", "Dale", "Ellis", "Fenn", "Finch", "Gale", "Hollis",
    "Juno", "Keats", "Lane", "Larkin", "Linden", "Marlow", "Merle", "Oakley", "Perry", "Quill", "Reed",
    "Rowan", "Sage", "Sorrel", "Tarn", "Tobin", "Vale", "Wren", "Yarrow",
)  # fmt: skip
"""Suggestions for a guest's name."""


class NameResponse(Struct, frozen=True, kw_only=True):
    """Response with a suggested free name; empty if none was found."""

    name: str


class PostedSignLine(Struct, frozen=True, kw_only=True):
    """Line of a posted sign."""

    text: str
    clauses: list[str]


class PostedSignResponse(Struct, frozen=True, kw_only=True):
    """HTTP response with the posted sign of a table."""

    table_id: int
    title: str
    game: str
    name: str
    """Common name of the game."""
    about: str
    book: str
    stakes: str
    lines: list[PostedSignLine]
    settings: dict[str, Any]
    """Table settings, beside the sign."""
    host: str
    seats: int
    taken: list[int]


class HomeGameResponse(PostedSignResponse, frozen=True, kw_only=True):
    """HTTP response with the home game behind an invite link."""

    joined: bool
    """Whether the caller has joined it before."""


class SeatChoicesResponse(Struct, frozen=True, kw_only=True):
    """Seat options of the caller: take a seat, or, with one, add chips, sit out, leave, and undo these."""

    offers: list[Choice]


class LedgerLine(Struct, frozen=True, kw_only=True):
    """Result of one person in a home game."""

    person: str
    buy_ins: list[int]
    bought_in: int
    """Sum of the buy-ins."""
    cashed_out: int
    stack: int
    left_with: int
    """Chips cashed out, with the stack."""
    net: int
    seated: bool
    bot: bool
    left: Millis


class ChipMovement(Struct, frozen=True, kw_only=True):
    """Chips brought to the table, or taken off it."""

    time: Millis
    person: str
    what: str
    """``buy-in``, ``top-up`` or ``cash-out``."""
    chips: int
    round: int
    """Rounds of play before it."""
    approved_by: str
    """Empty: no approval was needed."""


class SettlementPayment(Struct, frozen=True, kw_only=True):
    """Payment between two players that settles a home game."""

    payer: str
    to: str
    chips: int


class HomeLedgerResponse(Struct, frozen=True, kw_only=True):
    """Buy-in ledger and settlement of a home game."""

    title: str
    name: str
    book: str
    stakes: str
    host: str
    closed: bool
    playing: bool
    round: int
    since: Millis
    lines: list[LedgerLine]
    moves: list[ChipMovement]
    groups: list[list[SettlementPayment]]
    """Groups of people whose accounts settle among themselves."""
    payments: list[SettlementPayment]
    """Fewest payments that settle the game; the host covers what bots win or lose."""
    text: str
    csv: str


@room_endpoint("GET", "/api/name", "Suggest a free name", call="name")
def free_name(context: RoomContext, caller: Caller) -> NameResponse:
    """Suggest a free name; its bot's name is free too, since a member may vouch for a bot."""
    state, seed = context.room.state, int.from_bytes(context.pipeline.entropy(4), "big")
    for index in range(len(NAMES) * 1000):
        suggestion = NAMES[(seed + index) % len(NAMES)]
        if index >= len(NAMES):
            suggestion = f"{suggestion} {2 + (seed + index * 7919) % 9998}"
        try:
            account_handlers.check_name_is_free(state, suggestion)
            account_handlers.check_name_is_free(state, f"{suggestion} bot")
        except HoyleError:
            continue
        return NameResponse(name=suggestion)
    return NameResponse(name="")


@room_endpoint("GET", "/api/tables", "The lobby: all tables", call="tables")
def tables(context: RoomContext, caller: Caller) -> LobbySnapshot:
    return context.lobby(caller.person)


@room_endpoint("GET", "/api/tables/{table:table}/sign", "Posted sign of a table", call="sign")
def sign(context: RoomContext, caller: Caller, table: int) -> PostedSignResponse:
    return _posted_sign(context.room, context.visible_table(caller, table))


@room_endpoint("GET", "/api/home/{code}", "Home game of an invite link", call="home")
def home(context: RoomContext, caller: Caller, code: str) -> HomeGameResponse:
    """Return the home game of an invite code; whoever has the code may read the sign."""
    for live_table in context.room.tables.values():
        hosting = live_table.hosting
        if hosting.code and not hosting.closed and hmac.compare_digest(code.encode(), hosting.code.encode()):
            joined = bool(caller.person) and caller.person in hosting.guests
            return HomeGameResponse(**structs.asdict(_posted_sign(context.room, live_table)), joined=joined)
    raise NotFoundError(
        "this link leads to no game: it is over, or the link was not copied whole", clause="house home-game"
    )


def _posted_sign(room: Room, live_table: LiveTable) -> PostedSignResponse:
    table = live_table.table
    listing, title = room.state.tables[live_table.number], game_name(live_table.game)
    return PostedSignResponse(
        table_id=live_table.number,
        title=listing.title,
        game=listing.game,
        name=title.name,
        about=title.about,
        book=listing.book,
        stakes=table.stakes,
        lines=[PostedSignLine(text=line.text, clauses=list(line.clauses)) for line in table.sign.cited_lines()],
        settings=live_table.settings.to_dict(),
        host=live_table.hosting.host,
        seats=table.seat_rules().max_seats,
        taken=sorted(live_table.seated),
    )


@room_endpoint("GET", "/api/tables/{table:table}/seat", "Your seat options at a table", call="seat")
def seat(context: RoomContext, caller: Caller, table: int) -> SeatChoicesResponse:
    live_table = context.visible_table(caller, table)
    if not live_table.is_set_up:
        raise NotFoundError(f"there is no table {table} here", clause="house tables")
    return SeatChoicesResponse(offers=list(seat_choices.seat_choices_for(context.room, live_table, caller.person)))


@room_endpoint(
    "GET", "/api/tables/{table:table}/ledger", "Buy-in ledger and settlement of a home game", call="ledger",
    session=True,
)  # fmt: skip
def ledger(context: RoomContext, caller: Caller, table: int) -> HomeLedgerResponse:
    """Return the buy-in ledger and settlement of a home game, for all its guests."""
    room, live_table = context.room, context.room.tables.get(table)
    if live_table is None or not live_table.settings.private or not room.may_watch(live_table, caller.person):
        raise NotFoundError("there is no such home game here", clause="house home-game")
    results, book = live_table.buy_in_ledger.results(), live_table.buy_in_ledger
    hosting, listing = live_table.hosting, room.state.tables[table]
    sponsors = {bot: live_table.sponsors.get(bot, hosting.host) for bot in hosting.bots}
    groups = settlement.payment_groups(settlement.charge_bots_to_sponsors(results, sponsors))
    payments = [payment for group in groups for payment in group]
    return HomeLedgerResponse(
        title=listing.title,
        name=game_name(live_table.game).name,
        book=listing.book,
        stakes=live_table.table.stakes,
        host=hosting.host,
        closed=hosting.closed,
        playing=live_table.current_round is not None,
        round=live_table.table.round_number,
        since=book.moves[0].time if book.moves else 0,
        lines=[_ledger_line(live_table, result) for result in sorted(results, key=lambda r: (-r.net, r.person))],
        moves=[ChipMovement(**move._asdict()) for move in book.moves],
        groups=[_payments(group) for group in groups],
        payments=_payments(payments),
        text=settlement.as_text(results, payments),
        csv=settlement.as_csv(results),
    )


def _payments(payments: list[settlement.Payment]) -> list[SettlementPayment]:
    return [SettlementPayment(**payment._asdict()) for payment in payments]


def _ledger_line(live_table: LiveTable, result: PlayerResult) -> LedgerLine:
    person, book = result.person, live_table.buy_in_ledger
    is_seated = person in live_table.seated.values()
    left_at = {move.person: move.time for move in book.moves if move.what == CASH_OUT}
    return LedgerLine(
        person=person,
        buy_ins=book.buy_ins(person),
        bought_in=result.bought,
        cashed_out=book.cashed_out(person),
        stack=book.before.get(person, 0) if person != THE_HOUSE else result.took,
        left_with=result.took,
        net=result.net,
        seated=is_seated,
        bot=person in live_table.hosting.bots,
        left=0 if is_seated else left_at.get(person, 0),
    )
