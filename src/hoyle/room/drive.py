"""Plays rounds to their end: asks the bot whose turn it is, shuffles when the deck runs short."""

from __future__ import annotations

import random
from collections.abc import Mapping

from hoyle.poker.actions import perform
from hoyle.poker.round import Round
from hoyle.poker.state import OVER, SHUFFLE
from hoyle.room.bots import Bot, Turn
from hoyle.room.offers import Offer
from hoyle.room.shuffling import hand_dice, quick_deck, reshuffled


def drive(round_: Round, bots: Mapping[int, Bot], rng: random.Random) -> None:
    """Play a round with bots until it is over, or until a seat without a bot must act."""
    state = round_.state
    turn = Turn(round_)
    while state.awaiting != OVER:
        if state.awaiting == SHUFFLE:
            round_.shuffle(reshuffled(rng, round_.cards_to_shuffle()))
            continue
        bot = bots.get(state.seats[state.actor])
        if bot is None:
            return
        perform(round_, bot.act(turn, rng))


def play_hand(offer: Offer, stacks: list[int], bots: list[Bot], *, seed: int, hand: int) -> Round:
    """Hand number `hand` (from 1) of a run: the button moves every hand, all chance is the seed's."""
    rng = hand_dice(seed, hand)
    count = offer.players
    seats = offer.seats
    button = (hand - 1) % count + 1
    variant = offer.rules.variant
    needed = 52 if variant.draws else variant.cards_needed(count)
    round_ = Round(
        offer.rules,
        seats,
        stacks,
        deck=quick_deck(rng, needed),
        button=button,
        posts=offer.posts(seats, button),
    )
    drive(round_, dict(zip(seats, bots, strict=True)), rng)
    return round_
