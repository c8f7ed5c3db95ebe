"""Wagers of the dice games: layout, limits and decisions."""
