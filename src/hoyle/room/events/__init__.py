"""Events of the room and of its live tables."""
