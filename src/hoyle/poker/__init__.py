"""Player-against-player poker: one round of play under a named rulebook, every event with its clause."""

from hoyle.poker.actions import parse
from hoyle.poker.events import apply
from hoyle.poker.posts import Post
from hoyle.poker.rake import RakePlan
from hoyle.poker.round import Round
from hoyle.poker.rules import FIXED, NO_LIMIT, POT_LIMIT, SPREAD, Rules, Stakes
from hoyle.poker.state import State
from hoyle.poker.variants import VARIANTS, Variant, variant
from hoyle.poker.view import view

__all__ = [
    "FIXED",
    "NO_LIMIT",
    "POT_LIMIT",
    "SPREAD",
    "VARIANTS",
    "Post",
    "RakePlan",
    "Round",
    "Rules",
    "Stakes",
    "State",
    "Variant",
    "apply",
    "parse",
    "variant",
    "view",
]
