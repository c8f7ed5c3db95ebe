"""`hoyle play` with somebody at the keyboard, and without."""

from __future__ import annotations

import codecs
import io
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Iterator

import pytest
from rich.console import Console
from tests.cli.commands import refusal

from hoyle.bots.poker_bots import Bot, CallerBot
from hoyle.cli.commands.games.play import DEFAULT_GAME, SEAT, PlayOptions, choose_game, play
from hoyle.cli.main import ASCII_FALLBACK, _replace_by_ascii
from hoyle.cli.play.local_games import LocalPokerGame
from hoyle.cli.play.poker_session import PokerSession
from hoyle.simulation.random_decks import make_rng
from hoyle.table.presets.house_game_presets import HouseGamePreset
from hoyle.table.presets.poker_presets import poker_preset


class Person:
    """Types lines and reads the screen; leaves (end of file) when there is nothing more to type."""

    def __init__(self, *lines: str, interrupt: bool = False) -> None:
        self._lines: Iterator[str] = iter(lines)
        self._interrupt = interrupt
        self._paper = io.StringIO()
        self.console = Console(
            file=self._paper, width=110, highlight=False, markup=False, emoji=False, force_terminal=False
        )

    def ask(self, prompt: str) -> str:
        line = next(self._lines, None)
        if line is None:
            if self._interrupt:
                raise KeyboardInterrupt
            raise EOFError
        self._paper.write(f"{prompt}{line}\n")
        return line

    @property
    def screen(self) -> str:
        return self._paper.getvalue()

    def sits_down(
        self,
        game: str,
        book: str | None = None,
        *,
        seed: int = 5,
        players: int = 6,
        structure: str = "fixed-limit",
        limits: str | None = None,
        bots: str | None = "regular",
    ) -> str:
        spread = poker_preset(game, book, players=players, structure=structure, limits=limits)
        play(self.console, self.ask, spread, seed, bots=bots)
        return self.screen


def after(screen: str, typed: str) -> str:
    """What the screen shows between a typed line and the next prompt."""
    return screen.split(f"> {typed}\n", 1)[1].split("\n? for help > ", 1)[0]


def test_the_usual_company_reads_the_betting_to_the_end_of_a_hand() -> None:
    screen = Person("fold", "why").sits_down("holdem", bots=None)
    assert "You fold." in screen
    assert "Enter for the next hand" in screen


def test_the_table_is_drawn_and_legal_actions_are_offered() -> None:
    screen = Person().sits_down("omaha-hilo8")
    assert "You sit in seat 1." in screen
    assert re.search(r"▶ +you +A♠ K♥ 9♣ 6♦ +237 +bet 3", screen)
    assert re.search(r"D +seat 5 +▒▒ ▒▒ ▒▒ ▒▒ +231 +bet 9", screen)
    assert re.search(r"seat 3 +folded +240", screen)
    assert "Pot 27" in screen
    assert "1 fold   2 call 6   3 raise to 12" in screen


def test_nobody_sees_the_bots_cards_before_the_showdown() -> None:
    screen = Person("c").sits_down("omaha-hilo8")
    assert "You get A♠ K♥ 9♣ 6♦." in screen
    assert not re.search(r"Seat \d gets", screen)
    rows = [line for line in screen.splitlines() if re.match(r"^[▶ ][D ]  seat \d ", line)]
    assert len(rows) == 10
    assert not any(re.search(r"[♣♦♥♠]", row) for row in rows)


def test_a_whole_hand_is_played_to_the_showdown_and_the_division_is_explained() -> None:
    screen = Person(*["c"] * 6).sits_down("omaha-hilo8")
    assert "You show A♠ K♥ 9♣ 6♦:" in screen
    assert re.search(r"The pot, \d+: \d+ for the high half, \d+ for the low\.", screen)
    assert re.search(r"High half: seat \d takes \d+ with ", screen)
    assert re.search(r"^you +240 → \d+ +-\d+$", screen, re.M)
    assert "Enter for the next hand" in screen


