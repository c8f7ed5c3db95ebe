"""A house card table at work: players come and go, decks are opened, shuffled and counted, rounds are dealt.

>>> from hoyle.banked.sign import Sign
>>> table = BankedTable.open(Sign("three-card-poker"))
>>> table.open_decks(by="floor")
>>> _ = table.sit(3, 100, "ann")
>>> [prompt.text for prompt in table.prompts()]
['shuffle the deck']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hoyle.banked import irregularities
from hoyle.banked.events import Event as RoundEvent
from hoyle.banked.game import AUTOMATED
from hoyle.banked.irregularities import REMOVE, Ruling
from hoyle.banked.round import Round
from hoyle.banked.sign import Sign
from hoyle.banked.view import view as round_view
from hoyle.cards import DECK, check_card, check_distinct
from hoyle.errors import IllegalError, InvalidError
from hoyle.table.banked import events
from hoyle.table.banked.events import BankedEvent, Entry, apply
from hoyle.table.banked.state import BankedState, Deck


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something that is due, and by which clause."""

    text: str
    clause: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


class BankedTable:
    """One table of a house card game."""

    def __init__(self) -> None:
        self.state = BankedState()
        self.log: list[Entry] = []
        self.round: Round | None = None
        self._copied = 0

    @classmethod
    def open(cls, sign: Sign) -> BankedTable:
        """Open a table under a sign, with its sealed decks."""
        table = cls()
        table.emit(events.TableOpened(sign=sign, clause=sign.page.dealing[sign.dealing].option))
        for number, back in enumerate(sign.backs, 1):
            table._bring(f"deck {number}", back)
        if sign.dealing == AUTOMATED:
            table.emit(events.Recorded(what="no cover card", clause=sign.page.decks.cover_card))
        if len(sign.backs) == 2:
            table.emit(
                events.Recorded(what="second deck in the shuffler", clause=sign.page.decks.in_shuffler)
            )
        return table

    @classmethod
    def replay(cls, log: Iterable[Entry]) -> BankedTable:
        """The table that a log describes, ready to go on, in the middle of a round too."""
        table = cls()
        round_events: list[RoundEvent] = []
        for entry in log:
            apply(table.state, entry)
            table.log.append(entry)
            if isinstance(entry, events.RoundBegan):
                round_events = []
            elif isinstance(entry, RoundEvent):
                round_events.append(entry)
        if table.state.round is not None:
            table.round = Round(table.sign, {}, [], state=table.state.round, resume=round_events)
            table._copied = len(round_events)
        return table

    @property
    def sign(self) -> Sign:
        assert self.state.sign is not None, "the table is not open"
        return self.state.sign

    def view(self, seat: int = 0) -> dict[str, object]:
        """What one viewer may see."""
        state = self.state
        found: dict[str, object] = {
            "game": self.sign.game.id,
            "book": self.sign.book,
            "seats": {seat: [state.names[seat], state.stacks[seat]] for seat in sorted(state.names)},
            "bank": state.bank,
            "rounds": state.rounds,
            "due": [str(prompt) for prompt in self.prompts()],
        }
        if self.round is not None:
            found["round"] = round_view(self.round, seat)
        return found

    def seen(self, seat: int = 0) -> list[Entry]:
        """The log as one viewer may read it."""
        return [entry.seen_by(seat) for entry in self.log]

    # Seats

    def sit(self, seat: int, chips: int, player: str) -> int:
        """Take a seat, or add chips to the stack at one's own."""
        if not 1 <= seat <= self.sign.seats:
            clause = self.sign.page.wagers.seats.clause
            raise IllegalError(
                f"seat {seat} does not exist: 1 to {self.sign.seats} ({clause})", clause=clause
            )
        if chips < 1:
            raise InvalidError(f"{chips} chips cannot be brought to a seat")
        if self.state.names.get(seat, player) != player:
            raise IllegalError(f"seat {seat} belongs to {self.state.names[seat]}", clause="house seats")
        if self.state.round is not None:
            raise IllegalError("chips come to the table between rounds", clause="house seats")
        if self.state.idle:
            self.emit(
                events.Recorded(what="a player comes: shuffle anew", clause=self.sign.page.decks.arrival)
            )
        self.emit(events.Seated(seat=seat, player=player, chips=chips, clause="house seats"))
        return seat

    def leave(self, seat: int) -> None:
        """Go away with one's chips, between rounds; the last to go leaves an idle table."""
        if seat not in self.state.names:
            raise InvalidError(f"nobody sits at seat {seat}")
        if self.state.round is not None:
            raise IllegalError(f"seat {seat} cannot leave during a round", clause="house seats")
        self.emit(events.Left(seat=seat, clause="house seats"))
        if not self.state.names:
            where = "manual shoe"
            if self.sign.dealing != "manual":
                where = "device, stub in the discard rack"
            self.emit(events.Idle(where=where, clause=self.sign.page.decks.idle))

    # Decks and records

    def tell_time(self, minute: int) -> list[Prompt]:
        """Tell the table the time in minutes; it answers with what is due."""
        if minute < self.state.minute:
            raise InvalidError(f"minute {minute} is before minute {self.state.minute}")
        self.emit(events.TimeTold(minute=minute, clause="house clock"))
        return self.prompts()

    def prompts(self) -> list[Prompt]:
        """Everything that is due now."""
        page, state = self.sign.page, self.state
        found = [
            Prompt(f"{step} {deck.name}", clause) for deck in state.decks for step, clause in self._left(deck)
        ]
        if not state.decks:
            found.append(Prompt("bring a deck", page.decks.cards.clause))
        found += [
            Prompt(f"change {deck.name}", page.dealing[self.sign.dealing].change.clause)
            for deck in state.decks
            if self._change_due(deck)
        ]
        if self.count_due():
            found.append(Prompt("count the stub", page.dealing[self.sign.dealing].count.clause))
        if state.names and state.round is None and not found:
            if not state.ready:
                found.append(Prompt("shuffle the deck", page.decks.shuffle))
            elif not self.sign.shuffler and not state.cuts:
                found.append(Prompt("cut the deck", page.decks.hand_cut))
        return found

    def count_due(self) -> bool:
        """Five rounds without a count, unless the shuffler counts."""
        every = self.sign.page.dealing[self.sign.dealing].count.value
        return not self.sign.shuffler_counts and self.state.uncounted >= every

    def opening_step(self, deck: str, step: str, *, by: str, electronic: bool = False) -> None:
        """Inspect, verify, spread or wash a deck, in this order."""
        found = self._deck(deck)
        left = self._left(found)
        if not left or left[0][0] != step:
            due = left[0][0] if left else "nothing"
            clause = left[0][1] if left else self.sign.page.decks.opening[0][1]
            raise IllegalError(f"{step} is not next for {deck}: {due} is ({clause})", clause=clause)
        clause = self.sign.page.decks.electronic if electronic and step == "verify" else left[0][1]
        self.emit(events.OpeningStep(deck=deck, step=step, by=by, clause=clause))

    def open_decks(self, *, by: str) -> None:
        """Take every deck through its opening."""
        for deck in list(self.state.decks):
            for step, _ in self._left(deck):
                self.opening_step(deck.name, step, by=by)

    def change_deck(self, deck: str, back: str) -> None:
        """A deck leaves the table and a new one takes its place."""
        self._between_rounds("a deck is changed")
        self._deck(deck)
        self._check_back(back, instead_of=deck)
        clause = self.sign.page.dealing[self.sign.dealing].change.clause
        self.emit(events.DeckRetired(deck=deck, clause=clause))
        self._bring(f"deck {len(self.state.decks) + len(self.state.retired) + 1}", back)

    def shuffle(self, cards: list[int]) -> None:
        """The deck in play, shuffled by hand or by the device into this order."""
        page = self.sign.page
        self._between_rounds("cards are shuffled")
        for card in cards:
            check_card(card)
        check_distinct(cards)
        if sorted(cards) != list(DECK):
            clause = page.decks.cards.clause
            raise IllegalError(
                f"{len(cards)} cards: one deck of {len(DECK)} is used ({clause})", clause=clause
            )
        deck = self._in_play()
        if left := self._left(deck):
            step, clause = left[0]
            raise IllegalError(f"{deck.name} has not been opened: {step} is next ({clause})", clause=clause)
        method = "device" if self.sign.shuffler else "hand"
        clause = page.decks.device_cut.clause if self.sign.shuffler else page.decks.shuffle
        self.emit(events.DeckShuffled(deck=deck.name, method=method, cards=list(cards), clause=clause))

    def cut(self, count: int, *, ordered_by: str = "") -> None:
        """Cut at least ten cards; a recut needs a supervisor's order before the first card (AMB-G4)."""
        page, state = self.sign.page, self.state
        if state.round is not None and state.round.dealt:
            clause = page.decks.recut_by.clause
            raise IllegalError(f"the deck is not cut once a card is dealt ({clause})", clause=clause)
        if not state.ready:
            raise IllegalError(f"no deck lies shuffled ({page.decks.shuffle})", clause=page.decks.shuffle)
        if self.sign.shuffler:
            clause = page.decks.device_cut.clause
            raise IllegalError(f"a deck shuffled by a device is not cut ({clause})", clause=clause)
        if state.cuts and not ordered_by:
            clause = page.decks.recut_by.clause
            raise IllegalError(
                f"the deck is cut already; only a supervisor orders more ({clause})", clause=clause
            )
        least, cards = page.decks.least_cut.value, page.decks.cards.value
        if not least <= count < cards:
            clause = page.decks.least_cut.clause
            raise IllegalError(f"a cut of {count}: {least} to {cards - 1} cards ({clause})", clause=clause)
        clause = page.decks.recut_by.clause if ordered_by else page.decks.cut_order
        self.emit(events.DeckCut(count=count, ordered_by=ordered_by, clause=clause))
        if count > page.decks.deep_cut.value:
            note = f"a cut of {count} leaves {cards - count} cards below"
            self.emit(events.Recorded(what="deep cut", detail=note, clause=page.decks.least_cut.clause))

    def count_stub(self, found: int, *, misdealt: bool = False) -> Ruling:
        """Count stub and dealt cards; a wrong number is ruled on at once."""
        ruling = irregularities.rule(self.sign, "stub-count", found=found, misdealt=misdealt)
        self.emit(
            events.StubCounted(found=found, clause=self.sign.page.dealing[self.sign.dealing].count.clause)
        )
        self._carry_out("stub-count", ruling, by="dealer")
        return ruling

    # Rounds

    def begin(self) -> Round:
        """Start a round: wagers may be made with what lies before each seat."""
        page, state = self.sign.page, self.state
        self._between_rounds("a round begins")
        if not state.ready:
            raise IllegalError(f"shuffle first ({page.decks.shuffle})", clause=page.decks.shuffle)
        self._check_cut()
        if self.count_due():
            clause = page.dealing[self.sign.dealing].count.clause
            raise IllegalError(
                f"count the stub first: {state.uncounted} rounds are over ({clause})", clause=clause
            )
        deck = self._in_play()
        if self._change_due(deck):
            clause = page.dealing[self.sign.dealing].change.clause
            raise IllegalError(f"{deck.name} has been in use too long ({clause})", clause=clause)
        self.emit(events.RoundBegan(number=state.rounds + 1, deck=deck.name, clause=page.decks.shuffle))
        assert state.round is not None
        self.round = Round(self.sign, dict(state.stacks), list(state.ready), state=state.round)
        self._copied = 0
        self.sync()
        return self.round

    def sync(self) -> None:
        """Take over what the round has done, and close it when it is over."""
        round_ = self.round
        if round_ is None or self.state.round is None:
            return
        for event in round_.log[self._copied :]:
            self.log.append(event)
        self._copied = len(round_.log)
        assert sum(self.state.accounts().values()) == 0, self.state.accounts()
        if round_.over:
            self._close()

    def wager(self, seat: int, wager: str, chips: int, *, tender: str = "chips") -> None:
        """Make an opening wager for the player at a seat."""
        round_ = self._playing()
        if seat not in self.state.names:
            raise InvalidError(f"nobody sits at seat {seat}")
        round_.wager(seat, wager, chips, owner=self.state.names[seat], tender=tender)
        self.sync()

    def withdraw(self, seat: int, wager: str) -> None:
        """Take an opening wager back before "No More Bets"."""
        self._playing().withdraw(seat, wager)
        self.sync()

    def no_more_bets(self) -> None:
        """Close the betting and deal."""
        round_ = self._playing()
        self._check_cut()
        round_.close()
        self.sync()

    def act(self, seat: int, choice: str, chips: int = 0) -> None:
        """``play``, ``fold`` or ``stand`` for the seat in turn."""
        round_ = self._playing()
        if choice == "play":
            round_.play(seat, chips)
        elif choice == "fold":
            round_.fold(seat)
        elif choice == "stand":
            round_.stand(seat)
        else:
            raise InvalidError(f"unknown choice {choice!r}: play, fold or stand")
        self.sync()

    # The floor

    def report(self, trigger: str, *, by: str = "floor", **facts: bool | int) -> Ruling:
        """Report an irregularity; the book's consequence is computed and carried out."""
        state = self.state.round
        if state is not None:
            facts.setdefault("revealed", state.dealer_shown)
            facts.setdefault("dealt", state.dealt > 0)
        ruling = irregularities.rule(self.sign, trigger, **facts)  # type: ignore[arg-type]
        self._carry_out(trigger, ruling, by=by)
        return ruling

    def _carry_out(self, trigger: str, ruling: Ruling, *, by: str) -> None:
        self.emit(events.FloorRuled(trigger=trigger, ruling=ruling.words, by=by, clause=ruling.clause))
        round_ = self.round
        deck = self.state.decks[0] if self.state.decks else None
        if trigger == "machine-count" and self.state.round is not None:
            # The shuffler counts the deck it holds, not the one in play.
            deck = self.state.decks[1] if len(self.state.decks) == 2 else None
        if ruling.void and round_ is not None and self.state.round is not None and not round_.over:
            round_.void(trigger, ruling.clause)
            self.sync()
        in_use = deck is not None and self.state.round is not None and deck is self.state.decks[0]
        if ruling.deck == REMOVE and deck is not None and not in_use:
            self.emit(events.DeckRetired(deck=deck.name, clause=ruling.clause))
            self._bring(f"deck {len(self.state.decks) + len(self.state.retired) + 1}", deck.back)

    def emit(self, event: BankedEvent) -> None:
        """Apply an event of the table and put it in the log."""
        apply(self.state, event)
        self.log.append(event)

    def _close(self) -> None:
        two = len(self.state.decks) == 2
        clause = self.sign.page.decks.alternate if two else self.sign.page.decks.shuffle
        self.emit(events.RoundClosed(swapped=two, clause=clause))
        if two:
            self.emit(events.Recorded(what="one deck in the rack", clause=self.sign.page.decks.one_in_rack))
        self.emit(events.Recorded(what="pick-up order kept", clause=self.sign.page.play.pick_up))

    def _bring(self, deck: str, back: str) -> None:
        self._check_back(back)
        self.emit(events.DeckBrought(deck=deck, back=back, clause=self.sign.page.decks.cards.clause))

    def _check_back(self, back: str, *, instead_of: str = "") -> None:
        if back in [each.back for each in self.state.decks if each.name != instead_of]:
            clause = self.sign.page.decks.backs
            raise IllegalError(f"a second deck with {back} backs ({clause})", clause=clause)

    def _check_cut(self) -> None:
        """A deck shuffled by hand is cut before it is dealt, again if the floor has ordered it."""
        if not self.sign.shuffler and not self.state.cuts:
            clause = self.sign.page.decks.hand_cut
            raise IllegalError(f"cut first ({clause})", clause=clause)

    def _left(self, deck: Deck) -> list[tuple[str, str]]:
        return list(self.sign.page.decks.opening[len(deck.steps) :])

    def _change_due(self, deck: Deck) -> bool:
        """So many hours after opening, by the way of dealing."""
        hours = self.sign.page.dealing[self.sign.dealing].change.value
        return self.state.minute - deck.opened_at >= 60 * hours

    def _deck(self, name: str) -> Deck:
        for deck in self.state.decks:
            if deck.name == name:
                return deck
        raise InvalidError(f"no {name} at the table: {', '.join(deck.name for deck in self.state.decks)}")

    def _in_play(self) -> Deck:
        if not self.state.decks:
            clause = self.sign.page.decks.cards.clause
            raise IllegalError(f"no deck is left at the table ({clause})", clause=clause)
        return self.state.decks[0]

    def _between_rounds(self, what: str) -> None:
        if self.state.round is not None:
            raise IllegalError(f"{what} between rounds, not during one", clause="house rounds")

    def _playing(self) -> Round:
        if self.round is None or self.state.round is None:
            raise InvalidError("no round is being played: begin one")
        return self.round
