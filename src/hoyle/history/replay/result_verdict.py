"""Verdict on a replayed hand: comparison of its result with the recorded one.

A record has a result in two places, either of which may be missing: ``finishing_stacks``, and ``winnings``,
the chips collected from the pots after rake. Most online sites record no rake, so that winners end with less
than their pots held; some count a returned uncalled bet as winnings; some fill ``winnings`` with zeros. Each
of these has a verdict; anything else differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.games.poker.events import Returned
from hoyle.games.poker.round import PokerRound
from hoyle.history.phh.reader import HandHistory

MATCHES: Final = "matches"
"""Every recorded result equals the replayed one."""
RAKED: Final = "raked"
"""Only winners ended with less, by no more than a rake that the record does not state."""
DIFFERS: Final = "differs"
"""A recorded result is different, and no rake explains it."""
UNRECORDED: Final = "unrecorded"
"""The record has no result: neither stacks nor winnings, or only zeros."""
UNFINISHED: Final = "unfinished"
"""The end of the hand is not recorded."""
REFUSED: Final = "refused"
"""The record has something that the rules forbid."""

VERDICTS: Final = (MATCHES, RAKED, DIFFERS, UNRECORDED, UNFINISHED, REFUSED)

LARGEST_RAKE: Final = 4
"""Divisor of the largest rake, one chip in 4: no book allows more than 25 % (oneida XI.N.2(a)(i))."""


class Verdict(NamedTuple):
    """Verdict on a replayed hand: whether its result matches the record. Amounts are in chips."""

    name: str
    rake: int = 0
    """Chips that the winners lack, if that looks like a rake."""
    uncalled: int = 0
    """Uncalled bets that the record counts as winnings."""
    text: str = ""
    """Text of the difference; empty if there is none."""


def compare(history: HandHistory, round_: PokerRound) -> Verdict:
    """Compare the result of a replayed hand with the recorded one; the replay had no refusal."""
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
    differences: list[str] = []
    for index, (start, chips, recorded_chips) in enumerate(
        zip(history.starting_stacks, state.stacks, recorded, strict=True)
    ):
        final = None if start is None else chips
        lack = 0
        if final != recorded_chips:
            differences.append(_difference(history, index, "ends with", final, recorded_chips))
            # A stack known to only one of the two cannot be explained by a rake.
            lack = -1 if final is None or recorded_chips is None else final - recorded_chips
        lacks.append(lack)
    return _verdict(history, "finishing stacks", lacks, state.won, differences)


def _compare_winnings(history: HandHistory, round_: PokerRound) -> Verdict:
    """Compare the winnings of a replayed hand with the record, which may include returned bets."""
    recorded = history.winnings
    assert recorded is not None
    won = round_.state.won
    returned = [0] * len(won)
    for event in round_.log:
        if isinstance(event, Returned):
            returned[round_.state.position_of_seat[event.seat]] += event.chips
    pots = _winnings_verdict(history, won, won, recorded)
    if pots.name == MATCHES or not any(returned):
        return pots
    collected = [chips + back for chips, back in zip(won, returned, strict=True)]
    with_returned = _winnings_verdict(history, collected, won, recorded)
    # A rake alone is a simpler explanation than a rake and an uncalled bet.
    if with_returned.name == MATCHES or (with_returned.name == RAKED and pots.name == DIFFERS):
        return with_returned._replace(uncalled=sum(returned))
    return pots


def _winnings_verdict(
    history: HandHistory, collected: Sequence[int], won: Sequence[int], recorded: Sequence[int]
) -> Verdict:
    """Compare what each player collects in a replayed hand with the recorded winnings."""
    lacks = [chips - recorded_chips for chips, recorded_chips in zip(collected, recorded, strict=True)]
    differences = [
        _difference(history, index, "collects", collected[index], recorded[index])
        for index, lack in enumerate(lacks)
        if lack
    ]
    return _verdict(history, "winnings", lacks, won, differences)


def _verdict(
    history: HandHistory, subject: str, lacks: Sequence[int], won: Sequence[int], differences: Sequence[str]
) -> Verdict:
    """Return the verdict on a replayed hand from the chips that each player lacks of its result."""
    if not differences:
        return Verdict(MATCHES)
    text = f"{subject} differ: {', '.join(differences)}"
    if any(not 0 <= lack * LARGEST_RAKE <= chips for lack, chips in zip(lacks, won, strict=True)):
        return Verdict(DIFFERS, text=text)
    rake = sum(lacks)
    rake_text = f"{history.amount(rake):f} short in all, as a rake leaves it"
    return Verdict(RAKED, rake=rake, text=f"{text} ({rake_text})")


def _difference(history: HandHistory, index: int, verb: str, actual: int | None, recorded: int | None) -> str:
    """Return the text on one player whose replayed amount is not the recorded one."""
    return f"p{index + 1} {verb} {history.amount(actual):f}, recorded {history.amount(recorded):f}"
