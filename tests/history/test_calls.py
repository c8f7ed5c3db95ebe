"""What the dealer says, and what he keeps to himself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.games.variants.scripted_hands import Hand

from hoyle.core.cards import card_symbol
from hoyle.games.poker.events import (
    KINDS,
    BoardReplaced,
    CardExposed,
    CardReplaced,
    Disclosed,
    HandKilled,
    HoleCardUp,
    RakeReturned,
    Refunded,
    RoundVoided,
)
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import NO_LIMIT
from hoyle.history.narration import Announcement, narrate, narrator, poker_round_narrator

SPLIT = """
    seat 1: As 2s Kh Kc
    seat 2: Qd Qc 9h 8c
    seat 3: Jd Jc 5h 6c
    board: 3h 4d 9s Kd 7c
"""


def said(hand: Hand, viewer: int | None = None, names: dict[int, str] | None = None) -> list[str]:
    return [call.text for call in calls(hand, viewer, names)]


def calls(hand: Hand, viewer: int | None = None, names: dict[int, str] | None = None) -> list[Announcement]:
    person = None if viewer is None else f"seat {viewer}"
    return list(narrate(hand.round.log, hand.round.rules, names, person))


def clause_of(hand: Hand, text: str) -> str:
    found = [call.clause for call in calls(hand) if call.text == text]
    assert found, f"{text!r} was not said; said were {said(hand)}"
    return found[0]


def test_blinds_cards_and_bets_are_called_in_order() -> None:
    hand = Hand("oneida", "omaha-hilo8", SPLIT, button=3)
    hand.play("3: raise to 4\n1: call\n2: call\nall check")
    assert said(hand)[:16] == [
        "Omaha high-low split eight or better, fixed-limit 2/4: three players, seat 3 has the button.",
        "Seat 1 posts the small blind, 1.",
        "Seat 2 posts the big blind, 2.",
        "Four cards down to each player, seat 1 first.",
        "Seat 1 gets A♠ 2♠ K♥ K♣.",
        "Seat 2 gets Q♦ Q♣ 9♥ 8♣.",
        "Seat 3 gets J♦ J♣ 5♥ 6♣.",
        "Seat 3 is first to act.",
        "Seat 3 raises to 4.",
        "Seat 1 calls 3.",
        "Seat 2 calls 2.",
        "The pot is 12.",
        "Burn and turn. Flop: 3♥ 4♦ 9♠.",
        "Seat 1 is first to act.",
        "Seat 1 checks.",
        "Seat 2 checks.",
    ]
    assert clause_of(hand, "Burn and turn. Flop: 3♥ 4♦ 9♠.") == "oneida XI.K.7"
    assert clause_of(hand, "Seat 1 posts the small blind, 1.") == "oneida XI.K.5"


def test_a_single_blind_is_just_the_blind() -> None:
    hand = Hand("oneida", "holdem", button=3, blinds=(2,))
    assert "Seat 1 posts the blind, 2." in said(hand)


def test_a_blind_too_short_says_what_was_owed() -> None:
    hand = Hand("room-2012", "omaha-hilo8", button=3, stacks={2: 1})
    assert "Seat 2 posts the big blind, all-in with 1 of 2." in said(hand)


def test_going_all_in_is_said_and_a_short_raise_does_not_reopen() -> None:
    hand = Hand("oneida", "holdem", button=3, stacks={1: 7, 2: 30, 3: 40}, structure=NO_LIMIT)
    hand.play("3: raise to 6\n1: all in\n2: call\n3: call")
    assert "Seat 1 raises to 7, all-in; short of a full raise, it does not reopen the betting." in said(hand)
    hand.play("2: all in\n3: call")
    assert "Seat 2 bets 23, all-in." in said(hand)


def test_a_short_call_says_how_much_was_owed() -> None:
    hand = Hand("oneida", "holdem", button=3, stacks={1: 7}, structure=NO_LIMIT)
    hand.play("3: raise to 20\n1: call\n2: fold")
    assert "Seat 1 calls all-in with 6 of 19." in said(hand)
    assert "The uncalled 13 goes back to seat 3." in said(hand)


def test_the_last_player_takes_the_pot_without_a_showdown() -> None:
    hand = Hand("oneida", "holdem", button=3).play("3: raise to 4\n1: fold\n2: fold")
    assert said(hand)[-2:] == ["The uncalled 2 goes back to seat 3.", "Seat 3 takes the pot, 5: no other hand is left."]


def test_the_odd_chip_joins_the_high_half_by_oneida() -> None:
    hand = Hand("oneida", "omaha-hilo8", SPLIT, button=3).play("3: call\n1: fold\n2: check\nto the showdown")
    assert said(hand)[-4:] == [
        "Losing hands taken in: seat 2.",
        "The pot, 5, does not halve: the odd chip joins the high half, 3 to 2.",
        "High half: seat 3 takes 3 with a seven-high straight.",
        "Low half: seat 3 takes 2 with a 7-6-5-4-3 low.",
    ]
    odd = "The pot, 5, does not halve: the odd chip joins the high half, 3 to 2."
    assert clause_of(hand, odd) == "oneida XI.K.10(b)(i)"


@pytest.mark.parametrize(
    ("id", "game", "more", "clause"),
    [
        ("ca-omaha", "omaha-hilo8", ("", ""), "ca-omaha AWARD.4"),
        ("nj-13-69f", "big-omaha-hilo8", (" Qd", " Qc"), "nj-13-69f 13:69F-14.11(A)(f)2i"),
    ],
)
def test_the_odd_chip_goes_by_position_where_the_book_says_so(
    id: str, game: str, more: tuple[str, str], clause: str
) -> None:
    hand = Hand(
        id,
        game,
        f"""
        seat 2: As 2s Qh Jh{more[0]}
        seat 3: Kh Kc 9c 8c{more[1]}
        board: 3h 4d 7s Kd 9d
    """,
        seats=[1, 2, 3],
        button=3,
    )
    hand.play("3: call\n1: fold\n2: check\nto the showdown")
    assert said(hand)[-4:] == [
        "The pot, 5, does not halve: 2 each way and an odd chip.",
        "High half: seat 3 takes 2 with three kings, 9-7 kickers.",
        "Low half: seat 2 takes 2 with a 7-4-3-2-A low.",
        "The odd chip of the pot goes to seat 2, first of the winners clockwise from the button.",
    ]
    assert calls(hand)[-1].clause == clause


TIED = """
    seat 1: Qs Jd 4h 4c
    seat 2: Qc Jh 3d 3s
    seat 3: 7c 7d 6h 6s
    board: Ah Kc Td 9s 9c
