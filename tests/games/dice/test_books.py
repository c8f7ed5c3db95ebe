"""Books for dice are data: a second book for craps, and a new wager, need no engine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from tests.games.dice.tables import craps, outcome, roll
from tests.rulebooks.test_books import citations

import hoyle
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.dice.craps import Craps
from hoyle.games.dice.game_state import UNSEEN
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.odds.house_games.dice import wager_edges
from hoyle.rulebooks import dice_registry
from hoyle.rulebooks.book_types.dice import NUMBER, CrapsBook, DiceBook, DiceWagerPage, PayLine, SpotPage
from hoyle.rulebooks.book_types.poker import Answer
from hoyle.rulebooks.clause_catalogue import clause
from hoyle.rulebooks.dice_registry import craps_book, mini_dice_book
from hoyle.table.dice.table import DiceTable


def riverboat() -> CrapsBook:
    """A small book of its own: other odds on the Field, no bets against the line, and a Big 6."""
    usual = craps_book("oneida")
    big = DiceWagerPage(
        kind="big",
        family=NUMBER,
        made="riverboat 7",
        spots={6: SpotPage(name="big-6", won="riverboat 7(a)", lost="riverboat 7(b)", line="big-6")},
    )
    lines = {
        **usual.lines,
        "field-12": PayLine(Fraction(3), "riverboat 3"),
        "big-6": PayLine(Fraction(1), "riverboat 7(a)"),
    }
    wagers = {kind: page for kind, page in usual.wagers.items() if not kind.startswith("dont")}
    return replace(usual, id="riverboat", lines=lines, wagers={**wagers, "big": big}, seats=usual.seats)


@pytest.fixture
def _second_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dice_registry.CRAPS, "riverboat", riverboat())


@pytest.mark.usefixtures("_second_book")
def test_a_second_book_for_craps_is_data() -> None:
    at = Craps(CrapsSign(book="riverboat"), {"ann": 100}, shooter=UNSEEN)
    at.bet("ann", "field", 5, id="f")
    roll(at, 12)
    assert outcome(at, "f") == ("win", 15, 0)
    with pytest.raises(IllegalError, match="no wager dont_pass"):
        at.bet("ann", "dont_pass", 5)
    with pytest.raises(IllegalError, match=r"below the minimum of 3 \(riverboat 3\)"):
        CrapsSign(book="riverboat", pay={"field-12": Fraction(2)})


@pytest.mark.usefixtures("_second_book")
def test_a_new_wager_is_a_page_of_its_book() -> None:
    table = DiceTable.open(CrapsSign(book="riverboat"))
    table.sit(1, 100, "ann"), table.offer(), table.accept(1)
    choices = [choice for wait in table.pending() for choice in wait.choices]
    assert [choice.fixed["number"] for choice in choices if choice.fixed.get("kind") == "big"] == [6]
    table.bet(1, "pass", 5), table.bet(1, "big", 10, number=6)
    table.throw(6, 2), table.throw(4, 2)
    assert (table.log[-1].name, table.log[-1].clause, table.stacks) == ("decided", "riverboat 7(a)", {1: 105})
    assert wager_edges.craps_edges(book="riverboat")["big-6"].edge == Fraction(1, 11)
    assert DiceTable.load(table.dump()) == table
    assert DiceTable.audit(table.steps).holds


def test_an_unknown_book_is_refused() -> None:
    for call in (craps_book, mini_dice_book):
        with pytest.raises(InvalidError, match="no book 'riverboat'"):
            call("riverboat")


def texts(book: DiceBook) -> Iterator[str]:
    """Whatever in a book looks like a citation."""
    for _, text in citations(book, book.id):
        if text.startswith(f"{book.id} "):
            yield text
    for page in book.wagers.values():
        yield from (text for _, text in citations(page, page.kind) if text.startswith(f"{book.id} "))
    yield from (line.clause for line in book.lines.values())


@pytest.mark.parametrize("book", [craps_book(), mini_dice_book()], ids=["craps", "mini-dice"])
def test_every_citation_of_a_dice_book_is_a_clause(book: DiceBook) -> None:
    found = set(texts(book))
    assert len(found) > 20
    assert [text for text in found if book.game not in clause(text).games] == []


def words_of(file: Path) -> Iterator[str]:
    """Every text in a module that is no documentation."""
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    told = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            yield node.value


def test_no_engine_of_dice_names_a_book() -> None:
    folder = Path(hoyle.__file__).parent
    files = [file for part in ("games/dice", "table/dice") for file in sorted((folder / part).rglob("*.py"))]
    assert len(files) > 30
    named = re.compile(r"oneida|nj-|19:47|13:69F|CR\.|MD\.", re.IGNORECASE)
    assert [(file.name, text) for file in files for text in words_of(file) if named.search(text)] == []


def test_the_figures_that_two_books_share_are_written_once() -> None:
    for line in ("place-4", "place-6", "place-9", "field", "field-2", "field-12"):
        assert craps_book().lines[line].odds == mini_dice_book().lines[line].odds
    assert craps().layout.spot("place", 6).odds_numerator == 7


def test_a_book_may_say_how_many_seats_a_craps_table_has(monkeypatch: pytest.MonkeyPatch) -> None:
    small = replace(craps_book("oneida"), id="sloop", seats=Answer(4, "sloop 1"))
    monkeypatch.setitem(dice_registry.CRAPS, "sloop", small)
    assert CrapsSign(book="sloop", seats=4).seats == 4
    with pytest.raises(IllegalError, match="5 seats: one to 4") as refusal:
        CrapsSign(book="sloop", seats=5)
    assert refusal.value.clause == "sloop 1"
