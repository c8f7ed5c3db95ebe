"""Irregularities in poker: what the rulebook decides for each trigger the floor can report.

The dealer or floor reports a trigger and its facts; `rule_irregularity` returns the ruling with its clause.
Where the book has no rule it returns a house ruling, never a guess. A table carries the ruling out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.games.poker.floor.ruling_types import (
    CARDS_SPEAK,
    DEAD_ANTE_BACK,
    DEAD_HAND,
    DEAD_ROUND,
    DISCARD_CARD,
    DISCARD_CARDS,
    DISCLOSED,
    EXAMINE_CARD,
    FOLD,
    FOLD_OWING,
    HAND_DISCARDED,
    HAND_STANDS,
    HOUSE_RULING,
    MAY_BE_REFUSED,
    MISDEAL,
    MUST_LEAVE,
    NO_MORE_RAKE,
    PLAY_ON,
    RAKE_REDUCED,
    RAKE_STANDS,
    RECONSTRUCT,
    RECUT,
    REFUND,
    REMOVE_DECK,
    REPLACE_CARD,
    RESHUFFLE,
    SEAT_GETS_CARDS,
    THIRD_DOWN,
    WORDS_WIN,
    FloorRuling,
    IrregularityReport,
)
from hoyle.games.poker.pots.rake_limits import may_reduce
from hoyle.rulebooks.book_types.poker import PokerBook


def rule_irregularity(
    book: PokerBook, game: str, trigger: str, facts: Mapping[str, object] | None = None
) -> FloorRuling:
    """Rule on an irregularity by the book. `game` may be ``any`` where the rule is the same in every game."""
    irregularity = TRIGGERS.get(trigger)
    if irregularity is None:
        raise InvalidError(f"unknown trigger {trigger!r}; the triggers are {', '.join(TRIGGERS)}")
    stated_facts = dict(facts or {})
    for name in stated_facts:
        if name not in irregularity.facts:
            allowed = ", ".join(irregularity.facts) or "none"
            raise InvalidError(f"unknown fact {name!r} for {trigger}; its facts are {allowed}")
    return irregularity.rule(IrregularityReport(book, game, trigger, stated_facts))


class IrregularityRule:
    """Rule for one kind of irregularity: its description, the facts it needs and the function that rules."""

    def __init__(
        self, rows: str, what: str, facts: list[str], rule: Callable[[IrregularityReport], FloorRuling]
    ) -> None:
        self.rows = rows
        self.what = what
        """Description of what happened."""
        self.facts = facts
        self.rule = rule


def _misdeal(report: IrregularityReport, clause: str, reading: str = "") -> FloorRuling:
    return FloorRuling(MISDEAL, [clause, report.cites.misdeal], reading=reading, misdeal=True)


def _no_cut(report: IrregularityReport) -> FloorRuling:
    clause = report.cites.no_cut
    return _misdeal(report, clause) if clause else report.house_ruling()


def _misdeal_until_two_bet(report: IrregularityReport, clause: str) -> FloorRuling:
    """Rule a misdeal until two players have bet voluntarily (AMB-47)."""
    if not clause:
        return report.house_ruling()
    if report.count("voluntary_bettors") < 2:
        return _misdeal(report, clause, "AMB-47")
    return FloorRuling(PLAY_ON, [clause], reading="AMB-47")


def _wrong_start(report: IrregularityReport) -> FloorRuling:
    return _misdeal_until_two_bet(report, report.cites.wrong_start)


def _missed_seat(report: IrregularityReport) -> FloorRuling:
    return _misdeal_until_two_bet(report, report.cites.missed_seat)


def _boxed_cards(report: IrregularityReport) -> FloorRuling:
    """Rule on face-up cards in the deck; a second one counts even if the first was discarded (AMB-57)."""
    is_several = report.count("count", 1) > 1
    clause = report.cites.boxed_many if is_several else report.cites.boxed_one
    if not clause:
        return report.house_ruling()
    if is_several:
        return _misdeal(report, clause, "AMB-57")
    return FloorRuling(DISCARD_CARD, [clause], card="discard", reading="AMB-57")


def _ineligible(report: IrregularityReport) -> FloorRuling:
    rule = report.cites.ineligible
    if rule.value == "dead round":
        return FloorRuling(DEAD_ROUND, [rule.clause], dead_round=True, reading=rule.interpretation)
    if rule.value == "discard":
        return FloorRuling(DISCARD_CARDS, [rule.clause], card="discard hand", hand="dead", reading=rule.interpretation)
    return report.house_ruling()


def _bad_deck(report: IrregularityReport, counted_by: str = "") -> FloorRuling:
    rule = report.cites.bad_deck
    if not rule.value:
        return report.house_ruling()
    result = f"{DEAD_ROUND}, {rule.value} deck"
    return FloorRuling(result, [rule.clause, counted_by], dead_round=True, deck=rule.value)


def _off_table(report: IrregularityReport) -> FloorRuling:
    clause = report.cites.off_table
    return FloorRuling(EXAMINE_CARD, [clause], card="examine") if clause else report.house_ruling()


def _bad_cut(report: IrregularityReport) -> FloorRuling:
    """Rule a recut: only between the cut and the first card, and only if the supervisor orders it."""
    clause = report.cites.recut
    if not clause or report.count("cards_dealt") > 0:
        return report.house_ruling()
    if report.flag("ordered"):
        return FloorRuling(RECUT, [clause], deck="recut")
    return FloorRuling(PLAY_ON, [clause])


def _shuffler_failure(report: IrregularityReport) -> FloorRuling:
    clause = report.cites.shuffler
    return FloorRuling(RESHUFFLE, [clause], deck="reshuffle") if clause else report.house_ruling()


def _stub_count(report: IrregularityReport) -> FloorRuling:
    """Rule on a stub count; a wrong count during a round means a bad deck."""
    clause = report.cites.stub_count
    if report.count("counted") == report.count("expected"):
        return FloorRuling(PLAY_ON, [clause]) if clause else report.house_ruling()
    if report.flag("in_round"):
        return _bad_deck(report, clause)
    return FloorRuling(REMOVE_DECK, [clause], deck="remove") if clause else report.house_ruling()


def _exposed_hole_flop(report: IrregularityReport) -> FloorRuling:
    """Rule on hole cards exposed while dealing hold'em or Omaha, by dealer error unless stated otherwise."""
    cites = report.cites
    if not cites.exposed or not report.in_flop_game():
        return report.house_ruling()
    if report.count("exposed", 1) > 1:
        return FloorRuling(MISDEAL, [cites.exposed_many, cites.exposed], reading="AMB-46", misdeal=True)
    if report.count("first_position", 1) <= 2:
        return FloorRuling(MISDEAL, [cites.exposed_first, cites.exposed], reading="AMB-46", misdeal=True)
    if "dealer_error" in report.facts and not report.flag("dealer_error"):
        return report.house_ruling()
    return FloorRuling(REPLACE_CARD, [cites.exposed_later, cites.exposed], card="replace", reading="AMB-50")


