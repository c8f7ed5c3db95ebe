"""The floor: irregularities are reported here, ruled by the book, and carried out on the round being played.

Every command names what happened; the book's answer is computed, cited and applied. Where no book covers it,
`HouseRulingNeeded` is raised unless a house ruling comes with the report: nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hoyle.cards import cards_text
from hoyle.errors import HouseRulingNeeded, IllegalError, InvalidError
from hoyle.poker import actions
from hoyle.poker.division import Contest, best_of
from hoyle.poker.events import Called, Disclosed, Folded, HandKilled, HoleCardUp, Refunded
from hoyle.poker.irregularities import rule_irregularity
from hoyle.poker.pots import build_pots
from hoyle.poker.round import Round
from hoyle.poker.rulings import HAND_STANDS, Ruling
from hoyle.poker.state import ACTION, FORCED_BET, MUCKED, SHOW, SHUFFLE, TABLED, THROWN
from hoyle.table.fields import whole
from hoyle.table.poker import remedies
from hoyle.table.poker.closing import retire_deck
from hoyle.table.poker.decks import card_of
from hoyle.table.poker.events import Entry, HouseRuled
from hoyle.table.poker.office import Office, ruled_event

Card = str | int


class Floor(Office):
    """Dealer and floor persons, and the supervisor behind them."""

    # The deal and the deck

    def no_cut(self, *, house: str = "") -> list[Entry]:
        """The deck was not shuffled and cut as it should have been."""
        return self._void_or_play_on("no-cut", house)

    def wrong_start(self, *, house: str = "") -> list[Entry]:
        """The deal began at the wrong seat."""
        return self._void_or_play_on("wrong-start", house)

    def missed_seat(self, seat: int, *, house: str = "") -> list[Entry]:
        """A player entitled to cards got none."""
        state = self._table.state
        state.player(seat)
        self.current_round()
        if state.dealt_in(seat) or seat not in state.entitled:
            why = "was dealt in" if state.dealt_in(seat) else "had no right to cards"
            raise IllegalError(f"seat {seat} was not passed over: he {why}")
        return self._void_or_play_on("missed-seat", house, seat=seat)

    def _void_or_play_on(self, trigger: str, house: str, **told: int) -> list[Entry]:
        round_ = self.current_round()
        facts = {"voluntary_bettors": sum(round_.state.voluntary)}
        ruling = self._ask(trigger, facts, house)
        if ruling.misdeal or ruling.dead_round:
            remedies.void(round_, trigger, ruling)
        return self._done(trigger, {**facts, **told}, ruling)

    def ineligible(self, seat: int, *, why: str = "", house: str = "") -> list[Entry]:
        """Cards were dealt to somebody who may not play. `why` where stack and seat do not show it."""
        round_ = self.current_round()
        self._player(round_, seat)
        if seat in self._table.state.entitled and not why:
            raise IllegalError(f"seat {seat} was entitled to cards; say why not, if the floor finds so")
        ruling = self._ask("ineligible", {}, house)
        self._carry_out(round_, "ineligible", ruling, seat)
        return self._done("ineligible", {"seat": seat, "why": why}, ruling)

    def boxed(self, *cards: Card, house: str = "") -> list[Entry]:
        """Cards found face up in the deck; a second one counts although the first was discarded."""
        round_ = self.current_round()
        found = [card_of(card) for card in cards]
        facts = {"count": round_.state.boxed + len(found)}
        ruling = self._ask("boxed", facts, house)
        if ruling.card:
            for card in found:
                remedies.take_out(round_, card, "boxed", ruling.clause)
        else:
            self._carry_out(round_, "boxed", ruling, 0)
        return self._done("boxed", {**facts, "cards": cards_text(found)}, ruling)

    def off_table(self, card: Card, *, house: str = "") -> list[Entry]:
        """A card fell off the table in dealing."""
        round_ = self.current_round()
        ruling = self._ask("off-table", {}, house)
        if ruling.card:
            remedies.take_out(round_, card_of(card), "off table", ruling.clause)
        else:
            self._carry_out(round_, "off-table", ruling, 0)
        return self._done("off-table", {}, ruling)

    def bad_deck(self, found: int, *, house: str = "") -> list[Entry]:
        """Cards are missing from the deck, or there are too many."""
        if whole(found, "cards") == self._table.book.procedures.deck.value:
            raise InvalidError(f"{found} cards are a whole deck")
        round_ = self.current_round()
        ruling = self._ask("bad-deck", {}, house)
        self._carry_out(round_, "bad-deck", ruling, 0)
        return self._done("bad-deck", {"found": found}, ruling)

    def wrong_count_of_deck(self, ruling: Ruling, facts: Mapping[str, Any]) -> None:
        """A count of stub or deck was wrong: the deck goes, and with it the round if there is one."""
        if self._table.playing:
            self._carry_out(self.current_round(), "stub-count", ruling, 0)
            self._done("stub-count", facts, ruling)
        else:
            self._table.emit(ruled_event("stub-count", facts, ruling))
            retire_deck(self._table, "wrong count", ruling.clause)

    def exposed(self, *cards: Card, dealer_error: bool = True, house: str = "") -> list[Entry]:
        """Hold'em and Omaha: face-down cards were turned up while dealing."""
        round_ = self.current_round()
        state = round_.state
        found = [card_of(card) for card in cards]
        for card in found:
            if not any(card in hand for hand in state.cards):
                raise InvalidError(f"{cards_text([card])} is nobody's hole card")
        if state.street != 0 or remedies.acted(round_):
            raise HouseRulingNeeded("the deal is over: no book covers a hole card seen later")
        # The first card off the deck is number one.
        place = 1 + min(state.deck.index(card) for card in found)
        facts: dict[str, Any] = {"exposed": len(found), "first_position": place, "dealer_error": dealer_error}
        ruling = self._ask("exposed-hole-flop", facts, house)
        if ruling.card == "replace":
            remedies.replace_exposed(round_, found[0], ruling.clause)
        else:
            self._carry_out(round_, "exposed-hole-flop", ruling, 0)
        return self._done("exposed-hole-flop", {**facts, "cards": cards_text(found)}, ruling)

    def hole_cards_up(self, seat: int, *cards: Card, house: str = "") -> list[Entry]:
        """Seven-card stud: one or both of a player's hole cards were dealt face up."""
        round_ = self.current_round()
        player = self._player(round_, seat)
        state = round_.state
        found = [card_of(card) for card in cards]
        downs = [card for card, up in zip(state.cards[player], state.ups[player], strict=True) if not up]
        if not found or any(card not in downs for card in found):
            raise InvalidError(
                f"the hole cards of seat {seat} are {cards_text(downs)}, not {cards_text(found)}"
            )
        if state.street != 0 or remedies.acted(round_):
            raise HouseRulingNeeded("the deal is over: no book covers a hole card seen later")
        facts = {"exposed": len(found)}
        ruling = self._ask("stud-hole-up", facts, house)
        if ruling.card == "down":
            round_.emit(HoleCardUp(seat, found[0], ruling.clause))
            round_.reopen()
        else:
            self._carry_out(round_, "stud-hole-up", ruling, seat)
        return self._done("stud-hole-up", {**facts, "seat": seat}, ruling)

    # Hands and players

    def fouled(
        self,
        seat: int,
        *,
        protected: bool,
        swept: bool = False,
        reconstructable: bool = False,
        contributed: bool = False,
        house: str = "",
    ) -> list[Entry]:
        """A hand was fouled, or swept up by the dealer."""
        round_ = self.current_round()
        self._player(round_, seat)
        facts = {"reconstructable": reconstructable, "contributed": contributed}
        trigger = "protected-fouled"
        if not protected:
            trigger, facts = "unprotected-fouled", {**facts, "swept": swept}
        ruling = self._ask(trigger, facts, house)
        self._carry_out(round_, trigger, ruling, seat)
        return self._done(trigger, {**facts, "seat": seat}, ruling)

    def wrong_number(
        self, seat: int, *, protected: bool, contributed: bool = False, house: str = ""
    ) -> list[Entry]:
        """A hand has too many or too few cards, which fouls it."""
        round_ = self.current_round()
        self._player(round_, seat)
        facts = {"protected": protected, "contributed": contributed}
        ruling = self._ask("wrong-count", facts, house)
        self._carry_out(round_, "wrong-count", ruling, seat)
        return self._done("wrong-count", {**facts, "seat": seat}, ruling)

    def left(self, seat: int, *, protected: bool, comment: bool, house: str = "") -> list[Entry]:
        """A player went away from the table while he had a hand."""
        round_ = self.current_round()
        self._player(round_, seat)
        facts = {"protected": protected, "comment": comment}
        ruling = self._ask("left", facts, house)
        self._carry_out(round_, "left", ruling, seat)
        return self._done("left", {**facts, "seat": seat}, ruling)

    def discard(self, seat: int, *, owing: str = "", house: str = "") -> list[Entry]:
        """A hand was thrown face down toward muck or pot.

        `owing` is the action that the player's words had bound him to (``raise to 16``): it is still owed.
        """
        round_ = self.current_round()
        self._player(round_, seat)
        if round_.state.awaiting == SHOW and round_.actor == seat:
            return self._table.concede(seat)
        return self._give_up("discard", seat, owing, house)

    def upcards_down(self, seat: int, *, owing: str = "", house: str = "") -> list[Entry]:
        """Stud: a player turned his up-cards face down."""
        self._player(self.current_round(), seat)
        return self._give_up("upcards-down", seat, owing, house)

    def _give_up(self, trigger: str, seat: int, owing: str, house: str) -> list[Entry]:
        round_ = self.current_round()
        awaiting = round_.state.awaiting
        must_act = round_.actor == seat and awaiting in (ACTION, FORCED_BET)
        ruling = self._ask(trigger, {"must_act": must_act}, house)
        told = {"seat": seat}
        if not must_act:
            self._carry_out(round_, trigger, ruling, seat)
            return self._done(trigger, told, ruling)
        offered = round_.options()
        if awaiting == FORCED_BET or not offered.fold:
            # The bet itself is forced: he cannot get out of it by giving up his hand.
            owing = owing or ("bring in" if offered.forced else f"bet {offered.min_to}")
        if not owing:
            round_.fold()
            return self._done(trigger, told, ruling)
        debt = self._ask("fold-owing", {}, house)
        self._pay(round_, seat, owing)
        ghost = round_.rules.ghosts and awaiting == FORCED_BET
        round_.emit(Folded(seat, ghost, debt.clause))
        round_.go_on()
        self._table.emit(ruled_event(trigger, told, ruling))
        return self._done("fold-owing", {**told, "owing": owing}, debt)

    def _pay(self, round_: Round, seat: int, owing: str) -> None:
        action = actions.parse(owing)
        if action.verb not in ("call", "bet", "raise", "all-in", "bring in"):
            raise InvalidError(f"{owing!r} owes nothing: name a bet, a call or a raise")
        offered = round_.options()
        if action.verb != "call":
            actions.perform(round_, action)
        elif not offered.call:
            raise IllegalError(f"seat {seat} has nothing to call", legal=offered.words())
        else:
            # Not `round_.call()`: the last call of a betting round would deal on before the hand is gone.
            round_.emit(Called(seat, offered.call, offered.clause))

    def disclose(self, seat: int, *, house: str = "") -> list[Entry]:
        """The house wants to see a discarded hand; it stays discarded."""
        round_ = self._table.round
        if round_ is None:
            raise IllegalError("no round has been played")
        player = round_.state.where.get(whole(seat, "seat"), -1)
        if player < 0 or round_.state.hands[player] not in (THROWN, MUCKED):
            raise IllegalError(f"seat {seat} has discarded no hand")
        ruling = self._ask("disclosure", {}, house)
        cards = round_.state.cards[player] or round_.state.folded[player]
        round_.emit(Disclosed(seat, list(cards), ruling.clause))
        return self._done("disclosure", {"seat": seat}, ruling)

    def muck(self, seat: int, *, house: str = "") -> list[Entry]:
        """The dealer takes in a hand at the showdown: a tabled one, or one thrown in."""
        round_ = self.current_round()
        player = self._player(round_, seat)
        hand = round_.state.hands[player]
        if hand == THROWN:
            ruling = self._ask("discard-at-showdown", {"identifiable": False, "mucked": True}, house)
            trigger, facts = "discard-at-showdown", {"seat": seat}
        elif hand == TABLED:
            facts = {"tabled": True, "best": _best_of_tabled(round_, player)}
            ruling = self._ask("tabled-winner-killed", facts, house)
            trigger, facts = "tabled-winner-killed", {**facts, "seat": seat}
            if ruling.result == HAND_STANDS:
                self._refuse_to_kill(seat)
        else:
            raise IllegalError(f"the hand of seat {seat} is neither tabled nor thrown in")
        remedies.check_claims(round_, player)
        round_.emit(HandKilled(seat, "mucked by the dealer", ruling.clause))
        round_.go_on()
        return self._done(trigger, facts, ruling)

    def retrieve(self, seat: int, *, identifiable: bool = True, house: str = "") -> list[Entry]:
        """A player wants back the hand he has thrown in at the showdown."""
        round_ = self.current_round()
        self._player(round_, seat)
        if round_.state.hands[round_.state.where[seat]] != THROWN:
            raise IllegalError(f"seat {seat} has no discarded hand to take back")
        facts = {"identifiable": identifiable, "mucked": False}
        ruling = self._ask("discard-at-showdown", facts, house)
        if ruling.result != HAND_STANDS:
            raise IllegalError(
                f"seat {seat} discarded at his own risk and cannot take his hand back ({ruling.clause})",
                clause=ruling.clause,
                legal="make sure before discarding",
            )
        round_.retrieve(seat)
        return self._done("discard-at-showdown", {**facts, "seat": seat}, ruling)

    def claim(self, seat: int, text: str, *, house: str = "") -> list[Entry]:
        """A player says what his hand is worth; the cards decide."""
        self._player(self.current_round(), seat)
        ruling = self._ask("wrong-claim", {}, house)
        return self._done("wrong-claim", {"seat": seat, "said": text}, ruling)

    def touched_pot(self, seat: int, *, house: str = "") -> list[Entry]:
        """A player touched chips in the pot; the dealer stops him."""
        return self._noted("touched-pot", seat, house)

    def out_of_view(self, seat: int, *, house: str = "") -> list[Entry]:
        """A player keeps his cards where the dealer cannot see them."""
        return self._noted("out-of-view", seat, house)

    def _noted(self, trigger: str, seat: int, house: str) -> list[Entry]:
        self._table.state.player(seat)
        self.current_round()
        return self._done(trigger, {"seat": seat}, self._ask(trigger, {}, house))

    def house_ruling(self, trigger: str, decision: str, *, by: str = "floor", seat: int = 0) -> list[Entry]:
        """What no book covers, decided by the house.

        The words of the vocabulary are carried out (``misdeal``, ``play on``, ``dead round, return all``,
        ``hand discarded``, ``refund own money``); any other decision is only logged.
        """
        round_ = self.current_round()
        whole(seat, "seat")
        if rule_irregularity(self._table.book, self._table.sign.game, trigger).needs_house is False:
            raise IllegalError(f"{trigger} is covered by {self._table.book.id}; the house cannot overrule it")
        ruling = remedies.by_house(decision, self._clause_of_house())
        if seat:
            self._player(round_, seat)
        self._carry_out(round_, trigger, ruling, seat)
        mark = len(self._table.log)
        self._table.emit(HouseRuled(what=trigger, decision=decision, by=by, clause=ruling.clause))
        self._table.sync()
        return self._table.log[mark:]

    # Carrying it out

    def current_round(self) -> Round:
        """The round being played, unless it waits for a shuffle."""
        round_ = self._table.playing_round()
        if round_.state.awaiting == SHUFFLE:
            raise IllegalError("the round waits for a shuffle; finish it first", legal="shuffle")
        return round_

    def _player(self, round_: Round, seat: int) -> int:
        """Position of a player who still has a hand."""
        player = round_.state.where.get(whole(seat, "seat"), -1)
        if player < 0 or not round_.state.live[player]:
            raise IllegalError(f"seat {seat} has no hand in this round")
        return player

    def _carry_out(self, round_: Round, trigger: str, ruling: Ruling, seat: int) -> None:
        """Do to the round what the ruling says."""
        if ruling.misdeal or ruling.dead_round:
            remedies.void(round_, trigger, ruling)
        elif ruling.hand in ("dead", "folded"):
            if not seat:
                raise InvalidError(f"{ruling.result!r}: say whose hand")
            self._kill(round_, trigger, ruling, seat)

    def _refuse_to_kill(self, seat: int) -> None:
        """Where the book protects a tabled winner, nothing that happens afterwards kills it."""
        clause = self._table.book.showdown.tabled_winner
        if clause:
            raise IllegalError(
                f"the hand of seat {seat} is tabled and wins: it cannot be killed ({clause})",
                clause=clause,
                legal="push the pot",
            )

    def _kill(self, round_: Round, trigger: str, ruling: Ruling, seat: int) -> None:
        state = round_.state
        player = state.where[seat]
        if state.hands[player] == TABLED and _best_of_tabled(round_, player):
            self._refuse_to_kill(seat)
        remedies.check_claims(round_, player)
        put_in = state.put_in[player]
        refund = put_in if ruling.refund == "all" else 0
        if ruling.refund == "ante":
            refund = min(self._table.sign.ante, put_in)
        round_.emit(HandKilled(seat, trigger, ruling.clause))
        if refund:
            round_.emit(Refunded(seat, min(refund, state.pot), ruling.clause))
        round_.go_on()


def _best_of_tabled(round_: Round, player: int) -> bool:
    """Whether a tabled hand is best in some share of some pot among the hands tabled so far (AMB-55)."""
    state, rules = round_.state, round_.rules
    tabled = [hand == TABLED for hand in state.hands]
    hands = [state.cards[at] if tabled[at] else [] for at in range(len(tabled))]
    contest = Contest(hands, state.board, rules.high, rules.low)
    for pot in build_pots(state.put_in, state.live, state.dead):
        eligible = [at for at in pot.eligible if tabled[at]]
        for values in (contest.high_values, contest.low_values):
            if values and player in best_of(values, eligible):
                return True
    return False
