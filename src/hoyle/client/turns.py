"""Turns: a decision the room expects from you, and the commands it would accept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hoyle.core.errors import HoyleError

Command = dict[str, Any]
BACK: Final = "??"
"""A card that lies face down."""
GONE: Final = ("thrown in", "mucked")
"""Where a hand stands that nobody holds any more."""


class Turn:
    """What is awaited of you.

    >>> wait = {"kind": "action", "seat": 2, "choices": [{"do": "check", "words": "check"}]}
    >>> Turn(7, wait, {}).seat
    2
    """

    def __init__(self, table: int, wait: dict[str, Any], picture: dict[str, Any]) -> None:
        self.table = table
        self.kind: str = wait["kind"]
        self.seat: int = wait.get("seat", 0)
        self.clause: str = wait.get("clause", "")
        self.optional: bool = wait.get("optional", False)
        self.choices: list[dict[str, Any]] = list(wait.get("choices", ()))
        self.table_view: dict[str, Any] = picture.get("felt") or picture.get("view") or {}
        """The table as everybody sees it."""
        self.private_cards: dict[str, list[str]] = picture.get("mine") or {}
        """Your cards, by the place they lie at."""
        self.last: int = picture.get("last", 0)
        """The table's last entry: goes with the answer, so that it never acts on a later turn."""

    def __repr__(self) -> str:
        """A turn as a bot's author wants to see it printed.

        >>> Turn(7, {"kind": "action", "seat": 2, "choices": [{"do": "call", "words": "call 4"}]}, {})
        <Turn at table 7: action of seat 2: call 4>
        """
        words = ", ".join(choice.get("words") or choice["do"] for choice in self.choices)
        return f"<Turn at table {self.table}: {self.kind} of seat {self.seat}: {words}>"

    @property
    def own(self) -> dict[str, Any]:
        """Your seat on the felt: `stack`, `away`, `promises`."""
        found: dict[str, Any] = next(seat for seat in self.table_view["seats"] if seat["seat"] == self.seat)
        return found

    def names(self) -> list[str]:
        """What may be done: ``fold``, ``call``, ``bet``."""
        return [choice["do"] for choice in self.choices]

    def commands(self) -> Iterator[Command]:
        """Every choice as a command, at the least that each asks for."""
        return (self.command(choice) for choice in self.choices)

    def command(self, choice: dict[str, Any], **fields: Any) -> Command:
        """One of the choices as a command: the fields that must be, the least of each amount, then yours."""
        found = {"do": choice["do"], **choice.get("given", {})}
        for bounds in choice.get("bounds", ()):
            found[bounds["field"]] = bounds["least"]
        found.update(fields)
        return found

    def find(self, do: str, **fields: Any) -> Command | None:
        """The command of that name, if it is offered."""
        for choice in self.choices:
            if choice["do"] == do:
                return self.command(choice, **fields)
        return None

    def first(self, *names: str) -> Command:
        """The first of these that is offered; else whatever comes first."""
        for name in names:
            found = self.find(name)
            if found is not None:
                return found
        if not self.choices:
            raise HoyleError(f"nothing is offered to seat {self.seat} now")
        return self.command(self.choices[0])


def own_cards(felt: dict[str, Any], mine: dict[str, list[str]], person: str) -> dict[str, list[str]]:
    """Your cards that still lie on the felt: those shown to all, and yours where it shows backs."""
    round_ = felt.get("round") or {}
    found: dict[str, list[str]] = {}
    for place in (*round_.get("hands", ()), *round_.get("places", ())):
        if place.get("hand") in GONE:
            continue
        if person and person in (place.get("person"), place.get("owner")):
            held = mine.get(str(place["seat"]), [])
            cards = [
                held[at] if card == BACK and at < len(held) else card
                for at, card in enumerate(place.get("cards", ()))
            ]
            if cards:
                found[str(place["seat"])] = cards
    return found


class TableViews:
    """What frames have told of each table, and the turns in them."""

    def __init__(self) -> None:
        self.person = ""
        self.purse = 0
        self.tables: dict[int, dict[str, Any]] = {}
        self._given: dict[int, tuple[tuple[Any, ...], set[str]]] = {}
        """By table: the moment, and what was given of it."""

    def receive(self, frame: dict[str, Any]) -> int:
        """Take a frame in; the number of the table it is about, else 0."""
        kind = frame["type"]
        if kind == "welcome":
            self.person, self.purse = frame["person"], frame.get("purse", 0)
        elif kind == "purse":
            self.purse = frame["chips"]
        elif kind == "table":
            picture = frame["picture"]
            held = {**picture, "felt": picture["view"], "here": frame.get("here", [])}
            held["mine"] = own_cards(held["felt"], picture.get("mine") or {}, self.person)
            self.tables[picture["table"]] = held
            return int(picture["table"])
        elif kind == "entries":
            news = frame["news"]
            held = self.tables.setdefault(news["table"], {})
            mine = news.get("mine") or held.get("mine") or {}
            for part in ("clock", "deals"):
                held.pop(part, None)
            held.update(news)
            held["mine"] = own_cards(held["felt"], mine, self.person)
            for step in news["steps"]:
                said = step.get("calls", [])
                held["calls"] = said if step.get("begins") else [*held.get("calls", ()), *said]
            return int(news["table"])
        elif kind == "presence" and frame["table"] in self.tables:
            self.tables[frame["table"]]["here"] = frame["here"]
            return int(frame["table"])
        return 0

    def turn(self, table: int, *, optional: bool) -> Turn | None:
        """What is awaited of us at a table; each moment is given once, what we may do before what we must."""
        picture = self.tables.get(table, {})
        moment = picture.get("last"), picture.get("record")
        if self._given.get(table, ((), set()))[0] != moment:
            self._given[table] = moment, set()
        given = self._given[table][1]
        mine = [
            wait
            for wait in picture.get("waits", ())
            if wait.get("person") == self.person
            and wait.get("choices")
            and wait["kind"] not in given
            and (optional or not wait.get("optional"))
        ]
        if not mine:
            return None
        wait = next((each for each in mine if each.get("optional")), mine[0])
        given.add(wait["kind"])
        return Turn(table, wait, picture)

    def own_seat(self, table: int) -> dict[str, Any]:
        """Our seat on the felt, where we have one."""
        seats = self.tables.get(table, {}).get("felt", {}).get("seats", ())
        return next((seat for seat in seats if self.person and seat["name"] == self.person), {})

    def is_broke(self, table: int) -> bool:
        """Whether we have a seat and no chips: none before us, none at stake, none promised."""
        own = self.own_seat(table)
        if not own or own["stack"] or own["promises"]:
            return False
        felt = self.tables[table]["felt"]
        round_ = (felt.get("round") or {}) if felt.get("playing") else {}
        stakes = (*felt.get("wagers", ()), *round_.get("hands", ()), *round_.get("places", ()))
        return not any(
            self.person in (stake.get("person"), stake.get("owner")) and stake.get("hand") not in GONE
            for stake in stakes
        )

    def repeat_turn(self, table: int) -> None:
        """Give the present moment once more."""
        self._given.pop(table, None)
