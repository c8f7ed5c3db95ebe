"""A poker table in the browser: every game to its showdown, by mouse, keyboard and thumb."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from tests.server.real_server import Server
from tests.web.axe import axe_clean
from tests.web.browser import PHONE, reader
from tests.web.calling_player import Caller
from tests.web.seats import SAID, SHORTLY, answer, division, own_cards, play_on, said, sit, turn

GAMES = {
    "holdem": "oneida",
    "omaha-high": "oneida",
    "omaha-hilo8": "oneida",
    "big-omaha-high": "nj-13-69f",
    "big-omaha-hilo8": "nj-13-69f",
    "stud7-high": "oneida",
    "stud7-hilo": "nj-19-47",
    "stud7-hilo8": "oneida",
    "stud5-high": "oneida",
    "draw5-high": "oneida",
    "draw5-low": "nj-19-47",
    "mambo-hilo6": "nj-19-47",
}
# The next hand waits: what a hand ended with stays on the page until the test has read it.
TERMS = "settings = {dealer_pace_ms = 0, between_rounds_ms = 3600000, decision_clock_ms = 3600000}"
EXTRA = ("holdem", "holdem", "omaha-hilo8", "holdem", "omaha-hilo8", "stud7-high")
TWO, AGAIN, KEYS, POT, THUMBS, STUD = range(len(GAMES) + 1, len(GAMES) + len(EXTRA) + 1)


TURN_OF = """
async () => {
  for (;;) {
    const found = document.querySelector(".seat.turn .player-name");
    if (found) return found.innerText;
    await new Promise((next) => setTimeout(next, 50));
  }
}
"""
"""Whose turn it is, as soon as it is somebody's."""


def config() -> str:
    tables = [f'[[tables]]\ngame = "{game}"\nrulebook = "{book}"\n{TERMS}\n' for game, book in GAMES.items()]
    for at, game in enumerate(EXTRA):
        structure = 'structure = "pot-limit"\n' if at == EXTRA.index("holdem", 2) else ""
        tables.append(f'[[tables]]\ngame = "{game}"\nrulebook = "oneida"\n{structure}{TERMS}\n')
    return 'title = "A room for tests"\n' + "".join(tables)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("poker"), config()) as found:
        yield found


@pytest.fixture(scope="module")
def ann(browser: Browser, server: Server) -> Iterator[Page]:
    with reader(browser, server.address, "Ann") as page:
        yield page


def transcript(page: Page) -> str:
    return page.get_by_role("region", name="What the dealer said").inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_plays_a_hand_to_its_showdown(ann: Page, server: Server, game: str) -> None:
    table = list(GAMES).index(game) + 1
    with Caller(server.address, f"Cal {table}", table):
        sit(ann, table, 2)
        if game.startswith("draw"):
            throw_one(ann)
        play_on(ann)
        expect(division(ann)).to_contain_text("Pot")
        expect(ann.get_by_role("region", name="What the dealer said")).to_contain_text("Showdown")
        expect(ann.get_by_role("link", name="Replay this hand")).to_be_visible()
        assert re.search(r"(takes?|tie)", transcript(ann))
        if game == "omaha-hilo8":
            look_up(ann)
        if game == "holdem":
            ann.get_by_role("link", name="Replay this hand").click()
            expect(ann.get_by_role("heading", level=1, name=re.compile("^Hand [0-9]+$"))).to_be_visible()
            expect(division(ann)).to_contain_text("Pot")


def throw_one(page: Page) -> None:
    """Go on to the draw, and throw the first card."""
    draw = page.get_by_role("button", name=re.compile("^Draw "))
    while not draw.count():
        answer(page)
        expect(turn(page)).to_be_visible()
    before = own_draw(page)
    page.get_by_role("button", name=re.compile("^discard ")).first.click()
    expect(draw).to_have_text(re.compile("Draw one"))
    draw.click()
    expect(page.get_by_role("button", name=re.compile("^discard "))).to_have_count(0)
    expect(page.get_by_role("group", name="your cards").locator("[data-card]")).to_have_count(len(before))
    after = own_cards(page)
    assert before[0] not in after
    assert set(before[1:]) < set(after)


