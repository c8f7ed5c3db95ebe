"""A poker table: sign, seats, stacks, button, decks, kill pots, floor and records around the rounds."""
