"""Scenes of the hand history: the list, a replay, another book beside it, the proof."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
from playwright.sync_api import Page, expect
from tests.server.played_hands import RetryingTransport, play, wager
from tests.server.real_server import Server
from tools.pictures.studio import Scene, Shot

PLAYER = "Marlow"


@cache
def _played(server: Server) -> tuple[str, str]:
    """Play at several tables; return a player's token and a hand of theirs with a showdown."""
    with httpx.Client(base_url=server.address, timeout=60, trust_env=False, transport=RetryingTransport()) as client:
        tables = {(each["game"], each["book"]): each["table"] for each in client.get("/api/tables").json()["tables"]}
        token = play(server.address, PLAYER, tables["omaha-hilo8", "oneida"], rounds=4)
        listed = client.get("/api/hands", headers={"authorization": f"Bearer {token}"}).json()["hands"]
        return token, max(listed, key=lambda row: len(row["held"].get("board", ())))["hand"]


@cache
def _against_the_house(server: Server, game: str) -> tuple[str, str]:
    """Play a round of a house game; return the player's token and the round."""
    with httpx.Client(base_url=server.address, timeout=60, trust_env=False, transport=RetryingTransport()) as client:
        tables = {each["game"]: each["table"] for each in client.get("/api/tables").json()["tables"]}
        token = wager(server.address, f"At {game}", tables[game])
        listed = client.get("/api/hands", headers={"authorization": f"Bearer {token}"}).json()["hands"]
        return token, listed[0]["hand"]


def _come_in(page: Page, server: Server, token: str) -> None:
    page.context.add_cookies([{"name": server.cookie_name(), "value": token, "url": server.address}])


def _house_scene(game: str) -> Callable[[Shot, Callable[[Page], None]], None]:
    def play_scene(shot: Shot, camera: Callable[[Page], None]) -> None:
        token, hand = _against_the_house(shot.server, game)
        with shot.reader() as page:
            _come_in(page, shot.server, token)
            page.goto(f"/hands/{hand}")
            expect(page.get_by_role("slider", name="Event")).to_be_visible()
            camera(page)

    return play_scene


def _scene(path: Callable[[str], str], ready: Callable[[Page], Any]) -> Callable[[Shot, Callable[[Page], None]], None]:
    def play_scene(shot: Shot, camera: Callable[[Page], None]) -> None:
        token, hand = _played(shot.server)
        with shot.reader() as page:
            _come_in(page, shot.server, token)
            page.goto(path(hand))
            ready(page)
            camera(page)

    return play_scene


def _proven(page: Page) -> None:
    expect(page.get_by_text("are proven")).to_be_visible()


def _compared(page: Page) -> None:
    expect(page.get_by_text("Qualifier")).to_be_visible()
    expect(page.get_by_text("loading")).to_have_count(0)


SCENES = [
    Scene("hands-house", _house_scene("three-card-poker")),
    Scene("hands-dice", _house_scene("craps")),
    Scene("hands", _scene(lambda hand: "/hands", lambda page: expect(page.locator("tbody tr").nth(2)).to_be_visible())),
    Scene(
        "hands-replay",
        _scene(lambda hand: f"/hands/{hand}", lambda page: expect(page.get_by_text("Who won what")).to_be_visible()),
    ),
    Scene(
        "hands-middle",
        _scene(lambda hand: f"/hands/{hand}?at=9", lambda page: expect(page.get_by_text("Event 9 of")).to_be_visible()),
    ),
    Scene("hands-book", _scene(lambda hand: f"/hands/{hand}?show=other", _compared)),
    Scene("hands-proof", _scene(lambda hand: f"/hands/{hand}?show=shuffle", _proven)),
]
