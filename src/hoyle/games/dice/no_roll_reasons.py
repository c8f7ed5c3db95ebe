"""No-roll reasons: recognizes in free text why a throw or shake does not count.

>>> match_throw_reason("The dice did not leave the hand simultaneously.")
'not-together'
>>> match_throw_reason("a die trailed off the table")
'off-table'
>>> match_throw_reason("it banked off a player's stack of chips")
'player-chips'
>>> match_throw_reason("it lies on the bank's chips")
'bank-chips'
>>> match_shake_reason("one die lies outside the shaker")
'fell-out'
>>> match_shake_reason("it turned out to hold a cocked die")
'not-flat'
"""

from __future__ import annotations

import re
from typing import Final

ReasonPatterns = tuple[str, tuple[re.Pattern[str], ...]]
"""Reason by its name in the books, and the patterns of text that mean it."""


def match_throw_reason(text: str) -> str:
    """Match free text to the books' name of a no-roll reason of a throw; empty if none is recognised."""
    return _match(_THROWS, text)


def match_shake_reason(text: str) -> str:
    """Match free text to the books' name of a no-roll reason of a covered shake; empty if none is."""
    return _match(_SHAKES, text)


def _match(reasons: tuple[ReasonPatterns, ...], text: str) -> str:
    normalized = _normalize(text)
    for reason, patterns in reasons:
        if any(pattern.search(normalized) for pattern in patterns):
            return reason
    return ""


def _normalize(reason: str) -> str:
    """Normalize a no-roll reason: lower case, single spaces, no possessives, ``did not`` for ``didn't``."""
    text = reason.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    text = re.sub(r"n't\b", " not", text)
    text = re.sub(r"(?<=[a-z])'s?(?![a-z])", "", text)
    return " ".join(re.sub(r"[^a-z0-9]", " ", text).split())


def _word_patterns(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"\b(?:{pattern})\b", re.ASCII) for pattern in patterns)


_CHIPS: Final = r"(?:chips?|cheques?|coupons?|tokens?|plaques?|stacks?)"
_STAKES: Final = r"(?:bets?|wagers?|stakes?|checks|money)"
_STAKED: Final = rf"(?:{_CHIPS}|{_STAKES})"
_HITS: Final = (
    r"(?:touch\w*|hit\w*|str(?:ike|ikes|uck|iking)|contact\w*|land\w*|rest\w*|lean\w*|lies|lay|lying|bounc\w*|"
    r"bump\w*|brush\w*|graz\w*|clip\w*|knock\w*|disturb\w*|scatter\w*|ricochet\w*|deflect\w*|carom\w*|"
    r"collid\w*|stopp\w*|banked|banking)"
)
_AT: Final = r"(?:on|upon|onto|against|into|among|amid|off|in|over|atop|through)"
_BANK: Final = r"(?:bank(?! off| shot)|banker|bankroll|house|casino|box ?person|boxman|box)"
_NOT: Final = r"(?:not|no (?:die|dice)|never|neither|nor|without|fail\w*|miss\w*|short of)"
_OTHER_DIE: Final = (
    r"(?:the other(?! (?:side|end|half|hand|player|people|bettor|dealer|rail|wall|chips?|stacks?|bets?))|"
    r"each other|one another|another die)"
)
_FACES: Final = r"(?:more than one|several|two|multiple) (?:faces|face|sides|side)"
_CLEAR_OF: Final = (
    r"(?:other than|except\w*|besides|apart from|excluding|outside|rather than|instead of|not|nor|never|non)"
)
_FILLER: Final = (
    rf"(?:the|a|an|any|those|these|that|which|is|are|be|being|of|from|to|by|in|on|at|with|for|own(?:ed)?|part|"
    rf"front|before|belong\w*|constitut\w*|making up|{_HITS}|{_STAKED})"
)
"""Words between a negation and its object: ``not those of the bank``, but ``not flat on the bank's chips``
is no such negation."""
_END: Final = r"(?:ends?|walls?|back ?board|bumpers?|cushions?|pyramids?|far side)"
_BETTOR: Final = (
    r"(?:players?|bettors?|customers?|patrons?|guests?|shooters?|(?:some|any)(?:body|one)|others?|persons?)"
)

