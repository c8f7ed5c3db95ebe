"""Terminal session at a house game: wagers, decisions, dice throws and settlements."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from hoyle.cli.play.house_input import NamedChoice, house_command, name_choices
from hoyle.cli.play.local_games import LocalHouseGame, is_over
from hoyle.cli.play.table_session import LEAVES, PROMPT, Ask, Help, TableSession
from hoyle.cli.render.house_table import bet_list, dice_bet_lines, render_card_table, render_dice_table, wager_on_layout
from hoyle.cli.render.poker_table import colour_cards
from hoyle.core.errors import HoyleError, IllegalError
from hoyle.games.dice.posted_sign import DiceSign
from hoyle.games.house_cards.game_definition import ANTE
from hoyle.games.house_cards.game_registry import GAMES
from hoyle.history.narration import narrator
from hoyle.rulebooks.book_types.dice import DiceBook
from hoyle.table.command_base import Command
from hoyle.table.dice.commands import Bet
from hoyle.table.dice.view_types import DiceView, DiceWagerView
from hoyle.table.house_cards.view import HouseCardView
from hoyle.table.pending_decisions import Choice, PendingDecision

_QUESTION: Final = 4
"""Screen lines that the previous input and the next prompt take."""
_OPENING: Final = ("table-opened", "seated", "deck-brought", "opening-step-done")
"""Events that open the table, which are not announced."""


class HouseSession(TableSession):
    """Base class of the terminal sessions at house card and dice tables."""

    game: LocalHouseGame

    def __init__(self, game: LocalHouseGame, seat: int, out: Console, ask: Ask) -> None:
        super().__init__(game, seat, out, ask)
        self.table = game.table
        self.person = f"player {seat}"
        self._dealer = narrator(game.offer.sign, {seat: "you"}, self.person)
        self._announced = 0
        """Number of events of the table's log that have been announced."""
        self._last_wagers: list[Command] = []
        """Wagers of the last round, for Enter to repeat."""

    def heading(self) -> tuple[str, str, str]:
        offer = self.game.offer
        return f"{offer.title}, {offer.limits}", offer.book, offer.book_title

    def example(self) -> str:
        book = self.game.offer.book
        cited = [clause for line in self.game.offer.sign.cited_lines() for clause in line.clauses]
        return next(clause for clause in cited if clause.startswith(book)).removeprefix(f"{book} ")

    def listen(self) -> None:
        """Print the dealer's calls of the events since the last time."""
        new_entries = self.table.log[self._announced :]
        self._announced = len(self.table.log)
        calls = [call for entry in new_entries for call in self._dealer.narrate(entry)] + self._dealer.flush()
        self.say([call for call in calls if call.entry.name not in _OPENING])

    def prompt(self, text: str) -> str:
        """Prompt until the person types a line that is not a question, and return it."""
        while True:
            self.out.print(colour_cards(text, "bold"))
            line = self.ask(PROMPT)
            if not line.strip() or not self.handle_question(line):
                return line

    def attempt(self, line: str, offered: list[NamedChoice]) -> Command | None:
        """Run a typed command; if it is refused, print the refusal and return None."""
        try:
            command = self.make(house_command(line, offered, self.table))
        except HoyleError as error:
            self.refuse(error, [item.label for item in offered] if len(offered) < 6 else ["see bets"])
            return None
        self.accept()
        self.listen()
        return command

    def make(self, command: Command) -> Command:
        """Run a command of the person at the terminal."""
        self.game.do(command, by=self.person)
        return command

    def choose(
        self, decision: PendingDecision, offered: list[NamedChoice], default: str = "", beside: str = ""
    ) -> Command:
        """Prompt until one of the choices is taken; an empty line takes the default, if there is one."""
        text = "   ".join(f"{number} {item.label}" for number, item in enumerate(offered, 1))
        if default:
            text += f"   (Enter: {default})"
        if beside:
            text += f"   {beside}"
        while True:
            line = self.prompt(text)
            if not line.strip() and not default:
                continue
            command = self.attempt(line.strip() or default, offered)
            if command is not None:
                return command

    def buy_in(self) -> None:
        """Let every player with too few chips for another wager buy in."""
        for seat in self.game.short():
            if seat != self.seat:
                self.out.print(f"Seat {seat} buys in for {self.game.buy_in(seat)}.", style="dim")
            elif not self.prompt("You have too few chips for another wager: Enter buys in again.").strip():
                self.game.buy_in(seat)

    def bet_again(self, first: str, offered: list[NamedChoice]) -> None:
        """Repeat the wagers of the last round that are accepted; if none is, make the wager `first`."""
        commands = []
        for command in self._last_wagers:
            try:
                self.make(command)
            except HoyleError:
                continue
            commands.append(command)
        self.listen()
        if not commands:
            self.attempt(first, offered)


