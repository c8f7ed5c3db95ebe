"""Room handlers: decide roles, suspensions, muting, cage chips, new tables, disabled games, shared hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import structs

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.room.commands import room_commands, table_commands
from hoyle.room.events import room_events, table_events
from hoyle.room.handlers import jackpot_funds
from hoyle.room.home_games.invite_codes import home_code
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.live_table.table_settings import TableSettings, parse_settings
from hoyle.room.permissions import GRANTED, MANAGER
from hoyle.room.state.room_state import BOT, FORMER, MEMBER, Person, RoomState
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.storage.account_names import deposit
from hoyle.table.base import FLOOR
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.kind_registry import table_class_for
from hoyle.table.seats import Leave

MAX_TABLES: Final = 200_000
"""Enough for a million people, and few enough for every node to know all of them."""
MAX_HOME_GAMES: Final = 5
"""Home games that one host may have open at once."""
MAX_SHARES: Final = 200
"""Links to shared hands that one player may have."""


# People


def find_person(unit_of_work: UnitOfWork, name: str, *, former: bool = False) -> Person:
    """Return the account with this name; refuse an unknown one, and a deleted one unless `former`."""
    person = unit_of_work.room.state.people.get(name)
    if person is None or (person.kind == FORMER and not former):
        raise IllegalError(f"{abbreviate(name)} is not known here")
    return person


def grant_role(unit_of_work: UnitOfWork, command: room_commands.GrantRole) -> None:
    """Grant a role of the house to a member."""
    person = find_person(unit_of_work, command.player)
    check_grantable(command.role)
    if person.kind != MEMBER:
        raise IllegalError(f"{person.name} is a {person.kind}: roles are for members", clause="house roles")
    if command.role in person.roles:
        raise IllegalError(f"{person.name} is {command.role} already", clause="house roles")
    unit_of_work.record_room_events(
        command,
        room_events.RoleChanged(player=person.name, role=command.role, on=True, why=command.why, clause="house roles"),
    )


def revoke_role(unit_of_work: UnitOfWork, command: room_commands.RevokeRole) -> None:
    """Revoke a role of the house, except from the last manager."""
    person = find_person(unit_of_work, command.player)
    check_grantable(command.role)
    if command.role not in person.roles:
        raise IllegalError(f"{person.name} is not {command.role}", clause="house roles")
    if command.role == MANAGER:
        check_not_last_manager(unit_of_work.room.state, person)
    unit_of_work.record_room_events(
        command,
        room_events.RoleChanged(player=person.name, role=command.role, on=False, why=command.why, clause="house roles"),
    )


def check_not_last_manager(state: RoomState, person: Person) -> None:
    """Refuse to remove the last manager of the room."""
    managers = [member for member in state.people.values() if MANAGER in member.roles]
    if managers == [person]:
        raise IllegalError(f"{person.name} is the last manager", clause="house roles")


def check_grantable(role: str) -> None:
    """Refuse a text that is no role which managers grant."""
    if role not in GRANTED:
        raise InvalidError(f"role {abbreviate(role)}: expected one of {', '.join(GRANTED)}")


def suspend_person(unit_of_work: UnitOfWork, command: room_commands.SuspendPerson) -> None:
    """Bar a person from new seats; they leave their seats after the rounds being played."""
    person = find_person(unit_of_work, command.player)
    if person.disabled:
        raise IllegalError(f"{person.name} is disabled already")
    if not command.why:
        raise InvalidError("why '': expected a reason")
    for live_table in unit_of_work.room.tables.values():
        remove_after_round(unit_of_work, live_table, person.name)
    _record_restriction(unit_of_work, command, "disabled", on=True, clause="house conduct")


def _record_restriction(
    unit_of_work: UnitOfWork,
    command: room_commands.SuspendPerson | room_commands.ReinstatePerson | room_commands.Mute | room_commands.Unmute,
    what: str,
    *,
    on: bool,
    clause: str,
) -> None:
    """Record that a person is disabled or muted from now on, or no longer."""
    unit_of_work.record_room_events(
        command, room_events.PersonRestricted(player=command.player, what=what, on=on, why=command.why, clause=clause)
    )


def remove_after_round(unit_of_work: UnitOfWork, live_table: LiveTable, name: str) -> bool:
    """Make a player leave a table after its round; return False if they have no seat or leave already."""
    seat = live_table.table.roster.seat_of(name)
    if not seat or live_table.table.roster.find_deferred_request(name, "leave") is not None:
        return False
    unit_of_work.run_table_command(live_table, Leave(seat=seat), by=FLOOR)
    return True


def reinstate_person(unit_of_work: UnitOfWork, command: room_commands.ReinstatePerson) -> None:
    """Let a suspended person take seats again."""
    person = find_person(unit_of_work, command.player)
    if not person.disabled:
        raise IllegalError(f"{person.name} is not disabled")
    _record_restriction(unit_of_work, command, "disabled", on=False, clause="house conduct")


def mute(unit_of_work: UnitOfWork, command: room_commands.Mute) -> None:
    """Bar a person from chat."""
    person = find_person(unit_of_work, command.player)
    if person.muted:
        raise IllegalError(f"{person.name} is muted already")
    _record_restriction(unit_of_work, command, "muted", on=True, clause="house chat")


def unmute(unit_of_work: UnitOfWork, command: room_commands.Unmute) -> None:
    """Let a muted person chat again."""
    person = find_person(unit_of_work, command.player)
    if not person.muted:
        raise IllegalError(f"{person.name} is not muted")
    _record_restriction(unit_of_work, command, "muted", on=False, clause="house chat")


def block(unit_of_work: UnitOfWork, command: room_commands.Block) -> None:
    """Hide another person's chat from the sender of the command."""
    find_person(unit_of_work, command.player)
    if command.player in unit_of_work.room.state.people[unit_of_work.actor].blocked:
        raise IllegalError(f"{command.player} is blocked already")
    unit_of_work.record_room_events(
        command, room_events.Blocked(by=unit_of_work.actor, player=command.player, on=True, clause="house chat")
    )


