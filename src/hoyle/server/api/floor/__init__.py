"""HTTP API of the floor staff."""
