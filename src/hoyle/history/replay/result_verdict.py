"""Verdict on a replayed hand: how its result compares with the recorded one.

A record has a result in two places, either of which may be missing: ``finishing_stacks``, and ``winnings``,
what was collected from the pots after rake. Most online sites write down no rake, so that winners end with
less than their pots held; some count an uncalled bet that came back as winnings; some fill ``winnings`` with
zeros. Each of these is recognised and named; whatever is left differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.games.poker.events import Returned
from hoyle.games.poker.round import PokerRound
from hoyle.history.phh.reader import HandHistory

MATCHES: Final = "matches"
"""Every recorded result is the replayed one."""
RAKED: Final = "raked"
"""Winners alone ended with less, by no more than a rake that the record does not state."""
DIFFERS: Final = "differs"
"""A recorded result is another one, and no rake explains it."""
UNRECORDED: Final = "unrecorded"
"""The record has no result: neither stacks nor winnings, or nothing but zeros."""
UNFINISHED: Final = "unfinished"
"""The end of the hand is not on record."""
REFUSED: Final = "refused"
"""The record tells of something that the rules forbid."""

VERDICTS: Final = (MATCHES, RAKED, DIFFERS, UNRECORDED, UNFINISHED, REFUSED)

LARGEST_RAKE: Final = 4
"""One chip in so many at most: no book allows a rake of more than 25 % (oneida XI.N.2(a)(i))."""


class Verdict(NamedTuple):
    """How a replay compares with its record. Amounts are in chips of the replay."""

    name: str
    rake: int = 0
    """What the winners lack, where that looks like a rake."""
    uncalled: int = 0
    """Uncalled bets that the record counts as winnings."""
    text: str = ""
    """The difference in words; empty where there is none."""


def compare(history: HandHistory, round_: PokerRound) -> Verdict:
    """Hold a hand that was replayed without a refusal against its record."""
    stacks = _compare_stacks(history, round_) if history.finishing_stacks is not None else None
    if not round_.over:
        return stacks if stacks is not None and stacks.name == DIFFERS else Verdict(UNFINISHED)
    winnings = _compare_winnings(history, round_) if any(history.winnings or ()) else None
    if stacks is None or winnings is None:
        return stacks or winnings or Verdict(UNRECORDED)
    if DIFFERS in (stacks.name, winnings.name):
        return stacks if stacks.name == DIFFERS else winnings
    if stacks.rake != winnings.rake:
        amount = history.amount
        return Verdict(
            DIFFERS,
            text=f"the recorded results disagree: {amount(stacks.rake):f} is missing from the finishing "
            f"stacks, {amount(winnings.rake):f} from the winnings",
        )
    return Verdict(stacks.name, stacks.rake, winnings.uncalled, stacks.text)


def _compare_stacks(history: HandHistory, round_: PokerRound) -> Verdict:
    recorded = history.finishing_stacks
    assert recorded is not None
    state = round_.state
    lacks: list[int] = []
    said: list[str] = []
    for at, (start, chips, known) in enumerate(
        zip(history.starting_stacks, state.stacks, recorded, strict=True)
    ):
        ends = None if start is None else chips
        if ends != known:
            said.append(_said(history, at, "ends with", ends, known))
        # A stack that only one of the two knows is no rake.
        lacks.append(0 if ends == known else -1 if ends is None or known is None else ends - known)
    return _judged(history, "finishing stacks", lacks, state.won, said)


def _compare_winnings(history: HandHistory, round_: PokerRound) -> Verdict:
    recorded = history.winnings
    assert recorded is not None
    won = round_.state.won
    returned = [0] * len(won)
    for event in round_.log:
        if isinstance(event, Returned):
            returned[round_.state.position_of_seat[event.seat]] += event.chips
    pots = _judged_winnings(history, won, won, recorded)
    if pots.name == MATCHES or not any(returned):
        return pots
    collected = [chips + back for chips, back in zip(won, returned, strict=True)]
    both = _judged_winnings(history, collected, won, recorded)
    # A rake alone explains more simply than a rake and an uncalled bet.
    if both.name == MATCHES or (both.name == RAKED and pots.name == DIFFERS):
        return both._replace(uncalled=sum(returned))
    return pots


def _judged_winnings(
    history: HandHistory, collected: Sequence[int], won: Sequence[int], recorded: Sequence[int]
) -> Verdict:
    lacks = [chips - known for chips, known in zip(collected, recorded, strict=True)]
    said = [
        _said(history, at, "collects", collected[at], recorded[at]) for at, lack in enumerate(lacks) if lack
    ]
    return _judged(history, "winnings", lacks, won, said)


def _judged(
    history: HandHistory, what: str, lacks: Sequence[int], won: Sequence[int], said: Sequence[str]
) -> Verdict:
    """The verdict on what each player lacks of the replayed result."""
    if not said:
        return Verdict(MATCHES)
    text = f"{what} differ: {', '.join(said)}"
    if any(not 0 <= lack * LARGEST_RAKE <= chips for lack, chips in zip(lacks, won, strict=True)):
        return Verdict(DIFFERS, text=text)
    rake = sum(lacks)
    short = f"{history.amount(rake):f} short in all, as a rake leaves it"
    return Verdict(RAKED, rake=rake, text=f"{text} ({short})")


def _said(history: HandHistory, at: int, verb: str, ours: int | None, recorded: int | None) -> str:
    return f"p{at + 1} {verb} {history.amount(ours):f}, recorded {history.amount(recorded):f}"