def own_draw(page: Page) -> list[str]:
    cards = page.get_by_role("group", name="choose cards to discard").locator("[data-card]")
    return [str(card.get_attribute("data-card")) for card in cards.all()]


def look_up(page: Page) -> None:
    """A clause of the division opens its note, and the book's tab has the posted sign."""
    division(page).get_by_role("button").first.click()
    expect(division(page).get_by_text("Open page")).to_be_visible()
    page.get_by_role("tab", name="Book").click()
    expect(page.get_by_text("Table rules")).to_be_visible()


def frames_of(page: Page) -> list[str]:
    """Everything that comes to a page by its socket, from now on."""
    found: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: found.append(str(data)))

    page.on("websocket", listen)
    return found


def of_the_hand(frame: str) -> str:
    """A frame without the cards drawn for the button, which are everybody's, and of another shuffle."""
    told = json.loads(frame)
    if "update" in told:
        steps = told["update"]["steps"]
        told["update"]["steps"] = [step for step in steps if '"draw-button"' not in json.dumps(step)]
    return json.dumps(told)


def test_two_readers_see_each_others_actions_and_never_each_others_cards(browser: Browser, server: Server) -> None:
    with ExitStack() as stack:
        bea = stack.enter_context(reader(browser, server.address, "Bea"))
        cid = stack.enter_context(reader(browser, server.address, "Cid"))
        heard = {"Bea": frames_of(bea), "Cid": frames_of(cid)}
        sit(bea, TWO, 1)
        sit(cid, TWO, 2)
        cards = {"Bea": own_cards(bea), "Cid": own_cards(cid)}
        assert len(cards["Bea"]) == len(cards["Cid"]) == 2
        name = str(bea.evaluate(TURN_OF))
        first, other = (bea, cid) if name == "You" else (cid, bea)
        name = "Bea" if first is bea else "Cid"
        expect(turn(first)).to_be_visible()
        answer(first)
        expect(other.get_by_role("region", name="What the dealer said")).to_contain_text(
            re.compile(f"{name} (calls|checks)|{name} and .* call")
        )
        for who, others in (("Bea", "Cid"), ("Cid", "Bea")):
            said = "".join(map(of_the_hand, heard[who]))
            assert all(json.dumps(card) in said for card in cards[who]), "one's own cards come"
            assert not any(json.dumps(card) in said for card in cards[others]), "and nobody else's do"


def test_a_refresh_and_a_restart_lead_back_to_the_same_hand(browser: Browser, tmp_path: Path) -> None:
    one = f'title = "x"\n[[tables]]\ngame = "omaha-hilo8"\nrulebook = "oneida"\n{TERMS}\n'
    server = Server(tmp_path, one)
    with server, reader(browser, server.address, "Dot") as page:
        with Caller(server.address, "Cal", 1):
            sit(page, 1, 2)
            expect(turn(page)).to_be_visible()
            cards = own_cards(page)
            page.reload()
            assert own_cards(page) == cards
        server.stop()
        server.start()
        page.goto(f"{server.address}/table/1")
        assert own_cards(page) == cards
        expect(page.get_by_text("hand 1")).to_be_visible()
        expect(turn(page)).to_be_visible()
        answer(page)


def test_a_hand_is_played_by_keyboard_alone(browser: Browser, server: Server) -> None:
    with Caller(server.address, "Cal k", KEYS), reader(browser, server.address, "Eve") as page:
        page.goto(f"/table/{KEYS}")
        expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
        press_on(page, "Take a seat")
        expect(page.get_by_role("dialog")).to_be_visible()
        press_on(page, "Sit down with")
        expect(page.get_by_role("dialog")).to_be_hidden()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
        for _ in range(40):
            expect(turn(page).or_(division(page)).first).to_be_visible()
            if division(page).count():
                break
            expect(turn(page).get_by_role("button").last).to_be_enabled()
            before = said(page)
            page.keyboard.press("c")
            with contextlib.suppress(PlaywrightTimeout):
                page.wait_for_function(f"before => {SAID} !== before", arg=before, timeout=SHORTLY)
        expect(division(page)).to_be_visible()


