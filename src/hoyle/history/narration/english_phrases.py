"""English phrases for narration: names, verbs, numbers, cards and pots in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from hoyle.core.cards import card_symbol
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, STRUCTURES, Stakes

Money = Callable[[int], str]
"""Formatter of an amount of chips."""

YOU: Final = "you"
"""Name of a player who is addressed in the second person."""

_BEGINS, _SEPARATOR, _ENDS = "\x02", "\x1f", "\x03"
"""Delimiters of a mark, which stands for a person in a sentence for all viewers: the person, the text for
others, the text for them."""

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


class PersonalizedSentence(NamedTuple):
    """Sentence in the third person, and in the second person for each person it mentions."""

    text: str
    to: dict[str, str]
    """By person: the sentence that addresses them."""
    who: str = ""
    """Name of the person who acts, if the sentence says no more than that."""
    does: str = ""
    """Their act, with a plural verb: ``call 16``."""


class Phrases:
    """Phrase builder for the players of a table: names, the verbs that go with them, and amounts.

    With `marked`, sentences carry marks from which `spoken` makes the text for each person.
    """

    def __init__(self, names: Mapping[int, str] | None = None, money: Money = str, *, marked: bool = False) -> None:
        self._names = dict(names or {})
        self._introduced: dict[int, str] = {}
        self._people: dict[int, str] = {}
        self.money = money
        self.marked = marked

    def name(self, seat: int) -> str:
        """Return how a sentence names a player: ``seat 3``, or their name."""
        name = self._names.get(seat) or self._introduced.get(seat, f"seat {seat}")
        person = self._people.get(seat, "") if self.marked else ""
        return _mark(person, name, YOU) if person else name

    def does(self, seat: int, verb: str) -> str:
        """Join a player and a verb inside a sentence: ``seat 3 takes``, ``you take``."""
        return subject_and_verb(self.name(seat), verb)

    def possessive(self, seat: int) -> str:
        """Return the possessive of a player: ``seat 3's``, ``your``."""
        return possessive(self.name(seat))

    def set_person(self, seat: int, person: str, known_as: str = "") -> None:
        """Set the person in a seat, whom sentences call by name unless the name only repeats the seat."""
        self._introduced.pop(seat, None)
        self._people[seat] = person
        if person not in ("", f"seat {seat}", f"player {seat}"):
            self._introduced[seat] = known_as or person

    def has_name(self, seat: int) -> bool:
        """Return whether sentences call the player in a seat by name."""
        return seat in self._names or seat in self._introduced

    def copy_with_present_names(self) -> Phrases:
        """Copy these phrases with the present names, which later changes of seats do not affect."""
        copy = Phrases(self._names, self.money, marked=self.marked)
        copy._introduced, copy._people = dict(self._introduced), dict(self._people)
        return copy

    def several(self, seats: Iterable[int]) -> str:
        """Join several players in a sentence: ``seats 1, 2 and 4``, or their names."""
        seats = list(seats)
        if len(seats) > 1 and not any(self.has_name(seat) for seat in seats):
            return "seats " + join_list([str(seat) for seat in seats])
        return join_list([self.name(seat) for seat in seats])


def subject_and_verb(name: str, verb: str) -> str:
    """Join a name and its verb inside a sentence: ``ann takes``, ``you take``."""
    if name[:1] == _BEGINS:
        person, they, you = name[1:-1].split(_SEPARATOR)
        return _mark(person, f"{they} {_third_person(verb)}", f"{you} {verb}")
    return f"{name} {verb}" if name.lower() == YOU else f"{name} {_third_person(verb)}"


def possessive(name: str) -> str:
    """Return the possessive of a name: ``ann's``, ``your``."""
    if name[:1] == _BEGINS:
        person, they, _ = name[1:-1].split(_SEPARATOR)
        return _mark(person, f"{they}'s", "your")
    return "your" if name.lower() == YOU else f"{name}'s"


