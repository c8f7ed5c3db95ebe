"""Roster of a table: players, stacks, waiting list, deferred requests and barred names.

State belongs to people. A seat is where a person sits; requests, missed blinds, wins and refusals are kept
under their name and go with them.
"""

from __future__ import annotations

import re
from typing import Any, Final

from hoyle.core import validation
from hoyle.core.errors import IllegalError
from hoyle.core.state_codec import StateCodec, attribute_names

LEAVE: Final = "leave"
TOP_UP: Final = "top up"
SIT_OUT: Final = "sit out"
DEFERRABLE_REQUESTS: Final = (LEAVE, TOP_UP, SIT_OUT)
"""Requests that may be made during a round, in the order in which a player sees them."""


class Player:
    """Player at a table: a person with a seat and chips."""

    def __init__(self, seat: int, name: str, chips: int) -> None:
        self.seat = seat
        self.name = name
        self.chips = chips
        """Chips in front of the player; while they are in a round, the round holds them."""
        self.sitting_out = False

    def total_chips(self) -> int:
        """Return all chips that a player would take along if they left now."""
        return self.chips

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {"seat": self.seat, "name": self.name, "chips": self.chips}
        if self.sitting_out:
            data["sitting_out"] = True
        return data

    def restore(self, data: dict[str, Any]) -> None:
        """Restore the fields of a player that `to_dict` wrote and the constructor does not set."""
        self.sitting_out = data.get("sitting_out", False)

    def copy_to(self, other: Player) -> None:
        """Copy the fields of a player that the constructor does not set to another player object."""
        other.sitting_out = self.sitting_out


class DeferredRequest:
    """Request that a player makes during a round, carried out at its end."""

    def __init__(self, player: str, what: str, chips: int) -> None:
        self.player = player
        self.what = what
        self.chips = chips

    def to_dict(self) -> dict[str, Any]:
        return _REQUEST.encode(self)


_REQUEST: Final = StateCodec(DeferredRequest("", "", 0))


_DEFAULT_NAME: Final = re.compile(r"player ([1-9][0-9]?)(?:, ([1-9][0-9]{0,8}))?")


def default_name(seat: int, count: int) -> str:
    """Return the default name of the first, second... nameless person in a seat: ``player 3, 2``."""
    return f"player {seat}" if count < 2 else f"player {seat}, {count}"


