"""What a table of the house looks like in a terminal: the dealer's cards and the players', or the layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hoyle.banked.game import words
from hoyle.banked.view import PlaceView
from hoyle.cli.house_typed import Named
from hoyle.cli.picture import drawn_cards
from hoyle.table.banked.view import BankedView
from hoyle.table.dice.shapes import DiceView, WagerView


def cards_picture(seen: BankedView, names: Mapping[int, str]) -> Table:
    """Dealer, community cards and every betting position: cards, wagers, whose turn it is."""
    round_ = seen.round
    assert round_ is not None
    grid = Table(box=None, show_header=False, padding=(0, 1, 0, 1), pad_edge=False)
    for _ in range(4):
        grid.add_column(no_wrap=True)
    if round_.dealer:
        grid.add_row("", "dealer", drawn_cards(round_.dealer), "")
    if round_.community:
        grid.add_row("", "board", drawn_cards(round_.community), "")
    owners = {seat.name: seat.seat for seat in seen.seats}
    for place in round_.places:
        turn = round_.turn == place.seat
        seat = owners.get(place.owner, place.seat)
        name = names.get(seat, place.owner) + ("" if seat == place.seat else f" at {place.seat}")
        grid.add_row(
            Text("▶" if turn else " ", "bold yellow"),
            Text(name, "bold" if turn else "dim" if place.folded else ""),
            Text("folded", "dim") if place.folded else drawn_cards(place.cards),
            _bets(place),
        )
    return grid


def _bets(place: PlaceView) -> Text:
    bets = ", ".join(f"{words(wager)} {chips}" for wager, chips in place.wagers.items())
    return Text(bets, "yellow")


def dice_picture(seen: DiceView, names: Mapping[int, str]) -> Text:
    """Point, last roll, who throws, and the wagers of the person who looks."""
    called = {seat.name: names.get(seat.seat, seat.name) for seat in seen.seats}
    found = Text()
    if seen.goes_by_points:
        found.append(f"Point {seen.point}" if seen.point else "Come-out", "bold")
        found.append("   ")
    if seen.dice[0]:
        found.append(f"last roll {seen.dice[0]}-{seen.dice[1]}   ")
    if seen.shooter:
        holds = "shooter" if seen.held == "dice" else seen.held
        found.append(f"{holds} {called.get(seen.shooter, seen.shooter)}   ")
    stack = next((seat.stack for seat in seen.seats if seat.seat == seen.seat), 0)
    found.append(f"your stack {stack}")
    mine = [wager for wager in seen.wagers if wager.owner == seen.person]
    if mine:
        found.append("\nYour wagers: ")
        found.append(", ".join(_lying(wager) for wager in mine), "yellow")
    return found


def _lying(wager: WagerView) -> str:
    name = wager.name.replace("-", " ")
    if wager.number and str(wager.number) not in name.split():
        name += f" on {wager.number}"
    return f"{name} {wager.amount}{' (off)' if wager.off else ''}"


def bet_list(offered: Sequence[Named]) -> RenderableType:
    """Everything that may be bet or changed, numbered, in columns."""
    lines = [Text(f"{at:>3} {each.label}") for at, each in enumerate(offered, 1)]
    return Columns(lines, column_first=True, padding=(0, 2))
