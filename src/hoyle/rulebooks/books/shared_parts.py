"""Builders for parts that several poker books share: streets and odd-chip rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hoyle.rulebooks.book_types.poker import Answer, GamePage, OddChips, StreetCitations

FIVE_CARD_CLASSES: Final = (
    *("royal flush", "straight flush", "four-of-a-kind", "full house", "flush", "straight"),
    *("three-of-a-kind", "two pairs", "one pair", "high card"),
)


def one_clause(clause: str) -> StreetCitations:
    """Build the citations of a street that one clause governs from the burn to the last call."""
    return StreetCitations(deal=clause, open=clause, open_tie="", bet=clause)


def flop_streets(*, deal: str, first: str, flop: str, turn: str, river: str) -> dict[str, StreetCitations]:
    """Build the citations of the streets from preflop to river."""
    return {
        "preflop": StreetCitations(deal=deal, open=first, open_tie="", bet=first),
        "flop": one_clause(flop),
        "turn": one_clause(turn),
        "river": one_clause(river),
    }


def draw_streets(*, deal: str, first: str, draw: str, final: str) -> dict[str, StreetCitations]:
    """Build the citations of the betting rounds before and after one draw."""
    return {
        "predraw": StreetCitations(deal=deal, open=first, open_tie="", bet=first),
        "draw": StreetCitations(deal=draw, open=final, open_tie="", bet=final),
    }


def stud7_streets(
    *, third: StreetCitations, fourth: str, later: str, showing: str, showing_tie: str, options: str
) -> dict[str, StreetCitations]:
    """Build the citations of third to seventh street; from the fourth on the best hand showing opens."""
    streets = {"third": third}
    for name in ("fourth", "fifth", "sixth", "seventh"):
        deal = fourth if name == "fourth" else later
        streets[name] = StreetCitations(deal=deal, open=showing, open_tie=showing_tie, bet=options)
    return streets


def undivided(criterion: str, equal_hands: str) -> OddChips:
    """Build the odd-chip rules of a high-only or low-only game: one unit each in the order of AMB-15."""
    return OddChips(
        halves=Answer("high"),
        tied_high=Answer(criterion, equal_hands, "AMB-15"),
        tied_low=Answer(criterion, equal_hands, "AMB-15"),
        rule=Answer("single", equal_hands, "AMB-15"),
    )


def by_card(halves: str, high: str, low: str, suits: str, *, rule: str = "capped", cap_cents: int = 100) -> OddChips:
    """Build odd-chip rules by card: the chip of the halves to the high hand, tied shares by card and suit."""
    return OddChips(
        halves=Answer("high", halves, "AMB-11"),
        tied_high=Answer("card", high, "AMB-08"),
        tied_low=Answer("card", low, "AMB-09"),
        rule=Answer(rule, high, "AMB-10"),
        cap_cents=Answer(cap_cents, halves),
        suit_scope=Answer("five_card_hand", high, "AMB-08"),
        low_direction=Answer("pip_low", low, "AMB-09"),
        suits=suits,
    )


def by_position(
    halves: str, high: str, low: str, suits: str, *, reading: str, rule: str = "capped", cap_cents: int = 100
) -> OddChips:
    """Build odd-chip rules by position: every chip to its first winner clockwise from the button."""
    return OddChips(
        halves=Answer("position", halves, reading),
        tied_high=Answer("position", high, reading),
        tied_low=Answer("position", low, reading),
        rule=Answer(rule, high, "AMB-10"),
        cap_cents=Answer(cap_cents, halves),
        suits=suits,
    )


def classes_by_item(clauses: Iterable[str]) -> dict[str, str]:
    """Build the citations of the classes of five-card hands, the highest first, from one clause for each."""
    return dict(zip(FIVE_CARD_CLASSES, clauses, strict=False))


def pages_by_game(*pages: GamePage) -> dict[str, GamePage]:
    """Index the pages of a book by their game."""
    return {page.game: page for page in pages}
