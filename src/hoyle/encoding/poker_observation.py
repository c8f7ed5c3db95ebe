"""Poker observation: a player's view as a vector of cards, seats, chips and betting history.

Everything comes from the player's view of the round and from public actions.
"""

from __future__ import annotations

from array import array
from typing import Final

from hoyle.core.cards import DECK, UNKNOWN_TEXT, card_text
from hoyle.encoding.observation_fields import ObservationFields
from hoyle.games.poker.variants import Variant
from hoyle.games.poker.view_types import PokerRoundView

CARDS: Final = len(DECK)
NUMBER_OF: Final = {card_text(card): card for card in DECK}
MOMENTS: Final = ("action", "forced bet", "draw")
"""Kinds of decisions of a player, as the view names them."""
DEEDS: Final = ("check", "call", "wager")
COUNTED: Final = 8
"""Counts of actions are divided by this number, and capped at 1."""
ABOUT_A_SEAT: Final = ("live", "all_in", "button", "turn", "stack", "bet", "put_in", "held")


class ActionHistory:
    """Public actions of all players in a hand, street by street."""

    def __init__(self, players: int, streets: int) -> None:
        self.streets = streets
        self.street = 0
        self.done: list[dict[int, float]] = [{} for _ in range(players)]
        """Nonzero scaled counts of each player's actions, by street and kind of action."""
        self.drawn: list[dict[int, int]] = [{} for _ in range(players)]
        """Number of cards drawn by each player on each street, plus one."""

    def copy(self) -> ActionHistory:
        other = ActionHistory(0, self.streets)
        other.street = self.street
        other.done = [dict(each) for each in self.done]
        other.drawn = [dict(each) for each in self.drawn]
        return other

    def add(self, player: int, deed: int) -> None:
        done, place = self.done[player], self.street * len(DEEDS) + deed
        done[place] = min(done.get(place, 0.0) + 1 / COUNTED, 1.0)


class PokerObservation:
    """Encoder of a player's view as an observation vector."""

    def __init__(self, variant: Variant, players: int, chips: int) -> None:
        """`chips` are all chips on the table, the unit of every amount."""
        self.players = players
        self.chips = chips
        self.streets = {street.name: at for at, street in enumerate(variant.streets)}
        self.hole_cards = variant.hole_cards
        around = f"for each of {players} seats, the player's own first and then clockwise"
        share = "as a share of all chips on the table"
        streets = ", ".join(self.streets)
        parts: list[tuple[str, tuple[int, ...], str]] = [
            ("hand", (CARDS,), "1 for each card of the player, 2c 2d 2h 2s 3c ... As")
        ]
        if variant.board_cards or not variant.draws:
            parts.append(("board", (CARDS,), "1 for each card that lies open for everybody"))
        if any(any(street.ups) for street in variant.streets):
            parts.append(("shown", (players, CARDS), f"1 for each card face up, {around}"))
        parts += [
            ("live", (players,), f"1 while the seat is in the hand, {around}"),
            ("all_in", (players,), "1 if the seat is all-in"),
            ("button", (players,), "1 for the seat with the button"),
            ("turn", (players,), "1 for the seat that is awaited"),
            ("stack", (players,), f"chips in the stack, {share}"),
            ("bet", (players,), f"the bet in this betting round, {share}"),
            ("put_in", (players,), f"chips put in during this hand, {share}"),
            ("held", (players,), "cards held, as a share of a full hand"),
            ("street", (len(self.streets),), f"1 for the street: {streets}"),
            ("moment", (len(MOMENTS),), f"1 for what is awaited: {', '.join(MOMENTS)}"),
            ("pot", (1,), f"the pot, {share}"),
            ("to_call", (1,), f"chips needed to call, {share}"),
            ("raises", (1,), f"raises in this betting round, in {COUNTED}ths and 1 at most"),
            (
                "deeds",
                (players, len(self.streets), len(DEEDS)),
                f"how often each seat has done each of {', '.join(DEEDS)} on each street, in {COUNTED}ths",
            ),
        ]
        if variant.draws:
            parts.append(
                (
                    "drawn",
                    (players, len(self.streets)),
                    "one more than the cards that each seat drew on each street, as a share of one more than "
                    "a full hand; 0 before the draw",
                )
            )
        self.fields = ObservationFields(parts)
        start = self.fields.start
        self._board, self._shown, self._drawn = start("board"), start("shown"), start("drawn")
        self._seats = tuple(start(name) for name in ABOUT_A_SEAT)
        self._street, self._moment, self._deeds = start("street"), start("moment"), start("deeds")
        self._pot, self._to_call, self._raises = start("pot"), start("to_call"), start("raises")

    def row(self, view: PokerRoundView, player: int, deeds: ActionHistory) -> array[float]:
        """Encode the view of a player; seats are numbered from 1, players from 0."""
        row, players, chips = self.fields.blank(), self.players, self.chips
        live, all_in, button, turn, stack, bet, put_in, held = self._seats
        shown, full = self._shown, self.hole_cards
        to_call = 0
        for hand in view.hands:
            at = (hand.seat - 1 - player) % players
            cards = hand.cards
            row[stack + at] = hand.stack / chips
            if hand.live:
                row[live + at] = 1
                row[all_in + at] = hand.all_in
            if hand.contributed:
                row[bet + at] = hand.bet / chips
                row[put_in + at] = hand.contributed / chips
            row[held + at] = len(cards) / full
            if not at:
                to_call = min(max(view.bet - hand.bet, 0), hand.stack)
                for card in cards:
                    row[NUMBER_OF[card]] = 1
            if shown >= 0:
                first = shown + at * CARDS
                for card, up in zip(cards, hand.face_up, strict=True):
                    if (up or at) and card != UNKNOWN_TEXT:
                        row[first + NUMBER_OF[card]] = 1
        for card in view.board:
            row[self._board + NUMBER_OF[card]] = 1
        if view.button:
            row[button + (view.button - 1 - player) % players] = 1
        if view.turn:
            row[turn + (view.turn - 1 - player) % players] = 1
        row[self._street + self.streets[view.street]] = 1
        if view.awaiting in MOMENTS:
            row[self._moment + MOMENTS.index(view.awaiting)] = 1
        row[self._pot] = view.pot / chips
        row[self._to_call] = 0 if view.over else to_call / chips
        row[self._raises] = min(view.raises / COUNTED, 1)
        self._add_deeds(row, player, deeds)
        return row

    def _add_deeds(self, row: array[float], player: int, deeds: ActionHistory) -> None:
        players = self.players
        each = deeds.streets * len(DEEDS)
        for at in range(players):
            other = (player + at) % players
            first = self._deeds + at * each
            for place, often in deeds.done[other].items():
                row[first + place] = often
            if deeds.drawn[other]:
                first = self._drawn + at * deeds.streets
                for street, count in deeds.drawn[other].items():
                    row[first + street] = count / (self.hole_cards + 1)
