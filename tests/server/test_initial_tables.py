"""A room that opens for the first time: a table for every game of every book, and in order by the audit."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from hoyle.audit.room_audit import audit_room
from hoyle.core.errors import InvalidError
from hoyle.room.pipeline import CommandPipeline
from hoyle.rulebooks.clause_catalogue import BOOKS
from hoyle.server.config import Config, TableConfig
from hoyle.server.gateway.room_gateway import RoomGateway
from hoyle.server.process.initial_tables import default_tables, open_initial_tables, open_initial_tables_on_node
from hoyle.storage.store_factory import open_store


def test_a_new_room_has_every_game_of_every_book_and_passes_the_audit(tmp_path: Path) -> None:
    place = str(tmp_path / "room.db")
    desk = CommandPipeline(open_store(place), now=lambda: 1_700_000_000_000, entropy=Random(7).randbytes)
    service = RoomGateway(desk)
    open_initial_tables(service, Config())
    cards = desk.room.state.tables.values()
    assert {(card.game, card.book) for card in cards} == {(game, info.id) for info in BOOKS for game in info.games}
    open_initial_tables(service, Config())
    assert len(desk.room.tables) == len(cards), "a room that has its tables is left as it is"
    desk.store.close()
    verdict = audit_room(place)
    assert verdict.findings == []


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (TableConfig(game="craps", structure="no-limit"), "structure 'no-limit': craps has none"),
        (TableConfig(game="holdem", sign={"game": "stud7-high"}), "game = 'holdem', not by the sign"),
    ],
)
def test_what_a_table_would_not_heed_is_refused(tmp_path: Path, table: TableConfig, said: str) -> None:
    with closing(open_store(tmp_path / "room.db")) as store:
        desk = CommandPipeline(store, now=lambda: 1_700_000_000_000, entropy=Random(7).randbytes)
        with pytest.raises(InvalidError, match=said):
            open_initial_tables(RoomGateway(desk), Config(tables=[table]))


def test_tables_have_names_that_a_person_likes_to_read(tmp_path: Path) -> None:
    desk = CommandPipeline(open_store(tmp_path / "room.db"), now=lambda: 1_700_000_000_000, entropy=Random(7).randbytes)
    two = TableConfig(game="omaha-hilo8", rulebook="oneida")
    own = TableConfig(game="craps", settings={"title": "The pit"})
    open_initial_tables(RoomGateway(desk), Config(tables=[two, two, own, *default_tables()]))
    titles = [card.title for card in desk.room.state.tables.values()]
    desk.store.close()
    assert titles[:3] == ["Omaha hi-lo 8, oneida", "Omaha hi-lo 8, oneida 2", "The pit"]
    assert {"Hold\u2019em, nj-19-47", "Three Card Poker, oneida", "Mini-dice, nj-19-47"} <= {*titles}
    assert len({*titles}) == len(titles)
    assert max(map(len, titles)) <= 35


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (TableConfig(game="holdem", settings={"clok": 1}), "settings: unknown key 'clok'"),
        (TableConfig(game="holdem", sign={"seats": 99}), "seats"),
        (TableConfig(game="whist"), "game 'whist'"),
        (TableConfig(game="craps", bots=3), "no bot of the house plays craps"),
    ],
)
def test_a_room_with_a_table_that_cannot_be_opened_is_left_without_any(
    tmp_path: Path, wrong: TableConfig, said: str
) -> None:
    good = TableConfig(game="holdem", bots=2)
    place = tmp_path / "room.db"

    def opened() -> CommandPipeline:
        return CommandPipeline(open_store(place), now=lambda: 1_700_000_000_000, entropy=Random(7).randbytes)

    desk = opened()
    with pytest.raises(InvalidError, match=said) as refused:
        open_initial_tables(RoomGateway(desk), Config(tables=[good, wrong]))
    assert str(refused.value).startswith("table 2 of the configuration")
    assert desk.store.streams() == []
    desk.store.close()
    desk = opened()
    open_initial_tables(RoomGateway(desk), Config(tables=[good, good]))
    assert list(desk.room.tables) == [1, 2]
    desk.store.close()


@pytest.mark.parametrize("together", [False, True])
def test_a_room_that_has_its_tables_says_that_it_opens_no_others_and_refuses_wrong_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], together: bool
) -> None:
    def open_with(*tables: TableConfig) -> None:
        if together:
            open_initial_tables_on_node(service, Config(tables=[*tables]), between=lambda: None)
        else:
            open_initial_tables(service, Config(tables=[*tables]))

    with closing(open_store(tmp_path / "room.db")) as store:
        desk = CommandPipeline(store, now=lambda: 1_700_000_000_000, entropy=Random(7).randbytes)
        service = RoomGateway(desk)
        good = TableConfig(game="holdem", bots=2)
        open_with(good)
        assert capsys.readouterr().err == ""
        open_with(good, good)
        assert list(desk.room.tables) == [1]
        said = capsys.readouterr().err
        assert said.startswith("hoyle: the room has its tables already")
        assert "a manager opens another" in said
        assert said.count("\n") == 1
        with pytest.raises(InvalidError, match="table 2 of the configuration, 'whist': game 'whist'"):
            open_with(good, TableConfig(game="whist"))


def test_nodes_that_open_together_find_what_is_wrong_before_the_first_table(tmp_path: Path) -> None:
    desk = CommandPipeline(open_store(tmp_path / "room.db"), now=lambda: 0, entropy=Random(7).randbytes)
    wrong = [TableConfig(game="holdem"), TableConfig(game="holdem", settings={"clok": 1})]
    with pytest.raises(InvalidError, match="table 2 of the configuration"):
        open_initial_tables_on_node(RoomGateway(desk), Config(tables=wrong), between=lambda: None)
    assert desk.store.streams() == []
    desk.store.close()


def test_no_two_bots_of_a_new_room_share_a_name(tmp_path: Path) -> None:
    desk = CommandPipeline(open_store(tmp_path / "room.db"), now=lambda: 1_700_000_000_000, entropy=Random(7).randbytes)
    open_initial_tables(RoomGateway(desk), Config())
    bots = [name for hosted in desk.room.tables.values() for name in hosted.hosting.bots]
    desk.store.close()
    assert len(bots) > 80
    assert all(name.endswith(" bot") for name in bots), "no number is needed to tell them apart"
