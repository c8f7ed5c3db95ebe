"""Looking back: one's hands in the browser, found, replayed, proved, compared, exported and shared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.server.played_hands import play, wager
from tests.server.real_server import Server
from tests.web.axe import axe_clean
from tests.web.browser import PATIENCE, PHONE, reader

ROOM = """
[[tables]]
game = "omaha-hilo8"
rulebook = "oneida"
bots = 3
settings = {dealer_pace_ms = 0, between_rounds_ms = 0}
[[tables]]
game = "three-card-poker"
settings = {wager_window_ms = 300, dealer_pace_ms = 0, between_rounds_ms = 0}
[[tables]]
game = "craps"
settings = {wager_window_ms = 300, dealer_pace_ms = 0, between_rounds_ms = 0}
"""

PACE = 1100
"""Milliseconds from one event to the next."""

expect.set_options(timeout=PATIENCE)


class Room(NamedTuple):
    """A room in which Ann has played poker, Tess against the house, and Dick with dice."""

    server: Server
    ann: str
    tess: str
    dick: str
    hand: str
    """Ann's hand with the longest board."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Room]:
    with Server(tmp_path_factory.mktemp("room"), ROOM) as server:
        ann = play(server.address, "Ann", 1, rounds=3)
        tess = wager(server.address, "Tess", 2)
        dick = wager(server.address, "Dick", 3)
        with server.client(headers={"authorization": f"Bearer {ann}"}) as client:
            listed = client.get("/api/hands").json()["hands"]
        hand = max(listed, key=lambda row: len(row["held"].get("board", ())))["hand"]
        yield Room(server, ann, tess, dick, hand)


def come_in(page: Page, room: Room, token: str) -> Page:
    server = room.server
    page.context.add_cookies([{"name": server.cookie_name(), "value": token, "url": server.address}])
    return page


def at(page: Page, number: int) -> None:
    expect(page.get_by_role("slider", name="Event")).to_have_value(str(number))


