"""Event log of a table: events, JSON output, checkpoints and audit."""
