"""Kernel loader: the C++ kernel for house games, or an error that says what needs it."""

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


def require_kernel(what: str) -> Any:
    """The native counter, or a refusal that says what it is needed for."""
    if KERNEL is None:
        raise HoyleError(
            f"{what} needs the compiled module hoyle._banked: install a C++ compiler and build again"
        )
    return KERNEL
