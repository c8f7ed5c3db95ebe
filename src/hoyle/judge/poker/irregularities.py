"""Rulings on irregularities and on decks that run short, in stud and draw.

A draw is played at a table. The others name no hands and no people, only how many cards are left, or what was
reported: `last_street_procedure` is what the round itself asks when cards run short, `rule_irregularity` what
the floor of a table asks on every report.
"""

from __future__ import annotations

from itertools import count, islice, pairwise
from typing import Any, Final, NamedTuple

from hoyle.core.cards import DECK
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.games.poker.deck_shortage import DEAL, last_street_procedure
from hoyle.games.poker.events import Drawn, Reshuffled
from hoyle.games.poker.floor.irregularities import TRIGGERS, rule_irregularity
from hoyle.history.narration.english import count_phrase, sentence
from hoyle.judge.case_context import CaseContext
from hoyle.judge.case_fields import whole
from hoyle.judge.poker.case_table import act_passively, move_button_to, open_table, place_button, seat_players
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling
from hoyle.table.poker import commands
from hoyle.table.poker.rounds.button import clockwise_after
from hoyle.table.poker.table import PokerTable

STUD_SHORTAGE_FIELDS: Final = ("dealt", "remaining", "burns", "stub")
DRAW_SHORTAGE_FIELDS: Final = ("dealt_in", "folded", "draws")
IRREGULARITY_FIELDS: Final = ("trigger", "facts")

MEANINGS: Final = {
    "house ruling": "The book has no rule for this; the house must rule.",
    "misdeal": "All cards come back and are reshuffled; the money is returned or posted anew.",
    "play on": "Everything stands.",
    "discard card, play on": "That one card goes to the discards; the round goes on.",
    "examine, discard card, play on": "The dealer looks at the card and puts it with the discards.",
    "discard those cards, play on": "Only the cards wrongly dealt are discarded; the round goes on.",
    "dead round, return all": "The round is dead; every chip goes back to its owner.",
    "dead round, return all, remove deck": "The round is dead; every chip goes back; the deck leaves.",
    "dead round, return all, replace deck": "The round is dead; every chip goes back; another deck comes in.",
    "third card dealt down": "That player's next card comes face down; the round goes on.",
    "dead hand, ante returned": "The player is out of this round; his ante goes back.",
    "dead hand, no refund": "The hand is dead and its money stays in the pot.",
    "reconstruct, play on": "The hand is put together again; the round goes on.",
    "refund own money": "The hand is dead; its owner gets back from the pot all he put in.",
    "hand discarded": "The hand is dead and its money stays in the pot.",
    "hand stands": "The hand stays live.",
}
"""Results in a sentence, where the words of the ruling are not one already."""

HAND: Final = 5
"""Cards of a hand in five-card draw."""


def judge_stud_shortage(context: CaseContext) -> Ruling:
    """How the last street of stud is dealt."""
    facts, page = context.facts, context.page
    style = page.stud_short
    if style.value == "none":
        raise facts.refuse("game", f"{context.game} cannot run short of cards on its last street")
    remaining = facts.count("remaining", 2, page.max_seats.value)
    stub, burns = facts.count("stub"), facts.count("burns")
    deck = context.book.procedures.deck.value
    if facts.has("dealt") and sum(facts.counts("dealt")) + burns + stub != deck:
        dealt = sum(facts.counts("dealt"))
        raise facts.refuse(
            "stub",
            f"is {stub}, but {deck} cards less {dealt} dealt and {burns} burned are {deck - dealt - burns}",
        )
    extra = page.stud_short_need.value
    procedure = last_street_procedure(style.value, extra, remaining, stub, burns)
    clause = page.stud_short_steps.get(procedure, style.clause)
    cited = CitationCollector()
    cited.add(clause, style.clause)
    cited.read(style.interpretation)
    need = remaining + extra
    left = "1 card" if stub == 1 else f"{stub} cards"
    why = sentence(
        f"{count_phrase(remaining, 'player')} and {extra} more: {need} cards needed, {stub} in the stub"
    )
    if procedure != DEAL:
        why += f" and {burns} burned"
    return Ruling(
        result={"procedure": procedure},
        clauses=cited.clauses(),
        readings=cited.readings,
        working=[ReasoningStep(f"{why}: {procedure}.", clause)],
        question=[
            f"{context.title()}; {remaining} players before the last street",
            f"{left} left and {burns} burned: how is it dealt?",
        ],
        answer=procedure,
    )


