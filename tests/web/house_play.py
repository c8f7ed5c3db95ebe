"""Page actions at a house game: take a seat, pick a chip, bet on a spot."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

from playwright.sync_api import Page, expect


def sit(page: Page, table: int) -> None:
    """Take any seat with the proposed chips."""
    page.goto(f"/table/{table}")
    page.get_by_role("button", name=re.compile("Join the table|Sit down to play")).first.click()
    page.get_by_role("button", name=re.compile("^Sit down|^Sit with|^Take the seat")).last.click()
    expect(page.get_by_role("group", name="Chips")).to_be_visible()


def chip(page: Page, value: int) -> None:
    """Pick another chip."""
    page.get_by_role("button", name=f"chip of {value}", exact=True).click()


def put(page: Page, spot: str) -> None:
    """Bet the picked chip on a spot of the player, and wait until the bet has grown."""
    cell = page.get_by_role("button", name=re.compile(f"^{re.escape(spot)}(,|$)"))
    # A card table opens once a player is seated, and then highlights the legal wagers.
    expect(cell.and_(page.locator(".wager-cell.available, .betting-cell"))).to_be_visible()
    name = cell.locator(".unseen")
    before = name.text_content() or ""
    cell.click()
    expect(name).not_to_have_text(before)


def accept(page: Page) -> None:
    """Accept the dice or the shaker when they are offered."""
    page.get_by_role("button", name=re.compile("^Take the (dice|shaker)")).click()


def to_a_point(page: Page, bet_line: Callable[[], None]) -> int:
    """Roll until a point is on; after a come-out that decides the line, bet on it again."""
    for rolls in count(1):
        page.get_by_role("button", name="Roll the dice").click()
        stick = page.locator(f"[data-rolls='{rolls}']")
        expect(stick).to_be_visible()
        point = int(stick.get_attribute("data-point") or 0)
        if point:
            return point
        bet_line()
    raise AssertionError("unreachable")
