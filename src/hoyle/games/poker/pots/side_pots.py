"""Main and side pots built from contributions, and the uncalled bet.

The contribution of each live player makes a level; a pot is what every player, folded or not, put in between
one level and the next.
"""

from __future__ import annotations

from hoyle.games.poker.round_state import OVER, RoundState


class Pot:
    """Pot: its chips, and the players (by position) who can win them."""

    def __init__(self, chips: int, eligible: list[int], level: int) -> None:
        self.chips = chips
        self.eligible = eligible
        self.level = level
        """Upper contribution level."""

    def __repr__(self) -> str:
        return f"Pot({self.chips}, {self.eligible})"


def pot_name(index: int) -> str:
    """Return the name of a pot: ``main``, ``side1`` (formed first), ``side2``..."""
    return "main" if index == 0 else f"side{index}"


def uncalled_bet(put_in: list[int], live: list[bool], spared: list[int] | None = None) -> tuple[int, int]:
    """Return the player whose bet nobody called in full, and the excess; (-1, 0) if there is none.

    Folded players' chips count as matching. Only a live player gets chips back: what a folded or dead hand
    put in beyond the others stays in the last pot. `spared` as for `build_pots`.
    """
    contributions = _with_spared(put_in, spared) if spared else put_in
    highest = 0
    second_highest = 0
    bettor = -1
    for player in range(len(contributions)):
        chips = contributions[player]
        if chips > highest:
            second_highest = highest
            highest = chips
            bettor = player
        elif chips > second_highest:
            second_highest = chips
    if highest == second_highest or not live[bettor]:
        return -1, 0
    return bettor, min(highest - second_highest, put_in[bettor])


def level_of(put_in: list[int], live: list[bool], pot: int) -> int:
    """Return the upper contribution level of the pot of that number, or of the last one there is."""
    level = 0
    for _ in range(pot + 1):
        next_level = 0
        for player in range(len(put_in)):
            if live[player] and put_in[player] > level and (next_level == 0 or put_in[player] < next_level):
                next_level = put_in[player]
        if next_level == 0:
            break
        level = next_level
    return level


def build_pots(put_in: list[int], live: list[bool], dead: int = 0, spared: list[int] | None = None) -> list[Pot]:
    """Build the pots of a showdown in the order they were formed, main pot first: each total makes a level.

    `dead` is money that counts towards no level (an ante paid for the table): it goes to the main pot.
    `spared` are chips that count for a player's level although they did not put them in.
    """
    if not spared:
        return _by_level(put_in, live, dead, put_in, [])
    return _by_level(put_in, live, dead, _with_spared(put_in, spared), spared)


def pots_of(state: RoundState) -> list[Pot]:
    """Build the pots of a round as for its showdown."""
    return build_pots(state.put_in, state.live, state.dead, state.spared)


def _with_spared(put_in: list[int], spared: list[int]) -> list[int]:
    return [put_in[player] + spared[player] for player in range(len(put_in))]


def pots_now(state: RoundState) -> list[Pot]:
    """Build the current pots, bets of this betting round included; together they are `state.pot`.

    Only an all-in makes a level: while players can still call they count as equal, and a side pot forms once
    a player is all-in and others go on betting (oneida XI.A.31). A pot that was awarded is empty.
    """
    if state.awaiting == OVER:
        # Stacks have grown with the awards, so they no longer show who was all-in; contributions do.
        return [Pot(0, pot.eligible, pot.level) for pot in pots_of(state)]
    answered = state.answered()
    highest = max(answered, default=0)
    reach = [highest if state.stacks[player] > 0 else answered[player] for player in range(len(answered))]
    pots = _by_level(state.put_in, state.live, state.dead, reach, state.spared)
    shares = taken_from(pots, state)
    for index in range(len(pots)):
        pots[index].chips -= shares[index]
    return pots


def taken_from(pots: list[Pot], state: RoundState) -> list[int]:
    """List the rake, jackpot and fees already taken from each of these pots.

    Pots merge when an all-in hand dies and part when a bet is not called, so amounts are recorded by the
    level they were taken at, and the pot that reaches that level bears them. What a pot no longer holds after
    a refund, the others bear, main pot first.
    """
    charges = [0] * len(pots)
    for number in range(len(state.taken)):
        index = 0
        while index + 1 < len(pots) and pots[index].level < state.taken_at[number]:
            index += 1
        charges[index] += state.taken[number]
    shares: list[int] = []
    excess = 0
    for index in range(len(pots)):
        share = min(charges[index], pots[index].chips)
        shares.append(share)
        excess += charges[index] - share
    for index in range(len(pots)):
        extra = min(excess, pots[index].chips - shares[index])
        shares[index] += extra
        excess -= extra
    return shares


def _by_level(put_in: list[int], live: list[bool], dead: int, reach: list[int], spared: list[int]) -> list[Pot]:
    """Build pots from levels: the `reach` of each live player makes one.

    A player's contribution lies above what they were `spared`, if anything.
    """
    players = len(put_in)
    totals = _with_spared(put_in, spared) if spared else put_in
    pots: list[Pot] = []
    level_below = 0
    while True:
        level = 0
        for player in range(players):
            player_reach = reach[player]
            if live[player] and player_reach > level_below and (level == 0 or player_reach < level):
                level = player_reach
        if level == 0:
            break
        total = 0
        eligible: list[int] = []
        for player in range(players):
            chips = totals[player]
            lower_bound = spared[player] if spared and spared[player] > level_below else level_below
            if chips > lower_bound and level > lower_bound:
                total += (level if chips > level else chips) - lower_bound
            if live[player] and reach[player] >= level:
                eligible.append(player)
        pots.append(Pot(total, eligible, level))
        level_below = level
    if not pots:
        pots.append(Pot(0, [player for player in range(players) if live[player]], 0))
    for player in range(players):
        # Chips of folded hands beyond the last level go to the last pot.
        lower_bound = spared[player] if spared and spared[player] > level_below else level_below
        if totals[player] > lower_bound:
            pots[-1].chips += totals[player] - lower_bound
    pots[0].chips += dead
    return pots
