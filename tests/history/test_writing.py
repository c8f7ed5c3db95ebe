"""Any round of any game under any book can be written, read and replayed to the same end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.poker.round_driver import PAIRS, blinds, choices, deck_starting, play, sittings

from hoyle.core.errors import IllegalError
from hoyle.games.poker.events import HandKilled
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import PostedBet
from hoyle.history.phh.reader import read_phh
from hoyle.history.phh.writer import hand_history_of, to_phh
from hoyle.history.pokerstars.writer import to_pokerstars
from hoyle.history.replay.hand_replay import replay
from hoyle.rulebooks import poker_book


@pytest.mark.parametrize(("law", "game"), PAIRS)
@settings(max_examples=25)
@given(data=st.data())
def test_a_written_round_replays_to_the_same_stacks_by_the_same_actions(
    law: str, game: str, data: st.DataObject
) -> None:
    round_ = data.draw(sittings(poker_book(law), game)).open()
    play(round_, data.draw(choices))
    hand = hand_history_of(round_)
    again = replay(read_phh(to_phh(hand), source="written"))
    assert again.error is None
    assert again.complete
    assert again.repairs == []
    assert again.stacks == again.recorded
    assert again.round is not None
    assert [action.text for action in hand_history_of(again.round).actions] == [action.text for action in hand.actions]


@pytest.mark.parametrize(("law", "game"), PAIRS)
@settings(max_examples=15)
@given(data=st.data())
def test_every_chip_is_accounted_for_in_pokerstars_text(law: str, game: str, data: st.DataObject) -> None:
    sitting = data.draw(sittings(poker_book(law), game))
    round_ = sitting.open()
    play(round_, data.draw(choices))
    text = to_pokerstars(round_, currency="")
    state = round_.state
    collected = sum(
        int(line.split(" collected ")[1].split()[0])
        for line in text.splitlines()
        if " collected " in line[:40] and " from " in line
    )
    assert collected == sum(state.won)
    summary = text.split("*** SUMMARY ***\n")[1].splitlines()
    total = int(summary[0].split()[2])
    assert total == sum(state.put_in) + state.dead
    assert summary[0].endswith(f"| Rake {total - sum(state.won)}")
    seats = [line for line in summary if line.startswith("Seat ")]
    assert len(seats) == len(sitting.seats)


def opened(*posts: PostedBet, seats: tuple[int, ...] = (1, 2, 3, 4), button: int = 4) -> PokerRound:
    rules = Rules(poker_book("house"), "holdem", Stakes(NO_LIMIT, small=2))
    return PokerRound(
        rules,
        list(seats),
        [100] * len(seats),
        deck=deck_starting("2c 3c 4c 5c 6c 7c 8c 9c"),
        button=button,
        posts=list(posts),
    )


def test_the_player_after_the_button_is_p1() -> None:
    round_ = opened(*blinds([2, 5, 7, 9], 5, [1, 2]), seats=(2, 5, 7, 9), button=5)
    hand = hand_history_of(round_)
    assert hand.about["seats"] == [7, 9, 2, 5]
    assert hand.blinds == (1, 2, 0, 0)
    assert [action.text for action in hand.actions][:2] == ["d dh p1 2c6c", "d dh p2 3c7c"]


def test_an_unfinished_round_has_no_finishing_stacks() -> None:
    hand = hand_history_of(opened(*blinds([1, 2, 3, 4], 4, [1, 2])))
    assert "finishing_stacks" not in to_phh(hand)
    result = replay(read_phh(to_phh(hand)))
    assert not result.complete
    assert result.stacks is None
    assert result.note.startswith("the record ends before the hand is over: p3 is to act")


def test_a_kill_blind_needs_the_full_list_of_posts() -> None:
    round_ = opened(PostedBet(1, "blind", 1), PostedBet(2, "blind", 2), PostedBet(4, "kill", 4))
    hand = hand_history_of(round_)
    assert hand.blinds == (1, 2, 0, -4)
    assert '_posts = ["p1 blind 1", "p2 blind 2", "p4 kill 4"]' in to_phh(hand)
    assert [post.kind for post in read_phh(to_phh(hand)).forced_bets()] == ["blind", "blind", "kill"]


def test_a_newcomers_post_is_a_negative_blind_and_needs_no_list() -> None:
    hand = hand_history_of(opened(PostedBet(4, "post", 2), PostedBet(1, "blind", 1), PostedBet(2, "blind", 2)))
    assert hand.blinds == (1, 2, 0, -2)
    assert "_posts" not in to_phh(hand)


def test_a_round_with_a_floor_ruling_has_no_notation() -> None:
    round_ = opened(*blinds([1, 2, 3, 4], 4, [1, 2]))
    round_.emit(HandKilled(1, "fouled", "house floor"))
    with pytest.raises(IllegalError, match=r"floor ruling \(hand-killed\)"):
        hand_history_of(round_)


def test_a_dead_ante_and_a_live_one_cannot_be_told_apart_without_the_list() -> None:
    round_ = opened(
        PostedBet(1, "ante", 1), PostedBet(2, "dead", 3), PostedBet(1, "blind", 1), PostedBet(2, "blind", 2)
    )
    hand = hand_history_of(round_)
    assert hand.posts
    assert [post.kind for post in read_phh(to_phh(hand)).forced_bets()] == ["ante", "dead", "blind", "blind"]


def test_what_the_house_takes_is_written_in_the_files_unit() -> None:
    from hoyle.games.poker.pots.rake import RakePlan

    plan = RakePlan(percent=2.5, cap=300, levels=[(1000, 50)])
    rules = Rules(poker_book("house"), "holdem", Stakes(FIXED, small=200, big=400, rake=plan, unit_cents=1))
    round_ = PokerRound(rules, [1, 2], [5000, 5000], deck=list(range(52)), button=2, posts=[PostedBet(1, "blind", 200)])
    text = to_phh(hand_history_of(round_, scale=100))
    assert "_rake = {percent = 2.5, levels = [[10, 0.5]], cap = 3}" in text
    back = read_phh(text)
    assert back.scale == 100
    assert back.rake == {"percent": 2.5, "levels": [(1000, 50)], "cap": 300}
    assert back.unit_cents == 1
