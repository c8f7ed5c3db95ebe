"""Deck handlers of a house card table: its opening, opening steps of decks, change, shuffle and cut."""

from __future__ import annotations

from typing import Final

from hoyle.core.cards import DECK, card_text, check_distinct, parse_cards
from hoyle.core.errors import IllegalError, InvalidError, illegal
from hoyle.games.house_cards.game_definition import AUTOMATED
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.rulebooks import VERSION
from hoyle.table.disputes import NoteRecorded
from hoyle.table.house_cards import commands
from hoyle.table.house_cards.decks.deck_events import DeckBrought, DeckCut, DeckRetired, DeckShuffled, OpeningStepDone
from hoyle.table.house_cards.events import CapChanged, TableOpened
from hoyle.table.house_cards.table_base import HouseCardTableBase
from hoyle.table.house_cards.table_state import Deck

VERIFY = "verify"
_WHOLE_DECK: Final = list(DECK)
_BY_TEXT: Final = {card_text(card): card for card in DECK}


def open_table(table: HouseCardTableBase, command: commands.OpenTable, by: str) -> None:
    """Open the table: the first command of its log."""
    if table.state.posted_sign is not None:
        raise IllegalError("the table is open already")
    sign = HouseCardSign.read(command.sign)
    decks = sign.page.decks
    table.emit(TableOpened(sign=sign, rules=VERSION, clause=sign.page.dealing[sign.dealing].option))
    for back in sign.backs:
        bring_deck(table, back)
    if sign.dealing == AUTOMATED:
        table.emit(NoteRecorded(what="no cover card", clause=decks.cover_card))
    if len(sign.backs) == 2:
        table.emit(NoteRecorded(what="second deck in the shuffler", clause=decks.in_shuffler))


def bring_deck(table: HouseCardTableBase, back: str, place: int = 0) -> None:
    """Bring a sealed deck to the table, in the place of one that has left or behind the others."""
    name = f"deck {table.state.rack.brought + 1}"
    table.emit(DeckBrought(deck=name, back=back, place=place, clause=table.page.decks.cards.clause))


def change_cap(table: HouseCardTableBase, command: commands.ChangeCap, by: str) -> None:
    table.check_between_rounds("a maximum is changed")
    sign = table.sign.with_cap(command.chips, announced=command.announced, on_layout=command.on_layout)
    cap = table.page.pay.cap
    if cap is None or sign == table.sign:
        raise IllegalError(f"a maximum of {command.chips} per hand changes nothing here")
    table.emit(CapChanged(sign=sign, clause=cap.notice))


def remaining_opening_steps(table: HouseCardTableBase, deck: Deck) -> tuple[tuple[str, str], ...]:
    """List the opening steps that a deck has not been through, each with its clause."""
    return table.page.decks.opening[len(deck.steps) :]


def opening_step(table: HouseCardTableBase, command: commands.OpeningStep, by: str) -> None:
    decks = table.page.decks
    deck = deck_named(table, command.deck)
    steps = remaining_opening_steps(table, deck)
    if not steps or steps[0][0] != command.step:
        next_step = steps[0][0] if steps else "nothing"
        clause = steps[0][1] if steps else decks.opening[0][1]
        raise illegal(clause, f"{command.step} is not next for {deck.name}: {next_step} is", legal=next_step)
    clause = steps[0][1]
    if command.step == VERIFY and command.electronic:
        clause = decks.electronic
    table.emit(OpeningStepDone(deck=deck.name, step=command.step, by=command.done_by or by, clause=clause))


def change_deck(table: HouseCardTableBase, command: commands.ChangeDeck, by: str) -> None:
    _check_undealt(table, "a deck is changed")
    deck = deck_named(table, command.deck)
    check_back(table, command.back, instead_of=deck.name)
    replace_deck(table, deck, command.back, table.deal_page.change.clause)


def replace_deck(table: HouseCardTableBase, deck: Deck, back: str, clause: str) -> None:
    """Retire a deck and bring another into its place, so that two decks go on alternating."""
    place = table.state.rack.decks.index(deck) + 1
    table.emit(DeckRetired(deck=deck.name, clause=clause))
    bring_deck(table, back, place)


def check_back(table: HouseCardTableBase, back: str, *, instead_of: str) -> None:
    """Refuse a back colour that another deck at the table has."""
    if not back:
        raise InvalidError("back '': expected a colour")
    if back in [deck.back for deck in table.state.rack.decks if deck.name != instead_of]:
        clause = table.page.decks.backs
        raise illegal(clause, f"a second deck with {back} backs")


