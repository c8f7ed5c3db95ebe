"""Showdown of a poker round: hands are tabled, conceded, thrown in or mucked, then pots are awarded."""

from __future__ import annotations

from hoyle.core.cards import cards_text
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.action_order import show_order
from hoyle.games.poker.events import Conceded, HandMucked, MuckDue, Retrieved, RoundEnded, Shown, Turn
from hoyle.games.poker.pots.fee_collection import collect_fees
from hoyle.games.poker.pots.pot_award import award
from hoyle.games.poker.pots.side_pots import pots_of
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_log import RoundLog
from hoyle.games.poker.round_state import FACE_DOWN, MUCK, MUCKED, NOTHING, SHOW, TABLED, THROWN, RoundState


class ShowdownRound(RoundLog):
    """Poker round from the showdown on: the part that `PokerRound` completes with dealing and betting."""

    def __init__(self, rules: Rules, state: RoundState, *, table_all: bool) -> None:
        super().__init__(rules, state)
        self.table_all = table_all
        """Whether the showdown tables every live hand at once; otherwise each player shows or concedes in
        turn."""

    def _collect_fees(self, street: int) -> None:
        """Collect the fees that fall due at a street, or at the showdown."""
        plan = self.rules.rake
        if street and street in (plan.fee_street, plan.jackpot_street):
            collect_fees(self.emit, self.state, self.rules, street)

    def _open_showdown(self) -> None:
        """Open the showdown: collect its fees, then table all hands or ask the first player to show."""
        self._collect_fees(len(self.rules.variant.streets))
        if self.table_all:
            for player in _show_order(self.state):
                self._table_hand(player)
            self._finish()
        else:
            self._next_to_show()

    def _table_hand(self, player: int) -> None:
        """Table all cards of a player's hand."""
        state = self.state
        self.emit(Shown(state.seats[player], list(state.cards[player]), self.rules.c_show))

    def _next_to_show(self) -> None:
        """Ask the next player to show or concede; settle the pots when nobody is left to ask."""
        state = self.state
        if state.live_count() == 1:
            self._finish()
            return
        face_down = [player for player in _show_order(state) if state.hands[player] == FACE_DOWN]
        for player in face_down:
            if _has_sole_claim(state, player):
                self._table_hand(player)
            else:
                self.emit(Turn(state.seats[player], SHOW, self.rules.c_show))
                return
        clause = self.rules.book.showdown.retrieval
        thrown = [state.seats[position] for position in range(len(state.seats)) if state.hands[position] == THROWN]
        if clause and thrown:
            # Until the dealer mucks them, players may still retrieve them.
            self.emit(MuckDue(thrown, clause))
        else:
            self._finish()

    def show(self, cards: list[int] | None = None, *, seat: int = 0) -> None:
        """Table the hand of the player whose turn it is to show, or of another `seat`.

        The order of showing obliges the player named; any other hand may be tabled before. `cards` names
        cards that a hand history had left unknown.
        """
        seat_to_show = self._require_awaiting(SHOW, "show")
        state = self.state
        showdown = self.rules.book.showdown
        clause = self.rules.c_show if seat in (0, seat_to_show) else showdown.tabling or self.rules.c_show
        player = state.position_of_seat.get(seat or seat_to_show, -1)
        if player < 0 or state.hands[player] != FACE_DOWN or not state.live[player]:
            raise self._nothing_to_table(seat, player)
        tabled = list(state.cards[player] if cards is None else cards)
        if len(tabled) != len(state.cards[player]):
            raise IllegalError(
                f"seat {state.seats[player]} must table all {len(state.cards[player])} cards, not "
                f"{cards_text(tabled)} ({showdown.tabling or self.rules.c_show})",
                clause=showdown.tabling or self.rules.c_show,
            )
        if state.known(player) and sorted(tabled) != sorted(state.cards[player]):
            raise InvalidError(
                f"seat {state.seats[player]} holds {cards_text(state.cards[player])}, not {cards_text(tabled)}"
            )
        self.emit(Shown(state.seats[player], tabled, clause))
        self._next_to_show()

    def _nothing_to_table(self, seat: int, player: int) -> IllegalError:
        """Build the error for a hand that cannot be tabled: gone, thrown in, or tabled already."""
        showdown = self.rules.book.showdown
        hand = MUCKED if player < 0 else self.state.hands[player]
        if hand == TABLED:
            clause = showdown.tabling or self.rules.c_show
            return IllegalError(f"the hand of seat {seat} is tabled already ({clause})", clause=clause)
        if hand == THROWN:
            clause = showdown.retrieval or showdown.own_risk or self.rules.c_show
            legal = "take it back first" if showdown.retrieval else ""
            return IllegalError(f"the hand of seat {seat} has been thrown in ({clause})", clause=clause, legal=legal)
        clause = self.rules.c_show
        return IllegalError(f"seat {seat} has no hand to show ({clause})", clause=clause)

    def concede(self) -> None:
        """Concede the pot without showing, for the player whose turn it is to show."""
        seat = self._require_awaiting(SHOW, "concede")
        self.emit(Conceded(seat, self.rules.c_concede))
        self._next_to_show()

    def throw_in(self, seat: int) -> None:
        """Throw a hand in face down at the showdown, in turn or not."""
        state = self.state
        player = state.position_of_seat[seat]
        if _has_sole_claim(state, player):
            clause = self.rules.c_show
            raise IllegalError(
                f"seat {seat} has the only claim to a pot: the hand must be shown ({clause})",
                clause=clause,
                legal="show",
            )
        self.emit(Conceded(seat, self.rules.c_concede))
        self.resume_showdown()

    def retrieve(self, seat: int) -> None:
        """Retrieve a hand thrown in at this showdown, to be shown in turn."""
        state = self.state
        clause = self.rules.book.showdown.retrieval
        player = state.position_of_seat.get(seat, -1)
        if player < 0 or state.hands[player] != THROWN or state.awaiting not in (SHOW, MUCK):
            raise IllegalError(f"seat {seat} has no discarded hand to take back ({clause})", clause=clause)
        if not clause:
            own_risk = self.rules.book.showdown.own_risk
            raise IllegalError(f"seat {seat} discarded at their own risk ({own_risk})", clause=own_risk)
        self.emit(Retrieved(seat, clause))
        if state.awaiting == NOTHING:
            self._next_to_show()

    def muck(self, seat: int, clause: str = "") -> None:
        """Muck a hand that was thrown in at this showdown."""
        state = self.state
        clause = clause or state.turn_clause
        player = state.position_of_seat.get(seat, -1)
        if player < 0 or state.hands[player] != THROWN or state.awaiting not in (SHOW, MUCK):
            raise IllegalError(f"seat {seat} has thrown in no hand ({clause})", clause=clause)
        self.emit(HandMucked(seat, clause))
        if state.awaiting == NOTHING:
            self._next_to_show()

    def _finish(self) -> None:
        """Award the pots and end the round."""
        award(self.emit, self.state, self.rules)
        self.emit(RoundEnded(self.rules.c_award))

    def resume_showdown(self) -> None:
        """Continue the showdown after a hand was thrown in or a floor ruling has changed the state."""
        state = self.state
        awaiting = state.awaiting
        muck_done = awaiting == MUCK and THROWN not in state.hands
        if awaiting == SHOW and _has_sole_claim(state, state.actor):
            # No rival is left: the player shows and wins (oneida XI.P.4).
            self._table_hand(state.actor)
            self._next_to_show()
        elif awaiting == NOTHING or state.live_count() == 1 or muck_done:
            self._next_to_show()


def _show_order(state: RoundState) -> list[int]:
    """List the live players in the order in which they must show their hands."""
    start_if_checked = state.last_opener if state.button < 0 else (state.button + 1) % len(state.seats)
    return show_order(state.live, last_bettor=state.last_bettor, start_if_checked=max(start_if_checked, 0))


def _has_sole_claim(state: RoundState, player: int) -> bool:
    """Whether every rival for one of the player's pots has conceded: the winner's hand must be shown."""
    for pot in pots_of(state):
        if player in pot.eligible and len(pot.eligible) > 1:
            rivals = [rival for rival in pot.eligible if rival != player and state.hands[rival] <= TABLED]
            if not rivals:
                return True
    return False
