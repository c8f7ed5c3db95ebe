"""Lineup of the next poker round: who is dealt in, where the button is, who posts which blind.

The three depend on each other: a seat that cannot pay its blind is not dealt in, and without it the blinds
fall on others. So seats are taken out one at a time until every seat left can play.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.round_setup import PostedBet
from hoyle.games.poker.variants import variant
from hoyle.rulebooks.book_types.poker import GamePage, PokerBook
from hoyle.table.poker.rounds.blinds import blind_posts
from hoyle.table.poker.rounds.button import first_button, next_button
from hoyle.table.poker.rounds.eligibility import least_chips
from hoyle.table.poker.rounds.kill_pot import kill_blind, limits_in_force
from hoyle.table.poker.state import PokerTableState

_AMPLE: Final = 4
"""Multiple of a hand's initial cost above which a stack is never too short."""


class ExcludedSeat:
    """A seat that is not dealt in."""

    def __init__(self, seat: int, why: str, clause: str, needs: int = 0) -> None:
        self.seat = seat
        self.why = why
        self.clause = clause
        self.needs = needs
        """Chips with which it would be dealt in; 0 where chips are not what it lacks."""


class Lineup:
    """Seats, button, limits and posts of the next round."""

    def __init__(self, seats: list[int]) -> None:
        self.seats = seats
        self.button = 0
        self.posts: list[PostedBet] = []
        self.kept_out: list[ExcludedSeat] = []
        self.missed: list[tuple[int, int]] = []
        """Seat and the blind that passes it."""
        self.strays: list[int] = []
        """Seats that get cards by mistake: empty, or taken by a player who is not entitled to them."""
        self.paid: dict[int, int] = {}
        """Seats that get no cards by mistake, and the antes and blinds that they put up all the same."""
        self.killer: int | None = None
        self.small = 0
        self.big = 0

    def playing(self, state: PokerTableState) -> list[int]:
        """Return the seats whose players can play their cards."""
        if not self.strays and not self.paid:
            return self.seats
        return [seat for seat in self.dealt_in() if chips_at(state, seat)]

    def dealt_in(self) -> list[int]:
        """Return the seats that get cards."""
        return [seat for seat in self.seats if seat not in self.paid]


def chips_at(state: PokerTableState, seat: int) -> int:
    """Chips that can be bet from a seat; 0 from an empty one."""
    return state.at_stake(seat) if seat in state.players else 0


def build_lineup(state: PokerTableState) -> Lineup:
    """Return the lineup of the players entitled to cards in the next round."""
    found = _at_the_table(state)
    _leave_who_can_play(state, found)
    found.missed = _missed(state, found)
    return found


def too_short(state: PokerTableState) -> list[ExcludedSeat]:
    """Return seats without cards now that would get none in the next round either, for want of chips."""
    sign = state.sign
    ample = _AMPLE * (sign.ante + sign.forced_bet + sign.big + max(sign.blinds, default=0))
    without = [seat for seat in sorted(state.players) if not state.dealt_in(seat)]
    if all(state.at(seat).sitting_out or state.at_stake(seat) > ample for seat in without):
        return []
    found = _at_the_table(state)
    # If too few are left, or the button was not drawn for, the seats excluded before are known.
    with suppress(IllegalError):
        _leave_who_can_play(state, found)
    return [out for out in found.kept_out if out.needs and out.seat in without]


def _at_the_table(state: PokerTableState) -> Lineup:
    return Lineup([seat for seat in sorted(state.players) if not state.player(seat).sitting_out])


def _leave_who_can_play(state: PokerTableState, found: Lineup) -> None:
    book, page = state.book, state.page
    least: int = book.procedures.players.value[0]
    while True:
        if len(found.seats) < least:
            raise _too_few(found, book)
        _arrange(state, found, page)
        out = _first_out(state, found, book)
        if out is None:
            return
        found.kept_out.append(out)
        found.seats.remove(out.seat)


def mistake(state: PokerTableState, found: Lineup, seats: Sequence[int]) -> None:
    """Change the lineup to the dealer's mistaken one: cards for these seats.

    Antes and blinds are put up before the deal (AMB-22) and stay with the seats that owe them. So an empty
    seat, or a player who is not entitled to cards, gets them and owes nothing (room-2012 GEN(6)); and a
    player
    who is passed over has paid all the same (oneida XI.P.6(d)).
    """
    given = sorted(set(seats))
    most = state.sign.most_seats(state.book)
    for seat in given:
        if not 1 <= seat <= most:
            raise InvalidError(f"dealt_in {seat}: the seats of this table are 1 to {most}")
    entitled = [seat for seat in given if seat in found.seats]
    if len(entitled) < 2:
        raise InvalidError(f"cards for {len(entitled)} players who may play make no round")
    for seat in found.seats:
        owed = state.sign.ante + sum(post.chips for post in found.posts if post.seat == seat)
        if owed and seat not in given:
            found.paid[seat] = min(owed, chips_at(state, seat))
    found.strays = [seat for seat in given if seat not in found.seats]
    found.seats = sorted([*given, *found.paid])


