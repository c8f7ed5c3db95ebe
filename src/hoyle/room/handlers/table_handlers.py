"""Table handlers: decide pauses, closing, removals, chat, bots, and seats and chips by the wallet."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Any, Final

from msgspec import structs

from hoyle.bots.strategy.play_style import PLAY_STYLES
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.room.commands import room_commands, table_commands
from hoyle.room.events import table_events
from hoyle.room.handlers import account_handlers, room_handlers, ruling_consent
from hoyle.room.home_games.invite_codes import home_code, is_home_code
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room import Room
from hoyle.room.state import live_table_state, room_state
from hoyle.room.unit_of_work import HOUSE, UnitOfWork
from hoyle.storage.account_names import jackpot
from hoyle.table.base import FLOOR
from hoyle.table.command_base import Command, command_registry
from hoyle.table.disputes import ReturnWagers
from hoyle.table.log.event_log import LogStep
from hoyle.table.roster import LEAVE
from hoyle.table.seats import (
    CancelDeferred,
    JoinWaitingList,
    Leave,
    LeaveWaitingList,
    PayJackpot,
    Sit,
    TopUp,
    first_in_line,
)

BOT_STYLES: Final = tuple(style.name for style in PLAY_STYLES)
BOT_CHIPS: Final = 1_000_000
"""Play chips that a bot brings to the room."""
MAX_ASKS: Final = 50
MAX_GUESTS: Final = 500


# Players


def handle_player_command(unit: UnitOfWork, live_table: LiveTable, command: Command) -> None:
    """Run a player's own command; seats and chips are limited by their wallet or the host's approval."""
    actor = unit.actor
    if isinstance(command, (Sit, JoinWaitingList, LeaveWaitingList)):
        if command.player not in ("", actor):
            raise IllegalError(f"{actor} cannot do that for {abbreviate(command.player)}", clause="house seats")
        command = structs.replace(command, player=actor)
    if isinstance(command, JoinWaitingList):
        _check_list_is_needed(live_table)
    if isinstance(command, CancelDeferred) and command.what == LEAVE:
        _check_may_stay(unit, live_table)
    if isinstance(command, live_table.table.STANDING_WAGERS):
        _check_new_stake(unit, live_table)
    if isinstance(command, Sit):
        _check_newcomer(unit.room, live_table, actor, command.chips)
    if isinstance(command, (Sit, TopUp)):
        if command.currency:
            raise IllegalError(
                f"currency {command.currency}: the room changes money at the cage",
                clause="house cashier",
                legal="chips",
            )
        _check_chips(unit.room, live_table, command, actor)
        if live_table.settings.private and live_table.hosting.host != actor:
            _request_approval(unit, live_table, command)
            return
    unit.run_table_command(live_table, command, by=actor)


def _check_list_is_needed(live_table: LiveTable) -> None:
    """Refuse to join the waiting list while a seat is free and no one is waiting."""
    seat = live_table.table.free_seat()
    if seat and not first_in_line(live_table.table.roster):
        clause = live_table.table.seat_rules().list_clause
        raise IllegalError(
            f"seat {seat} is free and no one is waiting for it: there is no list yet ({clause})",
            clause=clause,
            legal=f"sit in seat {seat}",
        )


def _check_may_stay(unit: UnitOfWork, live_table: LiveTable) -> None:
    """Refuse to cancel a request to leave that staff have imposed."""
    if unit.room.state.people[unit.actor].disabled or unit.actor in live_table.hosting.removed_players:
        raise IllegalError(f"{unit.actor} must leave after this round", clause="house conduct")


def _check_new_stake(unit: UnitOfWork, live_table: LiveTable) -> None:
    """Refuse new wagers at a dice table that is ending, except one that the next throw waits for."""
    is_ending = live_table.hosting.closing or live_table.game in unit.room.state.disabled_games
    is_awaited = live_table.turn.person == unit.actor and "bet" in live_table.turn.answers
    if is_ending and not is_awaited:
        raise IllegalError(
            f"no new wagers are taken at table {live_table.number}: what lies there is played to its end",
            clause="house seats",
        )


def _check_newcomer(room: Room, live_table: LiveTable, name: str, chips: int) -> None:
    """Refuse a seat to a suspended person, to a second account, at an ending table, or for wrong chips."""
    person = room.state.people.get(name)
    if person is not None and person.disabled:
        raise IllegalError(f"{name} takes no new seat for the time being", clause="house conduct")
    owner = room.state.account_owner
    for occupant in live_table.seated.values():
        if occupant != name and owner(occupant) == owner(name) and not live_table.settings.private:
            raise IllegalError(f"{occupant} sits here, who is the same person: one seat for each", clause="house seats")
    if live_table.hosting.closing or live_table.game in room.state.disabled_games:
        raise IllegalError(f"no new round is dealt at table {live_table.number}", clause="house seats")
    minimum, maximum = live_table.settings.min_buy_in, live_table.settings.max_buy_in
    if not minimum <= chips <= maximum:
        raise IllegalError(
            f"chips {chips}: {minimum} to {maximum} buy in here", clause="house buy-in", legal=f"{minimum} to {maximum}"
        )


def _check_chips(room: Room, live_table: LiveTable, command: Sit | TopUp, name: str) -> None:
    """Refuse chips beyond the player's wallet, or a top-up beyond the largest buy-in."""
    if isinstance(command, TopUp):
        roster = live_table.table.roster
        player = roster.players.get(command.seat)
        if player is not None:
            maximum = live_table.settings.max_buy_in
            stack = roster.stack(command.seat) + live_table.reserved_top_ups.get(player.name, 0)
            if stack + command.chips > maximum:
                raise IllegalError(
                    f"chips {command.chips}: a stack of {stack} is brought to {maximum} at most",
                    clause="house buy-in",
                    legal=str(max(0, maximum - stack)),
                )
    if not live_table.settings.private:
        room.ledger.check(live_table.wallet_account(name), command.chips)


