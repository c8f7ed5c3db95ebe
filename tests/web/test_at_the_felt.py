"""What a poker table shows and does in every size: own cards, the dealer's words, bars that stay in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.server.real_server import Server
from tests.web.axe import axe_clean
from tests.web.browser import DESK, PHONE, SMALL_DESK, SMALL_PHONE, reader
from tests.web.calling_player import Caller
from tests.web.seats import answer, division, own_cards, play_on, sit, turn

# The next hand waits: what a hand ended with stays on the page until the test has read it.
TERMS: Final = "settings = {dealer_pace_ms = 0, between_rounds_ms = 3600000, decision_clock_ms = 3600000}"
TABLES: Final = (
    ("stud7-high", "", 0),
    ("stud5-high", "", 0),
    ("holdem", "", 0),
    ("omaha-high", 'structure = "pot-limit"\n', 0),
    ("holdem", "", 0),
    ("holdem", "", 2),
    ("holdem", "", 0),
    ("holdem", "", 0),
    ("omaha-hilo8", "", 0),
    ("holdem", "", 2),
    ("draw5-high", "", 0),
    ("holdem", "", 0),
    ("holdem", "", 0),
    ("holdem", "", 0),
)
STUD, FIVE, PLAIN, TEN, WAITING, BOTS, SHORT, OTHER, SPLIT, SEATS, DRAW, FLOOR, LEFT, RIGHT = range(1, len(TABLES) + 1)
STREETS: Final = {"Third": 3, "Fourth": 4, "Fifth": 5, "Sixth": 6, "Seventh": 7}
FIVE_STREETS: Final = {"Second": 2, "Third": 3, "Fourth": 4, "Fifth": 5}

BOXES = """
(which) => [...document.querySelectorAll(which)].map((one) => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  return [left, top, right, bottom];
})
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    tables = "".join(
        f'[[tables]]\ngame = "{game}"\nrulebook = "oneida"\nbots = {bots}\n{more}{TERMS}\n'
        for game, more, bots in TABLES
    )
    with Server(tmp_path_factory.mktemp("felt"), f'title = "A room for tests"\n{tables}') as found:
        yield found


def transcript(page: Page) -> Locator:
    return page.get_by_role("region", name="What the dealer said")


def boxes(page: Page, which: str) -> list[list[float]]:
    found: list[list[float]] = page.evaluate(BOXES, which)
    return found


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    x, y, width, height = (float(found[side]) for side in ("x", "y", "width", "height"))
    return {"x": x, "y": y, "width": width, "height": height, "right": x + width, "bottom": y + height}


def overlap(one: list[float], other: list[float]) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


@pytest.mark.parametrize(("table", "streets"), [(STUD, STREETS), (FIVE, FIVE_STREETS)], ids=["seven", "five"])
def test_at_stud_ones_own_cards_are_all_there_on_every_street(
    browser: Browser, server: Server, table: int, streets: dict[str, int]
) -> None:
    seen: set[str] = set()
    with Caller(server.address, f"Cal {table}", table), reader(browser, server.address, f"Ann {table}") as page:
        sit(page, table, 2)
        while True:
            expect(turn(page).or_(division(page)).first).to_be_visible()
            if division(page).count():
                break
            street = page.locator(".felt-print").inner_text().split()[0]
            if street in streets:
                seen.add(street)
                cards = own_cards(page)
                assert len(cards) == streets[street], street
                expect(page.locator(".seen .own")).to_have_count(len(cards))
            answer(page)
        assert seen >= {*streets} - {"Second", "Third"}, "every street was looked at"
        assert len(own_cards(page)) == max(streets.values()), "and the showdown"


def test_the_dealer_speaks_to_the_reader_and_sets_a_betting_round_under_one_clause(
    browser: Browser, server: Server
) -> None:
    with Caller(server.address, "Cal w", PLAIN), reader(browser, server.address, "Bea") as page:
        sit(page, PLAIN, 2)
        play_on(page)
        said = transcript(page)
        expect(said).to_contain_text(re.compile(r"You (post|call|check)"))
        expect(said).not_to_contain_text("Bea")
        expect(said).not_to_contain_text("is first to act")
        flop = said.locator("li.street-heading", has_text="Flop")
        expect(flop.locator("svg")).to_have_count(3)
        # Both check, and it is one sentence.
        expect(said.locator("li", has_text="Burn and turn.").first).to_contain_text(
            re.compile("(You and Cal w|Cal w and you) check|You check|Cal w checks")
        )
        cited = said.locator("li", has_text="Burn and turn.").first.locator(".clause-link").first
        expect(cited).to_have_text(re.compile(r"^XI\."))
        expect(division(page)).to_contain_text(re.compile("no rake taken|rake|fee"))
        mine = division(page).locator(".division-legend .mine")
        if mine.count():
            expect(mine).to_contain_text("You")


