"""Rulings at a home game: one that takes a hand or chips from a player needs consent.

A host is no floorperson whom the house employs. The effect of their ruling is tried on a copy of the table:
where it kills a hand or moves chips it is proposed to the players, and carried out once all whom it costs
something, or more than half of the players, have agreed. Undoing the whole round, with all chips back where
they came from, needs no consent, and neither does a ruling without such an effect.
"""

from __future__ import annotations

from typing import Any

from hoyle.core.errors import IllegalError
from hoyle.room.events import table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import REPORTS, voice
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.table.base import FLOOR, Table
from hoyle.table.command_base import Command, command_from_dict, to_dict

CLAUSE = "house home-game"


def rule(unit_of_work: UnitOfWork, live_table: LiveTable, command: Command) -> None:
    """Carry a ruling out, or propose it where it needs consent."""
    unit_of_work.room.check_neutral(live_table, unit_of_work.actor)
    affected = costs(live_table, command)
    if not affected:
        unit_of_work.run_table_command(
            live_table, command, by=voice(live_table.table, command, FLOOR), ruler=unit_of_work.actor
        )
        return
    proposed = table_events.RulingProposed(
        ruling=live_table.hosting.rulings + 1,
        by=unit_of_work.actor,
        command=to_dict(command),
        round=live_table.round_number(),
        affected=affected,
        asked=sorted(name for name in live_table.seated.values() if name not in live_table.hosting.bots),
        clause=CLAUSE,
    )
    unit_of_work.record_table_events(
        live_table, table_events.ProposeRuling(command=to_dict(command)), proposed
    )
    unit_of_work.created["ruling_id"] = proposed.ruling


def propose(unit_of_work: UnitOfWork, live_table: LiveTable, command: table_events.ProposeRuling) -> None:
    """Propose a ruling to the players."""
    given = command_from_dict(live_table.table.COMMANDS, command.command)
    if given.name not in REPORTS:
        raise IllegalError(f"{given.name} is nothing that a host rules on", clause="house roles")
    rule(unit_of_work, live_table, given)


def consent(unit_of_work: UnitOfWork, live_table: LiveTable, command: table_events.Consent) -> None:
    """Record a player's answer to a proposed ruling; carry it out or drop it once that is decided."""
    ruling = live_table.hosting.ruling
    if ruling is None or ruling.number != command.ruling or ruling.round != live_table.round_number():
        raise IllegalError(f"no ruling {command.ruling} waits for consent", clause=CLAUSE)
    if unit_of_work.actor not in ruling.asked or unit_of_work.actor not in live_table.seated.values():
        raise IllegalError(f"{unit_of_work.actor} is not asked about this ruling", clause=CLAUSE)
    if unit_of_work.actor in ruling.votes:
        raise IllegalError(f"{unit_of_work.actor} has answered already", clause=CLAUSE)
    given = command_from_dict(live_table.table.COMMANDS, ruling.command)
    affected = costs(live_table, given)
    votes = {**ruling.votes, unit_of_work.actor: command.agree}
    answered = table_events.Consented(
        ruling=ruling.number, player=unit_of_work.actor, agree=command.agree, clause=CLAUSE
    )
    carried = is_agreed(live_table, ruling, votes, affected)
    if not carried and not _is_lost(live_table, ruling, votes, affected):
        unit_of_work.record_table_events(live_table, command, answered)
        return
    decided = table_events.RulingClosed(ruling=ruling.number, by=ruling.by, carried=carried, clause=CLAUSE)
    unit_of_work.record_table_events(live_table, command, answered, decided)
    if carried:
        unit_of_work.run_table_command(
            live_table, given, by=voice(live_table.table, given, FLOOR), ruler=ruling.by
        )


def is_agreed(
    live_table: LiveTable, ruling: table_events.Ruling, votes: dict[str, bool], affected: list[str]
) -> bool:
    """Whether all players whom it costs something have agreed, or more than half of those asked."""
    agreed = {name for name, agrees in votes.items() if agrees}
    return all(_speaker(live_table, name) in agreed for name in affected) or 2 * len(agreed) > len(
        ruling.asked
    )


def _is_lost(
    live_table: LiveTable, ruling: table_events.Ruling, votes: dict[str, bool], affected: list[str]
) -> bool:
    """Whether no further consent could carry the ruling."""
    against = {name for name, agrees in votes.items() if not agrees}
    objected = any(_speaker(live_table, name) in against for name in affected)
    return objected and 2 * (len(ruling.asked) - len(against)) <= len(ruling.asked)


def _speaker(live_table: LiveTable, name: str) -> str:
    """Return the person who answers for a player: for a bot the one who seated it."""
    return live_table.sponsors.get(name, name)


def costs(live_table: LiveTable, command: Command) -> list[str]:
    """Players from whom a ruling takes a hand or chips; empty where it takes none or undoes the round."""
    table: Any = live_table.table
    after: Any = table.resume(table.checkpoint(), keep_log=False)
    after.do(command, voice(after, command, FLOOR))
    if _is_undone(live_table, after):
        return []
    had, has = _stacks(table), _stacks(after)
    live = set() if table.is_between_rounds() else _live(table)
    killed = live - _live(after)
    if killed:
        return sorted(killed)
    moved = {name for name, chips in had.items() if has.get(name, chips) != chips}
    if not moved:
        return []
    lost = {name for name in moved if has[name] < had[name]}
    # Chips from a pot are taken from all who play for it.
    return sorted(lost or (live - moved) or live or moved)


def _is_undone(live_table: LiveTable, after: Table) -> bool:
    """Whether a ruling ends the round with all stacks as they were before it."""
    if live_table.table.is_between_rounds() or not after.is_between_rounds():
        return False
    has = _stacks(after)
    return all(
        has[name] == live_table.book.before.get(name, 0) + live_table.promised.get(name, 0) for name in has
    )


def _stacks(table: Table) -> dict[str, int]:
    roster = table.roster
    return {player.name: roster.stack(seat) for seat, player in roster.players.items()}


def _live(table: Any) -> set[str]:
    """Players with a live hand, in the current or last round."""
    shown = getattr(table.view(""), "round", None)
    if shown is None:
        return set()
    if hasattr(shown, "hands"):
        return {hand.person for hand in shown.hands if hand.live and hand.person}
    return {place.owner for place in shown.positions if not place.folded}