def judge_draw_shortage(context: CaseContext) -> Ruling:
    """Where the cards of each draw come from."""
    facts, page = context.facts, context.page
    if not page.draw:
        raise facts.refuse("game", f"{context.game} has no draw")
    players = facts.count("dealt_in", 2)
    folded = facts.seats("folded", 0) if facts.has("folded") else []
    draws = [
        (facts.read_count(f"draws[{at}]", seat, 1), facts.read_count(f"draws[{at}]", cards, 0, HAND))
        for at, (seat, cards) in enumerate(facts.pairs("draws"))
    ]
    drawers = [seat for seat, _ in draws]
    for at, seat in enumerate(drawers):
        if seat in folded or seat in drawers[:at]:
            why = "has folded" if seat in folded else "has drawn already"
            raise facts.refuse(f"draws[{at}]", f"is seat {seat}, which {why}")
    named = {*folded, *drawers}
    if len(named) > min(players, len(DECK)):
        raise facts.refuse("dealt_in", f"is {players}, but {len(named)} seats have folded or draw")
    # Whoever is not named sits somewhere between the others and stands pat.
    others = (seat for seat in count(1) if seat not in named)
    seats = sorted({*named, *islice(others, min(players, len(DECK)) - len(named))})
    table, place = _before_the_draw(context, seats, folded, drawers)
    stub = table.playing_round().state.stub()
    served = _drawn(table, draws, place)
    cited = CitationCollector()
    reshuffled = any(each.pile for each in served)
    cited.add(page.draw_shortage if reshuffled else "", page.draw_burn, page.draw)
    if reshuffled:
        cited.read("AMB-32")
    steps = [ReasoningStep(f"{HAND * players} cards dealt and one burned leave {stub}.", page.draw_burn)]
    for each in served:
        text = f"Seat {each.seat} gets {count_phrase(each.from_stub, 'card')} from the stub"
        if each.pile:
            text += f", then {each.from_pile} from a reshuffled pile of {each.pile}"
        steps.append(ReasoningStep(f"{text}.", page.draw_shortage if each.pile else page.draw))
    asked = ", ".join(f"seat {seat} takes {cards or 'none'}" for seat, cards in draws)
    return Ruling(
        result={"log": [list(each) for each in served]},
        clauses=cited.clauses(),
        readings=cited.readings,
        working=steps,
        question=[
            f"{context.title()}; {players} dealt in, {len(folded)} folded",
            sentence(f"{asked}. Where do the cards come from?"),
        ],
        answer="the discards are reshuffled" if reshuffled else "the stub suffices",
    )


class DrawSource(NamedTuple):
    """How one draw was served."""

    seat: int
    from_stub: int
    from_pile: int
    """Cards from a pile reshuffled for this very draw; later draws take the rest of it as the stub."""
    pile: int
    """Size of the pile at that reshuffle; 0 if there was none."""


def _before_the_draw(
    context: CaseContext, seats: list[int], folded: list[int], drawers: list[int]
) -> tuple[PokerTable, dict[int, int]]:
    """A table where those seats have folded and the first of the drawers is next; and which seat of the case
    each of its seats stands for."""
    facts = context.facts
    players = len(seats)
    if players - len(folded) < 2:
        raise facts.refuse("folded", f"leaves {players - len(folded)} of {players}: it takes two to draw")
    first = drawers[0] if drawers else seats[0]
    around = clockwise_after(seats, first - 1)
    for at, (before, seat) in enumerate(pairwise(drawers), start=1):
        if around.index(seat) < around.index(before):
            raise facts.refuse(f"draws[{at}]", f"is seat {seat}: the draw goes clockwise from seat {first}")
    table = open_table(context, context.game, "game")
    place = seat_players(context, table, seats, "dealt_in")
    place_button(table)
    move_button_to(table, next(at for at, seat in place.items() if seat == around[-1]))
    table.deal(DECK)
    while (wait := table.pending()[0]).kind == "action":
        if place[wait.seat] in folded:
            table.act(wait.seat, "fold")
        else:
            act_passively(table)
    return table, place


def _drawn(table: PokerTable, draws: list[tuple[int, int]], place: dict[int, int]) -> list[DrawSource]:
    """Play the draws; who is not among them stands pat."""
    wanted = dict(draws)
    served: list[DrawSource] = []
    while (wait := table.pending()[0]).kind == "draw":
        seat = place[wait.seat]
        cards = wanted.get(seat, 0)
        entries = table.do(commands.Draw(seat=wait.seat, places=tuple(range(1, cards + 1))))
        if table.pending()[0].kind == "shuffle":
            entries += table.shuffle(table.cards_to_shuffle())
        if seat in wanted:
            served.append(_served(seat, entries))
    return served


def _served(seat: int, entries: list[Any]) -> DrawSource:
    from_stub = from_pile = pile = 0
    for entry in entries:
        if isinstance(entry, Reshuffled):
            pile = len(entry.cards)
        elif isinstance(entry, Drawn) and pile:
            from_pile += len(entry.cards)
        elif isinstance(entry, Drawn):
            from_stub += len(entry.cards)
    return DrawSource(seat, from_stub, from_pile, pile)


def judge_irregularity(context: CaseContext) -> Ruling:
    """What follows when something goes wrong."""
    facts = context.facts
    context.check_game()
    trigger = facts.word("trigger", TRIGGERS)
    given = facts.inner("facts").fields if facts.has("facts") else {}
    given = {name: whole(value) for name, value in given.items()}
    try:
        ruling = rule_irregularity(context.book, context.game, trigger, given)
    except HoyleError as error:
        raise InvalidError(f"{facts.where}: facts: {error}") from None
    cited = CitationCollector()
    cited.add(*ruling.clauses)
    cited.read(ruling.reading)
    told = ", ".join(f"{name.replace('_', ' ')}: {_in_words(value)}" for name, value in given.items())
    asked = TRIGGERS[trigger].what + (f" ({told})" if told else "")
    return Ruling(
        result={"result": ruling.result},
        clauses=cited.clauses(),
        readings=cited.readings,
        working=[ReasoningStep(MEANINGS.get(ruling.result, sentence(f"{ruling.result}.")), ruling.clause)],
        question=[context.title(), f"{sentence(asked)}. What follows?"],
        answer=ruling.result,
    )


def _in_words(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
