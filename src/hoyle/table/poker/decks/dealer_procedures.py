"""Dealer procedures: opening steps, deck rotation, stub counts, and which of them are due.

None of them depends on cards or chips. A sign that says ``required`` holds up the next deal until they are
done; otherwise `due_procedures` only lists them.
"""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError, illegal
from hoyle.games.poker.action_parser import prompt_for_actor
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.rulebooks import VERSION
from hoyle.table.base import DEALER
from hoyle.table.disputes import NoteRecorded
from hoyle.table.poker import commands
from hoyle.table.poker.decks import deck_events
from hoyle.table.poker.events import TableOpened
from hoyle.table.poker.floor.floor_finding import FloorFinding, carry_out, log_ruling
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.rounds.round_end import retire_deck
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.seats import first_in_line


@dataclass(frozen=True, slots=True)
class DueProcedure:
    """Dealer procedure that is due, with its clause."""

    text: str
    clause: str
    do: str = ""
    """Command that performs it; empty if no single one does."""

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


# Due procedures


def due_procedures(table: PokerTableBase) -> list[DueProcedure]:
    """Return every dealer procedure that is due now."""
    due = [*_opening_due(table), *_decks_due(table)]
    if announcement := dealer_announcement(table):
        due.insert(0, DueProcedure(announcement, table.book.procedures.announce))
    free, first = table.free_seat(), first_in_line(table.state)
    if first and free:
        due.append(DueProcedure(f"seat {free} is open for {first}", table.seat_rules().list_clause))
    return due


def dealer_announcement(table: PokerTableBase) -> str:
    """Return the dealer's announcement: whose turn it is and their options; empty if no player is to act."""
    if not table.playing:
        return ""
    round_ = table.playing_round()
    return f"seat {round_.actor}, {round_.pending}: {prompt_for_actor(round_)}" if round_.actor else ""


def _opening_due(table: PokerTableBase) -> list[DueProcedure]:
    state = table.state
    due: list[DueProcedure] = []
    if state.spread == "down" and len(state.players) >= 2:
        clause = table.book.procedures.idle_table or "house idle-table"
        due.append(DueProcedure("turn the spread decks face up", clause, "turn-spread-up"))
    steps = remaining_opening_steps(table)
    return due + [DueProcedure(f"opening: {step}", clause, "opening-step") for step, clause in steps]


def _decks_due(table: PokerTableBase) -> list[DueProcedure]:
    procedures, state = table.book.procedures, table.state
    due: list[DueProcedure] = []
    if procedures.decks and len(state.rack.decks) < 2:
        due.append(DueProcedure("bring a second deck", procedures.decks, "bring-deck"))
    if rotation_due(table):
        hours = procedures.rotation_hours
        due.append(DueProcedure(f"rotate the decks: {hours.value} hours are over", hours.clause, "rotate-decks"))
    if count_due(table):
        clause = procedures.stub_count_minutes.clause
        due.append(DueProcedure("count the stub or the deck", clause, "count-stub"))
    return due


def rotation_due(table: PokerTableBase) -> bool:
    """Whether the decks have been in use for as many hours as the book allows."""
    hours, state = table.book.procedures.rotation_hours.value, table.state
    return bool(hours) and state.minute - state.rotated_at >= 60 * hours


def count_due(table: PokerTableBase) -> bool:
    """Whether a stub count is due, which it is only where no machine shuffles."""
    minutes, state = table.book.procedures.stub_count_minutes.value, table.state
    return bool(minutes) and not table.sign.shuffler and state.minute - state.counted_at >= minutes


def blocking_procedures(table: PokerTableBase, *, cut: bool) -> list[DueProcedure]:
    """Return the procedures that must be done before the next deal, where the sign requires them."""
    if table.sign.procedures != "required":
        return []
    due = [*_opening_due(table), *_decks_due(table)]
    rule = table.book.procedures.cut
    if not cut and rule.clause:
        due.append(DueProcedure("cut the deck", rule.clause))
    return due


def check_ready(table: PokerTableBase, *, cut: bool) -> None:
    """Refuse the next deal while a procedure that the sign requires is not done."""
    blocking = blocking_procedures(table, cut=cut)
    if blocking:
        raise IllegalError(f"before the deal: {blocking[0]}", clause=blocking[0].clause, legal=blocking[0].text)


