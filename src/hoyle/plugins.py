"""Plugins: installed packages that register books, games or bots.

Such a package names a function without arguments as an entry point of the group ``hoyle``; it calls
`hoyle.register_game` and its like. The command line and every process of a room call it when they start::

    [project.entry-points.hoyle]
    tahoe = "tahoe:register"
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Final

from hoyle.core.errors import InvalidError

GROUP: Final = "hoyle"


@cache
def load_plugins() -> None:
    """Call the functions of all plugins, once in a process; one that fails is named."""
    for found in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        try:
            found.load()()
        except Exception as error:
            raise InvalidError(
                f"plugin {found.name!r} ({found.value}) fails: {type(error).__name__}: {error}"
            ) from error
