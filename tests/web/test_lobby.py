"""The lobby: what a newcomer sees first, and how quickly he sits."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.server.real_server import Server
from tests.web.axe import axe_clean
from tests.web.browser import PHONE, reader

CONFIG = """
title = "A room for tests"
[[tables]]
game = "holdem"
rulebook = "nj-19-47"
bots = 3
[[tables]]
game = "omaha-hilo8"
rulebook = "oneida"
limits = "4/8"
bots = 4
sign = {kill = {kind = "half-kill", multiple = 10}}
[[tables]]
game = "omaha-hilo8"
rulebook = "ca-omaha"
bots = 2
sign = {seats = 2}
[[tables]]
game = "stud7-high"
rulebook = "oneida"
bots = 2
[[tables]]
game = "craps"
"""

FOCUSED = """(one => (one.getAttribute("aria-label") ?? one.textContent).trim())(document.activeElement)"""
SMALL = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("room"), CONFIG) as found:
        yield found


def lobby(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("^Sit at")).first).to_be_visible()


def test_tables_stand_by_game_with_book_stakes_and_seats(browser: Browser, server: Server) -> None:
    with reader(browser, server.address) as page:
        lobby(page)
        omaha = page.get_by_role("region", name="Omaha hi-lo 8")
        expect(omaha.get_by_text("four hole cards, eight or better")).to_be_visible()
        first = omaha.get_by_role("listitem").first
        for said in ("Table 2", "limit 4/8, half kill", "oneida", "4 of 10"):
            expect(first.get_by_text(said, exact=True).locator("visible=true")).to_be_visible()
        expect(first.get_by_role("img", name="0 people, 4 bots, 6 open")).to_be_visible()
        full = omaha.get_by_role("listitem").nth(1)
        expect(full.get_by_role("button", name="Join the waiting list of Table 3, Omaha hi-lo 8")).to_be_visible()
        bank = page.get_by_role("region", name="House games and dice")
        expect(bank.get_by_text("Craps, 5–100, odds 3×")).to_be_visible()
        expect(bank.get_by_text("edge 1.41%")).to_be_visible()


def test_filters_leave_what_is_looked_for(browser: Browser, server: Server) -> None:
    with reader(browser, server.address) as page:
        lobby(page)
        rows = page.get_by_role("button", name=re.compile("^Rules of"))
        expect(rows).to_have_count(5)
        page.get_by_role("button", name="Stud and draw").click()
        expect(rows).to_have_count(1)
        page.get_by_role("button", name="All games").click()
        page.get_by_role("button", name="Open seats").click()
        expect(rows).to_have_count(4)
        page.get_by_label("Book").first.select_option("ca-omaha")
        expect(page.get_by_text("No tables match.")).to_be_visible()
        page.get_by_role("button", name="Show all games").click()
        expect(rows).to_have_count(5)


def test_the_sign_is_read_before_sitting_and_without_an_account(browser: Browser, server: Server) -> None:
    with reader(browser, server.address) as page:
        lobby(page)
        page.get_by_role("button", name="Rules of Table 2, Omaha hi-lo 8").click()
        sign = page.get_by_role("dialog")
        expect(sign.get_by_text("half-kill at 6-12 after a pot of 10 minimum wagers")).to_be_visible()
        sign.get_by_role("button", name="XI.K.2", exact=True).first.click()
        expect(sign.get_by_text("oneida XI.K.2")).to_be_visible()
        expect(sign.get_by_role("link", name="Open page")).to_be_visible()
        axe_clean(page)
        page.keyboard.press("Escape")
        expect(sign).to_be_hidden()


def test_a_newcomer_is_led_to_a_seat_with_a_name_thought_of_already(browser: Browser, server: Server) -> None:
    with reader(browser, server.address) as page:
        lobby(page)
        page.get_by_role("button", name="Sit me down").locator("visible=true").click()
        name = page.get_by_label("Your name")
        expect(name).not_to_have_value("")
        chosen = name.input_value()
        page.get_by_role("button", name="Play as guest and sit").click()
        expect(page).to_have_url(f"{server.address}/table/2")
        expect(page.get_by_role("group", name="You", exact=True)).to_be_visible()
        # Away from the table his seat is in sight; whoever comes back is where he was.
        page.get_by_role("link", name="hoyle").click()
        expect(page.get_by_role("link", name=chosen)).to_be_visible()
        expect(page.get_by_text("cannot be read")).to_have_count(0)
        page.get_by_role("link", name=re.compile("Back to your seat|Your turn")).click()
        expect(page.get_by_role("group", name="You", exact=True)).to_be_visible()
        page.get_by_role("button", name="Leave").click()
        page.get_by_role("button", name="Leave the table").click()


def test_a_name_that_is_taken_is_answered_with_why(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Lola"), reader(browser, server.address) as page:
        lobby(page)
        page.get_by_role("button", name=re.compile("^Sit at Table 4")).click()
        page.get_by_label("Your name").fill("Lola")
        page.get_by_role("button", name="Play as guest and sit").click()
        expect(page.get_by_text("Lola is taken")).to_be_visible()
        page.get_by_label("Your name").fill("Lola May")
        page.get_by_role("button", name="Play as guest and sit").click()
        expect(page).to_have_url(f"{server.address}/table/4")
        expect(page.get_by_role("group", name="You", exact=True)).to_be_visible()


def test_quick_seat_keeps_to_what_was_chosen(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Quentin") as page:
        lobby(page)
        card = page.get_by_role("complementary")
        card.get_by_label("Game").select_option("Hold’em")
        card.get_by_label("Stakes").select_option("limit 3/6")
        card.get_by_role("button", name="Sit me down").click()
        expect(page).to_have_url(f"{server.address}/table/1")
        expect(page.get_by_role("group", name="You", exact=True)).to_be_visible()


def test_by_keyboard_alone_one_filters_reads_a_sign_and_sits(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Keith") as page:
        lobby(page)

        def to(name: str) -> None:
            for _ in range(60):
                page.keyboard.press("Tab")
                focused = page.evaluate(FOCUSED)
                if focused == name:
                    return
            raise AssertionError(f"{name} was not reached")

        to("Stud and draw")
        page.keyboard.press("Enter")
        to("Rules of Table 4, Seven-card stud")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog").get_by_text("buy in with")).to_be_visible()
        page.keyboard.press("Escape")
        to("Sit at Table 4, Seven-card stud")
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{server.address}/table/4")
        expect(page.get_by_role("dialog", name="Take a seat")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "360"])
def test_on_a_phone_thumbs_reach_a_seat_and_nothing_scrolls_sideways(
    browser: Browser, server: Server, size: dict[str, int]
) -> None:
    with reader(browser, server.address, f"Pia {size['width']}", viewport=size) as page:
        lobby(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        small = page.evaluate(
            """[...document.querySelectorAll(
              "main .sit-button, .quick-seat-bar button, .tabs a, main .filter")]
            .filter(one => one.offsetParent && one.getBoundingClientRect().height < 44).length"""
        )
        assert small == 0, "everything for a thumb is 44 high"
        tabs = page.get_by_role("navigation", name="Main").locator("visible=true")
        expect(tabs.get_by_role("link")).to_have_text(["Tables", "Books", "Hands", "Odds", "Home games"])
        axe_clean(page)
        bar = page.get_by_role("region", name="Quick seat").last
        bar.get_by_role("button", name="Quick seat", exact=False).click()
        page.get_by_role("dialog").get_by_label("Game").select_option("Seven-card stud")
        page.get_by_role("dialog").get_by_role("button", name="Sit me down").click()
        expect(page).to_have_url(f"{server.address}/table/4")
        expect(page.get_by_text("You", exact=False).locator("visible=true").first).to_be_visible()


def test_everybody_can_read_the_lobby(browser: Browser, server: Server) -> None:
    with reader(browser, server.address) as page:
        lobby(page)
        axe_clean(page)
        page.get_by_role("button", name="Sit me down").locator("visible=true").click()
        expect(page.get_by_label("Your name")).not_to_have_value("")
        axe_clean(page)


def test_a_book_is_a_click_away_and_open_seats_come_second_on_a_phone(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, viewport=PHONE) as page:
        lobby(page)
        filters = page.get_by_role("group", name="Which tables").get_by_role("button")
        expect(filters.nth(1)).to_have_text("Open seats")
        expect(filters.nth(1)).to_be_in_viewport(ratio=1)
        page.get_by_role("link", name="oneida").locator("visible=true").first.tap()
        expect(page).to_have_url(f"{server.address}/books?book=oneida")
    with reader(browser, server.address) as page:
        lobby(page)
        row = page.get_by_role("region", name="Omaha hi-lo 8").get_by_role("listitem").nth(1)
        row.get_by_role("link", name="ca-omaha").locator("visible=true").click()
        expect(page).to_have_url(f"{server.address}/books?book=ca-omaha")


def test_a_host_finds_the_link_to_his_game_in_the_lobby_and_nobody_else_does(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Hortense") as page, reader(browser, server.address, "Nosy") as other:
        page.goto("/home")
        page.get_by_label("Title").fill("Thursday")
        page.get_by_role("button", name="Open the table").click()
        link = page.get_by_role("textbox", name="Invite link").input_value()
        lobby(page)
        expect(page.get_by_text("Your game is open: Thursday.")).to_be_visible()
        shown = page.get_by_role("textbox", name="Invite link").input_value()
        assert link.endswith(shown.removeprefix("127.0.0.1"))
        page.get_by_role("link", name="Go to the host page").click()
        expect(page).to_have_url(re.compile("/host/"))
        frames: list[str] = []
        other.on("websocket", lambda socket: socket.on("framereceived", lambda payload: frames.append(str(payload))))
        lobby(other)
        assert frames
        assert not any(link.rsplit("/", 1)[1] in frame for frame in frames)


def test_a_newcomer_learns_the_room(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, viewport=SMALL) as page:
        lobby(page)
        page.get_by_role("link", name="New here?").tap()
        expect(page.get_by_role("heading", name="Your first hand")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        axe_clean(page)
    with reader(browser, server.address) as page:
        lobby(page)
        page.get_by_role("link", name="Learn", exact=True).click()
        expect(page.get_by_role("definition").filter(has_text="who won what")).to_be_visible()
        page.get_by_role("link", name="Settle a showdown").click()
        expect(page.get_by_role("heading", name="Enter the cards")).to_be_visible()