def unblock(unit_of_work: UnitOfWork, command: room_commands.Unblock) -> None:
    """Show the chat of a blocked person to the sender of the command again."""
    if command.player not in unit_of_work.room.state.people[unit_of_work.actor].blocked:
        raise IllegalError(f"{command.player} is not blocked")
    unit_of_work.record_room_events(
        command, room_events.Blocked(by=unit_of_work.actor, player=command.player, on=False, clause="house chat")
    )


# The cage


def issue_chips(unit_of_work: UnitOfWork, command: room_commands.IssueChips) -> None:
    """Issue cage chips to a person for money."""
    person = find_person(unit_of_work, command.player)
    if person.kind == BOT:
        raise IllegalError(f"{person.name} is a bot: bots get no chips from the cage", clause="house cashier")
    if not command.chips:
        raise IllegalError("chips 0: nothing is issued", clause="house cashier")
    _check_not_own_account(unit_of_work, person)
    unit_of_work.record_room_events(
        command,
        room_events.ChipsIssued(player=person.name, chips=command.chips, why=command.why, clause="house cashier"),
    )


def redeem_chips(unit_of_work: UnitOfWork, command: room_commands.RedeemChips) -> None:
    """Redeem cage chips for money; play chips never came in for money."""
    person = find_person(unit_of_work, command.player, former=True)
    _check_not_own_account(unit_of_work, person)
    if not command.chips:
        raise IllegalError("chips 0: nothing is redeemed", clause="house cashier")
    unit_of_work.room.ledger.check(deposit(person.name), command.chips)
    unit_of_work.record_room_events(
        command,
        room_events.ChipsRedeemed(player=person.name, chips=command.chips, why=command.why, clause="house cashier"),
    )


def _check_not_own_account(unit_of_work: UnitOfWork, person: Person) -> None:
    """Refuse a cashier who would issue or redeem chips for themselves or their second account."""
    state = unit_of_work.room.state
    if state.account_owner(person.name) == state.account_owner(unit_of_work.actor):
        raise IllegalError(f"{unit_of_work.actor} does not serve an account of their own", clause="house cashier")


# Tables


def open_table(unit_of_work: UnitOfWork, command: room_commands.OpenTable) -> None:
    """Open a public table of the house."""
    _open_with_settings(unit_of_work, command, parse_settings(command.settings), host="")


def open_home_game(unit_of_work: UnitOfWork, command: room_commands.OpenHomeGame) -> None:
    """Open a home game, whose host is the sender of the command."""
    count = unit_of_work.room.count_home_games(unit_of_work.actor)
    if count >= MAX_HOME_GAMES:
        raise IllegalError(f"{unit_of_work.actor} has {count} home games open: close one first")
    settings = parse_settings({**command.settings, "private": True})
    _open_with_settings(unit_of_work, command, settings, host=unit_of_work.actor)


