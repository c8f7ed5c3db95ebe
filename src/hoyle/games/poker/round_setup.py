"""Setup of a round: posts (blinds, antes) and checks on seats, stacks and deck."""

from __future__ import annotations

from typing import Final

from hoyle.core.cards import check_distinct
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import MAX_CHIPS, check_int, pluralize
from hoyle.games.poker.legal_actions import LegalActions
from hoyle.games.poker.resolved_rules import Rules

MAX_IN_ROUND: Final = 1000 * MAX_CHIPS
"""Largest stack in a round: winnings may exceed `MAX_CHIPS`, which bounds only what a player brings."""

POSTS: Final = (
    "ante", "dead", "made-up", "blind", "kill", "kill-blind", "kill-last", "straddle", "post",
)  # fmt: skip


class PostedBet:
    """Bet owed before the deal: seat, kind and chips."""

    def __init__(self, seat: int, kind: str, chips: int) -> None:
        self.seat = seat
        self.kind = kind
        """One of `POSTS`; see `Posted`."""
        self.chips = chips

    def __repr__(self) -> str:
        return f"PostedBet({self.seat}, {self.kind!r}, {self.chips})"


def post_clause(rules: Rules, kind: str) -> str:
    """Return the clause that requires a post of this kind."""
    if kind == "made-up":
        return rules.c_missed
    if kind in ("ante", "dead"):
        return rules.c_ante
    return rules.c_kill if kind.startswith("kill") else rules.c_blind


def illegal_action_error(action: str, options: LegalActions) -> IllegalError:
    """Build the error for a refused action: the reason, the clause and the legal actions."""
    reason = ""
    clause = options.clause
    if action == "fold":
        reason = "the betting must be opened"
    elif action == "check":
        reason = f"there is a bet of {options.call} to call" if options.call else "the betting must be opened"
    elif action == "call":
        reason = "there is no bet to call"
    elif options.raise_blocked_reason:
        reason = options.raise_blocked_reason
        clause = options.bar_clause or clause
    else:
        # The limits of the sign refuse an amount, whatever the betting round allows.
        amount = int(action.split()[-1])
        clause = options.limits
        if options.min_raise_to == options.max_to:
            reason = f"it must be {options.min_raise_to}"
        elif amount < options.min_raise_to:
            reason = f"the minimum is {options.min_raise_to}"
        else:
            reason = f"the maximum is {options.max_to}"
    legal = options.label()
    return IllegalError(
        f"seat {options.seat} cannot {action}: {reason} ({clause}); legal: {legal}", clause=clause, legal=legal
    )


def check_posts(seats: list[int], posts: list[PostedBet]) -> None:
    """Raise unless every bet owed before the deal has a seat, a kind and an amount that can be posted."""
    for post in posts:
        if post.seat not in seats:
            raise InvalidError(f"seat {post.seat} posts but is not dealt in: the seats are {seats}")
        if post.kind not in POSTS:
            raise InvalidError(f"unknown post {post.kind!r} of seat {post.seat}: one of {', '.join(POSTS)}")
        if post.chips < 0:
            raise InvalidError(f"seat {post.seat} cannot post {post.chips} chips")
        if post.chips > MAX_CHIPS:
            check_int(post.chips, f"the {post.kind} of seat {post.seat}", 0)


def check_seats(
    rules: Rules,
    seats: list[int],
    people: list[str],
    stacks: list[int],
    deck: list[int],
    seats_without_minimum: list[int],
) -> None:
    """Raise unless the players, stacks and deck can start a round.

    `seats_without_minimum` were dealt in or passed over by mistake: any stack will do.
    """
    if not 2 <= len(seats) <= rules.max_seats:
        clause = rules.c_seats if len(seats) > 2 else rules.book.procedures.players.clause
        raise IllegalError(
            f"{pluralize(len(seats), 'player')} cannot play {rules.game}: {rules.book.id} allows "
            f"2 to {rules.max_seats} ({clause})",
            clause=clause,
            legal=f"2 to {rules.max_seats} players",
        )
    if len(stacks) != len(seats):
        raise InvalidError(f"{len(seats)} seats but {len(stacks)} stacks")
    if len(people) != len(seats):
        raise InvalidError(f"{len(seats)} seats but {len(people)} people")
    # A fee collected before the deal must leave something to play with.
    min_stack = 1 if rules.rake.fee_street else rules.rake.fee_per_player + 1
    for i in range(len(seats)):
        if stacks[i] < min_stack and seats[i] not in seats_without_minimum:
            stakes = rules.book.wagers.table_stakes
            cite = f" ({stakes})" if stakes else ""
            raise IllegalError(
                f"seat {seats[i]} cannot be dealt in with {stacks[i]} chips: at least {min_stack} must be there{cite}",
                clause=stakes,
                legal=f"a stack of {min_stack} or more",
            )
        if stacks[i] > MAX_IN_ROUND:
            check_int(stacks[i], f"the stack of seat {seats[i]}", least=min_stack, most=MAX_IN_ROUND)
        if seats[i] < 1 or (i and seats[i] <= seats[i - 1]):
            raise InvalidError(f"seats must ascend clockwise from 1: {seats}")
    check_distinct(deck)
    if len(deck) < rules.deck_size and len(deck) < rules.variant.cards_needed(len(seats)):
        raise InvalidError(f"a deck of {len(deck)} cards is too short for {len(seats)} players of {rules.game}")
