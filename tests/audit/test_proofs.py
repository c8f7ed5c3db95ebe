"""A person's proof of a hand: what he saw can be proved to anybody, what he did not see stays hidden."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import json, structs
from tests.audit.sample_room import RoomDriver

from hoyle.archive.fairness_proofs import proofs_of, sealed_files
from hoyle.audit.room_audit import audit_room
from hoyle.cli.main import cli
from hoyle.core.cards import DECK, cards_text, parse_cards
from hoyle.fairness import RoundProof, proof_text, rederive, verify
from hoyle.room.recovery import StepReader
from hoyle.storage import open_store
from hoyle.storage.models import HandIndexEntry
from hoyle.storage.store_interface import Store

POKER = ("holdem", "omaha-hilo8", "stud7-high", "draw5-high", "mambo-hilo6")


def seen_cards(store: Store, hand: HandIndexEntry, person: str) -> set[str]:
    """Every card that the entries of a hand show somebody, read from their text."""
    reader = StepReader()
    found: set[str] = set()
    for record in store.records(hand.stream, 0, hand.last_record):
        step = reader.read(record)
        if record.number >= hand.first_record:
            for entry in step.events:
                text = json.encode(entry.seen_by(person).to_dict()).decode()
                found |= set(re.findall(r'"([2-9TJQKA][cdhs])"', text))
    return found


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> RoomDriver:
    evening = RoomDriver(open_store(tmp_path_factory.mktemp("room") / "room.db"), seed=11)
    for game in (*POKER, "three-card-poker", "craps", "mini-dice"):
        evening.open(game)
    for table in evening.tables:
        for _ in range(45):
            evening.turn(table)
    return evening


def hands(room: RoomDriver) -> list[HandIndexEntry]:
    return room.store.hands()


def test_what_somebody_saw_and_nothing_else_is_opened(room: RoomDriver) -> None:
    looked = 0
    for hand in hands(room):
        for person in (*hand.people, "dot"):
            for proof in proofs_of(room.store, hand, person):
                opened = {card.card for deck in proof.decks for card in deck.openings}
                if proof.decks:
                    assert opened == seen_cards(room.store, hand, person), (hand, person)
                    looked += 1
    assert looked > 30


def test_every_proof_holds_and_the_auditor_derives_the_deck_again(room: RoomDriver) -> None:
    kinds = set()
    for hand in hands(room):
        secrets = {sealed.round: sealed for sealed in sealed_files(room.store, hand)}
        for proof in proofs_of(room.store, hand, "ann"):
            verdict = verify(proof)
            assert verdict.ok, verdict.first_failure
            if proof.decks:
                sealed = secrets[proof.round]
                parts = {label: parse_cards(text) for label, text in sealed.cards.items()}
                assert rederive(proof, bytes.fromhex(sealed.secret), parts).ok
                assert proof.secret is None
            kinds.add((hand.game, bool(proof.decks)))
    assert len({game for game, _ in kinds}) == len(POKER) + 3


def test_the_published_root_and_commitment_are_those_of_the_proof(room: RoomDriver) -> None:
    hand = next(hand for hand in hands(room) if hand.game == "holdem")
    [proof] = [proof for proof in proofs_of(room.store, hand, "ann") if proof.decks]
    noted = [proof.commitment, proof.decks[0].root, proof.nonces["ann"]]
    text = b"".join(record.payload for record in room.store.records(hand.stream, 0, hand.first_record))
    for value in noted:
        assert value.encode() in text
    assert verify(proof, noted).ok


def altered(proof: RoundProof) -> list[RoundProof]:
    """The proof with one card, salt, nonce, path, place or root changed."""
    deck = proof.decks[0]
    card = deck.openings[0]
    other = "2c" if card.card != "2c" else "3c"
    cards = [
        structs.replace(card, card=other),
        structs.replace(card, salt=_flipped(card.salt)),
        structs.replace(card, path=(_flipped(card.path[0]), *card.path[1:])),
        structs.replace(card, path=card.path[1:]),
        structs.replace(card, position=card.position % 52 + 1),
        structs.replace(card, dealt=card.dealt % 52 + 1),
    ]
    decks = [structs.replace(deck, openings=(each, *deck.openings[1:])) for each in cards]
    decks += [structs.replace(deck, root=_flipped(deck.root)), structs.replace(deck, top=_flipped(deck.top))]
    found = [structs.replace(proof, decks=(each,)) for each in decks]
    name = next(iter(proof.nonces))
    found.append(structs.replace(proof, nonces={**proof.nonces, name: _flipped(proof.nonces[name])}))
    found.append(structs.replace(proof, commitment=_flipped(proof.commitment)))
    return found


def _flipped(text: str) -> str:
    return f"{int(text[0], 16) ^ 1:x}{text[1:]}"


def test_a_single_altered_card_salt_nonce_or_path_fails(room: RoomDriver) -> None:
    hand = next(hand for hand in hands(room) if hand.game == "holdem")
    [proof] = [proof for proof in proofs_of(room.store, hand, "ann") if proof.decks]
    assert verify(proof).ok
    for wrong in altered(proof):
        assert not verify(wrong).ok


def test_verify_deal_accepts_the_file_and_refuses_an_altered_one(room: RoomDriver, tmp_path: Path) -> None:
    hand = next(hand for hand in hands(room) if hand.game == "stud7-high")
    [proof] = [proof for proof in proofs_of(room.store, hand, "bob") if proof.decks]
    file = tmp_path / "proof.json"
    file.write_text(proof_text(proof))
    assert CliRunner().invoke(cli, ["verify-deal", str(file)]).exit_code == 0
    file.write_text(proof_text(altered(proof)[0]))
    assert CliRunner().invoke(cli, ["verify-deal", str(file)]).exit_code == 1


def test_places_are_counted_from_every_cut_so_that_the_first_card_dealt_is_the_first(room: RoomDriver) -> None:
    for game in ("three-card-poker", "holdem"):
        for hand in (each for each in hands(room) if each.game == game):
            for proof in proofs_of(room.store, hand, hand.people[0]):
                for deck in proof.decks:
                    dealt = sorted(card.dealt for card in deck.openings)
                    assert dealt[0] <= len(hand.people) + 1, (game, dealt)
                    assert bool(deck.recuts) == (game == "three-card-poker"), "a house table cuts in the open"


def test_dice_are_proved_with_their_secret_opened(room: RoomDriver) -> None:
    hand = next(hand for hand in hands(room) if hand.game == "craps")
    proofs = proofs_of(room.store, hand, "cy")
    assert all(proof.secret is not None and verify(proof).ok for proof in proofs)
    assert not verify(structs.replace(proofs[0], secret=_flipped(proofs[0].secret or ""))).ok


def test_a_proof_does_not_depend_on_cards_that_its_person_did_not_see(room: RoomDriver) -> None:
    """All of a deck that leaves with a proof is its root, whose leaves are salted, and the cards opened."""
    for hand in hands(room):
        for proof in proofs_of(room.store, hand, "ann"):
            unseen = {cards_text([card]) for card in DECK} - seen_cards(room.store, hand, "ann")
            for deck in proof.decks:
                # A path names hashes, never cards; words of a place name seats.
                told: Any = [(card.card, card.where) for card in deck.openings]
                assert not unseen & set(re.findall(r"[2-9TJQKA][cdhs]", str(told)))


def draw_poker(store: Store, turns: int) -> None:
    """Eight people throw away all they may, so that the discards are shuffled again in the round."""
    evening = RoomDriver(store, seed=3)
    people = [f"guest {number}" for number in range(1, 9)]
    for person in people:
        evening.door.guest(person)
        evening.clock += 5
    sign = {**evening.sign("draw5-high"), "seats": 8}
    table = evening.ask("boss", do="open-table", game="draw5-high", sign=sign).created["table_id"]
    for seat, person in enumerate(people, 1):
        evening.ask(person, table, do="sit", seat=seat, chips=500)
    evening.desk.watch({table})
    for _ in range(turns):
        hosted = evening.desk.room.tables[table]
        wait = hosted.blocking_decision()
        if not hosted.turn.seat or wait is None:
            evening.tick()
            continue
        offered = {choice.do: choice for choice in wait.choices}
        if "draw" in offered:
            state: Any = hosted.table.state.round  # type: ignore[attr-defined]
            bounds_of_draw = offered["draw"].cards
            assert bounds_of_draw is not None
            held = state.cards[state.position_of_seat[wait.seat]][: bounds_of_draw[1]]
            evening.ask(wait.person, table, do="draw", seat=wait.seat, cards=cards_text(held))
        else:
            choice = offered.get("call") or offered.get("check") or wait.choices[0]
            least = {bounds.field: bounds.min for bounds in choice.bounds}
            evening.ask(wait.person, table, do=choice.do, **choice.fixed, **least)


def test_a_card_shuffled_again_in_the_round_is_opened_where_it_was_dealt_last(tmp_path: Path) -> None:
    place = tmp_path / "room.db"
    store = open_store(place)
    draw_poker(store, 90)
    assert audit_room(str(place)).ok
    twice = 0
    for hand in store.hands():
        [sealed] = sealed_files(store, hand)
        parts = {label: parse_cards(text) for label, text in sealed.cards.items()}
        for person in hand.people:
            for proof in proofs_of(store, hand, person):
                if not proof.decks:
                    continue
                assert rederive(proof, bytes.fromhex(sealed.secret), parts).ok
                opened = {card.card for deck in proof.decks for card in deck.openings}
                assert opened == seen_cards(store, hand, person)
                twice += len(proof.decks) > 1
    assert twice
    store.close()
