"""Fuzzed input: valid case files, hand histories and command lines with random damage."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any, Final

STRANGE: Final[tuple[Any, ...]] = (
    None, True, False, 0, 1, -1, 2, 7, 53, 10**12, 10**30, -(10**18), 0.5, -0.0, 1e300,
    "", " ", "x", "As", "as Kd", "AsAs", "??", "10h", "all", "any", "ann", "fold", "raise to 10", "-1", "1",
    "XI.G.1", "\x00", "\ud7ff", "♠" * 3, "a" * 300,
    [], [[]], [None], ["As", "Kd"], [1, 2, 3], {}, {"seat": 1}, {"1": 1}, {"": None},
)  # fmt: skip
"""Values of every type, some of which are valid somewhere."""

TOKENS: Final = (
    "", "-", "--", "-1", "0", "1", "7", "99", "1e9", "0.5", "99999999999999999999999", "x", "None", "[]",
    "--json", "--help", "--seed", "--book", "oneida", "all", "holdem", "craps", "draw5-low", "Hold'em",
    "AsKs", "A♠K♠", "??", "**", "AA@50%", "5%", "As", "As As", "10h", "3/6", "6/3", "1-6", "no-limit",
    "random", "\x00", "♠", "é", "a" * 300, "XI.K", "AMB-11", "missing.json", "pair-plus", "flush=3", "=",
    "flush=1/0", ",", "2,1,3",
)  # fmt: skip
"""Words that people might type by mistake, without numbers that would start long computations."""

COMMANDS: Final = (
    "deal holdem --seed 3 --players 4",
    "deal omaha-hilo8 --book oneida --players 6 --seed 7 --json",
    "deal holdem --structure no-limit --limits 1/2 --stacks 40,200,200,100 --players 4 --seed 1",
    "deal draw5-low --seed 2 --bots random --hand 3",
    "deal three-card-poker --seed 7",
    "deal craps --rolls 2 --seed 3",
    "play stud7-high --seed 1",
    "play mini-dice --seed 1",
    "simulate holdem --hands 3 --bots random --seed 1 --rake 10 --rake-cap 4",
    "simulate three-card-poker --rounds 3 --strategy simple --seed 1 --json",
    "playthrough holdem --players 2 --seed 1 --actions 2,1,3",
    "equity holdem AhKh QsQd --board 2c7dTh",
    "equity omaha-hilo8 AsAh2d3c KsKhQdQc --board 4h5dTs8c --json",
    "equity draw5-high AhAdKc/7s2d 8c8d8h --sample --samples 100 --seed 1",
    "range holdem QQ+,AKs --json",
    "range omaha-high AA**ds,KK@50% --sample 3 --dead As",
    "edge three-card-poker --wager pair-plus --pay flush=3",
    "edge craps --wager place-6 --json",
    "edge craps --odds 2",
    "strategy three-card-poker --cards Qd6c4c",
    "strategy mississippi-stud --cards QdQc --board 2c --bets 1",
    "rules oneida XI.K --json",
    "rules --search boxed",
    "rules AMB-11",
    "ask odd-chip --book oneida",
    "ask a hole card was exposed --json",
    "judge --format showdown",
    "judge --example session",
    "replay - --json",
    "verify-deal missing.json --noted 9c30",
    "report events --database missing.db --since 2026-11-01",
    "history --person ann --database missing.db --pot 100-500",
    "audit --database missing.db",
)


def broken_case(rng: Random, cases: list[dict[str, Any]], kinds: list[str]) -> str:
    """Return the text of a case with a few errors."""
    case = deepcopy(rng.choice(cases))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if rng.random() < 0.1:
            case["kind"] = rng.choice((*kinds, *STRANGE))
        else:
            _break_value(rng, case, cases)
    text = json.dumps(case)
    return broken_text(rng, text) if rng.random() < 0.05 else text


def _break_value(rng: Random, case: dict[str, Any], cases: list[dict[str, Any]]) -> None:
    """Replace, remove or duplicate one value of the case."""
    holder, key = rng.choice(_places(case) or [({"": ""}, "")])
    way = rng.randrange(6)
    if way == 0:
        del holder[key]
    elif way == 1:
        # A value that is valid elsewhere may be wrong here.
        other = rng.choice(cases)
        there, name = rng.choice(_places(other))
        holder[key] = deepcopy(there[name])
    elif way == 2 and isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), deepcopy(holder[key]))
    elif way == 3 and isinstance(holder, dict):
        holder[broken_text(rng, key) if rng.random() < 0.5 else rng.choice(("seat", "at", "1"))] = holder.pop(key)
    elif way == 4 and isinstance(holder[key], str):
        holder[key] = broken_text(rng, holder[key])
    else:
        holder[key] = deepcopy(rng.choice(STRANGE))


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Yield every place inside a value: its container and its key."""
    found: list[tuple[Any, Any]] = []
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        found.append((value, key))
        if isinstance(inner, dict | list):
            found += _places(inner)
    return found


def broken_text(rng: Random, text: str) -> str:
    """Remove, duplicate, replace or move a few characters of a text."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(text) + 1)
        to = min(at + rng.choice((1, 1, 2, 9)), len(text))
        way = rng.randrange(4)
        if way == 0:
            text = text[:at] + text[to:]
        elif way == 1:
            text = text[:at] + text[at:to] * 2 + text[to:]
        elif way == 2:
            text = text[:at] + rng.choice("0159-.,:/[]{}\"'\\#= \n\x00♠éAKx?") + text[to:]
        else:
            text = text[:at] + text[at:to][::-1] + text[to:]
    return text


def broken_history(rng: Random, hands: list[str]) -> str:
    """Return a hand history with errors in its characters, lines or values."""
    text = rng.choice(hands)
    for _ in range(rng.choice((1, 1, 2))):
        lines = text.split("\n")
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        way = rng.randrange(5)
        if way == 0:
            del lines[at]
        elif way == 1:
            lines.insert(other, lines[at])
        elif way == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif way == 3 and "=" in lines[at]:
            lines[at] = lines[at].partition("=")[0] + "= " + json.dumps(rng.choice(STRANGE))
        else:
            lines[at] = broken_text(rng, lines[at])
        text = "\n".join(lines) or "\n"
    return text


def broken_command(rng: Random) -> list[str]:
    """Return the words of a command line, some of them wrong."""
    words = rng.choice(COMMANDS).split()
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(words) + 1)
        way = rng.randrange(5)
        if way == 0:
            words.insert(at, rng.choice(TOKENS))
        elif at == len(words):
            words.append(words[rng.randrange(len(words))])
        elif way == 1 and len(words) > 1:
            del words[at]
        elif way == 2:
            words[at] = rng.choice(TOKENS)
        elif way == 3:
            words[at] = broken_text(rng, words[at])
        else:
            other = rng.randrange(len(words))
            words[at], words[other] = words[other], words[at]
    return words
