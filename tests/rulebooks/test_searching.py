"""Questions as dealers put them, and the clauses that answer."""

from __future__ import annotations

import pytest

from hoyle.rulebooks.catalogue import search
from hoyle.rulebooks.searching import stem

QUESTIONS = {
    "dealer exposes a hole card": {"oneida": "XI.P.14"},
    "the dealer flipped a hole card": {"oneida": "XI.P.14"},
    "boxed card on the flop": {
        "oneida": "XI.P.9",
        "nj-19-47": "19:47-14.15[GEN(8)]",
        "room-2012": "GEN(8)",
    },
    "player acted out of turn": {
        "oneida": "XI.G.3",
        "nj-19-47": "19:47-14.7[XI.G.3]",
        "room-2012": "WAG(4)",
    },
    "two winners and an odd chip": {
        "oneida": "XI.K.10(b)(i)",
        "nj-19-47": "19:47-14.11(f)2i",
        "nj-13-69f": "13:69F-14.11(A)(f)2i",
        "ca-omaha": "AWARD.4",
        "room-2012": "OMA(5)(A)",
    },
    "dealer misdeals": {"oneida": "XI.P.6", "nj-19-47": "19:47-14.15[GEN(5)]", "room-2012": "GEN(5)"},
    "is a verbal bet binding": {
        "oneida": "XI.G.3",
        "nj-19-47": "19:47-14.7[XI.G.3]",
        "room-2012": "WAG(4)",
    },
    "dealer's card exposed prematurely": {"oneida": "TCP.L.4"},
    "string bet": {"oneida": "XI.G.6", "nj-19-47": "19:47-14.7[XI.G.6]", "room-2012": "WAG(7)"},
    "oversized chip without saying raise": {
        "oneida": "XI.G.8",
        "nj-19-47": "19:47-14.7[XI.G.8]",
        "room-2012": "WAG(9)",
    },
    "player left the table in the middle of the hand": {
        "oneida": "XI.P.10(d)",
        "nj-19-47": "19:47-14.15[GEN(9)(iii)]",
        "room-2012": "GEN(9)(iii)",
    },
    "dealer mucked the winning hand": {"oneida": "XI.Q.2"},
    "a card fell on the floor": {
        "oneida": "XI.P.13",
        "nj-19-47": "19:47-14.15[GEN(11)]",
        "room-2012": "GEN(11)",
    },
    "dealer skipped a seat": {
        "oneida": "XI.P.6(d)",
        "nj-19-47": "19:47-14.15[GEN(5)(iv)]",
        "room-2012": "GEN(5)(iv)",
    },
    "missing card in the deck": {
        "oneida": "XI.P.8",
        "nj-19-47": "19:47-14.15[GEN(7)]",
        "room-2012": "GEN(7)",
    },
    "how many raises are allowed": {"oneida": "XI.G.10", "ca-omaha": "BR1.3"},
    "who shows first": {"oneida": "XI.P.4", "nj-19-47": "19:47-14.15[GEN(4)]", "room-2012": "GEN(4)"},
    "side pot before main pot": {"oneida": "XI.F.5(e)"},
    "the shuffler jammed": {"oneida": "XI.P.15"},
    "who decides a dispute": {
        "oneida": "XI.P.2",
        "nj-19-47": "19:47-14.15[GEN(2)]",
        "room-2012": "GEN(2)",
    },
    "no flop no drop": {"oneida": "XI.N.4"},
    "cards went to an ineligible player": {
        "oneida": "XI.P.7",
        "nj-19-47": "19:47-14.15[GEN(6)]",
        "room-2012": "GEN(6)",
    },
    "low hand eight or better": {
        "oneida": "XI.K.11",
        "nj-19-47": "19:47-14.9(j)",
        "nj-13-69f": "13:69F-14.9(j)",
        "ca-omaha": "VAL-LO",
        "room-2012": "OMA(6)",
    },
}
"""Question: the clause that answers it, by book."""


@pytest.mark.parametrize(
    ("question", "book"), [(question, book) for question, books in QUESTIONS.items() for book in books]
)
def test_a_dealers_plain_question_finds_its_clause_among_the_first_three(question: str, book: str) -> None:
    found = [each.id for each in search(question, book)[:3]]
    assert QUESTIONS[question][book] in found, found


def test_whole_words_stand_above_parts_of_words() -> None:
    found = search("bet", "oneida")
    titles = [set(each.title.lower().replace(":", "").replace(";", "").split()) for each in found]
    whole = [at for at, words in enumerate(titles) if "bet" in words]
    parts = [at for at, words in enumerate(titles) if "better" in words and not words & {"bet", "bets"}]
    assert whole
    assert max(whole) < min(parts, default=len(found))


def test_no_book_has_a_clock_so_the_house_answers_for_it() -> None:
    assert all("clockwise" in (each.title + each.summary).lower() for each in search("clock"))


def test_words_of_one_family_are_one_word() -> None:
    assert stem("exposes") == stem("exposed") == stem("exposing")
    assert stem("misdeals") == stem("misdeal")
    assert stem("raises") == stem("raise") == stem("raising")
    assert stem("winner") == stem("won")


def test_a_word_that_no_book_knows_finds_nothing() -> None:
    assert not search("odd chip zebra")
    assert not search("zebra")
