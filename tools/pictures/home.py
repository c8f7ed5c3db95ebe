"""Scenes of home games: host page, invitation page and the form that opens a table; and the account page."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count

from playwright.sync_api import Page, expect
from tools.pictures.studio import Scene, Shot

Camera = Callable[[Page], None]

_evenings = count(1)


def _opened(page: Page, title: str) -> str:
    """Open a game at the default stakes; return its link."""
    page.goto("/home")
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_role("textbox", name="Invite link")
    expect(link).to_have_value(re.compile("/home/"))
    return link.input_value()


def _some_hands(page: Page) -> None:
    """Seat bots and let them play a while."""
    for _ in range(4):
        seats = page.get_by_label("At the table").get_by_text(re.compile("seats open"))
        before = seats.inner_text()
        page.get_by_role("button", name="Add a bot").click()
        expect(seats).not_to_have_text(before)
    expect(page.get_by_role("heading", level=1, name=re.compile("Hand ([5-9]|1[0-9])"))).to_be_visible()


def settled(shot: Shot, camera: Camera) -> None:
    """End the game and show who owes whom."""
    with shot.reader(f"Marlow the {next(_evenings)}th") as page:
        _opened(page, "Thursday at Marlow’s")
        _some_hands(page)
        page.get_by_role("button", name="Close the game").click()
        page.get_by_role("dialog").get_by_role("button", name="Close the game").click()
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
        if not shot.is_desk:
            page.get_by_role("heading", name="Settling up").scroll_into_view_if_needed()
        camera(page)


def host(shot: Shot, camera: Camera) -> None:
    """Host page after some hands, with people who ask for seats."""
    evening = next(_evenings)
    with shot.reader(f"Marlow the {evening}th") as page, ExitStack() as guests:
        link = _opened(page, "Thursday at Marlow’s")
        _some_hands(page)
        for name, chips in (("Tobias", 200), ("Juno", 300)):
            guest = guests.enter_context(shot.reader(f"{name} {evening}"))
            guest.goto(link)
            guest.get_by_label("Seat").select_option("7")
            guest.get_by_label("Chips").fill(str(chips))
            guest.get_by_role("button", name="Ask the host").click()
            expect(guest.get_by_text("Waiting for the host")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("^Approve"))).to_have_count(2)
        page.get_by_role("button", name=re.compile("^Pause")).click()
        expect(page.get_by_role("heading", name="The game is paused")).to_be_visible()
        page.evaluate("window.scrollTo(0, 0)")
        camera(page)


def join(shot: Shot, camera: Camera) -> None:
    """Invitation page for a newcomer."""
    with shot.reader(f"Hostess {next(_evenings)}") as page, shot.reader() as guest:
        guest.goto(_opened(page, "Friday"))
        expect(guest.get_by_label("Your name")).not_to_have_value("")
        camera(guest)


def homes(shot: Shot, camera: Camera) -> None:
    """List of home games, one of them the player's own."""
    with shot.reader(f"Homer {next(_evenings)}") as page:
        _opened(page, "Sunday, after lunch")
        page.goto("/home")
        expect(page.get_by_text("Sunday, after lunch")).to_be_visible()
        camera(page)


def sign(shot: Shot, camera: Camera) -> None:
    """A sign that the book refuses."""
    with shot.reader() as page:
        page.goto("/open?game=omaha-hilo8&book=oneida")
        page.get_by_label("Kill", exact=True).select_option("kill")
        page.get_by_label("Seats").fill("11")
        page.get_by_label("Seats").blur()
        expect(page.get_by_text("Refused.")).to_be_visible()
        camera(page)


def account(shot: Shot, camera: Camera) -> None:
    """A guest's account."""
    with shot.reader(f"Nora {next(_evenings)}") as page:
        page.goto("/account")
        expect(page.get_by_role("heading", name="Sessions")).to_be_visible()
        camera(page)


SCENES = [
    Scene("home-host", host),
    Scene("home-settled", settled),
    Scene("home-join", join),
    Scene("home-games", homes),
    Scene("home-sign", sign),
    Scene("account", account),
]
