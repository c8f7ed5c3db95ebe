"""Who is offered dice or shaker next."""

from __future__ import annotations

from collections.abc import Collection


def offering_order(players: list[str], previous: str = "") -> list[str]:
    """Players in the order they are asked: from the first place, or from the last holder's left.

    The last holder, who has just passed, is not asked again (AMB-D6).

    >>> offering_order(["ann", "bob", "cid", "dan"], "cid")
    ['dan', 'ann', 'bob']
    """
    if previous not in players:
        return list(players)
    at = players.index(previous)
    return players[at + 1 :] + players[:at]


def offered(
    players: list[str], previous: str, accepting: Collection[str], fallback: str | None
) -> tuple[list[str], str | None]:
    """Who is asked, in order, and who then holds it."""
    asked: list[str] = []
    for player in offering_order(players, previous):
        asked.append(player)
        if player in accepting:
            return asked, player
    return asked, fallback
