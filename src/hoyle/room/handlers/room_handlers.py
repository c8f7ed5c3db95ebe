"""Room handlers: decide roles, cage chips, new tables, disabled games, muting and shared hands."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import json, structs

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.room import player_names, room_state
from hoyle.room.events import table_events
from hoyle.room.handlers import jackpot_funds
from hoyle.room.home_games.invite_codes import home_code
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.live_table.table_settings import TableSettings, parse_settings
from hoyle.room.permissions import GRANTED, MANAGER
from hoyle.room.room_state import BOT, FORMER, GUEST, MEMBER, Person, RoomState
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.storage.account_names import deposit
from hoyle.table.base import FLOOR, Table
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.field_types import abbreviate
from hoyle.table.kind_registry import table_class_for
from hoyle.table.poker.table import PokerTable
from hoyle.table.seats import Leave

MAX_TABLES: Final = 200_000
"""Enough for a million people, and few enough for every node to know all of them."""
MAX_HOME_GAMES: Final = 5
"""Home games that one host may have open at once."""
MAX_SECOND_ACCOUNTS: Final = 10
"""Accounts that one member may vouch for."""
MAX_SHARES: Final = 200
"""Links to shared hands that one player may have."""


# People


def check_name(state: RoomState, name: str, kind: str = GUEST) -> None:
    """Refuse a name that is taken, reserved or too similar to another."""
    player_names.check_name(name, bot=kind == BOT)
    skeleton = player_names.name_skeleton(name)
    if state.reserved(skeleton) is not None:
        raise IllegalError(
            f"{name} is reserved: whoever it is for has a code", clause="house names", legal="another name"
        )
    _check_not_taken(state, name)


def _check_not_taken(state: RoomState, name: str) -> None:
    owner = state.looks.get(player_names.name_skeleton(name))
    if owner is not None and not state.people[owner].free:
        reason = "taken" if owner == name else f"too similar to {owner}, who is already here"
        raise IllegalError(f"{name} is {reason}", clause="house names", legal="another name")


def enter(
    unit_of_work: UnitOfWork,
    name: str,
    *,
    kind: str = GUEST,
    chips: int = 0,
    session: str = "",
    sponsor: str = "",
) -> None:
    """Add a new guest or bot to the room, with play chips."""
    state = unit_of_work.room.state
    check_name(state, name, kind)
    if sponsor:
        _check_sponsor(state, sponsor)
    unit_of_work.record_room_events(
        room_state.Enter(player=name, chips=chips, kind=kind, session=session, sponsor=sponsor),
        _entered_event(unit_of_work, name, kind=kind, chips=chips, session=session, sponsor=sponsor),
    )


def _entered_event(unit_of_work: UnitOfWork, name: str, **fields: Any) -> room_state.Entered:
    return room_state.Entered(player=name, time=unit_of_work.moment.now, **fields, clause="house promotions")


def _check_sponsor(state: RoomState, sponsor: str) -> None:
    """Refuse a sponsor who is no member, is a second account, or vouches for too many."""
    person = state.people.get(sponsor)
    if person is None or person.kind != MEMBER or person.sponsor:
        raise IllegalError(
            f"{sponsor} is no member: members vouch for a second account",
            clause="house names",
            legal="register",
        )
    count = sum(account.sponsor == sponsor and account.kind != FORMER for account in state.people.values())
    if count >= MAX_SECOND_ACCOUNTS:
        raise IllegalError(f"{sponsor} vouches for {count} accounts already", clause="house names")


def register(
    unit_of_work: UnitOfWork, name: str, *, password: str = "", session: str = "", ended: Sequence[str] = ()
) -> None:
    """Turn a guest into a member, who keeps name and wallet."""
    person = _person(unit_of_work, name)
    if person.kind != GUEST:
        raise IllegalError(f"{name} is a {person.kind} already", clause="house names")
    unit_of_work.record_room_events(
        room_state.Register(password=password, session=session, ended=list(ended)),
        room_state.Registered(player=name, password=password, session=session, clause="house names"),
        *_logged_out_events(name, ended),
    )


def _logged_out_events(name: str, fingerprints: Sequence[str]) -> list[room_state.LoggedOut]:
    return [
        room_state.LoggedOut(player=name, session=fingerprint, clause="house sessions")
        for fingerprint in fingerprints
    ]


def change_password(
    unit_of_work: UnitOfWork, name: str, *, password: str, session: str = "", ended: Sequence[str] = ()
) -> None:
    """Change a member's password."""
    person = _person(unit_of_work, name)
    if person.kind != MEMBER:
        raise IllegalError(f"{name} is a {person.kind}: members have passwords", clause="house sessions")
    unit_of_work.record_room_events(
        room_state.ChangePassword(password=password, session=session, ended=list(ended)),
        room_state.PasswordChanged(player=name, password=password, session=session, clause="house sessions"),
        *_logged_out_events(name, ended),
    )


