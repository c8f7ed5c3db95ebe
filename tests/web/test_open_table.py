"""The form that opens a table offers what the book allows, and says by which clause it refuses."""

from __future__ import annotations

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
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("room"), CONFIG) as found:
        yield found


def form(page: Page) -> None:
    page.goto("/open")
    expect(page.get_by_text("10 seats")).to_be_visible()


def test_a_book_offers_its_own_choices_and_no_others(browser: Browser, server: Server) -> None:
    with reader(browser, server.address) as page:
        form(page)
        page.get_by_label("Book").select_option("oneida")
        expect(page.get_by_label("Kill", exact=True)).to_be_visible()
        expect(page.get_by_label("Rake (%)")).to_have_attribute("max", "25")
        page.get_by_label("Book").select_option("ca-omaha")
        expect(page.get_by_label("Kill", exact=True)).to_have_count(0)
        expect(page.get_by_text("a kill: Omaha hi-lo 8 by ca-omaha has none")).to_be_visible()
        expect(page.get_by_label("Shuffling machine")).to_have_count(0)
        page.get_by_label("Game", exact=True).select_option("Craps")
        expect(page.get_by_label("Odds, as a multiple of the flat bet")).to_be_visible()
        expect(page.get_by_label("Book").locator("option")).to_have_text(["oneida"])


def test_what_the_book_forbids_is_refused_with_its_clause(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Olive") as page:
        form(page)
        page.get_by_label("Book").select_option("oneida")
        seats = page.get_by_label("Seats")
        seats.fill("11")
        seats.blur()
        refused = page.get_by_role("alert").filter(has_text="Refused.")
        expect(refused).to_contain_text("11 seats for Omaha hi-lo 8: oneida allows 2 to 10 seats")
        below = refused.bounding_box()
        field = seats.bounding_box()
        assert below is not None
        assert field is not None
        assert 0 <= below["y"] - field["y"] - field["height"] < 24, "it stands under the field it is about"
        expect(seats).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_text("Fix “Seats” first.")).to_be_visible()
        refused.get_by_role("button", name="oneida XI.K.2").click()
        expect(page.get_by_role("button", name="Open the table")).to_be_disabled()
        axe_clean(page)
        seats.fill("6")
        seats.blur()
        expect(refused).to_have_count(0)
        page.get_by_label("Upper limit").fill("8")
        page.get_by_label("Upper limit").blur()
        page.get_by_label("Lower limit").fill("4")
        page.get_by_label("Lower limit").blur()
        expect(page.get_by_text("fixed-limit: wagers of 4, later 8")).to_be_visible()
        page.get_by_label("Kill", exact=True).select_option("half-kill")
        expect(page.get_by_text("half-kill at 6-12 after a pot of 10 minimum wagers")).to_be_visible()
        page.get_by_label("Title").fill("Tuesday")
        page.get_by_label("Title").blur()
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_text("Tuesday", exact=True)).to_be_visible()
        expect(page.get_by_text("Omaha hi-lo 8, limit 4/8, half kill")).to_be_visible()


def test_a_sign_is_written_on_a_phone_and_a_newcomer_comes_in_to_post_it(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, viewport=PHONE) as page:
        form(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        axe_clean(page)
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_label("Your name")).not_to_have_value("")
        page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("region", name="Invite link")).to_be_visible()
