"""Whole evenings as cases: played at a real table, and held against what they expect line by line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.coverage_plugin import Exercises

from hoyle.core.cards import DECK, card_text, cards_text
from hoyle.core.errors import HoyleError
from hoyle.games.registry import GAMES
from hoyle.judge import diff_from_expected, judge, read_cases
from hoyle.judge.case_format import case_text
from hoyle.judge.case_types.decoder import decode
from hoyle.judge.case_types.session_case import SessionCase
from hoyle.judge.ruling import Ruling
from hoyle.judge.sessions.adapter_registry import adapter_for
from hoyle.judge.sessions.poker_adapter import PokerTableAdapter
from hoyle.judge.sessions.session_from_log import read_log, session_from_log
from hoyle.judge.sessions.session_runner import play_session
from hoyle.judge.sessions.table_adapter import TableAdapter
from hoyle.rulebooks import clause_catalogue
from hoyle.table import command_base as commands
from hoyle.table.command_base import PLAYER

FOLDER = Path(__file__).parent / "cases" / "sessions"
EXAMPLES = [case for file in sorted(FOLDER.glob("*.json")) for case in read_cases(file.read_text("utf-8"), file.name)]


def session(*commands: Any, **fields: Any) -> dict[str, Any]:
    """Three players at hold'em, ann with the button."""
    people = [{"seat": seat, "name": name, "chips": 100} for seat, name in enumerate(("ann", "bob", "cat"), 1)]
    usual = {"id": "X-1", "kind": "session", "rulebook": "oneida", "game": "holdem", "people": people}
    return {**usual, "button": "ann", "deck": "", "commands": list(commands), **fields}


def differing(given: dict[str, Any]) -> list[str]:
    found = diff_from_expected(given, judge(given))
    assert found is not None
    return [part.where for part in found]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in EXAMPLES])
def test_the_session_goes_as_expected(case: dict[str, Any], exercises: Exercises) -> None:
    ruling = judge(case)
    assert diff_from_expected(case, ruling) == []
    assert all((ruling.question, ruling.answer, ruling.working))
    assert all(clause_catalogue.resolve_citation(id).id == id for id in ruling.clauses)
    exercises(*(clause_catalogue.resolve_citation(id).citation for id in case.get("clauses", ())))


def test_every_game_of_every_kind_of_table_has_a_session() -> None:
    assert {case["game"] for case in EXAMPLES} == set(GAMES)
    ids = [case["id"] for case in EXAMPLES]
    assert sorted(set(ids)) == sorted(ids)


def test_a_session_that_expects_nothing_is_only_told() -> None:
    given = session({"do": "deal"}, {"by": "bob", "act": "fold"})
    ruling = judge(given)
    assert diff_from_expected(given, ruling) is None
    assert ruling.working[-1].text.startswith("Refused: seat 2 cannot act out of turn")
    assert ruling.answer == "ann has 100, bob has 98 and cat has 96; 1 refused"


def test_a_refusal_that_nobody_expected_is_named_with_its_command() -> None:
    given = session({"do": "deal"}, {"by": "bob", "act": "fold"}, expect={"stacks": {"ann": 100}})
    assert differing(given) == ["command 2 (bob: fold): refused"]


