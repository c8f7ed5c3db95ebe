"""Turns: a decision that the room expects from you, and the commands that it would accept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hoyle.core.errors import HoyleError

Command = dict[str, Any]
BACK: Final = "??"
"""Card that lies face down."""
GONE: Final = ("thrown in", "mucked")
"""States of a hand that is out of play."""


class Turn:
    """Pending decision of yours, with its choices.

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
        """Public view of the table."""
        self.private_cards: dict[str, list[str]] = picture.get("mine") or {}
        """Your cards, by their place on the table."""
        self.last: int = picture.get("last", 0)
        """Last record of the table: send it with the command, so that it never acts on a later turn."""

    def __repr__(self) -> str:
        """Printed form of a turn.

        >>> Turn(7, {"kind": "action", "seat": 2, "choices": [{"do": "call", "words": "call 4"}]}, {})
        <Turn at table 7: action of seat 2: call 4>
        """
        words = ", ".join(choice.get("words") or choice["do"] for choice in self.choices)
        return f"<Turn at table {self.table}: {self.kind} of seat {self.seat}: {words}>"

    @property
    def own(self) -> dict[str, Any]:
        """Your seat in the view: `stack`, `away`, `promises`."""
        seat_view: dict[str, Any] = next(
            seat for seat in self.table_view["seats"] if seat["seat"] == self.seat
        )
        return seat_view

    def names(self) -> list[str]:
        """Names of the choices: ``fold``, ``call``, ``bet``."""
        return [choice["do"] for choice in self.choices]

    def commands(self) -> Iterator[Command]:
        """Yield every choice as a command, with its minimum amounts."""
        return (self.command(choice) for choice in self.choices)

    def command(self, choice: dict[str, Any], **fields: Any) -> Command:
        """Build the command of a choice: its fixed fields, the minimum of each amount, then your fields."""
        command = {"do": choice["do"], **choice.get("given", {})}
        for bounds in choice.get("bounds", ()):
            command[bounds["field"]] = bounds["least"]
        command.update(fields)
        return command

    def find(self, do: str, **fields: Any) -> Command | None:
        """Return the command of that name, if it is offered."""
        for choice in self.choices:
            if choice["do"] == do:
                return self.command(choice, **fields)
        return None

    def first(self, *names: str) -> Command:
        """Return the first of these commands that is offered, else the first choice."""
        for name in names:
            command = self.find(name)
            if command is not None:
                return command
        if not self.choices:
            raise HoyleError(f"nothing is offered to seat {self.seat} now")
        return self.command(self.choices[0])


def own_cards(felt: dict[str, Any], mine: dict[str, list[str]], person: str) -> dict[str, list[str]]:
    """Your cards on the table: the exposed ones, and your own where the public view shows backs."""
    round_ = felt.get("round") or {}
    cards_by_place: dict[str, list[str]] = {}
    for place in (*round_.get("hands", ()), *round_.get("places", ())):
        if place.get("hand") in GONE:
            continue
        if person and person in (place.get("person"), place.get("owner")):
            own = mine.get(str(place["seat"]), [])
            cards = [
                own[index] if card == BACK and index < len(own) else card
                for index, card in enumerate(place.get("cards", ()))
            ]
            if cards:
                cards_by_place[str(place["seat"])] = cards
    return cards_by_place


class TableViews:
    """Views of the watched tables, built from frames, and the turns in them."""

    def __init__(self) -> None:
        self.person = ""
        self.purse = 0
        self.tables: dict[int, dict[str, Any]] = {}
        self._seen_turns: dict[int, tuple[tuple[Any, ...], set[str]]] = {}
        """By table: the last record, and the kinds of decision returned for it."""

    def receive(self, frame: dict[str, Any]) -> int:
        """Handle a frame; return the number of its table, else 0."""
        kind = frame["type"]
        if kind == "welcome":
            self.person, self.purse = frame["person"], frame.get("purse", 0)
        elif kind == "purse":
            self.purse = frame["chips"]
        elif kind == "table":
            picture = frame["picture"]
            view = {**picture, "felt": picture["view"], "here": frame.get("here", [])}
            view["mine"] = own_cards(view["felt"], picture.get("mine") or {}, self.person)
            self.tables[picture["table"]] = view
            return int(picture["table"])
        elif kind == "entries":
            news = frame["news"]
            view = self.tables.setdefault(news["table"], {})
            mine = news.get("mine") or view.get("mine") or {}
            for part in ("clock", "deals"):
                view.pop(part, None)
            view.update(news)
            view["mine"] = own_cards(view["felt"], mine, self.person)
            for step in news["steps"]:
                calls = step.get("calls", [])
                view["calls"] = calls if step.get("begins") else [*view.get("calls", ()), *calls]
            return int(news["table"])
        elif kind == "presence" and frame["table"] in self.tables:
            self.tables[frame["table"]]["here"] = frame["here"]
            return int(frame["table"])
        return 0

    def turn(self, table: int, *, optional: bool) -> Turn | None:
        """Return a pending decision of ours at a table, each once, optional ones first."""
        picture = self.tables.get(table, {})
        moment = picture.get("last"), picture.get("record")
        if self._seen_turns.get(table, ((), set()))[0] != moment:
            self._seen_turns[table] = moment, set()
        returned = self._seen_turns[table][1]
        own = [
            wait
            for wait in picture.get("waits", ())
            if wait.get("person") == self.person
            and wait.get("choices")
            and wait["kind"] not in returned
            and (optional or not wait.get("optional"))
        ]
        if not own:
            return None
        wait = next((decision for decision in own if decision.get("optional")), own[0])
        returned.add(wait["kind"])
        return Turn(table, wait, picture)

    def own_seat(self, table: int) -> dict[str, Any]:
        """Our seat in the view of a table; empty without one."""
        seats = self.tables.get(table, {}).get("felt", {}).get("seats", ())
        return next((seat for seat in seats if self.person and seat["name"] == self.person), {})

    def is_broke(self, table: int) -> bool:
        """Whether we have a seat and no chips: none in the stack, in play, or pending."""
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
        """Return the present decision once more."""
        self._seen_turns.pop(table, None)
