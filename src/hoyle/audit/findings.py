"""Audit findings: what is wrong and where, the list of checks, and the result of one part."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, field

MAX_FINDINGS: Final = 100
"""Maximum findings kept per stream; all are counted."""

STORE: Final = "database"
CHAIN: Final = "chain"
RETIRED: Final = "retired files"
STEPS: Final = "records read"
DECISIONS: Final = "decisions"
MATTERS: Final = "room's matters"
DRAWS: Final = "decks and throws"
LEDGER: Final = "ledger"
BALANCES: Final = "balances"
JACKPOTS: Final = "jackpots"
CHECKPOINTS: Final = "checkpoints"
HANDS: Final = "hands"
ANSWERS: Final = "answers"
SESSIONS: Final = "sessions"
ROLES: Final = "roles"

CHECKS: Final = {
    STORE: "pages, keys and tables agree, and what keeps records from being changed is in force",
    CHAIN: "every record follows the one before it, unchanged, to the end of its stream",
    RETIRED: "every file of retired records is there, unchanged, and the records go on where it ends",
    STEPS: "every record can be read and names its command",
    DECISIONS: "every command decided again gives the entries that are written",
    MATTERS: "what the room decides beside the game follows from who asked for what",
    DRAWS: "every deck and throw follows from its seal, sealed before the nonces came",
    LEDGER: "every line of the ledger is a movement of a record's entries, and none overdraws",
    BALANCES: "every balance is the sum of its movements, the tables hold the same, and cage chips and play "
    "chips add up to nothing each",
    JACKPOTS: "what goes into a fund leaves it to players alone, at what it held",
    CHECKPOINTS: "every checkpoint is what the records before it lead to, and none that was due is missing",
    HANDS: "the index has every round with its people, pot and rules version, and no other",
    ANSWERS: "every command took effect once, and its answer is what came of it",
    SESSIONS: "log-ins, failures, sessions and passwords are those on record",
    ROLES: "whoever ruled for the house had the role at that time and did not play, nor a bot or second "
    "account of theirs; at home games the players had agreed",
}
"""Description of every check."""


class Finding(Struct, frozen=True, kw_only=True):
    """One violation found by the audit."""

    check: str
    message: str
    stream: str = ""
    record: int = 0
    """Number of the record; 0 if it is about none."""
    entry: int = 0
    """Number of the event at its table; 0 if it is about the whole record."""
    time: int = 0
    """Time of the record."""

    def __str__(self) -> str:
        location = self.stream
        if self.record:
            location += f", record {self.record}"
        if self.entry:
            location += f", entry {self.entry}"
        return f"{location}: {self.message}" if location else self.message


class CommandRecords(Struct, kw_only=True):
    """Records of one command in one stream, from which its answer is checked."""

    person: str
    command: str
    stream: str
    record: int
    time: int
    first: int = 0
    last: int = 0
    """Range of the table's events; 0 and 0 if there are none."""
    created: dict[str, Any] = field(default_factory=dict)
    shared: bool = False
    """Whether the command may have records in other streams too."""


class HouseCommand(Struct, frozen=True, kw_only=True):
    """Command that a person gave for the house, with the roles it takes."""

    stream: str
    record: int
    time: int
    person: str
    roles: tuple[str, ...]
    """Roles that allow it."""
    seated: tuple[str, ...] = ()
    """Players there, where it matters; a bot counts as the person who seated it."""


class Payment(Struct, frozen=True, kw_only=True):
    """Jackpot payment of a table, with the chips its fund was recorded to hold."""

    stream: str
    record: int
    time: int
    fund: str
    held: int


class PartResult(Struct, kw_only=True):
    """Result of the audit of one part; it is sent between processes."""

    part: str
    findings: list[Finding] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=dict)
    """Number of items examined by each check."""
    wrong: dict[str, int] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)
    records: int = 0
    hands: int = 0
    nets: dict[str, int] = field(default_factory=dict)
    """Net movement of every account by the events."""
    groups: list[CommandRecords] = field(default_factory=list)
    """Commands with records in several streams."""
    commands: int = 0
    """Commands whose records are all in this stream."""
    rulings: list[HouseCommand] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    gap: bool = False
    """Whether missing records keep the rest from being replayed."""
    facts: dict[str, Any] = field(default_factory=dict)
    """Facts for cross-checks: of the room its people, roles and tables; of a table how it was opened."""

    def count(self, check: str, count: int = 1) -> None:
        """Count the items that an audit check has examined."""
        self.checked[check] = self.checked.get(check, 0) + count

    def add(self, finding: Finding) -> None:
        """Add a violation that the audit found."""
        self.wrong[finding.check] = self.wrong.get(finding.check, 0) + 1
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(finding)
