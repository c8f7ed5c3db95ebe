"""mypyc compatibility: `i64` and `mypyc_attr`, with no-op fallbacks for interpreted Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Never, Protocol

if TYPE_CHECKING:
    from mypy_extensions import i64, mypyc_attr
else:
    i64 = int
    """Machine integer for indexes in hot loops."""

    def mypyc_attr(**_options):
        """Return the class unchanged. ``acyclic`` promises that it takes part in no reference cycle."""
        return lambda kind: kind


class Unchecked(Protocol):
    """Uninhabited type that turns off mypyc's argument check.

    A type checker sees ``int | Unchecked`` as an int; mypyc does not check such an argument at the call, so
    that the function itself can refuse another type with a proper message.
    """

    def __unchecked__(self) -> Never: ...


Whole = int | Unchecked
Text = str | Unchecked
Flag = bool | Unchecked

__all__ = ["Flag", "Text", "Unchecked", "Whole", "i64", "mypyc_attr"]
