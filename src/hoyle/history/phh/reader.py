"""PHH reader: .phh and .phhs hand-history files.

A `.phh` file is one hand, a `.phhs` file holds many. Amounts become whole numbers of the smallest unit in the
hand: `scale` of them make one unit of the file. Games without a code in the format go by hoyle's own names,
and `_book`, `_structure` and other keys with an underscore hold what the format cannot express.
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
from hoyle.games.poker.resolved_rules import FIXED, NO_LIMIT, SPREAD, STRUCTURES, Rules, Stakes
from hoyle.games.poker.round_setup import POSTS, PostedBet
from hoyle.games.poker.variants import VARIANTS
from hoyle.history.phh.action_notation import LARGEST, Action, line_of, parse_action, to_chips
from hoyle.history.phh.field_reader import Fields
from hoyle.rulebooks import poker_book as find_book
from hoyle.rulebooks.book_parameters import with_overrides

HOUSE: Final = "house"
BYTE_ORDER_MARK: Final = "\ufeff"
"""Written before the text by some editors."""
_FINEST: Final = 6
_DEEPEST: Final = 20
_OWN_KEYS: Final = ("_book", "_structure", "_posts", "_raise_cap", "_check_raise", "_rake", "_unit_cents", "_scale")
_READ_KEYS: Final = frozenset(
    (
        "variant", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet",
        "starting_stacks", "actions", "finishing_stacks", "winnings", "ante_trimming_status", *_OWN_KEYS,
    )
)  # fmt: skip
_DECIMAL_BET: Final = re.compile(r"^\s*p\d+\s+cbr\s+(\d+\.\d+)\s*(?:#|$)")
_POST: Final = re.compile(r"p(\d+) ([a-z-]+) (\d+(?:\.\d+)?)")


class UnsupportedError(InvalidError):
    """Error for a valid hand history of a game that hoyle does not support."""


@dataclass(frozen=True, slots=True)
class HandHistory:
    """Recorded poker hand; amounts are whole numbers, `scale` of them to one unit of the file."""

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
    """None for an unknown stack."""
    actions: tuple[Action, ...]
    finishing_stacks: tuple[int | None, ...] | None = None
    winnings: tuple[int, ...] | None = None
    ante_trimming: bool = False
    """Whether a short ante wins only a matching part of each ante; else antes are won whole."""
    scale: int = 1
    book: str = HOUSE
    posts: tuple[PostedBet, ...] = ()
    """All posts in order, by player number, if antes and blinds cannot express them."""
    raise_cap: int = 0
    check_raise: bool = True
    unit_cents: int = 100
    rake: Mapping[str, Any] = field(default_factory=dict)
    """Keyword arguments of a `RakePlan`."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """All other keys of the file: event, players, seats..."""
    source: str = ""
    table: str = ""
    """Key of the hand in a file of many."""
    text: str = field(default="", repr=False, compare=False)
    places: int = field(default=0, compare=False)
    """Number of decimals in the amounts of the file."""

    @property
    def players(self) -> int:
        return len(self.starting_stacks)

    @property
    def code(self) -> str:
        """PHH code of the game variant; empty if it has none."""
        return self.variant if self.variant in codes() else ""

    def name(self, player: int) -> str:
        """Return the name of a player in the hand history; `p3` if it has none."""
        names = self.about.get("players")
        return str(names[player - 1]) if isinstance(names, list) else f"p{player}"

    def amount(self, chips: int | None) -> Decimal:
        """Convert chips to the hand history's own unit; infinity for an unknown stack."""
        if chips is None:
            return Decimal("Infinity")
        whole, fraction = divmod(chips, self.scale)
        return Decimal(whole) if not fraction else (Decimal(chips) / self.scale).normalize()

    def money(self, chips: int | None) -> str:
        """Return chips as the hand history writes amounts: ``3000.00``; `?` for an unknown stack."""
        if chips is None:
            return "?"
        places = max(self.places, len(str(self.scale)) - 1)
        return f"{Decimal(chips) / self.scale:.{max(places, 2) if places else 0}f}"

    def rules(self, switches: Mapping[str, object] | None = None) -> Rules:
        """Build the rules of the recorded hand, with the overrides in `switches`."""
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
        """Return antes and blinds in posting order: the bet that determines the opener comes last."""
        if self.posts:
            return list(self.posts)
        # Heads-up, the button posts the first blind, so the arrays are reversed.
        turn = -1 if self.players == 2 else 1
        ante = "ante" if self.ante_trimming else "dead"
        bets = [PostedBet(player, ante, chips) for player, chips in enumerate(self.antes[::turn], start=1) if chips]
        blinds = [(chips, player) for player, chips in enumerate(self.blinds[::turn], start=1)]
        bets += [PostedBet(player, "post", -chips) for chips, player in blinds if chips < 0]
        for chips, player in sorted(blinds):
            if chips > 0:
                straddle = self.players > 2 and player > 2 and any(self.blinds[:2])
                bets.append(PostedBet(player, "straddle" if straddle else "blind", chips))
        return bets

    def where(self, number: int = 0) -> str:
        """Return the location of a hand for error messages: the file, and the line of an action."""
        place = self.source or "hand"
        if self.table:
            place += f" [{self.table}]"
        if not number:
            return place
        line = line_of(self.text, "actions", table=self.table, item=number)
        line_text = f" line {line}," if line else ""
        return f"{place}{line_text} action {number} {self.actions[number - 1].text!r}"


