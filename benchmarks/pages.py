"""`python -m benchmarks.pages`: what a newcomer's browser loads, when he can play, how smoothly cards move.

A real `hoyle serve` and a real Chromium on this machine, without a graphics card. Everything that the first
page of a table loads is counted as it travels, gzipped where the room gzips it; playable is when the reader,
who has a name already, sees his own button. Frames are those of the page's own `requestAnimationFrame` while
hands are dealt to ten seats with cards and chips in motion.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect
from rich.console import Console
from rich.table import Table as Grid
from tests.server.real_server import Server
from tests.web.browser import DESK, opened, reader

ROOM: Final = """
title = "pages"
[[tables]]
game = "omaha-hilo8"
bots = 9
settings = {dealer_pace_ms = 250, between_rounds_ms = 1500}
"""
LOADS: Final = 5
WATCHED: Final = 12_000
"""Milliseconds of dealing that are looked at."""

_FRAMES: Final = """
milliseconds => new Promise(settle => {
  const found = { gaps: [], busy: [] };
  let last = performance.now();
  const end = last + milliseconds;
  const moves = () => document.getAnimations().length > 0;
  const step = now => {
    (moves() ? found.busy : found.gaps).push(now - last);
    last = now;
    if (now < end) requestAnimationFrame(step); else settle(found);
  };
  requestAnimationFrame(step);
})
"""
_LOADED: Final = """
() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .map(one => ({ name: new URL(one.name).pathname, bytes: one.transferSize }))
"""


def first_load(browser: Browser, server: Server, number: int) -> tuple[int, int, float]:
    """Files, bytes and seconds until a newcomer can press a button at the table."""
    with reader(browser, server.address, f"Ann the {number}th", viewport=DESK) as page:
        page.goto("/table/1", wait_until="commit")
        expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
        seconds = page.evaluate("performance.now()") / 1000
        page.wait_for_load_state("networkidle")
        loaded = page.evaluate(_LOADED)
    return len(loaded), sum(one["bytes"] for one in loaded), seconds


def frames(browser: Browser, server: Server) -> dict[str, list[float]]:
    """The gaps between frames while hands are dealt to ten seats: with something in motion, and without."""
    with reader(browser, server.address, "Onlooker", viewport=DESK, reduced_motion="no-preference") as page:
        page.goto("/table/1")
        expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
        _dealt(page)
        found: dict[str, list[float]] = page.evaluate(_FRAMES, WATCHED)
    return found


def _dealt(page: Page) -> None:
    """Until a hand is about to be dealt."""
    page.wait_for_function("() => document.querySelectorAll('.pod .card').length >= 20")


def measured() -> Grid:
    """The figures, with what is asked of them."""
    grid = Grid(title=f"pages, load {os.getloadavg()[0]:.1f}")
    for column in ("figure", "measured", "bar"):
        grid.add_column(column, justify="left" if column == "figure" else "right")
    with tempfile.TemporaryDirectory() as directory, opened() as browser, Server(Path(directory), ROOM) as server:
        loads = [first_load(browser, server, number) for number in range(1, LOADS + 1)]
        seen: dict[str, Any] = frames(browser, server)
    files, size, _ = loads[0]
    grid.add_row(f"first load of a table, {files} files", f"{size / 1000:.0f} kB", "< 300 kB")
    grid.add_row("playable after, median", f"{median(each[2] for each in loads):.2f} s", "< 2 s")
    busy = sorted(seen["busy"]) or [0.0]
    rate = 1000 / (sum(busy) / len(busy))
    grid.add_row(f"frames while something moves, of {len(busy)}", f"{rate:.0f} a second", "60")
    grid.add_row("a frame in a hundred takes longer than", f"{busy[int(len(busy) * 0.99)]:.0f} ms", "")
    return grid


def main() -> None:
    Console().print(measured())


if __name__ == "__main__":
    main()
