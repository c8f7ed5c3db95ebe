"""Plugins: installed packages that register books, games or bots.

Such a package declares a function without arguments as an entry point of the group ``hoyle``, which calls
`hoyle.register_game` and similar functions. The command line and every process of a room call it on start::

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
    """Call the registration functions of all plugins, once per process; an error names the plugin."""
    for plugin in sorted(entry_points(group=GROUP), key=lambda entry_point: entry_point.name):
        try:
            plugin.load()()
        except Exception as error:
            raise InvalidError(
                f"plugin {plugin.name!r} ({plugin.value}) fails: {type(error).__name__}: {error}"
            ) from error
