"""Terminal session at a poker table: one person among bots, hand after hand."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.console import Console
from rich.rule import Rule

from hoyle.bots.poker_bots import Bot
from hoyle.cli.phh_file import PhhFile
from hoyle.cli.play.local_games import LocalPokerGame
from hoyle.cli.play.poker_input import MenuItem, menu, poker_command
from hoyle.cli.play.table_session import PROMPT, Ask, Help, TableSession
from hoyle.cli.render.poker_table import colour_cards, middle, render_poker_table
from hoyle.core.errors import HoyleError
from hoyle.games.poker.events import PokerEvent
from hoyle.games.poker.resolved_rules import FIXED
from hoyle.history.narration import narrator
from hoyle.history.narration.english_phrases import limits
from hoyle.history.replay.rounds_from_log import round_of
from hoyle.simulation.poker_driver import drive
from hoyle.table.pending_decisions import PendingDecision


class PokerSession(TableSession):
    """Terminal session of one person at a poker table with bots."""

    game: LocalPokerGame
    HELP: ClassVar[Help] = (
        ("a number", "the action offered under it; with an amount where it needs one: 3 20"),
        ("words", "fold, check, call, bet 6, raise to 12, r 12, c, all in"),
    )
    OPEN: ClassVar[tuple[str, str]] = ("pot, min", "instead of an amount: bet pot, raise min, 3 pot")
    FORCED: ClassVar[tuple[str, str]] = ("bring in", "make the forced bet; complete: raise it to a full one")
    DRAW: ClassVar[tuple[str, str]] = ("draw Kh 2c", "lay down cards and draw as many; by place: draw 1 3; pat: none")

    def __init__(
        self, game: LocalPokerGame, seat: int, bots: dict[int, Bot], out: Console, ask: Ask, file: PhhFile | None = None
    ) -> None:
        super().__init__(game, seat, out, ask)
        self.bots = bots
        self.file = file
        self.person = game.table.view(seat).person

    def help(self) -> Help:
        rules = self.game.offer.rules
        return (
            *self.HELP,
            *([self.OPEN] if rules.stakes.structure != FIXED else []),
            *([] if rules.variant.button else [self.FORCED]),
            *([self.DRAW] if rules.variant.draws else []),
        )

    def example(self) -> str:
        rules = self.game.offer.rules
        return rules.page.build.removeprefix(f"{rules.book.id} ")

    def show_table(self) -> None:
        view = self.game.table.view(self.person).round
        if view is not None:
            self.out.print()
            self.out.print(render_poker_table(view, self.names))
            self.out.print(middle(view))

    def heading(self) -> tuple[str, str, str]:
        rules = self.game.offer.rules
        title = f"{rules.variant.title}, {limits(rules.stakes, self.game.offer.sign.blinds)}"
        return title, rules.book.id, rules.book.title

    def play_round(self) -> None:
        """Deal a poker hand and play it to the end; print the dealer's calls and the results."""
        game, table = self.game, self.game.table
        before = game.stacks
        entries = game.deal()
        log: list[Any] = []
        rules = table.rules
        dealer = narrator(rules, {self.seat: "you"}, self.person, blinds=game.offer.sign.blinds)
        self.calls = []
        self.out.print()
        self.out.print(Rule(f"hand {game.hands}", characters="─"))
        while True:
            entries = entries + drive(table, self.bots, game.rng, log + entries)
            log += entries
            round_events = [entry for entry in entries if isinstance(entry, PokerEvent)]
            calls = [call for event in round_events for call in dealer.narrate(event)]
            if not table.playing:
                self.say(calls + dealer.flush())
                break
            self.say(calls)
            entries = self._act(table.pending()[0])
        if self.file is not None:
            events = [entry for entry in log if isinstance(entry, PokerEvent)]
            self.file.add(round_of(rules, events), hand=game.hands)
        self.print_results(before)
        self._between_hands()

    def _act(self, decision: PendingDecision) -> list[Any]:
        table = self.game.table
        view = table.view(self.person).round
        assert view is not None
        self.show_table()
        offered = menu(decision)
        while True:
            line = self._prompt(decision, offered, view.hand_at_seat(self.seat).cards)
            if not line.strip() or self.handle_question(line):
                continue
            try:
                command = poker_command(line, offered, table, self.seat)
                entries = table.do(command, by=self.person)
            except HoyleError as error:
                self.refuse(error, [item.label for item in offered])
            else:
                self.accept()
                return entries

    def _prompt(self, decision: PendingDecision, offered: list[MenuItem], cards: list[str]) -> str:
        text = "   ".join(f"{number} {item.label}" for number, item in enumerate(offered, 1))
        if decision.kind == "draw":
            text += "   (" + " ".join(f"{number}:{card}" for number, card in enumerate(cards, 1)) + ")"
        self.out.print(colour_cards(text, "bold"))
        return self.ask(PROMPT)

    def _between_hands(self) -> None:
        """Let players with too few chips buy in, and wait for Enter before the next hand."""
        for seat in self.game.short():
            if seat == self.seat:
                self.out.print("You have too few chips for another hand: Enter buys in again.", style="bold")
            else:
                self.out.print(f"Seat {seat} buys in for {self.game.buy_in(seat)}.", style="dim")
        while True:
            self.out.print("Enter for the next hand; why, history or quit.", style="dim")
            line = self.ask(PROMPT)
            if not line.strip():
                break
            if not self.handle_question(line):
                self.out.print("The hand is over. Press Enter for the next one.", style="yellow")
        if self.seat in self.game.short():
            self.game.buy_in(self.seat)
