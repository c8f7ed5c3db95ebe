"""Full-text search over clauses: stems, synonyms and phrases, weighted by word rarity.

Words match by stem (``exposes`` finds ``exposed``) and by synonym (``boxed`` is a card face up in the deck).
A rare word scores more than a common one, a title more than a sentence, the word itself more than a synonym,
adjacent words more than separate ones. A clause must match a quarter of the query by weight, and scores more
the more it matches. The last word matches as a prefix if it is not a known word: ``misd`` finds misdeals,
``clock`` does not find clockwise.
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
"""Score factor of a match in a title."""
SYNONYM: Final = 0.7
PART: Final = 0.4
SAYING: Final = 1.5
"""Score factor of a word with synonyms."""
TOGETHER: Final = 0.5
"""Bonus for two adjacent words, as a share of their weights."""
ENOUGH: Final = 0.25
"""Share of the query's weight that a clause must match."""
NEAR: Final = 0.4
"""Share of the best score that a clause must reach."""
SAID_AGAIN: Final = 0.3
"""Share of its score that a second synonym adds to the first."""
IN_CONTEXT: Final = 0.4
"""Score factor of a word that matches only the context of a clause."""
AGAIN: Final = 0.85
"""Score factor of each repeated title of a book, so that one rule in three games does not fill the list."""
MAX_AGAIN: Final = 2
MAX_UNKNOWN: Final = 0.45
"""Share of the query's weight that may be in no clause of any book."""
COVERED: Final = 0.5
"""Exponent of the matched share of the query in the score."""
UNFINISHED: Final = 3
"""Minimum letters of a prefix match."""
WHOLE_QUESTION: Final = 3.0
"""Score factor of a title that contains the whole query."""


class Document(NamedTuple):
    """Searchable form of a clause; stems are separated by blanks."""

    title: str
    """Title in lower case, not stemmed."""
    title_stems: str
    stems: str
    context: str
    """Stems of the topic that the text does not mention: the games of a clause."""
    citation: str

    @property
    def book(self) -> str:
        return self.citation.split(" ")[1]


class QueryTerm(NamedTuple):
    """A word or phrase of the query."""

    text: str
    stems: str
    """With a blank on either side."""
    others: tuple[str, ...] = ()
    """Synonyms, in the same form as `stems`."""


def read(title_text: str, rest: str, citation: str = "", context: str = "") -> Document:
    """Build the searchable document of a title and its text."""
    title = _stems(title_text)
    return Document(
        title=title_text.lower(),
        title_stems=_row(title),
        stems=_row([*title, *_stems(rest)]),
        context=_row(_stems(context)),
        citation=f" {citation.lower()}",
    )


class Index:
    """Index of all documents: word rarity, spelling correction and citations."""

    def __init__(self, texts: Iterable[Document]) -> None:
        self._texts = list(texts)
        self._worth: dict[str, float] = {}

    @property
    def rarest(self) -> float:
        """Weight of a word that occurs in one document only."""
        return math.log(1 + len(self._texts))

    def worth(self, form: str) -> float:
        """Weight of a word, phrase or prefix by inverse document frequency; 0 if no document has it."""
        if form not in self._worth:
            times = sum(1 for each in self._texts if form in each.stems)
            times = times or sum(1 for each in self._texts if form in each.context)
            self._worth[form] = math.log(1 + len(self._texts) / times) if times else 0.0
        return self._worth[form]

    def meant(self, text: str) -> str:
        """Correct the spelling of query words that no document has; empty if there is nothing to correct.

        >>> Index([read("Odd chip to high hand", "")]).meant("odd chp")
        'odd chip'
        """
        import difflib  # slow import, needed only for misspelled queries

        titles = sorted({word for each in self._texts for word in _words(each.title)})
        words = [
            word
            if self.worth(row := _row([stem(word)])) or row in _MEANT or word in _LITTLE
            else next(iter(difflib.get_close_matches(word, titles, n=1, cutoff=0.7)), word)
            for word in _words(text)
        ]
        return "" if words == _words(text) else " ".join(words)

    def cites(self, begun: str) -> bool:
        """Whether a citation has a part with this prefix."""
        return any(begun in each.citation for each in self._texts)


def rank_documents(
    text: str, where: Sequence[T], read_as: Callable[[T], Document], library: Index
) -> list[T]:
    """Return the items of `where` that match the query, best first; ties in the order of the books."""
    here = [read_as(each) for each in where]
    asked = _asked(text)
    weighed = [_Weighed(word, library, last=word is asked[-1]) for word in asked]
    lost = sum(word.weight for word in weighed if not word.known)
    if lost > MAX_UNKNOWN * sum(word.weight for word in weighed):
        return []
    # A word that occurs only in other books is not required here.
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
    """Sort by score, best first, with repeated titles of one book moved down."""
    stood: Counter[str] = Counter()
    order: list[tuple[float, int]] = []
    for score, place in sorted(scored, key=lambda each: (-each[0], each[1])):
        alike = f"{texts[place].book} {texts[place].title}"
        order.append((-score * AGAIN ** min(stood[alike], MAX_AGAIN), place))
        stood[alike] += 1
    return [place for _, place in sorted(order)]


class _Weighed:
    """Query term with its weighted forms: itself, its synonyms and prefix matches."""

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
        """Score of the term in a document: its best form, plus a share of the second best."""
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
    """Bonus for words that are adjacent both in the query and in a title."""
    return sum(
        TOGETHER * IN_TITLE * (first.weight + second.weight)
        for first, second in pairwise(asked)
        if first.stems + second.stems[1:] in each.title_stems
    )


def _asked(text: str) -> list[QueryTerm]:
    """Terms of the query without stop words; phrases and word pairs of the thesaurus are one term each."""
    line = _row(_stems(text))
    words: list[tuple[int, QueryTerm]] = []
    for member, others in _MEANT.items():
        parts, inside = member.split("+"), member.split()
        if len(inside) == 2 and f" {inside[1]} {inside[0]} " in line:
            parts = [f" {inside[1]} {inside[0]} "]  # reversed, it means the same
        if len(inside) > 1 and all(part in line for part in parts):
            at = line.index(parts[0])
            for part in parts:
                line = line.replace(part, " " * len(part), 1)
            # Words that are apart in the query may be adjacent in a clause.
            words.append((at, QueryTerm(member.strip(), member.replace(" + ", " "), others)))
    for found in re.finditer(r"\S+", line):
        row = f" {found[0]} "
        words.append((found.start(), QueryTerm(found[0], row, _MEANT.get(row, ()))))
    in_order = [word for _, word in sorted(words)]
    telling = [word for word in in_order if word.others or word.text not in _LITTLE]
    return _each_once(telling or in_order)


def _each_once(words: Sequence[QueryTerm]) -> list[QueryTerm]:
    """Drop repeated terms and synonyms of earlier ones."""
    found: list[QueryTerm] = []
    for word in words:
        if not any(word.stems == other.stems or word.stems in other.others for other in found):
            found.append(word)
    return found


def _words(text: str) -> list[str]:
    """Words of a text, and the parts of hyphenated ones."""
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
    """Synonyms by word or phrase, longest phrase first."""
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