def test_the_button_moves_for_the_next_hand_and_the_stacks_stay() -> None:
    screen = Person("f", "").sits_down("holdem", "nj-19-47")
    assert re.search(r"─ hand 1 ─", screen)
    assert re.search(r"─ hand 2 ─", screen)
    assert "seat 6 has the button" in screen
    assert "you have the button" in screen
    stacks = [int(stack) for stack in re.findall(r"240 → (\d+)", screen)]
    assert sum(stacks) == 6 * 240


def test_why_shows_the_clause_of_the_last_call() -> None:
    told = after(Person("why").sits_down("omaha-hilo8"), "why")
    assert "Seat 6 calls 8." in told
    assert "oneida XI.K.6  First betting round" in told
    assert "clockwise" in told


def test_why_with_a_number_shows_the_clause_of_that_call() -> None:
    screen = Person("why 2", "why 99").sits_down("omaha-hilo8")
    assert "Seat 6 posts the small blind, 1." in after(screen, "why 2")
    assert "oneida XI.K.5  Blinds" in after(screen, "why 2")
    assert "there is no call 99; this hand has calls 1 to 11" in after(screen, "why 99")


def test_why_after_a_refusal_shows_the_clause_that_refused() -> None:
    screen = Person("all in", "why").sits_down("omaha-hilo8")
    assert "cannot go all-in" in after(screen, "all in")
    assert after(screen, "why").strip().startswith("oneida XI.K.6")


def test_why_of_a_house_game_says_that_no_book_rules_it() -> None:
    told = after(Person("why").sits_down("razz"), "why")
    assert "a convention of the house" in told


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("raise to 7", "cannot raise to 7: it must be 12 (oneida XI.G.1); legal: fold, call 6, raise to 12"),
        ("check", "cannot check: there is a bet of 6 to call (oneida XI.K.6)"),
        ("dance", "cannot read the action 'dance'"),
        ("draw Kh", "the round waits for action"),
        ("9", "there is no choice 9"),
        ("1 3", "nothing may follow 1 (fold), got '3'"),
        ("2 9", "nothing may follow 2 (call 6), got '9'"),
        ("fold 3", "nothing may follow fold, got 3"),
        ("call 5", "you call with 6, not 5"),
        ("raise pot", "you cannot raise to 42: it must be 12"),
    ],
)
def test_what_is_illegal_is_explained_and_asked_again(typed: str, words: str) -> None:
    screen = Person(typed, "c").sits_down("omaha-hilo8")
    assert words in after(screen, typed)
    assert "legal: fold, call 6, raise to 12" in after(screen, typed)
    assert "1 fold   2 call 6   3 raise to 12" in after(screen, typed)
    assert "You call 6." in screen


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3", "You raise to 12."),
        ("r 12", "You raise to 12."),
        ("raise", "You raise to 12."),
        ("2", "You call 6."),
        ("2 6", "You call 6."),
        ("r $12", "You raise to 12."),
        ("raise min", "You raise to 12."),
    ],
)
def test_actions_are_taken_by_number_and_by_word(typed: str, said: str) -> None:
    assert said in Person(typed).sits_down("omaha-hilo8")


def test_the_forced_bet_is_taken_as_it_is_offered() -> None:
    screen = Person("bring in 2", "bring in 1").sits_down("stud7-high", seed=3)
    assert "1 bring in 1   2 complete to 3" in screen
    assert "the forced bet is 1, not 2; legal: bring in 1, complete to 3" in after(screen, "bring in 2")
    assert "You bring it in for 1." in after(screen, "bring in 1")


def test_what_is_full_already_cannot_be_completed() -> None:
    told = after(Person("complete").sits_down("stud7-high", seed=2), "complete")
    assert "there is no forced bet to complete: 3 is full; legal: fold, call 3, raise to 6" in told


def test_an_amount_can_follow_the_number() -> None:
    person = Person("3 40", "3", "raise to 20")
    screen = person.sits_down("holdem", structure="no-limit", seed=3, players=3)
    assert "3 raise to 9-200" in screen
    assert "You raise to 40." in screen