def remaining_opening_steps(table: PokerTableBase) -> list[tuple[str, str]]:
    """List the steps of opening the table still to be done, each with its clause."""
    if table.state.opened:
        return []
    done = list(table.state.opening)
    if table.state.rack.preshuffled:
        done.append("wash")
    return [step for step in opening_steps(table) if step[0] not in done]


def opening_steps(table: PokerTableBase) -> list[tuple[str, str]]:
    """List the steps of opening the table (inspect, spread, wash), each with its clause."""
    procedures = table.book.procedures
    method = "machine" if table.sign.shuffler else "manual"
    steps = list(procedures.opening)
    if steps and method in procedures.first_deck:
        steps[-1] = (steps[-1][0], procedures.first_deck[method])
    return steps


# Opening and idle tables


def open_table(table: PokerTableBase, command: commands.OpenTable, by: str) -> None:
    """Open the table: the first command of its log."""
    if table.state.posted_sign is not None:
        raise IllegalError("the table is open already")
    sign = PostedSign.read(command.sign)
    book = table.state.alternative_book or sign.rulebook
    sign.cited_lines(book)
    # A sign that no round could be played by is refused here, not at the first deal.
    for players in range(2, sign.most_seats(book) + 1):
        sign.rules(players, sign.small, sign.big, book=book)
    procedures = book.procedures
    names = command.decks
    if procedures.decks and len(set(names)) < 2:
        raise illegal(
            procedures.decks,
            f"decks {', '.join(names) or 'none'}: two that can be distinguished stay at the table",
            legal="two decks with different names",
        )
    if not names:
        raise InvalidError("decks: a table needs a deck")
    table.emit(TableOpened(sign=sign, rules=VERSION, clause=procedures.signs or book.wagers.notice))
    table.emit(deck_events.DecksBrought(decks=list(names), clause=procedures.decks or procedures.deck.clause))
    manual_clause = procedures.manual_shuffle or procedures.shuffle
    method, clause = ("machine", procedures.shuffle) if sign.shuffler else ("manual", manual_clause)
    table.emit(NoteRecorded(what="shuffle method", detail=method, clause=clause))


def opening_step(table: PokerTableBase, command: commands.OpeningStep, by: str) -> None:
    steps, step = remaining_opening_steps(table), command.step
    if not steps:
        raise IllegalError(f"nothing is left to do for the opening, not even {step!r}")
    due_step, clause = steps[0]
    if step != due_step:
        raise illegal(clause, f"{step!r} is not next: {due_step} is", legal=due_step)
    done_by = command.done_by or by
    inspectors = table.book.procedures.inspected_by
    player_count = len(table.state.players)
    if step == "wash" and player_count < inspectors.value:
        raise illegal(
            inspectors.clause,
            f"{player_count} players could inspect the decks; {inspectors.value} must before they are washed",
            legal=f"{inspectors.value} players",
        )
    table.emit(deck_events.OpeningStepDone(step=step, by=done_by, clause=clause))


def opened_by(table: PokerTableBase, step: str) -> str:
    """Return who directs or verifies an opening step; the dealer does the others."""
    role = table.book.procedures.opening_by.get(step)
    return DEALER if role is None else role.value[0]


def idle(table: PokerTableBase, command: commands.Idle, by: str) -> None:
    if command.spread not in ("up", "down"):
        raise InvalidError(f"spread {command.spread!r}: decks lie up or down")
    if table.playing:
        raise IllegalError(f"round {table.state.number} is being played; the table is not idle")
    procedures = table.book.procedures
    names = [step for step, _ in procedures.opening]
    steps_to_repeat = names[names.index("wash") :] if "wash" in names else []
    clause = procedures.idle_table or "house idle-table"
    table.emit(deck_events.TableIdle(spread=command.spread, undone=steps_to_repeat, clause=clause))


def turn_spread_up(table: PokerTableBase, command: commands.TurnSpreadUp, by: str) -> None:
    if table.state.spread != "down":
        raise IllegalError("no deck lies spread face down")
    clause = table.book.procedures.idle_table or "house idle-table"
    table.emit(deck_events.TableIdle(spread="up", undone=[], clause=clause))


# Decks


