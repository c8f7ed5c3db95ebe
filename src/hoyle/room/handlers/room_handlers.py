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


def find_person(unit: UnitOfWork, name: str, *, former: bool = False) -> Person:
    """Return the account with this name; refuse an unknown one, and a deleted one unless `former`."""
    person = unit.room.state.people.get(name)
    if person is None or (person.kind == FORMER and not former):
        raise IllegalError(f"{abbreviate(name)} is not known here")
    return person


def grant_role(unit: UnitOfWork, command: room_commands.GrantRole) -> None:
    """Grant a role of the house to a member."""
    person = find_person(unit, command.player)
    check_grantable(command.role)
    if person.kind != MEMBER:
        raise IllegalError(f"{person.name} is a {person.kind}: roles are for members", clause="house roles")
    if command.role in person.roles:
        raise IllegalError(f"{person.name} is {command.role} already", clause="house roles")
    unit.record_room_event(command, room_events.RoleChanged, on=True)


def revoke_role(unit: UnitOfWork, command: room_commands.RevokeRole) -> None:
    """Revoke a role of the house, except from the last manager."""
    person = find_person(unit, command.player)
    check_grantable(command.role)
    if command.role not in person.roles:
        raise IllegalError(f"{person.name} is not {command.role}", clause="house roles")
    if command.role == MANAGER:
        check_not_last_manager(unit.room.state, person)
    unit.record_room_event(command, room_events.RoleChanged, on=False)


def check_not_last_manager(state: RoomState, person: Person) -> None:
    """Refuse to remove the last manager of the room."""
    managers = [member for member in state.people.values() if MANAGER in member.roles]
    if managers == [person]:
        raise IllegalError(f"{person.name} is the last manager", clause="house roles")


def check_grantable(role: str) -> None:
    """Refuse a text that is no role which managers grant."""
    if role not in GRANTED:
        raise InvalidError(f"role {abbreviate(role)}: expected one of {', '.join(GRANTED)}")


_RESTRICTIONS: Final[dict[type[Command], tuple[str, bool, str]]] = {
    room_commands.SuspendPerson: ("disabled", True, "house conduct"),
    room_commands.ReinstatePerson: ("disabled", False, "house conduct"),
    room_commands.Mute: ("muted", True, "house chat"),
    room_commands.Unmute: ("muted", False, "house chat"),
}
"""Attribute of a person that each command switches on or off, with the clause."""


def restrict_person(unit: UnitOfWork, command: Any) -> None:
    """Suspend or mute a person, or end that; a suspended one leaves their seats after the rounds being played."""
    what, on, clause = _RESTRICTIONS[type(command)]
    person = find_person(unit, command.player)
    if getattr(person, what) == on:
        raise IllegalError(f"{person.name} is {what} already" if on else f"{person.name} is not {what}")
    if isinstance(command, room_commands.SuspendPerson):
        _check_reason(command.why)
        for live_table in unit.room.tables.values():
            remove_after_round(unit, live_table, person.name)
    unit.record_room_event(command, room_events.PersonRestricted, what=what, on=on, clause=clause)


def _check_reason(why: str) -> None:
    if not why:
        raise InvalidError("why '': expected a reason")


def remove_after_round(unit: UnitOfWork, live_table: LiveTable, name: str) -> bool:
    """Make a player leave a table after its round; return False if they have no seat or leave already."""
    seat = live_table.table.roster.seat_of(name)
    if not seat or live_table.table.roster.find_deferred_request(name, "leave") is not None:
        return False
    unit.run_table_command(live_table, Leave(seat=seat), by=FLOOR)
    return True


def block(unit: UnitOfWork, command: room_commands.Block) -> None:
    """Hide another person's chat from the sender of the command."""
    find_person(unit, command.player)
    if command.player in unit.room.state.people[unit.actor].blocked:
        raise IllegalError(f"{command.player} is blocked already")
    unit.record_room_event(command, room_events.Blocked, on=True)


