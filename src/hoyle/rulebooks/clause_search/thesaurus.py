"""Thesaurus: synonyms that dealers and players use for the words of the books."""

from __future__ import annotations

from typing import Final

STOP_WORDS: Final = frozenset(
    (
        *("a", "an", "the", "is", "was", "were", "are", "be", "been", "being", "am", "of", "on", "in", "at"),
        *("to", "by", "for", "with", "and", "or", "but", "my", "his", "her", "their", "your", "our", "its"),
        *("it", "this", "that", "these", "those", "what", "who", "whom", "whose", "when", "where", "how"),
        *("which", "why", "happens", "happen", "happened", "gets", "get", "got", "does", "do", "did"),
        *("doesn't", "don't", "didn't", "wasn't", "isn't", "has", "have", "had", "having", "there", "if"),
        *("from", "as", "someone", "somebody", "anyone", "anybody", "everyone", "everybody", "can", "may"),
        *("might", "could", "would", "should", "shall", "will", "must", "i", "he", "she", "we", "you", "me"),
        *("him", "them", "they", "us", "myself", "himself", "many", "much", "allowed", "middle", "during"),
        *("while", "after", "without", "then", "than", "so", "now", "still", "just", "also", "too", "very"),
        *("not", "no", "into", "any", "some", "one", "want", "wants", "wanted", "make", "made", "makes"),
        *("put", "puts", "about", "up", "out", "off", "again", "back", "please", "mean", "means", "rule"),
        *("rules", "case", "let", "lets", "need", "needs", "counts", "behind", "against"),
        *("player", "players", "guy", "person", "customer", "patron", "gambler", "man", "lady", "people"),
        *("often", "every", "each", "both", "other", "another", "own", "because", "though", "although"),
    )
)
"""Stop words, ignored in queries."""

