"""Handlers of the room: commands to the room and its tables, timed actions and the automatic dealer."""
