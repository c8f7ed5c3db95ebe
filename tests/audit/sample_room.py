"""Sample room on a store: people enter, sit down and play, by a seed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hoyle.audit.installed_files_check import InstalledFilesCheck
from hoyle.core.errors import IllegalError
from hoyle.room.auth.authentication import Authenticator
from hoyle.room.auth.credential_tamper_hashes import code_mark
from hoyle.room.messages import CommandAnswer, CommandRequest, DecisionContext
from hoyle.room.pipeline import CommandPipeline
from hoyle.room.unit_of_work import UnexpectedFailure, UnitOfWork
from hoyle.storage.store_interface import Store
from hoyle.table.presets.house_game_presets import house_game_preset
from hoyle.table.presets.poker_presets import poker_preset

HOUSE_GAMES = ("three-card-poker", "four-card-poker", "mississippi-stud", "craps", "mini-dice")
PLAYERS = ("ann", "bob", "cy", "dot")


class RoomDriver:
    """Room with a manager, a floor, a cashier, an auditor and players."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.random = random.Random(seed)
        self.store = store
        self.clock = 1_700_000_000_000
        self.desk = CommandPipeline(store, now=lambda: self.clock, entropy=self.random.randbytes)
        self.door = Authenticator(self.desk)
        self._asked = 0
        self.tables: list[int] = []
        for name in ("boss", "flo", "cash", "aud", *PLAYERS):
            self.door.guest(name)
            self.clock += 10
        for name, role in (("boss", "manager"), ("flo", "floor"), ("cash", "cashier"), ("aud", "auditor")):
            self.door.register(name, "no real hash")
            self.door.grant_initial_role(name, role)
            self.clock += 10

    def try_(self, person: str, table: int = 0, /, **command: Any) -> CommandAnswer:
        """Process a command of a person."""
        self._asked += 1
        self.clock += 1
        hosted = self.desk.room.tables.get(table)
        request = CommandRequest(
            idempotency_key=f"c{self._asked}",
            person=person,
            table_id=table,
            expected_version=hosted.table.event_count if hosted is not None else None,
            command=command,
        )
        [answer] = self.desk.process([request])
        return answer

    def ask(self, person: str, table: int = 0, /, **command: Any) -> CommandAnswer:
        """Process a command that must be accepted."""
        answer = self.try_(person, table, **command)
        assert answer.ok, (person, command, answer)
        return answer

    def sign(self, game: str, book: str = "") -> dict[str, Any]:
        """Default sign of a game."""
        made: Any = (
            house_game_preset(game, book or None)
            if game in HOUSE_GAMES
            else poker_preset(game, book or None, players=3)
        )
        facts: dict[str, Any] = dict(made.sign.facts())
        facts.pop("game", None)
        return facts

    def open(self, game: str, book: str = "", *, terms: dict[str, Any] | None = None, **sign: Any) -> int:
        """Open a public table with three players at it."""
        posted = {**self.sign(game, book), **sign}
        number: int = self.ask("boss", do="open-table", game=game, sign=posted, settings=terms or {}).created[
            "table_id"
        ]
        for seat, person in enumerate(PLAYERS[:3], 1):
            self.ask(person, number, do="sit", seat=seat, chips=200)
        self.tables.append(number)
        self.desk.watch(set(self.tables))
        return number

    def play(self, turns: int) -> None:
        """Run so many random turns."""
        for _ in range(turns):
            self.turn(self.random.choice(self.tables))

    def turn(self, table: int) -> None:
        """Run one random action at a table, or what is due in the house."""
        hosted = self.desk.room.tables[table]
        if hosted.hosting.closed:
            self.tick()
            return
        if hosted.turn.seat and hosted.turn.person not in hosted.hosting.bots and self.random.random() < 0.97:
            wait = hosted.blocking_decision()
            assert wait is not None
            self._choose(hosted.turn.person, table, wait)
        else:
            open_ = [wait for wait in hosted.table.pending() if wait.kind == "wagers" and wait.choices]
            if open_ and self.random.random() < 0.5:
                wait = self.random.choice(open_)
                self._choose(wait.person, table, wait)
            self.tick()
        if len(hosted.seated) < 2 and not hosted.settings.private and not hosted.hosting.closing:
            for seat, person in enumerate(PLAYERS[:3], 1):
                if person not in hosted.seated.values():
                    self.try_(person, table, do="sit", seat=seat, chips=200)
        for seat, person in list(hosted.seated.items()):
            if hosted.table.roster.stack(seat) < 20 and person not in hosted.reserved_top_ups:
                self.try_(person, table, do="top-up", seat=seat, chips=100)

    def tick(self) -> None:
        """Run what is due next in the house."""
        due = self.desk.due()
        if due is not None:
            self.clock = max(self.clock + 1, due)
            self.desk.tick()

    def _choose(self, person: str, table: int, wait: Any) -> None:
        choice = self.random.choice(wait.choices)
        least = {bounds.field: bounds.min for bounds in choice.bounds}
        self.ask(person, table, do=choice.do, **choice.fixed, **least)

    def pay_jackpot(self, table: int, chips: int) -> None:
        """Let the manager pay a won jackpot, once its winner is in no round."""
        for _ in range(300):
            playing: Any = self.desk.room.tables[table].table
            for due in playing.state.jackpots:
                pay = {"player": due.player, "chips": chips, "standard": due.standard}
                if self.try_("boss", table, do="pay-jackpot", **pay).ok:
                    return
            self._to_the_showdown(table)
        raise AssertionError("nobody has won a jackpot")

    def _to_the_showdown(self, table: int) -> None:
        """Run one action that is not a fold."""
        hosted = self.desk.room.tables[table]
        wait = hosted.blocking_decision()
        if wait is None or not wait.seat:
            self.turn(table)
            return
        offered = {choice.do: choice for choice in wait.choices}
        do = next((do for do in ("check", "call", "show") if do in offered), wait.choices[0].do)
        least = {bounds.field: bounds.min for bounds in offered[do].bounds}
        self.ask(wait.person, table, do=do, **offered[do].fixed, **least)

    def break_down(self, table: int) -> None:
        """Let a defect stop a table in the middle of a round."""
        while not self.desk.room.tables[table].has_chips_at_stake():
            self.turn(table)
        failed = UnexpectedFailure(
            UnitOfWork(self.desk.room, DecisionContext(self.clock, self.random.randbytes)), table
        )
        failed.__cause__ = RuntimeError("a defect")
        self.desk.stop_table(failed)

    def restart(self) -> None:
        """Restart the process on the same store."""
        self.desk = CommandPipeline(self.store, now=lambda: self.clock, entropy=self.random.randbytes)
        self.door = Authenticator(self.desk)
        self.desk.watch(set(self.tables))


