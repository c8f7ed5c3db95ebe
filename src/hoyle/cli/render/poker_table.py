"""Terminal rendering of a poker table: seats, cards coloured by suit, pots and dealer's calls.

Everything is readable without colour, since every suit has its own symbol.
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
from hoyle.games.poker.view_types import PokerHandView, PokerRoundView
from hoyle.history.narration import Announcement

SUIT_COLOURS: Final = {"♣": "green", "♦": "bright_blue", "♥": "red", "♠": "bold"}
FACE_DOWN: Final = "▒▒"
MIN_WIDTH: Final = 40

_TIED: Final = re.compile(r"(?<=[Ss]eat) (?=\d)|(?<=[♣♦♥♠]) (?=[2-9TJQKA][♣♦♥♠])|(?<=\d) (?=[2-9TJQKA][♣♦♥♠])")
_DEALING: Final = ("dealt", "burned", "board-dealt", "draw-begins", "no-more-bets")
"""Events of dealing: a blank line precedes the first of them."""
_TURNS: Final = (*("shown", "hand-turned", "dealer-revealed", "community-turned", "round-began", "released", "shaken"),)
"""Events that a blank line precedes too."""


def colour_cards(text: str, style: str = "") -> Text:
    """Colour every card in a text by its suit."""
    coloured = Text(text, style)
    for suit, colour in SUIT_COLOURS.items():
        coloured.highlight_regex(rf"[2-9TJQKA]{suit}", colour)
    return coloured


def print_calls(
    out: Console, calls: Sequence[Announcement], *, numbers_from: int = 0, clause_width: int | None = None
) -> None:
    """Print the dealer's calls, one per line, each with its clause at the right; separate the streets."""
    if clause_width is None:
        clause_width = max((len(call.clause) for call in calls), default=0)
    margin = 4 if numbers_from else 0
    width = out.width - clause_width - 2 - margin
    below = width < MIN_WIDTH
    if below:  # too narrow for two columns: the clause goes under its call
        width = max(out.width - margin, MIN_WIDTH)
    last_name = ""
    last_event: object = None
    for number, call in enumerate(calls, numbers_from):
        if call.entry is not last_event and _opens_paragraph(call.entry.name, last_name):
            out.print()
        last_event = call.entry
        last_name = call.entry.name
        for index, line in enumerate(_wrapped(call.text, width)):
            row = Text()
            row.append(f"{number:>3} " if margin and index == 0 else " " * margin, "dim")
            row.append_text(colour_cards(line))
            if index == 0 and not below:
                row.append(" " * (width - len(line) + 2))
                row.append(call.clause, "dim")
            row.rstrip()
            out.print(row, soft_wrap=True)
        if below and call.clause:
            out.print(Text(" " * (margin + 2) + call.clause, "dim"), soft_wrap=True)


def _wrapped(text: str, width: int) -> list[str]:
    """Wrap a dealer's call to a width, keeping a seat, its number and its cards together."""
    joined = _TIED.sub("\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(joined, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _opens_paragraph(name: str, last: str) -> bool:
    """Whether an event begins a new paragraph of dealer's calls, by its name and the one before."""
    if not last:
        return False
    if name in _DEALING:
        return last not in _DEALING
    return name in _TURNS and last != name


def results(names: Mapping[int, str], before: Mapping[int, int], after: Mapping[int, int]) -> list[Text]:
    """Render a line for each player's result: stack before, stack after, and the difference."""
    widest = max(len(name) for name in names.values())
    digits = max(len(str(chips)) for chips in [*before.values(), *after.values()])
    lines: list[Text] = []
    for seat, name in names.items():
        change = after[seat] - before[seat]
        line = Text(f"{name:<{widest}}  {before[seat]:>{digits}} → {after[seat]:>{digits}}  ")
        if change:
            line.append(f"{change:+d}", "green" if change > 0 else "red")
        else:
            line.append("0", "dim")
        lines.append(line)
    return lines


def render_poker_table(view: PokerRoundView, names: Mapping[int, str]) -> Table:
    """Render a poker table as one person sees it: players, cards, stacks, bets, whose turn it is."""
    grid = Table(box=None, show_header=False, padding=(0, 1, 0, 1), pad_edge=False)
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    for hand in view.hands:
        turn, button = view.turn == hand.seat, view.button == hand.seat
        name = Text(names[hand.seat], "bold" if turn else "" if hand.live else "dim")
        grid.add_row(
            Text.assemble(("▶" if turn else " ", "bold yellow"), ("D", "reverse") if button else " "),
            name,
            _hand(hand) if hand.live else Text("folded", "dim"),
            Text(str(hand.stack)),
            _bet(hand),
        )
    return grid


def middle(view: PokerRoundView) -> Text:
    """Render board and pots on one line."""
    line = Text()
    if view.board:
        line.append("Board  ").append_text(render_cards(view.board)).append("   ")
    line.append(f"Pot {view.pot}", "bold")
    if len(view.pots) > 1 and not any(hand.bet for hand in view.hands):
        line.append(" (" + ", ".join(f"{pot.name} {pot.chips}" for pot in view.pots) + ")")
    return line


def _bet(hand: PokerHandView) -> Text:
    """Render a player's bet in this betting round, and whether they are all-in."""
    parts: list[str] = []
    if hand.bet:
        parts.append(f"bet {hand.bet}")
    if hand.all_in:
        parts.append("all-in")
    return Text(", ".join(parts), "yellow")


def _hand(hand: PokerHandView) -> Text:
    """Render the hole cards, then the face-up cards."""
    holes = [card for card, up in zip(hand.cards, hand.face_up, strict=True) if not up]
    face_up = [card for card, up in zip(hand.cards, hand.face_up, strict=True) if up]
    text = render_cards(holes)
    if holes and face_up:
        text.append(" │ ", "dim")
    return text.append_text(render_cards(face_up))


def render_cards(cards: Iterable[str]) -> Text:
    """Render the cards of a view with suit symbols; unknown ones face down."""
    parts = [
        Text(FACE_DOWN, "dim") if card == UNKNOWN_TEXT else colour_cards(card_symbol(parse_cards(card)[0]))
        for card in cards
    ]
    return Text(" ").join(parts)