_THROWS: Final[tuple[ReasonPatterns, ...]] = (
    (
        "disputed",
        _word_patterns(r"disput\w*|disagree\w*|contested|argu(?:e|es|ed|ing|ments?)|which (?:faces?|sides?|numbers?)"),
    ),
    (
        "off-table",
        _word_patterns(
            r"(?:off|outside|out of|over the edge of) (?:the |this )?table",
            r"(?<!shooter )(?<!player )(?<!person )(?<!not )(?:left|leaves?|leaving) the table",
            r"(?:on|onto|to|hit|hits) the (?:floor|ground|carpet)(?! person| supervisor)",
        ),
    ),
    (
        "stacked",
        _word_patterns(
            rf"(?:on|upon|onto|atop|on top|on top of|over) {_OTHER_DIE}",
            rf"(?:dice|both|they|cubes)(?: \w+){{0,3}} stacked(?! {_STAKED})",
        ),
    ),
    (
        "several-faces",
        _word_patterns(rf"{_FACES}(?: \w+){{0,6}} (?:{_HITS}|on)", rf"(?:{_HITS}|on)(?: \w+){{0,3}} {_FACES}"),
    ),
    (
        "cheating",
        _word_patterns(
            r"cheat\w*|crook\w*|fixed|rigged|loaded|weighted|shaved|gaff\w*|tamper\w*|magnet\w*|"
            r"palm(?:ed|ing)|switch(?:ed|ing)|swapped"
        ),
    ),
    (
        "not-together",
        _word_patterns(
            r"simultan\w*|in unison|(?:same|different) (?:times?|moments?|instants?)",
            rf"{_NOT}(?: \w+){{0,6}} together|(?:releas\w*|thrown|left|leave|hands?)(?: \w+){{0,4}} apart",
            r"one after (?:the other|another)|one by one|one at a time|separately|individually",
            r"(?:releas\w*|thrown|threw|left|leaves?|let go)(?: \w+){0,6} (?:before|after|ahead of|behind) "
            r"the (?:other|second|first)",
            r"trail(?:s|ed|ing)? (?:behind )?the (?:other|first)",
            r"only one (?:die )?(?:was )?(?:thrown|released)",
        ),
    ),
    (
        "missed-end",
        _word_patterns(
            rf"{_NOT}(?: \w+){{0,9}} {_END}",
            rf"(?:only|just) (?:one|a single)(?: \w+){{0,8}} {_END}",
            rf"{_END}(?: \w+){{0,4}} (?:other|second|first)(?: \w+){{0,4}} (?:{_NOT}|stopp\w*|stay\w*|died)",
            rf"(?:before|ahead of|away from|in front of|shy of) (?:the |an? )?(?:\w+ )?{_END}",
            r"(?:too|came|comes|come|fell|falls?|landed|stopped|stops?|thrown|rolled) (?:up |up too )?short",
            r"(?:die|dice|cubes?|other|both|neither)(?: \w+){0,4} short",
            r"short (?:throw|roll|toss)|\Ashort\Z",
            r"not(?: \w+)? (?:make|made|get|go|carry|reach) (?:it|there|far enough|all the way)",
        ),
    ),
    ("cup-or-rail", _word_patterns(r"cups?|bowl|rails?|railing|chip racks?")),
    (
        "player-chips",
        _word_patterns(
            rf"{_STAKED}(?: \w+){{0,8}} {_CLEAR_OF}(?: {_FILLER}){{0,6}} {_BANK}",
            rf"{_CLEAR_OF}(?: {_FILLER}){{0,6}} {_BANK}(?: \w+){{0,5}} {_STAKED}",
        ),
    ),
    (
        "bank-chips",
        _word_patterns(
            r"(?<!player )(?:bank(?! off| shot)|bankroll)",
            rf"banks {_STAKED}",
            rf"{_BANK}(?: own)? {_STAKED}",
            rf"{_STAKED}(?: \w+){{0,5}} (?:box ?person|boxman|house|casino)",
        ),
    ),
    (
        "player-chips",
        _word_patterns(
            rf"(?:{_HITS}|{_AT})(?: \w+){{0,7}} {_CHIPS}",
            rf"{_HITS}(?: \w+){{0,7}} {_STAKES}",
            rf"{_STAKED}(?: \w+){{0,4}} {_HITS}",
            rf"\A(?:(?:the|a|an|any|some|dice|die|another|else|match|play|promotional|{_BETTOR}) )*{_CHIPS}"
            rf"(?: (?:of|from|belonging to)(?: (?:the|an?|another))? {_BETTOR})?\Z",
        ),
    ),
    ("cocked", _word_patterns(r"cocked|tilt\w*|slant\w*|lean\w*|not(?: \w+){0,2} flat|on (?:its|an|one) edge")),
)
"""Reasons in the order they are tried: those that void a throw by themselves, those that must be called, and
those that are no ground at all."""

_SHAKER: Final = r"(?:the |its )?(?:shaker|cup|cover|container)"

_SHAKES: Final[tuple[ReasonPatterns, ...]] = (
    (
        "fell-out",
        _word_patterns(
            r"(?:fell|falls?|fallen|falling|dropp(?:ed|ing)|drops?|spill(?:ed|s|ing)?)(?: \w+){0,3} "
            r"(?:out|from|off|outside)",
            rf"outside|out of {_SHAKER}",
            rf"(?:left|leaves?|leaving|not in|not inside) {_SHAKER}|missing|escap\w*",
            r"(?:jump\w*|flew|flies|popp\w*|bounc\w*|roll\w*|tumbl\w*|slipp\w*|hopp\w*) out",
            r"(?:on|onto|to) the (?:floor|table|layout|felt)|only one die(?!(?: \w+){0,3} flat)",
        ),
    ),
    (
        "not-flat",
        _word_patterns(
            rf"(?:{_NOT}|only one)(?: \w+){{0,6}} flat",
            r"cocked|lean\w*|tilt\w*|slant\w*|edges?|corners?|angle|upright|stacked|propp\w*|wedg\w*|askew",
            rf"(?:on|upon|atop|against|on top of) (?:{_OTHER_DIE}|the (?:side|wall|other))",
        ),
    ),
    ("flat", _word_patterns(r"flat")),
    (
        "fell-out",
        _word_patterns(
            r"(?:fell|falls?|fallen|falling|dropp(?:ed|ing)|drops?|spill(?:ed|s|ing)?)"
            r"(?! (?:against|over)| on (?:its|an|one))|(?:came|comes?) out"
        ),
    ),
)
"""Reasons in the order they are tried: out of the shaker first, ``not flat`` before ``flat``."""
