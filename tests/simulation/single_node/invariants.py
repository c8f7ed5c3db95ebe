"""Invariants of a room checked after every event: money, durability, secrecy and recovery."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from msgspec import json
from tests.simulation.single_node.faulty_store import CommittedState, InvariantViolation

from hoyle.room import recovery
from hoyle.room.live_table.live_table import LiveTable
from hoyle.room.room import Room
from hoyle.room.unit_of_work import CommittedStep
from hoyle.server.gateway.room_gateway import GOES_ON
from hoyle.storage import Store
from hoyle.storage.account_names import purses
from hoyle.storage.hash_chain import check
from hoyle.table.log.event_log import step_to_dict

_CARD: Final = re.compile(rb'(?<=["\s,])([2-9TJQKA][cdhs])(?=["\s,.])')


def plain_room(room: Room) -> dict[str, Any]:
    """Everything a room knows, as plain data; accounts without chips left out."""
    found: dict[str, Any] = json.decode(
        json.encode(
            {
                "room": room.state.to_dict(),
                "tables": {number: hosted.to_dict() for number, hosted in sorted(room.tables.items())},
                "ledger": {
                    account: chips for account, chips in sorted(room.ledger.balances.items()) if chips
                },
                "chains": {
                    stream: (chain.head.number, chain.head.hash.hex())
                    for stream, chain in sorted(room.chains.items())
                    if chain.head.number
                },
            }
        )
    )
    return found


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two rooms part, in a few words each."""
    if isinstance(one, dict) and isinstance(other, dict):
        found: list[str] = []
        for key in {**one, **other}:
            if one.get(key) != other.get(key):
                found += differences(one.get(key), other.get(key), f"{path}/{key}")
        return found
    return [f"{path}: {str(one)[:200]} here, {str(other)[:200]} on disk"]


def money(room: Room) -> None:
    """The ledger, the balances and the chips on the tables agree, and all accounts make nothing."""
    wrong = room.reconcile()
    if wrong:
        raise InvariantViolation(f"money: {wrong[0]}")


def answered(truth: CommittedState, person: str, answer: dict[str, Any]) -> None:
    """Whoever is told yes has it on disk with this very answer."""
    told = {name: value for name, value in answer.items() if name != "type"}
    kept = truth.answers.get((person, told["id"]))
    if told["ok"] and kept is None:
        raise InvariantViolation(f"{person} was told yes to {told['id']}, and it is not on disk")
    if told["ok"] and kept is not None and json.decode(kept) != told:
        raise InvariantViolation(f"{person} was told {told} to {told['id']}, and {kept!r} is on disk")
    if not told["ok"] and not told.get("again") and kept is not None:
        raise InvariantViolation(f"{person} was refused {told['id']}, which had taken effect: {told['said']}")


def check_durable(truth: CommittedState, told: Sequence[CommittedStep]) -> None:
    """Nobody hears of anything that is not on disk, or of anything else than is there."""
    for each in told:
        stream = "room" if each.hosted is None else each.hosted.stream
        record = truth.records.get((stream, each.number))
        if record is None or json.decode(record.facts) != json.decode(json.encode(step_to_dict(each.step))):
            raise InvariantViolation(
                f"{stream}, record {each.number} ({each.step.command.name}) was told and is not on disk"
            )


def hidden_from(hosted: LiveTable, person: str) -> set[bytes]:
    """Cards that lie face down before others."""
    found: set[bytes] = set()
    table: Any = hosted.table
    for other in hosted.seated.values():
        seen = table.view(other)
        round_ = getattr(seen, "round", None)
        if other == person or round_ is None or not seen.playing:
            continue
        for hand in getattr(round_, "hands", ()):
            if hand.person == other:
                found |= {card.encode() for card, up in zip(hand.cards, hand.up, strict=True) if not up}
        public = {card for place in getattr(table.view("").round, "places", ()) for card in place.cards}
        for place in getattr(round_, "places", ()):
            if place.owner == other:
                found |= {card.encode() for card in place.cards if card not in public}
    return found - {b"??"}


def check_no_hidden_cards(hosted: LiveTable, person: str, frame: bytes) -> None:
    """Nothing that leaves the room for somebody tells a card he may not see, or what is sealed."""
    told = set(_CARD.findall(frame)) & hidden_from(hosted, person)
    if told:
        raise InvariantViolation(
            f"{person or 'an onlooker'} was sent {b' '.join(sorted(told)).decode()}, others' cards"
        )
    hosting = hosted.hosting
    for secret in (hosting.next_seal, "" if hosting.next_opens else hosting.seal):
        if secret and secret.encode() in frame and not _opened(hosted, frame, secret):
            raise InvariantViolation(f"{person or 'an onlooker'} was sent the secret of a seal")


def _opened(hosted: LiveTable, frame: bytes, secret: str) -> bool:
    """Whether a seal was opened in this very frame, as it is for dice and the draw for the button."""
    return secret == hosted.hosting.seal and f'"opened":"{secret}"'.encode() in frame


