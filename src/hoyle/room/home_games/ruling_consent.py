"""Rulings at a home game: what takes a hand or chips from somebody is agreed to before it is carried out.

A host is no floorperson whom the house employs. What their ruling would do is found out at a copy of the
table: where it kills a hand or moves chips it is proposed to the players, and carried out once those whom it
costs something have agreed, or more than half of the players have. A plain undo of the round, with all chips
back where they came from, needs nobody's consent, and neither does what changes nothing of this kind.
"""

from __future__ import annotations

from typing import Any

from hoyle.core.errors import IllegalError
from hoyle.room.auth.permissions import REPORTS, voice
from hoyle.room.events import table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.table.base import FLOOR, Table
from hoyle.table.command_base import Command, command_from_dict, to_dict

CLAUSE = "house home-game"


def rule(draft: UnitOfWork, hosted: LiveTable, command: Command) -> None:
    """Carry a ruling out, or propose it where somebody has to agree."""
    draft.room.check_neutral(hosted, draft.actor)
    concerned = costs(hosted, command)
    if not concerned:
        draft.run_table_command(hosted, command, by=voice(hosted.table, command, FLOOR), ruler=draft.actor)
        return
    proposed = table_events.RulingProposed(
        ruling=hosted.hosting.rulings + 1,
        by=draft.actor,
        command=to_dict(command),
        round=hosted.round_number(),
        affected=concerned,
        asked=sorted(name for name in hosted.seated.values() if name not in hosted.hosting.bots),
        clause=CLAUSE,
    )
    draft.record_table_events(hosted, table_events.ProposeRuling(command=to_dict(command)), proposed)
    draft.given["ruling"] = proposed.ruling


def propose(draft: UnitOfWork, hosted: LiveTable, command: table_events.ProposeRuling) -> None:
    """A ruling that was asked for as a proposal."""
    given = command_from_dict(hosted.table.COMMANDS, command.command)
    if given.name not in REPORTS:
        raise IllegalError(f"{given.name} is nothing that a host rules on", clause="house roles")
    rule(draft, hosted, given)


def consent(draft: UnitOfWork, hosted: LiveTable, command: table_events.Consent) -> None:
    """Somebody agrees to what is proposed, or objects; what enough have agreed to is carried out."""
    ruling = hosted.hosting.ruling
    if ruling is None or ruling.number != command.ruling or ruling.round != hosted.round_number():
        raise IllegalError(f"no ruling {command.ruling} waits for anybody", clause=CLAUSE)
    if draft.actor not in ruling.asked or draft.actor not in hosted.seated.values():
        raise IllegalError(f"{draft.actor} is not asked about this ruling", clause=CLAUSE)
    if draft.actor in ruling.votes:
        raise IllegalError(f"{draft.actor} has answered already", clause=CLAUSE)
    given = command_from_dict(hosted.table.COMMANDS, ruling.command)
    concerned = costs(hosted, given)
    votes = {**ruling.votes, draft.actor: command.agree}
    answered = table_events.Consented(
        ruling=ruling.number, player=draft.actor, agree=command.agree, clause=CLAUSE
    )
    carried = is_agreed(hosted, ruling, votes, concerned)
    if not carried and not _is_lost(hosted, ruling, votes, concerned):
        draft.record_table_events(hosted, command, answered)
        return
    gone = table_events.RulingGone(ruling=ruling.number, by=ruling.by, carried=carried, clause=CLAUSE)
    draft.record_table_events(hosted, command, answered, gone)
    if carried:
        draft.run_table_command(hosted, given, by=voice(hosted.table, given, FLOOR), ruler=ruling.by)


def is_agreed(
    hosted: LiveTable, ruling: table_events.Ruling, votes: dict[str, bool], concerned: list[str]
) -> bool:
    """Whether all whom it costs something have agreed, or more than half of those who were asked."""
    agreed = {name for name, agrees in votes.items() if agrees}
    return all(_speaker(hosted, name) in agreed for name in concerned) or 2 * len(agreed) > len(ruling.asked)


def _is_lost(
    hosted: LiveTable, ruling: table_events.Ruling, votes: dict[str, bool], concerned: list[str]
) -> bool:
    """Whether nobody's consent could carry it any more."""
    against = {name for name, agrees in votes.items() if not agrees}
    objected = any(_speaker(hosted, name) in against for name in concerned)
    return objected and 2 * (len(ruling.asked) - len(against)) <= len(ruling.asked)


def _speaker(hosted: LiveTable, name: str) -> str:
    """Who speaks for somebody at the table: for a bot whoever had it sit down."""
    return hosted.sponsors.get(name, name)


def costs(hosted: LiveTable, command: Command) -> list[str]:
    """Whom a ruling takes a hand or chips from; empty where it takes nothing, or undoes the whole round."""
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
    # Chips that went to some out of a pot come from all who play for it.
    return sorted(lost or (live - moved) or live or moved)


def _is_undone(hosted: LiveTable, after: Table) -> bool:
    """Whether a ruling ends the round with everybody's chips as they were before it."""
    if hosted.table.is_between_rounds() or not after.is_between_rounds():
        return False
    has = _stacks(after)
    return all(has[name] == hosted.book.before.get(name, 0) + hosted.promised.get(name, 0) for name in has)


def _stacks(table: Table) -> dict[str, int]:
    company = table.roster
    return {player.name: company.stack(seat) for seat, player in company.players.items()}


def _live(table: Any) -> set[str]:
    """Who has a hand that counts, in the round being played or the last one."""
    shown = getattr(table.view(""), "round", None)
    if shown is None:
        return set()
    if hasattr(shown, "hands"):
        return {hand.person for hand in shown.hands if hand.live and hand.person}
    return {place.owner for place in shown.places if not place.folded}
