"""What a dice house posts for single wagers: limits, commissions, put bets, wagers by approved procedure."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.games.dice.random_sessions import craps_table, mini_table, seated

from hoyle.core.errors import HoyleError, IllegalError, InvalidError
from hoyle.games.dice.posted_sign import CrapsSign, MiniDiceSign
from hoyle.table.command_base import command_from_dict
from hoyle.table.dice.commands import Bet, Increase, Reduce
from hoyle.table.dice.table import DiceTable

TWINS: dict[str, Any] = {
    "optional_wagers": ("twins",),
    "approved_wagers": ("twins",),
    "optional_pay": {"twins": {2: Fraction(20), 12: Fraction(33, 2)}},
}


def on_a_point(**options: Any) -> DiceTable:
    """Ann has the dice, and the point is six."""
    table = seated(craps_table(**options), "ann", "bob")
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    return table


def refused(clause: str, table: DiceTable, command: Any) -> None:
    with pytest.raises(IllegalError) as refusal:
        table.do(command)
    assert refusal.value.clause == clause


def test_a_wager_may_have_limits_of_its_own() -> None:
    table = on_a_point(minimum=5, maximum=50, limits={"place": (12, 24), "field": (1, 0)})
    refused("house table-limits", table, Bet(seat=2, kind="place", amount=6, number=6))
    refused("house table-limits", table, Bet(seat=2, kind="place", amount=30, number=6))
    refused("house table-limits", table, Bet(seat=2, kind="come", amount=60))
    table.bet(2, "field", 60)
    table.bet(2, "place", 12, number=8)
    refused("house table-limits", table, Increase(seat=2, wager="w3", to=30))
    refused("house table-limits", table, Reduce(seat=2, wager="w3", to=6))
    place = [
        choice
        for wait in table.pending()
        for choice in wait.choices
        if choice.fixed.get("kind") == "place" and choice.fixed["number"] == 6
    ]
    assert {(bound.min, bound.max) for choice in place for bound in choice.bounds} == {(12, 24)}
    small = seated(mini_table(limits={"field": (3, 4)}), "ann")
    refused("house table-limits", small, Bet(seat=1, kind="field", amount=5))
    small.bet(1, "field", 4)


@pytest.mark.clauses("oneida CR.G.1", "oneida CR.G.2")
def test_buy_and_lay_may_be_charged_commissions_of_their_own() -> None:
    table = on_a_point(commissions={"buy": Fraction(2)})
    assert [entry.commission for entry in table.bet(2, "buy", 100, number=4)] == [2]
    assert [entry.commission for entry in table.bet(2, "lay", 200, number=4)] == [5]
    for kind in ("buy", "lay"):
        with pytest.raises(IllegalError, match=f"6 % on {kind}: at most 5 %"):
            CrapsSign(commissions={kind: Fraction(6)})
    with pytest.raises(HoyleError, match="only buy, lay may be charged"):
        CrapsSign(commissions={"place": Fraction(1)})


@pytest.mark.clauses("oneida CR.O3")
def test_a_come_bet_is_put_on_a_number_only_where_the_house_takes_it() -> None:
    table = on_a_point()
    with pytest.raises(IllegalError, match="Come cannot be put on 8") as refusal:
        table.bet(2, "come", 10, number=8)
    assert refusal.value.clause == "oneida CR.O3"
    table = on_a_point(put_bets=True)
    entries = table.bet(2, "come", 10, number=8)
    assert [entry.name for entry in entries] == ["bet", "moved"]
    assert (entries[1].number, entries[1].clause) == (8, "house put-bets")
    table.bet(2, "come_odds", 10, on="w2")
    for bad in (Bet(seat=2, kind="come", amount=10, number=7), Bet(seat=2, kind="dont_come", amount=10, number=8)):
        with pytest.raises(IllegalError):
            table.do(bad)
    entries = table.throw(6, 2)
    assert [(entry.id, entry.paid) for entry in entries if entry.name == "decided"] == [("w2", 10), ("w3", 12)]


def test_a_put_come_bet_needs_a_point_like_any_other() -> None:
    table = seated(craps_table(put_bets=True), "ann")
    table.offer()
    table.accept(1)
    with pytest.raises(IllegalError, match="while a point is on"):
        table.bet(1, "come", 10, number=8)


@pytest.mark.clauses("oneida CR.D.optional")
def test_an_optional_wager_is_bet_where_its_approved_procedure_says_what_it_pays() -> None:
    with pytest.raises(IllegalError, match="without an approved procedure"):
        on_a_point().bet(2, "twins", 2)
    table = on_a_point(**TWINS)
    with pytest.raises(IllegalError, match="a multiple of 2"):
        table.bet(2, "twins", 3)
    entries = table.bet(2, "twins", 2)
    assert entries[0].clause == "oneida CR.D.optional"
    decided = [entry for entry in table.throw(6, 6) if entry.name == "decided"]
    assert [(entry.paid, entry.clause) for entry in decided] == [(33, "oneida CR.D.optional")]
    table.bet(2, "twins", 2)
    assert [entry.result for entry in table.throw(1, 2) if entry.name == "decided"] == ["lose"]
    again = DiceTable.resume(table.checkpoint())
    assert again == table


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({**TWINS, "approved_wagers": ()}, "no approved operating procedure"),
        ({**TWINS, "optional_wagers": ()}, "offers no such wager"),
        ({**TWINS, "optional_pay": {"twins": {}}}, "pays on no total"),
        ({**TWINS, "optional_pay": {"twins": {13: Fraction(1)}}}, "totals are 2 to 12"),
        ({"optional_wagers": ("pass",), "approved_wagers": ("pass",), "optional_pay": {"pass": {2: 1}}}, "has a wager"),
        ({"limits": {"pass_odds": (1, 5)}}, "odds go by their multiple"),
        ({"limits": {"fire": (1, 5)}}, "the wagers are"),
        ({"limits": {"pass": (6, 5)}}, "cannot be"),
        ({"maximum": -1}, "maximum -1: expected 0 or more"),
        ({"odds_maximum": -1}, "odds_maximum -1: expected 0 or more"),
    ],
)
def test_what_a_house_posts_for_single_wagers_is_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(HoyleError, match=message):
        CrapsSign(**options)


def test_the_signs_read_line_by_line_with_their_clauses() -> None:
    sign = CrapsSign(
        minimum=5, maximum=100, limits={"place": (6, 60)}, commissions={"buy": Fraction(3)}, put_bets=True,
        odds_multiple={4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}, odds_maximum=500, work_on_come_out=("hard",),
        offers={"place_to_lose": True}, **TWINS,
    )  # fmt: skip
    text = sign.text()
    for line in (
        "Craps, by oneida (oneida CR.E.2)",
        "wagers of 5 to 100 (house table-limits)",
        "Place of 6 to 60 (house table-limits)",
        "odds up to 3 on 4, 4 on 5, 5 on 6, 5 on 8, 4 on 9, 3 on 10 times the flat bet (oneida CR.H.5)",
        "no odds above 500 (oneida CR.H.6)",
        "Twins, by approved procedure (oneida CR.D.optional)",
        "Place to lose is offered",
        "put bets are taken",
    ):
        assert line in text
    assert all(line.clauses for line in sign.cited_lines())
    small = MiniDiceSign(minimum=2, limits={"field": (3, 30)})
    assert "no commission (nj-19-47 19:47-13.6(d))" in small.text()
    assert all(line.clauses for line in small.cited_lines())


@pytest.mark.clauses("oneida CR.D.world.b")
def test_a_part_of_a_world_bet_above_its_own_maximum_is_cut_to_that_at_most() -> None:
    table = on_a_point(without_spot=("world",), limits={"horn": (4, 10), "any_seven": (2, 3)})
    table.bet(2, "world", 25)
    cuts = {
        choice.fixed["wager"]: [(bound.min, bound.max, bound.step) for bound in choice.bounds]
        for wait in table.pending()
        for choice in wait.choices
        if choice.do == "reduce" and choice.fixed["seat"] == 2
    }
    assert cuts == {"w2": [(4, 8, 4)], "w2+": [(2, 3, 1)]}


def test_a_hop_bet_is_the_same_at_a_table_taken_up_from_its_log() -> None:
    table = on_a_point()
    table.bet(2, "hop", 5, faces="3-1")
    table.bet(2, "hop", 5, faces="2-2")
    again = DiceTable.resume(None, table.log)
    for each in (table, again):
        each.throw(1, 3)
    assert again == table
    assert table.stacks[2] > 500


@pytest.mark.clauses("oneida CR.K.2.a")
def test_a_throw_for_the_come_bets_alone_is_offered_where_it_may_be_made() -> None:
    table = seated(craps_table(), "ann")
    table.offer()
    table.accept(1)
    table.bet(1, "pass", 10)
    table.throw(4, 2)
    table.bet(1, "come", 10)
    table.throw(4, 4)
    assert "no-line-bet" not in [wait.kind for wait in table.pending()]
    table.throw(4, 2)
    [wait] = [wait for wait in table.pending() if wait.kind == "no-line-bet"]
    assert (wait.person, wait.optional) == ("dealer", True)
    [choice] = wait.choices
    assert (choice.do, choice.clause, wait.clause) == ("no-line-bet", "oneida CR.K.2.a", "oneida CR.K.2.a")
    table.do(command_from_dict(table.COMMANDS, {"do": choice.do, **choice.fixed}))
    assert table.state.play.settle_only


@pytest.mark.parametrize("sign", [CrapsSign, MiniDiceSign])
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seats": "x"}, "seats 'x': expected a whole number"),
        ({"minimum": True}, "minimum True: expected a whole number"),
        ({"maximum": 1.5}, "maximum 1.5: expected a whole number"),
        ({"min_chip": 10**40}, "min_chip of about 41 digits"),
        ({"limits": {"place": (5, 10**13)}}, "limits 10000000000000: expected at most"),
        ({"limits": {"place": 5}}, "limits 5: expected a minimum and a maximum"),
        ({"limits": [5, 10]}, r"limits \[5, 10\]: expected a short table of names and values"),
        ({"pay": {"field": "x"}}, "pay 'x': expected a whole number or a fraction"),
        ({"pay": {"field": Fraction(10**40)}}, "pay of about 41 digits"),
        ({"uniform": 1}, "uniform 1: expected True or False"),
        ({"book": 7}, "book 7: expected text"),
    ],
)
def test_a_sign_says_which_field_is_no_part_of_one(sign: Any, given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        sign(**given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"odds_multiple": "3"}, "odds_multiple '3': expected a whole number"),
        ({"odds_multiple": {4: True}}, "odds_multiple True: expected a whole number"),
        ({"odds_multiple": {"4": 3}}, "odds_multiple '4': expected a whole number"),
        ({"commission_pct": 2.5}, "commission_pct 2.5: expected a whole number or a fraction"),
        ({"offers": {"buy": 1}}, "offers 1: expected True or False"),
        ({"without_spot": "horn"}, "without_spot 'horn': expected a list of names"),
        ({"optional_pay": {"twins": 5}}, "optional_pay 5: expected values by number"),
        ({"put_bets": None}, "put_bets None: expected True or False"),
    ],
)
def test_so_does_a_craps_sign(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        CrapsSign(**given)


def test_and_a_sign_of_mini_dice() -> None:
    with pytest.raises(InvalidError, match="stated 5: expected text"):
        MiniDiceSign(stated=5)  # type: ignore[arg-type]
    with pytest.raises(InvalidError, match="player_may_return 0: expected True or False"):
        MiniDiceSign(player_may_return=0)  # type: ignore[arg-type]
