"""A dice table as everybody sees it: nothing on it is hidden."""

from __future__ import annotations

from hoyle.dice.kinds import NAMES
from hoyle.dice.state import PHASES, State


def view(state: State) -> dict[str, object]:
    """Point, puck, shooter, wagers and stacks."""
    return {
        "phase": PHASES[state.phase],
        "point": state.point or None,
        "rolls": state.rolls,
        "shooter": state.shooter,
        "offered_to": state.offering[0] if state.offering else "",
        "must_pass": state.must_pass,
        "bank": state.bank,
        "stacks": dict(state.stacks),
        "wagers": [
            {
                "id": wager.id,
                "owner": wager.owner,
                "kind": NAMES[wager.kind],
                "number": wager.number or None,
                "faces": f"{wager.faces // 10}-{wager.faces % 10}" if wager.faces else None,
                "amount": wager.amount,
                "odds_on": wager.parent or None,
                "on": wager.called_on,
            }
            for wager in state.live
        ],
    }
