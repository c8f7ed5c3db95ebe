"""A home game in two browsers: from the link to the settled ledger."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.server.real_server import Server
from tests.web.axe import axe_clean
from tests.web.browser import PHONE, reader

from hoyle.client import enter
from hoyle.table.presets.poker_presets import poker_preset

CONFIG = """
title = "A room for tests"
[[tables]]
game = "holdem"
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("room"), CONFIG) as found:
        yield found


def opened(page: Page, title: str) -> str:
    """Open a game whose clock is short, so that whoever does not act is passed over; its link."""
    page.goto("/open?game=holdem&book=oneida")
    expect(page.get_by_text("Hold'em, by oneida")).to_be_visible()
    for label, value in (("Title", title), ("Seconds to act", "1"), ("Time bank (seconds)", "0")):
        page.get_by_label(label).fill(value)
        page.get_by_label(label).blur()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="No hand dealt yet")).to_be_visible()
    link = page.get_by_label("Invite link").get_by_role("textbox")
    expect(link).to_have_value(re.compile("/home/"))
    return link.input_value()


def ask(page: Page, seat: int, chips: int) -> None:
    page.get_by_label("Seat").select_option(str(seat))
    page.get_by_label("Chips").fill(str(chips))
    page.get_by_label("Chips").blur()
    page.get_by_role("button", name="Ask the host").click()
    expect(page.get_by_text(f"You asked for seat {seat} with {chips}.")).to_be_visible()


def amounts(page: Page) -> dict[str, int]:
    """What everybody has won, as the ledger says it."""
    rows = page.get_by_role("table").filter(has_text="Buy-ins").locator("tbody tr").all()
    return {
        row.locator("td").first.inner_text(): int(row.locator("td.net-column").inner_text().replace("−", "-"))
        for row in rows
    }


def test_from_the_link_to_the_settled_ledger(browser: Browser, server: Server, tmp_path: Path) -> None:
    with reader(browser, server.address, "Hal") as host, reader(browser, server.address) as guest:
        link = opened(host, "Thursday at Hal’s")
        assert link.startswith(f"{server.address}/home/")
        number = host.url.removeprefix(f"{server.address}/host/")
        # The guest reads the sign before he has a name, then comes in and asks.
        guest.goto(link)
        expect(guest.get_by_role("heading", name="Thursday at Hal’s")).to_be_visible()
        expect(guest.get_by_text("fixed-limit: wagers of 3, later 6")).to_be_visible()
        guest.get_by_label("Your name").fill("Ann")
        guest.get_by_role("button", name="Play as guest", exact=True).click()
        expect(guest.get_by_label("Seat")).to_be_focused()
        ask(guest, 2, 200)
        # The host says what could be had instead, and the guest asks for that.
        host.get_by_role("button", name="Refuse Ann").click()
        expect(guest.get_by_text("The host refused.")).to_be_visible()
        # Whoever plays is told at his table that somebody asks.
        host.goto(f"/table/{number}")
        ask(guest, 3, 150)
        host.get_by_role("link", name="Ann wants to sit with").click()
        host.get_by_role("button", name="Approve Ann").click()
        expect(guest).to_have_url(f"{server.address}/table/{number}")
        expect(host.get_by_label("At the table").get_by_text("Ann")).to_be_visible()
        expect(host.get_by_label("Tonight").get_by_text("Ann sits down with 150, approved by Hal")).to_be_visible()
        # A bot makes it two, and cards are dealt; whoever does not act is passed over by the clock.
        host.get_by_role("button", name="Add a bot").click()
        expect(host.get_by_label("At the table").get_by_text("bot", exact=True)).to_be_visible()
        # Ann is away after two of her turns, and there may be no second hand: one that is over is enough.
        over = host.get_by_role("heading", level=1, name=re.compile("^Hand ([1-9] is over|[2-9])"))
        expect(over).to_be_visible()
        host.get_by_role("button", name="Close the game").click()
        host.get_by_role("dialog").get_by_role("button", name="Close the game").click()
        expect(host.get_by_role("heading", name="The game is over")).to_be_visible()
        won = amounts(host)
        assert len(won) == 2
        assert sum(won.values()) == 0
        expect(host.get_by_role("row", name="Sum")).to_contain_text("it balances")
        payments = host.get_by_role("list", name="Settling up").get_by_role("listitem")
        expect(payments).to_have_count(1 if any(won.values()) else 0)
        if won["Ann"]:
            # What the bot has won or lost is the host's to settle.
            expect(payments).to_contain_text("Hal")
            expect(payments).not_to_contain_text("bot")
        with host.expect_download() as started:
            host.get_by_role("button", name="Download ledger").click()
        started.value.save_as(tmp_path / "ledger.csv")
        rows = list(csv.reader((tmp_path / "ledger.csv").read_text(encoding="utf-8").splitlines()))
        assert {row[0]: int(row[3]) for row in rows[1:]} == won
        # The guest settles by the same page, and the link leads nowhere now.
        guest.goto(f"/host/{number}")
        expect(guest.get_by_role("heading", name="The game is over")).to_be_visible()
        assert amounts(guest) == won
        guest.goto(link)
        expect(guest.get_by_text("this link leads to no game")).to_be_visible()