def _stud_hole_up(report: IrregularityReport) -> FloorRuling:
    clause = report.cites.stud_hole_up
    exposed = report.count("exposed", 1)
    if exposed > 2:
        raise InvalidError(f"stud-hole-up: exposed cannot be {exposed}; a player has two hole cards")
    if not clause or not report.in_seven_card_stud():
        return report.house_ruling()
    if exposed == 1:
        return FloorRuling(THIRD_DOWN, [clause], card="down", reading="AMB-54")
    return FloorRuling(DEAD_ANTE_BACK, [clause], card="discard hand", hand="dead", refund="ante", reading="AMB-54")


def _protected_fouled(report: IrregularityReport) -> FloorRuling:
    cites = report.cites
    if not cites.reconstruct:
        return report.house_ruling()
    if report.flag("reconstructable"):
        return FloorRuling(RECONSTRUCT, [cites.reconstruct], hand="reconstruct")
    return _unrepairable_hand(report)


def _unrepairable_hand(report: IrregularityReport) -> FloorRuling:
    """Rule on a protected hand beyond repair: a refund only for an owner who had no part in it."""
    if report.flag("contributed"):
        return FloorRuling(DEAD_HAND, [report.cites.refund], hand="dead")
    return FloorRuling(REFUND, [report.cites.refund], hand="dead", refund="all")