def issue_code(unit_of_work: UnitOfWork, command: room_state.IssueCode) -> None:
    """Reserve a name or an account for the holder of a one-time code."""
    state, name = unit_of_work.room.state, command.player
    account = state.people.get(name)
    if account is None or account.free:
        player_names.check_name(name)
        _check_not_taken(state, name)
    elif account.kind in (BOT, FORMER):
        raise IllegalError(
            f"{name} is a {account.kind}: nobody comes in by that account", clause="house names"
        )
    if command.role:
        _check_grantable(command.role)
    unit_of_work.record_room_events(
        command,
        room_state.CodeIssued(
            player=name,
            code=command.code,
            role=command.role,
            reset=command.reset,
            why=command.why,
            clause="house names",
        ),
        *_logged_out_events(name, command.ended),
    )


def claim_name(unit_of_work: UnitOfWork, name: str, command: room_state.ClaimName) -> None:
    """Make the holder of a code a member by that name, with the role that comes with it."""
    state = unit_of_work.room.state
    claim = state.claims.get(name)
    if claim is None or not hmac.compare_digest(claim.code, command.code):
        raise wrong_code()
    account = state.people.get(name)
    events: list[room_state.RoomEvent] = [
        room_state.NameClaimed(player=name, code=command.code, clause="house names")
    ]
    if account is None or account.free:
        session = command.session
        events.append(_entered_event(unit_of_work, name, kind=GUEST, chips=command.chips, session=session))
        events.append(room_state.Registered(player=name, password=command.password, clause="house names"))
        account = None
    else:
        event_type = room_state.Registered if account.kind == GUEST else room_state.PasswordChanged
        fields = {"password": command.password, "session": command.session}
        events.append(event_type(player=name, **fields, clause="house sessions"))
    if claim.role and (account is None or claim.role not in account.roles):
        why = f"claimed by the code for {claim.role}"
        events.append(
            room_state.RoleChanged(player=name, role=claim.role, on=True, why=why, clause="house roles")
        )
    unit_of_work.record_room_events(command, *events, *_logged_out_events(name, command.ended))


def wrong_code() -> IllegalError:
    """Return the error for any wrong code, which is the same for every cause."""
    return IllegalError("name or code is wrong", clause="house names")


def depart(unit_of_work: UnitOfWork, command: room_state.Depart) -> None:
    """Delete an account; its player leaves their seats after the rounds being played."""
    person = _person(unit_of_work, command.player)
    if person.kind == BOT:
        raise IllegalError(f"{person.name} is a bot", clause="house bots")
    check_not_last_manager(unit_of_work.room.state, person)
    deposit_chips = unit_of_work.room.ledger.holds(deposit(person.name))
    if deposit_chips:
        raise IllegalError(
            f"{person.name} has {deposit_chips:,} chips of the cage: redeem them first",
            clause="house cashier",
        )
    for live_table in unit_of_work.room.tables.values():
        remove_after_round(unit_of_work, live_table, person.name)
    unit_of_work.record_room_events(
        command,
        room_state.Departed(
            player=person.name,
            chips=command.chips,
            free=command.free,
            why=command.why,
            clause="house names",
        ),
        *_logged_out_events(person.name, command.ended),
    )


