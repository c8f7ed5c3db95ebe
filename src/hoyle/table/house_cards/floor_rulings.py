"""Floor rulings at a house card table: irregularities reported, ruled by the book, carried out.

A report is ruled on from what is visible to all and what the reporter says; `preview` stops there. Where no
book covers it, `HouseRulingRequired` is raised unless a house ruling comes with the report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hoyle.core.errors import HouseRulingRequired, InvalidError, illegal
from hoyle.games.house_cards import irregularities
from hoyle.games.house_cards.irregularities import HouseCardRuling, rule_irregularity
from hoyle.games.house_cards.round_state import CLOSED, VOID
from hoyle.rulebooks.book_types.house_cards import HouseCardPage
from hoyle.table.command_base import Command, to_dict
from hoyle.table.dispute_handlers import record_stop
from hoyle.table.disputes import STOPPED, STOPPED_CLAUSE, HouseRuled, NoteRecorded, ReturnWagers
from hoyle.table.house_cards import commands
from hoyle.table.house_cards.commands import HouseRuling
from hoyle.table.house_cards.decks import deck_handlers
from hoyle.table.house_cards.decks.deck_events import HandShuffleAllowed, RecutOrdered, ReshuffleOrdered
from hoyle.table.house_cards.events import FloorRuled
from hoyle.table.house_cards.table_base import HouseCardTableBase
from hoyle.table.house_cards.table_state import Deck
from hoyle.table.ruling_preview import RulingPreview, no_report_error, preview_of_trial

CLAUSES: Final[Mapping[str, Callable[[HouseCardPage], str]]] = {
    "face-up-card": lambda page: page.floor.face_up,
    "drawn-in-error": lambda page: page.floor.drawn,
    "wrong-number": lambda page: page.floor.number,
    "dealer-exposed": lambda page: page.floor.exposed.clause,
    "player-exposed": lambda page: page.floor.player_exposed,
    "shuffler-failed": lambda page: page.floor.shuffler_failed,
    "shoe-failed": lambda page: page.floor.shoe_failed.clause,
    "machine-count": lambda page: page.counts.machine,
    "improper-cut": lambda page: page.decks.recut_by.clause,
    "unsuitable-card": lambda page: page.decks.unsuitable,
}
"""Clause of a book on each report; empty where it is silent."""


def preview(table: HouseCardTableBase, command: Any, by: str) -> RulingPreview:
    """Return the ruling that a report would get; nothing changes and no hidden card is used."""
    if type(command) in _ALSO_PREVIEWED:
        return preview_of_trial(table.fork().do(command, by))
    if type(command) not in _RULES:
        raise no_report_error(command)
    table.check_role(command, by)
    ruling = _rule_on_report(table, command, by)
    return RulingPreview(ruling.words, [ruling.clause], void=ruling.void, deck=ruling.deck)


def _rule_on_report(table: HouseCardTableBase, command: Command, by: str) -> HouseCardRuling:
    """Return the book's ruling on a report, or the house's where the book is silent."""
    try:
        return _RULES[type(command)](table, command, by)
    except HouseRulingRequired:
        house: str = command.house  # type: ignore[attr-defined]
        if not house:
            raise
        return house_decision(table, house)


def report(table: HouseCardTableBase, command: Command, by: str) -> None:
    """Rule on the report of an irregularity and carry the ruling out."""
    reported = {field: value for field, value in to_dict(command).items() if field != "do"}
    ruling = _rule_on_report(table, command, by)
    deck = _deck_of_report(table, command)
    carry_out(table, command.name, ruling, by, deck=deck, reported=reported)
    if isinstance(command, commands.ShufflerFailed) and table.deal_page.hand_shuffle:
        table.emit(HandShuffleAllowed(deck=deck.name, clause=ruling.clause))


def house_ruling(table: HouseCardTableBase, command: HouseRuling, by: str) -> None:
    if not command.trigger or not command.decision.strip():
        raise InvalidError("trigger and decision: a ruling says on what, and needs words")
    carry_out(table, command.trigger, house_decision(table, command.decision), command.ruled_by)


def return_wagers(table: HouseCardTableBase, command: ReturnWagers, by: str) -> None:
    """Void the round, dealt or not: the book decides what goes back."""
    round_ = table.playing_round()
    record_stop(table, command, irregularities.ALL_VOID, by)
    round_.void(STOPPED, STOPPED_CLAUSE)
    table.collect_round_events()


def house_decision(table: HouseCardTableBase, decision: str) -> HouseCardRuling:
    """Return the house's ruling: some decisions are carried out, others only logged."""
    if decision == irregularities.ALL_VOID:
        if not table.state.dealt:
            raise illegal("house rounds", f"{decision}: no hand has been dealt", legal=irregularities.SHUFFLE_AGAIN)
        return HouseCardRuling(decision, "house ruling", void=True, deck=irregularities.RESHUFFLE)
    if decision == irregularities.SHUFFLE_AGAIN:
        return HouseCardRuling(decision, "house ruling", deck=irregularities.RESHUFFLE)
    return HouseCardRuling(decision, "house ruling")


