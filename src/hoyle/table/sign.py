"""The sign: everything the house posts at one table.

A sign says which book and game are played, for what, and what the house takes. `Sign.posted` holds it against
the book: each line of it comes back with the clause that allows or demands it, and a sign the book forbids is
refused with the clause that forbids it.

>>> sign = Sign(book="oneida", game="omaha-hilo8", structure="fixed-limit", limits=(4, 8), blinds=(2, 4))
>>> print(sign.text().splitlines()[0])
Omaha high-low split eight or better, by oneida (oneida XI.H.1)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from typing import Any, Final

from hoyle.errors import InvalidError
from hoyle.poker.rake import RakePlan
from hoyle.poker.rules import STRUCTURES, Rules, Stakes
from hoyle.rulebooks import Book
from hoyle.rulebooks import book as rulebook
from hoyle.table.kill import Threshold

MISSED_BLINDS: Final = ("none", "wait", "dead")
PROCEDURES: Final = ("prompted", "required")
PAYOUTS: Final = ("bad-beat", "high-hand")
COLLECTED: Final = {"hand": "when the pot is awarded", "player": "before the deal"}
"""When a round collects fees charged by hand and by player."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rake:
    """What the house takes out of the pots: a percentage, increments, or both."""

    percent: float = 0
    levels: tuple[tuple[int, int], ...] = ()
    """(pot size, fee): each fee is taken when main and side pots together reach that size."""
    cap: int = 0
    """Most that is taken from one round of play; 0 = no cap."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Fees:
    """Flat collections, as a California cardroom has to declare them."""

    rates: Mapping[int, int]
    """Fee by number of players dealt in, each from that number on: ``{2: 1, 5: 3}``."""
    charged: str = ""
    """``hand`` (out of the pot) or ``player`` (from every stack)."""
    criterion: str = ""
    """What the fee depends on, in words: ``table limit``, ``number of players``..."""
    collected: str = ""
    """When it is collected and dropped, in the words of `COLLECTED`."""
    jackpot: int | None = None
    """Jackpot fee out of each pot; 0 where there is none, but it must be said."""

    def at(self, players: int) -> int:
        """The fee with so many players dealt in."""
        return max(((from_, fee) for from_, fee in self.rates.items() if players >= from_), default=(0, 0))[1]


@dataclass(frozen=True, kw_only=True, slots=True)
class Jackpot:
    """A fund fed by a fixed fee out of every pot."""

    fee: int = 0
    percent: float = 0
    """A share of the pot. No book allows it; it is here to be refused by its clause."""
    standards: tuple[str, ...] = ()
    """Which hands are paid, one rule a line."""
    payouts: tuple[str, ...] = ()
    """``bad-beat``, ``high-hand``."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KillOption:
    """Kill or half-kill, and how large a pot starts it."""

    kind: str
    """``kill`` or ``half-kill``."""
    dollars: int | None = None
    multiple: int | None = None
    """Times the minimum wager of the hand."""

    def threshold(self) -> Threshold:
        return Threshold(
            None if self.dollars is None else Fraction(self.dollars),
            None if self.multiple is None else Fraction(self.multiple),
        )


@dataclass(frozen=True, slots=True)
class Posted:
    """One line of a sign and the clauses behind it."""

    text: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({'; '.join(self.clauses)})" if self.clauses else self.text


