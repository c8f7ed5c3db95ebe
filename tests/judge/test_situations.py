"""Every situation is answered by every book, with clauses that exist."""

from __future__ import annotations

import pytest

from hoyle.judge.rulebook_comparison.comparison import BOOKS, SITUATIONS, Situation, compare, search_situations
from hoyle.rulebooks.clause_catalogue import resolve_citation


@pytest.mark.parametrize("there", SITUATIONS, ids=lambda there: there.id)
def test_every_question_has_an_answer_of_every_book(there: Situation) -> None:
    for row in compare(there.id).rows:
        assert tuple(row.cells) == BOOKS
        for cell in row.cells.values():
            assert cell.words
            assert not (cell.silent and cell.absent)
            for clause in cell.clauses:
                assert resolve_citation(clause)
        for book in row.differs:
            assert row.cells[book].speaks


def test_situations_have_names_of_their_own() -> None:
    assert len({there.id for there in SITUATIONS}) == len(SITUATIONS)


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("a hole card was exposed while dealing", "exposed-hole"),
        ("odd chip high low split", "odd-chip"),
        ("boxed card", "boxed"),
        ("player acted out of turn", "out-of-turn"),
        ("dealer mucked the winner", "tabled-winner"),
        ("a player left the table", "left"),
        ("is a verbal bet binding", "words-conflict"),
        ("the shuffler jammed", "shuffler-failure"),
        ("string bet", "string-bet"),
        ("dealer skipped a seat", "missed-seat"),
        ("dealer's card shown too early", "dealer-exposed"),
        ("premature flop", "board-errors"),
    ],
)
def test_what_a_dealer_says_finds_the_situation(words: str, id: str) -> None:
    assert id in [each.id for each in search_situations(words)[:2]]


def test_brass_marks_only_who_parts_from_the_majority() -> None:
    halves, high, low, cap, pot = compare("odd-chip").rows
    for row in (halves, high, low):
        assert row.differs == ("nj-13-69f", "ca-omaha")
    assert cap.differs == ("ca-omaha", "room-2012")
    assert pot.differs == ("ca-omaha",)
    assert compare("boxed").rows[0].differs == ()
