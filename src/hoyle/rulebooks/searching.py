"""Finding what people ask for by the words they use.

Words are compared by their stems (``exposes`` finds ``exposed``), and the words of the floor stand for those
of the books (``boxed`` is a card that lies face up in the deck). A whole word counts more than a part, a
title more than a sentence, a rare word more than a common one. One or two words must all occur; of a sentence
most.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

T = TypeVar("T")

IN_TITLE: Final = 3.0
"""How much more a title counts than a sentence."""
STEM: Final = 0.95
SYNONYM: Final = 0.6
PART: Final = 0.4
WHAT_WENT_WRONG: Final = 1.6
"""How much more a word of the floor counts than those around it."""
MOST_OF_IT: Final = 0.5
"""Share of a sentence's weight that a clause must have."""
MOST_UNKNOWN: Final = 0.25
"""Share of the words that no clause need know: "cards went to an ineligible player"."""
ALL_OF_THEM: Final = 2
"""So many words must all occur."""

LITTLE_WORDS: Final = frozenset(
    (
        *("a", "an", "the", "is", "was", "were", "are", "be", "been", "of", "on", "in", "at", "to", "by"),
        *("for", "with", "and", "or", "my", "his", "her", "their", "your", "it", "its", "this", "that"),
        *("what", "who", "when", "how", "which", "happens", "happen", "gets", "get", "got", "does", "do"),
        *("did", "has", "have", "had", "there", "if", "from", "as", "someone", "somebody", "can", "may"),
        *("must", "i", "he", "me", "many", "allowed", "middle", "during", "while", "after", "without"),
    )
)
"""Words that a question needs and an answer does not."""

IRREGULAR: Final = {
    **dict.fromkeys(("dealt",), "deal"),
    **dict.fromkeys(("shown",), "show"),
    **dict.fromkeys(("threw", "thrown"), "throw"),
    **dict.fromkeys(("said",), "say"),
    **dict.fromkeys(("spoke", "spoken", "speech"), "speak"),
    **dict.fromkeys(("left",), "leav"),
    **dict.fromkeys(("fell", "fallen"), "fall"),
    **dict.fromkeys(("found",), "find"),
    **dict.fromkeys(("won", "winner"), "win"),
    **dict.fromkeys(("tie", "tying"), "tied"),
    **dict.fromkeys(("began", "begun"), "begin"),
    **dict.fromkeys(("ran",), "run"),
    **dict.fromkeys(("missing",), "miss"),
}

ENDINGS: Final = (
    *(("ely", ""), ("ies", "y"), ("sses", "ss"), ("ing", "")),
    *(("ed", ""), ("es", ""), ("s", ""), ("e", "")),
)
"""Endings, and what stands in their place."""

SAYINGS: Final = {
    "out of turn": "in-turn",
    "too early": "early",
    "all in": "all-in",
    "face up": "boxed",
    "turned up": "boxed",
    "big chip": "oversized",
    "wrong seat": "wrong-seat",
    "who shows": "show-order",
    "show first": "show-order",
    "shows first": "show-order",
    "waiting list": "waiting-list",
    "no flop no drop": "no-flop",
    "no flop, no drop": "no-flop",
}
"""Several words that are one, as they are asked for."""

SYNONYMS: Final[dict[str, tuple[str, ...]]] = {
    "absent": ("leaving", "goes away"),
    "act": ("action",),
    "all-in": ("all-in",),
    "argu": ("dispute",),
    "bind": ("binding", "commits"),
    "boxed": ("face-up card", "face-up cards", "face up in the deck", "turned up in the deck"),
    "broke": ("runs out",),
    "cheat": ("help another", "for yourself"),
    "chop": ("split", "halve", "share"),
    "collud": ("help another", "for yourself"),
    "collusion": ("help another", "for yourself"),
    "commission": ("rake",),
    "decid": ("decision", "final"),
    "declar": ("spoken", "announced", "saying"),
    "early": ("too early",),
    "expos": ("shown", "face up", "turned up", "dealt up"),
    "fall": ("off the table",),
    "flash": ("exposed", "shown", "face up", "turned up"),
    "flip": ("exposed", "shown", "face up", "turned up"),
    "floorman": ("supervisor",),
    "floorperson": ("supervisor",),
    "help": ("help another", "for yourself"),
    "in-turn": ("in turn", "his turn"),
    "jam": ("shuffler failure",),
    "leav": ("goes away", "leaving"),
    "misdeal": (),
    "muck": ("discard", "thrown", "kill", "collected"),
    "no-flop": ("no flop",),
    "overchip": ("oversized", "bigger"),
    "prematur": ("too early", "early"),
    "sandbag": ("check-raise",),
    "show-order": ("show order", "shows first"),
    "skip": ("got none",),
    "tied": ("equal",),
    "verbal": ("spoken", "saying", "words", "announced", "announcement", "statements"),
    "waiting-list": ("waiting list",),
    "walk": ("leaving", "goes away"),
    "wrong-seat": ("wrong starting", "wrong place"),
}
"""Stems of the floor's words, and how the books put it."""


