"""Dispatch of house card cases: reads the sign, then plays a round or asks about one wager."""

from __future__ import annotations

from typing import Any, Final

from hoyle.core.errors import InvalidError
from hoyle.games.house_cards.game_registry import GAMES
from hoyle.games.house_cards.posted_sign import BASE, HouseCardSign
from hoyle.judge.case_context import read_unit_cents
from hoyle.judge.case_types.decoder import match_field, match_game, quote_value
from hoyle.judge.case_types.house_game_cases import HouseCardCase, HouseCardConfig
from hoyle.judge.house_cards import case_play, wager_questions
from hoyle.judge.ruling import ReasoningStep, Ruling
from hoyle.rulebooks.book_types.house_cards import HouseCardPage
from hoyle.rulebooks.house_card_registry import BOOKS, house_card_book

SWITCHES: Final = ("fold_keeps_side", "void_returns_folds", "whole_multiples")
STANDARD: Final = "standard"


def judge_house_cards(case: HouseCardCase) -> Ruling:
    """Rule on a case of a house card game: play its round, or answer its question about a wager."""
    book = match_field("rulebook", case.rulebook, BOOKS)
    page = house_card_book(book).page(match_game(case.game, [*GAMES]))
    config = case.config or HouseCardConfig()
    unit_cents = read_unit_cents(case.params or {})
    cap, notes = _max_payout(page, config.max_payout or 0, unit_cents)
    sign = HouseCardSign(
        page.game,
        book=book,
        dealing=config.dealing or "manual",
        variant=match_field("config.variant", config.variant or BASE, (BASE, *page.wagers.version)),
        side_table=match_field(
            "config.pair_plus_table", config.pair_plus_table or STANDARD, page.pay.side or (STANDARD,)
        ),
        max_payout=cap,
        unit_cents=unit_cents,
        **_sign_switches(config, case.params or {}),
    )
    if case.question is not None:
        return wager_questions.rule_question(case.question, sign)
    return case_play.rule_round(case, sign, notes)


def _max_payout(page: HouseCardPage, cap: int, unit_cents: int) -> tuple[int, list[ReasoningStep]]:
    """Return the posted maximum that applies to a hand, with a note where the book refuses it."""
    if not cap:
        return 0, []
    if page.pay.cap is None:
        raise InvalidError(f"config.max_payout does not apply to {page.game}")
    least = page.pay.cap.least_cents
    if cap * unit_cents >= least.value:
        return cap, []
    text = f"A maximum of {cap} is below ${least.value // 100:,}: it is refused and does not apply."
    return 0, [ReasoningStep(text, least.clause)]


def _sign_switches(config: HouseCardConfig, params: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the sign that the config gives; params override its interpretations."""
    names = (*SWITCHES, "shuffler", "shuffler_counts", "round_limit")
    switches = {name: value for name in names if (value := getattr(config, name)) is not None}
    for name in SWITCHES:
        if (value := params.get(name)) is not None:
            if not isinstance(value, bool):
                raise InvalidError(f"params: {name} must be true or false, not {quote_value(value)}")
            switches[name] = value
    if config.optional_pay is not None:
        pays = config.optional_pay
        approved = list(pays) if config.approved_wagers is None else config.approved_wagers
        switches |= {"optional_pay": pays, "optional_wagers": list(pays), "approved_wagers": approved}
    return switches
