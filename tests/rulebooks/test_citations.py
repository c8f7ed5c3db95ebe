"""Every citation the code can produce leads to a clause of a book or to a convention of the house."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from tests.rulebooks.test_books import citations

import hoyle
from hoyle.bots.poker_bots import bot
from hoyle.core.errors import InvalidError
from hoyle.games.poker.events import Awarded
from hoyle.games.poker.resolved_rules import FIXED, Rules, Stakes
from hoyle.history.narration import narrate
from hoyle.judge.dice import posted_sign
from hoyle.rulebooks import BOOKS, clause_catalogue, clause_interpretations, house_conventions, poker_book
from hoyle.rulebooks.book_parameters import PARAMETERS
from hoyle.rulebooks.clause_catalogue import clause, resolve_citation, search
from hoyle.rulebooks.clause_interpretations import WEIGHTS, find_interpretation, is_interpretation_id
from hoyle.rulebooks.house_conventions import convention
from hoyle.simulation.poker_driver import PlayedHand, play_hand
from hoyle.table.presets.poker_presets import poker_preset

SOURCES = Path(hoyle.__file__).parent
# The layers that make events, rulings and refusals; the command line only prints what they cite.
LAYERS = ("games", "history", "judge", "room", "rulebooks", "table")
TOPIC = r"house ([a-z]+(?:-[a-z]+)*)"
ACCOUNTS = {"house bank", "house drop"}
"""Named like a convention, and none: where chips are."""
LAW = re.compile(rf"(?:{'|'.join(id for id in BOOKS if id != 'house')}) \S+.*")


def modules() -> Iterator[ast.Module]:
    for layer in LAYERS:
        for file in sorted((SOURCES / layer).rglob("*.py")):
            yield ast.parse(file.read_text(encoding="utf-8"))


def literals(module: ast.Module) -> Iterator[str]:
    """Citations written out in a module, whole or in the brackets of a message."""
    nodes = list(ast.walk(module))
    parts = {part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node not in parts | docstrings and (re.fullmatch(TOPIC, node.value) or LAW.fullmatch(node.value)):
                yield node.value
            yield from (f"house {topic}" for topic in re.findall(rf"\({TOPIC}\)$", node.value))
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("_h", "_house")
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
        ):
            yield f"house {node.args[0].value}"


def unknown(found: set[str]) -> list[str]:
    """Citations that lead nowhere."""
    lost = []
    for citation in sorted(found):
        try:
            assert resolve_citation(citation).citation == citation
        except InvalidError:
            lost.append(citation)
    return lost


def written_out() -> set[str]:
    return {citation for module in modules() for citation in literals(module)} - ACCOUNTS


def test_every_citation_written_out_in_the_code_is_known() -> None:
    found = written_out()
    assert {"house missed-blinds", "house betting", "house stand"} <= found
    # Some code asks under which heading a clause stands.
    headings = {f"{each.book} {each.id}" for each in clause_catalogue.sections(clause_catalogue.clauses())}
    assert unknown(found - headings) == []


def test_every_convention_is_cited_somewhere() -> None:
    found = written_out()
    assert [each.citation for each in house_conventions.conventions() if each.citation not in found] == []


def test_every_citation_of_the_house_book_is_a_convention() -> None:
    found = {text for _, text in citations(poker_book("house"), "house") if text}
    assert len(found) > 30
    assert unknown(found) == []


def cited_by(played: PlayedHand, rules: Rules) -> Iterator[str]:
    for entry in played.log:
        yield entry.clause
        if isinstance(entry, Awarded):
            yield entry.odd_clause
    yield from (call.clause for call in narrate(played.events, rules))


@pytest.mark.parametrize("id", BOOKS)
def test_what_a_round_of_play_cites_is_known(id: str) -> None:
    found: set[str] = set()
    for game in poker_book(id).games:
        players = 4
        spread = poker_preset(game, id, players=players)
        for hand, chips in enumerate((200, 200, 13, 13), start=1):
            stacks = [chips + 5 * seat for seat in range(players)]
            bots = [bot("random") for _ in range(players)]
            found.update(cited_by(play_hand(spread, stacks, bots, seed=7, hand=hand), spread.rules))
    assert len(found) > 7
    assert unknown(found - {""}) == []


def test_a_convention_answers_as_a_clause_does_but_is_none() -> None:
    found = clause("house", "betting")
    assert found is resolve_citation("house betting") is clause("HOUSE Betting") is convention("betting")
    assert (found.book, found.kind, found.source) == ("house", "convention", "house")
    assert found.citation == "house betting"
    assert found not in clause_catalogue.clauses()
    assert hoyle.clause("house missed blinds").id == "missed-blinds"


def test_conventions_are_searched_when_the_house_is_asked() -> None:
    assert search("odd chip", "house")[0].id == "odd-chip"
    assert not any(each.book == "house" for each in search("odd chip"))


def test_every_convention_says_something() -> None:
    found = house_conventions.conventions()
    assert len({each.title for each in found}) == len(found)
    for each in found:
        assert each.summary.endswith("."), each.id
        assert len(each.summary) > 40, each.id


def test_an_unknown_topic_names_the_nearest() -> None:
    with pytest.raises(InvalidError, match="no such convention of the house: 'bettin'; did you mean betting"):
        resolve_citation("house bettin")


def test_one_whole_citation_is_enough_for_a_clause() -> None:
    assert hoyle.clause("oneida XI.K.6") is hoyle.clause("oneida", "XI.K.6")
    assert hoyle.clause("nj-19-47 19:47-14.1 'all-in'").title == "All-in"
    with pytest.raises(InvalidError, match="no such clause: 'oneida'"):
        hoyle.clause("oneida")


def test_every_reading_named_by_a_clause_or_in_the_code_can_be_read() -> None:
    named = {id for each in clause_catalogue.clauses() for id in each.readings}
    for layer in LAYERS:
        for file in (SOURCES / layer).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            named.update(re.findall(r"AMB-[A-Z]?\d+|clarification \d+", text))
    assert len(named) >= 158
    assert [id for id in sorted(named) if find_interpretation(id).id != id] == []


FOUND_IN_PLAY = {"all_in_opener", "forced_oversized_chip", "heads_up_blinds"}
"""Switches of readings that the digest has none for."""


def test_the_readings_are_those_of_the_digest(shared: Path) -> None:
    rules = shared / "rules"
    poker = (rules / "poker" / "ambiguities.md").read_text(encoding="utf-8")
    banked = (rules / "banked" / "ambiguities.md").read_text(encoding="utf-8")
    decided = (rules / "clarifications.md").read_text(encoding="utf-8")
    weighed = [(id, len(weight)) for id, weight in re.findall(r"^\*\*(AMB-\d+) \((!+)\)", poker, re.MULTILINE)]
    unweighed = [(id, 0) for id in re.findall(r"^\| (AMB-[A-Z]\d+) \|", banked, re.MULTILINE)]
    numbered = [(f"clarification {n}", 0) for n in re.findall(r"^(\d+)\. ", decided, re.MULTILINE)]
    found = [
        (each.id, each.weight) for each in clause_interpretations.interpretations() if not each.id.startswith("AMB-P")
    ]
    assert found == weighed + unweighed + numbered
    switches = set(re.findall(r"\[`([a-z0-9_]+)`", poker))
    named = {name for each in clause_interpretations.interpretations() for name in each.parameter.split(", ") if name}
    assert named & PARAMETERS.keys() == switches | FOUND_IN_PLAY


def test_every_reading_is_fully_told() -> None:
    for each in clause_interpretations.interpretations():
        assert each.title, each.id
        assert each.decision.endswith((".", ")")), each.id
        assert each.weight < len(WEIGHTS), each.id
        assert each.subject, each.id
        assert is_interpretation_id(each.id)
        for text in (each.title, each.problem, each.decision, each.why, each.alternative):
            assert text == text.strip(), each.id
            assert not re.search(r"[*`]|http|\[out |\.md\b", text), each.id


def test_a_switch_named_by_a_reading_exists() -> None:
    known = {"", *PARAMETERS, *posted_sign.CRAPS, *posted_sign.MINI_DICE}
    named = {each.id: each.parameter.split(", ") for each in clause_interpretations.interpretations()}
    assert {id: names for id, names in named.items() if not known.issuperset(names)} == {}


def test_a_reading_is_found_however_it_is_written() -> None:
    assert find_interpretation("amb-8") is find_interpretation("AMB-08") is find_interpretation(" AMB 08 ")
    assert find_interpretation("Clarification 7").title == "Triggers and facts of irregularities"
    assert find_interpretation("AMB-C10") is not find_interpretation("AMB-C1")
    with pytest.raises(InvalidError, match="no such reading: 'AMB-X1'"):
        find_interpretation("AMB-X1")


def test_what_only_looks_like_a_reading_is_none() -> None:
    assert is_interpretation_id("AMB-99")
    assert not is_interpretation_id("TCP.AMB-T5")
    assert not is_interpretation_id("XI.K.4")


@pytest.mark.parametrize("module", [house_conventions, clause_interpretations], ids=lambda module: module.__name__)
def test_the_examples_in_the_documentation_run(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0


SILENT: Final = {
    "ca-omaha": {
        "c_ante": "ante",
        "c_uncalled": "uncalled-bet",
        "c_all_in": "all-in",
        "c_side_pot": "side-pot",
        "c_percent": "rake",
        "c_increment": "rake",
        "c_check_raise": "check-raise",
        "c_last": "last-player",
        "c_concede": "conceding",
        "c_award": "award",
    },
    "oneida": {"c_fee": "fee"},
    "room-2012": {"c_percent": "rake", "c_jackpot": "jackpot", "c_fee": "fee", "c_raise_cap": "raise-cap"},
    "nj-19-47": {"c_jackpot": "jackpot", "c_fee": "fee", "c_raise_cap": "raise-cap"},
    "nj-13-69f": {"c_fee": "fee", "c_raise_cap": "raise-cap"},
}
"""Where a book of law has no word, and the house custom that is cited instead."""


@pytest.mark.parametrize("law", SILENT)
def test_a_round_cites_its_book_wherever_that_speaks_and_the_house_where_it_is_silent(law: str) -> None:
    for game in poker_book(law).games:
        rules = Rules(poker_book(law), game, Stakes(FIXED, small=2, big=4))
        cited = {name: getattr(rules, name) for name in dir(rules) if name.startswith("c_")}
        by_house = {name: each for name, each in cited.items() if str(each).startswith("house ")}
        expected = {name: f"house {topic}" for name, topic in SILENT[law].items()}
        assert by_house == {"c_missed": "house missed-blinds", **expected}
        must = ["gather", "limits", "show", "award", "last", "scope", "seats", *["blind"] * rules.variant.button]
        assert all(cited[f"c_{name}"] for name in must)


def test_a_kill_without_a_clause_on_its_button_cites_what_brings_it_about() -> None:
    law = poker_book("oneida")
    page = law.games["holdem"]
    assert page.kill is not None
    assert Rules(law, "holdem", Stakes(FIXED, small=2)).c_kill == page.kill.button
    plain = replace(page, kill=replace(page.kill, button="", trigger="oneida XI.J.11"))
    law = replace(law, games={**law.games, "holdem": plain})
    assert Rules(law, "holdem", Stakes(FIXED, small=2)).c_kill == "oneida XI.J.11"


@pytest.mark.parametrize("law", ["oneida", "nj-19-47", "house"])
def test_a_way_to_deal_a_short_street_cites_its_own_clause_or_that_of_the_shortage(law: str) -> None:
    rules = Rules(poker_book(law), "stud7-high", Stakes(FIXED, small=2))
    page = rules.page
    for procedure, step in page.stud_short_steps.items():
        assert rules.shortage_clause(procedure) == step
    assert rules.shortage_clause("deal it otherwise") == page.stud_short.clause
    assert page.stud_short.clause
