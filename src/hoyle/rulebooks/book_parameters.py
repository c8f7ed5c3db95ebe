"""Book parameters: the named points on which rulebooks differ, and overrides for each.

>>> from hoyle.rulebooks import poker_book
>>> lookup(poker_book("room-2012"), "omaha-hilo8", "odd_rule")
Answer(value='whole', clause='room-2012 OMA(5)(B)', interpretation='AMB-10')
>>> strict = with_overrides(poker_book("oneida"), {"low_straights_flushes_count": True})
>>> strict.page("draw5-low").low_straights_flushes_count.value
True

Every value that `lookup` returns is accepted by `with_overrides` under the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, Final, NamedTuple

from hoyle.core.errors import InvalidError
from hoyle.core.name_matching import match_name
from hoyle.rulebooks.book_types.poker import Answer, GamePage, Kill, PokerBook

TABLE_PARAMETERS: Final = ("unit_cents",)
"""Overrides of a case that describe the table, not the rules."""


def lookup(book: PokerBook, game: str, parameter: str) -> Answer[object]:
    """Return a rulebook's answer on one parameter in one game, with value None if it cannot arise."""
    book_parameter = _parameter(parameter)
    page = book.page(game)
    if not (book_parameter.is_defined_for(page) and book_parameter.matters(page)):
        return Answer(None)
    path = book_parameter.path or parameter
    answer = _get(page if _is_on_page(path) else book, path)
    if not isinstance(answer, Answer):
        return Answer("none") if answer is None else Answer(answer.style, answer.trigger)
    return Answer(book_parameter.labels.get(answer.value, answer.value), answer.clause, answer.interpretation)


def with_overrides(book: PokerBook, params: Mapping[str, object]) -> PokerBook:
    """Return a copy of a rulebook with other values for these parameters; clauses stay the same."""
    parameters = {name: _parameter(name) for name in params if name not in TABLE_PARAMETERS}
    # In the order of PARAMETERS, because some questions arise only after another has been answered.
    overrides = {name: parameters[name].read(name, params[name]) for name in PARAMETERS if name in parameters}
    for name, value in overrides.items():
        path = parameters[name].path or name
        if not _is_on_page(path):
            book = _set(book, path, value)
    games = {game: _page_with_overrides(page, overrides) for game, page in book.games.items()}
    return replace(book, games=games) if overrides else book


def _page_with_overrides(page: GamePage, overrides: Mapping[str, object]) -> GamePage:
    """Return a game page with the parameters changed that apply to it."""
    for name, value in overrides.items():
        path = PARAMETERS[name].path or name
        if not _is_on_page(path) or not PARAMETERS[name].is_defined_for(page):
            continue
        page = replace(page, kill=_kill_in_style(page, str(value))) if name == "kill" else _set(page, path, value)
    if "odd_rule" in overrides and "odd_cap_cents" not in overrides and page.odd.rule.value == "capped":
        # A book without a cap borrows the one the capped books have (AMB-10).
        page = _set(page, "odd.cap_cents", page.odd.cap_cents.value or 100)
    if "stud_short" in overrides and page.stud_short.value != "none":
        page = _with_shortage_steps(page, keep_need="stud_short_need" in overrides)
    return page


class LegalValues(NamedTuple):
    """Values that a parameter may have: their description, and the check of one."""

    text: str
    accepts: Callable[[object], bool]
    words: tuple[str, ...] = ()
    """The legal values, if they are words."""


def _one_of(*words: str) -> LegalValues:
    """Accept certain words; the empty one leaves the decision to the house."""
    *first, last = [word or "empty for a house ruling" for word in words]
    comma = "," if "" in words else ""
    text = f"{', '.join(first)}{comma} or {last}"
    return LegalValues(text, lambda value: isinstance(value, str) and value in words, words)


def _number(minimum: int, maximum: int, text: str = "") -> LegalValues:
    return LegalValues(
        text or f"a whole number from {minimum} to {maximum}",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum,
    )


def _is_blinds_range(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and all(map(_number(0, 10).accepts, value))
        and bool(value[0] <= value[1])
    )


def _is_method_list(value: object) -> bool:
    is_method = _one_of("percent", "increment", "flat").accepts
    return isinstance(value, tuple) and len(value) > 0 and all(map(is_method, value))


_YES_NO: Final = LegalValues("true or false", lambda value: isinstance(value, bool))
_BLINDS: Final = LegalValues("two whole numbers from 0 to 10, the smaller first", _is_blinds_range)
_METHODS: Final = LegalValues("a list of percent, increment and flat", _is_method_list)
_NO_NUMBER: Final[Mapping[object, object]] = {None: 0, "none": 0}


