"""Names of dice wagers: display title, layout label and wording inside a sentence.

>>> wager_name("dont_pass"), wager_name("twins"), NAMES["place"].on
("Don't Pass", 'Twins', 'to place')
"""

from __future__ import annotations

from typing import Final, NamedTuple


class WagerName(NamedTuple):
    """Names of one kind of dice wager: display name, phrase and layout label."""

    name: str
    on: str
    """Phrase after an amount, before the number or faces: ``10 to place the six``."""
    title: str = ""
    """Label on the layout, with ``{0}`` for its number, where it differs from `name`."""


NAMES: Final = {
    "pass": WagerName("Pass", "on the pass line", "Pass Line"),
    "dont_pass": WagerName("Don't Pass", "on don't pass"),
    "come": WagerName("Come", "on come"),
    "dont_come": WagerName("Don't Come", "on don't come"),
    "pass_odds": WagerName("Pass odds", "in odds on the pass line", "Odds on the pass line, {0}"),
    "dont_pass_odds": WagerName("Don't Pass odds", "in odds on don't pass", "Odds on don't pass, {0}"),
    "come_odds": WagerName("Come odds", "in odds on come", "Odds on come {0}"),
    "dont_come_odds": WagerName("Don't Come odds", "in odds on don't come", "Odds on don't come {0}"),
    "place": WagerName("Place", "to place", "Place {0}"),
    "buy": WagerName("Buy", "to buy", "Buy {0}"),
    "place_to_lose": WagerName("Place to lose", "to place against", "Place {0} to lose"),
    "lay": WagerName("Lay", "to lay", "Lay {0}"),
    "hard": WagerName("Hardway", "on the hard", "Hard {0}"),
    "field": WagerName("Field", "on the field"),
    "any_seven": WagerName("Any Seven", "on any seven"),
    "any_craps": WagerName("Any Craps", "on any craps"),
    "number": WagerName("Number", "on", "Number {0}"),
    "ce": WagerName("Craps and eleven", "on craps and eleven"),
    "horn": WagerName("Horn", "on the horn"),
    "horn_high": WagerName("Horn High", "on the horn, high", "Horn, high {0}"),
    "world": WagerName("World", "on the world"),
    "hop": WagerName("Hop", "on the hop"),
    "any_7": WagerName("Any 7", "on any seven"),
    "over_7": WagerName("Over 7", "on over seven"),
    "under_7": WagerName("Under 7", "on under seven"),
}
"""Names of every wager of the books by kind; a house's own wager has none."""


def wager_name(kind: str) -> str:
    """Return the display name of a kind of wager."""
    names = NAMES.get(kind)
    return names.name if names is not None else kind.replace("_", " ").capitalize()
