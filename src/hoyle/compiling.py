"""What compiled code tells its compiler; in plain Python it says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64, mypyc_attr
else:
    i64 = int
    """A whole number that fits a register: for positions in loops that are run after every action."""

    def mypyc_attr(**_told):
        """Leave the class as it is. ``acyclic``: nothing that it holds can ever lead back to it."""
        return lambda kind: kind


__all__ = ["i64", "mypyc_attr"]
