"""PostgreSQL engine of the room's store."""
