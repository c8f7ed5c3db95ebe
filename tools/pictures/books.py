"""Scenes of the rulebook pages: asking, settling, looking up and odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playwright.sync_api import Page, expect
from tools.pictures.studio import Scene, Shot

Camera = Callable[[Page], None]

BOARD: Final = "3c 5d 8h Kd Qs"
HANDS: Final = ("As 2s 9c 9d", "Kh Kc Jh Tc", "Ad 4d Qh Qc", "Ah 2h 7c 7s")
PUT_IN: Final = (("all-in", 15), ("all-in", 40), ("live", 65), ("live", 65))


def ask_exposed(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/ask?q=a+hole+card+was+exposed+while+dealing&s=exposed-hole")
        expect(page.get_by_role("heading", name="A hole card turns up during the deal")).to_be_visible()
        expect(page.locator(".note .name").first).to_be_visible()
        camera(page)


def ask_odd(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/ask?q=odd+chip+high+low+split&s=odd-chip")
        expect(page.get_by_role("heading", name="The pot does not divide evenly")).to_be_visible()
        expect(page.locator(".note .name").first).to_be_visible()
        camera(page)


def ask_list(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/ask")
        expect(page.get_by_role("link", name="A hole card turns up").first).to_be_visible()
        camera(page)


def laid_out(page: Page, *, last: bool = True) -> None:
    """The showdown of the design: a board, four hands, two of them all-in."""
    page.goto("/settle")
    page.get_by_label("Book").select_option("nj-19-47")
    page.get_by_label("Game").select_option("omaha-hilo8")
    page.get_by_role("group", name="The 52 cards").first.wait_for()
    cards = " ".join((BOARD, *HANDS)).split()
    for card in cards if last else cards[:-1]:
        page.keyboard.press(card[0].lower())
        page.keyboard.press(card[1])


def settle(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        laid_out(page)
        if not shot.is_desk:
            page.get_by_role("button", name="Pots").click()
        for seat, (state, chips) in enumerate(PUT_IN, start=1):
            page.get_by_label(f"Seat {seat} has put in").fill(str(chips))
            page.get_by_label(f"Seat {seat} is").select_option(state)
        if not shot.is_desk:
            page.get_by_role("button", name="Who won what").click()
        expect(page.get_by_text("Side pot 2, 50").first).to_be_visible()
        expect(page.get_by_text("loading")).to_have_count(0)
        page.mouse.move(0, 0)
        camera(page)


def settle_picking(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        laid_out(page, last=False)
        camera(page)


def settle_pots(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        laid_out(page)
        page.get_by_role("button", name="Pots").click()
        for seat, (state, chips) in enumerate(PUT_IN, start=1):
            page.get_by_label(f"Seat {seat} has put in").fill(str(chips))
            page.get_by_label(f"Seat {seat} is").select_option(state)
        expect(page.get_by_label("Chips in the side pot 2")).to_have_value("50")
        camera(page)


def books(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/books")
        expect(page.get_by_role("heading", name="Oneida Nation Rules of Play")).to_be_visible()
        expect(page.get_by_role("link", name="The pot does not divide evenly")).to_be_attached()
        camera(page)


def books_search(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/books?q=boxed+card")
        expect(page.get_by_text("Single face-up card").first).to_be_visible()
        camera(page)


def books_clause(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/books/oneida/XI.K.10(b)(i)")
        expect(page.get_by_role("heading", name="Odd chip to high hand")).to_be_visible()
        camera(page)


def books_contents(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/books?book=oneida")
        expect(page.get_by_text("Poker: irregularities").first).to_be_visible()
        camera(page)


def odds_hands(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/odds?game=omaha-hilo8&hands=AsAh2d3c|KsKhQdQc|7h8h9hTh&board=4h5dTs")
        expect(page.get_by_text("deals counted").first).to_be_visible()
        camera(page)


def odds_range(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/odds?see=ranges&range=77%2B,+A9s%2B,+KTs%2B,+QJs,+AJo%2B,+KQo")
        expect(page.get_by_text("of 1,326 hands").first).to_be_visible()
        camera(page)


def odds_house(shot: Shot, camera: Camera) -> None:
    with shot.reader() as page:
        page.goto("/odds?see=house&house=three-card-poker")
        expect(page.get_by_text("686689/20358520").first).to_be_visible()
        camera(page)


SCENES: Final = (
    Scene("books", books),
    Scene("books-search", books_search),
    Scene("books-contents", books_contents),
    Scene("books-clause", books_clause),
    Scene("books-ask", ask_exposed),
    Scene("books-ask-odd", ask_odd),
    Scene("books-ask-list", ask_list, sizes=("phone", "small-phone")),
    Scene("books-settle", settle),
    Scene("books-settle-picking", settle_picking),
    Scene("books-settle-pots", settle_pots, sizes=("phone", "small-phone")),
    Scene("books-odds", odds_hands),
    Scene("books-odds-range", odds_range),
    Scene("books-odds-house", odds_house),
)
