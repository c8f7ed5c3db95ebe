"""`python -m benchmarks [SECONDS]`: every benchmark, SECONDS for each figure."""

from __future__ import annotations

import sys

from benchmarks import engine, odds

seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
engine.main(seconds)
odds.main(seconds)