def _arrange(state: PokerTableState, found: Lineup, page: GamePage) -> None:
    """Set button, limits and posts for the seats that are in."""
    sign = state.sign
    if variant(sign.game).button:
        found.button = button_for(state, found.seats, page)
    limits = (sign.small, sign.big)
    found.small, found.big = limits
    found.killer = None
    blind = 0
    if sign.kill is not None and state.kill.holder is not None:
        holder = state.seat_of(str(state.kill.holder))
        found.killer = holder if holder in found.seats else None
        # The raised limits stay although the killer is away; nobody posts their blind (clarification 38).
        small, big = limits_in_force(sign.kill.kind, limits, state.kill.holder)
        found.small, found.big = int(small), int(big)
        blind = int(kill_blind(sign.kill.kind, limits, found.killer))
    found.posts = blind_posts(
        found.seats,
        found.button,
        sign.blinds,
        found.killer,
        blind,
        heads_up=sign.heads_up_blinds or page.heads_up_blinds.value,
    )
    if sign.missed_blinds == "dead":
        found.posts += _made_up(state, found)


def button_for(state: PokerTableState, seats: Sequence[int], page: GamePage) -> int:
    """Return the seat of the button: it passes over whoever is not dealt in (AMB-65)."""
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


def _made_up(state: PokerTableState, found: Lineup) -> list[PostedBet]:
    """Return missed blinds to post on return, the largest live, the others dead; none if a blind is due."""
    blinds = state.sign.blinds
    due = {post.seat for post in found.posts}
    posts: list[PostedBet] = []
    for seat in found.seats:
        player = state.at(seat)
        missed = player.missed
        if not missed or seat in due or player.waits:
            continue
        largest = max(range(len(blinds)), key=lambda at: blinds[at])
        if largest in missed:
            posts.append(PostedBet(seat, "post", blinds[largest]))
        dead = sum(blinds[at] for at in missed if at != largest)
        if dead:
            posts.append(PostedBet(seat, "made-up", dead))
    return posts


def _first_out(state: PokerTableState, found: Lineup, book: PokerBook) -> ExcludedSeat | None:
    """Return the first seat that may not be dealt in with this lineup."""
    sign = state.sign
    fee = 0
    if sign.fees is not None and sign.fees.charged == "player" and not sign.fee_street():
        # A fee collected before the deal must leave something to play with.
        fee = sign.fees.at(len(found.seats))
    missed_blinds: str = sign.missed_blinds
    forced: int = sign.ante + sign.forced_bet
    table_min: int = sign.small
    # Minimum for every player who owes no blind.
    without_blind = least_chips(book, forced, table_min)
    for seat in found.seats:
        player = state.at(seat)
        blind, posts = 0, False
        for post in found.posts:
            if post.seat == seat:
                blind += post.chips
                posts = True
        waits = missed_blinds == "wait" or (missed_blinds == "dead" and player.waits)
        if waits and player.missed and not posts:
            return ExcludedSeat(seat, "waits for the blind he missed to come round", "house missed-blinds")
        stack = state.at_stake(seat)
        least = max(least_chips(book, forced + blind, table_min) if posts else without_blind, fee + 1)
        if stack < least:
            clause = book.procedures.min_stake.clause or "house table-stakes"
            return ExcludedSeat(seat, f"has {stack} and needs {least}", clause, least)
    return None


def _missed(state: PokerTableState, found: Lineup) -> list[tuple[int, int]]:
    """Return the blinds that pass players who are not in: those they would have posted."""
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


def _too_few(found: Lineup, book: PokerBook) -> IllegalError:
    rule = book.procedures.players
    why = "".join(f"; seat {out.seat} {out.why} ({out.clause})" for out in found.kept_out)
    count = len(found.seats)
    dealt_in = "1 player" if count == 1 else f"{count or 'no'} players"
    return IllegalError(
        f"{dealt_in} can be dealt in, {rule.value[0]} are needed ({rule.clause}){why}",
        clause=rule.clause,
        legal=f"at least {rule.value[0]} players",
    )
