"""Deal handlers of a poker table: draw for the button, shuffle, cut, deal and continue the deal."""

from __future__ import annotations

from hoyle.core.cards import parse_card
from hoyle.core.errors import IllegalError, InvalidError, illegal
from hoyle.core.validation import abbreviate
from hoyle.games.poker.pots.rake_limits import is_short
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import SHUFFLE
from hoyle.table.disputes import NoteRecorded
from hoyle.table.poker.commands import Cut, Deal, DealOn, DrawButton, Recut, Shuffle
from hoyle.table.poker.decks import dealer_procedures, shuffle_and_cut_checks
from hoyle.table.poker.events import BlindMissed, ButtonPlaced, CurrencyChanged, NotDealtIn, RakeReduced, RoundBegan
from hoyle.table.poker.posted_sign_fields import Rake
from hoyle.table.poker.rounds.button import first_button
from hoyle.table.poker.rounds.lineup import Lineup, apply_mistaken_deal, build_lineup, chips_at
from hoyle.table.poker.table_base import PokerTableBase
from hoyle.table.poker.table_state import PokerTableState


def draw_button(table: PokerTableBase, command: DrawButton, by: str) -> None:
    state, start = table.state, table.page.button_start
    if state.button and not state.broken_up:
        raise illegal(start.clause, f"the button lies at seat {state.button} already")
    seats = [seat for seat, player in sorted(state.players.items()) if not player.sitting_out]
    cards: dict[int, int] = {}
    for seat, card in command.draw.items():
        if not seat.isascii() or not seat.isdecimal():
            raise InvalidError(f"draw {seat!r}: expected a seat by its number")
        cards[int(seat)] = parse_card(card)
    button = first_button(table.page, seats, cards)
    if state.broken_up:
        clause = table.book.procedures.idle_table or "house idle-table"
        table.emit(NoteRecorded(what="new draw for the button", clause=clause))
    table.emit(ButtonPlaced(seat=button.value, draw=sorted(cards.items()), clause=button.clause))


def shuffle(table: PokerTableBase, command: Shuffle, by: str) -> None:
    """Shuffle a whole deck between rounds, or the cards that the round must shuffle."""
    if not table.playing:
        if command.places:
            raise InvalidError("places: a whole deck is named card by card, the top card first")
        table.emit(shuffle_and_cut_checks.shuffle_event(table.state, command.cards, preshuffled=command.preshuffled))
        return
    round_ = table.playing_round()
    if round_.state.awaiting != SHUFFLE:
        clause = table.book.procedures.shuffle
        raise illegal(clause, f"no shuffle now: the round waits for {round_.pending}")
    cards = round_.cards_to_shuffle()
    # By places, not cards: whoever shuffles has them face down.
    if command.cards or sorted(command.places) != list(range(1, len(cards) + 1)):
        source = "cards" if command.cards else f"places {abbreviate(list(command.places))}"
        raise InvalidError(
            f"{source}: the {len(cards)} cards of the {round_.state.shuffle_of} lie face down; "
            f"name their places 1 to {len(cards)} in the new order"
        )
    round_.shuffle([cards[index - 1] for index in command.places])
    table.collect_round_events()


def cut(table: PokerTableBase, command: Cut, by: str) -> None:
    table.emit(shuffle_and_cut_checks.cut_event(table.state, table.state.rack, command.count, command.end))


def recut(table: PokerTableBase, command: Recut, by: str) -> None:
    table.emit(
        shuffle_and_cut_checks.cut_event(
            table.state,
            table.state.rack,
            command.count,
            command.end,
            ordered_by=command.ordered_by or by,
            why=command.why,
        )
    )


