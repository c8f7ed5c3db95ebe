"""Routes of the HTTP API, in the order of the documentation."""

from __future__ import annotations

from typing import Final

from hoyle.server.api import accounts, audit, draw_odds, floor, house_games, odds, past_hands, posted_signs, rulebooks
from hoyle.server.api.endpoint import Endpoint

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *accounts.ENDPOINTS,
    *posted_signs.ENDPOINTS,
    *odds.ENDPOINTS,
    *draw_odds.ENDPOINTS,
    *house_games.ENDPOINTS,
    *rulebooks.ENDPOINTS,
    *past_hands.ENDPOINTS,
    *floor.ENDPOINTS,
    *audit.ENDPOINTS,
)