def test_a_number_without_its_amount_asks_how_much() -> None:
    screen = Person("3", "3 40").sits_down("holdem", structure="no-limit", seed=3, players=3)
    assert "how much? raise needs an amount" in after(screen, "3")
    assert "You raise to 40." in screen


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3 pot", "You raise to 6."),
        ("pot", "You raise to 6."),
        ("raise to pot", "You raise to 6."),
        ("min", "You raise to 4."),
        ("3 $20", "You raise to 20."),
    ],
)
def test_the_pot_and_the_minimum_are_sizes_of_a_raise(typed: str, said: str) -> None:
    # Blinds of 1 and 2, and a call of 1: four in the pot on top of the 2.
    screen = Person(typed).sits_down("holdem", structure="no-limit", limits="1/2", seed=2, players=3)
    assert said in screen


def test_refusals_are_spoken_to_the_player_and_name_what_makes_sense_now() -> None:
    screen = Person("raise to 7", "dance").sits_down("omaha-hilo8")
    assert after(screen, "raise to 7").startswith("you cannot raise to 7")
    assert "seat 1" not in after(screen, "raise to 7")
    told = after(screen, "dance").splitlines()[0]
    assert told == "cannot read the action 'dance'; legal: fold, call 6, raise to 12"


@pytest.mark.parametrize(
    ("game", "structure", "has", "has_not"),
    [
        ("holdem", "fixed-limit", "all in", ("draw Kh", "bring in", "pot, min")),
        ("holdem", "no-limit", "pot, min", ("draw Kh", "bring in")),
        ("stud7-high", "fixed-limit", "bring in", ("draw Kh", "pot, min")),
        ("draw5-high", "fixed-limit", "draw Kh", ("bring in", "pot, min")),
    ],
)
def test_the_help_offers_what_the_game_has(game: str, structure: str, has: str, has_not: tuple[str, ...]) -> None:
    told = after(Person("help", "quit").sits_down(game, structure=structure), "help")
    assert has in told
    assert not [words for words in has_not if words in told]


@pytest.mark.parametrize(
    ("game", "book"), [("holdem", "oneida"), ("stud7-high", "nj-19-47"), ("omaha-hilo8", "ca-omaha")]
)
def test_the_help_names_a_clause_of_the_game_that_is_played(game: str, book: str) -> None:
    told = after(Person("help", "quit").sits_down(game, book), "help")
    named = re.search(r"rules (\S+): one clause", told)
    assert named is not None
    assert f"{book} {named[1]}" in after(Person(f"rules {named[1]}").sits_down(game, book), f"rules {named[1]}")


@pytest.mark.parametrize("question", ["help", "rules", "history", "why", "table"])
@pytest.mark.parametrize("game", ["holdem", "draw5-high"])
def test_after_a_question_the_table_is_shown_again(game: str, question: str) -> None:
    screen = Person(question, "quit").sits_down(game)
    told = after(screen, question)
    assert "▶   you" in told
    assert "Pot " in told
    assert told.rindex("1 fold") > told.rindex("Pot ")
    assert screen.count("? for help > ") == 2


def test_the_help_keeps_its_indent_on_a_narrow_screen() -> None:
    person = Person("help", "quit")
    person.console.width = 60
    told = after(person.sits_down("holdem"), "help").splitlines()
    words = [line for line in told[: told.index("")] if line.startswith("  ")]
    assert all(len(line.rstrip()) <= 60 for line in words)
    meaning = next(line for line in words if "a number" in line).index("the action")
    assert all(line[:meaning].strip() == "" or line[meaning - 1] == " " for line in words)
    assert any(line[:meaning].strip() == "" for line in words)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("2", "which cards? draw 1 3, or draw "),
        ("draw", "which cards?"),
        ("draw 2 2", "card 2 is named twice"),
        ("draw 9", "there is no card 9: you hold cards 1 to 5"),
        ("2 9", "there is no card 9: you hold cards 1 to 5"),
        ("draw 0", "you hold cards 1 to 5"),
        ("1 1", "nothing may follow 1 (pat), got '1'"),
        ("1 3", "nothing may follow 1 (pat), got '3'"),
        ("pat 3", "nothing may follow pat, got 3"),
        ("draw 1 Kx", "is not a row of cards"),
        ("hold", "cannot read the action 'hold'"),
    ],
)
def test_a_draw_that_is_not_clear_is_asked_again(typed: str, words: str) -> None:
    screen = Person("c", "c", typed, "pat").sits_down("draw5-high", seed=5)
    assert words in after(screen, typed)
    assert "legal: pat, draw CARDS" in after(screen, typed)
    assert screen.count("You stand pat.") == 1
    assert "You draw" not in screen


