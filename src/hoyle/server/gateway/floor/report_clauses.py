"""Clause of the table's book on each kind of floor report; empty if the book is silent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.rulebooks.book_types.house_cards import HouseCardPage

_BETTORS: Final = {"voluntary_bettors": 0}
_POKER: Final[Mapping[str, tuple[str, Mapping[str, object]]]] = {
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

_HOUSE_CARDS: Final[Mapping[str, Callable[[HouseCardPage], str]]] = {
    "face-up-card": lambda page: page.floor.face_up,
    "drawn-in-error": lambda page: page.floor.drawn,
    "wrong-number": lambda page: page.floor.number,
    "dealer-exposed": lambda page: page.floor.exposed.clause,
    "player-exposed": lambda page: page.floor.player_exposed,
    "shuffler-failed": lambda page: page.floor.shuffler_failed,
    "shoe-failed": lambda page: page.floor.shoe_failed.clause,
    "machine-count": lambda page: page.counts.machine,
    "improper-cut": lambda page: page.decks.recut_by.clause,
    "unsuitable-card": lambda page: page.decks.unsuitable,
}


def clause(table: Any, report: str) -> str:
    """Return the clause on a report at a table."""
    if table.KIND == "poker" and report in _POKER:
        trigger, values = _POKER[report]
        ruling = rule_irregularity(table.book, table.sign.game, trigger, values)
        is_silent = ruling.needs_house and trigger != "other"
        return "" if is_silent else ruling.clause
    if table.KIND == "house-cards" and report in _HOUSE_CARDS:
        return _HOUSE_CARDS[report](table.page)
    return ""
