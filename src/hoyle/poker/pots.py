"""Main pot and side pots, and the bet nobody called.

Chips are taken level by level: each live player's total makes a level, and a pot is what every player, folded
or not, put in between one level and the next.
"""

from __future__ import annotations


class Pot:
    """Chips, and the players (by position) who can win them."""

    def __init__(self, chips: int, eligible: list[int]) -> None:
        self.chips = chips
        self.eligible = eligible

    def __repr__(self) -> str:
        return f"Pot({self.chips}, {self.eligible})"


def pot_name(index: int) -> str:
    """``main``, ``side1`` (formed first), ``side2``..."""
    return "main" if index == 0 else f"side{index}"


def uncalled(put_in: list[int], live: list[bool]) -> tuple[int, int]:
    """Who put in more than anybody matched, and how much; (-1, 0) if nobody did.

    Folded players' chips count as matching. Only a live player gets chips back: what a folded or dead hand
    put in beyond the others stays in the last pot.
    """
    first = 0
    second = 0
    holder = -1
    for player in range(len(put_in)):
        chips = put_in[player]
        if chips > first:
            second = first
            first = chips
            holder = player
        elif chips > second:
            second = chips
    if holder < 0 or first == second or not live[holder]:
        return -1, 0
    return holder, first - second


def build_pots(put_in: list[int], live: list[bool], dead: int = 0) -> list[Pot]:
    """The pots in the order they were formed, main pot first.

    `dead` is money that belongs to nobody's level (an ante paid for the table): it lies in the main pot.
    """
    players = len(put_in)
    pots: list[Pot] = []
    below = 0
    while True:
        level = 0
        for player in range(players):
            chips = put_in[player]
            if live[player] and chips > below and (level == 0 or chips < level):
                level = chips
        if level == 0:
            break
        total = 0
        eligible: list[int] = []
        for player in range(players):
            chips = put_in[player]
            if chips > below:
                total += (level if chips > level else chips) - below
            if live[player] and chips >= level:
                eligible.append(player)
        pots.append(Pot(total, eligible))
        below = level
    if not pots:
        pots.append(Pot(0, [player for player in range(players) if live[player]]))
    for player in range(players):
        if put_in[player] > below:
            pots[-1].chips += put_in[player] - below
    pots[0].chips += dead
    return pots
