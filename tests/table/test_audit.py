"""An honest log holds; what is altered, missing, doubled or foreign is found, and the first of it named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.table.facade import floor_of
from tests.table.tables import EVERY_GAME, call_down, dealt, fold_to, named, opened, two_rounds

from hoyle.core.cards import stacked_deck
from hoyle.rulebooks import VERSION
from hoyle.table import PokerTable
from hoyle.table import command_base as commands
from hoyle.table.log.event_log import LogStep, event_from_dict
from hoyle.table.log.log_audit import LogAudit
from hoyle.table.poker.commands import Bet, Call, Fold
from hoyle.table.seats import PlayerLeft, Sit


def audited(steps: list[LogStep]) -> LogAudit:
    """The audit of steps as they come from a file."""
    return PokerTable.audit(steps)


def places(steps: list[LogStep]) -> Iterator[tuple[int, int, int]]:
    """Step, place in it, and number in the log from 1, of every entry."""
    number = 1
    for at, step in enumerate(steps):
        for place in range(len(step.events)):
            yield at, place, number
            number += 1


def changed(steps: list[LogStep], at: int, entries: list[Any]) -> list[LogStep]:
    """The log up to a step whose entries are others."""
    return [*steps[:at], steps[at]._replace(events=entries)]


def altered(entry: Any) -> Iterator[tuple[str, Any]]:
    """The entry with one fact told otherwise, for each fact of it."""
    plain: dict[str, Any] = json.loads(json.dumps(entry.to_dict()))
    for field, value in plain.items():
        other = otherwise(value)
        # The version of the rules is told beside the differences.
        if other != value and (entry.name, field) not in (("turn", "awaiting"), ("table-opened", "rules")):
            facts = {**plain, field: other}
            yield (
                f"{entry.name}.{field}",
                event_from_dict(PokerTable.EVENTS, {"name": entry.name, "fields": facts}, 0),
            )


def otherwise(value: Any) -> Any:
    """Another amount, seat, name, card or order of cards."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        card = len(value) == 2 and value[1] in "cdhs"
        return {"Ah": "Kd"}.get(value, "Ah") if card else f"{value}x"
    return value[::-1] if isinstance(value, list) else value


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_an_honest_log_holds(book: str, game: str) -> None:
    playing = two_rounds(book, game)
    found = audited(PokerTable.load(playing.dump()).steps)
    assert found.holds, found.first
    assert found.first is None
    assert (found.steps, found.entries) == (len(playing.steps), len(playing.log))
    assert found.rules == found.decided_by == VERSION


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_no_entry_can_be_missing_or_twice_in_a_log(book: str, game: str) -> None:
    steps = two_rounds(book, game).steps
    for at, place, number in places(steps):
        entries = steps[at].events
        missing = audited(changed(steps, at, [*entries[:place], *entries[place + 1 :]]))
        assert missing.first is not None
        if place + 1 == len(entries) or entries[place] != entries[place + 1]:
            assert missing.first.entry == number, missing.first
        doubled = audited(changed(steps, at, [*entries[: place + 1], *entries[place:]]))
        assert doubled.first is not None
        assert doubled.first.entry > number, doubled.first
        assert not missing.holds
        assert not doubled.holds


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_no_amount_no_seat_and_no_card_of_a_log_can_be_altered(book: str, game: str) -> None:
    steps = two_rounds(book, game).steps
    for at, place, number in places(steps):
        entries = steps[at].events
        for what, entry in altered(entries[place]):
            found = audited(changed(steps, at, [*entries[:place], entry, *entries[place + 1 :]]))
            assert found.first is not None, what
            assert (found.first.entry, found.first.step) == (number, at + 1), what
            assert what.split(".")[1] in found.first.message, what


def test_what_is_wrong_is_said_with_the_number_of_the_entry() -> None:
    playing = dealt("oneida")
    playing.act(1, "call")
    steps, number = playing.steps, len(playing.log)
    facts = {**playing.log[-1].to_dict(), "chips": 500}
    richer = event_from_dict(PokerTable.EVENTS, {"name": "called", "fields": facts}, number)
    found = audited(changed(steps, len(steps) - 1, [richer]))
    assert str(found.first) == f"entry {number}: called: chips is 500 and must be 4"
    twice = audited([*steps, steps[-1]])
    assert str(twice.first).startswith(
        f"entry {number + 1}: call by player 1 cannot be done: seat 1 cannot act out of turn"
    )
    gone = audited(changed(steps, len(steps) - 1, []))
    assert str(gone.first) == f"entry {number}: called must follow call and is missing"
    more = audited(changed(steps, len(steps) - 1, [playing.log[-1], playing.log[0]]))
    assert str(more.first) == f"entry {number + 1}: table-opened does not follow from call"
    assert audited(steps[1:]).first is not None
    assert not audited(steps[1:]).holds


