"""State of a live table that the room keeps beside the game: clocks, host, guests, pauses, bots, commitments."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from msgspec import Struct


class TurnClock(NamedTuple):
    """Turn clock: the pending decision, the person it waits for, and since when."""

    kind: str
    seat: int
    person: str
    answers: frozenset[str]
    """Commands that answer the decision."""
    since: int
    """Start of the turn, by the room's clock."""
    entry: int
    """The table's last entry when the turn began; a command that has seen less answers another turn."""
    paused_at: int = 0
    """Time at which the player called the floor, which pauses their clock; 0: not in this turn."""
    paused_ms: int = 0
    """Milliseconds that the clock was paused, once the floor has ruled."""


NO_TURN: Final = TurnClock("", 0, "", frozenset(), 0, 0)


class CurrentRound(NamedTuple):
    """Round being played: its first record, players and pot, for the hand index."""

    first_record: int
    """Number of its first record."""
    started_at: int
    people: tuple[str, ...]
    pot: int


class HostRequest(Struct, array_like=True):
    """Request to the host of a home game for a seat or for chips."""

    number: int
    person: str
    what: str
    """``sit`` or ``top-up``."""
    seat: int
    chips: int


class Ruling(Struct):
    """Ruling at a home game that waits for the players' consent."""

    number: int
    by: str
    command: dict[str, Any]
    round: int
    affected: list[str]
    """Players from whom it would take a hand or chips, when it was proposed."""
    asked: list[str]
    """Players who may vote on it."""
    votes: dict[str, bool] = {}


class LiveTableState(Struct):
    """State of a table that the room keeps: host, guests, seat requests, pauses, bots and commitments."""

    settings: dict[str, Any] = {}
    game: str = ""
    host: str = ""
    code: str = ""
    """Invite code: the last part of the link to a home game."""
    paused: bool = False
    stopped: bool = False
    """Whether a defect stopped the table: chips at stake wait until the floor resolves it."""
    closing: bool = False
    """Whether the table closes after this round."""
    closed: bool = False
    guests: list[str] = []
    """People who have joined by the link."""
    seat_requests: list[HostRequest] = []
    seat_request_count: int = 0
    denied_requests: dict[str, list[Any]] = {}
    """Declined requests by person, until they ask again: what, and the seat and chips offered instead."""
    bots: dict[str, str] = {}
    """Play styles of the bots, by name."""
    secret: str = ""
    """Secret of the current commitment, as hex; never sent to a client."""
    next_secret: str = ""
    """Secret of the next commitment, whose hash is published."""
    next_opens: bool = False
    """Whether the next secret is revealed after the draw, as for dice and the draw for the button."""
    nonces: dict[str, str] = {}
    """Nonces contributed to the next commitment."""
    used_nonces: dict[str, str] = {}
    """Nonces of all players in the current commitment."""
    commitment_count: int = 0
    """Number of commitments so far, with the next one."""
    commitment_number: int = 0
    """Number of the current commitment."""
    draws: int = 0
    """Number of draws under the current commitment."""
    clock_restarts: int = 0
    removed_players: list[str] = []
    """Players who have to leave when the round is over."""
    ruling: Ruling | None = None
    """Ruling that waits for the consent of a home game's players."""
    rulings: int = 0
    """Number of rulings proposed so far."""

    def clear_removal(self, person: str) -> None:
        """Forget that a person has to leave, once they have left or sit down again."""
        if person in self.removed_players:
            self.removed_players = [name for name in self.removed_players if name != person]