def refresh(unit_of_work: UnitOfWork, name: str, *, chips: int) -> None:
    """Grant play chips to a person."""
    _person(unit_of_work, name)
    unit_of_work.record_room_events(
        room_state.GrantPlayChips(chips=chips),
        room_state.PlayChipsGranted(player=name, chips=chips, clause="house promotions"),
    )


def log_in(unit_of_work: UnitOfWork, name: str, *, good: bool, failures: int, session: str = "") -> None:
    """Record a successful log-in, or failed attempts at one."""
    unit_of_work.record_room_events(
        room_state.LogIn(good=good, failures=failures, session=session),
        room_state.LoggedIn(
            player=name, good=good, failures=failures, session=session, clause="house sessions"
        ),
    )


def log_out(unit_of_work: UnitOfWork, name: str, *, session: str = "") -> None:
    """Record the end of a session."""
    unit_of_work.record_room_events(
        room_state.LogOut(session=session),
        room_state.LoggedOut(player=name, session=session, clause="house sessions"),
    )


def _person(unit_of_work: UnitOfWork, name: str, *, former: bool = False) -> Person:
    person = unit_of_work.room.state.people.get(name)
    if person is None or (person.kind == FORMER and not former):
        raise IllegalError(f"{abbreviate(name)} is not known here")
    return person


def grant_role(unit_of_work: UnitOfWork, command: room_state.GrantRole) -> None:
    person = _person(unit_of_work, command.player)
    _check_grantable(command.role)
    if person.kind != MEMBER:
        raise IllegalError(f"{person.name} is a {person.kind}: roles are for members", clause="house roles")
    if command.role in person.roles:
        raise IllegalError(f"{person.name} is {command.role} already", clause="house roles")
    unit_of_work.record_room_events(
        command,
        room_state.RoleChanged(
            player=person.name, role=command.role, on=True, why=command.why, clause="house roles"
        ),
    )


def take_role(unit_of_work: UnitOfWork, command: room_state.RevokeRole) -> None:
    person = _person(unit_of_work, command.player)
    _check_grantable(command.role)
    if command.role not in person.roles:
        raise IllegalError(f"{person.name} is not {command.role}", clause="house roles")
    if command.role == MANAGER:
        check_not_last_manager(unit_of_work.room.state, person)
    unit_of_work.record_room_events(
        command,
        room_state.RoleChanged(
            player=person.name, role=command.role, on=False, why=command.why, clause="house roles"
        ),
    )


def check_not_last_manager(state: RoomState, person: Person) -> None:
    """Refuse to remove the last manager of the room."""
    managers = [member for member in state.people.values() if MANAGER in member.roles]
    if managers == [person]:
        raise IllegalError(f"{person.name} is the last manager", clause="house roles")


def _check_grantable(role: str) -> None:
    if role not in GRANTED:
        raise InvalidError(f"role {abbreviate(role)}: expected one of {', '.join(GRANTED)}")


def disable(unit_of_work: UnitOfWork, command: room_state.SuspendPerson) -> None:
    """Bar a person from new seats; they leave their seats after the rounds being played."""
    person = _person(unit_of_work, command.player)
    if person.disabled:
        raise IllegalError(f"{person.name} is disabled already")
    if not command.why:
        raise InvalidError("why '': expected a reason")
    for live_table in unit_of_work.room.tables.values():
        remove_after_round(unit_of_work, live_table, person.name)
    unit_of_work.record_room_events(
        command,
        room_state.PersonRestricted(
            player=person.name, what="disabled", on=True, why=command.why, clause="house conduct"
        ),
    )


def remove_after_round(unit_of_work: UnitOfWork, live_table: LiveTable, name: str) -> bool:
    """Have a player leave a table after its round; return whether a new request was needed."""
    seat = live_table.table.roster.seat_of(name)
    if not seat or live_table.table.roster.find_deferred_request(name, "leave") is not None:
        return False
    unit_of_work.run_table_command(live_table, Leave(seat=seat), by=FLOOR)
    return True