class Text(NamedTuple):
    """Something as it is searched; words stand between blanks."""

    title: str
    """Lower case, as it stands."""
    title_words: str
    title_stems: str
    words: str
    stems: str
    citation: str


class Word(NamedTuple):
    """A word of the question."""

    text: str
    stem: str


def stem(word: str) -> str:
    """The word without its endings: exposes, exposed and exposing are one."""
    word = word.lower().removesuffix("'s").removesuffix("’s")
    if word in IRREGULAR or word in SYNONYMS:
        return IRREGULAR.get(word, word)
    for ending, instead in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending) + instead
            break
    if len(word) >= 4 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return IRREGULAR.get(word, word)


_MEANT: Final = {
    word: tuple(" ".join(stem(part) for part in phrase.split()) for phrase in phrases)
    for word, phrases in SYNONYMS.items()
}


def read(title_text: str, rest: str, citation: str = "") -> Text:
    """A title and what stands under it, made ready."""
    title = _words(title_text)
    words = [*title, *_words(rest)]
    return Text(
        title=title_text.lower(),
        title_words=f" {' '.join(title)} ",
        title_stems=_stems(title),
        words=f" {' '.join(words)} ",
        stems=_stems(words),
        citation=f" {citation.lower()}",
    )


def ranked(text: str, where: Sequence[T], read_as: Callable[[T], Text], all_of_them: Sequence[T]) -> list[T]:
    """What answers among `where`, best first; equals in the order of the books.

    How rare a word is all books together say.
    """
    asked = [Word(word, stem(word)) for word in _asked(text)]
    phrase = re.compile(r"(?<!\w)" + r"[\s-]+".join(re.escape(word) for word in text.lower().split()))
    texts = {id(each): read_as(each) for each in (*all_of_them, *where)}
    marks = {each: [_mark(word, text) for word in asked] for each, text in texts.items()}
    found = [sum(1 for row in marks.values() if row[at]) for at in range(len(asked))]
    if found.count(0) > len(asked) * MOST_UNKNOWN:
        return []
    weights = [
        math.log(1 + len(marks) / (count or len(marks))) * (WHAT_WENT_WRONG if word.stem in SYNONYMS else 1)
        for word, count in zip(asked, found, strict=True)
    ]
    here = [any(marks[id(each)][at] for each in where) for at in range(len(asked))]
    strict = len(asked) <= ALL_OF_THEM
    known = [weight for weight, in_here in zip(weights, here, strict=True) if in_here]
    needed = sum(weights) if strict else MOST_OF_IT * sum(known)
    scored: list[tuple[float, int]] = []
    for place, each in enumerate(where):
        row = marks[id(each)]
        had = sum(weight for weight, mark in zip(weights, row, strict=True) if mark)
        if not had or had < needed - 1e-9:
            continue
        score = sum(weight * mark for weight, mark in zip(weights, row, strict=True))
        title = texts[id(each)].title
        whole = phrase.search(title)
        if whole is not None:
            score += 50 if not title[whole.end() : whole.end() + 1].isalnum() else 40
        scored.append((-score, place))
    return [where[place] for _, place in sorted(scored)]


def _asked(text: str) -> list[str]:
    """The words that count, sayings as one word."""
    text = " ".join(text.lower().replace("’", "'").split())
    for saying, word in SAYINGS.items():
        text = re.sub(rf"(?<!\w){saying}(?!\w)", word, text)
    words = [word.strip("?!,;\"'") for word in text.split()]
    words = [word for word in words if word]
    return list(dict.fromkeys(word for word in words if word not in LITTLE_WORDS)) or words


def _mark(word: Word, each: Text) -> float:
    """How well one word of the question stands in a clause."""
    best = _place(word, each.words, each.stems)
    if best == 0:
        return 1.0 if f" {word.text}" in each.citation else 0.0
    return max(best, _place(word, each.title_words, each.title_stems) * IN_TITLE)


def _place(word: Word, words: str, stems: str) -> float:
    if f" {word.text} " in words:
        return 1.0
    if f" {word.stem} " in stems:
        return STEM
    if any(f" {other} " in stems for other in _MEANT.get(word.stem, ())):
        return SYNONYM
    return PART if f" {word.text}" in words else 0.0


def _words(text: str) -> list[str]:
    """Words and, of those with a hyphen, their parts too."""
    found: list[str] = []
    for word in re.findall(r"[\w$.%'’-]+", text.lower()):
        word = word.strip(".'’-")
        found.append(word)
        if "-" in word:
            found += word.split("-")
    return [word for word in found if word]


def _stems(words: Sequence[str]) -> str:
    return f" {' '.join(stem(word) for word in words)} "
