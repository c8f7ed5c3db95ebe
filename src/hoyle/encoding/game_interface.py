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
        """Start a new encoded game; `rng` is its only source of randomness."""
        raise NotImplementedError

    def step(self, number: int) -> None:
        """Take a numbered action for the player in turn; an illegal one is refused and changes nothing."""
        raise NotImplementedError

    def action_label(self, number: int) -> str:
        """Return the label of a legal action with its amount: ``raise to 8``."""
        raise NotImplementedError

    def observation(self, player: int) -> array[float]:
        """Return the observation vector of a player, laid out by `fields`."""
        raise NotImplementedError

    def observed_text(self, player: int) -> list[str]:
        """Return the dealer's sentences that a player has heard since the game began (perfect recall)."""
        raise NotImplementedError

    def returns(self) -> list[int]:
        """Return the chips that each player has won so far, negative if lost."""
        raise NotImplementedError

    def render(self) -> list[str]:
        """Return the lines of the table as a spectator sees it."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        return self.turn == NO_PLAYER

    def check(self, number: int) -> None:
        """Refuse a numbered action that is not legal now."""
        if number in self.legal:
            return
        choices = [f"{action} ({self.action_label(action)})" for action in self.legal]
        legal = ", ".join(choices) or "none: the game is over"
        exists = 0 <= number < len(self.actions)
        action_text = f"{number} ({self.actions[number]})" if exists else str(number)
        raise IllegalError(f"action {action_text} is not legal now; legal: {legal}", legal=legal)
