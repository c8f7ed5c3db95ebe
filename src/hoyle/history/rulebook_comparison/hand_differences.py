"""Differences of a recorded hand under another rulebook: posts, players, actions and chips.

The hand is played again action by action under that book. What it would not have posted, whom it would not
have dealt in, what it would not have let anybody do, and chips that it gives to others are differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.events import Awarded, Posted
from hoyle.games.poker.resolved_rules import FIXED, SPREAD, STRUCTURES
from hoyle.games.poker.round_setup import PostedBet
from hoyle.history.narration.english import pot_phrase
from hoyle.history.phh.reader import HandHistory, UnsupportedError
from hoyle.history.replay.hand_replay import ReplayResult, replay
from hoyle.history.rulebook_comparison.event_alignment import align
from hoyle.rulebooks import poker_book as rulebook
from hoyle.rulebooks.book_types.poker import PokerBook
from hoyle.table.poker.posted_sign import COLLECTED, Fees, PostedSign, Rake
from hoyle.table.poker.rounds.eligibility import minimum_stack

_NO_FEES: Final = Fees(
    rates={2: 0}, charged="hand", criterion="table limit", collected=COLLECTED["hand"], jackpot=0
)


class RulebookDifference(NamedTuple):
    """One thing that is otherwise by the other book."""

    where: str
    """``sign``, ``stakes``, ``order``, ``play`` or ``award``."""
    said: str
    clause: str = ""
    """Empty where the words name it."""
    own: str = ""
    """The clause by which it was as it was; empty where the hand's own book says nothing about it."""
    has: str = ""
    """What the other book has in the same place; empty where `said` says it."""
    had: str = ""
    """What happened by the hand's own book; empty where it has no words of its own."""

    def __str__(self) -> str:
        return f"{self.said} ({self.clause})" if self.clause else self.said

    def to_dict(self) -> dict[str, str | None]:
        """As data that a file can hold."""
        return {
            "where": self.where,
            "said": self.said,
            "clause": self.clause or None,
            "own": self.own or None,
        }


class HandUnderRulebook(NamedTuple):
    """A hand under another book."""

    book: str
    replay: ReplayResult
    """As far as the book lets it be played."""
    differences: list[RulebookDifference]


def replay_under_rulebook(
    history: HandHistory, book_id: str, *, recorded: ReplayResult | None = None
) -> HandUnderRulebook:
    """Hold a hand against a book; a game that the book does not have is refused.

    `recorded` is the replay by its own book, where somebody has it already.
    """
    book = rulebook(book_id)
    if history.game not in book.games:
        raise UnsupportedError(
            f"{history.where()}: {book_id} has no {history.game}; it has {', '.join(book.games)}"
        )
    own = replay(history) if recorded is None else recorded
    found = [*_posted(history, book, own), *_stacks(history, book)]
    under = replay(replace(history, book=book_id))
    aligned = align(own, under)
    for each in aligned.partings:
        said = f"{book_id}: {each.other.rstrip('.')}; {history.book}: {each.own.rstrip('.')}"
        found.append(
            RulebookDifference("order", said, each.other_clause, each.own_clause, each.other, each.own)
        )
    if under.stacks is None and under.error:
        said = under.error.removeprefix(history.where()).lstrip(": ")
        # Most refusals name their clause; who is out of turn is so by what named the other.
        clause = "" if under.round is None or f"({book_id} " in said else under.round.state.turn_clause
        found.append(
            RulebookDifference("play", said, clause, "" if aligned.beyond is None else aligned.beyond.clause)
        )
    else:
        found += _awards(own, under, history.book, book_id)
    return HandUnderRulebook(book_id, under, found)