@dataclass(frozen=True, kw_only=True, slots=True)
class Sign:
    """What is posted at a table. Amounts are chips; a chip is worth `unit_cents`."""

    book: str
    game: str
    structure: str = ""
    """``fixed-limit``, ``spread-limit``, ``pot-limit`` or ``no-limit``."""
    limits: tuple[int, ...] = ()
    """Lower and upper limit, or least and largest wager. Pot-limit and no-limit need only the least."""
    blinds: tuple[int, ...] = ()
    """From the button's left."""
    ante: int = 0
    forced_bet: int = 0
    seats: int = 0
    """Most players at this table; 0 = as many as the book allows."""
    rake: Rake = Rake()
    fees: Fees | None = None
    jackpot: Jackpot | None = None
    kill: KillOption | None = None
    raise_cap: int | Mapping[int, int] = 0
    """Raises in a betting round: a number, or by number of players in it, each from that number on."""
    check_raise: bool = True
    unit_cents: int = 100
    buy_in: int = 0
    """Least a newcomer brings; 0 = whatever the book asks for."""
    missed_blinds: str = "none"
    """House rule for a player who was away when the blinds passed him: ``none`` (nothing is owed), ``wait``
    (until he is due a blind) or ``dead`` (he posts them on return, the largest live and the rest dead)."""
    shuffler: bool = False
    """A shuffling machine is in use."""
    procedures: str = "prompted"
    """Opening steps, cut, counts and rotation: only prompted for, or ``required`` before the next deal."""
    table_all: bool = True
    """At a showdown every live hand is tabled; False: players show or concede in turn."""

    def __post_init__(self) -> None:
        # Lists are welcome; a sign that is kept and compared holds tuples.
        object.__setattr__(self, "limits", tuple(self.limits))
        object.__setattr__(self, "blinds", tuple(self.blinds))

    def posted(self) -> list[Posted]:
        """The lines of the sign with their clauses; raises what the book forbids."""
        from hoyle.table.posting import validate

        return validate(self)

    def text(self) -> str:
        """The sign as people read it, each line with its clause."""
        return "\n".join(str(line) for line in self.posted())

    def rulebook(self) -> Book:
        return rulebook(self.book)

    @property
    def small(self) -> int:
        """The lower limit: the table's minimum wager."""
        return self.limits[0]

    @property
    def big(self) -> int:
        return self.limits[-1]

    def most_seats(self) -> int:
        """How many players this table takes."""
        book = self.rulebook()
        allowed = min(book.page(self.game).max_seats.value, book.procedures.players.value[1])
        return self.seats or allowed

    def jackpot_fee(self) -> int:
        if self.jackpot is not None:
            return self.jackpot.fee
        return (self.fees.jackpot or 0) if self.fees is not None else 0

    def rules(self, players: int, small: int, big: int, rake: Rake | None = None) -> Rules:
        """What a round of `players` at these limits is played by; `rake` replaces the posted one."""
        taken = self.rake if rake is None else rake
        fee = 0 if self.fees is None else self.fees.at(players)
        charged = "" if self.fees is None else self.fees.charged
        cap = self.raise_cap
        stakes = Stakes(
            STRUCTURES.index(self.structure),
            small=small,
            big=big,
            ante=self.ante,
            forced_bet=self.forced_bet,
            raise_cap=cap if isinstance(cap, int) else 0,
            raise_caps=None if isinstance(cap, int) else dict(cap),
            check_raise=self.check_raise,
            rake=RakePlan(
                percent=taken.percent,
                levels=list(taken.levels),
                cap=taken.cap,
                jackpot=self.jackpot_fee(),
                fee_per_player=fee if charged == "player" else 0,
                fee_per_hand=fee if charged == "hand" else 0,
            ),
            unit_cents=self.unit_cents,
        )
        return Rules(self.rulebook(), self.game, stakes)

    def facts(self) -> dict[str, Any]:
        """The sign as plain data; `read` is the way back."""
        found = {part.name: getattr(self, part.name) for part in fields(self)}
        for name in ("rake", "fees", "jackpot", "kill"):
            found[name] = None if found[name] is None else _plain(asdict(found[name]))
        found["raise_cap"] = _plain(self.raise_cap)
        return _plain(found)  # type: ignore[no-any-return]

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> Sign:
        """The sign that plain data describe."""
        known = {part.name for part in fields(cls)}
        strange = sorted(set(facts) - known)
        if strange:
            raise InvalidError(f"a sign has no {strange[0]!r}; it has {', '.join(sorted(known))}")
        found = dict(facts)
        rake, fees = found.get("rake"), found.get("fees")
        jackpot, kill, cap = found.get("jackpot"), found.get("kill"), found.get("raise_cap", 0)
        if rake is not None:
            levels = tuple((size, fee) for size, fee in rake.get("levels", ()))
            found["rake"] = Rake(**{**rake, "levels": levels})
        if fees is not None:
            rates = {int(players): fee for players, fee in fees["rates"].items()}
            found["fees"] = Fees(**{**fees, "rates": rates})
        if jackpot is not None:
            tuples = {name: tuple(jackpot.get(name, ())) for name in ("standards", "payouts")}
            found["jackpot"] = Jackpot(**{**jackpot, **tuples})
        if kill is not None:
            found["kill"] = KillOption(**kill)
        if not isinstance(cap, int):
            found["raise_cap"] = {int(players): raises for players, raises in cap.items()}
        return cls(**found)


def _plain(value: Any) -> Any:
    """Tuples as lists and number keys as text, as a file would hold them."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(part) for part in value]
    return value
