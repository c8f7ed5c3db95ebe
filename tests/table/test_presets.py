"""What the room spreads without being told more than the name of a game."""

from __future__ import annotations

import pytest

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, SPREAD, STRUCTURES
from hoyle.games.poker.variants import VARIANTS
from hoyle.rulebooks import BOOKS, poker_book
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.presets.poker_presets import default_book, poker_preset

SPREADS = [(game, id) for game in VARIANTS for id in BOOKS if game in poker_book(id).games]


@pytest.mark.parametrize(("game", "book"), SPREADS)
def test_every_book_allows_the_usual_sign_of_its_games(game: str, book: str) -> None:
    for structure in STRUCTURES:
        spread = poker_preset(game, book, structure=structure, players=2)
        assert spread.rules.book.id == book
        assert spread.sign.cited_lines()
        spread.check_stacks([spread.stack] * 2, spread.posts([1, 2], 1))


def test_a_game_without_a_book_finds_one() -> None:
    assert default_book("holdem") == "oneida"
    assert default_book("mambo-hilo6") == "nj-19-47"
    assert default_book("big-omaha-high") == "nj-13-69f"
    assert default_book("razz") == "house"


def test_limits_set_blinds_antes_and_forced_bets() -> None:
    limit = poker_preset("holdem", limits="10/20")
    assert (limit.rules.stakes.small, limit.rules.stakes.big, limit.sign.blinds) == (10, 20, (5, 10))
    stud = poker_preset("stud7-high", limits="10/20")
    assert (stud.rules.stakes.ante, stud.rules.stakes.forced_bet, stud.sign.blinds) == (2, 3, ())
    assert stud.posts([1, 2], 0) == []
    spread = poker_preset("holdem", structure="spread-limit", limits="2-10")
    assert (spread.rules.stakes.structure, spread.rules.stakes.small, spread.rules.stakes.big) == (SPREAD, 2, 10)
    for structure, number in (("pot-limit", POT_LIMIT), ("no-limit", NO_LIMIT)):
        open_ended = poker_preset("holdem", structure=structure, limits="1/2")
        assert open_ended.rules.stakes.structure == number
        assert (open_ended.rules.stakes.small, open_ended.sign.blinds) == (2, (1, 2))
    assert limit.rules.stakes.structure == FIXED


def test_the_blinds_move_with_the_button() -> None:
    spread = poker_preset("holdem", players=3)
    assert [(post.seat, post.chips) for post in spread.posts([1, 2, 3], 2)] == [(3, 1), (1, 3)]


def test_california_collects_and_says_so() -> None:
    sign = poker_preset("omaha-hilo8", "ca-omaha").sign
    assert any("fees by hand" in line.text for line in sign.cited_lines())


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (lambda: poker_preset("whist"), "unknown game 'whist'"),
        (lambda: poker_preset("holdem", "hoyle"), "unknown rulebook 'hoyle'"),
        (lambda: poker_preset("holdem", limits="lots"), "cannot read the limits 'lots'"),
        (lambda: poker_preset("holdem", limits="8/4"), "limits '8/4'"),
        (lambda: poker_preset("holdem", limits="0/4"), "limits '0/4'"),
        (lambda: poker_preset("holdem", structure="dealers-choice"), "unknown structure"),
    ],
)
def test_what_cannot_be_read_is_refused(wanted, words: str) -> None:
    with pytest.raises(InvalidError, match=words):
        wanted()


@pytest.mark.parametrize(
    ("wanted", "clause"),
    [
        (lambda: poker_preset("mambo-hilo6", "oneida"), "oneida XI.H.1"),
        (lambda: poker_preset("holdem", "oneida", players=12), "oneida XI.J.2"),
        (lambda: poker_preset("omaha-high", "nj-19-47", players=11), "nj-19-47 19:47-14.11(b)"),
        (lambda: poker_preset("holdem", "oneida", players=1), "oneida XI.F.2"),
        (lambda: poker_preset("holdem", "oneida", rake=Rake(percent=26)), "oneida XI.N.2(a)(i)"),
        (lambda: poker_preset("omaha-hilo8", "room-2012", rake=Rake(percent=5)), "room-2012 REV(2)"),
    ],
)
def test_what_the_book_forbids_is_refused_by_its_clause(wanted, clause: str) -> None:
    with pytest.raises(IllegalError) as refused:
        wanted()
    assert refused.value.clause == clause
    assert refused.value.legal


def test_a_stack_below_the_least_one_is_not_dealt_in() -> None:
    spread = poker_preset("holdem", "oneida", players=3)
    posts = spread.posts([1, 2, 3], 3)
    spread.check_stacks([4, 6, 3], posts)
    for stacks in ([3, 6, 3], [4, 5, 3], [4, 6, 2]):
        with pytest.raises(IllegalError, match=r"oneida XI\.G\.2\(c\)"):
            spread.check_stacks(stacks, posts)


def test_a_book_without_a_least_stack_wants_one_chip() -> None:
    spread = poker_preset("omaha-hilo8", "room-2012", players=3)
    spread.check_stacks([1, 1, 1], spread.posts([1, 2, 3], 3))
    with pytest.raises(HoyleError):
        spread.check_stacks([1, 0, 1], [])
