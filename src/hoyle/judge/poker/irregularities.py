"""Rulings on irregularities and on decks that run short, in stud and draw.

A draw is played at a table. The other cases name no hands and no people, only how many cards are left or what
was reported: a round calls `last_street_procedure` when cards run short, and the floor of a table calls
`rule_irregularity` on every report.
"""

from __future__ import annotations

from itertools import count, islice, pairwise
from typing import Any, Final, NamedTuple

from hoyle.core.cards import DECK
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.games.poker.events import Drawn, Reshuffled
from hoyle.games.poker.floor.irregularities import TRIGGERS, rule_irregularity
from hoyle.games.poker.stud_deck_shortage import DEAL, last_street_procedure
from hoyle.history.narration.english_phrases import count_phrase, sentence
from hoyle.judge.case_context import CaseContext
from hoyle.judge.case_types.decoder import check_seats, match_field
from hoyle.judge.case_types.poker_cases import CARDS_OF_DRAW_HAND, DrawShortageCase, IrregularityCase, StudShortageCase
from hoyle.judge.poker.table_setup import act_passively, move_button_to, open_table, place_button, seat_players
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling, read_judge_data
from hoyle.table.poker import commands
from hoyle.table.poker.rounds.button import clockwise_after
from hoyle.table.poker.table import PokerTable

MEANINGS: Final = read_judge_data("ruling_texts.json")["explained"]
"""Results that need a sentence of explanation."""


def judge_stud_shortage(case: StudShortageCase) -> Ruling:
    """Rule on how the last street of stud is dealt when cards run short."""
    context = CaseContext(case)
    page, remaining, stub, burns = context.page, case.remaining, case.stub, case.burns
    style = page.stud_short
    if style.value == "none":
        raise InvalidError(f"game {context.game} cannot run short of cards on its last street")
    if not 2 <= remaining <= page.max_seats.value:
        raise InvalidError(f"remaining must be from 2 to {page.max_seats.value}, not {remaining}")
    deck = context.book.procedures.deck.value
    if case.dealt is not None and (left := deck - sum(case.dealt) - burns) != stub:
        raise InvalidError(
            f"stub is {stub}, but {deck} cards less {sum(case.dealt)} dealt and {burns} burned are {left}"
        )
    extra = page.stud_short_need.value
    procedure = last_street_procedure(style.value, extra, remaining, stub, burns)
    clause = page.stud_short_steps.get(procedure, style.clause)
    cited = CitationCollector(clause, style)
    need = remaining + extra
    cards_left = "1 card" if stub == 1 else f"{stub} cards"
    why = sentence(f"{count_phrase(remaining, 'player')} and {extra} more: {need} cards needed, {stub} in the stub")
    if procedure != DEAL:
        why += f" and {burns} burned"
    return cited.ruling(
        result={"procedure": procedure},
        working=[ReasoningStep(f"{why}: {procedure}.", clause)],
        question=[
            f"{context.title()}; {remaining} players before the last street",
            f"{cards_left} left and {burns} burned: how is it dealt?",
        ],
        answer=procedure,
    )


def judge_draw_shortage(case: DrawShortageCase) -> Ruling:
    """Rule on the source of each draw's cards: stub or reshuffled discards."""
    context = CaseContext(case)
    page, players, draws = context.page, case.dealt_in, case.draws
    if not page.draw:
        raise InvalidError(f"game {context.game} has no draw")
    folded = check_seats("folded", case.folded or [], least=0)
    drawers = [seat for seat, _ in draws]
    for index, seat in enumerate(drawers):
        if seat in folded or seat in drawers[:index]:
            why = "has folded" if seat in folded else "has drawn already"
            raise InvalidError(f"draws[{index}] is seat {seat}, which {why}")
    active_seats = {*folded, *drawers}
    if len(active_seats) > min(players, len(DECK)):
        raise InvalidError(f"dealt_in is {players}, but {len(active_seats)} seats have folded or draw")
    # Players who are not named take the free seats and stand pat.
    free_seats = (seat for seat in count(1) if seat not in active_seats)
    seats = sorted({*active_seats, *islice(free_seats, min(players, len(DECK)) - len(active_seats))})
    table, place = _before_the_draw(context, seats, folded, drawers)
    stub = table.playing_round().state.stub()
    sources = _play_draws(table, draws, place)
    cited = CitationCollector()
    reshuffled = any(source.pile for source in sources)
    cited.add(page.draw_shortage if reshuffled else "", page.draw_burn, page.draw)
    if reshuffled:
        cited.read("AMB-32")
    dealt = CARDS_OF_DRAW_HAND * players
    steps = [ReasoningStep(f"{dealt} cards dealt and one burned leave {stub}.", page.draw_burn)]
    for source in sources:
        text = f"Seat {source.seat} gets {count_phrase(source.from_stub, 'card')} from the stub"
        if source.pile:
            text += f", then {source.from_pile} from a reshuffled pile of {source.pile}"
        steps.append(ReasoningStep(f"{text}.", page.draw_shortage if source.pile else page.draw))
    requests = ", ".join(f"seat {seat} takes {cards or 'none'}" for seat, cards in draws)
    return cited.ruling(
        result={"log": [list(source) for source in sources]},
        working=steps,
        question=[
            f"{context.title()}; {players} dealt in, {len(folded)} folded",
            sentence(f"{requests}. Where do the cards come from?"),
        ],
        answer="the discards are reshuffled" if reshuffled else "the stub suffices",
    )


