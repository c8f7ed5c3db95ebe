"""Roster of a table: players, stacks, waiting list, deferred requests and barred names.

State belongs to people. A seat is where somebody sits; what he has promised, missed, won or been refused is
kept under his name and goes with him.
"""

from __future__ import annotations

import re
from typing import Any, Final

from hoyle.core.errors import IllegalError
from hoyle.table import field_types

LEAVE: Final = "leave"
TOP_UP: Final = "top up"
SIT_OUT: Final = "sit out"
DEFERRABLE_REQUESTS: Final = (LEAVE, TOP_UP, SIT_OUT)
"""What can be asked for during a round and is done at its end, in the order in which it is then done."""


class Player:
    """Somebody with a seat at the table."""

    def __init__(self, seat: int, name: str, chips: int) -> None:
        self.seat = seat
        self.name = name
        self.chips = chips
        """Chips before him; while he is in a round, the round holds them."""
        self.sitting_out = False
        """Sits out."""

    def total_chips(self) -> int:
        """Everything that is his when he leaves now."""
        return self.chips

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {"seat": self.seat, "name": self.name, "chips": self.chips}
        if self.sitting_out:
            found["away"] = True
        return found

    def restore(self, data: dict[str, Any]) -> None:
        """Take over what `to_dict` wrote."""
        self.sitting_out = data.get("away", False)

    def copy_to(self, other: Player) -> None:
        """Make another player the same in what the constructor does not set."""
        other.sitting_out = self.sitting_out


class DeferredRequest:
    """What somebody has asked for during a round, to be done at its end."""

    def __init__(self, player: str, what: str, chips: int) -> None:
        self.player = player
        self.what = what
        self.chips = chips

    def to_dict(self) -> dict[str, Any]:
        return {"player": self.player, "what": self.what, "chips": self.chips}


_GIVEN: Final = re.compile(r"player ([1-9][0-9]?)(?:, ([1-9][0-9]{0,8}))?")


def default_name(seat: int, count: int) -> str:
    """What the house calls somebody who gives no name: the first of a seat, the second..."""
    return f"player {seat}" if count < 2 else f"player {seat}, {count}"