# Home games


def _request_approval(unit: UnitOfWork, live_table: LiveTable, command: Sit | TopUp) -> None:
    """Ask the host of a home game to approve a seat or chips."""
    if len(live_table.hosting.seat_requests) >= MAX_ASKS:
        raise IllegalError(f"{MAX_ASKS} others wait for the host already", clause="house home-game")
    if isinstance(command, TopUp) and live_table.seated.get(command.seat) != unit.actor:
        raise IllegalError(f"{unit.actor} does not sit in seat {command.seat}", clause="house seats")
    request_id = live_table.hosting.seat_request_count + 1
    unit.record_table_event(
        live_table, command, table_events.SeatRequested, request_id=request_id, player=unit.actor, what=command.name
    )
    unit.created["request_id"] = request_id


def _find_request(live_table: LiveTable, number: int) -> live_table_state.HostRequest:
    """Return the request to the host with this number; refuse an unknown one."""
    for request in live_table.hosting.seat_requests:
        if request.number == number:
            return request
    pending_numbers = ", ".join(str(request.number) for request in live_table.hosting.seat_requests) or "none"
    raise IllegalError(f"there is no seat request {number}; pending: {pending_numbers}", clause="house home-game")


def approve_seat_request(unit: UnitOfWork, live_table: LiveTable, command: table_commands.ApproveSeatRequest) -> None:
    """Grant a guest's request for a seat or chips at a home game."""
    request = _find_request(live_table, command.request_id)
    unit.run_table_command(live_table, _requested_command(unit.room, live_table, request), by=request.person)
    record_approval(unit, live_table, command)


def record_approval(unit: UnitOfWork, live_table: LiveTable, command: table_commands.ApproveSeatRequest) -> None:
    """Record that the host approved a request, after the command that it asked for."""
    request = _find_request(live_table, command.request_id)
    unit.record_table_event(live_table, command, table_events.SeatRequestClosed, player=request.person, granted=True)


def _requested_command(room: Room, live_table: LiveTable, request: live_table_state.HostRequest) -> Sit | TopUp:
    """Return the command that an approval runs; refuse one that the table settings forbid."""
    command: Sit | TopUp
    if request.what == "sit":
        _check_newcomer(room, live_table, request.person, request.chips)
        command = Sit(seat=request.seat, chips=request.chips, player=request.person)
    else:
        command = TopUp(seat=live_table.table.roster.seat_of(request.person), chips=request.chips)
    _check_chips(room, live_table, command, request.person)
    return command