def test_a_card_named_twice_is_not_drawn() -> None:
    hand = re.search(r"\(1:(..) ", Person("c", "c").sits_down("draw5-high", seed=5))
    assert hand is not None
    typed = f"draw {hand[1]} {hand[1]}"
    screen = Person("c", "c", typed, "2 1 3").sits_down("draw5-high", seed=5)
    assert f"card {hand[1]} is named twice" in after(screen, typed)
    assert "You draw two, laying down" in screen


def test_c_checks_when_there_is_nothing_to_call() -> None:
    screen = Person(*["c"] * 5).sits_down("omaha-hilo8")
    assert "You check." in screen


def test_cards_are_drawn_by_name_by_place_or_not_at_all() -> None:
    def drew(*typed: str) -> str:
        return Person("c", "c", *typed).sits_down("draw5-high", seed=5)

    hand = re.search(r"\(1:(..) 2:(..) 3:(..) 4:(..) 5:(..)\)", drew())
    assert hand is not None
    first, third = hand[1], hand[3]
    assert "You draw two, laying down" in drew(f"draw {first} {third}")
    assert drew("draw 1 3").replace("draw 1 3", "") == drew(f"draw {first} {third}").replace(
        f"draw {first} {third}", ""
    )
    assert "You stand pat." in drew("1")
    assert "You stand pat." in drew("pat")
    assert "You draw one, laying down" in drew(f"2 {first}")
    assert "cannot discard" in drew("draw 2c 2d 2h 2s")


def test_help_rules_and_history_answer_without_losing_the_turn() -> None:
    screen = Person("help", "rules", "rules XI.K.4", "rules XI.ZZ", "history", "", "c").sits_down("omaha-hilo8")
    assert "the clause behind the last call" in after(screen, "help")
    assert "fixed-limit: wagers of 3, later 6" in after(screen, "rules")
    assert "oneida XI.K.10(b)(i)  Odd chip to high hand" in after(screen, "rules")
    assert "oneida XI.K.4" in after(screen, "rules XI.K.4")
    assert "no such clause" in after(screen, "rules XI.ZZ")
    assert "  2 Seat 6 posts the small blind, 1." in after(screen, "history")
    assert "You call 6." in screen


def test_quitting_is_polite_and_tells_the_result() -> None:
    screen = Person("quit").sits_down("omaha-hilo8")
    assert screen.endswith("You leave the table 3 down. Thank you for playing.\n")


@pytest.mark.parametrize("interrupt", [False, True])
def test_end_of_file_and_ctrl_c_leave_politely(interrupt: bool) -> None:
    assert Person(interrupt=interrupt).sits_down("holdem").endswith("Thank you for playing.\n")


def test_between_hands_there_is_nothing_to_act_on() -> None:
    screen = Person("f", "call", "why", "q").sits_down("omaha-hilo8")
    assert "The hand is over. Press Enter for the next one." in after(screen, "call")
    assert "oneida XI." in after(screen, "why")


def test_whoever_has_too_few_chips_buys_in_before_the_next_hand() -> None:
    # Five chips are left after the small blind, one too few for a big blind and a bet.
    game = LocalPokerGame(poker_preset("holdem", "nj-19-47"), make_rng(5), {SEAT: 6})
    person = Person("f", "")
    bots: dict[int, Bot] = {seat: CallerBot() for seat in game.offer.seats if seat != SEAT}
    PokerSession(game, SEAT, bots, person.console, person.ask).run()
    assert "You have too few chips for another hand: Enter buys in again." in person.screen
    assert game.bought[SEAT] == 6 + 235
    assert re.search(r"you +.. .. +240", person.screen.split("─ hand 2 ─")[1])


