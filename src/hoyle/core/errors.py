"""Exceptions: invalid input, illegal action, missing house ruling; each cites value and clause.

Every message is lower case, carries the offending value, says what would be legal and by which clause.
An operation that raises has changed nothing. `ChipConservationError` is none of the three: it is a defect of
ours.
"""

from __future__ import annotations

from importlib.util import find_spec


class HoyleError(ValueError):
    """Base of every error that is the caller's to mend.

    >>> import hoyle
    >>> try:
    ...     hoyle.parse_cards("Ax")
    ... except hoyle.HoyleError as error:
    ...     print(error)
    'Ax' in 'Ax' (card 1) is not a card: a rank of 23456789TJQKA and a suit of cdhs, such as 'Ah'
    """


class InvalidError(HoyleError):
    """The input cannot be read: an unknown card, a malformed file, a word nobody uses.

    >>> import hoyle
    >>> hoyle.poker_book("oneda")
    Traceback (most recent call last):
    hoyle.core.errors.InvalidError: unknown rulebook 'oneda'; ...
    """


class MissingPackageError(InvalidError, ImportError):
    """What was asked for needs a package that is not installed, and names what brings it."""


class UnknownActionError(InvalidError):
    """Words that are no action at all."""


class IllegalError(HoyleError):
    """The input was understood, and the rules forbid it.

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
        """Clause that forbids it, e.g. ``oneida XI.G.1``; empty where plain sense or a reading forbids it."""
        self.reading = reading
        """Reading that forbids it where no clause says so itself: ``AMB-19``."""
        self.legal = legal
        """What would be accepted instead, in words."""


class HouseRulingRequired(HoyleError):
    """No clause of the book covers the facts; the house must rule explicitly.

    >>> import hoyle
    >>> issubclass(hoyle.HouseRulingRequired, hoyle.HoyleError)
    True
    """


def require_package(what: str, *packages: str, extra: str) -> None:
    """Refuse, before anything has begun, what needs packages that are not installed."""
    for package in packages:
        if find_spec(package) is None:
            raise MissingPackageError(f"{what} needs {package}: pip install 'hoyle[{extra}]'")


class ChipConservationError(RuntimeError):
    """Chips have appeared or disappeared: a defect, not the caller's mistake.

    Unlike a refusal it comes after the change, so the state that lost them must be thrown away.
    """
