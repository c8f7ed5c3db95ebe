"""PHH writer: a finished round as a hand history, and a hand history as text.

Our own keys, which other readers ignore, hold what the format cannot express: `_book`, `_structure` if the
game has no code, `_posts` if antes and blinds are not enough, and rake and fees. A round that needed a floor
ruling has no notation and is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final

from hoyle.core.cards import card_text
from hoyle.core.errors import IllegalError
from hoyle.games.poker import events
from hoyle.games.poker.pots.rake import RakePlan
from hoyle.games.poker.resolved_rules import FIXED, SPREAD, STRUCTURES
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_setup import PostedBet
from hoyle.history.phh.action_notation import parse_action
from hoyle.history.phh.reader import HOUSE, HandHistory, default_unit_cents

_UNWRITTEN: Final = (
    events.Opened, events.Posted, events.FeeCollected, events.Burned, events.Turn, events.RunOut, events.DrawBegins,
    events.Gathered, events.Returned, events.Raked, events.ShuffleNeeded, events.Reshuffled, events.Disclosed,
    events.MuckDue, events.HandMucked, events.Collected, events.Awarded, events.RoundEnded,
)  # fmt: skip
"""Events that follow automatically when the hand is replayed."""

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


def hand_history_of(
    round_: PokerRound, *, scale: int = 1, about: Mapping[str, Any] | None = None, viewer: int | None = None
) -> HandHistory:
    """Convert a poker round to a PHH hand history.

    Players are in the order of the format: from the left of the button, or of the dealer.

    `scale` chips make one unit of the written amounts. `about` adds keys such as `players` and `event`. With
    a `viewer` (a seat, 0 for a spectator) only what that seat saw is written.
    """
    state = round_.state
    rules = round_.rules
    stakes = rules.stakes
    opening = round_.log[0]
    assert isinstance(opening, events.Opened)
    if state.dead_round:
        raise IllegalError("a dead round cannot be written as a hand history")
    if state.passed or any(state.spared):
        raise IllegalError("a round in which a seat paid without cards, or had cards without paying, has no notation")
    script = _Script(round_)
    person = state.people[state.position_of_seat[viewer]] if viewer else ""
    for event in round_.log:
        script.write(event if viewer is None else event.seen_by(person))
    players = script.players
    order = sorted(players, key=lambda seat: players[seat])
    start = dict(zip(opening.seats, opening.stacks, strict=True))
    limit = stakes.structure in (FIXED, SPREAD)
    structure = STRUCTURES[stakes.structure]
    code = next((code for code, betting in rules.variant.phh.items() if betting == structure), "")
    history = HandHistory(
        variant=code or rules.game,
        game=rules.game,
        structure=stakes.structure,
        antes=(0,) * len(order),
        blinds=(0,) * len(order) if rules.variant.button else (),
        bring_in=0 if rules.variant.button else stakes.forced_bet,
        small=stakes.small,
        big=stakes.big if limit else 0,
        starting_stacks=tuple([start[seat] for seat in order]),
        actions=(),
        scale=scale,
        book=rules.book.id,
        raise_cap=stakes.raise_cap,
        check_raise=stakes.check_raise,
        unit_cents=stakes.unit_cents,
        rake=_rake_of(rules.rake),
        about={"seats": order, **(about or {})},
    )
    if round_.over:
        final = dict(zip(state.seats, state.stacks, strict=True))
        history = replace(history, finishing_stacks=tuple([final[seat] for seat in order]))
    texts = script.actions(history)
    actions = [parse_action(number, text, len(order), scale) for number, text in enumerate(texts, start=1)]
    return _with_posts(replace(history, actions=tuple(actions)), script.posts)


def _with_posts(history: HandHistory, posts: list[PostedBet]) -> HandHistory:
    """Return the hand history with its forced bets: antes, blinds, and all posts if those are not enough."""
    antes = [0] * history.players
    blinds = [0] * history.players
    for post in posts:
        if post.kind in ("ante", "dead", "made-up"):
            antes[post.seat - 1] += post.chips
        elif post.kind in ("post", "kill"):
            blinds[post.seat - 1] -= post.chips
        else:
            blinds[post.seat - 1] += post.chips
    turn = -1 if history.players == 2 else 1
    plain = replace(
        history,
        antes=tuple(antes[::turn]),
        blinds=tuple(blinds[::turn]) if history.blinds else (),
        ante_trimming=not any(post.kind == "dead" for post in posts),
    )
    if [_comparable(post) for post in plain.forced_bets()] == [_comparable(post) for post in posts]:
        return plain
    return replace(plain, posts=tuple(posts))


def _comparable(post: PostedBet) -> tuple[int, str, int]:
    """Return a forced bet for comparison; PHH does not distinguish straddles from blinds."""
    return post.seat, "blind" if post.kind == "straddle" else post.kind, post.chips


def _rake_of(plan: RakePlan) -> dict[str, Any]:
    """Return the fields of a rake plan that are not zero, as keyword arguments of a `RakePlan`."""
    fields: dict[str, Any] = {
        "percent": float(plan.percent),
        "levels": plan.levels,
        "cap": plan.cap,
        "jackpot": plan.jackpot,
        "fee_per_player": plan.fee_per_player,
        "fee_per_hand": plan.fee_per_hand,
        "fee_street": plan.fee_street,
        "jackpot_street": plan.jackpot_street,
    }
    return {key: value for key, value in fields.items() if value}


class _Script:
    """Collector of a round's actions in the order of the PHH format."""

    def __init__(self, round_: PokerRound) -> None:
        state = round_.state
        count = len(state.seats)
        first = state.button + 1 if state.button >= 0 else 0
        self.players = {seat: (position - first) % count + 1 for position, seat in enumerate(state.seats)}
        self.posts: list[PostedBet] = []
        self._first_street = round_.rules.variant.streets[0].name
        self._draws = round_.rules.variant.draws
        self._board = not round_.rules.variant.draws and round_.rules.variant.button
        self._lines: list[str | tuple[int, int]] = []
        """Action as text; or (player, amount) for a bet, whose amount is formatted last."""
        self._replacements: dict[int, list[int]] = {}
        self._shown_cards: dict[int, list[int]] = {}
        """Cards by player in order of showing; empty if mucked."""
        self._hands: dict[int, list[int]] = {}
        self._betting_end = 0
        """Number of lines at the end of all betting."""

    def write(self, event: events.PokerEvent) -> None:
        """Add one event of a round to the actions of a PHH hand history."""
        if isinstance(event, events.Drawn):
            self._replacements.setdefault(self.players[event.seat], []).extend(event.cards)
            return
        if self._replacements and not isinstance(
            event, events.Turn | events.Discarded | events.ShuffleNeeded | events.Reshuffled
        ):
            self._write_replacements()
        if isinstance(event, events.Posted):
            chips = event.level or event.chips
            self.posts.append(PostedBet(self.players[event.seat], event.what, chips))
        elif isinstance(event, events.Dealt):
            self._deal(event)
        elif isinstance(event, events.BoardDealt):
            self._lines.append(f"d db {_cards_text(event.cards)}")
        elif isinstance(event, events.Folded):
            self._act(event.seat, "f")
        elif isinstance(event, events.Checked | events.Called):
            self._act(event.seat, "cc")
        elif isinstance(event, events.Bet):
            if event.forced:
                self._act(event.seat, "pb")
            else:
                self._lines.append((self.players[event.seat], event.to))
                self._betting_end = len(self._lines)
        elif isinstance(event, events.Discarded):
            self._lines.append(f"p{self.players[event.seat]} sd {_cards_text(event.cards)}".rstrip())
        elif isinstance(event, events.Shown):
            self._shown_cards[self.players[event.seat]] = event.cards
        elif isinstance(event, events.Conceded) or (isinstance(event, events.HandKilled) and event.why == "mucked"):
            self._shown_cards[self.players[event.seat]] = []
        elif isinstance(event, events.Retrieved):
            del self._shown_cards[self.players[event.seat]]
        elif not isinstance(event, _UNWRITTEN):
            raise IllegalError(f"a round with a floor ruling ({event.name}) cannot be written as a hand history")

    def _act(self, seat: int, verb: str) -> None:
        self._lines.append(f"p{self.players[seat]} {verb}")
        self._betting_end = len(self._lines)

    def _deal(self, event: events.Dealt) -> None:
        hands: dict[int, list[int]] = {}
        for seat, card in zip(event.seats, event.cards, strict=True):
            if seat not in event.dead:
                hands.setdefault(self.players[seat], []).append(card)
        for player in sorted(hands):
            self._lines.append(f"d dh p{player} {_cards_text(hands[player])}")
            self._hands.setdefault(player, []).extend(hands[player])
        if event.street == self._first_street:
            self._betting_end = len(self._lines)

    def _write_replacements(self) -> None:
        for player in sorted(self._replacements):
            self._lines.append(f"d dh p{player} {_cards_text(self._replacements[player])}")
        self._replacements.clear()

    def actions(self, history: HandHistory) -> list[str]:
        """Return all actions of the round in PHH notation."""
        if self._replacements:
            self._write_replacements()
        lines = [
            line if isinstance(line, str) else f"p{line[0]} cbr {_amount(history.amount(line[1]))}"
            for line in self._lines
        ]
        shows = [f"p{player} sm {_cards_text(cards)}".rstrip() for player, cards in self._shown_cards.items()]
        before, after = lines[: self._betting_end], lines[self._betting_end :]
        if self._draws or not after or not shows:
            return lines + shows
        if self._board:
            return before + shows + after
        # Stud: hands are opened with the cards dealt so far, and shown again when complete.
        deals_to_come = len([line for line in after if line.startswith("d dh")])
        cards_to_come = deals_to_come // max(1, len(self._shown_cards))
        early_shows: list[str] = []
        for player in self._shown_cards:
            hand = self._hands[player]
            early_shows.append(f"p{player} sm {_cards_text(hand[: len(hand) - cards_to_come])}")
        return before + early_shows + after + shows