def deal(table: PokerTableBase, command: Deal, by: str) -> None:
    """Choose who is dealt in, prepare the deck, and start a round."""
    state = table.state
    if table.playing:
        raise IllegalError(f"round {state.number} is still being played")
    lineup = build_lineup(state)
    entitled = list(lineup.seats)
    if command.dealt_in is not None:
        apply_mistaken_deal(state, lineup, command.dealt_in)
    if command.deck:
        table.emit(shuffle_and_cut_checks.shuffle_event(state, command.deck))
    if command.cut:
        table.emit(shuffle_and_cut_checks.cut_event(state, state.rack, command.cut, command.cut_from))
    dealer_procedures.check_ready(table, cut=state.rack.cuts > 0)
    cards = state.rack.ready
    if not cards:
        clause = table.book.procedures.shuffle
        raise illegal(clause, "no deck lies shuffled", legal="shuffle first")
    first = command.first
    if first and first not in lineup.seats_dealt_in():
        seats = ", ".join(str(seat) for seat in lineup.seats_dealt_in())
        raise InvalidError(f"first {first}: cards go to seats {seats}")
    players = len(lineup.playing(state))
    rake = _rake_for(state, players)
    _begin_round(table, lineup, entitled)
    assert state.round is not None
    table.play(
        PokerRound(
            table.rules_for(players, lineup.small, lineup.big, rake),
            list(lineup.seats),
            [lineup.paid[seat] if seat in lineup.paid else chips_at(state, seat) for seat in lineup.seats],
            deck=list(cards),
            # Cards of an empty seat have no owner, and where none are dealt there is none to have.
            people=[
                state.players[seat].name if seat in state.players and seat not in lineup.paid else ""
                for seat in lineup.seats
            ],
            button=lineup.button,
            posts=lineup.posts,
            misdealt_seats=lineup.strays,
            passed=list(lineup.paid),
            first=first,
            table_all=table.sign.table_all,
            pauses=True,
            state=state.round,
        )
    )
    table.collect_round_events()


def _begin_round(table: PokerTableBase, lineup: Lineup, entitled: list[int]) -> None:
    state, page, sign = table.state, table.page, table.sign
    for excluded in lineup.kept_out:
        if excluded.seat not in lineup.seats:
            table.emit(NotDealtIn(seat=excluded.seat, why=excluded.why, clause=excluded.clause))
    for seat, blind in lineup.missed:
        if seat not in entitled:
            table.emit(BlindMissed(seat=seat, blind=blind, clause="house missed-blinds"))
    if state.kill.holder is not None and page.kill is not None and sign.kill is not None:
        clause = page.kill.kill if sign.kill.kind == "kill" else page.kill.half_kill
        table.emit(NoteRecorded(what="limits", detail=f"{lineup.small}-{lineup.big}", clause=clause))
    if lineup.button and lineup.button != state.button:
        clause = page.button_moves if state.button else page.button_start.clause
        table.emit(ButtonPlaced(seat=lineup.button, draw=[], clause=clause))
    if state.rake is not None and _rake_for(state, len(lineup.playing(state))) is None:
        table.emit(RakeReduced(seat=0, rake=None, clause=table.book.revenue.short_table.clause))
    for seat, chips in lineup.paid.items():
        shortfall = chips - state.poker_player(seat).chips
        if shortfall > 0:
            table.emit(CurrencyChanged(seat=seat, chips=shortfall, clause=table.book.wagers.currency))
    table.emit(
        RoundBegan(
            number=state.number + 1,
            deck=state.rack.decks[0],
            seats=lineup.seats_dealt_in(),
            entitled=entitled,
            small=lineup.small,
            big=lineup.big,
            killer=lineup.killer or 0,
            paid=list(lineup.paid.items()),
            clause=table.book.procedures.duties or "house dealer",
        )
    )


def _rake_for(state: PokerTableState, players: int) -> Rake | None:
    """Return the lowered rake while the table is short; None for that of the sign."""
    return state.rake if is_short(state.book, players) else None


def deal_on(table: PokerTableBase, command: DealOn, by: str) -> None:
    """Deal the next street, or open the showdown, when an all-in leaves no decision."""
    table.playing_round().continue_runout()
    table.collect_round_events()