@pytest.mark.parametrize(
    ("expect", "where"),
    [
        ({"stacks": {"ann": 99}}, "stacks.ann"),
        ({"stacks": {"2": 97}}, "stacks.2"),
        ({"stacks": {"dan": 100}}, "stacks.dan"),
        ({"refused": True}, "refused"),
        ({"refused": "XI.G.1"}, "refused"),
        ({"ruling": "misdeal"}, "ruling"),
        ({"waits": {"seat": "bob"}}, "waits.seat"),
        ({"waits": {"kind": "draw"}}, "waits.kind"),
        ({"waits": {"seat": 1, "choices": ["fold", "call 4"]}}, "waits.choices"),
        ({"waits": {"seat": 1, "offers": ["raise to 12"]}}, "waits.offers[0]"),
        ({"waits": {"choices": ["fold", "call 4", {"do": "bet", "to": [8, 16]}]}}, "waits.choices[2]"),
        ({"waits": {"clause": "XI.J.7"}}, "waits.clause"),
        ({"waits": []}, "waits"),
        ({"sees": {"ann": "As Ah"}}, "sees.ann.cards.ann"),
        ({"sees": {"bob": {"cards": {"ann": "2h 3d"}}}}, "sees.bob.cards.ann"),
        ({"sees": {"bob": {"board": "As"}}}, "sees.bob.board"),
        ({"shows": {"button": 2}}, "shows.button"),
        ({"entries": ["dealt", "opened"]}, "entries[1]"),
        ({"entries": [{"name": "posted", "chips": 3}]}, "entries[0]"),
        ({"pots": [7]}, "pots"),
        ({"pots": [[6, ["ann", "bob"]]]}, "pots"),
        ({"clauses": ["XI.J.4", "XI.J.9"]}, "clauses"),
    ],
)
def test_what_is_not_as_expected_is_named_by_command_and_field(expect: dict[str, Any], where: str) -> None:
    assert differing(session({"do": "deal", "expect": expect})) == [f"command 1 (deal): {where}"]


def test_what_is_as_expected_may_be_said_in_many_ways() -> None:
    choices = [{"do": "fold"}, {"do": "call", "chips": 4, "seat": 1}, {"do": "bet", "to": [8, 8]}]
    expect = {
        "stacks": {"ann": 100, "2": 98, "cat": 96},
        "refused": False,
        "waits": [{"kind": "action", "seat": "ann", "person": "ann", "choices": choices, "clause": "XI.J.6"}],
        "sees": {"ann": "2h 3d", "": {"cards": {"ann": "?? ??"}, "board": ""}},
        "shows": {"button": 1, "limits": [4, 8]},
        "entries": ["round-began", {"name": "posted", "seat": 2, "clause": "XI.J.4"}, "dealt"],
        "pots": [[6, [1, "bob", 3]]],
        "clauses": "oneida XI.J.4",
    }
    assert differing(session({"do": "deal", "expect": expect})) == []


def test_only_the_first_command_that_differs_is_named() -> None:
    given = session({"do": "deal"}, {"expect": {"stacks": {"ann": 1, "bob": 2}}}, {"expect": {"pots": [1]}})
    assert differing(given) == ["command 2 (a look): stacks.ann", "command 2 (a look): stacks.bob"]


