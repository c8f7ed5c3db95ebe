"""Signs that a book allows, and those it forbids."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from tests.coverage_plugin import Exercises
from tests.games.house_cards.rounds import FCP, GAMES, MS, TCP, cite

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games.rulebook_pay_tables import ACES_UP, PAIR_PLUS, STUD
from hoyle.rulebooks.book_types.pay_table import odds_text, parse_odds


def forbidden(clause: str, game: str, **options: Any) -> None:
    with pytest.raises(IllegalError) as refusal:
        HouseCardSign(game, **options)
    assert refusal.value.clause == f"oneida {clause}"
    assert clause in str(refusal.value)


@pytest.mark.parametrize(
    ("game", "ids"), [(TCP, ("H.1", "H.1.a")), (FCP, ("H.1", "H.1.a")), (MS, ("J.1", "J.2", "J.2.a"))]
)
def test_dealing_from_the_hand_needs_a_shuffler(game: str, ids: tuple[str, ...], exercises: Exercises) -> None:
    forbidden(cite(game, ids[-1])[0][7:], game, dealing="hand", shuffler=False)
    assert HouseCardSign(game, dealing="hand").shuffler
    exercises(*cite(game, *ids))


@pytest.mark.parametrize(("game", "ids"), [(TCP, ("I.1",)), (FCP, ("I.1", "I.2")), (MS, ("K.1",))])
def test_an_automated_shoe_needs_its_device(game: str, ids: tuple[str, ...], exercises: Exercises) -> None:
    forbidden(cite(game, ids[0])[0][7:], game, dealing="automated", shuffler=False)
    exercises(*cite(game, *ids))


@pytest.mark.parametrize(("game", "backs"), [(TCP, "B.5.a"), (FCP, "B.5.b"), (MS, "B.5.a")])
def test_a_second_deck_needs_a_shuffler_and_another_colour(game: str, backs: str, exercises: Exercises) -> None:
    forbidden(cite(game, "B.5")[0][7:], game, backs=("red", "blue"))
    forbidden(cite(game, "B.5")[0][7:], game, backs=("red", "blue", "green"), shuffler=True)
    forbidden(cite(game, backs)[0][7:], game, backs=("red", "red"), shuffler=True)
    assert HouseCardSign(game, backs=("red", "blue"), shuffler=True).backs == ("red", "blue")
    exercises(*cite(game, "B.5", backs))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_one_to_seven_places(game: str, exercises: Exercises) -> None:
    forbidden(cite(game, "B.1")[0][7:], game, seats=8)
    forbidden(cite(game, "B.1")[0][7:], game, seats=-1)
    exercises(*cite(game, "B.1"))


@pytest.mark.parametrize("game", [TCP, FCP])
def test_only_the_three_versions_of_the_book_may_be_posted(game: str, exercises: Exercises) -> None:
    forbidden(cite(game, "F.5")[0][7:], game, variant="d")
    exercises(*cite(game, "F.5"))


@pytest.mark.parametrize(("game", "ids"), [(TCP, ("F.1.a", "F.1.b")), (FCP, ("F.1.a", "F.1.b")), (MS, ("AMB-M16",))])
def test_posted_limits_must_be_possible(game: str, ids: tuple[str, ...], exercises: Exercises) -> None:
    forbidden(cite(game, ids[0])[0][7:], game, ante=(10, 5))
    if game != MS:
        forbidden(cite(game, ids[1])[0][7:], game, side_limits=(0, 5))
    exercises(*cite(game, *ids))


@pytest.mark.clauses("oneida TCP.K.1.b", "oneida TCP.K.1.c")
def test_pair_plus_is_paid_by_one_of_two_ledgers() -> None:
    ledgers = {name: [int(odds) for odds in table.lines.values()] for name, table in PAIR_PLUS.items()}
    assert ledgers == {"standard": [40, 30, 5, 4, 1], "alternate": [45, 33, 6, 4, 1]}
    assert HouseCardSign(TCP, side_table="alternate").side.clause == "oneida TCP.K.1.c"
    forbidden("TCP.K.1.b", TCP, side=PAIR_PLUS["standard"].change({"flush": Fraction(3)}))
    with pytest.raises(InvalidError, match="unknown Pair Plus table"):
        HouseCardSign(TCP, side_table="generous")


@pytest.mark.clauses("oneida FCP.K.1.b", "oneida FCP.K.1.c")
def test_aces_up_and_the_bonus_are_paid_by_the_book() -> None:
    sign = HouseCardSign(FCP)
    assert [int(odds) for odds in sign.side.lines.values()] == [50, 30, 7, 6, 5, 2, 1]
    assert [int(odds) for odds in sign.bonus.lines.values()] == [25, 20, 2]
    forbidden("FCP.K.1.b", FCP, side=ACES_UP.change({"flush": Fraction(5)}))


@pytest.mark.clauses("oneida MS.M.1/2")
def test_mississippi_stud_may_pay_more_than_the_table_but_never_less() -> None:
    forbidden("MS.M.1/2", MS, main=STUD.change({"flush": Fraction(5)}))
    assert HouseCardSign(MS, main=STUD.change({"flush": Fraction(7)})).main.odds("flush") == 7


@pytest.mark.clauses("oneida MS.M.2", "oneida MS.B.4", "oneida MS.M.2/2")
def test_a_cap_is_ten_thousand_dollars_or_more_and_stands_on_a_sign() -> None:
    forbidden("MS.M.2", MS, max_payout=9_999)
    forbidden("MS.M.2", MS, max_payout=10_000, unit_cents=50)
    forbidden("MS.B.4", MS, max_payout=10_000, cap_posted=False)
    sign = HouseCardSign(MS, max_payout=20_000)
    with pytest.raises(IllegalError, match="needs notice") as refusal:
        sign.with_cap(15_000, announced=False)
    assert refusal.value.clause == "oneida MS.M.2/2"
    with pytest.raises(IllegalError):
        sign.with_cap(5_000, announced=True)
    lower = sign.with_cap(15_000, announced=True)
    assert lower.with_cap(12_000, announced=False, on_layout=True).max_payout == 12_000
    assert lower.with_cap(30_000, announced=False).max_payout == 30_000
    assert (sign.max_payout, lower.max_payout) == (20_000, 15_000)


@pytest.mark.clauses("oneida MS.H.1")
def test_an_optional_wager_needs_an_approved_procedure() -> None:
    forbidden("MS.H.1", MS, optional_wagers=("three card bonus",))
    HouseCardSign(MS, optional_wagers=("three card bonus",), approved_wagers=("three card bonus",))


def test_what_cannot_be_read_is_refused_as_such() -> None:
    for options in ({"dealing": "thrown"}, {"max_payout": 50_000}, {"shuffler_counts": True}):
        with pytest.raises((InvalidError, IllegalError)):
            HouseCardSign(TCP, **options)
    with pytest.raises(InvalidError, match="unknown house game"):
        HouseCardSign("snap")
    with pytest.raises(InvalidError, match="has no versions"):
        HouseCardSign(MS, variant="a")
    with pytest.raises(InvalidError, match="no pay line 'royal'"):
        PAIR_PLUS["standard"].change({"royal": Fraction(50)})
    with pytest.raises(InvalidError, match="has no line 'pair'"):
        PAIR_PLUS["standard"].replaced_by(
            {"flush": Fraction(4)} | {line: Fraction(1) for line in ("straight flush", "three of a kind", "straight")}
        )
    with pytest.raises(InvalidError, match="lose more than its stake"):
        PAIR_PLUS["standard"].change({"pair": Fraction(-2)})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seats": "x"}, "seats 'x': expected a whole number"),
        ({"seats": 10**5000}, "seats of about 5,001 digits"),
        ({"ante": (1, "b")}, "ante 'b'"),
        ({"ante": None}, "ante None: expected a minimum and a maximum"),
        ({"backs": "red"}, "backs 'red': expected a list of names"),
        ({"shuffler": 1}, "shuffler 1: expected True or False"),
        ({"unit_cents": 0}, "unit_cents 0: expected 1 or more"),
        ({"book": 7}, "book 7: expected text"),
        ({"variant": "\x00"}, "expected printable text"),
        ({"side": 3}, "side 3: expected lines and their odds"),
    ],
)
def test_a_sign_says_which_field_cannot_be_read(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError) as refusal:
        HouseCardSign(TCP, **given)
    assert said in str(refusal.value)


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_is_plain_data_and_comes_back_from_it(game: str) -> None:
    own = {"main": STUD.change({"flush": Fraction(7)})} if game == MS else {"variant": "b", "ante": (5, 50)}
    sign = HouseCardSign(game, dealing="hand", backs=("red", "blue"), shuffler_counts=True, **own)
    again = HouseCardSign.read(json.loads(json.dumps(sign.facts())))
    assert again == sign
    assert again.main.lines == sign.main.lines
    assert hash(again) == hash(sign)
    assert HouseCardSign(game) != sign
    for facts, said in (
        (3, "the sign 3: expected names and values"),
        ({}, "the sign needs its field 'game'"),
        ({"game": game, "music": "loud"}, "the sign has no field 'music'"),
        ({"game": game, "main": 5}, "main 5: expected lines and their odds"),
    ):
        with pytest.raises(InvalidError, match=said):
            HouseCardSign.read(facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "name", "clause"),
    [
        (TCP, "side", "oneida TCP.K.1.b"), (TCP, "bonus", "oneida TCP.K.1.d"),
        (FCP, "side", "oneida FCP.K.1.b"), (FCP, "bonus", "oneida FCP.K.1.c"),
    ],
)  # fmt: skip
def test_a_pay_table_read_from_a_file_is_held_against_the_book_too(
    game: str, name: str, clause: str, exercises: Exercises
) -> None:
    table = getattr(HouseCardSign(game), name)
    best = next(iter(table.lines))
    read = HouseCardSign.read({"game": game, name: {best: str(table.lines[best])}})
    assert getattr(read, name).lines == table.lines
    with pytest.raises(IllegalError, match=f"{best} pays 1 to 1") as refusal:
        HouseCardSign.read({"game": game, name: {best: "1 to 1"}})
    assert refusal.value.clause == clause
    exercises(clause)


@pytest.mark.clauses("nj-19-47 19:47-13.6(a)")
def test_odds_are_read_with_to_and_never_with_for() -> None:
    assert [parse_odds(text) for text in ("7 to 5", "7:5", "7/5", "40", "push", "lose")] == [
        *[Fraction(7, 5)] * 3,
        *[Fraction(40), Fraction(0), Fraction(-1)],
    ]
    assert [odds_text(odds) for odds in (Fraction(7, 5), Fraction(0), Fraction(-1))] == ["7 to 5", "push", "lose"]
    for text in ("7 for 5", "many", "1/0", "1/2/3"):
        with pytest.raises(InvalidError):
            parse_odds(text)


@pytest.mark.parametrize("lines", [3, "flush", [1], None, {}])
def test_an_optional_wager_is_paid_by_lines_and_their_odds(lines: Any) -> None:
    with pytest.raises(InvalidError, match=r"optional_pay 'lucky' .*: expected lines and their odds"):
        HouseCardSign(MS, optional_wagers=("lucky",), approved_wagers=("lucky",), optional_pay={"lucky": lines})


def test_a_house_changes_the_ledger_that_it_posts() -> None:
    sign = HouseCardSign.read({"game": TCP, "side_table": "alternate", "side": {"pair": "1 to 1"}})
    assert sign.side.lines == HouseCardSign(TCP, side_table="alternate").side.lines
    assert sign.side.lines != HouseCardSign(TCP).side.lines
