"""Settlement of hands and pots without the betting before them, by the functions of a real round.

A worked case or the settle page knows the hands and the chips at the end of a round, but not its actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.poker.events import PokerEvent, Raked, apply
from hoyle.games.poker.pots.fee_collection import rake_betting_round
from hoyle.games.poker.pots.pot_award import award, settle_showdown
from hoyle.games.poker.pots.rake import allocate_fee
from hoyle.games.poker.pots.side_pots import Pot, pots_of, taken_from, uncalled_bet
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_state import TABLED, RoundState


class ShowdownHand(NamedTuple):
    """Hand of one seat at a showdown, with the chips that the seat put in."""

    seat: int
    cards: list[int]
    live: bool
    put_in: int = 0


class ShowdownPot(NamedTuple):
    """Pot of known size, with the seats that can win it."""

    chips: int
    seats: list[int]


class Showdown:
    """Hands and pots at the end of a round, in seat order; `settle` awards every chip."""

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[ShowdownHand],
        *,
        board: Sequence[int] = (),
        button: int | None = None,
        pots: Sequence[ShowdownPot] = (),
        dead: int = 0,
    ) -> None:
        """Set up the end of a round; pots are built from the chips put in and `dead`, unless they are given.

        `button` is the seat with the button: if it is empty, the last player before it counts.
        """
        self.rules = rules
        self.state = state = RoundState()
        count = len(hands)
        state.seats = [hand.seat for hand in hands]
        state.position_of_seat = {hand.seat: position for position, hand in enumerate(hands)}
        if button is not None:
            state.button = (sum(hand.seat <= button for hand in hands) - 1) % count
        else:
            state.button = -1
        state.stacks, state.bets, state.won, state.returned = ([0] * count for _ in range(4))
        state.live = [hand.live for hand in hands]
        state.hands = [TABLED if hand.live else 0 for hand in hands]
        state.board = list(board)
        state.cards = [list(hand.cards) for hand in hands]
        state.ups = [[True] * len(hand.cards) for hand in hands]
        state.put_in = [hand.put_in for hand in hands]
        state.dead = dead + sum(pot.chips for pot in pots)
        player, extra = uncalled_bet(state.put_in, state.live)
        if extra:
            state.put_in[player] -= extra
            state.returned[player] = extra
        state.pot = state.start_chips = sum(state.put_in) + state.dead
        self.pots = [
            Pot(pot.chips, sorted(state.position_of_seat[seat] for seat in pot.seats), number)
            for number, pot in enumerate(pots, 1)
        ] or pots_of(state)

    def settle(self, *, rake: int = 0, jackpot: int = 0) -> list[PokerEvent]:
        """Take rake and jackpot fee out of the pots, award the rest, and return the events in order."""
        state = self.state
        if rake + jackpot > state.pot:
            raise InvalidError(f"rake and jackpot take {rake + jackpot} out of a pot of {state.pot}")
        events: list[PokerEvent] = []

        def emit(event: PokerEvent) -> None:
            apply(state, event)
            events.append(event)

        # The rake is a sum here; the event of a fixed amount is the one without a percentage.
        for fee, method in ((rake, "increment"), (jackpot, "jackpot")):
            chips_by_pot = allocate_fee(self.pots, taken_from(self.pots, state), fee)
            for pot_index, chips in enumerate(chips_by_pot):
                if chips:
                    emit(Raked(pot_index, chips, method, self.rules.book.revenue.net_pot))
        settle_showdown(emit, state, self.rules, self.pots)
        return events


def rake_single_pot(rules: Rules, chips_by_round: Sequence[int], *, uncontested: bool) -> RoundState:
    """Put chips into a pot round by round, rake it and award it; return the state with rake and jackpot.

    The chips have no players, so one player stands for all of them.
    """
    state = RoundState()
    state.seats, state.position_of_seat, state.people = [1], {1: 0}, ["player"]
    state.start_chips = sum(chips_by_round)
    state.stacks, state.live, state.hands = [state.start_chips], [True], [TABLED]
    state.put_in, state.won, state.returned, state.cards = [0], [0], [0], [[]]

    def emit(event: PokerEvent) -> None:
        apply(state, event)

    for street, chips in enumerate(chips_by_round):
        state.street = street
        state.stacks[0] -= chips
        state.put_in[0] += chips
        state.pot += chips
        state.bets = [chips]
        rake_betting_round(emit, state, rules, uncontested=uncontested)
    award(emit, state, rules)
    return state
