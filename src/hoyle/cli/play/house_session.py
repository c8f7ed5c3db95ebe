"""Terminal session at a house game: wagers, decisions, dice throws and settlements."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from hoyle.bots.house_game_bots import HouseBot
from hoyle.cli.play.house_input import NamedChoice, house_command, named
from hoyle.cli.play.local_house_game import LocalHouseGame, is_over
from hoyle.cli.play.poker_input import command_from
from hoyle.cli.play.rule_lookup import print_house_rules
from hoyle.cli.play.table_session import LEAVES, PROMPT, Ask, Help, TableSession
from hoyle.cli.render.house_table import bet_list, dice_bets, lying, render_card_table, render_dice_table
from hoyle.cli.render.poker_table import colour_cards, results
from hoyle.core.errors import HoyleError, IllegalError
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.game_registry import GAMES
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.history.narration import narrator
from hoyle.rulebooks.book_types.dice import DiceBook
from hoyle.table.command_base import Command
from hoyle.table.dice.commands import Bet
from hoyle.table.dice.view_types import DiceTableView, WagerView
from hoyle.table.house_cards.view import HouseCardTableView
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.presets.house_game_presets import HouseGamePreset

_QUESTION: Final = 4
"""Lines of a question with what is typed after it, and of what was typed before."""
_OPENING: Final = ("table-opened", "seated", "deck-brought", "opening-step")
"""What the table did before the person looked up."""


def house_session(
    offer: HouseGamePreset, seat: int, rng: random.Random, out: Console, ask: Ask, bots: Sequence[HouseBot]
) -> CardSession | DiceSession:
    """A session at a table of cards or of dice, with bots in the other seats."""
    others = [each for each in offer.seats if each != seat]
    game = LocalHouseGame(offer, rng, dict(zip(others, bots, strict=True)))
    kind = CardSession if isinstance(offer.sign, HouseCardSign) else DiceSession
    return kind(game, seat, out, ask)


class HouseSession(TableSession):
    """What both kinds of table share."""

    def __init__(self, game: LocalHouseGame, seat: int, out: Console, ask: Ask) -> None:
        super().__init__(seat, out, ask)
        self.game = game
        self.table = game.table
        self.person = f"player {seat}"
        self.names = {each: f"seat {each}" for each in game.offer.seats}
        self.names[seat] = "you"
        self._dealer = narrator(game.offer.sign, {seat: "you"}, self.person)
        self._heard = 0
        self._last: list[Command] = []
        """Wagers of the last round, to be made again."""

    def play(self) -> None:
        offer = self.game.offer
        self.out.print(f"{offer.title}, {offer.limits}", style="bold")
        self.out.print(f"by {offer.book}: {offer.book_title}")
        self.out.print(f"You sit in seat {self.seat}. Type help for help, quit to leave.", style="dim")
        while True:
            self.play_round()

    def play_round(self) -> None:
        """One round of cards, or one roll of the dice."""
        raise NotImplementedError

    def net_result(self) -> int:
        return self.game.stacks[self.seat] - self.game.bought[self.seat]

    def example(self) -> str:
        book = self.game.offer.book
        cited = [clause for line in self.game.offer.sign.cited_lines() for clause in line.clauses]
        return next(clause for clause in cited if clause.startswith(book)).removeprefix(f"{book} ")

    def print_rules(self, wanted: str) -> None:
        print_house_rules(self.out, self.game.offer, wanted)

    def listen(self) -> None:
        """Say what has happened since the last time."""
        fresh = self.table.log[self._heard :]
        self._heard = len(self.table.log)
        calls = [call for entry in fresh for call in self._dealer.narrate(entry)] + self._dealer.flush()
        self.say([call for call in calls if call.entry.name not in _OPENING])

    def prompt(self, words: str) -> str:
        """Ask until something is typed that is no question."""
        while True:
            self.out.print(colour_cards(words, "bold"))
            line = self.ask(PROMPT)
            if not line.strip() or not self.handle_question(line):
                return line

    def attempt(self, line: str, offered: list[NamedChoice]) -> Command | None:
        """Do what was typed; None if it was refused, which has been shown."""
        try:
            command = self.make(house_command(line, offered, self.table.COMMANDS))
        except HoyleError as error:
            self.refuse(error, [each.label for each in offered] if len(offered) < 6 else ["see bets"])
            return None
        self.accept()
        self.listen()
        return command

    def make(self, command: Command) -> Command:
        """Have done what was asked for."""
        self.game.do(command, by=self.person)
        return command

    def choose(
        self, wait: PendingDecision, offered: list[NamedChoice], usual: str = "", beside: str = ""
    ) -> Command:
        """Ask until one of the choices is taken; an empty line takes the usual one."""
        words = "   ".join(f"{at} {each.label}" for at, each in enumerate(offered, 1))
        if usual:
            words += f"   (Enter: {usual})"
        if beside:
            words += f"   {beside}"
        while True:
            line = self.prompt(words)
            if not line.strip() and not usual:
                continue
            command = self.attempt(line.strip() or usual, offered)
            if command is not None:
                return command

    def buy_in(self) -> None:
        """Whoever has too few chips for another wager brings more."""
        for seat in self.game.short():
            if seat != self.seat:
                self.out.print(f"Seat {seat} buys in for {self.game.buy_in(seat)}.", style="dim")
            elif not self.prompt("You have too few chips for another wager: Enter buys in again.").strip():
                self.game.buy_in(seat)

    def bet_again(self, first: str, offered: list[NamedChoice]) -> None:
        """The wagers of the last round once more, as far as they are taken; without any the first of all."""
        made = []
        for command in self._last:
            try:
                self.make(command)
            except HoyleError:
                continue
            made.append(command)
        self.listen()
        if not made:
            self.attempt(first, offered)


class CardSession(HouseSession):
    """A person at a house card game."""

    UNIT: ClassVar[str] = "round"

    def help(self) -> Help:
        side = GAMES[self.game.offer.game].side.replace("_", " ")
        return (
            ("a number", "the wager or choice offered under it; with an amount where it needs one: 1 10"),
            ("ante 10", "make a wager before the deal; take back ante: withdraw it"),
            ("bets", "everything that may be bet, at the place beside yours too"),
            ("Enter", "deal; without a wager, bet as in the last round and deal"),
            ("play", "stay in; with an amount where it is open: play 20"),
            ("fold", "give the hand up"),
            *([("stand", f"stay in with {side} and no ante")] if side else []),
        )

    def play_round(self) -> None:
        game = self.game
        self.buy_in()
        before = game.stacks
        self.calls = []
        self.out.print()
        self.out.print(Rule(f"round {self._seen().number + 1}", characters="─"))
        game.play_on(placed=False)
        self.listen()
        self._bet()
        game.play_on()
        self.listen()
        while (wait := game.awaited(self.seat)) is not None:
            self._decide(wait)
            if not self._seen().playing:
                break
            game.play_on()
            self.listen()
        self.out.print()
        for line in results(self.names, before, game.stacks):
            self.out.print(line)

    def _seen(self) -> HouseCardTableView:
        seen = self.table.view(self.person)
        assert isinstance(seen, HouseCardTableView)
        return seen

    def _bet(self) -> None:
        """Wagers until an empty line deals; the first empty line makes one if there is none."""
        made: list[Command] = []
        while (wait := self.game.wagers(self.seat)) is not None:
            offered = named(wait.choices, self.seat)
            own = [each for each in offered if each.choice.given["spot"] == self.seat]
            least = next((each.choice.bounds[0].least for each in own if each.choice.do == "wager"), 0)
            standing = any(each.choice.do == "withdraw" for each in offered)
            first = "bets as before" if self._last else f"bets ante {least}"
            again = "deals" if standing else f"{first} and deals"
            words = "   ".join(f"{at} {each.label}" for at, each in enumerate(own, 1))
            line = self.prompt(f"{words}   (Enter {again})   your stack {self.game.stacks[self.seat]}")
            if not line.strip():
                if not standing:
                    self.bet_again(f"{ANTE} {least}", own)
                elif made:
                    self._last = [command for command in made if command.name == "wager"]
                return
            if line.strip().lower() == "bets":
                self.out.print(bet_list(offered))
                continue
            command = self.attempt(line, own + [each for each in offered if each not in own])
            if command is not None:
                made.append(command)

    def show_table(self) -> None:
        seen = self._seen()
        if seen.playing:
            self.out.print()
            self.out.print(render_card_table(seen, self.names))

    def _decide(self, wait: PendingDecision) -> None:
        self.show_table()
        self.choose(wait, named(wait.choices, self.seat), beside=f"your stack {self.game.stacks[self.seat]}")


class DiceSession(HouseSession):
    """A person at craps or mini-dice."""

    UNIT: ClassVar[str] = "session"
    HISTORY: ClassVar[int] = 30
    LINES: ClassVar[int] = 24
    """What a small screen shows."""
    ROLL: ClassVar[tuple[str, ...]] = ("roll", "r", "throw", "shake", "shoot")
    """What says the same as an empty line."""
    EXAMPLES: ClassVar[dict[str, str]] = {
        "pass": "pass 10",
        "come": "come 10",
        "pass_odds": "odds 20",
        "place": "place 6 12",
        "field": "field 5",
        "any_7": "any 7 5",
        "over_7": "over 7 5",
        "hard": "hard 8 5",
        "any_craps": "any craps 5",
        "hop": "hop 5-4 5",
    }
    """How wagers are typed."""

    def __init__(self, game: LocalHouseGame, seat: int, out: Console, ask: Ask) -> None:
        super().__init__(game, seat, out, ask)
        self._warned = False
        """Whether the person has been told what stays on the layout if he leaves now."""

    def help(self) -> Help:
        book = self._book()
        bets = [text for kind, text in self.EXAMPLES.items() if kind in book.wagers]
        on_off = ", hard 8 on, hard 8 off" if "hard" in book.wagers else ""
        rolls = (
            "roll, or let the shooter roll; a shooter without a line bet makes one"
            if book.has_line
            else "shake, or let it be shaken"
        )
        return (
            ("Enter", f"{rolls}; roll says the same"),
            (bets[0], f"bet: {', '.join(bets[1:])}; in any order: bet 10 on the {bets[0].split()[0]}"),
            ("down place 6", f"take a wager down; cut place 6 6, raise place 6 24{on_off}"),
            ("bets", "every wager that may be made or changed, with its amounts; 12 10: number 12 for 10"),
            (f"pass the {self._held()}", "give it up" if self._held() == "shaker" else "give them up"),
        )

    def _book(self) -> DiceBook:
        sign = self.game.offer.sign
        assert isinstance(sign, DiceSign)
        return sign.book

    def _rolls(self) -> str:
        return "rolls" if self._book().has_line else "shakes"

    def _held(self) -> str:
        return "dice" if self._book().has_line else "shaker"

    def play_round(self) -> None:
        game = self.game
        self.buy_in()
        self.out.print()
        entries = game.play_on(placed=False)
        self.listen()
        if is_over(entries):
            return  # he had nothing left to bet or to change
        wait = game.awaited(self.seat)
        if wait is not None and wait.kind == "shooter":
            self.choose(wait, named(wait.choices, self.seat), usual="accept")
        elif self._bet():
            game.play_on()
            self.listen()

    def _seen(self) -> DiceTableView:
        seen = self.table.view(self.person)
        assert isinstance(seen, DiceTableView)
        return seen

    def _bet(self) -> bool:
        """Wagers until an empty line rolls; whether it shall be rolled."""
        made: list[Command] = []
        while True:
            seen = self._seen()
            offered = self._offered(seen)
            self.show_table()
            line = self.prompt(f"{self._hint(offered)}   (bets: all; Enter {self._rolls()})")
            if not line.strip() or line.strip().lower() in self.ROLL:
                if made:
                    self._last = [command for command in made if command.name == "bet"]
                if self._needs_line():
                    self.bet_again(f"pass {self._least('pass', offered)}", offered)
                return True
            if line.strip().lower() == "bets":
                self._print_bets(offered)
                continue
            command = self.attempt(line, offered)
            if command is not None and command.name in ("pass", "decline-line"):
                return False
            if command is not None:
                made.append(command)

    def show_table(self) -> None:
        self.out.print(render_dice_table(self._seen(), self.names))

    def attempt(self, line: str, offered: list[NamedChoice]) -> Command | None:
        asked = any(each.choice.do == "accept" for each in offered)
        # To say that one rolls is to take the dice.
        return super().attempt("accept" if asked and line.lower() in self.ROLL else line, offered)

    def make(self, command: Command) -> Command:
        """The same, but a wager goes to one like it that lies already and may be raised."""
        self.game.do(self._added(command) if isinstance(command, Bet) else command, by=self.person)
        return command

    def _added(self, bet: Bet) -> Command:
        for wager in self._own_wagers():
            same = wager.odds_on == bet.on and (bet.on or wager.number == bet.number)
            if (wager.kind, wager.faces) == (bet.kind, bet.faces) and same:
                raised = self._may(wager, "increase")
                if raised is not None:
                    return command_from(self.table.COMMANDS, raised, to=wager.amount + bet.amount)
        return bet

    def _own_wagers(self) -> list[WagerView]:
        return [wager for wager in self._seen().wagers if wager.owner == self.person]

    def _may(self, wager: WagerView, do: str) -> Choice | None:
        """What may be done to a wager of the person's, if it may."""
        choices = [each for wait in self.table.pending() if wait.seat == self.seat for each in wait.choices]
        found = (each for each in choices if each.do == do and each.given.get("wager") == wager.id)
        return next(found, None)

    # Leaving

    def handle_question(self, line: str) -> bool:
        if line.strip().lower() not in LEAVES:
            return super().handle_question(line)
        warned, self._warned = self._warned, True
        stays = self._take_down()
        if stays and not warned:
            self.out.print(Text(f"{stays} Type quit again to leave it there, or play on.", "yellow"))
            return True
        raise EOFError

    def accept(self) -> None:
        super().accept()
        self._warned = False

    def _take_down(self) -> str:
        """Take down whatever may come down; what stays, and by which clause, as a warning."""
        while True:
            choices = [self._may(wager, "take-down") for wager in self._own_wagers()]
            down = next((choice for choice in choices if choice is not None), None)
            if down is None:
                break
            self.game.do(command_from(self.table.COMMANDS, down), by=self.person)
        self.listen()
        stays = self._own_wagers()
        if not stays:
            return ""
        why = ""
        try:
            self.table.take_down(self.seat, stays[0].id)  # type: ignore[union-attr]
        except HoyleError as refusal:
            why = refusal.clause if isinstance(refusal, IllegalError) else ""
        chips = sum(wager.amount for wager in stays)
        named_ = ", ".join(lying(wager) for wager in stays)
        return f"{named_} may not come down ({why}): {chips} chips stay on the layout until they are decided."

    def _goodbye(self) -> None:
        stays = self._take_down()
        if stays and not self._warned:
            self.out.print(Text(stays, "yellow"))
        super()._goodbye()

    # Bets

    def _print_bets(self, offered: list[NamedChoice]) -> None:
        """Everything that may be bet, on a small screen together with the table and the next question."""
        below = len(self.out.render_lines(render_dice_table(self._seen(), self.names))) + _QUESTION
        lines = dice_bets(offered, self._own_wagers(), width=self.out.width, most=self.LINES - below)
        for line in lines:
            self.out.print(Text(line))

    def _needs_line(self) -> bool:
        wait = self.game.awaited(self.seat)
        return wait is not None and wait.kind == "line-bet"

    def _offered(self, seen: DiceTableView) -> list[NamedChoice]:
        """Everything the person may do now, besides rolling."""
        choices: list[Any] = []
        for wait in self.table.pending():
            if wait.seat == self.seat:
                choices += [each for each in wait.choices if each not in choices and each.do != "release"]
        # A long row of hops would hide the rest; what lies there already comes last.
        choices.sort(key=lambda choice: (choice.do != "bet", choice.given.get("kind") == "hop"))
        return named(choices, self.seat, seen.wagers)

    def _least(self, name: str, offered: list[NamedChoice]) -> int:
        return next((each.choice.bounds[0].least for each in offered if each.names[0] == name), 0)

    def _hint(self, offered: list[NamedChoice]) -> str:
        """A few of the wagers that people make most."""
        usual = ("pass", "dont pass", "come", "field", "place 6", "place 8", "over 7", "under 7", "any 7")
        shown = [each for each in offered if each.names[0] in usual or "odds" in each.names]
        return "   ".join(each.label for each in shown[:3]) or "no wager can be made now"