def press_on(page: Page, name: str) -> None:
    """Go to a button by Tab and press it."""
    for _ in range(80):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement?.innerText ?? ''")
        if focused.startswith(name):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab never comes to {name!r}")


def test_an_amount_is_chosen_by_preset_key_and_hand(browser: Browser, server: Server) -> None:
    with Caller(server.address, "Cal p", POT), reader(browser, server.address, "Fay") as page:
        sit(page, POT, 2)
        expect(turn(page)).to_be_visible()
        amount = page.get_by_role("spinbutton", name="amount")
        least = amount.input_value()
        presets = page.get_by_role("group", name="presets").get_by_role("button")
        page.keyboard.press(str(presets.count()))
        expect(presets.last).to_have_attribute("aria-pressed", "true")
        most = amount.input_value()
        assert int(most) > int(least)
        page.keyboard.press("r")
        page.keyboard.type(least)
        expect(page.get_by_role("button", name=re.compile(f"(Raise to|Bet) {least} ?"))).to_be_enabled()
        page.keyboard.type("000")
        expect(page.get_by_role("button", name=re.compile("(Raise to|Bet)"))).to_be_disabled()
        amount.fill(most)
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="What the dealer said")).to_contain_text(
            re.compile(f"You (raise to|bet) {most}")
        )


def test_a_hand_is_played_with_thumbs(browser: Browser, server: Server) -> None:
    with Caller(server.address, "Cal t", THUMBS), reader(browser, server.address, "Gus", viewport=PHONE) as page:
        sit(page, THUMBS, 2)
        expect(turn(page)).to_be_visible()
        assert len(own_cards(page)) == 4
        assert not sideways(page)
        axe_clean(page)
        page.get_by_role("button", name="Open the transcript").click()
        expect(page.get_by_role("region", name="What the dealer said")).to_be_visible()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        while not division(page).count():
            button = turn(page).get_by_role("button", name=re.compile("^(Check|Call|Show)"))
            expect(button.or_(division(page)).first).to_be_visible()
            if button.count() and not division(page).count():
                # Under the division it cannot be reached, and can be read all the same.
                call = page.locator("button.dealer")
                before = call.inner_text()
                button.first.click()
                expect(call).not_to_have_text(before)
        expect(page.get_by_role("button", name=re.compile("^Next hand")).first).to_be_visible()
        assert not sideways(page)
        axe_clean(page)


def sideways(page: Page) -> bool:
    """Whether the page can be scrolled to the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


def test_the_table_is_there_for_everybody(browser: Browser, server: Server) -> None:
    with Caller(server.address, "Cal a", STUD), reader(browser, server.address, "Hal") as page:
        page.goto(f"/table/{STUD}")
        expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
        axe_clean(page)
        sit(page, STUD, 2)
        expect(turn(page)).to_be_visible()
        expect(page.get_by_role("region", name="Cards seen")).to_be_visible()
        axe_clean(page)
        page.get_by_role("button", name="Leave").click()
        expect(page.get_by_role("dialog", name="Your seat")).to_be_visible()
        axe_clean(page)
        page.get_by_role("button", name="Leave the table").click()
        page.get_by_role("button", name="Leave", exact=True).click()
        expect(page.get_by_role("button", name="Cancel: leaving after this hand")).to_be_visible()
        page.keyboard.press("Escape")
        play_on(page)
        axe_clean(page)


def test_who_looks_on_and_chats(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Ida") as page, reader(browser, server.address, "Jon") as other:
        for each in (page, other):
            each.goto(f"/table/{AGAIN}")
            each.get_by_role("tab", name="Chat").click()
        expect(other.get_by_label("Say something")).to_be_visible()
        page.get_by_label("Say something").fill("good evening")
        page.get_by_role("button", name="Send").click()
        expect(other.get_by_role("list", name="Chat")).to_contain_text("good evening")
