"""House edge of every wager of the five house games, under any pay table.

>>> [edge.wager for edge in edges("three-card-poker")]
['ante-play', 'pair-plus', 'pair-plus']
>>> edges("three-card-poker", "pair-plus", pay={"flush": Fraction(3)})[0].edge
Fraction(582, 5525)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import match_name, suggest_name
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games.analysis_interface import Progress, max_win_in_antes
from hoyle.odds.house_games.analysis_registry import ANALYSES, STANDARD
from hoyle.odds.house_games.dice import wager_edges
from hoyle.odds.house_games.edge_result import Edge
from hoyle.rulebooks.book_types.pay_table import PayTable
from hoyle.rulebooks.dice_registry import dice_books_for

Pay = dict[str, Fraction]


def games() -> list[str]:
    """List every house game whose edges can be computed."""
    return [*ANALYSES, *wager_edges.BY_GAME]


def wagers(game: str) -> list[str]:
    """List the names of the wagers of a house game."""
    check_game(game)
    if game in ANALYSES:
        return list(ANALYSES[game].wagers)
    return list(wager_edges.BY_GAME[game](None))


def paytables(game: str) -> list[str]:
    """List the names of the rulebook's pay tables for the wagers of a house game."""
    check_game(game)
    if game not in ANALYSES:
        return [STANDARD]
    return list(dict.fromkeys(name for tables in ANALYSES[game].wagers.values() for name in tables))


def check_game(game: str) -> None:
    """Raise `InvalidError` unless the house edges of a game can be computed."""
    if game not in games():
        raise InvalidError(f"unknown house game {game!r}: {', '.join(games())}")


def edges(
    game: str,
    wager: str | None = None,
    *,
    paytable: str | None = None,
    pay_table: Pay | None = None,
    pay: Pay | None = None,
    progress: Progress | None = None,
    max_win: Fraction | None = None,
) -> list[Edge]:
    """Compute the house edges of every wager of a house game, or of one.

    `paytable` names one of the rulebook's pay tables, `pay_table` is a complete one of the house's own, and
    `pay` changes single lines. Lines are named as in the pay table or in the `lines` of an `Edge`. `max_win`
    is the maximum win of one hand in units of the wager (`limit_in_antes`).
    """
    wager_names = wagers(game)
    if wager is not None and wager not in wager_names:
        hint = suggest_name(wager, wager_names) or ", ".join(wager_names)
        raise InvalidError(f"no wager {wager!r} in {game}: {hint}")
    if game not in ANALYSES:
        if max_win is not None:
            raise InvalidError(f"{game} has no maximum payout")
        return _dice_edges(game, wager, paytable, pay_table, pay)
    if (pay_table is not None or pay) and wager is None and len(wager_names) > 1:
        raise InvalidError(f"a pay table of your own needs --wager: {', '.join(wager_names)}")
    game_analysis = ANALYSES[game]
    results: list[Edge] = []
    for name in wager_names if wager is None else [wager]:
        for table in _tables(game, name, paytable, pay_table, pay, strict=wager is not None):
            if max_win is None:
                results.append(game_analysis.edge(name, table, progress))
            else:
                results.append(game_analysis.edge_within(name, table, max_win, progress))
    if not results:
        raise InvalidError(f"{game} has no pay table {paytable!r}: {', '.join(paytables(game))}")
    return results


def limit_in_antes(
    game: str, ante: int | None, *, max_payout: int | None = None, round_limit: int | None = None
) -> Fraction | None:
    """Check the posted limits of a house game; return the maximum win in Antes, None if unlimited."""
    check_game(game)
    if not max_payout and not round_limit:
        if ante is not None:
            raise InvalidError(f"ante {ante}: only a posted limit makes its size matter")
        return None
    if game not in ANALYSES:
        raise InvalidError(f"{game} has no maximum payout")
    if ante is None or ante < 1:
        raise InvalidError(f"ante {ante}: a limit in chips needs the chips of the Ante, 1 or more")
    sign = HouseCardSign(game, max_payout=max_payout or 0, round_limit=round_limit or 0)
    return max_win_in_antes(sign, ante)


def _tables(
    game: str, wager: str, paytable: str | None, pay_table: Pay | None, pay: Pay | None, *, strict: bool
) -> list[PayTable]:
    """List the pay tables of a wager to analyse: the book's, a named one, or one with changed lines.

    If `strict`, a name that the wager does not have is an error; else there is nothing to analyse.
    """
    book_tables = ANALYSES[game].wagers[wager]
    if paytable is not None and paytable not in book_tables:
        if strict:
            raise InvalidError(f"{wager} has no pay table {paytable!r}: {', '.join(book_tables)}")
        return []
    table = book_tables[paytable or STANDARD]
    if pay_table is None and not pay:
        return list(book_tables.values()) if paytable is None else [table]
    names = {line: line for line in table.lines}
    names |= {f"bonus: {line}": line for line in table.lines}  # as an `Edge` names the lines of a bonus
    if pay_table is not None:
        table = table.replaced_by(_by_line(pay_table, names))
    return [table.change(_by_line(pay, names)) if pay else table]


def _by_line(pay: Pay, names: Mapping[str, str]) -> Pay:
    """Convert the keys of a pay table, as a user wrote them, to the line names of the rulebook."""
    pay_by_line: Pay = {}
    for name, odds in pay.items():
        line = match_name(name, names)
        if line is None:
            lines = list(dict.fromkeys(names.values()))
            hint = suggest_name(name, names)
            raise InvalidError(f"no pay line {name!r}: {hint or 'the lines are ' + ', '.join(lines)}")
        pay_by_line[names[line]] = odds
    return pay_by_line


def _dice_edges(
    game: str, wager: str | None, paytable: str | None, pay_table: Pay | None, pay: Pay | None
) -> list[Edge]:
    """Compute the house edges of one or all wagers of a dice game, with the house's own pay lines."""
    if paytable not in (None, STANDARD):
        raise InvalidError(f"{game} has no pay table {paytable!r}: {STANDARD}")
    book = next(iter(dice_books_for(game).values()))
    names = {} if wager is None else wager_edges.printed_lines(book, wager)
    names |= {line: line for line in book.lines}
    pay_table = None if pay_table is None else _by_line(pay_table, names)
    pay = _by_line(pay, names) if pay else None
    if pay_table is not None:
        changeable = [line for line, pay_line in book.lines.items() if not pay_line.exact]
        lines = changeable if wager is None else wager_edges.lines_of_wager(book, wager)
        for line in lines:
            if line not in pay_table:
                raise InvalidError(f"the pay table has no line {line!r}: {', '.join(lines)}")
    changes = {**(pay_table or {}), **(pay or {})}
    edges_by_wager = wager_edges.BY_GAME[game](changes)
    return [edges_by_wager[wager]] if wager is not None else list(edges_by_wager.values())
