"""Full-text search over rulebook clauses: stems, synonyms and phrases, weighted by word rarity.

Words are compared by their stems (``exposes`` finds ``exposed``), and players' words match those of the books
(``boxed``: a card that lies face up in the deck). A rare word counts more than a common one, a title more
than a sentence, a word more than its synonym, adjacent words more than separate ones. A clause must contain a
quarter of the query by weight, and ranks higher the more it contains. The last word may be a prefix if no
text has it as a word: ``misd`` finds misdeals, but ``clock`` does not find clockwise.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from hoyle.rulebooks.clause_search.stemmer import stem
from hoyle.rulebooks.clause_types import read_data

T = TypeVar("T")

THESAURUS: Final = json.loads(read_data("thesaurus.json"))
"""Words that queries do without (`stop words`), the synonyms of dealers and players, and what is said of games.

A synonym with ``~`` matches in queries only, since it means something else in the books; ``deck+fouled``
matches two words anywhere in a query.
"""

TITLE_FACTOR: Final = 2.0
"""Factor of a word in a title."""
SYNONYM_FACTOR: Final = 0.7
PREFIX_FACTOR: Final = 0.4
HAS_SYNONYMS_FACTOR: Final = 1.5
"""Factor of a word that has synonyms."""
ADJACENCY_BONUS: Final = 0.5
"""Bonus of two adjacent words, as a share of their weights."""
MIN_COVERAGE: Final = 0.25
"""Share of the query's weight that a clause must contain."""
MIN_RELATIVE_SCORE: Final = 0.4
"""Share of the best score that a clause must reach."""
SECOND_FORM_FACTOR: Final = 0.3
"""Factor of a second form of the same word in one text."""
CONTEXT_FACTOR: Final = 0.4
"""Factor of a word found only in a text's context."""
REPEATED_TITLE_FACTOR: Final = 0.85
"""Factor of a title listed before in the same book, so that one rule of several games leaves room."""
MAX_REPEATS: Final = 2
MAX_UNKNOWN: Final = 0.45
"""Share of the query's weight that may be unknown to every book."""
COVERAGE_EXPONENT: Final = 0.5
"""Exponent of the share of the query that a text contains."""
MIN_PREFIX: Final = 3
"""Minimum length of a prefix."""
WHOLE_QUERY_FACTOR: Final = 3.0
"""Factor of a title that contains the whole query literally."""


class Document(NamedTuple):
    """Searchable document of a clause: its word stems in one string, a blank before and after each."""

    title: str
    """Title in lower case, not stemmed."""
    title_stems: str
    stems: str
    context: str
    """Stems of what the text is about without saying so: the games of a clause."""
    citation: str

    @property
    def book(self) -> str:
        return self.citation.split(" ")[1]


class QueryTerm(NamedTuple):
    """Term of a search query: a word, or a phrase of the thesaurus that counts as one."""

    text: str
    stems: str
    """Stems with a blank on either side."""
    synonyms: tuple[str, ...] = ()
    """Synonyms, written in the same way."""


def build_document(title_text: str, body: str, citation: str = "", context: str = "") -> Document:
    """Build the searchable document of a title and the text below it."""
    title = _stems(title_text)
    return Document(
        title=title_text.lower(),
        title_stems=_pad(title),
        stems=_pad([*title, *_stems(body)]),
        context=_pad(_stems(context)),
        citation=f" {citation.lower()}",
    )


