"""Ruling on the raises of a betting round: the actions are played, and what the round refuses is refused."""

from __future__ import annotations

from typing import Final

from hoyle.cards import DECK
from hoyle.errors import IllegalError
from hoyle.history.voice import counted
from hoyle.judge.context import ANY, Context
from hoyle.judge.ruling import Cited, Ruling, Step
from hoyle.poker.posts import Post
from hoyle.poker.raise_cap import raises_now
from hoyle.poker.round import Round
from hoyle.poker.rules import FIXED, Rules, Stakes
from hoyle.poker.variants import VARIANTS
from hoyle.rulebooks import GamePage
from hoyle.rulebooks.questions import with_switches

FIELDS: Final = ("players_in_round", "cap", "opened", "actions")
ACTS: Final = ("check", "bet", "call", "raise", "reraise", "fold")
REFUSED: Final = "refused"

DEEP: Final = 1_000_000
"""Stacks that no number of raises exhausts."""


def judge_raises(context: Context) -> Ruling:
    """Which raises of a betting round stand."""
    facts, book = context.facts, context.book
    context.check_game()
    players = facts.count("players_in_round", 2)
    # A cap that is left out is the book's own; null says there is none.
    cap = facts.count_or("cap", 0, 1) if "cap" in facts.fields else book.raise_cap.value
    actions = [
        facts.read_word(f"actions[{at}]", action, ACTS) for at, action in enumerate(facts.items("actions"))
    ]
    opened = facts.flag("opened")
    page = _page(context, players)
    rules = Rules(
        with_switches(book, {"raise_cap": cap or None}),
        page.game,
        Stakes(FIXED, small=2, big=4, forced_bet=1),
    )
    log = _played(_betting_round(rules, players, opened=opened), actions)
    most = rules.raise_cap.of(players)
    clause = book.raise_cap.clause or book.house_may_cap.clause
    cited = Cited()
    cited.add(clause)
    if "bet" in log:
        cited.add(book.open_counts_as_raise.clause)
        cited.read(book.open_counts_as_raise.reading)
    if page.open_must_bet.value and not opened and log[:1] == [REFUSED]:
        cited.add(page.open_must_bet.clause)
        cited.read(page.open_must_bet.reading)
    if cap and players == 2:
        cited.read(book.heads_up_uncapped.reading)
    if not most:
        why = "No cap on raises" + (" with two players in the round." if cap else ".")
    else:
        why = f"{counted(most, 'raise').capitalize()} a betting round"
        why += " and no more." if book.open_counts_as_raise.value else "; the opening bet is none of them."
    steps = [Step(why, clause)]
    steps += [
        Step(f"{at + 1}. {action}: {booked}.")
        for at, (action, booked) in enumerate(zip(actions, log, strict=True))
    ]
    refused = log.count(REFUSED)
    return Ruling(
        result={"log": log},
        clauses=cited.clauses(),
        readings=cited.readings,
        working=steps,
        question=[f"{context.title()}; {players} players in the round", "Which of these actions stand?"],
        answer=f"{refused} refused" if refused else "all stand",
    )


def _page(context: Context, players: int) -> GamePage:
    """The game of the case; where it is left open, the flop game of the book that seats the most."""
    if context.game == ANY:
        flops = [page for game, page in context.book.games.items() if VARIANTS[game].flop]
        page = max(flops, key=lambda each: each.max_seats.value)
    else:
        page = context.page
    most = page.max_seats
    if players > most.value:
        raise context.facts.refuse(
            "players_in_round", f"is {players}; {page.game} seats {most.value} ({most.clause})"
        )
    return page


def _betting_round(rules: Rules, players: int, *, opened: bool) -> Round:
    """A round of play at its first decision: over the blind or forced bet, or where nothing has been bet."""
    seats = list(range(1, players + 1))
    posts = [Post(1, "blind", 1), Post(2, "blind", 2)] if rules.variant.button else []
    round_ = Round(rules, seats, [DEEP] * players, deck=list(DECK), button=players, posts=posts)
    if round_.awaiting == "forced bet":
        round_.bring_in()
    first = round_.street
    while not opened and (round_.street == first or round_.awaiting != "action"):
        if round_.awaiting == "draw":
            round_.draw([])
        elif round_.options().call:
            round_.call()
        else:
            round_.check()
    return round_


def _played(round_: Round, actions: list[str]) -> list[str]:
    """One word for each action: as it is booked, or that it is refused and the player acts again."""
    street = round_.street
    log: list[str] = []
    for action in actions:
        try:
            log.append(_act(round_, action) if round_.street == street and not round_.over else REFUSED)
        except IllegalError:
            log.append(REFUSED)
    return log


def _act(round_: Round, action: str) -> str:
    if action == "check":
        round_.check()
    elif action == "call":
        round_.call()
    elif action == "fold":
        round_.fold()
    else:
        # The first wager of a round is the opening bet under any name; so is one that completes a forced bet.
        action = "raise" if raises_now(round_.state) else "bet"
        round_.bet_to(round_.options().min_to)
    return action
