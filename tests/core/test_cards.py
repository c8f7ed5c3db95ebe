"""Cards as numbers and as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.core.cards import (
    DECK,
    RANKS,
    SUITS,
    UNKNOWN,
    all_known_and_distinct,
    card_symbol,
    card_text,
    cards_text,
    check_card,
    check_distinct,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from hoyle.core.errors import InvalidError


def test_the_deck_has_fifty_two_cards_of_thirteen_ranks_and_four_suits() -> None:
    assert [card_text(card) for card in DECK] == [rank + suit for rank in RANKS for suit in SUITS]
    assert [(rank_of(card), suit_of(card)) for card in DECK] == [(r, s) for r in range(13) for s in range(4)]


def test_cards_sort_by_rank_and_then_by_suit() -> None:
    cards = parse_cards("As Kd Ac 2s Ah Ad")
    assert cards_text(sorted(cards, reverse=True)) == "As Ah Ad Ac Kd 2s"


@pytest.mark.parametrize("text", ["Ah Kd 2c", "AhKd2c", "Ah, Kd, 2c", "AhKd 2c", " ah,KD 2C "])
def test_cards_may_be_written_together_or_apart(text: str) -> None:
    assert cards_text(parse_cards(text)) == "Ah Kd 2c"


@pytest.mark.parametrize("text", ["Ah:Kd", "Ah Kd:2c", "\u0100h Kd", "A\u0100 Kd", "Ah K\x80", "Ah Khd"])
def test_a_row_with_anything_but_cards_in_it_is_refused(text: str) -> None:
    for row in (text, text + " 2c"):
        with pytest.raises(InvalidError, match="is not a"):
            parse_cards(row)


def test_no_text_is_no_cards() -> None:
    assert parse_cards("") == []
    assert cards_text([]) == ""


@given(st.lists(st.sampled_from([UNKNOWN, *DECK])))
def test_what_is_written_is_read_back(cards: list[int]) -> None:
    assert parse_cards(cards_text(cards), unknown=True) == cards


def test_people_see_suits_as_they_are_drawn() -> None:
    assert [card_symbol(card) for card in parse_cards("2c Td Ah Ks")] == ["2♣", "T♦", "A♥", "K♠"]
    assert card_symbol(UNKNOWN) == "??"


def test_a_card_face_down_is_read_only_where_it_is_welcome() -> None:
    assert parse_card("??", unknown=True) == UNKNOWN
    assert parse_cards("Ah ??", unknown=True) == [parse_card("Ah"), UNKNOWN]
    with pytest.raises(InvalidError, match=r"'\?\?' is not a card"):
        parse_card("??")
    with pytest.raises(InvalidError, match=r"'\?\?' in 'Ah \?\?' \(card 2\) is not a card"):
        parse_cards("Ah ??")


def test_cards_as_people_draw_them_can_be_read_back() -> None:
    assert parse_cards(" ".join(map(card_symbol, DECK))) == list(DECK)


@pytest.mark.parametrize("text", ["", "A", "1h", "Ax", "11h", "010h", "hA", "A★", "  ", "Ah "])
def test_what_is_no_card_is_refused_by_its_name(text: str) -> None:
    with pytest.raises(InvalidError) as refused:
        parse_card(text)
    assert repr(text) in str(refused.value)
    assert "such as 'Ah'" in str(refused.value)


def test_a_wrong_card_in_a_row_is_named_with_its_place() -> None:
    with pytest.raises(InvalidError, match=r"'Xd' in 'Ah XdQs' \(card 2\)"):
        parse_cards("Ah XdQs")
    with pytest.raises(InvalidError, match=r"'Kdd' in 'Ah Kdd'.* two letters"):
        parse_cards("Ah Kdd")


@pytest.mark.parametrize("number", [-2, 52, 1000])
def test_a_number_outside_the_deck_is_no_card(number: int) -> None:
    for refuse in (check_card, card_text, card_symbol):
        with pytest.raises(InvalidError, match=f"{number} is not a card"):
            refuse(number)
    with pytest.raises(InvalidError, match=f"{number} is not a card"):
        check_distinct([0, number])


def test_an_unknown_card_is_refused_where_a_known_one_is_needed() -> None:
    with pytest.raises(InvalidError, match="unknown card"):
        check_card(UNKNOWN)


def test_a_card_that_appears_twice_is_named() -> None:
    with pytest.raises(InvalidError, match="Kd appears twice: as card 2 and as card 4"):
        check_distinct(parse_cards("Ah Kd Qs Kd"))
    check_distinct(DECK)
    check_distinct([UNKNOWN, UNKNOWN])


def test_a_whole_deck_is_told_from_one_with_a_card_too_many() -> None:
    assert all_known_and_distinct(list(DECK))
    for card in (*DECK, UNKNOWN, 52):
        assert not all_known_and_distinct([*DECK, card])


@pytest.mark.parametrize("text", ["10h", "10H", "10♥", "Th", "t♥"])
def test_a_ten_may_be_written_with_its_figures(text: str) -> None:
    assert parse_card(text) == parse_card("Th")
    assert parse_cards(f"A♠{text}2c") == parse_cards("As Th 2c")
    assert parse_cards(f"As {text}, 2c") == parse_cards("As Th 2c")
