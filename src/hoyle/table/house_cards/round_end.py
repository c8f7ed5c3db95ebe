"""Round end at a house card table: chips and cards return, decks alternate, requests are carried out."""

from __future__ import annotations

from hoyle.games.house_cards.game_definition import MANUAL
from hoyle.table import dispute_handlers, disputes, seat_handlers, seats
from hoyle.table.disputes import NoteRecorded
from hoyle.table.house_cards.events import Arrived, Idle, RoundClosed
from hoyle.table.house_cards.table_base import HouseCardTableBase


def close_round(table: HouseCardTableBase) -> None:
    """Close a round that is over, and carry out deferred requests."""
    decks, state = table.page.decks, table.state
    dealt = state.dealt
    decks_swap = dealt and len(state.rack.decks) == 2
    clause = decks.alternate if decks_swap else decks.shuffle
    table.emit(RoundClosed(number=state.number, swapped=decks_swap, clause=clause))
    if decks_swap:
        table.emit(NoteRecorded(what="one deck in the rack", clause=decks.one_in_rack))
    if dealt:
        table.emit(NoteRecorded(what="pick-up order kept", clause=table.page.play.pick_up))
    seat_handlers.carry_out_deferred_requests(table)
    idle_if_empty(table)


def idle_if_empty(table: HouseCardTableBase) -> None:
    """Make the table idle when the last player has left, ending a round in which nobody can bet any more."""
    state = table.state
    if state.players or state.idle:
        return
    if state.round is not None:
        close_round(table)
        return
    resting_place = "manual shoe" if table.sign.dealing == MANUAL else "device, stub in the discard rack"
    table.emit(Idle(where=resting_place, clause=table.page.decks.idle))


def sit(table: HouseCardTableBase, command: seats.Sit, by: str) -> None:
    """Take a seat; at an idle table play begins again with the shuffle."""
    seat_handlers.sit(table, command, by)
    if table.state.idle:
        table.emit(Arrived(clause=table.page.decks.arrival))


def leave(table: HouseCardTableBase, command: seats.Leave, by: str) -> None:
    """Let a player leave; the last one leaves the table idle."""
    seat_handlers.leave(table, command, by)
    idle_if_empty(table)


def refuse_play(table: HouseCardTableBase, command: disputes.RefusePlay, by: str) -> None:
    """Refuse a person play; the table goes idle if they were the last player."""
    dispute_handlers.refuse_play(table, command, by)
    idle_if_empty(table)
