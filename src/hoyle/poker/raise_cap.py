"""Counting raises in a betting round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.errors import InvalidError

CHECK: Final = "check"
BET: Final = "bet"
CALL: Final = "call"
RAISE: Final = "raise"
RERAISE: Final = "reraise"
FOLD: Final = "fold"
REFUSED: Final = "refused"

ACTS: Final[list[str]] = [CHECK, BET, CALL, RAISE, RERAISE, FOLD]


def effective_cap(cap: int, players_in_round: int, *, heads_up_uncapped: bool) -> int:
    """How many raises a betting round may have; 0 = any number.

    A round is heads-up if exactly two players are in at its start; one that shrinks to two keeps the cap
    (AMB-19).
    """
    return 0 if heads_up_uncapped and players_in_round == 2 else cap


def book_actions(
    actions: Sequence[str],
    *,
    cap: int,
    players_in_round: int,
    opened: bool,
    open_counts: bool = False,
    must_open: bool = False,
    blind: bool = True,
) -> list[str]:
    """One word for each action: as it is booked, or ``refused``.

    `cap` is the effective cap, 0 for none; `opened` says that a bet stands already (before the flop the big
    blind does). The first wager of an unopened round is the opening bet under any name and, unless
    `open_counts`, uses up no raise. A refused raise uses up nothing: the player acts again. `must_open`: the
    opener may neither check nor fold. `blind`: a bet that stands from the start is one whose poster keeps his
    option; a forced bet by up-card leaves none.
    """
    raises = 0
    answered = 0
    raised = False
    log: list[str] = []
    for action in actions:
        if action not in ACTS:
            raise InvalidError(f"unknown action {action!r}; the actions are {', '.join(ACTS)}")
        booked = action
        if action == CHECK:
            # With a bet standing only its poster may check, once everybody has answered and nobody raised.
            closing = blind and not raised and answered >= players_in_round - 1
            free = closing if opened else not must_open
            booked = CHECK if free else REFUSED
        elif action == CALL:
            booked = CALL if opened else REFUSED
        elif action == FOLD:
            # Whoever must open may not leave instead (AMB-20).
            booked = FOLD if opened or not must_open else REFUSED
        else:
            if not opened:
                booked = BET
                raises += 1 if open_counts else 0
            else:
                booked = RAISE if not cap or raises < cap else REFUSED
                raises += 1 if booked == RAISE else 0
            if booked != REFUSED:
                opened = True
                raised = True
        if booked != REFUSED:
            answered += 1
        log.append(booked)
    return log
