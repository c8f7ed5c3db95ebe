"""`hoyle replay`: play recorded hands again, verify their results, show them or write them anew."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from hoyle.cli.output import console, print_json
from hoyle.errors import InvalidError
from hoyle.history.phh import HandHistory, UnsupportedError, read, read_each
from hoyle.history.replay import Replay, replay
from hoyle.poker.rules import STRUCTURES
from hoyle.poker.variants import VARIANTS

SUFFIXES: Final = (".phh", ".phhs")
STANDARD_INPUT: Final = "-"
_MANY_HANDS: Final = re.compile(r"\A\ufeff?(?:\s|#.*)*\[\s*[\"']?\d")
"""Text that begins with a table headed [1] is a file of many hands."""
MANY: Final = 50
"""From here on a bar shows the progress, and the table lists only what needs a look."""
EXIT_DIFFERS: Final = 1
EXIT_REFUSED: Final = 2


class Result(NamedTuple):
    """One hand of one file: what came of it, or why it cannot be read."""

    file: str
    key: str
    """The hand's key in a file of many."""
    replay: Replay | None
    error: str | None
    unsupported: bool = False
    """A good record of a game that is not played here."""

    @property
    def refused(self) -> bool:
        """The record is malformed, or tells of something the rules forbid."""
        return self.replay is None or self.replay.round is None or bool(self.error and not self.replay.stacks)

    def entry(self) -> dict[str, Any]:
        """The hand as `--json` prints it."""
        played = self.replay
        found: dict[str, Any] = {
            "file": self.file,
            "ok": played is not None and played.ok and played.stacks is not None,
            "complete": played is not None and played.complete,
            "stacks": None if played is None else _numbers(played.stacks),
            "recorded": None if played is None else _numbers(played.recorded),
            "error": self.error,
            "note": None
            if played is None
            else "; ".join(filter(None, [played.note, *_repairs(played)])) or None,
        }
        return {**found, "hand": self.key} if self.key else found


