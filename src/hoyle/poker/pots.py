"""Main pot and side pots, and the bet nobody called.

Chips are taken level by level: what a live player answers for makes a level, and a pot is what every player,
folded or not, put in between one level and the next.
"""

from __future__ import annotations

from hoyle.poker.state import OVER, State


class Pot:
    """Chips, and the players (by position) who can win them."""

    def __init__(self, chips: int, eligible: list[int], level: int) -> None:
        self.chips = chips
        self.eligible = eligible
        self.level = level
        """How far up the players' contributions it reaches."""

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
    if first == second or not live[holder]:
        return -1, 0
    return holder, first - second


def level_of(put_in: list[int], live: list[bool], pot: int) -> int:
    """How far up the contributions the pot of that number reaches, or the last one there is."""
    level = 0
    for _ in range(pot + 1):
        above = 0
        for player in range(len(put_in)):
            if live[player] and put_in[player] > level and (above == 0 or put_in[player] < above):
                above = put_in[player]
        if above == 0:
            break
        level = above
    return level


def build_pots(put_in: list[int], live: list[bool], dead: int = 0) -> list[Pot]:
    """The pots of a showdown in the order they were formed, main pot first: each total makes a level.

    `dead` is money that belongs to nobody's level (an ante paid for the table): it lies in the main pot.
    """
    return _by_level(put_in, live, dead, reach=put_in)


def pots_now(state: State) -> list[Pot]:
    """The pots as they lie on the table, bets on their way included; together they are `state.pot`.

    Only an all-in makes a level: while players can still answer a bet they count as equal, and a side pot is
    there once somebody is all-in and others go on betting (oneida XI.A.31). A pot that was pushed is empty.
    """
    if state.awaiting == OVER:
        # Stacks have grown since, so they no longer tell who was all-in; what was put in does.
        return [Pot(0, pot.eligible, pot.level) for pot in build_pots(state.put_in, state.live, state.dead)]
    top = max(state.put_in, default=0)
    reach = [top if state.stacks[player] > 0 else state.put_in[player] for player in range(len(state.put_in))]
    pots = _by_level(state.put_in, state.live, state.dead, reach=reach)
    shares = taken_from(pots, state)
    for at in range(len(pots)):
        pots[at].chips -= shares[at]
    return pots


def taken_from(pots: list[Pot], state: State) -> list[int]:
    """Rake and jackpot of each pot as it is now.

    Pots merge when an all-in hand dies and part when a bet is unanswered, so what was taken is kept by the
    level it was taken at: the pot that reaches there bears it. What a pot no longer holds, because chips went
    back to a player, the others bear, main pot first.
    """
    owed = [0] * len(pots)
    for at in range(len(state.taken)):
        bears = 0
        while bears + 1 < len(pots) and pots[bears].level < state.taken_at[at]:
            bears += 1
        owed[bears] += state.taken[at]
    shares: list[int] = []
    over = 0
    for at in range(len(pots)):
        share = min(owed[at], pots[at].chips)
        shares.append(share)
        over += owed[at] - share
    for at in range(len(pots)):
        more = min(over, pots[at].chips - shares[at])
        shares[at] += more
        over -= more
    return shares


def _by_level(put_in: list[int], live: list[bool], dead: int, *, reach: list[int]) -> list[Pot]:
    """`reach` is how far each player answers for a bet; that of each live one makes a level."""
    players = len(put_in)
    pots: list[Pot] = []
    below = 0
    while True:
        level = 0
        for player in range(players):
            top = reach[player]
            if live[player] and top > below and (level == 0 or top < level):
                level = top
        if level == 0:
            break
        total = 0
        eligible: list[int] = []
        for player in range(players):
            chips = put_in[player]
            if chips > below:
                total += (level if chips > level else chips) - below
            if live[player] and reach[player] >= level:
                eligible.append(player)
        pots.append(Pot(total, eligible, level))
        below = level
    if not pots:
        pots.append(Pot(0, [player for player in range(players) if live[player]], 0))
    for player in range(players):
        # Nobody is left to play for what a folded hand put in beyond the last level.
        if put_in[player] > below:
            pots[-1].chips += put_in[player] - below
    pots[0].chips += dead
    return pots
