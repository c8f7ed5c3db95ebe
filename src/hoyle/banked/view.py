"""The only door from a house-game round to the outside: what one viewer may see."""

from __future__ import annotations

from hoyle.banked.events import Event
from hoyle.banked.round import Round
from hoyle.banked.state import Place
from hoyle.cards import UNKNOWN, card_text


def view(round_: Round, viewer: int) -> dict[str, object]:
    """The round as seat `viewer` sees it; 0 is somebody who sits nowhere."""
    state = round_.state
    up = set(state.dealer_up)
    shown = [card if card in up else UNKNOWN for card in state.dealer]
    community = [card if at < state.turned else UNKNOWN for at, card in enumerate(state.community)]
    mine = state.places.get(viewer)
    return {
        "book": round_.sign.book,
        "game": round_.game.id,
        "phase": round_.phase,
        "viewer": viewer,
        "turn": round_.turn,
        "options": round_.options() if round_.turn == viewer else [],
        "awaiting": round_.awaiting,
        "dealer": [card_text(card) for card in shown],
        "dealer_hand": state.dealer_name,
        "community": [card_text(card) for card in community],
        "stub": len(state.deck) - state.dealt,
        "bank": state.bank,
        "stacks": dict(sorted(state.stacks.items())),
        "seats": [
            _place(state.places[seat], sees=_sees(mine, state.places[seat], viewer)) for seat in state.seats()
        ],
    }


def seen(log: list[Event], viewer: int) -> list[Event]:
    """The log as a viewer may read it."""
    return [event.seen_by(viewer) for event in log]


def _sees(mine: Place | None, place: Place, viewer: int) -> bool:
    """One's own cards, the second hand of the same player (AMB-G6), and hands turned up."""
    same = mine is not None and mine.owner == place.owner
    return place.seat == viewer or same or bool(place.shown)


def _place(place: Place, *, sees: bool) -> dict[str, object]:
    return {
        "seat": place.seat,
        "owner": place.owner,
        "wagers": dict(place.wagers),
        "gains": dict(place.gains),
        "cards": [card_text(card if sees else UNKNOWN) for card in place.cards],
        "folded": place.folded,
        "hand": place.shown,
    }
