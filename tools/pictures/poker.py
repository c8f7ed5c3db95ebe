"""Scenes of poker tables: a turn, a showdown with its division, stud, draw, a full table, pot-limit."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from playwright.sync_api import Error, Page, expect
from tests.server.real_server import Server
from tests.web.browser import reader
from tests.web.seats import division, turn
from tools.pictures.studio import SIZES, Scene, Shot

LONGEST = 60.0
"""Seconds after which the screenshot is taken whatever the page shows."""
PATIENCE = 20_000

Camera = Callable[[Page], None]


def room(game: str, book: str, bots: int, structure: str) -> str:
    # The next hand starts on request: nothing changes while a screenshot is taken.
    terms = "settings = {dealer_pace_ms = 0, between_rounds_ms = 600000, decision_clock_ms = 600000}"
    return (
        f'title = "poker"\n[[tables]]\ngame = "{game}"\nrulebook = "{book}"\nbots = {bots}\n'
        f'structure = "{structure}"\n{terms}\n'
    )


def play(
    shot: Shot,
    camera: Camera,
    *,
    game: str,
    until: Callable[[Page], bool],
    book: str = "oneida",
    bots: int = 5,
    structure: str = "fixed-limit",
) -> None:
    """Sit among bots, and check and call until the page shows the expected state."""
    with (
        tempfile.TemporaryDirectory() as directory,
        Server(Path(directory), room(game, book, bots, structure)) as server,
        reader(shot.browser, server.address, "Marlow", viewport=SIZES[shot.size], color_scheme=shot.theme) as page,
    ):
        page.goto("/table/1?sit")
        page.get_by_role("button", name="Sit down with").click()
        end = time.monotonic() + LONGEST
        while True:
            button = turn(page).get_by_role("button", name=re.compile("^(Check|Call|Bring|Stand|Show)"))
            # A player who has lost their chips gets no more turns: take the screenshot of that.
            try:
                expect(button.or_(division(page)).first).to_be_visible(timeout=PATIENCE)
            except AssertionError:
                break
            if until(page) or time.monotonic() > end:
                break
            with suppress(Error, AssertionError):
                if button.count():
                    button.first.click(timeout=3000)
                else:
                    page.get_by_role("button", name=re.compile("^Next hand")).first.click(timeout=3000)
                    expect(division(page)).to_have_count(0, timeout=PATIENCE)
        camera(page)


def at_board(page: Page, cards: int) -> bool:
    board = page.get_by_role("group", name="the board").locator("[data-card]")
    return bool(turn(page).count()) and board.count() >= cards


def at_split(page: Page) -> bool:
    """Showdown with a low in which the viewer takes part."""
    told = division(page).inner_text() if division(page).count() else ""
    return "Low" in told and "You" in told


def at_draw(page: Page) -> bool:
    if not page.get_by_role("button", name=re.compile("^Draw ")).count():
        return False
    for place in ("3", "4", "5"):
        page.keyboard.press(place)
    odds = page.get_by_role("region", name="If you draw")
    if odds.count():
        expect(odds.get_by_text("Improves")).to_be_visible()
    return True


def at_sixth(page: Page) -> bool:
    cards = page.get_by_role("group", name="your cards").locator("[data-card]")
    return bool(turn(page).count()) and cards.count() >= 6


_TURN = partial(at_board, cards=4)

SCENES = (
    Scene("poker-turn", partial(play, game="omaha-high", until=_TURN, structure="pot-limit", bots=7)),
    Scene("poker-showdown", partial(play, game="omaha-hilo8", until=at_split, bots=6)),
    Scene("poker-holdem", partial(play, game="holdem", until=_TURN)),
    Scene("poker-stud", partial(play, game="stud7-hilo8", until=at_sixth, bots=6)),
    Scene("poker-draw", partial(play, game="draw5-high", until=at_draw)),
    Scene("poker-ten", partial(play, game="omaha-hilo8", until=partial(at_board, cards=3), bots=9)),
    Scene("poker-big-omaha", partial(play, game="big-omaha-hilo8", book="nj-13-69f", until=at_split, bots=6)),
)
