"""Seals, decks and throws: fixed by secret, nonces and label, and by nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fairness.sample_rounds import LABEL, NONCES, SECRET, a_deck, a_throw

import hoyle.fairness
from hoyle.core.cards import DECK, parse_cards
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.fairness import Commitment, CommittedDeck, CommittedThrow, label_of
from hoyle.fairness.commitment import CUT, DRAW, MAX_PEOPLE, SHUFFLE, THROW
from hoyle.fairness.merkle_tree import Tree, leaf_of, merkle_top

PURE = {"__future__", "collections", "functools", "hashlib", "hmac", "msgspec", "typing"}
"""What sealed chance may be made of: no clock, no system, no generator."""


def test_there_is_no_clock_and_no_other_chance_in_it() -> None:
    folder = Path(hoyle.fairness.__file__).parent
    imported = set()
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
    own = {"hoyle.core.validation", "hoyle.core.cards", "hoyle.core.errors"}
    for name in imported - own:
        assert name.split(".")[0] in PURE or name.startswith("hoyle.fairness"), name


def test_the_same_bytes_deal_the_same_deck_after_an_interruption() -> None:
    before, after = a_deck(), a_deck()
    assert (before.cards, before.cut, before.root) == (after.cards, after.cut, after.root)
    assert sorted(before.cards) == list(DECK)


@given(st.integers(0, 255))
def test_every_bit_of_the_secret_counts(bit: int) -> None:
    other = bytearray(SECRET)
    other[bit // 8] ^= 1 << bit % 8
    deck = a_deck(bytes(other))
    assert deck.shuffled != a_deck().shuffled
    assert deck.commitment.hash != a_deck().commitment.hash


@given(st.sampled_from(sorted(NONCES)), st.integers(0, 127))
def test_every_bit_of_everybodys_nonce_counts(person: str, bit: int) -> None:
    nonce = bytearray(NONCES[person])
    nonce[bit // 8] ^= 1 << bit % 8
    deck = a_deck(nonces={**NONCES, person: bytes(nonce)})
    assert deck.shuffled != a_deck().shuffled
    assert deck.root != a_deck().root


@pytest.mark.parametrize(
    "nonces",
    [
        {},
        {name: NONCES[name] for name in ("ann", "bob")},
        {**NONCES, "dee": b"d" * 16},
        {"bob": NONCES["ann"], "ann": NONCES["bob"], "cyd": NONCES["cyd"]},
        {"anna": NONCES["ann"], "bob": NONCES["bob"], "cyd": NONCES["cyd"]},
    ],
)
def test_who_gave_which_nonce_counts(nonces: dict[str, bytes]) -> None:
    assert a_deck(nonces=nonces).shuffled != a_deck().shuffled


def test_the_order_in_which_nonces_arrive_does_not_count() -> None:
    assert a_deck(nonces=dict(reversed(NONCES.items()))).root == a_deck().root


def test_names_and_nonces_cannot_run_into_each_other() -> None:
    one = a_deck(nonces={"ann": b"x" * 17, "bob": b"y" * 16})
    other = a_deck(nonces={"annx": b"x" * 16, "bob": b"y" * 16})
    assert one.shuffled != other.shuffled


@pytest.mark.parametrize(
    "label", [label_of(7, 12, SHUFFLE, 2), label_of(7, 13, SHUFFLE), label_of(8, 12, SHUFFLE), label_of(71, 2, SHUFFLE)]
)
def test_every_label_has_a_stream_of_its_own(label: str) -> None:
    assert a_deck(label=label).shuffled != a_deck().shuffled


def test_the_order_in_which_the_house_lays_the_cards_out_does_not_count() -> None:
    assert (
        CommittedDeck(Commitment(SECRET), NONCES, LABEL, reversed(DECK)).root
        == CommittedDeck(Commitment(SECRET), NONCES, LABEL).root
    )


def test_the_cut_stays_within_the_bounds_of_the_book_and_reaches_both() -> None:
    cuts = {
        CommittedDeck(Commitment(SECRET), NONCES, label_of(7, round_, SHUFFLE), cut=(10, 13)).cut
        for round_ in range(60)
    }
    assert cuts == {10, 11, 12, 13}


def test_cuts_and_recuts_turn_the_deck_and_leave_the_root() -> None:
    plain = CommittedDeck(Commitment(SECRET), NONCES, LABEL, cut=(10, 42))
    again = CommittedDeck(Commitment(SECRET), NONCES, LABEL, cut=(10, 42), recuts=(30, 40))
    assert plain.cards == plain.shuffled[plain.cut :] + plain.shuffled[: plain.cut]
    turned = (30 + 40) % 52
    assert again.cards == plain.cards[turned:] + plain.cards[:turned]
    assert again.root == plain.root
    for deck in (plain, again):
        for opening in deck.openings(DECK):
            assert deck.cards[opening.dealt - 1] == deck.shuffled[opening.position - 1] == opening.card


@pytest.mark.parametrize("size", range(1, 53))
def test_every_card_of_every_deck_opens_at_its_place_and_nowhere_else(size: int) -> None:
    deck = CommittedDeck(Commitment(SECRET), NONCES, LABEL, DECK[:size])
    for opening in deck.openings(deck.cards):
        leaf = leaf_of(opening.salt, opening.position, opening.card)
        for place in range(size + 2):
            there = merkle_top(leaf, place, size, opening.path) == deck.top
            assert there == (place == opening.position)
        assert merkle_top(leaf, opening.position, size, (*opening.path, deck.top)) is None
        assert merkle_top(leaf, opening.position, size, opening.path[:-1]) != deck.top or size == 1


def test_a_tree_of_one_leaf_is_that_leaf() -> None:
    assert Tree([b"leaf"]).top == b"leaf"
    assert Tree([b"leaf"]).path(1) == []


def test_no_two_salts_are_alike() -> None:
    first = {opening.salt for opening in a_deck().openings(DECK)}
    other = {opening.salt for opening in a_deck(label=label_of(7, 12, SHUFFLE, 2)).openings(DECK)}
    assert len(first | other) == 104


def test_a_card_that_is_not_in_the_deck_cannot_be_opened() -> None:
    deck = CommittedDeck(Commitment(SECRET), NONCES, LABEL, parse_cards("2c 3d 4h"))
    with pytest.raises(InvalidError, match="As is not in this deck of 3 cards"):
        deck.openings(parse_cards("As"))


def test_a_seal_that_opens_hides_no_deck_and_one_that_stays_closed_proves_no_dice() -> None:
    with pytest.raises(IllegalError, match="would show every card"):
        CommittedDeck(Commitment(SECRET, is_revealed=True), NONCES, LABEL)
    with pytest.raises(IllegalError, match="proves no throw"):
        CommittedThrow.dice(Commitment(SECRET), NONCES, LABEL)
    assert Commitment(SECRET, is_revealed=True).hash != Commitment(SECRET).hash


def test_a_seal_never_shows_its_secret() -> None:
    assert SECRET.hex() not in repr(Commitment(SECRET))


def test_who_sends_no_nonce_gets_the_one_that_was_sealed() -> None:
    seal = Commitment(SECRET)
    assert seal.nonce("ann") == Commitment(SECRET).nonce("ann") != seal.nonce("bob")
    assert seal.nonce("ann") != Commitment(bytes(32)).nonce("ann")
    assert CommittedDeck(seal, {"ann": seal.nonce("ann")}, LABEL).shuffled


def test_dice_show_one_to_six() -> None:
    faces = set(a_throw(dice=100).values)
    assert faces == {1, 2, 3, 4, 5, 6}


def test_cards_for_the_button_are_different_cards() -> None:
    drawn = CommittedThrow.draw(Commitment(SECRET, is_revealed=True), NONCES, label_of(7, 0, DRAW), 10)
    assert len(set(drawn.values)) == 10
    assert parse_cards(drawn.text) == list(drawn.values)


def test_a_drawn_cut_stays_within_its_bounds() -> None:
    for number in range(1, 30):
        seal = Commitment(SECRET, is_revealed=True)
        thrown = CommittedThrow.cut(seal, NONCES, label_of(7, 1, CUT, number), least=10, most=12)
        assert thrown.values[0] in (10, 11, 12)
        assert thrown.text == str(thrown.values[0])


@pytest.mark.parametrize(
    ("nonces", "words"),
    [
        ({"ann": b"short"}, "the nonce of 'ann' has 5 bytes: 16 to 64"),
        ({"ann": b"l" * 65}, "the nonce of 'ann' has 65 bytes: 16 to 64"),
        ({"": b"a" * 16}, "a name '': at least one character"),
        ({"a\x1b[1m": b"a" * 16}, "only such as can be printed"),
        ({"\ud800": b"a" * 16}, "only such as can be printed"),
        ({"a" * 201: b"a" * 16}, "a name of 201 characters: expected at most 200"),
        ({f"p{number}": b"a" * 16 for number in range(MAX_PEOPLE + 1)}, "101 nonces: 100 at most"),
    ],
)
def test_nonces_that_are_none_are_refused(nonces: dict[str, bytes], words: str) -> None:
    with pytest.raises(InvalidError) as refused:
        a_deck(nonces=nonces)
    assert words in str(refused.value)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_has_32_bytes(length: int) -> None:
    with pytest.raises(InvalidError, match=f"a secret of {length} bytes: 32 are sealed"):
        Commitment(bytes(length))


@pytest.mark.parametrize(
    ("cards", "cut", "recuts", "words"),
    [
        ((), None, (), "no cards"),
        ((1, 1), None, (), "2d appears twice"),
        ((52,), None, (), "52 is not a card"),
        ((-1,), None, (), "an unknown card where a known one is needed"),
        (DECK, (0, 10), (), "a cut of 0 to 10 cards in a deck of 52: 1 to 51"),
        (DECK, (10, 52), (), "a cut of 10 to 52"),
        (DECK, (20, 10), (), "a cut of 20 to 10"),
        (DECK, None, (0,), "a cut of 0 to 0"),
    ],
)
def test_decks_that_cannot_be_shuffled_and_cut_so_are_refused(
    cards: tuple[int, ...], cut: tuple[int, int] | None, recuts: tuple[int, ...], words: str
) -> None:
    with pytest.raises(InvalidError) as refused:
        CommittedDeck(Commitment(SECRET), NONCES, LABEL, cards, cut=cut, recuts=recuts)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("what", "count", "least", "most", "words"),
    [
        (THROW, 0, 1, 6, "the number of dice 0: expected 1 or more"),
        (THROW, 2, 1, 7, "a die that shows 1 to 7: 1 to 6"),
        (DRAW, 53, 1, 52, "the number of cards 53: expected at most 52"),
        (DRAW, 5, 1, 40, "a draw out of 1 to 40: 1 to 52"),
        (CUT, 2, 10, 42, "the number of cuts 2: expected at most 1"),
        (CUT, 1, 10, 52, "a cut of 10 to 52"),
        (SHUFFLE, 1, 1, 6, "'shuffle' is not drawn: throw, draw or cut"),
    ],
)
def test_throws_that_no_table_makes_are_refused(what: str, count: int, least: int, most: int, words: str) -> None:
    with pytest.raises(InvalidError) as refused:
        CommittedThrow(
            Commitment(SECRET, is_revealed=True), NONCES, LABEL, what=what, count=count, least=least, most=most
        )
    assert words in str(refused.value)
