"""`hoyle replay`: replay recorded hands, verify their results, and convert or print them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.progress import Progress

from hoyle.cli.command_parameters import Parameters, argument, cli_command, option
from hoyle.cli.parameter_types import BOOK_OR_ALL, Choice
from hoyle.cli.render import replay_results
from hoyle.cli.render.console import print_json
from hoyle.cli.render.replay_results import MANY, UNSUPPORTED, ReplayedHandResult
from hoyle.cli.render.rulebook_comparison import compare, print_all_compared
from hoyle.core.errors import InvalidError
from hoyle.history.phh.reader import HandHistory, UnsupportedError, read_phh, read_phhs
from hoyle.history.pokerstars.writer import POKER, READERS, TRACKERS
from hoyle.history.replay.hand_replay import replay
from hoyle.history.replay.result_verdict import DIFFERS, RAKED
from hoyle.rulebooks import BOOKS

SUFFIXES: Final = (".phh", ".phhs")
STANDARD_INPUT: Final = "-"
_MANY_HANDS: Final = re.compile(r"\A\ufeff?(?:\s|#.*)*\[\s*[\"']?\d")
"""Start of a file of many hands: a TOML table whose name is a number, such as [1]."""
EXIT_DIFFERS: Final = 1
EXIT_REFUSED: Final = 2


class ReplayOptions(Parameters):
    files: tuple[Path, ...] = argument("FILES...", nargs=-1, required=True, type=click.Path(path_type=Path))
    as_json: bool = option("Print a list of results, one per hand.", flags="--json")
    as_pokerstars: bool = option(
        "Print the hands as PokerStars text; a hand without a recorded time gets 2000/01/01.", flags="--pokerstars"
    )
    reader: str = option(
        "Dialect of --pokerstars: for trackers, or for the Python package poker (hold'em and Omaha, whole amounts).",
        type=Choice(READERS),
        default=TRACKERS,
    )
    as_phh: bool = option("Print the hands as PHH.", flags="--phh")
    book: str | None = option(
        f"Report what would differ under a rulebook, or under all: {', '.join(BOOKS)}.", "BOOK", type=BOOK_OR_ALL
    )
    hero: int | None = option("Player whose cards are shown: 1 for p1.", type=click.IntRange(1))


@cli_command(ReplayOptions)
def command(options: ReplayOptions) -> int | None:
    """Replay recorded hands (.phh, .phhs, or folders of them) and verify their results.

    Finishing stacks and winnings are compared with the record. If only the winners are short, by no more
    than a rake, the hand is reported as raked: most sites do not record the rake. Winnings that are all zero
    count as not recorded. One hand is printed as the dealer's calls, several as a table; - reads standard
    input.

    The exit code is 1 if a result differs from the recorded one by more than a rake, or if the hand differs
    under --book; it is 2 if a record cannot be read or breaks the rules. Among several hands, one of a game
    that hoyle does not have is listed and does not change the exit code.

    \b
    hoyle replay hand.phh                     the hand as the dealer's calls
    hoyle replay hands/ --json                every hand under a folder
    hoyle replay hand.phh --pokerstars        text for a tracker
    hoyle replay hand.phh --book oneida       differences under another book
    hoyle replay hand.phh --book all          every book that has the game
    hoyle replay - < hand.phh                 standard input
    """
    as_json, as_pokerstars, as_phh = options.as_json, options.as_pokerstars, options.as_phh
    reader, book, hero = options.reader, options.book, options.hero
    if as_json + as_pokerstars + as_phh > 1:
        raise click.UsageError("--json, --pokerstars and --phh exclude each other")
    if reader != TRACKERS and not as_pokerstars:
        raise click.UsageError(f"--reader {reader} goes with --pokerstars")
    if reader == POKER and hero is None:
        raise click.UsageError("--reader poker wants the cards of one player: --hero N")
    if book is not None and (as_pokerstars or as_phh):
        raise click.UsageError("--book reports differences: it goes with --json, not with --pokerstars or --phh")
    paths = list(find_files(options.files))
    results = list(_with_progress(_read_and_replay(paths), len(paths)))
    if hero is not None:
        _check_hero(hero, results)
    if book is not None:
        return _compare_books(results, book, hero, as_json=as_json)
    if as_json:
        print_json([result.entry() for result in results])
    elif as_pokerstars or as_phh:
        replay_results.print_texts(results, hero, as_pokerstars=as_pokerstars, reader=reader)
    elif len(results) == 1 and not results[0].refused:
        replay_results.print_transcript(results[0], hero)
    elif len(results) > 1:
        replay_results.print_table(results)
    _print_unverified(results)
    counted = results if len(results) == 1 else [result for result in results if not result.unsupported]
    if any(result.refused for result in counted):
        return EXIT_REFUSED
    return EXIT_DIFFERS if any(result.verdict == DIFFERS for result in counted) else None


def _compare_books(results: list[ReplayedHandResult], book: str, hero: int | None, *, as_json: bool) -> int:
    hands = [compare(result, book) for result in results]
    print_all_compared(hands, book, hero=hero, as_json=as_json)
    unread = [hand.result for hand in hands if hand.compared is None]
    # Among many hands, those of games that a book does not have are no errors.
    errors = [result.error for result in unread if len(hands) == 1 or not result.unsupported]
    _print_first_error(errors, len(hands), "cannot be read")
    if any(hand.unreadable for hand in hands) or (unread and len(hands) == 1):
        return EXIT_REFUSED
    return EXIT_DIFFERS if any(hand.differs for hand in hands) else 0


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the named hand history files, and all those under the named folders."""
    for path in paths:
        if path.is_dir():
            files = sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
            if not files:
                raise InvalidError(f"{path}: no .phh or .phhs file in this folder")
            yield from files
        else:
            yield path