def _posted(history: HandHistory, book: PokerBook, own: ReplayResult) -> Iterator[RulebookDifference]:
    """What the book does not let a house post."""
    page = book.page(history.game)
    posts = history.forced_bets()
    for post in posts:
        amount = history.money(post.chips)
        if post.kind == "straddle":
            yield RulebookDifference(
                "sign",
                f"p{post.seat} straddles {amount}: {book.id} has blinds only",
                _blinds(book, history),
                _post_clause(own, post),
            )
        elif post.kind == "dead":
            clause = page.ante or _blinds(book, history)
            yield RulebookDifference(
                "sign",
                f"p{post.seat} antes {amount} for the table: an ante is everybody's own",
                clause,
                _post_clause(own, post),
            )
    antes = {post.chips for post in posts if post.kind == "ante"}
    limits = (history.small, history.big) if history.structure in (FIXED, SPREAD) else (history.small,)
    try:
        PostedSign(
            book=book.id,
            game=history.game,
            structure=STRUCTURES[history.structure],
            limits=limits,
            blinds=tuple(sorted(post.chips for post in posts if post.kind == "blind")),
            ante=max(antes, default=0),
            forced_bet=history.bring_in,
            rake=Rake(
                percent=history.rake.get("percent", 0),
                levels=tuple(tuple(level) for level in history.rake.get("levels", ())),
                cap=history.rake.get("cap", 0),
            ),
            fees=_NO_FEES if book.revenue.fee_rates.value else None,
            raise_cap=history.raise_cap,
            check_raise=history.check_raise,
            unit_cents=history.unit_cents,
        ).cited_lines()
    except IllegalError as error:
        yield RulebookDifference("sign", str(error), "", _scope(history))
    except InvalidError as error:
        yield RulebookDifference("sign", str(error), "house signs", _scope(history))


def _post_clause(own: ReplayResult, post: PostedBet) -> str:
    """The clause by which somebody posted."""
    log = [] if own.round is None else own.round.log
    return next(
        (
            event.clause
            for event in log
            if isinstance(event, Posted) and event.seat == post.seat and event.what == post.kind
        ),
        "",
    )


def _scope(history: HandHistory) -> str:
    """Where the hand's own book has the game."""
    return rulebook(history.book).page(history.game).scope


def _blinds(book: PokerBook, history: HandHistory) -> str:
    page = book.page(history.game)
    return page.blinds.clause or page.scope


def _stacks(history: HandHistory, book: PokerBook) -> Iterator[RulebookDifference]:
    """Who would not have been dealt in."""
    posts = history.forced_bets()
    played_by = rulebook(history.book)
    for player, stack in enumerate(history.starting_stacks, start=1):
        owed = [post.chips for post in posts if post.seat == player]
        least = minimum_stack(book, [*owed, history.bring_in], history.small)
        own = minimum_stack(played_by, [*owed, history.bring_in], history.small)
        if stack is not None and stack < least.value:
            yield RulebookDifference(
                "stakes",
                f"p{player} has {history.money(stack)} and needs {history.money(least.value)} to be dealt in",
                least.clause,
                own.clause,
            )


def _awards(recorded: ReplayResult, under: ReplayResult, old: str, new: str) -> Iterator[RulebookDifference]:
    """Chips that the book gives to somebody else."""
    before, after = _chips(recorded), _chips(under)
    money = under.history.money
    for key in dict.fromkeys((*before, *after)):
        one, other = before.get(key), after.get(key)
        if one is None or other is None or one.chips != other.chips:
            award = other or one
            assert award is not None
            pot = pot_phrase(award.pot, award.pots)
            got = money(0 if other is None else other.chips)
            had = money(0 if one is None else one.chips)
            said = f"{pot}, {award.share}: p{award.seat} gets {got} by {new}, {had} by {old}"
            yield RulebookDifference("award", said, _shared_by(after, key), _shared_by(before, key))


def _chips(played: ReplayResult) -> dict[tuple[int, str, int], Awarded]:
    if played.round is None:
        return {}
    awards = [event for event in played.round.log if isinstance(event, Awarded)]
    return {(award.pot, award.share, award.seat): award for award in awards}


def _shared_by(awards: dict[tuple[int, str, int], Awarded], key: tuple[int, str, int]) -> str:
    """The clause by which a share went where it went: what decided an odd chip first."""
    shares = [award for at, award in awards.items() if at[:2] == key[:2]]
    return next(
        (award.odd_clause for award in shares if award.odd_clause), shares[0].clause if shares else ""
    )