class Roster:
    """Base of every table's state: players, cashier, waiting list, requests and disputes."""

    def __init__(self) -> None:
        self.players: dict[int, Player] = {}
        self.cashier = 0
        """Chips that the cashier has paid out, as a negative number."""
        self.default_name_counts: dict[int, int] = {}
        """Number of default names given so far in each seat."""
        self.waiting: list[str] = []
        self.called_name = ""
        """Name that was last called for an open seat."""
        self.passed_over: list[str] = []
        """Names on the list that were called and did not come; others may sit down before them."""
        self.barred: list[str] = []
        self.deferred_requests: list[DeferredRequest] = []
        self.disputes: list[str] = []
        """Ruling on each dispute; empty while it is open."""
        self.dispute_openers: list[list[str]] = []
        """Person who brought each dispute, and its subject."""
        self.minute = -1
        """Time as last set; -1 before the first time."""

    # Queries

    def player(self, seat: int) -> Player:
        """Return the player in a seat; refused if it is empty."""
        player = self.players.get(seat)
        if player is None:
            validation.check_int(seat, "seat")
            seats_taken = ", ".join(map(str, sorted(self.players))) or "none"
            raise IllegalError(f"nobody sits in seat {seat}; seats taken: {seats_taken}")
        return player

    def seat_of(self, name: str) -> int:
        """Return the seat of a person; 0 if they have none."""
        for seat, player in self.players.items():
            if player.name == name:
                return seat
        return 0

    def find_deferred_request(self, name: str, kind: str) -> DeferredRequest | None:
        """Return the request of a kind that a person made during the round, if there is one."""
        for request in self.deferred_requests:
            if request.player == name and request.what == kind:
                return request
        return None

    def stack(self, seat: int) -> int:
        """Return the chips in front of a player, wherever the state keeps them at the moment."""
        return self.player(seat).total_chips()

    def accounts(self) -> dict[str, int]:
        """Return the chips by account; the sum is always zero. Kinds of tables add their own accounts."""
        accounts = {"cashier": self.cashier}
        for seat in self.players:
            accounts[f"seat {seat}"] = self.stack(seat)
        return accounts

    def new_name(self, seat: int) -> str:
        """Return a default name that is new at this table, for people are distinguished by name."""
        return default_name(seat, self.default_name_counts.get(seat, 0) + 1)

    # Changes, made by events alone

    def note_arrival(self, player: Player) -> None:
        """Take a player who sat down off the waiting list, and reset the calls for this seat."""
        name = player.name
        self.count_default_name(name)
        if name in self.waiting:
            self.waiting.remove(name)
        # A name was passed over for this seat only: for the next one it is called again.
        self.called_name = ""
        self.passed_over = []

    def count_default_name(self, name: str) -> None:
        """Note a name of the default form (``player 3``), so that no later person gets it again."""
        match = _DEFAULT_NAME.fullmatch(name)
        if match is not None:
            seat, count = int(match[1]), int(match[2] or 1)
            self.default_name_counts[seat] = max(self.default_name_counts.get(seat, 0), count)

    def set_time(self, minute: int) -> None:
        """Set the time at the table, in minutes."""
        self.minute = minute

    def new_player(self, seat: int, name: str, chips: int) -> Player:
        """Create the player record of this kind of table."""
        return Player(seat, name, chips)

    def add_chips(self, seat: int, chips: int) -> None:
        """Move chips from the cashier to a seat."""
        self.player(seat).chips += chips
        self.cashier -= chips

    def remove_player(self, seat: int) -> None:
        """Remove a player with their chips and deferred requests."""
        player = self.players.pop(seat)
        self.cashier += player.total_chips()
        self.deferred_requests = [request for request in self.deferred_requests if request.player != player.name]

    def copy_roster_to(self, other: Roster) -> None:
        """Copy players, cashier, waiting list, requests and disputes to another state."""
        for seat, player in self.players.items():
            clone = other.new_player(seat, player.name, player.chips)
            player.copy_to(clone)
            other.players[seat] = clone
        other.cashier = self.cashier
        other.default_name_counts = dict(self.default_name_counts)
        other.waiting = list(self.waiting)
        other.called_name = self.called_name
        other.passed_over = list(self.passed_over)
        other.barred = list(self.barred)
        other.deferred_requests = [
            DeferredRequest(request.player, request.what, request.chips) for request in self.deferred_requests
        ]
        other.disputes = list(self.disputes)
        other.dispute_openers = list(self.dispute_openers)
        other.minute = self.minute

    # Checkpoint

    def roster_to_dict(self) -> dict[str, Any]:
        """Encode the players, waiting list and disputes for a checkpoint; empty lists are left out."""
        optional: dict[str, Any] = {
            "default_names": [default_name(seat, count) for seat, count in sorted(self.default_name_counts.items())],
            "waiting": list(self.waiting),
            "called_name": self.called_name,
            "passed_over": list(self.passed_over),
            "barred": list(self.barred),
            "deferred_requests": [request.to_dict() for request in self.deferred_requests],
            "disputes": list(self.disputes),
            "dispute_openers": [{"by": by, "about": about} for by, about in self.dispute_openers],
        }
        return {
            "players": [player.to_dict() for player in self.players.values()],
            "cashier": self.cashier,
            "minute": self.minute,
            **{name: value for name, value in optional.items() if value},
        }

    def restore_roster(self, data: dict[str, Any]) -> None:
        """Restore the players, waiting list and disputes from a checkpoint; inverse of `roster_to_dict`."""
        for item in data["players"]:
            player = self.new_player(item["seat"], item["name"], item["chips"])
            player.restore(item)
            self.players[player.seat] = player
        self.cashier = data["cashier"]
        self.default_name_counts = {}
        for name in data.get("default_names", ()):
            self.count_default_name(name)
        self.waiting = list(data.get("waiting", ()))
        self.called_name = data.get("called_name", "")
        self.passed_over = list(data.get("passed_over", ()))
        self.barred = list(data.get("barred", ()))
        self.deferred_requests = [DeferredRequest(**item) for item in data.get("deferred_requests", ())]
        self.disputes = list(data.get("disputes", ()))
        self.dispute_openers = [[item["by"], item["about"]] for item in data.get("dispute_openers", ())]
        self.minute = data["minute"]


FIELDS: Final = attribute_names(Roster())
"""Fields of every table's state, which `roster_to_dict` encodes."""
