"""Table opening: the handlers that open a house card table and post a new maximum."""

from __future__ import annotations

from hoyle.core.errors import IllegalError
from hoyle.games.house_cards.game_definition import AUTOMATED
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.rulebooks import VERSION
from hoyle.table.disputes import NoteRecorded
from hoyle.table.house_cards.commands import ChangeCap, OpenTable
from hoyle.table.house_cards.decks.deck_events import DeckBrought
from hoyle.table.house_cards.events import CapChanged, TableOpened
from hoyle.table.house_cards.table_base import HouseCardTableBase


def open_table(table: HouseCardTableBase, command: OpenTable, by: str) -> None:
    """Open the table: the first command of its log."""
    if table.state.posted_sign is not None:
        raise IllegalError("the table is open already")
    sign = HouseCardSign.read(command.sign)
    decks = sign.page.decks
    table.emit(TableOpened(sign=sign, rules=VERSION, clause=sign.page.dealing[sign.dealing].option))
    for back in sign.backs:
        bring_deck(table, back)
    if sign.dealing == AUTOMATED:
        table.emit(NoteRecorded(what="no cover card", clause=decks.cover_card))
    if len(sign.backs) == 2:
        table.emit(NoteRecorded(what="second deck in the shuffler", clause=decks.in_shuffler))


def bring_deck(table: HouseCardTableBase, back: str, place: int = 0) -> None:
    """Bring a sealed deck to the table, in the place of one that has left or behind the others."""
    name = f"deck {table.state.rack.brought + 1}"
    table.emit(DeckBrought(deck=name, back=back, place=place, clause=table.page.decks.cards.clause))


def change_cap(table: HouseCardTableBase, command: ChangeCap, by: str) -> None:
    """Post another maximum payout for one hand, between rounds."""
    table.check_between_rounds("a maximum is changed")
    sign = table.sign.with_cap(command.chips, announced=command.announced, on_layout=command.on_layout)
    cap = table.page.pay.cap
    if cap is None or sign == table.sign:
        raise IllegalError(f"a maximum of {command.chips} per hand changes nothing here")
    table.emit(CapChanged(sign=sign, clause=cap.notice))