def carry_out(
    table: HouseCardTableBase,
    trigger: str,
    ruling: HouseCardRuling,
    by: str,
    *,
    deck: Deck | None = None,
    reported: dict[str, Any] | None = None,
) -> None:
    """Log a ruling and carry it out on hands and deck."""
    rack = table.state.rack
    deck = deck or rack.decks[0]
    if ruling.clause == "house ruling":
        table.emit(
            HouseRuled(what=trigger, decision=ruling.words, by=by, reported=reported or {}, clause=ruling.clause)
        )
    else:
        table.emit(FloorRuled(trigger=trigger, ruling=ruling.words, by=by, clause=ruling.clause))
    in_play = deck is rack.decks[0]
    if ruling.void:
        round_ = table.playing_round()
        settled = round_.state.settled()
        round_.void(trigger, ruling.clause)
        if settled:
            # For the supervisor: hands settled before the round was void stay settled (AMB-G2).
            detail = f"settled before: {'seat' if len(settled) == 1 else 'seats'} {', '.join(map(str, settled))}"
            clause = table.page.floor.void.clause
            table.emit(NoteRecorded(what="for the supervisor", detail=detail, clause=clause))
        table.collect_round_events()
    elif ruling.deck == irregularities.RESHUFFLE and in_play and rack.ready and not table.state.dealt:
        table.emit(ReshuffleOrdered(clause=ruling.clause))
    elif ruling.deck == irregularities.RECUT:
        table.emit(RecutOrdered(clause=ruling.clause))
    if ruling.deck == irregularities.REMOVE:
        deck_handlers.replace_deck(table, deck, deck.back, ruling.clause)


# Rulings of the book, and when each may be asked for


def _face_up_card(table: HouseCardTableBase, command: commands.FaceUpCard, by: str) -> HouseCardRuling:
    _check_cards_out(table, "a card can be found face up")
    _check_dealing(table, "a card found face up")
    return _reshuffle_if_undealt(table, rule_irregularity(table.sign, "face-up-card"), table.page.decks.shuffle)


def _drawn_in_error(table: HouseCardTableBase, command: commands.DrawnInError, by: str) -> HouseCardRuling:
    _check_cards_out(table, "a card can be drawn in error")
    if command.shown:
        _check_dealing(table, "a card drawn in error and seen")
    ruling = rule_irregularity(table.sign, "drawn-in-error", face_seen=command.shown, correctable=command.correctable)
    return _reshuffle_if_undealt(table, ruling, table.page.decks.shuffle)


def _wrong_number(table: HouseCardTableBase, command: commands.WrongNumber, by: str) -> HouseCardRuling:
    last = table.state.last
    if table.state.round is None and last is not None and last.order and last.phase != VOID:
        clause = table.page.floor.void.clause
        raise illegal(
            clause, "every hand of the last round is settled, and nothing settled is reopened", legal="house-ruling"
        )
    _check_dealt(table)
    return rule_irregularity(table.sign, "wrong-number")


def _dealer_exposed(table: HouseCardTableBase, command: commands.DealerExposed, by: str) -> HouseCardRuling:
    _check_dealt(table)
    round_ = table.playing_round().state
    return rule_irregularity(table.sign, "dealer-exposed", dealer_revealed=round_.dealer_shown, play_on=command.play_on)


def _player_exposed(table: HouseCardTableBase, command: commands.PlayerExposed, by: str) -> HouseCardRuling:
    _check_dealt(table)
    if command.spot not in table.playing_round().state.places:
        raise InvalidError(f"spot {command.spot}: nobody has a hand there")
    return rule_irregularity(table.sign, "player-exposed")


def _shuffler_failed(table: HouseCardTableBase, command: commands.ShufflerFailed, by: str) -> HouseCardRuling:
    clause = table.page.floor.shuffler_failed
    if not table.sign.shuffler:
        raise illegal(clause, "no shuffler is in use at this table")
    _deck_in_shuffler(table, command.deck, clause)
    return rule_irregularity(table.sign, "shuffler-failed")


def _shoe_failed(table: HouseCardTableBase, command: commands.ShoeFailed, by: str) -> HouseCardRuling:
    _check_cards_out(table, "a shoe can fail")
    ruling = rule_irregularity(table.sign, "shoe-failed")
    return _reshuffle_if_undealt(table, ruling, ruling.clause)


