"""`hoyle history`: somebody's past hands in a room, listed, told again and exported."""

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


@click.command("history", short_help="Somebody's past hands in a room, listed, told and exported.")
@click.argument("hand", required=False)
@click.option("--person", required=True, metavar="NAME", help="Whose hands: what he may know is shown.")
@click.option(
    "--database", default=DATABASE, metavar="PLACE", show_default=True, help="A file, or postgresql://..."
)
@click.option("--since", metavar="TIME", help="Ended on this day or later: 2026-11-16, 2026-11-16T20:15.")
@click.option("--until", metavar="TIME", help="Ended before this day or time.")
@click.option("--table", type=click.IntRange(1), metavar="N", help="Only at this table.")
@click.option("--game", type=GAME, metavar="GAME", help="Only this game: holdem, craps...")
@click.option("--book", type=BOOK, metavar="BOOK", help="Only by this rulebook.")
@click.option("--pot", metavar="FROM[-TO]", help="Only pots of this size: 100 or more, 100-500.")
@click.option("--result", type=Choice(["won", "lost", "even"]), help="Only what he won, or lost.")
@click.option("--with", "company", multiple=True, metavar="NAME", help="Only with this person; repeat it.")
@click.option("--disputed/--undisputed", default=None, help="Only hands with a dispute, or without one.")
@click.option(
    "--limit",
    type=click.IntRange(1, MOST),
    default=20,
    show_default=True,
    help="At most so many, latest first.",
)
@click.option("--page", type=click.IntRange(1), default=1, show_default=True, help="Which page of so many.")
@click.option("--export", "form", type=Choice(FORMATS), help="Write the hands in this form.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Export to this file.")
@click.option(
    "--under",
    type=BOOK_OR_ALL,
    metavar="BOOK",
    help="One hand by another rulebook, or by all that have its game.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the list, or a hand by other books, as JSON.")
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
    """List the hands that somebody was in, tell one of them again, or export them.

    HAND is a table and the record that the hand began with, as the list names it (7/120), or 7/last. Cards
    that the person may not know are ?? everywhere. PHH and PokerStars text are for poker; a hand that has no
    notation there (a misdeal, a floor ruling) is named on standard error and left out, with exit code 1.

    \b
    hoyle history --person ann --game holdem --result lost
    hoyle history --person ann 7/120                as the dealer called it
    hoyle history --person ann 7/last --under all   the same by every book
    hoyle history --person ann --export phh --out ann.phhs
    """
    from hoyle.archive import find_hand
    from hoyle.cli.room_database import check_person, open_room_database

    if out is not None and form is None:
        raise click.UsageError(f"--out needs --export: {', '.join(FORMATS)}")
    if under is not None and (hand is None or form is not None):
        raise click.UsageError("--under is about one HAND, and is not exported")
    wanted = _wanted(person, filters)
    if hand is not None and wanted != _wanted(person, {}):
        raise click.UsageError("HAND is one hand already: filters are for the list")
    store = open_room_database(database)
    try:
        for name in (person, *wanted.company):
            check_person(store, name)
        if hand is not None:
            pasts = [find_hand(store, person, hand)]
        else:
            found = _page(store, wanted, limit, page)
            pasts = list(found.hands)
        if form is not None:
            if not _export(store, person, pasts, form, out, single=hand is not None):
                context.exit(EXIT_PARTLY)
        elif under is not None:
            _compare(store, person, pasts[0], under, as_json=as_json)
        elif hand is not None:
            _tell(store, person, pasts[0], as_json=as_json)
        else:
            _list(person, pasts, more=found.next is not None, as_json=as_json)
    finally:
        store.close()


