"""HTTP endpoints of the books and the odds, with limits on what an answer may cost."""

from __future__ import annotations

from typing import Final

from hoyle.server.endpoints import Endpoint

ENDPOINTS: Final[list[Endpoint]] = []