def test_the_menu_takes_a_number_a_name_or_the_default() -> None:
    def chosen(*lines: str) -> str:
        person = Person(*lines)
        found = choose_game(person.console, person.ask, PlayOptions())
        return found.game if isinstance(found, HouseGamePreset) else found.rules.game

    assert chosen("") == DEFAULT_GAME == "omaha-hilo8"
    assert chosen("1") == "holdem"
    assert chosen("RAZZ") == "razz"
    assert chosen("whist", "99", "stud5-high") == "stud5-high"
    assert chosen("20") == "craps"
    with pytest.raises(EOFError):
        chosen("quit")


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from hoyle.cli.main import main; main()", "play", *args],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        # The library that edits lines, once loaded here, would hand on the width of this terminal.
        env=dict(os.environ),
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_a_terminal_without_the_signs_of_a_table_shows_plain_ones() -> None:
    codecs.register_error(ASCII_FALLBACK, _replace_by_ascii)
    drawn = Person("fold").sits_down("stud7-high", seed=2)
    assert "▶" in drawn
    assert "▒" in drawn
    shown = drawn.encode("ascii", ASCII_FALLBACK).decode()
    assert shown.count("?") == drawn.count("?")
    assert "> you" in " ".join(shown.split())


def test_without_a_terminal_one_demonstration_hand_is_dealt() -> None:
    result = run()
    assert result.returncode == 0
    assert result.stderr == ""
    assert "Omaha high-low split eight or better" in result.stdout
    assert "does not halve: the odd chip joins the high half" in result.stdout
    assert "oneida XI.K.10(b)(ii)" in result.stdout
    assert "\x1b" not in result.stdout


def test_the_demonstration_plays_the_game_asked_for() -> None:
    result = run("mambo-hilo6", "--players", "5")
    assert result.returncode == 0
    assert "Mambo stud" in result.stdout


def at_a_terminal(typed: str) -> tuple[str, int]:
    """The screen of a real terminal and the exit code, after typing all at once when first asked."""
    keyboard, terminal = pty.openpty()
    player = subprocess.Popen(
        [sys.executable, "-c", "from hoyle.cli.main import main; main()", "play"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"},
    )
    os.close(terminal)
    screen = b""
    try:
        while select.select([keyboard], [], [], 60)[0]:
            screen += os.read(keyboard, 4096)
            # Before it asks, a line editor may lose what was typed.
            if typed and b"] > " in screen:
                os.write(keyboard, typed.encode())
                typed = ""
    except OSError:
        pass  # the other end is closed: the player has left
    finally:
        os.close(keyboard)
    return screen.decode(), player.wait(timeout=60)


def test_at_a_terminal_the_menu_opens_and_quitting_leaves_quietly() -> None:
    screen, code = at_a_terminal("2\nquit\n")
    assert code == 0
    assert "Which game?" in screen
    # Without a button there, nothing is drawn in reverse; the words of a call stand out, its number does not.
    assert "\x1b[7m " not in screen
    assert re.search(r"\x1b\[2m  2 \x1b\[0m(Seat \d posts|You post) the small blind", screen)
    assert "Omaha high, fixed-limit 3/6" in screen
    assert "Thank you for playing." in screen
    assert "Traceback" not in screen


def test_end_of_file_at_the_menu_leaves_quietly() -> None:
    screen, code = at_a_terminal("\x04")
    assert code == 0
    assert "Traceback" not in screen


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["whist"], "unknown game 'whist'"),
        (["mambo-hilo6", "--book", "oneida"], "oneida has no game 'mambo-hilo6'"),
        (["stud7-high", "--players", "9"], "9 players cannot play stud7-high"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(args: list[str], words: str) -> None:
    assert words in refusal("play", *args)
