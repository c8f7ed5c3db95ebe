"""View of a house-card round for one viewer, with its types."""

from __future__ import annotations

from msgspec import Struct

from hoyle.core.cards import UNKNOWN, card_text
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import BettingPosition


class LineView(Struct, frozen=True, kw_only=True):
    """One wager as it was decided."""

    wager: str
    stake: int
    """What lay on it."""
    gain: int
    """What it won, the stake not counted; below zero what it lost."""
    clause: str


class BettingPositionView(Struct, frozen=True, kw_only=True):
    """One betting position."""

    seat: int
    """The position by its number, as a `spot` in commands."""
    owner: str
    """Whose hand it is."""
    wagers: dict[str, int]
    """Chips on each spot now."""
    gains: dict[str, int]
    """What each decided wager gained."""
    lines: list[LineView]
    """Every wager that is decided, in the order of settlement."""
    cards: list[str]
    """``??`` where you may not see them."""
    folded: bool
    """The hand was given up."""
    hand: str
    """Class of the hand once it is turned up."""


class RoundView(Struct, frozen=True, kw_only=True):
    """A round as one person sees it."""

    phase: str
    turn: int
    """The position that decides now; 0 if none."""
    dealer: list[str]
    """The dealer's cards; ``??`` face down."""
    dealer_hand: str
    """What they make once they are turned up."""
    qualifies: bool
    """Whether the dealer's hand, once it is turned up, plays."""
    community: list[str]
    """Cards for everybody; ``??`` face down."""
    stub: int
    """Cards that have not been dealt."""
    places: list[BettingPositionView]


def view(round_: HouseCardRound, person: str) -> RoundView:
    """The round as somebody sees it; nobody in particular is an empty name."""
    state = round_.state
    up = set(state.dealer_up)
    return RoundView(
        phase=round_.phase,
        turn=round_.turn,
        dealer=[card_text(card if card in up else UNKNOWN) for card in state.dealer],
        dealer_hand=state.dealer_name,
        qualifies=state.dealer_qualifies,
        community=[
            card_text(card if at < state.turned else UNKNOWN) for at, card in enumerate(state.community)
        ],
        stub=len(state.deck) - state.dealt,
        places=[_place(state.places[seat], person) for seat in state.seats()],
    )


def _place(place: BettingPosition, person: str) -> BettingPositionView:
    """One's own cards, those at a second position too (AMB-G6), and hands turned up."""
    sees = bool(place.shown) or (person != "" and place.owner == person)
    return BettingPositionView(
        seat=place.seat,
        owner=place.owner,
        wagers=dict(place.wagers),
        gains=dict(place.gains),
        lines=[
            LineView(wager=wager, stake=place.made.get(wager, 0), gain=gain, clause=place.clauses[wager])
            for wager, gain in place.gains.items()
        ],
        cards=[card_text(card if sees else UNKNOWN) for card in place.cards],
        folded=place.folded,
        hand=place.shown,
    )
