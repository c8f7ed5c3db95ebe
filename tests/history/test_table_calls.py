"""What is said at tables of every kind, between and around the rounds, and at house cards and dice."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.table.facade import dealer_of, floor_of, waiting_list_of
from tests.table.tables import dealt, table

from hoyle.core.cards import DECK, stacked_deck
from hoyle.core.errors import InvalidError
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.history.narration import (
    Announcement,
    dice_narrator,
    house_card_narrator,
    narrate,
    narrator,
    poker_round_narrator,
    poker_table_narrator,
)
from hoyle.rulebooks import clause_catalogue
from hoyle.table import KillOption, PokerTable
from hoyle.table.dice import commands as shaking
from hoyle.table.dice.table import DiceTable
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.poker.commands import CardLocation, ChooseBlinds

_BASE_NARRATOR = importlib.import_module("hoyle.history.narration.narrator")
"""The module; the package exports a function of the same name."""


def said(log: list[Any], **how: Any) -> list[str]:
    return [call.text for call in narrate(log, **how)]


def told(log: list[Any], text: str) -> Announcement:
    """The one call with these words."""
    found = [call for call in narrate(log) if call.text == text]
    assert len(found) == 1, f"{text!r} was not said once; said were {said(log)}"
    return found[0]


# Poker tables


def test_people_come_promise_and_go_aloud() -> None:
    opened = table("oneida", players=2)
    opened.sit(3, 80, "ann")
    opened.top_up(3, 20)
    opened.sit_out(3)
    opened.sit_in(3)
    opened.deal(list(DECK))
    opened.top_up(3, 50)
    opened.leave(3)
    while opened.playing:
        wait = opened.pending()[0]
        opened.act(wait.seat, "call" if wait.find_choice("call") else "check")
    spoken = said(opened.log)
    assert "Seat 1 is taken, 200 in chips." in spoken
    for text in (
        "Ann takes seat 3 with 80 in chips.",
        "Ann adds 20.",
        "Ann sits out.",
        "Ann is back.",
        "Ann will add 50 when this is over.",
        "Ann will leave when this is over.",
        "Ann adds 50.",
    ):
        assert text in spoken
    assert any(text.startswith("Ann leaves seat 3 with ") for text in spoken)
    assert "Ann checks." in spoken


def test_a_newcomer_in_a_seat_goes_by_his_own_name() -> None:
    opened = table("oneida", players=2)
    opened.sit(3, 80, "ann")
    opened.leave(3)
    opened.sit(3, 90, "bob")
    opened.deal(list(DECK))
    spoken = said(opened.log)
    assert "Bob takes seat 3 with 90 in chips." in spoken
    after = spoken[spoken.index("Bob takes seat 3 with 90 in chips.") :]
    assert not any("ann" in text.lower() for text in after)


def test_the_waiting_list_and_disputes_are_called() -> None:
    opened = table("oneida")
    waiting_list_of(opened).add("carol")
    waiting_list_of(opened).add("dan")
    waiting_list_of(opened).announce(5)
    waiting_list_of(opened).pass_over("carol")
    waiting_list_of(opened).strike("carol")
    number = floor_of(opened).dispute("whose turn it was")
    floor_of(opened).settle(number, "seat 2 acts", by="supervisor")
    for text in (
        "Carol goes on the waiting list.",
        "Seat 5 is open for carol.",
        "Carol does not come: the next on the list may have the seat.",
        "Carol is off the waiting list.",
        "Dispute 1 goes to the supervisor: whose turn it was.",
        "Dispute 1 is closed by supervisor's word: seat 2 acts.",
    ):
        assert told(opened.log, text).clause


def test_decks_are_shuffled_cut_counted_and_swapped_aloud() -> None:
    opened = table("oneida", shuffler=True)
    opened.shuffle(list(DECK))
    opened.cut(20)
    dealer_of(opened).count_stub(52)
    opened.deal()
    while opened.playing:
        opened.act(opened.pending()[0].seat, "fold")
    spoken = said(opened.log)
    for text in (
        "Two decks come to the table: first and second.",
        "The first deck is shuffled by the machine.",
        "Cut, 20 cards from the top.",
        "The count is 52, as it should be.",
        "The second deck comes into play.",
        "The button goes to seat 2.",
    ):
        assert text in spoken


def test_the_draw_for_the_button_names_every_card() -> None:
    call = told(table("oneida").log, "For the button: seat 1 A♠, seat 2 2♣, seat 3 3♣. Seat 1 has it.")
    assert clause_catalogue.resolve_citation(call.clause).book == "oneida"


def test_time_that_ran_out_is_called_before_what_it_causes() -> None:
    opened = dealt("oneida")
    seat = opened.pending()[0].seat
    dealer_of(opened).time_out(seat)
    spoken = said(opened.log)
    assert spoken.index(f"Time is up for seat {seat}.") + 1 == spoken.index(f"Seat {seat} folds.")


def test_blinds_that_pass_a_player_and_what_he_makes_of_them_are_called() -> None:
    opened = table("oneida", missed_blinds="dead", players=4)
    opened.sit_out(2)
    opened.deal(list(DECK))
    while opened.playing:
        opened.act(opened.pending()[0].seat, "fold")
    opened.do(ChooseBlinds(seat=2, wait=True), by="player 2")
    assert told(opened.log, "Seat 2 misses the blind of 2.").clause == "house missed-blinds"
    assert told(opened.log, "Seat 2 will wait for the missed blinds to come round.")


def test_in_a_kill_hand_every_blind_keeps_its_name() -> None:
    playing = table("oneida", kill=KillOption(kind="kill", dollars=1))
    playing.deal(stacked_deck(""))
    for seat, words in ((1, "call"), (2, "fold"), (3, "check"), (3, "bet 4"), (1, "fold")):
        playing.act(seat, words)
    assert playing.state.kill.holder == "player 3"
    playing.deal(stacked_deck(""))
    posts = [line for line in said(playing.log) if "posts" in line][2:]
    assert [line.partition(" the ")[2] for line in posts] == ["kill blind, 8.", "big blind, 4."]


def test_a_made_up_blind_is_called_so() -> None:
    playing = table("oneida", "holdem", players=4, missed_blinds="dead")
    playing.sit_out(3)
    for first, second in ((1, 2), (2, 4)):
        playing.deal(stacked_deck(""))
        playing.act(first, "fold")
        if first == 2:
            playing.sit_in(3)
        playing.act(second, "fold")
    playing.deal(stacked_deck(""))
    made_up = told(playing.log, "Seat 3 makes up a missed blind, 2 dead.")
    assert made_up.clause == "house missed-blinds"
    assert not any("whole table" in line for line in said(playing.log))


def test_a_ruling_says_what_was_reported_what_follows_and_how_it_is_read() -> None:
    opened = dealt("oneida", "holdem")
    floor_of(opened).off_table(CardLocation(at="stub", card=3))
    call = next(call for call in narrate(opened.log) if call.entry.name == "ruled")
    assert call.text.startswith("A card fell off the table. The floor rules: ")
    assert clause_catalogue.resolve_citation(call.clause).book == "oneida"
    floor_of(opened).left(1, protected=False, comment=False)
    call = [call for call in narrate(opened.log) if call.entry.name == "ruled"][-1]
    assert call.text.startswith("Seat 1 left the table with a hand. The floor rules: ")


def test_a_hand_goes_by_whose_it_was_although_another_has_the_seat() -> None:
    opened = table("oneida", "holdem", players=2)
    opened.sit(3, 200, "cat")
    opened.deal(list(DECK))
    for seat, word in ((1, "fold"), (2, "raise to 8"), (3, "fold")):
        opened.act(seat, word)
    opened.leave(3)
    opened.sit(3, 50, "eve")
    floor_of(opened).disclose(3)
    call = next(call for call in narrate(opened.log) if call.entry.name == "ruled")
    assert call.text.startswith("The house wants to see the hand of cat. The floor rules: ")


def test_a_face_up_card_that_was_played_on_is_called_and_left_to_the_house() -> None:
    opened = dealt("oneida", "holdem")
    opened.act(1, "call")
    floor_of(opened).boxed(CardLocation(at="hand", seat=2, card=1))
    call = next(call for call in narrate(opened.log) if call.entry.name == "ruled")
    assert call.text == "One card found face up in the deck. The house must rule what follows."


def test_a_blind_or_forced_bet_that_went_back_is_called() -> None:
    opened = dealt("oneida", "holdem", players=4)
    for seat in (3, 2):
        floor_of(opened).fouled(seat, protected=True)
    assert {"The blind is gone: 2 is bet.", "The blind is gone: nothing is bet."} <= set(said(opened.log))
    stud = dealt("oneida", "stud7-high")
    bettor = stud.pending()[0].seat
    stud.act(bettor, "bring in")
    floor_of(stud).fouled(bettor, protected=True)
    assert "The forced bet is gone and is found again." in said(stud.log)


def test_a_ruling_on_chips_says_what_comes_back() -> None:
    opened = dealt("oneida", "holdem")
    seat = opened.pending()[0].seat
    dealer_of(opened).chips_in(seat, [25])
    call = next(call for call in narrate(opened.log) if call.entry.name == "wager-ruled")
    assert call.text.startswith(f"Seat {seat} puts in 25: ")


def test_a_listener_at_the_table_hears_only_his_own_cards() -> None:
    opened = dealt("oneida", "holdem", players=3)
    heard = said(opened.log, viewer="player 2")
    assert any(text.startswith("Seat 2 gets ") for text in heard)
    assert not any(text.startswith(("Seat 1 gets ", "Seat 3 gets ")) for text in heard)
    assert not any(text.startswith("Seat 2 gets ") for text in said(opened.log, viewer=""))


def test_every_call_of_an_evening_cites_a_clause_that_is_known() -> None:
    opened = dealt("oneida", "omaha-hilo8", players=4)
    rng = random.Random(3)
    for _ in range(5):
        while opened.playing:
            wait = opened.pending()[0]
            opened.act(wait.seat, rng.choice(["call", "call", "fold"]) if wait.find_choice("call") else "check")
        opened.deal(rng.sample(DECK, 52))
    for call in narrate(opened.log):
        assert call.clause
        assert clause_catalogue.resolve_citation(call.clause).citation == call.clause


def test_a_log_without_its_beginning_needs_the_sign() -> None:
    opened = dealt("oneida", "holdem")
    began = next(at for at, entry in enumerate(opened.log) if entry.name == "round-began")
    with pytest.raises(InvalidError, match="round-began does not open a table: `under` must give the sign"):
        list(narrate(opened.log[began:]))
    spoken = said(opened.log[began:], under=opened.sign)
    assert spoken[0].startswith("Hold'em, fixed-limit 4/8: three players")
    with pytest.raises(InvalidError, match="dealt comes in the middle of a round"):
        list(narrate(opened.log[-2:-1], opened.sign))
    assert list(narrate([])) == []


# House card tables


def house(game: str, *, seats: tuple[int, ...] = (1, 3), **sign: Any) -> HouseCardTable:
    opened = HouseCardTable.open(HouseCardSign(game, ante=(5, 100), **sign))
    opened.open_decks()
    for seat in seats:
        opened.sit(seat, 200, f"player {seat}")
    return opened


def play_house(opened: HouseCardTable, deck: list[int], decide: Callable[[int], str], *, side: int = 0) -> None:
    opened.shuffle(deck)
    opened.cut(20)
    opened.open_wagers()
    for seat in opened.stacks:
        opened.wager(seat, "ante", 10)
        if side:
            opened.wager(seat, opened.sign.definition.side, side)
    opened.no_more_bets()
    while opened.pending()[0].kind == "decision":
        seat = opened.pending()[0].seat
        opened.act(seat, decide(seat))


def stacked(*cards: int) -> list[int]:
    """A deck that has these on top after twenty cards are cut."""
    rest = [card for card in DECK if card not in cards]
    return rest[-20:] + list(cards) + rest[:-20]


def test_a_round_of_three_card_poker_is_told_wager_by_wager() -> None:
    from hoyle.core.cards import parse_cards

    opened = house("three-card-poker")
    top = parse_cards("As 9h Qd Ah 5c 7c 4d 2c 3s")
    play_house(opened, stacked(*top), lambda seat: "play" if seat == 1 else "fold", side=5)
    spoken = said(opened.log)
    assert spoken[spoken.index("Round 1: place your bets.") :] == [
        "Round 1: place your bets.",
        "Seat 1 bets 10 on the Ante.",
        "Seat 1 bets 5 on Pair Plus.",
        "Seat 3 bets 10 on the Ante.",
        "Seat 3 bets 5 on Pair Plus.",
        "No more bets.",
        "Three cards to each player, three to the dealer.",
        "Seat 1 gets A♠ A♥ 4♦.",
        "Seat 3 gets 9♥ 5♣ 2♣.",
        "43 cards left over, unseen to the rack.",
        "Seat 1 bets 10 on Play.",
        "Seat 3 folds, 15 to the house.",
        "Dealer has queen high, qualifies: Q♦ 7♣ 3♠.",
        "Seat 1 has a pair of aces: A♠ A♥ 4♦.",
        "Seat 1's Play of 10 wins 10.",
        "Seat 1's Ante of 10 wins 10.",
        "Seat 1's Pair Plus of 5 wins 5.",
        "Pick-up order kept.",
    ]
    assert told(opened.log, "No more bets.").clause == "oneida TCP.G.2"
    assert told(opened.log, "Seat 1's Pair Plus of 5 wins 5.").clause == "oneida TCP.K.1.b"


def test_a_dealer_who_does_not_qualify_says_so() -> None:
    from hoyle.core.cards import parse_cards

    opened = house("three-card-poker", seats=(1,))
    play_house(opened, stacked(*parse_cards("As Jd Ah 7c 4d 3s")), lambda seat: "play")
    assert "Dealer has jack high, does not qualify: J♦ 7♣ 3♠." in said(opened.log)
    assert "Seat 1's Play of 10 is a push." in said(opened.log)


def test_everybody_who_folds_leaves_the_dealer_hidden() -> None:
    opened = house("four-card-poker")
    play_house(opened, list(DECK), lambda seat: "fold")
    assert "Nobody plays on: the dealer's hand stays down." in said(opened.log)
    assert any(text.startswith("The dealer shows ") for text in said(opened.log))


def test_community_cards_of_mississippi_stud_are_counted_off() -> None:
    opened = house("mississippi-stud", seats=(2,))
    play_house(opened, list(DECK), lambda seat: "play")
    spoken = said(opened.log)
    assert "Two cards to seat 2." in spoken
    assert "Three community cards face down." in spoken
    turned = [text for text in spoken if "community card:" in text]
    assert [text.split()[1] for text in turned] == ["first", "second", "third"]
    assert "Seat 2 bets 10 on 3rd Street." in spoken


def test_a_player_at_two_places_is_named_with_his_second() -> None:
    opened = house("three-card-poker", seats=(1,))
    opened.shuffle(list(DECK))
    opened.cut(20)
    opened.open_wagers()
    opened.wager(1, "ante", 10)
    opened.wager(1, "ante", 5, spot=2)
    opened.withdraw(1, "ante", spot=2)
    spoken = said(opened.log)
    assert "Seat 1 bets 5 on the Ante at place 2." in spoken
    assert "Seat 1 takes Ante back, 5 at place 2." in spoken


def test_a_second_chip_on_a_spot_is_called_as_more_with_what_lies_there() -> None:
    opened = house("three-card-poker", seats=(1,))
    opened.shuffle(list(DECK))
    opened.cut(20)
    opened.open_wagers()
    for _ in range(3):
        opened.wager(1, "ante", 5)
    opened.withdraw(1, "ante")
    opened.wager(1, "ante", 5)
    assert said(opened.log)[-5:] == [
        "Seat 1 bets 5 on the Ante.",
        "Seat 1 bets 5 more on the Ante, 10 in all.",
        "Seat 1 bets 5 more on the Ante, 15 in all.",
        "Seat 1 takes Ante back, 15.",
        "Seat 1 bets 5 on the Ante.",
    ]


def test_a_listener_at_a_house_table_hears_only_his_own_cards() -> None:
    opened = house("three-card-poker")
    opened.shuffle(list(DECK))
    opened.cut(20)
    opened.open_wagers()
    opened.wager(1, "ante", 10)
    opened.wager(3, "ante", 10)
    opened.no_more_bets()
    heard = said(opened.log, viewer="player 3", names={3: "you"})
    assert any(text.startswith("You get ") for text in heard)
    assert not any(text.startswith("Seat 1 gets ") for text in heard)


def test_a_floor_ruling_at_a_house_table_is_told_with_what_follows() -> None:
    opened = house("three-card-poker")
    opened.shuffle(list(DECK))
    opened.cut(20)
    opened.open_wagers()
    opened.wager(1, "ante", 10)
    opened.no_more_bets()
    opened.report("wrong-number")
    spoken = said(opened.log)
    assert any(text.startswith("Wrong number. The floor rules: ") for text in spoken)
    assert "The round is void: wrong number." in spoken
    assert "Seat 1's Ante, 10, goes back." in spoken


# Dice


def craps(**sign: Any) -> DiceTable:
    opened = DiceTable.open(CrapsSign(odds_multiple=3, **sign))
    opened.sit(1, 200, "ann")
    opened.sit(2, 200, "bob")
    opened.offer()
    opened.accept(1)
    return opened


def test_the_stickman_calls_the_roll_and_the_point_then_the_wagers() -> None:
    opened = craps()
    opened.bet(1, "pass", 10)
    opened.bet(2, "field", 5)
    opened.throw(4, 2)
    assert said(opened.log)[3:] == [
        "Ann, dice?",
        "Ann takes the dice, a new shooter.",
        "Ann bets 10 on the pass line.",
        "Bob bets 5 on the field.",
        "Six, easy six, 4-2; the point is six.",
        "Bob's 5 on the field loses.",
    ]
    opened.throw(3, 3)
    assert said(opened.log)[-2:] == [
        "Six, the hard way, 3-3; a winner, the point is made.",
        "Ann's 10 on the pass line wins 10.",
    ]


def test_a_seven_wins_on_the_come_out_and_ends_a_hand_afterwards() -> None:
    opened = craps()
    opened.bet(1, "pass", 10)
    opened.throw(6, 1)
    assert said(opened.log)[-2] == "Seven, front line winner, 6-1."
    opened.bet(1, "pass", 10)
    opened.throw(5, 5)
    opened.throw(3, 4)
    opened.pass_on(1)
    assert said(opened.log)[-3:] == [
        "Seven out, 3-4; line away.",
        "Ann's 10 on the pass line loses.",
        "Ann passes the dice. Bob, dice?",
    ]


def test_come_odds_place_and_hop_bets_are_named_as_the_crew_names_them() -> None:
    opened = craps()
    opened.bet(1, "pass", 10)
    opened.throw(4, 4)
    opened.bet(1, "pass_odds", 20, on="w1")
    opened.bet(2, "come", 10)
    opened.bet(2, "place", 12, number=6)
    opened.bet(2, "hop", 5, faces="5-4")
    opened.bet(2, "buy", 20, number=4)
    opened.throw(4, 5)
    opened.throw(5, 4)
    spoken = said(opened.log)
    for text in (
        "Ann bets 20 in odds on the pass line.",
        "Bob bets 12 to place the six.",
        "Bob bets 5 on the hop 5-4.",
        "Bob bets 20 to buy the four, commission 1.",
        "Bob's bet on come goes to the nine.",
        "Bob's 5 on the hop 5-4 wins 75.",
        "Bob's 10 on the come nine wins 10.",
    ):
        assert text in spoken


def test_wagers_go_up_and_down_aloud() -> None:
    opened = craps()
    opened.bet(2, "place", 12, number=6)
    opened.do(shaking.Increase(seat=2, wager="w1", to=24))
    opened.do(shaking.Reduce(seat=2, wager="w1", to=6))
    opened.take_down(2, "w1")
    assert said(opened.log)[-3:] == [
        "Bob's bet to place the six goes up to 24.",
        "Bob's bet to place the six goes down to 6.",
        "Bob's bet to place the six comes down, 6.",
    ]


def test_no_roll_leaves_every_wager() -> None:
    opened = craps()
    opened.bet(1, "pass", 10)
    opened.do(shaking.ReleaseDice(seat=1))
    opened.do(shaking.NoRoll(reason="off table"), by=opened.sign.no_roll_caller)  # type: ignore[attr-defined]
    assert said(opened.log)[-2:] == ["Dice are out, no more bets.", "No roll, off table: every wager stands."]


def test_a_shake_of_mini_dice_is_called_by_its_total() -> None:
    opened = DiceTable.open(MiniDiceSign())
    opened.sit(1, 200, "ann")
    opened.offer()
    opened.accept(1)
    opened.bet(1, "over_7", 10)
    opened.do(shaking.DealerShakes(times=3))
    opened.do(shaking.HolderShakes(seat=1, times=3))
    opened.uncover(6, 6)
    assert said(opened.log, names={1: "you"})[1:] == [
        "You take seat 1 with 200 in chips.",
        "You, shaker?",
        "You take the shaker.",
        "You bet 10 on over seven.",
        "The dealer shakes three times: no more bets.",
        "You shake three times.",
        "Twelve, 6-6.",
        "Your 10 on over seven wins 10.",
    ]


def test_a_wager_that_the_crew_has_no_word_for_goes_by_its_own_name() -> None:
    opened = craps()
    opened.bet(1, "pass", 10)
    bet = opened.log[-1]
    bet.kind = "fire_bet"
    assert said([*opened.log[:-1], bet])[-1] == "Ann bets 10 on fire bet."


# All of them


def source_of(module: ModuleType) -> str:
    """What a module is made of, compiled or not."""
    found = Path(str(module.__file__))
    return found.with_name(f"{found.name.partition('.')[0]}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("kind", "modules", "silent"),
    [
        (
            PokerTable,
            (poker_table_narrator, poker_round_narrator, _BASE_NARRATOR),
            {"round-closed", "shuffle-needed", "run-out", "round-ended"},
        ),
        (HouseCardTable, (house_card_narrator, _BASE_NARRATOR), {"opened", "deck-placed", "collected", "round-ended"}),
        (DiceTable, (dice_narrator, _BASE_NARRATOR), {"opened"}),
    ],
)
def test_every_kind_of_entry_has_its_words_or_is_silent_on_purpose(
    kind: Any, modules: tuple[ModuleType, ...], silent: set[str]
) -> None:
    source = "\n".join(source_of(module) for module in modules)
    spoken = {name for name, entry in kind.EVENTS.items() if re.search(rf"\b{entry.__name__}\b", source)}
    assert set(kind.EVENTS) - spoken == silent


def test_a_narrator_goes_on_entry_by_entry() -> None:
    opened = craps()
    stick = narrator(opened.sign)
    heard = [call.text for entry in opened.log for call in stick.narrate(entry)]
    at = len(opened.log)
    opened.bet(1, "pass", 10)
    opened.throw(4, 2)
    heard += [call.text for entry in opened.log[at:] for call in stick.narrate(entry)]
    heard += [call.text for call in stick.flush()]
    assert heard == said(opened.log)
