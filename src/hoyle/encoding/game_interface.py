"""Interface of encoded games: numbered legal actions, observation vectors and returns."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random

from hoyle.core.errors import IllegalError
from hoyle.encoding.observation_fields import ObservationFields

NO_PLAYER = -1
"""Value of `turn` when the game is over."""


class EncodedGame:
    """Base class of encoded games: one game at a time, from `reset` until `turn` is `NO_PLAYER`."""

    name: str
    """Id of the game: ``omaha-hilo8``."""
    book: str
    actions: tuple[str, ...]
    """Labels of the actions, by number."""
    fields: ObservationFields
    players: int

    def __init__(self) -> None:
        self.turn = NO_PLAYER
        """Index of the player to decide, from 0."""
        self.legal: Sequence[int] = ()
        """Numbers of the legal actions."""

    def reset(self, rng: Random) -> None:
        """Start a new game; `rng` is its only source of randomness."""
        raise NotImplementedError

    def step(self, number: int) -> None:
        """Take an action of the player in turn; an illegal one is refused and changes nothing."""
        raise NotImplementedError

    def action_label(self, number: int) -> str:
        """Label of a legal action with its amount: ``raise to 8``."""
        raise NotImplementedError

    def observation(self, player: int) -> array[float]:
        """Observation vector of a player, laid out by `fields`."""
        raise NotImplementedError

    def observed_text(self, player: int) -> list[str]:
        """Sentences that a player has heard since the game began (perfect recall)."""
        raise NotImplementedError

    def returns(self) -> list[int]:
        """Chips that each player has won so far, negative if lost."""
        raise NotImplementedError

    def render(self) -> list[str]:
        """Lines of the table as a spectator sees it."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        return self.turn == NO_PLAYER

    def check(self, number: int) -> None:
        """Refuse an action that is not legal now."""
        if number in self.legal:
            return
        legal = (
            ", ".join(f"{action} ({self.action_label(action)})" for action in self.legal)
            or "none: the game is over"
        )
        exists = 0 <= number < len(self.actions)
        named = f"{number} ({self.actions[number]})" if exists else str(number)
        raise IllegalError(f"action {named} is not legal now; legal: {legal}", legal=legal)
