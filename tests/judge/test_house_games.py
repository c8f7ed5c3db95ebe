"""Cases about games against the house: what they may say of the house, and what is refused in them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.coverage_plugin import Exercises

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.judge import judge

MINI = {"game": "mini-dice", "rulebook": "nj-19-47"}


def dice(*steps: dict[str, Any], **fields: Any) -> dict[str, Any]:
    case = {"id": "X-1", "kind": "dice", "rulebook": "oneida", "game": "craps", "steps": list(steps)}
    return {**case, **fields}


def bet(id: str, kind: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"do": "bet", "id": id, "kind": kind, "amount": amount, **more}


def roll(one: int, other: int, do: str = "roll") -> dict[str, Any]:
    return {"do": do, "dice": [one, other]}


def stud(**fields: Any) -> dict[str, Any]:
    seat = {"pos": 1, "ante": 10, "streets": ["fold"]}
    case = {"id": "X-1", "kind": "banked", "rulebook": "oneida", "game": "mississippi-stud"}
    return {**case, "positions": [seat], "deck": "Ac Kc Qc Jc Tc", **fields}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (dice(config={"odds_multiple": "2"}), "config.odds_multiple '2': expected a whole number"),
        (dice(config={"odds_multiple": {"7": 2}}), "odds_multiple has '7'; the points are 4, 5, 6, 8, 9, 10"),
        (dice(config={"odds_multiple": 200}), "1 to 100 (oneida CR.H.5)"),
        (dice(config={"bar": "x"}), "bar 'x': expected a whole number"),
        (dice(config={"minimum": "x"}), "minimum 'x': expected a whole number"),
        (dice(config={"put_bets": 1}), "put_bets 1: expected true or false"),
        (dice(config={"pay": {"field": {}}}), "pay: field: it, names and values: expected a whole number or text"),
        (dice(config={"pay": {"field": "x"}}), "pay.field: 'x' are no odds"),
        (dice(config={"pay": {"field": "1 to 2"}}), "below the minimum of 1 (oneida CR.F.1)"),
        (dice(params={"bar": []}), "bar, a list: expected a whole number"),
        (dice(**MINI, config={"odds_multiple": 2}), "odds_multiple is not known here"),
        (dice(**MINI, config={"pay": {"field": "1 to 2"}}), "below the minimum of 1"),
        (dice(players=["a"], accepts={"a": "yes"}), "accepts[...]: expected true or false"),
        (
            stud(params={"unit_cents": "7"}, config={"max_payout": 10000}),
            'unit_cents cannot be "7"; it is a whole number',
        ),
        (stud(config={"fold_keeps_side": "yes"}), "fold_keeps_side 'yes': expected true or false"),
    ],
)
def test_what_a_case_says_of_the_house_is_read_with_care(given: dict[str, Any], message: str) -> None:
    with pytest.raises(HoyleError) as refusal:
        judge(given)
    assert message in str(refusal.value)
    assert str(refusal.value).startswith("case X-1")


def test_the_net_counts_every_wager_even_if_two_bear_one_name() -> None:
    ruled = judge(dice(bet("f", "field", 5), roll(4, 3), bet("f", "field", 5), roll(6, 6))).result
    assert (ruled["wagers"]["f"]["paid"], ruled["net"]) == (10, 5)


def test_a_mini_dice_house_may_post_limits_and_pay_more() -> None:
    config = {"minimum": 5, "pay": {"field-12": "3 to 1"}}
    shaken = dice(bet("a", "field", 4), bet("f", "field", 5), roll(6, 6, "shake"), **MINI, config=config)
    ruled = judge(shaken).result
    assert ruled["rejects"] == [["a", "table-limits"]]
    assert ruled["net"] == 15


@pytest.mark.parametrize("accepts", [{"b": True, "c": False}, ["b"]])
def test_who_accepts_is_named_by_answers_or_in_a_list(accepts: object) -> None:
    given = dice(players=["a", "b", "c"], previous="c", accepts=accepts)
    assert judge(given).result == {"asked": ["a", "b"], "holder": "b"}


@pytest.mark.clauses("nj-19-47 19:47-13.7(b)/2")
def test_a_shaker_that_nobody_takes_is_the_dealers() -> None:
    given = dice(players=["a", "b", "c"], previous="a", accepts={}, **MINI)
    assert judge(given).result == {"asked": ["b", "c"], "holder": "dealer"}
    assert judge(dice(players=["a", "b"], previous="a", accepts={})).result["holder"] is None


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("a die touches a player's chips", "CR.J.2.d"),
        ("the dice touched a player’s chips", "CR.J.2.d"),
        ("the dice hit the coupons on the layout", "CR.J.2.d"),
        ("dice that touch coupons or chips other than the boxperson's bank", "CR.J.2.d"),
        ("banked off a player's stack of chips", "CR.J.2.d"),
        ("struck a player's stack", "CR.J.2.d"),
        ("hit cheques", "CR.J.2.d"),
        ("a die came to rest on a player's wager", "CR.J.2.d"),
        ("a cocked die", "CR.J.3.b"),
    ],
)
def test_what_is_no_ground_for_no_roll_is_refused_by_its_step(reason: str, clause: str, exercises: Exercises) -> None:
    given = dice(bet("f", "field", 5), {"do": "invalid_roll", "reason": reason}, roll(6, 6))
    ruled = judge(given)
    assert (ruled.result["rejects"], ruled.result["refused"]) == ([], [[2, clause]])
    assert ruled.result["wagers"]["f"] == {"result": "win", "paid": 10, "taken": 0, "roll": 1}
    exercises(f"oneida {clause}")


@pytest.mark.clauses("oneida CR.J.2.d")
def test_a_refused_no_roll_that_has_an_id_is_listed_by_it() -> None:
    touched = {"do": "invalid_roll", "id": "touched", "reason": "hit a player's chips"}
    off = {"do": "invalid_roll", "id": "off", "reason": "a die left the table"}
    ruled = judge(dice(bet("f", "field", 5), touched, off, bet("late", "come", 5), roll(6, 6)))
    assert ruled.result["rejects"] == [["touched", "CR.J.2.d"], ["late", "CR.O3"]]
    assert "refused" not in ruled.result
    assert ruled.result["wagers"]["f"] == {"result": "win", "paid": 10, "taken": 0, "roll": 1}


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("a die came to rest on the bank's chips", "CR.J.2.b.iii"),
        ("a die rests on the chips before the boxperson", "CR.J.2.b.iii"),
        ("the dice did not leave the hand simultaneously", "CR.J.2.b.i"),
        ("dice not released simultaneously", "CR.J.2.b.i"),
        ("a die trailed the other", "CR.J.2.b.i"),
        ("neither die struck an end of the table", "CR.J.2.b.ii"),
        ("a die rests on a rail", "CR.J.2.b.iv"),
        ("a crooked device", "CR.J.2.b.v"),
        ("a player's hand was in the way", "CR.J.2.b.vi"),
        ("bets were made late", "CR.J.2.b.vi"),
        ("the players dispute which face is uppermost", "CR.J.3.c"),
        ("disputed faces", "CR.J.3.c"),
        ("more than one face of a die rests on an object", "CR.J.3.b/2"),
        ("a die left the table", "CR.J.2.a"),
        ("it struck a player's chips and went off the table", "CR.J.2.a"),
        ("one die came to rest on top of the other", "CR.J.2.a"),
    ],
)
def test_the_words_of_the_text_for_an_invalid_roll_are_understood(
    reason: str, clause: str, exercises: Exercises
) -> None:
    given = dice(bet("f", "field", 5), {"do": "invalid_roll", "reason": reason}, roll(6, 6))
    ruled = judge(given)
    assert clause in ruled.clauses
    assert ruled.result["rejects"] == []
    exercises(f"oneida {clause}")


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("without lying flat on the bottom of the shaker", "19:47-13.8(a)1"),
        ("a die leans against the side", "19:47-13.8(a)1"),
        ("the shaker turned out to hold a cocked die", "19:47-13.8(a)1"),
        ("one die fell out of the shaker", "19:47-13.8(a)2"),
        ("one die lies outside the shaker", "19:47-13.8(a)2"),
    ],
)
def test_so_are_those_for_an_invalid_shake(reason: str, clause: str, exercises: Exercises) -> None:
    given = dice(bet("f", "field", 5), {"do": "invalid_shake", "reason": reason}, **MINI)
    assert judge(given).clauses == [clause]
    exercises(f"nj-19-47 {clause}")


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        ([{"do": "remove", "id": "zz"}], 'case T: steps[0]: id cannot be "zz": no step before it bets that'),
        (
            [bet("p", "pass", 10), {"do": "reduce", "id": "p", "to": 10}],
            "case T: steps[1]: to must be less than the 10 that stand, not 10",
        ),
        (
            [bet("p", "pass", 10), {"do": "increase", "id": "p", "to": 5}],
            "case T: steps[1]: to must be more than the 10 that stand, not 5",
        ),
        (
            [{"do": "roll_raw", "dice": [{"top": 5}, {"resting": []}]}],
            "case T: steps[0]: dice: resting must have at least one face",
        ),
    ],
)
def test_a_step_that_says_nothing_sensible_is_named(steps: list[dict[str, Any]], complaint: str) -> None:
    with pytest.raises(InvalidError) as refused:
        judge(dice(*steps) | {"id": "T"})
    assert str(refused.value) == complaint


def test_a_wager_is_called_what_people_call_it() -> None:
    ruled = judge(dice(bet("a", "Don't Pass", 10), bet("b", "Any Seven", 5), roll(4, 3))).result
    assert (ruled["net"], ruled["rejects"]) == (10, [])


def test_a_face_named_twice_is_one_face() -> None:
    seen = {"do": "roll_raw", "dice": [{"top": 5}, {"resting": [1, 1]}]}
    assert judge(dice(bet("y", "number", 1, number=11), seen)).result["net"] == 15


@pytest.mark.clauses("oneida CR.K.2")
def test_a_line_declined_while_a_point_is_on_is_refused_by_its_step() -> None:
    given = dice(bet("p", "pass", 5), roll(4, 2), bet("c", "come", 5), roll(5, 3), {"do": "no_line_bet"})
    ruled = judge(given).result
    assert (ruled["rejects"], ruled["refused"]) == ([], [[5, "CR.K.2"]])


@pytest.mark.parametrize(
    ("given", "rejects"),
    [
        (stud(positions=[{"pos": 1, "ante": 10, "streets": [1, 2, 3]}], params={}), None),
        (
            {
                **stud(),
                "game": "four-card-poker",
                "positions": [{"pos": 3, "ante": 10, "decision": "play", "play": 31}],
                "deck": "Ah Kc Ad Kd As Qc 9s 9h 2d 3c 5d",
            },
            [[3, "FCP.A.5"]],
        ),
        (
            {
                **stud(),
                "game": "three-card-poker",
                "positions": [{"pos": 2, "ante": 10, "decision": "stand"}],
                "deck": "Ah Kc Ad Kd As Qc",
            },
            [[2, "TCP.J.2.a"]],
        ),
        (
            {
                **stud(),
                "game": "three-card-poker",
                "config": {"variant": "b"},
                "positions": [{"pos": 2, "pair_plus": 5, "decision": "stand"}],
                "deck": "Ah Kc Ad Kd As Qc",
            },
            [[2, "TCP.F.5.b"]],
        ),
    ],
)
def test_a_decision_that_the_book_forbids_is_rejected_with_its_clause(given: dict[str, Any], rejects: object) -> None:
    ruling = judge(given)
    assert ruling.result.get("rejects") == rejects
    if rejects:
        assert ruling.working[-1].text.startswith("Refused: ")


def three_card(*reports: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Seats 2 and 5 have an Ante and play on; seat 2 has aces, the dealer nothing."""
    seats = [{"pos": 2, "ante": 10, "decision": "play"}, {"pos": 5, "ante": 10, "decision": "play"}]
    case = {**stud(), "game": "three-card-poker", "positions": seats, "deck": "Ah 9c 2d Ac 9d 7s Kh 4c 5h"}
    return {**case, "reports": list(reports), **fields}


