"""Bots: players that decide for themselves at poker tables and house games."""
