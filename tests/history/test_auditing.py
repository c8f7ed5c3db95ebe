"""Recorded hands held against another rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.core.errors import InvalidError
from hoyle.history.phh.reader import HandHistory, UnsupportedError, read_phh
from hoyle.history.rulebook_comparison.hand_differences import replay_under_rulebook

HANDS = Path(__file__).parent / "hands"


def hand(name: str, *changes: tuple[str, str]) -> HandHistory:
    text = (HANDS / f"{name}.phh").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_phh(text)


def told(history: HandHistory, book: str) -> list[tuple[str, str]]:
    return [(each.where, str(each)) for each in replay_under_rulebook(history, book).differences]


def test_a_hand_that_any_book_would_have_played_so_has_no_differences() -> None:
    found = replay_under_rulebook(hand("holdem-no-limit-side-pot"), "oneida")
    assert found.differences == []
    assert found.replay.ok
    assert found.replay.round is not None
    assert {event.clause.split()[0] for event in found.replay.round.log if event.clause} == {"oneida"}


def test_what_the_book_would_not_have_posted_is_told_by_its_clause() -> None:
    assert told(hand("holdem-straddle-and-post"), "oneida") == [
        ("sign", "p3 straddles 4: oneida has blinds only (oneida XI.J.4)")
    ]
    plain = hand("holdem-limit")
    assert told(plain, "nj-19-47") == told(plain, "oneida") == []


@pytest.mark.clauses("oneida XI.G.2(c)")
def test_who_would_not_have_been_dealt_in_is_told_by_its_clause() -> None:
    short = hand("holdem-no-limit-side-pot", ("[100, 20, 50, 100]", "[2, 20, 50, 100]"), ("[99, 61", "[1, 61"))
    assert ("stakes", "p1 has 2 and needs 3 to be dealt in (oneida XI.G.2(c))") in told(short, "oneida")


@pytest.mark.clauses("oneida XI.M.7", "oneida XI.I.4(b)")
def test_what_the_book_would_not_have_let_anybody_do_is_told_where_it_happened() -> None:
    assert told(hand("stud5-high"), "oneida")[-1:] == [
        ("play", "line 27, action 18 'p2 cc': not allowed (oneida XI.M.7); legal: bet 4")
    ]
    where, said = told(hand("stud7-hilo"), "oneida")[-1]
    assert where == "play"
    assert said == ("line 13, action 4 'p2 pb': out of turn: p1 is to act (bring in 1, raise to 2) (oneida XI.I.4(b))")


@pytest.mark.clauses("ca-omaha AWARD.4")
def test_chips_that_the_book_gives_to_somebody_else_are_told_share_by_share() -> None:
    found = told(hand("omaha-hilo8-nj-odd-chip"), "ca-omaha")
    assert ("award", "the pot, low: p1 gets 13 by ca-omaha, 12 by nj-19-47 (ca-omaha AWARD.4)") in found
    assert [where for where, _ in found] == ["sign", "award", "award"]


def test_a_game_that_the_book_does_not_have_cannot_be_held_against_it() -> None:
    with pytest.raises(UnsupportedError, match="oneida has no razz; it has holdem"):
        replay_under_rulebook(hand("razz"), "oneida")
    with pytest.raises(InvalidError, match="unknown rulebook 'hoyle'"):
        replay_under_rulebook(hand("razz"), "hoyle")
