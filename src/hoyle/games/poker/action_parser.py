"""Parser for typed actions (`raise to 16`, `draw Kh 2c`), resolved against the round.

`parse_action` turns text into an `Action` without reference to a round; `resolve_action` completes it there.
"""

from __future__ import annotations

from typing import Final

from hoyle.core.cards import parse_cards
from hoyle.core.errors import IllegalError, InvalidError, UnknownActionError
from hoyle.core.validation import check_int, check_length
from hoyle.games.poker.legal_actions import LegalActions
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, DRAW, FORCED_BET, MUCK, SHOW, SHUFFLE, STREET

WORDS: Final[dict[str, str]] = {
    "f": "fold",
    "fold": "fold",
    "k": "check",
    "x": "check",
    "check": "check",
    "c": "call",
    "call": "call",
    "b": "bet",
    "bet": "bet",
    "r": "raise",
    "raise": "raise",
    "reraise": "raise",
    "re-raise": "raise",
    "complete": "raise",
    "bring in": "bring in",
    "bring-in": "bring in",
    "post": "bring in",
    "all in": "all-in",
    "all-in": "all-in",
    "allin": "all-in",
    "draw": "draw",
    "discard": "draw",
    "pat": "pat",
    "stand pat": "pat",
    "show": "show",
    "table": "show",
    "concede": "concede",
    "muck": "concede",
}
_AMOUNT: Final = "0123456789,"
EXAMPLES: Final = (
    "fold, check, call, bet 8, raise to 16, raise by 8, bet pot, raise min, all in, bring in, draw Kh 2c, "
    "pat, show, concede"
)


class Action:
    """Parsed action of a player: a verb with its amount or cards."""

    def __init__(
        self, verb: str, amount: int = 0, *, link: str = "", cards: list[int] | None = None, size: str = ""
    ) -> None:
        self.verb = verb
        """One of fold, check, call, bet, raise, all-in, bring in, draw, pat, show and concede."""
        self.amount = amount
        """Total of the bet or raise in this betting round; 0 if none was named."""
        self.link = link
        """``by`` if the amount is what a raise adds, ``to`` if it is the total; empty: the book decides which
        of the two."""
        self.cards: list[int] = cards or []
        self.size = size
        """``pot`` or ``min`` in place of an amount."""

    def __repr__(self) -> str:
        return f"Action({self.verb!r}, {self.amount}, link={self.link!r}, cards={self.cards})"


def parse_action(text: str) -> Action:
    """Parse an action: a verb, then, where it takes one, an amount with or without ``to`` or ``by``.

    >>> parse_action("raise to 16").amount
    16
    """
    check_length(text, "the action")
    lowered = text.strip().lower()
    first_word, _, arguments = lowered.partition(" ")
    if first_word in ("draw", "discard") and arguments:
        start = len(text) - len(text.lstrip()) + len(first_word)
        return Action("draw", cards=parse_cards(text[start:]))
    verb_text, amount, size = _cut_amount(lowered)
    link = ""
    if len(verb_text) < len(lowered):
        verb_text, link = _cut_link(verb_text)
    verb = WORDS.get(verb_text)
    if verb is None or amount.startswith(",") or (size and verb != "bet" and verb != "raise"):
        raise UnknownActionError(f"cannot read the action {text!r}; try one of: {EXAMPLES}")
    chips = int(amount.replace(",", "")) if amount else 0
    check_int(chips, "the amount", 0)
    return Action(verb, chips, link=link, size=size)


def _cut_amount(text: str) -> tuple[str, str, str]:
    """Split text into what precedes the amount, its digits, and ``pot`` or ``min`` in place of them."""
    if text.endswith(("pot", "min")):
        return text[:-3], "", text[-3:]
    start = len(text)
    while start and text[start - 1] in _AMOUNT:
        start -= 1
    amount = text[start:]
    if amount and text[:start].endswith("$"):
        start -= 1
    return text[:start], amount, ""


def _cut_link(text: str) -> tuple[str, str]:
    """Split the verb from the ``to`` or ``by`` before the amount."""
    verb = text.rstrip()
    link = verb[-2:]
    if len(verb) < len(text) and (link == "to" or link == "by") and verb[:-2] != verb[:-2].rstrip():
        return verb[:-2].rstrip(), link
    return verb, ""


