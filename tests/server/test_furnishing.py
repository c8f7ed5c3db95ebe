"""A room that opens for the first time: a table for every game of every book, and in order by the audit."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hoyle.room.inspection.audit import audit_room
from hoyle.room.live.desk import Desk
from hoyle.room.store.opening import open_store
from hoyle.rulebooks.catalogue import BOOKS
from hoyle.server.config import Config, TableConfig
from hoyle.server.furnishing import default_tables, furnish
from hoyle.server.service import Service


def test_a_new_room_has_every_game_of_every_book_and_passes_the_audit(tmp_path: Path) -> None:
    place = str(tmp_path / "room.db")
    desk = Desk(open_store(place), now=lambda: 1_700_000_000_000, entropy=Random(7).randbytes)
    service = Service(desk)
    furnish(service, Config())
    cards = desk.room.state.tables.values()
    assert {(card.game, card.book) for card in cards} == {
        (game, info.id) for info in BOOKS for game in info.games
    }
    furnish(service, Config())
    assert len(desk.room.tables) == len(cards), "a room that has its tables is left as it is"
    desk.store.close()
    verdict = audit_room(place)
    assert verdict.findings == []


def test_tables_have_names_that_a_person_likes_to_read(tmp_path: Path) -> None:
    desk = Desk(open_store(tmp_path / "room.db"), now=lambda: 1_700_000_000_000, entropy=Random(7).randbytes)
    two = TableConfig(game="omaha-hilo8", book="oneida")
    own = TableConfig(game="craps", terms={"title": "The pit"})
    furnish(Service(desk), Config(tables=[two, two, own, *default_tables()]))
    titles = [card.title for card in desk.room.state.tables.values()]
    desk.store.close()
    assert titles[:3] == ["Omaha hi-lo 8, oneida", "Omaha hi-lo 8, oneida 2", "The pit"]
    assert {"Hold\u2019em, nj-19-47", "Three Card Poker, oneida", "Mini-dice, nj-19-47"} <= {*titles}
    assert len({*titles}) == len(titles)
    assert max(map(len, titles)) <= 35


def test_no_two_bots_of_a_new_room_share_a_name(tmp_path: Path) -> None:
    desk = Desk(open_store(tmp_path / "room.db"), now=lambda: 1_700_000_000_000, entropy=Random(7).randbytes)
    furnish(Service(desk), Config())
    bots = [name for hosted in desk.room.tables.values() for name in hosted.hosting.bots]
    desk.store.close()
    assert len(bots) > 80
    assert all(name.endswith(" bot") for name in bots), "no number is needed to tell them apart"