@dataclass(frozen=True, slots=True)
class BookParameter:
    """Point on which rulebooks differ: the legal values, and the path of a book's answer."""

    legal: LegalValues
    path: str = ""
    """Attributes that lead to the answer, on the page of a game or in the book; empty: the parameter's name."""
    is_defined_for: Callable[[GamePage], bool] = lambda page: True
    """Whether the question exists in a game."""
    matters: Callable[[GamePage], bool] = lambda page: True
    """Whether the answer can make a difference, given the page's other answers."""
    labels: Mapping[object, str] = field(default_factory=dict)
    """Names of values that the book stores in another form."""
    also: Mapping[object, object] = field(default_factory=dict)
    """Accepted synonyms of legal values: longer phrases, null for none."""

    def read(self, name: str, value: object) -> object:
        """Convert a value of this parameter to the form that a book stores; refuse illegal values."""
        converted = tuple(map(_int_if_whole, value)) if isinstance(value, list) else _int_if_whole(value)
        if isinstance(converted, str):
            synonyms = [synonym for synonym in self.also if isinstance(synonym, str)]
            converted = match_name(converted, (*self.legal.words, *synonyms)) or converted
        if isinstance(converted, str | None):
            converted = self.also.get(converted, converted)
        if not self.legal.accepts(converted):
            raise InvalidError(f"{name} cannot be {value!r}; it is {self.legal.text}")
        return next((stored for stored, label in self.labels.items() if converted == label), converted)


def _int_if_whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _has_button(page: GamePage) -> bool:
    return page.button_start.value != "none"


def _has_forced_bet(page: GamePage) -> bool:
    return page.forced_bet.value != "none"


def _has_high(page: GamePage) -> bool:
    return page.high != ""


def _has_kill(page: GamePage) -> bool:
    return page.kill is not None


def _has_low(page: GamePage) -> bool:
    return page.low != ""


def _has_shortage_rule(page: GamePage) -> bool:
    return page.stud_short.value != "none"


def _is_split(page: GamePage) -> bool:
    return page.split != ""


