"""Poker table: sign, seats, stacks, button, decks, kill pots, floor rulings and log around the rounds."""
