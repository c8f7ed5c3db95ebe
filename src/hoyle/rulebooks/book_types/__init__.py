"""Rulebook types: poker, house card games and dice."""