def unblock(unit: UnitOfWork, command: room_commands.Unblock) -> None:
    """Show the chat of a blocked person to the sender of the command again."""
    if command.player not in unit.room.state.people[unit.actor].blocked:
        raise IllegalError(f"{command.player} is not blocked")
    unit.record_room_event(command, room_events.Blocked, on=False)


# The cage


def issue_chips(unit: UnitOfWork, command: room_commands.IssueChips) -> None:
    """Issue cage chips to a person for money."""
    person = find_person(unit, command.player)
    if person.kind == BOT:
        raise IllegalError(f"{person.name} is a bot: bots get no chips from the cage", clause="house cashier")
    if not command.chips:
        raise IllegalError("chips 0: nothing is issued", clause="house cashier")
    _check_not_own_account(unit, person)
    unit.record_room_event(command, room_events.ChipsIssued)


def redeem_chips(unit: UnitOfWork, command: room_commands.RedeemChips) -> None:
    """Redeem cage chips for money; play chips never came in for money."""
    person = find_person(unit, command.player, former=True)
    _check_not_own_account(unit, person)
    if not command.chips:
        raise IllegalError("chips 0: nothing is redeemed", clause="house cashier")
    unit.room.ledger.check(deposit(person.name), command.chips)
    unit.record_room_event(command, room_events.ChipsRedeemed)


def _check_not_own_account(unit: UnitOfWork, person: Person) -> None:
    """Refuse a cashier who would issue or redeem chips for themselves or their second account."""
    state = unit.room.state
    if state.account_owner(person.name) == state.account_owner(unit.actor):
        raise IllegalError(f"{unit.actor} does not serve an account of their own", clause="house cashier")


# Tables


def open_table(unit: UnitOfWork, command: room_commands.OpenTable) -> None:
    """Open a public table of the house."""
    _open_with_settings(unit, command, parse_settings(command.settings), host="")


def open_home_game(unit: UnitOfWork, command: room_commands.OpenHomeGame) -> None:
    """Open a home game, whose host is the sender of the command."""
    count = unit.room.count_home_games(unit.actor)
    if count >= MAX_HOME_GAMES:
        raise IllegalError(f"{unit.actor} has {count} home games open: close one first")
    settings = parse_settings({**command.settings, "private": True})
    _open_with_settings(unit, command, settings, host=unit.actor)


def _open_with_settings(
    unit: UnitOfWork,
    command: room_commands.OpenTable | room_commands.OpenHomeGame,
    settings: TableSettings,
    *,
    host: str,
) -> None:
    """Open a table with its sign and settings, after trying the sign on a table outside the room."""
    room = unit.room
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
    unit.record_room_event(
        command,
        room_events.TableOpened,
        table=number,
        title=settings.title or f"table {number}",
        book=trial_table.book_id,
        private=settings.private,
        fund=fund,
        jackpot=jackpot_terms if fund else {},
    )
    code = home_code(unit.context.entropy(12)) if host else ""
    set_up = table_commands.SetUpTable(
        settings=settings.to_dict(), kind=kind.KIND, game=command.game, host=host, code=code
    )
    record_set_up(unit, live_table, set_up)
    unit.run_table_command(live_table, open_command, by=FLOOR)
    unit.created["table_id"] = number
    if code:
        unit.created["invite_code"] = code


def _check_may_open(state: RoomState, game: str) -> None:
    """Refuse a new table where the room has too many, or the game is disabled."""
    open_tables = sum(not listing.closed for listing in state.tables.values())
    if open_tables >= MAX_TABLES:
        raise IllegalError(f"the room has {open_tables} tables: that is all it has")
    if game in state.disabled_games:
        raise IllegalError(f"{game} is not dealt for the time being")


def record_set_up(unit: UnitOfWork, live_table: LiveTable, command: table_commands.SetUpTable) -> None:
    """Record the settings of a new table, before its sign is posted."""
    unit.record_table_event(live_table, command, table_events.TableSetUp)


def disable_game(unit: UnitOfWork, command: room_commands.DisableGame) -> None:
    """Stop dealing a game after the rounds being played."""
    table_class_for(command.game)
    if command.game in unit.room.state.disabled_games:
        raise IllegalError(f"{command.game} is disabled already")
    _record_availability(unit, command, on=False)


