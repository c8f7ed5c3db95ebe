"""Generator of the bots' starting-hand files: ``python -m tools.first_cards`` (a minute)."""

from __future__ import annotations

import sys

from hoyle.bots.strategy.bulk_evaluator import QUICK
from hoyle.bots.strategy.card_layout import CardLayout
from hoyle.bots.strategy.starting_hand_files import encode, file_path
from hoyle.bots.strategy.starting_hands import StartingHands
from hoyle.games.poker.resolved_rules import Rules
from hoyle.rulebooks import BOOKS, poker_book
from hoyle.table.presets.poker_presets import poker_preset


def games() -> dict[str, Rules]:
    """Rules of every game and scoring, by the file for it."""
    found: dict[str, Rules] = {}
    for id_ in BOOKS:
        for game in poker_book(id_).games:
            sign = poker_preset(game, id_, players=2).sign
            layout = CardLayout(sign.rules(2, sign.small, sign.big))
            found.setdefault(str(file_path(game, layout.evaluator)), layout.rules)
    return found


def main() -> int:
    """Write the files."""
    if not QUICK:
        print("the kernel is not built: make build")
        return 1
    for rules in games().values():
        layout = CardLayout(rules)
        path = file_path(rules.game, layout.evaluator)
        data = encode(StartingHands(layout).to_data())
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        print(f"{path.name}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
