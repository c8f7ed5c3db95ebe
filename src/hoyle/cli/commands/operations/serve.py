"""`hoyle serve`: start the server of a room."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path

import click
from msgspec import structs

from hoyle.cli.command_parameters import Parameters, cli_command, option
from hoyle.cli.main import EXIT_BAD_INPUT
from hoyle.cli.room_database import redact_url
from hoyle.server.config import demo_config, load_config
from hoyle.server.process.launcher import serve


class ServeOptions(Parameters):
    """Options of `hoyle serve`; all but two have the names of their keys in the configuration."""

    source: Path | None = option(
        "Configuration file (room.toml); see docs/room.md.", flags="--config", type=click.Path(path_type=Path)
    )
    data_dir: str | None = option("Directory of the room's files.  [default: in the user's data directory]")
    database_url: str | None = option(
        "postgresql://... instead of a file in the data directory.", env="HOYLE_DATABASE_URL"
    )
    bus_url: str | None = option(
        "nats://...: run as one of several nodes that share the database; see docs/scale.md.", env="HOYLE_BUS_URL"
    )
    node_name: str | None = option("Name of this node.  [default: the machine's name]")
    host: str | None = option("Address to listen on.  [default: 127.0.0.1]")
    port: int | None = option(
        "Port to listen on; 0 picks a free one.  [default: 8420]", type=click.IntRange(0, 65535), env="HOYLE_PORT"
    )
    metrics_port: int | None = option(
        "Serve health checks and metrics on this port of 127.0.0.1.",
        type=click.IntRange(0, 65535),
        env="HOYLE_METRICS_PORT",
    )
    allow_insecure_listen: bool | None = option(
        "Accept connections from other machines without TLS, which anybody on the network path can read.", is_flag=True
    )
    allow_insecure_links: bool | None = option(
        "Allow a bus or database on another machine without credentials and TLS.",
        is_flag=True,
        env="HOYLE_ALLOW_INSECURE_LINKS",
    )
    browser: bool | None = option("Open a browser when the room is ready.", flags="--browser/--no-browser")


@cli_command(ServeOptions)
def command(options: ServeOptions) -> int:
    """Start a card room that serves tables to browsers and programs.

    Without a configuration there is a table for every game of every rulebook, with bots at poker. Every
    action is on disk before any client sees it; after a restart the room continues where it stopped.
    """
    if options.data_dir is not None and not options.data_dir.strip():
        raise click.BadParameter("expected a directory", param_hint="--data-dir")
    config = demo_config() if options.source is None else load_config(options.source)
    browser = options.browser
    settings = {key: value for key, value in vars(options).items() if key not in ("source", "browser")}
    config = structs.replace(config, **{key: value for key, value in settings.items() if value is not None})

    def ready(address: str) -> None:
        click.echo(f"hoyle: the room is open at {address}   (Ctrl-C closes it)")
        if _has_display() if browser is None else browser:
            # In a thread: some browsers take their time to start.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    if serve(config, ready=ready):
        return EXIT_BAD_INPUT
    closed = (
        f"node {config.resolve_node_name()} has left the room, which" if config.bus_url else "the room is closed, and"
    )
    click.echo(f"hoyle: {closed} is kept in {redact_url(config.resolve_database())}")
    return 0


def _has_display() -> bool:
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.stdout.isatty() and (bool(display) or sys.platform == "darwin")
