"""What `import hoyle` gives, and how a wrong way in is answered."""

from __future__ import annotations

import sys
from importlib.metadata import version

import pytest
from tests.table.tables import dealt, sign

import hoyle
from hoyle.errors import HoyleError, InvalidError


def test_every_name_of_the_front_door_is_there() -> None:
    for name in hoyle.__all__:
        assert getattr(hoyle, name) is not None, name
    assert hoyle.__version__ == version("hoyle")
    assert hoyle.odds.equity("holdem", ["AhKh", "QsQd"]).exact
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = hoyle.nothing


@pytest.mark.parametrize("kind", [hoyle.Table, hoyle.BankedTable, hoyle.DiceTable])
def test_a_table_opens_by_its_door(kind: type) -> None:
    with pytest.raises(InvalidError, match=rf"{kind.__name__}\.open\(sign\)"):
        kind(sign("oneida"))


def test_rows_of_cards_without_numpy_name_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(HoyleError, match=r"hoyle\[arrays\]"):
        hoyle.odds.rank([[0, 1, 2, 3, 4]])


def test_a_report_of_exposed_cards_names_them() -> None:
    with pytest.raises(HoyleError, match="spot"):
        dealt("oneida", "holdem").floor.exposed()
