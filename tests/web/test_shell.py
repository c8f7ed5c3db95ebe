"""The page that everything stands on."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.server.real import Server
from tests.web.browser import reader

TABLES = ("omaha-hilo8", "stud7-hilo8", "three-card-poker", "four-card-poker", "craps", "mini-dice")
MOST_LOADED = 280_000
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


def test_whoever_follows_a_link_to_a_table_waits_for_little(browser: Browser, room: Path) -> None:
    tables = "".join(f'[[tables]]\ngame = "{game}"\n' for game in TABLES)
    with Server(room / "light", f'title = "light"\n{tables}') as server:
        for number, game in enumerate(TABLES, 1):
            with reader(browser, server.address) as page:
                page.goto(f"/table/{number}")
                expect(page.get_by_role("button", name="Call the floor")).to_be_visible()
                page.wait_for_load_state("networkidle")
                assert page.evaluate(LOADED) < MOST_LOADED, game
