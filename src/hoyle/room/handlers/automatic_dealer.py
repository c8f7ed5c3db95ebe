"""Automatic dealer: shuffles, deals, throws and closes betting whenever a table waits for the house.

The dealer opens decks, shuffles, cuts, deals, counts, offers dice and throws them. Every action follows from
`table.pending()`, and all randomness comes from the current commitment.
"""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.cards import cards_text
from hoyle.room.commands import table_commands
from hoyle.room.live_table import randomness
from hoyle.room.live_table.due_times import commitment_needed, is_committed, owed_confirmations
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.table.base import DEALER
from hoyle.table.command_base import command_from_dict
from hoyle.table.pending_decisions import Choice, PendingDecision

_UNFORESEEN_CUT: Final = 26
"""Cut through the middle, where no cut was drawn with the deck."""


def run_due(unit: UnitOfWork, live_table: LiveTable) -> None:
    """Take the dealer's action that a table waits for: confirm, shuffle, cut, deal, throw or draw."""
    for command, crew in owed_confirmations(live_table):
        unit.run_table_command(live_table, command, by=crew)
        return
    decision = live_table.blocking_decision()
    assert decision is not None
    choice = _choose(decision)
    opens = commitment_needed(live_table, (choice.do,))
    if opens is not None and not is_committed(live_table, opens=opens):
        _commit_secret(unit, live_table, opens=opens)
        return
    if choice.do == "shuffle":
        _shuffle(unit, live_table)
    elif choice.do in ("throw", "uncover"):
        _throw(unit, live_table, decision, choice)
    elif choice.do == "draw-button":
        _draw_button(unit, live_table)
    else:
        _run_choice(unit, live_table, decision, choice, _fields(live_table, choice))
    _commit_next_secret(unit, live_table)


def _choose(decision: PendingDecision) -> Choice:
    """Choose the dealer's command for a decision: the cut where it is optional, else the first choice."""
    return next((choice for choice in decision.choices if choice.do == "cut"), decision.choices[0])


def _fields(live_table: LiveTable, choice: Choice) -> dict[str, Any]:
    """Fill in the command fields that a dealer's choice leaves open."""
    table = live_table.table
    fields: dict[str, Any] = {}
    if choice.do == "cut":
        fields["count"] = cut_count(live_table)
    elif choice.do == "bring-deck":
        fields["deck"] = f"deck {table.event_count + 1}"
    elif choice.do == "change-deck":
        fields["back"] = f"back {table.event_count + 1}"
    return fields


def cut_count(live_table: LiveTable) -> int:
    """Return the number of cards to cut off the last deck."""
    bounds = live_table.table.cut_bounds()
    if bounds is None or not live_table.hosting.draws:
        return _UNFORESEEN_CUT
    return randomness.last_deck(live_table, bounds).cut


def _run_choice(
    unit: UnitOfWork, live_table: LiveTable, decision: PendingDecision, choice: Choice, fields: dict[str, Any]
) -> None:
    """Run a dealer's choice as a command, with its open fields filled in."""
    unit.run_table_command(live_table, live_table.table.command_of(choice, **fields), by=decision.person)


# Randomness


def _commit_secret(unit: UnitOfWork, live_table: LiveTable, *, opens: bool) -> None:
    """Draw a secret for the next shuffle or throw and publish its hash."""
    unit.record_table_events(
        live_table,
        table_commands.CommitSecret(),
        randomness.new_commitment(live_table, unit.context.entropy, opens=opens),
    )


def _activate_commitment(unit: UnitOfWork, live_table: LiveTable) -> None:
    unit.record_table_events(
        live_table, table_commands.DrawCommittedCards(what="seal"), randomness.activate_commitment(live_table)
    )


def _commit_next_secret(unit: UnitOfWork, live_table: LiveTable) -> None:
    """Publish the hash of the next secret, so that players have the whole round to contribute a nonce."""
    if not live_table.hosting.next_secret:
        _commit_secret(unit, live_table, opens=not live_table.table.HIDES_CARDS)


def _shuffle(unit: UnitOfWork, live_table: LiveTable) -> None:
    """Shuffle the deck by the commitment and record the draw before the cards."""
    table = live_table.table
    cards, cut, continues_round = randomness.next_shuffle(live_table)
    if not continues_round:
        _activate_commitment(unit, live_table)
    deck, draw_event = randomness.draw_deck(live_table, cards, cut)
    unit.record_table_events(live_table, table_commands.DrawCommittedCards(what="shuffle"), draw_event)
    command = command_from_dict(
        table.COMMANDS, {"do": "shuffle", **randomness.shuffle_fields(deck, cards, again=continues_round)}
    )
    unit.run_table_command(live_table, command, by=DEALER)


def _throw(unit: UnitOfWork, live_table: LiveTable, decision: PendingDecision, choice: Choice) -> None:
    """Throw the dice by the commitment and record the draw before the faces."""
    _activate_commitment(unit, live_table)
    throw, draw_event = randomness.draw_dice(live_table)
    unit.record_table_events(live_table, table_commands.DrawCommittedCards(what="throw"), draw_event)
    first, second = throw.values
    _run_choice(unit, live_table, decision, choice, {"one": first, "other": second})


def _draw_button(unit: UnitOfWork, live_table: LiveTable) -> None:
    """Draw a card for every seat by the commitment, to place the button."""
    seats = sorted(live_table.seated)
    _activate_commitment(unit, live_table)
    draw, draw_event = randomness.draw_cards(live_table, len(seats))
    unit.record_table_events(live_table, table_commands.DrawCommittedCards(what="button"), draw_event)
    cards = {str(seat): cards_text([card]) for seat, card in zip(seats, draw.values, strict=True)}
    unit.run_table_command(
        live_table, command_from_dict(live_table.table.COMMANDS, {"do": "draw-button", "draw": cards}), by=DEALER
    )
