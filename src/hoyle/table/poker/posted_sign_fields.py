"""Fields of a poker sign, with types and bounds: limits, blinds, rake, fees, jackpot and kill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Final, Self

from hoyle.core.errors import InvalidError
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import STRUCTURES, Rules, Stakes
from hoyle.games.poker.variants import variant
from hoyle.rulebooks import PokerBook
from hoyle.rulebooks import poker_book as rulebook
from hoyle.table.field_types import (
    check_bool,
    check_class,
    check_int,
    check_int_map,
    check_ints,
    check_list,
    check_number,
    check_text,
)
from hoyle.table.poker.rounds.fee_collection_street import street_of_wording
from hoyle.table.poker.rounds.kill_pot import Threshold

MISSED_BLINDS: Final = ("none", "wait", "dead")
PROCEDURES: Final = ("prompted", "required")
PAYOUTS: Final = ("bad-beat", "high-hand")
COLLECTED: Final = {"hand": "when the pot is awarded", "player": "before the deal"}
"""Default time of collection for fees charged by hand and by player."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rake:
    """Rake of a posted sign: a percentage, increments, or both, taken out of the pots.

    >>> Rake(percent=10, cap=4).cap
    4
    """

    percent: float = 0
    levels: tuple[tuple[int, int], ...] = ()
    """(pot size, fee): each fee is taken when main and side pots together reach that size."""
    cap: int = 0
    """Most rake from one round of play; 0 = no cap."""

    def __post_init__(self) -> None:
        check_number(self.percent, "rake percent")
        check_int(self.cap, "rake cap")
        levels = []
        for level in check_list(self.levels, "rake levels", "pairs, pot size and fee"):
            pair = check_ints(level, "rake level")
            if len(pair) != 2:
                raise InvalidError(f"rake level {level!r}: expected a pot size and a fee")
            levels.append(pair)
        object.__setattr__(self, "levels", tuple(levels))

    def facts(self) -> dict[str, Any]:
        """Return the rake as plain data; `read_rake` is the inverse."""
        levels = [list(level) for level in self.levels]
        return {"percent": self.percent, "levels": levels, "cap": self.cap}

    def __str__(self) -> str:
        parts = [f"{self.percent:g} %"] if self.percent else []
        parts += [f"{fee} at {size}" for size, fee in sorted(self.levels)]
        parts += [f"{self.cap} at most"] if self.cap else []
        return ", ".join(parts) or "nothing"


def read_rake(facts: Mapping[str, Any] | None) -> Rake | None:
    """Parse a rake from plain data; None if there is none."""
    return None if facts is None else _read_part(Rake, facts, "rake")


