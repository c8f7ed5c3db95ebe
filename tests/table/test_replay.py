"""A log that was altered, cut or added to is refused, with the number of the entry where it shows."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.table.tables import call_down, dealt, fold_to, named, table
from tests.table.test_log import EVERY_GAME

from hoyle.cards import stacked_deck
from hoyle.errors import InvalidError
from hoyle.poker.events import Called
from hoyle.table import Jackpot, KillOption, Rake, Table
from hoyle.table.poker.events import Entry, Seated, rebuild

NOTES = ("recorded", "time-told", "wager-ruled")
"""Entries that change nothing which play depends on: one more or less cannot be told."""


def two_rounds(book: str, game: str) -> Table:
    """Two rounds with everything that follows by itself, and a third being played."""
    more: dict[str, Any] = {} if book == "ca-omaha" else {"rake": Rake(levels=((10, 1),))}
    if (book, game) == ("oneida", "omaha-hilo8"):
        more |= {"jackpot": Jackpot(fee=1, standards=("quads beaten",)), "shuffler": True}
        more |= {"kill": KillOption(kind="kill", dollars=10)}
    playing = table(book, game, **more)
    for _ in range(2):
        playing.deal(stacked_deck(""), cut=20)
        call_down(playing)
    playing.top_up(2, 5)
    playing.deal(stacked_deck(""))
    return playing


def refused(log: list[Entry]) -> str:
    with pytest.raises(InvalidError) as error:
        Table.replay(log)
    assert "entry " in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_a_table_survives_a_file(book: str, game: str) -> None:
    playing = two_rounds(book, game)
    data = playing.dump()
    assert json.loads(json.dumps(data)) == data
    again = Table.load(json.loads(json.dumps(data)))
    assert again == playing
    assert again.view(1) == playing.view(1)
    assert call_down(again) == call_down(playing)
    assert again.dump() == playing.dump()


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_no_entry_can_be_missing_or_twice_in_a_log(book: str, game: str) -> None:
    log = two_rounds(book, game).log
    for at, entry in enumerate(log[:-1]):
        if entry.name in NOTES and entry.facts().get("what") != "shuffle method":
            continue
        assert "entry " in refused([*log[:at], *log[at + 1 :]]), f"without {at}: {entry}"
        if entry.name not in ("deck-shuffled", "topped-up"):
            # Cards may be shuffled twice, and chips be added twice.
            assert "entry " in refused([*log[: at + 1], *log[at:]]), f"twice {at}: {entry}"


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_no_amount_no_seat_and_no_card_of_a_log_can_be_altered(book: str, game: str) -> None:
    log = two_rounds(book, game).log
    for at, entry in enumerate(log):
        facts = entry.facts()
        for name, value in facts.items():
            other: Any = None
            if isinstance(value, bool) or (entry.name, name) in {("seated", "chips"), ("topped-up", "chips")}:
                continue
            if isinstance(value, int):
                other = value + 1
            elif isinstance(value, list) and len(value) > 1 and value != value[::-1] and name != "decks":
                other = value[::-1]
            if other is None or (entry.name == "topped-up" and name == "seat"):
                continue
            altered = rebuild(entry.name, {**facts, name: other})
            said = refused([*log[:at], altered, *log[at + 1 :]])
            assert int(said.split("entry ")[1].split(" ")[0].rstrip(":")) >= at + 1, said


def test_what_is_wrong_is_said_with_the_number_of_the_entry() -> None:
    playing = dealt("oneida")
    playing.act(1, "call")
    log = playing.log
    number = len(log)
    assert log[-1] == Called(1, 4, log[-1].clause)
    said = refused([*log[:-1], Called(1, 500, log[-1].clause)])
    assert said == f"entry {number} of the log (called): chips is 500 and must be 4"
    said = refused([*log, log[-1]])
    assert said.startswith(f"entry {number + 1} of the log (called) cannot follow what is before it: seat 1")
    assert "it is seat 2's turn" in said
    assert refused(log[1:]) == "entry 1 of the log is decks-brought: a log begins with table-opened"
    assert "entry 2 of the log is no event: 5" in refused([log[0], 5])  # type: ignore[list-item]
    ended = fold_to(dealt("oneida"), 3).log
    assert refused(ended[:-1]).startswith(f"the log ends with entry {len(ended) - 1}: ")
    with pytest.raises(InvalidError, match="an empty log describes no table"):
        Table.replay([])


def test_a_foreign_entry_is_refused() -> None:
    log = fold_to(dealt("oneida"), 3).log
    other = call_down(dealt("oneida", "holdem")).log
    for entry in other:
        if entry.name not in ("recorded", "deck-shuffled"):
            assert "entry " in refused([*log[:8], entry, *log[8:]])
    ghost = Seated(seat=5, player="player 1", chips=10, clause="house seats")
    assert "player 1 sits at this table already" in refused([*log, ghost])
    rich = replace(ghost, player="Ann", chips=-10)
    assert "neither can be below zero" in refused([*log, rich])
    assert "a whole number is wanted" in refused([*log, replace(ghost, player="Ann", chips=0.5)])  # type: ignore[arg-type]


def test_what_the_floor_did_to_a_round_is_checked_too() -> None:
    playing = dealt("oneida")
    playing.act(1, "call")
    playing.act(2, "call")
    # The last hand to act is killed: the flop follows from the ruling, not from anybody's action.
    playing.floor.fouled(3, protected=True, house="refund own money")
    flop = len(playing.log)
    call_down(playing)
    log = playing.log
    assert Table.replay(log) == playing
    start = log.index(named(log, "hand-killed")[0])
    told = ["hand-killed", "refunded", "gathered", "burned", "board-dealt", "turn"]
    assert [entry.name for entry in log[start:flop]] == told
    for at in range(start, len(log) - 1):
        assert "entry " in refused([*log[:at], *log[at + 1 :]])
        if log[at].name not in ("gathered", "turn") or at >= flop:
            # To gather twice or to name the same player again changes nothing.
            assert "entry " in refused([*log[: at + 1], *log[at:]])
    for at in range(start, len(log)):
        facts: dict[str, Any] = dict(log[at].facts())
        if "chips" in facts:
            refused([*log[:at], rebuild(log[at].name, {**facts, "chips": 10**6}), *log[at + 1 :]])
    at = start + told.index("board-dealt")
    facts = dict(log[at].facts())
    turned = rebuild("board-dealt", {**facts, "cards": facts["cards"][::-1]})
    assert f"entry {at + 1} of the log (board-dealt)" in refused([*log[:at], turned, *log[at + 1 :]])
    assert "the deck's next cards are" in refused([*log[:at], turned, *log[at + 1 :]])


def test_a_bet_owed_with_a_hand_given_up_is_taken_up_again() -> None:
    playing = dealt("oneida")
    playing.floor.discard(1, owing="raise to 8")
    playing.act(2, "call")
    playing.floor.discard(3, owing="call")
    assert Table.load(playing.dump()) == playing
    assert Table.load(call_down(playing).dump()) == playing


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (5, "log 5: a list of entries is wanted"),
        ([5], "entry 1 of the log is not a name and its facts: 5"),
        ([{"name": "sneezed", "facts": {}}], "entry 1 of the log cannot be read: unknown event 'sneezed'"),
        ([{"name": "table-opened", "facts": {}}], "entry 1 of the log cannot be read"),
        ([{"name": "seated", "facts": {"seat": 1, "hat": 2}}], "entry 1 of the log cannot be read"),
        ([{"name": ["seated"], "facts": {}}], "entry 1 of the log cannot be read"),
    ],
)
def test_a_file_that_is_no_log_is_unreadable(data: Any, words: str) -> None:
    with pytest.raises(InvalidError, match=words):
        Table.load(data)


def test_tables_are_equal_when_they_tell_the_same_and_say_what_they_are() -> None:
    one, other = dealt("oneida"), dealt("oneida")
    assert one == other
    other.act(1, "fold")
    assert one != other
    assert one != "oneida"
    assert len({one, other, one}) == 2
    assert repr(one) == (
        "<Table oneida omaha-hilo8 fixed-limit 4-8: 3 players, round 1, preflop, pot 6, seat 1 to act>"
    )
    fold_to(other, 3)
    assert repr(other) == "<Table oneida omaha-hilo8 fixed-limit 4-8: 3 players, 1 rounds played>"
    assert repr(Table()) == "<Table without a sign>"
