"""House-card round: turns commands into events, from the first wager to the last settlement.

>>> from hoyle.core.cards import parse_cards
>>> from hoyle.games.house_cards.posted_sign import HouseCardSign
>>> table = HouseCardRound(HouseCardSign("three-card-poker"), {1: 100}, parse_cards("Kc Qh 5h Js 2s 9d"),
...     whole_deck=False)
>>> table.wager(1, "ante", 10)
>>> table.close()
>>> table.play(1)
>>> table.state.stacks[1], table.state.dealer_name, table.log[-4].fields()["gain"]
(120, 'high card', 10)
"""

from __future__ import annotations

from hoyle.core.cards import DECK, check_card, check_distinct
from hoyle.core.errors import ChipConservationError, IllegalError, InvalidError
from hoyle.core.validation import pluralize
from hoyle.games.house_cards import events
from hoyle.games.house_cards.events import HouseCardEvent
from hoyle.games.house_cards.game_definition import ANTE, BONUS, AnnouncedHand, HouseCardGame, wager_label
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.house_cards.round_state import (
    CLOSED,
    DECIDING,
    OPEN,
    OVER,
    PHASES,
    SETTLING,
    VOID,
    BettingPosition,
    HouseCardRoundState,
)
from hoyle.games.house_cards.settlement import limit_round_winnings, settle_optional_wagers
from hoyle.games.house_cards.wager_limits import check_later, check_opening
from hoyle.games.posted_sign import limits_text
from hoyle.rulebooks.book_types.house_cards import HouseCardPage

TENDERS = ("chips", "token", "coupon")
ALL_CARDS = list(DECK)