def to_phh(history: HandHistory) -> str:
    """Return a hand history as the text of a `.phh` file."""
    return "".join(f"{key} = {value}\n" for key, value in _toml_pairs(history))


def to_phhs(histories: Iterable[HandHistory]) -> str:
    """Return several hand histories as the text of a `.phhs` file."""
    return "\n".join(f"[{number}]\n{to_phh(history)}" for number, history in enumerate(histories, start=1))


def _toml_pairs(history: HandHistory) -> Iterable[tuple[str, str]]:
    """Yield the keys and TOML values of a hand history in the order of a PHH file."""
    limit = history.structure in (FIXED, SPREAD)
    yield "variant", _toml(history.variant)
    yield "ante_trimming_status", _toml(history.ante_trimming)
    yield "antes", _amounts(history, history.antes)
    if history.blinds:
        yield "blinds_or_straddles", _amounts(history, history.blinds)
    else:
        yield "bring_in", _amount(history.amount(history.bring_in))
    if limit:
        yield "small_bet", _amount(history.amount(history.small))
        yield "big_bet", _amount(history.amount(history.big))
    else:
        yield "min_bet", _amount(history.amount(history.small))
    yield "starting_stacks", _amounts(history, history.starting_stacks)
    yield "actions", "[\n" + "".join(f"  {_toml(action.text)},\n" for action in history.actions) + "]"
    for key, value in history.about.items():
        yield key if _BARE_KEY.fullmatch(key) else _toml(key), _toml(value)
    if history.finishing_stacks is not None:
        yield "finishing_stacks", _amounts(history, history.finishing_stacks)
    if history.winnings is not None:
        yield "winnings", _amounts(history, history.winnings)
    yield from _extension_pairs(history)


