"""What must hold at every house card table, whatever anybody tries: money, cards, secrets, log and waits."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.house_cards.random_sessions import PEOPLE, anything, command_of, evening, go_on, offered, some_sign
from tests.games.house_cards.rounds import GAMES
from tests.table.liveness import brought_home

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import HoyleError
from hoyle.table import command_base as command_forms
from hoyle.table.house_cards import HouseCardTable, commands
from hoyle.table.house_cards.events import EVENTS, OWN
from hoyle.table.log import json_output
from hoyle.table.log.event_log import LogStep, event_from_dict
from hoyle.table.pending_decisions import Bounds, PendingDecision

games = st.sampled_from(GAMES)
seeds = st.integers(0, 10**6)
lengths = st.integers(10, 250)


def held(table: HouseCardTable) -> Counter[str]:
    """Where every chip is, by the table's own account."""
    return Counter({name: chips for name, chips in table.state.accounts().items() if chips})


@given(game=games, seed=seeds, length=lengths)
def test_no_chip_is_lost_no_card_is_twice_and_a_refusal_changes_nothing(game: str, seed: int, length: int) -> None:
    chance = random.Random(seed)
    table = HouseCardTable.open(some_sign(game, chance))
    ledger: Counter[str] = Counter()
    for _ in range(length):
        before, entries = table.state_to_dict(), table.event_count
        pick = offered if chance.random() < 0.8 else anything
        command, by = pick(table, chance)
        try:
            caused = table.do(command, by=by)
        except HoyleError:
            assert (table.state_to_dict(), table.event_count) == (before, entries)
            continue
        for entry in caused:
            for transfer in entry.transfers():
                assert transfer.chips >= 0
                ledger[transfer.source] -= transfer.chips
                ledger[transfer.to] += transfer.chips
        assert sum(table.state.accounts().values()) == 0
        assert held(table) == Counter({name: chips for name, chips in ledger.items() if chips})
        assert all(chips >= 0 for chips in table.stacks.values())
        state = table.state.round
        if state is not None and state.dealt:
            out = [card for place in state.places.values() for card in place.cards]
            out += [*state.dealer, *state.community]
            assert len(set(out)) == len(out)
            assert len(set(state.discards)) == len(state.discards)
    assert table.log == [entry for step in table.steps for entry in step.events]


@given(game=games, seed=seeds, length=lengths)
def test_checkpoint_and_entries_lead_to_the_same_table_at_every_entry(game: str, seed: int, length: int) -> None:
    table = evening(game, seed, length)
    chance = random.Random(seed)
    live, follower = HouseCardTable(), HouseCardTable()
    for step in table.steps:
        live.do(step.command, by=step.by)
        for entry in step.events:
            follower = HouseCardTable.resume(follower.checkpoint(), [entry], keep_log=False)
        assert follower == live
        if chance.random() < 0.1:
            kept = json.loads(json.dumps(live.checkpoint()))
            assert HouseCardTable.resume(kept, table.log[live.event_count :], keep_log=False) == table
    assert follower == table
    read = HouseCardTable.load(json.loads(json.dumps(table.dump())))
    assert read == table
    assert read.log == table.log
    # The table taken up goes on as the other does.
    for each in (read, table):
        again = random.Random(seed + 1)
        for _ in range(20):
            go_on(each, again)
    assert read == table


@given(game=games, seed=seeds, length=lengths)
def test_audit_finds_an_honest_log_right_and_names_the_first_entry_that_is_not(
    game: str, seed: int, length: int
) -> None:
    table = evening(game, seed, length)
    audit = HouseCardTable.audit(table.steps)
    assert audit.holds, audit.first
    assert audit.entries == len(table.log)
    chance = random.Random(seed)
    at = chance.randrange(len(table.steps))
    step = table.steps[at]
    place = chance.randrange(len(step.events))
    entry = step.events[place]
    facts = entry.to_dict()
    false = EVENTS[entry.name]
    data = {"name": entry.name, "fields": {**facts, "clause": "house fraud"}}
    told = [*step.events[:place], event_from_dict({entry.name: false}, data, 1), *step.events[place + 1 :]]
    altered = [*table.steps[:at], LogStep(step.by, step.command, told), *table.steps[at + 1 :]]
    found = HouseCardTable.audit(altered)
    assert found.first is not None
    assert found.first.entry == sum(len(each.events) for each in table.steps[:at]) + place + 1
    assert "house fraud" in found.first.message


def copy_of(table: HouseCardTable) -> HouseCardTable:
    return HouseCardTable.resume(table.checkpoint(), keep_log=False)


def accepts(table: HouseCardTable, wait: PendingDecision, choice: Any, values: dict[str, int]) -> bool:
    other = copy_of(table)
    try:
        other.do(command_of(table, choice, values, random.Random(1)), by=wait.person or "dealer")
    except HoyleError:
        return False
    return True


def beyond(bound: Bounds) -> list[int]:
    found = [bound.min - 1, bound.max + 1]
    if bound.step > 1 and bound.max > bound.min:
        found.append(bound.min + 1)
    return [value for value in found if 0 <= value <= 10**12]


