"""Poker situations of the deal, the deck and the hands, on which rulebooks are compared."""

from __future__ import annotations

from typing import Final

from hoyle.judge.rulebook_comparison.questions import (
    DEAL,
    DECK,
    EVERY_GAME,
    FLOP,
    HANDS,
    STUD,
    WHO_DECIDES,
    IrregularityQuestion,
    ParameterQuestion,
    Situation,
    irregular,
    named,
)

SITUATIONS: Final[tuple[Situation, ...]] = (
    Situation(
        "exposed-hole",
        "A hole card turns up during the deal",
        "hold’em, Omaha",
        DEAL,
        (
            irregular("First or second card off the deck", "exposed-hole-flop", exposed=1, first_position=1),
            irregular(
                "A later card, by the dealer’s error",
                "exposed-hole-flop",
                exposed=1,
                first_position=5,
                dealer_error=True,
            ),
            irregular("More than one card", "exposed-hole-flop", exposed=2, first_position=5),
            irregular(
                "By a player, or by nobody known", "exposed-hole-flop", exposed=1, first_position=5, dealer_error=False
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
            irregular("One of the two", "stud-hole-up", exposed=1),
            irregular("Both of them", "stud-hole-up", exposed=2),
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
        (irregular("One card", "boxed", count=1), irregular("Two or more", "boxed", count=2), WHO_DECIDES),
        words="boxed, turned up",
        asks="How many cards",
    ),
    Situation(
        "missed-seat",
        "A seat was skipped in the deal",
        EVERY_GAME,
        DEAL,
        (
            irregular("Before two have bet", "missed-seat", voluntary_bettors=1),
            irregular("After two have bet", "missed-seat", voluntary_bettors=2),
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
            irregular("Before two have bet", "wrong-start", voluntary_bettors=1),
            irregular("After two have bet", "wrong-start", voluntary_bettors=2),
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
        (irregular("What follows", "ineligible"), WHO_DECIDES),
        words="ineligible, wrong player",
    ),
    Situation(
        "off-table",
        "A card fell off the table",
        EVERY_GAME,
        DEAL,
        (irregular("The card", "off-table"), WHO_DECIDES),
        words="floor, dropped",
    ),
    Situation(
        "folded-seat",
        "A player folds with more cards to come",
        "stud",
        DEAL,
        (
            irregular("After their own forced bet", "folded-seat", forced=True, checking=False),
            irregular("While the round is checked", "folded-seat", forced=False, checking=True),
            irregular("Facing a bet", "folded-seat", forced=False, checking=False),
        ),
        games=STUD,
        asks="When did they fold",
    ),
    Situation(
        "no-cut",
        "The deck was not shuffled and cut",
        EVERY_GAME,
        DECK,
        (irregular("Found at any time", "no-cut", voluntary_bettors=2), WHO_DECIDES),
        words="misdeal, uncut",
    ),
    Situation(
        "bad-cut",
        "The cut was improper",
        EVERY_GAME,
        DECK,
        (
            irregular("No card dealt, another cut ordered", "bad-cut", cards_dealt=0, ordered=True),
            irregular("A card has been dealt", "bad-cut", cards_dealt=1, ordered=True),
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
            irregular("During a round", "bad-deck"),
            irregular("The stub is short during a round", "stub-count", counted=20, expected=21, in_round=True),
            irregular("Found between rounds", "stub-count", counted=51, expected=52, in_round=False),
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
        (irregular("The cards in it", "shuffler-failure"), WHO_DECIDES),
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
                named(
                    common="one common card for everybody",
                    count="burns are mixed in; if still short, one community card",
                ),
            ),
            ParameterQuestion("Cards needed for n players", "stud_short_need", named(n_1="n + 1", n_2="n + 2")),
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
            irregular("It can be put together again", "protected-fouled", reconstructable=True, contributed=False),
            irregular(
                "It cannot; its owner is only the victim", "protected-fouled", reconstructable=False, contributed=False
            ),
            irregular(
                "It cannot; its owner had a part in it", "protected-fouled", reconstructable=False, contributed=True
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
            irregular("Not protected", "wrong-count", protected=False, contributed=False),
            irregular("Protected, its owner only the victim", "wrong-count", protected=True, contributed=False),
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
            irregular("Without a word, unprotected", "left", protected=False, comment=False),
            irregular("Without a word, protected", "left", protected=True, comment=False),
            irregular("Having said so", "left", protected=False, comment=True),
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
        (irregular("The hand", "out-of-view"), WHO_DECIDES),
        words="hidden",
    ),
)