def _wanted(person: str, filters: dict[str, Any]) -> HandFilter:
    from hoyle.archive import HandFilter
    from hoyle.audit.reports import read_time

    least, most = _pots(filters.get("pot"))
    since, until = filters.get("since"), filters.get("until")
    wanted = HandFilter(
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
    wanted.check()
    return wanted


def _pots(text: str | None) -> tuple[int, int]:
    if text is None:
        return 0, 0
    least, dash, most = text.partition("-")
    parts = [least, most] if dash else [least]
    if not all(part.isascii() and part.isdecimal() and len(part) < 16 for part in parts):
        raise InvalidError(f"--pot {text!r}: 100 is wanted, or 100-500")
    return int(least), int(most) if dash else 0


def _page(store: Store, wanted: HandFilter, size: int, number: int) -> Page:
    from hoyle.archive import search

    page = search(store, wanted, size=size)
    for at in range(2, number + 1):
        if page.next is None:
            raise InvalidError(f"--page {number}: there are {at - 1}")
        page = search(store, wanted, size=size, start=page.next)
    return page


def _list(person: str, pasts: list[HandSummary], *, more: bool, as_json: bool) -> None:
    from rich.table import Table

    from hoyle.audit.reports.report_base import moment

    if as_json:
        print_json([_entry(past) for past in pasts])
        return
    out = console()
    if not pasts:
        out.print(f"No such hand of {person}.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for heading, justify in (
        ("hand", "left"), ("ended (UTC)", "left"), ("game", "left"), ("book", "left"), ("pot", "right"),
        ("result", "right"), ("with", "left"),
    ):  # fmt: skip
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for past in pasts:
        hand = past.hand
        company = ", ".join(name for name in hand.people if name != person)
        table.add_row(
            past.name,
            moment(hand.ended)[:19],
            hand.game,
            hand.book,
            f"{hand.pot:,}",
            f"{past.net:+,}" if past.net else "0",
            f"{company} (disputed)" if hand.disputed else company,
        )
    out.print(table)
    if more:
        out.print("There are more: --page shows them.")


def _entry(past: HandSummary) -> dict[str, Any]:
    from msgspec import to_builtins

    found: dict[str, Any] = to_builtins(past.hand)
    return {"hand": past.name, "seat": past.seat, "net": past.net, "result": past.result, **found}


def _tell(store: Store, person: str, past: HandSummary, *, as_json: bool) -> None:
    from hoyle.archive import as_data, as_transcript, replay_hand

    recalled = replay_hand(store, past.hand, person)
    if as_json:
        print_json(as_data(recalled))
    else:
        click.echo(as_transcript(recalled), nl=False)


def _compare(store: Store, person: str, past: HandSummary, named: str, *, as_json: bool) -> None:
    from hoyle.archive import as_history, replay_hand
    from hoyle.cli.render.rulebook_comparison import books_named, print_compared
    from hoyle.history.rulebook_comparison.hand_comparison import compare_rulebooks

    history = as_history(replay_hand(store, past.hand, person))
    compared = compare_rulebooks(history, books_named(history, named))
    if as_json:
        print_json(compared.to_dict())
    else:
        print_compared(compared)


def _export(
    store: Store, person: str, pasts: list[HandSummary], form: str, out: Path | None, *, single: bool
) -> bool:
    """Write the hands; whether all of them could be."""
    from hoyle.archive import replay_hands

    good: list[Any] = []
    left_out = 0
    recalled = {each.past.name: each for each in replay_hands(store, [past.hand for past in pasts], person)}
    for past in reversed(pasts):  # files tell a story from its beginning
        try:
            good.append(_written(recalled[past.name], form))
        except HoyleError as error:
            if single:
                raise
            left_out += 1
            click.echo(f"hoyle: hand {past.name} is left out: {error}", err=True)
    text = _joined(good, form, single=single)
    if out is None:
        sys.stdout.write(text)
    else:
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise InvalidError(f"{out}: {error.strerror}") from None
        click.echo(f"{pluralize(len(good), 'hand')} in {out}", err=True)
    return not left_out


def _written(recalled: ReplayedHand, form: str) -> Any:
    from hoyle.archive import as_data, as_history, as_pokerstars, as_transcript

    writes: dict[str, Any] = {
        "phh": as_history, "pokerstars": as_pokerstars, "json": as_data, "transcript": as_transcript,
    }  # fmt: skip
    return writes[form](recalled)


def _joined(hands: list[Any], form: str, *, single: bool) -> str:
    if form == "phh":
        from hoyle.history.phh.writer import to_phh, to_phhs

        return to_phh(hands[0]) if single else to_phhs(hands)
    if form == "json":
        import json

        return json.dumps(hands[0] if single else hands, indent=2, ensure_ascii=False) + "\n"
    return ("\n\n" if form == "pokerstars" else "\n").join(hands)
