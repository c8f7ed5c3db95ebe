"""A new variant in one file, as docs/extending.md has it: three hole cards, of which any may play."""

from __future__ import annotations

from dataclasses import replace

import hoyle
from hoyle.games.poker.variants import LEFT_OF_BLINDS, SMALL, Street, Variant, variant


def register() -> None:
    """Register Tahoe with its names and codes, and a page for it in the house's book."""
    holdem = variant("holdem")
    tahoe = Variant(
        "tahoe",
        "Tahoe",
        [Street("preflop", LEFT_OF_BLINDS, SMALL, hole="ddd"), *holdem.streets[1:]],
        high=holdem.high,
        low=None,
        about="three hole cards",
        aliases=("pineapple",),
        phh={"NTAHOE": "no-limit"},
        pokerstars="Tahoe Hold'em",
    )
    page = replace(hoyle.poker_book("house").page("holdem"), game="tahoe")
    hoyle.register_game(tahoe, pages={"house": page})


if __name__ == "__main__":
    from hoyle.cli.main import main

    register()
    main()