class CardSession(HouseSession):
    """Terminal session of one person at a house card game."""

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
        self.out.print(Rule(f"round {self._view().round_number + 1}", characters="─"))
        game.play_on(placed=False)
        self.listen()
        self._bet()
        game.play_on()
        self.listen()
        while (decision := game.awaited(self.seat)) is not None:
            self._decide(decision)
            if not self._view().playing:
                break
            game.play_on()
            self.listen()
        self.print_results(before)

    def _view(self) -> HouseCardView:
        view = self.table.view(self.person)
        assert isinstance(view, HouseCardView)
        return view

    def _bet(self) -> None:
        """Take wagers until an empty line deals; without a wager, the empty line makes one."""
        commands: list[Command] = []
        while (decision := self.game.wagers(self.seat)) is not None:
            offered = name_choices(decision.choices, self.seat)
            own = [item for item in offered if item.choice.fixed["spot"] == self.seat]
            least = next((item.choice.bounds[0].min for item in own if item.choice.do == "wager"), 0)
            has_wager = any(item.choice.do == "withdraw" for item in offered)
            first = "bets as before" if self._last_wagers else f"bets ante {least}"
            enter = "deals" if has_wager else f"{first} and deals"
            labels = "   ".join(f"{number} {item.label}" for number, item in enumerate(own, 1))
            line = self.prompt(f"{labels}   (Enter {enter})   your stack {self.game.stacks[self.seat]}")
            if not line.strip():
                if not has_wager:
                    self.bet_again(f"{ANTE} {least}", own)
                elif commands:
                    self._last_wagers = [command for command in commands if command.name == "wager"]
                return
            if line.strip().lower() == "bets":
                self.out.print(bet_list(offered))
                continue
            command = self.attempt(line, own + [item for item in offered if item not in own])
            if command is not None:
                commands.append(command)

    def show_table(self) -> None:
        view = self._view()
        if view.playing:
            self.out.print()
            self.out.print(render_card_table(view, self.names))

    def _decide(self, decision: PendingDecision) -> None:
        self.show_table()
        offered = name_choices(decision.choices, self.seat)
        self.choose(decision, offered, beside=f"your stack {self.game.stacks[self.seat]}")


