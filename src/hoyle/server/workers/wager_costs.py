"""Costs of the wagers at a house game: every betting spot with its payout, chance and house edge.

Made from the posted sign alone, so it is the same for everybody, and reckoned where odds are reckoned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import Struct, json, to_builtins

from hoyle.core.errors import InvalidError
from hoyle.games.dice.posted_sign import CrapsSign, DiceSign
from hoyle.games.dice.wagers.betting_spot import COME, HARDWAY, HOP, LINE, NUMBER, ODDS, BettingSpot
from hoyle.games.dice.wagers.wager_names import NAMES
from hoyle.games.house_cards.game_definition import ANTE, BONUS
from hoyle.games.house_cards.game_definition import wager_label as wager_words
from hoyle.games.house_cards.posted_sign import HouseCardSign
from hoyle.odds.house_games.analysis_interface import most_in_antes
from hoyle.odds.house_games.analysis_registry import ANALYSES, analysis
from hoyle.odds.house_games.dice import wager_edges
from hoyle.odds.house_games.edge_result import Edge, ratio
from hoyle.odds.house_games.game_report import report
from hoyle.rulebooks.book_types.pay_table import PayTable, odds_text
from hoyle.table.dice.game_registry import GAMES as DICE_GAMES
from hoyle.table.dice.posted_sign import known_sign


class Holds(Struct, frozen=True, kw_only=True):
    """Something that holds for a wager, and by which clause."""

    text: str
    clause: str


class SpotCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All about one spot. Shares and costs are fractions as text; empty: there is none to give."""

    name: str
    kind: str
    title: str
    clause: str
    number: int = 0
    """The number it stands on; for a hop 2 is a pair and 1 two different faces."""
    pays: str = ""
    chance: str = ""
    chance_of: str = ""
    edge: str = ""
    percent: str = ""
    per_roll: str = ""
    per_roll_percent: str = ""
    chance_percent: str = ""
    least: int = 0
    most: int = 0
    step: int = 1
    offered: bool = True
    holds: tuple[Holds, ...] = ()


class PayLine(Struct, frozen=True, kw_only=True):
    """One line of a pay table."""

    hand: str
    pays: str


class Pays(Struct, frozen=True, kw_only=True):
    """A pay table as it is printed on the baize."""

    title: str
    lines: tuple[PayLine, ...]
    clause: str


class LayoutBody(Struct, frozen=True, kw_only=True):
    """A layout."""

    game: str
    spots: tuple[SpotCard, ...]
    tables: tuple[Pays, ...] = ()
    printed: tuple[str, ...] = ()
    """Sentences on the baize."""


def betting_layout(game: str, posted: dict[str, Any]) -> dict[str, Any]:
    """The layout of a sign; the cost of a card wager takes longer to count and is asked for by itself."""
    return dict(to_builtins(_layout(game, json.encode(posted, order="sorted"))))


@lru_cache(maxsize=64)
def _layout(game: str, posted: bytes) -> LayoutBody:
    facts = json.decode(posted)
    if game in DICE_GAMES:
        return _dice_layout(known_sign(game, facts))
    return _card_layout(HouseCardSign.read(facts, as_posted=True))


def cost(game: str, posted: dict[str, Any], wager: str) -> dict[str, Any]:
    """One wager of a card game with its exact cost."""
    return dict(to_builtins(_cost(game, json.encode(posted, order="sorted"), wager)))


@lru_cache(maxsize=64)
def _cost(game: str, posted: bytes, wager: str) -> SpotCard:
    sign = HouseCardSign.read(json.decode(posted), as_posted=True)
    found = next((spot for spot in _card_layout(sign).spots if spot.name == wager), None)
    if found is None:
        known = ", ".join(spot.name for spot in _card_layout(sign).spots)
        raise InvalidError(f"no wager {wager!r} in {game}: {known}")
    return found if found.edge else _with_edge(found, _card_edge(sign, wager))


# Dice


def _dice_layout(sign: DiceSign) -> LayoutBody:
    edges = wager_edges.posted(sign)
    spots = tuple(_dice_card(sign, spot, edges[spot.name]) for spot in sign.layout.spots())
    return LayoutBody(game=sign.GAME, spots=spots)


