"""Turns and table views of a client: decisions that the room expects, and the commands it accepts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hoyle.core.errors import HoyleError

Command = dict[str, Any]
BACK: Final = "??"
"""Card that lies face down."""
OUT_OF_PLAY: Final = ("thrown in", "mucked")
"""States of a hand that is out of play."""


class Turn:
    """Pending decision of a client's player, with its choices.

    >>> wait = {"decision": "action", "seat": 2, "choices": [{"do": "check", "label": "check"}]}
    >>> Turn(7, wait, {}).seat
    2
    """

    def __init__(self, table: int, pending: dict[str, Any], view: dict[str, Any]) -> None:
        self.table = table
        self.decision: str = pending["decision"]
        self.seat: int = pending.get("seat", 0)
        self.clause: str = pending.get("clause", "")
        self.optional: bool = pending.get("optional", False)
        self.choices: list[dict[str, Any]] = list(pending.get("choices", ()))
        self.public_view: dict[str, Any] = view.get("public_view") or view.get("view") or {}
        """Public view of the table."""
        self.own_cards: dict[str, list[str]] = view.get("own_cards") or {}
        """Your cards, by their place on the table."""
        self.version: int = view.get("version", 0)
        """Number of the table's last event: the `expected_version` of a command that answers this turn."""

    def __repr__(self) -> str:
        """Return the printed form of a turn: table, decision, seat and choices.

        >>> Turn(7, {"decision": "action", "seat": 2, "choices": [{"do": "call", "label": "call 4"}]}, {})
        <Turn at table 7: action of seat 2: call 4>
        """
        labels = ", ".join(choice.get("label") or choice["do"] for choice in self.choices)
        return f"<Turn at table {self.table}: {self.decision} of seat {self.seat}: {labels}>"

    @property
    def own(self) -> dict[str, Any]:
        """Seat of the player in the view: `stack`, `sitting_out`, `after_round`."""
        seat_view: dict[str, Any] = next(seat for seat in self.public_view["seats"] if seat["seat"] == self.seat)
        return seat_view

    def names(self) -> list[str]:
        """Return the names of the commands on offer: ``fold``, ``call``, ``bet``."""
        return [choice["do"] for choice in self.choices]

    def commands(self) -> Iterator[Command]:
        """Yield every choice of a turn as a command, with its minimum amounts."""
        return (self.command(choice) for choice in self.choices)

    def command(self, choice: dict[str, Any], **fields: Any) -> Command:
        """Build the command of a choice: its fixed fields, the minimum of each amount, then your fields."""
        command = {"do": choice["do"], **choice.get("fixed", {})}
        for bounds in choice.get("bounds", ()):
            command[bounds["field"]] = bounds["min"]
        command.update(fields)
        return command

    def find(self, do: str, **fields: Any) -> Command | None:
        """Return the command of that name, or None if the turn does not offer it."""
        for choice in self.choices:
            if choice["do"] == do:
                return self.command(choice, **fields)
        return None

    def first(self, *names: str) -> Command:
        """Return the first of these commands that the turn offers, else its first choice."""
        for name in names:
            command = self.find(name)
            if command is not None:
                return command
        if not self.choices:
            raise HoyleError(f"nothing is offered to seat {self.seat} now")
        return self.command(self.choices[0])


def own_cards(view: dict[str, Any], dealt: dict[str, list[str]], person: str) -> dict[str, list[str]]:
    """Return your cards on the table: the exposed ones, and those that the public view shows as backs."""
    round_ = view.get("round") or {}
    cards_by_place: dict[str, list[str]] = {}
    for place in (*round_.get("hands", ()), *round_.get("positions", ())):
        if place.get("hand_state") in OUT_OF_PLAY:
            continue
        if person and person in (place.get("person"), place.get("owner")):
            own_hand = dealt.get(str(place["seat"]), [])
            cards = [
                own_hand[index] if card == BACK and index < len(own_hand) else card
                for index, card in enumerate(place.get("cards", ()))
            ]
            if cards:
                cards_by_place[str(place["seat"])] = cards
    return cards_by_place


