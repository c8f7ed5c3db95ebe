"""Terminal rendering of replayed hands: transcripts, result tables and PokerStars text."""

from __future__ import annotations

import os
import re
from collections import Counter
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, Final, NamedTuple

import click
from rich.table import Table
from rich.text import Text

from hoyle.cli.render.console import console
from hoyle.cli.render.poker_table import print_calls
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.games.poker.variants import VARIANTS
from hoyle.history.narration import narrate
from hoyle.history.phh.reader import HandHistory
from hoyle.history.phh.writer import hand_history_of, to_phh, to_phhs
from hoyle.history.pokerstars.writer import DEFAULT_TIME, to_pokerstars
from hoyle.history.replay.hand_replay import ReplayResult
from hoyle.history.replay.result_verdict import DIFFERS, MATCHES, RAKED, REFUSED, UNFINISHED, UNRECORDED

UNSUPPORTED: Final = "unsupported"
"""Verdict on a valid record of a game that hoyle does not have."""
MANY: Final = 50
"""Number of hands from which a progress bar is shown, and the table lists only those with remarks."""
_NUMBER: Final = re.compile("[0-9]{1,18}")
_BIGGEST_TABLE: Final = 10


class ReplayedHandResult(NamedTuple):
    """Replay of one hand of a hand history file, or the error that prevented it."""

    file: str
    key: str
    """Key of the hand in a file of many."""
    replay: ReplayResult | None
    error: str | None
    unsupported: bool = False
    """Whether the record is valid, but of a game that hoyle does not have."""

    @property
    def name(self) -> str:
        return f"{self.file} [{self.key}]" if self.key else self.file

    @property
    def refused(self) -> bool:
        """Whether the hand history is malformed or breaks the rules."""
        return self.replay is None or self.replay.round is None or bool(self.error and not self.replay.stacks)

    @property
    def verdict(self) -> str:
        """Verdict on a replayed hand against the recorded result, or why there is none."""
        if self.unsupported:
            return UNSUPPORTED
        return REFUSED if self.replay is None else self.replay.verdict

    def entry(self) -> dict[str, Any]:
        """Return the JSON object of a replayed hand, for `--json`."""
        replay = self.replay
        amounts = {
            name: None if replay is None else _numbers(getattr(replay, name))
            for name in ("stacks", "recorded", "winnings", "recorded_winnings")
        }
        note = "" if replay is None else "; ".join(filter(None, [replay.note, *_repairs(replay)]))
        fields: dict[str, Any] = {
            "file": self.file,
            "ok": replay is not None and replay.ok and replay.stacks is not None,
            "complete": replay is not None and replay.complete,
            **amounts,
            "verdict": self.verdict,
            "error": self.error,
            "note": note or None,
        }
        return {**fields, "hand": self.key} if self.key else fields


def print_transcript(result: ReplayedHandResult, hero: int | None) -> None:
    """Print one replayed hand as the dealer's calls, then the stacks and the verdict."""
    replay = result.replay
    assert replay is not None
    assert replay.round is not None
    history = replay.history
    out = console()
    title = f"{VARIANTS[history.game].title}, {STRUCTURES[history.structure]}, {history.players} players"
    out.print(Text(title, style="bold"))
    for key in ("event", "venue", "hand"):
        if key in history.about:
            out.print(Text(f"{key}: {history.about[key]}", style="bright_black"))
    out.print()
    names = {player: history.name(player) for player in range(1, history.players + 1)}
    blinds = [post.chips for post in history.forced_bets() if post.kind == "blind"]
    viewer = None if hero is None else replay.round.state.people[hero - 1]
    calls = narrate(replay.round.log, replay.round.rules, names, viewer, blinds=blinds, money=history.money)
    print_calls(out, list(calls))
    out.print()
    table = Table(box=None, pad_edge=False)
    table.add_column("player")
    for heading in ("start", "end", "recorded"):
        table.add_column(heading, justify="right")
    for index in range(history.players):
        start = history.money(history.starting_stacks[index])
        end, recorded = money(history, replay.stacks, index), money(history, replay.recorded, index)
        player = f"p{index + 1}"
        label = f"{player} {names[index + 1]}".replace(f"{player} {player}", player)
        table.add_row(label, start, end, recorded)
    out.print(table)
    for repair in _repairs(replay):
        out.print(Text(repair, style="yellow"))
    if replay.note:
        out.print(Text(replay.note, style="yellow"))
    elif replay.verdict != DIFFERS:  # the command reports differences on standard error
        out.print(_conclusion(result))


