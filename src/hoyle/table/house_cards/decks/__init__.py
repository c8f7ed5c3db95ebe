"""Decks of a house card table."""