class Index:
    """Search index of documents, which weights words by their rarity."""

    def __init__(self, texts: Iterable[Document]) -> None:
        self._texts = list(texts)
        self._weights: dict[str, float] = {}

    @property
    def rarest(self) -> float:
        """Weight of a word that only one text has."""
        return math.log(1 + len(self._texts))

    def weight_of(self, form: str) -> float:
        """Return the search weight of a word, phrase or prefix by its rarity; 0 if no document has it."""
        if form not in self._weights:
            count = sum(1 for text in self._texts if form in text.stems)
            count = count or sum(1 for text in self._texts if form in text.context)
            self._weights[form] = math.log(1 + len(self._texts) / count) if count else 0.0
        return self._weights[form]

    def correct_spelling(self, text: str) -> str:
        """Correct the words of a search query that no document has; empty if there is nothing to correct.

        >>> Index([build_document("Odd chip to high hand", "")]).correct_spelling("odd chp")
        'odd chip'
        """
        import difflib  # slow to import, and needed for misspelled queries only

        title_words = sorted({word for document in self._texts for word in _split_words(document.title)})
        corrected: list[str] = []
        query_words = _split_words(text)
        for word in query_words:
            padded = _pad([stem(word)])
            if not (self.weight_of(padded) or padded in _SYNONYMS or word in _STOP_STEMS):
                word = next(iter(difflib.get_close_matches(word, title_words, n=1, cutoff=0.7)), word)
            corrected.append(word)
        return "" if corrected == query_words else " ".join(corrected)

    def cites(self, prefix: str) -> bool:
        """Return whether the citation of some document has a word with this prefix (a blank first)."""
        return any(prefix in text.citation for text in self._texts)


def rank_documents(text: str, items: Sequence[T], to_document: Callable[[T], Document], index: Index) -> list[T]:
    """Search items for a query; return those that match, best first, equal ones in their order."""
    documents = [to_document(item) for item in items]
    query = _parse_query(text)
    terms = [_WeightedTerm(term, index, is_last=term is query[-1]) for term in query]
    unknown = sum(term.weight for term in terms if not term.known)
    if unknown > MAX_UNKNOWN * sum(term.weight for term in terms):
        return []
    # A word that only other books have is not required of these documents.
    required = sum(term.weight for term in terms if not term.known or any(map(term.score, documents)))
    phrase = re.compile(r"(?<!\w)" + r"[\s-]+".join(map(re.escape, text.lower().split())) + r"(?!\w)")
    scored: list[tuple[float, int]] = []
    for position, document in enumerate(documents):
        scores = [term.score(document) for term in terms]
        covered = sum(term.weight for term, score in zip(terms, scores, strict=True) if score)
        if not covered or covered < MIN_COVERAGE * required:
            continue
        total = sum(scores) + _adjacency_bonus(terms, document)
        scored.append((total * (covered / required) ** COVERAGE_EXPONENT, position))
    best = max((score for score, _ in scored), default=0.0)
    close_matches = [
        (score * (WHOLE_QUERY_FACTOR if phrase.search(documents[position].title) else 1), position)
        for score, position in scored
        if score >= MIN_RELATIVE_SCORE * best
    ]
    return [items[position] for position in _sort_by_score(close_matches, documents)]


def _sort_by_score(scored: Sequence[tuple[float, int]], documents: Sequence[Document]) -> list[int]:
    """Sort search results by score, lowering that of a title which its book has listed before."""
    title_counts: Counter[str] = Counter()
    order: list[tuple[float, int]] = []
    for score, index in sorted(scored, key=lambda pair: (-pair[0], pair[1])):
        title = f"{documents[index].book} {documents[index].title}"
        order.append((-score * REPEATED_TITLE_FACTOR ** min(title_counts[title], MAX_REPEATS), index))
        title_counts[title] += 1
    return [index for _, index in sorted(order)]


class _WeightedTerm:
    """Term of a search query with the weights of its forms: the word, its synonyms, words it begins."""

    def __init__(self, term: QueryTerm, index: Index, *, is_last: bool) -> None:
        self.stems = term.stems
        factor = HAS_SYNONYMS_FACTOR if term.synonyms else 1.0
        factors = [(term.stems, factor), *((synonym, factor * SYNONYM_FACTOR) for synonym in term.synonyms)]
        prefix = f" {term.text}"
        may_be_prefix = is_last and len(term.text) >= MIN_PREFIX and not term.synonyms
        if may_be_prefix and not index.weight_of(term.stems):
            factors.append((prefix, PREFIX_FACTOR))
        weights = [(form, factor * index.weight_of(form)) for form, factor in factors]
        self._forms = [(form, weight) for form, weight in weights if weight]
        self._cited = "" if self._forms or not index.cites(prefix) else prefix
        self.known = bool(self._forms or self._cited)
        self.weight = max((weight for _, weight in self._forms), default=index.rarest)

    def score(self, document: Document) -> float:
        """Return the score of a query term in a document: its best form, and part of the second best."""
        scores = sorted(self._form_scores(document))
        if not scores:
            return self.weight if self._cited and self._cited in document.citation else 0.0
        return scores[-1] + (SECOND_FORM_FACTOR * scores[-2] if len(scores) > 1 else 0.0)

    def _form_scores(self, document: Document) -> Iterator[float]:
        """Yield the score of each form of the term that a document has."""
        for form, weight in self._forms:
            if form in document.stems:
                yield TITLE_FACTOR * weight if form in document.title_stems else weight
            elif form in document.context:
                yield CONTEXT_FACTOR * weight