def _dice_card(sign: DiceSign, spot: BettingSpot, edge: Edge) -> SpotCard:
    known = NAMES.get(spot.kind)
    plain = spot.name.replace("-", " ").capitalize()
    title = plain if known is None else (known.title or known.name).format(spot.number)
    if spot.family == HOP:
        title = "Hop, a pair" if spot.number == 2 else "Hop, two faces"
    chance, of = _chance(spot, edge)
    card = SpotCard(
        name=spot.name,
        kind=spot.kind,
        number=spot.number,
        title=title,
        clause=spot.made,
        pays=_pays_text(edge.pays),
        chance=ratio(chance),
        chance_percent=percent(chance),
        chance_of=of,
        least=-(-spot.minimum // spot.step) * spot.step,
        most=spot.maximum // spot.step * spot.step,
        step=spot.step,
        offered=not isinstance(sign, CrapsSign) or sign.is_offered(spot.kind),
        holds=tuple(_holds(sign, spot)),
    )
    return _with_edge(card, edge)


def _with_edge(card: SpotCard, edge: Edge) -> SpotCard:
    kept = edge.element_of_risk if edge.rolls is not None else edge.edge
    found = {**to_builtins(card), "edge": ratio(kept), "percent": percent(kept)}
    if edge.rolls is not None:
        found |= {"per_roll": ratio(kept / edge.rolls), "per_roll_percent": percent(kept / edge.rolls)}
    found["holds"] = card.holds
    return SpotCard(**found)


def percent(share: Fraction) -> str:
    """``1.414%``."""
    return f"{float(share) * 100:.3f}%"


def _chance(spot: BettingSpot, edge: Edge) -> tuple[Fraction, str]:
    won = sum(
        (share for line, share in edge.lines.items() if not line.startswith(("lose", "push"))), Fraction(0)
    )
    if spot.family in (LINE, COME):
        return won, "Won in the end"
    if spot.family in (NUMBER, ODDS):
        first, other = (str(spot.number), "7") if spot.right else ("7", str(spot.number))
        return won, f"{first} before {other}"
    if spot.family == HARDWAY:
        return won, "Hard before easy or 7"
    return won, "On the next roll"


def _pays_text(pays: Mapping[str, str]) -> str:
    """What a wager pays, totals that pay alike together."""
    by_odds: dict[str, list[str]] = {}
    for line, odds in pays.items():
        by_odds.setdefault(odds.removesuffix(" net"), []).append(line)
    if len(by_odds) == 1:
        return next(iter(by_odds))
    return "; ".join(f"{', '.join(lines)}: {odds}" for odds, lines in by_odds.items())


def _holds(sign: DiceSign, spot: BettingSpot) -> list[Holds]:
    page, found = spot.page, []
    if spot.can_be_off:
        found.append(Holds(text="Off on the come-out unless you call it on.", clause=page.off))
    if page.locked:
        found.append(Holds(text="With its point it may be neither taken down nor cut.", clause=page.locked))
    if page.not_restored:
        found.append(Holds(text="Taken down or cut, it may not be put back.", clause=page.not_restored))
    if page.barred and isinstance(sign, CrapsSign):
        found.append(Holds(text=f"A first {sign.bar} gives it back.", clause=page.barred))
    if spot.charged:
        of = "what it can win" if spot.fee_on_win else "the stake"
        pct = ratio(Fraction(spot.fee_num * 100, spot.fee_den)).removesuffix("/1")
        found.append(Holds(text=f"Commission of {pct} % of {of}, paid when it is made.", clause=page.made))
    if page.limit:
        found.append(Holds(text="Up to the posted multiple of the flat bet.", clause=page.limit))
    return found


# House cards


def _card_layout(sign: HouseCardSign) -> LayoutBody:
    game, page = sign.game, sign.page.wagers
    found: list[SpotCard] = []
    least, most = sign.ante
    title = f"{wager_words(ANTE)} with {wager_words(game.later[0])}" if len(game.later) == 1 else "Ante"
    found.append(
        SpotCard(
            name=ANTE,
            kind=ANTE,
            title=title,
            clause=page.chips,
            least=least,
            most=most,
            pays=_main(sign),
            holds=tuple(_limits(sign)),
        )
    )
    if game.side:
        least, most = sign.side_limits
        side = SpotCard(
            name=game.side,
            kind=game.side,
            title=wager_words(game.side),
            clause=sign.side.clause,
            least=least,
            most=most,
        )
        found.append(side)
    for wager in game.later:
        later = page.later[wager]
        found.append(
            SpotCard(
                name=wager, kind=wager, title=wager_words(wager), clause=later.size.clause, pays=_main(sign)
            )
        )
    tables = []
    if game.side:
        tables.append(_printed(f"Ante {BONUS}", sign.bonus))
        tables.append(_printed(wager_words(game.side), sign.side))
    elif sign.main.lines:
        tables.append(_printed("Every wager pays", sign.main))
    return LayoutBody(
        game=game.id,
        spots=tuple(_with_kept(sign, spot) for spot in found),
        tables=tuple(tables),
        printed=game.printed,
    )


def _limits(sign: HouseCardSign) -> list[Holds]:
    """What is posted on how much can be won, and for which Ante the cost is counted under it."""
    cap = sign.page.pay.cap
    if cap is None:
        return []
    found: list[Holds] = []
    if sign.max_payout:
        text = f"No hand wins more than {sign.max_payout:,}."
        found.append(Holds(text=text, clause=cap.least_cents.clause))
    if sign.round_limit:
        text = f"All hands of a round win no more than {sign.round_limit:,}."
        found.append(Holds(text=text, clause=cap.sign))
    if found:
        text = f"The cost is that of an Ante of {sign.ante[0]:,}; under a limit a larger one costs more."
        found.append(Holds(text=text, clause=found[0].clause))
    return found


def _limit(sign: HouseCardSign) -> Fraction | None:
    """What a hand with the least Ante can win at most, in Antes; None where no limit touches it."""
    most = most_in_antes(sign, sign.ante[0])
    later = sign.page.wagers.later
    antes = 1 + sum(later[wager].size.value.most for wager in sign.game.later)
    if most is None or most >= antes * max(sign.main.lines.values()):
        return None
    return most


def _main(sign: HouseCardSign) -> str:
    return "1 to 1" if sign.game.has_dealer_hand else ""


def _printed(title: str, table: PayTable) -> Pays:
    lines = tuple(
        PayLine(hand=hand[:1].upper() + hand[1:], pays=odds_text(odds)) for hand, odds in table.lines.items()
    )
    return Pays(title=title, lines=lines, clause=table.clause)


def _with_kept(sign: HouseCardSign, card: SpotCard) -> SpotCard:
    """With its cost where that was counted before: by a pay table of the book's own."""
    found = ANALYSES.get(sign.game.id)
    if found is None or (card.name == ANTE and _limit(sign) is not None):
        return card
    for each in report(sign.game.id)["edges"]:
        known = found.wagers[each["wager"]][each["paytable"]]
        wager = _on_layout(each["wager"])
        if wager == card.name and known.lines == _table_of(sign, wager).lines:
            share = Fraction(each["edge"])
            told = {**to_builtins(card), "edge": ratio(share), "percent": percent(share)}
            return SpotCard(**{**told, "holds": card.holds})
    return card


def _table_of(sign: HouseCardSign, wager: str) -> PayTable:
    """The pay table that a wager goes by."""
    if wager == sign.game.side:
        return sign.side
    return sign.bonus if sign.game.side else sign.main


def _on_layout(wager: str) -> str:
    """Where a wager that was analysed lies: Ante and Play are decided together and lie as the Ante."""
    return ANTE if wager.startswith(ANTE) else wager.replace("-", "_")


def _card_edge(sign: HouseCardSign, wager: str) -> Edge:
    found = analysis(sign.game.id)
    for name in found.wagers:
        if _on_layout(name) == wager:
            table, most = _table_of(sign, wager), _limit(sign) if wager == ANTE else None
            return found.edge(name, table) if most is None else found.edge_within(name, table, most)
    raise InvalidError(f"{wager} is decided with the ante: ask for the ante")


def advise(
    posted: dict[str, Any],
    cards: list[int],
    wagers: dict[str, int],
    up: list[int],
    board: list[int],
    first: Sequence[int] = (),
) -> dict[str, Any]:
    """What every choice is worth, in antes where there is one; the best first among equals."""
    from hoyle.odds.house_games.advice import choice_values

    sign = HouseCardSign.read(posted, as_posted=True)
    advice = choice_values(sign, cards, wagers, up=up, board=board, first=first)
    unit = wagers.get(ANTE, 0) or 1
    values = {name: value / unit for name, value in advice.options.items()}
    best = max(values.values())
    rest = sorted((value for value in values.values() if value != best), reverse=True)
    return {
        "in": "antes" if ANTE in wagers else "chips",
        "options": [
            {"choice": name, "exact": ratio(value).removesuffix("/1"), "value": float(value)}
            for name, value in values.items()
        ],
        "best": advice.best,
        "margin": float(best - rest[0]) if rest else 0.0,
        "notes": list(advice.notes),
    }