def shuffle(table: HouseCardTableBase, command: commands.Shuffle, by: str) -> None:
    page, rack = table.page.decks, table.state.rack
    _check_undealt(table, "cards are shuffled")
    if table.state.idle:
        raise illegal(page.idle, "the cards rest until a player comes")
    cards = _parse_deck(command.cards)
    if sorted(cards) != _WHOLE_DECK:
        check_distinct(cards)
        clause = page.cards.clause
        raise illegal(clause, f"{len(cards)} cards: one deck of {page.cards.value} is used")
    deck = rack.decks[0]
    if steps := remaining_opening_steps(table, deck):
        step, clause = steps[0]
        raise illegal(clause, f"{deck.name} has not been opened: {step} is next")
    by_hand = command.by_hand or not table.sign.shuffler
    hand_shuffle_clause = table.deal_page.hand_shuffle
    if by_hand and hand_shuffle_clause and not deck.hand_shuffle:
        raise illegal(
            hand_shuffle_clause,
            f"{deck.name} is shuffled by the device, by hand only after it has failed",
            legal="shuffle by the device, or report shuffler-failed",
        )
    clause = page.shuffle if by_hand else page.device_cut.clause
    table.emit(DeckShuffled(deck=deck.name, method="hand" if by_hand else "device", cards=cards, clause=clause))


def _parse_deck(text: str) -> list[int]:
    """Parse the cards of a text; the spelling that tables use has a fast path."""
    try:
        return [_BY_TEXT[word] for word in text.split(" ")]
    except KeyError:
        return parse_cards(text)


def cut(table: HouseCardTableBase, command: commands.Cut, by: str) -> None:
    decks, rack = table.page.decks, table.state.rack
    _check_cuttable(table)
    if rack.cuts:
        clause = decks.recut_by.clause
        raise illegal(clause, "the deck is cut already; only a supervisor orders more")
    if not rack.by_hand and not rack.recut and decks.device_cut.value == "never":
        clause = decks.device_cut.clause
        raise illegal(clause, "a deck shuffled by a device is not cut")
    _emit_cut(table, command.count, "", decks.cut_order)


def recut(table: HouseCardTableBase, command: commands.Recut, by: str) -> None:
    """Cut again by order, before the first card (AMB-G4 on how deep)."""
    decks, rack = table.page.decks, table.state.rack
    _check_cuttable(table)
    if not rack.cuts and not rack.recut:
        clause = decks.recut_by.clause
        raise illegal(clause, "no cut has been made that could be repeated")
    _emit_cut(table, command.count, command.ordered_by or by, decks.recut_by.clause)


def _emit_cut(table: HouseCardTableBase, count: int, ordered_by: str, clause: str) -> None:
    """Emit the event of a cut, and a note where it is deep; refuse one of too few or too many cards."""
    decks, deck_size = table.page.decks, len(table.state.rack.ready)
    min_cut = decks.least_cut
    if not min_cut.value <= count < deck_size:
        legal = f"{min_cut.value} to {deck_size - 1} cards"
        raise illegal(min_cut.clause, f"a cut of {count}: {legal}", legal=legal)
    table.emit(DeckCut(count=count, ordered_by=ordered_by, clause=clause))
    if count > decks.deep_cut.value:
        note = f"a cut of {count} leaves {deck_size - count} cards below"
        table.emit(NoteRecorded(what="deep cut", detail=note, clause=decks.deep_cut.clause))


# Conditions for dealing


def change_due(table: HouseCardTableBase, deck: Deck) -> bool:
    """Whether a deck must be changed: so many hours after opening, by the way of dealing."""
    return table.state.minute - deck.opened_at >= 60 * table.deal_page.change.value


def check_ready(table: HouseCardTableBase) -> None:
    """Refuse to deal unless the deck in play is shuffled, cut where it must be, and not too old."""
    page, rack = table.page.decks, table.state.rack
    deck = rack.decks[0]
    if change_due(table, deck):
        clause = table.deal_page.change.clause
        raise illegal(clause, f"{deck.name} has been in use too long", legal="change-deck")
    if not rack.ready:
        raise illegal(page.shuffle, "shuffle first", legal="shuffle")
    if rack.cut_due:
        clause = page.recut_by.clause if rack.recut else page.hand_cut
        raise illegal(clause, "cut first", legal="cut")


def is_ready(table: HouseCardTableBase) -> bool:
    rack = table.state.rack
    return bool(rack.ready) and not rack.cut_due and not change_due(table, rack.decks[0])


def deck_named(table: HouseCardTableBase, name: str) -> Deck:
    """Return the deck with this name; raise if the table has none."""
    for deck in table.state.rack.decks:
        if deck.name == name:
            return deck
    names = ", ".join(deck.name for deck in table.state.rack.decks)
    raise InvalidError(f"deck {name!r}: expected one of {names}")


def _check_undealt(table: HouseCardTableBase, action: str) -> None:
    if table.state.dealt:
        raise illegal("house rounds", f"{action} between rounds, not while hands are played")


def _check_cuttable(table: HouseCardTableBase) -> None:
    decks = table.page.decks
    if table.state.dealt:
        clause = decks.recut_by.clause
        raise illegal(clause, "the deck is not cut once a card is dealt")
    if not table.state.rack.ready:
        raise illegal(decks.shuffle, "no deck lies shuffled", legal="shuffle")
