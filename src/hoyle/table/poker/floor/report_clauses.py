"""Rulebook clause for each floor report at a poker table, and previews of rulings on dealer-exposed cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from hoyle.core.errors import HouseRulingRequired
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.games.poker.variants import variant
from hoyle.table.poker.floor.irregularity_reports import preview_of_ruling
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.ruling_preview import HypotheticalReport, RulingPreview

_BETTORS: Final = {"voluntary_bettors": 0}
_IRREGULARITIES: Final[Mapping[str, tuple[str, Mapping[str, object]]]] = {
    "no-cut": ("no-cut", _BETTORS),
    "wrong-start": ("wrong-start", _BETTORS),
    "missed-seat": ("missed-seat", _BETTORS),
    "ineligible": ("ineligible", {}),
    "report-bad-deck": ("bad-deck", {}),
    "report-fouled-hand": ("protected-fouled", {"reconstructable": True, "contributed": False}),
    "wrong-number": ("wrong-count", {"protected": True, "contributed": False}),
    "report-left-table": ("left", {"protected": False, "comment": False}),
    "discard": ("discard", {"must_act": True}),
    "upcards-down": ("upcards-down", {"must_act": True}),
    "request-disclosure": ("disclosure", {}),
    "muck": ("tabled-winner-killed", {"tabled": True, "best": True}),
    "retrieve": ("discard-at-showdown", {"identifiable": True, "mucked": False}),
    "claim-hand-value": ("wrong-claim", {}),
    "touched-pot": ("touched-pot", {}),
    "out-of-view": ("out-of-view", {}),
    "report-collusion": ("collusion", {}),
    "house-ruling": ("other", {}),
    "exposed": ("exposed-hole-flop", {"exposed": 1, "first_position": 3, "dealer_error": True}),
    "hole-cards-up": ("stud-hole-up", {"exposed": 1}),
    "boxed": ("boxed", {"count": 1}),
    "off-table": ("off-table", {}),
}
"""Irregularity behind a report, with its simplest facts: enough to find the clause, not to rule."""

_EXPOSED_CARDS: Final = (
    (
        "exposed",
        "A hole card was exposed during the deal",
        (("exposed", "number"), ("first_position", "number"), ("dealer_error", "flag")),
    ),
    ("hole-cards-up", "A hole card was dealt face up", (("exposed", "number"),)),
    ("boxed", "A card lies face up in the deck", (("count", "number"),)),
    ("off-table", "A card fell off the table", ()),
)
"""Reports of exposed cards: name, description, and the fields that the book needs."""
_STUD_CARDS: Final = 7
"""Cards of a hand of stud whose hole cards the books cover."""


def report_clause(table: PokerTableBase, report: str) -> str:
    """Return the clause of the table's book on a report; empty if the book is silent."""
    if report not in _IRREGULARITIES:
        return ""
    trigger, values = _IRREGULARITIES[report]
    ruling = rule_irregularity(table.book, table.sign.game, trigger, values)
    is_silent = ruling.needs_house and trigger != "other"
    return "" if is_silent else ruling.clause


def exposed_card_reports(table: PokerTableBase) -> list[HypotheticalReport]:
    """Return the reports of cards that a dealer exposes: a program as dealer exposes none."""
    game = variant(table.sign.game)
    is_possible = {"exposed": game.flop, "hole-cards-up": game.hole_cards == _STUD_CARDS}
    return [
        HypotheticalReport(
            do, description, fields, partial(_rule, table, _IRREGULARITIES[do][0]), is_possible.get(do, True)
        )
        for do, description, fields in _EXPOSED_CARDS
    ]


def _rule(table: PokerTableBase, trigger: str, facts: Mapping[str, Any]) -> RulingPreview:
    ruling = rule_irregularity(table.book, table.sign.game, trigger, facts)
    if ruling.needs_house:
        raise HouseRulingRequired(f"{table.book.id} has no rule for this: the house rules")
    return preview_of_ruling(ruling)
