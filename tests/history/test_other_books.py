"""The same hand under other books: the same cards and actions, both clauses where they part."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.commands import hoyle

from hoyle.core.cards import DECK
from hoyle.core.errors import InvalidError
from hoyle.history.phh.reader import HandHistory, UnsupportedError, read_phh
from hoyle.history.phh.writer import hand_history_of
from hoyle.history.replay.hand_replay import replay
from hoyle.history.replay.rounds_from_log import rounds
from hoyle.history.rulebook_comparison.hand_comparison import RulebookResult, compare_rulebooks, other_rulebooks
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.table import PokerTable

HANDS = Path(__file__).parent / "hands"


def hand(name: str) -> HandHistory:
    return read_phh((HANDS / f"{name}.phh").read_text("utf-8"))


def ruled(history: HandHistory, book: str) -> RulebookResult:
    [found] = compare_rulebooks(history, [book]).ruled
    return found


def test_every_other_book_that_has_the_game_is_asked() -> None:
    compared = compare_rulebooks(hand("omaha-hilo8-nj-odd-chip"))
    assert [each.book for each in compared.ruled] == ["oneida", "ca-omaha", "room-2012", "house"]
    assert other_rulebooks(hand("holdem-limit")) == ["nj-19-47", "oneida"]
    with pytest.raises(UnsupportedError, match="no other book has razz"):
        compare_rulebooks(hand("razz"))
    with pytest.raises(InvalidError, match="unknown rulebook 'hoyle'"):
        compare_rulebooks(hand("razz"), ["hoyle"])


def test_books_that_say_the_same_in_different_places_agree() -> None:
    for name in ("holdem-limit", "draw5-high", "stud7-high", "omaha-limit"):
        for each in compare_rulebooks(hand(name)).ruled:
            assert each.differences == (), name
            assert each.first is None
            assert each.stacks == replay(hand(name)).stacks
            assert each.to_dict()["same"] is True


def test_an_odd_chip_goes_by_card_in_one_book_and_by_place_in_another() -> None:
    found = [each for each in ruled(hand("omaha-hilo8-nj-odd-chip"), "ca-omaha").differences if each.where == "award"]
    assert [(each.clause, each.own) for each in found] == [("ca-omaha AWARD.4", "nj-19-47 19:47-14.11(f)2iii")] * 2
    assert found[0].said == "the pot, low: p1 gets 13 by ca-omaha, 12 by nj-19-47"


def test_the_bring_in_is_high_in_one_book_and_low_in_another_and_the_hand_ends_there() -> None:
    found = ruled(hand("stud7-hilo"), "oneida")
    assert found.refused
    assert found.stacks is None
    order, play = found.differences
    assert found.first == order
    assert order.said == (
        "oneida: Ada is high with K♠: the forced bet is due; house: Ben is low with 5♦: the forced bet is due"
    )
    assert (order.clause, order.own) == ("oneida XI.I.4(b)", "house first-to-act")
    assert "p1 is to act (bring in 1, raise to 2)" in play.said
    assert play.own == "house first-to-act"


def test_an_action_that_a_book_refuses_is_named_with_what_would_be_legal_there() -> None:
    found = ruled(hand("stud5-high"), "nj-19-47")
    [refused] = found.differences
    assert refused.said.endswith("'p2 cc': not allowed (nj-19-47 19:47-14.13(g)); legal: bet 4")
    assert refused.own == "house betting"


def test_a_raise_beyond_the_cap_is_refused_by_the_book_that_has_one() -> None:
    history = read_phh(
        """
        variant = "FO/8"
        antes = [0, 0, 0]
        blinds_or_straddles = [2, 4, 0]
        small_bet = 4
        big_bet = 8
        starting_stacks = [100, 100, 100]
        actions = ["d dh p1 ????????", "d dh p2 ????????", "d dh p3 ????????", "p3 cbr 8", "p1 cbr 12",
            "p2 cbr 16", "p3 cbr 20", "p1 f", "p2 f"]
        """
    )
    found = ruled(history, "ca-omaha")
    [refused] = [each for each in found.differences if each.where == "play"]
    assert "'p3 cbr 20': not allowed" in refused.said
    assert "(ca-omaha BR1.3)" in refused.said
    assert "legal: fold, call 8" in refused.said
    assert refused.own == "house betting"
    assert not ruled(history, "oneida").refused


def test_a_round_of_a_tables_log_is_ruled_by_other_books_too() -> None:
    table = PokerTable.open(
        PostedSign(book="oneida", game="holdem", structure="fixed-limit", limits=(4, 8), blinds=(2, 4))
    )
    for seat, name in ((1, "ann"), (2, "bob"), (3, "cat")):
        table.sit(seat, 100, name)
    table.draw_button({1: "Kh", 2: "9s", 3: "As"})
    for _ in range(2):
        table.deal(list(DECK))
        while table.playing:
            wait = table.pending()[0]
            table.act(wait.seat, "fold")
    history = hand_history_of(list(rounds(table.log))[1])
    assert history.book == "oneida"
    played = replay(history)
    assert played.ok
    assert [each.book for each in compare_rulebooks(history).ruled] == ["nj-19-47", "house"]


def test_all_books_are_printed_side_by_side() -> None:
    found = hoyle("replay", str(HANDS / "omaha-hilo8-nj-odd-chip.phh"), "--book", "all")
    assert found.exit_code == 1
    words = found.stdout.split()
    assert words[:6] == ["nj-19-47", "(played)", "oneida", "ca-omaha", "room-2012", "house"]
    assert "    played by nj-19-47 19:47-14.11(f)2iii" in found.stdout
    many = hoyle("replay", str(HANDS), "--book", "all")
    assert many.exit_code == 1
    assert "23 hands: 15 the same by every book, 4 otherwise by some, 4 of games that no other" in many.stdout
    alone = hoyle("replay", str(HANDS / "razz.phh"), "--book", "all")
    assert (alone.exit_code, "no other book has razz" in alone.stderr) == (2, True)
    same = hoyle("replay", str(HANDS / "holdem-limit.phh"), "--book", "all", "--json")
    assert same.exit_code == 0
    assert '"same": true' in same.stdout
