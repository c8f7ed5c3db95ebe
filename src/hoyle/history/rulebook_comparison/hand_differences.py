"""Differences of a recorded hand under another rulebook: posts, players, actions and chips.

The hand is replayed action by action under that book. Differences are posts that it does not allow, players
whom it would not have dealt in, actions that it refuses, and chips that it gives to other players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from hoyle.core.errors import IllegalError, InvalidError
from hoyle.games.poker.events import Awarded, Posted
from hoyle.games.poker.resolved_rules import FIXED, SPREAD, STRUCTURES
from hoyle.games.poker.round_setup import PostedBet
from hoyle.history.narration.english_phrases import pot_phrase
from hoyle.history.phh.reader import HandHistory, UnsupportedError
from hoyle.history.replay.hand_replay import ReplayResult, replay
from hoyle.history.rulebook_comparison.event_alignment import align
from hoyle.rulebooks import poker_book as rulebook
from hoyle.rulebooks.book_types.poker import PokerBook
from hoyle.table.poker.posted_sign import PostedSign
from hoyle.table.poker.posted_sign_fields import COLLECTED, Fees, Rake
from hoyle.table.poker.rounds.lineup import minimum_stack

_NO_FEES: Final = Fees(rates={2: 0}, charged="hand", criterion="table limit", collected=COLLECTED["hand"], jackpot=0)


class RulebookDifference(NamedTuple):
    """One difference of a hand under another rulebook, with both clauses."""

    where: str
    """``sign``, ``stakes``, ``order``, ``play`` or ``award``."""
    said: str
    clause: str = ""
    """Clause of the other book; empty if `said` names it."""
    own: str = ""
    """Clause of the hand's own book; empty if it has none."""
    has: str = ""
    """Text for the other book; empty if `said` has it."""
    had: str = ""
    """Text for the hand's own book; empty if there is none."""

    def __str__(self) -> str:
        return f"{self.said} ({self.clause})" if self.clause else self.said

    def to_dict(self) -> dict[str, str | None]:
        """Return the difference as plain data for JSON."""
        return {"where": self.where, "said": self.said, "clause": self.clause or None, "own": self.own or None}


class HandUnderRulebook(NamedTuple):
    """Replay of a recorded hand under another rulebook, with the differences."""

    book: str
    replay: ReplayResult
    """As far as the book lets it be played."""
    differences: list[RulebookDifference]


def replay_under_rulebook(
    history: HandHistory, book_id: str, *, recorded: ReplayResult | None = None
) -> HandUnderRulebook:
    """Replay a hand under another book and list the differences; raise if the book does not have the game.

    `recorded` is the replay under the hand's own book, if the caller has it already.
    """
    book = rulebook(book_id)
    if history.game not in book.games:
        raise UnsupportedError(f"{history.where()}: {book_id} has no {history.game}; it has {', '.join(book.games)}")
    own = replay(history) if recorded is None else recorded
    differences = [*_compare_signs(history, book, own), *_compare_stakes(history, book)]
    replayed = replay(replace(history, book=book_id))
    aligned = align(own, replayed)
    for pair in aligned.partings:
        text = f"{book_id}: {pair.other.rstrip('.')}; {history.book}: {pair.own.rstrip('.')}"
        differences.append(RulebookDifference("order", text, pair.other_clause, pair.own_clause, pair.other, pair.own))
    if replayed.stacks is None and replayed.error:
        text = replayed.error.removeprefix(history.where()).lstrip(": ")
        # Most refusals name their clause; one for acting out of turn rests on the clause of the turn.
        clause = "" if replayed.round is None or f"({book_id} " in text else replayed.round.state.turn_clause
        differences.append(
            RulebookDifference("play", text, clause, "" if aligned.beyond is None else aligned.beyond.clause)
        )
    else:
        differences += _compare_awards(own, replayed, history.book, book_id)
    return HandUnderRulebook(book_id, replayed, differences)


