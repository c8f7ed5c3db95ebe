"""Wager rulings: what a player's chips and spoken words amount to (call, raise, string bet).

The dealer reports what he saw and heard (`PlayerAct`): which chips went in with the first motion, which came
later, what was said, and whether the player let it be known that more was to come. `rule_wager` says what has
happened in the situation of that player: a call, a raise, a bet made good to what was announced, or nothing
at all. The outcome keeps to what is open: words that do not fit bind nobody, chips beyond it come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.games.poker.floor.betting_situation import BetLimits, BettingSituation
from hoyle.games.poker.floor.spoken_bet import (
    ALL_IN,
    BET,
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    RAISE,
    WORDS,
    SpokenBet,
    read_spoken,
)
from hoyle.rulebooks.book_types.poker import PokerBook

__all__ = [
    "ALL_IN",
    "BET",
    "CALL",
    "CHECK",
    "FOLD",
    "HOUSE_RULING",
    "MOTIONS",
    "NOT_BINDING",
    "RAISE",
    "REFUSED",
    "UNFINISHED",
    "WORDS",
    "BetLimits",
    "BettingSituation",
    "PlayerAct",
    "WagerRuling",
    "bet_is_made",
    "rule_wager",
]  # fmt: skip

NOT_BINDING: Final = "not binding"
HOUSE_RULING: Final = "house ruling"
UNFINISHED: Final = "bet unfinished"
REFUSED: Final = "refused"


class PlayerAct(NamedTuple):
    """What the dealer saw and heard of one player."""

    chips: Sequence[int] = ()
    """Values of the chips put in with the first motion."""
    then: Sequence[int] = ()
    """Those added afterwards."""
    said: str | int | None = None
    """A word, with or without an amount, a number (the announced total the player is putting in) or None."""
    hands_at_rest: bool = False
    """Both hands had come to rest before the pot when the later chips went in."""
    unfinished: bool = False
    """The player let it be known while betting that the bet was not finished."""
    earlier: Sequence[int] = ()
    """Chips put in before, when the player let that be known: the same bet."""

    @property
    def put_in(self) -> int:
        return sum(self.earlier) + sum(self.chips) + sum(self.then)


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
        """``fold``, ``check``, ``call``, ``bet``, ``raise``, ``not binding``, ``house ruling``; ``bet
        unfinished``: the player has still to finish it; ``refused``: an act that is complete is not added
        to."""
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


def rule_wager(book: PokerBook, situation: BettingSituation, act: PlayerAct) -> WagerRuling:
    """Rule on what a player did and said in the situation before them."""
    situation.check()
    for chip in [*act.earlier, *act.chips, *act.then]:
        if chip <= 0:
            raise InvalidError(f"a chip cannot be worth {chip}; it is worth 1 or more")
    spoken = read_spoken(act.said)
    unfinished = act.unfinished or (spoken is not None and spoken.unfinished)
    if spoken is not None and spoken.unfinished and not spoken.verb and not spoken.amount:
        spoken = None
    bench = _Bench(book, situation, act, spoken, unfinished=unfinished)
    if not situation.in_turn:
        return bench.out_of_turn()
    if not book.wagers.spoken:
        return bench.without_word_rules()
    if spoken is None:
        return bench.silent()
    if spoken.verb == FOLD:
        return bench.fold()
    if spoken.verb == CHECK:
        return bench.check()
    if spoken.verb == CALL:
        return bench.call()
    if spoken.verb == BRING_IN:
        return bench.bring_in()
    announced = bench.announced()
    if announced is not None:
        return bench.amount(announced)
    return bench.announced_raise() if spoken.verb == RAISE else bench.announced_bet()


class _Bench:
    """One act under one book; each method is a way of looking at it."""

    def __init__(
        self,
        book: PokerBook,
        situation: BettingSituation,
        act: PlayerAct,
        spoken: SpokenBet | None,
        *,
        unfinished: bool,
    ) -> None:
        self.book = book
        self.cites = book.wagers
        self.situation = situation
        self.spoken = spoken
        self.hands_at_rest = act.hands_at_rest
        first, later = [*act.earlier, *act.chips], list(act.then)
        if not first:
            first, later = later, []
        self.built_up = bool(act.earlier and act.chips)
        """Chips were added to a bet that was known to be unfinished."""
        self.open_ended = unfinished and not later
        """More is to come."""
        if unfinished and later and self.cites.unfinished:
            # What was known to be unfinished is one bet, however many motions it took.
            first, later, self.built_up = first + later, [], True
        self.one_chip = len(first) == 1
        self.first = sum(first)
        self.later = sum(later)
        self.total = self.first + self.later
        self.to_call = situation.to_call
        self.stack = situation.stack
        self.short = 0 < self.stack <= self.to_call
        """A call takes the whole stack: there is nothing to raise with."""
        self.need = self.stack if self.short else self.to_call
        """Chips that a call takes."""
        self.bet_stands = situation.bet_stands or self.to_call > 0
        self.forced = situation.forced
        self.limits = situation.limits
        self.wager_open = situation.wager_open and not self.short
        self.misfitted = False
        """Words were said that do not fit."""

    def ruling(
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
    ) -> WagerRuling:
        built_up = self.cites.unfinished if self.built_up and stands else ""
        spoken = self.cites.spoken if self.misfitted and self.cites.spoken not in clauses else ""
        return WagerRuling(
            kind,
            result,
            [built_up, *clauses, spoken, self.cites.acts.get(kind, "")],
            stands=stands,
            change=change,
            refused=refused,
            owed=owed or max(0, stands - (self.total - change - refused)),
            smallest=smallest,
            reading=reading,
        )

    def house(self) -> WagerRuling:
        """No clause covers it; where a book lets the house rule, that clause is named."""
        floor = self.book.floor
        clause = floor.supplement or floor.supervisor
        return WagerRuling(HOUSE_RULING, HOUSE_RULING, [clause], change=self.first, refused=self.later)

    def nothing(self, clauses: list[str], *, owed: int = 0) -> WagerRuling:
        return self.ruling(
            NOT_BINDING, NOT_BINDING, clauses, change=self.first, refused=self.later, owed=owed
        )

    def unfinished(self) -> WagerRuling:
        """The chips stay where they are until the player has finished."""
        return self.ruling(UNFINISHED, UNFINISHED, [self.cites.unfinished])

    def awaits_more(self) -> bool:
        return self.open_ended and bool(self.cites.unfinished)

    # Out of turn

    def out_of_turn(self) -> WagerRuling:
        """Words bind only in turn, and a complete act is not added to; no book says what other chips are."""
        if self.spoken is not None and self.cites.spoken:
            complete = [clause for clause in self._completed_by() if clause != self.cites.spoken]
            return self.nothing([self.cites.spoken, *(complete if self.total else [])])
        if self.spoken is None and not self.total:
            return self.nothing([])
        clauses = self._completed_by() if self.spoken is None else []
        if not clauses:
            return self.house()
        return self.ruling(REFUSED, NOT_BINDING, clauses, change=self.first, refused=self.later)

    def _completed_by(self) -> list[str]:
        """The clauses by which what the player has done is complete; none if nothing is, or none says so."""
        cites, completed = self.cites, self.situation.completed
        if not completed or not cites.string_bet:
            return []
        if completed == CHECK:
            return [cites.spoken]
        return [cites.exact_call, cites.string_bet] if completed == CALL else [cites.string_bet]

    # What is open

    def fits(self, chips: int) -> bool:
        """Whether so many chips are a bet or raise that is open, or all-in for less, or the forced bet."""
        if self.forced and chips == self.forced:
            return True
        if not self.wager_open:
            return False
        if self.limits is None:
            return True
        extra = chips - self.to_call
        short = chips == self.stack and 0 < extra < self.limits.least
        return short or self.limits.fit(extra)

    def within(self, chips: int, *, bound: bool) -> int:
        """The part of the chips that the limits leave; 0 if they are too few, unless words bind to more."""
        limits = self.limits
        if limits is None or self.fits(chips):
            return chips
        if limits.most and chips - self.to_call > limits.most:
            return self.to_call + limits.most
        return self.smallest() if bound else 0

    def smallest(self) -> int:
        """Chips of the smallest bet, raise or completion; 0 where no limits are known."""
        if self.limits is None:
            return 0
        least = self.to_call + self.limits.least
        return min(least, self.stack) if self.stack else least

    # Chips alone

    def silent(self) -> WagerRuling:
        """Chips without a binding word."""
        cites = self.cites
        string = cites.string_bet if self.later else ""
        if not self.total:
            return self.nothing([cites.bet_made])
        if self.awaits_more():
            return self.unfinished()
        if self.forced:
            return self.forced_by_chips(string)
        if self.first < self.need:
            # Fewer chips than the call, and not all-in: no book says what they are.
            return self.house()
        if self.first == self.need:
            return self.declined([cites.exact_call, string])
        if self.bet_stands and self.one_chip:
            return self.declined([cites.oversized_chip, string]) if cites.oversized_chip else self.house()
        if not self.wager_open:
            # Chips bind as words do: as far as the act fits the game and its limits.
            return self.declined([self.situation.bar_clause, string, cites.spoken])
        size = self.within(self.first, bound=False)
        if not size:
            return self.house()
        if not self.bet_stands:
            return self.bet(size, [string, cites.bet_made], reading="AMB-23")
        return self.raised(size, [string, cites.acts.get(RAISE, ""), cites.oversized_chip], "AMB-23")

    def forced_by_chips(self, string: str) -> WagerRuling:
        """Chips of a player whose forced bet is due: that bet, or more where they complete it."""
        cites, due = self.cites, self.forced
        if self.first < due:
            return self.house()
        if self.first > due and self._only_forced():
            over = cites.oversized_chip if self.one_chip else self.situation.bar_clause
            return self.bet(due, [over, string, cites.forced_bet], reading="AMB-23")
        size = self.within(self.first, bound=False)
        return self.bet(size, [string, cites.bet_made], reading="AMB-23") if size else self.house()

    def _only_forced(self) -> bool:
        """Chips above the forced bet do not complete it: one chip, or no more is open."""
        by_chip = self.one_chip and self.cites.forced_oversized_chip.value == "forced"
        return by_chip or not self.wager_open

    def declined(self, clauses: list[str]) -> WagerRuling:
        """No raise, whatever lies there: a call, or a check where nothing is owed."""
        if self.need:
            return self.called(clauses)
        return self.ruling(CHECK, CHECK, clauses, change=self.first, refused=self.later)

    def called(self, clauses: list[str]) -> WagerRuling:
        """A call: what is too much comes back, what is missing is owed."""
        need = self.need
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

    def misfit(self, *more: str, owed: int = 0) -> WagerRuling:
        """A word that does not fit the game or its limits binds nobody; chips then speak for themselves."""
        if not self.total:
            return self.nothing([self.cites.spoken, *more], owed=owed)
        self.misfitted = True
        return self.silent()

    def fold(self) -> WagerRuling:
        """A hand given up; whoever has to bet owes that bet all the same, and has yet to make it."""
        situation = self.situation
        if situation.must_bet:
            owed = self.forced or self.smallest()
            return self.misfit(self.book.floor.debt_stays, situation.due_clause, owed=owed)
        return self.without_chips(FOLD)

    def check(self) -> WagerRuling:
        if self.to_call or self.situation.must_bet:
            return self.misfit(self.situation.due_clause)
        return self.without_chips(CHECK)

    def without_chips(self, word: str) -> WagerRuling:
        """A spoken fold or check: clear words outrank chips, which come back."""
        clauses = [self.cites.spoken, self.cites.words_win if self.total else ""]
        return self.ruling(word, word, clauses, change=self.first, refused=self.later)

    def call(self) -> WagerRuling:
        """A spoken call; with nothing to call it leaves the player's own blind as it stands."""
        if not self.bet_stands:
            return self.misfit()
        differs = self.total not in (0, self.need)
        string = self.cites.string_bet if self.later and self.first >= self.need else ""
        return self.declined([string, self.cites.spoken, self.cites.words_win if differs else ""])

    def bring_in(self) -> WagerRuling:
        """The forced bet by its name."""
        if not self.forced:
            return self.misfit()
        differs = self.total not in (0, self.forced)
        return self.bet(self.forced, [self.cites.spoken, self.cites.words_win if differs else ""])

    def belongs(self) -> bool:
        """Whether later chips belong to an announced raise.

        The word shows that the bet is unfinished; a book that lets the player build the raise up until his
        hands rest ends it there.
        """
        return not (self.cites.announced_raise and self.hands_at_rest)

    def announced_raise(self) -> WagerRuling:
        cites = self.cites
        if not self.wager_open:
            return self.misfit()
        if self.awaits_more():
            return self.unfinished()
        size = self.total if self.belongs() else self.first
        clauses: list[str] = []
        if self.later:
            clauses.append(cites.announced_raise or cites.unfinished)
        elif self.one_chip and size > self.to_call and self.bet_stands:
            clauses.append(cites.oversized_chip)
        clauses.append(cites.spoken)
        if not self.bet_stands and not self.forced:
            return self.bet(self.within(size, bound=True), clauses) if size else self.misfit()
        least = max(self.to_call, self.forced)
        if size > least or self.limits is not None:
            size = self.within(max(size, least + 1), bound=True)
            return self.bet(size, clauses) if self.forced else self.raised(size, clauses)
        refused = self.total - size
        result = f"raise, later {refused} refused" if refused else RAISE
        return self.ruling(RAISE, result, clauses, refused=refused, smallest=True)

    def announced_bet(self) -> WagerRuling:
        """``Bet``, and no amount: what the chips of the first motion are, or the smallest there is."""
        if self.bet_stands or not (self.wager_open or self.forced):
            return self.misfit()
        if self.awaits_more():
            return self.unfinished()
        if self.forced and (self.first <= self.forced or self._only_forced()):
            # It is no more than the bet that is due anyway.
            size = self.forced
        else:
            size = self.within(self.first, bound=True) if self.first else self.smallest()
        if not size:
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
        return self.to_call + spoken.amount if by == "by" else max(spoken.amount - self.situation.already, 0)

    def amount(self, said: int) -> WagerRuling:
        """A stated amount: the total the player says he is putting in; more than he has is all-in."""
        cites, spoken = self.cites, self.spoken
        assert spoken is not None
        wager = spoken.verb in (BET, RAISE)
        if self.short and (wager or self.stack < said < self.to_call):
            # The stack is only enough to call, and this is neither a call nor the stack.
            return self.misfit()
        if wager and said > self.forced > 0 and not self.wager_open:
            return self.misfit()
        if self.stack and said > self.stack:
            said = self.stack
        if spoken.verb == RAISE and said <= self.to_call and self.bet_stands:
            # A raise is more than the last bet: the word binds, and what he named is no size for it.
            return self.announced_raise()
        if said == 0 and self.to_call == 0:
            return self.check()
        if said < self.need or said == 0:
            return self.misfit()
        if said == self.need:
            return self.call()
        if not self.fits(said):
            return self.misfit()
        clauses = self._how_read()
        if said in (self.first, self.total) or not self.total:
            # Chips that follow an announcement and make it good are part of it; more is a string bet.
            string = cites.string_bet if self.total > said else ""
            clauses = [string, cites.spoken, cites.unfinished if self.later and not string else "", *clauses]
            return self.raised(said, clauses) if self.bet_stands else self.bet(said, clauses)
        if not cites.corrected:
            return self.house()
        return self.ruling(
            RAISE if self.bet_stands else BET,
            f"bet corrected to {said}",
            [cites.corrected, cites.spoken, *clauses],
            stands=said,
            change=max(0, self.first - said),
            refused=max(0, self.total - max(said, self.first)),
        )

    def _how_read(self) -> list[str]:
        """The clause that says what an amount announced with a raise is, where he did not say himself."""
        spoken = self.spoken
        if spoken is None or spoken.verb != RAISE or spoken.link or not spoken.amount or not self.bet_stands:
            return []
        return [self.cites.raise_amount.clause]

    # No rules on words

    def without_word_rules(self) -> WagerRuling:
        """A book that lists the acts and no more: what they leave open is the house's to rule."""
        spoken = self.spoken
        if spoken is None and not self.total:
            return self.nothing([])
        verb = "" if spoken is None else spoken.verb
        amounts = spoken is not None and verb not in (FOLD, CHECK, CALL, BRING_IN)
        announced = self.announced() if amounts else None
        if announced is not None and not verb and self.short:
            announced = min(announced, self.stack)
        if verb in (FOLD, CHECK) or announced == 0:
            return self._spoken_without_chips(FOLD if verb == FOLD else CHECK)
        if self.later or self.open_ended or (announced is not None and announced != self.first):
            return self.house()
        if verb == CALL and not self.to_call:
            return self.nothing([self.cites.acts.get(CALL, "")]) if not self.first else self.house()
        if self.need and self.first == self.need:
            return self.called([]) if verb not in (RAISE, BET) else self.house()
        # One chip above a bet that stands may be a call or a raise, and words may say neither.
        unclear = self.bet_stands and (verb == CALL or (spoken is None and self.one_chip))
        size = 0 if unclear or not self.wager_open else self.within(self.first, bound=False)
        if size <= self.need:
            return self.house()
        return self.raised(size, self._how_read()) if self.bet_stands else self.bet(size, [])

    def _spoken_without_chips(self, word: str) -> WagerRuling:
        if self.total or self.situation.must_bet:
            return self.house()
        if word == CHECK and self.to_call:
            return self.nothing([self.cites.acts.get(CHECK, "")])
        return self.ruling(word, word, [])


MOTIONS: Final[list[str]] = ["pushed forward", "released into the pot", "released toward the pot"]


def bet_is_made(book: PokerBook, motion: str) -> tuple[bool, str]:
    """Whether moving chips in that way is a bet, and by which clause.

    Any of the three motions is; other handling of chips is none. A book without such a rule answers with an
    empty clause: then the house says.
    """
    if motion in MOTIONS:
        clause = book.wagers.bet_motions[MOTIONS.index(motion)]
        return bool(clause), clause
    return False, book.wagers.bet_made
