"""Full-text search over clauses: stems, synonyms and phrases, weighted by word rarity.

Words are compared by their stems (``exposes`` finds ``exposed``), and what people say stands for what the
books say (``boxed`` is a card that lies face up in the deck). A rare word counts more than a common one, a
title more than a sentence, the word itself more than another for it, words together more than words apart. Of
what is asked a clause must have a quarter by weight, and the more it has the higher it stands. The last word
may be unfinished where nothing is known by what is there: ``misd`` finds misdeals, ``clock`` no clockwise.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from hoyle.rulebooks.clause_search.stemmer import stem
from hoyle.rulebooks.clause_search.thesaurus import GROUPS, STOP_WORDS

T = TypeVar("T")

IN_TITLE: Final = 2.0
"""How much more a title counts than a sentence."""
SYNONYM: Final = 0.7
PART: Final = 0.4
SAYING: Final = 1.5
"""How much more a word counts that people and books have several for."""
TOGETHER: Final = 0.5
"""What two words that follow each other are worth besides, as a share of both."""
ENOUGH: Final = 0.25
"""Share of the question's weight that a clause must have."""
NEAR: Final = 0.4
"""Share of the best score that a clause must have."""
SAID_AGAIN: Final = 0.3
"""What a second word for the same thing is worth besides the first."""
IN_CONTEXT: Final = 0.4
"""What a word is worth that a clause is about without saying it."""
AGAIN: Final = 0.85
"""What a title is worth that has stood there before: three games with one rule leave room for another."""
MAX_AGAIN: Final = 2
MAX_UNKNOWN: Final = 0.45
"""Share of the question's weight that no clause of any book need know."""
COVERED: Final = 0.5
"""How much it matters to have all of the question: its share to this power."""
UNFINISHED: Final = 3
"""Letters from which on a word may be the beginning of another."""
WHOLE_QUESTION: Final = 3.0
"""How much more a title counts that has the question as it was put."""


class Document(NamedTuple):
    """Something as it is searched; stems stand between blanks."""

    title: str
    """Lower case, as it stands."""
    title_stems: str
    stems: str
    context: str
    """What it is about without saying so: the games of a clause."""
    citation: str

    @property
    def book(self) -> str:
        return self.citation.split(" ")[1]


class QueryTerm(NamedTuple):
    """A word of the question, or several that are one."""

    text: str
    stems: str
    """With a blank on either side."""
    others: tuple[str, ...] = ()
    """What else may stand for it, written in the same way."""


def read(title_text: str, rest: str, citation: str = "", context: str = "") -> Document:
    """A title and what stands under it, made ready."""
    title = _stems(title_text)
    return Document(
        title=title_text.lower(),
        title_stems=_row(title),
        stems=_row([*title, *_stems(rest)]),
        context=_row(_stems(context)),
        citation=f" {citation.lower()}",
    )


class Index:
    """All texts together, which say how rare a word is."""

    def __init__(self, texts: Iterable[Document]) -> None:
        self._texts = list(texts)
        self._worth: dict[str, float] = {}

    @property
    def rarest(self) -> float:
        """What a word is worth that stands in one text alone."""
        return math.log(1 + len(self._texts))

    def worth(self, form: str) -> float:
        """What a word or phrase is worth, or the beginning of one; nothing where no text has it."""
        if form not in self._worth:
            times = sum(1 for each in self._texts if form in each.stems)
            times = times or sum(1 for each in self._texts if form in each.context)
            self._worth[form] = math.log(1 + len(self._texts) / times) if times else 0.0
        return self._worth[form]

    def meant(self, text: str) -> str:
        """The question with each word that no text knows put right; empty where there is nothing to mend.

        >>> Index([read("Odd chip to high hand", "")]).meant("odd chp")
        'odd chip'
        """
        import difflib  # only a mistake pays for it

        titles = sorted({word for each in self._texts for word in _words(each.title)})
        words = [
            word
            if self.worth(row := _row([stem(word)])) or row in _MEANT or word in _LITTLE
            else next(iter(difflib.get_close_matches(word, titles, n=1, cutoff=0.7)), word)
            for word in _words(text)
        ]
        return "" if words == _words(text) else " ".join(words)

    def cites(self, begun: str) -> bool:
        """Whether a citation has a part that begins so."""
        return any(begun in each.citation for each in self._texts)


def rank_documents(
    text: str, where: Sequence[T], read_as: Callable[[T], Document], library: Index
) -> list[T]:
    """What answers among `where`, best first; equals in the order of the books."""
    here = [read_as(each) for each in where]
    asked = _asked(text)
    weighed = [_Weighed(word, library, last=word is asked[-1]) for word in asked]
    lost = sum(word.weight for word in weighed if not word.known)
    if lost > MAX_UNKNOWN * sum(word.weight for word in weighed):
        return []
    # A word that another book knows and this one does not is not asked of its clauses.
    needed = sum(word.weight for word in weighed if not word.known or any(map(word.mark, here)))
    phrase = re.compile(r"(?<!\w)" + r"[\s-]+".join(map(re.escape, text.lower().split())) + r"(?!\w)")
    scored: list[tuple[float, int]] = []
    for place, each in enumerate(here):
        marks = [word.mark(each) for word in weighed]
        had = sum(word.weight for word, mark in zip(weighed, marks, strict=True) if mark)
        if not had or had < ENOUGH * needed:
            continue
        scored.append(((sum(marks) + _together(weighed, each)) * (had / needed) ** COVERED, place))
    best = max((score for score, _ in scored), default=0.0)
    near = [
        (score * (WHOLE_QUESTION if phrase.search(here[place].title) else 1), place)
        for score, place in scored
        if score >= NEAR * best
    ]
    return [where[place] for place in _in_order(near, here)]


