"""Command handlers of the room and of its tables."""
