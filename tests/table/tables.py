"""Tables for tests: signs that each book accepts, seated players and stacked decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import pytest
from tests.table.facade import floor_of

from hoyle.core.cards import parse_card, stacked_deck
from hoyle.table import Fees, Jackpot, KillOption, PokerTable, PostedSign, Rake
from hoyle.table.log.event_base import Entries
from hoyle.table.log.event_log import LogStep
from hoyle.table.log.json_output import to_dict
from hoyle.table.poker.commands import CardLocation, DrawButton
from hoyle.table.poker.events import ButtonPlaced

NO_FEES: Final = Fees(
    rates={2: 0}, charged="hand", criterion="table limit", collected="when the pot is awarded", jackpot=0
)
GAMES: Final = {
    "oneida": "omaha-hilo8",
    "room-2012": "omaha-hilo8",
    "nj-19-47": "omaha-hilo8",
    "nj-13-69f": "big-omaha-hilo8",
    "ca-omaha": "omaha-hilo8",
}
EVERY_GAME: Final = [
    ("oneida", "holdem"), ("oneida", "omaha-hilo8"), ("oneida", "stud7-hilo8"), ("oneida", "draw5-high"),
    ("oneida", "stud5-high"), ("nj-19-47", "mambo-hilo6"), ("nj-19-47", "stud7-hilo"),
    ("nj-13-69f", "big-omaha-hilo8"), ("ca-omaha", "omaha-hilo8"), ("room-2012", "omaha-hilo8"),
]  # fmt: skip
"""Each book, and each shape of game, once."""
STUDS: Final = ("stud7-high", "stud7-hilo", "stud7-hilo8", "stud5-high", "mambo-hilo6")


def sign(book: str, game: str = "", **changes: Any) -> PostedSign:
    """A plain 4-8 sign that the book accepts, with the given changes."""
    game = game or GAMES[book]
    posted = PostedSign(
        book=book,
        game=game,
        structure="fixed-limit",
        limits=(4, 8),
        blinds=() if game in STUDS else (2, 4),
        forced_bet=2 if game in STUDS else 0,
        fees=NO_FEES if book == "ca-omaha" else None,
    )
    return replace(posted, **changes)


def table(book: str, game: str = "", *, players: int = 3, chips: int = 200, **changes: Any) -> PokerTable:
    """An open table with players in seats 1, 2, 3... and the button, if any, at seat 1."""
    found = opened(book, game, players=players, chips=chips, **changes)
    return button_at_one(found) if found.page.button_start.value == "dealers-right" else found


def opened(book: str, game: str = "", *, players: int = 3, chips: int = 200, **changes: Any) -> PokerTable:
    """The same with the button where the book puts it first."""
    found = PokerTable.open(sign(book, game, **changes))
    for seat in range(1, players + 1):
        found.sit(seat, chips, f"player {seat}")
    if found.page.button_start.value == "card-draw":
        cards = ["As", *[f"{rank}c" for rank in "23456789TJ"]]
        found.draw_button({seat: cards[seat - 1] for seat in range(1, players + 1)})
    return found


def button_at_one(table: PokerTable) -> PokerTable:
    """Return the table with its button at seat 1.

    A book may start it at the dealer's right, the last seat; tests that are not about it want one place.
    """
    placed = ButtonPlaced(seat=1, draw=[], clause=table.page.button_start.clause)
    return PokerTable.load([*table.dump(), to_dict(LogStep(by="dealer", command=DrawButton(), events=[placed]))])


def dealt(book: str, game: str = "", *, top: str = "", players: int = 3, **changes: Any) -> PokerTable:
    """The same with a round dealt from a deck with these cards on top."""
    found = table(book, game, players=players, **changes)
    found.deal(stacked_deck(top))
    return found


def two_rounds(book: str, game: str) -> PokerTable:
    """Two rounds with everything that follows automatically, and a third being played."""
    more: dict[str, Any] = {} if book == "ca-omaha" else {"rake": Rake(levels=((10, 1),))}
    if (book, game) == ("oneida", "omaha-hilo8"):
        more |= {"jackpot": Jackpot(fee=1, standards=("quads beaten",)), "shuffler": True}
        more |= {"kill": KillOption(kind="kill", dollars=10)}
    playing = opened(book, game, **more)
    for _ in range(2):
        playing.deal(stacked_deck(""), cut=20)
        call_down(playing)
    playing.top_up(2, 5)
    playing.deal(stacked_deck(""))
    return playing


def call_down(playing: PokerTable) -> PokerTable:
    """Check and call every player to the end."""
    while playing.playing:
        round_ = playing.playing_round()
        if round_.pending == "shuffle":
            playing.shuffle(round_.cards_to_shuffle())
        elif round_.pending == "street":
            playing.deal_on()
        elif round_.pending == "draw":
            playing.draw(round_.actor)
        elif round_.pending == "show":
            playing.show(round_.actor)
        elif round_.pending == "muck":
            dealer_mucks(playing)
        elif round_.pending == "forced bet":
            playing.act(round_.actor, "bring in")
        else:
            offered = playing.options()
            wager = f"bet {offered.min_raise_to}" if offered.min_raise_to else "fold"
            playing.act(round_.actor, "call" if offered.call else "check" if offered.check else wager)
    return playing


def dealer_mucks(playing: PokerTable) -> Entries:
    """Muck every hand that was thrown in."""
    entries: Entries = []
    while playing.playing and playing.playing_round().pending == "muck":
        entries += floor_of(playing).muck(int(playing.pending()[0].choices[0].fixed["seat"]))
    return entries


def fold_to(playing: PokerTable, winner: int) -> PokerTable:
    """Fold every player but one in turn."""
    while playing.playing:
        round_ = playing.playing_round()
        offered = playing.options()
        stay = "call" if offered.call else "check"
        playing.act(round_.actor, "fold" if round_.actor != winner else stay)
    return playing


def spot(playing: PokerTable, card: str | int) -> CardLocation:
    """Location of a card of the round: in a hand, on the board or in the stub."""
    state = playing.playing_round().state
    wanted = parse_card(card) if isinstance(card, str) else card
    for at, hand in enumerate(state.cards):
        if wanted in hand:
            return CardLocation(at="hand", seat=state.seats[at], card=hand.index(wanted) + 1)
    if wanted in state.board:
        return CardLocation(at="board", card=state.board.index(wanted) + 1)
    return CardLocation(at="stub", card=state.deck.index(wanted, state.dealt) - state.dealt + 1)


def named(entries: Iterable[Any], name: str) -> list[Any]:
    """The events of one kind."""
    return [entry for entry in entries if entry.name == name]


def one(entries: Iterable[Any], name: str) -> Any:
    """The only event of one kind."""
    found = named(entries, name)
    assert len(found) == 1, [entry.name for entry in entries]
    return found[0]


def by_book(cites: Mapping[str, str], *, also: Mapping[str, str] | None = None) -> pytest.MarkDecorator:
    """Run a test for each book with the clause it must cite; `also` names further clauses it upholds.

    A citation that belongs to another book (the twin it is taken from) is written in full.
    """
    more = also or {}
    rows = []
    for book, cite in cites.items():
        clause = _full(book, cite)
        extra = [_full(book, each) for each in more.get(book, "").split("; ") if each]
        rows.append(pytest.param(book, clause, id=book, marks=pytest.mark.clauses(clause, *extra)))
    return pytest.mark.parametrize(("book", "clause"), rows)


def _full(book: str, cite: str) -> str:
    return cite if cite.split(" ")[0] in GAMES else f"{book} {cite}"
