"""What must hold at a dice table after any commands, good or bad."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.dice.random_sessions import (
    PEOPLE,
    command_of,
    craps_table,
    lawful_command,
    mini_table,
    offered,
    seated,
    some_command,
)
from tests.table.liveness import brought_home

from hoyle.core.errors import HoyleError
from hoyle.table.base import DEALER
from hoyle.table.command_base import Command
from hoyle.table.dice import commands
from hoyle.table.dice.table import DiceTable
from hoyle.table.log.event_log import LogStep
from hoyle.table.log.json_output import to_dict, to_json
from hoyle.table.seats import Leave, SitIn, SitOut

TABLES: list[Callable[[], DiceTable]] = [
    craps_table,
    lambda: craps_table(
        put_bets=True, minimum=5, maximum=200, min_chip=1, offers={"place_to_lose": True}, odds_maximum=40
    ),
    lambda: craps_table(
        line_bet_at_point=True,
        commission_rounding="up",
        commission_refunded=True,
        commission_after_win=False,
        off_at_point=True,
        dont_barred_at_point=True,
    ),
    mini_table,
    lambda: mini_table(player_may_return=True, minimum=5, maximum=100),
    lambda: mini_table(wagers_removable=False),
]
KINDS = pytest.mark.parametrize(
    "opened", TABLES, ids=["craps", "craps-house", "craps-readings", "mini", "mini-return", "mini-stands"]
)


def played(table: DiceTable, seed: int, steps: int, *, good: float = 0.75) -> DiceTable:
    """A session; what is refused has changed nothing."""
    choices = Random(seed)
    seated(table, *PEOPLE[: choices.randint(0, 3)])
    for _ in range(steps):
        command, by = (lawful_command if choices.random() < good else some_command)(table, choices)
        before = table.state_to_dict(), table.event_count, len(table.log)
        try:
            table.do(command, by)
        except HoyleError:
            assert (table.state_to_dict(), table.event_count, len(table.log)) == before
    return table


@KINDS
@given(seed=st.integers(0, 10**9))
@settings(max_examples=8)
def test_no_chip_is_lost_and_the_ledger_says_where_each_is(opened: Callable[[], DiceTable], seed: int) -> None:
    table = played(opened(), seed, 90)
    accounts = table.state.accounts()
    assert sum(accounts.values()) == 0
    moved: Counter[str] = Counter()
    for entry in table.log:
        for transfer in entry.transfers():
            assert transfer.chips >= 0
            moved[transfer.source] -= transfer.chips
            moved[transfer.to] += transfer.chips
    assert {name: chips for name, chips in moved.items() if chips} == {
        name: chips for name, chips in accounts.items() if chips
    }
    play = table.state.play
    assert play.held == sum(play.stacks.values())
    assert play.layout == sum(wager.amount for wager in play.live)


@KINDS
@given(seed=st.integers(0, 10**9))
@settings(max_examples=5)
def test_the_table_stands_up_again_from_every_entry(opened: Callable[[], DiceTable], seed: int) -> None:
    table = played(opened(), seed, 60)
    written = table.log
    for cut in range(0, len(written) + 1, 1 + len(written) // 40):
        half = DiceTable.resume(None, written[:cut])
        checkpoint = json.loads(json.dumps(half.checkpoint()))
        assert DiceTable.resume(checkpoint, written[cut:]) == table
    again = DiceTable.load(json.loads(json.dumps(table.dump())))
    assert again == table
    assert [step.command for step in again.steps] == [step.command for step in table.steps]


@KINDS
@given(seed=st.integers(0, 10**9))
@settings(max_examples=5)
def test_an_audit_accepts_an_honest_log_and_names_the_first_wrong_entry(
    opened: Callable[[], DiceTable], seed: int
) -> None:
    table = played(opened(), seed, 80)
    found = DiceTable.audit(table.steps)
    assert found.holds, found.first
    choices = Random(seed)
    at = choices.randrange(1, len(table.steps))
    steps = list(table.steps)
    step = steps[at]
    before = sum(len(each.events) for each in steps[:at])
    steps[at] = LogStep(step.by, step.command, step.events[:-1])
    first = DiceTable.audit(steps).first
    assert first is not None
    assert first.entry == before + len(step.events)


@KINDS
@given(seed=st.integers(0, 10**9))
@settings(max_examples=8)
def test_what_is_offered_is_accepted_and_nothing_beyond_its_bounds(opened: Callable[[], DiceTable], seed: int) -> None:
    choices = Random(seed)
    table = played(opened(), seed, choices.randint(0, 60))
    checkpoint = table.checkpoint()

    def accepted(command: object, by: str) -> bool:
        copy = DiceTable.resume(checkpoint, keep_log=False)
        try:
            copy.do(command, by)  # type: ignore[arg-type]
        except HoyleError:
            return False
        return True

    found = offered(table)
    for wait, choice in choices.sample(found, min(len(found), 12)):
        by = wait.person or DEALER
        assert accepted(command_of(table, choice), by), choice
        for bound in choice.bounds:
            amounts = {other.field: other.min for other in choice.bounds}
            for value in (bound.min, bound.max):
                assert accepted(command_of(table, choice, **{**amounts, bound.field: value}), by), choice
            for value in (bound.min - bound.step, bound.max + bound.step, bound.min + 1):
                if value < 0 or bound.contains(value) or choice.do == "sit":
                    continue
                try:
                    command = command_of(table, choice, **{**amounts, bound.field: value})
                except HoyleError:
                    continue
                assert not accepted(command, by), (choice, value)


@KINDS
@given(seed=st.integers(0, 10**9))
@settings(max_examples=8)
def test_what_is_not_offered_is_refused(opened: Callable[[], DiceTable], seed: int) -> None:
    choices = Random(seed)
    table = played(opened(), seed, choices.randint(0, 60))
    offers = offered(table)
    for _ in range(40):
        command, by = some_command(table, choices)
        if command.name not in OFFERED:
            continue
        fields = to_dict(command)
        fits = any(
            choice.do == command.name
            and all(fields.get(field) == value for field, value in choice.fixed.items())
            and all(bound.contains(fields.get(bound.field, 0)) for bound in choice.bounds)
            and (by == wait.person or by in table.STAFF_NAMES)
            for wait, choice in offers
        )
        copy = DiceTable.resume(table.checkpoint(), keep_log=False)
        try:
            copy.do(command, by)
        except HoyleError:
            continue
        assert fits, (command, by)


OFFERED = frozenset((
    "bet", "take-down", "reduce", "increase", "call-on", "confirm-on", "call-off", "offer", "accept",
    "decline", "ask-for-shaker", "pass-dice", "order-pass", "decline-line", "no-line-bet", "release-dice",
    "throw", "call-throw", "dispute-throw", "settle-throw", "rule-throw", "dealer-shakes", "holder-shakes",
    "uncover",
))  # fmt: skip


@KINDS
@given(seed=st.integers(0, 10**9))
@settings(max_examples=5)
def test_everybody_sees_the_same_and_all_of_it_is_plain_data(opened: Callable[[], DiceTable], seed: int) -> None:
    table = played(opened(), seed, 60)
    seen = {to_json(table.seen_by(person)) for person in ("", *PEOPLE)}
    assert len(seen) == 1
    for person in PEOPLE:
        view = to_dict(table.view(person))
        assert (view.pop("person"), view.pop("seat")) == (person, table.state.seat_of(person))
        nobody = to_dict(table.view())
        assert view == {field: value for field, value in nobody.items() if field not in ("person", "seat")}
    assert to_json(table.pending())


@KINDS
@given(seed=st.integers(0, 10**9))
@settings(max_examples=12)
def test_whoever_asks_to_leave_gets_away_whatever_lies_on_the_layout(
    opened: Callable[[], DiceTable], seed: int
) -> None:
    table = played(opened(), seed, 60, good=0.85)
    brought_home(table, Random(seed))
    assert not table.state.play.live


@given(seed=st.integers(0, 10**9))
@settings(max_examples=12)
def test_a_come_bet_that_only_the_absent_could_throw_for_is_decided(seed: int) -> None:
    """Two shooters with Come bets, who go and stay away in every order."""
    chance = Random(seed)
    table = seated(craps_table(), "ann", "bob", "cyd")
    table.offer()
    table.accept(1)
    for seat in (1, 2):
        table.bet(seat, "pass", 10)
    table.throw(4, 2)
    for seat in (1, 2):
        table.bet(seat, "come", 10)
    table.throw(5, 3)
    for _ in range(6):
        seat = chance.choice(sorted(table.roster.players))
        away: list[Command] = [SitOut(seat=seat), SitIn(seat=seat), Leave(seat=seat), commands.PassDice(seat=seat)]
        away += [commands.Accept(seat=seat), commands.Decline(seat=seat), commands.DeclineLine(seat=seat)]
        with suppress(HoyleError):
            table.do(chance.choice(away))
    if not table.state.play.point or table.state.play.shooter:
        with suppress(HoyleError):
            table.throw(3, 3)
    brought_home(table, chance)
    assert not table.state.play.live
