"""Every HTTP endpoint there is, in the order of the documentation."""

from __future__ import annotations

from typing import Final

from hoyle.server import (
    accounts_http,
    ask_http,
    asks_http,
    audit_http,
    banked_http,
    draws_http,
    floor_http,
    hands_http,
    signs_http,
)
from hoyle.server.endpoints import Endpoint

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *accounts_http.ENDPOINTS,
    *signs_http.ENDPOINTS,
    *asks_http.ENDPOINTS,
    *draws_http.ENDPOINTS,
    *banked_http.ENDPOINTS,
    *ask_http.ENDPOINTS,
    *hands_http.ENDPOINTS,
    *floor_http.ENDPOINTS,
    *audit_http.ENDPOINTS,
)
