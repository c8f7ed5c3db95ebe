"""Rulings on positions: forced bet, first to act, button, blinds, order of showing.

Forced bet, opener and button are played at a table, with the cards of the case. But a case may have half a
chip for a kill blind, blinds in any order, the button at an empty seat, and no betting before a showdown: for
these the judge calls the table's `blind_posts` and the round's `show_order`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from hoyle.core.cards import DECK, card_symbol
from hoyle.core.errors import HoyleError, InvalidError
from hoyle.games.poker.action_order import first_to_act, show_order
from hoyle.games.poker.events import BoardDealt, Dealt
from hoyle.history.narration.english_phrases import cards_with_symbols, join_list
from hoyle.judge.case_context import CaseContext
from hoyle.judge.case_types.decoder import check_no_card_twice, check_seats, match_field, required, with_location
from hoyle.judge.case_types.poker_cases import BlindsCase, BringInCase, ButtonCase, OpenerCase, ShowOrderCase
from hoyle.judge.poker.table_setup import act_passively, open_table, seat_players
from hoyle.judge.ruling import CitationCollector, ReasoningStep, Ruling, to_json_number
from hoyle.table.poker.rounds.blind_order import blind_posts
from hoyle.table.poker.rounds.button import clockwise_after
from hoyle.table.poker.table import PokerTable

LOWEST: Final = "lowest_ace_high"
HIGHEST_ACE_LOW: Final = "highest_ace_low"
SECOND_ROUND: Final = "highest_ace_high_suit"

MODES: Final = {
    LOWEST: "lowest up-card, ace high, equal ranks by lowest suit",
    HIGHEST_ACE_LOW: "highest up-card, the ace below the two, equal ranks by highest suit",
    SECOND_ROUND: "highest up-card, ace high, equal ranks by highest suit",
}


def judge_bring_in(case: BringInCase) -> Ruling:
    """Rule who makes the forced bet; in mambo's second round, who opens."""
    context = CaseContext(case)
    page, ups = context.page, case.upcards
    check_no_card_twice((f"the up-card of seat {seat}", [card]) for seat, card in ups.items())
    mode = _bring_in_mode(context, case.mode)
    second = mode == SECOND_ROUND
    street = "third" if second else context.variant.streets[0].name
    seat, tied = _first_to_act_at(context, street, {seat: [card] for seat, card in ups.items()}, "upcards")
    suits = page.forced_bet_suits if tied else ""
    cited = CitationCollector(page.forced_bet, suits, context.book.cross_references.get(suits, ""))
    if second:
        cited = CitationCollector(page.streets["third"].open)
    duty = "opens the second round" if second else "makes the forced bet"
    return cited.ruling(
        result={"seat": seat},
        working=[ReasoningStep(f"The {MODES[mode]}: {card_symbol(ups[seat])}, seat {seat}.", cited.citations[0])],
        question=[context.title(), *_cards_by_seat(ups), f"Who {duty}?"],
        answer=f"seat {seat} {duty}",
    )


def _first_to_act_at(
    context: CaseContext, street: str, ups: Mapping[int, list[int]], field: str, board: Sequence[int] = ()
) -> tuple[int, bool]:
    """Play to a street with these up-cards: return the seat first to act, and whether a tie was broken."""
    table = open_table(context, context.page.game, "game")
    case_seat_of = seat_players(context, table, ups, field)
    if len(ups) == 1:
        # A single player is not dealt in, and is the only possible answer.
        return next(iter(ups)), False
    # First deal any cards to see where each goes, then put the case's cards in those places.
    trial_events = _deal_to(table.fork(), DECK, street)
    card_at: dict[int, int] = {}
    for place, seat in case_seat_of.items():
        slots = [
            card
            for entry in trial_events
            if isinstance(entry, Dealt)
            for dealt_seat, card, up in zip(entry.seats, entry.cards, entry.ups, strict=True)
            if up and dealt_seat == place
        ]
        card_at.update(zip(slots, ups[seat], strict=True))
    board_slots = [card for entry in trial_events if isinstance(entry, BoardDealt) for card in entry.cards]
    card_at.update(zip(board_slots, board, strict=True))
    remaining = iter([card for card in DECK if card not in card_at.values()])
    deck = [card_at[card] if card in card_at else next(remaining) for card in DECK]
    _deal_to(table, deck, street)
    round_, rules = table.playing_round().state, table.rules
    _, tied = first_to_act(round_, rules, rules.variant.streets[round_.street].opener)
    return case_seat_of[table.pending()[0].seat], tied


def _deal_to(table: PokerTable, deck: Sequence[int], street: str) -> list[Any]:
    """Deal a round and act passively to the beginning of a street; return its events."""
    entries = table.deal(deck)
    while table.playing_round().street != street:
        entries += act_passively(table)
    return entries