def approval_obstacle(room: Room, live_table: LiveTable, request: live_table_state.HostRequest) -> IllegalError | None:
    """Return the error that approving a guest's request would raise now, or None."""
    try:
        _requested_command(room, live_table, request)
    except IllegalError as error:
        return error
    if request.what == "sit" and request.seat in live_table.seated:
        return IllegalError(f"seat {request.seat} is {live_table.seated[request.seat]}'s", clause="house seats")
    return None


def deny_seat_request(unit: UnitOfWork, live_table: LiveTable, command: table_commands.DenySeatRequest) -> None:
    """Decline a guest's request at a home game, perhaps with an alternative."""
    request = _find_request(live_table, command.request_id)
    unit.record_table_event(live_table, command, table_events.SeatRequestClosed, player=request.person, granted=False)


def join_home_game(unit: UnitOfWork, live_table: LiveTable, command: table_commands.JoinHomeGame) -> None:
    """Admit a person to a home game by its invite code."""
    hosting = live_table.hosting
    if unit.actor in hosting.guests:
        raise IllegalError(f"{unit.actor} is here already", clause="house home-game")
    if not hosting.code or not hmac.compare_digest(command.code.encode(), hosting.code.encode()):
        raise IllegalError(f"code {abbreviate(command.code)}: that is not the link", clause="house home-game")
    if len(hosting.guests) >= MAX_GUESTS:
        raise IllegalError(f"{MAX_GUESTS} people are here already", clause="house home-game")
    unit.record_table_event(live_table, command, table_events.Joined, player=unit.actor)


def transfer_host(unit: UnitOfWork, live_table: LiveTable, command: table_commands.TransferHost) -> None:
    """Make another guest the host of a home game."""
    if command.to not in live_table.hosting.guests:
        other_guests = (
            ", ".join(name for name in live_table.hosting.guests if name != unit.actor) or "no other guest yet"
        )
        raise IllegalError(
            f"{abbreviate(command.to)} has not come by the link; here: {other_guests}", legal=other_guests
        )
    unit.record_table_event(live_table, command, table_events.HostChanged, host=command.to)


def replace_invite_link(unit: UnitOfWork, live_table: LiveTable, command: table_commands.ReplaceInviteLink) -> None:
    """Replace the invite link of a home game; guests who have joined stay."""
    if command.code:
        raise InvalidError(f"code {abbreviate(command.code)}: the room chooses the code")
    code = home_code(unit.context.entropy(12))
    record_link(unit, live_table, table_commands.ReplaceInviteLink(code=code))
    unit.created["invite_code"] = code


def record_link(unit: UnitOfWork, live_table: LiveTable, command: table_commands.ReplaceInviteLink) -> None:
    """Record a new invite link, with the code that the room chose."""
    if not is_home_code(command.code):
        raise IllegalError(f"the link {command.code!r} is none that the room thinks of")
    unit.record_table_event(live_table, command, table_events.InviteLinkReplaced, host=live_table.hosting.host)


# Floor, host and manager


def pause(unit: UnitOfWork, live_table: LiveTable, command: table_commands.Pause) -> None:
    """Pause a table after the round being played."""
    if live_table.hosting.paused:
        raise IllegalError(f"table {live_table.number} is paused already", legal="resume")
    unit.record_table_event(live_table, command, table_events.Paused, on=True)


def resume(unit: UnitOfWork, live_table: LiveTable, command: table_commands.Resume) -> None:
    """Resume play at a paused or stopped table."""
    if not live_table.hosting.paused:
        raise IllegalError(f"table {live_table.number} is not paused", legal="pause")
    unit.record_table_event(live_table, command, table_events.Paused, on=False)


def void_round(unit: UnitOfWork, live_table: LiveTable, command: table_commands.VoidRound) -> None:
    """Void the round of a stopped table and return all wagers; no ruling, so a host who plays may do it."""
    if not live_table.hosting.stopped:
        raise IllegalError(
            f"table {live_table.number} has not stopped: what is played there is played to its end",
            clause="house incidents",
            legal="pause",
        )
    if live_table.has_chips_at_stake():
        unit.run_table_command(live_table, ReturnWagers(why=command.why), by=FLOOR)
    record_voided_round(unit, live_table, command)


