"""Real browser at a real room, for tests and screenshots."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--proxy-server=direct://",
)
DESK: Final = {"width": 1440, "height": 900}
SMALL_DESK: Final = {"width": 1280, "height": 800}
TABLET: Final = {"width": 820, "height": 1180}
PHONE: Final = {"width": 390, "height": 844}
SMALL_PHONE: Final = {"width": 360, "height": 740}
WARNING: Final = "svelte.dev/e/"
"""Warnings of the web framework in the console."""
PATIENCE: Final = 60_000
"""Timeout in milliseconds, generous for slow machines."""

expect.set_options(timeout=PATIENCE)


def program() -> str | None:
    """Path of the browser; None if there is none."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


@contextmanager
def opened() -> Iterator[Browser]:
    """Run a browser."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def reader(browser: Browser, address: str, name: str = "", **options: Any) -> Iterator[Page]:
    """Open a page in a browser context of its own, logged in if a name is given."""
    options = {"viewport": DESK, "reduced_motion": "reduce", **options}
    if options["viewport"] in (TABLET, PHONE, SMALL_PHONE):
        options |= {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    context = browser.new_context(base_url=address, **options)
    context.set_default_timeout(PATIENCE)
    try:
        if name:
            come = context.request.post("/api/enter", data={"name": name}, headers={"origin": address})
            assert come.ok, come.text()
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if WARNING in said.text else None)
        yield page
        assert not errors, errors
    finally:
        context.close()
