"""Live table: one table as the room runs it, with clock, dealer, randomness and settings."""