"""


def test_tied_highs_are_told_apart_by_suit() -> None:
    hand = Hand("oneida", "omaha-hilo8", TIED, button=3, stacks={3: 3})
    hand.play("3: raise to 3\n1: call\n2: call\nto the showdown")
    assert said(hand)[-3:] == [
        "Losing hands taken in: seat 3.",
        "The pot, 9: no low qualifies, seats 1 and 2 tie with an ace-high straight, 4 each of 9.",
        "The odd chip goes to seat 1 by card: Q♠ over Q♣.",
    ]
    assert calls(hand)[-1].clause == "oneida XI.K.10(b)(ii)"


def test_tied_lows_are_told_apart_by_the_lowest_card() -> None:
    hand = Hand(
        "oneida",
        "omaha-hilo8",
        """
        seat 1: Ah 2h Kd Kc
        seat 2: Ac 2d Qs Qc
        seat 3: Ts 9s 9h 8h
        board: 3h 4d 7s Jd Js
    """,
        button=3,
        blinds=(2, 3),
        limits=(3, 6),
    )
    hand.play("3: fold\n1: call\n2: check\nto the showdown")
    assert said(hand)[-4:] == [
        "The pot, 6: 3 for the high half, 3 for the low.",
        "High half: seat 1 takes 3 with two pairs, kings and jacks, seven kicker.",
        "Low half: seats 1 and 2 tie with a 7-4-3-2-A low, 1 each of 3.",
        "The odd chip goes to seat 2 by card: A♣ under A♥.",
    ]
    assert calls(hand)[-1].clause == "oneida XI.K.10(b)(iii)"


def test_side_pots_come_first_and_each_is_explained() -> None:
    hand = Hand(
        "oneida",
        "holdem",
        """
        seat 1: Ah Ad
        seat 2: Kh Kd
        seat 3: Qh Qd
        board: 2c 3c 7s 8s Jc
    """,
        button=3,
        structure=NO_LIMIT,
        stacks={1: 10, 2: 30, 3: 50},
    )
    hand.play("3: raise to 30\n1: call\n2: call")
    told = said(hand)
    assert "Main pot of 30 and side pot of 40." in told
    assert told[-2:] == [
        "Side pot, 40: seat 2 takes it with a pair of kings, J-8-7 kickers.",
        "Main pot, 30: seat 1 takes it with a pair of aces, J-8-7 kickers.",
    ]


def test_tied_hands_in_holdem_share_by_position() -> None:
    hand = Hand(
        "oneida",
        "holdem",
        """
        seat 1: 2h 2d
        seat 2: 3h 3d
        seat 3: 4h 4d
        board: As Ks Qs Js Ts
    """,
        button=2,
        stacks={1: 3, 2: 4, 3: 100},
        structure=NO_LIMIT,
    )
    hand.play("2: all in\n3: call\n1: call")
    assert said(hand)[-2:] == [
        "Side pot, 2: seats 2 and 3 tie with a royal flush, 1 each of 2.",
        "Main pot, 9: seats 1, 2 and 3 tie with a royal flush, 3 each of 9.",
    ]


def test_several_odd_chips_go_round_one_by_one_in_high_only_games() -> None:
    board = "    board: As Ks Qs Js Ts"
    hand = Hand("oneida", "holdem", board, seats=[1, 2, 3, 4, 5], button=5, blinds=(1, 2))
    hand.play("3: call\n4: call\n5: fold\n1: fold\n2: check\nto the showdown")
    assert said(hand)[-2:] == [
        "The pot, 7: seats 2, 3 and 4 tie with a royal flush, 2 each of 7.",
        "The odd chip goes to seat 2, first of them clockwise from the button.",
    ]
    more = Hand("oneida", "holdem", board, seats=[1, 2, 3, 4, 5], button=5, blinds=(1, 1), limits=(1, 2))
    more.play("3: call\n4: call\n5: call\n1: fold\n2: check\n2: check\n3: bet 1\n4: call\n5: fold\n2: call")
    more.play("to the showdown")
    assert said(more)[-3:] == [
        "The pot, 8: seats 2, 3 and 4 tie with a royal flush, 2 each of 8.",
        "One odd chip goes to seat 2, first of them clockwise from the button.",
        "One odd chip goes to seat 3, next clockwise from the button.",
    ]


def test_stud_names_the_forced_bettor_and_the_opener_by_their_cards() -> None:
    hand = Hand(
        "oneida",
        "stud7-high",
        """
        seat 1: Ah Kd 9c 9d Tc 3c 4c
        seat 2: Qh Js 2c 8d 2h 6c 7d
        seat 3: 5h 5d 2d Kc 7s Th 3s
    """,
        ante=1,
    )
    hand.play("to the showdown")
    told = said(hand)
    assert told[1:5] == [
        "Everybody antes 1.",
        "Two cards down and one up to each player, seat 1 first.",
        "Up: seat 1 9♣, seat 2 2♣, seat 3 2♦.",
        "Seat 1 gets A♥ K♦ in the hole.",
    ]
    assert "Seat 2 is low with 2♣, by suit: the forced bet is due." in told
    assert "Seat 2 brings it in for 1." in told
    assert "Burn. Fourth street: seat 1 9♦, seat 2 8♦, seat 3 K♣." in told
    assert "Seat 1 is high with 9♣ 9♦ showing: first to act." in told


def test_a_forced_bettor_may_make_it_a_full_bet() -> None:
    hand = Hand("oneida", "stud7-high", "seat 2: Qh Js 2c", seats=[1, 2, 3], limits=(4, 8))
    hand.play("2: complete")
    assert said(hand)[-1] == "Seat 2 brings it in for 4, a full bet."


def test_equal_boards_open_from_the_dealers_left() -> None:
    hand = Hand(
        "oneida",
        "stud5-high",
        """
        seat 1: Ah 9c Kd 3c 4c
        seat 2: Qh 9d Kc 6c 7d
        seat 3: 5h 2d 7s Th 3s
    """,
    )
    hand.play("to the showdown")
    opening = "Seat 1 is high with 9♣ K♦ showing, nearest the dealer's left of equals: first to act."
    assert opening in said(hand)


DRAW = """
    seat 1: Ah Kd 9c 8d 7c
    seat 2: Qh Qs 2c 3d 4h
    seat 3: 5h 6d 2d Kc 7s
    draws: Ac As Tc Qd 4d
