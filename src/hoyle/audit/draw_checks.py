"""Draw checks: redraws every deck and throw of a table from its commitment and compares.

A commitment is published before the nonces, activated once, and its draw is used at once: a house that
retried until it liked the result would leave a commitment never activated or a draw never used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hoyle.core.cards import cards_text
from hoyle.core.errors import HoyleError
from hoyle.fairness.commitment import Commitment
from hoyle.fairness.committed_draws import CommittedDeck, CommittedThrow
from hoyle.room.events import table_events
from hoyle.room.handlers import automatic_dealer
from hoyle.room.live_table import randomness
from hoyle.room.live_table.live_table import LiveTable
from hoyle.table import command_base as commands
from hoyle.table.command_base import Command

_THROW_COMMANDS: Final = frozenset(("throw", "call-throw", "uncover", "report-throw", "rule-throw"))
_BUTTON: Final = "draw-button"
_DRAW_COMMANDS: Final = _THROW_COMMANDS | {_BUTTON, "shuffle", "cut", "deal"}
"""Commands that use a draw; players may come, go and contribute nonces before it."""
_REPLACED_MESSAGE: Final = "a seal was replaced by another that nothing was drawn under"


class DrawChecker:
    """Commitments and draws of one table, as far as its records have been read."""

    def __init__(self, hosted: LiveTable) -> None:
        self._hosted = hosted
        self._deck: CommittedDeck | None = None
        """Last deck drawn, for its cut."""
        self._order: dict[str, Any] = {}
        """Expected arguments of the dealer's shuffle command."""
        self._due_draw: CommittedDeck | CommittedThrow | None = None
        """Draw that the next command must use."""
        self._replaced = False
        """Whether a commitment replaced another: it must be activated before any other commitment or draw."""
        self.count = 0

    # Room events, before they are applied

    def check_event(self, command: Command, entry: table_events.LiveTableEvent) -> Iterator[str]:
        """Yield the flaws of an event about commitments and draws."""
        yield from self._check_unused()
        replaced, self._replaced = self._replaced, False
        if replaced and not isinstance(entry, table_events.CommitmentUsed):
            yield _REPLACED_MESSAGE
        try:
            if isinstance(entry, table_events.CommitmentPublished):
                yield from self._check_commitment(entry)
            elif isinstance(entry, table_events.CommitmentUsed):
                yield from _compare(entry, randomness.activate_commitment(self._hosted))
            elif isinstance(entry, table_events.DrawCommitted):
                yield from self._check_draw(getattr(command, "what", ""), entry)
        except (HoyleError, ValueError) as error:
            yield f"{entry.name} cannot be made again: {error}"

    def _check_commitment(self, entry: table_events.CommitmentPublished) -> Iterator[str]:
        hosting = self._hosted.hosting
        commitment = Commitment(bytes.fromhex(entry.secret), is_revealed=entry.opens).hash.hex()
        if entry.commitment != commitment:
            yield f"the commitment {entry.commitment[:16]}... is not that of the secret, {commitment[:16]}..."
        if entry.number != hosting.commitment_count + 1:
            yield f"commitment {entry.number} comes where commitment {hosting.commitment_count + 1} belongs"
        if entry.secret in (hosting.secret, hosting.next_secret):
            yield "the secret is that of the commitment before it"
        self._replaced = bool(hosting.next_secret)

    def _check_draw(self, kind: str, entry: table_events.DrawCommitted) -> Iterator[str]:
        hosted = self._hosted
        draw: CommittedDeck | CommittedThrow
        if kind == "shuffle":
            cards, cut_bounds, again = randomness.next_shuffle(hosted)
            if not again and hosted.hosting.draws:
                number = hosted.hosting.commitment_number
                yield f"a deck is drawn under commitment {number}, which was used before"
            draw, expected = randomness.draw_deck(hosted, cards, cut_bounds)
            self._deck = draw
            self._order = randomness.shuffle_fields(draw, cards, again=again)
        elif kind == "throw":
            draw, expected = randomness.draw_dice(hosted)
        else:
            draw, expected = randomness.draw_cards(hosted, len(hosted.seated))
        self._due_draw = draw
        self.count += 1
        yield from _compare(entry, expected)

    # Table commands, before they are decided

    def check_command(self, command: Command) -> Iterator[str]:
        """Yield the flaws of a command that uses cards or dice."""
        name = command.name
        draw = self._due_draw
        if self._replaced and name in _DRAW_COMMANDS:
            self._replaced = False
            yield _REPLACED_MESSAGE
        if name == "shuffle":
            self._due_draw = None
            if not isinstance(draw, CommittedDeck):
                yield "a deck is shuffled that no seal gave"
            elif commands.to_dict(command) != {"do": name, **self._order}:
                yield f"the deck is not in the order that seal and nonces give ({draw.label})"
        elif name in _THROW_COMMANDS or name == _BUTTON:
            self._due_draw = None
            yield from self._check_throw(command, draw)
        elif name in ("cut", "recut"):
            yield from self._check_unused()
            yield from self._check_cut(command)
        else:
            yield from self._check_unused()
            if name == "deal" and (fields_of(command, "deck") or fields_of(command, "cut")):
                yield "a round is dealt from cards that no seal gave"

    def _check_throw(self, command: Command, draw: CommittedDeck | CommittedThrow | None) -> Iterator[str]:
        fields: Any = command
        if not isinstance(draw, CommittedThrow) or command.name in ("report-throw", "rule-throw"):
            yield f"{command.name} shows what no seal gave"
        elif command.name == _BUTTON:
            seats = sorted(self._hosted.seated)
            expected = {str(seat): cards_text([card]) for seat, card in zip(seats, draw.values, strict=False)}
            if dict(fields.draw) != expected:
                yield f"the cards for the button are not those that seal and nonces give ({draw.label})"
        elif (fields.one, fields.other) != draw.values:
            faces = f"{fields.one} {fields.other}"
            yield f"{faces} is written where seal and nonces give {draw.text} ({draw.label})"

    def _check_cut(self, command: Command) -> Iterator[str]:
        fields: Any = command
        if command.name == "recut":
            yield "a deck is cut again by a count that no seal gave"
            return
        deck = self._deck
        expected = (
            deck.cut if deck is not None and deck.bounds is not None else automatic_dealer.cut_count(self._hosted)
        )
        if fields.count != expected or fields_of(command, "end") not in ("", "top"):
            yield f"{fields.count} cards are cut where seal and nonces give {expected} from the top"

    def _check_unused(self) -> Iterator[str]:
        unused, self._due_draw = self._due_draw, None
        if unused is not None:
            yield f"what was drawn as {unused.label} was never used"


def fields_of(command: Command, field: str) -> Any:
    """Return a field of a command, or "" if this kind of table has none."""
    return getattr(command, field, "")


def _compare(recorded: table_events.LiveTableEvent, redrawn: table_events.LiveTableEvent) -> Iterator[str]:
    if recorded == redrawn:
        return
    actual, expected = recorded.to_dict(), redrawn.to_dict()
    part = next((field for field in expected if actual.get(field) != expected[field]), "")
    yield f"{redrawn.name}: {part} is {actual.get(part)!r} and must be {expected[part]!r}"
