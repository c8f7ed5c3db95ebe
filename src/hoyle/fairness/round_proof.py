"""Round proof: the JSON file by which one player, or an auditor, proves the draws of a round.

A proof opens exactly the cards that its person legitimately saw, so it can be kept, shown and checked by
anybody. Bytes are written as lower-case hexadecimal, cards as ``Ah``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from hoyle.core.cards import DECK, card_text, cards_text, check_distinct, parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import MAX_CARDS_TEXT_LENGTH, MAX_CHIPS, MAX_TEXT_LENGTH
from hoyle.core.validation_messages import explain_error
from hoyle.fairness.commitment import Commitment, canonical_nonces, name_bytes
from hoyle.fairness.committed_draws import CommittedDeck, CommittedThrow

MAX_BYTES: Final = 1_000_000
"""Of a file that is read."""

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
NonceText = Annotated[str, Meta(pattern=r"\A([0-9a-f]{2}){16,64}\Z")]
CardName = Annotated[str, Meta(pattern=r"\A[2-9TJQKA][cdhs]\Z")]
Text = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT_LENGTH)]
Number = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
Place = Annotated[int, Meta(ge=1, le=len(DECK))]


class OpenedCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card that the person saw, and what ties it to the deck's root."""

    card: CardName
    position: Place
    dealt: Place
    where: Text
    """For people: ``seat 3``, ``board``. Not proved."""
    salt: Hash
    path: Annotated[tuple[Hash, ...], Meta(max_length=6)]


class CutProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The cut, and the bounds it was drawn in."""

    least: Place
    most: Place
    count: Place


class DeckProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One shuffle of the round, and the cards of it that the person saw."""

    label: Text
    cards: Place
    """How many were shuffled."""
    top: Hash
    root: Hash
    cut: CutProof | None = None
    recuts: Annotated[tuple[Place, ...], Meta(max_length=len(DECK))] = ()
    openings: Annotated[tuple[OpenedCard, ...], Meta(max_length=len(DECK))] = ()


class ThrowProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One draw that everybody saw."""

    label: Text
    what: Literal["throw", "draw", "cut"]
    count: Annotated[int, Meta(ge=1, le=100)]
    least: Place
    most: Place
    terms: Hash
    came: Text
    """``3 5``, ``Ah Kd``, ``23``."""


class RoundProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one person can prove about one round: its decks, or throws with the seal opened."""

    format: Literal["hoyle proof 1"]
    table: Number
    round: Number
    person: Text
    commitment: Hash
    nonces: dict[str, NonceText]
    decks: Annotated[tuple[DeckProof, ...], Meta(max_length=100)] = ()
    throws: Annotated[tuple[ThrowProof, ...], Meta(max_length=1_000)] = ()
    secret: Hash | None = None
    """Of a seal that opens, once it is opened."""


