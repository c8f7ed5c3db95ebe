"""Secrets belong to people: whoever held a hand knows it, wherever he sits, and nobody else does."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.tables import EVERY_GAME, call_down, dealt, fold_to, one, table

from hoyle.core.cards import stacked_deck
from hoyle.table import PokerTable
from hoyle.table.log.json_output import to_dict, to_json
from hoyle.table.poker.commands import Draw
from hoyle.table.poker.view_types import PokerView

ACES = "2c 3c As 2d 3d Ah"
"""Hold'em for three: seat 1 has the aces."""


def cards_of(seen: PokerView, seat: int) -> list[str]:
    assert seen.round is not None
    return seen.round.hand_at_seat(seat).cards


def tells(playing: PokerTable, person: str, *cards: str) -> bool:
    """Whether view, waits or entries tell somebody one of these cards."""
    # Cards drawn for the button were on the table for all to see, before the deal.
    read = [entry for entry in playing.seen_by(person) if entry.name != "button-placed"]
    told = [to_json(playing.view(person)), to_json(playing.pending()), to_json(read)]
    return any(f'"{card}"'.encode() in text for text in told for card in cards)


def test_a_newcomer_sees_nothing_of_the_hand_that_was_played_in_his_seat() -> None:
    playing = dealt("oneida", "holdem", top=ACES)
    playing.leave(1)
    fold_to(playing, 1)
    assert 1 not in playing.stacks, "he won without a showdown, took his chips and left"
    playing.sit(1, 200, "newcomer")
    assert playing.view(1).person == "newcomer"
    assert cards_of(playing.view(1), 1) == ["??", "??"]
    assert not tells(playing, "newcomer", "As", "Ah")
    assert [entry.seen_by("newcomer") for entry in playing.log] == [entry.seen_by("") for entry in playing.log]
    # Who held them still knows them, though he has no seat any more.
    assert cards_of(playing.view("player 1"), 1) == ["As", "Ah"]
    assert tells(playing, "player 1", "As")


def test_a_newcomer_sees_nothing_of_a_hand_folded_before_his_time() -> None:
    playing = dealt("oneida", "holdem", top=ACES)
    playing.act(1, "fold")
    playing.leave(1)
    fold_to(playing, 3)
    playing.sit(1, 200, "newcomer")
    assert not tells(playing, "newcomer", "As", "Ah", "2c", "3c")
    assert tells(playing, "player 1", "As"), "he reads again what he held"


def test_whoever_changes_his_seat_takes_his_secrets_along() -> None:
    playing = dealt("oneida", "holdem", top=ACES)
    fold_to(playing, 1)
    chips = playing.stacks[1]
    playing.leave(1)
    playing.sit(5, chips, "player 1")
    playing.leave(2)
    playing.sit(1, 200, "player 2")
    assert cards_of(playing.view(5), 1) == ["As", "Ah"]
    assert cards_of(playing.view(1), 1) == ["??", "??"], "player 2 sits there now"
    assert not tells(playing, "player 2", "As", "Ah")


def test_what_was_laid_down_and_drawn_stays_with_who_drew() -> None:
    playing = dealt("oneida", "draw5-high", top="2c 3c As 2d 3d Ah 2h 3h Kd 2s 3s 9c 4c 4d 8c")
    for seat, word in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, word)
    for seat in (2, 3):
        playing.act(seat, "pat")
    playing.draw(1, "9c 8c")
    for person in ("player 2", "player 3", "", "newcomer"):
        assert not tells(playing, person, "9c", "8c", "As")
    assert tells(playing, "player 1", "9c")
    given = playing.steps[-1].command
    assert isinstance(given, Draw)
    assert given.seen_by("player 2", "player 1").cards == "?? ??"


def test_only_hands_that_are_shown_are_seen_at_the_showdown() -> None:
    playing = dealt("oneida", "holdem", top=ACES, table_all=False)
    while playing.playing_round().pending == "action":
        playing.act(playing.playing_round().actor, "call" if playing.options().call else "check")
    playing.concede(2)
    playing.show(3)
    for person in ("player 1", "player 3", "", "newcomer"):
        assert not tells(playing, person, "2c", "2d"), "thrown in unseen"
        assert cards_of(playing.view(person), 3) == ["3c", "3d"]
    assert cards_of(playing.view("player 2"), 2) == ["2c", "2d"]


def test_the_deck_is_nobodys() -> None:
    playing = table("oneida", "holdem")
    playing.shuffle(stacked_deck(ACES))
    for person in ("player 1", "dealer", ""):
        assert not tells(playing, person, "As", "2c")
        assert one([entry.seen_by(person) for entry in playing.log], "deck-shuffled").cards == [-1] * 52
    playing.deal()
    assert one(playing.seen_by("player 1"), "opened").deck == [-1] * 52


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_what_somebody_reads_is_what_he_sees(book: str, game: str) -> None:
    playing = dealt(book, game, table_all=False)

    def agree() -> None:
        for person in ("player 1", "player 2", "player 3", "newcomer", ""):
            reader = PokerTable.resume(None, playing.seen_by(person))
            assert to_dict(reader.view(person)) == to_dict(playing.view(person)), person

    agree()
    for _ in range(40):
        if not playing.playing:
            break
        round_ = playing.playing_round()
        word = {"forced bet": "bring in", "draw": "pat", "show": "show"}.get(round_.pending, "")
        if not word:
            offered = playing.options()
            word = "call" if offered.call else "check" if offered.check else "bet"
        playing.act(round_.actor, word)
        agree()
    playing.leave(1)
    playing.sit(1, 200, "newcomer")
    agree()
    playing.deal(stacked_deck(""))
    call_down(playing)
    agree()


# Hidden cards make no difference


def permuted(deck: list[int], keep: set[int], seed: int) -> list[int]:
    """The deck with every card that is not kept moved to another place."""
    free = [at for at in range(52) if at not in keep]
    shuffled = [deck[at] for at in free]
    random.Random(seed).shuffle(shuffled)
    new = list(deck)
    for at, card in zip(free, shuffled, strict=True):
        new[at] = card
    return new


@pytest.mark.parametrize(("book", "game"), [("oneida", "holdem"), ("oneida", "omaha-hilo8"), ("nj-19-47", "holdem")])
@given(seed=st.integers(0, 10**6))
def test_a_viewer_learns_nothing_of_cards_he_may_not_see(book: str, game: str, seed: int) -> None:
    deck = list(range(52))
    random.Random(seed).shuffle(deck)
    hole = 2 if game == "holdem" else 4
    own = {at * 3 for at in range(hole)}  # seat 2 is dealt first of three
    flop = {hole * 3 + 1 + at for at in range(3)}
    views = []
    for cards in (deck, permuted(deck, own | flop, seed + 1)):
        playing = table(book, game)
        playing.shuffle(cards)
        first = to_json([playing.view(2), playing.seen_by(2)])
        playing.deal()
        for seat, word in ((1, "call"), (2, "call"), (3, "check"), (2, "bet 4"), (3, "fold")):
            playing.act(seat, word)
        views.append((first, to_json(playing.view(2)), to_json(playing.seen_by(2)), to_json(playing.pending())))
    assert views[0] == views[1]
