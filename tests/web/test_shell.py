"""The page that everything stands on."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.free_ports import free_port
from tests.server.real_server import Server
from tests.web.browser import reader

TABLES = ("omaha-hilo8", "stud7-hilo8", "three-card-poker", "four-card-poker", "craps", "mini-dice")
MAX_LOADED = 280_000
"""Bytes of everything that a link to a table loads into a browser that has nothing yet."""
LOADED = """
() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .reduce((sum, one) => sum + one.transferSize, 0)
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("room")


def test_a_page_that_there_is_not_leads_back_to_the_tables(browser: Browser, room: Path) -> None:
    with Server(room) as server, reader(browser, server.address) as page:
        requested: list[str] = []
        page.on("request", lambda request: requested.append(request.url))
        page.goto("/nowhere")
        page.get_by_role("link", name="Back to the tables").click()
        expect(page).to_have_url(server.address + "/")
        assert requested
        assert all(url.startswith(server.address) for url in requested), "nothing is asked of anybody else"


def test_the_manifest_is_a_manifest_and_names_an_icon_that_is_there(browser: Browser, room: Path) -> None:
    with Server(room) as server, reader(browser, server.address) as page:
        page.goto("/")
        link = page.locator("link[rel=manifest]").get_attribute("href")
        answer = page.request.get(f"{server.address}{link}")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = answer.json()
        assert manifest["start_url"] == "/"
        assert [
            page.request.get(server.address + icon["src"]).headers["content-type"] for icon in manifest["icons"]
        ] == ["image/svg+xml"]


def test_whoever_follows_a_link_to_a_table_waits_for_little(browser: Browser, room: Path) -> None:
    tables = "".join(f'[[tables]]\ngame = "{game}"\n' for game in TABLES)
    with Server(room / "light", f'title = "light"\n{tables}') as server:
        for number, game in enumerate(TABLES, 1):
            with reader(browser, server.address) as page:
                page.goto(f"/table/{number}")
                expect(page.get_by_role("button", name="Call the floor")).to_be_visible()
                page.wait_for_load_state("networkidle")
                assert page.evaluate(LOADED) < MAX_LOADED, game


def test_a_room_without_a_table_says_so_and_a_table_that_there_is_not_leads_back(browser: Browser, room: Path) -> None:
    with Server(room / "bare", "tables = []\n") as server, reader(browser, server.address) as page:
        page.goto("/")
        expect(page.get_by_text("No tables are open.")).to_be_visible()
        page.goto("/table/99")
        expect(page.get_by_role("status").filter(has_text="exist")).to_have_text(
            "This table is closed or doesn’t exist."
        )
        page.get_by_role("link", name="Back to the tables").click()
        expect(page).to_have_url(server.address + "/")
        page.goto("/shared/quiet%E2%80")
        expect(page.get_by_role("heading", name="Page not found.")).to_be_visible()


def test_a_page_asked_for_while_the_room_is_closed_comes_when_it_opens_again(browser: Browser, room: Path) -> None:
    address = Server(room / "closed", "tables = []\n", "--port", str(free_port()))
    with address as server, reader(browser, server.address, "Ann") as page:
        page.goto("/")
        expect(page.get_by_text("No tables are open.")).to_be_visible()
        server.stop()
        page.get_by_role("link", name="Hands", exact=True).first.click()
        expect(page.get_by_role("heading", name="This page loads as soon as the room answers.")).to_be_visible()
        expect(page.get_by_role("navigation", name="Main")).to_be_visible()
        server.start()
        expect(page.get_by_text("You haven’t played a hand yet.")).to_be_visible()


def test_a_part_that_cannot_be_fetched_is_asked_for_once_more_and_then_by_hand(browser: Browser, room: Path) -> None:
    with Server(room / "parts", "tables = []\n") as server, reader(browser, server.address) as page:
        page.goto("/")
        asked: list[str] = []

        def refuse(route: Route) -> None:
            asked.append(route.request.url)
            route.abort()

        page.route("**/assets/Learn*.js", refuse)
        page.get_by_role("link", name="Learn", exact=True).click()
        again = page.get_by_role("button", name="Reload")
        expect(again).to_be_visible()
        assert len(asked) > 1, "asked for anew before anybody is bothered"
        page.unroute("**/assets/Learn*.js")
        again.click()
        expect(page).to_have_title("Learn · hoyle")


def test_a_page_that_breaks_says_what_is_kept(browser: Browser, room: Path) -> None:
    with Server(room / "broken", "tables = []\n") as server, reader(browser, server.address, "Ann") as page:
        page.route("**/api/hands*", lambda route: route.fulfill(status=200, json={"hands": [None], "next": None}))
        page.goto("/hands")
        expect(page.get_by_role("heading", name="Something went wrong on this page.")).to_be_visible()
        page.unroute("**/api/hands*")
        page.get_by_role("button", name="Reload").click()
        expect(page.get_by_text("You haven’t played a hand yet.")).to_be_visible()
