"""Terminal rendering of a house game: dealer and player cards, or the dice layout with wagers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from hoyle.cli.play.house_input import CHANGES, NamedChoice, wager_names
from hoyle.cli.render.poker_table import render_cards
from hoyle.games.house_cards.game_definition import wager_label
from hoyle.games.house_cards.view import HouseCardPositionView
from hoyle.table.dice.view_types import DiceView, DiceWagerView
from hoyle.table.house_cards.view import HouseCardView


def render_card_table(view: HouseCardView, names: Mapping[int, str]) -> Table:
    """Render a house card table: dealer, community cards, and every betting position."""
    round_ = view.round
    assert round_ is not None
    grid = Table(box=None, show_header=False, padding=(0, 1, 0, 1), pad_edge=False)
    for _ in range(4):
        grid.add_column(no_wrap=True)
    if round_.dealer:
        grid.add_row("", "dealer", render_cards(round_.dealer), "")
    if round_.community:
        grid.add_row("", "board", render_cards(round_.community), "")
    owners = {seat.name: seat.seat for seat in view.seats}
    for position in round_.positions:
        turn = round_.turn == position.seat
        seat = owners.get(position.owner, position.seat)
        name = names.get(seat, position.owner) + ("" if seat == position.seat else f" at {position.seat}")
        grid.add_row(
            Text("▶" if turn else " ", "bold yellow"),
            Text(name, "bold" if turn else "dim" if position.folded else ""),
            Text("folded", "dim") if position.folded else render_cards(position.cards),
            _bets(position),
        )
    return grid


def _bets(position: HouseCardPositionView) -> Text:
    bets = ", ".join(f"{wager_label(wager)} {chips}" for wager, chips in position.wagers.items())
    return Text(bets, "yellow")


def render_dice_table(view: DiceView, names: Mapping[int, str]) -> Text:
    """Render a dice table: point, last roll, shooter, and the viewer's stack and wagers."""
    labels = {seat.name: names.get(seat.seat, seat.name) for seat in view.seats}
    text = Text()
    if view.has_points:
        text.append(f"Point {view.point}" if view.point else "Come-out", "bold")
        text.append("   ")
    if view.dice[0]:
        text.append(f"last roll {view.dice[0]}-{view.dice[1]}   ")
    if view.shooter:
        role = "shooter" if view.equipment == "dice" else view.equipment
        text.append(f"{role} {labels.get(view.shooter, view.shooter)}   ")
    stack = next((seat.stack for seat in view.seats if seat.seat == view.seat), 0)
    text.append(f"your stack {stack}")
    own = [wager for wager in view.wagers if wager.owner == view.person]
    if own:
        text.append("\nYour wagers: ")
        text.append(", ".join(wager_on_layout(wager) for wager in own), "yellow")
    return text


def wager_on_layout(wager: DiceWagerView) -> str:
    """Label a wager on the layout: ``come on 6 10 (off)``."""
    name = f"{wager.kind} {wager.hop_faces}" if wager.hop_faces else wager.name.replace("-", " ")
    if wager.number and str(wager.number) not in name.split():
        name += f" on {wager.number}"
    return f"{name} {wager.amount}{' (off)' if wager.off else ''}"


def dice_bet_lines(
    offered: Sequence[NamedChoice], wagers: Sequence[DiceWagerView], *, width: int, most: int
) -> list[str]:
    """List every legal wager by kind, and the legal changes of those on the layout, in at most `most` lines.

    New wagers have their numbers in the menu; changes that do not fit are cut off with a hint.
    """
    kinds = [_kind_label(offered, first, last) for first, last in _kind_runs(offered)]
    lines = _in_columns(kinds, width)
    changes = [_change_line(wager, offered) for wager in wagers]
    change_lines = _in_columns(list(filter(None, changes)), width)
    free_lines = max(most - len(lines), 1)
    if len(change_lines) > free_lines:
        hidden = len(change_lines) - free_lines + 1
        hint = f"... and {hidden} more lines: name a wager, as in down place 6"
        change_lines = [*change_lines[: free_lines - 1], hint]
    return lines + change_lines


def _kind_runs(offered: Sequence[NamedChoice]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for index, item in enumerate(offered):
        if item.choice.do != "bet":
            continue
        kind = item.choice.fixed["kind"]
        if runs and runs[-1][1] == index - 1 and offered[index - 1].choice.fixed["kind"] == kind:
            runs[-1] = (runs[-1][0], index)
        else:
            runs.append((index, index))
    return runs


def _kind_label(offered: Sequence[NamedChoice], first: int, last: int) -> str:
    """Label a kind of wager: ``  3 field 5-100``, or several numbers: ``4-9 place 4 5 6 8 9 10: 5-96``."""
    if first == last:
        return f"{first + 1:>5} {offered[first].label}"
    items = offered[first : last + 1]
    bounds = [item.choice.bounds[0] for item in items]
    span = f"{min(amount.min for amount in bounds)}-{max(amount.max for amount in bounds)}"
    fixed = offered[first].choice.fixed
    kind = str(fixed["kind"]).replace("_", " ")
    if "faces" in fixed:
        return f"{'':>5} {kind} 5-4, any two faces: {span}"
    spots = " ".join(item.names[0].removeprefix(kind).strip() for item in items)
    menu_numbers = f"{first + 1}-{last + 1}"
    return f"{menu_numbers:>5} {kind} {spots}: {span}"


def _change_line(wager: DiceWagerView, offered: Sequence[NamedChoice]) -> str:
    """Legal changes of a wager: ``place 6: down, cut 6, raise 18-96, on``; empty if there are none."""
    changes: list[str] = []
    for item in offered:
        if item.choice.do not in CHANGES or item.choice.fixed["wager"] != wager.id:
            continue
        verb = CHANGES[item.choice.do]
        bounds = item.choice.bounds
        changes.append(f"{verb} {bounds[0].min}-{bounds[0].max}" if bounds else verb)
    return f"{wager_names(wager)[0]}: {', '.join(changes)}" if changes else ""


def _in_columns(cells: Sequence[str], width: int) -> list[str]:
    """Lay out text cells in as many columns as fit, read downwards."""
    if not cells:
        return []
    column_width = max(len(cell) for cell in cells) + 3
    columns = max(width // column_width, 1)
    rows = -(-len(cells) // columns)
    lines: list[str] = []
    for row in range(rows):
        line = "".join(cell.ljust(column_width) for cell in cells[row::rows])
        lines.append(line.rstrip()[:width])
    return lines


def bet_list(offered: Sequence[NamedChoice]) -> RenderableType:
    """Render the menu of all legal bets and changes of a house game in columns."""
    lines = [Text(f"{number:>3} {item.label}") for number, item in enumerate(offered, 1)]
    return Columns(lines, column_first=True, padding=(0, 2))
