"""Simulated staff: manager, floor, cashier and host issuing commands during a simulation."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.simulation.single_node.simulated_clients import Frame, SimulatedClient

WHY = "so it was decided"


class SimulatedStaff(SimulatedClient):
    """Staff member who gives commands at any table, and in the room."""

    def __init__(self, person: str, rng: random.Random, tables: Sequence[int], people: Sequence[str]) -> None:
        super().__init__(person, 0, 0, rng, ordered=False)
        self._tables = tables
        self._people = people

    def next_frame(self, *, quietly: bool = False) -> Frame | None:
        if quietly or self.rng.random() < 0.5:
            return None
        table, command = self.rng.choice(self._orders())
        return self.command_frame(command, table)

    def _orders(self) -> list[tuple[int, Frame]]:
        raise NotImplementedError


class Manager(SimulatedStaff):
    """Manager: seats bots, stops games, disables people and enables them again."""

    def _orders(self) -> list[tuple[int, Frame]]:
        rng, table = self.rng, self.rng.choice(self._tables)
        bot = {"do": "seat-bot", "player": f"Bot {rng.randint(1, 9)}", "style": "rock", "chips": 200}
        return [
            (table, {"do": "pause", "why": WHY}),
            (table, {"do": "resume"}),
            (table, {"do": "resume"}),
            (table, {**bot, "seat": rng.randint(3, 6)}),
            (table, {"do": "remove-player", "player": f"Bot {rng.randint(1, 9)}", "why": WHY}),
            (0, {"do": "disable-game", "game": "holdem", "why": WHY}),
            (0, {"do": "enable-game", "game": "holdem"}),
            (0, {"do": "enable-game", "game": "holdem"}),
            (0, {"do": "suspend-person", "player": rng.choice(self._people), "why": WHY}),
            (0, {"do": "reinstate-person", "player": rng.choice(self._people)}),
            (0, {"do": "reinstate-person", "player": rng.choice(self._people)}),
        ]


class Floor(SimulatedStaff):
    """Floor: rules, mutes and settles disputes."""

    def _orders(self) -> list[tuple[int, Frame]]:
        rng, table = self.rng, self.rng.choice(self._tables)
        person = rng.choice(self._people)
        return [
            (table, {"do": "pause", "why": WHY}),
            (table, {"do": "resume"}),
            (table, {"do": "report-bad-deck", "found": 51}),
            (table, {"do": "settle-dispute", "number": 1, "ruling": "stands", "ruled_by": "flo"}),
            (table, {"do": "remove-player", "player": person, "why": WHY}),
            (0, {"do": "mute", "player": person, "why": WHY}),
            (0, {"do": "unmute", "player": person}),
        ]


class Cashier(SimulatedStaff):
    """Cashier: issues and redeems chips."""

    def _orders(self) -> list[tuple[int, Frame]]:
        player, chips = self.rng.choice(self._people), self.rng.choice((5, 500, 10**6))
        return [
            (0, {"do": "issue-chips", "player": player, "chips": min(chips, 500), "why": WHY}),
            (0, {"do": "redeem-chips", "player": player, "chips": chips, "why": WHY}),
        ]


class Host(SimulatedClient):
    """Host of a home game, who approves most requests and denies some."""

    def choose_command(self, *, quietly: bool) -> Frame | None:
        if not self.asks:
            return None
        do = "approve-seat-request" if self.rng.random() < 0.7 else "deny-seat-request"
        return {"do": do, "request_id": self.rng.choice(self.asks)["request_id"]}