def test_the_host_pauses_hands_his_part_on_and_has_no_more_to_say(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Hetty") as host, reader(browser, server.address, "Gus") as guest:
        link = opened(host, "Friday")
        axe_clean(host)
        host.keyboard.press("p")
        expect(host.get_by_role("button", name="Resume")).to_be_visible()
        expect(host.get_by_role("heading", name="The game is paused")).to_be_visible()
        guest.goto(link)
        expect(guest.get_by_role("button", name="Ask the host")).to_be_visible()
        axe_clean(guest)
        host.get_by_label("New host").select_option("Gus")
        host.get_by_role("button", name="Make host").click()
        expect(host.get_by_text("Only the host moves chips")).to_be_visible()
        expect(host.get_by_label("Invite link")).to_have_count(0)
        expect(guest.get_by_text("This is your own game.")).to_be_visible()
        guest.get_by_role("link", name="Go to the host page").click()
        guest.get_by_role("button", name="Resume").click()
        expect(guest.get_by_role("button", name="Pause the game")).to_be_visible()


def test_the_host_takes_a_link_back_and_sends_somebody_away(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Hugo") as host, reader(browser, server.address, "Greg") as guest:
        link = opened(host, "Sunday")
        guest.goto(link)
        ask(guest, 2, 150)
        host.get_by_role("button", name="Approve Greg").click()
        expect(guest).to_have_url(re.compile("/table/"))
        host.get_by_role("button", name="New link").click()
        expect(host.get_by_label("Invite link").get_by_role("textbox")).not_to_have_value(link)
        host.get_by_role("button", name="Remove Greg").click()
        sheet = host.get_by_role("dialog", name="Remove Greg?")
        sheet.get_by_label("Reason").fill("it is late")
        axe_clean(host)
        sheet.get_by_role("button", name="Remove player").click()
        expect(host.get_by_role("button", name="Remove Greg")).to_have_count(0)
        expect(guest.get_by_role("button", name="Take a seat")).to_be_visible()
        guest.goto(link)
        expect(guest.get_by_text("this link leads to no game")).to_be_visible()


def test_home_games_on_a_phone(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Petra", viewport=PHONE) as page:
        page.goto("/home")
        expect(page.get_by_label("Game")).not_to_have_value("")
        axe_clean(page)
        page.get_by_role("button", name="Open the table").click()
        expect(page.get_by_role("region", name="Invite link")).to_be_visible()
        expect(page.get_by_text("At Petra’s")).to_be_visible()
        page.get_by_role("button", name="Add a bot").click()
        expect(page.get_by_label("Tonight").get_by_text("sits down with")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        axe_clean(page)
        page.goto("/home")
        page.get_by_role("link", name="Host", exact=True).click()
        expect(page.get_by_role("heading", name="Ledger")).to_be_visible()


def test_a_link_that_was_not_copied_whole_is_answered_calmly(browser: Browser, server: Server) -> None:
    with reader(browser, server.address) as page:
        page.goto("/home")
        page.get_by_role("textbox", name="Link").fill(f"{server.address}/home/quiet-brass")
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.get_by_role("heading", name="Game not found")).to_be_visible()
        axe_clean(page)


def test_a_player_agrees_to_a_ruling_of_the_host(browser: Browser, server: Server) -> None:
    sign = poker_preset("holdem", "oneida", players=3).sign.facts()
    terms = {"decision_clock_ms": 600_000, "between_rounds_ms": 600_000, "title": "Sunday at Horst’s"}
    with (
        reader(browser, server.address, "Ida") as page,
        enter(server.address, "Horst") as host,
        enter(server.address, "Bela") as other,
    ):
        opening = {"do": "open-home-game", "game": "holdem", "sign": sign, "settings": terms}
        created = host.do(0, opening)["created"]
        number, link = created["table_id"], f"/home/{created['invite_code']}"
        other.do(number, {"do": "join-home-game", "code": created["invite_code"]})
        page.goto(link)
        page.get_by_role("button", name="Play as guest", exact=True).or_(page.get_by_label("Seat")).first.click()
        ask(page, 1, 200)
        host.watch(number)
        host.do(number, {"do": "approve-seat-request", "request_id": 1})
        asked = other.do(number, {"do": "sit", "seat": 2, "chips": 200})["created"]["request_id"]
        host.do(number, {"do": "approve-seat-request", "request_id": asked})
        page.goto(f"/table/{number}")
        dead = {"do": "report-left-table", "seat": 1, "protected": False, "comment": False}
        # Once a hand is being played.
        expect(page.get_by_role("group", name="your cards")).to_be_visible()
        assert host.do(number, dead)["created"] == {"ruling_id": 1}
        ruling = page.get_by_role("region", name="A ruling needs the players’ consent")
        expect(ruling).to_contain_text("Horst rules: left table")
        expect(ruling).to_contain_text("Ida agrees")
        axe_clean(page)
        ruling.get_by_role("button", name="Agree").click()
        expect(ruling).to_have_count(0)
        hands = host.view(number)["public_view"]["round"]["hands"]
        assert [hand["live"] for hand in hands if hand["person"] == "Ida"] == [False]
