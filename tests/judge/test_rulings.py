"""What single rulings say: the answer, the clauses that decided it, and no others."""

from __future__ import annotations

from typing import Any

import pytest

from hoyle.core.errors import IllegalError
from hoyle.judge import judge


def case(kind: str, **fields: Any) -> dict[str, Any]:
    return {"id": "X-1", "kind": kind, "rulebook": "oneida", "game": "holdem", **fields}


def player(seat: int, cards: str = "", state: str = "live", put_in: int | None = None) -> dict[str, Any]:
    found = {"seat": seat, "cards": cards.split(), "state": state}
    return found if put_in is None else {**found, "in": put_in}


def showdown(board: str, *players: dict[str, Any], **fields: Any) -> dict[str, Any]:
    usual = {"game": "omaha-hilo8", "button": 1, "board": board.split(), "players": list(players)}
    if not any("in" in each for each in players):
        usual["pot"] = 100
    return case("showdown", **{**usual, **fields})


UNCONTESTED = [
    ("room-2012", "omaha-hilo8", "", ""),
    ("room-2012", "omaha-hilo8", "", "As Ks Qs Js"),
    ("room-2012", "omaha-hilo8", "2c 7d 9h", "As Ks Qs Js"),
    ("nj-13-69f", "big-omaha-high", "", "As Ks Qs Js Ts"),
    ("oneida", "holdem", "2c 7d 9h", "As Ks"),
    ("oneida", "stud7-high", "", "As Ks Qs"),
]


@pytest.mark.parametrize(("book", "game", "board", "cards"), UNCONTESTED)
def test_a_pot_nobody_contests_needs_no_hand_and_no_board(book: str, game: str, board: str, cards: str) -> None:
    alone = [player(1, cards, put_in=10), player(2, state="folded", put_in=4)]
    ruled = judge(showdown(board, *alone, rulebook=book, game=game)).result
    assert ruled["totals"] == {"1": 8, "2": 0}
    assert ruled["returned"] == {"1": 6, "2": 0}
    assert ruled["lines"] == [["main", "high", 1, 8]]
    assert ruled["high_class"] == {}
    assert ruled["low_hand"] == {}


def test_a_whole_hand_is_named_even_if_nobody_contests_the_pot() -> None:
    alone = [player(1, "As Ac Qs Js"), player(2, state="folded")]
    ruled = judge(showdown("2c 7d 9h Ah Kd", *alone)).result
    assert ruled["high_class"] == {"1": "three-of-a-kind"}
    six = [player(1, "As Ac Qs Js 9d 8d"), player(2, state="folded")]
    assert judge(showdown("Ah", *six, game="stud7-high")).result["high_class"] == {"1": "three-of-a-kind"}


BOTH_WAYS = {
    # A wheel is the best straight and the best low; the others make an eight low beside pairs or three kings.
    "same five": ("2c 3d 4h Ks Jc", player(1, "As 5d 9c 9d"), player(2, "Qd Qh Jd Th")),
    "different": ("2c 7d 8h Ks Kc", player(1, "3s 4d Kd Qh"), player(2, "Qd Qs Jd Th")),
    "ace in both": ("2c 7d 8h Ks Ac", player(1, "As 4d Kd Qh"), player(2, "Qd Qs Jd Th")),
}
SUB_ITEMS = {
    ("oneida", "same five"): {"XI.K.12", "XI.K.12(b)", "XI.K.12(c)"},
    ("oneida", "different"): {"XI.K.12", "XI.K.12(a)"},
    ("oneida", "ace in both"): {"XI.K.12", "XI.K.12(a)", "XI.K.12(c)"},
    ("nj-19-47", "different"): {"19:47-14.11(h)", "19:47-14.11(h)1"},
    ("nj-19-47", "same five"): {"19:47-14.11(h)", "19:47-14.11(h)2", "19:47-14.11(h)3"},
    ("room-2012", "ace in both"): {"OMA(7)", "OMA(7)(i)", "OMA(7)(iii)"},
}


@pytest.mark.parametrize(("book", "what"), SUB_ITEMS)
def test_who_wins_both_ways_does_so_by_the_item_on_what_he_used(book: str, what: str) -> None:
    board, *hands = BOTH_WAYS[what]
    ruling = judge(showdown(str(board), *hands, rulebook=book))
    assert ruling.result["totals"] == {"1": 100, "2": 0}
    heads = ("XI.K.12", "19:47-14.11(h)", "OMA(7)")
    assert {id for id in ruling.clauses if id.startswith(heads)} == SUB_ITEMS[book, what]


