"""Make the files anew that keep what first cards are worth: ``python -m tools.first_cards`` (a minute)."""

from __future__ import annotations

import sys

from hoyle.poker.rules import Rules
from hoyle.room.mind.kept import kept_at, packed
from hoyle.room.mind.layout import Layout
from hoyle.room.mind.measure import QUICK
from hoyle.room.mind.starting import Starting
from hoyle.room.offers import offer
from hoyle.rulebooks import BOOKS, book


def games() -> dict[str, Rules]:
    """Every game and way of winning it, by the file that it has."""
    found: dict[str, Rules] = {}
    for id_ in BOOKS:
        for game in book(id_).games:
            sign = offer(game, id_, players=2).sign
            layout = Layout(sign.rules(2, sign.small, sign.big))
            found.setdefault(str(kept_at(game, layout.measure)), layout.rules)
    return found


def main() -> int:
    """Write the files."""
    if not QUICK:
        print("the kernel is not built: make build")
        return 1
    for rules in games().values():
        layout = Layout(rules)
        path = kept_at(rules.game, layout.measure)
        data = packed(Starting(layout).keep())
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        print(f"{path.name}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