def _unprotected_fouled(report: IrregularityReport) -> FloorRuling:
    """Rule on an unprotected hand; `swept`: collected by the dealer. Stud hole cards count as protected."""
    cites = report.cites
    if not cites.unprotected:
        return report.house_ruling()
    if cites.stud_protected and report.in_stud() and not report.flag("swept"):
        ruling = _protected_fouled(report)
        ruling.clauses.append(cites.stud_protected)
        return ruling
    return FloorRuling(DEAD_HAND, [cites.unprotected], hand="dead")


def _wrong_count(report: IrregularityReport) -> FloorRuling:
    """Rule on a wrong number of cards, which fouls a hand by definition."""
    cites = report.cites
    if not cites.fouled:
        return report.house_ruling()
    ruling = (
        _unrepairable_hand(report)
        if report.flag("protected")
        else FloorRuling(DEAD_HAND, [cites.unprotected], hand="dead")
    )
    ruling.clauses.append(cites.fouled)
    return ruling


def _player_left(report: IrregularityReport) -> FloorRuling:
    rule = report.cites.left
    if rule.value == "vicinity":
        return FloorRuling(HAND_DISCARDED, [rule.clause], hand="dead", reading=rule.interpretation)
    if rule.value == "silent":
        if report.flag("protected") or report.flag("comment"):
            return FloorRuling(HAND_STANDS, [rule.clause], hand="live", reading=rule.interpretation)
        return FloorRuling(HAND_DISCARDED, [rule.clause], hand="dead", reading=rule.interpretation)
    return report.house_ruling()


def _counts_as_fold(report: IrregularityReport, clause: str) -> FloorRuling:
    """Rule on conduct that counts as a fold, by a player who must make or call a bet."""
    if not clause or not report.flag("must_act"):
        return report.house_ruling()
    return FloorRuling(FOLD, [clause], hand="folded")


def _thrown_hand(report: IrregularityReport) -> FloorRuling:
    return _counts_as_fold(report, report.cites.discard_folds)


def _upcards_down(report: IrregularityReport) -> FloorRuling:
    if not report.in_stud():
        return report.house_ruling()
    return _counts_as_fold(report, report.cites.upcards_down_fold)


def _fold_owing(report: IrregularityReport) -> FloorRuling:
    clause = report.cites.debt_stays
    return FloorRuling(FOLD_OWING, [clause], hand="folded", owes=True) if clause else report.house_ruling()


def _words_conflict(report: IrregularityReport) -> FloorRuling:
    clause = report.book.wagers.words_win
    if not clause or not (report.flag("in_turn") and report.flag("clear")):
        return report.house_ruling()
    return FloorRuling(WORDS_WIN, [clause])


def _touched_pot(report: IrregularityReport) -> FloorRuling:
    clause = report.book.wagers.pot_untouched
    return FloorRuling(PLAY_ON, [clause]) if clause else report.house_ruling()


def _out_of_view(report: IrregularityReport) -> FloorRuling:
    """Rule on cards out of view: the dealer enforces the clause, which states no penalty."""
    clause = report.cites.in_view
    return FloorRuling(PLAY_ON, [clause]) if clause else report.house_ruling()


def _wrong_claim(report: IrregularityReport) -> FloorRuling:
    clause = report.book.showdown.cards_speak
    return FloorRuling(CARDS_SPEAK, [clause]) if clause else report.house_ruling()


def _discard_at_showdown(report: IrregularityReport) -> FloorRuling:
    """Rule on an untabled hand thrown face down at the showdown."""
    showdown = report.book.showdown
    if not showdown.retrieval:
        if showdown.own_risk:
            return FloorRuling(HAND_DISCARDED, [showdown.own_risk], hand="dead")
        return report.house_ruling()
    if report.flag("identifiable") and not report.flag("mucked"):
        return FloorRuling(HAND_STANDS, [showdown.retrieval], hand="live")
    return FloorRuling(HAND_DISCARDED, [showdown.retrieval, showdown.own_risk], hand="dead")


