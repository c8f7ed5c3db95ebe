"""Process to be killed: commits as fast as it can and prints each acknowledged number."""

from __future__ import annotations

import os
import sys

from tests.storage.sample_stream import Felt

from hoyle.storage import open_store

GROUP = 3


def main(place: str) -> None:
    store = open_store(place)
    felt = Felt(head=store.head("table 7"))
    store.claim_streams([felt.stream])
    while True:
        writes = []
        for _ in range(GROUP):
            command = f"c{felt.chain.head.number + 1}"
            writes.append(felt.move("cage", "wallet ann", 1, command=command))
        store.commit(writes)
        os.write(1, b"%d\n" % felt.chain.head.number)


if __name__ == "__main__":
    main(sys.argv[1])
