"""State of the room and of its live tables, which changes only by applying events."""
