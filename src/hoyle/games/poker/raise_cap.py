"""Raise cap: how many raises a betting round allows, and which wagers count as one.

The opening bet is no raise, unless the house counts it; nor is the bet that completes a forced bet to the
full lower limit: it opens the betting (clarification 35).
"""

from __future__ import annotations

from typing import final

from hoyle.games.poker.round_state import RoundState


@final
class RaiseCap:
    """Maximum number of raises in a betting round."""

    def __init__(
        self, most: int, by_players: list[tuple[int, int]], *, heads_up_uncapped: bool, open_counts: bool
    ) -> None:
        self.most = most
        """Raises per betting round; 0 = any number."""
        self.by_players = by_players
        """Caps by number of players in the round, instead of `most`: each holds from its number on."""
        self.heads_up_uncapped = heads_up_uncapped
        self.open_counts = open_counts
        """Whether the opening bet counts as a raise."""

    def of(self, players_in_round: int) -> int:
        """Return the cap of a betting round that so many players begin; 0 = any number of raises.

        A round is heads-up if exactly two players are in at its start; one that shrinks to two keeps the cap
        (AMB-19).
        """
        if self.by_players:
            cap = 0
            for players, raises in self.by_players:
                if players_in_round >= players:
                    cap = raises
            return cap
        return 0 if self.heads_up_uncapped and players_in_round == 2 else self.most

    def reached(self, state: RoundState) -> int:
        """Return the cap if this betting round has reached it, else 0."""
        if not raises_now(state):
            return 0
        cap = self.of(state.in_round)
        # On the first street the current bet is a blind or was forced: nobody opened with it.
        opening_raises = 1 if self.open_counts and state.street > 0 else 0
        return cap if cap and state.raises + opening_raises >= cap else 0

    def left(self, state: RoundState) -> int:
        """Return the raises left in this betting round; 0 where there is no cap, or no bet to raise."""
        if not raises_now(state):
            return 0
        cap = self.of(state.in_round)
        opening_raises = 1 if self.open_counts and state.street > 0 else 0
        return max(cap - state.raises - opening_raises, 0) if cap else 0


def raises_now(state: RoundState) -> bool:
    """Whether a full bet made now would be a raise: there is a bet beyond the forced bet."""
    return state.opened and not state.completing
