"""How a reader at a poker table sits down and plays, by what the page offers."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

ANSWERS = ("Check", "Call", "Bring in", "Stand pat", "Show", "Bet", "Raise to", "Fold")
"""What is pressed, the first that is offered."""


def sit(page: Page, table: int, seat: int = 0) -> None:
    """Come to a table and take a seat with the usual chips."""
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Take a seat").click()
    dialog = page.get_by_role("dialog", name="Take a seat")
    if seat:
        dialog.get_by_role("radio", name=str(seat), exact=True).check(force=True)
    dialog.get_by_role("button", name="Sit down with").click()
    expect(dialog).to_be_hidden()


def bar(page: Page) -> Locator:
    return page.get_by_label("your hand")


def awaited(page: Page) -> Locator:
    """The button that answers what the table waits for, whichever comes."""
    found = bar(page).get_by_role("button", name=ANSWERS[0])
    for name in ANSWERS[1:]:
        found = found.or_(bar(page).get_by_role("button", name=name))
    return found.filter(visible=True)


def over(page: Page) -> Locator:
    """The division of the pot, which stands there when a hand is over."""
    return page.get_by_role("region", name="The division")


def answer(page: Page) -> str:
    """Press what is offered first; what was pressed."""
    for name in ANSWERS:
        button = bar(page).get_by_role("button", name=name).filter(visible=True)
        if button.count() and button.first.is_enabled():
            button.first.click()
            return name
    return ""
