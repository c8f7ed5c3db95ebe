"""What `import hoyle` gives, and how a wrong way in is answered."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import version

import pytest
from tests.table.facade import floor_of
from tests.table.tables import dealt, sign

import hoyle
from hoyle import env
from hoyle.client import async_client
from hoyle.core import errors
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.server.config import Config
from hoyle.server.process.launcher import serve


def test_every_name_of_the_front_door_is_there() -> None:
    for name in hoyle.__all__:
        assert getattr(hoyle, name) is not None, name
    assert hoyle.__version__ == version("hoyle")
    assert hoyle.odds.equity("holdem", ["AhKh", "QsQd"]).exact
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = hoyle.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", [hoyle.PokerTable, hoyle.HouseCardTable, hoyle.DiceTable])
def test_a_table_opens_by_its_door(kind: type) -> None:
    with pytest.raises(InvalidError, match=rf"{kind.__name__}\.open\(sign\)"):
        kind(sign("oneida"))


def test_rows_of_cards_without_numpy_name_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(HoyleError, match=r"hoyle\[arrays\]"):
        hoyle.odds.rank([[0, 1, 2, 3, 4]])


def test_a_report_of_exposed_cards_names_them() -> None:
    with pytest.raises(HoyleError, match="spot"):
        floor_of(dealt("oneida", "holdem")).exposed()


def test_options_say_what_they_are() -> None:
    table = dealt("oneida", "holdem")
    seat = table.pending()[0].seat
    assert repr(table.options()) == f"LegalActions(seat {seat}: {table.options().label()})"


def test_what_is_not_installed_is_refused_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "find_spec", lambda name: None)
    with pytest.raises(HoyleError, match=r"uvicorn: pip install 'hoyle\[server\]'"):
        serve(Config())
    with pytest.raises(HoyleError, match=r"websockets: pip install 'hoyle\[client\]'"):
        importlib.reload(async_client)
    with pytest.raises(HoyleError, match=r"pettingzoo: pip install 'hoyle\[env\]'"):
        env.poker("holdem")


def test_a_fork_and_its_table_go_back_each_to_their_own() -> None:
    table = dealt("oneida", "holdem")
    fork = table.fork()
    before = table.state_to_dict()
    made = fork.act(fork.pending()[0].seat, "call")
    made += fork.act(fork.pending()[0].seat, "call")
    ahead = fork.state_to_dict()
    fork.replace_last(made, len(made))
    assert (fork.state_to_dict(), table.state_to_dict()) == (ahead, before)
    table.replace_last([], 0)
    assert (fork.state_to_dict(), table.state_to_dict()) == (ahead, before)
    assert fork.event_count == table.event_count + len(made)