def _bring_in_mode(context: CaseContext, mode: str | None) -> str:
    """Return the mode that book and game prescribe; a mode given in the case must agree with it."""
    forced = context.page.forced_bet.value
    if forced == "none":
        raise InvalidError(f"game {context.game} has no forced bet by up-card")
    allowed = [forced]
    if "third" in context.page.streets and context.variant.board_cards:
        allowed.append(SECOND_ROUND)
    return forced if mode is None else match_field("mode", mode, allowed)


def judge_opener(case: OpenerCase) -> Ruling:
    """Rule who acts first after up-cards have been dealt."""
    context = CaseContext(case)
    page, ups = context.page, case.showing
    if page.forced_bet.value == "none":
        raise InvalidError(f"game {context.game} deals no up-cards")
    mambo = context.variant.board_cards > 0
    match_field("mode", case.mode, ["mambo" if mambo else "stud"])
    community: list[int] = [required("community", case.community)] if mambo else []
    if case.community is not None and not mambo:
        raise InvalidError("community belongs to mambo")
    check_no_card_twice(
        [("community", community), *((f"the cards of seat {seat}", cards) for seat, cards in ups.items())]
    )
    street = _opener_street(context, [*ups.values()])
    cites = page.streets[street]
    seat, tied = _first_to_act_at(context, street, ups, "showing", community)
    cited = CitationCollector(cites.open_tie if tied else "", cites.open)
    cited.read("" if mambo else "AMB-06")
    why = f"Seat {seat} shows {cards_with_symbols(ups[seat])}"
    if mambo and ups[seat][0] // 4 == community[0] // 4:
        why += f", a pair with {card_symbol(community[0])}"
    elif mambo:
        why += ", the highest up-card; nobody pairs the community card"
    else:
        why += ", the best hand showing"
    steps = [ReasoningStep(f"{why}.", cites.open)]
    if tied:
        steps.append(
            ReasoningStep(f"Another shows the same; seat {seat} is nearest the dealer's left.", cites.open_tie)
        )
    question = [context.title()]
    if mambo:
        question[0] += f"; community card {card_symbol(community[0])}"
    return cited.ruling(
        result={"seat": seat},
        working=steps,
        question=[*question, *_hands_by_seat(ups), "Who acts first?"],
        answer=f"seat {seat} acts first",
    )


def _opener_street(context: CaseContext, hands: Sequence[list[int]]) -> str:
    """Return the name of the street on which hands show that many up-cards."""
    streets = context.variant.streets
    sizes = {len(cards) for cards in hands}
    if len(sizes) > 1:
        raise InvalidError(f"showing must have equally many cards for every seat, not {sorted(sizes)}")
    count = sizes.pop()
    if context.variant.board_cards:
        if count != 1:
            raise InvalidError(f"showing must have one card for every seat in mambo, not {count}")
        return streets[-1].name
    ups = 0
    by_ups: dict[int, str] = {}
    for street in streets:
        ups += sum(street.ups)
        # The last down-card leaves the hands showing as they were; the opener is found in the same way.
        by_ups.setdefault(ups, street.name)
    del by_ups[1]
    if count not in by_ups:
        raise InvalidError(f"showing must have {join_list([str(n) for n in by_ups])} cards each, not {count}")
    return by_ups[count]


def judge_button(case: ButtonCase) -> Ruling:
    """Rule at which seat the dealer button starts."""
    context = CaseContext(case)
    page, draw = context.page, case.draw
    seats = check_seats("seats", case.seats)
    if draw is not None:
        check_no_card_twice((f"the card of seat {seat}", [card]) for seat, card in draw.items())
        empty_seats = [seat for seat in draw if seat not in seats]
        if empty_seats:
            raise InvalidError(f"draw has a card for seat {empty_seats[0]}, which is not occupied")
    table = open_table(context, page.game, "game")
    case_seat_of = seat_players(context, table, seats, "seats")
    start = page.button_start
    try:
        table.draw_button(
            None
            if draw is None
            else {table_seat: draw[seat] for table_seat, seat in case_seat_of.items() if seat in draw}
        )
    except HoyleError as error:
        raise with_location("game" if start.value == "none" else "draw", error) from None
    seat = case_seat_of[table.button]
    by_card_draw = start.value == "card-draw"
    why = "The first player to the dealer's right is the last seat clockwise."
    if by_card_draw:
        assert draw is not None
        why = f"Highest card drawn, equal ranks by suit: {card_symbol(draw[seat])}."
    cited = CitationCollector(start)
    question = [f"{context.title()}; seats {join_list([str(seat) for seat in seats])} are occupied"]
    if by_card_draw:
        question += _cards_by_seat(draw or {})
    return cited.ruling(
        result={"seat": seat},
        working=[ReasoningStep(why, start.clause)],
        question=[*question, "Where does the button start?"],
        answer=f"the button starts at seat {seat}",
    )


