"""Situations of poker: irregularities, and questions on which rulebooks differ."""

from __future__ import annotations

from typing import Any, Final

from hoyle.judge.rulebook_comparison.questions import (
    ClauseQuestion,
    IrregularityQuestion,
    ParameterQuestion,
    PotDivisionQuestion,
    Situation,
)

DEAL: Final = "The deal"
DECK: Final = "The deck"
HANDS: Final = "Hands"
BETTING: Final = "Betting"
SHOWDOWN: Final = "The showdown"
POTS: Final = "Pots"
TABLE: Final = "The table"

FLOP: Final = ("omaha-hilo8", "holdem", "big-omaha-hilo8")
STUD: Final = ("stud7-hilo8", "stud7-high")
SPLIT: Final = ("omaha-hilo8", "big-omaha-hilo8")
EVERY_GAME: Final = "every game"

WHO_DECIDES: Final = ClauseQuestion("Who decides", "floor.supervisor", "The shift supervisor is final")


def _irregular(question: str, trigger: str, **facts: Any) -> IrregularityQuestion:
    return IrregularityQuestion(question, trigger, facts)


def _yes_no(yes: str, no: str) -> Any:
    return lambda value: yes if value else no


def _named(**names: str) -> Any:
    """Formatter of a parameter value; keyword names have underscores for `-` and `+`."""
    return lambda value: names.get(str(value).replace("-", "_").replace("+", "_"), str(value))


