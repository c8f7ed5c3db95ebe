"""Shuffle and cut of a poker deck: parses the cards, checks them, and builds the events."""

from __future__ import annotations

from hoyle.core.cards import all_known_and_distinct, card_text, check_card, check_distinct, parse_card, parse_cards
from hoyle.core.errors import HouseRulingRequired, IllegalError, InvalidError, illegal
from hoyle.core.validation import abbreviate, check_int, check_list
from hoyle.games.poker.floor.irregularities import rule_irregularity
from hoyle.rulebooks.book_types.poker import PokerBook
from hoyle.table.poker.decks.deck_events import DeckCut, DeckShuffled
from hoyle.table.poker.table_state import DeckRack, PokerTableState


def card_of(card: object) -> int:
    """Return a card from its text or its number; refuse anything else."""
    if isinstance(card, str):
        return parse_card(card)
    number = check_int(card, "card")
    check_card(number)
    return number


def cards_of(cards: object) -> list[int]:
    """Return cards from their text or their numbers."""
    if isinstance(cards, str):
        return parse_cards(cards)
    return [check_int(card, "card") for card in check_list(cards, "cards", "cards")]


def places_of(cards: object, expected: list[int]) -> tuple[int, ...]:
    """Return the place of each card before a shuffle, for a dealer who knows them."""
    numbers = cards_of(cards)
    if sorted(numbers) != sorted(expected):
        raise InvalidError(f"cards {abbreviate(cards)}: expected the {len(expected)} cards to be shuffled")
    return tuple([expected.index(card) + 1 for card in numbers])


def text_of(card: object) -> str:
    """Return one card as text for a command."""
    return card_text(card_of(card))


def deck_text(cards: object) -> str:
    """Return cards as text for a command."""
    if isinstance(cards, str):
        return cards
    return " ".join([text_of(card) for card in check_list(cards, "cards", "cards")])


def shuffle_event(state: PokerTableState, cards: object, *, preshuffled: bool = False) -> DeckShuffled:
    """Return the event of a shuffle of the whole deck, top card first; `preshuffled` by its maker."""
    sign = state.sign
    procedures = state.book.procedures
    deck = cards_of(cards)
    if not all_known_and_distinct(deck):
        for card in deck:
            check_card(card)
        check_distinct(deck)
    if len(deck) != procedures.deck.value:
        raise IllegalError(
            f"a deck of {len(deck)} cards: the whole deck of {procedures.deck.value} is shuffled "
            f"({procedures.deck.clause}; {procedures.shuffle})",
            clause=procedures.deck.clause,
            legal=f"{procedures.deck.value} cards",
        )
    if not state.rack.decks:
        raise illegal(procedures.decks, "no deck is left at the table")
    method = "machine" if sign.shuffler else "manual"
    if preshuffled:
        if not procedures.preshuffled or state.number:
            raise illegal(
                procedures.shuffle,
                "cards are shuffled before every round, whoever shuffled them before",
                legal="pre-shuffled cards only for the first round" if procedures.preshuffled else "shuffle",
            )
        method = "pre-shuffled"
    return DeckShuffled(deck=state.rack.decks[0], method=method, cards=deck, clause=procedures.shuffle)


def cut_event(
    state: PokerTableState, rack: DeckRack, count: int, end: str, *, ordered_by: str = "", why: str = ""
) -> DeckCut:
    """Return the event of a cut, or of a recut that the supervisor orders before any card is dealt."""
    book = state.book
    procedures = book.procedures
    if end not in ("top", "bottom"):
        raise InvalidError(f"cards are cut from the top or the bottom, not from {end!r}")
    clause = _recut_clause(state, book) if ordered_by else procedures.cut_complete or procedures.cut.clause
    if not rack.ready:
        shuffle = procedures.shuffle
        raise illegal(shuffle, "no deck lies shuffled", legal="shuffle first")
    if rack.cuts and not ordered_by:
        raise illegal(
            book.floor.recut or clause, "the deck is cut already; only a supervisor orders a recut", legal="deal"
        )
    minimum, ends = procedures.cut, procedures.cut_from
    if check_int(count, "cut") < max(minimum.value, 1) or count >= len(rack.ready):
        legal = f"{max(minimum.value, 1)} to {len(rack.ready) - 1} cards"
        message = f"a cut of {count} cards: it takes {legal} ({minimum.clause})"
        raise IllegalError(message, clause=minimum.clause, legal=legal)
    if end == "bottom" and ends.value == "top":
        message = f"a cut from the bottom: cards are taken from the top ({ends.clause})"
        raise IllegalError(message, clause=ends.clause, legal="top")
    return DeckCut(count=count, end=end, ordered_by=ordered_by, why=why, clause=clause)


def _recut_clause(state: PokerTableState, book: PokerBook) -> str:
    """Return the clause by which a supervisor may order a recut; refused once a card is dealt."""
    clause = book.floor.recut
    if clause and state.round is not None:
        raise illegal(clause, f"no recut now: {state.round.dealt} cards have been dealt", legal="play on")
    ruling = rule_irregularity(book, state.sign.game, "bad-cut", {"cards_dealt": 0, "ordered": True})
    if ruling.needs_house:
        raise HouseRulingRequired(f"{book.id} has no rule on a recut: the house must rule")
    return ruling.clause
