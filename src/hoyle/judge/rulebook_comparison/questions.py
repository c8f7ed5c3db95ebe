"""Questions that a situation puts to every rulebook, and a book's short answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from hoyle.core.errors import HoyleError
from hoyle.games.house_cards import irregularities as banked_floor
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.poker.floor import ruling_types
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.judge.case_files import judge
from hoyle.rulebooks import PokerBook, clause_catalogue
from hoyle.rulebooks import poker_book as rulebook
from hoyle.rulebooks.book_parameters import lookup
from hoyle.rulebooks.book_types.poker import Answer

SHORT: Final = {
    ruling_types.MISDEAL: "Misdeal: cards back, reshuffle",
    ruling_types.PLAY_ON: "Everything stands, play goes on",
    ruling_types.DISCARD_CARD: "The card is discarded, play goes on",
    ruling_types.EXAMINE_CARD: "The dealer looks at it, then it is discarded; play goes on",
    ruling_types.DISCARD_CARDS: "Only those cards are discarded, play goes on",
    ruling_types.DEAD_ROUND: "The round is dead; every chip goes back to its owner",
    f"{ruling_types.DEAD_ROUND}, remove deck": "The round is dead; every chip goes back, the deck leaves",
    f"{ruling_types.DEAD_ROUND}, replace deck": "The round is dead; every chip goes back, another deck comes in",
    ruling_types.REPLACE_CARD: "The deal goes on. It is replaced by the top card after the deal and becomes the burn",
    ruling_types.THIRD_DOWN: "The third card comes face down",
    ruling_types.DEAD_ANTE_BACK: "The hand is dead, the ante goes back",
    ruling_types.DEAD_HAND: "The hand is dead, its money stays in the pot",
    ruling_types.RECONSTRUCT: "The hand is put together again, play goes on",
    ruling_types.REFUND: "The hand is dead; its owner gets back all they put in",
    ruling_types.HAND_DISCARDED: "The hand is dead",
    ruling_types.HAND_STANDS: "The hand stays live",
    ruling_types.RECUT: "The deck is cut again",
    ruling_types.RESHUFFLE: "The cards are reshuffled",
    ruling_types.REMOVE_DECK: "The deck leaves the table",
    ruling_types.FOLD: "It is a fold",
    ruling_types.FOLD_OWING: "The hand is folded, the bet is still owed",
    ruling_types.WORDS_WIN: "The words count",
    ruling_types.CARDS_SPEAK: "The cards speak for themselves",
    ruling_types.DISCLOSED: "It is shown, and stays discarded",
    ruling_types.NO_MORE_RAKE: "Nothing more is taken",
    ruling_types.RAKE_STANDS: "The rake stands",
    ruling_types.RAKE_REDUCED: "The house may lower the rake",
    ruling_types.SEAT_GETS_CARDS: "The seat keeps receiving cards",
    ruling_types.MUST_LEAVE: "The player must leave the table",
    ruling_types.MAY_BE_REFUSED: "The house may refuse the player",
}
"""Short text of each ruling, for a table of answers."""

SILENT: Final = "silent"
NO_GAME: Final = "no such game"


@dataclass(frozen=True, slots=True)
class BookAnswer:
    """Answer of one rulebook to one question, with its clauses."""

    words: str
    clauses: list[str] = field(default_factory=list)
    readings: list[str] = field(default_factory=list)
    silent: bool = False
    """Whether the book has no clause on it, so that the house must rule; `clauses` then say who does."""
    absent: bool = False
    """Whether the book does not have the game."""

    @property
    def speaks(self) -> bool:
        return not (self.silent or self.absent)

    def borrowed(self, book: str) -> bool:
        """Whether a clause is not in the book's own text: reconstructed, or from a sister book."""
        return any(
            not clause.startswith(f"{book} ") or clause_catalogue.resolve_citation(clause).source != "text"
            for clause in self.clauses
        )


class Question(Protocol):
    """Interface of a question that can be put to any rulebook."""

    @property
    def question(self) -> str: ...

    def answer_of(self, book: str, games: tuple[str, ...]) -> BookAnswer: ...


@dataclass(frozen=True, eq=False)
class Situation:
    """Situation at a table, with the questions it raises."""

    id: str
    title: str
    where: str
    """Names of the games, as text."""
    group: str
    rows: tuple[Question, ...]
    games: tuple[str, ...] = ()
    """Each book answers for the first of these games that it has; if none is named, for its first game."""
    words: str = ""
    """Synonyms, for the search."""
    asks: str = "What about it"
    """Question that tells its rows apart: when, to whom, how many."""
    settle: bool = False
    """Whether it is about dividing a pot, so that the page links to the settlement of one."""


def _game_of(book: PokerBook, games: tuple[str, ...]) -> str:
    return next((game for game in games or tuple(book.games) if game in book.games), "")


