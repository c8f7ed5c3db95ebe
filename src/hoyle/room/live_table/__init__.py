"""Live table: one table as the room runs it, with clock, due times, randomness and settings."""