def read_phh(text: str, *, source: str = "") -> HandHistory:
    """Parse the text of a `.phh` file into a hand history."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    return _history(Fields(_toml(text, source), text, source, ""))


def read_phhs(text: str, *, source: str = "") -> Iterator[tuple[str, HandHistory | InvalidError]]:
    """Parse the text of a `.phhs` file; yield each key with its hand, or with the error of a bad hand."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    tables = _toml(text, source)
    if not tables:
        raise InvalidError(f"{source or 'hands'}: no hand in it; expected tables headed [1], [2]...")
    for key, table in tables.items():
        if not isinstance(table, dict) or not key.isdigit():
            line = line_of(text, key)
            line_text = f" line {line}" if line else ""
            raise InvalidError(
                f"{source or 'hands'}{line_text}: {key!r} is not a hand; expected tables headed [1], [2]..."
            )
        try:
            yield key, _history(Fields(table, text, source, key))
        except InvalidError as error:
            yield key, error


def _toml(text: str, source: str) -> dict[str, Any]:
    """Parse TOML text of a PHH file; every error names the file, and the line where it is known."""
    try:
        tables = tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise _too_deep(source) from None
    except tomllib.TOMLDecodeError as error:
        match = re.match(r"(.*) \(at line (\d+), column (\d+)\)$", str(error))
        if match is None:
            last = text.count("\n") + 1
            raise InvalidError(f"{source or 'hand'} line {last}: not TOML: {error}") from None
        raise InvalidError(
            f"{source or 'hand'} line {match[2]}, column {match[3]}: not TOML: {match[1].lower()}"
        ) from None
    except ValueError as error:  # a number with more digits than Python converts
        raise InvalidError(f"{source or 'hand'}: not TOML: {error}") from None
    if _is_deeper(tables, _DEEPEST):
        raise _too_deep(source)
    return tables


def _too_deep(source: str) -> InvalidError:
    return InvalidError(f"{source or 'hand'}: lists or tables more than {_DEEPEST} deep, one in another")


def _is_deeper(value: Any, depth: int) -> bool:
    """Return whether lists and tables nest deeper than `depth`; iterative, as the text may be hostile."""
    level = [value]
    for _ in range(depth):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        level = inner
    return any(isinstance(item, list | dict) for item in level)


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
    has_limits = structure in (FIXED, SPREAD)
    button = VARIANTS[game].button
    fields.absent("bring_in" if button else "blinds_or_straddles")
    fields.absent(*(("min_bet",) if has_limits else ("small_bet", "big_bet")))
    small = fields.amount("small_bet" if has_limits else "min_bet")
    big = fields.amount("big_bet") if has_limits else 0
    if has_limits and big < small:
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


def codes() -> dict[str, tuple[str, int]]:
    """Return game and betting structure by the code of the format."""
    return {
        code: (variant.game, STRUCTURES.index(structure))
        for variant in VARIANTS.values()
        for code, structure in variant.phh.items()
    }


