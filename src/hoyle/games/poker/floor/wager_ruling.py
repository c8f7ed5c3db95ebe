"""Wager rulings: what a player's chips and spoken words amount to (call, raise, string bet).

The dealer reports a `PlayerAct`: the chips of the first motion, chips added later, the words spoken, and
whether the player let it be known that more was to come. `rule_wager` rules what it is in that player's
situation: a call, a raise, a bet corrected to the announced amount, or nothing at all. The ruling stays
within the legal actions: words that do not fit are not binding, chips beyond them come back.
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
    parse_spoken_bet,
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
    """Wager as the dealer reports it: the player's chips, motions and spoken words."""

    chips: Sequence[int] = ()
    """Values of the chips put in with the first motion."""
    then: Sequence[int] = ()
    """Values of the chips added afterwards."""
    said: str | int | None = None
    """Words, with or without an amount, a number (the announced total the player is putting in) or None."""
    hands_at_rest: bool = False
    """Whether both hands had come to rest before the pot when the later chips went in."""
    unfinished: bool = False
    """Whether the player let it be known while betting that the bet was not finished."""
    earlier: Sequence[int] = ()
    """Values of the chips put in before, as part of the same unfinished bet."""

    @property
    def put_in(self) -> int:
        return sum(self.earlier) + sum(self.chips) + sum(self.then)


class WagerRuling:
    """Ruling on a player's chips and words: a call, bet, raise, fold, check or nothing, with its clauses."""

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
        """Kind: ``fold``, ``check``, ``call``, ``bet``, ``raise``, ``not binding``, ``house ruling``; ``bet
        unfinished``: the player has still to finish it; ``refused``: nothing is added to a complete act."""
        self.result = result
        """Text of the ruling."""
        self.clauses = [clause for clause in clauses if clause]
        """Clauses, most decisive first; empty where no clause applies."""
        self.stands = stands
        """Chips that the act puts into the pot; 0 for a raise whose size the limits decide."""
        self.change = change
        """Chips of the first motion that come back."""
        self.refused = refused
        """Chips added afterwards that come back."""
        self.owed = owed
        """Chips of the wager that have not been put in yet."""
        self.smallest = smallest
        """Whether it is an announced raise without chips beyond the call: the smallest the limits allow."""
        self.reading = reading

    @property
    def clause(self) -> str:
        return self.clauses[0] if self.clauses else ""

    def __repr__(self) -> str:
        return f"WagerRuling({self.result!r}, {self.clauses})"


def rule_wager(book: PokerBook, situation: BettingSituation, act: PlayerAct) -> WagerRuling:
    """Rule on a player's chips and words in their betting situation."""
    situation.check()
    for chip in [*act.earlier, *act.chips, *act.then]:
        if chip <= 0:
            raise InvalidError(f"a chip cannot be worth {chip}; it is worth 1 or more")
    spoken = parse_spoken_bet(act.said)
    unfinished = act.unfinished or (spoken is not None and spoken.unfinished)
    if spoken is not None and spoken.unfinished and not spoken.verb and not spoken.amount:
        spoken = None
    case = _WagerCase(book, situation, act, spoken, unfinished=unfinished)
    if not situation.in_turn:
        return case.out_of_turn()
    if not book.wagers.spoken:
        return case.without_word_rules()
    if spoken is None:
        return case.chips_alone()
    if spoken.verb == FOLD:
        return case.fold()
    if spoken.verb == CHECK:
        return case.check()
    if spoken.verb == CALL:
        return case.call()
    if spoken.verb == BRING_IN:
        return case.bring_in()
    announced = case.announced_chips()
    if announced is not None:
        return case.rule_amount(announced)
    return case.announced_raise() if spoken.verb == RAISE else case.announced_bet()


