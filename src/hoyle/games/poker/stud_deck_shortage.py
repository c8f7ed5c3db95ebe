"""Deck shortage in stud: how the last street is dealt when the deck cannot serve every player."""

from __future__ import annotations

from typing import Final

DEAL: Final = "deal normally"
COMMON: Final = "burn, common card"
SHUFFLE_COMMON: Final = "shuffle burns, burn, common card"
SCRAMBLE_FINISH: Final = "scramble stub and burns, finish"
COMMUNITY: Final = "burn, community card"
SCRAMBLE_COMMUNITY: Final = "scramble stub and burns, burn, community card"


def last_street_procedure(style: str, extra: int, players: int, stub: int, burns: int) -> str:
    """Choose the procedure for dealing the last street of stud, one of the constants above.

    `style` is the book's rule: ``count`` compares the stub, then stub and burns together, with the players
    left and `extra` cards more; any other style turns a common card as soon as burn and cards do not suffice.
    """
    cards_needed = players + extra
    if stub >= cards_needed:
        return DEAL
    if style == "count":
        if stub + burns >= cards_needed:
            return SCRAMBLE_FINISH
        return COMMUNITY if stub > 2 else SCRAMBLE_COMMUNITY
    return COMMON if stub > 1 else SHUFFLE_COMMON
