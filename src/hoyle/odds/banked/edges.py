"""The cost of every wager of the five house games, under any pay table.

>>> [edge.wager for edge in edges("three-card-poker")]
['ante-play', 'pair-plus', 'pair-plus']
>>> edges("three-card-poker", "pair-plus", pay={"flush": Fraction(3)})[0].edge
Fraction(582, 5525)
"""

from __future__ import annotations

from fractions import Fraction

from hoyle.errors import InvalidError
from hoyle.odds.banked import dice
from hoyle.odds.banked.analysis import Progress
from hoyle.odds.banked.games import ANALYSES, STANDARD
from hoyle.odds.banked.results import Edge
from hoyle.rulebooks.dice_books import books_of
from hoyle.rulebooks.paytable import PayTable
from hoyle.rulebooks.spelling import nearest

Pay = dict[str, Fraction]


def games() -> list[str]:
    """Every game whose wagers can be reckoned."""
    return [*ANALYSES, *dice.BY_GAME]


def wagers(game: str) -> list[str]:
    """The names of a game's wagers."""
    check_game(game)
    if game in ANALYSES:
        return list(ANALYSES[game].wagers)
    return list(dice.BY_GAME[game](None))


def paytables(game: str) -> list[str]:
    """The names of the pay tables that a book has for a game's wagers."""
    check_game(game)
    if game not in ANALYSES:
        return [STANDARD]
    return list(dict.fromkeys(name for tables in ANALYSES[game].wagers.values() for name in tables))


def check_game(game: str) -> None:
    if game not in games():
        raise InvalidError(f"unknown house game {game!r}: {', '.join(games())}")


def edges(
    game: str,
    wager: str | None = None,
    *,
    paytable: str | None = None,
    whole: Pay | None = None,
    pay: Pay | None = None,
    progress: Progress | None = None,
) -> list[Edge]:
    """Every wager, or one. `whole` is a complete pay table of the house's own, `pay` changes single lines."""
    known = wagers(game)
    if wager is not None and wager not in known:
        hint = nearest(wager, known) or ", ".join(known)
        raise InvalidError(f"no wager {wager!r} in {game}: {hint}")
    if game not in ANALYSES:
        return _dice_edges(game, wager, paytable, whole, pay)
    if (whole is not None or pay) and wager is None and len(known) > 1:
        raise InvalidError(f"a pay table of your own needs --wager: {', '.join(known)}")
    found: list[Edge] = []
    for name in known if wager is None else [wager]:
        for table in _tables(game, name, paytable, whole, pay, strict=wager is not None):
            found.append(ANALYSES[game].edge(name, table, progress))
    if not found:
        raise InvalidError(f"{game} has no pay table {paytable!r}: {', '.join(paytables(game))}")
    return found


def _tables(
    game: str, wager: str, paytable: str | None, whole: Pay | None, pay: Pay | None, *, strict: bool
) -> list[PayTable]:
    known = ANALYSES[game].wagers[wager]
    if paytable is not None and paytable not in known:
        if strict:
            raise InvalidError(f"{wager} has no pay table {paytable!r}: {', '.join(known)}")
        return []
    if whole is not None:
        tables = [known[paytable or STANDARD].replaced_by(whole)]
    elif paytable is None and not pay:
        tables = list(known.values())
    else:
        tables = [known[paytable or STANDARD]]
    return [table.change(pay) for table in tables] if pay else tables


def _dice_edges(
    game: str, wager: str | None, paytable: str | None, whole: Pay | None, pay: Pay | None
) -> list[Edge]:
    if paytable not in (None, STANDARD):
        raise InvalidError(f"{game} has no pay table {paytable!r}: {STANDARD}")
    book = next(iter(books_of(game).values()))
    if whole is not None:
        posted = [line for line, known in book.lines.items() if not known.exact]
        lines = posted if wager is None else dice.lines_of_wager(book, wager)
        for line in lines:
            if line not in whole:
                raise InvalidError(f"the pay table has no line {line!r}: {', '.join(lines)}")
    changes = {**(whole or {}), **(pay or {})}
    found = dice.BY_GAME[game](changes)
    return [found[wager]] if wager is not None else list(found.values())