@dataclass(frozen=True)
class IrregularityQuestion:
    """Question about an irregularity: its trigger and facts, as reported to the floor."""

    question: str
    trigger: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    games: tuple[str, ...] = ()

    def answer_of(self, book: str, games: tuple[str, ...]) -> BookAnswer:
        poker_book = rulebook(book)
        game = _game_of(poker_book, self.games or games)
        if not game:
            return BookAnswer(NO_GAME, absent=True)
        ruling = rule_irregularity(poker_book, game, self.trigger, dict(self.facts))
        readings = [ruling.reading] if ruling.reading else []
        if not ruling.needs_house:
            return BookAnswer(SHORT.get(ruling.result, ruling.result), ruling.clauses, readings)
        if ruling.clause and ruling.clause == poker_book.floor.supplement:
            return BookAnswer(f"{SILENT}; the house may add its own rule", ruling.clauses, silent=True)
        return BookAnswer(SILENT, silent=True)


@dataclass(frozen=True)
class ParameterQuestion:
    """Question about a rulebook parameter."""

    question: str
    name: str
    words: Callable[[Any], str]
    """Formatter of the value."""
    games: tuple[str, ...] = ()

    def answer_of(self, book: str, games: tuple[str, ...]) -> BookAnswer:
        poker_book = rulebook(book)
        game = _game_of(poker_book, self.games or games)
        if not game:
            return BookAnswer(NO_GAME, absent=True)
        return _format_answer(lookup(poker_book, game, self.name), self.words)


@dataclass(frozen=True)
class ClauseQuestion:
    """Question whether the book has a clause at some path."""

    question: str
    path: str
    """Attribute path of the clause in the book: ``floor.supervisor``; ``page.`` starts at the game's page."""
    words: str
    games: tuple[str, ...] = ()

    def answer_of(self, book: str, games: tuple[str, ...]) -> BookAnswer:
        poker_book = rulebook(book)
        game = _game_of(poker_book, self.games or games)
        if not game:
            return BookAnswer(NO_GAME, absent=True)
        node: Any = poker_book
        for step in self.path.split("."):
            node = node.page(game) if step == "page" else getattr(node, step)
        answer = node if isinstance(node, Answer) else Answer(self.words, node)
        if not answer.clause:
            return BookAnswer(SILENT, silent=True)
        return _format_answer(answer, lambda value: self.words.format(value=value))


@dataclass(frozen=True)
class PotDivisionQuestion:
    """Question how a given pot is divided."""

    question: str
    case: Mapping[str, Any]
    seats: tuple[str, ...]

    def answer_of(self, book: str, games: tuple[str, ...]) -> BookAnswer:
        if self.case["game"] not in rulebook(book).games:
            return BookAnswer(NO_GAME, absent=True)
        ruling = judge({"id": "the same pot", "kind": "showdown", "rulebook": book, **self.case})
        totals = [str(ruling.result["totals"][seat]) for seat in self.seats]
        return BookAnswer(f"{', '.join(totals[:-1])} and {totals[-1]}")


@dataclass(frozen=True)
class HouseGameQuestion:
    """Question about an irregularity at a house card game."""

    question: str
    game: str
    trigger: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def answer_of(self, book: str, games: tuple[str, ...]) -> BookAnswer:
        if self.game not in clause_catalogue.book_info(book).games:
            return BookAnswer(NO_GAME, absent=True)
        try:
            ruling = banked_floor.rule_irregularity(
                HouseCardSign(game=self.game, book=book), self.trigger, **dict(self.facts)
            )
        except HoyleError:
            return BookAnswer(SILENT, silent=True)
        text = ruling.words[:1].upper() + ruling.words[1:]
        return BookAnswer(text, [ruling.clause] if ruling.clause else [])


def _format_answer(answer: Answer[Any], to_text: Callable[[Any], str]) -> BookAnswer:
    """Format a book's answer; without a clause a reading decides, without either the book is silent."""
    clauses = [answer.clause] if answer.clause else []
    readings = [answer.interpretation] if answer.interpretation else []
    if answer.value is None or not (clauses or readings):
        return BookAnswer(SILENT, silent=True)
    if not clauses:
        return BookAnswer(f"{SILENT}; read: {to_text(answer.value)}", [], readings, silent=True)
    text = to_text(answer.value)
    return BookAnswer(text[:1].upper() + text[1:], clauses, readings)


# Headings, games and short forms of questions that poker situations share

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


def irregular(question: str, trigger: str, **facts: Any) -> IrregularityQuestion:
    """Ask for the ruling on an irregularity with these facts."""
    return IrregularityQuestion(question, trigger, facts)


def yes_no(yes: str, no: str) -> Callable[[Any], str]:
    """Return a formatter of a yes-or-no answer of a rulebook."""
    return lambda value: yes if value else no


def named(**names: str) -> Callable[[Any], str]:
    """Return a formatter of a parameter value; keyword names have underscores for `-` and `+`."""
    return lambda value: names.get(str(value).replace("-", "_").replace("+", "_"), str(value))
