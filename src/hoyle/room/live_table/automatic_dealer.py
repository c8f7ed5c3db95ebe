"""Automatic dealer: shuffles, deals, throws and closes betting whenever a table waits for the house.

The dealer opens decks, shuffles, cuts, deals, counts, offers dice and throws them. Every action follows from
`table.pending()`, and all randomness comes from the current commitment.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from hoyle.core.cards import cards_text
from hoyle.room.events import table_events
from hoyle.room.live_table import randomness
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.unit_of_work import UnitOfWork
from hoyle.table.base import DEALER
from hoyle.table.command_base import Command, command_from_dict
from hoyle.table.dice.automatic_pre_roll import confirmations
from hoyle.table.dice.table import DiceTable
from hoyle.table.house_cards.table import HouseCardTable
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.poker.table import PokerTable

NONCE_TIME: Final = 1_000
"""Milliseconds for players to contribute a nonce after the hash of the next secret was published or the table
filled up."""
_THROWN: Final = frozenset(("throw", "uncover"))
_UNFORESEEN_CUT: Final = 26
"""Cut through the middle, where no cut was drawn with the deck."""


def next_due(hosted: LiveTable) -> int | None:
    """Time of the dealer's next action; None while a player is awaited."""
    turn, hosting = hosted.turn, hosted.hosting
    if _to_confirm(hosted):
        return turn.since
    if not turn.person or turn.seat or turn.person not in hosted.table.STAFF_NAMES:
        return None
    quiet = hosted.table.is_between_rounds()
    if (quiet and (hosting.paused or hosting.closed)) or (hosting.closing and not in_play(hosted)):
        return None
    if hosted.is_wagering_open():
        return max(turn.since + hosted.pace, hosted.betting_ends())
    opens = _commitment_needed(hosted, turn.answers)
    if opens is not None and not hosted.seated:
        return None  # there is no player to contribute a nonce
    nonces = 0 if opens is None else _nonces_until(hosted, opens=opens)
    if not quiet:
        return max(turn.since + hosted.pace, nonces)
    # Poker players wait for cards, not for the shuffle and the cut: these need no pace.
    pace = 0 if isinstance(hosted.table, PokerTable) else hosted.pace
    return max(turn.since + pace, hosted.pause_ends(), nonces)


def _commitment_needed(hosted: LiveTable, answers: Collection[str]) -> bool | None:
    """Whether the next draw needs a secret that is revealed; None where it needs no new secret."""
    if "draw-button" in answers or not _THROWN.isdisjoint(answers):
        return True
    if "shuffle" in answers and not randomness.goes_on(hosted):
        return False
    return None


def _is_committed(hosted: LiveTable, *, opens: bool) -> bool:
    """Whether the hash of a secret for such a draw is published."""
    return bool(hosted.hosting.next_seal) and hosted.hosting.next_opens == opens


def _nonces_until(hosted: LiveTable, *, opens: bool) -> int:
    """Time until which players can contribute a nonce; 0 where no player needs it."""
    if not _is_committed(hosted, opens=opens):
        return 0  # the hash is published first
    roster = hosted.table.roster
    missing = [
        name
        for seat, name in hosted.seated.items()
        if name not in hosted.hosting.nonces
        and name not in hosted.hosting.bots
        and not roster.players[seat].sitting_out
    ]
    if not missing:
        return 0
    first = not hosted.round_number() or hosted.unforeseen
    return max(hosted.gathered, hosted.sealed if first else 0) + NONCE_TIME


def deals_at(hosted: LiveTable) -> int:
    """Time of the next hand of poker; 0 during a hand or where the time is not known."""
    if (
        not isinstance(hosted.table, PokerTable)
        or not hosted.table.is_open
        or not hosted.table.is_between_rounds()
    ):
        return 0
    return next_due(hosted) or 0


def in_play(hosted: LiveTable) -> bool:
    """Whether a round is in play, or wagers wait for a throw."""
    return not hosted.table.is_between_rounds() or any(
        hosted.table.has_chips_in_play(seat) for seat in hosted.seated
    )


def run_due(draft: UnitOfWork, hosted: LiveTable) -> None:
    """Take the dealer's action that the table waits for."""
    for command, crew in _to_confirm(hosted):
        draft.run_table_command(hosted, command, by=crew)
        return
    wait = hosted.blocking_decision()
    assert wait is not None
    choice = _choose(wait)
    opens = _commitment_needed(hosted, (choice.do,))
    if opens is not None and not _is_committed(hosted, opens=opens):
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


def _to_confirm(hosted: LiveTable) -> list[tuple[Command, str]]:
    """Confirmations that the dice crew owes to players' calls; the house gives them at once."""
    table, hosting = hosted.table, hosted.hosting
    if not isinstance(table, DiceTable) or hosting.paused or hosting.closed or hosting.stopped:
        return []
    return confirmations(table) if any(wager.on_requested for wager in table.state.play.live) else []


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
    if not hosted.hosting.next_seal:
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
