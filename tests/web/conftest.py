"""Browser fixture for the tests of the web client."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Browser
from tests.web.browser import opened, program


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Browser, closed after each test file: other tests need an event loop of their own."""
    if program() is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    if not (files("hoyle.server") / "web" / "index.html").is_file():
        pytest.skip("the web client is not built (make pages)")
    with opened() as found:
        yield found