class DiceSession(HouseSession):
    """Terminal session of one person at craps or mini-dice."""

    UNIT: ClassVar[str] = "session"
    HISTORY: ClassVar[int] = 30
    LINES: ClassVar[int] = 24
    """Lines of a small screen."""
    ROLL: ClassVar[tuple[str, ...]] = ("roll", "r", "throw", "shake", "shoot")
    """Words that mean the same as an empty line."""
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
    """Example of a typed line for each kind of wager."""

    def __init__(self, game: LocalHouseGame, seat: int, out: Console, ask: Ask) -> None:
        super().__init__(game, seat, out, ask)
        self._leave_warned = False
        """Whether the person was warned of the wagers that stay on the layout if they leave now."""

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
            (f"pass the {self._equipment()}", "give them up" if book.has_line else "give it up"),
        )

    def _book(self) -> DiceBook:
        sign = self.game.offer.sign
        assert isinstance(sign, DiceSign)
        return sign.rulebook

    def _roll_verb(self) -> str:
        return "rolls" if self._book().has_line else "shakes"

    def _equipment(self) -> str:
        return "dice" if self._book().has_line else "shaker"

    def play_round(self) -> None:
        game = self.game
        self.buy_in()
        self.out.print()
        entries = game.play_on(placed=False)
        self.listen()
        if is_over(entries):
            return  # the person had nothing left to bet or to change
        decision = game.awaited(self.seat)
        if decision is not None and decision.kind == "shooter":
            self.choose(decision, name_choices(decision.choices, self.seat), default="accept")
        elif self._bet():
            game.play_on()
            self.listen()

    def _view(self) -> DiceView:
        view = self.table.view(self.person)
        assert isinstance(view, DiceView)
        return view

    def _bet(self) -> bool:
        """Take wagers until an empty line rolls; return whether to roll."""
        commands: list[Command] = []
        while True:
            view = self._view()
            offered = self._offered_choices(view)
            self.show_table()
            line = self.prompt(f"{self._hint(offered)}   (bets: all; Enter {self._roll_verb()})")
            if not line.strip() or line.strip().lower() in self.ROLL:
                if commands:
                    self._last_wagers = [command for command in commands if command.name == "bet"]
                if self._needs_line():
                    self.bet_again(f"pass {self._minimum('pass', offered)}", offered)
                return True
            if line.strip().lower() == "bets":
                self._print_bets(offered)
                continue
            command = self.attempt(line, offered)
            if command is not None and command.name in ("pass-dice", "decline-line"):
                return False
            if command is not None:
                commands.append(command)

    def show_table(self) -> None:
        self.out.print(render_dice_table(self._view(), self.names))

    def attempt(self, line: str, offered: list[NamedChoice]) -> Command | None:
        dice_offered = any(item.choice.do == "accept" for item in offered)
        # "roll" accepts the dice when they are offered.
        return super().attempt("accept" if dice_offered and line.lower() in self.ROLL else line, offered)

    def make(self, command: Command) -> Command:
        """Run a command; a bet raises the same wager on the layout if there is one that may be raised."""
        self.game.do(self._bet_or_raise(command) if isinstance(command, Bet) else command, by=self.person)
        return command

    def _bet_or_raise(self, bet: Bet) -> Command:
        """Return a command that raises the same wager on the layout, or the bet itself if there is none."""
        for wager in self._own_wagers():
            same = wager.parent_wager == bet.on and (bet.on or wager.number == bet.number)
            if (wager.kind, wager.hop_faces) == (bet.kind, bet.faces) and same:
                choice = self._choice_on(wager, "increase")
                if choice is not None:
                    return self.table.command_of(choice, to=wager.amount + bet.amount)
        return bet

    def _own_wagers(self) -> list[DiceWagerView]:
        return [wager for wager in self._view().wagers if wager.owner == self.person]

    def _choice_on(self, wager: DiceWagerView, do: str) -> Choice | None:
        """Return the legal choice that changes a wager of the person by the command `do`, or None."""
        own = (decision for decision in self.table.pending() if decision.seat == self.seat)
        for choice in (choice for decision in own for choice in decision.choices):
            if choice.do == do and choice.fixed.get("wager") == wager.id:
                return choice
        return None

    # Leaving

    def handle_question(self, line: str) -> bool:
        if line.strip().lower() not in LEAVES:
            return super().handle_question(line)
        already_warned, self._leave_warned = self._leave_warned, True
        warning = self._take_down_wagers()
        if warning and not already_warned:
            self.out.print(Text(f"{warning} Type quit again to leave it there, or play on.", "yellow"))
            return True
        raise EOFError

    def accept(self) -> None:
        super().accept()
        self._leave_warned = False

    def _take_down_wagers(self) -> str:
        """Take down the person's wagers; return a warning about those that may not come down."""
        while True:
            choices = [self._choice_on(wager, "take-down") for wager in self._own_wagers()]
            down = next((choice for choice in choices if choice is not None), None)
            if down is None:
                break
            self.game.do(self.table.command_of(down), by=self.person)
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
        labels = ", ".join(wager_on_layout(wager) for wager in stays)
        return f"{labels} may not come down ({why}): {chips} chips stay on the layout until they are decided."

    def _goodbye(self) -> None:
        warning = self._take_down_wagers()
        if warning and not self._leave_warned:
            self.out.print(Text(warning, "yellow"))
        super()._goodbye()

    # Bets

    def _print_bets(self, offered: list[NamedChoice]) -> None:
        """Print every legal bet, short enough for a small screen to also hold the table and the prompt."""
        below = len(self.out.render_lines(render_dice_table(self._view(), self.names))) + _QUESTION
        lines = dice_bet_lines(offered, self._own_wagers(), width=self.out.width, most=self.LINES - below)
        for line in lines:
            self.out.print(Text(line))

    def _needs_line(self) -> bool:
        decision = self.game.awaited(self.seat)
        return decision is not None and decision.kind == "line-bet"

    def _offered_choices(self, view: DiceView) -> list[NamedChoice]:
        choices: list[Any] = []
        for decision in self.table.pending():
            if decision.seat == self.seat:
                new = [choice for choice in decision.choices if choice not in choices]
                choices += [choice for choice in new if choice.do != "release-dice"]
        # The many hops come after other bets, and changes to wagers on the layout come last.
        choices.sort(key=lambda choice: (choice.do != "bet", choice.fixed.get("kind") == "hop"))
        return name_choices(choices, self.seat, view.wagers)

    def _minimum(self, name: str, offered: list[NamedChoice]) -> int:
        return next((item.choice.bounds[0].min for item in offered if item.names[0] == name), 0)

    def _hint(self, offered: list[NamedChoice]) -> str:
        common = ("pass", "dont pass", "come", "field", "place 6", "place 8", "over 7", "under 7", "any 7")
        common_choices = [item for item in offered if item.names[0] in common or "odds" in item.names]
        return "   ".join(item.label for item in common_choices[:3]) or "no wager can be made now"