class TableViews:
    """Views of the tables that a client watches, built from frames, and the turns in them."""

    def __init__(self) -> None:
        self.person = ""
        self.wallet = 0
        self.tables: dict[int, dict[str, Any]] = {}
        self._seen_turns: dict[int, tuple[tuple[Any, ...], set[str]]] = {}
        """By table: the last record, and the kinds of decision returned for it."""

    def receive(self, frame: dict[str, Any]) -> int:
        """Update the table views with a frame; return the number of its table, else 0."""
        kind = frame["type"]
        if kind == "welcome":
            self.person, self.wallet = frame["person"], frame.get("wallet", 0)
        elif kind == "wallet":
            self.wallet = frame["chips"]
        elif kind == "table":
            return self._replace_view(frame)
        elif kind == "events":
            return self._update_view(frame["update"])
        elif kind == "presence" and frame["table_id"] in self.tables:
            self.tables[frame["table_id"]]["connected"] = frame["connected"]
            return int(frame["table_id"])
        return 0

    def _replace_view(self, frame: dict[str, Any]) -> int:
        """Replace the view of a table by the snapshot of a frame; return its number."""
        snapshot = frame["snapshot"]
        view = {**snapshot, "public_view": snapshot["view"], "connected": frame.get("connected", [])}
        view["own_cards"] = own_cards(view["public_view"], snapshot.get("own_cards") or {}, self.person)
        self.tables[view["table_id"]] = view
        return int(view["table_id"])

    def _update_view(self, update: dict[str, Any]) -> int:
        """Update the view of a table with the steps since the last frame; return its number."""
        view = self.tables.setdefault(update["table_id"], {})
        dealt = update.get("own_cards") or view.get("own_cards") or {}
        # An update without these keys has no clock running, no deal scheduled and no short stacks.
        for key in ("clock", "next_deal_at", "short_stacks"):
            view.pop(key, None)
        view.update(update)
        view["own_cards"] = own_cards(view["public_view"], dealt, self.person)
        for step in update["steps"]:
            earlier = [] if step.get("begins_round") else view.get("narration", ())
            view["narration"] = [*earlier, *step.get("narration", ())]
        return int(update["table_id"])

    def turn(self, table: int, *, optional: bool) -> Turn | None:
        """Return a pending decision of the player at a table, each once, optional ones first."""
        view = self.tables.get(table, {})
        revision = view.get("version"), view.get("record")
        seen_revision, seen_decisions = self._seen_turns.get(table, ((), set()))
        if seen_revision != revision:
            seen_decisions = set()
            self._seen_turns[table] = revision, seen_decisions
        candidates = [
            pending
            for pending in view.get("pending", ())
            if pending.get("person") == self.person
            and pending.get("choices")
            and pending["decision"] not in seen_decisions
            and (optional or not pending.get("optional"))
        ]
        if not candidates:
            return None
        pending = next((decision for decision in candidates if decision.get("optional")), candidates[0])
        seen_decisions.add(pending["decision"])
        return Turn(table, pending, view)

    def own_seat(self, table: int) -> dict[str, Any]:
        """Return the player's seat in the view of a table; empty without one."""
        seats = self.tables.get(table, {}).get("public_view", {}).get("seats", ())
        return next((seat for seat in seats if self.person and seat["name"] == self.person), {})

    def is_broke(self, table: int) -> bool:
        """Whether the player has a seat and too few chips to be dealt in: in the stack, in play, and pending."""
        own_seat = self.own_seat(table)
        if not own_seat or own_seat["after_round"]:
            return False
        shown = self.tables[table]
        if own_seat["stack"] and own_seat["seat"] not in {short["seat"] for short in shown.get("short_stacks", ())}:
            return False
        view = shown["public_view"]
        round_ = (view.get("round") or {}) if view.get("playing") else {}
        stakes = (*view.get("wagers", ()), *round_.get("hands", ()), *round_.get("positions", ()))
        return not any(
            self.person in (stake.get("person"), stake.get("owner")) and stake.get("hand_state") not in OUT_OF_PLAY
            for stake in stakes
        )

    def repeat_turn(self, table: int) -> None:
        """Make `turn` return the current decision at a table once more."""
        self._seen_turns.pop(table, None)