def judge_blinds(case: BlindsCase) -> Ruling:
    """Rule which seat posts which blind, kill blind included."""
    context = CaseContext(case)
    page, button, blinds, killer = context.page, case.button, case.blinds, case.killer
    seats = check_seats("seats", case.seats, least=2)
    if page.button_start.value == "none":
        raise InvalidError(f"game {context.game} is played without blinds")
    if killer is not None and page.kill is None:
        raise InvalidError(f"killer cannot be there: {context.book.id} has no kill in {context.game}")
    if not blinds:
        raise InvalidError("blinds must hold at least one amount")
    kill_blind = required("kill_blind", case.kill_blind) if killer is not None else Fraction(0)
    if killer is not None and not kill_blind:
        raise InvalidError("kill_blind must be above 0")
    seat_players(context, open_table(context, page.game, "game"), seats, "seats")
    try:
        heads_up = page.heads_up_blinds.value
        posts = blind_posts(seats, button, blinds, killer if killer in seats else None, heads_up=heads_up)
    except HoyleError as error:
        raise InvalidError(f"blinds: {error}") from None
    cited = CitationCollector()
    steps: list[ReasoningStep] = []
    amounts: dict[int, int | float] = {}
    for post in posts:
        kill = post.kind.startswith("kill")
        amounts[post.seat] = to_json_number(kill_blind) if kill else post.chips
        clause = page.kill.button or page.kill.trigger if kill and page.kill is not None else page.blinds.clause
        chips = amounts[post.seat]
        if post.kind == "kill-blind":
            text = f"Seat {post.seat} posts the kill blind of {chips} in place of the blind they owe."
        elif kill:
            text = f"Seat {post.seat} posts the kill blind of {chips}."
        else:
            text = f"Seat {post.seat} posts {chips}."
        steps.append(ReasoningStep(text, clause))
    if killer is not None and page.kill is not None:
        cited.add(page.kill.button, page.kill.trigger)
        if killer not in seats:
            text = f"Seat {killer} has the kill button but is not dealt in: nobody else posts the kill blind."
            steps.append(ReasoningStep(text, page.kill.button or page.kill.trigger))
        cited.read(page.kill.acts_last.interpretation)
    cited.add(page.blinds.clause)
    if len(seats) == 2:
        cited.read(page.heads_up_blinds.interpretation)
    about = f"{context.title()}; button at seat {button}; seats {_numbers(seats)} dealt in"
    if killer is not None:
        about += f"; seat {killer} has the kill button"
    return cited.ruling(
        result={"posts": {str(seat): chips for seat, chips in amounts.items()}},
        working=steps,
        question=[about, f"Who posts the blinds of {_numbers(blinds)}?"],
        answer=", ".join(f"seat {seat} posts {chips}" for seat, chips in amounts.items()),
    )


def judge_show_order(case: ShowOrderCase) -> Ruling:
    """Rule in which order hands are shown at the showdown."""
    context, last = CaseContext(case), case.last_bettor
    context.check_game()
    live = check_seats("live", case.live, least=2)
    if last is not None and last not in live:
        raise InvalidError(f"last_bettor is seat {last}, which is not in the showdown")
    start = _show_start(case, live)
    positions = show_order(
        [True] * len(live), last_bettor=live.index(last) if last is not None else -1, start_if_checked=live.index(start)
    )
    order = [live[position] for position in positions]
    clause = context.book.showdown.order
    cited = CitationCollector(clause)
    if last is None:
        cited.read("AMB-56")
        first = "who was first to act" if case.button is None else "first live player left of the button"
        why = f"Nobody bet in the last round: {first}"
    else:
        why = f"Seat {last} made the last bet or raise"
    return cited.ruling(
        result={"order": order},
        working=[ReasoningStep(f"{why} shows first, then clockwise.", clause)],
        question=[f"{context.title()}; seats {_numbers(live)} in the showdown", "Who shows when?"],
        answer="they show in the order " + ", ".join(map(str, order)),
    )


def _show_start(case: ShowOrderCase, live: list[int]) -> int:
    """Return the seat that shows first if the last round was checked through."""
    if case.button is not None:
        return clockwise_after(live, case.button)[0]
    first = case.first_to_act
    if first is None:
        # Only the seats are known: start at the dealer's left, as every other order in stud does.
        return live[0]
    return first if first in live else clockwise_after(live, first)[0]


def _cards_by_seat(cards: Mapping[int, int]) -> list[str]:
    return [", ".join(f"seat {seat} {card_symbol(card)}" for seat, card in cards.items())]


def _hands_by_seat(hands: Mapping[int, list[int]]) -> list[str]:
    return [f"seat {seat}: {cards_with_symbols(cards)}" for seat, cards in hands.items()]


def _numbers(numbers: list[int]) -> str:
    return join_list([str(number) for number in numbers])