def _tabled_winner_killed(report: IrregularityReport) -> FloorRuling:
    """Rule on a tabled hand mucked by the dealer; `best`: it is best in some share of some pot (AMB-55)."""
    showdown = report.book.showdown
    if not showdown.tabled_winner:
        return report.house_ruling()
    if report.flag("tabled") and report.flag("best"):
        clauses = [showdown.tabled_winner, showdown.tabling]
        return FloorRuling(HAND_STANDS, clauses, hand="live", reading="AMB-55")
    return FloorRuling(HAND_DISCARDED, [showdown.tabled_winner], hand="dead", reading="AMB-55")


def _disclosure(report: IrregularityReport) -> FloorRuling:
    clause = report.book.showdown.disclosure
    if clause:
        return FloorRuling(DISCLOSED, [clause], hand="disclose", reading="AMB-53")
    return report.house_ruling()


def _late_rake(report: IrregularityReport) -> FloorRuling:
    clause = report.book.revenue.finality
    if not clause:
        return report.house_ruling()
    return FloorRuling(NO_MORE_RAKE if report.flag("collected") else RAKE_STANDS, [clause])


def _rake_request(report: IrregularityReport) -> FloorRuling:
    """Rule on a request for a lower rake, which the house may grant at its discretion."""
    if not report.book.revenue.short_table.value:
        return report.house_ruling()
    players, requested = report.count("players_at_table"), report.flag("requested")
    answer = may_reduce(report.book, players_at_table=players, requested=requested)
    return FloorRuling(RAKE_REDUCED if answer.value else RAKE_STANDS, [answer.clause], reading=answer.interpretation)


def _collusion(report: IrregularityReport) -> FloorRuling:
    """Rule on suspected collusion."""
    rule = report.cites.offender
    if not rule.value:
        return report.house_ruling()
    result = MUST_LEAVE if rule.value == "must leave" else MAY_BE_REFUSED
    player = "must leave" if rule.value == "must leave" else "may be refused"
    return FloorRuling(result, [rule.clause, report.cites.conduct], player=player)


def _folded_seat(report: IrregularityReport) -> FloorRuling:
    """Rule on a fold after the player's own forced bet, or in a checked round, with more cards to come."""
    page = report.book.games.get(report.game)
    if page is None or not page.folded_seat_gets_cards.clause:
        return report.house_ruling()
    rule = page.folded_seat_gets_cards
    keeps_receiving = rule.value and (report.flag("forced") or report.flag("checking"))
    return FloorRuling(
        SEAT_GETS_CARDS if keeps_receiving else PLAY_ON, [rule.clause], hand="folded", reading=rule.interpretation
    )


def _dispute(report: IrregularityReport) -> FloorRuling:
    return FloorRuling(HOUSE_RULING, [report.cites.supervisor])


def _no_clause(report: IrregularityReport) -> FloorRuling:
    return report.house_ruling()


