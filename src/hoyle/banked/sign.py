"""The posted sign of a house game, checked against the book before the table may open.

>>> Sign("three-card-poker", dealing="hand", shuffler=False)
Traceback (most recent call last):
    ...
hoyle.errors.IllegalError: dealing from the hand needs an automated shuffler (oneida TCP.H.1.a)
"""

from __future__ import annotations

from typing import Final

from hoyle.banked import paytables
from hoyle.banked.four_card import FourCardPoker
from hoyle.banked.game import AUTOMATED, DEALING, HAND, SEATS, Game
from hoyle.banked.mississippi import MississippiStud
from hoyle.banked.paytables import PayTable
from hoyle.banked.three_card import ThreeCardPoker
from hoyle.errors import IllegalError, InvalidError

GAMES: Final[dict[str, Game]] = {
    "three-card-poker": ThreeCardPoker(),
    "four-card-poker": FourCardPoker(),
    "mississippi-stud": MississippiStud(),
}

VARIANTS: Final = ("base", "a", "b", "c")
LEAST_CAP_CENTS: Final = 10_000_00
"""oneida MS.M.2: a cap on one hand may not lie below $10,000."""

_NOTHING: Final = PayTable("none", "", {})


class Sign:
    """What one table offers. Amounts in chips; a maximum of 0 means none is posted."""

    def __init__(
        self,
        game: str,
        *,
        dealing: str = "manual",
        shuffler: bool | None = None,
        shuffler_counts: bool = False,
        backs: tuple[str, ...] = ("red",),
        seats: int = SEATS,
        variant: str = "base",
        pair_plus_table: str = "standard",
        side: PayTable | None = None,
        bonus: PayTable | None = None,
        main: PayTable | None = None,
        ante: tuple[int, int] = (1, 0),
        side_limits: tuple[int, int] = (1, 0),
        two_positions: bool = True,
        max_payout: int = 0,
        cap_posted: bool = True,
        optional_wagers: tuple[str, ...] = (),
        approved_wagers: tuple[str, ...] = (),
        fold_keeps_side: bool = False,
        void_returns_folds: bool = False,
        whole_multiples: bool = False,
        unit_cents: int = 100,
    ) -> None:
        if game not in GAMES:
            raise InvalidError(f"unknown house game {game!r}: {', '.join(GAMES)}")
        self.game: Game = GAMES[game]
        self.dealing = dealing
        self.shuffler = dealing != "manual" if shuffler is None else shuffler
        self.shuffler_counts = shuffler_counts
        """Whether the shuffler counts each deck, so that no stub count is due."""
        self.backs = backs
        """Back colour of each deck at the table."""
        self.seats = seats
        self.variant = variant
        self.side = _NOTHING
        self.bonus = _NOTHING
        self.main = _NOTHING
        self.ante = ante
        self.side_limits = side_limits
        self.two_positions = two_positions
        self.max_payout = max_payout
        """The most one hand wins, 0 for no cap (Mississippi Stud)."""
        self.fold_keeps_side = fold_keeps_side
        """The other reading of AMB-T1 and AMB-F2: a fold leaves the side wager in play."""
        self.void_returns_folds = void_returns_folds
        """The other reading of AMB-G1: a void round gives back what folds lost."""
        self.whole_multiples = whole_multiples
        """The other reading of AMB-F11: Play is one, two or three Antes exactly."""
        self._check_words(dealing, variant, pair_plus_table, seats)
        self._check_equipment()
        self._check_limits()
        self._check_optional(optional_wagers, approved_wagers)
        self._set_tables(pair_plus_table, side, bonus, main)
        self._check_cap(unit_cents, posted=cap_posted)

    @property
    def book(self) -> str:
        return "oneida"

    def gain(self, table: PayTable, line: str, stake: int) -> int:
        """What a stake gains on a line; the book's odds are all whole."""
        odds = table.odds(line)
        gain = odds * stake
        assert gain.denominator == 1, (table.name, line, stake)
        return gain.numerator

    def _check_words(self, dealing: str, variant: str, ledger: str, seats: int) -> None:
        if dealing not in DEALING:
            raise InvalidError(f"unknown dealing mode {dealing!r}: {', '.join(DEALING)}")
        if variant not in VARIANTS:
            raise self._forbid("versions", f"version {variant!r} does not exist: base, a, b or c")
        if variant != "base" and not self.game.side:
            raise InvalidError(f"{self.game.id} has no versions, only the base game")
        if ledger not in paytables.PAIR_PLUS:
            raise InvalidError(f"unknown Pair Plus table {ledger!r}: {', '.join(paytables.PAIR_PLUS)}")
        if not 1 <= seats <= SEATS:
            raise self._forbid("position", f"{seats} player places: a table has one to seven")

    def _check_equipment(self) -> None:
        if self.dealing == HAND and not self.shuffler:
            raise self._forbid("hand-shuffler", "dealing from the hand needs an automated shuffler")
        if self.dealing == AUTOMATED and not self.shuffler:
            raise self._forbid("option-automated", "an automated shoe needs its shuffling device")
        if self.shuffler_counts and not self.shuffler:
            raise self._forbid("machine-count", "only a shuffler can count the deck by itself")
        if not self.backs:
            raise self._forbid("deck", "the table needs a deck")
        if len(self.backs) > 2 or (len(self.backs) == 2 and not self.shuffler):
            raise self._forbid(
                "two-decks", f"{len(self.backs)} decks: one, or two where a shuffler is in use"
            )
        if len(self.backs) == 2 and self.backs[0] == self.backs[1]:
            raise self._forbid("backs", f"both decks have {self.backs[0]} backs: the colours must differ")

    def _check_limits(self) -> None:
        for topic, (least, most) in (("ante-limits", self.ante), ("side-limits", self.side_limits)):
            if topic == "side-limits" and not self.game.side:
                continue
            if least < 1 or (most and most < least):
                raise self._forbid(topic, f"limits of {least} to {most}: the minimum is 1 or more")

    def _check_optional(self, offered: tuple[str, ...], approved: tuple[str, ...]) -> None:
        for wager in offered:
            if wager not in approved:
                clause = "oneida MS.H.1" if self.game.prefix == "MS" else self.game.cite("wagers")
                raise IllegalError(
                    f"optional wager {wager!r} has no approved operating procedure ({clause})", clause=clause
                )

    def _set_tables(
        self, ledger: str, side: PayTable | None, bonus: PayTable | None, main: PayTable | None
    ) -> None:
        prefix = self.game.prefix
        if prefix == "TCP":
            self.side = side or paytables.PAIR_PLUS[ledger]
            self.bonus = bonus or paytables.ANTE_BONUS
        elif prefix == "FCP":
            self.side = side or paytables.ACES_UP
            self.bonus = bonus or paytables.AUTOMATIC_BONUS
        else:
            self.main = main or paytables.STUD
        for table in (self.side, self.bonus, self.main):
            if found := table.departures():
                clause = "oneida MS.M.1/2" if table.minimum else f"oneida {table.clause}"
                raise IllegalError(f"the pay table is refused: {found[0]} ({clause})", clause=clause)
            for line, odds in table.lines.items():
                if odds.denominator != 1:
                    raise InvalidError(f"{line} pays {odds}: card games pay whole chips only")

    def _check_cap(self, unit_cents: int, *, posted: bool) -> None:
        if not self.max_payout:
            return
        if self.game.prefix != "MS":
            raise InvalidError(f"{self.game.id} has no maximum payout, got {self.max_payout}")
        if self.max_payout * unit_cents < LEAST_CAP_CENTS:
            raise self._forbid("cap", f"a maximum of {self.max_payout} per hand is below $10,000")
        if not posted:
            raise IllegalError(
                f"a maximum of {self.max_payout} per hand is not posted at the table (oneida MS.B.4)",
                clause="oneida MS.B.4",
                legal="post it on a sign",
            )

    def lower_cap(
        self, chips: int, *, announced: bool, on_layout: bool = False, unit_cents: int = 100
    ) -> None:
        """Change the posted maximum; a lower one needs notice unless the layout shows it (MS.M.2/2)."""
        before = self.max_payout
        if (not before or chips < before) and chips and not announced and not on_layout:
            raise IllegalError(
                f"a maximum lowered to {chips} needs notice (oneida MS.M.2/2)",
                clause="oneida MS.M.2/2",
                legal="announce it, or print it on the layout",
            )
        self.max_payout = chips
        try:
            self._check_cap(unit_cents, posted=True)
        except (IllegalError, InvalidError):
            self.max_payout = before
            raise

    def _forbid(self, topic: str, message: str) -> IllegalError:
        clause = self.game.cite(topic) if topic in self.game.cites else "house sign"
        return IllegalError(f"{message} ({clause})", clause=clause)
