"""The catalogue holds every clause of every book, and finds them the way people ask."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from hoyle.core.errors import InvalidError
from hoyle.rulebooks import clause_catalogue
from hoyle.rulebooks.clause_catalogue import BOOKS, GAMES, KINDS, clause, clauses, resolve_citation, search, sections
from hoyle.rulebooks.clause_types import BookInfo

COUNTS = {
    "nj-19-47": {"rule": 146, "sign": 14, "floor": 27, "record": 15, "definition": 32, "physical": 5},
    "nj-13-69f": {"rule": 32, "sign": 4, "floor": 1, "record": 1, "physical": 1},
    "oneida": {"rule": 459, "sign": 74, "floor": 92, "record": 81, "definition": 63, "physical": 63},
    "ca-omaha": {"rule": 45, "sign": 7, "record": 1},
    "room-2012": {"rule": 58, "sign": 3, "floor": 22, "record": 10, "definition": 28, "physical": 3},
}


def test_there_are_1287_clauses_and_no_two_share_an_id() -> None:
    assert len(clauses()) == 1287
    assert len({each.id for each in clauses()}) == 1287


@pytest.mark.parametrize("book", COUNTS)
def test_each_book_has_its_clauses_of_each_kind(book: str) -> None:
    assert Counter(each.kind for each in clauses(book)) == COUNTS[book]
    for kind in KINDS:
        assert len(clauses(book, kind)) == COUNTS[book].get(kind, 0)


CORRECTED = {
    *("oneida MS.B.4", "oneida MS.H.1", "oneida TCP.F.1", "oneida FCP.F.1"),
    *("ca-omaha DEAL.3", "ca-omaha ACTION", "ca-omaha FLOP", "ca-omaha TURN", "ca-omaha RIVER"),
    "ca-omaha AWARD",
}
"""Clauses whose summary in the digest says more, or less, than the text."""


def test_the_package_carries_the_digest_word_for_word(shared: Path) -> None:
    digest = json.loads((shared / "rules" / "clauses.json").read_text(encoding="utf-8"))
    ours = [(c.book, c.id, c.title, c.summary, c.kind, list(c.games), list(c.readings), c.source) for c in clauses()]
    keys = ("rulebook", "id", "title", "summary", "kind", "games", "readings", "source")
    theirs = [tuple(row[key] for key in keys) for row in digest]
    assert [row[:3] + row[4:] for row in ours] == [row[:3] + row[4:] for row in theirs]
    differing = {f"{row[0]} {row[1]}" for row, other in zip(ours, theirs, strict=True) if row != other}
    assert differing <= CORRECTED


@pytest.mark.parametrize(
    ("book", "id", "said"),
    [
        ("oneida", "MS.H.1", "may be offered where gaming management authorises them"),
        ("oneida", "MS.B.4", "a limit that is not posted is refused"),
        ("oneida", "TCP.F.1", "the house may not add other wagers"),
        ("oneida", "FCP.F.1", "the house may not add other wagers"),
        ("ca-omaha", "DEAL.3", "put straight into the pot"),
        ("ca-omaha", "ACTION", "first active player left of the button"),
        ("ca-omaha", "FLOP", "first active player left of the button"),
        ("ca-omaha", "AWARD", "the hands of all active players"),
    ],
)
def test_what_the_digest_paraphrased_wrongly_is_put_right(book: str, id: str, said: str) -> None:
    assert said in clause(book, id).summary


def test_every_clause_is_fully_labelled() -> None:
    for each in clauses():
        assert each.kind in KINDS
        assert each.source in ("text", "analogy", "outside")
        assert each.title
        assert each.summary
        assert each.games
        assert set(each.games) <= {"all", *GAMES}, each.citation
        assert (each.kind == "physical") == bool(each.why_physical), each.citation


@pytest.mark.parametrize("info", BOOKS, ids=lambda info: info.id)
def test_the_cover_lists_the_games_the_book_has_rules_for(info: BookInfo) -> None:
    ruled = {game for each in clauses(info.id, "rule") for game in each.games} - {"all"}
    # Oneida ranks three-card hands as mambo does (XI.C.3) without permitting the game (XI.H.1).
    assert ruled - ({"mambo-hilo6"} if info.id == "oneida" else set()) == set(info.games)


def test_a_clause_is_found_by_book_and_number() -> None:
    found = clause("oneida", "XI.K.10(b)(i)")
    assert found.title == "Odd chip to high hand"
    assert found.kind == "rule"
    assert found.games == ("omaha-hilo8",)
    assert found.readings == ("AMB-11", "AMB-16")
    assert found.citation == "oneida XI.K.10(b)(i)"


@pytest.mark.parametrize(
    ("book", "asked", "id"),
    [
        ("oneida", "xi.k.10(b)(i)", "XI.K.10(b)(i)"),
        ("ONEIDA", " XI.K.10 (b) (i) ", "XI.K.10(b)(i)"),
        ("nj-19-47", "19:47-14.1 all-in", "19:47-14.1 'all-in'"),
        ("nj-19-47", "19:47-14.1 ‘all-in’", "19:47-14.1 'all-in'"),
        ("room-2012", "def 'Round of Play'", "DEF 'round of play'"),
        ("nj-19-47", "19:47-14.7[xi.g.2(d)(i)]", "19:47-14.7[XI.G.2(d)(i)]"),
    ],
)
def test_spacing_case_and_quotation_marks_do_not_matter(book: str, asked: str, id: str) -> None:
    assert clause(book, asked).id == id


def test_every_citation_leads_back_to_its_clause_with_the_book_or_without() -> None:
    for each in clauses():
        assert resolve_citation(each.citation) is each
        assert resolve_citation(each.id) is each
        assert resolve_citation(each.citation.upper()) is each


def test_a_wrong_number_names_the_nearest_right_ones() -> None:
    with pytest.raises(InvalidError, match=r"no such clause of oneida: 'XI.K.44'; did you mean .*XI\.K\.4\b"):
        clause("oneida", "XI.K.44")
    with pytest.raises(InvalidError, match=r"no such clause: 'K.10\(b\)\(i\)'; did you mean XI\.K\.10\(b\)\(i\)"):
        resolve_citation("K.10(b)(i)")


def test_a_clause_of_one_book_is_not_found_in_another() -> None:
    with pytest.raises(InvalidError, match="no such clause of ca-omaha"):
        clause("ca-omaha", "XI.K.4")
    with pytest.raises(InvalidError, match="no such clause of ca-omaha"):
        resolve_citation("ca-omaha XI.K.4")


def test_unknown_books_kinds_and_games_are_named_with_what_exists() -> None:
    with pytest.raises(InvalidError, match="no such rulebook: 'onieda'; did you mean oneida"):
        clause("onieda", "XI.K.4")
    with pytest.raises(InvalidError, match="no such rulebook: 'zz'; known: nj-19-47, nj-13-69f, oneida"):
        clauses("zz")
    with pytest.raises(InvalidError, match="no such kind of clause: 'rules'; did you mean rule"):
        clauses(kind="rules")
    with pytest.raises(InvalidError, match="no such game: 'hold-em'; did you mean holdem"):
        clauses(game="hold-em")


def test_a_game_takes_the_general_clauses_along_but_banked_games_do_not() -> None:
    omaha = {each.id for each in clauses("oneida", game="omaha-hilo8")}
    assert {"XI.K.10(b)(i)", "XI.P.6"} <= omaha
    assert not any(id.startswith(("XI.J.", "TCP.")) for id in omaha)
    assert all(each.id.startswith("CR.") for each in clauses("oneida", game="craps"))


def test_poker_clauses_are_those_outside_the_banked_and_dice_games() -> None:
    outside = {each.id.split(".")[0] for each in clauses("oneida") if not each.is_poker}
    assert outside == {"TCP", "FCP", "MS", "CR"}
    assert {each.id.split(".")[0] for each in clauses("oneida") if each.is_poker} == {"XI"}
    assert all(each.is_poker for each in clauses("nj-19-47") if each.id.startswith("19:47-14."))
    assert not any(each.is_poker for each in clauses("nj-19-47") if each.id.startswith("19:47-13."))


def test_odd_chip_finds_the_odd_chip_clause_of_every_book_titles_first() -> None:
    found = search("odd chip")
    assert {each.book for each in found} == {info.id for info in BOOKS}
    in_title = ["odd chip" in each.title.lower() for each in found]
    assert in_title == sorted(in_title, reverse=True)
    assert in_title.count(True) == 13
    assert found[0].title.startswith("Odd chip")


def test_words_are_found_in_any_order_and_case() -> None:
    found = search("CHIP odd", book="oneida")
    assert {each.id for each in found} == {each.id for each in search("odd chip", book="oneida")}
    assert not search("odd chip zebra")
    for each in search("burn stub", book="oneida")[:3]:
        text = f"{each.id} {each.title} {each.summary}".lower()
        assert "burn" in text
        assert "stub" in text


def test_words_match_from_their_beginning_so_a_spot_is_no_pot() -> None:
    assert "spot" in clause("oneida", "XI.B.5").summary
    found = search("pot")
    assert clause("oneida", "XI.B.5") not in found
    assert clause("room-2012", "DEF 'pot'") in found


def test_a_number_finds_its_own_clause_first() -> None:
    assert search("xi.k.10(b)")[0].id == "XI.K.10(b)"


def test_an_empty_search_is_refused() -> None:
    with pytest.raises(InvalidError, match="nothing to search for"):
        search("  ")


def test_every_clause_stands_under_a_heading_of_its_book() -> None:
    headings = sections(clauses())
    assert sum(len(each.clauses) for each in headings) == 1287
    file = Path(clause_catalogue.__file__).parent / "data" / "sections.json"
    titled = json.loads(file.read_text(encoding="utf-8"))
    assert {(each.book, each.id) for each in headings} == {
        (book, id) for book, titles in titled.items() for id in titles
    }


@pytest.mark.parametrize(
    ("citation", "heading"),
    [
        ("nj-19-47 19:47-14.1 'pot'", "19:47-14.1"),
        ("nj-19-47 19:47-14.10(a)", "19:47-14.10"),
        ("nj-19-47 19:47-14.13A[14.9(k)]", "19:47-14.13A"),
        ("nj-13-69f 13:69F-14.11(A)(f)2i", "13:69F-14.11(A)"),
        ("oneida TCP.AMB-T5", "TCP.AMB"),
        ("room-2012 OVER(4)(v)", "OVER"),
    ],
)
def test_a_clause_stands_under_the_longest_heading_that_fits(citation: str, heading: str) -> None:
    (section,) = sections([resolve_citation(citation)])
    assert section.id == heading


def test_the_doctests_hold() -> None:
    result = doctest.testmod(clause_catalogue)
    assert result.attempted >= 4
    assert result.failed == 0


def test_importing_the_catalogue_reads_no_clause() -> None:
    program = (
        "from hoyle.rulebooks import clause_catalogue as catalogue\n"
        "assert catalogue._catalogue.cache_info().currsize == 0\n"
        "catalogue.clauses()\n"
        "assert catalogue._catalogue.cache_info().currsize == 1\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30)