GROUPS: Final[tuple[tuple[str, ...], ...]] = (
    # Cards where they should not be
    (
        *("exposed", "flashed", "flipped", "flipped over", "shown", "face up", "turned up", "turned over"),
        *("dealt up", "visible", "showing by mistake"),
    ),
    (
        *("boxed", "face-up card", "face-up cards", "face up in the deck", "turned up in the deck"),
        *("upside down", "wrong way up", "found face up", "~face up+deck", "~face up+stub", "~turned up+deck"),
    ),
    ("off the table", "on the floor", "fell", "on the ground", "lost card", "dropped card", "card dropped"),
    (
        *("missing or extra", "missing", "surplus", "~deck+fouled", "~deck+bad", "~deck+incomplete", "~deck+short"),
        *("too many cards in the deck", "same card twice", "two of the same", "duplicate", "~deck+53", "~deck+51"),
        *("cards of the same kind",),
    ),
    ("wrong number", "wrong card count", "too many cards", "too few cards", "one card too many", "~card too many"),
    (
        *("skipped", "missed", "passed over", "~left out", "~forgot", "got none", "~seat+missed"),
        *("~got no cards", "~no cards", "~not dealt in", "~dealt out"),
    ),
    (
        *("wrong starting", "wrong place", "wrong seat", "~started+wrong", "~start+wrong", "~began+wrong"),
        *("wrong player first",),
    ),
    ("not entitled", "ineligible", "not eligible", "should not be in", "should not have cards"),
    ("too early", "premature", "early", "too soon", "ahead of time"),
    ("run short", "shortage", "run out of cards", "not enough cards", "too few", "cannot serve", "short of cards"),
    ("shuffler", "shuffling machine", "machine", "device"),
    ("jam", "breaks down", "stuck", "stops", "failure", "malfunction", "broken"),
    ("not shuffled and cut", "wasn't cut", "not cut", "uncut", "no cut", "not shuffled", "no proper shuffle"),
    ("board", "community cards", "flop turn and river"),
    ("rotated", "rotation", "swap", "changed", "new deck"),
    ("hourly", "hour", "every hour", "how often"),
    # Hands
    ("muck", "discard", "thrown", "throw away", "tossed", "be killed", "to kill", "collected", "~killed"),
    ("swept up", "swept", "collected", "scooped", "picked up by mistake"),
    ("fouled", "mixed", "touched", "unreadable"),
    ("protect", "guard", "unprotected", "card cap"),
    ("refund", "get back", "gets back", "money back", "go back", "returned"),
    ("out of view", "dealer's view", "hide", "lap", "under the table", "dealer can see", "in view"),
    (
        *("cards speak", "misread", "miscall", "misstated", "called wrong", "wrong claim", "calls his hand"),
        *("whatever its owner says",),
    ),
    ("fold", "give up the hand", "throw in the hand"),
    (
        *("concede", "have to show", "must show", "has to show", "~loser+show", "~losing+show", "demand to see"),
        *("~ask to see", "~asks to see", "~see a hand", "~see his hand", "~see a folded hand", "~look at his hand"),
    ),
    ("show order", "shows first", "who shows", "show first", "turn up first"),
    ("tabled", "turned face up", "spread face up"),
    (
        *("leave", "leaving", "goes away", "walks away", "walked away", "absent", "away from the table"),
        *(
            "~left the table",
            "~left his seat",
            "~got up",
            "~stepped away",
            "~player left",
            "~he left",
            "~away",
            "~bathroom",
        ),
    ),
    ("kicker", "side card"),
    # Betting
    (
        *("verbal", "spoken", "oral", "said", "saying", "announced", "announcement", "declared", "declaration"),
        *("words", "statement"),
    ),
    ("without announcing", "silence", "silent", "without a word", "nothing said", "said nothing", "quietly"),
    ("out of turn", "in turn", "his turn", "~out of order", "~before his turn", "~acting before", "~acted before"),
    ("binding", "binds", "commits", "bound", "hold him to"),
    ("string", "several motions", "two motions", "several movements", "enlarged", "in two goes"),
    ("oversized", "big chip", "large chip", "larger chip", "overchip", "bigger chip", "one chip bigger"),
    ("released", "letting go", "~throw chips", "~throwing chips", "~toss chips"),
    ("wager", "bet", "stake"),
    ("posted", "sign", "notice", "displayed"),
    ("gesture", "motion", "movement", "hand signal", "tap", "knock"),
    ("check-raise", "check raise", "sandbag", "check and then raise", "checked may raise"),
    ("nobody touches", "reach into", "reached into", "touch", "grab", "splash"),
    ("adding", "add chips", "topped up", "top up", "rebuy", "buy more", "buy chips", "reload", "more chips"),
    (
        *("removing", "~chips off the table", "~taken off the table", "~take off the table", "~go south"),
        *("~pocket chips", "~chips+off the table", "leave the table while"),
    ),
    ("minimum stake", "buy-in", "buy in"),
    (
        *("all-in", "all in", "run out", "funds run out", "out of chips", "no more chips", "no chips left"),
        *("runs out of chips", "broke", "~short stack", "~cannot cover", "~not enough to call"),
    ),
    ("differ from the bet", "too few chips", "wrong amount", "short of the announced", "make them match"),
    ("owe", "debt", "cancel"),
    ("take down", "removed", "take back", "taken down", "withdraw", "pull back"),
    ("blind", "big blind", "small blind"),
    ("cash", "currency", "bills", "money on the table"),
    ("cap", "limit raises", "how many raises", "number of raises"),
    ("forced bet", "bring-in", "bring it in", "brings it in"),
    # Pots
    (
        "odd chip",
        "a remainder of",
        "whole remainder",
        "cannot be halved",
        "leftover chip",
        "extra chip",
        "does not divide",
    ),
    ("split", "chop", "halve", "share", "divided evenly", "divide", "half"),
    ("tie", "equal", "same hand", "~same", "~identical", "nothing differs"),
    ("rake", "commission", "the house takes"),
    ("no flop no drop", "no flop, no rake", "no flop", "before the flop pays none"),
    ("reduced", "lower", "less", "cut down"),
    ("six players or fewer", "few players", "short-handed", "shorthanded"),
    ("at most", "maximum", "most", "no more than", "largest", "limit"),
    ("minimum", "least", "at least", "smallest"),
    ("jackpot", "bad beat"),
    ("exactly two", "use", "two plus three"),
    (
        *("~how many players", "number of players", "at most 11", "eleven players", "at most ten players"),
        *("at most eight players", "seats at most"),
    ),
    # People
    ("supervisor", "floorman", "floorperson", "floor person", "manager", "pit boss"),
    ("dispute", "argument", "argue", "disagree", "quarrel", "last word", "final say"),
    ("final", "decides", "decision", "last word", "final say"),
    (
        *("help another", "collude", "collusion", "cheat", "soft play", "softplay", "partner", "friend", "team"),
        *("for yourself", "helps", "information", "~on behalf", "~for somebody else", "~for someone else"),
        *("~talks about", "~talking about", "~discuss", "~advice"),
    ),
    (
        "bar",
        "ban",
        "refuse play",
        "~refuse service",
        "~refuse",
        "~turn away",
        "throw a player out",
        "thrown out",
        "kick out",
        "exclude",
        "must leave",
    ),
    ("waiting list", "open seat", "empty seats", "queue", "next for a seat", "first come", "wait for a seat"),
    ("clock", "too long", "stall", "delay", "slow play", "takes forever", "time is over"),
    # House games and dice
    ("qualify", "dealer lacks", "qualifying", "below queen high"),
    ("stacked", "~on top of", "rests on the other"),
    ("cocked", "leaning", "not flat", "tilted"),
    ("shooter", "roller", "thrower"),
    ("crooked", "fixed device", "~loaded", "~rigged", "~gaffed"),
    ("losing 7", "~seven out", "~sevens out"),
    # Games by their whole names
    ("three card poker",),
    ("four card poker",),
    ("mississippi stud",),
    ("seven-card stud",),
    ("five-card stud",),
    ("five-card draw",),
    ("lock on a point", "after the point"),
    ("Pass", "pass line"),
)
"""Groups of synonyms.

A member with ``~`` matches in queries only, since it means something else in the books; ``deck+fouled``
matches two words anywhere in a query.
"""

_FLOP: Final = "flop turn river board"
ABOUT: Final = {
    "all": f"poker hold'em holdem omaha stud draw {_FLOP}",
    "holdem": f"hold'em holdem {_FLOP}",
    "omaha-high": f"omaha {_FLOP}",
    "omaha-hilo8": f"omaha high-low split {_FLOP}",
    "big-omaha-high": f"omaha {_FLOP}",
    "big-omaha-hilo8": f"omaha high-low split {_FLOP}",
    "stud7-high": "seven-card stud street",
    "stud7-hilo": "seven-card stud street high-low split",
    "stud7-hilo8": "seven-card stud street high-low split",
    "stud5-high": "five-card stud street",
    "draw5-high": "five-card draw",
    "draw5-low": "five-card draw lowball",
    "mambo-hilo6": "mambo stud street high-low split",
    "three-card-poker": "three card poker house game",
    "four-card-poker": "four card poker house game",
    "mississippi-stud": "mississippi stud house game",
    "craps": "craps dice",
    "mini-dice": "mini-dice dice shaker",
}
"""Search context of a clause by game, added to its text; ``all`` are the games of poker."""
