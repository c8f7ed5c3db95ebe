"""Breakdown of the pots of a round: every share with winner, chips, odd chips and clause.

Everything is read from the awards, as the explanation in words is; nothing is decided again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct, structs

from hoyle.games.poker.events import Awarded, PokerEvent, Raked
from hoyle.games.poker.pots.pot_division import LAST, ODD
from hoyle.games.poker.pots.side_pots import pot_name
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.view_types import RoundView
from hoyle.history.narration.english import Phrases
from hoyle.history.narration.pot_explanation import explain_awards, winning_hand_name

FLAT: Final = "flat"
"""How a collection out of the pot is taken."""


class PotShare(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Chips of one share of a pot for one winner."""

    share: str
    """``high``, ``low`` or ``odd``."""
    seat: int
    chips: int
    words: str = ""
    """The hand that won it; empty where none was shown."""
    odd: int = 0
    """How many of the chips could not be divided."""
    clause: str = ""
    odd_clause: str = ""


class PotResult(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One pot and where its chips went."""

    name: str
    """``main``, ``side1`` (formed first), ``side2``..."""
    chips: int
    seats: list[int]
    """Who contested it."""
    shares: list[PotShare]
    why: list[str] = []
    """What was done with chips that could not be divided, in sentences."""


class PotBreakdown(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A round's pots, in the order they were awarded."""

    pot: int
    """Before anything was taken off."""
    rake: int = 0
    jackpot: int = 0
    fees: int = 0
    """A flat collection out of the pot."""
    divided: int = 0
    won: list[tuple[int, int]]
    """Seats and what each got in all, the largest first."""
    pots: list[PotResult]
    shown: bool = False
    """Hands were compared: not so where everybody else had folded."""


def build_pot_breakdown(
    events: Sequence[PokerEvent], seen: RoundView, rules: Rules, names: dict[int, str]
) -> PotBreakdown | None:
    """The ledger of a round by its awards and what was taken off before; None while nothing was awarded."""
    awards = [event for event in events if isinstance(event, Awarded)]
    if not awards:
        return None
    fees = sum(event.chips for event in events if isinstance(event, Raked) and event.method == FLAT)
    voice = Phrases(names)
    pots = [_pot(list(each), rules, voice) for _, each in groupby(awards, key=lambda award: award.pot)]
    total: dict[int, int] = {}
    for award in awards:
        total[award.seat] = total.get(award.seat, 0) + award.chips
    divided = sum(total.values())
    return PotBreakdown(
        pot=divided + seen.rake + seen.jackpot + fees,
        rake=seen.rake,
        jackpot=seen.jackpot,
        fees=fees,
        divided=divided,
        won=sorted(total.items(), key=lambda each: -each[1]),
        pots=pots,
        shown=any(award.reason != LAST for award in awards),
    )


def _pot(awards: list[Awarded], rules: Rules, voice: Phrases) -> PotResult:
    seats = sorted({seat for award in awards for seat in (award.seat, *award.contest)})
    told = explain_awards(awards, rules, voice)
    reasons = {clause for award in awards for clause in (award.odd_clause, award.joined_clause) if clause}
    odd = any(award.odd or award.joined_clause or award.share == ODD for award in awards)
    return PotResult(
        name=pot_name(awards[0].pot),
        chips=sum(award.chips for award in awards),
        seats=seats,
        shares=joined([_share(award, rules) for award in awards]),
        why=list(dict.fromkeys(each.text for each in told if odd and each.clause in reasons)),
    )


def joined(shares: list[PotShare]) -> list[PotShare]:
    """An odd chip that is nobody's half goes with the first share of whoever gets it."""
    found = [share for share in shares if share.share != ODD]
    for odd in shares:
        at = next((at for at, share in enumerate(found) if odd.share == ODD and share.seat == odd.seat), None)
        if at is not None:
            found[at] = structs.replace(
                found[at],
                chips=found[at].chips + odd.chips,
                odd=found[at].odd + odd.chips,
                odd_clause=odd.odd_clause or odd.clause,
            )
        elif odd.share == ODD:
            found.append(odd)
    return found


def _share(award: Awarded, rules: Rules) -> PotShare:
    return PotShare(
        share=award.share,
        seat=award.seat,
        chips=award.chips,
        words=winning_hand_name(award, rules),
        odd=award.odd,
        clause=award.clause,
        odd_clause=award.odd_clause or (award.joined_clause if award.odd else ""),
    )
