"""Without a compiler the house card games have the same exact figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import pytest

from hoyle.core.errors import HoyleError
from hoyle.odds.house_games import four_card_poker, kernel_loader, mississippi_stud, strategy_charts
from hoyle.odds.house_games.analysis_registry import analysis
from hoyle.odds.house_games.house_edge import edges
from hoyle.odds.house_games.kernel_loader import KERNEL
from hoyle.odds.house_games.rulebook_pay_tables import STUD
from hoyle.odds.python_kernel.mississippi_stud_tree import StudTree


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (strategy_charts, four_card_poker, kernel_loader, mississippi_stud):
        monkeypatch.setattr(module, "KERNEL", None)


@pytest.mark.skipif(KERNEL is None, reason="needs the compiled module hoyle._banked")
def test_mississippi_stud_ends_as_often_on_every_line() -> None:
    table = STUD.change({"flush": Fraction(11, 2), "sixes to tens": Fraction(1, 2)})
    pays = mississippi_stud.Gains(table).as_integers()[0]
    assert StudTree(pays).outcomes() == list(KERNEL.stud_outcomes(pays))


@pytest.mark.usefixtures("no_compiler")
def test_four_card_poker_has_its_cost_and_its_chart() -> None:
    assert [(found.wager, found.edge) for found in edges("four-card-poker")] == [
        ("ante-play", Fraction(8840827253, 317119576410)),
        ("aces-up", Fraction(1826, 54145)),
    ]
    (chart,) = analysis("four-card-poker").charts()
    assert (chart.rows[0][0], len(chart.columns)) == ("two pair or better", 13)
    assert len(analysis("mississippi-stud").charts()) == 3


@pytest.mark.usefixtures("no_compiler")
def test_whoever_waits_for_mississippi_stud_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    # Worth nothing after three cards: what is looked at here is the way there.
    monkeypatch.setattr(StudTree, "_best_fourth_street_gain", lambda *_: -1)
    steps: list[int] = []

    def watched(places: Iterable[int]) -> Iterator[int]:
        for at in places:
            steps.append(at)
            yield at

    edges("mississippi-stud", "ante", progress=watched)
    assert steps == list(range(len(steps)))
    assert len(steps) > 100


@pytest.mark.usefixtures("no_compiler")
def test_a_bonus_of_ones_own_needs_the_compiled_counter() -> None:
    with pytest.raises(HoyleError, match="under a bonus of your own needs the compiled module"):
        edges("four-card-poker", "ante-play", pay={"straight flush": Fraction(30)})