def test_a_hand_that_wins_one_way_needs_no_leave_to_play_both() -> None:
    split = showdown("2c 7d 8h Ks Kc", player(1, "3s 4d Qc Qh"), player(2, "Kd Qs Jd Th"))
    assert not {id for id in judge(split).clauses if id.startswith("XI.K.12")}


def test_stud_lows_that_are_straights_or_flushes_stand_by_their_own_items() -> None:
    def cited(cards: str) -> set[str]:
        stud = showdown("", player(1, cards), player(2, "Kc Kd Qh Qs 9c 9d 2h"), game="stud7-hilo8")
        ruling = judge({**stud, "rulebook": "nj-19-47"})
        return {id for id in ruling.clauses if id.startswith("19:47-14.9(k)")}

    assert cited("6s 5d 4h 3c 2c Jh Th") == {"19:47-14.9(k)", "19:47-14.9(k)1"}
    assert cited("8s 5s 4s 3s As Jh Th") == {"19:47-14.9(k)", "19:47-14.9(k)2"}
    assert cited("8s 5d 4s 3s As Jh Th") == set()


def test_the_class_of_the_winning_hand_is_cited_and_the_losers_is_not() -> None:
    ruling = judge(
        showdown("2c 7d 9h 4s Td", player(1, "9c 9d"), player(2, "Ts Th"), player(3, "2h 4d"), game="holdem")
    )
    assert {id for id in ruling.clauses if id.startswith("XI.C")} == {"XI.C.2", "XI.C.2(g)", "XI.C.6"}
    plain = judge(showdown("2c 7d 9h 4s Td", player(1, "9c 9d"), player(2, "Ac Kh"), game="holdem"))
    assert "XI.C.6" not in plain.clauses


def test_a_low_that_meets_no_other_is_not_ranked() -> None:
    single = showdown("2c 7d 8h Ks Kc", player(1, "3s 4d Qc Qh"), player(2, "Kd Qs Jd Th"))
    assert "XI.C.4" not in judge(single).clauses
    two = showdown("2c 7d 8h Ks Kc", player(1, "3s 4d Qc Qh"), player(2, "Kd Qs 3d 6h"))
    assert "XI.C.4" in judge(two).clauses


def test_a_kill_is_cited_by_its_definition_in_omaha_only() -> None:
    def cited(option: str, game: str) -> set[str]:
        hands = [{"n": 1, "pot": 90, "winners": [[2, "entire"]]}]
        given = case("kill", game=game, option=option, limits=[4, 8], threshold={"dollars": 50}, hands=hands)
        return {id for id in judge(given).clauses if id.startswith("XI.A")}

    assert cited("kill", "omaha-hilo8") == {"XI.A.21"}
    assert cited("half-kill", "omaha-hilo8") == {"XI.A.17"}
    assert cited("kill", "holdem") == set()


def test_bets_owed_are_cited_only_where_it_is_known_which_they_are() -> None:
    def cited(game: str, required: list[int]) -> list[str]:
        return judge(case("eligibility", game=game, required=required, table_min=5, stack=7)).clauses

    assert cited("stud7-high", [1, 2]) == ["XI.G.2(c)", "XI.G.1(a)", "XI.G.1(c)"]
    assert cited("holdem", [1, 4]) == ["XI.G.2(c)", "XI.G.1(a)", "XI.G.1(b)"]
    assert cited("holdem", [4]) == ["XI.G.2(c)"]
    assert cited("any", [1, 4]) == ["XI.G.2(c)"]


def test_the_kill_blind_of_an_odd_limit_is_exact() -> None:
    given = case("blinds", game="omaha-hilo8", seats=[1, 2, 3, 4], button=1, blinds=[1, 3])
    assert judge({**given, "killer": 3, "kill_blind": 4.5}).result == {"posts": {"2": 1, "3": 4.5}}
    assert judge({**given, "killer": 1, "kill_blind": 4.5}).result == {"posts": {"1": 4.5, "2": 1, "3": 3}}


def test_numbers_go_by_value() -> None:
    hands = [player(1, "Qs Kd 4c 4h"), player(2, "Qh Kc 5c 5h"), player(3, "Qc Kh 6c 6h")]
    given = showdown("9h Td Jc 2s 2d", *hands, pot=302.0)
    ruled = judge({**given, "params": {"unit_cents": 25.0, "odd_cap_cents": 100.0}}).result
    assert ruled["totals"] == {"1": 100, "2": 100, "3": 102}
    assert judge(case("irregularity", trigger="boxed", facts={"count": 1.0})).result == {
        "result": "discard card, play on"
    }


