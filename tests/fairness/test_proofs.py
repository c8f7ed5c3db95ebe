"""Proofs: they hold as given, show nothing else, and no bit of them can be changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fairness.sample_rounds import (
    LABEL,
    NONCES,
    SECRET,
    a_deck,
    a_throw,
    deck_proof,
    seen,
    throw_proof,
    two_decks,
)

from hoyle.core.cards import DECK, card_text, parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.fairness import (
    Commitment,
    CommittedDeck,
    VerificationResult,
    auditor_secret,
    label_of,
    proof_of_decks,
    proof_of_throws,
    proof_text,
    read_auditor_secret,
    read_proof,
    rederive,
    verify,
)
from hoyle.fairness.commitment import SHUFFLE, draw_context_hash
from hoyle.fairness.committed_draws import dealt_place
from hoyle.fairness.merkle_tree import Tree, deck_root, leaf_of, salts_of
from hoyle.fairness.round_proof import CutProof, DeckProof, OpenedCard, RoundProof

DECKS = proof_text(deck_proof())
THROWS = proof_text(throw_proof())
PART = {label_of(7, 12, SHUFFLE, 2): two_decks()[1].cards}


def first_failure(verdict: VerificationResult) -> str:
    assert verdict.first_failure is not None
    return f"{verdict.first_failure.what} {verdict.first_failure.message}"


def changed(text: str, *way: str | int, to: Any) -> str:
    """The file with one value of it changed."""
    data = json.loads(text)
    inner = data
    for step in way[:-1]:
        inner = inner[step]
    assert inner[way[-1]] != to
    inner[way[-1]] = to
    return json.dumps(data)


def test_what_was_dealt_is_proved() -> None:
    for text in (DECKS, THROWS):
        assert proof_text(read_proof(text)) == text
        assert verify(read_proof(text)).ok
    assert rederive(read_proof(DECKS), SECRET, PART).ok
    assert rederive(read_proof(THROWS), SECRET).ok


def test_a_proof_shows_the_cards_that_were_seen_and_no_other_salt_and_no_secret() -> None:
    first, second = two_decks()
    shown = {card["card"] for deck in json.loads(DECKS)["decks"] for card in deck["openings"]}
    assert shown == {card_text(card) for card in seen(first)} | {card_text(second.cards[4])}
    for opening in (*first.openings(DECK), *second.openings(second.cards)):
        opened = opening.card in seen(first) if opening in first.openings(DECK) else opening.card == second.cards[4]
        assert (opening.salt.hex() in DECKS) == opened
    assert SECRET.hex() not in DECKS


def test_a_card_of_the_reshuffle_stays_hidden_in_the_deck_it_was_thrown_away_from() -> None:
    first, second = two_decks()
    card = second.cards[4]
    assert card in first.cards
    assert card_text(card) not in {opened.card for opened in deck_proof().decks[0].openings}


def test_the_wrong_secret_is_named() -> None:
    assert "secret is not the one" in first_failure(rederive(read_proof(DECKS), bytes(32), PART))
    assert "secret is not the one" in first_failure(rederive(read_proof(THROWS), bytes(32)))


def test_the_auditor_sees_which_nonces_are_the_houses() -> None:
    seal = Commitment(SECRET)
    deck = CommittedDeck(seal, {"ann": b"a" * 16, "bot": seal.nonce("bot")}, LABEL)
    verdict = rederive(proof_of_decks(7, 12, "ann", [(deck, {})]), SECRET)
    assert verdict.ok
    assert ("nonces of the house", True, "for bot: fixed with the secret, not chosen") in verdict.checks


def test_a_deck_that_does_not_follow_from_the_secret_is_found_by_the_auditor_alone() -> None:
    """A house that shuffled as it liked makes a proof that holds in itself."""
    other = a_deck(bytes(32))
    forged = proof_of_decks(7, 12, "ann", [(other, seen(other))])
    assert verify(forged).ok
    assert "not the one whose commitment" in first_failure(rederive(forged, SECRET))
    assert not verify(forged, noted=[Commitment(SECRET).hash.hex()]).ok


def forged(order: list[int], *, cut: int, opened: int) -> RoundProof:
    """A proof by a house that seals, and then lays and cuts the deck as it likes; one card is opened."""
    seal = Commitment(SECRET)
    terms = draw_context_hash(LABEL, seal.hash, NONCES, count=52, least=10, most=42)
    salts = salts_of(SECRET, terms, 52)
    tree = Tree([leaf_of(salts[at], at + 1, card) for at, card in enumerate(order)])
    place = order.index(opened) + 1
    deck = DeckProof(
        label=LABEL,
        cards=52,
        top=tree.top.hex(),
        root=deck_root(terms, cut, tree.top).hex(),
        cut=CutProof(least=10, most=42, count=cut),
        openings=(
            OpenedCard(
                card=card_text(opened),
                position=place,
                dealt=dealt_place(place, 52, cut),
                where="seat 1",
                salt=salts[place - 1].hex(),
                path=tuple(step.hex() for step in tree.path(place)),
            ),
        ),
    )
    nonces = {person: nonce.hex() for person, nonce in NONCES.items()}
    return RoundProof(
        format="hoyle proof 1",
        table=7,
        round=12,
        person="ann",
        commitment=seal.hash.hex(),
        nonces=nonces,
        decks=(deck,),
    )


def test_a_house_that_deals_as_it_likes_is_found_by_the_auditor() -> None:
    fair = a_deck()
    seen_card = fair.cards[0]
    assert rederive(forged(fair.shuffled, cut=fair.cut, opened=seen_card), SECRET).ok

    hidden = list(fair.shuffled)
    one, other = fair.shuffled.index(fair.cards[5]), fair.shuffled.index(fair.cards[6])
    hidden[one], hidden[other] = hidden[other], hidden[one]
    shown = list(fair.shuffled)
    mine = fair.shuffled.index(seen_card)
    shown[mine], shown[other] = shown[other], shown[mine]
    deeper = fair.cut + 1 if fair.cut < 42 else 10
    for order, cut, words in (
        (hidden, fair.cut, "another root comes of the secret"),
        (shown, fair.cut, "lay at place"),
        (fair.shuffled, deeper, f"the cut was {fair.cut}, not {deeper}"),
    ):
        proof = forged(order, cut=cut, opened=seen_card)
        assert verify(proof).ok
        assert words in first_failure(rederive(proof, SECRET))


@pytest.mark.parametrize("cut", [9, 43])
def test_a_cut_that_the_book_forbids_is_found_by_everybody(cut: int) -> None:
    proof = forged(a_deck().shuffled, cut=cut, opened=a_deck().cards[0])
    assert f"cut {cut} cards, not within 10 to 42" in first_failure(verify(proof))


def test_cards_under_seal_must_be_those_of_the_proof() -> None:
    label = label_of(7, 12, SHUFFLE, 2)
    with pytest.raises(InvalidError, match="a shuffle of 13 cards, which only the sealed file names"):
        rederive(read_proof(DECKS), SECRET)
    assert "13 cards in the proof, 12 under seal" in first_failure(
        rederive(read_proof(DECKS), SECRET, {label: PART[label][:12]})
    )
    other = [card for card in DECK if card not in PART[label]][:13]
    assert "lay at place" in first_failure(rederive(read_proof(DECKS), SECRET, {label: other}))


def test_what_was_noted_before_the_deal_must_be_in_the_proof() -> None:
    proof = deck_proof()
    mine = [proof.commitment, proof.decks[0].root.upper(), f" {proof.decks[1].root} ", NONCES["ann"].hex()]
    assert verify(proof, noted=mine).ok
    for other in ("", "00" * 32, NONCES["bob"].hex(), proof.decks[0].top):
        assert "is neither commitment, root, terms nor ann's nonce" in first_failure(
            verify(proof, noted=[*mine, other])
        )


def test_who_gave_no_nonce_is_told_so() -> None:
    deck = a_deck()
    verdict = verify(proof_of_decks(7, 12, "dee", [(deck, {})]))
    assert verdict.ok
    assert verdict.checks[1].message == "3, none of dee, who had no part in the shuffle"


def test_recuts_are_reckoned_with() -> None:
    deck = CommittedDeck(Commitment(SECRET), NONCES, LABEL, cut=(10, 42), recuts=(5,))
    proof = proof_of_decks(7, 12, "ann", [(deck, {deck.cards[0]: "seat 1"})])
    assert proof.decks[0].openings[0].dealt == 1
    assert rederive(read_proof(proof_text(proof)), SECRET).ok
    assert "not 1" in first_failure(verify(read_proof(changed(proof_text(proof), "decks", 0, "recuts", to=[6]))))


@pytest.mark.parametrize(
    ("way", "to", "words"),
    [
        (("table",), 8, "labels 'table 7 round 12 shuffle 1' stands where 'table 8 round 12 shuffle 1' belongs"),
        (("round",), 13, "labels"),
        (("decks", 0, "label"), "table 7 round 12 shuffle 3", "labels"),
        (("commitment",), "00" * 32, "root does not come of"),
        (("nonces", "bob"), "00" * 32, "root does not come of"),
        (("nonces", "dee"), "00" * 32, "root does not come of"),
        (("decks", 0, "root"), "00" * 32, "root does not come of"),
        (("decks", 0, "top"), "00" * 32, "root does not come of"),
        (("decks", 0, "cards"), 51, "root does not come of"),
        (("decks", 0, "cut", "least"), 9, "root does not come of"),
        (("decks", 0, "cut", "count"), 43, "root does not come of"),
        (("decks", 0, "recuts"), [1], "off the deck after the cut, not"),
        (("decks", 0, "openings", 0, "dealt"), 2, "was card 1 off the deck after the cut, not 2"),
        (("decks", 0, "openings", 0, "salt"), "00" * 32, "of the deck that was sealed (seat 1)"),
        (("decks", 0, "openings", 0, "path", 3), "00" * 32, "of the deck that was sealed (seat 1)"),
        (("decks", 0, "openings", 0, "path"), [], "of the deck that was sealed (seat 1)"),
        (("decks", 1, "openings", 0, "position"), 52, "of the deck that was sealed"),
    ],
)
def test_what_was_altered_is_named(way: tuple[str | int, ...], to: Any, words: str) -> None:
    data = json.loads(DECKS)
    if way[-1] in ("dee", "recuts"):
        (data["nonces"] if way[-1] == "dee" else data["decks"][0]).setdefault(way[-1], None)
    assert words in first_failure(verify(read_proof(changed(json.dumps(data), *way, to=to))))


@given(st.sampled_from(range(7)), st.sampled_from(DECK))
def test_no_other_card_passes_for_the_one_that_was_dealt(place: int, card: int) -> None:
    text = card_text(card)
    if json.loads(DECKS)["decks"][0]["openings"][place]["card"] != text:
        altered = changed(DECKS, "decks", 0, "openings", place, "card", to=text)
        assert f"{text} was not card" in first_failure(verify(read_proof(altered)))


def test_a_card_opened_twice_is_named() -> None:
    data = json.loads(DECKS)
    data["decks"][0]["openings"].append(data["decks"][0]["openings"][0])
    assert "is opened 2 times" in first_failure(verify(read_proof(json.dumps(data))))


def test_a_reshuffle_left_out_is_named_when_it_is_the_first() -> None:
    data = json.loads(DECKS)
    del data["decks"][0]
    assert "labels" in first_failure(verify(read_proof(json.dumps(data))))


@pytest.mark.parametrize(
    ("way", "to", "words"),
    [
        (("secret",), "00" * 32, "secret is not the one"),
        (("commitment",), "00" * 32, "secret is not the one"),
        (("nonces", "ann"), "00" * 32, "terms are not those of this label"),
        (("throws", 1, "terms"), "00" * 32, "terms are not those of this label"),
        (("throws", 0, "came"), "6 6", "6 6 is written"),
        (("throws", 0, "count"), 3, "terms are not those of this label"),
        (("throws", 0, "most"), 5, "a die that shows 1 to 5"),
        (("throws", 0, "what"), "draw", "labels"),
        (("throws", 1, "label"), "table 7 round 12 throw 1", "labels"),
        (("secret",), None, "is not opened yet"),
    ],
)
def test_a_throw_that_was_altered_is_named(way: tuple[str | int, ...], to: Any, words: str) -> None:
    assert words in first_failure(verify(read_proof(changed(THROWS, *way, to=to))))


def test_throws_are_proved_only_once_the_seal_is_open() -> None:
    proof = proof_of_throws(7, 12, "ann", [a_throw()], opened=False)
    assert SECRET.hex() not in proof_text(proof)
    assert "is not opened yet" in first_failure(verify(proof))


WORDS_OF_THE_ROOM = ("person", "where")
"""Fields that nothing fixes; all others are fixed, to the last bit."""


def spans(text: str) -> list[int]:
    """Every byte of the file that is not white space between values, nor words of the room."""
    found: list[int] = []
    at = 0
    for line in text.encode().splitlines(keepends=True):
        if not any(line.strip().startswith(f'"{field}"'.encode()) for field in WORDS_OF_THE_ROOM):
            found += [at + within for within, byte in enumerate(line) if byte not in b" \n"]
        at += len(line)
    return found


@pytest.mark.parametrize("text", [DECKS, THROWS], ids=["decks", "throws"])
@given(data=st.data())
def test_any_flipped_bit_is_found(text: str, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from(spans(text)))
    flipped = bytearray(text.encode())
    flipped[at] ^= 1 << data.draw(st.integers(0, 7))
    try:
        proof = read_proof(bytes(flipped))
    except InvalidError:
        return
    assert not verify(proof).ok


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_what_is_no_proof_is_refused_in_words(content: bytes) -> None:
    for read in (read_proof, read_auditor_secret):
        with pytest.raises(InvalidError):
            read(content, "a file")


@pytest.mark.parametrize(
    ("way", "to", "words"),
    [
        (("format",), "hoyle proof 2", "a file: format: invalid enum value 'hoyle proof 2'"),
        (("person",), "", "person '': expected text of at least 1 character"),
        (("person",), "a\x1b[31m", "only such as can be printed"),
        (("decks", 0, "openings", 0, "where"), "a\nb", "only such as can be printed"),
        (("nonces", "ann"), "00", "matching regex"),
        (("nonces", "ann"), "AA" * 16, "matching regex"),
        (("commitment",), "00" * 31, "matching regex"),
        (("decks",), [], "a proof is of decks or of throws"),
        (("secret",), SECRET.hex(), "has the secret of a seal over cards, which no person is given"),
        (("colour",), "red", "a file: colour is not known here"),
        (("decks", 0, "cards"), 53, "decks[0].cards 53: expected at most 52"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(way: tuple[str | int, ...], to: Any, words: str) -> None:
    data = json.loads(DECKS)
    data.setdefault("secret", None)
    data.setdefault("colour", None) if way == ("colour",) else None
    with pytest.raises(InvalidError) as refused:
        read_proof(changed(json.dumps(data), *way, to=to), "a file")
    assert words in str(refused.value)


def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(InvalidError, match="1,000,001 bytes, 1,000,000 at most"):
        read_proof(b" " * 1_000_001)


def test_what_is_kept_under_seal_names_the_cards_of_a_reshuffle_only() -> None:
    first, second = two_decks()
    sealed = read_auditor_secret(proof_text(auditor_secret(7, 12, [first, second])))
    assert sealed.secret == SECRET.hex()
    assert {label: parse_cards(cards) for label, cards in sealed.cards.items()} == {second.label: sorted(second.cards)}
    with pytest.raises(InvalidError, match="Ah appears twice"):
        read_auditor_secret(json.dumps({**json.loads(proof_text(sealed)), "cards": {"x": "Ah Ah"}}))


def test_one_proof_is_of_one_seal() -> None:
    with pytest.raises(IllegalError, match="under another seal or other nonces"):
        proof_of_decks(7, 12, "ann", [(a_deck(), {}), (a_deck(bytes(32)), {})])
    with pytest.raises(IllegalError, match="under another seal or other nonces"):
        auditor_secret(7, 12, [a_deck(), a_deck(nonces={})])
    with pytest.raises(InvalidError, match="nothing was drawn"):
        proof_of_decks(7, 12, "ann", [])
