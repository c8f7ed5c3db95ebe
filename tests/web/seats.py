"""Page actions at a poker table: take a seat and play with the buttons offered."""

from __future__ import annotations

import contextlib
from typing import Final

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

SHORTLY: Final = 5_000
"""Milliseconds after which a click counts as too late."""

SAID: Final = "(document.querySelector('.transcript')?.textContent ?? '')"

ANSWERS = ("Check", "Call", "Bring in", "Stand pat", "Show", "Bet")
"""Buttons in the order of preference; the first that is offered is pressed."""


def sit(page: Page, table: int, seat: int) -> None:
    """Open a table and take a seat with the default chips."""
    page.goto(f"/table/{table}")
    page.get_by_role("button", name=f"Seat {seat} Sit here", exact=True).click()
    dialog = page.get_by_role("dialog", name="Take a seat")
    dialog.get_by_role("button", name="Sit down with").click()
    expect(dialog).to_be_hidden()


def turn(page: Page) -> Locator:
    """Buttons of the pending decision."""
    return page.get_by_role("group", name="your turn")


def division(page: Page) -> Locator:
    """Division of the pot, shown when a hand is over."""
    return page.get_by_role("region", name="The division")


def own_cards(page: Page) -> list[str]:
    """Cards of the viewer as the page shows them."""
    cards = page.get_by_role("group", name="your cards").locator("[data-card]")
    expect(cards.first).to_be_visible()
    return [str(card.get_attribute("data-card")) for card in cards.all()]


def play_on(page: Page) -> None:
    """Check, call and show until the hand is over."""
    for _ in range(60):
        expect(turn(page).or_(division(page)).first).to_be_visible()
        if division(page).count():
            return
        answer(page)
    raise AssertionError("this hand has no end")


def said(page: Page) -> str:
    """Dealer's calls of this hand."""
    return str(page.evaluate(SAID))


def answer(page: Page) -> None:
    """Press the first button offered, and wait until the action is accepted."""
    before = said(page)
    for name in ANSWERS:
        button = turn(page).get_by_role("button", name=name)
        if button.count():
            button.first.click()
            break
    # A click that came too late for its turn changes nothing: the caller presses again.
    with contextlib.suppress(PlaywrightTimeout):
        page.wait_for_function(
            f"before => {SAID} !== before || document.querySelector('[aria-label=\"your turn\"]') === null",
            arg=before,
            timeout=SHORTLY,
        )
