"""Procedures to prompt for and log: opening, decks, counts, the dealer's calls.

None of them is decided by cards or chips. A sign that says ``required`` holds up the next deal until they are
done; otherwise `prompts` only says what is due.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoyle.errors import HouseRulingNeeded, IllegalError, InvalidError
from hoyle.poker.actions import due
from hoyle.poker.irregularities import rule_irregularity
from hoyle.table.fields import row, whole, words
from hoyle.table.poker.deck_events import (
    DecksBrought,
    DecksRotated,
    OpeningStep,
    ShufflerFailed,
    StubCounted,
    TableIdle,
)
from hoyle.table.poker.entry import TableEvent
from hoyle.table.poker.events import Entry, Recorded, TimeTold

if TYPE_CHECKING:
    from hoyle.table.poker.table import Table


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something that is due, and by which clause."""

    text: str
    clause: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


class Records:
    """The table's book of procedures."""

    def __init__(self, table: Table) -> None:
        self._table = table

    # What is due

    def tell_time(self, minute: int) -> list[Prompt]:
        """Tell the table the time of day in minutes; it answers with what is due."""
        if whole(minute, "minute") < max(self._table.state.minute, 0):
            raise InvalidError(f"minute {minute} is before minute {self._table.state.minute}")
        self._table.emit(TimeTold(minute=minute, clause="house clock"))
        return self.prompts()

    def prompts(self) -> list[Prompt]:
        """Everything that is due now."""
        return [*self._calls(), *self._opening_due(), *self._decks_due(), *self._list_due()]

    def _calls(self) -> list[Prompt]:
        call = self.call()
        return [Prompt(call, self._table.book.procedures.announce)] if call else []

    def _opening_due(self) -> list[Prompt]:
        state = self._table.state
        found: list[Prompt] = []
        if state.spread == "down" and len(state.players) >= 2:
            found.append(Prompt("turn the spread decks face up", self._table.book.procedures.idle_table))
        return found + [Prompt(f"opening: {step}", clause) for step, clause in self.steps_left()]

    def _decks_due(self) -> list[Prompt]:
        procedures, state = self._table.book.procedures, self._table.state
        found: list[Prompt] = []
        if procedures.decks and len(state.rack.decks) < 2:
            found.append(Prompt("bring a second deck", procedures.decks))
        if self.rotation_due():
            hours = procedures.rotation_hours
            found.append(Prompt(f"rotate the decks: {hours.value} hours are over", hours.clause))
        if self.count_due():
            found.append(Prompt("count the stub or the deck", procedures.stub_count_minutes.clause))
        return found

    def _list_due(self) -> list[Prompt]:
        table = self._table
        free = [seat for seat in range(1, table.sign.most_seats() + 1) if seat not in table.state.players]
        if not table.state.waiting or not free:
            return []
        return [Prompt(f"seat {free[0]} is open for {table.state.waiting[0]}", table.waiting.clause)]

    def rotation_due(self) -> bool:
        hours, state = self._table.book.procedures.rotation_hours.value, self._table.state
        return bool(hours) and state.minute - state.rotated_at >= 60 * hours

    def count_due(self) -> bool:
        """Only where no machine shuffles."""
        minutes, state = self._table.book.procedures.stub_count_minutes.value, self._table.state
        return bool(minutes) and not self._table.sign.shuffler and state.minute - state.counted_at >= minutes

    def check_ready(self, *, cut: bool) -> None:
        """Refuse the next deal while a procedure that the sign requires is not done."""
        table = self._table
        if table.sign.procedures != "required":
            return
        missing = [*self._opening_due(), *self._decks_due()]
        rule = table.book.procedures.cut
        if not cut and rule.clause:
            missing.append(Prompt("cut the deck", rule.clause))
        if missing:
            raise IllegalError(
                f"before the deal: {missing[0]}", clause=missing[0].clause, legal=missing[0].text
            )

    # Opening and idle tables

    def steps_left(self) -> list[tuple[str, str]]:
        """Opening steps that are still to be done, with their clauses."""
        procedures = self._table.book.procedures
        method = "machine" if self._table.sign.shuffler else "manual"
        steps = list(procedures.opening)
        if steps and method in procedures.first_deck:
            steps[-1] = (steps[-1][0], procedures.first_deck[method])
        if self._table.state.opened:
            return []
        done = list(self._table.state.opening)
        if self._table.state.rack.preshuffled:
            done.append("wash")
        return [step for step in steps if step[0] not in done]

    def opening(self, step: str, *, by: str = "") -> list[Entry]:
        """Do the next step of the opening procedure; they come in the book's order."""
        left = self.steps_left()
        procedures, state = self._table.book.procedures, self._table.state
        if not left:
            raise IllegalError(f"nothing is left to do for the opening, not even {step!r}")
        due_step, clause = left[0]
        if step != due_step:
            raise IllegalError(
                f"{step!r} is not next: {due_step} is ({clause})", clause=clause, legal=due_step
            )
        inspectors = procedures.inspected_by
        if step == "wash" and len(state.players) < inspectors.value:
            raise IllegalError(
                f"{len(state.players)} players could inspect the decks; {inspectors.value} must before "
                f"they are washed ({inspectors.clause})",
                clause=inspectors.clause,
                legal=f"{inspectors.value} players",
            )
        return self._emit(OpeningStep(step=step, by=by, clause=clause))

    def idle(self, spread: str = "up") -> list[Entry]:
        """No play: both decks are spread, and the wash has to be done again before the next round."""
        if spread not in ("up", "down"):
            raise InvalidError(f"decks lie spread face up or down, not {spread!r}")
        if self._table.playing:
            raise IllegalError(f"round {self._table.state.number} is being played; the table is not idle")
        procedures = self._table.book.procedures
        names = [step for step, _ in procedures.opening]
        undone = names[names.index("wash") :] if "wash" in names else []
        clause = procedures.idle_table or "house idle-table"
        return self._emit(TableIdle(spread=spread, undone=undone, clause=clause))

    def turn_spread_up(self) -> list[Entry]:
        """Turn a face-down spread up, for the first two players to inspect."""
        state = self._table.state
        if state.spread != "down":
            raise IllegalError("no deck lies spread face down")
        clause = self._table.book.procedures.idle_table or "house idle-table"
        return self._emit(TableIdle(spread="up", undone=[], clause=clause))

    # Decks

    def bring_deck(self, deck: str) -> list[Entry]:
        """A new deck comes to the table."""
        rack = self._table.state.rack
        words(deck, "deck")
        if deck in rack.decks or deck in rack.retired:
            raise IllegalError(f"deck {deck!r} was at this table already")
        clause = self._table.book.procedures.decks or self._table.book.procedures.deck.clause
        return self._emit(DecksBrought(decks=[deck], clause=clause))

    def rotate_decks(self, decks: Sequence[str]) -> list[Entry]:
        """Rotate all decks opened for the table: these are in use from now on."""
        self._between_rounds("rotate the decks")
        decks = [words(deck, "deck") for deck in row(decks, "decks", "names")]
        hours = self._table.book.procedures.rotation_hours
        if len(set(decks)) < 2:
            raise IllegalError(
                f"decks {', '.join(decks)}: two that can be told apart are needed ({hours.clause})"
            )
        minute = max(self._table.state.minute, 0)
        clause = hours.clause or self._table.book.procedures.decks or "house decks"
        return self._emit(DecksRotated(minute=minute, decks=list(decks), clause=clause))

    def count_stub(self, counted: int) -> list[Entry]:
        """Count the stub, or between rounds the deck; a wrong count takes the deck off the table."""
        table = self._table
        whole(counted, "counted", least=0)
        round_ = table.floor.current_round() if table.playing else None
        expected = table.book.procedures.deck.value if round_ is None else round_.state.stub()
        facts = {"counted": counted, "expected": expected, "in_round": round_ is not None}
        ruling = rule_irregularity(table.book, table.sign.game, "stub-count", facts)
        if ruling.needs_house and counted != expected:
            raise HouseRulingNeeded(f"{table.book.id} has no rule on a wrong count: the house must rule")
        clause = table.book.floor.stub_count or "house decks"
        mark = len(table.log)
        table.emit(
            StubCounted(minute=max(table.state.minute, 0), counted=counted, expected=expected, clause=clause)
        )
        if counted != expected:
            table.floor.wrong_count_of_deck(ruling, facts)
        return table.log[mark:]

    def shuffler_failed(self, how: str) -> list[Entry]:
        """The shuffling machine jammed, stopped or did not finish: shuffle again."""
        self._between_rounds("shuffle")
        table = self._table
        if not table.sign.shuffler:
            raise IllegalError("no shuffling machine is in use at this table")
        ruling = rule_irregularity(table.book, table.sign.game, "shuffler-failure")
        if ruling.needs_house:
            raise HouseRulingNeeded(f"{table.book.id} has no rule on a shuffler that fails")
        return self._emit(ShufflerFailed(how=how, clause=ruling.clause))

    # The dealer

    def call(self) -> str:
        """What the dealer announces now: whose turn it is and what he may do; empty if nobody's."""
        round_ = self._table.round
        if round_ is None or not self._table.playing or not round_.actor:
            return ""
        return f"seat {round_.actor}, {round_.awaiting}: {due(round_)}"

    def announce(self) -> list[Entry]:
        """Log that the dealer has announced the action and the player's options."""
        call = self.call()
        if not call:
            raise IllegalError("nobody is to act: there is nothing to announce")
        clause = self._table.book.procedures.announce or "house dealer"
        return self._emit(Recorded(what="announced", detail=call, by="dealer", clause=clause))

    def _between_rounds(self, what: str) -> None:
        if self._table.playing:
            raise IllegalError(f"cannot {what}: round {self._table.state.number} is being played")

    def _emit(self, event: TableEvent) -> list[Entry]:
        mark = len(self._table.log)
        self._table.emit(event)
        return self._table.log[mark:]
