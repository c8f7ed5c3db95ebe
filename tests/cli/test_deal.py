"""`hoyle deal` as people use it."""

from __future__ import annotations

import json
import re

import pytest
from tests.cli.commands import answer, refusal

from hoyle.core.cards import DECK, card_text
from hoyle.rulebooks import clause_catalogue
from hoyle.table.presets.house_game_presets import GAMES as HOUSE_GAMES


def test_a_hand_is_told_call_by_call_with_clauses_in_a_column() -> None:
    text = answer("deal", "omaha-hilo8", "--book", "oneida", "--players", "6", "--seed", "115")
    lines = text.splitlines()
    assert lines[0].startswith("By oneida: Oneida Nation")
    clauses = [line.index("oneida XI.") for line in lines[1:] if "oneida XI." in line]
    assert len(set(clauses)) == 1
    assert max(len(line) for line in lines) <= 110
    assert not any(line.endswith(" ") for line in lines)
    assert "The odd chip goes to seat 4 by card: A♥ over A♦." in text
    assert "Seat 4  240 → 277  +37" in lines


def test_the_same_seed_tells_the_same_hand_and_another_seed_another() -> None:
    one = answer("deal", "holdem", "--seed", "5")
    assert one == answer("deal", "holdem", "--seed", "5")
    assert one != answer("deal", "holdem", "--seed", "6")


def test_the_dice_come_to_rest_when_nobody_has_chips_left() -> None:
    text = answer("deal", "craps", "--stacks", "5", "--seed", "1", "--rolls", "1000")
    assert text.rstrip().endswith("Seat 3  5 → 0  -5")


def test_nobody_is_dealt_in_who_cannot_make_the_least_wager() -> None:
    assert "--stacks 3 is too small: the minimum wager is 5" in refusal("deal", "three-card-poker", "--stacks", "3")


def test_a_hand_dealt_by_chance_names_its_seed() -> None:
    text = answer("deal", "stud5-high", "--bots", "random", "--players", "3")
    found = re.search(r"Seed (\d+)\.", text)
    assert found is not None
    assert answer("deal", "stud5-high", "--bots", "random", "--players", "3", "--seed", found[1]) == text


def test_books_give_the_same_odd_chip_to_different_players() -> None:
    def winner(book: str) -> str:
        text = answer("deal", "omaha-hilo8", "--book", book, "--seed", "115")
        found = re.search(r"odd chip goes to (seat \d)", text)
        assert found is not None
        return found[1]

    assert winner("oneida") == winner("nj-19-47") == "seat 4"
    assert winner("ca-omaha") == "seat 3"


def test_stakes_stacks_and_structure_can_be_set() -> None:
    text = answer(
        *("deal", "holdem", "--players", "3", "--structure", "no-limit", "--limits", "1/2"),
        *("--stacks", "40,30,20", "--bots", "caller", "--seed", "1"),
    )
    assert "Hold'em, no-limit, blinds 1/2: three players, seat 1 has the button." in text
    assert "Seat 3 posts the big blind, 2." in text
    assert re.search(r"^Seat 1  40 →", text, re.M)


def test_the_json_form_carries_every_event_with_its_clause() -> None:
    record = json.loads(answer("deal", "stud7-hilo8", "--players", "4", "--seed", "2", "--json"))
    assert record["game"] == "stud7-hilo8"
    assert record["book"] == "oneida"
    assert record["seed"] == 2
    assert record["events"][0]["event"] == "opened"
    assert sorted(record["events"][0]["deck"]) == sorted(card_text(card) for card in DECK)
    assert record["events"][-1]["event"] == "round-ended"
    for event in record["events"] + record["calls"]:
        assert clause_catalogue.resolve_citation(event["clause"]).book == "oneida"
    assert sum(record["stacks"]) == sum(record["finishing_stacks"])

    def chips(*names: str) -> int:
        return sum(event["chips"] for event in record["events"] if event["event"] in names)

    assert chips("awarded") == chips("posted", "called", "bet") - chips("returned")


def test_the_json_form_names_in_words_what_the_engine_numbers() -> None:
    record = json.loads(answer("deal", "stud7-hilo8", "--players", "4", "--seed", "2", "--json"))
    turns = {event["awaiting"] for event in record["events"] if event["event"] == "turn"}
    assert turns == {"forced bet", "action"}
    shares = {event["share"] for event in record["events"] if event["event"] == "awarded"}
    assert shares
    assert shares <= {"high", "low", "odd"}


def test_an_opener_with_a_poor_hand_bets_where_he_may_not_fold() -> None:
    # In this hand the player with the best cards showing has to open (oneida XI.M.8) and would rather fold.
    assert "first to act" in answer("deal", "stud5-high", "--book", "oneida", "--seed", "5")