def _read_and_replay(paths: Iterable[Path]) -> Iterator[ReplayedHandResult]:
    """Replay every hand of the files; a file that cannot be read gives a result with the error."""
    for path in paths:
        piped = str(path) == STANDARD_INPUT
        file = "standard input" if piped else str(path)
        try:
            content = sys.stdin.buffer.read() if piped else path.read_bytes()
            text = content.decode("utf-8")
            if path.suffix == ".phhs" or (piped and _MANY_HANDS.match(text)):
                for key, hand in read_phhs(text, source=file):
                    if isinstance(hand, InvalidError):
                        yield ReplayedHandResult(file, key, None, str(hand), isinstance(hand, UnsupportedError))
                    else:
                        yield _replay(file, hand)
            else:
                yield _replay(file, read_phh(text, source=file))
        except InvalidError as error:
            yield ReplayedHandResult(file, "", None, str(error), isinstance(error, UnsupportedError))
        except UnicodeDecodeError as error:
            yield ReplayedHandResult(file, "", None, f"{file}: not UTF-8 text (byte {error.start + 1})")
        except OSError as error:
            yield ReplayedHandResult(file, "", None, f"{file}: {error.strerror}")


def _replay(file: str, hand: HandHistory) -> ReplayedHandResult:
    result = replay(hand)
    return ReplayedHandResult(file, hand.table, result, result.error)


def _check_hero(hero: int, results: list[ReplayedHandResult]) -> None:
    for result in results:
        if result.replay is not None and hero > result.replay.history.players:
            raise InvalidError(
                f"--hero {hero}: {result.replay.history.where()} has players p1 to p{result.replay.history.players}"
            )


def _with_progress(results: Iterator[ReplayedHandResult], files: int) -> Iterator[ReplayedHandResult]:
    """Yield replay results, with a progress bar for many files if standard error is a terminal."""
    if files < MANY or not sys.stderr.isatty():
        yield from results
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("Replaying", total=files)
        last = ""
        for result in results:
            if result.file != last:
                progress.advance(bar)
                last = result.file
            yield result


def _print_unverified(results: list[ReplayedHandResult]) -> None:
    """Report in one line the hands whose results do not verify; an unrecorded rake is no error."""
    errors = [
        result.error
        for result in results
        if result.error and result.verdict != RAKED and not (result.verdict == UNSUPPORTED and len(results) > 1)
    ]
    _print_first_error(errors, len(results), "do not verify")


def _print_first_error(errors: Sequence[str | None], hands: int, problem: str) -> None:
    """Print an error on standard error; of several, their number and the first."""
    if len(errors) == 1:
        click.echo(f"hoyle: {errors[0]}", err=True)
    elif errors:
        click.echo(f"hoyle: {len(errors)} of {hands} hands {problem}; the first: {errors[0]}", err=True)
