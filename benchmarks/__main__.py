"""`python -m benchmarks [SECONDS]`: every benchmark, SECONDS for each figure."""

from __future__ import annotations

import sys

from benchmarks import dice, engine, environments, house_odds, odds, store, tables

for benchmark in (engine, tables, odds, dice, house_odds, store, environments):
    benchmark.main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
