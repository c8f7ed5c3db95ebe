"""What a player's chips and words amount to.

The dealer reports what he saw and heard: which chips went in with the first motion, which came later, what
was said, and whether it was that player's turn. `rule_wager` says what has happened: a call, a raise, a bet
made good to what was announced, or nothing at all. Where limits and stack are told, the outcome keeps to
them: words that do not fit bind nobody, chips beyond them come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.errors import InvalidError
from hoyle.poker.spoken import ALL_IN, BET, CALL, CHECK, FOLD, RAISE, WORDS, Spoken, read_spoken
from hoyle.rulebooks.book import Book

__all__ = [
    "ALL_IN", "BET", "CALL", "CHECK", "FOLD", "HOUSE_RULING", "MOTIONS", "NOT_BINDING", "RAISE", "WORDS",
    "Limits", "WagerRuling", "bet_is_made", "rule_wager",
]  # fmt: skip

NOT_BINDING: Final = "not binding"
HOUSE_RULING: Final = "house ruling"


class Limits(NamedTuple):
    """What a bet may be, or what a raise may add to the call."""

    least: int
    most: int = 0
    """0 = no limit but the stack."""
    barred: bool = False
    """Nobody may bet or raise now."""
    forced: int = 0
    """The forced bet that is due, which is also one."""

    def fit(self, extra: int) -> bool:
        if self.forced and extra == self.forced:
            return True
        return not self.barred and extra >= self.least and (not self.most or extra <= self.most)


class WagerRuling:
    """What an act amounts to, and by which clauses."""

    def __init__(
        self,
        kind: str,
        result: str,
        clauses: list[str],
        *,
        stands: int = 0,
        change: int = 0,
        refused: int = 0,
        owed: int = 0,
        smallest: bool = False,
        reading: str = "",
    ) -> None:
        self.kind = kind
        """``fold``, ``check``, ``call``, ``bet``, ``raise``, ``not binding`` or ``house ruling``."""
        self.result = result
        """The ruling in the words of the vocabulary."""
        self.clauses = [clause for clause in clauses if clause]
        """Most decisive first; empty where no clause speaks."""
        self.stands = stands
        """Chips this act puts into the pot; 0 for a raise whose size the limits decide."""
        self.change = change
        """Chips of the first motion that come back."""
        self.refused = refused
        """Chips added afterwards that come back."""
        self.owed = owed
        """Chips that stand but have not been put in yet."""
        self.smallest = smallest
        """A raise bound by words whose chips do not exceed the call: the smallest the limits allow."""
        self.reading = reading

    @property
    def clause(self) -> str:
        return self.clauses[0] if self.clauses else ""

    def __repr__(self) -> str:
        return f"WagerRuling({self.result!r}, {self.clauses})"


def rule_wager(
    book: Book,
    *,
    to_call: int,
    chips: Sequence[int],
    then: Sequence[int] = (),
    said: str | int | None = None,
    in_turn: bool = True,
    hands_at_rest: bool = False,
    stack: int = 0,
    already: int = 0,
    limits: Limits | None = None,
) -> WagerRuling:
    """Rule on chips and words.

    `chips` are the values put in with the first motion, `then` those added afterwards. `said` is a word, with
    or without an amount, a number (the announced total the player is putting in) or None. `hands_at_rest`:
    both hands had come to rest before the pot when the later chips went in. `stack`, where it is known, lets
    a player be all-in for less; `already` is what he has out in this betting round.
    """
    _check(to_call, chips, then, stack, already)
    spoken = read_spoken(said)
    first = list(chips) if chips else list(then)
    later = list(then) if chips else []
    if stack and stack <= to_call:
        to_call = stack
        if spoken is not None and (spoken.verb in (RAISE, BET, ALL_IN) or spoken.amount > stack):
            spoken = Spoken(CALL)
    act = _Act(book, to_call, first, later, spoken, hands_at_rest, stack, already, limits)
    if not in_turn:
        return act.out_of_turn()
    if not book.wagers.spoken:
        return act.without_word_rules()
    if spoken is None:
        return act.silent()
    if spoken.verb == FOLD:
        return act.without_chips(FOLD)
    if spoken.verb == CHECK:
        return act.check()
    if spoken.verb == CALL:
        return act.call()
    announced = act.announced()
    if announced is not None:
        return act.amount(announced)
    return act.announced_raise() if spoken.verb == RAISE else act.announced_bet()


class _Act:
    """One act under one book; each method is a way of looking at it."""

    def __init__(
        self,
        book: Book,
        to_call: int,
        first: list[int],
        later: list[int],
        spoken: Spoken | None,
        hands_at_rest: bool,
        stack: int,
        already: int,
        limits: Limits | None,
    ) -> None:
        self.book = book
        self.cites = book.wagers
        self.to_call = to_call
        self.one_chip = len(first) == 1
        self.first = sum(first)
        self.later = sum(later)
        self.total = self.first + self.later
        self.spoken = spoken
        self.hands_at_rest = hands_at_rest
        self.stack = stack
        self.already = already
        self.limits = limits

    def ruling(
        self,
        kind: str,
        result: str,
        clauses: list[str],
        *,
        stands: int = 0,
        change: int = 0,
        refused: int = 0,
        smallest: bool = False,
        reading: str = "",
    ) -> WagerRuling:
        owed = max(0, stands - (self.total - change - refused))
        return WagerRuling(
            kind,
            result,
            [*clauses, self.cites.acts.get(kind, "")],
            stands=stands,
            change=change,
            refused=refused,
            owed=owed,
            smallest=smallest,
            reading=reading,
        )

    def house(self) -> WagerRuling:
        """No clause covers it; where a book lets the house rule, that clause is named."""
        floor = self.book.floor
        clauses = [floor.supplement or floor.supervisor]
        return self.ruling(HOUSE_RULING, HOUSE_RULING, clauses, change=self.first, refused=self.later)

    def nothing(self, clauses: list[str]) -> WagerRuling:
        return self.ruling(NOT_BINDING, NOT_BINDING, clauses, change=self.first, refused=self.later)

    def without_chips(self, word: str) -> WagerRuling:
        """A spoken fold or check: clear words outrank chips, which come back."""
        clauses = [self.cites.spoken, self.cites.words_win if self.total else ""]
        return self.ruling(word, word, clauses, change=self.first, refused=self.later)

    def out_of_turn(self) -> WagerRuling:
        """Words bind only in turn; no book says what chips out of turn are."""
        if self.spoken is not None and self.cites.spoken:
            return self.nothing([self.cites.spoken])
        if self.spoken is None and not self.total:
            return self.nothing([])
        return self.house()

    # Limits and stack

    def fits(self, chips: int) -> bool:
        """Whether so many chips are a bet or raise within the limits, or all-in for less."""
        if self.limits is None:
            return True
        extra = chips - self.to_call
        short = chips == self.stack and 0 < extra < self.limits.least and not self.limits.barred
        return short or self.limits.fit(extra)

    def within(self, chips: int, *, bound: bool) -> int:
        """The part of the chips that the limits leave; 0 if they are too few, unless words bind to more."""
        limits = self.limits
        if limits is None or limits.barred or self.fits(chips):
            # A raise that is barred is refused by the round, with its reason.
            return chips
        if limits.most and chips - self.to_call > limits.most:
            return self.to_call + limits.most
        return self.smallest() if bound else 0

    def smallest(self) -> int:
        """Chips of the smallest bet or raise; 0 where no limits are told."""
        if self.limits is None:
            return 0
        least = self.limits.forced or self.to_call + self.limits.least
        return min(least, self.stack) if self.stack else least

    # Chips alone

    def silent(self) -> WagerRuling:
        """Chips without a binding word."""
        cites = self.cites
        string = cites.string_bet if self.later else ""
        if not self.total:
            return self.nothing([cites.bet_made])
        if self.to_call and self.first <= self.to_call:
            # Fewer chips than the call, and not all-in: no book says what they are.
            short = self.first < self.to_call
            return self.house() if short else self.called([cites.exact_call, string])
        if self.to_call and self.one_chip:
            return self.called([cites.oversized_chip, string]) if cites.oversized_chip else self.house()
        size = self.within(self.first, bound=False)
        if not size:
            return self.house()
        if self.to_call == 0:
            return self.bet(size, [string, cites.bet_made], reading="AMB-23")
        return self.raised(size, [string, cites.acts.get(RAISE, ""), cites.oversized_chip], "AMB-23")

    def called(self, clauses: list[str]) -> WagerRuling:
        """A call, whatever lies there: what is too much comes back, what is missing is owed."""
        need = self.to_call
        if self.first >= need:
            change, refused = self.first - need, self.later
        else:
            change, refused = 0, max(0, self.total - need)
        result = f"call {need}"
        if self.later and self.first >= need:
            result += f", later {refused} refused"
        elif change or refused:
            result += f", change {change + refused}"
        return self.ruling(CALL, result, clauses, stands=need, change=change, refused=refused)

    def bet(self, size: int, clauses: list[str], reading: str = "") -> WagerRuling:
        return self._wager(BET, f"bet {size}", size, clauses, reading)

    def raised(self, size: int, clauses: list[str], reading: str = "") -> WagerRuling:
        """A raise of chips that exceed the call."""
        refused = max(0, self.total - max(size, self.first))
        result = f"raise, later {refused} refused" if refused else RAISE
        return self._wager(RAISE, result, size, clauses, reading)

    def _wager(self, kind: str, result: str, size: int, clauses: list[str], reading: str) -> WagerRuling:
        change = max(0, self.first - size)
        refused = max(0, self.total - max(size, self.first))
        return self.ruling(
            kind, result, clauses, stands=size, change=change, refused=refused, reading=reading
        )

    # Words

    def misfit(self) -> WagerRuling:
        """A word that does not fit the game or its limits binds nobody; chips then speak for themselves."""
        if not self.total:
            return self.nothing([self.cites.spoken])
        return self.silent()

    def check(self) -> WagerRuling:
        if self.to_call:
            return self.misfit()
        return self.without_chips(CHECK)

    def call(self) -> WagerRuling:
        if not self.to_call:
            return self.misfit()
        differs = self.total not in (0, self.to_call)
        string = self.cites.string_bet if self.later and self.first >= self.to_call else ""
        return self.called([string, self.cites.spoken, self.cites.words_win if differs else ""])

    def belongs(self) -> bool:
        """Whether later chips belong to an announced raise.

        The word shows that the bet is unfinished; a book that lets the player build the raise up until his
        hands rest ends it there.
        """
        return not (self.cites.announced_raise and self.hands_at_rest)

    def announced_raise(self) -> WagerRuling:
        cites = self.cites
        if self.limits is not None and self.limits.barred:
            return self.misfit()
        size = self.total if self.belongs() else self.first
        clauses: list[str] = []
        if self.later:
            clauses.append(cites.announced_raise or cites.unfinished)
        elif self.one_chip and size > self.to_call > 0:
            clauses.append(cites.oversized_chip)
        clauses.append(cites.spoken)
        if self.to_call == 0:
            return self.bet(self.within(size, bound=True), clauses) if size else self.misfit()
        if size > self.to_call or self.limits is not None:
            return self.raised(self.within(max(size, self.to_call + 1), bound=True), clauses)
        refused = self.total - size
        result = f"raise, later {refused} refused" if refused else RAISE
        return self.ruling(RAISE, result, clauses, refused=refused, smallest=True)

    def announced_bet(self) -> WagerRuling:
        """``Bet``, and no amount: what the chips of the first motion are, or the smallest there is."""
        size = self.within(self.first, bound=True) if self.first else self.smallest()
        barred = self.limits is not None and self.limits.barred
        if self.to_call or barred or not size:
            return self.misfit()
        string = self.cites.string_bet if self.later and self.first else ""
        return self.bet(size, [string, self.cites.spoken])

    def announced(self) -> int | None:
        """The chips that his words announce for this act; None if they name no amount."""
        spoken = self.spoken
        assert spoken is not None
        if spoken.verb == ALL_IN:
            if not self.stack:
                raise InvalidError("stack: say how much a player has who goes all-in")
            return self.stack
        if not spoken.verb:
            return spoken.amount
        if not spoken.amount:
            return None
        by = spoken.link or (self.cites.raise_amount.value if spoken.verb == RAISE else "to")
        return self.to_call + spoken.amount if by == "by" else max(spoken.amount - self.already, 0)

    def amount(self, said: int) -> WagerRuling:
        """A stated amount: the total the player says he is putting in; more than he has is all-in."""
        cites = self.cites
        if self.stack and said > self.stack:
            said = self.stack
        spoken = self.spoken
        if spoken is not None and spoken.verb == RAISE and said <= self.to_call and self.to_call:
            # A raise is more than the last bet: the word binds, and what he named is no size for it.
            return self.announced_raise()
        if said == 0 and self.to_call == 0:
            return self.check()
        if said < self.to_call or said == 0:
            return self.misfit()
        if said == self.to_call:
            return self.call()
        if not self.fits(said):
            return self.misfit()
        clauses = self._how_read()
        if said in (self.first, self.total):
            # Chips that follow an announcement and make it good are part of it; more is a string bet.
            string = cites.string_bet if self.total > said else ""
            clauses = [string, cites.spoken, cites.unfinished if self.later and not string else "", *clauses]
            return self.raised(said, clauses) if self.to_call else self.bet(said, clauses)
        if not cites.corrected:
            return self.house()
        return self.ruling(
            RAISE if self.to_call else BET,
            f"bet corrected to {said}",
            [cites.corrected, cites.spoken, *clauses],
            stands=said,
            change=max(0, self.first - said),
            refused=max(0, self.total - max(said, self.first)),
        )

    def _how_read(self) -> list[str]:
        """The clause that says what an amount announced with a raise is, where he did not say himself."""
        spoken = self.spoken
        if spoken is None or spoken.verb != RAISE or spoken.link or not spoken.amount or not self.to_call:
            return []
        return [self.cites.raise_amount.clause]

    # No rules on words

    def without_word_rules(self) -> WagerRuling:
        """A book that lists the acts and no more: what they leave open is the house's to rule."""
        spoken = self.spoken
        if spoken is None and not self.total:
            return self.nothing([])
        verb = "" if spoken is None else spoken.verb
        announced = self.announced() if spoken is not None and verb not in (FOLD, CHECK, CALL) else None
        if verb in (FOLD, CHECK) or announced == 0:
            return self._spoken_without_chips(FOLD if verb == FOLD else CHECK)
        if self.later or (announced is not None and announced != self.first):
            return self.house()
        if self.to_call == 0:
            if verb == CALL:
                return self.nothing([self.cites.acts.get(CALL, "")]) if not self.first else self.house()
            size = self.within(self.first, bound=False)
            return self.bet(size, []) if size else self.house()
        if self.first == self.to_call:
            return self.called([]) if verb not in (RAISE, BET) else self.house()
        if self.first > self.to_call and verb != CALL and (spoken is not None or not self.one_chip):
            size = self.within(self.first, bound=False)
            return self.raised(size, self._how_read()) if size else self.house()
        return self.house()

    def _spoken_without_chips(self, word: str) -> WagerRuling:
        if self.total:
            return self.house()
        if word == CHECK and self.to_call:
            return self.nothing([self.cites.acts.get(CHECK, "")])
        return self.ruling(word, word, [])


def _check(to_call: int, chips: Sequence[int], then: Sequence[int], stack: int, already: int) -> None:
    for value, what in ((to_call, "to_call"), (stack, "stack"), (already, "already")):
        if value < 0:
            raise InvalidError(f"{what} cannot be {value}")
    for chip in [*chips, *then]:
        if chip <= 0:
            raise InvalidError(f"a chip cannot be worth {chip}")


MOTIONS: Final[list[str]] = ["pushed forward", "released into the pot", "released toward the pot"]


def bet_is_made(book: Book, motion: str) -> tuple[bool, str]:
    """Whether moving chips in that way is a bet, and by which clause.

    Any of the three motions is; other handling of chips is none. A book without such a rule answers with an
    empty clause: then the house says.
    """
    if motion in MOTIONS:
        clause = book.wagers.bet_motions[MOTIONS.index(motion)]
        return bool(clause), clause
    return False, book.wagers.bet_made
