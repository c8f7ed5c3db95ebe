"""Hands announced as a dealer announces them."""

from __future__ import annotations

import pytest

from hoyle.core.cards import parse_cards
from hoyle.hands import BADUGI, HIGH3, HIGH5, LOW_27, LOW_A3, LOW_A5, LOW_A5_STRICT, Ranking


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (HIGH5, "Ts Js Qs Ks As", "royal flush"),
        (HIGH5, "5s 6s 7s 8s 9s", "nine-high straight flush"),
        (HIGH5, "7c 7d 7h 7s Kc", "four sevens, king kicker"),
        (HIGH5, "4c 4d Kh Ks Kc", "kings full of fours"),
        (HIGH5, "6c 6d 6h As Ac", "sixes full of aces"),
        (HIGH5, "Ah Jh 9h 4h 2h", "ace-high flush, A-J-9-4-2"),
        (HIGH5, "Tc Jd Qh Ks Ac", "ace-high straight"),
        (HIGH5, "Ac 2d 3h 4s 5c", "five-high straight"),
        (HIGH5, "Qc Qd Qh 7s Ac", "three queens, A-7 kickers"),
        (HIGH5, "Ac Ad 8h 8s Qc", "two pairs, aces and eights, queen kicker"),
        (HIGH5, "Ac Ad 4h 9s Kc", "pair of aces, K-9-4 kickers"),
        (HIGH5, "Kc Jd 8h 5s 2c", "king high, K-J-8-5-2"),
        (HIGH3, "Ac Kc Qc", "royal flush"),
        (HIGH3, "3c 2c Ac", "three-high straight flush"),
        (HIGH3, "6c 6d 6h", "three sixes"),
        (HIGH3, "Tc 9d 8h", "ten-high straight"),
        (HIGH3, "Tc 9c 2c", "ten-high flush, T-9-2"),
        (HIGH3, "6c 6d Ah", "pair of sixes, ace kicker"),
        (HIGH3, "Ac 6d 2h", "ace high, A-6-2"),
        (LOW_A5, "7c 5d 4h 3s Ac", "7-5-4-3-A low"),
        (LOW_A5, "5c 4c 3c 2c Ac", "5-4-3-2-A low"),
        (LOW_A5, "Ac Ad 4h 3s 2c", "A-A-4-3-2 low, pair of aces"),
        (LOW_A5, "2c 2d Kh Ks Ac", "K-K-2-2-A low, two pairs, kings and twos"),
        (LOW_A5, "Kc Kd Kh Qs Qc", "K-K-K-Q-Q low, kings full of queens"),
        (LOW_A5, "Kc Kd Kh Ks Qc", "K-K-K-K-Q low, four kings"),
        (LOW_A5_STRICT, "5c 4d 3h 2s Ac", "5-4-3-2-A low, a straight"),
        (LOW_A5_STRICT, "6c 4c 3c 2c Ac", "6-4-3-2-A low, a flush"),
        (LOW_A5_STRICT, "5c 4c 3c 2c Ac", "5-4-3-2-A low, a straight flush"),
        (LOW_27, "Ac 5d 4h 3s 2c", "A-5-4-3-2 low"),
        (LOW_A3, "5c 4d Ah", "5-4-A low"),
        (BADUGI, "7c 4d 2h As", "7-4-2-A badugi"),
        (BADUGI, "6c 3d Ah Kh", "6-3-A three-card badugi"),
    ],
)
def test_the_dealer_announces_the_hand(ranking: Ranking, cards: str, words: str) -> None:
    assert ranking.describe(ranking.rank(parse_cards(cards))) == words


@pytest.mark.parametrize(
    ("ranking", "cards", "class_name", "ranks"),
    [
        (HIGH5, "4c 4d Kh Ks Kc", "full house", "K-K-K-4-4"),
        (HIGH5, "Ac 2d 3h 4s 5c", "straight", "5-4-3-2-A"),
        (LOW_A5, "8c 5d 3h 2s Ac", "unpaired low", "8-5-3-2-A"),
        (LOW_A5, "Ac Ad 4h 3s 2c", "one pair", "A-A-4-3-2"),
        (LOW_A3, "5c 4d Ah", "unpaired low", "5-4-A"),
        (BADUGI, "6c 3d Ah Kh", "three-card badugi", "6-3-A"),
    ],
)
def test_class_and_ranks_can_be_told_apart(ranking: Ranking, cards: str, class_name: str, ranks: str) -> None:
    value = ranking.rank(parse_cards(cards))
    assert (ranking.class_name(value), ranking.ranks_text(value)) == (class_name, ranks)


@pytest.mark.parametrize("ranking", [HIGH5, LOW_A5, BADUGI], ids=lambda ranking: ranking.name)
def test_no_hand_has_words_but_no_ranks(ranking: Ranking) -> None:
    words = "no qualifying low" if ranking.low else "no high hand"
    assert (ranking.describe(0), ranking.class_name(0), ranking.ranks_text(0)) == (words, words, "")