def test_a_phone_that_loses_the_room_keeps_the_table(browser: Browser, tmp_path: Path) -> None:
    one = f'title = "x"\n[[tables]]\ngame = "omaha-hilo8"\nrulebook = "oneida"\n{TERMS}\n'
    server = Server(tmp_path, one)
    with server, reader(browser, server.address, "Dot", viewport=PHONE) as page:
        with Caller(server.address, "Cal", 1):
            sit(page, 1, 2)
            expect(turn(page)).to_be_visible()
            cards = own_cards(page)
        server.stop()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        expect(page.get_by_text("The room closes")).to_have_count(0)
        assert own_cards(page) == cards
        told = box(page.locator(".notices"))
        seen = [told["x"], told["y"], told["right"], told["bottom"]]
        assert not any(overlap(seen, one) for one in boxes(page, "[data-card], .phone-seat .phone-plate")), (
            "nor is a card hidden"
        )


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, SMALL_DESK, DESK], ids=["360", "390", "1280", "1440"])
def test_ten_seats_board_and_hand_lie_beside_one_another(
    browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    game = 'game = "omaha-high"\nrulebook = "oneida"\nstructure = "pot-limit"'
    one = f'title = "x"\n[[tables]]\n{game}\n{TERMS}\n'
    with Server(tmp_path, one) as server, ExitStack() as stack:
        for seat in range(1, 10):
            stack.enter_context(Caller(server.address, f"Cal{seat}", 1, seat=seat))
        page = stack.enter_context(reader(browser, server.address, "Eve", viewport=size))
        sit(page, 1, 10)
        for _ in range(8):
            expect(turn(page).or_(division(page)).first).to_be_visible()
            if page.get_by_role("group", name="the board").locator("[data-card]").count() >= 4:
                break
            if division(page).count():
                page.get_by_role("button", name=re.compile("^Next hand")).click()
                expect(division(page)).to_have_count(0)
            else:
                answer(page)
        board, own = boxes(page, ".board [data-card]"), boxes(page, "[aria-label='your cards'] [data-card]")
        plates = boxes(page, ".plate") or boxes(page, ".phone-seat .phone-plate")
        for card in (*board, *own):
            assert card[0] >= 0
            assert card[2] <= size["width"]
            assert not any(overlap(card, plate) for plate in plates), "no plate lies on a card"
        assert not any(overlap(one, other) for one in board for other in own), "the hand is below the board"
        assert all(plate[2] <= size["width"] + 1 for plate in plates)
        cut = page.evaluate(
            "[...document.querySelectorAll('.plate .player-name, .phone-seat b')]"
            ".filter(one => one.scrollWidth > one.clientWidth).length"
        )
        assert cut == 0, "no name is cut"
        tall = page.evaluate("document.documentElement.scrollHeight - window.innerHeight")
        assert tall <= 0, "the page is no taller than its window"


def test_a_hand_nobody_saw_is_drawn_and_not_spelled_on_a_phone(browser: Browser, server: Server) -> None:
    with Caller(server.address, "Cal f", SHORT), reader(browser, server.address, "Fay", viewport=SMALL_PHONE) as page:
        sit(page, SHORT, 2)
        expect(turn(page)).to_be_visible()
        turn(page).get_by_role("button", name="Fold").click()
        expect(division(page)).to_be_visible()
        expect(page.locator("main")).not_to_contain_text("??")
        expect(page.locator("main .card-backs u")).to_have_count(2)


def test_a_clause_that_is_opened_on_a_phone_comes_into_sight(browser: Browser, server: Server) -> None:
    with Caller(server.address, "Cal c", OTHER), reader(browser, server.address, "Gil", viewport=SMALL_PHONE) as page:
        sit(page, OTHER, 2)
        expect(turn(page)).to_be_visible()
        page.get_by_role("button", name="Open the transcript").click()
        page.get_by_role("dialog").locator(".transcript .clause-link").last.click()
        note = page.get_by_role("dialog").locator(".note")
        expect(note.get_by_role("link", name="Open page")).to_be_in_viewport()


def two_at(browser: Browser, server: Server, stack: ExitStack, table: int, **options: Any) -> tuple[Page, Page]:
    """Two readers at a table: whose turn it is, and who waits."""
    pages = [
        stack.enter_context(reader(browser, server.address, name, viewport=SMALL_DESK, **options))
        for name in (f"Hal {table}", f"Ida {table}")
    ]
    for seat, page in enumerate(pages, 1):
        sit(page, table, seat)
    for page in pages:
        own_cards(page)
    waits = 'document.querySelector(\'[aria-label="your turn"], [aria-label="In advance"]\') !== null'
    for page in pages:
        page.wait_for_function(waits)
    return (pages[0], pages[1]) if turn(pages[0]).count() else (pages[1], pages[0])


def test_what_is_chosen_in_advance_stands_where_it_is_done(browser: Browser, server: Server) -> None:
    with ExitStack() as stack:
        acting, waiting = two_at(browser, server, stack, WAITING)
        advance = waiting.get_by_role("group", name="In advance")
        fold, any_call = (box(advance.get_by_role("button", name=name)) for name in ("Check or fold", "Call any"))
        fold_now, call_now, raise_now = (
            box(turn(acting).get_by_role("button", name=re.compile(f"^{name}"))) for name in ("Fold", "Call", "Raise")
        )
        assert fold["x"] == fold_now["x"]
        assert fold["right"] <= call_now["x"]
        assert call_now["x"] <= any_call["x"] < any_call["right"] <= raise_now["x"]
        # A promise is in sight, and can be taken back there.
        waiting.get_by_role("button", name="Leave").click()
        waiting.get_by_role("button", name="Sit out").click()
        expect(waiting.get_by_role("group", name="You", exact=True)).to_contain_text("sits out next")
        waiting.get_by_role("button", name="Cancel").click()
        expect(waiting.get_by_role("group", name="You", exact=True)).not_to_contain_text("sits out next")
        expect(acting.locator(".own-hand")).to_contain_text("s in the bank")


def test_a_click_that_comes_too_late_for_its_button_does_nothing(browser: Browser, server: Server) -> None:
    with Caller(server.address, "Cal late", SPLIT), reader(browser, server.address, "Joe") as page:
        sit(page, SPLIT, 2)
        expect(turn(page)).to_be_visible()
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now() + 20000"))
        bar = page.locator(".action-bar .under")
        turn(page).get_by_role("button", name=re.compile("^(Check|Call)")).click()
        # With time at a stand what has just changed stays new.
        expect(bar).to_have_class(re.compile(r"\blate\b"))
        expect(bar).to_have_css("pointer-events", "none")
        page.clock.resume()
        expect(bar).to_have_css("pointer-events", "auto")


def to_ones_turn(page: Page) -> None:
    """Hand after hand until one is asked: where all others fold to the big blind, he is not."""
    expect(turn(page).or_(division(page)).first).to_be_visible()
    while division(page).count():
        hand = page.locator(".where").inner_text()
        page.keyboard.press("Space")
        expect(page.locator(".where")).not_to_have_text(hand)
        expect(turn(page).or_(division(page)).first).to_be_visible()


def test_space_asks_for_the_next_hand_and_d_leads_to_the_division(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Kit", viewport=SMALL_DESK) as page:
        page.goto(f"/table/{BOTS}")
        page.get_by_role("button", name="Take a seat").click()
        page.get_by_role("button", name="Sit down with").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        play_on(page)
        page.keyboard.press("D")
        expect(page.get_by_role("region", name="Who won what")).to_be_focused()
        hand = page.locator(".where").inner_text()
        page.get_by_role("heading", level=1).click()
        page.keyboard.press("Space")
        expect(page.locator(".where")).not_to_have_text(hand)
        to_ones_turn(page)
        # Large letters, as with caps lock, are as good as small ones.
        page.keyboard.press("F")
        expect(page.get_by_text("You folded.").or_(division(page)).first).to_be_visible()


def test_several_tables_are_told_apart_and_say_whose_turn_it_is(browser: Browser, server: Server) -> None:
    with ExitStack() as stack:
        stack.enter_context(Caller(server.address, "Cal m", LEFT, seat=4))
        stack.enter_context(Caller(server.address, "Cal n", RIGHT, seat=4))
        page = stack.enter_context(reader(browser, server.address, "Lou", viewport=SMALL_PHONE))
        sit(page, LEFT, 3)
        sit(page, RIGHT, 3)
        tabs = page.get_by_role("navigation", name="Your tables").get_by_role("link")
        # By its number alone until what is played there is known.
        expect(tabs).to_have_text([re.compile(rf", table {number}\b") for number in (LEFT, RIGHT)])
        assert all(one["height"] >= 44 for one in (box(tab) for tab in tabs.all()))
        page.goto("/")
        seats = page.get_by_role("navigation", name="Your seats")
        expect(seats.locator("> a")).to_have_count(1)
        expect(seats.get_by_text("+1")).to_be_visible()


def test_the_floor_is_called_from_the_table_and_the_sheet_goes_with_a_word(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Mia", viewport=SMALL_DESK) as page:
        page.goto(f"/table/{TEN}")
        page.get_by_role("button", name="Call the floor").click()
        sheet = page.get_by_role("dialog", name="Call the floor")
        sheet.get_by_role("textbox").fill("a card lies on the floor")
        sheet.get_by_role("button", name="Call the floor").click()
        expect(sheet).to_be_hidden()
        expect(page.get_by_text("Floor called")).to_be_visible()


def test_a_clock_that_stands_still_for_the_floor_says_so(browser: Browser, server: Server) -> None:
    with ExitStack() as stack:
        acting, waiting = two_at(browser, server, stack, FLOOR)
        acting.get_by_role("button", name="Call the floor").click()
        sheet = acting.get_by_role("dialog", name="Call the floor")
        sheet.get_by_role("textbox").fill("the cards are marked")
        sheet.get_by_role("button", name="Call the floor").click()
        expect(acting.locator(".own-hand")).to_contain_text("stopped for the floor")
        for page in (acting, waiting):
            expect(page.get_by_text(re.compile(r"^Clock stopped for the floor, \d+ s at most$"))).to_be_visible()
            expect(page.locator(".plate").get_by_text(re.compile(r"^stopped at \d+ s$"))).to_be_visible()
        waiting.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        expect(waiting.get_by_text(re.compile(r"^Clock stopped, \d+ s$"))).to_be_visible()


def test_what_one_may_do_about_a_seat_is_what_the_room_offers(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Nan") as page:
        page.goto(f"/table/{SEATS}")
        page.get_by_role("button", name="Take a seat").click()
        dialog = page.get_by_role("dialog")
        most = int(dialog.get_by_role("slider").get_attribute("max") or 0)
        dialog.get_by_role("spinbutton").fill(str(most))
        dialog.get_by_role("button", name="Sit down with").click()
        expect(dialog).to_be_hidden()
        play_on(page)
        with page.expect_response("**/seat") as asked:
            page.get_by_role("button", name="Leave").click()
        offered = {choice["do"] for choice in asked.value.json()["offers"]}
        expect(dialog.get_by_role("button", name="Sit out")).to_be_visible()
        shown = {
            do
            for do, name in (("top-up", "Add chips"), ("sit-out", "Sit out"), ("leave", "Leave the table"))
            if dialog.get_by_role("button", name=name).count()
        }
        assert shown == offered
        dialog.get_by_role("button", name="Sit out").click()
        expect(dialog).to_be_hidden()
        page.get_by_role("button", name="Leave").click()
        expect(dialog.get_by_role("button", name="Sit back in")).to_be_visible()
        dialog.get_by_role("button", name="Leave the table").click()
        expect(page).to_have_url(f"{server.address}/")


def test_what_lies_under_the_division_on_a_phone_cannot_be_reached(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, "Ole", viewport=SMALL_PHONE) as page:
        page.goto(f"/table/{SEATS}?sit")
        page.get_by_role("button", name="Sit down with").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        play_on(page)
        under = page.locator("footer button, button.dealer")
        expect(under.first).to_be_attached()
        for covered in under.all():
            covered.evaluate("one => one.focus()")
            assert not covered.evaluate("one => one === document.activeElement")
        axe_clean(page)
        # Who sits out is asked back in, there too; where the sheet was are his cards when it is gone.
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog").get_by_role("button", name="Sit out").click()
        again = page.get_by_label("the last hand").get_by_role("button", name="Sit back in")
        expect(again).to_be_visible()
        again.click()
        expect(again).to_have_count(0)


def test_at_the_draw_standing_pat_is_counted_beside_the_draws(browser: Browser, server: Server) -> None:
    with Caller(server.address, "Cal draws", DRAW), reader(browser, server.address, "Pia") as page:
        sit(page, DRAW, 2)
        counted = page.get_by_role("region", name="If you draw")
        expect(counted).to_contain_text("Calculated when it’s your turn to draw.")
        before = counted.bounding_box()
        while not turn(page).get_by_role("button", name="Stand pat").count():
            answer(page)
            expect(turn(page)).to_be_visible()
        expect(counted.get_by_role("row").last).to_have_text(re.compile(r"^stand pat\s*0\s*0$"))
        assert before is not None
        after = counted.bounding_box()
        assert after is not None
        assert after["y"] == pytest.approx(before["y"], abs=1), "the transcript above it stays where it is"
