"""Posted-sign form: the choices a rulebook allows for a new table, and the sign that they make.

No book is special-cased and no list of what it allows is kept here: every choice is put on a sign and checked
by the book, and a refusal comes back with its clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import abbreviate, check_field_names, check_int, options_of
from hoyle.games.house_cards.posted_sign import BASE, HouseCardSign
from hoyle.games.poker.resolved_rules import STRUCTURES
from hoyle.games.poker.variants import VARIANTS
from hoyle.games.posted_sign import Sign
from hoyle.rulebooks.book_types.dice import POINTS
from hoyle.rulebooks.clause_catalogue import book_infos
from hoyle.rulebooks.house_card_registry import house_card_book
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES
from hoyle.table.dice.posted_sign import sign_class
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.posted_sign_fields import KillOption, Rake
from hoyle.table.poker.rounds.kill_pot import MULTIPLIERS
from hoyle.table.presets import house_game_presets, poker_presets

CHOICE: Final = "choice"
NUMBER: Final = "number"
FLAG: Final = "flag"

COMMON_PRACTICE: Final = "house"
"""Book for reading hand histories; no table is opened by it."""
KILL_AFTER: Final = 10
"""Default size of the pot that starts a kill, in minimum wagers."""
MAX_PROBED: Final = 24

Values = Mapping[str, Any]


class Refusal(NamedTuple):
    """Refusal of a value on a sign by the book, with its clause."""

    said: str
    clause: str


class SignFormField(NamedTuple):
    """Field of the posted-sign form, with the values that the book allows."""

    name: str
    kind: str
    value: Any
    """Default value."""
    options: tuple[Any, ...] = ()
    """Allowed values of a choice."""
    least: int = 0
    most: int | None = None
    """Greatest value of a number; None where the book sets no bound."""
    refused: Refusal | None = None
    """Refusal of a value that cannot be chosen."""

    @property
    def is_open(self) -> bool:
        """Whether the form field leaves anything to choose."""
        if self.kind == NUMBER:
            return self.most is None or self.least < self.most
        return len(self.options) > 1


def books_of(game: str) -> list[str]:
    """Return the books that a game can be played by, the default one first."""
    books = [info.id for info in book_infos() if game in info.games and info.id != COMMON_PRACTICE]
    default = poker_presets.default_book(game) if game in VARIANTS else ""
    return sorted(books, key=lambda book: book != default)


def games() -> list[str]:
    """Return every game that some book covers."""
    return [game for game in (*VARIANTS, *house_game_presets.GAMES) if books_of(game)]


def default_stack(sign: Sign) -> int:
    """Return the default buy-in of a table."""
    return max(poker_presets.STACK, 40 * sign.stack_unit())


def build_sign(game: str, book: str, values: Values) -> Sign:
    """Build the sign of these choices; one that the book forbids is refused with its clause."""
    if book not in books_of(game):
        books = ", ".join(books_of(game)) or "none"
        raise InvalidError(f"book {abbreviate(book)}: {abbreviate(game)} is played by {books}")
    check_field_names(f"a sign of {game}", values, _NAMES_OF[_kind(game)])
    sign = _BUILDERS[_kind(game)](game, book, values)
    sign.cited_lines()
    return sign


def sign_to_dict(sign: Sign) -> dict[str, Any]:
    """Return the sign as the command that opens a table takes it."""
    data = dict(sign.facts())
    data.pop("game", None)
    return data


def fields(game: str, book: str, values: Values) -> list[SignFormField]:
    """Return the fields of the form, with what the book allows given the other choices."""
    try:
        build_sign(game, book, values)
    except HoyleError:
        # With an impossible choice every other value fails too, so the default sign is probed.
        values = {}
    return [_probe(game, book, name, values) for name in _NAMES_OF[_kind(game)]]


def _kind(game: str) -> str:
    """Return the kind of form that a game has: poker, house cards, or the dice game itself."""
    if game in VARIANTS:
        return "poker"
    if game in DICE_GAMES:
        return game if game in _NAMES_OF else "dice"
    if game in house_game_presets.GAMES:
        return "cards"
    raise InvalidError(f"game {abbreviate(game)}: expected one of {', '.join(games())}")


# Building signs


def _limits(values: Values) -> str | None:
    low, high = values.get("low"), values.get("high")
    if low is None and high is None:
        return None
    return f"{check_int(low, 'low', 0)}/{check_int(high, 'high', 0)}"


def _poker_sign(game: str, book: str, values: Values) -> PostedSign:
    """Build a poker sign: the game's defaults, changed by the form's values."""
    structure = values.get("structure", STRUCTURES[0])
    if structure not in STRUCTURES:
        raise InvalidError(f"structure {abbreviate(structure)}: expected one of {', '.join(STRUCTURES)}")
    sign = poker_presets.default_sign(game, book, structure=structure, limits=_limits(values))
    changes: dict[str, Any] = {
        name: values[name]
        for name in (
            "seats",
            "ante",
            "forced_bet",
            "raise_cap",
            "check_raise",
            "shuffler",
            "missed_blinds",
            "heads_up_blinds",
        )
        if name in values
    }
    if values.get("kill"):
        changes["kill"] = KillOption(kind=values["kill"], multiple=values.get("kill_after", KILL_AFTER))
    if values.get("rake_percent") or values.get("rake_cap"):
        changes["rake"] = Rake(percent=values.get("rake_percent", 0), cap=values.get("rake_cap", 0))
    return replace(sign, **changes)


def _house_card_sign(game: str, book: str, values: Values) -> HouseCardSign:
    """Build a house card sign: the game's defaults, changed by the form's values."""
    defaults = house_game_presets.house_game_preset(game, book, players=1, limits=_limits(values)).sign.facts()
    changes = {name: values[name] for name in ("seats", "dealing", "variant", "side_table") if name in values}
    if "dealing" in changes:
        defaults.pop("shuffler", None)
    if "two_positions" in values:
        changes["two_positions"] = values["two_positions"]
    return HouseCardSign.read({**defaults, **changes})


def _dice_sign(game: str, book: str, values: Values) -> Sign:
    """Build a dice sign: the game's defaults, changed by the form's values."""
    expected = f"limits look like {house_game_presets.LIMITS}"
    low, high = poker_presets.read_limits(_limits(values) or house_game_presets.LIMITS, expected)
    options = {**house_game_presets.DEFAULT_OPTIONS.get(game, {})}
    options |= {name: value for name, value in values.items() if name not in ("low", "high")}
    return sign_class(game).read({"book": book, "minimum": low, "maximum": high, **options})


_BUILDERS: Final[Mapping[str, Callable[[str, str, Values], Sign]]] = {
    "poker": _poker_sign,
    "cards": _house_card_sign,
    "craps": _dice_sign,
    "dice": _dice_sign,
}
_NAMES_OF: Final[Mapping[str, Sequence[str]]] = {
    "poker": (
        "structure", "low", "high", "ante", "forced_bet", "seats", "kill", "kill_after", "raise_cap",
        "check_raise", "rake_percent", "rake_cap", "heads_up_blinds", "missed_blinds", "shuffler",
    ),
    "cards": ("low", "high", "seats", "variant", "side_table", "dealing", "two_positions"),
    "craps": ("low", "high", "seats", "odds_multiple", "bar", "put_bets"),
    "dice": ("low", "high", "seats"),
}  # fmt: skip


# Probing what the book allows


def _probe(game: str, book: str, name: str, values: Values) -> SignFormField:
    """Find out which values a form field may take, by trying to put up a sign with each."""
    sign = build_sign(game, book, values)
    if name in ("low", "high"):
        low, high = sign.wager_limits()
        return SignFormField(name, NUMBER, low if name == "low" else high, least=1)
    if name == "kill_after":
        return SignFormField(name, NUMBER, KILL_AFTER, least=1)
    if name == "rake_cap":
        return SignFormField(name, NUMBER, 0)
    default, candidates = _default(name, sign), _candidates(game, book, name, sign)
    allowed, refused = _try_candidates(game, book, name, candidates, values)
    if isinstance(default, bool):
        return SignFormField(name, FLAG, default, tuple(allowed), refused=refused)
    is_number = isinstance(default, int | float) and name != "bar"
    if is_number and allowed == list(range(allowed[0], allowed[0] + len(allowed))):
        maximum = None if refused is None and len(allowed) > 1 else allowed[-1]
        return SignFormField(name, NUMBER, default, least=allowed[0], most=maximum, refused=refused)
    return SignFormField(name, CHOICE, default, tuple(allowed), refused=refused)


def _default(name: str, sign: Any) -> Any:
    """Return the value of a form field on a sign."""
    if name == "kill":
        return "" if sign.kill is None else sign.kill.kind
    if name == "odds_multiple":
        return sign.multiples[POINTS[0]]
    if name == "rake_percent":
        return sign.rake.percent
    return sign.most_seats() if name == "seats" else getattr(sign, name)


def _candidates(game: str, book: str, name: str, sign: Sign) -> Iterable[Any]:
    """Return the values to try for a form field: what its declaration accepts, as far as it says."""
    match name:
        case "structure":
            return STRUCTURES
        case "kill":
            return ("", *MULTIPLIERS)
        case "variant":
            return (BASE, *house_card_book(book).page(game).wagers.version)
        case "side_table":
            return tuple(house_card_book(book).page(game).pay.side) or (_default(name, sign),)
        case "bar":
            return range(2, 13)
        case "odds_multiple":
            return range(1, 101)
        case "rake_percent":
            return range(102)
        case "seats":
            return range(1, MAX_PROBED)
    if isinstance(getattr(sign, name), bool):
        return (False, True)
    return options_of(type(sign), name) or range(MAX_PROBED)


def _try_candidates(
    game: str, book: str, name: str, candidates: Iterable[Any], values: Values
) -> tuple[list[Any], Refusal | None]:
    """Return the values that the book allows, and its refusal of another one, preferably a higher one."""
    allowed: list[Any] = []
    below: list[Refusal] = []
    above: list[Refusal] = []
    for value in candidates:
        try:
            build_sign(game, book, {**values, name: value})
        except HoyleError as error:
            clause = getattr(error, "clause", "")
            refusal = Refusal(message_without_clause(str(error), clause), clause)
            (above if allowed else below).append(refusal)
        else:
            allowed.append(value)
    return allowed, next(iter(above + below), None)


def message_without_clause(message: str, clause: str) -> str:
    """Return a refusal without the clause, which is shown beside it."""
    return message.replace(f" ({clause})", "").split("; legal:")[0]
