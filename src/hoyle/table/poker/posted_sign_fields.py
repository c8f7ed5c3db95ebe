"""Fields of a poker sign, with types and bounds: limits, blinds, rake, fees, jackpot and kill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from hoyle.core.validation import Chips, Positive, Signed, one_of
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import STRUCTURES, Rules, Stakes
from hoyle.games.poker.variants import variant
from hoyle.games.posted_sign import Sign, SignPart
from hoyle.rulebooks import PokerBook, poker_book
from hoyle.table.poker.rounds.blind_order import BUTTON, LEFT
from hoyle.table.poker.rounds.fee_collection_street import street_of_wording
from hoyle.table.poker.rounds.kill_pot import MULTIPLIERS, Threshold

COLLECTED: Final = {"hand": "when the pot is awarded", "player": "before the deal"}
"""Default time of collection for fees charged by hand and by player."""

PAYOUTS: Final = ("bad-beat", "high-hand")
Percent = Annotated[float, Meta(ge=0)]
RakeLevel = Annotated[tuple[Positive, Positive], Meta(title="a pot size and a fee")]


@dataclass(frozen=True, kw_only=True, slots=True)
class Rake(SignPart):
    """Rake of a posted sign: a percentage, increments, or both, taken out of the pots.

    >>> Rake(percent=10, cap=4).cap
    4
    """

    LABEL: ClassVar[str] = "rake"

    percent: Percent = 0
    levels: tuple[RakeLevel, ...] = ()
    """(pot size, fee): each fee is taken when main and side pots together reach that size."""
    cap: Chips = 0
    """Most rake from one round of play; 0 = no cap."""

    def __str__(self) -> str:
        parts = [f"{self.percent:g} %"] if self.percent else []
        parts += [f"{fee} at {size}" for size, fee in sorted(self.levels)]
        parts += [f"{self.cap} at most"] if self.cap else []
        return ", ".join(parts) or "nothing"


@dataclass(frozen=True, kw_only=True, slots=True)
class Fees(SignPart):
    """Flat collection fees, as a California cardroom has to declare them.

    >>> Fees(rates={2: 1, 5: 3}, charged="hand").rates[5]
    3
    """

    LABEL: ClassVar[str] = "fees"

    rates: Mapping[int, Chips]
    """Fee by number of players dealt in, each from that number on: ``{2: 1, 5: 3}``."""
    charged: str = ""
    """``hand`` (out of the pot) or ``player`` (from every stack)."""
    criterion: str = ""
    """Basis of the fee, as text: ``table limit``, ``number of players``..."""
    collected: str = ""
    """Time of collection, as free text. `COLLECTED` has the defaults. If it is a street, the end of a betting
    round or the showdown (``when the flop is dealt``), a round that ends before pays nothing."""
    jackpot: Chips | None = None
    """Jackpot fee out of each pot; 0 where there is none, but it must be stated."""

    def fee_for(self, players: int) -> int:
        """Return the collection fee of a round with so many players dealt in."""
        thresholds = [players_from for players_from in self.rates if players >= players_from]
        return self.rates[max(thresholds)] if thresholds else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Jackpot(SignPart):
    """Jackpot of a posted sign: a fund fed by a fixed fee out of every pot.

    >>> Jackpot(fee=1, standards=("bad beat",), payouts=("bad-beat",)).fee
    1
    """

    LABEL: ClassVar[str] = "jackpot"

    fee: Chips = 0
    percent: Percent = 0
    """Share of the pot. No book allows it; it is here to be refused by its clause."""
    standards: tuple[str, ...] = ()
    """Standards for the hands that are paid, one a line."""
    payouts: tuple[Annotated[str, one_of(*PAYOUTS)], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class KillOption(SignPart):
    """Kill or half-kill of a posted sign, with the size of the pot that starts it.

    >>> KillOption(kind="half-kill", dollars=60).kind
    'half-kill'
    """

    LABEL: ClassVar[str] = "kill"

    kind: Annotated[str, one_of(*MULTIPLIERS)]
    dollars: Signed | None = None
    multiple: Signed | None = None
    """Size in minimum wagers of the hand."""

    def threshold(self) -> Threshold:
        return Threshold(
            None if self.dollars is None else Fraction(self.dollars),
            None if self.multiple is None else Fraction(self.multiple),
        )


@dataclass(frozen=True, kw_only=True)
class PostedSignFields(Sign):
    """Fields of a posted sign. Amounts are chips; a chip is worth `unit_cents`."""

    book: str
    game: str
    structure: str = ""
    """``fixed-limit``, ``spread-limit``, ``pot-limit`` or ``no-limit``."""
    limits: tuple[int, ...] = ()
    """Lower and upper limit, or least and largest wager. Pot-limit and no-limit need only the least."""
    blinds: tuple[int, ...] = ()
    """Blinds from the button's left."""
    heads_up_blinds: Annotated[str, one_of("", BUTTON, LEFT)] = ""
    """Poster of the first of two blinds heads-up: the button, or the player to the left; empty: the book's."""
    ante: Chips = 0
    forced_bet: Signed = 0
    seats: Signed = 0
    """Most players at this table; 0 = as many as the book allows."""
    rake: Rake = Rake()
    fees: Fees | None = None
    jackpot: Jackpot | None = None
    kill: KillOption | None = None
    raise_cap: Chips | Mapping[int, Chips] = 0
    """Raises in a betting round: a number, or by number of players in it, each from that number on."""
    check_raise: bool = True
    unit_cents: Positive = 100
    buy_in: Chips = 0
    """Least buy-in of a newcomer; 0 = the book's."""
    missed_blinds: Annotated[str, one_of("none", "wait", "dead")] = "none"
    """House rule for a player who was away when the blinds passed them: ``none`` (nothing is owed), ``wait``
    (until they are due a blind) or ``dead`` (they post on return, the largest live and the rest dead)."""
    shuffler: bool = False
    """Whether a shuffling machine is in use."""
    procedures: Annotated[str, one_of("prompted", "required")] = "prompted"
    """Whether opening steps, cut, counts and rotation are only prompted for, or required before a deal."""
    table_all: bool = True
    """Whether every live hand is tabled at a showdown; False: players show or concede in turn."""

    @property
    def rulebook(self) -> PokerBook:
        return poker_book(self.book)

    def wager_limits(self) -> tuple[int, int]:
        return self.limits[0], self.limits[-1]

    def stack_unit(self) -> int:
        return self.big

    @property
    def small(self) -> int:
        """Lower limit: the table's minimum wager."""
        return self.limits[0]

    @property
    def big(self) -> int:
        return self.limits[-1]

    def first_of_two(self, book: PokerBook | None = None) -> str:
        """Return who posts the first of two blinds between two players: ``button`` or ``left``."""
        return self.heads_up_blinds or (book or self.rulebook).page(self.game).heads_up_blinds.value

    def most_seats(self, book: PokerBook | None = None) -> int:
        """Return the number of seats at a table with this sign."""
        book = book or self.rulebook
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
        return Rules(book or self.rulebook, self.game, stakes)
