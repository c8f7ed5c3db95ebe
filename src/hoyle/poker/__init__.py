"""Player-against-player poker: one round of play under a named rulebook, every event with its clause."""

from hoyle.poker.actions import parse_action
from hoyle.poker.events import apply
from hoyle.poker.posts import PostedBet
from hoyle.poker.rake import RakePlan
from hoyle.poker.round import PokerRound
from hoyle.poker.rules import FIXED, NO_LIMIT, POT_LIMIT, SPREAD, Rules, Stakes
from hoyle.poker.state import RoundState
from hoyle.poker.variants import VARIANTS, Variant, variant
from hoyle.poker.view import view

__all__ = [
    "FIXED",
    "NO_LIMIT",
    "POT_LIMIT",
    "SPREAD",
    "VARIANTS",
    "PokerRound",
    "PostedBet",
    "RakePlan",
    "RoundState",
    "Rules",
    "Stakes",
    "Variant",
    "apply",
    "parse_action",
    "variant",
    "view",
]
