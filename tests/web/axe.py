"""Accessibility check of a page with axe, in light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def axe_clean(page: Page) -> None:
    """Assert that the page has no violations in light and dark."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed (make pages)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found = page.evaluate("() => axe.run()")
        told = [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found["violations"]]
        assert not told, f"{theme}: {told}"
