"""State of a live table that the room keeps beside the game: host, guests, pauses, bots, commitments."""

from __future__ import annotations

from typing import Any


class HostRequest:
    """Request to the host of a home game for a seat or for chips."""

    def __init__(self, number: int, person: str, what: str, seat: int, chips: int) -> None:
        self.number = number
        self.person = person
        self.what = what
        """``sit`` or ``top-up``."""
        self.seat = seat
        self.chips = chips

    def to_list(self) -> list[Any]:
        return [self.number, self.person, self.what, self.seat, self.chips]


class Ruling:
    """Ruling at a home game that waits for the players' consent."""

    def __init__(
        self, number: int, by: str, command: dict[str, Any], round_: int, affected: list[str], asked: list[str]
    ) -> None:
        self.number = number
        self.by = by
        self.command = command
        self.round = round_
        self.affected = affected
        """Players from whom it would take a hand or chips, when it was proposed."""
        self.asked = asked
        """Players who may vote on it."""
        self.votes: dict[str, bool] = {}

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Ruling:
        ruling = cls(*(data[name] for name in ("number", "by", "command", "round", "affected", "asked")))
        ruling.votes = dict(data["votes"])
        return ruling


class LiveTableState:
    """State of a table that the room keeps: host, guests, seat requests, pauses, bots and commitments."""

    def __init__(self) -> None:
        self.settings: dict[str, Any] = {}
        self.game = ""
        self.host = ""
        self.code = ""
        """Invite code: the last part of the link to a home game."""
        self.paused = False
        self.stopped = False
        """Whether a defect stopped the table: chips at stake wait until the floor resolves it."""
        self.closing = False
        """Whether the table closes after this round."""
        self.closed = False
        self.guests: list[str] = []
        """People who have joined by the link."""
        self.seat_requests: list[HostRequest] = []
        self.seat_request_count = 0
        self.denied_requests: dict[str, list[Any]] = {}
        """Declined requests by person, until they ask again: what, and the seat and chips offered instead."""
        self.bots: dict[str, str] = {}
        """Temperaments of the bots, by name."""
        self.secret = ""
        """Secret of the current commitment, as hex; never sent to a client."""
        self.next_secret = ""
        """Secret of the next commitment, whose hash is published."""
        self.next_opens = False
        """Whether the next secret is revealed after the draw, as for dice and the draw for the button."""
        self.nonces: dict[str, str] = {}
        """Nonces contributed to the next commitment."""
        self.used_nonces: dict[str, str] = {}
        """Nonces of all players in the current commitment."""
        self.commitment_count = 0
        """Number of commitments so far, with the next one."""
        self.commitment_number = 0
        """Number of the current commitment."""
        self.draws = 0
        """Number of draws under the current commitment."""
        self.clock_restarts = 0
        self.removed_players: list[str] = []
        """Players who have to leave when the round is over."""
        self.ruling: Ruling | None = None
        """Ruling that waits for the consent of a home game's players."""
        self.rulings = 0
        """Number of rulings proposed so far."""

    def clear_removal(self, person: str) -> None:
        """Forget that a person has to leave, once they have left or sit down again."""
        if person in self.removed_players:
            self.removed_players = [name for name in self.removed_players if name != person]

    def to_dict(self) -> dict[str, Any]:
        data = dict(vars(self))
        data["seat_requests"] = [request.to_list() for request in self.seat_requests]
        data["ruling"] = None if self.ruling is None else self.ruling.to_dict()
        return data

    def restore(self, data: dict[str, Any]) -> None:
        for name in vars(self):
            setattr(self, name, data[name])
        self.seat_requests = [HostRequest(*row) for row in data["seat_requests"]]
        self.ruling = None if data["ruling"] is None else Ruling.from_dict(data["ruling"])