def spoken(text: str) -> PersonalizedSentence:
    """Resolve the person marks of a sentence: third person for spectators, `you` for those it mentions."""
    before, *pieces = text.split(_BEGINS)
    if not pieces:
        return PersonalizedSentence(text, {})
    marks = []
    for piece in pieces:
        mark, _, after = piece.partition(_ENDS)
        person, they, you = mark.split(_SEPARATOR)
        marks.append((person, they, you, after))  # `after` is the text up to the next mark
    plain = before + "".join(they + after for _, they, _, after in marks)
    to = {
        spoken_to: before
        + "".join((you if person == spoken_to else they) + after for person, they, you, after in marks)
        for spoken_to, *_ in marks
    }
    # A sentence that is only a subject and what they do is also returned in these two parts.
    _, they, you, after = marks[0]
    _, _, verb = you.partition(" ")
    if len(marks) > 1 or before or not verb:
        return PersonalizedSentence(plain, to)
    return PersonalizedSentence(plain, to, they.removesuffix(f" {_third_person(verb)}"), verb + after.removesuffix("."))


def _mark(person: str, they: str, you: str) -> str:
    """Return the mark of a person: the text for others (`they`) and for the person (`you`)."""
    return f"{_BEGINS}{person}{_SEPARATOR}{they}{_SEPARATOR}{you}{_ENDS}"


def sentence(text: str) -> str:
    """Return a sentence with its first letter capitalized, also inside a person mark."""
    if text[:1] == _BEGINS:
        mark, _, after = text[1:].partition(_ENDS)
        person, they, you = mark.split(_SEPARATOR)
        return _mark(person, sentence(they), sentence(you)) + after
    return text[:1].upper() + text[1:]


def number(count: int) -> str:
    """Return a number in words up to eleven, in digits above."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def count_phrase(count: int, noun: str) -> str:
    """Return a number with its noun: ``one card``, ``two cards``."""
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def join_list(parts: Sequence[str]) -> str:
    """Join words with commas and "and": ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def cards_with_symbols(cards: Iterable[int]) -> str:
    """Return playing cards as text with suit symbols: ``A♠ K♥``."""
    return " ".join(card_symbol(card) for card in cards)


def with_article(hand: str) -> str:
    """Return the name of a poker hand with its article: ``a pair of kings``, ``an 8-5-4-3-A low``."""
    head = hand.split()[0]
    if head not in ("pair", "royal") and "-" not in head:
        return hand
    return f"an {hand}" if head[0] in "aeA8" else f"a {hand}"


def pot_phrase(index: int, pots: int) -> str:
    """Return the name of a pot: ``the pot`` if it is the only one; else ``main pot``, ``side pot 2``."""
    if pots == 1:
        return "the pot"
    if index == 0:
        return "main pot"
    return "side pot" if index == 1 else f"side pot {index}"


def limits(stakes: Stakes, blinds: Sequence[int] = (), money: Money = str) -> str:
    """Return the betting limits of a game as text: ``fixed-limit 4/8``, ``no-limit, blinds 1/2``."""
    small, big = money(stakes.small), money(stakes.big)
    if stakes.structure == FIXED:
        return f"fixed-limit {small}/{big}"
    if stakes.structure in (POT_LIMIT, NO_LIMIT):
        posted = "/".join(money(blind) for blind in blinds)
        stake = f"blinds {posted}" if len(blinds) > 1 else f"minimum bet {small}"
        return f"{STRUCTURES[stakes.structure]}, {stake}"
    return f"spread-limit {small} to {big}"


def _third_person(verb: str) -> str:
    """Return a verb phrase in the third person singular: ``take seat 1`` becomes ``takes seat 1``."""
    head, _, tail = verb.partition(" ")
    irregular = {"have": "has", "are": "is", "do": "does", "may": "may", "will": "will"}
    ending = "es" if head.endswith(("ss", "sh", "ch")) else "s"
    head = irregular.get(head, head + ending)
    return f"{head} {tail}" if tail else head
