"""Exceptions: invalid input, illegal action, missing house ruling; each cites value and clause.

Every message is lower case, carries the offending value, says what would be legal and by which clause.
An operation that raises has changed nothing. `ChipConservationError` is the exception: it reports a bug.
"""

from __future__ import annotations

from importlib.util import find_spec


class HoyleError(ValueError):
    """Base of every error that the caller can fix.

    >>> import hoyle
    >>> try:
    ...     hoyle.parse_cards("Ax")
    ... except hoyle.HoyleError as error:
    ...     print(error)
    'Ax' in 'Ax' (card 1) is not a card: a rank of 23456789TJQKA and a suit of cdhs, such as 'Ah'
    """


class InvalidError(HoyleError):
    """Error for malformed or unknown input: an unknown card, a malformed file, an unknown name.

    >>> import hoyle
    >>> hoyle.poker_book("oneda")
    Traceback (most recent call last):
    hoyle.core.errors.InvalidError: unknown rulebook 'oneda'; ...
    """


class MissingPackageError(InvalidError, ImportError):
    """Error for a missing package that an optional feature needs; the message names the extra."""


class UnknownActionError(InvalidError):
    """Error for text that is not any known action."""


class IllegalError(HoyleError):
    """Error for well-formed input that the rules forbid; it cites the clause.

    >>> import hoyle
    >>> sign = hoyle.PostedSign(book="ca-omaha", game="holdem", structure="no-limit", limits=(2,),
    ...     blinds=(1, 2))
    >>> try:
    ...     hoyle.PokerTable.open(sign)
    ... except hoyle.IllegalError as error:
    ...     print(error.clause)
    ca-omaha TYPE
    """

    def __init__(self, message: str, *, clause: str = "", legal: str = "", reading: str = "") -> None:
        super().__init__(message)
        self.clause = clause
        """Clause that forbids it, e.g. ``oneida XI.G.1``; empty where logic or a reading forbids it."""
        self.reading = reading
        """Reading that forbids it where no clause says so explicitly: ``AMB-19``."""
        self.legal = legal
        """Description of the input that would be accepted instead."""


def illegal(clause: str, message: str, *, legal: str = "") -> IllegalError:
    """Return an `IllegalError` whose message ends with its clause."""
    return IllegalError(f"{message} ({clause})", clause=clause, legal=legal)


class NotFoundError(IllegalError):
    """Error for something that does not exist, or that the caller may not know to exist."""


class ConflictError(IllegalError):
    """Error for input that the present state forbids, such as a name that is taken."""


class HouseRulingRequired(HoyleError):
    """Error for facts that no clause of the book covers; the house must rule explicitly.

    >>> import hoyle
    >>> issubclass(hoyle.HouseRulingRequired, hoyle.HoyleError)
    True
    """


def require_package(feature: str, *packages: str, extra: str) -> None:
    """Raise if a package that a feature needs is not installed; call it before the work begins."""
    for package in packages:
        if find_spec(package) is None:
            raise MissingPackageError(f"{feature} needs {package}: pip install 'hoyle[{extra}]'")


class ChipConservationError(RuntimeError):
    """Error for chips that have appeared or disappeared: a bug, not the caller's mistake.

    Unlike the other errors it is raised after the change, so the corrupt state must be discarded.
    """