@pytest.mark.parametrize(
    ("report", "rulings", "void"),
    [
        ({"do": "face-up-card", "at": "deal", "after": 4}, [["all hands void, reshuffle", "TCP.L.1"]], True),
        ({"do": "drawn-in-error", "at": "deal", "after": 2}, [["used as the next card", "TCP.L.2"]], None),
        ({"do": "dealer-exposed"}, [["all hands void, reshuffle", "TCP.L.4"]], True),
        ({"do": "dealer-exposed", "after": 1}, [["all hands void, reshuffle", "TCP.L.4"]], True),
        ({"do": "wrong-number", "after": 1}, [["all hands void, reshuffle", "TCP.L.3"]], True),
        ({"do": "count-stub", "found": 52}, [["the stub goes to the discard rack unseen", "TCP.G.5.a"]], None),
        ({"do": "count-stub", "found": 51}, [["all hands void, the deck is removed", "TCP.G.5.b/2"]], True),
        ({"do": "improper-cut", "at": "betting"}, [["cut again", "TCP.E.4"]], None),
    ],
)
def test_the_floor_is_told_and_rules_in_a_case_of_cards(
    report: dict[str, Any], rulings: list[list[str]], void: bool | None, exercises: Exercises
) -> None:
    given = three_card(report)
    if report["do"] == "improper-cut":
        again = {"do": "recut", "count": 20, "ordered_by": "floor", "at": "betting"}
        given["reports"].append(again)
    ruled = judge(given).result
    assert (ruled["rulings"], ruled.get("void"), "rejects" in ruled) == (rulings, void, False)
    if void:
        assert {seat["net"] for seat in ruled["seats"].values()} == {0}
    exercises(*(f"oneida {clause}" for _, clause in rulings))


