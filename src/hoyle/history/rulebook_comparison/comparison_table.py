"""Comparison table of a hand: its own rulebook's answers beside another's, row by row.

The rows come from the awards of both replays and from the differences between them, both made by
`hoyle.history.rulebook_comparison.hand_comparison`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hoyle.games.poker.events import Awarded
from hoyle.history.narration.award_explanation import explain_awards
from hoyle.history.narration.english_phrases import Phrases, pot_phrase
from hoyle.history.replay.hand_replay import ReplayResult
from hoyle.history.rulebook_comparison.hand_comparison import HandComparison, RulebookResult

QUALIFIER = "qualifier"
AWARD = "award"


class ShareReceived(Struct, frozen=True, kw_only=True):
    """Chips of a pot's share that one player gets, by one rulebook."""

    player: str
    chips: int
    odd: int = 0
    """Number of odd chips among them."""


class ComparisonCell(Struct, frozen=True, kw_only=True):
    """Answer of one rulebook in a comparison table."""

    said: str = ""
    got: tuple[ShareReceived, ...] = ()
    clause: str = ""


class Row(Struct, frozen=True, kw_only=True):
    """Row of a hand's comparison table: a question with the answers of both rulebooks."""

    what: str
    """``sign``, ``stakes``, ``order``, ``play``, ``qualifier`` or ``award``."""
    pot: str = ""
    """Pot of an award: ``the pot``, ``main pot``, ``side pot``."""
    share: str = ""
    """``high``, ``low`` or ``odd``."""
    own: ComparisonCell
    other: ComparisonCell
    differs: bool


class Total(Struct, frozen=True, kw_only=True):
    """Total winnings of a player in a hand, by each of two rulebooks."""

    player: str
    own: int
    other: int


class ComparisonTable(Struct, frozen=True, kw_only=True):
    """Comparison table of a hand under its own rulebook and another."""

    own: str
    other: str
    refused: bool
    """Whether the other book refuses an action of the hand."""
    rows: tuple[Row, ...]
    totals: tuple[Total, ...]

    @property
    def differing(self) -> int:
        return sum(row.differs for row in self.rows)


def side_by_side(comparison: HandComparison, result: RulebookResult) -> ComparisonTable:
    """Build the comparison table of a hand for its own rulebook and another."""
    own, other = comparison.own, result.replay
    rows = [*_difference_rows(result), *_qualifier_rows(own, other)]
    if not result.refused:
        rows += _award_rows(own, other)
    return ComparisonTable(
        own=comparison.history.book,
        other=result.book,
        refused=result.refused,
        rows=tuple(rows),
        totals=() if result.refused else tuple(_totals(own, other)),
    )


def _difference_rows(result: RulebookResult) -> Iterator[Row]:
    """Yield the comparison rows of differences that arise before any pot is divided."""
    for difference in result.differences:
        if difference.where != AWARD:
            yield Row(
                what=difference.where,
                own=ComparisonCell(said=difference.had, clause=difference.own),
                other=ComparisonCell(said=difference.has or difference.said, clause=difference.clause),
                differs=True,
            )


def _qualifier_rows(own: ReplayResult, other: ReplayResult) -> Iterator[Row]:
    """Yield the comparison row of the low qualifier, if the game has one."""
    if own.round is None or other.round is None or own.round.rules.low is None:
        return
    qualifiers = [replay.rules.page.qualifier for replay in (own.round, other.round)]
    if not any(qualifier.value for qualifier in qualifiers):
        return
    own_cell, other_cell = (
        ComparisonCell(said=f"{low.value} or better" if low.value else "any low", clause=low.clause)
        for low in qualifiers
    )
    yield Row(what=QUALIFIER, own=own_cell, other=other_cell, differs=own_cell.said != other_cell.said)


def _award_rows(own: ReplayResult, other: ReplayResult) -> Iterator[Row]:
    own_shares, other_shares = _shares(own), _shares(other)
    for key in dict.fromkeys((*own_shares, *other_shares)):
        pot, share = key
        own_awards, other_awards = own_shares.get(key, ()), other_shares.get(key, ())
        own_cell, other_cell = _cell(own, own_awards), _cell(other, other_awards)
        yield Row(
            what=AWARD,
            pot=pot_phrase(pot, next(iter((*own_awards, *other_awards))).pots),
            share=share,
            own=own_cell,
            other=other_cell,
            differs=_chips(own_cell) != _chips(other_cell),
        )


def _shares(replay: ReplayResult) -> dict[tuple[int, str], list[Awarded]]:
    shares: dict[tuple[int, str], list[Awarded]] = {}
    for event in [] if replay.round is None else replay.round.log:
        if isinstance(event, Awarded):
            shares.setdefault((event.pot, event.share), []).append(event)
    return shares


def _chips(cell: ComparisonCell) -> dict[str, int]:
    return {received.player: received.chips for received in cell.got}


def _cell(replay: ReplayResult, awards: list[Awarded] | tuple[()]) -> ComparisonCell:
    """Build the cell of one pot share by one rulebook: who gets how much, and why an odd chip goes where."""
    if not awards or replay.round is None:
        return ComparisonCell()
    history = replay.history
    names = {player: history.name(player) for player in range(1, history.players + 1)}
    first = awards[0]
    of_pot = [event for event in replay.round.log if isinstance(event, Awarded) and event.pot == first.pot]
    sentences = explain_awards(of_pot, replay.round.rules, Phrases(names, history.money))
    award_ids = {id(award) for award in awards}
    # The chips show who takes a share; only odd chips need a sentence.
    odd_clauses = {award.odd_clause for award in awards} | {award.joined_clause for award in awards}
    odd_texts = [line.text for line in sentences if id(line.award) in award_ids and line.clause in odd_clauses - {""}]
    clause = next((odd for award in awards for odd in (award.odd_clause, award.joined_clause) if odd), first.clause)
    return ComparisonCell(
        said=" ".join(odd_texts),
        got=tuple(
            ShareReceived(player=names[award.seat], chips=award.chips, odd=award.odd)
            for award in sorted(awards, key=lambda award: -award.chips)
        ),
        clause=clause,
    )


def _totals(own: ReplayResult, other: ReplayResult) -> Iterator[Total]:
    if own.round is None or other.round is None:
        return
    for player, (own_chips, other_chips) in enumerate(
        zip(own.round.state.won, other.round.state.won, strict=True), start=1
    ):
        if own_chips or other_chips:
            yield Total(player=own.history.name(player), own=own_chips, other=other_chips)