def test_collection_rates_are_amounts() -> None:
    given = case("rake", rulebook="ca-omaha", game="omaha-hilo8", method="ca-rates")
    assert judge({**given, "rates": [0.5, 1, 2]}).result == {"valid": True}
    assert judge({**given, "rates": [0.5, 1, 1.5, 2, 2.5, 3]}).result == {"valid": False}
    assert judge({**given, "rates": [0.5, 1, 1.0, 1.5, 2, 2.5]}).result == {"valid": True}


@pytest.mark.clauses("oneida XI.M.6", "oneida XI.M.5")
def test_the_opener_of_five_card_stud_may_neither_check_nor_fold() -> None:
    stud = case("raises", game="stud5-high", players_in_round=3, cap=None)
    later = judge({**stud, "opened": False, "actions": ["fold", "check", "bet", "fold", "call"]})
    assert later.result["log"] == ["refused", "refused", "bet", "fold", "call"]
    assert "XI.M.6" in later.clauses
    # The forced bet leaves its maker no option once it has been called.
    first = judge({**stud, "opened": True, "actions": ["call", "call", "check"]})
    assert first.result["log"] == ["call", "call", "refused"]
    flop = judge({**stud, "game": "holdem", "opened": True, "actions": ["call", "call", "check"]})
    assert flop.result["log"] == ["call", "call", "check"]


def test_completing_the_forced_bet_opens_the_betting_and_uses_up_no_raise() -> None:
    stud = case("raises", game="stud7-high", players_in_round=4, cap=2, opened=True)
    ruling = judge({**stud, "actions": ["raise", "reraise", "reraise", "reraise", "call"]})
    assert ruling.result["log"] == ["bet", "raise", "raise", "refused", "call"]
    over_a_blind = judge({**stud, "game": "holdem", "actions": ["raise", "reraise", "reraise", "call"]})
    assert over_a_blind.result["log"] == ["raise", "raise", "refused", "call"]


def test_when_the_betting_round_is_closed_nothing_more_stands() -> None:
    given = case("raises", players_in_round=2, cap=None, opened=False)
    assert judge({**given, "actions": ["bet", "call", "raise"]}).result["log"] == ["bet", "call", "refused"]
    assert judge({**given, "actions": ["bet", "fold", "bet"]}).result["log"] == ["bet", "fold", "refused"]


@pytest.mark.parametrize("book", ["oneida", "nj-19-47", "nj-13-69f", "ca-omaha", "room-2012"])
def test_raises_may_be_asked_about_without_naming_a_game(book: str) -> None:
    given = case("raises", rulebook=book, game="any", players_in_round=3, opened=True)
    ruling = judge({**given, "actions": ["call", "raise", "reraise", "reraise"]})
    assert ruling.result["log"] == ["call", "raise", "raise", "raise"]


WORDS = [
    ({"odd_hilo": "high hand"}, {"odd_hilo": "high"}),
    ({"odd_hilo": "first winner clockwise"}, {"odd_hilo": "position"}),
    ({"odd_tied_high": "highest card by suit"}, {"odd_tied_high": "card"}),
    ({"odd_tied_high": "first tied clockwise"}, {"odd_tied_high": "position"}),
    ({"odd_tied_low": "lowest card by suit"}, {"odd_tied_low": "card"}),
    ({"odd_tied_low": "first tied clockwise"}, {"odd_tied_low": "position"}),
    ({"odd_cap_cents": None}, {"odd_cap_cents": 0}),
    ({"odd_hilo": "High-Hand"}, {"odd_hilo": "high"}),
    ({"odd_rule": "WHOLE"}, {"odd_rule": "whole"}),
    ({"odd_suit_scope": "all cards"}, {"odd_suit_scope": "all_cards"}),
    ({"low_qualifier": "8, no pair"}, {"low_qualifier": 8}),
]


@pytest.mark.parametrize(("long", "short"), WORDS)
@pytest.mark.parametrize("book", ["oneida", "ca-omaha"])
def test_switches_know_the_words_of_the_digest(book: str, long: dict[str, Any], short: dict[str, Any]) -> None:
    # Seats 1 and 3 tie for high, seats 2 and 3 for low; nothing divides evenly.
    hands = [player(1, "Ks Qc 9d 9h"), player(2, "Ah 3h Jd Th"), player(3, "Kh Qd As 3c")]
    given = showdown("2d 7c 8h Kd Qs", *hands, rulebook=book, button=2, pot=103)
    assert judge({**given, "params": long}).result == judge({**given, "params": short}).result