@pytest.mark.clauses("oneida TCP.AMB-G1")
def test_hands_that_were_settled_before_the_report_stay_settled() -> None:
    ruled = judge(three_card({"do": "wrong-number", "at": "settlement", "after": 1})).result
    assert (ruled["order"], ruled["void"]) == ([5], True)
    assert ruled["seats"]["2"]["net"] == 0
    assert ruled["seats"]["5"]["net"] != 0


@pytest.mark.clauses("oneida TCP.L.3", "oneida TCP.AMB-G1")
@pytest.mark.parametrize(("turned", "settled"), [(1, []), (2, [5])])
def test_a_wrong_number_is_reported_when_a_hand_is_turned_up(turned: int, settled: list[int]) -> None:
    ruled = judge(three_card({"do": "wrong-number", "at": "turn-up", "after": turned})).result
    assert (ruled["order"], ruled["void"]) == (settled, True)
    assert ruled["rulings"] == [["all hands void, reshuffle", "TCP.L.3"]]
    assert [seat for seat in ("2", "5") if ruled["seats"][seat]["net"]] == [str(seat) for seat in settled]
    with pytest.raises(InvalidError, match="is never reached"):
        judge(three_card({"do": "wrong-number", "at": "turn-up", "after": 3}))


@pytest.mark.clauses("oneida TCP.L.1")
@pytest.mark.parametrize("moment", [{}, {"after": 1}, {"at": "settlement"}, {"at": "turn-up"}])
def test_a_card_found_face_up_after_the_deal_voids_nothing(moment: dict[str, Any]) -> None:
    ruled = judge(three_card({"do": "face-up-card", **moment})).result
    assert ruled["rejects"] == [["face-up-card", "TCP.L.1"]]
    assert ruled["seats"] == judge(three_card()).result["seats"]


