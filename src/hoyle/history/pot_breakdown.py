"""Breakdown of the pots of a poker round: every share with winner, chips, odd chips and clause.

It is read from the awards, as the explanation in words is; no hand is compared again.
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
from hoyle.games.poker.view_types import PokerRoundView
from hoyle.history.narration.award_explanation import explain_awards
from hoyle.history.narration.english_phrases import Phrases

FLAT: Final = "flat"
"""Rake method of a flat collection out of the pot."""


class PotShare(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Share of a pot that one winner gets."""

    share: str
    """``high``, ``low`` or ``odd``."""
    seat: int
    chips: int
    hand_label: str = ""
    """Name of the winning hand; empty if none was shown."""
    odd_chips: int = 0
    """Number of odd chips among them."""
    clause: str = ""
    odd_clause: str = ""


class PotResult(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Result of one pot: its chips, the seats that contested it, and its shares."""

    name: str
    """``main``, ``side1`` (formed first), ``side2``..."""
    chips: int
    seats: list[int]
    """Seats that contested it."""
    shares: list[PotShare]
    why: list[str] = []
    """Sentences that explain the odd chips."""


class PotBreakdown(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Breakdown of the pots of a poker round in order of award, with rake, jackpot and fees."""

    pot: int
    """Chips of all pots before rake, jackpot and fees."""
    rake: int = 0
    jackpot: int = 0
    fees: int = 0
    """Flat collection out of the pot."""
    net_pot: int = 0
    winnings: list[tuple[int, int]]
    """Seats with the total chips of each, the largest first."""
    pots: list[PotResult]
    had_showdown: bool = False
    """Whether hands were compared; not if all other players had folded."""


def build_pot_breakdown(
    events: Sequence[PokerEvent], view: PokerRoundView, rules: Rules, names: dict[int, str]
) -> PotBreakdown | None:
    """Build the pot breakdown of a poker round from its awards and fees; None until a pot is awarded."""
    awards = [event for event in events if isinstance(event, Awarded)]
    if not awards:
        return None
    fees = sum(event.chips for event in events if isinstance(event, Raked) and event.method == FLAT)
    voice = Phrases(names)
    pots = [_pot(list(group), rules, voice) for _, group in groupby(awards, key=lambda award: award.pot)]
    won_by_seat: dict[int, int] = {}
    for award in awards:
        won_by_seat[award.seat] = won_by_seat.get(award.seat, 0) + award.chips
    divided = sum(won_by_seat.values())
    return PotBreakdown(
        pot=divided + view.rake + view.jackpot + fees,
        rake=view.rake,
        jackpot=view.jackpot,
        fees=fees,
        net_pot=divided,
        winnings=sorted(won_by_seat.items(), key=lambda seat_and_chips: -seat_and_chips[1]),
        pots=pots,
        had_showdown=any(award.reason != LAST for award in awards),
    )


def _pot(awards: list[Awarded], rules: Rules, voice: Phrases) -> PotResult:
    seats = sorted({seat for award in awards for seat in (award.seat, *award.contest)})
    sentences = explain_awards(awards, rules, voice)
    reasons = {clause for award in awards for clause in (award.odd_clause, award.joined_clause) if clause}
    odd = any(award.odd or award.joined_clause or award.share == ODD for award in awards)
    return PotResult(
        name=pot_name(awards[0].pot),
        chips=sum(award.chips for award in awards),
        seats=seats,
        shares=merge_odd_chips([_share(award) for award in awards]),
        why=list(dict.fromkeys(line.text for line in sentences if odd and line.clause in reasons)),
    )


def merge_odd_chips(shares: list[PotShare]) -> list[PotShare]:
    """Merge an odd chip of a pot that belongs to neither half into the first share of its winner."""
    merged = [share for share in shares if share.share != ODD]
    for odd in [share for share in shares if share.share == ODD]:
        index = next((index for index, share in enumerate(merged) if share.seat == odd.seat), None)
        if index is None:
            merged.append(odd)
        else:
            merged[index] = structs.replace(
                merged[index],
                chips=merged[index].chips + odd.chips,
                odd_chips=merged[index].odd_chips + odd.chips,
                odd_clause=odd.odd_clause or odd.clause,
            )
    return merged


def _share(award: Awarded) -> PotShare:
    return PotShare(
        share=award.share,
        seat=award.seat,
        chips=award.chips,
        hand_label=award.words,
        odd_chips=award.odd,
        clause=award.clause,
        odd_clause=award.odd_clause or (award.joined_clause if award.odd else ""),
    )
