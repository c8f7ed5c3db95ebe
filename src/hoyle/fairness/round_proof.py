"""Round proof: the JSON file by which one player, or an auditor, proves the draws of a round.

A proof opens exactly the cards that its person legitimately saw, so that anyone may keep, see and check it.
Bytes are written as lower-case hexadecimal, cards as ``Ah``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from hoyle.core.cards import DECK, card_text, cards_text, check_distinct, parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.core.validation import MAX_CARDS_TEXT_LENGTH, MAX_CHIPS, MAX_LINE_LENGTH, explain_error
from hoyle.fairness.commitment import Commitment, canonical_nonces, name_bytes
from hoyle.fairness.committed_draws import CommittedDeck, CommittedThrow

MAX_BYTES: Final = 1_000_000
"""Largest file that is read."""

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
NonceText = Annotated[str, Meta(pattern=r"\A([0-9a-f]{2}){16,64}\Z")]
CardName = Annotated[str, Meta(pattern=r"\A[2-9TJQKA][cdhs]\Z")]
Text = Annotated[str, Meta(min_length=1, max_length=MAX_LINE_LENGTH)]
Number = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
Place = Annotated[int, Meta(ge=1, le=len(DECK))]


class OpenedCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Card that a proof's person saw, with its salt and Merkle path."""

    card: CardName
    position: Place
    dealt: Place
    where: Text
    """Description for people: ``seat 3``, ``board``. Not proved."""
    salt: Hash
    path: Annotated[tuple[Hash, ...], Meta(max_length=6)]


class CutProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cut of a committed deck, and the bounds it was drawn in."""

    least: Place
    most: Place
    count: Place


class DeckProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Proof of one shuffle of a round, with the cards that the person saw."""

    label: Text
    cards: Place
    """Number of cards shuffled."""
    top: Hash
    root: Hash
    cut: CutProof | None = None
    recuts: Annotated[tuple[Place, ...], Meta(max_length=len(DECK))] = ()
    openings: Annotated[tuple[OpenedCard, ...], Meta(max_length=len(DECK))] = ()


class ThrowProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Proof of one open draw: dice, cards for the button, or a cut."""

    label: Text
    what: Literal["throw", "draw", "cut"]
    count: Annotated[int, Meta(ge=1, le=100)]
    least: Place
    most: Place
    terms: Hash
    came: Text
    """Values drawn: ``3 5``, ``Ah Kd``, ``23``."""


class RoundProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Proof of one round for one person: its decks, or its throws with the revealed secret."""

    format: Literal["hoyle proof 1"]
    table: Number
    round: Number
    person: Text
    commitment: Hash
    nonces: dict[str, NonceText]
    decks: Annotated[tuple[DeckProof, ...], Meta(max_length=100)] = ()
    throws: Annotated[tuple[ThrowProof, ...], Meta(max_length=1_000)] = ()
    secret: Hash | None = None
    """Revealed secret of the throws."""


