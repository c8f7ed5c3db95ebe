"""Random poker sessions: random signs, commands to try, and checks of where the cards lie."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from msgspec import structs
from tests.table.random_sessions import PEOPLE, Wanted, done
from tests.table.tables import NO_FEES, STUDS

from hoyle.core.cards import card_text, cards_text, parse_cards
from hoyle.core.errors import HoyleError
from hoyle.games.poker import events
from hoyle.games.poker.floor.irregularities import TRIGGERS
from hoyle.games.poker.floor.ruling_types import (
    DEAD_HAND,
    DEAD_ROUND,
    DISCARD_CARD,
    HAND_DISCARDED,
    MISDEAL,
    PLAY_ON,
    REFUND,
)
from hoyle.games.poker.round_state import MUCK, SHOW, SHUFFLE, STREET, RoundState
from hoyle.rulebooks import BOOKS, poker_book
from hoyle.table import Jackpot, KillOption, PokerTable, PostedSign, Rake
from hoyle.table.command_base import ANYONE, PLAYER, Command, name_of
from hoyle.table.log.log_audit import LogAudit
from hoyle.table.pending_decisions import Choice, PendingDecision
from hoyle.table.poker import commands
from hoyle.table.poker.commands import COMMANDS, CardLocation
from hoyle.table.roster import DEFERRABLE_REQUESTS
from hoyle.table.ruling_preview import NO_RULING, first_ruling
from hoyle.table.seats import Sit

BY_PLAYER: Final = replace(NO_FEES, rates={2: 1, 4: 2}, charged="player", collected="before the deal")
HOUSE: Final = (
    *("",) * 6, MISDEAL, PLAY_ON, DEAD_ROUND, HAND_DISCARDED, REFUND, DEAD_HAND, DISCARD_CARD, "call", "fold",
    "think it over",
)  # fmt: skip
"""House rulings that come with a report; mostly none."""
AMOUNTS: Final = (0, 1, 2, 3, 4, 5, 8, 12, 16, 20, 25, 60, 100, 10**12)
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "about": ("was it a raise?",),
    "cut_from": ("top", "top", "bottom", "side"),
    "decision": HOUSE,
    "detail": ("", "cold deck"),
    "done_by": ("", "floor", "supervisor", "ann"),
    "end": ("top", "top", "bottom", "side"),
    "how": ("jammed",),
    "house": HOUSE,
    "motion": ("", "", "", "pushed forward", "released into the pot", "held over the table"),
    "ordered_by": ("supervisor", "floor", "", "ann"),
    "owing": ("", "", "call", "raise to 8", "bet 4", "bring in", "check", "sing"),
    "ruled_by": ("supervisor", "floor", "ann", "Ms Hill"),
    "ruling": ("a call", ""),
    "spread": ("up", "down", "sideways"),
    "standard": ("quads beaten", "aces cracked"),
    "step": ("distribute", "inspect", "spread", "wash", "first deck"),
    "text": ("a flush",),
    "trigger": tuple(TRIGGERS),
    "why": ("", "signals"),
}
SAID: Final = (
    None, None, "raise", "call", "check", "fold", "all in", "bet", "raise 12", "raise to 8", "raise by four",
    "bet 4", "hm", 4, 8, 12, 500, "more to come", "raise, more to come", "complete", "bring in",
)  # fmt: skip
FACTS: Final[tuple[dict[str, Any], ...]] = (
    {}, {}, {"count": 2}, {"must_act": False}, {"voluntary_bettors": 3}, {"exposed": 1, "first_position": 5},
    {"counted": 51, "expected": 52, "in_round": False}, {"sing": 1},
)  # fmt: skip
"""Facts that a house ruling may come with."""
EXTRAS: Final[tuple[tuple[dict[str, Any], ...], ...]] = (
    (
        {"structure": "spread-limit"},
        {"structure": "pot-limit"},
        {"structure": "no-limit", "limits": (4,)},
        {"structure": "no-limit", "limits": (4,)},
    ),
    ({"blinds": (4,)}, {"blinds": (1, 2, 4)}, {"blinds": (4, 4)}),
    ({"ante": 1},),
    ({"seats": 4}, {"seats": 7}),
    ({"rake": Rake(levels=((10, 1), (20, 2)))}, {"rake": Rake(percent=10)}),
    ({"fees": replace(NO_FEES, rates={2: 1, 4: 2})}, {"fees": BY_PLAYER}),
    ({"jackpot": Jackpot(fee=1, standards=("quads beaten",), payouts=("bad-beat",))},),
    ({"kill": KillOption(kind="kill", multiple=1)}, {"kill": KillOption(kind="half-kill", dollars=10)}),
    ({"raise_cap": 3},),
    ({"missed_blinds": "wait"}, {"missed_blinds": "dead"}),
    ({"heads_up_blinds": "button"}, {"heads_up_blinds": "left"}),
    ({"shuffler": True},),
    ({"procedures": "required"},),
    ({"table_all": False},),
)
"""Optional settings of a sign."""
ALL: Final = list(range(52))
"""Every card."""
PLAYS: Final = ("fold", "check", "call", "bring-in", "show", "concede")
"""Actions in turn without an amount or a card."""
OFTEN: Final = (
    "leave", "sit", "sit-out", "sit-in", "top-up", "cancel-deferred", "time-out", "report-wager", "show",
    "request-disclosure", "choose-blinds", "join-waiting-list", "call-from-waiting-list",
    "skip-on-waiting-list", "count-stub",
)  # fmt: skip
UNLIKELY: Final = {"fold": 0.07, "bet": 0.25, "bring-deck": 0.1, "concede": 0.5}
"""Probability of actions that end hands or make them long, where others have 1."""
HANDS: Final = (
    "report-fouled-hand",
    "wrong-number",
    "report-left-table",
    "discard",
    "retrieve",
    "muck",
    "request-disclosure",
    "claim-hand-value",
)
"""Irregularities of a hand at the showdown."""
REPORTS: Final = tuple(name_of(kind) for kind in commands.REPORTS)


def every_page() -> list[tuple[str, str]]:
    """Every game under every book."""
    return [(name, game) for name in BOOKS for game in poker_book(name).games]


RULED: Final = (
    *commands.REPORTS,
    commands.ReportCollusion,
    commands.HouseRuling,
    commands.CountStub,
    commands.ReportWager,
)
"""Everything that the floor rules on, and so can preview."""


class PokerKind:
    """Poker tables for one game under one book."""

    def __init__(self, book: str, game: str) -> None:
        self.book = book
        self.game = game

    def __repr__(self) -> str:
        return f"PokerKind({self.book!r}, {self.game!r})"

    def open(self, chance: random.Random) -> PokerTable:
        """Open a table under a plain sign, with random extras that the book accepts."""
        stud = self.game in STUDS or self.game == "razz"
        posted = PostedSign(
            book=self.book,
            game=self.game,
            structure="fixed-limit",
            limits=(4, 8),
            blinds=() if stud else (2, 4),
            forced_bet=2 if stud else 0,
            fees=NO_FEES if self.book == "ca-omaha" else None,
        )
        for extra in EXTRAS:
            if chance.random() < 0.4:
                told = replace(posted, **chance.choice(extra))
                try:
                    told.cited_lines()
                except HoyleError:
                    continue
                posted = told
        return PokerTable.open(posted)

    def resume(self, checkpoint: Mapping[str, Any] | None, entries: list[Any]) -> PokerTable:
        return PokerTable.resume(checkpoint, entries, keep_log=False)

    def audit(self, table: PokerTable) -> LogAudit:
        again = PokerTable.load(json.loads(json.dumps(table.dump())))
        assert again == table, "the log does not survive a file"
        return PokerTable.audit(again.steps)

    # Commands to try

    def wanted(self, table: PokerTable, chance: random.Random) -> Wanted:
        luck = chance.random()
        here = len(table.state.players)
        round_ = table.state.round
        if round_ is not None and chance.random() < (0.03 if round_.acted_on else 0.12):
            return self._mishap(table, chance)
        if self._unfinished(table) and chance.random() < 0.6:
            return self._random(table, "report-wager", chance)
        if not table.playing and here < min(table.sign.most_seats(), 7) and luck < 0.8 - here / 10:
            return self._newcomer(table, chance)
        if luck > 0.95 and here > 2:
            return self._random(table, "leave", chance)
        if luck < 0.68:
            choices = [choice for wait in table.pending() for choice in wait.choices]
            if choices:
                return self._offered(table, choices, chance)
        if luck < 0.8 and table.playing:
            return self._random(table, chance.choice(REPORTS), chance)
        names = OFTEN if luck > 0.93 else tuple(COMMANDS)
        return self._random(table, chance.choice(names), chance)

    def arriving(self, table: PokerTable, chance: random.Random) -> list[Wanted]:
        count = chance.randint(2, min(table.sign.most_seats(), 6))
        seats = sorted(chance.sample(range(1, table.sign.most_seats() + 1), count))
        return [
            Wanted(Sit(seat=seat, chips=chance.randint(20, 150), player=name), name)
            for seat, name in zip(seats, PEOPLE, strict=False)
        ]

    def answer(self, table: PokerTable, waits: list[PendingDecision], chance: random.Random) -> Wanted:
        """Mostly an action that keeps all players in, so that hands get to the end."""
        wait = waits[0] if waits[0].choices and chance.random() < 0.97 else chance.choice(waits)
        choice = chance.choice(wait.choices)
        while chance.random() >= UNLIKELY.get(choice.do, 1.0):
            choice = chance.choice(wait.choices)
        return self.complete(table, choice, self._amounts(choice, chance), chance)

    def strewn(self, table: PokerTable, chance: random.Random) -> Wanted:
        luck = chance.random()
        state = table.state.round
        if state is not None and state.showdown and luck < 0.5:
            return self._at_showdown(table, state, chance)
        if self._unfinished(table) and luck < 0.6:
            return self._random(table, "report-wager", chance)
        if table.state.before_last_round is not None and luck < 0.3:
            return self._random(table, chance.choice(("report-fouled-hand", "wrong-number")), chance)
        if table.playing and luck < 0.25:
            return self._mishap(table, chance)
        if table.playing and luck < 0.6:
            return self._random(table, chance.choice(REPORTS), chance)
        return self._random(table, chance.choice(OFTEN if luck < 0.85 else tuple(COMMANDS)), chance)

    def seldom(self, table: PokerTable) -> bool:
        state = table.state.round
        return state is not None and (state.awaiting in (SHOW, MUCK, SHUFFLE, STREET) or self._unfinished(table))

    def _unfinished(self, table: PokerTable) -> bool:
        """Whether the player to act has an unfinished bet."""
        bet = table.state.unfinished
        return bet is not None and table.state.unfinished_bet_of(bet.seat) is not None

    def busy(self, table: PokerTable) -> bool:
        return table.playing

    def _at_showdown(self, table: PokerTable, state: RoundState, chance: random.Random) -> Wanted:
        """Report an irregularity while hands are shown."""
        hands = [seat for seat, live in zip(state.seats, state.live, strict=True) if live]
        kind = COMMANDS[chance.choice(HANDS)]
        fields: dict[str, Any] = {"seat": chance.choice(hands)}
        for part in _fields(kind):
            if part.name != "seat" and (part.required or chance.random() < 0.5):
                fields[part.name] = self._field(table, kind.__name__, part.name, chance)
        return Wanted(kind(**fields), "floor")

    def _mishap(self, table: PokerTable, chance: random.Random) -> Wanted:
        """Report an irregular card that was dealt just now, mostly in a way that the books know."""
        state = table.state.round
        assert state is not None
        spots = [
            CardLocation(at="hand", seat=seat, card=at)
            for seat, hand in zip(state.seats, state.cards, strict=True)
            for at, card in enumerate(hand, 1)
            if card in state.last_dealt
        ]
        spots += [
            CardLocation(at="board", card=at) for at, card in enumerate(state.board, 1) if card in state.last_dealt
        ]
        spots += [CardLocation(at="burn", card=at) for at in range(1, len(state.burns) + 1)]
        spot = chance.choice(spots or [CardLocation(at="stub", card=1)])
        house = chance.choice(HOUSE)
        if spot.at == "hand" and spot.card < 3 and chance.random() < 0.4:
            return Wanted(commands.HoleCardsUp(seat=spot.seat, cards=(spot.card,), house=house), "floor")
        if spot.at == "hand" and chance.random() < 0.3:
            error = chance.random() < 0.7
            return Wanted(commands.Exposed(spots=(spot,), dealer_error=error, house=house), "floor")
        if chance.random() < 0.6:
            return Wanted(commands.OffTable(spot=spot, house=house), "floor")
        return Wanted(commands.Boxed(spots=(spot,), house=house), "floor")

    def _newcomer(self, table: PokerTable, chance: random.Random) -> Wanted:
        """A newcomer takes a seat, mostly a free one."""
        free = [seat for seat in range(1, table.sign.most_seats() + 1) if seat not in table.state.players]
        here = [player.name for player in table.state.players.values()]
        first = [each for each in table.state.waiting if each not in table.state.passed_over]
        name = chance.choice(first[:1] or [each for each in PEOPLE if each not in here])
        cash = chance.choice((0, 0, 0, 40))
        command = Sit(seat=chance.choice(free), chips=chance.randint(10, 150), player=name, currency=cash)
        return Wanted(command, chance.choice((name, "dealer")))

    def _offered(self, table: PokerTable, choices: list[Choice], chance: random.Random) -> Wanted:
        """An offered command; mostly no fold or raise, so that rounds get to the end."""
        quiet = [choice for choice in choices if choice.do not in ("fold", "bet", "bring-deck")]
        choice = chance.choice(quiet if quiet and chance.random() < 0.6 else choices)
        return self.complete(table, choice, self._amounts(choice, chance), chance)

    def _amounts(self, choice: Choice, chance: random.Random) -> dict[str, Any]:
        fields = dict(choice.fixed)
        for bound in choice.bounds:
            most = min(bound.max, bound.min + 150)
            fields[bound.field] = chance.choice((bound.min, most, chance.randint(bound.min, most)))
        if choice.cards is not None:
            fields["cards"] = chance.randint(*choice.cards)
        return fields

    def _random(self, table: PokerTable, name: str, chance: random.Random) -> Wanted:
        kind = COMMANDS[name]
        fields = {}
        for part in _fields(kind):
            if part.required or chance.random() < 0.6:
                fields[part.name] = self._field(table, name, part.name, chance)
        command = kind(**fields)
        return Wanted(command, self._giver(table, command, chance))

    def _giver(self, table: PokerTable, command: Command, chance: random.Random) -> str:
        if chance.random() < 0.1:
            return chance.choice((*PEOPLE, "supervisor", "clock"))
        who = type(command).ISSUER
        player = table.state.players.get(getattr(command, "seat", 0))
        if who == PLAYER and player is not None and chance.random() < 0.8:
            return player.name
        if who == ANYONE and chance.random() < 0.5:
            return str(getattr(command, "player", "")) or chance.choice(PEOPLE)
        return chance.choice(("dealer", "floor"))

    def _field(self, table: PokerTable, name: str, field: str, chance: random.Random) -> Any:
        """A value for a field: mostly a valid one."""
        if field in ("seat", "first") or (name, field) == ("log-complaint", "about"):
            return self._seat(table, name, chance)
        if (name, field) == ("cancel-deferred", "what"):
            return chance.choice((*DEFERRABLE_REQUESTS, "sing"))
        if field == "what":
            return "tip"
        if field == "elsewhere":
            return chance.choice((0, 0, 25, -25))
        if field == "player":
            return chance.choice((*PEOPLE, *table.state.waiting, table.state.called_name))
        if field in WORDS:
            return chance.choice(WORDS[field])
        if field in ("spot", "spots", "cards", "deck", "decks", "draw", "dealt_in", "places"):
            return self._cards(table, name, field, chance)
        if field in ("chips", "then") and name == "report-wager":
            return tuple(chance.choice((1, 2, 4, 5, 8, 25)) for _ in range(chance.randint(0, 3)))
        if field == "said":
            return chance.choice(SAID)
        if field == "facts":
            return chance.choice(FACTS)
        if field in ("count", "counted", "found", "number", "cut"):
            stub = table.state.round.stub() if table.state.round is not None else 52
            return chance.choice((0, 1, 10, 20, 51, 52, 53, stub, stub))
        if field == "minute":
            return max(table.state.minute + chance.choice((-1, 0, 30, 61, 400)), 0)
        if field == "rake":
            return chance.choice(({}, {"percent": 5}, {"levels": [[10, 1]]}, {"bite": 1}, {"cap": -1}))
        if field == "sign":
            return {"book": self.book, "game": self.game}
        if field == "chips":
            return chance.choice((chance.choice(AMOUNTS), chance.randint(1, 150), chance.randint(20, 200)))
        if field == "currency":
            return chance.choice((0, 0, 0, 10, 40))
        if field == "to":
            return chance.choice(AMOUNTS)
        return chance.random() < 0.5

    def _seat(self, table: PokerTable, name: str, chance: random.Random) -> int:
        state = table.state
        luck = chance.random()
        if luck < 0.1 or name == "sit":
            return chance.choice((0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 99))
        fitting: list[int] = []
        if name == "sit-in":
            fitting = [seat for seat, player in state.players.items() if player.sitting_out]
        elif name == "cancel-deferred":
            fitting = [state.seat_of(promise.player) for promise in state.deferred_requests]
        elif name == "choose-blinds":
            fitting = [seat for seat in state.players if state.poker_player(seat).missed]
        elif name == "change-currency":
            fitting = [seat for seat in state.players if state.poker_player(seat).currency]
        elif name in ("request-disclosure", "retrieve", "muck", "show"):
            played = state.round or state.last
            if played is not None:
                fitting = [
                    seat
                    for seat, hand, live in zip(played.seats, played.hands, played.live, strict=True)
                    if hand or (live and name == "show")
                ]
        elif name in ("report-fouled-hand", "wrong-number") and state.before_last_round is not None and luck < 0.8:
            # The hand that a refund has left alone.
            assert state.last is not None
            fitting = [state.last.seats[state.last.live.index(True)]]
        elif state.round is not None and luck < 0.6 and state.round.actor >= 0:
            fitting = [state.round.seats[state.round.actor]]
        return chance.choice(fitting or [*state.players, 1])

    def _cards(self, table: PokerTable, name: str, field: str, chance: random.Random) -> Any:
        if field in ("spot", "spots"):
            spots = [self._spot(table, chance) for _ in range(chance.randint(1, 2))]
            return spots[0] if field == "spot" else tuple(spots)
        if field == "decks":
            return chance.choice((("blue", "red"), ("blue",), ("first", "second", "third")))
        if (name, field) == ("bring-deck", "deck"):
            return f"deck {chance.randint(1, 30)}"
        if field == "draw":
            return self._draw_for_button(table, chance)
        if field == "dealt_in":
            here = tuple(table.state.players)
            # A player is passed over; if they owe a blind, they have paid it.
            forgotten = chance.choice((*here, 1))
            without = tuple(seat for seat in here if seat != forgotten)
            wrong = ((1, 2), (*here, 5), (*here, 2, 3, 6), (*here, 40), without)
            return chance.choice((None, here, here[:2], *wrong))
        if (name, field) == ("shuffle", "places"):
            state = table.state.round
            awaited = state is not None and table.playing_round().pending == "shuffle"
            count = len(table.cards_to_shuffle()) if awaited else 3
            return tuple(chance.sample(range(1, count + 1), count)) if chance.random() < 0.6 else ()
        if field == "places" or name == "hole-cards-up":
            return tuple(chance.sample((1, 2, 3, 4, 5, 0), chance.randint(0, 2)))
        if name == "draw":
            return self._own(table, chance.randint(0, 3)) if chance.random() < 0.7 else "Ah Kd"
        return self._exactly(chance, 52 if chance.random() < 0.9 else 51)

    def _spot(self, table: PokerTable, chance: random.Random) -> CardLocation:
        at = chance.choice(("hand", "hand", "board", "burn", "stub"))
        state = table.state.round
        there = {"hand": 3, "board": 3, "burn": 2, "stub": 20}[at]
        seat = 0
        if at == "hand":
            seat = chance.choice((*table.state.players, 1))
            if state is not None and seat in state.position_of_seat:
                there = len(state.cards[state.position_of_seat[seat]])
        elif at == "board" and state is not None:
            there = len(state.board)
        return CardLocation(at=at, seat=seat, card=chance.randint(1, there + (chance.random() < 0.1) or 1))

    def _draw_for_button(self, table: PokerTable, chance: random.Random) -> dict[str, str]:
        here = [seat for seat, player in sorted(table.state.players.items()) if not player.sitting_out]
        cards = chance.sample(range(52), len(here))
        return {str(seat): card_text(card) for seat, card in zip(here, cards, strict=True)}

    def _own(self, table: PokerTable, count: int) -> str:
        """Cards of the player who is to draw."""
        state = table.state.round
        if state is None or state.actor < 0:
            return ""
        return cards_text(state.cards[state.actor][:count])

    # Pending decisions

    def complete(self, table: PokerTable, choice: Choice, fields: dict[str, Any], chance: random.Random) -> Wanted:
        name, told = choice.do, dict(fields)
        by = "dealer"
        player = table.state.players.get(told.get("seat", 0))
        if player is not None and COMMANDS[name].ISSUER == PLAYER:
            by = player.name
        if name == "sit":
            table_names = [each.name for each in table.state.players.values()]
            first = [each for each in table.state.waiting if each not in table.state.passed_over][:1]
            told["player"] = next(
                each
                for each in (*first, *PEOPLE, f"guest {table.event_count}")
                if each not in table_names and each not in table.state.barred
            )
        elif name == "draw":
            told["places"] = tuple(range(1, told.pop("cards") + 1))
            by = "dealer"
        elif name == "shuffle" and table.playing:
            count = told.pop("cards")
            told["places"] = tuple(chance.sample(range(1, count + 1), count))
        elif name == "shuffle":
            told["cards"] = self._exactly(chance, told["cards"])
        elif name == "draw-button":
            told["draw"] = self._draw_for_button(table, chance)
        elif name == "rotate-decks":
            told["decks"] = tuple(told["decks"])
        return Wanted(COMMANDS[name](**told), by)

    def _exactly(self, chance: random.Random, count: int) -> str:
        cards = list(range(52))
        chance.shuffle(cards)
        return cards_text([*cards, 0][:count])

    def unoffered(self, table: PokerTable) -> list[Wanted]:
        choices = [choice for wait in table.pending() for choice in wait.choices]
        offered = {(choice.do, choice.fixed.get("seat")) for choice in choices}
        found = []
        for seat, player in table.state.players.items():
            for name in PLAYS:
                if (name, seat) not in offered:
                    found.append(Wanted(COMMANDS[name](seat=seat), player.name))
            if ("draw", seat) not in offered:
                found.append(Wanted(commands.Draw(seat=seat), player.name))
            if ("bet", seat) not in offered:
                found += [Wanted(commands.Bet(seat=seat, to=to), player.name) for to in (1, 4, 8)]
            for wait in (True, False):
                if not any(
                    choice.do == "choose-blinds" and choice.fixed == {"seat": seat, "wait": wait} for choice in choices
                ):
                    found.append(Wanted(commands.ChooseBlinds(seat=seat, wait=wait), player.name))
        if ("deal-on", None) not in offered:
            found.append(Wanted(commands.DealOn(), "dealer"))
        for name in ("deal", "shuffle", "cut"):
            if not table.playing or (name, None) in offered:
                continue
            cards = cards_text(list(range(52)))
            wanted = {"deal": commands.Deal(), "shuffle": commands.Shuffle(cards=cards)}
            found.append(Wanted(wanted.get(name, commands.Cut(count=20)), "dealer"))
        return found

    # Invariants

    def check_cards(self, table: PokerTable) -> None:
        state = table.state.round or table.state.last
        if state is not None and state.seats:
            assert sorted(lying(state)) == ALL, "a card is lost or lies twice"
            check_rake(table.sign.rake, state)

    def check_preview(self, table: PokerTable, wanted: Wanted) -> None:
        """Check that a preview is refused as the report is, and predicts the ruling."""
        if type(wanted.command) not in RULED:
            return
        before = table.checkpoint()
        said, result = "", ""
        try:
            result = table.preview(wanted.command, wanted.by).result
        except HoyleError as error:
            said = str(error)
        assert table.checkpoint() == before, "a preview changed something"
        again = self.resume(before, [])
        if again.is_person(wanted.by):
            return
        entries, refusal = done(again, wanted)
        if entries and entries[0].name == "conceded":
            return  # at the showdown a hand thrown in needs no ruling
        assert refusal == said, f"the preview was refused otherwise: {said!r}, {refusal!r}"
        ruled = first_ruling(entries)
        if entries:
            assert result == (NO_RULING if ruled is None else ruled.result), "the preview said otherwise"

    # Secrets

    def round_number(self, table: PokerTable, wanted: Wanted) -> int:
        """The round of a command; before a deal the deck is the next round's."""
        command = wanted.command
        if isinstance(command, (commands.Shuffle, commands.Deal)) and not table.playing:
            return table.state.number + 1
        return table.state.number

    def may_see(self, entry: Any, person: str) -> list[int]:
        """One's own cards, and cards that lie or are turned face up."""
        if isinstance(entry, events.Dealt):
            rows = zip(entry.seats, entry.holders, entry.cards, entry.ups, strict=True)
            return [card for seat, holder, card, up in rows if up or (holder == person and seat not in entry.dead)]
        if isinstance(entry, (events.Discarded, events.Drawn)):
            return entry.cards if entry.holder == person else []
        if isinstance(entry, (events.BoardDealt, events.Shown, events.WinnerShows, events.Disclosed)):
            return entry.cards
        if isinstance(entry, events.CardReplaced):
            if entry.up or entry.holder == person:
                return [entry.old, entry.new]
            # A card off the table is examined by the dealer alone; a face-up card was visible to all.
            return [] if entry.becomes == "discard" else [entry.old]
        if isinstance(entry, events.BoardReplaced):
            return [entry.old, entry.new]
        if isinstance(entry, (events.HoleCardUp, events.CardSeen)):
            return [entry.card]
        if isinstance(entry, events.DrawnCardDiscarded):
            return [entry.card] if entry.holder == person or entry.becomes != "discard" else []
        if isinstance(entry, (events.CardExposed, events.BurnDiscarded)):
            return [entry.card] if entry.source == "boxed" else []
        return []

    def moved(self, command: Command, cards: Mapping[int, int]) -> Command:
        if isinstance(command, (commands.Shuffle, commands.Draw)):
            return structs.replace(command, cards=_renamed(command.cards, cards))
        if isinstance(command, commands.Deal):
            return structs.replace(command, deck=_renamed(command.deck, cards))
        return command


@cache
def _fields(kind: type[Command]) -> tuple[structs.FieldInfo, ...]:
    return structs.fields(kind)


def check_rake(posted: Rake, state: RoundState) -> None:
    """Check that the house takes no more than its share of what is bet, whatever was returned."""
    if state.dead_round:
        return  # everything was returned, fees too
    bet = sum(state.put_in) + state.dead
    by_level = sum(fee for size, fee in posted.levels if bet >= size)
    assert state.rake <= by_level + bet * posted.percent / 100, f"{state.rake} of {bet} are raked"


def lying(state: RoundState) -> list[int]:
    """Every card of a round, wherever it lies."""
    places = [*state.cards, state.board, state.burns, state.muck, state.out, state.laid, state.deck[state.dealt :]]
    return [card for place in places for card in place]


def _renamed(text: str, cards: Mapping[int, int]) -> str:
    return cards_text([cards[card] for card in parse_cards(text)]) if text else ""