@pytest.mark.clauses("oneida TCP.E.2.b", "oneida TCP.E.3.a.ii")
def test_shuffle_and_cut_may_be_told_and_a_deck_that_is_not_cut_is_not_dealt() -> None:
    shuffle = {"do": "shuffle", "at": "shuffle", "by": "dealer"}
    ruling = judge(three_card(shuffle))
    assert ruling.result["rejects"] == [["open-wagers", "TCP.E.2.b"]]
    short = {"do": "cut", "at": "shuffle", "by": "dealer", "count": 9}
    ruled = judge(three_card(shuffle, short, {**short, "count": 10})).result
    assert ruled["rejects"] == [["cut", "TCP.E.3.a.ii"]]
    assert set(ruled["seats"]) == {"2", "5"}


def test_what_no_book_covers_waits_for_the_house() -> None:
    exposed = {"do": "player-exposed", "spot": 2}
    ruled = judge(three_card(exposed)).result
    assert (ruled["rejects"], ruled.get("void")) == ([["player-exposed", "house ruling"]], None)
    ruled = judge(three_card({**exposed, "house": "play on"})).result
    assert ruled["rulings"] == [["play on", "house ruling"]]


@pytest.mark.parametrize(
    ("positions", "rejects"),
    [
        ([{"pos": 1, "ante": 10, "streets": [4]}], [[1, "MS.L.2"]]),
        ([{"pos": 1, "ante": 10, "streets": [1, 9]}], [[1, "MS.L.3"]]),
        ([{"pos": 9, "ante": 10, "streets": [1]}], [[9, "MS.B.1"]]),
        ([{"pos": 1, "aces_up": 10, "streets": [1]}], [[1, "MS.L.1"]]),
        ([{"pos": 1, "ante": 10, "streets": ["fold", 2]}, {"pos": 2, "ante": 10, "streets": [1]}], [[1, "MS.L.5"]]),
    ],
)
def test_whatever_a_player_may_not_do_is_a_rejection(
    positions: list[dict[str, Any]], rejects: list[list[Any]], exercises: Exercises
) -> None:
    ruled = judge(stud(positions=positions, deck="Ac Kc Qc Jc Tc 9d 8d")).result
    assert ruled == {"rejects": rejects}
    exercises(*(f"oneida {clause}" for _, clause in rejects))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"reports": [{"do": "fold"}]}, 'do: cannot be "fold"'),
        ({"reports": [{"do": "face-up-card", "at": "noon"}]}, 'at: cannot be "noon"'),
        ({"reports": [{"do": "face-up-card", "at": "deal", "after": 0}]}, "after one card or more"),
        ({"reports": [{"do": "face-up-card", "after": 9}]}, "is never reached"),
        ({"reports": [{"do": "count-stub"}]}, "found"),
        ({"reports": [{"do": "cut", "count": 20, "colour": "red"}]}, "colour"),
        ({"deck": "Ac Kc", "positions": [{"pos": 1, "ante": 10, "streets": [1, 1, 1]}]}, "has 2 cards; 5 are dealt"),
        ({"deck": "Ac Ac Kc Qc Jc"}, "card twice"),
    ],
)
def test_a_report_that_cannot_be_read_is_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(HoyleError) as refusal:
        judge(stud(**fields))
    assert message in str(refusal.value)
    assert str(refusal.value).startswith("case X-1")


