"""Poker situations of betting, showdown, pots and the table, on which rulebooks are compared."""

from __future__ import annotations

from typing import Final

from hoyle.judge.rulebook_comparison.questions import (
    BETTING,
    DEAL,
    EVERY_GAME,
    FLOP,
    POTS,
    SHOWDOWN,
    SPLIT,
    STUD,
    TABLE,
    WHO_DECIDES,
    ClauseQuestion,
    IrregularityQuestion,
    ParameterQuestion,
    PotDivisionQuestion,
    Situation,
    irregular,
    named,
    yes_no,
)

SITUATIONS: Final[tuple[Situation, ...]] = (
    Situation(
        "discard",
        "A player throws their hand away",
        EVERY_GAME,
        BETTING,
        (
            irregular("Facing a bet, toward muck or pot", "discard", must_act=True),
            irregular("With nothing to call", "discard", must_act=False),
            irregular("While still owing a bet", "fold-owing"),
            IrregularityQuestion("In stud: up-cards turned down", "upcards-down", {"must_act": True}, games=STUD),
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
            irregular("In turn and clear to the dealer", "words-conflict", in_turn=True, clear=True),
            irregular("Out of turn, or not clear", "words-conflict", in_turn=False, clear=True),
            ClauseQuestion("Spoken action in turn", "wagers.spoken", "It binds the player"),
            ClauseQuestion("Chips that differ from the words", "wagers.corrected", "They are made to match the words"),
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
            irregular("The act", "out-of-turn"),
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
                "They announced a raise first", "wagers.announced_raise", "They may build it up until both hands rest"
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
                yes_no("it counts as one", "it does not count"),
            ),
            ParameterQuestion(
                "An all-in below a full raise",
                "short_allin_reopens",
                yes_no("reopens the betting", "does not reopen the betting"),
            ),
            ClauseQuestion("Checking, then raising", "wagers.check_raise", "Allowed unless a sign forbids it"),
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
                yes_no("every required bet and one more", "any chips at all"),
            ),
        ),
        words="all-in short broke side pot top up table stakes",
    ),
    Situation(
        "touched-pot",
        "A player touches chips in the pot",
        EVERY_GAME,
        BETTING,
        (irregular("The round", "touched-pot"), WHO_DECIDES),
        words="splashes pot",
    ),
    Situation(
        "wrong-claim",
        "A player calls their hand wrongly",
        EVERY_GAME,
        SHOWDOWN,
        (irregular("What counts", "wrong-claim"), WHO_DECIDES),
        words="miscalled misread cards speak",
    ),
    Situation(
        "discard-at-showdown",
        "A hand is thrown face down at the showdown",
        EVERY_GAME,
        SHOWDOWN,
        (
            irregular("It can still be told apart", "discard-at-showdown", identifiable=True, mucked=False),
            irregular("It is in the muck", "discard-at-showdown", identifiable=False, mucked=True),
            irregular("The house wants to see it", "disclosure"),
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
            irregular("It was tabled and best", "tabled-winner-killed", tabled=True, best=True),
            irregular("It was not tabled", "tabled-winner-killed", tabled=False, best=True),
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
                named(high="odd chip to the best high hand", position="first winner clockwise of the button"),
            ),
            ParameterQuestion(
                "High is tied",
                "odd_tied_high",
                named(card="highest card, then suit", position="first of those tied, clockwise"),
            ),
            ParameterQuestion(
                "Low is tied",
                "odd_tied_low",
                named(card="lowest card, then suit", position="first of those tied, clockwise"),
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
                "Straights and flushes", "low_straights_flushes_count", yes_no("spoil a low", "do not spoil a low")
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
            ClauseQuestion("A bet nobody called", "revenue.uncalled", "It is left out when the rake is figured"),
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
            irregular("After the pot was pushed", "late-rake", collected=True),
            irregular("Six or fewer, and one asks", "rake-request", players_at_table=5, requested=True),
            ParameterQuestion("How the house is paid", "rake", lambda methods: " or ".join(methods)),
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
                named(card_draw="by the highest card drawn", dealers_right="at the dealer’s right"),
            ),
            ParameterQuestion(
                "Blinds", "blinds", lambda both: f"{both[0]}" if both[0] == both[1] else f"{both[0]} to {both[1]}"
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
                named(none="no kill in this book", pot="a whole qualifying pot", two_in_a_row="two pots in a row"),
            ),
            ParameterQuestion(
                "Must it be won both ways", "kill_needs_low", yes_no("high and low", "the whole pot is enough")
            ),
            ParameterQuestion(
                "The killer acts", "kill_acts_last", yes_no("last in the first round", "in the usual place")
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
        (irregular("The player", "collusion"), WHO_DECIDES),
        words="collusion cheating soft play",
    ),
    Situation(
        "board-errors",
        "A board card comes too early, or is the wrong one",
        "hold’em, Omaha",
        DEAL,
        (
            irregular("A board card came too early", "premature-board"),
            irregular("A burn is missing, or there were two", "burn-error"),
            irregular("Too many or too few on the board", "wrong-board-count"),
            irregular("A board card was exposed", "exposed-board"),
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
        (ClauseQuestion("More rules than the book’s", "floor.supplement", "The house may add its own"), WHO_DECIDES),
        words="argue floor supervisor decision",
    ),
)