def enable_game(unit: UnitOfWork, command: room_commands.EnableGame) -> None:
    """Deal a disabled game again."""
    if command.game not in unit.room.state.disabled_games:
        raise IllegalError(f"{abbreviate(command.game)} is not disabled")
    _record_availability(unit, command, on=True)


def _record_availability(unit: UnitOfWork, command: Command, *, on: bool) -> None:
    unit.record_room_event(command, room_events.GameAvailabilityChanged, on=on)
    for live_table in unit.room.tables.values():
        unit.room.reschedule(live_table)


def report_play(unit: UnitOfWork, command: room_commands.ReportPlay) -> None:
    """Record a report of suspicious play in the room's stream, where no player can see it."""
    if command.player not in unit.room.state.people:
        raise IllegalError(f"{abbreviate(command.player)} is not known here")
    if not command.why:
        raise InvalidError("why '': describe what looks suspicious")
    if command.table not in unit.room.state.tables:
        raise IllegalError(f"there is no table {command.table}")
    unit.record_room_event(command, room_events.PlayReported)


def access_hands(unit: UnitOfWork, command: room_commands.AccessHands) -> None:
    """Record that an auditor reads finished rounds, before they do."""
    live_table = unit.room.tables.get(command.table)
    if live_table is None:
        raise IllegalError(f"there is no table {command.table}")
    _check_reason(command.why)
    # The next deck may be shuffled already: records after the last finished round are not read.
    if not 1 <= command.first <= command.last <= live_table.last_finished_record:
        raise IllegalError(
            f"records {command.first} to {command.last}: only rounds that are over are read",
            clause="house audit",
            legal=f"1 to {live_table.last_finished_record}" if live_table.last_finished_record else "none yet",
        )
    record_access(unit, command)


def record_access(unit: UnitOfWork, command: room_commands.AccessHands) -> None:
    """Record which records of a table an auditor reads, and why."""
    if command.table not in unit.room.state.tables or not 1 <= command.first <= command.last:
        raise IllegalError(f"there are no records {command.first} to {command.last}")
    unit.record_room_event(command, room_events.HandsAccessed, auditor=unit.actor)


def share_hand(unit: UnitOfWork, command: room_commands.ShareHand) -> None:
    """Share a hand by a link; whether the player took part, and it is over, is checked at each visit."""
    shares = unit.room.state.shares
    if command.table not in unit.room.state.tables:
        raise IllegalError(f"there is no table {command.table}", clause="house history")
    if command.code in shares:
        raise IllegalError("that link is given out already", clause="house history", legal="another code")
    if sum(share.player == unit.actor for share in shares.values()) >= MAX_SHARES:
        raise IllegalError(
            f"{unit.actor} has given out {MAX_SHARES} links", clause="house history", legal="take one back first"
        )
    unit.record_room_event(command, room_events.HandShared, player=unit.actor)


def unshare_hand(unit: UnitOfWork, command: room_commands.UnshareHand) -> None:
    """Revoke the link to a hand that the sender of the command has shared."""
    share = unit.room.state.shares.get(command.code)
    if share is None or share.player != unit.actor:
        raise IllegalError("there is no such link of yours", clause="house history")
    unit.record_room_event(command, room_events.HandUnshared, player=unit.actor)


HANDLERS: Final[dict[type[Command], Callable[[UnitOfWork, Any], None]]] = {
    room_commands.GrantRole: grant_role,
    room_commands.RevokeRole: revoke_role,
    room_commands.IssueChips: issue_chips,
    room_commands.RedeemChips: redeem_chips,
    room_commands.OpenTable: open_table,
    room_commands.OpenHomeGame: open_home_game,
    **dict.fromkeys(_RESTRICTIONS, restrict_person),
    room_commands.DisableGame: disable_game,
    room_commands.EnableGame: enable_game,
    room_commands.Block: block,
    room_commands.Unblock: unblock,
    room_commands.ReportPlay: report_play,
    room_commands.AccessHands: access_hands,
    room_commands.ShareHand: share_hand,
    room_commands.UnshareHand: unshare_hand,
}
