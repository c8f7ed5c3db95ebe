"""One log tells all: what every command answers with, and the table read back from a file or a checkpoint."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.table.facade import dealer_of, floor_of, waiting_list_of
from tests.table.tables import EVERY_GAME, GAMES, call_down, dealt, fold_to, named, table, two_rounds

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import HouseRulingRequired, InvalidError
from hoyle.games.poker import events as poker
from hoyle.table import KillOption, PokerTable
from hoyle.table.poker.events import EVENTS, OWN


def filed(playing: PokerTable) -> PokerTable:
    """The table read back from its log as text."""
    return PokerTable.load(json.loads(json.dumps(playing.dump())))


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_a_table_can_be_taken_up_from_its_log_at_any_moment(book: str, game: str) -> None:
    playing = dealt(book, game)
    for _ in range(5):
        again = filed(playing)
        assert again == playing
        assert again.view(1) == playing.view(1)
        assert again.pending() == playing.pending()
        round_ = playing.playing_round()
        word = {"forced bet": "bring in", "draw": "pat"}.get(round_.pending, "")
        if not word:
            offered = playing.options()
            word = "call" if offered.call else "check" if offered.check else "bet"
        playing.act(round_.actor, word)
        if not playing.playing:
            break
    again = filed(playing)
    call_down(again)
    call_down(playing)
    assert again == playing
    assert again.log == playing.log
    again.deal(stacked_deck(""))
    playing.deal(stacked_deck(""))
    assert again == playing


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_a_table_survives_a_file(book: str, game: str) -> None:
    playing = two_rounds(book, game)
    data = playing.dump()
    assert json.loads(json.dumps(data)) == data
    again = filed(playing)
    assert again == playing
    assert again.view(1) == playing.view(1)
    assert call_down(again) == call_down(playing)
    assert again.dump() == playing.dump()


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_a_checkpoint_and_what_follows_it_lead_to_the_same_table(book: str, game: str) -> None:
    playing = two_rounds(book, game)
    whole = list(playing.log)
    assert PokerTable.resume(None, whole) == playing
    first = PokerTable.resume(None, whole[:1])
    for at in range(1, len(whole)):
        kept = json.loads(json.dumps(first.checkpoint()))
        assert kept["event_count"] == at
        assert PokerTable.resume(kept) == first
        first = PokerTable.resume(kept, whole[at : at + 1])
        assert first.event_count == at + 1
    assert first == playing
    assert PokerTable.resume(PokerTable.resume(None, whole[:9]).checkpoint(), whole[9:]) == playing
    assert call_down(first) == call_down(playing)


def test_a_round_that_waits_for_a_shuffle_can_be_taken_up() -> None:
    playing = table("oneida", "stud7-high", players=8)
    playing.deal(stacked_deck(""))
    while playing.playing_round().pending != "shuffle":
        round_ = playing.playing_round()
        if round_.pending == "forced bet":
            playing.act(round_.actor, "bring in")
        else:
            playing.act(round_.actor, "call" if playing.options().call else "check")
    again = filed(playing)
    for each in (playing, again):
        each.shuffle(each.playing_round().cards_to_shuffle())
        call_down(each)
    assert again == playing


def test_a_bet_owed_with_a_hand_given_up_is_taken_up_again() -> None:
    playing = dealt("oneida")
    floor_of(playing).discard(1, owing="raise to 8")
    playing.act(2, "call")
    floor_of(playing).discard(3, owing="call")
    assert filed(playing) == playing
    assert filed(call_down(playing)) == playing


def test_resuming_decides_nothing_so_a_clause_that_was_corrected_since_does_no_harm() -> None:
    playing = call_down(dealt("oneida"))
    data = json.loads(json.dumps(playing.dump()).replace("oneida XI.K.8", "oneida XI.K.88"))
    assert data != playing.dump()
    again = PokerTable.load(data)
    assert again.stacks == playing.stacks
    again.deal(stacked_deck(""))
    assert again.playing


@pytest.mark.parametrize("kept", [True, False])
def test_a_table_keeps_its_log_only_where_that_is_wanted(kept: bool) -> None:
    playing = table("oneida")
    light = PokerTable.resume(playing.checkpoint(), keep_log=kept)
    for each in (playing, light):
        each.deal(stacked_deck(""))
        call_down(each)
    assert light == playing
    assert light.event_count == playing.event_count
    assert bool(light.log) is bool(light.steps) is kept


def test_every_kind_of_entry_has_a_name_of_its_own() -> None:
    assert not set(OWN) & set(poker.KINDS)
    assert all(name == kind.NAME for name, kind in EVENTS.items())


def test_every_command_answers_with_what_it_did() -> None:
    playing = table("oneida")
    before = len(playing.log)
    entries = playing.deal(stacked_deck(""), cut=20)
    assert entries == playing.log[before:]
    assert [entry.name for entry in playing.act(1, "call")] == ["called"]
    assert all(entry.clause for entry in playing.log), [e for e in playing.log if not e.clause]


def test_every_round_of_an_evening_is_in_the_log() -> None:
    playing = table("oneida")
    for _ in range(3):
        playing.deal(stacked_deck(""))
        call_down(playing)
    for name in ("round-began", "opened", "dealt", "round-closed"):
        assert len(named(playing.log, name)) == 3, name


@pytest.mark.parametrize("book", GAMES)
def test_everything_in_the_log_has_a_clause(book: str) -> None:
    playing = table(book)
    dealer_of(playing).set_time(0)
    waiting_list_of(playing).add("Ann")
    playing.deal(stacked_deck(""), cut=20)
    playing.top_up(1, 5)
    playing.sit_out(2)
    dealer_of(playing).time_out(playing.playing_round().actor)
    call_down(playing)
    playing.top_up(1, 5)
    playing.sit_in(2)
    playing.leave(3)
    assert [entry.name for entry in playing.log if not entry.clause] == []


@pytest.mark.parametrize("game", ["razz", "badugi", "draw27-triple", "holdem"])
def test_games_outside_the_books_are_played_by_house_rules(game: str) -> None:
    stud = game == "razz"
    playing = call_down(dealt("house", game, forced_bet=2 * stud, blinds=() if stud else (2, 4)))
    assert named(playing.log, "awarded")
    assert all(entry.clause.startswith("house ") for entry in playing.log)
    assert filed(playing) == playing
    with pytest.raises(HouseRulingRequired):
        floor_of(dealt("house", "holdem")).no_cut()


def test_the_view_names_what_is_on_the_table() -> None:
    playing = dealt("oneida", kill=KillOption(kind="kill", dollars=60))
    waiting_list_of(playing).add("Ann")
    seen = playing.view(1)
    assert (seen.button, seen.limits, seen.playing, seen.waiting) == (1, (4, 8), True, ["Ann"])
    assert (seen.person, seen.seat) == ("player 1", 1)
    assert [seat.stack for seat in seen.seats] == [200, 198, 196]
    assert seen.round is not None
    assert "??" not in seen.round.hand_at_seat(1).cards
    assert seen.round.hand_at_seat(2).cards == ["??"] * 4
    assert playing.options().label() == "fold, call 4, raise to 8"
    assert "kill at 8-16 after a pot of $60" in playing.sign.text()
    assert named(playing.seen_by(0), "deck-shuffled")[0].cards == [-1] * 52


# Files that are no log


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (5, "log 5: expected a list of steps"),
        ("log", "log 'log': expected a list of steps"),
        ([], "an empty log describes no table"),
        ([5], "step 1 of the log is not by, command and events: 5"),
        ([{"by": "dealer", "command": {}}], "step 1 of the log is not by, command and events"),
        ([{"by": 1, "command": {}, "events": []}], "step 1 of the log is not by, command and events"),
        ([{"by": "x", "command": {}, "events": {}}], "step 1 of the log is not by, command and events"),
        ([{"by": "dealer", "command": 4, "events": []}], "step 1 of the log, before event 1: a command is"),
        (
            [{"by": "dealer", "command": {"do": "sneeze"}, "events": []}],
            "step 1 of the log, before event 1: unknown command 'sneeze'",
        ),
    ],
)
def test_a_file_that_is_no_log_is_unreadable(data: Any, words: str) -> None:
    with pytest.raises(InvalidError, match=words):
        PokerTable.load(data)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (5, "event 1 of the log is not a name and its fields: 5"),
        ({"name": "sneezed", "fields": {}}, "event 1 of the log is an unknown 'sneezed'"),
        ({"name": ["seated"], "fields": {}}, r"event 1 of the log is an unknown \['seated'\]"),
        ({"name": "table-opened", "fields": {}}, r"event 1 of the log \(table-opened\) cannot be read"),
        ({"name": "seated", "fields": {"seat": 1, "hat": 2}}, r"event 1 of the log \(seated\) cannot be read"),
        ({"name": "called", "fields": {"seat": 1}}, r"event 1 of the log \(called\) cannot be read"),
        ({"name": "burned", "fields": 3}, r"event 1 of the log \(burned\) cannot be read"),
    ],
)
def test_a_file_with_an_entry_that_nobody_wrote_is_unreadable(entry: Any, words: str) -> None:
    command = {"do": "log-note", "what": "x"}
    with pytest.raises(InvalidError, match=words):
        PokerTable.load([{"by": "dealer", "command": command, "events": [entry]}])


def test_entries_that_cannot_follow_one_another_are_not_resumed() -> None:
    log = dealt("oneida").log
    with pytest.raises(InvalidError, match=r"entry 1 \(turn\) cannot follow"):
        PokerTable.resume(None, [log[-1]])
    seated = named(log, "seated")[0]
    with pytest.raises(InvalidError, match=r"entry 2 \(player-left\) cannot follow: nobody sits in seat 1"):
        PokerTable.resume(None, [log[0], *call_down(dealt("oneida")).leave(1)])
    assert seated.seat == 1
    with pytest.raises(InvalidError, match="a checkpoint of 'dice' is no table of poker"):
        PokerTable.resume({"kind": "dice", "event_count": 0, "state": {}})


def test_tables_are_equal_when_they_stand_the_same_and_say_what_they_are() -> None:
    one, other = dealt("oneida"), dealt("oneida")
    assert one == other
    other.act(1, "fold")
    assert one != other
    assert one != "oneida"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)
    assert repr(one) == (
        "<Table oneida omaha-hilo8 fixed-limit 4-8: 3 players, round 1, preflop, pot 6, seat 1 to act>"
    )
    fold_to(other, 3)
    assert repr(other) == "<Table oneida omaha-hilo8 fixed-limit 4-8: 3 players, 1 rounds played>"
    assert repr(PokerTable()) == "<Table without a sign>"
