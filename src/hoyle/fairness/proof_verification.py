"""Proof verification: checks a round proof step by step, or rederives every deck from the secret.

`verify` is for any holder of a proof and needs no secret; `rederive` is for the auditor, who has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from hoyle.core.cards import DECK, card_text, parse_card
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.core.validation import abbreviate
from hoyle.fairness.commitment import SHUFFLE, Commitment, draw_context_hash, label_of
from hoyle.fairness.committed_draws import CommittedDeck, CommittedThrow, dealt_place
from hoyle.fairness.merkle_tree import deck_root, leaf_of, merkle_top
from hoyle.fairness.round_proof import DeckProof, OpenedCard, RoundProof, ThrowProof, nonces_of


class Check(NamedTuple):
    """Outcome of one check of a fairness proof."""

    what: str
    """Part of the proof that was checked: ``root``, ``cut``, ``secret``, or the card or throw itself."""
    good: bool
    message: str
    """Finding, to be read after `what`."""


class VerificationResult(NamedTuple):
    """Results of all checks of a fairness proof, in order."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return all(check.good for check in self.checks)

    @property
    def first_failure(self) -> Check | None:
        """First check of the proof that failed, or None."""
        return next((check for check in self.checks if not check.good), None)


def verify(proof: RoundProof, noted: Iterable[str] = ()) -> VerificationResult:
    """Verify a round proof; `noted` has hashes that its person wrote down before the deal, in hexadecimal.

    A consistent proof could still have been made up as a whole afterwards. It was not if its commitment and
    root are those that were published before the deal.
    """
    checks = [_check_labels(proof), _check_own_nonce(proof), *(_check_noted(proof, value) for value in noted)]
    for deck in proof.decks:
        checks += _deck_checks(proof, deck)
    if proof.throws:
        checks += _throw_checks(proof)
    return VerificationResult(tuple(checks))


def rederive(
    proof: RoundProof, secret: bytes, cards: Mapping[str, Iterable[int]] | None = None, noted: Iterable[str] = ()
) -> VerificationResult:
    """Verify a round proof and derive every deck of it again from the secret.

    `cards` has, by label, the cards of each shuffle that was not of the whole deck.
    """
    checks = list(verify(proof, noted).checks)
    if proof.throws:
        is_same = proof.secret is not None and bytes.fromhex(proof.secret) == secret
        message = "is the one in the proof" if is_same else "is not the one in the proof"
        return VerificationResult((*checks, Check("secret", is_same, message)))
    commitment = Commitment(secret)
    secret_check = _check_secret(proof, commitment.hash)
    checks.append(secret_check)
    derived = [person for person, nonce in proof.nonces.items() if commitment.nonce(person).hex() == nonce]
    if secret_check.good and derived:
        message = f"for {', '.join(derived)}: fixed with the secret, not chosen"
        checks.append(Check("nonces of the house", True, message))
    for deck in proof.decks:
        checks.append(_check_rederived_deck(proof, deck, commitment, (cards or {}).get(deck.label)))
    return VerificationResult(tuple(checks))


def _check_secret(proof: RoundProof, secret_hash: bytes) -> Check:
    """Check that the hash of a secret is the commitment of the proof."""
    matches = secret_hash.hex() == proof.commitment
    message = "is the one that was sealed" if matches else "is not the one whose commitment was published"
    return Check("secret", matches, message)


def _check_labels(proof: RoundProof) -> Check:
    """Check that no draw was left out, repeated or taken from elsewhere, by its label."""
    draws = [(deck.label, SHUFFLE) for deck in proof.decks]
    draws += [(throw.label, throw.what) for throw in proof.throws]
    counts: Counter[str] = Counter()
    for label, kind in draws:
        counts[kind] += 1
        expected = label_of(proof.table, proof.round, kind, counts[kind])
        if label != expected:
            return Check("labels", False, f"{label!r} stands where {expected!r} belongs")
    ranges = [f"{kind} 1" if count == 1 else f"{kind} 1 to {count}" for kind, count in counts.items()]
    return Check("labels", True, f"table {proof.table} round {proof.round}: {', '.join(ranges)}")


def _check_own_nonce(proof: RoundProof) -> Check:
    """Report whether the person contributed a nonce; a proof is valid either way."""
    count = len(proof.nonces)
    if proof.person in proof.nonces:
        return Check("nonces", True, f"{proof.person}'s is among them, with {count - 1} of others")
    return Check("nonces", True, f"{count}, none of {proof.person}, who had no part in the shuffle")


def _check_noted(proof: RoundProof, value: str) -> Check:
    """Check that a hash which the person wrote down before the deal is in the proof."""
    hashes = {proof.commitment: "the commitment"}
    if proof.person in proof.nonces:
        hashes[proof.nonces[proof.person]] = f"{proof.person}'s nonce"
    hashes |= {deck.root: f"the root of {deck.label}" for deck in proof.decks}
    hashes |= {throw.terms: f"the terms of {throw.label}" for throw in proof.throws}
    match = hashes.get(value.strip().lower())
    if match is None:
        message = f"{abbreviate(value)} is neither commitment, root, terms nor {proof.person}'s nonce here"
        return Check("noted", False, message)
    return Check("noted", True, f"{value.strip()[:16]}... is {match}")


