"""The page that everything stands on."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.server.real import Server
from tests.web.browser import reader


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