def print_table(results: list[ReplayedHandResult]) -> None:
    """Print a table of several replayed hands and their totals."""
    out = console()
    rows = results if len(results) < MANY else [result for result in results if _remark(result)]
    common = _common_folder(results)
    table = Table(box=None, pad_edge=False)
    table.add_column("file", overflow="fold")
    table.add_column("game")
    table.add_column("result")
    for result in rows:
        history = None if result.replay is None else result.replay.history
        game = "" if history is None else f"{history.players}-handed {history.variant}"
        remark = _remark(result)
        as_recorded = result.verdict == MATCHES
        plain, plain_verdict = ("green", "ok") if as_recorded else ("yellow", "replayed, no result recorded")
        style = "red" if result.verdict in (DIFFERS, REFUSED) else "yellow" if remark else plain
        file = os.path.relpath(result.file, common) if common else result.file
        table.add_row(result._replace(file=file).name, game, Text(remark or plain_verdict, style=style))
    if rows:
        out.print(table)
        out.print()
    counts = Counter(result.verdict for result in results)
    matches = [result.replay for result in results if result.verdict == MATCHES]
    by_stacks = sum(1 for replay in matches if replay and replay.recorded)
    by_winnings = counts[MATCHES] - by_stacks
    by_rake = f" ({counts[RAKED]} by no more than a rake)" if counts[RAKED] else ""
    parts = [f"{by_stacks} end with the recorded stacks"]
    parts += [f"{by_winnings} with the recorded winnings"] if by_winnings else []
    parts += [
        f"{counts[UNRECORDED]} have none recorded",
        f"{counts[RAKED] + counts[DIFFERS]} differ{by_rake}",
        f"{counts[REFUSED]} cannot be replayed",
    ]
    parts += [f"{counts[UNFINISHED]} have no known end"] if counts[UNFINISHED] else []
    parts += [f"{counts[UNSUPPORTED]} of games not played here"] if counts[UNSUPPORTED] else []
    out.print(f"{len(results)} hands: {', '.join(parts)}")


def print_texts(results: list[ReplayedHandResult], hero: int | None, *, as_pokerstars: bool, reader: str) -> None:
    """Print replayed hands as PokerStars text or in the PHH format."""
    replays = [result.replay for result in results if result.replay is not None and not result.refused]
    if as_pokerstars:
        texts = [
            to_pokerstars(replay.round, hero=hero or 0, reader=reader, **_pokerstars_fields(replay.history, number))
            for number, replay in enumerate(replays, start=1)
            if replay.round is not None and replay.complete
        ]
        click.echo("\n\n".join(texts), nl=False)
        return
    hands = [
        hand_history_of(replay.round, scale=replay.history.scale, about=replay.history.about, viewer=hero)
        for replay in replays
        if replay.round is not None
    ]
    if hands:
        click.echo(to_phh(hands[0]) if len(results) == 1 else to_phhs(hands), nl=False)


def _pokerstars_fields(history: HandHistory, number: int) -> dict[str, Any]:
    """Return the metadata of a hand for PokerStars text; trackers distinguish hands by number."""
    about = history.about
    hand = str(about.get("hand", number))
    seats = about.get("seat_count")
    symbol = {"$": "USD", "€": "EUR", "£": "GBP"}.get(str(about.get("currency_symbol", "")), "")
    currency = str(about.get("currency", symbol))
    # The reader has checked that the date exists.
    day = date(about.get("year", DEFAULT_TIME.year), about.get("month", 1), about.get("day", 1))
    zone = UTC if about.get("time_zone") == "UTC" else None
    return {
        "hand": int(hand) if _NUMBER.fullmatch(hand) else number,
        "table": str(about.get("table", "hoyle")),
        "time": datetime.combine(day, about.get("time", time()), zone),
        "names": {player: history.name(player) for player in range(1, history.players + 1)},
        "currency": currency if currency in ("USD", "EUR", "GBP") else "",
        "scale": history.scale,
        "size": seats if isinstance(seats, int) and seats <= _BIGGEST_TABLE else 0,
    }


def _common_folder(results: list[ReplayedHandResult]) -> str:
    """Return the common folder of all hand history files; empty if there is none worth naming."""
    try:
        common = os.path.commonpath([os.path.dirname(result.file) for result in results])
    except ValueError:  # some paths are absolute, some are not
        return ""
    return "" if common == os.sep else common


def _conclusion(result: ReplayedHandResult) -> Text:
    replay = result.replay
    assert replay is not None
    if replay.verdict == MATCHES:
        compared = "finishing stacks" if replay.recorded is not None else "winnings"
        counting = ", which include the uncalled bet" if replay.uncalled else ""
        return Text(f"The {compared} are the recorded ones{counting}.", style="green")
    if replay.verdict == UNRECORDED:
        return Text("No result is recorded: there is nothing to compare.", style="yellow")
    return Text(_remark(result), style="yellow")


def _remark(result: ReplayedHandResult) -> str:
    """Return the error or note on a replayed hand, without the file's name."""
    if result.error:
        text = result.error.removeprefix(result.file)
        text = text.removeprefix(f" [{result.key}]").lstrip(": ")
        return f"unsupported: {text}" if result.unsupported else text
    replay = result.replay
    assert replay is not None
    return replay.note or "; ".join(_repairs(replay))


def _repairs(replay: ReplayResult) -> list[str]:
    return [f"repaired: {repair}" for repair in replay.repairs]


def money(history: HandHistory, amounts: list[Decimal] | None, index: int) -> str:
    """Return one of the amounts in the money of the hand; empty if they are not known."""
    if amounts is None:
        return ""
    amount = amounts[index]
    return history.money(int(amount * history.scale) if amount.is_finite() else None)


def _numbers(amounts: list[Decimal] | None) -> list[Any] | None:
    return None if amounts is None else [_number(amount) for amount in amounts]


def _number(amount: Decimal) -> int | float | str:
    if not amount.is_finite():
        return "inf"
    return int(amount) if amount == amount.to_integral_value() else float(amount)
