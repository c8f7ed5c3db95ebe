"""Pending decisions of a house card table: decks, players, wagers, play decisions, counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hoyle.core.validation import MAX_CHIPS
from hoyle.games.house_cards.game_definition import ANTE, wager_label
from hoyle.games.house_cards.round import HouseCardRound
from hoyle.games.house_cards.round_state import CLOSED, SETTLING, BettingPosition
from hoyle.games.house_cards.wager_limits import later_range, legal_later, opening_range
from hoyle.table.base import DEALER
from hoyle.table.house_cards import wager_handlers
from hoyle.table.house_cards.decks import deck_handlers, stub_count
from hoyle.table.pending_decisions import OPEN_TABLE_DECISION, Bounds, Choice, PendingCache, PendingDecision
from hoyle.table.seat_choices import decision_for_more_players

if TYPE_CHECKING:
    from hoyle.table.house_cards.table import HouseCardTable

MAX_COUNTED: Final = 10_000


def build_pending(table: HouseCardTable) -> PendingCache:
    """Compute the pending decisions, the ones that hold up the game first and optional ones last."""
    state = table.state
    if state.put_up is None:
        return PendingCache([OPEN_TABLE_DECISION], iter(()))
    if state.dealt:
        return PendingCache(_on_hands(table, table.playing_round()), iter(()))
    if state.round is not None:
        return _open_to_wagers(table, table.playing_round())
    found = _decks(table)
    if not wager_handlers.has_active_players(table):
        found += decision_for_more_players(table)
    elif deck_handlers.is_ready(table):
        clause = table.page.decks.shuffle
        choice = Choice(do="open-wagers", clause=clause, label="open the betting")
        found.append(PendingDecision(kind="round", person=DEALER, choices=(choice,), clause=clause))
    return PendingCache(sorted(found, key=lambda wait: wait.optional), iter(()))


# Hands


def _on_hands(table: HouseCardTable, round_: HouseCardRound) -> list[PendingDecision]:
    if round_.state.phase == CLOSED:
        clause = table.deal_page.close
        choice = Choice(do="deal-on", clause=clause, label="deal on")
        return [PendingDecision(kind="deal", person=DEALER, choices=(choice,), clause=clause)]
    due = stub_count.is_waiting_for_count(table)
    found: list[PendingDecision] = []
    if round_.state.phase == SETTLING:
        found.append(_settlement(table, round_))
    elif not due:
        found.append(_decision(table, round_))
    if not table.state.counted and stub_count.may_count(table):
        clause = table.deal_page.count.clause
        choice = Choice(
            do="count-stub",
            bounds=(Bounds(field="found", min=0, max=MAX_COUNTED),),
            clause=clause,
            label="count the stub",
        )
        found.append(
            PendingDecision(kind="count", person=DEALER, choices=(choice,), clause=clause, optional=not due)
        )
    return found


def _settlement(table: HouseCardTable, round_: HouseCardRound) -> PendingDecision:
    """Decision on the next hand: turn it up first, or settle it at once."""
    clause = table.page.play.turn_up
    settle = Choice(do="settle-next", clause=clause, label="settle the next hand")
    choices: tuple[Choice, ...] = (settle,)
    if not round_.state.turned_up():
        choices = (Choice(do="turn-up", clause=clause, label="turn up the next hand"), settle)
    return PendingDecision(kind="settlement", person=DEALER, choices=choices, clause=clause)


def _decision(table: HouseCardTable, round_: HouseCardRound) -> PendingDecision:
    page = table.page
    place = round_.state.places[round_.turn]
    given = {"seat": place.funding_seat, "spot": place.seat}
    choices = [Choice(do="fold", fixed=given, clause=page.play.fold, label="fold")]
    if ANTE not in place.wagers:
        choices.append(Choice(do="stand", fixed=given, clause=page.play.stand, label="stand"))
    else:
        wager = round_.game.later[round_.state.stage]
        ante = place.wagers[ANTE]
        least, most, step = later_range(table.sign, wager, ante)
        held = min(table.state.stack(place.funding_seat), MAX_CHIPS)
        if held >= least:
            most = min(most, least + (held - least) // step * step)
            bounds = (Bounds(field="chips", min=least, max=most, step=step),)
            clause = page.wagers.later[wager].size.clause
            said = legal_later(table.sign, wager, ante)
            choices.append(Choice(do="play", fixed=given, bounds=bounds, clause=clause, label=said))
    return PendingDecision(
        kind="decision",
        seat=place.funding_seat,
        person=place.owner,
        choices=tuple(choices),
        clause=page.play.turn,
    )


# Wagers


def _open_to_wagers(table: HouseCardTable, round_: HouseCardRound) -> PendingCache:
    """Decisions while wagers are open: what holds up the close first, then the optional ones."""
    ready = deck_handlers.is_ready(table)
    held_up = wager_handlers.first_invalid_position(round_)
    if ready and held_up is None and round_.state.places:
        return PendingCache([_close(table)], _optional(table, round_, 0))
    found = [] if ready else [wait for wait in _decks(table) if not wait.optional]
    if held_up is not None:
        choices = _choices_of(table, round_, held_up.funding_seat)
        found.append(_wagers_of(table, held_up.funding_seat, choices, optional=False))
    elif not round_.state.places and not _anybody_can_bet(table):
        found += decision_for_more_players(table)
    return PendingCache(found, _optional(table, round_, held_up.funding_seat if held_up is not None else 0))


def _optional(table: HouseCardTable, round_: HouseCardRound, pressed: int) -> Iterator[PendingDecision]:
    """Optional decisions: deck changes, and the wagers of all but the seat that holds up the close."""
    for wait in _decks(table):
        if wait.optional:
            yield wait
    for seat in sorted(table.state.players):
        choices = _choices_of(table, round_, seat) if seat != pressed else ()
        if choices:
            yield _wagers_of(table, seat, choices, optional=True)


def _close(table: HouseCardTable) -> PendingDecision:
    found = table.pressing.get("close")
    if found is None:
        clause = table.deal_page.close
        choice = Choice(do="no-more-bets", clause=clause, label="no more bets")
        found = PendingDecision(kind="close", person=DEALER, choices=(choice,), clause=clause)
        table.pressing["close"] = found
    return found


def _wagers_of(
    table: HouseCardTable, seat: int, choices: tuple[Choice, ...], *, optional: bool
) -> PendingDecision:
    return PendingDecision(
        kind="wagers",
        seat=seat,
        person=table.state.players[seat].name,
        choices=choices,
        clause=table.page.wagers.before_close,
        optional=optional,
    )


def _anybody_can_bet(table: HouseCardTable) -> bool:
    """Whether a player who takes part has enough for a wager at their own place."""
    sign, state = table.sign, table.state
    return any(
        not player.sitting_out
        and any(opening_range(sign, {}, wager, state.stack(seat)) for wager in sign.opening)
        for seat, player in state.players.items()
    )


def _choices_of(table: HouseCardTable, round_: HouseCardRound, seat: int) -> tuple[Choice, ...]:
    """Choices of a player to make or withdraw a wager, at every spot they may use."""
    page, sign = table.page.wagers, table.sign
    found: list[Choice] = []
    held = 0 if table.state.players[seat].sitting_out else min(table.state.stack(seat), MAX_CHIPS)
    for spot in (seat, seat - 1, seat + 1):
        place = wager_handlers.place_of(round_, seat, spot)
        if place is None and not _is_free(table, round_, seat, spot):
            continue
        given = {"seat": seat, "spot": spot}
        made = {} if place is None else place.wagers
        for wager in sign.opening:
            sizes = opening_range(sign, made, wager, held)
            if sizes is not None:
                bounds = (Bounds(field="chips", min=sizes.least, max=sizes.most),)
                said = f"{wager_label(wager)} of {sizes.least} to {sizes.most}"
                given_wager = {**given, "wager": wager}
                found.append(
                    Choice(do="wager", fixed=given_wager, bounds=bounds, clause=page.chips, label=said)
                )
            if wager in made:
                said = f"take {wager_label(wager)} back"
                given_wager = {**given, "wager": wager}
                found.append(Choice(do="withdraw", fixed=given_wager, clause=page.before_close, label=said))
    return tuple(found)


def _is_free(table: HouseCardTable, round_: HouseCardRound, seat: int, spot: int) -> bool:
    """Whether a player may put their first wager at a position."""
    if not 1 <= spot <= table.sign.seats or spot in round_.state.places:
        return False
    if spot != seat and (not table.sign.two_positions or spot in table.state.players):
        return False
    mine: list[BettingPosition] = [
        place for place in round_.state.places.values() if place.funding_seat == seat
    ]
    if not mine:
        return True
    return table.sign.two_positions and len(mine) == 1 and abs(mine[0].seat - spot) == 1


# Decks and players


def _decks(table: HouseCardTable) -> list[PendingDecision]:
    page, rack = table.page.decks, table.state.rack
    found: list[PendingDecision] = []
    for deck in rack.decks:
        given = {"deck": deck.name}
        if left := deck_handlers.steps_left(table, deck):
            step, clause = left[0]
            person = page.verified_by.value[0] if step == deck_handlers.VERIFY else DEALER
            choice = Choice(
                do="opening-step", fixed={**given, "step": step}, clause=clause, label=f"{step} {deck.name}"
            )
            found.append(PendingDecision(kind="opening", person=person, choices=(choice,), clause=clause))
        clause = table.deal_page.change.clause
        due = deck_handlers.change_due(table, deck)
        choice = Choice(do="change-deck", fixed=given, clause=clause, label=f"change {deck.name}")
        found.append(
            PendingDecision(kind="change", person=DEALER, choices=(choice,), clause=clause, optional=not due)
        )
    if deck_handlers.steps_left(table, rack.decks[0]) or table.state.idle:
        return found
    choice = Choice(
        do="shuffle",
        cards=(page.cards.value, page.cards.value),
        clause=page.shuffle,
        label="shuffle the deck",
    )
    ready = bool(rack.ready)
    found.append(
        PendingDecision(kind="shuffle", person=DEALER, choices=(choice,), clause=page.shuffle, optional=ready)
    )
    if ready:
        found += _cuts(table)
    return found


def _cuts(table: HouseCardTable) -> list[PendingDecision]:
    page, rack = table.page.decks, table.state.rack
    bounds = (Bounds(field="count", min=page.least_cut.value, max=len(rack.ready) - 1),)
    found: list[PendingDecision] = []
    if not rack.cuts and (rack.by_hand or rack.recut or page.device_cut.value != "never"):
        choice = Choice(do="cut", bounds=bounds, clause=page.least_cut.clause, label="cut the deck")
        found.append(
            PendingDecision(
                kind="cut",
                person=DEALER,
                choices=(choice,),
                clause=page.hand_cut,
                optional=not rack.cut_due,
            )
        )
    if rack.cuts or rack.recut:
        recut = page.recut_by
        choices = tuple(
            Choice(
                do="recut", fixed={"ordered_by": who}, bounds=bounds, clause=recut.clause, label="cut again"
            )
            for who in recut.value
        )
        found.append(
            PendingDecision(
                kind="recut", person=recut.value[0], choices=choices, clause=recut.clause, optional=True
            )
        )
    return found