def test_what_is_expected_at_the_end_is_compared_last() -> None:
    assert differing(session({"do": "deal"}, expect={"stacks": {"ann": 1}})) == ["at the end: stacks.ann"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (session({"do": "dance"}), "command 1: unknown command 'dance'; the commands are announce, bet"),
        (session({"do": "deal", "colour": 1}), "command 1: deal has no field 'colour'; it has deck"),
        (session({"do": "deal", "deck": "1x"}), "command 1: deck: '1x' in '1x' (card 1) is not a card"),
        (session({"do": 7}), "command 1: do 7: expected text"),
        (session({"do": "fold"}), "command 1: fold needs its field 'seat'"),
        (session({"do": "fold", "seat": "dan"}), 'seat "dan": those who have a seat are ann, bob, cat'),
        (session({"do": "deal"}, {"act": "fold"}), "command 2: by is missing: say who speaks"),
        (session({"do": "deal"}, {"by": "ann", "act": "dance"}), "act: cannot read the action 'dance'"),
        (session({"by": "ann", "act": 7}), "command 1: act 7: expected text"),
        (session({"do": "deal", "act": "fold"}), "command 1: act and do: a line has"),
        (session({"by": "ann"}), "command 1: do is missing"),
        (session({"by": "ann", "act": "fold", "chips": 3}), "command 1: chips is not known here"),
        (session({"by": 3, "act": "fold"}), "command 1: by 3: expected text"),
        (session({"minute": 9, "do": "deal"}, {"minute": 5, "expect": {}}), "command 2: minute 5: it is minute 9"),
        (session({"do": "deal", "expect": {"stack": {}}}), "command 1: expect.stack is not known here"),
        (session({"do": "deal", "expect": {"waits": {"who": 1}}}), "command 1: expect.waits.who is not known here"),
        (session({"do": "deal", "expect": {"sees": {"ann": "Xx"}}}), "sees.ann.cards.ann: 'Xx' in 'Xx'"),
        (
            session({"do": "deal", "expect": {"sees": {"ann": {"hand": 1}}}}),
            "command 1: expect: sees.ann.hand is not known here",
        ),
        (
            session({"do": "deal", "expect": {"sees": {"anne": "2h 3d"}}}),
            "sees.anne does not take part in this session; did you mean ann?",
        ),
        (
            session({"do": "deal", "expect": {"refused": 1}}),
            "command 1: expect.refused 1: expected true or false or text",
        ),
        (session(7), "commands[0] 7: expected a table of names and values"),
        (session(sign={"limits": [8, 4]}), "sign: "),
        (session(sign={"colour": 1}), "sign: the sign has no field 'colour'"),
        (session(sign={"book": "oneida"}), "sign: book must be given once, beside the sign"),
        (session(people=[{"seat": 1, "name": "ann"}]), "people[0].chips is missing"),
        (session(people=[{"seat": 1, "name": "dealer", "chips": 9}]), "people[0]: player 'dealer': that name is"),
        (session(button="dan"), "button must be a seat that is taken"),
        (session(button={"ann": "Kh"}), "button: the button is drawn for, and seat 2 has no card"),
        (session(deck=[7]), "deck[0] 7: expected text"),
        (session(deck="As As"), "deck[0]: As appears twice"),
        (session(expect={"refused": True}), "expect.refused is not known at the end"),
        (session(dice="3-4"), "dice is not known in holdem"),
        (session(params={}), "params is not known here"),
        (session(rulebook="ca-omaha"), 'rulebook cannot be "ca-omaha"; it is one of nj-19-47, oneida, house'),
        (session(game="chess"), 'game cannot be "chess"; it is one of holdem'),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(given: dict[str, Any], message: str) -> None:
    with pytest.raises(HoyleError) as refusal:
        judge(given)
    assert message in str(refusal.value)
    assert str(refusal.value).startswith("case X-1: ")
    assert str(refusal.value).count("X-1") == 1


def test_who_cannot_be_understood_is_told_the_wagers_of_his_own_game() -> None:
    shaken = session({"by": "ann", "act": "pass 5"}, rulebook="nj-19-47", game="mini-dice")
    for field in ("button", "deck"):
        del shaken[field]
    with pytest.raises(HoyleError, match=r"'pass 5' is not a call here; .*\(place, field, any 7,"):
        judge(shaken)


def test_a_seat_may_be_named_by_who_sits_there() -> None:
    named = session({"do": "deal"}, {"do": "out-of-view", "seat": "cat", "expect": {"refused": False}})
    assert differing(named) == []
    spots = [{"at": "hand", "seat": "bob", "card": 2}]
    ruling = {"result": "replace after deal with top card, exposed card becomes the burn"}
    exposed = session({"do": "deal"}, {"do": "exposed", "spots": spots, "expect": {"ruling": ruling}})
    assert differing(exposed) == []


def test_so_may_any_other_seat_of_a_command() -> None:
    dealt = session(
        {"do": "deal", "first": "cat", "dealt_in": ["ann", "cat", 2]},
        {"do": "log-complaint", "by": "ann", "about": "bob", "text": "he takes his time"},
        {"do": "wrong-start", "expect": {"ruling": "misdeal"}},
    )
    assert differing(dealt) == []
    against_the_house = session(
        {"do": "open-wagers"},
        {"do": "wager", "by": "bob", "spot": "bob", "wager": "ante", "chips": 10},
        game="three-card-poker",
        expect={"stacks": {"bob": 90}},
    )
    del against_the_house["button"]
    assert differing(against_the_house) == []
    with pytest.raises(HoyleError, match='command 1: seat "dan": those who have a seat are ann, bob, cat'):
        judge(session({"do": "deal", "dealt_in": ["dan"]}))


def test_a_deck_or_a_throw_lies_ready_until_a_command_that_wants_it_is_accepted() -> None:
    alone = [{"seat": 1, "name": "ann", "chips": 100}]
    dealt = session(
        {"do": "deal", "expect": {"refused": "XI.F.2"}},
        {"do": "sit", "by": "bob", "seat": 2, "chips": 100},
        {"do": "draw-button", "draw": {"ann": "Ks", "bob": "2c"}},
        {"do": "deal", "expect": {"sees": {"ann": "Kd Kc", "bob": "As Ah"}}},
        people=alone,
        deck="As Kd Ah Kc",
    )
    del dealt["button"]
    assert differing(dealt) == []
    thrown = session(
        {"do": "throw", "expect": {"refused": True}},
        {"by": "ann", "act": "pass 10"},
        {"do": "throw", "expect": {"shows": {"point": 6}}},
        game="craps",
        people=alone,
        shooter="ann",
        dice="3-3",
    )
    for field in ("button", "deck"):
        del thrown[field]
    assert differing(thrown) == []
    rounds = session(
        {"do": "open-wagers", "by": "ann", "expect": {"refused": True}},
        {"do": "open-wagers"},
        {"by": "ann", "act": "ante 10"},
        {"do": "no-more-bets", "expect": {"sees": {"ann": "As Qh 3d"}}},
        {"by": "ann", "act": "fold"},
        {"do": "open-wagers"},
        {"by": "ann", "act": "ante 10"},
        {"do": "no-more-bets", "expect": {"sees": {"ann": "2s 2h 8d"}}},
        game="three-card-poker",
        people=alone,
        deck=["As Kd Qh 2c 3d 4h", "2s 2d 2h 9c 8d 7h"],
    )
    del rounds["button"]
    assert differing(rounds) == [], "a deck that the dealer has shuffled is not laid ready again"


def test_the_clock_is_told_before_the_command() -> None:
    given = session(
        {"minute": 5, "do": "deal", "expect": {"entries": ["round-began"]}},
        {"do": "set-time", "minute": 70, "expect": {"entries": [{"name": "time-set", "minute": 70}]}},
    )
    assert differing(given) == []


def test_no_command_has_a_field_that_a_line_needs_for_itself() -> None:
    for game in GAMES:
        for name, kind in adapter_for(game).TABLE.COMMANDS.items():
            taken = {"by", "act", "expect", "title", "minute"} & set(kind.__struct_fields__)
            assert taken == ({"minute"} if name == "set-time" else set())
            assert kind.ISSUER != PLAYER or "seat" in kind.__struct_fields__


def play(case: dict[str, Any]) -> tuple[TableAdapter, Ruling]:
    return play_session(decode(case, SessionCase))


# Saved from a log


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in EXAMPLES])
def test_a_tables_log_is_saved_as_a_session_that_goes_as_it_went(case: dict[str, Any]) -> None:
    setting, _ = play(case)
    log = setting.table.dump()
    saved = json.loads(case_text(session_from_log(log, "saved")))
    ruling = judge(saved)
    assert diff_from_expected(saved, ruling) == []
    assert ruling.result["stacks"] == setting.stacks()
    again, _ = play(saved)
    assert again.table.state_to_dict() == setting.table.state_to_dict()


