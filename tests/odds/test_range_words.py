"""Variables, suits alone, groups and spans of a range name the hands that counting one by one finds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.odds.kernel_required import needs_kernel

from hoyle.core.cards import DECK, RANKS, SUITS, card_text
from hoyle.core.errors import InvalidError
from hoyle.odds import GAMES, parse_range, python_kernel
from hoyle.odds.kernel_loader import kernel
from hoyle.odds.ranges.range_parser import RangeParser


class Hand(NamedTuple):
    """A hand as the rules below look at it."""

    ranks: str
    """Highest first."""
    suits: str
    """In the order of the ranks."""
    alike: list[int]
    """How often its ranks come, most often first."""
    suited: list[int]
    """How often its suits come, most often first."""

    def has(self, text: str) -> bool:
        """Each of these ranks, as often as it is written."""
        return holds(self.ranks, text)

    def of(self, ranks: str) -> int:
        """Cards of these ranks."""
        return sum(rank in ranks for rank in self.ranks)

    def suited_in(self, text: str) -> bool:
        """One suit in which all these ranks are held."""
        if not self.has(text):
            return False
        held = set(zip(self.ranks, self.suits, strict=True))
        return any(all((rank, suit) in held for rank in text) for suit in SUITS)


Rule = Callable[[Hand], object]


@cache
def holds(ranks: str, text: str) -> bool:
    return all(ranks.count(rank) >= text.count(rank) for rank in text)


@cache
def all_hands(size: int, lowest: str = "2") -> list[Hand]:
    """Of all cards from this rank up."""
    deck = DECK[4 * RANKS.index(lowest) :]
    hands: list[Hand] = []
    for cards in combinations(reversed(deck), size):
        ranks, suits = [RANKS[card // 4] for card in cards], [SUITS[card % 4] for card in cards]
        alike, suited = sorted(map(ranks.count, {*ranks})), sorted(map(suits.count, {*suits}))
        hands.append(Hand("".join(ranks), "".join(suits), alike[::-1], suited[::-1]))
    return hands


def any_of(*texts: str) -> Rule:
    """Hands that hold the ranks of one of these texts."""
    return lambda hand: any(hand.has(text) for text in texts)


HOLDEM: dict[str, Rule] = {
    "xx": lambda hand: hand.suited == [2],
    "xy": lambda hand: hand.suited == [1, 1],
    "ss": lambda hand: hand.suits == "ss",
    "sx": lambda hand: hand.suits.count("s") == 1,
    "RR": lambda hand: hand.alike == [2],
    "RO": lambda hand: hand.alike == [1, 1],
    "RxOx": lambda hand: hand.alike == [1, 1] and hand.suited == [2],
    "ro": lambda hand: hand.suited == [1, 1],
    "AR": lambda hand: hand.ranks.count("A") == 1,
    "AxKx": lambda hand: hand.has("AK") and hand.suited == [2],
    "AxKy": lambda hand: hand.has("AK") and hand.suited == [1, 1],
    "AX": lambda hand: hand.has("A"),
    "Axs": lambda hand: hand.has("A") and hand.suited == [2],
    "$B$B": lambda hand: hand.of("AKQJ") == 2,
    "$Bx$Bx": lambda hand: hand.of("AKQJ") == 2 and hand.suited == [2],
    "$F$No": lambda hand: hand.of("KQJ") and hand.of("KQJT9") == 2 and hand.suited == [1, 1],
    "[T+][9-]": lambda hand: hand.of("AKQJT") == 1,
    "[A,K][9-7,2]": lambda hand: hand.of("AK") == 1 and hand.of("9872") == 1,
    "AxKx-JxTx": lambda hand: hand.ranks in ("AK", "KQ", "QJ", "JT") and hand.suited == [2],
    "AhTh+": lambda hand: hand.ranks in ("AT", "AJ", "AQ", "AK") and hand.suits == "hh",
    "KhTh+": lambda hand: hand.ranks in ("KT", "KJ", "KQ") and hand.suits == "hh",
    "K9s-": lambda hand: hand.ranks[0] == "K" and hand.ranks[1] in "98765432" and hand.suited == [2],
    "65o-": lambda hand: hand.ranks in ("65", "54", "43", "32") and hand.suited == [1, 1],
    "44-": lambda hand: hand.ranks in ("44", "33", "22"),
}

OMAHA: dict[str, Rule] = {
    "AxKx**": lambda hand: hand.suited_in("AK"),
    "AxKx": lambda hand: hand.suited_in("AK"),
    "AxAyKxKy": lambda hand: hand.has("AAKK") and hand.suited == [2, 2],
    "AxAyxy": lambda hand: hand.has("AA") and hand.suited == [2, 2],
    "xxyy": lambda hand: hand.suited == [2, 2],
    "yyxx": lambda hand: hand.suited == [2, 2],
    "xxx": lambda hand: hand.suited[0] >= 3,
    "wxyz": lambda hand: hand.suited == [1, 1, 1, 1],
    "wxy": lambda hand: len(hand.suited) >= 3,
    "sshh": lambda hand: hand.suits.count("s") == hand.suits.count("h") == 2,
    "hhss": lambda hand: hand.suits.count("s") == hand.suits.count("h") == 2,
    "ssxx": lambda hand: hand.suits.count("s") == 2 and hand.suited == [2, 2],
    "ds": lambda hand: hand.suited[:2] == [2, 2],
    "sd": lambda hand: "d" in hand.suits and "s" in hand.suits,
    "AAss": lambda hand: hand.has("AA") and hand.suited == [2, 1, 1],
    "AxAyds": lambda hand: hand.has("AA") and hand.suited == [2, 2],
    "RRON": lambda hand: hand.alike == [2, 1, 1],
    "rron": lambda hand: hand.alike == [2, 1, 1],
    "RROO": lambda hand: hand.alike == [2, 2],
    "RONP": lambda hand: hand.alike == [1, 1, 1, 1],
    "RRR": lambda hand: hand.alike[0] >= 3,
    "RxRyOxOy": lambda hand: hand.alike == [2, 2] and hand.suited == [2, 2],
    "AARR": lambda hand: hand.has("AA") and hand.alike == [2, 2],
    "AhR$rb": lambda hand: (
        ("A", "h") in zip(hand.ranks, hand.suits, strict=True) and hand.of(RANKS[:-1]) and hand.suited == [1, 1, 1, 1]
    ),
    "$R$R$R$R": lambda hand: hand.of("AKQJT") == 4,
    "$B$B$B*": lambda hand: hand.of("AKQJ") >= 3,
    "$M$M$M$M$np": lambda hand: hand.of("T987") == 4 and hand.alike == [1, 1, 1, 1],
    "$Z$Z$Z$Zss": lambda hand: hand.of("65432") == 4 and hand.suited == [2, 1, 1],
    "$N$N$N$N": lambda hand: hand.of("KQJT9") == 4,
    "$F$F$F$F": lambda hand: hand.of("KQJ") == 4,
    "$L$L$L$L": lambda hand: hand.of("A8765432") == 4,
    "$W$W$W$W": lambda hand: hand.of("A5432") == 4,
    "KK+": any_of("KK", "AA"),
    "KK+**ds": lambda hand: (hand.has("KK") or hand.has("AA")) and hand.suited == [2, 2],
    "AA+": any_of("AA"),
    "44-": any_of("44", "33", "22"),
    "TT-77": any_of("TT", "99", "88", "77"),
    "77-TT": any_of("TT", "99", "88", "77"),
    "JT98+": any_of("JT98", "QJT9", "KQJT", "AKQJ"),
    "QJT9+$ds": lambda hand: hand.ranks in ("QJT9", "KQJT", "AKQJ") and hand.suited == [2, 2],
    "T987-": any_of("T987", "9876", "8765", "7654", "6543", "5432"),
    "AK-JT": any_of("AK", "KQ", "QJ", "JT"),
    "AxKx-JxTx": lambda hand: any(hand.suited_in(text) for text in ("AK", "KQ", "QJ", "JT")),
    "AT-A7": any_of("AT", "A9", "A8", "A7"),
    "AT+": any_of("AT", "AJ", "AQ", "AK"),
    "AT9+": any_of("AT9", "AJT", "AQJ", "AKQ"),
    "A4-": any_of("A4", "A3", "A2"),
    "A2-**": any_of("A2"),
    "K-T**": lambda hand: hand.of("KQJT"),
    "[KQ]JJ+": any_of("KJJ", "QJJ", "KQQ", "QQQ", "KKK", "QKK", "KAA", "QAA"),
    "KKRR+": lambda hand: hand.alike == [2, 2] and (hand.has("AA") or hand.has("KK")),
    "T+T+": lambda hand: hand.of("AKQJT") >= 2,
    "AT+T+": lambda hand: hand.has("A") and hand.of("AKQJT") >= 3,
    "[T+][9-]": lambda hand: 1 <= hand.of("AKQJT") <= 3,
}

BIG_OMAHA: dict[str, Rule] = {
    "RRON*": lambda hand: hand.alike[0] >= 2 and len(hand.alike) >= 3,
    "RRONP": lambda hand: hand.alike == [2, 1, 1, 1],
    "RRROO": lambda hand: hand.alike == [3, 2],
    "xxxyy": lambda hand: hand.suited == [3, 2],
    "xxyy": lambda hand: hand.suited[0] < 5 and hand.suited[1] >= 2,
    "AARR*": lambda hand: hand.has("AA") and any(hand.has(rank * 2) for rank in RANKS[:-1]),
    "AK+": any_of("AK"),
    "KK+***": any_of("KK", "AA"),
    "KT-Q9": any_of("KT", "Q9"),
    "AxKxQx": lambda hand: hand.suited_in("AKQ"),
}


@pytest.mark.parametrize("text", HOLDEM)
def test_holdem_words_name_the_hands_that_counting_finds(text: str) -> None:
    assert len(parse_range("holdem", text)) == sum(map(bool, map(HOLDEM[text], all_hands(2)))) > 0


@pytest.mark.parametrize("text", OMAHA)
def test_omaha_words_name_the_hands_that_counting_finds(text: str) -> None:
    assert len(parse_range("omaha-high", text)) == sum(map(bool, map(OMAHA[text], all_hands(4)))) > 0


@pytest.mark.parametrize("text", BIG_OMAHA)
def test_words_of_five_cards_name_the_hands_that_counting_finds(text: str) -> None:
    found = parse_range("big-omaha-high", text, gone=[card for card in DECK if card // 4 < RANKS.index("9")])
    assert len(found) == sum(map(bool, map(BIG_OMAHA[text], all_hands(5, "9")))) > 0


def test_words_of_six_cards_count_as_they_must() -> None:
    low = [card for card in DECK if card // 4 < RANKS.index("T")]
    assert len(parse_range("omaha6-high", "RROONN", gone=low)) == comb(5, 3) * comb(4, 2) ** 3
    assert len(parse_range("omaha6-high", "xxxyyy", gone=low)) == comb(4, 2) * comb(5, 3) ** 2
    assert len(parse_range("omaha6-high", "AAKKQQ-KKQQJJ", gone=low)) == 2 * comb(4, 2) ** 3


class Spot(NamedTuple):
    """A place as it is made up here: the ranks it allows, how it is written, and its letters."""

    ranks: str
    suits: str
    rank: str
    suit: str


@st.composite
def spots(draw: st.DrawFn, size: int) -> list[Spot]:
    """Suits alone stand first, so that none of them is read as the suit of a rank before it."""
    suits = [""] * 4 + list("hcd" + "wxyz" * 2)
    ranks = ["*", "A", "K", "9", "R", "R", "O", "O", "N", "P", "$B", "$M", "[AK]", "[T-8]", "[T+]", "[9-]"]
    found: list[Spot] = []
    for _ in range(draw(st.integers(1, size))):
        rank, suit = draw(st.sampled_from(["", *ranks])), draw(st.sampled_from(suits))
        allowed = {"$B": "AKQJ", "$M": "T987", "[AK]": "AK", "[T-8]": "T98", "[T+]": "AKQJT", "[9-]": "98765432"}
        of_rank = rank if rank and rank in RANKS else allowed.get(rank, RANKS)
        of_suit = suit if suit and suit in SUITS else SUITS
        found.append(Spot(of_rank, of_suit, rank if rank or suit else "*", suit))
    return sorted(found, key=lambda spot: spot.rank != "")


def fits(spots: list[Spot], cards: list[str], bound: dict[str, str]) -> bool:
    """Whether different cards can stand in all places, and no two letters for the same rank or suit."""
    if not spots:
        return True
    spot, *others = spots
    for card in cards:
        new = dict(bound)
        if card[0] not in spot.ranks or card[1] not in spot.suits:
            continue
        if spot.rank in [*"RONP"] and new.setdefault(spot.rank, card[0]) != card[0]:
            continue
        if spot.suit in [*"wxyz"] and new.setdefault(spot.suit, card[1]) != card[1]:
            continue
        if len(set(new.values())) < len(new):
            continue
        if fits(others, [other for other in cards if other != card], new):
            return True
    return False


def hands_or_none(game: str, text: str, gone: list[int]) -> set[tuple[int, ...]]:
    try:
        return set(parse_range(game, text, gone=gone))
    except InvalidError as error:
        if "names no hand" not in str(error) and "names a card twice" not in str(error):
            raise
        return set()


@given(st.data())
def test_made_up_words_name_the_hands_whose_cards_fit_their_places(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(["holdem", "omaha-high", "big-omaha-high"]))
    places = data.draw(spots(GAMES[game].holes))
    deck = data.draw(st.sets(st.sampled_from(DECK), min_size=9, max_size=13))
    named = {spot.rank: spot.rank for spot in places if spot.rank and spot.rank in RANKS}
    named |= {spot.suit: spot.suit for spot in places if spot.suit and spot.suit in SUITS}
    expected = {
        cards
        for cards in combinations(sorted(deck, reverse=True), GAMES[game].holes)
        if fits(places, [card_text(card) for card in cards], named)
    }
    text = "".join(spot.rank + spot.suit for spot in places)
    assert hands_or_none(game, text, [card for card in DECK if card not in deck]) == expected


@needs_kernel
@given(st.data())
def test_made_up_words_are_the_same_range_in_plain_python(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(["holdem", "omaha-high", "big-omaha-high"]))
    words: list[str] = []
    for _ in range(data.draw(st.integers(1, 2))):
        places = data.draw(spots(GAMES[game].holes))
        tail = data.draw(st.sampled_from(["", "+", "-", "+*", "-$ss", "-KQ", "$ds", "ss", "s", "o", "$np"]))
        words.append("".join(spot.rank + spot.suit for spot in places) + tail)
    text = data.draw(st.sampled_from([",", ":", "!"])).join(words)
    # Few enough cards that Python has soon tried every hand of them.
    left = data.draw(st.randoms()).sample(DECK, {2: 30, 4: 18, 5: 14}[GAMES[game].holes])

    try:
        programs = [program for program, _ in RangeParser(text, GAMES[game]).items()]
    except InvalidError:
        return
    question = (programs, GAMES[game].holes, sum(1 << card for card in left), b"", 1, None)
    assert python_kernel.holdings(*question) == kernel.holdings(*question)


@needs_kernel
def test_a_place_with_more_than_cards_and_variables_is_refused() -> None:
    with pytest.raises(ValueError, match="58 bits"):
        kernel.holdings([[(0, (1 << 58,))]], 4, (1 << 52) - 1, b"", 1, None)


@pytest.mark.parametrize(
    ("game", "text", "place", "why"),
    [
        ("omaha-high", "xxyyw", 5, "4 cards"),
        ("omaha-high", "AxKb", 4, "a suit of cdhs or wxyz"),
        ("omaha-high", "AA$NT", 3, "write .nt for the feature, T.N"),
        ("omaha-high", "AA$NP", 3, "write .np for the feature, P.N"),
        ("omaha-high", "$B$q", 3, "a group .R B M"),
        ("omaha-high", "$", 1, "after '.' comes"),
        ("omaha-high", "+AA", 1, "a rank of"),
        ("omaha-high", "RR+", 3, "a rank to start from"),
        ("omaha-high", "**-", 3, "a rank to start from"),
        ("omaha-high", "[KQ]+A", 5, "a rank to start from"),
        ("omaha-high", "KK++", 4, "a second has no meaning"),
        ("omaha-high", "TT-77-", 6, "only '.' and features"),
        ("omaha-high", "AK-JT9", 6, "only '.' and features"),
        ("omaha-high", "KKK-QQ", 7, "3 places too"),
        ("omaha-high", "AK-J9", 4, "stay or move equally far"),
        ("omaha-high", "AxKx-JxTy", 8, "alike but for their ranks"),
        ("omaha-high", "AxKx-JT", 6, "alike but for their ranks"),
        ("omaha-high", "[AK]T-[AQ]9", 7, "alike but for their ranks"),
        ("omaha-high", "KsQs-QsQs", 1, "twice"),
        ("holdem", "AxKxQx", 5, "2 cards"),
        ("holdem", "Rb", 2, "one of RONP"),
        ("holdem", "A\u212a", 2, "a rank of"),
        ("holdem", "AK\u017f", 3, "2 cards"),
        ("omaha-high", "[\u212a]", 2, "in brackets"),
    ],
)
def test_a_slip_in_a_word_is_pointed_at(game: str, text: str, place: int, why: str) -> None:
    with pytest.raises(InvalidError, match=rf"character {place}\b.*{why}"):
        parse_range(game, text)


def test_suitedness_is_a_word_of_its_own_too() -> None:
    for alone, ending in (("AA:ds", "AAds"), ("KK:ss", "KKss"), ("QQ:rb", "QQrb")):
        assert set(parse_range("omaha-high", alone)) == set(parse_range("omaha-high", ending))
    with pytest.raises(InvalidError, match=r"character 5 '\+': '\+' stands before 'ds', after the ranks"):
        parse_range("omaha-high", "KKds+")


def test_a_long_range_is_not_repeated_whole() -> None:
    with pytest.raises(InvalidError, match=r"character 3001 '\?'") as error:
        parse_range("holdem", "AA," * 1000 + "?")
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("word", ["ZZ", "XX", "XXs", "Z", "AA:XX", "KX, YY"])
@pytest.mark.parametrize("game", ["holdem", "omaha-high"])
def test_a_capital_letter_that_may_be_any_card_or_a_suit_is_refused_and_explained(game: str, word: str) -> None:
    with pytest.raises(InvalidError, match=r"could be any card or a suit: write . for any card, or a small [xyz]"):
        parse_range(game, word)
    assert len(parse_range("holdem", "AX")) == 198, "after a rank it is a suit"