def test_no_cap_and_a_common_card_may_be_said_in_the_words_of_the_digest() -> None:
    raises = case(
        "raises", rulebook="ca-omaha", game="omaha-hilo8", players_in_round=3, opened=True, actions=["raise"] * 4
    )
    assert judge(raises).result["log"][-1] == "refused"
    assert judge({**raises, "params": {"raise_cap": None}}).result["log"] == ["raise"] * 4
    three = {"raise_cap": "3, unlimited with two players"}
    assert judge({**raises, "params": three}).result["log"][-1] == "refused"
    poor = case("eligibility", game="holdem", required=[4], table_min=4, stack=7)
    assert judge({**poor, "params": {"min_stake_to_play": "none stated"}}).result["may_be_dealt_in"]
    short = case("stud_shortage", game="stud7-high", remaining=7, burns=3, stub=4)
    assert judge({**short, "params": {"stud_short": "common card"}}).result == {"procedure": "burn, common card"}


@pytest.mark.parametrize(
    ("game", "ended", "free"),
    [
        ("draw5-high", "predraw", True),
        ("draw5-high", "preflop", True),
        ("draw5-high", "draw", False),
        ("stud7-high", "third", True),
        ("stud7-high", "preflop", True),
        ("stud7-high", "fourth", False),
        ("stud5-high", "second", True),
        ("stud5-high", "third", False),
    ],
)
def test_stud_and_draw_pots_of_the_first_round_go_free_under_the_switch(game: str, ended: str, free: bool) -> None:
    given = case("rake", game=game, method="percent", percent=10, called_by_round=[40], ended=ended)
    assert judge(given).result["rake"] == 4
    free_first = {**given, "params": {"no_flop_no_drop_for_nonflop": True}}
    assert judge(free_first).result["rake"] == (0 if free else 4)


def test_a_percentage_is_taken_exactly_as_written() -> None:
    given = case("rake", method="percent", percent=0.0001, called_by_round=[1_000_000], ended="river")
    assert judge(given).result["rake"] == 1


def test_the_alternatives_are_handed_down_with_their_switches() -> None:
    hands = [player(1, "Qs Kd 4c 4h"), player(2, "Qh Kc 5c 5h"), player(3, "Qc Kh 6c 6h")]
    given = showdown("9h Td Jc 2s 2d", *hands, pot=302)
    ruling = judge({**given, "alternatives": [{"params": {"odd_rule": "whole"}}]})
    (other,) = ruling.alternatives
    assert other.switches == {"odd_rule": "whole"}
    assert other.ruling.answer == "seat 1 gets 100, seat 2 gets 100, seat 3 gets 102"
    assert ruling.result["alternatives"] == [{"1": 100, "2": 100, "3": 102}]
    assert judge({**given, "alternatives": None}).alternatives == []


def refused(given: dict[str, Any]) -> IllegalError:
    with pytest.raises(IllegalError) as caught:
        judge(given)
    return caught.value


@pytest.mark.parametrize("book", ["nj-19-47", "nj-13-69f", "oneida", "ca-omaha", "room-2012"])
def test_the_cap_of_a_case_is_in_force_whoever_has_set_it(book: str) -> None:
    given = case("raises", rulebook=book, game="any", players_in_round=3, opened=True, actions=["raise"] * 3)
    assert judge({**given, "cap": 2}).result == {"log": ["raise", "raise", "refused"]}
    assert judge({**given, "cap": None}).result == {"log": ["raise"] * 3}
    heads_up = judge({**given, "cap": 2, "players_in_round": 2}).result
    assert heads_up == {"log": ["raise"] * 3 if book == "ca-omaha" else ["raise", "raise", "refused"]}


@pytest.mark.parametrize("book", ["nj-19-47", "nj-13-69f", "room-2012"])
def test_no_cap_rests_on_the_reading_of_a_silent_book(book: str) -> None:
    given = case("raises", rulebook=book, game="any", players_in_round=4, opened=True, actions=["raise"] * 5)
    ruling = judge(given)
    assert ruling.result == {"log": ["raise"] * 5}
    assert list(ruling.readings) == ["AMB-19"]


def test_a_silent_book_is_read_where_a_cap_is_set_for_it() -> None:
    given = case("raises", rulebook="room-2012", game="omaha-hilo8", players_in_round=3, cap=3, opened=True)
    assert list(judge({**given, "actions": ["raise"]}).readings) == ["AMB-19"]


def test_a_sign_may_cap_raises_below_what_its_book_was_read_to_say() -> None:
    both = case("raises", players_in_round=3, cap=1, opened=True, actions=["raise", "raise"])
    assert judge({**both, "params": {"raise_cap": 5}}).result == {"log": ["raise", "refused"]}


