"""Player-against-player poker: one round of play under a named rulebook, every event with its clause."""

from hoyle.games.poker.action_parser import parse_action
from hoyle.games.poker.events import apply
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, SPREAD, Rules, Stakes
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import PostedBet
from hoyle.games.poker.round_state import RoundState
from hoyle.games.poker.variants import VARIANTS, Variant, variant
from hoyle.games.poker.view import view

__all__ = [
    "FIXED", "NO_LIMIT", "POT_LIMIT", "SPREAD", "VARIANTS", "PokerRound", "PostedBet", "RakePlan",
    "RoundState", "Rules", "Stakes", "Variant", "apply", "parse_action", "variant", "view"
]  # fmt: skip
