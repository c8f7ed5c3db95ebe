"""Random house card sessions: openings, commands to try and invariants for `random_sessions`."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any, Final

from msgspec import structs
from tests.games.house_cards.random_sessions import anything, offered, shuffled, some_sign
from tests.table.random_sessions import PEOPLE, Decks, Wanted, done

from hoyle.core.cards import cards_text, parse_cards
from hoyle.core.errors import HoyleError
from hoyle.games.house_cards import events
from hoyle.games.house_cards.game_definition import DEALING
from hoyle.games.house_cards.irregularities import RECUT, REMOVE
from hoyle.games.house_cards.posted_sign import BASE
from hoyle.games.house_cards.round_state import CLOSED, SETTLING, HouseCardRoundState
from hoyle.rulebooks.house_card_registry import BOOKS
from hoyle.table.base import DEALER
from hoyle.table.command_base import Command, to_dict
from hoyle.table.house_cards import HouseCardTable, commands
from hoyle.table.log.log_audit import LogAudit
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.seats import Sit

OFFERED: Final = frozenset((
    "opening-step", "change-deck", "shuffle", "cut", "recut", "count-stub", "open-wagers", "wager",
    "withdraw", "no-more-bets", "deal-on", "turn-up", "settle-next", "play", "fold", "stand",
))  # fmt: skip
"""Commands that `pending` offers whenever they are possible."""


def every_table() -> list[tuple[str, str, str, str]]:
    """Every game under every book, in every way of dealing and every version."""
    return [
        (book.id, game, dealing, version)
        for book in BOOKS.values()
        for game, page in book.games.items()
        for dealing in DEALING
        if dealing in page.dealing
        for version in (BASE, *page.wagers.version)
    ]


class BankedKind:
    """Tables of one house card game, dealt in one way and played in one version."""

    def __init__(self, book: str, game: str, dealing: str, version: str) -> None:
        self.book = book
        self.game = game
        self.dealing = dealing
        self.version = version

    def __repr__(self) -> str:
        return f"BankedKind({self.book!r}, {self.game!r}, {self.dealing!r}, {self.version!r})"

    def open(self, chance: random.Random) -> HouseCardTable:
        return HouseCardTable.open(
            some_sign(self.game, chance, book=self.book, dealing=self.dealing, variant=self.version)
        )

    def resume(self, checkpoint: Mapping[str, Any] | None, entries: list[Any]) -> HouseCardTable:
        return HouseCardTable.resume(checkpoint, entries, keep_log=False)

    def audit(self, table: HouseCardTable) -> LogAudit:
        again = HouseCardTable.load(json.loads(json.dumps(table.dump())))
        assert again == table, "the log does not survive a file"
        return HouseCardTable.audit(again.steps)

    # Commands to try

    def wanted(self, table: HouseCardTable, chance: random.Random) -> Wanted:
        luck = chance.random()
        state = table.state
        free = [seat for seat in range(1, table.sign.seats + 1) if seat not in state.players]
        if free and len(state.players) < 3 and luck < 0.2:
            name = chance.choice([each for each in PEOPLE if not state.seat_of(each)])
            return Wanted(Sit(seat=chance.choice(free), chips=chance.randint(20, 400), player=name), name)
        command, by = (offered if luck < 0.8 else anything)(table, chance)
        return Wanted(command, by)

    def arriving(self, table: HouseCardTable, chance: random.Random) -> list[Wanted]:
        seats = chance.sample(range(1, table.sign.seats + 1), chance.randint(1, 3))
        return [
            Wanted(Sit(seat=seat, chips=chance.randint(40, 400), player=name), name)
            for seat, name in zip(seats, PEOPLE, strict=False)
        ]

    def answer(self, table: HouseCardTable, waits: list[PendingDecision], chance: random.Random) -> Wanted:
        """Some wagers, mostly at one's own place and left there, and what the game waits for."""
        wagers = [wait for wait in waits if wait.kind == "wagers"]
        pressing = [wait for wait in waits if not wait.optional]
        some = wagers if wagers and (not pressing or chance.random() < 0.4) else pressing or waits
        wait = chance.choice(some)
        own = [each for each in wait.choices if each.do != "withdraw" and each.fixed.get("spot") == wait.seat]
        choices = own if own and chance.random() < 0.9 else wait.choices
        choice = choices[-1] if chance.random() < 0.4 else chance.choice(choices)
        fields = dict(choice.fixed)
        for bound in choice.bounds:
            steps = min((bound.max - bound.min) // bound.step, 60)
            fields[bound.field] = bound.min + bound.step * chance.randint(0, steps)
            if choice.do == "count-stub" and chance.random() < 0.8:
                fields[bound.field] = 52
        if choice.cards is not None:
            fields["cards"] = choice.cards[0]
        return self.complete(table, choice, fields, chance)

    def strewn(self, table: HouseCardTable, chance: random.Random) -> Wanted:
        command, by = anything(table, chance)
        return Wanted(command, by)

    def seldom(self, table: HouseCardTable) -> bool:
        return table.state.dealt and table.playing_round().state.phase in (CLOSED, SETTLING)

    def busy(self, table: HouseCardTable) -> bool:
        return table.state.dealt

    def complete(self, table: HouseCardTable, choice: Choice, fields: dict[str, Any], chance: random.Random) -> Wanted:
        state, told = table.state, dict(fields)
        if choice.do == "shuffle":
            told["cards"] = " ".join([*shuffled(chance).split(), "Ah"][: told["cards"]])
        elif choice.do == "change-deck":
            taken = [deck.back for deck in state.rack.decks if deck.name != told["deck"]]
            told["back"] = next(back for back in ("red", "blue") if back not in taken)
        elif choice.do == "sit" and "player" not in told:
            told["player"] = next(
                each for each in (*PEOPLE, "guest") if not state.seat_of(each) and each not in state.barred
            )
        by = next((wait.person for wait in table.pending() if choice in wait.choices), "")
        return Wanted(table.COMMANDS[choice.do](**told), by or DEALER)

    def unoffered(self, table: HouseCardTable) -> list[Wanted]:
        choices = [choice for wait in table.pending() for choice in wait.choices]
        chance = random.Random(table.event_count)
        tried = [Wanted(*anything(table, chance)) for _ in range(12)]
        for seat, player in table.state.players.items():
            tried += [
                Wanted(commands.Fold(seat=seat), player.name),
                Wanted(commands.Stand(seat=seat), player.name),
                Wanted(commands.Play(seat=seat, chips=5), player.name),
                Wanted(commands.Wager(seat=seat, wager="ante", chips=5), player.name),
                Wanted(commands.Withdraw(seat=seat, wager="ante"), player.name),
            ]
        tried += [
            Wanted(each, DEALER)
            for each in (
                *(commands.NoMoreBets(), commands.DealOn(), commands.TurnUp(), commands.SettleNext()),
                *(commands.OpenWagers(), commands.Cut(count=20)),
            )
        ]
        return [
            each
            for each in tried
            if each.command.name in OFFERED and not any(_is_of(table, each.command, choice) for choice in choices)
        ]

    # Invariants

    def check_cards(self, table: HouseCardTable) -> None:
        state = table.state
        assert not state.rack.ready or sorted(state.rack.ready) == list(range(52))
        for played in (state.round, state.last):
            if played is not None and played.deck:
                check_places(played)

    def check_preview(self, table: HouseCardTable, wanted: Wanted) -> None:
        """Check that a preview is refused as the report is, and predicts the ruling."""
        if type(wanted.command) not in commands.REPORTS or table.is_person(wanted.by):
            return
        before = table.checkpoint()
        said, preview = "", None
        try:
            preview = table.preview(wanted.command, wanted.by)
        except HoyleError as error:
            said = str(error)
        assert table.checkpoint() == before, "a preview changed something"
        entries, refusal = done(self.resume(before, []), wanted)
        assert refusal == said, "the preview was refused otherwise"
        if entries:
            assert preview is not None
            facts = entries[0].to_dict()
            assert preview.result in (facts.get("ruling"), facts.get("decision")), "the preview said otherwise"
            names = [entry.name for entry in entries]
            assert preview.void == ("voided" in names), "the preview voided other hands"
            for what, name in ((REMOVE, "deck-retired"), (RECUT, "recut-ordered")):
                assert (preview.deck == what) == (name in names), "another deck than the preview said"

    # Secrets

    def round_number(self, table: HouseCardTable, wanted: Wanted) -> int:
        """The round of a shuffle: the one in which betting is open, else the next."""
        decks = Decks(table.log)
        return decks.number + (table.state.round is None and decks.dealt)

    def may_see(self, entry: Any, person: str) -> list[int]:
        """One's own cards, and cards that lie or are turned face up."""
        if isinstance(entry, events.Dealt):
            rows = zip(entry.holders, entry.areas, entry.cards, strict=True)
            return [card for holder, area, card in rows if area == "dealer up" or (person and holder == person)]
        if isinstance(entry, (events.CommunityTurned, events.DealerRevealed, events.HandTurned)):
            return list(entry.cards)
        return []

    def moved(self, command: Command, cards: Mapping[int, int]) -> Command:
        if not isinstance(command, commands.Shuffle):
            return command
        try:
            told = parse_cards(command.cards)
        except HoyleError:
            return command
        return structs.replace(command, cards=cards_text([cards[card] for card in told]))


def check_places(state: HouseCardRoundState) -> None:
    """Check that every card of a round lies in one place, or has gone from there to the discard rack."""
    hands = [place.cards for place in state.places.values()]
    areas = [*hands, state.dealer, state.community]
    out = [card for area in areas for card in area]
    stub = state.deck[state.dealt :]
    racked = [card for card in state.discards if card not in out and card not in stub]
    assert sorted([*out, *stub, *racked]) == list(range(52)), "a card is lost or lies twice"
    assert len(set(state.discards)) == len(state.discards), "a card is twice in the rack"
    for together in [*areas, stub]:
        gone = [card for card in together if card in state.discards]
        assert gone in ([], together), "part of a hand is in the rack"
    if state.dealt:
        assert not stub or (stub[0] in state.discards) == state.rested


def _is_of(table: HouseCardTable, command: Command, choice: Choice) -> bool:
    """Whether a choice offers this command, for this place and amount."""
    if choice.do != command.name:
        return False
    facts = to_dict(command)
    if "spot" in choice.fixed and not facts.get("spot"):
        facts["spot"] = table.playing_round().turn if table.state.dealt else facts["seat"]
    return all(facts.get(field) == value for field, value in choice.fixed.items()) and all(
        bound.contains(facts.get(bound.field, 0)) for bound in choice.bounds
    )
