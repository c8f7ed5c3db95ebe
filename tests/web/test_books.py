"""The books in a browser: asking, settling, looking up and reckoning, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.server.real_server import Server
from tests.web.axe import axe_clean
from tests.web.browser import DESK, PHONE, reader

ROOM = """
title = "A room with books"
[[tables]]
game = "craps"
"""

BOARD = "3c 5d 8h Kd Qs"
HANDS = ("As 2s 9c 9d", "Kh Kc Jh Tc", "Ad 4d Qh Qc", "Ah 2h 7c 7s")
PUT_IN = ((15, "all-in"), (40, "all-in"), (65, "live"), (65, "live"))

SMALL_PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("room"), ROOM) as found:
        yield found


@pytest.fixture
def desk(browser: Browser, server: Server) -> Iterator[Page]:
    with reader(browser, server.address) as page:
        yield page


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    with reader(browser, server.address, viewport=PHONE) as page:
        yield page


def never_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "the page scrolls sideways"


def lay(page: Page, cards: str) -> None:
    """Cards from the keyboard: rank, then suit."""
    for card in cards.split():
        page.keyboard.press(card[0].lower())
        page.keyboard.press(card[1])


def put_in(page: Page) -> None:
    for seat, (chips, state) in enumerate(PUT_IN, start=1):
        page.get_by_label(f"Seat {seat} has put in").fill(str(chips))
        page.get_by_label(f"Seat {seat} is").select_option(state)


# Ask the book


def test_an_exposed_card_is_asked_about_and_each_book_answers(desk: Page) -> None:
    desk.goto("/ask")
    desk.get_by_role("searchbox", name="What happened?").fill("a hole card was exposed while dealing")
    chosen = desk.get_by_role("navigation", name="Situations").get_by_role("link").first
    expect(chosen).to_contain_text("A hole card turns up during the deal")
    expect(desk.get_by_role("heading", name="A hole card turns up during the deal")).to_be_visible()
    row = desk.get_by_role("row", name="A later card, by the dealer’s error")
    expect(row.get_by_role("cell").first).to_contain_text("becomes the burn")
    expect(row.get_by_role("cell").nth(3)).to_have_text("silent")
    row.get_by_role("button", name="XI.P.14(b)").click()
    expect(desk.locator(".note").first).to_contain_text("Later card exposed")
    expect(desk.get_by_text("The book doesn’t say").first).to_be_visible()
    axe_clean(desk)


def test_words_that_no_situation_has_lead_to_the_clauses(desk: Page) -> None:
    desk.goto("/ask?q=zebra")
    desk.get_by_role("link", name="Search the clauses instead").click()
    expect(desk.get_by_text("No clause mentions “zebra”.")).to_be_visible()


def test_on_a_phone_the_list_comes_first_and_then_the_answer(phone: Page) -> None:
    phone.goto("/ask?q=odd+chip+high+low+split")
    phone.get_by_role("link", name="The pot does not divide evenly").click()
    expect(phone.get_by_role("heading", name="Halves do not come out")).to_be_visible()
    expect(phone.get_by_text("First winner clockwise of the button").first).to_be_visible()
    never_sideways(phone)
    axe_clean(phone)
    phone.get_by_role("link", name="All situations").click()
    expect(phone.get_by_role("link", name="The pot does not divide evenly")).to_be_visible()


# Settle a showdown


def test_a_showdown_is_settled_with_the_keys_alone(desk: Page) -> None:
    desk.goto("/settle")
    desk.get_by_label("Book").select_option("nj-19-47")
    desk.get_by_label("Game").select_option("omaha-hilo8")
    desk.get_by_role("heading", name="Enter the cards").click()
    lay(desk, " ".join((BOARD, *HANDS)))
    expect(desk.get_by_text("All 21 cards entered")).to_be_visible()
    put_in(desk)
    division = desk.get_by_role("complementary", name="Who won what")
    expect(division).to_contain_text("60 + 75 + 50 = 185")
    expect(division).to_contain_text("Seat 4, 77")
    expect(division.get_by_role("row", name="High Seat 2 three kings 38 +1")).to_be_visible()
    expect(division.locator(".note")).to_contain_text("Odd chip to high hand")
    expect(division.locator(".note")).to_contain_text("give the same totals here")
    expect(division.get_by_role("row", name="Low Seat 4 8-5-3-2-A 25 14.11(f)2")).to_be_visible()
    axe_clean(desk)
    desk.get_by_role("button", name="Next showdown").click()
    expect(desk.get_by_text("Board, first card")).to_be_visible()


def test_a_showdown_is_kept_and_laid_out_again(desk: Page) -> None:
    desk.goto("/settle")
    desk.get_by_role("button", name="Saved hands").click()
    kept = desk.get_by_role("dialog", name="Saved hands")
    expect(kept.get_by_role("button", name="Save this showdown")).to_be_disabled()
    desk.keyboard.press("Escape")
    desk.get_by_label("Game").select_option("omaha-hilo8")
    desk.get_by_role("heading", name="Enter the cards").click()
    lay(desk, " ".join((BOARD, *HANDS)))
    put_in(desk)
    desk.get_by_role("button", name="Saved hands").click()
    kept.get_by_role("button", name="Save this showdown").click()
    saved = kept.get_by_role("button", name="Omaha hi-lo 8, nj-19-47")
    expect(saved).to_contain_text("4 seats, 185 in the pot")
    axe_clean(desk)
    desk.keyboard.press("Escape")
    desk.get_by_role("button", name="Next showdown").click()
    expect(desk.get_by_text("Board, first card")).to_be_visible()
    desk.reload()
    desk.get_by_role("button", name="Saved hands").click()
    kept.get_by_role("button", name="Omaha hi-lo 8, nj-19-47").click()
    expect(desk.get_by_role("complementary", name="Who won what")).to_contain_text("60 + 75 + 50 = 185")
    desk.get_by_role("button", name="Saved hands").click()
    kept.get_by_role("button", name="Delete Omaha hi-lo 8").click()
    expect(kept).to_contain_text("None yet.")


def test_cards_are_taken_back_and_the_division_follows(desk: Page) -> None:
    desk.goto("/settle")
    desk.get_by_label("Book").select_option("oneida")
    desk.get_by_label("Game").select_option("holdem")
    keys = desk.get_by_role("group", name="The 52 cards")
    desk.get_by_role("button", name="Remove seat 4").focus()
    desk.get_by_role("button", name="Remove seat 4").press("Enter")
    desk.get_by_role("button", name="Remove seat 3").focus()
    desk.get_by_role("button", name="Remove seat 3").press("Enter")
    for name in ("ace of spades", "king of spades", "queen of spades", "2 of hearts", "3 of clubs"):
        keys.get_by_role("button", name=name, exact=True).click()
    for name in ("ace of hearts", "ace of diamonds", "king of hearts", "king of diamonds"):
        keys.get_by_role("button", name=name, exact=True).click()
    division = desk.get_by_role("complementary", name="Who won what")
    expect(division).to_contain_text("Seat 1, 40")
    expect(keys.get_by_role("button", name="ace of hearts, taken")).to_be_disabled()
    desk.get_by_role("button", name="Remove the ace of hearts").click()
    expect(division).to_contain_text("Seat 1 lacks one card")


def test_pots_may_be_typed_with_the_seats_that_can_win_them(desk: Page) -> None:
    desk.goto("/settle")
    desk.get_by_label("Book").select_option("nj-19-47")
    desk.get_by_role("heading", name="Enter the cards").click()
    lay(desk, " ".join((BOARD, *HANDS)))
    desk.get_by_label("Chips in the main pot").fill("61")
    desk.get_by_label("Chips in the main pot").press("Enter")
    desk.get_by_role("button", name="Add a side pot").click()
    desk.get_by_label("Chips in the side pot").fill("30")
    desk.get_by_label("Chips in the side pot").press("Enter")
    desk.get_by_role("button", name="Seat 1 can win the side pot").click()
    division = desk.get_by_role("complementary", name="Who won what")
    expect(division).to_contain_text("61 + 30 = 91")
    expect(division).to_contain_text("seats 2, 3 and 4")
    desk.get_by_role("button", name="Calculate from each player’s bets").click()
    expect(division).to_contain_text("80")


def test_on_a_phone_cards_then_pots_then_the_division(phone: Page) -> None:
    phone.goto("/settle")
    phone.get_by_label("Book").select_option("nj-19-47")
    phone.get_by_label("Game").select_option("omaha-hilo8")
    keys = phone.get_by_role("group", name="The 52 cards")
    keys.get_by_role("button", name="3 of clubs").tap()
    expect(phone.get_by_role("button", name="Remove the 3 of clubs")).to_be_visible()
    phone.get_by_role("button", name="Undo").tap()
    lay(phone, " ".join((BOARD, *HANDS)))
    never_sideways(phone)
    axe_clean(phone)
    phone.get_by_role("button", name="Pots").tap()
    put_in(phone)
    never_sideways(phone)
    axe_clean(phone)
    phone.get_by_role("button", name="Who won what").tap()
    expect(phone.get_by_text("Side pot 2, 50")).to_be_visible()
    expect(phone.get_by_text("+77")).to_be_visible()
    never_sideways(phone)
    axe_clean(phone)


def test_the_keys_fit_a_small_phone(browser: Browser, server: Server) -> None:
    with reader(browser, server.address, viewport=SMALL_PHONE) as page:
        page.goto("/settle")
        keys = page.get_by_role("group", name="The 52 cards")
        expect(keys).to_be_visible()
        never_sideways(page)
        expect(page.get_by_role("button", name="Pots")).to_be_in_viewport()
        page.get_by_label("Game").select_option("holdem")
        expect(page.get_by_label("Book")).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Pots").tap()
        page.get_by_role("group", name="Button at seat").get_by_role("button", name="3").tap()
        never_sideways(page)


# The books


def test_the_books_are_searched_read_and_turned(desk: Page) -> None:
    desk.goto("/books")
    expect(desk.get_by_role("heading", name="Oneida Nation Rules of Play")).to_be_visible()
    axe_clean(desk)
    desk.get_by_role("searchbox").fill("boxed card")
    expect(desk.get_by_role("status").filter(has_text="clauses found")).to_be_visible()
    desk.get_by_role("link", name="oneida XI.P.9", exact=True).click()
    expect(desk.get_by_role("heading", name="Single face-up card")).to_be_visible()
    expect(desk.get_by_role("heading", name="In other books")).to_be_visible()
    expect(desk.get_by_role("link", name="room-2012 GEN(8)")).to_be_visible()
    axe_clean(desk)
    desk.get_by_role("link", name="Next").click()
    expect(desk.get_by_role("heading", name="Unprotected hand: no redress")).to_be_visible()


def test_a_book_opens_section_by_section(phone: Page) -> None:
    phone.goto("/books?book=room-2012")
    phone.locator("summary").filter(has_text="Irregularities").click()
    phone.get_by_role("link", name="Single face-up card").click()
    expect(phone.get_by_role("heading", name="Single face-up card")).to_be_visible()
    never_sideways(phone)


def test_readings_open_the_clauses_they_touch(desk: Page) -> None:
    desk.goto("/books?see=readings")
    row = desk.get_by_role("row", name="AMB-11", exact=False).first
    row.get_by_role("button", name="oneida XI.K.10(b)(i)").click()
    expect(desk.locator(".note")).to_contain_text("Odd chip to high hand")


def test_a_clause_that_there_is_not_is_refused_in_words(desk: Page) -> None:
    desk.goto("/books/oneida/XI.K.44")
    expect(desk.get_by_role("alert")).to_contain_text("There is no clause XI.K.44 in oneida")


# Odds


def test_hands_are_weighed_exactly(desk: Page) -> None:
    desk.goto("/odds?game=omaha-hilo8&hands=AsAh2d3c|KsKhQdQc&board=4h5dTs")
    expect(desk.get_by_text("820 deals counted: exact")).to_be_visible()
    expect(desk.get_by_text("71/82")).to_be_visible()
    axe_clean(desk)
    desk.get_by_role("button", name="Remove the 10 of spades").click()
    expect(desk.get_by_text("71/82")).to_have_count(0)
    desk.get_by_label("Hand 2").fill("nonsense")
    expect(desk.get_by_role("status").filter(has_text="nonsense")).to_be_visible()


def test_a_card_typed_twice_is_refused_and_the_page_goes_on(desk: Page) -> None:
    desk.goto("/odds?game=holdem")
    desk.get_by_label("Hand 1").fill("AhAh")
    desk.get_by_label("Hand 2").fill("KsKh")
    expect(desk.get_by_role("status").filter(has_text="Ah")).to_be_visible()
    desk.get_by_label("Hand 1").fill("AhAd")
    expect(desk.get_by_text("1,712,304 deals counted: exact")).to_be_visible()


def test_a_range_is_charted_and_clicked_together(desk: Page) -> None:
    desk.goto("/odds?see=ranges&range=QQ%2B")
    expect(desk.get_by_text("QQ+: 18 of 1,326 hands")).to_be_visible()
    desk.get_by_role("button", name="AKs, not in the range").click()
    expect(desk.get_by_label("Range", exact=True)).to_have_value("QQ+, AKs")
    expect(desk.get_by_text("22 of 1,326 hands")).to_be_visible()
    axe_clean(desk)


def test_a_house_game_says_what_it_costs_and_how_to_play(phone: Page) -> None:
    phone.goto("/odds?see=house")
    expect(phone.get_by_text("686689/20358520")).to_be_visible()
    phone.get_by_role("button", name="Craps").tap()
    expect(phone.get_by_role("row", name="pass 1.414% 7/495").first).to_be_visible()
    phone.get_by_role("button", name="Mississippi Stud").tap()
    expect(phone.get_by_text("Mississippi Stud, 3rd Street", exact=False).first).to_be_visible()
    expect(phone.get_by_text("bet three Antes").first).to_be_visible()
    never_sideways(phone)
    axe_clean(phone)


SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({type: "layout-shift", buffered: true});
"""


@pytest.mark.parametrize(
    ("path", "there"),
    [("/settle", "two from the hand"), ("/odds", "deals counted"), ("/odds?see=ranges", "of 1,326 hands")],
)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_shifts_while_a_page_loads(
    browser: Browser, server: Server, path: str, there: str, size: dict[str, int]
) -> None:
    with reader(browser, server.address, viewport=size) as page:
        page.add_init_script(SHIFTS)
        page.goto(path)
        if path != "/settle" or size == DESK:
            expect(page.get_by_text(there).first).to_be_attached()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.shifted") < 0.005