def everything(store: Store) -> RoomDriver:
    """Room with every feature: home game, bots, floor, cage, disputes, jackpot, links."""
    evening = RoomDriver(store, seed=7)
    holdem = evening.open(
        "holdem",
        jackpot={"fee": 1, "standards": ["a pair or better beaten"], "payouts": ["bad-beat"]},
        terms={"jackpot_fund": "big"},
    )
    craps = evening.open("craps")
    evening.play(120)
    evening.ask("ann", holdem, do="contribute-nonce", bytes="ab" * 20)
    evening.ask("ann", holdem, do="chat", text="good evening")
    evening.ask("bob", holdem, do="report-play", player="cy", why="always folds to ann")
    evening.ask("bob", holdem, do="open-dispute", about="the last pot")
    evening.ask("flo", holdem, do="settle-dispute", number=1, ruling="stands", ruled_by="flo")
    evening.ask("cash", do="issue-chips", player="dot", chips=500, why="cash")
    evening.ask("cash", do="redeem-chips", player="dot", chips=200, why="cash")
    evening.ask("flo", do="mute", player="cy", why="shouting")
    evening.ask("ann", do="block", player="cy")
    evening.ask("boss", do="disable-game", game="mini-dice", why="dice lost")
    home = evening.ask("dot", do="open-home-game", game="stud7-high", sign=evening.sign("stud7-high"))
    at_home = home.created["table_id"]
    for seat, person in enumerate(("ann", "bob"), 2):
        evening.ask(person, at_home, do="join-home-game", code=home.created["invite_code"])
        asked = evening.ask(person, at_home, do="sit", seat=seat, chips=300).created["request_id"]
        evening.ask("dot", at_home, do="approve-seat-request", request_id=asked)
    evening.ask("dot", at_home, do="sit", seat=1, chips=300)
    omaha = evening.ask("boss", do="open-table", game="omaha-hilo8", sign=evening.sign("omaha-hilo8")).created[
        "table_id"
    ]
    for seat in (1, 2):
        evening.ask("boss", omaha, do="seat-bot", player=f"robot {seat}", style="rock", seat=seat, chips=300)
    evening.tables += [at_home, omaha]
    evening.restart()
    evening.play(200)
    evening.pay_jackpot(holdem, 5)
    evening.ask("boss", do="suspend-person", player="cy", why="chip dumping")
    evening.ask("flo", craps, do="pause", why="wet felt")
    evening.ask("flo", craps, do="resume", why="dry again")
    evening.break_down(holdem)
    evening.ask("boss", holdem, do="void-round", why="a defect")
    evening.ask("flo", holdem, do="resume", why="it is mended")
    for _ in range(3):
        with pytest.raises(IllegalError):
            evening.door.log_in("flo", good=False)
    evening.door.note_wrong()
    evening.clock += 3_600_000
    token = evening.door.log_in("flo", good=True, agent="browser").token
    evening.clock += 1000
    evening.door.log_out(token)
    InstalledFilesCheck(evening.desk).look()
    over = evening.desk.room.tables[holdem].last_finished_record
    evening.ask("aud", do="access-hands", table=holdem, first=1, last=over, why="complaint of bob")
    for person, code in (("ann", "ab" * 12), ("bob", "cd" * 12)):
        evening.ask(person, do="share-hand", table=holdem, first=1, code=code, whole=person == "ann")
    evening.ask("bob", do="unshare-hand", code="cd" * 12)
    Authenticator(evening.desk, guest_starting_chips=500).guest("pip")
    evening.door.grant_play_chips("pip")
    evening.door.change_password("aud", "another hash", good=True)
    evening.door.guest("audrey", sponsor="aud")
    evening.door.reserve("vic", code_mark("a code"), role="manager", why="configured")
    evening.clock += 10
    evening.door.claim("vic", "a code", "a hash by code")
    evening.door.issue_code("vic", code_mark("another code"), reset=True, why="forgotten")
    evening.door.reserve("val", code_mark("no code"), role="floor", why="configured")
    for name in ("gil", "gus"):
        evening.door.guest(name)
    evening.ask("gus", do="block", player="gil")
    evening.clock += 10
    assert evening.door.free("gil", "never came again")
    assert not evening.door.free("gus", "never came again")
    evening.clock += 10
    evening.door.guest("gil")
    evening.ask("dot", at_home, do="replace-invite-link")
    evening.ask("dot", at_home, do="close")
    for _ in range(60):
        evening.turn(at_home)
    evening.restart()
    evening.play(60)
    return evening
