"""`hoyle history`: list, show and export a person's past hands in a room."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import click
from msgspec import to_builtins

from hoyle import archive
from hoyle.audit.reports import read_time
from hoyle.audit.reports.report_table import moment
from hoyle.cli.command_parameters import Parameters, argument, cli_command, option
from hoyle.cli.files import write_text
from hoyle.cli.parameter_types import BOOK, BOOK_OR_ALL, GAME, Choice
from hoyle.cli.render.console import console, plain_table, print_json, signed
from hoyle.cli.render.rulebook_comparison import books_named, print_compared
from hoyle.cli.room_database import DATABASE, check_person, open_room_database
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import pluralize
from hoyle.history.phh.writer import to_phh, to_phhs
from hoyle.history.rulebook_comparison.hand_comparison import compare_rulebooks
from hoyle.storage.store_interface import Store

CONVERTERS: Final[dict[str, Callable[[archive.ReplayedHand], Any]]] = {
    "phh": archive.as_history,
    "pokerstars": archive.as_pokerstars,
    "json": archive.as_data,
    "transcript": archive.as_transcript,
}
FORMATS: Final = tuple(CONVERTERS)
MOST: Final = 1000
EXIT_PARTLY: Final = 1


class HandFilters(Parameters):
    """Options that select past hands."""

    since: str | None = option("Ended on this day or later: 2026-11-16, 2026-11-16T20:15.", "TIME")
    until: str | None = option("Ended before this day or time.", "TIME")
    table: int | None = option("Only at this table.", "N", type=click.IntRange(1))
    game: str | None = option("Only this game: holdem, craps...", "GAME", type=GAME)
    book: str | None = option("Only by this rulebook.", "BOOK", type=BOOK)
    pot: str | None = option("Only pots of this size: 100 (or more), 100-500.", "FROM[-TO]")
    result: str | None = option("Only hands with this result for the person.", type=Choice(["won", "lost", "even"]))
    company: tuple[str, ...] = option("Only with this person; repeatable.", "NAME", flags="--with", multiple=True)
    disputed: bool | None = option("Only hands with a dispute, or without one.", flags="--disputed/--undisputed")

    def filter(self, person: str) -> archive.HandFilter:
        """Return the filter for the past hands of a person."""
        least, most = _pots(self.pot)
        hand_filter = archive.HandFilter(
            person=person,
            table=self.table or 0,
            game=self.game or "",
            book=self.book or "",
            since=0 if self.since is None else read_time(self.since),
            until=0 if self.until is None else read_time(self.until),
            least_pot=least,
            most_pot=most,
            result=self.result or "",
            company=self.company,
            disputed=self.disputed,
        )
        hand_filter.check()
        return hand_filter


class HistoryOptions(HandFilters):
    hand: str | None = argument("[HAND]", required=False)
    person: str = option("Person whose hands are shown, as they saw them.", "NAME", required=True)
    database: str = DATABASE
    limit: int = option("Hands per page, latest first.", type=click.IntRange(1, MOST), default=20)
    page: int = option("Page of the list.", type=click.IntRange(1), default=1)
    form: str | None = option("Export the hands in this format.", flags="--export", type=Choice(FORMATS))
    out: Path | None = option("Export to this file.")
    under: str | None = option(
        "Rule one hand by another rulebook, or by all that have its game.", "BOOK", type=BOOK_OR_ALL
    )
    as_json: bool = option("Print the list, a hand or a comparison as JSON.", flags="--json")


@cli_command(HistoryOptions, first=("hand", "person", "database"))
def command(options: HistoryOptions) -> int | None:
    """List the hands that a person played, show one of them, or export them.

    HAND is the name that the list prints: the table and the number of the hand's first record (7/120), or
    7/last. Cards that the person may not see are shown as ??. PHH and PokerStars text are for poker; a hand
    that they cannot express (a misdeal, a floor ruling) is reported on standard error and left out, with
    exit code 1.

    \b
    hoyle history --person ann --game holdem --result lost
    hoyle history --person ann 7/120                the dealer's calls of a hand
    hoyle history --person ann 7/last --under all   the last hand by every book
    hoyle history --person ann --export phh --out ann.phhs
    """
    person, form, under, as_json = options.person, options.form, options.under, options.as_json
    if options.out is not None and form is None:
        raise click.UsageError(f"--out needs --export: {', '.join(FORMATS)}")
    if under is not None and (options.hand is None or form is not None):
        raise click.UsageError("--under needs one HAND and excludes --export")
    hand_filter = options.filter(person)
    if options.hand is not None and hand_filter != HandFilters().filter(person):
        raise click.UsageError("HAND is one hand already: filters are for the list")
    with closing(open_room_database(options.database)) as store:
        for name in (person, *hand_filter.company):
            check_person(store, name)
        if options.hand is None:
            page = _page(store, hand_filter, options.limit, options.page)
            if form is None:
                _list(person, page, as_json=as_json)
                return None
            hands = list(page.hands)
        else:
            hands = [archive.find_hand(store, person, options.hand)]
        if form is not None:
            complete = _export(store, person, hands, form, options.out, single=options.hand is not None)
            return None if complete else EXIT_PARTLY
        replayed = archive.replay_hand(store, hands[0].hand, person)
    if under is not None:
        history = archive.as_history(replayed)
        compared = compare_rulebooks(history, books_named(history, under))
        if as_json:
            print_json(compared.to_dict())
        else:
            print_compared(compared)
    elif as_json:
        print_json(archive.as_data(replayed))
    else:
        click.echo(archive.as_transcript(replayed), nl=False)
    return None


def _pots(text: str | None) -> tuple[int, int]:
    """Parse the range of `--pot`: ``100`` or ``100-500``; 0 means no bound."""
    if text is None:
        return 0, 0
    least, dash, most = text.partition("-")
    parts = [least, most] if dash else [least]
    if not all(part.isascii() and part.isdecimal() and len(part) < 16 for part in parts):
        raise InvalidError(f"--pot {text!r}: expected a size such as 100, or a range such as 100-500")
    return int(least), int(most) if dash else 0


def _page(store: Store, hand_filter: archive.HandFilter, size: int, number: int) -> archive.Page:
    page = archive.search(store, hand_filter, size=size)
    for pages in range(1, number):
        if page.next is None:
            raise InvalidError(f"--page {number}: the last page is {pages}")
        page = archive.search(store, hand_filter, size=size, start=page.next)
    return page


def _list(person: str, page: archive.Page, *, as_json: bool) -> None:
    if as_json:
        own = ("seat", "net", "result")
        print_json(
            [
                {"hand": past.name, **{name: getattr(past, name) for name in own}, **to_builtins(past.hand)}
                for past in page.hands
            ]
        )
        return
    out = console()
    if not page.hands:
        out.print(f"No such hand of {person}.")
        return
    table = plain_table("hand", "ended (UTC)", "game", "book", "pot>", "result>", "with")
    for column in table.columns:
        column.overflow = "fold"
    for past in page.hands:
        hand = past.hand
        opponents = ", ".join(name for name in hand.people if name != person)
        company = f"{opponents} (disputed)" if hand.disputed else opponents
        ended = moment(hand.ended_at)[:19]
        table.add_row(past.name, ended, hand.game, hand.book, f"{hand.pot:,}", signed(past.net), company)
    out.print(table)
    if page.next is not None:
        out.print("There are more: --page shows them.")


def _export(
    store: Store, person: str, hands: list[archive.HandSummary], form: str, out: Path | None, *, single: bool
) -> bool:
    """Write past hands to a file, oldest first; return whether all could be expressed in the format."""
    exported: list[Any] = []
    left_out = 0
    replays = archive.replay_hands(store, [summary.hand for summary in hands], person)
    by_name = {replayed.past.name: replayed for replayed in replays}
    for summary in reversed(hands):
        try:
            exported.append(CONVERTERS[form](by_name[summary.name]))
        except HoyleError as error:
            if single:
                raise
            left_out += 1
            click.echo(f"hoyle: hand {summary.name} is left out: {error}", err=True)
    text = _joined(exported, form, single=single)
    if out is None:
        sys.stdout.write(text)
    else:
        write_text(out, text)
        click.echo(f"{pluralize(len(exported), 'hand')} in {out}", err=True)
    return not left_out


def _joined(hands: list[Any], form: str, *, single: bool) -> str:
    if form == "phh":
        return to_phh(hands[0]) if single else to_phhs(hands)
    if form == "json":
        return json.dumps(hands[0] if single else hands, indent=2, ensure_ascii=False) + "\n"
    return ("\n\n" if form == "pokerstars" else "\n").join(hands)
