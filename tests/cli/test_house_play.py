"""`hoyle play` against the house, with somebody at the keyboard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.test_play import Person, after, run

from hoyle.bots.house_game_bots import HouseTable
from hoyle.cli.commands.games.play import PlayOptions, play
from hoyle.cli.play.house_input import NamedChoice, house_command, name_choices
from hoyle.cli.play.local_games import LocalHouseGame
from hoyle.core.errors import HoyleError
from hoyle.simulation.random_decks import make_rng
from hoyle.table.command_base import to_dict
from hoyle.table.presets.house_game_presets import GAMES, house_game_preset


def plays(game: str, *lines: str, players: int = 3, seed: int = 5, width: int = 80) -> str:
    person = Person(*lines)
    person.console.width = width
    play(person.console, person.ask, PlayOptions(game=game, players=players).preset(), seed)
    return person.screen


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_of_eighty_columns_is_enough(game: str) -> None:
    screen = plays(game, "", "", "", "help", "rules", "bets", "history", "", "")
    lines = [line.rstrip() for line in screen.splitlines()]
    assert max(len(line) for line in lines) <= 80
    assert screen.endswith("Thank you for playing.\n")


def test_wagers_are_made_by_name_or_number_and_the_round_is_settled_wager_by_wager() -> None:
    screen = plays("three-card-poker", "ante 10", "3 5", "", "2")
    assert "1 ante 5-100   2 pair plus 5-100   (Enter bets ante 5 and deals)" in screen
    assert "You bet 10 on the Ante." in screen
    assert "You bet 5 on Pair Plus." in screen
    assert re.search(r"▶ +you +8♣ 3♠ 5♠ +Ante 10, Pair Plus 5", screen)
    assert re.search(r"dealer +▒▒ ▒▒ ▒▒", screen)
    assert "1 fold   2 play 10" in screen
    assert re.search(r"Your Play of 10 loses\. +oneida TCP\.K\.1\.a", screen)
    assert re.search(r"Your Pair Plus of 5 loses\. +oneida TCP\.K\.1\.b", screen)
    assert re.search(r"^you +200 → 175 +-25$", screen, re.M)


def test_enter_bets_the_least_and_then_as_before() -> None:
    screen = plays("three-card-poker", "", "fold", "ante 20", "", "fold", "")
    assert "You bet 5 on the Ante." in screen
    assert "(Enter bets as before and deals)" in screen
    assert screen.count("You bet 20 on the Ante.") == 2


def test_nobody_sees_the_hands_of_others_before_they_are_turned_up() -> None:
    screen = plays("three-card-poker", "")
    assert "You get " in screen
    assert not re.search(r"Seat \d gets", screen)
    assert not re.search(r"seat \d +[2-9TJQKA][♣♦♥♠]", screen)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("dance", "cannot read 'dance'; legal: fold, play 5"),
        ("9", "there is no choice 9"),
        ("fold 3", "nothing may follow fold, got '3'"),
        ("play 7", "Play of 7 is not the Ante of 5: it must equal it (oneida TCP.A.4)"),
        ("play five", "'five': expected a number"),
        ("play 5 5", "expected one amount after play, got '5 5'"),
        ("1" * 300, "the line of 300 characters"),
    ],
)
def test_what_cannot_be_done_is_explained_and_asked_again(typed: str, words: str) -> None:
    screen = plays("three-card-poker", "", typed, "f", width=300)
    assert words in after(screen, typed)
    assert "1 fold   2 play 5" in after(screen, typed)
    assert "You fold, 5 to the house." in screen


def test_an_amount_that_is_left_open_is_asked_for() -> None:
    screen = plays("mississippi-stud", "", "play", "p 10", "2 15", "play 5")
    assert "how much? play takes 5 to 15 in steps of 5" in after(screen, "play")
    assert "You bet 10 on 3rd Street." in screen
    assert "You bet 15 on 4th Street." in screen
    assert re.search(r"board +\S\S ▒▒ ▒▒", screen)


def test_a_wager_is_taken_back_and_the_place_beside_can_be_played() -> None:
    screen = plays("three-card-poker", "ante 10", "take back ante", "bets", "ante 20", "", "p", players=1)
    assert "You take Ante back, 10." in screen
    assert "ante at 2: 5-100" in after(screen, "bets")
    both = plays("three-card-poker", "ante 10", "ante at 2 15", "", "p", "f", players=1)
    assert "You bet 15 on the Ante at place 2." in both
    assert "You fold at place 2, 15 to the house." in both or "You fold, 10 to the house." in both


def test_the_shooter_throws_with_enter_and_makes_his_line_bet_first() -> None:
    screen = plays("craps", "", "")
    assert "1 accept   2 decline   (Enter: accept)" in screen
    assert "You take the dice, a new shooter." in screen
    assert "You bet 5 on the pass line." in screen
    assert "Dice are out, no more bets." in screen
    assert re.search(r"Eight, easy eight, 5-3; the point is eight\. +oneida CR\.O1/2", screen)
    assert re.search(r"Point 8   last roll 5-3   shooter you   your stack 195", screen)


def test_dice_are_declined_and_passed_on() -> None:
    assert "You decline the dice." in plays("craps", "decline")
    screen = plays("craps", "", "pass the dice")
    assert "You pass the dice. Seat 2, dice?" in screen
    assert "Seat 2 takes the dice, a new shooter." in screen


def test_every_wager_on_the_dice_has_its_words() -> None:
    screen = plays("craps", "", "pass 10", "place 6 12", "", "odds 20", "come 10", "hard 8 5", "down hard 8", "")
    for text in (
        "You bet 12 to place the six.",
        "You bet 20 in odds on the pass line.",
        "You bet 10 on come.",
        "Your bet on the hard eight comes down, 5.",
        "Your 10 on come loses.",
    ):
        assert text in screen
    assert "Your wagers: pass on 8 10, place 6 12, pass odds 8 20, come 10" in screen


def test_an_amount_that_cannot_be_paid_is_refused_with_its_clause() -> None:
    screen = plays("craps", "", "place 6 7", "why", "place 6", "field 5000", width=200)
    assert "(oneida CR.F.5)" in after(screen, "place 6 7")
    assert "oneida CR.F.5" in after(screen, "why")
    assert "how much? place 6 takes 6 to 96 in steps of 6" in after(screen, "place 6")
    assert "5000" in after(screen, "field 5000")


def test_the_list_of_bets_is_numbered_and_the_numbers_can_be_bet() -> None:
    listed = after(plays("craps", "", "bets"), "bets")
    number = re.search(r"(\d+) field 5-100", listed)
    assert number is not None
    assert "You bet 15 on the field." in plays("craps", "", f"{number[1]} 15")
    assert len(listed.splitlines()) <= 24


def test_mini_dice_is_shaken_and_settled() -> None:
    screen = plays("mini-dice", "", "field 10", "", "over 5", "")
    assert "The dealer shakes three times: no more bets." in screen
    assert "You shake three times." in screen
    assert "Your 10 on the field loses." in screen
    assert "Your 5 on over seven wins 5." in screen


def test_a_number_in_a_hurry_does_not_give_up_the_shaker() -> None:
    told = after(plays("mini-dice", "", "11"), "11")
    assert "11 is no wager; to pass the shaker, say so" in told


@pytest.mark.parametrize(
    ("game", "has", "has_not"),
    [
        ("mini-dice", ("field 5", "over 7 5", "pass the shaker"), ("come", "odds", "hard 8", "craps", "dice")),
        ("craps", ("pass 10", "hop 5-4 5", "pass the dice"), ("over 7", "shaker")),
        ("three-card-poker", ("stand", "play"), ()),
        ("four-card-poker", ("play 20", "fold", "stay in with aces up and no ante"), ("pair plus",)),
        ("mississippi-stud", ("play 20", "fold"), ("stand",)),
    ],
)
def test_the_help_offers_what_the_game_has(game: str, has: tuple[str, ...], has_not: tuple[str, ...]) -> None:
    told = after(plays(game, "", "help", "quit"), "help").partition("  table ")[0]
    assert [words for words in has if words in told] == list(has)
    assert [words for words in has_not if words in told] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_help_names_a_clause_of_the_game(game: str) -> None:
    screen = plays(game, "help", "quit")
    named = re.search(r"rules\s+([A-Z0-9][\w.()]*):", screen)
    assert named is not None, screen
    assert "no clause" not in after(plays(game, f"rules {named[1]}"), f"rules {named[1]}")


@pytest.mark.parametrize("game", ["three-card-poker", "four-card-poker", "mississippi-stud"])
def test_at_cards_your_stack_stands_beside_the_choices(game: str) -> None:
    screen = plays(game, "ante 10", "")
    assert re.findall(r"your stack\s+(\d+)", screen)[:2] == ["200", "190"]


def test_why_rules_and_history_answer_without_losing_the_turn() -> None:
    screen = plays("craps", "", "why 1", "why 99", "rules", "rules CR.F.1", "rules CR.ZZ", "history", "")
    assert "oneida CR.I.1" in after(screen, "why 1")
    assert "there is no call 99; this session has calls 1 to" in after(screen, "why 99")
    assert "odds up to 3 times the flat bet  oneida CR.H.5" in after(screen, "rules")
    assert "oneida CR.F.1  Minimum pay table" in after(screen, "rules CR.F.1")
    assert "no such clause" in after(screen, "rules CR.ZZ")
    assert "You take the dice, a new shooter." in after(screen, "history")
    cards = plays("four-card-poker", "rules", "ante 5", "", "why")
    assert "Aces Up pays: " in after(cards, "rules")
    assert "oneida FCP.K.1.b" in after(cards, "rules")
    assert "oneida FCP." in after(cards, "why")


def test_whoever_has_nothing_left_buys_in_again() -> None:
    screen = plays("three-card-poker", "ante 100", "", "p", "ante 100", "", "f", "", "", players=1, seed=5)
    assert "You have too few chips for another wager: Enter buys in again." in screen


def test_leaving_tells_the_result() -> None:
    assert plays("craps", "quit").endswith("You leave the table even. Thank you for playing.\n")
    screen = plays("craps", "", "pass 10", "quit")
    assert "Your bet on the pass line comes down, 10." in screen
    assert screen.endswith("You leave the table even. Thank you for playing.\n")


def test_quit_takes_down_what_may_come_down_and_warns_about_the_rest() -> None:
    on_the_eight = ("", "pass 10", "", "odds 20", "place 6 12")
    screen = plays("craps", *on_the_eight, "quit", "field 5", "quit", "quit", width=200)
    told = after(screen, "quit").split("Type quit again")[0]
    assert "Your bet in odds on the pass line comes down, 20." in told
    assert "Your bet to place the six comes down, 12." in told
    assert "pass on 8 10 may not come down (oneida CR.E.3/2): 10 chips stay on the layout" in told
    assert screen.count("Type quit again to leave it there, or play on.") == 2, "a wager since is news"
    assert "Your bet on the field comes down, 5." in screen
    assert screen.endswith("You leave the table 10 down. Thank you for playing.\n")


def test_the_end_of_the_input_takes_down_what_may_come_down_too() -> None:
    screen = plays("craps", "", "pass 10", "", "odds 20", width=200)
    assert "Your bet in odds on the pass line comes down, 20." in screen
    assert "10 chips stay on the layout until they are decided." in screen
    assert screen.endswith("You leave the table 10 down. Thank you for playing.\n")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("pass 10", "You bet 10 on the pass line."),
        ("bet 10 pass", "You bet 10 on the pass line."),
        ("10 pass", "You bet 10 on the pass line."),
        ("$10 on the pass line", "You bet 10 on the pass line."),
        ("put 10 on don't pass", "You bet 10 on don't pass."),
        ("12 place 6", "You bet 12 to place the six."),
        ("place 12 on 6", "You bet 12 to place the six."),
        ("bet 12 on place 6", "You bet 12 to place the six."),
        ("5 any seven", "You bet 5 on any seven."),
        ("hop 4-5 5", "You bet 5 on the hop 5-4."),
        ("5 hop 5-4", "You bet 5 on the hop 5-4."),
        ("5 on hard 8", "You bet 5 on the hard eight."),
        ("bet 10 hard 6", "You bet 10 on the hard six."),
        ("10 buy 5", "You bet 10 to buy the five."),
        ("bet 6 place 8", "You bet 6 to place the eight."),
        ("place 6 on 8", "You bet 6 to place the eight."),
        ("place 6 on the 8", "You bet 6 to place the eight."),
        ("place on 8 6", "You bet 6 to place the eight."),
        ("place 12 6", "You bet 12 to place the six."),
        ("12 on 6", "cannot read '12 on 6'"),
    ],
)
def test_name_and_amount_of_a_wager_come_in_any_order(typed: str, told: str) -> None:
    assert told in plays("craps", "", typed, width=200)


def test_changes_come_in_any_order_too() -> None:
    lines = ("place 6 12", "raise place 6 to 24", "12 cut place 6", "place 6 down")
    screen = plays("craps", "", *lines, width=200)
    assert "Your bet to place the six goes up to 24." in screen
    assert "Your bet to place the six goes down to 12." in screen
    assert "Your bet to place the six comes down, 12." in screen


@pytest.mark.parametrize("typed", ["roll", "Roll", "throw", ""])
def test_roll_rolls(typed: str) -> None:
    screen = plays("craps", "", "pass 10", typed)
    assert "Dice are out, no more bets." in screen
    assert "the point is eight" in screen


def test_whoever_says_roll_when_the_dice_are_offered_takes_them() -> None:
    assert "You take the dice, a new shooter." in plays("craps", "roll")


def test_equal_wagers_are_one() -> None:
    screen = plays("craps", "", "pass 10", "pass 5", "place 6 12", "6 place 6", "hop 5-4 5", "hop 5-4 5")
    assert "Your bet on the pass line goes up to 15." in screen
    assert "Your wagers: pass 15, place 6 18 (off), hop 5-4 10" in screen
    come = plays("craps", "", "pass 10", "", "come 10", "come 10", "odds 10", "odds 10")
    assert "come 20" in come
    assert "pass odds 8 20" in come


def test_all_bets_and_all_wagers_fit_a_small_screen() -> None:
    bets = ["pass 10", "", "odds 5", "come 5", "hard 4 5", "hard 6 5", "hard 8 5", "hard 10 5"]
    bets += [f"place {number} {6 if number in (6, 8) else 5}" for number in (4, 5, 6, 8, 9, 10)]
    bets += ["field 5", "any craps 5", "horn 8", "world 5", "hop 1-1 5", "hop 2-1 5", "hop 6-5 5"]
    screen = after(plays("craps", "", *bets, "bets"), "bets")
    listed = screen.split("(bets: all; Enter rolls)")[0].splitlines()
    assert len(listed) <= 22, "with the lines on which it was asked for and on which the next thing is"
    for words in ("hop 5-4, any two faces: 5-", "place 4 5 6 8 9 10: 5-", "field 5-"):
        assert words in screen
    assert re.search(r"hard 6: down, raise 6-\d+, on", screen)
    assert re.search(r"\.\.\. and \d+ more lines", screen)
    few = after(plays("craps", "", "hop 5-4 5", "hop 6-5 5", "bets"), "bets")
    assert re.search(r"hop 5-4: down, raise 6-\d+ +hop 6-5: down, raise 6-\d+", few)


@pytest.mark.parametrize("game", ["mississippi-stud", "craps"])
def test_without_a_terminal_a_demonstration_is_printed(game: str) -> None:
    result = run(game)
    assert result.returncode == 0
    assert result.stderr == ""
    assert "Seat 1 bets 5 on " in result.stdout
    assert "\x1b" not in result.stdout


def offered(game: str) -> tuple[Sequence[NamedChoice], HouseTable]:
    running = LocalHouseGame(house_game_preset(game, players=1), make_rng(1), {})
    running.play_on(placed=False)
    if game == "craps":
        running.table.accept(1)  # type: ignore[union-attr]
    wait = running.wagers(1)
    assert wait is not None
    return name_choices(wait.choices, 1), running.table


CRAPS, CARDS = offered("craps"), offered("three-card-poker")


@given(st.one_of(st.text(max_size=250), st.from_regex(r"(place|hop|ante|1) [0-9-]{1,4}( [0-9]{1,20})?")))
def test_any_line_typed_at_a_house_table_is_read_or_refused(line: str) -> None:
    for choices, table in (CRAPS, CARDS):
        with suppress(HoyleError):
            assert to_dict(house_command(line, choices, table))["seat"] == 1


def test_every_name_leads_to_one_choice() -> None:
    for choices, _ in (CRAPS, CARDS):
        names = [name for each in choices for name in each.names]
        assert len(names) == len(set(names))
