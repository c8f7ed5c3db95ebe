"""The room's terms of a table: what cannot be read is refused in words, whatever it is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json
from tests.room.room_driver import Evening, sign_of

from hoyle.core.errors import InvalidError
from hoyle.room.live_table.table_settings import parse_settings

HALF = "\ud800"
"""Half a character."""


@pytest.mark.parametrize(
    "terms",
    [
        {"clok": 1},
        {"clock": -1},
        {"clock": "soon"},
        {"clock": HALF},
        {"clock": {HALF: 1}},
        {"title": HALF},
        {"title": "x" * 41},
        {"title": [HALF]},
        {"fund": f"fund {HALF}"},
        {HALF: 1},
        {"least_buy_in": 5, "most_buy_in": 4},
    ],
    ids=ascii,
)
def test_terms_that_cannot_be_read_are_refused_in_words(terms: dict[str, Any]) -> None:
    with pytest.raises(InvalidError) as refused:
        parse_settings(terms)
    assert json.encode(str(refused.value)), "everybody can be sent what is said"
    evening = Evening()
    evening.guests("ann")
    evening.no("ann", "open-home-game", game="holdem", sign=sign_of("holdem"), settings=terms)
