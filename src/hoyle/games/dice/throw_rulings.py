"""Throw rulings: which faces count on cocked dice, and which throws are no-rolls."""

from __future__ import annotations

from typing import NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.dice import no_roll_reasons
from hoyle.games.dice.wagers.layout import illegal
from hoyle.rulebooks.book_types.dice import CrapsBook, NoRoll


class Die(NamedTuple):
    """A die at rest: flat with a face on top, or lying with one or more faces on some object."""

    top: int = 0
    resting: tuple[int, ...] = ()


def check_faces(one: int, other: int) -> None:
    if not (1 <= one <= 6 and 1 <= other <= 6):
        raise InvalidError(f"dice of {one} and {other}: faces are 1 to 6")


def read_dice(dice: list[Die], book: CrapsBook) -> tuple[list[int], str]:
    """The two faces that count and the clause; no faces when the throw is void.

    The face that counts of a die that is not flat is the one opposite to the face it rests on.
    """
    if len(dice) != 2:
        raise InvalidError(f"{len(dice)} dice: two are thrown")
    faces: list[int] = []
    clause = book.rolled
    void = False
    for die in dice:
        if die.resting:
            clause = book.cocked
        void = void or len(die.resting) > 1
        for face in die.resting or (die.top,):
            if not 1 <= face <= 6:
                raise InvalidError(f"a die cannot show {face}: faces are 1 to 6")
        faces.append(7 - die.resting[0] if die.resting else die.top)
    if void:
        return [], book.several_faces
    return faces, clause


def reason_meant(book: CrapsBook, said: str) -> str:
    """A reason by the name that the book has for it; whatever else is said, the caller finds improper."""
    if said in book.no_rolls or said in book.harmless:
        return said
    read = no_roll_reasons.match_throw_reason(said)
    return read if read in book.no_rolls or read in book.harmless else book.improper


def no_roll(book: CrapsBook, said: str, by: str, appointed: str) -> NoRoll:
    """Why a throw fails, in the words of whoever calls it."""
    reason = reason_meant(book, said)
    if reason in book.harmless:
        clause, why = book.harmless[reason]
        raise illegal(clause, why, legal="read the dice")
    found: NoRoll = book.no_rolls[reason]
    caller = found.by or appointed
    if found.called and by != caller:
        clause = found.clause if found.by else book.callers.clause
        raise illegal(clause, f"the {by} may not call it: the {caller} may")
    return found
