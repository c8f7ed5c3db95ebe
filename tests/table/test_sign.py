"""The posted sign: what a house may put on it, and what the book forbids."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.table.facade import floor_of
from tests.table.tables import GAMES, NO_FEES, STUDS, by_book, call_down, dealt, fold_to, named, sign, table

from hoyle.core.cards import DECK, stacked_deck
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.rulebooks import poker_book as rulebook
from hoyle.rulebooks.book_parameters import with_overrides
from hoyle.rulebooks.clause_catalogue import resolve_citation
from hoyle.table import Jackpot, KillOption, PokerTable, PostedSign, Rake

ANTE_SIGNS = [
    ("nj-19-47", "holdem", "19:47-14.10(b)", 11),
    ("nj-19-47", "omaha-high", "19:47-14.11(b)", 10),
    ("nj-19-47", "omaha-hilo8", "19:47-14.11(b)", 10),
    ("nj-19-47", "draw5-high", "19:47-14.12(b)", 8),
    ("nj-19-47", "stud5-high", "19:47-14.13(b)", 8),
    ("nj-19-47", "mambo-hilo6", "19:47-14.13A(b)", 11),
    ("nj-19-47", "stud7-hilo8", "19:47-14.9(b)", 8),
    ("nj-13-69f", "big-omaha-high", "13:69F-14.11(A)(b)", 8),
    ("nj-13-69f", "big-omaha-hilo8", "13:69F-14.11(A)(b)", 8),
    ("oneida", "stud7-high", "XI.I.2", 8),
    ("oneida", "holdem", "XI.J.2", 11),
    ("oneida", "omaha-hilo8", "XI.K.2", 10),
    ("oneida", "draw5-low", "XI.L.2", 8),
    ("oneida", "stud5-high", "XI.M.2", 8),
    ("room-2012", "omaha-hilo8", "OMA(1)", 10),
]


def lines(posted: PostedSign) -> dict[str, tuple[str, ...]]:
    return {line.text: line.clauses for line in posted.cited_lines()}


def line(posted: PostedSign, start: str) -> tuple[str, tuple[str, ...]]:
    """The one line that begins with these words, and its clauses."""
    found = [(text, clauses) for text, clauses in lines(posted).items() if text.startswith(start)]
    assert len(found) == 1, f"{start!r} in {posted.text()}"
    return found[0]


def refused(posted: PostedSign) -> IllegalError:
    with pytest.raises(IllegalError) as error:
        posted.cited_lines()
    assert str(error.value).count("(") >= 1 or not error.value.clause
    assert error.value.clause in str(error.value)
    assert error.value.legal
    return error.value


@pytest.mark.parametrize(
    ("book", "game", "clause", "most"),
    [pytest.param(*row, marks=pytest.mark.clauses(f"{row[0]} {row[2]}")) for row in ANTE_SIGNS],
)
def test_a_table_seats_no_more_than_the_game_allows_and_posts_its_ante(
    book: str, game: str, clause: str, most: int
) -> None:
    cite = f"{book} {clause}"
    full = sign(book, game, seats=most, ante=1)
    assert line(full, f"{most} seats")[1] == (cite,)
    assert cite in line(full, "ante 1 from every player")[1]
    assert refused(replace(full, seats=most + 1)).clause == cite
    assert replace(full, seats=most - 1).cited_lines(), "the house may choose fewer seats"
    opened = PokerTable.open(full)
    with pytest.raises(IllegalError, match=f"seat {most + 1}: this table has seats 1 to {most}"):
        opened.sit(most + 1, 100)


@pytest.mark.parametrize(
    ("book", "game"), [("nj-19-47", "holdem"), ("nj-19-47", "draw5-low"), ("nj-13-69f", "big-omaha-high")]
)
def test_new_jersey_signs_carry_ante_and_blinds_by_section_8_3(book: str, game: str, exercises: Any) -> None:
    cite = {"nj-19-47": "nj-19-47 19:47-8.3", "nj-13-69f": "nj-13-69f 13:69F-8.3"}[book]
    posted = sign(book, game, ante=1)
    assert cite in line(posted, "ante 1")[1]
    assert cite in line(posted, "small blind 2, big blind 4")[1]
    exercises(cite)


@by_book({
    "oneida": "XI.G.1",
    "nj-19-47": "19:47-14.7[XI.G.1]",
    "ca-omaha": "FEE.2.1",
})  # fmt: skip
def test_the_smallest_and_the_largest_wager_are_posted(book: str, clause: str) -> None:
    assert clause in line(sign(book), "fixed-limit: wagers of 4, later 8")[1]
    assert refused(sign(book, limits=())).clause == clause
    assert refused(sign(book, limits=(4,))).clause == clause
    assert refused(sign(book, structure="")).clause == clause
    spread = sign(book, structure="spread-limit", limits=(1, 10))
    assert clause in line(spread, "spread-limit: wagers from 1 to 10")[1]
    no_limit = sign(book, structure="no-limit", limits=(4,))
    assert clause in line(no_limit, "no-limit: wagers from 4 to all a player has")[1]


def test_limits_that_are_none_are_unreadable() -> None:
    with pytest.raises(InvalidError, match="8-4"):
        sign("oneida", limits=(8, 4)).cited_lines()
    with pytest.raises(InvalidError, match="unknown structure 'table-limit'"):
        sign("oneida", structure="table-limit").cited_lines()


@pytest.mark.parametrize(
    ("book", "game"), [("oneida", "mambo-hilo6"), ("ca-omaha", "holdem"), ("room-2012", "omaha-high"),
                       ("nj-13-69f", "omaha-hilo8"), ("nj-19-47", "big-omaha-high")]
)  # fmt: skip
def test_a_game_that_is_not_in_the_book_is_refused(book: str, game: str) -> None:
    with pytest.raises(IllegalError, match=f"{book} has no game '{game}'"):
        sign(book, game).cited_lines()


@by_book({"oneida": "XI.K.5", "nj-19-47": "19:47-14.11(e)", "room-2012": "OMA(4)", "ca-omaha": "DEAL.3"})
def test_a_button_game_needs_its_blind(book: str, clause: str) -> None:
    assert refused(sign(book, blinds=())).clause == clause
    assert clause in line(sign(book), "small blind 2, big blind 4")[1]


@pytest.mark.clauses("oneida XI.J.4")
def test_the_house_may_add_blinds_and_posts_each() -> None:
    assert "oneida XI.J.4" in line(sign("oneida", "holdem", blinds=(1, 2, 4)), "blinds 1, 2, 4")[1]
    assert "oneida XI.J.4" in line(sign("oneida", "holdem", blinds=(2,)), "blind 2")[1]


@pytest.mark.clauses("ca-omaha DEAL.3")
@pytest.mark.parametrize("blinds", [(), (2,), (1, 2, 4), (4, 2)])
def test_california_has_exactly_a_small_and_a_big_blind(blinds: tuple[int, ...]) -> None:
    assert refused(sign("ca-omaha", blinds=blinds)).clause == "ca-omaha DEAL.3"


def test_california_has_no_ante() -> None:
    assert refused(sign("ca-omaha", ante=1)).legal == "blinds only"


@pytest.mark.clauses("oneida XI.I.2")
def test_a_stud_table_posts_who_makes_the_forced_bet_and_its_size() -> None:
    text, clauses = line(sign("oneida", "stud7-high"), "forced bet 2 by the lowest up-card")
    assert clauses == ("oneida XI.I.2", "oneida XI.I.4(a)")
    text, _ = line(sign("oneida", "stud7-hilo"), "forced bet 2")
    assert text.endswith("highest up-card, ace low")
    assert refused(sign("oneida", "stud7-high", forced_bet=0)).clause == "oneida XI.I.2"
    assert refused(sign("oneida", "stud7-high", forced_bet=5)).legal == "1 to 4"


@pytest.mark.parametrize("game", STUDS)
def test_stud_has_forced_bets_and_no_blinds(game: str) -> None:
    book = "nj-19-47"
    assert refused(sign(book, game, forced_bet=0)).clause == rulebook(book).page(game).forced_bet.clause
    assert refused(sign(book, game, blinds=(2, 4))).legal == "no blinds"
    assert refused(sign(book, "holdem", forced_bet=2)).legal == "blinds"


@pytest.mark.clauses("oneida XI.G.10")
def test_the_house_may_cap_raises_by_number_of_players() -> None:
    posted = sign("oneida", "holdem", raise_cap={2: 0, 3: 2})
    assert line(posted, "raises in a betting round: from 2 players on any number, from 3 players on 2")[1] == (
        "oneida XI.G.10",
    )
    three = dealt("oneida", "holdem", raise_cap={2: 0, 3: 2})
    three.act(1, "raise to 8")
    three.act(2, "raise to 12")
    with pytest.raises(IllegalError, match="2 raises have been made") as error:
        three.act(3, "raise to 16")
    assert error.value.clause == "oneida XI.G.10"
    two = dealt("oneida", "holdem", players=2, raise_cap={2: 0, 3: 2})
    for seat, to in ((2, 8), (1, 12), (2, 16), (1, 20)):
        two.act(seat, f"raise to {to}")
    assert two.playing_round().state.raises == 4


@pytest.mark.parametrize("book", ["nj-19-47", "nj-13-69f", "room-2012"])
def test_a_cap_on_raises_is_refused_where_the_book_gives_the_house_none(book: str) -> None:
    error = refused(sign(book, raise_cap=3))
    assert (error.legal, error.clause, error.reading) == ("no cap", "", "AMB-19"), "no clause says so"
    assert str(error).endswith("(AMB-19)")


@pytest.mark.clauses("ca-omaha BR1.3")
def test_california_sets_its_own_cap() -> None:
    assert line(sign("ca-omaha"), "3 raises in a betting round, no limit between two players")[1] == ("ca-omaha BR1.3",)
    assert sign("ca-omaha", raise_cap=3).cited_lines()
    assert refused(sign("ca-omaha", raise_cap=4)).clause == "ca-omaha BR1.3"


@by_book({"oneida": "XI.G.9", "nj-19-47": "19:47-14.7[XI.G.9]", "room-2012": "WAG(10)"})
def test_check_raise_is_allowed_unless_the_sign_bans_it(book: str, clause: str) -> None:
    def on_the_flop(allowed: bool) -> PokerTable:
        playing = dealt(book, check_raise=allowed)
        for seat, word in ((1, "call"), (2, "call"), (3, "check"), (2, "check"), (3, "bet 4"), (1, "call")):
            playing.act(seat, word)
        return playing

    assert on_the_flop(True).act(2, "raise to 8")
    assert line(sign(book, check_raise=False), "no check-raise")[1] == (clause,)
    with pytest.raises(IllegalError, match="check-raise is posted as not allowed") as error:
        on_the_flop(False).act(2, "raise to 8")
    assert error.value.clause == clause


def test_a_ban_on_check_raises_needs_a_book_that_knows_one() -> None:
    assert refused(sign("ca-omaha", check_raise=False)).legal == "check-raise"


# Rake


@pytest.mark.clauses("oneida XI.N.2", "oneida XI.N.2(a)", "oneida XI.N.2(b)", "oneida XI.N.3", "oneida XI.N.2(a)(i)")
def test_oneida_rakes_by_percentage_by_increments_or_both_and_posts_it() -> None:
    both = sign("oneida", rake=Rake(percent=10, levels=((20, 1), (40, 2)), cap=5))
    assert line(both, "rake 10 % of each betting round, 5 at most")[1] == ("oneida XI.N.3", "oneida XI.N.2(a)")
    assert line(both, "rake 1 at 20, 2 at 40, 5 at most")[1] == ("oneida XI.N.3", "oneida XI.N.2(b)")
    assert sign("oneida", rake=Rake(percent=25)).cited_lines()
    assert refused(sign("oneida", rake=Rake(percent=25.5))).clause == "oneida XI.N.2(a)(i)"
    flat = replace(NO_FEES, rates={2: 1})
    assert refused(sign("oneida", fees=flat)).clause == "oneida XI.N.2"


@pytest.mark.clauses("room-2012 REV(2)", "room-2012 REV(3)")
def test_the_room_rakes_by_increments_only() -> None:
    assert line(sign("room-2012", rake=Rake(levels=((20, 1),))), "rake 1 at 20")[1] == (
        "room-2012 REV(3)",
        "room-2012 REV(2)",
    )
    assert refused(sign("room-2012", rake=Rake(percent=5))).clause == "room-2012 REV(2)"
    assert refused(sign("room-2012", fees=NO_FEES)).clause == "room-2012 REV(2)"


@pytest.mark.clauses("nj-19-47 19:47-14.14[REV(2)]", "nj-19-47 19:47-14.14[REV(3)]")
def test_new_jersey_leaves_the_method_to_the_house_and_has_it_posted() -> None:
    for rake, start in ((Rake(percent=30), "rake 30 %"), (Rake(levels=((20, 1),)), "rake 1 at 20")):
        assert line(sign("nj-19-47", rake=rake), start)[1] == (
            "nj-19-47 19:47-14.14[REV(3)]",
            "nj-19-47 19:47-14.14[REV(2)]",
        )
    taken = dealt("nj-19-47", rake=Rake(percent=30))
    call_down(taken)
    assert taken.state.boxes.drop_box == 12 * 30 // 100


def test_california_takes_fees_and_no_rake() -> None:
    assert refused(sign("ca-omaha", rake=Rake(percent=5))).clause == "ca-omaha FEE.1"


# California fees


@pytest.mark.clauses("ca-omaha FEE.1")
def test_no_table_limit_has_more_than_five_rates() -> None:
    five = replace(NO_FEES, rates={2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 4})
    assert line(sign("ca-omaha", fees=five), "fees by hand: 0 from 2 players on")[1][0] == "ca-omaha FEE.1"
    six = replace(NO_FEES, rates={2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5})
    error = refused(sign("ca-omaha", fees=six))
    assert error.clause == "ca-omaha FEE.1"
    assert "6 collection rates" in str(error)


@pytest.mark.parametrize(
    ("fees", "clause"),
    [
        pytest.param(None, "FEE.2.3", marks=pytest.mark.clauses("ca-omaha FEE.2.3", "ca-omaha FEE.2")),
        pytest.param({"charged": ""}, "FEE.2.3", marks=pytest.mark.clauses("ca-omaha FEE.2.3")),
        pytest.param({"criterion": ""}, "FEE.2.3", marks=pytest.mark.clauses("ca-omaha FEE.2.3")),
        pytest.param({"collected": ""}, "FEE.2.4", marks=pytest.mark.clauses("ca-omaha FEE.2.4")),
        pytest.param({"jackpot": None}, "FEE.TABLE", marks=pytest.mark.clauses("ca-omaha FEE.TABLE")),
    ],
)
def test_a_california_cardroom_declares_every_item(fees: dict[str, Any] | None, clause: str) -> None:
    whole = sign("ca-omaha")
    assert [cite for _, cites in lines(whole).items() for cite in cites if cite.endswith(clause)]
    missing = None if fees is None else replace(NO_FEES, **fees)
    assert refused(replace(whole, fees=missing)).clause == f"ca-omaha {clause}"


@pytest.mark.clauses("ca-omaha FEE.2.2")
def test_california_no_limit_states_its_blinds() -> None:
    no_limit = sign("ca-omaha", structure="no-limit", limits=(4,))
    assert "ca-omaha FEE.2.2" in line(no_limit, "small blind 2, big blind 4")[1]
    assert refused(replace(no_limit, blinds=())).clause == "ca-omaha FEE.2.2"


@pytest.mark.clauses("ca-omaha FEE.TABLE", "ca-omaha FEE.2.4")
def test_fees_are_collected_as_declared() -> None:
    by_hand = replace(NO_FEES, rates={2: 1, 3: 2}, criterion="number of players", jackpot=1)
    playing = call_down(dealt("ca-omaha", fees=by_hand))
    assert (playing.state.boxes.fee_box, playing.state.boxes.jackpot_fund) == (2, 1)
    assert sum(playing.stacks.values()) == 597
    by_player = replace(by_hand, charged="player", collected="before the deal", jackpot=0)
    playing = dealt("ca-omaha", fees=by_player)
    assert [event.chips for event in named(playing.log, "fee-collected")] == [2, 2, 2]
    assert named(playing.log, "fee-collected")[0].clause.startswith("ca-omaha FEE")
    stated = sign("ca-omaha", fees=replace(by_player, collected="every half hour"))
    assert line(stated, "fees are collected every half hour")[1] == ("ca-omaha FEE.2.4",)
    assert refused(replace(stated, fees=replace(by_player, collected=" "))).clause == "ca-omaha FEE.2.4"


@pytest.mark.parametrize(
    ("stated", "street"),
    [
        ("when the flop is dealt", 1), ("as soon as the FLOP is dealt", 1), ("on the turn", 2),
        ("after the first betting round", 1), ("at the end of the betting on the flop", 2),
        ("after the final round of betting", 4), ("at the end of the round", 0),
        ("after the river", 3), ("before the flop", 0), ("pre-flop", 0), ("before the turn", 1),
        ("at the showdown", 4), ("after the show-down", 4), ("prior to the showdown", 3),
        ("when the pot is awarded", 0), ("before the deal", 0), ("every half hour", 0), ("", 0),
        ("when the turn follows the flop", 2),
    ],
)  # fmt: skip
def test_the_time_that_a_sign_states_is_a_street_of_the_game(stated: str, street: int) -> None:
    posted = sign("ca-omaha", fees=replace(NO_FEES, collected=stated))
    assert posted.fee_street() == street


@pytest.mark.clauses("ca-omaha FEE.2.4")
def test_fees_that_are_due_on_a_street_need_no_chips_before_the_deal() -> None:
    due = replace(NO_FEES, rates={2: 5}, charged="player", collected="when the flop is dealt")
    playing = table("ca-omaha", chips=5, limits=(1, 2), blinds=(1, 2), fees=due)
    playing.deal(stacked_deck(""))
    playing.act(1, "call")
    playing.act(2, "call")
    playing.act(3, "check")
    paid = [(event.seat, event.chips) for event in named(playing.log, "fee-collected")]
    assert paid == [(1, 3), (2, 3), (3, 3)], "as far as a stack goes"
    assert sum(playing.stacks.values()) == 15 - 9 - 6 + sum(award.chips for award in named(playing.log, "awarded"))
    before = replace(due, collected="before the deal")
    with pytest.raises(IllegalError, match="seat 1 has 5 and needs 6"):
        table("ca-omaha", chips=5, limits=(1, 2), blinds=(1, 2), fees=before).deal(stacked_deck(""))


@pytest.mark.clauses("nj-19-47 19:47-14.15[GEN(9)(ii)]")
def test_a_refund_leaves_a_fee_that_was_due_before_where_it_is() -> None:
    fees = replace(NO_FEES, rates={2: 2}, collected="when the flop is dealt", jackpot=1)
    playing = table("nj-19-47", "holdem", fees=fees, rake=Rake(percent=10))
    playing.deal(stacked_deck(""))
    for seat, act in ((1, "call"), (2, "call"), (3, "check")):
        playing.act(seat, act)
    state = playing.playing_round().state
    assert (state.rake, state.fees, state.jackpot, state.pot) == (1, 2, 1, 8)
    floor_of(playing).fouled(2, protected=True)
    assert (state.rake, state.fees, state.jackpot) == (0, 2, 1), "of the eight that are left"
    assert (playing.stacks[2], state.pot) == (200, 5)


# Jackpot


STANDARD = Jackpot(fee=1, standards=("quad eights or better beaten",), payouts=("bad-beat",))


@pytest.mark.clauses("oneida XI.O.1", "oneida XI.O.2", "oneida XI.O.2(a)", "oneida XI.O.2(b)")
def test_a_jackpot_drop_is_a_fixed_fee_and_posted() -> None:
    posted = sign("oneida", jackpot=STANDARD)
    assert line(posted, "jackpot drop 1 a hand")[1] == ("oneida XI.O.2(b)", "oneida XI.O.1", "oneida XI.O.2(a)")
    assert refused(sign("oneida", jackpot=replace(STANDARD, percent=1))).clause == "oneida XI.O.2(a)"
    playing = dealt("oneida", jackpot=STANDARD)
    fold_to(playing, 3)
    # Fixed: the same from a small pot, and although the flop never came (O.1 has no such exemption).
    assert playing.state.boxes.jackpot_fund == 1
    playing.deal(list(range(52)))
    call_down(playing)
    assert playing.state.boxes.jackpot_fund == 2


@pytest.mark.clauses("oneida XI.O.5")
def test_jackpots_are_paid_by_the_standards_the_house_has_set() -> None:
    assert refused(sign("oneida", jackpot=replace(STANDARD, standards=()))).clause == "oneida XI.O.5"
    playing = call_down(dealt("oneida", jackpot=STANDARD))
    with pytest.raises(IllegalError, match="no jackpot for 'a nice hand'") as error:
        floor_of(playing).pay_jackpot(2, 1, standard="a nice hand")
    assert error.value.clause == "oneida XI.O.5"
    with pytest.raises(IllegalError, match="has no hand on record with 'quad eights or better beaten'"):
        floor_of(playing).pay_jackpot(2, 1, standard="quad eights or better beaten")


@pytest.mark.clauses("nj-13-69f 13:69F-14.19(a)")
def test_new_jersey_pays_bad_beats_or_high_hands_never_both_and_keeps_nothing() -> None:
    assert sign("nj-13-69f", jackpot=STANDARD).cited_lines()
    for payouts in ((), ("bad-beat", "high-hand")):
        error = refused(sign("nj-13-69f", jackpot=replace(STANDARD, payouts=payouts)))
        assert error.clause == "nj-13-69f 13:69F-14.19(a)"
    playing = call_down(dealt("nj-13-69f", jackpot=STANDARD))
    assert playing.state.boxes.jackpot_fund == 1
    with pytest.raises(IllegalError, match="it is the players'") as taken:
        floor_of(playing).withdraw_jackpot(1)
    assert taken.value.clause == "nj-13-69f 13:69F-14.19(a)"


def test_where_no_clause_keeps_the_house_from_the_jackpot_its_own_convention_does() -> None:
    playing = call_down(dealt("oneida", jackpot=STANDARD))
    with pytest.raises(IllegalError, match="it is the players'") as taken:
        floor_of(playing).withdraw_jackpot(1)
    assert taken.value.clause == "house jackpot"


@pytest.mark.clauses("nj-13-69f 13:69F-14.19(b)")
def test_new_jersey_posts_the_payout_rules_and_shows_the_current_amount() -> None:
    assert refused(sign("nj-13-69f", jackpot=replace(STANDARD, standards=()))).clause.endswith("14.19(b)")
    posted = sign("nj-13-69f", jackpot=STANDARD)
    assert line(posted, "bad-beat payout: quad eights or better beaten")[1] == ("nj-13-69f 13:69F-14.19(b)",)
    assert "nj-13-69f 13:69F-14.19(b)" in line(posted, "jackpot drop 1 a hand")[1]
    playing = call_down(dealt("nj-13-69f", jackpot=STANDARD))
    assert playing.view().jackpot == 1


@pytest.mark.clauses("nj-13-69f 13:69F-14.19(c)")
def test_the_contribution_comes_out_after_the_rake_and_before_the_award() -> None:
    playing = call_down(dealt("nj-13-69f", jackpot=STANDARD, rake=Rake(levels=((10, 2),))))
    order = [entry.name if entry.name != "raked" else entry.fields()["method"] for entry in playing.log]
    assert order.index("increment") < order.index("jackpot") < order.index("awarded")
    assert sum(event.chips for event in named(playing.log, "awarded")) == 12 - 2 - 1
    assert named(playing.log, "dropped")[-1].clause == "nj-13-69f 13:69F-14.19(c)"


@pytest.mark.parametrize("book", ["nj-19-47", "room-2012"])
def test_a_book_without_a_jackpot_allows_none(book: str) -> None:
    assert refused(sign(book, jackpot=STANDARD)).legal == "no jackpot"


# Kill


@pytest.mark.parametrize(
    ("book", "game", "clause"),
    [
        pytest.param("oneida", "omaha-hilo8", "oneida XI.K.2", marks=pytest.mark.clauses("oneida XI.K.2")),
        pytest.param(
            "nj-13-69f",
            "big-omaha-hilo8",
            "nj-13-69f 13:69F-14.11(A)(b)",
            marks=pytest.mark.clauses("nj-13-69f 13:69F-14.11(A)(b)"),
        ),
        pytest.param("oneida", "holdem", "oneida XI.J.11(b)", marks=pytest.mark.clauses("oneida XI.J.11")),
    ],
)
def test_a_kill_is_posted_with_its_limits_and_its_pot(book: str, game: str, clause: str) -> None:
    posted = sign(book, game, kill=KillOption(kind="kill", dollars=60))
    _, clauses = line(posted, "kill at 8-16 after a pot of $60")
    assert clause in clauses
    half = sign(book, game, kill=KillOption(kind="half-kill", multiple=10))
    assert line(half, "half-kill at 6-12 after a pot of 10 minimum wagers")


@pytest.mark.clauses("nj-13-69f 13:69F-8.3")
def test_a_kill_of_new_jersey_is_posted_by_section_8_3() -> None:
    rules = tuple(f"nj-13-69f 13:69F-{item}" for item in ("14.11(A)(b)", "8.3", "14.11(A)(i)"))
    for kind, limits in (("kill", "8-16"), ("half-kill", "6-12")):
        posted = sign("nj-13-69f", kill=KillOption(kind=kind, dollars=60))
        assert line(posted, f"{kind} at {limits} after a pot of $60")[1] == rules


@pytest.mark.parametrize(
    ("book", "game"),
    [("nj-19-47", "omaha-hilo8"), ("room-2012", ""), ("ca-omaha", ""), ("oneida", "omaha-high"),
     ("nj-13-69f", "big-omaha-high")],
)  # fmt: skip
def test_a_kill_is_refused_where_the_book_has_none(book: str, game: str) -> None:
    assert refused(sign(book, game, kill=KillOption(kind="kill", dollars=60))).legal == "no kill"


def test_a_half_kill_must_give_limits_that_can_be_bet() -> None:
    odd = sign("oneida", limits=(3, 6), blinds=(1, 3), kill=KillOption(kind="half-kill", dollars=60))
    error = refused(odd)
    assert error.clause == "oneida XI.K.13(a)"
    assert "4.5-9" in str(error)
    assert replace(odd, kill=KillOption(kind="kill", dollars=60)).cited_lines()


@pytest.mark.parametrize("size", [{}, {"dollars": 60, "multiple": 10}, {"dollars": 0}])
def test_a_kill_needs_one_size_of_pot(size: dict[str, int]) -> None:
    assert refused(sign("oneida", kill=KillOption(kind="kill", **size))).clause == "oneida XI.K.13"


# The rest


def test_a_chip_is_worth_a_dollar_at_most() -> None:
    assert refused(sign("oneida", unit_cents=500)).clause == "oneida XI.K.10(b)(i)"
    for book in ("room-2012", "ca-omaha"):
        silent = refused(sign(book, unit_cents=500))
        assert (silent.clause, silent.reading) == ("", "clarification 1"), "its clauses put no bound on a chip"
    assert "one chip is 25 cents" in sign("oneida", unit_cents=25).text()


@by_book({"room-2012": "SHUF", "ca-omaha": "DEAL.1"})
def test_the_dealer_shuffles_where_the_book_says_so(book: str, clause: str) -> None:
    assert refused(sign(book, shuffler=True)).clause == clause
    assert line(sign(book), "cards are shuffled by hand")[1] == (clause,)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"missed_blinds": "perhaps"}, "missed_blinds 'perhaps': expected one of none, wait, dead"),
        ({"procedures": "ignored"}, "procedures 'ignored': expected one of prompted, required"),
        ({"buy_in": -1}, "buy_in -1: expected 0 or more"),
        ({"unit_cents": 0}, "unit_cents 0: expected 1 or more"),
        ({"ante": -1}, "ante -1: expected 0 or more"),
        ({"rake": {"percent": -1}}, "rake percent -1: expected 0 or more"),
        ({"kill": {"kind": "double", "dollars": 1}}, "kill kind 'double': expected one of kill, half-kill"),
        ({"raise_cap": {"1": 3}}, "raise_cap from 1 players on 3: expected raises by number of players, 2 or more"),
        ({"jackpot": {"fee": 0}}, "jackpot fee 0: expected 1 or more"),
        ({"jackpot": {"fee": 1, "payouts": ["royal"]}}, "jackpot payouts 'royal': expected one of bad-beat, high-hand"),
        ({"blinds": (0, 4)}, "0-4"),
    ],
)
def test_what_nobody_could_post_is_unreadable(change: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidError, match=words):
        PostedSign.read({**sign("oneida").facts(), **change}).cited_lines()


@pytest.mark.parametrize("book", GAMES)
def test_a_sign_survives_a_file(book: str) -> None:
    posted = sign(
        book,
        rake=Rake() if book == "ca-omaha" else Rake(levels=((20, 1),)),
        raise_cap={2: 0, 4: 3} if book == "oneida" else 0,
        kill=KillOption(kind="kill", multiple=12) if book == "oneida" else None,
        jackpot=STANDARD if book == "oneida" else None,
    )
    assert PostedSign.read(json.loads(json.dumps(posted.facts()))) == posted
    assert PostedSign.read(posted.facts()).text() == posted.text()


def test_a_sign_with_a_strange_line_is_unreadable() -> None:
    with pytest.raises(InvalidError, match="the sign has no field 'bounty'"):
        PostedSign.read({"book": "oneida", "game": "holdem", "bounty": 5})


@pytest.mark.parametrize("book", GAMES)
def test_every_line_cites_clauses_that_exist(book: str) -> None:
    for posted in sign(book).cited_lines():
        for clause in posted.clauses:
            assert resolve_citation(clause).citation == clause


def test_a_table_does_not_open_under_a_forbidden_sign() -> None:
    with pytest.raises(IllegalError, match=r"25\.5"):
        PokerTable.open(sign("oneida", rake=Rake(percent=25.5)))
    assert table("oneida").sign.game == "omaha-hilo8"


def test_a_table_may_be_asked_how_play_would_go_by_another_reading() -> None:
    read = with_overrides(rulebook("oneida"), {"raise_cap": 1, "max_seats": 3})
    asked = PokerTable.open(sign("oneida"), book=read)
    with pytest.raises(IllegalError, match="seat 4: this table has seats 1 to 3"):
        asked.sit(4, 100)
    for seat in (1, 2, 3):
        asked.sit(seat, 100)
    asked.draw_button({1: "2c", 2: "3c", 3: "4c"})
    asked.deal(DECK)
    asked.act(3, "raise")
    for _ in range(2):
        with pytest.raises(IllegalError, match="1 raise"):
            asked.act(1, "raise")
    assert asked.fork().book is read
    assert PokerTable.open(sign("oneida")).book is rulebook("oneida")