def resumed(room: Room, store: Store, truth: CommittedState) -> None:
    """Recovery leads to what this process knows, and nothing that was committed is missing."""
    other = recovery.load(store)
    for stream, head in truth.heads.items():
        if other.chains[stream].head != head:
            raise InvariantViolation(
                f"{stream} stands at {other.chains[stream].head.number} and not at {head.number}"
            )
    here, there = plain_room(room), plain_room(other)
    if here != there:
        raise InvariantViolation(
            f"a process that takes over does not know the same: {differences(here, there)[0]}"
        )


def check_store(store: Store, truth: CommittedState) -> None:
    """Chains are whole, balances are the sums of their postings, every answer is kept."""
    for stream, head in truth.heads.items():
        flaw = check(stream, store.records(stream), head=head)
        if flaw is not None:
            raise InvariantViolation(str(flaw))
    if sum(store.balances().values()):
        raise InvariantViolation("the balances on disk do not sum to zero")
    if store.verify_all_balances():
        raise InvariantViolation(
            f"the balances on disk are not their postings: {store.verify_all_balances()[0]}"
        )
    for (person, command), answer in truth.answers.items():
        seen = store.processed_command(person, command)
        if seen is None or seen.answer != answer:
            raise InvariantViolation(f"the answer to {command} of {person} is lost")


class ObservedConnection:
    """One connection as the room writes to it, before anything can be lost."""

    WORDS: ClassVar = frozenset(("notice", "answer", "ruling", "pong"))
    """What may be said while the room cannot write."""

    def __init__(self, person: str) -> None:
        self.person = person
        self._stopped = False
        """Whether the room was said to take nothing."""
        self._last: dict[int, int] = {}
        """The last entry shown of each table."""
        self._records: dict[int, int] = {}
        self._noes: dict[str, str] = {}

    def carries(self, frame: dict[str, Any], data: bytes, room: Room, truth: CommittedState) -> None:
        """A frame is sent."""
        kind = frame["type"]
        if kind == "notice":
            self._notice(frame)
        elif kind == "welcome":
            self._stopped = False
        elif self._stopped and kind not in self.WORDS:
            raise InvariantViolation(f"{self.person} was sent {kind} while the room takes nothing")
        if kind == "answer":
            self._answer(truth, frame)
        elif kind in ("table", "entries"):
            shown = frame["picture"] if kind == "table" else frame["news"]
            # Where the room was thrown away since, or the table has moved on, nobody knows any more what lay
            # where: an up-card goes face down with the hand that is folded.
            hosted = room.tables.get(shown["table"])
            fresh = self._fresh(shown, data)
            if hosted is not None and shown["last"] == hosted.table.event_count:
                check_no_hidden_cards(hosted, self.person, fresh)
            self._shown(shown, truth)
        elif kind in ("purse", "welcome") and self.person:
            purse = frame.get("chips", frame.get("purse", 0)), frame.get("deposit", 0)
            for account, chips in zip(purses(self.person), purse, strict=True):
                if chips not in truth.have_held.get(account, {0}):
                    raise InvariantViolation(
                        f"{self.person} was shown {chips} chips, which he never had on disk"
                    )

    def _notice(self, frame: dict[str, Any]) -> None:
        if frame["text"] == GOES_ON:
            if not self._stopped:
                raise InvariantViolation(
                    f"{self.person} was told that the room goes on, and not that it had stopped"
                )
            self._stopped = False
        elif frame.get("level") == "error" and frame["text"].startswith("the room takes nothing"):
            self._stopped = True

    def _answer(self, truth: CommittedState, frame: dict[str, Any]) -> None:
        answered(truth, self.person, frame)
        if frame["ok"] or frame.get("again"):
            return
        said = self._noes.setdefault(frame["id"], frame["said"])
        if said != frame["said"]:
            raise InvariantViolation(
                f"{self.person} was told {said!r} to {frame['id']} and then {frame['said']!r}"
            )

    def _fresh(self, shown: dict[str, Any], data: bytes) -> bytes:
        """What is shown without the steps that were shown before: cards may have been turned down since."""
        before = self._records.get(shown["table"], 0)
        steps = shown.get("steps", [])
        fresh = [step for step in steps if step["record"] > before]
        return data if len(fresh) == len(steps) else json.encode({**shown, "steps": fresh})

    def _shown(self, shown: dict[str, Any], truth: CommittedState) -> None:
        """Nothing that is not on disk, and nothing with a gap before it."""
        table, stream = shown["table"], f"table {shown['table']}"
        if shown["record"] > truth.heads[stream].number:
            raise InvariantViolation(
                f"{self.person or 'an onlooker'} was shown record {shown['record']} of {stream}, which ends "
                f"on disk with {truth.heads[stream].number}"
            )
        entries = [entry for step in shown.get("steps", ()) for entry in step["entries"]]
        numbers = [entry["number"] for entry in entries if entry.get("number")]
        if numbers and numbers[0] > self._last.get(table, 0) + 1:
            raise InvariantViolation(
                f"{self.person} was shown entry {self._last.get(table)} and then {numbers[0]}"
            )
        self._last[table] = shown["last"]
        self._records[table] = shown["record"]
