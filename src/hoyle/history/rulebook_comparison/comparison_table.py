"""Comparison table of a hand: its own rulebook's answers beside another's, row by row.

Nothing is decided here: both hands have been played again
(`hoyle.history.rulebook_comparison.hand_comparison`), and this reads their awards and the differences that
were found."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hoyle.games.poker.events import Awarded
from hoyle.history.narration.english import Phrases, pot_phrase
from hoyle.history.narration.pot_explanation import explain_awards
from hoyle.history.replay.hand_replay import ReplayResult
from hoyle.history.rulebook_comparison.hand_comparison import HandComparison, RulebookResult

QUALIFIER = "qualifier"
AWARD = "award"


class ShareReceived(Struct, frozen=True, kw_only=True):
    """What one player has of a share."""

    player: str
    chips: int
    odd: int = 0
    """How many of them could not be divided and came by the odd-chip rule."""


class ComparisonCell(Struct, frozen=True, kw_only=True):
    """What one book says."""

    said: str = ""
    got: tuple[ShareReceived, ...] = ()
    clause: str = ""


class Row(Struct, frozen=True, kw_only=True):
    """One question and both answers."""

    what: str
    """``sign``, ``stakes``, ``order``, ``play``, ``qualifier`` or ``award``."""
    pot: str = ""
    """Of an award: ``the pot``, ``main pot``, ``side pot``."""
    share: str = ""
    """``high``, ``low`` or ``odd``."""
    own: ComparisonCell
    other: ComparisonCell
    differs: bool


class Total(Struct, frozen=True, kw_only=True):
    """What somebody has of all pots by each book."""

    player: str
    own: int
    other: int


class ComparisonTable(Struct, frozen=True, kw_only=True):
    """Both books."""

    own: str
    other: str
    refused: bool
    """Whether the other book does not let the hand be played to its end."""
    rows: tuple[Row, ...]
    totals: tuple[Total, ...]

    @property
    def differing(self) -> int:
        return sum(row.differs for row in self.rows)


def side_by_side(compared: HandComparison, ruled: RulebookResult) -> ComparisonTable:
    """A hand by its own book beside one of the others."""
    own, other = compared.own, ruled.replay
    rows = [*_before(ruled), *_qualifier(own, other)]
    if not ruled.refused:
        rows += _awards(own, other)
    return ComparisonTable(
        own=compared.history.book,
        other=ruled.book,
        refused=ruled.refused,
        rows=tuple(rows),
        totals=() if ruled.refused else tuple(_totals(own, other)),
    )


def _before(ruled: RulebookResult) -> Iterator[Row]:
    """What is otherwise before any pot is divided."""
    for each in ruled.differences:
        if each.where != AWARD:
            yield Row(
                what=each.where,
                own=ComparisonCell(said=each.had, clause=each.own),
                other=ComparisonCell(said=each.has or each.said, clause=each.clause),
                differs=True,
            )


def _qualifier(own: ReplayResult, other: ReplayResult) -> Iterator[Row]:
    """What a low must be, where the game has one."""
    if own.round is None or other.round is None or own.round.rules.low is None:
        return
    pages = own.round.rules.page, other.round.rules.page
    tops = [page.qualifier for page in pages]
    if not any(top.value for top in tops):
        return
    first, second = (
        ComparisonCell(said=f"{top.value} or better" if top.value else "any low", clause=top.clause)
        for top in tops
    )
    yield Row(what=QUALIFIER, own=first, other=second, differs=first.said != second.said)


def _awards(own: ReplayResult, other: ReplayResult) -> Iterator[Row]:
    """Every share of every pot, in the order in which they are awarded."""
    before, after = _shares(own), _shares(other)
    for key in dict.fromkeys((*before, *after)):
        pot, share = key
        one, two = before.get(key, ()), after.get(key, ())
        first, second = _side(own, one), _side(other, two)
        yield Row(
            what=AWARD,
            pot=pot_phrase(pot, next(iter((*one, *two))).pots),
            share=share,
            own=first,
            other=second,
            differs=_chips(first) != _chips(second),
        )


def _shares(played: ReplayResult) -> dict[tuple[int, str], list[Awarded]]:
    found: dict[tuple[int, str], list[Awarded]] = {}
    for event in [] if played.round is None else played.round.log:
        if isinstance(event, Awarded):
            found.setdefault((event.pot, event.share), []).append(event)
    return found


def _chips(side: ComparisonCell) -> dict[str, int]:
    return {each.player: each.chips for each in side.got}


def _side(played: ReplayResult, awards: list[Awarded] | tuple[()]) -> ComparisonCell:
    if not awards or played.round is None:
        return ComparisonCell()
    history = played.history
    names = {player: history.name(player) for player in range(1, history.players + 1)}
    first = awards[0]
    of_pot = [event for event in played.round.log if isinstance(event, Awarded) and event.pot == first.pot]
    told = explain_awards(of_pot, played.round.rules, Phrases(names, history.money))
    here = {id(award) for award in awards}
    # The sentence that says who takes a share says no more than the chips do; what is odd is worth a word.
    odd = {award.odd_clause for award in awards} | {award.joined_clause for award in awards}
    said = [each.text for each in told if id(each.award) in here and each.clause in odd - {""}]
    clause = next(
        (found for award in awards for found in (award.odd_clause, award.joined_clause) if found),
        first.clause,
    )
    return ComparisonCell(
        said=" ".join(said),
        got=tuple(
            ShareReceived(player=names[award.seat], chips=award.chips, odd=award.odd)
            for award in sorted(awards, key=lambda award: -award.chips)
        ),
        clause=clause,
    )


def _totals(own: ReplayResult, other: ReplayResult) -> Iterator[Total]:
    if own.round is None or other.round is None:
        return
    for player, (one, two) in enumerate(
        zip(own.round.state.won, other.round.state.won, strict=True), start=1
    ):
        if one or two:
            yield Total(player=own.history.name(player), own=one, other=two)
