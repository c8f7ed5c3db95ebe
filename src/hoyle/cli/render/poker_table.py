"""Terminal rendering of a poker table: seats, cards coloured by suit, pots and dealer's calls.

Everything stays readable without colour: a suit is a sign before it is a colour.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hoyle.core.cards import UNKNOWN_TEXT, card_symbol, parse_cards
from hoyle.games.poker.view_types import HandView, RoundView
from hoyle.history.narration import Announcement

SUIT_COLOURS: Final = {"♣": "green", "♦": "bright_blue", "♥": "red", "♠": "bold"}
FACE_DOWN: Final = "▒▒"
MIN_WIDTH: Final = 40

_TIED: Final = re.compile(
    r"(?<=[Ss]eat) (?=\d)|(?<=[♣♦♥♠]) (?=[2-9TJQKA][♣♦♥♠])|(?<=\d) (?=[2-9TJQKA][♣♦♥♠])"
)
_DEALING: Final = ("dealt", "burned", "board-dealt", "draw-begins", "no-more-bets")
"""Cards on their way: a blank line comes before the first of them."""
_TURNS: Final = (
    *("shown", "hand-turned", "dealer-revealed", "community-turned", "round-began", "released", "shaken"),
)
"""And before these."""


def colour_cards(text: str, style: str = "") -> Text:
    """Words with every card in them coloured by its suit."""
    found = Text(text, style)
    for suit, colour in SUIT_COLOURS.items():
        found.highlight_regex(rf"[2-9TJQKA]{suit}", colour)
    return found


def print_calls(
    out: Console, calls: Sequence[Announcement], *, numbers_from: int = 0, clause_width: int | None = None
) -> None:
    """The calls, one a line, each with its clause at the right; a blank line before every street."""
    if clause_width is None:
        clause_width = max((len(call.clause) for call in calls), default=0)
    margin = 4 if numbers_from else 0
    width = out.width - clause_width - 2 - margin
    below = width < MIN_WIDTH
    if below:  # too narrow for two columns: the clause goes under its call
        width = max(out.width - margin, MIN_WIDTH)
    last = ""
    told: object = None
    for at, call in enumerate(calls):
        if call.entry is not told and _opens_paragraph(call.entry.name, last):
            out.print()
        told = call.entry
        last = call.entry.name
        lines = _wrapped(call.text, width)
        for place, line in enumerate(lines):
            row = Text()
            row.append(f"{numbers_from + at:>3} " if margin and place == 0 else " " * margin, "dim")
            row.append_text(colour_cards(line))
            if place == 0 and not below:
                row.append(" " * (width - len(line) + 2))
                row.append(call.clause, "dim")
            row.rstrip()
            out.print(row, soft_wrap=True)
        if below and call.clause:
            out.print(Text(" " * (margin + 2) + call.clause, "dim"), soft_wrap=True)


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of that width; a seat, its number and its cards stay together."""
    tied = _TIED.sub("\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(tied, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _opens_paragraph(name: str, last: str) -> bool:
    """Whether a new stretch of the game begins, told by the names of two entries that follow each other."""
    if not last:
        return False
    if name in _DEALING:
        return last not in _DEALING
    return name in _TURNS and last != name


def results(names: Mapping[int, str], before: Mapping[int, int], after: Mapping[int, int]) -> list[Text]:
    """A line for each player: stack before, stack after, and the difference."""
    wide = max(len(name) for name in names.values())
    digits = max(len(str(chips)) for chips in [*before.values(), *after.values()])
    lines: list[Text] = []
    for seat, name in names.items():
        change = after[seat] - before[seat]
        line = Text(f"{name:<{wide}}  {before[seat]:>{digits}} → {after[seat]:>{digits}}  ")
        line.append(
            f"{change:+d}" if change else "0", "green" if change > 0 else "red" if change < 0 else "dim"
        )
        lines.append(line)
    return lines


def render_poker_table(seen: RoundView, names: Mapping[int, str]) -> Table:
    """The table as one person sees it: button, players, cards, stacks, bets, whose turn it is."""
    grid = Table(box=None, show_header=False, padding=(0, 1, 0, 1), pad_edge=False)
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    for hand in seen.hands:
        turn, button = seen.turn == hand.seat, seen.button == hand.seat
        name = Text(names[hand.seat], "bold" if turn else "" if hand.live else "dim")
        grid.add_row(
            Text.assemble(("▶" if turn else " ", "bold yellow"), ("D", "reverse") if button else " "),
            name,
            _hand(hand) if hand.live else Text("folded", "dim"),
            Text(str(hand.stack)),
            _out(hand),
        )
    return grid


def middle(seen: RoundView) -> Text:
    """Board and pots on one line."""
    found = Text()
    if seen.board:
        found.append("Board  ").append_text(render_cards(seen.board)).append("   ")
    found.append(f"Pot {seen.pot}", "bold")
    if len(seen.pots) > 1 and not any(hand.bet for hand in seen.hands):
        found.append(" (" + ", ".join(f"{pot.name} {pot.chips}" for pot in seen.pots) + ")")
    return found


def _out(hand: HandView) -> Text:
    said: list[str] = []
    if hand.bet:
        said.append(f"bet {hand.bet}")
    if hand.all_in:
        said.append("all-in")
    return Text(", ".join(said), "yellow")


def _hand(hand: HandView) -> Text:
    """Hole cards, then what lies face up."""
    holes = [card for card, up in zip(hand.cards, hand.up, strict=True) if not up]
    shown = [card for card, up in zip(hand.cards, hand.up, strict=True) if up]
    found = render_cards(holes)
    if holes and shown:
        found.append(" │ ", "dim")
    return found.append_text(render_cards(shown))


def render_cards(cards: Iterable[str]) -> Text:
    """Cards as a view spells them, drawn with their suits; unknown ones lie face down."""
    parts = [
        Text(FACE_DOWN, "dim") if card == UNKNOWN_TEXT else colour_cards(card_symbol(parse_cards(card)[0]))
        for card in cards
    ]
    return Text(" ").join(parts)
