"""View of a house-card round for one viewer, with its types."""

from __future__ import annotations

from msgspec import Struct

from hoyle.core.cards import UNKNOWN, card_text
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import BettingPosition


class WagerSettlement(Struct, frozen=True, kw_only=True):
    """View of one decided wager: stake, gain and clause."""

    wager: str
    stake: int
    """Chips wagered."""
    net: int
    """Chips won without the stake; negative if lost."""
    clause: str


class HouseCardPositionView(Struct, frozen=True, kw_only=True):
    """View of one betting position: owner, wagers, cards and results."""

    seat: int
    """Number of the position, the `spot` of commands."""
    owner: str
    """Player who holds the hand."""
    wagers: dict[str, int]
    """Chips on each betting spot."""
    net_by_wager: dict[str, int]
    """Chips gained by each decided wager."""
    settlements: list[WagerSettlement]
    """Decided wagers in the order of settlement."""
    cards: list[str]
    """Cards of the hand; ``??`` where the viewer may not see them."""
    folded: bool
    """Whether the hand has folded."""
    hand: str
    """Class of the hand once it is turned up."""


class HouseCardRoundView(Struct, frozen=True, kw_only=True):
    """View of a house-card round, as one person sees it."""

    phase: str
    turn: int
    """Position whose decision is due; 0 if none."""
    dealer: list[str]
    """Dealer's cards; ``??`` face down."""
    dealer_hand: str
    """Class of the dealer's hand once it is turned up."""
    qualifies: bool
    """Whether the dealer's hand, once turned up, qualifies."""
    community: list[str]
    """Community cards; ``??`` face down."""
    stub: int
    """Number of cards not yet dealt."""
    positions: list[HouseCardPositionView]


def view(round_: HouseCardRound, person: str) -> HouseCardRoundView:
    """Build the view of the round for a person; an empty name is a bystander."""
    state = round_.state
    face_up = set(state.dealer_up)
    return HouseCardRoundView(
        phase=round_.phase,
        turn=round_.turn,
        dealer=[card_text(card if card in face_up else UNKNOWN) for card in state.dealer],
        dealer_hand=state.dealer_name,
        qualifies=state.dealer_qualifies,
        community=[card_text(card if i < state.turned else UNKNOWN) for i, card in enumerate(state.community)],
        stub=len(state.deck) - state.dealt,
        positions=[_position_view(state.places[seat], person) for seat in state.seats()],
    )


def _position_view(position: BettingPosition, person: str) -> HouseCardPositionView:
    """Build the view of one position; a person sees their own cards, at a second position too (AMB-G6)."""
    may_see = bool(position.shown) or (person != "" and position.owner == person)
    return HouseCardPositionView(
        seat=position.seat,
        owner=position.owner,
        wagers=dict(position.wagers),
        net_by_wager=dict(position.gains),
        settlements=[
            WagerSettlement(wager=wager, stake=position.made.get(wager, 0), net=gain, clause=position.clauses[wager])
            for wager, gain in position.gains.items()
        ],
        cards=[card_text(card if may_see else UNKNOWN) for card in position.cards],
        folded=position.folded,
        hand=position.shown,
    )
