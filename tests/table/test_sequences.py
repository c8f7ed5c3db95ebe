"""One thing after the other: what was found only in sequences, each as it must come out."""

from __future__ import annotations

import pytest
from tests.table.facade import floor_of, waiting_list_of
from tests.table.tables import call_down, dealer_mucks, dealt, named, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import MAX_CHIPS
from hoyle.table import PokerTable
from hoyle.table.kind_registry import load, resume
from hoyle.table.poker.commands import CardLocation
from hoyle.table.seat_handlers import MAX_WAITING_LIST


def test_whoever_owes_an_all_in_with_a_hand_thrown_away_pays_and_wins_nothing() -> None:
    playing = dealt("oneida", "holdem", players=2, top="2c Ah 3d As", structure="no-limit", limits=(4,), chips=150)
    playing.act(2, "all in")
    floor_of(playing).discard(1, owing="all in")
    assert playing.stacks == {1: 0, 2: 300}
    names = [entry.name for entry in playing.log]
    assert names.index("folded") < names.index("awarded"), "the hand is gone before anything is dealt"
    assert "shown" not in names


@pytest.mark.clauses("oneida XI.P.4")
def test_the_last_claimant_displays_and_wins_when_another_hand_is_killed() -> None:
    playing = dealt("oneida", "holdem", table_all=False)
    while playing.playing_round().pending != "show":
        offered = playing.options()
        playing.act(playing.playing_round().actor, "call" if offered.call else "check")
    first = playing.playing_round().actor
    playing.concede(first)
    second = playing.playing_round().actor
    third = 6 - first - second
    floor_of(playing).fouled(third, protected=False)
    dealer_mucks(playing)
    assert not playing.playing
    assert [entry.seat for entry in named(playing.log, "shown")] == [second]
    assert {entry.seat for entry in named(playing.log, "awarded")} == {second}


def test_nobody_brings_more_than_the_bound_and_holds_up_the_table() -> None:
    playing = table("oneida")
    with pytest.raises(IllegalError, match=f"chips {MAX_CHIPS}: seat 1 has 200"):
        playing.top_up(1, MAX_CHIPS)
    playing.deal(stacked_deck(""))
    playing.top_up(1, MAX_CHIPS - 300)
    with pytest.raises(IllegalError, match="is the most one brings"):
        playing.top_up(1, 200)


def test_somebody_without_a_name_is_nobody_who_was_here_before() -> None:
    playing = PokerTable.open(table("oneida").sign)
    for seat in (1, 2, 3):
        playing.sit(seat, 200)
    playing.draw_button({1: "As", 2: "2c", 3: "3c"})
    playing.deal(stacked_deck(""))
    playing.act(1, "fold")
    playing.act(2, "fold")
    held = playing.view(2).round.hand_at_seat(2).cards  # type: ignore[union-attr]
    assert "??" not in held, "he knows what he has given up"
    playing.leave(2)
    playing.sit(2, 200)
    assert playing.state.players[2].name == "player 2, 2"
    assert not set(held) & set(playing.view(2).round.hand_at_seat(2).cards)  # type: ignore[union-attr]
    dealt_to = named(playing.seen_by(2), "dealt")[0]
    assert set(dealt_to.cards) == {-1}


def test_missed_blinds_wait_for_whoever_missed_them_and_for_nobody_else() -> None:
    playing = table("oneida", missed_blinds="dead", players=4)
    playing.sit_out(2)
    playing.deal(stacked_deck(""))
    while playing.playing:
        playing.act(playing.playing_round().actor, "fold")
    missed = list(playing.state.poker_player(2).missed)
    assert missed
    playing.leave(2)
    playing.sit(2, 200, "newcomer")
    assert playing.state.poker_player(2).missed == [], "a newcomer inherits nothing"
    playing.leave(2)
    playing.sit(2, 200, "player 2")
    assert playing.state.poker_player(2).missed == missed, "who comes back owes what he owed"
    assert PokerTable.resume(playing.checkpoint()) == playing


@pytest.mark.clauses("oneida XI.G.2(a)")
def test_whoever_sits_out_adds_chips_at_the_end_of_the_round_too() -> None:
    playing = table("oneida", players=4)
    playing.sit_out(4)
    playing.deal(stacked_deck(""))
    assert [entry.name for entry in playing.top_up(4, 50)] == ["request-deferred"]
    assert playing.stacks[4] == 200
    while playing.playing:
        playing.act(playing.playing_round().actor, "fold")
    assert playing.stacks[4] == 250


def test_the_list_takes_people_and_not_too_many() -> None:
    playing = table("oneida", players=2)
    with pytest.raises(InvalidError, match="reserved for staff"):
        waiting_list_of(playing).add("dealer")
    for number in range(MAX_WAITING_LIST):
        waiting_list_of(playing).add(f"name {number}")
    with pytest.raises(IllegalError, match="it is full"):
        waiting_list_of(playing).add("one more")


@pytest.mark.clauses("oneida XI.P.4")
def test_a_disclosed_hand_is_in_every_view() -> None:
    playing = dealt("oneida")
    playing.act(1, "fold")
    assert playing.view("").round.hand_at_seat(1).cards == []  # type: ignore[union-attr]
    entries = floor_of(playing).disclose(1)
    shown = named(entries, "disclosed")[0].to_dict()["cards"]
    assert playing.view("").round.hand_at_seat(1).cards == shown  # type: ignore[union-attr]


@pytest.mark.parametrize("bad", [{"kind": "poker"}, {"kind": "poker", "state": {}}, [], "x", {"kind": []}, None])
def test_a_checkpoint_that_is_none_is_refused_in_words(bad: object) -> None:
    with pytest.raises(InvalidError):
        resume(bad)  # type: ignore[arg-type]
    if bad is not None:
        with pytest.raises(InvalidError):
            PokerTable.resume(bad)  # type: ignore[arg-type]
    with pytest.raises(InvalidError):
        load(5)  # type: ignore[arg-type]
    with pytest.raises(IllegalError, match="not open"):
        PokerTable().view()


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [("seated", "chips", 200.0), ("seated", "seat", "1"), ("posted", "chips", 2.0), ("round-closed", "dead", 0)],
)
def test_an_entry_of_the_wrong_type_is_not_read(name: str, field: str, value: object) -> None:
    data = call_down(dealt("oneida")).dump()
    entry = next(entry for step in data for entry in step["events"] if entry["name"] == name)
    entry["fields"][field] = value
    with pytest.raises(InvalidError, match=rf"\({name}\) cannot be read"):
        PokerTable.load(data)


@pytest.mark.clauses("oneida XI.P.14(c)")
def test_two_exposed_hole_cards_are_a_misdeal_though_they_are_reported_one_after_the_other() -> None:
    playing = dealt("oneida", "holdem", players=4)
    first = floor_of(playing).exposed(CardLocation(at="hand", seat=4, card=1))
    assert named(first, "card-replaced")
    second = floor_of(playing).exposed(CardLocation(at="hand", seat=1, card=2))
    assert named(second, "round-voided")[0].misdeal
    assert set(playing.stacks.values()) == {200}


@pytest.mark.clauses("oneida XI.P.12")
def test_both_stud_hole_cards_up_kill_the_hand_though_they_are_reported_one_after_the_other() -> None:
    playing = dealt("oneida", "stud7-high", players=4, ante=1)
    assert named(floor_of(playing).hole_cards_up(2, 1), "hole-card-up")
    entries = floor_of(playing).hole_cards_up(2, 2)
    assert named(entries, "hand-killed")[0].seat == 2
    assert [(each.seat, each.chips) for each in named(entries, "refunded")] == [(2, 1)]
