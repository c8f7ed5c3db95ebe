"""Processes of `hoyle serve`: launcher, room, edge and bots, with the supervisor of the bots."""
