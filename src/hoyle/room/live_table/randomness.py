"""Randomness of a live table: decks, cuts and dice drawn from the published commitment.

Every draw is fixed by the sealed secret, the nonces and its label. The same state gives the same draw again,
so a process that takes over in the middle of a round draws what the one before it would have drawn.
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


def new_commitment(hosted: LiveTable, entropy: Entropy, *, opens: bool) -> table_events.SecretCommitted:
    """A new secret, and the hash that is published of it."""
    seal = Commitment(entropy(32), is_revealed=opens)
    return table_events.SecretCommitted(
        seal=hosted.hosting.seals + 1,
        opens=opens,
        secret=seal.secret.hex(),
        commitment=seal.commitment.hex(),
        clause="house shuffle",
    )


def activate_commitment(hosted: LiveTable) -> table_events.CommitmentActivated:
    """The next seal is the present one, with everybody's nonces."""
    hosting = hosted.hosting
    seal = Commitment(bytes.fromhex(hosting.next_seal), is_revealed=hosting.next_opens)
    nonces = {
        person: hosting.nonces.get(person) or seal.nonce(person).hex()
        for person in sorted(hosted.seated.values())
    }
    return table_events.CommitmentActivated(
        seal=hosting.seals, commitment=seal.commitment.hex(), nonces=nonces, clause="house shuffle"
    )


def draw_deck(
    hosted: LiveTable, cards: Sequence[int], cut: tuple[int, int] | None
) -> tuple[CommittedDeck, table_events.DrawCommitted]:
    """Cards in the order that the present seal gives them."""
    deck = CommittedDeck(_seal(hosted, opens=False), _nonces(hosted), _label(hosted, SHUFFLE), cards, cut=cut)
    return deck, _drawn(hosted, deck.label, len(cards), cut=cut, root=deck.root.hex())


def last_deck(hosted: LiveTable, cut: tuple[int, int]) -> CommittedDeck:
    """The whole deck that was drawn last, once more: its cut was drawn with it."""
    label = label_of(hosted.number, hosted.next_drawn_round(), SHUFFLE, hosted.hosting.draws)
    return CommittedDeck(_seal(hosted, opens=False), _nonces(hosted), label, DECK, cut=cut)


def draw_dice(hosted: LiveTable) -> tuple[CommittedThrow, table_events.DrawCommitted]:
    """Two dice by the present seal, which is opened with them."""
    throw = CommittedThrow.dice(_seal(hosted, opens=True), _nonces(hosted), _label(hosted, THROW))
    return throw, _drawn(hosted, throw.label, 2, root=throw.terms.hex(), opened=hosted.hosting.seal)


def draw_cards(hosted: LiveTable, count: int) -> tuple[CommittedThrow, table_events.DrawCommitted]:
    """So many different cards, face up, by the present seal, which is opened with them."""
    draw = CommittedThrow.draw(_seal(hosted, opens=True), _nonces(hosted), _label(hosted, DRAW), count)
    return draw, _drawn(hosted, draw.label, count, root=draw.terms.hex(), opened=hosted.hosting.seal)


def goes_on(hosted: LiveTable) -> bool:
    """Whether a shuffle belongs to the round being played, which goes on under the seal that it has."""
    return isinstance(hosted.table, PokerTable) and not hosted.table.is_between_rounds()


def to_shuffle(hosted: LiveTable) -> tuple[list[int], tuple[int, int] | None, bool]:
    """The cards that are shuffled now, the bounds of the cut drawn with them, and whether the round goes on
    with them under the seal that it has."""
    table = hosted.table
    if goes_on(hosted):
        assert isinstance(table, PokerTable)
        return table.cards_to_shuffle(), None, True
    return list(DECK), cut_bounds(hosted), False


def order_of(deck: CommittedDeck, cards: Sequence[int], *, again: bool) -> dict[str, Any]:
    """What the dealer says of a shuffle: a whole deck by its cards, what lies face down by its places."""
    if again:
        return {"places": [cards.index(card) + 1 for card in deck.shuffled]}
    return {"cards": cards_text(deck.shuffled)}


def cut_bounds(hosted: LiveTable) -> tuple[int, int] | None:
    """The cut that follows a shuffle between rounds; house cards come from a device, uncut."""
    table = hosted.table
    if not isinstance(table, PokerTable):
        return None
    least = max(table.book.procedures.cut.value, 1)
    return least, len(DECK) - least


def _seal(hosted: LiveTable, *, opens: bool) -> Commitment:
    return Commitment(bytes.fromhex(hosted.hosting.seal), is_revealed=opens)


def _nonces(hosted: LiveTable) -> dict[str, bytes]:
    return {person: bytes.fromhex(nonce) for person, nonce in hosted.hosting.taken.items()}


def _label(hosted: LiveTable, what: str) -> str:
    return label_of(hosted.number, hosted.next_drawn_round(), what, hosted.hosting.draws + 1)


def _drawn(hosted: LiveTable, label: str, count: int, **facts: Any) -> table_events.DrawCommitted:
    cut = facts.get("cut")
    return table_events.DrawCommitted(
        seal=hosted.hosting.present,
        label=label,
        count=count,
        cut=list(cut) if cut else [],
        root=facts.get("root", ""),
        opened=facts.get("opened", ""),
        clause="house shuffle",
    )
