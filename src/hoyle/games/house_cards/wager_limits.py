"""Wager limits in house card games: opening wagers, and later wagers as multiples of the Ante."""

from __future__ import annotations

from typing import NamedTuple

from hoyle.core.errors import IllegalError
from hoyle.games.house_cards.game_definition import wager_label
from hoyle.games.house_cards.posted_sign import HouseCardSign

NUMBERS = ("no", "one", "two", "three", "four", "five")


class WagerRange(NamedTuple):
    """Legal amounts of a wager: from `least` to `most` in steps of `step`."""

    least: int
    most: int
    step: int

    def allows(self, chips: int) -> bool:
        return self.least <= chips <= self.most and (chips - self.least) % self.step == 0


def check_opening(sign: HouseCardSign, ante: int, side: int) -> None:
    """Raise if these opening wagers may not stand together when betting closes."""
    page = sign.page.wagers
    name = wager_label(sign.definition.side)
    if side and not sign.definition.side:
        raise IllegalError(
            f"no optional wager is offered ({sign.optional_clause})", clause=sign.optional_clause, legal="an Ante"
        )
    if not ante and not side:
        if not sign.definition.side:
            raise IllegalError(f"the Ante is compulsory ({page.one_wager})", clause=page.one_wager, legal="an Ante")
        raise IllegalError(
            f"no wager: make an Ante, a {name} or both ({page.one_wager})",
            clause=page.one_wager,
            legal=f"ante or {sign.definition.side}",
        )
    version = page.version.get(sign.variant)
    if version is None:
        return
    if version.both and (not ante or not side):
        raise _refusal(f"both Ante and {name} are compulsory at this table", version.clause)
    # The Ante alone is allowed unless both are compulsory (clarification 26).
    if version.most_side and side > version.most_side * ante:
        share = f"at least {side}" if version.most_side == 1 else f"at least 1/{version.most_side} of it"
        raise _refusal(f"{name} of {side} needs an Ante of {share}, not {ante}", version.clause)
    if version.apart and max(ante, side) > version.apart * min(ante, side):
        raise _refusal(
            f"Ante {ante} and {name} {side} are more than {_number_word(version.apart)} times apart", version.clause
        )


def opening_range(sign: HouseCardSign, wagers: dict[str, int], wager: str, stack: int) -> WagerRange | None:
    """Return the amounts that may be added to an opening wager, out of a stack; None if there are none."""
    minimum, maximum = sign.side_limits if wager == sign.definition.side else sign.ante
    if wager in sign.optional:
        minimum, maximum = sign.optional_limits
    already = wagers.get(wager, 0)
    amounts = WagerRange(max(minimum - already, 1), min(stack, maximum - already) if maximum else stack, 1)
    return amounts if amounts.least <= amounts.most else None


def later_range(sign: HouseCardSign, wager: str, ante: int) -> WagerRange:
    """Return the legal amounts of a later wager on an Ante."""
    size = sign.page.wagers.later[wager].size.value
    return WagerRange(size.least * ante, size.most * ante, ante if size.whole or sign.whole_multiples else 1)


def check_later(sign: HouseCardSign, wager: str, ante: int, chips: int) -> None:
    """Raise if a later wager has the wrong size."""
    size = sign.page.wagers.later[wager].size
    if ante and later_range(sign, wager, ante).allows(chips):
        return
    minimum, maximum, whole = size.value
    if minimum == maximum == 1:
        expected = f"the Ante of {ante}: it must equal it"
    elif whole or sign.whole_multiples:
        multiples = ", ".join(_number_word(multiple) for multiple in range(minimum, maximum))
        expected = f"{multiples} or {_number_word(maximum)} times the Ante of {ante}"
    else:
        expected = f"between {_number_word(minimum)} and {_number_word(maximum)} times the Ante of {ante}"
    raise IllegalError(
        f"{wager_label(wager)} of {chips} is not {expected} ({size.clause})",
        clause=size.clause,
        legal=legal_later(sign, wager, ante),
    )


def legal_later(sign: HouseCardSign, wager: str, ante: int) -> str:
    """Return the text of the legal amounts of a later wager: ``play 10 to 30``."""
    if not ante:
        return "no later wager without an Ante"
    minimum, maximum, step = later_range(sign, wager, ante)
    if minimum == maximum:
        return f"play {minimum}"
    if step == 1:
        return f"play {minimum} to {maximum}"
    amounts = [str(chips) for chips in range(minimum, maximum + step, step)]
    return f"play {', '.join(amounts[:-1])} or {amounts[-1]}"


def _number_word(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _refusal(message: str, clause: str) -> IllegalError:
    return IllegalError(f"{message} ({clause})", clause=clause)