@pytest.mark.parametrize(
    ("name", "alter"),
    [
        ("sit", lambda step: Sit(seat=3, chips=201, player="player 3")),
        ("sit", lambda step: Sit(seat=5, chips=200, player="player 3")),
        ("sit", lambda step: Sit(seat=3, chips=200, player="ghost")),
        ("call", lambda step: Fold(seat=step.command.seat)),
        ("call", lambda step: Bet(seat=step.command.seat, to=8)),
        ("call", lambda step: Call(seat=step.command.seat + 1)),
        (
            "deal",
            lambda step: commands.command_from_dict(PokerTable.COMMANDS, {**commands.to_dict(step.command), "cut": 20}),
        ),
    ],
)
def test_no_command_of_a_log_can_be_altered(name: str, alter: Callable[[LogStep], commands.Command]) -> None:
    playing = call_down(dealt("oneida"))
    steps = list(playing.steps)
    at = [number for number, step in enumerate(steps) if step.command.name == name][-1]
    steps[at] = steps[at]._replace(command=alter(steps[at]))
    found = audited(steps)
    assert found.first is not None
    before = sum(len(step.events) for step in steps[:at])
    assert found.first.step == at + 1
    assert before < found.first.entry <= before + len(steps[at].events)


def test_no_command_can_be_put_in_somebody_elses_mouth() -> None:
    steps = list(call_down(dealt("oneida")).steps)
    at = next(number for number, step in enumerate(steps) if step.command.name == "call")
    assert steps[at].by == "player 1"
    for other in ("player 2", "stranger"):
        found = audited([*steps[:at], steps[at]._replace(by=other), *steps[at + 1 :]])
        assert found.first is not None
        assert found.first.step == at + 1
        assert f"by {other} cannot be done" in found.first.message
        assert found.finished, "the rest is as it was written"
        assert len(found.differences) == 1


def test_a_step_is_missed_where_something_followed_from_it() -> None:
    steps = call_down(dealt("oneida")).steps
    for at, step in enumerate(steps[:-1]):
        found = audited([*steps[:at], *steps[at + 1 :]])
        assert not found.holds, step.command
        if step.command.name != "sit":  # the next deal tells who is missing
            assert found.first is not None
            assert found.first.step == at + 1, step.command


def test_a_foreign_entry_is_found() -> None:
    steps = fold_to(dealt("oneida"), 3).steps
    other = call_down(dealt("oneida", "holdem")).log
    at = next(number for number, step in enumerate(steps) if step.command.name == "sit")
    number = sum(len(step.events) for step in steps[: at + 1]) + 1
    for entry in other:
        found = audited(changed(steps, at, [*steps[at].events, entry]))
        assert found.first is not None, entry
        assert found.first.entry == number, entry


def test_what_the_floor_did_to_a_round_is_audited_too() -> None:
    playing = opened("oneida")
    playing.deal(stacked_deck(""))
    playing.act(1, "call")
    playing.act(2, "call")
    # The last hand to act is killed: the flop follows from the ruling, not from anybody's action.
    told = ["ruled", "hand-killed", "refunded", "gathered", "burned", "board-dealt", "turn"]
    assert [entry.name for entry in floor_of(playing).fouled(3, protected=True)] == told
    steps = playing.steps
    assert audited(steps).holds
    at = len(steps) - 1
    before = sum(len(step.events) for step in steps[:at])
    for place, entry in enumerate(steps[at].events):
        gone = audited(changed(steps, at, [*steps[at].events[:place], *steps[at].events[place + 1 :]]))
        assert gone.first is not None
        assert gone.first.entry == before + place + 1
        for what, changed_entry in altered(entry):
            entries = [*steps[at].events[:place], changed_entry, *steps[at].events[place + 1 :]]
            found = audited(changed(steps, at, entries))
            assert found.first is not None, what
            assert found.first.entry == before + place + 1, what


def test_an_audit_ends_where_what_is_written_cannot_have_happened() -> None:
    steps = call_down(dealt("oneida")).steps
    gone = PlayerLeft(seat=1, player="player 1", chips=10**6, clause="house seats")
    found = audited([*changed(steps, 6, [gone]), *steps[7:]])
    assert not found.finished
    assert not found.holds
    assert found.steps == 7
    assert [difference.step for difference in found.differences] == [7]


def test_a_log_of_older_rules_is_told_apart_line_by_line() -> None:
    playing = call_down(dealt("oneida"))
    text = json.dumps(playing.dump()).replace("oneida XI.K.8", "oneida XI.K.88").replace(VERSION, "0.0.1")
    older = PokerTable.load(json.loads(text))
    found = audited(older.steps)
    assert (found.rules, found.decided_by) == ("0.0.1", VERSION)
    assert found.finished, "the audit goes on from what is written"
    wrong = [at for at, (was, now) in enumerate(zip(older.log, playing.log, strict=True), 1) if was != now][1:]
    assert {difference.entry for difference in found.differences} <= set(wrong)
    assert found.first is not None
    assert found.first.entry == wrong[0]
    cited = [difference for difference in found.differences if "XI.K.88" in difference.message]
    assert cited
    assert all(f"must be {'oneida XI.K.8'!r}" in difference.message for difference in cited)
    assert named(older.log, "awarded")


def test_an_audit_may_be_told_how_many_differences_are_enough() -> None:
    playing = call_down(dealt("oneida"))
    text = json.dumps(playing.dump()).replace("oneida XI.K.8", "oneida XI.K.88")
    steps = PokerTable.load(json.loads(text)).steps
    every = audited(steps)
    assert len(every.differences) > 2
    some = PokerTable.audit(steps, max_differences=2)
    assert some.differences == every.differences[:2]
    assert not some.finished
    assert some.steps == some.differences[-1].step
