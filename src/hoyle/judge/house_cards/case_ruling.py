"""Dispatch of house card cases: reads the sign, then plays a round or asks about one wager."""

from __future__ import annotations

from typing import Any, Final

from hoyle.games.house_cards.game_definition import DEALING
from hoyle.games.house_cards.game_registry import GAMES
from hoyle.games.house_cards.posted_sign import BASE, HouseCardSign
from hoyle.judge.case_fields import CaseReader
from hoyle.judge.house_cards import case_play, wager_questions
from hoyle.judge.ruling import ReasoningStep, Ruling
from hoyle.rulebooks.book_types.house_cards import HouseCardPage
from hoyle.rulebooks.house_card_registry import BOOKS, house_card_book

FIELDS: Final = ("config", "positions", "deck", "reports", "void", "question")
SWITCHES: Final = ("fold_keeps_side", "void_returns_folds", "whole_multiples")
STANDARD: Final = "standard"
CONFIG_FIELDS: Final = (
    *("dealing", "pair_plus_table", "variant", "max_payout", "round_limit", "shuffler", "shuffler_counts"),
    *("optional_pay", "approved_wagers"),
    *SWITCHES,
)


def judge_house_cards(case: dict[str, Any]) -> Ruling:
    """Rule on a case of a house card game: play its round, or answer its question about a wager."""
    location = f"case {case.get('id', '?')}" if isinstance(case, dict) else "case"
    facts = CaseReader(case, location)
    book = facts.word("rulebook", BOOKS)
    game = facts.word("game", GAMES)
    params = facts.inner("params").fields if facts.has("params") else {}
    sign, notes = _read_sign(facts, house_card_book(book).page(game), book, params)
    if facts.has("question"):
        return wager_questions.rule_question(facts, sign)
    return case_play.rule_round(facts, sign, notes)


def _read_sign(
    facts: CaseReader, page: HouseCardPage, book: str, params: dict[str, Any]
) -> tuple[HouseCardSign, list[ReasoningStep]]:
    config = facts.inner("config", CONFIG_FIELDS) if facts.has("config") else CaseReader({}, facts.where)
    notes: list[ReasoningStep] = []
    switched = CaseReader(params, f"{facts.where}: params")
    unit_cents = switched.count("unit_cents", 1, 100) if switched.has("unit_cents") else 100
    cap = config.count("max_payout") if config.has("max_payout") else 0
    if cap and page.pay.cap is None:
        raise config.refuse("max_payout", f"does not apply to {page.game}")
    if cap and page.pay.cap is not None and cap * unit_cents < page.pay.cap.least_cents.value:
        least = page.pay.cap.least_cents
        text = f"A maximum of {cap} is below ${least.value // 100:,}: it is refused and does not apply."
        notes.append(ReasoningStep(text, least.clause))
        cap = 0
    switches: dict[str, Any] = {
        name: source.flag(name) for name in SWITCHES for source in (config, switched) if source.has(name)
    }
    for name in ("shuffler", "shuffler_counts"):
        if config.has(name):
            switches[name] = config.flag(name)
    if config.has("round_limit"):
        switches["round_limit"] = config.count("round_limit")
    if config.has("optional_pay"):
        pays = config.inner("optional_pay").fields
        approved = config.items("approved_wagers") if config.has("approved_wagers") else list(pays)
        switches |= {"optional_pay": pays, "optional_wagers": list(pays), "approved_wagers": approved}
    return (
        HouseCardSign(
            page.game,
            book=book,
            dealing=config.word("dealing", DEALING) if config.has("dealing") else "manual",
            variant=config.word("variant", (BASE, *page.wagers.version)) if config.has("variant") else BASE,
            side_table=(
                config.word("pair_plus_table", page.pay.side or (STANDARD,))
                if config.has("pair_plus_table")
                else STANDARD
            ),
            max_payout=cap,
            unit_cents=unit_cents,
            **switches,
        ),
        notes,
    )
