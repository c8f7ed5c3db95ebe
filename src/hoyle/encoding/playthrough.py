"""Playthrough of a game as stable text, turn by turn: state, observation, legal actions, returns.

It shows researchers what their agents will see, and golden files of it detect changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from hoyle.encoding.game_interface import EncodedGame
from hoyle.encoding.observation_fields import ObservationField


def playthrough(game: EncodedGame, *, seed: int, actions: Sequence[int] = ()) -> Iterator[str]:
    """Yield the lines of one game; after the given actions, the seed picks legal ones."""
    yield from _heading(game, seed)
    chooser = Random(f"choices {seed}")
    game.reset(Random(seed))
    shown_before = [0] * game.players
    state = 0
    while not game.is_over:
        yield from _state(game, state, shown_before)
        number = actions[state] if state < len(actions) else chooser.choice(game.legal)
        game.check(number)
        yield f"action: {number} ({game.action_label(number)})"
        game.step(number)
        state += 1
    yield ""
    yield f"# State {state}"
    yield from (f"| {line}" for line in game.render())
    yield "over"
    won = game.returns()
    yield f"returns: {' '.join(map(_gain, won))}"
    yield f"house: {_gain(-sum(won))}"


def _heading(game: EncodedGame, seed: int) -> Iterator[str]:
    yield f"game: {game.name}"
    yield f"book: {game.book}"
    yield f"players: {game.players}"
    yield f"seed: {seed}"
    yield f"actions: {len(game.actions)}"
    yield from (f"  {number} {name}" for number, name in enumerate(game.actions))
    yield f"observation: {game.fields.size}"
    yield from (
        f"  {name} [{places}] {shape}: {meaning}" for name, places, shape, meaning in game.fields.table()
    )


def _state(game: EncodedGame, state: int, shown_before: list[int]) -> Iterator[str]:
    """Lines of one state; `shown_before` counts the sentences that each player was shown before."""
    player = game.turn
    yield ""
    yield f"# State {state}"
    yield from (f"| {line}" for line in game.render())
    sentences = game.observed_text(player)
    yield from (f"heard: {line}" for line in sentences[shown_before[player] :])
    shown_before[player] = len(sentences)
    yield f"turn: {player}"
    row = game.observation(player)
    for field in game.fields:
        numbers = _numbers(row[field.start : field.stop], field)
        if numbers:
            yield f"  {field.name}: {numbers}"
    yield "legal: " + ", ".join(f"{number} ({game.action_label(number)})" for number in game.legal)


def _numbers(values: Sequence[float], field: ObservationField) -> str:
    """Indices of a field that are not 0, with their values if not 1."""
    nonzero = [(_index(place, field.shape), value) for place, value in enumerate(values) if value]
    return " ".join(index if value == 1 else f"{index}={value:.4f}" for index, value in nonzero)


def _gain(chips: int) -> str:
    return f"{chips:+d}" if chips else "0"


def _index(place: int, shape: tuple[int, ...]) -> str:
    """Index of a place in each dimension: ``2.17``."""
    parts: list[int] = []
    for size in reversed(shape):
        place, part = divmod(place, size)
        parts.append(part)
    return ".".join(str(part) for part in reversed(parts))
