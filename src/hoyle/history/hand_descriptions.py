"""Hand descriptions in words, high and low, of the cards that a person sees.

They are made from a person's view, so they never depend on a card that this person may not see.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec import Struct

from hoyle.core.cards import UNKNOWN_TEXT, card_text, parse_card
from hoyle.games.house_cards.game_definition import HouseCardGame
from hoyle.games.house_cards.view import HouseCardRoundView
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.view_types import PokerHandView, PokerRoundView
from hoyle.hands import ANY, Evaluator, descriptions

_TABLED: Final = "tabled"
_GROUPS: Final = {
    (4,): descriptions.FOUR_OF_A_KIND,
    (3, 2): descriptions.FULL_HOUSE,
    (3,): descriptions.THREE_OF_A_KIND,
    (2, 2): descriptions.TWO_PAIRS,
    (2,): descriptions.ONE_PAIR,
}


class MadeHand(Struct, frozen=True, kw_only=True, gc=False):
    """Poker hand that cards make: its description, and the cards it is made of."""

    label: str
    cards: list[str]


class HandDescription(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Description of one player's poker hand in words, high and low."""

    seat: int
    high: MadeHand | None = None
    low: MadeHand | None = None
    upcards_text: str = ""
    """Description of the up-cards of a hand whose other cards are face down."""
    clause: str = ""


def describe_hands(rules: Rules, view: PokerRoundView, person: str) -> list[HandDescription]:
    """Describe every poker hand of a round that a person sees enough of; `view` is their view."""
    described: list[HandDescription] = []
    for hand in view.hands:
        if not hand.cards or not (hand.live or hand.hand_state == _TABLED):
            continue
        if UNKNOWN_TEXT not in hand.cards and (hand.hand_state == _TABLED or (person and hand.person == person)):
            described.append(_describe(rules, hand, view.board))
        elif any(hand.face_up):
            ups = [card for card, up in zip(hand.cards, hand.face_up, strict=True) if up and card != UNKNOWN_TEXT]
            described.append(HandDescription(seat=hand.seat, upcards_text=_showing(ups)))
    return described


def describe_house_hands(game: HouseCardGame, view: HouseCardRoundView, person: str) -> list[HandDescription]:
    """Describe a person's own hands at a house card table, with the open community cards."""
    board = [parse_card(card) for card in view.community if card != UNKNOWN_TEXT]
    described: list[HandDescription] = []
    for place in view.positions:
        if game.reads is None or not place.cards or place.owner != person or UNKNOWN_TEXT in place.cards:
            continue
        hole_cards = [parse_card(card) for card in place.cards]
        high = _best_hand(game.reads, hole_cards, board) or _partial_hand(hole_cards + board)
        described.append(HandDescription(seat=place.seat, high=high))
    return described


def _describe(rules: Rules, hand: PokerHandView, board: list[str]) -> HandDescription:
    hole_cards, shared = [parse_card(card) for card in hand.cards], [parse_card(card) for card in board]
    high = None if rules.high is None else _best_hand(rules.high, hole_cards, shared)
    low = None if rules.low is None else _best_hand(rules.low, hole_cards, shared)
    if high is None and rules.high is not None and rules.high.building == ANY:
        high = _partial_hand(hole_cards + shared)
    return HandDescription(seat=hand.seat, high=high, low=low, clause=rules.c_high or rules.c_low)


def _best_hand(evaluator: Evaluator, hole_cards: list[int], board: list[int]) -> MadeHand | None:
    """Return the best poker hand that cards make; None if they are too few, or no hand qualifies."""
    if evaluator.building == ANY:
        enough = len(hole_cards) + len(board) >= evaluator.ranking.size
    else:
        enough = len(hole_cards) >= 2 and len(board) >= evaluator.ranking.size - 2
    if not enough:
        return None
    best = evaluator.best(hole_cards, board)
    if not best.value:
        return None
    return MadeHand(label=evaluator.ranking.describe(best.value), cards=[card_text(card) for card in best.cards])


def _partial_hand(cards: list[int]) -> MadeHand:
    """Describe cards too few for a complete poker hand: pairs and the like, or the highest card."""
    pips = [_pip(card) for card in cards]
    pip_counts = Counter(pips)
    shape = tuple(sorted((count for count in pip_counts.values() if count > 1), reverse=True))
    by_group = sorted(pips, key=lambda pip: (pip_counts[pip], pip), reverse=True)
    if shape:
        grouped_cards = [card_text(card) for card in cards if pip_counts[_pip(card)] > 1]
        return MadeHand(label=descriptions.describe_groups(_GROUPS[shape], by_group), cards=grouped_cards)
    top = max(cards, key=_pip)
    return MadeHand(label=f"{descriptions.name(by_group[0])} high", cards=[card_text(top)])


def _showing(cards: list[str]) -> str:
    """Describe the up-cards of a poker hand; empty without any."""
    return _partial_hand([parse_card(card) for card in cards]).label if cards else ""


def _pip(card: int) -> int:
    """Return the pip of a card: 2 to 14 for an ace."""
    return (card >> 2) + 2
