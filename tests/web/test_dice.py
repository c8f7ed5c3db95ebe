"""Tables of dice in a browser: rolls, chips and their undoing, refusals, the next roll, phone, keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.server.real_server import Server
from tests.web.axe import axe_clean
from tests.web.browser import PHONE, reader
from tests.web.house_play import accept, chip, put, sit, to_a_point

CRAPS = 6
MINI = 3
ROOM = 'title = "A room for tests"\n' + "".join(
    f'[[tables]]\ngame = "{game}"\n[tables.settings]\n'
    "between_rounds_ms = 200\nwager_window_ms = 600000\ndecision_clock_ms = 600000\n"
    for game in ("craps",) * CRAPS + ("mini-dice",) * MINI
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("dice"), ROOM) as found:
        yield found


def shooter(page: Page, table: int) -> None:
    """Take a place and the dice."""
    sit(page, table)
    accept(page)
    chip(page, 5)


def test_a_guest_takes_the_dice_bets_the_line_and_rolls_to_its_decision(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Ann") as page:
        shooter(page, 1)
        roll = page.get_by_role("button", name="Roll the dice")
        expect(page.get_by_text("The shooter needs a line bet")).to_be_visible()
        expect(roll).to_be_disabled()
        put(page, "Pass Line")
        point = to_a_point(page, lambda: put(page, "Pass Line"))
        wagers = page.get_by_role("region", name="Your bets")
        expect(wagers).to_contain_text(f"Pass Line, on {point}")
        expect(wagers).to_contain_text("7/495")
        put(page, "Odds")
        expect(wagers).to_contain_text("0.000%")
        lies = page.get_by_role("button", name=re.compile("^Odds, ")).locator(".unseen").text_content() or ""
        expect(wagers.locator("tfoot")).to_contain_text(f"including {lies.removeprefix('Odds, ')}")
        rolls = int(page.locator("[data-rolls]").get_attribute("data-rolls") or 0)
        while page.locator("[data-point]").get_attribute("data-point") != "0":
            roll.click()
            rolls += 1
            expect(page.locator(f"[data-rolls='{rolls}']")).to_be_visible()
        expect(wagers).to_contain_text("You have no bets down.")


def test_a_wager_at_the_wrong_time_is_explained_by_its_clause(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Bea") as page:
        shooter(page, 2)
        come = page.get_by_role("button", name="Come, closed", exact=True)
        come.hover()
        expect(page.get_by_role("tooltip")).to_contain_text("Closed: ")
        come.click()
        said = page.locator(".transcript li", has_text="come")
        expect(said.filter(has=page.get_by_role("button", name=re.compile("^CR.O3"))).first).to_be_visible()


def test_chips_are_taken_back_and_put_down_again(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Cem") as page:
        shooter(page, 3)
        put(page, "Pass Line")
        put(page, "Pass Line")
        expect(page.get_by_role("button", name="Pass Line, 10", exact=True)).to_be_visible()
        put(page, "Place 6")
        expect(page.get_by_role("button", name="Place 6, 6", exact=True)).to_be_visible()
        page.get_by_role("button", name=re.compile("^Undo")).click()
        expect(page.get_by_role("button", name="Place 6", exact=True)).to_be_visible()
        page.keyboard.press("z")
        expect(page.get_by_role("button", name="Pass Line, 5", exact=True)).to_be_visible()
        put(page, "Field")
        page.keyboard.press(" ")
        expect(page.locator("[data-rolls='1']")).to_be_visible()
        expect(page.get_by_role("button", name="Field", exact=True)).to_be_visible()
        if page.locator("[data-point='0']").count():
            put(page, "Pass Line")
        page.get_by_role("button", name="Repeat").click()
        expect(page.get_by_role("button", name="Field, 5", exact=True)).to_be_visible()


def test_the_next_roll_is_told_before_it_falls(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Dag") as page:
        shooter(page, 4)
        put(page, "Field")
        outlook = page.get_by_role("region", name="Next roll")
        expect(outlook).to_contain_text("average −5/18 = −0.28")
        expect(outlook.get_by_role("listitem", name="7: 6 of 36 ways, you −5", exact=True)).to_be_visible()
        expect(outlook.get_by_role("listitem", name="12: 1 of 36 ways, you +10", exact=True)).to_be_visible()
        page.get_by_role("button", name="Hop").click()
        page.get_by_role("button", name="Hop 6-1").click()
        page.keyboard.press("Escape")
        expect(outlook).to_contain_text("average −5/6 = −0.83")
        seven = "7: 6 of 36 ways, you −10 with 5-2, 4-3; +70 with 6-1"
        expect(outlook.get_by_role("listitem", name=seven, exact=True)).to_be_visible()
        page.get_by_role("button", name="Place 10").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        expect(page.get_by_role("tooltip")).to_contain_text("1/15")
        page.mouse.move(5, 5)
        axe_clean(page)


def test_the_shaker_goes_round_at_mini_dice(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Eli") as page:
        shooter(page, CRAPS + 1)
        put(page, "Over 7")
        put(page, "Place 8")
        page.get_by_role("button", name=re.compile("^Ready")).click()
        page.get_by_role("button", name=re.compile("^Shake")).click()
        expect(page.locator("[data-rolls='1']")).to_be_visible()
        expect(page.locator(".transcript")).to_contain_text(re.compile("over seven (wins|loses)"))
        axe_clean(page)


def test_a_phone_has_the_layout_as_a_map_and_trays(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Fay", viewport=PHONE) as page:
        shooter(page, 5)
        put(page, "Pass Line")
        page.get_by_role("tab", name="Hard ways").click()
        put(page, "Hard 8")
        expect(page.get_by_text("edge 1/11, 9.091%")).to_be_visible()
        page.get_by_role("tab", name=re.compile("Come")).click()
        tray = page.get_by_role("tabpanel").locator(".cell-grid")
        expect(tray).to_be_visible()
        behind = tray.evaluate("node => getComputedStyle(node).backgroundColor")
        assert behind == "rgba(0, 0, 0, 0)", "the felt shows through: ink of the felt on paper cannot be read"
        page.get_by_role("tab", name="Numbers").click()
        put(page, "Place 9")
        page.get_by_role("tab", name="One roll").click()
        expect(page.get_by_role("button", name="Any Seven", exact=True)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        axe_clean(page)
        page.get_by_role("button", name="Roll the dice").click()
        expect(page.locator("[data-rolls='1']")).to_be_visible()


def test_the_card_of_a_spot_hides_none_of_ones_own_chips(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Hob") as page:
        shooter(page, 6)
        put(page, "Pass Line")
        to_a_point(page, lambda: put(page, "Pass Line"))
        put(page, "Hard 8")
        page.get_by_role("button", name=re.compile("^Place 10")).hover()
        card = page.get_by_role("tooltip").bounding_box()
        assert card is not None
        for chips in page.locator("[data-own]").all():
            lies = chips.bounding_box()
            assert lies is not None
            aside = lies["x"] >= card["x"] + card["width"] or lies["x"] + lies["width"] <= card["x"]
            above = lies["y"] >= card["y"] + card["height"] or lies["y"] + lies["height"] <= card["y"]
            assert aside or above, "a chip of one's own lies under the card"
