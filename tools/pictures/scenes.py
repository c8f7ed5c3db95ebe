"""Every scene there is; each group of screens keeps its own in a file beside this one."""

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
    """In the order of the menu."""
    return [scene for group in _GROUPS for scene in group.SCENES]