def default_unit_cents(scale: int) -> int:
    """Return the default value of a chip in cents: amounts are taken as dollars."""
    return max(1, 100 // scale)


def _variant(fields: Fields) -> tuple[str, int]:
    """Return the game and betting structure of a PHH hand; refuse unknown and unsupported variants."""
    code = fields.get("variant")
    if not isinstance(code, str):
        raise fields.wrong("variant", "expected a code such as 'NT'")
    known = codes()
    if code in known:
        return known[code]
    if code == "NS":
        raise UnsupportedError(str(fields.wrong("variant", "short-deck hold'em is not played here")))
    if code not in VARIANTS:
        raise fields.wrong("variant", f"expected one of {', '.join(known)} or a hoyle game")
    default = STRUCTURES[FIXED if "small_bet" in fields.table else NO_LIMIT]
    structure = fields.table.get("_structure", default)
    if structure not in STRUCTURES:
        raise fields.wrong("_structure", f"expected one of {', '.join(STRUCTURES)}")
    return code, STRUCTURES.index(structure)


def _scale(fields: Fields, actions: list[str]) -> tuple[int, int]:
    """Return the smallest power of ten that makes every amount whole, and the decimals as written."""
    amounts: list[Decimal] = []
    rake = fields.table.get("_rake")
    fees = [value for key, value in rake.items() if key != "percent"] if isinstance(rake, dict) else []
    for value in [*fields.table.values(), *fees]:
        amounts += [amount_value for amount_value in _flat(value) if isinstance(amount_value, Decimal)]
    for action in actions:
        bet = _DECIMAL_BET.search(action)
        if bet is not None:
            amounts.append(Decimal(bet[1]))
    places = decimals_written = 0
    for amount in amounts:
        if not amount.is_finite():
            continue
        if amount.adjusted() >= LARGEST:
            raise InvalidError(f"{fields.place()}: an amount has more than {LARGEST} digits")
        places = max(places, -int(amount.normalize().as_tuple().exponent))
        decimals_written = max(decimals_written, min(-int(amount.as_tuple().exponent), _FINEST))
    if places > _FINEST:
        raise InvalidError(f"{fields.place()}: an amount has more than {_FINEST} decimals")
    scale: int = 10**places
    return max(scale, fields.count("_scale", 1)), decimals_written


def _flat(value: Any) -> list[Any]:
    """Flatten nested lists into one list; another value is a list of itself."""
    return [item for part in value for item in _flat(part)] if isinstance(value, list) else [value]


def _posts(fields: Fields) -> tuple[PostedBet, ...]:
    """Read the forced bets of a PHH hand that antes and blinds cannot express: ``p1 blind 2``."""
    posts: list[PostedBet] = []
    for entry in fields.table.get("_posts", []):
        post = _POST.fullmatch(str(entry))
        if post is None or not 1 <= int(post[1]) <= fields.players or post[2] not in POSTS:
            raise fields.wrong("_posts", f"{entry!r} is not a post such as 'p1 blind 2'", got=False)
        posts.append(PostedBet(int(post[1]), post[2], to_chips(post[3], fields.scale)))
    return tuple(posts)


def _rake(fields: Fields) -> dict[str, Any]:
    """Read the rake and fees of a PHH hand, as keyword arguments of a `RakePlan`."""
    table = fields.table.get("_rake", {})
    plan: dict[str, Any] = {}
    try:
        for key, value in table.items():
            if key == "percent":
                plan[key] = float(value)
            elif key == "levels":
                plan[key] = [(to_chips(size, fields.scale), to_chips(fee, fields.scale)) for size, fee in value]
            elif key in ("fee_street", "jackpot_street"):
                plan[key] = int(value)
            else:
                plan[key] = to_chips(value, fields.scale)
        RakePlan(**plan)
    except (AttributeError, TypeError, ValueError):
        raise fields.wrong("_rake", "expected percent, levels, cap, jackpot or fees") from None
    return plan


def _actions(fields: Fields, texts: list[str]) -> tuple[Action, ...]:
    actions: list[Action] = []
    for number, text in enumerate(texts, start=1):
        try:
            actions.append(parse_action(number, text, fields.players, fields.scale))
        except InvalidError as error:
            line = line_of(fields.text, "actions", table=fields.key, item=number)
            line_text = f" line {line}," if line else ""
            raise InvalidError(f"{fields.place()}{line_text} action {number} {text!r}: {error}") from None
    return tuple(actions)
