"""Commands that run and inspect a room."""
