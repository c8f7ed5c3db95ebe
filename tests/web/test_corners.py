"""Corners of a page: long names, large amounts, twice its size, the keyboard's way past the menu."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.server.real_server import Server
from tests.web.browser import DESK, PHONE, TABLET, reader
from tests.web.calling_player import Caller
from tests.web.house_play import accept, put
from tests.web.house_play import sit as sit_at_house
from tests.web.seats import answer, division, own_cards, turn

NAMES: Final = (
    "W" * 24,
    "Maximiliana Featherstone",
    "\u05d1\u05e0\u05d9\u05de\u05d9\u05df \u05de\u05d9\u05e8\u05d5\u05e9\u05dc\u05d9\u05dd",
)
CHIPS: Final = 9_999_999
TERMS: Final = "dealer_pace_ms = 0, decision_clock_ms = 3600000, wager_window_ms = 3600000"
ROOM: Final = f"""
guest_starting_chips = 100000000
[[tables]]
game = "omaha-hilo8"
limits = "250000/500000"
settings = {{between_rounds_ms = 3600000, max_buy_in = {CHIPS}, {TERMS}}}
[[tables]]
game = "holdem"
bots = 2
settings = {{between_rounds_ms = 0, {TERMS}}}
[[tables]]
game = "craps"
sign = {{minimum = 1250000, maximum = 0}}
settings = {{min_buy_in = 5000000, max_buy_in = {CHIPS}, {TERMS}}}
[[tables]]
game = "craps"
sign = {{minimum = 1250000, maximum = 0}}
settings = {{min_buy_in = 5000000, max_buy_in = {CHIPS}, {TERMS}}}
[[tables]]
game = "holdem"
settings = {{{TERMS}}}
"""
RICH, BOTS, CRAPS, MORE_CRAPS, EMPTY = range(1, 6)
TWICE: Final = {"width": 720, "height": 450}
"""A window of 1440 x 900 at twice its size."""

CUT: Final = """
(which) => [...document.querySelectorAll(which)]
  .filter((one) => {
    const inner = one.getBoundingClientRect();
    const outer = one.closest(".plate, .phone-plate, .pot-division, .transcript").getBoundingClientRect();
    const cut = !one.matches(".clause-link") && one.scrollWidth > one.clientWidth + 1;
    return cut || inner.right > outer.right + 1 || inner.left < outer.left - 1;
  })
  .map((one) => one.textContent)
"""
"""Figures and clauses that run out of what they stand in."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("corners"), ROOM) as found:
        yield found


def sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_long_names_leave_stacks_awards_and_clauses_whole(browser: Browser, server: Server) -> None:
    with ExitStack() as stack:
        for seat, name in enumerate(NAMES, 1):
            stack.enter_context(Caller(server.address, name, RICH, seat=seat, chips=CHIPS - seat))
        for size in (DESK, TABLET, PHONE):
            page = stack.enter_context(reader(browser, server.address, viewport=size))
            page.goto(f"/table/{RICH}")
            expect(division(page)).to_be_visible()
            figures = (
                ".plate .stack, .plate .last-action, .phone-plate .stack, .phone-plate em, "
                ".division-table .amount-column, .division-table .clause-link, .transcript .clause-link"
            )
            assert page.evaluate(CUT, figures) == [], size
            assert not sideways(page)
            if size is DESK:
                hebrew = page.locator(".plate .player-name", has_text=NAMES[2].split()[0])
                assert hebrew.evaluate("one => getComputedStyle(one).direction") == "rtl", "cut at its end"
                expect(page.locator(".transcript")).to_contain_text("250,000")


@pytest.mark.parametrize(("table", "size"), [(CRAPS, DESK), (MORE_CRAPS, PHONE)], ids=["desk", "phone"])
def test_a_chip_of_millions_says_so_on_its_face_and_the_dice_are_passed_at_will(
    browser: Browser, server: Server, table: int, size: dict[str, int]
) -> None:
    with reader(browser, server.address, f"Moneta {table}", viewport=size) as page:
        sit_at_house(page, table)
        accept(page)
        put(page, "Pass Line")
        cell = page.get_by_role("button", name="Pass Line, 1,250,000")
        expect(cell.locator(".spot i")).to_have_text("1.25M")
        assert cell.locator(".spot i").evaluate("one => one.offsetWidth") <= 30, "wider than the chip"
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Pass the dice").click()
        expect(page.get_by_role("button", name="Take the dice")).to_be_visible()


def test_at_twice_its_size_a_hand_is_played_with_cards_and_buttons_in_sight(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Zoe", viewport=TWICE) as page:
        page.goto(f"/table/{BOTS}?sit")
        page.get_by_role("button", name="Sit down with").click()
        expect(turn(page)).to_be_visible()
        assert len(own_cards(page)) == 2
        for part in (page.get_by_role("group", name="your cards").locator("[data-card]").last, turn(page)):
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= TWICE["height"]
        cards = page.get_by_role("group", name="your cards").bounding_box()
        bar = turn(page).bounding_box()
        assert cards is not None
        assert bar is not None
        assert cards["x"] + cards["width"] <= bar["x"] or cards["y"] + cards["height"] <= bar["y"]
        assert not sideways(page)
        answer(page)


def test_the_way_past_the_menu_leads_into_the_page(browser: Browser, server: Server) -> None:
    with reader(browser, server.address) as page:
        page.goto("/")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#content")).to_be_focused()
        page.keyboard.press("Tab")
        assert page.evaluate("!!document.activeElement.closest('main')")
        expect(page).to_have_url(server.address + "/")


def test_a_sheet_that_came_by_itself_gives_the_focus_to_the_table(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Kit") as page:
        page.goto(f"/table/{EMPTY}?sit")
        expect(page.get_by_role("dialog", name="Take a seat")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#content")).to_be_focused()
        page.keyboard.press("Tab")
        assert page.evaluate("!!document.activeElement.closest('.acts')"), "what one can do comes first"
