"""Cases that cannot be read are turned away with the case, the field and the reason."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import hoyle.judge
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.judge import judge, read_cases


def case(what: str, **fields: Any) -> dict[str, Any]:
    return {"id": "X-1", "kind": what, "rulebook": "oneida", "game": "holdem", **fields}


def showdown(**fields: Any) -> dict[str, Any]:
    players = [{"seat": 1, "cards": ["As", "Ad"], "state": "live"}, {"seat": 2, "cards": ["Ks", "Kd"], "state": "live"}]
    usual = {"button": 1, "board": ["2c", "7d", "9h", "4s", "Td"], "players": players, "pot": 40}
    return case("showdown", **{**usual, **fields})


def players(*hands: str, **more: Any) -> list[dict[str, Any]]:
    return [{"seat": seat, "cards": hand.split(), "state": "live", **more} for seat, hand in enumerate(hands, start=1)]


def kill(**fields: Any) -> dict[str, Any]:
    return case("kill", option="kill", limits=[4, 8], **fields)


def killed(*winners: list[Any]) -> dict[str, Any]:
    """One pot above the threshold, and who won it."""
    hand = {"n": 1, "pot": 9, "winners": list(winners)}
    return kill(threshold={"dollars": 5}, start={}, hands=[hand])


def refusal(given: dict[str, Any]) -> str:
    with pytest.raises(HoyleError) as caught:
        judge(given)
    message = str(caught.value)
    assert message.startswith("case X-1: ")
    assert message.count("case X-1") == 1
    return message.removeprefix("case X-1: ")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (showdown(board=["2c", "7d", "9h", "4s", "1d"]), "board: card 5: '1d' is not a card"),
        (showdown(board=["2c", "7d", "9h", "4s", "As"]), "the hand of seat 1 has As, which is in board too"),
        (showdown(board=["2c", "7d", "9h"]), "board has 3 cards; holdem has 5 cards"),
        (showdown(players=players("As Ad", "Ks Kd Kc")), "players[1].cards has 3 cards; seat 2 must show 2"),
        (showdown(players=[]), "players has nobody who is live or all-in"),
        (showdown(players=players("As Ad") * 2), "players has seat 1 twice"),
        (showdown(players=[{"seat": 1, "cards": [], "state": "dead"}]), 'players[0].state: cannot be "dead"'),
        (showdown(players=players("As Ad", "Ks Kd", chips=3)), "players[0].chips is not known here"),
        (
            showdown(players=[*players("As Ad", **{"in": 3}), {"seat": 2, "cards": ["Ks", "Kd"], "state": "live"}]),
            "players must give `in` for all players or for none",
        ),
        (showdown(players=players("As Ad", "Ks Kd", **{"in": 3})), "pot is 40, but the players put in 6"),
        (showdown(button=None), "button is missing"),
        (showdown(pot=None), "pot is missing"),
        (showdown(pot=-1), "pot -1: expected 0 or more"),
        (showdown(pot=12.5), "pot 12.5: expected a whole number"),
        (showdown(rake=50), "rake and jackpot take 50 out of a pot of 40"),
        (showdown(colour="red"), "colour is not known here"),
        (showdown(params={"unit_cents": 500}), "params: unit_cents cannot be 500"),
        (showdown(params={"unit_cents": None}), "params: unit_cents cannot be null"),
        (
            showdown(players=[{"seat": 1, "cards": ["As", "Ad", "Ah"], "state": "live"}]),
            "players[0].cards has 3 cards; holdem deals 2",
        ),
        (
            showdown(players=players("As Ad"), board=["2c", "7d", "9h", "4s", "Td", "Jd"]),
            "board has 6 cards; holdem has 5",
        ),
        (
            showdown(alternatives=[{"params": {}}, {"params": {"odd_rule": "half"}}]),
            "alternatives[1]: params: odd_rule cannot be 'half'",
        ),
        (showdown(alternatives=[{"totals": {}}]), "alternatives[0].params is missing"),
        (showdown(params={"odd_rule": "half"}), "params: odd_rule cannot be 'half'"),
        (showdown(params={"luck": 1}), "params: unknown switch 'luck'"),
        (showdown(params=[]), "params, a list: expected a table of names and values"),
        (showdown(game="canasta"), 'game cannot be "canasta"'),
        (showdown(game="any"), "game cannot be 'any' here"),
        (showdown(rulebook="hoyle-1742"), 'rulebook cannot be "hoyle-1742"'),
        (showdown(rulebook="ca-omaha"), "game: ca-omaha has no game 'holdem'"),
        (showdown(kind="guess"), 'kind cannot be "guess"'),
        (showdown(kind="banked"), "button is not known here"),
        (showdown(kind="dice"), "button is not known here"),
        (
            case(
                "showdown",
                game="stud7-high",
                board=["2c", "3c"],
                button=None,
                pot=1,
                players=players("As Ad Ah Ac 5d 6d", "Ks Kd Kh Kc 7d 8d"),
            ),
            "board has 2 cards; stud7-high has at most one",
        ),
        (case("bring_in", upcards={"1": "2c"}), "game holdem has no forced bet"),
        (case("bring_in", game="stud7-high", mode="highest_ace_low", upcards={"1": "2c"}), "mode cannot be"),
        (case("bring_in", game="stud7-high", upcards={"1": "2c", "2": "2c"}), "the up-card of seat 2 has 2c"),
        (case("bring_in", game="stud7-high", upcards={"one": "2c"}), 'upcards: has "one" where a seat number belongs'),
        (case("bring_in", game="stud7-high", upcards={"1": "2c", "01": "3c"}), "upcards: names seat 1 twice"),
        (case("bring_in", game="stud7-high", upcards={}), "upcards: names no seat"),
        (case("bring_in", game="stud7-high", upcards={"9" * 5000: "As"}), "where a seat number belongs"),
        (case("bring_in", game="stud7-high", upcards={"1": 7}), "upcards: 1: must be a card such as 'Ah', not 7"),
        (case("opener", mode="stud", showing={"1": ["2c", "3c"]}), "game holdem deals no up-cards"),
        (case("opener", game="stud7-high", mode="mambo", showing={"1": "2c"}), 'mode cannot be "mambo"'),
        (
            case("opener", game="stud7-high", mode="stud", showing={"1": ["2c", "3c"], "2": ["4c"]}),
            "showing must have equally many cards",
        ),
        (
            case("opener", game="stud7-high", mode="stud", showing={"1": ["2c"], "2": ["4c"]}),
            "showing must have 2, 3 and 4 cards each, not 1",
        ),
        (
            case("opener", game="stud7-high", mode="stud", showing={"1": ["2c", "3c"]}, community="4c"),
            "community belongs to mambo",
        ),
        (
            case("opener", game="stud7-high", mode="stud", showing={"1": 7}),
            "showing: 1: must be cards such as 'AhKd' or ['Ah', 'Kd'], not 7",
        ),
        (case("button", seats=[1, 2], draw={"1": "As"}), "draw: the button is drawn for, and seat 2 has no card"),
        (case("button", seats=[1, 2], draw={"1": "As", "2": "As"}), "the card of seat 2 has As"),
        (case("button", seats=[1], draw={"1": "As", "2": "Ks"}), "draw has a card for seat 2, which is not occupied"),
        (case("button", seats=[1, 1]), "seats names seat 1 twice"),
        (case("button", seats=3), "seats 3: expected a list"),
        (case("button", game="stud7-high", seats=[1, 2]), "game: stud7-high is played without a button"),
        (case("blinds", seats=[1, 2], button=1, blinds=[1, 2, 4]), "blinds: 3 blinds cannot be posted by 2 players"),
        (case("blinds", seats=[1, 2], button=1, blinds=[0]), "blinds[0] 0: expected 1 or more"),
        (case("blinds", seats=[1], button=1, blinds=[1]), "seats needs at least 2 seats"),
        (case("blinds", seats=[1, 2], button=1, blinds=[1], killer=2), "kill_blind is missing"),
        (case("blinds", seats=[1, 2], button=1, blinds=[1], killer=2, kill_blind=0), "kill_blind must be above 0"),
        (case("blinds", seats=[1, 2], button=1, blinds=[]), "blinds must hold at least one amount"),
        (
            case("blinds", game="omaha-high", seats=[1, 2], button=1, blinds=[1], killer=2, kill_blind=4),
            "killer cannot be there: oneida has no kill in omaha-high",
        ),
        (case("blinds", game="stud5-high", seats=[1, 2], button=1, blinds=[1]), "game stud5-high is played without"),
        (case("show_order", live=[1, 2], button=1, last_bettor=3), "last_bettor is seat 3, which is not in the"),
        (case("raises", players_in_round=3, cap=3, opened=True, actions=["shove"]), 'actions[0]: cannot be "shove"'),
        (case("raises", players_in_round=3, cap=3, opened="yes", actions=[]), "opened 'yes': expected true or false"),
        (case("action", facts={"to_call": 5, "chips": [5], "said": "shove"}), "facts: said cannot be 'shove'"),
        (
            case("action", facts={"to_call": 5, "chips": [5], "said": True}),
            "facts.said true: expected a whole number or text",
        ),
        (case("action", facts={"to_call": 5, "chips": [0]}), "facts.chips[0] 0: expected 1 or more"),
        (case("action", facts={"chips": [5]}), "facts.to_call is missing"),
        (case("action", facts=7), "facts 7: expected a table of names and values"),
        (case("raises", players_in_round=3, cap=0, opened=True, actions=[]), "cap 0: expected 1 or more"),
        (case("rake", method="tithe"), 'method: cannot be "tithe"'),
        (case("rake", method="reduce", players_at_table=3, requested=True, rates=[1]), "rates does not go with"),
        (
            case("rake", method="percent", percent="ten", called_by_round=[1], ended="flop"),
            'percent: must be a number, 0 or more, not "ten"',
        ),
        (
            case("rake", method="percent", percent=-1, called_by_round=[1], ended="flop"),
            "percent: must be a number, 0 or more, not -1",
        ),
        (
            case("rake", method="percent", percent=10**400, called_by_round=[1], ended="flop"),
            "percent: must be no more than 1,000,000,000,000, not a number of about 401 digits",
        ),
        (
            case("rake", method="percent", percent=float("inf"), called_by_round=[1], ended="flop"),
            "percent: must be no more than 1,000,000,000,000, not Infinity",
        ),
        (
            case("rake", rulebook="nj-19-47", method="percent", percent=100.5, called_by_round=[1], ended="flop"),
            "percent: a rake of 100.5 % is more than there is: 100 % at most",
        ),
        (
            case("rake", method="percent", percent=5, called_by_round=[1], ended="flop", uncalled="ten"),
            "uncalled 'ten': expected a whole number",
        ),
        (
            case("rake", method="increment", levels=[[1]], pots=[1], ended="flop"),
            "levels[0], a list: expected a list of 2 entries",
        ),
        (case("rake", method="increment", levels=[], pots=[1], ended="flop", jackpot=2), "jackpot of 2 and rake of 0"),
        (case("rake", method="increment", levels=[], pots=[1], ended="later"), 'ended: cannot be "later"'),
        ({**killed([1, "entire"]), "game": "omaha-high"}, "game omaha-high has no kill in oneida"),
        ({**killed([1, "entire"]), "option": "double"}, 'option: cannot be "double"; it is one of kill, half-'),
        ({**killed([1, "entire"]), "limits": [8, 4]}, "limits must be two amounts, the lower limit first"),
        ({**killed([1, "entire"]), "limits": [10**400, 10**401]}, "limits[0]: must be no more than"),
        ({**killed([1, "entire"]), "threshold": {}}, "threshold: dollars or multiple must be given"),
        (killed(), "hands[0].winners must name at least one seat"),
        (killed([1, "entire"], [2, "low"]), "hands[0].winners has seat 1 win everything and others besides"),
        (case("stud_shortage", remaining=5, burns=3, stub=9), "game holdem cannot run short"),
        (case("stud_shortage", game="stud7-high", dealt=[24, 8, 8, 8], remaining=8, burns=3, stub=9), "stub is 9, but"),
        (
            case("stud_shortage", game="stud7-high", remaining=9, burns=3, stub=9),
            "remaining must be from 2 to 8, not 9",
        ),
        (case("draw_shortage", dealt_in=8, draws=[]), "game holdem has no draw"),
        (case("draw_shortage", game="draw5-high", dealt_in=8, draws=[[1, 6]]), "draws[0][1] 6: expected at most 5"),
        (
            case("draw_shortage", game="draw5-high", dealt_in=8, draws=[[1, 5], [1, 2]]),
            "draws[1] is seat 1, which has drawn",
        ),
        (
            case("draw_shortage", game="draw5-high", dealt_in=8, folded=[1], draws=[[1, 5]]),
            "draws[0] is seat 1, which has f",
        ),
        (
            case("draw_shortage", game="draw5-high", dealt_in=2, folded=[3], draws=[[1, 5], [2, 5]]),
            "dealt_in is 2, but 3 seats have folded or draw",
        ),
        (
            case("draw_shortage", game="draw5-high", dealt_in=4, draws=[[3, 1], [1, 1], [4, 1]]),
            "draws[2] is seat 4: the draw goes clockwise from seat 3",
        ),
        (
            case("draw_shortage", game="draw5-high", dealt_in=3, folded=[1, 2], draws=[[3, 1]]),
            "folded leaves 1 of 3: it takes two to draw",
        ),
        (
            case("raises", game="stud7-high", players_in_round=9, cap=3, opened=True, actions=[]),
            "players_in_round: seat 9: this table has seats 1 to 8 (oneida XI.I.2)",
        ),
        (
            case("draw_shortage", game="draw5-high", dealt_in=9, draws=[[1, 5], [99, 2]]),
            "dealt_in: seat 9: this table has seats 1 to 8 (oneida XI.L.2)",
        ),
        (case("irregularity", trigger="ghost"), 'trigger cannot be "ghost"'),
        (
            case("irregularity", game="mambo-hilo6", trigger="boxed", facts={"count": 1}),
            "game: oneida has no game 'mambo-hilo6'",
        ),
        (
            case("action", game="mambo-hilo6", facts={"to_call": 5, "chips": [5]}),
            "game: oneida has no game 'mambo-hilo6'",
        ),
        (
            case("eligibility", required=[1], table_min=1, stack=10**1001),
            "stack of about 1,002 digits: expected at most 1,000,000,000,000",
        ),
        (case("irregularity", trigger="boxed", facts={}), "facts: boxed: count is missing"),
        (case("irregularity", trigger="boxed", facts={"count": 0}), "facts: boxed: count cannot be 0"),
        (case("irregularity", trigger="boxed", facts={"cards": 1}), "facts: unknown fact 'cards' for boxed"),
        (
            case("irregularity", trigger="left", rulebook="room-2012", game="any", facts={"protected": 1}),
            "facts: left: protected",
        ),
        (
            case("irregularity", trigger="stud-hole-up", facts={"exposed": 3}),
            "facts: stud-hole-up: exposed cannot be 3",
        ),
        (case("irregularity", trigger="wrong-start", facts=[]), "facts, a list: expected a table of names and values"),
    ],
)
def test_the_refusal_names_case_and_field(given: dict[str, Any], message: str) -> None:
    assert message in refusal(given)


def test_a_case_without_a_kind_or_an_id_is_refused() -> None:
    with pytest.raises(InvalidError, match=r"case \?: kind is missing"):
        judge({})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"cases": [\n{"id": "A" "kind": 1}]}', "f.json: line 2, column 12: not JSON: Expecting ',' delimiter"),
        ("", "f.json: line 1, column 1: not JSON"),
        ("7", "f.json: cases must be a list, not 7"),
        ('{"cases": {}}', "f.json: cases must be a list, not {}"),
        ('{"cases": [], "notes": 1}', "f.json: notes is unknown here"),
        ('{"cases": [3]}', r"f.json: cases[0] must be an object, not 3"),
        ('{"cases": [{"kind": "rake"}]}', "f.json: cases[0]: id must be text, not null"),
        ('[{"id": "A"}, {"id": "A"}]', "f.json: case A is there twice"),
        ("[" * 100_000, "f.json: lists and objects are nested too deeply"),
        ('[{"id": "A", "stack": ' + "9" * 5000 + "}]", "f.json: a number has too many digits"),
        (r'[{"id": "\ud800"}]', r"f.json: cases[0]: id '\ud800' is half a character, not text"),
        (r'[{"id": "A", "title": "\ud800"}]', "f.json: case A holds half a character"),
    ],
)
def test_a_malformed_file_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InvalidError) as caught:
        read_cases(text, "f.json")
    assert message in str(caught.value)


def test_a_file_may_hold_cases_a_list_or_one_case() -> None:
    one = '{"id": "A", "kind": "rake"}'
    for text in (one, f"[{one}]", f'{{"cases": [{one}]}}'):
        assert read_cases(text, "f.json") == [{"id": "A", "kind": "rake"}]


def test_the_example_in_the_package_runs() -> None:
    outcome = doctest.testmod(hoyle.judge)
    assert outcome.attempted
    assert outcome.failed == 0
