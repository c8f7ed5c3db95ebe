"""What a player's chips and words amount to.

The dealer reports what he saw and heard: which chips went in with the first motion, which came later, what
was said, and whether it was that player's turn. `rule_wager` says what has happened: a call, a raise, a bet
made good to what was announced, or nothing at all. Limits are not its business; a table holds the outcome
against them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hoyle.errors import InvalidError
from hoyle.rulebooks.book import Book

FOLD: Final = "fold"
CHECK: Final = "check"
CALL: Final = "call"
BET: Final = "bet"
RAISE: Final = "raise"
NOT_BINDING: Final = "not binding"
HOUSE_RULING: Final = "house ruling"

WORDS: Final[list[str]] = [FOLD, CHECK, CALL, RAISE]


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
) -> WagerRuling:
    """Rule on chips and words.

    `chips` are the values put in with the first motion, `then` those added afterwards. `said` is a word, a
    number (the announced total the player is putting in) or None. `hands_at_rest`: both hands had come to
    rest before the pot when the later chips went in. `stack`, where it is known, lets a player call for less.
    """
    _check(to_call, chips, then, said, stack)
    first = list(chips) if chips else list(then)
    later = list(then) if chips else []
    if stack and stack < to_call:
        to_call = stack
        if said == RAISE:
            said = CALL
    act = _Act(book, to_call, first, later, said, hands_at_rest)
    if not in_turn:
        return act.out_of_turn()
    if not book.wagers.spoken:
        return act.without_word_rules()
    if said is None:
        return act.silent()
    if isinstance(said, int):
        return act.amount(said)
    if said == FOLD:
        return act.without_chips(FOLD)
    if said == CHECK:
        return act.check()
    if said == CALL:
        return act.call()
    return act.announced_raise()


class _Act:
    """One act under one book; each method is a way of looking at it."""

    def __init__(
        self,
        book: Book,
        to_call: int,
        first: list[int],
        later: list[int],
        said: str | int | None,
        hands_at_rest: bool,
    ) -> None:
        self.book = book
        self.cites = book.wagers
        self.to_call = to_call
        self.one_chip = len(first) == 1
        self.first = sum(first)
        self.later = sum(later)
        self.total = self.first + self.later
        self.said = said
        self.hands_at_rest = hands_at_rest

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
        if self.said is not None and self.cites.spoken:
            return self.nothing([self.cites.spoken])
        if self.said is None and not self.total:
            return self.nothing([])
        return self.house()

    def silent(self) -> WagerRuling:
        """Chips without a binding word."""
        cites = self.cites
        string = cites.string_bet if self.later else ""
        if not self.total:
            return self.nothing([cites.bet_made])
        if self.to_call == 0:
            return self.bet(self.first, [string, cites.bet_made], reading="AMB-23")
        if self.first < self.to_call:
            # Fewer chips than the call, and not all-in: no book says what they are.
            return self.house()
        if self.first == self.to_call:
            return self.called([cites.exact_call, string])
        if self.one_chip:
            return self.called([cites.oversized_chip, string]) if cites.oversized_chip else self.house()
        return self.raised(self.first, [string, cites.acts.get(RAISE, ""), cites.oversized_chip], "AMB-23")

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
        return self.ruling(
            BET,
            f"bet {size}",
            clauses,
            stands=size,
            change=max(0, self.first - size),
            refused=max(0, self.total - max(size, self.first)),
            reading=reading,
        )

    def raised(self, size: int, clauses: list[str], reading: str = "") -> WagerRuling:
        """A raise of chips that exceed the call."""
        refused = self.total - size
        result = f"raise, later {refused} refused" if refused else RAISE
        return self.ruling(RAISE, result, clauses, stands=size, refused=refused, reading=reading)

    def misfit(self) -> WagerRuling:
        """A word that does not fit the game binds nobody; chips then speak for themselves."""
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
        size = self.total if self.belongs() else self.first
        clauses: list[str] = []
        if self.later:
            clauses.append(cites.announced_raise or cites.unfinished)
        elif self.one_chip and size > self.to_call > 0:
            clauses.append(cites.oversized_chip)
        clauses.append(cites.spoken)
        if self.to_call == 0:
            return self.bet(size, clauses) if size else self.misfit()
        if size > self.to_call:
            return self.raised(size, clauses)
        refused = self.total - size
        result = f"raise, later {refused} refused" if refused else RAISE
        return self.ruling(RAISE, result, clauses, refused=refused, smallest=True)

    def amount(self, said: int) -> WagerRuling:
        """A stated amount: the total the player says he is putting in."""
        cites = self.cites
        if said == 0 and self.to_call == 0:
            return self.check()
        if said < self.to_call or said == 0:
            return self.misfit()
        if said == self.to_call:
            return self.call()
        if self.first == said or (self.first < said and self.total == said):
            # Chips that follow an announcement and make it good are part of it; more is a string bet.
            string = cites.string_bet if self.total > said else ""
            clauses = [string, cites.spoken, cites.unfinished if self.later and not string else ""]
            return self.raised(said, clauses) if self.to_call else self.bet(said, clauses)
        if not cites.corrected:
            return self.house()
        return self.ruling(
            RAISE if self.to_call else BET,
            f"bet corrected to {said}",
            [cites.corrected, cites.spoken],
            stands=said,
            change=max(0, self.first - said),
            refused=max(0, self.total - max(said, self.first)),
        )

    def without_word_rules(self) -> WagerRuling:
        """A book that lists the acts and no more: what they leave open is the house's to rule."""
        said = self.said
        if said is None and not self.total:
            return self.nothing([])
        if said in (FOLD, CHECK, 0):
            return self._spoken_without_chips(FOLD if said == FOLD else CHECK)
        if self.later or (isinstance(said, int) and said != self.first):
            return self.house()
        if self.to_call == 0:
            if said == CALL:
                return self.nothing([self.cites.acts.get(CALL, "")]) if not self.first else self.house()
            return self.bet(self.first, []) if self.first else self.house()
        if self.first == self.to_call:
            return self.called([]) if said != RAISE else self.house()
        if self.first > self.to_call and said != CALL and (said is not None or not self.one_chip):
            return self.raised(self.first, [])
        return self.house()

    def _spoken_without_chips(self, word: str) -> WagerRuling:
        if self.total:
            return self.house()
        if word == CHECK and self.to_call:
            return self.nothing([self.cites.acts.get(CHECK, "")])
        return self.ruling(word, word, [])


def _check(
    to_call: int, chips: Sequence[int], then: Sequence[int], said: str | int | None, stack: int
) -> None:
    if to_call < 0:
        raise InvalidError(f"to_call cannot be {to_call}")
    if stack < 0:
        raise InvalidError(f"stack cannot be {stack}")
    for chip in [*chips, *then]:
        if chip <= 0:
            raise InvalidError(f"a chip cannot be worth {chip}")
    if isinstance(said, int):
        if said < 0:
            raise InvalidError(f"an announced amount cannot be {said}")
    elif said is not None and said not in WORDS:
        raise InvalidError(f"said cannot be {said!r}; it is null, an amount, or one of {', '.join(WORDS)}")


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
