"""Evenings at random at every kind of table, in every game under every book.

Two tiers: thousands of short visits with the quick checks, and evenings where everything is held against
everything. `HOYLE_TORTURE=200 pytest tests/table/test_sessions.py` plays 200 times as many of both.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable

import pytest
from tests.table.banked_kind import BankedKind, every_table
from tests.table.dice_kind import DiceKind, every_game
from tests.table.machine import Kind, evening, visit
from tests.table.poker_kind import PokerKind, every_page

EVENINGS = int(os.environ.get("HOYLE_TORTURE", "1"))
DICE_EVENINGS = 3
"""Two games of dice have as many signs as all the others."""
POKER_VISITS, BANKED_VISITS, DICE_VISITS = 330, 250, 250
"""Of each table: together more than 20,000."""

Count = Callable[[str, object], None]
POKER = pytest.mark.parametrize(("book", "game"), every_page())
BANKED = pytest.mark.parametrize(("book", "game", "dealing", "version"), every_table())
DICE = pytest.mark.parametrize(("game", "book"), every_game())


@POKER
def test_whatever_is_wanted_at_a_poker_table_money_cards_and_secrets_are_kept(
    book: str, game: str, record_property: Count
) -> None:
    play_evenings(PokerKind(book, game), f"{book} {game}", EVENINGS, record_property)


@BANKED
def test_whatever_is_wanted_at_a_house_card_table_money_cards_and_secrets_are_kept(
    book: str, game: str, dealing: str, version: str, record_property: Count
) -> None:
    kind = BankedKind(book, game, dealing, version)
    play_evenings(kind, f"{book} {game} {dealing} {version}", EVENINGS, record_property)


@DICE
def test_whatever_is_wanted_at_a_dice_table_no_chip_is_lost_and_everybody_sees_the_same(
    game: str, book: str, record_property: Count
) -> None:
    play_evenings(DiceKind(game, book), f"{game} {book}", EVENINGS * DICE_EVENINGS, record_property)


@POKER
def test_hundreds_of_short_visits_to_a_poker_table_lose_no_chip_and_no_card(
    book: str, game: str, record_property: Count
) -> None:
    play_visits(PokerKind(book, game), POKER_VISITS * EVENINGS, record_property)


@BANKED
def test_hundreds_of_short_visits_to_a_house_card_table_lose_no_chip_and_no_card(
    book: str, game: str, dealing: str, version: str, record_property: Count
) -> None:
    play_visits(BankedKind(book, game, dealing, version), BANKED_VISITS * EVENINGS, record_property)


@DICE
def test_hundreds_of_short_visits_to_a_dice_table_lose_no_chip(
    game: str, book: str, record_property: Count
) -> None:
    play_visits(DiceKind(game, book), DICE_VISITS * EVENINGS, record_property)


def play_evenings(kind: Kind, name: str, count: int, record_property: Count) -> None:
    first = zlib.crc32(name.encode())
    for seed in range(first, first + count):
        evening(kind, seed)
    record_property("sessions", count)


def play_visits(kind: Kind, count: int, record_property: Count) -> None:
    for seed in range(count):
        visit(kind, seed)
    record_property("sessions", count)