def enable(unit_of_work: UnitOfWork, command: room_state.ReinstatePerson) -> None:
    person = _person(unit_of_work, command.player)
    if not person.disabled:
        raise IllegalError(f"{person.name} is not disabled")
    unit_of_work.record_room_events(
        command,
        room_state.PersonRestricted(
            player=person.name, what="disabled", on=False, why=command.why, clause="house conduct"
        ),
    )


def mute(unit_of_work: UnitOfWork, command: room_state.Mute) -> None:
    person = _person(unit_of_work, command.player)
    if person.muted:
        raise IllegalError(f"{person.name} is muted already")
    unit_of_work.record_room_events(
        command,
        room_state.PersonRestricted(
            player=person.name, what="muted", on=True, why=command.why, clause="house chat"
        ),
    )


def unmute(unit_of_work: UnitOfWork, command: room_state.Unmute) -> None:
    person = _person(unit_of_work, command.player)
    if not person.muted:
        raise IllegalError(f"{person.name} is not muted")
    unit_of_work.record_room_events(
        command,
        room_state.PersonRestricted(
            player=person.name, what="muted", on=False, why=command.why, clause="house chat"
        ),
    )


def block(unit_of_work: UnitOfWork, command: room_state.Block) -> None:
    _person(unit_of_work, command.player)
    if command.player in unit_of_work.room.state.people[unit_of_work.actor].blocked:
        raise IllegalError(f"{command.player} is blocked already")
    unit_of_work.record_room_events(
        command,
        room_state.Blocked(by=unit_of_work.actor, player=command.player, on=True, clause="house chat"),
    )


def unblock(unit_of_work: UnitOfWork, command: room_state.Unblock) -> None:
    if command.player not in unit_of_work.room.state.people[unit_of_work.actor].blocked:
        raise IllegalError(f"{command.player} is not blocked")
    unit_of_work.record_room_events(
        command,
        room_state.Blocked(by=unit_of_work.actor, player=command.player, on=False, clause="house chat"),
    )


# The cage


def issue_chips(unit_of_work: UnitOfWork, command: room_state.IssueChips) -> None:
    """Issue cage chips to a person for money."""
    person = _person(unit_of_work, command.player)
    if person.kind == BOT:
        raise IllegalError(f"{person.name} is a bot: bots get no chips from the cage", clause="house cashier")
    if not command.chips:
        raise IllegalError("chips 0: nothing is issued", clause="house cashier")
    _check_not_own_account(unit_of_work, person)
    unit_of_work.record_room_events(
        command,
        room_state.ChipsIssued(
            player=person.name, chips=command.chips, why=command.why, clause="house cashier"
        ),
    )


def redeem_chips(unit_of_work: UnitOfWork, command: room_state.RedeemChips) -> None:
    """Redeem cage chips for money; play chips never came in for money."""
    person = _person(unit_of_work, command.player, former=True)
    _check_not_own_account(unit_of_work, person)
    if not command.chips:
        raise IllegalError("chips 0: nothing is redeemed", clause="house cashier")
    unit_of_work.room.ledger.check(deposit(person.name), command.chips)
    unit_of_work.record_room_events(
        command,
        room_state.ChipsRedeemed(
            player=person.name, chips=command.chips, why=command.why, clause="house cashier"
        ),
    )


def _check_not_own_account(unit_of_work: UnitOfWork, person: Person) -> None:
    state = unit_of_work.room.state
    if state.behind(person.name) == state.behind(unit_of_work.actor):
        raise IllegalError(
            f"{unit_of_work.actor} does not serve an account of their own", clause="house cashier"
        )


# Tables


def open_table(unit_of_work: UnitOfWork, command: room_state.OpenTable) -> None:
    _open_with_settings(unit_of_work, command, parse_settings(command.settings), host="")


def open_home_game(unit_of_work: UnitOfWork, command: room_state.OpenHomeGame) -> None:
    count = unit_of_work.room.count_home_games(unit_of_work.actor)
    if count >= MAX_HOME_GAMES:
        raise IllegalError(f"{unit_of_work.actor} has {count} home games open: close one first")
    settings = parse_settings({**command.settings, "private": True})
    _open_with_settings(unit_of_work, command, settings, host=unit_of_work.actor)


