"""Why a player may not raise, with the clause that each book gives for it."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from tests.games.poker.one_line_tables import refused, say, table

from hoyle.games.poker.resolved_rules import NO_LIMIT


class Cites(NamedTuple):
    """What a book has on players without enough chips."""

    law: str
    game: str
    all_in: str
    side_pot: str
    check_raise: str
    raises: str
    """On raises before the flop."""


BOOKS = [
    Cites("oneida", "holdem", "oneida XI.G.2(d)", "oneida XI.G.2(d)(iii)", "oneida XI.G.9", "oneida XI.J.6"),
    Cites(
        "nj-19-47",
        "holdem",
        "nj-19-47 19:47-14.7[XI.G.2(d)]",
        "nj-19-47 19:47-14.7[XI.G.2(d)(iii)]",
        "nj-19-47 19:47-14.7[XI.G.9]",
        "nj-19-47 19:47-14.10(f)",
    ),
    Cites(
        "room-2012",
        "omaha-hilo8",
        "room-2012 WAG(3)(ii)",
        "room-2012 WAG(3)(ii)(C)",
        "room-2012 WAG(10)",
        "room-2012 OMA(4)",
    ),
    Cites("ca-omaha", "omaha-hilo8", "house all-in", "house side-pot", "house check-raise", "ca-omaha BR1.3"),
]


def by_book(field: str) -> pytest.MarkDecorator:
    """Each book in turn; where it has a clause of its own on this, the case upholds it."""
    rows = []
    for cites in BOOKS:
        clause = getattr(cites, field)
        marks = [] if clause.startswith("house") else [pytest.mark.clauses(clause)]
        rows.append(pytest.param(cites, id=cites.law, marks=marks))
    return pytest.mark.parametrize("cites", rows)


@by_book("all_in")
@pytest.mark.parametrize("short", [4, 10])
def test_who_has_no_more_than_the_call_cannot_raise(cites: Cites, short: int) -> None:
    round_ = table(cites.law, cites.game, [1000, 1000, short])
    error = refused(round_, "raise to 20")
    assert (error.clause, error.legal) == (cites.all_in, f"fold, call {short}")
    assert "the call takes the whole stack" in str(error)
    with_one_more = table(cites.law, cites.game, [1000, 1000, 11])
    say(with_one_more, "raise to 11")
    assert with_one_more.state.stacks[2] == 0


@by_book("all_in")
def test_a_raise_all_in_for_less_than_a_full_raise_is_made_by_the_rule_on_all_ins(cites: Cites) -> None:
    round_ = table(cites.law, cites.game, [1000, 1000, 15])
    say(round_, "all in")
    made = round_.log[-2] if round_.log[-1].name == "turn" else round_.log[-1]
    assert (made.name, made.clause) == ("bet", cites.all_in)


@by_book("raises")
@pytest.mark.parametrize("stack", [20, 1000])
def test_a_full_raise_is_made_by_the_rule_on_raises_all_in_or_not(cites: Cites, stack: int) -> None:
    round_ = table(cites.law, cites.game, [1000, 1000, stack])
    say(round_, "raise to 20")
    made = [event for event in round_.log if event.name == "bet"][-1]
    assert (made.to, made.clause) == (20, cites.raises)  # type: ignore[attr-defined]


@by_book("side_pot")
def test_where_nobody_left_could_answer_it_there_is_no_raise(cites: Cites) -> None:
    round_ = table(cites.law, cites.game, [1000, 40, 40], structure=NO_LIMIT)
    say(round_, "fold", "call", "all in")
    error = refused(round_, "raise to 80")
    assert (error.clause, error.legal) == (cites.side_pot, "fold, call 30")
    assert "nobody left can answer" in str(error)
    # A third with a chip beyond the bet could.
    round_ = table(cites.law, cites.game, [1000, 40, 41], structure=NO_LIMIT)
    say(round_, "call", "call", "all in")
    assert round_.actor == 3
    assert round_.options().max_to == 41
    # A chip less, and what he has left is no answer to more.
    round_ = table(cites.law, cites.game, [1000, 40, 40], structure=NO_LIMIT)
    say(round_, "call", "call", "all in", "call")
    refused(round_, "raise to 80")


@by_book("check_raise")
def test_where_the_sign_forbids_it_nobody_checks_and_raises(cites: Cites) -> None:
    round_ = table(cites.law, cites.game, 3, structure=NO_LIMIT, check_raise=False)
    say(round_, "call", "call", "check", "check", "bet 20")
    # Who has not checked may raise.
    assert round_.options().min_raise_to == 40
    say(round_, "fold")
    error = refused(round_, "raise to 40")
    assert (error.clause, error.legal) == (cites.check_raise, "fold, call 20")
    allowed = table(cites.law, cites.game, 3, structure=NO_LIMIT)
    say(allowed, "call", "call", "check", "check", "bet 20", "fold", "raise to 40")


@pytest.mark.parametrize(
    ("law", "game", "clause"),
    [
        pytest.param("ca-omaha", "omaha-hilo8", "ca-omaha BR1.3", marks=pytest.mark.clauses("ca-omaha BR1.3")),
        ("house", "holdem", "house raise-cap"),
    ],
)
def test_after_the_last_raise_there_is_no_other(law: str, game: str, clause: str) -> None:
    round_ = table(law, game, 3, raise_cap=3)
    say(round_, "raise to 20", "raise to 30", "raise to 40")
    error = refused(round_, "raise to 50")
    assert (error.clause, error.legal) == (clause, "fold, call 20")
    assert "3 raises have been made" in str(error)
