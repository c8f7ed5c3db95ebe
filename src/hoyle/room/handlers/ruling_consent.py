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


def rule(draft: UnitOfWork, hosted: LiveTable, command: Command) -> None:
    """Carry a ruling out, or propose it where it needs consent."""
    draft.room.check_neutral(hosted, draft.actor)
    affected = costs(hosted, command)
    if not affected:
        draft.run_table_command(hosted, command, by=voice(hosted.table, command, FLOOR), ruler=draft.actor)
        return
    proposed = table_events.RulingProposed(
        ruling=hosted.hosting.rulings + 1,
        by=draft.actor,
        command=to_dict(command),
        round=hosted.round_number(),
        affected=affected,
        asked=sorted(name for name in hosted.seated.values() if name not in hosted.hosting.bots),
        clause=CLAUSE,
    )
    draft.record_table_events(hosted, table_events.ProposeRuling(command=to_dict(command)), proposed)
    draft.created["ruling_id"] = proposed.ruling


def propose(draft: UnitOfWork, hosted: LiveTable, command: table_events.ProposeRuling) -> None:
    """Propose a ruling to the players."""
    given = command_from_dict(hosted.table.COMMANDS, command.command)
    if given.name not in REPORTS:
        raise IllegalError(f"{given.name} is nothing that a host rules on", clause="house roles")
    rule(draft, hosted, given)


def consent(draft: UnitOfWork, hosted: LiveTable, command: table_events.Consent) -> None:
    """Record a player's answer to a proposed ruling; carry it out or drop it once that is decided."""
    ruling = hosted.hosting.ruling
    if ruling is None or ruling.number != command.ruling or ruling.round != hosted.round_number():
        raise IllegalError(f"no ruling {command.ruling} waits for consent", clause=CLAUSE)
    if draft.actor not in ruling.asked or draft.actor not in hosted.seated.values():
        raise IllegalError(f"{draft.actor} is not asked about this ruling", clause=CLAUSE)
    if draft.actor in ruling.votes:
        raise IllegalError(f"{draft.actor} has answered already", clause=CLAUSE)
    given = command_from_dict(hosted.table.COMMANDS, ruling.command)
    affected = costs(hosted, given)
    votes = {**ruling.votes, draft.actor: command.agree}
    answered = table_events.Consented(
        ruling=ruling.number, player=draft.actor, agree=command.agree, clause=CLAUSE
    )
    carried = is_agreed(hosted, ruling, votes, affected)
    if not carried and not _is_lost(hosted, ruling, votes, affected):
        draft.record_table_events(hosted, command, answered)
        return
    decided = table_events.RulingClosed(ruling=ruling.number, by=ruling.by, carried=carried, clause=CLAUSE)
    draft.record_table_events(hosted, command, answered, decided)
    if carried:
        draft.run_table_command(hosted, given, by=voice(hosted.table, given, FLOOR), ruler=ruling.by)


def is_agreed(
    hosted: LiveTable, ruling: table_events.Ruling, votes: dict[str, bool], affected: list[str]
) -> bool:
    """Whether all players whom it costs something have agreed, or more than half of those asked."""
    agreed = {name for name, agrees in votes.items() if agrees}
    return all(_speaker(hosted, name) in agreed for name in affected) or 2 * len(agreed) > len(ruling.asked)


def _is_lost(
    hosted: LiveTable, ruling: table_events.Ruling, votes: dict[str, bool], affected: list[str]
) -> bool:
    """Whether no further consent could carry the ruling."""
    against = {name for name, agrees in votes.items() if not agrees}
    objected = any(_speaker(hosted, name) in against for name in affected)
    return objected and 2 * (len(ruling.asked) - len(against)) <= len(ruling.asked)


def _speaker(hosted: LiveTable, name: str) -> str:
    """Return the person who answers for a player: for a bot the one who seated it."""
    return hosted.sponsors.get(name, name)


def costs(hosted: LiveTable, command: Command) -> list[str]:
    """Players from whom a ruling takes a hand or chips; empty where it takes none or undoes the round."""
    table: Any = hosted.table
    after: Any = table.resume(table.checkpoint(), keep_log=False)
    after.do(command, voice(after, command, FLOOR))
    if _is_undone(hosted, after):
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


def _is_undone(hosted: LiveTable, after: Table) -> bool:
    """Whether a ruling ends the round with all stacks as they were before it."""
    if hosted.table.is_between_rounds() or not after.is_between_rounds():
        return False
    has = _stacks(after)
    return all(has[name] == hosted.book.before.get(name, 0) + hosted.promised.get(name, 0) for name in has)


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