def test_more_players_than_seats_are_refused_by_the_clause_on_seats() -> None:
    nine = case("raises", game="stud7-high", players_in_round=9, opened=True, actions=[])
    assert refused(nine).clause == "oneida XI.I.2"
    draw = case("draw_shortage", game="draw5-high", dealt_in=9, draws=[])
    assert refused(draw).clause == "oneida XI.L.2"


def test_a_refused_action_names_its_clause() -> None:
    given = case("raises", players_in_round=3, cap=1, opened=True, actions=["check", "raise", "raise"])
    steps = judge(given).working
    assert [step.text for step in steps[1:]] == ["1. check: refused.", "2. raise: raise.", "3. raise: refused."]
    assert all(step.clause.startswith("oneida ") for step in (steps[1], steps[3]))
    assert not steps[2].clause


@pytest.mark.parametrize("book", ["oneida", "room-2012"])
def test_the_jackpot_fee_of_a_case_is_taken_under_any_book(book: str) -> None:
    given = case("rake", rulebook=book, game="omaha-hilo8", method="increment", ended="river", jackpot=2)
    assert judge({**given, "levels": [[20, 1]], "pots": [30]}).result == {"rake": 1, "pot_after": 27}


def test_a_level_or_a_fee_of_nothing_adds_nothing() -> None:
    given = case("rake", game="omaha-hilo8", method="increment", pots=[43], ended="river")
    assert judge({**given, "levels": [[20, 0], [40, 1]]}).result == {"rake": 1, "pot_after": 42}
    forbidden = judge({**given, "rulebook": "ca-omaha", "levels": [[0, 1]]})
    assert forbidden.result == {"rake": 0, "pot_after": 43, "invalid": True}


def test_a_percentage_that_the_book_forbids_is_not_taken() -> None:
    given = case("rake", rulebook="ca-omaha", game="omaha-hilo8", method="percent", percent=5, ended="river")
    assert judge({**given, "called_by_round": [50, 0], "jackpot": 1}).result == {
        "rake": 0,
        "pot_after": 49,
        "invalid": True,
    }


def test_more_than_all_of_a_pot_is_refused_by_the_book_before_it_is_nonsense() -> None:
    given = case("rake", method="percent", percent=150, called_by_round=[10], ended="river")
    ruling = judge(given)
    assert ruling.result["invalid"] is True
    assert (ruling.clauses, ruling.readings) == (["XI.N.2(a)(i)"], ["AMB-59"])


def test_seats_may_be_numbered_beyond_the_table_and_people_not() -> None:
    assert judge(case("bring_in", game="stud7-high", upcards={"7": "3c", "11": "2c"})).result == {"seat": 11}
    showing = {"6": ["5d", "7d"], "10": ["8s", "3d"]}
    assert judge(case("opener", game="stud5-high", mode="stud", showing=showing)).result == {"seat": 10}
    assert judge(case("button", seats=[1, 14], draw={"1": "2c", "14": "3c"})).result == {"seat": 14}
    blinds = case("blinds", game="draw5-high", seats=[1, 2, 12], button=12, blinds=[1, 2])
    assert judge(blinds).result == {"posts": {"1": 1, "2": 2}}
    nine = {str(seat): f"{rank}c" for seat, rank in enumerate("23456789T", 1)}
    assert refused(case("bring_in", game="stud7-high", upcards=nine)).clause == "oneida XI.I.2"


def test_of_one_up_card_alone_its_holder_makes_the_forced_bet() -> None:
    assert judge(case("bring_in", game="stud7-high", upcards={"7": "Qd"})).result == {"seat": 7}


def test_a_game_without_a_button_says_so_by_its_clause() -> None:
    assert refused(case("button", game="stud7-high", seats=[1, 2])).clause == "oneida XI.I.1"


def test_the_opener_is_found_after_a_street_that_has_to_be_bet() -> None:
    showing = {"2": ["Kh", "Kd", "2c"], "5": ["9s", "9d", "9c"], "6": ["Ah", "4h", "3d"]}
    given = case("opener", game="stud5-high", mode="stud", showing=showing)
    assert judge(given).result == {"seat": 5}


def test_blinds_are_posted_in_the_order_given() -> None:
    given = case("blinds", game="holdem", seats=[1, 3, 4, 7, 8], button=8, blinds=[2, 20, 1])
    for book in ("nj-19-47", "oneida"):
        assert judge({**given, "rulebook": book}).result == {"posts": {"1": 2, "3": 20, "4": 1}}
