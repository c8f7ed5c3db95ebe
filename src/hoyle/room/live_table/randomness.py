"""Randomness of a live table: decks, cuts and dice drawn from the published commitment.

Every draw is a function of the committed secret, the nonces and its label. The same state gives the same
draw, so a process that takes over in the middle of a round draws what the previous one would have drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.core.cards import DECK, cards_text
from hoyle.fairness.commitment import DRAW, SHUFFLE, THROW, Commitment, label_of
from hoyle.fairness.committed_draws import CommittedDeck, CommittedThrow
from hoyle.room.events import table_events
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.messages import Entropy


def new_commitment(live_table: LiveTable, entropy: Entropy, *, opens: bool) -> table_events.CommitmentPublished:
    """Draw a new secret and return the event that publishes its hash."""
    commitment = Commitment(entropy(32), is_revealed=opens)
    return table_events.CommitmentPublished(
        number=live_table.hosting.commitment_count + 1,
        opens=opens,
        secret=commitment.secret.hex(),
        commitment=commitment.hash.hex(),
        clause="house shuffle",
    )


def activate_commitment(live_table: LiveTable) -> table_events.CommitmentUsed:
    """Make the next commitment the current one, with a nonce for every player."""
    hosting = live_table.hosting
    commitment = Commitment(bytes.fromhex(hosting.next_secret), is_revealed=hosting.next_opens)
    nonces = {
        person: hosting.nonces.get(person) or commitment.nonce(person).hex()
        for person in sorted(live_table.seated.values())
    }
    return table_events.CommitmentUsed(
        number=hosting.commitment_count, commitment=commitment.hash.hex(), nonces=nonces, clause="house shuffle"
    )


def draw_deck(
    live_table: LiveTable, cards: Sequence[int], cut: tuple[int, int] | None
) -> tuple[CommittedDeck, table_events.DrawCommitted]:
    """Shuffle cards by the current commitment."""
    commitment = _commitment(live_table, opens=False)
    deck = CommittedDeck(commitment, _nonces(live_table), _label(live_table, SHUFFLE), cards, cut=cut)
    return deck, _draw_event(live_table, deck.label, len(cards), cut=cut, root=deck.root.hex())


def last_deck(live_table: LiveTable, cut: tuple[int, int]) -> CommittedDeck:
    """Recreate the last full deck, with the cut that was drawn with it."""
    round_number = live_table.table.next_drawn_round()
    label = label_of(live_table.number, round_number, SHUFFLE, live_table.hosting.draws)
    return CommittedDeck(_commitment(live_table, opens=False), _nonces(live_table), label, DECK, cut=cut)


def draw_dice(live_table: LiveTable) -> tuple[CommittedThrow, table_events.DrawCommitted]:
    """Throw two dice by the current commitment, whose secret is revealed with them."""
    throw = CommittedThrow.dice(_commitment(live_table, opens=True), _nonces(live_table), _label(live_table, THROW))
    return throw, _draw_event(live_table, throw.label, 2, root=throw.terms.hex(), opened=live_table.hosting.secret)


def draw_cards(live_table: LiveTable, count: int) -> tuple[CommittedThrow, table_events.DrawCommitted]:
    """Draw different cards face up by the current commitment, whose secret is revealed with them."""
    draw = CommittedThrow.draw(
        _commitment(live_table, opens=True), _nonces(live_table), _label(live_table, DRAW), count
    )
    return draw, _draw_event(live_table, draw.label, count, root=draw.terms.hex(), opened=live_table.hosting.secret)


def next_shuffle(live_table: LiveTable) -> tuple[list[int], tuple[int, int] | None, bool]:
    """Return the cards to shuffle now, the bounds of their cut, and whether a round in play goes on."""
    table = live_table.table
    if table.is_reshuffle():
        return table.cards_to_shuffle(), None, True
    return list(DECK), table.cut_bounds(), False


def shuffle_fields(deck: CommittedDeck, cards: Sequence[int], *, again: bool) -> dict[str, Any]:
    """Return the fields of a shuffle command: the cards of a full deck, or the places of cards face down."""
    if again:
        return {"places": [cards.index(card) + 1 for card in deck.shuffled]}
    return {"cards": cards_text(deck.shuffled)}


def _commitment(live_table: LiveTable, *, opens: bool) -> Commitment:
    return Commitment(bytes.fromhex(live_table.hosting.secret), is_revealed=opens)


def _nonces(live_table: LiveTable) -> dict[str, bytes]:
    return {person: bytes.fromhex(nonce) for person, nonce in live_table.hosting.used_nonces.items()}


def _label(live_table: LiveTable, purpose: str) -> str:
    round_number = live_table.table.next_drawn_round()
    return label_of(live_table.number, round_number, purpose, live_table.hosting.draws + 1)


def _draw_event(live_table: LiveTable, label: str, count: int, **fields: Any) -> table_events.DrawCommitted:
    """Return the event that records a draw before any card or die of it is shown."""
    cut = fields.get("cut")
    return table_events.DrawCommitted(
        number=live_table.hosting.commitment_number,
        label=label,
        count=count,
        cut=list(cut) if cut else [],
        root=fields.get("root", ""),
        opened=fields.get("opened", ""),
        clause="house shuffle",
    )
