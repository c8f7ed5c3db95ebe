"""``python -m tools.house_games``: count everything and write it where the odds keep their data."""

from __future__ import annotations

import json

from hoyle.odds.banked.edges import CARD_WAGERS
from hoyle.odds.banked.kept import counted
from hoyle.odds.banked.known import FILE


def main() -> None:
    found = {game: counted(game) for game in CARD_WAGERS}
    FILE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
