"""What whoever checks types is told of the library: the calls of the front door, and the mistakes in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from mypy import api

import hoyle
from hoyle.rulebooks import BOOKS
from hoyle.rulebooks.dice_registry import craps_book, mini_dice_book
from hoyle.rulebooks.house_card_registry import BOOKS as BANKED_BOOKS

ROOT = Path(__file__).parents[1]
GOOD = """
import hoyle
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.dice import CrapsSign
from hoyle.table.poker.commands import NoCut
sign = hoyle.PostedSign(book="oneida", game="holdem", structure="no-limit", limits=(2,), blinds=(1, 2))
poker = hoyle.PokerTable.open(sign)
reveal_type(poker.sit(1, 100, "ann"))  # list[hoyle.table.log.event_base.Event]
reveal_type(poker.act(1, "raise to 8"))  # list[hoyle.table.log.event_base.Event]
reveal_type(poker.draw_button({1: "Kh"}))  # list[hoyle.table.log.event_base.Event]
reveal_type(poker.deal(hoyle.stacked_deck("As Ad")))  # list[hoyle.table.log.event_base.Event]
reveal_type(poker.do(NoCut(), by="floor"))  # list[hoyle.table.log.event_base.Event]
reveal_type(poker.stacks)  # dict[int, int]
reveal_type(poker.seen_by("ann")[0].clause)  # str
reveal_type(poker.view(1).round_number)  # int
house = hoyle.HouseCardTable.open(HouseCardSign("three-card-poker"))
reveal_type(house.wager(1, "ante", 10))  # list[hoyle.table.log.event_base.Event]
reveal_type(house.act(1, "play"))  # list[hoyle.table.log.event_base.Event]
dice = hoyle.DiceTable.open(CrapsSign())
reveal_type(dice.bet(1, "pass", 10))  # list[hoyle.table.log.event_base.Event]
reveal_type(dice.throw(4, 2))  # list[hoyle.table.log.event_base.Event]
reveal_type(hoyle.odds.equity("holdem", ["AhKh", "QsQd"])[0].equity)  # fractions.Fraction
reveal_type(hoyle.odds.rank_one("AsKsQsJsTs"))  # int
reveal_type(hoyle.poker_book("oneida"))  # hoyle.rulebooks.book_types.poker.PokerBook
reveal_type(next(iter(hoyle.narrate(poker.log))).text)  # str
reveal_type(hoyle.clause("oneida", "XI.G.1").title)  # str
"""
BAD = """
hoyle.Sgin
hoyle.odds.equty
hoyle.PokerTable.opne
poker.act("1", "fold")
poker.act(1, 5)
poker.act(1)
poker.sit("7", 100)
poker.sit(1, 100.5)
poker.deal(52)
poker.deal([1.5])
poker.draw_button({"1": "As"})
poker.view(1.5)
poker.do("fold")
poker.show(None)
hoyle.DiceTable.open("craps")
house.act(1, 10)
house.shuffle(52)
dice.bet(1, "pass", "10")
dice.throw("4", 2)
hoyle.poker_book(7)
hoyle.narrate(7)
hoyle.parse_cards(7)
hoyle.register_book("oneida")
hoyle.register_game("holdem")
hoyle.register_bot("mine", 7)
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[int, list[str]]:
    """What mypy says, by line."""
    program = tmp_path_factory.mktemp("typed") / "program.py"
    program.write_text(GOOD + BAD, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(ROOT)  # where its settings are
        found, errors, _ = api.run(["--no-error-summary", str(program)])
    assert not errors
    lines: dict[int, list[str]] = {}
    for number, words in re.findall(r"^.*program\.py:(\d+): (.*)$", found, re.M):
        lines.setdefault(int(number), []).append(words.replace("builtins.", ""))
    return lines


@pytest.mark.parametrize(
    ("number", "line"), [(at, each) for at, each in enumerate(GOOD.splitlines(), 1) if "reveal_type" in each]
)
def test_a_public_call_has_its_type(told: dict[int, list[str]], number: int, line: str) -> None:
    assert told[number] == [f'note: Revealed type is "{line.partition("  # ")[2]}"']


def test_a_right_call_is_not_refused(told: dict[int, list[str]]) -> None:
    length = len(GOOD.splitlines())
    assert not [words for number, words in told.items() if number <= length and "error" in words[0]]


@pytest.mark.parametrize(
    ("number", "line"), [(at, each) for at, each in enumerate(BAD.splitlines(), len(GOOD.splitlines()) + 1) if each]
)
def test_a_wrong_call_is_refused(told: dict[int, list[str]], number: int, line: str) -> None:
    assert told.get(number), line
    assert told[number][0].startswith("error: ")


def test_a_book_is_shown_in_one_short_line() -> None:
    books: list[Any] = [*map(hoyle.poker_book, BOOKS), *BANKED_BOOKS.values(), craps_book(), mini_dice_book()]
    for book in books:
        assert repr(book).startswith(f"<{type(book).__name__} {book.id}, ")
        assert len(repr(book)) < 250
        assert "\n" not in repr(book)
    page = hoyle.poker_book("oneida").page("holdem")
    assert repr(page) == "<GamePage holdem: oneida XI.J.1>"
    assert repr(BANKED_BOOKS["oneida"].page("three-card-poker")) == "<HouseCardPage three-card-poker>"
