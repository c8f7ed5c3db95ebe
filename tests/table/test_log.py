"""One log rebuilds a table, one door shows it: replay, storage, views, and tables played at random."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.tables import GAMES, call_down, dealt, named, one, table

from hoyle.cards import stacked_deck
from hoyle.errors import HouseRulingNeeded, HoyleError, InvalidError
from hoyle.poker import events as poker
from hoyle.table import Jackpot, KillOption, Rake, Table
from hoyle.table.poker.events import KINDS, rebuild

EVERY_GAME = [
    ("oneida", "holdem"), ("oneida", "omaha-hilo8"), ("oneida", "stud7-hilo8"), ("oneida", "draw5-high"),
    ("oneida", "stud5-high"), ("nj-19-47", "mambo-hilo6"), ("nj-19-47", "stud7-hilo"),
    ("nj-13-69f", "big-omaha-hilo8"), ("ca-omaha", "omaha-hilo8"), ("room-2012", "omaha-hilo8"),
]  # fmt: skip


def stored(playing: Table) -> Table:
    """The table read back from its log as text."""
    lines = [json.dumps([entry.name, entry.facts()]) for entry in playing.log]
    return Table.replay(rebuild(name, facts) for name, facts in map(json.loads, lines))


@pytest.mark.parametrize(("book", "game"), EVERY_GAME)
def test_a_table_can_be_taken_up_from_its_log_at_any_moment(book: str, game: str) -> None:
    playing = dealt(book, game)
    for _ in range(5):
        again = stored(playing)
        assert again.state == playing.state
        assert again.view(1) == playing.view(1)
        round_ = playing.playing_round()
        word = {"forced bet": "bring in", "draw": "pat"}.get(round_.awaiting, "")
        if not word:
            offered = playing.options()
            word = "call" if offered.call else "check" if offered.check else "bet"
        playing.act(round_.actor, word)
        if not playing.playing:
            break
    again = stored(playing)
    call_down(again)
    call_down(playing)
    assert again.state == playing.state
    assert again.log == playing.log
    again.deal(stacked_deck(""))
    playing.deal(stacked_deck(""))
    assert again.state == playing.state


def test_a_round_that_waits_for_a_shuffle_can_be_taken_up() -> None:
    playing = table("oneida", "stud7-high", players=8)
    playing.deal(stacked_deck(""))
    while playing.playing_round().awaiting != "shuffle":
        round_ = playing.playing_round()
        if round_.awaiting == "forced bet":
            playing.act(round_.actor, "bring in")
        else:
            playing.act(round_.actor, "call" if playing.options().call else "check")
    again = stored(playing)
    for each in (playing, again):
        each.shuffle(each.playing_round().cards_to_shuffle())
        call_down(each)
    assert again.state == playing.state


def test_every_kind_of_event_has_a_name_of_its_own() -> None:
    assert not set(KINDS) & set(poker.KINDS)
    assert all(name == kind.NAME for name, kind in KINDS.items())
    with pytest.raises(InvalidError, match="unknown event 'sneezed'"):
        rebuild("sneezed", {})


def test_every_command_answers_with_what_it_did() -> None:
    playing = table("oneida")
    before = len(playing.log)
    entries = playing.deal(stacked_deck(""), cut=20)
    assert entries == playing.log[before:]
    assert [entry.name for entry in playing.act(1, "call")] == ["called"]
    assert all(entry.clause for entry in playing.log), [e for e in playing.log if not e.clause]


@pytest.mark.parametrize("book", GAMES)
def test_everything_in_the_log_has_a_clause(book: str) -> None:
    playing = table(book)
    playing.records.tell_time(0)
    playing.waiting.add("Ann")
    playing.deal(stacked_deck(""), cut=20)
    call_down(playing)
    playing.top_up(1, 5)
    playing.sit_out(2)
    playing.sit_in(2)
    playing.leave(3)
    assert [entry.name for entry in playing.log if not entry.clause] == []


@pytest.mark.parametrize("game", ["razz", "badugi", "draw27-triple", "holdem"])
def test_games_outside_the_books_are_played_by_house_rules(game: str) -> None:
    stud = game == "razz"
    playing = call_down(dealt("house", game, forced_bet=2 * stud, blinds=() if stud else (2, 4)))
    assert named(playing.log, "awarded")
    assert all(entry.clause.startswith("house ") for entry in playing.log)
    assert stored(playing).state == playing.state
    with pytest.raises(HouseRulingNeeded):
        dealt("house", "holdem").floor.no_cut()


# Views


def permuted(deck: list[int], keep: set[int], seed: int) -> list[int]:
    """The deck with every card that is not kept moved to another place."""
    free = [at for at in range(52) if at not in keep]
    shuffled = [deck[at] for at in free]
    random.Random(seed).shuffle(shuffled)
    new = list(deck)
    for at, card in zip(free, shuffled, strict=True):
        new[at] = card
    return new


@pytest.mark.parametrize(
    ("book", "game"), [("oneida", "holdem"), ("oneida", "omaha-hilo8"), ("nj-19-47", "holdem")]
)
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
        first = json.dumps([playing.view(2), [entry.facts() for entry in playing.seen(2)]])
        playing.deal()
        for seat, word in ((1, "call"), (2, "call"), (3, "check"), (2, "bet 4"), (3, "fold")):
            playing.act(seat, word)
        log = [(entry.name, entry.facts()) for entry in playing.seen(2)]
        views.append((first, json.dumps(playing.view(2)), json.dumps(log)))
    assert views[0] == views[1]


def test_the_view_names_what_is_on_the_table() -> None:
    playing = dealt("oneida", kill=KillOption(kind="kill", dollars=60))
    playing.waiting.add("Ann")
    seen: Any = playing.view(1)
    assert (seen["button"], seen["limits"], seen["playing"], seen["waiting"]) == (1, [4, 8], True, ["Ann"])
    assert [seat["stack"] for seat in seen["seats"]] == [200, 198, 196]
    assert seen["round"]["legal"] == "fold, call 4, raise to 8"
    assert "??" not in seen["round"]["players"][0]["cards"]
    assert seen["round"]["players"][1]["cards"] == ["??"] * 4
    assert (
        "kill at 8-16 after a pot of $60 (oneida XI.K.2; oneida XI.K.13(b); oneida XI.K.13)" in seen["sign"]
    )
    assert one(playing.seen(0), "deck-shuffled").cards == [-1] * 52


# Tables at random


@given(data=st.data())
def test_whatever_happens_chips_and_cards_are_kept_and_the_log_tells_all(
    data: st.DataObject,
) -> None:
    book, game = data.draw(st.sampled_from(EVERY_GAME))
    playing = table(
        book,
        game,
        players=data.draw(st.integers(2, 6)),
        chips=data.draw(st.integers(20, 90)),
        rake=Rake() if book == "ca-omaha" else Rake(levels=((20, 1), (40, 1))),
        jackpot=Jackpot(fee=1, standards=("quads beaten",)) if book == "oneida" else None,
        missed_blinds=data.draw(st.sampled_from(["none", "wait", "dead"])),
        table_all=data.draw(st.booleans()),
    )
    for _ in range(3):
        try:
            playing.deal(data.draw(st.permutations(range(52))), cut=data.draw(st.integers(10, 42)))
        except HoyleError:
            assert not playing.playing, "too few players can be dealt in"
            break
        steps = 0
        while playing.playing and steps < 60:
            step(playing, data)
            steps += 1
        if playing.playing:
            playing.floor.no_cut(house="misdeal") if playing.playing_round().awaiting != "shuffle" else None
        if playing.playing:
            break
    assert stored(playing).state == playing.state
    accounts = playing.state.accounts()
    assert sum(accounts.values()) == 0
    state = playing.state.round or playing.state.last
    if state is not None and not state.dead_round:
        places = [*state.cards, state.board, state.burns, state.muck, state.laid, state.deck[state.dealt :]]
        assert sorted(card for place in places for card in place) == list(range(52))


def step(playing: Table, data: st.DataObject) -> None:
    """Somebody acts, or something goes wrong; whatever is refused leaves no trace."""
    round_ = playing.playing_round()
    before = (len(playing.log), dict(playing.stacks))
    what = data.draw(st.integers(0, 11))
    seat = data.draw(st.sampled_from(round_.state.seats))
    try:
        if round_.awaiting == "shuffle":
            playing.shuffle(data.draw(st.permutations(round_.cards_to_shuffle())))
        elif what == 0:
            playing.floor.left(seat, protected=False, comment=False, house="hand discarded")
        elif what == 1:
            playing.floor.fouled(seat, protected=True, house="refund own money")
        elif what == 2:
            playing.floor.off_table(data.draw(st.integers(0, 51)), house="discard card, play on")
        elif what == 3:
            owing = data.draw(st.sampled_from(["", "call"]))
            playing.floor.discard(round_.actor, owing=owing, house="hand discarded")
        elif what == 4:
            playing.chips_in(round_.actor, data.draw(st.lists(st.sampled_from([1, 2, 4, 5, 8]), max_size=3)))
        elif round_.awaiting == "draw":
            hand = round_.state.cards[round_.state.actor]
            playing.draw(round_.actor, hand[: data.draw(st.integers(0, 5))])
        else:
            words = ["call", "check", "fold", "all in", "bring in", "show", "concede", "raise", "bet"]
            playing.act(round_.actor, data.draw(st.sampled_from(words)))
    except HoyleError:
        assert (len(playing.log), dict(playing.stacks)) == before