def _in_order(scored: Sequence[tuple[float, int]], texts: Sequence[Document]) -> list[int]:
    """The best first, and between those of a book that share their title room for others."""
    stood: Counter[str] = Counter()
    order: list[tuple[float, int]] = []
    for score, place in sorted(scored, key=lambda each: (-each[0], each[1])):
        alike = f"{texts[place].book} {texts[place].title}"
        order.append((-score * AGAIN ** min(stood[alike], MAX_AGAIN), place))
        stood[alike] += 1
    return [place for _, place in sorted(order)]


class _Weighed:
    """A word with what it tells: the rarer what may stand for it, the more."""

    def __init__(self, word: QueryTerm, library: Index, *, last: bool) -> None:
        self.stems = word.stems
        saying = SAYING if word.others else 1.0
        forms = [(word.stems, saying), *((other, saying * SYNONYM) for other in word.others)]
        begun = f" {word.text}"
        if last and len(word.text) >= UNFINISHED and not word.others and not library.worth(word.stems):
            forms.append((begun, PART))
        worth = [(form, part * library.worth(form)) for form, part in forms]
        self._forms = [(form, each) for form, each in worth if each]
        self._cited = "" if self._forms or not library.cites(begun) else begun
        self.known = bool(self._forms or self._cited)
        self.weight = max((each for _, each in self._forms), default=library.rarest)

    def mark(self, each: Document) -> float:
        """How well the word stands in a clause; said again, in other words, it stands better."""
        found = sorted(self._places(each))
        if not found:
            return self.weight if self._cited and self._cited in each.citation else 0.0
        return found[-1] + (SAID_AGAIN * found[-2] if len(found) > 1 else 0.0)

    def _places(self, each: Document) -> Iterator[float]:
        for form, worth in self._forms:
            if form in each.stems:
                yield IN_TITLE * worth if form in each.title_stems else worth
            elif form in each.context:
                yield IN_CONTEXT * worth


def _together(asked: Sequence[_Weighed], each: Document) -> float:
    """What words that follow each other in the question and in a title are worth besides."""
    return sum(
        TOGETHER * IN_TITLE * (first.weight + second.weight)
        for first, second in pairwise(asked)
        if first.stems + second.stems[1:] in each.title_stems
    )


def _asked(text: str) -> list[QueryTerm]:
    """The words that count; what the thesaurus has as a phrase, or as two words apart, is one."""
    line = _row(_stems(text))
    words: list[tuple[int, QueryTerm]] = []
    for member, others in _MEANT.items():
        parts, inside = member.split("+"), member.split()
        if len(inside) == 2 and f" {inside[1]} {inside[0]} " in line:
            parts = [f" {inside[1]} {inside[0]} "]  # turned about it means the same
        if len(inside) > 1 and all(part in line for part in parts):
            at = line.index(parts[0])
            for part in parts:
                line = line.replace(part, " " * len(part), 1)
            # Two words that stood apart may stand side by side in a clause.
            words.append((at, QueryTerm(member.strip(), member.replace(" + ", " "), others)))
    for found in re.finditer(r"\S+", line):
        row = f" {found[0]} "
        words.append((found.start(), QueryTerm(found[0], row, _MEANT.get(row, ()))))
    in_order = [word for _, word in sorted(words)]
    telling = [word for word in in_order if word.others or word.text not in _LITTLE]
    return _each_once(telling or in_order)


def _each_once(words: Sequence[QueryTerm]) -> list[QueryTerm]:
    """A word that stands for one before it says nothing new."""
    found: list[QueryTerm] = []
    for word in words:
        if not any(word.stems == other.stems or word.stems in other.others for other in found):
            found.append(word)
    return found


def _words(text: str) -> list[str]:
    """Words and, of those with a hyphen, their parts too."""
    found: list[str] = []
    for word in re.findall(r"[\w$.%'’-]+", text.lower()):
        word = word.strip(".'’-")
        found.append(word)
        if "-" in word:
            found += word.split("-")
    return [word for word in found if word]


def _stems(text: str) -> list[str]:
    return [stem(word) for word in _words(text)]


def _row(stems: Sequence[str]) -> str:
    return f" {' '.join(stems)} "


def _synonyms() -> dict[str, tuple[str, ...]]:
    """Every word and phrase, the longest first, and what else may stand for it."""
    found: dict[str, dict[str, None]] = {}
    for group in GROUPS:
        rows = {
            member: "+".join(_row(_stems(part)) for part in member.strip("~").split("+")) for member in group
        }
        written = [row for member, row in rows.items() if not member.startswith("~")]
        for row in rows.values():
            found.setdefault(row, {}).update((other, None) for other in written if other != row)
    longest = sorted(found, key=lambda row: (-len(row.split()), row))
    return {row: tuple(found[row]) for row in longest}


_MEANT: Final = _synonyms()
_LITTLE: Final = frozenset(stem(word) for word in STOP_WORDS) | STOP_WORDS
