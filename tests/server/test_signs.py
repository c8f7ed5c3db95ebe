"""Signs as forms, links and names: what the pages of the lobby ask for."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from msgspec import ValidationError, json
from tests.server.in_process_room import InProcessRoom

from hoyle.core.errors import HoyleError
from hoyle.games.registry import FAMILIES, GAMES
from hoyle.room.home_games.invite_codes import home_code
from hoyle.rulebooks.clause_catalogue import BOOKS
from hoyle.server.api.posted_signs import MAX_WRITTEN, SignDraftRequest, written
from hoyle.server.websocket_frames import LobbyTable
from hoyle.table.kind_registry import table_class_for
from hoyle.table.poker.commands import OpenTable
from hoyle.table.presets import posted_sign_form

EVERY = [(game, book) for game in posted_sign_form.games() for book in posted_sign_form.books_of(game)]


def draft(game: str, book: str, **values: Any) -> Any:
    return written(SignDraftRequest(game=game, book=book, values=values))


@pytest.mark.parametrize(("game", "book"), EVERY)
def test_every_choice_that_a_form_offers_stands_on_a_sign(game: str, book: str) -> None:
    fields = posted_sign_form.fields(game, book, {})
    offered = [field for field in fields if field.is_open and field.name not in ("low", "high")]
    assert offered
    for field in offered:
        tried = field.options if field.kind != "number" else (field.least, field.most or field.value)
        for value in tried:
            assert posted_sign_form.build_sign(game, book, {field.name: value}).cited_lines(), (field.name, value)


def test_what_is_beyond_the_book_is_refused_with_its_clause() -> None:
    form = draft("omaha-hilo8", "oneida", seats=11)
    assert (form.problem.clause, form.problem.allowed) == ("oneida XI.K.2", "2 to 10 seats")
    assert form.problem.field == "seats"
    assert draft("omaha-hilo8", "oneida", kill="kill", seats=11).problem.field == "seats"
    assert form.sign == {}
    [seats] = [field for field in form.fields if field.name == "seats"]
    assert (seats.least, seats.most) == (2, 10)
    assert "XI.K.2" in seats.refused.clause


@pytest.mark.parametrize(("game", "book"), [("holdem", "nj-19-47"), ("big-omaha-high", "nj-13-69f")])
def test_a_book_without_a_cap_lets_nobody_rake_more_than_the_whole_pot(game: str, book: str) -> None:
    form = draft(game, book, rake_percent=101)
    assert "101 %" in form.problem.message
    assert form.sign == {}
    [percent] = [field for field in draft(game, book).fields if field.name == "rake_percent"]
    assert (percent.least, percent.most) == (0, 100)
    sign = {**draft(game, book).sign, "rake": {"percent": 101}}
    with pytest.raises(HoyleError, match="101 %"):
        table_class_for(game)(keep_log=False).do(OpenTable(sign={**sign, "game": game}, decks=("one", "other")))


def test_what_one_choice_allows_depends_on_the_others() -> None:
    def kills(**values: Any) -> list[str]:
        [field] = [each for each in draft("omaha-hilo8", "oneida", **values).fields if each.name == "kill"]
        return list(field.options)

    assert kills() == ["", "kill"], "a half-kill of 3/6 cannot be bet"
    assert kills(low=4, high=8) == ["", "kill", "half-kill"]


@pytest.mark.parametrize(
    "values",
    [
        {"seats": "x"},
        {"structure": []},
        {"kill": [1]},
        {"kill": "kill", "kill_after": "many"},
        {"low": 3},
        {"low": -1, "high": 5},
        {"rake_percent": "a lot"},
        {"nonsense": 1},
    ],
)
def test_nonsense_is_answered_as_a_problem(values: dict[str, Any]) -> None:
    for game, book in (("omaha-hilo8", "oneida"), ("three-card-poker", "oneida"), ("craps", "oneida")):
        assert draft(game, book, **values).problem is not None


def test_more_than_any_form_has_is_not_read() -> None:
    many = {f"field {number}": number for number in range(MAX_WRITTEN + 1)}
    for part in ("values", "settings"):
        asked = json.encode({"game": "holdem", "book": "oneida", part: many})
        with pytest.raises(ValidationError, match=part):
            json.decode(asked, type=SignDraftRequest)


def test_a_game_that_no_book_has_is_refused() -> None:
    for game, book in (("badugi", "house"), ("holdem", "ca-omaha"), ("whist", "oneida")):
        with pytest.raises(HoyleError):
            draft(game, book)


def test_what_was_written_opens_a_table() -> None:
    company = InProcessRoom()
    ann = company.connect("ann")
    for game, book in (("stud7-hilo8", "oneida"), ("mississippi-stud", "oneida"), ("mini-dice", "nj-19-47")):
        form = draft(game, book, seats=5)
        given = ann.yes(0, do="open-home-game", game=game, sign=form.sign, settings=form.settings)["created"]
        status, body, _ = company.call("home", code=given["invite_code"])
        assert (status, body["seats"], body["host"], body["joined"]) == (200, 5, "ann", False)
        assert [line["text"] for line in body["lines"]] == [line.text for line in form.lines]
        assert company.call("home", code=given["invite_code"][:-1])[0] == 404


def test_every_game_of_every_book_has_a_name_for_people() -> None:
    for info in BOOKS:
        for game in info.games:
            assert GAMES[game].family in FAMILIES
            table_class_for(game)


def test_the_lobby_says_who_sits_where() -> None:
    company = InProcessRoom()
    company.evening.staff("boss", "manager")
    table = company.evening.open("holdem")
    company.evening.seat(table, "ann", "bob")
    company.evening.yes("boss", "seat-bot", table, player="Ada bot", style="rock", seat=5, chips=200)
    [line] = company.connect().one("lobby", {"type": "lobby"})["tables"]
    assert line["seat_map"] == "pp--b" + "-" * (line["seats"] - 5)
    assert (line["game_name"], line["family"], line["bots"]) == (GAMES["holdem"].name, "community", 1)
    assert set(line) <= set(LobbyTable.__struct_fields__)


def test_the_posted_sign_is_for_everybody_but_a_home_games_for_its_guests() -> None:
    company = InProcessRoom()
    table = company.evening.open("stud7-high")
    status, body, _ = company.call("sign", table=table)
    assert status == 200
    assert any("forced bet" in line["text"] and line["clauses"] for line in body["lines"])
    company.evening.guests("hal")
    home, _ = company.evening.home("holdem", "hal")
    assert company.call("sign", table=home)[0] == 404


def test_a_name_is_thought_of_that_nobody_has() -> None:
    company = InProcessRoom()
    seen = set()
    for _ in range(40):
        name = company.call("name")[1]["name"]
        assert name not in seen
        seen.add(name)
        company.evening.guests(name if len(seen) % 2 else f"{name} bot")


def test_links_differ_and_can_be_read_out() -> None:
    codes = {home_code(sha256(bytes([at])).digest()[:12]) for at in range(250)}
    assert len(codes) == 250
    assert all(code.replace("-", "").isalnum() and code.islower() for code in codes)
