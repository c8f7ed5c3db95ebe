"""Posted sign of a poker table: its fields, held against the book.

A sign says which book and game are played, for what, and what the house takes. `PostedSign.cited_lines` holds
it against the book: each line of it comes back with the clause that allows or demands it, and a sign the book
forbids is refused with the clause that forbids it.

>>> sign = PostedSign(book="oneida", game="omaha-hilo8", structure="fixed-limit", limits=(4, 8),
...     blinds=(2, 4))
>>> print(sign.text().splitlines()[0])
Omaha high-low split eight or better, by oneida (oneida XI.H.1)
"""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.games.posted_sign_line import SignLine
from hoyle.rulebooks import PokerBook
from hoyle.table.poker.posted_sign_check import check_posted_sign
from hoyle.table.poker.posted_sign_fields import PostedSignFields


@dataclass(frozen=True, kw_only=True, slots=True)
class PostedSign(PostedSignFields):
    """Posted sign of a poker table. Amounts are chips; a chip is worth `unit_cents`.

    >>> sign = PostedSign(book="oneida", game="holdem", structure="fixed-limit", limits=(4, 8), blinds=(2, 4))
    >>> sign.text().splitlines()[0]
    "Hold'em, by oneida (oneida XI.H.1)"
    """

    def cited_lines(self, book: PokerBook | None = None) -> list[SignLine]:
        """Return the lines of the sign with their clauses; raise if its book, or `book`, forbids one."""
        return check_posted_sign(self, book or self.rulebook())

    def text(self) -> str:
        """Return the sign as text, each line with its clause."""
        return "\n".join(str(line) for line in self.cited_lines())
