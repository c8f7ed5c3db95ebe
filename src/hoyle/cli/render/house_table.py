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
from hoyle.games.house_cards.view import BettingPositionView
from hoyle.table.dice.view_types import DiceTableView, WagerView
from hoyle.table.house_cards.view import HouseCardTableView


def render_card_table(seen: HouseCardTableView, names: Mapping[int, str]) -> Table:
    """Dealer, community cards and every betting position: cards, wagers, whose turn it is."""
    round_ = seen.round
    assert round_ is not None
    grid = Table(box=None, show_header=False, padding=(0, 1, 0, 1), pad_edge=False)
    for _ in range(4):
        grid.add_column(no_wrap=True)
    if round_.dealer:
        grid.add_row("", "dealer", render_cards(round_.dealer), "")
    if round_.community:
        grid.add_row("", "board", render_cards(round_.community), "")
    owners = {seat.name: seat.seat for seat in seen.seats}
    for place in round_.places:
        turn = round_.turn == place.seat
        seat = owners.get(place.owner, place.seat)
        name = names.get(seat, place.owner) + ("" if seat == place.seat else f" at {place.seat}")
        grid.add_row(
            Text("▶" if turn else " ", "bold yellow"),
            Text(name, "bold" if turn else "dim" if place.folded else ""),
            Text("folded", "dim") if place.folded else render_cards(place.cards),
            _bets(place),
        )
    return grid


def _bets(place: BettingPositionView) -> Text:
    bets = ", ".join(f"{wager_label(wager)} {chips}" for wager, chips in place.wagers.items())
    return Text(bets, "yellow")


def render_dice_table(seen: DiceTableView, names: Mapping[int, str]) -> Text:
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
        found.append(", ".join(lying(wager) for wager in mine), "yellow")
    return found


def lying(wager: WagerView) -> str:
    name = f"{wager.kind} {wager.faces}" if wager.faces else wager.name.replace("-", " ")
    if wager.number and str(wager.number) not in name.split():
        name += f" on {wager.number}"
    return f"{name} {wager.amount}{' (off)' if wager.off else ''}"


def dice_bets(
    offered: Sequence[NamedChoice], wagers: Sequence[WagerView], *, width: int, most: int
) -> list[str]:
    """Every wager that may be made, by kind, and what may be done to those that lie, in so many lines.

    Wagers go by their numbers in the menu; those that do not fit are named by what they are.
    """
    made = [_kind_of_bet(offered, first, last) for first, last in _kinds(offered)]
    lines = _in_columns(made, width)
    changes = [_may_be_done(wager, offered) for wager in wagers]
    shown = _in_columns([each for each in changes if each], width)
    room = max(most - len(lines), 1)
    if len(shown) > room:
        left = len(shown) - room + 1
        shown = [*shown[: room - 1], f"... and {left} more lines: name a wager, as in down place 6"]
    return lines + shown


def _kinds(offered: Sequence[NamedChoice]) -> list[tuple[int, int]]:
    """From where to where the menu has the same kind of wager."""
    found: list[tuple[int, int]] = []
    for at, each in enumerate(offered):
        if each.choice.do != "bet":
            continue
        kind = each.choice.given["kind"]
        if found and found[-1][1] == at - 1 and offered[at - 1].choice.given["kind"] == kind:
            found[-1] = (found[-1][0], at)
        else:
            found.append((at, at))
    return found


def _kind_of_bet(offered: Sequence[NamedChoice], first: int, last: int) -> str:
    """``  3 field 5-100``, or several numbers in one: ``4-9 place 4 5 6 8 9 10: 5-96``."""
    if first == last:
        return f"{first + 1:>5} {offered[first].label}"
    bounds = [each.choice.bounds[0] for each in offered[first : last + 1]]
    span = f"{min(each.least for each in bounds)}-{max(each.most for each in bounds)}"
    given = offered[first].choice.given
    kind = str(given["kind"]).replace("_", " ")
    if "faces" in given:
        return f"{'':>5} {kind} 5-4, any two faces: {span}"
    where = " ".join(each.names[0].removeprefix(kind).strip() for each in offered[first : last + 1])
    numbers = f"{first + 1}-{last + 1}"
    return f"{numbers:>5} {kind} {where}: {span}"


def _may_be_done(wager: WagerView, offered: Sequence[NamedChoice]) -> str:
    """``place 6: down, cut 6, raise 18-96, on``."""
    done: list[str] = []
    name = ""
    for each in offered:
        if each.choice.do not in CHANGES or each.choice.given["wager"] != wager.id:
            continue
        word = CHANGES[each.choice.do]
        name = name or wager_names(wager)[0]
        bounds = each.choice.bounds
        done.append(f"{word} {bounds[0].least}-{bounds[0].most}" if bounds else word)
    return f"{name}: {', '.join(done)}" if done else ""


def _in_columns(cells: Sequence[str], width: int) -> list[str]:
    """As many columns as there is room for, read downwards."""
    if not cells:
        return []
    wide = max(len(cell) for cell in cells) + 3
    columns = max(width // wide, 1)
    rows = -(-len(cells) // columns)
    return ["".join(cell.ljust(wide) for cell in cells[at::rows]).rstrip()[:width] for at in range(rows)]


def bet_list(offered: Sequence[NamedChoice]) -> RenderableType:
    """Everything that may be bet or changed, numbered, in columns."""
    lines = [Text(f"{at:>3} {each.label}") for at, each in enumerate(offered, 1)]
    return Columns(lines, column_first=True, padding=(0, 2))