class AuditorSecret(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the audit log keeps under seal of one round: enough to derive all of it again."""

    format: Literal["hoyle sealed 1"]
    table: Number
    round: Number
    secret: Hash
    cards: dict[str, Annotated[str, Meta(max_length=MAX_CARDS_TEXT_LENGTH)]] = {}
    """By label: the cards of a shuffle that was not of the whole deck, in any order."""


def proof_of_decks(
    table: int, round_: int, person: str, decks: Sequence[tuple[CommittedDeck, Mapping[int, str]]]
) -> RoundProof:
    """The proof for somebody who saw these cards of each deck, and where they lay.

    What was seen is said deck by deck: a card that came to the person after a reshuffle may have been
    somebody's hidden discard before it.
    """
    seal, nonces = _shared([deck for deck, _ in decks])
    return RoundProof(
        format="hoyle proof 1",
        table=table,
        round=round_,
        person=person,
        commitment=seal.commitment.hex(),
        nonces={name: nonce.hex() for name, nonce in nonces.items()},
        decks=tuple(_deck_proof(deck, seen) for deck, seen in decks),
    )


def proof_of_throws(
    table: int, round_: int, person: str, throws: Sequence[CommittedThrow], *, opened: bool = True
) -> RoundProof:
    """The proof of throws under one seal; not `opened` while another throw under it is to come."""
    seal, nonces = _shared(throws)
    return RoundProof(
        format="hoyle proof 1",
        table=table,
        round=round_,
        person=person,
        commitment=seal.commitment.hex(),
        nonces={name: nonce.hex() for name, nonce in nonces.items()},
        throws=tuple(
            ThrowProof(
                label=throw.label,
                what=throw.what,  # type: ignore[arg-type]  # checked when it was thrown
                count=throw.count,
                least=throw.least,
                most=throw.most,
                terms=throw.terms.hex(),
                came=throw.text,
            )
            for throw in throws
        ),
        secret=seal.secret.hex() if opened else None,
    )


def auditor_secret(table: int, round_: int, decks: Sequence[CommittedDeck]) -> AuditorSecret:
    """What the audit log keeps of a round's decks."""
    seal, _ = _shared(decks)
    part = {deck.label: cards_text(sorted(deck.cards)) for deck in decks if len(deck.cards) < len(DECK)}
    return AuditorSecret(
        format="hoyle sealed 1", table=table, round=round_, secret=seal.secret.hex(), cards=part
    )


def proof_text(proof: RoundProof | AuditorSecret) -> str:
    """The file, for people to keep."""
    return msgspec.json.format(msgspec.json.encode(proof), indent=1).decode() + "\n"


def read_proof(text: bytes | str, source: str = "the proof") -> RoundProof:
    """A proof out of its file; what is not one is refused, what is wrong in one is for `verify` to say."""
    proof = _read(text, RoundProof, source)
    try:
        for words in (proof.person, *(card.where for deck in proof.decks for card in deck.openings)):
            name_bytes(words)
        for words in (*(deck.label for deck in proof.decks), *(throw.label for throw in proof.throws)):
            name_bytes(words, "a label")
        for throw in proof.throws:
            name_bytes(throw.came, "what came")
        canonical_nonces(nonces_of(proof))
    except InvalidError as error:
        raise InvalidError(f"{source}: {error}") from None
    if bool(proof.decks) == bool(proof.throws):
        raise InvalidError(f"{source}: a proof is of decks or of throws, one of the two")
    if proof.decks and proof.secret is not None:
        raise InvalidError(f"{source}: has the secret of a seal over cards, which no person is given")
    return proof


def read_auditor_secret(text: bytes | str, source: str = "the sealed file") -> AuditorSecret:
    """What the audit log kept, out of its file."""
    sealed = _read(text, AuditorSecret, source)
    for label, cards in sealed.cards.items():
        try:
            check_distinct(parse_cards(cards))
        except InvalidError as error:
            raise InvalidError(f"{source}: cards of {label!r}: {error}") from None
    return sealed


def nonces_of(proof: RoundProof) -> dict[str, bytes]:
    """The nonces as bytes."""
    return {person: bytes.fromhex(nonce) for person, nonce in proof.nonces.items()}


Made = TypeVar("Made", RoundProof, AuditorSecret)


def _read(text: bytes | str, kind: type[Made], source: str) -> Made:
    if len(text) > MAX_BYTES:
        raise InvalidError(f"{source}: {len(text):,} bytes, {MAX_BYTES:,} at most")
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidError(f"{source}: not JSON: {error}") from None
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise InvalidError(f"{source}: {explain_error(error, data)}") from None


def _shared(drawn: Sequence[CommittedDeck] | Sequence[CommittedThrow]) -> tuple[Commitment, dict[str, bytes]]:
    """The one seal and the nonces of all that was drawn."""
    if not drawn:
        raise InvalidError("nothing was drawn: a proof needs a deck or a throw")
    first = drawn[0]
    for other in drawn:
        if other.seal.commitment != first.seal.commitment or other.nonces != first.nonces:
            raise IllegalError(
                f"{other.label} was drawn under another seal or other nonces than {first.label}",
                legal="one proof for each seal",
            )
    return first.seal, first.nonces


def _deck_proof(deck: CommittedDeck, seen: Mapping[int, str]) -> DeckProof:
    bounds = deck.bounds
    return DeckProof(
        label=deck.label,
        cards=len(deck.cards),
        top=deck.top.hex(),
        root=deck.root.hex(),
        cut=None if bounds is None else CutProof(least=bounds[0], most=bounds[1], count=deck.cut),
        recuts=deck.recuts,
        openings=tuple(
            OpenedCard(
                card=card_text(opening.card),
                position=opening.position,
                dealt=opening.dealt,
                where=seen[opening.card],
                salt=opening.salt.hex(),
                path=tuple(step.hex() for step in opening.path),
            )
            for opening in deck.openings(seen)
        ),
    )
