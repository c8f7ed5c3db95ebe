"""The settings of a table: what cannot be read is refused in words, whatever it is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json
from tests.room.room_driver import RoomDriver, sign_of

from hoyle.core.errors import InvalidError
from hoyle.room.live_table.table_settings import parse_settings

HALF = "\ud800"
"""Half a character."""


@pytest.mark.parametrize(
    "settings",
    [
        {"clok": 1},
        {"decision_clock_ms": -1},
        {"decision_clock_ms": "soon"},
        {"decision_clock_ms": HALF},
        {"decision_clock_ms": {HALF: 1}},
        {"title": HALF},
        {"title": "x" * 41},
        {"title": [HALF]},
        {"jackpot_fund": f"fund {HALF}"},
        {HALF: 1},
        {"min_buy_in": 5, "max_buy_in": 4},
    ],
    ids=ascii,
)
def test_settings_that_cannot_be_read_are_refused_in_words(settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidError) as refused:
        parse_settings(settings)
    assert json.encode(str(refused.value)), "everybody can be sent what is said"
    evening = RoomDriver()
    evening.guests("ann")
    evening.no("ann", "open-home-game", game="holdem", sign=sign_of("holdem"), settings=settings)