def test_a_log_may_be_a_list_or_one_step_a_line() -> None:
    setting, _ = play(session({"do": "deal"}))
    log = setting.table.dump()
    lines = "\n".join(json.dumps(step) for step in log)
    assert read_log(json.dumps(log), "log") == read_log(lines, "log") == json.loads(json.dumps(log))


def test_a_saved_session_says_only_what_it_must() -> None:
    setting, _ = play(session({"do": "deal"}, {"by": "ann", "act": "fold"}, {"do": "fold", "by": "dealer", "seat": 2}))
    saved = session_from_log(setting.table.dump(), "saved")
    assert "sign" not in saved
    assert saved["people"] == session()["people"]
    assert [line["do"] for line in saved["commands"]] == ["draw-button", "deal", "fold", "fold"]
    assert saved["commands"][2] == {"by": "ann", "do": "fold"}
    assert saved["commands"][3] == {
        "by": "dealer",
        "do": "fold",
        "seat": 2,
        "expect": {"stacks": {"ann": 100, "bob": 98, "cat": 102}},
    }


def test_a_rule_that_has_changed_since_makes_a_saved_session_fail() -> None:
    setting, _ = play(session({"do": "deal"}, {"by": "ann", "act": "fold"}, {"by": "bob", "act": "fold"}))
    saved = session_from_log(setting.table.dump(), "saved")
    saved["commands"][-1]["expect"]["stacks"]["bob"] = 99
    found = diff_from_expected(saved, judge(saved))
    assert found is not None
    assert [part.where for part in found] == ["command 4 (bob: fold): stacks.bob"]


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ([], "the log does not begin with the opening of a table: null"),
        ([7], "the log does not begin with the opening of a table: 7"),
        ([{"by": "dealer", "command": {"do": "deal"}, "events": []}], "does not begin with the opening"),
        (
            [{"by": "dealer", "command": {"do": "open", "sign": {"game": "holdem"}, "decks": []}, "events": []}],
            "the log names book null, which does not have holdem",
        ),
    ],
)
def test_what_is_no_log_is_refused(log: list[object], message: str) -> None:
    with pytest.raises(HoyleError) as refusal:
        session_from_log(log, "saved")
    assert message in str(refusal.value)