class Roster:
    """Base of every table's state."""

    def __init__(self) -> None:
        self.players: dict[int, Player] = {}
        self.cashier = 0
        """What the cashier has given out, below zero: it is on the table."""
        self.default_name_counts: dict[int, int] = {}
        """How many names the house has given to people of each seat who gave none."""
        self.waiting: list[str] = []
        self.called_name = ""
        """The name that was called for an open seat last."""
        self.passed_over: list[str] = []
        """Names on the list that were called and did not come: they no longer hold up the others."""
        self.barred: list[str] = []
        """People who have been refused play."""
        self.promises: list[DeferredRequest] = []
        self.disputes: list[str] = []
        """The supervisor's word on each dispute brought to him; empty while it is open."""
        self.dispute_openers: list[list[str]] = []
        """Who brought each of them, and about what."""
        self.minute = -1
        """Time as last told; -1 before the first time."""

    # Questions

    def player(self, seat: int) -> Player:
        """The player in a seat."""
        found = self.players.get(seat)
        if found is None:
            field_types.check_int(seat, "seat")
            taken = ", ".join(str(each) for each in sorted(self.players)) or "none"
            raise IllegalError(f"nobody sits in seat {seat}; seats taken: {taken}")
        return found

    def seat_of(self, name: str) -> int:
        """Where somebody sits; 0 if he does not."""
        for seat, player in self.players.items():
            if player.name == name:
                return seat
        return 0

    def find_deferred_request(self, name: str, what: str) -> DeferredRequest | None:
        """What somebody has promised, if he has."""
        for promise in self.promises:
            if promise.player == name and promise.what == what:
                return promise
        return None

    def stack(self, seat: int) -> int:
        """What lies before a player, wherever the state keeps it at the moment."""
        return self.player(seat).total_chips()

    def accounts(self) -> dict[str, int]:
        """Every chip by where it is; the sum is always zero. Tables add their own accounts."""
        found = {"cashier": self.cashier}
        for seat in self.players:
            found[f"seat {seat}"] = self.stack(seat)
        return found

    def new_name(self, seat: int) -> str:
        """A name for somebody who gives none; nobody has had it before, for people are told apart by it."""
        return default_name(seat, self.default_name_counts.get(seat, 0) + 1)

    # Changes, made by entries alone

    def arrived(self, player: Player) -> None:
        """Somebody has sat down: he waits no longer, and what he left behind is his again."""
        name = player.name
        self.note_name(name)
        if name in self.waiting:
            self.waiting.remove(name)
        # Whoever was passed over was so for this seat: for the next one he is called again.
        self.called_name = ""
        self.passed_over = []

    def note_name(self, name: str) -> None:
        """A name that the house could have given is not given again."""
        found = _GIVEN.fullmatch(name)
        if found is not None:
            seat, count = int(found[1]), int(found[2] or 1)
            self.default_name_counts[seat] = max(self.default_name_counts.get(seat, 0), count)

    def tell_time(self, minute: int) -> None:
        """It is that minute now."""
        self.minute = minute

    def new_player(self, seat: int, name: str, chips: int) -> Player:
        """A player as this kind of table keeps him."""
        return Player(seat, name, chips)

    def add_chips(self, seat: int, chips: int) -> None:
        """Chips from the cashier to what lies before a seat."""
        self.player(seat).chips += chips
        self.cashier -= chips

    def remove_player(self, seat: int) -> None:
        """Somebody is gone with his chips; what he promised is gone with him."""
        player = self.players.pop(seat)
        self.cashier += player.total_chips()
        self.promises = [promise for promise in self.promises if promise.player != player.name]

    def copy_company(self, other: Roster) -> None:
        """Make another state the same as far as it is shared by all tables."""
        for seat, player in self.players.items():
            copied = other.new_player(seat, player.name, player.chips)
            player.copy_to(copied)
            other.players[seat] = copied
        other.cashier = self.cashier
        other.default_name_counts = dict(self.default_name_counts)
        other.waiting = list(self.waiting)
        other.called_name = self.called_name
        other.passed_over = list(self.passed_over)
        other.barred = list(self.barred)
        other.promises = [DeferredRequest(each.player, each.what, each.chips) for each in self.promises]
        other.disputes = list(self.disputes)
        other.dispute_openers = list(self.dispute_openers)
        other.minute = self.minute

    # To a checkpoint and back

    def plain_company(self) -> dict[str, Any]:
        seldom: dict[str, Any] = {
            "known": [default_name(seat, count) for seat, count in sorted(self.default_name_counts.items())],
            "waiting": list(self.waiting),
            "called": self.called_name,
            "passed": list(self.passed_over),
            "barred": list(self.barred),
            "promises": [each.to_dict() for each in self.promises],
            "disputes": list(self.disputes),
            "brought": [{"by": by, "about": about} for by, about in self.dispute_openers],
        }
        return {
            "players": [player.to_dict() for player in self.players.values()],
            "cashier": self.cashier,
            "minute": self.minute,
            **{name: value for name, value in seldom.items() if value},
        }

    def restore_company(self, data: dict[str, Any]) -> None:
        for each in data["players"]:
            player = self.new_player(each["seat"], each["name"], each["chips"])
            player.restore(each)
            self.players[player.seat] = player
        self.cashier = data["cashier"]
        self.default_name_counts = {}
        # Older checkpoints have everybody here who ever had a seat.
        for name in data.get("known", ()):
            self.note_name(name)
        self.waiting = list(data.get("waiting", ()))
        self.called_name = data.get("called", "")
        self.passed_over = list(data.get("passed", ()))
        self.barred = list(data.get("barred", ()))
        self.promises = [
            DeferredRequest(each["player"], each["what"], each["chips"]) for each in data.get("promises", ())
        ]
        self.disputes = list(data.get("disputes", ()))
        self.dispute_openers = [[each["by"], each["about"]] for each in data.get("brought", ())]
        self.minute = data["minute"]
