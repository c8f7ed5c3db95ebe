"""`hoyle verify-deal` as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.commands import answer, answer_json, hoyle, refusal
from tests.fairness.sample_rounds import SECRET, a_deck, deck_proof, throw_proof, two_decks

from hoyle.fairness import auditor_secret, proof_text


@pytest.fixture
def proof(tmp_path: Path) -> str:
    return written(tmp_path / "proof.json", proof_text(deck_proof()))


@pytest.fixture
def sealed(tmp_path: Path) -> str:
    return written(tmp_path / "sealed.json", proof_text(auditor_secret(7, 12, two_decks())))


def written(file: Path, text: str) -> str:
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_proof_that_holds_is_called_proven(proof: str) -> None:
    said = answer("verify-deal", proof)
    assert "Table 7 round 12, for ann" in said
    assert "Proven: the 8 cards opened here were in the deck when its root was made" in said
    assert deck_proof().commitment in said
    assert deck_proof().decks[0].root in said


def test_what_was_noted_need_not_be_compared_again(proof: str) -> None:
    shown = deck_proof()
    noted = [shown.commitment, *(deck.root for deck in shown.decks)]
    said = answer("verify-deal", proof, *(word for value in noted for word in ("--noted", value)))
    assert "is the commitment" in said
    assert "Compare" not in said


def test_the_auditor_derives_every_shuffle_again(proof: str, sealed: str) -> None:
    said = answer("verify-deal", proof, "--sealed", sealed)
    assert "all 52 cards follow from secret, nonces and label (table 7 round 12 shuffle 1)" in said
    assert "all 13 cards follow from secret, nonces and label (table 7 round 12 shuffle 2)" in said
    assert "Proven: every card of every shuffle follows" in said


def test_a_secret_alone_is_enough_for_whole_decks(tmp_path: Path, proof: str) -> None:
    data = json.loads(Path(proof).read_text("utf-8"))
    del data["decks"][1]
    whole = written(tmp_path / "whole.json", json.dumps(data))
    assert "Proven: every card" in answer("verify-deal", whole, "--secret", SECRET.hex())
    assert "which only the sealed file names" in refusal("verify-deal", proof, "--secret", SECRET.hex())
    wrong = hoyle("verify-deal", whole, "--secret", "00" * 32)
    assert wrong.exit_code == 1
    assert "NOT PROVEN: secret is not the one" in wrong.stdout


def test_an_altered_card_is_named_and_the_exit_code_is_1(tmp_path: Path, proof: str) -> None:
    data = json.loads(Path(proof).read_text("utf-8"))
    card = data["decks"][0]["openings"][0]
    card["card"] = "As" if card["card"] != "As" else "Ks"
    result = hoyle("verify-deal", written(tmp_path / "altered.json", json.dumps(data)))
    assert result.exit_code == 1
    assert f"NOT PROVEN: {card['card']} was not card" in result.stdout
    assert "Proven:" not in result.stdout


def test_dice_are_proved_by_their_opened_seal(tmp_path: Path) -> None:
    said = answer("verify-deal", written(tmp_path / "dice.json", proof_text(throw_proof())))
    assert "Proven: what came follows from secret, nonces and label alone" in said


def test_checks_as_json(proof: str) -> None:
    said = answer_json("verify-deal", proof)
    assert said["good"] is True
    assert said["checks"][0] == {"what": "labels", "good": True, "message": "table 7 round 12: shuffle 1 to 2"}


def test_a_proof_may_come_through_a_pipe() -> None:
    result = hoyle("verify-deal", "-", text=proof_text(deck_proof()))
    assert result.exit_code == 0
    refused = hoyle("verify-deal", "-", text="{")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("hoyle: standard input: ")


def test_bad_input_is_one_line(tmp_path: Path, proof: str, sealed: str) -> None:
    assert "No such file" in refusal("verify-deal", str(tmp_path / "nowhere.json"))
    assert "Is a directory" in refusal("verify-deal", str(tmp_path))
    assert "exclude each other" in refusal("verify-deal", proof, "--secret", "00", "--sealed", sealed)
    assert "expected 64 hexadecimal digits, got 2 characters" in refusal("verify-deal", proof, "--secret", "00")
    assert "expected 64 hexadecimal digits, got 64 characters" in refusal("verify-deal", proof, "--secret", "zz" * 32)
    assert "invalid enum value 'hoyle sealed 1'" in refusal("verify-deal", sealed)
    assert "invalid enum value 'hoyle proof 1'" in refusal("verify-deal", proof, "--sealed", proof)
    other = written(tmp_path / "other.json", proof_text(auditor_secret(7, 13, [a_deck()])))
    assert "sealed for table 7 round 13, the proof is of table 7 round 12" in refusal(
        "verify-deal", proof, "--sealed", other
    )


def test_the_help_says_what_is_proved_and_what_is_not() -> None:
    said = answer("verify-deal", "--help")
    assert "Proved:" in said
    assert "Not proved by the file alone:" in said
    assert "docs/fair-deal.md" in said
