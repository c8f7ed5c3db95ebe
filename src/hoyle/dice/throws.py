"""Reading the dice: cocked dice, and throws that do not count (oneida CR.J)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hoyle.errors import IllegalError, InvalidError


class Die(NamedTuple):
    """A die at rest: flat with a face on top, or lying with one or more faces on some object."""

    top: int = 0
    resting: tuple[int, ...] = ()


def read_dice(dice: list[Die]) -> tuple[list[int], str]:
    """The two faces that count and the clause; no faces when the throw is void."""
    if len(dice) != 2:
        raise InvalidError(f"{len(dice)} dice: two are thrown")
    faces: list[int] = []
    clause = "oneida CR.J.3.a"
    for die in dice:
        if len(die.resting) > 1:
            return [], "oneida CR.J.3.b/2"
        face = 7 - die.resting[0] if die.resting else die.top
        if not 1 <= face <= 6:
            raise InvalidError(f"a die cannot show {face}: faces are 1 to 6")
        if die.resting:
            clause = "oneida CR.J.3.b"
        faces.append(face)
    return faces, clause


NO_ROLL_REASONS: Final[dict[str, str]] = {
    "off-table": "CR.J.2.a",
    "stacked": "CR.J.2.a",
    "not-together": "CR.J.2.b.i",
    "missed-end": "CR.J.2.b.ii",
    "bank-chips": "CR.J.2.b.iii",
    "cup-or-rail": "CR.J.2.b.iv",
    "cheating": "CR.J.2.b.v",
    "improper": "CR.J.2.b.vi",
    "disputed": "CR.J.3.c",
}
"""Why a throw may fail; the first two need no call."""

CALLED_EARLY: Final = ("oneida CR.J.2.b.i", "oneida CR.J.2.b.ii", "oneida CR.J.2.b.vi")
"""Reasons for which the call should come before both dice rest (oneida CR.J.2.c)."""


def no_roll_clause(reason: str, by: str, appointed: str) -> str:
    """The clause that makes a throw fail; any other reason is one the caller finds improper (J.2.b.vi)."""
    if reason == "player-chips":
        raise IllegalError(
            "dice that touch players' chips or coupons are no ground for No Roll (oneida CR.J.2.d)",
            clause="oneida CR.J.2.d",
        )
    id = NO_ROLL_REASONS.get(reason, "CR.J.2.b.vi")
    caller = "boxperson" if reason == "disputed" else appointed
    if id != "CR.J.2.a" and by != caller:
        clause = "oneida CR.J.3.c" if reason == "disputed" else "oneida CR.J.2.b"
        raise IllegalError(f"the {by} may not call it: the {caller} may ({clause})", clause=clause)
    return f"oneida {id}"
