"""Commands that the room itself decides: those of the room, and those around a live table."""
