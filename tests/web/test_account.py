"""Who one is: come in, keep the name, log in elsewhere, end a session."""

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
"""
PASSWORD = "nine of diamonds"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("room"), CONFIG) as found:
        yield found


def log_in(page: Page, name: str, password: str) -> None:
    page.goto("/account?login")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_a_guest_keeps_his_name_and_ends_a_session_from_another_browser(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Nora") as first, reader(browser, server.address) as second:
        first.goto("/account")
        expect(first.get_by_role("heading", name="Nora")).to_be_visible()
        axe_clean(first)
        first.get_by_label("Password (8 characters or more)").fill(PASSWORD)
        first.get_by_role("button", name="Add password").click()
        expect(first.get_by_text("Sign in with this password from now on")).to_be_visible()
        log_in(second, "Nora", "nine of hearts")
        expect(second.get_by_text("name or password is wrong")).to_be_visible()
        log_in(second, "Nora", PASSWORD)
        expect(second.get_by_text("Last visit: ")).to_be_visible()
        sessions = second.get_by_role("listitem").filter(has_text="Chrome")
        expect(sessions).to_have_count(3)  # of the guest, of the member, and this one
        second.get_by_role("button", name=re.compile("^Sign out Chrome")).click()
        expect(second.get_by_text("ended")).to_have_count(2)
        first.goto("/account")
        expect(first.get_by_role("heading", name="Sign in")).to_be_visible()
        second.get_by_role("button", name="Sign out", exact=True).click()
        expect(second.get_by_role("heading", name="Sign in")).to_be_visible()


def test_settings_are_kept_in_the_browser(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, viewport=PHONE) as page:
        page.goto("/account")
        page.get_by_label("Theme").select_option("dark")
        page.get_by_label("Deck").select_option("4")
        page.reload()
        expect(page.get_by_label("Theme")).to_have_value("dark")
        assert page.evaluate("[document.documentElement.dataset.theme, document.documentElement.dataset.deck]") == [
            "dark",
            "4",
        ]
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        axe_clean(page)


def test_a_member_changes_the_password_and_deletes_the_account(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Vera") as page:
        page.goto("/account")
        page.get_by_label("Password (8 characters or more)").fill(PASSWORD)
        page.get_by_role("button", name="Add password").click()
        expect(page.get_by_text("Sign in with this password from now on")).to_be_visible()
        page.get_by_label("Current password").fill(PASSWORD)
        page.get_by_label("New password (8 characters or more)").fill("ace of spades")
        page.get_by_role("button", name="Change password").click()
        expect(page.get_by_text("Use the new password from now on")).to_be_visible()
        axe_clean(page)
        page.reload()
        expect(page.get_by_role("heading", name="Vera")).to_be_visible()
        page.get_by_label("Password, to delete the account").fill("ace of clubs")
        page.get_by_label("I want to delete this account").check()
        page.get_by_role("button", name="Delete account").click()
        expect(page.get_by_text("ame or password is wrong")).to_be_visible()
        page.get_by_label("Password, to delete the account").fill("ace of spades")
        page.get_by_label("I want to delete this account").check()
        page.get_by_role("button", name="Delete account").click()
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        log_in(page, "Vera", "ace of spades")
        expect(page.get_by_text("ame or password is wrong")).to_be_visible()


def test_a_reserved_name_is_claimed_with_its_code(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        Server(tmp_path_factory.mktemp("claimed"), f'managers = ["Mona"]\n{CONFIG}') as server,
        reader(browser, server.address) as page,
    ):
        page.goto("/account?claim")
        form = page.locator("section").filter(has=page.get_by_role("heading", name="Claim a name"))
        form.get_by_label("Name").fill("Mona")
        form.get_by_label("Code").fill(server.code())
        form.get_by_label("New password (8 characters or more)").fill(PASSWORD)
        axe_clean(page)
        form.get_by_role("button", name="Claim name").click()
        expect(page.get_by_role("heading", name="Mona")).to_be_visible()
        expect(page.get_by_text("Member, manager")).to_be_visible()
