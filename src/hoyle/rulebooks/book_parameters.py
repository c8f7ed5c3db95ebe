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
from typing import Any, Final

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
    answer = _get(page if book_parameter.on_page else book, book_parameter.path)
    if not isinstance(answer, Answer):
        return Answer("none") if answer is None else Answer(answer.style, answer.trigger)
    return Answer(book_parameter.labels.get(answer.value, answer.value), answer.clause, answer.interpretation)


def with_overrides(book: PokerBook, params: Mapping[str, object]) -> PokerBook:
    """Return a copy of a rulebook with other values for these parameters; clauses stay the same."""
    parameters = {name: _parameter(name) for name in params if name not in TABLE_PARAMETERS}
    # In the order of PARAMETERS, because some questions arise only after another has been answered.
    overrides = {name: parameters[name].read(params[name]) for name in PARAMETERS if name in parameters}
    for name, value in overrides.items():
        if not parameters[name].on_page:
            book = _set(book, parameters[name].path, value)
    games = {game: _page_with_overrides(page, overrides) for game, page in book.games.items()}
    return replace(book, games=games) if overrides else book


def _page_with_overrides(page: GamePage, overrides: Mapping[str, object]) -> GamePage:
    """Return a game page with the parameters changed that apply to it."""
    for name, value in overrides.items():
        book_parameter = _parameter(name)
        if not book_parameter.on_page or not book_parameter.is_defined_for(page):
            continue
        if name == "kill":
            page = replace(page, kill=_kill_in_style(page, str(value)))
        else:
            page = _set(page, book_parameter.path, value)
    if "odd_rule" in overrides and "odd_cap_cents" not in overrides and page.odd.rule.value == "capped":
        # A book without a cap borrows the one the capped books have (AMB-10).
        page = _set(page, "odd.cap_cents", page.odd.cap_cents.value or 100)
    if "stud_short" in overrides and page.stud_short.value != "none":
        page = _with_shortage_steps(page, keep_need="stud_short_need" in overrides)
    return page


@dataclass(frozen=True, slots=True)
class BookParameter:
    """Point on which rulebooks differ: its question, the path of a book's answer and the legal values."""

    name: str
    description: str
    """The question in a dealer's words."""
    path: str
    legal: str
    """The legal values, in words."""
    accepts: Callable[[object], bool]
    on_page: bool = True
    """Whether each game has its own answer; else the whole book has one."""
    is_defined_for: Callable[[GamePage], bool] = lambda page: True
    """Whether the question exists in a game."""
    matters: Callable[[GamePage], bool] = lambda page: True
    """Whether the answer can make a difference, given the page's other answers."""
    labels: Mapping[object, str] = field(default_factory=dict)
    """Names of values that the book stores in another form."""
    also: Mapping[object, object] = field(default_factory=dict)
    """Accepted synonyms of legal values: longer phrases, null for none."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The legal values, if they are words."""
        return self.accepts.words if isinstance(self.accepts, _OneOf) else ()

    def read(self, value: object) -> object:
        """Convert a value of a rulebook parameter to the form that a book stores; refuse illegal values."""
        converted = tuple(map(_int_if_whole, value)) if isinstance(value, list) else _int_if_whole(value)
        if isinstance(converted, str):
            synonyms = [synonym for synonym in self.also if isinstance(synonym, str)]
            converted = match_name(converted, (*self.choices, *synonyms)) or converted
        if isinstance(converted, str | None):
            converted = self.also.get(converted, converted)
        if not self.accepts(converted):
            raise InvalidError(f"{self.name} cannot be {value!r}; it is {self.legal}")
        for stored, label in self.labels.items():
            if converted == label:
                return stored
        return converted


def _int_if_whole(value: object) -> object:
    """Return a float without a fraction as int (8.0 is 8), any other value unchanged."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


class _OneOf:
    """Check of a parameter value that accepts certain words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words: Final = words

    def __call__(self, value: object) -> bool:
        return isinstance(value, str) and value in self.words


