"""Kill and half-kill pots: who holds the kill button and what it does to the limits.

Two styles are known. In the Omaha forms one entire qualifying pot earns the button and the next small or
shared pot loses it (nj-13-69f 13:69F-14.11(A)(i), oneida XI.K.13). In hold'em it takes two pots in a row, and
only a pot won by somebody else ends it (oneida XI.J.11-12).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from hoyle.core.errors import InvalidError
from hoyle.rulebooks.book_types.poker import Kill

Amount: TypeAlias = int | Fraction
Who: TypeAlias = int | str
"""A name at a table, since a kill goes with the player and not the seat; a seat in a case."""

ENTIRE: Final = "entire"
"""Share of a player who has won the whole pot."""
MULTIPLIERS: Final = {"kill": Fraction(2), "half-kill": Fraction(3, 2)}
"""Both come from the Oneida book; New Jersey names no multiple (AMB-45)."""


@dataclass(frozen=True, slots=True)
class KillState:
    """State of the kill carried from one hand to the next: holder of the button and last winner."""

    holder: Who | None = None
    """Holder of the kill button; None: the limits of the sign are in force."""
    last_winner: Who | None = None
    """Sole winner of the last pot; None if it was shared or there was none."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """Threshold of a kill: a pot size in dollars, or as a multiple of the hand's minimum wager."""

    dollars: Fraction | None = None
    multiple: Fraction | None = None

    def __post_init__(self) -> None:
        if (self.dollars is None) == (self.multiple is None):
            raise InvalidError("a kill threshold is either dollars or a multiple of the minimum wager")

    def reached(self, pot: int, *, minimum_wager: Fraction, unit_cents: int = 100) -> bool:
        """Whether a pot is large enough: at least the amount, not exactly it (AMB-39)."""
        if self.dollars is not None:
            return pot * unit_cents >= self.dollars * 100
        assert self.multiple is not None
        return pot >= self.multiple * minimum_wager


def next_kill(
    kill: Kill,
    option: str,
    limits: tuple[Amount, Amount],
    threshold: Threshold,
    state: KillState,
    *,
    pot: int,
    winners: Sequence[tuple[Who, str]],
    unit_cents: int = 100,
) -> KillState:
    """Return the holder of the kill button and the last winner after a hand.

    `pot` is all pots together, net of rake and jackpot (AMB-41). `winners` lists player and share:
    ``entire``, ``high``, ``low``, ``odd`` or ``tie``. A sole winner, under whatever shares, has won it all.
    """
    if not winners:
        raise InvalidError("a pot has at least one winner")
    players = {player for player, _ in winners}
    sole_winner = next(iter(players)) if len(players) == 1 else None
    minimum, _ = limits_in_force(option, limits, state.holder)
    qualifies = threshold.reached(pot, minimum_wager=minimum, unit_cents=unit_cents)
    if kill.style == "two-in-a-row":
        return KillState(_two_in_a_row(state, players, sole_winner, qualifies=qualifies), sole_winner)
    if kill.needs_low.value and state.holder is None:
        # By the letter of a parenthesis only a pot won both ways starts a kill; any keeps it (AMB-38).
        qualifies = qualifies and {"high", "low"} <= {share for _, share in winners}
    return KillState(sole_winner if qualifies else None, sole_winner)


def _two_in_a_row(state: KillState, winners: set[Who], sole_winner: Who | None, *, qualifies: bool) -> Who | None:
    """Return the next holder of the kill button where it takes two pots in a row."""
    if state.holder is not None:
        # A holder who shares the pot keeps the button: nobody else has won it (AMB-42). No size test.
        return state.holder if state.holder in winners else None
    return sole_winner if qualifies and sole_winner == state.last_winner else None


def limits_in_force(option: str, limits: tuple[Amount, Amount], holder: Who | None) -> tuple[Fraction, Fraction]:
    """Return lower and upper limit of a hand, exact: half of an odd limit is not rounded."""
    lower, upper = limits
    factor = multiplier(option) if holder is not None else Fraction(1)
    return lower * factor, upper * factor


def kill_blind(option: str, limits: tuple[Amount, Amount], holder: Who | None) -> Fraction:
    """Return the one blind the holder posts: the increased minimum wager; 0 without a holder."""
    return limits_in_force(option, limits, holder)[0] if holder is not None else Fraction(0)


def multiplier(option: str) -> Fraction:
    """Return the factor by which a kill raises the limits."""
    factor = MULTIPLIERS.get(option)
    if factor is None:
        raise InvalidError(f"unknown kill option {option!r}; the options are {', '.join(MULTIPLIERS)}")
    return factor
