"""`hoyle ask`: what happened, and what follows."""

from __future__ import annotations

import json

import pytest
from tests.cli.commands import answer, hoyle


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


def test_every_situation_can_be_listed() -> None:
    text = answer("ask", "--list")
    assert "exposed-hole" in text
    assert "House games" in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("zebra",), "no situation has 'zebra'"),
        ((), "nothing was asked"),
        (("boxed", "--book", "onieda"), "did you mean oneida"),
    ],
)
def test_what_cannot_be_answered_is_one_line(args: tuple[str, ...], said: str) -> None:
    result = hoyle("ask", *args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