"""


def test_a_draw_is_called_without_its_cards_except_to_the_player() -> None:
    hand = Hand("oneida", "draw5-high", DRAW, button=3)
    hand.play("all call\n1: draw 9c 8d 7c\n2: draw 2c 3d\n3: pat\nto the showdown")
    everything, other, player = said(hand), said(hand, viewer=2), said(hand, viewer=1)
    assert "Seat 1 draws three, laying down 9♣ 8♦ 7♣." in everything
    assert "Seat 1 gets A♣ A♠ T♣." in everything
    assert "Seat 1 draws three." in other
    assert "Seat 1 gets A♣ A♠ T♣." not in other
    assert "Seat 1 gets A♣ A♠ T♣." in player
    assert "Seat 3 stands pat." in other
    assert other.index("Burn a card.") + 1 == other.index("The draw.")
    assert clause_of(hand, "Burn a card.") == "oneida XI.L.7(a)"


def test_a_listener_hears_nothing_that_depends_on_hidden_cards() -> None:
    def heard(cards: str) -> list[str]:
        hand = Hand("oneida", "omaha-hilo8", cards, button=3)
        hand.play("3: call\n1: raise to 4\n2: fold\n3: call\n1: bet\n3: fold")
        return said(hand, viewer=1)

    swapped = SPLIT.replace("Qd Qc 9h 8c", "Jd Jc 5h 6c!").replace("Jd Jc 5h 6c\n", "Qd Qc 9h 8c\n")
    assert heard(SPLIT) == heard(swapped.replace("!", ""))
    assert "Seat 1 gets A♠ 2♠ K♥ K♣." in heard(SPLIT)


def test_a_player_called_you_is_spoken_to() -> None:
    hand = Hand("oneida", "omaha-hilo8", SPLIT, button=3)
    hand.play("3: call\n1: raise to 4\n2: fold\n3: call\nto the showdown")
    told = said(hand, viewer=1, names={1: "you", 3: "Ann"})
    assert "You post the small blind, 1." in told
    assert "You raise to 4." in told
    assert "Ann calls 2." in told
    assert "Seat 2 folds." in told
    assert "You show A♠ 2♠ K♥ K♣: three kings, 9-7 kickers; 7-4-3-2-A low." in told
    assert "Low half: you take 5 with a 7-4-3-2-A low." in told


def test_rake_and_jackpot_are_called_as_they_are_taken() -> None:
    plan = RakePlan(percent=10, jackpot=1)
    hand = Hand("oneida", "omaha-hilo8", SPLIT, button=3, rake=plan, limits=(10, 20), blinds=(5, 10))
    hand.play("to the showdown")
    assert "Rake: 3 from the pot." in said(hand)
    assert "Jackpot drop: 1 from the pot." in said(hand)
    assert clause_of(hand, "Jackpot drop: 1 from the pot.") == "oneida XI.O.1"


def test_collections_are_one_call_for_everybody() -> None:
    hand = Hand("ca-omaha", "omaha-hilo8", SPLIT, button=3, rake=RakePlan(fee_per_player=1))
    assert said(hand)[1] == "Everybody pays the collection, 1."


def test_showing_in_turn_and_conceding() -> None:
    hand = Hand("oneida", "holdem", button=3, show_in_turn=True)
    hand.through("river").play("all check\n1: show\n2: concede")
    assert "Seat 2 concedes without showing." in said(hand)


def test_a_folded_seat_that_still_gets_cards_is_named_but_its_card_is_not() -> None:
    hand = Hand("oneida", "stud7-high", seats=[1, 2, 3, 4], ante=1).through("fourth")
    hand.say("check")
    folded = hand.round.actor
    hand.say("fold")
    hand.through("fifth")
    for viewer in (None, folded):
        told = said(hand, viewer)
        assert f"Seat {folded} folds; the seat still gets a card until the next bet." in told
        assert f"A dead card where a hand was folded: seat {folded}." in told
        fifth = next(text for text in told if text.startswith("Burn. Fifth street"))
        assert f"seat {folded} " not in fifth


def test_a_board_card_found_face_up_is_replaced_aloud() -> None:
    hand = Hand("oneida", "holdem", "board: 3s 7d 9c", seats=[1, 2, 3], button=3).through("flop")
    state = hand.round.state
    top = state.deck[state.dealt]
    hand.round.emit(BoardReplaced(state.board[0], top, "boxed", "oneida XI.P.1"))
    replaced = f"3♠ on the board was face up in the deck and goes to the discards; {card_symbol(top)} takes its place."
    assert said(hand)[-1] == replaced


def test_narration_goes_on_event_by_event() -> None:
    hand = Hand("oneida", "omaha-hilo8", SPLIT, button=3)
    dealer = narrator(hand.round.rules)
    told = [call.text for event in hand.round.log for call in dealer.narrate(event)]
    heard = len(hand.round.log)
    assert told == said(hand)
    hand.play("to the showdown")
    told += [call.text for event in hand.round.log[heard:] for call in dealer.narrate(event)]
    assert told == said(hand)
    assert dealer.flush() == []


def test_what_goes_wrong_is_called_too() -> None:
    hand = Hand("oneida", "stud7-high", ante=1)
    clause = "oneida XI.P.1"
    hand.round.emit(HoleCardUp(1, 1, hand.round.state.cards[0][0], clause))
    top = hand.round.state.deck[hand.round.state.dealt]
    hand.round.emit(CardReplaced(2, "seat 2", 1, hand.round.state.cards[1][0], top, "burn", up=False, clause=clause))
    hand.round.emit(CardExposed(hand.round.state.deck[hand.round.state.dealt], "boxed", clause))
    hand.round.emit(Disclosed(2, list(hand.round.state.cards[1]), clause))
    hand.round.emit(HandKilled(3, "fouled", clause))
    hand.round.emit(RakeReturned(0, 0, 0, clause))
    hand.round.emit(Refunded(1, 1, clause))
    hand.round.emit(RoundVoided("two cards of one kind", misdeal=False, deck="remove", clause=clause))
    told = said(hand)[-8:]
    for start, words in zip(
        told,
        [
            "was turned up and stays up.",
            "becomes the burn; ",
            "is found face up in the deck and out of play.",
            "The house asks to see seat 2's hand:",
            "Seat 3's hand is dead: fouled.",
            "What was set aside goes back, 0.",
            "1 goes back to seat 1.",
            "The round is dead: two cards of one kind.",
        ],
        strict=True,
    ):
        assert words in start


def names_in(*methods: str) -> set[str]:
    """Every name that these methods of the narrator speak of, compiled or not."""
    found = Path(str(poker_round_narrator.__file__))
    tree = ast.parse(found.with_name("poker_round_narrator.py").read_text(encoding="utf-8"))
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in methods]
    assert len(defined) == len(methods)
    return {node.attr for each in defined for node in ast.walk(each) if isinstance(node, ast.Attribute)}


def test_every_kind_of_event_has_its_words_or_is_silent_on_purpose() -> None:
    silent = {"gathered", "shuffle-needed", "run-out", "round-ended", "burned", "awarded", "fee-collected"}
    source = names_in("_sentences_before", "_irregularity_sentence")
    spoken = {name for name, kind in KINDS.items() if kind.__name__ in source}
    assert set(KINDS) - spoken == silent
