"""Main and side pots built from contributions, and the uncalled bet.

Chips are taken level by level: what a live player answers for makes a level, and a pot is what every player,
folded or not, put in between one level and the next.
"""

from __future__ import annotations

from hoyle.games.poker.round_state import OVER, RoundState


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


def uncalled_bet(put_in: list[int], live: list[bool], spared: list[int] | None = None) -> tuple[int, int]:
    """Who put in more than anybody matched, and how much; (-1, 0) if nobody did.

    Folded players' chips count as matching. Only a live player gets chips back: what a folded or dead hand
    put in beyond the others stays in the last pot. `spared` as for `build_pots`.
    """
    tops = _over(put_in, spared) if spared else put_in
    first = 0
    second = 0
    holder = -1
    for player in range(len(tops)):
        chips = tops[player]
        if chips > first:
            second = first
            first = chips
            holder = player
        elif chips > second:
            second = chips
    if first == second or not live[holder]:
        return -1, 0
    return holder, min(first - second, put_in[holder])


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


def build_pots(
    put_in: list[int], live: list[bool], dead: int = 0, spared: list[int] | None = None
) -> list[Pot]:
    """The pots of a showdown in the order they were formed, main pot first: each total makes a level.

    `dead` is money that belongs to nobody's level (an ante paid for the table): it lies in the main pot.
    `spared` are chips below a player's own for which he answers without having put them in.
    """
    if not spared:
        return _by_level(put_in, live, dead, put_in, [])
    return _by_level(put_in, live, dead, _over(put_in, spared), spared)


def pots_of(state: RoundState) -> list[Pot]:
    """The pots of a round as its showdown would find them."""
    return build_pots(state.put_in, state.live, state.dead, state.spared)


def _over(put_in: list[int], spared: list[int]) -> list[int]:
    return [put_in[player] + spared[player] for player in range(len(put_in))]


def pots_now(state: RoundState) -> list[Pot]:
    """The pots as they lie on the table, bets on their way included; together they are `state.pot`.

    Only an all-in makes a level: while players can still answer a bet they count as equal, and a side pot is
    there once somebody is all-in and others go on betting (oneida XI.A.31). A pot that was pushed is empty.
    """
    if state.awaiting == OVER:
        # Stacks have grown since, so they no longer tell who was all-in; what was put in does.
        return [Pot(0, pot.eligible, pot.level) for pot in pots_of(state)]
    answered = state.answered()
    top = max(answered, default=0)
    reach = [top if state.stacks[player] > 0 else answered[player] for player in range(len(answered))]
    pots = _by_level(state.put_in, state.live, state.dead, reach, state.spared)
    shares = taken_from(pots, state)
    for at in range(len(pots)):
        pots[at].chips -= shares[at]
    return pots


def taken_from(pots: list[Pot], state: RoundState) -> list[int]:
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


def _by_level(
    put_in: list[int], live: list[bool], dead: int, reach: list[int], spared: list[int]
) -> list[Pot]:
    """`reach` is how far each player answers for a bet; that of each live one makes a level.

    What a player put in lies above what he was `spared`, if anything.
    """
    players = len(put_in)
    tops = _over(put_in, spared) if spared else put_in
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
            chips = tops[player]
            low = spared[player] if spared and spared[player] > below else below
            if chips > low and level > low:
                total += (level if chips > level else chips) - low
            if live[player] and reach[player] >= level:
                eligible.append(player)
        pots.append(Pot(total, eligible, level))
        below = level
    if not pots:
        pots.append(Pot(0, [player for player in range(players) if live[player]], 0))
    for player in range(players):
        # Nobody is left to play for what a folded hand put in beyond the last level.
        low = spared[player] if spared and spared[player] > below else below
        if tops[player] > low:
            pots[-1].chips += tops[player] - low
    pots[0].chips += dead
    return pots
