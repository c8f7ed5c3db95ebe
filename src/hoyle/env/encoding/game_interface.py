"""Interface of encoded games: numbered legal actions, observation vectors and returns."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random

from hoyle.core.errors import IllegalError
from hoyle.env.encoding.observation_fields import ObservationFields

NO_PLAYER = -1
"""The turn of nobody."""


class EncodedGame:
    """One game at a time, from `reset` until `turn` is nobody's."""

    name: str
    """The game as the books call it: ``omaha-hilo8``."""
    book: str
    actions: tuple[str, ...]
    """What every number stands for."""
    fields: ObservationFields
    players: int

    def __init__(self) -> None:
        self.turn = NO_PLAYER
        """Which player decides, from 0."""
        self.legal: Sequence[int] = ()
        """The numbers that he may choose."""

    def reset(self, rng: Random) -> None:
        """A new game; all chance in it comes from `rng`."""
        raise NotImplementedError

    def step(self, number: int) -> None:
        """The player in turn takes a choice by its number; what is refused changes nothing."""
        raise NotImplementedError

    def action_label(self, number: int) -> str:
        """A legal choice as a dealer would say it now: ``raise to 8``."""
        raise NotImplementedError

    def observation(self, player: int) -> array[float]:
        """What a player sees now, as `fields` lays it out."""
        raise NotImplementedError

    def observed_text(self, player: int) -> list[str]:
        """All that a player has been told since the game began, sentence by sentence: he forgets nothing."""
        raise NotImplementedError

    def returns(self) -> list[int]:
        """The chips that each player has won so far, or lost if negative."""
        raise NotImplementedError

    def render(self) -> list[str]:
        """The table as somebody sees it who only looks on, line by line."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        return self.turn == NO_PLAYER

    def check(self, number: int) -> None:
        """Refuse a choice that is not to be had now."""
        if number in self.legal:
            return
        legal = (
            ", ".join(f"{each} ({self.action_label(each)})" for each in self.legal)
            or "none: the game is over"
        )
        known = 0 <= number < len(self.actions)
        named = f"{number} ({self.actions[number]})" if known else str(number)
        raise IllegalError(f"action {named} is not legal now; legal: {legal}", legal=legal)
