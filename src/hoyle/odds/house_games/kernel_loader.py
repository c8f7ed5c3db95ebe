"""Kernel loader: the C++ kernel for house games, or an error that names the feature that needs it."""

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
    """Return the kernel, or raise an error that names the feature that needs it."""
    if KERNEL is None:
        raise HoyleError(
            f"{feature} needs the compiled module hoyle._banked: install a C++ compiler and build again"
        )
    return KERNEL
