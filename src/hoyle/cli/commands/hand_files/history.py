"""`hoyle history`: list, show and export a person's past hands in a room."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from hoyle.cli.commands.operations.audit import DATABASE
from hoyle.cli.parameter_types import BOOK, BOOK_OR_ALL, GAME, Choice
from hoyle.cli.render.console import console, print_json
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import pluralize

if TYPE_CHECKING:
    from hoyle.archive import HandFilter, HandSummary, Page, ReplayedHand
    from hoyle.storage.store_interface import Store

FORMATS: Final = ("phh", "pokerstars", "json", "transcript")
MOST: Final = 1000
EXIT_PARTLY: Final = 1


@click.command("history", short_help="List, show and export a person's past hands in a room.")
@click.argument("hand", required=False)
@click.option("--person", required=True, metavar="NAME", help="Person whose hands are shown, as they saw them.")
@click.option("--database", default=DATABASE, metavar="PLACE", show_default=True, help="A file, or postgresql://...")
@click.option("--since", metavar="TIME", help="Ended on this day or later: 2026-11-16, 2026-11-16T20:15.")
@click.option("--until", metavar="TIME", help="Ended before this day or time.")
@click.option("--table", type=click.IntRange(1), metavar="N", help="Only at this table.")
@click.option("--game", type=GAME, metavar="GAME", help="Only this game: holdem, craps...")
@click.option("--book", type=BOOK, metavar="BOOK", help="Only by this rulebook.")
@click.option("--pot", metavar="FROM[-TO]", help="Only pots of this size: 100 (or more), 100-500.")
@click.option("--result", type=Choice(["won", "lost", "even"]), help="Only hands with this result for the person.")
@click.option("--with", "company", multiple=True, metavar="NAME", help="Only with this person; repeatable.")
@click.option("--disputed/--undisputed", default=None, help="Only hands with a dispute, or without one.")
@click.option(
    "--limit", type=click.IntRange(1, MOST), default=20, show_default=True, help="Hands per page, latest first."
)
@click.option("--page", type=click.IntRange(1), default=1, show_default=True, help="Page of the list.")
@click.option("--export", "form", type=Choice(FORMATS), help="Export the hands in this format.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Export to this file.")
@click.option(
    "--under", type=BOOK_OR_ALL, metavar="BOOK", help="Rule one hand by another rulebook, or by all that have its game."
)
@click.option("--json", "as_json", is_flag=True, help="Print the list, a hand or a comparison as JSON.")
@click.pass_context
def command(
    context: click.Context,
    /,
    hand: str | None,
    person: str,
    database: str,
    form: str | None,
    out: Path | None,
    under: str | None,
    as_json: bool,
    limit: int,
    page: int,
    **filters: Any,
) -> None:
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
    from hoyle.archive import find_hand
    from hoyle.cli.room_database import check_person, open_room_database

    if out is not None and form is None:
        raise click.UsageError(f"--out needs --export: {', '.join(FORMATS)}")
    if under is not None and (hand is None or form is not None):
        raise click.UsageError("--under needs one HAND and excludes --export")
    hand_filter = _hand_filter(person, filters)
    if hand is not None and hand_filter != _hand_filter(person, {}):
        raise click.UsageError("HAND is one hand already: filters are for the list")
    store = open_room_database(database)
    try:
        for name in (person, *hand_filter.company):
            check_person(store, name)
        if hand is not None:
            hands = [find_hand(store, person, hand)]
        else:
            result = _page(store, hand_filter, limit, page)
            hands = list(result.hands)
        if form is not None:
            if not _export(store, person, hands, form, out, single=hand is not None):
                context.exit(EXIT_PARTLY)
        elif under is not None:
            _compare(store, person, hands[0], under, as_json=as_json)
        elif hand is not None:
            _show(store, person, hands[0], as_json=as_json)
        else:
            _list(person, hands, more=result.next is not None, as_json=as_json)
    finally:
        store.close()


def _hand_filter(person: str, filters: dict[str, Any]) -> HandFilter:
    """Build the filter for past hands from the command's options."""
    from hoyle.archive import HandFilter
    from hoyle.audit.reports import read_time

    least, most = _pots(filters.get("pot"))
    since, until = filters.get("since"), filters.get("until")
    hand_filter = HandFilter(
        person=person,
        table=filters.get("table") or 0,
        game=filters.get("game") or "",
        book=filters.get("book") or "",
        since=0 if since is None else read_time(since),
        until=0 if until is None else read_time(until),
        least_pot=least,
        most_pot=most,
        result=filters.get("result") or "",
        company=tuple(filters.get("company") or ()),
        disputed=filters.get("disputed"),
    )
    hand_filter.check()
    return hand_filter


