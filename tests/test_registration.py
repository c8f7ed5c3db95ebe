"""Books, games and bots from outside the package, by a call and by an entry point."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
TAHOE, OUR_ROOM, TIMID = re.findall(r"```python\n(.*?)```", PAGE, re.S)
"""The game, the book and the bot of the page."""

CHECKED = """
import hoyle

def refused(what, *words):
    try:
        what()
    except hoyle.InvalidError as error:
        assert all(word in str(error) for word in words), error
    else:
        raise AssertionError(f"not refused: {words}")
"""


def run(*programs: str, words: tuple[str, ...] = (), path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own: what it registers is nobody else's."""
    where = [str(each) for each in (path, ROOT / "src") if each is not None]
    return subprocess.run(
        [sys.executable, "-c", "\n".join(programs), *words],
        cwd=ROOT,
        env={"PYTHONPATH": ":".join(where), "PATH": "", "HOME": str(ROOT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def passes(*programs: str) -> str:
    done = run(CHECKED, *programs)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_is_known_everywhere_though_everything_was_imported_before() -> None:
    passes(
        "import hoyle.cli.commands.games.deal, hoyle.cli.commands.games.simulate, hoyle.judge\n"
        "import hoyle.odds.equities.calculator, hoyle.table.presets.posted_sign_form",
        TAHOE,
        """
register()
from hoyle.history.phh.reader import read_phh
from hoyle.games.registry import GAMES
from hoyle.odds import GAMES as ODDS
from hoyle.games.registry import find_entry
from hoyle.table.presets.poker_presets import poker_preset
from hoyle.simulation import simulate
from hoyle.simulation.poker_run import PokerRun
from hoyle.games.registry import find_game

assert find_entry("tahoe").name == "Tahoe"
assert find_game("Three-card Hold'em", ["tahoe"]).game == "tahoe"
assert "tahoe" in GAMES and ODDS["tahoe"].holes == 3
assert hoyle.odds.equity("tahoe", ["AhKhQh", "QsQdJd"], board="2c 7d 9s 4h").deals == 42
assert simulate(PokerRun(poker_preset("tahoe"), bots="random", hands=5, seed=1)).conserved
table = hoyle.PokerTable.open(poker_preset("tahoe").sign)
assert hoyle.PokerTable.load(table.dump()) == table
""",
    )


def test_the_low_of_a_new_game_qualifies_by_its_page() -> None:
    passes(
        """
from dataclasses import replace
from hoyle.games.poker.variants import Variant, variant

omaha = variant("omaha-hilo8")
new = Variant("nine-low", "Nine low", omaha.streets, high=omaha.high, low=omaha.low, building=omaha.building)
page = hoyle.poker_book("house").page("omaha-hilo8")
page = replace(page, game="nine-low", qualifier=replace(page.qualifier, value=9))
hoyle.register_game(new, pages={"house": page})
low = ["As2sKhQh", "JcJdTcTd"]
assert hoyle.odds.equity("nine-low", low, board="9c8d7hKc4s")[0].low == 1
assert hoyle.odds.equity("nine-low", low, board="9c8dKdKc4s")[0].low == 1
assert hoyle.odds.equity("omaha-hilo8", low, board="9c8dKdKc4s")[0].low == 0
"""
    )


def test_a_book_is_played_judged_and_listed_by_its_id() -> None:
    passes(
        "import hoyle.judge, hoyle.cli.parameter_types",
        OUR_ROOM,
        """
register()
from hoyle.cli.parameter_types import books
from hoyle.judge import judge
from hoyle.rulebooks import clause_catalogue

assert hoyle.poker_book("our-room").title == "The rules of our room" and "our-room" in books()
assert "our-room" in [info.id for info in clause_catalogue.book_infos()]
case = {"id": "B", "kind": "button", "rulebook": "our-room", "game": "holdem", "seats": [1, 2],
        "draw": {"1": "As", "2": "Kd"}}
assert judge(case).result["seat"] == 1
sign = hoyle.PostedSign(book="our-room", game="holdem", structure="fixed-limit", limits=(4, 8), blinds=(2, 4))
table = hoyle.PokerTable.open(sign)
for seat in (1, 2, 3):
    table.sit(seat, 200)
table.draw_button({1: "Kh", 2: "9s", 3: "As"})
table.deal(hoyle.stacked_deck("As Ad 7c Ks Kd 2h"))
for seat in (3, 1, 2, 3):
    table.act(seat, "raise")
try:
    table.act(1, "raise")
except hoyle.IllegalError as error:
    assert error.clause == "our-room 12", error.clause
else:
    raise AssertionError("a fifth raise")
""",
    )


def test_books_for_house_cards_and_dice_are_registered_too() -> None:
    passes(
        """
from dataclasses import replace
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.dice import CrapsSign, MiniDiceSign
from hoyle.rulebooks.house_card_registry import house_card_book
from hoyle.rulebooks.dice_registry import craps_book, mini_dice_book

hoyle.register_book(replace(house_card_book("oneida"), id="riverside"))
hoyle.register_book(replace(craps_book(), id="riverboat"))
hoyle.register_book(replace(mini_dice_book(), id="riverboat"))
assert HouseCardSign("three-card-poker", book="riverside").book == "riverside"
assert CrapsSign(book="riverboat").book == MiniDiceSign(book="riverboat").book == "riverboat"
"""
    )


def test_a_game_of_dice_is_registered_with_its_edges() -> None:
    passes(
        """
from dataclasses import replace
from hoyle.games.dice.posted_sign import MiniDiceSign
from hoyle.odds.house_games.dice.wager_edges import mini_dice_edges
from hoyle.odds.house_games.house_edge import edges
from hoyle.games.registry import find_entry
from hoyle.table.dice.game_registry import GAMES

import hoyle.table.presets.posted_sign_form as form

class OurSign(MiniDiceSign):
    GAME = "our-dice"
    TITLE = "Our dice"

hoyle.register_game(replace(GAMES["mini-dice"], sign=OurSign), analysis=mini_dice_edges)
table = hoyle.DiceTable.open(OurSign())
assert table.game_id == "our-dice" and hoyle.DiceTable.load(table.dump()) == table
assert find_entry("our-dice").name == "Our dice"
assert "our-dice" in form.house_game_presets.GAMES
refused(lambda: hoyle.register_game(replace(GAMES["mini-dice"], sign=OurSign)), "the name is taken")
"""
    )


def test_a_bot_goes_by_its_name() -> None:
    said = passes(
        TIMID,
        """
register()
from hoyle.bots.house_game_bots import HouseCallerBot
hoyle.register_bot("sleepy", HouseCallerBot, against_house=True)
from hoyle.bots.custom_bots import house_bots_from_names, poker_bots_from_names
kinds = [type(bot).__name__ for bot in poker_bots_from_names("Timid,caller", 3)]
assert kinds == ["_CustomPokerBot", "CallerBot", "_CustomPokerBot"]
assert type(house_bots_from_names("sleepy", 1)[0]).__name__ == "_CustomHouseBot"
import sys
sys.argv = ["hoyle", "simulate", "holdem", "--bots", "timid,caller", "--hands", "12", "--seed", "1"]
from hoyle.cli.main import main
main()
""",
    )
    assert re.search(r"^timid +3 +-", said, re.M)


@pytest.mark.parametrize(
    ("does", "words"),
    [
        ('register_bot("caller", CallerBot)', ("bot 'caller'", "the name is taken")),
        ('register_bot("My Bot", CallerBot)', ("bot 'My Bot'", "expected small letters, digits and hyphens")),
        ('register_bot("mine", 7)', ("bot 'mine'", "expected a class or a function, got 7")),
        ("register_game(holdem)", ("game 'holdem'", "the name is taken")),
        ('register_game("whist")', ("expected a Variant, a house card game or a kind of dice game",)),
        ('register_game(tahoe, pages={"house": house})', ("page of house on tahoe is about 'holdem'",)),
        ('register_game(tahoe, pages={"house": 7})', ("expected a GamePage, got 7",)),
        ('register_game(tahoe, pages={"hous": page})', ("unknown rulebook 'hous'",)),
        ('register_game(tahoe, pages={"house": draw})', ("no clauses for the streets preflop, flop, turn, river",)),
        ('register_book(hoyle.poker_book("oneida"))', ("rulebook 'oneida'", "the name is taken")),
        ("register_book(7)", ("expected a PokerBook, HouseCardBook, CrapsBook or MiniDiceBook",)),
        (
            'register_book(replace(hoyle.poker_book("oneida"), id="new", games={"tahoe": page}))',
            ("'new' has pages on tahoe", "register the game first"),
        ),
    ],
)
def test_what_cannot_be_registered_is_refused_and_nothing_is_changed(does: str, words: tuple[str, ...]) -> None:
    passes(
        """
from dataclasses import replace
from hoyle.games.poker.variants import VARIANTS, Variant, variant
from hoyle.bots.poker_bots import BOTS, CallerBot
from hoyle.rulebooks import BOOKS

holdem = variant("holdem")
tahoe = Variant("tahoe", "Tahoe", holdem.streets, high=holdem.high, low=None)
house = hoyle.poker_book("house").page("holdem")
page = replace(house, game="tahoe")
draw = replace(hoyle.poker_book("house").page("draw5-high"), game="tahoe")
before = list(VARIANTS), list(BOTS), list(BOOKS), list(hoyle.poker_book("house").games)
""",
        f"refused(lambda: hoyle.{does}, *{words!r})",
        "assert before == (list(VARIANTS), list(BOTS), list(BOOKS), list(hoyle.poker_book('house').games))",
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with an installed package beside hoyle: the game of the page."""
    (tmp_path / "tahoe.py").write_text(TAHOE, encoding="utf-8")
    about = tmp_path / "tahoe-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tahoe\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[hoyle]\ntahoe = tahoe:register\n", encoding="utf-8")
    return tmp_path


COMMAND = "from hoyle.cli.main import main; main()"


def test_an_installed_package_is_found_by_its_entry_point(site: Path) -> None:
    done = run(COMMAND, words=("deal", "tahoe", "--seed", "3"), path=site)
    assert done.returncode == 0, done.stderr
    assert "Three cards down to each player" in done.stdout
    without = run(COMMAND, words=("deal", "tahoe", "--seed", "3"))
    assert without.returncode == 2, "there is no such game"


def test_a_cluster_has_the_plugins_too(site: Path) -> None:
    script = site / "many.py"
    script.write_text(f"if __name__ == '__main__':\n    {COMMAND}\n", encoding="utf-8")
    args = ("simulate", "tahoe", "--hands", "40", "--seed", "1", "--cluster", "local", "--json")
    done = subprocess.run(
        [sys.executable, str(script), *args],
        env={"PYTHONPATH": f"{site}:{ROOT / 'src'}", "PATH": "", "HOME": str(site)},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"hands": 40' in done.stdout


def test_a_plugin_that_fails_is_named_in_one_line(site: Path) -> None:
    (site / "tahoe.py").write_text("def register():\n    raise RuntimeError('no cards')\n", encoding="utf-8")
    done = run(COMMAND, words=("deal", "holdem"), path=site)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "hoyle: plugin 'tahoe' (tahoe:register) fails: RuntimeError: no cards\n"
