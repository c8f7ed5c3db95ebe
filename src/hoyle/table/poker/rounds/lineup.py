"""Lineup of the next poker round: who is dealt in, where the button is, who posts which blind.

The three depend on each other: a seat that cannot pay its blind is not dealt in, and without it the blinds
fall on others. So seats are taken out one at a time until every seat left can play.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from hoyle.core.errors import IllegalError, InvalidError, illegal
from hoyle.games.poker.round_setup import PostedBet
from hoyle.games.poker.variants import variant
from hoyle.rulebooks.book_types.poker import Answer, GamePage, PokerBook
from hoyle.table.poker.rounds.blind_order import blind_posts
from hoyle.table.poker.rounds.button import first_button, next_button
from hoyle.table.poker.rounds.kill_pot import kill_blind, limits_in_force
from hoyle.table.poker.table_state import PokerTableState

_AMPLE: Final = 4
"""Multiple of a hand's initial cost above which a stack is never too short."""


class ExcludedSeat:
    """Seat that is not dealt in, with the reason and the clause."""

    def __init__(self, seat: int, why: str, clause: str, needs: int = 0) -> None:
        self.seat = seat
        self.why = why
        self.clause = clause
        self.needs = needs
        """Chips with which it would be dealt in; 0 where chips are not what it lacks."""


class Lineup:
    """Lineup of the next round: seats, button, limits and posts."""

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
        return [seat for seat in self.seats_dealt_in() if chips_at(state, seat)]

    def seats_dealt_in(self) -> list[int]:
        """Return the seats that get cards in the next round."""
        return [seat for seat in self.seats if seat not in self.paid]


def chips_at(state: PokerTableState, seat: int) -> int:
    """Return the chips that can be bet from a seat; 0 from an empty one."""
    return state.at_stake(seat) if seat in state.players else 0


def build_lineup(state: PokerTableState) -> Lineup:
    """Return the lineup of the players entitled to cards in the next round."""
    lineup = _present_seats(state)
    _exclude_until_playable(state, lineup)
    lineup.missed = _blinds_missed(state, lineup)
    return lineup


def seats_short_of_chips(state: PokerTableState) -> list[ExcludedSeat]:
    """Return seats without cards now that would get none in the next round either, for want of chips."""
    sign = state.sign
    ample = _AMPLE * (sign.ante + sign.forced_bet + sign.big + max(sign.blinds, default=0))
    not_dealt_in = [seat for seat in sorted(state.players) if not state.is_dealt_in(seat)]
    if all(state.poker_player(seat).sitting_out or state.at_stake(seat) > ample for seat in not_dealt_in):
        return []
    lineup = _present_seats(state)
    # If too few are left, or the button was not drawn for, the seats excluded before are known.
    with suppress(IllegalError):
        _exclude_until_playable(state, lineup)
    return [excluded for excluded in lineup.kept_out if excluded.needs and excluded.seat in not_dealt_in]


def _present_seats(state: PokerTableState) -> Lineup:
    return Lineup([seat for seat in sorted(state.players) if not state.player(seat).sitting_out])


def _exclude_until_playable(state: PokerTableState, lineup: Lineup) -> None:
    """Take seats out of a lineup until every seat left can be dealt in; refuse if too few are left."""
    book, page = state.book, state.page
    min_players: int = book.procedures.players.value[0]
    while True:
        if len(lineup.seats) < min_players:
            raise _too_few_error(lineup, book)
        _arrange(state, lineup, page)
        excluded = _first_excluded(state, lineup, book)
        if excluded is None:
            return
        lineup.kept_out.append(excluded)
        lineup.seats.remove(excluded.seat)


def apply_mistaken_deal(state: PokerTableState, lineup: Lineup, seats: Sequence[int]) -> None:
    """Change the lineup to the dealer's mistaken one: cards for these seats.

    Antes and blinds are put up before the deal (AMB-22) and stay with the seats that owe them. So an empty
    seat, or a player who is not entitled to cards, gets them and owes nothing (room-2012 GEN(6)); and a
    player who is passed over has paid all the same (oneida XI.P.6(d)).
    """
    dealt_seats = sorted(set(seats))
    max_seats = state.sign.most_seats(state.book)
    for seat in dealt_seats:
        if not 1 <= seat <= max_seats:
            raise InvalidError(f"dealt_in {seat}: the seats of this table are 1 to {max_seats}")
    entitled = [seat for seat in dealt_seats if seat in lineup.seats]
    if len(entitled) < 2:
        raise InvalidError(f"cards for {len(entitled)} players who may play make no round")
    for seat in lineup.seats:
        bets_owed = state.sign.ante + sum(post.chips for post in lineup.posts if post.seat == seat)
        if bets_owed and seat not in dealt_seats:
            lineup.paid[seat] = min(bets_owed, chips_at(state, seat))
    lineup.strays = [seat for seat in dealt_seats if seat not in lineup.seats]
    lineup.seats = sorted([*dealt_seats, *lineup.paid])


