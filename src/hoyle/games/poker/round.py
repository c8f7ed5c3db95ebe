"""Poker round: turns commands into events, from the first post to the last pot awarded.

`PokerRound` turns each command into events by the rules and applies them at once. It deals, opens betting
rounds, gathers, rakes and awards by itself; it stops when it needs a player to act, draw or show, or a
shuffle (it has no randomness of its own).
"""

from __future__ import annotations

from typing import final

from hoyle.core.cards import UNKNOWN, card_text, cards_text, check_distinct
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.money import seat_account
from hoyle.games.poker import stud_deck_shortage
from hoyle.games.poker.action_order import clockwise_from, first_to_act, no_decision_left, nothing_to_answer
from hoyle.games.poker.events import (
    Bet,
    BetWithdrawn,
    BoardDealt,
    Burned,
    Called,
    Checked,
    Dealt,
    Discarded,
    DrawBegins,
    Drawn,
    DrawnCardDiscarded,
    FeeCollected,
    Folded,
    Gathered,
    Opened,
    Posted,
    RakeReturned,
    Refunded,
    Reshuffled,
    Returned,
    RoundEnded,
    RunOut,
    ShuffleNeeded,
    Turn,
)
from hoyle.games.poker.legal_actions import LegalActions, is_full_bet, options
from hoyle.games.poker.pots.fee_collection import rake_betting_round, recalculate_rake, take_fees
from hoyle.games.poker.pots.pot_award import award
from hoyle.games.poker.pots.side_pots import uncalled_bet
from hoyle.games.poker.resolved_rules import Rules
from hoyle.games.poker.round_setup import PostedBet, check_posts, check_seats, illegal_action_error, post_clause
from hoyle.games.poker.round_state import ACTION, DRAW, FORCED_BET, NOTHING, OVER, SHUFFLE, STREET, RoundState
from hoyle.games.poker.showdown import ShowdownRound
from hoyle.games.poker.variants import FORCED_BETTOR, Street