def _extension_pairs(history: HandHistory) -> Iterable[tuple[str, str]]:
    """Yield our own keys of a PHH file, for what the format cannot express, and their TOML values."""
    if history.book != HOUSE or not history.code:
        yield "_book", _toml(history.book)
    if not history.code:
        yield "_structure", _toml(STRUCTURES[history.structure])
    if history.posts:
        posts = [f"p{post.seat} {post.kind} {_amount(history.amount(post.chips))}" for post in history.posts]
        yield "_posts", _toml(posts)
    if history.raise_cap:
        yield "_raise_cap", _toml(history.raise_cap)
    if not history.check_raise:
        yield "_check_raise", _toml(history.check_raise)
    if history.rake:
        yield "_rake", _toml({key: _rake_value(history, key, value) for key, value in history.rake.items()})
    if history.scale > 1:
        yield "_scale", _toml(history.scale)
    if history.unit_cents != default_unit_cents(history.scale):
        yield "_unit_cents", _toml(history.unit_cents)


def _rake_value(history: HandHistory, key: str, value: Any) -> Any:
    """Convert one field of a rake plan from chips to the unit of the PHH file, if it is an amount."""
    if key in ("percent", "fee_street", "jackpot_street"):
        return value
    if key == "levels":
        return [[history.amount(size), history.amount(fee)] for size, fee in value]
    return history.amount(value)


def _amounts(history: HandHistory, chips: Iterable[int | None]) -> str:
    return "[" + ", ".join(_amount(history.amount(amount)) for amount in chips) + "]"


def _amount(value: Decimal) -> str:
    """Return an amount as a TOML number; infinity is ``inf``."""
    return f"{value:f}" if value.is_finite() else "inf"


def _cards_text(cards: Iterable[int]) -> str:
    """Return cards as PHH writes them, without blanks: ``AhKd``."""
    return "".join(card_text(card) for card in cards)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return _amount(value)
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(str(value), ensure_ascii=False)