def out_of_turn(round_: PokerRound, seat: int) -> IllegalError:
    """Build the error for an action while the round waits for another player, or for none."""
    clause = _turn_clause(round_)
    turn = f"it is seat {round_.actor}'s turn" if round_.actor else f"the round waits for {round_.pending}"
    cite = f" ({clause})" if clause else ""
    return IllegalError(f"seat {seat} cannot act out of turn: {turn}{cite}", clause=clause, legal=turn)


def _turn_clause(round_: PokerRound) -> str:
    """Return the clause that governs the pending decision; in the betting, that spoken words bind in turn."""
    state, rules = round_.state, round_.rules
    if state.awaiting == DRAW:
        return rules.c_draw
    if state.awaiting == SHOW:
        return rules.c_show
    if state.awaiting == SHUFFLE:
        return state.shuffle_clause
    if state.awaiting == STREET:
        return rules.c_all_in
    return state.turn_clause if state.awaiting == MUCK else rules.book.wagers.spoken


def resolve_action(round_: PokerRound, seat: int, action: Action) -> Action:
    """Complete an action for the player to act: a bet or raise gets the total it makes.

    Raises where the action does not fit the betting; whether the result is legal, the round decides.
    """
    if round_.actor != seat:
        raise out_of_turn(round_, seat)
    if action.verb == "call":
        _check_call(round_, action)
    elif action.verb in ("bet", "raise", "all-in"):
        return _resolve_wager(round_, action)
    return action


def _check_call(round_: PokerRound, action: Action) -> None:
    if action.amount and round_.state.awaiting == ACTION:
        call_chips = round_.options().call
        if action.amount != call_chips and call_chips:
            raise IllegalError(
                f"seat {round_.actor} calls with {call_chips}, not {action.amount}", legal=f"call {call_chips}"
            )


def _resolve_wager(round_: PokerRound, action: Action) -> Action:
    """Return a bet with the exact total for a bet, raise or all-in, as the betting stands."""
    state = round_.state
    if state.awaiting != ACTION and state.awaiting != FORCED_BET:
        # The round refuses it with its own message, which says what is due instead.
        return Action("bet", action.amount)
    options = round_.options()
    if action.verb == "all-in":
        return _resolve_all_in(round_, options)
    if action.verb == "bet" and not options.opening and not options.forced and options.min_raise_to:
        raise IllegalError(
            f"seat {options.seat} cannot bet: there is a bet of {state.current_bet} ({options.clause}); "
            f"legal: {options.label()}",
            clause=options.clause,
            legal=options.label(),
        )
    total = action.amount
    default_link = round_.rules.book.wagers.raise_amount.value
    if total and (action.link or default_link) == "by" and action.verb == "raise" and not options.opening:
        total += state.current_bet
    if action.size == "min":
        total = options.min_raise_to
    elif action.size == "pot":
        total = pot_size(round_)
    if total == 0:
        if options.min_raise_to != options.max_to:
            raise InvalidError(f"how much? {action.verb} needs an amount; legal: {options.label()}")
        total = options.min_raise_to
    return Action("bet", total)


def _resolve_all_in(round_: PokerRound, options: LegalActions) -> Action:
    """Return the bet or call that takes the whole stack; refused if neither is legal."""
    state = round_.state
    all_in_total = state.stacks[state.actor] + state.bets[state.actor]
    if options.max_to == all_in_total:
        return Action("bet", all_in_total)
    if options.call and options.call == state.stacks[state.actor]:
        return Action("call")
    raise IllegalError(
        f"seat {options.seat} cannot go all-in for {all_in_total} ({options.clause}); legal: {options.label()}",
        clause=options.clause,
        legal=options.label(),
    )


def pot_size(round_: PokerRound) -> int:
    """Return the total of a pot-sized wager after a call, or of the whole stack where that is less."""
    state = round_.state
    bet = state.bets[state.actor]
    total = state.current_bet + state.pot + state.current_bet - bet
    all_in_total = state.stacks[state.actor] + bet
    return total if total < all_in_total else all_in_total


def prompt_for_actor(round_: PokerRound) -> str:
    """Return the text of the options of the player to act, as a person can type them."""
    state = round_.state
    if state.awaiting == ACTION or state.awaiting == FORCED_BET:
        return round_.options().label()
    if state.awaiting == DRAW:
        return "pat, draw CARDS"
    if state.awaiting == SHOW:
        return "show, concede"
    return ""
