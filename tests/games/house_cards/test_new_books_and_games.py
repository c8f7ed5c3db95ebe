"""A second book for a house game is data; a new game is a `Game` and a page: as CONTRIBUTING has it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.house_cards.new_game_example import HighCard, high_card, riverside
from tests.games.house_cards.rounds import FCP, TCP, started
from tests.games.house_cards.tables import betting, opened

import hoyle
from hoyle.core.errors import IllegalError
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.game_registry import GAMES
from hoyle.games.house_cards.irregularities import rule_irregularity
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.rulebooks.house_card_registry import BOOKS
from hoyle.table.house_cards import HouseCardTable

SOURCES = Path(hoyle.__file__).parent


def test_the_engine_names_no_book_and_asks_no_game_who_it_is() -> None:
    games = "|".join(("three-card-poker", "four-card-poker", "mississippi-stud"))
    for layer in ("games/house_cards", "table/house_cards", "odds/house_games", "server", "simulation"):
        for file in sorted((SOURCES / layer).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            if layer.endswith("house_cards"):
                assert not re.search(r"\b(oneida|nj-19-47|nj-13-69f|ca-omaha|room-2012)\b", text), file
                assert not re.search(r"\bprefix\b", text), file
            assert not re.search(r"isinstance\(\S*game|isinstance\(\S+, (Craps|MiniDice)\)", text), file
            assert not re.search(rf'[=!]= "({games})"|in \("({games})"|"({games})": ', text), file
            assert not re.search(r"[=!]= (three_card|four_card|stud)\.GAME", text), file


@pytest.fixture
def by_riverside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOOKS, "riverside", riverside())
    monkeypatch.setitem(GAMES, "high-card", high_card())
    monkeypatch.setitem(ANALYSES, "high-card", HighCard())


@pytest.mark.usefixtures("by_riverside")
def test_a_second_book_changes_figures_clauses_and_who_wins_a_tie() -> None:
    sign = HouseCardSign(TCP, book="riverside")
    assert (sign.book, sign.seats, HouseCardSign(TCP).book) == ("riverside", 5, "oneida")
    with pytest.raises(IllegalError, match=r"6 player places: a table has one to 5 \(riverside 2\)"):
        HouseCardSign(TCP, book="riverside", seats=6)
    tied = started(sign, "Ah As 9c 9d 4d 4h", {1: {ANTE: 10, "pair_plus": 1}})
    with pytest.raises(IllegalError, match=r"is not one or two times the Ante of 10 \(riverside 4\)"):
        tied.play(1, 30)
    tied.play(1, 20)
    assert tied.state.places[1].gains == {"play": 20, "ante": 10, "pair_plus": -1}
    assert [event.clause for event in tied.log if event.name == "settled"][:2] == ["riverside tie"] * 2
    # Queen high no longer qualifies.
    weak = started(sign, "2c Qh 4d 9s 7h 3d", {1: {ANTE: 10}})
    weak.play(1)
    assert weak.state.places[1].gains == {"play": 0, "ante": 10}
    assert not rule_irregularity(sign, "dealer-exposed", play_on=True).void
    assert HouseCardSign.read(sign.facts()) == sign
    with pytest.raises(IllegalError, match="riverside has no game 'four-card-poker'"):
        HouseCardSign(FCP, book="riverside")


@pytest.mark.usefixtures("by_riverside")
def test_a_new_house_game_is_dealt_and_settled_by_the_same_round() -> None:
    sign = HouseCardSign("high-card")
    assert sign.book == "riverside"
    round_ = started(sign, "Kc 2d 9h", {2: {ANTE: 5}, 3: {ANTE: 7}})
    assert [event.clause for event in round_.log if event.name == "dealt"] == ["riverside 11", "riverside 12"]
    round_.play(2)
    round_.play(3)
    assert round_.over
    assert round_.state.stacks == {2: 10_010, 3: 9_986}
    with pytest.raises(IllegalError, match="riverside does not deal high-card by hand: manual"):
        HouseCardSign("high-card", dealing="hand")


@pytest.mark.usefixtures("by_riverside")
def test_the_table_plays_a_new_game_by_a_new_book_as_it_plays_any_other() -> None:
    table = opened("high-card")
    assert table.log[0].clause == table.page.dealing["manual"].option
    table.sit(2, 50, "bob")
    betting(table, "9c 2d")
    table.wager(2, ANTE, 5)
    table.wager(3, ANTE, 5)
    table.no_more_bets()
    decision = table.pending()[0]
    assert (decision.person, decision.choices[-1].clause) == ("bob", "riverside 14")
    table.act(2, "play")
    table.act(3, "fold")
    assert HouseCardTable.resume(None, table.log) == table
    assert HouseCardTable.audit(table.steps).holds


EVERYWHERE = """
import json, sys
from tests.games.house_cards.new_game_example import register
register()
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.judge import judge
from hoyle.table.presets.game_catalogue import game_name
from hoyle.table.presets.posted_sign_form import books_of, games
from msgspec import to_builtins
from hoyle.server.api.house_games import HouseGameSign, betting_layout, wager_cost
from hoyle.server.api.house_games import CoachInput, advise
from hoyle.server.api.odds import odds_games

sign = HouseCardSign("high-card").facts()
posted = HouseGameSign(game="high-card", posted=sign)
positions = [{"pos": 2, "ante": 5, "decision": "play"}, {"pos": 3, "ante": 7, "decision": "fold"}]
case = {"id": "HC", "kind": "banked", "rulebook": "riverside", "game": "high-card", "deck": "Kc 2d 9h"}
case["positions"] = positions
print(json.dumps({
    "called": game_name("high-card"),
    "listed": "high-card" in games() and "high-card" in odds_games().house,
    "books": books_of("high-card"),
    "ruled": judge(case).answer,
    "layout": to_builtins(betting_layout(posted)),
    "cost": to_builtins(wager_cost(posted, "ante")),
    "coached": advise(
        CoachInput(posted=sign, cards=[28], wagers={"ante": 5}, up=[], board=[], first=[])
    ).best,
}))
"""


def run(program: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=Path(__file__).parents[3],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_with_its_line_in_each_list_is_known_to_judge_server_and_odds() -> None:
    told = json.loads(run(EVERYWHERE))
    assert told["called"] == ["High Card", "one card each", "house"]
    assert (told["listed"], told["books"], told["ruled"]) == (True, ["riverside"], "seat 2 +10, seat 3 -7")
    assert told["layout"]["printed"] == ["The bank takes ties"]
    assert [spot["title"] for spot in told["layout"]["spots"]] == ["Ante with Raise", "Raise"]
    assert (told["cost"]["edge"], told["coached"]) == ("-10/221", ["play-1x"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("deal", "high-card", "--seed", "7"), "Seat 3's Raise of 5 wins 5."),
        (("play", "high-card", "--seed", "7"), "By riverside: Riverside rules."),
        (("edge", "high-card"), "-10/221"),
        (("strategy", "high-card", "--cards", "9c"), "10/51"),
        (("strategy", "high-card", "--table"), "9 or better"),
        (("simulate", "high-card", "--rounds", "50", "--seed", "1"), "ante"),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_the_command_line_has_a_new_game_as_it_has_any_other(words: tuple[str, ...], said: str) -> None:
    program = (
        "from tests.games.house_cards.new_game_example import register; register(); "
        "from hoyle.cli.main import main; main()"
    )
    assert said in run(program, *words)
