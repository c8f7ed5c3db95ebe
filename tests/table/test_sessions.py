"""Evenings at random at every kind of table, in every game under every book.

Two tiers: thousands of short visits that play with the quick checks, and evenings where everything is held
against everything. `HOYLE_TORTURE=200 pytest tests/table/test_sessions.py` plays 200 times as many of both.
"""

from __future__ import annotations

import os
import zlib
from collections import Counter
from collections.abc import Callable

import pytest
from tests.table.dice_sessions import DiceKind, every_game
from tests.table.house_card_sessions import BankedKind, every_table
from tests.table.poker_sessions import PokerKind, every_page
from tests.table.random_sessions import Kind, evening
from tests.table.short_sessions import visit

from hoyle.games.poker.variants import variant

EVENINGS = int(os.environ.get("HOYLE_TORTURE", "1"))
DICE_EVENINGS = 3
"""Two games of dice have as many signs as all the others."""
POKER_VISITS, BANKED_VISITS, DICE_VISITS = 335, 250, 150
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
def test_hundreds_of_short_visits_to_a_poker_table_are_played_and_lose_no_chip_and_no_card(
    book: str, game: str, record_property: Count
) -> None:
    count = POKER_VISITS * EVENINGS
    seen = play_visits(PokerKind(book, game), count, record_property)
    assert_played(seen, "awarded", 0.75 * count)
    assert_played(seen, "shown", 0.6 * count)
    if variant(game).draws:
        assert_played(seen, "drawn", 0.6 * count)


@BANKED
def test_hundreds_of_short_visits_to_a_house_card_table_are_played_and_lose_no_chip_and_no_card(
    book: str, game: str, dealing: str, version: str, record_property: Count
) -> None:
    count = BANKED_VISITS * EVENINGS
    seen = play_visits(BankedKind(book, game, dealing, version), count, record_property)
    assert_played(seen, "round-ended", 0.4 * count)


@DICE
def test_hundreds_of_short_visits_to_a_dice_table_are_played_and_lose_no_chip(
    game: str, book: str, record_property: Count
) -> None:
    count = DICE_VISITS * EVENINGS
    seen = play_visits(DiceKind(game, book), count, record_property)
    assert_played(seen, "decided", 0.8 * count)


def play_evenings(kind: Kind, name: str, count: int, record_property: Count) -> None:
    first = zlib.crc32(name.encode())
    for seed in range(first, first + count):
        evening(kind, seed)
    record_property("sessions", count)


def play_visits(kind: Kind, count: int, record_property: Count) -> Counter[str]:
    """In how many of the visits each entry came."""
    seen: Counter[str] = Counter()
    for seed in range(count):
        seen.update({entry.name for entry in visit(kind, seed).log})
    record_property("sessions", count)
    return seen


def assert_played(seen: Counter[str], name: str, least: float) -> None:
    """Visits in which hardly anything happens would find nothing either."""
    assert seen[name] >= least, f"{name} in {seen[name]} visits only"
