"""The only door from a table to the outside: what one viewer may see."""

from __future__ import annotations

from hoyle.poker.round import Round
from hoyle.poker.view import view as poker_view
from hoyle.table.poker import closing
from hoyle.table.poker.state import TableState


def view(state: TableState, round_: Round | None, viewer: int) -> dict[str, object]:
    """The table as seat `viewer` sees it; 0 is somebody who sits nowhere.

    The round is the one being played, or the last one until the next is dealt. Nothing here depends on the
    order of a deck or on a card that lies face down to this viewer.
    """
    sign = state.sign
    small, big = (state.small, state.big) if state.round is not None else closing.limits(state)
    return {
        "book": sign.book,
        "game": sign.game,
        "sign": [str(line) for line in sign.posted()],
        "viewer": viewer,
        "number": state.number,
        "playing": state.round is not None,
        "button": state.button,
        "limits": [small, big],
        "kill": state.kill.holder or 0,
        "deck": state.rack.decks[0] if state.rack.decks else "",
        "jackpot": state.boxes.jackpot_fund,
        "waiting": list(state.waiting),
        "seats": [
            {
                "seat": seat,
                "name": player.name,
                "stack": state.stack(seat),
                "currency": player.currency,
                "away": player.away,
                "missed_blinds": len(player.missed),
            }
            for seat, player in sorted(state.players.items())
        ],
        "round": None if round_ is None else poker_view(round_, viewer),
    }
