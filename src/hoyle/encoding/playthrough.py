"""Playthrough of a game as stable text, turn by turn: state, observation, legal actions, returns.

It shows researchers what their agents will see, and golden files of it detect changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from hoyle.encoding.game_interface import EncodedGame
from hoyle.encoding.observation_fields import ObservationField


def playthrough(game: EncodedGame, *, seed: int, actions: Sequence[int] = ()) -> Iterator[str]:
    """Yield the lines of a playthrough; after the given actions, the seed picks legal ones."""
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
    yield f"returns: {' '.join(map(_signed, won))}"
    yield f"house: {_signed(-sum(won))}"


def _heading(game: EncodedGame, seed: int) -> Iterator[str]:
    yield f"game: {game.name}"
    yield f"book: {game.book}"
    yield f"players: {game.players}"
    yield f"seed: {seed}"
    yield f"actions: {len(game.actions)}"
    yield from (f"  {number} {name}" for number, name in enumerate(game.actions))
    yield f"observation: {game.fields.size}"
    yield from (f"  {name} [{indices}] {shape}: {meaning}" for name, indices, shape, meaning in game.fields.table())


def _state(game: EncodedGame, state: int, shown_before: list[int]) -> Iterator[str]:
    """Yield the lines of one game state; `shown_before` counts the sentences already shown to each player."""
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
    """Return the indices of an observation field that are not 0, with their values if not 1."""
    nonzero = [(_index_text(offset, field.shape), value) for offset, value in enumerate(values) if value]
    return " ".join(index if value == 1 else f"{index}={value:.4f}" for index, value in nonzero)


def _signed(chips: int) -> str:
    return f"{chips:+d}" if chips else "0"


def _index_text(offset: int, shape: tuple[int, ...]) -> str:
    """Return the index in each dimension of a number in a field: ``2.17``."""
    indices: list[int] = []
    for size in reversed(shape):
        offset, index = divmod(offset, size)
        indices.append(index)
    return ".".join(str(index) for index in reversed(indices))