def _one_of(*words: str) -> Callable[[object], bool]:
    """Build the check of a parameter value that accepts these words."""
    return _OneOf(words)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _is_between(minimum: int, maximum: int) -> Callable[[object], bool]:
    """Build the check of a parameter value that accepts whole numbers in a range."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum


def _is_blinds_range(value: object) -> bool:
    """Return whether a value is a minimum and a maximum number of blinds."""
    is_count = _is_between(0, 10)
    return isinstance(value, tuple) and len(value) == 2 and all(map(is_count, value)) and value[0] <= value[1]


def _is_method_list(value: object) -> bool:
    """Return whether a value is a list of rake methods."""
    is_method = _one_of("percent", "increment", "flat")
    return isinstance(value, tuple) and len(value) > 0 and all(map(is_method, value))


def _has_button(page: GamePage) -> bool:
    return page.button_start.value != "none"


def _has_low(page: GamePage) -> bool:
    return bool(page.low)


def _has_high(page: GamePage) -> bool:
    return bool(page.high)


def _is_split(page: GamePage) -> bool:
    return bool(page.split)


def _odd_chips_go_by_card(page: GamePage) -> bool:
    return "card" in (page.odd.tied_high.value, page.odd.tied_low.value)


def _low_odd_chip_goes_by_card(page: GamePage) -> bool:
    return page.odd.tied_low.value == "card"


def _has_kill(page: GamePage) -> bool:
    return page.kill is not None


def _has_forced_bet(page: GamePage) -> bool:
    return page.forced_bet.value != "none"


def _has_shortage_rule(page: GamePage) -> bool:
    return page.stud_short.value != "none"


def _has_opening_rule(page: GamePage) -> bool:
    return page.open_must_bet.clause != ""


_YES_NO: Final = "true or false"
_NONE: Final[Mapping[object, object]] = {None: 0, "none": 0}

PARAMETERS: Final[Mapping[str, BookParameter]] = {
    parameter.name: parameter
    for parameter in (
        BookParameter(
            "max_seats", "how many may sit down", "max_seats", "a whole number from 2 to 11", _is_between(2, 11)
        ),
        BookParameter(
            "button_start",
            "where the button starts",
            "button_start",
            "dealers-right or card-draw",
            _one_of("dealers-right", "card-draw"),
            is_defined_for=_has_button,
            also={"highest single card dealt": "card-draw", "highest card, suit breaks ties": "card-draw"},
        ),
        BookParameter(
            "blinds",
            "fewest and most blinds",
            "blinds",
            "two whole numbers from 0 to 10, the smaller first",
            _is_blinds_range,
            is_defined_for=_has_button,
            also={"1 required + more if posted": (1, 10), "small + big, both required": (2, 2)},
        ),
        BookParameter(
            "heads_up_blinds",
            "who posts the first blind between two players: the button, or the other at its left",
            "heads_up_blinds",
            "button or left",
            _one_of("button", "left"),
            is_defined_for=_has_button,
        ),
        BookParameter(
            "odd_hilo",
            "who gets the chip that does not halve",
            "odd.halves",
            "high or position",
            _one_of("high", "position"),
            is_defined_for=_is_split,
            also={"high hand": "high", "first winner clockwise": "position"},
        ),
        BookParameter(
            "odd_tied_high",
            "who gets the odd chip of tied high hands",
            "odd.tied_high",
            "card or position",
            _one_of("card", "position"),
            is_defined_for=_has_high,
            also={"highest card by suit": "card", "first tied clockwise": "position"},
        ),
        BookParameter(
            "odd_tied_low",
            "who gets the odd chip of tied low hands",
            "odd.tied_low",
            "card or position",
            _one_of("card", "position"),
            is_defined_for=_has_low,
            also={"lowest card by suit": "card", "first tied clockwise": "position"},
        ),
        # In high-only and low-only games the remainder is always one unit each (AMB-15).
        BookParameter(
            "odd_rule",
            "who gets a remainder of several chips",
            "odd.rule",
            "capped, whole or single",
            _one_of("capped", "whole", "single"),
            is_defined_for=_is_split,
        ),
        BookParameter(
            "odd_cap_cents",
            "most that one player may get as excess, in cents (0: no cap)",
            "odd.cap_cents",
            "a whole number of cents, 0 for no cap",
            _is_between(0, 1_000_000),
            is_defined_for=_is_split,
            also=_NONE,
        ),
        BookParameter(
            "odd_suit_scope",
            "which cards the suit rule looks at",
            "odd.suit_scope",
            "five_card_hand or all_cards",
            _one_of("five_card_hand", "all_cards"),
            matters=_odd_chips_go_by_card,
        ),
        BookParameter(
            "low_odd_direction",
            "which low card is the lowest",
            "odd.low_direction",
            "pip_low or merit_low",
            _one_of("pip_low", "merit_low"),
            is_defined_for=_has_low,
            matters=_low_odd_chip_goes_by_card,
        ),
        BookParameter(
            "low_straights_flushes_count",
            "whether straights and flushes spoil a low",
            "low_straights_flushes_count",
            _YES_NO,
            _is_bool,
            is_defined_for=_has_low,
        ),
        BookParameter(
            "low_qualifier",
            "highest card a low may hold (0: any)",
            "qualifier",
            "a whole number from 0 to 13",
            _is_between(0, 13),
            is_defined_for=_has_low,
            also={**_NONE, "8, no pair": 8},
        ),
        BookParameter(
            "raise_cap",
            "raises in a betting round (0: no cap)",
            "raise_cap",
            "a whole number, 0 for no cap",
            _is_between(0, 1_000),
            on_page=False,
            also={**_NONE, "none stated": 0, "3, unlimited with two players": 3},
        ),
        BookParameter(
            "open_counts_as_raise",
            "whether the opening bet uses up a raise",
            "open_counts_as_raise",
            _YES_NO,
            _is_bool,
            on_page=False,
        ),
        BookParameter(
            "short_allin_reopens",
            "whether an all-in below a full raise reopens the betting",
            "short_allin_reopens",
            _YES_NO,
            _is_bool,
            on_page=False,
        ),
        BookParameter(
            "forced_oversized_chip",
            "what one chip larger than the forced bet is without a word",
            "wagers.forced_oversized_chip",
            "forced or completes",
            _one_of("forced", "completes"),
            on_page=False,
            is_defined_for=_has_forced_bet,
        ),
        BookParameter(
            "min_stake_to_play",
            "whether a stack must cover the required bets and one more",
            "procedures.min_stake",
            _YES_NO,
            _is_bool,
            on_page=False,
            also={None: False, "none": False, "none stated": False, "required bets + one table minimum": True},
        ),
        BookParameter(
            "kill",
            "what starts a kill",
            "kill",
            "none, pot or two-in-a-row",
            _one_of("none", "pot", "two-in-a-row"),
            also={None: "none"},
        ),
        BookParameter(
            "kill_needs_low",
            "whether a kill takes a pot won both ways",
            "kill.needs_low",
            _YES_NO,
            _is_bool,
            is_defined_for=_has_kill,
        ),
        BookParameter(
            "kill_acts_last",
            "whether the killer acts last in the first betting round",
            "kill.acts_last",
            _YES_NO,
            _is_bool,
            is_defined_for=_has_kill,
        ),
        BookParameter(
            "rake",
            "how the house is paid",
            "revenue.methods",
            "a list of percent, increment and flat",
            _is_method_list,
            on_page=False,
        ),
        BookParameter(
            "no_flop_no_drop_for_nonflop",
            "whether stud and draw pots that end in the first round go free of rake",
            "revenue.no_flop_no_drop_for_nonflop",
            _YES_NO,
            _is_bool,
            on_page=False,
        ),
        BookParameter(
            "ineligible_dealt",
            "what follows when cards go to an ineligible player (empty: house ruling)",
            "floor.ineligible",
            "dead round, discard, or empty for a house ruling",
            _one_of("dead round", "discard", ""),
            on_page=False,
            also={"whole round dead": "dead round", "only those cards dead": "discard"},
        ),
        BookParameter(
            "absent_player",
            "which departure kills a hand (empty: house ruling)",
            "floor.left",
            "vicinity, silent, or empty for a house ruling",
            _one_of("vicinity", "silent", ""),
            on_page=False,
            also={
                "leaving the vicinity kills the hand": "vicinity",
                "only an unprotected hand, left without comment": "silent",
            },
        ),
        BookParameter(
            "stud_short",
            "what is done when the last street runs short",
            "stud_short",
            "common or count",
            _one_of("common", "count"),
            is_defined_for=_has_shortage_rule,
            also={"common card": "common", "n+2 test": "count", "n+2 test, scramble, else community card": "count"},
        ),
        BookParameter(
            "stud_short_need",
            "cards needed for the last street with n players left",
            "stud_short_need",
            "n+1 or n+2",
            _one_of("n+1", "n+2"),
            is_defined_for=_has_shortage_rule,
            labels={1: "n+1", 2: "n+2"},
        ),
        BookParameter(
            "stud5_open_must_bet",
            "whether the opener of five-card stud must bet",
            "open_must_bet",
            _YES_NO,
            _is_bool,
            is_defined_for=_has_opening_rule,
        ),
        BookParameter(
            "all_in_opener",
            "who opens when the best hand showing is all-in: the next best that can bet, or the next seat",
            "all_in_opener",
            "next-best or clockwise",
            _one_of("next-best", "clockwise"),
            is_defined_for=_has_forced_bet,
        ),
    )
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
    """Return the rulebook parameter of a name; refuse unknown names."""
    book_parameter = PARAMETERS.get(name)
    if book_parameter is None:
        raise InvalidError(f"unknown switch {name!r}; the switches are {', '.join((*PARAMETERS, *TABLE_PARAMETERS))}")
    return book_parameter


def _get(record: object, path: str) -> Any:
    """Return the attribute of a record at the end of a dotted path."""
    for name in path.split("."):
        record = getattr(record, name)
    return record


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
