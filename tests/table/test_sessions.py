"""Evenings at random at every kind of table, in every game under every book.

`HOYLE_TORTURE=200 pytest tests/table/test_sessions.py` plays 200 evenings of each instead of one.
"""

from __future__ import annotations

import os
import zlib

import pytest
from tests.table.machine import evening
from tests.table.poker_kind import PokerKind, every_page

EVENINGS = int(os.environ.get("HOYLE_TORTURE", "1"))


@pytest.mark.parametrize(("book", "game"), every_page())
def test_whatever_is_wanted_at_a_poker_table_money_cards_and_secrets_are_kept(book: str, game: str) -> None:
    first = zlib.crc32(f"{book} {game}".encode())
    for seed in range(first, first + EVENINGS):
        evening(PokerKind(book, game), seed)
