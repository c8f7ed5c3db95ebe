"""Blinds of a poker round: who posts which one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.round_setup import PostedBet
from hoyle.table.poker.rounds.button import clockwise_after

BUTTON: Final = "button"
LEFT: Final = "left"


def blind_posts(
    seats: Sequence[int],
    button: int,
    blinds: Sequence[int],
    killer: int | None = None,
    kill_blind: int = 0,
    *,
    heads_up: str = LEFT,
) -> list[PostedBet]:
    """Return the blinds in posting order, the button's left first.

    With two players the letter gives the first blind to the player without the button and the second to the
    button (`LEFT`, AMB-22); most card rooms have it the other way round (`BUTTON`). The killer posts one
    blind only: their kill blind replaces a regular one (a ``kill-blind``, so that the betting still starts at
    its left) or stands alone (a ``kill``), and never adds to it (AMB-44).
    """
    if len(blinds) > len(seats):
        raise IllegalError(f"{len(blinds)} blinds cannot be posted by {len(seats)} players")
    if killer is not None and killer not in seats:
        raise InvalidError(f"seat {killer} has the kill button but is not dealt in: {sorted(seats)}")
    posts: list[PostedBet] = []
    clockwise = clockwise_after(seats, button)
    if heads_up == BUTTON and len(seats) == len(blinds) == 2:
        clockwise.reverse()
    for index in range(len(blinds)):
        seat = clockwise[index]
        posts.append(
            PostedBet(seat, "kill-blind", kill_blind) if seat == killer else PostedBet(seat, "blind", blinds[index])
        )
    if killer is not None and killer not in [post.seat for post in posts]:
        posts.append(PostedBet(killer, "kill", kill_blind))
    return posts