@click.command("replay", short_help="Replay hand histories and verify their results.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a list of results, one per hand.")
@click.option(
    "--pokerstars",
    "as_pokerstars",
    is_flag=True,
    help="Print the hands as PokerStars-style text. Trackers want a time: 2000/01/01 where none is recorded.",
)
@click.option("--phh", "as_phh", is_flag=True, help="Print the hands as PHH.")
@click.option("--hero", type=click.IntRange(1), default=None, help="Player whose cards are known: 1 for p1.")
@click.pass_context
def command(
    context: click.Context,
    files: tuple[Path, ...],
    as_json: bool,
    as_pokerstars: bool,
    as_phh: bool,
    hero: int | None,
) -> None:
    """Play recorded hands (.phh, .phhs, or folders of them) again and verify their finishing stacks.

    One hand is printed as the dealer would call it, many as a table; - reads standard input. The exit code is
    1 where stacks differ from the recorded ones, and 2 where a record cannot be read or tells of what the
    rules forbid. A game that is not played here is listed as such and does not count among many hands.

    \b
    hoyle replay hand.phh                       the hand, call by call
    hoyle replay hands/ --json                  every hand under a folder
    hoyle replay hand.phh --pokerstars --hero 2 text for a tracker
    hoyle replay - < hand.phh                   standard input
    """
    if as_json + as_pokerstars + as_phh > 1:
        raise click.UsageError("--json, --pokerstars and --phh exclude each other")
    paths = list(find_files(files))
    results = list(_watched(_results(paths), len(paths)))
    if hero is not None:
        _check_hero(hero, results)
    if as_json:
        print_json([result.entry() for result in results])
    elif as_pokerstars or as_phh:
        _print_texts(results, hero, as_pokerstars=as_pokerstars)
    elif len(results) == 1 and not results[0].refused:
        _print_transcript(results[0], hero)
    elif len(results) > 1:
        _print_table(results)
    _complain(results, many=len(results) > 1 and not (as_json or as_phh or as_pokerstars))
    counted = results if len(results) == 1 else [result for result in results if not result.unsupported]
    if any(result.refused for result in counted):
        context.exit(EXIT_REFUSED)
    if any(result.error for result in counted):
        context.exit(EXIT_DIFFERS)


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files meant: those named, and every history under a named folder."""
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
            if not inside:
                raise InvalidError(f"{path}: no .phh or .phhs file in this folder")
            yield from inside
        else:
            yield path


def _results(paths: Iterable[Path]) -> Iterator[Result]:
    for path in paths:
        piped = str(path) == STANDARD_INPUT
        file = "standard input" if piped else str(path)
        try:
            content = sys.stdin.buffer.read() if piped else path.read_bytes()
            text = content.decode("utf-8")
            if path.suffix == ".phhs" or (piped and _MANY_HANDS.match(text)):
                for key, hand in read_each(text, source=file):
                    if isinstance(hand, InvalidError):
                        yield Result(file, key, None, str(hand), isinstance(hand, UnsupportedError))
                    else:
                        yield _played(file, hand)
            else:
                yield _played(file, read(text, source=file))
        except InvalidError as error:
            yield Result(file, "", None, str(error), isinstance(error, UnsupportedError))
        except UnicodeDecodeError as error:
            yield Result(file, "", None, f"{file}: not UTF-8 text (byte {error.start + 1})")
        except OSError as error:
            yield Result(file, "", None, f"{file}: {error.strerror}")


def _check_hero(hero: int, results: list[Result]) -> None:
    for result in results:
        if result.replay is not None and hero > result.replay.history.players:
            raise InvalidError(
                f"--hero {hero}: {result.replay.history.where()} has players p1 to "
                f"p{result.replay.history.players}"
            )


def _played(file: str, hand: HandHistory) -> Result:
    played = replay(hand)
    return Result(file, hand.table, played, played.error)


def _watched(results: Iterator[Result], files: int) -> Iterator[Result]:
    """The results, under a progress bar when there are many and somebody is watching."""
    if files < MANY or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("Replaying", total=files)
        last = ""
        for result in results:
            if result.file != last:
                progress.advance(bar)
                last = result.file
            yield result


def _numbers(amounts: list[Decimal] | None) -> list[Any] | None:
    return None if amounts is None else [_number(amount) for amount in amounts]


def _number(amount: Decimal) -> int | float | str:
    if not amount.is_finite():
        return "inf"
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def _complain(results: list[Result], *, many: bool) -> None:
    """Say on standard error what is wrong, in one line."""
    wrong = [
        result.error for result in results if result.error and not (result.unsupported and len(results) > 1)
    ]
    if len(wrong) == 1:
        click.echo(f"hoyle: {wrong[0]}", err=True)
    elif wrong and not many:
        click.echo(
            f"hoyle: {len(wrong)} of {len(results)} hands do not verify; the first: {wrong[0]}", err=True
        )


def _print_texts(results: list[Result], hero: int | None, *, as_pokerstars: bool) -> None:
    from hoyle.history.pokerstars import pokerstars
    from hoyle.history.writing import record, write, write_all

    good = [result.replay for result in results if result.replay is not None and not result.refused]
    if as_pokerstars:
        texts = [
            pokerstars(each.round, hero=hero or 0, **_stars_facts(each.history, at))
            for at, each in enumerate(good, start=1)
            if each.round is not None and each.complete
        ]
        click.echo("\n\n".join(texts), nl=False)
        return
    hands = [
        record(each.round, scale=each.history.scale, about=each.history.about, viewer=hero)
        for each in good
        if each.round is not None
    ]
    if hands:
        click.echo(write(hands[0]) if len(results) == 1 else write_all(hands), nl=False)


_NUMBER: Final = re.compile("[0-9]{1,18}")
_BIGGEST_TABLE: Final = 10


def _stars_facts(history: HandHistory, number: int) -> dict[str, Any]:
    """What the record says about place and time, for trackers; they tell hands apart by their numbers."""
    from hoyle.history.pokerstars import DEFAULT_TIME

    about = history.about
    hand = str(about.get("hand", number))
    seats = about.get("seat_count")
    symbol = {"$": "USD", "€": "EUR", "£": "GBP"}.get(str(about.get("currency_symbol", "")), "")
    currency = str(about.get("currency", symbol))
    # Reading has checked that there is such a day.
    day = date(about.get("year", DEFAULT_TIME.year), about.get("month", 1), about.get("day", 1))
    return {
        "hand": int(hand) if _NUMBER.fullmatch(hand) else number,
        "table": str(about.get("table", "hoyle")),
        "time": datetime.combine(day, about.get("time", time())),
        "names": {player: history.name(player) for player in range(1, history.players + 1)},
        "currency": currency if currency in ("USD", "EUR", "GBP") else "",
        "scale": history.scale,
        "size": seats if isinstance(seats, int) and seats <= _BIGGEST_TABLE else 0,
    }


def _print_transcript(result: Result, hero: int | None) -> None:
    """One hand as the dealer calls it, and how the stacks came out."""
    from rich.table import Table
    from rich.text import Text

    from hoyle.cli.picture import print_calls
    from hoyle.history.calls import narrate

    played = result.replay
    assert played is not None
    assert played.round is not None
    history = played.history
    out = console()
    title = f"{VARIANTS[history.game].title}, {STRUCTURES[history.structure]}, {history.players} players"
    out.print(Text(title, style="bold"))
    for key in ("event", "venue", "hand"):
        if key in history.about:
            out.print(Text(f"{key}: {history.about[key]}", style="bright_black"))
    out.print()
    names = {player: history.name(player) for player in range(1, history.players + 1)}
    blinds = [post.chips for post in history.forced_bets() if post.what == "blind"]
    calls = narrate(played.round.log, played.round.rules, names, hero, blinds=blinds, money=history.money)
    print_calls(out, list(calls))
    out.print()
    table = Table(box=None, pad_edge=False)
    table.add_column("player")
    for heading in ("start", "end", "recorded"):
        table.add_column(heading, justify="right")
    for at in range(history.players):
        end = "" if played.stacks is None else _money(history, played.stacks[at])
        known = "" if played.recorded is None else _money(history, played.recorded[at])
        start = history.money(history.starting_stacks[at])
        table.add_row(
            f"p{at + 1} {names[at + 1]}".replace(f"p{at + 1} p{at + 1}", f"p{at + 1}"), start, end, known
        )
    out.print(table)
    for repair in _repairs(played):
        out.print(Text(repair, style="yellow"))
    if played.note:
        out.print(Text(played.note, style="yellow"))
    if played.ok and played.recorded is not None:
        out.print(Text("The finishing stacks are the recorded ones.", style="green"))


def _print_table(results: list[Result]) -> None:
    from rich.table import Table
    from rich.text import Text

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
        style = "red" if result.error and not result.unsupported else "yellow" if remark else "green"
        style = "yellow" if result.replay and result.replay.rake else style
        file = os.path.relpath(result.file, common) if common else result.file
        name = f"{file} [{result.key}]" if result.key else file
        table.add_row(name, game, Text(remark or _verdict(result), style=style))
    if rows:
        out.print(table)
        out.print()
    good = [result.replay for result in results if result.replay and result.replay.ok]
    verified = sum(1 for played in good if played.recorded)
    unknown = sum(1 for played in good if played.stacks is None)
    unrecorded = len(good) - verified - unknown
    unsupported = sum(1 for result in results if result.unsupported)
    refused = sum(1 for result in results if result.refused) - unsupported
    differ = len(results) - len(good) - refused - unsupported
    raked = sum(1 for result in results if result.replay and result.replay.rake)
    by_rake = f" ({raked} by no more than a rake)" if raked else ""
    parts = [
        f"{verified} end with the recorded stacks",
        f"{unrecorded} have none recorded",
        f"{differ} differ{by_rake}",
        f"{refused} cannot be replayed",
    ]
    parts += [f"{unknown} have no known end"] if unknown else []
    parts += [f"{unsupported} of games not played here"] if unsupported else []
    out.print(f"{len(results)} hands: {', '.join(parts)}")


def _common_folder(results: list[Result]) -> str:
    """The folder all files are in; empty if there is none to name."""
    try:
        common = os.path.commonpath([os.path.dirname(result.file) for result in results])
    except ValueError:  # some paths are absolute, some are not
        return ""
    return "" if common == os.sep else common


def _verdict(result: Result) -> str:
    assert result.replay is not None
    return "ok" if result.replay.recorded is not None else "replayed, no stacks recorded"


def _remark(result: Result) -> str:
    """What is not as it should be, without repeating the file's name."""
    if result.error:
        text = result.error.removeprefix(result.file)
        text = text.removeprefix(f" [{result.key}]").lstrip(": ")
        return f"unsupported: {text}" if result.unsupported else text
    played = result.replay
    assert played is not None
    return played.note or "; ".join(_repairs(played))


def _repairs(played: Replay) -> list[str]:
    return [f"repaired: {repair}" for repair in played.repairs]


def _money(history: HandHistory, amount: Decimal) -> str:
    return history.money(int(amount * history.scale) if amount.is_finite() else None)