def _compare_signs(history: HandHistory, book: PokerBook, own: ReplayResult) -> Iterator[RulebookDifference]:
    """Yield the differences in forced bets and sign: what the other rulebook does not allow."""
    page = book.page(history.game)
    posts = history.forced_bets()
    for post in posts:
        amount = history.money(post.chips)
        if post.kind == "straddle":
            yield RulebookDifference(
                "sign",
                f"p{post.seat} straddles {amount}: {book.id} has blinds only",
                _blinds_clause(book, history),
                _post_clause(own, post),
            )
        elif post.kind == "dead":
            clause = page.ante or _blinds_clause(book, history)
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
        yield RulebookDifference("sign", str(error), "", _game_clause(history))
    except InvalidError as error:
        yield RulebookDifference("sign", str(error), "house signs", _game_clause(history))


def _post_clause(own: ReplayResult, post: PostedBet) -> str:
    """Return the clause by which a forced bet was posted."""
    log = [] if own.round is None else own.round.log
    return next(
        (
            event.clause
            for event in log
            if isinstance(event, Posted) and event.seat == post.seat and event.what == post.kind
        ),
        "",
    )


def _game_clause(history: HandHistory) -> str:
    """Return the clause by which the hand's own rulebook has the game."""
    return rulebook(history.book).page(history.game).scope


def _blinds_clause(book: PokerBook, history: HandHistory) -> str:
    """Return the clause of a rulebook on blinds in the game of a hand, else its clause on the game."""
    page = book.page(history.game)
    return page.blinds.clause or page.scope


def _compare_stakes(history: HandHistory, book: PokerBook) -> Iterator[RulebookDifference]:
    """Yield the differences in stakes: players whom the other rulebook would not have dealt in."""
    posts = history.forced_bets()
    own_book = rulebook(history.book)
    for player, stack in enumerate(history.starting_stacks, start=1):
        owed = [post.chips for post in posts if post.seat == player]
        minimum = minimum_stack(book, [*owed, history.bring_in], history.small)
        own_minimum = minimum_stack(own_book, [*owed, history.bring_in], history.small)
        if stack is not None and stack < minimum.value:
            yield RulebookDifference(
                "stakes",
                f"p{player} has {history.money(stack)} and needs {history.money(minimum.value)} to be dealt in",
                minimum.clause,
                own_minimum.clause,
            )


def _compare_awards(
    own: ReplayResult, other: ReplayResult, own_book: str, other_book: str
) -> Iterator[RulebookDifference]:
    """Yield the differences in awards: chips that the other rulebook gives to other players."""
    own_awards, other_awards = _awards_by_share(own), _awards_by_share(other)
    money = other.history.money
    for key in dict.fromkeys((*own_awards, *other_awards)):
        own_award, other_award = own_awards.get(key), other_awards.get(key)
        if own_award is None or other_award is None or own_award.chips != other_award.chips:
            award = other_award or own_award
            assert award is not None
            pot = pot_phrase(award.pot, award.pots)
            other_chips = money(0 if other_award is None else other_award.chips)
            own_chips = money(0 if own_award is None else own_award.chips)
            text = f"{pot}, {award.share}: p{award.seat} gets {other_chips} by {other_book}, {own_chips} by {own_book}"
            yield RulebookDifference("award", text, _share_clause(other_awards, key), _share_clause(own_awards, key))


def _awards_by_share(replay: ReplayResult) -> dict[tuple[int, str, int], Awarded]:
    """Return the awards of a replayed hand by pot, share and seat."""
    if replay.round is None:
        return {}
    awards = [event for event in replay.round.log if isinstance(event, Awarded)]
    return {(award.pot, award.share, award.seat): award for award in awards}


def _share_clause(awards: dict[tuple[int, str, int], Awarded], key: tuple[int, str, int]) -> str:
    """Return the clause that decided a share of a pot: that of an odd chip, if there is one."""
    shares = [award for award_key, award in awards.items() if award_key[:2] == key[:2]]
    return next((award.odd_clause for award in shares if award.odd_clause), shares[0].clause if shares else "")