def record_voided_round(unit: UnitOfWork, live_table: LiveTable, command: table_commands.VoidRound) -> None:
    """Record that the round of a stopped table is void, after its wagers went back."""
    if not live_table.hosting.stopped or live_table.has_chips_at_stake():
        raise IllegalError(f"table {live_table.number} has not stopped, or something is still at stake there")
    unit.record_table_event(live_table, command, table_events.FaultedRoundVoided)


def close(unit: UnitOfWork, live_table: LiveTable, command: table_commands.Close) -> None:
    """Close a table after the round being played."""
    if live_table.hosting.closing:
        raise IllegalError(f"table {live_table.number} closes already after this round")
    unit.record_table_event(live_table, command, table_events.Closing)


def remove_player(unit: UnitOfWork, live_table: LiveTable, command: table_commands.RemovePlayer) -> None:
    """Make a player leave the table after the round being played."""
    seat = live_table.table.roster.seat_of(command.player)
    if not seat:
        raise IllegalError(f"{abbreviate(command.player)} does not sit at table {live_table.number}")
    if not command.why:
        raise InvalidError("why '': expected a reason")
    if live_table.table.roster.find_deferred_request(command.player, LEAVE) is None:
        unit.run_table_command(live_table, Leave(seat=seat), by=FLOOR)
    record_removal(unit, live_table, command)


def record_removal(unit: UnitOfWork, live_table: LiveTable, command: table_commands.RemovePlayer) -> None:
    """Record that a player was removed, after their command to leave."""
    unit.record_table_event(live_table, command, table_events.PlayerRemoved)


def seat_bot(unit: UnitOfWork, live_table: LiveTable, command: table_commands.SeatBot) -> None:
    """Seat a bot, which brings play chips of its own when it is new to the room."""
    if command.style not in BOT_STYLES:
        raise InvalidError(f"style {abbreviate(command.style)}: expected one of {', '.join(BOT_STYLES)}")
    if live_table.for_cage_chips():
        raise IllegalError(
            "a bot has play chips: none plays for cage chips", clause="house bots", legal="another table"
        )
    if not live_table.table.HAS_BOTS:
        raise IllegalError(f"no bot of the house plays {live_table.game}", clause="house bots", legal="poker")
    account = unit.room.state.people.get(command.player)
    if account is not None and account.kind != room_state.BOT:
        raise IllegalError(f"{command.player} is a person", clause="house bots")
    _check_newcomer(unit.room, live_table, command.player, command.chips)
    sit_command = Sit(seat=command.seat, chips=command.chips, player=command.player)
    is_new = account is None
    if is_new:
        account_handlers.check_name_is_free(unit.room.state, command.player, room_state.BOT)
        if command.chips > BOT_CHIPS:
            raise IllegalError(f"chips {command.chips}: a bot brings {BOT_CHIPS} at most")
    elif not live_table.settings.private:
        unit.room.ledger.check(live_table.wallet_account(command.player), command.chips)
    # The seat comes first, since it may be refused; in the records the play chips come before it.
    first = live_table.table.event_count + 1
    seat_step = LogStep(command.player, sit_command, live_table.table.do(sit_command, command.player))
    if is_new:
        account_handlers.enter(unit, room_commands.Enter(player=command.player, kind=room_state.BOT, chips=BOT_CHIPS))
    record_bot(unit, live_table, command, first=first)
    unit.record_step(live_table, seat_step, first)


def record_bot(unit: UnitOfWork, live_table: LiveTable, command: table_commands.SeatBot, *, first: int = 0) -> None:
    """Record a seated bot, which belongs to the person who seated it."""
    by = "" if unit.actor == HOUSE else unit.actor
    unit.record_table_events(live_table, command, unit.event(table_events.BotSeated, command, by=by), first=first)


