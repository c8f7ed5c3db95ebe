"""What is no number, no word and no seat is turned away at every door of a table, and nothing has changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

import pytest
from tests.table.facade import dealer_of, floor_of, waiting_list_of
from tests.table.tables import NO_FEES, dealt, sign, table

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.table import Fees, Jackpot, KillOption, PokerTable, PostedSign, Rake
from hoyle.table.disputes import RefusePlay
from hoyle.table.poker import commands

BETWEEN: list[tuple[str, Callable[[Any], object]]] = [
    ("chips 100.5: expected a whole number", lambda t: t.sit(7, chips=100.5)),
    ("chips '100': expected a whole number", lambda t: t.sit(7, "100")),
    ("chips True: expected a whole number", lambda t: t.sit(7, True)),
    ("currency 0.5: expected a whole number", lambda t: t.sit(7, 100, currency=0.5)),
    ("seat '7': expected a whole number", lambda t: t.sit("7", 100)),
    ("player 5: expected text", lambda t: t.sit(7, 100, 5)),
    ("chips 0.5: expected a whole number", lambda t: t.top_up(1, 0.5)),
    ("seat '1': expected a whole number", lambda t: t.top_up("1", 5)),
    ("chips 0.5: expected a whole number", lambda t: dealer_of(t).remove(1, 0.5)),
    ("seat '1': expected a whole number", lambda t: t.leave("1")),
    ("seat 1.0: expected a whole number", lambda t: t.sit_out(1.0)),
    ("seat 1.5: expected a whole number", lambda t: t.view(1.5)),
    ("seat 99: expected 1 to 10, or 0 for a person without a seat", lambda t: t.view(99)),
    ("seat -1: expected 1 to 10", lambda t: t.seen_by(-1)),
    ("seat None: expected a whole number", lambda t: t.seen_by(None)),
    ("cut 20.5: expected a whole number", lambda t: t.deal(list(range(52)), cut=20.5)),
    ("card 0.0: expected a whole number", lambda t: t.deal([float(card) for card in range(52)])),
    ("cards 52: expected a list of cards", lambda t: t.shuffle(52)),
    ("dealt_in '1': expected a whole number", lambda t: t.deal(list(range(52)), dealt_in=["1", 2])),
    ("dealt_in '12': expected a list of seats", lambda t: t.deal(list(range(52)), dealt_in="12")),
    ("minute 1.5: expected a whole number", lambda t: dealer_of(t).set_time(1.5)),
    ("counted 51.5: expected a whole number", lambda t: dealer_of(t).count_stub(51.5)),
    ("counted -1: expected 0 or more", lambda t: dealer_of(t).count_stub(-1)),
    ("deck 3: expected text", lambda t: dealer_of(t).bring_deck(3)),
    ("decks 'ab': expected a list of names", lambda t: dealer_of(t).rotate_decks("ab")),
    ("chips 1.5: expected a whole number", lambda t: floor_of(t).late_rake(1.5)),
    ("chips 1.5: expected a whole number", lambda t: floor_of(t).pay_jackpot(1, 1.5, standard="quads")),
    ("chips 1.5: expected a whole number", lambda t: floor_of(t).withdraw_jackpot(1.5)),
    (
        "rake 3: expected a short table of names and values",
        lambda t: t.do(commands.ReduceRake(seat=1, rake=cast(Any, 3))),
    ),
    ("number '1': expected a whole number", lambda t: floor_of(t).settle("1", "so", by="floor")),
    ("seat '4': expected a whole number", lambda t: waiting_list_of(t).announce("4")),
    ("player 4: expected text", lambda t: waiting_list_of(t).add(4)),
]  # fmt: skip
PLAYING: list[tuple[str, Callable[[Any], object]]] = [
    ("seat '1': expected a whole number", lambda t: t.act("1", "fold")),
    ("action 5: expected text", lambda t: t.act(1, 5)),
    ("seat '1': expected a whole number", lambda t: t.draw("1")),
    ("seat '1': expected a whole number", lambda t: dealer_of(t).chips_in("1", [4])),
    ("chips 4.5: expected a whole number", lambda t: dealer_of(t).chips_in(1, [4.5])),
    ("chips -4: expected 0 or more", lambda t: dealer_of(t).chips_in(1, [-4])),
    ("chips 4: expected a list of whole numbers", lambda t: dealer_of(t).chips_in(1, 4)),
    ("said 4.5: expected text", lambda t: dealer_of(t).chips_in(1, [4], said=4.5)),
    ("seat '1': expected a whole number", lambda t: floor_of(t).fouled("1", protected=True)),
    ("seat '1': expected a whole number", lambda t: floor_of(t).disclose("1")),
    ("seat '3': expected a whole number", lambda t: floor_of(t).missed_seat("3")),
    ("found 51.5: expected a whole number", lambda t: floor_of(t).bad_deck(51.5)),
    ("spot 5.5: expected a CardLocation", lambda t: floor_of(t).off_table(5.5)),
    ("spots 52: expected a CardLocation", lambda t: floor_of(t).boxed(52)),
]  # fmt: skip


@pytest.mark.parametrize(("words", "does"), BETWEEN)
def test_between_rounds_only_whole_numbers_and_words_come_in(words: str, does: Callable[[Any], object]) -> None:
    turned_away(table("oneida"), words, does)


@pytest.mark.parametrize(("words", "does"), PLAYING)
def test_in_a_round_only_whole_numbers_and_words_come_in(words: str, does: Callable[[Any], object]) -> None:
    turned_away(dealt("oneida"), words, does)


def turned_away(playing: PokerTable, words: str, does: Callable[[Any], object]) -> None:
    before = playing.dump()
    with pytest.raises(InvalidError, match=re.escape(words)):
        does(playing)
    assert playing.dump() == before
    assert PokerTable.load(before) == playing, "the state is still the one the log tells"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"limits": (4.5, 8)}, "limits 4.5: expected a whole number"),
        ({"limits": "48"}, "limits '48': expected a list of whole numbers"),
        ({"limits": 4}, "limits 4: expected a list of whole numbers"),
        ({"blinds": (2, "4")}, "blinds '4': expected a whole number"),
        ({"blinds": {2, 4}}, "expected a list of whole numbers"),
        ({"ante": 0.5}, "ante 0.5: expected a whole number"),
        ({"forced_bet": "2"}, "forced_bet '2': expected a whole number"),
        ({"seats": 9.0}, "seats 9.0: expected a whole number"),
        ({"seats": True}, "seats True: expected a whole number"),
        ({"unit_cents": 2.5}, "unit_cents 2.5: expected a whole number"),
        ({"buy_in": "40"}, "buy_in '40': expected a whole number"),
        ({"raise_cap": 2.5}, "raise_cap 2.5: expected a whole number"),
        ({"raise_cap": {3: "2"}}, "raise_cap '2': expected a whole number"),
        ({"rake": 26}, "rake 26: expected a Rake"),
        ({"rake": None}, "rake None: expected a Rake"),
        ({"fees": {2: 1}}, "fees {2: 1}: expected a Fees"),
        ({"jackpot": 1}, "jackpot 1: expected a Jackpot"),
        ({"kill": "kill"}, "kill 'kill': expected a KillOption"),
        ({"structure": 0}, "structure 0: expected text"),
        ({"shuffler": "yes"}, "shuffler 'yes': expected True or False"),
    ],
)
def test_a_sign_is_written_in_whole_numbers(change: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidError, match=re.escape(words)):
        sign("oneida", **change)


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda: Rake(percent="5"), "rake percent '5': expected a number"),  # type: ignore[arg-type]
        (lambda: Rake(percent=float("nan")), "rake percent nan: expected a number"),
        (lambda: Rake(cap=2.5), "rake cap 2.5: expected a whole number"),  # type: ignore[arg-type]
        (lambda: Rake(levels=((20, 1.5),)), "rake levels 1.5"),  # type: ignore[arg-type]
        (lambda: Rake(levels=((20,),)), "rake levels (20,): expected a pot size and a fee"),  # type: ignore[arg-type]
        (lambda: Rake(levels=(20, 1)), "rake levels 20: expected a pot size and a fee"),  # type: ignore[arg-type]
        (lambda: Fees(rates={2: 1.5}), "fees rates 1.5: expected a whole number"),  # type: ignore[dict-item]
        (lambda: Fees(rates=3), "fees rates 3: expected values by number, as {2: 1}"),  # type: ignore[arg-type]
        (lambda: Fees(rates={2: 1}, jackpot=0.5), "fees jackpot 0.5"),  # type: ignore[arg-type]
        (lambda: Jackpot(fee=0.5), "jackpot fee 0.5: expected a whole number"),  # type: ignore[arg-type]
        (lambda: Jackpot(fee=1, standards="quads"), "jackpot standards 'quads'"),  # type: ignore[arg-type]
        (lambda: KillOption(kind="kill", dollars=9.5), "kill dollars 9.5"),  # type: ignore[arg-type]
        (lambda: KillOption(kind="kill", multiple="9"), "kill multiple '9'"),  # type: ignore[arg-type]
        (lambda: PokerTable.open("oneida"), "sign 'oneida': expected a PostedSign"),  # type: ignore[arg-type]
        (lambda: PokerTable.open(sign("oneida"), decks="ab"), "decks 'ab': expected a list of names"),
    ],
)
def test_every_part_of_a_sign_is_checked_as_it_is_written(write: Callable[[], object], words: str) -> None:
    with pytest.raises(InvalidError, match=re.escape(words)):
        write()


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"game": "holdem"}, "the sign needs its field 'book'"),
        ({"book": "oneida", "game": "holdem", "rake": 5}, "rake 5: expected a Rake"),
        ({"book": "oneida", "game": "holdem", "rake": {"bite": 5}}, "rake has no field 'bite'; it has percent"),
        ({"book": "oneida", "game": "holdem", "fees": {}}, "fees needs its field 'rates'"),
        ({"book": "oneida", "game": "holdem", "fees": {"rates": {"two": 1}}}, "fees rates 'two'"),
        ({"book": "oneida", "game": "holdem", "kill": {}}, "kill needs its field 'kind'"),
    ],
)
def test_a_sign_from_a_file_is_checked_too(facts: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidError, match=re.escape(words)):
        PostedSign.read(facts)


def test_the_button_is_drawn_for_from_one_deck_and_by_players_only() -> None:
    opened = PokerTable.open(sign("oneida"))
    for seat in (1, 2, 3):
        opened.sit(seat, 100)
    with pytest.raises(InvalidError, match="seats 1 and 3 cannot both draw 2c"):
        opened.draw_button({1: "2c", 2: "As", 3: "2c"})
    with pytest.raises(InvalidError, match="seat 5 cannot draw Kd: nobody there is in; cards are for seats 1, 2, 3"):
        opened.draw_button({1: "2c", 2: "As", 3: "3c", 5: "Kd"})
    opened.sit_out(3)
    with pytest.raises(InvalidError, match="seat 3 cannot draw 3c"):
        opened.draw_button({1: "2c", 2: "As", 3: "3c"})
    with pytest.raises(InvalidError, match="seat '1': expected a whole number"):
        opened.draw_button({"1": "2c", 2: "As"})  # type: ignore[arg-type]
    assert opened.button == 0
    opened.draw_button({1: "2c", 2: "As"})
    assert opened.button == 2


# Words of a refusal


def test_a_refusal_says_what_the_book_allows_in_words() -> None:
    with pytest.raises(InvalidError, match=r"^rake percent -1: expected 0 or more$"):
        Rake(percent=-1)
    with pytest.raises(InvalidError, match=r"^rake cap -2: expected 0 or more$"):
        Rake(percent=5, cap=-2)
    with pytest.raises(InvalidError, match=r"^rake levels 0: expected 1 or more$"):
        Rake(levels=((20, 0),))
    flat = r"^a percentage rake: ca-omaha allows flat fees by hand or by player \(ca-omaha FEE\.1\)$"
    with pytest.raises(IllegalError, match=flat):
        sign("ca-omaha", rake=Rake(percent=5)).cited_lines()
    both = "flat fees: oneida allows a percentage of each betting round or fixed amounts as the pot grows"
    with pytest.raises(IllegalError, match=both):
        sign("oneida", fees=NO_FEES).cited_lines()
    six = Fees(
        rates={2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5},
        charged="hand",
        criterion="table limit",
        collected="when the pot is awarded",
        jackpot=0,
    )
    most = r"6 collection rates at one table limit \(0, 1, 2, 3, 4, 5\): 5 is the most \(ca-omaha FEE\.1\)"
    with pytest.raises(IllegalError, match=most):
        sign("ca-omaha", fees=six).cited_lines()


def test_a_rake_that_is_no_reduction_is_named_in_words() -> None:
    playing = table("oneida", rake=Rake(percent=5, cap=4))
    with pytest.raises(IllegalError, match="a rake of 6 %, 4 at most is no reduction of 5 %, 4 at most"):
        floor_of(playing).reduce_rake(1, Rake(percent=6, cap=4))


def test_what_is_due_instead_is_cited() -> None:
    stud = dealt("oneida", "stud7-high")
    actor = stud.playing_round().actor
    with pytest.raises(IllegalError, match="cannot call now: the round waits for forced bet") as error:
        stud.act(actor, "call")
    assert error.value.clause == stud.options().clause
    assert f"({error.value.clause}); legal: {error.value.legal}" in str(error.value)
    assert error.value.legal.startswith("bring in 2")
    draw = dealt("oneida", "draw5-high")
    with pytest.raises(IllegalError, match="cannot draw now: the round waits for action") as error:
        draw.draw(draw.playing_round().actor)
    assert error.value.clause == draw.options().clause
    while draw.playing_round().pending == "action":
        draw.act(draw.playing_round().actor, "call" if draw.options().call else "check")
    with pytest.raises(IllegalError, match="cannot check now: the round waits for draw") as error:
        draw.act(draw.playing_round().actor, "check")
    assert error.value.clause == draw.playing_round().rules.c_draw


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"blinds": (4, 2)}, "blinds 4-2 descend: the smallest comes first, as in 2-4 (house blinds)"),
        ({"blinds": (1, 4, 2)}, "blinds 1-4-2 descend"),
        ({"blinds": (4, 9)}, "a blind of 9 is above the largest wager, which is 8 by the limits 4-8 (house blinds)"),
        ({"structure": "spread-limit", "blinds": (9,)}, "a blind of 9 is above the largest wager, which is 8"),
    ],
)
def test_blinds_climb_and_stay_within_the_limits(change: dict[str, Any], words: str) -> None:
    with pytest.raises(IllegalError, match=re.escape(words)) as error:
        sign("oneida", "holdem", **change).cited_lines()
    assert error.value.clause == "house blinds"
    assert error.value.legal


def test_equal_blinds_and_large_ones_without_a_limit_are_fine() -> None:
    assert sign("oneida", "holdem", blinds=(4, 4)).cited_lines()
    assert sign("oneida", "holdem", blinds=(4, 8)).cited_lines()
    assert sign("oneida", "holdem", structure="no-limit", limits=(4,), blinds=(5, 10)).cited_lines()


def test_blanks_are_no_word_of_the_house() -> None:
    playing = dealt("nj-19-47", "stud7-high")
    before = playing.checkpoint()
    with pytest.raises(InvalidError, match="house ' ': say what the house decides"):
        playing.do(commands.HoleCardsUp(seat=1, cards=(1,), house=" "), by="floor")
    with pytest.raises(HouseRulingRequired, match="does not let the house refuse play"):
        playing.do(RefusePlay(player="zed", why="signals", house=" "), by="floor")
    assert playing.checkpoint() == before
