"""The next roll as the panel tells it, against the 36 throws played at a real table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.dice.random_sessions import craps_table, mini_table, offered, seated

from hoyle.games.dice import events
from hoyle.games.dice.craps import Craps
from hoyle.games.dice.posted_sign import CrapsSign
from hoyle.odds.house_games.dice import next_roll
from hoyle.table.base import DEALER
from hoyle.table.command_base import command_from_dict
from hoyle.table.dice import commands
from hoyle.table.dice.automatic_pre_roll import prepare_roll
from hoyle.table.dice.table import DiceTable
from hoyle.table.log.event_base import Entries

TABLES: dict[str, Callable[[], DiceTable]] = {
    "craps": craps_table,
    "craps, every wager": lambda: craps_table(
        put_bets=True,
        off_at_point=True,
        bar=2,
        odds_multiple=100,
        offers={"place_to_lose": True},
        optional_wagers=("twins",),
        approved_wagers=("twins",),
        optional_pay={"twins": {2: Fraction(20), 12: Fraction(33, 2)}},
    ),
    "craps, paying more": lambda: craps_table(pay={"hop-easy": Fraction(33, 2), "field-12": Fraction(3)}),
    "mini-dice": mini_table,
}
PEOPLE = ("ann", "bob")


def laid_out(table: DiceTable, chance: Random) -> DiceTable:
    """The same table with wagers of every kind on it, some rolls on."""
    for _ in range(chance.randint(1, 4)):
        for _ in range(chance.randint(0, 14)):
            kinds: dict[tuple[str, str], list[tuple[str, dict[str, int | str]]]] = {}
            for wait, choice in offered(table):
                if wait.kind == "wagers":
                    fields = {bound.field: bound.min for bound in choice.bounds}
                    told = {"do": choice.do, **choice.fixed, **fields}
                    kinds.setdefault((choice.do, str(choice.fixed.get("kind"))), []).append((wait.person, told))
            by, command = chance.choice(kinds[chance.choice(sorted(kinds))])
            table.do(command_from_dict(table.COMMANDS, command), by)
        if chance.random() < 0.8:
            prepare_roll(table, PEOPLE)
            falls(table, chance.randint(1, 6), chance.randint(1, 6))
    prepare_roll(table, PEOPLE)
    return table


def falls(table: DiceTable, one: int, other: int) -> Entries:
    return table.do(command_from_dict(table.COMMANDS, {"do": table.game.ROLL, "one": one, "other": other}), DEALER)


def check_every_throw(table: DiceTable, person: str) -> None:
    """What is told of each throw is what it does at a table taken up here."""
    before = table.checkpoint()
    told = next_roll.outcomes_by_total(table.game, person)
    assert table.checkpoint() == before, "looking ahead has changed something"
    gains = {(throw.one, throw.other): throw.gain for each in told for throw in each.throws}
    own = {wager.id for wager in table.state.play.live if wager.owner == person}
    won = 0
    for one in range(1, 7):
        for other in range(1, 7):
            entries = falls(DiceTable.resume(before), one, other)
            decided = [each for each in entries if isinstance(each, events.Decided) and each.id in own]
            gain = sum(each.paid - each.taken for each in decided)
            assert gains[max(one, other), min(one, other)] == gain, (one, other)
            won += gain
    assert next_roll.mean(told) == Fraction(won, 36)
    assert [(each.total, each.ways) for each in told] == [(n, 6 - abs(n - 7)) for n in range(2, 13)]


@pytest.mark.parametrize("opened", TABLES.values(), ids=list(TABLES))
@given(seed=st.integers(0, 10**9))
@settings(max_examples=20)
@pytest.mark.clauses("oneida CR.D.hop", "oneida CR.D.hop.a", "oneida CR.D.hop.c", "oneida CR.J.3.d")
def test_every_throw_wins_and_costs_what_the_next_roll_says(opened: Callable[[], DiceTable], seed: int) -> None:
    table = laid_out(seated(opened(), *PEOPLE, chips=5000), Random(seed))
    for person in PEOPLE:
        check_every_throw(table, person)


@pytest.mark.clauses("oneida CR.K.2.a")
def test_a_throw_for_the_come_bets_alone_decides_nothing_else_in_the_panel_either() -> None:
    table = seated(craps_table(), "ann")
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    table.bet(1, "come", 10)
    table.bet(1, "place", 12, number=8)
    table.throw(4, 1)
    table.bet(1, "hop", 1, faces="4-3")
    table.bet(1, "come", 10)
    table.throw(5, 1)
    table.bet(1, "hop", 1, faces="4-3")
    table.bet(1, "field", 5)
    table.do(commands.DeclineLine(seat=1))
    table.do(commands.NoLineBet())
    check_every_throw(table, "ann")
    told = {each.total: each for each in next_roll.outcomes_by_total(table.game, "ann")}
    assert told[7].gains == [-20, -20, -20], "the Come bets on 5 and 6 alone"
    assert told[12].gains == [0]


@pytest.mark.clauses("oneida CR.D.hop", "oneida CR.D.hop.a", "oneida CR.D.hop.b", "oneida CR.D.hop.c")
@pytest.mark.parametrize(("combo", "mean"), [((6, 1), Fraction(-1, 9)), ((3, 3), Fraction(-5, 36))])
def test_a_hop_is_won_by_its_own_two_faces_alone(combo: tuple[int, int], mean: Fraction) -> None:
    table = Craps(CrapsSign(), {"ann": 100}, shooter="ann")
    table.bet("ann", "hop", 1, combo=combo)
    told = next_roll.outcomes_by_total(table, "ann")
    pays = 30 if combo[0] == combo[1] else 15
    gains = {(throw.one, throw.other): throw.gain for each in told for throw in each.throws}
    assert gains.pop(combo) == pays
    assert set(gains.values()) == {-1}
    assert next_roll.mean(told) == mean