class HouseCardRound:
    """House-card round: turns the commands of players and dealer into events."""

    def __init__(
        self,
        sign: HouseCardSign,
        stacks: dict[int, int] | None,
        deck: list[int] | None = None,
        *,
        whole_deck: bool = True,
        step: bool = False,
        state: HouseCardRoundState | None = None,
        resume: bool = False,
    ) -> None:
        """Create a house-card round. `deck` is shuffled and cut, top first; it may also be placed later.

        Without `stacks` the table keeps them and checks that they suffice. With `step` each settlement waits
        for `settle_next`. A table may pass its own `state`; with `resume` earlier events have already built
        it.
        """
        self.sign = sign
        self.game: HouseCardGame = sign.definition
        self.page: HouseCardPage = sign.page
        self.step = step
        self.whole_deck = whole_deck
        self.state = HouseCardRoundState() if state is None else state
        self.log: list[HouseCardEvent] = []
        self._keeps_stacks = stacks is not None
        if resume:
            return
        chips_by_seat = {} if stacks is None else stacks
        for seat, chips in chips_by_seat.items():
            self._check_position(seat)
            if chips < 0:
                raise InvalidError(f"seat {seat} cannot hold {pluralize(chips, 'chip')}")
        if deck is not None:
            self._check_deck(deck)
        self.emit(
            events.Opened([[seat, chips] for seat, chips in chips_by_seat.items()], self.page.wagers.before_close)
        )
        if deck is not None:
            self.emit(events.DeckPlaced(list(deck), self.page.decks.shuffle))

    @property
    def over(self) -> bool:
        return self.state.phase >= OVER

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]

    @property
    def turn(self) -> int:
        """Seat whose decision is due, clockwise from the dealer's left (AMB-G8, AMB-M14); 0 if none."""
        state = self.state
        if state.phase != DECIDING:
            return 0
        for seat in state.seats():
            position = state.places[seat]
            if not position.folded and not position.stood and position.decided < state.stage:
                return seat
        return 0

    def place_deck(self, deck: list[int]) -> None:
        """Place a deck, shuffled and cut, to deal from."""
        self._check_deck(deck)
        if self.state.phase != OPEN:
            raise _illegal(self.page.wagers.after_close, "the deck is on the table already")
        self.emit(events.DeckPlaced(list(deck), self.page.decks.shuffle))

    def wager(
        self, seat: int, wager: str, chips: int, *, owner: str = "", paying_seat: int = 0, tender: str = "chips"
    ) -> None:
        """Make an opening wager, out of the stack at that seat or at the seat `paying_seat`."""
        self._check_position(seat)
        self._check_wager_name(wager)
        if self.state.phase != OPEN or wager in self.game.later:
            self._refuse_late_wager(wager)
        if tender == "cash":
            raise _illegal(self.page.wagers.cash, f"a spoken cash bet of {chips} is refused")
        if tender not in TENDERS:
            raise _illegal(self.page.wagers.chips, f"{tender!r} is no stake: {', '.join(TENDERS)}")
        owner = owner or f"seat {seat}"
        self._check_owner(seat, owner)
        position = self.state.places.get(seat)
        wagers_made = position.wagers if position else {}
        total = wagers_made.get(wager, 0) + chips
        paying_seat = paying_seat or seat
        self._check_size(paying_seat, wager, chips, total)
        self.emit(events.Wagered(seat, paying_seat, owner, wager, chips, tender, self.page.wagers.chips))

    def withdraw(self, seat: int, wager: str) -> None:
        """Withdraw an opening wager; only before "No More Bets"."""
        position = self.state.places.get(seat)
        if position is None or wager not in position.wagers:
            raise InvalidError(f"seat {seat} has no {wager_label(wager)} to withdraw")
        if self.state.phase != OPEN:
            raise _illegal(self.page.wagers.after_close, f"{wager_label(wager)} cannot be withdrawn after No More Bets")
        self.emit(
            events.Withdrawn(seat, position.paying_seat, wager, position.wagers[wager], self.page.wagers.before_close)
        )

    def check_close(self) -> None:
        """Raise if betting may not close on these wagers."""
        state = self.state
        if state.phase != OPEN:
            raise _illegal(self.page.wagers.after_close, "No More Bets has been said already")
        if not state.places:
            raise _illegal(self.page.wagers.one_wager, "nobody has made a wager")
        for position in state.places.values():
            self.check_stands(position)

    def check_stands(self, position: BettingPosition) -> None:
        """Raise if the wagers of a position may not stand together."""
        check_opening(self.sign, position.wagers.get(ANTE, 0), position.wagers.get(self.game.side, 0))

    def close(self, *, deal: bool = True) -> None:
        """Say "No More Bets" and deal."""
        self.check_close()
        state = self.state
        needed = self.game.cards_needed(len(state.places), self.sign.dealing)
        if len(state.deck) < needed:
            raise InvalidError(f"{pluralize(len(state.deck), 'card')} cannot be dealt: {needed} are needed")
        self.emit(events.NoMoreBets(self.page.dealing[self.sign.dealing].close))
        if deal:
            self.deal()

    def cards_to_deal(self) -> int:
        """Count the cards of this round's deal that are still in the deck."""
        needed = self.game.cards_needed(len(self.state.places), self.sign.dealing)
        return needed - self.state.dealt

    def deal(self, *, discard_stub: bool = True, stop_after: int = 0) -> None:
        """Deal the cards by the mode on the sign; with `discard_stub` the stub then goes to the rack.

        With `stop_after` the dealer stops after so many cards; the next `deal` goes on from there.
        """
        state = self.state
        if state.phase != CLOSED:
            raise _illegal(self.page.dealing[self.sign.dealing].close, "cards are dealt after No More Bets, once")
        seats = state.seats()
        already_dealt = state.dealt
        planned = 0
        for step in self.game.plan(len(seats), self.sign.dealing):
            places = step.places
            if already_dealt or stop_after:
                # Keep the part of this step between the cards dealt before and where the dealer stops.
                stop = already_dealt + stop_after if stop_after else planned + len(places)
                places = places[max(already_dealt - planned, 0) : max(stop - planned, 0)]
            planned += len(step.places)
            if places:
                self._deal_step(seats, places, self.page.dealing[self.sign.dealing].steps[step.name])
        if state.dealt < planned:
            self.emit(events.DealStopped("house floor-called"))
        elif discard_stub:
            self.discard_stub(self.page.dealing[self.sign.dealing].stub)

    def _deal_step(self, seats: list[int], places: list[int], clause: str) -> None:
        """Deal one card to each place: the index of a seat, or a negative number for a dealer's area."""
        state = self.state
        cards = state.deck[state.dealt : state.dealt + len(places)]
        receivers = [seats[position] if position >= 0 else 0 for position in places]
        holders = [state.places[seat].owner if seat else "" for seat in receivers]
        areas = [events.AREAS[position] if position < 0 else "" for position in places]
        self.emit(events.Dealt(receivers, holders, areas, cards, clause))

    def discard_stub(self, clause: str) -> None:
        """Put the stub in the discard rack, unseen."""
        self.emit(events.StubDiscarded(len(self.state.deck) - self.state.dealt, clause))

    def options(self) -> list[str]:
        """List the options of the seat in turn: ``fold``, ``stand``, ``play``."""
        if not self.turn:
            return []
        position = self.state.places[self.turn]
        if ANTE not in position.wagers:
            return ["fold", "stand"]
        return ["fold", "play"]

    def play(self, seat: int, chips: int = 0) -> None:
        """Make the Play or street wager; 0 stands for the amount of the Ante."""
        position = self._position_to_decide(seat)
        ante = position.wagers.get(ANTE, 0)
        wager = self.game.later[self.state.stage]
        if not ante:
            raise _illegal(
                self.page.play.stand, f"seat {seat} has no Ante and cannot make a {wager_label(wager)} wager"
            )
        chips = chips or ante
        check_later(self.sign, wager, ante, chips)
        clause = self.page.wagers.later[wager].made
        self._check_stack(position.paying_seat, chips)
        self.emit(events.Wagered(seat, position.paying_seat, position.owner, wager, chips, "chips", clause))
        self._after_action()

    def stand(self, seat: int) -> None:
        """Stand at a seat without an Ante: lay a hand that has only a side wager face down."""
        position = self._position_to_decide(seat)
        if ANTE in position.wagers:
            raise _illegal(self.page.play.play, f"seat {seat} has an Ante: play or fold")
        self.emit(events.Stood(seat, self.page.play.stand))
        self._after_action()

    def fold(self, seat: int) -> None:
        """Fold a hand and its wagers, except a side wager where the sign keeps it in play."""
        position = self._position_to_decide(seat)
        kept_wager = ""
        if self.sign.fold_keeps_side and self.game.side in position.wagers and ANTE in position.wagers:
            kept_wager = self.game.side
        chips_lost = sum(chips for wager, chips in position.wagers.items() if wager != kept_wager)
        self.emit(events.Folded(seat, chips_lost, kept_wager, self.page.play.fold))
        self._after_action()

    def turn_up(self) -> None:
        """Turn up the next hand from the dealer's right, without settling its wagers."""
        state = self.state
        if state.phase != SETTLING:
            raise InvalidError(f"no hand is to be turned up: the round is {self.phase}")
        if state.turned_up():
            raise InvalidError(f"the hand of seat {state.turned_up()} lies face up: settle it first")
        position = state.places[self._next_to_settle()]
        clause = self.page.play.turn_up
        if self.game.show_dealer is not None and not state.dealer_shown:
            clause = self.page.play.turn_up_hidden
        hand = self.game.show_seat(position.cards, state.community)
        self.emit(events.HandTurned(position.seat, list(position.cards), hand.name, clause))

    def settle_next(self) -> None:
        """Settle the wagers of the hand that was turned up, or turn up the next hand and settle it."""
        state = self.state
        if state.phase != SETTLING:
            raise InvalidError(f"nothing is to be settled: the round is {self.phase}")
        if not state.turned_up():
            self.turn_up()
        self._settle(state.places[state.turned_up()])
        if not self._next_to_settle():
            self.emit(events.RoundEnded(self.page.decks.shuffle))

    def void(self, reason: str, clause: str) -> None:
        """Declare the round void: every wager not yet settled goes back (AMB-G1)."""
        state = self.state
        if self.over:
            raise InvalidError(f"the round is {self.phase}; it cannot be voided")
        self.emit(events.Voided(reason, clause))
        for seat in state.seats():
            position = state.places[seat]
            returns = [(wager, chips, False) for wager, chips in position.wagers.items()]
            if position.folded and self.sign.void_returns_folds:
                returns += [(wager, -gain, True) for wager, gain in position.gains.items() if gain < 0]
            for wager, chips, lost in returns:
                self.emit(events.Returned(seat, position.paying_seat, wager, chips, lost, self.page.floor.void.clause))

    def emit(self, event: HouseCardEvent) -> None:
        """Log and apply a house-card event, and check that chips are conserved."""
        self.log.append(event)
        events.apply(self.state, event)

    def _after_action(self) -> None:
        """Continue after the last decision: show the dealer's hand or turn a community card, then settle."""
        state = self.state
        if self.turn:
            return
        if self.game.show_dealer is not None:
            self._reveal(self.game.show_dealer(state.dealer, self.page))
        elif not self._advance_street():
            return
        if state.phase == SETTLING and not self.step:
            while state.phase == SETTLING:
                self.settle_next()

    def _reveal(self, dealer: AnnouncedHand) -> None:
        """Turn the dealer's hand up if a Play wager was made."""
        state = self.state
        if any(wager in position.wagers for position in state.places.values() for wager in self.game.later):
            self.emit(
                events.DealerRevealed(
                    self.game.arrange(state.dealer), dealer.name, dealer.qualifies, self.page.play.reveal
                )
            )
        else:
            self.emit(events.DealerHidden(self.page.play.hidden))
        if not self._next_to_settle():
            self.emit(events.RoundEnded(self.page.decks.shuffle))

    def _advance_street(self) -> bool:
        """Turn the next community card; returns whether settlement begins."""
        state = self.state
        if all(position.folded for position in state.places.values()):
            face_down = len(state.community) - state.turned
            self.emit(events.CommunityDiscarded(face_down, self.page.play.all_folded))
            self.emit(events.RoundEnded(self.page.decks.shuffle))
            return False
        card = state.community[state.turned]
        self.emit(events.CommunityTurned([card], self.page.play.community))
        if state.turned < len(state.community):
            return False
        self.emit(events.SettlementBegan(self.page.play.order))
        return True

    def _next_to_settle(self) -> int:
        """Return the next seat with wagers to settle, from the dealer's right; 0 if none is left."""
        state = self.state
        for seat in reversed(state.seats()):
            if state.places[seat].wagers:
                return seat
        return 0

    def _settle(self, position: BettingPosition) -> None:
        """Settle every wager of a position and collect its cards."""
        state = self.state
        dealer: AnnouncedHand | None = None
        if self.game.show_dealer is not None and state.dealer_shown:
            dealer = self.game.show_dealer(state.dealer, self.page)
        hand = self.game.show_seat(position.cards, state.community)
        results = self.game.settle(self.sign, position.wagers, hand, dealer)
        if self.sign.round_limit:
            results = limit_round_winnings(self.sign, results, self._round_winnings())
        if self.sign.optional:
            results = [*results, *settle_optional_wagers(self.sign, position.wagers, hand)]
        for result in results:
            stake = 0 if result.wager == BONUS else position.wagers[result.wager]
            self.emit(
                events.Settled(position.seat, position.paying_seat, result.wager, stake, result.gain, result.clause)
            )
        if position.wagers:
            # No command makes such a wager, but a log can be tampered with.
            raise ChipConservationError(
                f"seat {position.seat} has wagers that nothing settles: {', '.join(position.wagers)}"
            )
        self.emit(events.Collected(position.seat, self.page.play.collect))

    def _round_winnings(self) -> int:
        """Return the chips won in this round so far by the game's own wagers, without optional ones."""
        total = 0
        for position in self.state.places.values():
            for wager, gain in position.gains.items():
                if gain > 0 and wager not in self.sign.optional:
                    total += gain
        return total

    def _position_to_decide(self, seat: int) -> BettingPosition:
        """Return the position of a seat whose turn it is to decide, or raise."""
        position = self.state.places.get(seat)
        if self.state.phase != DECIDING:
            raise _illegal(self.page.wagers.later_time, f"seat {seat} cannot decide: the round is {self.phase}")
        if position is None:
            raise _illegal(self.page.wagers.one_wager, f"seat {seat} has no wager in this round")
        if position.folded:
            raise _illegal(self.page.play.fold, f"seat {seat} has folded and decides nothing any more")
        if seat != self.turn:
            raise _illegal(self.page.play.turn, f"seat {seat} decides out of turn: seat {self.turn} is next")
        return position

    def _check_position(self, seat: int) -> None:
        """Raise if this table has no such seat."""
        if not 1 <= seat <= self.sign.seats:
            raise _illegal(self.page.wagers.seats.clause, f"seat {seat} does not exist: 1 to {self.sign.seats}")

    def _check_wager_name(self, wager: str) -> None:
        """Raise if this house card table has no such wager."""
        allowed = (*self.sign.opening, *self.game.later)
        if wager not in allowed:
            raise _illegal(self.page.wagers.wagers, f"no wager {wager!r} here: {', '.join(allowed)}")

    def _refuse_late_wager(self, wager: str) -> None:
        """Raise for an opening wager after "No More Bets"; a later wager comes with the decision to play."""
        if wager in self.game.later:
            raise _illegal(self.page.wagers.later_time, f"{wager_label(wager)} is made when deciding, with play")
        raise _illegal(self.page.wagers.after_close, f"{wager_label(wager)} comes after No More Bets")

    def _check_owner(self, seat: int, owner: str) -> None:
        """Raise if a position belongs to another player, or would be one too many for this one."""
        position = self.state.places.get(seat)
        if position is not None and position.owner != owner:
            raise _illegal(self.page.wagers.spots, f"seat {seat} belongs to {position.owner}, not {owner}")
        other_seats = [
            other.seat for other in self.state.places.values() if other.owner == owner and other.seat != seat
        ]
        if not other_seats:
            return
        if not self.sign.two_positions:
            raise _illegal(
                self.page.wagers.two_seats, f"{owner} holds seat {other_seats[0]}; two seats are not allowed here"
            )
        if len(other_seats) > 1 or abs(other_seats[0] - seat) != 1:
            raise _illegal(
                self.page.wagers.two_seats, f"{owner} holds seat {other_seats[0]}: only one seat beside it may follow"
            )

    def _check_deck(self, deck: list[int]) -> None:
        """Raise unless the deck has distinct cards, and all of them where a whole deck is required."""
        if sorted(deck) == ALL_CARDS:
            return
        for card in deck:
            check_card(card)
        check_distinct(deck)
        cards = self.page.decks.cards
        if self.whole_deck and len(deck) != cards.value:
            raise _illegal(cards.clause, f"a deck of {len(deck)} cards: one deck of {cards.value} is used")

    def _check_size(self, paying_seat: int, wager: str, chips: int, total: int) -> None:
        """Raise if a wager lies outside the posted limits or exceeds the stack."""
        if chips < 1:
            raise InvalidError(f"a wager of {chips} is no wager: one chip or more")
        clause = self.page.wagers.ante_limits
        minimum, maximum = self.sign.ante
        if wager == self.game.side:
            clause = self.page.wagers.side_limits
            minimum, maximum = self.sign.side_limits
        elif wager in self.sign.optional:
            clause = self.sign.optional_clause
            minimum, maximum = self.sign.optional_limits
        if total < minimum or (maximum and total > maximum):
            limits = limits_text(minimum, maximum)
            raise _illegal(clause, f"{wager_label(wager)} of {total} is outside the limits on the sign, {limits}")
        self._check_stack(paying_seat, chips)

    def _check_stack(self, seat: int, chips: int) -> None:
        """Raise if the stack at a seat, where the round keeps stacks, has fewer chips than are needed."""
        if not self._keeps_stacks:
            return
        stack = self.state.stacks.get(seat)
        if stack is None:
            raise InvalidError(f"seat {seat} has no chips at the table")
        if chips > stack:
            raise InvalidError(f"seat {seat} holds {pluralize(stack, 'chip')}, {chips:,} are needed")


def _illegal(clause: str, message: str) -> IllegalError:
    """Build the error for an action that a clause forbids."""
    return IllegalError(f"{message} ({clause})", clause=clause)


__all__ = ["TENDERS", "VOID", "HouseCardRound"]
