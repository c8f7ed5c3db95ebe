"""Seven-card stud with too few cards for the last street, each book's way."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.variants.scripted_hands import Hand, case

from hoyle.core.cards import cards_text, parse_cards
from hoyle.games.poker.events import BoardDealt, Burned, Dealt, Reshuffled, ShuffleNeeded

GAMES = ("stud7-high", "stud7-hilo", "stud7-hilo8")
SPADES = "Ts Js Qs Ks"
LAST = "As"


def both(nj: str, oneida: str) -> list[Any]:
    cases = []
    for game in GAMES:
        cases.append(case("nj-19-47", game, f"nj-19-47 {nj}", upholds=[nj], name=f"nj-19-47-{game}"))
        cases.append(case("oneida", game, f"oneida {oneida}", upholds=[oneida], name=f"oneida-{game}"))
    return cases


def one(id: str, *clauses: str) -> list[Any]:
    return [case(id, game, f"{id} {clauses[0]}", upholds=clauses, name=f"{id}-{game}") for game in GAMES]


def to_sixth(id: str, game: str, *left: int) -> Hand:
    """Eight players start; `left` says how many get a card on fourth, fifth and sixth street, and play on.

    Seat 2 shows aces and bets, the last seats fold. Seat 5 lacks the ace of spades for a royal flush.
    """
    counts = {seat: 3 + sum(1 for players in left[:3] if seat <= players) for seat in range(1, 9)}
    shown = {1: "2c", 2: "Ad Ah Ac", 3: "Kc", 5: SPADES}
    taken = parse_cards(" ".join(shown.values()) + f" {LAST}")
    free = [card for card in range(51, -1, -1) if card not in taken]
    rows = {}
    for seat in range(1, 9):
        ups = parse_cards(shown.get(seat, ""))
        row = [free.pop(0), free.pop(0)] if seat != 5 else [free.pop(), free.pop()]
        row += ups[: counts[seat] - 2]
        while len(row) < counts[seat]:
            row.append(free.pop(len(free) // 2))
        rows[seat] = row
    text = "\n".join(f"seat {seat}: {cards_text(row)}" for seat, row in rows.items())
    hand = Hand(id, game, f"{text}\nburns: {LAST}")
    for street, players in zip(("third", "fourth", "fifth", "sixth"), left, strict=True):
        while hand.round.street == street and hand.round.pending in ("action", "forced bet"):
            _stay_or_fold(hand, players)
    return hand


def _stay_or_fold(hand: Hand, players: int) -> None:
    if hand.round.pending == "forced bet":
        hand.say("bring in")
    elif hand.round.options().call:
        hand.say("fold" if hand.round.actor > players else "call")
    else:
        hand.say("bet")


def last_street(hand: Hand) -> list[Any]:
    """Events from the last gathered bets on."""
    at = max(n for n, event in enumerate(hand.round.log) if event.name == "gathered")
    return hand.round.log[at + 1 :]


@pytest.mark.parametrize(("id", "game", "cites"), both("19:47-14.9(h)", "XI.I.8"))
def test_with_enough_cards_the_seventh_is_dealt_to_each(id, game, cites):
    hand = to_sixth(id, game, 5, 5, 5, 5)
    burned, dealt, turn = last_street(hand)
    assert isinstance(burned, Burned)
    assert isinstance(dealt, Dealt)
    assert (dealt.seats, dealt.ups) == ([1, 2, 3, 4, 5], [False] * 5)
    assert burned.clause == dealt.clause == cites
    assert turn.seat == 2
    assert hand.round.state.stub() == 10 - 6


@pytest.mark.parametrize(("id", "game", "cites"), one("nj-19-47", "19:47-14.9(h)"))
def test_new_jersey_deals_seven_cards_to_six_players(id, game, cites):
    # A burn and six cards: the stub is used up to the last one.
    hand = to_sixth(id, game, 6, 6, 6, 6)
    burned, dealt, _ = last_street(hand)
    assert isinstance(burned, Burned)
    assert dealt.seats == [1, 2, 3, 4, 5, 6]
    assert hand.round.state.stub() == 0


@pytest.mark.parametrize(("id", "game", "cites"), one("nj-19-47", "19:47-14.9(h)"))
@pytest.mark.parametrize("left", [(7, 7, 7, 7), (7, 7, 6, 6)], ids=["seven-left", "six-left"])
def test_new_jersey_burns_one_and_turns_one_common_card(id, game, cites, left):
    hand = to_sixth(id, game, *left)
    stub = 52 - 24 - sum(left[:3]) - 3
    burned, board, turn = last_street(hand)
    assert isinstance(burned, Burned)
    assert isinstance(board, BoardDealt)
    assert board.common
    assert len(board.cards) == 1
    assert burned.clause == board.clause == cites
    assert hand.round.state.stub() == stub - 2
    # The shared card is nobody's showing hand: the aces open again.
    assert turn.seat == 2
    hand.showdown()
    assert all(len(cards) == 6 for cards in hand.round.state.cards if cards)


@pytest.mark.parametrize(("id", "game", "cites"), one("nj-19-47", "19:47-14.9(h)"))
def test_new_jersey_with_one_card_left_shuffles_the_burns_and_turns_a_common_card(id, game, cites):
    hand = to_sixth(id, game, 8, 8, 8, 8)
    assert hand.last(ShuffleNeeded).clause == cites
    assert hand.round.pending == "shuffle"
    assert hand.round.cards_to_shuffle() == [hand.deck[-1], *(event.card for event in hand.burns())]
    _turn_the_ace(hand, cites)


@pytest.mark.parametrize(("id", "game", "cites"), one("oneida", "XI.I.8(a)", "XI.I.8"))
@pytest.mark.parametrize("left", [(7, 7, 6, 6), (6, 6, 6, 6)], ids=["five-in-the-stub", "seven-in-the-stub"])
def test_oneida_mixes_stub_and_burns_if_that_gives_two_more_than_the_players(id, game, cites, left):
    hand = to_sixth(id, game, *left)
    stub = 52 - 24 - sum(left[:3]) - 3
    due = hand.round.cards_to_shuffle()
    assert len(due) == stub + 3
    assert {event.card for event in hand.burns()} <= set(due)
    hand.round.shuffle(due[::-1])
    _, reshuffled, burned, dealt, turn = last_street(hand)
    assert isinstance(reshuffled, Reshuffled)
    assert reshuffled.clause == cites
    assert (burned.card, dealt.cards) == (due[-1], due[::-1][1:7])
    assert (dealt.seats, dealt.ups) == ([1, 2, 3, 4, 5, 6], [False] * 6)
    assert turn.seat == 2
    assert hand.round.state.stub() == stub + 3 - 7


@pytest.mark.parametrize(("id", "game", "cites"), one("oneida", "XI.I.8(b)", "XI.I.8"))
def test_oneida_turns_a_community_card_if_stub_and_burns_are_too_few(id, game, cites):
    hand = to_sixth(id, game, 7, 7, 7, 7)
    burned, board, turn = last_street(hand)
    assert isinstance(burned, Burned)
    assert isinstance(board, BoardDealt)
    assert burned.clause == board.clause == cites
    assert len(board.cards) == 1
    assert hand.round.state.stub() == 4 - 2
    assert turn.seat == 2


@pytest.mark.parametrize(("id", "game", "cites"), one("oneida", "XI.I.8(c)", "XI.I.8"))
def test_oneida_with_two_cards_or_fewer_mixes_in_the_burns_before_the_community_card(id, game, cites):
    hand = to_sixth(id, game, 8, 8, 8, 8)
    assert hand.last(ShuffleNeeded).clause == cites
    assert len(hand.round.cards_to_shuffle()) == 4
    _turn_the_ace(hand, cites)


def _turn_the_ace(hand: Hand, cites: str) -> None:
    """Shuffle so that the ace of spades becomes the card for all, and see who makes a royal flush of it."""
    due = hand.round.cards_to_shuffle()
    ace = parse_cards(LAST)[0]
    rest = [card for card in due if card != ace]
    hand.round.shuffle([rest[0], ace, *rest[1:]])
    _, _, burned, board, turn = last_street(hand)
    assert (burned.card, board.cards, board.common) == (rest[0], [ace], True)
    assert {burned.clause, board.clause} == {cites}
    assert turn.seat == 2
    hand.showdown()
    high = {award for award in hand.shares if award[0] == "high"}
    assert high == {("high", 5)}
    assert all(len(cards) == 6 for cards in hand.round.state.cards)