TRIGGERS: Final[dict[str, IrregularityRule]] = {
    "no-cut": IrregularityRule(
        "IRR-01", "the deck was not shuffled and cut as it must be", ["voluntary_bettors"], _no_cut
    ),
    "wrong-start": IrregularityRule("IRR-02", "the deal began at the wrong seat", ["voluntary_bettors"], _wrong_start),
    "boxed": IrregularityRule("IRR-03, IRR-08", "cards lie face up in the deck", ["count"], _boxed_cards),
    "missed-seat": IrregularityRule(
        "IRR-04", "an eligible player was dealt no cards", ["voluntary_bettors"], _missed_seat
    ),
    "folded-seat": IrregularityRule(
        "IRR-05", "a player has folded with more cards to come", ["forced", "checking"], _folded_seat
    ),
    "ineligible": IrregularityRule("IRR-06", "cards went to a player who is not eligible", [], _ineligible),
    "bad-deck": IrregularityRule("IRR-07", "cards are missing, or there are too many", [], _bad_deck),
    "stub-count": IrregularityRule("IRR-09", "the stub is counted", ["counted", "expected", "in_round"], _stub_count),
    "off-table": IrregularityRule("IRR-10", "a card was dealt off the table", [], _off_table),
    "bad-cut": IrregularityRule(
        "IRR-11", "the cut was improper, or might affect fairness", ["cards_dealt", "ordered"], _bad_cut
    ),
    "shuffler-failure": IrregularityRule(
        "IRR-12", "the shuffler jammed, stopped or left its cycle unfinished", [], _shuffler_failure
    ),
    "exposed-hole-flop": IrregularityRule(
        "IRR-13 to IRR-15",
        "hole cards were exposed in the deal",
        ["exposed", "first_position", "dealer_error"],
        _exposed_hole_flop,
    ),
    "stud-hole-up": IrregularityRule(
        "IRR-16, IRR-17", "hole cards of one player were dealt face up", ["exposed"], _stud_hole_up
    ),
    "unprotected-fouled": IrregularityRule(
        "IRR-20, IRR-21",
        "a hand its owner did not protect was fouled or swept up",
        ["swept", "reconstructable", "contributed"],
        _unprotected_fouled,
    ),
    "protected-fouled": IrregularityRule(
        "IRR-22, IRR-23",
        "a protected hand was touched, fouled or collected",
        ["reconstructable", "contributed"],
        _protected_fouled,
    ),
    "left": IrregularityRule(
        "IRR-24", "a player has left the table during the round", ["protected", "comment"], _player_left
    ),
    "discard": IrregularityRule(
        "IRR-25", "a player has thrown their hand face down toward muck or pot", ["must_act"], _thrown_hand
    ),
    "upcards-down": IrregularityRule(
        "IRR-26", "a player has turned their up-cards face down", ["must_act"], _upcards_down
    ),
    "fold-owing": IrregularityRule("IRR-27", "a player who owes a bet has thrown their hand away", [], _fold_owing),
    "words-conflict": IrregularityRule(
        "IRR-28", "a player's words and actions disagree", ["in_turn", "clear"], _words_conflict
    ),
    "touched-pot": IrregularityRule("IRR-32", "a player has touched chips in the pot", [], _touched_pot),
    "out-of-view": IrregularityRule("IRR-33", "a player's cards are out of the dealer's view", [], _out_of_view),
    "wrong-claim": IrregularityRule("IRR-34", "a player has called their hand wrongly", [], _wrong_claim),
    "discard-at-showdown": IrregularityRule(
        "IRR-35",
        "an untabled hand was thrown face down at the showdown",
        ["identifiable", "mucked"],
        _discard_at_showdown,
    ),
    "tabled-winner-killed": IrregularityRule(
        "IRR-36", "the dealer has mucked a hand at the showdown", ["tabled", "best"], _tabled_winner_killed
    ),
    "disclosure": IrregularityRule("IRR-37", "the house wants to see a discarded hand", [], _disclosure),
    "late-rake": IrregularityRule("IRR-38", "more rake is to be taken", ["collected"], _late_rake),
    "collusion": IrregularityRule(
        "IRR-39", "there is reasonable cause to believe that a player helps another", [], _collusion
    ),
    "wrong-count": IrregularityRule(
        "IRR-40", "a hand has the wrong number of cards", ["protected", "contributed"], _wrong_count
    ),
    "rake-request": IrregularityRule("", "a lower rake is asked for", ["players_at_table", "requested"], _rake_request),
    "dispute": IrregularityRule("", "players dispute a ruling", [], _dispute),
    # No clause in any book.
    "premature-board": IrregularityRule("", "a board card came too early", [], _no_clause),
    "burn-error": IrregularityRule("", "a burn is missing, or there were two", [], _no_clause),
    "wrong-board-count": IrregularityRule("", "the board has the wrong number of cards", [], _no_clause),
    "out-of-turn": IrregularityRule("", "a player has acted out of turn", [], _no_clause),
    "exposed-board": IrregularityRule("", "a board card or last street was exposed", [], _no_clause),
    "same-seat": IrregularityRule("", "two players claim the same seat", [], _no_clause),
    "deck-set-wrong": IrregularityRule("", "the decks were set wrong between rounds", [], _no_clause),
    "short-of-cards": IrregularityRule("", "a player is short of cards after the action began", [], _no_clause),
    "other": IrregularityRule("", "something has happened that no row here names", [], _no_clause),
}
"""Irregularities by trigger, with rows of the digest and facts. Rows 18 and 19 (too few cards) are handled by
`hoyle.games.poker.stud_deck_shortage`, rows 29 to 31 by `hoyle.games.poker.floor.wager_ruling`."""
