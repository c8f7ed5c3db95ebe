"""The deal checked a second time by somebody who has read docs/fair-deal.md and nothing else.

Nothing of hoyle is used to check; only at the end is hoyle held against the same examples.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.core.cards import cards_text
from hoyle.fairness import Commitment, CommittedDeck, proof_of_decks, proof_text, read_proof, rederive, verify

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-deal.md"
SORTED = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@pytest.fixture(scope="module")
def examples() -> list[Any]:
    """The deck worked out, ann's proof, and the dice."""
    found = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOCUMENT.read_text("utf-8"), re.S)]
    assert len(found) == 3
    return found


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def tag(name: str) -> bytes:
    return b"hoyle fair 1 " + name.encode("ascii") + b"\x00"


def u16(number: int) -> bytes:
    return bytes([number // 256, number % 256])


def text(words: str) -> bytes:
    return u16(len(words.encode("utf-8"))) + words.encode("utf-8")


def terms(label: str, commitment: str, nonces: dict[str, str], count: int, least: int, most: int) -> bytes:
    people = sorted(nonces, key=lambda name: name.encode("utf-8"))
    listed = u16(len(people))
    for name in people:
        nonce = bytes.fromhex(nonces[name])
        listed += text(name) + u16(len(nonce)) + nonce
    return sha(tag("terms"), text(label), bytes.fromhex(commitment), listed, u16(count), u16(least), u16(most))


def stream(secret: bytes, drawn: bytes) -> Iterator[int]:
    key = mac(secret, tag("stream"), drawn)
    block = 0
    while True:
        yield from mac(key, block.to_bytes(4, "big"))
        block += 1


def below(n: int, source: Iterator[int]) -> int:
    bits = math.ceil(math.log2(n))
    while True:
        number = 0
        for _ in range(math.ceil(bits / 8)):
            number = number * 256 + next(source)
        number %= 1 << bits
        if number < n:
            return number


def shuffle(count: int, source: Iterator[int]) -> list[str]:
    cards = SORTED[:count]
    for last in range(count - 1, 0, -1):
        other = below(last + 1, source)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def leaf(salt: bytes, place: int, card: str) -> bytes:
    return sha(tag("leaf"), salt, u16(place), card.encode("ascii"))


def tree_top(leaves: list[bytes]) -> bytes:
    """By halves: as many leaves on the left as the largest power of two below their number."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha(tag("node"), tree_top(leaves[:half]), tree_top(leaves[half:]))


def climbed(start: bytes, place: int, count: int, path: list[str]) -> bytes:
    steps = [bytes.fromhex(step) for step in path]
    at = place - 1
    while count > 1:
        if at % 2 == 1:
            start = sha(tag("node"), steps.pop(0), start)
        elif at + 1 < count:
            start = sha(tag("node"), start, steps.pop(0))
        at, count = at // 2, (count + 1) // 2
    assert not steps
    return start


def test_the_worked_example_comes_out_step_by_step(examples: list[Any]) -> None:
    told = examples[0]
    secret = bytes.fromhex(told["secret"])
    assert sha(tag("seal hidden"), secret).hex() == told["commitment"]
    assert mac(secret, tag("nonce"), text("zoë")).hex() == told["nonces"]["zoë"]
    drawn = terms(told["label"], told["commitment"], told["nonces"], 52, 10, 42)
    assert drawn.hex() == told["terms"]
    key = mac(secret, tag("stream"), drawn)
    assert key.hex() == told["stream key"]
    assert mac(key, bytes(4)).hex() == told["first block"]
    source = stream(secret, drawn)
    cards = shuffle(52, source)
    assert "".join(cards) == told["shuffled"]
    cut = 10 + below(42 - 10 + 1, source)
    assert cut == told["cut"]
    assert "".join(cards[cut:] + cards[:cut]) == told["dealt"]
    salt_key = mac(secret, tag("salts"), drawn)
    salts = [mac(salt_key, u16(place)) for place in range(1, 53)]
    leaves = [leaf(salt, place, card) for place, salt, card in zip(range(1, 53), salts, cards, strict=True)]
    assert (salts[0].hex(), leaves[0].hex()) == (told["salt 1"], told["leaf 1"])
    assert tree_top(leaves).hex() == told["top"]
    assert sha(tag("root"), drawn, u16(cut), tree_top(leaves)).hex() == told["root"]


def check_without_the_secret(proof: Any) -> None:
    """What a browser would do with a proof of decks."""
    for number, deck in enumerate(proof["decks"], 1):
        assert deck["label"] == f"table {proof['table']} round {proof['round']} shuffle {number}"
        cut = deck.get("cut", {"least": 0, "most": 0, "count": 0})
        drawn = terms(deck["label"], proof["commitment"], proof["nonces"], deck["cards"], cut["least"], cut["most"])
        assert sha(tag("root"), drawn, u16(cut["count"]), bytes.fromhex(deck["top"])).hex() == deck["root"]
        assert cut["least"] <= cut["count"] <= cut["most"]
        turned = cut["count"] + sum(deck.get("recuts", []))
        for opened in deck["openings"]:
            begun = leaf(bytes.fromhex(opened["salt"]), opened["position"], opened["card"])
            assert climbed(begun, opened["position"], deck["cards"], opened["path"]).hex() == deck["top"]
            assert opened["dealt"] == (opened["position"] - 1 - turned) % deck["cards"] + 1
        for field in ("card", "position"):
            values = [opened[field] for opened in deck["openings"]]
            assert len(values) == len(set(values))


def test_anns_proof_holds_by_the_document_alone(examples: list[Any]) -> None:
    check_without_the_secret(examples[1])
    assert examples[1]["decks"][0]["root"] == examples[0]["root"]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 13, 31, 32, 33, 51, 52])
def test_proofs_of_decks_of_any_size_hold_by_the_document_alone(size: int) -> None:
    nonces = {"ann": b"a" * 16, "𝕫": b"z" * 64, "ｚ": b"y" * 33}
    deck = CommittedDeck(
        Commitment(bytes(range(32))), nonces, "table 1 round 2 shuffle 1", range(size), recuts=(1,) if size > 1 else ()
    )
    proof = proof_of_decks(1, 2, "ann", [(deck, dict.fromkeys(deck.cards, "seen"))])
    check_without_the_secret(json.loads(proof_text(proof)))
    source = stream(bytes(range(32)), terms(deck.label, proof.commitment, proof.nonces, size, 0, 0))
    assert " ".join(shuffle(size, source)) == cards_text(deck.shuffled)


def test_the_dice_come_out_by_the_document_alone(examples: list[Any]) -> None:
    proof = examples[2]
    secret = bytes.fromhex(proof["secret"])
    assert sha(tag("seal opened"), secret).hex() == proof["commitment"]
    for number, throw in enumerate(proof["throws"], 1):
        assert throw["label"] == f"table {proof['table']} round {proof['round']} throw {number}"
        drawn = terms(
            throw["label"], proof["commitment"], proof["nonces"], throw["count"], throw["least"], throw["most"]
        )
        assert drawn.hex() == throw["terms"]
        source = stream(secret, drawn)
        assert " ".join(str(1 + below(6, source)) for _ in range(throw["count"])) == throw["came"]


def test_hoyle_says_the_same_of_the_examples(examples: list[Any]) -> None:
    told, deck, dice = examples
    assert rederive(read_proof(json.dumps(deck)), bytes.fromhex(told["secret"])).ok
    assert verify(read_proof(json.dumps(deck)), noted=[told["root"], told["commitment"]]).ok
    assert verify(read_proof(json.dumps(dice))).ok
