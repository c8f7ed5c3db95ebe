"""A state is encoded by the attributes that it has, and restored from them."""

from __future__ import annotations

import pytest

from hoyle.core.cards import parse_cards
from hoyle.core.errors import HoyleError
from hoyle.core.state_codec import StateCodec, attribute_names


class Part:
    def __init__(self) -> None:
        self.chips = 5

    def to_dict(self) -> dict[str, int]:
        return {"chips": self.chips}


class State:
    def __init__(self) -> None:
        self.pot = 0
        self.note = ""
        self.board: list[int] = []
        self.deck: list[int] = []
        self.bets: list[list[int]] = [[1], [2]]
        self.parts = {"a": Part()}
        self.cache: object = None


CODEC = StateCodec(
    State(), cards=("board",), known_cards=("deck",), optional=("note",), skip=("cache",), keys={"pot": "middle"}
)


def test_fields_are_the_attributes_in_order_and_optional_ones_come_last() -> None:
    assert attribute_names(State()) == ("pot", "note", "board", "deck", "bets", "parts", "cache")
    state = State()
    assert list(CODEC.encode(state)) == ["middle", "board", "deck", "bets", "parts"]
    state.note = "seen"
    assert list(CODEC.encode(state))[-1] == "note"


def test_plain_data_shares_nothing_with_the_state_and_spells_cards() -> None:
    state = State()
    state.board = parse_cards("Ah ??", unknown=True)
    data = CODEC.encode(state)
    assert data["board"] == "Ah ??"
    assert data["parts"] == {"a": {"chips": 5}}
    data["bets"][0].append(9)
    assert state.bets == [[1], [2]]


def test_a_state_is_restored_from_its_data() -> None:
    state = State()
    state.pot, state.note, state.board = 7, "seen", parse_cards("Ah Kd")
    again = State()
    CODEC.restore(again, CODEC.encode(state), parts=state.parts)
    assert vars(again) == vars(state)
    fresh = State()
    CODEC.restore(fresh, {**CODEC.encode(State()), "parts": {}})
    assert fresh.note == ""


def test_a_card_that_must_be_known_may_not_be_unknown() -> None:
    with pytest.raises(HoyleError):
        CODEC.restore(State(), {**CODEC.encode(State()), "deck": "??"})
    with pytest.raises(KeyError):
        CODEC.restore(State(), {"middle": 1})
