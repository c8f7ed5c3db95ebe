"""Scenes of the lobby: its tables, a posted sign, and the login."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from playwright.sync_api import Page, expect
from tools.pictures.studio import Scene, Shot

Camera = Callable[[Page], None]

_visits = count(1)


def _open(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Sit at", exact=False).first).to_be_visible()


def lobby(shot: Shot, camera: Camera) -> None:
    """Lobby after the login."""
    with shot.reader(f"Marlow {next(_visits)}") as page:
        _open(page)
        if shot.is_desk:
            expect(page.get_by_text("edge 1.41%")).to_be_visible()
        camera(page)


def sign(shot: Shot, camera: Camera) -> None:
    """The sign of a table, with a clause open."""
    with shot.reader() as page:
        _open(page)
        page.get_by_role("region", name="Omaha hi-lo 8", exact=True).get_by_role("button").first.click()
        page.get_by_role("dialog").get_by_role("button", name="14.11(b)", exact=False).first.click()
        expect(page.get_by_role("link", name="Open page")).to_be_visible()
        camera(page)


def door(shot: Shot, camera: Camera) -> None:
    """Login page, which asks a newcomer for a name."""
    with shot.reader() as page:
        _open(page)
        page.get_by_role("button", name="Sit me down").locator("visible=true").click()
        expect(page.get_by_label("Your name")).not_to_have_value("")
        camera(page)


def learn(shot: Shot, camera: Camera) -> None:
    """Introduction for newcomers."""
    with shot.reader() as page:
        page.goto("/learn")
        expect(page.get_by_role("heading", name="Your first hand")).to_be_visible()
        camera(page)


SCENES = [Scene("lobby", lobby), Scene("lobby-sign", sign), Scene("lobby-door", door), Scene("learn", learn)]
