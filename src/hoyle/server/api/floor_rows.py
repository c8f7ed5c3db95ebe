"""Rows of the floor's list of tables: state, decks and disputes of each."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room import Room
from hoyle.table.deck_inventory import DeckSummary

_LATEST: Final = 3
"""Settled disputes that are listed."""


class OpenDispute(Struct, frozen=True, kw_only=True):
    """Dispute at a table that has no ruling yet."""

    number: int
    by: str
    about: str


class DisputeSummary(OpenDispute, frozen=True, kw_only=True):
    """Dispute as shown to the staff, with its ruling if there is one."""

    ruling: str
    """Ruling; empty: none yet."""


class SettledDispute(DisputeSummary, frozen=True, kw_only=True):
    """Dispute at a table that the floor has settled."""

    ruled: int
    """Time of the ruling; 0: too long ago to be kept."""


class FloorTableSummary(Struct, frozen=True, kw_only=True):
    """Row of the floor's list of tables."""

    table_id: int
    title: str
    game: str
    book: str
    kind: str
    paused: bool
    stopped: bool
    closing: bool
    decks: list[DeckSummary]
    """Decks, the one in play first; none at dice."""
    open: list[OpenDispute]
    ruled: int
    """Number of settled disputes."""
    settled: list[SettledDispute]
    """Latest settled disputes."""


def floor_row(room: Room, live_table: LiveTable) -> FloorTableSummary:
    """Return a table's row in the floor's list."""
    listing, hosting = room.state.tables[live_table.number], live_table.hosting
    disputes = all_disputes(live_table)
    settled = [dispute for dispute in disputes if dispute.ruling]
    return FloorTableSummary(
        table_id=live_table.number,
        title=listing.title,
        game=listing.game,
        book=listing.book,
        kind=live_table.table.KIND,
        paused=hosting.paused,
        stopped=hosting.stopped,
        closing=hosting.closing,
        decks=list(live_table.table.decks()),
        open=[
            OpenDispute(number=dispute.number, by=dispute.by, about=dispute.about)
            for dispute in disputes
            if not dispute.ruling
        ],
        ruled=len(settled),
        settled=settled[-_LATEST:],
    )


def all_disputes(live_table: LiveTable) -> list[SettledDispute]:
    """Return the disputes of a table in order; an open one has no ruling."""
    roster = live_table.table.roster
    return [
        SettledDispute(number=number, by=by, about=about, ruling=ruling, ruled=live_table.ruling_times.get(number, 0))
        for number, ((by, about), ruling) in enumerate(zip(roster.dispute_openers, roster.disputes, strict=False), 1)
    ]