@dataclass(frozen=True, kw_only=True, slots=True)
class Fees:
    """Flat collection fees, as a California cardroom has to declare them.

    >>> Fees(rates={2: 1, 5: 3}, charged="hand").rates[5]
    3
    """

    rates: Mapping[int, int]
    """Fee by number of players dealt in, each from that number on: ``{2: 1, 5: 3}``."""
    charged: str = ""
    """``hand`` (out of the pot) or ``player`` (from every stack)."""
    criterion: str = ""
    """Basis of the fee, as text: ``table limit``, ``number of players``..."""
    collected: str = ""
    """Time of collection, as free text. `COLLECTED` has the defaults. If it is a street, the end of a betting
    round or the showdown (``when the flop is dealt``), a round that ends before pays nothing."""
    jackpot: int | None = None
    """Jackpot fee out of each pot; 0 where there is none, but it must be stated."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rates", check_int_map(self.rates, "fee rates"))
        for name in ("charged", "criterion", "collected"):
            check_text(getattr(self, name), f"fees {name}")
        if self.jackpot is not None:
            check_int(self.jackpot, "fees jackpot")

    def fee_for(self, players: int) -> int:
        """Return the collection fee of a round with so many players dealt in."""
        thresholds = [players_from for players_from in self.rates if players >= players_from]
        return self.rates[max(thresholds)] if thresholds else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Jackpot:
    """Jackpot of a posted sign: a fund fed by a fixed fee out of every pot.

    >>> Jackpot(fee=1, standards=("bad beat",), payouts=("bad-beat",)).fee
    1
    """

    fee: int = 0
    percent: float = 0
    """Share of the pot. No book allows it; it is here to be refused by its clause."""
    standards: tuple[str, ...] = ()
    """Standards for the hands that are paid, one a line."""
    payouts: tuple[str, ...] = ()
    """``bad-beat``, ``high-hand``."""

    def __post_init__(self) -> None:
        check_int(self.fee, "jackpot fee")
        check_number(self.percent, "jackpot percent")
        for name in ("standards", "payouts"):
            rows = check_list(getattr(self, name), f"jackpot {name}", "lines")
            object.__setattr__(self, name, tuple(check_text(line, f"jackpot {name}") for line in rows))


@dataclass(frozen=True, kw_only=True, slots=True)
class KillOption:
    """Kill or half-kill of a posted sign, with the size of the pot that starts it.

    >>> KillOption(kind="half-kill", dollars=60).kind
    'half-kill'
    """

    kind: str
    """``kill`` or ``half-kill``."""
    dollars: int | None = None
    multiple: int | None = None
    """Size in minimum wagers of the hand."""

    def __post_init__(self) -> None:
        check_text(self.kind, "kill kind")
        for name in ("dollars", "multiple"):
            if getattr(self, name) is not None:
                check_int(getattr(self, name), f"kill {name}")

    def threshold(self) -> Threshold:
        return Threshold(
            None if self.dollars is None else Fraction(self.dollars),
            None if self.multiple is None else Fraction(self.multiple),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class PostedSignFields:
    """Fields of a posted sign. Amounts are chips; a chip is worth `unit_cents`."""

    book: str
    game: str
    structure: str = ""
    """``fixed-limit``, ``spread-limit``, ``pot-limit`` or ``no-limit``."""
    limits: tuple[int, ...] = ()
    """Lower and upper limit, or least and largest wager. Pot-limit and no-limit need only the least."""
    blinds: tuple[int, ...] = ()
    """Blinds from the button's left."""
    heads_up_blinds: str = ""
    """Poster of the first of two blinds heads-up: ``button``, or ``left``, the other player; empty: the
    book's."""
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
    """Least buy-in of a newcomer; 0 = the book's."""
    missed_blinds: str = "none"
    """House rule for a player who was away when the blinds passed them: ``none`` (nothing is owed), ``wait``
    (until they are due a blind) or ``dead`` (they post on return, the largest live and the rest dead)."""
    shuffler: bool = False
    """Whether a shuffling machine is in use."""
    procedures: str = "prompted"
    """Opening steps, cut, counts and rotation: only ``prompted`` for, or ``required`` before a deal."""
    table_all: bool = True
    """Whether every live hand is tabled at a showdown; False: players show or concede in turn."""

    def __post_init__(self) -> None:
        # Lists are accepted; a sign that is kept and compared holds tuples.
        object.__setattr__(self, "limits", check_ints(self.limits, "limits"))
        object.__setattr__(self, "blinds", check_ints(self.blinds, "blinds"))
        for name in ("book", "game", "structure", "heads_up_blinds", "missed_blinds", "procedures"):
            check_text(getattr(self, name), name)
        for name in ("ante", "forced_bet", "seats", "unit_cents", "buy_in"):
            check_int(getattr(self, name), name)
        for name in ("check_raise", "shuffler", "table_all"):
            check_bool(getattr(self, name), name)
        check_class(self.rake, Rake, "rake")
        for name, part in (("fees", Fees), ("jackpot", Jackpot), ("kill", KillOption)):
            if getattr(self, name) is not None:
                check_class(getattr(self, name), part, name)
        if isinstance(self.raise_cap, Mapping):
            object.__setattr__(self, "raise_cap", check_int_map(self.raise_cap, "raise_cap"))
        else:
            check_int(self.raise_cap, "raise_cap")

    def rulebook(self) -> PokerBook:
        return rulebook(self.book)

    @property
    def small(self) -> int:
        """Lower limit: the table's minimum wager."""
        return self.limits[0]

    @property
    def big(self) -> int:
        return self.limits[-1]

    def first_of_two(self, book: PokerBook | None = None) -> str:
        """Return who posts the first of two blinds between two players: ``button`` or ``left``."""
        return self.heads_up_blinds or (book or self.rulebook()).page(self.game).heads_up_blinds.value

    def most_seats(self, book: PokerBook | None = None) -> int:
        """Return the number of seats at a table with this sign."""
        book = book or self.rulebook()
        allowed = min(book.page(self.game).max_seats.value, book.procedures.players.value[1])
        return self.seats or allowed

    def jackpot_fee(self) -> int:
        if self.jackpot is not None:
            return self.jackpot.fee
        return (self.fees.jackpot or 0) if self.fees is not None else 0

    def fee_street(self) -> int:
        """Return the street at whose dealing fees fall due by the sign's wording; 0 if it names none."""
        if self.fees is None:
            return 0
        return street_of_wording(self.fees.collected, [street.name for street in variant(self.game).streets])

    def rules(
        self, players: int, small: int, big: int, rake: Rake | None = None, *, book: PokerBook | None = None
    ) -> Rules:
        """Return the rules of a round of `players` at these limits; `rake` replaces that of the sign."""
        rake_in_force = self.rake if rake is None else rake
        fee = 0 if self.fees is None else self.fees.fee_for(players)
        charged = "" if self.fees is None else self.fees.charged
        fee_street = self.fee_street()
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
                percent=rake_in_force.percent,
                levels=list(rake_in_force.levels),
                cap=rake_in_force.cap,
                jackpot=self.jackpot_fee(),
                fee_per_player=fee if charged == "player" else 0,
                fee_per_hand=fee if charged == "hand" else 0,
                fee_street=fee_street,
                # A jackpot fee of the fee table is collected with the others.
                jackpot_street=fee_street if self.jackpot is None else 0,
            ),
            unit_cents=self.unit_cents,
        )
        return Rules(book or self.rulebook(), self.game, stakes)

    def facts(self) -> dict[str, Any]:
        """Return the sign as plain data; `read` is the inverse."""
        data: dict[str, Any] = plain(self)
        return data

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> Self:
        """Parse a poker sign from plain data."""
        names = {field.name for field in fields(cls)}
        unknown = sorted(set(facts) - names)
        if unknown:
            raise InvalidError(f"a sign has no {unknown[0]!r}; it has {', '.join(sorted(names))}")
        data = dict(facts)
        for name in ("book", "game"):
            if name not in data:
                raise InvalidError(f"a sign names its {name}; this one has {', '.join(sorted(data)) or 'nothing'}")
        for name, part_type in (("rake", Rake), ("fees", Fees), ("jackpot", Jackpot), ("kill", KillOption)):
            if data.get(name) is not None:
                data[name] = _read_part(part_type, data[name], name)
        if isinstance(data.get("raise_cap"), Mapping):
            data["raise_cap"] = _number_keys(data["raise_cap"], "raise_cap")
        return cls(**data)


def _read_part(part_type: type[Any], facts: object, name: str) -> Any:
    """Parse one of the parts of a sign from plain data."""
    if not isinstance(facts, Mapping):
        raise InvalidError(f"{name} {facts!r}: expected a {part_type.__name__}")
    names = [field.name for field in fields(part_type)]
    unknown = sorted(str(field) for field in facts if field not in names)
    if unknown:
        raise InvalidError(f"{name} has no {unknown[0]!r}; it has {', '.join(names)}")
    required = {"fees": "rates", "kill": "kind"}.get(name, "")
    if required and required not in facts:
        raise InvalidError(f"{name} must state its {required}")
    data = dict(facts)
    if "rates" in data:
        data["rates"] = _number_keys(data["rates"], "fee rates")
    return part_type(**data)


def _number_keys(values: object, field: str) -> object:
    """Convert number keys, which a file holds as text."""
    if not isinstance(values, Mapping):
        return values
    return {int(key) if str(key).isdecimal() else key: value for key, value in values.items()}


def plain(value: Any) -> Any:
    """Return a value as JSON-compatible data: parts as mappings, tuples as lists, number keys as text."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (PostedSignFields, Rake, Fees, Jackpot, KillOption)):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    return value
