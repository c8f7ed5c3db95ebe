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
from hoyle.table.poker.table import PokerTable


def new_commitment(hosted: LiveTable, entropy: Entropy, *, opens: bool) -> table_events.CommitmentPublished:
    """Draw a new secret and return the event that publishes its hash."""
    seal = Commitment(entropy(32), is_revealed=opens)
    return table_events.CommitmentPublished(
        number=hosted.hosting.commitment_count + 1,
        opens=opens,
        secret=seal.secret.hex(),
        commitment=seal.commitment.hex(),
        clause="house shuffle",
    )


def activate_commitment(hosted: LiveTable) -> table_events.CommitmentUsed:
    """Make the next commitment the current one, with a nonce for every player."""
    hosting = hosted.hosting
    seal = Commitment(bytes.fromhex(hosting.next_secret), is_revealed=hosting.next_opens)
    nonces = {
        person: hosting.nonces.get(person) or seal.nonce(person).hex()
        for person in sorted(hosted.seated.values())
    }
    return table_events.CommitmentUsed(
        number=hosting.commitment_count,
        commitment=seal.commitment.hex(),
        nonces=nonces,
        clause="house shuffle",
    )


def draw_deck(
    hosted: LiveTable, cards: Sequence[int], cut: tuple[int, int] | None
) -> tuple[CommittedDeck, table_events.DrawCommitted]:
    """Shuffle cards by the current commitment."""
    commitment = _commitment(hosted, opens=False)
    deck = CommittedDeck(commitment, _nonces(hosted), _label(hosted, SHUFFLE), cards, cut=cut)
    return deck, _draw_event(hosted, deck.label, len(cards), cut=cut, root=deck.root.hex())


def last_deck(hosted: LiveTable, cut: tuple[int, int]) -> CommittedDeck:
    """Recreate the last full deck, with the cut that was drawn with it."""
    label = label_of(hosted.number, hosted.next_drawn_round(), SHUFFLE, hosted.hosting.draws)
    return CommittedDeck(_commitment(hosted, opens=False), _nonces(hosted), label, DECK, cut=cut)


def draw_dice(hosted: LiveTable) -> tuple[CommittedThrow, table_events.DrawCommitted]:
    """Throw two dice by the current commitment, whose secret is revealed with them."""
    throw = CommittedThrow.dice(_commitment(hosted, opens=True), _nonces(hosted), _label(hosted, THROW))
    return throw, _draw_event(hosted, throw.label, 2, root=throw.terms.hex(), opened=hosted.hosting.secret)


def draw_cards(hosted: LiveTable, count: int) -> tuple[CommittedThrow, table_events.DrawCommitted]:
    """Draw different cards face up by the current commitment, whose secret is revealed with them."""
    draw = CommittedThrow.draw(_commitment(hosted, opens=True), _nonces(hosted), _label(hosted, DRAW), count)
    return draw, _draw_event(hosted, draw.label, count, root=draw.terms.hex(), opened=hosted.hosting.secret)


def goes_on(hosted: LiveTable) -> bool:
    """Whether a shuffle now belongs to a round in play, which keeps its commitment."""
    return isinstance(hosted.table, PokerTable) and not hosted.table.is_between_rounds()


def to_shuffle(hosted: LiveTable) -> tuple[list[int], tuple[int, int] | None, bool]:
    """Return the cards to shuffle now, the bounds of their cut, and whether a round in play goes on with
    them."""
    table = hosted.table
    if goes_on(hosted):
        assert isinstance(table, PokerTable)
        return table.cards_to_shuffle(), None, True
    return list(DECK), cut_bounds(hosted), False


def order_of(deck: CommittedDeck, cards: Sequence[int], *, again: bool) -> dict[str, Any]:
    """Return the fields of a shuffle command: the cards of a full deck, or the places of cards face down."""
    if again:
        return {"places": [cards.index(card) + 1 for card in deck.shuffled]}
    return {"cards": cards_text(deck.shuffled)}


def cut_bounds(hosted: LiveTable) -> tuple[int, int] | None:
    """Return the bounds of the cut after a shuffle between rounds; house cards come from a device, uncut."""
    table = hosted.table
    if not isinstance(table, PokerTable):
        return None
    least = max(table.book.procedures.cut.value, 1)
    return least, len(DECK) - least


def _commitment(hosted: LiveTable, *, opens: bool) -> Commitment:
    return Commitment(bytes.fromhex(hosted.hosting.secret), is_revealed=opens)


def _nonces(hosted: LiveTable) -> dict[str, bytes]:
    return {person: bytes.fromhex(nonce) for person, nonce in hosted.hosting.used_nonces.items()}


def _label(hosted: LiveTable, what: str) -> str:
    return label_of(hosted.number, hosted.next_drawn_round(), what, hosted.hosting.draws + 1)


def _draw_event(hosted: LiveTable, label: str, count: int, **facts: Any) -> table_events.DrawCommitted:
    cut = facts.get("cut")
    return table_events.DrawCommitted(
        number=hosted.hosting.commitment_number,
        label=label,
        count=count,
        cut=list(cut) if cut else [],
        root=facts.get("root", ""),
        opened=facts.get("opened", ""),
        clause="house shuffle",
    )
