"""Decks of a poker table."""
