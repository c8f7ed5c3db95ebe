"""Process to be killed: retires records, a few to a file, and prints how many are retired."""

from __future__ import annotations

import sys
from pathlib import Path

from hoyle.storage import open_store
from hoyle.storage.retired_records.retirement_job import retirable_ranges, retire


def main(place: str, shelf: str) -> None:
    store = open_store(place)
    retire(store, Path(shelf), retirable_ranges(store), most=20, progress=lambda done: print(done, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
