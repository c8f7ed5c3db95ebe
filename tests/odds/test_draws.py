"""What a draw is worth, counted card by card."""

from __future__ import annotations

import pytest

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.odds.draw_odds import improvements


def test_a_pair_of_queens_improves_most_often_by_three_cards() -> None:
    best, *others = improvements("draw5-high", "oneida", parse_cards("Qs Qd 9c 5h 2d"))
    assert (cards_text(best.keep), best.ways, best.draws) == ("Qs Qd", 4656, 16_215)
    assert best.into == {"two pairs": 2592, "three-of-a-kind": 1854, "full house": 165, "four-of-a-kind": 45}
    kicker = next(each for each in others if cards_text(each.keep) == "Qs Qd 9c")
    assert (kicker.ways, kicker.draws) == (280, 1081)


def test_four_of_a_suit_wait_for_nine_cards() -> None:
    found = improvements("draw5-high", "oneida", parse_cards("As Js 8s 3s 6d"))
    four = next(each for each in found if cards_text(each.keep) == "As Js 8s 3s")
    assert four.into["flush"] == 9
    assert four.draws == 47


def test_where_low_wins_a_lower_hand_is_the_better_one() -> None:
    found = improvements("draw5-low", "oneida", parse_cards("As 2d 3c 4h Kd"))
    four = next(each for each in found if cards_text(each.keep) == "As 2d 3c 4h")
    assert four.ways == 47 - 4 * 3 - 3, "all but a card that pairs, and another king"


@pytest.mark.parametrize(
    ("game", "cards"), [("holdem", "As Ks"), ("draw5-high", "As Ks"), ("nothing", "As Ks Qs Js Ts")]
)
def test_what_has_no_draw_is_refused(game: str, cards: str) -> None:
    with pytest.raises(InvalidError, match=r"no draw|cards"):
        improvements(game, "oneida", parse_cards(cards))
