"""Checkpoint versions: the current one, and the migration of older ones.

Since version 2 a checkpoint writes values as text and leaves out what is as at a new table. Before, cards,
phases and states of hands were numbers, and flags of players rows of booleans.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hoyle.core.cards import cards_text
from hoyle.core.errors import InvalidError
from hoyle.games.poker.round_state import HAND_STATES, PENDING_KINDS

CHECKPOINT_VERSION: Final = 2
"""Version that this program writes."""


def check_version(checkpoint: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state of a checkpoint of any version, in the current form."""
    version = checkpoint.get("version", 1)
    state: dict[str, Any] = checkpoint["state"]
    if version == CHECKPOINT_VERSION:
        return state
    if version != 1:
        raise InvalidError(f"version {version!r}: this program knows 1 to {CHECKPOINT_VERSION}")
    return _MIGRATIONS[checkpoint["kind"]]({**state, "company": _migrate_roster(state["company"])})


def _migrate_roster(data: dict[str, Any]) -> dict[str, Any]:
    return {
        **data,
        "promises": [
            {"player": player, "what": what, "chips": chips} for player, what, chips in data["promises"]
        ],
        "brought": [{"by": by, "about": about} for by, about in data["brought"]],
    }


def _migrate_poker(data: dict[str, Any]) -> dict[str, Any]:
    """Convert the checkpoint of a poker table from version 1."""
    areas = ("rake_area", "drop_box", "jackpot_area", "jackpot_fund", "fee_area", "fee_box")
    entitled = data["entitled"]
    if isinstance(entitled, list):
        # Version 1 once kept seats only: the players who are still there are meant.
        names = {player["seat"]: player["name"] for player in data["company"]["players"]}
        entitled = {str(seat): names[seat] for seat in entitled if seat in names}
    migrated = {
        **data,
        "entitled": entitled,
        "limits": dict(zip(("small", "big"), data["limits"], strict=True)),
        "kill": dict(zip(("holder", "last_winner"), data["kill"], strict=True)),
        "rack": _with_cards_as_text(data["rack"], "ready"),
        "boxes": dict(zip(areas, data["boxes"], strict=True)),
        "rotated_at": data["clock"][0],
        "counted_at": data["clock"][1],
        "jackpots": [
            dict(zip(("player", "standard", "round"), due, strict=True)) for due in data.get("jackpots", ())
        ],
    }
    return _migrate_rounds(migrated, _migrate_poker_round)


def _migrate_poker_round(data: dict[str, Any]) -> dict[str, Any]:
    """Convert the state of a poker round in a checkpoint of version 1: cards and flags as text."""
    seats = data["seats"]
    migrated = _with_cards_as_text(
        data, "deck", "board", "burns", "known_burns", "muck", "burned", "out", "boxed"
    )
    migrated = _with_cards_as_text(migrated, "exposed", "read", "last_dealt", "laid")
    for name in ("cards", "folded"):
        migrated[name] = [cards_text(cards) for cards in data[name]]
    for name in ("live", "ghosts", "disclosed", "acted", "checked", "voluntary"):
        # The first checkpoints did not have all of them.
        flags = data.get(name) or [False] * len(seats)
        migrated[name] = [seat for seat, flag in zip(seats, flags, strict=True) if flag]
    migrated["ups"] = ["".join("u" if up else "d" for up in ups) for ups in data["ups"]]
    migrated["hands"] = [HAND_STATES[hand] for hand in data["hands"]]
    migrated["awaiting"] = PENDING_KINDS[data["awaiting"]]
    migrated["wagers"] = [_migrate_wager(wager) for wager in data.get("wagers", ())]
    return migrated


def _migrate_wager(data: list[int]) -> dict[str, Any]:
    """Migrate a bet or raise; the first ones recorded have no folded seats."""
    player, current_bet, last_raise, raises, flags, last_bettor, acted, *ghosts = data
    return {
        "player": player,
        "current_bet": current_bet,
        "last_raise": last_raise,
        "raises": raises,
        "opened": bool(flags & 1),
        "completing": bool(flags & 2),
        "last_bettor": last_bettor,
        "acted": _bit_indexes(acted),
        "ghosts": _bit_indexes(ghosts[0] if ghosts else 0),
    }


def _bit_indexes(bits: int) -> list[int]:
    return [index for index in range(bits.bit_length()) if bits >> index & 1]


def _migrate_house_cards(data: dict[str, Any]) -> dict[str, Any]:
    migrated = {"held": False, **data, "rack": _with_cards_as_text(data["rack"], "ready")}
    return _migrate_rounds(migrated, _migrate_house_card_round)


def _migrate_house_card_round(data: dict[str, Any]) -> dict[str, Any]:
    migrated = _with_cards_as_text(data, "dealer", "dealer_up", "community", "discards", "deck")
    migrated["places"] = [_with_cards_as_text(position, "cards") for position in data["places"]]
    migrated["stacks"] = {str(seat): chips for seat, chips in data["stacks"]}
    return migrated


def _migrate_dice(data: dict[str, Any]) -> dict[str, Any]:
    return data


def _migrate_rounds(
    data: dict[str, Any], migrate: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any]:
    """Migrate the current and the last round, where there are any."""
    migrated = dict(data)
    for name in ("round", "last"):
        round_ = migrated.pop(name)
        if round_ is not None:
            migrated[name] = migrate(round_)
    return migrated


def _with_cards_as_text(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return {**data, **{name: cards_text(data[name]) for name in names if name in data}}


_MIGRATIONS: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "poker": _migrate_poker,
    "house-cards": _migrate_house_cards,
    "dice": _migrate_dice,
}
