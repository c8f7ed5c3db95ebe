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
from hoyle.server.gateway.room_gateway import OUTAGE_OVER
from hoyle.storage import Store
from hoyle.storage.account_names import accounts_of_person
from hoyle.storage.hash_chain import check_chain
from hoyle.table.log.event_log import step_to_dict

_CARD: Final = re.compile(rb'(?<=["\s,])([2-9TJQKA][cdhs])(?=["\s,.])')


def plain_room(room: Room) -> dict[str, Any]:
    """Full state of a room as plain data, without empty accounts."""
    found: dict[str, Any] = json.decode(
        json.encode(
            {
                "room": room.state.to_dict(),
                "tables": {number: hosted.to_dict() for number, hosted in sorted(room.tables.items())},
                "ledger": {account: chips for account, chips in sorted(room.ledger.balances.items()) if chips},
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
    """List the differences of two states, each in a few words."""
    if isinstance(one, dict) and isinstance(other, dict):
        found: list[str] = []
        for key in {**one, **other}:
            if one.get(key) != other.get(key):
                found += differences(one.get(key), other.get(key), f"{path}/{key}")
        return found
    return [f"{path}: {str(one)[:200]} here, {str(other)[:200]} on disk"]


def money(room: Room) -> None:
    """Check that ledger, balances and chips on the tables agree, and all accounts sum to zero."""
    wrong = room.reconcile()
    if wrong:
        raise InvariantViolation(f"money: {wrong[0]}")


def answered(truth: CommittedState, person: str, answer: dict[str, Any]) -> None:
    """Check that an accepted command is on disk with exactly this answer, and a refused one is not."""
    sent = {name: value for name, value in answer.items() if name != "type"}
    kept = truth.answers.get((person, sent["idempotency_key"]))
    if sent["ok"] and kept is None:
        raise InvariantViolation(f"{person} was told yes to {sent['idempotency_key']}, and it is not on disk")
    if sent["ok"] and kept is not None and json.decode(kept) != sent:
        raise InvariantViolation(f"{person} was told {sent} to {sent['idempotency_key']}, and {kept!r} is on disk")
    if not sent["ok"] and not sent.get("retry") and kept is not None:
        raise InvariantViolation(
            f"{person} was refused {sent['idempotency_key']}, which had taken effect: {sent['message']}"
        )


def check_durable(truth: CommittedState, steps: Sequence[CommittedStep]) -> None:
    """Check that every published step is on disk, and unchanged."""
    for committed in steps:
        stream = "room" if committed.live_table is None else committed.live_table.stream
        record, step = truth.records.get((stream, committed.number)), committed.step
        if record is None or json.decode(record.payload) != json.decode(json.encode(step_to_dict(step))):
            raise InvariantViolation(
                f"{stream}, record {committed.number} ({step.command.name}) was published and is not on disk"
            )


def hidden_from(hosted: LiveTable, person: str) -> set[bytes]:
    """Face-down cards of the other players."""
    cards: set[bytes] = set()
    table: Any = hosted.table
    for other in hosted.seated.values():
        seen = table.view(other)
        round_ = getattr(seen, "round", None)
        if other == person or round_ is None or not seen.playing:
            continue
        for hand in getattr(round_, "hands", ()):
            if hand.person == other:
                cards |= {card.encode() for card, up in zip(hand.cards, hand.face_up, strict=True) if not up}
        public = {card for place in getattr(table.view("").round, "positions", ()) for card in place.cards}
        for place in getattr(round_, "positions", ()):
            if place.owner == other:
                cards |= {card.encode() for card in place.cards if card not in public}
    return cards - {b"??"}


def check_no_hidden_cards(hosted: LiveTable, person: str, frame: bytes) -> None:
    """Check that a frame has no card that its recipient may not see, and no committed secret."""
    leaked = set(_CARD.findall(frame)) & hidden_from(hosted, person)
    if leaked:
        raise InvariantViolation(
            f"{person or 'an onlooker'} was sent {b' '.join(sorted(leaked)).decode()}, others' cards"
        )
    hosting = hosted.hosting
    for secret in (hosting.next_secret, "" if hosting.next_opens else hosting.secret):
        if secret and secret.encode() in frame and not _opened(hosted, frame, secret):
            raise InvariantViolation(f"{person or 'an onlooker'} was sent the secret of a seal")


def _opened(hosted: LiveTable, frame: bytes, secret: str) -> bool:
    """Whether this frame reveals the commitment, as for dice and the draw for the button."""
    return secret == hosted.hosting.secret and f'"opened":"{secret}"'.encode() in frame


def resumed(room: Room, store: Store, truth: CommittedState) -> None:
    """Check that recovery gives the state of this process, and that no commit is missing."""
    other = recovery.load(store)
    for stream, head in truth.heads.items():
        if other.chains[stream].head != head:
            raise InvariantViolation(f"{stream} stands at {other.chains[stream].head.number} and not at {head.number}")
    here, there = plain_room(room), plain_room(other)
    if here != there:
        raise InvariantViolation(f"a process that takes over does not know the same: {differences(here, there)[0]}")


def check_store(store: Store, truth: CommittedState) -> None:
    """Check hash chains, balances and stored answers."""
    for stream, head in truth.heads.items():
        flaw = check_chain(stream, store.records(stream), head=head)
        if flaw is not None:
            raise InvariantViolation(str(flaw))
    if sum(store.balances().values()):
        raise InvariantViolation("the balances on disk do not sum to zero")
    if store.verify_all_balances():
        raise InvariantViolation(f"the balances on disk are not their postings: {store.verify_all_balances()[0]}")
    for (person, command), answer in truth.answers.items():
        seen = store.processed_command(person, command)
        if seen is None or seen.answer != answer:
            raise InvariantViolation(f"the answer to {command} of {person} is lost")


class ObservedConnection:
    """Connection as the room writes to it, before frames are lost."""

    WORDS: ClassVar = frozenset(("notice", "answer", "ruling-preview", "pong"))
    """Frames that may be sent while the room cannot write."""

    def __init__(self, person: str) -> None:
        self.person = person
        self._stopped = False
        """Whether the client was told that the room accepts nothing."""
        self._last: dict[int, int] = {}
        """Last event shown of each table."""
        self._records: dict[int, int] = {}
        self._noes: dict[str, str] = {}

    def carries(self, frame: dict[str, Any], data: bytes, room: Room, truth: CommittedState) -> None:
        """Check a frame that is sent."""
        kind = frame["type"]
        if kind == "notice":
            self._notice(frame)
        elif kind == "welcome":
            self._stopped = False
        elif self._stopped and kind not in self.WORDS:
            raise InvariantViolation(f"{self.person} was sent {kind} while the room takes nothing")
        if kind == "answer":
            self._answer(truth, frame)
        elif kind in ("table", "events"):
            shown = frame["snapshot"] if kind == "table" else frame["update"]
            # If the room was discarded or the table has moved on, the cards hidden then are unknown: an
            # up-card goes face down when its hand is folded.
            hosted = room.tables.get(shown["table_id"])
            fresh = self._fresh(shown, data)
            if hosted is not None and shown["version"] == hosted.table.event_count:
                check_no_hidden_cards(hosted, self.person, fresh)
            self._shown(shown, truth)
        elif kind in ("wallet", "welcome") and self.person:
            purse = frame.get("chips", frame.get("wallet", 0)), frame.get("deposit", 0)
            for account, chips in zip(accounts_of_person(self.person), purse, strict=True):
                if chips not in truth.have_held.get(account, {0}):
                    raise InvariantViolation(f"{self.person} was shown {chips} chips, which they never had on disk")

    def _notice(self, frame: dict[str, Any]) -> None:
        if frame["text"] == OUTAGE_OVER:
            if not self._stopped:
                raise InvariantViolation(f"{self.person} was told that the room goes on, and not that it had stopped")
            self._stopped = False
        elif frame.get("level") == "error" and frame["text"].startswith("the room takes nothing"):
            self._stopped = True

    def _answer(self, truth: CommittedState, frame: dict[str, Any]) -> None:
        answered(truth, self.person, frame)
        if frame["ok"] or frame.get("retry"):
            return
        said = self._noes.setdefault(frame["idempotency_key"], frame["message"])
        if said != frame["message"]:
            raise InvariantViolation(
                f"{self.person} was told {said!r} to {frame['idempotency_key']} and then {frame['message']!r}"
            )

    def _fresh(self, shown: dict[str, Any], data: bytes) -> bytes:
        """Data without the steps shown before: cards may have been turned face down since."""
        before = self._records.get(shown["table_id"], 0)
        steps = shown.get("steps", [])
        fresh = [step for step in steps if step["record"] > before]
        return data if len(fresh) == len(steps) else json.encode({**shown, "steps": fresh})

    def _shown(self, shown: dict[str, Any], truth: CommittedState) -> None:
        """Check that shown events are on disk, and have no gap before them."""
        table, stream = shown["table_id"], f"table {shown['table_id']}"
        if shown["record"] > truth.heads[stream].number:
            raise InvariantViolation(
                f"{self.person or 'an onlooker'} was shown record {shown['record']} of {stream}, which ends "
                f"on disk with {truth.heads[stream].number}"
            )
        entries = [entry for step in shown.get("steps", ()) for entry in step["events"]]
        numbers = [entry["number"] for entry in entries if entry.get("number")]
        if numbers and numbers[0] > self._last.get(table, 0) + 1:
            raise InvariantViolation(f"{self.person} was shown entry {self._last.get(table)} and then {numbers[0]}")
        self._last[table] = shown["version"]
        self._records[table] = shown["record"]
