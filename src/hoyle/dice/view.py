"""A dice table as everybody sees it: nothing on it is hidden."""

from __future__ import annotations

from hoyle.dice.state import State


def view(state: State) -> dict[str, object]:
    """Point, puck, shooter, wagers and stacks."""
    return {
        "phase": state.phase,
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
                "kind": wager.kind,
                "number": wager.number or None,
                "faces": wager.faces or None,
                "amount": wager.amount,
                "odds_on": wager.parent or None,
                "on": wager.called_on,
            }
            for wager in state.live
        ],
    }
