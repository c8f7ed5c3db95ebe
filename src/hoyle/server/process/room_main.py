"""Entry point of the room process, started by `serve`: ``python -m hoyle.server.process.room_main LINK``.

It reads its configuration from standard input.
"""

from __future__ import annotations

import socket
import sys

from msgspec import json

from hoyle.plugins import load_plugins
from hoyle.server.config import Config
from hoyle.server.process.room_process import run


def main() -> int:
    load_plugins()
    config = json.decode(sys.stdin.buffer.read(), type=Config)
    return run(config, [socket.socket(fileno=int(sys.argv[1]))])


if __name__ == "__main__":
    sys.exit(main())
