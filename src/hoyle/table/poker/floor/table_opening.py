"""Table opening: the handler that checks a poker sign against its book and brings the decks."""

from __future__ import annotations

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.rulebooks import VERSION
from hoyle.table.disputes import NoteRecorded
from hoyle.table.poker.commands import OpenTable
from hoyle.table.poker.decks.deck_events import DecksBrought
from hoyle.table.poker.events import TableOpened
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.table_base import PokerTableBase


def open_table(table: PokerTableBase, command: OpenTable, by: str) -> None:
    """Open the table: the first command of its log."""
    if table.state.posted_sign is not None:
        raise IllegalError("the table is open already")
    sign = PostedSign.read(command.sign)
    book = table.state.alternative_book or sign.rulebook
    sign.cited_lines(book)
    # A sign that no round could be played by is refused here, not at the first deal.
    for players in range(2, sign.most_seats(book) + 1):
        sign.rules(players, sign.small, sign.big, book=book)
    procedures = book.procedures
    names = command.decks
    if procedures.decks and len(set(names)) < 2:
        raise IllegalError(
            f"decks {', '.join(names) or 'none'}: two that can be told apart stay at the table ({procedures.decks})",
            clause=procedures.decks,
            legal="two decks with different names",
        )
    if not names:
        raise InvalidError("decks: a table needs a deck")
    table.emit(TableOpened(sign=sign, rules=VERSION, clause=procedures.signs or book.wagers.notice))
    table.emit(DecksBrought(decks=list(names), clause=procedures.decks or procedures.deck.clause))
    manual_clause = procedures.manual_shuffle or procedures.shuffle
    method, clause = ("machine", procedures.shuffle) if sign.shuffler else ("manual", manual_clause)
    table.emit(NoteRecorded(what="shuffle method", detail=method, clause=clause))
