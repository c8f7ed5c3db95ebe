"""The engine asks a game of dice what is done at it, and never which game it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

import hoyle
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.dice import mini_dice
from hoyle.games.dice.base_game import DiceGame
from hoyle.games.dice.mini_dice import MiniDice
from hoyle.games.dice.posted_sign import MiniDiceSign
from hoyle.table.dice import commands, posted_sign
from hoyle.table.dice.game_registry import GAMES, DiceTableKind
from hoyle.table.dice.pending import shaker_decisions
from hoyle.table.dice.table import DiceTable

SOURCES = Path(hoyle.__file__).parent
BOOK = re.compile(r"\b(oneida|nj-19-47|nj-13-69f|ca-omaha|room-2012|19:47)\b")


def engine() -> Iterator[tuple[Path, ast.Module]]:
    for layer in ("games/dice", "table/dice"):
        for file in sorted((SOURCES / layer).rglob("*.py")):
            yield file, ast.parse(file.read_text(encoding="utf-8"))


def own_names() -> set[str]:
    """Games and signs by the names of their classes, games also by their own."""
    found = {"CRAPS", "MINI_DICE", *GAMES}
    for kind in GAMES.values():
        found.add(kind.sign.__name__)
    return found | {"Craps", "MiniDice"}


def mentioned(node: ast.AST) -> set[str]:
    """Names and texts in a piece of source."""
    found: set[str] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            found.add(each.id)
        elif isinstance(each, ast.Attribute):
            found.add(each.attr)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            found.add(each.value)
    return found


def is_test(node: ast.AST) -> bool:
    asked = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if asked and node.func.id in ("isinstance", "issubclass"):  # type: ignore[attr-defined]
        return True
    return isinstance(node, (ast.Compare, ast.MatchValue, ast.MatchClass))


def prose(tree: ast.Module) -> set[int]:
    """Texts that stand alone: they say what something is, and do nothing."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def test_the_engine_tests_for_no_game_of_dice_and_names_no_book() -> None:
    games = own_names()
    seen = 0
    for file, tree in engine():
        words = prose(tree)
        for node in ast.walk(tree):
            if is_test(node):
                seen += 1
                assert not mentioned(node) & games, f"{file}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in words:
                assert not BOOK.search(node.value), f"{file}:{node.lineno}"
    assert seen > 100


@pytest.mark.parametrize(
    "source",
    [
        "if isinstance(game, Craps): pass",
        "found = issubclass(kind, (Card, MiniDiceSign))",
        "if table.game_id == 'craps': pass",
        "if type(sign) is signs.CrapsSign: pass",
        "one = game in ('mini-dice', 'other')",
        "match game:\n    case Craps(): pass",
        "match name:\n    case 'craps': pass",
    ],
)
def test_a_test_for_one_game_would_be_found(source: str) -> None:
    assert any(is_test(node) and mentioned(node) & own_names() for node in ast.walk(ast.parse(source)))


def test_what_a_game_does_alone_is_a_command_and_refused_at_the_other_games() -> None:
    for kind in GAMES.values():
        table = DiceTable.open(kind.sign())
        assert table.game.NAME == table.game_id == kind.sign.GAME == table.sign.rulebook.game
        assert table.game.ACTIONS.issubset(commands.COMMANDS)
        for move in table.game.ACTIONS:
            table.game.check_known(move)
        others = {move for other in GAMES.values() for move in DiceTable.open(other.sign()).game.ACTIONS}
        for move in sorted(others - table.game.ACTIONS):
            with pytest.raises(IllegalError, match=f"^{move} is not for a table of {table.game_id}$"):
                table.game.check_known(move)


ALONE: dict[str, Callable[[DiceGame], object]] = {
    "confirm-bet": lambda game: game.confirm(
        "ann", "world", 5, number=0, on="", combo=(0, 0), tender="chips", cash=0, by="stickperson"
    ),
    "call-on": lambda game: game.call_on("w1"),
    "confirm-on": lambda game: game.confirm_on("w1", by="boxperson"),
    "call-off": lambda game: game.call_off("w1"),
    "decline-line": lambda game: game.decline_line(),
    "no-line-bet": lambda game: game.no_line_bet(),
    "release-dice": lambda game: game.release(),
    "throw": lambda game: game.throw(1, 2),
    "call-throw": lambda game: game.call(1, 2),
    "dispute-throw": lambda game: game.dispute("ann"),
    "settle-throw": lambda game: game.settle(),
    "rule-throw": lambda game: game.throw_ruled(1, 2, by="boxperson"),
    "report-throw": lambda game: game.throw_raw([]),
    "ask-for-shaker": lambda game: game.ask("ann"),
    "dealer-shakes": lambda game: game.dealer_shakes(),
    "holder-shakes": lambda game: game.holder_shakes(),
    "uncover": lambda game: game.uncover(1, 2),
}


def test_a_game_asked_for_what_only_another_does_says_so_itself() -> None:
    assert set(ALONE) == {move for kind in GAMES.values() for move in DiceTable.open(kind.sign()).game.ACTIONS}
    for kind in GAMES.values():
        game = DiceTable.open(kind.sign()).game
        for move, asked in ALONE.items():
            if move not in game.ACTIONS:
                with pytest.raises(IllegalError, match=f"^{move} is not for a table of {game.NAME}$"):
                    asked(game)


@pytest.fixture
def high_dice(monkeypatch: pytest.MonkeyPatch) -> type[MiniDiceSign]:
    """A third game, to which mini-dice lends its layout; its sign."""
    if Path(mini_dice.__file__).suffix != ".py":
        pytest.skip("only a compiled class derives from a compiled one: tried as plain Python")

    class HighDiceSign(MiniDiceSign):
        GAME: ClassVar[str] = "high-dice"

    class HighDice(MiniDice):
        """Mini-dice without asking for the shaker, and with coupons for every wager."""

        NAME: ClassVar[str] = HighDiceSign.GAME
        ACTIONS: ClassVar[frozenset[str]] = MiniDice.ACTIONS - {"ask-for-shaker"}
        WAGER_OPTIONS: ClassVar[frozenset[str]] = frozenset(("coupon",))

    kind: DiceTableKind[Any, Any] = DiceTableKind(
        sign=HighDiceSign,
        game=lambda sign, state: HighDice(sign, state=state),
        decisions=shaker_decisions.build_decisions,
    )
    monkeypatch.setitem(GAMES, HighDiceSign.GAME, kind)
    monkeypatch.setitem(posted_sign.SIGNS, HighDiceSign.GAME, kind.sign)
    return HighDiceSign


def test_a_third_game_of_dice_is_a_class_and_a_line(high_dice: type[MiniDiceSign]) -> None:
    with pytest.raises(InvalidError, match="expected a CrapsSign or a MiniDiceSign or a HighDiceSign"):
        DiceTable.open("high-dice")  # type: ignore[arg-type]
    table = DiceTable.open(high_dice(seats=3))
    assert (table.game_id, table.view().game) == ("high-dice", "high-dice")
    table.sit(1, 100, "ann")
    table.bet(1, "field", 10, coupon=True)
    with pytest.raises(InvalidError, match="on 'w1': no wager of high-dice has it"):
        table.bet(1, "field", 10, on="w1")
    with pytest.raises(IllegalError, match="ask-for-shaker is not for a table of high-dice"):
        table.do(commands.AskForShaker(seat=1))
    assert [wait.kind for wait in table.pending()][:2] == ["shooter", "shake"]
    assert DiceTable.resume(None, table.log) == table
    assert DiceTable.audit(table.steps).holds