class _WagerCase:
    """Case of one player's wager under one book; each public method rules on one kind of act."""

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
        first_motion, later_motions = [*act.earlier, *act.chips], list(act.then)
        if not first_motion:
            first_motion, later_motions = later_motions, []
        self.built_up = bool(act.earlier and act.chips)
        """Whether chips were added to a bet that was known to be unfinished."""
        self.open_ended = unfinished and not later_motions
        """Whether more chips are to come."""
        if unfinished and later_motions and self.cites.unfinished:
            # A bet known to be unfinished is one bet, however many motions it took.
            first_motion, later_motions, self.built_up = first_motion + later_motions, [], True
        self.one_chip = len(first_motion) == 1
        self.first_chips = sum(first_motion)
        self.later_chips = sum(later_motions)
        self.total = self.first_chips + self.later_chips
        self.to_call = situation.to_call
        self.stack = situation.stack
        self.call_is_all_in = 0 < self.stack <= self.to_call
        """Whether a call takes the whole stack, so that there is nothing to raise with."""
        self.call_cost = self.stack if self.call_is_all_in else self.to_call
        """Chips that a call takes."""
        self.bet_stands = situation.bet_stands or self.to_call > 0
        self.forced = situation.forced
        self.limits = situation.limits
        self.wager_open = situation.wager_open and not self.call_is_all_in
        self.words_ignored = False
        """Whether words were spoken that do not fit and so are not binding."""

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
        """Build the ruling, adding the clauses on unfinished bets, on words and on this kind of act."""
        built_up = self.cites.unfinished if self.built_up and stands else ""
        spoken = self.cites.spoken if self.words_ignored and self.cites.spoken not in clauses else ""
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

    def house_ruling(self) -> WagerRuling:
        """Leave the ruling to the house, by the clause that lets it rule if the book has one."""
        floor = self.book.floor
        clause = floor.supplement or floor.supervisor
        return WagerRuling(HOUSE_RULING, HOUSE_RULING, [clause], change=self.first_chips, refused=self.later_chips)

    def not_binding(self, clauses: list[str], *, owed: int = 0) -> WagerRuling:
        """Rule that the act does not bind the player: all its chips come back."""
        return self.ruling(
            NOT_BINDING, NOT_BINDING, clauses, change=self.first_chips, refused=self.later_chips, owed=owed
        )

    def unfinished(self) -> WagerRuling:
        """Leave the chips where they are until the player has finished."""
        return self.ruling(UNFINISHED, UNFINISHED, [self.cites.unfinished])

    def awaits_more(self) -> bool:
        """Whether the bet is known to be unfinished and the book lets the player finish it."""
        return self.open_ended and bool(self.cites.unfinished)

    # Out of turn

    def out_of_turn(self) -> WagerRuling:
        """Rule on a wager out of turn: words do not bind, a complete act stands, else the house rules."""
        if self.spoken is not None and self.cites.spoken:
            complete = [clause for clause in self._completed_by() if clause != self.cites.spoken]
            return self.not_binding([self.cites.spoken, *(complete if self.total else [])])
        if self.spoken is None and not self.total:
            return self.not_binding([])
        clauses = self._completed_by() if self.spoken is None else []
        if not clauses:
            return self.house_ruling()
        return self.ruling(REFUSED, NOT_BINDING, clauses, change=self.first_chips, refused=self.later_chips)

    def _completed_by(self) -> list[str]:
        """List the clauses by which the player's earlier act is complete; empty if there is none."""
        cites, completed = self.cites, self.situation.completed
        if not completed or not cites.string_bet:
            return []
        if completed == CHECK:
            return [cites.spoken]
        return [cites.exact_call, cites.string_bet] if completed == CALL else [cites.string_bet]

    # Limits

    def fits_limits(self, chips: int) -> bool:
        """Whether so many chips are a legal bet or raise, an all-in for less, or the forced bet."""
        if self.forced and chips == self.forced:
            return True
        if not self.wager_open:
            return False
        if self.limits is None:
            return True
        extra = chips - self.to_call
        short_all_in = chips == self.stack and 0 < extra < self.limits.least
        return short_all_in or self.limits.fit(extra)

    def limit_chips(self, chips: int, *, bound: bool) -> int:
        """Return chips fitted into the limits; if too few 0, or the minimum where words bind the player."""
        limits = self.limits
        if limits is None or self.fits_limits(chips):
            return chips
        if limits.most and chips - self.to_call > limits.most:
            return self.to_call + limits.most
        return self.smallest_wager() if bound else 0

    def smallest_wager(self) -> int:
        """Return the chips of the smallest bet, raise or completion; 0 where no limits are known."""
        if self.limits is None:
            return 0
        minimum = self.to_call + self.limits.least
        return min(minimum, self.stack) if self.stack else minimum

    # Chips alone

    def chips_alone(self) -> WagerRuling:
        """Rule on chips without binding words."""
        cites = self.cites
        string = cites.string_bet if self.later_chips else ""
        if not self.total:
            return self.not_binding([cites.bet_made])
        if self.awaits_more():
            return self.unfinished()
        if self.forced:
            return self.forced_by_chips(string)
        if self.first_chips < self.call_cost:
            # Fewer chips than the call, and not all-in: no book has a rule.
            return self.house_ruling()
        if self.first_chips == self.call_cost:
            return self.rule_no_raise([cites.exact_call, string])
        if self.bet_stands and self.one_chip:
            if cites.oversized_chip:
                return self.rule_no_raise([cites.oversized_chip, string])
            return self.house_ruling()
        if not self.wager_open:
            # Chips bind as words do: only as far as the act fits the game and its limits.
            return self.rule_no_raise([self.situation.bar_clause, string, cites.spoken])
        size = self.limit_chips(self.first_chips, bound=False)
        if not size:
            return self.house_ruling()
        if not self.bet_stands:
            return self.rule_bet(size, [string, cites.bet_made], reading="AMB-23")
        return self.rule_raise(size, [string, cites.acts.get(RAISE, ""), cites.oversized_chip], "AMB-23")

    def forced_by_chips(self, string: str) -> WagerRuling:
        """Rule on chips of a player whose forced bet is due: that bet, or a completion of it."""
        cites, forced = self.cites, self.forced
        if self.first_chips < forced:
            return self.house_ruling()
        if self.first_chips > forced and self._only_forced():
            excess_clause = cites.oversized_chip if self.one_chip else self.situation.bar_clause
            return self.rule_bet(forced, [excess_clause, string, cites.forced_bet], reading="AMB-23")
        size = self.limit_chips(self.first_chips, bound=False)
        if not size:
            return self.house_ruling()
        return self.rule_bet(size, [string, cites.bet_made], reading="AMB-23")

    def _only_forced(self) -> bool:
        """Whether chips above the forced bet do not complete it: one chip, or no wager is allowed."""
        counts_as_forced = self.one_chip and self.cites.forced_oversized_chip.value == "forced"
        return counts_as_forced or not self.wager_open

    def rule_no_raise(self, clauses: list[str]) -> WagerRuling:
        """Rule that the chips make no raise: a call, or a check where nothing is owed."""
        if self.call_cost:
            return self.rule_call(clauses)
        return self.ruling(CHECK, CHECK, clauses, change=self.first_chips, refused=self.later_chips)

    def rule_call(self, clauses: list[str]) -> WagerRuling:
        """Rule a call: excess chips come back, missing ones are owed."""
        call_cost = self.call_cost
        if self.first_chips >= call_cost:
            change, refused = self.first_chips - call_cost, self.later_chips
        else:
            change, refused = 0, max(0, self.total - call_cost)
        result = f"call {call_cost}"
        if self.later_chips and self.first_chips >= call_cost:
            result += f", later {refused} refused"
        elif change or refused:
            result += f", change {change + refused}"
        return self.ruling(CALL, result, clauses, stands=call_cost, change=change, refused=refused)

    def rule_bet(self, size: int, clauses: list[str], reading: str = "") -> WagerRuling:
        """Rule a bet of so many chips; the others come back."""
        return self._wager(BET, f"bet {size}", size, clauses, reading)

    def rule_raise(self, size: int, clauses: list[str], reading: str = "") -> WagerRuling:
        """Rule a raise of chips that exceed the call."""
        refused = max(0, self.total - max(size, self.first_chips))
        result = f"raise, later {refused} refused" if refused else RAISE
        return self._wager(RAISE, result, size, clauses, reading)

    def _wager(self, kind: str, result: str, size: int, clauses: list[str], reading: str) -> WagerRuling:
        """Rule a bet or raise of so many chips, with the chips that come back."""
        change = max(0, self.first_chips - size)
        refused = max(0, self.total - max(size, self.first_chips))
        return self.ruling(kind, result, clauses, stands=size, change=change, refused=refused, reading=reading)

    # Words

    def ignore_words(self, *further_clauses: str, owed: int = 0) -> WagerRuling:
        """Rule without words that do not fit the game or its limits: the chips alone count."""
        if not self.total:
            return self.not_binding([self.cites.spoken, *further_clauses], owed=owed)
        self.words_ignored = True
        return self.chips_alone()

    def fold(self) -> WagerRuling:
        """Rule on a spoken fold; a player who must bet owes that bet all the same."""
        situation = self.situation
        if situation.must_bet:
            owed = self.forced or self.smallest_wager()
            return self.ignore_words(self.book.floor.debt_stays, situation.due_clause, owed=owed)
        return self.without_chips(FOLD)

    def check(self) -> WagerRuling:
        """Rule on a spoken check, which does not bind a player who owes a bet."""
        if self.to_call or self.situation.must_bet:
            return self.ignore_words(self.situation.due_clause)
        return self.without_chips(CHECK)

    def without_chips(self, kind: str) -> WagerRuling:
        """Rule a spoken fold or check: clear words outrank chips, which come back."""
        clauses = [self.cites.spoken, self.cites.words_win if self.total else ""]
        return self.ruling(kind, kind, clauses, change=self.first_chips, refused=self.later_chips)

    def call(self) -> WagerRuling:
        """Rule on a spoken call; with nothing to call it leaves the player's own blind unchanged."""
        if not self.bet_stands:
            return self.ignore_words()
        chips_differ = self.total not in (0, self.call_cost)
        string = self.cites.string_bet if self.later_chips and self.first_chips >= self.call_cost else ""
        return self.rule_no_raise([string, self.cites.spoken, self.cites.words_win if chips_differ else ""])

    def bring_in(self) -> WagerRuling:
        """Rule on a spoken bring-in."""
        if not self.forced:
            return self.ignore_words()
        chips_differ = self.total not in (0, self.forced)
        return self.rule_bet(self.forced, [self.cites.spoken, self.cites.words_win if chips_differ else ""])

    def later_chips_belong(self) -> bool:
        """Whether later chips belong to an announced raise.

        The word shows that the bet is unfinished; a book that lets the player build the raise up until their
        hands rest ends it there.
        """
        return not (self.cites.announced_raise and self.hands_at_rest)

    def announced_raise(self) -> WagerRuling:
        """Rule on chips put in after the player announced a raise."""
        cites = self.cites
        if not self.wager_open:
            return self.ignore_words()
        if self.awaits_more():
            return self.unfinished()
        size = self.total if self.later_chips_belong() else self.first_chips
        clauses: list[str] = []
        if self.later_chips:
            clauses.append(cites.announced_raise or cites.unfinished)
        elif self.one_chip and size > self.to_call and self.bet_stands:
            clauses.append(cites.oversized_chip)
        clauses.append(cites.spoken)
        if not self.bet_stands and not self.forced:
            if size:
                return self.rule_bet(self.limit_chips(size, bound=True), clauses)
            return self.ignore_words()
        call_or_forced = max(self.to_call, self.forced)
        if size > call_or_forced or self.limits is not None:
            size = self.limit_chips(max(size, call_or_forced + 1), bound=True)
            return self.rule_bet(size, clauses) if self.forced else self.rule_raise(size, clauses)
        refused = self.total - size
        result = f"raise, later {refused} refused" if refused else RAISE
        return self.ruling(RAISE, result, clauses, refused=refused, smallest=True)

    def announced_bet(self) -> WagerRuling:
        """Rule on ``bet`` without an amount: the chips of the first motion, or the minimum bet."""
        if self.bet_stands or not (self.wager_open or self.forced):
            return self.ignore_words()
        if self.awaits_more():
            return self.unfinished()
        if self.forced and (self.first_chips <= self.forced or self._only_forced()):
            # No more than the bet that is due anyway.
            size = self.forced
        elif self.first_chips:
            size = self.limit_chips(self.first_chips, bound=True)
        else:
            size = self.smallest_wager()
        if not size:
            return self.ignore_words()
        string = self.cites.string_bet if self.later_chips and self.first_chips else ""
        return self.rule_bet(size, [string, self.cites.spoken])

    def announced_chips(self) -> int | None:
        """Return the chips that the words announce for this act; None if they name no amount."""
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
        link = spoken.link or (self.cites.raise_amount.value if spoken.verb == RAISE else "to")
        if link == "by":
            return self.to_call + spoken.amount
        return max(spoken.amount - self.situation.already, 0)

    def rule_amount(self, amount: int) -> WagerRuling:
        """Rule on a stated amount: the total the player announces; more than the stack is all-in."""
        cites, spoken = self.cites, self.spoken
        assert spoken is not None
        is_wager = spoken.verb in (BET, RAISE)
        if self.call_is_all_in and (is_wager or self.stack < amount < self.to_call):
            # The stack is only enough to call, and this is neither a call nor the stack.
            return self.ignore_words()
        if is_wager and amount > self.forced > 0 and not self.wager_open:
            return self.ignore_words()
        if self.stack and amount > self.stack:
            amount = self.stack
        if spoken.verb == RAISE and amount <= self.to_call and self.bet_stands:
            # A raise is more than the last bet: the word binds, but the amount is no size for it.
            return self.announced_raise()
        if amount == 0 and self.to_call == 0:
            return self.check()
        if amount < self.call_cost or amount == 0:
            return self.ignore_words()
        if amount == self.call_cost:
            return self.call()
        if not self.fits_limits(amount):
            return self.ignore_words()
        clauses = self._amount_clauses()
        if amount in (self.first_chips, self.total) or not self.total:
            # Chips that follow an announcement and complete it are part of it; more is a string bet.
            string = cites.string_bet if self.total > amount else ""
            completed = cites.unfinished if self.later_chips and not string else ""
            clauses = [string, cites.spoken, completed, *clauses]
            return self.rule_raise(amount, clauses) if self.bet_stands else self.rule_bet(amount, clauses)
        if not cites.corrected:
            return self.house_ruling()
        return self.ruling(
            RAISE if self.bet_stands else BET,
            f"bet corrected to {amount}",
            [cites.corrected, cites.spoken, *clauses],
            stands=amount,
            change=max(0, self.first_chips - amount),
            refused=max(0, self.total - max(amount, self.first_chips)),
        )

    def _amount_clauses(self) -> list[str]:
        """Return the clause on whether an announced raise is ``to`` or ``by``, where the words do not say."""
        spoken = self.spoken
        if spoken is None or spoken.verb != RAISE or spoken.link or not spoken.amount or not self.bet_stands:
            return []
        return [self.cites.raise_amount.clause]

    # No rules on words

    def without_word_rules(self) -> WagerRuling:
        """Rule under a book that only lists the acts: the house rules on everything else."""
        spoken = self.spoken
        if spoken is None and not self.total:
            return self.not_binding([])
        verb = "" if spoken is None else spoken.verb
        may_name_amount = spoken is not None and verb not in (FOLD, CHECK, CALL, BRING_IN)
        announced = self.announced_chips() if may_name_amount else None
        if announced is not None and not verb and self.call_is_all_in:
            announced = min(announced, self.stack)
        if verb in (FOLD, CHECK) or announced == 0:
            return self._spoken_without_chips(FOLD if verb == FOLD else CHECK)
        if self.later_chips or self.open_ended or (announced is not None and announced != self.first_chips):
            return self.house_ruling()
        if verb == CALL and not self.to_call:
            if not self.first_chips:
                return self.not_binding([self.cites.acts.get(CALL, "")])
            return self.house_ruling()
        if self.call_cost and self.first_chips == self.call_cost:
            return self.rule_call([]) if verb not in (RAISE, BET) else self.house_ruling()
        # One chip above a bet that stands may be a call or a raise, and words may say neither.
        is_unclear = self.bet_stands and (verb == CALL or (spoken is None and self.one_chip))
        size = 0 if is_unclear or not self.wager_open else self.limit_chips(self.first_chips, bound=False)
        if size <= self.call_cost:
            return self.house_ruling()
        return self.rule_raise(size, self._amount_clauses()) if self.bet_stands else self.rule_bet(size, [])

    def _spoken_without_chips(self, kind: str) -> WagerRuling:
        """Rule on a spoken fold or check under a book without rules on words."""
        if self.total or self.situation.must_bet:
            return self.house_ruling()
        if kind == CHECK and self.to_call:
            return self.not_binding([self.cites.acts.get(CHECK, "")])
        return self.ruling(kind, kind, [])


MOTIONS: Final[list[str]] = ["pushed forward", "released into the pot", "released toward the pot"]


def bet_is_made(book: PokerBook, motion: str) -> tuple[bool, str]:
    """Return whether a motion of chips makes a bet, and by which clause.

    Any of the three motions is; other handling of chips is none. A book without such a rule gives an empty
    clause: the house decides.
    """
    if motion in MOTIONS:
        clause = book.wagers.bet_motions[MOTIONS.index(motion)]
        return bool(clause), clause
    return False, book.wagers.bet_made
