"""PHH reader: .phh and .phhs hand-history files.

A `.phh` file is one hand, a `.phhs` file holds many. Amounts become whole numbers of the smallest unit the
hand uses: `scale` of them make one of the file's own. Games the format has no code for are written under
hoyle's own name, and `_book`, `_structure` and other keys with an underscore say what the format cannot.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, POT_LIMIT, SPREAD, STRUCTURES, Rules, Stakes
from hoyle.games.poker.round_setup import POSTS, PostedBet
from hoyle.games.poker.variants import VARIANTS
from hoyle.history.phh.action_notation import LARGEST, Action, line_of, parse_action, to_chips
from hoyle.history.phh.field_checks import Fields
from hoyle.rulebooks import poker_book as find_book
from hoyle.rulebooks.book_parameters import with_overrides

CODES: Final[dict[str, tuple[str, int]]] = {
    "FT": ("holdem", FIXED),
    "NT": ("holdem", NO_LIMIT),
    "PO": ("omaha-high", POT_LIMIT),
    "FO/8": ("omaha-hilo8", FIXED),
    "F7S": ("stud7-high", FIXED),
    "F7S/8": ("stud7-hilo8", FIXED),
    "FR": ("razz", FIXED),
    "N2L1D": ("draw27-single", NO_LIMIT),
    "F2L3D": ("draw27-triple", FIXED),
    "FB": ("badugi", FIXED),
}
"""Every code we play: its game and betting structure."""

HOUSE: Final = "house"
BYTE_ORDER_MARK: Final = "\ufeff"
"""Some editors put one before the text."""
_FINEST: Final = 6
_DEEPEST: Final = 20
_OWN_KEYS: Final = (
    "_book",
    "_structure",
    "_posts",
    "_raise_cap",
    "_check_raise",
    "_rake",
    "_unit_cents",
    "_scale",
)
_READ_KEYS: Final = frozenset(
    (
        "variant", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet",
        "starting_stacks", "actions", "finishing_stacks", "winnings", "ante_trimming_status", *_OWN_KEYS,
    )
)  # fmt: skip
_DECIMAL_BET: Final = re.compile(r"^\s*p\d+\s+cbr\s+(\d+\.\d+)\s*(?:#|$)")
_POST: Final = re.compile(r"p(\d+) ([a-z-]+) (\d+(?:\.\d+)?)")


class UnsupportedError(InvalidError):
    """A good record of a game that is not played here."""


@dataclass(frozen=True, slots=True)
class HandHistory:
    """One recorded hand. Amounts are whole numbers, `scale` of them to one of the file's units."""

    variant: str
    game: str
    structure: int
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    """Blinds and straddles; a negative one is a newcomer's post. Empty in games with a bring-in."""
    bring_in: int
    small: int
    """`small_bet`, or `min_bet`."""
    big: int
    """`big_bet`, or 0."""
    starting_stacks: tuple[int | None, ...]
    """None where the stack is not known."""
    actions: tuple[Action, ...]
    finishing_stacks: tuple[int | None, ...] | None = None
    winnings: tuple[int, ...] | None = None
    ante_trimming: bool = False
    """A short ante wins only a matching part of each ante; False: antes are won whole."""
    scale: int = 1
    book: str = HOUSE
    posts: tuple[PostedBet, ...] = ()
    """Every bet before the cards in order, where antes and blinds cannot say it; by player number."""
    raise_cap: int = 0
    check_raise: bool = True
    unit_cents: int = 100
    rake: Mapping[str, Any] = field(default_factory=dict)
    """Keyword arguments of a `RakePlan`."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Every other key of the file: event, players, seats..."""
    source: str = ""
    table: str = ""
    """Key of the hand in a file of many."""
    text: str = field(default="", repr=False, compare=False)
    places: int = field(default=0, compare=False)
    """Decimals the file writes its amounts with."""

    @property
    def players(self) -> int:
        return len(self.starting_stacks)

    @property
    def code(self) -> str:
        """The format's own code; empty where it has none."""
        return self.variant if self.variant in CODES else ""

    def name(self, player: int) -> str:
        """What the file calls a player, `p3` if it does not say."""
        names = self.about.get("players")
        return str(names[player - 1]) if isinstance(names, list) else f"p{player}"

    def amount(self, chips: int | None) -> Decimal:
        """Chips in the file's own unit; infinity for a stack nobody knows."""
        if chips is None:
            return Decimal("Infinity")
        whole, rest = divmod(chips, self.scale)
        return Decimal(whole) if not rest else (Decimal(chips) / self.scale).normalize()

    def money(self, chips: int | None) -> str:
        """Chips as the file writes amounts: ``3000.00``; a question mark for a stack nobody knows."""
        if chips is None:
            return "?"
        places = max(self.places, len(str(self.scale)) - 1)
        return f"{Decimal(chips) / self.scale:.{max(places, 2) if places else 0}f}"

    def rules(self, switches: Mapping[str, object] | None = None) -> Rules:
        """The rules the hand was played by, with other readings where `switches` name them."""
        stakes = Stakes(
            self.structure,
            small=self.small,
            big=self.big,
            forced_bet=self.bring_in,
            raise_cap=self.raise_cap,
            check_raise=self.check_raise,
            rake=RakePlan(**self.rake),
            unit_cents=self.unit_cents,
        )
        return Rules(with_overrides(find_book(self.book), switches or {}), self.game, stakes)

    def forced_bets(self) -> list[PostedBet]:
        """Antes and blinds in the order they are posted: the bet that moves the opener comes last."""
        if self.posts:
            return list(self.posts)
        # Heads-up the button posts the first blind, and the arrays are read from the end.
        turn = -1 if self.players == 2 else 1
        ante = "ante" if self.ante_trimming else "dead"
        found = [PostedBet(at, ante, chips) for at, chips in enumerate(self.antes[::turn], start=1) if chips]
        blinds = [(chips, at) for at, chips in enumerate(self.blinds[::turn], start=1)]
        found += [PostedBet(at, "post", -chips) for chips, at in blinds if chips < 0]
        for chips, at in sorted(blinds):
            if chips > 0:
                straddle = self.players > 2 and at > 2 and any(self.blinds[:2])
                found.append(PostedBet(at, "straddle" if straddle else "blind", chips))
        return found

    def where(self, number: int = 0) -> str:
        """File and line of an action, for messages."""
        place = self.source or "hand"
        if self.table:
            place += f" [{self.table}]"
        if not number:
            return place
        line = line_of(self.text, "actions", table=self.table, item=number)
        at = f" line {line}," if line else ""
        return f"{place}{at} action {number} {self.actions[number - 1].text!r}"