SITUATIONS: Final[tuple[Situation, ...]] = (
    Situation(
        "exposed-hole",
        "A hole card turns up during the deal",
        "hold’em, Omaha",
        DEAL,
        (
            _irregular("First or second card off the deck", "exposed-hole-flop", exposed=1, first_position=1),
            _irregular(
                "A later card, by the dealer’s error",
                "exposed-hole-flop",
                exposed=1,
                first_position=5,
                dealer_error=True,
            ),
            _irregular("More than one card", "exposed-hole-flop", exposed=2, first_position=5),
            _irregular(
                "By a player, or by nobody known",
                "exposed-hole-flop",
                exposed=1,
                first_position=5,
                dealer_error=False,
            ),
            WHO_DECIDES,
        ),
        games=FLOP,
        words="exposed, flashed",
        asks="Which card was it, and who turned it up",
    ),
    Situation(
        "stud-hole-up",
        "A stud hole card is dealt up",
        "seven-card stud",
        DEAL,
        (
            _irregular("One of the two", "stud-hole-up", exposed=1),
            _irregular("Both of them", "stud-hole-up", exposed=2),
            WHO_DECIDES,
        ),
        games=STUD,
        words="exposed",
        asks="How many of the hole cards",
    ),
    Situation(
        "boxed",
        "A card is found face up in the deck",
        EVERY_GAME,
        DECK,
        (
            _irregular("One card", "boxed", count=1),
            _irregular("Two or more", "boxed", count=2),
            WHO_DECIDES,
        ),
        words="boxed, turned up",
        asks="How many cards",
    ),
    Situation(
        "missed-seat",
        "A seat was skipped in the deal",
        EVERY_GAME,
        DEAL,
        (
            _irregular("Before two have bet", "missed-seat", voluntary_bettors=1),
            _irregular("After two have bet", "missed-seat", voluntary_bettors=2),
            WHO_DECIDES,
        ),
        words="missed, no cards, misdeal",
        asks="When was it noticed",
    ),
    Situation(
        "wrong-start",
        "The deal began at the wrong seat",
        EVERY_GAME,
        DEAL,
        (
            _irregular("Before two have bet", "wrong-start", voluntary_bettors=1),
            _irregular("After two have bet", "wrong-start", voluntary_bettors=2),
            WHO_DECIDES,
        ),
        words="misdeal, wrong-seat",
        asks="When was it noticed",
    ),
    Situation(
        "ineligible",
        "Cards went to a player not entitled",
        EVERY_GAME,
        DEAL,
        (_irregular("What follows", "ineligible"), WHO_DECIDES),
        words="ineligible, wrong player",
    ),
    Situation(
        "off-table",
        "A card fell off the table",
        EVERY_GAME,
        DEAL,
        (_irregular("The card", "off-table"), WHO_DECIDES),
        words="floor, dropped",
    ),
    Situation(
        "folded-seat",
        "A player folds with more cards to come",
        "stud",
        DEAL,
        (
            _irregular("After their own forced bet", "folded-seat", forced=True, checking=False),
            _irregular("While the round is checked", "folded-seat", forced=False, checking=True),
            _irregular("Facing a bet", "folded-seat", forced=False, checking=False),
        ),
        games=STUD,
        asks="When did they fold",
    ),
    Situation(
        "no-cut",
        "The deck was not shuffled and cut",
        EVERY_GAME,
        DECK,
        (_irregular("Found at any time", "no-cut", voluntary_bettors=2), WHO_DECIDES),
        words="misdeal, uncut",
    ),
    Situation(
        "bad-cut",
        "The cut was improper",
        EVERY_GAME,
        DECK,
        (
            _irregular("No card dealt, another cut ordered", "bad-cut", cards_dealt=0, ordered=True),
            _irregular("A card has been dealt", "bad-cut", cards_dealt=1, ordered=True),
            WHO_DECIDES,
        ),
        words="recut",
        asks="When was it noticed",
    ),
    Situation(
        "bad-deck",
        "Cards are missing, or there are too many",
        EVERY_GAME,
        DECK,
        (
            _irregular("During a round", "bad-deck"),
            _irregular(
                "The stub is short during a round", "stub-count", counted=20, expected=21, in_round=True
            ),
            _irregular("Found between rounds", "stub-count", counted=51, expected=52, in_round=False),
            WHO_DECIDES,
        ),
        words="missing extra fouled deck stub count",
        asks="When was it found",
    ),
    Situation(
        "shuffler-failure",
        "The shuffler jams or stops",
        EVERY_GAME,
        DECK,
        (_irregular("The cards in it", "shuffler-failure"), WHO_DECIDES),
        words="machine jammed",
    ),
    Situation(
        "stud-short",
        "There are too few cards for the last street",
        "seven-card stud",
        DECK,
        (
            ParameterQuestion(
                "The way out",
                "stud_short",
                _named(
                    common="one common card for everybody",
                    count="burns are mixed in; if still short, one community card",
                ),
            ),
            ParameterQuestion(
                "Cards needed for n players",
                "stud_short_need",
                _named(n_1="n + 1", n_2="n + 2"),
            ),
        ),
        games=STUD,
        words="run out of cards short",
    ),
    Situation(
        "unprotected",
        "A hand that was not protected is fouled or swept up",
        EVERY_GAME,
        HANDS,
        (
            IrregularityQuestion(
                "Fouled by other cards",
                "unprotected-fouled",
                {"swept": False, "reconstructable": False, "contributed": False},
            ),
            IrregularityQuestion(
                "Swept up by the dealer",
                "unprotected-fouled",
                {"swept": True, "reconstructable": False, "contributed": False},
            ),
            IrregularityQuestion(
                "In stud, fouled but to be put right",
                "unprotected-fouled",
                {"swept": False, "reconstructable": True, "contributed": False},
                games=STUD,
            ),
            WHO_DECIDES,
        ),
        words="mucked by the dealer, unprotected",
        asks="What happened to the hand",
    ),
    Situation(
        "protected",
        "A protected hand is touched, fouled or collected",
        EVERY_GAME,
        HANDS,
        (
            _irregular(
                "It can be put together again", "protected-fouled", reconstructable=True, contributed=False
            ),
            _irregular(
                "It cannot; its owner is only the victim",
                "protected-fouled",
                reconstructable=False,
                contributed=False,
            ),
            _irregular(
                "It cannot; its owner had a part in it",
                "protected-fouled",
                reconstructable=False,
                contributed=True,
            ),
            WHO_DECIDES,
        ),
        asks="Can it be put right, and had its owner a part in it",
    ),
    Situation(
        "wrong-count",
        "A hand has the wrong number of cards",
        EVERY_GAME,
        HANDS,
        (
            _irregular("Not protected", "wrong-count", protected=False, contributed=False),
            _irregular(
                "Protected, its owner only the victim", "wrong-count", protected=True, contributed=False
            ),
            WHO_DECIDES,
        ),
        words="too many few fouled",
        asks="Whose hand is it",
    ),
    Situation(
        "left",
        "A player leaves the table during the hand",
        EVERY_GAME,
        HANDS,
        (
            _irregular("Without a word, unprotected", "left", protected=False, comment=False),
            _irregular("Without a word, protected", "left", protected=True, comment=False),
            _irregular("Having said so", "left", protected=False, comment=True),
            WHO_DECIDES,
        ),
        words="left absent away walks",
        asks="How did they leave",
    ),
    Situation(
        "out-of-view",
        "Cards are kept out of the dealer’s view",
        EVERY_GAME,
        HANDS,
        (_irregular("The hand", "out-of-view"), WHO_DECIDES),
        words="hidden",
    ),
    Situation(
        "discard",
        "A player throws their hand away",
        EVERY_GAME,
        BETTING,
        (
            _irregular("Facing a bet, toward muck or pot", "discard", must_act=True),
            _irregular("With nothing to call", "discard", must_act=False),
            _irregular("While still owing a bet", "fold-owing"),
            IrregularityQuestion(
                "In stud: up-cards turned down", "upcards-down", {"must_act": True}, games=STUD
            ),
            WHO_DECIDES,
        ),
        words="fold face down muck out of hand",
        asks="When did they throw it away",
    ),
    Situation(
        "words-conflict",
        "A player says one thing and does another",
        EVERY_GAME,
        BETTING,
        (
            _irregular("In turn and clear to the dealer", "words-conflict", in_turn=True, clear=True),
            _irregular("Out of turn, or not clear", "words-conflict", in_turn=False, clear=True),
            ClauseQuestion("Spoken action in turn", "wagers.spoken", "It binds the player"),
            ClauseQuestion(
                "Chips that differ from the words", "wagers.corrected", "They are made to match the words"
            ),
            WHO_DECIDES,
        ),
        words="verbal declaration spoken bet gesture out of turn binding",
        asks="How was it said",
    ),
    Situation(
        "out-of-turn",
        "A player acts out of turn",
        EVERY_GAME,
        BETTING,
        (
            _irregular("The act", "out-of-turn"),
            ClauseQuestion("Spoken action in turn", "wagers.spoken", "It binds the player"),
            WHO_DECIDES,
        ),
        words="in-turn premature action",
    ),
    Situation(
        "string-bet",
        "A bet is made in several movements",
        EVERY_GAME,
        BETTING,
        (
            ClauseQuestion("A string bet", "wagers.string_bet", "A bet once made may not be enlarged"),
            ClauseQuestion(
                "They said that more was to come", "wagers.unfinished", "They may add to it if so announced"
            ),
            ClauseQuestion("They put in just the call", "wagers.exact_call", "It stays a call"),
            ClauseQuestion(
                "They announced a raise first",
                "wagers.announced_raise",
                "They may build it up until both hands rest",
            ),
            ClauseQuestion("One chip too large, no word", "wagers.oversized_chip", "It is only a call"),
        ),
        words="string bet oversized chip overchip raise motion",
        asks="What did they do",
    ),
    Situation(
        "raises",
        "How many raises, and what counts as one",
        EVERY_GAME,
        BETTING,
        (
            ParameterQuestion(
                "Raises in a betting round",
                "raise_cap",
                lambda value: f"{value} at most" if value else "no cap; the house may post one",
            ),
            ParameterQuestion(
                "Does the opening bet use one up",
                "open_counts_as_raise",
                _yes_no("it counts as one", "it does not count"),
            ),
            ParameterQuestion(
                "An all-in below a full raise",
                "short_allin_reopens",
                _yes_no("reopens the betting", "does not reopen the betting"),
            ),
            ClauseQuestion(
                "Checking, then raising", "wagers.check_raise", "Allowed unless a sign forbids it"
            ),
        ),
        words="cap raise limit check-raise all-in reopen how many",
        asks="What about the raises",
    ),
    Situation(
        "all-in",
        "A player runs out of chips",
        EVERY_GAME,
        BETTING,
        (
            ClauseQuestion("Their hand", "wagers.all_in", "They are all-in"),
            ClauseQuestion("What they can win", "wagers.all_in_share", "Only the part they covered"),
            ClauseQuestion("The others", "wagers.side_pot", "They bet on into a side pot"),
            ClauseQuestion("Chips added during the hand", "wagers.no_adding", "Only between rounds"),
            ParameterQuestion(
                "Stack needed to be dealt in",
                "min_stake_to_play",
                _yes_no("every required bet and one more", "any chips at all"),
            ),
        ),
        words="all-in short broke side pot top up table stakes",
    ),
    Situation(
        "touched-pot",
        "A player touches chips in the pot",
        EVERY_GAME,
        BETTING,
        (_irregular("The round", "touched-pot"), WHO_DECIDES),
        words="splashes pot",
    ),
    Situation(
        "wrong-claim",
        "A player calls their hand wrongly",
        EVERY_GAME,
        SHOWDOWN,
        (_irregular("What counts", "wrong-claim"), WHO_DECIDES),
        words="miscalled misread cards speak",
    ),
    Situation(
        "discard-at-showdown",
        "A hand is thrown face down at the showdown",
        EVERY_GAME,
        SHOWDOWN,
        (
            _irregular("It can still be told apart", "discard-at-showdown", identifiable=True, mucked=False),
            _irregular("It is in the muck", "discard-at-showdown", identifiable=False, mucked=True),
            _irregular("The house wants to see it", "disclosure"),
            WHO_DECIDES,
        ),
        words="mucked winning hand retrieve",
        asks="Where is the hand now",
    ),
    Situation(
        "tabled-winner",
        "The dealer mucks a winning hand",
        EVERY_GAME,
        SHOWDOWN,
        (
            _irregular("It was tabled and best", "tabled-winner-killed", tabled=True, best=True),
            _irregular("It was not tabled", "tabled-winner-killed", tabled=False, best=True),
            WHO_DECIDES,
        ),
        words="killed mucked winning tabled",
        asks="Had the hand been tabled",
    ),
    Situation(
        "show-order",
        "Who shows first",
        EVERY_GAME,
        SHOWDOWN,
        (
            ClauseQuestion("The order", "showdown.order", "Whoever made the last bet, then clockwise"),
            ClauseQuestion("A loser who concedes", "showdown.conceding", "They may discard unseen"),
            ClauseQuestion("Asking to see it", "showdown.disclosure", "A called hand is shown on request"),
        ),
        words="show-order showdown order concede muck",
    ),
    Situation(
        "odd-chip",
        "The pot does not divide evenly",
        "Omaha hi-lo 8, Big Omaha",
        POTS,
        (
            ParameterQuestion(
                "Halves do not come out",
                "odd_hilo",
                _named(
                    high="odd chip to the best high hand", position="first winner clockwise of the button"
                ),
            ),
            ParameterQuestion(
                "High is tied",
                "odd_tied_high",
                _named(card="highest card, then suit", position="first of those tied, clockwise"),
            ),
            ParameterQuestion(
                "Low is tied",
                "odd_tied_low",
                _named(card="lowest card, then suit", position="first of those tied, clockwise"),
            ),
            ParameterQuestion(
                "Cap on what one may get",
                "odd_cap_cents",
                lambda cents: f"${cents / 100:.2f}" if cents else "none: all to one",
            ),
            PotDivisionQuestion(
                "101, high tied, one low",
                {
                    "game": "omaha-hilo8",
                    "button": 3,
                    "board": ["3c", "5d", "8h", "Kd", "Qs"],
                    "players": [
                        {"seat": 1, "cards": ["Kh", "Jc", "Tc", "9c"], "state": "live"},
                        {"seat": 3, "cards": ["Ks", "Jh", "Td", "9h"], "state": "live"},
                        {"seat": 4, "cards": ["Ah", "2h", "7c", "7s"], "state": "live"},
                    ],
                    "pot": 101,
                },
                ("1", "3", "4"),
            ),
        ),
        games=SPLIT,
        words="odd chip high low split halves tie",
        settle=True,
        asks="What does not come out",
    ),
    Situation(
        "low-hand",
        "Which low hands count",
        "Omaha hi-lo 8, Big Omaha",
        POTS,
        (
            ParameterQuestion("Highest card of a low", "low_qualifier", lambda rank: f"{rank} or lower"),
            ParameterQuestion(
                "Straights and flushes",
                "low_straights_flushes_count",
                _yes_no("spoil a low", "do not spoil a low"),
            ),
            ClauseQuestion("Nobody has a low", "page.no_low", "The best high hand takes it all"),
            ClauseQuestion("One player may use", "page.both_ways", "Different cards for high and low"),
        ),
        games=SPLIT,
        words="qualifier eight or better low",
        settle=True,
    ),
    Situation(
        "side-pots",
        "Side pots and the order they are pushed",
        EVERY_GAME,
        POTS,
        (
            ClauseQuestion("Order", "showdown.side_pots_first", "Side pots before the main pot"),
            ClauseQuestion("Equal hands", "showdown.equal_hands", "They share the pot"),
            ClauseQuestion(
                "A bet nobody called", "revenue.uncalled", "It is left out when the rake is figured"
            ),
        ),
        words="main pot side pot first",
        settle=True,
    ),
    Situation(
        "rake",
        "More rake, or less",
        EVERY_GAME,
        POTS,
        (
            _irregular("After the pot was pushed", "late-rake", collected=True),
            _irregular("Six or fewer, and one asks", "rake-request", players_at_table=5, requested=True),
            ParameterQuestion(
                "How the house is paid",
                "rake",
                lambda methods: " or ".join(methods),
            ),
        ),
        words="rake drop no-flop commission",
        asks="When, or for whom",
    ),
    Situation(
        "button",
        "Where the button starts",
        "hold’em, Omaha",
        TABLE,
        (
            ParameterQuestion(
                "The first button",
                "button_start",
                _named(card_draw="by the highest card drawn", dealers_right="at the dealer’s right"),
            ),
            ParameterQuestion(
                "Blinds",
                "blinds",
                lambda both: f"{both[0]}" if both[0] == both[1] else f"{both[0]} to {both[1]}",
            ),
            ParameterQuestion("Seats", "max_seats", str),
        ),
        games=FLOP,
        words="button blinds seats players start",
    ),
    Situation(
        "kill",
        "A pot is killed",
        "Omaha hi-lo 8, Big Omaha",
        TABLE,
        (
            ParameterQuestion(
                "What starts a kill",
                "kill",
                _named(
                    none="no kill in this book",
                    pot="a whole qualifying pot",
                    two_in_a_row="two pots in a row",
                ),
            ),
            ParameterQuestion(
                "Must it be won both ways",
                "kill_needs_low",
                _yes_no("high and low", "the whole pot is enough"),
            ),
            ParameterQuestion(
                "The killer acts", "kill_acts_last", _yes_no("last in the first round", "in the usual place")
            ),
        ),
        games=SPLIT,
        words="kill half-kill",
    ),
    Situation(
        "collusion",
        "A player helps another",
        EVERY_GAME,
        TABLE,
        (_irregular("The player", "collusion"), WHO_DECIDES),
        words="collusion cheating soft play",
    ),
    Situation(
        "board-errors",
        "A board card comes too early, or is the wrong one",
        "hold’em, Omaha",
        DEAL,
        (
            _irregular("A board card came too early", "premature-board"),
            _irregular("A burn is missing, or there were two", "burn-error"),
            _irregular("Too many or too few on the board", "wrong-board-count"),
            _irregular("A board card was exposed", "exposed-board"),
            WHO_DECIDES,
        ),
        games=FLOP,
        words="premature flop turn river burn early",
        asks="What went wrong with the board",
    ),
    Situation(
        "dispute",
        "Players dispute a ruling",
        EVERY_GAME,
        TABLE,
        (
            ClauseQuestion("More rules than the book’s", "floor.supplement", "The house may add its own"),
            WHO_DECIDES,
        ),
        words="argue floor supervisor decision",
    ),
)