def _machine_count(table: HouseCardTableBase, command: commands.MachineCount, by: str) -> HouseCardRuling:
    clause = table.page.counts.machine
    if not table.sign.shuffler_counts:
        raise illegal(clause, "no shuffler that counts is in use at this table")
    _deck_in_shuffler(table, command.deck, clause)
    return rule_irregularity(table.sign, "machine-count", card_count=command.found)


def _improper_cut(table: HouseCardTableBase, command: commands.ImproperCut, by: str) -> HouseCardRuling:
    recut = table.page.decks.recut_by
    if not table.state.dealt and not table.state.rack.cuts:
        raise illegal(recut.clause, "no cut has been made")
    return rule_irregularity(table.sign, "improper-cut", card_dealt=table.state.dealt)


def _unsuitable_card(table: HouseCardTableBase, command: commands.UnsuitableCard, by: str) -> HouseCardRuling:
    clause = table.page.decks.unsuitable
    deck = _deck_of_report(table, command)
    if command.whole_deck and table.state.dealt and deck is table.state.rack.decks[0]:
        raise illegal(clause, f"{deck.name} is being dealt: replace it after the round")
    return rule_irregularity(table.sign, "unsuitable-card", whole_deck=command.whole_deck)


def _deck_of_report(table: HouseCardTableBase, command: Command) -> Deck:
    if isinstance(command, commands.UnsuitableCard) and command.deck:
        return deck_handlers.deck_named(table, command.deck)
    if isinstance(command, commands.MachineCount | commands.ShufflerFailed):
        return _deck_in_shuffler(table, command.deck, table.page.floor.shuffler_failed)
    return table.state.rack.decks[0]


def _deck_in_shuffler(table: HouseCardTableBase, name: str, clause: str) -> Deck:
    """Return the deck that the shuffler holds or has just given out: never the one being dealt."""
    rack = table.state.rack
    decks: list[Deck] = []
    if not table.state.dealt and not (rack.ready and rack.by_hand):
        decks.append(rack.decks[0])
    if rack.ready or table.state.dealt:
        # One deck is in the shuffler while the other is in play.
        decks += rack.decks[1:]
    if name:
        deck = deck_handlers.deck_named(table, name)
        if deck not in decks:
            raise illegal(clause, f"the shuffler does not hold {name} now")
        return deck
    if not decks:
        raise illegal(clause, "the shuffler holds no deck now")
    if len(decks) > 1:
        names = " or ".join(deck.name for deck in decks)
        raise InvalidError(f"deck '': {names} may be meant, and the report must say which")
    return decks[0]


def _check_dealt(table: HouseCardTableBase) -> None:
    if not table.state.dealt:
        raise illegal("house rounds", "no cards have been dealt")


def _check_cards_out(table: HouseCardTableBase, event: str) -> None:
    if not table.state.dealt and not table.state.rack.ready:
        raise illegal("house rounds", f"{event} only in a deck that lies ready")


def _check_dealing(table: HouseCardTableBase, event: str) -> None:
    """Refuse, once the deal is over, a report that voids hands only during it."""
    if table.state.dealt and table.playing_round().state.phase != CLOSED:
        clause = table.page.floor.face_up
        raise illegal(
            clause, f"{event} voids the hands only while cards are being dealt: the deal is over", legal="house-ruling"
        )


def _reshuffle_if_undealt(table: HouseCardTableBase, ruling: HouseCardRuling, clause: str) -> HouseCardRuling:
    """Turn a void before the first card into a reshuffle: there is no hand to void, and wagers stay."""
    if table.state.dealt or not ruling.void:
        return ruling
    return HouseCardRuling(irregularities.SHUFFLE_AGAIN, clause, deck=irregularities.RESHUFFLE)


_ALSO_PREVIEWED: Final = (HouseRuling, commands.CountStub)
"""Other commands that are ruled on, from nothing but their own fields."""

_RULES: Final[dict[type, Callable[[Any, Any, str], HouseCardRuling]]] = {
    commands.FaceUpCard: _face_up_card,
    commands.DrawnInError: _drawn_in_error,
    commands.WrongNumber: _wrong_number,
    commands.DealerExposed: _dealer_exposed,
    commands.PlayerExposed: _player_exposed,
    commands.ShufflerFailed: _shuffler_failed,
    commands.ShoeFailed: _shoe_failed,
    commands.MachineCount: _machine_count,
    commands.ImproperCut: _improper_cut,
    commands.UnsuitableCard: _unsuitable_card,
}
