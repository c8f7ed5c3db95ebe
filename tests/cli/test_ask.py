"""`hoyle ask`: what happened, and what follows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import StringIO

import pytest
from rich.console import Console
from tests.cli.commands import answer, hoyle

from hoyle.cli.commands.rulebooks.ask_dialog import AskSelection, run_dialog
from hoyle.judge.rulebook_comparison.comparison import BOOKS


class Dealer:
    """Somebody with a question, who types these lines."""

    def __init__(self, *lines: str) -> None:
        self._lines = iter(lines)
        self._screen = StringIO()

    def walks(self, said: str = "", books: Sequence[str] | None = None) -> AskSelection:
        return run_dialog(Console(file=self._screen, width=80), self._ask, said, books)

    @property
    def screen(self) -> str:
        return self._screen.getvalue()

    def _ask(self, prompt: str) -> str:
        line = next(self._lines, None)
        self._screen.write(f"{prompt}{line}\n")
        if line is None:
            raise EOFError
        return line


def test_without_a_terminal_the_best_situation_is_told_in_full() -> None:
    text = answer("ask", "a", "hole", "card", "was", "exposed")
    assert "A hole card turns up during the deal" in text
    assert "XI.P.14(b)" in text
    assert "silent" in text


def test_one_book_may_be_asked_alone() -> None:
    found = json.loads(answer("ask", "odd-chip", "--book", "oneida", "--json"))
    assert found["id"] == "odd-chip"
    assert {book for each in found["questions"] for book in each["books"]} == {"oneida"}
    assert found["questions"][0]["books"]["oneida"]["clauses"] == ["oneida XI.K.10(b)(i)"]


def test_every_situation_can_be_listed_under_one_heading() -> None:
    text = answer("ask", "--list")
    assert "exposed-hole" in text
    headings = [line for line in text.splitlines() if not line.startswith(" ")]
    assert "House games" in headings
    assert len(headings) == len(set(headings))


def test_a_walk_asks_what_when_and_by_which_book() -> None:
    dealer = Dealer("misdeal", "a seat was skipped in the deal", "2", "oneida")
    found = dealer.walks()
    assert found.situation.id == "missed-seat"
    assert [row.question for row in found.rows] == ["After two have bet"]
    assert found.books == ["oneida"]
    asked = [line for line in dealer.screen.splitlines() if "?" in line]
    assert [line.partition("?")[0] for line in asked] == [
        "What happened",
        "Which of these",
        "When was it noticed",
        "By which book",
    ]


def test_enter_takes_all_there_is() -> None:
    found = Dealer("", "").walks("missed-seat")
    assert len(found.rows) == 3
    assert found.books == BOOKS


def test_what_is_known_already_is_not_asked() -> None:
    dealer = Dealer("1")
    assert dealer.walks("boxed", ["room-2012"]).books == ["room-2012"]
    assert "What happened" not in dealer.screen
    assert "By which book" not in dealer.screen


def test_what_nobody_understands_is_asked_again() -> None:
    dealer = Dealer("zebra", "", "?", "the dealer flipped my card", "x", "99", "1", "1", "")
    found = dealer.walks()
    assert found.situation.id == "exposed-hole"
    assert "Nothing fits 'zebra': try other words." in dealer.screen
    assert "House games" in dealer.screen
    assert dealer.screen.count("Type a number of the list, or q to leave.") == 2


def test_a_walk_may_be_left() -> None:
    with pytest.raises(EOFError):
        Dealer("q").walks()
    with pytest.raises(EOFError):
        Dealer("a card fell on the floor").walks()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("zebra",), "no situation fits 'zebra': try other words, or fewer of them (hoyle ask --list"),
        (("missdeal",), "no situation fits 'missdeal': did you mean 'misdeal'? (hoyle ask --list"),
        ((), "nothing was asked"),
        (("boxed", "--book", "onieda"), "did you mean oneida"),
    ],
)
def test_what_cannot_be_answered_is_one_line(args: tuple[str, ...], said: str) -> None:
    result = hoyle("ask", *args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
