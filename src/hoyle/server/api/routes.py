"""Routes of the HTTP API, in the order of the documentation."""

from __future__ import annotations

from typing import Final

from hoyle.server.api import (
    accounts,
    audit,
    floor,
    house_games,
    odds,
    past_hands,
    posted_signs,
    rulebooks,
    situations,
    tables,
)
from hoyle.server.api.endpoint import ENDPOINTS as DECLARED
from hoyle.server.api.endpoint import Endpoint

TOPICS: Final = (
    accounts, tables, posted_signs, house_games, odds, rulebooks, situations, past_hands, floor,
    audit,
)  # fmt: skip
ENDPOINTS: Final[tuple[Endpoint, ...]] = tuple(
    endpoint for topic in TOPICS for endpoint in DECLARED if endpoint.topic == topic.__name__
)
