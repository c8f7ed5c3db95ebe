"""Pending decisions of a house card table: decks, players, wagers, play decisions, counts."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.core.validation import MAX_CHIPS, MAX_COUNTED
from hoyle.games.house_cards.game_definition import ANTE, wager_label
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import CLOSED, SETTLING, BettingPosition
from hoyle.games.house_cards.wager_limits import later_range, legal_later, opening_range
from hoyle.table.base import DEALER
from hoyle.table.house_cards import wager_handlers
from hoyle.table.house_cards.decks import deck_handlers, stub_count
from hoyle.table.house_cards.table_base import HouseCardTableBase
from hoyle.table.pending_decisions import (
    OPEN_TABLE_DECISION,
    Bounds,
    Choice,
    PendingCache,
    PendingDecision,
    single_choice,
)
from hoyle.table.seat_choices import more_players_decisions


def build_pending(table: HouseCardTableBase) -> PendingCache:
    """Compute the pending decisions, the ones that hold up the game first and optional ones last."""
    state = table.state
    if state.posted_sign is None:
        return PendingCache([OPEN_TABLE_DECISION], iter(()))
    if state.dealt:
        return PendingCache(_hand_decisions(table, table.playing_round()), iter(()))
    if state.round is not None:
        return _wager_decisions(table, table.playing_round())
    decisions = _deck_decisions(table)
    if not wager_handlers.has_active_players(table):
        decisions += more_players_decisions(table.state, table.seat_rules())
    elif deck_handlers.is_ready(table):
        decisions.append(single_choice("round", "open-wagers", "open the betting", table.page.decks.shuffle))
    return PendingCache(sorted(decisions, key=lambda decision: decision.optional), iter(()))


# Hands


def _hand_decisions(table: HouseCardTableBase, round_: HouseCardRound) -> list[PendingDecision]:
    """List the dealer's and players' decisions of a round whose wagers are closed."""
    if round_.state.phase == CLOSED:
        return [single_choice("deal", "deal-on", "deal on", table.deal_page.close)]
    count_due = stub_count.is_waiting_for_count(table)
    decisions: list[PendingDecision] = []
    if round_.state.phase == SETTLING:
        decisions.append(_settlement_decision(table, round_))
    elif not count_due:
        decisions.append(_play_decision(table, round_))
    if not table.state.counted and stub_count.may_count(table):
        bounds = (Bounds(field="found", min=0, max=MAX_COUNTED),)
        clause, optional = table.deal_page.count.clause, not count_due
        decisions.append(
            single_choice("count", "count-stub", "count the stub", clause, optional=optional, bounds=bounds)
        )
    return decisions


def _settlement_decision(table: HouseCardTableBase, round_: HouseCardRound) -> PendingDecision:
    clause = table.page.play.turn_up
    settle = Choice(do="settle-next", clause=clause, label="settle the next hand")
    choices: tuple[Choice, ...] = (settle,)
    if not round_.state.turned_up():
        choices = (Choice(do="turn-up", clause=clause, label="turn up the next hand"), settle)
    return PendingDecision(kind="settlement", person=DEALER, choices=choices, clause=clause)


def _play_decision(table: HouseCardTableBase, round_: HouseCardRound) -> PendingDecision:
    """Return the decision of the seat whose turn it is: fold, stand, or make the next wager."""
    page = table.page
    position = round_.state.places[round_.turn]
    fields = {"seat": position.paying_seat, "spot": position.seat}
    choices = [Choice(do="fold", fixed=fields, clause=page.play.fold, label="fold")]
    if ANTE not in position.wagers:
        choices.append(Choice(do="stand", fixed=fields, clause=page.play.stand, label="stand"))
    else:
        wager = round_.game.later[round_.state.stage]
        ante = position.wagers[ANTE]
        minimum, maximum, step = later_range(table.sign, wager, ante)
        stack = min(table.state.stack(position.paying_seat), MAX_CHIPS)
        if stack >= minimum:
            maximum = min(maximum, minimum + (stack - minimum) // step * step)
            bounds = (Bounds(field="chips", min=minimum, max=maximum, step=step),)
            clause = page.wagers.later[wager].size.clause
            label = legal_later(table.sign, wager, ante)
            choices.append(Choice(do="play", fixed=fields, bounds=bounds, clause=clause, label=label))
    return PendingDecision(
        kind="decision", seat=position.paying_seat, person=position.owner, choices=tuple(choices), clause=page.play.turn
    )


# Wagers


def _wager_decisions(table: HouseCardTableBase, round_: HouseCardRound) -> PendingCache:
    """Build the decisions while wagers are open: what holds up the close first, then the optional ones."""
    is_ready = deck_handlers.is_ready(table)
    invalid = wager_handlers.first_invalid_position(round_)
    if is_ready and invalid is None and round_.state.places:
        return PendingCache([_close_decision(table)], _optional_decisions(table, round_, 0))
    decisions = [] if is_ready else [decision for decision in _deck_decisions(table) if not decision.optional]
    if invalid is not None:
        choices = _wager_choices(table, round_, invalid.paying_seat)
        decisions.append(_wager_decision(table, invalid.paying_seat, choices, optional=False))
    elif not round_.state.places and not _anybody_can_bet(table):
        decisions += more_players_decisions(table.state, table.seat_rules())
    return PendingCache(
        decisions, _optional_decisions(table, round_, invalid.paying_seat if invalid is not None else 0)
    )


def _optional_decisions(
    table: HouseCardTableBase, round_: HouseCardRound, required_seat: int
) -> Iterator[PendingDecision]:
    """Build the optional decisions: deck changes, and wagers of all but the seat that holds up the close."""
    for decision in _deck_decisions(table):
        if decision.optional:
            yield decision
    for seat in sorted(table.state.players):
        choices = _wager_choices(table, round_, seat) if seat != required_seat else ()
        if choices:
            yield _wager_decision(table, seat, choices, optional=True)


def _close_decision(table: HouseCardTableBase) -> PendingDecision:
    """Return the dealer's decision to close the betting, built once."""
    decision = table.decision_cache.get("close")
    if decision is None:
        decision = single_choice("close", "no-more-bets", "no more bets", table.deal_page.close)
        table.decision_cache["close"] = decision
    return decision