class AuditorSecret(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Secret of one round for an auditor, from which every deck can be derived again."""

    format: Literal["hoyle sealed 1"]
    table: Number
    round: Number
    secret: Hash
    cards: dict[str, Annotated[str, Meta(max_length=MAX_CARDS_TEXT_LENGTH)]] = {}
    """Cards of each shuffle that was not of the whole deck, by label, in any order."""


def proof_of_decks(
    table: int, round_: int, person: str, decks: Sequence[tuple[CommittedDeck, Mapping[int, str]]]
) -> RoundProof:
    """Build the proof of a round's decks for a person who saw these cards, with where they lay.

    Cards are given deck by deck: one that came to the person after a reshuffle may have been another player's
    hidden discard before it.
    """
    commitment, nonces = _shared_commitment([deck for deck, _ in decks])
    return RoundProof(
        format="hoyle proof 1",
        table=table,
        round=round_,
        person=person,
        commitment=commitment.hash.hex(),
        nonces={name: nonce.hex() for name, nonce in nonces.items()},
        decks=tuple(_deck_proof(deck, seen_cards) for deck, seen_cards in decks),
    )


def proof_of_throws(
    table: int, round_: int, person: str, throws: Sequence[CommittedThrow], *, opened: bool = True
) -> RoundProof:
    """Build the proof of throws under one commitment; not `opened` while more throws are to come."""
    commitment, nonces = _shared_commitment(throws)
    return RoundProof(
        format="hoyle proof 1",
        table=table,
        round=round_,
        person=person,
        commitment=commitment.hash.hex(),
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
        secret=commitment.secret.hex() if opened else None,
    )


def auditor_secret(table: int, round_: int, decks: Sequence[CommittedDeck]) -> AuditorSecret:
    """Build the auditor's secret file of a round's decks."""
    commitment, _ = _shared_commitment(decks)
    partial_decks = [deck for deck in decks if len(deck.cards) < len(DECK)]
    return AuditorSecret(
        format="hoyle sealed 1",
        table=table,
        round=round_,
        secret=commitment.secret.hex(),
        cards={deck.label: cards_text(sorted(deck.cards)) for deck in partial_decks},
    )


def proof_text(proof: RoundProof | AuditorSecret) -> str:
    """Encode a round proof as the text of its file."""
    return msgspec.json.format(msgspec.json.encode(proof), indent=1).decode() + "\n"


def read_proof(text: bytes | str, source: str = "the proof") -> RoundProof:
    """Read a round proof file; refuse malformed ones, and leave wrong contents to `verify`."""
    proof = _read(text, RoundProof, source)
    try:
        for name in (proof.person, *(card.where for deck in proof.decks for card in deck.openings)):
            name_bytes(name)
        for label in (*(deck.label for deck in proof.decks), *(throw.label for throw in proof.throws)):
            name_bytes(label, "a label")
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
    """Read the file of an auditor's secret."""
    auditor_file = _read(text, AuditorSecret, source)
    for label, cards in auditor_file.cards.items():
        try:
            check_distinct(parse_cards(cards))
        except InvalidError as error:
            raise InvalidError(f"{source}: cards of {label!r}: {error}") from None
    return auditor_file


def nonces_of(proof: RoundProof) -> dict[str, bytes]:
    """Return the players' nonces in a round proof as bytes."""
    return {person: bytes.fromhex(nonce) for person, nonce in proof.nonces.items()}


ProofFile = TypeVar("ProofFile", RoundProof, AuditorSecret)


def _read(text: bytes | str, file_type: type[ProofFile], source: str) -> ProofFile:
    """Decode the JSON of a proof file; refuse one that is too large or malformed."""
    if len(text) > MAX_BYTES:
        raise InvalidError(f"{source}: {len(text):,} bytes, {MAX_BYTES:,} at most")
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidError(f"{source}: not JSON: {error}") from None
    try:
        return msgspec.convert(data, file_type)
    except msgspec.ValidationError as error:
        raise InvalidError(f"{source}: {explain_error(error, data)}") from None


def _shared_commitment(
    draws: Sequence[CommittedDeck] | Sequence[CommittedThrow],
) -> tuple[Commitment, dict[str, bytes]]:
    """Return the commitment and nonces that all draws share; refuse draws with different ones."""
    if not draws:
        raise InvalidError("nothing was drawn: a proof needs a deck or a throw")
    first = draws[0]
    for draw in draws:
        if draw.commitment.hash != first.commitment.hash or draw.nonces != first.nonces:
            raise IllegalError(
                f"{draw.label} was drawn under another seal or other nonces than {first.label}",
                legal="one proof for each seal",
            )
    return first.commitment, first.nonces


def _deck_proof(deck: CommittedDeck, seen_cards: Mapping[int, str]) -> DeckProof:
    """Build the proof of one shuffle that opens the seen cards, which map to where they lay."""
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
                where=seen_cards[opening.card],
                salt=opening.salt.hex(),
                path=tuple(step.hex() for step in opening.path),
            )
            for opening in deck.openings(seen_cards)
        ),
    )
