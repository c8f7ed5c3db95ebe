"""Ruling types: the report of an irregularity, the ruling on it, and its consequences."""

from __future__ import annotations

from typing import Final

from hoyle.core.errors import InvalidError
from hoyle.games.poker.variants import Variant, variant
from hoyle.rulebooks.book_types.poker import PokerBook

HOUSE_RULING: Final = "house ruling"
MISDEAL: Final = "misdeal"
PLAY_ON: Final = "play on"
DISCARD_CARD: Final = "discard card, play on"
EXAMINE_CARD: Final = "examine, discard card, play on"
DISCARD_CARDS: Final = "discard those cards, play on"
DEAD_ROUND: Final = "dead round, return all"
REPLACE_CARD: Final = "replace after deal with top card, exposed card becomes the burn"
THIRD_DOWN: Final = "third card dealt down"
DEAD_ANTE_BACK: Final = "dead hand, ante returned"
DEAD_HAND: Final = "dead hand, no refund"
RECONSTRUCT: Final = "reconstruct, play on"
REFUND: Final = "refund own money"
HAND_DISCARDED: Final = "hand discarded"
HAND_STANDS: Final = "hand stands"

# Beyond the triggers that case files know.
RECUT: Final = "recut"
RESHUFFLE: Final = "reshuffle"
REMOVE_DECK: Final = "remove deck"
FOLD: Final = "fold"
FOLD_OWING: Final = "fold, bet still owed"
WORDS_WIN: Final = "words win"
CARDS_SPEAK: Final = "cards speak"
DISCLOSED: Final = "hand disclosed, stays discarded"
NO_MORE_RAKE: Final = "nothing more taken"
RAKE_STANDS: Final = "rake stands"
RAKE_REDUCED: Final = "rake may be reduced"
SEAT_GETS_CARDS: Final = "seat keeps receiving a card"
MUST_LEAVE: Final = "player must leave"
MAY_BE_REFUSED: Final = "player may be refused"

ANY_GAME: Final = "any"


class FloorRuling:
    """Ruling on one irregularity: `result` is its text, the other fields tell the table what to do."""

    def __init__(
        self,
        result: str,
        clauses: list[str],
        *,
        reading: str = "",
        misdeal: bool = False,
        dead_round: bool = False,
        deck: str = "",
        card: str = "",
        hand: str = "",
        refund: str = "",
        owes: bool = False,
        player: str = "",
    ) -> None:
        self.result = result
        self.clauses = [clause for clause in clauses if clause]
        """Clauses, most decisive first; empty where no clause applies."""
        self.reading = reading
        self.misdeal = misdeal
        """Whether all cards and chips go back and the round is dealt again, button unchanged (AMB-48)."""
        self.dead_round = dead_round
        """Whether the round is over and every chip in the pot goes back to its owner."""
        self.deck = deck
        """Treatment of the deck: ``remove`` (from the table), ``replace``, ``recut`` or ``reshuffle``."""
        self.card = card
        """Treatment of the card: ``discard``, ``examine`` (then discard), ``replace`` (it becomes the burn)
        or ``down`` (the player's next card comes face down). ``discard hand``: all cards of that player."""
        self.hand = hand
        """Treatment of the hand: ``dead``, ``folded``, ``live``, ``reconstruct`` or ``disclose``."""
        self.refund = refund
        """Refund to the owner of a dead hand: ``all`` they put in, or the ``ante``."""
        self.owes = owes
        """Whether the player owes the bet although they have folded."""
        self.player = player
        """Treatment of the player: ``must leave`` or ``may be refused`` play."""

    @property
    def clause(self) -> str:
        return self.clauses[0] if self.clauses else ""

    @property
    def needs_house(self) -> bool:
        """Whether no clause covers the facts, so that the house must rule explicitly."""
        return self.result == HOUSE_RULING

    def __repr__(self) -> str:
        return f"Ruling({self.result!r}, {self.clauses})"


class IrregularityReport:
    """Report of one irregularity: book, game, trigger and validated facts."""

    def __init__(self, book: PokerBook, game: str, trigger: str, facts: dict[str, object]) -> None:
        self.book = book
        self.cites = book.floor
        self.game = game
        self.trigger = trigger
        self.facts = facts
        self.variant: Variant | None = None if game == ANY_GAME else variant(game)

    def house_ruling(self) -> FloorRuling:
        """Leave the ruling to the house, by the clause that lets it supplement the book if there is one."""
        return FloorRuling(HOUSE_RULING, [self.cites.supplement or self.cites.supervisor])

    def count(self, name: str, minimum: int = 0) -> int:
        """Return a fact that must be a whole number."""
        value = self.facts.get(name)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < minimum:
            problem = "is missing" if name not in self.facts else f"cannot be {value!r}"
            raise InvalidError(f"{self.trigger}: {name} {problem}; it is a whole number, {minimum} or more")
        return value

    def flag(self, name: str) -> bool:
        """Return a fact that must be a boolean."""
        value = self.facts.get(name)
        if not isinstance(value, bool):
            problem = "is missing" if name not in self.facts else f"cannot be {value!r}"
            raise InvalidError(f"{self.trigger}: {name} {problem}; it is true or false")
        return value

    def in_flop_game(self) -> bool:
        return self.variant is None or self.variant.flop

    def in_stud(self) -> bool:
        return self.variant is not None and not self.variant.button

    def in_seven_card_stud(self) -> bool:
        return self.variant is None or self.variant.hole_cards == 7
