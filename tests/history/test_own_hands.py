"""The project's own hands, one or more for every variant: stacks were worked out by hand."""

from __future__ import annotations

import warnings
from decimal import Decimal
from pathlib import Path

import pytest

from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.variants import VARIANTS
from hoyle.history.phh.reader import HandHistory, codes, read_phh, read_phhs
from hoyle.history.phh.writer import hand_history_of, to_phh, to_phhs
from hoyle.history.replay.hand_replay import replay

HANDS = sorted((Path(__file__).parent / "hands").glob("*.phh"))


def history(path: Path) -> HandHistory:
    return read_phh(path.read_text(encoding="utf-8"), source=path.name)


def played(hand: HandHistory) -> PokerRound:
    result = replay(hand)
    assert result.error is None
    assert result.complete
    assert result.repairs == []
    assert result.round is not None
    return result.round


def test_every_variant_has_a_hand() -> None:
    assert {history(path).game for path in HANDS} == set(VARIANTS)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_the_hand_ends_with_the_recorded_stacks(path: Path) -> None:
    result = replay(history(path))
    assert result.error is None
    assert result.recorded is not None
    assert result.stacks == result.recorded
    assert result.ok
    assert result.complete
    assert result.repairs == []


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_written_and_read_again_it_is_the_same_hand(path: Path) -> None:
    hand = history(path)
    text = to_phh(hand_history_of(played(hand), scale=hand.scale, about=hand.about))
    again = read_phh(text, source="again")
    assert [action.text for action in again.actions] == [
        action.text.replace("cbr 1.50", "cbr 1.5") for action in hand.actions if action.verb
    ]
    assert again.starting_stacks == hand.starting_stacks
    assert again.finishing_stacks == hand.finishing_stacks
    assert again.blinds == hand.blinds
    assert again.antes == hand.antes
    assert (again.game, again.structure, again.book) == (hand.game, hand.structure, hand.book)
    assert (again.bring_in, again.small, again.big, again.scale) == (hand.bring_in, hand.small, hand.big, hand.scale)
    assert again.about["players"] == hand.about["players"]
    assert replay(again).ok
    assert to_phh(hand_history_of(played(again), scale=again.scale, about=again.about)) == text


@pytest.mark.parametrize(
    "path", [path for path in HANDS if history(path).code and history(path).book == "house"], ids=lambda p: p.stem
)
def test_pokerkit_reads_what_we_write_and_comes_to_the_same_stacks(path: Path) -> None:
    from pokerkit import HandHistory as TheirHistory

    hand = history(path)
    text = to_phh(hand_history_of(played(hand), scale=hand.scale))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, state = TheirHistory.loads(text)
    assert not state.status
    assert hand.finishing_stacks is not None
    ours = [hand.amount(chips) for chips in hand.finishing_stacks]
    if path.stem == "holdem-cents":
        # It divides decimals by whole units: the odd quarter of 5.25 goes to one player.
        assert sum(ours) == sum(Decimal(str(stack)) for stack in state.stacks)
    else:
        assert [Decimal(str(stack)) for stack in state.stacks] == ours


def test_every_code_of_the_format_that_we_play_is_among_the_hands() -> None:
    assert {hand.code for hand in map(history, HANDS)} - {""} == set(codes())


def test_many_hands_go_into_one_file_and_come_out_in_order() -> None:
    hands = [history(path) for path in HANDS]
    text = to_phhs(hands)
    back = [hand for _, hand in read_phhs(text, source="all.phhs") if isinstance(hand, HandHistory)]
    assert [hand.table for hand in back] == [str(at) for at in range(1, len(hands) + 1)]
    assert [[action.text for action in hand.actions] for hand in back] == [
        [action.text for action in hand.actions] for hand in hands
    ]
    assert all(replay(hand).ok for hand in back)


def test_a_viewer_gets_no_card_he_did_not_see() -> None:
    hand = history(Path(__file__).parent / "hands" / "stud7-high.phh")
    texts = [action.text for action in hand_history_of(played(hand), viewer=3).actions]
    assert texts[:3] == ["d dh p1 ????Kh", "d dh p2 ????3c", "d dh p3 QhQd7s"]
    assert "d dh p2 ??" in texts  # the last card comes down
    assert "p2 sm AsAd3c8s3dKc5h" in texts
    bystander = [action.text for action in hand_history_of(played(hand), viewer=0).actions]
    assert bystander[2] == "d dh p3 ????7s"


def test_seats_come_in_the_formats_order_and_are_kept() -> None:
    hand = history(Path(__file__).parent / "hands" / "omaha-hilo8.phh")
    assert hand_history_of(played(hand)).about["seats"] == [1, 2, 3]
