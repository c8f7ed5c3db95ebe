"""Ranges hold the hands a player means, and a slip of the pen is pointed at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.odds.kernel_required import needs_kernel

from hoyle.core.cards import DECK, RANKS, cards_text, parse_cards
from hoyle.core.errors import InvalidError
from hoyle.odds import GAMES, equity, parse_range
from hoyle.odds.ranges.holdem_percentiles import ALL_HANDS, HOLDEM_ORDER, hands_in


def all_classes() -> list[str]:
    """``AA``, ``AKs``, ``AKo`` and so on: 169 of them."""
    classes: list[str] = []
    for high in reversed(RANKS):
        for low in reversed(RANKS):
            if high == low:
                classes.append(high + low)
            elif RANKS.index(high) > RANKS.index(low):
                classes += [high + low + "s", high + low + "o"]
    return classes


def labels(text: str) -> set[str]:
    """The classes of hold'em hands in a range; suited and offsuit told apart."""
    found: set[str] = set()
    for high, low in parse_range("holdem", text):
        name = cards_text([high])[0] + cards_text([low])[0]
        found.add(name if name[0] == name[1] else name + ("s" if high % 4 == low % 4 else "o"))
    return found


@pytest.mark.parametrize(
    ("text", "hands", "classes"),
    [
        ("QQ+", 18, "QQ KK AA"),
        ("AKs", 4, "AKs"),
        ("AKo", 12, "AKo"),
        ("AK", 16, "AKs AKo"),
        ("KA", 16, "AKs AKo"),
        ("aks", 4, "AKs"),
        ("A5s-A2s", 16, "A5s A4s A3s A2s"),
        ("A2s-A5s", 16, "A5s A4s A3s A2s"),
        ("76s+", 32, "76s 87s 98s T9s JTs QJs KQs AKs"),
        ("K9s+", 16, "K9s KTs KJs KQs"),
        ("AQo+", 24, "AQo AKo"),
        ("TT-77", 24, "TT 99 88 77"),
        ("98s-54s", 20, "98s 87s 76s 65s 54s"),
        ("QQ+, AKs, A5s-A2s", 38, "QQ KK AA AKs A5s A4s A3s A2s"),
        ("QQ+,AKs@50%", 22, "QQ KK AA AKs"),
        ("TT+!KK", 24, "TT JJ QQ AA"),
        ("(QQ+,AK):A*", 22, "AA AKs AKo"),
        ("!(22+,A*,K*,Q*,J*,T*,9*,8*,7*,6*,5*,4*)", 16, "32s 32o"),
        ("[AK][QJ]s", 16, "AQs AJs KQs KJs"),
        ("T+T+:22+", 30, "TT JJ QQ KK AA"),
    ],
)
def test_holdem_ranges_hold_what_players_mean(text: str, hands: int, classes: str) -> None:
    assert len(parse_range("holdem", text)) == hands
    assert labels(text) == set(classes.split())


@pytest.mark.parametrize(
    ("text", "hands"),
    [("AhKh", 1), ("AhK", 4), ("*h*h", comb(13, 2)), ("Ah*", 51), ("**", 1326), ("random", 1326), ("100%", 1326)],
)
def test_cards_and_stars_count_as_they_must(text: str, hands: int) -> None:
    assert len(parse_range("holdem", text)) == hands


class Facts(NamedTuple):
    """What the rules below look at in an Omaha hand."""

    aces: int
    kings: int
    twos: int
    threes: int
    big: int
    different: int
    suits: tuple[int, ...]


