"""Evenings at random at every kind of table, in every game under every book.

`HOYLE_TORTURE=200 pytest tests/table/test_sessions.py` plays 200 evenings of each instead of one.
"""

from __future__ import annotations

import os
import zlib

import pytest
from tests.table.banked_kind import BankedKind, every_table
from tests.table.dice_kind import DiceKind, every_game
from tests.table.machine import evening
from tests.table.poker_kind import PokerKind, every_page

EVENINGS = int(os.environ.get("HOYLE_TORTURE", "1"))
DICE_EVENINGS = 3
"""Two games of dice have as many signs as all the others."""


@pytest.mark.parametrize(("book", "game"), every_page())
def test_whatever_is_wanted_at_a_poker_table_money_cards_and_secrets_are_kept(book: str, game: str) -> None:
    first = zlib.crc32(f"{book} {game}".encode())
    for seed in range(first, first + EVENINGS):
        evening(PokerKind(book, game), seed)


@pytest.mark.parametrize(("book", "game", "dealing", "version"), every_table())
def test_whatever_is_wanted_at_a_house_card_table_money_cards_and_secrets_are_kept(
    book: str, game: str, dealing: str, version: str
) -> None:
    first = zlib.crc32(f"{book} {game} {dealing} {version}".encode())
    for seed in range(first, first + EVENINGS):
        evening(BankedKind(book, game, dealing, version), seed)


@pytest.mark.parametrize(("game", "book"), every_game())
def test_whatever_is_wanted_at_a_dice_table_no_chip_is_lost_and_everybody_sees_the_same(
    game: str, book: str
) -> None:
    first = zlib.crc32(f"{game} {book}".encode())
    for seed in range(first, first + EVENINGS * DICE_EVENINGS):
        evening(DiceKind(game, book), seed)
