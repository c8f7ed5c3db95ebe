"""Draw checks: redraws every deck and throw of a table from its commitment and compares.

A seal is out before the nonces, is taken once, and what is drawn under it is used at once: a house that tried
until it liked what came would leave a seal that nobody took or a draw that nobody used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hoyle.core.cards import cards_text
from hoyle.core.errors import HoyleError
from hoyle.fairness.commitment import Commitment
from hoyle.fairness.committed_draws import CommittedDeck, CommittedThrow
from hoyle.room.events import table_events
from hoyle.room.live_table import automatic_dealer, randomness
from hoyle.room.live_table.live_table import LiveTable
from hoyle.table import command_base as commands
from hoyle.table.command_base import Command

_THROWN: Final = frozenset(("throw", "call-throw", "uncover", "throw-seen", "rule-throw"))
_BUTTON: Final = "draw-button"
_DRAWING: Final = _THROWN | {_BUTTON, "shuffle", "cut", "deal"}
"""Commands that use a draw; players may come, go and contribute nonces between a seal and its draw."""
_REPLACED: Final = "a seal was replaced by another that nothing was drawn under"


class DrawChecker:
    """What was sealed and drawn at one table, as far as its records have been read."""

    def __init__(self, hosted: LiveTable) -> None:
        self._hosted = hosted
        self._deck: CommittedDeck | None = None
        """The last one, for its cut."""
        self._order: dict[str, Any] = {}
        """What the dealer has to say of it."""
        self._due: CommittedDeck | CommittedThrow | None = None
        """Drawn and not used yet: the next command is to use it."""
        self._replaced = False
        """A seal took the place of another: it must be taken before anything else is sealed or drawn."""
        self.count = 0

    # What the room writes, before it is applied

    def sealing(self, command: Command, entry: table_events.LiveTableEvent) -> Iterator[str]:
        """What is wrong with an entry about seals; nothing where all is well."""
        yield from self._unused()
        replaced, self._replaced = self._replaced, False
        if replaced and not isinstance(entry, table_events.CommitmentActivated):
            yield _REPLACED
        try:
            if isinstance(entry, table_events.SecretCommitted):
                yield from self._sealed(entry)
            elif isinstance(entry, table_events.CommitmentActivated):
                yield from _same(entry, randomness.activate_commitment(self._hosted))
            elif isinstance(entry, table_events.DrawCommitted):
                yield from self._drawn(getattr(command, "what", ""), entry)
        except (HoyleError, ValueError) as error:
            yield f"{entry.name} cannot be made again: {error}"

    def _sealed(self, entry: table_events.SecretCommitted) -> Iterator[str]:
        hosting = self._hosted.hosting
        commitment = Commitment(bytes.fromhex(entry.secret), is_revealed=entry.opens).commitment.hex()
        if entry.commitment != commitment:
            yield f"the commitment {entry.commitment[:16]}... is not that of the secret, {commitment[:16]}..."
        if entry.seal != hosting.seals + 1:
            yield f"seal {entry.seal} comes where seal {hosting.seals + 1} belongs"
        if entry.secret in (hosting.seal, hosting.next_seal):
            yield "the secret is that of the seal before it"
        self._replaced = bool(hosting.next_seal)

    def _drawn(self, what: str, entry: table_events.DrawCommitted) -> Iterator[str]:
        hosted = self._hosted
        made: CommittedDeck | CommittedThrow
        if what == "shuffle":
            cards, cut, again = randomness.to_shuffle(hosted)
            if not again and hosted.hosting.draws:
                yield f"a deck is drawn under seal {hosted.hosting.present}, which was used before"
            made, drawn = randomness.draw_deck(hosted, cards, cut)
            self._deck = made
            self._order = randomness.order_of(made, cards, again=again)
        elif what == "throw":
            made, drawn = randomness.draw_dice(hosted)
        else:
            made, drawn = randomness.draw_cards(hosted, len(hosted.seated))
        self._due = made
        self.count += 1
        yield from _same(entry, drawn)

    # What is done at the table, before it is decided

    def using(self, command: Command) -> Iterator[str]:
        """What is wrong with a command that takes cards or dice from somewhere."""
        name = command.name
        due = self._due
        if self._replaced and name in _DRAWING:
            self._replaced = False
            yield _REPLACED
        if name == "shuffle":
            self._due = None
            if not isinstance(due, CommittedDeck):
                yield "a deck is shuffled that no seal gave"
            elif commands.to_dict(command) != {"do": name, **self._order}:
                yield f"the deck is not in the order that seal and nonces give ({due.label})"
        elif name in _THROWN or name == _BUTTON:
            self._due = None
            yield from self._thrown(command, due)
        elif name in ("cut", "recut"):
            yield from self._unused()
            yield from self._cut(command)
        else:
            yield from self._unused()
            if name == "deal" and (fields_of(command, "deck") or fields_of(command, "cut")):
                yield "a round is dealt from cards that no seal gave"

    def _thrown(self, command: Command, due: CommittedDeck | CommittedThrow | None) -> Iterator[str]:
        fields: Any = command
        if not isinstance(due, CommittedThrow) or command.name in ("throw-seen", "rule-throw"):
            yield f"{command.name} shows what no seal gave"
        elif command.name == _BUTTON:
            seats = sorted(self._hosted.seated)
            wanted = {str(seat): cards_text([card]) for seat, card in zip(seats, due.values, strict=False)}
            if dict(fields.draw) != wanted:
                yield f"the cards for the button are not those that seal and nonces give ({due.label})"
        elif (fields.one, fields.other) != due.values:
            thrown = f"{fields.one} {fields.other}"
            yield f"{thrown} is written where seal and nonces give {due.text} ({due.label})"

    def _cut(self, command: Command) -> Iterator[str]:
        fields: Any = command
        if command.name == "recut":
            yield "a deck is cut again by a count that no seal gave"
            return
        deck = self._deck
        wanted = (
            deck.cut
            if deck is not None and deck.bounds is not None
            else automatic_dealer.cut_count(self._hosted)
        )
        if fields.count != wanted or fields_of(command, "end") not in ("", "top"):
            yield f"{fields.count} cards are cut where seal and nonces give {wanted} from the top"

    def _unused(self) -> Iterator[str]:
        due, self._due = self._due, None
        if due is not None:
            yield f"what was drawn as {due.label} was never used"


def fields_of(command: Command, field: str) -> Any:
    """A field of a command that not every kind of table has."""
    return getattr(command, field, "")


def _same(written: table_events.LiveTableEvent, due: table_events.LiveTableEvent) -> Iterator[str]:
    if written == due:
        return
    told, wanted = written.to_dict(), due.to_dict()
    part = next((field for field in wanted if told.get(field) != wanted[field]), "")
    yield f"{due.name}: {part} is {told.get(part)!r} and must be {wanted[part]!r}"