@cache
def all_hands() -> Counter[Facts]:
    found: Counter[Facts] = Counter()
    for cards in combinations(DECK, 4):
        ranks = [card // 4 for card in cards]
        suits = Counter(card % 4 for card in cards)
        big = sum(rank >= 8 for rank in ranks)
        found[
            Facts(
                ranks.count(12),
                ranks.count(11),
                ranks.count(0),
                ranks.count(1),
                big,
                len(set(ranks)),
                tuple(sorted(suits.values())),
            )
        ] += 1
    return found


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("AA**", lambda hand: hand.aces >= 2),
        ("AA", lambda hand: hand.aces >= 2),
        ("A2**ss", lambda hand: hand.aces and hand.twos and hand.suits == (1, 1, 2)),
        ("KK$ds", lambda hand: hand.kings >= 2 and hand.suits == (2, 2)),
        ("A23*", lambda hand: hand.aces and hand.twos and hand.threes),
        ("AA**!KK**", lambda hand: hand.aces >= 2 and hand.kings < 2),
        ("A***:!AA", lambda hand: hand.aces == 1),
        ("AA*rb", lambda hand: hand.aces >= 2 and hand.suits == (1, 1, 1, 1)),
        ("A$np", lambda hand: hand.aces and hand.different == 4),
        ("AA$op", lambda hand: hand.aces == 2 and hand.different == 3),
        ("AA$tp$ds", lambda hand: hand.aces == 2 and hand.different == 2 and hand.suits == (2, 2)),
        ("[A-T]T+[KQAJT]*", lambda hand: hand.big >= 3),
    ],
)
def test_omaha_ranges_hold_what_players_mean(text: str, rule: Callable[[Facts], bool]) -> None:
    expected = sum(count for hand, count in all_hands().items() if rule(hand))
    assert len(parse_range("omaha-high", text)) == expected


def test_ranges_of_five_and_six_hole_cards_count_as_they_must() -> None:
    assert len(parse_range("big-omaha-high", "AA***")) == sum(comb(4, aces) * comb(48, 5 - aces) for aces in (2, 3, 4))
    assert len(parse_range("omaha6-high", "AAAA**")) == comb(48, 2)


def test_suits_of_a_place_and_endings_are_told_apart() -> None:
    assert len(parse_range("omaha-high", "AsKs**")) == comb(50, 2)
    assert len(parse_range("omaha-high", "*s*s*s*s")) == comb(13, 4)
    spades = parse_range("omaha-high", "A2*sss")
    assert all(any(card % 4 == 3 for card in hand) for hand in spades)
    for hand in parse_range("omaha-high", "A2**ds"):
        assert sorted(sum(card % 4 == suit for card in hand) for suit in range(4)) == [0, 0, 2, 2]


