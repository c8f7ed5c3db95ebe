"""Simulation of many rounds: poker between bots, and house games against a strategy."""

from hoyle.simulation.partitioned_run import simulate

__all__ = ["simulate"]