def _deck_checks(proof: RoundProof, deck: DeckProof) -> Iterator[Check]:
    """Yield the checks of one shuffle: its root, its cut and every opened card."""
    cut = deck.cut
    least, most, count = (cut.least, cut.most, cut.count) if cut is not None else (0, 0, 0)
    terms = draw_context_hash(
        deck.label, bytes.fromhex(proof.commitment), nonces_of(proof), count=deck.cards, least=least, most=most
    )
    if deck_root(terms, count, bytes.fromhex(deck.top)).hex() == deck.root:
        yield Check("root", True, f"fixes the commitment, every nonce, the cut and all {deck.cards} cards")
    else:
        message = "does not come of this label, this commitment, these nonces and this deck"
        yield Check("root", False, message)
    if cut is not None:
        is_within = least <= count <= most < deck.cards
        yield Check("cut", is_within, f"{count} cards, {'within' if is_within else 'not within'} {least} to {most}")
    total_cut = count + sum(deck.recuts)
    for opened in deck.openings:
        yield _check_opening(deck, opened, total_cut)
    yield from _check_duplicates("card", [opened.card for opened in deck.openings])
    yield from _check_duplicates("place", [str(opened.position) for opened in deck.openings])


def _check_duplicates(noun: str, opened: list[str]) -> Iterator[Check]:
    """Yield a failed check for each card, or each place, that a deck's proof opens more than once."""
    for value, times in Counter(opened).items():
        if times > 1:
            yield Check("once", False, f"the {noun} {value} is opened {times} times")


def _check_opening(deck: DeckProof, opened: OpenedCard, total_cut: int) -> Check:
    """Check that a card lay where the proof says, in the deck whose root was published."""
    leaf = leaf_of(bytes.fromhex(opened.salt), opened.position, parse_card(opened.card))
    top = merkle_top(leaf, opened.position, deck.cards, [bytes.fromhex(step) for step in opened.path])
    if top is None or top.hex() != deck.top:
        message = f"was not card {opened.position} of the deck that was sealed"
        return Check(opened.card, False, f"{message} ({opened.where})")
    place = dealt_place(opened.position, deck.cards, total_cut)
    if place != opened.dealt:
        message = f"was card {place} off the deck after the cut, not {opened.dealt}"
        return Check(opened.card, False, f"{message} ({opened.where})")
    return Check(opened.card, True, f"was card {opened.dealt} off the deck ({opened.where})")


def _throw_checks(proof: RoundProof) -> Iterator[Check]:
    """Yield the checks of a proof's secret and of every open draw made from it."""
    if proof.secret is None:
        yield Check("secret", False, "is not opened yet: a throw is proved by nothing else")
        return
    commitment = Commitment(bytes.fromhex(proof.secret), is_revealed=True)
    yield _check_secret(proof, commitment.hash)
    for throw in proof.throws:
        yield _check_throw(proof, throw, commitment)


def _check_throw(proof: RoundProof, throw: ThrowProof, commitment: Commitment) -> Check:
    """Check that an open draw repeated from the secret gives the values of the proof."""
    try:
        redrawn = CommittedThrow(
            commitment,
            nonces_of(proof),
            throw.label,
            what=throw.what,
            count=throw.count,
            least=throw.least,
            most=throw.most,
        )
    except HoyleError as error:
        return Check(throw.what, False, str(error))
    if redrawn.terms.hex() != throw.terms:
        message = "are not those of this label, this commitment and these nonces"
        return Check("terms", False, f"{message} ({throw.label})")
    if redrawn.text != throw.came:
        return Check(throw.what, False, f"{throw.came} is written, {redrawn.text} came ({throw.label})")
    return Check(throw.what, True, f"{throw.came} came of secret, nonces and label alone ({throw.label})")


def _check_rederived_deck(
    proof: RoundProof, deck: DeckProof, commitment: Commitment, cards: Iterable[int] | None
) -> Check:
    """Check that the deck derived from the secret is the one of the proof."""
    if cards is None and deck.cards < len(DECK):
        raise InvalidError(f"{deck.label}: a shuffle of {deck.cards} cards, which only the sealed file names")
    cut = deck.cut
    try:
        redrawn = CommittedDeck(
            commitment,
            nonces_of(proof),
            deck.label,
            DECK if cards is None else cards,
            cut=None if cut is None else (cut.least, cut.most),
            recuts=deck.recuts,
        )
    except HoyleError as error:
        return Check("deck", False, f"cannot be shuffled so: {error}")
    if len(redrawn.cards) != deck.cards:
        return Check("deck", False, f"{deck.cards} cards in the proof, {len(redrawn.cards)} under seal")
    if cut is not None and cut.count != redrawn.cut:
        return Check("deck", False, f"the cut was {redrawn.cut}, not {cut.count}")
    for opened in deck.openings:
        in_deck = opened.position <= len(redrawn.shuffled)
        card = card_text(redrawn.shuffled[opened.position - 1]) if in_deck else "nothing"
        if card != opened.card:
            return Check("deck", False, f"{card} lay at place {opened.position}, not {opened.card}")
    if redrawn.root.hex() != deck.root:
        return Check("deck", False, "another root comes of the secret and the nonces")
    return Check("deck", True, f"all {deck.cards} cards follow from secret, nonces and label ({deck.label})")
