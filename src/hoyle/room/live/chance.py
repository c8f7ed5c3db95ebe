"""How the house dealer comes by cards and dice: under a seal whose hash was out before anybody's nonce.

Every draw is fixed by the sealed secret, the nonces and its label. The same state gives the same draw again,
so a process that takes over in the middle of a round draws what the one before it would have drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.cards import DECK, cards_text
from hoyle.room.fair.deals import SealedDeck, SealedThrow
from hoyle.room.fair.seal import DRAW, SHUFFLE, THROW, Seal, label_of
from hoyle.room.live import matters
from hoyle.room.live.answers import Entropy
from hoyle.room.live.hosted import HostedTable
from hoyle.table.poker.table import Table as PokerTable


def sealed(hosted: HostedTable, entropy: Entropy, *, opens: bool) -> matters.Sealed:
    """A new secret, and the hash that is published of it."""
    seal = Seal(entropy(32), opens=opens)
    return matters.Sealed(
        seal=hosted.hosting.seals + 1,
        opens=opens,
        secret=seal.secret.hex(),
        commitment=seal.commitment.hex(),
        clause="house shuffle",
    )


def taken(hosted: HostedTable) -> matters.SealTaken:
    """The next seal is the present one, with everybody's nonces."""
    hosting = hosted.hosting
    seal = Seal(bytes.fromhex(hosting.next_seal), opens=hosting.next_opens)
    nonces = {
        person: hosting.nonces.get(person) or seal.nonce(person).hex()
        for person in sorted(hosted.seated.values())
    }
    return matters.SealTaken(
        seal=hosting.seals, commitment=seal.commitment.hex(), nonces=nonces, clause="house shuffle"
    )


def sealed_deck(
    hosted: HostedTable, cards: Sequence[int], cut: tuple[int, int] | None
) -> tuple[SealedDeck, matters.DrawnBySeal]:
    """Cards in the order that the present seal gives them."""
    deck = SealedDeck(_seal(hosted, opens=False), _nonces(hosted), _label(hosted, SHUFFLE), cards, cut=cut)
    return deck, _drawn(hosted, deck.label, len(cards), cut=cut, root=deck.root.hex())


def last_deck(hosted: HostedTable, cut: tuple[int, int]) -> SealedDeck:
    """The whole deck that was drawn last, once more: its cut was drawn with it."""
    label = label_of(hosted.number, hosted.drawn_for(), SHUFFLE, hosted.hosting.draws)
    return SealedDeck(_seal(hosted, opens=False), _nonces(hosted), label, DECK, cut=cut)


def sealed_dice(hosted: HostedTable) -> tuple[SealedThrow, matters.DrawnBySeal]:
    """Two dice by the present seal, which is opened with them."""
    throw = SealedThrow.dice(_seal(hosted, opens=True), _nonces(hosted), _label(hosted, THROW))
    return throw, _drawn(hosted, throw.label, 2, root=throw.terms.hex(), opened=hosted.hosting.seal)


def sealed_draw(hosted: HostedTable, count: int) -> tuple[SealedThrow, matters.DrawnBySeal]:
    """So many different cards, face up, by the present seal, which is opened with them."""
    draw = SealedThrow.draw(_seal(hosted, opens=True), _nonces(hosted), _label(hosted, DRAW), count)
    return draw, _drawn(hosted, draw.label, count, root=draw.terms.hex(), opened=hosted.hosting.seal)


def goes_on(hosted: HostedTable) -> bool:
    """Whether a shuffle belongs to the round being played, which goes on under the seal that it has."""
    return isinstance(hosted.table, PokerTable) and not hosted.table.quiet()


def to_shuffle(hosted: HostedTable) -> tuple[list[int], tuple[int, int] | None, bool]:
    """The cards that are shuffled now, the bounds of the cut drawn with them, and whether the round goes on
    with them under the seal that it has."""
    table = hosted.table
    if goes_on(hosted):
        assert isinstance(table, PokerTable)
        return table.cards_to_shuffle(), None, True
    return list(DECK), cut_bounds(hosted), False


def order_of(deck: SealedDeck, cards: Sequence[int], *, again: bool) -> dict[str, Any]:
    """What the dealer says of a shuffle: a whole deck by its cards, what lies face down by its places."""
    if again:
        return {"places": [cards.index(card) + 1 for card in deck.shuffled]}
    return {"cards": cards_text(deck.shuffled)}


def cut_bounds(hosted: HostedTable) -> tuple[int, int] | None:
    """The cut that follows a shuffle between rounds; house cards come from a device, uncut."""
    table = hosted.table
    if not isinstance(table, PokerTable):
        return None
    least = max(table.book.procedures.cut.value, 1)
    return least, len(DECK) - least


def _seal(hosted: HostedTable, *, opens: bool) -> Seal:
    return Seal(bytes.fromhex(hosted.hosting.seal), opens=opens)


def _nonces(hosted: HostedTable) -> dict[str, bytes]:
    return {person: bytes.fromhex(nonce) for person, nonce in hosted.hosting.taken.items()}


def _label(hosted: HostedTable, what: str) -> str:
    return label_of(hosted.number, hosted.drawn_for(), what, hosted.hosting.draws + 1)


def _drawn(hosted: HostedTable, label: str, count: int, **facts: Any) -> matters.DrawnBySeal:
    cut = facts.get("cut")
    return matters.DrawnBySeal(
        seal=hosted.hosting.present,
        label=label,
        count=count,
        cut=list(cut) if cut else [],
        root=facts.get("root", ""),
        opened=facts.get("opened", ""),
        clause="house shuffle",
    )
