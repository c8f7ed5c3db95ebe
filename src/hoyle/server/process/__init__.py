"""Processes of `hoyle serve`: launcher, room, edge and bots, with their supervisors."""