def with_fund_total(unit: UnitOfWork, live_table: LiveTable, command: PayJackpot) -> PayJackpot:
    """Add to a jackpot payment the chips that other tables have collected for the same fund."""
    owner = unit.room.state.account_owner
    payees = [name for name in (command.player, live_table.seated.get(command.seat)) if name]
    if owner(unit.actor) in [owner(name) for name in payees]:
        raise IllegalError(f"{unit.actor} pays no jackpot to themselves", clause="house jackpot")
    local_chips = live_table.table.roster.accounts()["jackpot fund"]
    return structs.replace(command, elsewhere=unit.room.ledger.holds(jackpot(live_table.fund())) - local_chips)


def stop(unit: UnitOfWork, live_table: LiveTable, command: table_commands.Stop) -> None:
    """Record that a table has stopped because of an error of the program."""
    unit.record_table_event(live_table, command, table_events.TableFaulted)


# Home-game rulings, chat, nonces and reports


def propose_ruling(unit: UnitOfWork, live_table: LiveTable, command: table_commands.ProposeRuling) -> None:
    """Propose a ruling to the players of a home game; elsewhere the floor rules."""
    if not live_table.settings.private:
        raise IllegalError(f"table {live_table.number} is no home game: the floor rules there", clause="house roles")
    ruling_consent.propose(unit, live_table, command)


def chat(unit: UnitOfWork, live_table: LiveTable, command: table_commands.Chat) -> None:
    """Record a chat message, unless its author is muted."""
    if unit.room.state.people[unit.actor].muted:
        raise IllegalError(f"{unit.actor} is muted", clause="house chat")
    if not command.text.strip():
        raise InvalidError("text '': say something")
    unit.record_table_event(live_table, command, table_events.ChatMessageSent, player=unit.actor)


def contribute_nonce(unit: UnitOfWork, live_table: LiveTable, command: table_commands.ContributeNonce) -> None:
    """Record a seated player's nonce for the next shuffle, once the house has published its hash."""
    table_commands.read_nonce(command.bytes)
    if unit.actor not in live_table.seated.values():
        raise IllegalError(f"{unit.actor} has no seat at table {live_table.number}", clause="house shuffle")
    if not live_table.hosting.next_secret:
        raise IllegalError("nothing is sealed yet: wait for the hash", clause="house shuffle")
    unit.record_table_event(live_table, command, table_events.NonceContributed, player=unit.actor)


def ready(unit: UnitOfWork, live_table: LiveTable, command: table_commands.Ready) -> None:
    """Record that a player needs no more time, to wager or between two hands."""
    if not live_table.waits_for_ready():
        raise IllegalError("the table is not waiting for players", clause="house pace")
    if unit.actor not in live_table.seated.values():
        raise IllegalError(f"{unit.actor} has no seat at table {live_table.number}", clause="house seats")
    if unit.actor in live_table.ready:
        raise IllegalError(f"{unit.actor} is ready already", clause="house pace")
    unit.record_table_event(live_table, command, table_events.PlayerReady, player=unit.actor)


def report_play(unit: UnitOfWork, live_table: LiveTable, command: table_commands.ReportPlay) -> None:
    """Record a report in the room's stream, where players cannot see even that there is one."""
    report = room_commands.ReportPlay(
        table=live_table.number, round=live_table.table.round_number, player=command.player, why=command.why
    )
    room_handlers.report_play(unit, report)


HANDLERS: Final[dict[type[Command], Callable[[UnitOfWork, LiveTable, Any], None]]] = {
    table_commands.ApproveSeatRequest: approve_seat_request,
    table_commands.DenySeatRequest: deny_seat_request,
    table_commands.JoinHomeGame: join_home_game,
    table_commands.TransferHost: transfer_host,
    table_commands.ReplaceInviteLink: replace_invite_link,
    table_commands.Pause: pause,
    table_commands.Resume: resume,
    table_commands.VoidRound: void_round,
    table_commands.Close: close,
    table_commands.RemovePlayer: remove_player,
    table_commands.SeatBot: seat_bot,
    table_commands.ProposeRuling: propose_ruling,
    table_commands.Consent: ruling_consent.consent,
    table_commands.Chat: chat,
    table_commands.ContributeNonce: contribute_nonce,
    table_commands.Ready: ready,
    table_commands.ReportPlay: report_play,
}

COMMANDS: Final = command_registry(*HANDLERS)
"""Commands that a request can give; the other table events are the house's own."""
