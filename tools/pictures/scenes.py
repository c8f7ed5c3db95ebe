"""List of all scenes; each group of screens has its own module in this package."""

from __future__ import annotations

from typing import Final

from tools.pictures import books, hands, home, house, lobby, offices, poker
from tools.pictures.studio import Scene

ROOM: Final = """
title = "The room in the pictures"
managers = ["Boss"]
"""
"""The default tables; bots at poker."""

_GROUPS: Final = (lobby, poker, house, home, hands, books, offices)


def scenes() -> list[Scene]:
    """Scenes in the order of the menu."""
    return [scene for group in _GROUPS for scene in group.SCENES]