def _arrange(state: PokerTableState, lineup: Lineup, page: GamePage) -> None:
    sign = state.sign
    if variant(sign.game).button:
        lineup.button = button_for(state, lineup.seats, page)
    limits = (sign.small, sign.big)
    lineup.small, lineup.big = limits
    lineup.killer = None
    killer_blind = 0
    if sign.kill is not None and state.kill.holder is not None:
        holder = state.seat_of(str(state.kill.holder))
        lineup.killer = holder if holder in lineup.seats else None
        # The raised limits stay although the killer is away; nobody posts their blind (clarification 38).
        small, big = limits_in_force(sign.kill.kind, limits, state.kill.holder)
        lineup.small, lineup.big = int(small), int(big)
        killer_blind = int(kill_blind(sign.kill.kind, limits, lineup.killer))
    lineup.posts = blind_posts(
        lineup.seats,
        lineup.button,
        sign.blinds,
        lineup.killer,
        killer_blind,
        heads_up=sign.heads_up_blinds or page.heads_up_blinds.value,
    )
    if sign.missed_blinds == "dead":
        lineup.posts += _made_up_blinds(state, lineup)


def button_for(state: PokerTableState, seats: Sequence[int], page: GamePage) -> int:
    """Return the seat of the button, which skips seats not dealt in (AMB-65)."""
    if state.button == 0:
        if page.button_start.value != "dealers-right":
            clause = page.button_start.clause
            raise illegal(
                clause, "the button must be drawn for before the first deal", legal="draw one card each for the button"
            )
        return first_button(page, seats).value
    return state.button if state.button in seats else next_button(seats, state.button)


def _made_up_blinds(state: PokerTableState, lineup: Lineup) -> list[PostedBet]:
    """Return missed blinds to post on return, the largest live, the others dead; none if a blind is due."""
    blinds = state.sign.blinds
    posting = {post.seat for post in lineup.posts}
    posts: list[PostedBet] = []
    for seat in lineup.seats:
        player = state.poker_player(seat)
        missed = player.missed
        if not missed or seat in posting or player.waits:
            continue
        largest = max(range(len(blinds)), key=lambda index: blinds[index])
        if largest in missed:
            posts.append(PostedBet(seat, "post", blinds[largest]))
        dead = sum(blinds[index] for index in missed if index != largest)
        if dead:
            posts.append(PostedBet(seat, "made-up", dead))
    return posts


def _first_excluded(state: PokerTableState, lineup: Lineup, book: PokerBook) -> ExcludedSeat | None:
    sign = state.sign
    fee = 0
    if sign.fees is not None and sign.fees.charged == "player" and not sign.fee_street():
        # A fee collected before the deal must leave something to play with.
        fee = sign.fees.fee_for(len(lineup.seats))
    missed_blinds: str = sign.missed_blinds
    forced: int = sign.ante + sign.forced_bet
    table_min: int = sign.small
    # Minimum for every player who owes no blind.
    without_blind = least_chips(book, forced, table_min)
    for seat in lineup.seats:
        player = state.poker_player(seat)
        blind, posts_blind = 0, False
        for post in lineup.posts:
            if post.seat == seat:
                blind += post.chips
                posts_blind = True
        waits = missed_blinds == "wait" or (missed_blinds == "dead" and player.waits)
        if waits and player.missed and not posts_blind:
            return ExcludedSeat(seat, "waits for the missed blind to come round", "house missed-blinds")
        stack = state.at_stake(seat)
        min_stack = max(least_chips(book, forced + blind, table_min) if posts_blind else without_blind, fee + 1)
        if stack < min_stack:
            clause = book.procedures.min_stake.clause or "house table-stakes"
            return ExcludedSeat(seat, f"has {stack} and needs {min_stack}", clause, min_stack)
    return None


def minimum_stack(book: PokerBook, required: Sequence[int], table_min: int) -> Answer[int]:
    """Return the smallest stack a player may be dealt in with.

    `required` holds the bets they owe or may be forced to make this round: ante, blind, possible forced bet
    (AMB-24).
    """
    rule = book.procedures.min_stake
    return Answer(least_chips(book, sum(required), table_min), rule.clause, rule.interpretation)


def least_chips(book: PokerBook, required: int, table_min: int) -> int:
    """Return the smallest stack to be dealt in with, from the sum of the bets a player may owe."""
    return required + table_min if book.procedures.min_stake.value else 1


def _blinds_missed(state: PokerTableState, lineup: Lineup) -> list[tuple[int, int]]:
    """Return the blinds that pass players who are not in: those they would have posted."""
    sign = state.sign
    if sign.missed_blinds == "none" or not sign.blinds:
        return []
    missed: list[tuple[int, int]] = []
    for seat in sorted(state.players):
        if seat in lineup.seats:
            continue
        with_seat = sorted([*lineup.seats, seat])
        order = [post.seat for post in blind_posts(with_seat, lineup.button, sign.blinds)]
        if seat in order and order.index(seat) not in state.poker_player(seat).missed:
            missed.append((seat, order.index(seat)))
    return missed


def _too_few_error(lineup: Lineup, book: PokerBook) -> IllegalError:
    rule = book.procedures.players
    reasons = "".join(f"; seat {excluded.seat} {excluded.why} ({excluded.clause})" for excluded in lineup.kept_out)
    count = len(lineup.seats)
    dealt_in = "1 player" if count == 1 else f"{count or 'no'} players"
    return IllegalError(
        f"{dealt_in} can be dealt in, {rule.value[0]} are needed ({rule.clause}){reasons}",
        clause=rule.clause,
        legal=f"at least {rule.value[0]} players",
    )