def _open_with_settings(
    unit_of_work: UnitOfWork,
    command: room_state.OpenTable | room_state.OpenHomeGame,
    settings: TableSettings,
    *,
    host: str,
) -> None:
    """Try the sign on a table outside the room, then open the table and record its set-up."""
    room = unit_of_work.room
    _check_may_open(room.state, command.game)
    if settings.private and not host:
        raise InvalidError("private True: a home game is opened by its host")
    kind = table_class_for(command.game)
    open_command = command_from_dict(kind.COMMANDS, _open_fields(kind, command))
    # A sign that the book forbids is refused before anything is written.
    trial_table = kind(keep_log=False)
    trial_table.do(open_command, FLOOR)
    jackpot_terms = jackpot_funds.posted_jackpot(trial_table, settings)
    if host:
        jackpot_funds.check_home(jackpot_terms, settings)
    fund = jackpot_funds.fund_for_table(room.state, trial_table, settings)
    if fund != settings.jackpot_fund:
        # Recorded as if it had been requested, so that a replay does not depend on the other funds.
        settings = structs.replace(settings, jackpot_fund=fund)
        command = structs.replace(command, settings={**command.settings, "jackpot_fund": fund})
    number = max(room.state.tables, default=0) + 1
    live_table = LiveTable(number)
    title = settings.title or f"table {number}"
    room.tables[number] = live_table
    code = home_code(unit_of_work.moment.entropy(12)) if host else ""
    unit_of_work.record_room_events(
        command,
        room_state.TableOpened(
            table=number,
            title=title,
            game=command.game,
            book=trial_table.book_id,
            private=settings.private,
            fund=settings.jackpot_fund,
            jackpot=jackpot_terms if settings.jackpot_fund else {},
            clause="house tables",
        ),
    )
    fields = {"kind": kind.KIND, "game": command.game, "host": host, "code": code}
    set_up = table_events.SetUpTable(settings=json.decode(json.encode(settings.to_dict())), **fields)
    record_set_up(unit_of_work, live_table, set_up)
    unit_of_work.run_table_command(live_table, open_command, by=FLOOR)
    unit_of_work.created["table_id"] = number
    if code:
        unit_of_work.created["invite_code"] = code


def _check_may_open(state: RoomState, game: str) -> None:
    open_tables = sum(not listing.closed for listing in state.tables.values())
    if open_tables >= MAX_TABLES:
        raise IllegalError(f"the room has {open_tables} tables: that is all it has")
    if game in state.disabled_games:
        raise IllegalError(f"{game} is not dealt for the time being")


def record_set_up(unit_of_work: UnitOfWork, live_table: LiveTable, command: table_events.SetUpTable) -> None:
    """Record the settings of a new table, before its sign is posted."""
    fields = {name: getattr(command, name) for name in ("settings", "kind", "game", "host", "code")}
    set_up = table_events.TableSetUp(**fields, clause="house tables")
    unit_of_work.record_table_events(live_table, command, set_up)


def _open_fields(
    kind: type[Table], command: room_state.OpenTable | room_state.OpenHomeGame
) -> dict[str, Any]:
    if issubclass(kind, PokerTable):
        sign = {**command.sign, "game": command.game}
        return {"do": "open", "sign": sign, "decks": ["first", "second"]}
    if "game" in kind.COMMANDS["open"].__struct_fields__:
        return {"do": "open", "game": command.game, "sign": command.sign}
    return {"do": "open", "sign": {**command.sign, "game": command.game}}


def disable_game(unit_of_work: UnitOfWork, command: room_state.DisableGame) -> None:
    table_class_for(command.game)
    if command.game in unit_of_work.room.state.disabled_games:
        raise IllegalError(f"{command.game} is disabled already")
    unit_of_work.record_room_events(
        command,
        room_state.GameAvailabilityChanged(
            game=command.game, on=False, why=command.why, clause="house tables"
        ),
    )
    _reschedule_all(unit_of_work)


