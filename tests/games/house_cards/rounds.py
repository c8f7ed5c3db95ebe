"""Helpers for tests of house-card rounds: stacked decks, dealt rounds and clauses."""

from __future__ import annotations

from hoyle.core.cards import parse_cards
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round import HouseCardRound

TCP, FCP, MS = "three-card-poker", "four-card-poker", "mississippi-stud"
GAMES = (TCP, FCP, MS)
SIDE = {TCP: "pair_plus", FCP: "aces_up"}
PREFIX = {TCP: "TCP", FCP: "FCP", MS: "MS"}


def stacked(top: str = "") -> list[int]:
    """Build a whole deck with these cards on top."""
    cards = parse_cards(top)
    return cards + [card for card in range(52) if card not in cards]


def started(sign: HouseCardSign, top: str, wagers: dict[int, dict[str, int]], **owners: str) -> HouseCardRound:
    """Open a round with these wagers made and the cards dealt."""
    round_ = HouseCardRound(sign, dict.fromkeys(wagers, 10000), stacked(top))
    for seat, made in wagers.items():
        for wager, chips in made.items():
            round_.wager(seat, wager, chips, owner=owners.get(f"seat{seat}", ""))
    round_.close()
    return round_


def cite(game: str, *ids: str) -> list[str]:
    """Citations of one game's book."""
    return [f"oneida {PREFIX[game]}.{id}" for id in ids]


def clauses(round_: HouseCardRound, name: str) -> list[str]:
    """Clauses of all events of that name, in order."""
    return [event.clause for event in round_.log if event.name == name]
