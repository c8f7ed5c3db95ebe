"""Who posts the small blind between two players: by the books, by the sign, and in the records of hands."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.tables import GAMES, call_down, named, sign, table

from hoyle.core.cards import stacked_deck
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.variants import VARIANTS
from hoyle.history.phh.reader import read_phh
from hoyle.history.phh.writer import hand_history_of, to_phh
from hoyle.history.replay.hand_replay import replay
from hoyle.judge import judge
from hoyle.rulebooks import poker_book
from hoyle.table import KillOption, PokerTable, PostedSign
from hoyle.table.presets.poker_presets import poker_preset

LETTER = {
    "oneida": "XI.K.5",
    "nj-19-47": "19:47-14.11(e)",
    "nj-13-69f": "13:69F-14.11(A)(e)",
    "ca-omaha": "DEAL.3",
    "room-2012": "OMA(4)",
}


def posted(playing: PokerTable) -> dict[int, int]:
    return {post.seat: post.chips for post in named(playing.log, "posted")}


def two_players(id: str, game: str, **changes: Any) -> PokerTable:
    if id != "house":
        return table(id, game, players=2, **changes)
    playing = PokerTable.open(
        PostedSign(book=id, game=game, structure="fixed-limit", limits=(4, 8), blinds=(2, 4), **changes)
    )
    for seat in (1, 2):
        playing.sit(seat, 200, f"player {seat}")
    playing.draw_button({1: "As", 2: "2c"})
    return playing


@pytest.mark.parametrize(
    ("id", "clause"),
    [pytest.param(id, clause, marks=pytest.mark.clauses(f"{id} {clause}")) for id, clause in LETTER.items()],
)
def test_the_letter_of_the_books_is_kept_and_a_sign_may_turn_it(id: str, clause: str) -> None:
    rule = poker_book(id).page(GAMES[id]).heads_up_blinds
    assert (rule.value, rule.clause, rule.interpretation) == ("left", f"{id} {clause}", "AMB-22")
    playing = two_players(id, "")
    playing.deal(stacked_deck(""))
    assert (posted(playing), playing.pending()[0].seat) == ({2: 2, 1: 4}, 2)
    turned = two_players(id, "", heads_up_blinds="button")
    turned.deal(stacked_deck(""))
    assert (posted(turned), turned.pending()[0].seat) == ({1: 2, 2: 4}, 1)
    line = next(each for each in turned.sign.cited_lines() if "between two players" in each.text)
    assert line.text == "between two players the button posts the small blind"
    assert f"{id} {clause}" in line.clauses


@pytest.mark.parametrize("game", [game for game in poker_book("house").games if VARIANTS[game].button])
def test_by_the_house_book_the_button_posts_it_acts_first_once_and_then_last(game: str) -> None:
    playing = two_players("house", game)
    playing.deal(stacked_deck(""))
    assert (posted(playing), playing.pending()[0].seat) == ({1: 2, 2: 4}, 1)
    playing.act(1, "call")
    playing.act(2, "check")
    assert playing.pending()[0].seat == 2
    call_down(playing)
    playing.deal(stacked_deck(""))
    assert (playing.button, playing.pending()[0].seat) == (2, 2)
    letter = two_players("house", game, heads_up_blinds="left")
    letter.deal(stacked_deck(""))
    assert (posted(letter), letter.pending()[0].seat) == ({2: 2, 1: 4}, 2)


def test_three_players_and_one_blind_know_no_difference() -> None:
    for order in ("", "button", "left"):
        playing = table("oneida", "holdem", players=3, heads_up_blinds=order)
        playing.deal(stacked_deck(""))
        assert posted(playing) == {2: 2, 3: 4}
    alone = two_players("house", "holdem")
    one_blind = PokerTable.open(
        PostedSign(book="house", game="holdem", structure="fixed-limit", limits=(4, 8), blinds=(4,))
    )
    for seat in (1, 2):
        one_blind.sit(seat, 200, f"player {seat}")
    one_blind.draw_button({1: "As", 2: "2c"})
    one_blind.deal(stacked_deck(""))
    assert (posted(one_blind), one_blind.pending()[0].seat) == ({2: 4}, 1)
    alone.deal(stacked_deck(""))
    assert posted(alone)[2] == 4, "the one blind is the large one"


def test_the_table_turns_with_the_number_of_players() -> None:
    playing = two_players("house", "holdem")
    playing.sit(3, 200, "player 3")
    playing.deal(stacked_deck(""))
    assert posted(playing) == {2: 2, 3: 4}
    playing.leave(3)
    call_down(playing)
    playing.deal(stacked_deck(""))
    began = [entry.name for entry in playing.log].index("round-began")
    posts = [(post.seat, post.chips) for post in named(playing.log[began + 1 :], "posted")][-2:]
    assert posts == [(playing.button, 2), (3 - playing.button, 4)]


@pytest.mark.clauses("oneida XI.J.12")
def test_a_kill_blind_takes_the_place_of_the_blind_that_its_holder_owes() -> None:
    playing = two_players("oneida", "holdem", heads_up_blinds="button", kill=KillOption(kind="kill", dollars=4))
    for _ in range(2):
        playing.deal(stacked_deck(""))
        playing.act(playing.pending()[0].seat, "call")
        while playing.playing:
            seat = playing.pending()[0].seat
            playing.act(seat, "fold" if seat == 2 else "check")
    assert playing.state.kill.holder == "player 1"
    playing.deal(stacked_deck(""))
    posts = [(post.seat, post.what, post.chips) for post in named(playing.log, "posted")][-2:]
    assert posts == [(1, "kill-blind", 8), (2, "blind", 4)]
    assert playing.button == 1


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"heads_up_blinds": "dealer"}, InvalidError, "heads_up_blinds 'dealer': expected one of '', button, left"),
        ({"heads_up_blinds": "button", "blinds": (4,)}, IllegalError, "only two blinds"),
    ],
)
def test_a_sign_that_makes_no_sense_is_refused(changes: dict[str, Any], error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        sign("oneida", "holdem", **changes).cited_lines()
    with pytest.raises(IllegalError, match="only two blinds"):
        sign("oneida", "stud7-high", heads_up_blinds="button").cited_lines()


@pytest.mark.parametrize("order", ["button", "left"])
@pytest.mark.parametrize(("id", "game"), [("oneida", "holdem"), ("house", "holdem"), ("house", "draw27-single")])
def test_hands_of_both_kinds_are_written_and_replayed(id: str, game: str, order: str) -> None:
    playing = two_players(id, game, heads_up_blinds=order)
    for _ in range(2):
        playing.deal(stacked_deck(""))
        button = playing.button
        first = button if order == "button" else 3 - button
        assert playing.pending()[0].seat == first
        playing.act(first, "raise to 8")
        playing.act(3 - first, "call")
        call_down(playing)
        assert playing.round is not None
        history = hand_history_of(playing.round)
        again = replay(read_phh(to_phh(history)))
        assert again.error is None
        assert (again.ok, again.complete) == (True, True)
        small = [post.seat for post in history.forced_bets() if post.chips == 2]
        assert small == ([2] if order == "button" else [1]), "player 2 of a record has the button"


def test_a_case_asks_about_both_readings() -> None:
    asked = {
        "id": "x", "kind": "blinds", "rulebook": "oneida", "game": "holdem",
        "seats": [2, 5], "button": 2, "blinds": [2, 4],
    }  # fmt: skip
    letter = judge(asked)
    assert (letter.result, letter.readings) == ({"posts": {"5": 2, "2": 4}}, ["AMB-22"])
    turned = judge({**asked, "params": {"heads_up_blinds": "button"}})
    assert turned.result == {"posts": {"2": 2, "5": 4}}


def test_the_offers_of_the_room_follow_book_and_sign() -> None:
    for id, seats in (("oneida", [2, 1]), ("house", [1, 2])):
        posts = poker_preset("holdem", id, players=2).posts([1, 2], 1)
        assert [post.seat for post in posts] == seats
    posts = poker_preset("holdem", "oneida", players=2, heads_up_blinds="button").posts([1, 2], 1)
    assert [post.seat for post in posts] == [1, 2]
    assert poker_preset("stud7-high", "oneida", players=2, heads_up_blinds="button").sign.heads_up_blinds == ""
