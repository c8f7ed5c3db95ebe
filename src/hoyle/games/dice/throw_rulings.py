"""Throw rulings: which faces count on cocked dice, and which throws are no-rolls."""

from __future__ import annotations

from typing import NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.dice import no_roll_reasons
from hoyle.games.dice.wagers.layout import illegal
from hoyle.rulebooks.book_types.dice import CrapsBook, NoRoll


class Die(NamedTuple):
    """Position of a die at rest: flat with a face on top, or resting with one or more faces on an object."""

    top: int = 0
    resting: tuple[int, ...] = ()


def check_faces(first_die: int, second_die: int) -> None:
    if not (1 <= first_die <= 6 and 1 <= second_die <= 6):
        raise InvalidError(f"dice of {first_die} and {second_die}: faces are 1 to 6")


def read_dice(dice: list[Die], book: CrapsBook) -> tuple[list[int], str]:
    """Return the two faces that count and the clause; no faces if the throw is void.

    A die that is not flat counts as the face opposite to the one it rests on.
    """
    if len(dice) != 2:
        raise InvalidError(f"{len(dice)} dice: two are thrown")
    faces: list[int] = []
    clause = book.rolled
    is_void = False
    for die in dice:
        if die.resting:
            clause = book.cocked
        is_void = is_void or len(die.resting) > 1
        for face in die.resting or (die.top,):
            if not 1 <= face <= 6:
                raise InvalidError(f"a die cannot show {face}: faces are 1 to 6")
        faces.append(7 - die.resting[0] if die.resting else die.top)
    if is_void:
        return [], book.several_faces
    return faces, clause


def resolve_reason(book: CrapsBook, stated: str) -> str:
    """Return the book's name of a stated no-roll reason; an unknown reason counts as improper."""
    if stated in book.no_rolls or stated in book.harmless:
        return stated
    reason = no_roll_reasons.match_throw_reason(stated)
    return reason if reason in book.no_rolls or reason in book.harmless else book.improper


def no_roll(book: CrapsBook, stated: str, by: str, appointed: str) -> NoRoll:
    """Return the book's rule for a stated no-roll reason; raise if it is no ground or not `by`'s to call."""
    reason = resolve_reason(book, stated)
    if reason in book.harmless:
        clause, message = book.harmless[reason]
        raise illegal(clause, message, legal="read the dice")
    rule: NoRoll = book.no_rolls[reason]
    caller = rule.by or appointed
    if rule.called and by != caller:
        clause = rule.clause if rule.by else book.callers.clause
        raise illegal(clause, f"the {by} may not call it: the {caller} may")
    return rule
