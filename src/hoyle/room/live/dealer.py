"""The house dealer: does what a table waits for from the house, at the pace of the terms.

He opens decks, shuffles, cuts, deals, counts, offers dice and throws them. Everything follows from
`table.waits()`; chance comes from the seal alone.
"""

from __future__ import annotations

from typing import Any, Final

from hoyle.cards import cards_text
from hoyle.room.live import chance, matters
from hoyle.room.live.draft import Draft
from hoyle.room.live.hosted import HostedTable
from hoyle.table.banked.table import BankedTable
from hoyle.table.base import DEALER
from hoyle.table.command import read
from hoyle.table.poker.table import Table as PokerTable
from hoyle.table.waits import Choice, Wait

_UNFORESEEN_CUT: Final = 26
"""A cut that nobody could foresee when the deck was sealed goes through the middle."""


def due(hosted: HostedTable) -> int | None:
    """When the dealer has something to do; None while it is somebody else's turn."""
    turn, hosting = hosted.turn, hosted.hosting
    if not turn.person or turn.seat or turn.person not in hosted.table.STAFF:
        return None
    quiet = hosted.table.quiet()
    if (quiet and (hosting.paused or hosting.closed)) or (hosting.closing and not in_play(hosted)):
        return None
    if hosted.takes_wagers():
        return max(turn.since + hosted.pace, hosted.betting_ends())
    if not quiet:
        return turn.since + hosted.pace
    # Shuffling and cutting at a poker table hold nobody up: players wait for cards, not for that.
    slowly = 0 if isinstance(hosted.table, PokerTable) else hosted.pace
    return max(turn.since + slowly, hosted.pause_ends())


def deals_at(hosted: HostedTable) -> int:
    """When the next hand of poker comes, by the room's time; 0 while one is played or nobody can say."""
    if not isinstance(hosted.table, PokerTable) or not hosted.table.is_open or not hosted.table.quiet():
        return 0
    return due(hosted) or 0


def in_play(hosted: HostedTable) -> bool:
    """Whether a round is being played, or wagers wait for a throw."""
    return not hosted.table.quiet() or any(hosted.table.in_play(seat) for seat in hosted.seated)


def work(draft: Draft, hosted: HostedTable) -> None:
    """Do what the table waits for."""
    wait = hosted.pressing()
    assert wait is not None
    choice = _chosen(wait)
    if choice.do == "shuffle":
        _shuffle(draft, hosted)
    elif choice.do in ("throw", "uncover"):
        _throw(draft, hosted, wait, choice)
    elif choice.do == "draw-button":
        _draw_button(draft, hosted)
    else:
        _do(draft, hosted, wait, choice, _fields(hosted, choice))
    _seal_ahead(draft, hosted)


def _chosen(wait: Wait) -> Choice:
    """A cut that may be made is made."""
    return next((choice for choice in wait.choices if choice.do == "cut"), wait.choices[0])


def _fields(hosted: HostedTable, choice: Choice) -> dict[str, Any]:
    """What a choice leaves open, as a careful dealer fills it in."""
    table = hosted.table
    found: dict[str, Any] = {bounds.field: bounds.least for bounds in choice.bounds}
    if choice.do == "cut":
        found["count"] = cut_count(hosted)
    elif choice.do == "count-stub" and isinstance(table, BankedTable):
        found["found"] = table.page.decks.cards.value
    elif choice.do == "bring-deck":
        found["deck"] = f"deck {table.entries + 1}"
    elif choice.do == "change-deck":
        found["back"] = f"back {table.entries + 1}"
    return found


def cut_count(hosted: HostedTable) -> int:
    """How many cards are cut off the deck that was drawn last."""
    bounds = chance.cut_bounds(hosted)
    if bounds is None or not hosted.hosting.draws:
        return _UNFORESEEN_CUT
    return chance.last_deck(hosted, bounds).cut


def _do(draft: Draft, hosted: HostedTable, wait: Wait, choice: Choice, fields: dict[str, Any]) -> None:
    command = read(hosted.table.COMMANDS, {"do": choice.do, **choice.given, **fields})
    draft.play(hosted, command, by=wait.person)


# Chance


def _take_seal(draft: Draft, hosted: HostedTable, *, opens: bool) -> None:
    """Take the seal that is out for this; where there is none of that kind, make one."""
    hosting = hosted.hosting
    if not hosting.next_seal or hosting.next_opens != opens:
        draft.settle(hosted, matters.SealNext(), chance.sealed(hosted, draft.moment.entropy, opens=opens))
    draft.settle(hosted, matters.DrawBySeal(what="seal"), chance.taken(hosted))


def _seal_ahead(draft: Draft, hosted: HostedTable) -> None:
    """Publish the hash of what comes next, so that everybody has the whole round to throw in a nonce."""
    if not hosted.hosting.next_seal:
        opens = not isinstance(hosted.table, (PokerTable, BankedTable))
        draft.settle(hosted, matters.SealNext(), chance.sealed(hosted, draft.moment.entropy, opens=opens))


def _shuffle(draft: Draft, hosted: HostedTable) -> None:
    table = hosted.table
    cards, cut, again = chance.to_shuffle(hosted)
    if not again:
        _take_seal(draft, hosted, opens=False)
    deck, drawn = chance.sealed_deck(hosted, cards, cut)
    draft.settle(hosted, matters.DrawBySeal(what="shuffle"), drawn)
    command = read(table.COMMANDS, {"do": "shuffle", **chance.order_of(deck, cards, again=again)})
    draft.play(hosted, command, by=DEALER)


def _throw(draft: Draft, hosted: HostedTable, wait: Wait, choice: Choice) -> None:
    _take_seal(draft, hosted, opens=True)
    throw, drawn = chance.sealed_dice(hosted)
    draft.settle(hosted, matters.DrawBySeal(what="throw"), drawn)
    one, other = throw.values
    _do(draft, hosted, wait, choice, {"one": one, "other": other})


def _draw_button(draft: Draft, hosted: HostedTable) -> None:
    seats = sorted(hosted.seated)
    _take_seal(draft, hosted, opens=True)
    draw, drawn = chance.sealed_draw(hosted, len(seats))
    draft.settle(hosted, matters.DrawBySeal(what="button"), drawn)
    cards = {str(seat): cards_text([card]) for seat, card in zip(seats, draw.values, strict=True)}
    draft.play(hosted, read(hosted.table.COMMANDS, {"do": "draw-button", "draw": cards}), by=DEALER)