def _pots(text: str | None) -> tuple[int, int]:
    """Parse the range of `--pot`: ``100`` or ``100-500``; 0 means no bound."""
    if text is None:
        return 0, 0
    least, dash, most = text.partition("-")
    parts = [least, most] if dash else [least]
    if not all(part.isascii() and part.isdecimal() and len(part) < 16 for part in parts):
        raise InvalidError(f"--pot {text!r}: expected a size such as 100, or a range such as 100-500")
    return int(least), int(most) if dash else 0


def _page(store: Store, hand_filter: HandFilter, size: int, number: int) -> Page:
    from hoyle.archive import search

    page = search(store, hand_filter, size=size)
    for pages in range(1, number):
        if page.next is None:
            raise InvalidError(f"--page {number}: the last page is {pages}")
        page = search(store, hand_filter, size=size, start=page.next)
    return page


def _list(person: str, hands: list[HandSummary], *, more: bool, as_json: bool) -> None:
    from rich.table import Table

    from hoyle.audit.reports.report_table import moment

    if as_json:
        print_json([_entry(summary) for summary in hands])
        return
    out = console()
    if not hands:
        out.print(f"No such hand of {person}.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for heading, justify in (
        ("hand", "left"), ("ended (UTC)", "left"), ("game", "left"), ("book", "left"), ("pot", "right"),
        ("result", "right"), ("with", "left"),
    ):  # fmt: skip
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for summary in hands:
        hand = summary.hand
        opponents = ", ".join(name for name in hand.people if name != person)
        table.add_row(
            summary.name,
            moment(hand.ended_at)[:19],
            hand.game,
            hand.book,
            f"{hand.pot:,}",
            f"{summary.net:+,}" if summary.net else "0",
            f"{opponents} (disputed)" if hand.disputed else opponents,
        )
    out.print(table)
    if more:
        out.print("There are more: --page shows them.")


def _entry(summary: HandSummary) -> dict[str, Any]:
    from msgspec import to_builtins

    hand: dict[str, Any] = to_builtins(summary.hand)
    return {
        "hand": summary.name, "seat": summary.seat, "net": summary.net, "result": summary.result, **hand,
    }  # fmt: skip


def _show(store: Store, person: str, summary: HandSummary, *, as_json: bool) -> None:
    from hoyle.archive import as_data, as_transcript, replay_hand

    replayed = replay_hand(store, summary.hand, person)
    if as_json:
        print_json(as_data(replayed))
    else:
        click.echo(as_transcript(replayed), nl=False)


def _compare(store: Store, person: str, summary: HandSummary, books: str, *, as_json: bool) -> None:
    from hoyle.archive import as_history, replay_hand
    from hoyle.cli.render.rulebook_comparison import books_named, print_compared
    from hoyle.history.rulebook_comparison.hand_comparison import compare_rulebooks

    history = as_history(replay_hand(store, summary.hand, person))
    compared = compare_rulebooks(history, books_named(history, books))
    if as_json:
        print_json(compared.to_dict())
    else:
        print_compared(compared)


def _export(store: Store, person: str, hands: list[HandSummary], form: str, out: Path | None, *, single: bool) -> bool:
    """Write past hands to a file, oldest first; return whether all could be expressed in the format."""
    from hoyle.archive import replay_hands

    exported: list[Any] = []
    left_out = 0
    replays = replay_hands(store, [summary.hand for summary in hands], person)
    by_name = {replayed.past.name: replayed for replayed in replays}
    for summary in reversed(hands):
        try:
            exported.append(_converted(by_name[summary.name], form))
        except HoyleError as error:
            if single:
                raise
            left_out += 1
            click.echo(f"hoyle: hand {summary.name} is left out: {error}", err=True)
    text = _joined(exported, form, single=single)
    if out is None:
        sys.stdout.write(text)
    else:
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise InvalidError(f"{out}: {error.strerror}") from None
        click.echo(f"{pluralize(len(exported), 'hand')} in {out}", err=True)
    return not left_out


def _converted(replayed: ReplayedHand, form: str) -> Any:
    from hoyle.archive import as_data, as_history, as_pokerstars, as_transcript

    converters: dict[str, Any] = {
        "phh": as_history, "pokerstars": as_pokerstars, "json": as_data, "transcript": as_transcript,
    }  # fmt: skip
    return converters[form](replayed)


def _joined(hands: list[Any], form: str, *, single: bool) -> str:
    if form == "phh":
        from hoyle.history.phh.writer import to_phh, to_phhs

        return to_phh(hands[0]) if single else to_phhs(hands)
    if form == "json":
        import json

        return json.dumps(hands[0] if single else hands, indent=2, ensure_ascii=False) + "\n"
    return ("\n\n" if form == "pokerstars" else "\n").join(hands)
