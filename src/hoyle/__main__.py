"""Entry point of `python -m hoyle`: runs the command-line interface."""

from hoyle.cli.main import main

main()