def _open_with_settings(
    unit_of_work: UnitOfWork,
    command: room_commands.OpenTable | room_commands.OpenHomeGame,
    settings: TableSettings,
    *,
    host: str,
) -> None:
    """Open a table with its sign and settings, after trying the sign on a table outside the room."""
    room = unit_of_work.room
    _check_may_open(room.state, command.game)
    if settings.private and not host:
        raise InvalidError("private True: a home game is opened by its host")
    kind = table_class_for(command.game)
    open_command = command_from_dict(kind.COMMANDS, kind.opening_fields(command.game, command.sign))
    # A sign that the book forbids is refused before anything is written.
    trial_table = kind(keep_log=False)
    trial_table.do(open_command, FLOOR)
    jackpot_terms = jackpot_funds.posted_jackpot(trial_table, settings)
    if host:
        jackpot_funds.check_home_game(jackpot_terms, settings)
    fund = jackpot_funds.fund_for_table(room.state, trial_table, settings)
    if fund != settings.jackpot_fund:
        # Recorded as if it had been requested, so that a replay does not depend on the other funds.
        settings = structs.replace(settings, jackpot_fund=fund)
        command = structs.replace(command, settings={**command.settings, "jackpot_fund": fund})
    number = max(room.state.tables, default=0) + 1
    live_table = room.tables[number] = LiveTable(number)
    unit_of_work.record_room_events(
        command,
        room_events.TableOpened(
            table=number,
            title=settings.title or f"table {number}",
            game=command.game,
            book=trial_table.book_id,
            private=settings.private,
            fund=fund,
            jackpot=jackpot_terms if fund else {},
            clause="house tables",
        ),
    )
    code = home_code(unit_of_work.context.entropy(12)) if host else ""
    fields = {"kind": kind.KIND, "game": command.game, "host": host, "code": code}
    set_up = table_commands.SetUpTable(settings=settings.to_dict(), **fields)
    record_set_up(unit_of_work, live_table, set_up)
    unit_of_work.run_table_command(live_table, open_command, by=FLOOR)
    unit_of_work.created["table_id"] = number
    if code:
        unit_of_work.created["invite_code"] = code


def _check_may_open(state: RoomState, game: str) -> None:
    """Refuse a new table where the room has too many, or the game is disabled."""
    open_tables = sum(not listing.closed for listing in state.tables.values())
    if open_tables >= MAX_TABLES:
        raise IllegalError(f"the room has {open_tables} tables: that is all it has")
    if game in state.disabled_games:
        raise IllegalError(f"{game} is not dealt for the time being")


def record_set_up(unit_of_work: UnitOfWork, live_table: LiveTable, command: table_commands.SetUpTable) -> None:
    """Record the settings of a new table, before its sign is posted."""
    fields = {name: getattr(command, name) for name in ("settings", "kind", "game", "host", "code")}
    set_up = table_events.TableSetUp(**fields, clause="house tables")
    unit_of_work.record_table_events(live_table, command, set_up)


def disable_game(unit_of_work: UnitOfWork, command: room_commands.DisableGame) -> None:
    """Stop dealing a game after the rounds being played."""
    table_class_for(command.game)
    if command.game in unit_of_work.room.state.disabled_games:
        raise IllegalError(f"{command.game} is disabled already")
    unit_of_work.record_room_events(
        command,
        room_events.GameAvailabilityChanged(game=command.game, on=False, why=command.why, clause="house tables"),
    )
    _reschedule_all(unit_of_work)


def enable_game(unit_of_work: UnitOfWork, command: room_commands.EnableGame) -> None:
    """Deal a disabled game again."""
    if command.game not in unit_of_work.room.state.disabled_games:
        raise IllegalError(f"{abbreviate(command.game)} is not disabled")
    unit_of_work.record_room_events(
        command, room_events.GameAvailabilityChanged(game=command.game, on=True, why=command.why, clause="house tables")
    )
    _reschedule_all(unit_of_work)


def _reschedule_all(unit_of_work: UnitOfWork) -> None:
    """Update the due times of all tables, since a game is dealt or not dealt from now on."""
    for live_table in unit_of_work.room.tables.values():
        unit_of_work.room.reschedule(live_table)