def _wager_decision(
    table: HouseCardTableBase, seat: int, choices: tuple[Choice, ...], *, optional: bool
) -> PendingDecision:
    return PendingDecision(
        kind="wagers",
        seat=seat,
        person=table.state.players[seat].name,
        choices=choices,
        clause=table.page.wagers.before_close,
        optional=optional,
    )


def _anybody_can_bet(table: HouseCardTableBase) -> bool:
    """Whether a player who takes part has enough for a wager at their own place."""
    sign, state = table.sign, table.state
    return any(
        not player.sitting_out and any(opening_range(sign, {}, wager, state.stack(seat)) for wager in sign.opening)
        for seat, player in state.players.items()
    )


def _wager_choices(table: HouseCardTableBase, round_: HouseCardRound, seat: int) -> tuple[Choice, ...]:
    """Build the choices of a player to make or withdraw a wager, at every spot they may use."""
    page, sign = table.page.wagers, table.sign
    choices: list[Choice] = []
    stack = 0 if table.state.players[seat].sitting_out else min(table.state.stack(seat), MAX_CHIPS)
    for spot in (seat, seat - 1, seat + 1):
        position = wager_handlers.position_held_by(round_, seat, spot)
        if position is None and not _is_free(table, round_, seat, spot):
            continue
        fields = {"seat": seat, "spot": spot}
        wagers = {} if position is None else position.wagers
        for wager in sign.opening:
            amounts = opening_range(sign, wagers, wager, stack)
            if amounts is not None:
                bounds = (Bounds(field="chips", min=amounts.least, max=amounts.most),)
                label = f"{wager_label(wager)} of {amounts.least} to {amounts.most}"
                wager_fields = {**fields, "wager": wager}
                choices.append(Choice(do="wager", fixed=wager_fields, bounds=bounds, clause=page.chips, label=label))
            if wager in wagers:
                label = f"take {wager_label(wager)} back"
                wager_fields = {**fields, "wager": wager}
                choices.append(Choice(do="withdraw", fixed=wager_fields, clause=page.before_close, label=label))
    return tuple(choices)


def _is_free(table: HouseCardTableBase, round_: HouseCardRound, seat: int, spot: int) -> bool:
    """Whether a player may put their first wager at a position."""
    if not 1 <= spot <= table.sign.seats or spot in round_.state.places:
        return False
    if spot != seat and (not table.sign.two_positions or spot in table.state.players):
        return False
    own_positions: list[BettingPosition] = [
        position for position in round_.state.places.values() if position.paying_seat == seat
    ]
    if not own_positions:
        return True
    return table.sign.two_positions and len(own_positions) == 1 and abs(own_positions[0].seat - spot) == 1


# Decks and players


def _deck_decisions(table: HouseCardTableBase) -> list[PendingDecision]:
    """List what may be done with the decks before a deal: open, change, shuffle and cut them."""
    page, rack = table.page.decks, table.state.rack
    decisions: list[PendingDecision] = []
    for deck in rack.decks:
        fields = {"deck": deck.name}
        if steps := deck_handlers.remaining_opening_steps(table, deck):
            step, clause = steps[0]
            person = page.verified_by.value[0] if step == deck_handlers.VERIFY else DEALER
            label, step_fields = f"{step} {deck.name}", {**fields, "step": step}
            decisions.append(single_choice("opening", "opening-step", label, clause, person=person, fixed=step_fields))
        clause, optional = table.deal_page.change.clause, not deck_handlers.change_due(table, deck)
        label = f"change {deck.name}"
        decisions.append(single_choice("change", "change-deck", label, clause, optional=optional, fixed=fields))
    if deck_handlers.remaining_opening_steps(table, rack.decks[0]) or table.state.idle:
        return decisions
    is_shuffled, cards = bool(rack.ready), (page.cards.value, page.cards.value)
    decisions.append(
        single_choice("shuffle", "shuffle", "shuffle the deck", page.shuffle, optional=is_shuffled, cards=cards)
    )
    if is_shuffled:
        decisions += _cut_decisions(table)
    return decisions


def _cut_decisions(table: HouseCardTableBase) -> list[PendingDecision]:
    page, rack = table.page.decks, table.state.rack
    bounds = (Bounds(field="count", min=page.least_cut.value, max=len(rack.ready) - 1),)
    decisions: list[PendingDecision] = []
    if not rack.cuts and (rack.by_hand or rack.recut or page.device_cut.value != "never"):
        choice = Choice(do="cut", bounds=bounds, clause=page.least_cut.clause, label="cut the deck")
        decisions.append(
            PendingDecision(
                kind="cut", person=DEALER, choices=(choice,), clause=page.hand_cut, optional=not rack.cut_due
            )
        )
    if rack.cuts or rack.recut:
        recut = page.recut_by
        choices = tuple(
            Choice(do="recut", fixed={"ordered_by": role}, bounds=bounds, clause=recut.clause, label="cut again")
            for role in recut.value
        )
        decisions.append(
            PendingDecision(kind="recut", person=recut.value[0], choices=choices, clause=recut.clause, optional=True)
        )
    return decisions