def read_phh(text: str, *, source: str = "") -> HandHistory:
    """One hand of a `.phh` file's text."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    return _history(Fields(_toml(text, source), text, source, ""))


def read_phhs(text: str, *, source: str = "") -> Iterator[tuple[str, HandHistory | InvalidError]]:
    """The hands of a `.phhs` file's text by their keys, with what is wrong in place of an unreadable one."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    tables = _toml(text, source)
    if not tables:
        raise InvalidError(f"{source or 'hands'}: no hand in it; expected tables headed [1], [2]...")
    for key, table in tables.items():
        if not isinstance(table, dict) or not key.isdigit():
            line = line_of(text, key)
            at = f" line {line}" if line else ""
            raise InvalidError(
                f"{source or 'hands'}{at}: {key!r} is not a hand; expected tables headed [1], [2]..."
            )
        try:
            yield key, _history(Fields(table, text, source, key))
        except InvalidError as error:
            yield key, error


def _toml(text: str, source: str) -> dict[str, Any]:
    try:
        tables = tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise _too_deep(source) from None
    except tomllib.TOMLDecodeError as error:
        found = re.match(r"(.*) \(at line (\d+), column (\d+)\)$", str(error))
        if found is None:
            last = text.count("\n") + 1
            raise InvalidError(f"{source or 'hand'} line {last}: not TOML: {error}") from None
        raise InvalidError(
            f"{source or 'hand'} line {found[2]}, column {found[3]}: not TOML: {found[1].lower()}"
        ) from None
    except ValueError as error:  # a number of more digits than Python reads
        raise InvalidError(f"{source or 'hand'}: not TOML: {error}") from None
    if _deeper(tables, _DEEPEST):
        raise _too_deep(source)
    return tables


def _too_deep(source: str) -> InvalidError:
    return InvalidError(f"{source or 'hand'}: lists or tables more than {_DEEPEST} deep, one in another")


def _deeper(value: Any, depth: int) -> bool:
    """Whether lists and tables go deeper than so many levels; level by level, as the text may be hostile."""
    level = [value]
    for _ in range(depth):
        inner: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                inner += each.values()
            elif isinstance(each, list):
                inner += each
        level = inner
    return any(isinstance(each, list | dict) for each in level)


def _history(fields: Fields) -> HandHistory:
    table = fields.table
    game, structure = _variant(fields)
    stacks = fields.get("starting_stacks")
    if not isinstance(stacks, list) or len(stacks) < 2:
        raise fields.wrong("starting_stacks", "expected two or more amounts")
    fields.players = len(stacks)
    actions = fields.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise fields.wrong("actions", "expected a list of strings such as 'p1 cc'")
    fields.scale, places = _scale(fields, actions)
    limit = structure in (FIXED, SPREAD)
    button = VARIANTS[game].button
    fields.absent("bring_in" if button else "blinds_or_straddles")
    fields.absent(*(("min_bet",) if limit else ("small_bet", "big_bet")))
    small = fields.amount("small_bet" if limit else "min_bet")
    big = fields.amount("big_bet") if limit else 0
    if limit and big < small:
        raise fields.wrong("big_bet", f"expected at least small_bet, {fields.written(small)}")
    bring_in = 0 if button else fields.amount("bring_in", least=0)
    if bring_in > small:
        raise fields.wrong("bring_in", f"expected no more than the lower bet, {fields.written(small)}")
    antes = fields.finite("antes", least=0)
    fields.check_each("players", str)
    fields.check_each("seats", int)
    fields.check_date()
    finishing = "finishing_stacks" in table
    return HandHistory(
        variant=table["variant"],
        game=game,
        structure=structure,
        antes=antes,
        blinds=fields.finite("blinds_or_straddles") if button else (),
        bring_in=bring_in,
        small=small,
        big=big,
        starting_stacks=fields.amounts("starting_stacks", least=1),
        actions=_actions(fields, actions),
        finishing_stacks=fields.amounts("finishing_stacks", least=0) if finishing else None,
        winnings=fields.finite("winnings", least=0) if "winnings" in table else None,
        ante_trimming=fields.flag("ante_trimming_status", default=False),
        scale=fields.scale,
        book=str(table.get("_book", HOUSE)),
        posts=_posts(fields),
        raise_cap=fields.count("_raise_cap", 0),
        check_raise=fields.flag("_check_raise", default=True),
        unit_cents=fields.count("_unit_cents", default_unit_cents(fields.scale)),
        rake=_rake(fields),
        about={key: value for key, value in table.items() if key not in _READ_KEYS},
        source=fields.source,
        table=fields.key,
        text=fields.text,
        places=places,
    )


