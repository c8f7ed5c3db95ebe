"""Equivalent mutants: changes without an observable effect, each with the reason; they are not counted.

A key is the mutant's name in the report: its file, its function and the change.
"""

from __future__ import annotations

from typing import Final

from tools.mutants.trial import Mutant

_REASONS: Final = {
    "the first event of every round sets it": (
        "hoyle/games/poker/round_state.py RoundState.__init__ boundary: 1  =>  0 (0)",
        "hoyle/games/poker/round_state.py RoundState.__init__ boundary: 1  =>  2 (0)",
        "hoyle/games/poker/round_state.py RoundState.__init__ boundary: 0  =>  1 (1)",
        "hoyle/games/poker/round_state.py RoundState.__init__ boundary: 0  =>  1 (10)",
    ),
    "a high hand without a low has a clause wherever a low must qualify": (
        "hoyle/games/poker/pots/pot_award.py _award_clause clause swapped: "
        "rules.c_split  =>  rules.c_split and 'oneida XI.A.1' (2)",
    ),
    "the log is kept or not, and nothing else": (
        "hoyle/games/dice/base_game.py DiceGame.emit branch forced: self.keep_log  =>  self.keep_log or True (0)",
    ),
    "it is asked only whether the deck has been cut at all": (
        "hoyle/table/house_cards/decks/deck_events.py DeckCut.apply boundary: 1  =>  2 (0)",
    ),
    "a fee of no percent is no fee": (
        "hoyle/games/dice/wagers/betting_spot.py BettingSpot.charge comparison: percent > 0  =>  percent >= 0 (0)",
    ),
    "a sign with a kill is refused where the book has none": (
        "hoyle/table/poker/rounds/deal_handlers.py _begin_round condition dropped: "
        "state.kill.holder is not None and page.kill is not None and (sign.kill is not None)  =>  "
        "state.kill.holder is not None and "
        "sign.kill is not None (0)",
    ),
    "the caller goes on only while hands are being settled, and the round is over": (
        "hoyle/games/house_cards/round.py HouseCardRound._advance_street constant: False  =>  True (0)",
    ),
    "a table made for an audit is thrown away, with or without a log": (
        "hoyle/table/base.py Table.audit constant: False  =>  True (0)",
    ),
    "without promises there is nothing to go through: the check only saves time": (
        "hoyle/table/seat_handlers.py carry_out_deferred_requests branch dropped: "
        "not table.roster.deferred_requests  =>  not table.roster.deferred_requests and False (0)",
    ),
    "once cut, a deck asks for no cut whatever was ordered before; an order sets it anew": (
        "hoyle/table/house_cards/decks/deck_events.py DeckCut.apply statement removed: "
        "rack.recut = False  =>  pass (0)",
    ),
    "a wager is raised or cut, never changed by nothing": (
        "hoyle/games/dice/events/wagers.py Changed.apply comparison: self.more < 0  =>  self.more <= 0 (0)",
    ),
    "every seat that is one passes the longer look too: the shorter one only saves time": (
        "hoyle/table/poker/rounds/seat_validation.py check_seat branch forced: type(seat) is not int or not "
        "0 <= seat <= MAX_SEATS  =>  (type(seat) is not int or not 0 <= seat <= MAX_SEATS) or True (0)",
    ),
    "going back where nothing was half done leads to the same place": (
        "hoyle/table/poker/table_base.py PokerTableBase._is_dirty condition dropped: self.round is not None "
        "and self._collected != len(self.round.log)  =>  self.round is not None (0)",
    ),
    "an ante of nothing is posted by nobody: the check only saves time": (
        "hoyle/games/poker/round.py PokerRound._open branch forced: "
        "rules.stakes.ante  =>  rules.stakes.ante or True (0)",
    ),
    "a search finds the same wherever it looks first": (
        "hoyle/games/dice/wagers/legal_wagers.py _amounts boundary: 1  =>  2 (1)",
    ),
    "below zero is nobody's place": (
        "hoyle/games/poker/showdown.py ShowdownRound.retrieve boundary: 1  =>  2 (0)",
        "hoyle/games/poker/showdown.py ShowdownRound.muck boundary: 1  =>  2 (0)",
        "hoyle/table/poker/action_handlers.py uncalled_winner boundary: 1  =>  2 (1)",
        "hoyle/table/poker/action_handlers.py uncalled_winner boundary: 1  =>  2 (2)",
        "hoyle/table/poker/action_handlers.py uncalled_winner boundary: 1  =>  2 (3)",
    ),
    "a board at a showdown has five cards, or one": (
        "hoyle/games/poker/pots/pot_award.py _board_plays boundary: 5  =>  4 (0)",
    ),
    "what is kept of an answer is the answer": (
        "hoyle/table/command_base.py Command.__post_init__ condition dropped: "
        "_CHECKS.get(self.__class__) or _checks(self.__class__)  =>  _checks(self.__class__) (0)",
    ),
    "who brings no cash has none": (
        "hoyle/table/seats.py Seated.apply branch forced: self.currency  =>  self.currency or True (0)",
    ),
    "without cash there is none to lie idle: the check only saves time": (
        "hoyle/table/poker/table_state.py PokerTableState.idle_cash condition dropped: "
        "not player.currency or self.cash_plays()  =>  self.cash_plays() (0)",
    ),
}
EQUIVALENT: Final = {change: reason for reason, changes in _REASONS.items() for change in changes}


def reason_for(mutant: Mutant) -> str:
    """Reason why a mutant is equivalent; empty if it is not."""
    return EQUIVALENT.get(mutant.identity, "")