@pytest.mark.clauses("oneida MS.H.1", "oneida MS.B.4")
def test_a_case_may_bet_an_optional_wager_and_post_a_limit_of_the_round() -> None:
    seat = {"pos": 1, "ante": 10, "optional": {"lucky": 5}, "streets": [1, 1, 1]}
    config: dict[str, Any] = {"optional_pay": {"lucky": {"royal flush": 50}}, "round_limit": 10_000}
    ruled = judge(stud(positions=[seat], config=config)).result
    assert ruled["seats"]["1"]["wagers"] == {
        "ante": 5000, "lucky": 250, "third": 5000, "fourth": 0, "fifth": 0,
    }  # fmt: skip
    with pytest.raises(HoyleError, match="no approved operating procedure"):
        judge(stud(positions=[seat], config={**config, "approved_wagers": []}))


@pytest.mark.clauses("oneida CR.D.optional", "oneida CR.G.1")
def test_a_craps_case_may_post_limits_commissions_and_wagers_of_the_house() -> None:
    config: dict[str, Any] = {
        "limits": {"place": [12, 24]},
        "commissions": {"buy": 2},
        "put_bets": True,
        "optional_pay": {"twins": {"2": 20, "12": "20 to 1"}},
    }
    given = dice(
        bet("p", "place", 6, number=8),
        bet("b", "buy", 100, number=4),
        roll(4, 2),
        bet("c", "come", 10, number=5),
        bet("t", "twins", 3),
        roll(6, 6),
        roll(4, 1),
        config=config,
    )
    ruled = judge(given).result
    assert ruled["rejects"] == [["p", "table-limits"]]
    assert ruled["wagers"]["b"]["commission"] == 2
    assert (ruled["wagers"]["t"]["paid"], ruled["wagers"]["c"]["paid"], ruled["net"]) == (60, 10, 68)
    for bad in ({"limits": {"place": [1]}}, {"optional_pay": {"twins": {"13": 1}}}, {"commissions": {"buy": "x"}}):
        with pytest.raises(HoyleError, match="case X-1: config"):
            judge(dice(config=bad))
    with pytest.raises(HoyleError, match="no approved operating procedure"):
        judge(dice(config={**config, "approved_wagers": []}))
