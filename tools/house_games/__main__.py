"""``python -m tools.house_games``: compute edges and strategies and write them as data of `hoyle.odds`."""

from __future__ import annotations

import json

from hoyle.odds.house_games.analysis_registry import ANALYSES
from hoyle.odds.house_games.game_report import compute_report
from hoyle.odds.house_games.precomputed_results import FILE


def main() -> None:
    found = {game: compute_report(game) for game in ANALYSES}
    FILE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