# Any lawful evening


def some_command(setting: TableAdapter, chance: Random) -> tuple[dict[str, Any], str]:
    """Something that is offered at a table now, and who does it."""
    waits = [wait for wait in setting.table.pending() if wait.choices]
    wait = waits[0] if chance.random() < 0.6 else chance.choice(waits)
    choice = chance.choice(wait.choices)
    data: dict[str, Any] = {"do": choice.do, **choice.fixed}
    for bound in choice.bounds:
        steps = min((bound.max - bound.min) // bound.step, 6)
        data[bound.field] = bound.min + bound.step * chance.randint(0, steps)
    _, most_cards = choice.cards or (0, 0)
    if choice.do == "shuffle" and isinstance(setting, PokerTableAdapter) and setting.table.playing:
        data["places"] = chance.sample(range(1, most_cards + 1), most_cards)
    elif choice.do == "shuffle":
        data["cards"] = shuffled(chance)
    elif choice.do == "draw":
        data["places"] = sorted(chance.sample(range(1, most_cards + 1), chance.randint(0, 3)))
    elif choice.do == "draw-button":
        cards = chance.sample(DECK, len(setting.people))
        data["draw"] = {str(seat): card_text(card) for seat, card in zip(setting.people, cards, strict=True)}
    elif choice.do == "sit":
        data["chips"], data["player"] = 300, f"guest {chance.randint(1, 99)}"
    elif choice.do == "change-deck":
        data["back"] = f"deck {chance.randint(10, 99)}"
    return data, wait.person or "dealer"


def shuffled(chance: Random) -> str:
    return cards_text(chance.sample(DECK, len(DECK)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_log_of_any_lawful_evening_is_a_session_that_passes(game: str, seed: int) -> None:
    chance = Random(f"{game} {seed}")
    book = chance.choice(adapter_for(game).books(game))
    people = [{"seat": seat, "name": name, "chips": 300} for seat, name in enumerate(("ann", "bob", "cat"), 1)]
    case = {"id": "X-1", "kind": "session", "rulebook": book, "game": game, "people": people, "commands": []}
    setting, _ = play(case)
    done = 0
    for _ in range(120):
        data, by = some_command(setting, chance)
        try:
            setting.table.do(commands.command_from_dict(setting.TABLE.COMMANDS, data), by)
            done += 1
        except HoyleError:
            continue
    assert done > 60
    saved = json.loads(case_text(session_from_log(setting.table.dump(), "saved")))
    assert diff_from_expected(saved, judge(saved)) == []
    again, _ = play(saved)
    assert again.table.state_to_dict() == setting.table.state_to_dict()


def saved_again(setting: TableAdapter) -> dict[str, Any]:
    """The session that a table's log is saved as, which must go as it went."""
    saved: dict[str, Any] = json.loads(case_text(session_from_log(setting.table.dump(), "saved")))
    assert diff_from_expected(saved, judge(saved)) == []
    again, _ = play(saved)
    assert again.table.state_to_dict() == setting.table.state_to_dict()
    return saved


ALL_IN = (
    *({"do": "deal"}, {"by": "ann", "act": "fold"}),
    *({"by": "bob", "act": "all in"}, {"by": "cat", "act": "call"}),
)
NO_LIMIT = {"sign": {"structure": "no-limit", "limits": [4]}}


def test_a_log_that_ends_before_the_board_is_run_out_is_saved_as_it_stands() -> None:
    setting, _ = play(session(*ALL_IN, **NO_LIMIT, run_out=False))
    assert setting.table.pending()[0].kind == "street"
    assert saved_again(setting)["run_out"] is False


def test_chips_bought_while_an_all_in_waits_are_bought_then() -> None:
    bought = {"by": "ann", "do": "top-up", "chips": 50}
    streets = [{"do": "deal-on"}] * 3
    setting, _ = play(session(*ALL_IN, bought, *streets, **NO_LIMIT, run_out=False))
    assert setting.table.is_between_rounds()
    assert saved_again(setting)["run_out"] is False
    assert "run_out" not in saved_again(play(session({"do": "deal"}))[0])


def test_an_all_in_runs_out_by_itself_where_the_case_says_nothing_else() -> None:
    for more in ({}, {"run_out": True}):
        setting, _ = play(session(*ALL_IN, **NO_LIMIT, **more))
        assert setting.table.is_between_rounds()
    with pytest.raises(HoyleError, match="run_out 'no': expected true or false"):
        judge(session(run_out="no"))


def test_nothing_put_in_and_nothing_said_is_no_wager() -> None:
    nothing = {"do": "report-wager", "seat": 1, "expect": {"refused": True}}
    assert differing(session({"do": "deal"}, nothing, {**nothing, "chips": [0], "motion": "pushed"})) == []


def test_a_ruling_that_was_logged_without_a_clause_is_saved_without_one() -> None:
    setting, _ = play(session({"do": "deal"}, {"do": "report-wager", "seat": 1, "said": "call"}))
    log = json.loads(json.dumps(setting.table.dump()))
    ruled = next(entry["fields"] for entry in log[-1]["events"] if entry["name"] == "wager-ruled")
    ruled.update(clause="", clauses=[])
    saved = session_from_log(log, "saved")
    assert saved["commands"][-1]["expect"]["ruling"] == {"result": ruled["result"]}
    assert diff_from_expected(saved, judge(saved)) == []


def test_one_player_may_be_expected_to_have_what_all_have_brought() -> None:
    rich = [{"seat": seat, "name": name, "chips": 10**12} for seat, name in ((1, "ann"), (2, "bob"))]
    lines = ({"do": "deal"}, {"by": "bob", "act": "all in"}, {"by": "ann", "act": "call"})
    setting, _ = play(session(*lines, **NO_LIMIT, people=rich, deck="2c As 7d Ad"))
    assert max(setting.stacks().values()) > 10**12
    saved_again(setting)