def test_weights_are_whole_numbers_and_the_last_item_counts() -> None:
    held = parse_range("holdem", "QQ+@50%, AA@0.75")
    assert held.weights is not None
    by_rank = {hand[0] // 4: weight for hand, weight in zip(held, held.weights, strict=True)}
    assert by_rank == {10: 2, 11: 2, 12: 3}
    assert parse_range("holdem", "QQ@50%,KK@0.5").weights is None


def test_cards_gone_are_left_out() -> None:
    assert len(parse_range("holdem", "AA", gone=parse_cards("AhKh"))) == 3
    with pytest.raises(InvalidError, match="'AhAd' names no hand once Ah are gone"):
        parse_range("holdem", "AhAd", gone=parse_cards("Ah"))


def test_samples_come_from_the_range_and_from_the_seed() -> None:
    held = parse_range("omaha-high", "AA**ds")
    drawn = held.sample(50, Random(3))
    assert set(drawn) <= set(held)
    assert drawn == held.sample(50, Random(3)) != held.sample(50, Random(4))
    light = parse_range("holdem", "AA@0.999,KK@0.001").sample(300, Random(0))
    assert sum(hand[0] // 4 == 12 for hand in light) > 280


@pytest.mark.parametrize(
    ("game", "text", "place", "why"),
    [
        ("holdem", "AB", 2, "a rank of"),
        ("holdem", "QQ+, AKb", 8, "2 cards"),
        ("holdem", "QQ+,,KK", 5, "a hand was expected"),
        ("holdem", "", 1, "a hand was expected"),
        ("holdem", "AA KK", 4, "a comma"),
        ("holdem", "AAs", 3, "a pair is neither"),
        ("holdem", "A5s-K2s", 5, "share their top card"),
        ("holdem", "A5s-A2o", 5, "alike"),
        ("holdem", "AA-A2", 4, "pairs or between other"),
        ("holdem", "(AA,KK", 7, "not closed"),
        ("holdem", "AA@", 4, "a weight"),
        ("holdem", "AA@0", 4, "a weight"),
        ("holdem", "AA@x", 4, "a weight"),
        ("holdem", "110%", 1, "at most 100%"),
        ("holdem", "20%-20%", 1, "differ"),
        ("holdem", "AA, 15%6h", 8, "one ranking only"),
        ("omaha-high", "5%-15%6h", 7, "one ranking only"),
        ("holdem", "15%x", 4, "write 15%"),
        ("holdem", "[AK", 1, "not closed"),
        ("holdem", "[A1]K", 3, "in brackets"),
        ("holdem", "[]K", 2, "empty"),
        ("omaha-high", "[A-T+2x]K", 5, "in brackets"),
        ("holdem", "AhAh", 1, "twice"),
        ("omaha-high", "AA**b", 5, "4 cards"),
        ("omaha-high", "AA**$zz", 5, "after"),
        ("omaha-high", "A2/**", 3, "a rank of"),
    ],
)
def test_a_slip_of_the_pen_is_pointed_at(game: str, text: str, place: int, why: str) -> None:
    with pytest.raises(InvalidError, match=rf"character {place}\b.*{why}") as error:
        parse_range(game, text)
    assert repr(text) in str(error.value)
    assert "\n" not in str(error.value)


@given(st.text("AKQT92shdcxyRONB*+-,:!()@%[]$ 15", max_size=14), st.sampled_from(["holdem", "omaha-high"]))
def test_any_text_is_a_range_or_one_clear_error(text: str, game: str) -> None:
    try:
        hands = len(parse_range(game, text))
    except InvalidError:
        return
    assert 0 < hands <= comb(52, GAMES[game].holes)


def test_an_empty_range_is_refused() -> None:
    with pytest.raises(InvalidError, match="'AA!AA' names no hand"):
        parse_range("holdem", "AA!AA")


def test_games_without_hole_cards_of_their_own_have_no_ranges() -> None:
    with pytest.raises(InvalidError, match="stud7-high has no ranges"):
        parse_range("stud7-high", "AA")


def test_deep_brackets_are_refused_and_do_not_crash() -> None:
    text = "(" * 40 + "AA" + ",KK)" * 40
    assert len(parse_range("holdem", text)) == 12
    assert len(parse_range("holdem", "(AA," * 50 + "KK" + ")" * 50)) == 12
    assert len(parse_range("holdem", "!" * 50 + "KK")) == 6
    for text in ("(AA," * 70 + "KK" + ")" * 70, "(" * 3000 + "AA", "!" * 3000 + "AA"):
        with pytest.raises(InvalidError, match=r"character .* nested too deep"):
            parse_range("holdem", text)


def test_the_share_is_of_the_hands_that_are_left() -> None:
    found = parse_range("omaha-high", "AA", gone=parse_cards("AhAs"))
    assert str(found) == "AA: 1,128 of 230,300 hands (0.49%)"
    assert found.share == 1128 / comb(50, 4)


def test_the_ranking_of_holdem_hands_is_complete() -> None:
    assert sorted(HOLDEM_ORDER) == sorted(all_classes())
    assert sum(map(hands_in, HOLDEM_ORDER)) == ALL_HANDS
    assert HOLDEM_ORDER[:3] == ("AA", "KK", "QQ")
    assert HOLDEM_ORDER[-1] == "32o"


def test_percentages_take_the_best_hands_first() -> None:
    assert labels("1%") == {"AA", "KK"}
    assert abs(parse_range("holdem", "15%").share - 0.15) < 0.006
    lower = parse_range("holdem", "20%-40%")
    assert list(lower) == list(parse_range("holdem", "40%-20%"))
    assert not set(lower) & set(parse_range("holdem", "20%"))
    assert len(lower) + len(parse_range("holdem", "20%")) == len(parse_range("holdem", "40%"))


@needs_kernel
@pytest.mark.exhaustive
def test_the_ranking_of_holdem_hands_is_that_of_exact_equities() -> None:
    order: list[tuple[str, Fraction]] = []
    for label in all_classes():
        suit = "c" if label.endswith("s") else "d"
        share = equity("holdem", [f"{label[0]}c{label[1]}{suit}", "random"], exact=True)[0].equity
        assert share is not None
        order.append((label, share))
    order.sort(key=lambda entry: (-entry[1], entry[0]))
    assert tuple(label for label, _ in order) == HOLDEM_ORDER
    assert len({share for _, share in order}) == 169