OFFERED = {
    "opening-step", "change-deck", "shuffle", "cut", "recut", "count-stub", "open-wagers", "wager",
    "withdraw", "no-more-bets", "play", "fold", "stand",
}  # fmt: skip
"""Commands of which `waits` says when they are possible."""


@settings(max_examples=30)
@given(game=games, seed=seeds, length=st.integers(5, 120))
def test_what_is_offered_is_accepted_and_what_is_not_is_refused(game: str, seed: int, length: int) -> None:
    table = evening(game, seed, length)
    allowed: list[tuple[str, dict[str, Any]]] = []
    for wait in table.pending():
        for choice in wait.choices:
            allowed.append((choice.do, choice.fixed))
            least = {bound.field: bound.min for bound in choice.bounds}
            most = {bound.field: bound.max for bound in choice.bounds}
            assert accepts(table, wait, choice, least), (wait, choice)
            assert accepts(table, wait, choice, most), (wait, choice)
            for bound in choice.bounds:
                for value in beyond(bound):
                    if choice.do in ("sit", "count-stub") and value == bound.max + 1:
                        continue
                    assert not accepts(table, wait, choice, {**least, bound.field: value}), (choice, value)
    chance = random.Random(seed)
    for _ in range(60):
        command, by = anything(table, chance)
        if command.name not in OFFERED:
            continue
        other = copy_of(table)
        try:
            other.do(command, by=by)
        except HoyleError:
            continue
        facts = command_forms.to_dict(command)
        facts["spot"] = facts.get("spot") or _meant(table, facts)
        assert any(
            do == command.name and all(facts.get(field) == value for field, value in given.items())
            for do, given in allowed
        ), (command, allowed)


def _meant(table: HouseCardTable, facts: dict[str, Any]) -> int:
    """The place that a command without one is about."""
    if table.state.dealt:
        return table.playing_round().turn
    return int(facts.get("seat", 0))


@given(game=games, seed=seeds, length=lengths, person=st.sampled_from((*PEOPLE, "")))
def test_cards_that_somebody_may_not_see_leave_no_trace_in_what_he_sees(
    game: str, seed: int, length: int, person: str
) -> None:
    table = evening(game, seed, length)
    other = HouseCardTable()
    one = HouseCardTable()
    for step, command in zip(table.steps, _reshuffled(table, person, random.Random(seed)), strict=True):
        first = one.do(step.command, by=step.by)
        second = other.do(command, by=step.by)
        assert [entry.seen_by(person) for entry in first] == [entry.seen_by(person) for entry in second]
        assert step.command.seen_by(person, step.by) == command.seen_by(person, step.by)
        assert json_output.to_json(one.view(person)) == json_output.to_json(other.view(person))
        assert one.pending() == other.pending()
        for report in (commands.FaceUpCard(), commands.WrongNumber(), commands.DealerExposed()):
            assert _ruling(one, report) == _ruling(other, report)


def _ruling(table: HouseCardTable, report: command_forms.Command) -> str:
    try:
        return str(table.preview(report))
    except HoyleError as refusal:
        return str(refusal)


def _reshuffled(table: HouseCardTable, person: str, chance: random.Random) -> list[command_forms.Command]:
    """The same commands with every shuffle changed in the cards that the person never saw."""
    found: list[command_forms.Command] = []
    for at, step in enumerate(table.steps):
        if not isinstance(step.command, commands.Shuffle):
            found.append(step.command)
            continue
        seen: set[int] = set()
        for later in table.steps[at + 1 :]:
            if isinstance(later.command, commands.Shuffle):
                break
            for entry in later.events:
                seen.update(getattr(entry.seen_by(person), "cards", []))
        cards = parse_cards(step.command.cards)
        hidden = [card for card in cards if card not in seen]
        mixed = list(hidden)
        chance.shuffle(mixed)
        swap = dict(zip(hidden, mixed, strict=True))
        changed = cards_text([swap.get(card, card) for card in cards])
        found.append(commands.Shuffle(cards=changed, by_hand=step.command.by_hand))
    return found


def test_the_evenings_really_play() -> None:
    seen: Counter[str] = Counter()
    for game in GAMES:
        for seed in range(20):
            seen.update(entry.name for entry in evening(game, seed, 250).log)
    rare = {"cap-changed", "name-called", "name-passed-over"}
    assert set(EVENTS) - set(seen) - rare == set()
    assert len(EVENTS) == len(OWN) + len(set(EVENTS) - set(OWN))


@pytest.mark.parametrize("game", GAMES)
def test_every_command_has_one_json_form_and_comes_back_from_it(game: str) -> None:
    table = evening(game, 3, 120)
    for step in table.steps:
        plain = json.loads(json_output.to_json(step.command))
        assert command_forms.command_from_dict(table.COMMANDS, plain) == step.command


@settings(max_examples=30)
@given(game=games, seed=seeds, length=lengths)
def test_whoever_asks_to_leave_gets_away_whatever_lies_on_the_table(game: str, seed: int, length: int) -> None:
    table = evening(game, seed, length)
    brought_home(table, random.Random(seed))
    assert table.state.round is None
