"""Poker table presets: a rulebook, a posted sign with small stakes and a stack for every game."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import check_length, parse_int, pluralize
from hoyle.games.poker.resolved_rules import STRUCTURES, Rules
from hoyle.games.poker.round_setup import PostedBet
from hoyle.games.poker.variants import variant
from hoyle.rulebooks import poker_book
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.posted_sign_fields import COLLECTED, Fees, Jackpot, Rake
from hoyle.table.poker.rounds.blind_order import blind_posts
from hoyle.table.poker.rounds.lineup import minimum_stack

DEFAULT_BOOKS: Final = ("oneida", "nj-19-47", "nj-13-69f", "house")
"""Books in order of preference: a game named without a book is played by the first one that has it."""

LIMITS: Final = {"fixed-limit": "3/6", "spread-limit": "1-6", "pot-limit": "1/3", "no-limit": "1/3"}
"""Small stakes with odd amounts, so that pots do not always halve."""

STACK: Final = 200
RAISES: Final = 3
"""Raises in a betting round of fixed limit, where the book leaves the number to the house."""

_LIMITS_PATTERN: Final = re.compile(r"(\d+)\s*[/-]\s*(\d+)", re.ASCII)
_FEES: Final = Fees(
    rates={2: 1, 5: 2}, charged="hand", criterion="number of players", collected=COLLECTED["hand"], jackpot=0
)


class PokerPreset(NamedTuple):
    """Preset of a poker table: its sign, rules, number of players and stack."""

    sign: PostedSign
    rules: Rules
    players: int
    stack: int

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the rules, which are looked up again when it is loaded."""
        return _preset_of_sign, (self.sign, self.players, self.stack)

    @property
    def seats(self) -> list[int]:
        return list(range(1, self.players + 1))

    def posts(self, seats: list[int], button: int) -> list[PostedBet]:
        """Return the blinds of one hand; none in stud."""
        if not self.sign.blinds:
            return []
        heads_up = self.sign.first_of_two(self.rules.book)
        return blind_posts(seats, button, self.sign.blinds, heads_up=heads_up)

    def check_stacks(self, stacks: list[int], posts: list[PostedBet]) -> None:
        """Refuse a stack too short to be dealt in, where the book sets a minimum."""
        stakes = self.rules.stakes
        for seat, stack in zip(self.seats, stacks, strict=True):
            blind = sum(post.chips for post in posts if post.seat == seat)
            minimum = minimum_stack(self.rules.book, [stakes.ante, stakes.forced_bet, blind], stakes.small)
            if stack < minimum.value:
                raise IllegalError(
                    f"seat {seat} cannot be dealt in with {stack}: at least {minimum.value} ({minimum.clause})",
                    clause=minimum.clause,
                    legal=f"at least {minimum.value}",
                )


def poker_preset(
    game: str,
    book_id: str | None = None,
    *,
    players: int = 6,
    structure: str = STRUCTURES[0],
    limits: str | None = None,
    rake: Rake | None = None,
    jackpot: int = 0,
    heads_up_blinds: str = "",
) -> PokerPreset:
    """Return a game under a book at the default stakes, or at the limits given: ``3/6``, ``1-6``.

    `rake`, `jackpot` (its fee) and, at a game with blinds, `heads_up_blinds` (who of two players posts the
    small blind) are posted on the sign if given.
    """
    sign = default_sign(game, book_id, structure=structure, limits=limits)
    if heads_up_blinds and sign.blinds:
        sign = replace(sign, heads_up_blinds=heads_up_blinds)
    if rake is not None:
        sign = replace(sign, rake=rake)
    if jackpot:
        # The standards for paying it are the house's; the room only collects here.
        sign = replace(
            sign, jackpot=Jackpot(fee=jackpot, standards=("aces full or better beaten",), payouts=("bad-beat",))
        )
    sign.cited_lines()  # raises if the book does not allow what the sign says
    _check_player_count(sign, players)
    return _preset_of_sign(sign, players, max(STACK, 40 * sign.big))


def _check_player_count(sign: PostedSign, players: int) -> None:
    """Refuse fewer or more players than the book seats at a game, by the clause that sets the bound."""
    book, max_players = sign.rulebook, sign.most_seats()
    at_least = book.procedures.players
    min_players = at_least.value[0]
    if min_players <= players <= max_players:
        return
    clause = at_least.clause if players < min_players else book.page(sign.game).max_seats.clause
    legal = f"{min_players} to {max_players} players"
    raise IllegalError(
        f"{pluralize(players, 'player')} cannot play {sign.game}: {sign.book} seats {legal} ({clause})",
        clause=clause,
        legal=legal,
    )


def _preset_of_sign(sign: PostedSign, players: int, stack: int) -> PokerPreset:
    return PokerPreset(sign, sign.rules(players, sign.small, sign.big), players, stack)


def default_sign(
    game: str, book_id: str | None = None, *, structure: str = STRUCTURES[0], limits: str | None = None
) -> PostedSign:
    """Return the sign of a game. Blinds, antes and forced bets follow from the limits."""
    kind = variant(game)
    book = poker_book(book_id or default_book(game))
    book.page(game)
    if structure not in STRUCTURES:
        raise InvalidError(f"unknown structure {structure!r}; the structures are {', '.join(STRUCTURES)}")
    default_limits = LIMITS[structure]
    lower, upper = read_limits(limits or default_limits, f"{structure} limits look like {default_limits}")
    if structure == "fixed-limit":
        wagers, blinds = (lower, upper), (max(lower // 2, 1), lower)
    elif structure == "spread-limit":
        wagers, blinds = (lower, upper), (lower, lower)
    else:
        wagers, blinds = (upper, upper), (lower, upper)
    has_two = structure in ("fixed-limit", "spread-limit")
    return PostedSign(
        book=book.id,
        game=game,
        structure=structure,
        limits=wagers if has_two else wagers[:1],
        blinds=blinds if kind.button else (),
        ante=0 if kind.button else max(wagers[0] // 5, 1),
        forced_bet=0 if kind.button else max(wagers[0] // 3, 1),
        raise_cap=RAISES if structure == "fixed-limit" and book.house_may_cap.value else 0,
        fees=_FEES if book.revenue.fee_rates.value else None,
    )


def default_book(game: str) -> str:
    """Return the book a game is played by when none is named."""
    variant(game)
    return next(id for id in DEFAULT_BOOKS if game in poker_book(id).games)


def read_limits(text: str, expected: str) -> tuple[int, int]:
    """Parse a lower and an upper limit; `expected` is the format named in the refusal."""
    check_length(text, "the limits")
    match = _LIMITS_PATTERN.fullmatch(text.strip())
    if match is None:
        raise InvalidError(f"cannot read the limits {text!r}: {expected}")
    lower, upper = (parse_int(digits, "a limit") for digits in match.groups())
    if not 1 <= lower <= upper:
        raise InvalidError(f"limits {text!r}: the first must be at least 1 and not above the second")
    return lower, upper
