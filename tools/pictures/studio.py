"""Screenshot runner: one room, one browser, one scene at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page
from tests.server.real_server import Server
from tests.web.browser import DESK, PHONE, SMALL_DESK, SMALL_PHONE, TABLET, reader

SIZES: Final = {"desk": DESK, "small-desk": SMALL_DESK, "tablet": TABLET, "phone": PHONE, "small-phone": SMALL_PHONE}
THEMES: Final = ("light", "dark")


@dataclass(frozen=True)
class Shot:
    """Size and colour scheme of a screenshot, and access to the room."""

    browser: Browser
    server: Server
    size: str
    theme: str

    @property
    def is_desk(self) -> bool:
        """Whether the whole table layout fits, as on a desktop or an upright tablet."""
        return self.size not in ("phone", "small-phone")

    @contextmanager
    def reader(self, name: str = "", **options: Any) -> Iterator[Page]:
        """Open a page in this size and colour scheme."""
        options = {"viewport": SIZES[self.size], "color_scheme": self.theme, **options}
        with reader(self.browser, self.server.address, name, **options) as page:
            yield page


@dataclass(frozen=True)
class Scene:
    """Screen to capture: the name of its file, and the function that leads there."""

    name: str
    play: Callable[[Shot, Callable[[Page], None]], None]
    """Function that gets the shot and the camera, and calls the camera when the screen is ready."""
    sizes: tuple[str, ...] = tuple(SIZES)
    themes: tuple[str, ...] = THEMES


def photograph(scene: Scene, browser: Browser, server: Server, into: Path) -> Iterator[Path]:
    """Take all screenshots of a scene."""
    for size in scene.sizes:
        for theme in scene.themes:
            path = into / f"{scene.name}-{size}-{theme}.png"

            def camera(page: Page, path: Path = path) -> None:
                page.evaluate("document.fonts.ready")
                page.screenshot(path=path)

            scene.play(Shot(browser, server, size, theme), camera)
            yield path
