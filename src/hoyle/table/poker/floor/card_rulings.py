"""Floor rulings on the deal, the deck and single cards: misdeals, boxed, exposed and lost cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.games.poker.events import HandKilled, HoleCardUp
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.games.poker.floor.ruling_types import HOUSE_RULING, FloorRuling
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import SHUFFLE
from hoyle.table.poker import commands
from hoyle.table.poker.commands import CardLocation
from hoyle.table.poker.floor import remedies
from hoyle.table.poker.floor.floor_finding import (
    FloorFinding,
    ReportProcedure,
    carry_out,
    carry_out_finding,
    live_player,
    make_finding,
    rule_by_house,
    rule_on,
)
from hoyle.table.poker.table_base import PokerTableBase

HOLE_CARDS: Final = 2
"""Cards that seven-card stud deals face down before the first up-card."""


# Deals that went wrong


def _rule_on_missed_seat(table: PokerTableBase, report: commands.MissedSeat) -> FloorFinding:
    state, seat = table.state, report.seat
    people = table.playing_round().state.people
    # The deal was for whoever sat there then, even if they have left since.
    name = state.entitled.get(seat, "") or state.player(seat).name
    if name in people or name not in state.entitled.values():
        status = "was dealt in" if name in people else "had no right to cards"
        raise IllegalError(f"seat {seat} was not passed over: it {status}")
    return _rule_on_deal(table, report, seat=seat, player=name)


def _rule_on_deal(table: PokerTableBase, report: Any, **logged: int | str) -> FloorFinding:
    """Rule on a wrong deal, which stands or not by the number of players who have bet on it."""
    facts = {"voluntary_bettors": sum(table.playing_round().state.voluntary)}
    return make_finding(table, report.name, facts, report.house, **logged)


def _rule_on_bad_deck(table: PokerTableBase, report: commands.ReportBadDeck) -> FloorFinding:
    if report.found == table.book.procedures.deck.value:
        raise InvalidError(f"found {report.found}: that is a whole deck")
    table.playing_round()
    return make_finding(table, "bad-deck", {}, report.house, found=report.found)


def _carry_out_on_deal(table: PokerTableBase, report: Any, finding: FloorFinding) -> None:
    """Void the round where the ruling says so; other rulings on a wrong deal change nothing."""
    ruling = finding.ruling
    if ruling.misdeal or ruling.dead_round:
        remedies.void(table.playing_round(), finding.trigger, ruling)


# Cards dealt to a player without a right to them


def _rule_on_ineligible(table: PokerTableBase, report: commands.Ineligible) -> FloorFinding:
    state = table.playing_round().state
    if report.seat not in state.position_of_seat or report.seat in state.passed:
        raise IllegalError(f"seat {report.seat} got no cards in this round")
    if report.seat in table.state.entitled and not report.why:
        raise IllegalError(f"seat {report.seat} was entitled to cards; say why not, if the floor finds so")
    return make_finding(table, "ineligible", {}, report.house, seat=report.seat, why=report.why)


def _carry_out_on_ineligible(table: PokerTableBase, report: commands.Ineligible, finding: FloorFinding) -> None:
    """Kill an ineligible hand; cards that are dead already, at an empty seat or folded, are discarded."""
    round_, ruling = table.playing_round(), finding.ruling
    state = round_.state
    player = state.position_of_seat[report.seat]
    if state.live[player] or ruling.misdeal or ruling.dead_round:
        carry_out(table, finding.trigger, ruling, report.seat)
    elif state.ghosts[player] and ruling.hand:
        round_.emit(HandKilled(report.seat, finding.trigger, ruling.clause))


# Boxed cards and cards off the table


def _rule_on_boxed(table: PokerTableBase, report: commands.Boxed) -> FloorFinding:
    round_ = table.playing_round()
    _check_locations(round_, report.spots)
    # Reports add up (clarification 36), and the same card counts once, as long as all can follow it.
    boxed = round_.state.boxed
    new_spots = [spot for spot in report.spots if not remedies.counted_at(round_, spot, boxed)]
    facts = {"count": len(boxed) + len(new_spots)}
    adds_to = "count" if new_spots else ""
    ruling = _rule_on_cards(table, "boxed", facts, report.spots, report.house, adds_to=adds_to)
    return FloorFinding("boxed", {**facts, "spots": [str(spot) for spot in report.spots]}, ruling)


def _carry_out_on_boxed(table: PokerTableBase, report: commands.Boxed, finding: FloorFinding) -> None:
    _carry_out_on_cards(table, finding, report.spots, "boxed")


def _rule_on_off_table(table: PokerTableBase, report: commands.OffTable) -> FloorFinding:
    _check_locations(table.playing_round(), (report.spot,))
    ruling = _rule_on_cards(table, "off-table", {}, (report.spot,), report.house)
    return FloorFinding("off-table", {"spot": str(report.spot)}, ruling)


def _carry_out_on_off_table(table: PokerTableBase, report: commands.OffTable, finding: FloorFinding) -> None:
    _carry_out_on_cards(table, finding, (report.spot,), "off table")


def _carry_out_on_cards(
    table: PokerTableBase, finding: FloorFinding, spots: tuple[CardLocation, ...], source: str, seat: int = 0
) -> None:
    """Take cards out of play, or carry out what was ruled instead and leave them where all have seen them."""
    round_, ruling = table.playing_round(), finding.ruling
    if ruling.card in ("discard", "examine"):
        remedies.take_out(round_, spots, source, ruling.clause)
        if round_.state.awaiting == SHUFFLE:
            # A draw that waited for a shuffle goes on.
            round_.resume()
        return
    carry_out(table, finding.trigger, ruling, seat)
    if source != "off table":
        remedies.leave_seen(round_, spots, source, ruling.clause)


def _rule_on_cards(
    table: PokerTableBase,
    trigger: str,
    facts: Mapping[str, object],
    spots: tuple[CardLocation, ...],
    house: str,
    *,
    adds_to: str = "",
) -> FloorRuling:
    """Return the ruling on cards to be taken out; where they cannot be, a house ruling is required.

    `adds_to` names the fact that counts such cards. A card that raises the count is recorded even without a
    house ruling (clarification 36).
    """
    try:
        ruling = rule_on(table, trigger, facts, house)
        if ruling.card in ("discard", "examine"):
            for spot in spots:
                remedies.check_place(table.playing_round(), spot)
    except HouseRulingRequired:
        if house:
            ruling = rule_by_house(table, house)
            if ruling.card:
                # The house too wants the card taken out, which is not possible.
                raise
            return ruling
        recorded = _record_only(table, trigger, facts, adds_to) if adds_to else None
        if recorded is None:
            raise
        return recorded
    return ruling


def _record_only(
    table: PokerTableBase, trigger: str, facts: Mapping[str, object], counted: str, *, late: bool = False
) -> FloorRuling | None:
    """Return a ruling that only records a card, where the book would rule on one more card; else None.

    `counted` is the fact that counts the cards. `late`: the book's remedy for one card alone is no longer
    possible.
    """
    count = facts[counted]
    assert isinstance(count, int)
    ruling = rule_irregularity(table.book, table.sign.game, trigger, facts)
    if ruling.needs_house or late:
        ruling = rule_irregularity(table.book, table.sign.game, trigger, {**facts, counted: count + 1})
    return None if ruling.needs_house else FloorRuling(HOUSE_RULING, ruling.clauses, reading=ruling.reading)


# Exposed hole cards


def _rule_on_exposed(table: PokerTableBase, report: commands.Exposed) -> FloorFinding:
    """Rule on exposed hole cards in a flop game; cards reported before count too."""
    trigger = "exposed-hole-flop"
    round_ = table.playing_round()
    state = round_.state
    spots = report.spots
    _check_locations(round_, spots)
    if any(spot.at != "hand" for spot in spots):
        raise InvalidError("spots: hole cards lie in hands")
    logged: dict[str, Any] = {"spots": [str(spot) for spot in spots]}
    if state.street != 0:
        return FloorFinding(trigger, logged, _rule_after_deal(table, trigger, {}, spots, report.house))
    cards = [remedies.card_at(round_, spot) for spot in spots]
    new_spots = [spot for spot in spots if not remedies.counted_at(round_, spot, state.exposed)]
    facts: dict[str, Any] = {
        # Cards reported before count too (clarification 36).
        "exposed": len(state.exposed) + len(new_spots),
        # The first card off the deck is number one; a replacement came later (AMB-46).
        "first_position": min(state.deck.index(card) for card in cards) + 1,
        "dealer_error": report.dealer_error,
    }
    adds_to = "exposed" if new_spots else ""
    # One card alone is corrected during the deal, which is over; a second on this street adds to it.
    is_too_late = state.acted_on and facts["exposed"] == 1
    rule = _rule_after_deal if is_too_late else _rule_on_cards
    ruling = rule(table, trigger, facts, spots, report.house, adds_to=adds_to)
    return FloorFinding(trigger, {**facts, **logged}, ruling)


def _carry_out_on_exposed(table: PokerTableBase, report: commands.Exposed, finding: FloorFinding) -> None:
    if finding.ruling.card == "replace":
        remedies.replace_exposed(table.playing_round(), report.spots[0], finding.ruling.clause)
    else:
        _carry_out_on_cards(table, finding, report.spots, "exposed")


def _rule_on_hole_cards_up(table: PokerTableBase, report: commands.HoleCardsUp) -> FloorFinding:
    """Rule on hole cards dealt face up in stud; cards reported before count too."""
    trigger = "stud-hole-up"
    round_ = table.playing_round()
    player = live_player(round_, report.seat)
    state = round_.state
    hole_cards = list(enumerate(state.ups[player], 1))[:HOLE_CARDS]
    face_down = [number for number, up in hole_cards if not up]
    if not report.cards or any(card not in face_down for card in report.cards):
        numbers = ", ".join(str(number) for number in face_down)
        raise InvalidError(
            f"cards {list(report.cards)}: the face-down cards of seat {report.seat} are number {numbers}"
        )
    # Reports add up (clarification 36): a hole card that lies up already was reported before.
    reported_before = [number for number, up in hole_cards if up or state.cards[player][number - 1] in state.exposed]
    exposed = len({*report.cards, *reported_before})
    facts = {"exposed": exposed}
    spots = _hole_card_locations(report)
    if state.street != 0 or (state.acted_on and exposed == 1):
        adds_to = "exposed" if state.street == 0 and not reported_before else ""
        ruling = _rule_after_deal(table, trigger, facts, spots, report.house, adds_to=adds_to)
    else:
        ruling = _rule_on_cards(table, trigger, facts, spots, report.house)
    return FloorFinding(trigger, {**facts, "seat": report.seat}, ruling)


def _carry_out_on_hole_cards_up(table: PokerTableBase, report: commands.HoleCardsUp, finding: FloorFinding) -> None:
    """Leave a stud hole card face up, take it out of play, or kill the hand."""
    round_, ruling = table.playing_round(), finding.ruling
    if ruling.card == "down":
        # The card stays up: the player's next card comes face down in its stead.
        state = round_.state
        number = report.cards[0]
        card = state.cards[state.position_of_seat[report.seat]][number - 1]
        round_.emit(HoleCardUp(report.seat, number, card, ruling.clause))
        round_.reopen()
        return
    _carry_out_on_cards(table, finding, _hole_card_locations(report), "exposed", report.seat)


def _rule_after_deal(
    table: PokerTableBase,
    trigger: str,
    facts: Mapping[str, object],
    spots: tuple[CardLocation, ...],
    house: str,
    *,
    adds_to: str = "",
) -> FloorRuling:
    """Return the house's ruling on a hole card that is seen when the deal is over.

    Without a house ruling, a card that `adds_to` the book's count is recorded (clarification 36).
    """
    if not house:
        recorded = _record_only(table, trigger, facts, adds_to, late=True) if adds_to else None
        if recorded is None:
            raise HouseRulingRequired("the deal is over: no book covers a hole card seen later")
        return recorded
    ruling = rule_by_house(table, house)
    if ruling.card:
        for spot in spots:
            remedies.check_place(table.playing_round(), spot)
    return ruling


def _hole_card_locations(report: commands.HoleCardsUp) -> tuple[CardLocation, ...]:
    return tuple(CardLocation(at="hand", seat=report.seat, card=card) for card in sorted(set(report.cards)))


def _check_locations(round_: PokerRound, spots: tuple[CardLocation, ...]) -> None:
    """Refuse card locations where no card lies, without regard to which card or whose it is."""
    state = round_.state
    if not spots:
        raise InvalidError("spots: say where the card lies")
    if len(set(spots)) < len(spots):
        raise InvalidError("spots: the same place twice")
    for spot in spots:
        if spot.at == "hand":
            card_count = len(state.cards[live_player(round_, spot.seat)])
        else:
            burns = len(state.burned) or len(state.burns)
            card_count = {"board": len(state.board), "burn": burns, "stub": state.stub()}[spot.at]
        if spot.card > card_count:
            raise InvalidError(f"{spot}: {card_count} cards lie there")


PROCEDURES: Final[dict[type, ReportProcedure]] = {
    commands.NoCut: ReportProcedure(_rule_on_deal, _carry_out_on_deal),
    commands.WrongStart: ReportProcedure(_rule_on_deal, _carry_out_on_deal),
    commands.MissedSeat: ReportProcedure(_rule_on_missed_seat, _carry_out_on_deal),
    commands.ReportBadDeck: ReportProcedure(_rule_on_bad_deck, carry_out_finding),
    commands.Ineligible: ReportProcedure(_rule_on_ineligible, _carry_out_on_ineligible),
    commands.Boxed: ReportProcedure(_rule_on_boxed, _carry_out_on_boxed),
    commands.OffTable: ReportProcedure(_rule_on_off_table, _carry_out_on_off_table),
    commands.Exposed: ReportProcedure(_rule_on_exposed, _carry_out_on_exposed),
    commands.HoleCardsUp: ReportProcedure(_rule_on_hole_cards_up, _carry_out_on_hole_cards_up),
}
"""Procedure for each report about the deal, the deck or single cards."""