class DrawSource(NamedTuple):
    """Source of the cards of one player's draw: stub or reshuffled pile."""

    seat: int
    from_stub: int
    from_pile: int
    """Cards from a pile reshuffled for this draw; for later draws the rest of it is the stub."""
    pile: int
    """Size of the pile at that reshuffle; 0 if there was none."""


def _before_the_draw(
    context: CaseContext, seats: list[int], folded: list[int], drawers: list[int]
) -> tuple[PokerTable, dict[int, int]]:
    """Play to the draw: return a table where those seats have folded and the first drawer is next, and the
    seats of the case by its seats."""
    players = len(seats)
    if players - len(folded) < 2:
        raise InvalidError(f"folded leaves {players - len(folded)} of {players}: it takes two to draw")
    first = drawers[0] if drawers else seats[0]
    around = clockwise_after(seats, first - 1)
    for index, (before, seat) in enumerate(pairwise(drawers), start=1):
        if around.index(seat) < around.index(before):
            raise InvalidError(f"draws[{index}] is seat {seat}: the draw goes clockwise from seat {first}")
    table = open_table(context, context.game, "game")
    place = seat_players(context, table, seats, "dealt_in")
    place_button(table)
    move_button_to(table, next(index for index, seat in place.items() if seat == around[-1]))
    table.deal(DECK)
    while (decision := table.pending()[0]).kind == "action":
        if place[decision.seat] in folded:
            table.act(decision.seat, "fold")
        else:
            act_passively(table)
    return table, place


def _play_draws(table: PokerTable, draws: list[tuple[int, int]], place: dict[int, int]) -> list[DrawSource]:
    """Play the draws; players not among them stand pat."""
    cards_by_seat = dict(draws)
    sources: list[DrawSource] = []
    while (decision := table.pending()[0]).kind == "draw":
        seat = place[decision.seat]
        cards = cards_by_seat.get(seat, 0)
        entries = table.do(commands.Draw(seat=decision.seat, places=tuple(range(1, cards + 1))))
        if table.pending()[0].kind == "shuffle":
            entries += table.shuffle(table.cards_to_shuffle())
        if seat in cards_by_seat:
            sources.append(_draw_source(seat, entries))
    return sources


def _draw_source(seat: int, entries: list[Any]) -> DrawSource:
    from_stub = from_pile = pile = 0
    for entry in entries:
        if isinstance(entry, Reshuffled):
            pile = len(entry.cards)
        elif isinstance(entry, Drawn) and pile:
            from_pile += len(entry.cards)
        elif isinstance(entry, Drawn):
            from_stub += len(entry.cards)
    return DrawSource(seat, from_stub, from_pile, pile)


def judge_irregularity(case: IrregularityCase) -> Ruling:
    """Rule on an irregularity at a poker table, such as a misdeal or an exposed card."""
    context, report = CaseContext(case), case.facts or {}
    context.check_game()
    trigger = match_field("trigger", case.trigger, TRIGGERS)
    try:
        ruling = rule_irregularity(context.book, context.game, trigger, report)
    except HoyleError as error:
        raise InvalidError(f"facts: {error}") from None
    cited = CitationCollector(*ruling.clauses)
    cited.read(ruling.reading)
    facts_text = ", ".join(f"{name.replace('_', ' ')}: {_fact_text(value)}" for name, value in report.items())
    summary = TRIGGERS[trigger].what + (f" ({facts_text})" if facts_text else "")
    return cited.ruling(
        result={"result": ruling.result},
        working=[ReasoningStep(MEANINGS.get(ruling.result, sentence(f"{ruling.result}.")), ruling.clause)],
        question=[context.title(), f"{sentence(summary)}. What follows?"],
        answer=ruling.result,
    )


def _fact_text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
