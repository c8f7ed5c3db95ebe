"""Automatic dealer: shuffles, deals, throws and closes betting whenever a table waits for the house.

The dealer opens decks, shuffles, cuts, deals, counts, offers dice and throws them. Every action follows from
`table.pending()`, and all randomness comes from the current commitment.
"""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.cards import cards_text
from hoyle.room.events import table_events
from hoyle.room.live_table import randomness
from hoyle.room.live_table.due_times import commitment_needed, is_committed, owed_confirmations
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.table.base import DEALER
from hoyle.table.command_base import command_from_dict
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.poker.table import PokerTable

_UNFORESEEN_CUT: Final = 26
"""Cut through the middle, where no cut was drawn with the deck."""


def run_due(draft: UnitOfWork, hosted: LiveTable) -> None:
    """Take the dealer's action that the table waits for."""
    for command, crew in owed_confirmations(hosted):
        draft.run_table_command(hosted, command, by=crew)
        return
    wait = hosted.blocking_decision()
    assert wait is not None
    choice = _choose(wait)
    opens = commitment_needed(hosted, (choice.do,))
    if opens is not None and not is_committed(hosted, opens=opens):
        _commit_secret(draft, hosted, opens=opens)
        return
    if choice.do == "shuffle":
        _shuffle(draft, hosted)
    elif choice.do in ("throw", "uncover"):
        _throw(draft, hosted, wait, choice)
    elif choice.do == "draw-button":
        _draw_button(draft, hosted)
    else:
        _do(draft, hosted, wait, choice, _fields(hosted, choice))
    _commit_next_secret(draft, hosted)


def _choose(wait: PendingDecision) -> Choice:
    """Choose the cut where it is optional, else the first choice."""
    return next((choice for choice in wait.choices if choice.do == "cut"), wait.choices[0])


def _fields(hosted: LiveTable, choice: Choice) -> dict[str, Any]:
    """Fill in the fields that a choice leaves open."""
    table = hosted.table
    fields: dict[str, Any] = {bounds.field: bounds.min for bounds in choice.bounds}
    if choice.do == "cut":
        fields["count"] = cut_count(hosted)
    elif choice.do == "count-stub" and isinstance(table, HouseCardTable):
        fields["found"] = table.page.decks.cards.value
    elif choice.do == "bring-deck":
        fields["deck"] = f"deck {table.event_count + 1}"
    elif choice.do == "change-deck":
        fields["back"] = f"back {table.event_count + 1}"
    return fields


def cut_count(hosted: LiveTable) -> int:
    """Number of cards to cut off the last deck."""
    bounds = randomness.cut_bounds(hosted)
    if bounds is None or not hosted.hosting.draws:
        return _UNFORESEEN_CUT
    return randomness.last_deck(hosted, bounds).cut


def _do(
    draft: UnitOfWork, hosted: LiveTable, wait: PendingDecision, choice: Choice, fields: dict[str, Any]
) -> None:
    command = command_from_dict(hosted.table.COMMANDS, {"do": choice.do, **choice.fixed, **fields})
    draft.run_table_command(hosted, command, by=wait.person)


# Randomness


def _commit_secret(draft: UnitOfWork, hosted: LiveTable, *, opens: bool) -> None:
    """Draw a secret and publish its hash."""
    draft.record_table_events(
        hosted,
        table_events.CommitSecret(),
        randomness.new_commitment(hosted, draft.moment.entropy, opens=opens),
    )


def _activate_commitment(draft: UnitOfWork, hosted: LiveTable) -> None:
    """Activate the published commitment, with the nonces that were contributed."""
    draft.record_table_events(
        hosted, table_events.DrawCommittedCards(what="seal"), randomness.activate_commitment(hosted)
    )


def _commit_next_secret(draft: UnitOfWork, hosted: LiveTable) -> None:
    """Publish the hash of the next secret, so that players have the whole round to contribute a nonce."""
    if not hosted.hosting.next_secret:
        _commit_secret(draft, hosted, opens=not isinstance(hosted.table, (PokerTable, HouseCardTable)))


def _shuffle(draft: UnitOfWork, hosted: LiveTable) -> None:
    table = hosted.table
    cards, cut, again = randomness.to_shuffle(hosted)
    if not again:
        _activate_commitment(draft, hosted)
    deck, drawn = randomness.draw_deck(hosted, cards, cut)
    draft.record_table_events(hosted, table_events.DrawCommittedCards(what="shuffle"), drawn)
    command = command_from_dict(
        table.COMMANDS, {"do": "shuffle", **randomness.order_of(deck, cards, again=again)}
    )
    draft.run_table_command(hosted, command, by=DEALER)


def _throw(draft: UnitOfWork, hosted: LiveTable, wait: PendingDecision, choice: Choice) -> None:
    _activate_commitment(draft, hosted)
    throw, drawn = randomness.draw_dice(hosted)
    draft.record_table_events(hosted, table_events.DrawCommittedCards(what="throw"), drawn)
    one, other = throw.values
    _do(draft, hosted, wait, choice, {"one": one, "other": other})


def _draw_button(draft: UnitOfWork, hosted: LiveTable) -> None:
    seats = sorted(hosted.seated)
    _activate_commitment(draft, hosted)
    draw, drawn = randomness.draw_cards(hosted, len(seats))
    draft.record_table_events(hosted, table_events.DrawCommittedCards(what="button"), drawn)
    cards = {str(seat): cards_text([card]) for seat, card in zip(seats, draw.values, strict=True)}
    draft.run_table_command(
        hosted, command_from_dict(hosted.table.COMMANDS, {"do": "draw-button", "draw": cards}), by=DEALER
    )
