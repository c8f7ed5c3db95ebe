"""What the books answer: every citation exists, every value is the one the digest gives."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

import pytest

import hoyle.rulebooks
from hoyle.core.errors import IllegalError, InvalidError
from hoyle.rulebooks import (
    BOOKS,
    Answer,
    PokerBook,
    book_parameters,
    clause_catalogue,
    dice_registry,
    house_card_registry,
    poker_book,
)
from hoyle.rulebooks.book_parameters import PARAMETERS, lookup, with_overrides
from hoyle.rulebooks.clause_types import is_house_game

LAW = tuple(id for id in BOOKS if id != "house")

# Text of a book or page that is not a citation.
PLAIN_TEXT = {"game", "style", "id", "title", "edition", "value", "interpretation"}

STREETS = {
    "holdem": "preflop flop turn river",
    "omaha-high": "preflop flop turn river",
    "omaha-hilo8": "preflop flop turn river",
    "big-omaha-high": "preflop flop turn river",
    "big-omaha-hilo8": "preflop flop turn river",
    "stud7-high": "third fourth fifth sixth seventh",
    "stud7-hilo": "third fourth fifth sixth seventh",
    "stud7-hilo8": "third fourth fifth sixth seventh",
    "draw5-high": "predraw draw",
    "draw5-low": "predraw draw",
    "stud5-high": "second third fourth fifth",
    "mambo-hilo6": "second third community",
    "razz": "third fourth fifth sixth seventh",
    "draw27-single": "predraw draw",
    "draw27-triple": "predraw draw1 draw2 draw3",
    "badugi": "predraw draw1 draw2 draw3",
}


def citations(part: object, path: str) -> Iterator[tuple[str, str]]:
    """Every place of a record that must hold a citation, and what it holds."""
    if isinstance(part, str):
        yield path, part
    elif isinstance(part, Mapping):
        for key, value in part.items():
            yield from citations(value, f"{path}.{key}")
    elif isinstance(part, tuple):
        for number, value in enumerate(part):
            # An opening step is a pair of its name and its clause.
            yield from citations(value[1] if isinstance(value, tuple) else value, f"{path}.{number}")
    elif is_dataclass(part):
        for each in fields(part):
            if each.name not in PLAIN_TEXT:
                yield from citations(getattr(part, each.name), f"{path}.{each.name}")


def answers(part: object, path: str) -> Iterator[tuple[str, Answer[object]]]:
    """Every answer inside a record."""
    if isinstance(part, Answer):
        yield path, part
    elif isinstance(part, Mapping):
        for key, value in part.items():
            yield from answers(value, f"{path}.{key}")
    elif is_dataclass(part):
        for each in fields(part):
            yield from answers(getattr(part, each.name), f"{path}.{each.name}")


def cited_games(citing: PokerBook, game: str, citation: str) -> set[str]:
    """Names under which the clause may know the game."""
    borrowed = not citation.startswith(f"{citing.id} ")
    # Big Omaha borrows from the older chapter, which knows it only as Omaha.
    return {game, game.removeprefix("big-")} if borrowed else {game}


@pytest.mark.parametrize("id", LAW)
def test_every_citation_is_a_clause_of_the_catalogue(id: str) -> None:
    known = {clause.citation for clause in clause_catalogue.clauses()}
    held = [(path, text) for path, text in citations(poker_book(id), id) if text]
    assert len(held) > 50
    assert [(path, text) for path, text in held if text not in known] == []


@pytest.mark.parametrize("id", LAW)
def test_a_page_cites_only_clauses_that_speak_of_its_game(id: str) -> None:
    astray = []
    for game, page in poker_book(id).games.items():
        for path, text in citations(page, game):
            if text:
                clause = clause_catalogue.resolve_citation(text)
                if not any(clause.applies_to(name) for name in cited_games(poker_book(id), game, text)):
                    astray.append((path, text))
    assert astray == []


@pytest.mark.parametrize("id", LAW)
def test_a_book_borrows_only_where_its_own_text_is_lost(id: str) -> None:
    held = [text for _, text in citations(poker_book(id), id) if text]
    if id == "nj-19-47":
        # New Jersey's three-card ranking is lost; its twin stands in the Oneida book.
        held = [text for text in held if not text.startswith("oneida XI.C.3")]
    own = {"nj-13-69f": ("nj-13-69f", "nj-19-47")}.get(id, (id,))
    assert {text.split(" ")[0] for text in held} == set(own)


@pytest.mark.parametrize("id", LAW)
def test_the_reading_behind_an_answer_is_one_that_touches_its_clause(id: str) -> None:
    astray = []
    for path, answer in answers(poker_book(id), id):
        touched = (
            clause_catalogue.resolve_citation(answer.clause).readings if answer.clause else (answer.interpretation,)
        )
        if answer.interpretation and answer.interpretation not in touched:
            astray.append((path, answer))
    assert astray == []


def test_the_house_book_cites_topics_and_leaves_every_irregularity_to_the_floor() -> None:
    house = poker_book("house")
    texts = [text for _, text in citations(house, "house") if text]
    assert all(re.fullmatch(r"house [a-z]+(-[a-z]+)*", text) for text in texts)
    assert [text for _, text in citations(house.floor, "floor") if text] == []
    assert house.floor.left.value == ""


@pytest.mark.parametrize("id", BOOKS)
def test_pages_have_the_streets_of_their_game(id: str) -> None:
    for game, page in poker_book(id).games.items():
        assert page.game == game
        assert list(page.streets) == STREETS[game].split()


@pytest.mark.parametrize("id", LAW)
def test_the_cover_in_the_catalogue_lists_the_same_poker_games(id: str) -> None:
    listed = clause_catalogue.book_info(id).games
    assert list(poker_book(id).games) == [game for game in listed if not is_house_game(game)]
    others = list(house_card_registry.BOOKS[id].games) if id in house_card_registry.BOOKS else []
    others += [game for game in ("craps", "mini-dice") if id in dice_registry.dice_books_for(game)]
    assert others == [game for game in listed if is_house_game(game)]


def test_the_house_deals_every_game() -> None:
    assert list(poker_book("house").games) == list(STREETS)


def test_an_unknown_book_is_refused_with_the_list_of_books() -> None:
    with pytest.raises(InvalidError, match=r"unknown rulebook 'hoyle'.*nj-19-47.*house"):
        poker_book("hoyle")


def test_a_game_the_book_does_not_have_is_refused_by_its_list_of_games() -> None:
    with pytest.raises(IllegalError, match="oneida has no game 'badugi'") as refused:
        poker_book("oneida").page("badugi")
    assert refused.value.clause == "oneida XI.H.1"


# Seats, row by row of the digest's table of parameters.
SEATS = {
    "nj-19-47": {
        "holdem": 11,
        "omaha-high": 10,
        "omaha-hilo8": 10,
        "stud7-high": 8,
        "stud7-hilo": 8,
        "stud7-hilo8": 8,
        "draw5-high": 8,
        "draw5-low": 8,
        "stud5-high": 8,
        "mambo-hilo6": 11,
    },
    "nj-13-69f": {"big-omaha-high": 8, "big-omaha-hilo8": 8},
    "oneida": {
        "holdem": 11,
        "omaha-high": 10,
        "omaha-hilo8": 10,
        "stud7-high": 8,
        "stud7-hilo": 8,
        "stud7-hilo8": 8,
        "draw5-high": 8,
        "draw5-low": 8,
        "stud5-high": 8,
    },
    "ca-omaha": {"omaha-hilo8": 10},
    "room-2012": {"omaha-hilo8": 10},
}


@pytest.mark.parametrize("id", LAW)
def test_no_game_seats_more_than_its_book_allows(id: str) -> None:
    assert {game: lookup(poker_book(id), game, "max_seats").value for game in poker_book(id).games} == SEATS[id]


# In the split game of four or five hole cards; None: the question does not arise.
TABLE = [
    # parameter, nj-19-47, nj-13-69f, oneida, ca-omaha, room-2012
    ("button_start", "dealers-right", "dealers-right", "card-draw", "card-draw", "card-draw"),
    ("blinds", (1, 10), (1, 10), (1, 10), (2, 2), (1, 10)),
    ("heads_up_blinds", "left", "left", "left", "left", "left"),
    ("odd_hilo", "high", "position", "high", "position", "high"),
    ("odd_tied_high", "card", "position", "card", "position", "card"),
    ("odd_tied_low", "card", "position", "card", "position", "card"),
    ("odd_cap_cents", 100, 100, 100, 0, 0),
    ("odd_rule", "capped", "capped", "capped", "whole", "whole"),
    ("odd_suit_scope", "five_card_hand", None, "five_card_hand", None, "five_card_hand"),
    ("low_odd_direction", "pip_low", None, "pip_low", None, "pip_low"),
    ("low_straights_flushes_count", False, False, False, False, False),
    ("low_qualifier", 8, 8, 8, 8, 8),
    ("raise_cap", 0, 0, 0, 3, 0),
    ("min_stake_to_play", True, True, True, False, False),
    ("kill", "none", "pot", "pot", "none", "none"),
    ("kill_needs_low", None, False, False, None, None),
    ("kill_acts_last", None, False, False, None, None),
    (
        "rake",
        ("percent", "increment", "flat"),
        ("percent", "increment", "flat"),
        ("percent", "increment"),
        ("flat",),
        ("increment",),
    ),
    ("no_flop_no_drop_for_nonflop", False, False, False, False, False),
    ("ineligible_dealt", "discard", "discard", "dead round", "", "discard"),
    ("absent_player", "silent", "silent", "vicinity", "", "silent"),
    ("open_counts_as_raise", False, False, False, False, False),
    ("short_allin_reopens", False, False, False, False, False),
    ("forced_oversized_chip", None, None, None, None, None),
    ("stud_short", None, None, None, None, None),
    ("stud5_open_must_bet", None, None, None, None, None),
    ("all_in_opener", None, None, None, None, None),
]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0])
def test_each_book_answers_as_the_digest_says(row: tuple[str, object, object, object, object, object]) -> None:
    parameter, *values = row
    for id, value in zip(LAW, values, strict=True):
        game = "big-omaha-hilo8" if id == "nj-13-69f" else "omaha-hilo8"
        assert lookup(poker_book(id), game, parameter).value == value, id


OTHER_GAMES = [
    # book, game, parameter, value, clause
    ("nj-19-47", "stud7-high", "stud_short", "common", "nj-19-47 19:47-14.9(h)"),
    ("nj-19-47", "stud7-high", "stud_short_need", "n+1", "nj-19-47 19:47-14.9(h)"),
    ("oneida", "stud7-hilo", "stud_short", "count", "oneida XI.I.8"),
    ("oneida", "stud7-hilo", "stud_short_need", "n+2", "oneida XI.I.8"),
    ("nj-19-47", "stud7-high", "forced_oversized_chip", "forced", "nj-19-47 19:47-14.7[XI.G.8]"),
    ("oneida", "stud5-high", "forced_oversized_chip", "forced", "oneida XI.G.8"),
    ("nj-19-47", "stud5-high", "stud5_open_must_bet", True, "nj-19-47 19:47-14.13(f)"),
    ("oneida", "stud5-high", "stud5_open_must_bet", True, "oneida XI.M.6"),
    ("nj-19-47", "mambo-hilo6", "all_in_opener", "next-best", ""),
    ("oneida", "stud7-high", "all_in_opener", "next-best", ""),
    ("oneida", "holdem", "kill", "two-in-a-row", "oneida XI.J.11"),
    ("oneida", "omaha-high", "kill", "none", ""),
    ("oneida", "stud7-hilo", "low_qualifier", 0, "oneida XI.I.9(b)"),
    ("nj-19-47", "stud7-hilo8", "low_qualifier", 8, "nj-19-47 19:47-14.9(j)"),
    ("nj-19-47", "mambo-hilo6", "low_qualifier", 6, "nj-19-47 19:47-14.13A(k)"),
    ("nj-19-47", "mambo-hilo6", "odd_tied_low", "card", "nj-19-47 19:47-14.13A[14.9(i)2iii]"),
    ("oneida", "holdem", "odd_tied_high", "position", "oneida XI.C.6"),
    ("oneida", "stud7-high", "odd_tied_high", "card", "oneida XI.C.6"),
    ("oneida", "draw5-low", "odd_tied_low", "position", "oneida XI.C.6"),
    ("oneida", "draw5-low", "odd_tied_high", None, ""),
    ("oneida", "holdem", "odd_hilo", None, ""),
    ("oneida", "stud7-high", "button_start", None, ""),
]


@pytest.mark.parametrize(("id", "game", "parameter", "value", "clause"), OTHER_GAMES)
def test_answers_that_hang_on_the_game(id: str, game: str, parameter: str, value: object, clause: str) -> None:
    answer = lookup(poker_book(id), game, parameter)
    assert (answer.value, answer.clause) == (value, clause)


@pytest.mark.parametrize(
    ("id", "game", "mode", "clause"),
    [
        ("nj-19-47", "stud7-high", "lowest_ace_high", "nj-19-47 19:47-14.9(d)1"),
        ("nj-19-47", "stud7-hilo", "highest_ace_low", "nj-19-47 19:47-14.9(d)2"),
        ("nj-19-47", "stud7-hilo8", "lowest_ace_high", "nj-19-47 19:47-14.9(d)3"),
        ("nj-19-47", "stud5-high", "lowest_ace_high", "nj-19-47 19:47-14.13(d)"),
        ("nj-19-47", "mambo-hilo6", "lowest_ace_high", "nj-19-47 19:47-14.13A(d)"),
        ("oneida", "stud7-high", "lowest_ace_high", "oneida XI.I.4(a)"),
        ("oneida", "stud7-hilo", "highest_ace_low", "oneida XI.I.4(b)"),
        ("oneida", "stud7-hilo8", "lowest_ace_high", "oneida XI.I.4(c)"),
        ("oneida", "stud5-high", "lowest_ace_high", "oneida XI.M.4"),
        ("house", "razz", "highest_ace_low", "house forced-bet"),
    ],
)
def test_the_forced_bet_and_the_first_street_cite_the_same_clause(id: str, game: str, mode: str, clause: str) -> None:
    page = poker_book(id).page(game)
    assert (page.forced_bet.value, page.forced_bet.clause) == (mode, clause)
    if id != "house":
        assert next(iter(page.streets.values())).open == clause


def test_only_oneida_lets_the_sign_cap_the_raises_by_number_of_players() -> None:
    assert [id for id in LAW if poker_book(id).house_may_cap.value] == ["oneida"]


def test_only_california_frees_two_players_from_the_cap() -> None:
    assert [id for id in LAW if poker_book(id).heads_up_uncapped.value] == ["ca-omaha"]


@pytest.mark.parametrize("id", BOOKS)
def test_what_a_book_answers_is_a_legal_switch_and_changes_nothing(id: str) -> None:
    asked = poker_book(id)
    for game in asked.games:
        answered = {name: lookup(asked, game, name).value for name in PARAMETERS}
        same = with_overrides(asked, {name: value for name, value in answered.items() if value is not None})
        assert same.page(game) == asked.page(game)
        assert same.revenue == asked.revenue
        assert same.floor == asked.floor


SWITCHES: list[tuple[str, str, str, object]] = [
    ("oneida", "omaha-hilo8", "max_seats", 6),
    ("oneida", "omaha-hilo8", "button_start", "dealers-right"),
    ("oneida", "omaha-hilo8", "blinds", (2, 3)),
    ("oneida", "omaha-hilo8", "odd_hilo", "position"),
    ("oneida", "omaha-hilo8", "odd_tied_high", "position"),
    ("oneida", "omaha-hilo8", "odd_tied_low", "position"),
    ("oneida", "omaha-hilo8", "odd_rule", "whole"),
    ("oneida", "omaha-hilo8", "odd_cap_cents", 500),
    ("oneida", "omaha-hilo8", "odd_suit_scope", "all_cards"),
    ("oneida", "omaha-hilo8", "low_odd_direction", "merit_low"),
    ("oneida", "draw5-low", "low_straights_flushes_count", True),
    ("oneida", "stud7-hilo", "low_qualifier", 9),
    ("ca-omaha", "omaha-hilo8", "raise_cap", 4),
    ("ca-omaha", "omaha-hilo8", "open_counts_as_raise", True),
    ("oneida", "holdem", "short_allin_reopens", True),
    ("oneida", "stud7-high", "forced_oversized_chip", "completes"),
    ("oneida", "holdem", "min_stake_to_play", False),
    ("oneida", "holdem", "kill", "none"),
    ("nj-19-47", "omaha-hilo8", "kill", "pot"),
    ("oneida", "omaha-hilo8", "kill_needs_low", True),
    ("oneida", "omaha-hilo8", "kill_acts_last", True),
    ("oneida", "holdem", "rake", ("flat",)),
    ("oneida", "stud7-high", "no_flop_no_drop_for_nonflop", True),
    ("oneida", "holdem", "ineligible_dealt", "discard"),
    ("ca-omaha", "omaha-hilo8", "absent_player", "vicinity"),
    ("oneida", "stud7-high", "stud_short", "common"),
    ("oneida", "stud7-high", "stud_short_need", "n+1"),
    ("nj-19-47", "stud5-high", "stud5_open_must_bet", False),
    ("oneida", "stud7-high", "all_in_opener", "clockwise"),
    ("oneida", "holdem", "heads_up_blinds", "button"),
]


def test_every_parameter_has_a_switch_in_the_table_below() -> None:
    assert {name for _, _, name, _ in SWITCHES} == set(PARAMETERS)


@pytest.mark.parametrize(("id", "game", "name", "value"), SWITCHES)
def test_a_switch_overrides_the_answer_and_keeps_its_clause(id: str, game: str, name: str, value: object) -> None:
    before = lookup(poker_book(id), game, name)
    after = lookup(with_overrides(poker_book(id), {name: value}), game, name)
    assert before.value != value
    assert after.value == value
    if name != "kill":
        assert after.clause == before.clause
    assert lookup(poker_book(id), game, name) == before


def test_the_value_of_a_chip_is_no_matter_for_the_book() -> None:
    assert with_overrides(poker_book("oneida"), {"unit_cents": 25}) is poker_book("oneida")


def test_lists_from_a_case_file_serve_as_pairs() -> None:
    switched = with_overrides(poker_book("oneida"), {"blinds": [1, 2], "rake": ["increment"]})
    assert switched.page("holdem").blinds.value == (1, 2)
    assert switched.revenue.methods.value == ("increment",)


def test_a_remainder_of_a_high_only_game_stays_one_unit_each_whatever_the_switch() -> None:
    switched = with_overrides(poker_book("oneida"), {"odd_rule": "whole"})
    assert switched.page("holdem").odd.rule.value == "single"
    assert switched.page("stud7-hilo").odd.rule.value == "whole"


def test_a_book_without_a_cap_borrows_the_dollar_when_switched_to_capped() -> None:
    switched = with_overrides(poker_book("room-2012"), {"odd_rule": "capped"})
    assert switched.page("omaha-hilo8").odd.cap_cents.value == 100
    kept = with_overrides(poker_book("room-2012"), {"odd_rule": "capped", "odd_cap_cents": 50})
    assert kept.page("omaha-hilo8").odd.cap_cents.value == 50


def test_switching_the_way_of_a_short_stub_brings_its_count_and_its_steps() -> None:
    page = with_overrides(poker_book("oneida"), {"stud_short": "common"}).page("stud7-high")
    assert page.stud_short_need.value == 1
    assert page.stud_short_steps["burn, common card"] == "oneida XI.I.8"
    page = with_overrides(poker_book("nj-19-47"), {"stud_short_need": "n+1", "stud_short": "count"}).page("stud7-high")
    assert page.stud_short_need.value == 1
    assert "scramble stub and burns, finish" in page.stud_short_steps


def test_a_kill_lent_to_a_book_takes_its_own_switches_in_any_order() -> None:
    page = with_overrides(poker_book("nj-19-47"), {"kill_needs_low": True, "kill": "pot"}).page("omaha-hilo8")
    assert page.kill is not None
    assert page.kill.needs_low.value


def test_an_unknown_switch_is_named_and_the_known_ones_listed() -> None:
    with pytest.raises(InvalidError, match=r"unknown switch 'odd_chip'; .*odd_rule.*unit_cents"):
        with_overrides(poker_book("oneida"), {"odd_chip": "high"})


@pytest.mark.parametrize(
    ("name", "value", "legal"),
    [
        ("odd_rule", "dollar", "capped, whole or single"),
        ("stud_short_need", 2, r"n\+1 or n\+2"),
        ("kill_needs_low", 1, "true or false"),
        ("raise_cap", True, "a whole number, 0 for no cap"),
        ("max_seats", 12, "a whole number from 2 to 11"),
        ("blinds", [3, 2], "two whole numbers from 0 to 10, the smaller first"),
        ("rake", [], "a list of percent, increment and flat"),
        ("low_straights_flushes_count", "yes", "true or false"),
    ],
)
def test_a_switch_set_to_nonsense_is_refused_with_the_legal_values(name: str, value: object, legal: str) -> None:
    with pytest.raises(InvalidError, match=f"{name} cannot be .*; it is {legal}"):
        with_overrides(poker_book("oneida"), {name: value})


@pytest.mark.parametrize("module", [hoyle.rulebooks, book_parameters], ids=lambda module: module.__name__)
def test_the_examples_in_the_documentation_run(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0
