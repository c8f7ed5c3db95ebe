"""Floor rulings at a poker table: a report of an irregularity is ruled on by the book.

Every report is ruled on first, from what is visible to all and what the reporter says (`FloorFinding`);
`preview` stops there. Then the ruling is logged and carried out. Where no book covers it,
`HouseRulingRequired` is raised unless a house ruling comes with the report: nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError
from hoyle.games.poker.events import Disclosed, Folded, HandKilled, HoleCardUp
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.games.poker.floor.ruling_types import DEAD_ROUND, HAND_STANDS, HOUSE_RULING, FloorRuling
from hoyle.games.poker.pots.pot_division import ShowdownHands, best_of
from hoyle.games.poker.pots.side_pots import pots_of
from hoyle.games.poker.round import PokerRound
from hoyle.games.poker.round_state import ACTION, FACE_DOWN, FORCED_BET, MUCKED, SHOW, SHUFFLE, TABLED, THROWN
from hoyle.table.command_base import Command
from hoyle.table.disputes import STOPPED, STOPPED_CLAUSE, HouseRuled, ReturnWagers, bar_player, record_stop
from hoyle.table.field_types import abbreviate
from hoyle.table.poker import command_parser, commands
from hoyle.table.poker.commands import CardLocation
from hoyle.table.poker.events import Ruled
from hoyle.table.poker.floor import remedies
from hoyle.table.poker.rounds.round_end import retire_deck
from hoyle.table.ruling_preview import NO_RULING, RulingPreview, first_ruling

if TYPE_CHECKING:
    from hoyle.table.poker.table import PokerTable


HOLE_CARDS: Final = 2
"""Cards that seven-card stud deals face down before the first up-card."""


class FloorFinding(NamedTuple):
    """Result of a report to the floor: its trigger, the facts for the log, and the ruling."""

    trigger: str
    facts: dict[str, Any]
    """Facts reported and found, for the log."""
    ruling: FloorRuling
    by: str = "dealer"
    """Reporter, who also decided for the house where the book is silent."""


def preview(table: PokerTable, command: Any, by: str) -> RulingPreview:
    """Return the ruling that a report would get; nothing changes and no hidden card is used.

    A ruling that could not be carried out is refused as the report would be: it is tried on a copy.
    """
    rule = _RULES.get(type(command))
    if rule is None and type(command) not in _ALSO_PREVIEWED:
        name = command.name if isinstance(command, Command) else abbreviate(command)
        raise InvalidError(f"{name} is no report that the floor rules on")
    entries = table.fork().do(command, by)
    ruling = None if rule is None else rule(table, command).ruling
    if ruling is None:
        return first_ruling(entries) or RulingPreview(NO_RULING, [entry.clause for entry in entries[:1]])
    return preview_of_ruling(ruling)


def preview_of_ruling(ruling: FloorRuling) -> RulingPreview:
    """Return a ruling of the book in the form common to all tables."""
    return RulingPreview(
        ruling.result,
        list(ruling.clauses),
        ruling.reading,
        void=ruling.misdeal or ruling.dead_round,
        deck=ruling.deck,
        card=ruling.card,
        hand=ruling.hand,
    )


def report(table: PokerTable, command: Any, by: str) -> None:
    """Rule on a report and carry the ruling out."""
    kind = type(command)
    finding = _RULES[kind](table, command)._replace(by=by)
    log_ruling(table, finding)
    _CONSEQUENCES[kind](table, command, finding)
    if table.playing:
        table.collect_round_events()


def log_ruling(table: PokerTable, finding: FloorFinding) -> None:
    """Log a ruling as the book's, or as the house's where the book leaves it to the house."""
    ruling = finding.ruling
    if ruling.clause == _clause_of_house(table):
        table.emit(
            HouseRuled(
                what=finding.trigger,
                decision=ruling.result,
                by=finding.by,
                reported=finding.facts,
                clause=ruling.clause,
            )
        )
        return
    table.emit(
        Ruled(
            trigger=finding.trigger,
            reported=finding.facts,
            result=ruling.result,
            clauses=list(ruling.clauses),
            reading=ruling.reading,
            by=finding.by,
            clause=ruling.clause,
        )
    )


def rule_on(table: PokerTable, trigger: str, facts: Mapping[str, object], house: str) -> FloorRuling:
    """Return the book's ruling, or the house's where the book has none."""
    ruling = rule_irregularity(table.book, table.sign.game, trigger, facts)
    if not ruling.needs_house:
        return ruling
    if not house:
        raise HouseRulingRequired(
            f"{table.book.id} has no rule for {trigger} {dict(facts)} in {table.sign.game}: "
            "the house must rule"
        )
    return remedies.house_decision(house, _clause_of_house(table))


def _clause_of_house(table: PokerTable) -> str:
    return table.book.floor.supplement or "house ruling"


def _live_player(round_: PokerRound, seat: int) -> int:
    """Return the position of a player who still has a hand."""
    state = round_.state
    player = state.position_of_seat.get(seat, -1)
    if player < 0 or not state.live[player] or state.hands[player] == MUCKED:
        raise IllegalError(f"seat {seat} has no hand in this round")
    return player


# Rulings on the deal and the deck


def _no_cut(table: PokerTable, command: commands.NoCut) -> FloorFinding:
    return _void_or_play_on(table, "no-cut", command.house)


def _wrong_start(table: PokerTable, command: commands.WrongStart) -> FloorFinding:
    return _void_or_play_on(table, "wrong-start", command.house)


def _missed_seat(table: PokerTable, command: commands.MissedSeat) -> FloorFinding:
    state, seat = table.state, command.seat
    people = table.playing_round().state.people
    # The deal was for whoever sat there then, even if they have left since.
    name = state.entitled.get(seat, "") or state.player(seat).name
    if name in people or name not in state.entitled.values():
        status = "was dealt in" if name in people else "had no right to cards"
        raise IllegalError(f"seat {seat} was not passed over: it {status}")
    return _void_or_play_on(table, "missed-seat", command.house, seat=seat, player=name)


def _void_or_play_on(table: PokerTable, trigger: str, house: str, **reported: int | str) -> FloorFinding:
    round_ = table.playing_round()
    facts = {"voluntary_bettors": sum(round_.state.voluntary)}
    return FloorFinding(trigger, {**facts, **reported}, rule_on(table, trigger, facts, house))


def _ineligible(table: PokerTable, command: commands.Ineligible) -> FloorFinding:
    round_ = table.playing_round().state
    if command.seat not in round_.position_of_seat or command.seat in round_.passed:
        raise IllegalError(f"seat {command.seat} got no cards in this round")
    if command.seat in table.state.entitled and not command.why:
        raise IllegalError(f"seat {command.seat} was entitled to cards; say why not, if the floor finds so")
    reported = {"seat": command.seat, "why": command.why}
    return FloorFinding("ineligible", reported, rule_on(table, "ineligible", {}, command.house))


def _boxed(table: PokerTable, command: commands.Boxed) -> FloorFinding:
    round_ = table.playing_round()
    _check_spots(round_, command.spots)
    # Reports add up (clarification 36), and the same card counts once, as long as all can follow it.
    boxed = round_.state.boxed
    new_spots = [spot for spot in command.spots if not remedies.counted_at(round_, spot, boxed)]
    facts = {"count": len(boxed) + len(new_spots)}
    facts_told = {**facts, "spots": [str(spot) for spot in command.spots]}
    adds_to = "count" if new_spots else ""
    ruling = _rule_on_cards(table, "boxed", facts, command.spots, command.house, adds_to=adds_to)
    return FloorFinding("boxed", facts_told, ruling)


def _off_table(table: PokerTable, command: commands.OffTable) -> FloorFinding:
    _check_spots(table.playing_round(), (command.spot,))
    ruling = _rule_on_cards(table, "off-table", {}, (command.spot,), command.house)
    return FloorFinding("off-table", {"spot": str(command.spot)}, ruling)


def _rule_on_cards(
    table: PokerTable,
    trigger: str,
    facts: Mapping[str, object],
    spots: tuple[CardLocation, ...],
    house: str,
    *,
    adds_to: str = "",
) -> FloorRuling:
    """Return the ruling on cards to be taken out; where they cannot be, a house ruling is required.

    A card that `adds_to` the book's count is recorded even without one (clarification 36).
    """
    try:
        ruling = rule_on(table, trigger, facts, house)
        if ruling.card in ("discard", "examine"):
            for spot in spots:
                remedies.check_place(table.playing_round(), spot)
    except HouseRulingRequired:
        ruling = remedies.house_decision(house, _clause_of_house(table))
        if house and not ruling.card:
            return ruling
        recorded = None if house or not adds_to else _rule_as_recorded(table, trigger, facts, adds_to)
        if recorded is None:
            raise
        return recorded
    return ruling


def _rule_as_recorded(
    table: PokerTable, trigger: str, facts: Mapping[str, object], fact: str, *, late: bool = False
) -> FloorRuling | None:
    """Return a record of a card for the house to rule on, where the book rules on one more; else None.

    `late`: the book's remedy for one card alone is no longer possible.
    """
    count = facts[fact]
    assert isinstance(count, int)
    ruling = rule_irregularity(table.book, table.sign.game, trigger, facts)
    if ruling.needs_house or late:
        ruling = rule_irregularity(table.book, table.sign.game, trigger, {**facts, fact: count + 1})
    return None if ruling.needs_house else FloorRuling(HOUSE_RULING, ruling.clauses, reading=ruling.reading)


def _bad_deck(table: PokerTable, command: commands.BadDeck) -> FloorFinding:
    if command.found == table.book.procedures.deck.value:
        raise InvalidError(f"found {command.found}: that is a whole deck")
    table.playing_round()
    return FloorFinding("bad-deck", {"found": command.found}, rule_on(table, "bad-deck", {}, command.house))


def _exposed(table: PokerTable, command: commands.Exposed) -> FloorFinding:
    """Rule on exposed hole cards in a flop game; cards reported before count too."""
    round_ = table.playing_round()
    state = round_.state
    _check_spots(round_, command.spots)
    if any(spot.at != "hand" for spot in command.spots):
        raise InvalidError("spots: hole cards lie in hands")
    reported: dict[str, Any] = {"spots": [str(spot) for spot in command.spots]}
    if state.street != 0:
        return FloorFinding(
            "exposed-hole-flop", reported, _rule_on_exposure(table, command.spots, command.house)
        )
    cards = [remedies.card_at(round_, spot) for spot in command.spots]
    new_spots = [spot for spot in command.spots if not remedies.counted_at(round_, spot, state.exposed)]
    facts: dict[str, Any] = {
        # Cards reported before count too (clarification 36).
        "exposed": len(state.exposed) + len(new_spots),
        # The first card off the deck is number one; a replacement came later (AMB-46).
        "first_position": min(state.deck.index(card) for card in cards) + 1,
        "dealer_error": command.dealer_error,
    }
    adds_to = "exposed" if new_spots else ""
    if state.acted_on and facts["exposed"] == 1:
        # One card alone is corrected during the deal, which is over; a second on this street adds to it.
        ruling = _rule_on_exposure(
            table, command.spots, command.house, "exposed-hole-flop" if new_spots else "", facts
        )
    else:
        ruling = _rule_on_cards(
            table, "exposed-hole-flop", facts, command.spots, command.house, adds_to=adds_to
        )
    return FloorFinding("exposed-hole-flop", {**facts, **reported}, ruling)


def _rule_on_exposure(
    table: PokerTable,
    spots: tuple[CardLocation, ...],
    house: str,
    trigger: str = "",
    facts: Mapping[str, object] | None = None,
) -> FloorRuling:
    """Return the house's ruling on a hole card that is seen when the deal is over.

    Without one it is recorded, where the book rules on one more (clarification 36).
    """
    if not house:
        recorded = (
            _rule_as_recorded(table, trigger, facts, "exposed", late=True) if trigger and facts else None
        )
        if recorded is None:
            raise HouseRulingRequired("the deal is over: no book covers a hole card seen later")
        return recorded
    ruling = remedies.house_decision(house, _clause_of_house(table))
    if ruling.card:
        for spot in spots:
            remedies.check_place(table.playing_round(), spot)
    return ruling


def _hole_cards_up(table: PokerTable, command: commands.HoleCardsUp) -> FloorFinding:
    """Rule on hole cards dealt face up in stud; cards reported before count too."""
    round_ = table.playing_round()
    player = _live_player(round_, command.seat)
    state = round_.state
    hole = list(enumerate(state.ups[player], 1))[:HOLE_CARDS]
    face_down = [index for index, up in hole if not up]
    if not command.cards or any(card not in face_down for card in command.cards):
        numbers = ", ".join(str(index) for index in face_down)
        raise InvalidError(
            f"cards {list(command.cards)}: the face-down cards of seat {command.seat} are number {numbers}"
        )
    spots = _hole_spots(command)
    # Reports add up (clarification 36): a hole card that lies up already was reported before.
    reported_before = [index for index, up in hole if up or state.cards[player][index - 1] in state.exposed]
    facts = {"exposed": len({*command.cards, *reported_before})}
    reported = {**facts, "seat": command.seat}
    if state.street != 0 or (state.acted_on and facts["exposed"] == 1):
        trigger = "stud-hole-up" if state.street == 0 and not reported_before else ""
        return FloorFinding(
            "stud-hole-up", reported, _rule_on_exposure(table, spots, command.house, trigger, facts)
        )
    return FloorFinding(
        "stud-hole-up", reported, _rule_on_cards(table, "stud-hole-up", facts, spots, command.house)
    )


def _hole_spots(command: commands.HoleCardsUp) -> tuple[CardLocation, ...]:
    return tuple(CardLocation(at="hand", seat=command.seat, card=card) for card in sorted(set(command.cards)))


def _check_spots(round_: PokerRound, spots: tuple[CardLocation, ...]) -> None:
    """Refuse locations without a card, without regard to which card or whose it is."""
    state = round_.state
    if not spots:
        raise InvalidError("spots: say where the card lies")
    if len(set(spots)) < len(spots):
        raise InvalidError("spots: the same place twice")
    for spot in spots:
        if spot.at == "hand":
            card_count = len(state.cards[_live_player(round_, spot.seat)])
        else:
            burns = len(state.burned) or len(state.burns)
            card_count = {"board": len(state.board), "burn": burns, "stub": state.stub()}[spot.at]
        if spot.card > card_count:
            raise InvalidError(f"{spot}: {card_count} cards lie there")


# Rulings on hands and players


def _fouled(table: PokerTable, command: commands.Fouled) -> FloorFinding:
    late = _check_hand(table, command.seat)
    facts = {"reconstructable": command.reconstructable, "contributed": command.contributed}
    trigger = "protected-fouled"
    if not command.protected:
        trigger, facts = "unprotected-fouled", {**facts, "swept": command.swept}
    ruling = _check_late_ruling(table, rule_on(table, trigger, facts, command.house), late=late)
    return FloorFinding(trigger, {**facts, "seat": command.seat}, ruling)


def _wrong_number(table: PokerTable, command: commands.WrongNumber) -> FloorFinding:
    late = _check_hand(table, command.seat)
    facts = {"protected": command.protected, "contributed": command.contributed}
    reported = {**facts, "seat": command.seat}
    ruling = _check_late_ruling(table, rule_on(table, "wrong-count", facts, command.house), late=late)
    return FloorFinding("wrong-count", reported, ruling)


def _check_hand(table: PokerTable, seat: int) -> bool:
    """Refuse a seat without a hand; True for the hand that has won because a refund left it alone."""
    if remedies.is_last_hand(table, seat):
        return True
    _live_player(table.playing_round(), seat)
    return False


def _check_late_ruling(table: PokerTable, ruling: FloorRuling, *, late: bool) -> FloorRuling:
    """Check a ruling on the last hand after others were refunded: a full refund, or the house must rule."""
    if late and ruling.hand == "dead":
        if ruling.refund != "all":
            raise HouseRulingRequired("no hand is left that could win the pot: the house must rule")
        ruling.reading = "AMB-P2"
    return ruling


def _left_table(table: PokerTable, command: commands.LeftTable) -> FloorFinding:
    _live_player(table.playing_round(), command.seat)
    facts = {"protected": command.protected, "comment": command.comment}
    return FloorFinding("left", {**facts, "seat": command.seat}, rule_on(table, "left", facts, command.house))


def _discard(table: PokerTable, command: commands.Discard) -> FloorFinding:
    round_ = table.playing_round()
    _live_player(round_, command.seat)
    return _rule_on_surrender(table, round_, "discard", command.seat, command.house)


def _upcards_down(table: PokerTable, command: commands.UpcardsDown) -> FloorFinding:
    round_ = table.playing_round()
    _live_player(round_, command.seat)
    return _rule_on_surrender(table, round_, "upcards-down", command.seat, command.house)


def _rule_on_surrender(
    table: PokerTable, round_: PokerRound, trigger: str, seat: int, house: str
) -> FloorFinding:
    ruling = rule_on(table, trigger, {"must_act": _must_act(round_, seat)}, house)
    return FloorFinding(trigger, {"seat": seat}, ruling)


def _must_act(round_: PokerRound, seat: int) -> bool:
    return round_.actor == seat and round_.state.awaiting in (ACTION, FORCED_BET)


def _disclose(table: PokerTable, command: commands.Disclose) -> FloorFinding:
    state = table.state.round or table.state.last
    if state is None:
        raise IllegalError("no round has been played")
    player = state.position_of_seat.get(command.seat, -1)
    if player < 0 or state.hands[player] not in (THROWN, MUCKED):
        raise IllegalError(f"seat {command.seat} has discarded no hand")
    reported = {"seat": command.seat, "player": state.people[player]}
    return FloorFinding("disclosure", reported, rule_on(table, "disclosure", {}, command.house))


def _muck(table: PokerTable, command: commands.Muck) -> FloorFinding:
    """Rule on a hand put into the muck at the showdown."""
    round_ = table.playing_round()
    player = _live_player(round_, command.seat)
    hand = round_.state.hands[player]
    if hand == THROWN:
        facts = {"identifiable": False, "mucked": True}
        ruling = rule_on(table, "discard-at-showdown", facts, command.house)
        return FloorFinding("discard-at-showdown", {"seat": command.seat}, ruling)
    if hand != TABLED:
        raise IllegalError(f"the hand of seat {command.seat} is neither tabled nor thrown in")
    facts = {"tabled": True, "best": _best_of_tabled(round_, player)}
    ruling = rule_on(table, "tabled-winner-killed", facts, command.house)
    return FloorFinding("tabled-winner-killed", {**facts, "seat": command.seat}, ruling)


def _retrieve(table: PokerTable, command: commands.Retrieve) -> FloorFinding:
    round_ = table.playing_round()
    player = _live_player(round_, command.seat)
    if round_.state.hands[player] != THROWN:
        raise IllegalError(f"seat {command.seat} has no discarded hand to take back")
    facts = {"identifiable": command.identifiable, "mucked": False}
    ruling = rule_on(table, "discard-at-showdown", facts, command.house)
    return FloorFinding("discard-at-showdown", {**facts, "seat": command.seat}, ruling)


def _claim(table: PokerTable, command: commands.Claim) -> FloorFinding:
    _live_player(table.playing_round(), command.seat)
    reported = {"seat": command.seat, "said": command.text}
    return FloorFinding("wrong-claim", reported, rule_on(table, "wrong-claim", {}, command.house))


def _touched_pot(table: PokerTable, command: commands.TouchedPot) -> FloorFinding:
    return _rule_without_facts(table, "touched-pot", command.seat, command.house)


def _out_of_view(table: PokerTable, command: commands.OutOfView) -> FloorFinding:
    return _rule_without_facts(table, "out-of-view", command.seat, command.house)


def _rule_without_facts(table: PokerTable, trigger: str, seat: int, house: str) -> FloorFinding:
    table.state.player(seat)
    table.playing_round()
    return FloorFinding(trigger, {"seat": seat}, rule_on(table, trigger, {}, house))


# Carrying rulings out


def _do_void(table: PokerTable, command: Any, finding: FloorFinding) -> None:
    ruling = finding.ruling
    if ruling.misdeal or ruling.dead_round:
        remedies.void(table.playing_round(), finding.trigger, ruling)


def _do_kill_hand(table: PokerTable, command: Any, finding: FloorFinding) -> None:
    carry_out(table, finding.trigger, finding.ruling, command.seat)


def _do_fouled(table: PokerTable, command: Any, finding: FloorFinding) -> None:
    if table.playing:
        carry_out(table, finding.trigger, finding.ruling, command.seat)
    elif finding.ruling.hand == "dead":
        remedies.take_back(table, finding.ruling.clause)


def _do_ineligible(table: PokerTable, command: commands.Ineligible, finding: FloorFinding) -> None:
    """Kill the hand; cards that are dead already, at an empty seat or folded, are discarded as they are."""
    round_, ruling = table.playing_round(), finding.ruling
    state = round_.state
    player = state.position_of_seat[command.seat]
    if state.live[player] or ruling.misdeal or ruling.dead_round:
        carry_out(table, finding.trigger, ruling, command.seat)
    elif state.ghosts[player] and ruling.hand:
        round_.emit(HandKilled(command.seat, finding.trigger, ruling.clause))


def _do_boxed(table: PokerTable, command: commands.Boxed, finding: FloorFinding) -> None:
    _take_out(table, "boxed", command.spots, finding)


def _do_off_table(table: PokerTable, command: commands.OffTable, finding: FloorFinding) -> None:
    _take_out(table, "off table", (command.spot,), finding)


def _take_out(table: PokerTable, source: str, spots: tuple[CardLocation, ...], finding: FloorFinding) -> None:
    round_, ruling = table.playing_round(), finding.ruling
    if not ruling.card:
        carry_out(table, finding.trigger, ruling, 0)
        if source == "boxed":
            remedies.leave_seen(round_, spots, source, ruling.clause)
        return
    remedies.take_out(round_, spots, source, ruling.clause)
    if round_.state.awaiting == SHUFFLE:
        round_.resume()


def _do_bad_deck(table: PokerTable, command: commands.BadDeck, finding: FloorFinding) -> None:
    carry_out(table, finding.trigger, finding.ruling, 0)


def _do_exposed(table: PokerTable, command: commands.Exposed, finding: FloorFinding) -> None:
    round_, ruling = table.playing_round(), finding.ruling
    if ruling.card == "replace":
        remedies.replace_exposed(round_, command.spots[0], ruling.clause)
    elif ruling.card:
        remedies.take_out(round_, command.spots, "exposed", ruling.clause)
    else:
        carry_out(table, finding.trigger, ruling, 0)
        remedies.leave_seen(round_, command.spots, "exposed", ruling.clause)


def _do_hole_cards_up(table: PokerTable, command: commands.HoleCardsUp, finding: FloorFinding) -> None:
    """Carry out a ruling on hole cards dealt face up in stud."""
    round_, ruling = table.playing_round(), finding.ruling
    if ruling.card == "down":
        state = round_.state
        index = command.cards[0]
        card = state.cards[state.position_of_seat[command.seat]][index - 1]
        round_.emit(HoleCardUp(command.seat, index, card, ruling.clause))
        round_.reopen()
        return
    spots = _hole_spots(command)
    if ruling.card == "discard":
        remedies.take_out(round_, spots, "exposed", ruling.clause)
    else:
        carry_out(table, finding.trigger, ruling, command.seat)
        remedies.leave_seen(round_, spots, "exposed", ruling.clause)


def _do_discard(table: PokerTable, command: commands.Discard, finding: FloorFinding) -> None:
    _do_surrender(table, command, finding)


def _do_upcards_down(table: PokerTable, command: commands.UpcardsDown, finding: FloorFinding) -> None:
    _do_surrender(table, command, finding)


def _do_surrender(
    table: PokerTable, command: commands.Discard | commands.UpcardsDown, finding: FloorFinding
) -> None:
    """Carry out a ruling on a hand given up: fold it, after any bet that the player still owes."""
    round_, seat, owing = table.playing_round(), command.seat, command.owing
    awaiting = round_.state.awaiting
    if not _must_act(round_, seat):
        carry_out(table, finding.trigger, finding.ruling, seat)
        return
    legal = round_.options()
    if awaiting == FORCED_BET or not legal.fold:
        # The bet itself is forced: giving up the hand is no way out of it.
        owing = owing or ("bring in" if legal.forced else f"bet {legal.min_raise_to}")
    if not owing:
        round_.fold()
        return
    debt = rule_on(table, "fold-owing", {}, command.house)
    log_ruling(table, FloorFinding("fold-owing", {"seat": seat, "owing": owing}, debt, finding.by))
    # The payment does not change that the bet was forced: the seat stays in the deal.
    ghost = round_.rules.ghosts and round_.bet_was_forced()
    _pay(table, round_, seat, owing)
    round_.emit(Folded(seat, ghost, round_.rules.c_ghost if ghost else debt.clause))
    round_.resume()


def _pay(table: PokerTable, round_: PokerRound, seat: int, owing: str) -> None:
    """Put in the chips of an announced action; play goes on only when the hand is gone too."""
    command = command_parser.parse_command(table, seat, owing)
    if isinstance(command, commands.Call):
        round_.put_in_call()
    elif isinstance(command, commands.Bet):
        round_.put_in_bet(command.to)
    elif isinstance(command, commands.BringIn):
        round_.put_in_forced()
    else:
        raise InvalidError(f"owing {owing!r}: name a bet, a call or a raise")


def _do_disclose(table: PokerTable, command: commands.Disclose, finding: FloorFinding) -> None:
    state = table.state.round or table.state.last
    assert state is not None
    player = state.position_of_seat[command.seat]
    event = Disclosed(command.seat, list(state.cards[player] or state.folded[player]), finding.ruling.clause)
    if table.playing:
        table.playing_round().emit(event)
    else:
        table.emit(event)


def _do_muck(table: PokerTable, command: commands.Muck, finding: FloorFinding) -> None:
    round_, ruling = table.playing_round(), finding.ruling
    player = round_.state.position_of_seat[command.seat]
    if round_.state.hands[player] == THROWN:
        round_.muck(command.seat, ruling.clause)
        return
    if ruling.result == HAND_STANDS:
        _refuse_to_kill(table, command.seat)
    remedies.check_claims(round_, player)
    round_.emit(HandKilled(command.seat, "mucked by the dealer", ruling.clause))
    round_.resume()


def _do_retrieve(table: PokerTable, command: commands.Retrieve, finding: FloorFinding) -> None:
    ruling = finding.ruling
    if ruling.result != HAND_STANDS:
        raise IllegalError(
            f"seat {command.seat} discarded at their own risk "
            f"and cannot take the hand back ({ruling.clause})",
            clause=ruling.clause,
            legal="make sure before discarding",
        )
    table.playing_round().retrieve(command.seat)


def _do_nothing(table: PokerTable, command: Any, finding: FloorFinding) -> None:
    """Change nothing: the ruling is on record, and play goes on."""


def carry_out(table: PokerTable, trigger: str, ruling: FloorRuling, seat: int) -> None:
    """Carry out a ruling on the round."""
    round_ = table.playing_round()
    if ruling.misdeal or ruling.dead_round:
        remedies.void(round_, trigger, ruling)
    elif ruling.hand in ("dead", "folded"):
        if not seat:
            raise InvalidError(f"{ruling.result!r}: say whose hand")
        _kill(table, trigger, ruling, seat)


def _refuse_to_kill(table: PokerTable, seat: int) -> None:
    """Refuse to kill a tabled winner, where the book protects it."""
    clause = table.book.showdown.tabled_winner
    if clause:
        raise IllegalError(
            f"the hand of seat {seat} is tabled and wins: it cannot be killed ({clause})",
            clause=clause,
            legal="push the pot",
        )


def _kill(table: PokerTable, trigger: str, ruling: FloorRuling, seat: int) -> None:
    round_ = table.playing_round()
    state = round_.state
    player = state.position_of_seat[seat]
    if state.hands[player] == TABLED and _best_of_tabled(round_, player):
        _refuse_to_kill(table, seat)
    remedies.check_claims(round_, player)
    refund = state.put_in[player] if ruling.refund else 0
    if ruling.refund == "all":
        refund += state.dead_in[player]
    elif refund and state.voluntary[player]:
        # Only the ante goes back; a forced bet beside it is for another to make, and comes with it (AMB-54).
        refund -= state.bets[player]
    round_.emit(HandKilled(seat, trigger, ruling.clause))
    if refund:
        round_.refund(seat, refund, ruling.clause)
    round_.resume(player)


def _best_of_tabled(round_: PokerRound, player: int) -> bool:
    """Whether a tabled hand is best in some share of some pot among the hands tabled so far (AMB-55)."""
    state, rules = round_.state, round_.rules
    tabled = [hand == TABLED for hand in state.hands]
    hands = [state.cards[position] if tabled[position] else [] for position in range(len(tabled))]
    showdown = ShowdownHands(hands, state.board, rules.high, rules.low)
    for pot in pots_of(state):
        eligible = [position for position in pot.eligible if tabled[position]]
        for values in (showdown.high_values, showdown.low_values):
            if values and player in best_of(values, eligible):
                return True
    return False


# Reports that need more than a ruling by trigger


def discard(table: PokerTable, command: commands.Discard, by: str) -> None:
    """Concede a hand thrown in at the showdown; rule on one thrown in before it."""
    round_ = table.playing_round()
    player = _live_player(round_, command.seat)
    if round_.state.awaiting == SHOW and round_.state.hands[player] == FACE_DOWN:
        round_.throw_in(command.seat)
        table.collect_round_events()
    else:
        report(table, command, by)


def house_ruling(table: PokerTable, command: commands.HouseRuling, by: str) -> None:
    """Decide for the house where the book is silent, and carry the decision out."""
    book_ruling = rule_irregularity(table.book, table.sign.game, command.trigger, command.facts)
    if not book_ruling.needs_house:
        raise IllegalError(
            f"{command.trigger} is covered by {table.book.id}; the house cannot overrule it "
            f"({book_ruling.clause})",
            clause=book_ruling.clause,
            legal=book_ruling.result,
        )
    if not command.decision.strip():
        raise InvalidError("decision '': say what the house decides")
    ruling = remedies.house_decision(command.decision, _clause_of_house(table))
    if command.seat or ruling.hand:
        _live_player(table.playing_round(), command.seat)
    table.emit(
        HouseRuled(
            what=command.trigger,
            decision=command.decision,
            by=command.ruled_by,
            why=command.why,
            reported={"seat": command.seat, **command.facts} if command.seat else dict(command.facts),
            clause=ruling.clause,
        )
    )
    if ruling.misdeal or ruling.dead_round or ruling.hand:
        carry_out(table, command.trigger, ruling, command.seat)
    if table.playing:
        table.collect_round_events()
    elif ruling.deck == "remove":
        retire_deck(table, command.trigger, ruling.clause)


def return_wagers(table: PokerTable, command: ReturnWagers, by: str) -> None:
    """Make the round dead and return all wagers, whatever the book says of rounds that can go on."""
    table.playing_round()
    record_stop(table, command, DEAD_ROUND, by)
    carry_out(table, STOPPED, remedies.house_decision(DEAD_ROUND, STOPPED_CLAUSE), 0)
    table.collect_round_events()


def suspect(table: PokerTable, command: commands.Suspect, by: str) -> None:
    player = table.state.player(command.seat)
    ruling = rule_on(table, "collusion", {}, command.house)
    log_ruling(table, FloorFinding("collusion", {"seat": command.seat, "why": command.why}, ruling, by))
    if ruling.player == "must leave" or command.refuse:
        bar_player(table, player.name, command.why, ruling.clause)


_RULES: Final[dict[type, Callable[[Any, Any], FloorFinding]]] = {
    commands.NoCut: _no_cut,
    commands.WrongStart: _wrong_start,
    commands.MissedSeat: _missed_seat,
    commands.Ineligible: _ineligible,
    commands.Boxed: _boxed,
    commands.OffTable: _off_table,
    commands.BadDeck: _bad_deck,
    commands.Exposed: _exposed,
    commands.HoleCardsUp: _hole_cards_up,
    commands.Fouled: _fouled,
    commands.WrongNumber: _wrong_number,
    commands.LeftTable: _left_table,
    commands.Discard: _discard,
    commands.UpcardsDown: _upcards_down,
    commands.Disclose: _disclose,
    commands.Muck: _muck,
    commands.Retrieve: _retrieve,
    commands.Claim: _claim,
    commands.TouchedPot: _touched_pot,
    commands.OutOfView: _out_of_view,
}

_ALSO_PREVIEWED: Final = (commands.Suspect, commands.HouseRuling, commands.CountStub, commands.ReportWager)
"""Other commands that are ruled on, from nothing but their own fields."""

_CONSEQUENCES: Final[dict[type, Callable[[Any, Any, FloorFinding], None]]] = {
    commands.NoCut: _do_void,
    commands.WrongStart: _do_void,
    commands.MissedSeat: _do_void,
    commands.Ineligible: _do_ineligible,
    commands.Boxed: _do_boxed,
    commands.OffTable: _do_off_table,
    commands.BadDeck: _do_bad_deck,
    commands.Exposed: _do_exposed,
    commands.HoleCardsUp: _do_hole_cards_up,
    commands.Fouled: _do_fouled,
    commands.WrongNumber: _do_fouled,
    commands.LeftTable: _do_kill_hand,
    commands.Discard: _do_discard,
    commands.UpcardsDown: _do_upcards_down,
    commands.Disclose: _do_disclose,
    commands.Muck: _do_muck,
    commands.Retrieve: _do_retrieve,
    commands.Claim: _do_nothing,
    commands.TouchedPot: _do_nothing,
    commands.OutOfView: _do_nothing,
}