def report_play(unit_of_work: UnitOfWork, command: room_commands.ReportPlay) -> None:
    """Record a report of suspicious play in the room's stream, where no player can see it."""
    if command.player not in unit_of_work.room.state.people:
        raise IllegalError(f"{abbreviate(command.player)} is not known here")
    if not command.why:
        raise InvalidError("why '': say what looks wrong")
    if command.table not in unit_of_work.room.state.tables:
        raise IllegalError(f"there is no table {command.table}")
    unit_of_work.record_room_events(
        command,
        room_events.PlayReported(
            by=unit_of_work.actor,
            player=command.player,
            table=command.table,
            round=command.round,
            why=command.why,
            clause="house conduct",
        ),
    )


def access_hands(unit_of_work: UnitOfWork, command: room_commands.AccessHands) -> None:
    """Record that an auditor reads finished rounds, before they do."""
    live_table = unit_of_work.room.tables.get(command.table)
    if live_table is None:
        raise IllegalError(f"there is no table {command.table}")
    if not command.why:
        raise InvalidError("why '': expected a reason")
    # The next deck may be shuffled already: records after the last finished round are not read.
    if not 1 <= command.first <= command.last <= live_table.last_finished_record:
        raise IllegalError(
            f"records {command.first} to {command.last}: only rounds that are over are read",
            clause="house audit",
            legal=f"1 to {live_table.last_finished_record}" if live_table.last_finished_record else "none yet",
        )
    record_access(unit_of_work, command)


def record_access(unit_of_work: UnitOfWork, command: room_commands.AccessHands) -> None:
    """Record which records of a table an auditor reads, and why."""
    if command.table not in unit_of_work.room.state.tables or not 1 <= command.first <= command.last:
        raise IllegalError(f"there are no records {command.first} to {command.last}")
    unit_of_work.record_room_events(
        command,
        room_events.HandsAccessed(
            auditor=unit_of_work.actor,
            table=command.table,
            first=command.first,
            last=command.last,
            why=command.why,
            clause="house audit",
        ),
    )


def share_hand(unit_of_work: UnitOfWork, command: room_commands.ShareHand) -> None:
    """Share a hand by a link; whether the player took part, and it is over, is checked at each visit."""
    shares = unit_of_work.room.state.shares
    if command.table not in unit_of_work.room.state.tables:
        raise IllegalError(f"there is no table {command.table}", clause="house history")
    if command.code in shares:
        raise IllegalError("that link is given out already", clause="house history", legal="another code")
    if sum(share.player == unit_of_work.actor for share in shares.values()) >= MAX_SHARES:
        raise IllegalError(
            f"{unit_of_work.actor} has given out {MAX_SHARES} links",
            clause="house history",
            legal="take one back first",
        )
    unit_of_work.record_room_events(
        command,
        room_events.HandShared(
            player=unit_of_work.actor,
            table=command.table,
            first=command.first,
            code=command.code,
            whole=command.whole,
            clause="house history",
        ),
    )


def unshare_hand(unit_of_work: UnitOfWork, command: room_commands.UnshareHand) -> None:
    """Revoke the link to a hand that the sender of the command has shared."""
    share = unit_of_work.room.state.shares.get(command.code)
    if share is None or share.player != unit_of_work.actor:
        raise IllegalError("there is no such link of yours", clause="house history")
    unit_of_work.record_room_events(
        command, room_events.HandUnshared(player=unit_of_work.actor, code=command.code, clause="house history")
    )


HANDLERS: Final[dict[type[Command], Callable[[UnitOfWork, Any], None]]] = {
    room_commands.GrantRole: grant_role,
    room_commands.RevokeRole: revoke_role,
    room_commands.IssueChips: issue_chips,
    room_commands.RedeemChips: redeem_chips,
    room_commands.OpenTable: open_table,
    room_commands.OpenHomeGame: open_home_game,
    room_commands.SuspendPerson: suspend_person,
    room_commands.ReinstatePerson: reinstate_person,
    room_commands.DisableGame: disable_game,
    room_commands.EnableGame: enable_game,
    room_commands.Mute: mute,
    room_commands.Unmute: unmute,
    room_commands.Block: block,
    room_commands.Unblock: unblock,
    room_commands.ReportPlay: report_play,
    room_commands.AccessHands: access_hands,
    room_commands.ShareHand: share_hand,
    room_commands.UnshareHand: unshare_hand,
}