PARAMETERS: Final[Mapping[str, BookParameter]] = {
    "max_seats": BookParameter(_number(2, 11)),
    "button_start": BookParameter(
        _one_of("dealers-right", "card-draw"),
        is_defined_for=_has_button,
        also={"highest single card dealt": "card-draw", "highest card, suit breaks ties": "card-draw"},
    ),
    "blinds": BookParameter(
        _BLINDS,
        is_defined_for=_has_button,
        also={"1 required + more if posted": (1, 10), "small + big, both required": (2, 2)},
    ),
    "heads_up_blinds": BookParameter(_one_of("button", "left"), is_defined_for=_has_button),
    "odd_hilo": BookParameter(
        _one_of("high", "position"),
        "odd.halves",
        _is_split,
        also={"high hand": "high", "first winner clockwise": "position"},
    ),
    "odd_tied_high": BookParameter(
        _one_of("card", "position"),
        "odd.tied_high",
        _has_high,
        also={"highest card by suit": "card", "first tied clockwise": "position"},
    ),
    "odd_tied_low": BookParameter(
        _one_of("card", "position"),
        "odd.tied_low",
        _has_low,
        also={"lowest card by suit": "card", "first tied clockwise": "position"},
    ),
    # In high-only and low-only games the remainder is always one unit each (AMB-15).
    "odd_rule": BookParameter(_one_of("capped", "whole", "single"), "odd.rule", _is_split),
    "odd_cap_cents": BookParameter(
        _number(0, 1_000_000, "a whole number of cents, 0 for no cap"), "odd.cap_cents", _is_split, also=_NO_NUMBER
    ),
    "odd_suit_scope": BookParameter(
        _one_of("five_card_hand", "all_cards"),
        "odd.suit_scope",
        matters=lambda page: "card" in (page.odd.tied_high.value, page.odd.tied_low.value),
    ),
    "low_odd_direction": BookParameter(
        _one_of("pip_low", "merit_low"),
        "odd.low_direction",
        _has_low,
        matters=lambda page: page.odd.tied_low.value == "card",
    ),
    "low_straights_flushes_count": BookParameter(_YES_NO, is_defined_for=_has_low),
    "low_qualifier": BookParameter(_number(0, 13), "qualifier", _has_low, also={**_NO_NUMBER, "8, no pair": 8}),
    "raise_cap": BookParameter(
        _number(0, 1_000, "a whole number, 0 for no cap"),
        also={**_NO_NUMBER, "none stated": 0, "3, unlimited with two players": 3},
    ),
    "open_counts_as_raise": BookParameter(_YES_NO),
    "short_allin_reopens": BookParameter(_YES_NO),
    "forced_oversized_chip": BookParameter(
        _one_of("forced", "completes"), "wagers.forced_oversized_chip", _has_forced_bet
    ),
    "min_stake_to_play": BookParameter(
        _YES_NO,
        "procedures.min_stake",
        also={None: False, "none": False, "none stated": False, "required bets + one table minimum": True},
    ),
    "kill": BookParameter(_one_of("none", "pot", "two-in-a-row"), also={None: "none"}),
    "kill_needs_low": BookParameter(_YES_NO, "kill.needs_low", _has_kill),
    "kill_acts_last": BookParameter(_YES_NO, "kill.acts_last", _has_kill),
    "rake": BookParameter(_METHODS, "revenue.methods"),
    "no_flop_no_drop_for_nonflop": BookParameter(_YES_NO, "revenue.no_flop_no_drop_for_nonflop"),
    "ineligible_dealt": BookParameter(
        _one_of("dead round", "discard", ""),
        "floor.ineligible",
        also={"whole round dead": "dead round", "only those cards dead": "discard"},
    ),
    "absent_player": BookParameter(
        _one_of("vicinity", "silent", ""),
        "floor.left",
        also={
            "leaving the vicinity kills the hand": "vicinity",
            "only an unprotected hand, left without comment": "silent",
        },
    ),
    "stud_short": BookParameter(
        _one_of("common", "count"),
        is_defined_for=_has_shortage_rule,
        also={"common card": "common", "n+2 test": "count", "n+2 test, scramble, else community card": "count"},
    ),
    "stud_short_need": BookParameter(
        _one_of("n+1", "n+2"), is_defined_for=_has_shortage_rule, labels={1: "n+1", 2: "n+2"}
    ),
    "stud5_open_must_bet": BookParameter(
        _YES_NO, "open_must_bet", is_defined_for=lambda page: page.open_must_bet.clause != ""
    ),
    "all_in_opener": BookParameter(_one_of("next-best", "clockwise"), is_defined_for=_has_forced_bet),
}
"""Every parameter by name, in the order in which they come up in a round of play."""

_SHORT_STEPS: Final = {
    "common": ("deal normally", "burn, common card", "shuffle burns, burn, common card"),
    "count": (
        "deal normally",
        "scramble stub and burns, finish",
        "burn, community card",
        "scramble stub and burns, burn, community card",
    ),
}
_SHORT_NEED: Final = {"common": 1, "count": 2}


def _parameter(name: str) -> BookParameter:
    book_parameter = PARAMETERS.get(name)
    if book_parameter is None:
        raise InvalidError(f"unknown switch {name!r}; the switches are {', '.join((*PARAMETERS, *TABLE_PARAMETERS))}")
    return book_parameter


def _is_on_page(path: str) -> bool:
    """Whether each game has its own answer at this path; else the whole book has one."""
    return path.partition(".")[0] in GamePage.__dataclass_fields__


def _get(record: object, path: str) -> Any:
    return reduce(getattr, path.split("."), record)


def _set(record: Any, path: str, value: object) -> Any:
    """Return a copy of a record with another value in the answer at the end of a dotted path."""
    name, _, inner_path = path.partition(".")
    inner = getattr(record, name)
    changed = _set(inner, inner_path, value) if inner_path else replace(inner, value=value)
    return replace(record, **{name: changed})


def _kill_in_style(page: GamePage, style: str) -> Kill | None:
    """Return the kill rules of a game page in another style; if it has none, rules that cite no clause."""
    if style == "none":
        return None
    if page.kill is not None:
        return replace(page.kill, style=style)
    no_answer = Answer(value=False)
    return Kill(style=style, trigger="", kill="", half_kill="", needs_low=no_answer, acts_last=no_answer)


def _with_shortage_steps(page: GamePage, *, keep_need: bool) -> GamePage:
    """Return a game page with the steps of its `stud_short` method, and its card count unless given."""
    style = page.stud_short.value
    steps = {step: page.stud_short_steps.get(step, page.stud_short.clause) for step in _SHORT_STEPS[style]}
    page = replace(page, stud_short_steps=steps)
    if keep_need:
        return page
    return replace(page, stud_short_need=replace(page.stud_short_need, value=_SHORT_NEED[style]))