def fits(page: Page) -> None:
    """The page never scrolls sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels too wide"


def test_a_hand_is_found_and_replayed_by_its_events(browser: Browser, room: Room) -> None:
    with reader(browser, room.server.address) as page:
        come_in(page, room, room.ann).goto("/hands")
        expect(page.get_by_role("heading", name="Your hands", exact=True)).to_be_visible()
        page.get_by_label("Game").select_option("craps")
        expect(page.get_by_text("None of your hands match.")).to_be_visible()
        page.get_by_role("button", name="Clear").click()
        page.get_by_role("link", name=f"Omaha hi-lo 8, hand {room.hand}: replay").click()
        expect(page.get_by_role("heading", name="Who won what")).to_be_visible()
        page.get_by_role("button", name="To the start").click()
        at(page, 0)
        expect(page.get_by_role("heading", name="Who won what")).to_have_count(0)
        page.get_by_role("button", name="One event forward").click()
        at(page, 1)
        page.get_by_role("button", name="Two cards").or_(page.get_by_role("button", name="Four cards")).click()
        expect(page.get_by_role("img", name="face-down card").first).to_be_visible()
        clause = page.locator("aside .clause-link").first
        clause.click()
        expect(page.locator("aside .note").first).to_contain_text("oneida")
        clause.click()
        page.get_by_role("button", name="To the end").click()
        # With time at a stand it is seen where the replay begins, however slow the machine is.
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now() + 20000"))
        page.get_by_role("button", name="Play", exact=True).click()
        at(page, 0)
        page.clock.run_for(PACE)
        at(page, 1)
        page.get_by_role("button", name="Pause").click()


def test_the_keyboard_alone_scrubs_a_hand(browser: Browser, room: Room) -> None:
    with reader(browser, room.server.address) as page:
        come_in(page, room, room.ann).goto(f"/hands/{room.hand}?at=3")
        at(page, 2)
        for key, number in (("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowLeft", 1), ("Home", 0)):
            page.keyboard.press(key)
            at(page, number)
        page.keyboard.press("End")
        last = int(page.get_by_role("slider", name="Event").get_attribute("max") or "0")
        at(page, last)
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Pause")).to_be_visible()
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        page.get_by_role("tab", name="Dealer").focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("tab", name="Compare rulebooks")).to_be_focused()
        expect(page.get_by_role("heading", name="Compare rulebooks")).to_be_visible()


def test_the_shuffle_is_proved_in_the_browser_and_a_changed_file_is_not(
    browser: Browser, room: Room, tmp_path: Path
) -> None:
    with reader(browser, room.server.address) as page:
        come_in(page, room, room.ann).goto(f"/hands/{room.hand}")
        page.get_by_role("button", name="Check the shuffle").click()
        expect(page.get_by_text("cards you saw are proven")).to_be_visible()
        with page.expect_download() as taken:
            page.get_by_role("link", name="Download proof").click()
        good = tmp_path / "good.json"
        taken.value.save_as(good)
        proof: dict[str, Any] = json.loads(good.read_text(encoding="utf-8"))
        opening = proof["decks"][0]["openings"][0]
        opening["card"] = "2c" if opening["card"] != "2c" else "3c"
        bad = tmp_path / "bad.json"
        bad.write_text(json.dumps(proof), encoding="utf-8")
        page.goto("/hands")
        for file, said in ((good, "are proven"), (bad, "This proof is not valid.")):
            page.get_by_label("Choose a proof file").set_input_files(file)
            dialog = page.get_by_role("dialog")
            expect(dialog.get_by_role("status")).to_contain_text(said)
            dialog.get_by_role("button", name="Close").click()
        bad.write_text("{}", encoding="utf-8")
        page.get_by_label("Choose a proof file").set_input_files(bad)
        expect(page.get_by_role("alert")).to_contain_text("isn’t a readable proof")


def test_a_proof_that_is_changed_on_its_way_does_not_hold(browser: Browser, room: Room) -> None:
    with reader(browser, room.server.address) as page:

        def change(route: Any) -> None:
            found = route.fetch()
            proofs = found.json()
            proofs[-1]["decks"][0]["openings"][0]["salt"] = "0" * 64
            route.fulfill(response=found, json=proofs)

        page.route("**/proofs", change)
        come_in(page, room, room.ann).goto(f"/hands/{room.hand}?show=shuffle")
        expect(page.get_by_text("This proof is not valid.")).to_be_visible()


def test_another_book_rules_it_side_by_side(browser: Browser, room: Room) -> None:
    with reader(browser, room.server.address) as page:
        come_in(page, room, room.ann).goto(f"/hands/{room.hand}?show=other")
        page.get_by_role("combobox", name="Another book").select_option("ca-omaha")
        panel = page.get_by_role("tabpanel")
        expect(panel.get_by_text("Qualifier", exact=True)).to_be_visible()
        panel.get_by_role("button", name="XI.K.11").first.click()
        expect(panel.locator(".note")).to_contain_text("oneida XI.K.11")


def test_a_hand_goes_out_as_a_file_and_by_a_link_that_is_taken_back(
    browser: Browser, room: Room, tmp_path: Path
) -> None:
    with reader(browser, room.server.address) as page, reader(browser, room.server.address) as stranger:
        come_in(page, room, room.ann).goto(f"/hands/{room.hand}")
        page.get_by_role("button", name="Download").click()
        with page.expect_download() as taken:
            page.get_by_role("link", name="PHH").click()
        assert taken.value.suggested_filename.endswith(".phh")
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Copy link").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("button", name="Copy link").click()
        link = sheet.get_by_role("link").first
        expect(link).to_be_visible()
        axe_clean(page)
        address = link.get_attribute("href") or ""
        stranger.goto(address)
        expect(stranger.get_by_role("slider", name="Event")).to_be_visible()
        expect(stranger.get_by_text("shared by Ann, as a spectator saw it")).to_be_visible()
        stranger.get_by_role("tab", name="Shuffle").click()
        expect(stranger.get_by_text(re.compile("that everybody saw (is|are) proven"))).to_be_visible()
        sheet.get_by_role("button", name="Remove").click()
        expect(sheet.get_by_role("status")).to_have_text("The link no longer works.")
        stranger.reload()
        expect(stranger.get_by_text("this link leads nowhere")).to_be_visible()


def test_nobody_looks_at_a_hand_of_somebody_else(browser: Browser, room: Room) -> None:
    with reader(browser, room.server.address) as page:
        come_in(page, room, room.tess).goto(f"/hands/{room.hand}")
        expect(page.get_by_role("heading", name="This hand can’t be shown")).to_be_visible()
    with reader(browser, room.server.address) as page:
        page.goto("/hands")
        expect(page.get_by_text("Sign in to see your hands.")).to_be_visible()


def test_rounds_against_the_house_and_throws_are_replayed_and_proved(browser: Browser, room: Room) -> None:
    for token, game, proved in (
        (room.tess, "Three Card Poker", "you saw are proven"),
        (room.dick, "Craps", "under this seal: proven"),
    ):
        with reader(browser, room.server.address) as page:
            come_in(page, room, token).goto("/hands")
            page.get_by_role("table").get_by_role("link", name=game).first.click()
            expect(page.get_by_role("region", name="The table")).to_be_visible()
            page.get_by_role("button", name="One event back").click()
            page.get_by_role("tab", name="Shuffle").or_(page.get_by_role("tab", name="Dice")).click()
            expect(page.get_by_text(proved)).to_be_visible()
            axe_clean(page)


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_every_page_fits_and_axe_has_nothing_to_say(browser: Browser, room: Room, size: dict[str, int]) -> None:
    with reader(browser, room.server.address, viewport=size) as page:
        come_in(page, room, room.ann).goto("/hands")
        expect(page.locator("tbody tr").nth(1)).to_be_visible()
        axe_clean(page)
        for show, ready in (("dealer", "Who won what"), ("other", "Qualifier"), ("shuffle", "are proven")):
            page.goto(f"/hands/{room.hand}?show={show}")
            expect(page.get_by_text(ready).first).to_be_visible()
            axe_clean(page)
            fits(page)
            page.set_viewport_size({"width": size["width"] - 30, "height": 740})
            fits(page)
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
