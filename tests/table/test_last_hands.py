"""The last hands of a round ruined one after the other: everybody has his chips back, and nobody has won."""

from __future__ import annotations

import json

import pytest
from tests.table.facade import floor_of
from tests.table.tables import EVERY_GAME, by_book, call_down, dealt, named, one, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import HouseRulingRequired, IllegalError
from hoyle.table import Jackpot, KillOption, PokerTable, Rake
from hoyle.table.poker.commands import ReportFouledHand

REFUNDED = {"oneida": "XI.P.10(c)", "room-2012": "GEN(9)(ii)", "nj-19-47": "19:47-14.15[GEN(9)(ii)]"}


def two_left(playing: PokerTable) -> tuple[int, int]:
    """Everybody else has folded after a call each; the two who are left."""
    while playing.playing_round().state.live_count() > 2:
        offered = playing.options()
        words = "bring in" if offered.forced else "fold" if offered.call else "check"
        playing.act(offered.seat, words)
    state = playing.playing_round().state
    first, second = (state.seats[at] for at in range(len(state.seats)) if state.live[at])
    return first, second


def blinds_folded(playing: PokerTable) -> tuple[int, int]:
    """Of four players the blinds have folded, and the two others are left with a bet each."""
    for seat, words in ((4, "raise to 8"), (1, "call"), (2, "fold"), (3, "fold")):
        playing.act(seat, words)
    return 1, 4


@by_book(REFUNDED)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_both_last_hands_are_refunded_in_whatever_order(book: str, clause: str, order: tuple[int, int]) -> None:
    playing = dealt(book, players=4, rake=Rake(levels=((4, 1),)))
    button, before = playing.button, dict.fromkeys((1, 2, 3, 4), 200)
    hands = blinds_folded(playing)
    floor_of(playing).fouled(hands[order[0]], protected=True)
    assert not playing.playing
    assert playing.stacks != before
    entries = floor_of(playing).fouled(hands[order[1]], protected=True, swept=True)
    ruled = one(entries, "ruled")
    assert (ruled.result, ruled.clause, ruled.reading) == ("refund own money", clause, "AMB-P2")
    assert one(entries, "round-taken-back").clause == clause
    assert playing.stacks == before
    assert (playing.button, playing.state.boxes.total()) == (button, 0)
    with pytest.raises(IllegalError):
        floor_of(playing).fouled(hands[order[1]], protected=True)
    assert [wait for wait in playing.pending() if wait.kind == "show"] == []
    again = PokerTable.load(json.loads(json.dumps(playing.dump())))
    assert again.state.to_dict() == playing.state.to_dict()
    playing.deal(stacked_deck(""))
    assert call_down(playing).stacks


@pytest.mark.clauses("oneida XI.P.10(c)")
@pytest.mark.parametrize(("book", "game"), [page for page in EVERY_GAME if page[0] != "ca-omaha"])
def test_every_game_gives_all_chips_back(book: str, game: str) -> None:
    playing = table(book, game, players=4, ante=1)
    playing.deal(stacked_deck(""))
    first, second = two_left(playing)
    floor_of(playing).wrong_number(first, protected=True)
    assert sum(playing.stacks.values()) == 800
    floor_of(playing).wrong_number(second, protected=True)
    assert set(playing.stacks.values()) == {200}


@pytest.mark.clauses("oneida XI.P.10(c)", "oneida XI.K.13")
def test_kill_jackpot_and_missed_blinds_are_as_before_the_round() -> None:
    playing = table(
        "oneida",
        players=4,
        kill=KillOption(kind="kill", dollars=4),
        jackpot=Jackpot(fee=1, standards=("quads beaten",)),
        missed_blinds="dead",
    )
    playing.sit_out(4)
    for _ in range(3):
        playing.deal(stacked_deck(""))
        call_down(playing)
    playing.sit_in(4)
    before = playing.state.to_dict()
    assert playing.state.poker_player(4).missed
    playing.deal(stacked_deck(""))
    first, second = two_left(playing)
    floor_of(playing).fouled(first, protected=True)
    floor_of(playing).fouled(second, protected=True)
    after = playing.state.to_dict()
    for part in ("roster", "button", "kill", "boxes"):
        assert after[part] == before[part], part


def taken_back_at_once(playing: PokerTable) -> PokerTable:
    """A table that comes from its checkpoint between the two reports."""
    restored = type(playing)()
    restored.state_from_dict(json.loads(json.dumps(playing.state_to_dict())))
    return restored


@pytest.mark.clauses("oneida XI.P.10(c)")
def test_a_checkpoint_between_the_reports_knows_what_to_give_back() -> None:
    playing = dealt("oneida", players=4)
    first, second = two_left(playing)
    floor_of(playing).fouled(first, protected=True)
    again = taken_back_at_once(playing)
    floor_of(again).fouled(second, protected=True)
    assert set(again.stacks.values()) == {200}


@pytest.mark.clauses("oneida XI.P.10(c)", "oneida XI.P.10")
def test_only_a_hand_that_a_refund_left_alone_is_refunded_later() -> None:
    folded = dealt("oneida", players=3)
    folded.act(1, "fold")
    folded.act(2, "fold")
    with pytest.raises(IllegalError, match="no round is being played"):
        floor_of(folded).fouled(3, protected=True)
    dead = dealt("oneida", players=2)
    floor_of(dead).fouled(dead.pending()[0].seat, protected=False)
    with pytest.raises(IllegalError):
        floor_of(dead).fouled(1, protected=True)
    shown = dealt("oneida", players=2)
    floor_of(shown).fouled(2, protected=True)
    shown.show(1)
    with pytest.raises(IllegalError):
        floor_of(shown).fouled(1, protected=True)
    late = dealt("oneida", players=2)
    floor_of(late).fouled(2, protected=True)
    late.deal(stacked_deck(""))
    late.act(late.pending()[0].seat, "fold")
    with pytest.raises(IllegalError):
        floor_of(late).fouled(1, protected=True)
    shared = dealt("oneida", players=2)
    floor_of(shared).fouled(2, protected=True)
    with pytest.raises(HouseRulingRequired):
        floor_of(shared).fouled(1, protected=True, contributed=True)
    with pytest.raises(HouseRulingRequired):
        floor_of(shared).fouled(1, protected=False)


@pytest.mark.clauses("oneida XI.P.10(c)")
def test_whose_chips_are_gone_the_house_must_rule_on() -> None:
    playing = dealt("oneida", players=4)
    first, second = blinds_folded(playing)
    playing.leave(2)
    floor_of(playing).fouled(first, protected=True)
    assert 2 not in playing.stacks
    with pytest.raises(HouseRulingRequired, match="the chips of player 2 are no longer there"):
        floor_of(playing).fouled(second, protected=True)


def test_the_preview_tells_it_and_changes_nothing() -> None:
    playing = dealt("oneida", players=3)
    first, second = two_left(playing)
    floor_of(playing).fouled(first, protected=True)
    before = playing.state.to_dict()
    told = playing.preview(ReportFouledHand(seat=second, protected=True))
    assert told.result == "refund own money"
    assert playing.state.to_dict() == before
    assert named(playing.log, "round-taken-back") == []
