"""Questions that a situation puts to every rulebook, and a book's short answers.

The situations are data (`judge/data/situations.json`); the `ask` of a question there is its tag here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from hoyle.core.errors import HoyleError
from hoyle.games.house_cards import irregularities as house_card_floor
from hoyle.games.house_cards.game_registry import GAMES
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.judge.case_files import judge
from hoyle.judge.ruling import read_judge_data
from hoyle.rulebooks import PokerBook, clause_catalogue, poker_book
from hoyle.rulebooks.book_parameters import lookup
from hoyle.rulebooks.book_types.poker import Answer

SHORT: Final = read_judge_data("ruling_texts.json")["short"]
"""Short text of each ruling, for a table of answers."""
SILENT: Final = "silent"
OTHER: Final = "*"
"""Key of the text for every value of a parameter that has no text of its own."""


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


class Question(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ask"):
    """Base of the questions that can be put to any rulebook."""

    question: str
    games: tuple[str, ...] = ()
    """Games it is about, if not those of its situation."""

    def answer_of(self, book: str, games: tuple[str, ...]) -> BookAnswer:
        """Return a book's answer for the first of these games that it has; without games, for its first game."""
        rulebook = poker_book(book)
        candidates = self.games or games or tuple(rulebook.games)
        game = next((game for game in candidates if game in rulebook.games), None)
        return BookAnswer("no such game", absent=True) if game is None else self.answer_in(rulebook, game)

    def answer_in(self, book: PokerBook, game: str) -> BookAnswer:
        """Return a poker book's answer for one of its games."""
        raise NotImplementedError


class IrregularityQuestion(Question, frozen=True, kw_only=True, tag="irregularity"):
    """Question about an irregularity: its trigger and facts, as reported to the floor."""

    trigger: str
    facts: dict[str, Any] = {}

    def answer_in(self, book: PokerBook, game: str) -> BookAnswer:
        ruling = rule_irregularity(book, game, self.trigger, self.facts)
        if not ruling.needs_house:
            readings = [ruling.reading] if ruling.reading else []
            return BookAnswer(SHORT.get(ruling.result, ruling.result), ruling.clauses, readings)
        if ruling.clause and ruling.clause == book.floor.supplement:
            return BookAnswer(f"{SILENT}; the house may add its own rule", ruling.clauses, silent=True)
        return BookAnswer(SILENT, silent=True)


class ParameterQuestion(Question, frozen=True, kw_only=True, tag="parameter"):
    """Question about a rulebook parameter."""

    parameter: str
    answers: dict[str, str] = {}
    """Text of each value; without one, that of `OTHER`, or else the value itself."""
    unit: str = ""
    """``cents`` if the value is an amount of money."""

    def answer_in(self, book: PokerBook, game: str) -> BookAnswer:
        answer = lookup(book, game, self.parameter)
        return _book_answer(answer, None if answer.value is None else self._text_of(answer.value))

    def _text_of(self, value: Any) -> str:
        if isinstance(value, tuple):
            shown = (" or " if isinstance(value[0], str) else " to ").join(map(str, dict.fromkeys(value)))
        else:
            shown = str(value).lower() if isinstance(value, bool) else str(value)
        if shown in self.answers:
            return self.answers[shown]
        return self.answers.get(OTHER, "{value}").format(value=f"${value / 100:.2f}" if self.unit == "cents" else shown)


class ClauseQuestion(Question, frozen=True, kw_only=True, tag="clause"):
    """Question whether the book has a clause at some path."""

    path: str
    """Attribute path of the clause in the book: ``floor.supervisor``; ``page.`` starts at the game's page."""
    answer: str
    """What the book says if it has the clause."""

    def answer_in(self, book: PokerBook, game: str) -> BookAnswer:
        node: Any = book
        for step in self.path.split("."):
            node = node.page(game) if step == "page" else getattr(node, step)
        answer = node if isinstance(node, Answer) else Answer(self.answer, node)
        return _book_answer(answer if answer.clause else Answer(None), self.answer)


class SupervisorQuestion(ClauseQuestion, frozen=True, kw_only=True, tag="who-decides"):
    """Question who decides in the end."""

    question: str = "Who decides"
    path: str = "floor.supervisor"
    answer: str = "The shift supervisor is final"


class PotDivisionQuestion(Question, frozen=True, kw_only=True, tag="pot"):
    """Question how a given pot is divided."""

    case: dict[str, Any]
    """A showdown without its rulebook."""

    def answer_in(self, book: PokerBook, game: str) -> BookAnswer:
        if self.case["game"] not in book.games:
            return BookAnswer("no such game", absent=True)
        ruling = judge({"id": "the same pot", "kind": "showdown", "rulebook": book.id, **self.case})
        totals = [str(chips) for chips in ruling.result["totals"].values()]
        return BookAnswer(f"{', '.join(totals[:-1])} and {totals[-1]}")


class HouseGameQuestion(Question, frozen=True, kw_only=True, tag="house-game"):
    """Question about an irregularity at one house card game, or at every one of them."""

    question: str = ""
    game: str = ""
    """Empty for one question per game, which has the title of the game."""
    trigger: str
    facts: dict[str, Any] = {}

    def per_game(self) -> list[HouseGameQuestion]:
        return [self] if self.game else [replace(self, question=game.title, game=game.id) for game in GAMES.values()]

    def answer_of(self, book: str, games: tuple[str, ...]) -> BookAnswer:
        if self.game not in clause_catalogue.book_info(book).games:
            return BookAnswer("no such game", absent=True)
        try:
            sign = HouseCardSign(game=self.game, book=book)
            ruling = house_card_floor.rule_irregularity(sign, self.trigger, **self.facts)
        except HoyleError:
            return BookAnswer(SILENT, silent=True)
        return BookAnswer(_capitalize(ruling.words), [ruling.clause] if ruling.clause else [])


class Situation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, eq=False):
    """Situation at a table, with the questions it raises."""

    id: str
    title: str
    group: str
    where: str
    """Names of the games, as text."""
    questions: tuple[
        IrregularityQuestion
        | ParameterQuestion
        | ClauseQuestion
        | SupervisorQuestion
        | PotDivisionQuestion
        | HouseGameQuestion,
        ...,
    ]
    games: tuple[str, ...] = ()
    """Each book answers for the first of these games that it has; if none is named, for its first game."""
    synonyms: str = ""
    """Other words for it, for the search."""
    asks: str = "What about it"
    """Question that distinguishes its rows: when, to whom, how many."""
    settle: bool = False
    """Whether it is about dividing a pot, so that the page links to the settlement of one."""

    @property
    def rows(self) -> list[Question]:
        """Its questions, those about every house card game once for each of them."""
        expanded: list[Question] = []
        for question in self.questions:
            expanded += question.per_game() if isinstance(question, HouseGameQuestion) else [question]
        return expanded


def _book_answer(answer: Answer[Any], text: str | None) -> BookAnswer:
    """Format a book's answer; without a clause a reading decides, without either the book is silent."""
    clauses = [answer.clause] if answer.clause else []
    readings = [answer.interpretation] if answer.interpretation else []
    if answer.value is None or text is None or not (clauses or readings):
        return BookAnswer(SILENT, silent=True)
    if not clauses:
        return BookAnswer(f"{SILENT}; read: {text}", [], readings, silent=True)
    return BookAnswer(_capitalize(text), clauses, readings)


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]