@final
class PokerRound(ShowdownRound):
    """Poker round: state and log of one round of play, driven by commands."""

    def __init__(
        self,
        rules: Rules,
        seats: list[int],
        stacks: list[int],
        deck: list[int],
        *,
        button: int = 0,
        posts: list[PostedBet] | None = None,
        people: list[str] | None = None,
        misdealt_seats: list[int] | None = None,
        passed: list[int] | None = None,
        first: int = 0,
        table_all: bool = True,
        pauses: bool = False,
        state: RoundState | None = None,
        resume: bool = False,
    ) -> None:
        """Create a poker round. `people` hold the hands; by default they are named after their seats.

        `misdealt_seats` get cards by mistake and post nothing; without chips their hands are dead. `passed`
        seats get no cards by mistake; their stacks are just what they post. `first` is the seat where the
        deal began, if not where it should have.

        A table may pass its own `state`. With `resume` earlier events have already built that state: nothing
        is opened, play goes on.
        """
        super().__init__(rules, RoundState() if state is None else state, table_all=table_all)
        self._legal: LegalActions | None = None
        self._legal_log_length = -1
        """Length of the log when `_legal` was computed; a longer log makes it stale."""
        self.pauses = pauses
        """Whether the streets of an all-in runout wait for `continue_runout`."""
        if not resume:
            names = [seat_account(seat) for seat in seats] if people is None else people
            self._open(seats, names, stacks, deck, button, posts or [], misdealt_seats or [], passed or [], first)

    def options(self) -> LegalActions:
        """Return the legal actions of the player to act, computed once per event."""
        if self.state.awaiting != ACTION and self.state.awaiting != FORCED_BET:
            raise IllegalError(f"no bet is due: the round waits for {self.pending}")
        legal = self._legal
        if legal is None or self._legal_log_length != len(self.log):
            legal = options(self.state, self.rules)
            self._legal = legal
            self._legal_log_length = len(self.log)
        return legal

    # Opening

    def _open(
        self,
        seats: list[int],
        people: list[str],
        stacks: list[int],
        deck: list[int],
        button: int,
        posts: list[PostedBet],
        misdealt_seats: list[int],
        passed: list[int],
        first: int,
    ) -> None:
        """Open the round: check the seats, collect fees, post antes and blinds, deal the first street."""
        rules = self.rules
        check_seats(rules, seats, people, stacks, deck, misdealt_seats + passed)
        check_posts(seats, posts)
        button = button if rules.variant.button else 0
        # The log keeps its own copies: the caller may change these lists later.
        self.emit(
            Opened(
                list(seats),
                list(people),
                list(stacks),
                button,
                list(deck),
                rules.c_scope,
                list(misdealt_seats),
                list(passed),
            )
        )
        state = self.state
        fee = 0 if rules.rake.fee_street else rules.rake.fee_per_player
        for player in range(len(seats)):
            if fee and seats[player] not in misdealt_seats and seats[player] not in passed:
                self.emit(FeeCollected(seats[player], min(fee, state.stacks[player]), rules.c_fee))
        if rules.stakes.ante:
            for player in range(len(seats)):
                if seats[player] not in misdealt_seats:
                    self._post(PostedBet(seats[player], "ante", rules.stakes.ante))
        for post in posts:
            self._post(post)
        self._deal_street(0, first)

    def _post(self, post: PostedBet) -> None:
        """Post a blind, ante or kill, as far as the stack goes."""
        state = self.state
        chips = min(post.chips, state.stacks[state.position_of_seat[post.seat]])
        is_dead_money = post.kind == "ante" or post.kind == "dead" or post.kind == "made-up"
        kind = "kill-last" if self.rules.kill_acts_last and post.kind.startswith("kill") else post.kind
        if chips or not is_dead_money:
            # A blind posted with no chips still sets what the others owe.
            bet_level = 0 if is_dead_money else post.chips
            self.emit(Posted(post.seat, kind, chips, bet_level, post_clause(self.rules, post.kind)))

    # Dealing

    def _deal_order(self) -> list[int]:
        """List all positions in the order in which cards are dealt, from the button's left."""
        return clockwise_from(self.state.button + 1, len(self.state.seats))

    def _top_cards(self, count: int) -> list[int]:
        """Return the top cards of the stub without dealing them."""
        state = self.state
        return state.deck[state.dealt : state.dealt + count]

    def _burn(self, clause: str) -> None:
        """Burn the top card of the stub."""
        card = self.state.deck[self.state.dealt]
        self.emit(Burned(card, to_muck=self.rules.burns_to_muck, clause=clause))

    def _deal_street(self, number: int, first: int = 0) -> None:
        """Deal a street, or begin its draw, and open its betting; stops if the deck is too short."""
        rules = self.rules
        street = rules.variant.streets[number]
        clause = rules.c_deal[number]
        if street.draw:
            if self.state.stub() == 0:
                # Earlier draws took the whole stub: the discards become the new one before the burn.
                self.emit(ShuffleNeeded("discards", rules.c_draw_short))
                return
            self._burn(rules.c_draw_burn)
            self.emit(DrawBegins(street.name, rules.c_draw))
            self._collect_fees(number)
            self._next_drawer()
            return
        if street.burn:
            if street.ups and not self._enough_cards_for(number):
                return
            if number > 1 or not self.state.known_burns:
                # Else an exposed hole card has become this burn already (oneida XI.P.14(b)).
                self._burn(clause)
        if street.ups:
            self._deal_round_of_cards(street, clause, first)
        if street.board:
            cards = self._top_cards(street.board)
            self.emit(BoardDealt(cards, street.name, common=False, clause=clause))
        self._collect_fees(number)
        self._open_betting()

    def _deal_round_of_cards(self, street: Street, clause: str, first: int) -> None:
        """Deal the cards of a street to every live player, clockwise, starting left of the button."""
        state = self.state
        start = state.position_of_seat[first] if first else state.button + 1
        if True in state.ghosts:
            self._deal_beside_dead_hands(clockwise_from(start, len(state.seats)), street, clause)
            return
        players = state.live_from(start)
        seats = [state.seats[player] for player in players]
        holders = [state.people[player] for player in players]
        faces = [street.ups[0]] * len(players)
        if len(street.ups) > 1:
            for up in street.ups[1:]:
                faces.extend([up] * len(players))
            seats = seats * len(street.ups)
            holders = holders * len(street.ups)
        self.emit(Dealt(seats, holders, self._top_cards(len(seats)), faces, street.name, clause))

    def _deal_beside_dead_hands(self, order: list[int], street: Street, clause: str) -> None:
        """Deal to folded seats too, face down, as long as there are enough cards for the live ones."""
        state = self.state
        seats: list[int] = []
        holders: list[str] = []
        faces: list[bool] = []
        dead: list[int] = []
        spare_cards = state.stub() - state.live_count()
        for up in street.ups:
            for player in order:
                if not state.live[player]:
                    if not state.ghosts[player] or spare_cards <= 0:
                        continue
                    spare_cards -= 1
                    dead.append(state.seats[player])
                seats.append(state.seats[player])
                holders.append(state.people[player])
                faces.append(up and state.live[player])
        self.emit(Dealt(seats, holders, self._top_cards(len(seats)), faces, street.name, clause, dead))

    def _enough_cards_for(self, number: int) -> bool:
        """Check that a street can be dealt card by card; if not, start the book's shortage procedure."""
        state = self.state
        rules = self.rules
        live = state.live_count()
        # The books' counts are for the last street; before it a burn and a card each will do.
        extra = rules.shortage_reserve if number + 1 == len(rules.variant.streets) else 1
        if state.stub() >= live + extra:
            return True
        procedure = stud_deck_shortage.last_street_procedure(
            rules.shortage_style, extra, live, state.stub(), len(state.burns)
        )
        clause = rules.shortage_clause(procedure)
        if procedure in (stud_deck_shortage.SCRAMBLE_FINISH, stud_deck_shortage.SCRAMBLE_COMMUNITY):
            self.emit(ShuffleNeeded("stub and burns", clause))
        elif procedure == stud_deck_shortage.SHUFFLE_COMMON:
            self.emit(ShuffleNeeded("burns", clause))
        else:
            self._turn_common_card(number, clause)
        return False

    def _turn_common_card(self, number: int, clause: str) -> None:
        """Turn one common card in place of a street that cannot be dealt."""
        self._burn(clause)
        street = self.rules.variant.streets[number].name
        self.emit(BoardDealt(self._top_cards(1), street, common=True, clause=clause))
        self._collect_fees(number)
        self._open_betting()

    def spare(self) -> int:
        """Count the cards in the stub beyond those that the rest of the round needs."""
        state = self.state
        streets = self.rules.variant.streets[state.street + 1 :]
        if self.rules.variant.board_cards:
            return state.stub() - sum([street.board + (1 if street.burn else 0) for street in streets])
        if self.rules.variant.draws:
            # A draw short of cards reshuffles the discards, but it needs a burn card.
            return state.stub() - (1 if streets and not state.muck else 0)
        # The shortage rules of stud need a burn and a common card.
        return min(state.stub(), state.stub() + len(state.burns) - 2) if streets else state.stub()

    def cards_to_shuffle(self) -> list[int]:
        """List the cards that the due shuffle must put in order."""
        state = self.state
        if state.awaiting != SHUFFLE:
            raise IllegalError(f"no shuffle is due: the round waits for {self.pending}")
        if self.rules.variant.draws:
            return state.muck + (state.laid if len(state.muck) < state.owed else [])
        return state.deck[state.dealt :] + state.burns

    def shuffle(self, cards: list[int]) -> None:
        """Accept the due cards in their shuffled order, top card first."""
        expected = self.cards_to_shuffle()
        state = self.state
        rules = self.rules
        if len(cards) != len(expected) or (UNKNOWN not in cards + expected and sorted(cards) != sorted(expected)):
            raise InvalidError(f"the shuffled cards must be {cards_text(expected)}; got {cards_text(cards)}")
        if rules.variant.draws:
            pile = "discards" if len(state.muck) >= state.owed else "all discards"
            self.emit(Reshuffled(pile, list(cards), rules.c_draw_short))
            if state.owed:
                self._serve_draw()
            else:
                self._deal_street(state.street + 1)
        else:
            pile, clause = state.shuffle_of, state.shuffle_clause
            self.emit(Reshuffled(pile, list(cards), clause))
            # Burns shuffled for a common card are used for it, even if they now sufficed for all.
            if pile != "burns" and state.stub() >= state.live_count() + rules.shortage_reserve:
                self._deal_street(state.street + 1)
            else:
                self._turn_common_card(state.street + 1, clause)

    # Betting

    def _open_betting(self) -> None:
        """Give the turn to the player who opens the betting; end it at once if nobody has a decision."""
        state = self.state
        if no_decision_left(state):
            if self.pauses:
                self.emit(RunOut(self.rules.c_all_in))
            else:
                self._end_betting()
            return
        rules = self.rules
        kind = rules.variant.streets[state.street].opener
        opener, tied = first_to_act(state, rules, kind)
        clause = rules.c_open_tie[state.street] if tied else rules.c_open[state.street]
        if kind == FORCED_BETTOR and rules.stakes.forced_bet:
            self.emit(Turn(state.seats[opener], FORCED_BET, clause))
            return
        has_answered = state.acted[opener] and state.bets[opener] >= state.current_bet
        if state.stacks[opener] == 0 or has_answered or opener == state.acts_last:
            opener = state.next_to_act(opener)
        self.emit(Turn(state.seats[opener], ACTION, clause))

    def continue_runout(self) -> None:
        """Continue an all-in runout: deal the next street, or go to the showdown."""
        if self.state.awaiting != STREET:
            raise IllegalError(f"no street is to be dealt: the round waits for {self.pending}")
        self._end_betting()

    def fold(self) -> None:
        """Fold the hand of the player to act."""
        seat = self._require_awaiting(ACTION, "fold")
        legal = self.options()
        if not legal.fold:
            raise illegal_action_error("fold", legal)
        ghost = self.rules.ghosts and (self.bet_was_forced() or not self.state.opened)
        clause = self.rules.c_ghost if ghost else self.rules.c_fold[self.state.street]
        self.emit(Folded(seat, ghost=ghost, clause=clause))
        self._after_action()

    def check(self) -> None:
        """Check for the player to act."""
        seat = self._require_awaiting(ACTION, "check")
        legal = self.options()
        if not legal.check:
            raise illegal_action_error("check", legal)
        self.emit(Checked(seat, self.rules.c_check[self.state.street]))
        self._after_action()

    def call(self) -> None:
        """Call for the player to act, all-in for less if need be."""
        self.put_in_call()
        self._after_action()

    def put_in_call(self) -> None:
        """Put in the chips of a call; the caller continues play, as after a floor ruling."""
        seat = self._require_awaiting(ACTION, "call")
        legal = self.options()
        if not legal.call:
            raise illegal_action_error("call", legal)
        state = self.state
        all_in = legal.call == state.stacks[state.actor]
        clause = self.rules.c_all_in if all_in else self.rules.c_call[state.street]
        self.emit(Called(seat, legal.call, clause))

    def bet_to(self, total: int) -> None:
        """Bet, raise or complete for the player to act, to a total of `total` in this betting round."""
        self.put_in_bet(total)
        self._after_action()

    def put_in_bet(self, total: int) -> None:
        """Put in the chips of a bet or raise; the caller continues play."""
        state = self.state
        forced = state.awaiting == FORCED_BET
        seat = self._require_awaiting(FORCED_BET if forced else ACTION, "bet")
        legal = self.options()
        if not legal.min_raise_to <= total <= legal.max_to or legal.min_raise_to == 0:
            raise illegal_action_error(f"{'bet' if legal.opening else 'raise to'} {total}", legal)
        player = state.actor
        chips = total - state.bets[player]
        full = is_full_bet(state, self.rules, total)
        all_in = chips == state.stacks[player]
        clause = self.rules.c_all_in if all_in and not full else self.rules.c_wager[state.street]
        opening = legal.opening or forced
        self.emit(Bet(seat, chips, to=total, full=full, opening=opening, forced=False, clause=clause))

    def bring_in(self) -> None:
        """Make the forced bet of the player named by their up-card."""
        self.put_in_forced()
        self._after_action()

    def put_in_forced(self) -> None:
        """Put in the chips of the forced bet; the caller continues play."""
        seat = self._require_awaiting(FORCED_BET, "bring in")
        legal = self.options()
        # A short stack does not lower what the others owe.
        forced_bet = self.rules.stakes.forced_bet
        self.emit(Bet(seat, legal.forced, to=forced_bet, full=False, opening=True, forced=True, clause=legal.clause))

    def _after_action(self) -> None:
        """Continue after an action: wait for the next player, or end the betting round."""
        state = self.state
        if state.awaiting == ACTION and state.contested() and not nothing_to_answer(state):
            return
        self._end_betting()

    def _end_betting(self) -> None:
        """End a betting round: return the uncalled bet, rake, gather the bets, then deal on or show down."""
        state = self.state
        rules = self.rules
        # Antes count as contributions too: an unmatched part goes back, if all owed the ante.
        if state.street:
            player, extra = uncalled_bet(state.bets, state.live)
        else:
            player, extra = uncalled_bet(state.put_in, state.live, state.spared)
        if extra:
            self.emit(Returned(state.seats[player], extra, rules.c_uncalled))
        uncontested = state.live_count() == 1
        if rules.rake.rakes:
            rake_betting_round(self.emit, state, rules, uncontested=uncontested)
        self.emit(Gathered(rules.c_gather))
        if uncontested:
            award(self.emit, state, rules)
            self.emit(RoundEnded(rules.c_last))
        elif state.street + 1 == len(rules.variant.streets):
            self._open_showdown()
        else:
            self._deal_street(state.street + 1)

    # Drawing

    def _next_drawer(self) -> None:
        """Give the turn to draw to the next live player, or open the betting when all have drawn."""
        state = self.state
        order = self._deal_order()
        for player in order[state.drawn :]:
            if state.live[player]:
                self.emit(Turn(state.seats[player], DRAW, self.rules.c_draw))
                return
        self._open_betting()

    def draw(self, discards: list[int]) -> None:
        """Discard cards of the player to draw and deal as many new ones; none means standing pat."""
        seat = self._require_awaiting(DRAW, "draw")
        check_distinct(discards)
        hand = self.state.cards[self.state.actor]
        remaining = list(hand)
        for card in discards:
            if card not in remaining:
                raise IllegalError(
                    f"seat {seat} cannot discard {card_text(card)}: the hand is {cards_text(hand)} "
                    f"({self.rules.c_draw})",
                    clause=self.rules.c_draw,
                    legal=cards_text(hand),
                )
            remaining.remove(card)
        holder = self.state.people[self.state.actor]
        self.emit(Discarded(seat, holder, list(discards), self.rules.c_draw))
        self._serve_draw()

    def _serve_draw(self) -> None:
        """Deal the cards owed to the player drawing: from the stub, then from the reshuffled discards."""
        state = self.state
        if state.owed:
            count = min(state.owed, state.stub())
            if count:
                actor = state.actor
                cards = self._top_cards(count)
                self.emit(Drawn(state.seats[actor], state.people[actor], cards, self.rules.c_draw))
            if state.owed:
                self.emit(ShuffleNeeded("discards", self.rules.c_draw_short))
                return
        self._next_drawer()

    def reopen(self) -> None:
        """Determine the first to act again, after the floor changed the up-cards and before any action.

        A forced bet that has been made stands, and the betting goes on from there.
        """
        state = self.state
        if state.awaiting == FORCED_BET or (state.awaiting == ACTION and not self._forced_made()):
            self._open_betting()

    def _opener_gone(self, player: int) -> bool:
        """Whether a hand that died was to open the betting by its up-cards and had not acted.

        Then the best hand showing of those still in opens; otherwise the turn passes clockwise.
        """
        state = self.state
        if self.rules.variant.button or player < 0 or player != state.first_to_act:
            return False
        return not state.opened and not state.acted[player]

    def _forced_made(self) -> bool:
        """Whether the forced bet of the first street has been made."""
        return self.state.street == 0 and self.state.completing

    def refund(self, seat: int, chips: int, clause: str) -> None:
        """Refund chips a player put in, as if never bet: the rake is recalculated without them."""
        state = self.state
        player = state.position_of_seat[seat]
        rake = state.rake if chips > state.bets[player] else 0
        jackpot = state.jackpot
        fees = state.fees if self.rules.rake.fee_per_hand else 0
        if rake:
            self.emit(RakeReturned(rake, jackpot, fees, clause))
        self.emit(Refunded(seat, chips, clause))
        if rake:
            recalculate_rake(self.emit, state, self.rules, max_rake=rake)
            take_fees(self.emit, state, self.rules, jackpot=jackpot, fee=fees)
        if state.street == 0 and not state.wagers and state.contested():
            bet_level = max(max(state.bets), max(state.required))
            if bet_level < state.current_bet:
                self.emit(BetWithdrawn(bet_level, clause))

    def draw_again(self, seat: int, place: int, becomes: str, clause: str) -> None:
        """Discard a card just drawn and deal the player the next one."""
        state = self.state
        player = state.position_of_seat[seat]
        card = state.cards[player][place - 1]
        self.emit(DrawnCardDiscarded(seat, state.people[player], place, card, becomes, clause))
        self._serve_draw()

    def resume(self, gone: int = -1) -> None:
        """Resume play after a floor ruling has changed the state.

        `gone` is the position of a hand that has just died.
        """
        state = self.state
        awaiting = state.awaiting
        if awaiting == OVER:
            return
        if awaiting == SHUFFLE:
            if state.live_count() == 1:
                self._end_betting()
            elif not self.rules.variant.draws:
                # Players or cards have gone: the shortage may be over, or a different one.
                self._deal_street(state.street + 1)
            return
        if state.showdown:
            self.resume_showdown()
        elif state.live_count() == 1:
            self._end_betting()
        elif awaiting == ACTION:
            if self._opener_gone(gone) and not nothing_to_answer(state):
                self._open_betting()
            else:
                self._after_action()
        elif awaiting == NOTHING:
            betting_due = state.first_to_act < 0 or not state.opened
            if self.rules.variant.streets[state.street].draw and state.first_to_act < 0:
                self._next_drawer()
            elif state.street == 0 and state.forced_bettor >= 0 and betting_due:
                self._open_betting()
            else:
                self._after_action()
