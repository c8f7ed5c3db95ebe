"""Scenes of house games: cards and dice, while betting, deciding and settled."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect
from tests.server.real_server import Server
from tests.web.house_play import accept, chip, put, sit, to_a_point
from tools.pictures.studio import Scene, Shot

Camera = Callable[[Page], None]

GAMES: Final = ("three-card-poker", "four-card-poker", "mississippi-stud", "craps", "mini-dice")
ROOM: Final = "\n".join(
    ['title = "The room in the pictures"']
    + [
        f'[[tables]]\ngame = "{game}"\nsettings = {{wager_window_ms = 60000, between_rounds_ms = 4000}}'
        for game in GAMES
    ]
)


@contextmanager
def _seated(shot: Shot, game: str) -> Iterator[Page]:
    """Page of a player at a table of a room that is opened for them alone."""
    with (
        tempfile.TemporaryDirectory() as directory,
        Server(Path(directory), ROOM) as server,
        Shot(shot.browser, server, shot.size, shot.theme).reader("Marlow") as page,
    ):
        sit(page, GAMES.index(game) + 1)
        yield page


def _cards(game: str, moment: str) -> Callable[[Shot, Camera], None]:
    def play(shot: Shot, camera: Camera) -> None:
        with _seated(shot, game) as page:
            chip(page, 5)
            put(page, "Ante")
            put(page, "Ante")
            if game != "mississippi-stud":
                put(page, "Pair Plus" if game == "three-card-poker" else "Aces Up")
            if moment == "wagers":
                camera(page)
                return
            page.get_by_role("button", name="Deal").click()
            expect(page.get_by_role("button", name="Fold")).to_be_visible()
            if moment == "settled":
                page.get_by_role("button", name="Play, 10").or_(page.get_by_role("button", name="Bet 1×")).or_(
                    page.get_by_role("button", name="Play 1×")
                ).first.click()
                if shot.is_desk:
                    expect(page.get_by_text("Net this round")).to_be_visible()
                else:
                    expect(page.get_by_text("This round")).to_be_visible()
            elif shot.is_desk:
                page.get_by_role("button", name="Show me the best play").click()
                expect(page.get_by_text("is better")).to_be_visible()
            camera(page)

    return play


def _craps(moment: str) -> Callable[[Shot, Camera], None]:
    def play(shot: Shot, camera: Camera) -> None:
        with _seated(shot, "craps") as page:
            accept(page)
            chip(page, 5)
            _wager(page, shot, "Line and odds", "Pass Line")
            if moment == "offered":
                camera(page)
                return
            to_a_point(page, lambda: _wager(page, shot, "Line and odds", "Pass Line"))
            _wager(page, shot, "Line and odds", "Odds")
            _wager(page, shot, "Come and field", "Field")
            _wager(page, shot, "Hard ways", "Hard 8")
            _wager(page, shot, "Numbers", "Place 9")
            _wager(page, shot, "Numbers", "Place 5")
            if shot.is_desk:
                page.get_by_role("button", name="Place 10").hover()
                expect(page.get_by_role("tooltip")).to_be_visible()
            camera(page)

    return play


def _wager(page: Page, shot: Shot, region: str, name: str) -> None:
    if not shot.is_desk:
        page.get_by_role("tab", name=region).click()
    put(page, name)


def _mini(shot: Shot, camera: Camera) -> None:
    with _seated(shot, "mini-dice") as page:
        accept(page)
        chip(page, 5)
        put(page, "Field")
        put(page, "Place 8")
        page.get_by_role("button", name="Ready").click()
        page.get_by_role("button", name=re.compile("^Shake")).click()
        expect(page.locator("[data-rolls='1']")).to_be_visible()
        put(page, "Over 7")
        camera(page)


SCENES: Final = [
    Scene("house-three-card", _cards("three-card-poker", "settled")),
    Scene("house-three-card-wagers", _cards("three-card-poker", "wagers")),
    Scene("house-four-card", _cards("four-card-poker", "deciding")),
    Scene("house-mississippi", _cards("mississippi-stud", "deciding")),
    Scene("dice-craps", _craps("point")),
    Scene("dice-craps-come-out", _craps("offered"), themes=("light",)),
    Scene("dice-mini", _mini),
]