def bring_deck(table: PokerTableBase, command: commands.BringDeck, by: str) -> None:
    rack = table.state.rack
    if not command.deck:
        raise InvalidError("deck '': a deck needs a name")
    if command.deck in rack.decks or command.deck in rack.retired:
        raise IllegalError(f"deck {command.deck!r} was at this table already")
    clause = table.book.procedures.decks or table.book.procedures.deck.clause
    table.emit(deck_events.DecksBrought(decks=[command.deck], clause=clause))


def new_decks(table: PokerTableBase, count: int) -> list[str]:
    """Return names for decks that have not been at this table."""
    rack = table.state.rack
    number = len(rack.decks) + len(rack.retired) + 1
    names: list[str] = []
    while len(names) < count:
        name = f"deck {number}"
        if name not in rack.decks and name not in rack.retired:
            names.append(name)
        number += 1
    return names


def rotate_decks(table: PokerTableBase, command: commands.RotateDecks, by: str) -> None:
    """Replace the decks in use by others: at least two that can be distinguished."""
    if table.playing:
        raise IllegalError(f"cannot rotate the decks: round {table.state.number} is being played")
    hours = table.book.procedures.rotation_hours
    decks = list(command.decks)
    if len(set(decks)) < 2 or len(set(decks)) < len(decks) or "" in decks:
        raise IllegalError(f"decks {', '.join(decks)}: two that can be distinguished are needed ({hours.clause})")
    retired = [deck for deck in decks if deck in table.state.rack.retired]
    if retired:
        raise IllegalError(f"deck {retired[0]!r} has left this table for good")
    minute = max(table.state.minute, 0)
    clause = hours.clause or table.book.procedures.decks or "house decks"
    table.emit(deck_events.DecksRotated(minute=minute, decks=decks, clause=clause))


def count_stub(table: PokerTableBase, command: commands.CountStub, by: str) -> None:
    counted = command.counted
    if not table.state.rack.decks:
        decks = table.book.procedures.decks
        raise illegal(decks, "no deck is left at the table", legal="bring a deck")
    round_ = table.playing_round() if table.playing else None
    expected = table.book.procedures.deck.value if round_ is None else round_.state.stub()
    facts = {"counted": counted, "expected": expected, "in_round": round_ is not None}
    ruling = rule_irregularity(table.book, table.sign.game, "stub-count", facts)
    if ruling.needs_house and counted != expected:
        raise HouseRulingRequired(f"{table.book.id} has no rule on a wrong count: the house must rule")
    clause = table.book.floor.stub_count or "house decks"
    minute = max(table.state.minute, 0)
    table.emit(deck_events.StubCounted(minute=minute, counted=counted, expected=expected, clause=clause))
    if counted == expected:
        return
    log_ruling(table, FloorFinding("stub-count", facts, ruling, by))
    if table.playing:
        carry_out(table, "stub-count", ruling)
        table.collect_round_events()
    else:
        retire_deck(table, "wrong count", ruling.clause)


def shuffler_failed(table: PokerTableBase, command: commands.ShufflerFailed, by: str) -> None:
    if not table.sign.shuffler:
        raise IllegalError("no shuffling machine is in use at this table")
    ruling = rule_irregularity(table.book, table.sign.game, "shuffler-failure")
    if ruling.needs_house:
        raise HouseRulingRequired(f"{table.book.id} has no rule on a shuffler that fails")
    deck = _deck_in_shuffler(table, ruling.clause)
    table.emit(deck_events.ShufflerFailed(how=command.how, deck=deck, clause=ruling.clause))


def _deck_in_shuffler(table: PokerTableBase, clause: str) -> str:
    """Return the deck that the machine holds: while a round is played, the other one."""
    decks = table.state.rack.decks
    if table.playing:
        decks = decks[1:] if table.book.procedures.alternate else []
    if not decks:
        raise illegal(clause, "the shuffling machine holds no deck now")
    return decks[0]


def announce(table: PokerTableBase, command: commands.Announce, by: str) -> None:
    announcement = dealer_announcement(table)
    if not announcement:
        raise IllegalError("no player is to act: there is nothing to announce")
    clause = table.book.procedures.announce or "house dealer"
    table.emit(NoteRecorded(what="announced", detail=announcement, by="dealer", clause=clause))
