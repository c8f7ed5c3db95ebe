"""Random requests: answers to pending decisions, and any other command, valid or not."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from tests.room.room_driver import RoomDriver, filled

from hoyle.room import permissions
from hoyle.room.commands import room_commands, table_commands
from hoyle.table.command_base import Command

COMMANDS: Final[Mapping[str, type[Command]]] = {
    **room_commands.COMMANDS,
    **table_commands.COMMANDS,
    **permissions.COMMANDS,
}
"""All commands, with those that no request may give."""

ODD: Final[tuple[Any, ...]] = (
    -1, 0, 1, 10**6, 10**13, 2**64, True, None, "", " ", "ann", "?", "\x00", "x" * 5000, "\ud800", 1.5,
    [], [1, 2], {}, {"a": 1}, "As", "As Kd",
)  # fmt: skip


def may(role: str, command: str) -> bool:
    """Whether a role may give a command, at a table or in the room."""
    return any(
        command in matrix[role]
        for matrix in (permissions.GAME_PERMISSIONS, permissions.LIVE_TABLE_PERMISSIONS, permissions.ROOM_PERMISSIONS)
    )


class RandomRequests:
    """Generator of random requests."""

    def __init__(self, evening: RoomDriver, rng: random.Random) -> None:
        self.evening = evening
        self.rng = rng

    def request(self) -> dict[str, Any]:
        """Return a request: person, table and command."""
        lot = self.rng.random()
        if lot < 0.62:
            answer = self._awaited()
            if answer is not None:
                return answer
        if lot < 0.95:
            return self._any()
        return self._nonsense()

    def _table(self) -> int:
        return self.rng.choice([*self.evening.room.tables, 0, 99])

    def _person(self) -> str:
        return self.rng.choice([*self.evening.room.state.people, "nobody", "dealer"])

    def _awaited(self) -> dict[str, Any] | None:
        """Answer one of a table's pending decisions."""
        hosted = self.rng.choice(list(self.evening.room.tables.values()))
        if hosted.hosting.closed:
            return None
        table: Any = hosted.table
        waits = [wait for wait in table.pending() if wait.choices and wait.person not in table.STAFF_NAMES]
        if not waits:
            return None
        wait = waits[0] if self.rng.random() < 0.6 else self.rng.choice(waits)
        choice = self.rng.choice(wait.choices)
        fields = filled(choice, self.rng)
        if choice.do == "sit":
            fields["chips"] = self.rng.choice((50, 200, 400))
            return {"person": self._person(), "at": hosted.number, **fields}
        if choice.cards is not None and self.rng.random() < 0.7:
            fields["places"] = self.rng.sample(range(1, 6), self.rng.randint(0, 3))
        person = wait.person if self.rng.random() < 0.95 else self._person()
        request = {"person": person, "at": hosted.number, **fields}
        if self.rng.random() < 0.97:
            request["expected_version"] = max(0, table.event_count - self.rng.choice((0, 0, 0, 0, 0, 0, 1, 5)))
        return request

    def _any(self) -> dict[str, Any]:
        """Give any command with plausible fields."""
        kinds = self.rng.choice((room_commands.COMMANDS, table_commands.COMMANDS, permissions.COMMANDS, SEATING))
        name = self.rng.choice(list(kinds))
        if name in RARE and self.rng.random() < 0.8:
            name = "chat"
            kinds = table_commands.COMMANDS
        number = 0 if kinds is room_commands.COMMANDS else self._table()
        fields = {field: self._value(field) for field in COMMANDS[name].__struct_fields__}
        if "seat" in fields and number in self.evening.room.tables and self.rng.random() < 0.8:
            seated = self.evening.table(number).seated
            if seated and name != "sit":
                seat = self.rng.choice(list(seated))
                return {"person": seated[seat], "at": number, "do": name, **fields, "seat": seat}
        return {"person": self._entitled(name, number), "at": number, "do": name, **fields}

    def _entitled(self, name: str, number: int) -> str:
        """Return mostly a person whose role permits the command."""
        known = self.evening.room.state.people
        hosted = self.evening.room.tables.get(number)
        able = [
            person.name
            for person in known.values()
            if any(may(role, name) for role in (permissions.PERSON, *person.roles))
            or (hosted is not None and hosted.hosting.host == person.name and may(permissions.HOST, name))
        ]
        return self.rng.choice(able) if able and self.rng.random() < 0.8 else self._person()

    def _value(self, field: str) -> Any:
        rng = self.rng
        if rng.random() < 0.03:
            return rng.choice(ODD)
        if field in ("player", "to", "by"):
            who = [*self.evening.room.state.people, "", "Zoe"]
            return rng.randint(0, 50) if field == "to" and rng.random() < 0.5 else rng.choice(who)
        some: dict[str, tuple[Any, ...]] = {
            "role": permissions.GRANTED,
            "game": ("holdem", "craps", "three-card-poker"),
            "what": ("leave", "top up", "sit out", "x"),
            "style": ("rock", "gambler", "bully", "calm"),
            "text": ("hello", "", "x" * 300, "x" * 301),
            "why": ("because", ""),
            "bytes": ("00" * 16, "zz", "00" * 64),
            "code": (*(hosted.hosting.code for hosted in self.evening.room.tables.values()), "wrong"),
            "wait": (True, False),
            "cards": ("", "As", [1], []),
            "house": ("", "misdeal"),
            "tender": ("chips", "cash", "coupon"),
            "kind": ("pass", "field", "guest", "come"),
            "chips": (0, 1, 5, 50, 100, 200, 1000, 20_000),
            "amount": (5, 10, 7, 100),
            "currency": (0, 0, 0, 5),
            "good": (True, False),
            "spot": ({"at": "hand", "seat": 1, "card": 1}, 1, 2),
            "spots": ([{"at": "hand", "seat": rng.randint(1, 4), "card": 1}], [{"at": "board", "card": 1}]),
            "protected": (True, False),
            "swept": (True, False),
            "owing": ("", "call"),
            "about": ("a call", 1),
            "ruling": ("so be it", "misdeal"),
            "request_id": (1, 2, 3),
            "sign": ({},),
            "settings": ({},),
        }
        if field in some:
            return rng.choice(some[field])
        return rng.randint(0, 10)

    def _nonsense(self) -> dict[str, Any]:
        rng = self.rng
        name = rng.choice([*COMMANDS, "", "fly", None, 7, ["sit"]])
        fields = {rng.choice(("seat", "chips", "player", "x", "text", "do")): rng.choice(ODD) for _ in range(3)}
        return {"person": self._person(), "at": self._table(), **fields, "do": name}


RARE: Final = (
    "suspend-person",
    "disable-game",
    "close",
    "pause",
    "refuse-play",
    "sit-out",
    "leave",
    "mute",
    "remove-player",
)
"""Commands that end play, and are therefore tried less often."""

SEATING: Final = {
    name: permissions.COMMANDS[name]
    for name in (
        "sit",
        "top-up",
        "leave",
        "sit-out",
        "sit-in",
        "cancel-deferred",
        "join-waiting-list",
        "leave-waiting-list",
    )
}
