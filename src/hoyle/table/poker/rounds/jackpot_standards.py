"""Jackpot standards: which hands shown at a showdown win a jackpot posted on the sign.

A standard names a hand, and any better one meets it too: ``aces full or better beaten`` is a bad beat,
``quads or better`` a high hand. The high hand counts where there is one, else the low. Standards that no
cards can show are for the floor to judge, and no program pays by them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import TABLED, RoundState
from hoyle.hands import Ranking, descriptions

BEATEN: Final = "beaten"
OR_BETTER: Final = "or better"

_PIPS: Final = {named: pip for pip in range(2, 15) for named in (descriptions.name(pip), descriptions.plural(pip))} | {
    "deuce": 2,
    "deuces": 2,
}
_RANK: Final = "(?P<rank>[a-z]+)"
_HANDS: Final = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"royal flush", descriptions.ROYAL_FLUSH),
        (rf"(?:{_RANK}[- ]high )?straight flush", descriptions.STRAIGHT_FLUSH),
        (rf"quads|four[- ]of[- ]a[- ]kind|(?:quad|four) {_RANK}", descriptions.FOUR_OF_A_KIND),
        (rf"full house|{_RANK} full", descriptions.FULL_HOUSE),
        (rf"(?:{_RANK}[- ]high )?flush", descriptions.FLUSH),
        (rf"(?:{_RANK}[- ]high )?straight", descriptions.STRAIGHT),
        (rf"three[- ]of[- ]a[- ]kind|three {_RANK}", descriptions.THREE_OF_A_KIND),
        (r"two pairs?", descriptions.TWO_PAIRS),
        (rf"(?:a |one )?pair|(?:a )?pair of {_RANK}", descriptions.ONE_PAIR),
        (rf"{_RANK} low", descriptions.UNPAIRED_LOW),
    )
)
"""Patterns of hand names on a sign, with the class of the ranking for each."""


class JackpotStandard(NamedTuple):
    """Jackpot standard that cards can show: a hand that is paid, or paid when beaten."""

    line: str
    least: int
    """Value of the worst hand that meets it."""
    beaten: bool
    """Whether it is a bad beat: the player who is paid had the hand and lost."""


class JackpotWin(NamedTuple):
    """Jackpot won in a round: seat, player and standard."""

    seat: int
    player: str
    standard: str


def read_standard(line: str, rules: Rules) -> JackpotStandard | None:
    """Parse a line of the sign for the game played; None where no cards can show it."""
    text = " ".join(line.lower().split())
    beaten = text.endswith(BEATEN)
    hand_name = text.removesuffix(BEATEN).strip().removesuffix(OR_BETTER).strip()
    evaluator = rules.high or rules.low
    assert evaluator is not None, rules.game
    for pattern, class_name in _HANDS:
        match = pattern.fullmatch(hand_name)
        # In a low, four of a kind is worth next to nothing.
        if match is None or evaluator.ranking.low != (class_name == descriptions.UNPAIRED_LOW):
            continue
        rank = match.groupdict().get("rank")
        pip = 0 if rank is None else _PIPS.get(rank, -1)
        min_value = _min_value(evaluator.ranking, class_name, pip)
        return JackpotStandard(line, min_value, beaten) if min_value else None
    return None


@cache
def _min_value(ranking: Ranking, class_name: str, pip: int) -> int:
    """Return the value of the worst hand of a class, led by a rank where one is named; 0 if there is none."""
    for value in range(1, ranking.count() + 1):
        if ranking.class_name(value) == class_name and (not pip or ranking.pips(value)[0] == pip):
            return value
    return 0


def find_jackpot_win(state: RoundState, rules: Rules, standards: tuple[str, ...]) -> list[JackpotWin]:
    """Return the jackpots won in a round that is over, by the first standard that was met."""
    tabled = [
        position
        for position in range(len(state.seats))
        if state.live[position] and state.hands[position] == TABLED and state.people[position] and state.known(position)
    ]
    if len(tabled) < 2:
        return []
    evaluator = rules.high or rules.low
    assert evaluator is not None, rules.game
    hand_values = evaluator.values([state.cards[position] for position in tabled], state.board)
    values = dict(zip(tabled, hand_values, strict=True))
    best = max(hand_values)
    for line in standards:
        standard = read_standard(line, rules)
        if standard is None:
            continue
        qualifying = [
            value for value in hand_values if value >= standard.least and (value < best or not standard.beaten)
        ]
        if qualifying:
            best_qualifying = max(qualifying)
            return [
                JackpotWin(state.seats[position], state.people[position], line)
                for position, value in values.items()
                if value == best_qualifying
            ]
    return []