def default_unit_cents(scale: int) -> int:
    """What one chip is worth where a history does not say: amounts are taken for dollars."""
    return max(1, 100 // scale)


def _variant(fields: Fields) -> tuple[str, int]:
    code = fields.get("variant")
    if not isinstance(code, str):
        raise fields.wrong("variant", "expected a code such as 'NT'")
    if code in CODES:
        return CODES[code]
    if code == "NS":
        raise UnsupportedError(str(fields.wrong("variant", "short-deck hold'em is not played here")))
    if code not in VARIANTS:
        raise fields.wrong("variant", f"expected one of {', '.join(CODES)} or a game of ours")
    usual = STRUCTURES[FIXED if "small_bet" in fields.table else NO_LIMIT]
    structure = fields.table.get("_structure", usual)
    if structure not in STRUCTURES:
        raise fields.wrong("_structure", f"expected one of {', '.join(STRUCTURES)}")
    return code, STRUCTURES.index(structure)


def _scale(fields: Fields, actions: list[str]) -> tuple[int, int]:
    """The least power of ten that makes every amount of the hand a whole number; decimals as written."""
    amounts: list[Decimal] = []
    rake = fields.table.get("_rake")
    fees = [value for key, value in rake.items() if key != "percent"] if isinstance(rake, dict) else []
    for value in [*fields.table.values(), *fees]:
        amounts += [each for each in _flat(value) if isinstance(each, Decimal)]
    for action in actions:
        bet = _DECIMAL_BET.search(action)
        if bet is not None:
            amounts.append(Decimal(bet[1]))
    places = written = 0
    for amount in amounts:
        if not amount.is_finite():
            continue
        if amount.adjusted() >= LARGEST:
            raise InvalidError(f"{fields.place()}: an amount has more than {LARGEST} digits")
        places = max(places, -int(amount.normalize().as_tuple().exponent))
        written = max(written, min(-int(amount.as_tuple().exponent), _FINEST))
    if places > _FINEST:
        raise InvalidError(f"{fields.place()}: an amount has more than {_FINEST} decimals")
    scale: int = 10**places
    return max(scale, fields.count("_scale", 1)), written


def _flat(value: Any) -> list[Any]:
    return [each for part in value for each in _flat(part)] if isinstance(value, list) else [value]


def _posts(fields: Fields) -> tuple[PostedBet, ...]:
    found: list[PostedBet] = []
    for entry in fields.table.get("_posts", []):
        post = _POST.fullmatch(str(entry))
        if post is None or not 1 <= int(post[1]) <= fields.players or post[2] not in POSTS:
            raise fields.wrong("_posts", f"{entry!r} is not a post such as 'p1 blind 2'", got=False)
        found.append(PostedBet(int(post[1]), post[2], to_chips(post[3], fields.scale)))
    return tuple(found)


def _rake(fields: Fields) -> dict[str, Any]:
    """What the house takes, as keyword arguments of a `RakePlan`."""
    table = fields.table.get("_rake", {})
    plan: dict[str, Any] = {}
    try:
        for key, value in table.items():
            if key == "percent":
                plan[key] = float(value)
            elif key == "levels":
                plan[key] = [
                    (to_chips(size, fields.scale), to_chips(fee, fields.scale)) for size, fee in value
                ]
            elif key in ("fee_street", "jackpot_street"):
                plan[key] = int(value)
            else:
                plan[key] = to_chips(value, fields.scale)
        RakePlan(**plan)
    except (AttributeError, TypeError, ValueError):
        raise fields.wrong("_rake", "expected percent, levels, cap, jackpot or fees") from None
    return plan


def _actions(fields: Fields, texts: list[str]) -> tuple[Action, ...]:
    found: list[Action] = []
    for number, text in enumerate(texts, start=1):
        try:
            found.append(parse_action(number, text, fields.players, fields.scale))
        except InvalidError as error:
            line = line_of(fields.text, "actions", table=fields.key, item=number)
            at = f" line {line}," if line else ""
            raise InvalidError(f"{fields.place()}{at} action {number} {text!r}: {error}") from None
    return tuple(found)
