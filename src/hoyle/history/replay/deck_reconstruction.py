"""Deck reconstruction: the order of the deck that deals a recorded poker hand.

The round deals automatically, so the deck must be in order before it begins: one card to each player in turn,
the player at the button's left (or the house dealer's left) first, burns as unknown cards.
"""

from __future__ import annotations

from hoyle.core.cards import UNKNOWN, card_text
from hoyle.core.errors import InvalidError
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.variants import Street
from hoyle.history.phh.action_notation import BET, BRING_IN, DEAL_BOARD, DEAL_HOLE, DRAW, FOLD, NO_OP, SHOW, Action
from hoyle.history.phh.reader import HandHistory

DECK_SIZE = 52


class StreetCards:
    """Dealing actions of one street of a recorded hand: its hole cards, or its board cards."""

    def __init__(self, *, board: bool) -> None:
        self.board = board
        self.dealt: dict[int, Action] = {}
        """Action by player; the board is player 0."""
        self.draw = 0
        """Number of draws that have begun before it."""
        self.ghosts: list[int] = []
        """Folded seats that still get a card."""

    def players(self) -> list[int]:
        """Return the players who get cards on this street, in order."""
        return sorted(self.dealt)


class ReconstructedDeck:
    """Cards of a recorded hand in the order in which they leave the deck."""

    def __init__(self, history: HandHistory, rules: Rules) -> None:
        self.cards: list[int] = []
        self.batches: dict[int, StreetCards] = {}
        """Batch of each dealing action, by its number."""
        self._history = history
        self._rules = rules
        self._action_numbers: list[int] = []
        self._players_with_hidden_up_card: set[int] = set()
        self._stub = DECK_SIZE
        self._burns = 0
        queue = self._batch_deals()
        for number, street in enumerate(rules.variant.streets):
            if not queue:
                break
            self._append_street(street, number, queue)
        self._refuse_doubles()

    def deck(self) -> list[int]:
        """Return the deck at the start of the hand, top card first; cards not on record are unknown."""
        return _pad(self.cards[:DECK_SIZE], DECK_SIZE)

    def after(self, dealt: int, count: int) -> list[int]:
        """Return the `count` cards to come once `dealt` have left the deck: the order for a reshuffle."""
        return _pad(self.cards[dealt : dealt + count], count)

    def _batch_deals(self) -> list[StreetCards]:
        """Group the dealing actions by street, with the folded seats that still get a card on each.

        A seat that folds before any bet on its street still gets cards until the next bet (`Rules.ghosts`).
        """
        batches: list[StreetCards] = []
        open_batch: StreetCards | None = None
        ghosts: set[int] = set()
        drawers: set[int] = set()
        draws = 0
        has_bet = False
        forced_bettor = 0
        for action in self._history.actions:
            if action.verb in (DEAL_HOLE, DEAL_BOARD):
                board = action.verb == DEAL_BOARD
                if open_batch is None or open_batch.board or board or action.player in open_batch.dealt:
                    open_batch = StreetCards(board=board)
                    open_batch.ghosts = sorted(ghosts)
                    open_batch.draw = draws
                    batches.append(open_batch)
                    has_bet = False
                open_batch.dealt[action.player] = action
                self.batches[action.number] = open_batch
                continue
            if action.verb in (NO_OP, SHOW):
                continue
            open_batch = None
            if action.verb == DRAW:
                # Players who are all-in draw again without any betting in between.
                if not drawers or action.actor in drawers:
                    draws += 1
                    drawers.clear()
                drawers.add(action.actor)
                continue
            drawers.clear()
            if self._history.bring_in:
                # The player who must make the forced bet is the first to act.
                forced_bettor = forced_bettor or action.actor
            if action.verb == BRING_IN:
                has_bet = True
            elif action.verb == BET:
                has_bet = True
                ghosts.clear()
            elif action.verb == FOLD:
                folds_forced_bet = len(batches) == 1 and action.actor == forced_bettor
                if not has_bet or folds_forced_bet:
                    ghosts.add(action.actor)
        return batches

    def _append_street(self, street: Street, number: int, queue: list[StreetCards]) -> None:
        """Append the cards of one street to the reconstructed deck, its burn first."""
        if street.ups and street.burn and not queue[0].board:
            last = number + 1 == len(self._rules.variant.streets)
            if self._stub < len(queue[0].dealt) + (self._rules.shortage_reserve if last else 1):
                # The street was dealt even so: the burns were shuffled into the stub.
                self._stub += self._burns
                self._burns = 0
        if street.burn:
            self._append(UNKNOWN)
            self._burns += 1
        if street.draw:
            # If all players stand pat, the next batch belongs to a later draw.
            if not queue[0].board and queue[0].draw == number:
                batch = queue.pop(0)
                for player in batch.players():
                    for card in batch.dealt[player].cards or ():
                        self._append(card, batch.dealt[player].number)
            return
        batch = queue.pop(0)
        if batch.board:
            for card in batch.dealt[0].cards or ():
                self._append(card, batch.dealt[0].number)
            return
        self._check_up_cards(street, batch)
        ghosts = batch.ghosts if self._rules.ghosts and street.burn else []
        spare = self._stub - len(batch.dealt)
        receivers = sorted([*batch.dealt, *ghosts[: max(spare, 0)]])
        for index in range(len(street.ups)):
            for player in receivers:
                action = batch.dealt.get(player)
                cards = () if action is None else action.cards or ()
                self._append(cards[index] if index < len(cards) else UNKNOWN, action.number if action else 0)

    def _check_up_cards(self, street: Street, batch: StreetCards) -> None:
        """Refuse a recorded hand with an unknown up-card that decides who acts first on a later street."""
        for action in batch.dealt.values():
            if street.burn and action.player in self._players_with_hidden_up_card:
                place = self._history.where(action.number)
                raise InvalidError(
                    f"{place}: an up-card of p{action.player} is unknown, and who acts first depends on it"
                )
            for up, card in zip(street.ups, action.cards or (), strict=False):
                if up and card == UNKNOWN:
                    self._players_with_hidden_up_card.add(action.player)

    def _append(self, card: int, number: int = 0) -> None:
        """Append one card to the reconstructed deck, with the number of the action that deals it."""
        self._stub -= 1
        self.cards.append(card)
        self._action_numbers.append(number)

    def _refuse_doubles(self) -> None:
        """Refuse a recorded hand in which a card leaves the deck twice without a reshuffle."""
        action_of_card: dict[int, int] = {}
        for card, number in zip(self.cards[:DECK_SIZE], self._action_numbers, strict=False):
            if card == UNKNOWN:
                continue
            if card in action_of_card:
                first, second = sorted((action_of_card[card], number))
                raise InvalidError(
                    f"{self._history.where(second)}: {card_text(card)} was dealt before, in action {first} "
                    f"{self._history.actions[first - 1].text!r}"
                )
            action_of_card[card] = number


def _pad(cards: list[int], size: int) -> list[int]:
    return cards + [UNKNOWN] * (size - len(cards))
