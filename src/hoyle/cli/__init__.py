"""Command-line interface: the `hoyle` command and its subcommands."""
