"""English phrases for narration: names, verbs, numbers, cards and pots in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from hoyle.core.cards import card_symbol
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, STRUCTURES, Stakes

Money = Callable[[int], str]
"""Writes an amount of chips."""

YOU: Final = "you"
"""A player named so is spoken to, not spoken of."""

_BEGINS, _NEXT, _ENDS = "\x02", "\x1f", "\x03"
"""Around and within a mark, somebody in a sentence for all: who he is, as others hear it, as he does."""

_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
)


class PersonalizedSentence(NamedTuple):
    """A sentence for everybody at a table: as onlookers hear it, and as each does of whom it speaks."""

    text: str
    to: dict[str, str]
    """By person: the sentence in which he is spoken to."""
    who: str = ""
    """The name of whoever does something, where that is all it says."""
    does: str = ""
    """What he does, as it is said of several: ``call 16``."""


class Phrases:
    """Names of the players, the verbs that go with them, and how amounts are written.

    With `marked` sentences are made for everybody at once, and `spoken` says them to each.
    """

    def __init__(
        self, names: Mapping[int, str] | None = None, money: Money = str, *, marked: bool = False
    ) -> None:
        self._names = dict(names or {})
        self._met: dict[int, str] = {}
        self._people: dict[int, str] = {}
        self.money = money
        self.marked = marked

    def name(self, seat: int) -> str:
        """The player inside a sentence: ``seat 3``, or the given name."""
        name = self._names.get(seat) or self._met.get(seat, f"seat {seat}")
        person = self._people.get(seat, "") if self.marked else ""
        return _marked(person, name, YOU) if person else name

    def does(self, seat: int, verb: str) -> str:
        """The player and the verb inside a sentence: ``seat 3 takes``, ``you take``."""
        return subject_and_verb(self.name(seat), verb)

    def whose(self, seat: int) -> str:
        """``seat 3's``, ``your``."""
        return possessive(self.name(seat))

    def meet(self, seat: int, person: str, known_as: str = "") -> None:
        """Somebody sits there from now on: he goes by his name, unless that says no more than the seat."""
        self._met.pop(seat, None)
        self._people[seat] = person
        if person not in ("", f"seat {seat}", f"player {seat}"):
            self._met[seat] = known_as or person

    def has_name(self, seat: int) -> bool:
        """Whether whoever sits there goes by a name of his own here."""
        return seat in self._names or seat in self._met

    def as_now(self) -> Phrases:
        """The same names, whoever takes a seat from now on."""
        found = Phrases(self._names, self.money, marked=self.marked)
        found._met, found._people = dict(self._met), dict(self._people)
        return found

    def several(self, seats: Iterable[int]) -> str:
        """``seats 1, 2 and 4``, or their names."""
        seats = list(seats)
        if len(seats) > 1 and not any(self.has_name(seat) for seat in seats):
            return "seats " + join_list([str(seat) for seat in seats])
        return join_list([self.name(seat) for seat in seats])


def subject_and_verb(name: str, verb: str) -> str:
    """A name and the verb inside a sentence: ``ann takes``, ``you take``."""
    if name[:1] == _BEGINS:
        person, they, you = name[1:-1].split(_NEXT)
        return _marked(person, f"{they} {_third_person(verb)}", f"{you} {verb}")
    return f"{name} {verb}" if name.lower() == YOU else f"{name} {_third_person(verb)}"


def possessive(name: str) -> str:
    """``ann's``, ``your``."""
    if name[:1] == _BEGINS:
        person, they, _ = name[1:-1].split(_NEXT)
        return _marked(person, f"{they}'s", "your")
    return "your" if name.lower() == YOU else f"{name}'s"


def spoken(text: str) -> PersonalizedSentence:
    """A sentence with marks, as onlookers and as those spoken of hear it."""
    before, *pieces = text.split(_BEGINS)
    if not pieces:
        return PersonalizedSentence(text, {})
    marks = []
    for piece in pieces:
        mark, _, after = piece.partition(_ENDS)
        person, they, you = mark.split(_NEXT)
        marks.append((person, they, you, after))
    plain = before + "".join(they + after for _, they, _, after in marks)
    to = {
        spoken_to: before
        + "".join((you if person == spoken_to else they) + after for person, they, you, after in marks)
        for spoken_to, *_ in marks
    }
    _, they, you, after = marks[0]
    _, _, verb = you.partition(" ")
    if len(marks) > 1 or before or not verb:
        return PersonalizedSentence(plain, to)
    return PersonalizedSentence(
        plain, to, they.removesuffix(f" {_third_person(verb)}"), verb + after.removesuffix(".")
    )


def _marked(person: str, they: str, you: str) -> str:
    return f"{_BEGINS}{person}{_NEXT}{they}{_NEXT}{you}{_ENDS}"


def sentence(text: str) -> str:
    """A capital first; the full stop is the caller's."""
    if text[:1] == _BEGINS:
        mark, _, after = text[1:].partition(_ENDS)
        person, they, you = mark.split(_NEXT)
        return _marked(person, sentence(they), sentence(you)) + after
    return text[:1].upper() + text[1:]


def number(count: int) -> str:
    """``two``; digits past eleven."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def count_phrase(count: int, noun: str) -> str:
    """``one card``, ``two cards``."""
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def join_list(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def cards_with_symbols(cards: Iterable[int]) -> str:
    """Cards with their suits drawn: ``A♠ K♥``."""
    return " ".join(card_symbol(card) for card in cards)


def with_article(hand: str) -> str:
    """A hand's name inside a sentence: ``a pair of kings``, ``an 8-5-4-3-A low``, ``three kings``."""
    head = hand.split()[0]
    if head not in ("pair", "royal") and "-" not in head:
        return hand
    return f"an {hand}" if head[0] in "aeA8" else f"a {hand}"


def pot_phrase(index: int, pots: int) -> str:
    """``the pot`` if there is but one; else ``main pot``, ``side pot``, ``side pot 2``."""
    if pots == 1:
        return "the pot"
    if index == 0:
        return "main pot"
    return "side pot" if index == 1 else f"side pot {index}"


def limits(stakes: Stakes, blinds: Sequence[int] = (), money: Money = str) -> str:
    """What is played for: ``fixed-limit 4/8``, ``no-limit, blinds 1/2``."""
    small, big = money(stakes.small), money(stakes.big)
    if stakes.structure == FIXED:
        return f"fixed-limit {small}/{big}"
    if stakes.structure in (POT_LIMIT, NO_LIMIT):
        posted = "/".join(money(blind) for blind in blinds)
        stake = f"blinds {posted}" if len(blinds) > 1 else f"minimum bet {small}"
        return f"{STRUCTURES[stakes.structure]}, {stake}"
    return f"spread-limit {small} to {big}"


def _third_person(verb: str) -> str:
    head, _, rest = verb.partition(" ")
    irregular = {"have": "has", "are": "is", "do": "does", "may": "may", "will": "will"}
    ending = "es" if head.endswith(("ss", "sh", "ch")) else "s"
    head = irregular.get(head, head + ending)
    return f"{head} {rest}" if rest else head
