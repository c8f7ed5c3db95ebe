"""Fast validation for commands whose only field is a seat; every player action creates one."""

from __future__ import annotations

from typing import Any

from hoyle.core.validation import MAX_SEATS
from hoyle.table.command_base import Command


def check_seat(command: Any) -> None:
    """Refuse an invalid seat, with the message of any other command."""
    seat: object = command.seat
    if type(seat) is not int or not 0 <= seat <= MAX_SEATS:
        Command.__post_init__(command)
