"""Rulings at a home game: one that takes a hand or chips from a player needs consent.

A host is no floorperson whom the house employs. The effect of their ruling is tried on a copy of the table:
where it kills a hand or moves chips it is proposed to the players, and carried out once all whom it costs
something, or more than half of the players, have agreed. Undoing the whole round, with all chips back where
they came from, needs no consent, and neither does a ruling without such an effect.
"""

from __future__ import annotations

from hoyle.core.errors import IllegalError
from hoyle.room.commands import table_commands
from hoyle.room.events import table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.permissions import REPORTS, staff_role_for
from hoyle.room.state import live_table_state
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.table.base import FLOOR, Table
from hoyle.table.command_base import Command, command_from_dict, to_dict

CLAUSE = "house home-game"


def rule(unit: UnitOfWork, live_table: LiveTable, command: Command) -> None:
    """Carry out a host's ruling, or propose it to the players where it needs their consent."""
    unit.room.check_neutral(live_table, unit.actor)
    affected = costs(live_table, command)
    if not affected:
        unit.run_table_command(
            live_table, command, by=staff_role_for(live_table.table, command, FLOOR), ruler=unit.actor
        )
        return
    ruling = live_table.hosting.rulings + 1
    unit.record_table_event(
        live_table,
        table_commands.ProposeRuling(command=to_dict(command)),
        table_events.RulingProposed,
        ruling=ruling,
        round=live_table.table.round_number,
        affected=affected,
        asked=sorted(name for name in live_table.seated.values() if name not in live_table.hosting.bots),
    )
    unit.created["ruling_id"] = ruling


def propose(unit: UnitOfWork, live_table: LiveTable, command: table_commands.ProposeRuling) -> None:
    """Propose a host's ruling to the players of a home game."""
    ruling_command = command_from_dict(live_table.table.COMMANDS, command.command)
    if ruling_command.name not in REPORTS:
        raise IllegalError(f"{ruling_command.name} is nothing that a host rules on", clause="house roles")
    rule(unit, live_table, ruling_command)


def consent(unit: UnitOfWork, live_table: LiveTable, command: table_commands.Consent) -> None:
    """Record a player's answer to a proposed ruling; carry it out or drop it once that is decided."""
    ruling = live_table.hosting.ruling
    if ruling is None or ruling.number != command.ruling or ruling.round != live_table.table.round_number:
        raise IllegalError(f"no ruling {command.ruling} waits for consent", clause=CLAUSE)
    if unit.actor not in ruling.asked or unit.actor not in live_table.seated.values():
        raise IllegalError(f"{unit.actor} is not asked about this ruling", clause=CLAUSE)
    if unit.actor in ruling.votes:
        raise IllegalError(f"{unit.actor} has answered already", clause=CLAUSE)
    ruling_command = command_from_dict(live_table.table.COMMANDS, ruling.command)
    affected = costs(live_table, ruling_command)
    votes = {**ruling.votes, unit.actor: command.agree}
    vote_event = unit.event(table_events.Consented, command, player=unit.actor)
    carried = is_agreed(live_table, ruling, votes, affected)
    if not carried and not _is_rejected(live_table, ruling, votes, affected):
        unit.record_table_events(live_table, command, vote_event)
        return
    closed_event = unit.event(table_events.RulingClosed, command, by=ruling.by, carried=carried)
    unit.record_table_events(live_table, command, vote_event, closed_event)
    if carried:
        unit.run_table_command(
            live_table, ruling_command, by=staff_role_for(live_table.table, ruling_command, FLOOR), ruler=ruling.by
        )


def is_agreed(
    live_table: LiveTable, ruling: live_table_state.Ruling, votes: dict[str, bool], affected: list[str]
) -> bool:
    """Whether all players whom it costs something have agreed, or more than half of those asked."""
    supporters = {name for name, agrees in votes.items() if agrees}
    if all(_voter_for(live_table, name) in supporters for name in affected):
        return True
    return 2 * len(supporters) > len(ruling.asked)


def _is_rejected(
    live_table: LiveTable, ruling: live_table_state.Ruling, votes: dict[str, bool], affected: list[str]
) -> bool:
    """Whether no further consent could carry a proposed ruling."""
    opponents = {name for name, agrees in votes.items() if not agrees}
    has_objection = any(_voter_for(live_table, name) in opponents for name in affected)
    return has_objection and 2 * (len(ruling.asked) - len(opponents)) <= len(ruling.asked)


def _voter_for(live_table: LiveTable, name: str) -> str:
    """Return the person who answers for a player: for a bot the one who seated it."""
    return live_table.sponsors.get(name, name)


def costs(live_table: LiveTable, command: Command) -> list[str]:
    """List the players from whom a ruling takes a hand or chips; none where it undoes the round."""
    table = live_table.table
    table_after = table.resume(table.checkpoint(), keep_log=False)
    table_after.do(command, staff_role_for(table_after, command, FLOOR))
    if _is_undone(live_table, table_after):
        return []
    stacks_before, stacks_after = _stacks(table), _stacks(table_after)
    live_players = set() if table.is_between_rounds() else table.live_players()
    without_hand = live_players - table_after.live_players()
    if without_hand:
        return sorted(without_hand)
    changed = {name for name, chips in stacks_before.items() if stacks_after.get(name, chips) != chips}
    if not changed:
        return []
    losers = {name for name in changed if stacks_after[name] < stacks_before[name]}
    # Chips from a pot are taken from all who play for it.
    return sorted(losers or (live_players - changed) or live_players or changed)


def _is_undone(live_table: LiveTable, table_after: Table) -> bool:
    """Whether a ruling ends the round with all stacks as they were before it."""
    if live_table.table.is_between_rounds() or not table_after.is_between_rounds():
        return False
    stacks = _stacks(table_after)
    return all(
        stacks[name] == live_table.buy_in_ledger.before.get(name, 0) + live_table.reserved_top_ups.get(name, 0)
        for name in stacks
    )


def _stacks(table: Table) -> dict[str, int]:
    roster = table.roster
    return {player.name: roster.stack(seat) for seat, player in roster.players.items()}