def _adjacency_bonus(terms: Sequence[_WeightedTerm], document: Document) -> float:
    """Return the score bonus for terms that are adjacent in the query and in a document's title."""
    return sum(
        ADJACENCY_BONUS * TITLE_FACTOR * (first.weight + second.weight)
        for first, second in pairwise(terms)
        if first.stems + second.stems[1:] in document.title_stems
    )


def _parse_query(text: str) -> list[QueryTerm]:
    """Split a search query into terms without stop words; a phrase of the thesaurus is one, even if split."""
    unparsed = _pad(_stems(text))
    terms: list[tuple[int, QueryTerm]] = []
    for phrase, synonyms in _SYNONYMS.items():
        parts, words = phrase.split("+"), phrase.split()
        if len(words) == 2 and f" {words[1]} {words[0]} " in unparsed:
            parts = [f" {words[1]} {words[0]} "]  # the reverse order means the same
        if len(words) > 1 and all(part in unparsed for part in parts):
            start = unparsed.index(parts[0])
            for part in parts:
                unparsed = unparsed.replace(part, " " * len(part), 1)
            # Words that are apart in the query may be adjacent in a clause.
            terms.append((start, QueryTerm(phrase.strip(), phrase.replace(" + ", " "), synonyms)))
    for word in re.finditer(r"\S+", unparsed):
        padded = f" {word[0]} "
        terms.append((word.start(), QueryTerm(word[0], padded, _SYNONYMS.get(padded, ()))))
    ordered = [term for _, term in sorted(terms)]
    significant = [term for term in ordered if term.synonyms or term.text not in _STOP_STEMS]
    return _without_synonyms(significant or ordered)


def _without_synonyms(terms: Sequence[QueryTerm]) -> list[QueryTerm]:
    """Drop each query term that repeats an earlier one or is a synonym of it."""
    distinct: list[QueryTerm] = []
    for term in terms:
        if not any(term.stems == earlier.stems or term.stems in earlier.synonyms for earlier in distinct):
            distinct.append(term)
    return distinct


def _split_words(text: str) -> list[str]:
    """Split a text into words in lower case; a hyphenated one is followed by its parts."""
    words: list[str] = []
    for word in re.findall(r"[\w$.%'’-]+", text.lower()):
        word = word.strip(".'’-")
        words.append(word)
        if "-" in word:
            words += word.split("-")
    return [word for word in words if word]


def _stems(text: str) -> list[str]:
    return [stem(word) for word in _split_words(text)]


def _pad(stems: Sequence[str]) -> str:
    """Join word stems with a blank before and after each, so that substrings match whole words."""
    return f" {' '.join(stems)} "


def _synonyms() -> dict[str, tuple[str, ...]]:
    """Return the synonyms of every word and phrase of the thesaurus, the longest first."""
    synonyms: dict[str, dict[str, None]] = {}
    for group in itertools.chain(*THESAURUS["synonyms"].values()):
        stems_of = {
            member: "+".join(_pad(_stems(part)) for part in member.strip("~").split("+"))
            for member in group.split(", ")
        }
        # A member with a tilde is understood in queries and not looked for in clauses.
        searched = [stems for member, stems in stems_of.items() if not member.startswith("~")]
        for stems in stems_of.values():
            synonyms.setdefault(stems, {}).update((other, None) for other in searched if other != stems)
    longest_first = sorted(synonyms, key=lambda stems: (-len(stems.split()), stems))
    return {stems: tuple(synonyms[stems]) for stems in longest_first}


_SYNONYMS: Final = _synonyms()
_STOP_WORDS: Final = " ".join(THESAURUS["stop words"]).split()
_STOP_STEMS: Final = frozenset((*_STOP_WORDS, *map(stem, _STOP_WORDS)))
