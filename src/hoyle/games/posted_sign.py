"""Posted signs: what every table's sign answers, its lines with the clauses behind them, and its plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

from msgspec import json

from hoyle.core.errors import IllegalError
from hoyle.core.validation import check_fields, read_fields, to_plain


@dataclass(frozen=True, slots=True)
class SignLine:
    """Line of a posted sign, with the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({'; '.join(self.clauses)})" if self.clauses else self.text


def sign_line(text: str, *clauses: str) -> SignLine:
    """Return a line that cites each clause once, and none where the book is silent."""
    return SignLine(text, tuple(dict.fromkeys(clause for clause in clauses if clause)))


def sign_error(message: str, clause: str, legal: str = "", *, reading: str = "") -> IllegalError:
    """Return a refusal with its clause; the reading is cited where no clause says it."""
    citation = clause or reading
    reading = "" if clause else reading
    return IllegalError(f"{message} ({citation})" if citation else message, clause=clause, legal=legal, reading=reading)


class SignPart:
    """Base class of a sign and of its parts: dataclasses whose fields are checked and read by their annotations."""

    __slots__ = ()
    LABEL: ClassVar[str] = ""
    """Name of the part in errors; empty for the sign itself."""

    def __post_init__(self) -> None:
        check_fields(self, self.LABEL)

    def facts(self) -> dict[str, Any]:
        """Return the part as plain data; `read` is the inverse."""
        data: dict[str, Any] = to_plain(self)
        return data

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> Self:
        """Parse the part from plain data."""
        return read_fields(cls, facts, cls.LABEL or "the sign", cls.LABEL)


class Sign(SignPart):
    """Posted sign of a table of any kind. Each field is declared once, with its type and bounds."""

    book: str
    """Id of the rulebook."""
    seats: int

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash((type(self), self.book))

    @cached_property
    def _facts(self) -> dict[str, Any]:
        # Cached: a sign does not change, and every checkpoint needs its facts.
        return super().facts()

    def facts(self) -> dict[str, Any]:
        """Return the sign as plain data; `read` is the inverse."""
        return dict(self._facts)

    @classmethod
    def read_posted(cls, facts: Mapping[str, Any]) -> Self:
        """Parse the sign of a log or a checkpoint, also one that the rules of today forbid.

        Signs never change, so the last ones parsed are cached. Lines stay in the order in which they were posted.
        """
        try:
            encoded = json.encode(facts)
        except (TypeError, ValueError, OverflowError, RecursionError):  # no JSON: refused with the field that is wrong
            return cls._parse_posted(facts)
        kind: Any = cls
        sign: Self = _cached_sign(kind, encoded)
        return sign

    @classmethod
    def _parse_posted(cls, facts: Mapping[str, Any]) -> Self:
        return cls.read(facts)

    def cited_lines(self) -> list[SignLine]:
        """Return the lines of the sign, each with its clauses."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the sign as text, each line with its clauses."""
        return "\n".join(str(line) for line in self.cited_lines())

    def wager_limits(self) -> tuple[int, int]:
        """Return the smallest and the largest wager; a largest of 0 where none is posted."""
        raise NotImplementedError

    def min_bet(self) -> int:
        """Return the smallest wager."""
        return self.wager_limits()[0]

    def stack_unit(self) -> int:
        """Return the amount of which a default stack is a multiple."""
        return self.min_bet()

    def most_seats(self) -> int:
        """Return the number of seats at a table with this sign."""
        return self.seats

    def stakes(self) -> str:
        """Return the stakes in a few words: ``limit 3/6``, ``5\u2013100``."""
        return range_text(*self.wager_limits())


@lru_cache(maxsize=64)
def _cached_sign(kind: Any, encoded: bytes) -> Any:
    return kind._parse_posted(json.decode(encoded))


def range_text(low: int, high: int) -> str:
    """Return the text of a range of stakes: ``5\u2013100``, or ``5 or more`` where no maximum is posted."""
    return f"{low}\u2013{high}" if high else f"{low} or more"


def limits_text(minimum: int, maximum: int) -> str:
    """Return the text of a minimum and maximum: ``5 to 100``, or ``5 or more`` where no maximum is posted."""
    return f"{minimum} to {maximum}" if maximum else f"{minimum} or more"
