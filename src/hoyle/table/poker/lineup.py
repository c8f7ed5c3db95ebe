"""Who is dealt in next, where the button lies, and who posts what.

The three depend on each other: a seat that cannot pay its blind is not dealt in, and without it the blinds
fall on others. So seats are taken out one at a time until everybody left can play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hoyle.errors import IllegalError, InvalidError
from hoyle.poker.posts import Post
from hoyle.poker.variants import variant
from hoyle.rulebooks.book import Book, GamePage
from hoyle.table.poker.blinds import blind_posts
from hoyle.table.poker.button import first_button, next_button
from hoyle.table.poker.eligibility import least_chips
from hoyle.table.poker.kill_pot import kill_blind, limits_in_force
from hoyle.table.poker.state import TableState


@dataclass(slots=True)
class LineUp:
    """The next round before its cards."""

    seats: list[int]
    button: int = 0
    fixed_button: bool = False
    posts: list[Post] = field(default_factory=list)
    kept_out: list[tuple[int, str, str]] = field(default_factory=list)
    """Seat, why, clause."""
    missed: list[tuple[int, int]] = field(default_factory=list)
    """Seat and the blind that passes it."""
    killer: int | None = None
    small: int = 0
    big: int = 0


def line_up(state: TableState) -> LineUp:
    """Everybody who has a right to cards in the next round."""
    sign = state.sign
    book = sign.rulebook()
    page = book.page(sign.game)
    found = LineUp([seat for seat in sorted(state.players) if not state.player(seat).away])
    while True:
        if len(found.seats) < book.procedures.players.value[0]:
            raise _too_few(found, book)
        _arrange(state, found, page)
        out = _first_out(state, found, book)
        if out is None:
            break
        found.kept_out.append(out)
        found.seats.remove(out[0])
    found.missed = _missed(state, found)
    return found


def as_dealt(state: TableState, right: LineUp, seats: Sequence[int]) -> LineUp:
    """The line-up as the dealer mistook it: cards for these seats."""
    found = LineUp(sorted(set(seats)), right.button, fixed_button=True)
    found.kept_out, found.missed = right.kept_out, right.missed
    if len(found.seats) < 2:
        raise InvalidError(f"cards for {len(found.seats)} seats make no round")
    for seat in found.seats:
        if state.at_stake(seat) == 0:
            raise IllegalError(f"seat {seat} has no chips and cannot be dealt in")
    _arrange(state, found, state.sign.rulebook().page(state.sign.game))
    return found


def _arrange(state: TableState, found: LineUp, page: GamePage) -> None:
    """Button, limits and posts for the seats that are in; a button that lies already stays."""
    sign = state.sign
    if variant(sign.game).button and not found.fixed_button:
        found.button = button_for(state, found.seats, page)
    holder = 0 if state.kill.holder is None else state.seat_of(str(state.kill.holder))
    found.killer = holder if sign.kill is not None and holder in found.seats else None
    limits = (sign.small, sign.big)
    found.small, found.big = limits
    blind = 0
    if sign.kill is not None and state.kill.holder is not None:
        # The raised limits stay although the killer is away; nobody posts his blind (clarification 38).
        small, big = limits_in_force(sign.kill.kind, limits, state.kill.holder)
        found.small, found.big = int(small), int(big)
        blind = int(kill_blind(sign.kill.kind, limits, found.killer))
    found.posts = blind_posts(found.seats, found.button, sign.blinds, found.killer, blind)
    if sign.missed_blinds == "dead":
        found.posts += _made_up(state, found)


def button_for(state: TableState, seats: Sequence[int], page: GamePage) -> int:
    """Where the button lies for these seats: it passes over whoever is not dealt in (AMB-65)."""
    if state.button == 0:
        if page.button_start.value != "dealers-right":
            clause = page.button_start.clause
            raise IllegalError(
                f"the button must be drawn for before the first deal ({clause})",
                clause=clause,
                legal="draw one card each for the button",
            )
        return first_button(page, seats).value
    return state.button if state.button in seats else next_button(seats, state.button)


def _made_up(state: TableState, found: LineUp) -> list[Post]:
    """Missed blinds on return: the largest live, the others dead. Who is due a blind anyway owes no more."""
    blinds = state.sign.blinds
    due = {post.seat for post in found.posts}
    posts: list[Post] = []
    for seat in found.seats:
        player = state.at(seat)
        missed = player.missed
        if not missed or seat in due or player.waits:
            continue
        largest = max(range(len(blinds)), key=lambda at: blinds[at])
        if largest in missed:
            posts.append(Post(seat, "post", blinds[largest]))
        dead = sum(blinds[at] for at in missed if at != largest)
        if dead:
            posts.append(Post(seat, "made-up", dead))
    return posts


def _first_out(state: TableState, found: LineUp, book: Book) -> tuple[int, str, str] | None:
    """The first seat that may not be dealt in as things stand."""
    sign = state.sign
    due = {post.seat for post in found.posts}
    fee = sign.fees.at(len(found.seats)) if sign.fees is not None and sign.fees.charged == "player" else 0
    for seat in found.seats:
        player = state.at(seat)
        waits = sign.missed_blinds == "wait" or (sign.missed_blinds == "dead" and player.waits)
        if waits and player.missed and seat not in due:
            return seat, "waits for the blind he missed to come round", "house missed-blinds"
        required = sign.ante + sign.forced_bet
        for post in found.posts:
            if post.seat == seat:
                required += post.chips
        stack = state.at_stake(seat)
        least = max(least_chips(book, required, sign.small), fee + 1)
        if stack < least:
            clause = book.procedures.min_stake.clause or "house table-stakes"
            return seat, f"has {stack} and needs {least}", clause
    return None


def _missed(state: TableState, found: LineUp) -> list[tuple[int, int]]:
    """Blinds that pass a player who is not in: those he would have posted had he been."""
    sign = state.sign
    if sign.missed_blinds == "none" or not sign.blinds:
        return []
    passed: list[tuple[int, int]] = []
    for seat in sorted(state.players):
        if seat in found.seats:
            continue
        with_him = sorted([*found.seats, seat])
        order = [post.seat for post in blind_posts(with_him, found.button, sign.blinds)]
        if seat in order and order.index(seat) not in state.at(seat).missed:
            passed.append((seat, order.index(seat)))
    return passed


def _too_few(found: LineUp, book: Book) -> IllegalError:
    rule = book.procedures.players
    why = "".join(f"; seat {seat} {reason} ({clause})" for seat, reason, clause in found.kept_out)
    return IllegalError(
        f"{len(found.seats)} players can be dealt in, {rule.value[0]} are needed ({rule.clause}){why}",
        clause=rule.clause,
        legal=f"at least {rule.value[0]} players",
    )