def enable_game(unit_of_work: UnitOfWork, command: room_state.EnableGame) -> None:
    if command.game not in unit_of_work.room.state.disabled_games:
        raise IllegalError(f"{abbreviate(command.game)} is not disabled")
    unit_of_work.record_room_events(
        command,
        room_state.GameAvailabilityChanged(
            game=command.game, on=True, why=command.why, clause="house tables"
        ),
    )
    _reschedule_all(unit_of_work)


def _reschedule_all(unit_of_work: UnitOfWork) -> None:
    for live_table in unit_of_work.room.tables.values():
        unit_of_work.room.reschedule(live_table)


def report_play(unit_of_work: UnitOfWork, command: room_state.ReportPlay) -> None:
    """Record a report of suspicious play in the room's stream, where no player can see it."""
    if command.player not in unit_of_work.room.state.people:
        raise IllegalError(f"{abbreviate(command.player)} is not known here")
    if not command.why:
        raise InvalidError("why '': say what looks wrong")
    if command.table not in unit_of_work.room.state.tables:
        raise IllegalError(f"there is no table {command.table}")
    fields = {name: getattr(command, name) for name in ("player", "table", "round", "why")}
    unit_of_work.record_room_events(
        command, room_state.PlayReported(by=unit_of_work.actor, **fields, clause="house conduct")
    )


def read_hands(unit_of_work: UnitOfWork, command: room_state.AccessHands) -> None:
    """Record that an auditor reads finished rounds, before they do."""
    live_table = unit_of_work.room.tables.get(command.table)
    if live_table is None:
        raise IllegalError(f"there is no table {command.table}")
    if not command.why:
        raise InvalidError("why '': expected a reason")
    # The next deck may be shuffled already: records after the last finished round are not read.
    if not 1 <= command.first <= command.last <= live_table.over:
        raise IllegalError(
            f"records {command.first} to {command.last}: only rounds that are over are read",
            clause="house audit",
            legal=f"1 to {live_table.over}" if live_table.over else "none yet",
        )
    record_access(unit_of_work, command)


def record_access(unit_of_work: UnitOfWork, command: room_state.AccessHands) -> None:
    """Record which records of a table an auditor reads, and why."""
    if command.table not in unit_of_work.room.state.tables or not 1 <= command.first <= command.last:
        raise IllegalError(f"there are no records {command.first} to {command.last}")
    unit_of_work.record_room_events(
        command,
        room_state.HandsAccessed(
            auditor=unit_of_work.actor,
            table=command.table,
            first=command.first,
            last=command.last,
            why=command.why,
            clause="house audit",
        ),
    )


def share_hand(unit_of_work: UnitOfWork, command: room_state.ShareHand) -> None:
    """Share a hand by link; whether it is theirs, and over, is checked when the link is followed."""
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
        room_state.HandShared(
            player=unit_of_work.actor,
            table=command.table,
            first=command.first,
            code=command.code,
            whole=command.whole,
            clause="house history",
        ),
    )


def unshare_hand(unit_of_work: UnitOfWork, command: room_state.UnshareHand) -> None:
    share = unit_of_work.room.state.shares.get(command.code)
    if share is None or share.player != unit_of_work.actor:
        raise IllegalError("there is no such link of yours", clause="house history")
    unit_of_work.record_room_events(
        command, room_state.HandUnshared(player=unit_of_work.actor, code=command.code, clause="house history")
    )


HANDLERS: Final[dict[type[Command], Callable[[UnitOfWork, Any], None]]] = {
    room_state.GrantRole: grant_role,
    room_state.RevokeRole: take_role,
    room_state.IssueChips: issue_chips,
    room_state.RedeemChips: redeem_chips,
    room_state.OpenTable: open_table,
    room_state.OpenHomeGame: open_home_game,
    room_state.SuspendPerson: disable,
    room_state.ReinstatePerson: enable,
    room_state.DisableGame: disable_game,
    room_state.EnableGame: enable_game,
    room_state.Mute: mute,
    room_state.Unmute: unmute,
    room_state.Block: block,
    room_state.Unblock: unblock,
    room_state.ReportPlay: report_play,
    room_state.AccessHands: read_hands,
    room_state.ShareHand: share_hand,
    room_state.UnshareHand: unshare_hand,
}
