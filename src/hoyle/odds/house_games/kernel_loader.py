"""Loader of the C++ kernel for house-game odds; features that need it fail with an error without it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from hoyle.core.errors import HoyleError


def _load() -> Any:
    try:
        return import_module("hoyle._banked")
    except ImportError:
        return None


KERNEL: Final = _load()
"""The module ``hoyle._banked``, or None in a build without a C++ compiler."""


def require_kernel(feature: str) -> Any:
    """Return the C++ kernel for house games; raise an error that names `feature` if it was not built."""
    if KERNEL is None:
        raise HoyleError(f"{feature} needs the compiled module hoyle._banked: install a C++ compiler and build again")
    return KERNEL
