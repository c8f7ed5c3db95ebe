"""Poker observation: a player's view as a vector of cards, seats, chips and betting history.

Everything comes from the player's view of the round and from public actions.
"""

from __future__ import annotations

from array import array
from typing import Final

from hoyle.core.cards import UNKNOWN_TEXT
from hoyle.encoding.observation_fields import CARD_INDEX, CARDS, ObservationFields
from hoyle.games.poker.variants import Variant
from hoyle.games.poker.view_types import PokerRoundView

DECISIONS: Final = ("action", "forced bet", "draw")
"""Kinds of decisions of a player, as the view names them."""
ACTIONS: Final = ("check", "call", "wager")
COUNT_SCALE: Final = 8
"""Counts of actions are divided by this number, and capped at 1."""
SEAT_FIELDS: Final = ("live", "all_in", "button", "turn", "stack", "bet", "put_in", "cards")


class ActionHistory:
    """Public actions of all players in a hand, street by street."""

    def __init__(self, players: int, streets: int) -> None:
        self.streets = streets
        self.street = 0
        self.counts: list[dict[int, float]] = [{} for _ in range(players)]
        """Nonzero scaled counts of each player's actions, by street and kind of action."""
        self.drawn: list[dict[int, int]] = [{} for _ in range(players)]
        """Number of cards drawn by each player on each street, plus one."""

    def copy(self) -> ActionHistory:
        copied = ActionHistory(0, self.streets)
        copied.street = self.street
        copied.counts = [dict(counts) for counts in self.counts]
        copied.drawn = [dict(counts) for counts in self.drawn]
        return copied

    def add(self, player: int, kind: int) -> None:
        """Count an action of a player on the current street."""
        counts, index = self.counts[player], self.street * len(ACTIONS) + kind
        counts[index] = min(counts.get(index, 0.0) + 1 / COUNT_SCALE, 1.0)


class PokerObservation:
    """Encoder of a poker player's view as an observation vector."""

    def __init__(self, variant: Variant, players: int, chips: int) -> None:
        """Lay out the observation fields; `chips` are all chips on the table, the unit of every amount."""
        self.players = players
        self.chips = chips
        self.streets = {street.name: index for index, street in enumerate(variant.streets)}
        self.hole_cards = variant.hole_cards
        around = f"for each of {players} seats, the player's own first and then clockwise"
        share = "as a share of all chips on the table"
        streets = ", ".join(self.streets)
        parts: list[tuple[str, tuple[int, ...], str]] = [
            ("hand", (CARDS,), "1 for each card of the player, 2c 2d 2h 2s 3c ... As")
        ]
        if variant.board_cards or not variant.draws:
            parts.append(("board", (CARDS,), "1 for each card on the board"))
        if any(any(street.ups) for street in variant.streets):
            parts.append(("shown", (players, CARDS), f"1 for each card face up, {around}"))
        parts += [
            ("live", (players,), f"1 while the seat is in the hand, {around}"),
            ("all_in", (players,), "1 if the seat is all-in"),
            ("button", (players,), "1 for the seat with the button"),
            ("turn", (players,), "1 for the seat to act"),
            ("stack", (players,), f"chips in the stack, {share}"),
            ("bet", (players,), f"the bet in this betting round, {share}"),
            ("put_in", (players,), f"chips put in during this hand, {share}"),
            ("cards", (players,), "cards held, as a share of a full hand"),
            ("street", (len(self.streets),), f"1 for the street: {streets}"),
            ("decision", (len(DECISIONS),), f"1 for the pending decision: {', '.join(DECISIONS)}"),
            ("pot", (1,), f"the pot, {share}"),
            ("to_call", (1,), f"chips needed to call, {share}"),
            ("raises", (1,), f"raises in this betting round, in {COUNT_SCALE}ths and 1 at most"),
            (
                "actions",
                (players, len(self.streets), len(ACTIONS)),
                f"number of times each seat did {', '.join(ACTIONS)} on each street, in {COUNT_SCALE}ths",
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
        self._seats = tuple(start(name) for name in SEAT_FIELDS)
        self._street, self._decision, self._actions = start("street"), start("decision"), start("actions")
        self._pot, self._to_call, self._raises = start("pot"), start("to_call"), start("raises")

    def row(self, view: PokerRoundView, player: int, actions: ActionHistory) -> array[float]:
        """Encode a poker player's view as numbers; seats are numbered from 1, players from 0."""
        row, players, chips = self.fields.blank(), self.players, self.chips
        # Each of these is the start of a field with one number per seat.
        live, all_in, button, turn, stack, bet, put_in, card_count = self._seats
        face_up, full_hand = self._shown, self.hole_cards
        to_call = 0
        for hand in view.hands:
            position = (hand.seat - 1 - player) % players
            cards = hand.cards
            row[stack + position] = hand.stack / chips
            if hand.live:
                row[live + position] = 1
                row[all_in + position] = hand.all_in
            if hand.contributed:
                row[bet + position] = hand.bet / chips
                row[put_in + position] = hand.contributed / chips
            row[card_count + position] = len(cards) / full_hand
            if not position:
                to_call = min(max(view.bet - hand.bet, 0), hand.stack)
                for card in cards:
                    row[CARD_INDEX[card]] = 1
            if face_up >= 0:
                first = face_up + position * CARDS
                for card, is_up in zip(cards, hand.face_up, strict=True):
                    if (is_up or position) and card != UNKNOWN_TEXT:
                        row[first + CARD_INDEX[card]] = 1
        for card in view.board:
            row[self._board + CARD_INDEX[card]] = 1
        if view.button:
            row[button + (view.button - 1 - player) % players] = 1
        if view.turn:
            row[turn + (view.turn - 1 - player) % players] = 1
        row[self._street + self.streets[view.street]] = 1
        if view.awaiting in DECISIONS:
            row[self._decision + DECISIONS.index(view.awaiting)] = 1
        row[self._pot] = view.pot / chips
        row[self._to_call] = 0 if view.over else to_call / chips
        row[self._raises] = min(view.raises / COUNT_SCALE, 1)
        self._add_actions(row, player, actions)
        return row

    def _add_actions(self, row: array[float], player: int, actions: ActionHistory) -> None:
        """Add the betting history and the draws of all seats to an observation."""
        players = self.players
        size = actions.streets * len(ACTIONS)
        for position in range(players):
            other_player = (player + position) % players
            first = self._actions + position * size
            for index, scaled_count in actions.counts[other_player].items():
                row[first + index] = scaled_count
            if actions.drawn[other_player]:
                first = self._drawn + position * actions.streets
                for street, count in actions.drawn[other_player].items():
                    row[first + street] = count / (self.hole_cards + 1)
