"""mypyc compatibility: `i64` and `mypyc_attr`, with no-op fallbacks for interpreted Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Never, Protocol

if TYPE_CHECKING:
    from mypy_extensions import i64, mypyc_attr
else:
    i64 = int
    """A whole number that fits a register: for positions in loops that are run after every action."""

    def mypyc_attr(**_told):
        """Leave the class as it is. ``acyclic``: nothing that it holds can ever lead back to it."""
        return lambda kind: kind


class Unchecked(Protocol):
    """A type that no value has.

    An argument ``int | Unchecked`` is an int to whoever checks types; but the compiler does not check it when
    the function is called, so that the function itself can refuse another value in words.
    """

    def __unchecked__(self) -> Never: ...


Whole = int | Unchecked
Text = str | Unchecked
Flag = bool | Unchecked

__all__ = ["Flag", "Text", "Unchecked", "Whole", "i64", "mypyc_attr"]
