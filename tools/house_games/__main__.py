"""``python -m tools.house_games``: count everything and write it where the odds keep their data."""

from __future__ import annotations

import json

from hoyle.odds.banked.games import ANALYSES
from hoyle.odds.banked.kept import compute_report
from hoyle.odds.banked.known import FILE


def main() -> None:
    found = {game: compute_report(game) for game in ANALYSES}
    FILE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
