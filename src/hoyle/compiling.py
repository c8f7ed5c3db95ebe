"""What a compiled class tells its compiler; in plain Python it says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_told):
        """Leave the class as it is. ``acyclic``: nothing that it holds can ever lead back to it."""
        return lambda kind: kind


__all__ = ["mypyc_attr"]
