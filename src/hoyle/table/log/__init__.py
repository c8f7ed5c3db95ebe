"""Event log of a table: events, serialization, checkpoints and audit."""
