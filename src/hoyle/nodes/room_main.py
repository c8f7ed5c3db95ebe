"""Entry point of the room process, started by `serve`: ``python -m hoyle.nodes.room_main LINK``.

It reads its configuration from standard input. A configuration with a bus makes it one node of a room.
"""

from __future__ import annotations

import socket
import sys

from msgspec import json

from hoyle.plugins import load_plugins
from hoyle.server.config import Config
from hoyle.server.process.room_process import ignore_signals, run


def main() -> int:
    load_plugins()
    config = json.decode(sys.stdin.buffer.read(), type=Config)
    edges = [socket.socket(fileno=int(sys.argv[1]))]
    ignore_signals()
    if config.bus_url:
        from hoyle.nodes.node_process import run as run_node  # slow import, for nodes only

        return run_node(config, edges)
    return run(config, edges)


if __name__ == "__main__":
    sys.exit(main())