@pytest.mark.parametrize("command", ["deal", "play", "simulate"])
def test_the_help_names_the_games(command: str) -> None:
    text = " ".join(answer(command, "--help").split()).replace("- ", "-")
    assert "Games: holdem, omaha-high," in text
    assert "badugi" in text
    assert "Against the house: three-card-poker, four-card-poker, mississippi-stud, craps, mini-dice." in text


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_game_against_the_house_is_told_with_clauses_that_are_known(game: str) -> None:
    record = json.loads(answer("deal", game, "--seed", "3", "--json"))
    assert record["game"] == game
    assert record["events"][0]["event"] == "table-opened"
    assert record["calls"]
    for call in record["calls"]:
        assert clause_catalogue.resolve_citation(call["clause"]).citation == call["clause"]

    def moved(name: str, field: str) -> int:
        return sum(event[field] for event in record["events"] if event["event"] == name)

    before, after = sum(record["stacks"]), sum(record["finishing_stacks"])
    if game in ("craps", "mini-dice"):
        paid = moved("decided", "paid") - moved("decided", "taken") - moved("bet", "commission")
        assert after + record["on_layout"] - before == paid
    else:
        assert after - before == moved("settled", "gain") - moved("folded", "chips")


def test_rolls_of_the_dice_are_counted() -> None:
    def rolls(*args: str) -> int:
        events = json.loads(answer("deal", "craps", "--seed", "3", *args, "--json"))["events"]
        return [event["event"] for event in events].count("rolled")

    assert rolls() == 12
    assert rolls("--rolls", "3") == 3


def test_the_house_is_played_at_other_limits_and_by_other_bots() -> None:
    text = answer(
        *("deal", "three-card-poker", "--limits", "10/50", "--players", "2", "--bots", "caller"),
        *("--stacks", "300,90", "--seed", "5"),
    )
    assert "Three Card Poker, Ante 10 to 50." in text
    assert "Seat 1 bets 10 on the Ante." in text
    assert "fold" not in text
    assert re.search(r"^Seat 2   90 →", text, re.M)


@pytest.mark.parametrize("command", ["deal", "simulate"])
def test_the_help_explains_the_bots(command: str) -> None:
    assert "caller never raises nor folds" in " ".join(answer(command, "--help").split())


def test_hand_k_is_the_one_the_simulation_played() -> None:
    first = answer("deal", "holdem", "--players", "3", "--seed", "4", "--hand", "1")
    third = answer("deal", "holdem", "--players", "3", "--seed", "4", "--hand", "3")
    assert "seat 1 has the button" in first
    assert "seat 3 has the button" in third


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["whist"], "unknown game 'whist'; the games are holdem"),
        (["holdem", "--book", "hoyle"], "unknown rulebook 'hoyle'; the rulebooks are nj-19-47"),
        (["mambo-hilo6", "--book", "oneida"], "oneida has no game 'mambo-hilo6'"),
        (["holdem", "--players", "12"], "12 players cannot play holdem: oneida seats 2 to 11 players (oneida XI.J.2)"),
        (["holdem", "--players", "1"], "1 player cannot play holdem: oneida seats 2 to 11 players (oneida XI.F.2)"),
        (["holdem", "--stacks", "2"], "seat 1 cannot be dealt in with 2: at least 3 (oneida XI.G.2(c))"),
        (["holdem", "--stacks", "2,x"], "cannot read the stacks '2,x'"),
        (["holdem", "--stacks", "20,30"], "2 stacks for 6 players"),
        (["holdem", "--limits", "many"], "cannot read the limits 'many'"),
        (["holdem", "--structure", "wild"], "wild"),
        (["holdem", "--hand", "0"], "hand 0: hands are counted from 1"),
        (["holdem", "--seed", "x"], "'x' is not a valid integer"),
        ([], "missing argument 'GAME'"),
        (["holdem", "--rolls", "3"], "--rolls belongs to dice, not to holdem"),
        (["mississippi-stud", "--rolls", "3"], "--rolls belongs to dice, not to mississippi-stud"),
        (["craps", "--rolls", "0"], "--rolls 0: 1 to 1000 are played"),
        (["craps", "--structure", "no-limit"], "--structure no-limit belongs to poker, not to craps"),
        (["craps", "--book", "ca-omaha"], "no book 'ca-omaha' for craps: oneida"),
        (["craps", "--limits", "many"], "the least and the most of a wager look like 5/100"),
        (["three-card-poker", "--players", "9"], "9 players cannot play three-card-poker: the table seats"),
        (["mini-dice", "--players", "0"], "0 players cannot play mini-dice"),
        (["craps", "--stacks", "20,30"], "2 stacks for 3 players"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(args: list[str], words: str) -> None:
    assert words in refusal("deal", *args)
