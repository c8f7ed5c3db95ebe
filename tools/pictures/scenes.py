"""Every scene there is; each group of screens keeps its own in a file beside this one."""

from __future__ import annotations

from typing import Final

from tools.pictures import house, offices
from tools.pictures.studio import Scene

ROOM: Final = """
title = "The room in the pictures"
managers = ["Boss"]
"""
"""The default tables; bots at poker."""


def scenes() -> list[Scene]:
    """In the order of the menu."""
    return [*house.SCENES, *offices.SCENES]
